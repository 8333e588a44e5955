# SPDX-License-Identifier: BSL-1.0
"""How a call ends without success, and what to do then."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from restbind import ir
from restbind.cpp.types import Types
from restbind.docs import markdown
from restbind.docs.facts import Facts
from restbind.docs.pages import ErrorRow
from restbind.views import docs as view_docs

# kind of error: when it comes, what to do. The second is what the comment of `restbind::error`
# says, word for word; a test compares them.
KINDS: dict[str, tuple[str, str]] = {
    "validation_failed": (
        "A rule of the document is broken. Nothing was sent.",
        "Correct the request: violations() lists the members.",
    ),
    "invalid_argument": (
        "A parameter, address, header or option cannot be sent. Nothing was sent.",
        "Correct the program or its settings: detail().",
    ),
    "client_error": (
        "400, 422, and any other 4xx without a kind of its own.",
        "Correct the request: code(), violations(), problem().",
    ),
    "unauthorized": ("401.", "Check the credentials: challenge()."),
    "forbidden": ("403.", "Ask the service's operator for rights: challenge()."),
    "not_found": ("404.", "Look for the thing again; it may be gone: code()."),
    "conflict": ("409.", "Read the present state, then decide anew: code()."),
    "server_error": (
        "500, and any other 5xx without a kind of its own.",
        "Try later; report trace_id() if it lasts.",
    ),
    "unavailable": ("503.", "Try later; report trace_id() if it lasts."),
    "unexpected_status": (
        "A status that the document does not describe.",
        "Compare document and service: detail().",
    ),
    "invalid_response": (
        "The body of a success is not what the document promises.",
        "Regenerate, or read leniently: json_path(), body().",
    ),
    "protocol": (
        "The response is not proper HTTP.",
        "Look what stands at host(): a proxy, another service.",
    ),
    "too_large": (
        "A limit on the size of the response was passed.",
        "Raise `client_options::limits`.",
    ),
    "resolve": (
        "The name of the host could not be looked up.",
        "Check network and address: host(), code().",
    ),
    "connect": ("No connection could be made.", "Check network and address: host(), code()."),
    "certificate_rejected": (
        "The certificate of the service cannot be trusted.",
        "Check the clock and the trusted authorities: code().",
    ),
    "write": ("The request could not be sent.", "Try again, unless outcome_unknown()."),
    "read": ("The response could not be received.", "Try again, unless outcome_unknown()."),
    "token_refused": (
        "The authorization server said no.",
        "Check client id, secret and scopes: token_error().",
    ),
    "token_unavailable": ("There is no token.", "Look at the token provider: detail()."),
    "timed_out": ("The deadline passed.", "Try again, unless outcome_unknown(); at() says where."),
    "cancelled": ("The program cancelled the call.", "Nothing: the program did it."),
    "client_closed": ("The program closed the client.", "Nothing: the program did it."),
    "callback_failed": (
        "A function of the program has thrown an exception.",
        "Correct the function that threw: detail().",
    ),
}
_OF_STATUS = {
    "401": "unauthorized",
    "403": "forbidden",
    "404": "not_found",
    "409": "conflict",
    "503": "unavailable",
}


def kind_of_status(status: str) -> str:
    """The kind of error that a status leads to; '' for several kinds."""
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    if not status[:1].isdigit():
        return ""
    return {"4": "client_error", "5": "server_error"}.get(status[0], "unexpected_status")


def all_kinds() -> tuple[tuple[str, str, Markup], ...]:
    """Each kind with when it comes and what to do."""
    return tuple((kind, when, _todo(todo)) for kind, (when, todo) in KINDS.items())


def _todo(text: str) -> Markup:
    """What to do, with the functions in it as code."""
    words = [
        f"`{word.rstrip(',;.')}`{word[len(word.rstrip(',;.')):]}" if "()" in word else word
        for word in text.split(" ")
    ]
    return markdown.inline(" ".join(words))


def of_operation(
    operation: ir.Operation, api: ir.Api, types: Types, facts: Facts, has_rules: bool
) -> Iterator[ErrorRow]:
    """The rows of an operation: refused here, each typed code, each status of the document."""
    if has_rules:
        problem = operation.validation_problem
        yield ErrorRow(
            str(problem.status if problem else 422),
            "validation_failed",
            "",
            "",
            escape("A rule is broken and nothing was sent: see the limits of the request."),
            escape(""),
            _todo(KINDS["validation_failed"][1]),
        )
    for index, code in enumerate(api.error_codes):
        if code.operation == operation.id:
            kind = kind_of_status(str(code.statuses[0])) if code.statuses else ""
            yield ErrorRow(
                str(view_docs.status_list(code.statuses)),
                kind,
                str(types.names.codes[index]),
                str(code.code),
                markdown.inline(" ".join(code.condition.split())),
                escape(""),
                _todo(KINDS[kind][1]) if kind in KINDS else escape(""),
            )
    held = {error.status: error.type for error in operation.errors}
    for response in operation.error_responses:
        kind = kind_of_status(response.status)
        body = facts.type(held.get(response.status) or ir.Problem())
        has_body = response.is_problem or held.get(response.status) is not None
        yield ErrorRow(
            response.status,
            kind,
            "",
            "",
            markdown.inline(" ".join(response.doc.description.split())),
            body if has_body else escape(""),
            _todo(KINDS[kind][1]) if kind in KINDS else escape(""),
        )
