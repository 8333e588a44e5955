# SPDX-License-Identifier: BSL-1.0
"""Views of models.hpp: types in the order in which C++ can take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from restbind import ir
from restbind.cpp import text
from restbind.cpp.kinds import OPEN_HEADER
from restbind.cpp.literals import integer
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.graph import all_from, components
from restbind.naming import Safe
from restbind.views import docs as view_docs
from restbind.views.discriminators import DISCRIMINATOR_HEADER, DiscriminatorView, told_apart
from restbind.views.holding import exchanged
from restbind.views.order import Named, edges_of, ordered

# The most members that BOOST_DESCRIBE_STRUCT takes. A structure with more lists them itself
# (restbind::member_pointers).
DESCRIBE_LIMIT = 52
_STRUCTURE_HEADERS = frozenset({"<boost/describe/class.hpp>", "<restbind/core/described.hpp>"})

_PRESENCE = {
    name: Safe(f"restbind::presence::{name}")
    for name in ("required", "nullable", "optional", "optional_nullable", "defaulted")
}


@dataclass(frozen=True)
class MemberView:
    """marks: what stands in front of the declaration, with a space behind it, or nothing.
    initialiser: with what it begins. is_long: lines of the declaration may be broken. row: what the
    table of the members says of it; of the constant of an enum of texts its text."""

    name: Safe
    row: Safe = Safe("")
    doc: Safe = Safe("")
    marks: Safe = Safe("")
    type: Safe = Safe("")
    initialiser: Safe = Safe("")
    is_long: bool = False


@dataclass(frozen=True)
class TypeView:
    """One type; `template` is the file that prints it. marks: as of a member. values: the type of
    the constants of an enum of texts. spelling: what an alias stands for. is_recursive: it holds
    itself, so that nothing compares it before all types are complete. is_large: it has more members
    than BOOST_DESCRIBE_STRUCT takes."""

    template: Safe
    name: Safe
    doc: Safe
    marks: Safe = Safe("")
    members: tuple[MemberView, ...] = ()
    values: Safe = Safe("")
    spelling: Safe = Safe("")
    is_recursive: bool = False
    is_large: bool = False


@dataclass(frozen=True)
class PartView:
    """One type with all that its header needs for it; `told` are the keys of the discriminators of
    what it holds.
    """

    name: str
    group: tuple[str, ...]
    type: TypeView
    headers: frozenset[str]
    held: frozenset[str]
    told: frozenset[Safe]


@dataclass(frozen=True)
class ModelsView:
    """recursive: the types that contain themselves, whose comparisons stand behind all types."""

    forward: tuple[Safe, ...]
    types: tuple[TypeView, ...]
    recursive: tuple[TypeView, ...]
    discriminators: tuple[DiscriminatorView, ...]
    headers: frozenset[str]


def model_parts(api: ir.Api, types: Types) -> tuple[list[PartView], list[str]]:
    """All types in order, and the names that must be declared beforehand."""
    order, forward = ordered(api)
    edges = {one.name: edges_of(one) for one in order}
    held = {name: sorted(hard | soft) for name, (hard, soft) in edges.items()}
    group = components(held)
    parts = []
    for one in order:
        cycle = (
            set(group[one.name])
            if len(group[one.name]) > 1 or one.name in held[one.name]
            else set()
        )
        headers: set[str] = set()
        view = _type_view(one, types, headers, cycle)
        told = frozenset(key for kind in one.held for key in told_apart(kind, types))
        parts.append(
            PartView(
                one.name, group[one.name], view, frozenset(headers), frozenset(held[one.name]), told
            )
        )
    return parts, forward


def reaching_open(parts: Sequence[PartView]) -> frozenset[str]:
    """The types that hold open JSON, themselves or through others."""
    holders: dict[str, list[str]] = {}
    for part in parts:
        for held in part.held:
            holders.setdefault(held, []).append(part.name)
    starts = [part.name for part in parts if OPEN_HEADER in part.headers]
    return frozenset(all_from(starts, lambda name: holders.get(name, ())))


def models_of(
    parts: Sequence[PartView],
    forward: Sequence[str],
    types: Types,
    told: Iterable[DiscriminatorView] = (),
) -> ModelsView:
    """The view of one header with these types, of which those in `forward` are declared first."""
    functions = tuple(told)
    headers = {header for one in parts for header in one.headers} | (
        {DISCRIMINATOR_HEADER} if functions else set()
    )
    return ModelsView(
        tuple(types.names.types[name] for name in forward),
        tuple(one.type for one in parts),
        tuple(one.type for one in parts if one.type.is_recursive),
        functions,
        frozenset(headers),
    )


def has_open(operation: ir.Operation, types: Types, open_names: frozenset[str]) -> bool:
    """Whether an operation sends or gets open JSON. `open_names`: the named types that hold
    some.
    """
    kinds = exchanged(operation)
    named = {name for kind in kinds for name in ir.referred(kind)}
    return any(types.is_open(kind) for kind in kinds) or not named.isdisjoint(open_names)


def _type_view(one: Named, types: Types, headers: set[str], cycle: set[str]) -> TypeView:
    view = _VIEWS[type(one)](one, types.names.types[one.name], types, headers, cycle)
    return replace(view, marks=view_docs.marks(one.doc))


def _alias_view(
    one: ir.Alias, name: Safe, types: Types, headers: set[str], cycle: set[str]
) -> TypeView:
    headers |= types.headers(one.type) | (_STRUCTURE_HEADERS if one.wrapped else set())
    doc = view_docs.named(one.doc, code("{}.", name), 0, one.pointer)
    if not one.wrapped:
        return TypeView(Safe("models_alias.hpp.j2"), name, doc, spelling=types.spell(one.type))
    return TypeView(
        Safe("models_wrapper.hpp.j2"),
        name,
        doc,
        members=(MemberView(Safe("value")),),
        spelling=types.spell(one.type),
        is_recursive=bool(cycle),
    )


def _enum_view(
    one: ir.Enum, name: Safe, types: Types, headers: set[str], _cycle: set[str]
) -> TypeView:
    return (_text_enum_view if one.is_text else _integer_enum_view)(one, name, types, headers)


def _text_enum_view(one: ir.Enum, name: Safe, types: Types, headers: set[str]) -> TypeView:
    headers |= {"<restbind/core/string_enum.hpp>", "<array>", "<cstdint>", "<string_view>"}
    doc = view_docs.named(
        one.doc,
        code("{}.", name),
        0,
        one.pointer,
        [Safe("Other texts than these are kept as they come.")],
    )
    values = list(dict.fromkeys(one.values))
    members = tuple(
        MemberView(
            types.names.enumerators[one.name, value],
            text.call("", [text.view_lines(value, text.WIDTH - 12)], "", 8),
            initialiser=Safe("" if index else " = 1"),
        )
        for index, value in enumerate(values)
    )
    return TypeView(
        Safe("models_string_enum.hpp.j2"),
        name,
        doc,
        members=members,
        values=types.names.values_of[one.name],
    )


def _integer_enum_view(one: ir.Enum, name: Safe, types: Types, headers: set[str]) -> TypeView:
    headers.add("<cstdint>")
    doc = view_docs.named(
        one.doc,
        code("{}.", name),
        0,
        one.pointer,
        [Safe("Other values than these are kept as they come.")],
    )
    members = tuple(
        MemberView(
            types.names.enumerators[one.name, value], initialiser=code(" = {}", integer(int(value)))
        )
        for value in one.values
    )
    return TypeView(Safe("models_integer_enum.hpp.j2"), name, doc, members=members)


def _model_view(
    model: ir.Model, name: Safe, types: Types, headers: set[str], cycle: set[str]
) -> TypeView:
    headers |= _STRUCTURE_HEADERS | {"<array>"}
    members = []
    for one in model.members:
        headers |= types.headers(one.type)
        if one.boxed:
            headers.add(
                "<restbind/core/nullable.hpp>"
                if one.presence == "optional_nullable"
                else "<restbind/core/optional_box.hpp>"
            )
        elif types.must_be_set(one):
            headers.add("<restbind/core/required_variant.hpp>")
        elif one.presence in ("optional", "nullable"):
            headers.add("<optional>")
        elif one.presence == "optional_nullable":
            headers.add("<restbind/core/nullable.hpp>")
        # An initialiser would look at a type that contains this one, and so is not complete yet.
        in_cycle = any(name in cycle for name in ir.referred(one.type))
        initialiser = Safe("") if in_cycle else types.initialiser(model.name, one)
        starts_set = one.tells and one.presence.startswith("optional")
        way = (
            [code("restbind::access_mode::{}", Safe(one.access))]
            if starts_set or one.access != "read_write"
            else []
        )
        if one.default is not None and types.is_open(one.type):
            headers.add(OPEN_HEADER)
        row = text.join(
            "",
            [
                Safe("{"),
                text.join(
                    ", ",
                    [
                        text.view(one.wire_name),
                        _PRESENCE[one.presence],
                        *way,
                        *([Safe("true")] if starts_set else []),
                    ],
                ),
                Safe("}"),
            ],
        )
        members.append(
            MemberView(
                types.names.member(model.name, one.wire_name),
                row,
                view_docs.member(one, types, 4),
                view_docs.marks(one.doc),
                types.member_type(one),
                initialiser,
                one.default is not None,
            )
        )
    if model.keeps_extra:
        headers |= types.headers(model.extra or ir.Open("object"))
        said = view_docs.extra(model, types)
        members.append(
            MemberView(
                Safe("additional_properties"),
                Safe('{"", restbind::presence::additional_properties}'),
                text.doc([said], 4),
                type=types.spell(model.extra or ir.Open("object")),
                initialiser=Safe("{}"),
            )
        )
    doc = view_docs.named(model.doc, code("{}.", name), 0, model.pointer)
    return TypeView(
        Safe("models_struct.hpp.j2"),
        name,
        doc,
        members=tuple(members),
        is_recursive=bool(cycle),
        is_large=len(members) > DESCRIBE_LIMIT,
    )


_VIEWS: dict[type[ir.NamedType], Callable[[Any, Safe, Types, set[str], set[str]], TypeView]] = {
    ir.Model: _model_view,
    ir.Alias: _alias_view,
    ir.Enum: _enum_view,
}
