# SPDX-License-Identifier: BSL-1.0
"""The headers of an API: the list in `headers.txt`."""

from __future__ import annotations

import pathlib

LIST = pathlib.Path(__file__).parents[1] / "headers.txt"


def _read() -> dict[str, frozenset[str]]:
    """The names of the headers, each with what else is said of it."""
    lines = [line.split() for line in LIST.read_text(encoding="utf-8").splitlines()]
    return {words[0]: frozenset(words[1:]) for words in lines if words and words[0] != "#"}


_HEADERS = _read()
ALL = tuple(_HEADERS)
INCLUDED = tuple(
    name for name, said in _HEADERS.items() if "once" not in said
)  # by the header of all
SINGLE = tuple(name for name, said in _HEADERS.items() if "single" in said)
