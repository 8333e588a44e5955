# SPDX-License-Identifier: BSL-1.0
"""The keywords that say which members and elements a value has: held by the type that was made of
them, or checked as a schema.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.constraints.residuals import hold, hold_keyword
from restbind.lower.constraints.use import Use
from restbind.lower.schema import nulls
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.layers import is_false, types_named
from restbind.lower.schema.ledger import TYPE
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.texts import schema_text
from restbind.lower.schema.write import plain, plain_text
from restbind.source.refs import Cursor

# They are the type's own matter, and looked at last.
SHAPES = ("type", "properties", "required", "items", "additionalProperties", "prefixItems")


def hold_members(use: Use, layer: Cursor, needed: set[str], places: set[int]) -> None:
    """What the members of a model hold, and a check of those that a layer requires although the
    model need not have them. needed: the members that it must have. places: the schemas that they
    are made of, by identity."""
    for at in use.open_in(layer, "properties"):
        if all(member.identity in places for _, member in at.items()):
            use.put(at, TYPE)
    for at in use.open_in(layer, "required"):
        names = [name for name in at.elements() if name.kind == "string"]
        missing = [plain(name) for name in names if name.written not in needed]
        if missing:
            hold(use, [at], plain_text({"required": missing}))
        else:
            use.put(at, TYPE)
    for at in use.open_in(layer, "type"):
        if "object" in types_named(at):
            use.put(at, TYPE)


def hold_base(use: Use, own: frozenset[int]) -> None:
    """What an object must fulfil that is none of the kinds of a base, which fulfil it as models."""
    for layer in use.layers():
        if layer.identity in own:
            _hold_together(use, layer, SHAPES, "others", layer)


def hold_beside(use: Use, layer: Cursor, is_beside: bool) -> None:
    """Checks of what a layer says about members and elements, where the value is of one of several
    types.
    """
    if not is_beside:
        of_lists = ("prefixItems", *(("items",) if layer.has("prefixItems") else ()))
        _hold_together(use, layer, ("required", *of_lists))
        return
    for at in use.open_in(layer, "additionalProperties"):
        if is_false(at):
            report_closed(use, at)
    _hold_together(use, layer, SHAPES[1:])


def _hold_together(
    use: Use,
    layer: Cursor,
    names: tuple[str, ...],
    keyword: str = "schema",
    place: Cursor | None = None,
) -> None:
    """One check of all of these keywords that have no column yet."""
    values = use.open_among(layer, names)
    if values:
        text = schema_text(use.context, use.shape, layer, tuple(at.name for at in values))
        hold(use, values, text, keyword=keyword, place=place)


def hold_collection(use: Use, bare: ir.Collection) -> None:
    """What a list or map holds. What is about the other one says nothing, which is noted by now."""
    for at in use.open("prefixItems"):
        hold_keyword(use, at)
    for at in use.open("required"):
        hold(use, [at], "{}" if at.is_empty else plain_text({"required": plain(at)}))
    hold_other_values(use)
    use.put_open(TYPE, bare.keyword)  # what holds for the elements has accounts of its own


def hold_other_values(use: Use) -> None:
    """Of several layers that say what the values of a map are, the type is made of the first."""
    made = next((at for at in use.shape.others if at.kind == "object"), None)
    for at in use.open("additionalProperties"):
        if made is not None and at.identity != made.identity:
            hold_keyword(use, at)


def hold_null_elements(use: Use, keyword: str) -> None:
    """Elements that may be null as C++ types and not as the schema says."""
    values = [at for at in use.open(keyword) if at.kind == "object"]
    is_void = use.context.is_received or not values or use.shape.prefix
    if is_void or not nulls.without_null(normalise(*values)):
        return
    for at in values:
        hold_keyword(use, at)


def hold_additional(use: Use, layer: Cursor, model: ir.Model, drafts: list[MemberDraft]) -> None:
    """A check of `additionalProperties` of a layer; none where the model keeps it, or where it is a
    mistake, which is reported.
    """
    context, shape = use.context, use.shape
    for more in use.open_in(layer, "additionalProperties"):
        own = {name for name, _ in layer.table("properties")}
        others = [draft for draft in drafts if draft.wire_name not in own]
        # Where it would forbid what must be there, all that the alternatives bring, or what the
        # kinds of a base add, it is a mistake that would forbid every object.
        is_base = context.found.kinds.base(layer) and layer.identity != shape.at.identity
        is_mistake = any(draft.required or draft.of_alternatives or is_base for draft in others)
        if is_false(more) and is_mistake:
            report_closed(use, more)
        elif is_false(more) and not others and not model.keeps_extra:
            use.put(more, TYPE)  # there is no space for others
        elif not is_false(more) and model.extra is not None and own >= shape.members.keys():
            use.put(more, TYPE)  # no member is an additional one to this layer alone
        else:
            hold_keyword(use, more)


def report_closed(use: Use, at: Cursor) -> None:
    """As it is read, no structure can break it."""
    use.put(at, TYPE)
    if not use.context.is_received:
        around = "" if at.written_name == at.name else " around all of them"
        at.report(
            "RB026",
            f"`{at.written_name}: false` forbids members that the schemas beside it name; it is"
            f" read as `unevaluatedProperties: false`{around}",
        )
