# SPDX-License-Identifier: BSL-1.0
"""A document, cursors into it, and what its schemas are known by.

A `Cursor` is a node together with where it stands: document and JSON pointer. Pointers use `~0`,
`~1` and percent-encoding. A schema is known by its `$anchor` or `$dynamicAnchor`, and one with an
`$id` is a resource of its own.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Callable, Iterable, Iterator
from urllib.parse import urljoin

from restbind.diagnostics import Diagnostics, Place, Source
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.spec.keywords import DATA, NAMED_SCHEMAS


class References:
    """What the `$ref`s of files name. Of a file of its own they name nothing."""

    def __init__(self, diagnostics: Diagnostics | None = None) -> None:
        self.diagnostics = diagnostics or Diagnostics()
        self.known: dict[object, object] = {}  # what functions have found out about the files

    def resolve(self, ref: Cursor) -> Cursor | None:
        """What the string at `ref` (the value of a `$ref`) names; None after a reported error."""
        return None

    def resolved(self, ref: Cursor) -> Cursor | None:
        """The same if it was asked for before; reports nothing."""
        return None


@dataclass(eq=False)
class SourceFile:
    """One file. `label` stands before the `#` of its pointers: '' for the main file, else the path
    relative to it.
    """

    source: Source
    path: str
    label: str
    root: Node | None
    references: References = field(default_factory=References)
    foreign: dict[int, Source] = field(
        default_factory=dict
    )  # nodes and keys that an overlay brought, by identity
    named: list[tuple[str, Cursor]] | None = None  # see Documents.named_schemas
    _anchors: dict[str, list[Cursor]] | None = None
    _resources: tuple[
        dict[str, tuple[str, Cursor]], dict[str, Cursor | None]
    ] | None = None  # by pointer, and by address

    def source_of(self, node: Node) -> Source:
        """The text that a node or key stands in: the file's, or that of the overlay that brought
        it.
        """
        return self.foreign.get(id(node), self.source) if self.foreign else self.source

    def anchored(self, name: str) -> list[Cursor]:
        """The schemas that have `name` for an anchor."""
        if self._anchors is None:
            self._anchors = {}
            for node, pointer in self.schemas():
                for key in ("$anchor", "$dynamicAnchor"):
                    value = node.entries.get(key)
                    if isinstance(value, Scalar) and value.kind == "string":
                        self._anchors.setdefault(value.text, []).append(Cursor(node, self, pointer))
        return self._anchors.get(name, [])

    def resource(self, address: str) -> Cursor | None:
        """The one schema whose `$id` means this address."""
        return self._ids()[1].get(address)

    def resource_of(self, pointer: str) -> tuple[str, Cursor] | None:
        """The innermost schema with an `$id` around a place, and its address; None where there is
        none.
        """
        return around(self._ids()[0], pointer)

    def _ids(self) -> tuple[dict[str, tuple[str, Cursor]], dict[str, Cursor | None]]:
        if self._resources is None:
            by_pointer: dict[str, tuple[str, Cursor]] = {}
            by_address: dict[str, Cursor | None] = {}
            for node, pointer in (
                self.schemas() if "$id" in self.source.text else ()
            ):  # outer ones first
                value = node.entries.get("$id")
                if (
                    isinstance(value, Scalar)
                    and value.kind == "string"
                    and value.text.partition("#")[0]
                ):
                    outer = around(by_pointer, pointer)
                    address = urljoin(outer[0] if outer else "", value.text.partition("#")[0])
                    by_pointer[pointer] = address, Cursor(node, self, pointer)
                    by_address[address] = None if address in by_address else by_pointer[pointer][1]
            self._resources = by_pointer, by_address
        return self._resources

    def _key_like(self, written: Scalar, name: str) -> Scalar:
        key = Scalar(written.kind, name, written.line, written.column)
        key.written_as = written.written_as
        if id(written) in self.foreign:
            self.foreign[id(key)] = self.foreign[id(written)]
        return key

    def repeat(self, node: Node, old: str, new: str) -> None:
        """Gives an object the key `new`, which is not there, with the value of `old`, as which it
        was written.
        """
        assert isinstance(node, Map)
        node.keys[new], node.entries[new] = self._key_like(node.keys[old], new), node.entries[old]

    def rename(self, node: Node, old: str, new: str) -> None:
        """Reads the key `old` as `new`, which is not there, in its place."""
        assert isinstance(node, Map)
        key = self._key_like(node.keys[old], new)
        node.keys = {
            new if name == old else name: key if name == old else place
            for name, place in node.keys.items()
        }
        node.entries = {new if name == old else name: value for name, value in node.entries.items()}

    def put(self, node: Node, name: str, value: Node) -> None:
        """Another value for the key `name` of an object, as if it stood there."""
        assert isinstance(node, Map)
        old = node.entries[name]
        if id(old) in self.foreign:
            self.foreign[id(value)] = self.foreign[id(old)]
        node.entries[name] = value

    @staticmethod
    def remove(node: Node, name: str) -> None:
        """Takes the key `name` out of an object."""
        assert isinstance(node, Map)
        del node.entries[name], node.keys[name]

    def schemas(self) -> Iterator[tuple[Map, str]]:
        """All objects that may be schemas, with their pointers, in the order of the file."""
        pending: list[tuple[Node, str, bool]] = (
            [(self.root, f"{self.label}#", False)] if self.root is not None else []
        )
        seen: set[int] = set()  # an alias of YAML stands in several places
        while pending:
            node, pointer, holds_names = pending.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, Map):
                yield node, pointer
                pending += [
                    (
                        value,
                        f"{pointer}/{escape(node.keys[key].written_as)}",
                        key in NAMED_SCHEMAS and not holds_names,
                    )
                    for key, value in reversed(node.entries.items())
                    if holds_names or key not in DATA
                ]
            elif isinstance(node, List):
                pending += [
                    (value, f"{pointer}/{index}", False)
                    for index, value in reversed(list(enumerate(node.items)))
                ]


class Cursor:
    """pointer: with the document's label, e.g. `#/components/schemas/Cart`. key: as which the node
    stands in an object. Two cursors at one node are equal.
    """

    # A plain class: big documents have millions of them. Most are never asked for their pointer.
    __slots__ = ("node", "document", "key", "_pointer", "_holder", "_index")

    def __init__(
        self,
        node: Node,
        document: SourceFile,
        pointer: str | None,
        key: Scalar | None = None,
        holder: "Cursor | None" = None,
        index: int = 0,
    ) -> None:
        self.node = node
        self.document = document
        self.key = key
        self._pointer = pointer
        self._holder = holder
        self._index = index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cursor) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)

    @property
    def pointer(self) -> str:
        """The JSON pointer, behind the label of its document: `other.yaml#/info`."""
        unnamed, at = [], self
        while at._pointer is None:
            assert at._holder is not None
            unnamed.append(at)
            at = at._holder
        pointer = at._pointer
        for cursor in reversed(unnamed):
            token = str(cursor._index) if cursor.key is None else escape(cursor.key.written_as)
            cursor._pointer = pointer = f"{pointer}/{token}"
        return pointer

    @property
    def place(self) -> Place:
        """Where the node itself stands: file, line and column."""
        return Place(self.document.source_of(self.node), self.node.line, self.node.column)

    @property
    def key_place(self) -> Place:
        """Where the key stands that leads here; the value's own place for elements and roots."""
        if self.key is None:
            return self.place
        return Place(self.document.source_of(self.key), self.key.line, self.key.column)

    def place_in_text(self, offset: int) -> Place:
        """Where a character of a string stands; the string's own place if its characters are not in
        the file one by one.
        """
        column = self.node.text_column if isinstance(self.node, Scalar) else 0
        return self.place.moved(column - self.node.column + offset) if column else self.place

    @property
    def kind(self) -> str:
        """The JSON type of the node: object, array, string, integer, number, boolean or null."""
        return self.node.kind

    @property
    def name(self) -> str:
        """The key that leads here; '' for elements and roots."""
        return self.key.text if self.key is not None else ""

    @property
    def written_name(self) -> str:
        """The key that leads here, as it stands in the file; '' for elements and roots."""
        return self.key.written_as if self.key is not None else ""

    @property
    def written(self) -> str:
        """The text of a scalar; '' of an object or a list."""
        return self.node.text if isinstance(self.node, Scalar) else ""

    def get(self, name: str) -> "Cursor | None":
        """The member `name`; None where there is none, or the node is no object."""
        node = self.node
        if type(node) is Map and name in node.entries:
            return Cursor(node.entries[name], self.document, None, node.keys[name], self)
        return None

    def below(self, *names: str) -> "Cursor | None":
        """What the members of these names lead to, one below the other; None where one is not
        there.
        """
        at: Cursor | None = self
        for name in names:
            at = at.get(name) if at is not None else None
        return at

    def __getitem__(self, name: str) -> "Cursor":
        """The member `name`, which is there."""
        node = self.node
        assert type(node) is Map
        return Cursor(node.entries[name], self.document, None, node.keys[name], self)

    def step(self, token: str) -> "Cursor | None":
        """The member that a token of a pointer leads to: called `token`, or written so where it is
        read as another one.
        """
        if self.has(token) or not isinstance(self.node, Map):
            return self.get(token)
        return next(
            (self[name] for name, key in self.node.keys.items() if key.written_as == token), None
        )

    def has(self, name: str) -> bool:
        """The node is an object with a member `name`."""
        node = self.node
        return type(node) is Map and name in node.entries

    def items(self) -> Iterator[tuple[str, "Cursor"]]:
        """Keys and values of an object; nothing for other values."""
        node = self.node
        if type(node) is Map:
            for name, entry in node.entries.items():
                yield name, Cursor(entry, self.document, None, node.keys[name], self)

    def elements(self) -> Iterator["Cursor"]:
        """Elements of an array; nothing for other values."""
        if type(self.node) is List:
            for index, node in enumerate(self.node.items):
                yield Cursor(node, self.document, None, None, self, index)

    def values(self) -> Iterator["Cursor"]:
        """Elements of an array, or what the keys of an object have."""
        yield from self.elements()
        yield from (value for _, value in self.items())

    @property
    def is_empty(self) -> bool:
        """It has no keys and no elements."""
        return next(self.values(), None) is None

    def table(self, *names: str) -> Iterator[tuple[str, "Cursor"]]:
        """Keys and values of what these names lead to, one below the other; nothing where there is
        none, or no object.
        """
        value = self.below(*names)
        return value.items() if value is not None else iter(())

    def each(self, name: str) -> Iterator["Cursor"]:
        """Elements of the member `name`; nothing where there is none, or no array."""
        value = self.get(name)
        return value.elements() if value is not None else iter(())

    def text(self, name: str) -> str:
        """The member `name` if it is a string, else ''. Wrong types are the keyword check's to
        report.
        """
        value = self.get(name)
        return value.written if value and value.kind == "string" else ""

    def scalar(self, name: str) -> str:
        """The text of the member `name`, be it a string, a number or a boolean, else ''."""
        value = self.get(name)
        return value.written if value is not None else ""

    def texts(self, name: str) -> list["Cursor"]:
        """The strings among the elements of the member `name`; none where it is no array."""
        return [element for element in self.each(name) if element.kind == "string"]

    @property
    def strings(self) -> list[str]:
        """The strings among the elements of an array; none of other values."""
        return [element.written for element in self.elements() if element.kind == "string"]

    def is_true(self, name: str) -> bool:
        """The member `name` is the boolean true; YAML may write it `True`."""
        value = self.get(name)
        return bool(value and value.kind == "boolean" and value.written.lower() == "true")

    @property
    def holder(self) -> "Cursor | None":
        """The object or list that it was found in; None for roots, and for what was found by a
        pointer.
        """
        return self._holder

    def resolve(self) -> "Cursor | None":
        """What this value of a `$ref` names; None after a reported error."""
        return self.document.references.resolve(self)

    def resolved(self) -> "Cursor | None":
        """What this value of a `$ref` names if it was asked for before; reports nothing."""
        return self.document.references.resolved(self)

    @property
    def target(self) -> "Cursor | None":
        """What a schema refers to; None without a `$ref`, or after a reported error."""
        return self["$ref"].resolve() if self.has("$ref") else None

    def follow(self) -> "Cursor | None":
        """This, or where its chain of `$ref`s ends; None after a reported error."""
        seen: set[int] = set()
        at: Cursor | None = self
        while at is not None and at.has("$ref"):
            if at.identity in seen:
                what = f"`{self.text('$ref')}` is circular"
                self.document.references.diagnostics.report("RB021", self["$ref"].place, what)
                return None
            seen.add(at.identity)
            at = at.target
        return at

    def report(self, code: str, message: str, hint: str = "", own: bool = False) -> None:
        """Reports a finding at the key that leads here, which is where a reader looks; elements and
        roots have none. own: see `Diagnostics.report`.
        """
        self.document.references.diagnostics.report(code, self.key_place, message, hint, own)

    @property
    def identity(self) -> int:
        """The same for two cursors at one node: for finding cycles."""
        return id(self.node)


