# SPDX-License-Identifier: BSL-1.0
"""The shape of a schema: what its layers say together.

`normalise` brings a schema, what its `$ref` names and the parts of its `allOf` into layers that
hold at once. Each keyword that asserts something belongs to a field of the `Shape`: what it says of
members, of elements, of listed values, limits, alternatives. Keywords that no field takes (`not`,
`if`, …) are its `rest`, which is checked as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from restbind.lower.schema.layers import (
    CHOICES,
    besides_null,
    holder_of,
    is_false,
    sole_alternative,
    types_named,
)
from restbind.source.refs import Cursor
from restbind.spec.formats import WHOLE_FORMATS
from restbind.spec.keywords import ASSERTIONS, FIELDS, KINDS, NUMBER
from restbind.spec.listed_values import is_of, kind_meant
from restbind.spec.numbers import value_of, whole

TYPES = ("object", "array", "string", "number", "boolean")
EXTENSIBLE = "x-extensible-enum"
# The assertions that say something of values of one JSON type, and nothing of all others.
_NAMED = {name: KINDS["schema"][name].types for name in ASSERTIONS}
_TYPES_OF = {
    name: frozenset(types) - {"integer"} | ({"number"} if "integer" in types else set())
    for name, types in _NAMED.items()
    if types
}
_FIELD_OF = {name: field for field, names in FIELDS.items() for name in names}
_ANY = frozenset(TYPES)
_IMPLIED = {
    "object": ("properties", "additionalProperties", "patternProperties", "required"),
    "array": ("items", "prefixItems"),
}


def types_of(keyword: str) -> frozenset[str]:
    """The JSON types that a keyword says something of."""
    return _TYPES_OF.get(keyword, _ANY)


@dataclass(frozen=True, eq=False)
class Shape:
    """layers: the schemas that hold at once, first the one as it stands in the document, whose
    texts win. parts: those that were brought together, as they stand; usually only `at`. stated:
    the values of each keyword in the layers that have it, in order; an empty `enum` does not count.
    asserted: the value of each keyword of a layer that asserts something, in order. members: what
    `properties` says of each member; the layer that stands in the document comes last, whose texts
    win elsewhere.
    """

    at: Cursor
    layers: tuple[Cursor, ...]
    parts: tuple[Cursor, ...]
    stated: Mapping[str, tuple[Cursor, ...]]
    asserted: tuple[Cursor, ...]
    members: Mapping[str, tuple[Cursor, ...]]

    @property
    def others(self) -> tuple[Cursor, ...]:
        """What `additionalProperties` says of members that have no schema of their own."""
        return self.all("additionalProperties")

    def beside(self, *fields: str) -> list[Cursor]:
        """All assertions but those in these fields."""
        return [at for at in self.asserted if _FIELD_OF.get(at.name) not in fields]

    @property
    def forbids_all(self) -> bool:
        """One of its layers is `false`."""
        return any(map(is_false, self.layers))

    @property
    def is_closed(self) -> bool:
        """It forbids other members."""
        return any(map(is_false, self.others))

    @property
    def typed_others(self) -> list[Cursor]:
        """What `additionalProperties` says of the values of other members, if it says something."""
        return [at for at in self.others if at.kind == "object" and not at.is_empty]

    @property
    def prefix(self) -> tuple[Cursor, ...]:
        """Lists of the schemas of the first elements, by their places."""
        return self.all("prefixItems")

    @property
    def items(self) -> tuple[Cursor, ...]:
        """What is said of all elements, or of those behind the first."""
        return self.all("items")

    @property
    def rest(self) -> list[Cursor]:
        """The assertions that no field takes."""
        return self.beside(*FIELDS)

    def first(self, key: str) -> Cursor | None:
        """The value of `key` in the first layer that has it; None where no layer has it."""
        return next(iter(self.all(key)), None)

    def __getitem__(self, key: str) -> Cursor:
        """The value of `key` in the first layer that has it; one does."""
        return self.stated[key][0]

    def text(self, key: str) -> str:
        """The string that the first layer with `key` has there, else ''."""
        found = self.first(key)
        return found.written if found is not None and found.kind == "string" else ""

    def all(self, key: str) -> tuple[Cursor, ...]:
        """The values of `key` in all layers that have it, in order."""
        return self.stated.get(key, ())

    @cached_property
    def messages(self) -> tuple[Cursor, ...]:
        """Tables of texts for what is broken; each member that must be there asks for those of its
        object.
        """
        return self.all("x-restbind-messages")

    def flag(self, key: str) -> Cursor | None:
        """`true` as the value of a keyword, in the first layer that says so; None without it."""
        return next((layer[key] for layer in self.layers if layer.is_true(key)), None)

    def elements(self, *keys: str) -> Iterator[Cursor]:
        """The elements of the lists that keywords have, in all layers."""
        return (element for key in keys for at in self.all(key) for element in at.elements())

    def table(self, *keys: str) -> Iterator[tuple[str, Cursor]]:
        """What the objects hold that keywords have, in all layers."""
        return (entry for key in keys for at in self.all(key) for entry in at.items())

    def has(self, key: str) -> bool:
        """Some layer has the keyword."""
        return key in self.stated

    @cached_property
    def required(self) -> set[str]:
        """The names of the members that must be there."""
        return {name for at in self.all("required") for name in at.strings}

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The JSON types that all layers allow, without null; () when none says so."""
        allowed: list[str] | None = None
        for value in self.all("type"):
            named = [name for name in types_named(value) if name != "null"]
            allowed = named if allowed is None else _common(allowed, named)
        if allowed is None:
            return self._implied_types()
        if (
            "number" in allowed
            and self.text("format") in WHOLE_FORMATS
            and all(map(_is_whole, self._stated_values()))
        ):
            allowed = ["integer" if name == "number" else name for name in allowed]
        return tuple(dict.fromkeys(allowed))

    def _stated_values(self) -> Iterator[Cursor]:
        """The values that the document names: limits, what may be, and examples of it."""
        for layer in self.layers:
            yield from (value for key in ("enum", "examples") for value in layer.each(key))
            yield from (
                layer[key] for key in ("const", "default", "example", *NUMBER) if layer.has(key)
            )

    @cached_property
    def identities(self) -> frozenset[Cursor]:
        """Those of its layers."""
        return frozenset(self.layers)

    def is_among(self, known: Collection[Cursor]) -> bool:
        """One of its layers is known, by its identity."""
        return not self.identities.isdisjoint(known)

    @property
    def is_listed(self) -> bool:
        """It lists the values that are allowed."""
        return self.has("enum") or self.has("const")

    @cached_property
    def lists(self) -> list[Cursor]:
        """Each `oneOf` and `anyOf`."""
        return [layer[key] for layer in self.layers for key in CHOICES if layer.has(key)]

    @cached_property
    def choices(self) -> list[Cursor]:
        """Those that leave more than one shape; one beside null is a layer itself."""
        return [choices for choices in self.lists if sole_alternative(holder_of(choices)) is None]

    @cached_property
    def choice(self) -> Cursor | None:
        """The first of `choices`; a `oneOf` comes before each `anyOf`."""
        ordered = sorted(self.choices, key=lambda choices: choices.name, reverse=True)
        return ordered[0] if ordered else None

    @cached_property
    def alternatives(self) -> list[Cursor]:
        """Those that `choice` lists; none without it."""
        choices = self.choice
        return list(choices.elements()) if choices is not None else []

    @cached_property
    def present(self) -> list[Cursor]:
        """The alternatives that are not null."""
        return besides_null(self.choice) if self.choice is not None else []

    @cached_property
    def suggests_type(self) -> bool:
        """Without a type, what a schema says of members or elements makes one, which few do not
        mean; where it only bounds, allows or forbids them, or says something of both, it is about
        any value."""
        members = [*self.all("properties"), *self.others]
        is_object = any(at.kind == "object" and not at.is_empty for at in members)
        is_list = any(at.kind == "object" for at in self.items)
        return is_object != (is_list and not self.prefix)

    def _implied_types(self) -> tuple[str, ...]:
        for name, keys in _IMPLIED.items():
            if any(self.has(key) for key in keys):
                return (name,)
        return ()

    def bounds(self, *types: str) -> Iterator[Cursor]:
        """The values of the keywords that say something of values of these JSON types alone."""
        return (
            value
            for layer in self.layers
            for name, value in layer.items()
            if not _TYPES_OF.get(name, frozenset()).isdisjoint(types)
        )

    @cached_property
    def listed(self) -> list[Cursor]:
        """The values that every `enum` and `const` lists and the type allows, repetitions aside;
        where there is none, those of an `x-extensible-enum`."""
        others = {value.identity for value in self.of_other_types}
        return [value for value in self._listed if value.identity not in others]

    @cached_property
    def of_other_types(self) -> list[Cursor]:
        """Values that are listed, although the type does not allow them. A string may be anything
        that has a text.
        """
        types = self.types if self.has("type") else ()
        return [
            value
            for value in self._listed
            if types and not is_of(value, types) and kind_meant(value, types) != "string"
        ]

    @cached_property
    def _listed(self) -> list[Cursor]:
        lists = [
            *(list(at.elements()) for at in self.all("enum")),
            *([at] for at in self.all("const")),
        ]
        first, *others = lists or [list(self[EXTENSIBLE].elements())]
        found: dict[object, Cursor] = {}
        for value in first:
            found.setdefault(key_of(value), value)
        for values in others:
            keys = set(map(key_of, values))
            found = {key: value for key, value in found.items() if key in keys}
        return list(found.values())

    @cached_property
    def values(self) -> list[Cursor]:
        """Those of the listed values that are not null."""
        return [value for value in self.listed if value.kind != "null"]


def _common(left: list[str], right: list[str]) -> list[str]:
    """Types in both; integers are numbers."""
    found = [name for name in left if name in right]
    for mine, other in ((left, right), (right, left)):
        if "integer" in mine and "number" in other and "integer" not in found:
            found.append("integer")
    return found


def _is_whole(value: Cursor) -> bool:
    """Nothing that an integer could not be."""
    return value.kind != "number" or whole(value) is not None


def key_of(value: Cursor) -> object:
    """Equal for values that JSON Schema calls equal."""
    if value.kind == "object":
        return ("object", frozenset((name, key_of(entry)) for name, entry in value.items()))
    if value.kind == "array":
        return ("array", tuple(key_of(element) for element in value.elements()))
    if value.kind in ("integer", "number"):
        number = value_of(value)
        return ("number", value.written if number is None else number)
    return (value.kind, value.written.lower() if value.kind == "boolean" else value.written)
