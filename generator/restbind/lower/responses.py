# SPDX-License-Identifier: BSL-1.0
"""The responses of an operation: which of them mean success, what they hold, and what errors hold.

A body is JSON where a media type of its response says so, else text, else bytes. Of several kinds
of JSON those with the schema of the first are asked for. Text and bytes beside JSON that are
something else than the same value in another spelling are responses of their own. Nothing about a
response leaves an operation out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from restbind import ir
from restbind.lower.files import is_file
from restbind.lower.schema.context import Context, media_types, pascal
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import Responses
from restbind.lower.schema.equality import have_same_schema
from restbind.lower.schema.ledger import assertions_of
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.queries import is_wide, json_kinds
from restbind.lower.types import build
from restbind.source.refs import Cursor
from restbind.spec.media_types import (
    essence,
    in_header,
    is_event_stream,
    is_json,
    is_text,
    is_wildcard,
)

_JSON = "application/json"
_EMPTY = ("204", "205", "304")  # statuses without content
_STATUS = re.compile("[1-5]([0-9][0-9]|XX)|default")
_TOKEN = re.compile(r"[\w!#$%&'*+.^`|~-]+")
_SPELLING = re.compile(r"xml|yaml|protobuf|msgpack|cbor")
_MEDIA = re.compile(rf"{_TOKEN.pattern}/{_TOKEN.pattern}", re.ASCII)
# The kinds of bodies, the best first, each with those that may come besides.
_OTHERS = {
    "json": ("scalar", "text", "bytes"),
    "scalar": ("text", "bytes"),
    "text": ("bytes",),
    "bytes": (),
}
_SINGLE = (("integer",), ("number",), ("boolean",))
_T = TypeVar("_T")
_AS_THEY_COME: dict[str, ir.Type] = {"text": ir.Scalar("string"), "bytes": ir.Received("bytes")}


@dataclass(frozen=True)
class _Described:
    """A media type of a response. name: as it is described. media: without parameters. at: the
    media type object.
    """

    name: str
    media: str
    kind: str
    at: Cursor

    @property
    def is_legal(self) -> bool:
        """Its name is that of a media type."""
        return _MEDIA.fullmatch(self.media) is not None


@dataclass(frozen=True)
class _Body:
    """What one response holds. kind: as of `ir.Response`. held: what is described for it, the best
    first. streams: those beside JSON with which the same comes bit by bit. unread: kinds of JSON
    with other schemas. others: what may come instead of it.
    """

    kind: str
    held: tuple[_Described, ...] = ()
    streams: tuple[_Described, ...] = ()
    unread: tuple[str, ...] = ()
    others: tuple[_Body, ...] = ()

    @property
    def media(self) -> tuple[str, ...]:
        """The types that can be read, without parameters."""
        legal = _once(described.media for described in self.held if described.is_legal)
        return legal or ("*/*",) * bool(self.held)

    @property
    def asked(self) -> tuple[str, ...]:
        """The same as Accept has them; where one is described without parameters, too, only so."""
        names = _once(in_header(described.name) for described in self.held if described.is_legal)
        return (
            tuple(name for name in names if essence(name) == name or essence(name) not in names)
            or self.media
        )

    @property
    def called(self) -> str:
        """What it is called where no media type is; else ''."""
        return (
            "" if any(described.is_legal for described in self.held) else self.held[0].name or '""'
        )

    @property
    def names(self) -> set[str]:
        """All that is read as this or its others, as it is described."""
        own = {described.name for described in (*self.held, *self.streams)}
        return own.union(*(other.names for other in self.others))


_NONE = _Body("none")


def lower_responses(
    context: Context, responses: Cursor | None, operation_id: str, has_body: bool
) -> Responses:
    """has_body: False for HEAD."""
    listed = _listed(context, responses) if responses is not None else {}
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
    return Responses(
        int(first.status) if is_exact else 300 if is_redirect else 200,
        _type_of(told),
        () if is_plain and len(told) == 1 else tuple(told),
        errors,
        tuple(
            ir.ErrorResponse(status, doc_of(listed[status]), status in problems)
            for status in others
        ),
        "" if accept == _JSON else accept,
        choices,
        of_errors,
        tuple({name.lower(): name for name in reversed(headers)}.values())[::-1],
    )


def _bodies(
    context: Context, listed: dict[str, Cursor], successes: list[str], has_body: bool
) -> dict[str, _Body]:
    """What the response with each status holds."""
    found = {}
    for status, at in listed.items():
        is_success = status in successes
        found[status] = _body_of(context, status, at, not is_success) if has_body else _NONE
        if is_success and status[0] == "3":
            found[status] = _Body("redirect")
    return found


def _told(
    context: Context,
    listed: dict[str, Cursor],
    successes: list[str],
    bodies: dict[str, _Body],
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
    types = _once(response.type for response in told)
    if len(types) == 1:
        return types[0]
    return ir.Responses(tuple((response.status, response.type) for response in told))


def _once(found: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(found))


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
    return 0 if status.isdigit() else 2 if status == "default" else 1, status


def _listed(context: Context, responses: Cursor) -> dict[str, Cursor]:
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
        target = context.document.follow(value)
        if target is not None:
            found[status] = target
    return found


def _of_status(
    context: Context, status: str, at: Cursor, body: _Body, hint: str
) -> tuple[list[ir.Response], _Body]:
    """The responses with one status, and the body without what none of them is."""
    doc = doc_of(at)
    found = [_response(context, status, body, doc, hint, body.unread)]
    type_ = found[0].type
    is_string = type_ is not None and context.bare(type_.present) == ir.Scalar("string")
    if body.kind == "json" and is_string:  # then text is the same without quotes
        body = _without_text(context, body, at)
    for other in body.others:
        unread = body.unread if other.kind == "scalar" else ()
        found.append(_response(context, status, other, doc, hint, unread))
    return found, body


# --------------------------------------------------------------------------------------------------
# bodies


def _body_of(context: Context, status: str, at: Cursor, is_error: bool) -> _Body:
    """JSON if there is some, else a number or boolean as text, else text, else bytes. None with a
    status that has no content (RFC 9110), and none of redirects."""
    why = _why_unread(status)
    if why:
        for name, media in at.table("content"):
            context.report("RB058", media, f"`{name}` is not generated; {why}")
        return _NONE
    found = []
    for name, media in media_types(context, at.get("content")):
        kind = _kind(context, essence(name), media.get("schema"))
        found.append(_Described(name, essence(name), kind, media))
    if not found:
        return _NONE
    body = _body_among(context, found)
    names = body.names
    for name, media in at.table("content"):
        if name not in names:
            _tell(context, name, media, body, is_error)
    return body


def _why_unread(status: str) -> str:
    """Why nothing is read with a status; '' if something is."""
    if status[0] == "1" or status in _EMPTY:
        return f"a response with the status {status} has no content"
    return f"no type is made of what a redirect ({status}) holds" if status[0] == "3" else ""


def _body_among(context: Context, found: list[_Described]) -> _Body:
    """What is read of the media types of a response: the best kind, and what comes besides or
    instead.
    """
    kinds = {described.kind for described in found}
    kind = next(kind for kind in _OTHERS if kind in kinds)
    held = [described for described in found if described.kind == kind]
    if kind == "json":
        held.sort(key=lambda json: (json.media != _JSON, in_header(json.name) != json.media))
    body = _Body(kind, _alike(context, held), others=_others(context, found, kind))
    if kind != "json":
        return body
    media = body.media
    others = [json for json in held if json not in body.held and json.is_legal]
    return replace(
        body,
        streams=tuple(described for described in found if is_event_stream(described.media)),
        unread=_once(
            json.media for json in others if not is_wildcard(json.media) and json.media not in media
        ),
    )


def _tell(context: Context, name: str, at: Cursor, body: _Body, is_error: bool = False) -> None:
    how = "read as" if is_error or body.called else "asked for as"
    what = "an error" if is_error else "the response"
    read = body.called or body.asked[0]
    context.report("RB058", at, f"`{name}` is not generated; {what} is {how} `{read}`")


def _without_text(context: Context, body: _Body, at: Cursor) -> _Body:
    """Without the text beside JSON."""
    texts = [other for other in body.others if other.kind == "text"]
    for name, media in at.table("content"):
        if any(name in text.names for text in texts):
            _tell(context, name, media, body)
    return replace(body, others=tuple(other for other in body.others if other not in texts))


def _alike(context: Context, held: list[_Described]) -> tuple[_Described, ...]:
    """Those that are read into one type as the first is: of JSON and of scalars, those with the
    same schema, or all where the first takes any.
    """
    first = held[0]
    schema = first.at.get("schema")
    is_open = schema is None or schema.kind == "object" and not any(assertions_of(schema))
    if is_open or first.kind in _AS_THEY_COME:
        return tuple(held)
    return tuple(other for other in held if have_same_schema(context, first.at, other.at))


def _others(context: Context, found: list[_Described], kind: str) -> tuple[_Body, ...]:
    """Text and bytes that stand beside what is read first: a report as CSV, a document as PDF."""
    bodies = []
    for wanted in _OTHERS[kind]:
        held = [
            described
            for described in found
            if described.kind == wanted and _is_other(context, described)
        ]
        if held:
            bodies.append(_Body(wanted, _alike(context, held)))
    return tuple(bodies)


def _is_other(context: Context, described: _Described) -> bool:
    """It is something else than the value in JSON. XML and YAML, and whatever has the schema of a
    structure, are other spellings of the same value, which the service does not send to whom asks
    for JSON.
    """
    media, schema = described.media, described.at.get("schema")
    if not described.is_legal or is_wildcard(media) or is_event_stream(media):
        return False
    is_told = described.kind == "scalar" or schema is None
    return not _SPELLING.search(media) and (is_told or not _says_more(context, schema))


def _kind(context: Context, media: str, at: Cursor | None) -> str:
    """How a body of this media type is read. What an asterisk stands for is told by the schema."""
    if media == "text/plain":
        is_plain = at is not None and not is_nullable(context, at)
        return "scalar" if is_plain and json_kinds(context, at) in _SINGLE else "text"
    is_range = is_wildcard(media)
    if not is_range and not is_json(media):
        return "text" if is_text(media) else "bytes"
    if at is not None:
        schema = normalise(context, at)
        is_binary = schema.text("format") == "binary" or schema.text("type") == "file"
        if is_binary or is_range and is_file(context, schema):
            return "bytes"
        if is_range and schema.types() == ("string",):
            return "text"
    return "json" if is_json(media) else "text" if media == "text/*" else "bytes"


def _says_more(context: Context, at: Cursor | None) -> bool:
    """The schema is about more than a text or bytes."""
    if at is None:
        return False
    schema = normalise(context, at)
    return schema.choices() is not None or any(name != "string" for name in schema.types())


def _response(
    context: Context, status: str, body: _Body, doc: ir.Doc, hint: str, unread: tuple[str, ...]
) -> ir.Response:
    if not body.held:
        redirect = ir.Received("redirect") if body.kind == "redirect" else None
        return ir.Response(status, body.kind, redirect, (), doc)
    at, media = body.held[0].at, body.media
    schema = at.get("schema")
    if body.kind in _AS_THEY_COME:
        if _says_more(context, schema):
            _report_unused(context, body.kind, body.called or media[0], at)
        return ir.Response(status, body.kind, _AS_THEY_COME[body.kind], media, doc, unread)
    if is_wildcard(media[0]):
        context.report("RB048", at, f"`{media[0]}` is accepted as `{_JSON}`")
    type_, nullable = build.lower_element(context, schema, hint)
    if schema is not None:
        context.found.responses.append((schema, type_))
    if body.kind == "json":
        media = _once(stream.media for stream in body.streams)
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


def _accept(bodies: list[_Body], errors: list[_Body]) -> tuple[str, tuple[str, ...], str]:
    """The value of the Accept header: what successes hold and, behind it, the JSON of errors. The
    media types of which one can be asked for alone, and what then follows."""
    wanted: list[str] = []
    for body in bodies:
        wanted += _asked(body)
        less = [in_header(stream.name) for stream in body.streams]
        for other in body.others:
            less += other.asked
        wanted += [f"{name};q=0.9" for name in less]
    choices = _once(name.removesuffix(";q=0.9") for name in wanted)
    told = [name for body in errors if body.kind == "json" for name in _asked(body)]
    told = [name for name in _once(told) if name not in choices and "*/*" not in choices]
    of_errors = "".join(f", {name};q=0.5" for name in told)
    accept = ", ".join(_once(wanted)) + of_errors if wanted else ", ".join(told) or _JSON
    return (accept, choices, of_errors) if len(choices) > 1 else (accept, (), "")


def _asked(body: _Body) -> list[str]:
    is_json_body = body.kind == "json"
    return [_JSON if is_json_body and is_wildcard(name) else name for name in body.asked]


def _errors(
    context: Context, listed: dict[str, Cursor], bodies: dict[str, _Body], operation_id: str
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
    return [name for name in found if _TOKEN.fullmatch(name) and name.lower() != "content-type"]
