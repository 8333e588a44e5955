# SPDX-License-Identifier: BSL-1.0
"""Bodies of requests: which of the media types is sent, as what type, and how.

The best one is sent: JSON, then `application/x-www-form-urlencoded`, then `multipart/form-data`,
then text, then bytes; of several that are equally good the first. Nothing is refused: what is
neither JSON, a form nor text is a `restbind::file`, and what is text of a structure that is not
JSON (XML, CSV) is a string that the caller writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.graph import all_from
from restbind.lower.encodings import (
    Encoding,
    is_base64,
    is_scalar,
    keeps_type,
    media_types_of,
    part_of,
    style_of,
)
from restbind.lower.files import BINARY, files_in, is_file, mark_files
from restbind.lower.schema.context import Context, media_types
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import RequestBody
from restbind.lower.schema.layers import CHOICES
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import without_null
from restbind.lower.schema.queries import is_secret, is_wide, json_kinds
from restbind.lower.types import build
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.media_types import essence, in_header, is_json, is_text, is_valid, is_wildcard
from restbind.spec.value_shapes import SCALARS

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
_KINDS = ("json", "form", "multipart", "text", "bytes")


@dataclass(frozen=True)
class _Sent:
    """A media type of a body, and the one that is sent. kind: json, form, multipart, text or bytes.
    hint: a name for its type, if that has none.
    """

    name: str
    media: Cursor
    kind: str
    hint: str

    @property
    def schema(self) -> Cursor | None:
        """What is said of the value."""
        return self.media.get("schema")

    @cached_property
    def properties(self) -> list[tuple[str, Cursor]]:
        """Members of an object and of the objects that are its alternatives."""
        found: dict[tuple[str, Cursor], None] = {}

        def alternatives(at: Cursor) -> Iterator[Cursor]:
            return normalise(at).elements(*CHOICES)

        for at in all_from(filter(None, [self.schema]), alternatives):
            found.update(dict.fromkeys(normalise(at).table("properties")))
        return list(found)

    @property
    def content_type(self) -> str:
        """The media type as it goes into Content-Type; with `*` where only the caller knows."""
        name = " ".join(self.name.split())
        usable = filter(is_valid, (name, essence(name)))
        return next(usable, "*/*")


def lower_body(
    context: Context, at: Cursor | None, operation_id: str, method: str
) -> RequestBody | None:
    """The body, its type always a named one; None without a body."""
    found = media_types(at.get("content")) if at is not None else []
    if at is None or not found:
        return None
    is_needed = method not in ("get", "head") or at.is_true("required")
    if not is_needed and all(_is_empty(media) for _, media in found):
        return None
    ranked: list[_Sent] = []
    for name, media in found:
        kind, hint = _kind(context, name, media), pascal(operation_id, "Request")
        ranked.append(_Sent(name, media, kind, hint))
    ranked.sort(key=_rank)
    sent = ranked[0]
    if sent.kind == "form" and _has_files(context, sent):
        # A file goes into no such form. Where the same is described as one of several parts, that
        # is sent.
        sent = next((other for other in ranked if other.kind == "multipart"), sent)
    for name, described in at.table("content"):
        if name != sent.name:
            what = f"`{name}` is not generated; the body is sent as `{sent.name}`"
            described.report("RB058", what)
    return _MADE[sent.kind](context, sent)


def _is_empty(media: Cursor) -> bool:
    """Nothing could be said in it: some generators write such bodies for every operation."""
    schema = media.get("schema")
    if schema is None or schema.text("type") != "object":
        return False
    return all(key in ("type", "properties") and value.is_empty for key, value in schema.items())


def _rank(sent: _Sent) -> tuple[int, int]:
    place, type_ = _KINDS.index(sent.kind), essence(sent.name)
    if sent.kind != "json":
        return place, 0
    if type_ == "application/json":
        return place, 0 if in_header(sent.name) == type_ else 1
    # A JSON patch is a list, whatever a schema says that it shares with merge patches.
    is_list = "array" in (json_kinds(sent.schema) or ("array",))
    return place, 2 if is_list or type_ != "application/json-patch+json" else 3


def _kind(context: Context, name: str, media: Cursor) -> str:
    """json, form, multipart, text or bytes."""
    type_, at = essence(name), media.get("schema")
    schema = normalise(at) if at is not None else None
    is_binary = schema is not None and is_file(context, schema)
    if type_ in (FORM, MULTIPART):
        return "form" if type_ == FORM else "multipart"
    if is_wildcard(type_):
        # `*/*` is JSON where the schema describes a structure, and otherwise whatever the caller
        # says.
        is_structure = not is_binary and json_kinds(at) not in ((), ("string",))
        return "json" if is_json(name) and is_structure else "bytes"
    if is_json(name):
        is_told = is_binary and schema is not None and schema.text("format") in BINARY
        return "bytes" if is_told else "json"
    return "text" if is_text(type_) and not is_binary else "bytes"


def _body(
    context: Context, sent: _Sent, type_: ir.Type, format_: ir.BodyFormat, schema: Cursor | None
) -> RequestBody:
    """schema: what the type was made of."""
    if not isinstance(type_, ir.Ref):
        doc = doc_of(schema or sent.media)
        type_ = ir.Ref(context.name_type(sent.hint, type_, doc, schema, sent.media))
    secret = schema is not None and is_secret(normalise(schema))
    return RequestBody(type_, replace(format_, is_secret=secret), schema)


# --------------------------------------------------------------------------------------------------
# JSON


def _json(context: Context, sent: _Sent) -> RequestBody:
    type_, nullable = build.lower_element(context, sent.schema, sent.hint)
    # Null is not sent where the alternatives, taken together, exclude it.
    if nullable and sent.schema is not None:
        nullable = not without_null(normalise(sent.schema))
    body = _body(context, sent, type_, ir.BodyFormat("json", _json_type(sent)), sent.schema)
    return replace(body, nullable=nullable)


def _json_type(sent: _Sent) -> str:
    """The Content-Type of JSON. `application/json` has no charset (RFC 8259, section 11); what else
    is described with it stays.
    """
    if is_wildcard(sent.name):
        return "application/json"
    is_plain = essence(sent.name) == "application/json"
    return in_header(sent.name) if is_plain else sent.content_type


# --------------------------------------------------------------------------------------------------
# forms


def _form(context: Context, sent: _Sent) -> RequestBody:
    schema, kinds = sent.schema, json_kinds(sent.schema)
    if kinds and "object" not in kinds:
        return _text(context, replace(sent, name=FORM))  # the caller gives the whole form
    type_ = _object(context, sent)
    encodings = _encodings(sent)
    if schema is not None and not _has_any_names(sent, schema):
        _report_unknown(encodings, sent)
        encodings = [encoding for encoding in encodings if encoding.at is not None]
    fields = []
    for name, stated, at in encodings:
        if at is not None:
            keeps_type(context, "field", name, stated, at)
        style, explode = style_of(stated, at)
        if style and not is_scalar(at):
            fields.append(ir.BodyField(name, style, explode))
    return _body(context, sent, type_, ir.BodyFormat("form", FORM, tuple(fields)), schema)


def _object(context: Context, sent: _Sent) -> ir.Type:
    """What a form is made of: an object, of any members where nothing is said about them."""
    schema, kinds = sent.schema, json_kinds(sent.schema)
    if schema is None or not kinds and normalise(schema).choice is None:
        (schema or sent.media).report(
            "RB025",
            "nothing is said about the form; it is an object of any members",
            "say `type: object`",
        )
        return ir.OPEN_OBJECT
    others = [f"`{kind}`" for kind in kinds if kind != "object"]
    if others:
        schema.report(
            "RB030",
            f"a form is an object; a value of the type {joined(others, 'or')} is refused when it is"
            " sent",
        )
    return build.lower_type(context, schema, sent.hint)


def _multipart(context: Context, sent: _Sent) -> RequestBody:
    schema, kinds = sent.schema, json_kinds(sent.schema)
    format_ = ir.BodyFormat("multipart", MULTIPART)
    if schema is None:
        return _body(context, sent, _object(context, sent), format_, None)
    if kinds and "object" not in kinds:
        schema.report(
            "RB030",
            f"`{sent.name}` needs an object; the caller gives the whole body and its content type",
        )
        return _whole(context, sent)
    encodings = _encodings(sent)
    stated = {encoding.name: encoding.stated for encoding in encodings}
    files: set[Cursor] = set()
    for name, at in sent.properties:
        by = stated[name].get("contentType") if name in stated else None
        files |= mark_files(context, at, media_types_of(stated.get(name)), by or at)
    for others in normalise(schema).all("additionalProperties"):
        if others.kind == "object" and not others.is_empty:
            files |= mark_files(context, others, [], others)
    type_ = _object(context, sent)
    _report_unknown(encodings, sent)
    parts = [part_of(context, name, stated.get(name), at) for name, at in sent.properties]
    fields = dict.fromkeys(parts)
    told = tuple(field for field in fields if field != ir.BodyField(field.wire_name))
    body = _body(context, sent, type_, replace(format_, fields=told), schema)
    return replace(body, files=frozenset(files))


def _has_files(context: Context, sent: _Sent) -> bool:
    return any(any(files_in(context, at, None)) for _, at in sent.properties)


def _encodings(sent: _Sent) -> list[Encoding]:
    known = dict(reversed(sent.properties))
    return [
        Encoding(name, stated, known.get(name))
        for name, stated in sent.media.table("encoding")
        if stated.kind == "object"
    ]


def _has_any_names(sent: _Sent, schema: Cursor) -> bool:
    """A form of which the schema describes members by no name."""
    found = normalise(schema)
    return (
        not sent.properties
        or found.has("patternProperties")
        or any(at.kind == "object" for at in found.all("additionalProperties"))
    )


def _report_unknown(encodings: list[Encoding], sent: _Sent) -> None:
    known = dict(sent.properties)
    for name, stated, at in encodings:
        if at is None:
            stated.report(
                "RB035",
                f"`encoding` names `{name}`, which is no property of the schema; it is not used",
                near(name, known),
            )


# --------------------------------------------------------------------------------------------------
# text and bytes


def _text(context: Context, sent: _Sent) -> RequestBody:
    format_ = ir.BodyFormat("text", sent.content_type)
    string, schema = ir.Scalar("string"), sent.schema
    kinds = json_kinds(schema)
    if schema is not None and len(kinds) == 1 and kinds[0] in SCALARS:
        # The caller gives the text of bytes.
        is_given = is_base64(schema)
        type_ = string if is_given else build.lower_type(context, schema, sent.hint)
        return _body(context, sent, type_, format_, schema)
    if schema is not None and kinds:
        _report_unused(context, sent.name, schema, "text")
    return _body(context, sent, string, format_, None)


def _report_unused(context: Context, name: str, schema: Cursor, what: str) -> None:
    if is_wide(context, schema, "object"):
        schema.report("RB053", f"`{name}` is described as any object; the caller gives its {what}")
    else:
        schema.report(
            "RB030",
            f"a body of the type `{name}` cannot be made of this schema; the caller gives its"
            f" {what}",
        )


def _bytes(context: Context, sent: _Sent) -> RequestBody:
    body = _whole(context, sent)
    if essence(sent.name).startswith("multipart/"):
        sent.media.report(
            "RB030",
            f"`{sent.name}` is not put together here; the caller gives the whole body and its"
            " content type, boundary included",
        )
        return body
    kinds = json_kinds(sent.schema)
    if sent.schema is not None and kinds not in ((), ("string",)):
        _report_unused(context, sent.name, sent.schema, "bytes")
    return replace(body, schema=sent.schema) if kinds == ("string",) else body


def _whole(context: Context, sent: _Sent) -> RequestBody:
    format_ = ir.BodyFormat("bytes", sent.content_type)
    return _body(context, sent, ir.Scalar("file"), format_, None)


_MADE = {"json": _json, "form": _form, "multipart": _multipart, "text": _text, "bytes": _bytes}
