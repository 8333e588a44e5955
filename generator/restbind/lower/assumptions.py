# SPDX-License-Identifier: BSL-1.0
"""What the document marks as assumed: `x-restbind-assumed`."""

from __future__ import annotations

import re

from restbind import ir
from restbind.source.refs import Cursor, reached

KEY = "x-restbind-assumed"

# `A-3, A-11, A-12: …` at the start of a text or of a part after `;`.
_IDS = re.compile(r"(?:^|;)\s*([A-Z]+-[0-9]+(?:\s*,\s*[A-Z]+-[0-9]+)*)\s*:")


def ids_of(text: str) -> tuple[str, ...]:
    """The ids that an assumption begins with, each once: `A-3, A-11: ...` gives A-3 and A-11."""
    found = [id_ for ids in _IDS.findall(text) for id_ in re.split(r"\s*,\s*", ids)]
    return tuple(dict.fromkeys(found))


def assumptions_of(root: Cursor) -> tuple[ir.Assumption, ...]:
    """All of the main document, by line. The pointer is that of the object that the key stands
    in.
    """
    document = root.document
    if not any(
        KEY in source.text
        for source in {document.source, *document.foreign.values()}
        if source.text
    ):
        return ()  # walking a large document is slow
    found: list[tuple[int, int, ir.Assumption]] = []
    for at in reached([root], lambda _: None):
        value = at.get(KEY)
        if value is not None and value.kind == "string":
            text = value.written
            place = value.key_place
            assumption = ir.Assumption(
                ids_of(text), text, at.pointer, place.source.name, place.line
            )
            found.append((place.line, place.column, assumption))
    return tuple(assumption for _, _, assumption in sorted(found, key=lambda entry: entry[:2]))
