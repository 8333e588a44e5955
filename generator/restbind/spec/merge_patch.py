# SPDX-License-Identifier: BSL-1.0
"""`application/merge-patch+json` (RFC 7396): a member that is null is deleted, so null may be given
for each member that may be missing.

Before any type is made, the schemas of such bodies are written so in the document: their members
that are not required, at any depth of objects, get `nullable: true`. A component that anything else
refers to, too, stays as it is; the body refers to a copy, `CartPatch` of `Cart`.
"""

from __future__ import annotations

from collections.abc import Iterator

from restbind.source.documents import Documents
from restbind.source.nodes import List, Map, Node, Scalar
from restbind.source.refs import Cursor, escape, reached
from restbind.spec.media_types import essence

MERGE_PATCH = "application/merge-patch+json"
_COMPONENT = "#/components/schemas/"
_PARTS = ("allOf", "anyOf", "oneOf")


def allow_deletion(root: Cursor, documents: Documents) -> None:
    """Changes the document so that members of merge patches that are not required may be null."""
    bodies = [
        media
        for body in _bodies(root, documents)
        if (media := _patch_of(body, documents)) is not None and media.has("schema")
    ]
    if bodies:
        writer = _Writer(
            root, documents, _reached(root, documents, {media.identity for media in bodies})
        )
        for media in bodies:
            writer.write(media)
        root.document.named = None


def _bodies(root: Cursor, documents: Documents) -> Iterator[Cursor]:
    for _, path in root.table("paths"):
        item = path.follow()
        if item is None:
            continue
        for _, found in (*item.items(), *item.table("additionalOperations")):
            operation = found.follow()
            body = operation.get("requestBody") if operation is not None else None
            followed = body.follow() if body is not None else None
            if followed is not None:
                yield followed


def _patch_of(body: Cursor, documents: Documents) -> Cursor | None:
    """The media type object of a body that is sent as a merge patch."""
    content = dict(body.table("content"))
    found = next((at for name, at in content.items() if essence(name) == MERGE_PATCH), None)
    return (
        found.follow()
        if found is not None and not any(essence(name) == "application/json" for name in content)
        else None
    )


def _reached(root: Cursor, documents: Documents, bodies: set[int]) -> set[int]:
    """All that operations refer to otherwise, by identity."""
    starts = [at for key in ("paths", "webhooks") if (at := root.get(key)) is not None]
    found = reached(
        starts, Cursor.resolve, lambda at, key: key == "schema" and at.identity in bodies
    )
    return {at.identity for at in found}


