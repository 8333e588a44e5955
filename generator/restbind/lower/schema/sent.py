# SPDX-License-Identifier: BSL-1.0
"""Which members a request need not have, although a schema requires them: those that only responses
have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from restbind.graph import all_from
from restbind.lower.schema.known import Known
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.keywords import SAME_VALUE

_DEPENDENT = ("dependentRequired", "dependencies")
_REQUIRED = Known(dict[Cursor, frozenset[str]])


def read_only_members(shape: Shape) -> frozenset[str]:
    """Members that only responses have."""
    found: set[str] = set()
    for name, member in shape.table("properties"):
        if normalise(member).flag("readOnly") is not None:
            found.add(name)
    return frozenset(found)


def required_members(*layers: Cursor) -> Iterator[str]:
    """Names of members that schemas ask for, be it under conditions."""
    for layer in layers:
        lists = [at for key in _DEPENDENT for _, at in layer.table(key)]
        if layer.has("required"):
            lists.append(layer["required"])
        for names in lists:
            yield from names.strings


def requires_unsent(choices: Cursor, around: frozenset[str], needed: Collection[str] = ()) -> bool:
    """An alternative requires a member that only responses have: a request may lack it, and is that
    alternative all the same. around, needed: members that only responses have, and those that are
    required, by what stands around.
    """
    for shape in map(normalise, choices.elements()):
        unsent = around | read_only_members(shape)
        if not unsent.isdisjoint((*needed, *required_members(*shape.layers))):
            return True
    return False


def required_below(at: Cursor) -> frozenset[str]:
    """Names of members that a schema asks for, itself or by what it says of the same value under
    conditions.
    """
    known = _REQUIRED.about(at)
    if at not in known:
        known[at] = frozenset(required_members(*all_from([at], _of_the_same_value)))
    return known[at]


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
