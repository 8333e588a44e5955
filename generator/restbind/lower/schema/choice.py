# SPDX-License-Identifier: BSL-1.0
"""What tells the alternatives of `oneOf` and `anyOf` apart, as the document says it.

Values of different JSON types differ by that. Which of several objects a value is, the value of one
member says: of the member that a `discriminator` names, else of one that has other values in each
of them. Where no member says it, the members that are there decide, which is a matter of the types
that are made of the alternatives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from restbind.diagnostics import near
from restbind.lower.schema.context import Context, Known
from restbind.lower.schema.drafts import Base
from restbind.lower.schema.equality import led_to, say_the_same
from restbind.lower.schema.layers import CHOICES
from restbind.lower.schema.normalise import next_step, normalise
from restbind.lower.schema.queries import (
    json_kinds,
    leads_back,
    listed_for,
    listed_values,
    literal,
    takes_texts,
    value_text,
)
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, stem, unescape

# By the identity of the mapping of a discriminator: its values and what they stand for. By that of
# a `defaultMapping`: what it names.
_MAPPINGS = Known(dict[int, list[tuple[str, Cursor]]])
_OTHERWISE = Known(dict[int, Cursor | None])


class Below(NamedTuple):
    """An alternative of an alternative, or a kind of a base. also: its name, where that stands for
    it beside the values of the mapping.
    """

    name: str
    at: Cursor
    values: tuple[str, ...]
    also: tuple[str, ...]


class Choice:
    """Several objects, and the member by whose value it is known which of them an object is.

    stated: the discriminator, or None. Lists have an item for each of `members`.
    """

    def __init__(self, context: Context, members: list[Cursor], stated: Cursor | None) -> None:
        self.members = members
        self.stated = stated
        self._context = context
        self._by = stated if stated is not None and stated.text("propertyName") else None

    @cached_property
    def member(self) -> str:
        """The name of the member; '' where none tells."""
        return self._by.text("propertyName") if self._by is not None else self._differing[0]

    @property
    def is_always(self) -> bool:
        """Values that the objects list themselves tell them apart, and all must have the member."""
        return self._by is None and self._differing[2]

    @cached_property
    def values(self) -> list[tuple[str, ...]]:
        """The values that each is sent with: as the mapping says, else those that it alone lists
        and its name, if that is among them; its name, if it lists none. None where it is
        alternatives itself, which have values of their own, or where nothing tells them apart.
        """
        if self._by is not None:
            _forgive(
                self._context, self._by, {value for listed in self._listed for value in listed}
            )
        return [self.values_of(place) if self.is_told else () for place in range(len(self.members))]

    def values_of(self, place: int) -> tuple[str, ...]:
        """The values of one of them."""
        member, listed = self.members[place], self._listed[place]
        if self._by is None:
            return tuple(listed)
        if has_values_below(self._context, self._by, member):
            return ()
        if self.mapped[place] or is_union(self._context, member):
            return self.mapped[place]
        name = _name(self._context, member)
        if listed:
            return tuple(value for value in listed if value not in self._shared or value in name)
        if not takes_texts(self._context, member, self.member):
            return ()
        if name:
            note_file(
                self._context, self._by, name[0], self._context.document.resolve(member["$ref"])
            )
        return name

    @cached_property
    def also(self) -> list[tuple[str, ...]]:
        """The name of each to which the mapping gives another value: it stands for it, too."""
        return [
            (
                tuple(
                    one
                    for name in _name(self._context, member)
                    for one in name_beside(self._context, self._by, member, name, values)
                )
                if self._by is not None
                else ()
            )
            for member, values in zip(self.members, self.values)
        ]

    @cached_property
    def mapped(self) -> list[tuple[str, ...]]:
        """The values that the mapping gives to each."""
        if self._by is None:
            return [()] * len(self.members)
        targets_of = [
            self._context.document.resolve(one["$ref"]) if one.has("$ref") else one
            for one in self.members
        ]
        return [
            _mapped(self._context, self._by, target) if target is not None else ()
            for target in targets_of
        ]

    @cached_property
    def below(self) -> list[list[Below]]:
        """What each is only made of, at any depth, and the mapping has values for."""
        return [
            mapped_below(self._context, self._by, one) if self._by is not None else []
            for one in self.members
        ]

    @cached_property
    def twice(self) -> str:
        """A value that several list and that neither the mapping nor a name gives to a schema; ''
        for none.
        """
        mapped = (
            [key for key, _ in targets(self._context, self._by)] if self._by is not None else []
        )
        return min(self._unclaimed.difference(mapped), default="")

    @cached_property
    def _unclaimed(self) -> frozenset[str]:
        """The values that several list and that neither the mapping nor a name gives to one of
        them.
        """
        claimed = (
            [*self.mapped, *(_name(self._context, one) for one in self.members)]
            if self._shared
            else ()
        )
        return self._shared.difference(*claimed)

    @cached_property
    def is_told(self) -> bool:
        """They are told apart, whatever several of them list."""
        return not self._unclaimed or all(
            own
            or self._shared.isdisjoint(listed)
            or not set(_name(self._context, member)).isdisjoint(listed)
            for member, own, listed in zip(self.members, self.mapped, self._listed)
        )

    @cached_property
    def _listed(self) -> list[list[str]]:
        """The values that each lists itself."""
        return (
            [listed_values(self._context, one, self.member) for one in self.members]
            if self._by is not None
            else self._differing[1]
        )

    @cached_property
    def _differing(self) -> tuple[str, list[list[str]], bool]:
        """A member that has other values in each: its name, '' for none, these values, and whether
        it is always there, as it is in the first that can be found."""
        best: tuple[str, list[list[str]], bool] = ("", [[]] * len(self.members), False)
        schemas = [normalise(self._context, one) for one in self.members]
        names = (
            [name for layer in schemas[0].layers for name, _ in layer.table("properties")]
            if len(schemas) > 1
            else []
        )
        for name in dict.fromkeys(names):
            listed = _distinct_values(self._context, self.members, name)
            is_always = all(name in one.required() for one in schemas) if listed else False
            if listed and (is_always or not best[0]):
                best = name, listed, is_always
            if is_always:
                break
        return best

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The values that several list, as all do that are made of a base which lists the values of
        all.
        """
        often = Counter(value for listed in self._listed for value in set(listed))
        return frozenset(value for value, count in often.items() if count > 1)

    def is_rest(self, place: int) -> bool | None:
        """Objects with other values are this one; None where the document does not say which."""
        wanted = otherwise(self._context, self._by) if self._by is not None else None
        ref = self.members[place].get("$ref")
        target = (
            self._context.document.resolve(ref) if wanted is not None and ref is not None else None
        )
        if wanted is None or target is None:
            return None if wanted is None else False
        return (
            target.identity == wanted.identity
            or home(self._context, target).identity == home(self._context, wanted).identity
        )


