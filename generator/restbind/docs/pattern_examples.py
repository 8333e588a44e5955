# SPDX-License-Identifier: BSL-1.0
"""A text that matches a pattern, as far as Python's own reader of patterns knows it."""

from __future__ import annotations

import re
import warnings
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_CLASSES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}
_WANTED = "aA1-_ .@/"
_MOST = 64


def example_of(pattern: str, least: int, most: int) -> str:
    """A text that matches, not shorter and not longer where that is possible; 'text' where the
    pattern cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = parser.parse(pattern)
            compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return "text"
    for extra in (0, 1, 3, 7, 15, 31):
        text = "".join(_piece(token, extra) for token in parsed)
        if len(text) >= least and compiled.search(text):
            break
    while len(text) < least and compiled.search(text + text[-1:]) and text:
        text += text[-1]
    return text if len(text) <= most else text[:most]


def _piece(token: tuple[Any, Any], extra: int) -> str:
    """The text for one part of a pattern."""
    kind, value = str(token[0]), token[1]
    if kind == "LITERAL":
        return chr(value)
    if kind == "NOT_LITERAL":
        return "a" if chr(value) != "a" else "b"
    if kind == "ANY":
        return "a"
    if kind == "IN":
        return _of_set(value)
    if kind == "BRANCH":
        return "".join(_piece(inner, extra) for inner in value[1][0])
    if kind == "SUBPATTERN":
        return "".join(_piece(inner, extra) for inner in value[-1])
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inside = value
        count = min(
            max(least, 1 if most and not least else least) + extra, int(most), _MOST + least
        )
        text = "".join(_piece(inner, extra) for inner in inside)
        return text * int(max(count, least))
    return ""


def _of_set(members: list[tuple[Any, Any]]) -> str:
    """One character of a set."""
    if str(members[0][0]) == "NEGATE":
        return next((char for char in f"{_WANTED}bcz" if not _is_in(char, members[1:])), "")
    first, value = str(members[0][0]), members[0][1]
    wanted = next((char for char in _WANTED[:3] if _is_in(char, members)), "")
    if wanted:
        return wanted
    if first == "RANGE":
        return chr(value[0])
    return _CLASSES.get(str(value), "a") if first == "CATEGORY" else chr(value)


def _is_in(char: str, members: list[tuple[Any, Any]]) -> bool:
    for kind, value in members:
        if str(kind) == "LITERAL" and chr(value) == char:
            return True
        if str(kind) == "RANGE" and value[0] <= ord(char) <= value[1]:
            return True
        if str(kind) == "CATEGORY" and _has(char, str(value)):
            return True
    return False


def _has(char: str, category: str) -> bool:
    return {
        "CATEGORY_DIGIT": char.isdigit(),
        "CATEGORY_SPACE": char.isspace(),
        "CATEGORY_WORD": char.isalnum() or char == "_",
        "CATEGORY_NOT_DIGIT": not char.isdigit(),
        "CATEGORY_NOT_SPACE": not char.isspace(),
        "CATEGORY_NOT_WORD": not (char.isalnum() or char == "_"),
    }.get(category, False)
