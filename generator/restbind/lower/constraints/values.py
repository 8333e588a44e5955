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
from restbind.lower.constraints.json_types import is_of, is_plain, json_types, names_of, own_layers, takes
from restbind.lower.constraints.limits import message_of, stated_message
from restbind.lower.constraints.residuals import COMPANIONS, emit, of_keyword, present
from restbind.lower.schema import nulls
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, is_null_type, sole_alternative
from restbind.lower.schema.ledger import CHECK, RESIDUAL, TYPE, VOID
from restbind.lower.schema.normal_form import TYPES, Schema, types_of
from restbind.lower.schema.queries import inherited, is_false, is_wide, json_kinds, leads_back, requires, says_nothing, text_of, told_by_value
from restbind.lower.schema.schema_text import MAX_SIZE, joint_text, plain, read_only_members, refers, schema_text
from restbind.source.refs import Cursor
from restbind.spec.keywords import ASSERTIONS, LIMITS
from restbind.spec.messages import WORDED_BY_VALIDATOR
from restbind.spec.numbers import INTEGERS, json_text, value_of

# Shapes are the types' own matter. They are looked at last, and those that do not evaluate themselves after them.
_SHAPES = ("type", "properties", "required", "items", "additionalProperties", "prefixItems")
_UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
_OWN = tuple(sorted(LIMITS.difference(COMPANIONS)))  # what a schema says without other schemas
# What is checked as a schema, and worded by the validator where the document gives no message.
_WORDED = (*WORDED_BY_VALIDATOR, "uniqueItems")

# What holds the elements of a list or map: accounts of their own, a schema that this value's account adds, or one around this value.
OWN, ADDED, AROUND = "own", "added", "around"


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


def of_values(context: Context, schema: Schema, type_: ir.Type, field: str) -> tuple[ir.Constraint, ...]:
    """What each of several values must fulfil, its elements included."""
    elements = _elements_of(context, schema, type_)
    if elements is not None and _needs(context, elements):
        return constraints_of(context, schema, type_, field, ADDED)
    _settle(context, elements)
    return constraints_of(context, schema, type_, field)


def constraints_of(context: Context, schema: Schema, type_: ir.Type, field: str, elements: str = OWN) -> tuple[ir.Constraint, ...]:
    """What the value itself must fulfil. elements: what holds those of a list or map."""
    account = Account(context, schema)
    bare = context.bare(type_)
    if isinstance(bare, ir.Problem):
        account.put_rest(VOID)
        account.close()
        return ()
    account.leave(own_layers(context, bare))
    is_kept = isinstance(bare, ir.OneOf) and ir.OTHER in bare.alternatives
    if is_kept:  # it is the last one
        bare = replace(bare, alternatives=bare.alternatives[:-1])
    _note(context, account, bare)
    found = limits.limits_of(context, account, schema, bare, field)
    if isinstance(bare, (ir.Array, ir.Map)) and bare.nullable:
        found += _without_null_elements(context, account, schema, bare)
    if isinstance(bare, ir.Open):
        found += residuals.whole(context, account, schema, bare)
    else:
        found += _remaining(context, account, schema, bare, field)
        found += _shapes(context, account, schema, bare, elements, is_kept)
        found += _unevaluated(context, account, schema)
        found += _rest(context, account, schema)
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
    name = at.key.text if at.key is not None and at.key.text in CHOICES else "anyOf"  # the types that a list names
    return [ir.Constraint("known", ("other",), message_of(context, schema, name, field, {}), at.pointer)]


def of_model(context: Context, schema: Schema, extra: ir.Map | None, drafts: list[MemberDraft]) -> tuple[ir.Constraint, ...]:
    """Constraints for an object with members as a whole. extra: its unknown members, if they have a type and limits of their own."""
    account = Account(context, schema)
    _note(context, account, None)
    found: list[ir.Constraint] = []
    for key in ("minProperties", "maxProperties"):
        found += limits.counted(context, schema, key, "object")
        limits.put_all(account, schema, key, CHECK)
    found += _remaining(context, account, schema, None, "object")
    found += _unevaluated(context, account, schema)
    if extra is not None and extra.nullable:
        found += _without_null_elements(context, account, schema, extra)
    needed = {draft.wire_name for draft in drafts if draft.required}
    places = {at.identity for draft in drafts for at in draft.parts}
    for layer in schema.layers:
        found += _additional(context, account, schema, layer, extra, drafts)
        found += _of_members(context, account, layer, needed, places)
    found += _rest(context, account, schema)
    account.close()
    return tuple(found)


