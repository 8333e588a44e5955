"""`enum` and `const`."""

from __future__ import annotations

from restbind import ir
from restbind.lower import types
from restbind.lower.context import Context
from restbind.lower.flatten import Schema
from restbind.numbers import INT64, whole
from restbind.refs import Cursor


EXTENSIBLE = "x-extensible-enum"
NAMES = ("x-enum-varnames", "x-enumNames")  # of OpenAPI Generator and of NSwag
LONGEST_NAME = 32  # of one that is made from a title or a description


def enum_values(schema: Schema) -> list[Cursor]:
    """The values that `enum` or `const` lists, null and repetitions aside."""
    at = schema.first("enum")
    if at is None and schema.has("const"):
        values = [schema.first("const")]
    else:
        values = list((at or schema.first(EXTENSIBLE)).elements())
    found: dict[tuple[str, str], Cursor] = {}
    for value in values:
        if value.kind != "null":
            found.setdefault((value.kind, getattr(value.node, "text", value.pointer)), value)
    return list(found.values())


def lower_enum(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type:
    values = enum_values(schema)
    at = schema.first("enum") or schema.first("const") or schema.first(EXTENSIBLE)
    if not values and any(value.kind == "null" for value in (at.elements() if at.kind == "array" else (at,))):
        return types.ANY if not schema.types() else types.by_types(context, schema, hint, own_name)  # null and nothing else
    if not values:
        context.report("RB018", at, "the enum has no values; it is left out of account")
        return types.by_types(context, schema, hint, own_name)
    if schema.has("enum"):
        _report_repeated(context, schema.first("enum"))
    base = _base(context, schema, values)
    if base is None:
        if schema.types():
            return types.by_types(context, schema, hint, own_name)
        return _plain(values)
    made_of = context.is_made_of("enum", schema.layers)
    if not own_name and made_of in context.inline:
        return ir.Ref(context.inline[made_of])
    name = own_name or context.claim(hint, schema.at)
    if not own_name:
        context.inline[made_of] = name
    texts = tuple(str(whole(value)) if base == "int64" else value.node.text for value in values)
    names = _names(context, schema, values)
    context.named[name] = ir.Enum(name, base, texts, names, types.type_doc(schema, own_name), schema.at.pointer,
                                  is_open=not schema.has("enum") and not schema.has("const"))
    return ir.Ref(name)


def _base(context: Context, schema: Schema, values: list[Cursor]) -> str | None:
    """int64 or string; None for values that no enum can hold."""
    declared = schema.types()
    kinds = {value.kind for value in values}
    if declared == ("string",) or not declared and kinds == {"string"}:
        if kinds & {"object", "array"}:
            return None
        for value in values:
            if value.kind != "string":
                context.report("RB018", value, f"`{value.node.text}` is not a string; its text is taken", "put it in quotes")
        return "string"
    if declared in (("integer",), ()) and kinds <= {"integer", "number"}:
        numbers = [whole(value) for value in values]
        if all(number is not None and INT64[0] <= number <= INT64[1] for number in numbers):
            return "int64"
    return None


def _plain(values: list[Cursor]) -> ir.Type:
    """An untyped enum of other values: a value of their type, or of one of their types. Which ones are allowed is checked
    as a schema."""
    kinds = dict.fromkeys(value.kind for value in values)
    if "number" in kinds:
        kinds.pop("integer", None)
    found = [types.PLAIN.get(kind) or ir.Open(kind) for kind in kinds]
    return found[0] if len(found) == 1 else ir.OneOf(tuple(found))


def _report_repeated(context: Context, at: Cursor) -> None:
    seen: set[tuple[str, str]] = set()
    for value in at.elements():
        key = (value.kind, getattr(value.node, "text", value.pointer))
        if key in seen:
            context.report("RB018", value, f"the value `{value.node.text}` is listed twice")
        seen.add(key)


def _names(context: Context, schema: Schema, values: list[Cursor]) -> tuple[str, ...]:
    at = schema.first("x-restbind-enum-names")
    if at is None:
        return _common_names(schema, values)
    names = [element.node.text for element in at.elements() if element.kind == "string"]
    if len(names) != len(values):
        context.report("RB017", at, f"{len(names)} name{'' if len(names) == 1 else 's'} for {len(values)} "
                       f"value{'' if len(values) == 1 else 's'}", "give one name for each value, in the same order")
        return ("",) * len(values)
    for index, name in enumerate(names):
        if name in names[:index]:
            context.report("RB017", at, f"the name `{name}` is given twice")
    return tuple(names)


def _common_names(schema: Schema, values: list[Cursor]) -> tuple[str, ...]:
    """Names as other generators know them; '' where the value is all there is."""
    listed = schema.first("enum")
    places = {value.pointer: index for index, value in enumerate(listed.elements())} if listed is not None else {}
    if places:
        for key in NAMES:
            names = [element.node.text for element in schema.first(key).elements() if element.kind == "string"] if schema.has(key) else []
            if len(names) == len(places):
                return tuple(names[places[value.pointer]] for value in values)
        texts = list(schema.first("x-enum-descriptions").elements()) if schema.has("x-enum-descriptions") else []
        if len(texts) == len(places):
            return tuple(name_of(value, texts[places[value.pointer]].node.text) for value in values)
    return ("",) * len(values)


def name_of(value: Cursor, *texts: str) -> str:
    """The first text that can serve as a name of a value that is no word itself, else ''."""
    if any(char.isalpha() for char in value.node.text):
        return ""
    return next((text for text in texts if any(char.isalpha() for char in text) and len(text) <= LONGEST_NAME), "")
