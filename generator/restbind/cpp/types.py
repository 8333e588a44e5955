# SPDX-License-Identifier: BSL-1.0
"""The types of an API in C++, with the members and conditions that are made of them. What is
special of a kind of type stands in `kinds`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal

from restbind import ir
from restbind.cpp.conditions import Condition, Place, SchemaCall
from restbind.cpp.kinds import Collection, Responses, kind_of
from restbind.cpp.limits import LIMITS
from restbind.cpp.names import Names
from restbind.cpp.scalars import Kind
from restbind.cpp.text import code
from restbind.graph import all_from
from restbind.naming import Safe

WRAPPED = frozenset({"nullable", "optional", "optional_nullable"})


class Types:
    """Spells types and values of one API."""

    def __init__(self, api: ir.Api, names: Names) -> None:
        self.names = names
        self.models = {model.name: model for model in api.models}
        self.enums = {enum.name: enum for enum in api.enums}
        self.aliases = {alias.name: alias for alias in api.aliases}
        self.named = api.named
        self._judged = dict(api.judged)
        requests = (
            [operation.request_name for operation in api.operations if operation.request_name]
            if api.without_default
            else []
        )
        self._without_default = self.held(requests)
        self._discriminated: dict[ir.Type, str] = {}
        self._discriminated = self._told_in_several_ways(api)

    def held(self, names: Iterable[str]) -> set[str]:
        """The named types that these hold, and they themselves."""
        return set(
            all_from(
                names,
                lambda name: [
                    below
                    for kind in (self.named[name].held if name in self.named else ())
                    for below in ir.referred(kind)
                ],
            )
        )

    def _told_in_several_ways(self, api: ir.Api) -> dict[ir.Type, str]:
        """The alternatives that C++ spells alike and several discriminators tell apart, without
        aliases; each with the first place that has its discriminator."""
        ways: dict[Safe, dict[object, list[tuple[ir.OneOf, str]]]] = {}
        for place, kind in _places(api):
            for part in ir.base_types(kind):
                if isinstance(part, ir.OneOf):
                    expanded = self.expanded(part)
                    assert isinstance(expanded, ir.OneOf)
                    ways.setdefault(self.spell(expanded), {}).setdefault(expanded.way, []).append(
                        (expanded, place)
                    )
        found: dict[ir.Type, str] = {}
        for places_of in ways.values():
            taken = set[str]()
            for uses in places_of.values() if len(places_of) > 1 else ():
                if not uses[0][0].is_told:
                    continue
                first = place = uses[0][1]
                while place in taken:
                    place = f"{first} {len(taken) + 1}"
                taken.add(place)
                found.update((part, place) for part, _ in uses)
        return found

    def discriminated(self, type_: ir.OneOf) -> str:
        """The place of the discriminator that holds, where several tell the same alternatives
        apart; '' where C++ knows it by the alternatives."""
        return self._discriminated.get(self.expanded(type_), "") if self._discriminated else ""

    def resolve(self, type_: ir.Type) -> ir.Type:
        """A type with aliases at its top replaced by what they stand for."""
        while (
            isinstance(type_, ir.Ref)
            and type_.name in self.aliases
            and not self.aliases[type_.name].wrapped
        ):
            type_ = self.aliases[type_.name].type
        return type_

    def kind(self, type_: ir.Type) -> Kind:
        """What C++ makes of a type."""
        return kind_of(self, self.named[type_.name] if isinstance(type_, ir.Ref) else type_)

    def element(self, type_: ir.Collection) -> Safe:
        """The type of what a list or map holds."""
        return Collection(self, type_).element

    def alternatives(self, type_: ir.Responses) -> list[Safe]:
        """The types of successes that differ, each with its status."""
        return Responses(self, type_).alternatives

    def behind(self, type_: ir.Type) -> Kind:
        """What C++ makes of the type that aliases stand for."""
        return self.kind(self.resolve(type_))

    # ----------------------------------------------------------------------------------------------
    # types

    def spell(self, type_: ir.Type | None) -> Safe:
        """A type; None is void."""
        return Safe("void") if type_ is None else self.kind(type_).spelling

    def member_type(self, member: ir.Member) -> Safe:
        """The type of a member: its own, in std::optional or restbind::nullable where it may be
        missing or null.
        """
        own = self.spell(member.type)
        if member.boxed:
            return code(
                "restbind::{}<{}>",
                Safe("nullable_box" if member.presence == "optional_nullable" else "optional_box"),
                own,
            )
        if member.presence == "optional_nullable":
            return code("restbind::nullable<{}>", own)
        if self.must_be_set(member):
            return code("restbind::required_variant<{}>", own)
        return code("std::optional<{}>", own) if member.presence in WRAPPED else own

    def must_be_set(self, member: ir.Member) -> bool:
        """Alternatives that know whether they were set, so that the first of them is not sent where
        a caller forgot it.
        """
        return bool(member.missing) and self.behind(member.type).is_variant

    def expanded(self, type_: ir.Type) -> ir.Type:
        """A type with all aliases in it replaced by what they stand for."""
        inner = self.resolve(type_)
        return self.expanded(inner) if inner is not type_ else type_.with_parts(self.expanded)

    def headers(self, type_: ir.Type) -> set[str]:
        """The headers that a type's spelling needs, named types left out."""
        return {header for part in ir.base_types(type_) for header in self.kind(part).headers}

    def is_open(self, type_: ir.Type) -> bool:
        """Whether JSON values of any shape occur in a type, named types left out."""
        return any(isinstance(part, ir.Open) and part != ir.OTHER for part in ir.base_types(type_))

    # ----------------------------------------------------------------------------------------------
    # values

    def unset(self, member: ir.Member, value: Safe) -> tuple[Safe, Safe]:
        """Conditions that are true for a value that was never set, and for one that was. The member
        is one with `missing`.
        """
        return self.behind(member.type).unset(value)

    def has_start(self, member: ir.Member) -> bool:
        """Whether a required member has its value from the start: there is nothing to choose."""
        return member.default is not None or self.behind(member.type).sole is not None

    def initialiser(self, model: str, member: ir.Member) -> Safe:
        """What follows a member's name. No member of `Model{…}` is ever indeterminate, nor any of
        `Model value;` unless that was asked for."""
        kind = self.behind(member.type)
        if member.default is not None:
            return kind.initialised(member.default, member.presence in WRAPPED)
        if member.presence in WRAPPED:
            return Safe("{}")
        if member.presence == "required" and kind.sole is not None:
            return code(" = {}", kind.value(kind.sole))
        is_set = member.presence == "required" and member.access != "read_only"
        if is_set and model in self._without_default and not member.missing and _takes_zero(member):
            return Safe("")
        return kind.start(is_set)

    # ----------------------------------------------------------------------------------------------
    # limits

    def holds(self, constraint: ir.Constraint, type_: ir.Type, value: Place) -> Condition | None:
        """A condition that is true when `value` fulfils the constraint, and false for NaN. None
        when every value does.
        """
        return LIMITS[constraint.keyword].condition(self.behind(type_), value, constraint)

    def judged(self, type_: ir.OneOf) -> SchemaCall | None:
        """The schema by which a value is valid that breaks the rules of the alternative which it
        is.
        """
        constraint = self._judged.get(type_.choices)
        return SchemaCall.of(constraint) if constraint is not None else None


