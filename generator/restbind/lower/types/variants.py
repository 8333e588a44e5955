# SPDX-License-Identifier: BSL-1.0
"""Alternatives as one value can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are made. Then alternatives that are
alternatives themselves are put in their place, and those that hold the same values become one: the
wider one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import TooLarge
from restbind.spec.numbers import INTEGERS

# Scalars of which several become the one behind them.
_FAMILIES = (
    (tuple(INTEGERS), "int64"),
    (("double", "decimal"), "double"),
    (("base64", "base64-png"), "base64"),
)
MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more
_Named = Mapping[str, ir.Named]
_OPEN = ir.Open("object")


def settle_all(named: dict[str, ir.Named]) -> None:
    """The aliases; members are settled where they are kept. Each is settled by what the others are
    made of, so that the order does not matter."""
    variants = Variants(dict(named))
    for name, alias in variants.named.items():
        if isinstance(alias, ir.Alias):
            type_ = variants.settled(alias.type, (name,))
            if type_ is not alias.type and type_ != ir.Ref(name):
                named[name] = replace(alias, type=type_)


def settle_api(api: ir.Api) -> ir.Api:
    """Everything that holds a type, wherever it stands."""
    return ir.with_types(api, Variants(api.named).settled)


@dataclass
class _Telling:
    """What tells alternatives apart, those within alternatives among them.

    discriminator: the member that tells objects apart. takes_any: alternatives without a value may
    have any there. mapping: what its values stand for; the outermost mapping that knows a value
    says it. rest: the alternatives for objects with other values.
    """

    discriminator: str
    takes_any: bool
    mapping: list[tuple[str, ir.Type]] = field(default_factory=list)
    rest: list[ir.Type] = field(default_factory=list)

    def learn(self, more: list[tuple[str, ir.Type]], is_outer: bool) -> None:
        """Adds to the mapping; what an outer discriminator knows already stays as it says."""
        known = {value for value, _ in self.mapping} if is_outer else set[str]()
        self.mapping += [(value, meant) for value, meant in more if value not in known]


class Variants:
    """Settles types, while `named` stays as it is."""

    def __init__(self, named: _Named) -> None:
        self.named = named
        self.covering = Covering(named)

    def settled(self, type_: ir.Type, within: tuple[str, ...] = ()) -> ir.Type:
        """within: the aliases whose type this is; a reference to one of them among the alternatives
        adds nothing.
        """
        if not isinstance(type_, ir.OneOf):
            return type_.with_parts(self.settled)
        unfolded = _Unfolded(self, type_, frozenset(within))
        found, told = unfolded.found, unfolded.told
        found = _ordered(self.named, _merged(self.named, list(dict.fromkeys(found))))
        if not told.discriminator:
            found = self.covering.widest_first(found)
        bases = [ir.bare(self.named, alternative) for alternative in found]
        if not found or ir.ANY in bases:
            return ir.ANY
        if len(found) == 1:
            return found[0]
        if ir.OTHER in found:
            found.remove(ir.OTHER)
            found.append(ir.OTHER)
        values: dict[tuple[str, int], None] = {}
        for value, meant in told.mapping:
            place = self._place(found, meant)
            if place is not None:
                values[value, place] = None
        if values and len(set(told.rest)) == 1 and told.rest[0] in found:
            otherwise = found.index(told.rest[0])
        else:
            otherwise = ir.UNLISTED if told.takes_any else -1
        has_several = sum(base.json_types == {"object"} for base in bases) > 1
        result = ir.OneOf(
            tuple(found),
            told.discriminator if values else "",
            tuple(values),
            otherwise,
            (),
            has_several and self._lists_open(type_, frozenset(within)),
            type_.choices,
        )
        return type_ if result == type_ else result

    def _place(self, found: list[ir.Type], wanted: ir.Type) -> int | None:
        """The alternative that is this type, or has it among its own."""
        if wanted in found:
            return found.index(wanted)
        for place, alternative in enumerate(found):
            if wanted in all_from([alternative], self._own):
                return place
        return None

    def _own(self, type_: ir.Type) -> tuple[ir.Type, ...]:
        inner = ir.bare(self.named, type_)
        return inner.alternatives if isinstance(inner, ir.OneOf) else ()

    def _lists_open(self, type_: ir.OneOf, within: frozenset[str]) -> bool:
        """One of the alternatives, or of those within, is an open object by the document."""
        if type_.lists_open:
            return True
        for alternative in type_.alternatives:
            inner, names = self.behind(alternative, within)
            if isinstance(alternative, ir.Ref) and inner == _OPEN:
                return True
            if isinstance(inner, ir.OneOf) and self._lists_open(inner, names):
                return True
        return False

    def behind(self, type_: ir.Type, within: frozenset[str]) -> tuple[ir.Type, frozenset[str]]:
        """What a type is behind its aliases, none of which is taken twice; and the aliases that
        were taken, with those of `within`.
        """
        while isinstance(type_, ir.Ref) and type_.name not in within:
            found = self.named.get(type_.name)
            if found is None or found.stands_for is None:
                break
            within |= {type_.name}
            type_ = found.stands_for
        return type_, within


class _Unfolded:
    """All alternatives of a type, those within alternatives among them. Alternatives that another
    member tells apart stay together.
    """

    def __init__(self, variants: Variants, type_: ir.OneOf, within: frozenset[str]) -> None:
        self.found: list[ir.Type] = []
        self._variants = variants
        self._done = set[ir.Type]()  # aliases whose alternatives were added
        self.told = self._add(type_, within)

    def _add(self, type_: ir.OneOf, within: frozenset[str]) -> _Telling:
        is_told = bool(type_.discriminator)
        told = _Telling(type_.discriminator, type_.otherwise == ir.UNLISTED)
        told = told if is_told else self._told_within(type_, within)
        told.mapping += _below(type_, False)
        later: list[tuple[str, ir.Type]] = []
        values_at: dict[int, list[str]] = {}
        for value, place in type_.mapping:
            values_at.setdefault(place, []).append(value)
        for place, alternative in enumerate(type_.alternatives):
            inner, names = self._variants.behind(alternative, within)
            values = values_at.get(place, [])
            if isinstance(inner, ir.Ref) and inner.name in names:
                continue
            is_rest = place == type_.otherwise
            outer: tuple[str, ...] = ()
            if isinstance(inner, ir.OneOf):
                is_same = inner.discriminator in ("", told.discriminator)
                if not values and (is_same or not is_told):
                    own = self._add_within(alternative, inner, names)
                    later += own.mapping if is_same else []
                    told.rest += own.rest if is_rest or not is_told else []
                    continue
                outer = tuple(names)
            settled = self._variants.settled(alternative, outer)
            self.found.append(settled)
            told.rest += [settled] if is_rest else []
            told.mapping += [(value, settled) for value in values]
        told.learn(later, is_told)
        told.learn(_below(type_, True), is_told)
        return told

    def _add_within(self, type_: ir.Type, inner: ir.OneOf, within: frozenset[str]) -> _Telling:
        """inner: what the type is behind its aliases, each of which is added once."""
        if type_ in self._done:
            return _Telling("", False)
        own = self._add(inner, within)
        self._done |= {type_} if isinstance(type_, ir.Ref) else set()
        return own

    def _told_within(self, type_: ir.OneOf, within: frozenset[str]) -> _Telling:
        """The member that tells apart the objects that alternatives of alternatives are: that of
        the first of these. Its values in the other alternatives, which may be values of those
        within, too; and whether one of the others may have any value there.
        """
        told = _Telling("", False)
        others: list[ir.Type] = []
        known: set[ir.Type] = set()
        done: set[ir.Type] = set()
        pending = [(alternative, within) for alternative in type_.alternatives]
        for outer, names in pending:
            if outer in done:
                continue
            done |= {outer} if isinstance(outer, ir.Ref) else set()
            inner, names = self._variants.behind(outer, names)
            if not isinstance(inner, ir.OneOf):
                others.append(outer)
                continue
            told.discriminator = told.discriminator or inner.discriminator
            if inner.discriminator and inner.discriminator == told.discriminator:
                known.update(inner.alternatives[place] for _, place in inner.mapping)
            pending += [(own, names) for own in inner.alternatives if own not in known]
        for other in others if told.discriminator else ():
            if other not in known:
                values = _told_values(self._variants.named, other, told.discriminator)
                told.mapping += [(value, other) for value in values or ()]
                told.takes_any |= values == []
        return told


def _below(type_: ir.OneOf, are_names: bool) -> list[tuple[str, ir.Type]]:
    """Values that stand for alternatives of an alternative: names of these, or others."""
    return [(value, meant) for value, meant, is_name in type_.below if is_name == are_names]


def _told_values(named: _Named, type_: ir.Type, name: str) -> list[str] | None:
    """The values that a member of an object may have; [] where it may have any, None without such a
    member.
    """
    base = ir.bare(named, type_)
    members = base.members if isinstance(base, ir.Model) else ()
    member = next((member for member in members if member.wire_name == name), None)
    if member is None:
        return None
    enum = ir.bare(named, member.type)
    if not isinstance(enum, ir.Enum) or enum.is_open:
        return []
    return list(enum.values) if enum.is_text else list(map(ir.Literal, enum.values))


def _merged(named: _Named, found: list[ir.Type]) -> list[ir.Type]:
    """Of types that hold the same values one."""
    bases = {type_: ir.bare(named, type_) for type_ in found}
    texts = [type_ for type_ in found if bases[type_].is_text]
    if len(texts) > 1:  # the last one stands for all, and for what is encoded as a text
        last = texts.pop()
        encoded = [type_ for type_ in found if bases[type_].scalar.startswith("base64")]
        found = [type_ for type_ in found if type_ not in texts and type_ not in encoded]
        found[found.index(last)] = ir.PLAIN["string"]
    for family, widest in _FAMILIES:
        alike = [type_ for type_ in found if bases.get(type_, type_).scalar in family]
        if len(alike) < 2:
            continue
        first, *others = alike
        kinds = {bases[type_].scalar for type_ in alike}
        found[found.index(first)] = ir.Scalar(kinds.pop() if len(kinds) == 1 else widest)
        found = [type_ for type_ in found if type_ not in others]
    kept: dict[ir.Type, ir.Type] = {}
    for type_ in found:
        kept.setdefault(_Expanding(named).expanded(type_, frozenset()), type_)
    return list(kept.values())


_FORMED = ("date", "date-time", "base64", "base64-png", "own")  # not each text is one


def _ordered(named: _Named, found: list[ir.Type]) -> list[ir.Type]:
    """A plain text, which takes everything, comes after texts of a form of their own."""
    early: list[ir.Type] = []
    late: list[ir.Type] = []
    has_text = False
    for type_ in found:
        base = ir.bare(named, type_)
        kind = "own" if isinstance(base, ir.Own) else base.scalar
        has_text = has_text or kind == "string"
        is_later = has_text and kind not in _FORMED
        (late if is_later else early).append(type_)
    return early + late


class _Expanding:
    """Writes one type out, without the names of aliases."""

    def __init__(self, named: _Named) -> None:
        self._named = named
        self._parts = 0
        self._first = ""  # the alias that was met first

    def expanded(self, type_: ir.Type, within: frozenset[str]) -> ir.Type:
        """Equal for types that hold the same values."""
        self._parts += 1
        if not isinstance(type_, ir.Ref):
            type_ = type_.with_parts(lambda part: self.expanded(part, within))
            is_list = isinstance(type_, ir.OneOf)  # whatever tells its alternatives apart
            return ir.OneOf(type_.parts) if is_list else type_
        found = self._named.get(type_.name)
        if found is not None and found.stands_for is not None:
            self._first = self._first or type_.name
            if self._parts > MOST_PARTS:
                raise TooLarge(self._first)
            if type_.name not in within:
                return self.expanded(found.stands_for, within | {type_.name})
        is_text = found is not None and found.is_text
        return ir.PLAIN["string"] if is_text else type_  # an enum of texts holds what a text does


# ------------------------------------------------------------------------------------------------
# which keeps the others


class Covering:
    """Compares types, while `named` stays as it is."""

    def __init__(self, named: _Named) -> None:
        self._named = named
        # Of two types: with how many levels or more one covers the other, and with how many or
        # fewer it does not. Types that hold each other are compared in as many ways as there are
        # ways through them, so each pair is compared once.
        self._known: dict[tuple[ir.Values, ir.Values], tuple[int, int]] = {}

    def widest_first(self, found: list[ir.Type]) -> list[ir.Type]:
        """Of objects that fit equally well the first is taken: so one with all the members of
        another one comes before it.
        """
        models = [type_ for type_ in found if isinstance(ir.bare(self._named, type_), ir.Model)]
        if len(models) < 2 or len(models) > MOST_COMPARED:
            return found
        order: list[ir.Type] = []
        for model in models:
            later = (place for place, other in enumerate(order) if self._is_wider(model, other))
            order.insert(next(later, len(order)), model)
        rest = iter(order)
        return [next(rest) if type_ in models else type_ for type_ in found]

    def _is_wider(self, wide: ir.Type, narrow: ir.Type) -> bool:
        return (
            not self.needs_more(wide, narrow)
            and self.covers(wide, narrow)
            and not self.covers(narrow, wide)
        )

    def needs_more(self, type_: ir.Type, other: ir.Type) -> bool:
        """An object of the other kind may lack a member that this one needs."""
        mine, its = ir.bare(self._named, type_), ir.bare(self._named, other)
        assert isinstance(mine, ir.Model) and isinstance(its, ir.Model)
        known = {member.wire_name for member in its.members}
        always = ("required", "nullable")
        needed = {member.wire_name for member in mine.members if member.presence in always}
        return not needed <= known

    def undecided(self, models: Iterable[ir.Ref]) -> tuple[ir.Ref, ir.Ref] | None:
        """Two kinds of objects of which neither has all the members of the other, while nothing
        says which one it is.
        """
        for pair in combinations(models, 2):
            both = (pair, pair[::-1])
            if not any(self.needs_more(*order) or self.covers(*order) for order in both):
                return pair
        return None

    def covers(self, wide: ir.Values, narrow: ir.Values, levels: int = MOST_LEVELS) -> bool:
        """Whatever is read as `narrow` can be read as `wide` without losing a member, as far as
        `levels` tell; what is below them counts as lost, unless it is the same."""
        pair = wide, narrow
        enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
        if too_few < levels < enough:
            is_covered = self._covers(wide, narrow, levels)
            enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
            enough = min(enough, levels) if is_covered else enough
            too_few = too_few if is_covered else max(too_few, levels)
            self._known[pair] = enough, too_few
        return levels >= enough

    def _covers(self, wide: ir.Values, narrow: ir.Values, levels: int) -> bool:
        mine, its = ir.bare(self._named, wide), ir.bare(self._named, narrow)
        if mine in (its, ir.ANY):
            return True
        if levels == 0:
            return False
        return mine.covers(
            its, lambda own, other: self.covers(own, narrow if other is its else other, levels - 1)
        )
