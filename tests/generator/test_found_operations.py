# SPDX-License-Identifier: BSL-1.0
"""Operations wherever they are described, and what comes of those that are left out: nothing."""

import unittest

from tests.generator.documents import HEAD, codes, lower, lower_files

from restbind import ir


class FoundOperations(unittest.TestCase):
    def test_an_operation_that_is_a_reference_is_followed(self):
        api, diagnostics = lower_files(
            {
                "test.yaml": HEAD
                + """paths:
  /jars/{jarId}: {put: {$ref: parts/put-jar.yaml}}
  /jars: {get: {$ref: '#/components/x-operations/listJars'}}
  /all-jars: {get: {$ref: '#/components/x-operations/listJars'}}
webhooks: {filled: {post: {$ref: '#/components/x-operations/filled'}}}
components:
  x-operations:
    listJars:
      operationId: listJars
      parameters: [{name: shelf, in: query, required: true, schema: {type: integer}}]
      responses: {"200": {description: d, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
    filled: {requestBody: {content: {application/json: {schema: {type: object, properties: {jar: {type: string}}}}}}}
""",
                "parts/put-jar.yaml": """operationId: putJar
parameters: [{name: jarId, in: path, required: true, schema: {type: string}}]
requestBody: {required: true, content: {application/json: {schema: {type: object, required: [label], properties: {label: {type: string}}}}}}
responses: {"204": {description: d}}
""",
            }
        )
        # the last one: one operation of two paths
        self.assertEqual(codes(diagnostics), ["RB010", "RB010", "RB010", "RB010", "RB041"])
        self.assertEqual(
            [(one.id, one.path, one.request_name, one.response) for one in api.operations],
            [
                ("putJar", "/jars/{jarId}", "PutJarParameters", None),
                ("listJars", "/jars", "ListJarsRequest", ir.Array(ir.Scalar("string"), False)),
                (
                    "listJars2",
                    "/all-jars",
                    "ListJars2Request",
                    ir.Array(ir.Scalar("string"), False),
                ),
            ],
        )
        self.assertEqual(
            (api.operations[0].pointer, api.payloads), ("parts/put-jar.yaml#", ("FilledPayload",))
        )

    def test_an_operation_that_is_left_out_leaves_nothing_behind(self):
        kept = """
  /right:
    post:
      operationId: right
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
        tint: {type: string, enum: [red, green]}, size: {type: object, properties: {width: {type: integer}}}}}}}}
      responses: {"204": {description: d}}
"""
        reasons = {
            "RB052": ("/left/{gone}", "schema: {type: string}"),
            "RB044": ("/left", "content: {text/plain: {}}"),
        }
        for code, (path, last) in reasons.items():
            place = "querystring" if code == "RB044" else "query"
            left = f"""
  {path}:
    post:
      operationId: left
      parameters:
        - {{name: colour, in: header, schema: {{type: string, enum: [red, green]}}}}
        - {{name: last, in: {place}, {last}}}
      requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{
        size: {{type: object, properties: {{width: {{type: integer}}}}}}, other: {{$ref: other.yaml}}}}}}}}}}}}
      callbacks: {{done: {{'{{$url}}': {{post: {{requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{a: {{type: string}}}}}}}}}}}}}}}}}}}}
      responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: other.yaml}}}}}}}}}}"""
            other = {"other.yaml": "{type: object, properties: {a: {type: integer}}}"}
            api, diagnostics = lower_files({"test.yaml": HEAD + f"paths:{left}{kept}", **other})
            alone, _ = lower_files({"test.yaml": HEAD + f"paths:{kept}"})
            self.assertEqual(codes(diagnostics), [code], diagnostics.text())
            self.assertEqual(
                (api.models, api.enums, api.aliases, api.payloads),
                (alone.models, alone.enums, alone.aliases, alone.payloads),
            )

    def test_it_leaves_nothing_behind_for_whatever_reason_it_is_left_out(self):
        colour = "{name: colour, in: header, schema: {type: string, enum: [red, green]}}"
        size = "{type: object, properties: {size: {type: object, properties: {width: {type: integer}}}}}"
        body = f"{{content: {{application/json: {{schema: {size}}}}}}}"
        responses = (
            f'{{"200": {{description: d, content: {{application/json: {{schema: {size}}}}}}}}}'
        )

        def operation(name, last="", sent=body):
            listed = f"[{colour}{', ' + last if last else ''}]"
            return f"{{operationId: {name}, parameters: {listed}, requestBody: {sent}, responses: {responses}}}"

        left = [
            ("post", operation("left", "{in: query, schema: {type: string}}")),
            ("post", operation("left", "{name: a b, in: header, schema: {type: string}}")),
            ("post", operation("left", "{name: a, in: body, schema: {type: string}}")),
            (
                "post",
                operation("left", "{name: a, in: path, required: true, schema: {type: string}}"),
            ),
            ("post", operation("left", sent="{$ref: '#/components/requestBodies/None'}")),
            ("additionalOperations", f"{{FETCH: {operation('left')}}}"),
            ("trace", operation("left")),
        ]
        kept = f"  /right: {{post: {operation('right')}}}\n"
        alone, _ = lower(HEAD + "paths:\n" + kept)
        for key, text in left:
            with self.subTest(text):
                api, _ = lower(HEAD + f"paths:\n  /left: {{{key}: {text}}}\n{kept}")
                self.assertEqual([found.id for found in api.operations], ["right"])
                self.assertEqual(
                    (api.models, api.enums, api.aliases), (alone.models, alone.enums, alone.aliases)
                )

    def test_tokens_are_asked_for_with_the_scopes_of_the_operations_that_are_generated(self):
        api, diagnostics = lower(
            HEAD
            + """security: [{login: [all]}]
paths:
  /shelves: {get: {operationId: listShelves, security: [{login: [read]}], responses: {"204": {description: d}}}}
  /shelves/{id}: {$ref: '#/components/pathItems/Shelf'}
  /lost/{id}: {get: {operationId: lost, security: [{login: [lost]}], responses: {"204": {description: d}}}}
components:
  pathItems:
    Shelf:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      delete: {operationId: removeShelf, security: [{login: [write, read]}], responses: {"204": {description: d}}}
  securitySchemes:
    login: {type: oauth2, flows: {clientCredentials: {tokenUrl: /t, scopes: {all: A, read: R, write: W, lost: L, none: N}}}}
"""
        )
        self.assertEqual(
            (codes(diagnostics), api.schemes[0].grant.scopes), (["RB052"], ("read", "write"))
        )


if __name__ == "__main__":
    unittest.main()
