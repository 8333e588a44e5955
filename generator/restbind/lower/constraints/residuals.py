# SPDX-License-Identifier: BSL-1.0
"""Keywords that no typed condition checks: each becomes a JSON Schema of its own, which the runtime
holds against the value's JSON.

So everything that a schema asserts about what is sent is checked, in one way or the other. Only
what would be too large to stand in a header is left out, with a warning.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.constraints.use import Use
from restbind.lower.schema.bounds import EXCLUSIVE
from restbind.lower.schema.layers import CHOICES, holder_of, says_nothing, sole_alternative
from restbind.lower.schema.ledger import RESIDUAL, UNCHECKED, VOID
from restbind.lower.schema.pieces import Json, Stated
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.texts import MAX_SIZE, joint_text, json_of, schema_text
from restbind.lower.schema.write import schema_value
from restbind.source.refs import Cursor, reached

# What belongs together in one schema, by the keyword that it is about.
TOGETHER = {
    "if": ("if", "then", "else"),
    "contains": ("contains", "minContains", "maxContains"),
    "patternProperties": ("patternProperties", "additionalProperties"),
    "prefixItems": ("prefixItems", "items"),
}
# Those that say nothing without another one, which they are written with.
COMPANIONS = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}


def hold(
    use: Use,
    about: list[Cursor],
    text: str | None,
    message: str = "",
    keyword: str = "schema",
    place: Cursor | None = None,
) -> ir.Constraint | None:
    """Adds a condition that holds the value against `text`, which says the same as the keywords
    `about`. place: where that stands, if not at the first of them. None where it is not needed, or
    cannot be.
    """
    at = place or about[0]
    if text:
        is_void = text in ("{}", "true")
        held = []
        for value in about:
            if use.context.checks.ledger.is_left_out(value):
                use.put(value, UNCHECKED)
            elif is_void:
                use.put(value, VOID)
            else:
                held.append(value)
        constraint = ir.Constraint(keyword, (text,), message, at.pointer)
        return None if is_void else use.add(constraint, held, RESIDUAL)
    for value in about:
        if text == "":  # it refers to what cannot be resolved, which is reported where that stands
            use.unchecked(value, "RB020", told_at=_broken_below(value) or _broken_below(*about))
        elif use.context.is_received:
            use.put(value, RESIDUAL)
        else:
            use.unchecked(value, "RB031", _too_large(at), at)
    return None


def _broken_below(*values: Cursor) -> Cursor | None:
    """A reference that leads nowhere: a keyword is it, or holds it, or refers to what does."""
    below = reached(values, Cursor.resolve)
    return next((at for at in below if at.name == "$ref" and at.resolve() is None), None)


def _too_large(at: Cursor) -> str:
    """The message for what is not checked because its schema would be too long for a header."""
    name = f"`{at.written_name}`" if at.key is not None else "the schema"
    return f"{name} is not checked: with all it refers to it is longer than {MAX_SIZE // 1024} KiB"


def hold_keyword(use: Use, at: Cursor, message: str = "") -> None:
    """Holds the value against a keyword, with what belongs to it."""
    layer, name = holder_of(at), at.name
    names = [*TOGETHER.get(name, (name,))]
    if layer.is_true(flag := EXCLUSIVE.get(name, "")):
        names.append(flag)
    values = use.open_among(layer, names)
    if values:
        hold(use, values, keyword_text(use, at), message)


def keyword_text(use: Use, at: Cursor) -> str | None:
    """A keyword and what belongs to it as a JSON Schema; '' if a reference leads nowhere, None if
    it is too large.
    """
    layer, name = holder_of(at), at.name
    if name not in ("patternProperties", "additionalProperties"):
        return schema_text(use.context, use.shape, layer, TOGETHER.get(name, (name,)))
    value = schema_value(use.context, use.shape, layer, TOGETHER["patternProperties"])
    if isinstance(value, Stated) and value and layer.has("properties"):
        names: dict[str, Json] = {key: True for key, _ in layer.table("properties")}
        value = Stated({"properties": names, **value}, value.notes)
    return json_of(use.context, value)


def hold_whole(use: Use, bare: ir.Open) -> None:
    """Open JSON: the whole schema, if it says more than the C++ type."""
    shape = use.shape
    is_typed = bare.kind != "any"
    if shape.at.kind in ("object", "boolean") and not _says_more(shape, is_typed):
        use.put_open(VOID)
        return
    hold(use, list(use.open()), joint_text(use.context, shape), place=shape.at)


def _says_more(shape: Shape, is_typed: bool) -> bool:
    """A schema says more than that a value is of a JSON type. What is one of its layers, or null,
    is no alternative.
    """
    said = shape.beside("made_of", *(("types",) if is_typed else ()))
    return shape.forbids_all or any(
        not says_nothing(at)
        and not (is_typed and at.name in CHOICES and sole_alternative(holder_of(at)) is not None)
        for at in said
    )
