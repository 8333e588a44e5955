"""Objects: models with members, maps, and objects that the document leaves open."""

from __future__ import annotations

from restbind import ir
from restbind.diagnostics import near
from restbind.lower import types
from restbind.lower.context import Context, MemberDraft, PendingRule, pascal
from restbind.lower.layers import Schema
from restbind.refs import Cursor


def lower_object(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type:
    properties = _properties(schema)
    _check_required(context, schema, properties)
    if properties or _is_closed(schema):
        return _model(context, schema, properties, hint, own_name)
    for rules in schema.all("x-restbind-rules"):
        context.report("RB064", rules, "rules need an object with members")
    return _without_members(context, schema, hint)


def _properties(schema: Schema) -> dict[str, tuple[Cursor, ...]]:
    """Members in order, those of `$ref` and `allOf` first; with every schema that holds for each."""
    found: dict[str, tuple[Cursor, ...]] = {}
    for layer in [*schema.layers[1:], schema.layers[0]]:
        for name, at in layer.get("properties").items() if layer.has("properties") else ():
            found[name] = found.get(name, ()) + (at,)
    return found


def _check_required(context: Context, schema: Schema, properties: dict[str, tuple[Cursor, ...]]) -> None:
    for at in schema.all("required"):
        for element in at.elements():
            if element.kind == "string" and element.node.text not in properties:
                context.report("RB014", element, f"`required` names `{element.node.text}`, which is no property",
                               near(element.node.text, properties))


def _is_closed(schema: Schema) -> bool:
    return any(at.kind == "boolean" and at.node.text.lower() == "false" for at in schema.all("additionalProperties"))


def _is_open(at: Cursor) -> bool:
    """`additionalProperties: true`, or a schema that says nothing."""
    return at.node.text.lower() == "true" if at.kind == "boolean" else not any(True for _ in at.items())


def _model(context: Context, schema: Schema, properties: dict[str, tuple[Cursor, ...]], hint: str, own_name: str) -> ir.Type:
    name = own_name or context.claim(hint, schema.at)
    required = {element.node.text for at in schema.all("required") for element in at.elements() if element.kind == "string"}
    drafts = []
    for wire_name, parts in properties.items():
        type_ = member_type(context, parts, pascal(name, wire_name))
        drafts.append(MemberDraft(wire_name, type_, wire_name in required, parts))
    context.drafts[name] = drafts
    context.model_schemas[name] = schema
    for rules in schema.all("x-restbind-rules"):
        context.rules += [PendingRule(name, rule) for rule in rules.elements()]
    context.named[name] = ir.Model(name, (), (), _keeps_extra(context, schema), types.type_doc(schema, own_name), schema.at.pointer)
    return ir.Ref(name)


def member_type(context: Context, parts: tuple[Cursor, ...], hint: str) -> ir.Type:
    """The type of a member or element for which several schemas hold; often only one of them shapes it."""
    if len(parts) == 1:
        return types.lower_type(context, parts[0], hint)
    shaping = [part for part in parts if part.kind != "object" or _shapes(part)]
    if len(shaping) == 1:
        return types.lower_type(context, shaping[0], hint)
    return types.lower_parts(context, parts, hint)


def _shapes(part: Cursor) -> bool:
    return any(part.has(key) for key in ("$ref", "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "const"))


def _keeps_extra(context: Context, schema: Schema) -> bool:
    found = list(schema.all("additionalProperties"))
    for at in found:
        if at.kind == "object" and not _is_open(at):
            context.report("RB030", at, "the object has members of its own and others of one type; the others are kept as open JSON")
            return True
    return schema.has("patternProperties") or any(_is_open(at) for at in found) or any(member.has("properties") for key in ("oneOf", "anyOf")
                                                    for at in schema.all(key) for member in at.elements())


def _without_members(context: Context, schema: Schema, hint: str) -> ir.Type:
    for at in schema.all("additionalProperties"):
        if at.kind == "object" and not _is_open(at):
            value, nullable = types.element_type(context, at, pascal(hint, "Value"))
            return ir.Open("object") if value == types.ANY else ir.Map(value, nullable)
    return ir.Open("object")
