# SPDX-License-Identifier: BSL-1.0
"""What one response of an operation holds: which of its media types are read, and as what.

A body is JSON where a media type of its response says so, else text, else bytes. Of several kinds
of JSON those with the schema of the first are asked for. Text and bytes beside JSON that are
something else than the same value in another spelling are responses of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from restbind import ir
from restbind.lower.files import is_file
from restbind.lower.schema.context import Context, media_types
from restbind.lower.schema.equality import have_same_schema
from restbind.lower.schema.layers import assertions_of
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.queries import json_kinds
from restbind.source.refs import Cursor
from restbind.spec.media_types import (
    TOKEN,
    essence,
    in_header,
    is_event_stream,
    is_json,
    is_text,
    is_wildcard,
)

JSON = "application/json"
_EMPTY = ("204", "205", "304")  # statuses without content
_SPELLING = re.compile(r"xml|yaml|protobuf|msgpack|cbor")
_MEDIA = re.compile(f"{TOKEN.pattern}/{TOKEN.pattern}")
# The kinds of bodies, the best first, each with those that may come besides.
_OTHERS = {
    "json": ("scalar", "text", "bytes"),
    "scalar": ("text", "bytes"),
    "text": ("bytes",),
    "bytes": (),
}
_SINGLE = (("integer",), ("number",), ("boolean",))
_T = TypeVar("_T")
AS_THEY_COME: dict[str, ir.Type] = {"text": ir.Scalar("string"), "bytes": ir.Received("bytes")}


def once(found: Iterable[_T]) -> tuple[_T, ...]:
    """Each once, in the order in which they come."""
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Described:
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
class Body:
    """What one response holds. kind: as of `ir.Response`. held: what is described for it, the best
    first. streams: those beside JSON with which the same comes bit by bit. unread: kinds of JSON
    with other schemas. others: what may come instead of it.
    """

    kind: str
    held: tuple[Described, ...] = ()
    streams: tuple[Described, ...] = ()
    unread: tuple[str, ...] = ()
    others: tuple[Body, ...] = ()

    @property
    def media(self) -> tuple[str, ...]:
        """The types that can be read, without parameters."""
        legal = once(described.media for described in self.held if described.is_legal)
        return legal or ("*/*",) * bool(self.held)

    @property
    def asked(self) -> tuple[str, ...]:
        """The same as Accept has them; where one is described without parameters, too, only so."""
        names = once(in_header(described.name) for described in self.held if described.is_legal)
        plain = {name for name in names if essence(name) == name}
        asked = [name for name in names if name in plain or essence(name) not in plain]
        return tuple(asked) or self.media

    @property
    def called(self) -> str:
        """What it is called where no media type is; else ''."""
        if any(described.is_legal for described in self.held):
            return ""
        return self.held[0].name or '""'

    @property
    def names(self) -> set[str]:
        """All that is read as this or its others, as it is described."""
        own = {described.name for described in (*self.held, *self.streams)}
        return own.union(*(other.names for other in self.others))


NO_BODY = Body("none")


def body_of(context: Context, status: str, at: Cursor, is_error: bool) -> Body:
    """JSON if there is some, else a number or boolean as text, else text, else bytes. None with a
    status that has no content (RFC 9110), and none of redirects."""
    why = _why_unread(status)
    if why:
        for name, media in at.table("content"):
            media.report("RB058", f"`{name}` is not generated; {why}")
        return NO_BODY
    found = []
    for name, media in media_types(at.get("content")):
        kind = _kind(context, essence(name), media.get("schema"))
        found.append(Described(name, essence(name), kind, media))
    if not found:
        return NO_BODY
    body = _body_among(context, found)
    names = body.names
    for name, media in at.table("content"):
        if name not in names:
            _tell(name, media, body, is_error)
    return body


def _why_unread(status: str) -> str:
    """Why nothing is read with a status; '' if something is."""
    if status[0] == "1" or status in _EMPTY:
        return f"a response with the status {status} has no content"
    return f"no type is made of what a redirect ({status}) holds" if status[0] == "3" else ""


def _body_among(context: Context, found: list[Described]) -> Body:
    """What is read of the media types of a response: the best kind, and what comes besides or
    instead.
    """
    kinds = {described.kind for described in found}
    kind = next(kind for kind in _OTHERS if kind in kinds)
    held = [described for described in found if described.kind == kind]
    if kind == "json":
        held.sort(key=lambda json: (json.media != JSON, in_header(json.name) != json.media))
    body = Body(kind, _alike(context, held), others=_others(context, found, kind))
    if kind != "json":
        return body
    streams = [described for described in found if is_event_stream(described.media)]
    others = [json.media for json in held if json not in body.held and json.is_legal]
    unread = [media for media in others if not is_wildcard(media) and media not in body.media]
    return replace(body, streams=tuple(streams), unread=once(unread))


def _tell(name: str, at: Cursor, body: Body, is_error: bool = False) -> None:
    how = "read as" if is_error or body.called else "asked for as"
    what = "an error" if is_error else "the response"
    read = body.called or body.asked[0]
    at.report("RB058", f"`{name}` is not generated; {what} is {how} `{read}`")


def without_text(body: Body, at: Cursor) -> Body:
    """The body without the text beside JSON, which is told. at: the response."""
    texts = [other for other in body.others if other.kind == "text"]
    for name, media in at.table("content"):
        if any(name in text.names for text in texts):
            _tell(name, media, body)
    return replace(body, others=tuple(other for other in body.others if other not in texts))


def _alike(context: Context, held: list[Described]) -> tuple[Described, ...]:
    """Those that are read into one type as the first is: of JSON and of scalars, those with the
    same schema, or all where the first takes any.
    """
    first = held[0]
    schema = first.at.get("schema")
    is_open = schema is None or schema.kind == "object" and not any(assertions_of(schema))
    if is_open or first.kind in AS_THEY_COME:
        return tuple(held)
    return tuple(other for other in held if have_same_schema(context, first.at, other.at))


def _others(context: Context, found: list[Described], kind: str) -> tuple[Body, ...]:
    """Text and bytes that stand beside what is read first: a report as CSV, a document as PDF."""
    bodies = []
    others = [described for described in found if _is_other(described)]
    for wanted in _OTHERS[kind]:
        held = [described for described in others if described.kind == wanted]
        if held:
            bodies.append(Body(wanted, _alike(context, held)))
    return tuple(bodies)


def _is_other(described: Described) -> bool:
    """It is something else than the value in JSON. XML and YAML, and whatever has the schema of a
    structure, are other spellings of the same value, which the service does not send to whom asks
    for JSON.
    """
    media, schema = described.media, described.at.get("schema")
    if not described.is_legal or is_wildcard(media) or is_event_stream(media):
        return False
    is_told = described.kind == "scalar" or schema is None
    return not _SPELLING.search(media) and (is_told or not says_more(schema))


def _kind(context: Context, media: str, at: Cursor | None) -> str:
    """How a body of this media type is read. What an asterisk stands for is told by the schema."""
    if media == "text/plain":
        is_plain = at is not None and not is_nullable(normalise(at))
        return "scalar" if is_plain and json_kinds(at) in _SINGLE else "text"
    is_range = is_wildcard(media)
    if not is_range and not is_json(media):
        return "text" if is_text(media) else "bytes"
    if at is not None:
        schema = normalise(at)
        is_binary = schema.text("format") == "binary" or schema.text("type") == "file"
        if is_binary or is_range and is_file(context, schema):
            return "bytes"
        if is_range and schema.types == ("string",):
            return "text"
    if is_json(media):
        return "json"
    return "text" if media == "text/*" else "bytes"


def says_more(at: Cursor | None) -> bool:
    """The schema is about more than a text or bytes."""
    if at is None:
        return False
    schema = normalise(at)
    return schema.choice is not None or any(name != "string" for name in schema.types)


def asked_for(body: Body) -> list[str]:
    """The media types of a body as Accept has them; JSON for what may be any."""
    is_json_body = body.kind == "json"
    return [JSON if is_json_body and is_wildcard(name) else name for name in body.asked]
