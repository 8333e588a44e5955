# SPDX-License-Identifier: BSL-1.0
"""The files of a run, and `$ref`.

`Documents` holds the main file and every file a reference reached. References may name the same
document (`#/components/schemas/Cart`) or another file, relative to the file they stand in
(`common.yaml#/Money`); `#name` leads to the one schema of the file with that anchor. In a schema
with an `$id` they are first resolved against that, and may name any other `$id` of the file.
Nothing is fetched from a network.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from urllib.parse import unquote, urljoin

from restbind.diagnostics import Diagnostics, near
from restbind.source.dynamic import settle_dynamic
from restbind.source.load import load_file
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.source.refs import Cursor, References, SourceFile, stem, unescape

# What schemas are known by where only a file's place says that they are some.
_OF_OBJECTS = ("properties", "allOf", "oneOf", "anyOf", "discriminator")
_OF_SCHEMAS = ("$ref", "type", "items", "enum", "const", *_OF_OBJECTS)


class Documents(References):
    """All files of a run, in the order they were read."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self._by_path: dict[str, SourceFile] = {}
        self._resolved: dict[
            tuple[int, str], tuple[Node, Cursor | None]
        ] = {}  # with the node, whose identity no other one gets then
        self.copies: dict[Cursor, Cursor] = (
            {}
            # schemas that merge patches have instead of others, by identity, each with that of the
            # other
        )
        self._referred: set[int] = set()  # the values of `$ref`s that `refer` made, by identity

    @property
    def paths(self) -> list[str]:
        """The paths of all files in the order in which they were read."""
        return [document.path for document in self._by_path.values()]

    def open_main(self, name: str) -> Cursor | None:
        """Reads the main file; gives its root, or None after a reported error."""
        return self._root(self._open(name, ""))

    def at(self, pointer: str) -> Cursor | None:
        """What stands at a cursor's `pointer`; None if nothing does."""
        label, _, path = pointer.partition("#")
        document = next((read for read in self._by_path.values() if read.label == label), None)
        at = self._root(document) if document is not None else None
        for token in path.split("/")[1:]:
            if at is None:
                return None
            if isinstance(at.node, List):
                at = next(
                    (element for index, element in enumerate(at.elements()) if str(index) == token),
                    None,
                )
            else:
                at = at.step(unescape(token))
        return at

    def holding(self, key: str) -> list[Cursor]:
        """The objects that may be schemas and have `key`, in all files read so far."""
        return [
            Cursor(node, document, pointer)
            for document in list(self._by_path.values())
            if key in document.source.text or document.foreign
            for node, pointer in document.schemas()
            if key in node.entries
        ]

    def named_schemas(self, document: SourceFile) -> list[tuple[str, Cursor]]:
        """The schemas that a file gives names: its components; of a file without, the whole, which
        is called as the file, or else what it lists."""
        if document.named is None:
            document.named = self._named_schemas(document)
        return document.named

    def _named_schemas(self, document: SourceFile) -> list[tuple[str, Cursor]]:
        root = self._root(document)
        if root is None or root.kind != "object":
            return []
        components = root.get("components")
        if components is not None or any(root.has(key) for key in _OF_SCHEMAS):
            schemas = components.get("schemas") if components is not None else None
            return (
                list(schemas.items())
                if schemas is not None
                else []
                if components is not None
                else [(stem(document.path), root)]
            )
        return [(name, at) for name, at in root.items() if any(map(at.has, _OF_OBJECTS))]

    @property
    def others(self) -> list[SourceFile]:
        """All files but the main one."""
        return list(self._by_path.values())[1:]

    def open_beside(self, path: str) -> Cursor | None:
        """A file that is no part of the document but was read for it, such as an overlay; its
        `$ref`s mean nothing.
        """
        return self._root(self._open(path, path))

    def _open(self, path: str, label: str) -> SourceFile:
        known = os.path.normpath(path)
        if known not in self._by_path:
            source, root = load_file(path, path, len(self._by_path), self.diagnostics)
            self._by_path[known] = SourceFile(source, path, label, root, self)
            settle_dynamic(self._by_path[known])
        return self._by_path[known]

    @staticmethod
    def _root(document: SourceFile) -> Cursor | None:
        return (
            Cursor(document.root, document, f"{document.label}#")
            if document.root is not None
            else None
        )

    def resolve(self, ref: Cursor) -> Cursor | None:
        """What the string at `ref` (the value of a `$ref`) names; None after a reported error."""
        key = (id(ref.node), ref.document.path)
        if key not in self._resolved:
            self._resolved[key] = ref.node, self._resolve(ref)
        return self._resolved[key][1]

    def resolved(self, ref: Cursor) -> Cursor | None:
        """What `ref` names if lowering has asked for it; reports nothing."""
        return self._resolved.get((id(ref.node), ref.document.path), (None, None))[1]

    def refer(self, holder: Cursor, name: str, ref: Cursor, target: Cursor) -> None:
        """Gives an object a key `name` whose value refers to `target`. ref: where it stands
        instead.
        """
        document, (line, column) = holder.document, (ref.node.line, ref.node.column)
        to = Scalar("string", target.pointer, line, column)
        value, key = Map(line, column), Scalar("string", name, line, column)
        value.entries["$ref"], value.keys["$ref"] = to, Scalar("string", "$ref", line, column)
        assert isinstance(holder.node, Map)
        holder.node.entries[name], holder.node.keys[name] = value, key
        if id(ref.node) in document.foreign:
            document.foreign.update(
                (id(node), document.foreign[id(ref.node)])
                for node in (to, value, key, value.keys["$ref"])
            )
        self._resolved[id(to), document.path] = to, target
        self._referred.add(id(to))

    def is_written(self, ref: Cursor | None) -> bool:
        """The `$ref`, if there is one, stands in the file; `refer` did not make it."""
        return ref is None or ref.identity not in self._referred

    def _resolve(self, ref: Cursor) -> Cursor | None:
        if ref.kind != "string":
            return None  # the keyword check reports it
        text = ref.written
        file, _, fragment = text.partition("#")
        found = self._in_resource(ref, file, fragment)
        if found is not None:
            return found
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", file) or file.startswith("//"):
            self._report(
                ref,
                "RB022",
                f"`{text}` is a remote reference; nothing is fetched",
                "keep a copy beside the document and refer to that",
            )
            return None
        if os.path.isabs(unquote(file)):
            self._report(
                ref,
                "RB022",
                f"`{text}` is an absolute path, which is another one on other machines",
                "refer to the file relative to this one",
            )
            return None
        path, label = self._where(ref, file)
        if file and not os.path.exists(
            path
        ):  # the mistake of one reference, not of the whole document
            self._report(
                ref, "RB020", f"`{text}` leads to a file that does not exist", self._meant(file)
            )
            return None
        document = self._open(path, label) if file else ref.document
        root = self._root(document)
        if root is None:
            self._report(ref, "RB020", f"`{text}` leads into a file that cannot be read")
            return None
        if fragment and not fragment.startswith("/"):
            return self._anchor(ref, document, unquote(fragment))
        return self._walk(ref, root, fragment)

    def _in_resource(self, ref: Cursor, file: str, fragment: str) -> Cursor | None:
        """What `ref` names by an `$id` of its document. None where it names none: many documents
        have an `$id` on schemas whose references mean the file all the same."""
        document = ref.document
        own = document.resource_of(ref.pointer)
        start = (
            document.resource(urljoin(own[0] if own else "", file))
            if file
            else own[1]
            if own
            else None
        )
        if start is None:
            return None
        if fragment and not fragment.startswith("/"):
            inside = [
                (at, document.resource_of(at.pointer))
                for at in document.anchored(unquote(fragment))
            ]
            found = [at for at, around in inside if around is not None and around[1] is start]
            return found[0] if len(found) == 1 else None
        return self._told(ref, _walked(start, fragment)).found

    def _anchor(self, ref: Cursor, document: SourceFile, name: str) -> Cursor | None:
        found = document.anchored(name)
        if len(found) == 1:
            return found[0]
        text = ref.written
        if found:
            self._report(
                ref,
                "RB020",
                (
                    f"`{text}` may mean {len(found)} schemas: `{found[0].pointer}` and"
                    f" `{found[1].pointer}` have that anchor"
                ),
                "use a JSON pointer, such as #/components/schemas/Name",
            )
        else:
            self._report(
                ref,
                "RB020",
                f"`{text}` cannot be resolved: no schema has the anchor `{name}`",
                self._schema_hint(name) or "use a JSON pointer, such as #/components/schemas/Name",
            )
        return None

    @staticmethod
    def _where(ref: Cursor, file: str) -> tuple[str, str]:
        """Path and label of a file that is named beside `ref`."""
        relative = unquote(file)
        folder = os.path.dirname(ref.document.path)
        label = os.path.normpath(
            os.path.join(os.path.dirname(ref.document.label), relative)
        ).replace(os.sep, "/")
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
        way = self._told(ref, _walked(at, fragment))
        if way.found is None:
            names = list(way.last.node.entries) if isinstance(way.last.node, Map) else []
            hint = near(way.missing, [name for name in names if name != way.missing])
            self._report(
                ref,
                "RB020",
                f"`{ref.written}` cannot be resolved: `{way.last.pointer}` has no `{way.missing}`",
                hint,
            )
        return way.found

    def _told(self, ref: Cursor, way: "_Way") -> "_Way":
        if way.slip:
            self._report(ref, "RB097", f"`{ref.written}` {way.slip}", way.hint)
        return way

    def _report(self, ref: Cursor, code: str, message: str, hint: str = "") -> None:
        self.diagnostics.report(code, ref.place, message, hint)


