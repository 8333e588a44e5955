# SPDX-License-Identifier: BSL-1.0
"""Reads a regular expression of ECMA-262 (the u flag set) into a tree, as
`tests/support/pattern/syntax.hpp` does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

MAX_DEPTH = 100
MAX_COUNT = 1_000_000_000
UNLIMITED = 0xFFFFFFFF
_LAST = 0x10FFFF

# In the order of the runtime's tables (json/schema/unicode_properties.hpp), whose numbers the
# programs hold.
_SCRIPTS = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Thai Georgian Hangul Hiragana"
    " Katakana Han".split()
)
_CATEGORIES = """
    Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn
    """.split()
_LONG_NAMES = dict(
    zip(
        """
    Letter Cased_Letter Uppercase_Letter Lowercase_Letter Titlecase_Letter Modifier_Letter
    Other_Letter Mark Combining_Mark Nonspacing_Mark Spacing_Mark Enclosing_Mark Number
    Decimal_Number digit Letter_Number Other_Number Punctuation punct Connector_Punctuation
    Dash_Punctuation Open_Punctuation Close_Punctuation Initial_Punctuation Final_Punctuation
    Other_Punctuation Symbol Math_Symbol Currency_Symbol Modifier_Symbol Other_Symbol Separator
    Space_Separator Line_Separator Paragraph_Separator Other Control cntrl Format Surrogate
    Private_Use Unassigned
    """.split(),
        """
    L LC Lu Ll Lt Lm Lo M M Mn Mc Me N Nd Nd Nl No P P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs
    Zl Zp C Cc Cc Cf Cs Co Cn
    """.split(),
    )
)
_ALL_CATEGORIES = (1 << len(_CATEGORIES)) - 1
OF_SCRIPT, OF_OTHER_SCRIPTS = 1 << 31, 1 << 30

_GROUPS = re.compile(
    r"\?(?:(<?)([=!])|:|<[A-Za-z_$\u0080-\U0010ffff][A-Za-z0-9_$\u0080-\U0010ffff]*>)"
)
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")

Ranges = list[tuple[int, int]]

# Properties that the runtime has no tables for: names, and what stands for each and for its
# opposite within a set.
_HEX = (
    r"0-9A-Fa-f\uff10-\uff19\uff21-\uff26\uff41-\uff46",
    r"\u{0}-/:-@G-`g-\uff0f\uff1a-\uff20\uff27-\uff40\uff47-\u{10ffff}",
)
_SPACE = (
    r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000",
    r"\u{0}-\b\x0e-\x1f!-\x84\x86-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\u{10ffff}",
)
_WRITTEN_OUT = {
    **dict.fromkeys(("ASCII_Hex_Digit", "AHex"), ("0-9A-Fa-f", r"\u{0}-/:-@G-`g-\u{10ffff}")),
    **dict.fromkeys(("Hex_Digit", "Hex"), _HEX),
    **dict.fromkeys(("White_Space", "space"), _SPACE),
    "Assigned": (r"\P{Cn}", r"\p{Cn}"),
    **{
        f"{key}={short}": (rf"\p{{{key}={name}}}", rf"\P{{{key}={name}}}")
        for key in ("Script", "sc")
        for short, name in zip(
            "Latn Grek Cyrl Armn Hebr Arab Deva Geor Hang Hira Kana Hani".split(),
            (one for one in _SCRIPTS if one != "Thai"),
        )
    },
}
# What ECMA-262 does not know with the u flag, and Java reads in one way: classes of ASCII, octal
# escapes, and both ends; and `\Z`, which is the very end in Python, while others allow a line break
# behind it.
_WRITTEN_OUT |= {
    "Alnum": (r"0-9A-Za-z", r"\u{0}-/:-@\[-`{-\u{10ffff}"),
    "Digit": ("0-9", r"\u{0}-/:-\u{10ffff}"),
    "Graph": ("!-~", r"\u{0}- \x7f-\u{10ffff}"),
    "Print": (" -~", r"\u{0}-\x1f\x7f-\u{10ffff}"),
    "Punct": (r"!-/:-@\[-`{-~", r"\u{0}- 0-9A-Za-z\x7f-\u{10ffff}"),
    "XDigit": ("0-9A-Fa-f", r"\u{0}-/:-@G-`g-\u{10ffff}"),
    "Blank": (r" \t", r"\u{0}-\b\n-\x1f!-\u{10ffff}"),
    "Cntrl": (r"\u{0}-\x1f\x7f", r" -~\x80-\u{10ffff}"),
    "Space": (r" \t-\r", r"\u{0}-\b\x0e-\x1f!-\u{10ffff}"),
}
_ENDS = {"\\A": "^", "\\z": "$", "\\Z": "$"}
_PART = re.compile(r"\\[pP]\{([^}]*)\}|\\0[0-7]{1,2}(?![0-7])|\\.|\[\^?|\]|.", re.DOTALL)
# The same for a pattern whose letters are to match in any case.
_CHAR = r"\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[^dDwWsSpPux]|[^\\\]]"
_IN_SET = re.compile(
    rf"(?P<first>{_CHAR})-(?P<last>{_CHAR})|\\[pP]\{{[^}}]*\}}|(?P<char>{_CHAR})|\\.", re.DOTALL
)
_PIECE = re.compile(
    rf"\[(?P<negative>\^?)(?P<set>(?:\\.|[^\\\]])*)\]|\(\?<[^=!>][^>]*>|\\[pP]\{{[^}}]*\}}"
    rf"|(?P<char>{_CHAR})|\\.|\]",
    re.DOTALL,
)
_OF_ONE_CASE = re.compile(
    r"\\[pP]\{(?:(?:gc|General_Category)=)?(?:L[ult]|(?:Upper|Lower|Title)case_Letter)\}"
)
_ANY_CASE = re.compile(r"(\^?)\(\?i\)")
_LAST_CASED = 0x1E943
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


def _in_range(text: str, part: re.Match[str]) -> bool:
    """A class at one end of what looks like a range, which is a fault."""
    behind, before = text[part.end() : part.end() + 2], text[: part.start()]
    return (
        behind[:1] == "-"
        and behind[1:] not in ("", "]")
        or before.endswith("-")
        and not before.endswith(("[-", "[^-", "\\-"))
    )


def _in_any_case(text: str) -> str:
    """`[aA]` for each `a`. The same text where a property tells cases apart."""
    if _OF_ONE_CASE.search(text):
        return f"(?i){text}"

    def in_set(part: re.Match[str]) -> str:
        return part.group() + _other_cases(
            part["first"] or part["char"], part["last"] or part["char"]
        )

    def piece(part: re.Match[str]) -> str:
        if part["set"] is not None:
            return f"[{part['negative']}{_IN_SET.sub(in_set, part['set'])}]"
        others = _other_cases(part["char"], part["char"])
        return f"[{part.group()}{others}]" if others else part.group()

    return _PIECE.sub(piece, text)


def _other_cases(first: str | None, last: str | None) -> str:
    """What a set names besides, so that the letters from `first` to `last` match in any case; as
    the set's text.
    """
    start, end = (_code(one) if one is not None else None for one in (first, last))
    if start is None or end is None:
        return ""
    found: Ranges = []
    for char in map(chr, range(start, min(end, _LAST_CASED) + 1)):
        found += [
            (ord(other), ord(other))
            for other in (char.lower(), char.upper())
            if len(other) == 1 and not start <= ord(other) <= end
        ]
    return "".join(
        _spelt(start) if start == end else f"{_spelt(start)}-{_spelt(end)}"
        for start, end in normalised(found)
    )


def _spelt(code: int) -> str:
    return chr(code) if code < 0x80 else f"\\u{{{code:x}}}"


def _code(char: str) -> int | None:
    """The code point that a character of an expression stands for; None for an escape that is no
    letter.
    """
    if char[0] != "\\":
        return ord(char)
    return int(char[2:].strip("{}"), 16) if char[1] in "ux" else None


def written_out(text: str) -> str:
    """The same expression with what the runtime reads in place of properties that it does not know,
    and of `(?i)` at the start.
    """
    start = _ANY_CASE.match(text)
    if start:
        text = start[1] + _in_any_case(text[start.end() :])
    if not any(mark in text for mark in ("\\p{", "\\P{", "\\0", *_ENDS)):
        return text
    parts, in_set = [], False
    for part in _PART.finditer(text):
        stands = (
            _WRITTEN_OUT.get(part.group(1) or "")
            if not (in_set and _in_range(text, part))
            else None
        )
        said = stands[part.group()[1] == "P"] if stands else part.group()
        if re.fullmatch(r"\\0[0-7]+", said):
            said = f"\\x{int(said[1:], 8):02x}"
        elif not in_set:
            said = _ENDS.get(said, said)
        if stands and not in_set and not said.startswith("\\p") and not said.startswith("\\P"):
            said = f"[{'^' if part.group()[1] == 'P' else ''}{stands[0]}]"
        in_set = part.group() != "]" if in_set else part.group().startswith("[")
        parts.append(said)
    return "".join(parts)


def normalised(ranges: Ranges) -> Ranges:
    """In order and apart."""
    out: Ranges = []
    for first, last in sorted(ranges):
        if out and first <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out


def complement(ranges: Ranges) -> Ranges:
    """Everything that is not in normalised ranges."""
    bounds = [0, *(bound for first, last in ranges for bound in (first, last + 1)), _LAST + 1]
    return [(first, end - 1) for first, end in zip(bounds[::2], bounds[1::2]) if first < end]


@dataclass
class CodeSet:
    """Ranges, and what has a property. categories: a bit for each. scripts: words for properties.
    negative: all that is not there.
    """

    ranges: Ranges = field(default_factory=list)
    categories: int = 0
    scripts: set[int] = field(default_factory=set)
    negative: bool = False

    @property
    def has_properties(self) -> bool:
        """It names properties of characters, so that ranges alone do not say what is in it."""
        return self.categories != 0 or bool(self.scripts)

    def add(self, other: CodeSet) -> None:
        """Takes in the characters of another set, which is not negative."""
        self.ranges += other.ranges
        self.categories |= other.categories
        self.scripts |= other.scripts

    def finished(self) -> CodeSet:
        """Ranges in order; what is not in ranges alone are ranges, too."""
        ranges = normalised(self.ranges)
        if self.negative and not self.has_properties:
            return CodeSet(complement(ranges))
        return CodeSet(ranges, self.categories, self.scripts, self.negative)


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
        sets = [one.set for one in found if one.set is not None and not one.set.negative]
        if len(sets) != len(found):
            return Node("alternatives", found)
        both = CodeSet()  # alternatives that are single characters are one set
        for one in sets:
            both.add(one)
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
        short = _LONG_NAMES.get(name, name)
        wanted = sum(
            1 << index
            for index, one in enumerate(_CATEGORIES)
            if one == short or one[0] == short or (short == "LC" and one in ("Lu", "Ll", "Lt"))
        )
        if key in ("Script", "sc") and name in _SCRIPTS:
            into.scripts.add(
                OF_SCRIPT | (OF_OTHER_SCRIPTS if negative else 0) | _SCRIPTS.index(name)
            )
        elif not sign and name in ("Any", "ASCII"):
            ranges = [(0, _LAST if name == "Any" else 0x7F)]
            into.ranges += complement(ranges) if negative else ranges
        elif key in ("General_Category", "gc") and wanted:
            into.categories |= _ALL_CATEGORIES & ~wanted if negative else wanted
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