def choice_of(context: Context, members: list[Cursor], own: Cursor | None) -> Choice:
    """What tells objects of a list apart. own: the discriminator beside the list;
    without one that of the base that all of them extend counts."""
    return Choice(context, members, own or _inherited(context, members))


def _inherited(context: Context, members: list[Cursor]) -> Cursor | None:
    found = {
        (
            at.identity
            if (at := normalise(context, member).first("discriminator")) is not None
            else 0
        ): at
        for member in members
    }
    stated = next(iter(found.values())) if len(found) == 1 and len(members) > 1 else None
    return stated if stated is None or all(is_one(context, member) for member in members) else None


def is_one(context: Context, at: Cursor) -> bool:
    """It is no alternatives itself; those of a base that lists it are not its own."""
    schema = normalise(context, at)
    choices = schema.choices()
    return choices is None or leads_back(context, schema, choices)


def _distinct_values(context: Context, members: list[Cursor], name: str) -> list[list[str]]:
    """The values that each object lists for a member; [] unless each lists some, and no two the
    same.
    """
    found: list[list[str]] = []
    known = set[str]()
    for one in members:
        listed = listed_values(context, one, name)
        if not listed or not known.isdisjoint(listed):
            return []
        known.update(listed)
        found.append(listed)
    return found


# ------------------------------------------------------------------------------------------
# alternatives of alternatives


def is_union(context: Context, member: Cursor) -> bool:
    """Alternatives that are alternatives themselves, or a base with what is made of it."""
    schema = normalise(context, member)
    return (
        schema.choices() is not None
        and not schema.has("properties")
        or home(context, member).identity in context.found.bases
    )


def _unions(context: Context, member: Cursor, only_objects: bool) -> Iterator[Base | Shape]:
    """An alternative that is alternatives itself, and those of its own that are, at any depth."""
    pending, seen = [member], set[int]()
    for at in pending:
        if at.identity in seen or not is_union(context, at):
            continue
        seen.add(at.identity)
        base = context.found.bases.get(home(context, at).identity)
        yield base or normalise(context, at)
        pending += (
            [
                one
                for one in normalise(context, at).alternatives()
                if not only_objects or json_kinds(context, one) == ("object",)
            ]
            if base is None
            else []
        )


def made_of(context: Context, member: Cursor) -> list[tuple[str, Cursor]]:
    """What an alternative is only made of, at any depth, with the names."""
    found: list[tuple[str, Cursor]] = []
    for union in _unions(context, member, False):
        if isinstance(union, Base):
            found += [
                (name, kind) for name, kind, _ in union.kinds if kind.identity != union.at.identity
            ]
            continue
        referring = [one["$ref"] for one in union.alternatives() if one.has("$ref")]
        found += [
            (referred_name(context, ref), target)
            for ref in referring
            if (target := context.document.resolve(ref)) is not None
        ]
    return found


