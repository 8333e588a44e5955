# SPDX-License-Identifier: BSL-1.0
"""The types of the alternatives of `oneOf` and `anyOf`.

Alternatives are told apart by the JSON type of the value; objects by a member that says which one
it is, or else by their members; lists, and strings with formats, by reading them as one after the
other. Strings and numbers of one kind become one type, and which of their values are allowed is
checked as a schema.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.choice import Choice, choice_of
from restbind.lower.schema.context import Context
from restbind.lower.schema.kinds import is_beside
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.mappings import (
    otherwise,
    referred_name,
    report_no_text,
    report_otherwise,
)
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import (
    is_object,
    json_kinds,
    leads_back,
    lists_its_kinds,
    shapes,
    takes_texts,
)
from restbind.lower.schema.shape import Shape
from restbind.lower.types import enums
from restbind.lower.types.parts import Lower, unfolded
from restbind.lower.types.references import reference
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.value_shapes import SCALARS

_OBJECT, _ARRAY = ("object",), ("array",)
_Kinds = dict[Cursor, tuple[str, ...]]  # the JSON types of each alternative


def lower_alternatives(
    context: Context, lower: Lower, schema: Shape, hint: str, own_name: str
) -> ir.Type | None:
    """None when the alternatives only bound a value whose shape the schema gives itself; they are
    checked as a schema."""
    members = schema.present
    at = schema.choice
    if at is None or leads_back(schema, at) or not any(map(shapes, members)):
        return None
    holder = holder_of(at)
    is_base = lists_its_kinds(schema, members)
    if all(is_object(member) for member in members):
        name = own_name or hint
        is_referring = all(member.has("$ref") for member in members)
        if is_beside(holder) and is_referring and not is_base:
            return _with_members(context, lower, (holder,), at, members, name)
        if _has_more(context, schema, holder, members):
            return _with_members(context, lower, schema.parts, at, members, name)
    if schema.has("properties") and not is_base:
        _report_flat(holder, members)
        return None
    kinds = {member: _kinds(context, member) for member in members}
    if not all(kinds.values()):
        return ir.ANY
    _report_other_lists(schema, at, members)
    _report_without(schema, members)
    return _told_apart(context, lower, at, kinds, hint, own_name)


def _kinds(context: Context, member: Cursor) -> tuple[str, ...]:
    """The JSON types of an alternative; `file` for a file, which is no JSON and may stand beside a
    string.
    """
    is_file = normalise(member).is_among(context.found.files)
    return ("file",) if is_file else json_kinds(member)


# --------------------------------------------------------------------------------------------------
# members beside the alternatives


def _has_more(context: Context, schema: Shape, holder: Cursor, members: list[Cursor]) -> bool:
    """What stands beside objects that a member tells apart, in another layer of the schema, names
    members that not all of them have."""
    schemas = [normalise(member) for member in members]
    is_plain = all(own.has("properties") and own.choice is None for own in schemas)
    if len(schema.lists) > 1 or not is_plain or _lists_kinds(holder, members):
        return False
    choice = Choice(context, members, holder.get("discriminator"))
    are_known = all(alternative.values for alternative in choice.alternatives)
    if not (choice.is_always if choice.stated is None else are_known):
        return False
    if schema.has("properties"):
        return choice.stated is not None
    return _lacking(schema, members) is not None


def _stated(holder: Cursor) -> Cursor | None:
    stated = holder.get("discriminator")
    return stated if stated is not None and stated.text("propertyName") else None


def _lists_kinds(holder: Cursor, members: list[Cursor]) -> bool:
    """A base that lists what is made of it."""
    return any(holder in normalise(member).identities for member in members)


def _lacking(schema: Shape, members: list[Cursor]) -> Cursor | None:
    """A name in `required`, beside the alternatives, that is no member of one of them, but may be,
    and would not be kept.
    """
    told = {at.text("propertyName") for at in schema.all("discriminator")}
    schemas = map(normalise, members)
    opened = [own.members for own in schemas if not own.others]
    for needed in schema.elements("required"):
        is_lost = any(needed.written not in known for known in opened)
        if needed.kind == "string" and is_lost and needed.written not in told:
            return needed
    return None


def _with_members(
    context: Context,
    lower: Lower,
    parts: tuple[Cursor, ...],
    at: Cursor,
    members: list[Cursor],
    name: str,
) -> ir.Type:
    """Alternatives beside members that all of them have, and what tells them apart: each is an
    object with these, too. parts: what these members stand in."""
    types: dict[Cursor, ir.Type] = {}
    for member in members:
        own = referred_name(context, member) or _title(member, members)
        types[member] = lower((member, *parts), pascal(name, own))
        context.found.alternatives.setdefault(member, types[member])
    return _variant(context, at, types, [*types.values(), ir.OPEN_OBJECT])


# --------------------------------------------------------------------------------------------------
# alternatives by themselves


def _told_apart(
    context: Context, lower: Lower, at: Cursor, kinds: _Kinds, hint: str, own_name: str
) -> ir.Type:
    merged: dict[tuple[str, ...], list[Cursor]] = {}
    for kind in SCALARS:
        alike = [member for member in kinds if kinds[member] == (kind,)]
        if len(alike) > 1:
            merged[kind,] = alike
    for member in kinds:
        context.making.chosen |= normalise(member).identities
    hints = _hints(kinds, list(merged), hint)
    found: list[ir.Type] = []
    types: dict[Cursor, ir.Type] = {}
    for member, types_of in kinds.items():
        group = merged.get(types_of, [])
        if not group:
            types[member] = lower((member,), hints[member])
            found += unfolded(types[member])
        elif member == group[0]:
            own = own_name if len(group) == len(kinds) else ""
            found += enums.lower_several(context, lower, at, group, types_of[0], hints[member], own)
    context.found.alternatives |= types
    if len(set(found)) == 1:
        return found[0]
    if list(kinds.values()).count(_OBJECT) > 1:
        # Next year's kinds of objects must not make a response unreadable.
        found.append(ir.OPEN_OBJECT)
    lists_open = any(map(_lists_open, types.values()))
    type_ = _variant(context, at, types, found, lists_open, at.pointer)
    if at.key is not None and not type_.discriminator:
        context.found.undecided.append((at, type_))
    return type_


def _lists_open(type_: ir.Type) -> bool:
    """The document lists an object of any members."""
    return type_ == ir.OPEN_OBJECT or isinstance(type_, ir.OneOf) and type_.lists_open


def _hints(kinds: _Kinds, merged: list[tuple[str, ...]], hint: str) -> dict[Cursor, str]:
    """What the types of alternatives are called, after their JSON types. A sole one is called as
    what it stands in."""
    inline = [
        member
        for member, kind in kinds.items()
        if kind not in merged and not member.has("$ref") and _is_named(member, kind)
    ]
    if len(inline) + len(merged) < 2:
        return dict.fromkeys(kinds, hint)
    hints: dict[Cursor, str] = {}
    for member, kind in kinds.items():
        title = ""
        if member in inline and kind in (_OBJECT, _ARRAY):
            group = [other for other in inline if kinds[other] == kind]
            title = _title(member, group)
        hints[member] = pascal(hint, title or kind[0])
    return hints


def _title(member: Cursor, group: list[Cursor]) -> str:
    """Several inline alternatives of one kind are called after their titles, or numbered."""
    if len(group) < 2:
        return ""
    return member.text("title") or f"Option{group.index(member) + 1}"


def _is_named(member: Cursor, kinds: tuple[str, ...]) -> bool:
    """An inline object or enum takes the name of where it stands; two of them need names of their
    own.
    """
    if "object" in kinds or member.has("enum") or member.has("const"):
        return True
    items = member.get("items") if "array" in kinds else None
    while items is not None and items.has("items"):
        items = items["items"]
    named = ("properties", "enum", "const", "oneOf", "anyOf")
    return items is not None and any(map(items.has, named))


def _variant(
    context: Context,
    at: Cursor,
    types: dict[Cursor, ir.Type],
    found: list[ir.Type],
    lists_open: bool = False,
    choices: str = "",
) -> ir.OneOf:
    """A value of one of the types `found`; objects are told apart as the document says it. types:
    those of alternatives.
    """
    found = list(dict.fromkeys(found))
    objects = [member for member, type_ in types.items() if type_ in found and is_object(member)]
    places = {member: found.index(types[member]) for member in objects}
    stated = _stated(holder_of(at))
    choice = choice_of(context, objects, holder_of(at).get("discriminator"))
    _report_twice(choice)
    values: dict[str, int] = {}
    below: list[tuple[str, ir.Type, bool]] = []
    rests: list[int] = []
    for alternative in choice.alternatives if choice.is_told else ():
        place = places[alternative.at]
        for value in (*alternative.values, *alternative.also):
            values.setdefault(value, place)
        if alternative.is_rest:
            rests.append(place)
        for kind in alternative.below:
            type_ = reference(context, kind.at, kind.name)
            known = (*kind.values, *kind.also)
            below += [(value, type_, value in kind.also) for value in known]
    is_told = bool(values or below)
    if stated is not None and choice.is_told:
        if not rests and otherwise(context, stated) is not None:
            report_otherwise(stated)
        _report_no_text(stated, objects if not is_told else [])
    return ir.OneOf(
        tuple(found),
        choice.told_by if is_told else "",
        tuple(values.items()),
        rests[0] if is_told and rests else -1,
        tuple(below),
        lists_open,
        choices,
    )


# --------------------------------------------------------------------------------------------------
# findings


def _report_no_text(stated: Cursor, objects: list[Cursor]) -> None:
    """objects: those of which none is known by a value."""
    name = stated.text("propertyName")
    takes_any = any(takes_texts(member, name) for member in objects)
    if objects and not takes_any:
        report_no_text(stated)


def _report_twice(choice: Choice) -> None:
    if not choice.twice or choice.stated is None:
        return
    how = "objects are told apart by their other members"
    if choice.is_told:
        how = "an object with it is none of them"
    choice.stated.report(
        "RB029",
        f"several alternatives list `{choice.twice}`, and no mapping says which one it"
        f" stands for; {how}",
        "a `mapping` says it",
    )


def _report_other_lists(schema: Shape, at: Cursor, members: list[Cursor]) -> None:
    """A value has the members of the alternatives of one list; what only the alternatives of
    another list have has no place.
    """
    listed: list[Cursor] = []
    for choices in schema.lists:
        if choices != at:
            listed += choices.elements()
    known: set[str] = set()
    for member in members if listed else ():
        known.update(normalise(member).members)
    for alternative in listed:
        for name in normalise(alternative).members:
            if name not in known:
                alternative.report(
                    "RB030",
                    f"`{name}` is lost: a value has the members of one list of alternatives, and"
                    " another list has this one",
                    "one list, whose alternatives have all members, loses none",
                )
                return


def _report_flat(holder: Cursor, members: list[Cursor]) -> None:
    stated = _stated(holder)
    if stated is not None and not _lists_kinds(holder, members):
        stated.report(
            "RB030",
            "the discriminator tells nothing apart: with the members beside it all alternatives"
            " are one structure",
            "alternatives that are components, and objects with members, become structures of"
            " their own",
        )


def _report_without(schema: Shape, members: list[Cursor]) -> None:
    """What must be there and has no place in one of several structures."""
    at = _lacking(schema, members)
    if at is not None and all(normalise(member).has("properties") for member in members):
        at.report(
            "RB030",
            f"`required` names `{at.written}`, which not all alternatives have as a member; an"
            " object of those without is open JSON",
            "a `discriminator` beside the alternatives makes it a member of each",
        )
