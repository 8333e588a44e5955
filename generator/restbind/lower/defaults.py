"""Defaults: of the right type, within the limits, and of a kind that generated code can hold."""

from __future__ import annotations

from decimal import Decimal

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.context import Context
from restbind.lower.layers import Schema
from restbind.lower.limits import NUMERIC
from restbind.numbers import INT32, INT64, fits_decimal, json_text, value_of, whole
from restbind.refs import Cursor

_BROKEN = {
    "minimum": lambda value, limit: value < limit, "maximum": lambda value, limit: value > limit,
    "exclusiveMinimum": lambda value, limit: value <= limit, "exclusiveMaximum": lambda value, limit: value >= limit,
}


def default_of(context: Context, schema: Schema, type_: ir.Type, constraints: tuple[ir.Constraint, ...]) -> str | None:
    """The default's text as the IR holds it; None without a usable one."""
    at = schema.first("default")
    if at is None or at.kind == "null":
        return None
    bare = context.bare(type_)
    if isinstance(bare, ir.Array) or bare == ir.Open("array"):
        return _list(context, at)
    if isinstance(bare, ir.Enum):
        return _enum(context, at, bare)
    if isinstance(bare, ir.Scalar):
        return _scalar(context, at, bare.kind, constraints)
    context.report("RB034", at, "a default for a value of this kind is not used")
    return None


def _list(context: Context, at: Cursor) -> str | None:
    if at.kind != "array":
        return _wrong_type(context, at, "a list")
    if any(True for _ in at.elements()):
        context.report("RB034", at, "a default list with elements is not used", "only an empty list can be a default")
        return None
    return "[]"


def _enum(context: Context, at: Cursor, bare: ir.Enum) -> str | None:
    if at.kind in ("object", "array", "boolean") and bare.base != "string":
        return _wrong_type(context, at, "one of the enum's values")
    text = getattr(at.node, "text", "")
    if bare.base == "int64" and (number := whole(at)) is not None:
        text = str(number)
    if text not in bare.values:
        context.report("RB013", at, f"the default `{text}` is none of the enum's values",
                       near(text, bare.values) or f"there are {joined(list(bare.values[:8]), 'and')}")
        return None
    return text


def _scalar(context: Context, at: Cursor, kind: str, constraints: tuple[ir.Constraint, ...]) -> str | None:
    if kind == "boolean":
        return at.node.text.lower() if at.kind == "boolean" else _wrong_type(context, at, "true or false")
    if kind in ("int32", "int64"):
        number = whole(at)
        least, most = INT32 if kind == "int32" else INT64
        if number is None or not least <= number <= most:
            return _wrong_type(context, at, f"an integer of type {kind}")
        return _bounded(context, at, str(number), Decimal(number), constraints)
    if kind in ("float", "double", "decimal"):
        value = value_of(at)
        if value is None:
            return _wrong_type(context, at, "a number")
        if kind == "decimal" and not fits_decimal(json_text(at)):
            return _wrong_type(context, at, "a decimal of at most 18 digits")
        return _bounded(context, at, json_text(at), value, constraints)
    if kind != "string":
        context.report("RB034", at, f"a default of type {kind} is not used")
        return None
    if at.kind != "string":
        return _wrong_type(context, at, "a string")
    return _bounded(context, at, at.node.text, None, constraints)


def _bounded(context: Context, at: Cursor, text: str, value: Decimal | None, constraints: tuple[ir.Constraint, ...]) -> str | None:
    for constraint in constraints:
        pairs = zip(("minimum", "maximum"), constraint.limits) if constraint.keyword == "range" \
            else ((constraint.keyword, constraint.limits[0]),)
        for keyword, limit in pairs:
            if _breaks(keyword, limit, text, value):
                context.report("RB013", at, f"the default `{text}` breaks {keyword} {limit}")
                return None
    return text


def _breaks(keyword: str, limit: str, text: str, value: Decimal | None) -> bool:
    if keyword in NUMERIC:
        return value is not None and _BROKEN[keyword](value, Decimal(limit))
    return keyword == "minLength" and len(text) < int(limit) or keyword == "maxLength" and len(text) > int(limit)


def _wrong_type(context: Context, at: Cursor, expected: str) -> None:
    found = f"`{at.node.text}`" if hasattr(at.node, "text") else {"array": "a list"}.get(at.kind, "an object")
    context.report("RB013", at, f"the default must be {expected}, not {found}")
    return None
