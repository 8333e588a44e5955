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
from restbind.lower.schema.shape import Shape
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
_STATUS = re.compile("[1-5]([0-9][0-9]|XX)")
_TOKEN = re.compile(r"[\w!#$%&'*+.^`|~-]+")
_SPELLING = re.compile(r"xml|yaml|protobuf|msgpack|cbor")
_MEDIA = re.compile(rf"{_TOKEN.pattern}/{_TOKEN.pattern}", re.ASCII)


@dataclass(frozen=True)
class _Described:
    """A media type of a response. name: as it is described. media: without parameters. at: the
    media type object.
    """

    name: str
    media: str
    kind: str
    at: Cursor


@dataclass(frozen=True)
class _Body:
    """What one response holds. media: the types that can be read, application/json first, without
    parameters. asked: the same as Accept has them. streams: so those beside JSON with which the
    same comes bit by bit. unread: kinds of JSON with other schemas. others: what may come instead
    of it. names: all that is read as this, as it is described. called: what it is called where no
    media type is.
    """

    kind: str
    media: tuple[str, ...] = ()
    at: Cursor | None = None  # the media type object
    asked: tuple[str, ...] = ()
    streams: tuple[_Described, ...] = ()
    unread: tuple[str, ...] = ()
    others: tuple[_Body, ...] = ()
    names: frozenset[str] = frozenset()
    called: str = ""


def lower_responses(
    context: Context, responses: Cursor | None, operation_id: str, has_body: bool
) -> Responses:
    """has_body: False for HEAD."""
    listed = _listed(context, responses) if responses is not None else {}
    statuses = _successes(listed)
    redirects = bool(statuses) and statuses[0][0] == "3"
    bodies = {
        status: _body_of(context, status, at, status not in statuses) if has_body else _Body("none")
        for status, at in listed.items()
    }
    if redirects:
        bodies.update({status: _Body("redirect") for status in statuses})
    sole = next((status for status in statuses if bodies[status].kind == "json"), "")
    told: list[ir.Response] = []
    for status in statuses:
        hint = pascal(
            operation_id, "Response" if status == sole else f"Response{status.capitalize()}"
        )
        found, bodies[status] = _of_status(context, status, listed[status], bodies[status], hint)
        told += found
    if not told:  # the document only speaks of errors
        told.append(ir.Response("2XX", "none", None, (), ir.Doc()))
    first = told[0]
    kinds = list(dict.fromkeys(one.type for one in told))
    response = (
        kinds[0] if len(kinds) == 1 else ir.Responses(tuple((one.status, one.type) for one in told))
    )
    others = {status: at for status, at in listed.items() if status not in statuses}
    accept, choices, of_errors = _accept(
        [bodies[status] for status in statuses], [bodies[status] for status in others]
    )
    headers = list(_headers(listed)) + (["Location"] if redirects else [])
    is_exact = first.status.isdigit()
    is_plain = (
        len(told) == 1
        and is_exact
        and first.body in ("json", "none")
        and not (first.media or first.unread)
    )
    errors, problems = _errors(
        context,
        {status: at for status, at in listed.items() if status in others or status == "default"},
        bodies,
        operation_id,
    )
    return Responses(
        int(first.status) if is_exact else 300 if redirects else 200,
        response,
        () if is_plain else tuple(told),
        errors,
        tuple(
            ir.ErrorResponse(status, doc_of(value), status in problems)
            for status, value in others.items()
        ),
        "" if accept == _JSON else accept,
        choices,
        of_errors,
        tuple({name.lower(): name for name in reversed(headers)}.values())[::-1],
    )


def _successes(listed: Iterable[str]) -> list[str]:
    """The statuses that mean success, exact ones first: those from 200 to 299; without any,
    `default`, else redirects.
    """
    found = sorted((status for status in listed if status[0] == "2"), key=_rank)
    return found or (
        ["default"]
        if "default" in listed
        else sorted((one for one in listed if one[0] == "3"), key=_rank)
    )


