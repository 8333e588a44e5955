# SPDX-License-Identifier: BSL-1.0
"""The JSON Schema of our keys says what the generator says."""

import copy
import functools
import json
import os
import re
import unittest

import jsonschema
import yaml
from tests.generator import slow
from tests.generator.documents import HEAD, ROOT, SPEC, lower
from tests.generator.key_schema import FILE, VALUES, VOCABULARY, key_schema
from tests.generator.test_cli import run

from restbind.spec.keywords import OWN_KEYS

# Findings about what the keys say together, or about the document, which a JSON Schema cannot know.
BEYOND = {
    "RB017",
    "RB101",
    "RB102",
    "RB043",
    "RB060",
    "RB061",
    "RB062",
    "RB063",
    "RB064",
    "RB065",
    "RB066",
    "RB083",
    "RB084",
    "RB085",
    "RB086",
    "RB087",
    "RB088",
    "RB089",
}
EXAMPLES = re.findall(
    r"^```yaml\n(.*?)^```$", VOCABULARY.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)

# Keys that no example of spec/vocabulary.md gives.
MORE = """x-restbind-problem: {code: a, errors: b, errorField: c, errorMessage: d, errorCount: e, traceId: f, timestamp: g}
paths:
  /a:
    get:
      operationId: a
      x-restbind-validation-problem: {status: 400, errors: list, keys: wire, detail: d, title: t, type: "about:blank"}
      responses: {"200": {description: d}, "400": {description: d}, 4XX: {description: d}}
    post:
      operationId: b
      x-restbind-idempotency: {class: safe}
      responses: {"200": {description: d}}
components:
  securitySchemes:
    a:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: "https://a.example", scopes: {}, x-restbind-token: {lifetimeSeconds: 86400, renewBeforeSeconds: 1, clientAuthentication: client_secret_basic}}}
"""


@functools.cache
def validator():
    return jsonschema.Draft202012Validator(json.loads(FILE.read_text(encoding="utf-8")))


def refuses(document):
    return not validator().is_valid(document)


def parsed(text):
    """A document in JSON's types: YAML's own (dates, numbers as keys) are no concern of JSON
    Schema.
    """
    return json.loads(json.dumps(yaml.safe_load(text), default=str))


def errors(document):
    return {
        found.code for found in lower(json.dumps(document))[1].sorted() if found.severity == "error"
    }


def values_of_own_keys(at, where=()):
    """The place of each scalar and each list in a key of ours, but of the marks of assumptions."""
    is_own = any(str(step).startswith("x-restbind-") for step in where)
    if is_own and not isinstance(at, dict):
        yield where
    children = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
    for step, child in children:
        yield from values_of_own_keys(child, (*where, step))


def changed(document, where, value):
    found = copy.deepcopy(document)
    at = found
    for step in where[:-1]:
        at = at[step]
    at[where[-1]] = value
    return found


def candidates(value):
    """Other values in the place of one: each limit of VALUES, and one step beyond it."""
    yield from (None, {})
    if isinstance(value, bool):
        yield from (False, 1, "true")
    elif isinstance(value, int):
        limits = {
            limit
            for one in VALUES.values()
            for part in (one, one.get("items", {}))
            for limit in (part.get("minimum"), part.get("maximum"))
        }
        yield from (
            "1",
            1.5,
            *sorted({limit + step for limit in limits - {None} for step in (-1, 0, 1)}),
        )
    elif isinstance(value, list):
        yield from ([*value, 504, 505, 506, 507], [*value, "other"], [], [None], "a")
    else:
        listed = {text for one in VALUES.values() for text in one.get("enum", ())}
        yield from (
            5,
            [],
            "",
            "a b",
            "Aa",
            "a_1",
            "1a",
            'a"b',
            "status",
            "x" * 4001,
            *sorted(listed),
        )


