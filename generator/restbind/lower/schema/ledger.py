# SPDX-License-Identifier: BSL-1.0
"""The ledger: what became of each assertion of each schema, so that none is forgotten in silence.

Each use of a schema (a member, an element, a parameter, a body, a model as a whole) has an
account, and each keyword that asserts something gets exactly one column there, which says what
holds it:

    type        the C++ type cannot break it, or it says nothing of values of this type
    check       a condition of its own, in generated code
    residual    the generic validator, with just this part of the schema
    unchecked   nothing, which a finding says; of values that are only received it is a note, since
                reading refuses nothing but what the C++ type cannot hold

What stands below a keyword of the columns `type` and `check` has accounts of its own. Below one
that is `residual`, the text for the validator has each keyword, or leaves it out with a reason,
which is noted while it is written. All other keywords take with them what is below.

A keyword in no column, or in two, is a mistake of the generator and stops it: when an account is
closed, when a text is written, and once more when all is lowered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from restbind.diagnostics import Diagnostic
from restbind.lower.schema.layers import assertions_of, schemas_below
from restbind.source.refs import Cursor

# A keyword with several counts as the last of them. VOID is a TYPE: the keyword says nothing, and
# so does what is below. PARTLY is a RESIDUAL without what the keyword refers to, which is checked
# as a type. RECEIVED is UNCHECKED of what is only received.
RECEIVED, VOID, TYPE, CHECK, RESIDUAL, PARTLY, UNCHECKED = (1 << place for place in range(7))
COLUMNS = {
    TYPE: "type",
    VOID: "type",
    CHECK: "check",
    RESIDUAL: "residual",
    PARTLY: "residual",
    UNCHECKED: "unchecked",
    RECEIVED: "unchecked",
}
HELD = (CHECK, RESIDUAL, PARTLY)  # by a condition, which names the keyword
_SPREADING = (UNCHECKED, PARTLY, VOID, RECEIVED)  # with them all that is below


class Unbalanced(Exception):
    """A keyword in no column, or in two. `at` is its value."""

    def __init__(self, at: Cursor, message: str) -> None:
        super().__init__(message)
        self.at = at


Key = tuple[int, str]


def keyword_of(at: Cursor) -> Key:
    """What the keyword with this value is known by: an empty value may be that of several."""
    return at.identity, at.name


class Note(NamedTuple):
    """What became of a keyword in a text. code, message: of the finding that tells why it is left
    out; without a message it was reported before."""

    at: Cursor
    column: int
    code: str = ""
    message: str = ""


@dataclass
class Ledger:
    """keywords: the values of all that have a column. columns: those of each keyword in all its
    uses. noted: the same of what stands below others; they count where a keyword has no account.
    findings: the code of what tells of each one that is unchecked, and where. typed: the schemas
    that were given a C++ type, by identity."""

    keywords: dict[Key, Cursor] = field(default_factory=dict)
    columns: dict[Key, int] = field(default_factory=dict)
    noted: dict[Key, int] = field(default_factory=dict)
    findings: dict[Key, tuple[str, Cursor]] = field(default_factory=dict)
    typed: dict[int, Cursor] = field(default_factory=dict)

    def has(self, at: Cursor) -> bool:
        """The keyword has an account."""
        return keyword_of(at) in self.columns

    def put(self, at: Cursor, column: int) -> None:
        """Another use of a keyword has this column."""
        self._put(self.columns, at, column)

    def note(self, notes: Iterable[Note], is_received: bool) -> None:
        """What became of keywords in a text that holds a value."""
        for at, column, code, message in notes:
            if not is_received or column != RESIDUAL:
                self._put(self.noted, at, column)
            if code:
                self.findings.setdefault(keyword_of(at), (code, at))
            if message:
                at.report(code, message)

    def is_left_out(self, at: Cursor) -> bool:
        """A text was written without the keyword, as a finding tells."""
        return bool(self.noted.get(keyword_of(at), 0) & UNCHECKED)

    def hold_as(self, at: Cursor, twin: Cursor) -> None:
        """A keyword has all that another one has."""
        key = keyword_of(at)
        for table in (self.columns, self.noted):
            if key in table:
                self._put(table, twin, table[key])
        if key in self.findings:
            self.findings[keyword_of(twin)] = self.findings[key]

    def balanced(self) -> dict[Key, int]:
        """The column of each keyword. Raises Unbalanced for one without: in a schema that has a C++
        type, or stands below a keyword.
        """
        self._spread()
        schemas = list(self.typed.values())
        for at in self.keywords.values():
            schemas += schemas_below(at)
        for schema in schemas:
            for at in assertions_of(schema):
                if keyword_of(at) not in self.keywords:
                    raise Unbalanced(at, f"`{at.name}` is in no column of the ledger")
        return {key: self._weakest(key) for key in self.keywords}

    def _put(self, columns: dict[Key, int], at: Cursor, column: int) -> None:
        key = keyword_of(at)
        self.keywords[key] = at
        columns[key] = columns.get(key, 0) | column

    def _follows(self, key: Key) -> bool:
        """The keyword has no account of its own, but for what is only received."""
        return self.columns.get(key, RECEIVED) == RECEIVED

    def _weakest(self, key: Key) -> int:
        noted = self.noted.get(key, 0) if self._follows(key) else 0
        columns = self.columns.get(key, 0) | noted
        return 1 << columns.bit_length() - 1

    def _spread(self) -> None:
        """Notes what stands below keywords that take it with them, the weakest first, with the
        finding that tells of them. What has an account of its own does not follow.
        """
        for column in _SPREADING:
            keywords = reversed(self.keywords.items())
            pending = [at for key, at in keywords if self._weakest(key) == column]
            while pending:
                top = pending.pop()
                told = self.findings.get(keyword_of(top), ("RB056", top))
                for at in (at for schema in schemas_below(top) for at in assertions_of(schema)):
                    key = keyword_of(at)
                    if self._follows(key) and not self.noted.get(key, 0) & column:
                        self._put(self.noted, at, column)
                        self.findings.setdefault(key, told)
                        pending.append(at)


@dataclass(frozen=True)
class Balance:
    """columns: of each keyword, by the identity of its value and its name. counts: keywords by
    column. unchecked: the keywords that nothing holds, each with the finding that says so."""

    columns: dict[Key, str]
    counts: dict[str, int]
    unchecked: tuple[tuple[Cursor, Diagnostic], ...]
