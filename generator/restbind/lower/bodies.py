# SPDX-License-Identifier: BSL-1.0
"""Bodies of requests: which of the media types is sent, as what type, and how.

The best one is sent: JSON, then `application/x-www-form-urlencoded`, then `multipart/form-data`,
then text, then bytes; of several that are equally good the first. Nothing is refused: what is
neither JSON, a form nor text is a `restbind::file`, and what is text of a structure that is not
JSON (XML, CSV) is a string that the caller writes.
"""

from __future__ import annotations

import re

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.graph import all_from
from restbind.lower.files import BINARY, files_in, holds_file, is_file, mark_files
from restbind.lower.schema.context import Context, media_types, pascal
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import RequestBody
from restbind.lower.schema.layers import CHOICES
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import without_null
from restbind.lower.schema.queries import is_wide, json_kinds
from restbind.lower.schema.shape import Shape
from restbind.lower.types import build
from restbind.source.refs import Cursor, identity_of
from restbind.spec.media_types import (
    TOKEN,
    essence,
    in_header,
    is_json,
    is_text,
    is_valid,
    is_wildcard,
)
from restbind.spec.numbers import json_text

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
_KINDS = ("json", "form", "multipart", "text", "bytes")
_SCALARS = ("string", "integer", "number", "boolean")
_STYLES = {
    "form": "form",
    "spaceDelimited": "space_delimited",
    "pipeDelimited": "pipe_delimited",
    "deepObject": "deep_object",
}
_HEADER_VALUE = re.compile(r"[ -~]+")


def lower_body(
    context: Context, at: Cursor | None, operation_id: str, method: str
) -> RequestBody | None:
    """The body, its type always a named one; None without a body."""
    if at is None:
        return None
    found = media_types(context, at.get("content"))
    if (
        not found
        or method in ("get", "head")
        and not at.is_true("required")
        and all(_is_empty(media) for _, media in found)
    ):
        return None
    ranked = sorted(found, key=lambda one: _rank(context, *one))
    name, media = ranked[0]
    kind = _kind(context, name, media)
    if kind == "form" and _has_files(context, media):
        # A file goes into no such form. Where the same is described as one of several parts, that
        # is sent.
        name, media = next((one for one in ranked if essence(one[0]) == MULTIPART), (name, media))
        kind = _kind(context, name, media)
    hint = pascal(operation_id, "Request")
    schema = media.get("schema")
    for other, at_ in at.table("content"):
        if other != name:
            context.report(
                "RB058", at_, f"`{other}` is not generated; the body is sent as `{name}`"
            )
    return {"json": _json, "form": _form, "multipart": _multipart, "text": _text, "bytes": _bytes}[
        kind
    ](context, name, media, schema, hint)


def _is_empty(media: Cursor) -> bool:
    """Nothing could be said in it: some generators write such bodies for every operation."""
    schema = media.get("schema")
    return (
        schema is not None
        and schema.text("type") == "object"
        and all(
            key in ("type", "properties") and not any(True for _ in value.items())
            for key, value in schema.items()
        )
    )


def _rank(context: Context, name: str, media: Cursor) -> tuple[int, int]:
    kind, type_ = _kind(context, name, media), essence(name)
    if kind != "json":
        return _KINDS.index(kind), 0
    if type_ == "application/json":
        return _KINDS.index(kind), 0 if in_header(name) == type_ else 1
    # A JSON patch is a list, whatever a schema says that it shares with merge patches.
    schema = media.get("schema")
    no_list = (
        type_ == "application/json-patch+json"
        and schema is not None
        and "array" not in (json_kinds(context, schema) or ("array",))
    )
    return _KINDS.index(kind), 3 if no_list else 2


def _kind(context: Context, name: str, media: Cursor) -> str:
    """json, form, multipart, text or bytes."""
    type_ = essence(name)
    schema = media.get("schema")
    is_binary = schema is not None and is_file(context, normalise(context, schema))
    if type_ == FORM:
        return "form"
    if type_ == MULTIPART:
        return "multipart"
    if is_wildcard(type_):
        # `*/*` is JSON where the schema describes a structure, and otherwise whatever the caller
        # says.
        structured = (
            schema is not None
            and not is_binary
            and json_kinds(context, schema) not in ((), ("string",))
        )
        return "json" if is_json(name) and structured else "bytes"
    if is_json(name):
        return (
            "bytes"
            if schema is not None
            and is_binary
            and normalise(context, schema).text("format") in BINARY
            else "json"
        )
    return "text" if is_text(type_) and not is_binary else "bytes"


