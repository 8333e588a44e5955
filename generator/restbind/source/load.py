# SPDX-License-Identifier: BSL-1.0
"""Reads a file as JSON or YAML.

A text that starts with `{` or `[` is read by the JSON reader; where that fails and the file is not
called `.json`, and for everything else, the YAML reader is used. Every failure is a diagnostic.
"""

from __future__ import annotations

import re

from restbind.diagnostics import Diagnostics, Place, Source
from restbind.source import json, yaml
from restbind.source.nodes import LoadError, Node, line_and_column

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")


def load_file(
    path: str, name: str, order: int, diagnostics: Diagnostics
) -> tuple[Source, Node | None]:
    """Reads the file at `path`; `name` is how diagnostics call it. None after a reported error."""
    source = Source(name, order=order)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        diagnostics.report("RB001", Place(source), f"the file cannot be read: {reason}")
        return source, None
    return load_bytes(data, source, diagnostics)


def load_bytes(data: bytes, source: Source, diagnostics: Diagnostics) -> tuple[Source, Node | None]:
    """As load_file, of what is read already; sets the text of `source`."""
    try:
        source.text = decode(data)
    except UnicodeDecodeError as error:
        source.text = data.decode("utf-8", "replace")
        line, column = line_and_column(data[: error.start].decode("utf-8", "replace"))
        diagnostics.report(
            "RB002",
            Place(source, line, column),
            f"byte 0x{data[error.start]:02x} is not valid UTF-8",
        )
        return source, None
    try:
        node = parse(source, diagnostics)
    except LoadError as error:
        diagnostics.report(
            error.code, Place(source, error.line, error.column), error.message, error.hint
        )
        return source, None
    return source, node


def decode(data: bytes) -> str:
    """The text of UTF-8 without a byte order mark. Raises UnicodeDecodeError."""
    text = data.decode("utf-8")
    return text[1:] if text.startswith("\ufeff") else text


def parse(source: Source, diagnostics: Diagnostics) -> Node:
    """The root of a JSON or YAML text. Raises LoadError."""
    start = source.text.lstrip(" \t\r\n")[:1]
    if start in ("{", "["):
        try:
            return json.parse(source, diagnostics)
        except LoadError:
            if source.name.lower().endswith(".json"):
                raise
    forbidden = FORBIDDEN.search(source.text)
    if forbidden:
        line, column = line_and_column(source.text[: forbidden.start()])
        raise LoadError(
            "RB002", line, column, f"the character U+{ord(forbidden.group()):04X} is not allowed"
        )
    return yaml.parse(source, diagnostics)
