# SPDX-License-Identifier: BSL-1.0
"""Operations: what is sent, and what comes back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from restbind.ir.models import Checked, Constraint
from restbind.ir.types import Doc, Type

_PATH = re.compile(r"(?:\{[^{}]*\}|[^?])*")  # a placeholder may be called as it likes


@dataclass(frozen=True)
class Parameter:
    """A value that is sent beside the body.

    wire_name: what the service calls it. place: path, query, header or cookie.
    type: a scalar or an enum, unless a style says how a list or an object is written.
    default: what the service takes for an absent value. Only the default of a parameter of the
    client is sent; others are for the comment.
    client_name: the parameter of the client that gives the value; '' where each call gives it.
    style: simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject, cookie or
    json; '' where the place alone says how the value is written. explode, allow_reserved: as in
    OpenAPI, with a style.
    called: the name in C++ that the document gives it, else ''. is_secret: the document calls its
    value a secret.
    """

    wire_name: str
    place: str
    type: Type
    required: bool
    default: str | None
    client_name: str
    constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False
    called: str = ""
    is_secret: bool = False


@dataclass(frozen=True)
class BodyField:
    """How one property of a form is sent.

    style: form, spaceDelimited, pipeDelimited, deepObject or json; '' where the document states
    none. content_type, headers: of the property's part, in a form of several parts; '' and () where
    the document states none.
    """

    wire_name: str
    style: str = ""
    explode: bool = False
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class BodyFormat:
    """How a body is sent.

    kind: json, form, multipart, text or bytes. media_type: the Content-Type; a range such as
    `image/*` where the caller names it with the body. fields: the properties of a form about which
    the document states something. is_secret: the document calls the whole body a secret.
    """

    kind: str
    media_type: str
    fields: tuple[BodyField, ...] = ()
    is_secret: bool = False


JSON_BODY = BodyFormat("json", "application/json")


@dataclass(frozen=True)
class Retry:
    """When a request is sent again.

    attempts: how often it is sent at most, the first time included. initial_delay_ms: the pause
    before the second attempt; each later pause is `multiplier` times as long. statuses: the
    statuses of responses after which it is sent again.
    """

    attempts: int
    initial_delay_ms: int
    multiplier: int
    statuses: tuple[int, ...]


@dataclass(frozen=True)
class ValidationProblem:
    """How the service words a problem document about a request that breaks rules. A request that is
    refused before it is sent gets the same.

    status: the status of such a response. errors: whether they are a list, a map by field, or none.
    keys: whether fields are called as on the wire (wire) or in PascalCase (pascal). detail: a text
    in which {count} and {first} stand for the number of errors and the first of them.
    problem_type, title: members of the document; '' for those of RFC 9457.
    """

    status: int
    errors: str
    keys: str
    detail: str
    doc: Doc
    problem_type: str = ""
    title: str = ""


@dataclass(frozen=True)
class AfterLoss:
    """What is to be done when nobody knows whether an operation was carried out. Each text is a
    sentence or more, '' where the document says nothing.

    ask: which call or which person can tell. store: what to keep before the call. show: what a
    clerk or a customer sees.
    """

    ask: str
    store: str
    show: str
    doc: Doc


@dataclass(frozen=True)
class ProblemFormat:
    """The members of a provider's problem documents that RFC 9457 does not have. Each field is the
    name of a member, '' where the documents have none for it.

    error_field, error_message: members of each element of the list `errors`.
    """

    code: str
    error_count: str
    errors: str
    error_field: str
    error_message: str
    trace_id: str
    timestamp: str
    pointer: str


@dataclass(frozen=True)
class Response:
    """What the document describes for a status, or for several.

    status: a number, a range such as 2XX, or default.
    body: none, json, scalar (a number or a boolean as text), text, bytes or redirect. type: what
    the body is read into; None where there is none.
    media: the media types of scalars, texts and bytes. Of JSON those in which the same values come
    one after the other, as events.
    unread: media types of JSON with other schemas, which are not read.
    """

    status: str
    body: str
    type: Type | None
    media: tuple[str, ...]
    doc: Doc
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErrorResponse:
    """An error that the document lists. is_problem: its body is the problem document."""

    status: str
    doc: Doc
    is_problem: bool = False


def bare_path(path: str) -> str:
    """The path without the query that some documents write behind it."""
    found = _PATH.match(path)
    return found.group() if found else path


def split_path(path: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The path itself, and the names and values of the query that some documents write behind it,
    without their escapes: `+` is a space there, and a name alone has an empty value. A
    UnicodeDecodeError is raised for what is not UTF-8.
    """
    bare = bare_path(path)
    return bare, tuple(parse_qsl(path[len(bare) + 1 :], keep_blank_values=True, errors="strict"))


