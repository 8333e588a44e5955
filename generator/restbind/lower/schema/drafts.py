# SPDX-License-Identifier: BSL-1.0
"""What waits until all types are known: members, parameters, bodies and operations whose limits and
defaults come later.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from restbind import ir
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor


@dataclass
class MemberDraft:
    """A member whose type is known and whose limits and default wait until all types are."""

    wire_name: str
    type: ir.Type
    required: bool
    parts: tuple[
        Cursor, ...
    ]  # the schemas that hold for it; one, but where allOf repeats a property
    boxed: bool = False  # holds its own model again, apart from it
    named_only: bool = False  # only a discriminator names it
    of_alternatives: bool = (
        False  # only alternatives beside the properties name it: `parts` need not hold together
    )

    @cached_property
    def shape(self) -> Shape:
        """What its schemas say together."""
        return normalise(*self.parts)


@dataclass
class Told:
    """A member by whose value an object is known. at: what says so. values: those that it is sent
    with. otherwise: True for each discriminator whose other objects are this schema, False for each
    whose are another one."""

    at: Cursor
    values: list[str] = field(default_factory=list)
    otherwise: set[bool] = field(default_factory=set)


class Kind(NamedTuple):
    """An object that is known by the value of a member. name: its component's. also: what may come
    instead of the values.
    """

    name: str
    at: Cursor
    values: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Base:
    """A component that others extend: a choice among its kinds, those that extend them, and what
    the mapping names. The base itself is the first, if it is known by a value. told_by: the member
    whose value tells which one an object is. otherwise: the one for other values.
    """

    name: str
    at: Cursor
    told_by: str
    alternatives: tuple[Kind, ...]
    otherwise: Cursor | None = None

    @property
    def parts(self) -> list[tuple[str, Cursor]]:
        """The kinds with their names, without the base itself."""
        own = self.at
        return [(kind.name, kind.at) for kind in self.alternatives if kind.at != own]

    @property
    def known_values(self) -> set[str]:
        """Those of all kinds."""
        return {value for kind in self.alternatives for value in kind.values}


@dataclass
class Kinds:
    """What discriminators say of the whole document, by the identity of schemas.

    distinct: those that only refer to another and yet are a type of their own. told: the members
    that tell what an object is, by their names. bases: components that others extend and a
    discriminator tells apart.
    """

    distinct: set[Cursor] = field(default_factory=set)
    told: dict[Cursor, dict[str, Told]] = field(default_factory=dict)
    bases: dict[Cursor, Base] = field(default_factory=dict)

    def telling(self, at: Cursor) -> dict[str, Told]:
        """The members that tell what an object of a schema is, by their names."""
        return self.told.get(at, {})

    def base(self, at: Cursor) -> Base | None:
        """The base that a schema is; None for all others."""
        return self.bases.get(at)


@dataclass(frozen=True, eq=False)
class ParameterDraft:
    """A parameter whose limits and default wait until all types are known."""

    at: Cursor
    wire_name: str
    place: str
    type: ir.Type
    required: bool
    client_name: str
    schema: Cursor | None  # None: nothing is said about the value
    style: str

    @cached_property
    def shape(self) -> Shape | None:
        """What its schema says."""
        return normalise(self.schema) if self.schema is not None else None


@dataclass(frozen=True, eq=False)
class RequestBody:
    """schema: the one whose limits hold; None where there is none, or where the value is not what
    it describes. type: null aside. nullable: the whole body may be null. files: the schemas that
    are files in it."""

    type: ir.Ref
    format: ir.BodyFormat
    schema: Cursor | None
    nullable: bool = False
    files: frozenset[Cursor] = frozenset()

    @cached_property
    def shape(self) -> Shape | None:
        """What its schema says."""
        return normalise(self.schema) if self.schema is not None else None


@dataclass(frozen=True)
class Responses:
    """What is known of all responses. responses: see ir.Operation; so for the others."""

    success_status: int
    response: ir.Type | None
    responses: tuple[ir.Response, ...]
    errors: tuple[ir.Response, ...]
    error_responses: tuple[ir.ErrorResponse, ...]
    accept: str
    accept_choices: tuple[str, ...]
    accept_errors: str
    headers: tuple[str, ...]

    @property
    def types(self) -> list[ir.Type]:
        """Those of all that is received."""
        found = [response.type for response in (*self.responses, *self.errors)]
        return [type_ for type_ in (self.response, *found) if type_ is not None]


@dataclass(frozen=True, eq=False)
class Secured:
    """What an operation must show. required: its security requirements. alternatives: see
    `ir.Operation.security`. keys: the API keys in them, by name (of headers in small letters) and
    place: the first scheme that is one, and whether each alternative has such a scheme. by_token:
    one of them has a token. unserved: the schemes for which it
    is sent without anything. lost: the keys of its schemes that lose what they describe. scopes:
    see `ir.Operation.scopes`.
    """

    required: tuple[Cursor, ...]
    alternatives: tuple[tuple[str, ...], ...] | None
    keys: dict[tuple[str, str], tuple[str, bool]]
    by_token: bool
    unserved: tuple[Cursor, ...]
    lost: tuple[Cursor, ...]
    scopes: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(eq=False)
class OperationDraft:
    """An operation whose limits and rules wait until all types are known."""

    id: str
    method: str
    path: str
    at: Cursor
    parameters: list[ParameterDraft]
    sent: RequestBody | None
    body_required: bool
    responses: Responses
    server: str
    fragment: str
    security: Secured
    called: str = ""  # see ir.Operation
    key: str = ""  # see ir.Operation.idempotency_key

    @property
    def named_after(self) -> str:
        """What types that belong to it are named after."""
        return self.called or self.id

    @property
    def body(self) -> ir.Ref | None:
        """The type of the body that is sent; None for an operation without one."""
        return self.sent.type if self.sent is not None else None

    @property
    def types_sent(self) -> list[ir.Type]:
        """Those of all that is sent."""
        found: list[ir.Type] = [parameter.type for parameter in self.parameters]
        return found + ([self.sent.type] if self.sent is not None else [])


@dataclass(frozen=True, eq=False)
class FoundOperation:
    """An operation of the document, whether it is generated or not. at, item: where it and its path
    item are described. lost: what stands beside a `$ref` that leads there, and is not looked at."""

    id: str
    method: str
    path: str
    at: Cursor
    item: Cursor
    security: Secured
    lost: tuple[Cursor, ...] = ()
    called: str = ""  # see ir.Operation

    @property
    def named_after(self) -> str:
        """What types that belong to it are named after."""
        return self.called or self.id


@dataclass(frozen=True)
class LeftOut:
    """Why an operation is not generated."""

    code: str
    reason: str
    at: Cursor


@dataclass(frozen=True, eq=False)
class Operations:
    """The operations of a document. drafts: those that are generated. found: all of them. left_out:
    by id. lost: paths whose operations nobody can know. schemes: those that
    operations name, or whose tokens the client gets; described: where each scheme stands, by name.
    servers: all; main_server: the name of the first.
    """

    drafts: tuple[OperationDraft, ...]
    found: tuple[FoundOperation, ...]
    left_out: dict[str, LeftOut]
    lost: tuple[tuple[str, Cursor], ...]
    schemes: tuple[ir.SecurityScheme, ...]
    described: dict[str, Cursor]
    servers: tuple[ir.Server, ...]
    main_server: str

    def sent(self) -> list[Cursor]:
        """The schemas of all that is sent."""
        found = [parameter.schema for draft in self.drafts for parameter in draft.parameters]
        found += [draft.sent.schema for draft in self.drafts if draft.sent is not None]
        return [at for at in found if at is not None]

    def responses(self) -> list[Cursor]:
        """What the document says of all that is received."""
        found = [operation.at.get("responses") for operation in self.found]
        return [at for at in found if at is not None]


@dataclass(frozen=True)
class Requests:
    """parameters: those of each operation, by its id. names: the types of the requests, by id; ''
    for one that takes nothing. nullable: the aliases for a body's type or null, by the type."""

    parameters: dict[str, list[ir.Parameter]]
    names: dict[str, str]
    nullable: dict[str, str]
    client_parameters: tuple[ir.ClientParameter, ...]
