# SPDX-License-Identifier: BSL-1.0
"""What is fixed about an operation, and its tables of rules for responses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.kinds import STATUSES
from restbind.cpp.text import code
from restbind.naming import Safe

# The word alone is a macro of some platforms.
_KEYS = {"wire": "wire", "pascal": "pascal_case"}
_METHODS = {"delete": "delete_", "m-search": "msearch"}  # others are called as they are
# The status of a success where the document lists no other: what the runtime assumes.
USUAL_SUCCESS = 200


@dataclass(frozen=True)
class RuleView:
    """What the document says of one kind of response. media, unread: '' where there are none.
    place: of its type among alternatives, '' where there is only one."""

    status: Safe
    body: Safe
    media: Safe
    place: Safe
    unread: Safe


@dataclass(frozen=True)
class RetryView:
    """What is stated about retries. statuses: with commas between them."""

    attempts: int
    initial_delay_ms: int
    multiplier: int
    statuses: Safe


@dataclass(frozen=True)
class ValidationProblemView:
    """How the service words a validation problem. type, title: '' for what is usual."""

    status: int
    shape: Safe
    keys: Safe
    detail: Safe
    type: Safe
    title: Safe


@dataclass(frozen=True)
class SaidView:
    """What the document says of something, by the name that it has in C++."""

    name: Safe
    value: Safe


@dataclass(frozen=True)
class InfoView:
    """What is fixed about an operation; '' for a text about which nothing is stated."""

    operation_id: Safe
    method: Safe
    path: Safe
    idempotency: Safe
    idempotency_key: Safe
    retry: RetryView | None
    unapplied_statuses: Safe
    validation_problem: ValidationProblemView | None
    names_problem_members: bool
    success_status: Safe
    pointer: Safe
    has_secrets: bool
    hides_body: bool
    accept: Safe
    accept_errors: Safe
    response_headers: Safe
    names_security: bool
    server: Safe
    reading: Safe
    after_loss: tuple[SaidView, ...]


def rule(response: ir.Response, place: int | None) -> RuleView:
    """One row of a table of rules."""
    return RuleView(
        Safe(STATUSES.get(response.status, response.status)),
        Safe(response.body),
        _joined(response.media),
        Safe("" if place is None else str(place)),
        _joined(response.unread),
    )


def _joined(texts: Iterable[str]) -> Safe:
    listed = ", ".join(texts)
    return text.join(" ", text.view_lines(listed, text.WIDTH * 10)) if listed else Safe("")


def idempotent_as(operation: ir.Operation) -> Safe:
    """What an idempotent operation is called, by who says that it is."""
    return Safe("assumed_idempotent" if operation.idempotency_assumed else "idempotent")


def info_view(operation: ir.Operation, api: ir.Api, server: str, has_secrets: bool) -> InfoView:
    """What is fixed about an operation. server: what its own server is called, '' for none.
    has_secrets: its requests can have members that are left out of what is kept of them.
    """
    return InfoView(
        operation_id=_broken(operation.id),
        method=Safe(_METHODS.get(operation.method, operation.method)),
        path=_broken(operation.path),
        idempotency=(
            idempotent_as(operation)
            if operation.idempotency == "idempotent"
            else Safe(operation.idempotency)
        ),
        idempotency_key=_broken(operation.idempotency_key),
        retry=_retry(operation.retry),
        unapplied_statuses=_numbers(operation.unapplied),
        validation_problem=_validation_problem(operation.validation_problem),
        names_problem_members=api.problem is not None,
        success_status=Safe(
            "" if operation.success_status == USUAL_SUCCESS else str(operation.success_status)
        ),
        pointer=_broken(operation.pointer),
        has_secrets=has_secrets,
        hides_body=operation.body_format.is_secret,
        accept=_broken(operation.accept),
        accept_errors=_broken(operation.accept_errors),
        response_headers=_broken(", ".join(operation.response_headers)),
        names_security=operation.security is not None,
        server=text.view(server) if server else Safe(""),
        reading=Safe("" if api.reading == "strict" else api.reading),
        after_loss=_after_loss(operation),
    )


def _after_loss(operation: ir.Operation) -> tuple[SaidView, ...]:
    said = operation.after_loss
    if said is None or operation.idempotency == "safe":
        return ()
    texts = (("ask", said.ask), ("store", said.store), ("show", said.show))
    return tuple(
        SaidView(Safe(name), _broken(" ".join(words.split())))
        for name, words in texts
        if words.strip()
    )


def _broken(value: str) -> Safe:
    """A text that may have to be broken."""
    return filters.several(text.view_lines(value, text.WIDTH - 16)) if value else Safe("")


def _numbers(all_: Iterable[int]) -> Safe:
    """Numbers with commas between them, as in a braced initialiser."""
    return text.join(", ", [code("{}", status) for status in all_])


def _retry(stated: ir.Retry | None) -> RetryView | None:
    return (
        RetryView(
            stated.attempts, stated.initial_delay_ms, stated.multiplier, _numbers(stated.statuses)
        )
        if stated
        else None
    )


# The reason phrases of RFC 9110, except that of 422: RFC 4918's is what services still send.
_REASON_PHRASES = {
    400: "Bad Request",
    401: "Unauthorized",
    402: "Payment Required",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    407: "Proxy Authentication Required",
    408: "Request Timeout",
    409: "Conflict",
    410: "Gone",
    411: "Length Required",
    412: "Precondition Failed",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    416: "Range Not Satisfiable",
    417: "Expectation Failed",
    421: "Misdirected Request",
    422: "Unprocessable Entity",
    426: "Upgrade Required",
    428: "Precondition Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


def _validation_problem(stated: ir.ValidationProblem | None) -> ValidationProblemView | None:
    if stated is None:
        return None
    title = stated.title or _REASON_PHRASES.get(stated.status, "")
    is_usual = title == _REASON_PHRASES[422]
    return ValidationProblemView(
        stated.status,
        Safe(stated.errors),
        Safe(_KEYS[stated.keys or "wire"]),
        text.view(stated.detail),
        text.view(stated.problem_type) if stated.problem_type else Safe(""),
        Safe("") if is_usual else text.view(title),
    )
