# SPDX-License-Identifier: BSL-1.0
"""What a value and all that it holds must fulfil: `ir.Checked`, for each use of a schema.

Each keyword is held by the C++ type, by a condition, or as a JSON Schema; see `ledger`. Elements of
lists and maps, and the alternatives that the type tells apart, have conditions of their own, at any
depth. What nothing else holds is checked as a schema. That is the last step of each account, so
that a keyword which nobody thought of is checked all the same.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from restbind import ir
from restbind.lower.constraints import limits, residuals
from restbind.lower.constraints.accounts import Account
from restbind.lower.constraints.alternatives import (
    Told,
    are_limited,
    are_listed,
    choice_among,
    has_space_for_others,
    holds_file,
    lacks_what_is_received,
    note_judged,
    shallow,
    told_apart,
)
from restbind.lower.constraints.json_types import is_of, json_types_of, own_layers
from restbind.lower.constraints.limits import message_of, stated_message
from restbind.lower.constraints.residuals import COMPANIONS, emit, of_keyword
from restbind.lower.constraints.shapes import (
    SHAPES,
    of_additional,
    of_base,
    of_beside,
    of_collection,
    of_elements,
    of_members,
    other_values,
    without_null_elements,
)
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.layers import CHOICES, sole_alternative, types_named
from restbind.lower.schema.ledger import CHECK, RESIDUAL, TYPE, VOID
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import is_false, leads_back, says_nothing
from restbind.lower.schema.schema_text import UNEVALUATED, joint_text
from restbind.lower.schema.shape import Shape, types_of
from restbind.source.refs import Cursor
from restbind.spec.messages import WORDED_BY_VALIDATOR
from restbind.spec.numbers import INTEGERS, json_text, value_of

# What is checked as a schema, and worded by the validator where the document gives no message.
_WORDED = (*WORDED_BY_VALIDATOR, "uniqueItems")
_EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum")
NOTHING = ir.Checked()


def checked(
    context: Context,
    schema: Shape,
    type_: ir.Values,
    field: str,
    within: frozenset[int] = frozenset(),
) -> ir.Checked:
    """What a value must fulfil. field: what messages call it. within: the lists of alternatives, by
    identity, that the value is one of already."""
    return _Use(context, schema, type_, field, within).checked()


def checked_model(
    context: Context, schema: Shape, model: ir.Model, drafts: list[MemberDraft]
) -> tuple[ir.Constraint, ...]:
    """What an object with members must fulfil as a whole."""
    return _Use(context, schema, model, "object").of_model(model, drafts)


def close(context: Context, at: Cursor, column: int) -> None:
    """The account of a schema of which every keyword has this column."""
    account = Account(context, normalise(context, at))
    account.put_rest(column)
    account.close()


def _something(found: ir.Checked) -> ir.Checked | None:
    return found if found != NOTHING else None


def _merged(left: ir.Checked, right: ir.Checked) -> ir.Checked:
    """Both hold."""
    constraints = tuple(dict.fromkeys(left.constraints + right.constraints))
    if left.elements is None or right.elements is None:
        elements = left.elements or right.elements
    else:
        elements = _merged(left.elements, right.elements)
    pairs = zip_longest(left.alternatives, right.alternatives, fillvalue=NOTHING)
    return ir.Checked(constraints, elements, tuple(_merged(mine, its) for mine, its in pairs))


class _Use:
    """One use of a schema. whole: the type of the value; bare: the same without the alternative for
    what fits no other one.
    """

    def __init__(
        self,
        context: Context,
        schema: Shape,
        type_: ir.Values,
        field: str,
        within: frozenset[int] = frozenset(),
    ) -> None:
        self._context = context
        self._schema = schema
        self._field = field
        self._within = within
        self._whole = context.bare(type_)
        self._bare = self._whole.without_other
        self._account = Account(context, schema)
        self._found: list[ir.Constraint] = []
        self._elements: ir.Checked | None = None
        self._alternatives = [NOTHING for _ in self._bare.one_of]

    def checked(self) -> ir.Checked:
        """All that the value must fulfil."""
        if isinstance(self._bare, ir.Problem):
            self._account.put_rest(VOID)
            self._account.close()
            return NOTHING
        self._account.leave(own_layers(self._context, self._bare))
        self._note()
        self._limits()
        if self._bare.holds_null:
            self._without_null(self._bare)
        if isinstance(self._bare, ir.Open):
            self._found += residuals.whole(self._context, self._account, self._schema, self._bare)
        else:
            self._remaining()
            self._shapes()
            self._unevaluated()
            self._rest()
        if self._bare is not self._whole and not self._context.is_received:
            self._none_of_these()
        self._account.close()
        return self._result()

    def of_model(self, model: ir.Model, drafts: list[MemberDraft]) -> tuple[ir.Constraint, ...]:
        """As checked(), of the model that is made of the schema."""
        self._note()
        for key in ("minProperties", "maxProperties"):
            self._found += limits.counted(self._context, self._schema, key, self._field)
            limits.put_all(self._account, self._schema, key, CHECK)
        self._remaining()
        self._unevaluated()
        if model.extra is not None and model.extra.nullable:
            self._without_null(model.extra)
        needed = {draft.wire_name for draft in drafts if draft.required}
        places = {at.identity for draft in drafts for at in draft.parts}
        for layer in self._schema.layers:
            self._found += of_additional(
                self._context, self._account, self._schema, layer, model, drafts
            )
            self._found += of_members(self._context, self._account, layer, needed, places)
        self._rest()
        self._account.close()
        return tuple(self._found)

    def _result(self) -> ir.Checked:
        alternatives = list(self._alternatives)
        while alternatives and alternatives[-1] == NOTHING:
            alternatives.pop()
        return ir.Checked(tuple(self._found), self._elements, tuple(alternatives))

    def _add(self, place: int, found: ir.Checked) -> None:
        """To what an alternative must fulfil, or the value, where its type is none of several."""
        if isinstance(self._bare, ir.OneOf):
            self._alternatives[place] = _merged(self._alternatives[place], found)
        else:
            self._found += found.constraints

    # ----------------------------------------------------------------------------------------------
    # keywords

    def _note(self) -> None:
        """Columns of what says nothing, of what is taken into the type, and of what cannot be
        used.
        """
        account, types = self._account, json_types_of(self._context, self._bare)
        for at in account.open():
            name = at.name
            if types_of(name).isdisjoint(types):
                account.put(at, VOID)
                continue
            why = limits.unusable(self._context, at)
            if why is not None:
                account.unchecked(at, *why)
            elif says_nothing(at):
                account.put(at, VOID)
            elif at.kind == "boolean" and name in _EXCLUSIVE:
                if not account.layer_of(at).has(name.removeprefix("exclusive").lower()):
                    account.put(at, VOID)
            elif name in ("$ref", "allOf") and not isinstance(self._bare, ir.Open):
                account.put(at, TYPE)
            elif name in ("enum", "const"):
                self._report_rounded(at)

    def _report_rounded(self, at: Cursor) -> None:
        """Listed numbers that the C++ type would change."""
        kinds = {type_.scalar for type_ in self._bare.one_of}
        if self._context.is_received or "double" not in kinds or not kinds.isdisjoint(INTEGERS):
            return
        for value in at.elements() if at.name == "enum" else (at,):
            number = value_of(value)
            if number is not None and not limits.is_double(number):
                self._context.report(
                    "RB031",
                    value,
                    f"no `double` is {json_text(value)}; a request with it is refused",
                    "`type: integer` holds it, up to 64 bits",
                )

    def _limits(self) -> None:
        """Conditions of their own for limits, and for listed values that are no enum."""
        parts = (self._context, self._account, self._schema)
        if not isinstance(self._bare, ir.OneOf):
            self._found += limits.limits_of(*parts, self._bare, self._field)
            self._found += limits.listed_among(*parts, [self._bare], self._field)
            return
        bare = [self._context.bare(alternative) for alternative in self._bare.alternatives]
        for place, alternative in enumerate(bare):
            is_alone = (
                sum(not alternative.json_types.isdisjoint(other.json_types) for other in bare) == 1
            )
            if is_alone and alternative.limited in limits.OF_ALTERNATIVES:
                found = limits.limits_of(*parts, alternative, self._field)
                self._add(place, ir.Checked(tuple(found)))
            elif alternative == ir.PLAIN["string"]:
                self._found += limits.limits_of(*parts, self._bare, self._field)
        for place, listed in enumerate(limits.listed_among(*parts, bare, self._field)):
            self._add(place, ir.Checked((listed,)))

    def _remaining(self) -> None:
        """All keywords but those of shapes."""
        account = self._account
        for at in account.open():
            name, layer = at.name, account.layer_of(at)
            is_later = name in SHAPES or name in UNEVALUATED
            is_beside = name in COMPANIONS and layer.has(COMPANIONS[name])
            is_flag = at.kind == "boolean" and name in _EXCLUSIVE
            if is_later or is_beside or is_flag or account.has(at):
                continue  # it has a step of its own, or goes with another one
            if name in CHOICES:
                self._choices(layer, at)
            elif (
                name in COMPANIONS or name == "if" and not (layer.has("then") or layer.has("else"))
            ):
                account.put(at, VOID)
            else:
                message = self._message(name) if name in _WORDED else ""
                self._found += of_keyword(self._context, account, layer, name, message)

    def _stated(self, name: str) -> str:
        """The text that the document gives for a broken keyword."""
        return stated_message(self._context, self._schema, name)

    def _message(self, name: str) -> str:
        """The message of the document, '' where it gives none: then the validator says more."""
        if not self._stated(name):
            return ""
        return message_of(self._context, self._schema, name, self._field, {})

    def _unevaluated(self) -> None:
        for key in UNEVALUATED:
            values = [at for at in self._account.open() if at.name == key]
            if values:
                text = joint_text(self._context, self._schema)
                found = emit(self._context, self._account, values, text)
                self._found += [replace(broken, keyword="unevaluated") for broken in found]

    def _rest(self) -> None:
        """What nothing holds so far is checked as a schema; a schema that allows nothing has no
        keyword that says so.
        """
        account = self._account
        for layer in account.layers():
            if is_false(layer):
                self._found.append(ir.Constraint("schema", ("false",), "", layer.pointer))
        for at in account.open():
            if not account.has(at):  # which it may have by now, with another one
                layer = account.layer_of(at)
                self._found += of_keyword(self._context, account, layer, at.name)

    def _none_of_these(self) -> None:
        """What was kept because it fits no alternative is not sent, where no schema of the
        alternatives judges it.
        """
        at = self._schema.choices()
        if at is not None and self._account.is_in(at, RESIDUAL):
            return
        at = at or self._schema.first("type") or self._schema.at
        name = at.name if at.key is not None and at.name in CHOICES else "anyOf"  # types in a list
        message = message_of(self._context, self._schema, name, self._field, {})
        self._found.append(ir.Constraint("known", ("other",), message, at.pointer))

    # ----------------------------------------------------------------------------------------------
    # shapes

    def _shapes(self) -> None:
        """What the type is made of, and what stands beside alternatives that are not made of it."""
        context, account, bare = self._context, self._account, self._bare
        choices = self._schema.choices()
        if isinstance(bare, ir.Collection):
            self._found += of_collection(context, account, self._schema, bare.keyword)
            self._elements = self._elements_of(bare)
        if isinstance(bare, ir.OneOf) or choices is not None:
            self._shapes_among(choices is not None)
        if isinstance(bare, ir.OneOf) and choices is None:
            for place, alternative in enumerate(bare.alternatives):
                self._elements_among(place, context.bare(alternative))
        is_judged = (
            bare is not self._whole
            and choices is not None
            and account.is_in(choices, RESIDUAL)
            and not self._context.is_received
            and not all(normalise(context, at).has("type") for at in self._schema.alternatives())
        )
        for at in account.open():
            if at.name == "type" and not is_judged:
                names = types_named(at)
                if all(is_of(context, type_, names) for type_ in bare.one_of):
                    account.put(at, TYPE)

    def _shapes_among(self, is_beside: bool) -> None:
        """What says which members and elements a value of one of several types has. is_beside: the
        alternatives are listed beside it.
        """
        context, account, bare = self._context, self._account, self._bare
        types = [context.bare(type_) for type_ in bare.one_of]
        own = frozenset[int]().union(*(own_layers(context, type_) for type_ in types))
        has_open = ir.Open("object") in bare.one_of and not self._context.is_received
        if not is_beside and isinstance(bare, ir.OneOf) and bare.discriminator and has_open:
            self._found += of_base(context, account, own)
        kinds = frozenset[str]().union(*(type_.json_types for type_ in types))
        for at in account.open():
            if at.name in SHAPES and account.layer_of(at).identity in own:
                if "object" in types_of(at.name):
                    account.leave_keyword(at)  # to the model that is made of the layer
                elif types_of(at.name).isdisjoint(kinds):
                    account.put(at, VOID)  # the model is one of several types, and none is a list
        for layer in account.layers():
            self._found += of_beside(context, account, layer, is_beside)

    def _without_null(self, bare: ir.Values) -> None:
        self._found += without_null_elements(
            self._context, self._account, self._schema, bare.keyword
        )

    def _elements_of(self, bare: ir.Collection) -> ir.Checked | None:
        """What the elements of a list or map must fulfil."""
        parts = list(self._schema.all(bare.keyword))
        if isinstance(bare, ir.Map):
            parts = [at for at in parts if at.kind == "object"][:1]
        elif self._schema.has("prefixItems"):  # `items` would only be that of the others
            return None
        if not parts:
            return None
        return _something(
            checked(self._context, normalise(self._context, *parts), bare.element, self._field)
        )

    def _elements_among(self, place: int, bare: ir.Values) -> None:
        """The elements of a list or map that is one of several types."""
        if not isinstance(bare, ir.Collection) or not self._schema.has(bare.keyword):
            return
        if isinstance(bare, ir.Map):
            self._found += other_values(self._context, self._account, self._schema)
        if bare.holds_null:
            self._without_null(bare)
        self._add(place, ir.Checked(elements=self._elements_of(bare)))
        of_elements(self._account, bare.keyword)

    # ----------------------------------------------------------------------------------------------
    # alternatives

    def _choices(self, layer: Cursor, at: Cursor) -> None:
        """The alternatives of `oneOf` or `anyOf`."""
        context, account, bare = self._context, self._account, self._bare
        if holds_file(context, bare):
            if are_limited(context, at):
                what = (
                    f"limits within `{at.name}` are not checked: one of the alternatives is a file"
                )
                account.unchecked(at, "RB031", what)
            else:
                account.put(at, VOID)
        elif sole_alternative(layer) is not None:
            account.put(at, TYPE)  # a layer itself, or null
        elif leads_back(context, self._schema, at) or at.identity in self._within:
            account.put(at, VOID)  # what is made of a base is not asked for its kinds
        elif are_listed(context, bare, at) and not self._stated(at.name):
            account.put(at, CHECK)  # that of the enum
            for alternative in at.elements():
                close(context, alternative, VOID)
        elif (told := told_apart(context, bare, at)) is not None:
            self._told(at, told)
        else:
            self._judged(layer, at)

    def _told(self, at: Cursor, told: list[Told]) -> None:
        """The type tells the alternatives apart: each has conditions of its own."""
        context, name = self._context, at.name
        has_space = has_space_for_others(context, self._bare, at)
        is_held = False
        for alternative in told:
            if alternative.type is None:
                close(context, alternative.at, VOID)
                continue
            schema = normalise(context, alternative.at)
            within = self._within | {at.identity}
            found = checked(context, schema, alternative.type, self._field, within)
            if found != NOTHING and (message := self._message(name)):
                found = found.with_messages(message)
            is_held |= found != NOTHING
            self._put(found, alternative, has_space)
        if not has_space:
            self._account.put(at, CHECK if is_held else TYPE)
            return
        self._account.put(at, CHECK)
        message = message_of(context, self._schema, name, self._field, {})
        stated = self._stated(name)
        may_lack = lacks_what_is_received(context, self._schema, at)
        text = joint_text(context, self._schema) if may_lack and not stated else ""
        if text:
            self._found.append(ir.Constraint("others", (text,), message, at.pointer))
        else:
            kind = ("object",) if stated else ()
            self._found.append(ir.Constraint("known", kind, message, at.pointer))

    def _put(self, found: ir.Checked, told: Told, has_space: bool) -> None:
        """Puts what an alternative must fulfil where the type has it. has_space: what is none of
        the alternatives is refused here.
        """
        if not told.is_several:
            self._add(told.places[0], found)
            return
        of_space = [broken for broken in found.constraints if broken.keyword in ("known", "others")]
        if (
            not has_space
        ):  # whether one alternative of this list is for what fits no other one is known here
            is_new = [
                broken
                for broken in of_space
                if broken.limits != ("other",) and broken not in self._found
            ]
            self._found += is_new
        rest = tuple(broken for broken in found.constraints if broken not in of_space)
        for place, inner in zip_longest(told.places, found.alternatives, fillvalue=NOTHING):
            assert isinstance(place, int) and isinstance(inner, ir.Checked)
            self._add(place, _merged(ir.Checked(rest), inner))

    def _judged(self, layer: Cursor, at: Cursor) -> None:
        """The alternatives are checked as a schema. Without a message of the document the validator
        says what the nearest one lacks.
        """
        context, bare = self._context, self._bare
        message = self._message(at.name)
        text = residuals.text_of(context, self._schema, layer, at.name)
        if text is None and isinstance(bare, ir.OneOf):
            self._found += shallow(context, self._account, bare, at, message)
            return
        found = emit(context, self._account, [at], text, message)
        self._found += found
        if found and isinstance(bare, ir.OneOf) and not self._context.is_received:
            if not bare.discriminator or choice_among(context, at).stated is None:
                note_judged(context, bare, at, found[0])
