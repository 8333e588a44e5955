# SPDX-License-Identifier: BSL-1.0
"""The registry of keywords, read from its table; and which of them do what."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.spec.keyword_table import ASSUMED_IN, TABLES

SUPPORTED = "supported"
ANNOTATION = "annotation"
REFUSED = "refused"

PREFIX = "x-restbind-"


@dataclass(frozen=True)
class Keyword:
    where: str
    name: str
    shape: str
    status: str
    types: tuple[str, ...] = ()
    note: str = ""
    required: bool = False
    means: frozenset[str] = frozenset()
    since: str = "3.0"


_SINCE = ("3.0", "3.1", "3.2", "2019-09", "draft-7")


def _rows(where: str, table: str) -> list[Keyword]:
    """The keywords of the lines of a table."""
    found = []
    for line in table.strip().splitlines():
        name, shape, status, *rest = (" ".join(part.split()) for part in line.split(" | "))
        name, _, stated = name.partition("@")
        types = tuple(rest[0].split()) if rest and rest[0] != "-" else ()
        means = (
            frozenset(rest.pop(1).split()) - {"-"}
            if where == "schema" and len(rest) > 1
            else frozenset()
        )
        note = rest[1] if len(rest) > 1 else ""
        since = stated or next((version for version in _SINCE if version in means), "3.0")
        found.append(
            Keyword(
                where,
                name.rstrip("!"),
                shape.replace("/", "|"),
                status,
                types,
                note,
                name.endswith("!"),
                means,
                since,
            )
        )
    return found


# Kinds whose keys are names chosen by the author: what each value is.
PATTERNS: dict[str, str] = {"paths": "path item", "responses": "response"}

# Kinds in which `{"$ref": …}` stands for the object.
REFERABLE = frozenset(
    {
        "path item",
        "operation",
        "parameter",
        "request body",
        "response",
        "media type",
        "security scheme",
        "schema",
    }
)

# Kinds within x-restbind keys: an unknown key there is a mistake in our own vocabulary. Each with
# the key it belongs to.
OWN_KINDS: dict[str, str] = {
    "messages": "x-restbind-messages",
    "retry": "x-restbind-retry",
    "token": "x-restbind-token",
    "token variable": "x-restbind-token",
    "error code": "x-restbind-error-codes",
    "problem": "x-restbind-problem",
    "idempotency": "x-restbind-idempotency",
    "after loss": "x-restbind-after-loss",
    "validation problem": "x-restbind-validation-problem",
    "rule": "x-restbind-rules",
    "own type": "x-restbind-type",
}


def _registry() -> tuple[Keyword, ...]:
    found: list[Keyword] = []
    for where, table in TABLES.items():
        found += _rows(where, table)
        if where in ASSUMED_IN:
            found.append(Keyword(where, "x-restbind-assumed", "string", SUPPORTED))
    return tuple(found)


KEYWORDS: tuple[Keyword, ...] = _registry()
KINDS: dict[str, dict[str, Keyword]] = {where: {} for where in TABLES}
OWN_KEYS: dict[str, tuple[str, ...]] = {}
for _keyword in KEYWORDS:
    KINDS[_keyword.where][_keyword.name] = _keyword
    if _keyword.name.startswith(PREFIX):
        OWN_KEYS[_keyword.name] = (*OWN_KEYS.get(_keyword.name, ()), _keyword.where)
OWN_KEYS = dict(sorted(OWN_KEYS.items()))

# ------------------------------------------------------------------------------------------- what
# keywords of schemas mean


def _meaning(word: str) -> frozenset[str]:
    return frozenset(name for name, keyword in KINDS["schema"].items() if word in keyword.means)


ASSERTIONS = _meaning("asserts")
REFERENCES = _meaning("refers")
SAME_VALUE = _meaning("same")
SHAPING = _meaning("shapes")
CHANGING = _meaning("changes")
SETS = _meaning("set")
DATA = _meaning("data")
# The fields of a Shape, with the assertions that each takes; the rest has no word of its own.
_FIELDS = "made_of types members others prefix items values limits choice".split()
FIELDS = {field: _meaning(f"in:{field}") for field in _FIELDS}
SINCE_3_0, SINCE_3_1 = _meaning("3.0") - REFERENCES, _meaning("3.1") - REFERENCES

# The assertions by what their value holds.
_SHAPE_OF = {name: KINDS["schema"][name].shape for name in ASSERTIONS}
SCHEMA = frozenset(name for name, shape in _SHAPE_OF.items() if shape == "schema")
SCHEMA_LIST = frozenset(name for name, shape in _SHAPE_OF.items() if shape == "[schema]")
SCHEMA_MAP = frozenset(
    name for name, shape in _SHAPE_OF.items() if shape.startswith("{") and "schema" in shape
)
NUMBER = frozenset(name for name, shape in _SHAPE_OF.items() if "number" in shape)
COUNT = frozenset(name for name, shape in _SHAPE_OF.items() if shape == "integer")
VALUES = ASSERTIONS - SCHEMA - SCHEMA_LIST - SCHEMA_MAP - NUMBER - COUNT - REFERENCES
LIMITS = NUMBER | COUNT | VALUES  # what a schema says without other schemas

# Keywords of any object whose members are schemas, called as the document likes.
NAMED_SCHEMAS = frozenset(
    keyword.name
    for keyword in KEYWORDS
    if keyword.shape.startswith("{") and "schema" in keyword.shape
)

_JSON_TYPES = {
    "schema": ("object", "boolean"),
    "number": ("integer", "number"),
    "integer": ("integer", "number"),
    "string": ("string",),
    "boolean": ("boolean",),
    "any": ("object", "array", "string", "integer", "number", "boolean", "null"),
}


def json_types_of(keyword: str) -> tuple[str, ...]:
    """The JSON types that the value of an assertion may have; flags beside limits in OpenAPI 3.0
    aside.
    """
    if keyword in NUMBER:
        return _JSON_TYPES["number"]
    shape = _SHAPE_OF[keyword]
    if shape.startswith("{"):
        return ("object",)
    return tuple(
        type_
        for part in shape.split("|")
        for type_ in (("array",) if part.startswith("[") else _JSON_TYPES[part])
    )
