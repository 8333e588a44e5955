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

# The parts of `restbind::member` in their order.
_ROW = (Safe("name"), Safe("presence"), Safe("access"), Safe("starts_set"))


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
    edges = {type_.name: edges_of(type_) for type_ in order}
    held = {name: sorted(hard | soft) for name, (hard, soft) in edges.items()}
    group = components(held)
    parts = []
    for type_ in order:
        cycle = (
            set(group[type_.name])
            if len(group[type_.name]) > 1 or type_.name in held[type_.name]
            else set()
        )
        headers: set[str] = set()
        view = _type_view(type_, types, headers, cycle)
        told = frozenset(key for kind in type_.held for key in told_apart(kind, types))
        parts.append(
            PartView(
                type_.name,
                group[type_.name],
                view,
                frozenset(headers),
                frozenset(held[type_.name]),
                told,
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
    headers = {header for part in parts for header in part.headers} | (
        {DISCRIMINATOR_HEADER} if functions else set()
    )
    return ModelsView(
        tuple(types.names.types[name] for name in forward),
        tuple(part.type for part in parts),
        tuple(part.type for part in parts if part.type.is_recursive),
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


def _type_view(type_: Named, types: Types, headers: set[str], cycle: set[str]) -> TypeView:
    view = _VIEWS[type(type_)](type_, types.names.types[type_.name], types, headers, cycle)
    return replace(view, marks=view_docs.marks(type_.doc))


def _alias_view(
    alias: ir.Alias, name: Safe, types: Types, headers: set[str], cycle: set[str]
) -> TypeView:
    headers |= types.headers(alias.type) | (_STRUCTURE_HEADERS if alias.wrapped else set())
    doc = view_docs.named(alias.doc, code("{}.", name), 0, alias.pointer)
    if not alias.wrapped:
        return TypeView(Safe("models_alias.hpp.j2"), name, doc, spelling=types.spell(alias.type))
    return TypeView(
        Safe("models_wrapper.hpp.j2"),
        name,
        doc,
        members=(MemberView(Safe("value")),),
        spelling=types.spell(alias.type),
        is_recursive=bool(cycle),
    )


def _enum_view(
    enum: ir.Enum, name: Safe, types: Types, headers: set[str], _cycle: set[str]
) -> TypeView:
    return (_text_enum_view if enum.is_text else _integer_enum_view)(enum, name, types, headers)


def _text_enum_view(enum: ir.Enum, name: Safe, types: Types, headers: set[str]) -> TypeView:
    headers |= {"<restbind/core/string_enum.hpp>", "<array>", "<cstdint>", "<string_view>"}
    doc = view_docs.named(
        enum.doc,
        code("{}.", name),
        0,
        enum.pointer,
        [Safe("Other texts than these are kept as they come.")],
    )
    values = list(dict.fromkeys(enum.values))
    members = tuple(
        MemberView(
            types.names.enumerators[enum.name, value],
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
        values=types.names.values_of[enum.name],
    )


def _integer_enum_view(enum: ir.Enum, name: Safe, types: Types, headers: set[str]) -> TypeView:
    headers.add("<cstdint>")
    doc = view_docs.named(
        enum.doc,
        code("{}.", name),
        0,
        enum.pointer,
        [Safe("Other values than these are kept as they come.")],
    )
    members = tuple(
        MemberView(
            types.names.enumerators[enum.name, value],
            initialiser=code(" = {}", integer(int(value))),
        )
        for value in enum.values
    )
    return TypeView(Safe("models_integer_enum.hpp.j2"), name, doc, members=members)


def _model_view(
    model: ir.Model, name: Safe, types: Types, headers: set[str], cycle: set[str]
) -> TypeView:
    headers |= _STRUCTURE_HEADERS | {"<array>"}
    members = []
    for member in model.members:
        headers |= _member_headers(member, types)
        members.append(_member_view(model, member, types, cycle))
    if model.keeps_extra:
        extra = model.extra or ir.OPEN_OBJECT
        headers |= types.headers(extra)
        members.append(_extra_view(model, extra, types))
    doc = view_docs.named(model.doc, code("{}.", name), 0, model.pointer)
    return TypeView(
        Safe("models_struct.hpp.j2"),
        name,
        doc,
        members=tuple(members),
        is_recursive=bool(cycle),
        is_large=len(members) > DESCRIBE_LIMIT,
    )


def _member_headers(member: ir.Member, types: Types) -> set[str]:
    """The headers of the type of a member, and of what it is wrapped in."""
    found = set(types.headers(member.type))
    if member.presence == "optional_nullable" and (member.boxed or not types.must_be_set(member)):
        found.add("<restbind/core/nullable.hpp>")
    elif member.boxed:
        found.add("<restbind/core/optional_box.hpp>")
    elif types.must_be_set(member):
        found.add("<restbind/core/required_variant.hpp>")
    elif member.presence in ("optional", "nullable"):
        found.add("<optional>")
    if member.default is not None and types.is_open(member.type):
        found.add(OPEN_HEADER)
    return found


def _member_view(model: ir.Model, member: ir.Member, types: Types, cycle: set[str]) -> MemberView:
    starts_set = member.tells and member.presence.startswith("optional")
    facts = [text.view(member.wire_name), _PRESENCE[member.presence]]
    if starts_set or member.access != "read_write":
        facts.append(code("restbind::access_mode::{}", Safe(member.access)))
    if starts_set:
        facts.append(Safe("true"))
    if member.is_secret:
        facts = [code(".{} = {}", name, fact) for name, fact in zip(_ROW, facts)]
        facts.append(Safe(".is_secret = true"))
    # An initialiser would look at a type that contains this one, and so is not complete yet.
    in_cycle = any(name in cycle for name in ir.referred(member.type))
    return MemberView(
        types.names.member(model.name, member.wire_name),
        code("{{{}}}", text.join(", ", facts)),
        view_docs.member(member, types, 4),
        view_docs.marks(member.doc),
        types.member_type(member),
        Safe("") if in_cycle else types.initialiser(model.name, member),
        member.default is not None,
    )


def _extra_view(model: ir.Model, extra: ir.Type, types: Types) -> MemberView:
    """The member that keeps additional properties."""
    return MemberView(
        Safe("additional_properties"),
        Safe('{"", restbind::presence::additional_properties}'),
        text.doc([view_docs.extra(model, types)], 4),
        type=types.spell(extra),
        initialiser=Safe("{}"),
    )


_VIEWS: dict[type[ir.NamedType], Callable[[Any, Safe, Types, set[str], set[str]], TypeView]] = {
    ir.Model: _model_view,
    ir.Alias: _alias_view,
    ir.Enum: _enum_view,
}
