# SPDX-License-Identifier: BSL-1.0
"""Operations: requests, parameters, and what is left out with a reason."""

import textwrap
import unittest

from tests.generator.documents import HEAD, codes, lower, lower_report, member_of, messages
from tests.generator.samples import statements

from restbind import ir, report
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.views.validation import Validation

ID = "{name: id, in: path, required: true, schema: {type: string}}"
CART = "{$ref: '#/components/schemas/Cart'}"
SUCCESS = '"200": {description: d}'


def operation(parameters=(), path="/a", body="", responses=SUCCESS, more="", components=""):
    """A document with the one operation `act`. parameters: flow mappings; body: the schema of a
    JSON body; responses: entries of the flow mapping; more: further keys of the operation,
    components: of the components."""
    lines = [
        HEAD,
        "paths:",
        f"  {path}:",
        "    post:",
        "      operationId: act",
        f"      responses: {{{responses}}}",
    ]
    if parameters:
        lines += ["      parameters:", *(f"        - {parameter}" for parameter in parameters)]
    if body:
        lines.append(
            f"      requestBody: {{required: true, content: {{application/json: {{schema: {body}}}}}}}"
        )
    lines.append(textwrap.indent(more, "      "))
    lines += [
        "components:",
        "  schemas:",
        "    Cart: {properties: {id: {type: integer}}}",
        textwrap.indent(components, "  "),
    ]
    return "\n".join(lines)


class OperationCase(unittest.TestCase):
    def lowered(self, *, expected=(), **document):
        """The API of such a document, which must give exactly the findings `expected`."""
        api, diagnostics = lower(operation(**document))
        self.assertEqual(codes(diagnostics), list(expected), diagnostics.text())
        return api

    def one(self, **document):
        return self.lowered(**document).operations[0]


class Requests(OperationCase):
    def test_parameters_of_the_call_make_a_model(self):
        first_day = (
            "{name: from, in: query, schema: {type: string, format: date}, description: First day.}"
        )
        api = self.lowered(parameters=[ID, first_day], path="/a/{id}")
        self.assertEqual(
            (api.operations[0].request_name, api.operations[0].body), ("ActRequest", None)
        )
        found = next(one for one in api.models if one.name == "ActRequest")
        self.assertEqual(
            [
                (one.wire_name, one.presence, one.type.kind, one.doc.description)
                for one in found.members
            ],
            [("id", "required", "string", ""), ("from", "optional", "date", "First day.")],
        )
        self.assertEqual(found.pointer, "#/paths/~1a~1{id}/post")

    def test_a_body_alone_is_the_request(self):
        found = self.one(body=CART)
        self.assertEqual((found.request_name, found.body), ("Cart", ir.Ref("Cart")))

    def test_body_and_parameters_make_a_model_with_the_member_body(self):
        api = self.lowered(parameters=[ID], path="/a/{id}", body=CART)
        found = next(one for one in api.models if one.name == api.operations[0].request_name)
        self.assertEqual(
            [(one.wire_name, one.presence, one.type) for one in found.members],
            [("id", "required", ir.Scalar("string")), ("body", "required", ir.Ref("Cart"))],
        )

    def test_an_operation_without_either_has_no_request(self):
        self.assertEqual(self.one().request_name, "")

    def test_inline_bodies_are_named_after_the_operation(self):
        api = self.lowered(body="{type: array, items: {type: string}}")
        self.assertEqual(
            [(one.name, one.type) for one in api.aliases],
            [("ActRequest", ir.Array(ir.Scalar("string")))],
        )
        api = self.lowered(body="{properties: {v: {type: integer}}}")
        self.assertEqual(api.operations[0].body, ir.Ref("ActRequest"))

    def test_a_taken_name_for_the_request_gives_way(self):
        api = self.lowered(
            parameters=[ID], path="/a/{id}", components="  ActRequest: {type: string}"
        )
        self.assertEqual(api.operations[0].request_name, "ActParameters")

    def test_client_parameters_are_no_members_of_requests(self):
        shop = "{name: x-shop, in: header, required: true, x-restbind-client-parameter: shop, schema: {type: string, default: a}}"
        api = self.lowered(parameters=[shop])
        self.assertEqual(api.operations[0].request_name, "")
        self.assertEqual(
            [(one.name, one.wire_name, one.place, one.default) for one in api.client_parameters],
            [("shop", "x-shop", "header", "a")],
        )


class Nulls(OperationCase):
    """A whole body or response, and a parameter, that may be null."""

    def test_a_body_that_may_be_null_is_an_optional_under_a_name_of_its_own(self):
        api = self.lowered(body="{type: [object, 'null'], properties: {a: {type: string}}}")
        found = api.operations[0]
        self.assertEqual(
            (found.request_name, found.body), ("NullableActRequest", ir.Ref("ActRequest"))
        )
        (alias,) = api.aliases
        self.assertEqual(
            (alias.name, alias.type, alias.doc.description),
            ("NullableActRequest", ir.Nullable(ir.Ref("ActRequest")), "ActRequest, or null."),
        )

    def test_a_reference_to_what_may_be_null_counts_and_so_does_null_among_alternatives(self):
        for body in (
            "{$ref: '#/components/schemas/Names'}",
            "{anyOf: [{$ref: '#/components/schemas/Names'}, {type: 'null'}]}",
        ):
            api = self.lowered(
                body=body,
                components="  Names: {type: [array, 'null'], maxItems: 3, items: {type: string}}",
            )
            found = api.operations[0]
            self.assertEqual((found.request_name, found.body), ("NullableNames", ir.Ref("Names")))
            self.assertEqual([one.keyword for one in found.checked.constraints], ["maxItems"])
            types = Types(api, Names(api, "a"))
            checks = statements(Validation(api, types).of_request(found))
            self.assertIn("if (request && !(request->size() <= 3U))", checks)

    def test_what_is_null_in_one_operation_is_a_plain_body_in_another(self):
        text = operation(
            body="{anyOf: [{$ref: '#/components/schemas/Size'}, {type: 'null'}]}",
            components="  Size: {type: integer, maximum: 5}",
        )
        text = text.replace(
            "components:\n",
            f"""  /b:
    post:
      operationId: plain
      requestBody: {{required: true, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Size'}}}}}}}}
      responses: {{{SUCCESS}}}
components:
""",
        )
        api, diagnostics = lower(text)
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [
                (one.request_name, [limit.keyword for limit in one.checked.constraints])
                for one in api.operations
            ],
            [("NullableSize", ["maximum"]), ("Size", ["maximum"])],
        )

    def test_beside_parameters_the_member_body_says_whether_it_may_be_null_or_missing(self):
        for needed, presence in (("true", "nullable"), ("false", "optional_nullable")):
            text = operation(
                parameters=[ID], path="/a/{id}", body="{type: [string, 'null'], maxLength: 3}"
            ).replace("requestBody: {required: true", f"requestBody: {{required: {needed}")
            api, diagnostics = lower(text)
            self.assertEqual(diagnostics.text(), "")
            found = member_of(api, api.operations[0].request_name, "body")
            self.assertEqual(
                (found.presence, [one.keyword for one in found.constraints]),
                (presence, ["maxLength"]),
            )

    def test_a_response_that_may_be_null_is_an_optional(self):
        for schema, type_ in (
            ("{type: [string, 'null']}", ir.Scalar("string")),
            ("{anyOf: [{$ref: '#/components/schemas/Cart'}, {type: 'null'}]}", ir.Ref("Cart")),
        ):
            found = self.one(
                responses=f'"200": {{description: d, content: {{application/json: {{schema: {schema}}}}}}}'
            )
            self.assertEqual(found.response, ir.Nullable(type_))
        found = self.one(
            responses='"200": {description: d, content: {application/json: {schema: {}}}}'
        )
        self.assertEqual(found.response, ir.Open("any"))

    def test_a_parameter_that_is_null_is_not_sent_even_if_it_is_required(self):
        for place, presence in (
            ("query", "optional"),
            ("header", "optional"),
            ("cookie", "optional"),
            ("path", "required"),
        ):
            api = self.lowered(
                parameters=[
                    f"{{name: q, in: {place}, required: true, schema: {{type: [string, 'null'], format: date-time}}}}"
                ],
                path="/a/{q}" if place == "path" else "/a",
            )
            found = member_of(api, "ActRequest", "q")
            self.assertEqual(
                (found.presence, found.type), (presence, ir.Scalar("date-time")), place
            )


