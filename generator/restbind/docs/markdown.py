# SPDX-License-Identifier: BSL-1.0
"""Texts of a document, which are CommonMark, as HTML.

A part of CommonMark with the tables of GitHub: what descriptions use. HTML in a text is shown as it
is written. A link leads only to http, https and mailto.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

_FENCE = re.compile(r"^\s{0,3}(```+|~~~+)\s*([\w+-]*)")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^(\s*)([-*+]|[0-9]{1,3}[.)])\s+(.*)$")
_RULE = re.compile(r"^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
_TABLE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)(?P<inside>.+?)(?<!`)(?P=ticks)(?!`))"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|<(?P<auto>(?:https?|mailto):[^\s<>]+)>"
    r"|!?\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\((?P<target>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)"
    r"|(?P<strong>\*\*|__)(?=\S)(?P<bold>.+?)(?<=\S)(?P=strong)"
    r"|(?P<mark>\*|(?<!\w)_)(?=\S)(?P<slanted>.+?)(?<=\S)(?P=mark)(?!\w)"
    r"|(?P<url>https?://[^\s<>\"')\]]+[^\s<>\"')\].,;:!?])",
    re.DOTALL,
)
_TARGET = re.compile(r"(https?://|mailto:)", re.IGNORECASE)


def inline(text: str) -> Markup:
    """One paragraph: code spans, links, emphasis."""
    parts, end = [], 0
    for found in _INLINE.finditer(text):
        parts += [escape(text[end : found.start()]), _span(found)]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _span(found: re.Match[str]) -> Markup:
    part = found.groupdict()
    if part["code"] is not None:
        return Markup("<code>{}</code>").format(part["inside"].strip())
    if part["escaped"] is not None:
        return escape(part["escaped"])
    for address in (part["auto"], part["url"]):
        if address is not None:
            return _link(address, escape(address))
    if part["label"] is not None:
        label = inline(part["label"])
        # an address in it would be a link within a link
        return _link(part["target"], escape(part["label"]) if "<a " in str(label) else label)
    if part["bold"] is not None:
        return Markup("<strong>{}</strong>").format(inline(part["bold"]))
    return Markup("<em>{}</em>").format(inline(part["slanted"]))


def _link(target: str, label: Markup) -> Markup:
    if not _TARGET.match(target):
        return label  # it leads to somewhere in another site
    shown = label if label.striptags() else escape(target)
    return Markup('<a href="{}" rel="noreferrer">{}</a>').format(target, shown)


def block(text: str, code: Callable[[str, str], Markup], level: int = 3) -> Markup:
    """A whole description. code: makes HTML of the lines of a block of code and its language.
    level: of the headings that stand for those of the first level."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("\n").join(_Blocks(lines, code, level).found())


class _Blocks:
    """Reads lines from the first to the last."""

    def __init__(
        self, lines: list[str], code: Callable[[str, str], Markup], level: int, depth: int = 0
    ) -> None:
        self._lines = lines
        self._code = code
        self._level = level
        self._depth = depth
        self._at = 0

    def found(self) -> Iterator[Markup]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            fence, heading = _FENCE.match(line), _HEADING.match(line)
            if not line.strip():
                self._at += 1
            elif fence:
                yield self._fenced(fence)
            elif heading:
                self._at += 1
                rank = min(self._level + len(heading[1]) - 1, 6)
                yield Markup("<h{0}>{1}</h{0}>").format(rank, inline(heading[2]))
            elif _RULE.match(line):
                self._at += 1
                yield Markup("<hr>")
            elif _ITEM.match(line) and self._depth < 8:
                yield self._list()
            elif line.lstrip().startswith(">") and self._depth < 8:
                yield self._quote()
            elif "|" in line and self._is_table():
                yield self._table()
            else:
                yield self._paragraph()

    def _fenced(self, fence: re.Match[str]) -> Markup:
        inside: list[str] = []
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.strip().startswith(fence[1]) and not line.strip().strip(fence[1][0]):
                break
            inside.append(line)
        return self._code("\n".join(inside), fence[2])

    def _inner(self, lines: list[str]) -> Markup:
        return Markup("\n").join(_Blocks(lines, self._code, self._level, self._depth + 1).found())

    def _quote(self) -> Markup:
        inside = []
        while self._at < len(self._lines) and self._lines[self._at].lstrip().startswith(">"):
            inside.append(re.sub(r"^\s*> ?", "", self._lines[self._at]))
            self._at += 1
        return Markup("<blockquote>{}</blockquote>").format(self._inner(inside))

    def _list(self) -> Markup:
        first = _ITEM.match(self._lines[self._at])
        assert first is not None
        is_numbered, indent = first[2][0].isdigit(), len(first[1])
        items: list[list[str]] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            item = _ITEM.match(line)
            if item and len(item[1]) <= indent:
                if len(item[1]) < indent or item[2][0].isdigit() != is_numbered:
                    break
                items.append([item[3]])
            elif (
                line.strip() and not line.startswith(" ") and not self._lines[self._at - 1].strip()
            ):
                break
            else:
                items[-1].append(line[min(indent + 2, len(line) - len(line.lstrip())) :])
            self._at += 1
        entries = Markup("").join(
            Markup("<li>{}</li>").format(self._tight(self._inner(lines))) for lines in items
        )
        name = "ol" if is_numbered else "ul"
        return Markup("<{0}>{1}</{0}>").format(Markup(name), entries)

    @staticmethod
    def _tight(inner: Markup) -> Markup:
        """An item of one paragraph needs none around it."""
        text = str(inner)
        if text.count("<p>") == 1 and text.startswith("<p>"):
            return Markup(text.replace("<p>", "", 1).replace("</p>", "", 1))
        return inner

    def _is_table(self) -> bool:
        below = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
        return bool(_TABLE.match(below)) and "-" in below and "|" in below

    def _table(self) -> Markup:
        head = _cells(self._lines[self._at])
        self._at += 2
        rows = []
        while self._at < len(self._lines) and "|" in self._lines[self._at]:
            rows.append(_cells(self._lines[self._at]))
            self._at += 1
        titles = Markup("").join(Markup('<th scope="col">{}</th>').format(cell) for cell in head)
        body = Markup("").join(map(_row, rows))
        return Markup(
            '<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>'
            "<tr>{}</tr></thead><tbody>{}</tbody></table></div>"
        ).format(titles, body)

    def _paragraph(self) -> Markup:
        inside = [self._lines[self._at].strip()]
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip() or any(
                start.match(line) for start in (_FENCE, _HEADING, _ITEM, _RULE)
            ):
                break
            inside.append(line.strip())
            self._at += 1
        return Markup("<p>{}</p>").format(inline("\n".join(inside)))


def _row(cells: list[Markup]) -> Markup:
    inside = Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
    return Markup("<tr>{}</tr>").format(inside)


def _cells(line: str) -> list[Markup]:
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [inline(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", inside)]


def plain(text: str) -> str:
    """The words of a description, for search and titles."""
    return " ".join(Markup(inline(text)).striptags().split())
