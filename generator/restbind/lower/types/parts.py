# SPDX-License-Identifier: BSL-1.0
"""What a type asks of the types that it holds, and several types as one.

A list, an object or a choice is made of types that are made of types again. So the functions that
make them get `lower`, which makes the type of what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from restbind import ir
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import is_nullable
from restbind.source.refs import Cursor

# The type of a value for which all of the schemas hold, null aside. The text is the name for an
# inline object or enum.
Lower = Callable[[tuple[Cursor, ...], str], ir.Type]
_SHAPING = (
    "$ref type properties items allOf oneOf anyOf enum const"
).split()  # keywords of a schema that says what a value is


def member_type(lower: Lower, parts: tuple[Cursor, ...], hint: str) -> ir.Type:
    """The type of a member or element for which several schemas hold; often only one of them shapes
    it.
    """
    shaping = tuple(filter(_shapes, parts))
    return lower(shaping if len(shaping) == 1 else parts, hint)


def _shapes(part: Cursor) -> bool:
    return part.kind != "object" or any(map(part.has, _SHAPING))


def element_type(lower: Lower, parts: tuple[Cursor, ...], hint: str) -> tuple[ir.Type, bool]:
    """The type of a whole body, or of an element of a list or map, and whether it may be null."""
    type_ = member_type(lower, parts, hint)
    return type_, type_ != ir.ANY and is_nullable(normalise(*parts))


def unfolded(type_: ir.Type) -> tuple[ir.Type, ...]:
    """The alternatives that no member tells apart, or the type alone."""
    if isinstance(type_, ir.OneOf) and not type_.discriminator:
        return type_.alternatives
    return (type_,)


def one_of(types: Iterable[ir.Type]) -> ir.Type:
    """A value of one of these types."""
    distinct = tuple(dict.fromkeys(types))
    return distinct[0] if len(distinct) == 1 else ir.OneOf(distinct)