class Parameters(OperationCase):
    def test_those_of_the_path_are_replaced_by_those_of_the_operation(self):
        api, diagnostics = lower(
            HEAD
            + """
paths:
  /a:
    parameters: [{name: q, in: query, schema: {type: string}}, {name: r, in: query, schema: {type: string}}]
    get:
      operationId: a
      parameters: [{name: q, in: query, required: true, schema: {type: integer}}]
      responses: {"204": {description: d}}
"""
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [(one.wire_name, one.required) for one in api.operations[0].parameters],
            [("q", True), ("r", False)],
        )

    def test_lists_are_sent_in_the_query(self):
        api = self.lowered(
            parameters=[
                "{name: q, in: query, schema: {type: array, minItems: 1, items: {type: integer, minimum: 1}}}"
            ]
        )
        self.assertEqual(api.operations[0].parameters[0].type, ir.Array(ir.Scalar("int64")))
        found = member_of(api, "ActRequest", "q")
        self.assertEqual([one.keyword for one in found.constraints], ["minItems"])
        self.assertEqual([one.keyword for one in found.checked.of_elements], ["minimum"])

    def test_a_list_is_one_value_or_has_its_name_with_each_element(self):
        for keys, style, explode in (
            ("", "form", True),
            ("explode: false, ", "form", False),
            ("explode: true, ", "form", True),
            ("style: form, ", "form", True),
            ("style: form, explode: false, ", "form", False),
            ("style: spaceDelimited, ", "spaceDelimited", False),
            ("style: pipeDelimited, ", "pipeDelimited", False),
            ("style: pipeDelimited, explode: true, ", "pipeDelimited", True),
        ):
            found = self.one(
                parameters=[
                    f"{{name: q, in: query, {keys}schema: {{type: array, items: {{type: string}}}}}}"
                ]
            )
            self.assertEqual(
                (found.parameters[0].style, found.parameters[0].explode), (style, explode), keys
            )
        self.assertEqual(
            self.one(parameters=["{name: q, in: query, explode: false, schema: {type: string}}"])
            .parameters[0]
            .style,
            "",
        )

    def test_what_has_several_types_is_one_of_them(self):
        for schema, type_ in (
            ("{type: [string, integer]}", ir.OneOf((ir.Scalar("string"), ir.Scalar("int64")))),
            (
                "{oneOf: [{type: integer}, {type: string}]}",
                ir.OneOf((ir.Scalar("int64"), ir.Scalar("string"))),
            ),
            ("{}", ir.Open("any")),
        ):
            found = self.one(parameters=[f"{{name: q, in: query, schema: {schema}}}"]).parameters[0]
            self.assertEqual((found.type, found.style, found.explode), (type_, "form", True))

    def test_exactly_one_of_schema_and_content_with_one_media_type_says_what_a_parameter_is(self):
        text = "text/plain: {schema: {type: string}}"
        for keys, kind, style, code in (
            ("", ir.Open("any"), "form", "RB009"),
            (", content: {}", ir.Open("any"), "form", "RB009"),
            (f", schema: {{type: integer}}, content: {{{text}}}", ir.Scalar("int64"), "", "RB046"),
            (
                f", content: {{{text}, application/json: {{schema: {{type: object}}}}}}",
                ir.Scalar("string"),
                "",
                "RB035",
            ),
        ):
            with self.subTest(keys):
                api, diagnostics = lower(
                    f"{HEAD}paths: {{/a: {{get: {{operationId: a, parameters: [{{name: q, in: query{keys}}}], "
                    "responses: {'204': {description: d}}}}}\n"
                )
                found = api.operations[0].parameters[0]
                self.assertEqual(
                    (found.type, found.style, codes(diagnostics)), (kind, style, [code])
                )

    def test_every_place_has_its_styles(self):
        for keys, style, explode in (
            (
                "in: query, style: deepObject, schema: {type: array, items: {type: string}}",
                "deepObject",
                False,
            ),
            (
                "in: query, style: deepObject, explode: true, schema: {type: object}",
                "deepObject",
                False,
            ),
            ("in: query, style: pipeDelimited, schema: {type: string}", "", False),
            ("in: query, style: pipeDelimited, schema: {type: object}", "pipeDelimited", False),
            (
                "in: query, style: spaceDelimited, explode: true, schema: {type: object}",
                "spaceDelimited",
                True,
            ),
            ("in: query, schema: {type: object}", "form", True),
            ("in: query, explode: false, schema: {type: object}", "form", False),
            ("in: query, schema: {type: array, items: {type: object}}", "form", True),
            ("in: query, schema: {type: array}", "form", True),
            (
                "in: query, schema: {anyOf: [{type: string}, {type: array, items: {type: string}}]}",
                "form",
                True,
            ),
            ("in: query, schema: {type: string, format: byte}", "form", True),
            ("in: query, content: {application/json: {schema: {type: object}}}", "json", False),
            ("in: query, content: {text/plain: {schema: {type: string}}}", "", False),
            ("in: header, schema: {type: array, items: {type: string}}", "simple", False),
            ("in: header, explode: true, schema: {type: object}", "simple", True),
            ("in: header, schema: {type: integer}", "", False),
            ("in: cookie, schema: {type: string}", "form", True),
            (
                "in: cookie, explode: false, schema: {type: array, items: {type: string}}",
                "form",
                False,
            ),
            ("in: cookie, style: cookie, schema: {type: string}", "cookie", True),
            ("in: cookie, style: cookie, schema: {type: object}", "cookie", True),
            (
                "in: cookie, style: cookie, explode: false, schema: {type: array, items: {type: string}}",
                "cookie",
                False,
            ),
            ("in: cookie, content: {text/plain: {schema: {type: string}}}", "form", True),
        ):
            with self.subTest(keys):
                found = self.one(parameters=[f"{{name: q, {keys}}}"]).parameters[0]
                self.assertEqual(
                    (found.style, found.explode, found.required), (style, explode, False)
                )
        for keys, style, explode in (
            ("", "", False),
            ("style: label, ", "label", False),
            ("style: matrix, explode: true, ", "matrix", True),
        ):
            found = self.one(
                parameters=[
                    f"{{name: id, in: path, required: true, {keys}schema: {{type: string}}}}"
                ],
                path="/a/{id}",
            )
            self.assertEqual(
                (found.parameters[0].style, found.parameters[0].explode), (style, explode)
            )

    def test_reserved_characters_are_kept_in_the_query_alone(self):
        for place, kept in (("query", True), ("header", False)):
            found = self.one(
                parameters=[
                    f"{{name: q, in: {place}, allowReserved: true, schema: {{type: string}}}}"
                ]
            )
            self.assertEqual(found.parameters[0].allow_reserved, kept)

    def test_reserved_characters_that_are_escaped_outside_of_the_query_are_told(self):
        for version, place, more, is_told in (
            ("3.2.0", "path", "schema: {type: string}", True),
            ("3.2.1", "path", "style: label, schema: {type: array, items: {type: string}}", True),
            ("3.2.0", "path", "schema: {}", True),
            ("3.2.0", "cookie", "schema: {type: string}", True),
            ("3.2.0", "cookie", "style: cookie, schema: {type: string}", False),
            ("3.2.0", "path", "schema: {type: integer}", False),
            ("3.2.0", "header", "schema: {type: string}", False),
            ("3.2.0", "query", "schema: {type: string}", False),
            ("3.2.0", "path", "content: {text/plain: {schema: {type: string}}}", False),
            ("3.1.0", "path", "schema: {type: string}", False),
            ("3.0.4", "path", "schema: {type: string}", False),
        ):
            required = ", required: true" if place == "path" else ""
            parameter = f"{{name: a, in: {place}{required}, allowReserved: true, {more}}}"
            text = operation(
                path="/a/{a}" if place == "path" else "/a", parameters=[parameter]
            ).replace("3.1.0", version)
            _, diagnostics = lower(text)
            self.assertEqual(
                [(one.code, one.message) for one in diagnostics.sorted()],
                [
                    (
                        "RB046",
                        f"`allowReserved` counts in the query alone; in the {place} parameter `a` reserved characters and `%` are escaped like others",
                    )
                ]
                if is_told
                else [],
                (version, place, more),
            )

    def test_what_is_not_sent_as_described_is_told(self):
        for parameter in (
            "{name: q, in: query, style: matrix, schema: {type: string}}",
            "{name: q, in: header, style: form, schema: {type: string}}",
            "{name: q, in: query, content: {application/xml: {schema: {type: object}}}}",
        ):
            with self.subTest(parameter):
                self.assertEqual(
                    len(self.one(parameters=[parameter], expected=["RB046"]).parameters), 1
                )
        for name in ("accept", "Content-Type", "AUTHORIZATION"):
            found = self.one(
                parameters=[f"{{name: {name}, in: header, schema: {{type: string}}}}"],
                expected=["RB045"],
            )
            self.assertEqual(found.parameters, ())

    def test_a_schema_of_any_media_type_is_looked_into(self):
        for media in ("application/json", "text/plain", "image/png"):
            api = self.lowered(
                parameters=[
                    f"{{name: p, in: query, content: {{{media}: {{schema: {{$ref: 5}}}}}}}}"
                ],
                expected=["RB008"],
            )
            self.assertEqual([one.wire_name for one in api.operations[0].parameters], ["p"], media)

    def test_a_header_that_frames_requests_is_left_to_the_client(self):
        for name in ("Host", "content-length", "Transfer-Encoding"):
            found = self.one(
                parameters=[f"{{name: {name}, in: header, schema: {{type: string}}}}"],
                expected=["RB045"],
            )
            self.assertEqual(found.parameters, ())

    def test_a_parameter_that_is_the_key_of_a_security_scheme_is_sent_once(self):
        schemes = (
            "securitySchemes:\n  key: {type: apiKey, name: X-Key, in: header}\n  again: {type: apiKey, name: x-key, in: header}\n"
            "  query: {type: apiKey, name: key, in: query}\n  cookie: {type: apiKey, name: key, in: cookie}\n  token: {type: http, scheme: bearer}\n"
        )
        told = (
            "is the key of the security scheme `{}`, which the client sends; the parameter is left out",
            "is also the key of the security scheme `{}`, which the client sends if it has it; both are sent then",
        )
        for name, place, required, scheme, is_left_out in (
            ("x-KEY", "header", "[{key: []}]", "key", True),
            ("x-key", "header", "[{token: [], key: []}, {again: []}]", "key", True),
            ("key", "query", "[{query: []}]", "query", True),
            ("key", "cookie", "[{cookie: []}]", "cookie", True),
            ("key", "query", "[{query: []}, {token: []}]", "query", False),
            ("key", "query", "[{query: []}, {}]", "query", False),
            ("Key", "query", "[{query: []}]", "", False),
            ("key", "query", "[{cookie: []}]", "", False),
            ("X-Key", "header", "[]", "", False),
        ):
            parameter = f"{{name: {name}, in: {place}, required: true, schema: {{type: string, minLength: 1}}}}"
            api, diagnostics = lower(
                operation(parameters=[parameter], more=f"security: {required}", components=schemes)
            )
            self.assertEqual(
                len(api.operations[0].parameters), 0 if is_left_out else 1, (name, required)
            )
            self.assertEqual(
                [(one.code, one.message) for one in diagnostics.sorted()],
                [
                    (
                        "RB045",
                        f"the {place} parameter `{name}` {told[not is_left_out].format(scheme)}",
                    )
                ]
                if scheme
                else [],
                (name, required),
            )

    def test_a_header_in_two_spellings_is_one(self):
        for name in ("X-Note", "User-Agent"):
            found = self.one(
                parameters=[
                    f"{{name: {one}, in: header, schema: {{type: string}}}}"
                    for one in (name, name.lower())
                ]
            )
            self.assertEqual(len(found.parameters), 1)

    def test_a_parameter_that_is_given_twice_is_one_where_both_say_the_same(self):
        first = (
            "{name: X-Note, in: header, description: a note, schema: {type: string, example: x}}"
        )
        for second, code in (
            (
                "{name: x-note, in: header, required: false, schema: {$ref: '#/components/schemas/Note'}}",
                "RB096",
            ),
            ("{name: x-note, in: header, schema: {type: integer}}", "RB043"),
            (
                "{name: x-note, in: header, content: {application/json: {schema: {type: string}}}}",
                "RB043",
            ),
        ):
            api, diagnostics = lower(
                operation(parameters=[first, second], components="  Note: {type: string}")
            )
            self.assertEqual(
                [(one.code, one.place.line) for one in diagnostics.sorted()], [(code, 11)], second
            )
            self.assertEqual(
                [one.wire_name for one in api.operations[0].parameters],
                ["X-Note" if code == "RB096" else "x-note"],
            )

    def test_a_parameter_that_is_given_twice_is_required_where_one_of_both_is(self):
        for required in ((True, False), (False, True)):
            first, second = (
                f"{{name: {name}, in: header, required: {str(needed).lower()}, schema: {{type: string}}}}"
                for name, needed in zip(("X-Note", "x-note"), required)
            )
            lowered, diagnostics = lower_report(operation(parameters=[first, second]))
            (found,) = lowered.api.operations[0].parameters
            self.assertEqual(
                (found.wire_name, found.required), ("X-Note" if required[0] else "x-note", True)
            )
            self.assertEqual(
                [(one.code, one.message) for one in diagnostics.sorted()],
                [
                    (
                        "RB096",
                        "the header parameter `x-note` is given twice and says the same, but for `required: true`, which counts",
                    )
                ],
            )
            self.assertEqual(
                [one.verdict for one in report.outcomes(lowered, diagnostics)], ["complete"]
            )

    def test_a_parameter_that_cannot_be_read_is_named_and_pointed_at(self):
        for parameter, why, others in (
            ("{in: query, schema: {}}", "its parameter 2, in the query, has no name", ["RB009"]),
            ("{schema: {}}", "its parameter 2 has no name", ["RB009", "RB009"]),
            (
                "{name: '', in: header, schema: {}}",
                "its parameter 2, in the header, has no name",
                [],
            ),
            (
                "{name: 5, in: query, schema: {}}",
                "its parameter 2, in the query, is called `5`, which is no string",
                ["RB008"],
            ),
            (
                "{name: x, schema: {}}",
                "its parameter 2, `x`, does not say where it stands (`in`)",
                ["RB009"],
            ),
            ("text", "its parameter 2 cannot be read", ["RB008"]),
            ("{$ref: '#/components/parameters/gone'}", "its parameter 2 cannot be read", ["RB020"]),
        ):
            with self.subTest(parameter):
                lowered, diagnostics = lower_report(
                    operation(parameters=["{name: q, in: query, schema: {}}", parameter])
                )
                (told,) = (one for one in diagnostics.sorted() if one.code == "RB044")
                self.assertEqual(
                    (told.message, told.place.line, told.place.column),
                    (f"the operation `act` is left out: {why}", 11, 11),
                )
                self.assertEqual(
                    sorted(one.code for one in diagnostics.sorted() if one.code != "RB044"), others
                )
                (found,) = report.outcomes(lowered, diagnostics)[0].findings
                self.assertEqual(
                    (found.pointer, found.reason), ("#/paths/~1a/post/parameters/1", why)
                )

    def test_a_path_parameter_is_required_whatever_it_says(self):
        for stated in ("", "required: false, "):
            found = self.one(
                parameters=[f"{{name: id, in: path, {stated}schema: {{type: string}}}}"],
                path="/a/{id}",
                expected=["RB097"],
            )
            self.assertTrue(found.parameters[0].required)

    def test_paths_that_differ_in_names_of_placeholders_alone_are_told(self):
        paths = (
            "/a/{x}/b/{y}",
            "/a/{y}/b/{x}",
            "/a/{x}/c/{y}",
            "/a/{x}/b/{y}#more",
            "/a/{z}/b/{z}",
        )
        _, diagnostics = lower(f"{HEAD}paths:\n" + "".join(f"  {path!r}: {{}}\n" for path in paths))
        self.assertEqual(
            [
                (one.code, one.message, one.place.line)
                for one in diagnostics.sorted()
                if one.code == "RB098"
            ],
            [
                (
                    "RB098",
                    f"the path `{path}` is `/a/{{x}}/b/{{y}}` with other names of placeholders; the service cannot tell them apart",
                    line,
                )
                for path, line in (("/a/{y}/b/{x}", 5), ("/a/{z}/b/{z}", 8))
            ],
        )
        _, diagnostics = lower(f"{HEAD}paths: {{'/ü/{{x}}': {{}}, '/ü/{{y}}': {{}}}}\n")
        self.assertEqual(
            messages(diagnostics),
            [
                "the path `/ü/{y}` is `/ü/{x}` with other names of placeholders; the service cannot tell them apart"
            ],
        )

    def test_letters_beyond_ascii_in_a_path_are_sent_escaped(self):
        found = self.one(
            parameters=["{name: größe, in: path, required: true, schema: {type: string}}"],
            path="/straße/{größe}/주문?q=ü&r=a%20b",
        )
        self.assertEqual(found.path, "/stra%C3%9Fe/{größe}/%EC%A3%BC%EB%AC%B8?q=%C3%BC&r=a%20b")
        self.assertEqual([one.wire_name for one in found.parameters], ["größe"])
        self.assertEqual(ir.split_path(found.path)[1], (("q", "ü"), ("r", "a b")))

    def test_a_user_agent_of_the_document_is_a_parameter_under_the_name_that_the_runtime_knows(
        self,
    ):
        for name in ("User-Agent", "user-agent"):
            found = self.one(parameters=[f"{{name: {name}, in: header, schema: {{type: string}}}}"])
            self.assertEqual([one.wire_name for one in found.parameters], ["User-Agent"])

    def test_a_name_that_cannot_be_sent_leaves_the_operation_out(self):
        for place in ("header", "cookie"):
            api = self.lowered(
                parameters=[f"{{name: 'a b', in: {place}, schema: {{type: string}}}}"],
                expected=["RB044", "RB046"],
            )
            self.assertEqual(api.operations, ())

    def test_an_object_of_a_parameter_is_a_model_with_its_limits(self):
        api = self.lowered(
            parameters=[
                "{name: filter, in: query, style: deepObject, schema: {type: object, required: [a], properties: "
                "{a: {type: integer, minimum: 1}}}}"
            ]
        )
        self.assertEqual(api.operations[0].parameters[0].type, ir.Ref("ActFilter"))
        self.assertEqual(
            [one.keyword for one in member_of(api, "ActFilter", "a").constraints], ["minimum"]
        )

    def test_a_default_that_is_never_sent_is_not_told_of(self):
        for schema in (
            "{type: array, items: {type: string}, default: [a]}",
            "{type: object, default: {}}",
        ):
            self.assertEqual(
                self.one(parameters=[f"{{name: q, in: query, schema: {schema}}}"])
                .parameters[0]
                .default,
                None,
            )

    def test_a_fragment_of_a_path_is_not_sent(self):
        text = operation(parameters=[ID], path="/carts/{id}#add")
        api, diagnostics = lower(text)
        self.assertEqual((codes(diagnostics), api.operations[0].path), (["RB050"], "/carts/{id}"))

    def test_two_of_one_name_are_called_after_their_places(self):
        api = self.lowered(
            parameters=[
                ID,
                "{name: id, in: query, schema: {type: string}}",
                "{name: id, in: header, schema: {type: string}}",
                "{name: body, in: query, schema: {type: string}}",
            ],
            path="/a/{id}",
            body=CART,
        )
        found = next(one for one in api.models if one.name == "ActRequest")
        self.assertEqual(
            [one.wire_name for one in found.members],
            ["id", "id-query", "id-header", "body-query", "body"],
        )
        self.assertEqual(
            [one.wire_name for one in api.operations[0].parameters], ["id", "id", "id", "body"]
        )

    def test_placeholders_and_path_parameters_belong_together(self):
        for document, reason in (
            (
                {"path": "/a/{id}"},
                "the path has `{id}`, but there is no path parameter of that name",
            ),
            ({"parameters": [ID]}, "the path parameter `id` does not stand in `/a`"),
            (
                {"parameters": [ID], "path": "/a/{it}"},
                "the path has `{it}`, but there is no path parameter of that name",
            ),
        ):
            lowered_, diagnostics = lower_report(operation(**document))
            self.assertEqual(
                (lowered_.api.operations, set(codes(diagnostics))), ((), {"RB052"}), reason
            )
            self.assertEqual(messages(diagnostics)[0], f"{reason}; the operation `act` is left out")
            self.assertFalse(diagnostics.stops)
            (outcome,) = report.outcomes(lowered_, diagnostics)
            self.assertEqual(
                (outcome.verdict, outcome.findings[0].code, outcome.findings[0].reason),
                ("refused", "RB052", reason),
            )

    def test_a_path_that_does_not_match_costs_no_other_operation(self):
        text = operation(path="/a/{id}").replace(
            "components:\n",
            f"""  /b/{{id}}:
    parameters: [{ID}]
    get: {{operationId: fine, responses: {{{SUCCESS}}}}}
components:
""",
        )
        self.assertEqual([one.id for one in lower(text)[0].operations], ["fine"])

    def test_a_default_is_for_the_server_so_an_absent_parameter_is_not_sent(self):
        api = self.lowered(parameters=["{name: q, in: query, schema: {type: integer, default: 5}}"])
        self.assertEqual(api.operations[0].parameters[0].default, "5")
        found = member_of(api, "ActRequest", "q")
        self.assertEqual((found.presence, found.default), ("optional", None))


