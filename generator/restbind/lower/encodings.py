# SPDX-License-Identifier: BSL-1.0
"""What `encoding` states about the properties of a form: how each is written, what a part of a form
of several parts is called, and which headers it has.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower.files import files_in, holds_file
from restbind.lower.schema.context import Context
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import json_kinds
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.http import STYLES
from restbind.spec.media_types import TOKEN, essence, is_json, is_text, is_valid, is_wildcard
from restbind.spec.numbers import json_text
from restbind.spec.value_shapes import SCALARS

_STYLED = ("style", "explode", "allowReserved")
_HEADER_VALUE = re.compile(r"[ -~]+")


class Encoding(NamedTuple):
    """What `encoding` states about a property. at: its schema; None where there is none of that
    name.
    """

    name: str
    stated: Cursor
    at: Cursor | None


def style_of(stated: Cursor | None, at: Cursor | None) -> tuple[str, bool]:
    """A style, `json` among them, and whether it is exploded. OpenAPI 3.1.1: without any of style,
    explode and allowReserved the content type counts, and that of an object is JSON."""
    if stated is None:
        return "", False
    if not _is_styled(stated):
        is_told = _is_sole_json(media_types_of(stated))
        return "json" if is_told and (at is None or not _is_own_text(at)) else "", False
    style = stated.text("style") or "form"
    if style not in STYLES["query"]:
        stated["style"].report(
            "RB046",
            f"the style `{style}` is not one of forms; the property is sent as if none was stated",
        )
        return "", False
    explode = stated.is_true("explode") if stated.has("explode") else style == "form"
    return style, explode and style != "deepObject"


def is_scalar(at: Cursor | None) -> bool:
    """A value of the property is a single text, number or boolean."""
    kinds = json_kinds(at)
    return bool(kinds) and set(kinds) <= set(SCALARS)


def _is_own_text(at: Cursor) -> bool:
    """A text of which only the caller knows what it holds; listed values are the document's."""
    return json_kinds(at) == ("string",) and not normalise(at).is_listed


def keeps_type(context: Context, what: str, name: str, stated: Cursor, at: Cursor) -> bool:
    """Whether what is written for a property may be called by its `contentType`. It is told where
    that is not how it is written.
    """
    listed = media_types_of(stated)
    is_any = not listed or any(essence(type_) == "*/*" for type_ in listed)
    # OpenAPI: beside a style the type means nothing.
    if is_any or _is_styled(stated) or _is_bytes(context, what, listed, at):
        return True
    fits, how = _written(listed, at)
    if not fits:
        shown = joined([f"`{type_}`" for type_ in listed], "or")
        stated["contentType"].report(
            "RB030", f"the {what} `{name}` is not written as {shown}; {how}"
        )
    return fits or _is_sole_json(listed) or any(map(_is_plain, listed))  # JSON is text


def _written(listed: list[str], at: Cursor) -> tuple[bool, str]:
    """Whether the way in which a property goes out is one of those listed, and which way that
    is.
    """
    schema = normalise(at)
    if schema.types == ("array",) and schema.has("items") and not _is_sole_json(listed):
        schema = normalise(schema["items"])  # each element is a part
    kinds = json_kinds(schema.at)
    if kinds == ("string",) and _is_sole_json(listed):
        is_told = is_json(schema.text("contentMediaType")) or not _is_own_text(schema.at)
        return is_told, "the text goes out as it is: the caller gives the JSON"
    is_notation = any(map(_is_notation, listed))
    if not is_scalar(schema.at):
        return is_notation, "it goes out as JSON"
    fits = is_notation or any(map(_is_characters, listed))
    if kinds == ("string",):
        fits = any(map(_is_plain, listed)) or len(listed) == 1 and is_text(listed[0])
    return fits, "it goes out as text"


def _is_sole_json(listed: list[str]) -> bool:
    return len(listed) == 1 and is_json(listed[0]) and not is_wildcard(listed[0])


