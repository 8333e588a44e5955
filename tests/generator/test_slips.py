# SPDX-License-Identifier: BSL-1.0
"""Slips that can mean only one thing: each is told, and costs nothing."""

import pathlib
import tempfile
import unittest

from tests.generator.documents import (
    HEAD,
    codes,
    lower,
    lower_files,
    lower_report,
    member_of,
    messages,
    places,
    schema_member,
    with_schemas,
)

from restbind import ir, report
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document


def document(paths="{}", components="{}"):
    return f"{HEAD}paths: {paths}\ncomponents: {components}\n"


def reading(to, id_="read"):
    body = f"{{description: d, content: {{application/json: {{schema: {{$ref: '{to}'}}}}}}}}"
    return f"{{get: {{operationId: {id_}, responses: {{'200': {body}}}}}}}"


class Nulls(unittest.TestCase):
    def test_a_key_that_has_null_for_nothing_is_absent(self):
        lowered, diagnostics = lower_report(
            document(
                """
  /a:
    parameters:
    get:
      operationId: read
      parameters:
      requestBody:
      security: null
      deprecated: ~
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}
""",
                "{responses: null, schemas: {S: {type: object, required: null, minProperties: null, enum: null, properties: {x: {type: string, pattern: null}}}}}",
            )
        )
        names = (
            "parameters",
            "parameters",
            "requestBody",
            "security",
            "deprecated",
            "responses",
            "required",
            "minProperties",
            "enum",
            "pattern",
        )
        self.assertEqual(
            messages(diagnostics),
            [f"`{name}` is null, which says nothing; it counts as absent" for name in names],
        )
        self.assertEqual(set(codes(diagnostics)), {"RB097"})
        self.assertEqual(
            [one.verdict for one in report.outcomes(lowered, diagnostics)], ["complete"]
        )
        self.assertEqual(member_of(lowered.api, "S", "x").constraints, ())

    def test_null_is_a_mistake_where_something_is_needed(self):
        for text, message in (
            (HEAD + "paths: {/a: {get: null}}\n", "`get` must be an object (operation), not null"),
            (
                document(components="{schemas: {S: {$ref: null}}}"),
                "`$ref` must be a string, not null",
            ),
            (
                document(components="{schemas: {S: null}}"),
                "`S` must be an object (schema), not null",
            ),
            (
                document(
                    components="{schemas: {S: {oneOf: [{}, {}], discriminator: {propertyName: k, mapping: {a: null}}}}}"
                ),
                "`a` must be a string, not null",
            ),
            (
                document(components="{schemas: {S: {allOf: [null]}}}"),
                "`allOf[]` must be an object (schema), not null",
            ),
            (
                document(components="{parameters: {P: {name: null, in: query, schema: {}}}}"),
                "`name` must be a string, not null",
            ),
            (
                document(components="{schemas: {S: {type: string, x-restbind-messages: null}}}"),
                "`x-restbind-messages` must be an object (messages), not null",
            ),
        ):
            self.assertIn(
                ("RB008", message), [(one.code, one.message) for one in lower(text)[1].sorted()]
            )

    def test_what_is_described_by_null_is_described_by_nothing(self):
        lowered, diagnostics = lower_report(
            document(
                """
  /a: {get: {operationId: a, responses: {'200': null}}}
  /b: {get: {operationId: b, responses: {'200': {description: d, content: {application/json: null}}}}}
  /c:
""",
                "{schemas: {S: {type: object, properties: {x: null}}}}",
            )
        )
        self.assertEqual(
            messages(diagnostics),
            [
                f"`{name}` is null; it counts as an object that says nothing"
                for name in ("200", "application/json", "/c", "x")
            ],
        )
        self.assertEqual(
            [(one.id, one.verdict) for one in report.outcomes(lowered, diagnostics)],
            [("a", "complete"), ("b", "complete")],
        )
        self.assertEqual([one.response for one in lowered.api.operations], [None, ir.ANY])
        self.assertEqual(member_of(lowered.api, "S", "x").type, ir.ANY)

    def test_null_among_types_is_the_type(self):
        member, _, diagnostics = schema_member("{type: [string, null]}")
        self.assertEqual((member.type, member.presence), (ir.Scalar("string"), "optional_nullable"))
        self.assertEqual(messages(diagnostics), ['null among types is read as the type `"null"`'])
        for list_ in ("oneOf", "anyOf"):
            member, _, diagnostics = schema_member(
                f"{{{list_}: [{{type: integer}}, {{type: null}}]}}"
            )
            self.assertEqual(
                (member.type, member.presence, codes(diagnostics)),
                (ir.Scalar("int64"), "optional_nullable", ["RB097"]),
            )
        member, _, diagnostics = schema_member("{type: , minLength: 2}")  # there it is none
        self.assertEqual((member.type, codes(diagnostics)), (ir.ANY, ["RB097"]))

    def test_a_component_that_is_null_is_told_once(self):
        _, diagnostics = lower(
            document(
                f"{{/a: {reading('#/components/schemas/S')}, /b: {reading('#/components/schemas/S', 'again')}}}",
                "{schemas: {S: null}}",
            )
        )
        self.assertEqual(messages(diagnostics), ["`S` must be an object (schema), not null"])
        shared = "{get: {operationId: a, responses: {'200': {$ref: '#/components/responses/R'}}}}"
        self.assertEqual(
            messages(lower(document(f"{{/a: {shared}}}", "{responses: {R: null}}"))[1]),
            ["`R` must be an object (response), not null"],
        )


