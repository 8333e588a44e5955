# SPDX-License-Identifier: BSL-1.0
"""Open models that keep members of any name: those of which the rest of a schema names members that
they lack, as in `not: {required: [id]}`, or speaks of all members, as in `not: {maxProperties: 1}`.
So values that are valid by it can be held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import leads_back
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor

_DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")
_ABOUT_OTHERS = (
    "propertyNames",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "maxProperties",
    "minProperties",
)


def keep_extra(context: Context) -> None:
    """To be called once all types are known."""
    asked = _Asked(context)
    for name, shapes in context.found.shapes.items():
        asked.beside(shapes[0], ir.Ref(name))
        for draft in context.found.drafts[name]:
            if not draft.of_alternatives:
                asked.of_elements(draft.shape, draft.type)


def _applied(shape: Shape) -> Iterator[Cursor]:
    """What holds in some cases only, or is excluded."""
    for choices in shape.choices:
        yield from choices.elements()
    for at in shape.rest:
        if at.name in ("not", "if", "then", "else"):
            yield at
        elif at.name in _DEPENDENT:
            yield from (inner for _, inner in at.items())


def _depending(shape: Shape) -> Iterator[str]:
    """The members that dependencies are about, and those that these need."""
    for name, at in shape.table(*_DEPENDENT):
        yield name
        yield from at.strings


class _Asked:
    """Asks whether types can hold the values that schemas speak of."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found = context.found
        self._seen = set[tuple[Cursor, ir.Type, bool]]()

    def beside(self, shape: Shape, type_: ir.Type) -> None:
        """What is said of an object or list, besides the members and elements that it has."""
        bare = self._context.bare(type_)
        kinds: set[Cursor] = set()
        for choices in shape.lists:
            if leads_back(shape, choices):
                kinds.update(choices.elements())
        for at in _applied(shape):
            if at not in kinds:
                self._ask(at, type_, at.name == "not")
        self._hold_listed(shape, type_)
        if isinstance(bare, ir.Model):
            self._keep(bare, _depending(shape))
        elif isinstance(bare, ir.Collection):
            for at in shape.all("contains"):
                self._ask(at, bare.element)
            for at in shape.all(bare.keyword):
                self.of_elements(normalise(at), bare.element)

    def of_elements(self, shape: Shape, type_: ir.Type) -> None:
        """The same of a list or map. Models are asked by themselves, and alternatives are made of
        what is said."""
        if isinstance(self._context.bare(type_), ir.Collection):
            self.beside(shape, type_)

    def _ask(self, at: Cursor, type_: ir.Type, is_excluded: bool = False) -> None:
        """is_excluded: it stands under `not`."""
        key = (at, type_, is_excluded)
        if at.kind != "object" or key in self._seen:
            return
        self._seen.add(key)
        shape = normalise(at)
        for inner in _applied(shape):
            self._ask(inner, type_, is_excluded or inner.name == "not")
        self._hold_listed(shape, type_)
        for bare in self._context.each(type_):
            if isinstance(bare, ir.Collection):
                for element in _elements(shape, bare):
                    self._ask(element, bare.element, is_excluded)
            elif isinstance(bare, ir.Model):
                is_about_others = is_excluded and any(map(shape.has, _ABOUT_OTHERS))
                named = (*shape.members, *shape.required, *_depending(shape))
                self._keep(bare, named, is_about_others)
                for name, draft in self._found.drafts_of(bare.name).items():
                    parts = shape.members.get(name, ()) if not draft.of_alternatives else ()
                    for part in parts:
                        self._ask(part, draft.type, is_excluded)

    def _hold_listed(self, shape: Shape, type_: ir.Type) -> None:
        """Has the values that are listed space in the type."""
        for value in shape.values if shape.is_listed else ():
            self._hold(value, type_)

    def _hold(self, value: Cursor, type_: ir.Type) -> None:
        for bare in self._context.each(type_):
            if isinstance(bare, ir.Collection) and bare.json_types == {value.kind}:
                for element in value.values():
                    self._hold(element, bare.element)
            elif isinstance(bare, ir.Model):
                given = dict(value.items())
                self._keep(bare, given)
                for name, draft in self._found.drafts_of(bare.name).items():
                    if name in given:
                        self._hold(given[name], draft.type)

    def _keep(self, model: ir.Model, names: Iterable[str], is_about_others: bool = False) -> None:
        """Lets an open model keep members of any name where it has none for these."""
        known = self._found.drafts_of(model.name).keys()
        is_closed = self._found.shapes[model.name][0].is_closed
        if not is_closed and (is_about_others or not known >= set(names)):
            self._found.change(model.name, keeps_extra=True)


def _elements(shape: Shape, bare: ir.Collection) -> list[Cursor]:
    """What a schema says of the elements of a list, or of the values of a map."""
    if isinstance(bare, ir.Map):
        return [*shape.others, *chain.from_iterable(shape.members.values())]
    return [*shape.items, *shape.all("contains"), *shape.elements("prefixItems")]
