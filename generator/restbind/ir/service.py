# SPDX-License-Identifier: BSL-1.0
"""The service as a whole: security, servers, error codes, and all that the document gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from restbind.ir.models import Alias, Constraint, Enum, Model
from restbind.ir.operations import Operation, ProblemFormat
from restbind.ir.types import Doc, Type


@dataclass(frozen=True)
class TokenVariable:
    """A {variable} in the address or the scopes of a grant. default: '' where the document states
    none.
    """

    name: str
    default: str
    description: str


@dataclass(frozen=True)
class TokenGrant:
    """How the client gets tokens: a flow of OAuth 2.0 client credentials.

    url, scopes: with their {variables}. scopes: those that operations ask for; without any, all of
    the flow. authentication: client_secret_basic or client_secret_post. lifetime_seconds: how long
    a token is valid whose response does not say it. renew_before_seconds: how long before its end
    the next one is asked for.
    """

    url: str
    scopes: tuple[str, ...]
    authentication: str
    lifetime_seconds: int
    renew_before_seconds: int
    variables: tuple[TokenVariable, ...]
    pointer: str


@dataclass(frozen=True)
class SecurityScheme:
    """How a request shows who sends it.

    kind: token, basic, key, authorization (a scheme of HTTP whose credentials the application
    gives), or none where nothing is sent: mutual TLS.
    place: header, query or cookie; '' for the kind none. field: the name of a key there; for the
    kind authorization the word in front of the credentials, as `Token`.
    grant: how the client gets the token itself; None where the application gives it.
    """

    name: str
    kind: str
    place: str
    field: str
    doc: Doc
    pointer: str
    grant: TokenGrant | None = None


@dataclass(frozen=True)
class ServerVariable:
    """A {variable} of an address. default: '' where the document states none. allowed: its values;
    () for any.
    """

    name: str
    default: str
    allowed: tuple[str, ...]
    description: str


@dataclass(frozen=True)
class Server:
    """An address of the service. url: with its {variables}; it may be relative to that of the
    document. name: its name in C++.
    """

    name: str
    url: str
    variables: tuple[ServerVariable, ...]
    description: str
    pointer: str


@dataclass(frozen=True)
class ErrorCode:
    """A code that problem documents of the service have. name: its enumerator. statuses: the
    statuses with which it comes. operation: the id of the only operation that has it, else ''.
    condition: when it comes, in words.
    """

    code: int
    name: str
    statuses: tuple[int, ...]
    operation: str
    condition: str
    pointer: str


@dataclass(frozen=True)
class ClientParameter:
    """A value that the client sends with all operations that have the parameter. default: None
    where the application must give one. place: path, query or header.
    """

    name: str
    wire_name: str
    place: str
    default: str | None
    constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str


@dataclass(frozen=True)
class Environment:
    """An environment of the service, whose address is configuration."""

    name: str
    description: str
    pointer: str


@dataclass(frozen=True)
class Assumption:
    """What the document only assumes. ids: those that the text starts with, as `A-7`. file, line:
    where it stands.
    """

    ids: tuple[str, ...]
    text: str
    pointer: str
    file: str
    line: int


@dataclass(frozen=True)
class Incoming:
    """A request that the service sends to the application.

    name: of the webhook or callback. address: of a callback, the expression that says where it
    goes; '' for a webhook. operations: those that ask for a callback. payload: the type of the
    JSON that comes, '' where none does. responses: those of the application: statuses and what
    they say.
    """

    name: str
    address: str = ""
    operations: tuple[str, ...] = ()
    method: str = ""
    payload: str = ""
    responses: tuple[tuple[str, str], ...] = ()
    doc: Doc = Doc()
    pointer: str = ""


def payloads_of(incoming: tuple[Incoming, ...]) -> tuple[str, ...]:
    """The types of what comes."""
    return tuple(one.payload for one in incoming if one.payload)


@dataclass(frozen=True)
class Api:
    """A document as a whole.

    tags: the tags that have a summary, each with that. tag_names: the tags that the document gives
    a name in C++, each with that. main_server: the name of the server that clients use by default.
    incoming: webhooks and callbacks.
    problem: None where problem documents have the members of RFC 9457 and no others.
    trace_headers: headers that identify a request; () for the usual ones.
    places: inline types, in the order in which they were met, each with the names that it would
    have in its places.
    judged: lists of alternatives of which several may hold for one value: the pointer of each, and
    the schema that says which holds.
    reading, without_default: what was asked for when the code is generated, no facts of the
    document. reading: strict or lenient. without_default: required numbers of requests that may be
    zero have no value from the start.
    """

    title: str
    version: str
    doc: Doc
    file_name: str
    models: tuple[Model, ...]
    enums: tuple[Enum, ...]
    aliases: tuple[Alias, ...]
    operations: tuple[Operation, ...]
    error_codes: tuple[ErrorCode, ...]
    client_parameters: tuple[ClientParameter, ...]
    environments: tuple[Environment, ...]
    assumptions: tuple[Assumption, ...]
    schemes: tuple[SecurityScheme, ...] = ()
    servers: tuple[Server, ...] = ()
    main_server: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    tag_names: tuple[tuple[str, str], ...] = ()
    incoming: tuple[Incoming, ...] = ()
    problem: ProblemFormat | None = None
    trace_headers: tuple[str, ...] = ()
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()
    judged: tuple[tuple[str, Constraint], ...] = ()
    reading: str = "strict"
    without_default: bool = False

    @cached_property
    def named(self) -> dict[str, Model | Enum | Alias]:
        """All named types."""
        every: tuple[Model | Enum | Alias, ...] = (*self.models, *self.enums, *self.aliases)
        return {type_.name: type_ for type_ in every}

    @property
    def payloads(self) -> tuple[str, ...]:
        """The types of what webhooks and callbacks bring."""
        return payloads_of(self.incoming)

    @property
    def has_given_names(self) -> bool:
        """The document says what something is called in C++; several may want one name then."""
        listed = (
            *self.named.values(),
            *self.operations,
            *(member for model in self.models for member in model.members),
        )
        return any(type_.called for type_ in listed)


def with_types(api: Api, change: Callable[[Type, tuple[str, ...]], Type]) -> Api:
    """A document with another type in each place that has one. change: gets the type, and the name
    of the alias whose type it is.
    """

    def held(places: Iterable[Any], *within: str) -> tuple[Any, ...]:
        return tuple(
            (
                place
                if place.type is None or (type_ := change(place.type, within)) is place.type
                else replace(place, type=type_)
            )
            for place in places
        )

    def optional(type_: Type | None) -> Type | None:
        return None if type_ is None else change(type_, ())

    return replace(
        api,
        models=tuple(
            replace(model, members=held(model.members), extra=optional(model.extra))
            for model in api.models
        ),
        aliases=tuple(held([alias], alias.name)[0] for alias in api.aliases),
        operations=tuple(
            replace(
                operation,
                parameters=held(operation.parameters),
                body=optional(operation.body),
                response=optional(operation.response),
                responses=held(operation.responses),
                errors=held(operation.errors),
            )
            for operation in api.operations
        ),
    )