class MediaTypes(unittest.TestCase):
    OBJECT = "{schema: {type: object, properties: {a: {type: string}}}}"

    def documents(self, content):
        body = f"{{{content}}}"
        yield document(
            f"{{/a: {{get: {{operationId: read, responses: {{'200': {{description: d, content: {body}}}}}}}}}}}"
        )
        yield document(
            f"{{/a: {{post: {{operationId: send, requestBody: {{content: {body}}}, responses: {{'204': {{description: d}}}}}}}}}}"
        )
        yield document(
            f"{{/a: {{get: {{operationId: ask, parameters: [{{name: q, in: query, content: {body}}}], responses: {{'204': {{description: d}}}}}}}}}}"
        )

    def test_keys_that_are_nearly_media_types_are_these(self):
        for key, meant in (
            ("json", "application/json"),
            ("JSON", "application/json"),
            ("json, application/json", "application/json"),
            ("application/json ", "application/json"),
            ("application / json", "application/json"),
            (" application/json; charset=utf-8 ", "application/json; charset=utf-8"),
        ):
            for text in self.documents(f"'{key}': {self.OBJECT}"):
                with self.subTest(text):
                    lowered, diagnostics = lower_report(text)
                    self.assertEqual(
                        (codes(diagnostics), messages(diagnostics)),
                        (["RB097"], [f"`{key}` is read as `{meant}`"]),
                    )
                    self.assertEqual(
                        [one.verdict for one in report.outcomes(lowered, diagnostics)], ["complete"]
                    )
                    (found,) = lowered.api.operations
                    self.assertEqual(
                        (
                            found.responses,
                            found.body_format.kind,
                            [one.style for one in found.parameters],
                        ),
                        ((), "json", ["json"] if found.parameters else []),
                    )

    def test_several_media_types_in_one_key_are_several(self):
        for key in (
            "application/json, application/xml",
            "application/json;application/xml",
            "application/json application/xml",
            "json|xml",
        ):
            for text in list(self.documents(f"'{key}': {self.OBJECT}"))[:2]:
                with self.subTest(text):
                    lowered, diagnostics = lower_report(text)
                    self.assertEqual(
                        messages(diagnostics),
                        [f"`{key}` is read as `application/json` and `application/xml`"],
                    )
                    self.assertEqual(
                        [one.verdict for one in report.outcomes(lowered, diagnostics)], ["complete"]
                    )
                    (other,) = (one for one in diagnostics.sorted() if one.code == "RB058")
                    self.assertTrue(
                        other.message.startswith("`application/xml` is not generated; ")
                    )
        api, diagnostics = lower(
            next(
                self.documents(
                    f"'application/json, text/csv': {self.OBJECT}, text/csv: {{schema: {{type: string}}}}"
                )
            )
        )
        # the other one has its own
        self.assertEqual(
            messages(diagnostics), ["`application/json, text/csv` is read as `application/json`"]
        )
        self.assertEqual(
            [one.type for one in api.operations[0].responses],
            [ir.Ref("ReadResponse"), ir.Scalar("string")],
        )
        self.assertIn(
            "RB100",
            codes(
                lower(
                    next(self.documents(f"json: {self.OBJECT}, application/json: {self.OBJECT}"))
                )[1]
            ),
        )

    def test_other_keys_are_named(self):
        for key in ("foo", "", "text plain"):
            for text in self.documents(f"'{key}': {self.OBJECT}"):
                with self.subTest(text):
                    _, diagnostics = lower(text)
                    self.assertIn(
                        (
                            "RB100",
                            f"`{key}` is no media type" if key else "a media type has no name",
                        ),
                        [(one.code, one.message) for one in diagnostics.sorted()],
                    )
                    self.assertNotIn("*/*", diagnostics.text(notes=True))
        _, diagnostics = lower(
            next(self.documents("'text/a b': {schema: {type: string}}, application/x-protobuf: {}"))
        )
        self.assertIn(
            "`application/x-protobuf` is not generated; the response is read as `text/a b`",
            [one.message for one in diagnostics.sorted()],
        )
        # the parameter is broken
        self.assertEqual(
            lower(next(self.documents(f"'application/json; charset': {self.OBJECT}")))[1].text(
                notes=True
            ),
            "",
        )


