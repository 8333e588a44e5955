# SPDX-License-Identifier: BSL-1.0
"""What `discriminator`s say of the whole document, found before any type is lowered.

A discriminator stands beside `oneOf` or `anyOf`, or in a base that other components extend by `allOf`. Both say by which value of
which member an object is known; from that follows which schemas need a model of their own, and what that member is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import Base, Told
from restbind.lower.schema.discriminated import (
    has_values_below, home, is_otherwise, is_union, key_for, made_of, mapped_below, name_beside, name_of, note_file, otherwise, targets, values_of,
    values_within)
from restbind.lower.schema.flatten import flatten, next_step
from restbind.lower.schema.layers import CHOICES, is_null_type, parts_of
from restbind.lower.schema.normal_form import Schema
from restbind.lower.schema.queries import is_false, json_kinds, listed_values, requires, takes_texts
from restbind.lower.types import objects
from restbind.source.refs import Cursor
from restbind.spec.keywords import SHAPING


@dataclass(frozen=True)
class _Schemas:
    """By identity. named: the schemas of all files that have names; what a component only names stands for it. extended: those of them that a
    schema is a part of. aliases: the names of components that only refer to a schema."""

    named: dict[int, tuple[str, Cursor]]
    extended: dict[int, list[tuple[str, Cursor]]]
    aliases: dict[int, list[str]]


@dataclass(frozen=True)
class _Stated:
    """What holds of the kinds of a base. at: the discriminator. member: what it tells them by. mapped: the schemas that its mapping names, by
    value. rest: the kind of all other values. is_own: the discriminator stands in the base itself."""

    at: Cursor
    member: str
    mapped: tuple[tuple[str, Cursor], ...]
    rest: Cursor | None
    is_own: bool


def find_kinds(context: Context) -> None:
    """Fills Found.distinct, .told and .bases."""
    holders = [at for at in context.document.sources.holding("discriminator") if at.get("discriminator").text("propertyName")]
    if not holders:
        return
    choices = [at for at in holders if any(at.has(key) for key in CHOICES)]
    for at in choices:
        _keep_apart(context, at)
    known = _schemas(context)
    for name, at in known.named.values():
        stated = _nearest(context, at) if next_step(context, at) is None else None
        if stated is not None and stated.text("propertyName") and flatten(context, at).choices() is None:
            _note_base(context, name, at, stated, known)
    for at in choices:
        _report_strangers(context, at)
        stated, objects = at.get("discriminator"), [member for member in _members(at) if json_kinds(context, member) == ("object",)]
        _note_absence(context, stated, [(at, member) for member in objects])
        for member, values in zip(objects, values_of(context, stated, objects)):
            _note_alternative(context, at, stated, member, values)


def _note_alternative(context: Context, at: Cursor, stated: Cursor, member: Cursor, values: tuple[str, ...]) -> None:
    """Fills Found.told for an alternative that is an object. at: what lists it. values: those that it is known by."""
    for _, one in made_of(context, member) if values else ():
        if flatten(context, one).choices() is None:
            _note(context, home(context, one), stated, values, None)
    if flatten(context, member).choices() is None:
        is_rest = is_otherwise(context, stated, member)
        own = home(context, member)
        # With the members that stand beside the alternatives it is a type of its own, and only that where they stand in the same schema.
        for place in [member, *([own] if own.identity != member.identity and not is_beside(at) else [])]:
            _note(context, place, stated, values, is_rest)
    for one in mapped_below(context, stated, member):
        if flatten(context, one.at).choices() is None:
            _note(context, home(context, one.at), stated, one.values, None)


def is_beside(at: Cursor) -> bool:
    """The discriminator, the alternatives and members that all of them have stand together."""
    return at.has("discriminator") and at.has("properties") and any(at.has(key) for key in CHOICES)


def lower_base(context: Context, base: Base) -> ir.Type:
    """A value of a base is one of its kinds, or an object of a kind that is not known. What a kind is told further by stands within that."""
    found: list[ir.Type] = []
    mapping: dict[str, int] = {}
    rest = -1
    wholes = {kind.identity: (name, at) for name, at, _ in reversed(base.kinds) if _is_told_further(context, base, at)
              for _, kind, _ in context.found.bases[at.identity].kinds if kind.identity != at.identity}
    for name, at, values in sorted(base.kinds, key=lambda one: one[1].identity in wholes):
        is_rest = base.otherwise is not None and at.identity == base.otherwise.identity
        name, at = wholes.get(at.identity, (name, at))
        is_itself = at.identity in context.found.bases and not _is_told_further(context, base, at)
        type_ = _itself(context, context.found.bases[at.identity]) if is_itself else context.types.reference(context, at, name)
        if type_ not in found:
            found.append(type_)
        rest = found.index(type_) if is_rest else rest
        for value in values:
            mapping.setdefault(value, found.index(type_))
    return ir.OneOf((*found, ir.Open("object")), base.member, tuple(mapping.items()), rest)


_ADDING = SHAPING - {"properties", "required"} | {"discriminator"}
_SHAPES = SHAPING - {"enum", "const", "format"} | {"$ref", "allOf"}


def lower_narrowed(context: Context, schema: Schema) -> ir.Type | None:
    """What a base is, where a schema without a name says more of it: its kinds, if that adds no member, else open JSON. None for all others, and
    where it adds members and no kind fits."""
    if not context.found.bases or schema.at.identity in context.found.told:
        return None
    bases = _bases_among(context, schema)
    if not bases:
        return None
    base = bases[0]
    inner = flatten(context, base.at)
    known = {one.identity for one in inner.layers}
    own = [layer for layer in schema.layers if layer.identity not in known]
    names = {name for layer in inner.layers for name, _ in layer.table("properties")}
    if len(bases) == 1 and all(_narrows(layer, names) for layer in own):
        return context.types.reference(context, base.at, base.name)
    if _fits_no_kind(context, schema, base) or any(
            is_false(layer.get(key)) for layer in own for key in ("additionalProperties", "unevaluatedProperties")):
        return None
    context.report("RB030", schema.at, f"what is said beside `{base.name}` has no place in each of its kinds; the value becomes open JSON",
                   f"a component with `{base.name}` in its `allOf` becomes one of its kinds")
    return ir.Open("object")


def _bases_among(context: Context, schema: Schema) -> list[Base]:
    """The bases that a schema is made of; none of which it is made of a kind, too."""
    held = dict.fromkeys(layer.identity for layer in schema.layers)
    bases = [context.found.bases[one] for one in held if one in context.found.bases]
    return [one for one in bases if not any(kind.identity in held for _, kind, _ in one.kinds if kind.identity != one.at.identity)]


def _fits_no_kind(context: Context, schema: Schema, base: Base) -> bool:
    """The schema lists values of the member that tells the kinds, and no kind is known by one of them."""
    values = set(listed_values(context, schema.at, base.member))
    return bool(values) and values.isdisjoint(value for _, _, known_by in base.kinds for value in known_by)


def _narrows(layer: Cursor, names: set[str]) -> bool:
    """It bounds a value that has members of these names, and no member is another one, or more than it was."""
    properties = dict(layer.table("properties"))
    return not any(layer.has(key) for key in _ADDING) and \
        names.issuperset([*properties, *(at.node.text for at in layer.texts("required"))]) and \
        not any(at.has(key) for at in properties.values() for key in _SHAPES)


def _is_told_further(context: Context, base: Base, at: Cursor) -> bool:
    """A kind that is a base itself, whose kinds another member tells apart: these are alternatives of that one."""
    own = context.found.bases.get(at.identity)
    return own is not None and own.member != base.member


def _itself(context: Context, base: Base) -> ir.Type:
    """The model of a base without what its kinds add."""
    if base.at.identity not in context.making.itself:
        name = context.claim(f"{base.name}Base", base.at)
        context.making.itself[base.at.identity] = objects.lower_object(context, flatten(context, base.at), name, name)
    return context.making.itself[base.at.identity]


def _members(at: Cursor) -> list[Cursor]:
    return [member for key in CHOICES for member in at.each(key) if not is_null_type(member)]


def _keep_apart(context: Context, at: Cursor) -> None:
    """Alternatives that are the same schema under several names stay several models."""
    groups: dict[int, dict[int, Cursor]] = {}
    for member in _members(at):
        target = context.document.resolve(member.get("$ref")) if member.has("$ref") else None
        if target is not None:
            groups.setdefault(home(context, target).identity, {})[target.identity] = target
    for final, group in groups.items():
        if len(group) > 1 and all(json_kinds(context, one) == ("object",) for one in group.values()):
            context.found.distinct.update(identity for identity in group if identity != final)


def _schemas(context: Context) -> _Schemas:
    found = _Schemas({}, {}, {})
    others = [one for document in context.document.sources.others for one in context.document.sources.named_schemas(document)]
    for name, at in [*context.document.components.items(), *others]:
        whole = _home(context, at)
        found.named.setdefault(whole.identity, (name if whole is at else name_of(context, whole), whole))
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
        target = context.document.resolve(one.get("$ref")) if one.has("$ref") else None
        while target is not None and all(target.identity != other.identity for other in found):
            found.append(target)
            target = next_step(context, target) if _only_refers(context, target) else None
    return found


def _own(at: Cursor) -> Cursor | None:
    return next((one.get("discriminator") for one in _within(at) if one.has("discriminator")), None)


def _nearest(context: Context, at: Cursor) -> Cursor | None:
    """The discriminator of a schema, or of the nearest one that it is made of."""
    pending, seen = [at], set[int]()
    for one in pending:
        if one.identity not in seen:
            seen.add(one.identity)
            stated = _own(one)
            if stated is not None:
                return stated
            pending += _parts(context, one)
    return None


def _note_base(context: Context, name: str, at: Cursor, discriminator: Cursor, schemas: _Schemas) -> None:
    """Fills Found.bases, .told and .distinct for a component that others extend. discriminator: its own, or that of what it is made of."""
    stated = _stated(context, at, discriminator)
    kinds = _kinds_of(context, at, stated, schemas)
    if stated.is_own:
        _report_no_objects(context, at, stated, kinds)
    if not kinds:
        return
    if stated.is_own:
        _note_absence(context, discriminator, [(at,)])
    known_by = _KnownBy(context, at, stated, schemas, kinds)
    found = []
    for kind, one in [(name, at), *kinds.values()]:
        values = known_by.values(kind, one)
        also = known_by.also(kind, one, values)
        is_rest = stated.rest is not None and one.identity == stated.rest.identity
        if values or is_rest:
            found.append((kind, one, (*values, *also)))
            _note(context, one, discriminator, values, None if stated.rest is None else is_rest)
        if one.identity != at.identity:
            context.found.distinct.add(one.identity)
    if stated.rest is not None and all(one.identity != stated.rest.identity for _, one, _ in found):
        report_otherwise(context, discriminator)
    if any(kind in values and not takes_texts(context, one, stated.member) for kind, one, values in found):
        report_no_text(context, discriminator)
    context.found.bases[at.identity] = Base(name, at, stated.member, tuple(found), stated.rest)


def _stated(context: Context, at: Cursor, discriminator: Cursor) -> _Stated:
    mapped = tuple((value, _home(context, target)) for value, target in targets(context, discriminator))
    rest = otherwise(context, discriminator)
    return _Stated(discriminator, discriminator.text("propertyName"), mapped, _home(context, rest) if rest is not None else None, _own(at) is not None)


def _kinds_of(context: Context, base: Cursor, stated: _Stated, schemas: _Schemas) -> dict[int, tuple[str, Cursor]]:
    """The kinds of a base by identity, each with its name: the objects that extend it, at any depth, and those that its own mapping names."""
    kinds: dict[int, tuple[str, Cursor]] = {}
    pending = list(schemas.extended.get(base.identity, ()))
    if stated.is_own:
        further = [one for _, one in stated.mapped] + ([stated.rest] if stated.rest is not None else [])
        pending += [schemas.named.get(one.identity, (name_of(context, one), one)) for one in further]
    mapped_to = {one.identity for _, one in stated.mapped}
    bounded: set[int] = set()
    while pending:
        kind, one = pending.pop(0)
        if one.identity in kinds or one.identity in bounded or one.identity == base.identity or json_kinds(context, one) != ("object",):
            continue
        if one.identity not in mapped_to and _only_bounds(one, bool(mapped_to)):
            bounded.add(one.identity)
        else:
            kinds[one.identity] = kind, one
        pending += schemas.extended.get(one.identity, ())
    return kinds


def _report_no_objects(context: Context, base: Cursor, stated: _Stated, kinds: dict[int, tuple[str, Cursor]]) -> None:
    """What the mapping of a base names must be an object."""
    for value, one in stated.mapped:
        if one.identity not in kinds and one.identity != base.identity:
            context.report("RB030", key_for(stated.at.get("mapping"), value), f"what `{value}` stands for is no object; objects with this value " +
                           ("become open JSON" if kinds else "have the members of the base alone"),
                           "a kind of this one is an object that has it in `allOf`")


class _KnownBy:
    """The values that a base and its kinds are known by."""

    def __init__(self, context: Context, base: Cursor, stated: _Stated, schemas: _Schemas, kinds: dict[int, tuple[str, Cursor]]) -> None:
        self._context = context
        self._base = base
        self._stated = stated
        self._aliases = schemas.aliases
        self._further = _told_further(schemas, stated.member, [one for _, one in kinds.values()])
        self._common = set(listed_values(context, base, stated.member))
        self._mapped_values = {value for value, _ in stated.mapped}
        self._taken = self._mapped_values | {name for name, _ in kinds.values()}

    def values(self, name: str, at: Cursor) -> tuple[str, ...]:
        """Those that the mapping names, else those that the kind lists itself, else its name. A base has none beside a mapping without it."""
        values, listed = self._mapped(at), tuple(listed_values(self._context, at, self._stated.member))
        if not values and at.identity != self._base.identity:
            whole = self._further.get(at.identity)
            mapped = self._mapped(whole) if whole is not None else ()
            values = listed if listed and set(listed) != self._common else mapped or (name,)
        elif not values and not self._stated.mapped:
            values = (name,)
        if values == (name,) and name not in (*listed, *self._mapped_values):
            note_file(self._context, self._stated.at, name, at)
        return values

    def also(self, name: str, at: Cursor, values: tuple[str, ...]) -> tuple[str, ...]:
        """What may come instead of the values: the name of the kind, and those of components that only refer to it."""
        aliases = self._aliases.get(at.identity, []) if values else []
        listed = listed_values(self._context, at, self._stated.member)
        texts = listed if listed or not takes_texts(self._context, at, self._stated.member) else aliases
        return name_beside(self._context, self._stated.at, at, name, values) + \
            tuple(alias for alias in aliases if alias not in self._taken and alias in texts)

    def _mapped(self, at: Cursor) -> tuple[str, ...]:
        return tuple(value for value, target in self._stated.mapped if target.identity == at.identity)


def _only_bounds(at: Cursor, is_mapped: bool) -> bool:
    """A component is no kind of what it is made of: it adds nothing, and says that it may be null, or the mapping names the kinds."""
    parts = _within(at)
    return (is_mapped or any(one.is_true("nullable") for one in parts)) and not any(one.has(key) for one in parts for key in (*_ADDING, "properties"))


def _told_further(schemas: _Schemas, member: str, kinds: list[Cursor]) -> dict[int, Cursor]:
    """By identity: the kinds of a kind that states another member, with this one."""
    found: dict[int, Cursor] = {}
    for whole in kinds:
        own = _own(whole)
        pending = [whole] if own is not None and own.text("propertyName") not in ("", member) else []
        for one in pending:
            for _, kind in schemas.extended.get(one.identity, ()):
                if kind.identity not in found and kind.identity != whole.identity:
                    found[kind.identity] = whole
                    pending.append(kind)
    return found


def _note_absence(context: Context, stated: Cursor, kinds: list[tuple[Cursor, ...]]) -> None:
    """kinds: the schemas that hold for each."""
    name = stated.text("propertyName")
    if not stated.has("defaultMapping") and not all(requires(context, flatten(context, *parts), name) for parts in kinds):
        context.report("RB093", stated.get("propertyName"), f"an object without `{name}`, which need not be there, is read as the one that has its members",
                       f"`required: [{name}]` says that all have it")


def _report_strangers(context: Context, at: Cursor) -> None:
    """What the mapping names and is no alternative, and none of those of an alternative, has no place in the variant."""
    stated = at.get("discriminator")
    mapping, name = stated.get("mapping"), stated.text("propertyName")
    members = _members(at) if targets(context, stated) else []
    own = {one.identity: member for member in members for one in _spelt(context, member)}
    below = {one.identity for member in members for _, at in made_of(context, member) for one in _spelt(context, at)}
    for value, target in targets(context, stated):
        member = next((own[one.identity] for one in _spelt(context, target) if one.identity in own), None)
        is_below = any(one.identity in below for one in _spelt(context, target))
        if member is None and not is_below:
            context.report("RB030", key_for(mapping, value), f"what `{value}` stands for is none of the alternatives; "
                           "objects with this value become open JSON", "list it beside the others")
        elif is_union(context, target) and (member is None or has_values_below(context, stated, member)) and value not in values_within(
                context, target, name):
            context.report("RB030", key_for(mapping, value), f"what `{value}` stands for are alternatives within an alternative; "
                           "their objects are not known by this value", "name each of them, or list them beside the others")
    rest = otherwise(context, stated)
    if rest is not None and is_union(context, rest) and values_within(context, rest, name) and not _has_rest(context, rest):
        context.report("RB030", stated.get("defaultMapping"), "what `defaultMapping` names are alternatives that are known by values of their own; "
                       "objects with another one become open JSON", "name one of them")


def _has_rest(context: Context, at: Cursor) -> bool:
    """Alternatives within an alternative say themselves what objects with other values are."""
    base, stated = context.found.bases.get(home(context, at).identity), flatten(context, at).first("discriminator")
    return base is not None and base.otherwise is not None or stated is not None and stated.has("defaultMapping")


def _spelt(context: Context, at: Cursor) -> list[Cursor]:
    """An alternative, what it refers to, and the schema that its type is made of."""
    target = context.document.resolve(at.get("$ref")) if at.has("$ref") else None
    return [at, *([target] if target is not None else []), home(context, at)]


def report_otherwise(context: Context, stated: Cursor) -> None:
    context.report("RB030", stated.get("defaultMapping"), "what `defaultMapping` names is none of the objects that are told apart; it is not used")


def report_no_text(context: Context, stated: Cursor) -> None:
    context.report("RB029", stated, f"`{stated.text('propertyName')}` is no string, so that no name of a schema stands for one; objects are told apart "
                   "by their other members", "a `mapping` says which value stands for which")


def _note(context: Context, at: Cursor, stated: Cursor, values: tuple[str, ...], is_rest: bool | None) -> None:
    name = stated.get("propertyName")
    told = context.found.told.setdefault(at.identity, {}).setdefault(name.node.text, Told(name))
    told.values += [value for value in values if value not in told.values]
    told.otherwise |= {is_rest} - {None}
