# SPDX-License-Identifier: BSL-1.0
"""The nodes that documents are read into: values that know their line and column; numbers keep
their source text.
"""

from __future__ import annotations

from typing import Union

from restbind.diagnostics import Diagnostics, Place, Source

MAX_DEPTH = 200


class Scalar:
    """kind: string, integer, number, boolean, null. text: as written (strings: with escapes
    resolved).

    text_column: where the text begins if its characters stand in the file one by one on one line,
    else 0. It is the node's own column for a plain scalar, and one more for a quoted one without
    escapes.
    written_as: of a key that is read as another one, the key that stands in the file; else `text`.
    """

    __slots__ = ("kind", "text", "line", "column", "text_column", "written_as")

    def __init__(self, kind: str, text: str, line: int, column: int, text_column: int = 0) -> None:
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column
        self.text_column = text_column
        self.written_as = text


class Map:
    """Keys in order, each with the scalar it was written as (for its place)."""

    __slots__ = ("entries", "keys", "line", "column")
    kind = "object"

    def __init__(self, line: int, column: int) -> None:
        self.entries: dict[str, Node] = {}
        self.keys: dict[str, Scalar] = {}
        self.line = line
        self.column = column


class List:
    __slots__ = ("items", "line", "column")
    kind = "array"

    def __init__(self, line: int, column: int) -> None:
        self.items: list[Node] = []
        self.line = line
        self.column = column


Node = Union[Scalar, Map, List]


class LoadError(Exception):
    """One finding that ends the reading of a file."""

    def __init__(self, code: str, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint


def half_of_a_pair(line: int, column: int) -> LoadError:
    """The error for an escape that is only one half of a character beyond U+FFFF."""
    return LoadError(
        "RB002",
        line,
        column,
        "the string holds half of a surrogate pair",
        r"a character beyond U+FFFF is two escapes, such as \ud83d\ude00",
    )


def line_and_column(before: str) -> tuple[int, int]:
    """The line and column, counted from 1, of the character that follows the text `before`."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def report_duplicate(diagnostics: Diagnostics, source: Source, key: Scalar, first: Scalar) -> None:
    """Reports a key that stands twice in an object."""
    diagnostics.report(
        "RB004",
        Place(source, key.line, key.column),
        f"the key `{key.text}` is given twice; first in line {first.line}",
        "the last one counts",
    )
