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
from restbind.views.checks import Checks, holds_rules
from restbind.views.rules import NOTHING, Name, Row


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

    def statements(self, model: ir.Model, checks: Checks) -> list[Safe]:
        """The statements of the function of a model. checks: gets what these need."""
        value = Place(Safe("value"), Safe("value."))
        kind = ir.Ref(model.name)
        lines = checks.limits(model.constraints, kind, value, NOTHING, None, 4)
        places, here = self._places.get(model.name, {}), "body"
        for member in model.members:
            if member.access == "read_only":  # what is not sent is not checked
                continue
            added = self._member_statements(model, member, checks)
            if added:
                here, located = _located(places.get(member.wire_name, "body"), here)
                lines += located + added
        if model.extra is not None:
            extra = Place(Safe("value.additional_properties"), Safe("value.additional_properties."))
            name = Name("", "additional_properties")
            lines += checks.below(model.extra, extra, name, 4, 1, model.extra_checked)
        for rule in model.rules:
            head = "\n    // {}" if lines else "    // {}"
            lines.append(code(head, text.line(rule.id)))
            here, located = _located(places.get(_first_name(rule.field_path), "body"), here)
            lines += located + self._rule(model, rule, checks)
        return lines

    def _rule(self, model: ir.Model, rule: ir.Rule, checks: Checks) -> list[Safe]:
        emitter = Emitter(self._types)
        condition = emitter.split(rule.expression)
        checks.needs.headers |= emitter.headers
        name = Name(rule.field_path, self._cpp_path(model, rule.field_path))
        return [
            text.condition("if (!(", condition.parts, condition.operator, "))", 4),
            checks.add(Row(name, "stated", "", rule.message, rule.id), 8),
        ]

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

    def _member_statements(self, model: ir.Model, member: ir.Member, checks: Checks) -> list[Safe]:
        """The statements of a member. The type of a conditional one may say more than holds in this
        case, which the schemas of the model tell.
        """
        schemas = [
            SchemaCall.of(constraint)
            for constraint in model.constraints
            if constraint.keyword in ("schema", "unevaluated")
        ]
        if not member.conditional or not schemas or holds_rules(self._types, member.type):
            return self._member(model, member, checks, 4)
        inner = self._member(model, member, checks, 8)
        return checks.unless(Safe("value"), inner, schemas, 4) if inner else []

    def _member(
        self, model: ir.Model, member: ir.Member, checks: Checks, indent: int
    ) -> list[Safe]:
        name = self._types.names.member(model.name, member.wire_name)
        own = code("value.{}", name)
        wrapped = member.presence in WRAPPED or member.boxed
        place = Place(own, code("{}.", own))
        if wrapped:
            place = Place(code("*{}", own), code("{}->", own))
        wire = self._wire_name(model, member, name)
        lines: list[Safe] = []
        guard = own if wrapped else None
        if member.missing and not self._types.has_start(member):
            unset, guard = self._types.unset(member, own)
            lines += [
                text.condition("if (", [unset], "&&", ")", indent),
                checks.add(Row(wire, "required", "", member.missing), indent + 4),
            ]
        limits, choice = checks.apart(member.constraints, member.type)
        lines += checks.limits(limits, member.type, place, wire, guard, indent)
        is_asked = wrapped or self._types.must_be_set(member)
        inner_indent = indent + 4 if is_asked else indent
        inner = checks.below(member.type, place, wire, inner_indent, 1, member.checked, choice)
        if not inner or guard is None or not is_asked:
            return lines + inner
        pad = Safe(" " * indent)
        if len(inner) > 1:
            inner = [code("{}{{", pad), *inner, code("{}}}", pad)]
        return [*lines, code("{}if ({})", pad, guard), *inner]

    def _wire_name(self, model: ir.Model, member: ir.Member, name: Safe) -> Name:
        """How violations name a member. A body beside parameters is not named: the service knows
        places from the body on.
        """
        is_last = member is model.members[-1]
        if model.name in self._bodies and member.wire_name == "body" and is_last:
            return NOTHING
        return Name(member.wire_name, str(name))


def _located(place: str, here: str) -> tuple[str, list[Safe]]:
    """Where the members are that follow, and the statement that says so, if it is elsewhere."""
    if place == here:
        return place, []
    return place, [Safe(f"    found.locate(restbind::location::{place});")]


def _first_name(path: str) -> str:
    """`detail` of `detail[0].seatId`."""
    return path.split(".")[0].split("[")[0]
