# SPDX-License-Identifier: BSL-1.0
"""What is known to hold where an expression is evaluated: which optional values are there, how long lists are at least.

A fact is a tuple: ("has", path), ("key", path, key) or ("size", path, least size). Paths are texts such as `self.detail`.
"""

from __future__ import annotations

from restbind.cel.nodes import Binary, Call, Conditional, Has, Ident, Index, Literal, Node, Select, Unary

Facts = frozenset[tuple[object, ...]]
NOTHING: Facts = frozenset()


def path(node: Node) -> str | None:
    """A text that is the same for two expressions that read the same value; None for computed values."""
    if isinstance(node, Ident):
        return node.name
    if isinstance(node, Literal):
        return f"{node.kind}:{node.text!r}"
    if isinstance(node, (Select, Has)):
        operand = path(node.operand)
        return f"{operand}.{node.member}" if operand else None
    if isinstance(node, Index):
        operand, index = path(node.operand), path(node.index)
        return f"{operand}[{index}]" if operand and index else None
    return None


def when(node: Node, outcome: bool) -> Facts:
    """What is known after `node` came out as `outcome`."""
    if isinstance(node, Has) and outcome:
        return frozenset({("has", path(node))})
    if isinstance(node, Unary) and node.operator == "!":
        return when(node.operand, not outcome)
    if isinstance(node, Conditional):
        return NOTHING
    if isinstance(node, Binary):
        if node.operator in ("&&", "||"):
            left, right = when(node.left, outcome), when(node.right, outcome)
            return left | right if (node.operator == "&&") == outcome else left & right
        if node.operator == "in" and outcome:
            return frozenset({("key", path(node.right), path(node.left))})
        return _size(node, outcome)
    return NOTHING


_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def _size(node: Binary, outcome: bool) -> Facts:
    """`size(list) > 2` and its kin, either way round."""
    operator, left, right = node.operator, node.left, node.right
    if operator not in _SWAPPED:
        return NOTHING
    if isinstance(left, Literal):
        operator, left, right = _SWAPPED[operator], right, left
    if not (isinstance(left, Call) and left.function == "size" and isinstance(right, Literal) and right.kind == "int"):
        return NOTHING
    if not outcome:
        operator = _NEGATED[operator]
    number = int(right.text)
    least = {">": number + 1, ">=": number, "==": number}.get(operator, 1 if operator == "!=" and number == 0 else 0)
    return frozenset({("size", path(left.arguments[0]), least)})


def has(facts: Facts, node: Node) -> bool:
    return path(node) is not None and ("has", path(node)) in facts


def has_key(facts: Facts, container: Node, key: Node) -> bool:
    return path(container) is not None and path(key) is not None and ("key", path(container), path(key)) in facts


def least_size(facts: Facts, container: Node) -> int:
    known = path(container)
    sizes = [fact[2] for fact in facts if fact[:2] == ("size", known) and known is not None]
    return max((one for one in sizes if isinstance(one, int)), default=0)
