# SPDX-License-Identifier: BSL-1.0
"""Alternatives of `oneOf` and `anyOf` beside the type that was made of them: what that type checks
itself, and what it leaves to others.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.lower.constraints.json_types import has_no_rules
from restbind.lower.constraints.residuals import COMPANIONS
from restbind.lower.constraints.shapes import SHAPES
from restbind.lower.constraints.use import Use
from restbind.lower.schema.bounds import listed_text
from restbind.lower.schema.choice import choice_among
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import besides_null, is_null_type
from restbind.lower.schema.ledger import PARTLY
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.pieces import Json
from restbind.lower.schema.queries import is_object, is_wide, json_kinds, requires
from restbind.lower.schema.shape import TYPES
from restbind.lower.schema.texts import MAX_SIZE, json_of, refers
from restbind.lower.schema.write import schema_value
from restbind.source.refs import Cursor
from restbind.spec.keywords import LIMITS

_OWN = tuple(sorted(LIMITS.difference(COMPANIONS)))  # what a schema says without other schemas


def note_judged(context: Context, bare: ir.OneOf, choices: Cursor, schema: ir.Constraint) -> None:
    """What was read as one of several objects, or of several lists, may be valid as another one, so
    that the schema has the last word.
    """
    known = [type_ for type_ in bare.alternatives if type_ != ir.OPEN_OBJECT or bare.lists_open]
    kinds = [context.bare(type_).json_types for type_ in known]
    if kinds.count(frozenset(["object"])) > 1 or kinds.count(frozenset(["array"])) > 1:
        context.checks.judged.setdefault(choices.pointer, schema)


def may_hold_file(context: Context, type_: ir.Values) -> bool:
    """A value that may be a file, or a list of files: bytes are no JSON."""
    return any(
        bare.scalar == "file" or isinstance(bare, ir.Array) and may_hold_file(context, bare.element)
        for bare in context.each(type_)
    )


def are_limited(choices: Cursor) -> bool:
    """Alternatives have limits of their own."""
    for alternative in choices.elements():
        if any(at.name not in SHAPES for at in normalise(alternative).bounds(*TYPES)):
            return True
    return False


def are_listed(bare: ir.Values, choices: Cursor) -> bool:
    """The alternatives list the values of an enum and say nothing else, so that the check of the
    enum is theirs.
    """
    if not isinstance(bare, ir.Enum) or bare.is_open:
        return False
    values: list[str] = []
    for alternative in besides_null(choices):
        shape = normalise(alternative)
        if shape.beside("types", "values") or not shape.is_listed:
            return False
        values += [listed_text(bare.base, value) for value in shape.values]
    is_once = choices.name == "anyOf" or len(values) == len(bare.values)
    return is_once and set(values) == set(bare.values)


_Typed = list[tuple[Cursor, ir.Values | None]]  # alternatives with their types


@dataclass(frozen=True)
class Placed:
    """An alternative that the type tells from the others. type: None for one that adds nothing to
    the others. places: of the types of its values among the alternatives of the type. is_several:
    it is alternatives itself."""

    at: Cursor
    type: ir.Values | None
    places: tuple[int, ...] = ()
    is_several: bool = False


def told_apart(
    context: Context, bare: ir.Values, choices: Cursor, within: frozenset[int] = frozenset()
) -> list[Placed] | None:
    """The alternatives, if they differ in their JSON types, or a member says which one a value is.
    None where they have to be checked as a schema. within: the lists that these stand in, by
    identity."""
    if not bare.scalar and not isinstance(bare, ir.OneOf):
        return None
    members = besides_null(choices)
    typed = _told_by_member(context, bare, choices, members)
    typed = typed or _told_by_type(context, bare, choices, members) or []
    told: list[Placed] = []
    for at, type_ in typed:
        found = _placed(context, bare, choices, at, type_, within)
        if found is None:
            return None
        told.append(found)
    return told or None


def _placed(
    context: Context,
    bare: ir.Values,
    choices: Cursor,
    at: Cursor,
    type_: ir.Values | None,
    within: frozenset[int],
) -> Placed | None:
    """An alternative with the places of its type; None where the type is another one among several,
    or alternatives that only the list around them tells apart."""
    if type_ is None:
        return Placed(at, None)
    inner = context.bare(type_).without_other
    is_several = isinstance(inner, ir.OneOf)
    if is_several:
        own = normalise(at).choice
        if _has_value(context, choices, at):
            return None
        if own is not None and own.identity not in within:
            if told_apart(context, inner, own, within | {own.identity}) is None:
                return None
    places: list[int] = []
    for wanted in inner.one_of if is_several else (type_,):
        place = _place(context, bare, wanted)
        if place is None:
            return None
        places.append(place)
    return Placed(at, type_, tuple(places), is_several)


def _has_value(context: Context, choices: Cursor, at: Cursor) -> bool:
    """A mapping gives the alternative a value as a whole: objects that have it are known as no one
    of its own alternatives.
    """
    return any(
        alternative.mapped and alternative.at.identity == at.identity
        for alternative in choice_among(context, choices).alternatives
    )


def _place(context: Context, bare: ir.Values, wanted: ir.Values) -> int | None:
    if wanted in bare.one_of:
        return bare.one_of.index(wanted)
    known = [context.bare(type_) for type_ in bare.one_of]
    inner = context.bare(wanted)
    return known.index(inner) if inner in known and inner != ir.ANY else None


def _told_by_member(
    context: Context, bare: ir.Values, choices: Cursor, members: list[Cursor]
) -> _Typed | None:
    """The alternatives with their types, if a member says which object it is, and that one has
    rules of its own.
    """
    if not isinstance(bare, ir.OneOf) or not bare.discriminator:
        return None
    choice = choice_among(context, choices)
    if choice.stated is None and not choice.is_always:
        return None
    shapes = [normalise(at) for at in choice.members if choices.name == "anyOf"]
    if not all(requires(shape, bare.discriminator) for shape in shapes):
        return None  # without the member an object may be several of them at once
    types: _Typed = [(at, _type_of(context, at)) for at in members]
    return None if None in dict(types).values() else types


def _type_of(context: Context, at: Cursor) -> ir.Type | None:
    """What an alternative became."""
    target = at.target or at
    found = context.found
    return found.alternatives.get(at) or found.targets.get(target)


def _told_by_type(
    context: Context, bare: ir.Values, choices: Cursor, members: list[Cursor]
) -> _Typed | None:
    """The alternatives with their types, None for one that adds nothing to the others, if each is
    of a JSON type of its own.
    """
    groups: dict[frozenset[str], list[Cursor]] = {}
    for at in members:
        groups.setdefault(ir.in_json(json_kinds(at)), []).append(at)
    found: _Typed = []
    for kinds, group in groups.items():
        type_ = _of_kinds(context, bare, kinds)
        if type_ is None:
            return None
        said = {json_kinds(at) for at in group}
        wide = said.pop()[0] if len(said) == 1 else "number"
        is_held = choices.name == "anyOf" and has_no_rules(context, type_)
        if is_held and any(is_wide(context, at, wide) for at in group):
            found += [(at, None) for at in group]  # others add nothing to one that takes all
        elif len(group) > 1:
            return None
        else:
            found.append((group[0], type_))
    return found


def has_space_for_others(bare: ir.Values, choices: Cursor) -> bool:
    """Objects that are none of the alternatives can be read, which does not make them valid."""
    if not isinstance(bare, ir.OneOf) or ir.OPEN_OBJECT not in bare.alternatives:
        return False
    objects = [at for at in choices.elements() if is_object(at)]
    return len(objects) > 1 and all(normalise(at).has("properties") for at in objects)


def hold_shallow(use: Use, bare: ir.OneOf, choices: Cursor, message: str) -> None:
    """Alternatives that refer to too much for one text: what each says of itself. What is below is
    checked by the rules of the models that the variant holds."""
    context = use.context
    kinds: list[str] = []
    is_exact = True
    for at in choices.elements():
        found = json_kinds(at)
        kinds += found or (("null",) if is_null_type(at) else TYPES)
        if refers(context, at):
            type_ = _of_kinds(context, bare, ir.in_json(found))
            is_exact = is_exact and isinstance(_innermost(context, type_), ir.Model)
    is_apart = len(set(kinds)) == len(kinds)
    held = [choices]
    if not (is_exact and (choices.name == "anyOf" or is_apart) or context.is_received):
        held = []
        what = f"`{choices.name}` is checked in part: with all it refers to it is longer than"
        use.unchecked(choices, "RB031", f"{what} {MAX_SIZE // 1024} KiB")
    values = [_own_value(context, at) for at in choices.elements()]
    text = json_of(context, {choices.name if is_apart else "anyOf": values}) or "true"
    use.add(ir.Constraint("schema", (text,), message, choices.pointer), held, PARTLY)


def _of_kinds(context: Context, bare: ir.Values, kinds: frozenset[str]) -> ir.Values | None:
    """The alternative for values of the only one of some JSON types."""
    fitting = (type_ for type_ in bare.one_of if context.bare(type_).json_types == kinds)
    return next(fitting, None) if len(kinds) == 1 else None


def _own_value(context: Context, at: Cursor) -> Json:
    """What an alternative says without what it refers to."""
    shape = normalise(at)
    if not refers(context, at):
        return schema_value(context, shape, at)
    own: list[Json] = []
    for layer in shape.layers:
        value = schema_value(context, shape, layer, _OWN) if layer.kind == "object" else None
        own += [value] if value else []
    if len(own) > 1:
        return {"allOf": own}
    return own[0] if own else True


def _innermost(context: Context, type_: ir.Values | None) -> ir.Values | None:
    """What lists and maps hold."""
    if type_ is None:
        return None
    bare = context.bare(type_)
    while isinstance(bare, ir.Collection):
        bare = context.bare(bare.element)
    return bare
