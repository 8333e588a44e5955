# SPDX-License-Identifier: BSL-1.0
"""The keywords that say which members and elements a value has: held by the type that was made of
them, or checked as a schema.
"""

from __future__ import annotations

from dataclasses import replace

from restbind import ir
from restbind.lower.constraints.accounts import Account
from restbind.lower.constraints.residuals import emit, of_keyword, present
from restbind.lower.schema import nulls
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.layers import types_named
from restbind.lower.schema.ledger import TYPE
from restbind.lower.schema.queries import is_false
from restbind.lower.schema.schema_text import plain, schema_text
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor

# They are the type's own matter, and looked at last.
SHAPES = ("type", "properties", "required", "items", "additionalProperties", "prefixItems")


def of_members(
    context: Context, account: Account, layer: Cursor, needed: set[str], places: set[int]
) -> list[ir.Constraint]:
    """What the members of a model hold, and a check of those that a layer requires although the
    model need not have them. needed: the members that it must have. places: the schemas that they
    are made of, by identity."""
    found: list[ir.Constraint] = []
    for at in present(layer, "properties"):
        if not account.has(at) and all(one.identity in places for _, one in at.items()):
            account.put(at, TYPE)
    for at in present(layer, "required"):
        missing = [
            plain(one)
            for one in at.elements()
            if one.kind == "string" and one.written not in needed
        ]
        if missing:
            found += emit(context, account, [at], f'{{"required": [{", ".join(missing)}]}}')
        elif not account.has(at):
            account.put(at, TYPE)
    for at in present(layer, "type"):
        if not account.has(at) and "object" in types_named(at):
            account.put(at, TYPE)
    return found


def of_base(context: Context, account: Account, own: frozenset[int]) -> list[ir.Constraint]:
    """What an object must fulfil that is none of the kinds of a base, which fulfil it as models."""
    found: list[ir.Constraint] = []
    for layer in account.layers():
        values = (
            [at for at in present(layer, *SHAPES) if not account.has(at)]
            if layer.identity in own
            else []
        )
        if values:
            text = schema_text(context, layer, tuple(at.name for at in values), account.schema)
            found += [
                replace(one, keyword="others", pointer=layer.pointer)
                for one in emit(context, account, values, text)
            ]
    return found


def of_beside(
    context: Context, account: Account, layer: Cursor, is_beside: bool
) -> list[ir.Constraint]:
    """Checks of what a layer says about members and elements, where the value is of one of several
    types.
    """
    names = (
        ("properties", "required", "items", "additionalProperties", "prefixItems")
        if is_beside
        else ("required", "prefixItems", *(("items",) if layer.has("prefixItems") else ()))
    )
    if (
        is_beside
        and is_false(layer.get("additionalProperties"))
        and not account.has(layer["additionalProperties"])
    ):
        report_closed(context, account, layer)
    values = [at for at in present(layer, *names) if not account.has(at)]
    return (
        emit(
            context,
            account,
            values,
            schema_text(context, layer, tuple(at.name for at in values), account.schema),
        )
        if values
        else []
    )


def of_collection(
    context: Context, account: Account, schema: Shape, keyword: str
) -> list[ir.Constraint]:
    """What a list or map holds. What is about the other one says nothing, which is noted by now."""
    found = [
        one
        for layer in account.layers()
        if layer.has("prefixItems")
        for one in of_keyword(context, account, layer, "prefixItems")
    ]
    found += [
        one
        for at in account.open()
        if at.name == "required"
        for one in emit(
            context, account, [at], "{}" if at.is_empty else f'{{"required": {plain(at)}}}'
        )
    ]
    found += other_values(context, account, schema)
    of_elements(account, keyword)
    return found


def other_values(context: Context, account: Account, schema: Shape) -> list[ir.Constraint]:
    """Of several layers that say what the values of a map are, the type is made of the first."""
    made = next((at for at in schema.all("additionalProperties") if at.kind == "object"), None)
    found: list[ir.Constraint] = []
    for at in account.open():
        if at.name == "additionalProperties" and made is not None and at.identity != made.identity:
            found += of_keyword(context, account, account.layer_of(at), "additionalProperties")
    return found


def of_elements(account: Account, key: str) -> None:
    """What holds for the elements has accounts of its own."""
    for at in account.open():
        if at.name == key:
            account.put(at, TYPE)


def without_null_elements(
    context: Context, account: Account, schema: Shape, keyword: str
) -> list[ir.Constraint]:
    """Elements that may be null as C++ types and not as the schema says."""
    values = [at for at in account.open() if at.name == keyword and at.kind == "object"]
    if (
        context.is_received
        or not values
        or schema.has("prefixItems")
        or not nulls.without_null(context, *values)
    ):
        return []
    return [
        one for at in values for one in of_keyword(context, account, account.layer_of(at), keyword)
    ]


def of_additional(
    context: Context,
    account: Account,
    schema: Shape,
    layer: Cursor,
    model: ir.Model,
    drafts: list[MemberDraft],
) -> list[ir.Constraint]:
    """A check of `additionalProperties` of a layer; none where the model keeps it, or where it is a
    mistake, which is reported.
    """
    more = layer.get("additionalProperties")
    if more is None or account.has(more):
        return []
    own = {name for name, _ in layer["properties"].items()} if layer.has("properties") else set()
    others = [draft for draft in drafts if draft.wire_name not in own]
    if is_false(more):
        # Where it would forbid what must be there, all that the alternatives bring, or what the
        # kinds of a base add, it is a mistake that would forbid every object.
        is_base = layer.identity in context.found.bases and layer.identity != schema.at.identity
        if any(draft.required or draft.of_alternatives or is_base for draft in others):
            report_closed(context, account, layer)
            return []
        if not others and not model.keeps_extra:
            account.put(more, TYPE)  # there is no space for others
            return []
    elif model.extra is not None and own >= {
        name for at in schema.all("properties") for name, _ in at.items()
    }:
        account.put(more, TYPE)  # no member is an additional one to this layer alone
        return []
    return of_keyword(context, account, layer, "additionalProperties")


def report_closed(context: Context, account: Account, layer: Cursor) -> None:
    """As it is read, no structure can break it."""
    at = layer["additionalProperties"]
    account.put(at, TYPE)
    if not context.is_received:
        context.report(
            "RB026",
            at,
            f"`{at.written_name}: false` forbids members that the schemas beside it name; it is"
            " read as `unevaluatedProperties: false`"
            + ("" if at.written_name == at.name else " around all of them"),
        )
