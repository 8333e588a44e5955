# SPDX-License-Identifier: BSL-1.0
"""The report: what became of each operation, and that one mistake does not cost another
operation.
"""

import json
import unittest

from tests.generator.documents import HEAD, SPEC, lower_report, ticketing
from tests.generator.test_cli import Case

from restbind import report
from restbind.codes import CODES
from restbind.lower.document import lower_document

PATHS = """paths:
  /a:
    get: {operationId: fine, responses: {"200": {description: d}}}
    post:
      operationId: order
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}
      responses: {"200": {description: d}}
    put:
      operationId: picture
      parameters: [{name: "no header", in: header, required: true, schema: {type: string}}]
      responses: {"200": {description: d}}
  /b:
    get:
      operationId: list
      responses: {"200": {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cart'}}}}}}
components:
  schemas:
    Cart:
      type: object
      properties:
        id: {type: integr}
        items: {type: array, items: {$ref: '#/components/schemas/Cart'}}
        open: {type: string, format: odd}
    Unused: {type: object, properties: {id: {type: integr}}}
"""


def outcomes(text, strict=False):
    lowered, diagnostics = lower_report(text, strict)
    return {one.id: one for one in report.outcomes(lowered, diagnostics)}


class Outcomes(unittest.TestCase):
    def test_a_mistake_in_a_schema_counts_for_the_operations_that_reach_it_and_for_no_other(self):
        found = outcomes(HEAD + PATHS)
        self.assertEqual(
            {id_: one.verdict for id_, one in found.items()},
            {"fine": "complete", "order": "fallback", "picture": "refused", "list": "fallback"},
        )

    def test_what_stands_beside_a_reference_is_not_lost_in_silence(self):
        found = outcomes(
            HEAD
            + """paths:
  /a:
    $ref: '#/components/pathItems/A'
    parameters: [{name: a, in: query, required: true, schema: {type: string}}]
    get: {operationId: hidden, responses: {"204": {description: d}}}
    post: {operationId: beside, responses: {"204": {description: d}}}
  /b: {get: {$ref: '#/components/x-operations/b', description: fine}}
  /c: {get: {$ref: '#/components/x-operations/c', deprecated: true}}
  /d: {get: {$ref: '#/components/x-operations/nowhere'}}
  /e: {get: {operationId: e, servers: [{$ref: '#/components/x-server'}], responses: {"204": {description: d}}}}
components:
  pathItems: {A: {get: {operationId: a, responses: {"204": {description: d}}}}}
  x-server: {url: https://e.example}
  x-operations:
    b: {operationId: b, responses: {"204": {description: d}}}
    c: {operationId: c, responses: {"204": {description: d}}}
"""
        )
        self.assertEqual(
            {
                id_: (one.verdict, [finding.code for finding in one.findings])
                for id_, one in found.items()
            },
            {
                "a": ("fallback", ["RB011"]),
                "beside": ("refused", ["RB011"]),
                "b": ("complete", []),
                "c": ("fallback", ["RB011"]),
                "getD": ("refused", ["RB020"]),
                "e": ("fallback", ["RB011"]),
            },
        )
        self.assertEqual(found["b"].pointer, "#/components/x-operations/b")

    def test_a_fallback_names_place_pointer_and_reason(self):
        (finding,) = outcomes(HEAD + PATHS)["list"].findings
        self.assertEqual(
            (finding.code, finding.pointer, finding.reason, finding.place.rsplit("/")[-1]),
            (
                "RB036",
                "#/components/schemas/Cart/properties/id/type",
                "the type `integr` does not exist; the value becomes open JSON",
                "test.yaml:23:14",
            ),
        )

    def test_a_refusal_names_the_operation_and_the_reason(self):
        (finding,) = outcomes(HEAD + PATHS)["picture"].findings
        self.assertEqual(
            (finding.code, finding.pointer, finding.reason),
            ("RB044", "#/paths/~1a/put", '"no header" cannot be the name of a header'),
        )

    def test_what_costs_nothing_is_no_fallback(self):
        self.assertNotIn(
            "RB032",
            {one.code for found in outcomes(HEAD + PATHS).values() for one in found.findings},
        )

    def test_every_operation_is_counted_once_also_those_that_are_none(self):
        found = outcomes(
            HEAD
            + """paths:
  noslash: {get: {operationId: a, responses: {}}}
  "/sp ace": {get: {operationId: b, responses: {}}}
  /c:
    trace: {operationId: c, responses: {}}
    get: 5
    put: {operationId: e, parameters: [5], responses: {}}
    post: {operationId: e, responses: {"200": {description: d}}}
    delete: {operationId: f, requestBody: [], responses: {}}
  /{d}: {get: {operationId: d, responses: {}}}
"""
        )
        self.assertEqual(
            {
                id_: (one.verdict, one.findings[0].code if one.findings else "")
                for id_, one in found.items()
            },
            {
                "a": ("refused", "RB044"),
                "b": ("refused", "RB044"),
                "c": ("refused", "RB011"),
                "getC": ("refused", "RB008"),
                "e": ("refused", "RB044"),
                "e2": ("complete", ""),
                "f": ("refused", "RB044"),
                "d": ("refused", "RB052"),
            },
        )

    def test_parameters_of_the_path_item_and_security_schemes_count(self):
        found = outcomes(
            HEAD
            + """paths:
  /a:
    parameters: [{name: p, in: query, schema: {type: string, pattern: '('}}]
    get: {operationId: common, responses: {"200": {description: d}}}
  /b:
    get: {operationId: key, security: [{k: []}], responses: {"200": {description: d}}}
    put: {operationId: either, security: [{k: []}, {b: []}], responses: {"200": {description: d}}}
components: {securitySchemes: {k: {type: http, scheme: digest}, b: {type: http, scheme: bearer}}}
"""
        )
        self.assertEqual(found["key"].findings[0].pointer, "#/components/securitySchemes/k")
        self.assertEqual(
            found["common"].findings[0].pointer, "#/paths/~1a/parameters/0/schema/pattern"
        )
        self.assertEqual(found["either"].verdict, "complete")

    def test_a_default_that_its_own_schema_excludes_costs_nothing(self):
        found = outcomes(
            HEAD
            + """paths:
  /a: {get: {operationId: a, responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Pod"}}}}}}}
components:
  schemas:
    Spec: {type: object, required: [containers], properties: {containers: {type: array, items: {type: string}}}}
    Port: {oneOf: [{type: integer}, {type: string}]}
    Pod: {type: object, properties: {spec: {default: {}, allOf: [{$ref: "#/components/schemas/Spec"}]}, port: {default: {}, allOf: [{$ref: "#/components/schemas/Port"}]}}}
"""
        )
        self.assertEqual(found["a"].verdict, "complete")

    def test_a_default_that_is_no_value_of_its_schema_is_a_reading(self):
        size = "{name: size, in: query, schema: {type: integer, default: ten}}"
        words = "{name: words, in: query, schema: {oneOf: [{type: integer}, {type: array, items: {enum: [a, b]}}], default: [a, c]}}"
        count = "{default: '100', allOf: [{$ref: '#/components/schemas/Count'}]}"
        found = outcomes(
            HEAD
            + f"""paths:
  /a:
    post:
      operationId: a
      parameters: [{size}, {words}]
      requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{count: {count}}}}}}}}}}}
      responses: {{"204": {{description: d}}}}
components: {{schemas: {{Count: {{oneOf: [{{type: boolean}}, {{type: number}}]}}}}}}
"""
        )["a"]
        self.assertEqual(
            (found.verdict, [(one.code, one.reason) for one in found.readings]),
            (
                "complete",
                [
                    ("RB015", "the default must be an integer of type int64, not `ten`"),
                    ("RB015", "a list is no value of the schema, so that it is no default"),
                    ("RB015", "`100` is no value of the schema, so that it is no default"),
                ],
            ),
        )

    def test_a_parameter_that_is_given_twice_is_told_of_the_operation_that_does_so(self):
        shared = "{$ref: '#/components/parameters/trace'}"
        found = outcomes(
            HEAD
            + f"""paths:
  /a: {{get: {{operationId: same, parameters: [{{name: X-Trace, in: header, schema: {{type: string}}}}, {shared}], responses: {{}}}}}}
  /b: {{get: {{operationId: other, parameters: [{{name: X-Trace, in: header, schema: {{type: integer}}}}, {shared}], responses: {{}}}}}}
  /c: {{get: {{operationId: once, parameters: [{shared}], responses: {{}}}}}}
components: {{parameters: {{trace: {{name: x-trace, in: header, schema: {{type: string}}}}}}}}
"""
        )
        self.assertEqual(
            [
                (one.verdict, [finding.code for finding in (*one.findings, *one.readings)])
                for one in found.values()
            ],
            [("complete", ["RB096"]), ("fallback", ["RB043"]), ("complete", [])],
        )

    def test_a_limit_that_cannot_be_read_costs_nothing_where_only_responses_have_it(self):
        limits = (
            "{type: string, pattern: '('}",
            "{type: string, minLength: -1}",
            "{type: string, maxLength: '4'}",
            "{type: object, patternProperties: {'(': {}}}",
        )
        for limit in limits:
            text = (
                HEAD
                + f"""paths:
  /a: {{get: {{operationId: asks, responses: {{"200": {{description: d, headers: {{X: {{schema: {limit}}}}}, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Read'}}}}}}}}}}}}}}
  /b: {{post: {{operationId: sends, requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/Both'}}}}}}}}, responses: {{"200": {{description: d,
    content: {{application/json: {{schema: {{$ref: '#/components/schemas/Both'}}}}}}}}}}}}}}
components:
  schemas:
    Read: {{type: object, properties: {{a: {limit}}}}}
    Both: {{type: object, properties: {{a: {limit}}}}}
"""
            )
            found = outcomes(text)
            self.assertEqual(
                (found["asks"].verdict, found["sends"].verdict), ("complete", "fallback"), limit
            )
            self.assertEqual(
                {one.pointer.split("/")[3] for one in found["sends"].findings}, {"Both"}
            )
            self.assertIsNotNone(
                lower_report(
                    text[: text.index("  /b")]
                    + text[text.index("components:") : text.index("    Both")],
                    strict=True,
                )[0].api,
                limit,
            )

    def test_a_text_that_was_left_empty_costs_nothing(self):
        found = outcomes(
            HEAD
            + """paths:
  /a:
    get:
      operationId: a
      summary:
      description:
      parameters: [{name: p, in: query, description: , schema: {type: string, title: , description: }}]
      responses: {"200": {description: }}
"""
        )
        self.assertEqual(found["a"].verdict, "complete")

    def test_an_operation_that_is_left_out_costs_none_that_shares_its_path_item(self):
        found = outcomes(
            HEAD
            + """paths:
  /a/{id}: {$ref: '#/components/pathItems/one'}
  /b/{id}: {$ref: '#/components/pathItems/one'}
  /c/{other}: {$ref: '#/components/pathItems/one'}
  /d: {$ref: '#/components/pathItems/one'}
components:
  pathItems:
    one:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {operationId: read, responses: {"204": {description: d}}}
"""
        )
        self.assertEqual(
            {
                id_: (one.verdict, [finding.code for finding in one.findings])
                for id_, one in found.items()
            },
            {
                "read": ("complete", []),
                "read2": ("complete", []),
                "read3": ("refused", ["RB052"]),
                "read4": ("refused", ["RB052"]),
            },
        )

    def test_circles_of_schemas_end(self):
        self.assertEqual(
            outcomes(HEAD + PATHS.replace("integr}", "integer}"))["list"].verdict, "complete"
        )

    def test_an_example_is_not_looked_into(self):
        text = HEAD + PATHS.replace(
            "id: {type: integr}",
            "id: {type: integer, example: {$ref: '#/components/schemas/Unused'}}",
            1,
        )
        self.assertEqual(outcomes(text)["list"].verdict, "complete")

    def test_the_own_document_is_complete(self):
        from restbind.diagnostics import Diagnostics

        diagnostics = Diagnostics(strict=True)
        found = report.outcomes(lower_document(str(SPEC), diagnostics), diagnostics)
        self.assertEqual({one.verdict for one in found}, {"complete"})
        self.assertEqual([one.id for one in found], [one.id for one in ticketing().operations])

    def test_no_code_that_is_an_error_loses_nothing(self):
        self.assertEqual(
            [code for code, one in CODES.items() if one.severity == "error" and not one.loses], []
        )


