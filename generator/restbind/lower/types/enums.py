"""`enum` and `const`."""

from __future__ import annotations

from restbind import ir
from restbind.lower.types import build
from restbind.lower.schema.context import Context
from restbind.lower.schema.flatten import Schema
from restbind.spec.numbers import INT64, value_of, whole
from restbind.source.refs import Cursor


EXTENSIBLE = "x-extensible-enum"
NAMES = ("x-enum-varnames", "x-enumNames")  # of OpenAPI Generator and of NSwag
LONGEST_NAME = 32  # of one that is made from a title or a description


def enum_values(schema: Schema) -> list[Cursor]:
    """The values that every `enum` and `const` of the layers lists, null and repetitions aside."""
    return [value for value in _common(schema) if value.kind != "null"]


def _common(schema: Schema) -> list[Cursor]:
    listed = [*(list(at.elements()) for at in schema.all("enum")), *([at] for at in schema.all("const"))]
    first, *others = listed or [list(schema.first(EXTENSIBLE).elements())]
    found: dict[object, Cursor] = {}
    for value in first:
        found.setdefault(_key(value), value)
    for keys in ({_key(value) for value in values} for values in others):
        found = {key: value for key, value in found.items() if key in keys}
    return list(found.values())


def _key(value: Cursor) -> object:
    """Equal for values that JSON Schema calls equal."""
    if value.kind == "object":
        return ("object", frozenset((name, _key(one)) for name, one in value.items()))
    if value.kind == "array":
        return ("array", tuple(_key(one) for one in value.elements()))
    if value.kind in ("integer", "number"):
        number = value_of(value)
        return ("number", value.node.text if number is None else number)
    return (value.kind, value.node.text.lower() if value.kind == "boolean" else getattr(value.node, "text", ""))


def lower_enum(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type:
    if schema.has("type") and not schema.types():
        return build.by_types(context, schema, hint, own_name)  # null and nothing else, or a contradiction
    values = enum_values(schema)
    at = schema.first("enum") or schema.first("const") or schema.first(EXTENSIBLE)
    if not values and _common(schema):
        return build.ANY if not schema.types() else build.by_types(context, schema, hint, own_name)  # null and nothing else
    if not values:
        is_empty = any(not any(True for _ in listed.elements()) for key in ("enum", EXTENSIBLE) for listed in schema.all(key))
        context.report("RB018", at, "the enum has no values; it is left out of account" if is_empty else
                       "`enum` and `const` of the schema and of what it refers to have no value in common; no value fits")
        return build.by_types(context, schema, hint, own_name)
    if schema.has("enum"):
        _report_repeated(context, schema.first("enum"))
    base = _base(context, schema, values)
    if base is None:
        if schema.types():
            return build.by_types(context, schema, hint, own_name)
        return _plain(values)
    made_of = context.is_made_of("enum", schema.layers)
    if not own_name and made_of in context.inline:
        return ir.Ref(context.inline[made_of])
    name = own_name or context.claim(hint, schema.at)
    if not own_name:
        context.inline[made_of] = name
    texts = tuple(str(whole(value)) if base == "int64" else value.node.text for value in values)
    names = _names(context, schema, values)
    context.named[name] = ir.Enum(name, base, texts, names, build.type_doc(schema, own_name), schema.at.pointer,
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
    found = [build.PLAIN.get(kind) or ir.Open(kind) for kind in kinds]
    return found[0] if len(found) == 1 else ir.OneOf(tuple(found))


def _report_repeated(context: Context, at: Cursor) -> None:
    seen: set[tuple[str, str]] = set()
    for value in at.elements():
        key = (value.kind, getattr(value.node, "text", value.pointer))
        if key in seen:
            context.report("RB018", value, f"the value `{value.node.text}` is listed twice")
        seen.add(key)


def _names(context: Context, schema: Schema, values: list[Cursor]) -> tuple[str, ...]:
    """The name of each value."""
    at = schema.first("x-restbind-enum-names")
    if at is None:
        return _common_names(schema, values)
    listed = list(dict.fromkeys(_key(value) for value in _named_by(schema, "x-restbind-enum-names", values) if value.kind != "null"))
    count = len(listed)
    names = [element.node.text for element in at.elements() if element.kind == "string"]
    if len(names) != count:
        context.report("RB017", at, f"{len(names)} name{'' if len(names) == 1 else 's'} for {count} "
                       f"value{'' if count == 1 else 's'}", "give one name for each value, in the same order")
        return ("",) * len(values)
    for index, name in enumerate(names):
        if name in names[:index]:
            context.report("RB017", at, f"the name `{name}` is given twice")
    by_key = dict(zip(listed, names))
    return tuple(by_key.get(_key(value), "") for value in values)


def _named_by(schema: Schema, key: str, values: list[Cursor]) -> list[Cursor]:
    """The values that a list of names is about: those of the `enum` beside it, of which other layers may leave some out."""
    beside = next(layer for layer in schema.layers if layer.has(key))
    listed = beside.get("enum") or (schema.first("enum") if key != "x-restbind-enum-names" else None)
    return list(listed.elements()) if listed is not None else values


def _common_names(schema: Schema, values: list[Cursor]) -> tuple[str, ...]:
    """Names as other generators know them; '' where the value is all there is."""
    for key in NAMES if schema.has("enum") else ():
        names = [element.node.text for element in schema.first(key).elements() if element.kind == "string"] if schema.has(key) else []
        listed = _named_by(schema, key, values) if names else []
        if names and len(names) == len(listed):
            by_key = {_key(value): name for value, name in reversed(list(zip(listed, names)))}
            return tuple(by_key.get(_key(value), "") for value in values)
    if schema.has("enum") and schema.has("x-enum-descriptions"):
        texts = [text for text in schema.first("x-enum-descriptions").elements() if text.kind == "string"]
        listed = _named_by(schema, "x-enum-descriptions", values)
        if len(texts) == len(listed):
            texts_by_key = {_key(value): text.node.text for value, text in reversed(list(zip(listed, texts)))}
            return tuple(name_of(value, texts_by_key.get(_key(value), "")) for value in values)
    return ("",) * len(values)


def name_of(value: Cursor, *texts: str) -> str:
    """The first text that can serve as a name of a value that is no word itself, else ''."""
    if any(char.isalpha() for char in value.node.text):
        return ""
    return next((text for text in texts if any(char.isalpha() for char in text) and len(text) <= LONGEST_NAME), "")
