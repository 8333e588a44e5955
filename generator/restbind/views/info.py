# SPDX-License-Identifier: BSL-1.0
"""Members of the constant `info` of an operation, and its tables of rules for responses."""

from __future__ import annotations

from collections.abc import Iterable

from restbind import ir
from restbind.cpp import text
from restbind.cpp.text import code
from restbind.cpp.kinds import STATUSES
from restbind.naming import Safe

# The word alone is a macro of some platforms.
_KEYS = {"wire": "wire", "pascal": "pascal_case"}


def rule(response: ir.Response, place: int | None) -> list[Safe]:
    """One row of a table of rules."""
    parts = [code(".status = {}", Safe(STATUSES.get(response.status, response.status))),
             code(".body = restbind::http::body_kind::{}", Safe(response.body))]
    if response.media:
        parts.append(code(".media = {}", text.join(" ", text.view_lines(", ".join(response.media), text.WIDTH * 10))))
    if place is not None:
        parts.append(code(".alternative = {}", place))
    if response.unread:
        parts.append(code(".unread = {}", text.join(" ", text.view_lines(", ".join(response.unread), text.WIDTH * 10))))
    return parts


def rules(name: str, about: str, rows: list[list[Safe]]) -> tuple[Safe, ...]:
    """The lines of a constant array with one row for each response."""
    lines = [text.call("{", [[part] for part in row], "}" if index + 1 == len(rows) else "},", 8) for index, row in enumerate(rows)]
    return (text.doc([Safe(about)], 4), code("    static constexpr std::array<restbind::http::response_rule, {}> {}{{{{",
            len(rows), Safe(name)), *lines, Safe("    }};"), Safe(""))


def field(head: str, value: str, tail: str = ",") -> Safe:
    """A member of `info` with a text that may have to be broken."""
    return text.call(head, [text.view_lines(value, text.WIDTH - 16)], tail, 8)


def numbers(all_: Iterable[int]) -> Safe:
    """Numbers with commas between them, as in a braced initialiser."""
    return text.join(", ", [code("{}", one) for one in all_])


def retry(stated: ir.Retry | None) -> list[Safe]:
    """The member of `info` that says what is stated about retries."""
    if stated is None:
        return []
    members = [code(".max_attempts = {}", stated.attempts), code(".initial_delay = std::chrono::milliseconds({})", stated.initial_delay_ms),
               code(".multiplier = {}", stated.multiplier), code(".statuses = {{{}}}", numbers(stated.statuses))]
    return [text.call(".retry = restbind::http::retry_rule{", [[one] for one in members], "},", 8)]


# The reason phrases of RFC 9110, except that of 422: RFC 4918's is what services still send.
_REASON_PHRASES = {
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Entity",
    426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}


def validation_problem(stated: ir.ValidationProblem | None) -> list[Safe]:
    """The member of `info` that says how the service words a validation problem."""
    if stated is None:
        return []
    members = [code(".status = {}", stated.status), code(".shape = restbind::errors_shape::{}", Safe(stated.errors)),
               code(".keys = restbind::key_style::{}", Safe(_KEYS[stated.keys or "wire"])), code(".detail = {}", text.view(stated.detail))]
    members += [code(".type = {}", text.view(stated.problem_type))] if stated.problem_type else []
    title = stated.title or _REASON_PHRASES.get(stated.status, "")
    members += [code(".title = {}", text.view(title))] if title != _REASON_PHRASES[422] else []
    return [text.call(".validation_problem = {", [[one] for one in members], "},", 8)]
