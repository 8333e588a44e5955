# SPDX-License-Identifier: BSL-1.0
"""Documents, cursors into them, and `$ref`.

A `Cursor` is a node together with where it stands: document and JSON pointer. `Documents` holds the main file and every
file a reference reached. References may name the same document (`#/components/schemas/Cart`) or another file, relative to the
file they stand in (`common.yaml#/Money`); pointers use `~0`, `~1` and percent-encoding. `#name` leads to the one schema of
the file with that `$anchor` or `$dynamicAnchor`. A schema with an `$id` is a resource of its own: references in it are first resolved
against that, and may name any other `$id` of the file. Nothing is fetched from a network.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Callable, Iterable, Iterator
from urllib.parse import unquote, urljoin

from restbind.diagnostics import Diagnostics, Place, Source, near
from restbind.source.load import load_file
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.spec.keywords import DATA, NAMED_SCHEMAS


# What schemas are known by where only a file's place says that they are some.
_OF_OBJECTS = ("properties", "allOf", "oneOf", "anyOf", "discriminator")
_OF_SCHEMAS = ("$ref", "type", "items", "enum", "const", *_OF_OBJECTS)


@dataclass(eq=False)
class Document:
    """One file. `label` stands before the `#` of its pointers: '' for the main file, else the path relative to it."""

    source: Source
    path: str
    label: str
    root: Node | None
    foreign: dict[int, Source] = field(default_factory=dict)  # nodes and keys that an overlay brought, by identity
    named: list[tuple[str, Cursor]] | None = None  # see Documents.named_schemas
    _anchors: dict[str, list[Cursor]] | None = None
    _resources: tuple[dict[str, tuple[str, Cursor]], dict[str, Cursor | None]] | None = None  # by pointer, and by address

    def source_of(self, node: Node) -> Source:
        return self.foreign.get(id(node), self.source) if self.foreign else self.source

    def anchored(self, name: str) -> list[Cursor]:
        """The schemas that have `name` for an anchor."""
        if self._anchors is None:
            self._anchors = {}
            for node, pointer in self._schemas():
                for key in ("$anchor", "$dynamicAnchor"):
                    value = node.entries.get(key)
                    if isinstance(value, Scalar) and value.kind == "string":
                        self._anchors.setdefault(value.text, []).append(Cursor(node, self, pointer))
        return self._anchors.get(name, [])

    def resource(self, address: str) -> Cursor | None:
        """The one schema whose `$id` means this address."""
        return self._ids()[1].get(address)

    def resource_of(self, pointer: str) -> tuple[str, Cursor] | None:
        """The innermost schema with an `$id` around a place, and its address; None where there is none."""
        return _around(self._ids()[0], pointer)

    def _ids(self) -> tuple[dict[str, tuple[str, Cursor]], dict[str, Cursor | None]]:
        if self._resources is None:
            by_pointer: dict[str, tuple[str, Cursor]] = {}
            by_address: dict[str, Cursor | None] = {}
            for node, pointer in self._schemas() if "$id" in self.source.text else ():  # outer ones first
                value = node.entries.get("$id")
                if isinstance(value, Scalar) and value.kind == "string" and value.text.partition("#")[0]:
                    outer = _around(by_pointer, pointer)
                    address = urljoin(outer[0] if outer else "", value.text.partition("#")[0])
                    by_pointer[pointer] = address, Cursor(node, self, pointer)
                    by_address[address] = None if address in by_address else by_pointer[pointer][1]
            self._resources = by_pointer, by_address
        return self._resources

    def settle_dynamic(self) -> None:
        """Makes a plain `$ref` of each `$dynamicRef` whose anchor stands once: whichever way a value is reached, it can mean
        nothing else. Where schemas extend each other an anchor stands several times, and the reference is left as it is. So is it done
        with `$recursiveRef` of JSON Schema 2019-09, which means the schema around it that has a `$recursiveAnchor`."""
        if "$dynamicRef" in self.source.text:
            for node, _ in self._schemas():
                ref = node.entries.get("$dynamicRef")
                if isinstance(ref, Scalar) and ref.kind == "string" and ref.text.startswith("#") and len(self.anchored(ref.text[1:])) == 1:
                    _make_plain(node, "$dynamicRef", ref)
        if "$recursiveRef" in self.source.text:
            self._settle_recursive()

    def _settle_recursive(self) -> None:
        anchors = {pointer: (pointer, Cursor(node, self, pointer)) for node, pointer in self._schemas()
                   if Cursor(node, self, pointer).is_true("$recursiveAnchor")}
        extended = {one.text("$ref") for _, at in anchors.values() for one in (at, *at.each("allOf"))}
        for node, pointer in self._schemas():
            ref, around = node.entries.get("$recursiveRef"), _around(anchors, pointer)
            if not isinstance(ref, Scalar) or ref.kind != "string" or ref.text != "#" or around is None:
                continue
            target = around[0].partition("#")[2].replace("%", "%25")
            if f"#{target}" not in extended:
                _make_plain(node, "$recursiveRef", Scalar("string", f"#{target}", ref.line, ref.column))

    def _schemas(self) -> Iterator[tuple[Map, str]]:
        """All objects that may be schemas, with their pointers, in the order of the file."""
        pending: list[tuple[Node, str, bool]] = [(self.root, f"{self.label}#", False)] if self.root is not None else []
        seen: set[int] = set()  # an alias of YAML stands in several places
        while pending:
            node, pointer, holds_names = pending.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, Map):
                yield node, pointer
                pending += [(value, f"{pointer}/{escape(key)}", key in NAMED_SCHEMAS and not holds_names)
                            for key, value in reversed(node.entries.items()) if holds_names or key not in DATA]
            elif isinstance(node, List):
                pending += [(value, f"{pointer}/{index}", False) for index, value in reversed(list(enumerate(node.items)))]


class Cursor:
    """pointer: with the document's label, e.g. `#/components/schemas/Cart`. key: as which the node stands in an object."""

    __slots__ = ("node", "document", "pointer", "key")  # a plain class: big documents have millions of them

    def __init__(self, node: Node, document: Document, pointer: str, key: Scalar | None = None) -> None:
        self.node = node
        self.document = document
        self.pointer = pointer
        self.key = key

    @property
    def place(self) -> Place:
        return Place(self.document.source_of(self.node), self.node.line, self.node.column)

    @property
    def key_place(self) -> Place:
        """Where the key stands that leads here; the value's own place for elements and roots."""
        return Place(self.document.source_of(self.key), self.key.line, self.key.column) if self.key else self.place

    def place_in_text(self, offset: int) -> Place:
        """Where a character of a string stands; the string's own place if its characters are not in the file one by one."""
        column = self.node.text_column if isinstance(self.node, Scalar) else 0
        return self.place.moved(column - self.node.column + offset) if column else self.place

    @property
    def kind(self) -> str:
        return self.node.kind

    @property
    def name(self) -> str:
        """The key that leads here; '' for elements and roots."""
        return self.key.text if self.key is not None else ""

    @property
    def written(self) -> str:
        """The text of a scalar; '' of an object or a list."""
        return self.node.text if isinstance(self.node, Scalar) else ""

    def get(self, name: str) -> "Cursor | None":
        return self[name] if self.has(name) else None

    def __getitem__(self, name: str) -> "Cursor":
        """The member `name`, which is there."""
        assert isinstance(self.node, Map)
        return Cursor(self.node.entries[name], self.document, f"{self.pointer}/{escape(name)}", self.node.keys[name])

    def has(self, name: str) -> bool:
        return isinstance(self.node, Map) and name in self.node.entries

    def items(self) -> Iterator[tuple[str, "Cursor"]]:
        """Keys and values of an object; nothing for other values."""
        if isinstance(self.node, Map):
            for name in self.node.entries:
                yield name, self[name]

    def elements(self) -> Iterator["Cursor"]:
        """Elements of an array; nothing for other values."""
        if isinstance(self.node, List):
            for index, node in enumerate(self.node.items):
                yield Cursor(node, self.document, f"{self.pointer}/{index}")

    def values(self) -> Iterator["Cursor"]:
        """Elements of an array, or what the keys of an object have."""
        yield from self.elements()
        yield from (value for _, value in self.items())

    def table(self, name: str) -> Iterator[tuple[str, "Cursor"]]:
        """Keys and values of the member `name`; nothing where there is none, or no object."""
        value = self.get(name)
        return value.items() if value is not None else iter(())

    def each(self, name: str) -> Iterator["Cursor"]:
        """Elements of the member `name`; nothing where there is none, or no array."""
        value = self.get(name)
        return value.elements() if value is not None else iter(())

    def text(self, name: str) -> str:
        """The member `name` if it is a string, else ''. Wrong types are the keyword check's to report."""
        value = self.get(name)
        return value.written if value and value.kind == "string" else ""

    def scalar(self, name: str) -> str:
        """The text of the member `name`, be it a string, a number or a boolean, else ''."""
        value = self.get(name)
        return value.written if value is not None else ""

    def texts(self, name: str) -> list["Cursor"]:
        value = self.get(name)
        return [element for element in value.elements() if element.kind == "string"] if value else []

    def is_true(self, name: str) -> bool:
        value = self.get(name)
        return bool(value and value.kind == "boolean" and value.written.lower() == "true")

    @property
    def identity(self) -> int:
        """The same for two cursors at one node: for finding cycles."""
        return id(self.node)


