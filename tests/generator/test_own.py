# SPDX-License-Identifier: BSL-1.0
"""`x-restbind-type` and `x-restbind-name`: what becomes of them in the IR, and what is told."""

import re
import unittest

from tests.generator.documents import (
    HEAD,
    ROOT,
    codes,
    lower,
    lower_files,
    lower_report,
    member_of,
    messages,
    schema_member,
    with_schemas,
)

from restbind import ir, naming, render

OWN = '{name: "a::b", header: <a/b.hpp>}'


def sending(schema):
    """A document that sends a member `x` with this schema."""
    return (
        HEAD
        + f"""paths:
  /a: {{post: {{operationId: a, requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/M'}}}}}}}}, responses: {{'204': {{description: d}}}}}}}}
components: {{schemas: {{M: {{type: object, properties: {{x: {schema}}}}}}}}}
"""
    )


class Types(unittest.TestCase):
    def test_the_type_stands_wherever_the_value_does(self):
        api, diagnostics = with_schemas(
            f"""
            Id: {{type: string, x-restbind-type: {OWN}}}
            M:
              type: object
              properties:
                plain: {{$ref: '#/components/schemas/Id'}}
                here: {{type: [integer, 'null'], x-restbind-type: {OWN}}}
                list: {{type: array, items: {{type: boolean, x-restbind-type: {OWN}}}}}
                more: {{allOf: [{{$ref: '#/components/schemas/Id'}}, {{x-restbind-type: {{name: c, header: '"c.hpp"'}}}}]}}
        """
        )
        self.assertEqual(messages(diagnostics), [])
        own = ir.Own("a::b", "<a/b.hpp>", ("string",))
        self.assertEqual(api.named["Id"].type, own)
        self.assertEqual(member_of(api, "M", "plain").type, ir.Ref("Id"))
        self.assertEqual(
            member_of(api, "M", "here").type, ir.Own("a::b", "<a/b.hpp>", ("integer",))
        )
        self.assertEqual(member_of(api, "M", "here").presence, "optional_nullable")
        self.assertEqual(
            member_of(api, "M", "list").type.element, ir.Own("a::b", "<a/b.hpp>", ("boolean",))
        )
        self.assertEqual(member_of(api, "M", "more").type, own)  # of two the first

    def test_it_is_told_from_other_alternatives_by_its_json_type(self):
        member, api, _ = schema_member(
            f"{{oneOf: [{{type: integer, x-restbind-type: {OWN}}}, {{type: string}}, {{type: boolean}}]}}"
        )
        own = ir.Own("a::b", "<a/b.hpp>", ("integer",))
        self.assertEqual(
            member.type.alternatives[:3], (own, ir.Scalar("string"), ir.Scalar("boolean"))
        )
        self.assertEqual(
            [one.by for one in ir.alternatives_of(api.named, member.type)][:3], ["type"] * 3
        )

    def test_a_text_of_it_is_tried_before_a_plain_one(self):
        for schema in (
            f"{{anyOf: [{{type: string}}, {{type: string, x-restbind-type: {OWN}}}]}}",
            f"{{anyOf: [{{type: string, x-restbind-type: {OWN}}}, {{type: string}}]}}",
        ):
            member, _, _ = schema_member(schema)
            self.assertEqual(
                [type(one) for one in member.type.alternatives][:2], [ir.Own, ir.Scalar], schema
            )

    def test_so_it_is_among_alternatives_of_alternatives(self):
        api, _ = with_schemas(
            f"""
            Inner: {{oneOf: [{{type: string, x-restbind-type: {OWN}}}, {{type: integer}}]}}
            M: {{type: object, properties: {{x: {{oneOf: [{{type: string}}, {{$ref: '#/components/schemas/Inner'}}]}}}}}}
        """
        )
        self.assertEqual(
            [type(one) for one in member_of(api, "M", "x").type.alternatives][:2],
            [ir.Own, ir.Scalar],
        )

    def test_limits_that_are_not_checked_are_told(self):
        text = sending(
            f"{{type: string, maxLength: 3, pattern: a, format: uuid, x-restbind-type: {OWN}}}"
        )
        lowered, diagnostics = lower_report(text)
        self.assertEqual(codes(diagnostics), ["RB103", "RB103"])
        self.assertEqual(
            messages(diagnostics)[0], "`maxLength` is not checked: the value is of the type `a::b`"
        )
        self.assertEqual(
            [at.name for at, _ in lowered.survey.balance.unchecked], ["maxLength", "pattern"]
        )
        self.assertEqual(member_of(lowered.api, "M", "x").constraints, ())

    def test_those_of_what_holds_it_are_checked(self):
        api, diagnostics = lower(
            sending(
                f"{{type: array, minItems: 1, uniqueItems: true, items: {{type: string, x-restbind-type: {OWN}}}}}"
            )
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [one.keyword for one in member_of(api, "M", "x").constraints], ["minItems", "schema"]
        )

    def test_nothing_is_told_of_what_is_only_received(self):
        _, diagnostics = lower(
            sending(f"{{type: string, maxLength: 3, x-restbind-type: {OWN}}}")
            .replace("requestBody: {content", "x-a: {content")
            .replace(
                "'204': {description: d}",
                """'200': {description: d, content: {application/json:
              {schema: {$ref: '#/components/schemas/M'}}}}""",
            )
        )
        self.assertEqual(codes(diagnostics), [])

    def test_a_default_is_told_and_not_used(self):
        member, _, diagnostics = schema_member(
            f"{{type: string, default: a, x-restbind-type: {OWN}}}"
        )
        self.assertEqual((member.default, codes(diagnostics)), (None, ["RB034"]))

    def test_no_value_is_ever_indeterminate(self):
        api, _ = lower(
            sending(f"{{type: string, x-restbind-type: {OWN}}}").replace(
                "properties", "required: [x], properties"
            )
        )
        self.assertIn("    a::b x{};\n", render.render_api(api, "t")["models.hpp"])

    def test_equal_inline_objects_of_other_types_or_names_are_other_types(self):
        api, _ = with_schemas(
            f"""
            A: {{type: object, properties: {{p: {{type: object, properties: {{n: {{type: string}}}}}}}}}}
            B: {{type: object, properties: {{p: {{type: object, properties: {{n: {{type: string, x-restbind-type: {OWN}}}}}}}}}}}
            C: {{type: object, properties: {{p: {{type: object, properties: {{n: {{type: string, x-restbind-name: m}}}}}}}}}}
        """
        )
        self.assertEqual(sorted(one.name for one in api.models), ["A", "AP", "B", "BP", "C", "CP"])

    def test_the_guide_shows_the_codecs_that_are_tested(self):
        guide = (ROOT / "generator/own_types.md").read_text(encoding="utf-8")
        block = re.search(r"^```cpp\n(.*?)\n```$", guide, re.MULTILINE | re.DOTALL)[1]
        self.assertTrue(
            (ROOT / "tests/support/own_types.hpp")
            .read_text(encoding="utf-8")
            .endswith(f"\n{block}\n")
        )


