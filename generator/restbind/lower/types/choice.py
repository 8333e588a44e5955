# SPDX-License-Identifier: BSL-1.0
"""The types of alternatives: of `oneOf` and `anyOf`, and of a base with its kinds.

Alternatives are told apart by the JSON type of the value; objects by a member that says which one
it is, or else by their members; lists, and strings with formats, by reading them as one after the
other. Strings and numbers of one C++ type become one type, and which of their values are allowed is
checked as a schema.
"""

from __future__ import annotations

from itertools import permutations

from restbind import ir
from restbind.lower.schema.choice import Choice, choice_of
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.drafts import Base, MemberDraft
from restbind.lower.schema.kinds import ADDING, is_beside
from restbind.lower.schema.layers import CHOICES, is_null_type
from restbind.lower.schema.ledger import assertions_of
from restbind.lower.schema.mappings import (
    otherwise,
    referred_name,
    report_no_text,
    report_otherwise,
)
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import (
    is_false,
    json_kinds,
    leads_back,
    listed_values,
    lists_its_kinds,
    says_nothing,
    shapes,
    takes_texts,
)
from restbind.lower.schema.shape import Shape
from restbind.lower.types import enums, objects
from restbind.lower.types.parts import Lower, unfolded
from restbind.lower.types.references import reference
from restbind.lower.types.variants import MOST_COMPARED, Covering, Variants
from restbind.source.refs import Cursor
from restbind.spec.keywords import LIMITS, SHAPING

_LIMITS = LIMITS - {"type"} | {"not"}  # what shapes a value is its C++ type's matter


def lower_alternatives(
    context: Context, lower: Lower, schema: Shape, hint: str, own_name: str
) -> ir.Type | None:
    """None when the alternatives only bound a value whose shape the schema gives itself; they are
    checked as a
    schema."""
    at = schema.choices()
    if at is None:
        return None
    context.found.holders.update(
        (layer[name].identity, layer)
        for layer in schema.layers
        for name in CHOICES
        if layer.has(name)
    )
    members = [member for member in at.elements() if not is_null_type(member)]
    if leads_back(context, schema, at) or not any(shapes(member) for member in members):
        return None
    holder = context.found.holders[at.identity]
    if (
        is_beside(holder)
        and not lists_its_kinds(context, schema, members)
        and all(
            member.has("$ref") and json_kinds(context, member) == ("object",) for member in members
        )
    ):
        return _with_members(context, lower, (holder,), at, members, own_name or hint)
    if _has_more(context, schema, holder, members):
        return _with_members(context, lower, schema.parts, at, members, own_name or hint)
    if schema.has("properties") and not lists_its_kinds(context, schema, members):
        _report_flat(context, holder, members)
        return None
    kinds = {member.pointer: _kinds(context, member) for member in members}
    if not all(kinds.values()):
        return ir.ANY
    _report_other_lists(context, schema, at, members)
    _report_without(context, schema, members)
    return _told_apart(context, lower, at, members, kinds, hint, own_name)


def _kinds(context: Context, member: Cursor) -> tuple[str, ...]:
    """The JSON types of an alternative; `file` for a file, which is no JSON and may stand beside a
    string.
    """
    files = context.found.files
    if files and any(layer.identity in files for layer in normalise(context, member).layers):
        return ("file",)
    return json_kinds(context, member)


def _report_other_lists(context: Context, schema: Shape, at: Cursor, members: list[Cursor]) -> None:
    """A value has the members of the alternatives of one list; what only the alternatives of
    another list have has no place.
    """
    others = [
        layer[name]
        for layer in schema.layers
        for name in CHOICES
        if layer.has(name) and layer[name].identity != at.identity
    ]
    if not others:
        return
    known = {name for member in members for name in _named(context, member)}
    lost = next(
        (
            (one, name)
            for other in others
            for one in other.elements()
            for name in _named(context, one)
            if name not in known
        ),
        None,
    )
    if lost is not None:
        context.report(
            "RB030",
            lost[0],
            (
                f"`{lost[1]}` is lost: a value has the members of one list of alternatives, and"
                " another list has this one"
            ),
            "one list, whose alternatives have all members, loses none",
        )


