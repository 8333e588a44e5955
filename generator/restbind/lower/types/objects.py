# SPDX-License-Identifier: BSL-1.0
"""Objects: models with members, maps, and objects that the document leaves open."""

from __future__ import annotations

from restbind import ir
from restbind.diagnostics import near
from restbind.graph import all_from
from restbind.ir.variants import Variants
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import type_doc
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.equality import type_key
from restbind.lower.schema.layers import is_false
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import refining
from restbind.lower.schema.shape import Shape
from restbind.lower.types.parts import Lower, element_type, member_type, one_of, unfolded
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.numbers import whole


def lower_object(
    context: Context, lower: Lower, schema: Shape, hint: str, own_name: str
) -> ir.Type:
    """The type of an object: a model if it has members of its own, else a map or open JSON."""
    if schema.members or schema.is_closed or context.found.kinds.telling(schema.at):
        return _model(context, lower, schema, hint, own_name)
    for rules in schema.all("x-restbind-rules"):
        rules.report("RB064", "rules need an object with members")
    others = _of_any_name(schema)
    if not others:
        return ir.OPEN_OBJECT
    return _map(lower, others[0], pascal(hint, "Value")) or ir.OPEN_OBJECT


def _of_any_name(schema: Shape) -> list[Cursor]:
    """What is said of other members; nothing where their names tell what they are."""
    return schema.typed_others if not schema.has("patternProperties") else []


def _model(context: Context, lower: Lower, schema: Shape, hint: str, own_name: str) -> ir.Type:
    # The same schema, written twice or reached through several models or through itself, is the
    # same type.
    found, inline = context.found, context.making.inline
    name = own_name
    if not own_name:
        kind = type_key(context, "object", schema.parts)
        if kind in inline:
            name = inline[kind]
            found.hints[name].append(hint)
            found.shapes[name].append(schema)
            return ir.Ref(name)
        name = inline[kind] = context.claim(hint, schema.at)
        found.hints[name] = [hint]
    found.shapes[name] = [schema]
    drafts = list(_Members(context, lower, schema, name).drafts.values())
    found.drafts[name] = drafts
    others, extra = _of_any_name(schema), None
    if len(others) == 1:
        extra = _map(lower, others[0], pascal(name, "Extra"))
    found.named[name] = ir.Model(
        name,
        tuple(map(_early, drafts)),
        (),
        extra is not None or _keeps_extra(schema, len(drafts)),
        type_doc(schema, own_name),
        schema.at.pointer,
        extra=extra,
    )
    return ir.Ref(name)


def _early(draft: MemberDraft) -> ir.Member:
    """Presence and limits come later; which members there are is asked for before."""
    presence = "required" if draft.required else "optional"
    return ir.Member(
        draft.wire_name,
        draft.type,
        presence,
        None,
        ir.Checked(),
        ir.Doc(),
        draft.parts[0].pointer,
    )


# --------------------------------------------------------------------------------------------------
# members