def _sent(name: str) -> str:
    """The media type as it goes into Content-Type; with `*` where only the caller knows."""
    name = " ".join(name.split())
    return name if is_valid(name) else essence(name) if is_valid(essence(name)) else "*/*"


def _named(
    context: Context, type_: ir.Type, media: Cursor, schema: Cursor | None, hint: str
) -> ir.Ref:
    """schema: what the type was made of."""
    if isinstance(type_, ir.Ref):
        return type_
    at = schema or media
    name = context.claim(hint, at)
    if schema is not None:
        context.found.places[name] = schema
    context.found.named[name] = ir.Alias(name, type_, doc_of(at), at.pointer)
    return ir.Ref(name)


# --------------------------------------------------------------------------------------------------
# JSON


def _json_type(name: str) -> str:
    """The Content-Type of JSON. `application/json` has no charset (RFC 8259, section 11); what else
    is described with it stays.
    """
    return (
        "application/json"
        if is_wildcard(name)
        else in_header(name)
        if essence(name) == "application/json"
        else _sent(name)
    )


def _json(
    context: Context, name: str, media: Cursor, schema: Cursor | None, hint: str
) -> RequestBody:
    format_ = ir.BodyFormat("json", _json_type(name))
    type_, nullable = (
        build.lower_element(context, schema, hint) if schema is not None else (ir.ANY, False)
    )
    # Null is not sent where the alternatives, taken together, exclude it.
    nullable = nullable and schema is not None and not without_null(context, schema)
    return RequestBody(_named(context, type_, media, schema, hint), format_, schema, nullable)


# --------------------------------------------------------------------------------------------------
# forms


def _form(
    context: Context, name: str, media: Cursor, schema: Cursor | None, hint: str
) -> RequestBody:
    kinds = json_kinds(context, schema) if schema is not None else ()
    if kinds and "object" not in kinds:
        return _text(context, FORM, media, schema, hint)  # the caller gives the whole form
    type_ = _object(context, media, schema, hint)
    fields = []
    encodings = _encodings(context, media, schema)
    if schema is not None and not _has_any_names(context, schema):
        _report_unknown(context, encodings, schema)
        encodings = [one for one in encodings if one[2] is not None]
    for property_, stated, at in encodings:
        if at is not None:
            _keeps_type(context, "field", property_, stated, at)
        style, explode = _style(context, stated, at)
        if style and not _is_scalar(context, at):
            fields.append(ir.BodyField(property_, style, explode))
    return RequestBody(
        _named(context, type_, media, schema, hint),
        ir.BodyFormat("form", FORM, tuple(fields)),
        schema,
    )


def _object(context: Context, media: Cursor, schema: Cursor | None, hint: str) -> ir.Type:
    """What a form is made of: an object, of any members where nothing is said about them."""
    kinds = json_kinds(context, schema) if schema is not None else ()
    if schema is None or not kinds and normalise(context, schema).choices() is None:
        context.report(
            "RB025",
            schema or media,
            "nothing is said about the form; it is an object of any members",
            "say `type: object`",
        )
        return ir.Open("object")
    others = [f"`{kind}`" for kind in kinds if kind != "object"]
    if others:
        context.report(
            "RB030",
            schema,
            (
                f"a form is an object; a value of the type {joined(others, 'or')} is refused when"
                " it is sent"
            ),
        )
    return build.lower_type(context, schema, hint)


