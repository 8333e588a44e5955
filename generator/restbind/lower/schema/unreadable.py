# SPDX-License-Identifier: BSL-1.0
"""Keywords that cannot be used, and those that refuse valid values without them."""

from __future__ import annotations

from collections.abc import Iterator

from restbind.diagnostics import Place
from restbind.lower.schema.bounds import count_of
from restbind.lower.schema.context import Context
from restbind.lower.schema.known import Known
from restbind.source.refs import Cursor, reached
from restbind.spec import pattern
from restbind.spec.keywords import COUNT, NUMBER, json_types_of
from restbind.spec.numbers import value_of

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
# Fewer values fit these where more fit what is below.
_REVERSED = {"not": ("not",), "if": ("if", "then", "else"), "contains": ("maxContains",)}
_WIDENED = Known(dict[Cursor, bool])


def unusable(at: Cursor) -> tuple[str, str] | None:
    """Why a keyword says nothing with the value that it has: the code of a finding, and its text,
    '' where that was told when the document was checked."""
    name, kind = at.name, at.kind
    if name in NUMBER or name in COUNT:
        is_flag = kind == "boolean" and name.startswith("exclusive")
        if kind not in json_types_of(name):
            return None if is_flag else ("RB008", "")
        if name == "multipleOf" and ((step := value_of(at)) is None or step <= 0):
            return "RB019", f"multipleOf must be a number above 0, not {at.written}"
        if name in COUNT and count_of(at) is None:
            return "RB019", f"{name} must be a whole number, 0 or more, not {at.written}"
        return ("RB019", f"{at.written} cannot be a limit") if value_of(at) is None else None
    if name == "pattern" and kind == "string":
        return ("RB038", "") if pattern.check(at.written) is not None else None
    if name in ("$dynamicRef", "$recursiveRef"):
        return "RB011", ""
    if name == "$ref" and kind == "string":
        return ("RB020", "") if at.resolve() is None else None
    return None if kind in json_types_of(name) else ("RB008", "")


def places_of(at: Cursor) -> Iterator[Place]:
    """Where findings may stand that tell why a keyword cannot be used."""
    yield from (at.place, at.key_place)
    yield from (value.key_place for _, value in at.items())
    fault = pattern.check(at.written) if at.name == "pattern" else None
    if fault is not None:
        yield at.place_in_text(fault.offset)


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
    if value not in known:
        below = reached([value], Cursor.resolve)
        known[value] = any(map(_has_unreadable, below))
    return known[value]


def _has_unreadable(at: Cursor) -> bool:
    patterns = [at.text("pattern"), *(key for key, _ in at.table("patternProperties"))]
    return any(pattern.check(text) is not None for text in patterns if text)
