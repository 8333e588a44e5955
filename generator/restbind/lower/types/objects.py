# SPDX-License-Identifier: BSL-1.0
"""Objects: models with members, maps, and objects that the document leaves open."""

from __future__ import annotations

from collections.abc import Container

from restbind import ir
from restbind.diagnostics import near
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.docs import type_doc
from restbind.lower.schema.drafts import MemberDraft, PendingRule
from restbind.lower.schema.equality import made_of
from restbind.lower.schema.layers import CHOICES
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import is_false, refining
from restbind.lower.schema.shape import Shape
from restbind.lower.types.variants import Variants, unfolded
from restbind.source.refs import Cursor
from restbind.spec.numbers import whole


def lower_object(context: Context, schema: Shape, hint: str, own_name: str) -> ir.Type:
    """The type of an object: a model if it has members of its own, else a map or open JSON."""
    properties = _properties(schema)
    if properties or is_closed(schema) or schema.at.identity in context.found.told:
        return _model(context, schema, properties, hint, own_name)
    for rules in schema.all("x-restbind-rules"):
        context.report("RB064", rules, "rules need an object with members")
    return _without_members(context, schema, hint)


def _properties(schema: Shape) -> dict[str, tuple[Cursor, ...]]:
    """Members in order, those of `$ref` and `allOf` first; with every schema that holds for
    each.
    """
    found: dict[str, tuple[Cursor, ...]] = {}
    for layer in [*schema.layers[1:], schema.layers[0]]:
        for name, at in layer.table("properties"):
            found[name] = found.get(name, ()) + (at,)
    return found


def _named_only(
    context: Context, schema: Shape, properties: dict[str, tuple[Cursor, ...]]
) -> dict[str, Cursor]:
    """Members that `required` names and that are no properties, with what is known of them.
    Where no others may be there, there are none."""
    is_forbidden = is_closed(schema) and not schema.has("patternProperties")
    found: dict[str, Cursor] = {}
    properties = properties | dict.fromkeys(
        [*refining(context, schema), *context.found.told.get(schema.at.identity, ())], ()
    )
    for at in schema.all("required"):
        for element in at.elements():
            if (
                element.kind == "string"
                and element.written not in properties
                and element.written not in found
            ):
                found[element.written] = _typed_others(schema) or element
                context.report(
                    "RB016",
                    element,
                    f"`required` names `{element.written}`, which is no property"
                    + (
                        ", and others are forbidden: no object is valid"
                        if is_forbidden
                        else "; it becomes a member"
                    ),
                    near(element.written, properties),
                )
    return found if not is_forbidden else {}


def is_closed(schema: Shape) -> bool:
    """The schema forbids additional properties."""
    return any(is_false(at) for at in schema.all("additionalProperties"))


def _is_open(at: Cursor) -> bool:
    """`additionalProperties: true`, or a schema that says nothing."""
    return (
        at.written.lower() == "true" if at.kind == "boolean" else not any(True for _ in at.items())
    )


def _model(
    context: Context,
    schema: Shape,
    properties: dict[str, tuple[Cursor, ...]],
    hint: str,
    own_name: str,
) -> ir.Type:
    # The same schema, written twice or reached through several models or through itself, is the
    # same type.
    kind = made_of(context, "object", schema.parts) if not own_name else ()
    if not own_name and kind in context.making.inline:
        context.found.hints[context.making.inline[kind]].append(hint)
        context.found.twins.setdefault(context.making.inline[kind], []).append(schema)
        return ir.Ref(context.making.inline[kind])
    name = own_name or context.claim(hint, schema.at)
    if not own_name:
        context.making.inline[kind] = name
        context.found.hints[name] = [hint]
    members = _Members(context, schema, name)
    members.of_properties(properties)
    members.of_alternatives(properties)
    members.of_conditions()
    members.only_required(properties)
    members.telling()
    drafts = members.drafts
    context.found.drafts[name] = drafts
    context.found.model_schemas[name] = schema
    for rules in schema.all("x-restbind-rules"):
        context.found.rules += [PendingRule(name, rule) for rule in rules.elements()]
    extra = _extra(context, schema, pascal(name, "Extra"))
    keeps = (
        extra is not None
        or _keeps_extra(schema)
        or _needs_more(schema, len(drafts))
        or not properties
        and not is_closed(schema)
    )
    # Presence and limits come later; which members there are is asked for before.
    found = tuple(
        ir.Member(
            one.wire_name,
            one.type,
            "required" if one.required else "optional",
            None,
            ir.Checked(),
            ir.Doc(),
            one.parts[0].pointer,
        )
        for one in drafts
    )
    context.found.named[name] = ir.Model(
        name, found, (), keeps, type_doc(schema, own_name), schema.at.pointer, extra=extra
    )
    return ir.Ref(name)


