# SPDX-License-Identifier: BSL-1.0
"""Alternatives as C++ can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are made. Then alternatives that are
alternatives themselves are put in their place, and those that C++ spells alike become one: the
wider one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import TooLarge
from restbind.spec.numbers import INTEGERS

_FAMILIES = (tuple(INTEGERS), ("double", "decimal"), ("base64", "base64-png"))
_WIDEST = ("int64", "double", "base64")
MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more


def settle_all(named: dict[str, ir.Named]) -> None:
    """The aliases; members are settled where they are kept. Each is settled by what the others are
    made of, so that the order does not matter."""
    variants = Variants(dict(named))
    for name, one in variants.named.items():
        if isinstance(one, ir.Alias):
            type_ = variants.settled(one.type, (name,))
            if type_ is not one.type and type_ != ir.Ref(name):
                named[name] = replace(one, type=type_)


def settle_api(api: ir.Api) -> ir.Api:
    """Everything that holds a type, wherever it stands."""
    variants = Variants(api.named)
    return ir.with_types(api, variants.settled)


class Variants:
    """Settles types, while `named` stays as it is."""

    def __init__(self, named: Mapping[str, ir.Named]) -> None:
        self.named = named
        self.covering = Covering(named)

    def settled(self, type_: ir.Type, within: tuple[str, ...] = ()) -> ir.Type:
        """within: the aliases whose type this is; a reference to one of them among the alternatives
        adds nothing.
        """
        if not isinstance(type_, ir.OneOf):
            return type_.with_parts(self.settled)
        all_ = _Unfolded(self, type_, frozenset(within))
        found = _ordered(self.named, _merged(self.named, list(dict.fromkeys(all_.found))))
        if not all_.discriminator:
            found = self.covering.widest_first(found)
        if not found or any(ir.bare(self.named, one) == ir.ANY for one in found):
            return ir.ANY
        if len(found) == 1:
            return found[0]
        if ir.OTHER in found:
            found = [*(one for one in found if one != ir.OTHER), ir.OTHER]
        values = tuple(
            dict.fromkeys(
                (value, place)
                for value, one in all_.mapping
                if (place := self._place(found, one)) is not None
            )
        )
        rest = set(all_.rest)
        has_rest = bool(values) and len(rest) == 1 and all_.rest[0] in found
        otherwise = found.index(all_.rest[0]) if has_rest else ir.UNLISTED if all_.takes_any else -1
        objects = [one for one in found if ir.bare(self.named, one).json_types == {"object"}]
        lists_open = len(objects) > 1 and self._lists_open(type_, frozenset(within))
        result = ir.OneOf(
            tuple(found),
            all_.discriminator if values else "",
            values,
            otherwise,
            (),
            lists_open,
            type_.choices,
        )
        return type_ if result == type_ else result

    def _place(self, found: list[ir.Type], wanted: ir.Type) -> int | None:
        """The alternative that is this type, or has it among its own."""
        if wanted in found:
            return found.index(wanted)
        return next((place for place, one in enumerate(found) if self._holds(one, wanted)), None)

    def _holds(self, type_: ir.Type, wanted: ir.Type) -> bool:
        return wanted in all_from(
            [type_],
            lambda one: (
                inner.alternatives
                if isinstance(inner := ir.bare(self.named, one), ir.OneOf)
                else ()
            ),
        )

    def _lists_open(self, type_: ir.OneOf, within: frozenset[str]) -> bool:
        """One of the alternatives, or of those within, is an open object by the document."""
        if type_.lists_open:
            return True
        for one in type_.alternatives:
            inner, names = self.behind(one, within)
            if (
                isinstance(one, ir.Ref)
                and inner == ir.Open("object")
                or isinstance(inner, ir.OneOf)
                and self._lists_open(inner, names)
            ):
                return True
        return False

    def behind(self, type_: ir.Type, within: frozenset[str]) -> tuple[ir.Type, frozenset[str]]:
        """What a type is behind its aliases, none of which is taken twice; and the aliases that
        were taken, with those of `within`.
        """
        while (
            isinstance(type_, ir.Ref)
            and type_.name not in within
            and (inner := _stands_for(self.named, type_)) is not None
        ):
            within |= {type_.name}
            type_ = inner
        return type_, within


class _Unfolded:
    """All alternatives of a type, those within alternatives among them. Alternatives that another
    member tells apart stay together.

    discriminator: the member that tells objects apart. mapping: what its values stand for;
    the outermost mapping that knows a value says it.
    rest: the alternatives for objects with other values. takes_any: alternatives without a value
    may have any there.
    """

    def __init__(self, variants: Variants, type_: ir.OneOf, within: frozenset[str]) -> None:
        self.found: list[ir.Type] = []
        self.mapping: list[tuple[str, ir.Type]] = []
        self.rest: list[ir.Type] = []
        self._variants = variants
        self._done = set[ir.Type]()  # aliases whose alternatives were added
        self.discriminator, self.takes_any = self._add(type_, within, self.mapping, self.rest)

    def _add(
        self,
        type_: ir.OneOf,
        within: frozenset[str],
        mapping: list[tuple[str, ir.Type]],
        rest: list[ir.Type],
    ) -> tuple[str, bool]:
        """mapping, rest: get those of these alternatives.

        @returns discriminator and takes_any."""
        discriminator, takes_any = type_.discriminator, type_.otherwise == ir.UNLISTED
        inner_values: list[tuple[str, ir.Type]] = []
        if not discriminator:
            discriminator, inner_values, takes_any = self._inner_discriminator(type_, within)
        mapping += [
            *inner_values,
            *((value, one) for value, one, is_name in type_.below if not is_name),
        ]
        inner_mapping: list[tuple[str, ir.Type]] = []
        values = dict[int, list[str]]()
        for value, place in type_.mapping:
            values.setdefault(place, []).append(value)
        for place, one in enumerate(type_.alternatives):
            inner, names = self._variants.behind(one, within)
            if isinstance(inner, ir.Ref) and inner.name in names:
                continue
            if (
                isinstance(inner, ir.OneOf)
                and place not in values
                and (not type_.discriminator or inner.discriminator in ("", discriminator))
            ):
                if one not in self._done:
                    own: list[tuple[str, ir.Type]] = []
                    self._add(
                        inner,
                        names,
                        own,
                        rest if place == type_.otherwise or not type_.discriminator else [],
                    )
                    inner_mapping += own if inner.discriminator in ("", discriminator) else ()
                self._done |= {one} if isinstance(one, ir.Ref) else set()
                continue
            one = self._variants.settled(one, tuple(names) if isinstance(one, ir.OneOf) else ())
            self.found.append(one)
            rest += [one] if place == type_.otherwise else []
            mapping += [(value, one) for value in values.get(place, ())]
        for more in inner_mapping, [(value, one) for value, one, is_name in type_.below if is_name]:
            known = {value for value, _ in mapping} if type_.discriminator else set()
            mapping += [(value, one) for value, one in more if value not in known]
        return discriminator, takes_any

    def _inner_discriminator(
        self, type_: ir.OneOf, within: frozenset[str]
    ) -> tuple[str, list[tuple[str, ir.Type]], bool]:
        """The member that tells apart the objects that alternatives of alternatives are: that of
        the first of these. Its values in the other alternatives, which may be values of those
        within, too; and whether one of the others may have any value there.
        """
        name, others, known = "", list[ir.Type](), set[ir.Type]()
        pending: list[tuple[ir.Type, frozenset[str]]] = [
            (one, within) for one in type_.alternatives
        ]
        done: set[ir.Type] = set()
        for outer, names in pending:
            if outer in done:
                continue
            done |= {outer} if isinstance(outer, ir.Ref) else set()
            one, names = self._variants.behind(outer, names)
            if not isinstance(one, ir.OneOf):
                others.append(outer)
                continue
            name = name or one.discriminator
            told = (
                {place for _, place in one.mapping}
                if one.discriminator and one.discriminator == name
                else set()
            )
            known.update(one.alternatives[place] for place in told)
            pending += [(inner, names) for inner in one.alternatives if inner not in known]
        listed = [
            (one, _listed(self._variants.named, one, name))
            for one in others
            if name and one not in known
        ]
        return (
            name,
            [(value, one) for one, values in listed for value in values or ()],
            any(values == [] for _, values in listed),
        )


def _listed(named: Mapping[str, ir.Named], type_: ir.Type, name: str) -> list[str] | None:
    """The values that a member of an object may have; [] where it may have any, None without such a
    member.
    """
    base = ir.bare(named, type_)
    member = (
        next((one for one in base.members if one.wire_name == name), None)
        if isinstance(base, ir.Model)
        else None
    )
    values = ir.bare(named, member.type) if member is not None else None
    if not isinstance(values, ir.Enum) or values.is_open:
        return [] if member is not None else None
    return list(values.values) if values.is_text else [ir.Literal(value) for value in values.values]


def _merged(named: Mapping[str, ir.Named], found: list[ir.Type]) -> list[ir.Type]:
    """Each C++ type once."""
    bases = {one: ir.bare(named, one) for one in found}
    texts = [one for one in found if bases[one].is_text]
    if len(texts) > 1:
        found = [
            one
            for one in found
            if one not in texts[:-1] and not bases[one].scalar.startswith("base64")
        ]
        found = [ir.PLAIN["string"] if one == texts[-1] else one for one in found]
    for family, widest in zip(_FAMILIES, _WIDEST):
        alike = [one for one in found if bases.get(one, one).scalar in family]
        if len(alike) > 1:
            kinds = {bases[one].scalar for one in alike}
            merged = ir.Scalar(kinds.pop() if len(kinds) == 1 else widest)
            found = [merged if one == alike[0] else one for one in found if one not in alike[1:]]
    kept: dict[object, ir.Type] = {}
    for one in found:
        kept.setdefault(_expanded(named, one, frozenset(), _Size()), one)
    return list(kept.values())


_FORMED = ("date", "date-time", "base64", "base64-png", "own")  # not each text is one


def _ordered(named: Mapping[str, ir.Named], found: list[ir.Type]) -> list[ir.Type]:
    """A plain text, which takes everything, comes after texts of a form of their own."""
    bases = [ir.bare(named, one) for one in found]
    kinds = ["own" if isinstance(one, ir.Own) else one.scalar for one in bases]
    place = kinds.index("string") if "string" in kinds else len(found)
    late = [one for one, kind in zip(found[place:], kinds[place:]) if kind in _FORMED]
    if not late:
        return found
    rest = [one for one in found if one not in late]
    return [*rest[:place], *late, *rest[place:]]


def _stands_for(named: Mapping[str, ir.Named], type_: ir.Ref) -> ir.Type | None:
    """What an alias that is referred to stands for, if it is no structure of its own."""
    found = named.get(type_.name)
    return found.stands_for if found is not None else None


@dataclass
class _Size:
    """first: the alias that was met first."""

    parts: int = 0
    first: str = ""


def _expanded(
    named: Mapping[str, ir.Named], type_: ir.Type, within: frozenset[str], size: _Size
) -> ir.Type:
    """What C++ makes of a type: equal for types that hold the same values."""
    size.parts += 1
    if isinstance(type_, ir.Ref):
        return _expanded_name(named, type_, within, size)
    type_ = type_.with_parts(lambda one: _expanded(named, one, within, size))
    return (
        ir.OneOf(type_.alternatives) if isinstance(type_, ir.OneOf) else type_
    )  # whatever tells them apart


def _expanded_name(
    named: Mapping[str, ir.Named], type_: ir.Ref, within: frozenset[str], size: _Size
) -> ir.Type:
    inner = _stands_for(named, type_)
    if inner is not None:
        size.first = size.first or type_.name
        if size.parts > MOST_PARTS:
            raise TooLarge(size.first)
        if type_.name not in within:
            return _expanded(named, inner, within | {type_.name}, size)
    found = named.get(type_.name)
    return (
        ir.PLAIN["string"] if found is not None and found.is_text else type_
    )  # an enum of texts holds what a text does


# ------------------------------------------------------------------------------------------------
# which keeps the others


class Covering:
    """Compares types, while `named` stays as it is."""

    def __init__(self, named: Mapping[str, ir.Named]) -> None:
        self._named = named
        # Of two types: with how many levels or more one covers the other, and with how many or
        # fewer it does not. Types that hold each other are compared in as many ways as there are
        # ways through them, so each pair is compared once.
        self._known: dict[tuple[ir.Values, ir.Values], tuple[int, int]] = {}

    def widest_first(self, found: list[ir.Type]) -> list[ir.Type]:
        """Of objects that fit equally well the first is taken: so one with all the members of
        another one comes before it.
        """
        models = [one for one in found if isinstance(ir.bare(self._named, one), ir.Model)]
        if len(models) < 2 or len(models) > MOST_COMPARED:
            return found
        order: list[ir.Type] = []
        for one in models:
            place = next(
                (
                    index
                    for index, other in enumerate(order)
                    if not self.needs_more(one, other)
                    and self.covers(one, other)
                    and not self.covers(other, one)
                ),
                len(order),
            )
            order.insert(place, one)
        rest = iter(order)
        return [next(rest) if one in models else one for one in found]

    def needs_more(self, one: ir.Type, other: ir.Type) -> bool:
        """An object of the other kind may lack a member that this one needs."""
        mine, its = ir.bare(self._named, one), ir.bare(self._named, other)
        assert isinstance(mine, ir.Model) and isinstance(its, ir.Model)
        known = {member.wire_name for member in its.members}
        return any(
            member.presence in ("required", "nullable") and member.wire_name not in known
            for member in mine.members
        )

    def undecided(self, models: list[ir.Ref]) -> tuple[ir.Ref, ir.Ref] | None:
        """Two kinds of objects of which neither has all the members of the other, while nothing
        says which one it is.
        """
        return next(
            (
                (one, other)
                for one, other in combinations(models, 2)
                if not (
                    self.needs_more(one, other)
                    or self.needs_more(other, one)
                    or self.covers(one, other)
                    or self.covers(other, one)
                )
            ),
            None,
        )

    def covers(self, wide: ir.Values, narrow: ir.Values, levels: int = MOST_LEVELS) -> bool:
        """Whatever is read as `narrow` can be read as `wide` without losing a member, as far as
        `levels` tell; what is below them counts as lost, unless it is the same."""
        pair = wide, narrow
        enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
        if too_few < levels < enough:
            found = self._covers(wide, narrow, levels)
            enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
            enough, too_few = (
                (min(enough, levels), too_few) if found else (enough, max(too_few, levels))
            )
            self._known[pair] = enough, too_few
        return levels >= enough

    def _covers(self, wide: ir.Values, narrow: ir.Values, levels: int) -> bool:
        one, other = ir.bare(self._named, wide), ir.bare(self._named, narrow)
        if one == other or one == ir.ANY:
            return True
        if levels == 0:
            return False
        return one.covers(
            other, lambda mine, its: self.covers(mine, narrow if its is other else its, levels - 1)
        )
