# SPDX-License-Identifier: BSL-1.0
"""Compiles regular expressions for the machine of the runtime (`restbind/json/schema/pattern.hpp`).

`tests/support/pattern/program.hpp` does the same, word for word; a test compares both.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass

from restbind.spec.keywords import DATA, NAMED_SCHEMAS
from restbind.spec.pattern_sets import CodeSet
from restbind.spec.pattern_spelling import written_out
from restbind.spec.pattern_syntax import UNLIMITED, Node, SyntaxFault, parse

MAX_STEPS = 5_000

# What Python and ECMA-262 read alike, and where no repeat holds another: it takes no time.
_PLAIN = re.compile(
    r"""(?:\^|\$|\((?:\?:)?|\)(?![*+?{])|\||
    (?:\\[dw./^$*+?()\[\]{}|\\-]|\[\^?(?!\^)(?:\\[dw./^$\\-]|(?!&&|\|\||~~|--)[^\\\[\]])+\]|
    \.|[^\\\[\](){}|*+?^$.])(?:[*+?]\??|\{[0-9]+(?:,[0-9]*)?\}\??)?)*""",
    re.VERBOSE,
)
_MAX_REPEATS = 3
_MAX_TEXT = 200
_MAX_VALUE = 64

# In the order of the runtime's pattern_step.
_STEPS = {
    name: number
    for number, name in enumerate(
        "characters count split begin end boundary inside look no_look accept".split()
    )
}


@dataclass(frozen=True)
class Fault:
    """offset: the character at which reading stopped."""

    offset: int
    text: str


@dataclass(frozen=True)
class Program:
    """words: as they are described in the runtime. has_properties: some set names properties of
    characters.
    """

    words: tuple[int, ...]
    has_properties: bool


@functools.lru_cache(maxsize=4096)
def compiled(text: str) -> Program | Fault:
    """The program of an expression, or why it has none."""
    try:
        return _Compiler().program(parse(written_out(text)))
    except SyntaxFault as fault:
        return Fault(min(fault.offset, len(text)), fault.text)


@functools.lru_cache(maxsize=4096)
def used_in(schema: str) -> tuple[str, ...]:
    """The patterns of a schema, the text of a JSON Schema, wherever they stand in it."""
    return tuple(sorted(_used_below(json.loads(schema), is_map=False)))


def _used_below(at: object, is_map: bool) -> set[str]:
    """is_map: the members of `at` are schemas, and their names are no keywords."""
    if isinstance(at, list):
        return {found for node in at for found in _used_below(node, is_map=False)}
    if not isinstance(at, dict):
        return set()
    if is_map:
        return {found for node in at.values() for found in _used_below(node, is_map=False)}
    found = {at["pattern"]} if isinstance(at.get("pattern"), str) else set()
    found |= at.get("patternProperties", {}).keys()
    for name, value in at.items():
        if name not in DATA:
            found |= _used_below(value, is_map=name in NAMED_SCHEMAS)
    return found


def check(text: str) -> Fault | None:
    """None for an expression that can be compiled."""
    found = compiled(text)
    return found if isinstance(found, Fault) else None


def matches(text: str, value: str) -> bool | None:
    """Whether `value` matches an expression that check() took; None where only the runtime can
    say.
    """
    if (
        not value.isascii()
        or not value.isprintable()
        or len(text) > _MAX_TEXT
        or len(value) > _MAX_VALUE
    ):
        return None
    if (
        sum(text.count(sign) for sign in "*+?{") - text.count("(?:") > _MAX_REPEATS
        or _PLAIN.fullmatch(text) is None
    ):
        return None
    return re.search(text, value, re.ASCII) is not None


class _Compiler:
    def __init__(self) -> None:
        self._steps: list[list[int]] = []
        self._looks: list[int] = []
        self._data: list[int] = []
        self._counts = 0
        self._known: dict[tuple[int, ...], int] = {}  # steps and counts by what they do
        self._places: dict[tuple[object, ...], int] = {}  # where each set is
        self._has_properties = False

    def program(self, root: Node) -> Program:
        entry = self._finish(root, False)
        if len(self._steps) > MAX_STEPS:
            raise SyntaxFault(
                0,
                (
                    "the pattern is too long: repeats of more than one character are written out,"
                    " to 5,000 steps at most"
                ),
            )
        words = [len(self._steps), entry, len(self._looks) // 2, self._counts]
        for step in self._steps:
            words += step
        return Program((*words, *self._looks, *self._data), self._has_properties)

    def _push(self, what: str, goes_on: int, index: int) -> int:
        if len(self._steps) <= MAX_STEPS:
            self._steps.append([_STEPS[what], goes_on, index])
        return len(self._steps) - 1

    def _add(self, what: str, goes_on: int, index: int = 0) -> int:
        """What does the same and goes on at the same step is one step."""
        if what == "split" and goes_on == index:
            return goes_on
        key = (_STEPS[what], goes_on, index)
        if key not in self._known:
            self._known[key] = self._push(what, goes_on, index)
        return self._known[key]

    def _finish(self, node: Node, backward: bool) -> int:
        """Each expression, of a look and of all, ends in a step of its own, so they share none."""
        return self._compile(node, self._push("accept", 0, 0), backward)

    def _place(self, set_: CodeSet) -> int:
        key = (tuple(set_.ranges), set_.categories, frozenset(set_.scripts), set_.negative)
        if key not in self._places:
            self._places[key] = len(self._data)
            self._has_properties |= set_.has_properties
            bounds = [bound for first, last in set_.ranges for bound in (first, last + 1)]
            properties = [*([set_.categories] if set_.categories else []), *sorted(set_.scripts)]
            self._data += [
                len(bounds) | len(properties) << 24 | set_.negative << 31,
                *bounds,
                *properties,
            ]
        return self._places[key]

    def _compile(self, node: Node, goes_on: int, backward: bool) -> int:
        """The first step of a node that goes on at a step. Backward ones walk from the end of the
        text to its start.
        """
        if len(self._steps) > MAX_STEPS:
            return goes_on
        if node.kind == "sequence":
            for part in node.parts if backward else reversed(node.parts):
                goes_on = self._compile(part, goes_on, backward)
            return goes_on
        if node.kind == "alternatives":
            entry = self._compile(node.parts[-1], goes_on, backward)
            for part in reversed(node.parts[:-1]):
                entry = self._add("split", self._compile(part, goes_on, backward), entry)
            return entry
        if node.kind == "repeat":
            return self._repeat(node, goes_on, backward)
        if node.kind == "look":
            entry = self._finish(node.parts[0], not node.behind)
            self._looks += [entry, int(node.behind)]  # inner ones first
            return self._add(node.step, goes_on, len(self._looks) // 2 - 1)
        return self._add(node.step, goes_on, 0 if node.set is None else self._place(node.set))

    def _repeat(self, node: Node, goes_on: int, backward: bool) -> int:
        part, end = node.parts[0], goes_on
        if part.set is not None and node.most > 1:
            place = self._place(part.set)
            key = (place, node.least, node.most, goes_on)
            if key not in self._known:
                self._known[key] = self._push("count", goes_on, len(self._data))
                self._data += [place, node.least, node.most, self._counts]
                self._counts += 1
            return self._known[key]
        if node.most == UNLIMITED:
            loop = self._push("split", goes_on, goes_on)
            self._steps[loop][2] = self._compile(part, loop, backward)
            goes_on = loop
        copies = node.least if node.most == UNLIMITED else node.most
        while copies:
            copies -= 1
            entry = self._compile(part, goes_on, backward)
            if entry == goes_on:
                break  # nothing but the empty text, however often, or no more space
            goes_on = self._add("split", entry, end) if copies >= node.least else entry
        return goes_on
