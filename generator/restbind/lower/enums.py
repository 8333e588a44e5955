"""`enum` and `const`."""

from __future__ import annotations

from restbind import ir
from restbind.lower import types
from restbind.lower.context import Context
from restbind.lower.flatten import Schema
from restbind.numbers import INT64, whole
from restbind.refs import Cursor


EXTENSIBLE = "x-extensible-enum"


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
    name = own_name or context.claim(hint, schema.at)
    texts = tuple(str(whole(value)) if base == "int64" else value.node.text for value in values)
    names = _names(context, schema, len(texts))
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


def _names(context: Context, schema: Schema, count: int) -> tuple[str, ...]:
    at = schema.first("x-restbind-enum-names")
    if at is None:
        return ("",) * count
    names = [element.node.text for element in at.elements() if element.kind == "string"]
    if len(names) != count:
        context.report("RB017", at, f"{len(names)} name{'' if len(names) == 1 else 's'} for {count} "
                       f"value{'' if count == 1 else 's'}", "give one name for each value, in the same order")
        return ("",) * count
    for index, name in enumerate(names):
        if name in names[:index]:
            context.report("RB017", at, f"the name `{name}` is given twice")
    return tuple(names)
