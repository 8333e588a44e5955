# SPDX-License-Identifier: BSL-1.0
"""Lists, and tuples as lists of what may stand in them."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.queries import json_kinds
from restbind.lower.schema.shape import Shape
from restbind.lower.types.objects import member_type
from restbind.lower.types.variants import unfolded
from restbind.spec.numbers import whole


def lower_array(context: Context, schema: Shape, hint: str) -> ir.Type:
    """The type of a list: an array of its element type, or open JSON where the elements may be
    anything.
    """
    items = schema.first("items")
    if schema.has("prefixItems"):
        return _tuple(context, schema, hint)
    if items is None:
        return ir.Open("array")
    parts = tuple(schema.all("items"))
    if len(parts) > 1:  # of `allOf`: all of them hold for each element
        item = member_type(context, parts, pascal(hint, "Item"))
        nullable = item != ir.ANY and is_nullable(context, *parts)
    else:
        item, nullable = context.types.element_type(context, items, pascal(hint, "Item"))
    return ir.Open("array") if item == ir.ANY else ir.Array(item, nullable)


def _tuple(context: Context, schema: Shape, hint: str) -> ir.Type:
    """A list whose elements are of a type each by its place: a list of these types, and which
    stands where is checked as a schema. One that may go on with anything is open."""
    first, rest = list(schema["prefixItems"].elements()), schema.first("items")
    most = min(
        (number for at in schema.all("maxItems") if (number := whole(at)) is not None),
        default=len(first) + 1,
    )
    is_closed = (
        most <= len(first)
        or rest is not None
        and rest.kind == "boolean"
        and rest.written.lower() == "false"
    )
    parts = first if is_closed or rest is None else [*first, rest]
    if not first or len(parts) == len(first) and not is_closed:
        return ir.Open("array")
    found = [
        context.types.element_type(context, part, pascal(hint, f"Item{place + 1}"))
        for place, part in enumerate(parts)
    ]
    if any(type_ == ir.ANY for type_, _ in found):
        return ir.Open("array")
    distinct = tuple(dict.fromkeys(one for type_, _ in found for one in unfolded(type_)))
    if (
        len(
            {
                type_
                for (type_, _), part in zip(found, parts)
                if json_kinds(context, part) == ("object",)
            }
            - {ir.Open("object")}
        )
        > 1
    ):
        distinct = (
            *(one for one in distinct if one != ir.Open("object")),
            ir.Open("object"),
        )  # what would lose a member as any of them
    return ir.Array(
        distinct[0] if len(distinct) == 1 else ir.OneOf(distinct),
        any(nullable for _, nullable in found),
    )
