# SPDX-License-Identifier: BSL-1.0
"""What the generator has to say about a document: codes, places, and how they are printed.

    spec.yaml:41:9: error RB014: minimum 5 is greater than maximum 3
       41 |         minimum: 5
          |         ^
      hint: swap the two limits

CODES is the one table of codes: a code never changes its meaning, and a removed one is not given
again. An error means that the document contradicts itself or misuses an x-restbind key; a warning,
that something is left out or taken in a wider sense and the rest can be used; a note, that
something is read in one of the ways in which it can be meant, or that a better description of the
same is used, which only `lint` and the report tell. `--strict` turns every warning into an error.
All findings of a run are reported, sorted by place; of one code at most SHOWN_PER_CODE are printed,
the others are counted in a closing line.

Documents of others contain mistakes. An error that is `local` costs what it stands in (a value
becomes open JSON, a limit is dropped, an operation is left out) and stops nothing else, unless
`--strict` is given. All other errors stop the run: text that cannot be read, and misuse of our own
keys, which nobody but our user writes.
"""

from __future__ import annotations

import difflib
from collections import Counter
from dataclasses import dataclass, replace
from typing import Iterable

ERROR = "error"
WARNING = "warning"
NOTE = "note"

SHOWN_PER_CODE = 20
NEAR_AMONG = 500  # names that an unknown one is compared with
SHOWN_WIDTH = 160  # characters of a source line; a longer one is cut around the column


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


class Source:
    """A text that was read. `name` is the file as given on the command line; `order` sorts files as
    they were read.
    """

    def __init__(self, name: str, text: str = "", order: int = 0) -> None:
        self.name = name
        self.text = text
        self.order = order
        self._lines: list[str] | None = None

    def line(self, number: int) -> str | None:
        """The text of a line, counted from 1, without its end; None where there is no such line."""
        if self._lines is None:
            self._lines = self.text.split("\n") if self.text else []
        if 1 <= number <= len(self._lines):
            return self._lines[number - 1].rstrip("\r")
        return None


@dataclass(frozen=True)
class Place:
    """Line and column count from 1; line 0 means the file as a whole."""

    source: Source
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}" if self.line else self.source.name

    def moved(self, columns: int) -> "Place":
        """A place on the same line, so many columns to the right."""
        return replace(self, column=self.column + columns)