class Facts(OperationCase):
    def test_defaults_without_restbind_keys(self):
        found = self.one()
        self.assertIsNone(found.retry)
        self.assertEqual(found.unapplied, ())
        self.assertIsNone(found.validation_problem)
        self.assertEqual(
            (found.idempotency, found.idempotent_when, found.secured),
            ("not_idempotent", None, False),
        )

    def test_the_method_says_whether_a_retry_is_harmless(self):
        for method, expected in (
            ("get", "safe"),
            ("head", "safe"),
            ("options", "safe"),
            ("put", "idempotent"),
            ("delete", "idempotent"),
            ("post", "not_idempotent"),
            ("patch", "not_idempotent"),
        ):
            api, _ = lower(operation().replace("    post:", f"    {method}:"))
            self.assertEqual(api.operations[0].idempotency, expected)

    def test_retry_of_an_operation_adds_to_that_of_the_document(self):
        root = (
            "x-restbind-retry: {attempts: 4, initialDelayMs: 50, multiplier: 3, statuses: [500]}\n"
        )
        api, _ = lower(
            operation(more="x-restbind-retry: {statuses: [503]}").replace("paths:", f"{root}paths:")
        )
        self.assertEqual(api.operations[0].retry, ir.Retry(4, 50, 3, (503,)))

    def test_statuses_that_mean_unapplied_are_no_rule_for_retries(self):
        api, _ = lower(operation(more="x-restbind-retry: {unappliedStatuses: [503]}"))
        self.assertIsNone(api.operations[0].retry)
        self.assertEqual(api.operations[0].unapplied, (503,))
        root = "x-restbind-retry: {attempts: 4, statuses: [500], unappliedStatuses: [502]}\n"
        api, _ = lower(
            operation(more="x-restbind-retry: {unappliedStatuses: []}").replace(
                "paths:", f"{root}paths:"
            )
        )
        self.assertEqual(
            (api.operations[0].retry, api.operations[0].unapplied),
            (ir.Retry(4, 1000, 2, (500,)), ()),
        )
        api, _ = lower(operation().replace("paths:", f"{root}paths:"))
        self.assertEqual(api.operations[0].unapplied, (502,))

    def test_only_schemes_that_the_client_serves_secure_an_operation(self):
        schemes = "securitySchemes:\n  key: {type: apiKey, name: k, in: header}\n  query: {type: apiKey, name: k, in: query}\n  token: {type: http, scheme: Bearer}\n"
        for required, secured in (
            ("[{query: [], token: []}]", True),
            ("[{token: []}]", True),
            ("[{key: []}]", False),
            ("[]", False),
        ):
            found = self.one(more=f"security: {required}", components=schemes)
            self.assertEqual(found.secured, secured, required)

    def test_alternatives_of_security_are_kept_in_order_and_nothing_comes_last(self):
        schemes = (
            "securitySchemes:\n  key: {type: apiKey, name: k, in: query}\n  token: {type: oauth2}\n  login: {type: http, scheme: basic}\n"
            "  tls: {type: mutualTLS}\n"
        )
        for required, expected in (
            ("[{login: []}, {token: [], key: []}]", (("login",), ("token", "key"))),
            ("[{}, {key: []}]", (("key",), ())),
            ("[]", ((),)),
            ("[{tls: []}]", ((),)),
            ("[{tls: [], key: []}]", (("key",),)),
            ("[{token: []}]", (("token",),)),
        ):
            api = self.lowered(more=f"security: {required}", components=schemes)
            self.assertEqual(api.operations[0].security, expected, required)
            self.assertEqual(
                {one.name for one in api.schemes}, {name for names in expected for name in names}
            )
        self.assertEqual(self.one(components=schemes).security, None)

    def test_where_the_clients_token_is_all_there_is_nothing_is_chosen(self):
        schemes = "securitySchemes:\n  token: {type: http, scheme: bearer}\n"
        self.assertEqual(
            self.one(more="security: [{token: [x]}]", components=schemes).security, None
        )
        self.assertEqual(
            self.one(more="security: [{token: []}, {}]", components=schemes).security,
            (("token",), ()),
        )

    def test_schemes_that_cannot_be_served_are_told(self):
        for scheme in (
            "{type: http, scheme: digest}",
            "{type: http}",
            "{type: apiKey, in: path, name: k}",
            "{type: apiKey, in: header, name: 'a b'}",
            "{type: apiKey, in: header, name: Host}",
            "{type: magic}",
            "{type: http, scheme: 'a b'}",
        ):
            with self.subTest(scheme):
                found = self.one(
                    more="security: [{s: []}]",
                    components=f"securitySchemes:\n  s: {scheme}\n",
                    expected=["RB049"],
                )
                self.assertEqual((found.security, found.secured), (((),), False))
        self.one(more="security: [{s: []}]", expected=["RB049"])
        two = "securitySchemes:\n  a: {type: http, scheme: basic}\n  b: {type: http, scheme: bearer}\n"
        found = self.one(
            more="security: [{a: [], b: []}, {b: []}]", components=two, expected=["RB049"]
        )
        self.assertEqual(found.security, (("b",),))

    def test_the_token_of_any_of_several_schemes_meets_them_all(self):
        schemes = (
            "securitySchemes:\n  a: {type: oauth2, flows: {implicit: {authorizationUrl: https://a.example, scopes: {}}}}\n"
            "  b: {type: oauth2, flows: {authorizationCode: {authorizationUrl: https://a.example, tokenUrl: https://a.example, scopes: {}}}}\n"
            "  key: {type: apiKey, name: k, in: query}\n  login: {type: http, scheme: basic}\n"
        )
        for required, expected in (
            ("[{a: [], b: []}]", (("a",), ("b",))),
            ("[{b: [], key: [], a: []}]", (("b", "key"), ("key", "a"))),
            ("[{a: [], b: []}, {b: []}, {}]", (("a",), ("b",), ())),
        ):
            with self.subTest(required):
                found = self.lowered(more=f"security: {required}", components=schemes).operations[0]
                self.assertEqual((found.security, found.secured), (expected, True))
        self.assertEqual(
            self.one(
                more="security: [{a: [], b: [], login: []}]", components=schemes, expected=["RB049"]
            ).security,
            ((),),
        )

    def test_an_operation_may_have_a_server_of_its_own(self):
        own = "servers: [{url: 'https://{x}.example.com/up', variables: {x: {default: b, enum: [a, b]}}}, {url: /other}]"

        def with_main(more):
            return lower(
                operation(more=more).replace("paths:", "servers: [{url: /root}]\npaths:", 1)
            )

        api, diagnostics = with_main(own)
        self.assertEqual(
            (codes(diagnostics), api.operations[0].server, api.main_server),
            ([], "x_example_com_up", "root"),
        )
        self.assertEqual(
            [(one.name, one.url) for one in api.servers],
            [
                ("root", "/root"),
                ("x_example_com_up", "https://{x}.example.com/up"),
                ("other", "/other"),
            ],
        )
        self.assertEqual(api.servers[1].variables, (ir.ServerVariable("x", "b", ("a", "b"), ""),))
        for code_, wrong in (
            ("RB034", own.replace("default: b", "default: c")),
            ("RB042", own.replace("{x: {default: b, enum: [a, b]}}", "{}")),
        ):
            api, diagnostics = with_main(wrong)
            self.assertEqual(
                (codes(diagnostics), api.operations[0].server), ([code_], "x_example_com_up")
            )

    def test_a_server_is_called_by_its_name_if_it_has_one_of_its_own(self):
        servers = (
            "servers: [{url: 'https://a.example', name: Prod}, {url: 'https://b.example', name: prod}, "
            "{url: 'https://c.example', name: '17'}, "
            "{url: 'https://d.example', name: EU west}, {url: 'https://a.example', name: again}]\npaths:"
        )
        api, diagnostics = lower(operation().replace("paths:", servers, 1))
        self.assertEqual(
            [one.name for one in api.servers], ["prod", "b_example", "c_example", "eu_west"]
        )
        self.assertEqual(
            (api.main_server, codes(diagnostics), messages(diagnostics)),
            (
                "prod",
                ["RB033"],
                ["another server is called `prod`, too; this one is called `b_example`"],
            ),
        )

    def test_a_server_without_an_address_is_told_and_passed_over(self):
        for servers in ("[{description: production}, {url: /b}]", "[{url: 5}, {url: /b}]"):
            lowered, diagnostics = lower_report(
                operation().replace("paths:", f"servers: {servers}\npaths:", 1)
            )
            self.assertEqual(
                [(one.code, one.place.line) for one in diagnostics.sorted()],
                [("RB009" if "description" in servers else "RB008", 4)],
            )
            self.assertEqual(
                ([one.url for one in lowered.api.servers], lowered.api.main_server), (["/b"], "b")
            )
            self.assertEqual(
                [one.verdict for one in report.outcomes(lowered, diagnostics)], ["complete"]
            )
        api, _ = lower(
            operation(more="servers: [{}]").replace("paths:", "servers: [{url: /a}]\npaths:", 1)
        )
        self.assertEqual((api.operations[0].server, [one.url for one in api.servers]), ("", ["/a"]))

    def test_servers_that_stand_beside_paths_alone_are_the_documents(self):
        text = operation(more="servers: [{url: 'https://a.example'}]")
        api, diagnostics = lower(text)
        self.assertEqual(
            (codes(diagnostics), api.operations[0].server, api.main_server), ([], "", "a_example")
        )

    def test_a_server_that_is_the_documents_first_is_no_other_one(self):
        text = operation(more="servers: [{url: /a}]").replace(
            "paths:", "servers: [{url: /a}, {url: /b}]\npaths:", 1
        )
        api, diagnostics = lower(text)
        self.assertEqual(
            (codes(diagnostics), api.operations[0].server, api.main_server), ([], "", "a")
        )
        api, _ = lower(text.replace("[{url: /a}]", "[{url: /b}]"))
        self.assertEqual(api.operations[0].server, "b")

    def test_tokens_of_every_flow_are_bearer_tokens(self):
        for scheme in (
            "{type: oauth2, flows: {implicit: {authorizationUrl: /a, scopes: {}}}}",
            "{type: oauth2, flows: {authorizationCode: {authorizationUrl: /a, tokenUrl: /t, scopes: {}}}}",
            "{type: openIdConnect, openIdConnectUrl: /o}",
        ):
            found = self.one(
                more="security: [{s: []}]", components=f"securitySchemes:\n  s: {scheme}\n"
            )
            self.assertTrue(found.secured, scheme)

    def test_client_credentials_are_those_of_the_flow(self):
        flow = "{tokenUrl: '/{a}/token', scopes: {one: x, 'two/{b}': y}%s}"

        def grant(more="", security="[{s: []}]"):
            scheme = "{type: oauth2, flows: {clientCredentials: %s}}" % (flow % more)
            api = self.lowered(
                more=f"security: {security}", components=f"securitySchemes:\n  s: {scheme}\n"
            )
            self.assertEqual([one.name for one in api.schemes], ["s"])
            return api.schemes[0].grant

        found = grant()
        variables = (ir.TokenVariable("a", "", ""), ir.TokenVariable("b", "", ""))
        # Of a document that says nothing more: what each authorization server knows (RFC 6749,
        # section 2.3.1).
        self.assertEqual(
            found,
            ir.TokenGrant(
                "/{a}/token",
                ("one", "two/{b}"),
                "client_secret_basic",
                3600,
                300,
                variables,
                found.pointer,
            ),
        )
        # What operations name is asked for, or else all.
        self.assertEqual(
            (grant(security="[{s: [one]}]").scopes, grant(security="[{s: [other, one]}]").scopes),
            (("one",), ("other", "one")),
        )
        self.assertEqual(grant(security="[{s: [one, {a: b}, [two]]}]").scopes, ("one",))
        own = ", x-restbind-token: {clientAuthentication: client_secret_post, lifetimeSeconds: 60, renewBeforeSeconds: 0, variables: {a: {default: d, description: D.}}}"
        found = grant(own)
        self.assertEqual(
            (found.authentication, found.lifetime_seconds, found.renew_before_seconds),
            ("client_secret_post", 60, 0),
        )
        self.assertEqual(found.variables[0], ir.TokenVariable("a", "d", "D."))

    def test_tokens_of_other_flows_are_got_by_the_application(self):
        for scheme in (
            "{type: oauth2, flows: {authorizationCode: {authorizationUrl: /a, tokenUrl: /t, scopes: {}}}}",
            "{type: oauth2}",
            "{type: openIdConnect, openIdConnectUrl: /o}",
            "{type: http, scheme: bearer}",
        ):
            api = self.lowered(
                more="security: [{s: []}]", components=f"securitySchemes:\n  s: {scheme}\n"
            )
            self.assertEqual(
                [one.grant for one in api.schemes if one.grant is not None], [], scheme
            )

    def test_an_operation_without_a_name_gets_one(self):
        text = operation(parameters=[ID], path="/carts/{id}/seats").replace(
            "      operationId: act\n", ""
        )
        api, diagnostics = lower(text)
        self.assertEqual(
            (codes(diagnostics), api.operations[0].id), (["RB041"], "postCartsIdSeats")
        )


