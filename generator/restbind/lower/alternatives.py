"""`oneOf` and `anyOf`: alternatives that the JSON type of the value tells apart."""

from __future__ import annotations

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower import types
from restbind.lower.context import Context, pascal
from restbind.lower.layers import CHOICES, SHAPING, Schema, flatten, is_null_type
from restbind.lower.limits import BOUNDED
from restbind.refs import Cursor

ALL = ("object", "array", "boolean", "integer", "number", "string")
_WIDE = {"string": ir.Scalar("string"), "integer": ir.Scalar("int64"), "number": ir.Scalar("double"),
         "boolean": ir.Scalar("boolean"), "array": ir.Open("array"), "object": ir.Open("object")}
_SHAPES = ("$ref", "type", "properties", "items", "additionalProperties", "allOf", "oneOf", "anyOf", "enum", "const", "format")


def lower_alternatives(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type | None:
    """None when the alternatives only bound a value whose shape the schema gives itself; they are checked as a
    schema."""
    at = schema.choices()
    context.holders.update((layer.get(name).identity, layer) for layer in schema.layers for name in CHOICES if layer.has(name))
    key = at.key.text
    members = [member for member in at.elements() if not is_null_type(member)]
    if schema.has("properties") or not any(shapes(member) for member in members):
        if any(member.has("properties") for member in members):
            context.report("RB030", at, f"the alternatives of `{key}` refine the schema; members that only they name are kept as "
                           "open JSON")
        return None
    kinds = {member.pointer: json_kinds(context, member) for member in members}
    # A file is no JSON: it may stand beside a string.
    kinds.update((member.pointer, ("file",)) for member in members if context.files and
                 any(layer.identity in context.files for layer in flatten(context, member).layers))
    if any(not kinds[member.pointer] for member in members):
        return types.ANY
    return _told_apart(context, at, members, kinds, hint)


def _told_apart(context: Context, at: Cursor, members: list[Cursor], kinds: dict[str, tuple[str, ...]], hint: str) -> ir.Type:
    clashing = [kind for kind in ALL if sum(kind in kinds[member.pointer] for member in members) > 1]
    if clashing == ["object"] and _are_models(context, members, kinds):
        clashing = []
    lossy = [kind for kind in clashing if not any(_is_wide(context, member, kind) for member in members)]
    kept = [member for member in members if not any(kind in clashing for kind in kinds[member.pointer])]
    inline = [member for member in kept if not member.has("$ref") and _is_named(member, kinds[member.pointer])]
    found: list[ir.Type] = []
    objects = [member for member in inline if kinds[member.pointer] == ("object",)]
    for member in members:
        if member in kept:
            name = hint if len(inline) < 2 else pascal(hint, _title(member, objects) or kinds[member.pointer][0])
            found += unfolded(types.lower_type(context, member, name))
        else:
            found += [_WIDE[kind] for kind in kinds[member.pointer]]
    found = list(dict.fromkeys(found))
    if lossy:
        _report_clash(context, at, lossy)
    if len(found) == 1:
        return found[0]
    if sum(kinds[member.pointer] == ("object",) for member in members) > 1 and ir.Open("object") not in found:
        found.append(ir.Open("object"))  # next year's kinds of objects must not make an answer unreadable
    return ir.OneOf(tuple(found), *_discriminator(context, at, members, found))


def _are_models(context: Context, members: list[Cursor], kinds: dict[str, tuple[str, ...]]) -> bool:
    """The alternatives that are objects have members of their own, by which they can be told apart."""
    objects = [flatten(context, member) for member in members if "object" in kinds[member.pointer]]
    return all(schema.has("properties") and schema.choices() is None for schema in objects)


def _title(member: Cursor, objects: list[Cursor]) -> str:
    """Several inline objects are called after their titles, or numbered."""
    if member not in objects or len(objects) < 2:
        return ""
    return member.text("title") or f"Option{objects.index(member) + 1}"


def _discriminator(context: Context, at: Cursor, members: list[Cursor], found: list[ir.Type]) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The member that the document tells objects apart by, and what its values stand for."""
    holder = context.holders.get(at.identity)
    stated = holder.get("discriminator") if holder is not None else None
    values: list[tuple[str, int]] = []
    if stated is not None and stated.text("propertyName"):
        mapping = stated.get("mapping")
        named = {value.node.text: key for key, value in mapping.items()} if mapping is not None else {}
        for member in members:
            ref = member.text("$ref")
            type_ = types.lower_type(context, member, "") if ref else None
            if type_ in found:
                own = {key for text, key in named.items() if text == ref or text == ref.rsplit("/", 1)[-1]}
                values += [(key, found.index(type_)) for key in sorted(own or {ref.rsplit("/", 1)[-1]})]
        return (stated.text("propertyName"), tuple(values)) if values else ("", ())
    return "", ()


def _is_named(member: Cursor, kinds: tuple[str, ...]) -> bool:
    """An inline object or enum takes the name of where it stands; two of them need names of their own."""
    return "object" in kinds or member.has("enum") or member.has("const")


def _is_wide(context: Context, member: Cursor, kind: str) -> bool:
    """The alternative allows every value of its JSON type, so that nothing is lost if it stands for the others, too."""
    schema = flatten(context, member)
    return schema.types() == (kind,) and not any(schema.has(key) for key in (*SHAPING, *BOUNDED, "pattern", "multipleOf"))


def _report_clash(context: Context, at: Cursor, clashing: list[str]) -> None:
    wide = {"object": "open JSON objects", "array": "open JSON lists", "string": "plain strings", "integer": "plain integers",
            "number": "doubles", "boolean": "booleans"}
    named = joined([f"`{kind}`" for kind in clashing], "and")
    result = joined([wide[kind] for kind in clashing], "and")
    context.report("RB030", at, f"several alternatives are of type {named}, which does not tell them apart; they become {result}")


def unfolded(type_: ir.Type) -> list[ir.Type]:
    return list(type_.alternatives) if isinstance(type_, ir.OneOf) else [type_]


def shapes(at: Cursor) -> bool:
    """The alternative says what the value is, not only which members it must have."""
    return at.kind == "boolean" or any(at.has(key) for key in _SHAPES)


def allows_null_alternative(context: Context, at: Cursor) -> bool:
    """One of the alternatives, at any depth, is null or may be null."""
    pending, seen = [at], {at.identity}
    while pending:
        for layer in flatten(context, pending.pop()).layers:
            for member in (member for key in CHOICES if layer.has(key) for member in layer.get(key).elements()):
                if is_null_type(member) or flatten(context, member).nullable():
                    return True
                if member.identity not in seen:
                    seen.add(member.identity)
                    pending.append(member)
    return False


def json_kinds(context: Context, at: Cursor) -> tuple[str, ...]:
    """The JSON types a schema's values have, null aside; () when it leaves them open."""
    pending, seen = [at], set()
    found: dict[str, None] = {}
    while pending:
        schema = flatten(context, pending.pop(0))
        identities = frozenset(layer.identity for layer in schema.layers)
        if identities in seen:
            continue  # alternatives that lead back to themselves add nothing
        seen.add(identities)
        choices = schema.choices()
        if choices is not None and not schema.types():
            pending += [member for member in choices.elements() if not is_null_type(member)]
            continue
        kinds = [kind for kind in schema.types() if kind in ALL] or _kinds_of_values(schema)
        if not kinds:
            return ()
        found.update(dict.fromkeys(kinds))
    return tuple(found)


def _kinds_of_values(schema: Schema) -> list[str]:
    values = list(schema.first("enum").elements()) if schema.has("enum") else list(schema.all("const"))
    return [value.kind for value in values if value.kind != "null"]
