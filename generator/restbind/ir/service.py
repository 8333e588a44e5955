# SPDX-License-Identifier: BSL-1.0
"""The service as a whole: security, servers, error codes, and all that the document gives."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.ir.models import Alias, Constraint, Enum, Model
from restbind.ir.operations import Operation, ProblemFormat
from restbind.ir.types import Doc


@dataclass(frozen=True)
class TokenVariable:
    name: str
    default: str
    description: str


@dataclass(frozen=True)
class TokenGrant:
    """A flow of OAuth 2.0 client credentials. url and scopes keep their {variables}. authentication: client_secret_basic or
    client_secret_post."""

    url: str
    scopes: tuple[str, ...]
    authentication: str
    lifetime_seconds: int
    renew_before_seconds: int
    variables: tuple[TokenVariable, ...]
    pointer: str


@dataclass(frozen=True)
class SecurityScheme:
    """kind: token, basic, key, authorization, none (nothing is sent: mutual TLS). place: header, query, cookie. field: a key's
    name there; of kind authorization the scheme's word. grant: how the client gets the token itself."""

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
    """A setting of the client that many operations send. default: None when the user must give one."""

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
    payloads: tuple[str, ...] = ()  # the types of what webhooks and callbacks bring
    problem: ProblemFormat | None = None  # None for RFC 9457 and nothing else
    trace_headers: tuple[str, ...] = ()  # () for those that are usual
    judged: tuple[tuple[str, Constraint], ...] = ()  # `choices` of alternatives that may hold for each other's values, with their schema
    reading: str = "strict"  # or lenient: no fact of the document, but what was asked for when the code is generated
