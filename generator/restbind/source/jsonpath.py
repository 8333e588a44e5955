# SPDX-License-Identifier: BSL-1.0
"""JSONPath (RFC 9535) over the loader's nodes: what an overlay's `target` says.

Names, wildcards, indices, slices, `..`, and filters with `&&`, `||`, `!`, existence and comparison.
The functions of the RFC (length, count, match, search, value) are not there. A text is read once
and may be asked of any tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Callable, Iterator

from restbind.source.nodes import List, Map, Node


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


Selector = Callable[[Hit, Node], Iterator[Hit]]  # the hit, the root


@dataclass(frozen=True)
class Segment:
    selectors: tuple[Selector, ...]
    descends: bool
    singular: bool


@dataclass(frozen=True)
class Path:
    """from_root: begins with `$`, else (in a filter) with `@`."""

    segments: tuple[Segment, ...]
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


def by_name(name: str) -> Selector:
    """The entry of this name in an object."""

    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, Map) and name in hit.node.entries:
            yield Hit(hit.node.entries[name], hit.node, name)

    return select


def by_index(index: int) -> Selector:
    """An element of a list; a negative index counts from the end."""

    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, List):
            at = index if index >= 0 else len(hit.node.items) + index
            if 0 <= at < len(hit.node.items):
                yield Hit(hit.node.items[at], hit.node, at)

    return select


def by_slice(start: int | None, end: int | None, step: int) -> Selector:
    """Elements of a list, as a slice of Python names them."""

    def select(hit: Hit, _: Node) -> Iterator[Hit]:
        if isinstance(hit.node, List) and step:
            for at in range(*slice(start, end, step).indices(len(hit.node.items))):
                yield Hit(hit.node.items[at], hit.node, at)

    return select


def wildcard(hit: Hit, _: Node) -> Iterator[Hit]:
    """Each child."""
    return _children(hit)


Test = Callable[[Node, Node], bool]  # the node, the root


def filtered(test: Test) -> Selector:
    """Each child for which a test is true."""

    def select(hit: Hit, root: Node) -> Iterator[Hit]:
        return (child for child in _children(hit) if test(child.node, root))

    return select


# --------------------------------------------------------------------------------------------------
# comparisons

NOTHING = object()  # what a query gives that selects nothing
Value = Callable[[Node, Node], object]


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
    first, second = left[1], right[1]
    if left[0] == "number" and isinstance(first, Decimal) and isinstance(second, Decimal):
        return first < second
    return (
        left[0] == "string"
        and isinstance(first, str)
        and isinstance(second, str)
        and first < second
    )


COMPARE: dict[str, Callable[[object, object], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": _less,
    ">": lambda left, right: _less(right, left),
    "<=": lambda left, right: _less(left, right) or left == right,
    ">=": lambda left, right: _less(right, left) or left == right,
}
