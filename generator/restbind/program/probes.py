# SPDX-License-Identifier: BSL-1.0
"""Requests that break one rule each, by which a service can be asked whether it still refuses what
its document says. The generated program sends none that its own checks accept."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from restbind import ir
from restbind.cpp.types import Types
from restbind.docs.examples import TEXTS
from restbind.docs.pattern_examples import example_of
from restbind.spec import pattern

# What is longer, or has more elements, is not sent.
LONGEST = 2000
_DEEPEST = 6
# What patterns are tried with, until one is not matched.
_ODD_TEXTS = ("", "!", "~ ~", "a", "1", "a1!")
# Conditions of a schema as it stands, and of alternatives: no request is made that breaks them.
_NOT_ASKED = frozenset({"schema", "unevaluated", "known", "others"})
_Json = object
_Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Probe:
    """A request as JSON, '' where none is known that breaks the rule. rule: the place and the
    keyword that it breaks."""

    rule: str
    request: str


def probes(model: ir.Model, types: Types) -> tuple[Probe, ...]:
    """The requests of a type, in the order of its members."""
    return tuple(_Probes(types).of(model))


class _Probes:
    def __init__(self, types: Types) -> None:
        self._types = types
        self._has_rules = False
        self._has_switches = False

    def of(self, model: ir.Model) -> Iterator[Probe]:
        """Those of a request, which is `model`."""
        held = (model.name, *self._types.held(ir.referred(ir.Ref(model.name))))
        named = (self._types.named[name] for name in held)
        models = [kind for kind in named if isinstance(kind, ir.Model)]
        self._has_rules = any(reached.rules for reached in models)
        members = (member for reached in models for member in reached.members)
        self._has_switches = any(self._is_switch(member) for member in members)
        valid = self._object(model, 0)
        for path, constraint, broken in self._broken(model, (), 0):
            place = "".join(f"/{step}" for step in path) or "/"
            is_short = constraint.keyword not in {"enum", *_NOT_ASKED}
            limits = " to ".join(constraint.limits) if is_short else ""
            rule = f"{place}: {constraint.keyword} {limits}".rstrip()
            if broken is _NOTHING:
                yield Probe(rule, "")
                continue
            request = copy.deepcopy(valid)
            self._put(request, model, path, broken)
            yield Probe(rule, json.dumps(request, ensure_ascii=False))

    # ----------------------------------------------------------------------------------------------
    # values that are valid as far as their limits tell

    def _object(self, model: ir.Model, depth: int) -> dict[str, _Json]:
        return {
            member.wire_name: self._valid(member.type, member.checked, depth + 1)
            for member in model.members
            if member.is_needed and member.access != "read_only"
        }

    def _valid(self, kind: ir.Type, checked: ir.Checked, depth: int) -> _Json:
        resolved = self._types.resolve(kind)
        limits = {constraint.keyword: constraint.limits for constraint in checked.constraints}
        if depth > _DEEPEST:
            return None
        if isinstance(resolved, ir.Ref):
            named = self._types.named[resolved.name]
            if isinstance(named, ir.Model):
                return self._object(named, depth)
            return self._listed(named) if isinstance(named, ir.Enum) else None
        if isinstance(resolved, ir.Array):
            number = int(limits.get("minItems", ("1",))[0])
            element = self._valid(resolved.element, checked.elements or ir.Checked(), depth + 1)
            return [copy.deepcopy(element) for _ in range(min(number, LONGEST))]
        if isinstance(resolved, ir.OneOf):
            return self._valid(resolved.alternatives[0], ir.Checked(), depth + 1)
        return self._scalar(resolved, limits) if isinstance(resolved, ir.Scalar) else {}

    @staticmethod
    def _listed(enum: ir.Enum) -> _Json:
        return enum.values[0] if enum.is_text else int(enum.values[0])

    @staticmethod
    def _scalar(kind: ir.Scalar, limits: dict[str, tuple[str, ...]]) -> _Json:
        if kind.kind == "boolean":
            return True
        if not kind.is_number:
            length = min(max(int(limits.get("minLength", ("1",))[0]), 1), LONGEST)
            if "pattern" in limits:
                longest = int(limits.get("maxLength", (str(LONGEST),))[0])
                return example_of(limits["pattern"][0], length, longest)
            return TEXTS.get(limits.get("format", (kind.kind,))[0], "x" * length)
        least = limits.get("range", limits.get("minimum"))
        if least is not None:
            return _number(kind, Decimal(least[0]))
        above = limits.get("exclusiveMinimum")
        return _number(kind, Decimal(above[0]) + 1 if above is not None else Decimal(1))

    # ----------------------------------------------------------------------------------------------
    # values that break a limit

    def _broken(
        self, model: ir.Model, path: _Path, depth: int
    ) -> Iterator[tuple[_Path, ir.Constraint, _Json]]:
        for rule in model.rules:
            yield from self._broken_rule(model, rule, path)
        for member in model.members:
            if member.access != "read_only":
                place = (*path, member.wire_name)
                if self._is_switch(member) and self._has_rules:
                    yield place, _RULES, False
                yield from self._broken_value(member.type, member.checked, place, depth)

    def _is_switch(self, member: ir.Member) -> bool:
        is_written = member.access != "read_only"
        return is_written and self._types.resolve(member.type) == ir.Scalar("boolean")

    def _broken_rule(
        self, model: ir.Model, rule: ir.Rule, path: _Path
    ) -> Iterator[tuple[_Path, ir.Constraint, _Json]]:
        """A rule that asks which members are there, such as `has(self.a) == has(self.b)`, is tried
        with the first of them alone. Another rule is tried by the switches that there are."""
        asked = re.findall(r"\bhas\(self\.(\w+)\)", rule.source)
        alone = [member for member in model.members if member.wire_name in asked[:1]]
        constraint = ir.Constraint(rule.id, (), "", "")
        for member in alone:
            value = self._valid(member.type, member.checked, 1)
            yield (*path, member.wire_name), constraint, value
        if not alone and not self._has_switches:
            yield path, constraint, _NOTHING

    def _broken_value(
        self, kind: ir.Type, checked: ir.Checked, path: _Path, depth: int
    ) -> Iterator[tuple[_Path, ir.Constraint, _Json]]:
        resolved = self._types.resolve(kind)
        for constraint in checked.constraints:
            make = _BREAKERS.get(constraint.keyword)
            valid = self._valid(kind, checked, depth)
            values = list(make(resolved, constraint.limits, valid)) if make is not None else []
            for value in values or [_NOTHING]:
                yield path, constraint, value
        if depth > _DEEPEST:
            return
        if isinstance(resolved, ir.Array):
            elements = checked.elements or ir.Checked()
            yield from self._broken_value(resolved.element, elements, (*path, 0), depth + 1)
        if isinstance(resolved, ir.Ref):
            named = self._types.named[resolved.name]
            if isinstance(named, ir.Model):
                yield from self._broken(named, path, depth + 1)

    def _put(self, request: _Json, model: ir.Model, path: _Path, value: _Json) -> None:
        """Puts a value into a request; what leads to it and is missing is made."""
        place: _Json = request
        kind: ir.Type = ir.Ref(model.name)
        for step, following in zip(path, (*path[1:], None)):
            resolved = self._types.resolve(kind)
            checked = ir.Checked()
            if isinstance(step, int):
                assert isinstance(resolved, ir.Array) and isinstance(place, list)
                kind = resolved.element
                if not place:
                    place.append(self._valid(kind, checked, 1))
            else:
                assert isinstance(resolved, ir.Ref) and isinstance(place, dict)
                named = self._types.models[resolved.name]
                member = next(held for held in named.members if held.wire_name == step)
                kind, checked = member.type, member.checked
                place.setdefault(step, self._valid(kind, checked, 1))
            if following is None:
                place[step] = value  # type: ignore[index]
            else:
                place = place[step]  # type: ignore[index]


def _number(kind: ir.Type, value: Decimal) -> _Json:
    is_whole = isinstance(kind, ir.Scalar) and kind.is_whole
    if is_whole or value == value.to_integral_value():
        return int(value)
    return float(value)


def _shifted(place: int, by: int) -> Callable[..., Iterator[_Json]]:
    def make(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
        value = Decimal(limits[place]) + by
        if -(2**63) <= value < 2**63:
            yield _number(kind, value)

    return make


def _range(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    yield from _shifted(0, -1)(kind, limits, valid)
    yield from _shifted(1, 1)(kind, limits, valid)


def _sized(by: int) -> Callable[..., Iterator[_Json]]:
    def make(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
        size = int(limits[0]) + by
        if 0 <= size <= LONGEST and isinstance(valid, str):
            yield "x" * size
        elif 0 <= size <= LONGEST and isinstance(valid, list) and valid:
            yield [copy.deepcopy(valid[0]) for _ in range(size)]

    return make


def _other(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    if isinstance(valid, int):
        yield max(int(limit) for limit in limits) + 1
    elif isinstance(valid, str):
        yield f"not-{max(limits, key=len)}"


def _unmatched(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    found = {text: pattern.matches(limits[0], text) for text in (*_ODD_TEXTS, f"{valid}!")}
    broken = [text for text, matches in found.items() if matches is False]
    unknown = [text for text, matches in found.items() if matches is None]
    yield from (broken or unknown)[:1]


def _of_no_format(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    yield f"no {limits[0]}"


def _beside_multiples(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    step = Decimal(limits[0])
    is_whole = isinstance(kind, ir.Scalar) and kind.is_whole
    if not is_whole or step > 1:
        yield _number(kind, step + (1 if is_whole else step / 2))


def _twice(kind: ir.Type, limits: tuple[str, ...], valid: _Json) -> Iterator[_Json]:
    if isinstance(valid, list) and valid:
        yield [copy.deepcopy(valid[0]) for _ in range(max(2, len(valid)))]


# What stands in the place of a value that breaks a rule, where none is known.
_NOTHING = object()

# Whether it breaks a rule over several members to turn a switch off is not known here: the program
# sends only what its own checks refuse.
_RULES = ir.Constraint("false", (), "", "")

_BREAKERS: dict[str, Callable[..., Iterator[_Json]]] = {
    "minimum": _shifted(0, -1),
    "exclusiveMinimum": _shifted(0, 0),
    "maximum": _shifted(0, 1),
    "exclusiveMaximum": _shifted(0, 0),
    "range": _range,
    "minLength": _sized(-1),
    "maxLength": _sized(1),
    "minItems": _sized(-1),
    "maxItems": _sized(1),
    "enum": _other,
    "pattern": _unmatched,
    "format": _of_no_format,
    "multipleOf": _beside_multiples,
    "uniqueItems": _twice,
}
