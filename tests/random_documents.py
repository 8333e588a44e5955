# SPDX-License-Identifier: BSL-1.0
"""Random OpenAPI documents whose headers must compile: many types that hold each other, in circles,
too, members up to what macros take and beyond, names that C++ and platforms have for themselves.
One seed gives one document, until the lists of words here or in `naming` change."""

import random

from restbind.naming import KEYWORDS, PLATFORM_MACROS, X11_MACROS

SEEDS = (1, 59)  # whose headers once did not compile
_TAKEN = sorted(KEYWORDS | PLATFORM_MACROS | X11_MACROS)
_WORDS = (
    "order",
    "Seat",
    "price-list",
    "userID",
    "Größe",
    "créé",
    "座席",
    "2fast",
    "a.b",
    "__x",
    "value",
    "type",
    "body",
    "request",
    "Rules",
    "Pick<id>",
)
_TAGS = ("carts", "new", "Main Hall", "öffentlich", "con", "v1/seats", "common")
_SCALARS = (
    {"type": "string"},
    {"type": "string", "minLength": 1, "maxLength": 9},
    {"type": "string", "pattern": "^[a-z]+$"},
    {"type": "string", "format": "date"},
    {"type": "string", "format": "date-time"},
    {"type": "string", "format": "uuid"},
    {"type": "string", "format": "byte"},
    {"type": "integer"},
    {"type": "integer", "minimum": 1},
    {"type": "integer", "format": "int32"},
    {"type": "number"},
    {"type": "number", "format": "decimal", "minimum": 0},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"type": ["integer", "string"]},
    {"type": "object"},
    {},
    {"type": "string", "default": "x"},
    {"type": "integer", "default": 3},
    {"type": "string", "const": "only"},
    {"type": "string", "deprecated": True},
)
_TYPES = (1, 1, 2, 2, 3, 4, 5, 7, 9, 12, 20, 60)
_MEMBERS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 12)
_MANY_MEMBERS = (31, 32, 33, 50, 51, 52, 53, 54, 63, 64, 65, 130)


def document(seed):
    """A document, and whether its headers are split: `tag` or `none`."""
    made = _Document(random.Random(f"document {seed}"))
    return made.whole(), made.split


def edges():
    """A document with a type for each number of members at which something else is generated."""
    schemas = {
        f"With{count}": {
            "type": "object",
            "properties": {f"m{i}": {"type": "integer", "minimum": 1} for i in range(count)},
        }
        for count in _MANY_MEMBERS
    }
    paths = {
        f"/{name}": {
            "post": {
                "operationId": f"send{name}",
                "requestBody": _body(_reference(name)),
                "responses": _received(_reference(name)),
            }
        }
        for name in schemas
    }
    return _document(paths, schemas)


