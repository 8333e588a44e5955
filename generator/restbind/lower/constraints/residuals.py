# SPDX-License-Identifier: BSL-1.0
"""Keywords that no typed condition checks: each becomes a JSON Schema of its own, which the runtime
holds against the value's JSON.

So everything that a schema asserts about what is sent is checked, in one way or the other. Only
what would be too large to stand in a header is left out, with a warning.
"""

from __future__ import annotations

import json

from restbind import ir
from restbind.lower.constraints.accounts import Account
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import CHOICES, sole_alternative
from restbind.lower.schema.ledger import RESIDUAL, VOID, assertions_of
from restbind.lower.schema.queries import is_false, says_nothing
from restbind.lower.schema.schema_text import MAX_SIZE, is_widened, joint_text, schema_text
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, reached

# What belongs together in one schema, by the keyword that it is about.
TOGETHER = {
    "if": ("if", "then", "else"),
    "contains": ("contains", "minContains", "maxContains"),
    "patternProperties": ("patternProperties", "additionalProperties"),
    "prefixItems": ("prefixItems", "items"),
}
# Those that are written with another one, which says nothing without them, or they without it.
_FLAGS = {
    "minimum": "exclusiveMinimum",
    "maximum": "exclusiveMaximum",
}  # OpenAPI 3.0: true or false beside the limit
COMPANIONS = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}


def emit(
    context: Context, account: Account, about: list[Cursor], text: str | None, message: str = ""
) -> list[ir.Constraint]:
    """A constraint that holds the value against `text`, which says the same as the keywords
    `about`.
    """
    at = about[0]
    if text is None:
        for one in about:
            if context.is_received:
                account.put(one, RESIDUAL)
            else:
                account.unchecked(one, "RB031", too_large(at) if one is at else "", at)
        return []
    if text == "":  # it refers to what cannot be resolved, which is reported where that stands
        for one in about:
            account.unchecked(
                one,
                "RB020",
                told_at=(
                    one
                    if _leads_nowhere(context, one)
                    else next((other for other in about if _leads_nowhere(context, other)), one)
                ),
            )
        return []
    says_nothing = text in ("{}", "true")
    for one in about:
        if says_nothing and is_widened(context, one):  # which is reported where the pattern stands
            account.unchecked(one, "RB038")
        else:
            account.put(one, VOID if says_nothing else RESIDUAL)
    return [] if says_nothing else [ir.Constraint("schema", (text,), message, at.pointer)]


def _leads_nowhere(context: Context, value: Cursor) -> bool:
    """A reference leads nowhere that a keyword is, or holds, or that stands in what it refers
    to.
    """
    return any(
        one.name == "$ref" and context.document.resolve(one) is None
        for one in reached([value], context.document.resolve)
    )


def too_large(at: Cursor) -> str:
    """The message for what is not checked because its schema would be too long for a header."""
    name = f"`{at.written_name}`" if at.key is not None else "the schema"
    return f"{name} is not checked: with all it refers to it is longer than {MAX_SIZE // 1024} KiB"


def present(layer: Cursor, *names: str) -> list[Cursor]:
    """The values of those of the keywords that a layer has."""
    return [layer[name] for name in names if layer.has(name)]


def of_keyword(
    context: Context, account: Account, layer: Cursor, name: str, message: str = ""
) -> list[ir.Constraint]:
    """A keyword of a layer with what belongs to it."""
    names = [one for one in TOGETHER.get(name, ()) if one != name]
    if name in _FLAGS and layer.is_true(_FLAGS[name]):
        names.append(_FLAGS[name])
    values = [at for at in present(layer, name, *names) if not account.has(at)]
    return (
        emit(context, account, values, text_of(context, account.schema, layer, name), message)
        if values
        else []
    )


def text_of(context: Context, schema: Shape, layer: Cursor, name: str) -> str | None:
    """A keyword and what belongs to it as a JSON Schema; '' if a reference leads nowhere, None if
    it is too large.
    """
    if name not in ("patternProperties", "additionalProperties"):
        return schema_text(context, layer, TOGETHER.get(name, (name,)), schema)
    text = schema_text(context, layer, TOGETHER["patternProperties"], schema)
    if not text or not layer.has("properties"):
        return text
    names = ", ".join(
        f"{json.dumps(key, ensure_ascii=False)}: true" for key, _ in layer["properties"].items()
    )
    return f'{{"properties": {{{names}}}, {text[1:]}' if text != "{}" else text


def whole(context: Context, account: Account, schema: Shape, bare: ir.Open) -> list[ir.Constraint]:
    """Open JSON: the whole schema, if it says more than the C++ type."""
    is_typed = bare.kind != "any"
    said = {
        at.name
        for layer in schema.layers
        for at in assertions_of(layer)
        if not says_nothing(at)
        and not (is_typed and at.name in CHOICES and sole_alternative(layer) is not None)
    }  # which is a layer itself, or null
    said |= {"false" for layer in schema.layers if is_false(layer)}
    said -= {"type"} if is_typed else set()
    if (
        not said - {"allOf", "$ref"}
        and schema.at.kind == "object"
        or schema.at.kind == "boolean"
        and not is_false(schema.at)
    ):
        account.put_rest(VOID)
        return []
    text = joint_text(context, schema)
    values = account.open()
    if not values:  # `false`
        return (
            [ir.Constraint("schema", (text,), "", schema.at.pointer)]
            if text is not None and text not in ("", "{}", "true")
            else []
        )
    if text is None and not context.is_received:
        context.report("RB031", schema.at, too_large(schema.at))
        for at in values:
            account.unchecked(at, "RB031", told_at=schema.at)
        return []
    found = emit(context, account, values, text)
    return [ir.Constraint(one.keyword, one.limits, one.message, schema.at.pointer) for one in found]
