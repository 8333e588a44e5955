# SPDX-License-Identifier: BSL-1.0
"""An account of the ledger: one use of a schema, of which each assertion gets its column."""

from __future__ import annotations

from restbind.lower.schema.context import Context
from restbind.lower.schema.ledger import (
    COLUMNS,
    RECEIVED,
    TYPE,
    UNCHECKED,
    VOID,
    Unbalanced,
    assertions_of,
)
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor


class Account:
    """The assertions of one use of a schema. To be closed."""

    def __init__(self, context: Context, schema: Shape) -> None:
        self._context = context
        self.schema = schema
        self._marks: dict[tuple[int, str], int] = {}
        self._elsewhere: frozenset[int] = frozenset()
        self._left: set[tuple[int, str]] = set()
        self._holders: dict[int, Cursor] = {}

    def leave(self, layers: frozenset[int]) -> None:
        """These layers have an account elsewhere: that of the model which is made of them."""
        self._elsewhere = layers

    def leave_keyword(self, at: Cursor) -> None:
        """As `leave`, of one keyword of a layer."""
        self._left.add((at.identity, at.name))

    def layers(self) -> list[Cursor]:
        """Those that have no account elsewhere."""
        return [layer for layer in self.schema.layers if layer.identity not in self._elsewhere]

    def layer_of(self, at: Cursor) -> Cursor:
        """The layer that the keyword with this value stands in."""
        layers = self.schema.layers
        if len(layers) == 1:
            return layers[0]
        if not self._holders:  # of keys that layers share, as YAML merges them, the first
            self._holders = {
                id(key): layer
                for layer in reversed(layers)
                for key in getattr(layer.node, "keys", {}).values()
            }
        return self._holders[id(at.key)]

    def has(self, at: Cursor) -> bool:
        """The keyword, whose value this is, has its column, or an account elsewhere."""
        key = (at.identity, at.name)
        return key in self._marks or key in self._left

    def is_in(self, at: Cursor, column: int) -> bool:
        """The keyword with this value has this column."""
        return self._marks.get((at.identity, at.name)) == column

    def put(self, at: Cursor, column: int) -> None:
        """Gives a keyword its column. Raises Unbalanced if it has another one already."""
        name = at.name
        known = self._marks.setdefault((at.identity, name), column)
        if known != column:
            raise Unbalanced(
                at,
                (
                    f"`{name}` is in two columns of the ledger, `{COLUMNS[known]}` and"
                    f" `{COLUMNS[column]}`"
                ),
            )

    def put_rest(self, column: int) -> None:
        """For all that have no column yet."""
        for at in self.open():
            self.put(at, column)

    def unchecked(
        self, at: Cursor, code: str, message: str = "", told_at: Cursor | None = None
    ) -> None:
        """Nothing holds the keyword, which this reports. Without a message it was reported before,
        at `told_at` if not at the keyword; that it was is proven at the end."""
        if message:
            self._context.report(code, at, message)
        self.put(at, UNCHECKED)
        self._context.checks.ledger.findings.setdefault(
            (at.identity, at.name), (code, told_at or at)
        )

    def open(self) -> list[Cursor]:
        """The keywords without a column."""
        return [at for layer in self.layers() for at in assertions_of(layer) if not self.has(at)]

    def close(self) -> None:
        """Proves that each keyword has a column. Enters the columns into the ledger. Raises
        Unbalanced for one without.
        """
        for at in self.open():
            raise Unbalanced(at, f"`{at.name}` is in no column of the ledger")
        ledger = self._context.checks.ledger
        for key, column in self._marks.items():
            if self._context.is_received and column not in (TYPE, VOID, UNCHECKED):
                column = RECEIVED
            ledger.columns[key] = ledger.columns.get(key, 0) | column
