# SPDX-License-Identifier: BSL-1.0
"""`enum` and `const`."""

from __future__ import annotations

from dataclasses import replace

from restbind import ir
from restbind.lower.schema.bounds import listed_text
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import type_doc
from restbind.lower.schema.known import Known
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import EXTENSIBLE, Shape
from restbind.lower.types.enum_names import constant_name, distinct, is_word, names_of
from restbind.lower.types.parts import Lower, one_of
from restbind.lower.types.references import reference
from restbind.lower.types.scalars import lower_scalar
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.listed_values import not_of, nothing_fits
from restbind.spec.numbers import INT64, whole

_BY_CONSTANTS = Known(dict[object, Cursor])  # the components that are enums
# What need not hold a value that is listed beside it.
_NARROW = tuple(
    map(ir.Scalar, ("int8", "int16", "int32", "uint8", "uint16", "base64", "base64-png"))
)


def lower_enum(context: Context, schema: Shape, hint: str, own_name: str) -> ir.Type | None:
    """The enum that a schema lists the values of, or the plain type of values that no enum can
    hold. None where only the types of the schema count.
    """
    if schema.has("type") and not schema.types:
        return None  # null and nothing else, or a contradiction
    _report(context, schema)
    # The title of an alternative is that of its value.
    is_alternative = not own_name and schema.at in context.making.chosen
    made = _made(schema, own_name, is_alternative)
    if made is not None:
        return _named(context, made, schema.at, hint, own_name)
    return _plain(schema.values) if schema.values and not schema.types else None


def _made(schema: Shape, own_name: str = "", is_alternative: bool = False) -> ir.Enum | None:
    """The enum of the values that a schema lists, without a name; None for values that no enum can
    hold, or none.
    """
    values = schema.values
    base = _base(schema, values) if values else None
    if base is None:
        return None
    texts = [listed_text(base, value) for value in values]
    return ir.Enum(
        "",
        base,
        tuple(texts),
        names_of(schema, values, is_alternative),
        type_doc(schema, own_name),
        schema.at.pointer,
        is_open=not schema.is_listed,
    )


def _plain(values: list[Cursor]) -> ir.Type:
    """A value of the types of those that are listed. Which ones are allowed is checked as a
    schema."""
    kinds = dict.fromkeys(value.kind for value in values)
    if "number" in kinds:
        kinds.pop("integer", None)
    return one_of(ir.PLAIN.get(kind) or ir.Open(kind) for kind in kinds)


def _is_int64(value: Cursor) -> bool:
    number = whole(value)
    return number is not None and INT64[0] <= number <= INT64[1]


def _base(schema: Shape, values: list[Cursor]) -> str | None:
    """int64 or string; None for values that no enum can hold."""
    kinds = {value.kind for value in values}
    is_untyped = not schema.types
    if is_untyped and kinds == {"string"}:
        return "string"
    if is_untyped or schema.types == ("integer",):
        return "int64" if all(map(_is_int64, values)) else None
    if schema.types != ("string",) or kinds & {"object", "array"}:
        return None
    for value in values:
        if value.kind != "string":
            what = f"`{value.written}` is not a string; its text is taken"
            value.report("RB018", what, "put it in quotes")
    return "string"


# --------------------------------------------------------------------------------------------------
# enums that are one


def _named(context: Context, made: ir.Enum, at: Cursor, hint: str, own_name: str) -> ir.Type:
    """An enum under its own name, or else one type for all inline enums of the same constants; a
    component that has these, too, is it.
    """
    named, inline = context.found.named, context.making.inline
    if own_name:
        named[own_name] = replace(made, name=own_name)
        return ir.Ref(own_name)
    constants = _constants(made)
    component = _of_components(context).get(constants)
    if component is not None:
        return reference(context, component, hint)
    name = inline.get(("enum", constants), "")
    if not name:
        name = inline["enum", constants] = context.claim(hint, at)
        named[name] = replace(made, name=name)
    known = named[name]
    if known.doc != made.doc:  # the members say what it means where they stand
        is_deprecated = known.doc.deprecated and made.doc.deprecated
        named[name] = replace(known, doc=ir.Doc(deprecated=is_deprecated))
    context.found.hints.setdefault(name, []).append(hint)
    return ir.Ref(name)


def _constants(made: ir.Enum) -> object:
    """Equal for enums that are the same but for their order and what is said about them."""
    return made.base, made.is_open, frozenset(zip(made.values, made.names))


def _of_components(context: Context) -> dict[object, Cursor]:
    """The components that are enums, by their constants; of equal ones the first."""
    known = _BY_CONSTANTS.about(context.document.root)
    for at in context.document.components.values() if not known else ():
        is_listed = at.has("enum") or at.has("const")
        if not is_listed or at.has("allOf") or at.has("$ref"):
            continue
        schema = normalise(at)
        if schema.choice is not None or schema.has("type") and not schema.types:
            continue
        made = _made(schema)
        if made is not None:
            known.setdefault(_constants(made), at)
    return known


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
                name, ir.Ref(other), found.doc, context.found.places[name].pointer
            )


def _says_what_it_means(found: ir.Enum) -> bool:
    """Numbers are no reason to take two enums for one, nor is a single value; and what is
    deprecated does not stand for what is not.
    """
    if found.doc.deprecated or len(set(found.values)) < 2:
        return False
    for value, name in zip(found.values, found.names):
        is_told = found.base == "string" and (is_word(value) or not value)
        if not name and not is_told:
            return False
    return True