def _document(paths, schemas):
    return {
        "openapi": "3.1.0",
        "info": {"title": "Random", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _reference(name):
    return {
        "$ref": "#/components/schemas/"
        + name.replace("~", "~0").replace("/", "~1").replace("<", "%3C").replace(">", "%3E")
    }


def _json(schema):
    return {"application/json": {"schema": schema}}


def _body(schema, required=True):
    return {"required": required, "content": _json(schema)}


def _received(schema):
    return {
        "200": {"description": "Found.", "content": _json(schema)},
        "4XX": {"description": "Failed.", "content": _json(schema)},
    }


class _Document:
    def __init__(self, chance):
        self._chance = chance
        self.split = self._one(("tag", "none"))
        count = 200 if self._may(0.02) else self._one(_TYPES)
        self._names = self._different(count)
        self._enums = set(self._names[::5])

    def _one(self, values):
        return self._chance.choice(values)

    def _may(self, likelihood):
        return self._chance.random() < likelihood

    def _name(self):
        return (
            self._one(_TAKEN)
            if self._may(0.4)
            else self._one(_WORDS) + (str(self._chance.randint(1, 99)) if self._may(0.7) else "")
        )

    def _different(self, count):
        found = {}
        while len(found) < count:
            found[self._name()] = None
        return list(found)

    def whole(self):
        schemas = {
            name: self._enum() if name in self._enums else self._named() for name in self._names
        }
        return _document(self._paths(), schemas)

    # ----------------------------------------------------------------------------------------------
    # types

    def _enum(self):
        values = [1, 2, 30] if self._may(0.3) else self._different(self._chance.randint(1, 5))
        return {"type": "integer" if values[0] == 1 else "string", "enum": values}

    def _named(self):
        kind = self._chance.random()
        if kind < 0.06:
            return {"type": "array", "items": self._any_type(), "maxItems": 9}
        if kind < 0.1:
            return {"type": "object", "additionalProperties": self._any_type()}
        if kind < 0.16:
            return {
                "oneOf": [
                    _reference(name) for name in sorted({self._one(self._names) for _ in range(3)})
                ]
            }
        if kind < 0.24:
            return {"allOf": [_reference(self._one(self._names)), self._object()]}
        return self._object()

    def _object(self):
        count = self._one(_MANY_MEMBERS) if self._may(0.03) else self._one(_MEMBERS)
        members = {name: self._member() for name in self._different(count)}
        made = {"type": "object", "properties": members}
        if members and self._may(0.5):
            made["required"] = [
                name
                for name, schema in members.items()
                if "$ref" not in str(schema) and self._may(0.5)
            ]
        if self._may(0.2):
            made["additionalProperties"] = self._one((False, True, {"type": "string"}))
        return made

    def _member(self):
        schema = self._any_type()
        if "$ref" in schema and self._may(0.3):
            schema = {"allOf": [schema]}
        way = self._one(("readOnly", "writeOnly", "", "", "", ""))
        return {**schema, way: True} if way and "$ref" not in schema else schema

    def _any_type(self, depth=0):
        kind = self._chance.random()
        if kind < 0.45:
            return dict(self._one(_SCALARS))
        if kind < 0.7 or depth > 1:
            return _reference(self._one(self._names))
        if kind < 0.84:
            return {"type": "array", "items": self._any_type(depth + 1)}
        if kind < 0.9:
            return {"type": "object", "additionalProperties": self._any_type(depth + 1)}
        if kind < 0.94:
            return {"anyOf": [_reference(self._one(self._names)), {"type": "null"}]}
        if kind < 0.97:
            return {
                "type": "object",
                "properties": {self._name(): self._any_type(depth + 1) for _ in range(2)},
            }
        return {
            "oneOf": [
                {"type": "string", "maxLength": 3},
                {"type": "integer", "minimum": 1},
                _reference(self._one(self._names)),
            ]
        }

    # ----------------------------------------------------------------------------------------------
    # operations

    def _paths(self):
        paths = {}
        for number, name in enumerate(self._names[:10]):
            send = {
                "operationId": f"send {self._name()} {number}",
                "tags": [self._one(_TAGS)],
                "requestBody": _body(_reference(name), self._may(0.8)),
                "responses": _received(_reference(self._one(self._names))),
            }
            read = {
                "operationId": f"{self._name()}{number}",
                "parameters": self._parameters(),
                "responses": _received({"type": "array", "items": _reference(name)}),
            }
            if self._may(0.5):
                read["tags"] = [self._one(_TAGS)]
            paths[f"/p{number}"] = {"post": send, "get": read}
        return paths

    def _parameters(self):
        count = self._one((0, 1, 2, 3, 52)) if self._may(0.1) else self._chance.randint(0, 4)
        places = ("query", "header", "cookie")
        return [
            {
                "name": f"{name}_{number}",
                "in": self._one(places),
                "required": self._may(0.3),
                "schema": dict(self._one(_SCALARS[:13])),
            }
            for number, name in enumerate(
                name for name in self._different(count) if name.isascii() and name.isidentifier()
            )
        ]
