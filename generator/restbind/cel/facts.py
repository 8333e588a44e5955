# SPDX-License-Identifier: BSL-1.0
"""What is known to hold where an expression is evaluated: which optional values are there, how long
lists are at least.

A fact is a tuple: ("has", path), ("key", path, key) or ("size", path, least size). Paths are texts
such as `self.detail`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from restbind.cel.nodes import Binary, Call, Has, Literal, Node, Unary

Facts = frozenset[tuple[object, ...]]
NOTHING: Facts = frozenset()


def when(node: Node, outcome: bool) -> Facts:
    """What is known after `node` came out as `outcome`."""
    learn = _LEARN.get(type(node))
    return learn(node, outcome) if learn is not None else NOTHING


def _of_binary(node: Binary, outcome: bool) -> Facts:
    if node.operator in ("&&", "||"):
        left, right = when(node.left, outcome), when(node.right, outcome)
        return left | right if (node.operator == "&&") == outcome else left & right
    if node.operator == "in" and outcome:
        return frozenset({("key", node.right.path, node.left.path)})
    return _size(node, outcome)


_LEARN: dict[type[Node], Callable[[Any, bool], Facts]] = {
    Has: lambda node, outcome: frozenset({("has", node.path)}) if outcome else NOTHING,
    Unary: lambda node, outcome: (
        when(node.operand, not outcome) if node.operator == "!" else NOTHING
    ),
    Binary: _of_binary,
}
_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def _size(node: Binary, outcome: bool) -> Facts:
    """`size(list) > 2` and its kin, either way round."""
    operator, left, right = node.operator, node.left, node.right
    if operator not in _SWAPPED:
        return NOTHING
    if isinstance(left, Literal):
        operator, left, right = _SWAPPED[operator], right, left
    if not (
        isinstance(left, Call)
        and left.function == "size"
        and isinstance(right, Literal)
        and right.kind == "int"
    ):
        return NOTHING
    if not outcome:
        operator = _NEGATED[operator]
    number = int(right.text)
    least = {">": number + 1, ">=": number, "==": number}.get(
        operator, 1 if operator == "!=" and number == 0 else 0
    )
    return frozenset({("size", left.arguments[0].path, least)})


def has(facts: Facts, node: Node) -> bool:
    """The facts say that the optional value of this expression is there."""
    return node.path is not None and ("has", node.path) in facts


def has_key(facts: Facts, container: Node, key: Node) -> bool:
    """The facts say that the map has this key; False where either expression is a computed
    value.
    """
    return (
        container.path is not None
        and key.path is not None
        and ("key", container.path, key.path) in facts
    )


def least_size(facts: Facts, container: Node) -> int:
    """The least number of elements that the facts promise for a list or map; 0 where they say
    nothing.
    """
    known = container.path
    sizes = [fact[2] for fact in facts if fact[:2] == ("size", known) and known is not None]
    return max((size for size in sizes if isinstance(size, int)), default=0)
