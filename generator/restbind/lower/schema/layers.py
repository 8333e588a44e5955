# SPDX-License-Identifier: BSL-1.0
"""Schemas as they stand in the document: what they assert, what leads to others that hold too,
and what is null and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from restbind.source.refs import Cursor
from restbind.spec.keywords import ASSERTIONS, SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from restbind.spec.numbers import whole

CHOICES = ("oneOf", "anyOf")


def is_empty_enum(value: Cursor | None) -> bool:
    """It lists no value, which nobody means: it counts as if it was not there."""
    return value is not None and value.name == "enum" and value.kind == "array" and value.is_empty


def is_false(at: Cursor | None) -> bool:
    """The schema is `false`, which allows no value."""
    return at is not None and at.kind == "boolean" and at.written.lower() == "false"


def assertions_of(at: Cursor) -> Iterator[Cursor]:
    """The values of the keywords of a schema that assert something."""
    return (value for name, value in at.items() if name in ASSERTIONS)


def schemas_below(value: Cursor) -> Iterator[Cursor]:
    """The schemas that the value of a keyword holds or refers to."""
    name = value.name
    target = value.resolved() if name == "$ref" else None
    if target is not None:
        yield target
    if name in SCHEMA:
        yield value
    elif name in SCHEMA_LIST:
        yield from value.elements()
    elif name in SCHEMA_MAP:
        yield from (entry for _, entry in value.items())


def says_nothing(value: Cursor) -> bool:
    """A keyword with this value allows everything, whatever else stands beside it."""
    name = value.name
    if name == "uniqueItems":
        return is_false(value)
    if name.startswith("exclusive"):  # OpenAPI 3.0: true or false beside the limit
        has_limit = holder_of(value).has(name.removeprefix("exclusive").lower())
        return is_false(value) or value.kind == "boolean" and not has_limit
    if name in ("minItems", "minLength", "minProperties"):
        return whole(value) == 0
    if name == "allOf":
        return all(allows_all(part) for part in value.elements())
    if name in (
        "properties",
        "patternProperties",
        "dependentSchemas",
        "dependentRequired",
        "required",
    ):
        return value.is_empty
    if name in (
        "items",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    ):
        return allows_all(value)
    return is_empty_enum(value)


def allows_all(at: Cursor) -> bool:
    """A schema allows every value, as far as it says so itself."""
    return (
        at.kind == "boolean"
        and not is_false(at)
        or at.kind == "object"
        and all(says_nothing(value) for value in assertions_of(at))
    )


def shapes_others(at: Cursor) -> bool:
    """It says what the members are that nothing else says anything of, so that beside a `$ref`
    there is a new type, which has them.
    """
    others = at.get("unevaluatedProperties")
    return (
        others is not None
        and others.kind == "object"
        and any(key != "not" for key, _ in others.items())
    )


def parts_of(at: Cursor) -> list[Cursor]:
    """The schemas in the `allOf` of a schema; none without it."""
    return list(at.each("allOf"))


def sole_alternative(at: Cursor) -> Cursor | None:
    """The only alternative beside null: `anyOf: [{…}, {type: "null"}]`."""
    found = listed_in(at)
    return found[0] if len(found) == 1 else None


def listed_in(at: Cursor) -> list[Cursor]:
    """The alternatives that a schema lists, besides null."""
    return [member for key in CHOICES if at.has(key) for member in besides_null(at[key])]


def besides_null(choices: Cursor) -> list[Cursor]:
    """The alternatives of a list that are not null."""
    return [member for member in choices.elements() if not is_null_type(member)]


def holder_of(choices: Cursor) -> Cursor:
    """The schema that a list of alternatives stands in; the list itself where it stands in none."""
    return choices.holder or choices


def types_named(type_: Cursor) -> list[str]:
    """The JSON types that `type` names: one, or a list of them."""
    return [name.written for name in (type_.elements() if type_.kind == "array" else (type_,))]


def is_null_type(at: Cursor) -> bool:
    """Only null fits. Told from the schema itself, without what it refers to."""
    if at.has("type"):
        return set(types_named(at["type"])) == {"null"}
    if at.has("const"):
        return at["const"].kind == "null"
    values = list(at.each("enum"))
    return bool(values) and all(value.kind == "null" for value in values)