class References(unittest.TestCase):
    def test_a_name_with_escapes_is_found_as_it_stands(self):
        for name in ("Pick%3C%22id%22%3E", "a%20b", "%zz"):
            api, diagnostics = with_schemas(
                f"A: {{properties: {{x: {{$ref: '#/components/schemas/{name}'}}}}}}\n'{name}': {{type: integer}}\n"
            )
            self.assertEqual(member_of(api, "A", "x").type, ir.Ref(name))
            expected = (
                []
                if name == "%zz"
                else [
                    (
                        "RB097",
                        f"`#/components/schemas/{name}` is read as the name that stands there, `{name}`",
                        "a `%` in a name is written `%25` in a reference",
                    )
                ]
            )
            self.assertEqual(
                [(one.code, one.message, one.hint) for one in diagnostics.sorted()], expected
            )

    def test_a_name_whose_escapes_are_undone_comes_first(self):
        api, diagnostics = with_schemas(
            "A: {properties: {x: {$ref: '#/components/schemas/a%20b'}}}\na%20b: {type: integer}\na b: {type: string}\n"
        )
        self.assertEqual((member_of(api, "A", "x").type, diagnostics.text()), (ir.Ref("a b"), ""))

    def test_a_slash_at_the_end_leads_no_further(self):
        main = document(
            f"{{/a: {reading('kite.yaml#/')}, /b: {reading('#/components/schemas/K/', 'again')}}}",
            "{schemas: {K: {type: integer}}}",
        )
        api, diagnostics = lower_files(
            {"test.yaml": main, "kite.yaml": "type: object\nproperties: {length: {type: number}}\n"}
        )
        self.assertEqual(
            messages(diagnostics),
            [
                "`kite.yaml#/` ends in `/`; it is read as `kite.yaml#`",
                "`#/components/schemas/K/` ends in `/`; it is read as `#/components/schemas/K`",
            ],
        )
        self.assertEqual([one.response for one in api.operations], [ir.Ref("Kite"), ir.Ref("K")])
        # a key without a name
        api, diagnostics = with_schemas(
            "A: {properties: {x: {$ref: '#/components/schemas/'}}}\n'': {type: integer}\n"
        )
        self.assertEqual((member_of(api, "A", "x").type, diagnostics.text()), (ir.Ref("AX"), ""))
        # the document is no schema
        self.assertEqual(codes(with_schemas("A: {properties: {x: {$ref: '#/'}}}\n")[1]), ["RB020"])


