# SPDX-License-Identifier: BSL-1.0
"""Named types in the order in which C++ can take them."""

from __future__ import annotations

from restbind import ir
from restbind.graph import components

Named = ir.Model | ir.Enum | ir.Alias


def edges_of(type_: Named) -> tuple[set[str], set[str]]:
    """Names that a type needs complete, and names that it only holds in a vector or map."""
    hard: set[str] = set()
    soft: set[str] = set()
    for kind, is_boxed in type_.held_in_boxes:
        for name, is_inside in ir.held_by(kind):
            (soft if is_boxed or is_inside else hard).add(name)
    return hard, soft


def _needs(named: dict[str, Named]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """As edges_of(), for all types. An alias must be known wherever it is named, and needs only the
    names of models; so what holds one by value needs complete what the alias stands for."""
    edges = {name: edges_of(type_) for name, type_ in named.items()}
    plain = {name for name, type_ in named.items() if type_.stands_for is not None}
    hard: dict[str, set[str]] = {}
    soft: dict[str, set[str]] = {}
    for name, (by_value, inside) in edges.items():
        if name in plain:
            soft[name] = {
                other for other in by_value | inside if other in named and named[other].is_structure
            }
            hard[name] = (by_value | inside) - soft[name]
            continue
        hard[name], todo, seen = set(), list(by_value), set()
        while todo:
            other = todo.pop()
            hard[name].add(other)
            if other in plain and other not in seen:
                seen.add(other)
                todo += edges[other][0]
        hard[name] |= inside & plain | {
            other for other in inside if isinstance(named.get(other), ir.Enum)
        }
        soft[name] = inside - hard[name]
    return hard, soft


def ordered(api: ir.Api) -> tuple[list[Named], list[str]]:
    """All named types with what they need first, else as in the document; and those that must be
    declared beforehand.

    A cycle is possible only through boxes, vectors and maps, whose elements may be incomplete while
    the types are defined, but not where a value of these is made: all types of a cycle come before
    whatever else holds one of them.
    """
    listed: list[Named] = [*api.models, *api.enums, *api.aliases]
    named = {type_.name: type_ for type_ in listed}
    hard, soft = _needs(named)
    rank = {name: index for index, name in enumerate(named)}
    group = components({name: sorted(hard[name] | soft[name]) for name in named})
    done: dict[str, None] = {}
    forward: dict[str, None] = {}

    def emit(start: str) -> None:
        stack = [(start, False)]
        while stack:
            name, ready = stack.pop()
            if name in done:
                continue
            if ready:
                done[name] = None
                forward.update(
                    dict.fromkeys(
                        sorted((n for n in soft[name] if n not in done), key=rank.__getitem__)
                    )
                )
                continue
            stack.append((name, True))
            outside = {
                other
                for held in hard[name] | soft[name]
                if group[held] is not group[name]
                for other in group[held]
            }
            needed = hard[name] | outside
            missing = sorted(
                (other for other in needed if other != name and other not in done),
                key=rank.__getitem__,
                reverse=True,
            )
            stack.extend((other, False) for other in missing)

    for name in named:
        emit(name)
    return [named[name] for name in done], list(forward)
