# SPDX-License-Identifier: BSL-1.0
"""Whether a schema accepts a value of the document, held against an independent validator."""

import json
import random
import unittest
from unittest import mock

import jsonschema
from tests.generator.documents import load

from restbind.diagnostics import Source
from restbind.lower.schema.accepts import accepts
from restbind.source.refs import Cursor, References, SourceFile

TYPES = ("integer", "number", "string", "boolean", "array", "object", "null")
SCALARS = (None, True, False, 0, 1, 2, 3, 10, -1, 1.5, 2.0, "", "a", "ab", "abc", "1")
NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
COUNTS = tuple(
    f"{side}{what}" for side in ("min", "max") for what in ("Length", "Items", "Properties")
)
OF_SCHEMAS = ("properties", "items", "prefixItems", "allOf", "anyOf", "oneOf", "not", "if")
OTHERS = ("type", "type", "enum", "const", "multipleOf", "pattern", "required")


def at(value):
    root, _ = load(json.dumps(value), "test.json")
    return Cursor(root, SourceFile(Source("test.json"), "", "", root), "#")


class Random:
    """Values and schemas at random."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, depth=0):
        kind = self.random.choice(("scalar", "scalar", "array", "object")) if depth < 2 else ""
        count = self.random.randrange(3)
        if kind == "array":
            return [self.value(depth + 1) for _ in range(count)]
        if kind == "object":
            return {name: self.value(depth + 1) for name in self.random.sample("abc", count)}
        return self.random.choice(SCALARS)

    def schema(self, depth=0):
        if self.random.random() < 0.08:
            return self.random.choice((True, False))
        known = (*NUMBERS, *COUNTS, *OTHERS, *(OF_SCHEMAS if depth < 3 else ()))
        found = {}
        for name in self.random.choices(known, k=self.random.randrange(1, 4)):
            found.update(self.keyword(name, depth + 1))
        return found

    def keyword(self, name, depth):
        if name in NUMBERS:
            return {name: self.random.choice((0, 1, 2, 2.5))}
        if name in COUNTS:
            return {name: self.random.randrange(3)}
        if name == "type":
            return {name: self.random.choice((*TYPES, ["string", "null"], ["integer", "array"]))}
        if name == "enum":
            return {name: [self.value(1) for _ in range(self.random.randrange(1, 4))]}
        if name == "properties":
            return {name: {key: self.schema(depth) for key in self.random.sample("abc", 2)}}
        if name == "if":
            return {key: self.schema(depth) for key in ("if", "then", "else")}
        if name == "prefixItems":
            return {name: [self.schema(depth)], "items": self.schema(depth)}
        if name in ("items", "not"):
            return {name: self.schema(depth)}
        if name in OF_SCHEMAS:
            return {name: [self.schema(depth) for _ in range(self.random.randrange(1, 3))]}
        values = {
            "const": self.value(1),
            "multipleOf": self.random.choice((2, 0.5)),
            "pattern": self.random.choice(("^a", "b$", "[0-9]")),
            "required": self.random.sample("ab", 1),
        }
        return {name: values[name]}


class Accepts(unittest.TestCase):
    def test_null_is_accepted_exactly_and_other_values_are_refused_only_where_they_are_invalid(
        self,
    ):
        counts = {True: 0, False: 0}
        for seed in range(1500):
            made = Random(seed)
            schema, value = made.schema(), made.value()
            is_valid = jsonschema.Draft202012Validator(schema).is_valid(value)
            is_accepted = accepts(at(schema), at(value))
            if is_valid or value is None:
                self.assertEqual(is_accepted, is_valid, (seed, schema, value))
            else:
                counts[is_accepted] += 1
        self.assertLess(counts[True], counts[False] / 4)  # of those that are invalid

    def test_what_is_said_of_the_elements_behind_the_first(self):
        schema = {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}
        for value, expected in ((["a", 1], True), (["a", "b"], False), ([], True)):
            self.assertIs(accepts(at(schema), at(value)), expected, value)

    def test_a_schema_that_refers_to_itself(self):
        root = at({"a": {"$ref": "#/b", "minimum": 2}, "b": {"allOf": [{"$ref": "#/a"}]}})
        for value, expected in ((1, False), (2, True)):
            with mock.patch.object(References, "resolve", lambda _, ref: root[ref.written[2:]]):
                self.assertIs(accepts(root["a"], at(value)), expected)


if __name__ == "__main__":
    unittest.main()