class _Members:
    """The members of a model that is being lowered. Each function adds those that one kind of
    keyword names and that are not there yet.
    """

    def __init__(self, context: Context, schema: Shape, name: str) -> None:
        self.drafts: list[MemberDraft] = []
        self._context = context
        self._schema = schema
        self._name = name
        self._required = schema.required()

    def of_properties(self, properties: dict[str, tuple[Cursor, ...]]) -> None:
        for wire_name, parts in properties.items():
            type_ = member_type(self._context, parts, pascal(self._name, wire_name))
            self.drafts.append(MemberDraft(wire_name, type_, wire_name in self._required, parts))

    def of_alternatives(self, properties: dict[str, tuple[Cursor, ...]]) -> None:
        """The alternatives as a whole are checked as a schema."""
        for wire_name, parts in refining(self._context, self._schema).items():
            if wire_name in properties:
                continue
            type_ = refined_type(self._context, parts, pascal(self._name, wire_name))
            if (
                type_ != ir.ANY
                and not is_closed(self._schema)
                and not _is_always_named(self._context, self._schema, wire_name)
            ):
                _note_condition(self._context, parts[0], wire_name)
            self.drafts.append(
                MemberDraft(
                    wire_name,
                    type_,
                    wire_name in self._required,
                    tuple(parts),
                    of_alternatives=True,
                )
            )

    def of_conditions(self) -> None:
        for wire_name, parts in _conditional(self._context, self._schema, self._known()).items():
            type_ = refined_type(self._context, parts, pascal(self._name, wire_name))
            if type_ != ir.ANY:
                _note_condition(self._context, parts[0], wire_name)
            self.drafts.append(
                MemberDraft(
                    wire_name,
                    type_,
                    wire_name in self._required,
                    tuple(parts),
                    of_alternatives=True,
                )
            )

    def only_required(self, properties: dict[str, tuple[Cursor, ...]]) -> None:
        """That they are there is checked as a schema of what is sent; in responses they are missed
        by nobody.
        """
        for wire_name, at in _named_only(
            self._context, self._schema, properties | dict.fromkeys(self._known(), ())
        ).items():
            type_ = (
                self._context.types.lower_type(self._context, at, pascal(self._name, wire_name))
                if at.kind == "object"
                else ir.ANY
            )
            self.drafts.append(MemberDraft(wire_name, type_, False, (at,)))

    def telling(self) -> None:
        """Those that discriminators name."""
        for wire_name, told in self._context.found.told.get(self._schema.at.identity, {}).items():
            if is_closed(self._schema) or wire_name in self._known():
                continue
            # Where any other value may come, or none, that stays; where several stand for the
            # object, a caller has to say which.
            is_needed = (
                len(told.values) > 1 or wire_name in self._required
            ) and True not in told.otherwise
            self.drafts.append(
                MemberDraft(
                    wire_name, ir.PLAIN["string"], is_needed, (told.at,), named_only=is_needed
                )
            )

    def _known(self) -> dict[str, None]:
        return dict.fromkeys(draft.wire_name for draft in self.drafts)


def _is_always_named(context: Context, schema: Shape, name: str) -> bool:
    """All alternatives of one choice say what the member is, or that there is none beside those
    that they know.
    """
    return any(
        all(
            name in _properties(one) or is_closed(one)
            for one in (normalise(context, at) for at in layer[key].elements())
        )
        for layer in schema.layers
        for key in CHOICES
        if layer.has(key)
    )


def _note_condition(context: Context, at: Cursor, name: str) -> None:
    context.report(
        "RB054",
        at,
        f"`{name}` has this type only under a condition; it is taken to have it always",
        "if it may be anything else, `properties` can say so: `{}`",
    )