NEW = 'openapi: 3.2.0\ninfo: {title: T, version: "1"}\n'
PLAIN = 'responses: {"204": {description: d}}'


class NothingVanishes(unittest.TestCase):
    """Whatever of an operation is not generated is told there."""

    def verdicts(self, text):
        return {
            id_: (
                one.verdict,
                one.method,
                [(finding.code, finding.pointer) for finding in one.findings],
            )
            for id_, one in outcomes(text).items()
        }

    def test_a_method_that_the_runtime_has_not_is_refused(self):
        found = self.verdicts(
            NEW
            + f"""paths:
  /a:
    query: {{operationId: ask, {PLAIN}}}
    additionalOperations:
      LINK: {{operationId: link, {PLAIN}}}
      M-SEARCH: {{operationId: find, {PLAIN}}}
      FLY: {{operationId: fly, {PLAIN}}}
      link: {{operationId: low, {PLAIN}}}
      CONNECT: {{operationId: tunnel, {PLAIN}}}
      POST: {{operationId: twice, {PLAIN}}}
      COPY: 5
"""
        )
        at = "#/paths/~1a/additionalOperations"
        self.assertEqual(
            found,
            {
                "ask": ("refused", "query", [("RB011", "#/paths/~1a/query")]),
                "link": ("complete", "link", []),
                "find": ("complete", "m-search", []),
                "fly": ("refused", "FLY", [("RB044", f"{at}/FLY")]),
                "low": ("refused", "link", [("RB044", f"{at}/link")]),
                "tunnel": ("refused", "CONNECT", [("RB044", f"{at}/CONNECT")]),
                "twice": ("refused", "POST", [("RB044", f"{at}/POST")]),
                "copyA": ("refused", "copy", [("RB008", f"{at}/COPY")]),
            },
        )

    def test_an_operation_under_another_method_is_looked_into_like_others(self):
        found = self.verdicts(
            NEW
            + """paths:
  /a:
    additionalOperations:
      LINK: {operationId: link, responses: {"200": {description: d, content: {application/json: {schema: {type: integr}}}}}}
"""
        )
        self.assertEqual([code for code, _ in found["link"][2]], ["RB036"])

    def test_what_a_media_type_refers_to_counts(self):
        found = self.verdicts(
            NEW
            + """paths:
  /a:
    post:
      operationId: good
      requestBody: {required: true, content: {application/json: {$ref: '#/components/mediaTypes/cart'}}}
      responses: {"200": {description: d, content: {application/json: {$ref: '#/components/mediaTypes/cart'}}}}
    put:
      operationId: odd
      responses: {"200": {description: d, content: {application/json: {$ref: '#/components/mediaTypes/odd'}}}}
    get:
      operationId: lost
      responses: {"200": {description: d, content: {application/json: {$ref: '#/components/mediaTypes/none'}}}}
    patch:
      operationId: lostBody
      requestBody: {content: {application/json: {$ref: '#/components/mediaTypes/none'}}}
      responses: {"204": {description: d}}
components:
  mediaTypes:
    cart: {schema: {type: object, properties: {id: {type: integer}}}}
    odd: {schema: {type: object, properties: {id: {type: integr}}}}
"""
        )
        self.assertEqual(found["good"], ("complete", "post", []))
        self.assertEqual(
            found["odd"][2], [("RB036", "#/components/mediaTypes/odd/schema/properties/id/type")]
        )
        self.assertEqual(
            found["lost"][::2],
            (
                "fallback",
                [("RB020", "#/paths/~1a/get/responses/200/content/application~1json/$ref")],
            ),
        )
        self.assertEqual(
            found["lostBody"][::2],
            (
                "fallback",
                [("RB020", "#/paths/~1a/patch/requestBody/content/application~1json/$ref")],
            ),
        )

    def test_a_media_type_that_is_a_schema_is_told_there_and_nowhere_else(self):
        for media in (
            "{type: object, properties: {id: {type: integer}}}",
            "{$ref: '#/components/schemas/Cart'}",
            "{$ref: '#/components/schemas/Any'}",
            "{items: true}",
            "{$ref: 5}",
            "{$ref: {}}",
            "true",
        ):
            lowered, diagnostics = lower_report(
                NEW
                + f"""paths:
  /a:
    post:
      operationId: store
      requestBody: {{content: {{application/json: {media}}}}}
      responses: {{"204": {{description: d}}}}
    get:
      operationId: load
      responses: {{"200": {{description: d, content: {{application/json: {media}}}}}}}
    put: {{operationId: other, requestBody: {{content: {{application/json: {{}}}}}}, {PLAIN}}}
components: {{schemas: {{Cart: {{type: object, properties: {{id: {{type: integer}}}}}}, Any: {{description: anything}}}}}}
"""
            )
            found = {
                one.id: (one.verdict, [(finding.code, finding.pointer) for finding in one.findings])
                for one in report.outcomes(lowered, diagnostics)
            }
            code, inner = (
                ("RB008", "/$ref" if "$ref" in media else "")
                if media in ("{$ref: 5}", "{$ref: {}}", "true")
                else ("RB030", "")
            )
            self.assertEqual(
                found,
                {
                    "store": (
                        "fallback",
                        [(code, f"#/paths/~1a/post/requestBody/content/application~1json{inner}")],
                    ),
                    "load": (
                        "fallback",
                        [(code, f"#/paths/~1a/get/responses/200/content/application~1json{inner}")],
                    ),
                    "other": ("complete", []),
                },
                media,
            )
            self.assertEqual(len(diagnostics.sorted()), 2, diagnostics.text())

    def test_a_media_type_without_a_schema_may_say_something_about_itself(self):
        found = self.verdicts(
            NEW
            + """paths:
  /a:
    post: {operationId: a, requestBody: {content: {application/json: {description: d, example: 5, type2: 6}}}, responses: {}}
"""
        )
        self.assertEqual(found["a"][0], "complete")

    def test_items_of_a_stream_are_told_whatever_the_media_type(self):
        for media in (
            "text/event-stream",
            "application/jsonl",
            "application/json",
            "application/octet-stream",
        ):
            found = self.verdicts(
                NEW
                + f"""paths:
  /a:
    get:
      operationId: watch
      responses: {{"200": {{description: d, content: {{{media}: {{itemSchema: {{type: object}}}}}}}}}}
"""
            )
            pointer = f"#/paths/~1a/get/responses/200/content/{media.replace('/', '~1')}/itemSchema"
            self.assertEqual(found["watch"], ("fallback", "get", [("RB011", pointer)]), media)

    def test_bytes_beside_text_or_json_lose_nothing(self):
        found = self.verdicts(
            NEW
            + """paths:
  /a:
    get:
      operationId: read
      responses: {"200": {description: d, content: {application/xml: {}, text/csv: {}, application/pdf: {}, application/protobuf: {}}}}
    post:
      operationId: both
      responses:
        "200": {description: d, content: {application/json: {}, text/csv: {}, application/pdf: {}}}
        "400": {description: d, content: {text/plain: {}, application/pdf: {}}}
"""
        )
        self.assertEqual((found["read"][0], found["both"][0]), ("complete", "complete"))

    def test_a_file_of_a_form_that_is_a_text_elsewhere_is_told_there(self):
        form = "multipart/form-data: {schema: {$ref: '#/components/schemas/F'}, encoding: {z: {contentType: image/png}}}"
        text = (
            HEAD.replace("3.1.0", "3.0.3")
            + """paths:
  /a:
    post: {operationId: upload, requestBody: {content: {%s}}, responses: {"204": {description: d}}}
    put:
      operationId: store
      requestBody: {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/F'}}}}}
      responses: {"204": {description: d}}
    patch:
      operationId: partly
      requestBody: {content: {multipart/form-data: {schema: {$ref: '#/components/schemas/F'}}}}
      responses: {"204": {description: d}}
    get:
      operationId: load
      responses: {"200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/G'}}}}}
  /b:
    get: {operationId: other, responses: {"200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/H'}}}}}}
components:
  schemas:
    F: {type: object, properties: {z: {type: string, maxLength: 3}}}
    G: {type: object, properties: {f: {$ref: '#/components/schemas/F'}, g: {$ref: '#/components/schemas/G'}}}
    H: {type: object, properties: {z: {type: string, maxLength: 3}}}
"""
        )
        found = self.verdicts(text % form)
        schema = "/content/application~1json/schema"
        self.assertEqual(
            found,
            {
                "upload": ("complete", "post", []),
                "other": ("complete", "get", []),
                "store": ("fallback", "put", [("RB030", f"#/paths/~1a/put/requestBody{schema}")]),
                "partly": (
                    "fallback",
                    "patch",
                    [
                        (
                            "RB030",
                            "#/paths/~1a/patch/requestBody/content/multipart~1form-data/schema",
                        )
                    ],
                ),
                "load": ("fallback", "get", [("RB030", f"#/paths/~1a/get/responses/200{schema}")]),
            },
        )
        self.assertEqual(
            {one.reason for one in outcomes(text % form)["store"].findings},
            {
                "`#/components/schemas/F/properties/z` is a file here, too, because the form that `#/paths/~1a/post/requestBody/content/"
                "multipart~1form-data/encoding/z/contentType` belongs to sends the same schema as one: "
                "its limits count bytes, and what is no UTF-8 is written in base64"
            },
        )
        plain = text % form.replace(", encoding: {z: {contentType: image/png}}", "")
        self.assertEqual({one[0] for one in self.verdicts(plain).values()}, {"complete"})

    def test_a_file_of_a_form_is_the_whole_body_of_bytes_elsewhere(self):
        found = self.verdicts(
            HEAD.replace("3.1.0", "3.0.3")
            + """paths:
  /a:
    post:
      operationId: upload
      requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {b: {$ref: '#/components/schemas/Bin'}}}}}}
      responses: {"204": {description: d}}
    put:
      operationId: store
      requestBody: {content: {application/octet-stream: {schema: {$ref: '#/components/schemas/Bin'}}}}
      responses: {"204": {description: d}}
components:
  schemas:
    Bin: {type: string, format: binary}
"""
        )
        self.assertEqual({one[0] for one in found.values()}, {"complete"})

    def test_what_is_described_beside_what_is_generated_is_listed_and_costs_nothing(self):
        lowered, diagnostics = lower_report(
            NEW
            + """paths:
  /a:
    post:
      operationId: store
      requestBody: {$ref: '#/components/requestBodies/both'}
      responses: {"200": {description: d, content: {application/json: {}, application/xml: {}, text/csv: {}, application/vnd.a+json: {}}}}
    put: {operationId: again, requestBody: {$ref: '#/components/requestBodies/both'}, responses: {"204": {description: d}}}
    get: {operationId: read, responses: {"200": {description: d, content: {text/plain: {}, text/csv: {}}}}}
components:
  requestBodies:
    both: {content: {text/xml: {$ref: '#/components/mediaTypes/any'}, application/json: {$ref: '#/components/mediaTypes/any'}}}
  mediaTypes: {any: {schema: {type: object}}}
"""
        )
        found = report.outcomes(lowered, diagnostics)
        listed = json.loads(report.as_json("s", True, found, lowered))["not_generated"]
        body = "#/components/requestBodies/both/content/text~1xml"
        self.assertEqual({one.verdict for one in found}, {"complete"})
        self.assertEqual(
            [(one["operation"], one["code"], one["pointer"]) for one in listed],
            [
                ("again", "RB058", body),
                ("store", "RB058", "#/paths/~1a/post/responses/200/content/application~1xml"),
                ("store", "RB058", body),
            ],
        )
        self.assertEqual(
            listed[0]["reason"],
            "`text/xml` is not generated; the body is sent as `application/json`",
        )
        self.assertEqual(diagnostics.text(), "")

    def test_operations_that_need_the_validator_of_schemas_are_listed(self):
        bodies = {
            "plain": "{type: array, items: {type: array, items: {type: integer, minimum: 1}}}",
            "named": "{$ref: '#/components/schemas/A'}",
            "listed": "{enum: [1, a]}",
            "excluding": "{type: string, not: {const: b}}",
            "holding": "{type: array, items: {$ref: '#/components/schemas/B'}}",
            "choosing": "{type: object, additionalProperties: {oneOf: [{type: string, maxLength: 3}, {type: array, items: {type: number, maximum: 2}}]}}",
        }
        paths = "".join(
            f"  /{name}: {{post: {{operationId: {name}, requestBody: {{content: {{application/json: {{schema: {body}}}}}}}, responses: {{}}}}}}\n"
            for name, body in bodies.items()
        )
        lowered, diagnostics = lower_report(
            NEW
            + f"""paths:
{paths}components:
  schemas:
    A: {{type: object, properties: {{a: {{type: string, pattern: '^a'}}}}, additionalProperties: {{type: array, items: {{type: string, maxLength: 2}}}}}}
    B: {{type: object, properties: {{b: {{type: array, items: {{type: string, not: {{const: c}}}}}}}}}}
"""
        )
        found = json.loads(
            report.as_json("s", True, report.outcomes(lowered, diagnostics), lowered)
        )
        self.assertEqual(found["checked_as_schemas"], ["excluding", "holding"])

    def test_a_path_that_leads_nowhere_is_refused(self):
        found = report.outcomes(
            *lower_report(
                NEW
                + f"""paths:
  /gone: {{$ref: missing.yaml}}
  /round: {{$ref: '#/paths/~1round'}}
  /five: 5
  /x: {{}}
  x-y: 5
  /a: {{get: {{operationId: a, {PLAIN}}}}}
"""
            )
        )
        self.assertEqual(
            [
                (
                    one.id,
                    one.method,
                    one.path,
                    one.verdict,
                    [finding.code for finding in one.findings],
                )
                for one in found
            ],
            [
                ("a", "get", "/a", "complete", []),
                ("", "", "/gone", "refused", ["RB020"]),
                ("", "", "/round", "refused", ["RB021"]),
                ("", "", "/five", "refused", ["RB008"]),
            ],
        )
        self.assertEqual(
            report.summary(found), "4 operations: 1 complete, 0 with fallbacks, 3 refused"
        )

    def test_a_parameter_that_the_path_gives_already_is_a_reading(self):
        (found,) = outcomes(
            NEW
            + f"""paths:
  /a?beta=true: {{get: {{operationId: a, parameters: [{{name: beta, in: query, schema: {{type: boolean}}}}], {PLAIN}}}}}
"""
        ).values()
        self.assertEqual(
            (found.verdict, [one.code for one in found.readings]), ("complete", ["RB042"])
        )

    def test_a_property_that_the_path_gives_already_is_a_reading(self):
        def one(parameter, path="/a?a=1&f%5Bb%5D=2"):
            text = (
                NEW
                + f"paths:\n  {path}: {{get: {{operationId: a, parameters: [{{name: f, {parameter}}}], {PLAIN}}}}}\n"
            )
            lowered, diagnostics = lower_report(text)
            (found,) = report.outcomes(lowered, diagnostics)
            self.assertEqual(found.verdict, "complete")
            return [(finding.code, finding.pointer, finding.reason) for finding in found.readings]

        where = "#/paths/~1a?a=1&f%5Bb%5D=2/get/parameters/0"
        told = [
            (
                "RB042",
                where,
                f"the query of the path gives `{name}` already; the property of `f` that is sent so is left out",
            )
            for name in ("a", "f[b]")
        ]
        both = "schema: {type: object, properties: {a: {type: string}, b: {type: string}}"
        self.assertEqual(one(f"in: query, {both}}}"), told[:1])
        self.assertEqual(one(f"in: query, style: deepObject, {both}}}"), told[1:])
        sole, other = (
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {b: {type: string}}}",
        )
        self.assertEqual(
            one(f"in: query, schema: {{allOf: [{sole}], properties: {{b: {{type: string}}}}}}"),
            told[:1],
        )
        self.assertEqual(one(f"in: query, schema: {{oneOf: [{sole}, {other}]}}"), told[:1])
        self.assertEqual(one(f"in: query, explode: false, {both}}}"), [])
        self.assertEqual(one(f"in: query, content: {{application/json: {{{both}}}}}}}"), [])
        self.assertEqual(one(f"in: query, {both}}}", "/a?b%5Ba%5D=1"), [])

    def test_a_default_mapping_is_honoured(self):
        found = self.verdicts(
            NEW
            + """paths:
  /a: {get: {operationId: read, responses: {"200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
components:
  schemas:
    Cat: {type: object, required: [kind], properties: {kind: {const: cat}}}
    Dog: {type: object, required: [kind], properties: {kind: {const: dog}}}
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, defaultMapping: '#/components/schemas/Cat'}
"""
        )
        self.assertEqual(found["read"][0], "complete")

    def test_a_query_string_is_a_form_or_the_operation_is_refused(self):
        def one(content, more="", path="/a"):
            return self.verdicts(
                NEW
                + f"""paths:
  {path}:
    get:
      operationId: find
      parameters:
        - {{name: filter, in: querystring, content: {content}}}
{more}      responses: {{"204": {{description: d}}}}
"""
            )["find"]

        form = "{application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}"
        self.assertEqual(one(form), ("complete", "get", []))
        where = "#/paths/~1a/get"
        self.assertEqual(
            one("{application/json: {schema: {type: object}}}")[::2],
            ("refused", [("RB044", where)]),
        )
        self.assertEqual(
            one("{text/plain: {schema: {type: string}}}")[::2], ("refused", [("RB044", where)])
        )
        self.assertEqual(
            one("{application/x-www-form-urlencoded: {schema: {type: string}}}")[::2],
            ("refused", [("RB044", where)]),
        )
        self.assertEqual(
            one(form, "        - {name: q, in: query, schema: {type: string}}\n")[::2],
            ("refused", [("RB044", where)]),
        )
        self.assertEqual(
            one(form, f"        - {{name: other, in: querystring, content: {form}}}\n")[::2],
            ("refused", [("RB044", where)]),
        )
        self.assertEqual(
            one(form, path="/a?b=1")[::2], ("refused", [("RB044", "#/paths/~1a?b=1/get")])
        )
        filled = "        - {name: b, in: path, required: true, schema: {type: string}}\n"
        self.assertEqual(
            one(form, filled, "/a?b={b}")[::2], ("refused", [("RB044", "#/paths/~1a?b={b}/get")])
        )
        styled = form.replace("{schema", "{encoding: {a: {style: deepObject}}, schema")
        self.assertEqual(
            one(styled)[::2],
            (
                "fallback",
                [
                    (
                        "RB046",
                        where + "/parameters/0/content/application~1x-www-form-urlencoded/encoding",
                    )
                ],
            ),
        )