class Ids(unittest.TestCase):
    """An operation whose id another one has."""

    PLAIN = 'responses: {"204": {description: d}}'

    def ids(self, paths):
        """The id of each operation, and what is told; each is complete."""
        lowered, diagnostics = lower_report(f"{HEAD}{paths.replace('PLAIN', self.PLAIN)}")
        self.assertFalse(diagnostics.has_errors)
        found = report.outcomes(lowered, diagnostics)
        self.assertEqual({one.verdict for one in found}, {"complete"})
        return [one.id for one in found], messages(diagnostics)

    def test_ids_of_paths_that_differ_in_what_no_name_has_are_no_mistake(self):
        ids, told = self.ids(
            "paths:\n  /a: {get: {PLAIN}}\n  /A: {get: {PLAIN}}\n  /a/: {get: {PLAIN}, put: {PLAIN}}\n  /a-: {get: {PLAIN}}\n"
        )
        self.assertEqual(ids, ["getA", "getA2", "getA3", "putA", "getA4"])
        self.assertEqual(
            told, [f"the operation has no operationId; it becomes `{id_}`" for id_ in ids]
        )

    def test_what_the_document_states_is_given_to_no_other_operation(self):
        ids, told = self.ids(
            "paths:\n  /a: {get: {PLAIN}}\n  /b: {get: {operationId: getA, PLAIN}, put: {operationId: getA2, PLAIN}}\n"
        )
        self.assertEqual(ids, ["getA3", "getA", "getA2"])
        self.assertEqual(told, ["the operation has no operationId; it becomes `getA3`"])
        ids, _ = self.ids(
            "paths:\n  /a:\n    get: {operationId: x, PLAIN}\n    put: {operationId: x, PLAIN}\n"
            "    post: {operationId: x2, PLAIN}\n"
        )
        self.assertEqual(ids, ["x", "x3", "x2"])

    def test_an_operation_of_several_paths_is_told_and_complete_in_each(self):
        for item in (
            "paths:\n  /a: {$ref: '#/components/pathItems/one'}\n  /b: {$ref: '#/components/pathItems/one'}\n"
            "components: {pathItems: {one: {get: {operationId: x, PLAIN}}}}\n",
            "paths:\n  /a: &one {get: {operationId: x, PLAIN}}\n  /b: *one\n",
            "paths:\n  /a: {get: {operationId: x, PLAIN}}\n  /b: {$ref: '#/paths/~1a'}\n",
        ):
            with self.subTest(item):
                self.assertEqual(
                    self.ids(item),
                    (
                        ["x", "x2"],
                        ["the operation `x` of `/a` is that of `/b`, too, where it becomes `x2`"],
                    ),
                )

    def test_an_id_at_two_places_is_told(self):
        ids, told = self.ids(
            "paths:\n  /a: {get: {operationId: x, PLAIN}}\n  /b: {get: {operationId: x, PLAIN}}\n"
        )
        self.assertEqual(
            (ids, told),
            (["x", "x2"], ["the operationId `x` is given twice; this operation becomes `x2`"]),
        )

    def test_ids_that_are_one_name_in_cpp_are_told(self):
        api, diagnostics = lower(
            f"{HEAD}paths:\n  /a:\n"
            + "".join(
                f"    {method}: {{operationId: {id_}, responses: {{'204': {{description: d}}}}}}\n"
                for method, id_ in (
                    ("get", "getA"),
                    ("put", "get_a"),
                    ("post", "get a"),
                    ("delete", "getB"),
                )
            )
        )
        names = Names(api, "a").operations
        self.assertEqual(
            names, {"getA": "get_a", "get_a": "get_a_2", "get a": "get_a_3", "getB": "get_b"}
        )
        self.assertEqual(
            [(one.code, one.place.line, one.message) for one in diagnostics.sorted()],
            [
                (
                    "RB033",
                    line,
                    f"the operation `getA` is called `get_a`, too; `{id_}` has a number behind that name",
                )
                for line, id_ in ((6, "get_a"), (7, "get a"))
            ],
        )


