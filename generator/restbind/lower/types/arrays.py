# SPDX-License-Identifier: BSL-1.0
"""Lists, and tuples as lists of what may stand in them."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.layers import is_false
from restbind.lower.schema.queries import is_object
from restbind.lower.schema.shape import Shape
from restbind.lower.types.parts import Lower, element_type, one_of, unfolded
from restbind.naming import pascal
from restbind.spec.numbers import whole

_OPEN = ir.Open("object")


def lower_array(lower: Lower, schema: Shape, hint: str) -> ir.Type:
    """The type of a list: an array of its element type, or open JSON where the elements may be
    anything.
    """
    if schema.prefix:
        return _tuple(lower, schema, hint)
    parts = schema.items
    item, nullable = element_type(lower, parts, pascal(hint, "Item")) if parts else (ir.ANY, False)
    return ir.Open("array") if item == ir.ANY else ir.Array(item, nullable)


def _tuple(lower: Lower, schema: Shape, hint: str) -> ir.Type:
    """A list whose elements are of a type each by its place: a list of these types, and which
    stands where is checked as a schema. One that may go on with anything is open."""
    parts, rest = list(schema.prefix[0].elements()), schema.first("items")
    counts = [number for at in schema.all("maxItems") if (number := whole(at)) is not None]
    is_closed = is_false(rest) or any(number <= len(parts) for number in counts)
    if not parts or rest is None and not is_closed:
        return ir.Open("array")
    parts += [rest] if rest is not None and not is_closed else []
    types: list[ir.Type] = []
    objects: set[ir.Type] = set()
    holds_null = False
    for place, part in enumerate(parts, 1):
        type_, nullable = element_type(lower, (part,), pascal(hint, f"Item{place}"))
        types.append(type_)
        objects |= {type_} if is_object(part) else set()
        holds_null |= nullable
    if ir.ANY in types:
        return ir.Open("array")
    distinct = [inner for type_ in types for inner in unfolded(type_)]
    if len(objects - {_OPEN}) > 1:  # what would lose a member as any of them
        distinct = [*(type_ for type_ in distinct if type_ != _OPEN), _OPEN]
    return ir.Array(one_of(distinct), holds_null)
