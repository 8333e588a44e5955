# SPDX-License-Identifier: BSL-1.0
"""One use of a schema: an account of the ledger, in which each assertion gets its column, and the
conditions that a value of a C++ type must fulfil there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.ledger import (
    CHECK,
    COLUMNS,
    HELD,
    PARTLY,
    RECEIVED,
    RESIDUAL,
    UNCHECKED,
    VOID,
    Key,
    Unbalanced,
    keyword_of,
)
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.messages import DEFAULTS, fill

_ELSEWHERE = 0  # the column of a keyword that has an account of its own


class Use:
    """To be closed. whole: the type of the value; bare: the same without the alternative for what
    fits no other one. field: what messages call the value. within: the lists of alternatives, by
    identity, that the value is one of already. found: the conditions of the value itself.
    """

    def __init__(
        self,
        context: Context,
        shape: Shape,
        type_: ir.Values,
        field: str = "",
        within: frozenset[int] = frozenset(),
    ) -> None:
        self.context = context
        self.shape = shape
        self.field = field
        self.within = within
        self.whole = context.bare(type_)
        self.bare = self.whole.without_other
        self.found: list[ir.Constraint] = []
        self._columns: dict[Key, tuple[int, Cursor]] = {}
        self._below: set[Key] = set()
        self._left: frozenset[int] = frozenset()

    # ----------------------------------------------------------------------------------------------
    # columns

    def leave(self, layers: frozenset[int]) -> None:
        """These layers have an account elsewhere: that of the model which is made of them."""
        self._left = layers

    def leave_keyword(self, at: Cursor) -> None:
        """As `leave`, of one keyword of a layer."""
        self._columns[keyword_of(at)] = _ELSEWHERE, at

    def layers(self) -> list[Cursor]:
        """Those that have no account elsewhere."""
        return [layer for layer in self.shape.layers if layer.identity not in self._left]

    def open(self, *names: str) -> Iterator[Cursor]:
        """The values of the keywords that have no column yet; without names, of all."""
        for at in self.shape.asserted:
            is_here = holder_of(at).identity not in self._left and not self.has(at)
            if is_here and (not names or at.name in names):
                yield at

    def open_in(self, layer: Cursor, *names: str) -> Iterator[Cursor]:
        """As `open`, of one layer."""
        return (at for at in self.open(*names) if holder_of(at).identity == layer.identity)

    def open_among(self, layer: Cursor, names: Iterable[str]) -> list[Cursor]:
        """As `open_in`, in the order of the names."""
        return [at for name in names for at in self.open_in(layer, name)]

    def has(self, at: Cursor) -> bool:
        """The keyword with this value has its column, or an account elsewhere."""
        return keyword_of(at) in self._columns

    def is_residual(self, at: Cursor) -> bool:
        """The keyword with this value is checked as a schema."""
        return self._columns.get(keyword_of(at), (_ELSEWHERE, at))[0] in (RESIDUAL, PARTLY)

    def put(self, at: Cursor, column: int) -> None:
        """Gives a keyword its column. Raises Unbalanced if it has another one already. One that is
        HELD needs a condition, which gives the column; see `condition`.
        """
        known, _ = self._columns.setdefault(keyword_of(at), (column, at))
        if known != column:
            both = f"`{COLUMNS[known]}` and `{COLUMNS[column]}`"
            raise Unbalanced(at, f"`{at.name}` is in two columns of the ledger, {both}")

    def put_open(self, column: int, *names: str) -> None:
        """For those of the keywords that have no column yet; without names, for all."""
        for at in self.open(*names):
            self.put(at, column)

    def unchecked(
        self, at: Cursor, code: str, message: str = "", told_at: Cursor | None = None
    ) -> None:
        """Nothing holds the keyword, which this reports, at `told_at` if not at the keyword.
        Without a message it was reported before; that it was is proven at the end."""
        told_at = told_at or at
        if message:
            told_at.report(code, message)
        self.put(at, UNCHECKED)
        self.context.checks.ledger.findings.setdefault(keyword_of(at), (code, told_at))

    def void(self, at: Cursor) -> None:
        """A schema below says nothing: so it is in its own account."""
        below = Use(self.context, normalise(at), ir.ANY)
        below.put_open(VOID)
        below.close(ir.Checked())

    def below(self, found: ir.Checked) -> ir.Checked:
        """What elements or alternatives must fulfil, which has to be in what closes the account."""
        self._below |= found.about
        return found

    def close(self, found: ir.Checked) -> ir.Checked:
        """Enters the columns into the ledger. Raises Unbalanced for a keyword without, and for one
        whose condition is not in what was found.
        """
        for at in self.open():
            raise Unbalanced(at, f"`{at.name}` is in no column of the ledger")
        about = found.about
        for key in self._below - about:
            at = self.context.checks.ledger.keywords[key]
            raise Unbalanced(at, f"the condition that checks `{at.name}` is lost")
        for key, (column, at) in self._columns.items():
            if column in HELD and self.context.is_received:
                column = RECEIVED
            elif column in HELD and key not in about:
                raise Unbalanced(at, f"the condition that checks `{at.name}` is lost")
            if column != _ELSEWHERE:
                self.context.checks.ledger.put(at, column)
        return found

    # ----------------------------------------------------------------------------------------------
    # conditions

    def add(
        self, constraint: ir.Constraint, about: Iterable[Cursor] = (), column: int = CHECK
    ) -> ir.Constraint:
        """A condition of the value itself. about: the keywords that it checks."""
        self.found.append(self.holding(constraint, about, column))
        return self.found[-1]

    def condition(
        self,
        keyword: str,
        limits: tuple[str, ...],
        pointer: str,
        about: Iterable[Cursor],
        **texts: str,
    ) -> ir.Constraint:
        """A condition with its message, to be put where it belongs. about: the keywords that it
        checks. texts: what stands for the placeholders in the message.
        """
        message = self.message(keyword, **texts)
        return self.holding(ir.Constraint(keyword, limits, message, pointer), about)

    def holding(
        self, constraint: ir.Constraint, about: Iterable[Cursor], column: int = CHECK
    ) -> ir.Constraint:
        """The constraint that checks these keywords, too."""
        keys = set(constraint.about)
        for at in about:
            self.put(at, column)
            keys.add(keyword_of(at))
        return replace(constraint, about=frozenset(keys))

    def message(self, keyword: str, **texts: str) -> str:
        """The final text for a broken keyword: the schema's own, else the document's, else
        ours.
        """
        return fill(self.stated(keyword) or DEFAULTS[keyword], self.field, texts)

    def stated_message(self, keyword: str) -> str:
        """The final text that the document gives; '' where it gives none, so that the validator
        says more.
        """
        return self.message(keyword) if self.stated(keyword) else ""

    def stated(self, keyword: str) -> str:
        """The text that the document gives for a broken keyword; '' for none."""
        return stated(self.context, self.shape, keyword)


def stated(context: Context, shape: Shape, keyword: str) -> str:
    """The text that the schema, or else the document, gives for a broken keyword; '' for none."""
    tables = [*shape.messages, *filter(None, [context.document.root.get("x-restbind-messages")])]
    table = next((table for table in tables if table.text(keyword)), None)
    if table is None:
        return ""
    if not context.is_received:
        context.checks.said.add(table[keyword].identity)
    return table.text(keyword)
