# SPDX-License-Identifier: BSL-1.0
"""Alternatives as C++ can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are lowered. Then alternatives that are alternatives themselves are put in
their place, and those that C++ spells alike become one: the wider one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import combinations, islice, permutations
from typing import Union

from restbind import ir
from restbind.lower.schema.context import TooLarge
from restbind.spec.numbers import INTEGERS

Named = Union[ir.Model, ir.Enum, ir.Alias]
_ANY = ir.Open("any")
_FAMILIES = (tuple(INTEGERS), ("double", "decimal"), ("base64", "base64-png"))
_WIDEST = ("int64", "double", "base64")
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more
MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7
MOST_ORDERS = 720


class Covered(dict[tuple[ir.Type, ir.Type], tuple[int, int]]):
    """What `covers` has found, while no type changes: of two types, with how many levels or more it is so, and with how many or fewer
    it is not. Types that hold each other are compared in as many ways as there are ways through them, so each pair is compared once."""


def settled(named: Mapping[str, Named], type_: ir.Type, within: tuple[str, ...] = (), covered: Covered | None = None) -> ir.Type:
    """within: the aliases whose type this is; a reference to one of them among the alternatives adds nothing."""
    covered = Covered() if covered is None else covered
    if not isinstance(type_, ir.OneOf):
        return ir.with_inner(type_, lambda one: settled(named, one, (), covered))
    found: list[ir.Type] = []
    mapping: list[tuple[str, ir.Type]] = []
    rest: list[ir.Type] = []
    discriminator, takes_any = _unfold(named, type_, frozenset(within), found, mapping, set(), rest, covered)
    found = _ordered(named, _merged(named, list(dict.fromkeys(found))))
    if not discriminator:
        found = _widest_first(named, found, covered)
    if not found or any(bare(named, one) == _ANY for one in found):
        return _ANY
    if len(found) == 1:
        return found[0]
    if ir.OTHER in found:
        found = [*(one for one in found if one != ir.OTHER), ir.OTHER]
    values = tuple(dict.fromkeys((value, place) for value, one in mapping if (place := _place(named, found, one)) is not None))
    otherwise = found.index(rest[0]) if values and len(set(rest)) == 1 and rest[0] in found else ir.UNLISTED if takes_any else -1
    lists_open = sum(_is_object(named, one) for one in found) > 1 and _lists_open(named, type_, frozenset(within))
    result = ir.OneOf(tuple(found), discriminator if values else "", values, otherwise, (), lists_open, type_.choices)
    return type_ if result == type_ else result


def _place(named: Mapping[str, Named], found: list[ir.Type], wanted: ir.Type) -> int | None:
    """The alternative that is this type, or has it among its own."""
    return found.index(wanted) if wanted in found else next((place for place, one in enumerate(found) if _holds(named, one, wanted)), None)


def _holds(named: Mapping[str, Named], type_: ir.Type, wanted: ir.Type) -> bool:
    pending, seen = [type_], set[ir.Type]()
    while pending:
        one = pending.pop()
        inner = bare(named, one) if one not in seen else None
        seen.add(one)
        pending += inner.alternatives if isinstance(inner, ir.OneOf) else ()
    return wanted in seen


def _is_object(named: Mapping[str, Named], type_: ir.Type) -> bool:
    base = bare(named, type_)
    return isinstance(base, (ir.Model, ir.Map)) or base == ir.Open("object")


def _lists_open(named: Mapping[str, Named], type_: ir.OneOf, within: frozenset[str]) -> bool:
    """One of the alternatives, or of those within, is an open object by the document."""
    if type_.lists_open:
        return True
    for one in type_.alternatives:
        inner, names = _behind(named, one, within)
        if isinstance(one, ir.Ref) and inner == ir.Open("object") or isinstance(inner, ir.OneOf) and _lists_open(named, inner, names):
            return True
    return False


def settle_all(named: dict[str, Named]) -> None:
    """The aliases; members are settled where they are kept."""
    covered = Covered()
    for name, one in list(named.items()):
        if isinstance(one, ir.Alias):
            type_ = settled(named, one.type, (name,), covered)
            if type_ is not one.type and type_ != ir.Ref(name):
                named[name] = replace(one, type=type_)
                covered.clear()


def settle_api(api: ir.Api) -> ir.Api:
    """Everything that holds a type, wherever it stands."""
    named = {one.name: one for one in (*api.models, *api.enums, *api.aliases)}
    covered = Covered()
    api = _walk(lambda type_, within=(): settled(named, type_, within, covered), api)
    named = {one.name: one for one in (*api.models, *api.enums, *api.aliases)}
    told: dict[object, object] = {}
    for is_told in (False, True):  # where no member tells, the order decides, and so it stays
        _walk(lambda type_, within=(): _each(type_, lambda one: _told_by_order(named, one, told) if bool(one.discriminator) is is_told else one), api)
    return _walk(lambda type_, within=(): _each(type_, lambda one: _told_by_order(named, one, told)), api) if told else api


def _each(type_: ir.Type, change: Callable[[ir.OneOf], ir.OneOf]) -> ir.Type:
    """A type with its alternatives changed, those within first."""
    if not isinstance(type_, ir.OneOf):
        return ir.with_inner(type_, lambda one: _each(one, change))
    inner = tuple(_each(one, change) for one in type_.alternatives)
    return change(type_ if all(new is old for new, old in zip(inner, type_.alternatives)) else replace(type_, alternatives=inner))


def _told_by_order(named: Mapping[str, Named], type_: ir.OneOf, told: dict[object, object]) -> ir.OneOf:
    """C++ knows by its type which member tells the alternatives of a variant apart. Where others tell the same ones apart,
    this one has them in an order of its own. told: what tells the alternatives of each type apart."""
    places = [place for place, one in enumerate(type_.alternatives) if isinstance(bare(named, one), ir.Model) or one == ir.Open("object")]
    if len(places) < 2:
        return type_
    key = (type_.discriminator, frozenset((value, type_.alternatives[place]) for value, place in type_.mapping),
           type_.alternatives[type_.otherwise] if type_.otherwise >= 0 else None, type_.lists_open)
    expanded = [_expanded(named, one, frozenset(), _Size()) for one in type_.alternatives]
    for order in islice(permutations(places), MOST_ORDERS):
        moved = dict(zip(places, order))
        new = [moved.get(place, place) for place in range(len(expanded))]
        if told.setdefault(tuple(expanded[place] for place in new), key) == key:
            if list(order) == places:
                return type_
            return replace(type_, alternatives=tuple(type_.alternatives[place] for place in new),
                           mapping=tuple((value, new.index(place)) for value, place in type_.mapping),
                           otherwise=new.index(type_.otherwise) if type_.otherwise >= 0 else -1)
    return type_


def _walk(change: Callable[..., ir.Type], value: object) -> object:
    if isinstance(value, (ir.Array, ir.Map, ir.Nullable, ir.OneOf)):
        return change(value)
    if isinstance(value, ir.Alias):
        type_ = change(value.type, (value.name,))
        return value if type_ is value.type else replace(value, type=type_)
    if isinstance(value, tuple):
        items = [_walk(change, one) for one in value]
        return tuple(items) if any(new is not old for new, old in zip(items, value)) else value
    if not is_dataclass(value) or not type(value).__module__.startswith(ir.__name__) or isinstance(value, (ir.Doc, ir.Constraint, ir.Rule)):
        return value
    changed = {one.name: new for one in fields(value)
               if (new := _walk(change, old := getattr(value, one.name))) is not old}
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
            mapping: list[tuple[str, ir.Type]], done: set[ir.Type], rest: list[ir.Type], covered: Covered) -> tuple[str, bool]:
    """Adds all alternatives, those within alternatives among them. Alternatives that another member tells apart stay together. What
    a value stands for is said by the outermost mapping that knows it. done: aliases whose alternatives were added. rest: gets the
    alternatives for objects with other values.

    @returns the member that tells objects apart, and whether alternatives without a value may have any there."""
    discriminator, more, takes_any = type_.discriminator, [], type_.otherwise == ir.UNLISTED
    if not discriminator:
        discriminator, more, takes_any = _inner_discriminator(named, type_, within)
    mapping += [*more, *((value, one) for value, one, is_name in type_.below if not is_name)]
    inner_mapping: list[tuple[str, ir.Type]] = []
    values = dict[int, list[str]]()
    for value, place in type_.mapping:
        values.setdefault(place, []).append(value)
    for place, one in enumerate(type_.alternatives):
        inner, names = _behind(named, one, within)
        if isinstance(inner, ir.Ref) and inner.name in names:
            continue
        if isinstance(inner, ir.OneOf) and place not in values and (not type_.discriminator or inner.discriminator in ("", discriminator)):
            if one not in done:
                own: list[tuple[str, ir.Type]] = []
                _unfold(named, inner, names, found, own, done, rest if place == type_.otherwise or not type_.discriminator else [], covered)
                inner_mapping += own if inner.discriminator in ("", discriminator) else ()
            done |= {one} if isinstance(one, ir.Ref) else set()
            continue
        one = settled(named, one, tuple(names) if isinstance(one, ir.OneOf) else (), covered)
        found.append(one)
        rest += [one] if place == type_.otherwise else []
        mapping += [(value, one) for value in values.get(place, ())]
    for more in inner_mapping, [(value, one) for value, one, is_name in type_.below if is_name]:
        known = {value for value, _ in mapping} if type_.discriminator else set()
        mapping += [(value, one) for value, one in more if value not in known]
    return discriminator, takes_any


def _inner_discriminator(named: Mapping[str, Named], type_: ir.OneOf, within: frozenset[str]) -> tuple[str, list[tuple[str, ir.Type]], bool]:
    """The member that tells apart the objects that alternatives of alternatives are: that of the first of these. Its values in the other
    alternatives, which may be values of those within, too; and whether one of the others may have any value there."""
    name, others, known = "", list[ir.Type](), set[ir.Type]()
    pending: list[tuple[ir.Type, frozenset[str]]] = [(one, within) for one in type_.alternatives]
    done: set[ir.Type] = set()
    while pending:
        outer, names = pending.pop(0)
        if outer in done:
            continue
        done |= {outer} if isinstance(outer, ir.Ref) else set()
        one, names = _behind(named, outer, names)
        if not isinstance(one, ir.OneOf):
            others.append(outer)
            continue
        name = name or one.discriminator
        told = {place for _, place in one.mapping} if one.discriminator and one.discriminator == name else set()
        known.update(one.alternatives[place] for place in told)
        pending += [(inner, names) for inner in one.alternatives if inner not in known]
    mapping: list[tuple[str, ir.Type]] = []
    takes_any = False
    for one in (one for one in others if name and one not in known):
        base = bare(named, one)
        member = next((member for member in base.members if member.wire_name == name), None) if isinstance(base, ir.Model) else None
        values = bare(named, member.type) if member is not None else None
        listed = [] if not isinstance(values, ir.Enum) or values.is_open else values.values if values.base == "string" else [
            ir.Literal(value) for value in values.values]
        mapping += [(value, one) for value in listed]
        takes_any |= member is not None and not listed
    return name, mapping, takes_any


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


def _widest_first(named: Mapping[str, Named], found: list[ir.Type], covered: Covered) -> list[ir.Type]:
    """Of objects that fit equally well the first is taken: so one with all the members of another one comes before it."""
    models = [one for one in found if isinstance(bare(named, one), ir.Model)]
    if len(models) < 2 or len(models) > MOST_COMPARED:
        return found
    order: list[ir.Type] = []
    for one in models:
        place = next((index for index, other in enumerate(order) if not needs_more(named, one, other) and
                      covers(named, one, other, covered) and not covers(named, other, one, covered)), len(order))
        order.insert(place, one)
    rest = iter(order)
    return [next(rest) if one in models else one for one in found]


def needs_more(named: Mapping[str, Named], one: ir.Type, other: ir.Type) -> bool:
    """An object of the other kind may lack a member that this one needs."""
    known = {member.wire_name for member in bare(named, other).members}
    return any(member.presence in ("required", "nullable") and member.wire_name not in known for member in bare(named, one).members)


def undecided(named: Mapping[str, Named], type_: ir.Type, covered: Covered) -> tuple[str, str] | None:
    """Two kinds of objects of which neither has all the members of the other, while nothing says which one it is."""
    one_of = bare(named, type_) if isinstance(type_, ir.Ref) else type_
    if not isinstance(one_of, ir.OneOf) or one_of.discriminator:
        return None
    models = [ir.Ref(base.name) for one in one_of.alternatives if isinstance(base := bare(named, one), ir.Model)][:MOST_COMPARED]
    return next(((one.name, other.name) for one, other in combinations(models, 2) if not (
        needs_more(named, one, other) or needs_more(named, other, one) or
        covers(named, one, other, covered) or covers(named, other, one, covered))), None)


def covers(named: Mapping[str, Named], wide: ir.Type, narrow: ir.Type, covered: Covered, levels: int = MOST_LEVELS) -> bool:
    """Whatever is read as `narrow` can be read as `wide` without losing a member, as far as `levels` tell; what is below them counts as
    lost, unless it is the same."""
    pair = wide, narrow
    enough, too_few = covered.get(pair, (MOST_LEVELS + 1, -1))
    if too_few < levels < enough:
        found = _covers(named, wide, narrow, covered, levels)
        enough, too_few = covered.get(pair, (MOST_LEVELS + 1, -1))
        enough, too_few = (min(enough, levels), too_few) if found else (enough, max(too_few, levels))
        covered[pair] = enough, too_few
    return levels >= enough


def _covers(named: Mapping[str, Named], wide: ir.Type, narrow: ir.Type, covered: Covered, levels: int) -> bool:
    one, other = bare(named, wide), bare(named, narrow)
    if one == other or one == _ANY:
        return True
    if levels == 0:
        return False
    if isinstance(one, ir.Model) and isinstance(other, ir.Model):
        members = {member.wire_name: member.type for member in one.members}
        return (one.keeps_extra or not other.keeps_extra) and all(
            covers(named, members[member.wire_name], member.type, covered, levels - 1) if member.wire_name in members else
            one.keeps_extra and one.extra is None for member in other.members)
    if isinstance(one, ir.Array) and isinstance(other, ir.Array):
        return covers(named, one.item, other.item, covered, levels - 1)
    if isinstance(one, ir.Map) and isinstance(other, ir.Map):
        return covers(named, one.value, other.value, covered, levels - 1)
    if isinstance(one, ir.OneOf):
        inner = other.alternatives if isinstance(other, ir.OneOf) else (narrow,)
        return all(any(covers(named, mine, its, covered, levels - 1) for mine in one.alternatives) for its in inner)
    return one == ir.Open("object") and isinstance(other, (ir.Model, ir.Map)) or one == ir.Open("array") and isinstance(other, ir.Array) or \
        _is_text(one) and _is_text(other)


def _behind(named: Mapping[str, Named], type_: ir.Type, within: frozenset[str]) -> tuple[ir.Type, frozenset[str]]:
    """What a type is behind its aliases, none of which is taken twice; and the aliases that were taken, with those of `within`."""
    while isinstance(type_, ir.Ref) and type_.name not in within and _is_alias(named, type_):
        within |= {type_.name}
        type_ = named[type_.name].type
    return type_, within


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
    """What C++ makes of a type: equal for types that hold the same values."""
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
            return ir.Scalar("string")  # one holds what the other does
    return type_


def unfolded(type_: ir.Type) -> list[ir.Type]:
    return list(type_.alternatives) if isinstance(type_, ir.OneOf) and not type_.discriminator else [type_]
