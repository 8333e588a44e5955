"""Whether a type can hold a JSON value. Of several alternatives, the first that can hold a default has it."""

from __future__ import annotations

import base64
import datetime
from decimal import Decimal
from typing import Protocol

from restbind import ir
from restbind.spec.numbers import INTEGERS


class Digits(str):
    """The source text of a JSON number."""


class Named(Protocol):
    """The types of an API by their names. resolve: see Types."""

    models: dict[str, ir.Model]
    enums: dict[str, ir.Enum]

    def resolve(self, kind: ir.Type) -> ir.Type: ...


def takes(named: Named, kind: ir.Type, node: object) -> bool:
    """The type can hold the value. node: as json.loads() gives it, with Digits for numbers."""
    kind = named.resolve(kind)
    return _TAKES[type(kind)](named, kind, node)


def _open(_: Named, kind: ir.Open, node: object) -> bool:
    return kind.kind == "any" or kind != ir.OTHER and isinstance(node, dict if kind.kind == "object" else list)


def _array(named: Named, kind: ir.Array, node: object) -> bool:
    return isinstance(node, list) and all(one is None and kind.nullable or takes(named, kind.element, one) for one in node)


def _map(named: Named, kind: ir.Map, node: object) -> bool:
    return isinstance(node, dict) and all(one is None and kind.nullable or takes(named, kind.element, one) for one in node.values())


def _one_of(named: Named, kind: ir.OneOf, node: object) -> bool:
    return any(takes(named, one, node) for one in kind.alternatives)


def _ref(named: Named, kind: ir.Ref, node: object) -> bool:
    return _model(named, named.models[kind.name], node) if kind.name in named.models else _enum(named.enums[kind.name], node)


def _model(named: Named, model: ir.Model, node: object) -> bool:
    members = {one.wire_name: one for one in model.members}
    return isinstance(node, dict) and all(
        name in members and (one is None and members[name].presence.endswith("nullable") or takes(named, members[name].type, one))
        for name, one in node.items()) \
        and all(name in node for name, one in members.items() if one.presence in ("required", "nullable"))


def _enum(enum: ir.Enum, node: object) -> bool:
    return isinstance(node, Digits) == (enum.base != "string") and isinstance(node, str) and (enum.is_open or str(node) in enum.values)


def _scalar(_: Named, kind: ir.Scalar, node: object) -> bool:
    is_number = isinstance(node, Digits)
    if kind.kind in INTEGERS:
        return is_number and Decimal(node) == Decimal(node).to_integral_value() and INTEGERS[kind.kind][0] <= Decimal(node) <= INTEGERS[kind.kind][1]
    if kind.kind in ("double", "decimal"):
        return is_number
    if kind.kind == "boolean":
        return isinstance(node, bool)
    return isinstance(node, str) and not is_number and _is_text_of(kind.kind, node)


def _is_text_of(kind: str, text: str) -> bool:
    """A text has the form that this kind of text has."""
    try:
        _FORMS.get(kind, str)(text)
    except ValueError:
        return False
    return True


def _instant(text: str) -> None:
    datetime.datetime.fromisoformat(text[:19])
    if len(text) < 20:
        raise ValueError(text)


_FORMS = {"date": datetime.date.fromisoformat, "date-time": _instant, "base64": lambda text: base64.b64decode(text, validate=True)}
_TAKES = {ir.Open: _open, ir.Array: _array, ir.Map: _map, ir.OneOf: _one_of, ir.Ref: _ref, ir.Scalar: _scalar}
