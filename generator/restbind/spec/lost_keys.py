# SPDX-License-Identifier: BSL-1.0
"""Keys that no object of their kind has, and yet describe something: misspelt ones, those of other
kinds, of Swagger 2 and of old drafts.

What such a key describes is lost, so that operations with it are not complete. TABLE says which
keys of others are known in a kind, whether that loses something, and where they belong. A misspelt
key loses what the key that was meant would say. A schema below any other key of a schema is a
member that stands outside of `properties`. What only shows in comments loses nothing, nor does a
value of another JSON type than the key's: `note: text` in a schema means no `not`.

`kind | keys | lost or kept | beside | where`; `<schema>` stands for the keys of that kind, `<*/*>`
for media types, `{operation}` for any key whose value has keys of an operation. With the key
`beside` in the same object nothing is lost: that one counts. Beside a `schema`, this is so if the
schema has the key itself.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from restbind.source.refs import Cursor
from restbind.spec.keywords import KINDS, SUPPORTED, Keyword
from restbind.spec.value_shapes import matches

TABLE = """
    root | host basePath | lost | servers | the addresses stand in `servers`
    root | schemes | kept | - | the addresses stand in `servers`
    root | consumes produces | kept | - | the keys of `content` say it
    root | definitions schemas | kept | - | `components` has them, as `schemas`
    root | parameters responses requestBodies | kept | - | they stand in `components`
    root | securityDefinitions securitySchemes | kept | - | `components` has them, \
        as `securitySchemes`
    path item | <operation> | lost | - | it stands below a method, such as `get`
    path item | {operation} | lost | - | -
    operation | schema content encoding <*/*> | lost | - | it stands in `requestBody` or in \
        a response
    operation | headers | lost | - | of a request they are `parameters`; of a response they \
        stand there
    operation | body | lost | - | it is the `requestBody`
    operation | consumes produces | kept | - | the keys of `content` say it
    operation | schemes | kept | - | the addresses stand in `servers`
    parameter | <schema> | lost | schema | it stands in `schema`
    parameter | <*/*> | lost | - | it stands in `content`
    parameter | collectionFormat | lost | - | `style` and `explode` say it
    request body | schema <schema> encoding | lost | content | it stands in a media type \
        below `content`
    request body | <*/*> | lost | - | it stands in `content`
    request body | example examples | kept | - | they stand in a media type below `content`
    response | schema <schema> | lost | content | it stands in a media type below `content`
    response | <*/*> | lost | - | it stands in `content`
    response | example examples | kept | - | they stand in a media type below `content`
    media type | <schema> | lost | schema | it stands in `schema`
    media type | <encoding> | lost | - | it stands in `encoding`, below the name of a property
    media type | <*/*> | lost | - | it stands in `content`
    encoding | <schema> | lost | - | it stands in the `schema` of the media type
    schema | schema | lost | - | what it holds stands here itself
    schema | content <*/*> | lost | - | a schema stands below it
    schema | property | lost | properties | it is called `properties`
    schema | encoding | lost | - | it stands beside the `schema` of a media type
    schema | style explode allowReserved allowEmptyValue collectionFormat | lost | - | it \
        stands in the parameter, beside `schema`
    schema | min minValue | lost | minimum | it is called `minimum`
    schema | max maxValue | lost | maximum | it is called `maximum`
    schema | regex regexp | lost | pattern | it is called `pattern`
    schema | divisibleBy | lost | multipleOf | it is called `multipleOf`
    schema | extends | lost | allOf | it is called `allOf`
    schema | disallow | lost | not | it is called `not`
    security scheme | flow authorizationUrl tokenUrl scopes | lost | flows | it stands in `flows`
    oauth flows | application | lost | clientCredentials | it is called `clientCredentials`
    oauth flows | accessCode | lost | authorizationCode | it is called `authorizationCode`
    """

# Keys of which only comments or names in C++ tell.
_TOLD = frozenset("title summary description deprecated externalDocs tags operationId".split())
_OF_ROOT = frozenset(("servers", "security"))  # the others are there, or nothing can be read
_MEANING = frozenset(("asserts", "shapes", "changes"))
_MEDIA_TYPE = re.compile(r"[\w*.+-]+/[\w*.+-]+( *;.*)?")
_NEAR = 0.81  # `goType` is no `type`
_SCHEMA = (
    "$ref",
    "type",
    "properties",
    "items",
    "allOf",
    "oneOf",
    "anyOf",
)  # one of them, and it is a schema


@dataclass(frozen=True)
class Found:
    """What is known of a key that its kind of object does not have."""

    loses: bool
    where: str


@dataclass(frozen=True)
class _Row:
    """keys: with the value that each must have to be meant; None for any."""

    keys: dict[str, Keyword | None]
    has_media_types: bool
    has_operations: bool
    loses: bool
    beside: str
    where: str

    def has(self, name: str, value: Cursor) -> bool:
        if name in self.keys:
            keyword = self.keys[name]
            return keyword is None or matches(keyword.shape, value)
        if self.has_operations:
            return any(value.has(key) for key in (*_EFFECTIVE["operation"], "operationId"))
        return (
            self.has_media_types
            and value.kind == "object"
            and _MEDIA_TYPE.fullmatch(name) is not None
        )


def _effective(kind: str) -> dict[str, Keyword]:
    """The keys of a kind of object that count for what is sent and received."""
    return {
        name: keyword
        for name, keyword in KINDS[kind].items()
        if keyword.status == SUPPORTED
        and name not in _TOLD
        and not name.startswith("x-")
        and (kind != "root" or name in _OF_ROOT)
        and (kind != "schema" or name == "discriminator" or not keyword.means.isdisjoint(_MEANING))
    }


_EFFECTIVE = {
    kind: _effective(kind)
    for kind in (
        "root",
        "path item",
        "operation",
        "parameter",
        "request body",
        "media type",
        "encoding",
        "response",
        "security scheme",
        "oauth flows",
        "schema",
        "discriminator",
    )
}


def _rows() -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for line in TABLE.strip().splitlines():
        kind, names, loses, *texts = (" ".join(part.split()) for part in line.split(" | "))
        beside, where = ("" if text == "-" else text for text in texts)
        keys: dict[str, Keyword | None] = {}
        for name in names.split():
            if name.startswith("<"):
                keys.update(_EFFECTIVE.get(name.strip("<>"), {}))
            else:
                keys[name] = None
        found.setdefault(kind, []).append(
            _Row(keys, "<*/*>" in names, "{operation}" in names, loses == "lost", beside, where)
        )
    return found


_ROWS = _rows()


def lookup(kind: str, at: Cursor, name: str, value: Cursor) -> Found | None:
    """What is known of the key `name` of `at`, which is no key of its kind; None for one that says
    nothing.
    """
    row = next((row for row in _ROWS.get(kind, ()) if row.has(name, value)), None)
    if row is not None:
        return Found(
            row.loses and value.kind != "null" and not _is_said(at, row.beside, name), row.where
        )
    near = _nearest(kind, name)
    if near:
        meant = _EFFECTIVE.get(kind, {}).get(near)
        return Found(True, "") if meant is not None and matches(meant.shape, value) else None
    is_member = kind == "schema" and any(
        value.has(key) and matches(_EFFECTIVE[kind][key].shape, value[key]) for key in _SCHEMA
    )
    return Found(True, "a member of an object stands in `properties`") if is_member else None


def _is_said(at: Cursor, beside: str, name: str) -> bool:
    other = at.get(beside) if beside else None
    if other is None or other.kind == "object" and other.is_empty:
        return False
    return beside != "schema" or other.has(name)


@lru_cache(4096)
def _nearest(kind: str, name: str) -> str:
    """The key that a misspelt one is most like, '' for none."""
    known = {_flat(key): key for key in KINDS[kind]}
    near = difflib.get_close_matches(_flat(name), known, n=1, cutoff=_NEAR)
    return known[near[0]] if near else ""


def _flat(name: str) -> str:
    """`min_length`, `MinLength` and `minLength` are one word."""
    return re.sub("[^a-z0-9$]", "", name.lower())


def lost_keys(kind: str, at: Cursor) -> Iterator[Cursor]:
    """The values of all keys of an object that lose what they describe."""
    for name, value in at.items():
        if name not in KINDS[kind] and not name.startswith("x-"):
            found = lookup(kind, at, name, value)
            if found is not None and found.loses:
                yield value


def lost_operations(item: Cursor) -> list[Cursor]:
    """Of the lost keys of a path item those that are an operation: below a method that is none, or
    below no method at all.
    """
    found = [at for at in lost_keys("path item", item) if at.kind == "object"]
    bare = [at for at in found if at.name in _EFFECTIVE["operation"]]
    return [at for at in found if at not in bare] + bare[:1]


def lost_of_item(item: Cursor) -> list[Cursor]:
    """Of the lost keys of a path item those that its operations would have."""
    return [at for at in lost_keys("path item", item) if at.kind != "object"]