def mapped_below(context: Context, stated: Cursor, member: Cursor) -> list[Below]:
    """What an alternative is only made of, at any depth, and the mapping has values for."""
    found: dict[int, Below] = {}
    for name, at in made_of(context, member) if targets(context, stated) else ():
        if values := _mapped(context, stated, at):
            found.setdefault(
                at.identity, Below(name, at, values, name_beside(context, stated, at, name, values))
            )
    return list(found.values())


def has_values_below(context: Context, stated: Cursor, member: Cursor) -> bool:
    """What an alternative is only made of is known by values of the same member, so that none
    stands for all of it.
    """
    return bool(
        is_union(context, member)
        and (
            values_within(context, member, stated.text("propertyName"))
            or mapped_below(context, stated, member)
        )
    )


def values_within(context: Context, member: Cursor, name: str) -> set[str]:
    """The values of a member by which what an alternative is only made of is told apart."""
    found = set[str]()
    for union in _unions(context, member, True):
        if isinstance(union, Base):
            found.update(
                value for _, _, values in union.kinds if union.member == name for value in values
            )
            continue
        members = [one for one in union.alternatives() if json_kinds(context, one) == ("object",)]
        choice = Choice(context, members, union.first("discriminator"))
        if choice.member == name and choice.is_told:
            found.update(
                value
                for place, one in enumerate(members)
                if not is_union(context, one)
                for value in choice.values_of(place)
            )
            found.update(
                key
                for key, _ in (targets(context, choice.stated) if choice.stated is not None else ())
            )
    return found


# --------------------------------------------------------------------------------------------------
# names


def home(context: Context, at: Cursor) -> Cursor:
    """The schema that a type is made of, where `at` only refers to it."""
    seen: set[int] = set()
    while (
        at.kind == "object"
        and at.identity not in seen
        and at.identity not in context.found.distinct
    ):
        seen.add(at.identity)
        step = next_step(context, at)
        if step is None:
            break
        at = step
    return at


def _name(context: Context, member: Cursor) -> tuple[str, ...]:
    ref = member.get("$ref")
    return (referred_name(context, ref),) if ref is not None and ref.kind == "string" else ()


def referred_name(context: Context, ref: Cursor) -> str:
    """The name of what is referred to: the end of the pointer; of a whole file that of the
    component which only names it, or the file's.
    """
    path, _, fragment = ref.written.partition("#")
    target = context.document.resolve(ref) if not fragment else None
    return unescape(unquote(fragment.rsplit("/", 1)[-1])) or (
        name_of(context, target) if target is not None else stem(unquote(path))
    )


def name_of(context: Context, at: Cursor) -> str:
    """The name of a component or of a file."""
    if not at.pointer.endswith("#"):
        return unescape(at.pointer.rsplit("/", 1)[-1])
    return (
        context.found.homes[at.identity][0]
        if at.identity in context.found.homes
        else stem(at.document.path)
    )


def note_file(context: Context, stated: Cursor, name: str, at: Cursor | None) -> None:
    """OpenAPI gives names to components only."""
    if at is not None and at.pointer.endswith("#") and at.identity not in context.found.homes:
        context.report(
            "RB095",
            stated["propertyName"],
            (
                f"`{name}` is taken to stand for the file `{at.pointer[:-1]}`, which has no name of"
                " its own"
            ),
            "a `mapping` says what stands for it",
        )


def name_beside(
    context: Context, stated: Cursor, at: Cursor, name: str, values: tuple[str, ...]
) -> tuple[str, ...]:
    """A schema's name beside the values that the mapping gives it: none where that is the value of
    another one, or where the schema lists the values of the member without it."""
    mapped = [key for key, _ in targets(context, stated)]
    listed = listed_values(context, at, stated.text("propertyName"))
    is_value = name in listed if listed else takes_texts(context, at, stated.text("propertyName"))
    return (
        (name,)
        if name not in mapped and any(value in mapped for value in values) and is_value
        else ()
    )


