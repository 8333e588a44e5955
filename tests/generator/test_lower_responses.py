# SPDX-License-Identifier: BSL-1.0
"""Responses: which of them mean success, what they hold, and what errors hold."""

import unittest

from tests.generator.documents import HEAD, codes, lower
from tests.generator.test_lower_operations import CART, SUCCESS, OperationCase, operation

from restbind import ir


class Responses(OperationCase):
    def test_success_and_errors(self):
        found = self.one(
            responses='"201": {description: made, content: {application/json: {schema: {properties: {id: {type: integer}}}}}}, '
            '"404": {description: Not there.}, default: {description: Else.}'
        )
        self.assertEqual((found.success_status, found.response), (201, ir.Ref("ActResponse")))
        self.assertEqual(
            [(one.status, one.doc.description) for one in found.error_responses],
            [("404", "Not there."), ("default", "Else.")],
        )

    def test_no_content_is_no_type(self):
        found = self.one(responses='"204": {description: d}')
        self.assertEqual((found.success_status, found.response), (204, None))

    def test_json_without_a_schema_is_open(self):
        self.assertEqual(
            self.one(responses='"200": {description: d, content: {application/json: {}}}').response,
            ir.Open("any"),
        )

    def test_successes_that_differ_are_alternatives_with_their_status(self):
        found = self.one(
            responses=f'{SUCCESS}, "201": {{description: e, content: {{application/json: {{schema: {CART}}}}}}}'
        )
        self.assertEqual(found.response, ir.Responses((("200", None), ("201", ir.Ref("Cart")))))
        self.assertEqual(
            [(one.status, one.body) for one in found.responses], [("200", "none"), ("201", "json")]
        )
        self.assertEqual(found.success_status, 200)

    def test_successes_of_one_type_are_that_type(self):
        cart = f"{{description: e, content: {{application/json: {{schema: {CART}}}}}}}"
        found = self.one(
            responses=f'"2XX": {cart}, "201": {cart}, "200": {cart}, default: {{description: d}}'
        )
        self.assertEqual(found.response, ir.Ref("Cart"))
        self.assertEqual([one.status for one in found.responses], ["200", "201", "2XX"])
        self.assertEqual([one.status for one in found.error_responses], ["default"])

    def test_default_means_success_where_no_2xx_is_described(self):
        for responses, statuses in (
            ('"2XX": {description: d}', ["2XX"]),
            ("default: {description: d}", ["default"]),
            (
                '"404": {description: e}, default: {description: d}, "302": {description: f}',
                ["default"],
            ),
        ):
            found = self.one(responses=responses)
            self.assertEqual(
                ([one.status for one in found.responses], found.response, found.success_status),
                (statuses, None, 200),
            )

    def test_where_only_errors_are_described_any_2xx_is_a_success(self):
        found = self.one(responses='"400": {description: d}')
        self.assertEqual(
            (found.responses, found.response),
            ((ir.Response("2XX", "none", None, (), ir.Doc()),), None),
        )

    def test_redirects_are_successes_where_there_is_no_other(self):
        found = self.one(responses='"302": {description: d}, "404": {description: e}')
        self.assertEqual(
            (found.response, found.success_status, found.response_headers),
            (ir.Received("redirect"), 302, ("Location",)),
        )
        self.assertEqual([one.status for one in found.error_responses], ["404"])
        found = self.one(responses=f'{SUCCESS}, "302": {{description: d}}')
        self.assertEqual((found.response, found.responses), (None, ()))

    def test_a_status_without_content_has_none_whatever_is_described(self):
        json_ = f"content: {{application/json: {{schema: {CART}}}}}"
        for status in ("204", "205"):
            found = self.one(responses=f'"{status}": {{description: d, {json_}}}')
            self.assertEqual(
                (found.success_status, found.response, found.responses, found.accept),
                (int(status), None, (), ""),
            )
        found = self.one(
            responses=f'"200": {{description: d, {json_}}}, "204": {{description: d, {json_}}}'
        )
        self.assertEqual(found.response, ir.Responses((("200", ir.Ref("Cart")), ("204", None))))

    def test_what_a_redirect_or_a_status_without_content_is_described_to_hold_is_told(self):
        json_ = f"content: {{application/json: {{schema: {CART}}}, text/html: {{}}}}"
        for status, why in (
            ("302", "no type is made of what a redirect (302) holds"),
            ("3XX", "no type is made of what a redirect (3XX) holds"),
            ("204", "a response with the status 204 has no content"),
            ("304", "a response with the status 304 has no content"),
            ("103", "a response with the status 103 has no content"),
        ):
            for others in ("", f", {SUCCESS}"):
                _, diagnostics = lower(
                    operation(responses=f'"{status}": {{description: d, {json_}}}{others}')
                )
                self.assertEqual(
                    [(one.code, one.message) for one in diagnostics.sorted()],
                    [
                        ("RB058", f"`{name}` is not generated; {why}")
                        for name in ("application/json", "text/html")
                    ],
                )

    def test_one_status_with_json_or_nothing_needs_no_rules(self):
        for responses in (
            '"204": {description: d}',
            f'"201": {{description: d, content: {{application/json: {{schema: {CART}}}}}}}',
        ):
            found = self.one(responses=responses)
            self.assertEqual((found.responses, found.accept), ((), ""))

    def test_bodies_are_json_before_text_and_text_before_bytes(self):
        for content, body, type_, media, accept in (
            (
                f"application/x-yaml: {{}}, text/xml: {{}}, application/json: {{schema: {CART}}}",
                "",
                ir.Ref("Cart"),
                (),
                "",
            ),
            (
                "application/xml: {}, text/csv: {}, 'text/plain; charset=utf-8': {}",
                "text",
                ir.Scalar("string"),
                ("application/xml", "text/csv", "text/plain"),
                "application/xml, text/csv, text/plain",
            ),
            (
                "image/png: {}, image/jpeg: {}",
                "bytes",
                ir.Received("bytes"),
                ("image/png", "image/jpeg"),
                "image/png, image/jpeg",
            ),
            (
                "'*/*': {schema: {type: string, format: binary}}",
                "bytes",
                ir.Received("bytes"),
                ("*/*",),
                "*/*",
            ),
            (
                "'*/*': {schema: {contentMediaType: '*/*'}}",
                "bytes",
                ir.Received("bytes"),
                ("*/*",),
                "*/*",
            ),
            (
                "'*/*': {schema: {contentMediaType: image/png}}",
                "bytes",
                ir.Received("bytes"),
                ("*/*",),
                "*/*",
            ),
            ("'*/*': {schema: {type: string}}", "text", ir.Scalar("string"), ("*/*",), "*/*"),
            ("text/*: {}", "text", ir.Scalar("string"), ("text/*",), "text/*"),
            (
                "application/x-ndjson: {}",
                "text",
                ir.Scalar("string"),
                ("application/x-ndjson",),
                "application/x-ndjson",
            ),
            ("image/svg+xml: {}", "text", ir.Scalar("string"), ("image/svg+xml",), "image/svg+xml"),
            ("odd: {}", "bytes", ir.Received("bytes"), ("*/*",), "*/*"),
        ):
            found = self.one(
                responses=f'"200": {{description: d, content: {{{content}}}}}',
                expected=["RB100"] if content == "odd: {}" else [],
            )
            self.assertEqual((found.response, found.accept), (type_, accept), content)
            self.assertEqual(
                [(one.body, one.media) for one in found.responses],
                [(body, media)] if body else [],
                content,
            )

    def test_json_of_errors_is_asked_for_behind_what_successes_hold(self):
        problem, json = "application/problem+json: {}", "application/json: {}"
        for success, error, accept, choices, of_errors in (
            ("text/plain: {}", "", "text/plain", (), ""),
            ("text/plain: {}", json, "text/plain, application/json;q=0.5", (), ""),
            ("text/plain: {}", "text/plain: {}", "text/plain", (), ""),
            (json, json, "", (), ""),
            (json, problem, "application/json, application/problem+json;q=0.5", (), ""),
            (json, "'*/*': {}", "", (), ""),
            ("'*/*': {schema: {type: string}}", problem, "*/*", (), ""),
            (
                "image/png: {}, image/jpeg: {}",
                "",
                "image/png, image/jpeg",
                ("image/png", "image/jpeg"),
                "",
            ),
            (
                "application/json: {}, text/csv: {}",
                problem,
                "application/json, text/csv;q=0.9, application/problem+json;q=0.5",
                ("application/json", "text/csv"),
                ", application/problem+json;q=0.5",
            ),
        ):
            listed = f'"200": {{description: d, content: {{{success}}}}}' + (
                f', "400": {{description: d, content: {{{error}}}}}' if error else ""
            )
            found = self.one(responses=listed)
            self.assertEqual(
                (found.accept, found.accept_choices, found.accept_errors),
                (accept, choices, of_errors),
                listed,
            )
        found = self.one(
            responses=f'"204": {{description: d}}, "400": {{description: d, content: {{{problem}}}}}'
        )
        self.assertEqual(found.accept, "application/problem+json")

    def test_bytes_under_the_name_of_json_are_bytes(self):
        schema = "{schema: {type: string, format: binary}}"
        found = self.one(
            responses=f'"200": {{description: d, content: {{application/json: {schema}}}}}'
        )
        self.assertEqual((found.response, found.accept), (ir.Received("bytes"), ""))
        self.assertEqual(
            [(one.body, one.media) for one in found.responses], [("bytes", ("application/json",))]
        )

    def test_bytes_beside_text_are_a_response_of_their_own(self):
        found = self.one(
            responses='"200": {description: d, content: {application/pdf: {}, text/csv: {}}}'
        )
        self.assertEqual(
            found.response,
            ir.Responses((("200", ir.Scalar("string")), ("200", ir.Received("bytes")))),
        )
        self.assertEqual(
            [(one.status, one.body, one.media) for one in found.responses],
            [("200", "text", ("text/csv",)), ("200", "bytes", ("application/pdf",))],
        )
        self.assertEqual(found.accept, "text/csv, application/pdf;q=0.9")

    def test_text_and_bytes_beside_json_are_responses_of_their_own(self):
        found = self.one(
            responses=f'"200": {{description: d, content: {{application/pdf: {{}}, text/csv: {{schema: {{type: string}}}}, '
            f"text/plain: {{}}, application/json: {{schema: {CART}}}}}}}"
        )
        self.assertEqual(
            found.response,
            ir.Responses(
                (
                    ("200", ir.Ref("Cart")),
                    ("200", ir.Scalar("string")),
                    ("200", ir.Received("bytes")),
                )
            ),
        )
        self.assertEqual(
            [(one.status, one.body, one.media) for one in found.responses],
            [
                ("200", "json", ()),
                ("200", "text", ("text/csv", "text/plain")),
                ("200", "bytes", ("application/pdf",)),
            ],
        )
        self.assertEqual(
            found.accept,
            "application/json, text/csv;q=0.9, text/plain;q=0.9, application/pdf;q=0.9",
        )

    def test_another_spelling_of_the_same_value_is_no_response_of_its_own(self):
        text = "{schema: {type: string}}"
        for content, type_ in (
            (
                f"text/plain: {{schema: {CART}}}, application/json: {{schema: {CART}}}",
                ir.Ref("Cart"),
            ),
            (
                f"application/xml: {text}, application/yaml: {text}, application/json: {{schema: {CART}}}",
                ir.Ref("Cart"),
            ),
            (f"'*/*': {text}, application/json: {{schema: {CART}}}", ir.Ref("Cart")),
            (f"text/plain: {text}, application/json: {text}", ir.Scalar("string")),
        ):
            found = self.one(responses=f'"200": {{description: d, content: {{{content}}}}}')
            self.assertEqual(
                (found.response, found.responses, found.accept), (type_, (), ""), content
            )

    def test_events_beside_json_are_for_sinks(self):
        found = self.one(
            responses=f'"200": {{description: d, content: {{text/event-stream: {{schema: {CART}}}, application/json: {{schema: {CART}}}}}}}'
        )
        self.assertEqual(
            (found.response, found.accept),
            (ir.Ref("Cart"), "application/json, text/event-stream;q=0.9"),
        )
        self.assertEqual(
            [(one.body, one.media) for one in found.responses], [("json", ("text/event-stream",))]
        )

    def test_a_schema_that_text_or_bytes_cannot_keep_is_told(self):
        for media in ("application/xml", "text/event-stream", "application/zip"):
            for schema, expected in (
                (CART, ["RB051"]),
                ("{type: integer}", ["RB051"]),
                ("{type: object, minProperties: 1}", ["RB051"]),
                ("{type: object}", []),
                ("{type: string}", []),
                ("{}", []),
            ):
                self.one(
                    responses=f'"200": {{description: d, content: {{{media}: {{schema: {schema}}}}}}}',
                    expected=expected,
                )

    def test_a_number_or_boolean_as_text_is_read_as_one(self):
        for schema, type_ in (
            ("{type: integer}", ir.Scalar("int64")),
            ("{type: integer, format: int32, minimum: 0}", ir.Scalar("int32")),
            ("{type: number}", ir.Scalar("double")),
            ("{type: boolean}", ir.Scalar("boolean")),
        ):
            found = self.one(
                responses=f'"200": {{description: d, content: {{text/plain: {{schema: {schema}}}}}}}'
            )
            self.assertEqual(
                (found.response, [(one.body, one.media) for one in found.responses]),
                (type_, [("scalar", ("text/plain",))]),
                schema,
            )
            self.assertEqual(found.accept, "text/plain")
        found = self.one(
            responses=f'"200": {{description: d, content: {{text/plain: {{schema: {{type: integer}}}}, application/json: {{schema: {CART}}}}}}}'
        )
        self.assertEqual(
            found.response, ir.Responses((("200", ir.Ref("Cart")), ("200", ir.Scalar("int64"))))
        )
        found = self.one(
            responses='"200": {description: d, content: {text/plain: {schema: {type: integer}}, application/json: {schema: {type: integer}}}}'
        )
        self.assertEqual(
            (found.response, [one.body for one in found.responses]),
            (ir.Scalar("int64"), ["json", "scalar"]),
        )
        for schema, expected in (
            ("{type: string}", []),
            ("{type: string, format: date}", []),
            ("{}", []),
            ("{type: integer, nullable: true}", ["RB051"]),
            (CART, ["RB051"]),
        ):
            found = self.one(
                responses=f'"200": {{description: d, content: {{text/plain: {{schema: {schema}}}}}}}',
                expected=expected,
            )
            self.assertEqual(
                (found.response, found.responses[0].body), (ir.Scalar("string"), "text"), schema
            )

    def test_kinds_of_json_are_json(self):
        for media, accept, expected in (
            ("application/json; charset=utf-8", "", []),
            ("'*/*'", "", ["RB048"]),
            ("application/vnd.shop+json", "application/vnd.shop+json", []),
        ):
            found = self.one(
                responses=f'"200": {{description: d, content: {{{media}: {{schema: {CART}}}}}}}',
                expected=expected,
            )
            self.assertEqual((found.response, found.accept), (ir.Ref("Cart"), accept))

    def test_errors_in_json_are_kept_with_their_types(self):
        error = "{description: e, content: {application/problem+json: {schema: {properties: {code: {type: integer}}}}}}"
        found = self.one(
            responses=f'{SUCCESS}, default: {error}, "404": {error}, "5XX": {{description: text, content: {{text/plain: {{}}}}}}, '
            '"409": {description: open, content: {application/json: {}}}'
        )
        self.assertEqual(
            [(one.status, one.type) for one in found.errors],
            # equal schemas are one type
            [("404", ir.Ref("ActError404")), ("default", ir.Ref("ActError404"))],
        )
        self.assertEqual(found.responses, ())

    def test_headers_of_all_responses_are_kept_once(self):
        found = self.one(
            responses='"200": {description: d, headers: {Link: {}, X-Left: {}, Content-Type: {}}}, '
            '"404": {description: e, headers: {x-left: {}, "not a name": {}}}'
        )
        self.assertEqual(found.response_headers, ("Link", "X-Left"))

    def test_plain_json_is_taken_before_other_kinds(self):
        found = self.one(
            responses='"200": {description: d, content: {application/a+json: {schema: {type: string}}, '
            f"application/json: {{schema: {CART}}}}}}}"
        )
        self.assertEqual((found.response, found.accept), (ir.Ref("Cart"), ""))

    def test_a_type_that_is_described_without_parameters_too_is_asked_for_and_sent_so(self):
        content = (
            "{"
            + ", ".join(
                f"'{name}': {{schema: {CART}}}"
                for name in (
                    "application/json;odata.metadata=full",
                    "application/json",
                    "application/json;odata.metadata=minimal",
                    "application/hal+json;v=2",
                )
            )
            + "}"
        )
        api, diagnostics = lower(
            operation(responses=f'"200": {{description: d, content: {content}}}')
            .replace(
                "      responses:",
                f"      requestBody: {{required: true, content: {content}}}\n      responses:",
            )
            .replace("get:", "post:")
        )
        self.assertEqual(
            (api.operations[0].accept, api.operations[0].body_format.media_type),
            ("application/json, application/hal+json;v=2", "application/json"),
        )

    def test_of_several_kinds_of_json_those_with_the_schema_of_the_first_are_asked_for(self):
        inline = "{type: object, properties: {b: {type: string}}}"
        twin = "{properties: {b: {description: B, type: string}}, type: object}"
        alias = "{allOf: [{$ref: '#/components/schemas/Cart'}]}"
        for schemas, accept, unread in (
            ((CART, CART), "application/json, application/a+json", ()),
            ((CART, alias), "application/json, application/a+json", ()),
            ((inline, twin), "application/json, application/a+json", ()),
            (("", ""), "application/json, application/a+json", ()),
            ((CART, inline), "", ("application/a+json",)),
            ((CART, ""), "", ("application/a+json",)),
            (("", CART), "application/json, application/a+json", ()),
        ):
            plain, other = (f"{{schema: {schema}}}" if schema else "{}" for schema in schemas)
            text = operation(
                responses=f'"200": {{description: d, content: {{application/a+json: {other}, application/json: {plain}}}}}'
            )
            api, diagnostics = lower(text)
            found = api.operations[0]
            self.assertEqual(
                (found.accept, [one.unread for one in found.responses]),
                (accept, [unread] if unread else []),
                schemas,
            )
            self.assertEqual(
                [(one.code, one.message) for one in diagnostics.sorted() if one.code == "RB058"],
                [
                    (
                        "RB058",
                        "`application/a+json` is not generated; the response is asked for as `application/json`",
                    )
                ]
                if unread
                else [],
                schemas,
            )

    def test_of_an_error_in_several_kinds_of_json_the_type_is_that_of_the_first(self):
        error = f"{{description: e, content: {{application/scim+json: {{schema: {{type: integer}}}}, application/json: {{schema: {CART}}}, text/xml: {{}}}}}}"
        for status in ("400", "5XX", "default"):
            api, diagnostics = lower(operation(responses=f'{SUCCESS}, "{status}": {error}'))
            self.assertEqual([one.type for one in api.operations[0].errors], [ir.Ref("Cart")])
            self.assertEqual(
                [(one.code, one.message) for one in diagnostics.sorted()],
                [
                    ("RB058", f"`{name}` is not generated; an error is read as `application/json`")
                    for name in ("application/scim+json", "text/xml")
                ],
                status,
            )

    def test_a_number_as_text_is_not_read_from_json_of_another_kind(self):
        found = self.one(
            responses=f'"200": {{description: d, content: {{application/json: {{schema: {CART}}}, text/plain: {{schema: {{type: integer}}}}, '
            "application/a+json: {schema: {type: boolean}}}}"
        )
        self.assertEqual(
            [(one.body, one.unread) for one in found.responses],
            [(kind, ("application/a+json",)) for kind in ("json", "scalar")],
        )

    def test_media_types_are_asked_for_with_their_parameters(self):
        for content, accept in (
            ("'application/json; version=2': {}", "application/json; version=2"),
            (
                "'application/json;v=1': {schema: {type: integer}}, 'application/json;v=2': {schema: {type: integer}}",
                "application/json;v=1, application/json;v=2",
            ),
            (
                "'application/json;v=1': {schema: {type: integer}}, 'application/json;v=2': {schema: {type: string}}",
                "application/json;v=1",
            ),
            ("'application/json; charset=utf-8; v=1; q=0.5': {}", "application/json; v=1"),
            (
                "'application/vnd.a+json; ext=\"x, y; q=1\"': {}",
                'application/vnd.a+json; ext="x, y; q=1"',
            ),
            ("'application/json; v=': {}", ""),
            ("'image/png; a=1': {}", "image/png; a=1"),
            (
                "'text/csv; header=absent; charset=utf-8': {}, application/json: {}",
                "application/json, text/csv; header=absent;q=0.9",
            ),
        ):
            self.assertEqual(
                self.one(responses=f'"200": {{description: d, content: {{{content}}}}}').accept,
                accept,
                content,
            )
        found = self.one(
            responses='"200": {description: d, content: {application/json;v=1: {schema: {type: integer}}, application/json;v=2: {}}}'
        )
        self.assertEqual(found.responses, ())  # which of them comes is not looked at
        found = self.one(
            responses='"200": {description: d, content: {image/png;a=1: {}, image/png;a=2: {}}}'
        )
        self.assertEqual(found.responses[0].media, ("image/png",))

    def test_a_text_beside_the_same_in_json_is_told(self):
        text = "{schema: {type: string}}"
        _, diagnostics = lower(
            operation(
                responses=f'"200": {{description: d, content: {{text/plain: {text}, application/json: {text}}}}}'
            )
        )
        self.assertEqual(
            [(one.code, one.message) for one in diagnostics.sorted()],
            [
                (
                    "RB058",
                    "`text/plain` is not generated; the response is asked for as `application/json`",
                )
            ],
        )

    def test_a_status_outside_http_is_an_error(self):
        _, diagnostics = lower(
            operation(
                responses=f'{SUCCESS}, "99": {{description: e}}, "600": {{description: f}}, "6xx": {{description: g}}'
            )
        )
        self.assertEqual(codes(diagnostics), ["RB047"] * 3)
        for status, meant in (("200 ", "200"), ("600", ""), ("2x", "")):  # 200 is described, too
            _, diagnostics = lower(
                operation(responses=f'{SUCCESS}, "{status}": {{description: e}}')
            )
            self.assertEqual(
                [one.hint for one in diagnostics.sorted()],
                [f"did you mean `{meant}`?" if meant else ""],
            )

    def test_a_status_in_other_letters_is_that_status(self):
        for status, meant in (
            ("4xx", "4XX"),
            ("4Xx", "4XX"),
            ("default ", "default"),
            ("Default", "default"),
            ("404 ", "404"),
        ):
            with self.subTest(status):
                api, diagnostics = lower(
                    operation(responses=f'{SUCCESS}, "{status}": {{description: e}}')
                )
                self.assertEqual(
                    [(one.code, one.message) for one in diagnostics.sorted()],
                    [("RB097", f"`{status}` is read as `{meant}`")],
                )
                self.assertEqual([one.status for one in api.operations[0].error_responses], [meant])
        # a success, with its text
        api, diagnostics = lower(operation(responses='"2xx": {description: Done.}'))
        self.assertEqual(
            (api.operations[0].success_doc.description, codes(diagnostics)), ("Done.", ["RB097"])
        )

    def test_problem_schemas_are_the_problem_type_and_make_no_models(self):
        api, diagnostics = lower(
            HEAD
            + """
paths:
  /a:
    get:
      operationId: a
      responses: {"200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Wrapped'}}}}}
components:
  schemas:
    Wrapped: {$ref: '#/components/schemas/P'}
    P:
      x-restbind-problem: true
      properties: {inner: {$ref: '#/components/schemas/OnlyInProblem'}, both: {$ref: '#/components/schemas/Both'}}
    OnlyInProblem: {properties: {x: {type: string}}}
    Both: {properties: {x: {type: string}}}
    User: {properties: {b: {$ref: '#/components/schemas/Both'}}}
"""
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(api.aliases[0].type, ir.Problem())
        self.assertEqual([one.name for one in api.models], ["Both", "User"])


if __name__ == "__main__":
    unittest.main()
