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
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import Responses
from restbind.lower.schema.queries import is_wide
from restbind.lower.types import build
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.media_types import TOKEN, in_header, is_wildcard

_STATUS = re.compile("[1-5]([0-9][0-9]|XX)|default")


def lower_responses(
    context: Context, responses: Cursor | None, operation_id: str, has_body: bool
) -> Responses:
    """has_body: False for HEAD."""
    return _Reading(context, responses, operation_id, has_body).all()


class _Reading:
    """The responses of one operation. listed: by status. successes: the statuses that mean success,
    the first one best; others: all others. bodies: what the response with each status holds.
    """

    def __init__(
        self, context: Context, responses: Cursor | None, operation_id: str, has_body: bool
    ) -> None:
        self._context = context
        self._operation_id = operation_id
        self._listed = _by_status(responses) if responses is not None else {}
        self._successes = _successes(self._listed)
        self._others = [status for status in self._listed if status not in self._successes]
        self._bodies: dict[str, Body] = {}
        for status, at in self._listed.items():
            is_error = status in self._others
            body = body_of(context, status, at, is_error) if has_body else NO_BODY
            is_redirect = status[0] == "3" and not is_error
            self._bodies[status] = Body("redirect") if is_redirect else body

    def all(self) -> Responses:
        told = self._told()
        first = told[0]
        is_exact = first.status.isdigit()
        is_redirect = bool(self._successes) and self._successes[0][0] == "3"
        usual = 300 if is_redirect else 200
        is_usual = first.body in ("json", "none") and not first.media and not first.unread
        says_all = len(told) == 1 and is_exact and is_usual
        accept, choices, of_errors = self._accept()
        errors, problems = self._errors()
        return Responses(
            int(first.status) if is_exact else usual,
            _type_of(told),
            () if says_all else tuple(told),
            errors,
            tuple(self._described(status, status in problems) for status in self._others),
            "" if accept == JSON else accept,
            choices,
            of_errors,
            self._headers(is_redirect),
        )

    def _told(self) -> list[ir.Response]:
        """The successes. Takes out of the bodies what none of them is."""
        is_json = [status for status in self._successes if self._bodies[status].kind == "json"]
        told: list[ir.Response] = []
        for status in self._successes:
            suffix = "" if status in is_json[:1] else status.capitalize()
            told += self._of_status(status, pascal(self._operation_id, f"Response{suffix}"))
        # Without any the document only speaks of errors.
        return told or [ir.Response("2XX", "none", None, (), ir.Doc())]

    def _of_status(self, status: str, hint: str) -> list[ir.Response]:
        """The responses with one status."""
        at, body = self._listed[status], self._bodies[status]
        doc = doc_of(at)
        found = [_response(self._context, status, body, doc, hint, body.unread)]
        type_ = found[0].type
        is_string = type_ is not None and self._context.bare(type_.present) == ir.Scalar("string")
        if body.kind == "json" and is_string:  # then text is the same without quotes
            body = self._bodies[status] = without_text(body, at)
        for other in body.others:
            unread = body.unread if other.kind == "scalar" else ()
            found.append(_response(self._context, status, other, doc, hint, unread))
        return found

    def _accept(self) -> tuple[str, tuple[str, ...], str]:
        """The value of the Accept header: what successes hold and, behind it, the JSON of errors.
        The media types of which one can be asked for alone, and what then follows."""
        wanted: list[str] = []
        for status in self._successes:
            body = self._bodies[status]
            wanted += asked_for(body)
            less = [in_header(stream.name) for stream in body.streams]
            for other in body.others:
                less += other.asked
            wanted += [f"{name};q=0.9" for name in less]
        choices = once(name.removesuffix(";q=0.9") for name in wanted)
        told: list[str] = []
        for status in self._others:
            body = self._bodies[status]
            told += asked_for(body) if body.kind == "json" else ()
        told = [name for name in once(told) if name not in choices and "*/*" not in choices]
        of_errors = "".join(f", {name};q=0.5" for name in told)
        accept = ", ".join(once(wanted)) + of_errors if wanted else ", ".join(told) or JSON
        return (accept, choices, of_errors) if len(choices) > 1 else (accept, (), "")

    def _errors(self) -> tuple[tuple[ir.Response, ...], set[str]]:
        """The errors in JSON that are neither the problem document nor left open, and the statuses
        of those that are the problem document.
        """
        found, problems = [], set()
        for status in sorted(self._listed, key=_rank):
            body = self._bodies[status]
            schema = body.held[0].at.get("schema") if body.kind == "json" else None
            if status[0] in "123" or schema is None:
                continue
            hint = pascal(self._operation_id, f"Error{status.capitalize()}")
            type_ = build.lower_type(self._context, schema, hint)
            self._context.found.responses.append((schema, type_))
            if isinstance(type_, ir.Problem):
                problems.add(status)
            elif not isinstance(type_, ir.Open):
                doc = doc_of(self._listed[status])
                found.append(ir.Response(status, "json", type_, (), doc))
        return tuple(found), problems

    def _described(self, status: str, is_problem: bool) -> ir.ErrorResponse:
        return ir.ErrorResponse(status, doc_of(self._listed[status]), is_problem)

    def _headers(self, is_redirect: bool) -> tuple[str, ...]:
        """The names of all headers that responses are described to have, each in its first spelling
        at its last place. Content-Type is known without that.
        """
        found: dict[str, str] = {}
        for at in self._listed.values():
            for name, _ in at.table("headers"):
                key = name.lower()
                if TOKEN.fullmatch(name) and key != "content-type":
                    found[key] = found.pop(key, name)
        if is_redirect:
            found["location"] = found.pop("location", "Location")
        return tuple(found.values())


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


def _by_status(responses: Cursor) -> dict[str, Cursor]:
    """Statuses as listed, followed through `$ref`."""
    found: dict[str, Cursor] = {}
    for status, value in responses.items():
        if status.startswith("x-"):
            continue
        if not _STATUS.fullmatch(status):
            meant = status.strip().lower().replace("x", "X")
            value.report(
                "RB047",
                f"`{status}` is not an HTTP status (100 to 599), `4XX` or `default`",
                f"did you mean `{meant}`?" if _STATUS.fullmatch(meant) else "",
            )
            continue
        target = value.follow()
        if target is not None:
            found[status] = target
    return found


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
        at.report("RB048", f"`{media[0]}` is accepted as `{JSON}`")
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
        at.report("RB053", f"`{media}` is described as any object; it is read as {what}")
    else:
        at.report("RB051", f"the schema of `{media}` is not used: such a body is read as {what}")
