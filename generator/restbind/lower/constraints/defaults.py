# SPDX-License-Identifier: BSL-1.0
"""Defaults: of the right type and within the limits."""

from __future__ import annotations

import base64
import datetime
import re
from collections.abc import Callable
from typing import Any

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.schema.accepts import accepts
from restbind.lower.schema.bounds import Value, broken
from restbind.lower.schema.context import Context
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.write import plain, plain_text
from restbind.source.refs import Cursor
from restbind.spec.numbers import INT64, INTEGERS, fits_decimal, json_text, value_of, whole

MOST_LEVELS = 8  # lists in lists, objects in objects
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIMESTAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,9})?"
    r"(?:[Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def default_of(context: Context, schema: Shape, type_: ir.Type) -> str | None:
    """The default's text as the IR holds it: a scalar as it is, anything else as JSON. None without
    a usable one.
    """
    at = schema.first("default")
    if at is None or at.kind == "null":
        return None
    bare = context.bare(type_)
    if isinstance(bare, ir.Enum):
        return _enum(at, bare)
    if isinstance(bare, ir.Scalar):
        return _scalar(schema, at, bare.kind)
    for kind, words in (("array", "a list"), ("object", "an object")):
        if bare.json_types == {kind} and at.kind != kind:
            return _wrong_type(at, words)
    elements: Value = list(at.elements()) if at.kind == "array" else dict(at.items())
    if _is_refused(schema, at, elements):
        return None
    if not _is_writable(context, at, type_):
        at.report("RB034", "the default cannot be written in C++; it is not used")
        return None
    return plain_text(plain(at))


def _is_refused(schema: Shape, at: Cursor, value: Value) -> bool:
    """The schema does not accept its default, which this reports."""
    limit = broken(schema, value)
    if limit is not None:
        shown = "" if at.kind in ("array", "object") else f" {_shown(at)}"
        at.report("RB015", f"the default{shown} breaks {limit.keyword} {limit.text}")
    elif all(accepts(part, at) for part in schema.parts):
        return False
    else:
        what = f"{_shown(at)} is no value of the schema, so that it is no default"
        at.report("RB015", what)
    return True


def _is_writable(context: Context, at: Cursor, type_: ir.Values, depth: int = 0) -> bool:
    """A value of the document can be written as one of a type."""
    bare = context.bare(type_)
    is_null = at.kind == "null" and bare != ir.ANY
    find = _WRITABLE.get(type(bare))
    if find is None or is_null or depth > MOST_LEVELS or context.is_wrapped(type_):
        return False
    return find(context, at, bare, depth + 1)


def _of_scalar(context: Context, at: Cursor, bare: ir.Scalar, depth: int) -> bool:
    return bare.kind != "base64-png" and _is_scalar(at, bare.kind)


def _of_enum(context: Context, at: Cursor, bare: ir.Enum, depth: int) -> bool:
    return _value_text(at, bare) is not None


def _of_elements(context: Context, at: Cursor, bare: ir.Collection, depth: int) -> bool:
    values = [value for value in at.values() if value.kind != "null" or not bare.nullable]
    is_of_type = bare.json_types == {at.kind}
    return is_of_type and all(_is_writable(context, value, bare.element, depth) for value in values)


def _of_model(context: Context, at: Cursor, bare: ir.Model, depth: int) -> bool:
    drafts = context.found.drafts_of(bare.name)
    if at.kind != "object" or any(not at.has(name) for name in drafts if drafts[name].required):
        return False
    for name, value in at.items():
        draft = drafts.get(name)
        if draft is None or draft.boxed:
            return False
        is_null = value.kind == "null" and is_nullable(draft.shape)
        if not is_null and not _is_writable(context, value, draft.type, depth):
            return False
    return True


def _of_alternatives(context: Context, at: Cursor, bare: ir.OneOf, depth: int) -> bool:
    return any(_is_writable(context, at, alternative, depth) for alternative in bare.alternatives)


