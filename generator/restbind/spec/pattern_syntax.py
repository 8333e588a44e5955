# SPDX-License-Identifier: BSL-1.0
"""Reads a regular expression of ECMA-262 (the u flag set) into a tree, as
`tests/support/pattern/syntax.hpp` does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from restbind.spec.pattern_sets import (
    ALL_CATEGORIES,
    CATEGORIES,
    LAST,
    LONG_NAMES,
    OF_OTHER_SCRIPTS,
    OF_SCRIPT,
    SCRIPTS,
    CodeSet,
    Ranges,
    complement,
)

MAX_DEPTH = 100
MAX_COUNT = 1_000_000_000
UNLIMITED = 0xFFFFFFFF


_GROUPS = re.compile(
    r"\?(?:(<?)([=!])|:|<[A-Za-z_$\u0080-\U0010ffff][A-Za-z0-9_$\u0080-\U0010ffff]*>)"
)
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_OF_POSIX = re.compile(
    r"\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word"
    r"|xdigit):\]"
)

_CLASSES: dict[str, Ranges] = {
    "d": [(0x30, 0x39)],
    "w": [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
    "s": [
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ],
    ".": [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)],  # what it does not take
}


@dataclass
class Node:
    """kind: sequence (all parts; none is the empty text), alternatives (one of them), repeat (the
    one part, least to most times), look (the one part fits from here on, or up to here), or what is
    one step. step: of a look or a step, its name in the runtime.
    """

    kind: str
    parts: list[Node] = field(default_factory=list)
    step: str = ""
    set: CodeSet | None = None
    behind: bool = False
    least: int = 0
    most: int = UNLIMITED


class SyntaxFault(Exception):
    """offset: the character at which reading stopped."""

    def __init__(self, offset: int, text: str) -> None:
        super().__init__(text)
        self.offset = offset
        self.text = text


def parse(text: str) -> Node:
    """The syntax tree of a pattern. Raises SyntaxFault."""
    parser = _Parser(text)
    found = parser.alternatives()
    if parser.at < len(text):
        parser.fail("unmatched )")
    return found


def _number(digits: str) -> int:
    return min(int(digits.lstrip("0")[:10] or "0"), MAX_COUNT)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def fail(self, text: str) -> NoReturn:
        raise SyntaxFault(self.at, text)

    def peek(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def skip(self, token: str) -> bool:
        found = self.peek(token)
        self.at += len(token) if found else 0
        return found

    def is_quantifier(self) -> bool:
        return (
            self.text[self.at : self.at + 1] in ("*", "+", "?")
            or _COUNT.match(self.text, self.at) is not None
        )

    def alternatives(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("groups are nested too deeply")
        found = [self.sequence()]
        while self.skip("|"):
            found.append(self.sequence())
        self.depth -= 1
        if len(found) == 1:
            return found[0]
        sets = [node.set for node in found if node.set is not None and not node.set.negative]
        if len(sets) != len(found):
            return Node("alternatives", found)
        both = CodeSet()  # alternatives that are single characters are one set
        for set_ in sets:
            both.add(set_)
        return _characters(both)

    def sequence(self) -> Node:
        found = []
        while self.at < len(self.text) and not self.peek("|") and not self.peek(")"):
            found.append(self.quantified(*self.term()))
        return found[0] if len(found) == 1 else Node("sequence", found)

    def term(self) -> tuple[Node, bool]:
        """A part, and whether it may be repeated."""
        for token, step in (("^", "begin"), ("$", "end"), ("\\b", "boundary"), ("\\B", "inside")):
            if self.skip(token):
                return Node("step", step=step), False
        if self.skip("("):
            return self.group()
        if self.skip("."):
            return _characters(CodeSet(list(_CLASSES["."]), negative=True)), True
        if self.skip("["):
            return _characters(self.characters()), True
        if self.is_quantifier():
            self.fail("nothing to repeat")
        found = CodeSet()
        if self.skip("\\"):
            single = self.escape(found, in_class=False)
        else:
            single = ord(self.text[self.at])
            self.at += 1
        if single is not None:
            found.ranges.append((single, single))
        return _characters(found), True

    def group(self) -> tuple[Node, bool]:
        look = None
        if self.peek("?"):
            found = _GROUPS.match(self.text, self.at)
            if found is None:
                self.fail("this kind of group does not exist")
            self.at = found.end()
            if found.group(2):
                look = Node(
                    "look",
                    step="look" if found.group(2) == "=" else "no_look",
                    behind=bool(found.group(1)),
                )
        inner = self.alternatives()
        if not self.skip(")"):
            self.fail("a ) is missing")
        if look is None:
            return inner, True
        look.parts.append(inner)
        return look, False

    def quantified(self, part: Node, repeatable: bool) -> Node:
        """A { that does not start a count stands for itself, as it does without the u flag."""
        least, most = 0, UNLIMITED
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
            most = (
                least
                if count.group(2) is None
                else _number(count.group(3))
                if count.group(3)
                else UNLIMITED
            )
        else:
            return part
        if not repeatable:
            self.fail("nothing to repeat")
        if least > most:
            self.fail("the numbers of the repeat are in the wrong order")
        self.skip("?")  # lazy: the same texts match
        if self.is_quantifier():
            self.fail("nothing to repeat")
        return Node("repeat", [part], least=least, most=most)

    def characters(self) -> CodeSet:
        found = CodeSet(negative=self.skip("^"))
        while not self.skip("]"):
            first = self.class_member(found)
            if first is None:
                continue
            if self.peek("-") and not self.peek("-]"):  # in [\w-.] the dash stands for itself
                self.at += 1
                last = self.class_member(found)
                if last is None:  # [a-\d]: so does this one
                    found.ranges.append((0x2D, 0x2D))
                elif last < first:
                    self.fail("the range is in the wrong order")
                else:
                    found.ranges.append((first, last))
            found.ranges.append((first, first))
        return found

    def class_member(self, into: CodeSet) -> int | None:
        """The single character; None for a set, which is added."""
        if self.at == len(self.text):
            self.fail("a ] is missing")
        if _OF_POSIX.match(self.text, self.at):
            self.fail("classes of POSIX, as [:alpha:], are not those of ECMA-262")
        if self.peek("&&[") or self.peek("--["):
            self.fail("sets of characters within sets are not those of ECMA-262 without the v flag")
        if self.skip("\\"):
            return self.escape(into, in_class=True)
        self.at += 1
        return ord(self.text[self.at - 1])

    def escape(self, into: CodeSet, in_class: bool) -> int | None:
        if self.at == len(self.text):
            self.fail("a \\ at the end")
        char = self.text[self.at]
        if char in "dDwWsS":
            self.at += 1
            ranges = _CLASSES[char.lower()]
            into.ranges += ranges if char.islower() else complement(ranges)
            return None
        if char in "pP":
            self.property(into)
            return None
        if not in_class and char in "123456789k":
            self.fail("backreferences are not supported")
        return self.single(char, in_class)

    def property(self, into: CodeSet) -> None:
        negative = self.text[self.at] == "P"
        self.at += 1
        found = re.compile(r"\{([^}]*)\}").match(self.text, self.at)
        if found is None:
            self.fail("\\p is followed by a property in braces")
        key, sign, name = found.group(1).partition("=")
        if not sign:
            key, name = "gc", key
        short = LONG_NAMES.get(name, name)
        wanted = sum(
            1 << index
            for index, category in enumerate(CATEGORIES)
            if category == short
            or category[0] == short
            or (short == "LC" and category in ("Lu", "Ll", "Lt"))
        )
        if key in ("Script", "sc") and name in SCRIPTS:
            into.scripts.add(
                OF_SCRIPT | (OF_OTHER_SCRIPTS if negative else 0) | SCRIPTS.index(name)
            )
        elif not sign and name in ("Any", "ASCII"):
            ranges = [(0, LAST if name == "Any" else 0x7F)]
            into.ranges += complement(ranges) if negative else ranges
        elif key in ("General_Category", "gc") and wanted:
            into.categories |= ALL_CATEGORIES & ~wanted if negative else wanted
        else:
            self.fail("the property of characters is not known")
        self.at = found.end()

    def single(self, char: str, in_class: bool) -> int:
        self.at += 1
        named = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, **({"b": 8} if in_class else {})}
        if char in named:
            return named[char]
        if char == "0":
            if re.match("[0-9]", self.text[self.at : self.at + 1]):
                self.fail("octal escapes are not supported")
            return 0
        if char == "c":
            if not re.match("[A-Za-z]", self.text[self.at : self.at + 1]):
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
        found = self.text[self.at : self.at + digits]
        if not re.fullmatch(f"[0-9A-Fa-f]{{{digits}}}", found):
            self.fail("a hexadecimal digit is missing")
        self.at += digits
        return int(found, 16)


def _characters(found: CodeSet) -> Node:
    return Node("step", step="characters", set=found.finished())