def _multipart(
    context: Context, name: str, media: Cursor, schema: Cursor | None, hint: str
) -> RequestBody:
    if schema is None:
        return RequestBody(
            _named(context, _object(context, media, None, hint), media, None, hint),
            ir.BodyFormat("multipart", MULTIPART),
            None,
        )
    kinds = json_kinds(context, schema)
    if kinds and "object" not in kinds:
        context.report(
            "RB030",
            schema,
            f"`{name}` needs an object; the caller gives the whole body and its content type",
        )
        return _whole(context, name, media, hint)
    encodings = _encodings(context, media, schema)
    stated = {property_: found for property_, found, _ in encodings}
    files: set[int] = set()
    for property_, at in _properties(context, schema):
        by = stated[property_].get("contentType") if property_ in stated else None
        files |= mark_files(context, at, _types_of(stated.get(property_)), by or at)
    for more in normalise(context, schema).all("additionalProperties"):
        if more.kind == "object" and not more.is_empty:
            files |= mark_files(context, more, [], more)
    type_ = _object(context, media, schema, hint)
    _report_unknown(context, encodings, schema)
    fields = dict.fromkeys(
        field
        for property_, at in _properties(context, schema)
        if (field := _part(context, property_, stated.get(property_), at))
        != ir.BodyField(property_)
    )
    return RequestBody(
        _named(context, type_, media, schema, hint),
        ir.BodyFormat("multipart", MULTIPART, tuple(fields)),
        schema,
        files=frozenset(files),
    )


def _has_files(context: Context, media: Cursor) -> bool:
    schema = media.get("schema")
    return schema is not None and any(
        True for _, at in _properties(context, schema) for _ in files_in(context, at, None)
    )


def _properties(context: Context, schema: Cursor) -> list[tuple[str, Cursor]]:
    """Members of an object and of the objects that are its alternatives."""
    found: dict[tuple[str, int], tuple[str, Cursor]] = {}

    def alternatives(at: Cursor) -> list[Cursor]:
        return [
            one
            for layer in normalise(context, at).layers
            for key in CHOICES
            for one in layer.each(key)
        ]

    for at in all_from([schema], alternatives, identity_of):
        for layer in normalise(context, at).layers:
            for name, value in layer.table("properties"):
                found.setdefault((name, value.identity), (name, value))
    return list(found.values())


def _encodings(
    context: Context, media: Cursor, schema: Cursor | None
) -> list[tuple[str, Cursor, Cursor | None]]:
    """What `encoding` says: the property, what is said, and the property's schema if it has one."""
    known = dict(reversed(_properties(context, schema))) if schema is not None else {}
    found = media.table("encoding")
    return [(name, stated, known.get(name)) for name, stated in found if stated.kind == "object"]


def _has_any_names(context: Context, schema: Cursor) -> bool:
    """A form of which the schema describes members by no name."""
    found = normalise(context, schema)
    return (
        not _properties(context, schema)
        or found.has("patternProperties")
        or any(at.kind == "object" for at in found.all("additionalProperties"))
    )


def _report_unknown(
    context: Context, encodings: list[tuple[str, Cursor, Cursor | None]], schema: Cursor
) -> None:
    known = dict(_properties(context, schema))
    for property_, stated, at in encodings:
        if at is None:
            context.report(
                "RB035",
                stated,
                (
                    f"`encoding` names `{property_}`, which is no property of the schema; it is not"
                    " used"
                ),
                near(property_, known),
            )


def _style(context: Context, stated: Cursor | None, at: Cursor | None) -> tuple[str, bool]:
    """A style of the runtime, and whether it is exploded. OpenAPI 3.1.1: without any of style,
    explode and allowReserved the content type counts, and that of an object is JSON."""
    if stated is None:
        return "", False
    if not _is_styled(stated):
        listed = _types_of(stated)
        is_whole = len(listed) == 1 and is_json(listed[0]) and not is_wildcard(listed[0])
        return (
            "json" if is_whole and not (at is not None and _is_own_text(context, at)) else ""
        ), False
    style = stated.text("style") or "form"
    if style not in _STYLES:
        context.report(
            "RB046",
            stated["style"],
            f"the style `{style}` is not one of forms; the property is sent as if none was stated",
        )
        return "", False
    explode = stated.is_true("explode") if stated.has("explode") else style == "form"
    return _STYLES[style], explode and style != "deepObject"


def _is_scalar(context: Context, at: Cursor | None) -> bool:
    kinds = json_kinds(context, at) if at is not None else ()
    return bool(kinds) and all(kind in _SCALARS for kind in kinds)


