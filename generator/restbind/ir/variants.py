# SPDX-License-Identifier: BSL-1.0
"""Alternatives as one value can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are made. Then alternatives that are
alternatives themselves are put in their place, and those that hold the same values become one: the
wider one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from restbind.graph import all_from
from restbind.ir.choice import Named, bare
from restbind.ir.models import Alias, Enum, Model
from restbind.ir.service import Api, with_types
from restbind.ir.types import (
    ANY,
    OPEN_OBJECT,
    OTHER,
    PLAIN,
    UNLISTED,
    Literal,
    OneOf,
    Own,
    Ref,
    Scalar,
    Type,
    Values,
)

_BASE64 = ("base64", "base64-png")
# Scalars of which several become the one behind them, in the place of the first. Texts do so in the
# place of the last, which stands for what is encoded as a text, too.
_FAMILIES: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = (
    (("string",), "string", _BASE64),
    (("int8", "int16", "int32", "int64", "uint8", "uint16", "uint64"), "int64", ()),
    (("double", "decimal"), "double", ()),
    (_BASE64, "base64", ()),
)
MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more
_Named = Mapping[str, Named]
_Mapping = list[tuple[str, Type]]
_Step = tuple[int, Type, Type, frozenset[str]]


class TooManyParts(Exception):
    """A type that no compiler takes; `name` is the alias for it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def settle_all(named: dict[str, Named]) -> None:
    """The aliases; members are settled where they are kept. Each is settled by what the others are
    made of, so that the order does not matter."""
    variants = Variants(dict(named))
    for name, alias in variants.named.items():
        if isinstance(alias, Alias):
            type_ = variants.settled(alias.type, (name,))
            if type_ is not alias.type and type_ != Ref(name):
                named[name] = replace(alias, type=type_)


def settle_api(api: Api) -> Api:
    """Everything that holds a type, wherever it stands."""
    return with_types(api, Variants(api.named).settled)


class Variants:
    """Settles types, while `named` stays as it is."""

    def __init__(self, named: _Named) -> None:
        self.named = named
        self.covering = Covering(named)

    def settled(self, type_: Type, within: tuple[str, ...] = ()) -> Type:
        """within: the aliases whose type this is; a reference to one of them among the alternatives
        adds nothing.
        """
        if not isinstance(type_, OneOf):
            return type_.with_parts(self.settled)
        told = _Unfolded(self, type_, frozenset(within))
        found = _ordered(self.named, _merged(self.named, list(dict.fromkeys(told.found))))
        if not told.by:
            found = self.covering.widest_first(found)
        bases = [bare(self.named, alternative) for alternative in found]
        if not found or ANY in bases:
            return ANY
        if len(found) == 1:
            return found[0]
        found.sort(key=lambda type_: type_ == OTHER)
        values: dict[tuple[str, int], None] = {}
        for value, meant in told.mapping:
            place = self._place(found, meant)
            if place is not None:
                values[value, place] = None
        if values and len(set(told.rest)) == 1 and told.rest[0] in found:
            otherwise = found.index(told.rest[0])
        else:
            otherwise = UNLISTED if told.takes_any else -1
        has_several = sum(base.json_types == {"object"} for base in bases) > 1
        result = OneOf(
            tuple(found),
            told.by if values else "",
            tuple(values),
            otherwise,
            (),
            has_several and told.lists_open,
            type_.choices,
        )
        return type_ if result == type_ else result

    def _place(self, found: list[Type], wanted: Type) -> int | None:
        """The alternative that is this type, or has it among its own."""
        if wanted in found:
            return found.index(wanted)
        for place, alternative in enumerate(found):
            if wanted in all_from([alternative], self.own):
                return place
        return None

    def own(self, type_: Type) -> tuple[Type, ...]:
        """Its alternatives; none where it has none."""
        inner = bare(self.named, type_)
        return inner.alternatives if isinstance(inner, OneOf) else ()

    def behind(self, type_: Type, within: frozenset[str]) -> tuple[Type, frozenset[str]]:
        """What a type is behind its aliases, none of which is taken twice; and the aliases that
        were taken, with those of `within`.
        """
        while isinstance(type_, Ref) and type_.name not in within:
            found = self.named.get(type_.name)
            if found is None or found.stands_for is None:
                break
            within |= {type_.name}
            type_ = found.stands_for
        return type_, within


