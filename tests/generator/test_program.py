# SPDX-License-Identifier: BSL-1.0
"""A command line for a document: `restbind cli`."""

import contextlib
import io
import json
import pathlib
import subprocess
import tempfile
import textwrap
import unittest

from tests.generator.documents import HEAD, ROOT, lower, ticketing, with_schemas

from restbind.cli import main
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.docs.examples import TEXTS
from restbind.program.files import files
from restbind.program.manual import STATUSES
from restbind.program.probes import probes
from restbind.program.view import program

WRITTEN = ROOT / "examples/command_line"
SHOP = (
    HEAD
    + r"""
tags: [{name: carts, summary: Carts of customers}]
paths:
  /carts/{cartId}/lines:
    post:
      operationId: addLines
      tags: [carts]
      summary: "Adds lines to a cart: \\ *\/ \"quoted\" it's"
      parameters:
        - {name: cartId, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: output, in: query, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/NewLines"}
      responses: {"204": {description: Done}}
  /pictures:
    put:
      operationId: putPicture
      requestBody: {content: {image/png: {}}}
      responses: {"204": {description: Done}}
components:
  schemas:
    NewLines:
      type: object
      required: [lines, kind]
      properties:
        kind: {type: string, enum: [gift, own]}
        note: {type: string, default: none, maxLength: 20}
        tags: {type: array, items: {type: string}}
        made: {type: string, readOnly: true}
        lines:
          type: array
          minItems: 1
          items:
            type: object
            required: [count, itemId]
            properties:
              comment: {type: string}
              itemId: {type: integer}
              count: {type: integer}
        parts:
          type: [array, "null"]
          items: {type: object, required: [id], properties: {id: {type: integer}}}
        places:
          type: array
          items:
            type: object
            required: [where]
            properties: {where: {type: object, properties: {row: {type: integer}}}}
"""
)


def shop():
    api, diagnostics = lower(SHOP)
    assert api is not None, diagnostics.text()
    return program(api, "shop", "shop")


def options_of(command):
    return {option.name: option for option in command.options}


class Commands(unittest.TestCase):
    def test_each_operation_is_a_command_in_the_group_of_its_tag(self):
        made = program(ticketing(), "ticketing::v1", "ticketing")
        self.assertEqual(
            [(command.name, command.group) for command in made.commands],
            [
                ("list-events", "catalog"),
                ("allocate-manual-seats", "cart"),
                ("allocate-best-seats", "cart"),
                ("confirm-order", "order"),
                ("venue-picture", "catalog"),
                ("allocate-products", "cart"),
            ],
        )
        self.assertEqual(shop().commands[0].group, "Carts of customers")

    def test_parameters_and_members_of_the_body_are_options(self):
        found = options_of(shop().commands[0])
        self.assertEqual(
            sorted(found),
            [
                "cart-id",
                "item",
                "json",
                "kind",
                "note",
                "output-value",
                "parts",
                "places",
                "tags",
            ],
        )
        self.assertEqual(found["cart-id"].setter, "&cli::set<&api::AddLinesRequest::cart_id>")
        self.assertEqual(
            found["note"].setter,
            "&cli::set<&api::AddLinesRequest::body, &api::NewLines::note>",
        )
        self.assertEqual(found["json"].setter, "&cli::set_member_json<&api::AddLinesRequest::body>")
        self.assertEqual(found["cart-id"].value, "INTEGER")
        self.assertEqual(found["cart-id"].help, "At least 1.")
        self.assertEqual(found["note"].help, "At most 20 characters. Default: none.")

    def test_what_a_request_needs_is_needed(self):
        needed = {option.name for option in shop().commands[0].options if option.is_needed}
        self.assertEqual(needed, {"cart-id", "item", "kind"})

    def test_an_option_that_all_commands_have_keeps_its_name(self):
        found = options_of(shop().commands[0])
        self.assertNotIn("output", found)
        self.assertEqual(found["output-value"].setter, "&cli::set<&api::AddLinesRequest::output>")

    def test_a_list_of_small_objects_has_a_short_form_and_is_named_after_what_it_lists(self):
        found = options_of(shop().commands[0])["item"]
        self.assertEqual(found.value, "ITEM_ID:COUNT[:COMMENT]")
        self.assertTrue(found.repeats)
        self.assertIn(
            "&cli::list<&api::AddLinesRequest::body, &api::NewLines::lines>", found.setter
        )
        self.assertIn("::add<2,", found.setter)

    def test_a_list_of_objects_in_objects_is_json(self):
        found = options_of(shop().commands[0])["places"]
        self.assertEqual((found.value, found.repeats), ("JSON", True))

    def test_a_list_that_may_be_null_is_json_as_a_whole(self):
        found = options_of(shop().commands[0])["parts"]
        self.assertEqual((found.value, found.repeats), ("JSON", False))

    def test_values_of_an_enum_are_offered(self):
        self.assertEqual(options_of(shop().commands[0])["kind"].choices, ("gift", "own"))
        made = program(ticketing(), "ticketing::v1", "ticketing")
        words = options_of(made.commands[4])["option"].words
        self.assertEqual(
            [(word.name, word.value) for word in words],
            [("seat-numbers-and-letters", "800"), ("numbers-only", "801")],
        )

    def test_an_operation_that_sends_a_file_is_left_out_with_the_reason(self):
        self.assertEqual(shop().left_out, (("putPicture", "it sends a file"),))

    def test_settings_are_the_parameters_of_the_client_and_the_variables_of_tokens(self):
        made = program(ticketing(), "ticketing::v1", "ticketing")
        self.assertEqual(
            [(setting.name, bool(setting.setter)) for setting in made.settings],
            [
                ("tenant", True),
                ("ext", True),
                ("auth_url", False),
                ("directory_id", False),
                ("api_app_guid", False),
            ],
        )
        self.assertTrue(made.has_credentials)
        self.assertFalse(shop().has_credentials)


