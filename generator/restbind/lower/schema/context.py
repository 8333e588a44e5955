# SPDX-License-Identifier: BSL-1.0
"""What the passes of lowering work on: the document, what the passes have found, and what is
reported and accounted for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from restbind import ir
from restbind.diagnostics import Diagnostics
from restbind.lower.schema.drafts import Kinds, MemberDraft, Operations, Requests
from restbind.lower.schema.ledger import Balance, Ledger
from restbind.lower.schema.shape import Shape
from restbind.source.additions import OwnTypes
from restbind.source.documents import Documents
from restbind.source.refs import Cursor

TOO_DEEP = "schemas are nested, or refer to each other, too deeply"
TOO_LARGE = "with all that it refers to the schema becomes too large a type"


class TooMuch(Exception):
    """Schemas of which no types can be made; the text says why. at: the schema, or the component or
    operation that leads to it.
    """

    def __init__(self, at: Cursor, why: str) -> None:
        super().__init__(why)
        self.at = at


@dataclass(frozen=True)
class Document:
    """What was read; nothing changes it. sources: the main file and all that its references
    reached. checks_formats: of texts in requests. leaves_out_patterns: some cannot be read.
    components: the schemas of the main file, by name.
    """

    root: Cursor
    sources: Documents
    own_types: OwnTypes = field(default_factory=OwnTypes)
    checks_formats: bool = True
    leaves_out_patterns: bool = False
    components: Mapping[str, Cursor] = field(default_factory=dict)


@dataclass
class Checks:
    """What is reported, and what becomes of each assertion. Any pass may add to it; the last one
    proves that nothing is missing. Names are here because a name that is taken is reported."""

    diagnostics: Diagnostics
    ledger: Ledger = field(default_factory=Ledger)
    names: set[str] = field(
        default_factory=set
    )  # taken names of types, components of the main file first
    numbers: dict[str, int] = field(
        default_factory=dict
    )  # wanted name -> the last number that was put behind it
    named: set[Cursor] = field(
        default_factory=set
    )  # the values of `x-restbind-name` that something in C++ is called by
    said: set[int] = field(
        default_factory=set
    )  # the texts in `x-restbind-messages` that a check of a request says, by identity
    judged: dict[str, ir.Constraint] = field(default_factory=dict)  # see ir.Api
    comparable: set[str] = field(
        default_factory=set
    )  # models whose values are equal in C++ where their JSON is


@dataclass
class Making:
    """What only the making of types needs to know."""

    inline: dict[tuple[object, ...], str] = field(
        default_factory=dict
    )  # what an inline object or enum is made of -> its type
    contents: dict[tuple[object, ...], int] = field(
        default_factory=dict
    )  # what a schema says -> a number for it
    content_of: dict[tuple[Cursor, bool], int] = field(
        default_factory=dict
    )  # the same by identity, and for an alternative
    built: int = 0  # schemas that were made types of, each time that one was
    waiting: deque[tuple[str, Cursor]] = field(
        default_factory=deque
    )  # referenced schemas still to be lowered
    itself: dict[Cursor, ir.Type] = field(
        default_factory=dict
    )  # the models of bases without what the others add
    chosen: set[Cursor] = field(default_factory=set)  # layers of alternatives
    typed: set[Cursor] = field(default_factory=set)  # alternatives whose type stands beside them


@dataclass
class Found:
    """What the passes have established. Each field is written by one pass, whose name stands above
    it, and read by those that come later.

    A pass that changes types has a table of its own, which begins as a copy of the one before.
    `named` and `drafts` are the newest of these.
    """

    # find_homes
    homes: dict[Cursor, tuple[str, Cursor]] = field(
        default_factory=dict
    )  # schemas elsewhere that a component names
    # find_kinds
    kinds: Kinds = field(default_factory=Kinds)
    # make_types
    types_made: dict[str, ir.Named] = field(
        default_factory=dict
    )  # in the order they were completed
    members_made: dict[str, list[MemberDraft]] = field(
        default_factory=dict
    )  # model -> its members, limits still to come
    targets: dict[Cursor, ir.Type] = field(default_factory=dict)  # what a referenced schema became
    hints: dict[str, list[str]] = field(
        default_factory=dict
    )  # inline type -> how it would be called in each of its places
    places: dict[str, Cursor] = field(default_factory=dict)  # component, alias -> its schema
    shapes: dict[str, list[Shape]] = field(
        default_factory=dict
    )  # model -> that which it is made of, then those that say the same elsewhere
    alternatives: dict[Cursor, ir.Type] = field(
        default_factory=dict
    )  # those of `oneOf` and `anyOf` with their types
    responses: list[tuple[Cursor, ir.Type]] = field(
        default_factory=list
    )  # the schemas of what is received
    undecided: list[tuple[Cursor, ir.Type]] = field(
        default_factory=list
    )  # alternatives of which several may hold at once
    # Schemas of strings that are files: property and form's reason.
    files: dict[Cursor, tuple[str, str]] = field(default_factory=dict)
    operations: Operations = field(init=False, repr=False)
    incoming: tuple[ir.Incoming, ...] = ()  # webhooks and callbacks
    # settle_types
    types_settled: dict[str, ir.Named] = field(default_factory=dict)
    members_settled: dict[str, list[MemberDraft]] = field(default_factory=dict)
    # find_received
    received: frozenset[str] = frozenset()  # types that only come in responses
    # finish_members
    types_finished: dict[str, ir.Named] = field(default_factory=dict)
    requests: Requests = field(init=False, repr=False)
    # finish_rules
    types_ruled: dict[str, ir.Named] = field(default_factory=dict)
    # finish_operations
    calls: tuple[ir.Operation, ...] = ()
    # make_api
    api: ir.Api | None = None
    # balance_ledger
    balance: Balance | None = None

    def __post_init__(self) -> None:
        self.named = self.types_made
        self.drafts = self.members_made

    def held(self, name: str) -> list[ir.Type]:
        """The types that a named type holds."""
        found = self.named.get(name)
        if isinstance(found, ir.Alias):
            return [found.type]
        held = [draft.type for draft in self.drafts.get(name, ())]
        if isinstance(found, ir.Model) and found.extra is not None:
            held.append(found.extra)
        return held

    def model(self, name: str) -> ir.Model:
        """The named type, which is a model."""
        found = self.named[name]
        assert isinstance(found, ir.Model)
        return found

    def drafts_of(self, name: str) -> dict[str, MemberDraft]:
        """The members of a model, by their names on the wire."""
        return {draft.wire_name: draft for draft in self.drafts.get(name, ())}

    def home(self, at: Cursor) -> Cursor:
        """The schema of another file where a component only names it, else `at`."""
        return self.homes.get(at, ("", at))[1]

    def change(self, name: str, **fields: object) -> None:
        """Gives a named type other values of some fields."""
        self.named[name] = replace(self.named[name], **fields)

    def change_types(self, name: str, change: Callable[[ir.Type], ir.Type]) -> None:
        """All types in a named type are others."""
        found = self.named.get(name)
        if isinstance(found, ir.Alias):
            self.named[name] = replace(found, type=change(found.type))
        for draft in self.drafts.get(name, ()):
            draft.type = change(draft.type)
        if isinstance(found, ir.Model) and found.extra is not None:
            self.named[name] = replace(found, extra=change(found.extra))


@dataclass(frozen=True)
class Context:
    """What the functions of lowering are given. making: nobody but those that make types needs
    it. lowered: the component or operation whose types are made, if it is one. is_received: what
    is looked at only comes in responses, so that nothing checks it.
    """

    document: Document
    found: Found
    checks: Checks
    making: Making
    lowered: Cursor | None = None
    is_received: bool = False

    def receiving(self, is_received: bool = True) -> Context:
        """The same for what only comes in responses."""
        return replace(self, is_received=is_received)

    @contextmanager
    def lowering(self, at: Cursor) -> Iterator[Context]:
        """The context for the types of a component or operation; raises TooMuch where they are
        nested too deeply.
        """
        try:
            yield replace(self, lowered=at)
        except RecursionError:
            raise TooMuch(at, TOO_DEEP) from None

    def claim(self, wanted: str, at: Cursor) -> str:
        """`wanted`, or the next free `wanted2`, `wanted3`, … with a warning."""
        taken, numbers = self.checks.names, self.checks.numbers
        name, number = wanted, numbers.get(wanted, 1)
        while name in taken:
            number += 1
            name = f"{wanted}{number}"
        numbers[wanted] = number
        if number > 1:
            at.report(
                "RB033",
                f"the name `{wanted}` is taken; this schema becomes `{name}`",
                "give the schema a name of its own under components/schemas",
            )
        taken.add(name)
        return name

    def name_type(
        self, wanted: str, type_: ir.Type, doc: ir.Doc, schema: Cursor | None, holder: Cursor
    ) -> str:
        """The name of a type that had none. schema: of which it was made, if of one; holder: what
        that stands in.
        """
        at = schema or holder
        name = self.claim(wanted, at)
        if schema is not None:
            self.found.places[name] = schema
        self.found.named[name] = ir.Alias(name, type_, doc, at.pointer)
        return name

    def bare(self, type_: ir.Values) -> ir.Values:
        """A type with references and aliases taken away. To be asked once all types are known."""
        found = ir.bare(self.found.named, type_)
        # What is in a wrapper is checked as a schema.
        return ir.ANY if isinstance(found, (ir.Alias, ir.Ref)) else found

    def each(self, type_: ir.Values) -> Iterator[ir.Values]:
        """As bare(), of a type that may be one of several: of each of these, at any depth."""
        bare = self.bare(type_)
        for alternative in bare.one_of:
            yield from self.each(alternative) if alternative is not bare else (bare,)

    def is_wrapped(self, type_: ir.Values) -> bool:
        """A reference to an alias that is a structure of its own."""
        return isinstance(ir.bare(self.found.named, type_), ir.Alias)


def media_types(content: Cursor | None) -> list[tuple[str, Cursor]]:
    """What a `content` describes, through `$ref`; what leads nowhere, which is reported, describes
    nothing and stays.
    """
    described = content.items() if content is not None else ()
    return [(name, at.follow() or at) for name, at in described]