def _of_status(
    context: Context, status: str, at: Cursor, body: _Body, hint: str
) -> tuple[list[ir.Response], _Body]:
    """The responses with one status, and the body without what none of them is."""
    response = _response(context, status, body, doc_of(at), hint, body.unread)
    type_ = response.type.present if response.type is not None else None
    if (
        body.kind == "json" and type_ is not None and context.bare(type_) == ir.Scalar("string")
    ):  # then text is the same without quotes
        body = _without_text(context, body, at["content"])
    return [
        response,
        *(
            _response(
                context,
                status,
                other,
                doc_of(at),
                hint,
                body.unread if other.kind == "scalar" else (),
            )
            for other in body.others
        ),
    ], body


def _rank(status: str) -> tuple[int, str]:
    """Exact statuses, ranges, `default`."""
    return (0 if status.isdigit() else 2 if status == "default" else 1, status)


def _listed(context: Context, at: Cursor) -> dict[str, Cursor]:
    """Statuses as listed, followed through `$ref`."""
    found: dict[str, Cursor] = {}
    for status, value in at.items():
        if status.startswith("x-"):
            continue
        if status != "default" and not _STATUS.fullmatch(status):
            meant = status.strip().lower().replace("x", "X")
            hint = (
                f"did you mean `{meant}`?" if meant == "default" or _STATUS.fullmatch(meant) else ""
            )
            context.report(
                "RB047",
                value,
                f"`{status}` is not an HTTP status (100 to 599), `4XX` or `default`",
                hint,
            )
            continue
        target = context.document.follow(value)
        if target is not None:
            found[status] = target
    return found


# --------------------------------------------------------------------------------------------------
# bodies


def _body_of(context: Context, status: str, at: Cursor, is_error: bool) -> _Body:
    """JSON if there is some, else a number or boolean as text, else text, else bytes. None with a
    status that has no content (RFC 9110), and none of redirects."""
    why = _why_unread(status)
    for name, one in at.table("content") if why else ():
        context.report("RB058", one, f"`{name}` is not generated; {why}")
    found = [
        _Described(name, essence(name), _kind(context, essence(name), value), value)
        for name, value in (media_types(context, at.get("content")) if not why else [])
    ]
    if not found:
        return _Body("none")
    body = _body_among(context, found)
    for name, one in at.table("content"):
        if name not in body.names:
            _tell(context, name, one, body, is_error)
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
    kind = next(
        kind
        for kind in ("json", "scalar", "text", "bytes")
        if any(one.kind == kind for one in found)
    )
    held = [one for one in found if one.kind == kind]
    if kind == "json":
        held.sort(key=lambda one: (one.media != _JSON, in_header(one.name) != one.media))
    alike = _alike(context, held)
    streams = [one for one in found if is_event_stream(one.media)] if kind == "json" else []
    others = _others(
        context,
        found,
        {"scalar": ("text", "bytes"), "text": ("bytes",), "bytes": ()}.get(
            kind, ("scalar", "text", "bytes")
        ),
    )
    legal = [one for one in alike if _MEDIA.fullmatch(one.media)]
    media = tuple(dict.fromkeys(one.media for one in legal)) or ("*/*",)
    unread = dict.fromkeys(
        one.media
        for one in held
        if one not in alike and _MEDIA.fullmatch(one.media) and not is_wildcard(one.media)
    )
    return _Body(
        kind,
        media,
        alike[0].at,
        _all_asked(legal) or media,
        tuple(streams),
        tuple(name for name in unread if name not in media and kind == "json"),
        others,
        frozenset(one.name for one in (*alike, *streams)).union(*(other.names for other in others)),
        "" if legal else alike[0].name or '""',
    )


def _tell(context: Context, name: str, at: Cursor, body: _Body, is_error: bool = False) -> None:
    how = (
        "an error is read as"
        if is_error
        else "the response is read as"
        if body.called
        else "the response is asked for as"
    )
    context.report(
        "RB058", at, f"`{name}` is not generated; {how} `{body.called or body.asked[0]}`"
    )


