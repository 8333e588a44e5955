# SPDX-License-Identifier: BSL-1.0
"""Reads a rule into an unchecked tree."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.cel.errors import RuleError
from restbind.cel.lexer import RESERVED, Token, tokens

MAX_DEPTH = 40


@dataclass(frozen=True)
class Syntax:
    """kind: int, uint, double, string, bool, null (text is the literal); ident; select (text is the
    member); index; unary, binary (text is the operator); conditional; call (text is the function);
    method (text is the function, parts[0] the receiver); list."""

    kind: str
    text: str
    offset: int
    parts: tuple["Syntax", ...] = ()
    depth: int = 1


def parse(text: str) -> Syntax:
    """The unchecked tree of a rule. Raises RuleError."""
    return _Parser(text).rule()


_RELATIONS = ("==", "!=", "<", "<=", ">", ">=", "in")
_LEVELS = (("||",), ("&&",), _RELATIONS, ("+", "-"), ("*", "/", "%"))


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0

    def rule(self) -> Syntax:
        if self._now.kind == "end":
            raise RuleError("RB060", 0, "the rule is empty")
        found = self._expression()
        if self._now.kind != "end":
            raise self._unexpected()
        return found

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._now
        self._at += 1
        return token

    def _is(self, *texts: str) -> bool:
        return self._now.text in texts and self._now.kind in ("operator", "name")

    def _expect(self, text: str) -> Token:
        if not self._is(text):
            raise self._unexpected(f"; expected `{text}`")
        return self._take()

    def _unexpected(self, more: str = "") -> RuleError:
        shown = self._now.text if self._now.kind == "end" else f"`{self._now.text}`"
        return RuleError("RB060", self._now.offset, f"{shown} is unexpected here{more}")

    def _make(self, kind: str, text: str, offset: int, *parts: Syntax) -> Syntax:
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > MAX_DEPTH:
            raise self._too_deep(offset)
        return Syntax(kind, text, offset, parts, depth)

    @staticmethod
    def _too_deep(offset: int) -> RuleError:
        return RuleError(
            "RB064",
            offset,
            f"the rule is nested deeper than {MAX_DEPTH} levels",
            "write several rules",
        )

    def _expression(self) -> Syntax:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._too_deep(self._now.offset)
        condition = self._binary(0)
        if self._is("?"):
            offset = self._take().offset
            then = self._binary(0)
            self._expect(":")
            condition = self._make("conditional", "?", offset, condition, then, self._expression())
        self._depth -= 1
        return condition

    def _binary(self, level: int) -> Syntax:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._is(*_LEVELS[level]):
            operator = self._take()
            left = self._make(
                "binary", operator.text, operator.offset, left, self._binary(level + 1)
            )
        return left

    def _unary(self) -> Syntax:
        prefixes: list[Token] = []
        while self._is("!", "-"):
            prefixes.append(self._take())
        operand = self._member()
        for prefix in reversed(prefixes):
            if (
                prefix.text == "-"
                and operand.kind in ("int", "double")
                and not operand.text.startswith("-")
            ):
                operand = Syntax(operand.kind, f"-{operand.text}", prefix.offset)
            else:
                operand = self._make("unary", prefix.text, prefix.offset, operand)
        return operand

    def _member(self) -> Syntax:
        operand = self._primary()
        while self._is(".", "["):
            if self._take().text == "[":
                offset = self._now.offset
                operand = self._make("index", "[", offset, operand, self._expression())
                self._expect("]")
                continue
            name = self._name()
            if self._is("("):
                operand = self._make(
                    "method", name.text, name.offset, operand, *self._arguments(")")
                )
            else:
                operand = self._make("select", name.text, name.offset, operand)
        return operand

    def _name(self) -> Token:
        if self._now.kind != "name" or self._now.text == "in":
            raise self._unexpected("; expected a name")
        return self._take()

    def _arguments(self, closing: str) -> list[Syntax]:
        self._take()
        found: list[Syntax] = []
        while not self._is(closing):
            found.append(self._expression())
            if not self._is(closing):
                self._expect(",")
        self._take()
        return found

    def _primary(self) -> Syntax:
        token = self._now
        if token.kind in ("int", "uint", "double", "string"):
            self._take()
            return Syntax(token.kind, token.text, token.offset)
        if self._is("("):
            self._take()
            inner = self._expression()
            self._expect(")")
            return inner
        if self._is("["):
            return self._make("list", "[", token.offset, *self._arguments("]"))
        if self._is("{"):
            raise RuleError("RB064", token.offset, "maps cannot be written in a rule")
        if token.kind != "name" or token.text == "in":
            raise self._unexpected()
        return self._named(self._take())

    def _named(self, token: Token) -> Syntax:
        if token.text in ("true", "false"):
            return Syntax("bool", token.text, token.offset)
        if token.text == "null":
            return Syntax("null", token.text, token.offset)
        if token.text in RESERVED:
            raise RuleError("RB060", token.offset, f"`{token.text}` is a reserved word of CEL")
        if self._is("("):
            return self._make("call", token.text, token.offset, *self._arguments(")"))
        return Syntax("ident", token.text, token.offset)
