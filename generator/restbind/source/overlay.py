# SPDX-License-Identifier: BSL-1.0
"""OpenAPI Overlay 1.0: changes to a document that is not ours to edit.

    overlay: 1.0.0
    info: {title: Keys of ours, version: "1"}
    actions:
      - target: $.paths['/cart'].post
        update: {x-restbind-idempotency: {class: idempotent}}
      - target: $.components.schemas.Cart.properties.internal
        remove: true

Actions are done in order, each on what the ones before it have left. An update is merged into an
object: objects member by member, lists by appending, everything else is replaced; to a list it is
appended. What an overlay brings keeps its own file, line and column, so that findings point there.
A `$ref` in it is read as if it stood in the document.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from restbind.diagnostics import Diagnostics, Source, near
from restbind.source.documents import Documents
from restbind.source.jsonpath import Hit, PathError
from restbind.source.jsonpath_parser import parse
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.source.refs import Cursor, SourceFile

_Made = TypeVar("_Made", Scalar, Map, List)
_KEYS = {
    "root": ("overlay", "info", "extends", "actions"),
    "action": ("target", "description", "update", "remove"),
}


def apply_overlays(
    root: Cursor, names: Sequence[str], documents: Documents, diagnostics: Diagnostics
) -> None:
    """Changes the tree at `root` in place. What is wrong with an overlay is reported."""
    for index, name in enumerate(names):
        overlay = documents.open_beside(name)
        if overlay is None:
            continue
        if index == 0:
            unshare(root.node)
        _Overlay(root, overlay, diagnostics).apply()


class _Overlay:
    def __init__(self, root: Cursor, overlay: Cursor, diagnostics: Diagnostics) -> None:
        self._root = root
        self._overlay = overlay
        self._diagnostics = diagnostics

    def apply(self) -> None:
        if not self._is_overlay():
            return
        self._check_extends()
        for action in self._overlay.each("actions"):
            if action.kind != "object":
                self._wrong(action, "an action is an object with a `target`")
            else:
                self._act(action)

    def _is_overlay(self) -> bool:
        at = self._overlay.get("overlay")
        version = at.written if at is not None else ""
        if not re.match(r"1\.0(\.|$)", version):
            self._wrong(
                at or self._overlay,
                (
                    f"Overlay {version} is not supported; 1.0 is"
                    if version
                    else "this is not an Overlay 1.0 document: it has no `overlay: 1.0.0`"
                ),
            )
            return False
        self._unknown(self._overlay, "root")
        info = self._overlay.get("info")
        for name in ("title", "version"):
            if info is None or not info.has(name):
                self._wrong(info or self._overlay, f"`info` with `{name}` is missing")
        actions = self._overlay.get("actions")
        if actions is None or actions.kind != "array":
            self._wrong(actions or self._overlay, "`actions` must be a list")
            return False
        return True

    def _check_extends(self) -> None:
        """Told where it can be known: a file that is there and is not the document."""
        at = self._overlay.get("extends")
        text = self._overlay.text("extends")
        path = os.path.join(os.path.dirname(self._overlay.document.path), text)
        if (
            at is not None
            and os.path.isfile(path)
            and not os.path.samefile(path, self._root.document.path)
        ):
            self._diagnostics.report(
                "RB074",
                at.place,
                (
                    f"the overlay extends `{text}`, but is applied to "
                    f"`{self._root.document.source.name}`"
                ),
            )

    def _unknown(self, at: Cursor, kind: str) -> None:
        for name, value in at.items():
            if name not in _KEYS[kind] and not name.startswith("x-"):
                what = "an overlay" if kind == "root" else "an action"
                self._diagnostics.report(
                    "RB070",
                    value.key_place,
                    f"`{name}` is not a key of {what}",
                    near(name, _KEYS[kind]),
                )

    def _wrong(self, at: Cursor, message: str) -> None:
        self._diagnostics.report("RB070", at.place, message)

    def _act(self, action: Cursor) -> None:
        self._unknown(action, "action")
        target, update, remove = (
            action.get("target"),
            action.get("update"),
            action.is_true("remove"),
        )
        if target is None or target.kind != "string":
            self._wrong(target or action, "`target` must be a JSONPath in quotes")
            return
        if action.has("remove") and action["remove"].kind != "boolean":
            self._wrong(action["remove"], "`remove` must be true or false")
            return
        if update is None and not remove:
            self._wrong(action, "an action has an `update`, or `remove: true`")
            return
        try:
            hits = parse(target.written).find(self._root.node)
        except PathError as error:
            self._diagnostics.report(
                "RB071",
                target.place_in_text(error.offset),
                f"the target cannot be read: {error.message}",
            )
            return
        if not hits:
            self._diagnostics.report(
                "RB072",
                target.place,
                f"`{target.written}` matches nothing in `{self._root.document.source.name}`",
            )
        if remove or update is None:
            self._remove(hits, target)
            return
        for hit in hits:
            self._update(hit, update)

    def _remove(self, hits: list[Hit], target: Cursor) -> None:
        """From the end, so that indices stay what they were."""
        for hit in sorted(
            hits, key=lambda hit: hit.key if isinstance(hit.key, int) else 0, reverse=True
        ):
            if hit.parent is None:
                self._diagnostics.report(
                    "RB073", target.place, "the whole document cannot be removed"
                )
            elif isinstance(hit.parent, Map):
                hit.parent.entries.pop(str(hit.key), None)
                hit.parent.keys.pop(str(hit.key), None)
            elif isinstance(hit.key, int):
                del hit.parent.items[hit.key]

    def _update(self, hit: Hit, update: Cursor) -> None:
        if isinstance(hit.node, List):
            hit.node.items.append(self._copy(update.node))
        elif isinstance(hit.node, Map) and isinstance(update.node, Map):
            self._merge(hit.node, update.node)
        else:
            what = (
                "an object is merged into an object only"
                if isinstance(hit.node, Map)
                else "only objects and lists can be updated"
            )
            self._diagnostics.report(
                "RB073",
                update.key_place,
                (
                    f"{what}: the target matches "
                    f"{'an object' if isinstance(hit.node, Map) else 'a plain value'}"
                ),
                "" if isinstance(hit.node, Map) else "update the object that holds it",
            )

    def _merge(self, into: Map, update: Map) -> None:
        pending = [(into, update)]
        while pending:
            here, more = pending.pop()
            for name, value in more.entries.items():
                old = here.entries.get(name)
                if isinstance(old, Map) and isinstance(value, Map):
                    pending.append((old, value))
                elif isinstance(old, List) and isinstance(value, List):
                    old.items += [self._copy(item) for item in value.items]
                else:
                    here.entries[name] = self._copy(value)
                    here.keys[name] = self._own(_same(more.keys[name]))

    def _copy(self, node: Node) -> Node:
        return _copied(node, self._own)

    def _own(self, node: _Made) -> _Made:
        """Notes that a node comes from the overlay."""
        self._document.foreign[id(node)] = self._source
        return node

    @property
    def _document(self) -> SourceFile:
        return self._root.document

    @property
    def _source(self) -> Source:
        return self._overlay.document.source


def _same(node: Scalar) -> Scalar:
    return Scalar(node.kind, node.text, node.line, node.column, node.text_column)


class _Note(Protocol):
    """Is shown a new node, and gives it back."""

    def __call__(self, node: _Made) -> _Made:
        ...


def _unnoted(node: _Made) -> _Made:
    return node


def _copied(node: Node, note: _Note = _unnoted) -> Node:
    """A deep copy; `note` sees every new node and key. Loading has bounded the depth."""
    if isinstance(node, Scalar):
        return note(_same(node))
    if isinstance(node, Map):
        made = Map(node.line, node.column)
        made.keys = {name: note(_same(key)) for name, key in node.keys.items()}
        made.entries = {name: _copied(value, note) for name, value in node.entries.items()}
        return note(made)
    listed = List(node.line, node.column)
    listed.items = [_copied(item, note) for item in node.items]
    return note(listed)


def unshare(root: Node) -> None:
    """Gives each place its own node where a YAML alias or merge key shares one: an action changes
    the places it names, no others.
    """
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Map):
            node.entries = {
                name: _alone(child, seen, pending) for name, child in node.entries.items()
            }
        elif isinstance(node, List):
            node.items = [_alone(child, seen, pending) for child in node.items]


def _alone(child: Node, seen: set[int], pending: list[Node]) -> Node:
    """The child of a node, or a copy of one that has been met before; `pending` gets what is to be
    looked into.
    """
    if isinstance(child, Scalar):
        return child
    if id(child) in seen:
        return _copied(child)
    seen.add(id(child))
    pending.append(child)
    return child
