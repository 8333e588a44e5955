# SPDX-License-Identifier: BSL-1.0
"""Lists, and tuples as lists of what may stand in them."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.bounds import bounds
from restbind.lower.schema.layers import is_false
from restbind.lower.schema.queries import is_object
from restbind.lower.schema.shape import Shape
from restbind.lower.types.parts import Lower, element_type, one_of, unfolded
from restbind.naming import pascal


def lower_array(lower: Lower, schema: Shape, hint: str) -> ir.Type:
    """The type of a list: an array of its element type, or open JSON where the elements may be
    anything.
    """
    if schema.prefix:
        return _tuple(lower, schema, hint)
    if not schema.items:
        return ir.Open("array")
    item, nullable = element_type(lower, schema.items, pascal(hint, "Item"))
    return ir.Open("array") if item == ir.ANY else ir.Array(item, nullable)


def _tuple(lower: Lower, schema: Shape, hint: str) -> ir.Type:
    """A list whose elements are of a type each by its place: a list of these types, and which
    stands where is checked as a schema. One that may go on with anything is open."""
    parts = list(schema.prefix[0].elements())
    rest = schema.first("items")
    most = min((limit.value for limit in bounds(schema, "maxItems")), default=None)
    is_closed = is_false(rest) or most is not None and most <= len(parts)
    if not parts or rest is None and not is_closed:
        return ir.Open("array")
    if rest is not None and not is_closed:
        parts.append(rest)
    distinct: list[ir.Type] = []
    objects: set[ir.Type] = set()
    holds_null = False
    for place, part in enumerate(parts, 1):
        type_, nullable = element_type(lower, (part,), pascal(hint, f"Item{place}"))
        distinct += unfolded(type_)
        holds_null |= nullable
        if is_object(part) and type_ != ir.OPEN_OBJECT:
            objects.add(type_)
    if ir.ANY in distinct:
        return ir.Open("array")
    if len(objects) > 1:  # what would lose a member as any of them
        distinct = [type_ for type_ in distinct if type_ != ir.OPEN_OBJECT]
        distinct.append(ir.OPEN_OBJECT)
    return ir.Array(one_of(distinct), holds_null)
