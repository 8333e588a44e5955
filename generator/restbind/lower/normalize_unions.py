"""Alternatives as C++ can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are lowered. Then alternatives that are alternatives themselves are put in
their place, and those that C++ spells alike become one: the wider one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Union

from restbind import ir
from restbind.lower.context import TooLarge

Named = Union[ir.Model, ir.Enum, ir.Alias]
_ANY = ir.Open("any")
_FAMILIES = (("int32", "int64", "uint64"), ("float", "double", "decimal"), ("base64", "base64-png"))
_WIDEST = ("int64", "double", "base64")
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more


def settled(named: Mapping[str, Named], type_: ir.Type, within: tuple[str, ...] = ()) -> ir.Type:
    """within: the aliases whose type this is; a reference to one of them among the alternatives adds nothing."""
    if isinstance(type_, ir.Array):
        item = settled(named, type_.item)
        return type_ if item is type_.item else replace(type_, item=item)
    if isinstance(type_, (ir.Map, ir.Nullable)):
        value = settled(named, type_.value)
        return type_ if value is type_.value else replace(type_, value=value)
    if not isinstance(type_, ir.OneOf):
        return type_
    found: list[ir.Type] = []
    mapping: list[tuple[str, ir.Type]] = []
    discriminator = _unfold(named, type_, frozenset(within), found, mapping, set())
    found = _ordered(named, _merged(named, list(dict.fromkeys(found))))
    if not found or any(bare(named, one) == _ANY for one in found):
        return _ANY
    if len(found) == 1:
        return found[0]
    places = {value: found.index(one) for value, one in reversed(mapping) if one in found}
    values = tuple((value, places[value]) for value in dict.fromkeys(value for value, _ in mapping) if value in places)
    result = ir.OneOf(tuple(found), discriminator if values else "", values)
    return type_ if result == type_ else result


def settle_all(named: dict[str, Named]) -> None:
    """The aliases; members are settled where they are kept."""
    for name, one in list(named.items()):
        if isinstance(one, ir.Alias):
            type_ = settled(named, one.type, (name,))
            if type_ is not one.type and type_ != ir.Ref(name):
                named[name] = replace(one, type=type_)


def settle_api(api: ir.Api) -> ir.Api:
    """Everything that holds a type, wherever it stands."""
    named = {one.name: one for one in (*api.models, *api.enums, *api.aliases)}
    return _walk(named, api)


def _walk(named: Mapping[str, Named], value: object) -> object:
    if isinstance(value, (ir.Array, ir.Map, ir.Nullable, ir.OneOf)):
        return settled(named, value)
    if isinstance(value, ir.Alias):
        type_ = settled(named, value.type, (value.name,))
        return value if type_ is value.type else replace(value, type=type_)
    if isinstance(value, tuple):
        items = [_walk(named, one) for one in value]
        return tuple(items) if any(new is not old for new, old in zip(items, value)) else value
    if not is_dataclass(value) or not type(value).__module__.startswith(ir.__name__) or isinstance(value, (ir.Doc, ir.Constraint, ir.Rule)):
        return value
    changed = {one.name: new for one in fields(value)
               if (new := _walk(named, old := getattr(value, one.name))) is not old}
    return replace(value, **changed) if changed else value


def bare(named: Mapping[str, Named], type_: ir.Type) -> object:
    """A type with references and aliases taken away; a circular reference is open."""
    seen: set[str] = set()
    while isinstance(type_, ir.Ref):
        found = named.get(type_.name)
        if found is None or type_.name in seen:
            return type_ if found is None else _ANY
        if not isinstance(found, ir.Alias) or found.wrapped:
            return found
        seen.add(type_.name)
        type_ = found.type
    return type_


def _unfold(named: Mapping[str, Named], type_: ir.OneOf, within: frozenset[str], found: list[ir.Type],
            mapping: list[tuple[str, ir.Type]], done: set[ir.Type]) -> str:
    """Adds all alternatives, those within alternatives among them. Alternatives that another member tells apart stay together.
    done: aliases whose alternatives were added.

    @returns the member that tells objects apart."""
    discriminator = type_.discriminator
    values = dict[int, list[str]]()
    for value, place in type_.mapping:
        values.setdefault(place, []).append(value)
    for place, one in enumerate(type_.alternatives):
        names, inner = within, one
        while isinstance(inner, ir.Ref) and inner.name not in names and _is_alias(named, inner):
            names |= {inner.name}
            inner = named[inner.name].type
        if isinstance(inner, ir.Ref) and inner.name in names:
            continue
        if isinstance(inner, ir.OneOf) and place not in values and inner.discriminator in ("", discriminator):
            if one not in done:
                _unfold(named, inner, names, found, mapping, done)
            done |= {one} if isinstance(one, ir.Ref) else set()
            continue
        one = settled(named, one) if not isinstance(one, ir.OneOf) else settled(named, one, tuple(names))
        found.append(one)
        mapping += [(value, one) for value in values.get(place, ())]
    return discriminator


def _merged(named: Mapping[str, Named], found: list[ir.Type]) -> list[ir.Type]:
    """Each C++ type once."""
    bases = {one: bare(named, one) for one in found}
    texts = [one for one in found if _is_text(bases[one])]
    if len(texts) > 1:
        plain = ir.Scalar("string")
        found = [one for one in found if one not in texts[:-1] and not (
            isinstance(bases[one], ir.Scalar) and bases[one].kind.startswith("base64"))]
        found = [plain if one == texts[-1] else one for one in found]
    for family, widest in zip(_FAMILIES, _WIDEST):
        alike = [one for one in found if _is_of(bases.get(one, one), family)]
        if len(alike) > 1:
            kinds = {base.kind if isinstance(base := bases[one], ir.Scalar) else widest for one in alike}
            merged = ir.Scalar(kinds.pop() if len(kinds) == 1 else widest)
            found = [merged if one == alike[0] else one for one in found if one not in alike[1:]]
    kept: dict[object, ir.Type] = {}
    for one in found:
        kept.setdefault(_expanded(named, one, frozenset(), _Size()), one)
    return list(kept.values())


def _ordered(named: Mapping[str, Named], found: list[ir.Type]) -> list[ir.Type]:
    """A plain text, which takes everything, comes after dates and times."""
    special = [one for one in found if isinstance(base := bare(named, one), ir.Scalar) and (
        base.kind in ("date", "date-time") or base.kind.startswith("base64"))]
    place = next((index for index, one in enumerate(found) if _is_text(bare(named, one))), len(found))
    late = [one for one in special if found.index(one) > place]
    if not late:
        return found
    rest = [one for one in found if one not in late]
    return [*rest[:place], *late, *rest[place:]]


def _is_alias(named: Mapping[str, Named], type_: ir.Ref) -> bool:
    found = named.get(type_.name)
    return isinstance(found, ir.Alias) and not found.wrapped


def _is_text(base: object) -> bool:
    return base == ir.Scalar("string") or isinstance(base, ir.Enum) and base.base == "string"


def _is_of(base: object, family: tuple[str, ...]) -> bool:
    if isinstance(base, ir.Enum):
        return base.base == "int64" and "int64" in family
    return isinstance(base, ir.Scalar) and base.kind in family


@dataclass
class _Size:
    """first: the alias that was met first."""

    parts: int = 0
    first: str = ""


def _expanded(named: Mapping[str, Named], type_: ir.Type, within: frozenset[str], size: _Size) -> object:
    """What C++ makes of a type: equal for types that it spells alike."""
    size.parts += 1
    if isinstance(type_, ir.Ref) and _is_alias(named, type_):
        size.first = size.first or type_.name
        if size.parts > MOST_PARTS:
            raise TooLarge(size.first)
    if isinstance(type_, ir.Array):
        return ("list", _expanded(named, type_.item, within, size), type_.nullable)
    if isinstance(type_, ir.Map):
        return ("map", _expanded(named, type_.value, within, size), type_.nullable)
    if isinstance(type_, ir.OneOf):
        return ("one of", tuple(_expanded(named, one, within, size) for one in type_.alternatives))
    if isinstance(type_, ir.Ref):
        found = named.get(type_.name)
        if _is_alias(named, type_) and type_.name not in within:
            return _expanded(named, found.type, within | {type_.name}, size)
        if isinstance(found, ir.Enum) and found.base == "string":
            return ir.Scalar("string")
    return type_
