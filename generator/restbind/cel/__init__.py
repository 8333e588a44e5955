"""Cross-field rules in a subset of CEL: read, checked against the model, handed on as a typed tree.

`compile_rule(text, model, lookup)` gives the tree described in `nodes`, or raises `RuleError` with a code, a message, a
hint and the offset in the text.

The subset: literals (int, uint, double, string, bool, null), `self` and comprehension variables, member selection, index,
`!` and `-`, arithmetic, comparisons, `in`, `&&`, `||`, `?:`, `has(a.b)`, `size`, `startsWith`, `endsWith`, `contains`, and the
macros `all`, `exists`, `exists_one`, `map`, `filter`. Anything else is refused by name.
"""

from restbind.cel.checker import Lookup, check
from restbind.cel.errors import RuleError
from restbind.cel.nodes import (
    Binary, Call, CelType, Comprehension, Conditional, EnumOf, Has, Ident, Index, ListLiteral, ListOf, Literal, MapOf,
    ModelOf, Node, Plain, Select, Unary,
)
from restbind.cel.parser import parse


def compile_rule(text: str, model: str, lookup: Lookup) -> Node:
    """Reads and checks a rule over the model `model`; the result is of type bool."""
    return check(parse(text), model, lookup)


__all__ = [
    "Binary", "Call", "CelType", "Comprehension", "Conditional", "EnumOf", "Has", "Ident", "Index", "ListLiteral", "ListOf",
    "Literal", "Lookup", "MapOf", "ModelOf", "Node", "Plain", "RuleError", "Select", "Unary", "check", "compile_rule", "parse",
]
