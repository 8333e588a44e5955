# SPDX-License-Identifier: BSL-1.0
"""Documents in which anything may stand anywhere: each is told about or used, none ends the
generator.
"""

import copy
import json
import pathlib
import random
import tempfile
import unittest

import yaml
from tests.generator import slow

from restbind import render
from restbind.cpp.text import UnsupportedText
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document
from restbind.spec.keywords import ASSERTIONS, COUNT, NUMBER, SCHEMA_LIST, SCHEMA_MAP

_TESTS = pathlib.Path(__file__).resolve().parent.parent
_KEYS = """$ref additionalProperties allOf anyOf const dependencies dependentRequired dependentSchemas discriminator else enum if items mapping
    minimum multipleOf not nullable oneOf pattern patternProperties prefixItems properties propertyName required then type
    x-enum-descriptions x-enum-varnames""".split()
_VALUES = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    "",
    "a",
    [],
    {},
    [1],
    ["a"],
    [{}],
    {"a": 1},
    [None],
    [[]],
    [{"a": 1}],
    ["object", "string"],
    {"type": "string"},
    {"type": "object", "properties": {"kind": {"type": "string"}}},
    {"$ref": "#"},
    {"$ref": "#/nowhere"},
]
_ROUNDS = 150
_SCHEMAS = 1000
_ASSERTIONS = sorted(ASSERTIONS)
_SINGLE_VALUES = {
    "enum": [["a", "b"], [1, None]],
    "const": ["a", 1, {}],
    "required": [["a"], ["a", "z"]],
    "dependentRequired": [{"a": ["b"]}],
    "pattern": ["^a", "(", "(?=a)"],
    "uniqueItems": [True],
    "type": [
        "string",
        "object",
        "array",
        "integer",
        "boolean",
        ["object", "string"],
        ["array", "object"],
        ["string", "null"],
    ],
    "$ref": [
        "#/components/schemas/S",
        "#/components/schemas/T",
        "#/components/schemas/S/properties/a",
        "#/nowhere",
    ],
    "$dynamicRef": ["#a", False],
    "$recursiveRef": ["#", False],
}


def places(node):
    """Every object and list below a node, with a key of it."""
    entries = list(
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in entries:
        yield node, key
        yield from places(value)


def changed(document, rng):
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3))):
        node, key = rng.choice(list(places(document)))
        value = copy.deepcopy(rng.choice(_VALUES))
        if isinstance(node[key], dict) and rng.random() < 0.6:
            node[key][rng.choice(_KEYS)] = value
        else:
            node[key] = value
    return document


def schema(rng, depth=0):
    """A schema of a few assertions, of which some have a value that they cannot have."""
    if depth and rng.random() < 0.1:
        return copy.deepcopy(rng.choice(_VALUES))
    made = {"type": rng.choice(_SINGLE_VALUES["type"])} if rng.random() < 0.5 else {}
    for name in rng.sample(_ASSERTIONS, rng.choice((0, 1, 2, 2, 3))):
        if rng.random() < 0.15:
            made[name] = copy.deepcopy(rng.choice(_VALUES))
        elif name in NUMBER or name in COUNT:
            made[name] = rng.choice((0, 1, 2, -1, 1.5, 10**25))
        elif name in _SINGLE_VALUES:
            made[name] = rng.choice(_SINGLE_VALUES[name])
        elif depth < 3:
            below = {key: schema(rng, depth + 1) for key in rng.sample("abc", rng.choice((1, 2)))}
            made[name] = (
                below
                if name in SCHEMA_MAP
                else list(below.values())
                if name in SCHEMA_LIST
                else below.popitem()[1]
            )
    return made


class Mistakes(unittest.TestCase):
    @slow
    def test_whatever_schemas_assert_the_ledger_is_balanced(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "spec.json")
            for seed in range(_SCHEMAS):
                rng = random.Random(seed)
                content = [
                    {"content": {"application/json": {"schema": schema(rng)}}} for _ in range(2)
                ]
                one = {
                    "requestBody": content[0],
                    "responses": {"200": content[1]},
                    "parameters": [{"name": "q", "in": "query", "schema": schema(rng)}],
                }
                path.write_text(
                    json.dumps(
                        {
                            "openapi": rng.choice(("3.0.3", "3.1.0")),
                            "info": {"title": "t", "version": "1"},
                            "paths": {"/a": {"post": one}},
                            "components": {"schemas": {"S": schema(rng), "T": schema(rng)}},
                        }
                    ),
                    encoding="utf-8",
                )
                with self.subTest(seed=seed):
                    lower_document(str(path), Diagnostics())  # an internal error ends the test

    @slow
    def test_nothing_that_a_document_holds_ends_the_generator(self):
        specs = sorted([*_TESTS.glob("conformance/specs/*"), *_TESTS.glob("golden/*/spec.yaml")])
        documents = [
            json.loads(json.dumps(yaml.safe_load(spec.read_text(encoding="utf-8")), default=str))
            for spec in specs
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "spec.json")
            for seed in range(_ROUNDS):
                rng = random.Random(seed)
                path.write_text(json.dumps(changed(rng.choice(documents), rng)), encoding="utf-8")
                with self.subTest(seed=seed):
                    api = lower_document(str(path), Diagnostics()).api
                    if api is not None:
                        try:
                            render.render_api(api, "a::b", "api", rng.choice(("auto", "tag")))
                        except UnsupportedText:
                            pass  # which `generate` tells


if __name__ == "__main__":
    unittest.main()
