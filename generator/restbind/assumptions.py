# SPDX-License-Identifier: BSL-1.0
"""What a document marks as assumed, as a list for people or for programs."""

from __future__ import annotations

import json

from restbind import ir


def as_json(api: ir.Api) -> str:
    """A JSON list."""
    entries = [
        {
            "ids": list(assumption.ids),
            "file": assumption.file,
            "line": assumption.line,
            "pointer": assumption.pointer,
            "text": assumption.text,
        }
        for assumption in api.assumptions
    ]
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n"


def as_table(api: ir.Api) -> str:
    """A line for each."""
    rows = [
        (
            " ".join(assumption.ids) or "-",
            f"{assumption.file}:{assumption.line}",
            assumption.pointer,
            " ".join(assumption.text.split()),
        )
        for assumption in api.assumptions
    ]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:3], widths)]
        lines.append("  ".join([*cells, row[3]]) + "\n")
    return "".join(lines)
