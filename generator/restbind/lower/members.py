"""Members of models: presence, default and limits, once all types are known."""

from __future__ import annotations

from dataclasses import replace

from restbind import ir
from restbind.lower import types
from restbind.lower.alternatives import allows_null_alternative
from restbind.lower.context import Context, MemberDraft
from restbind.lower.defaults import default_of
from restbind.lower.layers import Schema, flatten
from restbind.lower.limits import constraints_of, unchecked
from restbind.refs import Cursor


def finish_models(context: Context) -> None:
    """Gives every model its members."""
    for name, drafts in context.drafts.items():
        members = tuple(finish_member(context, draft) for draft in drafts)
        context.named[name] = replace(context.named[name], members=members)


def finish_member(context: Context, draft: MemberDraft) -> ir.Member:
    schema = flatten(context, *draft.parts)
    constraints = constraints_of(context, schema, draft.type, draft.wire_name)
    default = default_of(context, schema, draft.type, constraints)
    presence, default = _presence(context, schema, draft, default)
    return ir.Member(draft.wire_name, draft.type, presence, default, constraints,
                     item_constraints(context, schema, draft.type, draft.wire_name), types.schema_doc(schema), schema.at.pointer)


def is_nullable(context: Context, schema: Schema) -> bool:
    return schema.nullable() or any(allows_null_alternative(context, layer) for layer in schema.layers)


def _presence(context: Context, schema: Schema, draft: MemberDraft, default: str | None) -> tuple[str, str | None]:
    nullable = draft.type != types.ANY and is_nullable(context, schema)
    if draft.required:
        return ("nullable" if nullable else "required"), None
    if nullable:
        if default is not None:
            context.report("RB034", schema.first("default"), "the default of a value that may be null is not used",
                           "leave null out, or the default")
        return "optional_nullable", None
    return ("defaulted", default) if default is not None else ("optional", None)


def item_constraints(context: Context, schema: Schema, type_: ir.Type, field: str) -> tuple[ir.Constraint, ...]:
    """Limits of an array's elements; those of deeper or other parts of the value are reported as unchecked."""
    bare = context.bare(type_)
    if isinstance(bare, ir.Array):
        items = schema.first("items")
        inner = flatten(context, items)
        _report_below(context, inner, bare.item)
        return constraints_of(context, inner, bare.item, field)
    _report_below(context, schema, type_)
    return ()


def _report_below(context: Context, schema: Schema, type_: ir.Type) -> None:
    """Inline values below a list's elements, in maps and in alternatives: their limits are not checked."""
    bare = context.bare(type_)
    if isinstance(bare, ir.Array) and schema.has("items"):
        unchecked(context, flatten(context, schema.first("items")), "in a list within a list")
    elif isinstance(bare, ir.Map):
        for at in schema.all("additionalProperties"):
            if at.kind == "object":
                unchecked(context, flatten(context, at), "on the values of a map")
    elif isinstance(bare, ir.OneOf):
        choices = schema.choices()
        for element in choices.elements() if choices is not None else ():
            unchecked(context, flatten(context, element), "on alternatives")
