# SPDX-License-Identifier: BSL-1.0
"""Checks a rule against the model it stands on and gives every node its type."""

from __future__ import annotations

from collections.abc import Mapping

from restbind import ir
from restbind.cel import facts as known
from restbind.cel.errors import RuleError
from restbind.cel.facts import NOTHING, Facts
from restbind.cel.literals import LITERALS
from restbind.cel.nodes import (
    BOOL,
    DATE,
    DECIMAL,
    DOUBLE,
    INSTANT,
    INT,
    OPAQUE,
    STRING,
    UINT,
    Binary,
    Call,
    CelType,
    Comprehension,
    Conditional,
    EnumOf,
    Has,
    Ident,
    Index,
    ListLiteral,
    ListOf,
    Literal,
    MapOf,
    ModelOf,
    Node,
    Select,
    Unary,
)
from restbind.cel.parser import Syntax, parse
from restbind.cel.types import Lookup, adapted, comparable, named, type_of
from restbind.diagnostics import near

MACROS = ("all", "exists", "exists_one", "map", "filter")
TEXT_FUNCTIONS = ("startsWith", "endsWith", "contains")
FUNCTIONS = ("has", "size", *TEXT_FUNCTIONS, *MACROS)

_ORDERED = (INT, UINT, DOUBLE, DECIMAL, STRING, DATE, INSTANT)
_WRAPPED = ("optional", "optional_nullable", "nullable")


def compile_rule(text: str, model: str, lookup: Lookup) -> Node:
    """Reads and checks a rule over the model `model`; the result is of type bool. Raises
    RuleError.
    """
    rule = parse(text)
    node = _Checker(lookup).visit(rule, {"self": ModelOf(model)}, NOTHING)
    if node.type != BOOL:
        raise RuleError(
            "RB062", node.offset, f"the rule gives {named(node.type)}; it must give a bool"
        )
    return node


Variables = Mapping[str, CelType]


