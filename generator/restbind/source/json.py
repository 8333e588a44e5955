# SPDX-License-Identifier: BSL-1.0
"""Reads JSON into the loader's nodes. YAML readers stumble over parts of JSON (DEL), and this is
faster.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from restbind.diagnostics import Diagnostics, Place, Source
from restbind.source.nodes import (
    MAX_DEPTH,
    List,
    LoadError,
    Map,
    Node,
    Scalar,
    half_of_a_pair,
    report_duplicate,
)

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")
  | (?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)
  | (?P<punctuation>[{}\[\],:])
  | (?P<word>true|false|null)(?![A-Za-z0-9_])
)""",
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\r\n]*")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS = {"true": "boolean", "false": "boolean", "null": "null"}


def parse(source: Source, diagnostics: Diagnostics) -> Node:
    """The root of a JSON text; reports keys that are given twice. Raises LoadError."""
    return _JsonReader(source, diagnostics).read()


class _JsonReader:
    """An explicit stack instead of recursion: the depth is bounded by MAX_DEPTH, not by Python."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self._source = source
        self._diagnostics = diagnostics
        self._text = source.text
        self._lines = [0] + [found.end() for found in re.finditer("\n", self._text)]
        self._offset = 0  # where the current token begins
        self._end = 0  # where it ends
        self._found: list[tuple[Scalar, Scalar]] = []
        self._commas: list[
            tuple[int, int, str]
        ] = []  # that stand before the end of an object or list

    def read(self) -> Node:
        node = self._document()
        self._end = self._behind_space()
        if self._end != len(self._text):
            self._offset = self._end
            raise self._error("text follows the end of the document")
        for key, first in self._found:  # only now: a text that turns out to be YAML is read again
            report_duplicate(self._diagnostics, self._source, key, first)
        for line, column, closer in (
            self._commas if self._source.name.lower().endswith(".json") else ()
        ):  # YAML has them
            self._diagnostics.report(
                "RB097",
                Place(self._source, line, column),
                f"a comma before `{closer}` is passed over; JSON has none",
            )
        return node

    def _document(self) -> Node:
        stack: list[Map | List] = []
        keys: list[Scalar | None] = []
        while True:
            kind, text = self._next()
            if kind == "punctuation" and text in "{[":
                if len(stack) >= MAX_DEPTH:
                    raise LoadError(
                        "RB006", *self._place(), f"values are nested deeper than {MAX_DEPTH} levels"
                    )
                stack.append(Map(*self._place()) if text == "{" else List(*self._place()))
                keys.append(None)
                if self._peek_close("}" if text == "{" else "]"):
                    node: Node = stack.pop()
                    keys.pop()
                elif text == "{":
                    keys[-1] = self._key()
                    continue
                else:
                    continue
            else:
                node = self._scalar(kind, text)
            while (
                True
                # a value is complete: put it into its container, and close that as often as it ends
                # here
            ):
                if not stack:
                    return node
                top = stack[-1]
                self._put(top, keys[-1], node)
                kind, text = self._next()
                closer = "}" if isinstance(top, Map) else "]"
                if text == "," and kind == "punctuation":
                    comma = self._place()
                    if not self._peek_close(closer):
                        keys[-1] = self._key() if isinstance(top, Map) else None
                        break
                    self._commas.append((*comma, closer))
                elif text != closer or kind != "punctuation":
                    raise self._error(f"expected `,` or `{closer}`")
                node = stack.pop()
                keys.pop()

    def _behind_space(self) -> int:
        found = _SPACE.match(self._text, self._end)
        return found.end() if found else self._end

    def _next(self) -> tuple[str, str]:
        found = _TOKEN.match(self._text, self._end)
        if not found:
            self._offset = self._behind_space()
            raise self._error(
                "the text ends too early" if self._offset == len(self._text) else "this is not JSON"
            )
        kind = found.lastgroup or ""
        self._offset, self._end = found.span(kind)
        return kind, str(found.group(kind))

    def _peek_close(self, closer: str) -> bool:
        at = self._behind_space()
        if self._text[at : at + 1] != closer:
            return False
        self._end = at + 1
        return True

    def _key(self) -> Scalar:
        kind, text = self._next()
        if kind != "string":
            raise self._error("expected a key in double quotes")
        key = self._scalar(kind, text)
        if self._next() != ("punctuation", ":"):
            raise self._error("expected `:`")
        return key

    def _scalar(self, kind: str, text: str) -> Scalar:
        line, column = self._place()
        if kind == "string":
            value = json.loads(text) if "\\" in text else text[1:-1]
            if "\\" in text and _LONE_SURROGATE.search(value):
                raise half_of_a_pair(line, column)
            return Scalar(
                "string", value, line, column, column + 1 if len(value) == len(text) - 2 else 0
            )
        if kind == "number":
            return Scalar("integer" if text.lstrip("-").isdigit() else "number", text, line, column)
        if kind == "word":
            return Scalar(_WORDS[text], text, line, column)
        raise self._error("expected a value")

    def _put(self, top: Map | List, key: Scalar | None, node: Node) -> None:
        if isinstance(top, List):
            top.items.append(node)
            return
        assert key is not None
        if key.text in top.keys:
            self._found.append((key, top.keys[key.text]))
            top.entries[key.text] = node
        else:
            top.keys[key.text] = key
            top.entries[key.text] = node

    def _place(self) -> tuple[int, int]:
        line = bisect_right(self._lines, self._offset)
        return line, self._offset - self._lines[line - 1] + 1

    def _error(self, message: str) -> LoadError:
        return LoadError("RB003", *self._place(), message)
