"""Which models only come in responses: what would be checked of what is sent is never looked at there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from restbind import ir
from restbind.lower.schema.context import Context

_RECEIVED = ("response", "response", "success", "error")


def only_received(context: Context, operations: Iterable[object], sent: Iterable[ir.Type] = ()) -> frozenset[str]:
    """operations: drafts; what their members called after responses hold is received, all else is sent."""
    operations = list(operations)
    asked = [name for draft in operations for one in fields(draft) if not one.name.startswith(_RECEIVED)
             for name in _names(getattr(draft, one.name))]
    responded = [name for draft in operations for one in fields(draft) if one.name.startswith(_RECEIVED)
                for name in _names(getattr(draft, one.name))]
    return frozenset(_below(context, responded) - _below(context, [*asked, *(name for one in sent for name in _names(one))]))


def _below(context: Context, names: list[str]) -> set[str]:
    seen: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        found = context.named.get(name)
        if isinstance(found, ir.Alias):
            todo += _names(found.type)
        elif isinstance(found, ir.Model):
            for draft in context.drafts.get(name, ()):
                todo += _names(draft.type)
            todo += _names(found.extra)
    return seen


def _names(value: object) -> Iterator[str]:
    """The named types anywhere in a value of lowering."""
    if isinstance(value, ir.Ref):
        yield value.name
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _names(one)
    elif isinstance(value, dict):
        yield from _names(list(value.values()))
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _names(getattr(value, one.name))