def _is_own_text(context: Context, at: Cursor) -> bool:
    """A text of which only the caller knows what it holds; listed values are the document's."""
    schema = normalise(context, at)
    return json_kinds(context, at) == ("string",) and not (
        schema.has("enum") or schema.has("const")
    )


def _keeps_type(context: Context, what: str, name: str, stated: Cursor, at: Cursor) -> bool:
    """Whether what is written for a property may be called by its `contentType`. It is told where
    that is not how it is written.
    """
    listed = _types_of(stated)
    # OpenAPI: beside a style the type means nothing.
    if (
        not listed
        or _is_styled(stated)
        or any(essence(one) == "*/*" for one in listed)
        or _is_bytes(context, what, listed, at)
    ):
        return True
    is_sole_json = len(listed) == 1 and is_json(listed[0]) and not is_wildcard(listed[0])
    of = normalise(context, at)
    if of.types() == ("array",) and of.has("items") and not is_sole_json:  # each element is a part
        of = normalise(context, of["items"])
    kinds = json_kinds(context, of.at)
    how = "it goes out as text"
    if kinds == ("string",) and is_sole_json:
        fits = is_json(of.text("contentMediaType")) or not _is_own_text(context, of.at)
        how = "the text goes out as it is: the caller gives the JSON"
    elif kinds == ("string",):
        fits = any(map(_is_plain, listed)) or len(listed) == 1 and is_text(listed[0])
    elif kinds and all(kind in _SCALARS for kind in kinds):
        fits = any(
            is_json(one)
            or _is_yaml(one)
            or essence(one).startswith("text/")
            and "xml" not in essence(one)
            for one in listed
        )
    else:
        fits, how = any(is_json(one) or _is_yaml(one) for one in listed), "it goes out as JSON"
    if not fits:
        shown = joined([f"`{one}`" for one in listed], "or")
        context.report(
            "RB030", stated["contentType"], f"the {what} `{name}` is not written as {shown}; {how}"
        )
    return fits or is_sole_json or any(map(_is_plain, listed))  # JSON is text


def _is_bytes(context: Context, what: str, listed: list[str], at: Cursor) -> bool:
    """A file, or bytes in base64: of any type."""
    of = normalise(context, at)
    items = of.first("items")
    is_file_ = any(True for _ in files_in(context, at, listed if what == "part" else None))
    return is_file_ or any(_is_base64(context, one) for one in (at, items) if one is not None)


def _is_plain(type_: str) -> bool:
    return essence(type_) in ("text/plain", "text/*")


def _is_yaml(type_: str) -> bool:
    """JSON is YAML, too."""
    return is_text(type_) and "yaml" in essence(type_)


def _types_of(stated: Cursor | None) -> list[str]:
    """The media types that `contentType` lists."""
    text = stated.text("contentType") if stated is not None else ""
    return [one.strip() for one in text.split(",") if one.strip()]


def _part(context: Context, name: str, stated: Cursor | None, at: Cursor) -> ir.BodyField:
    schema = normalise(context, at)
    style, explode = _style(context, stated, at)
    if style != "json" and _is_scalar(context, at):
        style, explode = "", False
    listed = _types_of(stated)
    type_ = listed[0] if len(listed) == 1 else ""
    if not type_ and not _is_styled(stated):
        type_ = _inner_media_type(context, schema)
    if is_wildcard(type_) or not is_valid(type_) or style not in ("", "json"):
        type_ = ""
    if stated is not None and not _keeps_type(context, "part", name, stated, at):
        type_ = ""
    if style == "json" and essence(type_) == "application/json":
        type_ = ""
    return ir.BodyField(name, style, explode, type_, _part_headers(context, name, stated, schema))


def _is_styled(stated: Cursor | None) -> bool:
    return stated is not None and any(
        stated.has(key) for key in ("style", "explode", "allowReserved")
    )


def _inner_media_type(context: Context, schema: Shape) -> str:
    """`contentMediaType` of a file or text, or of the elements of a list of them."""
    items = schema.first("items")
    return schema.text("contentMediaType") or (
        normalise(context, items).text("contentMediaType") if items is not None else ""
    )


