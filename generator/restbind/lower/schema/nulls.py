# SPDX-License-Identifier: BSL-1.0
"""Null: whether a value may be null as a C++ type, and where the schema, taken together, does not allow what the type does: `type: [string,
"null"]` beside an `enum` without null."""

from __future__ import annotations

import json

from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import CHOICES, is_empty_enum, is_null_type, types_named
from restbind.lower.schema.normal_form import Schema, lifts_null
from restbind.lower.schema.queries import json_kinds
from restbind.source.refs import Cursor, identity_of

_OTHERS = ("boolean", "object", "array", "number", "string")


def is_nullable(context: Context, schema: Schema) -> bool:
    """Null is allowed, by the schema itself or by one of its alternatives."""
    return schema.nullable() or any(allows_null_alternative(context, layer) for layer in schema.layers)


def allows_null_alternative(context: Context, at: Cursor) -> bool:
    """One of the alternatives, at any depth, is null or may be null."""
    def alternatives(one: Cursor) -> list[Cursor]:
        return [member for layer in flatten(context, one).layers for key in CHOICES for member in layer.each(key)]

    return any(is_null_type(one) or flatten(context, one).nullable() for one in all_from(alternatives(at), alternatives, identity_of))


def without_null(context: Context, *parts: Cursor) -> str:
    """A JSON Schema for all that `parts` allow but null, where they do not allow it; '' where they do.

    What is `nullable` as a whole may be null, as many documents mean it, whatever stands beside it.
    """
    if any(lifts_null(layer) for layer in flatten(context, *parts).layers) or all(_fits(context, part) for part in parts):
        return ""
    kinds = json_kinds(context, parts[0]) or _OTHERS
    return f'{{"type": {json.dumps(kinds[0] if len(kinds) == 1 else kinds)}}}'


def _fits(context: Context, at: Cursor) -> bool:
    """Null is valid."""
    return context.document.nulls.ask(at.identity, lambda: _holds(context, at))


def _holds(context: Context, at: Cursor) -> bool:
    if at.kind != "object":
        return not (at.kind == "boolean" and at.written.lower() == "false")
    if at.is_true("nullable"):
        return True
    if at.has("type") and "null" not in types_named(at["type"]):
        return False
    if at.has("enum") and not is_empty_enum(at.get("enum")) and not any(value.kind == "null" for value in at["enum"].elements()) or \
            at.has("const") and at["const"].kind != "null" or at.has("not") and _fits(context, at["not"]):
        return False
    target = context.document.resolve(at["$ref"]) if at.has("$ref") else None
    if target is not None and not _fits(context, target):
        return False
    counts = {key: [_fits(context, one) for one in at[key].elements()] for key in ("allOf", "anyOf", "oneOf") if at.has(key)}
    if not all(counts.get("allOf", ())) or "anyOf" in counts and not any(counts["anyOf"]) or counts.get("oneOf", [True]).count(True) != 1:
        return False
    branch = at.get("then" if _fits(context, at["if"]) else "else") if at.has("if") else None
    return branch is None or _fits(context, branch)
