# SPDX-License-Identifier: BSL-1.0
"""Walks a whole document along the registry: unknown and unsupported keywords, wrong JSON types,
missing keys.

What a `$ref` names is checked as the kind of object that stands there, once. Values of examples,
defaults and foreign `x-*` keys are not looked into.
"""

from __future__ import annotations

import re
from collections import deque

from restbind.diagnostics import Diagnostics, joined, near
from restbind.source.documents import Documents
from restbind.source.refs import Cursor, unescape
from restbind.spec import lost_keys, pattern, slips
from restbind.spec.keywords import (
    ANNOTATION,
    KINDS,
    OWN_KEYS,
    OWN_KINDS,
    PATTERNS,
    PREFIX,
    REFERABLE,
    REFUSED,
    SINCE_3_0,
    SINCE_3_1,
    Keyword,
)
from restbind.spec.listed_values import (
    is_of,
    kind_meant,
    not_of,
    nothing_fits,
    stated_types,
    taken_as,
)
from restbind.spec.media_types import is_json
from restbind.spec.messages import placeholders, unknown_placeholders
from restbind.spec.value_shapes import alternatives, describe, found_as, matches

_TEXTS = frozenset(("title", "summary", "description"))
_PATTERN_HINT = "patterns are regular expressions of ECMA-262 with the flag u"

_ELSEWHERE = frozenset((*_TEXTS, *KINDS["media type"], *OWN_KEYS))
_SCHEMA_ALONE = (
    frozenset(one.name for one in KINDS["schema"].values() if one.status != ANNOTATION) - _ELSEWHERE
)
_PART = re.compile("/allOf/[0-9]+$")  # of a value that is made of other schemas, too
_AMONG = re.compile("(?P<whole>.*)/allOf/[0-9]+(/properties/(?P<member>[^/]+))?")
_MADE_OF = ("$ref", "allOf", "anyOf", "oneOf")
_COMPONENT = re.compile("#/components/schemas/[^/]+$")
_ACCESS = ("readOnly", "writeOnly")
_PLAIN = ("string", "boolean", "integer", "number", "text")


def check_document(root: Cursor, documents: Documents, diagnostics: Diagnostics) -> bool:
    """Reports unknown, misplaced, missing and wrongly typed keywords of all that the root
    leads to. @returns Whether some pattern cannot be read.
    """
    check = _Check(documents, diagnostics)
    check.run(root)
    return check.leaves_out_patterns


