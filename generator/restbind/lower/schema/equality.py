# SPDX-License-Identifier: BSL-1.0
"""Which schemas say the same, wherever they stand and in whichever words.

Neither the order of keywords counts, nor that of `properties`, `required`, `type` and `enum`, nor
what merely describes. The order of alternatives and of parts does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from restbind.lower.schema.context import Context, Found
from restbind.lower.schema.layers import CHOICES, assertions_of, is_false
from restbind.lower.schema.shape import EXTENSIBLE, Shape
from restbind.source.nodes import List, Map, Node
from restbind.source.refs import Cursor
from restbind.spec.keywords import ANNOTATION, KINDS, PREFIX, SCHEMA, SCHEMA_LIST, SCHEMA_MAP

# Names of constants by the places of their values, as other generators write them.
NAMES = ("x-enum-varnames", "x-enumNames")  # of OpenAPI Generator and of NSwag
DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions")  # of the former, and of Redocly
_BY_PLACE = (*NAMES, *DESCRIPTIONS, "x-restbind-enum-names")
OF_CONSTANTS = (*_BY_PLACE, "x-ms-enum")
_TEXTS = ("title", "description")
_ELSEWHERE = ("$defs", "definitions")  # what refers to them says what they are
_BELOW = SCHEMA | SCHEMA_LIST | SCHEMA_MAP
_FLAGS = (
    "nullable",
    "deprecated",
    "readOnly",
    "writeOnly",
)  # which say nothing where they are false
_COUNTING = frozenset(
    {name for name, keyword in KINDS["schema"].items() if keyword.status != ANNOTATION}
    - {*_TEXTS, *_ELSEWHERE}
) | {*OF_CONSTANTS, EXTENSIBLE}


def type_key(context: Context, kind: str, parts: tuple[Cursor, ...]) -> tuple[object, ...]:
    """Equal for schemas of which the same type is made. parts: what holds together."""
    told = context.found.kinds.telling(parts[0])
    known = [(name, tuple(by.values), frozenset(by.otherwise)) for name, by in told.items()]
    chosen = context.making.chosen
    return kind, *known, *(_content(context, part, part in chosen) for part in parts)


def have_same_schema(context: Context, left: Cursor, right: Cursor) -> bool:
    """Two media types have schemas that say the same, be it by a `$ref`, or none. May be asked
    before types are known.
    """
    if not left.has("schema") or not right.has("schema"):
        return left.has("schema") == right.has("schema")
    return say_the_same(context, left["schema"], right["schema"])


def say_the_same(context: Context, left: Cursor, right: Cursor) -> bool:
    """Two schemas are one, or copies of each other, be it by a `$ref`. May be asked before types
    are known.
    """
    left, right = led_to(left), led_to(right)
    # As they stand: what their places make of schemas is found later.
    found, making = Found(homes=context.found.homes), replace(context.making, content_of={})
    early = replace(context, found=found, making=making)
    return left == right or _content(early, left) == _content(early, right)


def led_to(at: Cursor) -> Cursor:
    """What a schema refers to that says nothing else."""
    seen: set[Cursor] = set()
    at = sole_part(at)
    while at not in seen and at.kind == "object" and _said_by(at) == ["$ref"]:
        seen.add(at)
        target = at.target
        if target is None:
            break
        at = sole_part(target)
    return at


def twins(context: Context) -> Iterator[tuple[Shape, Cursor, Cursor]]:
    """Each schema that a model is made of, with one that says the same elsewhere. First the shape
    of the model.
    """
    for first, *others in context.found.shapes.values():
        for other in others:
            for part, twin in zip(first.parts, other.parts):
                yield from ((first, at, its) for at, its in matched(part, twin))


def matched(left: Cursor, right: Cursor) -> Iterator[tuple[Cursor, Cursor]]:
    """Each schema in one of two that are equal, with that in the other, themselves first.
    One of them may be all that the `allOf` of a pair holds."""
    pending = [(left, right)]
    while pending:
        left, right = pending.pop()
        if left == right:
            continue
        yield left, right
        left, right = sole_part(left), sole_part(right)
        for name, value in left.items():
            twin = right.get(name)
            if twin is None:
                continue
            if name in SCHEMA:
                pending.append((value, twin))
            elif name in SCHEMA_LIST:
                pending += zip(_elements(value), _elements(twin))
            elif name in SCHEMA_MAP:
                pending += [(part, twin[key]) for key, part in value.items()]


def sole_part(at: Cursor) -> Cursor:
    """What a schema is that says nothing but that one other holds, in `allOf`."""
    return [at, *(part for _, part in sole_parts(at))][-1]


def sole_parts(at: Cursor) -> list[tuple[Cursor, Cursor]]:
    """Each `allOf` from a schema down to its sole part, with the part that it holds."""
    found: list[tuple[Cursor, Cursor]] = []
    while at.kind == "object" and _said_by(at) == ["allOf"]:
        parts = _elements(at["allOf"])
        if len(parts) != 1 or not any(assertions_of(parts[0])):
            break
        found.append((at["allOf"], parts[0]))
        at = parts[0]
    return found


def _elements(parts: Cursor) -> list[Cursor]:
    """Of `allOf` those that do more than describe."""
    is_all = parts.name != "allOf"
    return [at for at in parts.elements() if is_all or at.kind != "object" or _said_by(at)]


def _said_by(at: Cursor) -> list[str]:
    """The keywords that count."""
    return [name for name, value in at.items() if _counts(name, value)]


def _counts(name: str, value: Cursor) -> bool:
    if name in _FLAGS and is_false(value):
        return False
    return name in _COUNTING or name.startswith(PREFIX)


def _content(context: Context, at: Cursor, is_alternative: bool = False) -> int:
    """A number that is the same for schemas that say the same."""
    known, key = context.making.content_of, (at, is_alternative)
    if key in known:
        return known[key]
    if at in context.found.files:  # which the place of the schema makes it
        content: tuple[object, ...] = ("file", at)
    elif at.kind != "object":
        content = ("schema", _value(at.node))
    else:
        whole = at if is_alternative else sole_part(at)
        said = [
            (name, _said(context, whole, name, value, is_alternative))
            for name, value in whole.items()
            if _counts(name, value) or is_alternative and _names(whole, name)
        ]
        content = ("schema", *sorted(said))
    contents = context.making.contents
    known[key] = contents.setdefault(content, len(contents))
    return known[key]


def _names(at: Cursor, name: str) -> bool:
    """A text that says how an alternative, or the constant that it is, is called."""
    if name == "description":
        return not at.has("properties") and not at.has("items")
    return name == "title"


def _said(context: Context, at: Cursor, name: str, value: Cursor, is_alternative: bool) -> str:
    """What a keyword says, the same for all its spellings."""
    if name == "$ref":
        return _target(context, value)
    if name in SCHEMA and value.kind in ("object", "boolean"):
        return str(_content(context, value))
    if name in SCHEMA_LIST and value.kind == "array":
        inside = name in CHOICES or name == "allOf" and is_alternative
        parts = value.elements() if inside else _elements(value)
        return str([_content(context, part, inside) for part in parts])
    if name in SCHEMA_MAP and value.kind == "object":
        members = [
            (key, _content(context, part) if part.kind == "object" else _value(part.node))
            for key, part in value.items()
        ]
        return str(sorted(members, key=str))
    if _is_set(at, name):
        values = list(value.elements()) if value.kind == "array" else [value]
        return str(sorted({_value(element.node) for element in values}))
    # A mapping, and a schema of a wrong type, may refer to other files, from where they stand.
    is_ordered = name in ("discriminator", "dependentRequired", "dependencies")
    text = _value(value.node, is_ordered)
    is_placed = name == "discriminator" or name in _BELOW
    return f"{id(value.document)} {text}" if is_placed else text


def _is_set(at: Cursor, name: str) -> bool:
    """The order of what the keyword lists says nothing."""
    is_enum = name in ("enum", EXTENSIBLE) and at[name].kind == "array"
    return name in ("required", "type") or is_enum and not any(map(at.has, _BY_PLACE))


def _target(context: Context, ref: Cursor) -> str:
    target = ref.resolve()
    if target is None:
        return f"{id(ref.document)} {_value(ref.node)}"
    return str(id(context.found.home(target).node))


def _value(node: Node, is_ordered: bool = False) -> str:
    """A text that is the same for values that are."""
    if isinstance(node, Map):
        entries = [f"{key!r}: {_value(value, is_ordered)}" for key, value in node.entries.items()]
        return f"{{{', '.join(entries if is_ordered else sorted(entries))}}}"
    if isinstance(node, List):
        return f"[{', '.join(_value(element, is_ordered) for element in node.items)}]"
    return f"{node.kind} {node.text!r}"