def _of_members(context: Context, account: Account, layer: Cursor, needed: set[str], places: set[int]) -> list[ir.Constraint]:
    """What the members of a model hold, and a check of those that a layer requires although the model need not have them. needed: the members
    that it must have. places: the schemas that they are made of, by identity."""
    found: list[ir.Constraint] = []
    for at in present(layer, "properties"):
        if not account.has(at) and all(one.identity in places for _, one in at.items()):
            account.put(at, TYPE)
    for at in present(layer, "required"):
        missing = [plain(one) for one in at.elements() if one.kind == "string" and one.node.text not in needed]
        if missing:
            found += emit(context, account, [at], f'{{"required": [{", ".join(missing)}]}}')
        elif not account.has(at):
            account.put(at, TYPE)
    for at in present(layer, "type"):
        if not account.has(at) and "object" in names_of(at):
            account.put(at, TYPE)
    return found


def _note(context: Context, account: Account, bare: object) -> None:
    """Columns of what says nothing, of what is taken into the type, and of what cannot be used."""
    types = json_types(bare)
    for at in account.open():
        name = at.key.text
        if types_of(name).isdisjoint(types):
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


def _report_rounded(context: Context, at: Cursor, bare: object) -> None:
    """Listed numbers that the C++ type would change."""
    kinds = {type_.kind for type_ in (bare.alternatives if isinstance(bare, ir.OneOf) else (bare,)) if isinstance(type_, ir.Scalar)}
    if context.checks.is_received or context.checks.ledger.probes or "double" not in kinds or not kinds.isdisjoint(INTEGERS):
        return
    for value in at.elements() if at.key.text == "enum" else (at,):
        number = value_of(value)
        if number is not None and number not in (Decimal(float(number)), Decimal(repr(float(number)))):
            context.report("RB031", value, f"no `double` is {json_text(value)}; a request with it is refused", "`type: integer` holds it, up to 64 bits")


def _remaining(context: Context, account: Account, schema: Schema, bare: object, field: str) -> list[ir.Constraint]:
    """All keywords but those of shapes."""
    found: list[ir.Constraint] = []
    for at in account.open():
        name, layer = at.key.text, account.layer_of(at)
        if name in _SHAPES or name in _UNEVALUATED or account.has(at) or name in COMPANIONS and layer.has(COMPANIONS[name]) or \
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
    for key in _UNEVALUATED:
        values = [at for at in account.open() if at.key.text == key]
        if values:
            whole = emit(context, account, values, residuals.joint_text(context, schema))
            found += [replace(one, keyword="unevaluated") for one in whole]
    return found


def _rest(context: Context, account: Account, schema: Schema) -> list[ir.Constraint]:
    """What nothing holds so far is checked as a schema; a schema that allows nothing has no keyword that says so."""
    found = [ir.Constraint("schema", ("false",), "", layer.pointer) for layer in account.layers() if is_false(layer)]
    for at in account.open():
        if not account.has(at):  # which it may have by now, with another one
            found += of_keyword(context, account, account.layer_of(at), at.key.text)
    return found


# ---------------------------------------------------------------------------------------------------------------- shapes


def _shapes(context: Context, account: Account, schema: Schema, bare: object, elements: str, is_kept: bool) -> list[ir.Constraint]:
    """What the type is made of, and what stands beside alternatives that are not made of it. is_kept: a value that fits none of them, too."""
    found: list[ir.Constraint] = []
    if isinstance(bare, ir.Array):
        found += _list(context, account, schema, bare, elements)
    elif isinstance(bare, ir.Map):
        found += _map(context, account, schema, bare, elements)
    is_beside = schema.choices() is not None
    types = bare.alternatives if isinstance(bare, ir.OneOf) else (bare,)
    if isinstance(bare, ir.OneOf) or is_beside:
        found += _shapes_among(context, account, bare, types, is_beside)
    if isinstance(bare, ir.OneOf) and not is_beside:
        for type_ in types:
            found += _elements_among(context, account, schema, type_)
    is_judged = is_kept and is_beside and account.is_in(schema.choices(), RESIDUAL) and not context.checks.is_received and \
        not all(flatten(context, at).has("type") for at in schema.choices().elements())
    for at in account.open():
        if at.key.text == "type" and not is_judged and all(is_of(context, type_, names_of(at)) for type_ in types):
            account.put(at, TYPE)
    return found


