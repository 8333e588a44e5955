# SPDX-License-Identifier: BSL-1.0
"""Patterns as the generator compiles them, with texts, for the test that compares them with the
runtime's own compiler.

    python3 tests/generator/pattern_cases.py FILE

Lines of the file: `pattern HEX`, its text in UTF-8 as schemas in headers have it; `words N N …`,
its program; then for each text `text V HEX`, where V is the verdict of someone else (1 fits, 0 does
not): Python's `re` for what both languages read alike, `unicodedata` for single categories; else
`?`. What cannot be compiled has `fault` in place of words. Always the same, whatever the machine.
"""

from __future__ import annotations

import random
import re
import sys
import unicodedata

from restbind.spec.pattern import Program, compiled, written_out

# Of real documents, and one for each kind of step and set.
WRITTEN = r"""^abc$ b ^(|)$ ^(a{0}|b{0})c ^$ ^[a-z]+$ a{2,3} ^a{2}$ ^a{2,}$ ^a*?b+?c??$ ^(ab)+$ ^(a|bc|){2}d$ (){1000000} ^(a*)*$ ^x{,3}$ ^(?:a|b|[0-9])*c$ ^(foo|boo|moo)$
    ^[\w.-]+$ ^[^a-c]$ ^[\]\-^]+$ [] ^[^]$ ^[\D]$ ^[\b]$ ^\s$ ^\S+$ ^\W$ \bab\b \Bb\B ^(?=.*\d)(?=.*[a-z]).{4,8}$ ^(?!ab) a(?!b(?=c)) (?<=\$)\d (?<!\$)\b\d
    ^(?<year>\d{4})-(?:\d{2})$ \cJ \- [a\-z] a|b| ]} [a-\d] [\w-.] ^\u{1F600}$ ^\uD83D\uDE00$ ^\u00e9\xE9$ ^.$ ^(a{1,2}b|b{2,3}a)*$ ^(a{2}|b{2})(a{2}|b{2})$
    ^[0-9]{2}(?:[0-9]{3})?$ ^(([a-z])+.)+[A-Z]([a-z])+$ ^[A-Z]{3}$ ^(https?|ftp)://[^\s/$.?#].[^\s]*$ ^\+?[1-9]\d{1,14}$ ^#[0-9a-fA-F]{6}$
    ^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$ ^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$ ^[\S\s]*$ ^.*$
    ^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[1-2][0-9]|3[0-1])$ ^(?!\s*$).+ (?<=a{2,3}b{1,2})a$ ^b?(?=a{2,3}b{2}$) ^(?!(a{2}|b{3})+$) (a?){5}a{5} ^a{0}$ ^\0$ ^\x41\t?$
    ^\p{L}+$ ^\P{L}$ ^[\p{L}\s'-]+$ ^[^\p{L}\d]+$ ^[\P{Lu}\p{Lu}]$ ^[\P{L}a-c]+$ ^\p{Letter}\p{Nd}$ ^\p{Script=Greek}$ ^\P{sc=Greek}$ ^[^\p{sc=Latin}\p{sc=Han}\P{L}]+$
    ^(\p{Lu}|\P{sc=Latin}|[0-9])+$ ^(\p{L}|[^\p{N}])$ ^\p{gc=Sc}$ ^\p{Any}$ ^\P{Any}$ ^\p{ASCII}$ ^\P{ASCII}$ ^[\P{Any}a]$
    (?i)^[0-9a-f]{4}$ (?i)ab|[^a-z] a(b a)b [a a** a{2}{3} {3}a x*{2} (a){2}{3,4} ^* (?s)a (a)\1 \p{Wrong} \p{Script=L} \p{gc=Any} \p{=Lu} [z-a] a{3,2} ((a{99}){99}){99} \u{110000} \x4 \c1 \01 (?<1>a) \pL""".split()
CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co L M N P S Z C LC".split()
# Assigned long ago, so that every Python knows them.
CHARACTERS = (
    "aA1_- .\u00e9\u00c9\u01c5\u02b0\u05d0\u0301\u0903\u0488\u0663\u2160\u00b2\u203f\u2013([)]\u00ab\u00bb!+\u20ac^\u00a6\u00a0\u2028\u2029\t\u00ad"
    "\ue000\u0100\u0101\u0183\u03b1\u0416\u4e00\uac00\u3042\u30a2\U0001f600\U00010400"
)
ALPHABET = "aab01_- \u00e9\U0001f600"