def targets(context: Context, stated: Cursor) -> list[tuple[str, Cursor]]:
    """The mapping: each value with the schema that it stands for, which is named or referred to,
    and does not exclude it.
    """
    mapping = stated.get("mapping")
    if mapping is None:
        return []
    known = _MAPPINGS.about(context.document)
    if mapping.identity not in known:
        name = stated.text("propertyName")
        found = [
            (_value(context, at, name, key), _original(context, stated, value, at))
            for key, value in mapping.items()
            if (at := _target(context, value)) is not None
        ]
        excluded = [key for key, at in found if _excludes(context, at, name, key)]
        if excluded:
            keys = " and ".join(f"`{key}`" for key in excluded)
            verb = "stands" if len(excluded) == 1 else "stand"
            context.report(
                "RB035",
                mapping,
                f"what {keys} {verb} for lists other values of `{name}`; these count",
                "map the values that the schemas list",
            )
        known[mapping.identity] = [(key, at) for key, at in found if key not in excluded]
    return known[mapping.identity]


def _original(context: Context, stated: Cursor, value: Cursor, at: Cursor) -> Cursor:
    """The alternative of which the mapping names a copy; what it names where that is none."""
    holder = context.document.sources.at(stated.pointer.rpartition("/")[0])
    members = [
        member for key in CHOICES for member in (holder.each(key) if holder is not None else ())
    ]
    final = led_to(context, at).identity
    if not members or any(led_to(context, member).identity == final for member in members):
        return at
    same = [member for member in members if say_the_same(context, member, at)]
    target = (
        (context.document.resolve(same[0]["$ref"]) if same[0].has("$ref") else same[0])
        if len(same) == 1
        else None
    )
    if target is None:
        return at
    context.report(
        "RB097",
        value,
        (
            f"`{at.pointer}` says the same as the alternative `{target.pointer}`, which"
            f" `{value.name}` stands for"
        ),
        "map the value to the alternative itself",
    )
    return target


def _value(context: Context, at: Cursor, name: str, key: str) -> str:
    """What a key of the mapping stands for: a number or boolean where the schema lists it, or has
    no strings there.
    """
    listed = {value_text(one) for one in listed_for(context, at, name)}
    other = literal(key) if key not in listed else None
    return (
        other
        if other is not None
        and (other in listed or not listed and not takes_texts(context, at, name))
        else key
    )


def key_for(mapping: Cursor, value: str) -> Cursor:
    """What the mapping has for a value of targets()."""
    return next(at for key, at in mapping.items() if value in (key, literal(key)))


def _excludes(context: Context, at: Cursor, name: str, value: str) -> bool:
    listed = listed_for(context, at, name)
    return bool(listed) and all(value_text(one) != value for one in listed)


def _target(context: Context, value: Cursor) -> Cursor | None:
    """The schema that a text names or refers to."""
    text = value.written if value.kind == "string" else ""
    own = (
        context.document.sources.named_schemas(value.document)
        if value.document is not context.document.root.document
        else ()
    )
    at = next((one for name, one in own if name == text), None) or context.document.components.get(
        text
    )
    if at is None and any(mark in text for mark in "#/."):
        at = context.document.resolve(value)
    elif at is None and text:
        context.report(
            "RB020", value, f"`{text}` names no schema", near(text, context.document.components)
        )
    return at


def otherwise(context: Context, stated: Cursor) -> Cursor | None:
    """`defaultMapping`: the schema of objects with another value, or none."""
    at = stated.get("defaultMapping")
    if at is None:
        return None
    known = _OTHERWISE.about(context.document)
    if at.identity not in known:
        known[at.identity] = _target(context, at)
    return known[at.identity]


def _mapped(context: Context, stated: Cursor, target: Cursor) -> tuple[str, ...]:
    """The values that the mapping gives a schema, or what only refers to it."""
    named = targets(context, stated)
    own = tuple(key for key, at in named if at.identity == target.identity)
    return own or tuple(
        key for key, at in named if home(context, at).identity == home(context, target).identity
    )


def _forgive(context: Context, stated: Cursor, listed: set[str]) -> None:
    """Nothing is lost by a mapping to what does not exist where an alternative lists the value
    itself.
    """
    known = {key for key, _ in targets(context, stated)}
    for key, at in stated.table("mapping"):
        if key in listed - known and _target(context, at) is None:
            context.checks.diagnostics.excuse(("RB020",), (at.place, at.key_place))
            context.report(
                "RB035",
                at,
                f"what `{key}` is mapped to does not exist; the alternative that lists it counts",
            )


def report_otherwise(context: Context, stated: Cursor) -> None:
    """Reports a `defaultMapping` that names none of the alternatives."""
    context.report(
        "RB030",
        stated["defaultMapping"],
        "what `defaultMapping` names is none of the objects that are told apart; it is not used",
    )


def report_no_text(context: Context, stated: Cursor) -> None:
    """Reports a discriminator whose values are not strings, so that names of schemas cannot be its
    values.
    """
    context.report(
        "RB029",
        stated,
        (
            f"`{stated.text('propertyName')}` is no string, so that no name of a schema stands for"
            " one; objects are told apart by their other members"
        ),
        "a `mapping` says which value stands for which",
    )
