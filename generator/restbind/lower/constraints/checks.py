# SPDX-License-Identifier: BSL-1.0
"""What a value and all that it holds must fulfil: `ir.Checked`, for each use of a schema.

Each keyword is held by the C++ type, by a condition, or as a JSON Schema; see `ledger`. Elements of
lists and maps, and the alternatives that the type tells apart, have conditions of their own, at any
depth. What nothing else holds is checked as a schema. That is the last step of each account, so
that a keyword which nobody thought of is checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from restbind import ir
from restbind.lower.constraints import limits, residuals
from restbind.lower.constraints.alternatives import (
    Placed,
    are_limited,
    has_space_for_others,
    hold_shallow,
    may_hold_file,
    note_judged,
    told_apart,
)
from restbind.lower.constraints.json_types import holds_only, own_layers, types_in_json
from restbind.lower.constraints.residuals import COMPANIONS, hold, hold_keyword, hold_whole
from restbind.lower.constraints.shapes import (
    SHAPES,
    hold_additional,
    hold_base,
    hold_beside,
    hold_collection,
    hold_members,
    hold_null_elements,
    hold_other_values,
)
from restbind.lower.constraints.use import Use
from restbind.lower.schema.bounds import EXCLUSIVE
from restbind.lower.schema.choice import choice_among
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.layers import (
    CHOICES,
    holder_of,
    is_false,
    is_null_type,
    says_nothing,
    sole_alternative,
    types_named,
)
from restbind.lower.schema.ledger import TYPE, VOID
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import leads_back
from restbind.lower.schema.sent import read_only_members, requires_unsent
from restbind.lower.schema.shape import Shape, types_of
from restbind.lower.schema.texts import joint_text
from restbind.lower.schema.unreadable import UNEVALUATED, unusable
from restbind.source.refs import Cursor
from restbind.spec.messages import WORDED_BY_VALIDATOR
from restbind.spec.numbers import INTEGERS, json_text, value_of

# What is checked as a schema, and worded by the validator where the document gives no message.
_WORDED = (*WORDED_BY_VALIDATOR, "uniqueItems")
NOTHING = ir.Checked()


def checked(
    context: Context,
    shape: Shape,
    type_: ir.Values,
    field: str,
    within: frozenset[int] = frozenset(),
) -> ir.Checked:
    """What a value must fulfil. field: what messages call it. within: the lists of alternatives, by
    identity, that the value is one of already."""
    use = Use(context, shape, type_, field, within)
    bare = use.bare
    if isinstance(bare, ir.Problem):
        use.put_open(VOID)
        return use.close(NOTHING)
    inner = _Inner(use)
    use.leave(own_layers(context, bare))
    _note(use)
    _limits(use, inner)
    if bare.holds_null:
        hold_null_elements(use, bare.keyword)
    if isinstance(bare, ir.Open):
        hold_whole(use, bare)
    else:
        _remaining(use, inner)
        _shapes(use, inner)
        _unevaluated(use)
        _rest(use)
    if bare is not use.whole and not context.is_received:
        _none_of_these(use)
    return use.close(inner.result())


def checked_model(
    context: Context, shape: Shape, model: ir.Model, drafts: list[MemberDraft]
) -> tuple[ir.Constraint, ...]:
    """What an object with members must fulfil as a whole."""
    use = Use(context, shape, model, "object")
    _note(use)
    use.found += limits.counted(use, "minProperties", "maxProperties")
    _remaining(use, _Inner(use))
    _unevaluated(use)
    if model.extra is not None and model.extra.nullable:
        hold_null_elements(use, model.extra.keyword)
    made = {member.wire_name: member for member in model.members}
    needed = {name for name, member in made.items() if member.is_needed}
    places = {at.identity for draft in drafts if draft.wire_name in made for at in draft.parts}
    for layer in shape.layers:
        hold_additional(use, layer, model, drafts)
        hold_members(use, layer, needed, places)
    _rest(use)
    return use.close(ir.Checked(tuple(use.found))).constraints


class _Inner:
    """What the elements and alternatives of a value must fulfil."""

    def __init__(self, use: Use) -> None:
        self._use = use
        self.elements: ir.Checked | None = None
        self._alternatives = [NOTHING for _ in use.bare.one_of]

    def add(self, place: int, found: ir.Checked) -> None:
        """To what an alternative must fulfil, or the value, where its type is none of several."""
        if isinstance(self._use.bare, ir.OneOf):
            self._alternatives[place] = _merged(self._alternatives[place], found)
        else:
            self._use.found += found.constraints

    def result(self) -> ir.Checked:
        """With what the value itself must fulfil."""
        alternatives = list(self._alternatives)
        while alternatives and alternatives[-1] == NOTHING:
            alternatives.pop()
        return ir.Checked(_distinct(self._use.found), self.elements, tuple(alternatives))


def _merged(left: ir.Checked, right: ir.Checked) -> ir.Checked:
    """Both hold."""
    constraints = _distinct(left.constraints + right.constraints)
    if left.elements is None or right.elements is None:
        elements = left.elements or right.elements
    else:
        elements = _merged(left.elements, right.elements)
    pairs = zip_longest(left.alternatives, right.alternatives, fillvalue=NOTHING)
    return ir.Checked(constraints, elements, tuple(_merged(mine, its) for mine, its in pairs))


def _distinct(found: Iterable[ir.Constraint]) -> tuple[ir.Constraint, ...]:
    """Each once, with the keywords of all that are equal."""
    about: dict[ir.Constraint, frozenset[tuple[int, str]]] = {}
    for constraint in found:
        about[constraint] = about.get(constraint, frozenset()) | constraint.about
    return tuple(replace(constraint, about=keys) for constraint, keys in about.items())


# --------------------------------------------------------------------------------------------------
# keywords


def _note(use: Use) -> None:
    """Columns of what says nothing, of what is taken into the type, and of what cannot be used."""
    types = types_in_json(use.context, use.bare)
    for at in use.open():
        name = at.name
        if types_of(name).isdisjoint(types):
            use.put(at, VOID)
            continue
        why = unusable(at)
        if why is not None:
            use.unchecked(at, *why)
        elif says_nothing(at):
            use.put(at, VOID)
        elif name in ("$ref", "allOf") and not isinstance(use.bare, ir.Open):
            use.put(at, TYPE)
        elif name in ("enum", "const"):
            _report_rounded(use, at)


def _report_rounded(use: Use, at: Cursor) -> None:
    """Listed numbers that the C++ type would change."""
    kinds = {type_.scalar for type_ in use.bare.one_of}
    if use.context.is_received or "double" not in kinds or not kinds.isdisjoint(INTEGERS):
        return
    for value in at.elements() if at.name == "enum" else (at,):
        number = value_of(value)
        if number is not None and not limits.is_double(number):
            what = f"no `double` is {json_text(value)}; a request with it is refused"
            hint = "`type: integer` holds it, up to 64 bits"
            value.report("RB031", what, hint)


def _limits(use: Use, inner: _Inner) -> None:
    """Conditions of their own for limits, and for listed values that are no enum."""
    types = [use.context.bare(type_) for type_ in use.bare.one_of]
    for place, type_ in enumerate(types):
        if not isinstance(use.bare, ir.OneOf):
            use.found += limits.limits_of(use, use.bare)
        elif limits.is_alone(type_, types) and type_.limited in limits.OF_ALTERNATIVES:
            inner.add(place, ir.Checked(tuple(limits.limits_of(use, type_))))
        elif type_ == ir.PLAIN["string"]:
            use.found += limits.limits_of(use, use.bare)
    for place, listed in enumerate(limits.listed_among(use, types)):
        inner.add(place, ir.Checked((listed,)))


def _remaining(use: Use, inner: _Inner) -> None:
    """All keywords but those of shapes."""
    for at in use.open():
        layer, name = holder_of(at), at.name
        is_later = name in SHAPES or name in UNEVALUATED
        is_beside = name in COMPANIONS and layer.has(COMPANIONS[name])
        is_flag = at.kind == "boolean" and name in EXCLUSIVE.values()
        if is_later or is_beside or is_flag:
            continue  # it has a step of its own, or goes with another one
        if name in CHOICES:
            _choices(use, inner, at)
        elif name in COMPANIONS or name == "if" and not (layer.has("then") or layer.has("else")):
            use.put(at, VOID)
        else:
            hold_keyword(use, at, use.stated_message(name) if name in _WORDED else "")


def _unevaluated(use: Use) -> None:
    for key in UNEVALUATED:
        values = list(use.open(key))
        if values:
            hold(use, values, joint_text(use.context, use.shape), keyword="unevaluated")


def _rest(use: Use) -> None:
    """What nothing holds so far is checked as a schema; a schema that allows nothing has no keyword
    that says so.
    """
    for layer in use.layers():
        if is_false(layer):
            use.add(ir.Constraint("schema", ("false",), "", layer.pointer))
    for at in use.open():
        hold_keyword(use, at)


def _none_of_these(use: Use) -> None:
    """What was kept because it fits no alternative is not sent, where no schema of the alternatives
    judges it.
    """
    at = use.shape.choice
    if at is not None and use.is_residual(at):
        return
    at = at or use.shape.first("type") or use.shape.at
    name = at.name if at.key is not None and at.name in CHOICES else "anyOf"  # types in a list
    use.add(ir.Constraint("known", ("other",), use.message(name), at.pointer))


def _is_of_other(broken: ir.Constraint) -> bool:
    return (broken.keyword, broken.limits) == ("known", ("other",))


# --------------------------------------------------------------------------------------------------
# shapes


def _shapes(use: Use, inner: _Inner) -> None:
    """What the type is made of, and what stands beside alternatives that are not made of it."""
    context, bare = use.context, use.bare
    choices = use.shape.choice
    if isinstance(bare, ir.Collection):
        hold_collection(use, bare)
        inner.elements = elements_of(use, bare)
    if isinstance(bare, ir.OneOf) or choices is not None:
        _shapes_among(use, choices is not None)
    if isinstance(bare, ir.OneOf) and choices is None:
        for place, alternative in enumerate(bare.alternatives):
            _elements_among(use, inner, place, context.bare(alternative))
    is_judged = (
        bare is not use.whole
        and choices is not None
        and use.is_residual(choices)
        and not context.is_received
        and not all(normalise(at).has("type") for at in use.shape.alternatives)
    )
    for at in use.open("type") if not is_judged else ():
        if all(holds_only(context, type_, types_named(at)) for type_ in bare.one_of):
            use.put(at, TYPE)


def _shapes_among(use: Use, is_beside: bool) -> None:
    """What says which members and elements a value of one of several types has. is_beside: the
    alternatives are listed beside it.
    """
    context, bare = use.context, use.bare
    types = [context.bare(type_) for type_ in bare.one_of]
    own = frozenset[int]().union(*(own_layers(context, type_) for type_ in types))
    has_open = ir.OPEN_OBJECT in bare.one_of and not context.is_received
    if not is_beside and isinstance(bare, ir.OneOf) and bare.discriminator and has_open:
        hold_base(use, own)
    kinds = types_in_json(context, bare)
    for at in use.open(*SHAPES):
        if holder_of(at).identity in own:
            if "object" in types_of(at.name):
                use.leave_keyword(at)  # to the model that is made of the layer
            elif types_of(at.name).isdisjoint(kinds):
                use.put(at, VOID)  # the model is one of several types, and none is a list
    for layer in use.layers():
        hold_beside(use, layer, is_beside)


def elements_of(use: Use, bare: ir.Collection) -> ir.Checked | None:
    """What the elements of a list or map must fulfil."""
    parts = list(use.shape.all(bare.keyword))
    if isinstance(bare, ir.Map):
        parts = [at for at in parts if at.kind == "object"][:1]
    elif use.shape.prefix:  # `items` would only be that of the others
        return None
    if not parts:
        return None
    found = use.below(checked(use.context, normalise(*parts), bare.element, use.field))
    return found if found != NOTHING else None


def _elements_among(use: Use, inner: _Inner, place: int, bare: ir.Values) -> None:
    """The elements of a list or map that is one of several types."""
    if not isinstance(bare, ir.Collection) or not use.shape.has(bare.keyword):
        return
    if isinstance(bare, ir.Map):
        hold_other_values(use)
    if bare.holds_null:
        hold_null_elements(use, bare.keyword)
    inner.add(place, ir.Checked(elements=elements_of(use, bare)))
    use.put_open(TYPE, bare.keyword)


# --------------------------------------------------------------------------------------------------
# alternatives


def _choices(use: Use, inner: _Inner, at: Cursor) -> None:
    """The alternatives of `oneOf` or `anyOf`."""
    context, bare = use.context, use.bare
    for alternative in at.elements():
        if is_null_type(alternative):
            use.void(alternative)
    if may_hold_file(context, bare):
        if are_limited(at):
            what = f"limits within `{at.name}` are not checked: one of the alternatives is a file"
            use.unchecked(at, "RB031", what)
        else:
            use.put(at, VOID)
    elif sole_alternative(holder_of(at)) is not None:
        use.put(at, TYPE)  # a layer itself, or null
    elif leads_back(use.shape, at) or at.identity in use.within:
        use.put(at, VOID)  # what is made of a base is not asked for its kinds
    elif (told := told_apart(context, bare, at)) is not None:
        _told(use, inner, at, told)
    else:
        _judged(use, at)


def _told(use: Use, inner: _Inner, at: Cursor, told: list[Placed]) -> None:
    """The type tells the alternatives apart: each has conditions of its own."""
    context, name = use.context, at.name
    of_space: list[ir.Constraint] = []
    for alternative in told:
        if alternative.type is None:
            use.void(alternative.at)
            continue
        shape = normalise(alternative.at)
        within = use.within | {at.identity}
        found = use.below(checked(context, shape, alternative.type, use.field, within))
        if alternative.is_several:  # whether one is for what fits no other one is known here
            kept = [broken for broken in found.constraints if not _is_of_other(broken)]
            found = replace(found, constraints=tuple(kept))
        if found != NOTHING:
            found = _of_choice(use, found, at)
        of_space += _put(inner, found, alternative)
    if not has_space_for_others(use.bare, at):
        use.found += of_space
        if not use.has(at):
            use.put(at, TYPE)
        return
    stated = use.stated(name)
    is_open = not context.is_received and not stated
    # An object without a member that only responses have is read as none of them.
    may_lack = is_open and requires_unsent(at, read_only_members(use.shape), use.shape.required)
    text = joint_text(context, use.shape) if may_lack else ""
    keyword, limits_ = ("others", (text,)) if text else ("known", ("object",) if stated else ())
    about = frozenset(ir.Checked(tuple(of_space)).about)
    use.add(ir.Constraint(keyword, limits_, use.message(name), at.pointer, about), [at])


def _of_choice(use: Use, found: ir.Checked, at: Cursor) -> ir.Checked:
    """What an alternative must fulfil checks the list of them, too, and says its message."""
    message = use.stated_message(at.name)

    def change(broken: ir.Constraint) -> ir.Constraint:
        return use.holding(replace(broken, message=message or broken.message), [at])

    return found.changed(change)


def _put(inner: _Inner, found: ir.Checked, told: Placed) -> list[ir.Constraint]:
    """Puts what an alternative must fulfil where the type has it, but for what refuses objects that
    are none of its own alternatives, which this gives.
    """
    if not told.is_several:
        inner.add(told.places[0], found)
        return []
    of_space = [broken for broken in found.constraints if broken.keyword in ("known", "others")]
    rest = tuple(broken for broken in found.constraints if broken not in of_space)
    for place, held in zip_longest(told.places, found.alternatives, fillvalue=NOTHING):
        assert isinstance(place, int) and isinstance(held, ir.Checked)
        inner.add(place, _merged(ir.Checked(rest), held))
    return of_space


def _judged(use: Use, at: Cursor) -> None:
    """The alternatives are checked as a schema. Without a message of the document the validator
    says what the nearest one lacks.
    """
    bare = use.bare
    message = use.stated_message(at.name)
    text = residuals.keyword_text(use, at)
    if text is None and isinstance(bare, ir.OneOf):
        hold_shallow(use, bare, at, message)
        return
    found = hold(use, [at], text, message)
    if found is not None and isinstance(bare, ir.OneOf) and not use.context.is_received:
        if not bare.discriminator or choice_among(use.context, at).stated is None:
            note_judged(use.context, bare, at, found)
