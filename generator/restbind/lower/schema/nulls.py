# SPDX-License-Identifier: BSL-1.0
"""Null: whether a value may be null in C++, and where its schema does not allow what the type does.

The rule of the type: some layer of the schema, or of one of its alternatives, says of null that it
is allowed, by `nullable`, a type or an `enum`, and no other layer that gives a type or an `enum`
leaves it out. `nullable: true` is about the whole value where it has no type beside it, or stands
beside what the value is made of: it lifts what the other layers say.
The rule of the check is that of JSON Schema, as `accepts` knows it, but for what is lifted: `type:
[string, "null"]` beside an `enum` without null is a type with null, and a value that is not null.
"""

from __future__ import annotations

from collections.abc import Iterator

from restbind.graph import all_from
from restbind.lower.schema.accepts import accepts
from restbind.lower.schema.layers import CHOICES, is_null_type, types_named
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import json_kinds
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor

_OTHERS = ("boolean", "object", "array", "number", "string")


def is_nullable(shape: Shape) -> bool:
    """The type of a value, or of one of its alternatives at any depth, has null."""

    def onward(at: Cursor) -> Iterator[Cursor]:
        return normalise(at).elements(*CHOICES)

    return _says_null(shape) or any(
        is_null_type(member) or _says_null(normalise(member))
        for member in all_from(shape.elements(*CHOICES), onward)
    )


def without_null(shape: Shape) -> tuple[str, ...]:
    """The JSON types that a schema allows, where it does not allow null; () where it does."""
    if any(map(_lifts, shape.layers)) or all(map(accepts, shape.parts)):
        return ()
    return json_kinds(shape.at) or _OTHERS


def _says_null(shape: Shape) -> bool:
    verdicts = {_verdict(layer) for layer in shape.layers} - {None}
    return any(map(_lifts, shape.layers)) or verdicts == {True}


def _lifts(layer: Cursor) -> bool:
    is_made = any(map(layer.has, ("allOf", *CHOICES)))
    return layer.is_true("nullable") and (is_made or not layer.has("type"))


def _verdict(layer: Cursor) -> bool | None:
    """What a layer says of null; None where it says nothing."""
    if layer.is_true("nullable"):
        return True
    if layer.has("type"):
        return "null" in types_named(layer["type"])
    values = list(layer.each("enum"))
    return any(value.kind == "null" for value in values) if values else None
