# SPDX-License-Identifier: BSL-1.0
"""Code in colours. Pages are made with plain code; then the blocks of all pages are coloured at
once, each text once: by Shiki (`node_modules`), by Pygments (Debian: python3-pygments), or not.

Both say what a piece of code is by a letter, which is its class in site.css: `k` a keyword, `n` a
name that is declared or called, `t` a number or another literal, `s` a text, `c` a comment, '' all
else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

try:
    from pygments import lex
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    HAS_PYGMENTS = True
except ImportError:
    HAS_PYGMENTS = False

Block = tuple[str, str]  # the language, as a document calls it, and the text
Piece = tuple[str, str]  # the class and the text
# Gives the pieces of each block, none for a language that it does not know.
Highlighter = Callable[[Sequence[Block]], Sequence[Sequence[Piece]]]

_BLOCK = re.compile(r'(<pre class="code" tabindex="0" data-language="([^"]*)"><code>)([^<]*)(?=<)')
# What Pygments calls a piece, the more special name first.
_CLASSES = (
    ("Token.Comment.PreprocFile", "s"),
    ("Token.Comment.Preproc", "k"),
    ("Token.Comment", "c"),
    ("Token.Keyword.Constant", "t"),
    ("Token.Keyword", "k"),
    ("Token.Literal.String", "s"),
    ("Token.Literal", "t"),
    ("Token.Name.Builtin", "k"),
    ("Token.Name.Class", "n"),
    ("Token.Name.Function", "n"),
    ("Token.Name.Tag", "n"),
)


def block(text: str, language: str) -> Markup:
    """A block of code that can be scrolled with the keyboard and copied, in no colours yet."""
    return Markup('<pre class="code" tabindex="0" data-language="{}"><code>{}</code></pre>').format(
        language.lower(), text.rstrip("\n")
    )


def in_colours(pages: Mapping[str, str], highlighter: Highlighter) -> dict[str, str]:
    """Pages with the blocks of code in colours."""
    texts = {_block(found): "" for page in pages.values() for found in _BLOCK.finditer(page)}
    blocks = list(texts)
    for shown, pieces in zip(blocks, highlighter(blocks)):
        texts[shown] = _html(pieces) if pieces else str(escape(shown[1]))

    def coloured(found: re.Match[str]) -> str:
        return found[1] + texts[_block(found)]

    return {name: _BLOCK.sub(coloured, page) for name, page in pages.items()}


def _block(found: re.Match[str]) -> Block:
    return found[2], Markup(found[3]).unescape()


def _html(pieces: Sequence[Piece]) -> str:
    """Neighbours of one class share an element; a space has no colour."""
    joined: list[Piece] = []
    for kind, text in pieces:
        if joined and (kind == joined[-1][0] or text.isspace()):
            joined[-1] = (joined[-1][0], joined[-1][1] + text)
        else:
            joined.append((kind, text))
    return "".join(
        f'<span class="{kind}">{escape(text)}</span>' if kind else str(escape(text))
        for kind, text in joined
    )


def by_pygments(blocks: Sequence[Block]) -> list[Sequence[Piece]]:
    """The pieces of each block, by Pygments."""
    return [_pieces(language, text) for language, text in blocks]


def _pieces(language: str, text: str) -> list[Piece]:
    try:
        lexer = get_lexer_by_name("yaml" if language == "yml" else language, stripnl=False)
    except ClassNotFound:
        return []
    *pieces, last = [(_class(token), part) for token, part in lex(text, lexer)]
    return [*pieces, (last[0], last[1].removesuffix("\n"))]  # the lexer has added the end of a line


def _class(token: Any) -> str:
    name = f"{token}."
    return next((own for start, own in _CLASSES if name.startswith(f"{start}.")), "")
