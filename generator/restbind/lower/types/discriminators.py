"""What `discriminator`s say of the whole document, found before any type is lowered.

A discriminator stands beside `oneOf` or `anyOf`, or in a base that other components extend by `allOf`. Both say by which value of
which member an object is known; from that follows which schemas need a model of their own, and what that member is there.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Base, Context, Told
from restbind.lower.schema.discriminated import (
    has_values_below, home, is_otherwise, is_union, key_for, made_of, mapped_below, name_beside, otherwise, targets, values_of, values_within)
from restbind.lower.schema.flatten import flatten, next_step
from restbind.lower.schema.layers import CHOICES, is_null_type
from restbind.lower.schema.normal_form import Schema
from restbind.lower.schema.queries import json_kinds, listed_values, requires, takes_texts
from restbind.lower.types import objects
from restbind.source.refs import Cursor


def find_kinds(context: Context, schemas: dict[str, Cursor]) -> None:
    """Fills Context.distinct, .told and .bases."""
    context.components = schemas
    holders = [at for at in context.documents.holding("discriminator") if at.get("discriminator").text("propertyName")]
    if not holders:
        return
    choices = [at for at in holders if any(at.has(key) for key in CHOICES)]
    for at in choices:
        _keep_apart(context, at)
    extended = _extended(context, schemas)
    for name, at in schemas.items():
        stated = flatten(context, at).first("discriminator") if next_step(context, at) is None else None
        if stated is not None and stated.text("propertyName") and flatten(context, at).choices() is None:
            _note_base(context, name, at, stated, extended)
    for at in choices:
        _report_strangers(context, at)
        stated, objects = at.get("discriminator"), [member for member in _members(at) if json_kinds(context, member) == ("object",)]
        _note_absence(context, stated, [(at, member) for member in objects])
        for member, values in zip(objects, values_of(context, stated, objects)):
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
    """A value of a base is one of its kinds, or an object of a kind that is not known."""
    found: list[ir.Type] = []
    mapping: list[tuple[str, int]] = []
    rest = -1
    for name, at, values in base.kinds:
        type_ = _itself(context, context.bases[at.identity]) if at.identity in context.bases else context.types.reference(context, at, name)
        if type_ not in found:
            found.append(type_)
        rest = found.index(type_) if base.otherwise is not None and at.identity == base.otherwise.identity else rest
        known = {value for value, _ in mapping}
        mapping += [(value, found.index(type_)) for value in values if value not in known]
    return ir.OneOf((*found, ir.Open("object")), base.member, tuple(mapping), rest)


def _itself(context: Context, base: Base) -> ir.Type:
    """The model of a base without what its kinds add."""
    if base.at.identity not in context.itself:
        name = context.claim(f"{base.name}Base", base.at)
        context.itself[base.at.identity] = objects.lower_object(context, flatten(context, base.at), name, name)
    return context.itself[base.at.identity]


def _members(at: Cursor) -> list[Cursor]:
    return [member for key in CHOICES if at.has(key) for member in at.get(key).elements() if not is_null_type(member)]


def _keep_apart(context: Context, at: Cursor) -> None:
    """Alternatives that are the same schema under several names stay several models."""
    groups: dict[int, dict[int, Cursor]] = {}
    for member in _members(at):
        target = context.documents.resolve(member.get("$ref")) if member.has("$ref") else None
        if target is not None:
            groups.setdefault(home(context, target).identity, {})[target.identity] = target
    for final, group in groups.items():
        if len(group) > 1 and all(json_kinds(context, one) == ("object",) for one in group.values()):
            context.distinct.update(identity for identity in group if identity != final)


def _extended(context: Context, schemas: dict[str, Cursor]) -> dict[int, list[tuple[str, Cursor]]]:
    """The components that name another one in their `allOf`, by that one's identity."""
    found: dict[int, list[tuple[str, Cursor]]] = {}
    for name, at in schemas.items():
        for part in at.get("allOf").elements() if at.has("allOf") else ():
            target = context.documents.resolve(part.get("$ref")) if part.has("$ref") else None
            if target is not None and target.identity != at.identity:
                found.setdefault(target.identity, []).append((name, at))
    return found


def _note_base(context: Context, name: str, at: Cursor, stated: Cursor, extended: dict[int, list[tuple[str, Cursor]]]) -> None:
    kinds: dict[int, tuple[str, Cursor]] = {}
    pending = list(extended.get(at.identity, ()))
    named = targets(context, stated)
    rest = otherwise(context, stated)
    if at.has("discriminator"):
        names = {one.identity: key for key, one in context.components.items()}
        further = [one for _, one in named] + ([rest] if rest is not None else [])
        pending += [(names[one.identity], one) for one in further if one.identity in names]
    while pending:
        kind, one = pending.pop(0)
        if one.identity not in kinds and one.identity != at.identity and json_kinds(context, one) == ("object",):
            kinds[one.identity] = kind, one
            pending += extended.get(one.identity, ())
    if not kinds:
        return
    member = stated.text("propertyName")
    if at.has("discriminator"):
        _note_absence(context, stated, [(at,)])
    common = set(listed_values(context, at, member))
    found = []
    for kind, one in [(name, at), *kinds.values()]:
        values = tuple(key for key, target in named if target.identity == one.identity)
        if not values and one.identity != at.identity:
            listed = tuple(listed_values(context, one, member))
            values = listed if listed and set(listed) != common else (kind,)
        elif not values and not named:
            values = (kind,)
        also = name_beside(context, stated, one, kind, values)
        is_rest = rest is not None and one.identity == rest.identity
        if values or is_rest:
            found.append((kind, one, (*values, *also)))
            _note(context, one, stated, values, None if rest is None else is_rest)
        if one.identity != at.identity:
            context.distinct.add(one.identity)
    if rest is not None and all(one.identity != rest.identity for _, one, _ in found):
        report_otherwise(context, stated)
    if any(kind in values and not takes_texts(context, one, member) for kind, one, values in found):
        report_no_text(context, stated)
    context.bases[at.identity] = Base(name, at, member, tuple(found), rest)


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
    base, stated = context.bases.get(home(context, at).identity), flatten(context, at).first("discriminator")
    return base is not None and base.otherwise is not None or stated is not None and stated.has("defaultMapping")


def _spelt(context: Context, at: Cursor) -> list[Cursor]:
    """An alternative, what it refers to, and the schema that its type is made of."""
    target = context.documents.resolve(at.get("$ref")) if at.has("$ref") else None
    return [at, *([target] if target is not None else []), home(context, at)]


def report_otherwise(context: Context, stated: Cursor) -> None:
    context.report("RB030", stated.get("defaultMapping"), "what `defaultMapping` names is none of the objects that are told apart; it is not used")


def report_no_text(context: Context, stated: Cursor) -> None:
    context.report("RB029", stated, f"`{stated.text('propertyName')}` is no string, so that no name of a schema stands for one; objects are told apart "
                   "by their other members", "a `mapping` says which value stands for which")


def _note(context: Context, at: Cursor, stated: Cursor, values: tuple[str, ...], is_rest: bool | None) -> None:
    name = stated.get("propertyName")
    told = context.told.setdefault(at.identity, {}).setdefault(name.node.text, Told(name))
    told.values += [value for value in values if value not in told.values]
    told.otherwise |= {is_rest} - {None}
