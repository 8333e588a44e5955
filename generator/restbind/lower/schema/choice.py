# SPDX-License-Identifier: BSL-1.0
"""What tells the alternatives of `oneOf` and `anyOf` apart, as the document says it.

Values of different JSON types differ by that. Which of several objects a value is, the value of one
member says: of the member that a `discriminator` names, else of one that has other values in each
of them. Where no member says it, the members that are there decide, which is a matter of the types
that are made of the alternatives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import takewhile

from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base, Kind
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.mappings import (
    forgive,
    home,
    mapped_to,
    name_beside,
    note_file,
    otherwise,
    referred_name,
    targets,
)
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import is_object, leads_back, listed_values, takes_texts
from restbind.source.refs import Cursor


class Alternative:
    """One of several objects. at: as it is listed. listed: the values of the member by which it is
    known that it lists itself."""

    def __init__(self, choice: Choice, at: Cursor, listed: list[str]) -> None:
        self.at = at
        self.listed = listed
        self._choice = choice
        self._context = choice.context
        self._by = choice.stated

    @cached_property
    def name(self) -> str:
        """What it is called; '' for one that is described in its place."""
        return referred_name(self._context, self.at)

    @cached_property
    def mapped(self) -> tuple[str, ...]:
        """The values that the mapping gives to it."""
        target = self.at.target if self.at.has("$ref") else self.at
        return mapped_to(self._context, self._by, target)

    @cached_property
    def below(self) -> list[Kind]:
        """What it is only made of, at any depth, and the mapping has values for."""
        context, by = self._context, self._by
        found: dict[Cursor, Kind] = {}
        for name, at in made_of(context, self.at) if targets(context, by) else ():
            values = mapped_to(context, by, at)
            if values and at not in found:
                found[at] = Kind(name, at, values, name_beside(context, by, at, name, values))
        return list(found.values())

    @property
    def has_values_below(self) -> bool:
        """What it is only made of is known by values of the same member, so that none stands for
        all of it.
        """
        return bool(values_within(self._context, self.at, self._choice.told_by) or self.below)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values that it is sent with: as the mapping says, else those that it alone lists and
        its name, if that is among them; its name, if it lists none. None where it is alternatives
        itself, which have values of their own, or where nothing tells the objects apart.
        """
        choice, by, name = self._choice, self._by, self.name
        if not choice.is_told:
            return ()
        if by is None:
            return tuple(self.listed)
        if self.has_values_below:
            return ()
        if self.mapped or is_union(self._context, self.at):
            return self.mapped
        if self.listed:
            return tuple(
                value for value in self.listed if value not in choice.shared or value == name
            )
        if not name or not takes_texts(self.at, choice.told_by):
            return ()
        note_file(self._context, by, name, self.at.target)
        return (name,)

    @cached_property
    def also(self) -> tuple[str, ...]:
        """Its name, where the mapping gives it another value: it stands for it, too."""
        return name_beside(self._context, self._by, self.at, self.name, self.values)

    @property
    def is_rest(self) -> bool | None:
        """Objects with other values are this one; None where the document does not say which."""
        wanted, target = otherwise(self._context, self._by), self.at.target
        if wanted is None:
            return None
        return target is not None and home(self._context, target) == home(self._context, wanted)


class Choice:
    """Several objects, and the member by whose value it is known which of them an object is.

    stated: the discriminator, if it names a member, or None. told_by: the name of the member; ''
    where none tells. is_always: values that the objects list themselves tell them apart, and all
    must have the member.
    """

    def __init__(self, context: Context, members: list[Cursor], stated: Cursor | None) -> None:
        self.context = context
        self.stated = stated
        self.told_by = stated.text("propertyName") if stated is not None else ""
        self.is_always = False
        if stated is not None and self.told_by:
            lists = [listed_values(at, self.told_by) for at in members]
            forgive(context, stated, {value for values in lists for value in values})
        else:
            self.stated = None
            self.told_by, lists, self.is_always = _told_by_values(members)
        pairs = zip(members, lists)
        self.alternatives = [Alternative(self, at, listed) for at, listed in pairs]

    @property
    def members(self) -> list[Cursor]:
        """The objects, as they are listed."""
        return [alternative.at for alternative in self.alternatives]

    @cached_property
    def shared(self) -> frozenset[str]:
        """The values that several list, as all do that are made of a base which lists the values of
        all.
        """
        return _several(alternative.listed for alternative in self.alternatives)

    @cached_property
    def _unclaimed(self) -> frozenset[str]:
        """The values that several list and that neither the mapping nor a name gives to one of
        them.
        """
        claimed = set[str]()
        for alternative in self.alternatives if self.shared else ():
            claimed.update((alternative.name, *alternative.mapped))
        return self.shared - claimed

    @cached_property
    def twice(self) -> str:
        """A value that several list and that neither the mapping nor a name gives to a schema; ''
        for none.
        """
        mapped = [key for key, _ in targets(self.context, self.stated)]
        return min(self._unclaimed.difference(mapped), default="")

    @cached_property
    def is_told(self) -> bool:
        """They are told apart, whatever several of them list."""
        return not self._unclaimed or all(
            alternative.mapped
            or alternative.name in alternative.listed
            or self.shared.isdisjoint(alternative.listed)
            for alternative in self.alternatives
        )

    @property
    def parts(self) -> list[tuple[str, Cursor]]:
        """What the alternatives refer to, with the names."""
        pairs = [(alternative.name, alternative.at.target) for alternative in self.alternatives]
        return [(name, target) for name, target in pairs if target is not None]

    @property
    def places(self) -> dict[str, int]:
        """The place of the alternative that each value stands for. Values of what an alternative is
        made of come before its own, and both before names that may stand for one and values of
        alternatives that are known by others.
        """
        found: dict[str, int] = {}
        alternatives = self.alternatives if self.is_told else []
        for place, alternative in enumerate(alternatives):
            for kind in alternative.below:
                found.update(dict.fromkeys((*kind.values, *kind.also), place))
        for place, alternative in enumerate(alternatives):
            for value in (*alternative.values, *alternative.also, *alternative.mapped):
                found.setdefault(value, place)
        return found

    @property
    def below(self) -> frozenset[Cursor]:
        """What the alternatives are only made of, and the mapping has values for."""
        kinds = (kind for alternative in self.alternatives for kind in alternative.below)
        return frozenset(home(self.context, kind.at) for kind in kinds)

    def is_stated(self, around: frozenset[Cursor]) -> bool:
        """A discriminator says which alternative a value is: the one beside them, that of an
        alternative, or one around them. around: what the latter has values for.
        """
        if self.stated is not None and self.is_told:
            return True
        targets = map(Cursor.follow, self.members)
        if any(target is not None and target.has("discriminator") for target in targets):
            return True
        return bool(around) and self._are_among(around)

    def _are_among(self, known: frozenset[Cursor]) -> bool:
        """All of them are known, or all that they are made of."""

        def made_of(at: Cursor) -> list[Cursor]:
            is_open = home(self.context, at) not in known and is_union(self.context, at)
            return normalise(at).present if is_open else []

        found = all_from(self.members, made_of)
        return all(home(self.context, at) in known or made_of(at) for at in found)

    @property
    def known_values(self) -> set[str]:
        """Those that the mapping has, and those of all alternatives that are none themselves."""
        if not self.is_told:
            return set()
        found = {key for key, _ in targets(self.context, self.stated)}
        for alternative in self.alternatives:
            if not is_union(self.context, alternative.at):
                found.update(alternative.values)
        return found