def _shapes_among(context: Context, account: Account, bare: object, types: tuple[ir.Type, ...], is_beside: bool) -> list[ir.Constraint]:
    """What says which members and elements a value of one of several types has. is_beside: the alternatives are listed beside it."""
    found: list[ir.Constraint] = []
    own = frozenset[int]().union(*(own_layers(context, context.bare(type_)) for type_ in types))
    if not is_beside and bare.discriminator and ir.Open("object") in types and not context.checks.is_received:
        found += _of_base(context, account, own)
    kinds = frozenset[str]().union(*(json_types(context.bare(type_)) for type_ in types))
    for at in account.open():
        if at.key.text in _SHAPES and account.layer_of(at).identity in own:
            if "object" in types_of(at.key.text):
                account.leave_keyword(at)  # to the model that is made of the layer
            elif types_of(at.key.text).isdisjoint(kinds):
                account.put(at, VOID)  # the model is one of several types, and none of them is a list
    for layer in account.layers():
        found += _beside(context, account, layer, is_beside)
    return found


def _of_base(context: Context, account: Account, own: frozenset[int]) -> list[ir.Constraint]:
    """What an object must fulfil that is none of the kinds of a base, which fulfil it as models."""
    found: list[ir.Constraint] = []
    for layer in account.layers():
        values = [at for at in present(layer, *_SHAPES) if not account.has(at)] if layer.identity in own else []
        if values:
            text = schema_text(context, layer, tuple(at.key.text for at in values), account.schema)
            found += [replace(one, keyword="others", pointer=layer.pointer) for one in emit(context, account, values, text)]
    return found


def _beside(context: Context, account: Account, layer: Cursor, is_beside: bool) -> list[ir.Constraint]:
    names = ("properties", "required", "items", "additionalProperties", "prefixItems") if is_beside else \
        ("required", "prefixItems", *(("items",) if layer.has("prefixItems") else ()))
    if is_beside and is_false(layer.get("additionalProperties")) and not account.has(layer.get("additionalProperties")):
        report_closed(context, account, layer)
    values = [at for at in present(layer, *names) if not account.has(at)]
    return emit(context, account, values, schema_text(context, layer, tuple(at.key.text for at in values), account.schema)) if values else []


def _list(context: Context, account: Account, schema: Schema, bare: ir.Array, elements: str) -> list[ir.Constraint]:
    found: list[ir.Constraint] = []
    for layer in account.layers():
        if layer.has("prefixItems"):
            found += of_keyword(context, account, layer, "prefixItems")
    return found + _held(context, account, schema, "items", elements)


def _map(context: Context, account: Account, schema: Schema, bare: ir.Map, elements: str) -> list[ir.Constraint]:
    found = [one for at in account.open() if at.key.text == "required"
             for one in emit(context, account, [at], f'{{"required": {plain(at)}}}' if any(True for _ in at.elements()) else "{}")]
    return found + _other_values(context, account, schema) + _held(context, account, schema, "additionalProperties", elements)


def _other_values(context: Context, account: Account, schema: Schema) -> list[ir.Constraint]:
    """Of several layers that say what the values of a map are, the type is made of the first."""
    made = next((at for at in schema.all("additionalProperties") if at.kind == "object"), None)
    found: list[ir.Constraint] = []
    for at in account.open():
        if at.key.text == "additionalProperties" and at.identity != made.identity:
            found += of_keyword(context, account, account.layer_of(at), "additionalProperties")
    return found


def _held(context: Context, account: Account, schema: Schema, key: str, elements: str) -> list[ir.Constraint]:
    """What holds for the elements, where it is not checked of each by itself, as a schema of the list or map around them."""
    found: list[ir.Constraint] = []
    for at in account.open():
        if at.key.text == key and elements == ADDED:
            found += of_keyword(context, account, account.layer_of(at), key)
        elif at.key.text == key:
            account.put(at, TYPE if elements == OWN else RESIDUAL)
    return found


def _without_null_elements(context: Context, account: Account, schema: Schema, bare: ir.Array | ir.Map) -> list[ir.Constraint]:
    """Elements that may be null as C++ types and not as the schema says."""
    key = "items" if isinstance(bare, ir.Array) else "additionalProperties"
    values = [at for at in account.open() if at.key.text == key and at.kind == "object"]
    if context.checks.is_received or not values or schema.has("prefixItems") or not nulls.without_null(context, *values):
        return []
    return [one for at in values for one in of_keyword(context, account, account.layer_of(at), key)]