class Files(unittest.TestCase):
    def test_keys_and_passwords_are_credentials_whose_names_no_setting_has(self):
        api, diagnostics = lower((ROOT / "tests/golden/security/spec.yaml").read_text("utf-8"))
        assert api is not None, diagnostics.text()
        made = program(api, "golden::security", "shop")
        self.assertEqual(
            [(row.name, row.scheme, row.has_user) for row in made.credentials],
            [
                ("header_key", "header_key", False),
                ("query_key", "queryKey", False),
                ("cookie_key", "cookieKey", False),
                ("login", "login", True),
                ("word", "word", False),
            ],
        )
        self.assertEqual([scheme for scheme, _ in made.grants], ["partner", "reporting"])
        self.assertEqual(program(ticketing(), "ticketing::v1", "ticketing").grants, ())
        found = files(made, "golden::security", "security.hpp")
        self.assertIn(
            '{"login", "login", true, &cli::give<&api::schemes::login>},', found["shop.cpp"]
        )
        self.assertIn("--login-user", found["shop.bash"])
        self.assertIn("SHOP_QUERY_KEY", found["shop.1"])
        self.assertNotIn("--query-key", found["shop.1"])
        renamed = HEAD + textwrap.dedent(
            """
            security: [{token: []}]
            paths: {/a: {get: {operationId: a, responses: {"204": {description: Done}}}}}
            components: {securitySchemes: {token: {type: apiKey, in: header, name: X}}}
            """
        )
        api, _ = lower(renamed)
        assert api is not None
        self.assertEqual(
            [row.name for row in program(api, "shop", "shop").credentials], ["token_scheme"]
        )

    def test_those_of_the_service_are_what_the_document_gives(self):
        made = program(ticketing(), "ticketing::v1", "ticketing")
        for name, text in files(made, "ticketing::v1", "ticketing/v1.hpp").items():
            with self.subTest(name=name):
                self.assertEqual((WRITTEN / name).read_text(encoding="utf-8"), text)

    def test_lines_of_the_program_are_short(self):
        for line in (WRITTEN / "ticketing.cpp").read_text(encoding="utf-8").splitlines():
            self.assertLessEqual(len(line), 100, line)

    def test_text_of_a_document_is_no_code_of_shells_and_manual(self):
        found = files(shop(), "shop", "shop.hpp")
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "shop.bash")
            script.write_text(found["shop.bash"], encoding="utf-8")
            subprocess.run(["bash", "-n", str(script)], check=True)
        self.assertIn(r"it'\''s", found["_shop"])
        self.assertIn(r"it\'s", found["shop.fish"])
        self.assertIn("\\e", found["shop.1"])
        self.assertIn(r"\"quoted\"", found["shop.cpp"])

    def test_the_manual_page_has_each_exit_status_of_the_runtime(self):
        header = (ROOT / "include/restbind/cli/table.hpp").read_text(encoding="utf-8")
        listed = header.partition("enum exit_status : int\n{")[2].partition("};")[0]
        self.assertEqual(listed.count(" = "), len(STATUSES))


class Command(unittest.TestCase):
    def run_command(self, *arguments):
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            status = main(["cli", *arguments])
        return status, out.getvalue(), errors.getvalue()

    def test_it_writes_the_files_and_says_what_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            spec, to = pathlib.Path(folder, "shop.yaml"), pathlib.Path(folder, "a/b")
            spec.write_text(SHOP, encoding="utf-8")
            arguments = (str(spec), "--namespace", "shop::v1", "--to", str(to))
            status, out, errors = self.run_command(*arguments)
            self.assertEqual((status, out), (0, f"1 command in {to}\n"))
            self.assertIn("there is no command for putPicture: it sends a file", errors)
            self.assertEqual(
                sorted(path.name for path in to.iterdir()),
                ["_shop", "shop.1", "shop.bash", "shop.cpp", "shop.fish"],
            )
            self.assertIn("#include <shop/v1.hpp>", (to / "shop.cpp").read_text(encoding="utf-8"))

    def test_a_name_that_cannot_be_a_program_is_refused(self):
        status, _, errors = self.run_command(
            "x.yaml", "--namespace", "shop", "--to", "out", "--program", "a b"
        )
        self.assertEqual(status, 2)
        self.assertIn("`a b`", errors)