def _of_open(context: Context, at: Cursor, bare: ir.Open, depth: int) -> bool:
    return bare.kind in ("any", at.kind) and _is_plain(at)


def _is_plain(at: Cursor) -> bool:
    """JSON that can be written in a header."""
    if at.kind in ("integer", "number"):
        number = whole(at)
        return value_of(at) is not None and (number is None or INT64[0] <= number <= INT64[1])
    return all(map(_is_plain, at.values()))


def _is_scalar(at: Cursor, kind: str) -> bool:
    if kind in INTEGERS:
        number, (least, most) = whole(at), INTEGERS[kind]
        return number is not None and least <= number <= most
    if kind in ("double", "decimal"):
        return value_of(at) is not None and (kind != "decimal" or fits_decimal(json_text(at)))
    if kind == "boolean" or kind == "string":
        return at.kind == kind
    return at.kind == "string" and _reads(at.written, kind)


def _reads(text: str, kind: str) -> bool:
    """A string is what its format says."""
    try:
        if kind == "base64":
            base64.b64decode(text, validate=True)
        elif kind == "date":
            return (
                _DATE.fullmatch(text) is not None and datetime.date.fromisoformat(text) is not None
            )
        elif kind == "date-time":
            found = _TIMESTAMP.fullmatch(text)
            return (
                found is not None
                and datetime.datetime.fromisoformat(f"{found[1]}T{found[2]}") is not None
            )
        else:
            return False
    except ValueError:
        return False
    return True


def _enum(at: Cursor, bare: ir.Enum) -> str | None:
    text = _value_text(at, bare)
    if text is None:
        if at.kind in ("object", "array", "boolean") and not bare.is_text:
            return _wrong_type(at, "one of the enum's values")
        text = at.written
        at.report(
            "RB015",
            f"the default `{text}` is none of the enum's values",
            near(text, bare.values) or f"there are {joined(list(bare.values[:8]), 'and')}",
        )
        return None
    return text


def _value_text(at: Cursor, bare: ir.Enum) -> str | None:
    """One of the values, or any that an open enum has space for."""
    text = getattr(at.node, "text", None)
    if bare.is_whole:
        number = whole(at)
        text = None if number is None or not INT64[0] <= number <= INT64[1] else str(number)
    elif bare.is_open and at.kind != "string":
        return None
    return text if text in bare.values or bare.is_open else None


def _scalar(schema: Shape, at: Cursor, kind: str) -> str | None:
    if kind == "base64-png" and at.kind == "string":
        at.report("RB034", f"a default of type {kind} is not used")
        return None
    if not _is_scalar(at, kind):
        return _wrong_type(at, _wanted(at, kind))
    number = value_of(at)
    if kind != "boolean" and _is_refused(schema, at, at.written if number is None else number):
        return None
    if number is not None:
        return str(whole(at)) if kind in INTEGERS else json_text(at)
    return at.written.lower() if kind == "boolean" else at.written


def _wanted(at: Cursor, kind: str) -> str:
    if kind in INTEGERS:
        return f"an integer of type {kind}"
    if kind in ("double", "decimal"):
        return "a number" if value_of(at) is None else "a decimal of at most 18 digits"
    return (
        "true or false" if kind == "boolean" else "a string" if at.kind != "string" else f"a {kind}"
    )


def _wrong_type(at: Cursor, expected: str) -> str | None:
    """Reports a default of another type, and gives None: it is not used."""
    at.report("RB015", f"the default must be {expected}, not {_shown(at)}")
    return None


def _shown(at: Cursor) -> str:
    return (
        f"`{at.written}`"
        if hasattr(at.node, "text")
        else {"array": "a list"}.get(at.kind, "an object")
    )


_WRITABLE: dict[type[ir.Values], Callable[[Context, Cursor, Any, int], bool]] = {
    ir.Scalar: _of_scalar,
    ir.Enum: _of_enum,
    ir.Array: _of_elements,
    ir.Map: _of_elements,
    ir.Model: _of_model,
    ir.OneOf: _of_alternatives,
    ir.Open: _of_open,
}
