# SPDX-License-Identifier: BSL-1.0
"""What checks need besides statements: schemas that are checked as they stand, and compiled
patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from restbind.cpp import filters, text
from restbind.cpp.conditions import Condition, PatternCall, SchemaCall
from restbind.cpp.text import code
from restbind.naming import Safe


@dataclass(frozen=True)
class SchemaView:
    """A function that gives a schema which is checked as it stands. arguments: its text, and its
    patterns.
    """

    source: Safe
    name: Safe
    arguments: tuple[Safe, ...]


@dataclass(frozen=True)
class PatternView:
    """A constant that is a compiled pattern."""

    source: Safe
    name: Safe
    words: tuple[int, ...]


@dataclass
class Needs:
    """What statements need: the models whose functions they call, headers, and schemas and patterns
    by their names.
    """

    called: set[str] = field(default_factory=set)
    headers: set[str] = field(default_factory=set)
    schemas: dict[Safe, SchemaCall] = field(default_factory=dict)
    patterns: dict[Safe, PatternCall] = field(default_factory=dict)

    def note(self, condition: Condition) -> None:
        """Adds the headers, schemas and patterns that a condition needs."""
        self.headers |= condition.headers
        for schema in condition.schemas:
            self.schemas.setdefault(schema.name, schema)
            self.headers |= schema.headers
        for pattern in (
            *condition.patterns,
            *(pattern for schema in condition.schemas for pattern in schema.patterns),
        ):
            self.patterns.setdefault(pattern.name, pattern)


def schema_views(needs: Sequence[Needs]) -> tuple[SchemaView, ...]:
    """The functions for all schemas that are needed."""
    found: dict[Safe, SchemaCall] = {}
    for need in needs:
        for name, schema in need.schemas.items():
            found.setdefault(name, schema)
    return tuple(
        SchemaView(
            text.span(schema.pointer),
            name,
            (filters.several(text.view_lines(schema.source, text.WIDTH - 8)), *_programs(schema)),
        )
        for name, schema in sorted(found.items())
    )


def pattern_views(needs: Sequence[Needs]) -> tuple[PatternView, ...]:
    """The constants for all patterns that are needed."""
    found = {name: pattern for need in needs for name, pattern in need.patterns.items()}
    return tuple(
        PatternView(text.span(pattern.source), pattern.name, pattern.words)
        for _, pattern in sorted(found.items())
    )


def _programs(schema: SchemaCall) -> list[Safe]:
    """The argument that lists the patterns of a schema, if it has any."""
    last = len(schema.patterns) - 1
    rows = [
        code(
            "{}{{{}, {{{}{}}}}}{}",
            Safe("{" if place == 0 else ""),
            text.view(pattern.source),
            pattern.call,
            Safe(", &restbind::detail::has_property" if pattern.has_properties else ""),
            Safe("}" if place == last else ""),
        )
        for place, pattern in enumerate(schema.patterns)
    ]
    return rows
