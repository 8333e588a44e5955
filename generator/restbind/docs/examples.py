# SPDX-License-Identifier: BSL-1.0
"""Examples of values: what the document gives, else what its limits allow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Decimal

from restbind import ir
from restbind.cpp.literals import Digits
from restbind.cpp.types import Types
from restbind.docs.pattern_examples import example_of
from restbind.source.documents import Documents
from restbind.source.refs import Cursor

_DEPTH = 7  # types within types, behind which optional members are left out
_GIVEN = 6  # optional members of which the document gives an example
_OPTIONAL = 2  # optional members of an object that has no others
TEXTS = {
    "date": "2026-05-01",
    "date-time": "2026-05-01T19:30:00Z",
    "time": "19:30:00Z",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "email": "jane@example.com",
    "idn-email": "jane@example.com",
    "uri": "https://example.com/",
    "uri-reference": "/path",
    "iri": "https://example.com/",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "duration": "P1D",
    "json-pointer": "/a",
    "regex": "a",
    "base64": "aGVsbG8=",
    "base64-png": "iVBORw0KGgo=",
}
_MISSING = object()


class Examples:
    """Makes examples of one API. A value is as json.loads() gives it, with Digits for numbers."""

    def __init__(self, api: ir.Api, types: Types, documents: Documents) -> None:
        self._named = api.named
        self._types = types
        self._documents = documents
        self._is_request = True

    def request(self, type_: ir.Type, checked: ir.Checked = ir.Checked()) -> object:
        """A value of a request, without what only responses have."""
        self._is_request = True
        return self._value(type_, checked, "", "", ())

    def response(self, type_: ir.Type) -> object:
        """A value of a response, without what only requests have."""
        self._is_request = False
        return self._value(type_, ir.Checked(), "", "", ())

    def parameter(self, parameter: ir.Parameter) -> object:
        """A value of a parameter."""
        self._is_request = True
        checked = ir.Checked(parameter.constraints)
        return self._value(parameter.type, checked, parameter.wire_name, parameter.pointer, ())

    def _value(
        self,
        type_: ir.Type,
        checked: ir.Checked,
        name: str,
        pointer: str,
        within: tuple[str, ...],
    ) -> object:
        stated = self._stated(type_, checked, pointer)
        if stated is not _MISSING:
            return stated
        makers: dict[type[ir.Type], Callable[..., object]] = {
            ir.Scalar: self._scalar,
            ir.Ref: self._ref,
            ir.Array: self._array,
            ir.Map: self._map,
            ir.OneOf: self._one_of,
            ir.Nullable: self._nullable,
            ir.Open: self._open,
        }
        maker = makers.get(type(type_))
        return maker(type_, checked, name, pointer, within) if maker is not None else {}

    def _stated(self, type_: ir.Type, checked: ir.Checked, pointer: str) -> object:
        """What the document gives as an example at a place, if it fits there."""
        at = self._at(pointer)
        for schema in (at, at.get("schema") if at is not None else None):
            for candidate in _given(schema):
                node = node_of(candidate)
                if self._types.behind(type_).takes(node) and _keeps(node, checked.constraints):
                    return node
        return _MISSING

    def _at(self, pointer: str) -> Cursor | None:
        if not pointer:
            return None
        try:
            return self._documents.at(pointer)
        except (KeyError, ValueError):
            return None

    def _scalar(
        self, type_: ir.Scalar, checked: ir.Checked, name: str, _: str, __: tuple[str, ...]
    ) -> object:
        limits = {limit.keyword: limit.limits for limit in checked.constraints}
        if "enum" in limits:
            return _listed(limits["enum"][0], type_)
        if type_.kind == "boolean":
            return True
        if type_.is_number:
            return _number(limits, type_.is_whole)
        if type_.kind in TEXTS:
            return TEXTS[type_.kind]
        return _text(limits, name)

    def _ref(
        self, type_: ir.Ref, checked: ir.Checked, name: str, _: str, within: tuple[str, ...]
    ) -> object:
        named = self._named[type_.name]
        if isinstance(named, ir.Enum):
            limits = [limit.limits[0] for limit in checked.constraints if limit.keyword == "enum"]
            value = limits[0] if limits else named.values[0]
            return value if named.is_text else Digits(value)
        if isinstance(named, ir.Alias):
            if type_.name in within:
                return [] if isinstance(named.type, ir.Array) else {}
            return self._value(named.type, checked, name, named.pointer, (*within, type_.name))
        if type_.name in within or len(within) > _DEPTH:
            return {}
        return self._object(named, (*within, type_.name))

    def _object(self, model: ir.Model, within: tuple[str, ...]) -> object:
        stated = self._stated(ir.Ref(model.name), ir.Checked(), model.pointer)
        if isinstance(stated, dict) and not self._hides_any(model, stated):
            return stated
        found: dict[str, object] = {}
        for member in self._shown(model, within):
            if member.tells and member.default is not None:
                found[member.wire_name] = _listed(member.default, member.type)
                continue
            found[member.wire_name] = self._value(
                member.type, member.checked, member.wire_name, member.pointer, within
            )
        return found

    def _hides_any(self, model: ir.Model, stated: dict[str, object]) -> bool:
        hidden = "read_only" if self._is_request else "write_only"
        return any(
            member.access == hidden and member.wire_name in stated for member in model.members
        )

    def _shown(self, model: ir.Model, within: tuple[str, ...]) -> list[ir.Member]:
        """Members of an example: those that must be there, and those with an example of their own;
        of a response all. None that would hold the object again."""
        hidden = "read_only" if self._is_request else "write_only"
        members = [member for member in model.members if member.access != hidden]
        needed = [member for member in members if member.is_needed]
        free = [member for member in members if self._is_free(member, within)]
        if len(within) > _DEPTH:
            return needed
        if self._is_request:
            free = self._worth_showing(free, bool(needed))
        return [member for member in members if member in needed or member in free]

    def _is_free(self, member: ir.Member, within: tuple[str, ...]) -> bool:
        """It may be left out, and does not hold the object again."""
        return not (member.is_needed or member.boxed or self._holds(member.type, within))

    def _worth_showing(self, free: list[ir.Member], has_needed: bool) -> list[ir.Member]:
        """Of members that may be left out, those of an example of a request."""
        given = [member for member in free if _given(self._at(member.pointer))][:_GIVEN]
        told = [member for member in free if member.tells]
        return given + told + ([] if given or has_needed else free[:_OPTIONAL])

    def _holds(self, type_: ir.Type, within: tuple[str, ...]) -> bool:
        return any(name in within for name in ir.referred(type_))

    def _array(
        self, type_: ir.Array, checked: ir.Checked, name: str, pointer: str, within: tuple[str, ...]
    ) -> object:
        least = [limit.limits[0] for limit in checked.constraints if limit.keyword == "minItems"]
        if not least and self._holds(type_.element, within):
            return []
        element = self._value(
            type_.element, checked.elements or ir.Checked(), name, f"{pointer}/items", within
        )
        count = min(int(Decimal(least[0])), 50) if least else 1
        if count > 1 and isinstance(element, Digits):
            return [Digits(str(Decimal(element) + place)) for place in range(count)]
        return [element] * max(count, 1)

    def _map(
        self, type_: ir.Map, checked: ir.Checked, name: str, pointer: str, within: tuple[str, ...]
    ) -> object:
        if self._holds(type_.element, within):
            return {}
        below = f"{pointer}/additionalProperties"
        inner = checked.elements or ir.Checked()
        return {"key": self._value(type_.element, inner, name, below, within)}

    def _one_of(
        self, type_: ir.OneOf, checked: ir.Checked, name: str, _: str, within: tuple[str, ...]
    ) -> object:
        places = [
            place
            for place, alternative in enumerate(type_.alternatives)
            if alternative != ir.OTHER and not self._holds(alternative, within)
        ]
        if not places:
            return {}
        place = places[0]
        own = checked.alternatives[place] if place < len(checked.alternatives) else ir.Checked()
        value = self._value(type_.alternatives[place], own, name, "", within)
        told = [word for word, of in type_.mapping if of == place]
        if type_.discriminator and told and isinstance(value, dict):
            word: object = Digits(told[0]) if isinstance(told[0], ir.Literal) else told[0]
            value = {type_.discriminator: word} | value | {type_.discriminator: word}
        return value

    def _nullable(
        self, type_: ir.Nullable, checked: ir.Checked, name: str, at: str, within: tuple[str, ...]
    ) -> object:
        return self._value(type_.value, checked, name, at, within)

    def _open(self, type_: ir.Open, *_: object) -> object:
        return [] if type_.kind == "array" else {}


def _given(schema: Cursor | None) -> list[Cursor]:
    """The examples that stand at a place."""
    if schema is None or schema.kind != "object":
        return []
    found = [schema.get("example")]
    several = schema.get("examples")
    if several is not None and several.kind == "array":
        found += list(several.elements())
    elif several is not None and several.kind == "object":
        found += [example.get("value") for example in several.values() if example.kind == "object"]
    return [candidate for candidate in found if candidate is not None]


def node_of(at: Cursor) -> object:
    """A part of the document as a value."""
    if at.kind == "object":
        return {name: node_of(value) for name, value in at.items()}
    if at.kind == "array":
        return [node_of(element) for element in at.elements()]
    if at.kind == "null":
        return None
    if at.kind == "boolean":
        return at.written == "true"
    if at.kind in ("integer", "number"):
        return Digits(at.written)
    return str(at.written)


def _keeps(node: object, constraints: Sequence[ir.Constraint]) -> bool:
    """An example keeps the limits that are easily checked."""
    for limit in constraints:
        if limit.keyword in _KEPT and not _KEPT[limit.keyword](node, limit.limits):
            return False
    return True


def _compares(
    of: Callable[[object], Decimal], sign: str
) -> Callable[[object, Sequence[str]], bool]:
    def keeps(node: object, limits: Sequence[str]) -> bool:
        value, limit = of(node), Decimal(limits[0])
        return {
            ">=": value >= limit,
            "<=": value <= limit,
            ">": value > limit,
            "<": value < limit,
        }[sign]

    return keeps


def _amount(node: object) -> Decimal:
    return Decimal(node) if isinstance(node, Digits) else Decimal(0)


def _size(node: object) -> Decimal:
    return Decimal(len(node)) if isinstance(node, (str, list, dict)) else Decimal(0)


def _matches(node: object, limits: Sequence[str]) -> bool:
    try:
        return re.search(limits[0], str(node)) is not None
    except re.error:
        return False


_FORMS = {
    "uuid": re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~]*"),
    "ipv4": re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}"),
    "hostname": re.compile(r"[A-Za-z0-9.-]+"),
}


def _has_form(node: object, limits: Sequence[str]) -> bool:
    """A text has the form of a format, as far as that is easily told."""
    form = _FORMS.get(limits[0])
    return form is None or form.fullmatch(str(node)) is not None


_KEPT: dict[str, Callable[[object, Sequence[str]], bool]] = {
    "minimum": _compares(_amount, ">="),
    "maximum": _compares(_amount, "<="),
    "exclusiveMinimum": _compares(_amount, ">"),
    "exclusiveMaximum": _compares(_amount, "<"),
    "range": lambda node, limits: Decimal(limits[0]) <= _amount(node) <= Decimal(limits[1]),
    "minLength": _compares(_size, ">="),
    "maxLength": _compares(_size, "<="),
    "minItems": _compares(_size, ">="),
    "maxItems": _compares(_size, "<="),
    "pattern": _matches,
    "format": _has_form,
    "enum": lambda node, limits: str(node) in limits,
}


def _listed(value: str, type_: ir.Type) -> object:
    if type_ == ir.Scalar("boolean"):
        return value == "true"
    return Digits(value) if "number" in type_.json_types and _is_number(value) else value


def _is_number(text: str) -> bool:
    try:
        return bool(isinstance(json.loads(text), (int, float)))
    except ValueError:
        return False


def _number(limits: dict[str, tuple[str, ...]], is_whole: bool) -> Digits:
    """A number within its limits."""
    value = Decimal(1) if is_whole else Decimal("1.5")
    step = Decimal(limits["multipleOf"][0]) if "multipleOf" in limits else Decimal(0)
    unit = step or (Decimal(1) if is_whole else Decimal("0.5"))
    low = limits.get("minimum") or limits.get("range")
    high = limits.get("maximum") or limits.get("range")
    if low:
        value = max(value, Decimal(low[0]))
    if "exclusiveMinimum" in limits:
        value = max(value, Decimal(limits["exclusiveMinimum"][0]) + unit)
    if high:
        value = min(value, Decimal(high[-1]))
    if "exclusiveMaximum" in limits:
        value = min(value, Decimal(limits["exclusiveMaximum"][0]) - unit)
    if step:
        value = (value / step).to_integral_value(ROUND_CEILING) * step
    if is_whole:
        value = value.to_integral_value(ROUND_CEILING)
    return Digits(format(value, "f"))


def _text(limits: dict[str, tuple[str, ...]], name: str) -> str:
    """A text within its limits."""
    least = int(Decimal(limits["minLength"][0])) if "minLength" in limits else 0
    most = int(Decimal(limits["maxLength"][0])) if "maxLength" in limits else 10**6
    if "format" in limits:
        return TEXTS.get(limits["format"][0], "text")
    if "pattern" in limits:
        return example_of(limits["pattern"][0], least, most)
    text = name or "text"
    while len(text) < min(least, 4096):
        text += f" {name or 'text'}"
    return text[: min(most, max(least, len(name or "text")))]
