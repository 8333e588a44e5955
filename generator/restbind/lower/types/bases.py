# SPDX-License-Identifier: BSL-1.0
"""The types of bases: of components that others extend, and that a discriminator tells apart."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base
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
    wholes: dict[Cursor, tuple[str, Cursor]] = {}
    for whole in reversed(base.alternatives):
        if _is_told_further(context, base, whole.at):
            for kind in bases[whole.at].alternatives:
                if kind.at != whole.at:
                    wholes[kind.at] = whole.name, whole.at
    found: list[ir.Type] = []
    mapping: dict[str, int] = {}
    rest = -1
    for kind in sorted(base.alternatives, key=lambda kind: kind.at in wholes):
        name, at = wholes.get(kind.at, (kind.name, kind.at))
        if at in bases and not _is_told_further(context, base, at):
            type_ = _itself(context, lower, bases[at])
        else:
            type_ = reference(context, at, name)
        found += [type_] if type_ not in found else []
        for value in kind.values:
            mapping.setdefault(value, found.index(type_))
        if base.otherwise is not None and kind.at == base.otherwise:
            rest = found.index(type_)
    types = (*found, ir.OPEN_OBJECT)
    return ir.OneOf(types, base.told_by, tuple(mapping.items()), rest)


def _is_told_further(context: Context, base: Base, at: Cursor) -> bool:
    """A kind that is a base itself, whose kinds another member tells apart: these are alternatives
    of that one.
    """
    own = context.found.kinds.base(at)
    return own is not None and own.told_by != base.told_by


def _itself(context: Context, lower: Lower, base: Base) -> ir.Type:
    """The model of a base without what its kinds add."""
    known, identity = context.making.itself, base.at
    if identity not in known:
        name = context.claim(f"{base.name}Base", base.at)
        known[identity] = lower_object(context, lower, normalise(base.at), name, name)
    return known[identity]


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
    forbidding = ("additionalProperties", "unevaluatedProperties")
    is_closed = any(is_false(layer.get(key)) for layer in own for key in forbidding)
    if is_closed or _fits_no_kind(schema, base):
        return None
    schema.at.report(
        "RB030",
        f"what is said beside `{base.name}` has no place in each of its kinds; the value"
        " becomes open JSON",
        f"a component with `{base.name}` in its `allOf` becomes one of its kinds",
    )
    return ir.OPEN_OBJECT


def _bases_among(context: Context, schema: Shape) -> list[Base]:
    """The bases that a schema is made of; none of which it is made of a kind, too."""
    found: dict[Cursor, Base] = {}
    for layer in schema.layers:
        base = context.found.kinds.base(layer)
        if base is None:
            continue
        kinds = {kind.at for kind in base.alternatives}
        if not schema.is_among(kinds - {layer}):
            found[layer] = base
    return list(found.values())


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
    properties = dict(layer.table("properties"))
    required = [at.written for at in layer.texts("required")]
    return (
        not any(map(layer.has, ADDING))
        and names.issuperset([*properties, *required])
        and not any(at.has(key) for at in properties.values() for key in _SHAPING)
    )
