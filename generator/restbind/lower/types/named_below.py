# SPDX-License-Identifier: BSL-1.0
"""Members of members that only a condition, an alternative or `contains` around them names: `not: {properties: {owner: {required: [id]}}}`,
where `owner` has no `id`. The model of `owner` then keeps members without a name, so that values that are valid by them can be held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, sole_alternative
from restbind.lower.schema.normal_form import Schema
from restbind.lower.types.objects import is_closed
from restbind.source.refs import Cursor


def keep_named_below(context: Context) -> None:
    """To be called once all types are known."""
    seen: set[tuple[int, ir.Type, bool]] = set()
    for name, schema in context.found.model_schemas.items():
        for at in _applied(schema):
            _ask(context, at, ir.Ref(name), seen, is_outer=True)
        for value in _listed(schema):
            _hold(context, value, ir.Ref(name), is_outer=True)
        for draft in context.found.drafts[name]:
            if not draft.of_alternatives:
                _ask_elements(context, flatten(context, *draft.parts), draft.type, seen)


def _applied(schema: Schema) -> Iterator[Cursor]:
    """What holds in some cases only, or is excluded."""
    for layer in schema.layers:
        for key in CHOICES:
            if layer.has(key) and sole_alternative(layer) is None:
                yield from layer[key].elements()
        yield from (layer[key] for key in ("not", "if", "then", "else") if layer.has(key))
        for key in ("dependentSchemas", "dependencies"):
            yield from (at for _, at in layer[key].items()) if layer.has(key) else ()


def _listed(schema: Schema) -> Iterator[Cursor]:
    """The values that `enum` and `const` list."""
    for layer in schema.layers:
        if layer.has("enum") and layer["enum"].kind == "array":
            yield from layer["enum"].elements()
        if layer.has("const"):
            yield layer["const"]


def _hold(context: Context, value: Cursor, type_: ir.Type, is_outer: bool = False) -> None:
    """Has a listed value space in the type. is_outer: as with _ask()."""
    for bare in context.each(type_):
        if isinstance(bare, ir.Collection) and bare.json_types == {value.kind}:
            for element in value.values():
                _hold(context, element, bare.element)
        elif isinstance(bare, ir.Model) and value.kind == "object" and bare.name in context.found.drafts:
            drafts = {draft.wire_name: draft for draft in context.found.drafts[bare.name]}
            named = dict(value.items())
            if not is_outer:
                _keep_others(context, bare, set(named) - set(drafts))
            for name, member in named.items():
                if name in drafts:
                    _hold(context, member, drafts[name].type)


def _keep_others(context: Context, model: ir.Model, names: set[str]) -> None:
    """Lets an open model keep members of any name where it has none for these."""
    if names and not model.keeps_extra and not is_closed(context.found.model_schemas[model.name]):
        context.found.named[model.name] = replace(model, keeps_extra=True)


def _ask_elements(context: Context, schema: Schema, type_: ir.Type, seen: set[tuple[int, ir.Type, bool]]) -> None:
    """What is said of the elements of a list or map besides what they are made of."""
    bare = context.bare(type_)
    if not isinstance(bare, ir.Collection):
        return  # models are asked by themselves, and alternatives are made of what is said of them
    for at in _applied(schema):
        _ask(context, at, type_, seen)
    inner = bare.element
    for layer in schema.layers:
        if layer.has("contains"):
            _ask(context, layer["contains"], inner, seen)
        own = layer.get(bare.keyword)
        if own is not None and own.kind == "object":
            _ask_elements(context, flatten(context, own), inner, seen)


def _ask(context: Context, at: Cursor, type_: ir.Type, seen: set[tuple[int, ir.Type, bool]], is_outer: bool = False) -> None:
    """Whether a value of the type can be held that the schema speaks of. is_outer: what it names of the value itself has members."""
    if at.kind != "object" or (at.identity, type_, is_outer) in seen:
        return
    seen.add((at.identity, type_, is_outer))
    schema = flatten(context, at)
    for inner in _applied(schema):
        _ask(context, inner, type_, seen, is_outer)
    for value in _listed(schema):
        _hold(context, value, type_, is_outer)
    for bare in context.each(type_):
        if isinstance(bare, ir.Collection):
            for element in _of_elements(schema) if isinstance(bare, ir.Array) else _of_values(schema):
                _ask(context, element, bare.element, seen)
        elif isinstance(bare, ir.Model) and bare.name in context.found.drafts:
            _ask_members(context, schema, bare, seen, is_outer)


def _of_elements(schema: Schema) -> list[Cursor]:
    """What a schema says of the elements of a list."""
    return [layer[key] for layer in schema.layers for key in ("items", "contains") if layer.has(key)] + \
        [one for layer in schema.layers for one in layer.each("prefixItems")]


def _of_values(schema: Schema) -> list[Cursor]:
    """What a schema says of the values of a map."""
    return [layer["additionalProperties"] for layer in schema.layers if layer.has("additionalProperties")] + \
        [one for layer in schema.layers for _, one in layer.table("properties")]


def _ask_members(context: Context, schema: Schema, model: ir.Model, seen: set[tuple[int, ir.Type, bool]], is_outer: bool) -> None:
    """As _ask(), of the members of a model."""
    drafts = {draft.wire_name: draft for draft in context.found.drafts[model.name]}
    named = {name: one for layer in schema.layers for name, one in layer.table("properties")}
    needed = schema.required()
    if not is_outer:
        _keep_others(context, model, {*named, *needed} - set(drafts))
    for name, one in named.items():
        if name in drafts and not drafts[name].of_alternatives:
            _ask(context, one, drafts[name].type, seen)
