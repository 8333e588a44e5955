"""Documents in which anything may stand anywhere: each is told about or used, none ends the generator."""

import copy
import json
import pathlib
import random
import tempfile
import unittest

import yaml

from restbind import render
from restbind.cpp.text import UnsupportedText
from restbind.diagnostics import Diagnostics
from restbind.lower import lower_document
from tests.generator import slow

_TESTS = pathlib.Path(__file__).resolve().parent.parent
_KEYS = """$ref additionalProperties allOf anyOf const dependencies dependentRequired dependentSchemas discriminator else enum if items mapping
    minimum multipleOf not nullable oneOf pattern patternProperties prefixItems properties propertyName required then type
    x-enum-descriptions x-enum-varnames""".split()
_VALUES = [None, True, False, 0, -1, 1.5, "", "a", [], {}, [1], ["a"], [{}], {"a": 1}, [None], [[]], [{"a": 1}], ["object", "string"],
           {"type": "string"}, {"type": "object", "properties": {"kind": {"type": "string"}}}, {"$ref": "#"}, {"$ref": "#/nowhere"}]
_ROUNDS = 150


def places(node):
    """Every object and list below a node, with a key of it."""
    entries = list(node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ())
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


class Mistakes(unittest.TestCase):
    @slow
    def test_nothing_that_a_document_holds_ends_the_generator(self):
        specs = sorted([*_TESTS.glob("conformance/specs/*"), *_TESTS.glob("golden/*/spec.yaml")])
        documents = [json.loads(json.dumps(yaml.safe_load(spec.read_text(encoding="utf-8")), default=str)) for spec in specs]
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
