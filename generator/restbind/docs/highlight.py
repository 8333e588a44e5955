# SPDX-License-Identifier: BSL-1.0
"""Code in colours, by Pygments (Debian: python3-pygments); without it in none."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

try:
    from pygments import highlight as _highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    HAS_COLOURS = True
except ImportError:
    HAS_COLOURS = False

_LANGUAGES = {"c++": "cpp", "sh": "bash", "shell": "bash", "yml": "yaml"}


def coloured(text: str, language: str) -> Markup:
    """A block of code that can be scrolled with the keyboard and copied."""
    return Markup('<pre class="code" tabindex="0" data-language="{}"><code>{}</code></pre>').format(
        language, _marked(text.rstrip("\n"), language)
    )


@lru_cache(maxsize=4096)
def _marked(text: str, language: str) -> Markup:
    lexer = _lexer(_LANGUAGES.get(language.lower(), language.lower()))
    if lexer is None:
        return escape(text)
    marked = _highlight(text, lexer, HtmlFormatter(nowrap=True))
    return Markup(marked.rstrip("\n"))


@lru_cache(maxsize=None)
def _lexer(language: str) -> Any:
    """None for a language that is not known."""
    if not HAS_COLOURS or not language:
        return None
    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None