def _named(context: Context, at: Cursor) -> list[str]:
    return [
        name for layer in normalise(context, at).layers for name, _ in layer.table("properties")
    ]


def _has_more(context: Context, schema: Shape, holder: Cursor, members: list[Cursor]) -> bool:
    """What stands beside alternatives that a member tells apart, in another layer of the schema,
    names members that not all of them have."""
    others = [layer.get(key) for layer in schema.layers for key in CHOICES if layer.has(key)]
    if len(others) > 1 or not all(json_kinds(context, member) == ("object",) for member in members):
        return False
    if _lists_kinds(context, holder, members) or not all(
        one.has("properties") and one.choices() is None
        for one in (normalise(context, member) for member in members)
    ):
        return False
    stated = _stated(holder)
    choice = Choice(context, members, stated)
    if not (choice.is_always if stated is None else all(choice.values)):
        return False
    return (
        stated is not None
        if schema.has("properties")
        else _lacking(context, schema, members) is not None
    )


def _stated(holder: Cursor) -> Cursor | None:
    stated = holder.get("discriminator")
    return stated if stated is not None and stated.text("propertyName") else None


def _lists_kinds(context: Context, holder: Cursor, members: list[Cursor]) -> bool:
    """A base that lists what is made of it."""
    return any(
        layer.identity == holder.identity
        for member in members
        for layer in normalise(context, member).layers
    )


def _lacking(context: Context, schema: Shape, members: list[Cursor]) -> Cursor | None:
    """A name in `required`, beside the alternatives, that is no member of one of them, but may be,
    and would not be kept.
    """
    told = {
        stated.text("propertyName")
        for layer in schema.layers
        if (stated := _stated(layer)) is not None
    }
    needed = [
        one for layer in schema.layers for one in layer.texts("required") if one.written not in told
    ]
    opened = [
        set(_named(context, member))
        for member in members
        if needed and not normalise(context, member).has("additionalProperties")
    ]
    return next((one for one in needed if any(one.written not in known for known in opened)), None)


def _report_flat(context: Context, holder: Cursor, members: list[Cursor]) -> None:
    stated = _stated(holder)
    if stated is not None and not _lists_kinds(context, holder, members):
        context.report(
            "RB030",
            stated,
            (
                "the discriminator tells nothing apart: with the members beside it all alternatives"
                " are one structure"
            ),
            (
                "alternatives that are components, and objects with members, become structures of"
                " their own"
            ),
        )


def _report_without(context: Context, schema: Shape, members: list[Cursor]) -> None:
    """What must be there and has no place in one of several structures."""
    at = _lacking(context, schema, members)
    if at is not None and all(normalise(context, member).has("properties") for member in members):
        context.report(
            "RB030",
            at,
            (
                f"`required` names `{at.written}`, which not all alternatives have as a member; an"
                " object of those without is open JSON"
            ),
            "a `discriminator` beside the alternatives makes it a member of each",
        )


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
    names = [referred_name(context, member) or _title(member, members) for member in members]
    found = [lower((member, *parts), pascal(name, own)) for member, own in zip(members, names)]
    for member, type_ in zip(members, found):
        context.found.alternatives.setdefault(member.identity, type_)
    types = list(dict.fromkeys([*found, ir.Open("object")]))
    return ir.OneOf(tuple(types), *_discriminator(context, at, list(zip(members, found)), types))


