# SPDX-License-Identifier: BSL-1.0
"""Null: whether a value may be null in C++, and where its schema, taken together, does not allow
what the type does: `type: [string, "null"]` beside an `enum` without null."""

from __future__ import annotations

from restbind.graph import Verdicts, all_from
from restbind.lower.schema.known import Known
from restbind.lower.schema.layers import is_false, is_null_type, lifts_null, lists_null, types_named
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import json_kinds
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, identity_of

# Whether null is valid, by the identity of a schema.
_VERDICTS = Known(Verdicts[int])
_OTHERS = ("boolean", "object", "array", "number", "string")


def is_nullable(*parts: Cursor) -> bool:
    """The schemas that hold together allow null, or one of their alternatives does, at any
    depth.
    """

    def onward(at: Cursor) -> list[Cursor]:
        return _alternatives(normalise(at))

    shape = normalise(*parts)
    return shape.null or any(
        is_null_type(member) or normalise(member).null
        for member in all_from(_alternatives(shape), onward, identity_of)
    )


def _alternatives(shape: Shape) -> list[Cursor]:
    return [member for choices in shape.lists() for member in choices.elements()]


def without_null(*parts: Cursor) -> tuple[str, ...]:
    """The JSON types of all that `parts` allow, where they do not allow null; () where they do.

    What is `nullable` as a whole may be null, as many documents mean it, whatever stands beside it.
    """
    is_lifted = any(map(lifts_null, normalise(*parts).layers))
    if is_lifted or all(_fits(part) for part in parts):
        return ()
    return json_kinds(parts[0]) or _OTHERS


def _fits(at: Cursor) -> bool:
    """Null is valid."""
    return _VERDICTS.about(at).ask(at.identity, lambda: _is_valid(at))


def _is_valid(at: Cursor) -> bool:
    if at.kind != "object":
        return not is_false(at)
    if at.is_true("nullable"):
        return True
    if _excludes_itself(at) or at.has("not") and _fits(at["not"]):
        return False
    target = at.target
    if target is not None and not _fits(target):
        return False
    if not all(_fits(part) for part in at.each("allOf")):
        return False
    for key, most in (("anyOf", None), ("oneOf", 1)):
        count = sum(_fits(member) for member in at.each(key))
        if at.has(key) and (count == 0 or most is not None and count > most):
            return False
    branch = at.get("then" if _fits(at["if"]) else "else") if at.has("if") else None
    return branch is None or _fits(branch)


def _excludes_itself(at: Cursor) -> bool:
    """Its own type, or the values that it lists, leave null out."""
    if at.has("type") and "null" not in types_named(at["type"]):
        return True
    return lists_null(at) is False or at.has("const") and at["const"].kind != "null"