@dataclass(frozen=True)
class _Way:
    """Where a pointer leads. found: None for nowhere. last, missing: how far it goes then, and what
    is missing there. slip: in what the pointer is not written as it should be."""

    found: Cursor | None
    last: Cursor
    missing: str = ""
    slip: str = ""
    hint: str = ""


def _walked(at: Cursor, fragment: str) -> _Way:
    """What a pointer leads to from `at`."""
    slip = hint = ""
    pieces = fragment.split("/")[1:] if fragment else []
    for index, raw in enumerate(pieces):
        token = unescape(unquote(raw))
        found = at.step(token)
        if found is None and isinstance(at.node, List) and re.fullmatch("0|[1-9][0-9]{0,8}", token):
            found = next(
                (element for place, element in enumerate(at.elements()) if place == int(token)),
                None,
            )
        if found is None and "%" in raw and (found := at.step(unescape(raw))) is not None:
            slip, hint = (
                f"is read as the name that stands there, `{unescape(raw)}`",
                "a `%` in a name is written `%25` in a reference",
            )
        if found is None and raw == "" and index == len(pieces) - 1 and at.pointer != "#":
            found, slip, hint = (
                at,
                f"ends in `/`; it is read as `{at.pointer}`",
                "leave out the `/`",
            )
        if found is None:
            return _Way(None, at, token)
        at = found
    return _Way(at, at, "", slip, hint)