def _places(api: ir.Api) -> Iterable[tuple[str, ir.Type]]:
    """Each type of a document with the name of where it stands."""
    for model in api.models:
        yield from ((f"{model.name}.{member.wire_name}", member.type) for member in model.members)
        if model.extra is not None:
            yield f"{model.name}.*", model.extra
    yield from ((alias.name, alias.type) for alias in api.aliases)
    for operation in api.operations:
        received = [response.type for response in (*operation.responses, *operation.errors)]
        types = [
            operation.response,
            operation.body,
            *(parameter.type for parameter in operation.parameters),
            *received,
        ]
        yield from ((operation.id, type_) for type_ in types if type_ is not None)


_ZERO_BREAKS: dict[str, Callable[[Decimal], bool]] = {
    ">=": lambda limit: limit > 0,
    ">": lambda limit: limit >= 0,
    "<=": lambda limit: limit < 0,
    "<": lambda limit: limit <= 0,
}


def _takes_zero(member: ir.Member) -> bool:
    """No limit of a number refuses zero."""
    for constraint in member.constraints:
        if constraint.keyword == "enum" and "0" not in constraint.limits:
            return False
        signs = LIMITS[constraint.keyword].signs
        for sign, limit in zip(signs, constraint.limits):
            if _ZERO_BREAKS[sign](Decimal(limit)):
                return False
    return True
