# SPDX-License-Identifier: BSL-1.0
"""What `restbind explain` tells of one schema, and of a code."""

import os
import pathlib
import re
import tempfile
import textwrap
import unittest

from tests.generator.documents import HEAD
from tests.generator.test_cli import run

from restbind import arguments, explain, options
from restbind.codes import CODES, NOTE
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document

SPEC = (
    HEAD
    + """paths:
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
)
APART = "What tells the alternatives apart:"

# What examples of overlays are applied to.
DOCUMENT = "components: {schemas: {Cart: {type: object, properties: {id: {type: integer}}}}}\n"

# Codes whose finding a part of a page cannot give, and why.
SHOWN_OTHERWISE = {
    "RB002": "a page is UTF-8 text and holds no such characters",
    "RB006": "hundreds of levels are no text for people",
    "RB090": "no document gives it; test_ledger.py breaks the generator for it",
}


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
        self.assertEqual(
            declaration,
            [
                "struct Cat",
                "{",
                '    std::string kind = "tom";',
                "    std::optional<std::string> name{};",
                "};",
            ],
        )
        self.assertEqual(assertions[0], "7 assertions:")
        self.assertIn(
            "    check (generated code checks it): /properties/name/maxLength", assertions
        )
        self.assertEqual(
            [one.splitlines()[0].split(": ", 2)[1] for one in findings], ["warning RB035"]
        )

    def test_alternatives_name_what_tells_them_apart(self):
        declaration, _, _ = self.told("Pet")
        self.assertEqual(
            declaration,
            [
                "using Pet = std::variant<Cat, Dog, boost::json::object>;",
                APART,
                '    Cat: an object whose member `kind` is "tom" or "Cat"',
                '    Dog: an object whose member `kind` is "Dog"',
                "    boost::json::object: any other object",
            ],
        )
        self.assertEqual(
            self.told("Any")[0][1:],
            [APART, "    std::string: a string", "    std::int64_t: an integer"],
        )
        self.assertEqual(
            self.told("Rest")[0][1:],
            [
                APART,
                "    Hen: an object whose member `n` is 1",
                "    Owl: an object whose member `n` has another value, or is missing",
                "    boost::json::object: any other object",
            ],
        )

    def test_without_such_a_member_those_decide_that_are_there(self):
        self.assertEqual(
            self.told("ByMembers")[0][1:],
            [
                APART,
                "    Size: a string",
                "    A: an object with `a` and `b`",
                "    B: an object with `c`",
                "    std::vector<std::int64_t>: a list that can be read as it",
                "    std::vector<bool>: a list that can be read as it",
                "    boost::json::object: any other object",
                "Of several objects the first is taken that lacks no required member and loses no member which another one has.",
            ],
        )

    def test_so_are_alternatives_of_a_member_that_have_no_name(self):
        self.assertEqual(
            self.told("Holder/properties/x")[0][1:],
            [APART, "    bool: true or false", "    double: a number"],
        )

    def test_an_enum_has_its_constants(self):
        self.assertEqual(
            self.told("Size")[0], ["enum Size", "{", "    slim = 1,", "    large,", "};"]
        )

    def test_a_part_of_a_type_has_no_type_of_its_own(self):
        declaration, assertions, _ = self.told("Cat/properties/name")
        self.assertEqual(declaration, ["No type of its own: it is part of the type around it."])
        self.assertIn("    check (generated code checks it): /maxLength", assertions)

    def test_what_is_no_schema_and_what_is_no_code_is_wrong_usage(self):
        for pointer, hint in (
            ("#/components/schemas/Cta", ": did you mean `Cat`?"),
            ("Cat", ": did you mean `#/components/schemas/Cat`?"),
            ("/components/schemas/Cat", ": did you mean `#/components/schemas/Cat`?"),
            ("#/info", ""),
        ):
            status, out, err = run("explain", self.spec, pointer)
            self.assertEqual((status, out), (2, ""), pointer)
            self.assertEqual(
                err,
                f"restbind: `{pointer}` is no schema of {self.spec} that something was made of{hint}\n",
            )
        for pointer in ("#", "#/components/schemas", "#/components"):
            self.assertEqual(run("explain", self.spec, pointer)[:2], (2, ""), pointer)
        self.assertEqual(run("explain", "RB999")[:2], (2, ""))
        self.assertEqual(
            run("explain", "RB031", "#/x"),
            (2, "", "restbind: `RB031` is the code of a finding, which has no `#/x`\n"),
        )

    def test_options_stand_anywhere(self):
        orders = (
            ("--formats", "annotate", self.spec, "#/components/schemas/Cat"),
            (self.spec, "--formats", "annotate", "#/components/schemas/Cat"),
        )
        first, second = (run("explain", *order) for order in orders)
        self.assertEqual((first, first[0]), (second, 0))

    def test_a_code_may_be_written_small(self):
        self.assertEqual(run("explain", "rb031"), run("explain", "RB031"))


class Codes(unittest.TestCase):
    """Each code has its page in codes.md, whose examples are put to the generator."""

    def findings(self, example):
        """What the generator finds in an example: a document, a part of one, or an overlay or an
        options file of DOCUMENT.
        """
        is_overlay, is_whole = (
            example.startswith(words) for words in ("overlay:", ("openapi:", "swagger:"))
        )
        is_options = example.startswith("spec:")
        with tempfile.TemporaryDirectory() as folder:
            paths = {
                name: pathlib.Path(folder, name)
                for name in ("spec.yaml", "overlay.yaml", "Square.yaml", "restbind.yaml")
            }
            paths["spec.yaml"].write_text(
                HEAD + DOCUMENT
                if is_overlay or is_options
                else example
                if is_whole
                else HEAD + example,
                encoding="utf-8",
            )
            paths["overlay.yaml"].write_text(example, encoding="utf-8")
            paths["Square.yaml"].write_text(
                "{type: object, required: [form], properties: {form: {type: string}}}\n",
                encoding="utf-8",
            )
            paths["restbind.yaml"].write_text(example, encoding="utf-8")
            diagnostics = Diagnostics()
            additions = (
                options.read(str(paths["restbind.yaml"]), arguments.keys(), diagnostics).additions
                if is_options
                else None
            )
            if not diagnostics.has_errors:
                lower_document(
                    str(paths["spec.yaml"]),
                    diagnostics,
                    [str(paths["overlay.yaml"])] if is_overlay else [],
                    additions=additions,
                )
        return diagnostics.sorted()

    def test_each_code_has_its_page_under_its_meaning(self):
        found = explain.pages()
        self.assertEqual(list(found), sorted(CODES))
        for name, page in found.items():
            self.assertEqual(page.what, CODES[name].meaning)
            self.assertRegex(page.why, r"\A[A-Z`](?s:.){60,}[.]\Z", name)
            self.assertNotIn("|", page.why, name)

    def test_the_table_is_that_of_the_codes(self):
        text = explain.PAGES.read_text(encoding="utf-8")
        table = "".join(
            f"| {name} | {'error, local' if known.local else known.severity} | {known.meaning} |\n"
            for name, known in sorted(CODES.items())
        )
        written = re.sub(
            r"(?<=\|---\|---\|---\|\n).*?(?=\n## )", lambda _: table, text, count=1, flags=re.DOTALL
        )
        if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
            explain.PAGES.write_text(written, encoding="utf-8")
            return
        self.assertIn(table, text)
        self.assertEqual(text, written)

    def test_what_stands_before_gives_the_code_and_what_stands_after_gives_nothing(self):
        for name, page in explain.pages().items():
            with self.subTest(name):
                self.assertEqual(
                    name in [one.code for one in self.findings(page.before)],
                    name not in SHOWN_OTHERWISE,
                )
                found = self.findings(page.after)
                self.assertEqual(
                    [str(one.text()) for one in found if one.code == name or one.severity != NOTE],
                    [],
                )

    def test_explain_prints_all_of_it(self):
        for name, known in CODES.items():
            status, out, err = run("explain", name)
            self.assertEqual(
                (status, err, out.splitlines()[0]),
                (0, "", f"{name}: {known.severity}: {known.meaning}."),
            )
        page = explain.pages()["RB031"]
        self.assertEqual(
            run("explain", "RB031")[1],
            f"RB031: warning: {page.what}.\nIt stops nothing, unless --strict is given. An operation that reaches "
            f"the place is not all that the document describes: the report calls it a fallback.\n\n{page.why}\n\n"
            f"Before:\n\n{textwrap.indent(page.before, '    ')}\nAfter:\n\n{textwrap.indent(page.after, '    ')}",
        )


if __name__ == "__main__":
    unittest.main()