def broken_by(model, api, member):
    found = probes(model, Types(api, Names(api, "")))
    return [json.loads(probe.request)[member] for probe in found]


class Probes(unittest.TestCase):
    def test_each_limit_that_can_be_broken_is_broken_once(self):
        made = program(ticketing(), "ticketing::v1", "ticketing")
        found = {
            command.name: [(probe.rule, json.loads(probe.request)) for probe in command.probes]
            for command in made.commands
        }
        self.assertEqual(found["list-events"], [])
        rules = [rule for rule, _ in found["allocate-manual-seats"]]
        self.assertEqual(
            rules,
            [
                "/cartId: minimum 0",
                "/cartItemId: minimum 0",
                "/eventSessionId: exclusiveMinimum 0",
                "/detail: minItems 1",
                "/detail/0/seatId: exclusiveMinimum 0",
                "/detail/0/rateId: exclusiveMinimum 0",
                "/detail/0/actionSelect: false",
            ],
        )
        self.assertEqual(
            found["allocate-manual-seats"][4][1],
            {
                "eventSessionId": 1,
                "detail": [{"seatId": 0, "rateId": 1, "actionSelect": True}],
            },
        )
        zooms = [request["zoom"] for rule, request in found["venue-picture"] if "zoom" in rule]
        self.assertEqual(zooms, [-0.8, 6])

    def test_texts_lists_and_optional_members_are_broken_in_objects_that_are_made(self):
        api, diagnostics = with_schemas(
            """
            A:
              type: object
              properties:
                b:
                  type: object
                  required: [code]
                  properties:
                    code: {type: string, minLength: 2, maxLength: 3}
                    kind: {type: string, enum: [x, yy]}
                    list: {type: array, maxItems: 2, items: {type: integer, maximum: 5}}
        """
        )
        assert api is not None, diagnostics.text()
        model = next(model for model in api.models if model.name == "A")
        self.assertEqual(
            broken_by(model, api, "b"),
            [
                {"code": "x"},
                {"code": "xxxx"},
                {"code": "xx", "kind": "not-yy"},
                {"code": "xx", "list": [1, 1, 1]},
                {"code": "xx", "list": [6]},
            ],
        )

    def test_rules_over_several_members_are_broken_where_they_ask_for_presence(self):
        api, diagnostics = with_schemas(
            """
            A:
              type: object
              required: [n]
              properties: {n: {type: integer}, a: {type: integer}, b: {type: string}}
              x-restbind-rules:
                - {id: together, rule: has(self.b) == has(self.a), fieldPath: b, message: Both or none}
                - {id: small, rule: self.n < 5, fieldPath: n, message: N must be small}
        """
        )
        assert api is not None, diagnostics.text()
        model = next(model for model in api.models if model.name == "A")
        found = [(p.rule, p.request) for p in probes(model, Types(api, Names(api, "")))]
        self.assertEqual(found, [("/b: together", '{"n": 1, "b": "x"}'), ("/: small", "")])

    def test_patterns_formats_steps_and_repeated_elements_are_broken_and_nothing_else(self):
        api, diagnostics = with_schemas(
            """
            A:
              type: object
              required: [b]
              properties:
                b:
                  type: object
                  required: [code, id, mail]
                  properties:
                    code: {type: string, pattern: "^[A-Z]{3}$"}
                    id: {type: string, format: uuid}
                    mail: {type: string, format: email}
                    step: {type: integer, multipleOf: 5}
                    list: {type: array, uniqueItems: true, items: {type: integer}}
                    any: {type: string, pattern: "^.*$"}
        """
        )
        assert api is not None, diagnostics.text()
        model = next(model for model in api.models if model.name == "A")
        found = probes(model, Types(api, Names(api, "")))
        valid = {"code": "AAA", "id": TEXTS["uuid"], "mail": TEXTS["email"]}
        self.assertEqual(
            [json.loads(probe.request)["b"] for probe in found if probe.request],
            [
                {**valid, "code": ""},
                {**valid, "id": "no uuid"},
                {**valid, "mail": "no email"},
                {**valid, "step": 6},
                {**valid, "list": [1, 1]},
            ],
        )
        # No text is known that breaks it: nothing is sent, and the rule is told.
        self.assertEqual(
            [probe.rule for probe in found if not probe.request], ["/b/any: pattern ^.*$"]
        )
