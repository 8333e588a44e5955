# SPDX-License-Identifier: BSL-1.0
"""Literals of rules, and which of them C++ can hold."""

from __future__ import annotations

from collections.abc import Callable

from restbind.cel.errors import RuleError
from restbind.cel.nodes import BOOL, DOUBLE, INT, STRING, UINT, Literal
from restbind.cel.parser import Syntax

_INT_MIN, _INT_MAX, _UINT_MAX = -(2**63), 2**63 - 1, 2**64 - 1


def _bool(rule: Syntax) -> Literal:
    return Literal("bool", rule.text, BOOL, rule.offset)


def _string(rule: Syntax) -> Literal:
    return Literal("string", rule.text, STRING, rule.offset)


def _double(rule: Syntax) -> Literal:
    if abs(float(rule.text)) == float("inf"):
        raise RuleError("RB062", rule.offset, f"{rule.text} is outside the range of a double")
    return Literal("double", rule.text, DOUBLE, rule.offset)


def _int(rule: Syntax) -> Literal:
    if not _INT_MIN <= int(rule.text) <= _INT_MAX:
        raise RuleError(
            "RB062", rule.offset, f"{rule.text} is outside the range of a 64-bit integer"
        )
    return Literal("int", rule.text, INT, rule.offset)


def _uint(rule: Syntax) -> Literal:
    if int(rule.text) > _UINT_MAX:
        raise RuleError(
            "RB062",
            rule.offset,
            f"{rule.text} is outside the range of an unsigned 64-bit integer",
        )
    return Literal("uint", rule.text, UINT, rule.offset)


LITERALS: dict[str, Callable[[Syntax], Literal]] = {
    "bool": _bool,
    "string": _string,
    "double": _double,
    "int": _int,
    "uint": _uint,
}