def _elements_of(context: Context, schema: Schema, type_: ir.Type) -> _Elements | None:
    """The elements of a list or map."""
    bare = context.bare(type_)
    if isinstance(bare, ir.Array) and schema.has("items") and not schema.has("prefixItems"):  # it would only be that of the others
        return _Elements(flatten(context, *schema.all("items")), bare.item)
    if isinstance(bare, ir.Map):
        at = next((at for at in schema.all("additionalProperties") if at.kind == "object"), None)
        return _Elements(flatten(context, at), bare.value) if at is not None else None
    return None


def _needs(context: Context, elements: _Elements) -> bool:
    """Something must be checked of the elements, or below them; what models check themselves aside."""
    with _probing(context):
        while elements is not None:
            if constraints_of(context, elements.schema, elements.type, ""):
                return True
            elements = _elements_of(context, elements.schema, elements.type)
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
    key = "items" if isinstance(bare, ir.Array) else "additionalProperties"
    found = _other_values(context, account, schema) if isinstance(bare, ir.Map) else []
    if _needs(context, elements):
        return found + _held(context, account, schema, key, ADDED)
    found += _without_null_elements(context, account, schema, bare) if bare.nullable else []
    _settle(context, elements)
    return found + _held(context, account, schema, key, OWN)


# --------------------------------------------------------------------------------------------------------------- objects


def _additional(context: Context, account: Account, schema: Schema, layer: Cursor, extra: ir.Map | None,
                drafts: list[MemberDraft]) -> list[ir.Constraint]:
    more = layer.get("additionalProperties")
    if more is None or account.has(more):
        return []
    own = {name for name, _ in layer.get("properties").items()} if layer.has("properties") else set()
    others = [draft for draft in drafts if draft.wire_name not in own]
    if is_false(more):
        # Where it would forbid what must be there, all that the alternatives bring, or what the kinds of a base add, it is a mistake that would
        # forbid every object.
        is_base = layer.identity in context.found.bases and layer.identity != schema.at.identity
        if any(draft.required or draft.of_alternatives or is_base for draft in others):
            report_closed(context, account, layer)
            return []
        if not others:
            account.put(more, TYPE)  # there is no space for others
            return []
    elif extra is not None and own >= {name for at in schema.all("properties") for name, _ in at.items()}:
        account.put(more, TYPE)  # no member is an additional one to this layer alone
        return []
    return of_keyword(context, account, layer, "additionalProperties")


def report_closed(context: Context, account: Account, layer: Cursor) -> None:
    """As it is read, no structure can break it."""
    at = layer.get("additionalProperties")
    account.put(at, TYPE)
    if not context.checks.is_received:
        context.report("RB026", at, "`additionalProperties: false` forbids members that the schemas beside it name; it is read as "
                       "`unevaluatedProperties: false`")


# ---------------------------------------------------------------------------------------------------------- alternatives


def _choices(context: Context, account: Account, schema: Schema, layer: Cursor, bare: object, at: Cursor, field: str) -> list[ir.Constraint]:
    name = at.key.text
    if _holds_file(context, bare):
        if _are_limited(context, at):
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
    if _are_listed(context, bare, at) and not stated_message(context, schema, name):
        account.put(at, CHECK)  # that of the enum
        for one in at.elements() if not context.checks.ledger.probes else ():
            inner = Account(context, flatten(context, one))
            inner.put_rest(VOID)
            inner.close()
        return []
    if _is_said_by_type(context, bare, at):
        if _has_space_for_others(context, bare, at):
            account.put(at, CHECK)
            text = joint_text(context, schema) if _lacks_what_is_received(context, schema, at) and not stated_message(context, schema, name) else None
            if text:
                return [ir.Constraint("others", (text,), message_of(context, schema, name, field, {}), at.pointer)]
            kind = ("object",) if stated_message(context, schema, name) else ()
            return [ir.Constraint("known", kind, message_of(context, schema, name, field, {}), at.pointer)]
        account.put(at, TYPE)
        return []
    # The document words the message itself; otherwise the validator does, which knows what the nearest alternative lacks.
    message = message_of(context, schema, name, field, {}) if stated_message(context, schema, name) else ""
    text = residuals.text_of(context, schema, layer, name)
    if text is None and isinstance(bare, ir.OneOf):
        return _shallow(context, account, bare, at, message)
    found = emit(context, account, [at], text, message)
    if found and isinstance(bare, ir.OneOf) and not (bare.discriminator and _is_stated(context, at)) and not context.checks.is_received:
        _note_judged(context, bare, at, found[0])
    return found


