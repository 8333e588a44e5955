# SPDX-License-Identifier: BSL-1.0
"""Members that only a condition, an alternative, `not` or `contains` names, of an object or of what
it holds:
`not: {properties: {owner: {required: [id]}}}`, where `owner` has no `id`. Their models then keep
members without a name, so that values that are valid by them can be held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import CHOICES, sole_alternative
from restbind.lower.schema.ledger import assertions_of
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import leads_back
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor

_MOST_FORBIDDEN = 8  # alternatives in alternatives of what may not be there
_CONDITIONS = ("not", "if", "then", "else")
_DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")
_ABOUT_OTHERS = (
    "propertyNames",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "maxProperties",
    "minProperties",
)


def keep_named_below(context: Context) -> None:
    """To be called once all types are known."""
    asked = _Asked(context)
    for name, schema in context.found.model_schemas.items():
        asked.of_model(ir.Ref(name), schema)
        for draft in context.found.drafts[name]:
            if not draft.of_alternatives:
                asked.of_elements(normalise(*draft.parts), draft.type)


def _applied(schema: Shape) -> Iterator[tuple[Cursor, bool]]:
    """What holds in some cases only, or is excluded; and whether it stands under `not`."""
    for layer in schema.layers:
        for key in CHOICES if sole_alternative(layer) is None else ():
            yield from ((at, False) for at in layer.each(key))
        yield from ((layer[key], key == "not") for key in _CONDITIONS if layer.has(key))
        for key in ("dependentSchemas", "dependencies"):
            yield from ((at, False) for _, at in layer.table(key))


def _depending(schema: Shape) -> set[str]:
    """The members that dependencies are about, and those that these need."""
    found: set[str] = set()
    for table in [at for key in _DEPENDENT for at in schema.all(key)]:
        for name, _ in table.items():
            found |= {name, *(at.written for at in table.texts(name))}
    return found


def _values_of(schema: Shape) -> list[Cursor]:
    """The values that `enum` and `const` list."""
    lists = schema.all("enum")
    return [value for values in lists for value in values.elements()] + [*schema.all("const")]


def _forbids(at: Cursor, depth: int = 0) -> bool:
    """A schema that only asks whether one member is there, or one of several: where it is excluded,
    these are never there.
    """
    if at.kind != "object" or depth == _MOST_FORBIDDEN:
        return False
    layers = normalise(at).layers
    passed = ("type", "$ref", "allOf")
    said = [value for layer in layers for value in assertions_of(layer) if value.name not in passed]
    if len(said) != 1:
        return False
    parts = list(said[0].elements())
    if said[0].name == "anyOf":
        return all(_forbids(part, depth + 1) for part in parts)
    return said[0].name == "required" and len(parts) == 1


@dataclass
class _Asked:
    """Asks whether types can hold the values that schemas speak of. seen: what was asked."""

    context: Context
    seen: set[tuple[int, ir.Type, bool]] = field(default_factory=set)

    def of_model(self, type_: ir.Ref, schema: Shape) -> None:
        """What is said of an object, besides which members it has."""
        self._keep(self.context.found.model(type_.name), _depending(schema))
        others = self._of_kinds(schema)
        for at, is_excluded in _applied(schema):
            if at.identity not in others and not (is_excluded and _forbids(at)):
                self._ask(at, type_, is_excluded)
        for value in _values_of(schema):
            self._hold(value, type_)

    def _of_kinds(self, schema: Shape) -> set[int]:
        """The kinds of a base, by identity, where the schema is one of them."""
        own = [choices for choices in schema.lists() if leads_back(schema, choices)]
        return {at.identity for choices in own for at in choices.elements()}

    def of_elements(self, schema: Shape, type_: ir.Type) -> None:
        """What is said of the elements of a list or map, besides what they are made of."""
        bare = self.context.bare(type_)
        if not isinstance(bare, ir.Collection):
            return  # models are asked by themselves, and alternatives are made of what is said
        for at, is_excluded in _applied(schema):
            self._ask(at, type_, is_excluded)
        for at in schema.all("contains"):
            self._ask(at, bare.element)
        for own in schema.all(bare.keyword):
            if own.kind == "object":
                self.of_elements(normalise(own), bare.element)

    def _ask(self, at: Cursor, type_: ir.Type, is_excluded: bool = False) -> None:
        key = (at.identity, type_, is_excluded)
        if at.kind != "object" or key in self.seen:
            return
        self.seen.add(key)
        schema = normalise(at)
        for inner, is_not in _applied(schema):
            self._ask(inner, type_, is_excluded or is_not)
        for value in _values_of(schema):
            self._hold(value, type_)
        for bare in self.context.each(type_):
            if isinstance(bare, ir.Collection):
                parts = _of_elements(schema) if isinstance(bare, ir.Array) else _of_values(schema)
                for element in parts:
                    self._ask(element, bare.element, is_excluded)
            elif isinstance(bare, ir.Model) and bare.name in self.context.found.drafts:
                self._ask_members(schema, bare, is_excluded)

    def _ask_members(self, schema: Shape, model: ir.Model, is_excluded: bool) -> None:
        """As _ask(), of the members of a model."""
        drafts = {draft.wire_name: draft for draft in self.context.found.drafts[model.name]}
        named = {name: at for layer in schema.layers for name, at in layer.table("properties")}
        is_about_others = is_excluded and any(schema.has(key) for key in _ABOUT_OTHERS)
        self._keep(model, {*named, *schema.required(), *_depending(schema)}, is_about_others)
        for name, at in named.items():
            if name in drafts and not drafts[name].of_alternatives:
                self._ask(at, drafts[name].type, is_excluded)

    def _hold(self, value: Cursor, type_: ir.Type) -> None:
        """Has a listed value space in the type."""
        for bare in self.context.each(type_):
            if isinstance(bare, ir.Collection) and bare.json_types == {value.kind}:
                for element in value.values():
                    self._hold(element, bare.element)
            elif isinstance(bare, ir.Model) and bare.name in self.context.found.drafts:
                drafts = {draft.wire_name: draft for draft in self.context.found.drafts[bare.name]}
                named = dict(value.items())
                self._keep(bare, set(named))
                for name, member in named.items():
                    if name in drafts:
                        self._hold(member, drafts[name].type)

    def _keep(self, model: ir.Model, names: set[str], is_about_others: bool = False) -> None:
        """Lets an open model keep members of any name where it has none for these."""
        known = {draft.wire_name for draft in self.context.found.drafts[model.name]}
        is_needed = is_about_others or not names <= known
        schema = self.context.found.model_schemas[model.name]
        found = self.context.found.model(model.name)
        if is_needed and not found.keeps_extra and not schema.is_closed:
            self.context.found.named[model.name] = replace(found, keeps_extra=True)


def _of_elements(schema: Shape) -> list[Cursor]:
    """What a schema says of the elements of a list."""
    places = [at for list_ in schema.prefix for at in list_.elements()]
    return [*schema.items, *schema.all("contains"), *places]


def _of_values(schema: Shape) -> list[Cursor]:
    """What a schema says of the values of a map."""
    members = [at for layer in schema.layers for _, at in layer.table("properties")]
    return [*schema.others, *members]