def _without_text(context: Context, body: _Body, content: Cursor) -> _Body:
    """Without the text beside JSON."""
    for name, one in content.items():
        if any(name in other.names for other in body.others if other.kind == "text"):
            _tell(context, name, one, body)
    return replace(body, others=tuple(one for one in body.others if one.kind != "text"))


def _alike(context: Context, held: list[_Described]) -> list[_Described]:
    """Those that are read into one type as the first is: of JSON and of scalars, those with the
    same schema,
    or all where the first takes any."""
    schema = held[0].at.get("schema")
    if (
        held[0].kind in ("text", "bytes")
        or schema is None
        or schema.kind == "object"
        and not any(True for _ in assertions_of(schema))
    ):
        return held
    return [one for one in held if have_same_schema(context, held[0].at, one.at)]


def _all_asked(described: list[_Described]) -> tuple[str, ...]:
    """Each once; where a type is described without parameters, too, only so."""
    names = dict.fromkeys(in_header(one.name) for one in described)
    return tuple(name for name in names if essence(name) == name or essence(name) not in names)


def _others(
    context: Context, found: list[_Described], wanted: tuple[str, ...]
) -> tuple[_Body, ...]:
    """Text and bytes that stand beside what is read first: a report as CSV, a document as PDF. XML
    and YAML, and whatever has the schema of a structure, are other spellings of the same value,
    which the service does not send to whom asks for JSON.
    """
    bodies = []
    for kind in wanted:
        held = [
            one
            for one in found
            if one.kind == kind
            and _MEDIA.fullmatch(one.media)
            and not is_wildcard(one.media)
            and not is_event_stream(one.media)
            and not _SPELLING.search(one.media)
            and not (
                kind != "scalar"
                and one.at.has("schema")
                and _says_more(normalise(context, one.at["schema"]))
            )
        ]
        if held:
            held = _alike(context, held)
            bodies.append(
                _Body(
                    kind,
                    tuple(dict.fromkeys(one.media for one in held)),
                    held[0].at,
                    _all_asked(held),
                    names=frozenset(one.name for one in held),
                )
            )
    return tuple(bodies)


def _kind(context: Context, media: str, at: Cursor) -> str:
    """How a body of this media type is read. What an asterisk stands for is told by the schema."""
    if is_wildcard(media):
        schema = normalise(context, at["schema"]) if at.has("schema") else None
        if schema is None:
            return "text" if media == "text/*" else "json" if is_json(media) else "bytes"
        if _is_binary(schema) or is_file(context, schema):
            return "bytes"
        if "string" in schema.types() and len(schema.types()) == 1:
            return "text"
        return "json" if is_json(media) else "text" if media == "text/*" else "bytes"
    if is_json(media):
        return (
            "bytes" if at.has("schema") and _is_binary(normalise(context, at["schema"])) else "json"
        )
    if not is_text(media):
        return "bytes"
    if media != "text/plain" or not at.has("schema") or is_nullable(context, at["schema"]):
        return "text"
    kinds = json_kinds(context, at["schema"])
    return "scalar" if len(kinds) == 1 and kinds[0] in ("integer", "number", "boolean") else "text"


def _is_binary(schema: Shape) -> bool:
    return schema.text("format") == "binary" or schema.text("type") == "file"


def _says_more(schema: Shape) -> bool:
    """The schema is about more than a text or bytes."""
    return schema.choices() is not None or any(name != "string" for name in schema.types())


