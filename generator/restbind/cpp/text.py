# SPDX-License-Identifier: BSL-1.0
"""Text of a document on its way into C++: the only escapers.

What a template prints is a `Safe`: either a literal of this program, or document text that went
through one of the functions below. `render` refuses anything else, so nothing from a document
reaches a header unescaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from restbind.naming import Safe

WIDTH = 100


class Pad(Safe):
    """The spaces in front of a line."""

    __slots__ = ()

    @property
    def deeper(self) -> Pad:
        """Those in front of a line below."""
        return Pad(self + "    ")


class UnsupportedText(ValueError):
    """A default or limit of a document that has no C++ spelling; the message says which."""


def code(pattern: str, *parts: Safe | int) -> Safe:
    """`pattern` (a literal of this program) with its `{}` replaced by `parts`, which must be safe
    themselves.
    """
    for part in parts:
        if not isinstance(part, (Safe, int)):
            raise TypeError(f"not safe to print: {part!r}")
    return Safe(pattern.format(*parts))


def join(separator: str, parts: Iterable[Safe]) -> Safe:
    """Safe parts with a literal of this program between them."""
    parts = list(parts)
    code("{}" * len(parts), *parts)
    return Safe(separator.join(parts))


# --------------------------------------------------------------------------------------------------
# string literals

_SPECIAL = re.compile(r"[\"\\]|\?\?")
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _escaped_pieces(text: str) -> list[str]:
    """Each character as it stands in a literal. Octal escapes have three digits, so no following
    digit can join them.
    """
    if text.isascii() and text.isprintable() and not _SPECIAL.search(text):
        return list(text)  # as most are
    pieces = []
    before = ""
    for char in text:
        if char == "?" and before == "?":
            pieces.append("\\?")  # `??=` would be a trigraph
        elif char in _NAMED:
            pieces.append(_NAMED[char])
        elif " " <= char <= "~":
            pieces.append(char)
        else:
            pieces.append("".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "replace")))
        before = char
    return pieces


def literal(text: str) -> Safe:
    """A string literal of one piece. A NUL inside would end the text where it is taken as `char
    const*`: see view().
    """
    return Safe('"' + "".join(_escaped_pieces(text)) + '"')


def view(text: str) -> Safe:
    """An expression that converts to std::string_view (and std::string where there is no NUL) and
    holds all of `text`.
    """
    return (
        literal(text)
        if "\0" not in text
        else Safe(f"std::string_view({literal(text)}, {_size(text)})")
    )


def owned(text: str) -> Safe:
    """An expression that initialises a std::string with all of `text`."""
    return (
        literal(text) if "\0" not in text else Safe(f"std::string({literal(text)}, {_size(text)})")
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def view_lines(text: str, space: int) -> list[Safe]:
    """view() as adjacent literals of at most `space` columns each, broken after spaces; one where
    nothing can be broken.
    """
    return literal_lines(view(text), space)


def literal_lines(literal_: str, space: int) -> list[Safe]:
    """view_lines() of a text that is a literal already."""
    if len(literal_) <= space or not literal_.startswith('"'):
        return [Safe(literal_)]
    lines, line = [], ""
    for word in re.findall("[^ ]* |[^ ]+", literal_[1:-1]):
        if line and len(line) + len(word) + 2 > space:
            lines.append(line)
            line = ""
        line += word
    return [Safe(f'"{part}"') for part in [*lines, line]]


# Stands in front of a literal that is broken where the line ends; see filters.fill().
LONG = "\x1e"


def long_view(text: str) -> Safe:
    """view() for an argument that may need several lines."""
    return Safe(LONG + view(text))


def call(head: str, arguments: Iterable[list[Safe]], tail: str, indent: int) -> Safe:
    """A call, each argument given as its lines: filled up to the width, an argument of several
    lines on lines of its own.
    """
    arguments = list(arguments)
    pad = " " * indent
    out = line = pad + head
    for index, lines in enumerate(arguments):
        code("{}" * len(lines), *lines)
        end = tail if index == len(arguments) - 1 else ","
        glue = " " if index else ""
        if len(lines) == 1 and (
            len(line) + len(glue) + len(lines[0]) + len(end) <= WIDTH or line.isspace()
        ):
            piece = glue + lines[0] + end
            out, line = out + piece, line + piece
            continue
        # What follows an argument of several lines starts anew, too.
        block = f"\n{pad}    ".join(lines) + end
        out = f"{out.rstrip()}\n{pad}    {block}"
        line = pad + "    " + (lines[-1] + end if len(lines) == 1 else " " * WIDTH)
    return Safe(out)


# Stands between the parts of a long expression where its line may be broken; condition() prints a
# space or a new line.
SOFT = "\x1f"


def one_line(expression: Safe) -> Safe:
    """An expression without its places for a break."""
    return Safe(expression.replace(SOFT, " "))


# Stands in front of the operators between operands of a condition, where a line is broken first.
BREAK = "\x1d"


def condition(operands: Iterable[str], indent: int) -> Safe:
    """Operands, each with the operator in front of it, filled up to the width. The first one has
    what stands in front of the condition, the last one what closes it.
    """
    out = line = " " * indent
    for index, piece in enumerate(operands):
        if index and len(line) + 1 + len(piece) > WIDTH:
            line = " " * (indent + 8)
            out += f"\n{line}"
        elif index:
            piece = f" {piece}"
        pieces = piece.split(SOFT)
        if len(line) + len(piece) <= WIDTH:
            pieces = [" ".join(pieces)]
        for depth, broken_off in enumerate(pieces):
            glue = f"\n{' ' * (indent + 8 + 4 * depth)}" if depth else ""
            out += glue + broken_off
            line = (glue[1:] if depth else line) + broken_off
    return Safe(out)


# --------------------------------------------------------------------------------------------------
# doc comments

# Invisible characters that turn the reading direction or hide text.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff9-\ufffb]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_LINE_END = re.compile("\r\n?|[\x85\u2028\u2029]")
_COMMAND = re.compile(r"[@\\]")
_BLANKS = re.compile(r"[ \t]+")
_TOKEN = re.compile(r"(`[^`\n]+`)")


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text  # as most is
    text = _LINE_END.sub("\n", text)
    return _CONTROL.sub(_spelt, _INVISIBLE.sub(_spelt, text))


def _spelt(found: re.Match[str]) -> str:
    return f"U+{ord(found.group()):04X}"


def _comment(text: str) -> str:
    """Text that neither ends the comment nor seems to open another one, and holds no escaped line
    end.
    """
    return text.replace("??/", "? ?/").replace("*/", "*\\/").replace("/*", "/\\*")


def _doxygen(text: str) -> str:
    """Keeps `@` and `\\` from being commands; code spans are left as they are."""
    if not _COMMAND.search(text):
        return text
    parts = _TOKEN.split(text)
    return "".join(
        part if index % 2 else _COMMAND.sub(r"\\\g<0>", part) for index, part in enumerate(parts)
    )


def prose(text: str) -> Safe:
    """Text of a document for a doc comment: still unwrapped, its lines and paragraphs kept."""
    return Safe(_comment(_doxygen(_visible(text))))


def line(text: str) -> Safe:
    """One line of plain text for a `//` comment that goes on behind it."""
    return Safe(re.sub(r"\\+\Z", "", " ".join(_visible(text).split())).replace("??/", "? ?/"))


def span(text: str) -> Safe:
    """A code span of a doc comment: `#/paths/~1api`."""
    return Safe("`" + _comment(_visible(text).replace("`", "'").replace("\n", " ")) + "`")


def _words(line: str) -> list[str]:
    """The words of a line; a code span is never broken."""
    if "`" not in line:
        return [word for word in _BLANKS.split(line) if word]
    words, word = [], ""
    for index, part in enumerate(_TOKEN.split(line)):
        if index % 2:
            word += part
            continue
        pieces = _BLANKS.split(part)
        word += pieces[0]
        for piece in pieces[1:]:
            if word:
                words.append(word)
            word = piece
    return words + [word] if word else words


_ITEM = re.compile(r"^(\s*)([-*+]|[0-9]{1,3}[.)])\s+\S")
_VERBATIM = re.compile(r"^\s*(\||#{1,6} |>)")


def _blocks(text: str) -> Iterable[tuple[str, str, bool]]:
    """Splits text into (first indent, text, wrap) blocks: paragraphs, list items, and lines that
    must stay as they are.
    """
    paragraph: list[str] = []
    hang = ""
    fenced = False
    for line in text.split("\n"):
        stripped = line.strip()
        fence = stripped.startswith(("```", "~~~"))
        item = None if fenced else _ITEM.match(line)
        if paragraph and (not stripped or fence or item or fenced or _VERBATIM.match(line)):
            yield hang, " ".join(paragraph), True
            paragraph, hang = [], ""
        if fence or fenced or (stripped and _VERBATIM.match(line)):
            fenced = fenced != fence
            yield "", line.rstrip(), False
        elif not stripped:
            yield "", "", False
        else:
            if item:
                hang = " " * (len(item.group(1)) + len(item.group(2)) + 1)
                stripped = " " * len(item.group(1)) + stripped
            paragraph.append(stripped if item else stripped.strip())
    if paragraph:
        yield hang, " ".join(paragraph), True


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, except for words that are longer. Paragraphs, lists, tables
    and code stay apart.
    """
    lines: list[str] = []
    for hang, block, wrappable in _blocks(text):
        if not wrappable:
            if block or (lines and lines[-1]):
                lines.append(block)
            continue
        line = block[: len(block) - len(block.lstrip())]
        empty = True
        for word in _words(block.strip()):
            if not empty and len(line) + 1 + len(word) > width:
                lines.append(line)
                line, empty = hang, True
            line, empty = line + ("" if empty else " ") + word, False
        lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    return [_without_backslashes(line) if line.endswith("\\") else line for line in lines]


