# SPDX-License-Identifier: BSL-1.0
"""Members that only the rest of a schema names, of an object or of what it holds:
`not: {properties: {owner: {required: [id]}}}`, where `owner` has no `id`. Their models then keep
members without a name, so that values that are valid by it can be held.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import CHOICES, sole_alternative
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import leads_back
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor

_MOST_FORBIDDEN = 8  # alternatives in alternatives of what may not be there
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
    for name, shapes in context.found.shapes.items():
        asked.of_model(name, shapes[0])
        for draft in context.found.drafts[name]:
            if not draft.of_alternatives:
                asked.of_elements(draft.shape, draft.type)


def _applied(shape: Shape) -> Iterator[tuple[Cursor, bool]]:
    """What holds in some cases only, or is excluded; and whether it stands under `not`."""
    for layer in shape.layers:
        for key in CHOICES if sole_alternative(layer) is None else ():
            yield from ((at, False) for at in layer.each(key))
    for key in ("not", "if", "then", "else"):
        yield from ((at, key == "not") for at in shape.all(key))
    for table in (*shape.all("dependentSchemas"), *shape.all("dependencies")):
        yield from ((at, False) for _, at in table.items())


def _depending(shape: Shape) -> set[str]:
    """The members that dependencies are about, and those that these need."""
    tables = [table for key in _DEPENDENT for table in shape.all(key)]
    found = {name for table in tables for name, _ in table.items()}
    return found.union(*(_names(at) for table in tables for _, at in table.items()))


def _names(at: Cursor) -> list[str]:
    return [name.written for name in at.elements() if name.kind == "string"]


def _forbids(at: Cursor, depth: int = 0) -> bool:
    """A schema that only asks whether one member is there, or one of several: where it is excluded,
    these are never there.
    """
    if at.kind != "object" or depth == _MOST_FORBIDDEN:
        return False
    said = normalise(at).beside("types", "made_of")
    if len(said) != 1:
        return False
    parts = list(said[0].elements())
    if said[0].name == "anyOf":
        return all(_forbids(part, depth + 1) for part in parts)
    return said[0].name == "required" and len(parts) == 1


class _Asked:
    """Asks whether types can hold the values that schemas speak of."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found = context.found
        self._seen = set[tuple[int, ir.Type, bool]]()

    def of_model(self, name: str, shape: Shape) -> None:
        """What is said of an object, besides which members it has."""
        self._keep(self._found.model(name), _depending(shape))
        own = [choices for choices in shape.lists if leads_back(shape, choices)]
        kinds = {at.identity for choices in own for at in choices.elements()}
        for at, is_excluded in _applied(shape):
            if at.identity not in kinds and not (is_excluded and _forbids(at)):
                self._ask(at, ir.Ref(name), is_excluded)
        self._hold_listed(shape, ir.Ref(name))

    def of_elements(self, shape: Shape, type_: ir.Type) -> None:
        """What is said of the elements of a list or map, besides what they are made of."""
        bare = self._context.bare(type_)
        if not isinstance(bare, ir.Collection):
            return  # models are asked by themselves, and alternatives are made of what is said
        for at, is_excluded in _applied(shape):
            self._ask(at, type_, is_excluded)
        for at in shape.all("contains"):
            self._ask(at, bare.element)
        for at in shape.all(bare.keyword):
            self.of_elements(normalise(at), bare.element)

    def _ask(self, at: Cursor, type_: ir.Type, is_excluded: bool = False) -> None:
        key = (at.identity, type_, is_excluded)
        if at.kind != "object" or key in self._seen:
            return
        self._seen.add(key)
        shape = normalise(at)
        for inner, is_not in _applied(shape):
            self._ask(inner, type_, is_excluded or is_not)
        self._hold_listed(shape, type_)
        for bare in self._context.each(type_):
            if isinstance(bare, ir.Collection):
                for element in _held(shape, bare):
                    self._ask(element, bare.element, is_excluded)
            elif isinstance(bare, ir.Model):
                is_about_others = is_excluded and any(map(shape.has, _ABOUT_OTHERS))
                named = {*shape.members, *shape.required, *_depending(shape)}
                self._keep(bare, named, is_about_others)
                for draft in self._found.drafts[bare.name]:
                    for part in shape.members.get(draft.wire_name, ()):
                        if not draft.of_alternatives:
                            self._ask(part, draft.type, is_excluded)

    def _hold_listed(self, shape: Shape, type_: ir.Type) -> None:
        """Has the values that are listed space in the type."""
        for values in shape.all("enum"):
            for value in values.elements():
                self._hold(value, type_)
        for value in shape.all("const"):
            self._hold(value, type_)

    def _hold(self, value: Cursor, type_: ir.Type) -> None:
        for bare in self._context.each(type_):
            if isinstance(bare, ir.Collection) and bare.json_types == {value.kind}:
                for element in value.values():
                    self._hold(element, bare.element)
            elif isinstance(bare, ir.Model):
                self._keep(bare, {name for name, _ in value.items()})
                for draft in self._found.drafts[bare.name]:
                    if value.has(draft.wire_name):
                        self._hold(value[draft.wire_name], draft.type)

    def _keep(self, model: ir.Model, names: set[str], is_about_others: bool = False) -> None:
        """Lets an open model keep members of any name where it has none for these."""
        known = {draft.wire_name for draft in self._found.drafts[model.name]}
        is_needed = is_about_others or not names <= known
        is_closed = self._found.shapes[model.name][0].is_closed
        # It may be another one by now, of which this is an older state.
        found = self._found.model(model.name)
        if is_needed and not found.keeps_extra and not is_closed:
            self._found.named[model.name] = replace(found, keeps_extra=True)


def _held(shape: Shape, bare: ir.Collection) -> list[Cursor]:
    """What a schema says of the elements of a list, or of the values of a map."""
    if isinstance(bare, ir.Map):
        return [*shape.others, *(at for parts in shape.members.values() for at in parts)]
    places = [at for list_ in shape.prefix for at in list_.elements()]
    return [*shape.items, *shape.all("contains"), *places]