class _Writer:
    def __init__(self, root: Cursor, documents: Documents, shared: set[int]) -> None:
        self._root = root
        self._documents = documents
        self._shared = shared
        self._names: dict[int, str] = {}  # what each component is called as a patch
        self._replaced: list[Node | None] = []  # so that nothing new gets their identity

    def write(self, media: Cursor) -> None:
        assert isinstance(media.node, Map)
        self._set(media, media.node, "schema", self.written(media["schema"]))

    def written(self, at: Cursor) -> Node:
        """What stands in the place of a schema: itself, or a copy of what is shared."""
        if not isinstance(at.node, Map) or at.has(
            "discriminator"
        ):  # whose values name what it refers to
            return at.node
        node = self._copied(at) if at.identity in self._shared else at.node
        if (name := self._component(at)) is not None:
            self._set(
                at,
                node,
                "$ref",
                Scalar(
                    "string",
                    f"{_COMPONENT}{escape(name).replace('%', '%25')}",
                    at.node.line,
                    at.node.column,
                ),
            )
        for key in _PARTS:
            if at.has(key) and at[key].kind == "array":
                parts = List(at[key].node.line, at[key].node.column)
                parts.items += [self.written(element) for element in at[key].elements()]
                self._set(at, node, key, parts)
        if at.has("properties") and at["properties"].kind == "object":
            members = self._copied(at["properties"])
            for name, member in at["properties"].items():
                self._set(
                    member,
                    members,
                    name,
                    self._deletable(member) if name in _optional(at) else self.written(member),
                )
            self._set(at, node, "properties", members)
        if at.has("additionalProperties"):
            self._set(at, node, "additionalProperties", self._deletable(at["additionalProperties"]))
        return node

    def _deletable(self, member: Cursor) -> Node:
        written = self.written(member)
        if not _needs_null(member):
            return written
        node = self._copied(Cursor(written, member.document, member.pointer))
        self._set(member, node, "nullable", Scalar("boolean", "true", node.line, node.column))
        return node

    def _component(self, at: Cursor) -> str | None:
        """The name that a reference to a component gets; None where nothing is to be referred to by
        another one.
        """
        target = at.target if at.text("$ref") else None
        name = target.pointer.removeprefix(_COMPONENT) if target is not None else ""
        if (
            target is None
            or target.pointer != _COMPONENT + name
            or "/" in name
            or target.has("discriminator")
        ):
            return None
        if target.identity not in self._names and self._changes(target):
            schemas = self._root["components"]["schemas"]
            assert isinstance(schemas.node, Map)
            own = target.key.text if target.key is not None else name
            self._names[target.identity] = own
            if target.identity in self._shared:
                self._names[target.identity] = own = _free(f"{own}Patch", schemas.node)
            self._set(schemas, schemas.node, own, self.written(target))
            if target.identity in self._shared:
                self._documents.copies[schemas[own]] = target
        return self._names.get(target.identity)

    def _changes(self, start: Cursor) -> bool:
        """Some member in a schema is to become nullable."""
        pending, seen = [start], set[int]()
        while pending:
            at = pending.pop()
            if at.identity in seen or at.has("discriminator"):
                continue
            seen.add(at.identity)
            members = dict(at.table("properties"))
            if at.has("additionalProperties"):
                members[""] = at["additionalProperties"]
            if any(
                _needs_null(member)
                for name, member in members.items()
                if not name or name in _optional(at)
            ):
                return True
            target = at.target if at.text("$ref") else None
            pending += [
                *members.values(),
                *(part for key in _PARTS for part in at.each(key)),
                *([target] if target else []),
            ]
        return False

    def _copied(self, at: Cursor) -> Map:
        assert isinstance(at.node, Map)
        node = Map(at.node.line, at.node.column)
        node.entries.update(at.node.entries)
        node.keys.update(at.node.keys)
        self._stands_as(at, node)
        return node

    def _set(self, at: Cursor, node: Map, key: str, value: Node) -> None:
        """at: where the node, or what it is a copy of, stands."""
        self._replaced.append(node.entries.get(key))
        node.entries[key] = value
        node.keys.setdefault(key, Scalar("string", key, value.line, value.column))
        self._stands_as(at, value)
        self._stands_as(at, node.keys[key])

    @staticmethod
    def _stands_as(at: Cursor, node: Node) -> None:
        if at.identity in at.document.foreign:
            at.document.foreign.setdefault(id(node), at.document.foreign[at.identity])


def _optional(at: Cursor) -> list[str]:
    required = {text.written for text in at.texts("required")}
    return [name for name, _ in at.table("properties") if name not in required]


def _free(name: str, taken: Map) -> str:
    """The name, with a number behind it where it is taken."""
    number, free = 1, name
    while free in taken.entries:
        number += 1
        free = f"{name}{number}"
    return free


def _needs_null(member: Cursor) -> bool:
    """Null is not allowed by what the schema itself says."""
    if not isinstance(member.node, Map) or not member.node.entries or member.is_true("nullable"):
        return False
    alternatives = [*member.each("anyOf"), *member.each("oneOf")]
    types = [at.get("type") for at in (member, *alternatives)]
    return not any(
        type_.written == "null" for at in types if at is not None for type_ in (at, *at.elements())
    )