def _without_backslashes(line: str) -> str:
    """A line that no backslash joins with the next one."""
    kept = line.rstrip("\\")
    return kept + "&#92;" * ((len(line) - len(kept) + 1) // 2)


def doc(
    paragraphs: Iterable[Safe], indent: int = 0, sections: Iterable[tuple[str, Safe]] = ()
) -> Safe:
    """A `/** … */` comment: paragraphs set apart by empty lines, then sections (`@par Source`,
    `@returns`).

    A single paragraph stands on one line where it fits.
    """
    paragraphs = [part for part in paragraphs if part]
    sections = list(sections)
    code("{}" * (len(paragraphs) + len(sections)), *paragraphs, *(text for _, text in sections))
    pad = " " * indent
    if len(paragraphs) == 1 and not sections and "\n" not in paragraphs[0]:
        line = f"{pad}/** {paragraphs[0]} */"
        if len(line) <= WIDTH:
            return Safe(line)
    width = WIDTH - len(pad) - 4
    blocks = [wrap(part, width) for part in paragraphs]
    if sections:
        blocks.append([line for head, text in sections for line in _section(head, text, width)])
    lines = [line for index, block in enumerate(blocks) for line in ([""] if index else []) + block]
    body = [f"{pad}    {line}" if line else "" for line in lines]
    body[0] = f"{pad}/** {lines[0]}"
    return Safe("\n".join([*body, f"{pad}*/"]))


def _section(head: str, text: str, width: int) -> list[str]:
    """`@par Errors` stands on a line of its own; the text of `@returns` follows it, further lines
    set in.
    """
    if head.startswith("@par "):
        return [head, *wrap(text, width)]
    first, *rest = wrap(f"{head} {' '.join(text.split())}", width)
    return [first, *("    " + line for line in wrap(" ".join(rest), width - 4))]
