"""Keywords that no typed condition checks: each becomes a JSON Schema of its own, which the runtime holds against the value's JSON.

So everything that a schema asserts about what is sent is checked, in one way or the other. Only what would be too large to
stand in a header is left out, with a warning.
"""

from __future__ import annotations

import json

from restbind import ir
from restbind.lower.constraints.limits import count_of, limits_of, message_of, stated_message
from restbind.lower.schema import nulls
from restbind.lower.schema.context import Context, MemberDraft
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.layers import Schema, is_null_type, sole_alternative
from restbind.lower.schema.queries import enum_values, inherited, is_wide, json_kinds, leads_back, text_of, told_by_value
from restbind.lower.schema.schema_text import ASSERTIONS, MAX_SIZE, joint_text, plain, refers, schema_text
from restbind.source.refs import Cursor
from restbind.spec.numbers import INTEGERS

# What belongs together in one schema, by the keyword that it is about.
_TOGETHER = {"if": ("if", "then", "else"), "contains": ("contains", "minContains", "maxContains")}
_COMPANIONS = ("then", "else", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems")
# Shapes are the types' own matter, and so is what a reader takes for granted.
_SHAPES = ("type", "properties", "required", "items", "allOf", "additionalProperties", "prefixItems")
# What a schema says without other schemas.
_OWN = ("type", "enum", "const", "required", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "minLength", "maxLength",
        "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "dependentRequired")
_BESIDE = ("properties", "required", "items", "additionalProperties", "prefixItems")
_SWITCHES = ("uniqueItems", "exclusiveMinimum", "exclusiveMaximum")  # which say nothing where they are false
_TOLD_BY_NAME = ("not", "if", "contains", "propertyNames", "patternProperties", "dependentRequired", "dependentSchemas")
_FITS = {
    "object": ("propertyNames", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies", "minProperties",
               "maxProperties", "unevaluatedProperties"),
    "array": ("contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"),
    "string": ("minLength", "maxLength", "pattern"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}


def remaining(context: Context, schema: Schema, bare: object, checked: tuple[str, ...], field: str,
              message_of: object) -> list[ir.Constraint]:
    """Constraints for all that `checked` leaves."""
    if isinstance(bare, ir.Problem):
        return []
    if isinstance(bare, ir.Open):
        return _whole(context, schema, bare)
    known = _own_layers(context, bare)
    fitting = _fitting(bare)
    found: list[ir.Constraint] = []
    for layer in schema.layers:
        if layer.kind != "object" or layer.identity in known:
            continue
        for name, value in layer.items():
            if name == "pattern" and bare == ir.Scalar("file"):
                context.report("RB031", value, "a pattern is not checked on the bytes of a file")
            if name in checked or name in _SHAPES or name in _COMPANIONS or name not in ASSERTIONS:
                continue
            if name in ("oneOf", "anyOf") and _holds_file(context, bare):
                _report_unchecked(context, value)
                continue
            if name in ("oneOf", "anyOf") and (sole_alternative(layer) is not None or _is_said_by_type(context, schema, bare, value)):
                if _has_space_for_others(context, bare, value):
                    found.append(ir.Constraint("known", (), message_of(context, schema, name, field, {}), value.pointer))
                continue
            if any(name in keys for keys in _FITS.values()) and name not in fitting:
                continue
            if name in _SWITCHES and value.kind == "boolean" and not layer.is_true(name) or \
                    name == "if" and not (layer.has("then") or layer.has("else")):
                continue
            message = message_of(context, schema, name, field, {}) if name in _TOLD_BY_NAME or _is_own_text(context, schema, name) else ""
            text = _text(context, layer, name)
            if text is None and name in ("oneOf", "anyOf") and isinstance(bare, ir.OneOf):
                found += _shallow(context, bare, value, message)
            else:
                found += _one(context, value, text, message)
    for layer in schema.layers if isinstance(bare, ir.Array) else ():
        if layer.has("prefixItems"):
            found += _one(context, layer.get("prefixItems"), schema_text(context, layer, ("prefixItems", "items")), "")
    for at in schema.all("required") if isinstance(bare, ir.Map) else ():
        if any(True for _ in at.elements()):
            found += _one(context, at, f'{{"required": {plain(at)}}}', "")
    if isinstance(bare, ir.Map):
        found += _others_of_map(context, schema)
    if isinstance(bare, ir.OneOf) or bare is not None and schema.choices() is not None:
        found += _shapes(context, schema, bare)
    for key in ("unevaluatedProperties", "unevaluatedItems"):
        at = schema.first(key)
        if at is not None and key in fitting and not any(layer.identity in known for layer in schema.layers if layer.has(key)):
            found += _one(context, at, joint_text(context, schema.parts), "")
    return found


def _others_of_map(context: Context, schema: Schema) -> list[ir.Constraint]:
    """Of several layers that say what the values are, one makes the type."""
    layers = [layer for layer in schema.layers if layer.has("additionalProperties") and not layer.has("patternProperties") and
              not _says_nothing("additionalProperties", layer.get("additionalProperties"))]
    return [one for layer in layers[1:] for one in _one(context, layer.get("additionalProperties"), _text(context, layer, "additionalProperties"), "")]


def _shapes(context: Context, schema: Schema, bare: object) -> list[ir.Constraint]:
    """What stands beside alternatives that are not made of it, and what holds below a list or map among several types."""
    types = bare.alternatives if isinstance(bare, ir.OneOf) else (bare,)
    own = frozenset[int]().union(*(_own_layers(context, context.bare(type_)) for type_ in types))
    found: list[ir.Constraint] = []
    for layer in schema.layers:
        if layer.kind != "object" or layer.identity in own:
            continue
        keys = _BESIDE if schema.choices() is not None else ("required", "prefixItems", *(("items",) if layer.has("prefixItems") else ()))
        if _is_false(layer.get("additionalProperties")) and schema.choices() is not None:
            _report_closed(context, layer)
            keys = tuple(key for key in keys if key != "additionalProperties")
        keys = tuple(key for key in keys if layer.has(key) and not _says_nothing(key, layer.get(key)) and
                     not (key == "additionalProperties" and layer.has("patternProperties")))
        if keys:
            found += _one(context, layer.get(keys[0]), schema_text(context, layer, keys), "")
        names = {layer.text("type"), *(name.node.text for name in layer.texts("type"))} - {""}
        if names and schema.choices() is not None and not all(_is_of(context, type_, names) for type_ in types):
            found += _one(context, layer.get("type"), schema_text(context, layer, ("type",)), "")
    for type_ in types if schema.choices() is None else ():
        if isinstance(type_, (ir.Array, ir.Map)):
            found += elements_as_schema(context, schema, type_) or (without_null_elements(context, schema, type_) if type_.nullable else [])
    return found


def _is_of(context: Context, type_: ir.Type, names: set[str]) -> bool:
    """All values of a C++ type are of one of the JSON types."""
    bare = context.bare(type_)
    is_whole = isinstance(bare, ir.Enum) and bare.base == "int64" or isinstance(bare, ir.Scalar) and bare.kind in INTEGERS
    return any(_takes(context, type_, {"number" if name == "integer" else name}) for name in names if is_whole or name != "integer")


def below_as_schema(context: Context, schema: Schema, key: str) -> list[ir.Constraint]:
    """What holds for the elements, as a schema of the list or map around them."""
    found = []
    for layer in schema.layers:
        if layer.has(key) and not (key == "additionalProperties" and layer.has("patternProperties")):  # which go together
            found += _one(context, layer.get(key), _text(context, layer, key), "")
    return found


def without_null_elements(context: Context, schema: Schema, bare: ir.Array | ir.Map) -> list[ir.Constraint]:
    """Elements that may be null as C++ types and not as the schema says."""
    key = "items" if isinstance(bare, ir.Array) else "additionalProperties"
    parts = [(layer, layer.get(key)) for layer in schema.layers if layer.has(key) and layer.get(key).kind == "object"]
    if context.is_received or not parts or schema.has("prefixItems") or not nulls.without_null(context, *(at for _, at in parts)):
        return []
    return [one for layer, at in parts for one in _one(context, at, _text(context, layer, key), "")]


def _closed(context: Context, layer: Cursor, drafts: list[MemberDraft]) -> list[ir.Constraint]:
    """`additionalProperties: false` of a layer that does not name all members. Where it would forbid what must be there, or all that
    the alternatives bring, it is a mistake that would forbid every object."""
    own = {name for name, _ in layer.get("properties").items()} if layer.has("properties") else set()
    others = [draft for draft in drafts if draft.wire_name not in own]
    if any(draft.required or draft.of_alternatives for draft in others):
        _report_closed(context, layer)
        return []
    more = layer.get("additionalProperties")
    return _one(context, more, _text(context, layer, "additionalProperties"), "") if others else []


def _report_closed(context: Context, layer: Cursor) -> None:
    if not context.is_received:
        context.report("RB026", layer.get("additionalProperties"), "`additionalProperties: false` forbids members that the schemas beside it "
                       "name; it is read as `unevaluatedProperties: false`")


def of_model(context: Context, schema: Schema, message_of: object, typed_extra: bool, drafts: list[MemberDraft]) -> tuple[ir.Constraint, ...]:
    """Constraints for an object with members as a whole. typed_extra: unknown members have a type and limits of their own."""
    found = []
    for key in ("minProperties", "maxProperties"):
        found += counted(context, schema, key, "object", message_of)
    found += remaining(context, schema, None, ("minProperties", "maxProperties", "x-restbind-rules"), "object", message_of)
    for layer in schema.layers:
        more = layer.get("additionalProperties")
        if _is_false(more) and not layer.has("patternProperties"):
            found += _closed(context, layer, drafts)
        if more is not None and not layer.has("patternProperties") and more.kind == "object" and any(True for _ in more.items()) and \
                not (typed_extra and _names_all(schema, layer)):
            found += _one(context, more, _text(context, layer, "additionalProperties"), "")
    return tuple(found)


def _names_all(schema: Schema, layer: Cursor) -> bool:
    """No member of the object is an additional one to this layer alone."""
    own = {name for name, _ in layer.get("properties").items()} if layer.has("properties") else set()
    return own >= {name for at in schema.all("properties") for name, _ in at.items()}


def counted(context: Context, schema: Schema, key: str, field: str, message_of: object) -> list[ir.Constraint]:
    values = [(number, at) for at in schema.all(key) if (number := count_of(context, at, key)) is not None]
    if not values:
        return []
    number, at = (max if key.startswith("min") else min)(values, key=lambda pair: pair[0])
    if key.startswith("min") and number == 0:
        return []
    return [ir.Constraint(key, (str(number),), message_of(context, schema, key, field, {"limit": str(number)}), at.pointer)]


def _is_own_text(context: Context, schema: Schema, name: str) -> bool:
    """The document words the message itself; otherwise the validator does, which knows what the nearest alternative lacks."""
    return name in ("oneOf", "anyOf") and stated_message(context, schema, name) != ""


def _holds_file(context: Context, bare: object) -> bool:
    """A value that may be a file, or a list of files: bytes are no JSON."""
    if isinstance(bare, ir.OneOf):
        return any(_holds_file(context, context.bare(one)) for one in bare.alternatives)
    if isinstance(bare, ir.Array):
        return _holds_file(context, context.bare(bare.item))
    return bare == ir.Scalar("file")


def _report_unchecked(context: Context, choices: Cursor) -> None:
    """Alternatives with limits of their own, one of which is a file."""
    for at in choices.elements():
        if any(layer.has(key) for layer in flatten(context, at).layers for keys in _FITS.values() for key in keys):
            context.report("RB031", choices, f"limits within `{choices.key.text}` are not checked: one of the alternatives is a file")
            return


def _is_said_by_type(context: Context, schema: Schema, bare: object, choices: Cursor) -> bool:
    """The alternatives differ in their JSON types and, models aside, say nothing else: the variant checks all of that. Or
    they are the kinds of a base, seen from one of them."""
    members = list(choices.elements())
    if leads_back(context, schema, choices):
        return True
    if not isinstance(bare, (ir.OneOf, ir.Scalar, ir.Enum)):
        return False
    if isinstance(bare, ir.OneOf) and bare.discriminator:
        holder = context.holders.get(choices.identity)
        # It says which one holds, and that one has rules of its own.
        objects = [member for member in members if json_kinds(context, member) == ("object",)]
        return holder is not None and holder.has("discriminator") or inherited(context, objects) is not None or \
            told_by_value(context, objects)[2]
    found = bare.alternatives if isinstance(bare, ir.OneOf) else (bare,)
    groups: dict[str, list[Cursor]] = {}
    for at in members:
        kinds = {"number" if kind == "integer" else kind for kind in json_kinds(context, at)}
        if len(kinds) != 1:
            if kinds or not is_null_type(at):
                return False
            continue
        groups.setdefault(kinds.pop(), []).append(at)
    for kind, group in groups.items():
        type_ = next((one for one in found if _takes(context, one, {kind})), None)
        if type_ is None:
            return False
        kinds = {json_kinds(context, at) for at in group}
        wide = (kind,) if len(kinds) > 1 or kind != "number" else kinds.pop()
        if choices.key.text == "anyOf" and any(is_wide(context, at, *wide) for at in group) and _is_plain(context, type_):
            continue  # others add nothing to one that takes all
        inner = flatten(context, group[0])
        if len(group) > 1 and _are_listed(context, context.bare(type_), choices.key.text, group) and not _is_own_text(context, schema, choices.key.text):
            continue
        if len(group) > 1:
            return False
        if not isinstance(context.bare(type_), ir.Model) and (
                constraints_of(context, inner, type_, "") or item_constraints(context, inner, type_, "") or below(context, inner, type_)):
            return False
    return True


def _are_listed(context: Context, bare: object, key: str, group: list[Cursor]) -> bool:
    """The alternatives list the values of an enum and say nothing else, so that the check of the enum is theirs."""
    schemas = [flatten(context, at) for at in group]
    if not isinstance(bare, ir.Enum) or bare.is_open or not all(one.has("enum") or one.has("const") for one in schemas) or any(
            name in ASSERTIONS and name not in ("enum", "const", "type") for one in schemas for layer in one.layers for name, _ in layer.items()):
        return False
    values = [text_of(bare, value) for one in schemas for value in enum_values(one)]
    return set(values) == set(bare.values) and (key == "anyOf" or len(values) == len(bare.values))


def _has_space_for_others(context: Context, bare: object, choices: Cursor) -> bool:
    """Objects that are none of the alternatives can be read, which does not make them valid."""
    objects = [at for at in choices.elements() if json_kinds(context, at) == ("object",)]
    return isinstance(bare, ir.OneOf) and ir.Open("object") in bare.alternatives and len(objects) > 1 and \
        all(flatten(context, at).has("properties") for at in objects)


def _shallow(context: Context, bare: ir.OneOf, choices: Cursor, message: str) -> list[ir.Constraint]:
    """Alternatives that refer to too much for one text: what each says of itself. What is below is checked by the rules of the
    models that the variant holds."""
    texts, kinds, is_exact = [], [], True
    for at in choices.elements():
        schema = flatten(context, at)
        found = json_kinds(context, at)
        type_ = next((one for one in bare.alternatives if len(found) == 1 and _takes(context, one, {"number" if found[0] == "integer" else found[0]})),
                     None)
        kinds += found or (["null"] if is_null_type(at) else ["object", "array", "string", "number", "boolean"])
        if not refers(context, at):
            texts.append(schema_text(context, at) or "true")  # what cannot be resolved is reported where it stands
            continue
        own = [schema_text(context, layer, _OWN) for layer in schema.layers if layer.kind == "object"]
        own = [text for text in own if text not in (None, "", "{}")]
        texts.append("true" if not own else own[0] if len(own) == 1 else f"{{\"allOf\": [{', '.join(own)}]}}")
        is_exact = is_exact and type_ is not None and isinstance(_innermost(context, type_), ir.Model)
    is_exact = is_exact and (choices.key.text == "anyOf" or len(set(kinds)) == len(kinds))
    if not is_exact:
        context.report("RB031", choices, f"`{choices.key.text}` is checked in part: with all it refers to it is longer than "
                       f"{MAX_SIZE // 1024} KiB")
    key = choices.key.text if len(set(kinds)) == len(kinds) else "anyOf"
    return [ir.Constraint("schema", (f'{{"{key}": [{", ".join(texts)}]}}',), message, choices.pointer)]


def _innermost(context: Context, type_: ir.Type) -> object:
    """What lists and maps hold."""
    bare = context.bare(type_)
    while isinstance(bare, (ir.Array, ir.Map)):
        bare = context.bare(bare.item if isinstance(bare, ir.Array) else bare.value)
    return bare


def _is_plain(context: Context, type_: ir.Type) -> bool:
    """Values of this type have no rules of their own."""
    bare = context.bare(type_)
    return isinstance(bare, ir.Enum) or isinstance(bare, ir.Scalar) and bare.kind in ("string", "int64", "double", "boolean")


def _takes(context: Context, type_: ir.Type, kinds: set[str]) -> bool:
    """A C++ type for values of these JSON types."""
    bare = context.bare(type_)
    if isinstance(bare, (ir.Model, ir.Map)) or bare == ir.Open("object"):
        return kinds == {"object"}
    if isinstance(bare, ir.Array) or bare == ir.Open("array"):
        return kinds == {"array"}
    if isinstance(bare, ir.Enum):
        return kinds == {"string" if bare.base == "string" else "number"}
    if isinstance(bare, ir.Scalar):
        number = bare.kind in (*INTEGERS, "float", "double", "decimal")
        return kinds == {"number" if number else "boolean" if bare.kind == "boolean" else "string"}
    return False


def _own_layers(context: Context, bare: object) -> frozenset[int]:
    """Layers that a model checks itself, wherever it stands."""
    schema = context.model_schemas.get(bare.name) if isinstance(bare, ir.Model) else None
    return frozenset(layer.identity for layer in schema.layers) if schema is not None else frozenset()


def _fitting(bare: object) -> tuple[str, ...]:
    """Keywords that mean something for values of a type."""
    if bare is None or isinstance(bare, (ir.Model, ir.Map)):
        return _FITS["object"]
    if isinstance(bare, ir.Array):
        return _FITS["array"]
    if isinstance(bare, ir.OneOf):
        return tuple(key for keys in _FITS.values() for key in keys)
    if isinstance(bare, ir.Enum):
        return _FITS["string" if bare.base == "string" else "number"]
    if isinstance(bare, ir.Scalar):
        numeric = bare.kind in (*INTEGERS, "float", "double", "decimal")
        return _FITS["number"] if numeric else () if bare.kind in ("boolean", "file") else _FITS["string"]
    return ()


def _whole(context: Context, schema: Schema, bare: ir.Open) -> list[ir.Constraint]:
    """Open JSON: the whole schema, if it says more than the C++ type."""
    said = {name for layer in schema.layers for name, value in layer.items() if name in ASSERTIONS and not _says_nothing(name, value)}
    said |= {"false" for layer in schema.layers if layer.kind == "boolean" and layer.node.text.lower() == "false"}
    said -= {"type"} if bare.kind != "any" else set()
    if not said - {"allOf"} and schema.at.kind == "object":
        return []
    if schema.at.kind == "boolean" and schema.at.node.text.lower() == "true":
        return []
    return _one(context, schema.at, joint_text(context, schema.parts), "")


def _is_false(at: Cursor | None) -> bool:
    return at is not None and at.kind == "boolean" and at.node.text.lower() == "false"


def _says_nothing(name: str, value: Cursor) -> bool:
    if name not in ("items", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"):
        return False
    return value.kind == "boolean" and value.node.text.lower() == "true" or value.kind == "object" and not any(True for _ in value.items())


def _text(context: Context, layer: Cursor, name: str) -> str | None:
    if name not in ("patternProperties", "additionalProperties"):
        return schema_text(context, layer, _TOGETHER.get(name, (name,)))
    text = schema_text(context, layer, ("patternProperties", "additionalProperties"))
    if not text or not layer.has("properties"):
        return text
    names = ", ".join(f"{json.dumps(key, ensure_ascii=False)}: true" for key, _ in layer.get("properties").items())
    return f'{{"properties": {{{names}}}, {text[1:]}' if text != "{}" else text


def _one(context: Context, at: Cursor, text: str | None, message: str) -> list[ir.Constraint]:
    if text is None and context.is_received:
        return []
    if text is None:
        name = f"`{at.key.text}`" if at.key is not None else "the schema"
        context.report("RB031", at, f"{name} is not checked: with all it refers to it is longer than {MAX_SIZE // 1024} KiB")
        return []
    return [] if text in ("", "{}", "true") else [ir.Constraint("schema", (text,), message, at.pointer)]


def constraints_of(context: Context, schema: Schema, type_: ir.Type, field: str) -> tuple[ir.Constraint, ...]:
    """What the value itself must fulfil."""
    bare = context.bare(type_)
    found, checked = limits_of(context, schema, bare, field)
    if isinstance(bare, (ir.Array, ir.Map)) and bare.nullable:
        found += tuple(without_null_elements(context, schema, bare))
    return found + tuple(remaining(context, schema, bare, checked, field, message_of))


def item_constraints(context: Context, schema: Schema, type_: ir.Type, field: str) -> tuple[ir.Constraint, ...]:
    """Limits of a list's or map's elements."""
    bare = context.bare(type_)
    at = _elements(schema, bare)
    if at is None:
        return ()
    parts = tuple(schema.all("items")) if isinstance(bare, ir.Array) else (at,)
    return constraints_of(context, flatten(context, *parts), bare.item if isinstance(bare, ir.Array) else bare.value, field)


def below(context: Context, schema: Schema, type_: ir.Type) -> tuple[ir.Constraint, ...]:
    """Limits of the elements of elements, which are told of the list or map as a whole."""
    bare = context.bare(type_)
    at = _elements(schema, bare)
    if at is None:
        return ()
    inner = flatten(context, *(schema.all("items") if isinstance(bare, ir.Array) else (at,)))
    if not elements_as_schema(context, inner, bare.item if isinstance(bare, ir.Array) else bare.value):
        return ()
    return tuple(below_as_schema(context, schema, "items" if isinstance(bare, ir.Array) else "additionalProperties"))


def elements_as_schema(context: Context, schema: Schema, type_: ir.Type) -> tuple[ir.Constraint, ...]:
    """Limits of a list's or map's elements, at any depth, as a schema of the list or map."""
    if not item_constraints(context, schema, type_, "") and not below(context, schema, type_):
        return ()
    return tuple(below_as_schema(context, schema, "items" if isinstance(context.bare(type_), ir.Array) else "additionalProperties"))


def _elements(schema: Schema, bare: object) -> Cursor | None:
    """The schema of a list's or map's elements."""
    if isinstance(bare, ir.Array):
        return schema.first("items") if not schema.has("prefixItems") else None  # it would only be that of the others
    if isinstance(bare, ir.Map):
        return next((at for at in schema.all("additionalProperties") if at.kind == "object"), None)
    return None
