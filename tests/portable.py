#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""portable.py [FOLDER]: whether the headers use what only g++ and clang know outside a guard
(`#ifdef __GNUC__` and the like).

Microsoft's compiler is not at hand, and clang that imitates it takes GNU's extensions all the same.
So the sources are read: comments and texts are left out, and each conditional is followed. A branch
is guarded if its condition asks for a macro that Microsoft's compiler does not define.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXTENSIONS = {
    "assembler": r"\b(?:__asm__|__asm|asm)\b",
    "an attribute": r"__attribute__|\bvector_size\b|\[\[\s*(?:gnu|clang)::",
    "a built-in function": r"\b__(?:builtin|sync|atomic)_\w+",
    "an integer of 128 bits": r"\b__u?int128(?:_t)?\b",
    "a keyword": r"\b(?:__extension__|__typeof__|typeof|__restrict__|__inline__|__alignof__|__PRETTY_FUNCTION__|__auto_type|ssize_t)\b",
    "a statement as an expression": r"(?<![\w>\])])\s*\(\s*\{",
    "a conditional without its second operand": r"\?\s*:(?!:)",
    "a range of cases": r"\bcase\b[^:\n]*\.\.\.",
    "a directive": r"^\s*#\s*(?:include_next|warning|pragma\s+(?:GCC|clang))\b",
}
# Macros that Microsoft's compiler does not define.
GUARDS = r"\b(?:__GNUC__|__clang__|__SSE2__|__ARM_NEON|__ELF__|__linux__|__SIZEOF_INT128__)\b"
QUIET = re.compile(
    r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.DOTALL
)


def without_texts(source):
    """A source without comments and texts; lines stay where they are. A quote between digits
    separates them.
    """
    source = re.sub(r"(?<=\d)'(?=\d)", "", source)
    return QUIET.sub(lambda found: '""' + "\n" * found[0].count("\n"), source)


def asks_for_gnu(condition):
    """Whether a branch is compiled by g++ and clang alone. `!defined(__GNUC__)` is the opposite."""
    return re.search(r"(?<!!)(?<!!defined\()(?<!ndef )" + GUARDS, condition) is not None


def faults_of(source):
    """Line and kind of each extension outside a guard."""
    guards = []
    lines = without_texts(source).replace("\\\n", "\v").split("\n")
    number = 1
    for line in lines:
        directive = re.match(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)", line, re.DOTALL)
        if directive is not None:
            word, condition = directive.groups()
            if word in ("elif", "else", "endif"):
                guards.pop()
            if word != "endif":
                guards.append(word not in ("ifndef", "else") and asks_for_gnu(condition))
        elif not any(guards):
            for kind, pattern in EXTENSIONS.items():
                if re.search(pattern, line.replace("\v", "\n"), re.MULTILINE):
                    yield number, kind
        number += 1 + line.count("\v")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "include"
    files = sorted(folder.rglob("*.?pp"))
    if not files:
        raise SystemExit(f"error: there are no headers in {folder}")
    count = 0
    for path in files:
        for number, kind in faults_of(path.read_text(encoding="utf-8")):
            print(
                f"{path}:{number}: {kind} that only g++ and clang know, without a guard",
                file=sys.stderr,
            )
            count += 1
    print(f"{len(files)} headers, {count} mistakes")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