@dataclass(frozen=True)
class Diagnostic:
    code: str
    severity: str
    place: Place
    message: str
    hint: str = ""
    stops: bool = False

    @property
    def loses(self) -> bool:
        """An operation that reaches the place is not all that the document describes."""
        return CODES[self.code].loses and self.severity != NOTE

    @property
    def order(self) -> tuple[int, str, int, int, str, str]:
        """The key by which findings are sorted: file in the order read, line, column, then code and
        message.
        """
        place = self.place
        return (
            place.source.order,
            place.source.name,
            place.line,
            place.column,
            self.code,
            self.message,
        )

    def text(self) -> str:
        """The finding as printed: its place, severity, code and message, the source line, and the
        hint.
        """
        lines = [f"{self.place}: {self.severity} {self.code}: {self.message}"]
        lines += quoted_line(self.place)
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def quoted_line(place: Place) -> list[str]:
    """The source line and a caret below the column; nothing when the place is not a line."""
    line = place.source.line(place.line)
    if line is None:
        return []
    start = 0
    if len(line) > SHOWN_WIDTH:
        start = max(0, min(place.column - 1 - SHOWN_WIDTH // 2, len(line) - SHOWN_WIDTH))
    shown = line[start : start + SHOWN_WIDTH]
    before = shown[: max(0, place.column - 1 - start)]
    gutter = f"{place.line:>5} | "
    blank = "".join("\t" if character == "\t" else " " for character in before)
    return [gutter + printable(shown), " " * (len(gutter) - 2) + "| " + blank + "^"]


def printable(text: str) -> str:
    """Control characters other than the tab as `?`, so that a document cannot steer the
    terminal.
    """
    return "".join(
        c if c == "\t" or (c >= " " and not "\x7f" <= c <= "\x9f") else "?" for c in text
    )


class Diagnostics:
    """Collects the findings of a run. The same finding at the same place is kept once."""

    def __init__(self, strict: bool = False) -> None:
        self._strict = strict
        self._found: dict[Diagnostic, None] = {}

    def report(
        self, code: str, place: Place, message: str, hint: str = "", own: bool = False
    ) -> None:
        """own: the finding is about an x-restbind key, so that an error stops the run whatever its
        code.
        """
        known = CODES[code]
        severity = ERROR if self._strict and known.severity != NOTE else known.severity
        stops = severity == ERROR and (self._strict or own or not known.local)
        self._found.setdefault(
            Diagnostic(code, severity, place, printable(message), printable(hint), stops)
        )

    def excuse(self, codes: Iterable[str], places: Iterable[Place]) -> None:
        """Findings of these codes at these places become notes: nothing is lost by what they are
        about.
        """
        known, excused = set(codes), set(places)
        self._found = {
            (
                replace(one, severity=NOTE, stops=False)
                if one.code in known and one.place in excused
                else one
            ): None
            for one in self._found
        }

    def of_overlays(self) -> "Diagnostics":
        """What was found in overlays."""
        found = Diagnostics(self._strict)
        found._found = {one: None for one in self._found if one.code in OVERLAY}
        return found

    def sorted(self) -> list[Diagnostic]:
        """All findings by file, line and column."""
        return sorted(self._found, key=lambda found: found.order)

    def count(self, severity: str) -> int:
        """How many findings have this severity."""
        return sum(1 for found in self._found if found.severity == severity)

    @property
    def unresolved(self) -> int:
        """References that lead nowhere."""
        return len(
            {
                found.place
                for found in self._found
                if found.severity == ERROR and found.code in UNRESOLVED
            }
        )

    @property
    def has_errors(self) -> bool:
        """At least one finding is an error."""
        return self.count(ERROR) > 0

    @property
    def stops(self) -> bool:
        """Nothing may be generated: some error is more than local."""
        return any(found.stops for found in self._found)

    def text(self, show_all: bool = False, notes: bool = False) -> str:
        """All findings as printed, notes if they are wanted; '' when there are none."""
        shown: list[str] = []
        counts: Counter[str] = Counter()
        for found in self.sorted():
            if found.severity == NOTE and not notes:
                continue
            counts[found.code] += 1
            if show_all or counts[found.code] <= SHOWN_PER_CODE:
                shown.append(found.text())
        for code in sorted(counts):
            hidden = 0 if show_all else counts[code] - SHOWN_PER_CODE
            if hidden > 0:
                shown.append(
                    f"note: {hidden} more of {code} ({CODES[code].meaning}); --show-all prints them"
                )
        if counts:
            shown.append(self._totals())
        if self.has_errors and not self.stops:
            shown.append(
                "note: these errors cost only what they stand in; --strict refuses the document"
            )
        return "\n".join(shown) + "\n" if shown else ""

    def _totals(self) -> str:
        parts = []
        for severity in (ERROR, WARNING):
            number = self.count(severity)
            if number:
                parts.append(f"{number} {severity}{'' if number == 1 else 's'}")
        return ", ".join(parts)


def near(name: str, known: Iterable[str]) -> str:
    """` Did you mean …?` without the leading space, or '' when nothing is near."""
    names = sorted(set(known))
    if len(names) > NEAR_AMONG:  # comparing is slow
        names = [text for text in names if text[:1].lower() == name[:1].lower()][:NEAR_AMONG]
    found = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if not found:
        lowered = {text.lower(): text for text in names}
        found = [lowered[name.lower()]] if name.lower() in lowered else []
    return f"did you mean {joined([f'`{text}`' for text in found], 'or')}?" if found else ""


def joined(parts: list[str], word: str) -> str:
    """`a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
