# SPDX-License-Identifier: BSL-1.0
"""What an options file adds to a document that is not ours to edit: names and types of one's own.

    names:
      Cart: Basket                        # a component
      Cart.id: number                     # one of its members
      getCart: fetch_cart                 # an operation
      pets: animals                       # a tag
      "#/components/parameters/Page": page_number
    types:
      uuid: {name: "boost::uuids::uuid", header: <shop/uuid.hpp>}  # a format
      Money: {name: "shop::money", header: <shop/money.hpp>}       # a component

Each becomes `x-restbind-name` or `x-restbind-type` of what it is about, as an overlay would add it.
It keeps its own file, line and column, so that findings point there. A format stays a question
about the schemas that have it: `OwnTypes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from restbind.diagnostics import Diagnostics, near
from restbind.source.documents import Documents
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.source.overlay import unshare
from restbind.source.refs import Cursor
from restbind.spec.http import METHODS

NAMES, TYPES = "names", "types"
NAME_KEY, TYPE_KEY = "x-restbind-name", "x-restbind-type"
_Made = TypeVar("_Made", Scalar, Map, List)


@dataclass(frozen=True)
class OwnTypes:
    """Types for formats, as the options file has them."""

    by_format: dict[str, Cursor] = field(default_factory=dict)


def apply_additions(
    root: Cursor, additions: Cursor, documents: Documents, diagnostics: Diagnostics
) -> OwnTypes:
    """Changes the tree at `root` in place. Gives the types for formats; `tell_unmet` tells of one
    that no schema has. A name for something that is not there is reported."""
    found = _Additions(root, documents, diagnostics)
    additions.document.references = documents  # whose diagnostics tell of its types, too
    if additions.has(NAMES) or additions.has(TYPES):
        unshare(root.node)
    for name, value in additions.table(NAMES):
        found.name(name, value)
    own = OwnTypes()
    for name, value in additions.table(TYPES):
        if not found.type(name, value):
            own.by_format[name] = value
    return own


def tell_unmet(root: Cursor, own: OwnTypes, documents: Documents, diagnostics: Diagnostics) -> None:
    """Reports types for formats that no schema has, in none of the files that were read."""
    components = [name for name, _ in _schemas(root)]
    formats = {at.text("format") for at in documents.holding("format")} if own.by_format else set()
    for name, value in own.by_format.items():
        if name not in formats:
            message = f"`{name}` is no component of the document, and no format in it"
            hint = near(name, [*components, *formats])
            diagnostics.report("RB076", value.key_place, message, hint)


class _Additions:
    def __init__(self, root: Cursor, documents: Documents, diagnostics: Diagnostics) -> None:
        self._root = root
        self._document = root.document
        self._documents = documents
        self._diagnostics = diagnostics
        self._known = _named(root)

    def name(self, name: str, value: Cursor) -> None:
        """Gives a name to what the key stands for."""
        if name.startswith("#"):
            target = self._documents.at(name)
            if target is not None and target.kind == "object":
                self._put(target, NAME_KEY, value)
            else:
                self._report(value, f"`{name}` leads to nothing in the document that has a name")
            return
        targets = self._known.get(name, [])
        if len(targets) == 1:
            self._put(targets[0], NAME_KEY, value)
        elif targets:
            places = " and ".join(f"`{target.pointer}`" for target in targets)
            self._report(value, f"`{name}` may mean {places}", "use the pointer of one of them")
        elif not self._name_tag(name, value):
            self._report(
                value,
                f"the document has no component, member, operation or tag `{name}`",
                near(name, self._known),
            )

    def type(self, name: str, value: Cursor) -> bool:
        """Gives a type to a component, or to what a pointer leads to; False where there is none."""
        is_pointer = name.startswith("#")
        target = self._documents.at(name) if is_pointer else dict(_schemas(self._root)).get(name)
        if target is None or target.kind != "object":
            return False
        self._put(target, TYPE_KEY, value)
        return True

    def _name_tag(self, name: str, value: Cursor) -> bool:
        """A tag that operations have and the document does not list."""
        tags = {tag.written for _, at in _operations(self._root) for tag in at.texts("tags")}
        if name not in tags:
            return False
        root, key = self._root.node, value.key
        assert isinstance(root, Map) and key is not None
        if "tags" not in root.entries:
            root.keys["tags"] = self._text("tags", value)
            root.entries["tags"] = self._own(List(key.line, key.column), value)
        listed, tag = root.entries["tags"], self._own(Map(key.line, key.column), value)
        if not isinstance(listed, List):
            return False
        tag.keys["name"], tag.entries["name"] = self._text("name", value), self._text(name, value)
        listed.items.append(tag)
        at = Cursor(tag, self._document, f"#/tags/{len(listed.items) - 1}")
        self._put(at, NAME_KEY, value)
        return True

    def _put(self, target: Cursor, name: str, value: Cursor) -> None:
        assert isinstance(target.node, Map)
        target.node.keys[name] = self._text(name, value)
        target.node.entries[name] = self._copy(value.node, value)

    def _text(self, text: str, value: Cursor) -> Scalar:
        """A string that stands where the value's key does."""
        assert value.key is not None
        return self._own(Scalar("string", text, value.key.line, value.key.column), value)

    def _copy(self, node: Node, value: Cursor) -> Node:
        """The node, which two documents have now; all within it keeps its own file."""
        self._document.foreign[id(node)] = value.document.source
        for child in node.entries.values() if isinstance(node, Map) else ():
            self._copy(child, value)
        for key in node.keys.values() if isinstance(node, Map) else ():
            self._own(key, value)
        return node

    def _own(self, node: _Made, value: Cursor) -> _Made:
        self._document.foreign[id(node)] = value.document.source
        return node

    def _report(self, value: Cursor, message: str, hint: str = "") -> None:
        self._diagnostics.report("RB076", value.key_place, message, hint)


def _named(root: Cursor) -> dict[str, list[Cursor]]:
    """What has a name in the document: components and their members, operations and tags."""
    found: dict[str, list[Cursor]] = {}
    for name, at in _schemas(root):
        found.setdefault(name, []).append(at)
        for member, value in _members(at):
            found.setdefault(f"{name}.{member}", []).append(value)
    for name, at in _operations(root):
        found.setdefault(name, []).append(at)
    for at in root.each("tags"):
        found.setdefault(at.scalar("name"), []).append(at)
    return found


def _members(at: Cursor) -> Iterator[tuple[str, Cursor]]:
    """The properties of a schema, then those that only stand in parts of its `allOf`."""
    stated = set()
    for member, value in at.table("properties"):
        if value.kind == "object":
            stated.add(member)
            yield member, value
    for part in at.each("allOf"):
        for member, value in _members(part):
            if member not in stated:
                yield member, value


def _schemas(root: Cursor) -> Iterator[tuple[str, Cursor]]:
    for name, at in root.table("components", "schemas"):
        if at.kind == "object":
            yield name, at


def _operations(root: Cursor) -> Iterator[tuple[str, Cursor]]:
    for _, item in root.table("paths"):
        for method in METHODS:
            at = item.get(method)
            if at is not None and at.text("operationId"):
                yield at.text("operationId"), at
