# SPDX-License-Identifier: BSL-1.0
"""Keys that mean nothing where they stand: those that lose what they describe cost an operation its
completeness, the others do not.
"""

import unittest

from tests.generator.documents import HEAD, codes, lower_report

from restbind import report
from restbind.spec.keywords import KINDS
from restbind.spec.lost_keys import TABLE

JSON = "content: {application/json: {schema: {type: object}}}"
SCHEMA = "schema: {type: object}"


def operation(parameters="", body=JSON, response=JSON, keys=""):
    return (
        f"{{operationId: a, parameters: [{parameters}], {keys}requestBody: {{{body}}}, "
        f"responses: {{'200': {{description: d, {response}}}}}}}"
    )


def parameter(keys):
    return operation(f"{{name: p, in: query, {keys}}}")


def media_type(keys):
    return operation(body=f"content: {{application/json: {{{keys}}}}}")


def schema(keys):
    return media_type(f"schema: {{type: object, {keys}}}")


def document(of_operation=None, path="", root=""):
    return f"{HEAD}{root}paths:\n  /a: {{post: {of_operation or operation()}{path}}}\n"


def scheme(keys):
    return document(
        root=f"security: [{{o: []}}]\ncomponents: {{securitySchemes: {{o: {{type: oauth2, {keys}}}}}}}\n"
    )


LOST = (
    document(root="host: a.example\n"),
    document(root="basePath: /v1\n"),
    document(root="server: [{url: /v1}]\n"),
    document(path=", security: []"),
    document(path=", parameter: [{name: a, in: query, schema: {type: string}}]"),
    document(operation(body="schema: {type: object}")),
    document(operation(body="application/json: {schema: {type: object}}")),
    document(operation(body="type: object")),
    document(operation(response=SCHEMA)),
    document(operation(response="items: {type: string}")),
    document(operation(response="application/json: {schema: {type: object}}")),
    document(operation(response="contents: {}")),
    document(operation(keys="schema: {type: object}, ")),
    document(operation(keys="application/json: {schema: {type: object}}, ")),
    document(operation(keys="headers: {X-A: {schema: {type: string}}}, ")),
    document(operation(keys="requestbody: {}, ")),
    document(operation(keys="body: {}, ")),
    document(operation(keys="Security: [], ")),
    *(
        document(parameter(one))
        for one in (
            "type: integer",
            "items: {type: string}",
            "format: date",
            "enum: [a]",
            "default: a",
            "schema: {type: string}, pattern: a",
            "application/json: {schema: {type: string}}",
            "collectionFormat: pipes, schema: {type: array, items: {type: string}}",
            "schemas: {type: string}",
            "exploded: false, schema: {type: array, items: {type: string}}",
        )
    ),
    *(
        document(media_type(one))
        for one in (
            f"{SCHEMA}, required: [a]",
            f"{SCHEMA}, application/json: {{}}",
            "shema: {type: object}",
            f"{SCHEMA}, style: form",
            f"{SCHEMA}, encodings: {{}}",
        )
    ),
    *(
        document(schema(one))
        for one in (
            "propertis: {}",
            "require: [a]",
            "min_properties: 1",
            "schema: {type: object}",
            "content: {}",
            "application/json: {}",
            "encoding: {}",
            "extends: {}",
            "disallow: {}",
            "property: {a: {type: string}}",
            "street: {type: string}",
            "street: {$ref: '#/x'}",
            "one_of: []",
            "additionalproperties: false",
            "discriminator: kind",
            "discriminator: {propertyname: a}",
            *(
                f"properties: {{a: {one}}}"
                for one in (
                    "{type: array, item: {type: string}}",
                    "{type: string, enums: [a]}",
                    "{$refs: '#/x'}",
                    "{type: string, formats: date}",
                    "{type: array, items: {type: string}, explode: false}",
                    "{type: array, items: {type: string}, collectionFormat: csv}",
                    "{type: integer, min: 1}",
                    "{type: integer, maxValue: 1}",
                    "{type: string, regex: a}",
                    "{type: number, divisibleBy: 2}",
                    "{type: string, readonly: true}",
                    "{type: string, defaults: a}",
                )
            ),
        )
    ),
    *map(
        scheme,
        (
            "flow: application, tokenUrl: /t, scopes: {}",
            "flows: {application: {tokenUrl: /t, scopes: {}}}",
            "flows: {accessCode: {}}",
            "flow: {implicit: {}}",
        ),
    ),
)
KEPT = (
    document(root="definitions: {}\n"),
    document(root="servers: [{url: /}]\nhost: a.example\n"),
    document(root="schemes: [https]\n"),
    document(
        root="produces: [application/json]\nsecurityDefinitions: {}\nparameters: {}\nresponses: {}\nschemas: {}\n"
    ),
    document(path=", descripton: d"),
    document(path=", x-security: [], x-get: {}"),
    document(operation(keys="consumes: [a/b], produces: [a/b], ")),
    document(operation(keys="schemes: [https], tag: a, operationID: a, x-requestBody: {}, ")),
    document(operation(body=f"{JSON}, schema: {{type: object}}, example: a")),
    document(operation(response=f"{JSON}, examples: {{}}, type: object")),
    document(operation(response=f"{JSON}, x-schema: {{}}, required: true")),
    document(parameter("schema: {type: string}, type: string, x-format: a")),
    document(media_type(f"{SCHEMA}, type: object, exampel: a")),
    *(
        document(schema(one))
        for one in (
            "note: a",
            "titel: a",
            "exampels: []",
            "id: a",
            "x-properties: {}",
            "name: a, in: query",
            "optional: true",
            "goType: string",
            "position: 1",
            "minimum: 1, min: 1",
            "unit: {name: a}",
            "exampel: {type: dog}",
            "properties: {a: {}}, property: {}",
            "min: null",
        )
    ),
    scheme(
        "flows: {implicit: {authorizationUrl: /a, scopes: {}}}, flow: implicit, authorizationUrl: /a, scopes: {}"
    ),
)


