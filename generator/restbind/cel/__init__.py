# SPDX-License-Identifier: BSL-1.0
"""Cross-field rules in a subset of CEL: read, checked against the model, handed on as a typed tree.

`checker.compile_rule` gives the tree that `nodes` describes, or raises `errors.RuleError` with a
code, a message, a hint and the offset in the text.

The subset: literals (int, uint, double, string, bool, null), `self` and comprehension variables,
member selection, index, `!` and `-`, arithmetic, comparisons, `in`, `&&`, `||`, `?:`, `has(a.b)`,
`size`, `startsWith`, `endsWith`, `contains`, and the macros `all`, `exists`, `exists_one`, `map`,
`filter`. Anything else is refused by name.
"""
