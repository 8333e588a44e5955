# SPDX-License-Identifier: BSL-1.0
"""The statements that check a model: its own limits, its members, and its rules."""

from __future__ import annotations

from restbind import ir
from restbind.cpp import text
from restbind.cpp.cel import Emitter
from restbind.cpp.conditions import Place, SchemaCall
from restbind.cpp.text import code
from restbind.cpp.types import WRAPPED, Types
from restbind.naming import Safe
from restbind.views.check_views import CheckView, GivenView, LocationView, StatedView, UnsetView
from restbind.views.checks import Checks, holds_rules
from restbind.views.rules import NONE, NOTHING, Name, Row


class ModelChecks:
    """Makes the statements of models."""

    def __init__(self, api: ir.Api, types: Types) -> None:
        self._types = types
        self._places: dict[str, dict[str, str]] = {}  # of the parameters in a request
        self._bodies: set[str] = set()  # requests with parameters and a body
        for operation in api.operations:
            given = [parameter for parameter in operation.parameters if not parameter.client_name]
            if operation.request_name:
                places = {parameter.wire_name: parameter.place for parameter in given}
                self._places[operation.request_name] = places
            if operation.body is not None and given:
                self._bodies.add(operation.request_name)

    def statements(self, model: ir.Model, checks: Checks) -> list[CheckView]:
        """The statements of the function of a model. checks: gets what these need."""
        value = Place(Safe("value"), Safe("value."))
        found = checks.limits(model.constraints, ir.Ref(model.name), value, NOTHING, NONE)
        places, here = self._places.get(model.name, {}), "body"
        for member in model.members:
            if member.access == "read_only":  # what is not sent is not checked
                continue
            added = self._member_statements(model, member, checks)
            place = places.get(member.wire_name, "body")
            if added and place != here:
                found.append(LocationView(Safe(place)))
                here = place
            found += added
        if model.extra is not None:
            extra = Place(Safe("value.additional_properties"), Safe("value.additional_properties."))
            name = Name("", "additional_properties")
            found += checks.below(model.extra, extra, name, 1, model.extra_checked)
        for rule in model.rules:
            place = places.get(_first_name(rule.field_path), "body")
            found.append(self._rule(model, rule, Safe(place if place != here else ""), checks))
            here = place
        return found

    def _rule(self, model: ir.Model, rule: ir.Rule, place: Safe, checks: Checks) -> StatedView:
        emitter = Emitter(self._types)
        condition = emitter.split(rule.expression)
        checks.needs.headers |= emitter.headers
        name = Name(rule.field_path, self._cpp_path(model, rule.field_path))
        broken = checks.broken(Row(name, "stated", "", rule.message, rule.id))
        return StatedView(text.line(rule.id), place, condition.text, broken)

    def _cpp_path(self, model: ir.Model, path: str) -> str:
        """`detail[0].seatId` in the names of C++."""
        here: ir.Model | None = model
        parts = []
        for part in path.split(".") if path else []:
            wire = _first_name(part)
            members = here.members if here is not None else ()
            member = next((known for known in members if known.wire_name == wire), None)
            if here is None or member is None:
                parts.append(part)
                here = None
                continue
            parts.append(self._types.names.member(here.name, wire) + part[len(wire) :])
            kind = self._types.resolve(member.type)
            while isinstance(kind, ir.Array):
                kind = self._types.resolve(kind.element)
            here = self._types.models.get(kind.name) if isinstance(kind, ir.Ref) else None
        return ".".join(parts)

    def _member_statements(
        self, model: ir.Model, member: ir.Member, checks: Checks
    ) -> list[CheckView]:
        """The statements of a member. The type of a conditional one may say more than holds in this
        case, which the schemas of the model tell.
        """
        found = self._member(model, member, checks)
        schemas = [
            SchemaCall.of(constraint)
            for constraint in model.constraints
            if constraint.keyword in ("schema", "unevaluated")
        ]
        is_certain = not member.conditional or holds_rules(self._types, member.type)
        if is_certain or not schemas or not found:
            return found
        return [checks.unless(Safe("value"), found, schemas)]

    def _member(self, model: ir.Model, member: ir.Member, checks: Checks) -> list[CheckView]:
        name = self._types.names.member(model.name, member.wire_name)
        own = code("value.{}", name)
        wrapped = member.presence in WRAPPED or member.boxed
        place = Place(own, code("{}.", own))
        if wrapped:
            place = Place(code("*{}", own), code("{}->", own))
        wire = self._wire_name(model, member, name)
        found: list[CheckView] = []
        guard = own if wrapped else NONE
        if member.missing and not self._types.has_start(member):
            unset, guard = self._types.unset(member, own)
            broken = checks.broken(Row(wire, "required", "", member.missing))
            found.append(UnsetView(unset, broken))
        limits, choice = checks.apart(member.constraints, member.type)
        found += checks.limits(limits, member.type, place, wire, guard)
        inner = checks.below(member.type, place, wire, 1, member.checked, choice)
        is_asked = wrapped or self._types.must_be_set(member)
        if inner and guard and is_asked:
            inner = [GivenView(guard, False, tuple(inner))]
        return found + inner

    def _wire_name(self, model: ir.Model, member: ir.Member, name: Safe) -> Name:
        """How violations name a member. A body beside parameters is not named: the service knows
        places from the body on.
        """
        is_last = member is model.members[-1]
        if model.name in self._bodies and member.wire_name == "body" and is_last:
            return NOTHING
        return Name(member.wire_name, str(name))


def _first_name(path: str) -> str:
    """`detail` of `detail[0].seatId`."""
    return path.split(".")[0].split("[")[0]
