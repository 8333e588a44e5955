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
from restbind.source.refs import Cursor, identity_of


class Choice:
    """Several objects, and the member by whose value it is known which of them an object is.

    stated: the discriminator, or None. Lists have an item for each of `members`.
    """

    def __init__(self, context: Context, members: list[Cursor], stated: Cursor | None) -> None:
        self.members = members
        self.stated = stated
        self._context = context
        self._by = stated if stated is not None and stated.text("propertyName") else None

    @property
    def member(self) -> str:
        """The name of the member; '' where none tells."""
        return self._told[0]

    @property
    def is_always(self) -> bool:
        """Values that the objects list themselves tell them apart, and all must have the member."""
        return self._told[2]

    @cached_property
    def _told(self) -> tuple[str, list[list[str]], bool]:
        """The member, the values of it that each lists itself, and whether these alone tell and the
        member is always there, as it is in the first that can be found.
        """
        if self._by is not None:
            name = self._by.text("propertyName")
            return name, [listed_values(at, name) for at in self.members], False
        found: tuple[str, list[list[str]], bool] = ("", [[]] * len(self.members), False)
        schemas = [normalise(at) for at in self.members]
        layers = schemas[0].layers if len(schemas) > 1 else ()
        stated = [name for layer in layers for name, _ in layer.table("properties")]
        for name in dict.fromkeys(stated):
            all_ = (listed_values(at, name) for at in self.members)
            listed = list(takewhile(bool, all_))
            if len(listed) < len(schemas) or _several(listed):
                continue
            is_always = all(name in schema.required for schema in schemas)
            if is_always or not found[0]:
                found = name, listed, is_always
            if is_always:
                break
        return found

    @cached_property
    def names(self) -> list[str]:
        """What each is called; '' for one that is described in its place."""
        return [referred_name(self._context, member) for member in self.members]

    @cached_property
    def mapped(self) -> list[tuple[str, ...]]:
        """The values that the mapping gives to each."""
        targets = [at.target if at.has("$ref") else at for at in self.members]
        return [mapped_to(self._context, self._by, at) for at in targets]

    @cached_property
    def below(self) -> list[list[Kind]]:
        """What each is only made of, at any depth, and the mapping has values for."""
        return [mapped_below(self._context, self._by, member) for member in self.members]

    @cached_property
    def values(self) -> list[tuple[str, ...]]:
        """The values that each is sent with: as the mapping says, else those that it alone lists
        and its name, if that is among them; its name, if it lists none. None where it is
        alternatives itself, which have values of their own, or where nothing tells them apart.
        """
        if self._by is not None:
            listed = {value for values in self._told[1] for value in values}
            forgive(self._context, self._by, listed)
        return [self.values_of(place) if self.is_told else () for place in range(len(self.members))]

    def values_of(self, place: int) -> tuple[str, ...]:
        """The values of one of them."""
        context, by, member = self._context, self._by, self.members[place]
        listed, name = self._told[1][place], self.names[place]
        if by is None:
            return tuple(listed)
        if has_values_below(context, by, member):
            return ()
        if self.mapped[place] or is_union(context, member):
            return self.mapped[place]
        if listed:
            return tuple(value for value in listed if value not in self._shared or value == name)
        if not name or not takes_texts(member, self.member):
            return ()
        note_file(context, by, name, member.target)
        return (name,)

    @cached_property
    def also(self) -> list[tuple[str, ...]]:
        """The name of each to which the mapping gives another value: it stands for it, too."""
        each = zip(self.members, self.names, self.values)
        return [name_beside(self._context, self._by, *member) for member in each]

    def is_rest(self, place: int) -> bool | None:
        """Objects with other values are this one; None where the document does not say which."""
        wanted = otherwise(self._context, self._by)
        if wanted is None:
            return None
        target = self.members[place].target
        return target is not None and (
            target.identity == wanted.identity
            or home(self._context, target).identity == home(self._context, wanted).identity
        )

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The values that several list, as all do that are made of a base which lists the values of
        all.
        """
        return _several(self._told[1])

    @cached_property
    def _unclaimed(self) -> frozenset[str]:
        """The values that several list and that neither the mapping nor a name gives to one of
        them.
        """
        return self._shared.difference(self.names, *self.mapped) if self._shared else self._shared

    @cached_property
    def twice(self) -> str:
        """A value that several list and that neither the mapping nor a name gives to a schema; ''
        for none.
        """
        mapped = [key for key, _ in targets(self._context, self._by)]
        return min(self._unclaimed.difference(mapped), default="")

    @cached_property
    def is_told(self) -> bool:
        """They are told apart, whatever several of them list."""
        each = zip(self.mapped, self._told[1], self.names) if self._unclaimed else ()
        return all(
            mapped or name in listed or self._shared.isdisjoint(listed)
            for mapped, listed, name in each
        )


def _several(listed: list[list[str]]) -> frozenset[str]:
    """The values that stand in several lists."""
    often = Counter(value for values in listed for value in set(values))
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
        if len({at.identity if at is not None else 0 for at in found}) == 1:
            own = found[-1] if all(is_one(member) for member in members) else None
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
    return is_list or home(context, member).identity in context.found.bases


def _unions(context: Context, member: Cursor, only_objects: bool) -> Iterator[Base | Choice]:
    """An alternative that is alternatives itself, and those of its own that are, at any depth."""
    bases = context.found.bases

    def onward(at: Cursor) -> Iterable[Cursor]:
        if not is_union(context, at) or home(context, at).identity in bases:
            return ()
        alternatives = normalise(at).alternatives
        return [own for own in alternatives if not only_objects or is_object(own)]

    for at in all_from([member], onward, identity_of):
        if is_union(context, at):
            stated = normalise(at).first("discriminator")
            base = bases.get(home(context, at).identity)
            yield base or Choice(context, list(onward(at)), stated)


def made_of(context: Context, member: Cursor) -> list[tuple[str, Cursor]]:
    """What an alternative is only made of, at any depth, with the names."""
    found: list[tuple[str, Cursor]] = []
    for union in _unions(context, member, False):
        if isinstance(union, Base):
            own = union.at.identity
            found += [(kind.name, kind.at) for kind in union.kinds if kind.at.identity != own]
            continue
        for at, name in zip(union.members, union.names):
            target = at.target
            found += [(name, target)] if target is not None else []
    return found


def mapped_below(context: Context, stated: Cursor | None, member: Cursor) -> list[Kind]:
    """What an alternative is only made of, at any depth, and the mapping has values for."""
    found: dict[int, Kind] = {}
    for name, at in made_of(context, member) if targets(context, stated) else ():
        values = mapped_to(context, stated, at)
        if values and at.identity not in found:
            also = name_beside(context, stated, at, name, values)
            found[at.identity] = Kind(name, at, values, also)
    return list(found.values())


def has_values_below(context: Context, stated: Cursor, member: Cursor) -> bool:
    """What an alternative is only made of is known by values of the same member, so that none
    stands for all of it.
    """
    return bool(
        values_within(context, member, stated.text("propertyName"))
        or mapped_below(context, stated, member)
    )


def values_within(context: Context, member: Cursor, name: str) -> set[str]:
    """The values of a member by which what an alternative is only made of is told apart."""
    found = set[str]()
    for union in _unions(context, member, True):
        if union.member != name:
            continue
        if isinstance(union, Base):
            found.update(value for kind in union.kinds for value in kind.values)
        elif union.is_told:
            found.update(key for key, _ in targets(context, union.stated))
            for place, at in enumerate(union.members):
                found.update(union.values_of(place) if not is_union(context, at) else ())
    return found