class _Checker:
    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    def visit(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if rule.kind in LITERALS:
            return LITERALS[rule.kind](rule)
        node: Node = getattr(self, f"_{rule.kind}")(rule, variables, facts)
        return node

    def _null(self, rule: Syntax, *_: object) -> Node:
        raise RuleError(
            "RB062",
            rule.offset,
            "`null` may only be compared: `self.x == null`",
            "or write `!has(self.x)`",
        )

    def _list(self, rule: Syntax, *_: object) -> Node:
        raise RuleError("RB064", rule.offset, "a list may only be written at the right of `in`")

    # Names.

    def _ident(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if rule.text not in variables:
            hint = near(rule.text, variables)
            if (
                not hint
                and isinstance(variables["self"], ModelOf)
                and self._member(variables["self"], rule.text)
            ):
                hint = f"members are reached through `self`: `self.{rule.text}`"
            raise RuleError("RB061", rule.offset, f"`{rule.text}` is unknown here", hint)
        return Ident(rule.text, variables[rule.text], rule.offset)

    def _members(self, model: ModelOf) -> tuple[ir.Member, ...]:
        found = self._lookup[model.name]
        return found.members if isinstance(found, ir.Model) else ()

    def _member(self, model: ModelOf, name: str) -> ir.Member | None:
        return next((member for member in self._members(model) if member.wire_name == name), None)

    def _selected(
        self, rule: Syntax, variables: Variables, facts: Facts
    ) -> tuple[Node, str, ir.Member]:
        """The operand of a selection, its model, and the member it names."""
        operand = self.visit(rule.parts[0], variables, facts)
        if isinstance(operand.type, MapOf):
            raise RuleError(
                "RB064",
                rule.offset,
                "entries of a map are not members",
                f"write `'{rule.text}' in …` and `…['{rule.text}']`",
            )
        if not isinstance(operand.type, ModelOf):
            raise RuleError(
                "RB062",
                rule.offset,
                f"`{rule.text}` is read from {named(operand.type)}, which has no members",
            )
        member = self._member(operand.type, rule.text)
        if member is None:
            names = [found.wire_name for found in self._members(operand.type)]
            raise RuleError(
                "RB061",
                rule.offset,
                f"{operand.type.name} has no member `{rule.text}`",
                near(rule.text, names),
            )
        return operand, operand.type.name, member

    def _select(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        operand, model, member = self._selected(rule, variables, facts)
        node = Select(
            operand,
            member.wire_name,
            model,
            member.presence,
            type_of(member.type, self._lookup),
            rule.offset,
        )
        if member.presence in _WRAPPED and not known.has(facts, node):
            path = node.path or member.wire_name
            raise RuleError(
                "RB063",
                rule.offset,
                f"`{path}` may be absent here",
                f"write `has({path}) && …`, or `!has({path}) || …` where an absent value is"
                " fine",
            )
        return node

    def _has(self, rule: Syntax, variables: Variables, facts: Facts) -> Has:
        if len(rule.parts) != 1 or rule.parts[0].kind != "select":
            raise RuleError(
                "RB062", rule.offset, "has() takes one member selection, such as `has(self.x)`"
            )
        operand, model, member = self._selected(rule.parts[0], variables, facts)
        return Has(operand, member.wire_name, model, member.presence, BOOL, rule.offset)

    def _index(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        operand = self.visit(rule.parts[0], variables, facts)
        index = self.visit(rule.parts[1], variables, facts)
        if isinstance(operand.type, ListOf):
            if not isinstance(index, Literal) or index.kind != "int" or int(index.text) < 0:
                raise RuleError(
                    "RB064",
                    rule.offset,
                    "the index of a list must be a literal, 0 or more",
                    "use all() or exists() to look at every element",
                )
            if known.least_size(facts, operand) <= int(index.text):
                path = operand.path or "…"
                raise RuleError(
                    "RB063",
                    rule.offset,
                    f"`{path}` may have no element {index.text} here",
                    f"write `size({path}) > {index.text} && …`",
                )
            return Index(operand, index, operand.type.item, rule.offset)
        if isinstance(operand.type, MapOf):
            if index.type != STRING:
                raise RuleError(
                    "RB062", rule.offset, f"the key of a map is a string, not {named(index.type)}"
                )
            if not known.has_key(facts, operand, index):
                raise RuleError(
                    "RB063",
                    rule.offset,
                    "the map may have no such key here",
                    "write `key in map && map[key] …`",
                )
            return Index(operand, index, operand.type.value, rule.offset)
        raise RuleError("RB062", rule.offset, f"{named(operand.type)} cannot be indexed")

    # Operators.

    def _unary(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        operand = self.visit(rule.parts[0], variables, facts)
        fits = operand.type == BOOL if rule.text == "!" else operand.type in (INT, DOUBLE, DECIMAL)
        if not fits:
            needed = "a bool" if rule.text == "!" else "a signed number"
            raise RuleError(
                "RB062", rule.offset, f"`{rule.text}` needs {needed}, not {named(operand.type)}"
            )
        return Unary(rule.text, operand, operand.type, rule.offset)

    def _binary(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if rule.text in ("&&", "||"):
            return self._logic(rule, variables, facts)
        if rule.text == "in":
            return self._in(rule, variables, facts)
        if rule.text in ("==", "!=") and "null" in (rule.parts[0].kind, rule.parts[1].kind):
            return self._null_test(rule, variables, facts)
        left = self.visit(rule.parts[0], variables, facts)
        right = self.visit(rule.parts[1], variables, facts)
        left, right = adapted(left, right.type), adapted(right, left.type)
        if rule.text in ("==", "!=", "<", "<=", ">", ">="):
            return self._comparison(rule, left, right)
        return self._arithmetic(rule, left, right)

    def _logic(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        left = self.visit(rule.parts[0], variables, facts)
        right = self.visit(rule.parts[1], variables, facts | known.when(left, rule.text == "&&"))
        for side in (left, right):
            if side.type != BOOL:
                raise RuleError(
                    "RB062", side.offset, f"`{rule.text}` needs bools, not {named(side.type)}"
                )
        return Binary(rule.text, left, right, BOOL, rule.offset)

    def _null_test(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        tested = rule.parts[1] if rule.parts[0].kind == "null" else rule.parts[0]
        if tested.kind != "select":
            raise RuleError("RB062", rule.offset, "only a member can be compared with null")
        found = self._has(Syntax("call", "has", tested.offset, (tested,)), variables, facts)
        if found.presence not in _WRAPPED:
            raise RuleError("RB062", rule.offset, f"`{found.member}` is never null or absent")
        return found if rule.text == "!=" else Unary("!", found, BOOL, rule.offset)

    def _comparison(self, rule: Syntax, left: Node, right: Node) -> Node:
        if not comparable(left.type, right.type):
            raise RuleError(
                "RB062",
                rule.offset,
                f"`{rule.text}` compares {named(left.type)} with {named(right.type)}",
            )
        scalars = (*_ORDERED, BOOL) if rule.text in ("==", "!=") else _ORDERED
        is_enum = isinstance(left.type, EnumOf) or isinstance(right.type, EnumOf)
        if left.type not in scalars and not (rule.text in ("==", "!=") and is_enum):
            raise RuleError(
                "RB062", rule.offset, f"`{rule.text}` cannot compare {named(left.type)}"
            )
        return Binary(rule.text, left, right, BOOL, rule.offset)

    @staticmethod
    def _arithmetic(rule: Syntax, left: Node, right: Node) -> Node:
        fitting = {
            "+": (INT, DOUBLE, DECIMAL, STRING),
            "-": (INT, DOUBLE, DECIMAL),
            "*": (INT, DOUBLE),
            "/": (INT, DOUBLE),
            "%": (INT,),
        }[rule.text]
        if left.type != right.type or left.type not in fitting:
            raise RuleError(
                "RB062",
                rule.offset,
                f"`{rule.text}` does not fit {named(left.type)} and {named(right.type)}",
            )
        if rule.text in ("/", "%") and left.type == INT:
            if not isinstance(right, Literal) or right.text in ("0", "-1"):
                raise RuleError(
                    "RB064", right.offset, "the divisor must be a literal other than 0 and -1"
                )
        return Binary(rule.text, left, right, left.type, rule.offset)

    def _in(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        left = self.visit(rule.parts[0], variables, facts)
        if rule.parts[1].kind == "list":
            right: Node = self._literals(rule.parts[1], left.type)
        else:
            right = self.visit(rule.parts[1], variables, facts)
        element = right.type.elements
        if element is None:
            raise RuleError(
                "RB062",
                rule.offset,
                f"`in` needs a list or map at its right, not {named(right.type)}",
            )
        left = adapted(left, element)
        if (
            not comparable(left.type, element)
            or OPAQUE in (left.type, element)
            or isinstance(left.type, (ListOf, MapOf, ModelOf))
        ):
            raise RuleError(
                "RB062",
                rule.offset,
                f"`in` looks for {named(left.type)} among values of type {element}",
            )
        return Binary("in", left, right, BOOL, rule.offset)

    def _literals(self, rule: Syntax, sought: CelType) -> Node:
        if not rule.parts:
            raise RuleError("RB062", rule.offset, "the list is empty")
        items: list[Node] = []
        for part in rule.parts:
            if part.kind not in LITERALS:
                raise RuleError("RB064", part.offset, "a list holds literals only")
            item = adapted(self.visit(part, {}, NOTHING), sought)
            if items and item.type != items[0].type:
                raise RuleError(
                    "RB062",
                    part.offset,
                    f"the list holds {named(items[0].type)} and {named(item.type)}",
                )
            items.append(item)
        return ListLiteral(tuple(items), ListOf(items[0].type), rule.offset)

    def _conditional(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        condition = self.visit(rule.parts[0], variables, facts)
        if condition.type != BOOL:
            raise RuleError(
                "RB062", condition.offset, f"`?` needs a bool, not {named(condition.type)}"
            )
        then = self.visit(rule.parts[1], variables, facts | known.when(condition, True))
        otherwise = self.visit(rule.parts[2], variables, facts | known.when(condition, False))
        then, otherwise = adapted(then, otherwise.type), adapted(otherwise, then.type)
        if then.type != otherwise.type or then.type == OPAQUE:
            raise RuleError(
                "RB062", rule.offset, f"`?:` gives {named(then.type)} or {named(otherwise.type)}"
            )
        return Conditional(condition, then, otherwise, then.type, rule.offset)

    # Functions and macros.

    def _call(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if rule.text == "has":
            return self._has(rule, variables, facts)
        if rule.text == "size" and len(rule.parts) == 1:
            return self._size(rule, variables, facts)
        raise self._unknown_function(rule)

    def _method(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if rule.text in MACROS:
            return self._macro(rule, variables, facts)
        if rule.text == "size" and len(rule.parts) == 1:
            return self._size(rule, variables, facts)
        if rule.text not in TEXT_FUNCTIONS or len(rule.parts) != 2:
            raise self._unknown_function(rule)
        arguments = tuple(self.visit(part, variables, facts) for part in rule.parts)
        for argument in arguments:
            if argument.type != STRING:
                raise RuleError(
                    "RB062",
                    argument.offset,
                    f"{rule.text}() works on strings, not on {named(argument.type)}",
                )
        return Call(rule.text, arguments, BOOL, rule.offset)

    def _unknown_function(self, rule: Syntax) -> RuleError:
        if rule.text in FUNCTIONS:
            return RuleError(
                "RB062",
                rule.offset,
                (
                    f"{rule.text}() is called with the wrong number of arguments, "
                    "or without the value it works on"
                ),
            )
        return RuleError(
            "RB064",
            rule.offset,
            f"the function `{rule.text}` is not supported",
            near(rule.text, FUNCTIONS),
        )

    def _size(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        argument = self.visit(rule.parts[0], variables, facts)
        if argument.type != STRING and argument.type.elements is None:
            raise RuleError(
                "RB062",
                rule.offset,
                f"size() counts a string, list or map, not {named(argument.type)}",
            )
        return Call("size", (argument,), INT, rule.offset)

    def _macro(self, rule: Syntax, variables: Variables, facts: Facts) -> Node:
        if len(rule.parts) != 3 or rule.parts[1].kind != "ident":
            raise RuleError(
                "RB062",
                rule.offset,
                (
                    f"{rule.text}() takes a variable and an expression, "
                    f"such as `{rule.text}(x, x > 0)`"
                ),
            )
        range_ = self.visit(rule.parts[0], variables, facts)
        element = range_.type.elements
        if element is None:
            raise RuleError(
                "RB062",
                rule.offset,
                f"{rule.text}() works on a list or map, not {named(range_.type)}",
            )
        variable = rule.parts[1]
        if variable.text in variables:
            raise RuleError(
                "RB062", variable.offset, f"the variable `{variable.text}` is in use already"
            )
        if isinstance(range_.type, MapOf):
            facts = facts | {("key", range_.path, variable.text)}
        body = self.visit(rule.parts[2], {**variables, variable.text: element}, facts)
        return Comprehension(
            rule.text,
            range_,
            variable.text,
            body,
            self._macro_type(rule, element, body),
            rule.offset,
        )

    @staticmethod
    def _macro_type(rule: Syntax, element: CelType, body: Node) -> CelType:
        if rule.text == "map":
            return ListOf(body.type)
        if body.type != BOOL:
            raise RuleError(
                "RB062", body.offset, f"{rule.text}() needs a bool, not {named(body.type)}"
            )
        return ListOf(element) if rule.text == "filter" else BOOL
