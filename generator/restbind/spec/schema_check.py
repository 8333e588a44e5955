# SPDX-License-Identifier: BSL-1.0
"""What the keywords of a schema mean together: values that the type beside them forbids, patterns
that cannot be read, and what OpenAPI 3.0 says otherwise.
"""

from __future__ import annotations

import re

from restbind.diagnostics import Diagnostics, joined
from restbind.source.documents import Documents
from restbind.source.refs import Cursor, unescape
from restbind.spec import pattern
from restbind.spec.keywords import SINCE_3_0, SINCE_3_1, Keyword
from restbind.spec.listed_values import (
    is_of,
    kind_meant,
    not_of,
    nothing_fits,
    stated_types,
    taken_as,
)
from restbind.spec.value_shapes import found_as

_PATTERN_HINT = "patterns are regular expressions of ECMA-262 with the flag u"
_PART = re.compile("/allOf/[0-9]+$")  # of a value that is made of other schemas, too
_AMONG = re.compile("(?P<whole>.*)/allOf/[0-9]+(/properties/(?P<member>[^/]+))?")
_MADE_OF = ("$ref", "allOf", "anyOf", "oneOf")
_ACCESS = ("readOnly", "writeOnly")


class SchemaCheck:
    """Reports on schemas, one after the other. leaves_out_patterns: some pattern cannot be read."""

    def __init__(self, documents: Documents, diagnostics: Diagnostics, is_3_0: bool) -> None:
        self._documents = documents
        self._diagnostics = diagnostics
        self._is_3_0 = is_3_0
        self.leaves_out_patterns = False

    def schema(self, at: Cursor) -> None:
        """What keywords mean together, or in this version of OpenAPI."""
        if self._is_3_0:
            self._later_meaning(at)
        if at.has("discriminator") and at["discriminator"].kind != "object":
            stated = at["discriminator"]
            self._diagnostics.report(
                "RB099",
                stated.key_place,
                f"`discriminator` is {found_as(stated)}; what it describes is lost",
                "it is an object: `discriminator: {propertyName: …}`",
            )
        if at.is_true("nullable"):
            self._nullable(at)

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

    def _nullable(self, at: Cursor) -> None:
        made_of = next((name for name in _MADE_OF if at.has(name)), "")
        listed = [*at.each("enum"), *([at["const"]] if at.has("const") else [])]
        why = (
            "OpenAPI 3.1 and later do not have it"
            if not self._is_3_0
            else (
                "null is not listed"
                if listed and all(value.kind != "null" for value in listed)
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
        parts = [part.follow() for part in (whole_value, *whole_value.each("allOf"))]
        if found["member"] is not None:
            members = [
                part["properties"].get(unescape(found["member"]))
                for part in parts
                if part is not None and part.has("properties")
            ]
            parts = [
                member.follow()
                for member in members
                if member is not None and member.kind == "object"
            ]
        others = [part for part in parts if part is not None and part.identity != at.identity]
        return any(map(_excludes_null, others))

    def keyword(self, at: Cursor, keyword: Keyword, value: Cursor) -> None:
        """One keyword of a schema."""
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
            self._values(at, value)

    def _values(self, at: Cursor, listed: Cursor) -> None:
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
        for key, schema in value.items():
            found = pattern.check(key)
            if found:
                self.leaves_out_patterns = True
                self._diagnostics.report(
                    "RB038",
                    schema.key_place,
                    f"the pattern `{key}` cannot be used: {found.text}",
                    _PATTERN_HINT,
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


def _excludes_null(at: Cursor) -> bool:
    """The type of a schema does not include null."""
    if not at.has("type") or at.is_true("nullable"):
        return False
    return all(type_.written != "null" for type_ in (*at.each("type"), at["type"]))
