"""What all parts of lowering share: documents, diagnostics, the types found so far, and the names they take."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol, Union

from restbind import ir
from restbind.diagnostics import Diagnostics
from restbind.lower.schema.ledger import Ledger
from restbind.lower.schema.normal_form import Schema
from restbind.naming import to_ascii
from restbind.source.refs import Cursor, Documents

Named = Union[ir.Model, ir.Enum, ir.Alias]


class TooLarge(Exception):
    """A schema that stands for more than can be generated; `at` is where, or the name of the alias."""

    def __init__(self, at: Cursor | str) -> None:
        super().__init__()
        self.at = at


@dataclass
class PendingRule:
    """A rule that waits until all models are known."""

    model: str
    at: Cursor


@dataclass
class MemberDraft:
    """A member whose type is known and whose limits and default wait until all types are."""

    wire_name: str
    type: ir.Type
    required: bool
    parts: tuple[Cursor, ...]  # the schemas that hold for it; one, but where allOf repeats a property
    boxed: bool = False  # holds its own model again, apart from it
    named_only: bool = False  # only a discriminator names it
    of_alternatives: bool = False  # only alternatives beside the properties name it: `parts` need not hold together


@dataclass
class Told:
    """A member by whose value an object is known. at: what says so. values: those that it is sent with. otherwise: True for each
    discriminator whose other objects are this schema, False for each whose are another one."""

    at: Cursor
    values: list[str] = field(default_factory=list)
    otherwise: set[bool] = field(default_factory=set)


@dataclass(frozen=True)
class Base:
    """A component that others extend. kinds: these, those that extend them, and what the mapping names; each with its
    component's name and all values that it is known by. The base itself is the first, if it is known by a value. otherwise: the one for other
    values."""

    name: str
    at: Cursor
    member: str
    kinds: tuple[tuple[str, Cursor, tuple[str, ...]], ...]
    otherwise: Cursor | None = None


class Types(Protocol):
    """Schema to type: `lower.types.build`, which the modules for each kind of type come back to for what they hold."""

    def lower_type(self, context: "Context", at: Cursor, hint: str, own_name: str = "") -> ir.Type: ...
    def lower_parts(self, context: "Context", parts: tuple[Cursor, ...], hint: str) -> ir.Type: ...
    def reference(self, context: "Context", target: Cursor, hint: str) -> ir.Type: ...
    def by_types(self, context: "Context", schema: Schema, hint: str, own_name: str) -> ir.Type: ...
    def typed(self, context: "Context", schema: Schema, name: str, hint: str, own_name: str) -> ir.Type: ...
    def element_type(self, context: "Context", at: Cursor, hint: str) -> tuple[ir.Type, bool]: ...


@dataclass
class Context:
    root: Cursor
    documents: Documents
    diagnostics: Diagnostics
    types: Types
    checks_formats: bool = True  # of texts in requests
    named: dict[str, Named] = field(default_factory=dict)       # in the order they were completed
    targets: dict[int, ir.Type] = field(default_factory=dict)   # what a referenced schema became, by identity
    names: set[str] = field(default_factory=set)                # taken names, components of the main file first
    numbers: dict[str, int] = field(default_factory=dict)       # wanted name -> the last number that was put behind it
    inline: dict[tuple[object, ...], str] = field(default_factory=dict)  # what an inline object or enum is made of -> its type
    hints: dict[str, list[str]] = field(default_factory=dict)  # inline type -> how it would be called in each of its places
    enums: dict[object, Cursor] | None = None  # components that are enums, by their constants
    shapes: dict[tuple[object, ...], int] = field(default_factory=dict)  # what a schema says -> a number for it
    shape_of: dict[tuple[int, bool], int] = field(default_factory=dict)  # the same by identity, and for an alternative
    built: int = 0  # schemas that were made types of, each time that one was
    building: Cursor | None = None  # the component or operation that is lowered
    rules: list[PendingRule] = field(default_factory=list)
    homes: dict[int, tuple[str, Cursor]] = field(default_factory=dict)  # schemas elsewhere that a component names
    waiting: deque[tuple[str, Cursor]] = field(default_factory=deque)  # referenced schemas still to be lowered
    places: dict[str, Cursor] = field(default_factory=dict)     # alias -> its schema
    holders: dict[int, Cursor] = field(default_factory=dict)  # list of alternatives -> the schema that it stands in
    model_schemas: dict[str, Schema] = field(default_factory=dict)  # model -> the schema it was made from
    flattened: dict[tuple[int, str], Schema] = field(default_factory=dict)  # by identity and pointer
    alternatives: dict[int, ir.Type] = field(default_factory=dict)  # those of `oneOf` and `anyOf` with their types, by identity
    twins: dict[str, list[Schema]] = field(default_factory=dict)  # model -> schemas that say the same elsewhere
    ledger: Ledger = field(default_factory=Ledger)
    said: set[int] = field(default_factory=set)  # the texts in `x-restbind-messages` that a check of a request says, by identity
    responses: list[tuple[Cursor, ir.Type]] = field(default_factory=list)  # the schemas of what is received
    undecided: list[tuple[Cursor, ir.Type]] = field(default_factory=list)  # alternatives of which several may hold at once
    judged: dict[str, ir.Constraint] = field(default_factory=dict)  # see ir.Api
    components: dict[str, Cursor] = field(default_factory=dict)  # the schemas of the main file, by name
    distinct: set[int] = field(default_factory=set)  # schemas that only refer to another and yet are a type of their own
    told: dict[int, dict[str, "Told"]] = field(default_factory=dict)  # schema -> members that tell what it is -> their values in it
    bases: dict[int, Base] = field(default_factory=dict)  # components that others extend and a discriminator tells apart
    itself: dict[int, ir.Type] = field(default_factory=dict)  # the models of these without what the others add
    mappings: dict[int, list[tuple[str, Cursor]]] = field(default_factory=dict)  # of discriminators: value and schema
    otherwise: dict[int, Cursor | None] = field(default_factory=dict)  # by the identity of a `defaultMapping`: what it names
    files: dict[int, tuple[str, str]] = field(default_factory=dict)  # schemas of strings that are files, by identity: property and form's reason
    texts: dict[tuple[object, tuple[str, ...], int], str | None] = field(default_factory=dict)  # what schema_text() gave
    templates: dict[tuple[object, tuple[str, ...]], object] = field(default_factory=dict)  # what these are made of
    required: dict[int, frozenset[str]] = field(default_factory=dict)  # names that a schema asks for, by its identity
    large: dict[tuple[object, int], bool] = field(default_factory=dict)  # definitions by size: too large with all that they refer to
    comparable: set[str] = field(default_factory=set)  # models whose values are equal in C++ where their JSON is
    chosen: set[int] = field(default_factory=set)  # layers of alternatives, by identity
    typed: set[int] = field(default_factory=set)  # alternatives whose type stands beside them, by identity
    nulls: dict[int, bool] = field(default_factory=dict)  # schemas by identity: null is valid
    written: int = 0  # characters of the large ones among these
    is_received: bool = False  # what is looked at now only comes in responses
    drafts: dict[str, list["MemberDraft"]] = field(default_factory=dict)  # model -> its members, limits still to come

    def report(self, code: str, at: Cursor, message: str, hint: str = "", own: bool = False) -> None:
        """At the key that leads to `at`, which is where a reader looks; elements and roots have none."""
        self.diagnostics.report(code, at.key_place, message, hint, own)

    def claim(self, wanted: str, at: Cursor) -> str:
        """`wanted`, or the next free `wanted2`, `wanted3`, … with a warning."""
        name, number = wanted, self.numbers.get(wanted, 1)
        while name in self.names:
            number += 1
            name = f"{wanted}{number}"
        self.numbers[wanted] = number
        if number > 1:
            self.report("RB033", at, f"the name `{wanted}` is taken; this schema becomes `{name}`",
                        "give the schema a name of its own under components/schemas")
        self.names.add(name)
        return name

    def bare(self, type_: ir.Type) -> ir.Type | ir.Model | ir.Enum:
        """A type with references and aliases taken away. To be asked once all types are known."""
        while isinstance(type_, ir.Ref):
            found = self.named.get(type_.name)
            if found is None:
                return ir.Open("any")
            if not isinstance(found, ir.Alias):
                return found
            type_ = ir.Open("any") if found.wrapped else found.type  # what is in a wrapper is checked as a schema
        return type_

    def is_wrapped(self, type_: ir.Type) -> bool:
        """A reference to an alias that is a structure of its own."""
        while isinstance(type_, ir.Ref) and isinstance(found := self.named.get(type_.name), ir.Alias):
            if found.wrapped:
                return True
            type_ = found.type
        return False


def media_types(context: Context, content: Cursor | None) -> list[tuple[str, Cursor]]:
    """What a `content` describes, through `$ref`; what leads nowhere, which is reported, describes nothing and stays."""
    return [(name, context.documents.follow(at) or at) for name, at in content.items()] if content is not None else []


def pascal(*words: str) -> str:
    """`("VenuePictureRequest", "option")` -> `VenuePictureRequestOption`."""
    parts = [part for word in words for part in re.split(r"[^A-Za-z0-9]+", to_ascii(word)) if part]
    return "".join(part[0].upper() + part[1:] for part in parts) or "Unnamed"
