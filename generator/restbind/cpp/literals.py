# SPDX-License-Identifier: BSL-1.0
"""Values of scalars and of open JSON as C++ expressions."""

from __future__ import annotations

import datetime
from decimal import Decimal

from restbind.cpp import text
from restbind.cpp.text import UnsupportedText, code
from restbind.naming import Safe
from restbind.spec.numbers import INTEGERS


class Digits(str):
    """The source text of a JSON number."""


def integer(value: int) -> Safe:
    """A literal of type int, long or long long, whichever is first to hold it."""
    if not INTEGERS["int64"][0] <= value <= INTEGERS["int64"][1]:
        raise UnsupportedText(f"{value} does not fit into 64 bits")
    return Safe("(-9223372036854775807 - 1)" if value == -(2**63) else str(value))


def whole(kind: str, value: int) -> Safe:
    """The same for a value of one of the integer types: unsigned ones say so, which keeps
    comparisons free of warnings.
    """
    if kind != "uint64":
        return integer(value)
    if not INTEGERS[kind][0] <= value <= INTEGERS[kind][1]:
        raise UnsupportedText(f"{value} does not fit into an unsigned integer of 64 bits")
    return Safe(f"{value}U")


def floating(source: str) -> Safe:
    """A double as written, with `.0` where it would otherwise be an integer literal."""
    source = source.strip().lstrip("+").lower()
    Decimal(source)
    return Safe(source if set(source) & set(".e") else f"{source}.0")


def decimal(source: str) -> Safe:
    """`19.90` -> restbind::decimal{1990, 2}: exact, and with the digits as written."""
    sign, digits, exponent = Decimal(source).as_tuple()
    if not isinstance(exponent, int):
        raise UnsupportedText(f"{source} is not a finite number")
    coefficient = int("".join(map(str, digits))) * 10 ** max(exponent, 0) * (-1 if sign else 1)
    scale = max(-exponent, 0)
    if scale > 18 or not INTEGERS["int64"][0] <= coefficient <= INTEGERS["int64"][1]:
        raise UnsupportedText(f"{source} does not fit into a decimal of 64 bits and 18 places")
    if not scale:
        return code("restbind::decimal{{{}}}", integer(coefficient))
    return code("restbind::decimal{{{}, {}}}", integer(coefficient), scale)


def date(source: str) -> Safe:
    """`2026-05-01` -> restbind::date{std::chrono::year{2026} / 5 / 1}. Raises ValueError for what
    is no day.
    """
    day = datetime.date.fromisoformat(source)
    return Safe(f"restbind::date{{std::chrono::year{{{day.year}}} / {day.month} / {day.day}}}")


def instant(source: str) -> Safe:
    """An RFC 3339 timestamp, which the compiler reads."""
    return code("*restbind::parse_timestamp({})", text.view(source))


def open_json(node: object) -> Safe:
    """Open JSON as an expression."""
    if isinstance(node, dict):
        members = [
            code("{{{}, {}}}", text.owned(name), _open_value(value)) for name, value in node.items()
        ]
        return (
            code("boost::json::object({{{}}})", text.join(", ", members))
            if members
            else Safe("boost::json::object()")
        )
    if isinstance(node, list):
        values = text.join(", ", [_open_value(value) for value in node])
        return code("boost::json::array({{{}}})", values) if node else Safe("boost::json::array()")
    return _open_value(node)


def _open_value(node: object) -> Safe:
    if node is None:
        return Safe("boost::json::value(nullptr)")
    if isinstance(node, bool):
        return Safe(f"boost::json::value({str(node).lower()})")
    if isinstance(node, Digits):
        number = Decimal(node)
        is_integer = (
            not set(node) & set(".eE") and INTEGERS["int64"][0] <= number <= INTEGERS["int64"][1]
        )
        return code(
            "boost::json::value({})", integer(int(number)) if is_integer else floating(node)
        )
    return code(
        "boost::json::value({})", text.owned(node) if isinstance(node, str) else open_json(node)
    )
