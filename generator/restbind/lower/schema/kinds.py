# SPDX-License-Identifier: BSL-1.0
"""What `discriminator`s say of the whole document, found before any type is made.

A discriminator stands beside `oneOf` or `anyOf`, or in a base that other components extend by
`allOf`. Both say by which value of which member an object is known; from that follows which schemas
need a model of their own, and what that member is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind.graph import all_from
from restbind.lower.schema.choice import (
    Choice,
    has_values_below,
    home,
    is_one,
    is_union,
    key_for,
    made_of,
    name_beside,
    name_of,
    note_file,
    otherwise,
    report_no_text,
    report_otherwise,
    targets,
    values_within,
)
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base, Told
from restbind.lower.schema.layers import CHOICES, is_null_type, parts_of
from restbind.lower.schema.normalise import next_step, normalise
from restbind.lower.schema.queries import (
    json_kinds,
    listed_values,
    lists_its_kinds,
    requires,
    takes_texts,
)
from restbind.source.refs import Cursor, identity_of
from restbind.spec.keywords import SHAPING

ADDING = SHAPING - {"properties", "required"} | {
    "discriminator"
}  # what makes an extended schema another one


@dataclass(frozen=True)
class _Schemas:
    """By identity. named: the schemas of all files that have names; what a component only names
    stands for it. extended: those of them that a schema is a part of. aliases: the names of
    components that only refer to a schema."""

    named: dict[int, tuple[str, Cursor]]
    extended: dict[int, list[tuple[str, Cursor]]]
    aliases: dict[int, list[str]]


def find_kinds(context: Context) -> None:
    """Fills Found.distinct, .told and .bases."""
    holders = [
        at
        for at in context.document.sources.holding("discriminator")
        if at["discriminator"].text("propertyName")
    ]
    if not holders:
        return
    lists = [at for at in holders if any(at.has(key) for key in CHOICES)]
    for at in lists:
        _keep_apart(context, at)
    known = _schemas(context)
    for name, at in known.named.values():
        stated = _nearest(context, at) if next_step(context, at) is None else None
        if (
            stated is not None
            and stated.text("propertyName")
            and normalise(context, at).choices() is None
        ):
            _Kinds(context, known, name, at, stated).note()
    for at in lists:
        _report_strangers(context, at)
        choice = Choice(
            context,
            [member for member in _members(at) if json_kinds(context, member) == ("object",)],
            at.get("discriminator"),
        )
        _note_absence(context, at["discriminator"], [(at, member) for member in choice.members])
        for place in range(len(choice.members)):
            _note_alternative(context, at, choice, place)


def is_beside(at: Cursor) -> bool:
    """The discriminator, the alternatives and members that all of them have stand together."""
    return at.has("discriminator") and at.has("properties") and any(at.has(key) for key in CHOICES)


# --------------------------------------------------------------------------------------------------
# lists


def _members(at: Cursor) -> list[Cursor]:
    return [member for key in CHOICES for member in at.each(key) if not is_null_type(member)]


def _keep_apart(context: Context, at: Cursor) -> None:
    """Alternatives that are the same schema under several names stay several models."""
    groups: dict[int, dict[int, Cursor]] = {}
    for member in _members(at):
        target = context.document.resolve(member["$ref"]) if member.has("$ref") else None
        if target is not None:
            groups.setdefault(home(context, target).identity, {})[target.identity] = target
    for final, group in groups.items():
        if len(group) > 1 and all(
            json_kinds(context, one) == ("object",) for one in group.values()
        ):
            context.found.distinct.update(identity for identity in group if identity != final)


def _note_alternative(context: Context, at: Cursor, choice: Choice, place: int) -> None:
    """Fills Found.told for an alternative. at: what lists it."""
    member, values = choice.members[place], choice.values[place]
    own = home(context, member)
    # With the members that stand beside the alternatives it is a type of its own, and only that
    # where they stand in the same schema, unless it has them itself.
    is_itself = not is_beside(at) or lists_its_kinds(
        context, normalise(context, at), choice.members
    )
    noted = [(member, values, choice.is_rest(place))]
    noted += (
        [(own, values, choice.is_rest(place))]
        if own.identity != member.identity and is_itself
        else []
    )
    noted = [
        *(
            (home(context, one), values, None)
            for _, one in (made_of(context, member) if values else ())
        ),
        *(noted if is_one(context, member) else ()),
        *((home(context, one.at), one.values, None) for one in choice.below[place]),
    ]
    for one, known_by, is_rest in noted:
        if is_one(context, one):
            _note(context, one, at["discriminator"], known_by, is_rest)


def _report_strangers(context: Context, at: Cursor) -> None:
    """What the mapping names and is no alternative, and none of those of an alternative, has no
    place in the variant.
    """
    stated = at["discriminator"]
    name = stated.text("propertyName")
    members = _members(at) if targets(context, stated) else []
    own = {one.identity: member for member in members for one in _spelt(context, member)}
    below = {
        one.identity
        for member in members
        for _, at in made_of(context, member)
        for one in _spelt(context, at)
    }
    for value, target in targets(context, stated):
        member = next(
            (own[one.identity] for one in _spelt(context, target) if one.identity in own), None
        )
        is_below = any(one.identity in below for one in _spelt(context, target))
        if member is None and not is_below:
            context.report(
                "RB030",
                key_for(stated["mapping"], value),
                (
                    f"what `{value}` stands for is none of the alternatives; "
                    "objects with this value become open JSON"
                ),
                "list it beside the others",
            )
        elif (
            is_union(context, target)
            and (member is None or has_values_below(context, stated, member))
            and value not in values_within(context, target, name)
        ):
            context.report(
                "RB030",
                key_for(stated["mapping"], value),
                (
                    f"what `{value}` stands for are alternatives within an alternative; "
                    "their objects are not known by this value"
                ),
                "name each of them, or list them beside the others",
            )
    rest = otherwise(context, stated)
    if (
        rest is not None
        and is_union(context, rest)
        and values_within(context, rest, name)
        and not _has_rest(context, rest)
    ):
        context.report(
            "RB030",
            stated["defaultMapping"],
            (
                "what `defaultMapping` names are alternatives that are known by values of their"
                " own; objects with another one become open JSON"
            ),
            "name one of them",
        )


def _has_rest(context: Context, at: Cursor) -> bool:
    """Alternatives within an alternative say themselves what objects with other values are."""
    base, stated = context.found.bases.get(home(context, at).identity), normalise(
        context, at
    ).first("discriminator")
    return (
        base is not None
        and base.otherwise is not None
        or stated is not None
        and stated.has("defaultMapping")
    )


def _spelt(context: Context, at: Cursor) -> list[Cursor]:
    """An alternative, what it refers to, and the schema that its type is made of."""
    target = context.document.resolve(at["$ref"]) if at.has("$ref") else None
    return [at, *([target] if target is not None else []), home(context, at)]


# --------------------------------------------------------------------------------------------------
# bases


def _schemas(context: Context) -> _Schemas:
    found = _Schemas({}, {}, {})
    others = [
        one
        for document in context.document.sources.others
        for one in context.document.sources.named_schemas(document)
    ]
    for name, at in [*context.document.components.items(), *others]:
        whole = _home(context, at)
        found.named.setdefault(
            whole.identity, (name if whole is at else name_of(context, whole), whole)
        )
        if name != name_of(context, whole):
            found.aliases.setdefault(whole.identity, []).append(name)
    for name, at in found.named.values():
        for one in [part for part in _parts(context, at) if part.identity != at.identity]:
            if _only_refers(context, at):
                found.aliases.setdefault(one.identity, []).append(name)
            else:
                found.extended.setdefault(one.identity, []).append((name, at))
    return found


def _home(context: Context, at: Cursor) -> Cursor:
    """The schema of another file where a component only names it."""
    return context.found.homes.get(at.identity, ("", at))[1]


def _only_refers(context: Context, at: Cursor) -> bool:
    return at.has("$ref") and next_step(context, at) is not None


def _within(at: Cursor) -> list[Cursor]:
    """A schema, and the parts of its `allOf` at any depth, as they stand there."""
    found = [at]
    for one in found:
        found += parts_of(one)
    return found


def _parts(context: Context, at: Cursor) -> list[Cursor]:
    """What a schema refers to and is made of, each with what it only refers to itself."""
    found: list[Cursor] = []
    for one in _within(at):
        target = context.document.resolve(one["$ref"]) if one.has("$ref") else None
        while target is not None and all(target.identity != other.identity for other in found):
            found.append(target)
            target = next_step(context, target) if _only_refers(context, target) else None
    return found


def _own(at: Cursor) -> Cursor | None:
    return next((one.get("discriminator") for one in _within(at) if one.has("discriminator")), None)


def _nearest(context: Context, at: Cursor) -> Cursor | None:
    """The discriminator of a schema, or of the nearest one that it is made of."""
    nearest = all_from([at], lambda one: _parts(context, one), identity_of)
    return next((stated for one in nearest if (stated := _own(one)) is not None), None)


class _Kinds:
    """The kinds of a component that others may extend. stated: its own discriminator, or that of
    what it is made of.
    """

    def __init__(
        self, context: Context, schemas: _Schemas, name: str, at: Cursor, stated: Cursor
    ) -> None:
        rest = otherwise(context, stated)
        self._context = context
        self._schemas = schemas
        self._name = name
        self._at = at
        self._stated = stated
        self._member = stated.text("propertyName")
        self._is_own = _own(at) is not None
        self._mapped = [
            (value, _home(context, target)) for value, target in targets(context, stated)
        ]
        self._rest = _home(context, rest) if rest is not None else None
        self._kinds = self._found()
        self._further = self._told_further()
        self._common = set(listed_values(context, at, self._member))

    def note(self) -> None:
        """Fills Found.bases, .told and .distinct."""
        context, stated = self._context, self._stated
        self._report_no_objects()
        if not self._kinds:
            return
        if self._is_own:
            _note_absence(context, stated, [(self._at,)])
        found = []
        for kind, one in [(self._name, self._at), *self._kinds.values()]:
            values = self._values(kind, one)
            is_rest = self._is_rest(one)
            if values or is_rest:
                found.append((kind, one, (*values, *self._also(kind, one, values))))
                for same in (one, *self._copies(one)):
                    _note(
                        context, same, stated, values, is_rest if self._rest is not None else None
                    )
            if one.identity != self._at.identity:
                context.found.distinct.add(one.identity)
        if self._rest is not None and not any(self._is_rest(one) for _, one, _ in found):
            report_otherwise(context, stated)
        if any(
            kind in values and not takes_texts(context, one, self._member)
            for kind, one, values in found
        ):
            report_no_text(context, stated)
        context.found.bases[self._at.identity] = Base(
            self._name, self._at, self._member, tuple(found), self._rest
        )

    def _copies(self, at: Cursor) -> list[Cursor]:
        """What merge patches have instead of a kind. It is no kind itself."""
        copies = self._context.document.sources.copies
        return (
            [
                one
                for _, one in self._schemas.named.values()
                if copies.get(one.identity) == at.identity
            ]
            if copies
            else []
        )

    def _is_rest(self, at: Cursor) -> bool:
        return self._rest is not None and at.identity == self._rest.identity

    def _found(self) -> dict[int, tuple[str, Cursor]]:
        """By identity, each with its name: the objects that extend the base, at any depth, and
        those that its own mapping names.
        """
        kinds: dict[int, tuple[str, Cursor]] = {}
        pending = list(self._schemas.extended.get(self._at.identity, ()))
        if self._is_own:
            further = [one for _, one in self._mapped] + (
                [self._rest] if self._rest is not None else []
            )
            pending += [
                self._schemas.named.get(one.identity, (name_of(self._context, one), one))
                for one in further
            ]
        mapped_to = {one.identity for _, one in self._mapped}
        seen = {self._at.identity, *self._context.document.sources.copies}
        for kind, one in pending:
            if one.identity in seen or json_kinds(self._context, one) != ("object",):
                continue
            seen.add(one.identity)
            if one.identity in mapped_to or not _only_bounds(one, bool(mapped_to)):
                kinds[one.identity] = kind, one
            pending += self._schemas.extended.get(one.identity, ())
        return kinds

    def _told_further(self) -> dict[int, Cursor]:
        """By identity: the kinds of a kind that states another member, with this one."""
        found: dict[int, Cursor] = {}
        for _, whole in self._kinds.values():
            own = _own(whole)
            pending = (
                [whole]
                if own is not None and own.text("propertyName") not in ("", self._member)
                else []
            )
            for one in pending:
                for _, kind in self._schemas.extended.get(one.identity, ()):
                    if kind.identity not in found and kind.identity != whole.identity:
                        found[kind.identity] = whole
                        pending.append(kind)
        return found

    def _values(self, name: str, at: Cursor) -> tuple[str, ...]:
        """Those that the mapping names, else those that the kind lists itself, else its name.
        The base has none beside a mapping without it."""
        values, listed = self._mapped_to(at), tuple(listed_values(self._context, at, self._member))
        if not values and at.identity != self._at.identity:
            whole = self._further.get(at.identity)
            mapped = self._mapped_to(whole) if whole is not None else ()
            values = listed if listed and set(listed) != self._common else mapped or (name,)
        elif not values and not self._mapped:
            values = (name,)
        if values == (name,) and name not in (*listed, *(value for value, _ in self._mapped)):
            note_file(self._context, self._stated, name, at)
        return values

    def _also(self, name: str, at: Cursor, values: tuple[str, ...]) -> tuple[str, ...]:
        """What may come instead of the values: the name of the kind, and those of components that
        only refer to it.
        """
        aliases = self._schemas.aliases.get(at.identity, []) if values else []
        listed = listed_values(self._context, at, self._member)
        texts = listed if listed or not takes_texts(self._context, at, self._member) else aliases
        taken = {value for value, _ in self._mapped} | {kind for kind, _ in self._kinds.values()}
        beside = name_beside(self._context, self._stated, at, name, values)
        return beside + tuple(alias for alias in aliases if alias not in taken and alias in texts)

    def _mapped_to(self, at: Cursor) -> tuple[str, ...]:
        return tuple(value for value, target in self._mapped if target.identity == at.identity)

    def _report_no_objects(self) -> None:
        """What the mapping of a base names must be an object."""
        for value, one in self._mapped if self._is_own else ():
            if one.identity not in self._kinds and one.identity != self._at.identity:
                become = "become open JSON" if self._kinds else "have the members of the base alone"
                self._context.report(
                    "RB030",
                    key_for(self._stated["mapping"], value),
                    f"what `{value}` stands for is no object; objects with this value {become}",
                    "a kind of this one is an object that has it in `allOf`",
                )


def _only_bounds(at: Cursor, is_mapped: bool) -> bool:
    """A component is no kind of what it is made of: it adds nothing, and says that it may be null,
    or the mapping names the kinds.
    """
    parts = _within(at)
    return (is_mapped or any(one.is_true("nullable") for one in parts)) and not any(
        one.has(key) for one in parts for key in (*ADDING, "properties")
    )


# --------------------------------------------------------------------------------------------------
# findings


def _note(
    context: Context, at: Cursor, stated: Cursor, values: tuple[str, ...], is_rest: bool | None
) -> None:
    name = stated["propertyName"]
    told = context.found.told.setdefault(at.identity, {}).setdefault(name.written, Told(name))
    told.values += [value for value in values if value not in told.values]
    if is_rest is not None:
        told.otherwise.add(is_rest)


def _note_absence(context: Context, stated: Cursor, kinds: list[tuple[Cursor, ...]]) -> None:
    """kinds: the schemas that hold for each."""
    name = stated.text("propertyName")
    if not stated.has("defaultMapping") and not all(
        requires(context, normalise(context, *parts), name) for parts in kinds
    ):
        context.report(
            "RB093",
            stated["propertyName"],
            (
                f"an object without `{name}`, which need not be there, is read as the one that has"
                " its members"
            ),
            f"`required: [{name}]` says that all have it",
        )
