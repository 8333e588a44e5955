# SPDX-License-Identifier: BSL-1.0
"""All that holds for a value at once: a schema, what its `$ref` names, and the parts of its
`allOf`.

Keys beside `$ref` count, in 3.0 documents too. A `Schema` is that conjunction, flattened into
layers; the first layer is the schema as it stands in the document, so that its texts win over those
of what it refers to.
"""

from __future__ import annotations

from restbind.lower.schema.context import Context, Known
from restbind.lower.schema.layers import CHOICES, parts_of, shapes_others, sole_alternative
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.keywords import SHAPING

_SHAPES = Known(dict[tuple[int, str], Shape])  # by identity and pointer


def normalise(context: Context, *parts: Cursor) -> Shape:
    """`parts` hold together; usually there is one, which is asked for many times."""
    key = (parts[0].identity, parts[0].pointer)
    if len(parts) > 1:
        return _normalise(context, parts)
    known = _SHAPES.about(context.document)
    if key not in known:
        known[key] = _normalise(context, parts)
    return known[key]


def count_normalised(context: Context) -> int:
    """How many schemas of the document were asked for."""
    return len(_SHAPES.about(context.document))


def _normalise(context: Context, parts: tuple[Cursor, ...]) -> Shape:
    layers: list[Cursor] = []
    seen: set[int] = set()
    for part in parts:
        _collect(context, part, layers, seen, set())
    return Shape(parts[0], tuple(layers), parts)


def _collect(
    context: Context, at: Cursor, layers: list[Cursor], seen: set[int], chain: set[int]
) -> None:
    if at.identity in chain:
        context.report("RB021", at, "the schema is circular through `$ref` or `allOf`")
        return
    if at.identity in seen:
        return
    seen.add(at.identity)
    layers.append(at)
    chain.add(at.identity)
    if at.has("$ref"):
        target = context.document.resolve(at["$ref"])
        if target is not None:
            _collect(context, target, layers, seen, chain)
    sole = sole_alternative(at)
    for part in [*parts_of(at), *([sole] if sole is not None else [])]:
        _collect(context, part, layers, seen, chain)
    chain.remove(at.identity)


def next_step(context: Context, at: Cursor) -> Cursor | None:
    """Where a schema that only refers leads: its `$ref`, the single element of its `allOf`, or its
    sole alternative. None if it shapes the value itself."""
    sole = sole_alternative(at)
    if any(at.has(key) for key in SHAPING if sole is None or key not in CHOICES) or shapes_others(
        at
    ):
        return None
    steps = parts_of(at) + ([sole] if sole is not None else [])
    if at.has("$ref"):
        return None if steps else context.document.resolve(at["$ref"])
    return steps[0] if len(steps) == 1 else None
