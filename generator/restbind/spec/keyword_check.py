# SPDX-License-Identifier: BSL-1.0
"""Walks a whole document along the registry: unknown and unsupported keywords, wrong JSON types,
missing keys.

What a `$ref` names is checked as the kind of object that stands there, once. Values of examples,
defaults and foreign `x-*` keys are not looked into.
"""

from __future__ import annotations

import re
from collections import deque

from restbind.diagnostics import Diagnostics, joined
from restbind.source.documents import Documents
from restbind.source.refs import Cursor
from restbind.spec import slips
from restbind.spec.keywords import (
    ANNOTATION,
    KINDS,
    OWN_KEYS,
    OWN_KINDS,
    PATTERNS,
    PREFIX,
    REFERABLE,
    REFUSED,
    Keyword,
)
from restbind.spec.media_types import is_json
from restbind.spec.messages import placeholders, unknown_placeholders
from restbind.spec.schema_check import SchemaCheck
from restbind.spec.unknown_keys import a, report_own_key, report_unknown
from restbind.spec.value_shapes import alternatives, describe, found_as, matches

_TEXTS = frozenset(("title", "summary", "description"))
_ELSEWHERE = frozenset((*_TEXTS, *KINDS["media type"], *OWN_KEYS))
_SCHEMA_ALONE = (
    frozenset(keyword.name for keyword in KINDS["schema"].values() if keyword.status != ANNOTATION)
    - _ELSEWHERE
)
_COMPONENT = re.compile("#/components/schemas/[^/]+$")
_PLAIN = ("string", "boolean", "integer", "number", "text")


def check_document(root: Cursor, documents: Documents, diagnostics: Diagnostics) -> bool:
    """Reports unknown, misplaced, missing and wrongly typed keywords of all that the root
    leads to. @returns Whether some pattern cannot be read.
    """
    return _Check(root, documents, diagnostics).run()


