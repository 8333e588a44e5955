# SPDX-License-Identifier: BSL-1.0
"""What is meant for every API knows none: neither by name nor by its habits."""

import pathlib
import re
import unittest

from tests.generator.documents import HEAD, lower

from restbind import render

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Words of the ticketing service, of its operator's authorization server, and of its problem
# documents.
WORDS = re.compile(
    r"""
    ticketing | tenant | kiosk | seat | cart | venue | box.?office
    | directory_?id | api_?app_?guid | \bentra\b | microsoft | azure | app.registration | identity.provider
    | errorCode | errorCount | traceId
""",
    re.IGNORECASE | re.VERBOSE,
)

# What only a document can say, and the neutral one below does not.
CLAIMS = re.compile(
    r"""
    the.service.would.send | the.request.contains | \b50[0-9]\b | attempts.in.all | pauses.of | was.not.applied | client_secret_post
""",
    re.IGNORECASE | re.VERBOSE,
)

NEUTRAL = (
    HEAD
    + """
servers: [{url: "https://api.example.com"}]
security: [{login: []}]
paths:
  /things:
    parameters:
      - {name: X-Account, in: header, required: true, x-restbind-client-parameter: account, schema: {type: string, minLength: 1}}
    get:
      operationId: listThings
      parameters: [{name: page, in: query, schema: {type: integer, minimum: 1}}]
      responses: {"200": {description: All., content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}}}
    post:
      operationId: makeThing
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
      responses:
        "201": {description: Made., content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
        default: {description: Wrong., content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}
    put:
      operationId: changeThing
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
      responses: {"204": {description: Changed.}}
components:
  securitySchemes: {login: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {all: Everything.}}}}}
  schemas:
    Problem: {type: object, x-restbind-problem: true, properties: {title: {type: string}}}
    Thing: {type: object, required: [name], properties: {name: {type: string, minLength: 1}, size: {type: integer, maximum: 9}}}
"""
)


def findings(pattern, texts):
    """`name:line: what` of all that a pattern finds."""
    return [
        f"{name}:{number}: {found.group()}"
        for name, text in texts
        for number, line in enumerate(text.splitlines(), 1)
        for found in [pattern.search(line)]
        if found
    ]


def sources(folder, *endings):
    return [
        (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in endings
    ]


class Words(unittest.TestCase):
    def test_the_pattern_finds_the_words_of_one_provider(self):
        for text in (
            "tenant_",
            "for_tenant",
            "X-Tenant",
            "errorCode",
            "seatId",
            "directory_id",
            "apiAppGuid",
            "from Entra",
            "ticketing::v1",
        ):
            self.assertTrue(WORDS.search(text), text)
        for text in ("central", "error_code", "trace_id", "sealed"):
            self.assertFalse(WORDS.search(text), text)

    def test_the_runtime_knows_no_provider(self):
        headers = sources("include/restbind", ".hpp", ".ipp")
        self.assertGreater(len(headers), 100)
        self.assertEqual(findings(WORDS, headers), [])

    def test_the_templates_know_no_provider(self):
        templates = sources("generator/restbind/templates", ".j2")
        self.assertGreater(len(templates), 20)
        self.assertEqual(findings(WORDS, templates), [])


class NeutralDocument(unittest.TestCase):
    def rendered(self):
        api, diagnostics = lower(NEUTRAL)
        self.assertEqual(diagnostics.text(), "")
        return sorted(render.render_api(api, "shop::v1").items())

    def test_its_headers_hold_no_word_of_another_provider(self):
        self.assertEqual(findings(WORDS, self.rendered()), [])

    def test_its_headers_claim_nothing_that_it_does_not_say(self):
        self.assertEqual(findings(CLAIMS, self.rendered()), [])

    def test_its_headers_say_what_holds_instead(self):
        text = "\n".join(content for _, content in self.rendered())
        self.assertIn("The document says nothing: `client_options::retry.otherwise` holds.", text)
        self.assertIn(
            "- `error_kind::validation_failed` (422): a rule is broken and nothing was sent.", text
        )
        self.assertIn("the document states none", text)
        self.assertIn("for_account(std::string value) const", text)
        for silent in (".retry =", ".validation_problem =", ".problem =", ".unapplied_statuses ="):
            self.assertNotIn(silent, text)


if __name__ == "__main__":
    unittest.main()
