# SPDX-License-Identifier: BSL-1.0
"""Named types: models, enums and aliases, with the constraints and rules that their values must
keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from restbind.ir.types import Doc, Map, Type, Values


@dataclass(frozen=True)
class Constraint:
    """One thing that a value must fulfil.

    keyword: that of JSON Schema (minimum, maxLength, pattern, enum, …), or one that JSON
    Schema does not have:

        range        minimum and maximum together, which have one message
        schema       the value, as JSON, fits a schema
        unevaluated  the value, as JSON, has no member or element that a schema does not describe
        known        the value is one of the alternatives that the document describes; its type has
                     one more, which keeps whatever else comes
        others       an object that is none of the described alternatives fits a schema

    limits: source texts (whole numbers where the type is an integer): two for range, all values for
    enum, else one; none for uniqueItems. Of schema, unevaluated and others the text of the schema.
    Of known: `other` where the value may be no object; `object` where the document gives the
    message; none where the message goes on with what the nearest alternative lacks.
    message: the final text, placeholders filled in; '' for a schema whose own findings are told.
    about: the keywords of the document that it checks, each by the identity of its value and its
    name.
    """

    keyword: str
    limits: tuple[str, ...]
    message: str
    pointer: str
    about: frozenset[tuple[int, str]] = field(default=frozenset(), compare=False, repr=False)

    @property
    def is_schema(self) -> bool:
        """The runtime's validator of schemas checks it."""
        return self.keyword in ("schema", "unevaluated", "others")


@dataclass(frozen=True)
class Checked:
    """What a value must fulfil beside its type, and all that it holds, at any depth.

    constraints: the value itself. elements: each element of a list or map. alternatives: the value
    where it is that one of the alternatives of its type, in their order; those behind the last one
    have nothing to fulfil.
    """

    constraints: tuple[Constraint, ...] = ()
    elements: "Checked | None" = None
    alternatives: tuple["Checked", ...] = ()

    @property
    def of_elements(self) -> tuple[Constraint, ...]:
        """What each element itself must fulfil."""
        return self.elements.constraints if self.elements is not None else ()

    @property
    def all(self) -> Iterator[Constraint]:
        """Those of the value and of all that it holds."""
        yield from self.constraints
        for held in (*([self.elements] if self.elements is not None else []), *self.alternatives):
            yield from held.all

    @property
    def about(self) -> set[tuple[int, str]]:
        """The keywords of the document that all of these check."""
        return {keyword for constraint in self.all for keyword in constraint.about}

    def changed(self, change: Callable[[Constraint], Constraint]) -> "Checked":
        """The same with other constraints, at any depth."""
        return Checked(
            tuple(map(change, self.constraints)),
            self.elements.changed(change) if self.elements is not None else None,
            tuple(alternative.changed(change) for alternative in self.alternatives),
        )


@dataclass(frozen=True)
class Rule:
    """A cross-field rule. `expression` is the checked CEL syntax tree of `cel`; field_path a wire
    path ('' = the model).
    """

    id: str
    expression: object
    source: str
    field_path: str
    message: str
    pointer: str