class _Check:
    def __init__(self, root: Cursor, documents: Documents, diagnostics: Diagnostics) -> None:
        self._root = root
        self._documents = documents
        self._diagnostics = diagnostics
        self._open: deque[tuple[str, Cursor]] = deque()
        self._seen: set[tuple[str, int]] = set()
        self._schemas = SchemaCheck(documents, diagnostics, root.text("openapi").startswith("3.0"))
        self._names: frozenset[str] = frozenset()  # of the main file's schemas

    def run(self) -> bool:
        """Whether some pattern cannot be read."""
        root = self._root
        self._spread_components(root)
        self._names = frozenset(name for name, _ in self._documents.named_schemas(root.document))
        self._visit("root", root)
        while self._open:
            kind, at = self._open.popleft()
            self._object(kind, at)
        return self._schemas.leaves_out_patterns

    def _spread_components(self, root: Cursor) -> None:
        """First of all, since the names of the main file's schemas are asked for before they are
        walked.
        """
        components = root.get("components")
        if components is not None:
            slips.spread(components, self._documents, self._diagnostics)
            for name, table in components.items():
                known = KINDS["components"].get(name)
                if known is not None and (
                    known.shape.strip("{}") in REFERABLE
                    or not self._documents.is_written(table.get("$ref"))
                ):
                    slips.spread(table, self._documents, self._diagnostics)

    def _visit(self, kind: str, at: Cursor) -> None:
        if (kind, at.identity) not in self._seen:
            self._seen.add((kind, at.identity))
            self._open.append((kind, at))

    def _object(self, kind: str, at: Cursor) -> None:
        if kind in PATTERNS:
            self._by_name(kind, at)
            return
        if kind == "security requirement":
            return
        slips.settle_object(kind, at, self._diagnostics)
        if kind == "schema":
            self._schemas.schema(at)
            self._kinds(at)
        lost = _of_schema(at) if kind == "media type" else []
        if lost:
            names = joined([f"`{name}`" for name in lost], "and")
            self._diagnostics.report(
                "RB030",
                at.key_place,
                (
                    f"a media type without a `schema` says {names} itself, which counts for"
                    " nothing; the value becomes open JSON"
                ),
                "did you forget `schema`?",
            )
        if at.has("$ref") and kind in REFERABLE:
            self._reference(kind, at)
            if kind != "schema":
                self._beside(kind, at)
                return
        for name, value in at.items():
            if name not in lost:
                self._keyword(kind, at, name, value)
        for keyword in KINDS[kind].values():
            if keyword.required and not at.has(keyword.name) and not at.has("$ref"):
                self._diagnostics.report(
                    "RB009",
                    at.place,
                    f"`{keyword.name}` is missing in {a(kind)}",
                    own=kind in OWN_KINDS,
                )

    def _by_name(self, kind: str, at: Cursor) -> None:
        """A table whose keys are names of the document's own, and whose values are all of one
        kind.
        """
        slips.spread(at, self._documents, self._diagnostics)
        slips.settle_entries(at, self._diagnostics)
        if kind == "responses":
            slips.settle_statuses(at, self._diagnostics)
        for name, value in at.items():
            if not name.startswith("x-"):
                self._value(PATTERNS[kind], name, value)
            else:
                report_own_key(self._diagnostics, kind, name, value)

    def _kinds(self, at: Cursor) -> None:
        """What may be of the kind of this schema, and of other files only the mapping, or nothing,
        refers to.
        """
        if not at.has("discriminator"):
            return
        stated = at["discriminator"]
        mapping = stated.get("mapping") if stated.text("propertyName") else None
        is_other = at.document in self._documents.others
        own = dict(self._documents.named_schemas(at.document)) if is_other else {}
        for _, value in mapping.items() if mapping is not None else ():
            text = value.written if value.kind == "string" else ""
            is_reference = (
                any(mark in text for mark in "#/.") and text not in own and text not in self._names
            )
            target = value.resolve() if is_reference else None
            if target is not None:
                self._value("schema", "mapping", target)
        if is_other and not at.has("oneOf") and not at.has("anyOf"):
            for schema in own.values():
                if schema.has("allOf"):
                    self._visit("schema", schema)

    def _reference(self, kind: str, at: Cursor) -> None:
        ref = at["$ref"]
        target = ref.resolve()
        if ref.kind != "string" and kind != "schema":  # of a schema it is a keyword like others
            self._value("string", "$ref", ref)
        elif (
            kind == "media type"
            and target is not None
            and (_of_schema(target) or _COMPONENT.search(target.pointer))
        ):
            self._diagnostics.report(
                "RB030",
                at.key_place,
                f"`{ref.written}` is a schema, and no media type; the value becomes open JSON",
                "did you forget `schema`?",
            )
        elif target is not None:
            self._value(kind, target.written_name or "$ref", target)
        if kind == "operation":
            self._diagnostics.report(
                "RB010",
                ref.key_place,
                "OpenAPI has no `$ref` for an operation; it is followed all the same",
                "the `$ref` of a path item may lead to all its operations",
            )

    def _beside(self, kind: str, at: Cursor) -> None:
        """Only a schema may say more than what it refers to. OpenAPI leaves open what holds beside
        the `$ref` of a path item, and of an operation."""
        for name, value in at.items():
            if (
                name in ("$ref", "summary", "description")
                or name.startswith("x-")
                and not name.startswith(PREFIX)
            ):
                continue
            if kind in ("path item", "operation") or name.startswith(PREFIX):
                self._diagnostics.report(
                    "RB011",
                    value.key_place,
                    f"`{name}` is not supported beside `$ref`: it is not looked at",
                )
            else:
                self._diagnostics.report(
                    "RB035",
                    value.key_place,
                    f"`{name}` counts for nothing beside `$ref`, as OpenAPI says",
                )

    def _keyword(self, kind: str, at: Cursor, name: str, value: Cursor) -> None:
        keyword = KINDS[kind].get(name)
        if keyword is None:
            if name.startswith("x-"):
                report_own_key(self._diagnostics, kind, name, value)
            else:
                report_unknown(self._diagnostics, kind, at, name, value)
            return
        if keyword.status == REFUSED:
            if keyword.shape == "any" and _is_false(value):
                return
            self._diagnostics.report(
                "RB011", value.key_place, f"`{name}` is not supported: {keyword.note}"
            )
        if kind == "schema":
            self._schemas.keyword(at, keyword, value)
        if kind == "messages":
            self._placeholders(value, name, placeholders(name))
        if kind == "validation problem" and name == "detail":
            self._placeholders(value, "detail", ("count", "first"))
        self._keyword_value(kind, keyword, value)

    def _keyword_value(self, kind: str, keyword: Keyword, value: Cursor) -> None:
        name, is_own = keyword.name, kind in OWN_KINDS
        if name in _TEXTS and value.kind == "null" and not is_own:  # with nothing behind the colon
            self._diagnostics.report("RB037", value.place, f"`{name}` should be text, not null")
        elif keyword.status != ANNOTATION:
            self._value(keyword.shape, name, value, own=is_own or name.startswith(PREFIX))
        elif keyword.shape in _PLAIN and not matches(keyword.shape, value):
            self._diagnostics.report(
                "RB037",
                value.place,
                f"`{name}` should be {describe(keyword.shape)}, not {found_as(value)}",
            )
        elif keyword.shape == "any" and name not in ("example", "examples"):
            self._search(value)

    def _search(self, at: Cursor) -> None:
        """Objects that are not looked into otherwise: a key of ours in there would be lost."""
        pending = [at]
        while pending:
            here = pending.pop()
            for name, value in here.items():
                if name.startswith(PREFIX):
                    report_own_key(
                        self._diagnostics,
                        "part of the document that is not looked into",
                        name,
                        value,
                    )
                else:
                    pending.append(value)
            pending += here.elements()

    def _placeholders(self, value: Cursor, name: str, allowed: tuple[str, ...]) -> None:
        text = value.written if value.kind == "string" else ""
        for offset, found in unknown_placeholders(text, allowed):
            known = joined([f"`{{{placeholder}}}`" for placeholder in allowed], "and")
            self._diagnostics.report(
                "RB084",
                value.place_in_text(offset),
                f"`{found}` is no placeholder of `{name}`",
                f"there are {known}",
            )

    def _value(self, shape: str, name: str, value: Cursor, own: bool = False) -> None:
        """Checks a value against a shape and queues the objects in it."""
        for alternative in alternatives(shape):
            if matches(alternative, value):
                self._descend(alternative, name, value, own)
                return
        expected = joined([describe(alternative) for alternative in alternatives(shape)], "or")
        hint = (
            "put it in quotes"
            if shape == "string" and value.kind in ("integer", "number", "boolean")
            else ""
        )
        self._diagnostics.report(
            "RB008", value.place, f"`{name}` must be {expected}, not {found_as(value)}", hint, own
        )

    def _mend(self, shape: str, name: str, value: Cursor) -> None:
        """Slips in a table that can mean only one thing are read as that."""
        if shape.strip("{}") in REFERABLE:
            slips.spread(value, self._documents, self._diagnostics)
        if name == "content":
            slips.settle_media_types(value, self._diagnostics)
        if "media type" in shape or name == "properties":
            slips.settle_entries(value, self._diagnostics)

    def _descend(self, shape: str, name: str, value: Cursor, own: bool) -> None:
        if shape.startswith("["):
            if shape != "[any]":
                for element in value.elements():
                    self._value(shape[1:-1], f"{name}[]", element, own)
        elif shape.startswith("{"):
            if (
                shape == "{path item}" and value.has("$ref") and value["$ref"].kind == "string"
            ):  # a callback
                self._reference(shape, value)
                return
            self._mend(shape, name, value)
            for key, entry in value.items():
                if shape == "{path item}" and key.startswith("x-"):
                    report_own_key(self._diagnostics, "a callback", key, entry)
                elif shape == "{sent media type}":
                    self._value("media type", key, entry, own)
                elif shape != "{media type}" or is_json(key):
                    self._value(shape[1:-1], key, entry, own)
                else:  # of other responses nothing is generated
                    for entry_ in entry.items():
                        if (
                            entry_[0] in KINDS["media type"]
                            and KINDS["media type"][entry_[0]].status == REFUSED
                        ):
                            self._keyword("media type", entry, *entry_)
        elif value.kind == "object" and shape != "any":
            self._visit(shape, value)


def _of_schema(at: Cursor) -> list[str]:
    """The keywords of a schema in a media type that has none."""
    return [name for name, _ in at.items() if name in _SCHEMA_ALONE] if not at.has("schema") else []


def _is_false(value: Cursor) -> bool:
    return value.node.kind == "boolean" and value.written.lower() == "false"
