# SPDX-License-Identifier: BSL-1.0
"""The checked syntax tree of a rule.

`checker` hands out trees in which every node carries its type. What a C++ emitter may rely on:

* Names are wire names. `Select.model` is the `ir.Model` that has the member, so `(model, member)`
  names the C++ member. `Select.presence` is the member's presence in the IR: `optional`,
  `optional_nullable` and `nullable` members are held in a wrapper, and reading one means
  dereferencing it. The checker has proven that each such read stands behind a `has(…)` of the
  same path (`has(x) && …`, `!has(x) || …`, `has(x) ? … : …`), so no further test is needed.
* `has(a.b)` is true when the member holds a value: neither absent nor null. For `required` and
  `defaulted` members it is true always. `x == null` and `x != null` arrive as `!has(x)` and
  `has(x)`; there is no null literal in a checked tree.
* Both sides of an arithmetic or comparing `Binary` have the same type, but for an `EnumOf`, which
  may be compared with the plain type of its values (`int` or `string`). A literal beside a `double`
  or `decimal` is retyped to that type and keeps its source text. A literal beside an enum stays
  what it is.
* `int` means a C++ signed 64-bit value. Members of narrower types have type `int` too. `+`, `-`,
  `*` and unary `-` can overflow; an emitter must not make that undefined. `/` and `%` have a
  literal divisor other than 0 and -1.
* `size` counts code points of a string, elements of a list, entries of a map.
* An `Index` into a list has a literal index proven smaller than the size; an `Index` into a map has
a key proven present. * `Binary.operator` is one of `|| && == != < <= > >= in + - * / %`; operands
of `||` and `&&` are evaluated left to right
  and the right one only when needed. `in` has a `ListLiteral`, a list (element in list) or a map
  (key in map) at its right. `==` and `!=` compare scalars, enums, dates and instants only; `<` and
  its kin numbers, strings, dates, instants.
* `Call.function` is one of `size`, `startsWith`, `endsWith`, `contains`; the receiver is
`arguments[0]`.
* `Comprehension.kind` is one of `all`, `exists`, `exists_one`, `map`, `filter`. Over a map the
  variable is the key. Variables never shadow `self` or each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

# --------------------------------------------------------------------------------------------------
# types


class CelType:
    """What a rule sees of a type; each kind is a class of its own."""

    @property
    def elements(self) -> "CelType | None":
        """What a comprehension goes over, and `in` looks for; None where it is no list or map."""
        return None

    @property
    def compared_as(self) -> "CelType":
        """The type with which its values can be compared besides itself."""
        return self


@dataclass(frozen=True)
class Plain(CelType):
    """name: bool, int, uint, double, decimal, string, date, instant; `null` and `opaque` only while
    checking.
    """

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ListOf(CelType):
    item: CelType

    @property
    def elements(self) -> CelType:
        return self.item

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True)
class MapOf(CelType):
    """Keys are strings."""

    value: CelType

    @property
    def elements(self) -> CelType:
        return STRING

    def __str__(self) -> str:
        return f"map of {self.value}"


@dataclass(frozen=True)
class ModelOf(CelType):
    """An object; `name` is a key of the IR's models."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class EnumOf(CelType):
    """`name` is a key of the IR's enums; `base` is int or string."""

    name: str
    base: str

    @property
    def compared_as(self) -> CelType:
        return Plain(self.base)

    def __str__(self) -> str:
        return self.name


BOOL = Plain("bool")
INT = Plain("int")
UINT = Plain("uint")
DOUBLE = Plain("double")
DECIMAL = Plain("decimal")
STRING = Plain("string")
DATE = Plain("date")
INSTANT = Plain("instant")
NULL = Plain("null")
OPAQUE = Plain("opaque")  # open JSON, alternatives, binary: only has() can look at it

# --------------------------------------------------------------------------------------------------
# nodes


class _Node:
    @property
    def path(self) -> str | None:
        """A text that is the same for two expressions that read the same value; None for computed
        values.
        """
        return None


@dataclass(frozen=True)
class Literal(_Node):
    """kind: bool, int, uint, double, decimal, string. text: `true`, digits as written (no `u`
    suffix, hexadecimal
    turned into decimal), or the string's characters with escapes resolved."""

    kind: str
    text: str
    type: CelType
    offset: int

    @property
    def path(self) -> str:
        return f"{self.kind}:{self.text!r}"


@dataclass(frozen=True)
class ListLiteral(_Node):
    """`[1, 2, 3]`: only at the right of `in`; all items are literals of one type."""

    items: tuple["Node", ...]
    type: CelType
    offset: int


@dataclass(frozen=True)
class Ident(_Node):
    """`self` or the variable of a comprehension."""

    name: str
    type: CelType
    offset: int

    @property
    def path(self) -> str:
        return self.name


@dataclass(frozen=True)
class _OfMember(_Node):
    operand: "Node"
    member: str
    model: str
    presence: str
    type: CelType
    offset: int

    @property
    def path(self) -> str | None:
        return f"{self.operand.path}.{self.member}" if self.operand.path else None


class Select(_OfMember):
    """The member of an object."""


class Has(_OfMember):
    """Whether the member of an object is there. path: that of the member."""


@dataclass(frozen=True)
class Index(_Node):
    operand: "Node"
    index: "Node"
    type: CelType
    offset: int

    @property
    def path(self) -> str | None:
        return (
            f"{self.operand.path}[{self.index.path}]"
            if self.operand.path and self.index.path
            else None
        )


@dataclass(frozen=True)
class Unary(_Node):
    """operator: `!` or `-`."""

    operator: str
    operand: "Node"
    type: CelType
    offset: int


@dataclass(frozen=True)
class Binary(_Node):
    operator: str
    left: "Node"
    right: "Node"
    type: CelType
    offset: int


@dataclass(frozen=True)
class Conditional(_Node):
    condition: "Node"
    then: "Node"
    otherwise: "Node"
    type: CelType
    offset: int


@dataclass(frozen=True)
class Call(_Node):
    function: str
    arguments: tuple["Node", ...]
    type: CelType
    offset: int


@dataclass(frozen=True)
class Comprehension(_Node):
    """kind: all, exists, exists_one, map, filter. body: the predicate, or for `map` what each
    element becomes.
    """

    kind: str
    range: "Node"
    variable: str
    body: "Node"
    type: CelType
    offset: int


Node = Union[
    Literal,
    ListLiteral,
    Ident,
    Select,
    Has,
    Index,
    Unary,
    Binary,
    Conditional,
    Call,
    Comprehension,
]
