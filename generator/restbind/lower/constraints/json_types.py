# SPDX-License-Identifier: BSL-1.0
"""C++ types as JSON sees them: the JSON types of their values, and which layers of a schema a model
checks itself.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Context


def own_layers(context: Context, bare: ir.Values) -> frozenset[int]:
    """Layers that a model checks itself, wherever it stands."""
    found: set[int] = set()
    if isinstance(bare, ir.Model):
        for shape in context.found.shapes.get(bare.name, ()):
            found.update(layer.identity for layer in shape.layers)
    return frozenset(found)


def holds_only(context: Context, type_: ir.Values, names: list[str]) -> bool:
    """All values of a C++ type are of one of the JSON types."""
    bare = context.bare(type_)
    if bare.scalar == "file":
        return True
    fitting = [name for name in names if bare.is_whole or name != "integer"]
    return any(bare.json_types == ir.in_json([name]) for name in fitting)


def has_no_rules(context: Context, type_: ir.Values) -> bool:
    """Values of this type have no rules of their own."""
    return context.bare(type_).scalar in ("string", "int64", "double", "boolean")


def types_in_json(context: Context, bare: ir.Values) -> frozenset[str]:
    """The JSON types of the values of a type, which may be one of several."""
    return frozenset[str]().union(*(context.bare(type_).json_types for type_ in bare.one_of))
