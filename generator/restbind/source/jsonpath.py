# SPDX-License-Identifier: BSL-1.0
"""JSONPath (RFC 9535) over the loader's nodes: what an overlay's `target` says.

Names, wildcards, indices, slices, `..`, and filters with `&&`, `||`, `!`, existence and comparison.
The functions of the RFC (length, count, match, search, value) are not there. A text is read once
and may be asked of any tree.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Callable, Iterator, TypeVar

from restbind.source.nodes import List, Map, Node

MAX_LENGTH = 4000  # characters of a path
MAX_DEPTH = 40  # nested parentheses, negations and filters

_NAME = re.compile(r"[A-Za-z_\u0080-\U0010ffff][A-Za-z0-9_\u0080-\U0010ffff]*")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SPACE = re.compile(r"[ \t\r\n]*")
_COMPARISON = re.compile(r"==|!=|<=|>=|<|>")
_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
_WORDS = re.compile(r"(true|false|null)(?![A-Za-z0-9_(])")


class PathError(Exception):
    """offset: of the character that is wrong."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


@dataclass(frozen=True, eq=False)
class Hit:
    """A node and where it stands: in `parent` as `key` (a name or an index); the root has no
    parent.
    """

    node: Node
    parent: Map | List | None = None
    key: str | int = ""


_Read = TypeVar("_Read")
_Selector = Callable[[Hit, Node], Iterator[Hit]]  # the hit, the root


@dataclass(frozen=True)
class _Segment:
    selectors: tuple[_Selector, ...]
    descends: bool
    singular: bool


@dataclass(frozen=True)
class Path:
    """from_root: begins with `$`, else (in a filter) with `@`."""

    segments: tuple[_Segment, ...]
    from_root: bool = True

    @property
    def singular(self) -> bool:
        """The path selects one node at most, wherever it is applied."""
        return all(segment.singular for segment in self.segments)

    def find(self, root: Node) -> list[Hit]:
        """All nodes that the path selects, in the order of the document, each place once."""
        hits = self._find(Hit(root), root)
        return list({(id(hit.parent), hit.key): hit for hit in hits}.values())

    def _find(self, start: Hit, root: Node) -> list[Hit]:
        hits = [start]
        for segment in self.segments:
            if segment.descends:
                hits = [below for hit in hits for below in _descendants(hit)]
            hits = [
                found for hit in hits for select in segment.selectors for found in select(hit, root)
            ]
        return hits

    def is_there(self, here: Node, root: Node) -> bool:
        """The path selects at least one node, from `root` if it begins with `$`, else from
        `here`.
        """
        return bool(self.values(here, root))

    def values(self, here: Node, root: Node) -> list[Node]:
        """The nodes that the path selects: from `root` if it begins with `$`, else from `here`."""
        return [hit.node for hit in self._find(Hit(root if self.from_root else here), root)]


def parse(text: str) -> Path:
    """Raises PathError."""
    if len(text) > MAX_LENGTH:
        raise PathError(0, f"the path is longer than {MAX_LENGTH} characters")
    return _Parser(text).read()


def _children(hit: Hit) -> Iterator[Hit]:
    node = hit.node
    if isinstance(node, Map):
        for name, value in node.entries.items():
            yield Hit(value, node, name)
    elif isinstance(node, List):
        for index, value in enumerate(node.items):
            yield Hit(value, node, index)


def _descendants(hit: Hit) -> list[Hit]:
    """The node and everything below it, parents first."""
    found, pending = [], [hit]
    while pending:
        here = pending.pop()
        found.append(here)
        pending += reversed(list(_children(here)))
    return found


# --------------------------------------------------------------------------------------------------
# selectors


def _name(name: str) -> _Selector:
    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, Map) and name in hit.node.entries:
            yield Hit(hit.node.entries[name], hit.node, name)

    return select


def _index(index: int) -> _Selector:
    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, List):
            at = index if index >= 0 else len(hit.node.items) + index
            if 0 <= at < len(hit.node.items):
                yield Hit(hit.node.items[at], hit.node, at)

    return select


def _slice(start: int | None, end: int | None, step: int) -> _Selector:
    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, List) and step:
            for at in range(*slice(start, end, step).indices(len(hit.node.items))):
                yield Hit(hit.node.items[at], hit.node, at)

    return select


def _wildcard(hit: Hit, _: Node) -> Iterator[Hit]:
    return _children(hit)


