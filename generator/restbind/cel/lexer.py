# SPDX-License-Identifier: BSL-1.0
"""Tokens of a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from restbind.cel.errors import RuleError

MAX_LENGTH = 4000

RESERVED = frozenset(
    "as break const continue else for function if import let loop package namespace return var void"
    " while".split()
)

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n\f]+|//[^\n]*)
  | (?P<double>
        [0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?
      | [0-9]+[eE][-+]?[0-9]+
      | \.[0-9]+(?:[eE][-+]?[0-9]+)?)
  | (?P<int>0[xX][0-9a-fA-F]+|[0-9]+)(?P<unsigned>[uU]?)
  | (?P<string>[rRbB]{0,2}(?:
        \"{3}(?:[^\\]|\\.)*?\"{3}
      | '{3}(?:[^\\]|\\.)*?'{3}
      | "(?:[^"\\\n]|\\.)*"
      | '(?:[^'\\\n]|\\.)*'))
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<operator>\|\||&&|==|!=|<=|>=|[-+*/%!<>?:.,()\[\]{}])
""",
    re.VERBOSE | re.DOTALL,
)

_ESCAPE = re.compile(
    r"\\(x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)",
    re.DOTALL,
)
_SIMPLE = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "?": "?",
    '"': '"',
    "'": "'",
    "`": "`",
}


@dataclass(frozen=True)
class Token:
    """kind: int, uint, double, string, name, operator, end. text: what it says; strings with
    escapes resolved.
    """

    kind: str
    text: str
    offset: int


def tokens(text: str) -> list[Token]:
    """The tokens of a rule in order, the last one of the kind `end`. Raises RuleError."""
    if len(text) > MAX_LENGTH:
        raise RuleError(
            "RB064", 0, f"the rule has {len(text)} characters; the limit is {MAX_LENGTH}"
        )
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise _unreadable(text, at)
        if match.lastgroup != "space":
            found.append(_token(match))
            _check_end_of_number(text, found[-1], match.end())
        at = match.end()
    found.append(Token("end", "the end of the rule", len(text)))
    return found


def _unreadable(text: str, at: int) -> RuleError:
    if text[at] in "'\"":
        return RuleError("RB060", at, "the string does not end")
    hint = {"=": "CEL compares with `==`", "&": "CEL writes `&&`", "|": "CEL writes `||`"}.get(
        text[at], ""
    )
    return RuleError("RB060", at, f"`{text[at]}` means nothing here", hint)


def _check_end_of_number(text: str, token: Token, end: int) -> None:
    if (
        token.kind in ("int", "uint", "double")
        and end < len(text)
        and (text[end].isalnum() or text[end] == "_")
    ):
        raise RuleError("RB060", end, f"`{text[end]}` follows a number")


def _token(match: re.Match[str]) -> Token:
    offset = match.start()
    if match["int"]:
        digits = match["int"]
        text = str(int(digits, 16)) if digits[:2] in ("0x", "0X") else str(int(digits))
        return Token("uint" if match["unsigned"] else "int", text, offset)
    if match["string"]:
        return Token("string", _string(match["string"], offset), offset)
    return Token(match.lastgroup or "", match.group(), offset)


def _string(text: str, offset: int) -> str:
    prefix = (
        text[: min(text.find("'") % len(text), text.find('"') % len(text))].lower()
        if text[0] in "rRbB"
        else ""
    )
    if "b" in prefix:
        raise RuleError("RB064", offset, "byte strings are not supported")
    body = text[len(prefix) :]
    quote = 3 if body[:3] in ('"""', "'''") and len(body) >= 6 else 1
    content = body[quote:-quote]
    return content if prefix else _ESCAPE.sub(lambda found: _escape(found, offset), content)


def _escape(found: re.Match[str], offset: int) -> str:
    escape = found.group(1)
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if len(escape) == 3 and escape.isdigit():
        return chr(int(escape, 8))
    number = int(escape[1:], 16) if len(escape) > 1 else -1
    if number < 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise RuleError("RB060", offset, f"`\\{escape}` is not an escape of CEL")
    return chr(number)
