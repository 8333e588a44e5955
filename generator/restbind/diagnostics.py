# SPDX-License-Identifier: BSL-1.0
"""What the generator has to say about a document: codes, places, and how they are printed.

    spec.yaml:41:9: error RB014: minimum 5 is greater than maximum 3
       41 |         minimum: 5
          |         ^
      hint: swap the two limits

The module `codes` has the table of codes. An error means that the document contradicts itself or
misuses an x-restbind key; a warning, that something is left out or taken in a wider sense and the
rest can be used; a note, that something is read in one of the ways in which it can be meant, or
that a better description of the same is used, which only `lint` and the report tell. `--strict`
turns every warning into an error.
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
from itertools import product
from typing import Iterable, Iterator

from restbind.codes import CODES, ERROR, NOTE, OVERLAY, UNRESOLVED, WARNING

SHOWN_PER_CODE = 20
NEAR_AMONG = 500  # names that an unknown one is compared with
SHOWN_WIDTH = 160  # characters of a source line; a longer one is cut around the column


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
        self._harmless: set[tuple[str, Place]] = set()

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
        """Findings of these codes at these places are notes, whenever they are reported: nothing is
        lost by what they are about.
        """
        self._harmless.update(product(codes, places))

    def _weighed(self) -> Iterator[Diagnostic]:
        for found in self._found:
            is_note = (found.code, found.place) in self._harmless
            yield replace(found, severity=NOTE, stops=False) if is_note else found

    def of_overlays(self) -> "Diagnostics":
        """What was found in overlays."""
        found = Diagnostics(self._strict)
        found._found = {finding: None for finding in self._found if finding.code in OVERLAY}
        return found

    def sorted(self) -> list[Diagnostic]:
        """All findings by file, line and column."""
        return sorted(self._weighed(), key=lambda found: found.order)

    def count(self, severity: str) -> int:
        """How many findings have this severity."""
        return sum(1 for found in self._weighed() if found.severity == severity)

    @property
    def unresolved(self) -> int:
        """References that lead nowhere."""
        return len(
            {
                found.place
                for found in self._weighed()
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
        return any(found.stops for found in self._weighed())

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