class Tables(unittest.TestCase):
    INDEX = "Lid: {type: object, properties: {size: {$ref: '#/Size'}}}\nSize: {type: integer, minimum: 1}\n"

    def test_a_reference_for_all_schemas_is_one_for_each(self):
        main = document(
            f"{{/a: {reading('#/components/schemas/Lid')}}}",
            "{schemas: {Own: {type: string}, Size: {type: number}, $ref: all.yaml}}",
        )
        api, diagnostics = lower_files({"test.yaml": main, "all.yaml": self.INDEX})
        self.assertEqual(
            (codes(diagnostics), messages(diagnostics)),
            (
                ["RB097"],
                [
                    "`$ref` cannot stand for all of `schemas`; each entry of `all.yaml` is taken as one with a `$ref` of its own"
                ],
            ),
        )
        self.assertEqual(
            (api.operations[0].response, [one.name for one in api.models]), (ir.Ref("Lid"), ["Lid"])
        )
        self.assertEqual(
            {one.name: one.type for one in api.aliases if one.name in ("Own", "Size")},
            {"Own": ir.Scalar("string"), "Size": ir.Scalar("double")},
        )

    def test_paths_and_responses_and_all_components_may_stand_elsewhere(self):
        files = {
            "test.yaml": f"{HEAD}paths: {{$ref: paths.yaml}}\ncomponents: {{$ref: parts/components.yaml}}\n",
            "paths.yaml": "/a:\n  get: {operationId: a, responses: {$ref: parts/responses.yaml}}\n/b:\n  get: {operationId: b, responses: {'204': {description: d}}}\n",
            "parts/components.yaml": "schemas: {$ref: all.yaml}\n",
            "parts/all.yaml": self.INDEX,
            "parts/responses.yaml": "'200': {description: d, content: {application/json: {schema: {$ref: 'all.yaml#/Lid'}}}}\n4xx: {description: e}\n",
        }
        api, diagnostics = lower_files(files)
        self.assertEqual(
            [one.partition(";")[0] for one in messages(diagnostics)],
            [
                "`$ref` cannot stand for all of `paths`",
                "`$ref` cannot stand for all of `components`",
                "`$ref` cannot stand for all of `responses`",
                "`4xx` is read as `4XX`",
            ],
        )
        self.assertEqual(
            [(one.id, one.response) for one in api.operations], [("a", ir.Ref("Lid")), ("b", None)]
        )
        self.assertEqual(sorted(one.name for one in (*api.models, *api.aliases)), ["Lid", "Size"])

    def test_a_reference_for_all_that_leads_nowhere_is_told_once(self):
        for ref, code in (("gone.yaml", "RB020"), ("https://example.com/all.yaml", "RB022")):
            self.assertEqual(
                codes(lower(document(components=f"{{schemas: {{$ref: '{ref}'}}}}"))[1]), [code]
            )
        self.assertEqual(
            codes(lower(document(components="{schemas: {$ref: '#/info/title'}}"))[1]), ["RB008"]
        )
        # nothing is read
        self.assertEqual(
            codes(
                lower(
                    document(components="{examples: {$ref: gone.yaml}, x-own: {$ref: gone.yaml}}")
                )[1]
            ),
            [],
        )

    def test_a_reference_to_a_schema_stands_for_no_properties(self):
        api, diagnostics = with_schemas(
            "A: {type: object, properties: {$ref: '#/components/schemas/B'}}\nB: {type: object, properties: {b: {type: string}}}\n"
        )
        self.assertEqual(messages(diagnostics), ["`$ref` must be an object (schema), not a string"])
        self.assertEqual(member_of(api, "B", "b").type, ir.Scalar("string"))

    def test_an_entry_from_elsewhere_is_placed_at_the_reference(self):
        with tempfile.TemporaryDirectory() as folder:
            main = pathlib.Path(folder, "test.yaml")
            main.write_text(document(components="\n  responses: {$ref: all.yaml}"))
            pathlib.Path(folder, "all.yaml").write_text("R: 5\n")
            diagnostics = Diagnostics()
            lower_document(str(main), diagnostics)
        self.assertEqual(
            [(one.code, one.message) for one in diagnostics.sorted()][1:],
            [("RB008", "`R` must be an object (response), not `5`")],
        )
        self.assertEqual(places(diagnostics), [("RB097", 5, 15), ("RB008", 1, 4)])


if __name__ == "__main__":
    unittest.main()
