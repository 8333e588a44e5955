# SPDX-License-Identifier: BSL-1.0
"""Null: whether a value may be null in C++, and where its schema, taken together, does not allow
what the type does: `type: [string, "null"]` beside an `enum` without null."""

from __future__ import annotations

from restbind.graph import all_from
from restbind.lower.schema.accepts import accepts
from restbind.lower.schema.layers import is_null_type, lifts_null
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import json_kinds
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, identity_of

_OTHERS = ("boolean", "object", "array", "number", "string")


def is_nullable(shape: Shape) -> bool:
    """The schemas that hold together allow null, or one of their alternatives does, at any
    depth.
    """

    def onward(at: Cursor) -> list[Cursor]:
        return _alternatives(normalise(at))

    return shape.null or any(
        is_null_type(member) or normalise(member).null
        for member in all_from(_alternatives(shape), onward, identity_of)
    )


def _alternatives(shape: Shape) -> list[Cursor]:
    return [member for choices in shape.lists for member in choices.elements()]


def without_null(shape: Shape) -> tuple[str, ...]:
    """The JSON types that a schema allows, where it does not allow null; () where it does.

    What is `nullable` as a whole may be null, as many documents mean it, whatever stands beside it.
    """
    if any(map(lifts_null, shape.layers)) or all(map(accepts, shape.parts)):
        return ()
    return json_kinds(shape.at) or _OTHERS