class _Members:
    """The members of a model that is being lowered, by their names. Each function adds those that
    one kind of keyword names and that are not there yet.
    """

    def __init__(self, context: Context, lower: Lower, schema: Shape, name: str) -> None:
        self.drafts: dict[str, MemberDraft] = {}
        self._context = context
        self._lower = lower
        self._schema = schema
        self._name = name
        self._required = schema.required
        self._told = context.found.kinds.telling(schema.at)
        self._of_properties()
        for wire_name, parts in refining(schema).items():
            is_sure = schema.is_closed or _is_always_named(schema, wire_name)
            self._refine(wire_name, parts, is_sure)
        for wire_name, parts in _conditional(schema).items():
            self._refine(wire_name, parts, False)
        self._only_required()
        self._telling()

    def _type(self, parts: tuple[Cursor, ...], wire_name: str) -> ir.Type:
        return member_type(self._lower, parts, pascal(self._name, wire_name))

    def _of_properties(self) -> None:
        """In order, those of `$ref` and `allOf` first; with every schema that holds for each."""
        for wire_name, parts in self._schema.members.items():
            type_ = self._type(parts, wire_name)
            is_required = wire_name in self._required
            self.drafts[wire_name] = MemberDraft(wire_name, type_, is_required, parts)

    def _refine(self, wire_name: str, parts: list[Cursor], is_sure: bool) -> None:
        """A member that only alternatives or conditions name, which as a whole are checked as a
        schema. is_sure: it has their types always.
        """
        if wire_name in self.drafts:
            return
        type_ = self._refined(parts, wire_name)
        if type_ != ir.ANY and not is_sure:
            parts[0].report(
                "RB054",
                f"`{wire_name}` has this type only under a condition; it is taken to have it"
                " always",
                "if it may be anything else, `properties` can say so: `{}`",
            )
        is_required = wire_name in self._required
        self.drafts[wire_name] = MemberDraft(
            wire_name, type_, is_required, tuple(parts), of_alternatives=True
        )

    def _refined(self, parts: list[Cursor], wire_name: str) -> ir.Type:
        """Open where `required` alone names the member."""
        if any(part.kind == "string" for part in parts):
            return ir.ANY
        found: dict[ir.Type, None] = {}
        for part in dict.fromkeys(parts):
            found.update(dict.fromkeys(unfolded(self._type((part,), wire_name))))
        if ir.ANY in found:
            return ir.ANY
        type_ = one_of(found)
        return Variants(self._context.found.named).settled(type_) if len(found) > 1 else type_

    def _only_required(self) -> None:
        """Members that `required` names and that are no properties, with what is known of them.
        That they are there is checked as a schema of what is sent; in responses they are missed by
        nobody. Where no others may be there, there are none.
        """
        schema, known = self._schema, [*self.drafts, *self._told]
        others = _of_any_name(schema)
        is_forbidden = schema.is_closed and not schema.has("patternProperties")
        what = "; it becomes a member"
        if is_forbidden:
            what = ", and others are forbidden: no object is valid"
        seen = set(known)
        for element in schema.elements("required"):
            wire_name = element.written
            if element.kind != "string" or wire_name in seen:
                continue
            seen.add(wire_name)
            said = f"`required` names `{wire_name}`, which is no property{what}"
            element.report("RB016", said, near(wire_name, known))
            at = others[0] if len(others) == 1 else element
            if not is_forbidden:
                type_ = self._type((at,), wire_name) if at.kind == "object" else ir.ANY
                self.drafts[wire_name] = MemberDraft(wire_name, type_, False, (at,))

    def _telling(self) -> None:
        """Those that discriminators name."""
        for wire_name, told in self._told.items() if not self._schema.is_closed else ():
            if wire_name in self.drafts:
                continue
            # Where any other value may come, or none, that stays; where several stand for the
            # object, a caller has to say which.
            is_several = len(told.values) > 1 or wire_name in self._required
            is_needed = is_several and True not in told.otherwise
            self.drafts[wire_name] = MemberDraft(
                wire_name, ir.PLAIN["string"], is_needed, (told.at,), named_only=is_needed
            )


def _is_always_named(schema: Shape, name: str) -> bool:
    """All alternatives of one choice say what the member is, or that there is none beside those
    that they know.
    """

    def is_sure(at: Cursor) -> bool:
        alternative = normalise(at)
        return alternative.is_closed or name in alternative.members

    return any(all(map(is_sure, choices.elements())) for choices in schema.lists)


def _conditional(schema: Shape) -> dict[str, list[Cursor]]:
    """Members of an open object to which only what holds in some cases gives schemas: these. What
    holds for them is checked as a schema.
    """
    found: dict[str, list[Cursor]] = {}
    if schema.others or schema.has("patternProperties"):
        return found  # others are kept, or forbidden

    def onward(layer: Cursor) -> list[Cursor]:
        return [inner for at in _conditions(layer) for inner in normalise(at).layers]

    for layer in all_from(schema.layers, onward):
        is_own = layer in schema.identities
        for name, member in layer.table("properties") if not is_own else ():
            if member.kind == "object":
                found.setdefault(name, []).append(member)
    return found


def _conditions(layer: Cursor) -> list[Cursor]:
    """The schemas that hold for an object in some cases."""
    found: list[Cursor] = []
    if layer.has("if"):
        found += filter(None, (layer.get("then"), layer.get("else")))
    for key in ("dependentSchemas", "dependencies"):
        found += (at for _, at in layer.table(key))
    return [at for at in found if at.kind == "object"]


# --------------------------------------------------------------------------------------------------
# other members


def _map(lower: Lower, at: Cursor, hint: str) -> ir.Map | None:
    value, nullable = element_type(lower, (at,), hint)
    return ir.Map(value, nullable) if value != ir.ANY else None


def _keeps_extra(schema: Shape, count: int) -> bool:
    """Unknown members are kept as open JSON. What is said about them is checked as a schema. One
    layer may forbid what it does not evaluate itself, and another one allow it: then they are kept
    as well; and so they are where more than the `count` members that are known must be there."""
    said = list(schema.others)
    forbidding = [at.written_name for at in said if is_false(at)]
    if "additionalProperties" not in forbidding:
        said += schema.all("unevaluatedProperties")
    if schema.has("patternProperties") or not all(map(is_false, said)):
        return True
    least = [whole(at) or 0 for at in schema.all("minProperties")]
    needs_more = max(least, default=0) > count
    return (needs_more or not schema.members) and not schema.is_closed
