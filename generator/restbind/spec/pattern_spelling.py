# SPDX-License-Identifier: BSL-1.0
"""Patterns with what the runtime reads in place of what it does not: properties, escapes, letters
in any case.
"""

from __future__ import annotations

import re

from restbind.spec.pattern_sets import SCRIPTS, Ranges, normalised

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
_SHORT_SCRIPTS = dict(
    zip(
        "Latn Grek Cyrl Armn Hebr Arab Deva Thai Geor Hang Hira Kana Hani".split(),
        SCRIPTS,
    )
)
del _SHORT_SCRIPTS["Thai"]  # which is called so in both
_WRITTEN_OUT = {
    **dict.fromkeys(("ASCII_Hex_Digit", "AHex"), ("0-9A-Fa-f", r"\u{0}-/:-@G-`g-\u{10ffff}")),
    **dict.fromkeys(("Hex_Digit", "Hex"), _HEX),
    **dict.fromkeys(("White_Space", "space"), _SPACE),
    "Assigned": (r"\P{Cn}", r"\p{Cn}"),
    **{
        f"{key}={short}": (rf"\p{{{key}={name}}}", rf"\P{{{key}={name}}}")
        for key in ("Script", "sc")
        for short, name in _SHORT_SCRIPTS.items()
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
    start, end = (_code(end_of) if end_of is not None else None for end_of in (first, last))
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
