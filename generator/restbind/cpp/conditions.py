# SPDX-License-Identifier: BSL-1.0
"""Conditions in C++, and the schemas and patterns that they call."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from decimal import Decimal

from restbind import ir
from restbind.cpp.text import BREAK, code, join
from restbind.naming import Safe
from restbind.spec import pattern

SCHEMA_HEADER = "<restbind/json/schema/schema.hpp>"
PATTERN_HEADER = "<restbind/json/schema/pattern.hpp>"
PROPERTIES_HEADER = "<restbind/json/schema/unicode_properties.hpp>"


@dataclass(frozen=True)
class PatternCall:
    """A compiled pattern: the constant that holds its words, its text, and whether its sets name
    properties of characters.
    """

    name: Safe
    source: str
    words: tuple[int, ...]
    has_properties: bool

    @classmethod
    def of(cls, source: str) -> PatternCall:
        """@pre The pattern can be compiled; others are left out before."""
        program = pattern.compiled(source)
        assert isinstance(program, pattern.Program)
        return cls(_named_after("pattern", source), source, program.words, program.has_properties)

    @property
    def call(self) -> Safe:
        """The C++ expression that names the compiled pattern."""
        return code("validation_patterns::{}", self.name)

    @property
    def header(self) -> str:
        """What runs it."""
        return PROPERTIES_HEADER if self.has_properties else PATTERN_HEADER


@dataclass(frozen=True)
class SchemaCall:
    """A schema that is checked as it stands: the function that gives it, its JSON text, where it
    was written, and its patterns.
    """

    name: Safe
    source: str
    pointer: str
    patterns: tuple[PatternCall, ...]

    @classmethod
    def of(cls, constraint: ir.Constraint) -> SchemaCall:
        """The schema of a constraint."""
        source = constraint.limits[0]
        return cls(
            _named_after("schema", source),
            source,
            constraint.pointer,
            tuple(map(PatternCall.of, pattern.used_in(source))),
        )

    @property
    def call(self) -> Safe:
        """The C++ expression that gives the schema."""
        return code("validation_schemas::{}()", self.name)

    @property
    def headers(self) -> frozenset[str]:
        """The headers that the schema and its patterns need."""
        return frozenset({SCHEMA_HEADER, *(pattern.header for pattern in self.patterns)})


@dataclass(frozen=True)
class Condition:
    """Comparisons between which a long line may be broken; `operator` stands between them. headers,
    schemas and patterns: what the comparisons need besides the types of their values."""

    parts: list[Safe]
    operator: str = "&&"
    headers: frozenset[str] = frozenset()
    schemas: tuple[SchemaCall, ...] = ()
    patterns: tuple[PatternCall, ...] = ()

    @property
    def text(self) -> Safe:
        """The expression, with marks where it may be broken."""
        return join(f"{BREAK}{self.operator} ", self.parts)


@dataclass(frozen=True)
class Place:
    """An expression that names a value, and how its members are reached: `*value.zoom` and
    `value.zoom->`.
    """

    text: Safe
    reach: Safe


def _named_after(kind: str, source: str) -> Safe:
    """A name that stays the same as long as what it stands for does."""
    return Safe(f"{kind}_{hashlib.sha256(source.encode()).hexdigest()[:10]}")


def sign_of_double(sign: str, limit: Decimal) -> str:
    """How a double compares with the double next to a whole limit that no double holds, so that it
    keeps the limit itself.
    """
    nearest = Decimal(float(limit))
    if not 2**53 < abs(limit) < 2**64 or limit != limit.to_integral_value() or nearest == limit:
        return sign
    return (
        {">": ">=", "<=": "<"}.get(sign, sign)
        if nearest > limit
        else {">=": ">", "<": "<="}.get(sign, sign)
    )


def needing(header: str, part: Safe, *schemas: SchemaCall) -> Condition:
    """A condition with a single comparison, which needs this header and these schemas."""
    return Condition([part], headers=frozenset({header}), schemas=schemas)


def count(is_least: bool, size: Safe, limit: str, *headers: str) -> Condition | None:
    """A limit on a size that `headers` give; unsigned, and none where every size fulfils it."""
    number = int(Decimal(limit))
    if is_least and number <= 0 or number >= 2**64:
        return None
    if number < 2**32:
        return Condition(
            [code("{} {} {}U", size, Safe(">=" if is_least else "<="), number)],
            headers=frozenset(headers),
        )
    # Where a size has 32 bits, compilers warn of a comparison that is always the same.
    function = Safe("cmp_greater_equal" if is_least else "cmp_less_equal")
    return Condition(
        [code("std::{}({}, {}U)", function, size, number)],
        headers=frozenset({*headers, "<utility>"}),
    )