_ATOMS = [
    "a",
    "b",
    "0",
    "1",
    "_",
    " ",
    "-",
    "\u00e9",
    "\U0001f600",
    ".",
    r"\d",
    r"\w",
    r"\D",
    r"\W",
    "[ab]",
    "[^a]",
    "[a-z0]",
    r"[\w-]",
    r"[^\d_]",
    "[0-1-]",
]
_REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}", "{2,}", "{0}", "{3,4}?"]
_GROUPS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!"]


def _random_pattern(rng: random.Random, depth: int) -> str:
    parts = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        if kind < 0.1:
            parts.append(rng.choice(["^", "$", r"\b", r"\B"]))
            continue
        if kind < 0.4 and depth:
            head = rng.choices(_GROUPS, (5, 5, 1, 1, 1, 1))[0]
            part = f"{head}{_random_pattern(rng, depth - 1)})"
            repeatable = head in ("(", "(?:")
        else:
            part, repeatable = rng.choice(_ATOMS), True
        parts.append(part + rng.choice(_REPEATS) if repeatable and rng.random() < 0.4 else part)
    if rng.random() < 0.25:
        parts.insert(rng.randint(0, len(parts)), "|")
    return "".join(parts)


def patterns() -> list[str]:
    rng = random.Random(17)
    found = [*WRITTEN, *(rf"^\{letter}{{{name}}}$" for name in CATEGORIES for letter in "pP")]
    while len(found) < 500:
        inner = _random_pattern(rng, 3)
        found.append(rng.choice([inner, f"^{inner}$", f"^(?:{inner})$"]))
    return list(dict.fromkeys(found))


# Properties, spaces and named groups are others in Python, or unknown; so are some escapes, empty
# sets, and `{,`.
_OTHERWISE = re.compile(r"\\[pPsSucZ0xk1-9]|\(\?<[^=!]|\[\^?\]|\{,")


def _as_python(pattern: str) -> re.Pattern[str] | None:
    """None for what Python does not read as ECMA-262 does."""
    if _OTHERWISE.search(pattern):
        return None
    try:
        return re.compile(pattern.replace("$", r"\Z"), re.ASCII) if r"\$" not in pattern else None
    except re.error:
        return None  # such as looking behind without a fixed length


def _third(pattern: str, text: str) -> str:
    category = re.fullmatch(r"\^\\([pP])\{(\w+)\}\$", pattern)
    if category and category.group(2) in CATEGORIES and len(text) == 1:
        own, name = unicodedata.category(text), category.group(2)
        has = own == name or own[0] == name or (name == "LC" and own in ("Lu", "Ll", "Lt"))
        return str(int(has == (category.group(1) == "p")))
    if pattern == "(){1000000}":
        return "1"  # nothing, a million times: Python counts it out, for 0.4 s a text
    found = _as_python(pattern)
    # which is no place for Python
    if found is None or set(text) & set("\n\r\u2028\u2029") or (text == "" and r"\B" in pattern):
        return "?"
    return str(int(found.search(text) is not None))


def texts(pattern: str, rng: random.Random) -> list[str]:
    own = [char for char in pattern if char.isalnum()] or ["a"]
    found = ["", "ab", "aab", "$5", "foo", "2024-02-30", "ab1c", "https://a.b/c", "#09afAF"]
    found += CHARACTERS if "\\p" in pattern.lower() or "\\s" in pattern.lower() else []
    for _ in range(30):
        found.append(
            "".join(
                rng.choice(own if rng.random() < 0.3 else ALPHABET)
                for _ in range(rng.randint(1, 9))
            )
        )
    return list(dict.fromkeys(found))


def lines() -> list[str]:
    rng = random.Random(16)
    found = []
    for pattern in patterns():
        program = compiled(pattern)
        found.append(f"pattern {written_out(pattern).encode().hex()}")
        if not isinstance(program, Program):
            found.append("fault")
            continue
        found.append(" ".join(["words", *map(str, program.words)]))
        found += [
            f"text {_third(pattern, text)} {text.encode().hex() or '-'}"
            for text in texts(pattern, rng)
        ]
    return found


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write("".join(f"{line}\n" for line in lines()))
