# SPDX-License-Identifier: BSL-1.0
"""A schema as JSON, in pieces: the numbers of the schemas that it refers to are still missing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Union

from restbind.lower.schema.ledger import Note
from restbind.source.refs import Cursor

_GAP = "\0"  # which no JSON text holds


class Scope(NamedTuple):
    """What the schemas around one change of what it says of a request.

    read_only: members that a request need not have. is_asked: it stands within `not` and the like,
    where what is missing says something. told: of alternatives of alternatives those that a
    discriminator knows.
    """

    read_only: frozenset[str] = frozenset()
    is_asked: bool = False
    told: frozenset[Cursor] = frozenset()


class Definition(NamedTuple):
    """A schema that others refer to."""

    at: Cursor
    scope: Scope = Scope()
    is_nowhere: bool = False  # `at` is a reference that cannot be resolved, which is told there


class Digits(str):
    """A number as it is written."""

    __slots__ = ()


Json = Union[str, bool, None, Definition, "list[Json]", "dict[str, Json]"]


class Stated(dict[str, Json]):
    """A schema, with what became of each of its keywords."""

    def __init__(self, members: Mapping[str, Json], notes: Iterable[Note]) -> None:
        super().__init__(members)
        self.notes = list(notes)


@dataclass(frozen=True)
class Pieces:
    """A text in which the numbers of definitions are still missing: each is written once, and
    stands in many texts. refers: what stands between two pieces. notes: what became of the keywords
    of all schemas in it.
    """

    pieces: tuple[str, ...]
    refers: tuple[Definition, ...]
    notes: tuple[Note, ...]
    size: int

    @staticmethod
    def of(value: Json) -> Pieces:
        """Those of a value."""
        refers: list[Definition] = []
        notes: list[Note] = []
        text = _written(value, refers, notes)
        return Pieces(tuple(text.split(_GAP)), tuple(refers), tuple(notes), len(text))

    @property
    def is_broken(self) -> bool:
        """It refers to what cannot be resolved."""
        return any(target.is_nowhere for target in self.refers)

    def filled(self, numbers: dict[Definition, int]) -> str:
        """The text with the numbers of the definitions."""
        refers = [f'"#/$defs/{numbers[target]}"' for target in self.refers]
        pairs = zip(self.pieces, [*refers, ""])
        return "".join(text for pair in pairs for text in pair)


def _written(value: Json, refers: list[Definition], notes: list[Note]) -> str:
    """The text of a value with a gap for each definition, which is put into `refers`."""
    if isinstance(value, Stated):
        notes += value.notes
    if isinstance(value, dict):
        members = [
            f"{json.dumps(name, ensure_ascii=False)}: {_written(inner, refers, notes)}"
            for name, inner in value.items()
        ]
        return f"{{{', '.join(members)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_written(inner, refers, notes) for inner in value)}]"
    if isinstance(value, Definition):
        refers.append(value)
        return _GAP
    return value if isinstance(value, Digits) else json.dumps(value, ensure_ascii=False)
