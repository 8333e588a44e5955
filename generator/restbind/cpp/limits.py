# SPDX-License-Identifier: BSL-1.0
"""Limits of values in C++: for each keyword the kind of rule, what comments and forms say, and the
condition that is true for a value that keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from restbind import ir
from restbind.cpp.conditions import (
    SCHEMA_HEADER,
    Condition,
    PatternCall,
    Place,
    SchemaCall,
    count,
    needing,
)
from restbind.cpp.kinds import OPEN
from restbind.cpp.scalars import CHECKS_HEADER, Kind
from restbind.cpp.text import code, prose, span
from restbind.naming import Safe

_FORMAT_FUNCTIONS = {"idn-email": "email"}

# From the kind of the value, the value, and the constraint.
_Condition = Callable[[Kind, Place, ir.Constraint], Condition | None]


def _first(limits: Sequence[str]) -> str:
    """The limit, where there is one."""
    return limits[0]


@dataclass(frozen=True)
class Limit:
    """What a keyword limits. rule: its kind, as the runtime spells it, '' for none. words: for
    comments, without a capital and a full stop, with `{}` for each limit; `{s}` is an s where the
    limit is not 1, `{unit}` what a length counts, `{source}` where the document says it. condition:
    true when a value keeps it, and false for NaN; None where every value does. shown: what forms
    show of the limits. signs: how a number compares with each of them.
    """

    rule: str
    words: str
    condition: _Condition
    shown: Callable[[Sequence[str]], str] = _first
    signs: tuple[str, ...] = ()

    def said(self, constraint: ir.Constraint, unit: str) -> str:
        """The words for a constraint. unit: what the length of the value counts."""
        limits = [prose(" ".join(limit.split())) for limit in constraint.limits]
        if constraint.keyword == "pattern":
            limits = [span(constraint.limits[0])]
        s = "" if limits[:1] == ["1"] else "s"
        return self.words.format(*limits, s=s, unit=unit, source=span(constraint.pointer))


def _nothing(_: Sequence[str]) -> str:
    return ""


def _bound(rule: str, words: str, *signs: str) -> Limit:
    """Limits of a number."""

    def condition(kind: Kind, value: Place, constraint: ir.Constraint) -> Condition | None:
        parts = [
            kind.bound(value.text, sign, limit) for sign, limit in zip(signs, constraint.limits)
        ]
        found = [part for part in parts if part is not None]
        return Condition(found) if found else None

    return Limit(rule, words, condition, " to ".join, signs)


def _elements(rule: str, words: str, is_least: bool) -> Limit:
    def condition(_: Kind, value: Place, constraint: ir.Constraint) -> Condition | None:
        return count(is_least, code("{}size()", value.reach), constraint.limits[0])

    return Limit(rule, words, condition)


def _length(rule: str, words: str, is_least: bool) -> Limit:
    def condition(kind: Kind, value: Place, constraint: ir.Constraint) -> Condition | None:
        return count(is_least, kind.length(value), constraint.limits[0])

    return Limit(rule, words, condition)


def _members(rule: str, words: str, is_least: bool) -> Limit:
    def condition(kind: Kind, value: Place, constraint: ir.Constraint) -> Condition | None:
        size, header = kind.members(value)
        return count(is_least, size, constraint.limits[0], *([header] if header else []))

    return Limit(rule, words, condition)


def _is_listed(kind: Kind, value: Place, constraint: ir.Constraint) -> Condition:
    limits = constraint.limits
    if kind.is_all(limits):
        return Condition([code("{}is_known()", value.reach)])
    parts = [code("{} == {}", value.text, kind.listed(limit)) for limit in dict.fromkeys(limits)]
    return Condition(parts, "||")


def _is_multiple(kind: Kind, value: Place, constraint: ir.Constraint) -> Condition | None:
    return kind.multiple(value.text, Decimal(constraint.limits[0]))


def _matches(_: Kind, value: Place, constraint: ir.Constraint) -> Condition:
    pattern = PatternCall.of(constraint.limits[0])
    function = Safe("matches_properties" if pattern.has_properties else "matches")
    return Condition(
        [code("restbind::{}({}, {})", function, pattern.call, value.text)],
        headers=frozenset({pattern.header}),
        patterns=(pattern,),
    )


def _has_format(_: Kind, value: Place, constraint: ir.Constraint) -> Condition:
    name = constraint.limits[0]
    function = code("is_{}", Safe(_FORMAT_FUNCTIONS.get(name, name.replace("-", "_"))))
    return needing(CHECKS_HEADER, code("restbind::{}({})", function, value.text))


def _are_unique(_: Kind, value: Place, __: ir.Constraint) -> Condition:
    return needing(CHECKS_HEADER, code("restbind::are_unique({})", value.text))


def _is_known(_: Kind, value: Place, constraint: ir.Constraint) -> Condition:
    """The value is none of the alternatives that keep anything."""
    open_ = Safe(OPEN[next(iter(constraint.limits), "") or "object"])
    return needing("<variant>", code("!std::holds_alternative<{}>({})", open_, value.text))


def _fits(_: Kind, value: Place, constraint: ir.Constraint) -> Condition:
    schema = SchemaCall.of(constraint)
    call = code("restbind::json::fits({}, {})", schema.call, value.text)
    return needing(SCHEMA_HEADER, call, schema)


def _by_function(_: Kind, __: Place, constraint: ir.Constraint) -> Condition:
    """A function of the runtime checks the value and tells what is wrong; it is no condition."""
    raise AssertionError(constraint.keyword)


LIMITS: dict[str, Limit] = {
    "minimum": _bound("minimum", "at least {}", ">="),
    "maximum": _bound("maximum", "at most {}", "<="),
    "exclusiveMinimum": _bound("exclusive_minimum", "greater than {}", ">"),
    "exclusiveMaximum": _bound("exclusive_maximum", "less than {}", "<"),
    "range": _bound("range", "{} to {} inclusive", ">=", "<="),
    "multipleOf": Limit("multiple_of", "a multiple of {}", _is_multiple),
    "enum": Limit("listed", "", _is_listed, ", ".join),  # its words are names in C++
    "minLength": _length("min_length", "at least {} {unit}{s}", True),
    "maxLength": _length("max_length", "at most {} {unit}{s}", False),
    "pattern": Limit("pattern", "matches {}", _matches),
    "format": Limit("format", "a valid {}", _has_format),
    "minItems": _elements("min_items", "at least {} element{s}", True),
    "maxItems": _elements("max_items", "at most {} element{s}", False),
    "uniqueItems": Limit("unique_items", "no two elements are equal", _are_unique, _nothing),
    "minProperties": _members("min_properties", "at least {} member{s}", True),
    "maxProperties": _members("max_properties", "at most {} member{s}", False),
    "known": Limit(
        "alternatives", "one of the alternatives that the document lists", _is_known, _nothing
    ),
    "others": Limit(
        "alternatives",
        "an object of no known kind is checked against {source}",
        _by_function,
        _nothing,
    ),
    "unevaluated": Limit("", "nothing that no schema describes, {source}", _by_function, _nothing),
    "schema": Limit("", "checked against a schema, {source}", _fits, _nothing),
}
