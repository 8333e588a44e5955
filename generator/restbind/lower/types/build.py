# SPDX-License-Identifier: BSL-1.0
"""Schema -> type.

A `$ref` becomes a reference to a named type, which is lowered later, so that long chains of models
need no deep recursion. Inline objects and enums are named after where they stand. What cannot be
expressed becomes open JSON, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from restbind import ir
from restbind.diagnostics import near
from restbind.lower.own import own_type
from restbind.lower.schema.context import Context, TooLarge, pascal
from restbind.lower.schema.docs import schema_doc
from restbind.lower.schema.normalise import count_normalised, next_step, normalise
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.queries import described_type
from restbind.lower.schema.shape import EXTENSIBLE, Shape
from restbind.lower.types import arrays, choice, enums, objects
from restbind.source.additions import NAME_KEY
from restbind.source.refs import Cursor, stem, unescape
from restbind.spec.formats import FORMATS, PLAIN_FORMATS, WHOLE_FORMATS
from restbind.spec.numbers import INT64, INTEGERS, value_of

_COMPONENT = re.compile(r"#/(?:components/schemas|\$defs|definitions)/([^/]+)$")
# Parts that hold together make new types of what they refer to, which hold such parts again: no
# document may become many times as large as it is.
MOST_BUILT, MOST_TIMES = 50_000, 10


def lower_type(context: Context, at: Cursor, hint: str, own_name: str = "") -> ir.Type:
    """The type of the value that `at` describes, null aside.

    hint: the name for an inline object or enum. own_name: the name that is already set aside for
    this schema.
    """
    context.checks.ledger.typed.setdefault(at.identity, at)
    seen: set[int] = set()
    while (
        at.kind == "object"
        and at.identity not in seen
        and at.identity not in context.found.distinct
    ):
        seen.add(at.identity)
        step = next_step(context, at)
        if (
            step is None and not own_name and at.identity not in context.found.told
        ):  # a component of several parts is a type of its own
            step = described_type(context, at)
        if step is None:
            break
        if at.has("$ref"):
            return reference(context, step, hint)
        at = step
    if at.is_true("x-restbind-problem"):
        return ir.Problem()
    return _build(context, normalise(context, at), hint, own_name)


def lower_parts(context: Context, parts: tuple[Cursor, ...], hint: str) -> ir.Type:
    """The type of a value for which several schemas hold."""
    context.checks.ledger.typed.update((part.identity, part) for part in parts)
    return _build(context, normalise(context, *parts), hint, "")


def is_problem(context: Context, at: Cursor) -> bool:
    """The schema, or what it stands for, is that of problem documents, which responses alone
    have.
    """
    seen: set[int] = set()
    while at.kind == "object" and at.identity not in seen and not at.is_true("x-restbind-problem"):
        seen.add(at.identity)
        at = next_step(context, at) or described_type(context, at) or at
    return at.is_true("x-restbind-problem")


def reference(context: Context, target: Cursor, hint: str) -> ir.Type:
    """The named type for a referenced schema; the same one each time."""
    name, target = context.found.homes.get(target.identity, ("", target))
    if target.identity not in context.found.targets:
        if target.is_true("x-restbind-problem"):
            context.found.targets[target.identity] = ir.Problem()
        else:
            name = name or _reserved_name(context, target, hint)
            context.found.targets[target.identity] = ir.Ref(name)
            context.making.waiting.append((name, target))
    return context.found.targets[target.identity]


def find_homes(context: Context, components: Mapping[str, Cursor]) -> None:
    """Components that only name a schema of another file (`Cart: {$ref: cart.yaml}`): that schema
    has their name.
    """
    for name, at in components.items():
        if [key for key, _ in at.items() if key != NAME_KEY] != ["$ref"]:
            continue
        target = context.document.resolve(at["$ref"])
        if (
            target is not None
            and not target.pointer.startswith("#/components/schemas/")
            and target.identity not in context.found.homes
        ):
            context.found.homes[at.identity] = context.found.homes[target.identity] = (name, target)


def _reserved_name(context: Context, target: Cursor, hint: str) -> str:
    component = _COMPONENT.search(target.pointer)
    if component and target.pointer.startswith("#/components/schemas/"):
        return unescape(component.group(1))  # claimed before anything else was lowered
    if component:
        return context.claim(unescape(component.group(1)), target)
    if target.pointer.endswith("#"):
        return context.claim(pascal(stem(target.document.path)), target)
    return context.claim(hint, target)


def lower_waiting(context: Context) -> None:
    """Lowers all referenced schemas, and those that they refer to."""
    while context.making.waiting:
        name, target = context.making.waiting.popleft()
        context.checks.ledger.named[name] = target
        with context.lowering(target) as within:
            type_ = lower_type(within, target, name, own_name=name)
        if type_ == ir.Ref(name) and name not in context.found.named:
            schema = normalise(
                context, target
            )  # a schema that is only a reference to itself; this reports it
            context.found.places[name] = target
            context.found.named[name] = ir.Alias(name, ir.ANY, schema_doc(schema), target.pointer)
        elif type_ != ir.Ref(name):
            context.found.places[name] = target
            context.found.named[name] = ir.Alias(
                name, type_, schema_doc(normalise(context, target)), target.pointer
            )


def _build(context: Context, schema: Shape, hint: str, own_name: str) -> ir.Type:
    context.making.built += 1
    if context.making.built > MOST_BUILT + MOST_TIMES * count_normalised(context):
        raise TooLarge(context.lowered or schema.at)
    if schema.at.kind == "boolean":
        return ir.ANY  # that `false` allows no value is checked as a schema
    own = own_type(context, schema)
    if own is not None:
        return own
    if context.found.files and any(
        layer.identity in context.found.files for layer in schema.layers
    ):
        return ir.Scalar("file")
    if schema.has("$dynamicRef") or schema.has("$recursiveRef"):
        return ir.ANY
    if schema.at.identity in context.found.bases:
        return choice.lower_base(context, context.found.bases[schema.at.identity])
    if schema.choices() is None and (found := choice.lower_narrowed(context, schema)) is not None:
        return found
    if schema.choices() is not None:
        if schema.has("type"):
            context.making.typed.update(one.identity for one in schema.alternatives())
        found = choice.lower_alternatives(context, schema, hint, own_name)
        if found is not None:
            return found
    if schema.has("enum") or schema.has("const") or schema.has(EXTENSIBLE):
        return enums.lower_enum(context, schema, hint, own_name)
    return by_types(context, schema, hint, own_name)


def by_types(context: Context, schema: Shape, hint: str, own_name: str) -> ir.Type:
    """The type that follows from the JSON types that a schema allows; a variant where there are
    several.
    """
    types = schema.types()
    if types and not schema.has("type"):
        is_told = schema.at.identity in context.found.told or any(
            layer.identity in context.found.chosen for layer in schema.layers
        )
        if not schema.suggests_type() and not is_told:
            return ir.ANY
        _report_assumed(context, schema, types[0])
    if not types:
        if schema.has("type") and not all(
            value.kind == "string" and value.written == "null" for value in schema.all("type")
        ):
            context.report(
                "RB030",
                schema.at,
                (
                    "the types of the schema and of what it refers to contradict each other; "
                    "the value becomes open JSON"
                ),
            )
        return ir.ANY
    if len(types) == 1:
        return typed(context, schema, types[0], hint, own_name)
    # A name that is set aside is that of all of them together.
    several = len([name for name in types if name in ("object", "array")]) > 1
    return ir.OneOf(
        tuple(
            typed(
                context,
                schema,
                name,
                pascal(hint, name) if several or own_name and name == "object" else hint,
                "",
            )
            for name in types
        )
    )


def _report_assumed(context: Context, schema: Shape, type_: str) -> None:
    """JSON Schema holds values of all other types for valid, too. Few who leave the type out mean
    that.
    """
    if not any(layer.identity in context.making.typed for layer in schema.layers):
        what = "an object" if type_ == "object" else "a list"
        context.report(
            "RB025",
            schema.at,
            f"the schema gives no type; the value is taken for {what}",
            f"say `type: {type_}`",
        )


def typed(context: Context, schema: Shape, name: str, hint: str, own_name: str) -> ir.Type:
    """A schema of the one JSON type `name`."""
    if name == "object":
        return objects.lower_object(context, schema, hint, own_name)
    if name == "array":
        return arrays.lower_array(context, schema, hint)
    own = own_type(context, schema)  # asked again by alternatives, which are looked at one by one
    if own is not None:
        return own
    if name == "boolean":
        return ir.Scalar("boolean")
    if name in ("integer", "number", "string"):
        return ir.Scalar(_scalar_kind(context, schema, name))
    context.report(
        "RB036",
        schema.first("type") or schema.at,
        f"the type `{name}` does not exist; the value becomes open JSON",
        near(name, ("object", "array", "boolean", "integer", "number", "string", "null")),
    )
    return ir.ANY


def element_type(context: Context, at: Cursor, hint: str) -> tuple[ir.Type, bool]:
    """The type of a whole body, or of an element of a list or map, and whether it may be null."""
    type_ = lower_type(context, at, hint)
    return type_, type_ != ir.ANY and is_nullable(context, at)


def _scalar_kind(context: Context, schema: Shape, name: str) -> str:
    if name == "string" and schema.has("contentEncoding"):
        return _encoded(context, schema)
    plain = {"integer": "int64", "number": "double", "string": "string"}[name]
    format_ = schema.text("format")
    if name == "integer" and (name, format_) not in FORMATS and _is_unsigned(schema):
        plain = "uint64"
    if name == "integer":
        _report_unheld(context, schema, FORMATS.get((name, format_), plain))
    if not format_:
        return plain
    if (name, format_) in FORMATS:
        return FORMATS[name, format_]
    if all(
        format_ not in PLAIN_FORMATS.get(one, ()) and (one, format_) not in FORMATS
        for one in (name, *schema.types())
    ):
        known = [known for type_, known in FORMATS if type_ == name] + sorted(PLAIN_FORMATS[name])
        what = {
            "int64": "a 64-bit integer",
            "uint64": "an unsigned 64-bit integer",
            "double": "a double",
            "string": "a string",
        }[plain]
        is_broken = name == "number" and format_ in WHOLE_FORMATS
        why = (
            "means whole numbers, but the schema names others"
            if is_broken
            else f"is not known for type `{name}`"
        )
        context.report(
            "RB032",
            schema["format"],
            f"the format `{format_}` {why}; the value is {what}",
            near(format_, known),
        )
    return plain


def _report_unheld(context: Context, schema: Shape, kind: str) -> None:
    least, most = INTEGERS.get(kind, (None, None))
    for at in (
        schema.values() if least is not None and (schema.has("enum") or schema.has("const")) else ()
    ):
        if (
            (value := value_of(at)) is not None
            and value == value.to_integral_value()
            and not least <= value <= most
        ):
            context.report(
                "RB030", at, f"{at.written} is no value of type {kind}; it is neither sent nor read"
            )


def _is_unsigned(schema: Shape) -> bool:
    """No value is below 0, and some are beyond a signed integer of 64 bits."""
    if schema.has("enum") or schema.has("const"):
        listed = [value for at in schema.values() if (value := value_of(at)) is not None]
        return bool(listed) and min(listed) >= 0 and max(listed) > INT64[1]
    low, high = (
        [value for key in keys for at in schema.all(key) if (value := value_of(at)) is not None]
        for keys in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
    )
    return bool(low and high) and max(low) >= 0 and min(high) > INT64[1]


def _encoded(context: Context, schema: Shape) -> str:
    encoding = schema.text("contentEncoding")
    if encoding.lower() != "base64":
        context.report(
            "RB032",
            schema["contentEncoding"],
            f"the encoding `{encoding}` is not supported; the value is a string",
            "base64 is supported",
        )
        return "string"
    return "base64-png" if schema.text("contentMediaType").lower() == "image/png" else "base64"
