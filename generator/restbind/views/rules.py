# SPDX-License-Identifier: BSL-1.0
"""The rules that a type states, as the tables that forms and checks read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
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
    def argument(self) -> Safe:
        """The member_name where a walk has to be told it, else ''."""
        return self.spelt if self.is_said else Safe("")

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
NONE = Safe("")


@dataclass(frozen=True)
class RuleView:
    """The members of a rule_info, each '' where it is not given. limit, id, message: long texts."""

    member: Safe
    of_elements: bool
    kind: Safe
    limit: Safe
    id: Safe
    message: Safe


@dataclass(frozen=True)
class Row:
    """A rule that a type states: a rule_info."""

    name: Name
    keyword: str
    limit: str
    message: str
    id: str = ""

    @property
    def view(self) -> RuleView:
        """What `rule_info.j2` prints."""
        is_named = self.name.wire or self.name.cpp
        is_limit = self.keyword not in OTHER_RULES
        return RuleView(
            member=self.name.spelt if is_named else NONE,
            of_elements=self.name.of_elements,
            kind=Safe(LIMITS[self.keyword].rule if is_limit else self.keyword),
            limit=text.long_view(self.limit) if self.limit else NONE,
            id=text.long_view(self.id) if self.id else NONE,
            message=text.long_view(self.message) if self.message else NONE,
        )

    @property
    def is_breakable(self) -> bool:
        """It can be broken itself, and does not only name a type with rules."""
        return self.keyword != "nested"


def row(constraint: ir.Constraint, name: Name) -> Row:
    """The rule that a constraint is."""
    shown = LIMITS[constraint.keyword].shown(constraint.limits)
    return Row(name, constraint.keyword, shown, constraint.message)


@dataclass(frozen=True)
class RulesView:
    """The table of the rules of one type. is_breakable: some are more than the name of a type with
    rules."""

    rows: tuple[RuleView, ...]
    is_breakable: bool


def table(rows: Sequence[Row]) -> RulesView | None:
    """The table of the rules of a type, if it has any."""
    if not rows:
        return None
    listed = tuple(row.view for row in rows)
    return RulesView(listed, any(row.is_breakable for row in rows))


def article(name: Safe) -> Safe:
    """`an` before a name that begins with a vowel, else `a`."""
    return Safe("an" if name[0] in "AEIOUaeiou" else "a")
