# SPDX-License-Identifier: BSL-1.0
"""Slips that can mean only one thing. Each is told (RB097) and put right where it stands, before
anything is made of it.
"""

from __future__ import annotations

import re

from restbind.diagnostics import Diagnostics, joined
from restbind.source.documents import Documents
from restbind.source.nodes import List, Map, Scalar
from restbind.source.refs import Cursor
from restbind.spec.keywords import ANNOTATION, KINDS, OWN_KINDS, PREFIX, REFERENCES
from restbind.spec.media_types import essence, is_valid

_STATUS = re.compile("[1-5]([0-9][0-9]|XX)|default")
_SHORT = {"json": "application/json", "xml": "application/xml"}
_BETWEEN = re.compile(r"[\s,;|]+")  # media types in one key
_ALTERNATIVE = re.compile("/(oneOf|anyOf)/[0-9]+$")


def settle_object(kind: str, at: Cursor, diagnostics: Diagnostics) -> None:
    """Leaves out keys of an object of OpenAPI that have null for nothing, and reads null among the
    types of a schema as the type. A path parameter is required, whatever it says."""
    if kind == "schema":
        _settle_type(at, diagnostics)
    if kind == "parameter" and at.text("in") == "path" and not at.is_true("required"):
        diagnostics.report(
            "RB097",
            (at.get("required") or at).key_place,
            f"the path parameter `{at.text('name')}` is required, as all are",
            "OpenAPI wants `required: true` to stand there",
        )
    if kind not in OWN_KINDS:
        for name, value in list(at.items()):
            if value.kind == "null" and _is_nothing(kind, name):
                diagnostics.report(
                    "RB097",
                    value.key_place,
                    f"`{name}` is null, which says nothing; it counts as absent",
                )
                at.document.remove(at.node, name)


def _is_nothing(kind: str, name: str) -> bool:
    keyword = KINDS[kind].get(name)
    if (
        keyword is None
        or keyword.status == ANNOTATION
        or keyword.required
        or name.startswith(PREFIX)
    ):
        return False
    # An operation is there whatever it is, and a reference is meant to lead somewhere.
    return name not in REFERENCES and not any(
        shape in ("any", "text", "operation") for shape in keyword.shape.split("|")
    )


def _settle_type(at: Cursor, diagnostics: Diagnostics) -> None:
    type_ = at.get("type")
    if type_ is None:
        return
    if isinstance(type_.node, List):
        for index, element in enumerate(type_.elements()):
            if element.kind == "null":
                type_.node.items[index] = _name_of_null(element, diagnostics)
    elif type_.kind == "null" and type_.written and _ALTERNATIVE.search(at.pointer):
        at.document.put(at.node, "type", _name_of_null(type_, diagnostics))


def _name_of_null(at: Cursor, diagnostics: Diagnostics) -> Scalar:
    diagnostics.report(
        "RB097", at.place, 'null among types is read as the type `"null"`', "put it in quotes"
    )
    return Scalar("string", "null", at.node.line, at.node.column)


def settle_entries(table: Cursor, diagnostics: Diagnostics) -> None:
    """Reads null for what an entry of a table describes as an empty description."""
    for name, value in list(table.items()):
        if value.kind == "null" and not name.startswith("x-"):
            diagnostics.report(
                "RB097",
                value.key_place,
                f"`{name}` is null; it counts as an object that says nothing",
                "write `{}`",
            )
            table.document.put(table.node, name, Map(value.node.line, value.node.column))


def settle_media_types(content: Cursor, diagnostics: Diagnostics) -> None:
    """Reads keys of `content` that are nearly media types: with spaces, `json` alone, several in
    one key. Others are told.
    """
    for name, value in list(content.items()):
        if is_valid(name):
            continue
        tight = re.sub(r"\s*/\s*", "/", name.strip())
        meant = (
            [tight]
            if is_valid(tight)
            else [_SHORT.get(part.lower(), part) for part in _BETWEEN.split(tight) if part]
        )
        new = (
            [media_type for media_type in dict.fromkeys(meant) if not content.has(media_type)]
            if all(map(is_valid, meant))
            else []
        )
        if new:
            diagnostics.report(
                "RB097",
                value.key_place,
                f"`{name}` is read as {joined([f'`{media_type}`' for media_type in new], 'and')}",
            )
            content.document.rename(content.node, name, new[0])
            for media_type in new[1:]:
                content.document.repeat(content.node, new[0], media_type)
        elif not is_valid(essence(tight)):  # of parameters that are broken nothing is sent
            diagnostics.report(
                "RB100",
                value.key_place,
                f"`{name}` is no media type" if name else "a media type has no name",
                "a media type is two words, such as `application/json`",
            )


def settle_statuses(responses: Cursor, diagnostics: Diagnostics) -> None:
    """Reads `4xx` as `4XX`, and `Default` as `default`."""
    for name, value in list(responses.items()):
        meant = name.strip().lower().replace("x", "X")
        if meant != name and _STATUS.fullmatch(meant) and not responses.has(meant):
            diagnostics.report("RB097", value.key_place, f"`{name}` is read as `{meant}`")
            responses.document.rename(responses.node, name, meant)


def spread(holder: Cursor, documents: Documents, diagnostics: Diagnostics) -> None:
    """Reads a `$ref` that stands for all entries of a table (`schemas: {$ref: all.yaml}`) as one
    `$ref` for each of them.
    """
    ref = holder.get("$ref")
    if ref is None or ref.kind != "string":
        return
    found = holder.follow()
    if found is not None and any(
        value.kind == "string" for name, value in found.items() if not name.startswith("x-")
    ):
        return  # it is no table, but a schema, perhaps, of which the properties are meant
    if found is None or found.kind == "object":
        holder.document.remove(holder.node, "$ref")  # what leads nowhere is reported
    if found is None or found.kind != "object":
        return
    if documents.is_written(ref):
        diagnostics.report(
            "RB097",
            ref.key_place,
            (
                f"`$ref` cannot stand for all of `{holder.written_name}`; each entry of"
                f" `{ref.written}` is taken as one with a `$ref` of its own"
            ),
            "write each entry as `Name: {$ref: …}`",
        )
    for name, target in found.items():
        if not holder.has(name):
            documents.refer(holder, name, ref, target)
