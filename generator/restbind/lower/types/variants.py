# SPDX-License-Identifier: BSL-1.0
"""Alternatives as one value can hold them: each type once, and no alternatives within alternatives.

What a `$ref` stands for is only known once all types are made. Then alternatives that are
alternatives themselves are put in their place, and those that hold the same values become one: the
wider one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import TooLarge
from restbind.spec.numbers import INTEGERS

_BASE64 = ("base64", "base64-png")
# Scalars of which several become the one behind them, in the place of the first. Texts do so in the
# place of the last, which stands for what is encoded as a text, too.
_FAMILIES: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = (
    (("string",), "string", _BASE64),
    (tuple(INTEGERS), "int64", ()),
    (("double", "decimal"), "double", ()),
    (_BASE64, "base64", ()),
)
MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7
MOST_PARTS = 10_000  # of one type, spelt without aliases; no compiler takes more
_Named = Mapping[str, ir.Named]
_OPEN = ir.Open("object")
_Mapping = list[tuple[str, ir.Type]]


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
        told = _Unfolded(self, type_, frozenset(within))
        found = _ordered(self.named, _merged(self.named, list(dict.fromkeys(told.found))))
        if not told.by:
            found = self.covering.widest_first(found)
        bases = [ir.bare(self.named, alternative) for alternative in found]
        if not found or ir.ANY in bases:
            return ir.ANY
        if len(found) == 1:
            return found[0]
        found.sort(key=lambda type_: type_ == ir.OTHER)
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
            told.by if values else "",
            tuple(values),
            otherwise,
            (),
            has_several and told.lists_open,
            type_.choices,
        )
        return type_ if result == type_ else result

    def _place(self, found: list[ir.Type], wanted: ir.Type) -> int | None:
        """The alternative that is this type, or has it among its own."""

        def own(type_: ir.Type) -> tuple[ir.Type, ...]:
            inner = ir.bare(self.named, type_)
            return inner.alternatives if isinstance(inner, ir.OneOf) else ()

        if wanted in found:
            return found.index(wanted)
        holding = (place for place, type_ in enumerate(found) if wanted in all_from([type_], own))
        return next(holding, None)

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
    """All alternatives of a type, those within alternatives among them, and what tells them apart.
    Alternatives that another member tells apart stay together.

    by: the member that tells objects apart: that of the type, else of the first alternatives of an
    alternative that have one. mapping: what its values stand for; the outermost mapping that knows
    a value says it. rest: the alternatives for objects with other values. takes_any: alternatives
    without a value may have any there. lists_open: one of the alternatives is an open object by the
    document.
    """

    def __init__(self, variants: Variants, type_: ir.OneOf, within: frozenset[str]) -> None:
        self.found: list[ir.Type] = []
        self.rest: list[ir.Type] = []
        self.lists_open = False
        self.takes_any = type_.otherwise == ir.UNLISTED
        self._variants = variants
        self._done = set[ir.Type]()  # aliases whose alternatives were added
        told = (inner.discriminator for inner in all_from([type_], self._within))
        self.by = next(filter(None, told), "")
        self.mapping = self._add(type_, within, True)
        if self.by and not type_.discriminator:
            self._tell_others()

    def _within(self, type_: ir.OneOf) -> list[ir.OneOf]:
        """The alternatives that are alternatives themselves."""
        inner = [ir.bare(self._variants.named, own) for own in type_.alternatives]
        return [own for own in inner if isinstance(own, ir.OneOf)]

    def _add(self, type_: ir.OneOf, within: frozenset[str], may_be_rest: bool) -> _Mapping:
        """Adds the alternatives of a type, and gives what the values stand for."""
        is_told = type_.discriminator != ""
        self.lists_open |= type_.lists_open
        mapping = [(value, meant) for value, meant, is_name in type_.below if not is_name]
        later: _Mapping = []
        for place, alternative in enumerate(type_.alternatives):
            inner, names = self._variants.behind(alternative, within)
            values = [value for value, at in type_.mapping if at == place]
            if isinstance(inner, ir.Ref) and inner.name in names:
                continue
            is_rest = may_be_rest and (place == type_.otherwise or not is_told)
            is_list = isinstance(inner, ir.OneOf)
            if isinstance(inner, ir.OneOf) and not values:
                if not is_told or inner.discriminator in ("", type_.discriminator):
                    if alternative not in self._done:
                        later += self._add(inner, names, is_rest)
                        self._done |= {alternative} if isinstance(alternative, ir.Ref) else set()
                    continue
            self.lists_open |= isinstance(alternative, ir.Ref) and inner == _OPEN
            settled = self._variants.settled(alternative, tuple(names) if is_list else ())
            self.found.append(settled)
            self.rest += [settled] if is_rest and is_told else []
            mapping += [(value, settled) for value in values]
        if type_.discriminator != self.by:
            return later
        names_below = [(value, meant) for value, meant, is_name in type_.below if is_name]
        for more in (later, names_below):
            known = {value for value, _ in mapping}
            mapping += [entry for entry in more if entry[0] not in known]
        return mapping

    def _tell_others(self) -> None:
        """Alternatives that no mapping has may have values of the member that tells others."""
        known = {meant for _, meant in self.mapping}
        others: _Mapping = []
        for type_ in self.found:
            base = ir.bare(self._variants.named, type_)
            members = base.members if isinstance(base, ir.Model) and type_ not in known else ()
            for member in members:
                if member.wire_name != self.by:
                    continue
                enum = ir.bare(self._variants.named, member.type)
                if isinstance(enum, ir.Enum) and not enum.is_open:
                    value_of = str if enum.is_text else ir.Literal
                    others += [(value_of(value), type_) for value in enum.values]
                else:
                    self.takes_any = True
        self.mapping = others + self.mapping


def _merged(named: _Named, found: list[ir.Type]) -> list[ir.Type]:
    """Of types that hold the same values one."""
    for family, widest, dropped in _FAMILIES:
        scalars = {type_: ir.bare(named, type_).scalar for type_ in found}
        alike = [type_ for type_ in found if scalars[type_] in family]
        if len(alike) > 1:
            place = alike[-1 if dropped else 0]
            kinds = {scalars[type_] for type_ in alike}
            left = [type_ for type_ in found if scalars[type_] not in dropped]
            found = [type_ for type_ in left if type_ == place or type_ not in alike]
            found[found.index(place)] = ir.Scalar(kinds.pop() if len(kinds) == 1 else widest)
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
        # Of two types, to a number of levels. Types that hold each other are compared in as many
        # ways as there are ways through them, so each pair is compared once.
        self._known: dict[tuple[ir.Values, ir.Values, int], bool] = {}

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
        asked = wide, narrow, levels
        if asked not in self._known:
            self._known[asked] = self._covers(*asked)
        return self._known[asked]

    def _covers(self, wide: ir.Values, narrow: ir.Values, levels: int) -> bool:
        mine, its = ir.bare(self._named, wide), ir.bare(self._named, narrow)
        if mine in (its, ir.ANY):
            return True
        if levels == 0:
            return False
        return mine.covers(
            its, lambda own, other: self.covers(own, narrow if other is its else other, levels - 1)
        )
