#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Holds the runtime's files to three rules: a class is declared in x.hpp and its bodies stand there
or in x.ipp; no headers include each other in a circle; a virtual function is inline where it is
declared."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "include/restbind"

COMMENT_OR_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include <(restbind/[^>]+)>", re.MULTILINE)
NOISE = re.compile(
    r"\[\[[^\]]*\]\]|\bRESTBIND_(?:DECL|COLD|NOINLINE|USED|HOT|FLATTEN|INLINE)\b|\binline RESTBIND_ABI::"
)
NAME_BEFORE_PARAMETERS = re.compile(
    r"((?:\w+(?:<[^<>()]*>)?::)*)(~?\w+|operator\s*(?:\W{1,3}|bool))\s*$"
)
CLASS = re.compile(
    r"\b(?:class|struct)\s+(\w+)\s*(?:final\s*)?(?:<[^{;]*>)?\s*(?::[^:;{][^;{]*)?\{"
)


def code_of(text):
    """A source without comments, directives, attributes and the contents of literals."""
    bare = COMMENT_OR_TEXT.sub(lambda found: '""' if found[0][0] in "\"R'" else " ", text)
    return NOISE.sub(" ", DIRECTIVE.sub("", bare))


def heads(code):
    """What stands before each `{` or `;` of a namespace, with how it ends."""
    depth, inside, head = 0, 0, ""
    for character in code:
        if character == "{" and not inside:
            if re.search(r"\bnamespace\b[^;(]*$", head):
                depth += 1
            else:
                yield head, "{"
                inside = 1
            head = ""
        elif character == "{":
            inside += 1
        elif character == "}" and inside:
            inside -= 1
        elif character == "}":
            depth -= 1
            head = ""
        elif character == ";" and not inside:
            yield head, ";"
            head = ""
        elif not inside:
            head += character


def function_of(head):
    """Class and name of the function that a head defines, or None; the class is empty for a free
    function.
    """
    head = re.sub(r"\btemplate\s*<[^{;]*?>\s*(?=(?:template|class|struct|\w))", " ", head, count=1)
    if re.match(
        r"\s*(?:class|struct|enum|union|using|concept|extern|namespace|static_assert)\b", head
    ):
        return None
    before = head.partition("(")[0]
    if "=" in before and "operator" not in before:
        return None
    found = NAME_BEFORE_PARAMETERS.search(before)
    if not found or "(" not in head or found[2] == "catch":
        return None
    return re.sub(r"<.*?>", "", found[1]).split("::")[0], found[2]


def header_of(body):
    """The headers of which a file may hold bodies: those of the same name beside it and, for one of
    detail/, above it.
    """
    folders = [body.parent]
    if body.parent.name == "detail":
        folders += [body.parent.parent, body.parent.parent.parent]
    return [
        folder / f"{body.stem}.hpp" for folder in folders if (folder / f"{body.stem}.hpp").exists()
    ]


def misplaced(sources):
    declared = {}
    for path, code in sources.items():
        for name in CLASS.findall(code):
            declared.setdefault(name, set()).add(path)
    for path, code in sorted(sources.items()):
        if path.stem == "src":
            continue
        own = {path, *header_of(path)} if path.suffix == ".ipp" else {path}
        if path.suffix == ".ipp" and not header_of(path):
            yield f"{path.relative_to(ROOT)} has no header of its name"
            continue
        for head, end in heads(code):
            found = function_of(head) if end == "{" else None
            if not found:
                continue
            of_class, name = found
            where = declared.get(of_class, set())
            if of_class and where and not where & own:
                yield (
                    f"{path.relative_to(ROOT)} holds the body of {of_class}::{name}, "
                    f"declared in {min(where).relative_to(ROOT)}"
                )
            elif not of_class and path.suffix == ".ipp":
                word = re.compile(rf"(?<![\w.>]){re.escape(name)}\s*\(")
                if not any(word.search(sources[one]) for one in header_of(path)):
                    users = [
                        one
                        for one, text in sources.items()
                        if one not in own and word.search(text) and path in reach(one)
                    ]
                    if users:
                        yield (
                            f"{path.relative_to(ROOT)} holds the body of {name}(), which {min(users).relative_to(ROOT)} "
                            "calls; it is not declared in its header"
                        )


INCLUDES = {}


def reach(path, seen=None):
    """All that a file includes, directly or not."""
    seen = set() if seen is None else seen
    for one in INCLUDES[path]:
        if one not in seen:
            seen.add(one)
            reach(one, seen)
    return seen


def circles():
    """Circles of includes, but for that of a header and its own bodies; each once."""
    state, found = {}, set()

    def visit(path, way):
        state[path] = "open"
        for one in INCLUDES[path]:
            if path.suffix == ".ipp" and one in header_of(path):
                continue
            if state.get(one) == "open":
                found.add(
                    tuple(
                        part.relative_to(RUNTIME).as_posix()
                        for part in (*way[way.index(one) :], one)
                    )
                )
            elif one not in state:
                visit(one, way + [one])
        state[path] = "done"

    for path in sorted(INCLUDES):
        if path not in state:
            visit(path, [path])
    return sorted(" -> ".join(one) for one in found)


def emitted_everywhere(texts):
    """Virtual functions with a body elsewhere that are not inline where they are declared: g++ then
    emits the class, and all that it calls, in each file that includes it."""
    for path, text in texts.items():
        bare = COMMENT_OR_TEXT.sub(lambda found: '""' if found[0][0] in "\"R'" else " ", text)
        for declared in re.findall(r"[^;{}]*\b(?:virtual|override)\b[^;{}]*;", bare):
            if not re.search(r"= *(?:0|default) *;|\b(?:RESTBIND_DECL|inline)\b", declared):
                yield f"{path.relative_to(ROOT)}: `{' '.join(declared.split())}` needs RESTBIND_DECL where it is declared"


def faults():
    texts = {path: path.read_text(encoding="utf-8") for path in RUNTIME.rglob("*.?pp")}
    for path, text in texts.items():
        INCLUDES[path] = [
            RUNTIME.parent / one for one in INCLUDE.findall(text) if (RUNTIME.parent / one) in texts
        ]
    yield from misplaced({path: code_of(text) for path, text in texts.items()})
    yield from emitted_everywhere(
        {path: text for path, text in texts.items() if path.suffix == ".hpp"}
    )
    yield from (f"a circle of includes: {one}" for one in circles())


def main():
    found = list(faults())
    print("\n".join(found) or "Each body stands with its class; no circle of includes.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