def _told_apart(
    context: Context,
    lower: Lower,
    at: Cursor,
    members: list[Cursor],
    kinds: dict[str, tuple[str, ...]],
    hint: str,
    own_name: str,
) -> ir.Type:
    merged = {
        kind: alike
        for kind in ("string", "integer", "number", "boolean")
        if len(alike := [member for member in members if kinds[member.pointer] == (kind,)]) > 1
    }
    apart = [member for member in members if not any(member in alike for alike in merged.values())]
    context.found.chosen.update(
        layer.identity for member in members for layer in normalise(context, member).layers
    )
    hints = _hints(apart, list(merged), kinds, hint)
    found: list[ir.Type] = []
    places: list[tuple[Cursor, ir.Type]] = []
    for member in members:
        kind = kinds[member.pointer][0]
        if member in apart:
            type_ = lower((member,), hints[member.pointer])
            found += unfolded(type_)
            places.append((member, type_))
            context.found.alternatives[member.identity] = type_
        elif member is merged[kind][0]:
            sole = len(merged[kind]) == len(members)
            found += enums.lower_several(
                context, lower, at, merged[kind], kind, hints[kind], own_name if sole else ""
            )
    found = list(dict.fromkeys(found))
    if len(found) == 1:
        return found[0]
    lists_open = ir.Open("object") in found
    if sum(kinds[member.pointer] == ("object",) for member in members) > 1 and not lists_open:
        found.append(
            ir.Open("object")
        )  # next year's kinds of objects must not make a response unreadable
    type_ = ir.OneOf(
        tuple(found), *_discriminator(context, at, places, found), lists_open, at.pointer
    )
    if at.key is not None and not type_.discriminator:
        context.found.undecided.append((at, type_))
    return type_


def _hints(
    apart: list[Cursor], merged: list[str], kinds: dict[str, tuple[str, ...]], hint: str
) -> dict[str, str]:
    """What the types of alternatives are called: by the pointers of those that stay apart, and by
    the JSON types of those that are merged. A sole one is called as what it stands in."""
    inline = [
        member
        for member in apart
        if not member.has("$ref") and _is_named(member, kinds[member.pointer])
    ]
    if len(inline) + len(merged) < 2:
        return dict.fromkeys([*(member.pointer for member in apart), *merged], hint)
    several = [
        [member for member in inline if kinds[member.pointer] == (kind,)]
        for kind in ("object", "array")
    ]
    titles = {member.pointer: _title(member, group) for group in several for member in group}
    return {
        member.pointer: pascal(hint, titles.get(member.pointer) or kinds[member.pointer][0])
        for member in apart
    } | {kind: pascal(hint, kind) for kind in merged}


def _title(member: Cursor, group: list[Cursor]) -> str:
    """Several inline alternatives of one kind are called after their titles, or numbered."""
    return (member.text("title") or f"Option{group.index(member) + 1}") if len(group) > 1 else ""


def _is_named(member: Cursor, kinds: tuple[str, ...]) -> bool:
    """An inline object or enum takes the name of where it stands; two of them need names of their
    own.
    """
    return (
        "object" in kinds
        or member.has("enum")
        or member.has("const")
        or "array" in kinds
        and _has_named_items(member)
    )


def _has_named_items(member: Cursor) -> bool:
    items = member.get("items")
    while items is not None and items.has("items"):
        items = items.get("items")
    return items is not None and any(
        items.has(key) for key in ("properties", "enum", "const", "oneOf", "anyOf")
    )


def _discriminator(
    context: Context, at: Cursor, places: list[tuple[Cursor, ir.Type]], found: list[ir.Type]
) -> tuple[str, tuple[tuple[str, int], ...], int, tuple[tuple[str, ir.Type, bool], ...]]:
    """The member that the document tells objects apart by, what its values stand for, what all
    others do, and values for alternatives of alternatives."""
    objects = [
        (member, found.index(type_))
        for member, type_ in places
        if type_ in found and json_kinds(context, member) == ("object",)
    ]
    own = (
        context.found.holders[at.identity].get("discriminator")
        if at.identity in context.found.holders
        else None
    )
    choice = choice_of(context, [member for member, _ in objects], own)
    if choice.twice and choice.stated is not None:
        how = (
            "an object with it is none of them"
            if choice.is_told
            else "objects are told apart by their other members"
        )
        context.report(
            "RB029",
            choice.stated,
            (
                f"several alternatives list `{choice.twice}`, and no mapping says which one it"
                f" stands for; {how}"
            ),
            "a `mapping` says it",
        )
    if not choice.is_told:
        return "", (), -1, ()
    values: dict[str, int] = {}
    for (_, place), keys, also in zip(objects, choice.values, choice.also):
        for key in (*keys, *also):
            values.setdefault(key, place)
    rest = next((place for index, (_, place) in enumerate(objects) if choice.is_rest(index)), -1)
    below = tuple(
        (value, reference(context, one.at, one.name), value in one.also)
        for inner in choice.below
        for one in inner
        for value in (*one.values, *one.also)
    )
    if own is not None and own.text("propertyName"):
        if rest < 0 and otherwise(context, own) is not None:
            report_otherwise(context, own)
        if (
            objects
            and not values
            and not below
            and not any(takes_texts(context, member, choice.member) for member, _ in objects)
        ):
            report_no_text(context, own)
    return (
        (choice.member, tuple(values.items()), rest, below) if values or below else ("", (), -1, ())
    )