class _Check:
    def __init__(self, documents: Documents, diagnostics: Diagnostics) -> None:
        self._documents = documents
        self._diagnostics = diagnostics
        self._open: deque[tuple[str, Cursor]] = deque()
        self._seen: set[tuple[str, int]] = set()
        self._is_3_0 = False
        self.leaves_out_patterns = False
        self._names: frozenset[str] = frozenset()  # of the main file's schemas

    def run(self, root: Cursor) -> None:
        self._is_3_0 = root.text("openapi").startswith("3.0")
        self._spread_components(root)
        self._names = frozenset(name for name, _ in self._documents.named_schemas(root.document))
        self._visit("root", root)
        while self._open:
            kind, at = self._open.popleft()
            self._object(kind, at)

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

    def _later_meaning(self, at: Cursor) -> None:
        """What counts although OpenAPI 3.0 ignores it: what stands beside a `$ref`, and assertions
        that it does not know.
        """
        for name, value in at.items():
            is_later = (
                name in SINCE_3_1
                or name == "type"
                and value.kind == "array"
                or (name.startswith("exclusive") and value.kind in ("integer", "number"))
            )
            is_beside = (
                at.has("$ref") and name in SINCE_3_0 and (name not in _ACCESS or at.is_true(name))
            )
            if is_beside or is_later:
                where = " beside a `$ref`" if at.has("$ref") else ""
                self._diagnostics.report(
                    "RB057",
                    value.key_place,
                    f"OpenAPI 3.0 ignores `{name}`{where}; it holds as later versions say",
                )

    def _object(self, kind: str, at: Cursor) -> None:
        if kind in PATTERNS:
            self._by_name(kind, at)
            return
        if kind == "security requirement":
            return
        slips.settle_object(kind, at, self._diagnostics)
        if kind == "schema":
            self._schema(at)
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
                self._extension(kind, name, value)

    def _schema(self, at: Cursor) -> None:
        """What the keywords of a schema mean together, or in this version of OpenAPI."""
        if self._is_3_0:
            self._later_meaning(at)
        if at.has("discriminator"):
            self._kinds(at)
            stated = at["discriminator"]
            if stated.kind != "object":
                self._diagnostics.report(
                    "RB099",
                    stated.key_place,
                    f"`discriminator` is {found_as(stated)}; what it describes is lost",
                    "it is an object: `discriminator: {propertyName: …}`",
                )
        if at.is_true("nullable"):
            self._nullable(at)

    def _kinds(self, at: Cursor) -> None:
        """What may be of the kind of this schema, and of other files only the mapping, or nothing,
        refers to.
        """
        stated = at["discriminator"]
        mapping = stated.get("mapping") if stated.text("propertyName") else None
        is_other = at.document in self._documents.others
        own = dict(self._documents.named_schemas(at.document)) if is_other else {}
        for _, value in mapping.items() if mapping is not None else ():
            text = value.written if value.kind == "string" else ""
            is_reference = (
                any(mark in text for mark in "#/.") and text not in own and text not in self._names
            )
            target = self._documents.resolve(value) if is_reference else None
            if target is not None:
                self._value("schema", "mapping", target)
        if is_other and not at.has("oneOf") and not at.has("anyOf"):
            for one in own.values():
                if one.has("allOf"):
                    self._visit("schema", one)

    def _nullable(self, at: Cursor) -> None:
        made_of = next((name for name in _MADE_OF if at.has(name)), "")
        listed = [*at.each("enum"), *([at["const"]] if at.has("const") else [])]
        why = (
            "OpenAPI 3.1 and later do not have it"
            if not self._is_3_0
            else (
                "null is not listed"
                if listed and all(one.kind != "null" for one in listed)
                else (
                    f"`{made_of}` stands beside it"
                    if made_of and at.has("type")
                    else (
                        "no `type` stands beside it"
                        if not at.has("type") and (made_of or _PART.search(at.pointer))
                        else ""
                    )
                )
            )
        )
        if why and not self._is_forbidden(at):
            self._diagnostics.report(
                "RB094",
                at["nullable"].key_place,
                f"the value may be null because of `nullable`, although {why}",
            )

    def _is_forbidden(self, at: Cursor) -> bool:
        """Another part of `allOf` excludes null of the value, or of the member, and `nullable` is
        only about the type that stands beside it."""
        found = _AMONG.fullmatch(at.pointer)
        is_plain = at.has("type") and not any(at.has(name) for name in _MADE_OF)
        whole_value = self._documents.at(found["whole"]) if found and is_plain else None
        if found is None or whole_value is None:
            return False
        parts = [self._documents.follow(part) for part in (whole_value, *whole_value.each("allOf"))]
        if found["member"] is not None:
            members = [
                part["properties"].get(unescape(found["member"]))
                for part in parts
                if part is not None and part.has("properties")
            ]
            parts = [
                self._documents.follow(member)
                for member in members
                if member is not None and member.kind == "object"
            ]
        for one in parts:
            if (
                one is not None
                and one.identity != at.identity
                and one.has("type")
                and not one.is_true("nullable")
                and not any(type_.written == "null" for type_ in (*one.each("type"), one["type"]))
            ):
                return True
        return False

    def _reference(self, kind: str, at: Cursor) -> None:
        ref = at["$ref"]
        target = self._documents.resolve(ref)
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
                self._extension(kind, name, value)
            else:
                self._unknown(kind, at, name, value)
            return
        if (
            keyword.status == REFUSED
            and keyword.shape == "any"
            and value.node.kind == "boolean"
            and value.written.lower() == "false"
        ):
            return
        if keyword.status == REFUSED:
            self._diagnostics.report(
                "RB011", value.key_place, f"`{name}` is not supported: {keyword.note}"
            )
        if kind == "schema":
            self._schema_keyword(at, keyword, value)
        if kind == "messages":
            self._placeholders(value, name, placeholders(name))
        if kind == "validation problem" and name == "detail":
            self._placeholders(value, "detail", ("count", "first"))
        if (
            name in _TEXTS and value.kind == "null" and kind not in OWN_KINDS
        ):  # `description:` with nothing behind it
            self._diagnostics.report("RB037", value.place, f"`{name}` should be text, not null")
        elif keyword.status != ANNOTATION:
            self._value(
                keyword.shape, name, value, own=kind in OWN_KINDS or name.startswith(PREFIX)
            )
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
                    self._extension("part of the document that is not looked into", name, value)
                else:
                    pending.append(value)
            pending += here.elements()

    def _schema_keyword(self, at: Cursor, keyword: Keyword, value: Cursor) -> None:
        name, is_empty = keyword.name, value.kind == "array" and value.is_empty
        if keyword.types:
            self._fit(at, keyword, value)
        if name in ("pattern", "patternProperties"):
            self._patterns(name, value)
        if name in ("oneOf", "anyOf") and is_empty:
            self._diagnostics.report(
                "RB091",
                value.key_place,
                f"`{name}` lists no alternative, so that no value fits",
                "JSON Schema wants at least one",
            )
        if name == "enum" and is_empty:
            self._diagnostics.report(
                "RB018", value.key_place, "the enum has no values; it is left out of account"
            )
        elif name in ("enum", "const"):
            self._listed(at, value)

    def _listed(self, at: Cursor, listed: Cursor) -> None:
        """Values that are not of the type beside them."""
        types = stated_types(at)
        values = [listed] if listed.name == "const" else list(listed.elements())
        others = [value for value in values if types and not is_of(value, types)]
        for value in others:
            self._diagnostics.report(
                "RB018", value.key_place, *(taken_as(value, types) or (not_of(value, types),))
            )
        if (
            values
            and len(others) == len(values)
            and not any(kind_meant(value, types) for value in values)
        ):
            self._diagnostics.report(
                "RB014",
                listed.key_place,
                nothing_fits(types),
                "what an element may be stands in `items`" if "array" in types else "",
            )

    def _patterns(self, name: str, value: Cursor) -> None:
        """Expressions that the runtime cannot read."""
        if name == "pattern":
            found = pattern.check(value.written) if value.kind == "string" else None
            if found:
                self.leaves_out_patterns = True
                self._diagnostics.report(
                    "RB038",
                    value.place_in_text(found.offset),
                    f"the pattern cannot be used: {found.text}; it is not checked",
                    _PATTERN_HINT,
                )
            return
        for key, one in value.items():
            found = pattern.check(key)
            if found:
                self.leaves_out_patterns = True
                self._diagnostics.report(
                    "RB038",
                    one.key_place,
                    f"the pattern `{key}` cannot be used: {found.text}",
                    _PATTERN_HINT,
                )

    def _placeholders(self, value: Cursor, name: str, allowed: tuple[str, ...]) -> None:
        text = value.written if value.kind == "string" else ""
        for offset, found in unknown_placeholders(text, allowed):
            known = joined([f"`{{{one}}}`" for one in allowed], "and")
            self._diagnostics.report(
                "RB084",
                value.place_in_text(offset),
                f"`{found}` is no placeholder of `{name}`",
                f"there are {known}",
            )

    def _unknown(self, kind: str, at: Cursor, name: str, value: Cursor) -> None:
        hint = near(name, KINDS[kind])
        if kind in OWN_KINDS:
            self._diagnostics.report(
                "RB012", value.key_place, f"`{name}` is not a key of `{OWN_KINDS[kind]}`", hint
            )
        elif name == "$ref":
            self._diagnostics.report(
                "RB011",
                value.key_place,
                f"`$ref` is not supported in {a(kind)}: what it refers to is not looked at",
                "write it in place",
            )
        else:
            found = lost_keys.lookup(kind, at, name, value)
            loses = found is not None and found.loses
            self._diagnostics.report(
                "RB099" if loses else "RB010",
                value.key_place,
                (
                    f"`{name}` is not a keyword of"
                    f" {a(kind)}{'; what it describes is lost' if loses else ''}"
                ),
                found.where if found is not None and found.where else hint,
            )

    def _extension(self, kind: str, name: str, value: Cursor) -> None:
        if not name.startswith(PREFIX):
            return
        if name in OWN_KEYS:
            places = joined([a(where) for where in sorted(set(OWN_KEYS[name]))], "or")
            self._diagnostics.report(
                "RB013",
                value.key_place,
                f"`{name}` does not belong into {a(kind)}",
                f"it stands in {places}",
            )
        else:
            self._diagnostics.report(
                "RB012", value.key_place, f"`{name}` is not a key of restbind", near(name, OWN_KEYS)
            )

    def _fit(self, at: Cursor, keyword: Keyword, value: Cursor) -> None:
        types = stated_types(at)
        if types and not any(name in keyword.types for name in types):
            fits = joined([f"`{name}`" for name in keyword.types], "or")
            self._diagnostics.report(
                "RB035",
                value.key_place,
                f"`{keyword.name}` has no meaning for type `{joined(types, 'or')}`; it fits {fits}",
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

    def _settle(self, shape: str, name: str, value: Cursor) -> None:
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
            self._settle(shape, name, value)
            for key, entry in value.items():
                if shape == "{path item}" and key.startswith("x-"):
                    self._extension("a callback", key, entry)
                elif shape == "{sent media type}":
                    self._value("media type", key, entry, own)
                elif shape != "{media type}" or is_json(key):
                    self._value(shape[1:-1], key, entry, own)
                else:  # of other responses nothing is generated
                    for one in entry.items():
                        if (
                            one[0] in KINDS["media type"]
                            and KINDS["media type"][one[0]].status == REFUSED
                        ):
                            self._keyword("media type", entry, *one)
        elif value.kind == "object" and shape != "any":
            self._visit(shape, value)


def _of_schema(at: Cursor) -> list[str]:
    """The keywords of a schema in a media type that has none."""
    return [name for name, _ in at.items() if name in _SCHEMA_ALONE] if not at.has("schema") else []


def a(kind: str) -> str:
    """A kind of object with its article, for messages: `an operation`, or its key where it is one
    of ours.
    """
    if kind in OWN_KINDS:
        return f"`{OWN_KINDS[kind]}`"
    return {"root": "the root of the document"}.get(
        kind, f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"
    )
