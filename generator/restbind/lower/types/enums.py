# SPDX-License-Identifier: BSL-1.0
"""`enum` and `const`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from restbind import ir
from restbind.lower.schema.choice import holder_of
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.docs import type_doc
from restbind.lower.schema.equality import DESCRIPTIONS, NAMES
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import EXTENSIBLE, Shape, key_of
from restbind.lower.types.parts import Lower, one_of
from restbind.lower.types.references import reference
from restbind.lower.types.scalars import lower_scalar
from restbind.source.refs import Cursor
from restbind.spec.listed_values import not_of, nothing_fits
from restbind.spec.numbers import INT64, whole

LONGEST_NAME = 32  # of one that is made from a title or a description
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_END_OF_CLAUSE = re.compile(r"[.;:,(\n]|\s[-\u2013\u2014]\s")
_NOT_LAST = frozenset(
    "a an and as at because by for from has in is it of on or than that the this to was were which"
    " with".split()
)


def lower_enum(context: Context, schema: Shape, hint: str, own_name: str) -> ir.Type | None:
    """The enum that a schema lists the values of, or the plain type of values that no enum can
    hold. None where only the types of the schema count.
    """
    if schema.has("type") and not schema.types():
        return None  # null and nothing else, or a contradiction
    values, listed = schema.values(), schema.listed()
    at = schema.first("enum") or schema.first("const") or schema.first(EXTENSIBLE)
    others = schema.of_other_types()
    if others:
        _report_others(context, schema, others, at if not listed else None)
    elif not listed and all(names.kind == "array" for names in schema.all("enum")):
        _report_none(context, schema, at)  # else that has been reported
    if not values:
        return None
    if schema.has("enum"):
        _report_repeated(context, schema["enum"])
    base = _base(context, schema, values)
    if base is None:
        return None if schema.types() else _plain(values)
    # The title of an alternative is that of its value.
    is_alternative = not own_name and schema.at.identity in context.found.chosen
    made = ir.Enum(
        "",
        base,
        _texts(base, values),
        _names(context, schema, values, is_alternative),
        type_doc(schema, own_name),
        schema.at.pointer,
        is_open=not schema.has("enum") and not schema.has("const"),
    )
    return named_enum(context, made, schema.at, hint, own_name)


def _texts(base: str, values: list[Cursor]) -> tuple[str, ...]:
    return tuple(str(whole(value)) if base == "int64" else value.written for value in values)


def _report_none(context: Context, schema: Shape, at: Cursor | None) -> None:
    """Reports that no value is listed, or none by all lists. at: the first list."""
    is_empty = any(not any(True for _ in listed.elements()) for listed in schema.all(EXTENSIBLE))
    context.report(
        "RB018",
        at if is_empty and at is not None else _contradicting(context, schema),
        (
            "the enum has no values; it is left out of account"
            if is_empty
            else (
                "`enum` and `const` of the schema and of what it refers to have no value in common;"
                " no value fits"
            )
        ),
    )


def _report_others(
    context: Context, schema: Shape, others: list[Cursor], at: Cursor | None
) -> None:
    """Values that a type in another layer does not allow; those of the type beside them have been
    told. at: the list of them, if it holds nothing else."""
    types = schema.types()
    if any(
        layer.has("type") and layer.has(key) for layer in schema.layers for key in ("enum", "const")
    ):
        return
    for value in others:
        context.report("RB018", value, not_of(value, types))
    if at is not None:
        context.report("RB014", at, nothing_fits(types))


def _contradicting(context: Context, schema: Shape) -> Cursor:
    """Of lists that have nothing in common the last of what is lowered: it knows what it refers to,
    which is fine by itself.
    """
    listed = [layer[key] for layer in schema.layers for key in ("enum", "const") if layer.has(key)]
    within = f"{context.lowered.pointer}/" if context.lowered is not None else ""
    return ([at for at in listed if at.pointer.startswith(within)] or listed)[-1]


def named_enum(context: Context, made: ir.Enum, at: Cursor, hint: str, own_name: str) -> ir.Type:
    """An enum under its own name, or else one type for all inline enums of the same constants; a
    component that has these, too, is it.
    """
    if own_name:
        context.found.named[own_name] = replace(made, name=own_name)
        return ir.Ref(own_name)
    component = _of_components(context).get(_constants(made))
    if component is not None:
        return reference(context, component, hint)
    name = context.making.inline.get(("enum", _constants(made)), "")
    if not name:
        name = context.making.inline["enum", _constants(made)] = context.claim(hint, at)
        context.found.named[name] = replace(made, name=name)
    known = context.found.named[name]
    if known.doc != made.doc:  # the members say what it means where they stand
        context.found.named[name] = replace(
            known, doc=ir.Doc(deprecated=known.doc.deprecated and made.doc.deprecated)
        )
    context.found.hints.setdefault(name, []).append(hint)
    return ir.Ref(name)


def _constants(made: ir.Enum) -> object:
    """Equal for enums that are the same but for their order and what is said about them."""
    return made.base, made.is_open, frozenset(zip(made.values, made.names))


def _of_components(context: Context) -> dict[object, Cursor]:
    """The components that are enums, by their constants; of equal ones the first."""
    if context.making.enums is None:
        context.making.enums = {}
        for at in context.document.components.values():
            if (
                not any(at.has(key) for key in ("enum", "const"))
                or at.has("allOf")
                or at.has("$ref")
            ):
                continue
            schema = normalise(context, at)
            values = (
                schema.values()
                if schema.choices() is None and not (schema.has("type") and not schema.types())
                else []
            )
            base = _base(context, schema, values) if values else None
            if base is not None:
                made = ir.Enum(
                    "", base, _texts(base, values), _names(context, schema, values), ir.Doc(), ""
                )
                context.making.enums.setdefault(_constants(made), at)
    return context.making.enums


def merge_components(context: Context) -> None:
    """Of components that are equal enums the first in the document is the type, and the others are
    names of it, so that values of one can be given to the other. To be called once all types are
    known."""
    first: dict[object, str] = {}
    for name in context.document.components:
        found = context.found.named.get(name)
        if not isinstance(found, ir.Enum) or not _says_what_it_means(found):
            continue
        other = first.setdefault(_constants(found), name)
        if other != name:
            context.found.named[name] = ir.Alias(
                name, ir.Ref(other), found.doc, context.place_of(name).pointer
            )


def _says_what_it_means(found: ir.Enum) -> bool:
    """Numbers are no reason to take two enums for one, nor is a single value; and what is
    deprecated does not stand for what is not.
    """
    return (
        len(set(found.values)) > 1
        and not found.doc.deprecated
        and all(
            name or found.base == "string" and (_is_word(value) or not value)
            for value, name in zip(found.values, found.names)
        )
    )


def _base(context: Context, schema: Shape, values: list[Cursor]) -> str | None:
    """int64 or string; None for values that no enum can hold."""
    declared = schema.types()
    kinds = {value.kind for value in values}
    if declared == ("string",) or not declared and kinds == {"string"}:
        if kinds & {"object", "array"}:
            return None
        for value in values:
            if value.kind != "string":
                context.report(
                    "RB018",
                    value,
                    f"`{value.written}` is not a string; its text is taken",
                    "put it in quotes",
                )
        return "string"
    if declared in (("integer",), ()) and kinds <= {"integer", "number"}:
        numbers = [whole(value) for value in values]
        if all(number is not None and INT64[0] <= number <= INT64[1] for number in numbers):
            return "int64"
    return None


def _plain(values: list[Cursor]) -> ir.Type:
    """An untyped enum of other values: a value of their type, or of one of their types. Which ones
    are allowed is checked as a schema."""
    kinds = dict.fromkeys(value.kind for value in values)
    if "number" in kinds:
        kinds.pop("integer", None)
    return one_of(ir.PLAIN.get(kind) or ir.Open(kind) for kind in kinds)


def _report_repeated(context: Context, at: Cursor) -> None:
    seen: set[tuple[str, str]] = set()
    for value in at.elements():
        key = (value.kind, getattr(value.node, "text", value.pointer))
        if key in seen:
            context.report("RB018", value, f"the value `{value.written}` is listed twice")
        seen.add(key)


def _names(
    context: Context, schema: Shape, values: list[Cursor], is_alternative: bool = False
) -> tuple[str, ...]:
    """The name of each value."""
    at = schema.first("x-restbind-enum-names")
    if at is None:
        if is_alternative and len(values) == 1 and not schema.has("enum"):
            return (name_of(values[0], schema.text("title"), schema.text("description")),)
        return _common_names(context, schema, values)
    listed = list(
        dict.fromkeys(
            key_of(value)
            for value in _named_by(schema, "x-restbind-enum-names", values)
            if value.kind != "null"
        )
    )
    count = len(listed)
    names = [element.written for element in at.elements() if element.kind == "string"]
    if len(names) != count:
        context.report(
            "RB017",
            at,
            (
                f"{len(names)} name{'' if len(names) == 1 else 's'} for {count} "
                f"value{'' if count == 1 else 's'}"
            ),
            "give one name for each value, in the same order",
        )
        return ("",) * len(values)
    for index, name in enumerate(names):
        if name in names[:index]:
            context.report("RB017", at, f"the name `{name}` is given twice")
    by_key = dict(zip(listed, names))
    return tuple(by_key.get(key_of(value), "") for value in values)


def _named_by(schema: Shape, key: str, values: list[Cursor]) -> list[Cursor]:
    """The values that a list of names is about: those of the `enum` beside it, of which other
    layers may leave some out.
    """
    beside = next(layer for layer in schema.layers if layer.has(key))
    listed = beside.get("enum") or (
        schema.first("enum") if key != "x-restbind-enum-names" else None
    )
    return list(listed.elements()) if listed is not None else values


def _common_names(context: Context, schema: Shape, values: list[Cursor]) -> tuple[str, ...]:
    """Names as other generators know them; '' where the value is all there is."""
    for key in [key for key in NAMES if schema.has("enum") and schema.has(key)]:
        names = [element.written for element in schema[key].elements() if element.kind == "string"]
        listed = _named_by(schema, key, values)
        listed = (
            [value for value in listed if value.kind != "null"]
            if len(names) < len(listed)
            else listed
        )
        if len(names) != len(listed):
            _report_number(context, schema[key], "name", len(names), len(listed))
        elif names:
            by_key = {key_of(value): name for value, name in reversed(list(zip(listed, names)))}
            return tuple(by_key.get(key_of(value), "") for value in values)
    stated = [_stated(context, schema, value) for value in values]
    return distinct(
        [name_of(value, "", text) if text else name for value, (name, text) in zip(values, stated)],
        [name for name, _ in stated],
        [value.written for value in values],
    )


def _report_number(context: Context, at: Cursor, what: str, number: int, count: int) -> None:
    context.report(
        "RB035",
        at,
        (
            f"{number} {what}{'' if number == 1 else 's'} for"
            f" {count} value{'' if count == 1 else 's'}; `{at.name}` is not used"
        ),
        f"give one {what} for each value, in the same order",
    )


def _stated(context: Context, schema: Shape, value: Cursor) -> tuple[str, str]:
    """The name and the description of one value of an `enum`, where a list of objects or of texts
    gives them, or a table; else ''.
    """
    for one in schema["x-ms-enum"].each("values") if schema.has("x-ms-enum") else ():
        if (
            one.kind == "object"
            and one.has("value")
            and getattr(one["value"].node, "text", None) == value.written
        ):
            return one.text("name"), one.text("description") if not one.text("name") else ""
    for key in DESCRIPTIONS if schema.has("enum") else ():
        at = schema.first(key)
        if at is None:
            continue
        if at.kind == "object":
            return "", at.text(value.written)
        texts, listed = [text for text in at.elements() if text.kind == "string"], _named_by(
            schema, key, []
        )
        if len(texts) == len(listed):
            return "", next(
                (text.written for text, one in zip(texts, listed) if key_of(one) == key_of(value)),
                "",
            )
        _report_number(context, at, "description", len(texts), len(listed))
    return "", ""


def name_of(value: Cursor, title: str, description: str) -> str:
    """A title of one word, or the value itself, which '' stands for; for a value that is no word,
    what the texts begin with.
    """
    if _WORD.fullmatch(title) and len(title) <= LONGEST_NAME:
        return title
    if _is_word(value.written):
        return ""
    return next(
        (short for text in (title, description) if (short := _beginning(text, value.written))), ""
    )


def _is_word(value: str) -> bool:
    """A constant can be called as the value is spelt, without `value_` in front of a number."""
    return next((char.isalpha() for char in value if char.isalnum()), False)


def distinct(names: Sequence[str], titles: Sequence[str], values: Sequence[str]) -> tuple[str, ...]:
    """Names, but for those that several values would have: '' for what is called as its value, or
    has only the first words of a text in common with others. A title stays, which C++ puts a number
    behind."""
    folded = [re.sub(r"\W", "", name).lower() for name in names]
    counts = Counter(folded)
    return tuple(
        name if counts[low] == 1 or name == title and not _is_word(value) else ""
        for name, low, title, value in zip(names, folded, titles, values)
    )


def _beginning(text: str, value: str) -> str:
    """The first words of a text, in front of which the value itself may stand: `1 - open for all`
    -> open for all.
    """
    text = re.sub(rf"^\W*{re.escape(value)}\b\W*", "", text.strip())
    words = _END_OF_CLAUSE.split(text.strip(), maxsplit=1)[0].split()
    while len(" ".join(words)) > LONGEST_NAME or words and words[-1].lower() in _NOT_LAST:
        words.pop()
    found = " ".join(words)
    return found if any(char.isalpha() for char in found) else ""


# --------------------------------------------------------------------------------------------------
# several as one


# What need not hold a value that is listed beside it.
_NARROW = tuple(
    ir.Scalar(kind)
    for kind in ("int8", "int16", "int32", "uint8", "uint16", "base64", "base64-png")
)


def lower_several(
    context: Context,
    lower: Lower,
    at: Cursor,
    members: list[Cursor],
    kind: str,
    hint: str,
    own_name: str,
) -> list[ir.Type]:
    """Several alternatives that are strings, or numbers, as few types: an enum with the values of
    all, open if others are allowed, too; and dates and times, which are read first."""
    schemas = [normalise(context, member) for member in members]
    listed = [
        schema
        for schema in schemas
        if schema.choices() is None and (schema.has("enum") or schema.has("const"))
    ]
    others = [
        (lower_scalar(context, schema, kind) if schema.choices() is None else ir.PLAIN[kind])
        for schema in schemas
        if schema not in listed
    ]
    found: list[ir.Type] = [
        one
        for one in dict.fromkeys(others)
        if one.scalar in ("date", "date-time") or isinstance(one, ir.Own)
    ]
    rest = [one for one in dict.fromkeys(others) if one not in found]
    wide: ir.Type = (
        rest[0] if len(rest) == 1 and not (listed and rest[0] in _NARROW) else ir.PLAIN[kind]
    )
    if own_name and found:  # the name is that of both
        own_name, hint = "", pascal(hint, kind)
    enum = (
        _enum(context, at, listed, kind, hint, own_name, is_open=bool(others))
        if wide == ir.PLAIN[kind]
        else None
    )
    component = next(
        (
            member
            for member, schema in zip(members, schemas)
            if schema in listed and member.has("$ref")
        ),
        None,
    )
    if enum is not None and len(listed) == 1 and others and component is not None:
        return [
            *found,
            lower((component,), hint),
        ]  # which holds any other text, too
    if enum is not None and any(
        not member.has("$ref") for member, schema in zip(members, schemas) if schema in listed
    ):
        return [*found, enum()]
    return [*found, wide] if rest or listed else found


def _enum(
    context: Context,
    at: Cursor,
    schemas: list[Shape],
    kind: str,
    hint: str,
    own_name: str,
    is_open: bool,
) -> Callable[[], ir.Type] | None:
    """What makes the enum; None without values that one can hold."""
    groups = [(schema, schema.values()) for schema in schemas]
    values = [value for _, group in groups for value in group]
    if kind == "string" and values and all(value.kind == "string" for value in values):
        base, texts = "string", [value.written for value in values]
    elif (
        kind == "integer"
        and values
        and all(
            (number := whole(value)) is not None and INT64[0] <= number <= INT64[1]
            for value in values
        )
    ):
        base, texts = "int64", [str(whole(value)) for value in values]
    else:
        return None

    def made() -> ir.Type:
        holder = holder_of(context, at)
        stated = [
            (
                (value, schema.text("title"), schema.text("description"))
                if len(group) == 1
                else (value, "", "")
            )
            for schema, group in groups
            for value in group
        ]
        named = {
            text: (name_of(*one), one[1]) for text, one in reversed(list(zip(texts, stated)))
        }  # of equal values the first
        listed = tuple(dict.fromkeys(texts))
        names = distinct(
            [named[text][0] for text in listed], [named[text][1] for text in listed], listed
        )
        return named_enum(
            context,
            ir.Enum(
                "",
                base,
                listed,
                names,
                type_doc(normalise(context, holder), own_name),
                at.pointer,
                is_open,
            ),
            at,
            hint,
            own_name,
        )

    return made