class KeySchema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
            FILE.write_text(key_schema(), encoding="utf-8")

    def test_the_file_is_what_the_registry_and_the_vocabulary_say(self):
        self.assertEqual(FILE.read_text(encoding="utf-8"), key_schema())

    def test_it_is_a_json_schema(self):
        jsonschema.Draft202012Validator.check_schema(json.loads(FILE.read_text(encoding="utf-8")))

    def test_the_command_prints_it_and_its_path(self):
        self.assertEqual(run("keys"), (0, FILE.read_text(encoding="utf-8"), ""))
        self.assertEqual(run("keys", "--path"), (0, f"{FILE}\n", ""))

    def test_documents_that_use_keys_rightly_are_valid(self):
        found = [
            SPEC,
            ROOT / "tests/golden/ticketing-v2.yaml",
            *sorted(ROOT.glob("tests/golden/*/spec.yaml")),
        ]
        self.assertGreater(len(found), 20)
        for path in found:
            with self.subTest(path.relative_to(ROOT)):
                self.assertFalse(refuses(parsed(path.read_text(encoding="utf-8"))))

    def test_documents_that_misuse_keys_are_not(self):
        for name in (
            "missing_keys",
            "own_key_misplaced",
            "own_keys_out_of_range",
            "unknown_own_key",
            "client_parameters",
            "messages",
        ):
            self.assertTrue(
                refuses(
                    parsed((ROOT / f"tests/diagnostics/{name}.yaml").read_text(encoding="utf-8"))
                ),
                name,
            )

    def test_each_misuse_of_the_vocabulary_is_refused_if_the_key_alone_tells_it(self):
        count = 0
        for section in VOCABULARY.read_text(encoding="utf-8").split("\n## ")[1:]:
            example = re.search(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL).group(1)
            self.assertFalse(refuses(parsed(HEAD + example)), section[:40])
            for wrong, right, code in re.findall(
                r"^\| `([^|]+)` instead of `([^|]+)` \| (RB[0-9]{3}) ", section, re.MULTILINE
            ):
                is_refused = refuses(parsed(HEAD + example.replace(right, wrong)))
                self.assertTrue(is_refused or code in BEYOND, wrong)
                count += is_refused
        self.assertGreater(count, 15)

    def test_every_key_is_known_only_where_it_belongs(self):
        places = {
            "root": (),
            "operation": ("paths", "/a", "get"),
            "server": ("servers", 0),
            "schema": ("components", "schemas", "A"),
            "parameter": ("paths", "/a", "get", "parameters", 0),
            "tag": ("tags", 0),
        }
        base = parsed(
            HEAD
            + "servers: [{url: u}]\ntags: [{name: t}]\npaths: {/a: {get: {operationId: a, parameters: [{name: q, in: query}]}}}\n"
            "components: {schemas: {A: {type: object}}}\n"
        )
        for key, kinds in OWN_KEYS.items():
            for kind, where in places.items():
                # no key of ours is a number: where it belongs, the value is wrong, too
                wrong = changed(base, (*where, key), 5)
                self.assertTrue(refuses(wrong), (key, kind))
                self.assertEqual("RB013" in errors(wrong), kind not in kinds, (key, kind))

    @slow
    def test_schema_and_generator_refuse_the_same_values(self):
        tried = set()
        for document in (parsed(HEAD + text) for text in (*EXAMPLES, MORE)):
            for where in values_of_own_keys(document):
                for other in candidates(
                    functools.reduce(lambda at, step: at[step], where, document)
                ):
                    wrong = changed(document, where, other)
                    found = errors(wrong)
                    tried.add(where[-1])
                    with self.subTest(where, other=str(other)[:20]):
                        if refuses(wrong):
                            self.assertNotEqual(found, set())
                        else:
                            self.assertLessEqual(found, BEYOND)
        self.assertGreaterEqual(tried, {key for _, key in VALUES})


if __name__ == "__main__":
    unittest.main()