def _is_notation(type_: str) -> bool:
    """JSON, which is YAML, too."""
    return is_json(type_) or is_text(type_) and "yaml" in essence(type_)


def _is_characters(type_: str) -> bool:
    return essence(type_).startswith("text/") and "xml" not in essence(type_)


def _is_plain(type_: str) -> bool:
    return essence(type_) in ("text/plain", "text/*")


def _is_bytes(context: Context, what: str, listed: list[str], at: Cursor) -> bool:
    """A file, or bytes in base64: of any type."""
    if any(files_in(context, at, listed if what == "part" else None)):
        return True
    items = normalise(at).first("items")
    return is_base64(at) or items is not None and is_base64(items)


def media_types_of(stated: Cursor | None) -> list[str]:
    """The media types that `contentType` lists."""
    text = stated.text("contentType") if stated is not None else ""
    return [type_.strip() for type_ in text.split(",") if type_.strip()]


def part_of(context: Context, name: str, stated: Cursor | None, at: Cursor) -> ir.BodyField:
    """How a property is sent as a part, or several, of a form."""
    schema, listed = normalise(at), media_types_of(stated)
    style, explode = style_of(stated, at)
    if style != "json" and is_scalar(at):
        style, explode = "", False
    type_ = listed[0] if len(listed) == 1 else ""
    if not type_ and not _is_styled(stated):
        type_ = _inner_media_type(schema)
    if is_wildcard(type_) or not is_valid(type_) or style not in ("", "json"):
        type_ = ""
    if stated is not None and not keeps_type(context, "part", name, stated, at):
        type_ = ""
    if style == "json" and essence(type_) == "application/json":
        type_ = ""
    return ir.BodyField(name, style, explode, type_, _part_headers(context, name, stated, schema))


def _is_styled(stated: Cursor | None) -> bool:
    return stated is not None and any(map(stated.has, _STYLED))


def _inner_media_type(schema: Shape) -> str:
    """`contentMediaType` of a file or text, or of the elements of a list of them."""
    found, items = schema.text("contentMediaType"), schema.first("items")
    if not found and items is not None:
        return normalise(items).text("contentMediaType")
    return found


def _part_headers(
    context: Context, name: str, stated: Cursor | None, schema: Shape
) -> tuple[tuple[str, str], ...]:
    """Headers whose value the document fixes. Others are the file's own, or are not sent."""
    found: list[tuple[str, str]] = []
    for key, value in stated.table("headers") if stated is not None else ():
        target = value.follow() if value.kind == "object" else None
        if target is None or key.lower() in ("content-type", "content-disposition"):
            continue  # OpenAPI: described elsewhere
        fixed = _fixed(target["schema"]) if target.has("schema") else ""
        if TOKEN.fullmatch(key) and _HEADER_VALUE.fullmatch(fixed):
            found.append((key, fixed.strip()))
        elif not holds_file(context, schema):
            value.report(
                "RB046",
                f"the header `{key}` of the part `{name}` is not sent: the document does not fix"
                " its value",
            )
        elif target.is_true("required"):
            value.report(
                "RB046",
                f"nothing asks for the header `{key}` of the part `{name}`, which must be there",
                "give it with the file: `restbind::file::headers`",
            )
    return tuple(found)


def _fixed(at: Cursor) -> str:
    """The text of the only value, or of the default; '' without one."""
    schema = normalise(at)
    enum = schema.first("enum")
    listed = list(enum.elements()) if enum is not None else []
    only = listed[0] if len(listed) == 1 else None
    value = schema.first("const") or only or schema.first("default")
    if value is None or value.kind not in SCALARS:
        return ""
    if value.kind == "boolean":
        return value.written.lower()
    return value.written if value.kind == "string" else json_text(value)


def is_base64(at: Cursor) -> bool:
    """A text of bytes."""
    schema = normalise(at)
    return schema.text("format") == "byte" or schema.has("contentEncoding")
