"""What a discriminator says, and what the schemas that it tells apart say themselves."""

import unittest

from tests.generator.documents import codes, lower, member_of, printed, with_schemas
from tests.generator.test_lower_alternatives import BOTH, alias, refs, told

LISTED = """
    A: {type: object, required: [kind], properties: {kind: {%s}}}
    B: {type: object, required: [kind], properties: {kind: {type: string, enum: [b1, b2]}}}
"""
X = "    X: {%s, discriminator: {propertyName: kind, mapping: {%s}}}\n" % (BOTH, "%s")


class Listed(unittest.TestCase):
    def test_values_that_the_schemas_exclude_stand_for_none_of_them(self):
        for a in ("type: string, enum: [a]", "const: a", "type: [string, 'null'], enum: [a, null]"):
            for mapping, said in (("AA: A, BB: B", "`AA` and `BB` stand "), ("b1: A, a: B", "`b1` and `a` stand "), ("a: A, AA: A", "`AA` stands ")):
                api, diagnostics = with_schemas(LISTED % a + X % mapping)
                self.assertEqual([(one.code, one.message) for one in printed(diagnostics)],
                                 [("RB035", f"what {said}for lists other values of `kind`; these count")], (a, mapping))
                self.assertEqual(told(alias(api, "X")), ("kind", dict(zip(("a", "b1", "b2"), refs("A", "B", "B")))))
                self.assertEqual(member_of(api, "A", "kind").default, None if "null" in a else "a")

    def test_so_it_is_for_the_kinds_of_a_base(self):
        api, diagnostics = with_schemas("""
    Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {A: A, b: B}}}
    A: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {kind: {const: a}}}]}
    B: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {kind: {const: b}}}]}
""")
        self.assertEqual(codes(diagnostics), ["RB035"])
        self.assertEqual(told(alias(api, "Base")), ("kind", dict(zip("ab", refs("A", "B")))))

    def test_what_all_of_them_list_is_told(self):
        _, diagnostics = with_schemas(LISTED % "type: string, enum: [b1, b2]" + X % "AA: A, BB: B")
        self.assertEqual([one.code for one in diagnostics.sorted() if one.code != "RB056"], ["RB029", "RB035"])

    def test_values_of_numbers_and_those_that_are_listed_are_nothing_to_tell(self):
        for a, mapping in (("const: 1", "'1': A, b1: B"), ("type: string, enum: [a]", "a: A, b1: B, b2: B"), ("type: string", "AA: A, b1: B")):
            _, diagnostics = with_schemas(LISTED % a + X % mapping)
            self.assertEqual(codes(diagnostics), [], mapping)


class Absent(unittest.TestCase):
    def test_an_alternative_of_any_object_need_not_say_what_it_is(self):
        api, diagnostics = with_schemas(f"""{LISTED % "type: string"}
    M: {{properties: {{x: {{anyOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}, {{type: object}}],
        discriminator: {{propertyName: kind}}}}}}}}
""")
        self.assertEqual(codes(diagnostics), [])
        kind = next(one for model in api.models if model.name == "MX" for one in model.members)
        self.assertEqual((kind.wire_name, kind.presence, kind.access, kind.default), ("kind", "optional", "read_write", None))

    def test_a_member_that_is_added_in_writing_is_told(self):
        for b, is_added in (("{type: object, properties: {kind: {type: string}}}", False), ("{type: object}", True),
                            ("{type: object, properties: {b: {type: string}}}", True)):
            _, diagnostics = with_schemas(f"""
    A: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    B: {b}
    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}
""")
            said, = (one.message for one in diagnostics.sorted() if one.code == "RB093")
            self.assertEqual("is written with its value" in said, is_added, b)

    def test_a_member_that_requests_do_not_have_is_told_where_they_have_the_objects(self):
        path = """
openapi: 3.1.0
info: {title: T, version: "1"}
paths: {/x: {post: {operationId: x%s, responses: {"200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/X'}}}}}}}}
components:
  schemas:
    A: {type: object, required: [kind], properties: {kind: {type: string, readOnly: true}, a: {type: string}}}
    B: {type: object, required: [kind], properties: {kind: {type: string, readOnly: true}, b: {type: string}}}
    X: {%s, discriminator: {propertyName: kind}}
"""
        body = ", requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/X'}}}}"
        for sent, expected in ((body, ["RB093"]), ("", [])):
            _, diagnostics = lower(path % (sent, BOTH))
            self.assertEqual([one.code for one in diagnostics.sorted() if one.code != "RB056"], expected)

    def test_what_may_be_several_without_the_member_is_held_against_the_schema(self):
        for key, required, keyword in (("anyOf", "[v]", "schema"), ("anyOf", "[kind]", "known"), ("oneOf", "[v]", "known")):
            api, _ = with_schemas(f"""
    A: {{type: object, required: {required}, properties: {{kind: {{type: string}}, v: {{type: string}}, a: {{type: string}}}}}}
    B: {{type: object, required: {required}, properties: {{kind: {{type: string}}, v: {{type: string}}, b: {{type: string}}}}}}
    M: {{properties: {{x: {{{BOTH.replace("oneOf", key)}, discriminator: {{propertyName: kind}}}}}}}}
""")
            self.assertEqual([one.keyword for one in member_of(api, "M", "x").constraints], [keyword], (key, required))


if __name__ == "__main__":
    unittest.main()
