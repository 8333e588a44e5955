# SPDX-License-Identifier: BSL-1.0
"""Filters of templates: statements and comments that fill the width of a line."""

from __future__ import annotations

from collections.abc import Iterable

from restbind.cpp.text import WIDTH, call, condition, doc, join
from restbind.naming import Safe

# Stands between the lines of an argument that has several; see fill().
LINE = "\x0b"
_OPEN, _CLOSED = "([{<", ")]}>;"


def several(lines: Iterable[Safe]) -> Safe:
    """An argument that has several lines, such as a long text, for fill()."""
    return join(LINE, lines)


def fill(block: str) -> str:
    """A statement that is written over several lines, with as few line breaks as the width allows:
    what stands in front of its arguments, each argument, and what closes it. Arguments may end in
    commas, or begin with `&&` or `||`; a comma in front of what closes them does not count.

        call(
            one,
            two,
        );
    """
    block = block.lstrip("\n")
    indent = len(block) - len(block.lstrip(" "))
    stripped = [line.strip() for line in block.split("\n")]
    head, *parts = [line for line in stripped if line]
    head += "" if head[-1] in _OPEN or not parts else " "
    tail = (
        parts.pop()
        if parts and parts[-1][0] in _CLOSED
        else ","
        if parts and parts[-1][-1] == ","
        else ""
    )
    operator = next((part[:2] for part in parts if part[:3] in ("&& ", "|| ")), "")
    if operator:
        comparisons = [Safe(part.removeprefix(f"{operator} ")) for part in parts]
        return f"{condition(head, comparisons, operator, tail, indent)}\n"
    whole = f"{' ' * indent}{head}{', '.join(part.removesuffix(',') for part in parts)}{tail}\n"
    if len(whole) <= WIDTH + 1 and LINE not in whole:
        return whole  # as most do
    return f"{call(head, [_lines(part) for part in parts], tail, indent)}\n"


def _lines(argument: str) -> list[Safe]:
    return [Safe(line) for line in argument.removesuffix(",").split(LINE)]


def closing(block: str) -> str:
    """Lines of which the last one closes what the others list: it stands behind the one before,
    whose comma does not count.
    """
    *lines, last = block.rstrip().split("\n")
    return "\n".join(lines).removesuffix(",") + last.strip() + "\n"


def broken(block: str) -> str:
    """A declaration whose lines are broken behind commas where they are too long, but not within
    texts.
    """
    declaration = block.strip()
    indent = " " * (len(block) - len(block.lstrip(" ")))
    if len(declaration) + len(indent) <= WIDTH:
        return f"{indent}{declaration}\n"
    lines: list[str] = []
    line, piece, quoted, escaped = "", "", False, False
    for character in declaration + ",":
        piece += character
        quoted = quoted != (character == '"' and not escaped)
        escaped = character == "\\" and not escaped
        if character != "," or quoted:
            continue
        if line and len(indent) * (1 + bool(lines)) + len(line) + len(piece) > WIDTH:
            lines.append(line)
            line, piece = "", piece.lstrip()
        line, piece = line + piece, ""
    return indent + f"\n{indent * 2}".join([*lines, line[:-1]]) + "\n"


def comment(block: str) -> str:
    """A doc comment of what stands in the lines of a block, in paragraphs between which a line is
    empty. One that begins with `@` is a section; the first line of `@par` is its head."""
    indent = len(block) - len(block.lstrip(" "))
    paragraphs: list[Safe] = []
    sections: list[tuple[str, Safe]] = []
    for part in block.strip().split("\n\n"):
        first, *rest = [line.strip() for line in part.split("\n")]
        if first.startswith("@par "):
            sections.append((first, Safe(" ".join(rest))))
        elif first.startswith("@"):
            head, _, said = first.partition(" ")
            sections.append((head, Safe(" ".join([said, *rest]))))
        else:
            paragraphs.append(Safe(" ".join([first, *rest])))
    return f"{doc(paragraphs, indent, sections)}\n"