def _part_headers(
    context: Context, name: str, stated: Cursor | None, schema: Shape
) -> tuple[tuple[str, str], ...]:
    """Headers whose value the document fixes. Others are the file's own, or are not sent."""
    found = []
    for key, value in stated.table("headers") if stated is not None else ():
        target = context.document.follow(value) if value.kind == "object" else None
        if target is None or key.lower() in ("content-type", "content-disposition"):
            continue  # OpenAPI: described elsewhere
        fixed = _fixed(context, target["schema"]) if target.has("schema") else ""
        if TOKEN.fullmatch(key) and _HEADER_VALUE.fullmatch(fixed):
            found.append((key, fixed.strip()))
        elif not holds_file(context, schema):
            context.report(
                "RB046",
                value,
                (
                    f"the header `{key}` of the part `{name}` is not sent: the document does not"
                    " fix its value"
                ),
            )
        elif target.is_true("required"):
            context.report(
                "RB046",
                value,
                f"nothing asks for the header `{key}` of the part `{name}`, which must be there",
                "give it with the file: `restbind::file::headers`",
            )
    return tuple(found)


def _fixed(context: Context, at: Cursor) -> str:
    """The text of the only value, or of the default; '' without one."""
    schema = normalise(context, at)
    values = list(schema["enum"].elements()) if schema.has("enum") else []
    value = (
        schema.first("const")
        or (values[0] if len(values) == 1 else None)
        or schema.first("default")
    )
    if value is None or value.kind not in ("string", "integer", "number", "boolean"):
        return ""
    return (
        value.written
        if value.kind == "string"
        else json_text(value)
        if value.kind != "boolean"
        else value.written.lower()
    )


# --------------------------------------------------------------------------------------------------
# text and bytes


def _text(
    context: Context, name: str, media: Cursor, schema: Cursor | None, hint: str
) -> RequestBody:
    format_ = ir.BodyFormat("text", _sent(name))
    kinds = json_kinds(context, schema) if schema is not None else ("string",)
    if len(kinds) == 1 and kinds[0] in _SCALARS:
        # The caller gives the text of bytes.
        type_ = (
            ir.Scalar("string")
            if schema is None or _is_base64(context, schema)
            else build.lower_type(context, schema, hint)
        )
        return RequestBody(_named(context, type_, media, schema, hint), format_, schema)
    elif schema is not None and kinds:
        _report_unused(context, name, schema, "text")
    return RequestBody(_named(context, ir.Scalar("string"), media, None, hint), format_, None)


def _report_unused(context: Context, name: str, schema: Cursor, what: str) -> None:
    if is_wide(context, schema, "object"):
        context.report(
            "RB053", schema, f"`{name}` is described as any object; the caller gives its {what}"
        )
    else:
        context.report(
            "RB030",
            schema,
            (
                f"a body of the type `{name}` cannot be made of this schema; the caller gives its"
                f" {what}"
            ),
        )


def _is_base64(context: Context, schema: Cursor | None) -> bool:
    flat = normalise(context, schema) if schema is not None else None
    return flat is not None and (flat.text("format") == "byte" or flat.has("contentEncoding"))


def _bytes(
    context: Context, name: str, media: Cursor, schema: Cursor | None, hint: str
) -> RequestBody:
    if essence(name).startswith("multipart/"):
        context.report(
            "RB030",
            media,
            (
                f"`{name}` is not put together here; the caller gives the whole body and its"
                " content type, boundary included"
            ),
        )
        return _whole(context, name, media, hint)
    kinds = json_kinds(context, schema) if schema is not None else ()
    if schema is not None and kinds not in ((), ("string",)):
        _report_unused(context, name, schema, "bytes")
        schema = None
    found = _whole(context, name, media, hint)
    return RequestBody(found.type, found.format, schema if kinds == ("string",) else None)


def _whole(context: Context, name: str, media: Cursor, hint: str) -> RequestBody:
    return RequestBody(
        _named(context, ir.Scalar("file"), media, None, hint),
        ir.BodyFormat("bytes", _sent(name)),
        None,
    )
