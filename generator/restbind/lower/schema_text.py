"""A schema as a JSON text for the validator of the runtime: only what it asserts, with all that it refers to.

OpenAPI 3.0's own spellings (`nullable`, boolean `exclusiveMinimum`) are turned into those of JSON Schema 2020-12. Numbers keep
their digits.
"""

from __future__ import annotations

import json
from typing import Iterable

from restbind import pattern
from restbind.lower.context import Context
from restbind.numbers import json_text, value_of
from restbind.refs import Cursor

# What each keyword's value is: a schema, a list or a map of schemas, a plain value, or a number.
_SCHEMA = ("not", "if", "then", "else", "contains", "propertyNames", "additionalProperties", "unevaluatedProperties",
           "unevaluatedItems", "items")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_PLAIN = ("type", "enum", "const", "required", "dependentRequired", "dependencies", "uniqueItems")
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
            "maxItems", "minProperties", "maxProperties", "minContains", "maxContains")
ASSERTIONS = (*_SCHEMA, *_LISTS, *_MAPS, *_PLAIN, *_NUMBERS, "pattern")
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SHAPES = {"date": f"{_DAY}$", "date-time": f"{_DAY}[Tt ]"}
MAX_SIZE = 262_144
RECEIVED_SIZE = 16_384  # of what is never checked, since it only comes in answers


def schema_text(context: Context, at: Cursor, only: tuple[str, ...] = ()) -> str | None:
    """The JSON text of a schema, or of its keywords `only`. None when it is too large or refers to what cannot be read."""
    writer = _Writer(context)
    most = RECEIVED_SIZE if context.is_received else MAX_SIZE
    text = writer.schema(at, only)
    done = size = 0
    definitions: list[str] = []
    while done < len(writer.waiting):
        definitions.append(f'"{done}": {writer.schema(writer.waiting[done], ())}')
        size += len(definitions[-1])
        done += 1
        if size > most:
            return None
    if writer.broken or len(text) > most:
        return None
    if definitions:
        joined = ", ".join(definitions)
        text = f"{{{text[1:-1] + ', ' if text != '{}' else ''}\"$defs\": {{{joined}}}}}" if text.startswith("{") else text
    return text


class _Writer:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._numbers: dict[int, int] = {}
        self.waiting: list[Cursor] = []
        self.broken = False

    def schema(self, at: Cursor, only: tuple[str, ...]) -> str:
        if at.kind != "object":
            return "false" if at.kind == "boolean" and at.node.text.lower() == "false" else "true"
        parts = [f'"{name}": {text}' for name, value in at.items()
                 if (not only or name in only) and (text := self._keyword(at, name, value)) is not None]
        text = f"{{{', '.join(parts)}}}"
        if at.is_true("nullable") and not only:
            return f'{{"anyOf": [{{"type": "null"}}, {text}]}}'
        return text

    def _keyword(self, at: Cursor, name: str, value: Cursor) -> str | None:
        if name == "$ref":
            return self._reference(value)
        if name in ("exclusiveMinimum", "exclusiveMaximum") and value.kind == "boolean":
            return None
        flag = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}.get(name, "")
        if flag and at.is_true(flag):
            number = self._number(value)
            return None if number is None else f'{number}, "{flag}": {number}'
        if name in _NUMBERS:
            return self._number(value)
        if name in _SCHEMA:
            return self.schema(value, ())
        if name in _LISTS:
            return f"[{', '.join(self._alternative(name, one) for one in value.elements())}]"
        if name in _MAPS:
            kept = [(key, one) for key, one in value.items() if name != "patternProperties" or pattern.check(key) is None]
            return _object((key, self.schema(one, ())) for key, one in kept)
        if name == "dependencies":
            return _object((key, plain(one) if one.kind == "array" else self.schema(one, ())) for key, one in value.items())
        if name in _PLAIN:
            return plain(value)
        if name == "pattern" and value.kind == "string" and pattern.check(value.node.text) is None:
            return _quoted(value.node.text)
        return None

    def _alternative(self, name: str, at: Cursor) -> str:
        """A format asserts nothing, but where exactly one of a date and a time is meant it must tell them apart."""
        text = self.schema(at, ())
        shape = _SHAPES.get(at.text("format"), "") if name == "oneOf" and at.text("type") == "string" and not at.has("pattern") else ""
        return f'{text[:-1]}, "pattern": {_quoted(shape)}}}' if shape else text

    @staticmethod
    def _number(value: Cursor) -> str | None:
        return json_text(value) if value_of(value) is not None else None

    def _reference(self, value: Cursor) -> str | None:
        target = self._context.documents.resolve(value)
        if target is None:
            self.broken = True
            return None
        if target.identity not in self._numbers:
            self._numbers[target.identity] = len(self.waiting)
            self.waiting.append(target)
        return f'"#/$defs/{self._numbers[target.identity]}"'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _object(members: Iterable[tuple[str, str]]) -> str:
    joined = ", ".join(f"{_quoted(name)}: {text}" for name, text in members)
    return f"{{{joined}}}"


def plain(value: Cursor) -> str:
    """A value of the document as JSON."""
    if value.kind == "object":
        return _object((name, plain(one)) for name, one in value.items())
    if value.kind == "array":
        return f"[{', '.join(plain(one) for one in value.elements())}]"
    if value.kind == "string":
        return _quoted(value.node.text)
    if value.kind in ("integer", "number"):
        return json_text(value) if value_of(value) is not None else "0"
    return value.node.text.lower() if value.kind == "boolean" else "null"