# --------------------------------------------------------------------------------------------------
# findings


def report_undecided(context: Context) -> None:
    """Several alternatives of `anyOf` may hold at once, of which a variant has one; and what looks
    like one may hold as another.
    """
    variants = Variants(context.found.named)
    for at, type_ in context.found.undecided:
        type_ = variants.settled(type_)
        if not isinstance(type_, ir.OneOf) or type_.discriminator:
            continue
        models = [
            model
            for one in type_.alternatives
            if isinstance(model := ir.bare(variants.named, one), ir.Model)
        ][:MOST_COMPARED]
        pair = (
            variants.covering.undecided([ir.Ref(model.name) for model in models])
            if at.name == "anyOf"
            else None
        )
        taken = _taken_for_another(context, models, variants.covering) if pair is None else None
        if taken is not None:
            context.report(
                "RB029",
                at,
                (
                    f"an object with `{taken[2]}` is read as `{taken[0]}`, whose limits it may"
                    f" break, although it may be `{taken[1]}`"
                ),
                "a `discriminator`, or `additionalProperties: false`, tells them apart",
            )
        if pair is not None:
            context.report(
                "RB029",
                at,
                (
                    f"nothing tells `{pair[0].name}` from `{pair[1].name}`: an object with members"
                    " of both is read as open JSON"
                ),
                "a `discriminator`, or members that must be there, tell them apart",
            )


def _taken_for_another(
    context: Context, models: list[ir.Model], covering: Covering
) -> tuple[str, str, str] | None:
    """Two kinds of objects and a member: with it an object is read as the first kind, which limits
    it, although it may be of the second, which does not know it and needs nothing that the first
    does not have."""
    for one, other in permutations(
        (model for model in models if model.name in context.found.drafts), 2
    ):
        members = {draft.wire_name for draft in context.found.drafts[one.name]}
        known = {draft.wire_name for draft in context.found.drafts[other.name]}
        needs_more = covering.needs_more(ir.Ref(one.name), ir.Ref(other.name))
        if (
            objects.is_closed(context.found.model_schemas[other.name])
            or not needs_more
            or any(
                draft.required and draft.wire_name not in members
                for draft in context.found.drafts[other.name]
            )
        ):
            continue
        limited = next(
            (
                draft.wire_name
                for draft in context.found.drafts[one.name]
                if draft.wire_name not in known and _is_limited(context, draft)
            ),
            None,
        )
        if limited is not None:
            return one.name, other.name, limited
    return None


def _is_limited(context: Context, draft: MemberDraft) -> bool:
    """Something is said of the values of a member, besides what shapes them, which is their C++
    type's matter.
    """
    return not draft.of_alternatives and any(
        at.name in _LIMITS and not says_nothing(at)
        for layer in normalise(context, *draft.parts).layers
        for at in assertions_of(layer)
    )


# --------------------------------------------------------------------------------------------------
# bases


