# SPDX-License-Identifier: BSL-1.0
"""Schemas with patterns that cannot be read: without these more values fit a schema."""

from __future__ import annotations

from restbind.lower.schema.context import Context
from restbind.lower.schema.known import Known
from restbind.source.refs import Cursor, reached
from restbind.spec import pattern

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
# Fewer values fit these where more fit what is below.
_REVERSED = {"not": ("not",), "if": ("if", "then", "else"), "contains": ("maxContains",)}
_WIDENED = Known(dict[int, bool])  # by the identity of a keyword's value


def left_out(context: Context, at: Cursor) -> frozenset[str]:
    """Keywords of a schema that would refuse valid values, because a pattern cannot be read."""
    if not context.document.leaves_out_patterns:
        return frozenset()
    out = {
        name
        for key, names in _REVERSED.items()
        if at.has(key) and is_widened(context, at[key])
        for name in names
    }
    if any(pattern.check(key) is not None for key, _ in at.table("patternProperties")):
        out.add("additionalProperties")
    others = [value for name, value in at.items() if name not in UNEVALUATED]
    if out or any(is_widened(context, value) for value in others):
        out.update(UNEVALUATED)
    return frozenset(out)


def is_widened(context: Context, value: Cursor) -> bool:
    """The value of a keyword holds a pattern that cannot be read, itself or by what it refers
    to.
    """
    if not context.document.leaves_out_patterns:
        return False
    known = _WIDENED.about(value)
    if value.identity not in known:
        below = reached([value], Cursor.resolve)
        known[value.identity] = any(map(_has_unreadable, below))
    return known[value.identity]


def _has_unreadable(at: Cursor) -> bool:
    patterns = [at.text("pattern"), *(key for key, _ in at.table("patternProperties"))]
    return any(pattern.check(text) is not None for text in patterns if text)
