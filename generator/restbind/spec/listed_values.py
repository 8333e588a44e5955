# SPDX-License-Identifier: BSL-1.0
"""Values of `enum` and `const` that are not of the type beside them: `5` of a string, `"5"` of an
integer.

Mostly quotes are missing, or too many. Once that is reported, the document is read as if its quotes
were right.
"""

from __future__ import annotations

from collections.abc import Collection

from restbind.diagnostics import joined
from restbind.source.documents import Documents
from restbind.source.nodes import Scalar
from restbind.source.refs import Cursor
from restbind.spec.numbers import number_of, whole
from restbind.spec.value_shapes import SCALARS


def stated_types(at: Cursor) -> list[str]:
    """The types that a schema names itself, null aside."""
    types = [element.written for element in at.texts("type")] or [at.text("type")]
    return [name for name in types if name not in ("", "null")]


def is_of(value: Cursor, types: Collection[str]) -> bool:
    """The value is of one of these types, or null, which is another matter."""
    if value.kind in ("integer", "number"):
        return "number" in types or "integer" in types and whole(value) is not None
    return value.kind == "null" or value.kind in types


def kind_meant(value: Cursor, types: Collection[str]) -> str:
    """The JSON type of a value that is of none of these types, but would be with other quotes; ''
    for all other values.
    """
    if value.kind not in SCALARS or is_of(value, types):
        return ""
    if value.kind != "string":
        return "string" if "string" in types else ""
    text = value.written
    if text.lower() in ("true", "false"):
        return "boolean" if "boolean" in types else ""
    number = number_of(text)
    if (
        number is None
        or "number" not in types
        and ("integer" not in types or number != number.to_integral_value())
    ):
        return ""
    return "integer" if text.lstrip("-").isdigit() else "number"


def taken_as(value: Cursor, types: Collection[str]) -> tuple[str, str] | None:
    """What is said of a value that is taken as it is meant, and a hint; None for all other
    values.
    """
    kind = kind_meant(value, types)
    if kind == "string":
        return f"`{value.written}` is not a string; its text is taken", "put it in quotes"
    what = "a boolean" if kind == "boolean" else "a number"
    return (
        (f"`{value.written}` is a string; it is taken for {what}", "leave the quotes out")
        if kind
        else None
    )


def not_of(value: Cursor, types: Collection[str]) -> str:
    """What is said of a value that is of none of these types."""
    shown = f"`{value.written}`" if value.kind in SCALARS else f"the {value.kind}"
    return f"{shown} is not of the type {_named(types)}; no value is it"


def nothing_fits(types: Collection[str]) -> str:
    """What is said of a list that holds no value of these types."""
    return f"no value that is listed is of the type {_named(types)}; no value fits"


def _named(types: Collection[str]) -> str:
    return joined([f"`{name}`" for name in types], "or")


def take_as_meant(documents: Documents) -> None:
    """Gives the listed values of each schema the type that they are meant to have."""
    for key in ("enum", "const"):
        for at in documents.holding(key):
            types = stated_types(at)
            for value in (at.each(key) if key == "enum" else (at[key],)) if types else ():
                if isinstance(value.node, Scalar):
                    value.node.kind = kind_meant(value, types) or value.kind
