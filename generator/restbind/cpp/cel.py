# SPDX-License-Identifier: BSL-1.0
"""Cross-field rules as C++ expressions: the checked tree of `cel.nodes` goes in, an expression
comes out.

The rules of meaning are CEL's, but where CEL reports an error at run time: integer arithmetic that
leaves 64 bits stays at the nearest limit (`restbind::saturating_add`), so that a comparison still
comes out as it would without the limit. Arithmetic of decimals is exact and throws
std::overflow_error where it cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from restbind import ir
from restbind.cel import nodes
from restbind.cpp import text
from restbind.cpp.conditions import Condition
from restbind.cpp.literals import decimal, floating, integer
from restbind.cpp.text import code
from restbind.cpp.types import WRAPPED, Types
from restbind.naming import Safe, Scope, snake_case

# How tightly an expression binds; a part with a smaller number than its place asks for gets
# parentheses.
TERNARY, OR, AND, EQUALITY, RELATION, SUM, PRODUCT, PREFIX, POSTFIX = range(9)

_LEVELS = {
    "||": OR,
    "&&": AND,
    "==": EQUALITY,
    "!=": EQUALITY,
    "<": RELATION,
    "<=": RELATION,
    ">": RELATION,
    ">=": RELATION,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
}
_SPELLINGS = {
    "bool": "bool",
    "int": "std::int64_t",
    "uint": "std::uint64_t",
    "double": "double",
    "decimal": "restbind::decimal",
    "string": "std::string",
    "date": "restbind::date",
    "instant": "restbind::timestamp",
}
_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SATURATING = {"+": "add", "-": "subtract", "*": "multiply"}
_PREDICATES = {"all": "all_of", "exists": "any_of"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class Expression:
    """C++ text and how tightly it binds."""

    text: Safe
    level: int

    def at(self, level: int) -> Safe:
        """The text, in parentheses where its place binds more tightly."""
        return self.text if self.level >= level else code("({})", self.text)


class Emitter:
    """Writes one expression; `headers` are the includes it needs."""

    def __init__(self, types: Types, self_name: str = "value") -> None:
        self._types = types
        self._variables: dict[str, Expression] = {"self": Expression(Safe(self_name), POSTFIX)}
        self._local_names = {self_name, "found"}
        self._used: set[str] = set()
        self.headers: set[str] = set()

    def condition(self, rule: object) -> Safe:
        """A rule, as the IR holds its checked tree, as a condition on one line."""
        return text.one_line(self._emit(cast(nodes.Node, rule)).text)

    def split(self, rule: object) -> Condition:
        """Such a rule as a condition that may be broken at its outermost `||` or `&&`."""
        node = cast(nodes.Node, rule)
        operator = (
            node.operator
            if isinstance(node, nodes.Binary) and node.operator in ("||", "&&")
            else ""
        )
        if not operator:
            return Condition([self._emit(node).text])
        return Condition(
            [self._emit(part).at(EQUALITY) for part in _operands(node, operator)], operator
        )

    # ----------------------------------------------------------------------------------------------
    # nodes

    def _emit(self, node: nodes.Node) -> Expression:
        found: Expression = getattr(self, f"_emit_{type(node).__name__.lower()}")(node)
        return found

    def _emit_literal(self, node: nodes.Literal) -> Expression:
        kind = node.type.name if isinstance(node.type, nodes.Plain) else node.kind
        if kind == "bool":
            return Expression(Safe("true" if node.text == "true" else "false"), POSTFIX)
        if kind == "double":
            return Expression(floating(node.text), POSTFIX)
        if kind == "decimal":
            return Expression(decimal(node.text), POSTFIX)
        if kind == "string":
            # Never a bare literal: comparing two of them would compare addresses.
            self.headers.add("<string_view>")
            whole = text.view(node.text)
            return Expression(
                whole if "\0" in node.text else code("std::string_view({})", whole), POSTFIX
            )
        if kind == "uint":
            return Expression(code("{}U", int(node.text)), POSTFIX)
        return Expression(integer(int(node.text)), PREFIX if node.text.startswith("-") else POSTFIX)

    def _emit_ident(self, node: nodes.Ident) -> Expression:
        self._used.add(node.name)
        return self._variables[node.name]

    def _member(self, node: nodes.Select | nodes.Has) -> Expression:
        """The member itself, in its wrapper if it has one."""
        name = self._types.names.member(node.model, node.member)
        if isinstance(node.operand, nodes.Select) and node.operand.presence in WRAPPED:
            return Expression(code("{}->{}", self._member(node.operand).text, name), POSTFIX)
        return Expression(code("{}.{}", self._emit(node.operand).at(POSTFIX), name), POSTFIX)

    def _emit_select(self, node: nodes.Select) -> Expression:
        member = self._member(node)
        return Expression(code("*{}", member.text), PREFIX) if node.presence in WRAPPED else member

    def _emit_has(self, node: nodes.Has) -> Expression:
        if node.presence not in WRAPPED:
            return Expression(Safe("true"), POSTFIX)
        return Expression(code("{}.has_value()", self._member(node).text), POSTFIX)

    def _emit_index(self, node: nodes.Index) -> Expression:
        operand = self._emit(node.operand).at(POSTFIX)
        if isinstance(node.operand.type, nodes.MapOf):
            return Expression(code("{}.find({})->second", operand, self._key(node.index)), POSTFIX)
        return Expression(code("{}[{}]", operand, self._unsigned(node.index)), POSTFIX)

    def _emit_unary(self, node: nodes.Unary) -> Expression:
        if node.operator == "!":
            return Expression(code("!{}", self._emit(node.operand).at(PREFIX)), PREFIX)
        if isinstance(node.operand, nodes.Literal) and node.type == nodes.INT:
            return Expression(integer(-int(node.operand.text)), PREFIX)
        if node.type != nodes.INT:
            return Expression(code("-{}", self._emit(node.operand).at(POSTFIX)), PREFIX)
        self.headers.add("<restbind/core/detail/numbers.hpp>")
        return Expression(
            code("restbind::saturating_negate({})", self._emit(node.operand).text), POSTFIX
        )

    def _emit_conditional(self, node: nodes.Conditional) -> Expression:
        parts = [self._emit(part).at(OR) for part in (node.condition, node.then, node.otherwise)]
        return Expression(code("{} ? {} : {}", *parts), TERNARY)

    def _emit_binary(self, node: nodes.Binary) -> Expression:
        operator = node.operator
        if operator == "in":
            return self._in(node)
        level = _LEVELS[operator]
        if operator in ("||", "&&"):
            # Anything looser than a comparison gets parentheses: compilers warn about `a && b ||
            # c`.
            parts = [self._emit(part).at(EQUALITY) for part in _operands(node, operator)]
            return Expression(text.join(f" {operator} ", parts), level)
        if operator in _COMPARING:
            return self._compare(node.left, operator, node.right)
        if node.type == nodes.STRING:
            left, right = self._emit(node.left).text, self._emit(node.right).text
            return Expression(code("std::string({}) + std::string({})", left, right), SUM)
        if operator in _SATURATING and node.type == nodes.INT:
            self.headers.add("<restbind/core/detail/numbers.hpp>")
            left, right = self._emit(node.left).text, self._emit(node.right).text
            return Expression(
                code("restbind::saturating_{}({}, {})", Safe(_SATURATING[operator]), left, right),
                POSTFIX,
            )
        left, right = self._emit(node.left).at(level), self._emit(node.right).at(level + 1)
        return Expression(code("{} {} {}", left, Safe(operator), right), level)

    def _emit_call(self, node: nodes.Call) -> Expression:
        if node.function == "size":
            size = self._size(node)
            return Expression(code("static_cast<std::int64_t>({})", size), POSTFIX)
        receiver = self._emit(node.arguments[0]).at(POSTFIX)
        argument = self._text_operand(node.arguments[1])
        if node.function == "contains":
            self.headers.add("<string_view>")
            return Expression(
                code("{}.find({}) != std::string_view::npos", receiver, argument), EQUALITY
            )
        method = {"startsWith": "starts_with", "endsWith": "ends_with"}[node.function]
        return Expression(code("{}.{}({})", receiver, Safe(method), argument), POSTFIX)

    def _emit_comprehension(self, node: nodes.Comprehension) -> Expression:
        if node.kind in ("map", "filter"):
            return self._collect(node)
        predicate, source = self._predicate(node)
        self.headers.add("<restbind/core/detail/checks.hpp>")
        if node.kind == "exists_one":
            return Expression(
                code("restbind::count_if({},{}{}) == 1", source, Safe(text.SOFT), predicate),
                EQUALITY,
            )
        name = Safe(_PREDICATES[node.kind])
        return Expression(
            code("restbind::{}({},{}{})", name, source, Safe(text.SOFT), predicate), POSTFIX
        )

    # ----------------------------------------------------------------------------------------------
    # details

    def _compare(self, left: nodes.Node, operator: str, right: nodes.Node) -> Expression:
        level = _LEVELS[operator]
        if isinstance(left, nodes.Literal) and not isinstance(right, nodes.Literal):
            left, operator, right = (
                right,
                _MIRRORED[operator],
                left,
            )  # reads better, and the left one is never a bare literal
        least = (
            0 if operator in ("==", "!=", ">") else 1
        )  # `size >= 0` is no question to compilers: they warn
        if (
            isinstance(left, nodes.Call)
            and left.function == "size"
            and isinstance(right, nodes.Literal)
            and int(right.text) >= least
        ):
            return Expression(
                code("{} {} {}", self._size(left), Safe(operator), self._unsigned(right)), level
            )
        # A comparison inside a comparison always gets parentheses, `!` too: compilers warn about
        # both.
        first, second = self._operand(left, right), self._operand(right, left)
        return Expression(code("{} {} {}", first, Safe(operator), second), level)

    def _operand(self, node: nodes.Node, other: nodes.Node) -> Safe:
        """One side of a comparison whose other side is `other`."""
        if isinstance(node, nodes.Unary) and node.operator == "!":
            return code("({})", self._emit(node).text)
        if isinstance(node, nodes.Literal) and isinstance(other.type, nodes.EnumOf):
            return self._types.kind(ir.Ref(other.type.name)).value(node.text)
        if (
            isinstance(node, nodes.Literal)
            and node.type == nodes.STRING
            and not isinstance(other, nodes.Literal)
        ):
            return self._text_operand(node)
        shown = self._emit(node)
        is_number = isinstance(node.type, nodes.EnumOf) and node.type.base == "int"
        if is_number and other.type == nodes.INT and not isinstance(other, nodes.Literal):
            return code("static_cast<std::int64_t>({})", shown.text)
        return shown.at(SUM)

    def _in(self, node: nodes.Binary) -> Expression:
        if isinstance(node.right, nodes.ListLiteral):
            if not node.right.items:
                return Expression(Safe("false"), POSTFIX)
            parts = [self._compare(node.left, "==", item).text for item in node.right.items]
            return Expression(text.join(" || ", parts), OR if len(parts) > 1 else EQUALITY)
        if isinstance(node.right.type, nodes.MapOf):
            return Expression(
                code("{}.contains({})", self._emit(node.right).at(POSTFIX), self._key(node.left)),
                POSTFIX,
            )
        self.headers.add("<restbind/core/detail/checks.hpp>")
        name = self._fresh("element")
        assert node.right.type.elements is not None  # the checker has seen to that
        item = nodes.Ident(f" {name}", node.right.type.elements, node.offset)
        self._variables[item.name] = Expression(name, POSTFIX)
        equal = self._compare(item, "==", node.left).text
        del self._variables[item.name]
        self._local_names.discard(str(name))
        self._used.discard(item.name)
        source = self._emit(node.right).text
        return Expression(
            code("restbind::any_of({}, [&](auto const& {}) {{ return {}; }})", source, name, equal),
            POSTFIX,
        )

    def _key(self, node: nodes.Node) -> Safe:
        """A key of a std::map<std::string, …>: its look-ups take a std::string."""
        if isinstance(node, nodes.Literal):
            return text.owned(node.text)
        return code(
            "to_string({})" if isinstance(node.type, nodes.EnumOf) else "{}", self._emit(node).text
        )

    def _text_operand(self, node: nodes.Node) -> Safe:
        """Text beside or inside other text: a plain literal is enough."""
        return text.view(node.text) if isinstance(node, nodes.Literal) else self._emit(node).at(SUM)

    def _unsigned(self, node: nodes.Node) -> Safe:
        assert isinstance(node, nodes.Literal)
        return code("{}U", int(node.text))

    def _size(self, node: nodes.Call) -> Safe:
        """A size as the container gives it, unsigned."""
        of = node.arguments[0]
        if of.type == nodes.STRING:
            return code("restbind::code_points({})", self._emit(of).text)
        return code("{}.size()", self._emit(of).at(POSTFIX))

    def _fresh(self, wanted: str) -> Safe:
        """A local name that hides no other one."""
        name = Scope(self._local_names).names([snake_case(wanted)])[0]
        self._local_names.add(str(name))
        return name

    def _bind(self, node: nodes.Comprehension) -> tuple[Safe, Expression, Safe]:
        """The variable of a comprehension: its C++ name, its body, and the captures that the body
        needs.
        """
        name = self._fresh(node.variable)
        keys = isinstance(node.range.type, nodes.MapOf)
        self._variables[node.variable] = Expression(
            code("{}.first", name) if keys else name, POSTFIX
        )
        before, self._used = self._used, set()
        body = self._emit(node.body)
        inside, self._used = self._used, before | (self._used - {node.variable})
        del self._variables[node.variable]
        self._local_names.discard(str(name))
        others = inside - {node.variable}
        return (name if node.variable in inside else Safe("")), body, Safe("&" if others else "")

    def _predicate(self, node: nodes.Comprehension) -> tuple[Safe, Safe]:
        source = self._emit(node.range).text
        name, body, captures = self._bind(node)
        parameter = code(" {}", name) if name else Safe("")
        return code("[{}](auto const&{}) {{ return {}; }}", captures, parameter, body.text), source

    def _collect(self, node: nodes.Comprehension) -> Expression:
        """`map` and `filter`: a vector, filled by a lambda that is called on the spot."""
        self.headers.add("<vector>")
        source = self._emit(node.range).text
        out = self._fresh("out")
        name, body, _ = self._bind(node)
        shown = self._variables_name(node, name)
        item = self._spell(node.type.elements or node.type)
        step = (
            code("{}.push_back({});", out, body.text)
            if node.kind == "map"
            else code("if ({}) {}.push_back({});", body.text, out, shown)
        )
        used = name or shown
        unused = Safe("") if name or node.kind == "filter" else Safe("[[maybe_unused]] ")
        self._local_names.discard(str(out))
        parameter = code("{}auto const& {}", unused, Safe(used.removesuffix(".first")))
        filled = code("std::vector<{}> {}; for ({} : {}) {}", item, out, parameter, source, step)
        return Expression(code("[&] {{ {} return {}; }}()", filled, out), POSTFIX)

    def _variables_name(self, node: nodes.Comprehension, name: Safe) -> Safe:
        """What a filter keeps: the element, or the key of a map."""
        shown = name or Scope(self._local_names).names([snake_case(node.variable)])[0]
        return code("{}.first", shown) if isinstance(node.range.type, nodes.MapOf) else shown

    def _spell(self, kind: nodes.CelType) -> Safe:
        return _SPELL[type(kind)](self, kind)


_SPELL: dict[type[nodes.CelType], Callable[[Emitter, Any], Safe]] = {
    nodes.Plain: lambda _, kind: Safe(_SPELLINGS[kind.name]),
    nodes.ListOf: lambda emitter, kind: code("std::vector<{}>", emitter._spell(kind.item)),
    nodes.MapOf: lambda emitter, kind: code(
        "std::map<std::string, {}>", emitter._spell(kind.value)
    ),
    nodes.ModelOf: lambda emitter, kind: emitter._types.names.types[kind.name],
    nodes.EnumOf: lambda emitter, kind: emitter._types.names.types[kind.name],
}


def _operands(node: nodes.Node, operator: str) -> list[nodes.Node]:
    """`a || b || c` as its operands, however they were grouped."""
    if isinstance(node, nodes.Binary) and node.operator == operator:
        return _operands(node.left, operator) + _operands(node.right, operator)
    return [node]
