# SPDX-License-Identifier: BSL-1.0
"""The responses of an operation: which of them mean success, what type each has, and what errors
hold. Nothing about a response leaves an operation out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from restbind import ir
from restbind.lower.response_bodies import (
    AS_THEY_COME,
    JSON,
    NO_BODY,
    Body,
    asked_for,
    body_of,
    once,
    says_more,
    without_text,
)
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import Responses
from restbind.lower.schema.queries import is_wide
from restbind.lower.types import build
from restbind.source.refs import Cursor
from restbind.spec.media_types import TOKEN, in_header, is_wildcard

_STATUS = re.compile("[1-5]([0-9][0-9]|XX)|default")


def lower_responses(
    context: Context, responses: Cursor | None, operation_id: str, has_body: bool
) -> Responses:
    """has_body: False for HEAD."""
    listed = _by_status(context, responses) if responses is not None else {}
    successes = _successes(listed)
    others = [status for status in listed if status not in successes]
    is_redirect = bool(successes) and successes[0][0] == "3"
    bodies = _bodies(context, listed, successes, has_body)
    told = _told(context, listed, successes, bodies, operation_id)
    first, is_exact = told[0], told[0].status.isdigit()
    is_plain = is_exact and first.body in ("json", "none") and not (first.media or first.unread)
    accept, choices, of_errors = _accept(
        [bodies[status] for status in successes], [bodies[status] for status in others]
    )
    errors, problems = _errors(context, listed, bodies, operation_id)
    headers = _headers(listed) + (["Location"] if is_redirect else [])
    usual = 300 if is_redirect else 200
    return Responses(
        int(first.status) if is_exact else usual,
        _type_of(told),
        () if is_plain and len(told) == 1 else tuple(told),
        errors,
        tuple(
            ir.ErrorResponse(status, doc_of(listed[status]), status in problems)
            for status in others
        ),
        "" if accept == JSON else accept,
        choices,
        of_errors,
        tuple({name.lower(): name for name in reversed(headers)}.values())[::-1],
    )


def _bodies(
    context: Context, listed: dict[str, Cursor], successes: list[str], has_body: bool
) -> dict[str, Body]:
    """What the response with each status holds."""
    found = {}
    for status, at in listed.items():
        is_success = status in successes
        found[status] = body_of(context, status, at, not is_success) if has_body else NO_BODY
        if is_success and status[0] == "3":
            found[status] = Body("redirect")
    return found


def _told(
    context: Context,
    listed: dict[str, Cursor],
    successes: list[str],
    bodies: dict[str, Body],
    operation_id: str,
) -> list[ir.Response]:
    """The successes. Takes out of `bodies` what none of them is."""
    sole = next((status for status in successes if bodies[status].kind == "json"), "")
    told: list[ir.Response] = []
    for status in successes:
        hint = pascal(operation_id, "Response" + ("" if status == sole else status.capitalize()))
        found, bodies[status] = _of_status(context, status, listed[status], bodies[status], hint)
        told += found
    # Without any the document only speaks of errors.
    return told or [ir.Response("2XX", "none", None, (), ir.Doc())]


def _type_of(told: list[ir.Response]) -> ir.Type | None:
    types = once(response.type for response in told)
    if len(types) == 1:
        return types[0]
    return ir.Responses(tuple((response.status, response.type) for response in told))


def _successes(listed: Iterable[str]) -> list[str]:
    """The statuses that mean success, exact ones first: those from 200 to 299; without any,
    `default`, else redirects.
    """
    for first in ("2", "d", "3"):
        found = [status for status in sorted(listed, key=_rank) if status[0] == first]
        if found:
            return found
    return []


def _rank(status: str) -> tuple[int, str]:
    """Exact statuses, ranges, `default`."""
    if status == "default":
        return 2, status
    return 0 if status.isdigit() else 1, status


def _by_status(context: Context, responses: Cursor) -> dict[str, Cursor]:
    """Statuses as listed, followed through `$ref`."""
    found: dict[str, Cursor] = {}
    for status, value in responses.items():
        if status.startswith("x-"):
            continue
        if not _STATUS.fullmatch(status):
            meant = status.strip().lower().replace("x", "X")
            context.report(
                "RB047",
                value,
                f"`{status}` is not an HTTP status (100 to 599), `4XX` or `default`",
                f"did you mean `{meant}`?" if _STATUS.fullmatch(meant) else "",
            )
            continue
        target = value.follow()
        if target is not None:
            found[status] = target
    return found


def _of_status(
    context: Context, status: str, at: Cursor, body: Body, hint: str
) -> tuple[list[ir.Response], Body]:
    """The responses with one status, and the body without what none of them is."""
    doc = doc_of(at)
    found = [_response(context, status, body, doc, hint, body.unread)]
    type_ = found[0].type
    is_string = type_ is not None and context.bare(type_.present) == ir.Scalar("string")
    if body.kind == "json" and is_string:  # then text is the same without quotes
        body = without_text(context, body, at)
    for other in body.others:
        unread = body.unread if other.kind == "scalar" else ()
        found.append(_response(context, status, other, doc, hint, unread))
    return found, body


def _response(
    context: Context, status: str, body: Body, doc: ir.Doc, hint: str, unread: tuple[str, ...]
) -> ir.Response:
    if not body.held:
        redirect = ir.Received("redirect") if body.kind == "redirect" else None
        return ir.Response(status, body.kind, redirect, (), doc)
    at, media = body.held[0].at, body.media
    schema = at.get("schema")
    if body.kind in AS_THEY_COME:
        if says_more(schema):
            _report_unused(context, body.kind, body.called or media[0], at)
        return ir.Response(status, body.kind, AS_THEY_COME[body.kind], media, doc, unread)
    if is_wildcard(media[0]):
        context.report("RB048", at, f"`{media[0]}` is accepted as `{JSON}`")
    type_, nullable = build.lower_element(context, schema, hint)
    if schema is not None:
        context.found.responses.append((schema, type_))
    if body.kind == "json":
        media = once(stream.media for stream in body.streams)
    held = ir.Nullable(type_) if nullable else type_
    return ir.Response(status, body.kind, held, media, doc, unread)


def _report_unused(context: Context, what: str, media: str, at: Cursor) -> None:
    """what: text or bytes, which a body is read as, whatever its schema says."""
    if is_wide(context, at["schema"], "object"):
        context.report("RB053", at, f"`{media}` is described as any object; it is read as {what}")
    else:
        context.report(
            "RB051", at, f"the schema of `{media}` is not used: such a body is read as {what}"
        )


def _accept(bodies: list[Body], errors: list[Body]) -> tuple[str, tuple[str, ...], str]:
    """The value of the Accept header: what successes hold and, behind it, the JSON of errors. The
    media types of which one can be asked for alone, and what then follows."""
    wanted: list[str] = []
    for body in bodies:
        wanted += asked_for(body)
        less = [in_header(stream.name) for stream in body.streams]
        for other in body.others:
            less += other.asked
        wanted += [f"{name};q=0.9" for name in less]
    choices = once(name.removesuffix(";q=0.9") for name in wanted)
    told = [name for body in errors if body.kind == "json" for name in asked_for(body)]
    told = [name for name in once(told) if name not in choices and "*/*" not in choices]
    of_errors = "".join(f", {name};q=0.5" for name in told)
    accept = ", ".join(once(wanted)) + of_errors if wanted else ", ".join(told) or JSON
    return (accept, choices, of_errors) if len(choices) > 1 else (accept, (), "")


def _errors(
    context: Context, listed: dict[str, Cursor], bodies: dict[str, Body], operation_id: str
) -> tuple[tuple[ir.Response, ...], set[str]]:
    """The errors in JSON that are neither the problem document nor left open, and the statuses of
    those that are the problem document.
    """
    found, problems = [], set()
    for status in sorted(listed, key=_rank):
        body = bodies[status]
        schema = body.held[0].at.get("schema") if body.kind == "json" else None
        if status[0] in "123" or schema is None:
            continue
        hint = pascal(operation_id, f"Error{status.capitalize()}")
        type_ = build.lower_type(context, schema, hint)
        context.found.responses.append((schema, type_))
        if isinstance(type_, ir.Problem):
            problems.add(status)
        elif not isinstance(type_, ir.Open):
            found.append(ir.Response(status, "json", type_, (), doc_of(listed[status])))
    return tuple(found), problems


def _headers(listed: dict[str, Cursor]) -> list[str]:
    """The names of all headers that responses are described to have. Content-Type is known without
    that.
    """
    found = [name for at in listed.values() for name, _ in at.table("headers")]
    return [name for name in found if TOKEN.fullmatch(name) and name.lower() != "content-type"]
