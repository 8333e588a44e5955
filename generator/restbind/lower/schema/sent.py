# SPDX-License-Identifier: BSL-1.0
"""Which members a request need not have, although a schema requires them: those that only responses
have.
"""

from __future__ import annotations

from collections.abc import Iterator

from restbind.graph import all_from
from restbind.lower.schema.known import Known
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, identity_of
from restbind.spec.keywords import SAME_VALUE

_REQUIRED = Known(dict[int, frozenset[str]])  # by the identity of a schema


def read_only_members(shape: Shape) -> frozenset[str]:
    """Members that only responses have."""
    found: set[str] = set()
    for layer in shape.layers:
        for name, member in layer.table("properties"):
            parts = normalise(member).layers
            found |= {name} if any(part.is_true("readOnly") for part in parts) else set()
    return frozenset(found)


def required_members(*layers: Cursor) -> Iterator[str]:
    """Names of members that schemas ask for, be it under conditions."""
    for layer in layers:
        lists = [*layer.table("dependentRequired"), *layer.table("dependencies")]
        names = [*layer.each("required"), *(name for _, at in lists for name in at.elements())]
        yield from (name.written for name in names if name.kind == "string")


def required_below(at: Cursor) -> frozenset[str]:
    """Names of members that a schema asks for, itself or by what it says of the same value under
    conditions.
    """
    known = _REQUIRED.about(at)
    if at.identity not in known:
        same = all_from([at], _of_the_same_value, identity_of)
        known[at.identity] = frozenset(required_members(*same))
    return known[at.identity]


def _of_the_same_value(at: Cursor) -> list[Cursor]:
    found: list[Cursor] = []
    for name, value in at.items():
        if name == "$ref":
            target = value.resolve()
            found += [target] if target is not None else []
        elif name in ("dependentSchemas", "dependencies"):
            found += [schema for _, schema in value.items()]
        elif name in SAME_VALUE:
            found += value.elements() if value.kind == "array" else [value]
    return found