def _response(
    context: Context, status: str, body: _Body, doc: ir.Doc, hint: str, unread: tuple[str, ...] = ()
) -> ir.Response:
    media = (
        tuple(dict.fromkeys(one.media for one in body.streams))
        if body.kind == "json"
        else body.media
    )
    if body.at is None:
        return ir.Response(
            status,
            body.kind,
            ir.Received("redirect") if body.kind == "redirect" else None,
            media,
            doc,
            unread,
        )
    schema = body.at.get("schema")
    if body.kind in ("text", "bytes"):
        if schema is not None and _says_more(normalise(context, schema)):
            _report_unused(context, body.kind, body.called or body.media[0], body.at, schema)
        return ir.Response(
            status,
            body.kind,
            ir.Scalar("string") if body.kind == "text" else ir.Received("bytes"),
            media,
            doc,
            unread,
        )
    if is_wildcard(body.media[0]):
        context.report("RB048", body.at, f"`{body.media[0]}` is accepted as `{_JSON}`")
    type_, nullable = (
        build.lower_element(context, schema, hint) if schema is not None else (ir.ANY, False)
    )
    context.found.responses += [(schema, type_)] if schema is not None else []
    return ir.Response(
        status, body.kind, ir.Nullable(type_) if nullable else type_, media, doc, unread
    )


def _report_unused(context: Context, what: str, media: str, at: Cursor, schema: Cursor) -> None:
    """what: text or bytes, which a body is read as, whatever its schema says."""
    if is_wide(context, schema, "object"):
        context.report("RB053", at, f"`{media}` is described as any object; it is read as {what}")
    else:
        context.report(
            "RB051", at, f"the schema of `{media}` is not used: such a body is read as {what}"
        )


def _accept(bodies: list[_Body], errors: list[_Body]) -> tuple[str, tuple[str, ...], str]:
    """The value of the Accept header: what successes hold and, behind it, the JSON of errors. The
    media types of which one can be asked for alone, and what then follows."""
    wanted: dict[str, None] = {}
    for body in bodies:
        if body.kind != "none" and body.kind != "redirect":
            wanted.update(dict.fromkeys(_asked(body)))
        others = [name for other in body.others for name in other.asked]
        wanted.update(
            dict.fromkeys(
                f"{name};q=0.9"
                for name in (*(in_header(one.name) for one in body.streams), *others)
            )
        )
    choices = tuple(dict.fromkeys(name.removesuffix(";q=0.9") for name in wanted))
    told = [
        name
        for name in dict.fromkeys(
            name for body in errors if body.kind == "json" for name in _asked(body)
        )
        if name not in choices and "*/*" not in choices
    ]
    of_errors = "".join(f", {name};q=0.5" for name in told)
    choices = choices if len(choices) > 1 else ()
    return (
        ", ".join(wanted) + of_errors if wanted else ", ".join(told) or _JSON,
        choices,
        of_errors if choices else "",
    )


def _asked(body: _Body) -> list[str]:
    return [_JSON if body.kind == "json" and is_wildcard(name) else name for name in body.asked]


def _errors(
    context: Context, listed: dict[str, Cursor], bodies: dict[str, _Body], operation_id: str
) -> tuple[tuple[ir.Response, ...], frozenset[str]]:
    """The errors in JSON that are neither the problem document nor left open, and the statuses of
    those that are the problem document.
    """
    found = []
    problems = set()
    for status in sorted(listed, key=_rank):
        body = bodies[status]
        schema = body.at.get("schema") if body.at is not None else None
        if status[0] in "123" or body.kind != "json" or schema is None:
            continue
        type_ = build.lower_type(
            context, schema, pascal(operation_id, f"Error{status.capitalize()}")
        )
        context.found.responses.append((schema, type_))
        if isinstance(type_, ir.Problem):
            problems.add(status)
        elif not isinstance(type_, ir.Open):
            found.append(ir.Response(status, "json", type_, (), doc_of(listed[status])))
    return tuple(found), frozenset(problems)


def _headers(listed: dict[str, Cursor]) -> list[str]:
    """The names of all headers that responses are described to have. Content-Type is known without
    that.
    """
    found = []
    for value in listed.values():
        headers = value.get("headers")
        found += (
            [name for name, _ in headers.items()]
            if headers is not None and headers.kind == "object"
            else []
        )
    return [name for name in found if _TOKEN.fullmatch(name) and name.lower() != "content-type"]
