# SPDX-License-Identifier: BSL-1.0
"""Shape -> type.

A `$ref` becomes a reference to a named type, which is lowered later, so that long chains of models
need no deep recursion. Inline objects and enums are named after where they stand. What cannot be
expressed becomes open JSON, with a warning.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.lower.own import own_type
from restbind.lower.schema.context import TOO_LARGE, Context, TooMuch
from restbind.lower.schema.docs import schema_doc
from restbind.lower.schema.normalise import count_normalised, next_step, normalise
from restbind.lower.schema.queries import described_type
from restbind.lower.schema.shape import EXTENSIBLE, Shape
from restbind.lower.types import alternatives, arrays, bases, enums, objects
from restbind.lower.types.parts import element_type
from restbind.lower.types.references import reference
from restbind.lower.types.scalars import lower_scalar
from restbind.naming import pascal
from restbind.source.refs import Cursor

# Parts that hold together make new types of what they refer to, which hold such parts again: no
# document may become many times as large as it is.
MOST_BUILT, MOST_TIMES = 50_000, 10


def lower_type(context: Context, at: Cursor, hint: str) -> ir.Type:
    """The type of the value that `at` describes, null aside; `hint` is the name for an inline
    object or enum.
    """
    return _Maker(context).lower((at,), hint)


def lower_element(context: Context, at: Cursor | None, hint: str) -> tuple[ir.Type, bool]:
    """The type of a whole body, and whether it may be null; open JSON where nothing is said."""
    if at is None:
        return ir.ANY, False
    return element_type(_Maker(context).lower, (at,), hint)


def lower_waiting(context: Context) -> None:
    """Lowers all referenced schemas, and those that they refer to."""
    found = context.found
    while context.making.waiting:
        name, target = context.making.waiting.popleft()
        found.places[name] = target
        with context.lowering(target) as within:
            type_ = _Maker(within).named(target, name, name)
        if type_ == ir.Ref(name) and name in found.named:
            continue
        if type_ == ir.Ref(name):
            type_ = ir.ANY  # a schema that is only a reference to itself, which has been reported
        doc = schema_doc(normalise(target))
        found.named[name] = ir.Alias(name, type_, doc, target.pointer)


@dataclass(frozen=True)
class _Maker:
    """Makes the type of a schema, and of all in it that is not referred to."""

    context: Context

    def lower(self, parts: tuple[Cursor, ...], hint: str) -> ir.Type:
        """The type of a value for which all of the schemas hold."""
        if len(parts) == 1:
            return self.named(parts[0], hint, "")
        self.context.checks.ledger.typed.update((part.identity, part) for part in parts)
        return self._build(normalise(*parts), hint, "")

    def named(self, at: Cursor, hint: str, own_name: str) -> ir.Type:
        """own_name: the name that is already set aside for this schema."""
        context, seen = self.context, set[Cursor]()
        context.checks.ledger.typed.setdefault(at.identity, at)
        while at not in seen and at not in context.found.kinds.distinct:
            seen.add(at)
            step = next_step(at)
            if step is None and not own_name and not context.found.kinds.telling(at):
                step = described_type(at)  # a component of several parts is its own type
            if step is None:
                break
            if at.has("$ref"):
                return reference(context, step, hint)
            at = step
        if at.is_true("x-restbind-problem"):
            return ir.Problem()
        return self._build(normalise(at), hint, own_name)

    def _build(self, schema: Shape, hint: str, own_name: str) -> ir.Type:
        context, found, lower = self.context, self.context.found, self.lower
        context.making.built += 1
        if context.making.built > MOST_BUILT + MOST_TIMES * count_normalised(schema.at):
            raise TooMuch(context.lowered or schema.at, TOO_LARGE)
        own = own_type(context, schema)
        if own is not None:
            return own
        if schema.at.kind == "boolean" or schema.has("$dynamicRef") or schema.has("$recursiveRef"):
            return ir.ANY  # `false` is checked as a schema
        if schema.is_among(found.files):
            return ir.Scalar("file")
        base = found.kinds.base(schema.at)
        if base is not None:
            return bases.lower_base(context, lower, base)
        if schema.choice is None:
            type_ = bases.lower_narrowed(context, schema)
        else:
            if schema.has("type"):
                context.making.typed.update(schema.alternatives)
            type_ = alternatives.lower_alternatives(context, lower, schema, hint, own_name)
        if type_ is None and any(map(schema.has, ("enum", "const", EXTENSIBLE))):
            type_ = enums.lower_enum(context, schema, hint, own_name)
        return type_ or self._by_types(schema, hint, own_name)

    def _by_types(self, schema: Shape, hint: str, own_name: str) -> ir.Type:
        """The type that follows from the JSON types that a schema allows; a variant where there are
        several.
        """
        context, types = self.context, schema.types
        if not types:
            _report_contradiction(schema)
            return ir.ANY
        if not schema.has("type"):
            is_told = bool(context.found.kinds.telling(schema.at))
            is_chosen = schema.is_among(context.making.chosen)
            if not (is_told or is_chosen or schema.suggests_type):
                return ir.ANY
            if not schema.is_among(context.making.typed):
                _report_assumed(schema, types[0])
        # A name that is set aside is that of all of them together.
        several = len({"object", "array"}.intersection(types)) > 1
        found: list[ir.Type] = []
        for name in types:
            is_named = len(types) > 1 and (several or own_name and name == "object")
            called = pascal(hint, name) if is_named else hint
            if name == "object":
                own = own_name if len(types) == 1 else ""
                found.append(objects.lower_object(context, self.lower, schema, called, own))
            elif name == "array":
                found.append(arrays.lower_array(self.lower, schema, called))
            else:
                found.append(lower_scalar(context, schema, name))
        return found[0] if len(found) == 1 else ir.OneOf(tuple(found))


def _report_contradiction(schema: Shape) -> None:
    """Nothing is left of the types that are stated, null aside."""
    if any(at.kind != "string" or at.written != "null" for at in schema.all("type")):
        schema.at.report(
            "RB030",
            "the types of the schema and of what it refers to contradict each other; "
            "the value becomes open JSON",
        )


def _report_assumed(schema: Shape, type_: str) -> None:
    """JSON Schema holds values of all other types for valid, too. Few who leave the type out mean
    that.
    """
    what = "an object" if type_ == "object" else "a list"
    schema.at.report(
        "RB025",
        f"the schema gives no type; the value is taken for {what}",
        f"say `type: {type_}`",
    )