_Test = Callable[[Node, Node], bool]  # the node, the root


def _filter(test: _Test) -> _Selector:
    def select(hit: Hit, root: Node) -> Iterator[Hit]:
        return (child for child in _children(hit) if test(child.node, root))

    return select


# --------------------------------------------------------------------------------------------------
# comparisons

_NOTHING = object()  # what a query gives that selects nothing
_Value = Callable[[Node, Node], object]


def value_of(node: Node) -> object:
    """A node as a Python value whose equality is that of JSON: numbers by value, and never equal to
    booleans.
    """
    if isinstance(node, Map):
        return ("object", {name: value_of(value) for name, value in node.entries.items()})
    if isinstance(node, List):
        return ("array", [value_of(value) for value in node.items])
    if node.kind in ("integer", "number"):
        return ("number", _number(node.text))
    return (
        node.kind,
        node.text.lower() if node.kind == "boolean" else node.text if node.kind == "string" else "",
    )


def _number(text: str) -> Decimal | None:
    if text[:2] in ("0x", "0o"):  # as YAML writes them
        return Decimal(int(text, 16 if text[1] == "x" else 8))
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _less(left: object, right: object) -> bool:
    """Two numbers or two texts, of which the first is less."""
    if not isinstance(left, tuple) or not isinstance(right, tuple) or left[0] != right[0]:
        return False
    one, other = left[1], right[1]
    if left[0] == "number" and isinstance(one, Decimal) and isinstance(other, Decimal):
        return one < other
    return left[0] == "string" and isinstance(one, str) and isinstance(other, str) and one < other


_COMPARE: dict[str, Callable[[object, object], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": _less,
    ">": lambda left, right: _less(right, left),
    "<=": lambda left, right: _less(left, right) or left == right,
    ">=": lambda left, right: _less(right, left) or left == right,
}


# --------------------------------------------------------------------------------------------------
# parser


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

    def _segments(self) -> tuple[_Segment, ...]:
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

    def _shorthand(self, descends: bool) -> _Segment:
        if self._takes("*"):
            return _Segment((_wildcard,), descends, False)
        name = self._match(_NAME)
        if not name:
            raise self._error(
                "a name, `*` or `[` is expected; put a name with other characters into ['…']"
            )
        return _Segment((_name(name),), descends, not descends)

    def _brackets(self, descends: bool) -> _Segment:
        self._takes("[")
        selectors, singular = [], not descends
        while True:
            self._space()
            selector, one = self._selector()
            selectors.append(selector)
            singular = singular and one
            self._space()
            if self._takes("]"):
                return _Segment(tuple(selectors), descends, singular and len(selectors) == 1)
            if not self._takes(","):
                raise self._error("`,` or `]` is expected")

    def _selector(self) -> tuple[_Selector, bool]:
        """A selector, and whether it selects one node at most."""
        if self._takes("*"):
            return _wildcard, False
        if self._takes("?"):
            self._space()
            return _filter(self._nested(self._or)), False
        if self._sees("'") or self._sees('"'):
            return _name(self._string()), True
        start = self._integer()
        self._space()
        if not self._takes(":"):
            if start is None:
                raise self._error("a name in quotes, an index, a slice, `*` or `?` is expected")
            return _index(start), True
        self._space()
        end, step = self._integer(), 1
        self._space()
        if self._takes(":"):
            self._space()
            stated = self._integer()
            step = 1 if stated is None else stated
        return _slice(start, end, step), False

    def _or(self) -> _Test:
        tests = [self._and()]
        while self._takes_operator("||"):
            tests.append(self._and())
        return (
            tests[0]
            if len(tests) == 1
            else lambda node, root: any(test(node, root) for test in tests)
        )

    def _and(self) -> _Test:
        tests = [self._basic()]
        while self._takes_operator("&&"):
            tests.append(self._basic())
        return (
            tests[0]
            if len(tests) == 1
            else lambda node, root: all(test(node, root) for test in tests)
        )

    def _basic(self) -> _Test:
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
        compare = _COMPARE[sign]
        return lambda node, root: compare(left(node, root), right(node, root))

    def _operand(self) -> tuple[_Value, Path | None]:
        if self._sees("@") or self._sees("$"):
            path = Path(from_root=self._sees("$"), segments=self._nested(self._query))
            return (
                lambda node, root: next(
                    (value_of(found) for found in path.values(node, root)), _NOTHING
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

    def _query(self) -> tuple[_Segment, ...]:
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
