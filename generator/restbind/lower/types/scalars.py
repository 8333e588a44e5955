# SPDX-License-Identifier: BSL-1.0
"""Strings, numbers and booleans: the scalar that the format and the limits of a schema mean."""

from __future__ import annotations

from decimal import Decimal

from restbind import ir
from restbind.diagnostics import near
from restbind.lower.own import own_type
from restbind.lower.schema.context import Context
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.formats import FORMATS, PLAIN_FORMATS, WHOLE_FORMATS
from restbind.spec.numbers import INT64, INTEGERS, value_of, whole

_PLAIN = {"integer": "int64", "number": "double", "string": "string"}
_CALLED = {
    "int64": "a 64-bit integer",
    "uint64": "an unsigned 64-bit integer",
    "double": "a double",
    "string": "a string",
}


def lower_scalar(context: Context, schema: Shape, name: str) -> ir.Type:
    """A schema of the one JSON type `name`; open JSON where there is no such type."""
    own = own_type(context, schema)  # asked again by alternatives, which are looked at one by one
    if own is not None:
        return own
    if name == "boolean":
        return ir.Scalar("boolean")
    if name in _PLAIN:
        return ir.Scalar(_scalar_kind(schema, name))
    (schema.first("type") or schema.at).report(
        "RB036",
        f"the type `{name}` does not exist; the value becomes open JSON",
        near(name, ("object", "array", "boolean", "integer", "number", "string", "null")),
    )
    return ir.ANY


def _scalar_kind(schema: Shape, name: str) -> str:
    if name == "string" and schema.has("contentEncoding"):
        return _encoded(schema)
    plain = _PLAIN[name]
    format_ = schema.text("format")
    if name == "integer" and (name, format_) not in FORMATS and _is_unsigned(schema):
        plain = "uint64"
    kind = FORMATS.get((name, format_), plain)
    if name == "integer":
        _report_unheld(schema, kind)
    if format_ and not any(_has_format(type_, format_) for type_ in (name, *schema.types)):
        _report_format(schema["format"], name, plain)
    return kind


def _has_format(type_: str, format_: str) -> bool:
    return (type_, format_) in FORMATS or format_ in PLAIN_FORMATS.get(type_, ())


def _report_format(at: Cursor, name: str, kind: str) -> None:
    """Tells of a format that values of the JSON type `name` do not have. kind: what they are."""
    why = f"is not known for type `{name}`"
    if name == "number" and at.written in WHOLE_FORMATS:
        why = "means whole numbers, but the schema names others"
    known = [known for type_, known in FORMATS if type_ == name] + sorted(PLAIN_FORMATS[name])
    at.report(
        "RB032",
        f"the format `{at.written}` {why}; the value is {_CALLED[kind]}",
        near(at.written, known),
    )


def _report_unheld(schema: Shape, kind: str) -> None:
    """Tells of listed values that the type cannot hold."""
    least, most = INTEGERS[kind]
    for at in schema.values if schema.is_listed else ():
        number = whole(at)
        if number is not None and not least <= number <= most:
            what = f"{at.written} is no value of type {kind}; it is neither sent nor read"
            at.report("RB030", what)


def _is_unsigned(schema: Shape) -> bool:
    """No value is below 0, and some are beyond a signed integer of 64 bits."""
    if schema.is_listed:
        listed = _numbers(schema.values)
        return bool(listed) and min(listed) >= 0 and max(listed) > INT64[1]
    low = _numbers([*schema.all("minimum"), *schema.all("exclusiveMinimum")])
    high = _numbers([*schema.all("maximum"), *schema.all("exclusiveMaximum")])
    return bool(low and high) and max(low) >= 0 and min(high) > INT64[1]


def _numbers(values: list[Cursor]) -> list[Decimal]:
    numbers = map(value_of, values)
    return [number for number in numbers if number is not None]


def _encoded(schema: Shape) -> str:
    encoding = schema.text("contentEncoding")
    if encoding.lower() != "base64":
        schema["contentEncoding"].report(
            "RB032",
            f"the encoding `{encoding}` is not supported; the value is a string",
            "base64 is supported",
        )
        return "string"
    return "base64-png" if schema.text("contentMediaType").lower() == "image/png" else "base64"