def _is_stated(context: Context, choices: Cursor) -> bool:
    """A `discriminator` tells the objects apart, rather than a member with other values in each that need not be there."""
    holder = context.found.holders.get(choices.identity)
    objects = [at for at in choices.elements() if json_kinds(context, at) == ("object",)]
    return holder is not None and holder.has("discriminator") or inherited(context, objects) is not None


def _note_judged(context: Context, bare: ir.OneOf, choices: Cursor, schema: ir.Constraint) -> None:
    """What was read as one of several objects, or of several lists, may be valid as another one, so that the schema has the last word."""
    kinds = [next((kind for kind in ("object", "array") if takes(context, one, {kind})), "") for one in bare.alternatives
             if one != ir.Open("object") or bare.lists_open]
    if any(kinds.count(kind) > 1 for kind in ("object", "array")):
        context.checks.judged.setdefault(choices.pointer, schema)


def _holds_file(context: Context, bare: object) -> bool:
    """A value that may be a file, or a list of files: bytes are no JSON."""
    if isinstance(bare, ir.OneOf):
        return any(_holds_file(context, context.bare(one)) for one in bare.alternatives)
    if isinstance(bare, ir.Array):
        return _holds_file(context, context.bare(bare.item))
    return bare == ir.Scalar("file")


def _are_limited(context: Context, choices: Cursor) -> bool:
    """Alternatives have limits of their own."""
    return any(at.key.text not in _SHAPES for one in choices.elements() for at in flatten(context, one).bounds(*TYPES))


def _is_said_by_type(context: Context, bare: object, choices: Cursor) -> bool:
    """The alternatives differ in their JSON types, or by a discriminator, and say nothing else but what models check themselves: the
    variant checks all of that. Then they have their accounts."""
    if not isinstance(bare, (ir.OneOf, ir.Scalar, ir.Enum)):
        return False
    members = [at for at in choices.elements() if not is_null_type(at)]
    found = _told_by_member(context, bare, choices, members) or _told_by_type(context, bare, choices, members)
    if found is None:
        return False
    key, known = (choices.identity, bare, context.checks.is_received), context.checks.ledger.said_by_type
    if key not in known:
        known[key] = False  # for alternatives that lead back here
        with _probing(context):
            known[key] = not any(of_values(context, flatten(context, at), type_, "") for at, type_ in found if type_ is not None)
    if not known[key] or context.checks.ledger.probes:
        return known[key]
    for at, type_ in found:
        if type_ is not None:
            of_values(context, flatten(context, at), type_, "")
        else:
            account = Account(context, flatten(context, at))
            account.put_rest(VOID)
            account.close()
    return True


def _are_listed(context: Context, bare: object, choices: Cursor) -> bool:
    """The alternatives list the values of an enum and say nothing else, so that the check of the enum is theirs."""
    schemas = [flatten(context, at) for at in choices.elements() if not is_null_type(at)]
    if not isinstance(bare, ir.Enum) or bare.is_open or not all(one.has("enum") or one.has("const") for one in schemas) or any(
            name in ASSERTIONS and name not in ("enum", "const", "type") for one in schemas for layer in one.layers for name, _ in layer.items()):
        return False
    values = [text_of(bare, value) for one in schemas for value in one.values()]
    return set(values) == set(bare.values) and (choices.key.text == "anyOf" or len(values) == len(bare.values))


def _told_by_member(context: Context, bare: object, choices: Cursor, members: list[Cursor]) -> list[tuple[Cursor, ir.Type | None]] | None:
    """The alternatives with their types, if a member says which object it is, and that one has rules of its own."""
    if not isinstance(bare, ir.OneOf) or not bare.discriminator:
        return None
    objects = [at for at in members if json_kinds(context, at) == ("object",)]
    if not (_is_stated(context, choices) or told_by_value(context, objects)[2]):
        return None
    if choices.key.text == "anyOf" and not all(requires(context, flatten(context, at), bare.discriminator) for at in objects):
        return None  # without the member an object may be several of them at once
    types = [(at, _type_of(context, at)) for at in members]
    return types if all(type_ is not None for _, type_ in types) else None


