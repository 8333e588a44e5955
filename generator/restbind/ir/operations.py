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
    """place: path, query, header, cookie. client_name: the client-level setting that supplies it,
    '' when each call does.

    called: what C++ calls it, where the document says so. type: without a style a scalar or enum.
    default: what the server takes for an absent one, for doc comments; an absent parameter is not
    sent (but for a client parameter, whose default is sent). style: simple, label, matrix, form,
    space_delimited, pipe_delimited, deep_object, cookie or json, as the runtime spells them; ''
    where the place alone says it.
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


@dataclass(frozen=True)
class BodyField:
    """How one property of a form is sent. style: form, space_delimited, pipe_delimited, deep_object
    or json, as the runtime spells them; '' where none is stated. content_type and headers: of its
    parts, in a form of several; '' and () where nothing is stated.
    """

    wire_name: str
    style: str = ""
    explode: bool = False
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class BodyFormat:
    """How a body is sent. kind: json, form, multipart, text, bytes. media_type: the Content-Type; a
    range where the caller names it. fields: properties about which something is stated."""

    kind: str
    media_type: str
    fields: tuple[BodyField, ...] = ()


JSON_BODY = BodyFormat("json", "application/json")


@dataclass(frozen=True)
class Retry:
    attempts: int
    initial_delay_ms: int
    multiplier: int
    statuses: tuple[int, ...]


@dataclass(frozen=True)
class ValidationProblem:
    """errors: list, map, none. keys: wire, pascal. detail: text with {count} or {first}.
    problem_type, title: '' for those of RFC 9457."""

    status: int
    errors: str
    keys: str
    detail: str
    doc: Doc
    problem_type: str = ""
    title: str = ""


@dataclass(frozen=True)
class ProblemFormat:
    """What a provider's problem documents call what RFC 9457 has no member for; '' for what they do
    not have.
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
    """What is described for a status. status: 200, 2XX, default. body: none, json, scalar (a number
    or boolean as text), text, bytes, redirect. type: None for none. media: the media types of
    scalars, text and bytes; for JSON those with which the same comes bit by bit. unread: kinds of
    JSON that hold something else, which is not read."""

    status: str
    body: str
    type: Type | None
    media: tuple[str, ...]
    doc: Doc
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErrorResponse:
    """An error that the document lists. is_problem: whether it holds the problem document."""

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
    """One call. path keeps its {placeholders}, and the query that some documents write behind it:
    see `split_path`.

    request_name: the type a caller passes. It is the body's model or alias when there is a body and
    no per-call parameter; otherwise a model made of the per-call parameters (and the body as member
    `body`), listed in Api.models with pointer at the operation. body: the body's type, None without
    one; null aside. response: None for a response without content. idempotency: safe, idempotent,
    not_idempotent. retry: None where the document says nothing. unapplied: statuses that say that
    the request was not applied. validation_problem: None where the document says nothing.
    idempotent_when: checked CEL tree over the request, or None. success_doc: what the document says
    about the response of success_status; None where nobody filled it in. checked: what a request
    that is a body must fulfil, what a model checks itself aside.
    responses: the successes, exact statuses first, then ranges, then `default`; none where
    success_status with JSON or nothing says it all. errors: so for errors in JSON that are not the
    problem document. accept: value of the Accept header, '' for application/json. accept_choices:
    the media types of successes of which one can be asked for alone, () where there is one;
    accept_errors: what then follows in the header. response_headers: the names of headers that
    responses are described to have. body_format: how the body is sent. body_required: whether a
    request must have one.
    security: alternatives, each the names of the schemes that it needs together, () last if nothing
    will do, too; None where the client's token, if it has one, is all there is. server: name of a
    server of its own, '' for the base address. fragment: what the document writes behind the path
    and a `#`, which is not sent. called: what C++ calls it, where the document says so.
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
    server: str = ""
    unapplied: tuple[int, ...] = ()
    fragment: str = ""
    called: str = ""
