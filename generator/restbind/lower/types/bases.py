# SPDX-License-Identifier: BSL-1.0
"""The types of bases: of components that others extend, and that a discriminator tells apart."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base, Kind
from restbind.lower.schema.kinds import ADDING
from restbind.lower.schema.layers import is_false
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import listed_values
from restbind.lower.schema.shape import Shape
from restbind.lower.types.objects import lower_object
from restbind.lower.types.parts import Lower
from restbind.lower.types.references import reference
from restbind.source.refs import Cursor
from restbind.spec.keywords import SHAPING

_SHAPING = SHAPING - {"enum", "const", "format"} | {"$ref", "allOf"}


def lower_base(context: Context, lower: Lower, base: Base) -> ir.Type:
    """A value of a base is one of its kinds, or an object of a kind that is not known.
    What a kind is told further by stands within that."""
    bases = context.found.kinds.bases
    wholes: dict[Cursor, Kind] = {}
    for whole in reversed(base.alternatives):
        if _is_told_further(context, base, whole.at):
            wholes.update((at, whole) for _, at in bases[whole.at].parts)
    places: dict[ir.Type, int] = {}
    mapping: dict[str, int] = {}
    rest = -1
    for kind in sorted(base.alternatives, key=lambda kind: kind.at in wholes):
        whole = wholes.get(kind.at, kind)
        if whole.at in bases and not _is_told_further(context, base, whole.at):
            type_ = _itself(context, lower, bases[whole.at])
        else:
            type_ = reference(context, whole.at, whole.name)
        place = places.setdefault(type_, len(places))
        for value in kind.values:
            mapping.setdefault(value, place)
        if kind.at == base.otherwise:
            rest = place
    types = (*places, ir.OPEN_OBJECT)
    return ir.OneOf(types, base.told_by, tuple(mapping.items()), rest)


def _is_told_further(context: Context, base: Base, at: Cursor) -> bool:
    """A kind that is a base itself, whose kinds another member tells apart: these are alternatives
    of that one.
    """
    own = context.found.kinds.base(at)
    return own is not None and own.told_by != base.told_by


def _itself(context: Context, lower: Lower, base: Base) -> ir.Type:
    """The model of a base without what its kinds add."""
    known = context.making.itself
    if base.at not in known:
        name = context.claim(f"{base.name}Base", base.at)
        known[base.at] = lower_object(context, lower, normalise(base.at), name, name)
    return known[base.at]


def lower_narrowed(context: Context, schema: Shape) -> ir.Type | None:
    """What a base is, where a schema without a name says more of it: its kinds, if that adds no
    member, else open JSON. None for all others, and where it adds members and no kind fits."""
    bases = _bases_among(context, schema)
    if not bases or context.found.kinds.telling(schema.at):
        return None
    base = bases[0]
    inner = normalise(base.at)
    own = [layer for layer in schema.layers if layer not in inner.identities]
    names = set(inner.members)
    if len(bases) == 1 and all(_narrows(layer, names) for layer in own):
        return reference(context, base.at, base.name)
    if any(map(_forbids_others, own)) or _fits_no_kind(schema, base):
        return None
    schema.at.report(
        "RB030",
        f"what is said beside `{base.name}` has no place in each of its kinds; the value"
        " becomes open JSON",
        f"a component with `{base.name}` in its `allOf` becomes one of its kinds",
    )
    return ir.OPEN_OBJECT


def _forbids_others(layer: Cursor) -> bool:
    others = layer.get("additionalProperties"), layer.get("unevaluatedProperties")
    return any(map(is_false, others))


def _bases_among(context: Context, schema: Shape) -> list[Base]:
    """The bases that a schema is made of; none of which it is made of a kind, too."""
    found: list[Base] = []
    for layer in schema.layers:
        base = context.found.kinds.base(layer)
        if base is not None and not schema.is_among([at for _, at in base.parts]):
            found.append(base)
    return found


def _fits_no_kind(schema: Shape, base: Base) -> bool:
    """The schema lists values of the member that tells the kinds, and no kind is known by one of
    them.
    """
    values = set(listed_values(schema.at, base.told_by))
    return bool(values) and all(values.isdisjoint(kind.values) for kind in base.alternatives)


def _narrows(layer: Cursor, names: set[str]) -> bool:
    """It bounds a value that has members of these names, and no member is another one, or more than
    it was.
    """
    if any(map(layer.has, ADDING)):
        return False
    if not names.issuperset(at.written for at in layer.texts("required")):
        return False
    for name, at in layer.table("properties"):
        if name not in names or any(map(at.has, _SHAPING)):
            return False
    return True