def _told_by_values(members: list[Cursor]) -> tuple[str, list[list[str]], bool]:
    """A member that lists other values in each object, with these, and whether it is always there,
    as it is in the first such one that can be found; '' for none.
    """
    found: tuple[str, list[list[str]], bool] = ("", [[]] * len(members), False)
    schemas = [normalise(at) for at in members]
    stated = schemas[0].table("properties") if len(schemas) > 1 else ()
    for name in dict.fromkeys(name for name, _ in stated):
        all_ = (listed_values(at, name) for at in members)
        lists = list(takewhile(bool, all_))
        if len(lists) < len(schemas) or _several(lists):
            continue
        is_always = all(name in schema.required for schema in schemas)
        if is_always or not found[0]:
            found = name, lists, is_always
        if is_always:
            break
    return found


def _several(lists: Iterable[list[str]]) -> frozenset[str]:
    """The values that stand in several lists."""
    often = Counter(value for values in lists for value in set(values))
    return frozenset(value for value, count in often.items() if count > 1)


def choice_among(context: Context, choices: Cursor) -> Choice:
    """What tells the objects of a list of alternatives apart."""
    objects = [at for at in choices.elements() if is_object(at)]
    return choice_of(context, objects, holder_of(choices).get("discriminator"))


def choice_of(context: Context, members: list[Cursor], own: Cursor | None) -> Choice:
    """What tells objects of a list apart. own: the discriminator beside the list;
    without one that of the base that all of them extend counts."""
    if own is None and len(members) > 1:
        found = [normalise(member).first("discriminator") for member in members]
        own = found[0] if len(set(found)) == 1 and all(map(is_one, members)) else None
    return Choice(context, members, own)


def is_one(at: Cursor) -> bool:
    """It is no alternatives itself; those of a base that lists it are not its own."""
    schema = normalise(at)
    choices = schema.choice
    return choices is None or leads_back(schema, choices)


# --------------------------------------------------------------------------------------------------
# alternatives of alternatives


def is_union(context: Context, member: Cursor) -> bool:
    """Alternatives that are alternatives themselves, or a base with what is made of it."""
    schema = normalise(member)
    is_list = schema.choice is not None and not schema.has("properties")
    return is_list or context.found.kinds.base(home(context, member)) is not None


def _unions(context: Context, member: Cursor, only_objects: bool) -> Iterator[Base | Choice]:
    """An alternative that is alternatives itself, and those of its own that are, at any depth."""
    kinds = context.found.kinds

    def onward(at: Cursor) -> Iterable[Cursor]:
        if not is_union(context, at) or kinds.base(home(context, at)):
            return ()
        alternatives = normalise(at).alternatives
        return [own for own in alternatives if not only_objects or is_object(own)]

    for at in all_from([member], onward):
        if is_union(context, at):
            stated = normalise(at).first("discriminator")
            base = kinds.base(home(context, at))
            yield base or Choice(context, list(onward(at)), stated)


def made_of(context: Context, member: Cursor) -> list[tuple[str, Cursor]]:
    """What an alternative is only made of, at any depth, with the names."""
    unions = _unions(context, member, False)
    return [part for union in unions for part in union.parts]


def values_within(context: Context, member: Cursor, name: str) -> set[str]:
    """The values of a member by which what an alternative is only made of is told apart."""
    unions = _unions(context, member, True)
    return {value for union in unions if union.told_by == name for value in union.known_values}
