"""What `restbind explain` tells of one schema, and of a code."""

import pathlib
import tempfile
import unittest

from restbind.diagnostics import CODES
from tests.generator.documents import HEAD
from tests.generator.test_cli import run

SPEC = HEAD + """paths:
  /pets: {post: {operationId: addPet, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'204': {description: d}}}}
components:
  schemas:
    Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind, mapping: {tom: '#/components/schemas/Cat'}}}
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, name: {type: string, maxLength: 9, multipleOf: 2}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
    Size: {type: string, enum: [slim, large]}
    Rest: {oneOf: [{$ref: '#/components/schemas/Hen'}, {$ref: '#/components/schemas/Owl'}], discriminator: {propertyName: n, mapping: {1: Hen}, defaultMapping: Owl}}
    Hen: {type: object, required: [n], properties: {n: {type: integer}}}
    Owl: {type: object, properties: {n: {type: integer}}}
    A: {type: object, required: [a, b, s], properties: {a: {type: string}, b: {type: string}, s: {type: string}}}
    B: {type: object, required: [c, s], properties: {c: {type: string}, s: {type: string}}}
    ByMembers: {anyOf: [{$ref: '#/components/schemas/Size'}, {$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'},
                        {type: array, items: {type: integer}}, {type: array, items: {type: boolean}}]}
    Holder: {type: object, properties: {x: {oneOf: [{type: boolean}, {type: number}]}}}
    Any: {anyOf: [{type: string}, {type: integer}]}
"""
APART = "What tells the alternatives apart:"


class Explain(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.spec = pathlib.Path(kept.name) / "pets.yaml"
        self.spec.write_text(SPEC, encoding="utf-8")

    def told(self, name):
        """What is told of a component, in lines; the paragraph of findings apart."""
        status, out, err = run("explain", self.spec, f"#/components/schemas/{name}")
        self.assertEqual((status, err), (0, ""))
        place, declarations, assertions, *findings = out.rstrip("\n").split("\n\n")
        self.assertTrue(place.startswith(f"#/components/schemas/{name} ({self.spec}:"), place)
        return declarations.splitlines(), assertions.splitlines(), findings

    def test_a_model_has_its_members_and_its_assertions(self):
        declaration, assertions, findings = self.told("Cat")
        self.assertEqual(declaration, ["struct Cat", "{", '    std::string kind = "tom";', "    std::optional<std::string> name{};", "};"])
        self.assertEqual(assertions[0], "7 assertions:")
        self.assertIn("    check (generated code checks it): /properties/name/maxLength", assertions)
        self.assertEqual([one.splitlines()[0].split(": ", 2)[1] for one in findings], ["warning RB035"])

    def test_alternatives_name_what_tells_them_apart(self):
        declaration, _, _ = self.told("Pet")
        self.assertEqual(declaration, ["using Pet = std::variant<Cat, Dog, boost::json::object>;",
                                       APART, '    Cat: an object whose member `kind` is "tom" or "Cat"',
                                       '    Dog: an object whose member `kind` is "Dog"', "    boost::json::object: any other object"])
        self.assertEqual(self.told("Any")[0][1:], [APART, "    std::string: a string", "    std::int64_t: an integer"])
        self.assertEqual(self.told("Rest")[0][1:], [APART, "    Hen: an object whose member `n` is 1",
                                                    "    Owl: an object whose member `n` has another value, or is missing", "    boost::json::object: any other object"])

    def test_without_such_a_member_those_decide_that_are_there(self):
        self.assertEqual(self.told("ByMembers")[0][1:], [
            APART, "    Size: a string", "    A: an object with `a` and `b`", "    B: an object with `c`", "    std::vector<std::int64_t>: a list that can be read as it",
            "    std::vector<bool>: a list that can be read as it", "    boost::json::object: any other object",
            "Of several objects the first is taken that lacks no required member and loses no member which another one has."])

    def test_so_are_alternatives_of_a_member_that_have_no_name(self):
        self.assertEqual(self.told("Holder/properties/x")[0][1:], [APART, "    bool: true or false", "    double: a number"])

    def test_an_enum_has_its_constants(self):
        self.assertEqual(self.told("Size")[0], ["enum Size", "{", "    slim = 1,", "    large,", "};"])

    def test_a_part_of_a_type_has_no_type_of_its_own(self):
        declaration, assertions, _ = self.told("Cat/properties/name")
        self.assertEqual(declaration, ["No type of its own: it is part of the type around it."])
        self.assertIn("    check (generated code checks it): /maxLength", assertions)

    def test_what_is_no_schema_and_what_is_no_code_is_wrong_usage(self):
        status, out, err = run("explain", self.spec, "#/components/schemas/Cow")
        self.assertEqual((status, out, err), (2, "", f"restbind: `#/components/schemas/Cow` is no schema of {self.spec} that something was made of\n"))
        self.assertEqual(run("explain", "RB999")[:2], (2, ""))

    def test_each_code_has_a_meaning(self):
        for name, known in CODES.items():
            status, out, err = run("explain", name)
            self.assertEqual((status, err, out.splitlines()[0]), (0, "", f"{name}: {known.severity}: {known.meaning}."))
        self.assertEqual(run("explain", "RB031")[1].splitlines()[1], "It stops nothing, unless --strict is given. An operation that reaches the place is "
                         "not all that the document describes: the report calls it a fallback.")


if __name__ == "__main__":
    unittest.main()
