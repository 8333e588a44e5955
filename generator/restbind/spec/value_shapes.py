# SPDX-License-Identifier: BSL-1.0
"""Values against the shapes that the table of keywords gives them, and both in words."""

from __future__ import annotations

from restbind.source.refs import Cursor
from restbind.spec.numbers import whole

_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
    "text": "text",
    "any": "anything",
}
SCALARS = ("string", "integer", "number", "boolean")  # JSON types that are written as a text


def alternatives(shape: str) -> list[str]:
    """The shapes of which one is asked for."""
    return [shape] if shape.startswith("{") else shape.split("|")


def matches(shape: str, value: Cursor) -> bool:
    """The value has one of the shapes; what an object or a list holds is not looked at."""
    return any(_matches(alternative, value) for alternative in alternatives(shape))


def _matches(shape: str, value: Cursor) -> bool:
    kind = value.kind
    if shape == "any":
        return True
    if shape == "text":
        return kind in SCALARS
    if shape.startswith("["):
        return kind == "array"
    if shape == "schema":
        return kind in ("object", "boolean")
    if shape == "number":
        return kind in ("integer", "number")
    if shape == "integer":
        return whole(value) is not None
    return kind == (shape if shape in ("string", "boolean") else "object")


def found_as(value: Cursor) -> str:
    """What a value is in a message: the number or boolean as written, else its JSON type, such as
    `a list`.
    """
    return (
        f"`{value.written}`"
        if value.kind in ("integer", "number", "boolean")
        else _NAMES[value.kind]
    )


def describe(shape: str) -> str:
    """What a keyword should be in a message: `a string`, `a list`, `an object (schema)`."""
    if shape in _NAMES:
        return _NAMES[shape]
    if shape.startswith("["):
        return "a list"
    if shape.startswith("{"):
        return "an object"
    return f"an object ({shape})"
