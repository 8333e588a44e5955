# SPDX-License-Identifier: BSL-1.0
"""The service as a whole: security, servers, error codes, and all that the document gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from restbind.ir.models import Alias, Constraint, Enum, Model
from restbind.ir.operations import Operation, ProblemFormat
from restbind.ir.types import Doc, Type


@dataclass(frozen=True)
class TokenVariable:
    name: str
    default: str
    description: str


@dataclass(frozen=True)
class TokenGrant:
    """A flow of OAuth 2.0 client credentials. url and scopes keep their {variables}.
    authentication: client_secret_basic or client_secret_post."""

    url: str
    scopes: tuple[str, ...]
    authentication: str
    lifetime_seconds: int
    renew_before_seconds: int
    variables: tuple[TokenVariable, ...]
    pointer: str


@dataclass(frozen=True)
class SecurityScheme:
    """kind: token, basic, key, authorization, none (nothing is sent: mutual TLS). place: header,
    query, cookie. field: a key's name there; of kind authorization the scheme's word. grant: how
    the client gets the token itself.
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
    """default: '' where the document states none. allowed: () for any value."""

    name: str
    default: str
    allowed: tuple[str, ...]
    description: str


@dataclass(frozen=True)
class Server:
    """url keeps its {variables}; may be relative."""

    name: str
    url: str
    variables: tuple[ServerVariable, ...]
    description: str
    pointer: str


@dataclass(frozen=True)
class ErrorCode:
    code: int
    name: str
    statuses: tuple[int, ...]
    operation: str
    condition: str
    pointer: str


@dataclass(frozen=True)
class ClientParameter:
    """A setting of the client that many operations send. default: None when the user must give
    one.
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
    name: str
    description: str
    pointer: str


@dataclass(frozen=True)
class Assumption:
    """id: `A-7` where the text starts with one or more ids, else ''."""

    ids: tuple[str, ...]
    text: str
    pointer: str
    file: str
    line: int


@dataclass(frozen=True)
class Api:
    """A document as a whole."""

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
    tags: tuple[tuple[str, str], ...] = ()  # those with a summary: name and summary
    tag_names: tuple[
        tuple[str, str], ...
    ] = ()  # those that the document calls otherwise in C++: name, and how
    payloads: tuple[str, ...] = ()  # the types of what webhooks and callbacks bring
    problem: ProblemFormat | None = None  # None for RFC 9457 and nothing else
    trace_headers: tuple[str, ...] = ()  # () for those that are usual
    judged: tuple[
        tuple[str, Constraint], ...
    ] = ()  # `choices` of alternatives that may hold for each other's values, with their schema
    # or lenient: no fact of the document, but what was asked for when the code is generated
    reading: str = "strict"
    # as `reading`: required numbers of requests that may be zero have no value from the start
    without_default: bool = False

    @property
    def named(self) -> dict[str, Model | Enum | Alias]:
        """All named types."""
        every: tuple[Model | Enum | Alias, ...] = (*self.models, *self.enums, *self.aliases)
        return {type_.name: type_ for type_ in every}

    @property
    def has_given_names(self) -> bool:
        """The document says what something is called in C++; several may want one name then."""
        listed = (
            *self.named.values(),
            *self.operations,
            *(member for model in self.models for member in model.members),
        )
        return any(type_.called for type_ in listed)

    @property
    def called(self) -> dict[str, str]:
        """What each named type is called, by its name."""
        return {name: type_.called or name for name, type_ in self.named.items()}


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
