# SPDX-License-Identifier: BSL-1.0
"""Reads JSONPath (RFC 9535): a text into a path."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Callable, TypeVar

from restbind.source.jsonpath import (
    COMPARE,
    NOTHING,
    Path,
    PathError,
    Segment,
    Selector,
    Test,
    Value,
    by_index,
    by_name,
    by_slice,
    filtered,
    value_of,
    wildcard,
)

MAX_LENGTH = 4000  # characters of a path
MAX_DEPTH = 40  # nested parentheses, negations and filters
_NAME = re.compile(r"[A-Za-z_\u0080-\U0010ffff][A-Za-z0-9_\u0080-\U0010ffff]*")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SPACE = re.compile(r"[ \t\r\n]*")
_COMPARISON = re.compile(r"==|!=|<=|>=|<|>")
_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
_WORDS = re.compile(r"(true|false|null)(?![A-Za-z0-9_(])")
_Read = TypeVar("_Read")


def parse(text: str) -> Path:
    """Raises PathError."""
    if len(text) > MAX_LENGTH:
        raise PathError(0, f"the path is longer than {MAX_LENGTH} characters")
    return _Parser(text).read()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def read(self) -> Path:
        if not self._takes("$"):
            raise self._error("a path begins with `$`")
        path = Path(self._segments())
        if self._at != len(self._text):
            raise self._error("the path should end here")
        return path

    def _segments(self) -> tuple[Segment, ...]:
        found = []
        while True:
            before = self._at
            self._space()
            if self._takes(".."):
                found.append(self._brackets(True) if self._sees("[") else self._shorthand(True))
            elif self._takes("."):
                found.append(self._shorthand(False))
            elif self._sees("["):
                found.append(self._brackets(False))
            else:
                self._at = before
                return tuple(found)

    def _shorthand(self, descends: bool) -> Segment:
        if self._takes("*"):
            return Segment((wildcard,), descends, False)
        name = self._match(_NAME)
        if not name:
            raise self._error(
                "a name, `*` or `[` is expected; put a name with other characters into ['…']"
            )
        return Segment((by_name(name),), descends, not descends)

    def _brackets(self, descends: bool) -> Segment:
        self._takes("[")
        selectors, singular = [], not descends
        while True:
            self._space()
            selector, is_single = self._selector()
            selectors.append(selector)
            singular = singular and is_single
            self._space()
            if self._takes("]"):
                return Segment(tuple(selectors), descends, singular and len(selectors) == 1)
            if not self._takes(","):
                raise self._error("`,` or `]` is expected")

    def _selector(self) -> tuple[Selector, bool]:
        """A selector, and whether it selects one node at most."""
        if self._takes("*"):
            return wildcard, False
        if self._takes("?"):
            self._space()
            return filtered(self._nested(self._or)), False
        if self._sees("'") or self._sees('"'):
            return by_name(self._string()), True
        start = self._integer()
        self._space()
        if not self._takes(":"):
            if start is None:
                raise self._error("a name in quotes, an index, a slice, `*` or `?` is expected")
            return by_index(start), True
        self._space()
        end, step = self._integer(), 1
        self._space()
        if self._takes(":"):
            self._space()
            stated = self._integer()
            step = 1 if stated is None else stated
        return by_slice(start, end, step), False

    def _or(self) -> Test:
        tests = [self._and()]
        while self._takes_operator("||"):
            tests.append(self._and())
        return (
            tests[0]
            if len(tests) == 1
            else lambda node, root: any(test(node, root) for test in tests)
        )

    def _and(self) -> Test:
        tests = [self._basic()]
        while self._takes_operator("&&"):
            tests.append(self._basic())
        return (
            tests[0]
            if len(tests) == 1
            else lambda node, root: all(test(node, root) for test in tests)
        )

    def _basic(self) -> Test:
        self._space()
        start = self._at
        if self._sees("!") and not self._sees("!="):
            self._takes("!")
            self._space()
            if not (self._sees("(") or self._sees("@") or self._sees("$")):
                raise self._error("after `!` a query or `(` is expected")
            negated = self._nested(self._basic)
            return lambda node, root: not negated(node, root)
        if self._takes("("):
            test = self._nested(self._or)
            self._space()
            if not self._takes(")"):
                raise self._error("`)` is expected")
            return test
        left, query = self._operand()
        self._space()
        sign = self._match(_COMPARISON)
        if not sign:
            if query is None:
                raise self._error("a comparison is expected after a value")
            return query.is_there
        self._space()
        right, other = self._operand()
        if any(path is not None and not path.singular for path in (query, other)):
            raise PathError(
                start, "only a query for a single value can be compared: names and indices"
            )
        compare = COMPARE[sign]
        return lambda node, root: compare(left(node, root), right(node, root))

    def _operand(self) -> tuple[Value, Path | None]:
        if self._sees("@") or self._sees("$"):
            path = Path(from_root=self._sees("$"), segments=self._nested(self._query))
            return (
                lambda node, root: next(
                    (value_of(found) for found in path.values(node, root)), NOTHING
                ),
                path,
            )
        if self._sees("'") or self._sees('"'):
            constant: object = ("string", self._string())
        elif word := self._match(_WORDS):
            constant = ("null", "") if word == "null" else ("boolean", word)
        elif number := self._match(_NUMBER):
            constant = ("number", Decimal(number))
        elif self._sees_name():
            start = self._at
            self._match(_NAME)
            raise PathError(
                start,
                (
                    "functions are not supported"
                    if self._sees("(")
                    else "a query, or a text in quotes, is expected"
                ),
            )
        else:
            raise self._error("a query (`@…`, `$…`) or a value is expected")
        return lambda node, root: constant, None

    def _query(self) -> tuple[Segment, ...]:
        self._at += 1
        return self._segments()

    def _nested(self, read: Callable[[], _Read]) -> _Read:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"the path is nested deeper than {MAX_DEPTH} levels")
        found = read()
        self._depth -= 1
        return found

    def _string(self) -> str:
        found = self._match(_STRING)
        if not found:
            raise self._error("the quotes are not closed")
        inner = found[1:-1]
        if found[0] == "'":
            inner = re.sub(
                r"\\.|\"",
                lambda part: {"\\'": "'", '"': '\\"'}.get(part.group(), part.group()),
                inner,
                flags=re.DOTALL,
            )
        try:
            return str(json.loads(f'"{inner}"'))
        except ValueError:
            self._at -= len(found)
            raise self._error("the text in quotes holds what JSON does not allow") from None

    def _integer(self) -> int | None:
        found = self._match(_INTEGER)
        if found and len(found) > 16 or found == "-0":
            raise self._error("this is no index")
        return int(found) if found else None

    # ----------------------------------------------------------------------------------------------
    # characters

    def _space(self) -> None:
        self._match(_SPACE)

    def _sees(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _sees_name(self) -> bool:
        return _NAME.match(self._text, self._at) is not None

    def _takes(self, text: str) -> bool:
        if self._sees(text):
            self._at += len(text)
            return True
        return False

    def _takes_operator(self, text: str) -> bool:
        before = self._at
        self._space()
        if self._takes(text):
            return True
        self._at = before
        return False

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if not found:
            return ""
        self._at = found.end()
        return found.group()

    def _error(self, message: str) -> PathError:
        return PathError(self._at, message)
