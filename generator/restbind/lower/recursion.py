"""Types that contain themselves.

Through a list or map a model may contain itself, and so it may in a member that may be missing or null: that one is kept in a
box. As an alternative, or as a member that is always there, it may not: the C++ type would have no size. And a chain of
aliases must end in something. The member or alias that closes such a circle becomes open JSON, with a warning.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from restbind import ir
from restbind.lower.context import Context
from restbind.lower.layers import flatten
from restbind.lower.members import is_nullable


def break_circles(context: Context) -> None:
    done: set[str] = set()
    for name in list(context.named):
        if name not in done:
            _visit(context, name, done)


def _visit(context: Context, start: str, done: set[str]) -> None:
    """Depth first without Python's recursion; a name on the path that comes up again closes a circle."""
    path: list[str] = [start]
    pending: list[Iterator[tuple[int, str]]] = [iter(_held(context, start))]
    while path:
        step = next(pending[-1], None)
        if step is None:
            done.add(path.pop())
            pending.pop()
            continue
        index, name = step
        if name in path:
            _break(context, path[-1], index, name)
        elif name in context.named and name not in done:
            path.append(name)
            pending.append(iter(_held(context, name)))


def _held(context: Context, name: str) -> list[tuple[int, str]]:
    """(index of the member, name of a type it needs to be complete); an alias has the index -1."""
    found = context.named[name]
    if isinstance(found, ir.Alias):
        return [(-1, held) for held in [*_by_value(found.type), *_aliases_below(context, found.type)]]
    return [(index, held) for index, draft in enumerate(context.drafts.get(name, ())) if not draft.boxed
            for held in _by_value(draft.type)]


def _by_value(type_: ir.Type) -> list[str]:
    if isinstance(type_, ir.Ref):
        return [type_.name]
    if isinstance(type_, ir.OneOf):
        return [name for alternative in type_.alternatives for name in _by_value(alternative)]
    return []


def _aliases_below(context: Context, type_: ir.Type) -> list[str]:
    """Aliases in lists and maps: an alias cannot be declared before it is known, as a model can."""
    if isinstance(type_, ir.Array):
        type_ = type_.item
    elif isinstance(type_, ir.Map):
        type_ = type_.value
    elif isinstance(type_, ir.OneOf):
        return [name for alternative in type_.alternatives for name in _aliases_below(context, alternative)]
    else:
        return []
    names = [name for name in _by_value(type_) if isinstance(context.named.get(name), ir.Alias)]
    return names + _aliases_below(context, type_)


def _break(context: Context, name: str, index: int, closing: str) -> None:
    found = context.named[name]
    circle = "itself" if closing == name else f"`{closing}`, which holds `{name}`"
    if isinstance(found, ir.Alias):
        if found.type != ir.Open("any"):
            context.named[name] = replace(found, type=ir.Open("any"))
            if isinstance(found.type, ir.Ref) and isinstance(context.named.get(closing), ir.Alias):
                return  # nothing but references, which is an error and was reported when they were followed
            context.report("RB023", context.places[name], f"`{name}` holds {circle}; it becomes open JSON")
        return
    draft = context.drafts[name][index]
    if closing in _by_value(draft.type):
        model = context.bare(draft.type)
        if isinstance(model, ir.Model) and not (draft.required and not is_nullable(context, flatten(context, *draft.parts))):
            draft.type, draft.boxed = ir.Ref(model.name), True
            return
        draft.type = ir.Open("any") if isinstance(draft.type, ir.OneOf) else ir.Open("object")
        context.report("RB023", draft.parts[0], f"`{name}.{draft.wire_name}` holds {circle}; the member becomes open JSON",
                       "an optional member, or a list or map in between, is supported")
