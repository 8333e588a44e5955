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

A keyword in no column, or in two, is a mistake of the generator and stops it: when the account is
closed, and once more when all is lowered and `audit` looks below each account.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from restbind.diagnostics import Diagnostic
from restbind.source.refs import Cursor

# What stands below a keyword of the column TYPE or CHECK has accounts of its own; below all others
# it is held as they are. VOID is such a TYPE: the keyword says nothing, and so does what is below.
# RECEIVED is UNCHECKED of what is only received.
TYPE, VOID, CHECK, RESIDUAL, UNCHECKED, RECEIVED = 1, 2, 4, 8, 16, 32
COLUMNS = {
    TYPE: "type",
    VOID: "type",
    CHECK: "check",
    RESIDUAL: "residual",
    UNCHECKED: "unchecked",
    RECEIVED: "unchecked",
}


class Unbalanced(Exception):
    """A keyword in no column, or in two. `at` is its value."""

    def __init__(self, at: Cursor, message: str) -> None:
        super().__init__(message)
        self.at = at


Key = tuple[int, str]


def keyword_of(at: Cursor) -> Key:
    """What the keyword with this value is known by: an empty value may be that of several."""
    return at.identity, at.name


@dataclass
class Ledger:
    """columns: the columns of each keyword in all its uses, with its value. findings: the code of
    what tells of each one that is unchecked, and where. typed: the schemas that were given a C++
    type, by identity."""

    columns: dict[Key, tuple[int, Cursor]] = field(default_factory=dict)
    findings: dict[Key, tuple[str, Cursor]] = field(default_factory=dict)
    typed: dict[int, Cursor] = field(default_factory=dict)

    def has(self, at: Cursor) -> bool:
        """The keyword has a column."""
        return keyword_of(at) in self.columns

    def put(self, at: Cursor, column: int) -> None:
        """Another use of a keyword has this column."""
        key = keyword_of(at)
        self.columns[key] = self.columns.get(key, (0, at))[0] | column, at

    def hold_as(self, at: Cursor, twin: Cursor) -> None:
        """A keyword has all that another one has."""
        if self.has(at):
            self.put(twin, self.columns[keyword_of(at)][0])
        if keyword_of(at) in self.findings:
            self.findings[keyword_of(twin)] = self.findings[keyword_of(at)]


@dataclass(frozen=True)
class Balance:
    """columns: of each keyword, by the identity of its value and its name. counts: keywords by
    column. unchecked: the keywords that nothing holds, each with the finding that says so."""

    columns: dict[Key, str]
    counts: dict[str, int]
    unchecked: tuple[tuple[Cursor, Diagnostic], ...]
