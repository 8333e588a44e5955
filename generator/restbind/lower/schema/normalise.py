# SPDX-License-Identifier: BSL-1.0
"""All that holds for a value at once: a schema, what its `$ref` names, and the parts of its
`allOf`.

Keys beside `$ref` count, in 3.0 documents too. A `Schema` is that conjunction, flattened into
layers; the first layer is the schema as it stands in the document, so that its texts win over those
of what it refers to.
"""

from __future__ import annotations

from restbind.lower.schema.known import Known
from restbind.lower.schema.layers import (
    CHOICES,
    is_empty_enum,
    parts_of,
    shapes_others,
    sole_alternative,
)
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.keywords import ASSERTIONS, SHAPING

_SHAPES = Known(dict[tuple[int, str], Shape])  # by identity and pointer


def normalise(*parts: Cursor) -> Shape:
    """`parts` hold together; usually there is one, which is asked for many times."""
    key = (parts[0].identity, parts[0].pointer)
    if len(parts) > 1:
        return _normalise(parts)
    known = _SHAPES.about(parts[0])
    if key not in known:
        known[key] = _normalise(parts)
    return known[key]


def count_normalised(at: Cursor) -> int:
    """How many schemas of the run that `at` is of were asked for."""
    return len(_SHAPES.about(at))


def _normalise(parts: tuple[Cursor, ...]) -> Shape:
    layers: list[Cursor] = []
    seen: set[Cursor] = set()
    for part in parts:
        _collect(part, layers, seen, set())
    stated: dict[str, tuple[Cursor, ...]] = {}
    asserted: list[Cursor] = []
    for layer in layers:
        for name, at in layer.items():
            if name in ASSERTIONS:
                asserted.append(at)
            if not is_empty_enum(at):
                stated[name] = (*stated.get(name, ()), at)
    return Shape(parts[0], tuple(layers), parts, stated, tuple(asserted), _members(layers))


def _members(layers: list[Cursor]) -> dict[str, tuple[Cursor, ...]]:
    found: dict[str, tuple[Cursor, ...]] = {}
    for layer in [*layers[1:], layers[0]]:
        for name, at in layer.table("properties"):
            found[name] = (*found.get(name, ()), at)
    return found


def _collect(at: Cursor, layers: list[Cursor], seen: set[Cursor], chain: set[Cursor]) -> None:
    if at in chain:
        what = "the schema is circular through `$ref` or `allOf`"
        at.report("RB021", what)
        return
    if at in seen:
        return
    seen.add(at)
    layers.append(at)
    chain.add(at)
    for part in (at.target, *parts_of(at), sole_alternative(at)):
        if part is not None:
            _collect(part, layers, seen, chain)
    chain.remove(at)


def next_step(at: Cursor) -> Cursor | None:
    """Where a schema that only refers leads: its `$ref`, the single element of its `allOf`, or its
    sole alternative. None if it shapes the value itself."""
    sole = sole_alternative(at)
    if any(at.has(key) for key in SHAPING if sole is None or key not in CHOICES) or shapes_others(
        at
    ):
        return None
    steps = parts_of(at) + ([sole] if sole is not None else [])
    if at.has("$ref"):
        return None if steps else at.target
    return steps[0] if len(steps) == 1 else None
