# SPDX-License-Identifier: BSL-1.0
"""Reads YAML 1.2 (core schema) from libyaml's events. Values are resolved here, by YAML 1.2's
rules: `no`, `2024-01-01` and `12:30:45` are strings.

libyaml refuses the escape of half a surrogate pair, although YAML reads a JSON string as JSON does.
The backslash of such an escape is therefore replaced by a private character before libyaml sees it,
and the scalar that it stands in is read here.

Bounds: MAX_DEPTH levels of nesting, and aliases that expand to at most ALIAS_FACTOR times the nodes
written (plus ALIAS_FREE).
"""

from __future__ import annotations

import re
from typing import Protocol

import yaml

try:
    from yaml.cyaml import CParser
except ImportError:  # PyYAML was built without libyaml
    CParser = None

from restbind.diagnostics import Diagnostics, Source
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

ALIAS_FACTOR = 20
ALIAS_FREE = 100_000

_HALF = r"u[dD][89a-fA-F][0-9a-fA-F]{2}"  # of a surrogate pair, behind its backslash
_ESCAPED_HALF = re.compile(rf"(?<!\\)((?:\\\\)*)\\(?={_HALF})")

_PLAIN = re.compile(
    r"""
    (?P<null>~|null|Null|NULL|)
  | (?P<boolean>true|True|TRUE|false|False|FALSE)
  | (?P<integer>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)
  | (?P<number>
        [-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?
      | [-+]?\.(?:inf|Inf|INF)
      | \.(?:nan|NaN|NAN))
""",
    re.VERBOSE,
)

_TAGS = {
    "tag:yaml.org,2002:str": "string",
    "tag:yaml.org,2002:int": "integer",
    "tag:yaml.org,2002:float": "number",
    "tag:yaml.org,2002:bool": "boolean",
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:map": "object",
    "tag:yaml.org,2002:seq": "array",
}
_MERGE = "tag:yaml.org,2002:merge"