class CommandLine(Case):
    def test_it_is_written_with_numbers_and_the_numbers_are_printed(self):
        self.write(HEAD + PATHS)
        status, out, _ = self.generate("--report", self.folder / "report.json")
        self.assertEqual(
            (status, out), (0, "4 operations: 1 complete, 2 with fallbacks, 1 refused\n")
        )
        found = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.assertEqual(
            found["operations"], {"total": 4, "complete": 1, "fallback": 2, "refused": 1}
        )
        self.assertEqual([one["operation"] for one in found["fallbacks"]], ["order", "list"])
        self.assertEqual(
            set(found["refusals"][0]),
            {"operation", "method", "path", "pointer", "code", "reason", "place"},
        )
        self.assertTrue(found["generated"])
        operations = (self.out / "operations.hpp").read_text(encoding="utf-8")
        self.assertEqual(
            [
                name
                for name in ("fine", "order", "picture", "list")
                if f"struct {name}\n" in operations
            ],
            ["fine", "order", "list"],
        )

    def test_with_strict_it_says_why_nothing_was_generated(self):
        self.write(HEAD + PATHS)
        self.assertEqual(self.generate("--strict", "--report", self.folder / "report.json")[0], 1)
        found = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.assertEqual((found["generated"], found["operations"]["fallback"]), (False, 2))
        self.assertFalse(self.out.exists())

    def test_its_folder_is_made(self):
        self.write(HEAD + PATHS)
        for option in ("--report", "--depfile"):
            path = self.folder / "new" / option / "file"
            self.assertEqual((self.generate(option, path)[0], path.is_file()), (0, True))

    def test_a_report_that_cannot_be_written_is_a_failure(self):
        status, _, err = self.generate("--report", self.folder)
        self.assertEqual((status, len(err.splitlines())), (1, 1))


if __name__ == "__main__":
    unittest.main()
