# SPDX-License-Identifier: BSL-1.0
"""The table of codes. A code never changes its meaning, and a removed one is not given again."""

from __future__ import annotations

from dataclasses import dataclass

ERROR = "error"
WARNING = "warning"
NOTE = "note"


@dataclass(frozen=True)
class Code:
    """local: an error that stops nothing but what it stands in. loses: an operation that reaches
    the place is not all that the document describes (the report calls it a fallback)."""

    severity: str
    meaning: str
    local: bool = False
    loses: bool = True


CODES: dict[str, Code] = {
    # Reading.
    "RB001": Code(ERROR, "a file cannot be read"),
    "RB002": Code(ERROR, "a file is not UTF-8 text, or holds characters that YAML and JSON forbid"),
    "RB003": Code(ERROR, "the syntax of YAML or JSON is broken"),
    "RB004": Code(ERROR, "a key is given twice in one object", local=True),
    "RB005": Code(
        ERROR,
        (
            "an anchor or alias cannot be used: unknown, containing itself, or expanding beyond the"
            " limit"
        ),
    ),
    "RB006": Code(ERROR, "values are nested too deeply, or a schema becomes too large a type"),
    "RB007": Code(ERROR, "not an OpenAPI 3.0, 3.1 or 3.2 document"),
    "RB008": Code(ERROR, "a value has the wrong JSON type or is none of those allowed", local=True),
    "RB009": Code(ERROR, "a required key is missing", local=True),
    # Keywords.
    "RB010": Code(WARNING, "a keyword is unknown", loses=False),
    "RB099": Code(WARNING, "a keyword is unknown where it stands, and what it describes is lost"),
    "RB011": Code(WARNING, "a keyword is known but not supported"),
    "RB012": Code(ERROR, "an x-restbind key, or a key in one, is unknown"),
    "RB013": Code(ERROR, "an x-restbind key stands in a wrong place"),
    # Schemas.
    "RB014": Code(ERROR, "limits contradict each other", local=True),
    "RB015": Code(NOTE, "a default is no value of its schema; it is not used", loses=False),
    "RB016": Code(
        WARNING,
        "`required` names a property that does not exist; it becomes a member that may be anything",
        loses=False,
    ),
    "RB017": Code(ERROR, "x-restbind-enum-names does not fit the enum"),
    "RB018": Code(
        WARNING,
        "values of an enum are unusable: none, repeated, or not of the schema's type",
        loses=False,
    ),
    "RB019": Code(WARNING, "a limit is unusable: negative, not whole, or no number"),
    "RB091": Code(WARNING, "`oneOf` or `anyOf` lists no alternative"),
    # References.
    "RB020": Code(ERROR, "a $ref cannot be resolved", local=True),
    "RB021": Code(ERROR, "a $ref is circular", local=True),
    "RB022": Code(ERROR, "a $ref has a form that is not supported", local=True),
    "RB023": Code(WARNING, "a model contains itself without an array or map in between"),
    "RB024": Code(WARNING, "a newer version of OpenAPI is read as 3.2", loses=False),
    # Readings.
    "RB025": Code(
        WARNING,
        (
            "a schema gives no type; what its keywords are about, or its place in a form, is taken"
            " for one: an object, or a list"
        ),
        loses=False,
    ),
    "RB026": Code(
        WARNING,
        (
            "`additionalProperties: false` forbids members that stand beside it; it is read as "
            "`unevaluatedProperties: false`"
        ),
        loses=False,
    ),
    "RB027": Code(
        WARNING, "a value of an enum breaks the limits beside it; it is not sent", loses=False
    ),
    "RB028": Code(
        NOTE,
        "a member that has a default and is absent has it when it is read, and is sent with it",
        loses=False,
    ),
    "RB029": Code(
        WARNING,
        (
            "an object is read as the alternative that has its members, although it may be one that"
            " does not know them"
        ),
        loses=False,
    ),
    "RB093": Code(
        NOTE,
        (
            "the member that a discriminator names need not be there; without it, the members that"
            " are there decide"
        ),
        loses=False,
    ),
    "RB095": Code(
        NOTE,
        "a value of a discriminator is the name of a file, which OpenAPI gives no schema",
        loses=False,
    ),
    "RB054": Code(
        NOTE,
        "a member has a type only under a condition; it is taken to have that type always",
        loses=False,
    ),
    "RB055": Code(
        NOTE,
        (
            "several security schemes want a token in one header; the token of one of them is sent"
            " for all"
        ),
        loses=False,
    ),
    "RB056": Code(
        NOTE,
        (
            "an assertion is not checked: no request holds what it is about, it only comes in"
            " responses"
        ),
        loses=False,
    ),
    "RB057": Code(
        NOTE, "a keyword has no meaning in OpenAPI 3.0; it holds as later versions say", loses=False
    ),
    "RB096": Code(
        NOTE,
        "a parameter is given twice and says the same both times; it is one parameter",
        loses=False,
    ),
    "RB097": Code(WARNING, "a slip that can mean only one thing is read as that", loses=False),
    # Fallbacks.
    "RB030": Code(
        WARNING, "a schema cannot be expressed; the value becomes open JSON or a wider type"
    ),
    "RB031": Code(WARNING, "a constraint stands where the generated code does not check it"),
    "RB032": Code(WARNING, "a format is unknown or does not fit the type", loses=False),
    "RB033": Code(
        WARNING,
        "the name for an inline schema, or of a server or operation, is taken; another one is used",
        loses=False,
    ),
    "RB034": Code(
        WARNING,
        "a default cannot be written in C++, or is none of a server's values; it is not used",
        loses=False,
    ),
    "RB035": Code(
        WARNING, "a keyword does not fit the schema's type, or what stands beside it", loses=False
    ),
    "RB036": Code(ERROR, "a type does not exist; the value becomes open JSON", local=True),
    "RB037": Code(WARNING, "a value that has no effect has the wrong JSON type", loses=False),
    "RB038": Code(
        WARNING, "a pattern cannot be read, or not be checked in linear time; it is left out"
    ),
    "RB039": Code(
        WARNING, "the payload of a webhook or callback is no JSON; no model is made of it"
    ),
    # Operations.
    "RB040": Code(WARNING, "an operationId is given twice", loses=False),
    "RB041": Code(WARNING, "an operation has no operationId of its own", loses=False),
    "RB042": Code(
        WARNING,
        (
            "the query of a path, or placeholders of an address, do not fit the parameters or"
            " variables"
        ),
        loses=False,
    ),
    "RB043": Code(
        ERROR, "parameters collide, or a client parameter is defined in different ways", local=True
    ),
    "RB044": Code(WARNING, "an operation cannot be called by the generated client and is left out"),
    "RB045": Code(
        WARNING,
        (
            "a parameter that the client sends itself: a header that OpenAPI says is ignored or"
            " that is about the connection, or the key of a security scheme"
        ),
        loses=False,
    ),
    "RB046": Code(WARNING, "a parameter cannot be sent, or not as described"),
    "RB047": Code(ERROR, "a status is not a number from 100 to 599", local=True),
    "RB048": Code(WARNING, "a media type is taken for plain application/json", loses=False),
    "RB049": Code(
        WARNING,
        (
            "a security scheme is not supported, does not exist, or cannot be met together with"
            " another"
        ),
    ),
    "RB050": Code(WARNING, "a path ends in a fragment, which is not sent", loses=False),
    "RB051": Code(WARNING, "the schema of a body that is read as text or bytes is not used"),
    "RB052": Code(
        ERROR,
        "the placeholders of a path are not its path parameters; the operation is left out",
        local=True,
    ),
    "RB053": Code(
        NOTE,
        "a body that is text or bytes is described as any object; it is what its media type says",
        loses=False,
    ),
    "RB094": Code(
        NOTE,
        (
            "`nullable` counts where the standard gives it no meaning: in OpenAPI 3.1, beside an"
            " enum without null, without a type, beside `allOf`"
        ),
        loses=False,
    ),
    "RB098": Code(
        WARNING, "two paths differ in the names of their placeholders alone", loses=False
    ),
    "RB100": Code(WARNING, "a key of `content` is no media type", loses=False),
    "RB058": Code(
        NOTE,
        (
            "a media type is not generated: a better one is sent or asked for, or the status has no"
            " content, or none that is read"
        ),
        loses=False,
    ),
    "RB059": Code(
        WARNING,
        (
            "a tag is given twice, or its parent is no tag of the document or, in the end, the tag"
            " itself"
        ),
        loses=False,
    ),
    # Rules.
    "RB060": Code(ERROR, "the syntax of a rule is broken"),
    "RB061": Code(ERROR, "a rule names a member or variable that does not exist"),
    "RB062": Code(ERROR, "the types in a rule do not fit"),
    "RB063": Code(ERROR, "a rule reads a value that may be absent"),
    "RB064": Code(ERROR, "a rule uses what is not supported, or is too long or too deep"),
    "RB065": Code(ERROR, "the id of a rule is given twice"),
    "RB066": Code(ERROR, "the fieldPath of a rule names no member"),
    # Overlays.
    "RB070": Code(ERROR, "not an Overlay 1.0 document, or one with a key that is wrong or missing"),
    "RB071": Code(WARNING, "the target of an overlay's action cannot be read", loses=False),
    "RB072": Code(WARNING, "the target of an overlay's action matches nothing", loses=False),
    "RB073": Code(
        WARNING,
        "an overlay's action cannot be done at a place that its target matches",
        loses=False,
    ),
    "RB074": Code(WARNING, "an overlay extends another document", loses=False),
    # The options file.
    "RB075": Code(
        ERROR,
        "a file of options has a key that does not exist, or a value that the key cannot have",
    ),
    "RB076": Code(
        WARNING, "a name or type in a file of options is for nothing in the document", loses=False
    ),
    # x-restbind keys.
    "RB080": Code(ERROR, "x-restbind-retry is out of range"),
    "RB081": Code(ERROR, "x-restbind-idempotency does not fit the operation"),
    "RB082": Code(ERROR, "x-restbind-validation-problem is unusable"),
    "RB083": Code(
        ERROR, "the status of x-restbind-validation-problem is not among the operation's responses"
    ),
    "RB084": Code(ERROR, "a message holds an unknown placeholder"),
    "RB085": Code(ERROR, "an error code or its name is given twice or is unusable"),
    "RB086": Code(ERROR, "an error code names an operation that does not exist"),
    "RB087": Code(ERROR, "x-restbind-token is unusable"),
    "RB088": Code(ERROR, "x-restbind-environment is unusable or given twice"),
    "RB089": Code(ERROR, "x-restbind-problem or x-restbind-trace-headers is unusable"),
    "RB092": Code(
        WARNING,
        "a message is never said: no check of its own is made of what it stands beside",
        loses=False,
    ),
    "RB101": Code(ERROR, "x-restbind-name is no name that C++ can have, or something else has it"),
    "RB102": Code(ERROR, "x-restbind-type is unusable"),
    "RB103": Code(WARNING, "a limit is not checked: the value is of a type of the user's own"),
    "RB104": Code(WARNING, "x-restbind-name names nothing in C++", loses=False),
    # The generator itself.
    "RB090": Code(
        ERROR, "an internal error: the generator has lost sight of an assertion of a schema"
    ),
}
OVERLAY = ("RB070", "RB071", "RB072", "RB073", "RB074")
UNRESOLVED = ("RB020", "RB021", "RB022")