# --------------------------------------------------------------------------------------------------
# several as one


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
    listed, others = _listed_and_others(context, members, kind)
    found = [type_ for type_ in others if _is_read_first(type_)]
    rest = [type_ for type_ in others if type_ not in found]
    wide: ir.Type = ir.PLAIN[kind]
    if len(rest) == 1 and not (listed and rest[0] in _NARROW):
        wide = rest[0]
    if own_name and found:  # the name is that of both
        own_name, hint = "", pascal(hint, kind)
    schemas = [normalise(member) for member in listed]
    is_one_enum = wide == ir.PLAIN[kind] and _are_of_one_enum(kind, schemas)
    if is_one_enum and not all(member.has("$ref") for member in listed):
        made = replace(_enum(at, schemas, kind, own_name), is_open=bool(others))
        return [*found, _named(context, made, at, hint, own_name)]
    if is_one_enum and len(listed) == 1 and others:
        return [*found, lower((listed[0],), hint)]  # which holds any other text, too
    return [*found, wide] if rest or listed else found


def _is_read_first(type_: ir.Type) -> bool:
    return type_.scalar in ("date", "date-time") or isinstance(type_, ir.Own)


def _listed_and_others(
    context: Context, members: list[Cursor], kind: str
) -> tuple[list[Cursor], list[ir.Type]]:
    """The alternatives that list values, and the types of the others, each once."""
    listed: list[Cursor] = []
    others: dict[ir.Type, None] = {}
    for member in members:
        schema = normalise(member)
        if schema.choice is not None:
            others[ir.PLAIN[kind]] = None
        elif schema.is_listed:
            listed.append(member)
        else:
            others[lower_scalar(context, schema, kind)] = None
    return listed, list(others)


def _are_of_one_enum(kind: str, schemas: list[Shape]) -> bool:
    values = [value for schema in schemas for value in schema.values]
    if not values or kind not in ("string", "integer"):
        return False
    if kind == "integer":
        return all(map(_is_int64, values))
    return all(value.kind == "string" for value in values)


def _enum(at: Cursor, schemas: list[Shape], kind: str, own_name: str) -> ir.Enum:
    """The enum of the values of all alternatives of a list; of equal values the first counts."""
    base = "string" if kind == "string" else "int64"
    named: dict[str, tuple[str, str, str]] = {}
    for schema in schemas:
        title = text = ""
        if len(schema.values) == 1:
            title, text = schema.text("title"), schema.text("description")
        for value in schema.values:
            written = listed_text(base, value)
            named.setdefault(written, (constant_name(value, title, text), title, written))
    doc = type_doc(normalise(holder_of(at)), own_name)
    return ir.Enum("", base, tuple(named), distinct(named.values()), doc, at.pointer)


# --------------------------------------------------------------------------------------------------
# findings


def _report(context: Context, schema: Shape) -> None:
    """Reports values that are listed twice, or of another type, and lists that leave none."""
    listed, others = schema.listed, schema.of_other_types
    at = schema.first("enum") or schema.first("const") or schema.first(EXTENSIBLE)
    if others:
        _report_others(schema, others, at if not listed else None)
    elif not listed and all(names.kind == "array" for names in schema.all("enum")):
        _report_none(context, schema, at)  # else that has been reported
    if schema.values and schema.has("enum"):
        _report_repeated(schema["enum"])


def _report_none(context: Context, schema: Shape, at: Cursor | None) -> None:
    """Reports that no value is listed, or none by all lists. at: the first list."""
    is_empty = any(listed.is_empty for listed in schema.all(EXTENSIBLE))
    if is_empty and at is not None:
        at.report("RB018", "the enum has no values; it is left out of account")
    else:
        _contradicting(context, schema).report(
            "RB018",
            "`enum` and `const` of the schema and of what it refers to have no value in common;"
            " no value fits",
        )


def _contradicting(context: Context, schema: Shape) -> Cursor:
    """Of lists that have nothing in common the last of what is lowered: it knows what it refers to,
    which is fine by itself.
    """
    listed: list[Cursor] = []
    for layer in schema.layers:
        listed += filter(None, (layer.get("enum"), layer.get("const")))
    within = f"{context.lowered.pointer}/" if context.lowered is not None else ""
    own = [at for at in listed if at.pointer.startswith(within)]
    return (own or listed)[-1]


def _report_others(schema: Shape, others: list[Cursor], at: Cursor | None) -> None:
    """Values that a type in another layer does not allow; those of the type beside them have been
    told. at: the list of them, if it holds nothing else."""
    for layer in schema.layers:
        if layer.has("type") and (layer.has("enum") or layer.has("const")):
            return
    for value in others:
        value.report("RB018", not_of(value, schema.types))
    if at is not None:
        at.report("RB014", nothing_fits(schema.types))


def _report_repeated(at: Cursor) -> None:
    seen: set[tuple[str, str]] = set()
    for value in at.elements():
        key = (value.kind, getattr(value.node, "text", value.pointer))
        if key in seen:
            value.report("RB018", f"the value `{value.written}` is listed twice")
        seen.add(key)
