# SPDX-License-Identifier: BSL-1.0
"""What the document marks as assumed: `x-restbind-assumed`."""

from __future__ import annotations

import re

from restbind import ir
from restbind.lower.schema.layers import holder_of
from restbind.source.refs import Cursor, reached

KEY = "x-restbind-assumed"

# `A-3, A-11, A-12: …` at the start of a text or of a part after `;`.
_IDS = re.compile(r"(?:^|;)\s*([A-Z]+-[0-9]+(?:\s*,\s*[A-Z]+-[0-9]+)*)\s*:")


def ids_of(text: str) -> tuple[str, ...]:
    """The ids that an assumption begins with, each once: `A-3, A-11: ...` gives A-3 and A-11."""
    found: list[str] = []
    for ids in _IDS.findall(text):
        found += re.split(r"\s*,\s*", ids)
    return tuple(dict.fromkeys(found))


def assumptions_of(root: Cursor) -> tuple[ir.Assumption, ...]:
    """All of the main document, by line. The pointer is that of the object that the key stands
    in.
    """
    document = root.document
    sources = {document.source, *document.foreign.values()}
    if not any(source.text and KEY in source.text for source in sources):
        return ()  # walking a large document is slow
    stated = [at[KEY] for at in reached([root], lambda _: None) if at.has(KEY)]
    stated.sort(key=lambda value: (value.key_place.line, value.key_place.column))
    return tuple(_assumption(value) for value in stated if value.kind == "string")


def _assumption(value: Cursor) -> ir.Assumption:
    text, place = value.written, value.key_place
    pointer = holder_of(value).pointer
    return ir.Assumption(ids_of(text), text, pointer, place.source.name, place.line)