def around(resources: dict[str, tuple[str, Cursor]], pointer: str) -> tuple[str, Cursor] | None:
    """What the innermost pointer at or around a place stands for; None where there is none."""
    while resources and pointer:
        if pointer in resources:
            return resources[pointer]
        pointer = pointer.rpartition("/")[0]
    return None


def escape(token: str) -> str:
    """A key as a token of a JSON pointer: `a/b~c` -> `a~1b~0c`."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def stem(path: str) -> str:
    """`schemas/Dog.yaml` -> `Dog`."""
    return os.path.splitext(os.path.basename(path))[0]


def unescape(token: str) -> str:
    """A token of a JSON pointer as the key that it means: `a~1b~0c` -> `a/b~c`."""
    return token.replace("~1", "/").replace("~0", "~")


def identity_of(at: Cursor) -> int:
    """The identity of a cursor's node: the key by which `graph.all_from` sees that two cursors are
    at one node.
    """
    return at.identity


def reached(
    starts: Iterable[Cursor],
    target_of: Callable[[Cursor], Cursor | None],
    leaves_out: Callable[[Cursor, str], bool] = lambda at, key: False,
) -> Iterator[Cursor]:
    """Each value in `starts`, below them, and in what they refer to, once. target_of: what the
    value of a `$ref` names.
    """
    pending, seen = list(starts), set[int]()
    while pending:
        at = pending.pop()
        if at.identity in seen:
            continue
        seen.add(at.identity)
        yield at
        target = target_of(at["$ref"]) if at.has("$ref") else None
        pending += [
            *at.elements(),
            *(value for key, value in at.items() if not leaves_out(at, key)),
            *([target] if target is not None else []),
        ]