class _Unfolded:
    """All alternatives of a type, those within alternatives among them, and what tells them apart.
    Alternatives that another member tells apart stay together.

    by: the member that tells objects apart: that of the type, else of the first alternatives of an
    alternative that have one. mapping: what its values stand for; the outermost mapping that knows
    a value says it. rest: the alternatives for objects with other values. takes_any: alternatives
    without a value may have any there. lists_open: one of the alternatives is an open object by the
    document.
    """

    def __init__(self, variants: Variants, type_: OneOf, within: frozenset[str]) -> None:
        self.found: list[Type] = []
        self.rest: list[Type] = []
        self.lists_open = False
        self.takes_any = False
        self._variants = variants
        self._done = set[Type]()  # aliases whose alternatives were added
        self.by = self._first_told(type_)
        self.mapping = self._add_all(type_, within, True)
        if type_.discriminator:
            self.takes_any = type_.otherwise == UNLISTED

    def _first_told(self, type_: OneOf) -> str:
        told = (inner.discriminator for inner in all_from([type_], self._within))
        return next(filter(None, told), "")

    def _within(self, type_: OneOf) -> list[OneOf]:
        """The alternatives that are alternatives themselves."""
        inner = [bare(self._variants.named, own) for own in type_.alternatives]
        return [own for own in inner if isinstance(own, OneOf)]

    def _add_all(self, type_: OneOf, within: frozenset[str], may_be_rest: bool) -> _Mapping:
        """As `_add`. Alternatives beside those that have the member that tells, but not in a
        mapping of it, may have values of it, too."""
        count = len(self.found)
        mapping = self._add(type_, within, may_be_rest)
        if type_.discriminator or not self.by or self._first_told(type_) != self.by:
            return mapping
        return self._told_others(self.found[count:], {meant for _, meant in mapping}) + mapping

    def _add(self, type_: OneOf, within: frozenset[str], may_be_rest: bool) -> _Mapping:
        """Adds the alternatives of a type, and gives what the values stand for."""
        is_told = type_.discriminator != ""
        self.lists_open |= type_.lists_open
        own: _Mapping = _below(type_, False)
        later: _Mapping = []
        for place, alternative, inner, names in self._each(type_, within):
            values = [value for value, at in type_.mapping if at == place]
            is_rest = may_be_rest and (place == type_.otherwise or not is_told)
            if isinstance(inner, OneOf):
                is_alike = not is_told or inner.discriminator in ("", type_.discriminator)
                if is_alike and not values:
                    add = self._add_all if is_told else self._add
                    later += add(inner, names, is_rest) if alternative not in self._done else []
                    self._done |= {alternative} if isinstance(alternative, Ref) else set()
                    continue
            settled = self._kept(alternative, inner, names, is_rest and is_told)
            own += [(value, settled) for value in values]
        if type_.discriminator != self.by:
            return later
        for more in (later, _below(type_, True)):
            known = {value for value, _ in own}
            own += [(value, meant) for value, meant in more if value not in known]
        return own

    def _each(self, type_: OneOf, within: frozenset[str]) -> Iterator[_Step]:
        """The alternatives with their places, and what they are behind their aliases; but for those
        that lead back to the type.
        """
        for place, alternative in enumerate(type_.alternatives):
            inner, names = self._variants.behind(alternative, within)
            if not isinstance(inner, Ref) or inner.name not in names:
                yield place, alternative, inner, names

    def _kept(self, type_: Type, inner: Type, within: frozenset[str], is_rest: bool) -> Type:
        """Adds one alternative as it is, and gives it."""
        self.lists_open |= isinstance(type_, Ref) and inner == OPEN_OBJECT
        outer = tuple(within) if isinstance(inner, OneOf) else ()
        settled = self._variants.settled(type_, outer)
        self.found.append(settled)
        self.rest += [settled] if is_rest else []
        return settled

    def _told_others(self, types: list[Type], known: set[Type]) -> _Mapping:
        """The values that types which no mapping knows have in the member that tells others."""
        found: _Mapping = []

        def within(type_: Type) -> tuple[Type, ...]:
            return () if type_ in known else self._variants.own(type_)

        for type_ in all_from(types, within):
            base = bare(self._variants.named, type_)
            members = base.members if isinstance(base, Model) and type_ not in known else ()
            for member in members:
                if member.wire_name != self.by:
                    continue
                enum = bare(self._variants.named, member.type)
                if isinstance(enum, Enum) and not enum.is_open:
                    value_of = str if enum.is_text else Literal
                    found += [(value_of(value), type_) for value in enum.values]
                else:
                    self.takes_any = True
        return found


def _below(type_: OneOf, are_names: bool) -> _Mapping:
    """Values that stand for alternatives of an alternative: names of these, or others."""
    return [(value, meant) for value, meant, is_name in type_.below if is_name == are_names]


