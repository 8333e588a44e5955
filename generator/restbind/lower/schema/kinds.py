# SPDX-License-Identifier: BSL-1.0
"""What `discriminator`s say of the whole document, found before any type is made.

A discriminator stands beside `oneOf` or `anyOf`, or in a base that other components extend by
`allOf`. Both say by which value of which member an object is known; from that follows which schemas
need a model of their own, and what that member is there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from restbind.graph import all_from
from restbind.lower.schema.choice import (
    Alternative,
    Choice,
    is_one,
    is_union,
    made_of,
    values_within,
)
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base, Kind, Told
from restbind.lower.schema.layers import CHOICES, listed_in, parts_of
from restbind.lower.schema.mappings import (
    home,
    key_for,
    name_beside,
    note_file,
    otherwise,
    report_no_text,
    report_otherwise,
    schema_name,
    targets,
)
from restbind.lower.schema.normalise import next_step, normalise
from restbind.lower.schema.queries import (
    is_object,
    listed_values,
    lists_its_kinds,
    requires,
    takes_texts,
)
from restbind.source.refs import Cursor
from restbind.spec.keywords import SHAPING

ADDING = SHAPING - {"properties", "required"} | {
    "discriminator"
}  # what makes an extended schema another one


def find_kinds(context: Context) -> None:
    """Fills Found.kinds."""
    stating = context.document.sources.holding("discriminator")
    holders = [at for at in stating if at["discriminator"].text("propertyName")]
    if not holders:
        return
    lists = [at for at in holders if any(map(at.has, CHOICES))]
    for at in lists:
        _keep_apart(context, at)
    known = _schemas(context)
    for name, at in known.named.values():
        stated = _nearest(at) if next_step(at) is None else None
        is_base = stated is not None and normalise(at).choice is None
        if stated is not None and is_base and stated.text("propertyName"):
            _Kinds(context, known, name, at, stated).note()
    for at in lists:
        _report_strangers(context, at)
        objects = [member for member in listed_in(at) if is_object(member)]
        choice = Choice(context, objects, at["discriminator"])
        _note_absence(at["discriminator"], [(at, member) for member in objects])
        for alternative in choice.alternatives:
            _note_alternative(context, at, choice, alternative)


def is_beside(at: Cursor) -> bool:
    """The discriminator, the alternatives and members that all of them have stand together."""
    return at.has("discriminator") and at.has("properties") and any(map(at.has, CHOICES))


def _note(
    context: Context,
    at: Cursor,
    stated: Cursor,
    values: tuple[str, ...],
    is_rest: bool | None = None,
) -> None:
    """Notes in Found.kinds how an object is known. is_rest: it is also what objects with other
    values are; None where the document does not say which these are.
    """
    name = stated["propertyName"]
    members = context.found.kinds.told.setdefault(at, {})
    told = members.setdefault(name.written, Told(name))
    told.values += [value for value in values if value not in told.values]
    if is_rest is not None:
        told.otherwise.add(is_rest)


def _note_absence(stated: Cursor, kinds: list[tuple[Cursor, ...]]) -> None:
    """kinds: the schemas that hold for each."""
    name = stated.text("propertyName")
    is_there = all(requires(normalise(*parts), name) for parts in kinds)
    if not is_there and not stated.has("defaultMapping"):
        stated["propertyName"].report(
            "RB093",
            f"an object without `{name}`, which need not be there, is read as the one that has"
            " its members",
            f"`required: [{name}]` says that all have it",
        )


# --------------------------------------------------------------------------------------------------
# lists


def _keep_apart(context: Context, at: Cursor) -> None:
    """Alternatives that are the same schema under several names stay several models."""
    groups: dict[Cursor, set[Cursor]] = {}
    for member in listed_in(at):
        target = member.target
        if target is not None:
            groups.setdefault(home(context, target), set()).add(target)
    for final, group in groups.items():
        if len(group) > 1 and all(map(is_object, group)):
            context.found.kinds.distinct |= group - {final}


def _note_alternative(
    context: Context, at: Cursor, choice: Choice, alternative: Alternative
) -> None:
    """Notes in Found.kinds what is told of an alternative. at: what lists it."""
    stated, member, values = at["discriminator"], alternative.at, alternative.values
    known = [(kind, values) for _, kind in (made_of(context, member) if values else ())]
    known += [(kind.at, kind.values) for kind in alternative.below]
    for listed, known_by in known:
        kind = home(context, listed)
        if is_one(kind):
            _note(context, kind, stated, known_by)
    if not is_one(member):
        return
    _note(context, member, stated, values, alternative.is_rest)
    # With the members that stand beside the alternatives it is a type of its own, and only that
    # where they stand in the same schema, unless it has them itself.
    kind = home(context, member)
    is_own = is_beside(at) and not lists_its_kinds(normalise(at), choice.members)
    if is_one(kind) and not is_own:
        _note(context, kind, stated, values, alternative.is_rest)


def _report_strangers(context: Context, at: Cursor) -> None:
    """What the mapping names and is no alternative, and none of those of an alternative, has no
    place in the variant.
    """
    stated = at["discriminator"]
    name, mapped = stated.text("propertyName"), targets(context, stated)
    own: dict[Cursor, Alternative] = {}
    below: set[Cursor] = set()
    for alternative in Choice(context, listed_in(at), stated).alternatives if mapped else ():
        own.update(dict.fromkeys(_spelt(context, alternative.at), alternative))
        for _, kind in made_of(context, alternative.at):
            below.update(_spelt(context, kind))
    for value, target in mapped:
        spelt = _spelt(context, target)
        whole = next((own[at] for at in spelt if at in own), None)
        what = hint = ""
        if whole is None and below.isdisjoint(spelt):
            what = "is none of the alternatives; objects with this value become open JSON"
            hint = "list it beside the others"
        elif whole is not None and not whole.has_values_below:
            continue
        elif is_union(context, target) and value not in values_within(context, target, name):
            what = "are alternatives within an alternative; their objects are not known by this"
            what, hint = f"{what} value", "name each of them, or list them beside the others"
        if what:
            key_for(stated, value).report("RB030", f"what `{value}` stands for {what}", hint)
    rest = otherwise(context, stated)
    if rest is not None and values_within(context, rest, name) and not _has_rest(context, rest):
        stated["defaultMapping"].report(
            "RB030",
            "what `defaultMapping` names are alternatives that are known by values of their"
            " own; objects with another one become open JSON",
            "name one of them",
        )


def _has_rest(context: Context, at: Cursor) -> bool:
    """Alternatives within an alternative say themselves what objects with other values are."""
    base = context.found.kinds.base(home(context, at))
    stated = normalise(at).first("discriminator")
    is_listed = stated is not None and stated.has("defaultMapping")
    return is_listed or base is not None and base.otherwise is not None


def _spelt(context: Context, at: Cursor) -> list[Cursor]:
    """An alternative, what it refers to, and the schema that its type is made of."""
    target = at.target or at
    return [at, target, home(context, at)]


# --------------------------------------------------------------------------------------------------
# bases


_Named = tuple[str, Cursor]  # a schema with its name


@dataclass(frozen=True)
class _Schemas:
    """By identity. named: the schemas of all files that have names; what a component only names
    stands for it. extended: those of them that a schema is a part of. aliases: the names of
    components that only refer to a schema."""

    named: dict[Cursor, _Named] = field(default_factory=dict)
    extended: defaultdict[Cursor, list[_Named]] = field(default_factory=lambda: defaultdict(list))
    aliases: defaultdict[Cursor, list[str]] = field(default_factory=lambda: defaultdict(list))


def _schemas(context: Context) -> _Schemas:
    found, sources = _Schemas(), context.document.sources
    schemas = list(context.document.components.items())
    for document in sources.others:
        schemas += sources.named_schemas(document)
    for name, at in schemas:
        whole = context.found.home(at)
        stated = schema_name(context, whole)
        found.named.setdefault(whole, (name if whole is at else stated, whole))
        if name != stated:
            found.aliases[whole].append(name)
    for name, at in found.named.values():
        for part in _parts(at):
            if part != at and _only_refers(at):
                found.aliases[part].append(name)
            elif part != at:
                found.extended[part].append((name, at))
    return found


def _only_refers(at: Cursor) -> bool:
    return at.has("$ref") and next_step(at) is not None


def _within(at: Cursor) -> list[Cursor]:
    """A schema, and the parts of its `allOf` at any depth, as they stand there."""
    found = [at]
    for part in found:
        found += parts_of(part)
    return found


def _parts(at: Cursor) -> list[Cursor]:
    """What a schema refers to and is made of, each with what it only refers to itself."""
    found: dict[Cursor, None] = {}
    for part in _within(at):
        target = part.target
        while target is not None and target not in found:
            found[target] = None
            target = next_step(target) if _only_refers(target) else None
    return list(found)


def _own(at: Cursor) -> Cursor | None:
    """The discriminator that stands in a schema, or in the parts of its `allOf`."""
    stated = (part.get("discriminator") for part in _within(at))
    return next(filter(None, stated), None)


def _nearest(at: Cursor) -> Cursor | None:
    """The discriminator of a schema, or of the nearest one that it is made of."""
    stated = map(_own, all_from([at], _parts))
    return next(filter(None, stated), None)


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
        self._rest = context.found.home(rest) if rest is not None else None
        mapped = targets(context, stated)
        self._mapped = [(value, context.found.home(target)) for value, target in mapped]
        self._kinds = self._found()
        self._further = self._told_further()

    def note(self) -> None:
        """Notes the base and its kinds in Found.kinds."""
        context, stated, rest = self._context, self._stated, self._rest
        self._report_no_objects()
        if not self._kinds:
            return
        if self._is_own:
            _note_absence(stated, [(self._at,)])
        context.found.kinds.distinct |= self._kinds.keys()
        found: list[Kind] = []
        for name, at in [(self._name, self._at), *self._kinds.values()]:
            values = self._values(name, at)
            is_rest = at == rest
            if not values and not is_rest:
                continue
            also = self._also(name, at, values)
            found.append(Kind(name, at, values + also))
            for same in (at, *self._copies(at)):
                _note(context, same, stated, values, is_rest if rest is not None else None)
        if rest is not None and rest not in [kind.at for kind in found]:
            report_otherwise(stated)
        named = [kind for kind in found if kind.name in kind.values]
        if not all(takes_texts(kind.at, self._member) for kind in named):
            report_no_text(stated)
        context.found.kinds.bases[self._at] = Base(
            self._name, self._at, self._member, tuple(found), rest
        )

    def _copies(self, at: Cursor) -> list[Cursor]:
        """What merge patches have instead of a kind. It is no kind itself."""
        copies = self._context.document.sources.copies
        named = self._schemas.named.values() if copies else ()
        return [copy for _, copy in named if copies.get(copy) == at]

    def _found(self) -> dict[Cursor, _Named]:
        """By identity, each with its name: the objects that extend the base, at any depth, and
        those that its own mapping names.
        """
        context, schemas = self._context, self._schemas
        kinds: dict[Cursor, _Named] = {}
        pending = list(schemas.extended[self._at])
        mapped = [at for _, at in self._mapped]
        rest = [self._rest] if self._rest is not None else []
        for at in (*mapped, *rest) if self._is_own else ():
            name = schema_name(context, at)
            pending.append(schemas.named.get(at, (name, at)))
        seen = {self._at, *context.document.sources.copies}
        for name, at in pending:
            if at in seen or not is_object(at):
                continue
            seen.add(at)
            if at in mapped or not _only_bounds(at, bool(mapped)):
                kinds[at] = name, at
            pending += schemas.extended[at]
        return kinds

    def _told_further(self) -> dict[Cursor, Cursor]:
        """By identity: the kinds of a kind that states another member, with this one."""
        found: dict[Cursor, Cursor] = {}
        for _, whole in self._kinds.values():
            own = _own(whole)
            if own is None or own.text("propertyName") in ("", self._member):
                continue
            for kind in all_from([whole], self._extending):
                if kind != whole:
                    found.setdefault(kind, whole)
        return found

    def _extending(self, at: Cursor) -> list[Cursor]:
        return [kind for _, kind in self._schemas.extended[at]]

    def _values(self, name: str, at: Cursor) -> tuple[str, ...]:
        """Those that the mapping names, else those that the kind lists itself, else its name.
        The base has none beside a mapping without it."""
        values, listed = self._mapped_to(at), listed_values(at, self._member)
        is_base = at == self._at
        if values or is_base and self._mapped:
            return values
        common = listed_values(self._at, self._member)
        if listed and not is_base and set(listed) != set(common):
            return tuple(listed)
        whole = self._further.get(at)
        if whole is not None and self._mapped_to(whole):
            return self._mapped_to(whole)
        if name not in listed and name not in [value for value, _ in self._mapped]:
            note_file(self._context, self._stated, name, at)
        return (name,)

    def _also(self, name: str, at: Cursor, values: tuple[str, ...]) -> tuple[str, ...]:
        """What may come instead of the values: the name of the kind, and those of components that
        only refer to it.
        """
        beside = name_beside(self._context, self._stated, at, name, values)
        aliases = self._schemas.aliases[at] if values else []
        listed = listed_values(at, self._member)
        texts = listed if listed or not takes_texts(at, self._member) else aliases
        named = (*self._mapped, *self._kinds.values())
        taken = {name for name, _ in named}
        return beside + tuple(alias for alias in aliases if alias in texts and alias not in taken)

    def _mapped_to(self, at: Cursor) -> tuple[str, ...]:
        return tuple(value for value, target in self._mapped if target == at)

    def _report_no_objects(self) -> None:
        """What the mapping of a base names must be an object."""
        known = {self._at, *self._kinds}
        become = "become open JSON" if self._kinds else "have the members of the base alone"
        for value, target in self._mapped if self._is_own else ():
            if target not in known:
                key_for(self._stated, value).report(
                    "RB030",
                    f"what `{value}` stands for is no object; objects with this value {become}",
                    "a kind of this one is an object that has it in `allOf`",
                )


def _only_bounds(at: Cursor, is_mapped: bool) -> bool:
    """A component is no kind of what it is made of: it adds nothing, and says that it may be null,
    or the mapping names the kinds.
    """
    parts = _within(at)
    is_bound = is_mapped or any(part.is_true("nullable") for part in parts)
    return is_bound and not any(part.has(key) for part in parts for key in (*ADDING, "properties"))
