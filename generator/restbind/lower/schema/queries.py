# SPDX-License-Identifier: BSL-1.0
"""Questions about schemas that no C++ type is needed for."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.equality import OF_CONSTANTS
from restbind.lower.schema.layers import CHOICES, parts_of, says_nothing, shapes_others
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape, key_of
from restbind.source.refs import Cursor
from restbind.spec.formats import CHECKED_FORMATS
from restbind.spec.keywords import ASSERTIONS, SHAPING
from restbind.spec.numbers import number_of, value_of

ALL = ("object", "array", "boolean", "integer", "number", "string")
_OF_SCHEMAS = (
    "$ref",
    "type",
    "properties",
    "items",
    "additionalProperties",
    "allOf",
    "oneOf",
    "anyOf",
    "enum",
    "const",
    "format",
)


def described_type(at: Cursor) -> Cursor | None:
    """What a schema stands for whose `$ref` or `allOf` leads to one that shapes the value, while
    all that stands beside it only describes: `allOf: [{$ref: …}, {description: …}]`. None if
    there is no such one.
    """
    said = [at[key] for key in SHAPING if at.has(key)]
    if shapes_others(at) or not all(map(_is_void, said)):
        return None
    parts = parts_of(at)
    shaping = [part for part in parts if not _only_describes(part)]
    if len(shaping) + at.has("$ref") != 1:
        return None
    found = shaping[0] if shaping else at.target
    is_typed = any(part.has("type") for part in parts if part not in shaping)
    if found is not None and is_typed and not is_object(found):
        return None
    return found


_COUNTING = {*ASSERTIONS, *SHAPING, "discriminator", "x-restbind-messages", *OF_CONSTANTS}
_VOID = ("properties", "required")  # an `additionalProperties` that allows everything keeps them


def _only_describes(part: Cursor) -> bool:
    """It may say that the value is an object, as many do beside a `$ref` to one. What it says of
    the members or constants of a type is that of another type."""
    if part.kind != "object":
        return False
    for key, value in part.items():
        is_object_type = key == "type" and value.written == "object"
        if key in _COUNTING and not is_object_type and not _is_void(value):
            return False
    return True


def _is_void(value: Cursor) -> bool:
    """A list of members that says nothing of them."""
    return value.name in _VOID and says_nothing(value)


def leads_back(schema: Shape, choices: Cursor) -> bool:
    """The alternatives of a base, seen from one of them: `Cat: {allOf: [Pet]}`, where `Pet` lists
    `Cat`.
    """
    if choices in map(schema.at.get, CHOICES):
        return False  # this is the base
    # Else this is one of the alternatives, with what stands beside them.
    return any(schema.is_among((member, member.target or member)) for member in choices.elements())


def lists_its_kinds(schema: Shape, members: list[Cursor]) -> bool:
    """Each alternative is the schema and more: a base that lists what is made of it."""
    own = {layer for layer in schema.layers if layer.has("properties")}
    return all(own <= normalise(member).identities for member in members)


def listed_values(member: Cursor, name: str) -> list[str]:
    """The strings, numbers and booleans that a member of an object may be; none unless they are
    listed, and nothing else but null.
    """
    values = [value_text(value) for value in listed_for(member, name)]
    return [value for value in values if value is not None] if None not in values else []


def listed_for(member: Cursor, name: str) -> list[Cursor]:
    """The values, null aside, that a member of an object may be; none unless they are listed."""
    schema = _member(member, name)
    return _enumerated(schema) if schema is not None else []


def _member(at: Cursor, name: str) -> Shape | None:
    """What an object says of a member."""
    stated = normalise(at).members.get(name, ())
    found = [member for member in stated if member.kind == "object"]
    return normalise(*found) if found else None


def _enumerated(schema: Shape, depth: int = 0) -> list[Cursor]:
    if schema.is_listed:
        return schema.values
    found: dict[object, Cursor] = {}
    for alternative in schema.present if depth < _MOST_LEVELS else ():
        values = _enumerated(normalise(alternative), depth + 1)
        if not values:
            return []
        found |= {key_of(value): value for value in values}
    return list(found.values())


def value_text(value: Cursor) -> str | None:
    """A value that tells objects apart; of a number the text that all its spellings have. None for
    lists, objects and null.
    """
    number = value_of(value)
    if number is not None:
        return _of_number(number)
    if value.kind == "boolean":
        return ir.Literal(value.written.lower())
    return value.written if value.kind == "string" else None


def literal(text: str) -> ir.Literal | None:
    """The number or boolean that a text is in JSON, if it is one."""
    if text in ("true", "false"):
        return ir.Literal(text)
    number = number_of(text)
    return _of_number(number) if number is not None else None


def _of_number(number: Decimal) -> ir.Literal:
    if number == number.to_integral_value():
        return ir.Literal(int(number))
    return ir.Literal(format(number.normalize(), "f"))


def takes_texts(at: Cursor, name: str, depth: int = 0) -> bool:
    """A member of an object, or of one of its alternatives, may be a string, or what it may be is
    left open.
    """
    schema = _member(at, name)
    if schema is not None:
        listed = _enumerated(schema)
        kinds = {value.kind for value in listed} or set(schema.types)
        return not kinds or "string" in kinds
    outer = normalise(at)
    if outer.choice is None or depth == _MOST_LEVELS:
        return True
    return any(takes_texts(member, name, depth + 1) for member in outer.present)


def requires(schema: Shape, name: str, depth: int = 0) -> bool:
    """The schema, or each of its alternatives, asks for the member."""
    if name in schema.required:
        return True
    if schema.choice is None or depth == _MOST_LEVELS:
        return False
    return all(requires(normalise(member), name, depth + 1) for member in schema.alternatives)


_MOST_LEVELS = 4  # alternatives of alternatives


def is_wide(context: Context, member: Cursor, kind: str) -> bool:
    """The alternative allows every value of its JSON type. A format is a limit where it is checked:
    of texts in requests.
    """
    schema = normalise(member)
    checks_formats = context.document.checks_formats and not context.is_received
    is_format = kind == "string" and checks_formats and schema.text("format") in CHECKED_FORMATS
    return (
        schema.types == (kind,)
        and not is_format
        and not schema.forbids_all
        and all(map(says_nothing, schema.beside("types", "made_of")))
    )


def shapes(at: Cursor) -> bool:
    """The alternative says what the value is, not only which members it must have."""
    return at.kind == "boolean" or any(map(at.has, _OF_SCHEMAS))


def refining(schema: Shape) -> dict[str, list[Cursor]]:
    """Members that only the alternatives beside the properties of a schema name, each with its
    schemas there.
    """
    found: dict[str, list[Cursor]] = {}
    needed: list[Cursor] = []
    pending, seen = [schema], set(schema.identities)
    for outer in pending:
        for member in _alternatives(outer):
            inner = normalise(member)
            new = [layer for layer in inner.layers if layer not in seen]
            seen |= inner.identities
            if new:
                pending.append(inner)
            for layer in new:
                needed += layer.texts("required")
                for name, at in layer.table("properties"):
                    found.setdefault(name, []).append(at)
    if all(at.kind == "boolean" for at in schema.others):
        for at in needed:
            found.setdefault(at.written, [at])
    return found


def _alternatives(schema: Shape) -> Iterator[Cursor]:
    """Those of the lists of a schema that have several and do not lead back to it."""
    for choices in schema.choices:
        if not leads_back(schema, choices):
            yield from choices.elements()


def json_kinds(at: Cursor | None) -> tuple[str, ...]:
    """The JSON types a schema's values have, null aside; () when it leaves them open, or there is
    none.
    """
    if at is None:
        return ()
    pending, seen = [at], set()
    found: dict[str, None] = {}
    while pending:
        schema = normalise(pending.pop(0))
        if schema.identities in seen:
            continue  # alternatives that lead back to themselves add nothing
        seen.add(schema.identities)
        if schema.choice is not None and not schema.types:
            pending += schema.present
            continue
        kinds = [kind for kind in schema.types if kind in ALL] or _kinds_of_values(schema)
        if not kinds:
            return ()
        found.update(dict.fromkeys(kinds))
    return tuple(found)


def is_object(at: Cursor) -> bool:
    """Null aside, its values are objects."""
    return json_kinds(at) == ("object",)


def _kinds_of_values(schema: Shape) -> list[str]:
    values = schema["enum"].elements() if schema.has("enum") else schema.all("const")
    return [value.kind for value in values if value.kind != "null"]


def is_secret(shape: Shape) -> bool:
    """The document calls the value a secret, or elements, other members or alternatives of it."""
    shapes_within = all_from([shape], _values_within, lambda found: found.at)
    return any(_says_secret(layer) for found in shapes_within for layer in found.layers)


def _values_within(shape: Shape) -> Iterator[Shape]:
    """Elements, other members and alternatives."""
    first = shape.elements("prefixItems")
    for at in (*shape.items, *first, *shape.typed_others, *shape.alternatives):
        if at.kind == "object":
            yield normalise(at)


def _says_secret(layer: Cursor) -> bool:
    return layer.is_true("x-restbind-secret") or layer.text("format") == "password"