def _conditional(context: Context, schema: Shape, known: Container[str]) -> dict[str, list[Cursor]]:
    """Members of an open object to which only what holds in some cases gives schemas: these. What
    holds for them is checked as a schema.
    """
    found: dict[str, list[Cursor]] = {}
    if schema.has("additionalProperties") or schema.has("patternProperties"):
        return found  # others are kept, or forbidden
    pending, seen = list(schema.layers), {layer.identity for layer in schema.layers}
    while pending:
        for at in _conditions(pending.pop(0)):
            new = [layer for layer in normalise(context, at).layers if layer.identity not in seen]
            seen.update(layer.identity for layer in new)
            pending += new
            for name, member in (entry for layer in new for entry in layer.table("properties")):
                if member.kind == "object" and name not in known:
                    found.setdefault(name, []).append(member)
    return found


def _conditions(layer: Cursor) -> list[Cursor]:
    """The schemas that hold for an object in some cases."""
    found = [layer[key] for key in ("then", "else") if layer.has("if") and layer.has(key)]
    found += [at for key in ("dependentSchemas", "dependencies") for _, at in layer.table(key)]
    return [at for at in found if at.kind == "object"]


def _needs_more(schema: Shape, count: int) -> bool:
    """An open object of more members than are known."""
    return not is_closed(schema) and any(
        (least := whole(at)) is not None and least > count for at in schema.all("minProperties")
    )


def member_type(context: Context, parts: tuple[Cursor, ...], hint: str) -> ir.Type:
    """The type of a member or element for which several schemas hold; often only one of them shapes
    it.
    """
    if len(parts) == 1:
        return context.types.lower_type(context, parts[0], hint)
    shaping = [part for part in parts if part.kind != "object" or _shapes(part)]
    if len(shaping) == 1:
        return context.types.lower_type(context, shaping[0], hint)
    return context.types.lower_parts(context, parts, hint)


def _shapes(part: Cursor) -> bool:
    return any(
        part.has(key)
        for key in (
            "$ref",
            "type",
            "properties",
            "items",
            "allOf",
            "oneOf",
            "anyOf",
            "enum",
            "const",
        )
    )


def _typed_others(schema: Shape) -> Cursor | None:
    """What unknown members are, where one schema says so of all of them."""
    found = [
        at for at in schema.all("additionalProperties") if at.kind == "object" and not _is_open(at)
    ]
    return found[0] if len(found) == 1 and not schema.has("patternProperties") else None


def _extra(context: Context, schema: Shape, hint: str) -> ir.Map | None:
    at = _typed_others(schema)
    if at is None:
        return None
    value, nullable = context.types.element_type(context, at, hint)
    return ir.Map(value, nullable) if value != ir.ANY else None


def _keeps_extra(schema: Shape) -> bool:
    """Unknown members are kept as open JSON. What is said about them is checked as a schema. One
    layer may forbid what it does not evaluate itself, and another one allow it: then they are kept
    as well."""
    others = list(schema.all("additionalProperties"))
    is_forbidden = any(is_false(at) and at.written_name == "additionalProperties" for at in others)
    said = [*others, *(() if is_forbidden else schema.all("unevaluatedProperties"))]
    return schema.has("patternProperties") or any(
        at.kind == "object" or _is_open(at) for at in said
    )


def _without_members(context: Context, schema: Shape, hint: str) -> ir.Type:
    if schema.has("patternProperties"):
        return ir.Open("object")  # values of several types, by their names
    for at in schema.all("additionalProperties"):
        if at.kind == "object" and not _is_open(at):
            value, nullable = context.types.element_type(context, at, pascal(hint, "Value"))
            return ir.Open("object") if value == ir.ANY else ir.Map(value, nullable)
    return ir.Open("object")


def refined_type(context: Context, parts: list[Cursor], hint: str) -> ir.Type:
    """The type of a member that several alternatives name; open where `required` alone does."""
    if any(part.kind == "string" for part in parts):
        return ir.ANY
    found = list(
        dict.fromkeys(
            one
            for part in dict.fromkeys(parts)
            for one in unfolded(context.types.lower_type(context, part, hint))
        )
    )
    if ir.ANY in found:
        return ir.ANY
    return (
        Variants(context.found.named).settled(ir.OneOf(tuple(found)))
        if len(found) > 1
        else found[0]
    )