class _PythonParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """What PyYAML offers where it was built without libyaml: the same events, slower."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


class _Parser(Protocol):
    """What both parsers offer."""

    def get_event(self) -> yaml.Event:
        ...


def parse(source: Source, diagnostics: Diagnostics) -> Node:
    """The root of a YAML text; reports keys that are given twice. Raises LoadError."""
    return _YamlReader(source, diagnostics).read()


def plain_kind(text: str) -> str:
    """The kind of an unquoted YAML scalar by the core schema."""
    found = _PLAIN.fullmatch(text)
    return found.lastgroup or "string" if found else "string"


class _Open:
    """A map or list under construction; `size` counts its nodes with aliases expanded."""

    __slots__ = ("node", "key", "size", "anchor", "merges")

    def __init__(self, node: Map | List, anchor: str | None) -> None:
        self.node = node
        self.key: Scalar | None = None
        self.size = 1
        self.anchor = anchor
        self.merges: list[tuple[Scalar, Node]] = []


class _YamlReader:
    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self._source = source
        self._diagnostics = diagnostics
        self._stack: list[_Open] = []
        self._anchors: dict[
            str, tuple[Node, int] | None
        ] = {}  # None while the anchor's value is still being read
        self._written = 0
        self._root: Node | None = None
        self._root_size = 0
        self._mark = ""  # stands for the backslash of half a surrogate pair

    def read(self) -> Node:
        parser = (CParser or _PythonParser)(self._marked(self._source.text))
        try:
            self._consume(parser)
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from None
        except yaml.YAMLError as error:
            raise LoadError("RB003", 1, 1, str(error).replace("\n", " ")) from None
        finally:
            parser.dispose()
        if self._root is None:
            raise LoadError("RB003", 1, 1, "the file is empty")
        if self._root_size > ALIAS_FREE + ALIAS_FACTOR * self._written:
            raise LoadError(
                "RB005",
                1,
                1,
                (
                    f"aliases expand {self._written} values to {self._root_size}; "
                    f"the limit is {ALIAS_FREE + ALIAS_FACTOR * self._written}"
                ),
            )
        return self._root

    def _marked(self, text: str) -> str:
        if not _ESCAPED_HALF.search(text):
            return text
        self._mark = next(
            character for character in map(chr, range(0xF0000, 0xFFFFE)) if character not in text
        )
        return _ESCAPED_HALF.sub(rf"\1{self._mark}", text)

    def _unmarked(self, event: yaml.ScalarEvent) -> str:
        """The scalar's text; escapes count in double quotes alone."""
        text = str(event.value)
        if not self._mark or self._mark not in text:
            return text
        if event.style != '"':
            return text.replace(self._mark, "\\")
        halves = re.sub(f"{self._mark}u(.{{4}})", lambda found: chr(int(found[1], 16)), text)
        try:
            return halves.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise half_of_a_pair(event.start_mark.line + 1, event.start_mark.column + 1) from None

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> LoadError:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        hint = ""
        if error.context and error.context_mark:
            hint = f"{error.context}, begun at line {error.context_mark.line + 1}"
        if (self._source.line(line) or "")[column - 1 : column] == "\t":
            return LoadError(
                "RB003",
                line,
                column,
                "a tab stands where YAML has none",
                "YAML indents with spaces, not tabs",
            )
        return LoadError("RB003", line, column, str(error.problem or error.context), hint)

    def _consume(self, parser: _Parser) -> None:
        documents = 0
        while True:
            event = parser.get_event()
            if isinstance(event, yaml.ScalarEvent):
                self._add(self._scalar(event), 1, event.anchor)
            elif isinstance(event, yaml.MappingStartEvent):
                self._open(
                    Map(event.start_mark.line + 1, event.start_mark.column + 1), event, "object"
                )
            elif isinstance(event, yaml.SequenceStartEvent):
                self._open(
                    List(event.start_mark.line + 1, event.start_mark.column + 1), event, "array"
                )
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._close()
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise LoadError(
                        "RB003",
                        event.start_mark.line + 1,
                        event.start_mark.column + 1,
                        "the file holds more than one YAML document",
                    )
            elif isinstance(event, yaml.StreamEndEvent):
                return

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = event.start_mark, event.end_mark
        line, column = start.line + 1, start.column + 1
        text = self._unmarked(event)
        if event.tag == _MERGE and text == "<<":
            return Scalar("string", text, line, column, column)
        plain = event.implicit[0] and event.tag is None
        kind = plain_kind(text) if plain else "string"
        if event.tag is not None:
            kind = self._tag(event.tag, line, column)
            if kind != "string" and plain_kind(text) not in (
                kind,
                "integer" if kind == "number" else kind,
            ):
                raise LoadError(
                    "RB003", line, column, f"`{text}` does not fit the tag `!!{event.tag[18:]}`"
                )
        quotes = 0 if event.style in (None, "") else 1
        verbatim = start.line == end.line and end.index - start.index == len(text) + 2 * quotes
        return Scalar(
            kind, text, line, column, column + quotes if verbatim and event.tag is None else 0
        )

    @staticmethod
    def _tag(tag: str, line: int, column: int) -> str:
        if tag == "!":
            return "string"
        if tag not in _TAGS:
            raise LoadError("RB003", line, column, f"the tag `{tag}` is not supported")
        return _TAGS[tag]

    def _open(self, node: Map | List, event: yaml.CollectionStartEvent, kind: str) -> None:
        if (
            event.tag is not None
            and event.tag != "!"
            and self._tag(event.tag, node.line, node.column) != kind
        ):
            raise LoadError(
                "RB003", node.line, node.column, f"the tag `{event.tag}` does not fit an {kind}"
            )
        if self._stack and isinstance(self._stack[-1].node, Map) and self._stack[-1].key is None:
            raise LoadError("RB003", node.line, node.column, "a key must be a string or number")
        if len(self._stack) >= MAX_DEPTH:
            raise LoadError(
                "RB006", node.line, node.column, f"values are nested deeper than {MAX_DEPTH} levels"
            )
        if event.anchor:
            self._anchors[event.anchor] = None
        self._written += 1
        self._stack.append(_Open(node, event.anchor))

    def _close(self) -> None:
        done = self._stack.pop()
        if isinstance(done.node, Map):
            for key, value in done.merges:
                self._merge(done.node, key, value)
        self._written -= 1  # _add counts it again
        self._add(done.node, done.size, done.anchor)

    def _alias(self, event: yaml.AliasEvent) -> None:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if event.anchor not in self._anchors:
            raise LoadError(
                "RB005", line, column, f"no anchor `&{event.anchor}` stands before this alias"
            )
        target = self._anchors[event.anchor]
        if target is None:
            raise LoadError(
                "RB005", line, column, f"the value of anchor `&{event.anchor}` contains itself"
            )
        self._add(target[0], target[1], None, (line, column))

    def _add(
        self, node: Node, size: int, anchor: str | None, place: tuple[int, int] | None = None
    ) -> None:
        self._written += 1
        if anchor:
            self._anchors[anchor] = (node, size)
        if not self._stack:
            self._root, self._root_size = node, size
            return
        top = self._stack[-1]
        top.size += size
        if isinstance(top.node, List):
            top.node.items.append(node)
        elif top.key is None:
            top.key = self._key(node, place)
        else:
            self._entry(top, top.node, top.key, node)
            top.key = None

    @staticmethod
    def _key(node: Node, place: tuple[int, int] | None) -> Scalar:
        line, column = place or (node.line, node.column)
        if not isinstance(node, Scalar):
            raise LoadError("RB003", line, column, "a key must be a string or number")
        return Scalar(node.kind, node.text, line, column, node.text_column)

    def _entry(self, top: _Open, into: Map, key: Scalar, value: Node) -> None:
        if key.text == "<<" and key.text_column == key.column:
            top.merges.append((key, value))
        elif key.text in into.keys:
            report_duplicate(self._diagnostics, self._source, key, into.keys[key.text])
            into.entries[key.text] = value
        else:
            into.keys[key.text] = key
            into.entries[key.text] = value

    @staticmethod
    def _merge(into: Map, key: Scalar, value: Node) -> None:
        """YAML 1.1's `<<`: what the map says itself wins, then the first of the merged maps."""
        for merged in value.items if isinstance(value, List) else [value]:
            if not isinstance(merged, Map):
                raise LoadError("RB003", key.line, key.column, "`<<` needs a map or a list of maps")
            for name, entry in merged.entries.items():
                if name not in into.entries:
                    into.keys[name] = merged.keys[name]
                    into.entries[name] = entry