def _type_of(context: Context, at: Cursor) -> ir.Type | None:
    """What an alternative became."""
    target = context.document.resolve(at.get("$ref")) if at.has("$ref") else None
    return context.found.alternatives.get(at.identity) or (context.found.targets.get(target.identity) if target is not None else None)


def _told_by_type(context: Context, bare: object, choices: Cursor, members: list[Cursor]) -> list[tuple[Cursor, ir.Type | None]] | None:
    """The alternatives with their types, None for one that adds nothing to the others, if each is of a JSON type of its own."""
    types = bare.alternatives if isinstance(bare, ir.OneOf) else (bare,)
    groups: dict[str, list[Cursor]] = {}
    for at in members:
        kinds = {"number" if kind == "integer" else kind for kind in json_kinds(context, at)}
        if len(kinds) != 1:
            return None
        groups.setdefault(kinds.pop(), []).append(at)
    found: list[tuple[Cursor, ir.Type | None]] = []
    for kind, group in groups.items():
        type_ = next((one for one in types if takes(context, one, {kind})), None)
        if type_ is None:
            return None
        kinds = {json_kinds(context, at) for at in group}
        wide = (kind,) if len(kinds) > 1 or kind != "number" else kinds.pop()
        if choices.key.text == "anyOf" and any(is_wide(context, at, *wide) for at in group) and is_plain(context, type_):
            found += [(at, None) for at in group]  # others add nothing to one that takes all
        elif len(group) > 1:
            return None
        else:
            found.append((group[0], type_))
    return found


def _has_space_for_others(context: Context, bare: object, choices: Cursor) -> bool:
    """Objects that are none of the alternatives can be read, which does not make them valid."""
    objects = [at for at in choices.elements() if json_kinds(context, at) == ("object",)]
    return isinstance(bare, ir.OneOf) and ir.Open("object") in bare.alternatives and len(objects) > 1 and \
        all(flatten(context, at).has("properties") for at in objects)


def _lacks_what_is_received(context: Context, schema: Schema, choices: Cursor) -> bool:
    """An alternative must have a member that only responses have: an object without it is read as none of them, and yet a request may have it."""
    joint = [flatten(context, at, *schema.parts) for at in choices.elements()] if not context.checks.is_received else []
    return any(at.node.text in names for one in joint for names in [read_only_members(context, one)] for layer in one.layers
               for at in (layer.texts("required") if names else ()))


def _shallow(context: Context, account: Account, bare: ir.OneOf, choices: Cursor, message: str) -> list[ir.Constraint]:
    """Alternatives that refer to too much for one text: what each says of itself. What is below is checked by the rules of the
    models that the variant holds."""
    texts, kinds, is_exact = [], [], True
    for at in choices.elements():
        schema = flatten(context, at)
        found = json_kinds(context, at)
        type_ = next((one for one in bare.alternatives if len(found) == 1 and takes(context, one, {"number" if found[0] == "integer" else found[0]})),
                     None)
        kinds += found or (["null"] if is_null_type(at) else ["object", "array", "string", "number", "boolean"])
        if not refers(context, at):
            texts.append(schema_text(context, at) or "true")  # what cannot be resolved is reported where it stands
            continue
        own = [schema_text(context, layer, _OWN, schema) for layer in schema.layers if layer.kind == "object"]
        own = [text for text in own if text not in (None, "", "{}")]
        texts.append("true" if not own else own[0] if len(own) == 1 else f"{{\"allOf\": [{', '.join(own)}]}}")
        is_exact = is_exact and type_ is not None and isinstance(_innermost(context, type_), ir.Model)
    is_exact = is_exact and (choices.key.text == "anyOf" or len(set(kinds)) == len(kinds))
    if is_exact or context.checks.is_received:
        account.put(choices, RESIDUAL)
    else:
        account.unchecked(choices, "RB031", f"`{choices.key.text}` is checked in part: with all it refers to it is longer than {MAX_SIZE // 1024} KiB")
    key = choices.key.text if len(set(kinds)) == len(kinds) else "anyOf"
    return [ir.Constraint("schema", (f'{{"{key}": [{", ".join(texts)}]}}',), message, choices.pointer)]


def _innermost(context: Context, type_: ir.Type) -> object:
    """What lists and maps hold."""
    bare = context.bare(type_)
    while isinstance(bare, (ir.Array, ir.Map)):
        bare = context.bare(bare.item if isinstance(bare, ir.Array) else bare.value)
    return bare