def outcomes(text):
    lowered, diagnostics = lower_report(text)
    return report.outcomes(lowered, diagnostics), diagnostics


class LostKeys(unittest.TestCase):
    def test_an_operation_with_a_key_that_loses_something_is_a_fallback(self):
        for text in LOST:
            with self.subTest(text):
                found, diagnostics = outcomes(text)
                self.assertEqual([(one.id, one.verdict) for one in found], [("a", "fallback")])
                self.assertIn(
                    "RB099", {finding.code for finding in found[0].findings}, diagnostics.text()
                )

    def test_a_key_that_loses_nothing_leaves_an_operation_complete(self):
        for text in KEPT:
            with self.subTest(text):
                found, diagnostics = outcomes(text)
                self.assertEqual(
                    [(one.id, one.verdict) for one in found],
                    [("a", "complete")],
                    diagnostics.text(),
                )
                self.assertNotIn("RB099", codes(diagnostics))

    def test_an_operation_below_no_method_is_refused(self):
        for keys, names in (
            ("POST: {operationId: b}", 1),
            ("psot: {operationId: b}, Get: {operationId: c}", 2),
            ("requestBody: {content: {}}, responses: {'204': {description: d}}", 1),
        ):
            with self.subTest(keys):
                found, _ = outcomes(document(path=f", {keys}"))
                self.assertEqual(
                    [(one.id, one.path, one.verdict) for one in found],
                    [("a", "/a", "complete"), *[("", "/a", "refused")] * names],
                )
                self.assertEqual([finding.code for finding in found[1].findings], ["RB099"])

    def test_hints_say_where_the_key_belongs(self):
        for text, hint in (
            (document(operation(response=SCHEMA)), "it stands in a media type below `content`"),
            (document(parameter("type: integer")), "it stands in `schema`"),
            (
                document(schema("propertis: {}")),
                "did you mean `properties`, `propertyNames` or `minProperties`?",
            ),
            (document(schema("extends: {}")), "it is called `allOf`"),
        ):
            with self.subTest(text):
                _, diagnostics = outcomes(text)
                self.assertEqual(
                    [one.hint for one in diagnostics.sorted() if one.code == "RB099"], [hint]
                )

    def test_a_body_among_the_parameters_is_told_where_it_stands(self):
        for place, hint in (
            ("body", "a body is the `requestBody` of the operation"),
            ("formData", "the fields of a form are the properties of a `requestBody`"),
        ):
            found, diagnostics = outcomes(
                document(operation(f"{{name: p, in: {place}, schema: {{type: object}}}}"))
            )
            self.assertEqual([one.verdict for one in found], ["refused"])
            self.assertEqual(
                [one.hint for one in diagnostics.sorted() if one.code == "RB008"], [hint]
            )

    def test_no_row_is_about_a_key_that_its_kind_has(self):
        for line in TABLE.strip().splitlines():
            kind, keys, loses, *_ = (part.strip() for part in line.split(" | "))
            self.assertIn(loses, ("lost", "kept"), line)
            self.assertEqual([key for key in keys.split() if key in KINDS[kind]], [], line)


if __name__ == "__main__":
    unittest.main()
