# SPDX-License-Identifier: BSL-1.0
"""Whether a schema accepts a value of the document: null, a default, an element of one of these."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from restbind.graph import Verdicts
from restbind.lower.schema.bounds import limit_of
from restbind.lower.schema.known import Known
from restbind.lower.schema.layers import holder_of, is_empty_enum, is_false, types_named
from restbind.lower.schema.shape import key_of
from restbind.source.refs import Cursor
from restbind.spec import pattern
from restbind.spec.keywords import COUNT, NUMBER
from restbind.spec.listed_values import is_of
from restbind.spec.numbers import value_of

# By schema and value; None for null.
_VERDICTS = Known(Verdicts[tuple[Cursor, Cursor | None]])
_COUNTED = {"string": "Length", "array": "Items", "object": "Properties"}


def accepts(at: Cursor, value: Cursor | None = None) -> bool:
    """The schema accepts a value; null without one. Of null that is exact. Other values are refused
    only for what is sure: by a type, listed values, limits, or alternatives of which none accepts
    them.
    """
    asked = value if value is not None and value.kind != "null" else None
    return _VERDICTS.about(at).ask((at, asked), lambda: _accepts(at, asked))


def _accepts(at: Cursor, value: Cursor | None) -> bool:
    if at.kind != "object":
        return not is_false(at)
    if value is None and at.is_true("nullable"):
        return True
    for name, said in at.items():
        of_any, of_others = _OF_ANY.get(name), _OF_OTHERS.get(name)
        if of_any is not None and not of_any(said, value):
            return False
        if of_others is not None and value is not None and not of_others(said, value):
            return False
    return True


def _type(said: Cursor, value: Cursor | None) -> bool:
    names = types_named(said)
    return "null" in names if value is None else is_of(value, names)


def _listed(said: Cursor, value: Cursor | None) -> bool:
    listed = list(said.elements()) if said.name == "enum" else [said]
    if value is None:
        return is_empty_enum(said) or any(known.kind == "null" for known in listed)
    return is_empty_enum(said) or key_of(value) in map(key_of, listed)


def _all_of(said: Cursor, value: Cursor | None) -> bool:
    return all(accepts(part, value) for part in said.elements())


def _alternatives(said: Cursor, value: Cursor | None) -> bool:
    count = sum(accepts(alternative, value) for alternative in said.elements())
    return count == 1 or count > 1 and (said.name == "anyOf" or value is not None)


def _reference(said: Cursor, value: Cursor | None) -> bool:
    target = said.resolve()
    return target is None or accepts(target, value)


def _not(said: Cursor, value: Cursor | None) -> bool:
    return value is not None or not accepts(said)


def _branch(said: Cursor, value: Cursor | None) -> bool:
    if value is not None:
        return True
    branch = holder_of(said).get("then" if accepts(said) else "else")
    return branch is None or accepts(branch)


def _limit(said: Cursor, value: Cursor) -> bool:
    limit = limit_of(said)
    if said.name in NUMBER:
        is_about = value.kind in ("integer", "number")
        size = value_of(value) or Decimal()
    else:
        is_about = said.name.endswith(_COUNTED.get(value.kind, "\0"))
        size = Decimal(len(list(value.values())) or len(value.written))
    return limit is None or not is_about or limit.allows(size)


def _pattern(said: Cursor, value: Cursor) -> bool:
    is_about = value.kind == said.kind == "string" and pattern.check(said.written) is None
    return not is_about or pattern.matches(said.written, value.written) is not False


def _required(said: Cursor, value: Cursor) -> bool:
    names = [name.written for name in said.elements()]
    return value.kind != "object" or all(map(value.has, names))


def _members(said: Cursor, value: Cursor) -> bool:
    return all(accepts(at, value[name]) for name, at in said.items() if value.has(name))


def _elements(said: Cursor, value: Cursor) -> bool:
    first = len(list(holder_of(said).each("prefixItems")))
    elements = list(value.elements())
    return all(accepts(said, element) for element in elements[first:])


_OF_ANY: dict[str, Callable[[Cursor, Cursor | None], bool]] = {
    "$ref": _reference,
    "allOf": _all_of,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    "not": _not,
    "if": _branch,
    "type": _type,
    "enum": _listed,
    "const": _listed,
}
_OF_OTHERS: dict[str, Callable[[Cursor, Cursor], bool]] = {
    **dict.fromkeys(NUMBER | COUNT, _limit),
    "pattern": _pattern,
    "required": _required,
    "properties": _members,
    "items": _elements,
}