@dataclass(frozen=True)
class Operation:
    """One operation: what is sent, and what comes back.

    What identifies it
    id: its operationId. called: the name in C++ that the document gives it, else ''.
    method: in small letters. path: with its {placeholders}, and with the query that some documents
    write behind it; see `split_path`. fragment: what the document writes behind a `#` in the path,
    which is not sent. server: the name of its own server, '' for the base address.
    pointer: its place in the document.

    What is sent
    request_name: the type that a call takes, '' where it takes nothing. That is the type of the
    body if the client gives all parameters; else a model of the parameters, with the body as its
    member `body`.
    body: the type of the body, null aside; None without one. body_format: how it is sent.
    body_required: a request must have it.
    checked: what a request that is a body must fulfil, besides what its model checks itself.
    validation_problem: how the service words broken rules, if the document says it.

    How it may be sent again
    idempotency: safe, idempotent or not_idempotent. idempotent_when: a checked tree of CEL over the
    request; where it is true, an operation that is not idempotent is so.
    idempotency_assumed: whoever wrote the document assumes that it is idempotent; the service has
    not said so. idempotency_key: the header that takes one, '' for none.
    after_loss: None where the document says nothing of it.
    retry: None where the document says nothing.
    unapplied: statuses which say that the request was not applied.

    Security
    secured: a token may be sent. security: alternatives in order, each the names of the schemes
    that it needs together; () last where the request may go without any. None where the token of
    the client is all there is to say. scopes: those that a token of a scheme must have; a scheme
    stands there again where another alternative wants others.

    What comes back
    response: the type of a success, None for one without content; of several types a `Responses`.
    success_status: the status that means success. success_doc: what the document says of it.
    responses: the successes: exact statuses, then ranges, then default. None where success_status
    with JSON or without content says it all.
    errors: in the same order the errors in JSON that are not the problem document.
    error_responses: all errors that the document lists.
    accept: the header Accept, '' for application/json. accept_choices: the media types of successes
    of which a call can ask for one alone, () where there are fewer than two. accept_errors: what
    then follows in the header.
    response_headers: the names of the headers that the document describes.
    """

    id: str
    method: str
    path: str
    tags: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    request_name: str
    body: Type | None
    response: Type | None
    success_status: int
    error_responses: tuple[ErrorResponse, ...]
    idempotency: str
    idempotent_when: object | None
    retry: Retry | None
    validation_problem: ValidationProblem | None
    secured: bool
    doc: Doc
    pointer: str
    success_doc: Doc | None = None
    checked: Checked = Checked()
    responses: tuple[Response, ...] = ()
    errors: tuple[Response, ...] = ()
    accept: str = ""
    accept_choices: tuple[str, ...] = ()
    accept_errors: str = ""
    response_headers: tuple[str, ...] = ()
    body_format: BodyFormat = JSON_BODY
    body_required: bool = True
    security: tuple[tuple[str, ...], ...] | None = None
    scopes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    server: str = ""
    unapplied: tuple[int, ...] = ()
    fragment: str = ""
    called: str = ""
    idempotency_assumed: bool = False
    idempotency_key: str = ""
    after_loss: AfterLoss | None = None
