# SPDX-License-Identifier: BSL-1.0
"""`oneOf` and `anyOf`: a value of one of several types.

Alternatives are told apart by the JSON type of the value; objects by a member that says which one it is, or else by their
members; lists, and strings with formats, by reading them as one after the other. Strings and numbers of one C++ type become one
type, and which of their values are allowed is checked as a schema.
"""

from __future__ import annotations

from itertools import permutations

from restbind import ir
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.discriminated import also_of, is_otherwise, listed_by_several, mapped_below, otherwise, referred_name, values_of
from restbind.lower.schema.docs import type_doc
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, is_null_type
from restbind.lower.schema.ledger import assertions_of
from restbind.lower.schema.normal_form import Schema
from restbind.lower.schema.queries import inherited, json_kinds, leads_back, lists_its_kinds, says_nothing, shapes, takes_texts, told_by_value
from restbind.lower.types import discriminators
from restbind.lower.types.enums import distinct, name_of, named_enum
from restbind.lower.types.normalize_unions import MOST_COMPARED, Covered, needs_more, settled, undecided, unfolded
from restbind.lower.types.objects import is_closed
from restbind.source.refs import Cursor
from restbind.spec.keywords import LIMITS
from restbind.spec.numbers import INT64, whole


def lower_alternatives(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type | None:
    """None when the alternatives only bound a value whose shape the schema gives itself; they are checked as a
    schema."""
    at = schema.choices()
    context.found.holders.update((layer.get(name).identity, layer) for layer in schema.layers for name in CHOICES if layer.has(name))
    members = [member for member in at.elements() if not is_null_type(member)]
    if leads_back(context, schema, at) or not any(shapes(member) for member in members):
        return None
    holder = context.found.holders[at.identity]
    if discriminators.is_beside(holder) and not lists_its_kinds(context, schema, members) and \
            all(member.has("$ref") and json_kinds(context, member) == ("object",) for member in members):
        return _with_members(context, (holder,), at, members, own_name or hint)
    if _has_more(context, schema, holder, members):
        return _with_members(context, schema.parts, at, members, own_name or hint)
    if schema.has("properties") and not lists_its_kinds(context, schema, members):
        _report_flat(context, holder, members)
        return None
    kinds = {member.pointer: json_kinds(context, member) for member in members}
    # A file is no JSON: it may stand beside a string.
    kinds.update((member.pointer, ("file",)) for member in members if context.found.files and
                 any(layer.identity in context.found.files for layer in flatten(context, member).layers))
    if any(not kinds[member.pointer] for member in members):
        return ir.ANY
    _report_other_lists(context, schema, at, members)
    _report_without(context, schema, members)
    return _told_apart(context, at, members, kinds, hint, own_name)


def _report_other_lists(context: Context, schema: Schema, at: Cursor, members: list[Cursor]) -> None:
    """A value has the members of the alternatives of one list; what only the alternatives of another list have has no place."""
    others = [layer.get(name) for layer in schema.layers for name in CHOICES if layer.has(name) and layer.get(name).identity != at.identity]
    if not others:
        return
    known = {name for member in members for name in _named(context, member)}
    lost = next(((one, name) for other in others for one in other.elements() for name in _named(context, one) if name not in known), None)
    if lost is not None:
        context.report("RB030", lost[0], f"`{lost[1]}` is lost: a value has the members of one list of alternatives, and another list has this one",
                       "one list, whose alternatives have all members, loses none")


def _named(context: Context, at: Cursor) -> list[str]:
    return [name for layer in flatten(context, at).layers for name, _ in layer.table("properties")]


def _has_more(context: Context, schema: Schema, holder: Cursor, members: list[Cursor]) -> bool:
    """What stands beside alternatives that a member tells apart, in another layer of the schema, names members that not all of them have."""
    others = [layer.get(key) for layer in schema.layers for key in CHOICES if layer.has(key)]
    if len(others) > 1 or not all(json_kinds(context, member) == ("object",) for member in members):
        return False
    if _lists_kinds(context, holder, members) or not all(
            one.has("properties") and one.choices() is None for one in (flatten(context, member) for member in members)):
        return False
    stated = _stated(holder)
    if stated is None and not told_by_value(context, members)[2] or stated is not None and not all(values_of(context, stated, members)):
        return False
    return stated is not None and schema.has("properties") or not schema.has("properties") and _lacking(context, schema, members) is not None


def _stated(holder: Cursor) -> Cursor | None:
    stated = holder.get("discriminator")
    return stated if stated is not None and stated.text("propertyName") else None


def _lists_kinds(context: Context, holder: Cursor, members: list[Cursor]) -> bool:
    """A base that lists what is made of it."""
    return any(layer.identity == holder.identity for member in members for layer in flatten(context, member).layers)


def _lacking(context: Context, schema: Schema, members: list[Cursor]) -> Cursor | None:
    """A name in `required`, beside the alternatives, that is no member of one of them, but may be, and would not be kept."""
    told = {stated.text("propertyName") for layer in schema.layers if (stated := _stated(layer)) is not None}
    needed = [one for layer in schema.layers for one in layer.texts("required") if one.node.text not in told]
    opened = [set(_named(context, member)) for member in members if needed and not flatten(context, member).has("additionalProperties")]
    return next((one for one in needed if any(one.node.text not in known for known in opened)), None)


def _report_flat(context: Context, holder: Cursor, members: list[Cursor]) -> None:
    stated = _stated(holder)
    if stated is not None and not _lists_kinds(context, holder, members):
        context.report("RB030", stated, "the discriminator tells nothing apart: with the members beside it all alternatives are one structure",
                       "alternatives that are components, and objects with members, become structures of their own")


def _report_without(context: Context, schema: Schema, members: list[Cursor]) -> None:
    """What must be there and has no place in one of several structures."""
    at = _lacking(context, schema, members)
    if at is not None and all(flatten(context, member).has("properties") for member in members):
        context.report("RB030", at, f"`required` names `{at.node.text}`, which not all alternatives have as a member; an object of those without is open JSON",
                       "a `discriminator` beside the alternatives makes it a member of each")


def _with_members(context: Context, parts: tuple[Cursor, ...], at: Cursor, members: list[Cursor], name: str) -> ir.Type:
    """Alternatives beside members that all of them have, and what tells them apart: each is an object with these, too. parts: what these
    members stand in."""
    names = [referred_name(context, member.get("$ref")) if member.has("$ref") else _title(member, members) for member in members]
    found = [context.types.lower_parts(context, (member, *parts), pascal(name, own)) for member, own in zip(members, names)]
    for member, type_ in zip(members, found):
        context.found.alternatives.setdefault(member.identity, type_)
    types = list(dict.fromkeys([*found, ir.Open("object")]))
    return ir.OneOf(tuple(types), *_discriminator(context, at, list(zip(members, found)), types))


def _told_apart(context: Context, at: Cursor, members: list[Cursor], kinds: dict[str, tuple[str, ...]], hint: str,
                own_name: str) -> ir.Type:
    merged = {kind: found for kind in ("string", "integer", "number", "boolean")
              if len(found := [member for member in members if kinds[member.pointer] == (kind,)]) > 1}
    apart = [member for member in members if not any(member in found for found in merged.values())]
    context.found.chosen.update(layer.identity for member in members for layer in flatten(context, member).layers)
    hints = _hints(apart, list(merged), kinds, hint)
    found: list[ir.Type] = []
    places: list[tuple[Cursor, ir.Type]] = []
    for member in members:
        kind = kinds[member.pointer][0]
        if member in apart:
            type_ = context.types.lower_type(context, member, hints[member.pointer])
            found += unfolded(type_)
            places.append((member, type_))
            context.found.alternatives[member.identity] = type_
        elif member is merged[kind][0]:
            sole = len(merged[kind]) == len(members)
            found += _merged(context, at, merged[kind], kind, hints[kind], own_name if sole else "")
    found = list(dict.fromkeys(found))
    if len(found) == 1:
        return found[0]
    lists_open = ir.Open("object") in found
    if sum(kinds[member.pointer] == ("object",) for member in members) > 1 and not lists_open:
        found.append(ir.Open("object"))  # next year's kinds of objects must not make a response unreadable
    type_ = ir.OneOf(tuple(found), *_discriminator(context, at, places, found), lists_open, at.pointer)
    if at.key is not None and not type_.discriminator:
        context.found.undecided.append((at, type_))
    return type_


def _hints(apart: list[Cursor], merged: list[str], kinds: dict[str, tuple[str, ...]], hint: str) -> dict[str, str]:
    """What the types of alternatives are called: by the pointers of those that stay apart, and by the JSON types of those that are merged. A
    sole one is called as what it stands in."""
    inline = [member for member in apart if not member.has("$ref") and _is_named(member, kinds[member.pointer])]
    if len(inline) + len(merged) < 2:
        return dict.fromkeys([*(member.pointer for member in apart), *merged], hint)
    several = [[member for member in inline if kinds[member.pointer] == (kind,)] for kind in ("object", "array")]
    titles = {member.pointer: _title(member, group) for group in several for member in group}
    return {member.pointer: pascal(hint, titles.get(member.pointer) or kinds[member.pointer][0]) for member in apart} | \
        {kind: pascal(hint, kind) for kind in merged}


def report_undecided(context: Context) -> None:
    """Several alternatives of `anyOf` may hold at once, of which a variant has one; and what looks like one may hold as another."""
    covered = Covered()
    for at, type_ in context.found.undecided:
        type_ = settled(context.found.named, type_, (), covered)
        pair = undecided(context.found.named, type_, covered) if at.key.text == "anyOf" else None
        taken = _taken_for_another(context, type_) if pair is None else None
        if taken is not None:
            context.report("RB029", at, f"an object with `{taken[2]}` is read as `{taken[0]}`, whose limits it may break, although it may be `{taken[1]}`",
                           "a `discriminator`, or `additionalProperties: false`, tells them apart")
        if pair is not None:
            context.report("RB029", at, f"nothing tells `{pair[0]}` from `{pair[1]}`: an object with members of both is read as open JSON",
                           "a `discriminator`, or members that must be there, tell them apart")


_LIMITS = LIMITS - {"type"} | {"not"}  # what shapes a value is its C++ type's matter


def _taken_for_another(context: Context, type_: ir.Type) -> tuple[str, str, str] | None:
    """Two kinds of objects and a member: with it an object is read as the first kind, which limits it, although it may be of the second, which
    does not know it and needs nothing that the first does not have."""
    if not isinstance(type_, ir.OneOf) or type_.discriminator:
        return None
    for one, other in permutations(_models(context, type_), 2):
        members = {draft.wire_name for draft in context.found.drafts[one.name]}
        known = {draft.wire_name for draft in context.found.drafts[other.name]}
        if is_closed(context.found.model_schemas[other.name]) or not needs_more(context.found.named, ir.Ref(one.name), ir.Ref(other.name)) or any(
                draft.required and draft.wire_name not in members for draft in context.found.drafts[other.name]):
            continue
        limited = next((draft.wire_name for draft in context.found.drafts[one.name] if draft.wire_name not in known and not draft.of_alternatives and any(
            at.key.text in _LIMITS and not says_nothing(at) for layer in flatten(context, *draft.parts).layers for at in assertions_of(layer))), None)
        if limited is not None:
            return one.name, other.name, limited
    return None


def _models(context: Context, type_: ir.OneOf) -> list[ir.Model]:
    return [model for one in type_.alternatives if isinstance(model := context.bare(one), ir.Model) and model.name in context.found.drafts][:MOST_COMPARED]


def _title(member: Cursor, group: list[Cursor]) -> str:
    """Several inline alternatives of one kind are called after their titles, or numbered."""
    return (member.text("title") or f"Option{group.index(member) + 1}") if len(group) > 1 else ""


# ------------------------------------------------------------------------------------------------- strings and numbers


# What need not hold a value that is listed beside it.
_NARROW = tuple(ir.Scalar(kind) for kind in ("int8", "int16", "int32", "uint8", "uint16", "base64", "base64-png"))


def _merged(context: Context, at: Cursor, members: list[Cursor], kind: str, hint: str, own_name: str) -> list[ir.Type]:
    """Several alternatives that are strings, or numbers, as few types: an enum with the values of all, open if others are
    allowed, too; and dates and times, which are read first."""
    schemas = [flatten(context, member) for member in members]
    listed = [schema for schema in schemas if schema.choices() is None and (schema.has("enum") or schema.has("const"))]
    others = [context.types.typed(context, schema, kind, hint, "") if schema.choices() is None else ir.PLAIN[kind]
              for schema in schemas if schema not in listed]
    found = [one for one in dict.fromkeys(others) if isinstance(one, ir.Scalar) and one.kind in ("date", "date-time")]
    rest = [one for one in dict.fromkeys(others) if one not in found]
    wide = rest[0] if len(rest) == 1 and not (listed and rest[0] in _NARROW) else ir.PLAIN[kind]
    if own_name and found:  # the name is that of both
        own_name, hint = "", pascal(hint, kind)
    enum = _enum(context, at, listed, kind, hint, own_name, is_open=bool(others)) if wide == ir.PLAIN[kind] else None
    component = next((member for member, schema in zip(members, schemas) if schema in listed and member.has("$ref")), None)
    if enum is not None and len(listed) == 1 and others and component is not None:
        return [*found, context.types.lower_type(context, component, hint)]  # which holds any other text, too
    if enum is not None and any(not member.has("$ref") for member, schema in zip(members, schemas) if schema in listed):
        return [*found, enum()]
    return [*found, wide] if rest or listed else found


def _enum(context: Context, at: Cursor, schemas: list[Schema], kind: str, hint: str, own_name: str, is_open: bool):
    """What makes the enum; None without values that one can hold."""
    groups = [(schema, schema.values()) for schema in schemas]
    values = [value for _, group in groups for value in group]
    if kind == "string" and values and all(value.kind == "string" for value in values):
        base, texts = "string", [value.node.text for value in values]
    elif kind == "integer" and values and all((number := whole(value)) is not None and INT64[0] <= number <= INT64[1] for value in values):
        base, texts = "int64", [str(whole(value)) for value in values]
    else:
        return None

    def made() -> ir.Type:
        holder = context.found.holders.get(at.identity, at)
        stated = [(value, schema.text("title"), schema.text("description")) if len(group) == 1 else (value, "", "")
                  for schema, group in groups for value in group]
        named = {text: (name_of(*one), one[1]) for text, one in reversed(list(zip(texts, stated)))}  # of equal values the first
        listed = tuple(dict.fromkeys(texts))
        names = distinct([named[text][0] for text in listed], [named[text][1] for text in listed], listed)
        return named_enum(context, ir.Enum("", base, listed, names, type_doc(flatten(context, holder), own_name), at.pointer, is_open), at, hint, own_name)

    return made


# ------------------------------------------------------------------------------------------------------------- objects


def _discriminator(context: Context, at: Cursor, places: list[tuple[Cursor, ir.Type]],
                   found: list[ir.Type]) -> tuple[str, tuple[tuple[str, int], ...], int, tuple[tuple[str, ir.Type, bool], ...]]:
    """The member that the document tells objects apart by, what its values stand for, what all others do, and values for alternatives of
    alternatives."""
    objects = [(member, type_) for member, type_ in places if type_ in found and json_kinds(context, member) == ("object",)]
    members = [member for member, _ in objects]
    holder = context.found.holders.get(at.identity)
    own = holder.get("discriminator") if holder is not None else None
    stated = own or inherited(context, members)
    if stated is None or not stated.text("propertyName"):
        name, by_value, _ = told_by_value(context, members)
        return name, tuple((value, found.index(objects[place][1])) for value, place in by_value), -1, ()
    if not _tells_apart(context, stated, members):
        return "", (), -1, ()
    values = _mapping(context, stated, objects, found)
    rest = next((found.index(type_) for member, type_ in objects if is_otherwise(context, stated, member)), -1)
    if rest < 0 and otherwise(context, stated) is not None and stated is own:
        discriminators.report_otherwise(context, stated)
    below = tuple((value, context.types.reference(context, one.at, one.name), value in one.also) for member in members
                  for one in mapped_below(context, stated, member) for value in (*one.values, *one.also))
    if values or below:
        return stated.text("propertyName"), tuple(values.items()), rest, below
    if stated is own and objects and not any(takes_texts(context, member, stated.text("propertyName")) for member in members):
        discriminators.report_no_text(context, stated)
    return "", (), -1, ()


def _tells_apart(context: Context, stated: Cursor, members: list[Cursor]) -> bool:
    """A discriminator tells the alternatives apart. Reports a value that several of them list."""
    value, is_told = listed_by_several(context, stated, members)
    if value:
        how = "an object with it is none of them" if is_told else "objects are told apart by their other members"
        context.report("RB029", stated, f"several alternatives list `{value}`, and no mapping says which one it stands for; {how}", "a `mapping` says it")
    return is_told


def _mapping(context: Context, stated: Cursor, objects: list[tuple[Cursor, ir.Type]], found: list[ir.Type]) -> dict[str, int]:
    """The values of a discriminator, each with the place of its alternative in `found`."""
    values: dict[str, int] = {}
    for (member, type_), keys in zip(objects, values_of(context, stated, [member for member, _ in objects])):
        for key in (*keys, *also_of(context, stated, member, keys)):
            values.setdefault(key, found.index(type_))
    return values


def _is_named(member: Cursor, kinds: tuple[str, ...]) -> bool:
    """An inline object or enum takes the name of where it stands; two of them need names of their own."""
    return "object" in kinds or member.has("enum") or member.has("const") or "array" in kinds and _has_named_items(member)


def _has_named_items(member: Cursor) -> bool:
    items = member.get("items")
    while items is not None and items.has("items"):
        items = items.get("items")
    return items is not None and any(items.has(key) for key in ("properties", "enum", "const", "oneOf", "anyOf"))


# ---------------------------------------------------------------------------------------------------------- JSON types
