# SPDX-License-Identifier: BSL-1.0
"""What a rule sees of the types of the IR, and what it may compare."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Union

from restbind import ir
from restbind.cel.errors import RuleError
from restbind.cel.nodes import (
    BOOL,
    DATE,
    DECIMAL,
    DOUBLE,
    INSTANT,
    INT,
    NULL,
    OPAQUE,
    STRING,
    UINT,
    CelType,
    EnumOf,
    ListOf,
    Literal,
    MapOf,
    ModelOf,
    Node,
)
from restbind.spec.numbers import INTEGERS

Lookup = Mapping[str, Union[ir.Model, ir.Enum, ir.Alias]]

_SCALARS = {
    "boolean": BOOL,
    **dict.fromkeys(INTEGERS, INT),
    "uint64": UINT,
    "double": DOUBLE,
    "decimal": DECIMAL,
    "string": STRING,
    "date": DATE,
    "date-time": INSTANT,
}


def type_of(type_: ir.Values, lookup: Lookup) -> CelType:
    """What a rule sees of an IR type, or of what a name stands for."""
    see = _SEEN.get(type(type_))
    return see(type_, lookup) if see is not None else OPAQUE


def _element(collection: ir.Collection, lookup: Lookup) -> CelType:
    return OPAQUE if collection.nullable else type_of(collection.element, lookup)


_SEEN: dict[type[ir.Values], Callable[[Any, Lookup], CelType]] = {
    ir.Scalar: lambda scalar, _: _SCALARS.get(scalar.kind, OPAQUE),
    ir.Array: lambda array, lookup: ListOf(_element(array, lookup)),
    ir.Map: lambda map_, lookup: MapOf(_element(map_, lookup)),
    ir.Ref: lambda ref, lookup: type_of(lookup[ref.name], lookup) if ref.name in lookup else OPAQUE,
    ir.Model: lambda model, _: ModelOf(model.name),
    ir.Enum: lambda enum, _: EnumOf(enum.name, "string" if enum.is_text else "int"),
    ir.Alias: lambda alias, lookup: type_of(alias.type, lookup),
}


def named(type_: CelType) -> str:
    """A type with its article, for messages: `a string`, `an int`."""
    if type_ == OPAQUE:
        return "open JSON, binary or alternatives"
    return f"{'an' if str(type_)[0] in 'aeioAEIO' else 'a'} {type_}"


def comparable(left: CelType, right: CelType) -> bool:
    """Values of these two types can be compared with each other; open JSON and null never can."""
    return left not in (OPAQUE, NULL) and (
        left == right or left.compared_as == right or left == right.compared_as
    )


def adapted(node: Node, wanted: CelType) -> Node:
    """A numeric literal beside a double or decimal takes that type; everything else stays."""
    if not isinstance(node, Literal) or node.kind not in ("int", "double"):
        return node
    if wanted == DOUBLE and node.kind == "int":
        return Literal("double", node.text, DOUBLE, node.offset)
    if wanted == DECIMAL:
        if (
            not re.fullmatch(r"-?[0-9]{0,18}(\.[0-9]{1,18})?", node.text)
            or sum(map(str.isdigit, node.text)) > 18
        ):
            raise RuleError(
                "RB062",
                node.offset,
                f"`{node.text}` cannot be an exact decimal",
                "write at most 18 digits and no exponent",
            )
        return Literal("decimal", node.text, DECIMAL, node.offset)
    return node