def _make_plain(node: Map, name: str, ref: Scalar) -> None:
    """Makes a `$ref` of the keyword `name`, in its place, unless there is one."""
    if "$ref" in node.entries:
        return
    written = node.keys[name]
    node.entries = {"$ref" if key == name else key: ref if key == name else one for key, one in node.entries.items()}
    key_of_ref = Scalar(written.kind, "$ref", written.line, written.column)
    node.keys = {"$ref" if key == name else key: key_of_ref if key == name else one for key, one in node.keys.items()}


def _around(resources: dict[str, tuple[str, Cursor]], pointer: str) -> tuple[str, Cursor] | None:
    while resources and pointer:
        if pointer in resources:
            return resources[pointer]
        pointer = pointer.rpartition("/")[0]
    return None


def escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def stem(path: str) -> str:
    """`schemas/Dog.yaml` -> `Dog`."""
    return os.path.splitext(os.path.basename(path))[0]


def unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def reached(starts: Iterable[Cursor], target_of: Callable[[Cursor], Cursor | None],
            leaves_out: Callable[[Cursor, str], bool] = lambda at, key: False) -> Iterator[Cursor]:
    """Each value in `starts`, below them, and in what they refer to, once. target_of: what the value of a `$ref` names."""
    pending, seen = list(starts), set[int]()
    while pending:
        at = pending.pop()
        if at.identity in seen:
            continue
        seen.add(at.identity)
        yield at
        target = target_of(at["$ref"]) if at.has("$ref") else None
        pending += [*at.elements(), *(value for key, value in at.items() if not leaves_out(at, key)),
                    *([target] if target is not None else [])]


