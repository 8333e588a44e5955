# SPDX-License-Identifier: BSL-1.0
"""What a value must fulfil: each keyword of its schema is held by its C++ type, by a condition, or as a JSON Schema; see `ledger`.

What nothing else holds is checked as a schema. That is the last step of each account, so that a keyword which nobody thought of is
checked all the same.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Iterator

from restbind import ir
from restbind.lower.constraints import limits, residuals
from restbind.lower.constraints.accounts import Account
from restbind.lower.constraints.alternatives import (
    are_limited, are_listed, choice_among, has_space_for_others, holds_file, lacks_what_is_received, note_judged, shallow, told_by_member,
    told_by_type,
)
from restbind.lower.constraints.json_types import is_of, own_layers
from restbind.lower.constraints.limits import message_of, stated_message
from restbind.lower.constraints.residuals import COMPANIONS, emit, of_keyword
from restbind.lower.constraints.shapes import (
    ADDED, AROUND, OWN, SHAPES, of_additional, of_base, of_beside, of_collection, of_elements, of_members, other_values,
    without_null_elements,
)
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, is_null_type, sole_alternative, types_named
from restbind.lower.schema.ledger import CHECK, RESIDUAL, TYPE, VOID
from restbind.lower.schema.normal_form import Schema, types_of
from restbind.lower.schema.queries import is_false, leads_back, says_nothing
from restbind.lower.schema.schema_text import UNEVALUATED, joint_text
from restbind.source.refs import Cursor
from restbind.spec.messages import WORDED_BY_VALIDATOR
from restbind.spec.numbers import INTEGERS, json_text, value_of

# What is checked as a schema, and worded by the validator where the document gives no message.
_WORDED = (*WORDED_BY_VALIDATOR, "uniqueItems")


@dataclass(frozen=True)
class _Elements:
    schema: Schema
    type: ir.Type


@contextmanager
def _probing(context: Context) -> Iterator[None]:
    """It is only asked what would have to be checked."""
    context.checks.ledger.probes += 1
    try:
        yield
    finally:
        context.checks.ledger.probes -= 1


# ---------------------------------------------------------------------------------------------------------------- values


def of_value(context: Context, schema: Schema, type_: ir.Type, field: str) -> tuple[tuple[ir.Constraint, ...], tuple[ir.Constraint, ...]]:
    """What a value must fulfil, and what each element of a list or map must."""
    elements = _elements_of(context, schema, type_)
    if elements is None:
        return constraints_of(context, schema, type_, field), ()
    inner = _elements_of(context, elements.schema, elements.type)
    if inner is not None and _needs(context, inner):
        return constraints_of(context, schema, type_, field, ADDED), constraints_of(context, elements.schema, elements.type, field, AROUND)
    _settle(context, inner)
    return constraints_of(context, schema, type_, field), constraints_of(context, elements.schema, elements.type, field)


def of_values(context: Context, schema: Schema, type_: ir.Values, field: str) -> tuple[ir.Constraint, ...]:
    """What each of several values must fulfil, its elements included."""
    elements = _elements_of(context, schema, type_)
    if elements is not None and _needs(context, elements):
        return constraints_of(context, schema, type_, field, ADDED)
    _settle(context, elements)
    return constraints_of(context, schema, type_, field)


def constraints_of(context: Context, schema: Schema, type_: ir.Values, field: str, elements: str = OWN) -> tuple[ir.Constraint, ...]:
    """What the value itself must fulfil. elements: what holds those of a list or map."""
    account = Account(context, schema)
    whole = context.bare(type_)
    bare = whole.without_other
    if isinstance(bare, ir.Problem):
        account.put_rest(VOID)
        account.close()
        return ()
    account.leave(own_layers(context, bare))
    is_kept = bare is not whole
    _note(context, account, bare)
    found = limits.limits_of(context, account, schema, bare, field)
    if bare.holds_null:
        found += without_null_elements(context, account, schema, bare.keyword)
    if isinstance(bare, ir.Open):
        found += residuals.whole(context, account, schema, bare)
    else:
        found += _remaining(context, account, schema, bare, field)
        found += _shapes(context, account, schema, bare, elements, is_kept)
        found += _unevaluated(context, account, schema)
        found += _rest(context, account)
    if is_kept and not context.checks.is_received:
        found += _none_of_these(context, account, schema, field)
    account.close()
    return tuple(found)


def _none_of_these(context: Context, account: Account, schema: Schema, field: str) -> list[ir.Constraint]:
    """What was kept because it fits no alternative is not sent, where no schema of the alternatives judges it."""
    at = schema.choices()
    if at is not None and account.is_in(at, RESIDUAL):
        return []
    at = at or schema.first("type") or schema.at
    name = at.name if at.key is not None and at.name in CHOICES else "anyOf"  # the types that a list names
    return [ir.Constraint("known", ("other",), message_of(context, schema, name, field, {}), at.pointer)]


def of_model(context: Context, schema: Schema, model: ir.Model, drafts: list[MemberDraft]) -> tuple[ir.Constraint, ...]:
    """Constraints for an object with members as a whole."""
    account, extra = Account(context, schema), model.extra
    _note(context, account, model)
    found: list[ir.Constraint] = []
    for key in ("minProperties", "maxProperties"):
        found += limits.counted(context, schema, key, "object")
        limits.put_all(account, schema, key, CHECK)
    found += _remaining(context, account, schema, model, "object")
    found += _unevaluated(context, account, schema)
    if extra is not None and extra.nullable:
        found += without_null_elements(context, account, schema, extra.keyword)
    needed = {draft.wire_name for draft in drafts if draft.required}
    places = {at.identity for draft in drafts for at in draft.parts}
    for layer in schema.layers:
        found += of_additional(context, account, schema, layer, model, drafts)
        found += of_members(context, account, layer, needed, places)
    found += _rest(context, account)
    account.close()
    return tuple(found)


def _note(context: Context, account: Account, bare: ir.Values) -> None:
    """Columns of what says nothing, of what is taken into the type, and of what cannot be used."""
    for at in account.open():
        name = at.name
        if types_of(name).isdisjoint(bare.json_types):
            account.put(at, VOID)
            continue
        why = limits.unusable(context, at)
        if why is not None:
            account.unchecked(at, *why)
        elif says_nothing(at):
            account.put(at, VOID)
        elif at.kind == "boolean" and name in ("exclusiveMinimum", "exclusiveMaximum"):
            if not account.layer_of(at).has(name.removeprefix("exclusive").lower()):
                account.put(at, VOID)
        elif name in ("$ref", "allOf") and not isinstance(bare, ir.Open):
            account.put(at, TYPE)
        elif name in ("enum", "const"):
            _report_rounded(context, at, bare)


def _report_rounded(context: Context, at: Cursor, bare: ir.Values) -> None:
    """Listed numbers that the C++ type would change."""
    kinds = {type_.scalar for type_ in bare.one_of}
    if context.checks.is_received or context.checks.ledger.probes or "double" not in kinds or not kinds.isdisjoint(INTEGERS):
        return
    for value in at.elements() if at.name == "enum" else (at,):
        number = value_of(value)
        if number is not None and number not in (Decimal(float(number)), Decimal(repr(float(number)))):
            context.report("RB031", value, f"no `double` is {json_text(value)}; a request with it is refused",
                           "`type: integer` holds it, up to 64 bits")


def _remaining(context: Context, account: Account, schema: Schema, bare: ir.Values, field: str) -> list[ir.Constraint]:
    """All keywords but those of shapes."""
    found: list[ir.Constraint] = []
    for at in account.open():
        name, layer = at.name, account.layer_of(at)
        if name in SHAPES or name in UNEVALUATED or account.has(at) or name in COMPANIONS and layer.has(COMPANIONS[name]) or \
                at.kind == "boolean" and name in ("exclusiveMinimum", "exclusiveMaximum"):
            continue  # it has a step of its own, or goes with another one
        if name in CHOICES:
            found += _choices(context, account, schema, layer, bare, at, field)
        elif name in COMPANIONS or name == "if" and not (layer.has("then") or layer.has("else")):
            account.put(at, VOID)
        else:
            is_worded = name in _WORDED and stated_message(context, schema, name)
            message = message_of(context, schema, name, field, {}) if is_worded else ""
            found += of_keyword(context, account, layer, name, message)
    return found


def _unevaluated(context: Context, account: Account, schema: Schema) -> list[ir.Constraint]:
    found: list[ir.Constraint] = []
    for key in UNEVALUATED:
        values = [at for at in account.open() if at.name == key]
        if values:
            whole = emit(context, account, values, joint_text(context, schema))
            found += [replace(one, keyword="unevaluated") for one in whole]
    return found


def _rest(context: Context, account: Account) -> list[ir.Constraint]:
    """What nothing holds so far is checked as a schema; a schema that allows nothing has no keyword that says so."""
    found = [ir.Constraint("schema", ("false",), "", layer.pointer) for layer in account.layers() if is_false(layer)]
    for at in account.open():
        if not account.has(at):  # which it may have by now, with another one
            found += of_keyword(context, account, account.layer_of(at), at.name)
    return found


# ---------------------------------------------------------------------------------------------------------------- shapes


def _shapes(context: Context, account: Account, schema: Schema, bare: ir.Values, elements: str, is_kept: bool) -> list[ir.Constraint]:
    """What the type is made of, and what stands beside alternatives that are not made of it.
    is_kept: a value that fits none of them, too."""
    found: list[ir.Constraint] = []
    if bare.keyword:
        found += of_collection(context, account, schema, bare.keyword, elements)
    choices = schema.choices()
    is_beside = choices is not None
    if isinstance(bare, ir.OneOf) or is_beside:
        found += _shapes_among(context, account, bare, is_beside)
    if isinstance(bare, ir.OneOf) and not is_beside:
        for type_ in bare.alternatives:
            found += _elements_among(context, account, schema, type_)
    is_judged = is_kept and choices is not None and account.is_in(choices, RESIDUAL) and not context.checks.is_received and \
        not all(flatten(context, at).has("type") for at in schema.alternatives())
    for at in account.open():
        if at.name == "type" and not is_judged and all(is_of(context, type_, types_named(at)) for type_ in bare.one_of):
            account.put(at, TYPE)
    return found


def _shapes_among(context: Context, account: Account, bare: ir.Values, is_beside: bool) -> list[ir.Constraint]:
    """What says which members and elements a value of one of several types has. is_beside: the alternatives are listed beside it."""
    found: list[ir.Constraint] = []
    types = [context.bare(type_) for type_ in bare.one_of]
    own = frozenset[int]().union(*(own_layers(context, type_) for type_ in types))
    has_open = ir.Open("object") in bare.one_of and not context.checks.is_received
    if not is_beside and isinstance(bare, ir.OneOf) and bare.discriminator and has_open:
        found += of_base(context, account, own)
    kinds = frozenset[str]().union(*(type_.json_types for type_ in types))
    for at in account.open():
        if at.name in SHAPES and account.layer_of(at).identity in own:
            if "object" in types_of(at.name):
                account.leave_keyword(at)  # to the model that is made of the layer
            elif types_of(at.name).isdisjoint(kinds):
                account.put(at, VOID)  # the model is one of several types, and none of them is a list
    for layer in account.layers():
        found += of_beside(context, account, layer, is_beside)
    return found


def _elements_of(context: Context, schema: Schema, type_: ir.Values) -> _Elements | None:
    """The elements of a list or map."""
    bare = context.bare(type_)
    if not isinstance(bare, ir.Collection):
        return None
    parts = list(schema.all(bare.keyword))
    if isinstance(bare, ir.Map):
        parts = [at for at in parts if at.kind == "object"][:1]
    elif schema.has("prefixItems"):  # `items` would only be that of the others
        return None
    return _Elements(flatten(context, *parts), bare.element) if parts else None


def _needs(context: Context, elements: _Elements) -> bool:
    """Something must be checked of the elements, or below them; what models check themselves aside."""
    inner: _Elements | None = elements
    with _probing(context):
        while inner is not None:
            if constraints_of(context, inner.schema, inner.type, ""):
                return True
            inner = _elements_of(context, inner.schema, inner.type)
    return False


def _settle(context: Context, elements: _Elements | None) -> None:
    """The accounts of elements of which nothing must be checked."""
    while elements is not None:
        constraints_of(context, elements.schema, elements.type, "")
        elements = _elements_of(context, elements.schema, elements.type)


def _elements_among(context: Context, account: Account, schema: Schema, type_: ir.Type) -> list[ir.Constraint]:
    """The elements of a list or map that is one of several types."""
    elements = _elements_of(context, schema, type_)
    if elements is None:
        return []
    bare = context.bare(type_)
    found = other_values(context, account, schema) if isinstance(bare, ir.Map) else []
    if _needs(context, elements):
        return found + of_elements(context, account, bare.keyword, ADDED)
    found += without_null_elements(context, account, schema, bare.keyword) if bare.holds_null else []
    _settle(context, elements)
    return found + of_elements(context, account, bare.keyword, OWN)


def _choices(context: Context, account: Account, schema: Schema, layer: Cursor, bare: ir.Values, at: Cursor,
             field: str) -> list[ir.Constraint]:
    name = at.name
    if holds_file(context, bare):
        if are_limited(context, at):
            account.unchecked(at, "RB031", f"limits within `{name}` are not checked: one of the alternatives is a file")
        else:
            account.put(at, VOID)
        return []
    if sole_alternative(layer) is not None:
        account.put(at, TYPE)  # a layer itself, or null
        return []
    if leads_back(context, schema, at):
        account.put(at, VOID)  # what is made of a base is not asked for its kinds
        return []
    if are_listed(context, bare, at) and not stated_message(context, schema, name):
        account.put(at, CHECK)  # that of the enum
        for one in at.elements() if not context.checks.ledger.probes else ():
            inner = Account(context, flatten(context, one))
            inner.put_rest(VOID)
            inner.close()
        return []
    if _is_said_by_type(context, bare, at):
        if has_space_for_others(context, bare, at):
            account.put(at, CHECK)
            if lacks_what_is_received(context, schema, at) and not stated_message(context, schema, name) and (
                    text := joint_text(context, schema)):
                return [ir.Constraint("others", (text,), message_of(context, schema, name, field, {}), at.pointer)]
            kind = ("object",) if stated_message(context, schema, name) else ()
            return [ir.Constraint("known", kind, message_of(context, schema, name, field, {}), at.pointer)]
        account.put(at, TYPE)
        return []
    # The document words the message itself; otherwise the validator does, which knows what the nearest alternative lacks.
    message = message_of(context, schema, name, field, {}) if stated_message(context, schema, name) else ""
    text = residuals.text_of(context, schema, layer, name)
    if text is None and isinstance(bare, ir.OneOf):
        return shallow(context, account, bare, at, message)
    found = emit(context, account, [at], text, message)
    if found and isinstance(bare, ir.OneOf) and not context.checks.is_received:
        if not bare.discriminator or choice_among(context, at).stated is None:
            note_judged(context, bare, at, found[0])
    return found


def _is_said_by_type(context: Context, bare: ir.Values, choices: Cursor) -> bool:
    """The alternatives differ in their JSON types, or by a discriminator, and say nothing else but what models check themselves: the
    variant checks all of that. Then they have their accounts."""
    if not bare.scalar and not isinstance(bare, ir.OneOf):
        return False
    members = [at for at in choices.elements() if not is_null_type(at)]
    found = told_by_member(context, bare, choices, members) or told_by_type(context, bare, choices, members)
    if found is None:
        return False
    ledger, key = context.checks.ledger, (choices.identity, bare, context.checks.is_received)
    typed = [(at, type_) for at, type_ in found if type_ is not None]
    with _probing(context):
        is_said = ledger.said_by_type.ask(key, lambda: not any(of_values(context, flatten(context, at), type_, "") for at, type_ in typed))
    if not is_said or ledger.probes or key in ledger.settled:
        return is_said
    ledger.settled.add(key)
    for at, type_ in found:
        if type_ is not None:
            of_values(context, flatten(context, at), type_, "")
        else:
            account = Account(context, flatten(context, at))
            account.put_rest(VOID)
            account.close()
    return True
