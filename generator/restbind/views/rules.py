# SPDX-License-Identifier: BSL-1.0
"""The rules that a type states, as the tables that forms and checks read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.limits import LIMITS
from restbind.cpp.text import code
from restbind.naming import Safe

# Rules that are no limits, as the runtime spells their kinds.
OTHER_RULES = ("required", "stated", "nested")


@dataclass(frozen=True)
class Name:
    """How a member is called on the wire and in C++; of_elements: its elements are meant, at which
    a walk has arrived already.
    """

    wire: str = ""
    cpp: str = ""
    of_elements: bool = False

    @property
    def is_said(self) -> bool:
        """A walk has to be told the name."""
        return bool(self.wire) and not self.of_elements

    @property
    def code(self) -> Safe:
        """The member_name."""
        if not self.is_said:
            return Safe("{}")
        return self.spelt

    @property
    def spelt(self) -> Safe:
        """The initialiser of a member_name: the name on the wire, with the one in C++ where it
        differs.
        """
        if not self.cpp or self.wire == self.cpp:
            return text.view(self.wire)
        return code("{{{}, {}}}", text.view(self.wire), text.view(self.cpp))

    @property
    def elements(self) -> Name:
        """The same names where the elements of the member are meant."""
        return Name(self.wire, self.cpp, of_elements=True)


NOTHING = Name()


@dataclass(frozen=True)
class Row:
    """A rule that a type states: a rule_info."""

    name: Name
    keyword: str
    limit: str
    message: str
    id: str = ""

    def lines(self, indent: int) -> list[list[Safe]]:
        """The designated initialisers."""
        found = []
        if self.name.wire or self.name.cpp:
            found.append([code(".member = {}", self.name.spelt)])
        if self.name.of_elements:
            found.append([Safe(".of_elements = true")])
        rule = self.keyword if self.keyword in OTHER_RULES else LIMITS[self.keyword].rule
        if rule:
            found.append([Safe(f".rule = restbind::rule_kind::{rule}")])
        if self.limit:
            found.append(_named(".limit = ", self.limit, indent))
        if self.id:
            found.append(_named(".id = ", self.id, indent))
        if self.message:
            found.append(_named(".message = ", self.message, indent))
        return found

    @property
    def is_breakable(self) -> bool:
        """It can be broken itself, and does not only name a type with rules."""
        return self.keyword != "nested"


def _named(head: str, said: str, indent: int) -> list[Safe]:
    first, *rest = text.view_lines(said, text.WIDTH - indent - 6 - len(head))
    return [Safe(head + first), *(Safe(" " * len(head) + line) for line in rest)]


def row(constraint: ir.Constraint, name: Name) -> Row:
    """The rule that a constraint is."""
    shown = LIMITS[constraint.keyword].shown(constraint.limits)
    return Row(name, constraint.keyword, shown, constraint.message)


@dataclass(frozen=True)
class RulesView:
    """The table of the rules of one type: for each its designated initialisers. is_breakable: some
    are more than the name of a type with rules."""

    rows: tuple[tuple[Safe, ...], ...]
    is_breakable: bool


def table(rows: Sequence[Row]) -> RulesView | None:
    """The table of the rules of a type, if it has any."""
    if not rows:
        return None
    listed = tuple(tuple(map(filters.several, row.lines(8))) for row in rows)
    return RulesView(listed, any(row.is_breakable for row in rows))


def article(name: Safe) -> Safe:
    """`an` before a name that begins with a vowel, else `a`."""
    return Safe("an" if name[0] in "AEIOUaeiou" else "a")
