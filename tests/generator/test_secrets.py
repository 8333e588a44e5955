# SPDX-License-Identifier: BSL-1.0
"""Members that are left out of what is kept of a request."""

import unittest

from tests.generator.documents import lower
from tests.generator.test_lower_operations import operation

from restbind import render


def members_and_operation(body):
    """The member `m` of a body, and what its operation is, in C++."""
    document = operation(body=body)
    files = render.render_api(lower(document)[0], "a")
    return files["models.hpp"], files["operations.hpp"]


def body_of(schema):
    return f"{{type: object, properties: {{m: {schema}}}}}"


class Secrets(unittest.TestCase):
    def test_what_a_document_calls_secret_is_left_out(self):
        for schema in (
            "{type: string, x-restbind-secret: true}",
            "{type: string, format: password}",
        ):
            models, operations = members_and_operation(body_of(schema))
            self.assertIn(
                '{.name = "m", .presence = restbind::presence::optional, .is_secret', models
            )
            self.assertIn(".has_secrets = true", operations)
            self.assertIn("A secret: no journal keeps it.", models)

    def test_so_is_what_is_only_written_at_any_depth(self):
        inner = body_of("{type: string, writeOnly: true}")
        models, operations = members_and_operation(body_of(f"{{type: array, items: {inner}}}"))
        self.assertNotIn("is_secret", models)
        self.assertIn(".has_secrets = true", operations)

    def test_the_builder_is_told_of_secret_parameters(self):
        for place, style in (("query", "form"), ("header", "simple"), ("cookie", "form")):
            for schema in ("x-restbind-secret: true", "format: password"):
                listed = f"[{{name: m, in: {place}, schema: {{type: string, {schema}}}}}]"
                document = operation(more=f"parameters: {listed}")
                written = render.render_api(lower(document)[0], "a")["operations.hpp"]
                self.assertIn(".has_secrets = true", written)
                self.assertRegex(
                    written, rf"\.style = restbind::http::style::{style}.*\.is_secret = true"
                )

    def test_a_member_whose_elements_are_secret_is_left_out(self):
        secret = "{type: string, x-restbind-secret: true}"
        for schema in (
            f"{{type: array, items: {secret}}}",
            f"{{type: array, items: {{type: array, items: {secret}}}}}",
            f"{{type: array, prefixItems: [{{type: integer}}, {secret}]}}",
            f"{{type: object, additionalProperties: {secret}}}",
            f"{{oneOf: [{{type: integer}}, {secret}]}}",
        ):
            with self.subTest(schema):
                models, operations = members_and_operation(body_of(schema))
                self.assertRegex(models, r'\{\.name = "m",.*\.is_secret')
                self.assertIn(".has_secrets = true", operations)
                self.assertNotIn("hides_body", operations)

    def test_a_list_that_holds_itself_is_looked_at_once(self):
        document = operation(
            body=body_of("{$ref: '#/components/schemas/L'}"),
            components="  L: {type: array, items: {$ref: '#/components/schemas/L'}}",
        )
        models = render.render_api(lower(document)[0], "a")["models.hpp"]
        self.assertNotIn("secret", models)

    def test_a_body_that_is_a_secret_is_left_out(self):
        secret = "{type: string, x-restbind-secret: true}"
        for schema in (
            secret,
            "{type: object, x-restbind-secret: true, properties: {m: {type: string}}}",
            f"{{type: array, items: {secret}}}",
            f"{{type: object, additionalProperties: {secret}}}",
        ):
            with self.subTest(schema):
                operations = members_and_operation(schema)[1]
                self.assertIn(".has_secrets = true", operations)
                self.assertIn(".hides_body = true", operations)

    def test_nothing_is_said_of_what_is_not(self):
        for schema in ("{type: string}", "{type: string, x-restbind-secret: false}"):
            models, operations = members_and_operation(body_of(schema))
            self.assertNotIn("secret", models + operations)


class Texts(unittest.TestCase):
    def test_programs_can_show_what_to_do_after_a_lost_response(self):
        said = 'x-restbind-after-loss: {ask: "Ann\\" knows.", show: "Wait:\\n please"}'
        files = render.render_api(lower(operation(more=said))[0], "a")["operations.hpp"]
        self.assertIn('.ask = "Ann\\" knows.",', files)
        self.assertIn('.show = "Wait: please",', files)
        self.assertNotIn(".store", files)

    def test_what_is_safe_has_none(self):
        said = "x-restbind-after-loss: {ask: Ann.}\nx-restbind-idempotency: {class: safe}"
        files = render.render_api(lower(operation(more=said))[0], "a")["operations.hpp"]
        self.assertNotIn("after_loss", files)


if __name__ == "__main__":
    unittest.main()