class Documents:
    """All files of a run, in the order they were read."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._by_path: dict[str, Document] = {}
        self._resolved: dict[tuple[int, str], tuple[Node, Cursor | None]] = {}  # with the node, whose identity no other one gets then

    @property
    def paths(self) -> list[str]:
        return [document.path for document in self._by_path.values()]

    def open_main(self, name: str) -> Cursor | None:
        return self._root(self._open(name, ""))

    def at(self, pointer: str) -> Cursor | None:
        """What stands at a cursor's `pointer`; None if nothing does."""
        label, _, path = pointer.partition("#")
        document = next((one for one in self._by_path.values() if one.label == label), None)
        at = self._root(document) if document is not None else None
        for token in path.split("/")[1:]:
            if at is None:
                return None
            if isinstance(at.node, List):
                at = next((one for index, one in enumerate(at.elements()) if str(index) == token), None)
            else:
                at = at.get(unescape(token))
        return at

    def holding(self, key: str) -> list[Cursor]:
        """The objects that may be schemas and have `key`, in all files read so far."""
        return [Cursor(node, document, pointer) for document in list(self._by_path.values()) if key in document.source.text
                or document.foreign for node, pointer in document._schemas() if key in node.entries]

    def named_schemas(self, document: Document) -> list[tuple[str, Cursor]]:
        """The schemas that a file gives names: its components; of a file without, the whole, which is called as the file, or else what it
        lists."""
        if document.named is None:
            document.named = self._named_schemas(document)
        return document.named

    def _named_schemas(self, document: Document) -> list[tuple[str, Cursor]]:
        root = self._root(document)
        if root is None or root.kind != "object":
            return []
        components = root.get("components")
        if components is not None or any(root.has(key) for key in _OF_SCHEMAS):
            schemas = components.get("schemas") if components is not None else None
            return list(schemas.items()) if schemas is not None else [] if components is not None else [(stem(document.path), root)]
        return [(name, at) for name, at in root.items() if any(at.has(key) for key in _OF_OBJECTS)]

    @property
    def others(self) -> list[Document]:
        """All files but the main one."""
        return list(self._by_path.values())[1:]

    def open_beside(self, path: str) -> Cursor | None:
        """A file that is no part of the document but was read for it, such as an overlay; its `$ref`s mean nothing."""
        return self._root(self._open(path, path))

    def _open(self, path: str, label: str) -> Document:
        known = os.path.normpath(path)
        if known not in self._by_path:
            source, root = load_file(path, path, len(self._by_path), self._diagnostics)
            self._by_path[known] = Document(source, path, label, root)
            self._by_path[known].settle_dynamic()
        return self._by_path[known]

    @staticmethod
    def _root(document: Document) -> Cursor | None:
        return Cursor(document.root, document, f"{document.label}#") if document.root is not None else None

    def resolve(self, ref: Cursor) -> Cursor | None:
        """What the string at `ref` (the value of a `$ref`) names; None after a reported error."""
        key = (id(ref.node), ref.document.path)
        if key not in self._resolved:
            self._resolved[key] = ref.node, self._resolve(ref)
        return self._resolved[key][1]

    def resolved(self, ref: Cursor) -> Cursor | None:
        """What `ref` names if lowering has asked for it; reports nothing."""
        return self._resolved.get((id(ref.node), ref.document.path), (None, None))[1]

    def follow(self, start: Cursor) -> Cursor | None:
        """`start`, or where its chain of `$ref`s ends; None after a reported error."""
        seen: set[int] = set()
        at: Cursor | None = start
        while at is not None and at.has("$ref"):
            if at.identity in seen:
                self._diagnostics.report("RB021", start["$ref"].place, f"`{start.text('$ref')}` is circular")
                return None
            seen.add(at.identity)
            at = self.resolve(at["$ref"])
        return at

    def _resolve(self, ref: Cursor) -> Cursor | None:
        if ref.kind != "string":
            return None  # the keyword check reports it
        text = ref.written
        file, _, fragment = text.partition("#")
        found = self._in_resource(ref, file, fragment)
        if found is not None:
            return found
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", file) or file.startswith("//"):
            self._report(ref, "RB022", f"`{text}` is a remote reference; nothing is fetched",
                         "keep a copy beside the document and refer to that")
            return None
        if os.path.isabs(unquote(file)):
            self._report(ref, "RB022", f"`{text}` is an absolute path, which is another one on other machines",
                         "refer to the file relative to this one")
            return None
        path, label = self._where(ref, file)
        if file and not os.path.exists(path):  # the mistake of one reference, not of the whole document
            self._report(ref, "RB020", f"`{text}` leads to a file that does not exist", self._meant(file))
            return None
        document = self._open(path, label) if file else ref.document
        root = self._root(document)
        if root is None:
            self._report(ref, "RB020", f"`{text}` leads into a file that cannot be read")
            return None
        if fragment and not fragment.startswith("/"):
            return self._anchor(ref, document, unquote(fragment))
        return self._walk(ref, root, fragment)

    @staticmethod
    def _in_resource(ref: Cursor, file: str, fragment: str) -> Cursor | None:
        """What `ref` names by an `$id` of its document. None where it names none: many documents have an `$id` on schemas whose
        references mean the file all the same."""
        document = ref.document
        own = document.resource_of(ref.pointer)
        start = document.resource(urljoin(own[0] if own else "", file)) if file else own[1] if own else None
        if start is None:
            return None
        if fragment and not fragment.startswith("/"):
            inside = [(at, document.resource_of(at.pointer)) for at in document.anchored(unquote(fragment))]
            found = [at for at, around in inside if around is not None and around[1] is start]
            return found[0] if len(found) == 1 else None
        return _walked(start, fragment)[0]

    def _anchor(self, ref: Cursor, document: Document, name: str) -> Cursor | None:
        found = document.anchored(name)
        if len(found) == 1:
            return found[0]
        text = ref.written
        if found:
            self._report(ref, "RB020",
                         f"`{text}` may mean {len(found)} schemas: `{found[0].pointer}` and `{found[1].pointer}` have that anchor",
                         "use a JSON pointer, such as #/components/schemas/Name")
        else:
            self._report(ref, "RB020", f"`{text}` cannot be resolved: no schema has the anchor `{name}`",
                         self._schema_hint(name) or "use a JSON pointer, such as #/components/schemas/Name")
        return None

    @staticmethod
    def _where(ref: Cursor, file: str) -> tuple[str, str]:
        """Path and label of a file that is named beside `ref`."""
        relative = unquote(file)
        folder = os.path.dirname(ref.document.path)
        label = os.path.normpath(os.path.join(os.path.dirname(ref.document.label), relative)).replace(os.sep, "/")
        return os.path.normpath(os.path.join(folder, relative)), label

    def _meant(self, file: str) -> str:
        """A hint where a file's name is that of a schema."""
        return self._schema_hint(unquote(file))

    def _schema_hint(self, name: str) -> str:
        at = self._root(next(iter(self._by_path.values())))
        for key in ("components", "schemas", name):
            at = at.get(key) if at is not None else None
        return f"did you mean `#/components/schemas/{name}`?" if at is not None else ""

    def _walk(self, ref: Cursor, at: Cursor, fragment: str) -> Cursor | None:
        found, last, token = _walked(at, fragment)
        if found is None:
            names = list(last.node.entries) if isinstance(last.node, Map) else []
            self._report(ref, "RB020", f"`{ref.written}` cannot be resolved: `{last.pointer}` has no `{token}`", near(token, names))
        return found

    def _report(self, ref: Cursor, code: str, message: str, hint: str = "") -> None:
        self._diagnostics.report(code, ref.place, message, hint)


def _walked(at: Cursor, fragment: str) -> tuple[Cursor | None, Cursor, str]:
    """What a pointer leads to from `at`; where it leads nowhere None, how far it goes, and what is missing there."""
    for raw in fragment.split("/")[1:] if fragment else []:
        token = unescape(unquote(raw))
        found = at.get(token)
        if found is None and isinstance(at.node, List) and re.fullmatch("0|[1-9][0-9]{0,8}", token):
            found = next((element for index, element in enumerate(at.elements()) if index == int(token)), None)
        if found is None:
            return None, at, token
        at = found
    return at, at, ""
