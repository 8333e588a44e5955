# SPDX-License-Identifier: BSL-1.0
"""Which strings are files: bytes that are sent as they are."""

from __future__ import annotations

from collections.abc import Iterator

from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.media_types import essence, is_json, is_text, is_wildcard

BINARY = ("binary", "file")
# Keys that leave a schema as wide as none.
_SAYS_NOTHING = frozenset(
    """
    $ref title description example examples deprecated contentMediaType format nullable maxLength
    minLength default externalDocs
    """.split()
)


def is_file(context: Context, schema: Shape, listed: list[str] | None = None) -> bool:
    """A string of bytes: `format: binary`, a content that is not text, or nothing said but that
    there is something.

    listed: the media types that `encoding` allows for it.
    """
    kinds, format_ = schema.types, schema.text("format")
    if schema.at.kind != "object" or schema.choice is not None:
        return False
    if kinds not in ((), ("string",)) or schema.has("contentEncoding") or format_ == "byte":
        return False
    if format_ in BINARY:
        return True
    if schema.is_listed:
        return False
    content = schema.text("contentMediaType") or (listed or [""])[0]
    if content:
        return not is_json(content) and not is_text(essence(content)) or is_wildcard(content)
    is_modern = not context.document.root.text("openapi").startswith("3.0")
    if listed is None or kinds or not is_modern:
        return False
    return schema.stated.keys() <= _SAYS_NOTHING


def mark_files(context: Context, at: Cursor, listed: list[str], by: Cursor) -> set[Cursor]:
    """Notes the schemas of a form that are files, by what in it, and gives them."""
    found: set[Cursor] = set()
    for schema in files_in(context, at, listed):
        found |= schema.identities
    for layer in found:
        context.found.files.setdefault(layer, (at.pointer, by.pointer))
    return found


def files_in(context: Context, at: Cursor, listed: list[str] | None) -> Iterator[Shape]:
    """The files that a property is, those within lists and alternatives too."""

    def onward(member: Cursor) -> list[Cursor]:
        schema = normalise(member)
        if is_file(context, schema, listed):
            return []
        if schema.choice is not None:
            return schema.present
        return [schema["items"]] if schema.has("items") else []

    for member in all_from([at], onward):
        schema = normalise(member)
        if is_file(context, schema, listed):
            yield schema


def holds_file(context: Context, schema: Shape) -> bool:
    """The schema, or that of the elements of its list, is a file."""
    files, items = context.found.files, schema.first("items")
    return schema.is_among(files) or items is not None and normalise(items).is_among(files)
