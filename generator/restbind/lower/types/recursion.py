# SPDX-License-Identifier: BSL-1.0
"""Types that contain themselves.

Through a list or map a model may contain itself, and so it may in a member that may be missing or
null, or that may be something else: that one is kept in a box. A member that is always there and
always the model itself has no value that ends; it becomes open JSON, with a warning. A chain of
aliases must end in something. One that is circular through a list or map
becomes a structure, since only a structure can be named before it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from restbind import ir
from restbind.graph import components
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.nulls import is_nullable


def break_circles(context: Context) -> None:
    """Boxes members, wraps aliases and opens types, so that C++ can define every type that contains
    itself.
    """
    done: set[str] = set()
    for name, found in list(context.found.named.items()):
        if isinstance(found, ir.Alias) and name not in done:
            for circle in _circles(context, name, _aliases, done):
                _close(context, circle)
    names = list(context.found.named)
    held: dict[str, list[str]] = {}
    # A circle may lead through a type that was left when another one was broken: what is left shows
    # when all is looked at again.
    while names:
        done = set(context.found.named) - set(names)
        for name in names:
            if name not in done:
                for circle in _circles(context, name, _held, done):
                    _break(context, circle)
        before, held = held, {}
        for name in context.found.named:
            held[name] = [to for _, to in _held(context, name)]
        names = _circular(held) if held != before else []


@dataclass(frozen=True)
class _Step:
    """From a type to one that it holds. way: the index of the member that holds it, -1 for an
    alias; of aliases alone, whether it stands in a list or map."""

    name: str
    way: int
    to: str


def _circles(
    context: Context,
    start: str,
    onward: Callable[[Context, str], list[tuple[int, str]]],
    done: set[str],
) -> Iterator[list[_Step]]:
    """Depth first without Python's recursion; a name on the path that comes up again closes a
    circle. Circles may be broken meanwhile.
    """
    path = [_Step(start, -1, "")]  # the last one has yet to lead on
    places = {start: 0}
    pending = [iter(onward(context, start))]
    while path:
        name = path[-1].name
        step = next(pending[-1], None)
        if step is None:
            done.add(name)
            path.pop()
            pending.pop()
            del places[name]
            continue
        path[-1] = _Step(name, *step)
        to = step[1]
        if to in places:
            yield path[places[to] :]
        elif to in context.found.named and to not in done:
            places[to] = len(path)
            path.append(_Step(to, -1, ""))
            pending.append(iter(onward(context, to)))


# --------------------------------------------------------------------------------------------------
# aliases


def _aliases(context: Context, name: str) -> list[tuple[int, str]]:
    """The aliases in an alias, and whether they stand in a list or map."""
    inner = _stands_for(context, name)
    held = ir.held_by(inner) if inner is not None else ()
    return [(is_in, to) for to, is_in in held if _stands_for(context, to) is not None]


def _stands_for(context: Context, name: str) -> ir.Type | None:
    """What an alias stands for, if it is no structure around its type."""
    found = context.found.named.get(name)
    return found.stands_for if found is not None else None


def _close(context: Context, circle: list[_Step]) -> None:
    inside = [step.to for step in circle if step.way]
    if inside:
        context.found.change(inside[-1], wrapped=True)
    else:
        # Nothing but references, which is an error and was reported when they were followed: of
        # alternatives those that lead back to themselves are left out before.
        context.found.change(circle[-1].name, type=ir.ANY)


# --------------------------------------------------------------------------------------------------
# models


def _circular(held: dict[str, list[str]]) -> list[str]:
    """The types that hold themselves. held: what each type needs to be complete."""
    groups = components(held)
    return [name for name, others in held.items() if len(groups[name]) > 1 or name in others]


def _held(context: Context, name: str) -> list[tuple[int, str]]:
    """(index of the member, name of a type it needs to be complete); an alias has the index -1."""
    alias = context.found.named[name]
    if isinstance(alias, ir.Alias):
        return [(-1, held) for held in _by_value(alias.type)]
    found: list[tuple[int, str]] = []
    for index, draft in enumerate(context.found.drafts.get(name, ())):
        if not draft.boxed:
            found += [(index, held) for held in _by_value(draft.type)]
    return found


def _by_value(type_: ir.Type) -> list[str]:
    return [name for name, is_inside in ir.held_by(type_) if not is_inside]


def _break(context: Context, circle: list[_Step]) -> None:
    steps = [step for step in circle if step.way >= 0]
    drafts = [context.found.drafts[step.name][step.way] for step in steps]
    for step, draft in zip(steps, drafts):
        if draft.boxed or step.to not in _by_value(draft.type):
            return  # it is no circle any more
    ending = [draft for draft in drafts if _may_be_missing(draft)]
    ending = ending or [draft for draft in drafts if _may_be_another(context, draft)]
    if ending:
        _box(context, ending[-1])
    elif drafts:
        _open(drafts[-1], steps[-1].name, steps[-1].to)


def _box(context: Context, draft: MemberDraft) -> None:
    bare = context.bare(draft.type)
    if isinstance(bare, ir.Model):
        draft.type = ir.Ref(bare.name)
    draft.boxed = True


def _open(draft: MemberDraft, name: str, closing: str) -> None:
    """Opens a member without which no value ends. name: its model; closing: what it holds."""
    what = "itself" if closing == name else f"`{closing}`, which holds `{name}`"
    draft.type = ir.OPEN_OBJECT
    draft.parts[0].report(
        "RB023",
        f"`{name}.{draft.wire_name}` holds {what}; the member becomes open JSON",
        "an optional member, or a list or map in between, is supported",
    )


def _may_be_missing(draft: MemberDraft) -> bool:
    return not draft.required or is_nullable(draft.shape)


def _may_be_another(context: Context, draft: MemberDraft) -> bool:
    """Some alternative may end the circle."""
    return isinstance(context.bare(draft.type), ir.OneOf) or context.is_wrapped(draft.type)
