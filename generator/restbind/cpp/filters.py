# SPDX-License-Identifier: BSL-1.0
"""Filters of templates: statements and comments that fill the width of a line."""

from __future__ import annotations

from collections.abc import Iterable

from restbind.cpp import text
from restbind.cpp.text import WIDTH
from restbind.naming import Safe

# Stands between the lines of an argument that has several; see fill().
LINE = "\x0b"
_OPEN, _CLOSED = "([{<", ")]}>;"


def several(lines: Iterable[Safe]) -> Safe:
    """An argument that has several lines, such as a long text, for fill()."""
    return text.join(LINE, lines)


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
    if any(part[:3] in ("&& ", "|| ") for part in parts):
        first = parts[0].removeprefix("&& ").removeprefix("|| ")
        return _condition([head + first, *parts[1:]], tail, indent)
    arguments = [_lines(part.removesuffix(","), indent) for part in parts]
    if all(len(lines) == 1 for lines in arguments):
        whole = f"{' ' * indent}{head}{', '.join(lines[0] for lines in arguments)}{tail}\n"
        if len(whole) <= WIDTH + 1:
            return whole  # as most do
    return f"{text.call(head, arguments, tail, indent)}\n"


def _lines(argument: str, indent: int) -> list[Safe]:
    """The lines of an argument of a statement. A long literal leaves space for what closes it."""
    head, mark, literal = argument.partition(text.LONG)
    if not mark:
        return [Safe(line) for line in argument.split(LINE)]
    first, *rest = text.literal_lines(literal, WIDTH - indent - 6 - len(head))
    return [Safe(head + first), *(Safe(" " * len(head) + line) for line in rest)]


def condition(block: str) -> str:
    """A statement that is a condition on one line, broken at its marks."""
    statement = block.strip()
    return _condition(statement.split(text.BREAK), "", len(block) - len(block.lstrip(" ")))


def _condition(operands: list[str], tail: str, indent: int) -> str:
    return f"{text.condition([*operands[:-1], operands[-1] + tail], indent)}\n"


def remark(block: str) -> str:
    """A statement with a comment behind it, which is cut where the line ends."""
    statement, mark, said = block.rstrip().partition(" // ")
    words = f"{mark}{said}"
    space = WIDTH - len(statement)
    if len(words) > space:
        words = words[: max(space - 2, 0)].rsplit(" ", 1)[0] + " ..."
    return f"{statement}{words}\n" if len(words) > len(" // ...") else f"{statement}\n"


def with_lambda(block: str) -> str:
    """A call whose last argument is a lambda with one statement: on one line or two, if it fits.
    The lambda begins on the second line.
    """
    head, lambda_, *body, end = block.rstrip().split("\n")
    if len(body) == 1:
        short = f"{lambda_.lstrip()} {body[0].strip()} {end.lstrip()}"
        if len(head) + 1 + len(short) <= WIDTH:
            return f"{head} {short}\n"
        indent = len(head) - len(head.lstrip())
        if indent + 4 + len(short) <= WIDTH:
            return f"{head}\n{' ' * (indent + 4)}{short}\n"
    return "\n".join([f"{head} {lambda_.lstrip()}", *body, end]) + "\n"


def braces(block: str) -> str:
    """What stands below a condition: in braces, but for a single statement that is none itself."""
    indent = len(block) - len(block.lstrip(" "))
    outer = [line for line in block.split("\n") if line[indent : indent + 1].strip()]
    if len(outer) == 1 and not outer[0].startswith("if (", indent):
        return block
    pad = " " * (indent - 4)
    return f"{pad}{{\n{block}{pad}}}\n"


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
    return f"{text.doc(paragraphs, indent, sections)}\n"