class Payloads(unittest.TestCase):
    DOCUMENT = f"""{HEAD}paths:
  /a:
    post:
      operationId: subscribe
      responses: {{"200": {{description: d}}}}
      callbacks:
        onData:
          '{{$request.body#/url}}':
            post:
              requestBody: {{content: {{application/json: {{schema: {{properties: {{n: {{type: integer, minimum: 3}}}}}}}}}}}}
          x-note: no path item
        onRef: {{$ref: '#/components/callbacks/Shared'}}
webhooks:
  newPet:
    post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/Pet'}}}}}}}}}}
  pets:
    put: {{requestBody: {{content: {{application/json: {{schema: {{items: {{$ref: '#/components/schemas/Pet'}}}}}}}}}}}}
    post: {{requestBody: {{content: {{application/json: {{schema: {{type: integer}}}}}}}}}}
components:
  callbacks:
    Shared:
      '{{$url}}': {{post: {{requestBody: {{content: {{application/json: {{schema: {{type: string}}}}}}}}}}}}
  schemas:
    Pet: {{properties: {{name: {{type: string, minLength: 1}}}}}}
"""

    def test_payloads_are_named_after_where_they_stand(self):
        api, diagnostics = lower(self.DOCUMENT)
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            api.payloads,
            (
                "NewPetPayload",
                "PetsPutPayload",
                "PetsPostPayload",
                "SubscribeOnDataPayload",
                "SharedPayload",
            ),
        )
        self.assertEqual(
            {one.name: one.type for one in api.aliases},
            {
                "NewPetPayload": ir.Ref("Pet"),
                "PetsPutPayload": ir.Array(ir.Ref("Pet")),
                "PetsPostPayload": ir.Scalar("int64"),
                "SharedPayload": ir.Scalar("string"),
            },
        )
        self.assertEqual([one.name for one in api.models], ["Pet", "SubscribeOnDataPayload"])

    def test_a_payload_may_refer_to_any_schema(self):
        for target, type_ in (
            ("X/properties/y", ir.ANY),
            ("X/properties/z", None),
            ("X/properties/w", ir.Array(ir.Scalar("string"))),
            ("X/properties/v", ir.Scalar("string")),
        ):
            api, diagnostics = lower(
                HEAD
                + f"""webhooks:
  act: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/{target}'}}}}}}}}}}}}
components:
  schemas:
    X:
      properties:
        y: {{description: any}}
        z: {{type: object, properties: {{a: {{type: string, maxLength: 3}}}}}}
        w: {{type: array, maxItems: 3, items: {{type: string}}}}
        v: {{type: string, maxLength: 3}}
"""
            )
            self.assertEqual((diagnostics.text(), api.payloads), ("", ("ActPayload",)), target)
            self.assertEqual({one.name: one.type for one in api.aliases}.get("ActPayload"), type_)
        # itself within
        for target, code in (
            ("/webhooks/act", "RB010"),
            ("/webhooks/act/post/requestBody/content/application~1json", "RB099"),
        ):
            api, diagnostics = lower(
                HEAD
                + f"""webhooks:
  act: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#{target}'}}}}}}}}}}}}
"""
            )
            self.assertEqual((codes(diagnostics), api.aliases[0].type), ([code], ir.ANY), target)

    def test_other_media_types_of_a_payload_are_told(self):
        api, diagnostics = lower(
            HEAD
            + """webhooks:
  act:
    post:
      requestBody:
        content:
          text/xml: {}
          application/a+json: {schema: {$ref: '#/components/schemas/Pet'}}
          application/b+json: {schema: {type: string}}
          application/json: {schema: {$ref: '#/components/schemas/Pet'}}
components: {schemas: {Pet: {properties: {n: {type: integer}}}}}
"""
        )
        self.assertEqual(api.aliases[0].type, ir.Ref("Pet"))
        self.assertEqual(
            [(one.code, one.message) for one in diagnostics.sorted()],
            [
                (
                    "RB058",
                    f"`{name}` is not generated; the type of the payload is made of `application/json`",
                )
                for name in ("text/xml", "application/b+json")
            ],
        )

    def test_payloads_have_rules(self):
        api, _ = lower(self.DOCUMENT)
        types = Types(api, Names(api, "a"))
        self.assertEqual(
            [part.name for part in Validation(api, types).parts()],
            ["Pet", "SubscribeOnDataPayload"],
        )


if __name__ == "__main__":
    unittest.main()
