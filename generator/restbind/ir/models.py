# SPDX-License-Identifier: BSL-1.0
"""Named types: models, enums and aliases, with the constraints and rules that their values must keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from restbind.ir.types import JSON_TYPES, Doc, Map, Type


@dataclass(frozen=True)
class Constraint:
    """One keyword that a value must fulfil.

    keyword: minimum, maximum, exclusiveMinimum, exclusiveMaximum, range (minimum and maximum together: one message),
    known (nothing that only the open alternative has space for: of an object, or, with the limit `other`, of any value; with the limit
    `object` its message is the document's, else it goes on with what the nearest alternative lacks), enum,
    minItems, maxItems, minLength, maxLength, pattern, format, multipleOf, uniqueItems, minProperties, maxProperties, schema
    (the value's JSON is checked against a JSON Schema). limits: source texts (whole numbers where the type is an
    integer), two for range, all values for enum; for schema its JSON text.
    message: the final text, placeholders filled in; '' for a schema whose own findings are told.
    """

    keyword: str
    limits: tuple[str, ...]
    message: str
    pointer: str


@dataclass(frozen=True)
class Rule:
    """A cross-field rule. `expression` is the checked CEL syntax tree of `cel`; field_path a wire path ('' = the model)."""

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
    default: source text of a scalar default, JSON for any other, None without one; for defaulted and
    optional_nullable; for what is required if it tells what the object is (then `tells`), or if it only comes in responses,
    for lenient reading.
    boxed: the value holds the model itself again, so it is kept apart from it, where it may be missing.
    access: read_write; read_only for what only the service sends (readOnly), write_only for what only it receives (writeOnly).
    constraints hold for the member's own value, item_constraints for each element of an array or map member.
    conditional: what its type says holds in some cases only; the constraints of the model say in which.
    missing: what is said of a required value that was never set, where its type has such a state; else ''.
    """

    wire_name: str
    type: Type
    presence: str
    default: str | None
    constraints: tuple[Constraint, ...]
    item_constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str
    boxed: bool = False
    access: str = "read_write"
    missing: str = ""
    tells: bool = False
    conditional: bool = False


@dataclass(frozen=True)
class Model:
    """An object with members. keeps_extra: unknown members are collected (additionalProperties: true was written).

    extra: the unknown members as a map, where the document says of which type they are; None where they are open JSON.
    constraints hold for the object as a whole, extra_constraints for each unknown member.
    called: what C++ calls it, where that is not its name.
    """

    name: str
    members: tuple[Member, ...]
    rules: tuple[Rule, ...]
    keeps_extra: bool
    doc: Doc
    pointer: str
    constraints: tuple[Constraint, ...] = ()
    extra: Map | None = None
    extra_constraints: tuple[Constraint, ...] = ()
    called: str = ""
    json_types: ClassVar[frozenset[str]] = frozenset(["object"])

    @property
    def held(self) -> tuple[Type, ...]:
        """The types of all that it holds."""
        return tuple(member.type for member in self.members) + ((self.extra,) if self.extra is not None else ())


@dataclass(frozen=True)
class Enum:
    """Integer or string values. base: int64 or string. names: as the document gives them, else ''.

    is_open: the document says that there will be more values (`x-extensible-enum`); others are not refused.
    called: what C++ calls it, where that is not its name.
    """

    name: str
    base: str
    values: tuple[str, ...]
    names: tuple[str, ...]
    doc: Doc
    pointer: str
    is_open: bool = False
    called: str = ""

    @property
    def held(self) -> tuple[Type, ...]:
        """None: it holds no other type."""
        return ()

    @property
    def json_types(self) -> frozenset[str]:
        return frozenset(["string" if self.base == "string" else "number"])


@dataclass(frozen=True)
class Alias:
    """A named schema that is not an object with members: `using Name = type`.

    wrapped: its values hold such values again, in lists or maps, so that it is a structure around the type.
    """

    name: str
    type: Type
    doc: Doc
    pointer: str
    wrapped: bool = False
    json_types: ClassVar[frozenset[str]] = JSON_TYPES

    @property
    def held(self) -> tuple[Type, ...]:
        """The type that it stands for."""
        return (self.type,)
