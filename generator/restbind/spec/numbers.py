# SPDX-License-Identifier: BSL-1.0
"""Numbers as the document writes them, compared exactly."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from math import isfinite

from restbind.source.refs import Cursor

INT64 = (-(2**63), 2**63 - 1)
UINT64 = (0, 2**64 - 1)
INTEGERS = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 64)},
}

_JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def value_of(at: Cursor) -> Decimal | None:
    """The number at a cursor; None for anything else, and for what a double cannot hold."""
    if at.kind not in ("integer", "number"):
        return None
    text = at.written
    if text[:2] in ("0x", "0o"):
        return Decimal(int(text, 16 if text[1] == "x" else 8))
    return _finite(text)


def number_of(text: str) -> Decimal | None:
    """The number that a text is in JSON; None for any other text, and for what a double cannot
    hold.
    """
    return _finite(text) if _JSON_NUMBER.fullmatch(text) else None


def _finite(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return (
        number
        if number.is_finite() and isfinite(double := float(number)) and (double != 0 or number == 0)
        else None
    )


def json_text(at: Cursor) -> str:
    """The number's source text; YAML's own spellings (`+5`, `.5`, `0x1F`) are turned into
    JSON's.
    """
    if _JSON_NUMBER.fullmatch(at.written):
        return at.written
    return format(value_of(at) or Decimal(0), "f")


def fits_decimal(text: str) -> bool:
    """The runtime's decimal has 18 digits and no exponent."""
    return (
        _DECIMAL.fullmatch(text) is not None
        and sum(character.isdigit() for character in text) <= 18
    )


def whole(at: Cursor) -> int | None:
    """The value as an int if it is one: `5`, `5.0` and `1e3` are."""
    number = value_of(at)
    if number is None or number != number.to_integral_value():
        return None
    return int(number)
