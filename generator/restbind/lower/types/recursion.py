# SPDX-License-Identifier: BSL-1.0
"""Types that contain themselves.

Through a list or map a model may contain itself, and so it may in a member that may be missing or null, or that may be something
else: that one is kept in a box. A member that is always there and always the model itself has no value that ends; it becomes
open JSON, with a warning. A chain of aliases must end in something. One that is circular through a list or map
becomes a structure, since only a structure can be named before it is known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from restbind import ir
from restbind.graph import components
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.nulls import is_nullable


def break_circles(context: Context) -> None:
    done: set[str] = set()
    for name, found in list(context.found.named.items()):
        if isinstance(found, ir.Alias) and name not in done:
            _visit_aliases(context, name, done)
    names = list(context.found.named)
    held: dict[str, list[str]] = {}
    # A circle may lead through a type that was left when another one was broken: what is left shows when all is looked at again.
    while names:
        done = set(context.found.named) - set(names)
        for name in names:
            if name not in done:
                _visit(context, name, done)
        before, held = held, {name: [to for _, to in _held(context, name)] for name in context.found.named}
        names = _circular(held) if held != before else []


# --------------------------------------------------------------------------------------------------------------- aliases


def _visit_aliases(context: Context, start: str, done: set[str]) -> None:
    """Depth first without Python's recursion; a name on the path that comes up again closes a circle."""
    path: list[tuple[str, bool]] = [(start, False)]  # with whether it stands in a list or map of the one before
    pending: list[Iterator[tuple[str, bool]]] = [iter(_aliases(context, start))]
    while path:
        step = next(pending[-1], None)
        if step is None:
            done.add(path.pop()[0])
            pending.pop()
            continue
        name, is_inside = step
        names = [one for one, _ in path]
        if name in names:
            inside = [one for one, is_in in path[names.index(name) + 1:] if is_in]
            _close(context, path[-1][0], name, name if is_inside else inside[-1] if inside else "")
        elif name not in done:
            path.append((name, is_inside))
            pending.append(iter(_aliases(context, name)))


def _aliases(context: Context, name: str) -> list[tuple[str, bool]]:
    """The aliases in an alias, and whether they stand in a list or map."""
    inner = _stands_for(context, name)
    return [(one, is_in) for one, is_in in ir.held_by(inner) if _stands_for(context, one) is not None] if inner is not None else []


def _stands_for(context: Context, name: str) -> ir.Type | None:
    """What an alias stands for, if it is no structure around its type."""
    found = context.found.named.get(name)
    return found.stands_for if found is not None else None


def _close(context: Context, last: str, closing: str, inside: str) -> None:
    """inside: the alias in the circle that stands in a list or map, '' for none."""
    if inside:
        context.found.named[inside] = replace(context.found.named[inside], wrapped=True)
        return
    inner = _stands_for(context, last)
    if inner in (None, ir.ANY) or _stands_for(context, closing) is None:
        return
    context.found.named[last] = replace(context.found.named[last], type=ir.ANY)
    if isinstance(inner, ir.Ref):
        return  # nothing but references, which is an error and was reported when they were followed
    circle = "itself" if closing == last else f"`{closing}`, which holds `{last}`"
    context.report("RB023", context.place_of(last), f"`{last}` holds {circle}; it becomes open JSON")


# ---------------------------------------------------------------------------------------------------------------- models


def _visit(context: Context, start: str, done: set[str]) -> None:
    """As _visit_aliases()."""
    path: list[tuple[str, int]] = [(start, -1)]  # with the member of it that leads on, -1 for an alias
    places = {start: 0}
    pending: list[Iterator[tuple[int, str]]] = [iter(_held(context, start))]
    while path:
        step = next(pending[-1], None)
        if step is None:
            done.add(path[-1][0])
            del places[path.pop()[0]]
            pending.pop()
            continue
        index, name = step
        path[-1] = (path[-1][0], index)
        if name in places:
            steps = path[places[name]:]
            _break(context, steps, [*(one for one, _ in steps[1:]), name])
        elif name in context.found.named and name not in done:
            places[name] = len(path)
            path.append((name, -1))
            pending.append(iter(_held(context, name)))


def _circular(held: dict[str, list[str]]) -> list[str]:
    """The types that hold themselves. held: what each type needs to be complete."""
    groups = components(held)
    return [name for name, others in held.items() if len(groups[name]) > 1 or name in others]


def _held(context: Context, name: str) -> list[tuple[int, str]]:
    """(index of the member, name of a type it needs to be complete); an alias has the index -1."""
    found = context.found.named[name]
    if isinstance(found, ir.Alias):
        return [(-1, held) for held in _by_value(found.type)]
    return [(index, held) for index, draft in enumerate(context.found.drafts.get(name, ())) if not draft.boxed
            for held in _by_value(draft.type)]


def _by_value(type_: ir.Type) -> list[str]:
    return [name for name, is_inside in ir.held_by(type_) if not is_inside]


def _break(context: Context, steps: list[tuple[str, int]], led_to: list[str]) -> None:
    """steps: the types of the circle, each with the member that leads to the next, which led_to names."""
    members = [(name, context.found.drafts[name][index], to) for (name, index), to in zip(steps, led_to) if index >= 0]
    if any(draft.boxed or to not in _by_value(draft.type) for _, draft, to in members):
        return  # it is no circle any more
    for is_enough in (_may_be_missing, _may_be_another):
        for name, draft, _ in reversed(members):
            if is_enough(context, draft):
                bare = context.bare(draft.type)
                draft.type, draft.boxed = ir.Ref(bare.name) if isinstance(bare, ir.Model) else draft.type, True
                return
    if not members:
        return
    name, draft, closing = members[-1]
    circle = "itself" if closing == name else f"`{closing}`, which holds `{name}`"
    draft.type = ir.Open("object")
    context.report("RB023", draft.parts[0], f"`{name}.{draft.wire_name}` holds {circle}; the member becomes open JSON",
                   "an optional member, or a list or map in between, is supported")


def _may_be_missing(context: Context, draft: MemberDraft) -> bool:
    return not draft.required or is_nullable(context, flatten(context, *draft.parts))


def _may_be_another(context: Context, draft: MemberDraft) -> bool:
    """Some alternative may end the circle."""
    return isinstance(context.bare(draft.type), ir.OneOf) or context.is_wrapped(draft.type)