def lower_base(context: Context, lower: Lower, base: Base) -> ir.Type:
    """A value of a base is one of its kinds, or an object of a kind that is not known.
    What a kind is told further by stands within that."""
    found: list[ir.Type] = []
    mapping: dict[str, int] = {}
    rest = -1
    wholes = {
        kind.identity: (name, at)
        for name, at, *_ in reversed(base.kinds)
        if _is_told_further(context, base, at)
        for _, kind, *_ in context.found.bases[at.identity].kinds
        if kind.identity != at.identity
    }
    for name, at, values, _ in sorted(base.kinds, key=lambda one: one[1].identity in wholes):
        is_rest = base.otherwise is not None and at.identity == base.otherwise.identity
        name, at = wholes.get(at.identity, (name, at))
        is_itself = at.identity in context.found.bases and not _is_told_further(context, base, at)
        type_ = (
            _itself(context, lower, context.found.bases[at.identity])
            if is_itself
            else reference(context, at, name)
        )
        if type_ not in found:
            found.append(type_)
        rest = found.index(type_) if is_rest else rest
        for value in values:
            mapping.setdefault(value, found.index(type_))
    return ir.OneOf((*found, ir.Open("object")), base.member, tuple(mapping.items()), rest)


_SHAPES = SHAPING - {"enum", "const", "format"} | {"$ref", "allOf"}


def lower_narrowed(context: Context, schema: Shape) -> ir.Type | None:
    """What a base is, where a schema without a name says more of it: its kinds, if that adds no
    member, else open JSON. None for all others, and where it adds members and no kind fits."""
    if not context.found.bases or schema.at.identity in context.found.told:
        return None
    bases = _bases_among(context, schema)
    if not bases:
        return None
    base = bases[0]
    inner = normalise(context, base.at)
    known = {one.identity for one in inner.layers}
    own = [layer for layer in schema.layers if layer.identity not in known]
    names = {name for layer in inner.layers for name, _ in layer.table("properties")}
    if len(bases) == 1 and all(_narrows(layer, names) for layer in own):
        return reference(context, base.at, base.name)
    if _fits_no_kind(context, schema, base) or any(
        is_false(layer.get(key))
        for layer in own
        for key in ("additionalProperties", "unevaluatedProperties")
    ):
        return None
    context.report(
        "RB030",
        schema.at,
        (
            f"what is said beside `{base.name}` has no place in each of its kinds; the value"
            " becomes open JSON"
        ),
        f"a component with `{base.name}` in its `allOf` becomes one of its kinds",
    )
    return ir.Open("object")


def _bases_among(context: Context, schema: Shape) -> list[Base]:
    """The bases that a schema is made of; none of which it is made of a kind, too."""
    held = dict.fromkeys(layer.identity for layer in schema.layers)
    bases = [context.found.bases[one] for one in held if one in context.found.bases]
    return [
        one
        for one in bases
        if not any(
            kind.identity in held for _, kind, *_ in one.kinds if kind.identity != one.at.identity
        )
    ]


def _fits_no_kind(context: Context, schema: Shape, base: Base) -> bool:
    """The schema lists values of the member that tells the kinds, and no kind is known by one of
    them.
    """
    values = set(listed_values(context, schema.at, base.member))
    return bool(values) and values.isdisjoint(value for kind in base.kinds for value in kind.values)


def _narrows(layer: Cursor, names: set[str]) -> bool:
    """It bounds a value that has members of these names, and no member is another one, or more than
    it was.
    """
    properties = dict(layer.table("properties"))
    return (
        not any(layer.has(key) for key in ADDING)
        and names.issuperset([*properties, *(at.written for at in layer.texts("required"))])
        and not any(at.has(key) for at in properties.values() for key in _SHAPES)
    )


def _is_told_further(context: Context, base: Base, at: Cursor) -> bool:
    """A kind that is a base itself, whose kinds another member tells apart: these are alternatives
    of that one.
    """
    own = context.found.bases.get(at.identity)
    return own is not None and own.member != base.member


def _itself(context: Context, lower: Lower, base: Base) -> ir.Type:
    """The model of a base without what its kinds add."""
    if base.at.identity not in context.making.itself:
        name = context.claim(f"{base.name}Base", base.at)
        context.making.itself[base.at.identity] = objects.lower_object(
            context, lower, normalise(context, base.at), name, name
        )
    return context.making.itself[base.at.identity]
