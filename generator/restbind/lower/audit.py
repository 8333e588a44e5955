"""Proves the ledger: each assertion of each schema that was lowered stands in it, or below one that holds all that is below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Iterator

from restbind import ir
from restbind.lower.constraints.values import of_values
from restbind.lower.schema.context import Context
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, is_null_type
from restbind.lower.schema.ledger import (
    CHECK, COLUMNS, RECEIVED, RESIDUAL, SCHEMA, SCHEMA_LIST, SCHEMA_MAP, TYPE, UNCHECKED, VOID, Unbalanced, assertions_of,
)
from restbind.source.refs import Cursor

_WEAKEST = (UNCHECKED, RESIDUAL, CHECK, TYPE, VOID, RECEIVED)  # what a keyword that is used in several ways counts as


@dataclass(frozen=True)
class Balance:
    """columns: of each keyword, by the identity of its value and its name. counts: keywords by column. unchecked: the keywords that
    nothing holds, each with the code of what was reported."""

    columns: dict[tuple[int, str], str]
    counts: dict[str, int]
    unchecked: tuple[tuple[Cursor, str], ...]


def balance(context: Context, sent: Iterable[Cursor]) -> Balance | None:
    """sent: the schemas of requests. None after a reported mistake of the generator."""
    try:
        _receive(context)
        models = [at for schema in context.model_schemas.values() for at in schema.parts]
        return _audit(context, [*sent, *(at for at, _ in context.responses), *models, *context.places.values(), *context.ledger.named.values()])
    except Unbalanced as error:
        context.report("RB090", error.at, f"internal error at `{error.at.pointer}`: {error}", "this is a mistake of restbind; please report it with the schema")
        return None


def _receive(context: Context) -> None:
    """Accounts of what is only read: responses, and named types that no request holds."""
    context.is_received = True
    for at, type_ in context.responses:
        of_values(context, flatten(context, at), type_, "")
    for name, at in (*context.places.items(), *context.ledger.named.items()):
        if any((value.identity, value.key.text) not in context.ledger.columns for layer in flatten(context, at).layers for value in assertions_of(layer)):
            of_values(context, flatten(context, at), ir.Ref(name), "")
    context.is_received = False
    for name, twins in context.twins.items():
        for twin in twins:
            _copy(context, context.model_schemas[name].layers, twin.layers)


def _copy(context: Context, layers: tuple[Cursor, ...], twins: tuple[Cursor, ...]) -> None:
    """A schema that says the same as that of a model, in the same words, is held as that is."""
    columns, codes = context.ledger.columns, context.ledger.codes
    pending = [(one.node, other.node) for one, other in zip(layers, twins)]
    while pending:
        one, other = pending.pop()
        if one is other:
            continue
        for name, value in getattr(one, "entries", {}).items():
            key, twin = (id(value), name), (id(other.entries[name]), name)
            if key in columns:
                columns[twin] = columns.get(twin, 0) | columns[key]
            if key in codes:
                codes[twin] = codes[key]
            pending.append((value, other.entries[name]))
        pending += zip(getattr(one, "items", ()), getattr(other, "items", ()))


def _audit(context: Context, roots: Iterable[Cursor]) -> Balance:
    walk = _Audit(context)
    for at in roots:
        walk.walk(at)
    for at in context.ledger.typed.values():
        if at.identity not in walk.met:  # below no keyword that holds it
            walk.walk(at)
    return walk.balance()


class _Audit:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._columns = context.ledger.columns
        self._found: dict[tuple[int, str], tuple[int, Cursor]] = {}
        self._walked: set[tuple[int, int]] = set()
        self.met: set[int] = set()

    def walk(self, start: Cursor) -> None:
        pending = [(start, 0)]  # with the column of what encloses a schema and holds it, 0 for none
        while pending:
            at, held = pending.pop()
            if (at.identity, held) in self._walked:
                continue
            self._walked.add((at.identity, held))
            self.met.add(at.identity)
            for value in assertions_of(at):
                inner = self._inner(value, held)
                pending += [(one, inner if not (value.key.text in CHOICES and is_null_type(one)) else VOID) for one in self._children(value)]

    def _inner(self, at: Cursor, held: int) -> int:
        """Notes a keyword; what holds that which is below it."""
        key = (at.identity, at.key.text)
        columns = self._columns.get(key, held)
        if not columns:
            raise Unbalanced(at, f"`{at.key.text}` is in no column of the ledger")
        if columns == RECEIVED and held:
            columns = held
        columns |= self._found[key][0] if key in self._found else 0
        column = next(one for one in _WEAKEST if columns & one)
        self._found[key] = column, at
        return 0 if columns & (TYPE | CHECK) else column

    def _children(self, at: Cursor) -> Iterator[Cursor]:
        name = at.key.text
        if name in SCHEMA:
            yield at
        elif name in SCHEMA_LIST:
            yield from at.elements()
        elif name in SCHEMA_MAP:
            yield from (one for _, one in at.items())
        elif name == "$ref" and (target := self._context.documents.resolved(at)) is not None:
            yield target

    def balance(self) -> Balance:
        counts = dict.fromkeys(COLUMNS.values(), 0)
        for column, _ in self._found.values():
            counts[COLUMNS[column]] += 1
        unchecked = [(at, self._context.ledger.codes.get(key, "")) for key, (column, at) in self._found.items() if column == UNCHECKED]
        unchecked.sort(key=lambda one: (one[0].document.label, one[0].place.line, one[0].place.column))
        return Balance({key: COLUMNS[column] for key, (column, _) in self._found.items()}, counts, tuple(unchecked))