@dataclass(frozen=True)
class Member:
    """One property of a model.

    presence: required, nullable (required, null allowed), optional, optional_nullable, defaulted.
    default: source text of a scalar default, JSON for any other, None without one; for defaulted
    and optional_nullable; for any other if it tells what the object is (then `tells`), or if it is
    required and only comes in responses, for lenient reading.
    boxed: the value holds the model itself again, so it is kept apart from it, where it may be
    missing.
    access: read_write; read_only for what only the service sends (readOnly), write_only for what
    only it receives (writeOnly). is_secret: the document calls its value a secret. checked: what
    its value must fulfil, null aside.
    called: what C++ calls it, where the document says so.
    conditional: what its type says holds in some cases only; the constraints of the model say in
    which.
    missing: what is said of a required value that was never set, where its type has such a state;
    else ''.
    """

    wire_name: str
    type: Type
    presence: str
    default: str | None
    checked: Checked
    doc: Doc
    pointer: str
    boxed: bool = False
    access: str = "read_write"
    missing: str = ""
    tells: bool = False
    conditional: bool = False
    called: str = ""
    is_secret: bool = False

    @property
    def is_needed(self) -> bool:
        """It has to be there, be it null."""
        return self.presence in ("required", "nullable")

    @property
    def is_hidden(self) -> bool:
        """It is left out of what is kept or shown of a request."""
        return self.is_secret or self.access == "write_only"

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What the value itself must fulfil."""
        return self.checked.constraints


class NamedType(Values):
    """What a name stands for."""

    @property
    def held(self) -> tuple[Type, ...]:
        """The types of all that it holds."""
        return tuple(type_ for type_, _ in self.held_in_boxes)

    @property
    def held_in_boxes(self) -> tuple[tuple[Type, bool], ...]:
        """The same, each with whether it is kept apart in a box."""
        return ()

    @property
    def stands_for(self) -> Type | None:
        """The type that it is another name of, if it is no structure or enum of its own."""
        return None

    @property
    def in_words(self) -> str:
        """What it is, in a few words."""
        return "alias"

    @property
    def is_structure(self) -> bool:
        """C++ has a struct for it."""
        return self.stands_for is None


@dataclass(frozen=True)
class Model(NamedType):
    """An object with members. keeps_extra: unknown members are collected (additionalProperties:
    true was written).

    extra: the unknown members as a map, where the document says of which type they are; None where
    they are open JSON. constraints hold for the object as a whole; extra_checked: what the map of
    unknown members must fulfil.
    called: what C++ calls it, where the document says so.
    """

    name: str
    members: tuple[Member, ...]
    rules: tuple[Rule, ...]
    keeps_extra: bool
    doc: Doc
    pointer: str
    constraints: tuple[Constraint, ...] = ()
    extra: Map | None = None
    extra_checked: Checked = Checked()
    called: str = ""
    json_types: ClassVar[frozenset[str]] = frozenset(["object"])

    @property
    def checked_parts(self) -> tuple[Checked, ...]:
        """What the object, its members and its unknown members must fulfil."""
        return (
            Checked(self.constraints),
            *(member.checked for member in self.members),
            self.extra_checked,
        )

    @property
    def held_in_boxes(self) -> tuple[tuple[Type, bool], ...]:
        return tuple((member.type, member.boxed) for member in self.members) + (
            ((self.extra, False),) if self.extra is not None else ()
        )

    def covers(self, other: Values, ask: Callable[[Values, Values], bool]) -> bool:
        members = {member.wire_name: member.type for member in self.members}
        return (
            isinstance(other, Model)
            and (self.keeps_extra or not other.keeps_extra)
            and all(
                (
                    ask(members[member.wire_name], member.type)
                    if member.wire_name in members
                    else self.keeps_extra and self.extra is None
                )
                for member in other.members
            )
        )

    @property
    def in_words(self) -> str:
        return f"struct of {len(self.members)}"

    @property
    def is_equal_as_json(self) -> bool:
        return not self.keeps_extra or self.extra is not None


@dataclass(frozen=True)
class Enum(NamedType):
    """Integer or string values. base: int64 or string. names: as the document gives them, else ''.

    is_open: the document says that there will be more values (`x-extensible-enum`); others are not
    refused.
    called: what C++ calls it, where the document says so.
    """

    name: str
    base: str
    values: tuple[str, ...]
    names: tuple[str, ...]
    doc: Doc
    pointer: str
    is_open: bool = False
    called: str = ""
    limited: ClassVar[str] = "enum"
    is_structure: ClassVar[bool] = False

    @property
    def json_types(self) -> frozenset[str]:
        return frozenset(["string" if self.is_text else "number"])

    @property
    def scalar(self) -> str:
        return self.base

    @property
    def in_words(self) -> str:
        return f"{'string' if self.is_text else 'integer'} enum of {len(self.values)}"

    @property
    def has_unset(self) -> bool:
        return self.is_text or not self.is_open and "0" not in self.values


@dataclass(frozen=True)
class Alias(NamedType):
    """A named schema that is not an object with members: `using Name = type`.

    wrapped: its values hold such values again, in lists or maps, so that it is a structure around
    the type.
    called: what C++ calls it, where the document says so.
    """

    name: str
    type: Type
    doc: Doc
    pointer: str
    wrapped: bool = False
    called: str = ""

    @property
    def held_in_boxes(self) -> tuple[tuple[Type, bool], ...]:
        return ((self.type, False),)

    @property
    def stands_for(self) -> Type | None:
        return None if self.wrapped else self.type
