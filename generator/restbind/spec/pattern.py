"""Regular expressions of ECMA-262 as the runtime reads them (`restbind/core/detail/pattern.hpp`), checked before they get there.

The runtime compiles the text; this finds what it could not read or what would be too long, and where. Both take the
same language and count the same steps; the tests of both have the same cases.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_DEPTH = 100
MAX_STEPS = 5_000
MAX_COUNT = 1_000_000_000

_GROUPS = re.compile(r"\?(?:<?[=!]|:|<[A-Za-z_$\u0080-\U0010ffff][A-Za-z0-9_$\u0080-\U0010ffff]*>)")
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_SCRIPTS = frozenset("Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Thai Georgian Hangul Hiragana Katakana Han".split())
_CATEGORIES = frozenset(
    """L Lu Ll Lt Lm Lo LC M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Cs Co Cn
    Letter Cased_Letter Uppercase_Letter Lowercase_Letter Titlecase_Letter Modifier_Letter Other_Letter Mark Combining_Mark
    Nonspacing_Mark Spacing_Mark Enclosing_Mark Number Decimal_Number digit Letter_Number Other_Number Punctuation punct
    Connector_Punctuation Dash_Punctuation Open_Punctuation Close_Punctuation Initial_Punctuation Final_Punctuation
    Other_Punctuation Symbol Math_Symbol Currency_Symbol Modifier_Symbol Other_Symbol Separator Space_Separator Line_Separator
    Paragraph_Separator Other Control cntrl Format Surrogate Private_Use Unassigned""".split())


# What Python and ECMA-262 read alike, and where no repeat holds another: it takes no time.
_PLAIN = re.compile(r"""(?:\^|\$|\((?:\?:)?|\)(?![*+?{])|\||(?:\\[dw./^$*+?()\[\]{}|\\-]|\[\^?(?!\^)(?:\\[dw./^$\\-]|(?!&&|\|\||~~|--)[^\\\[\]])+\]|
    \.|[^\\\[\](){}|*+?^$.])(?:[*+?]\??|\{[0-9]+(?:,[0-9]*)?\}\??)?)*""", re.VERBOSE)
_MAX_REPEATS = 3
_MAX_TEXT = 200
_MAX_VALUE = 64


@dataclass(frozen=True)
class Fault:
    """offset: the character at which reading stopped."""

    offset: int
    text: str


class _Stop(Exception):
    pass


@dataclass(frozen=True)
class _Part:
    """steps: how many of the runtime's program it takes. single: it is one set of characters, whose repeats take one step."""

    steps: int
    single: bool = False
    repeatable: bool = True


def check(text: str) -> Fault | None:
    """None for an expression that the runtime can read."""
    parser = _Parser(text)
    try:
        steps = 1 + parser.alternatives().steps
        if parser.at < len(text):
            parser.fail("unmatched )")
    except _Stop as stop:
        return Fault(parser.at, str(stop))
    return Fault(0, "the pattern is too long: repeats of more than one character are written out, to 5,000 steps at most") if steps > MAX_STEPS else None


def _number(digits: str) -> int:
    return min(int(digits.lstrip("0")[:10] or "0"), MAX_COUNT)


def matches(text: str, value: str) -> bool | None:
    """Whether `value` matches an expression that check() took; None where only the runtime can say."""
    if not value.isascii() or not value.isprintable() or len(text) > _MAX_TEXT or len(value) > _MAX_VALUE:
        return None
    if sum(text.count(sign) for sign in "*+?{") - text.count("(?:") > _MAX_REPEATS or _PLAIN.fullmatch(text) is None:
        return None
    return re.search(text, value, re.ASCII) is not None


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def fail(self, text: str) -> None:
        raise _Stop(text)

    def peek(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def skip(self, token: str) -> bool:
        found = self.peek(token)
        self.at += len(token) if found else 0
        return found

    def alternatives(self) -> _Part:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("groups are nested too deeply")
        found = self.sequence()
        while self.skip("|"):
            found = _Part(found.steps + 1 + self.sequence().steps)
        self.depth -= 1
        return found

    def sequence(self) -> _Part:
        found = []
        while self.at < len(self.text) and not self.peek("|") and not self.peek(")"):
            found.append(self.quantified(self.term()))
        return found[0] if len(found) == 1 else _Part(sum(one.steps for one in found))

    def term(self) -> _Part:
        if any(self.skip(token) for token in ("^", "$", "\\b", "\\B")):
            return _Part(1, repeatable=False)
        if self.skip("("):
            return self.group()
        if self.skip("["):
            self.characters()
        elif self.peek("*") or self.peek("+") or self.peek("?"):
            self.fail("nothing to repeat")
        elif self.skip("\\"):
            self.escape(in_class=False)
        else:
            self.at += 1
        return _Part(1, single=True)

    def group(self) -> _Part:
        look = False
        if self.peek("?"):
            found = _GROUPS.match(self.text, self.at)
            if found is None:
                self.fail("this kind of group does not exist")
            self.at = found.end()
            look = found.group()[-1] in "=!"
        inner = self.alternatives()
        if not self.skip(")"):
            self.fail("a ) is missing")
        return _Part(inner.steps + 2, repeatable=False) if look else _Part(inner.steps, inner.single)

    def quantified(self, part: _Part) -> _Part:
        least, most = 0, None
        count = _COUNT.match(self.text, self.at)
        if self.skip("*"):
            pass
        elif self.skip("+"):
            least = 1
        elif self.skip("?"):
            most = 1
        elif count:
            self.at = count.end()
            least = _number(count.group(1))
            most = least if count.group(2) is None else _number(count.group(3)) if count.group(3) else None
        else:
            return part
        if not part.repeatable:
            self.fail("nothing to repeat")
        if most is not None and least > most:
            self.fail("the numbers of the repeat are in the wrong order")
        self.skip("?")
        if self.peek("*") or self.peek("+") or self.peek("?"):
            self.fail("nothing to repeat")
        if part.single and (most is None or most > 1):
            return _Part(1)
        if most is None:
            return _Part(part.steps * (least + 1) + 1)
        return _Part(part.steps * most + (most - least if part.steps else 0))

    def characters(self) -> None:
        self.skip("^")
        while not self.skip("]"):
            first = self.class_member()
            if not self.peek("-") or self.peek("-]") or first is None:
                continue
            self.at += 1
            last = self.class_member()
            if last is not None and last < first:
                self.fail("the range is in the wrong order")

    def class_member(self) -> int | None:
        """The single character; None for a set."""
        if self.at == len(self.text):
            self.fail("a ] is missing")
        if self.skip("\\"):
            return self.escape(in_class=True)
        self.at += 1
        return ord(self.text[self.at - 1])

    def escape(self, in_class: bool) -> int | None:
        if self.at == len(self.text):
            self.fail("a \\ at the end")
        char = self.text[self.at]
        if char in "dDwWsS":
            self.at += 1
            return None
        if char in "pP":
            return self.property()
        if not in_class and char in "123456789k":
            self.fail("backreferences are not supported")
        return self.single(char, in_class)

    def property(self) -> None:
        self.at += 1
        found = re.compile(r"\{([^}]*)\}").match(self.text, self.at)
        if found is None:
            self.fail("\\p is followed by a property in braces")
        key, sign, value = found.group(1).rpartition("=")
        known = (value in _SCRIPTS if key in ("Script", "sc") else value in _CATEGORIES if key in ("General_Category", "gc")
                 else not sign and (value in _CATEGORIES or value in ("Any", "ASCII")))
        if not known:
            self.fail("the property of characters is not known")
        self.at = found.end()

    def single(self, char: str, in_class: bool) -> int:
        self.at += 1
        named = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, **({"b": 8} if in_class else {})}
        if char in named:
            return named[char]
        if char == "0":
            if self.text[self.at:self.at + 1].isdigit():
                self.fail("octal escapes are not supported")
            return 0
        if char == "c":
            if not re.match("[A-Za-z]", self.text[self.at:self.at + 1]):
                self.fail("\\c is followed by a letter")
            self.at += 1
            return ord(self.text[self.at - 1]) & 31
        if char == "x":
            return self.hexadecimal(2)
        if char == "u":
            return self.unicode()
        if re.match("[A-Za-z0-9]", char):
            self.at -= 1
            self.fail("this escape does not exist")
        return ord(char)

    def unicode(self) -> int:
        braced = re.compile(r"\{([0-9A-Fa-f]{1,8})\}").match(self.text, self.at)
        if braced and int(braced.group(1), 16) <= 0x10FFFF:
            self.at = braced.end()
            return int(braced.group(1), 16)
        if self.peek("{"):
            self.fail("\\u{…} holds a hexadecimal number up to 10FFFF")
        code = self.hexadecimal(4)
        low = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})").match(self.text, self.at)
        if 0xD800 <= code < 0xDC00 and low:
            self.at = low.end()
            return 0x10000 + ((code - 0xD800) << 10) + int(low.group(1), 16) - 0xDC00
        return code

    def hexadecimal(self, digits: int) -> int:
        found = self.text[self.at:self.at + digits]
        if not re.fullmatch(f"[0-9A-Fa-f]{{{digits}}}", found):
            self.fail("a hexadecimal digit is missing")
        self.at += digits
        return int(found, 16)