class Names(unittest.TestCase):
    def test_a_name_stays_as_it_is_written_and_others_step_aside(self):
        api, diagnostics = with_schemas(
            """
            Basket: {type: object, properties: {n: {type: integer}}}
            Cart: {type: object, x-restbind-name: Basket, properties: {number: {type: integer}, no: {type: integer, x-restbind-name: number},
                   cartId: {type: integer, x-restbind-name: cartId}}}
        """
        )
        header = render.render_api(api, "t")["models.hpp"]
        self.assertIn(
            "struct Basket\n{\n    /** Optional; left out when empty. */\n    std::optional<std::int64_t> number_2{};",
            header,
        )
        self.assertIn("> number{};", header)
        self.assertIn("> cartId{};", header)
        self.assertIn("struct Basket_2\n", header)
        self.assertEqual(codes(diagnostics), ["RB033"])

    def test_a_schema_has_its_name_in_every_place_but_as_a_member(self):
        api, diagnostics = with_schemas(
            """
            Word: {type: string, x-restbind-name: Term}
            Kind: {type: string, enum: [one, two], x-restbind-name: Sort}
            M:
              type: object
              properties:
                list: {type: array, items: {type: object, x-restbind-name: Entry, properties: {n: {type: integer}}}}
                map: {type: object, additionalProperties: {type: string, enum: [left, right], x-restbind-name: Side}}
                inner: {type: object, x-restbind-name: within, properties: {n: {type: string}}}
        """
        )
        self.assertEqual(messages(diagnostics), [])
        header = render.render_api(api, "t")["models.hpp"]
        for words in (
            "using Term = std::string;",
            "struct Sort ",
            "struct Entry\n",
            "struct Side ",
            "std::optional<MInner> within{};",
        ):
            self.assertIn(words, header)

    def test_a_component_that_is_another_file_has_its_own_name(self):
        api, diagnostics = lower_files(
            {
                "test.yaml": HEAD
                + "components: {schemas: {Cart: {$ref: part.yaml, x-restbind-name: Basket}}}\n",
                "part.yaml": "{type: object, x-restbind-name: Other, properties: {n: {type: integer}}}\n",
            }
        )
        self.assertEqual([(one.name, one.called) for one in api.models], [("Cart", "Basket")])
        self.assertEqual((api.aliases, messages(diagnostics)), ((), []))

    def test_what_has_no_name_in_cpp_is_told(self):
        text = (
            HEAD
            + """paths:
  /a:
    get:
      operationId: a
      parameters: [{name: t, in: header, x-restbind-client-parameter: tenant, x-restbind-name: other, schema: {type: string}}]
      responses: {'204': {description: d}}
    trace: {operationId: b, x-restbind-name: c, responses: {'204': {description: d}}}
components: {schemas: {M: {type: object, properties: {x: {type: array, items: {type: string, x-restbind-name: y}}}}}}
"""
        )
        _, diagnostics = lower(text)
        self.assertEqual(
            [one.message for one in diagnostics.sorted() if one.code == "RB104"],
            [
                "nothing is called `other`: what the name is of has none in C++",
                "nothing is called `y`: what the name is of has none in C++",
            ],
        )

    def test_two_given_names_that_are_one_are_refused(self):
        given = [naming.Given("a"), naming.Given("a")]
        with self.assertRaisesRegex(
            naming.NameTaken, "`a` cannot be the name of this: something else has it"
        ):
            naming.Scope().names(given)
        self.assertEqual(naming.Scope().names(["a", naming.Given("a"), "a"]), ["a_2", "a", "a_3"])


if __name__ == "__main__":
    unittest.main()
