# SPDX-License-Identifier: BSL-1.0
"""Views of what tells the alternatives of a variant apart."""

from __future__ import annotations

import json
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views.holding import responded

DISCRIMINATOR_HEADER = "<restbind/core/described.hpp>"


@dataclass(frozen=True)
class HeldView:
    """A type that an alternative is, of which a declaration is enough."""

    name: Safe
    is_enum: bool


@dataclass(frozen=True)
class DiscriminatorView:
    """What tells the objects of a variant apart. named: the types in the variant; declared: these,
    as they are declared. member: the name of the member that does, if there is one; values: those
    that it may have, each with its alternative, and count: their number; otherwise: the alternative
    for others, if there is one. lists_open: an object of any members is one of the alternatives."""

    named: tuple[str, ...]
    declared: tuple[HeldView, ...]
    spelling: Safe
    member: Safe
    values: Safe
    count: int
    otherwise: Safe
    lists_open: bool
    headers: frozenset[str]


def discriminators(api: ir.Api, types: Types) -> dict[Safe, DiscriminatorView]:
    """A function for each variant whose objects one member tells apart, by the variant's type
    without aliases: to C++, these are the same."""
    kinds = [kind for model in api.models for kind in model.held] + [
        alias.type for alias in api.aliases
    ]
    kinds += [kind for operation in api.operations for kind in responded(operation)]
    found: dict[Safe, DiscriminatorView] = {}
    for part in (part for kind in kinds for part in ir.base_types(kind)):
        if not isinstance(part, ir.OneOf) or not part.is_told:
            continue
        kind = types.expanded(part)
        spelt = types.spell(kind)
        if spelt in found:
            continue
        headers = frozenset(types.headers(kind) | {DISCRIMINATOR_HEADER, "<cstdint>"})
        found[spelt] = _discriminator(part, kind, spelt, types, headers)
    return found


def preset(part: ir.OneOf, types: Types) -> dict[int, str]:
    """By the places of alternatives: the value by which the discriminator knows them and with which
    they begin.
    """
    found: dict[int, str] = {}
    for value, place in part.mapping:
        bare = types.resolve(part.alternatives[place])
        model = types.models.get(bare.name) if isinstance(bare, ir.Ref) else None
        members = (
            [
                member
                for member in model.members
                if member.wire_name == part.discriminator and member.tells
            ]
            if model is not None
            else []
        )
        as_json = value if isinstance(value, ir.Literal) else json.dumps(value, ensure_ascii=False)
        if any(
            member.default == (value if types.behind(member.type).is_single else as_json)
            for member in members
        ):
            found[place] = value
    return found


def _discriminator(
    part: ir.OneOf, kind: ir.Type, spelt: Safe, types: Types, headers: frozenset[str]
) -> DiscriminatorView:
    named = tuple(dict.fromkeys(ir.referred(kind)))
    declared = [
        HeldView(types.names.types[name], name in types.enums and not types.enums[name].is_text)
        for name in named
    ]
    begun = preset(part, types)
    values = [
        code(
            "{{{}, {}{}}}",
            text.view(value),
            place,
            _flags(isinstance(value, ir.Literal), begun.get(place) == value),
        )
        for value, place in part.mapping
    ]
    otherwise = (
        Safe("restbind::unlisted_alternative")
        if part.otherwise == ir.UNLISTED
        else Safe(str(part.otherwise) if part.otherwise >= 0 else "")
    )
    member = text.view(part.discriminator) if part.discriminator else Safe("")
    table = code("{{{}}}", text.join(", ", values))
    return DiscriminatorView(
        named,
        tuple(declared),
        spelt,
        member,
        table,
        len(values),
        otherwise,
        part.lists_open,
        headers,
    )


def _flags(is_literal: bool, is_preset: bool) -> Safe:
    return Safe(
        f", {str(is_literal).lower()}, true" if is_preset else ", true" if is_literal else ""
    )


def told_apart(kind: ir.Type, types: Types) -> list[Safe]:
    """The keys in `discriminators` that a type has use for, named types left out."""
    return [
        types.spell(types.expanded(part))
        for part in ir.base_types(kind)
        if isinstance(part, ir.OneOf) and part.is_told
    ]


def may_be_called_otherwise(kind: ir.OneOf, types: Types) -> bool:
    """One of the alternatives could say by its discriminator that it is another one, which no
    check of its own refuses.
    """
    if not kind.discriminator:
        return False
    begun = preset(kind, types)
    return any(
        _may_say_otherwise(kind, place, place in begun, types)
        for place in range(len(kind.alternatives))
    )


def _may_say_otherwise(kind: ir.OneOf, place: int, is_begun: bool, types: Types) -> bool:
    """As may_be_called_otherwise(), for one alternative. is_begun: it begins with its value."""
    own = {str(value) for value, other in kind.mapping if other == place}
    others = {str(value) for value, other in kind.mapping if other != place} - own
    if kind.otherwise == ir.UNLISTED and not own:
        return False
    is_rest_other = kind.otherwise >= 0 and kind.otherwise != place
    are_others = bool(others) or is_rest_other
    bare = types.resolve(kind.alternatives[place])
    if isinstance(bare, ir.OneOf):
        return are_others
    model = types.models.get(bare.name) if isinstance(bare, ir.Ref) else None
    is_preset = is_begun and kind.otherwise < 0
    if model is None or not (are_others or is_preset):
        return False
    telling = [
        member
        for member in model.members
        if member.wire_name == kind.discriminator and member.access != "read_only"
    ]
    return not all(_refuses(member, own, others, is_rest_other, is_preset) for member in telling)


def _refuses(
    member: ir.Member, own: set[str], others: set[str], is_rest_other: bool, is_preset: bool
) -> bool:
    """The member's own values are listed, and none of these stands for another alternative, nor
    that it is absent. is_preset: it begins with its value, so that no other one is sent, and not
    null."""
    is_there = (
        not member.conditional
        and not (is_rest_other and member.presence.startswith("optional"))
        and not (is_preset and member.presence.endswith("nullable"))
    )
    return is_there and any(
        constraint.keyword == "enum"
        and (
            own.issuperset(constraint.limits)
            if is_rest_other or is_preset
            else others.isdisjoint(constraint.limits)
        )
        for constraint in member.constraints
    )