def _merged(named: _Named, found: list[Type]) -> list[Type]:
    """Of types that hold the same values one."""
    for family, widest, dropped in _FAMILIES:
        scalars = {type_: bare(named, type_).scalar for type_ in found}
        alike = [type_ for type_ in found if scalars[type_] in family]
        if len(alike) > 1:
            place = alike[-1 if dropped else 0]
            kinds = {scalars[type_] for type_ in alike}
            left = [type_ for type_ in found if scalars[type_] not in dropped]
            found = [type_ for type_ in left if type_ == place or type_ not in alike]
            found[found.index(place)] = Scalar(kinds.pop() if len(kinds) == 1 else widest)
    kept: dict[Type, Type] = {}
    for type_ in found:
        kept.setdefault(_Expanding(named).expanded(type_, frozenset()), type_)
    return list(kept.values())


_FORMED = ("date", "date-time", "base64", "base64-png", "own")  # not each text is one


def _ordered(named: _Named, found: list[Type]) -> list[Type]:
    """A plain text, which takes everything, comes after texts of a form of their own."""
    early: list[Type] = []
    late: list[Type] = []
    has_text = False
    for type_ in found:
        base = bare(named, type_)
        kind = "own" if isinstance(base, Own) else base.scalar
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

    def expanded(self, type_: Type, within: frozenset[str]) -> Type:
        """Equal for types that hold the same values."""
        self._parts += 1
        if not isinstance(type_, Ref):
            type_ = type_.with_parts(lambda part: self.expanded(part, within))
            is_list = isinstance(type_, OneOf)  # whatever tells its alternatives apart
            return OneOf(type_.parts) if is_list else type_
        found = self._named.get(type_.name)
        if found is not None and found.stands_for is not None:
            self._first = self._first or type_.name
            if self._parts > MOST_PARTS:
                raise TooManyParts(self._first)
            if type_.name not in within:
                return self.expanded(found.stands_for, within | {type_.name})
        is_text = found is not None and found.is_text
        return PLAIN["string"] if is_text else type_  # an enum of texts holds what a text does


# ------------------------------------------------------------------------------------------------
# which keeps the others


class Covering:
    """Compares types, while `named` stays as it is."""

    def __init__(self, named: _Named) -> None:
        self._named = named
        # Of two types, to a number of levels. Types that hold each other are compared in as many
        # ways as there are ways through them, so each pair is compared once.
        self._known: dict[tuple[Values, Values, int], bool] = {}

    def widest_first(self, found: list[Type]) -> list[Type]:
        """Of objects that fit equally well the first is taken: so one with all the members of
        another one comes before it.
        """
        models = [type_ for type_ in found if isinstance(bare(self._named, type_), Model)]
        if len(models) < 2 or len(models) > MOST_COMPARED:
            return found
        order: list[Type] = []
        for model in models:
            later = (place for place, other in enumerate(order) if self._is_wider(model, other))
            order.insert(next(later, len(order)), model)
        rest = iter(order)
        return [next(rest) if type_ in models else type_ for type_ in found]

    def _is_wider(self, wide: Type, narrow: Type) -> bool:
        return (
            not self.needs_more(wide, narrow)
            and self.covers(wide, narrow)
            and not self.covers(narrow, wide)
        )

    def needs_more(self, type_: Type, other: Type) -> bool:
        """An object of the other kind may lack a member that this one needs."""
        mine, its = bare(self._named, type_), bare(self._named, other)
        assert isinstance(mine, Model) and isinstance(its, Model)
        known = {member.wire_name for member in its.members}
        needed = {member.wire_name for member in mine.members if member.is_needed}
        return not needed <= known

    def undecided(self, models: Iterable[Ref]) -> tuple[Ref, Ref] | None:
        """Two kinds of objects of which neither has all the members of the other, while nothing
        says which one it is.
        """
        for pair in combinations(models, 2):
            both = (pair, pair[::-1])
            if not any(self.needs_more(*order) or self.covers(*order) for order in both):
                return pair
        return None

    def covers(self, wide: Values, narrow: Values, levels: int = MOST_LEVELS) -> bool:
        """Whatever is read as `narrow` can be read as `wide` without losing a member, as far as
        `levels` tell; what is below them counts as lost, unless it is the same."""
        asked = wide, narrow, levels
        if asked not in self._known:
            self._known[asked] = self._covers(*asked)
        return self._known[asked]

    def _covers(self, wide: Values, narrow: Values, levels: int) -> bool:
        mine, its = bare(self._named, wide), bare(self._named, narrow)
        if mine in (its, ANY):
            return True
        if levels == 0:
            return False
        return mine.covers(
            its, lambda own, other: self.covers(own, narrow if other is its else other, levels - 1)
        )
