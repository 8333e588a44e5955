# SPDX-License-Identifier: BSL-1.0
"""The options file, `restbind.yaml`: a command line, and names and types of one's own.

    spec: shop.yaml
    out: include/shop/v1
    namespace: shop::v1
    overlays: [ours.yaml]
    strict: true
    names: {Cart: Basket, Cart.id: number}
    types: {uuid: {name: "boost::uuids::uuid", header: <uuid.hpp>}}

Each option of a command that reads a document has a key of its name; `overlays` is a list. A path
is relative to the folder of the file. What the command line says comes before what the file says.
The command line's parser is the table of keys, so that none can be missing.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from restbind.diagnostics import Diagnostics, joined, near
from restbind.source.additions import NAMES, TYPES
from restbind.source.load import load_file
from restbind.source.refs import Cursor, SourceFile
from restbind.spec.value_shapes import found_as

FILE = "restbind.yaml"
SPEC = "spec"
# What a file has besides options, each with what is to be said: see `source.additions`.
_ADDITIONS = {NAMES: "string", TYPES: "object"}
_IN_WORDS = {NAMES: "a name", TYPES: "an object with `name` and `header`"}
PATHS = ("FILE", "DIR", "SPEC")  # what the help calls the value of an option that is a path


class Several(argparse.Action):
    """An option that may be given several times."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest) or []), values])


@dataclass(frozen=True)
class Options:
    """What a file says. path: of the file. values: by the names that the parser has for options.
    additions: what it adds to the document, with all else that it says; None for nothing."""

    path: str
    values: Mapping[str, object] = field(default_factory=dict)
    additions: Cursor | None = None


def key_of(action: argparse.Action) -> str:
    """The key of an option: its name, in the plural if it may be given several times."""
    name = action.option_strings[0].removeprefix("--") if action.option_strings else action.dest
    return f"{name}s" if isinstance(action, Several) else name


def read(path: str, known: Iterable[argparse.Action], diagnostics: Diagnostics) -> Options:
    """Reads a file. Whatever is wrong with it is reported; then its values mean nothing."""
    source, node = load_file(path, path, 0, diagnostics)
    if node is None:
        return Options(path)
    root = Cursor(node, SourceFile(source, path, path, node), f"{path}#")
    return _Reader(path, {key_of(action): action for action in known}, diagnostics).all(root)


class _Reader:
    def __init__(
        self, path: str, known: Mapping[str, argparse.Action], diagnostics: Diagnostics
    ) -> None:
        self._path = path
        self._known = known
        self._diagnostics = diagnostics

    def all(self, root: Cursor) -> Options:
        if root.kind != "object":
            self._wrong(root, f"a file of options is an object, not {found_as(root)}")
            return Options(self._path)
        values: dict[str, object] = {}
        for name, at in root.items():
            action = self._known.get(name)
            if action is not None:
                values[action.dest] = self._value(name, at, action)
            elif name in _ADDITIONS:
                self._table(name, at)
            else:
                self._unknown(name, at)
        return Options(self._path, values, root)

    def _unknown(self, name: str, at: Cursor) -> None:
        known = [*self._known, *_ADDITIONS]
        message = f"`{name}` is no option of restbind"
        hint = near(name, known) or f"there are {joined(sorted(known), 'and')}"
        self._diagnostics.report("RB075", at.key_place, message, hint)

    def _table(self, name: str, at: Cursor) -> None:
        if at.kind != "object":
            self._wrong(at, f"`{name}` must be an object, not {found_as(at)}")
        for _, value in at.items():
            if value.kind != _ADDITIONS[name]:
                what = f"`{value.name}` in `{name}`"
                self._wrong(value, f"{what} must be {_IN_WORDS[name]}, not {found_as(value)}")

    def _wrong(self, at: Cursor, message: str, hint: str = "") -> None:
        self._diagnostics.report("RB075", at.place, message, hint)

    def _value(self, name: str, at: Cursor, action: argparse.Action) -> object:
        if isinstance(action, Several):
            return self._list(name, at, action)
        if isinstance(action, argparse.BooleanOptionalAction):
            return self._flag(name, at)
        return self._text(name, at, action)

    def _list(self, name: str, at: Cursor, action: argparse.Action) -> list[str]:
        if at.kind == "array":
            return [self._text(name, element, action) for element in at.elements()]
        self._wrong(at, f"`{name}` must be a list, not {found_as(at)}")
        return []

    def _flag(self, name: str, at: Cursor) -> bool:
        if at.kind != "boolean":
            self._wrong(at, f"`{name}` must be true or false, not {found_as(at)}")
        return at.written.lower() == "true"

    def _text(self, name: str, at: Cursor, action: argparse.Action) -> str:
        if at.kind != "string":
            self._wrong(at, f"`{name}` must be a string, not {found_as(at)}")
            return ""
        if action.choices is not None and at.written not in action.choices:
            choices = [str(choice) for choice in action.choices]
            message = f"`{name}` must be {joined(choices, 'or')}, not `{at.written}`"
            self._wrong(at, message, near(at.written, choices))
        if action.metavar in PATHS:
            return os.path.normpath(os.path.join(os.path.dirname(self._path), at.written))
        return at.written
