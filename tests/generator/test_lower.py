# SPDX-License-Identifier: BSL-1.0
"""From the document to the IR: types, members, limits, messages, operations, and what the own
document holds.
"""

import json
import pathlib
import re
import tempfile
import unittest

from tests.generator import slow
from tests.generator.documents import (
    HEAD,
    codes,
    lower,
    member_of,
    messages,
    places,
    schema_member,
    ticketing,
    with_schemas,
)

from restbind import ir, render
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document

OPEN = ir.Open("any")


def type_of(schema):
    member, _, diagnostics = schema_member(schema)
    assert diagnostics.text() == "", diagnostics.text()
    return member.type


def limits_of(schema):
    member, _, _ = schema_member(schema)
    return [(limit.keyword, limit.limits) for limit in member.checked.all]


class Enums(unittest.TestCase):
    def test_integer_and_string_enums(self):
        member, api, _ = schema_member(
            "{type: integer, enum: [800, 801, 900], x-restbind-enum-names: [a, b, c]}"
        )
        self.assertEqual(member.type, ir.Ref("MX"))
        self.assertEqual(
            (api.enums[0].base, api.enums[0].values, api.enums[0].names),
            ("int64", ("800", "801", "900"), ("a", "b", "c")),
        )
        self.assertEqual(
            [(one.keyword, one.limits, one.message) for one in member.constraints],
            [("enum", ("800", "801", "900"), "X must be 800, 801 or 900")],
        )
        _, api, _ = schema_member("{enum: [no, on]}")
        self.assertEqual(
            (api.enums[0].base, api.enums[0].values, api.enums[0].names),
            ("string", ("no", "on"), ("", "")),
        )

    def test_const_is_an_enum_of_one_value(self):
        _, api, _ = schema_member("{const: card}")
        self.assertEqual(api.enums[0].values, ("card",))

    def test_null_among_the_values_makes_the_member_nullable(self):
        member, api, diagnostics = schema_member("{type: [string, 'null'], enum: [a, null]}")
        self.assertEqual(
            (member.presence, api.enums[0].values, codes(diagnostics)),
            ("optional_nullable", ("a",), []),
        )
        self.assertEqual(schema_member("{enum: [a, null]}")[0].presence, "optional_nullable")
        self.assertEqual(schema_member("{enum: [a, b]}")[0].presence, "optional")

    def test_values_that_do_not_fit_are_told(self):
        self.assertEqual(codes(schema_member("{type: string, enum: [a, 5]}")[2]), ["RB018"])
        self.assertEqual(codes(schema_member("{type: string, enum: [a, a]}")[2]), ["RB018"])
        self.assertEqual(codes(schema_member("{type: string, enum: []}")[2]), ["RB018"])
        member, api, diagnostics = schema_member(
            "{type: string, nullable: true, enum: [], allOf: [{oneOf: [{const: open}, {const: closed}]}]}"
        )
        self.assertEqual(
            (codes(diagnostics), [one.values for one in api.enums], member.presence),
            (["RB018"], [("open", "closed")], "optional_nullable"),
        )
        member, _, diagnostics = schema_member(
            "{type: array, items: {type: string}, not: {items: {enum: []}}}"
        )
        self.assertEqual(
            (codes(diagnostics), member.constraints[0].limits),
            (["RB018"], ('{"not": {"items": {}}}',)),
        )

    def test_names_that_other_generators_know_are_taken(self):
        def names(schema):
            return schema_member(schema)[1].enums[0].names

        self.assertEqual(
            names("{type: integer, enum: [1, 2], x-enum-varnames: [low, high]}"), ("low", "high")
        )
        self.assertEqual(
            names("{type: integer, enum: [1, 2], x-enumNames: [low, high]}"), ("low", "high")
        )
        self.assertEqual(
            names(
                "{type: [integer, 'null'], enum: [null, 2, 2, 3], x-enum-varnames: [none, two, again, three]}"
            ),
            ("two", "three"),
        )
        self.assertEqual(names("{type: integer, enum: [1, 2], x-enum-varnames: [low]}"), ("", ""))
        self.assertEqual(
            names(
                "{type: integer, enum: [1, 2], x-restbind-enum-names: [a, b], x-enum-varnames: [low, high]}"
            ),
            ("a", "b"),
        )
        self.assertEqual(
            names("{type: string, enum: ['<', le], x-enum-descriptions: [Less, Less or equal]}"),
            ("Less", ""),
        )
        self.assertEqual(
            names(f"{{type: integer, enum: [1, 2], x-enum-descriptions: [Off, {'o' * 40}]}}"),
            ("Off", ""),
        )

    def test_titles_of_alternatives_name_values_that_are_no_words(self):
        _, api, _ = schema_member(
            "{oneOf: [{const: 1, title: In stock}, {const: 3, description: Sold out}, {const: 7}, "
            "{const: 9, title: '9'}]}"
        )
        self.assertEqual(
            (api.enums[0].values, api.enums[0].names),
            (("1", "3", "7", "9"), ("In stock", "Sold out", "", "")),
        )
        _, api, _ = schema_member(
            "{oneOf: [{const: gone, title: Sold out}, {const: '+', title: More}]}"
        )
        self.assertEqual(api.enums[0].names, ("", "More"))
        # of the member, not of the value
        self.assertEqual(schema_member("{const: 1, title: Version}")[1].enums[0].names, ("",))

    def test_descriptions_that_are_no_texts_name_nothing(self):
        self.assertEqual(
            schema_member("{type: integer, enum: [1, 2], x-enum-descriptions: [{a: b}, Off]}")[1]
            .enums[0]
            .names,
            ("", ""),
        )
        self.assertEqual(
            schema_member("{type: integer, enum: [1, 2], x-enum-descriptions: {'1': On}}")[1]
            .enums[0]
            .names,
            ("", ""),
        )

    def test_the_number_of_names_must_fit(self):
        _, _, diagnostics = schema_member(
            "{type: integer, enum: [1, 2], x-restbind-enum-names: [a]}"
        )
        self.assertEqual(
            (codes(diagnostics), messages(diagnostics)), (["RB017"], ["1 name for 2 values"])
        )
        self.assertEqual(
            codes(schema_member("{type: integer, enum: [1, 2], x-restbind-enum-names: [a, a]}")[2]),
            ["RB017"],
        )


class Presence(unittest.TestCase):
    def presence(self, schema, required=False):
        start = "M:\n  required: [x]\n" if required else "M:\n"
        api, _ = with_schemas(f"{start}  properties:\n    x: {schema}\n")
        found = member_of(api, "M", "x")
        return found.presence, found.default

    def test_presence_follows_the_table(self):
        for schema, required, expected in (
            ("{type: integer}", True, ("required", None)),
            ("{type: [integer, 'null']}", True, ("nullable", None)),
            ("{type: integer, default: 5}", True, ("required", None)),
            ("{type: integer}", False, ("optional", None)),
            ("{type: integer, default: 5}", False, ("defaulted", "5")),
            ("{type: [integer, 'null']}", False, ("optional_nullable", None)),
            ("{type: [integer, 'null'], default: null}", False, ("optional_nullable", None)),
            ("{}", True, ("required", None)),
        ):
            with self.subTest(schema, required=required):
                self.assertEqual(self.presence(schema, required), expected)

    def test_a_value_that_may_be_null_has_a_default_too(self):
        self.assertEqual(
            self.presence("{type: [integer, 'null'], default: 5}"), ("optional_nullable", "5")
        )

    def test_defaults_keep_their_text(self):
        for schema, default in (
            ("{type: number, default: 5.0}", "5.0"),
            ("{type: string, default: no}", "no"),
            ("{type: boolean, default: True}", "true"),
            ("{type: array, items: {type: string}, default: []}", "[]"),
            ("{type: integer, enum: [1, 2], default: 2}", "2"),
            ("{type: string, default: ''}", ""),
            ("{type: integer, default: 0x10}", "16"),
            ("{type: array, items: {type: [string, 'null']}, default: [a, null]}", '["a", null]'),
            ("{type: object, additionalProperties: {type: integer}, default: {a: 1}}", '{"a": 1}'),
            ("{properties: {n: {type: integer}}, required: [n], default: {n: 3}}", '{"n": 3}'),
            ("{default: [1, {a: b}]}", '[1, {"a": "b"}]'),
            ("{oneOf: [{type: integer}, {type: string}], default: auto}", '"auto"'),
            ("{type: string, format: date, default: 2024-02-29}", "2024-02-29"),
            ("{type: string, format: byte, default: aGk=}", "aGk="),
            (
                "{type: string, format: date-time, default: '2024-02-29T01:02:03Z'}",
                "2024-02-29T01:02:03Z",
            ),
            ("{anyOf: [{enum: [a]}, {type: string}], default: b}", "b"),
        ):
            with self.subTest(schema):
                self.assertEqual(self.presence(schema), ("defaulted", default))

    def test_a_default_that_does_not_fit_is_told_and_not_used(self):
        for schema, message in (
            (
                "{type: integer, default: a}",
                "the default must be an integer of type int64, not `a`",
            ),
            (
                "{type: integer, default: 0.5}",
                "the default must be an integer of type int64, not `0.5`",
            ),
            ("{type: string, default: 5}", "the default must be a string, not `5`"),
            ("{type: boolean, default: 'true'}", "the default must be true or false, not `true`"),
            ("{type: integer, minimum: 3, default: 2}", "the default `2` breaks minimum 3"),
            (
                "{type: integer, exclusiveMaximum: 3, default: 3}",
                "the default `3` breaks exclusiveMaximum 3",
            ),
            (
                "{type: number, minimum: 0.2, maximum: 5.0, default: 5.1}",
                "the default `5.1` breaks maximum 5.0",
            ),
            ("{type: string, maxLength: 2, default: abc}", "the default `abc` breaks maxLength 2"),
            (
                "{type: string, enum: [a, b], default: c}",
                "the default `c` is none of the enum's values",
            ),
            (
                "{type: array, items: {type: string}, default: {}}",
                "the default must be a list, not an object",
            ),
            ("{type: integer, multipleOf: 3, default: 4}", "the default `4` breaks multipleOf 3"),
            (
                "{type: array, items: {type: string}, minItems: 2, default: [a]}",
                "the default breaks minItems 2",
            ),
            (
                "{properties: {n: {type: integer}}, default: {n: a}}",
                "an object is no value of the schema, so that it is no default",
            ),
            (
                "{type: array, items: {type: integer, maximum: 3}, default: [1, 4]}",
                "a list is no value of the schema, so that it is no default",
            ),
            (
                "{properties: {n: {type: string, pattern: ^a}}, default: {n: b}}",
                "an object is no value of the schema, so that it is no default",
            ),
            (
                "{type: integer, anyOf: [{maximum: 2}, {minimum: 5}], default: 3}",
                "`3` is no value of the schema, so that it is no default",
            ),
            (
                "{type: string, pattern: ^a, default: b}",
                "`b` is no value of the schema, so that it is no default",
            ),
        ):
            with self.subTest(schema):
                member, _, diagnostics = schema_member(schema)
                self.assertEqual(
                    [(one.message, one.code, one.severity) for one in diagnostics.sorted()],
                    [(message, "RB015", "note")],
                )
                self.assertEqual((member.presence, member.default), ("optional", None))

    def test_a_default_that_is_not_surely_refused_is_used(self):
        for schema in (
            "{type: integer, oneOf: [{maximum: 5}, {minimum: 2}], default: 3}",
            "{type: integer, not: {minimum: 2}, default: 3}",
            "{type: array, items: {type: integer, nullable: true}, default: [1, null]}",
        ):
            with self.subTest(schema):
                member, _, diagnostics = schema_member(schema)
                self.assertEqual((member.presence, codes(diagnostics)), ("defaulted", []))

    def test_required_must_name_properties(self):
        _, diagnostics = with_schemas(
            "M: {required: [a, bb], properties: {a: {type: integer}, b: {type: integer}}}\n"
        )
        self.assertEqual(places(diagnostics), [("RB016", 5, 23)])


class Limits(unittest.TestCase):
    def test_both_forms_of_exclusive_limits(self):
        self.assertEqual(
            limits_of("{type: integer, exclusiveMinimum: 0}"), [("exclusiveMinimum", ("0",))]
        )
        self.assertEqual(
            limits_of("{type: integer, minimum: 0, exclusiveMinimum: true}"),
            [("exclusiveMinimum", ("0",))],
        )
        self.assertEqual(
            limits_of("{type: number, maximum: 5.0, exclusiveMaximum: false}"),
            [("maximum", ("5.0",))],
        )

    def test_minimum_and_maximum_are_one_range(self):
        member, _, _ = schema_member("{type: number, minimum: 0.2, maximum: 5.0}")
        self.assertEqual(
            [(one.keyword, one.limits, one.message) for one in member.constraints],
            [("range", ("0.2", "5.0"), "X must be between 0.2 and 5.0")],
        )
        self.assertEqual(
            limits_of("{type: number, minimum: 1, exclusiveMaximum: 5}"),
            [("minimum", ("1",)), ("exclusiveMaximum", ("5",))],
        )

    def test_limits_on_integers_are_whole_but_messages_keep_the_text(self):
        member, _, _ = schema_member("{type: integer, minimum: 5.0}")
        self.assertEqual(
            (member.constraints[0].limits, member.constraints[0].message),
            (("5",), "X must be greater than or equal to 5.0"),
        )

    def test_counts_and_lengths(self):
        self.assertEqual(
            limits_of("{type: array, items: {type: string}, minItems: 1, maxItems: 3}"),
            [("minItems", ("1",)), ("maxItems", ("3",))],
        )
        self.assertEqual(
            limits_of("{type: string, minLength: 0, maxLength: 3.0}"), [("maxLength", ("3",))]
        )

    def test_elements_have_limits_of_their_own(self):
        member, _, diagnostics = schema_member("{type: array, items: {type: integer, minimum: 1}}")
        self.assertEqual(
            [(one.keyword, one.message) for one in member.checked.of_elements],
            [("minimum", "X must be greater than or equal to 1")],
        )
        self.assertEqual(diagnostics.text(), "")

    def test_the_tightest_of_several_limits_counts(self):
        self.assertEqual(
            limits_of(
                "{type: integer, allOf: [{minimum: 3}, {minimum: 5}, {exclusiveMinimum: 5}]}"
            ),
            [("exclusiveMinimum", ("5",))],
        )

    def test_limits_that_the_type_keeps_anyway_are_left_out(self):
        self.assertEqual(
            limits_of("{type: integer, format: int32, minimum: -9999999999, maximum: 100}"),
            [("maximum", ("100",))],
        )

    def test_the_ends_of_the_integer_types_are_limits(self):
        for format_, low, high in (
            ("int32", -2147483648, 2147483647),
            ("int64", -9223372036854775808, 9223372036854775807),
            ("uint64", 0, 18446744073709551615),
        ):
            start = f"{{type: integer, format: {format_}"
            self.assertEqual(
                limits_of(f"{start}, minimum: {low}, maximum: {high}}}"),
                [("range", (str(low), str(high)))],
            )
            self.assertEqual(limits_of(f"{start}, minimum: {low - 1}, maximum: {high + 1}}}"), [])

    def test_a_limit_on_a_decimal_has_at_most_18_digits(self):
        self.assertEqual(
            limits_of(f"{{type: number, format: decimal, minimum: 0.{'1' * 17}}}"),
            [("minimum", (f"0.{'1' * 17}",))],
        )
        self.assertEqual(
            codes(schema_member(f"{{type: number, format: decimal, minimum: 0.{'1' * 18}}}")[2]),
            ["RB019"],
        )

    def test_a_number_that_no_double_holds_is_no_limit(self):
        self.assertEqual(limits_of("{type: number, minimum: 1e307}"), [("minimum", ("1e307",))])
        for number in ("-1e+308", "1.7976931348623157e+308", "5e-324", "1e-310"):
            self.assertEqual(
                limits_of(f"{{type: number, minimum: {number}}}"), [("minimum", (number,))]
            )
        for number in ("1e400", "1.8e308", "1e-400"):
            self.assertEqual(
                codes(schema_member(f"{{type: number, minimum: {number}}}")[2]), ["RB019"]
            )
        self.assertEqual(codes(schema_member("{type: number, minimum: .nan}")[2]), ["RB019"])

    def test_contradicting_limits_are_errors(self):
        for schema, message in (
            ("{type: integer, minimum: 5, maximum: 3}", "minimum 5 is greater than maximum 3"),
            (
                "{type: integer, exclusiveMinimum: 3, maximum: 3}",
                "exclusiveMinimum 3 and maximum 3 leave no value",
            ),
            (
                "{type: string, minLength: 5, maxLength: 3}",
                "minLength 5 is greater than maxLength 3",
            ),
            (
                "{type: array, items: {type: string}, minItems: 2, maxItems: 1}",
                "minItems 2 is greater than maxItems 1",
            ),
            (
                "{properties: {a: {type: string}}, minProperties: 2, maxProperties: 1}",
                "minProperties 2 is greater than maxProperties 1",
            ),
            (
                "{type: integer, format: int32, minimum: 9999999999}",
                "minimum 9999999999 leaves no value of type int32",
            ),
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual((member.constraints, diagnostics.stops), ((), False))
            self.assertEqual((codes(diagnostics), messages(diagnostics)), (["RB014"], [message]))

    def test_unusable_limits_are_told_and_left_out(self):
        for schema in (
            "{type: string, minLength: -1}",
            "{type: number, minimum: .inf}",
            "{type: number, format: decimal, minimum: 1e3}",
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual((member.constraints, codes(diagnostics)), ((), ["RB019"]), schema)

    def test_limits_of_integers_are_whole(self):
        for schema, expected in (
            ("minimum: 0.5", ("minimum", ("1",))),
            ("exclusiveMinimum: 0.5", ("minimum", ("1",))),
            ("maximum: 2.5", ("maximum", ("2",))),
            ("exclusiveMaximum: -2.5", ("maximum", ("-3",))),
        ):
            member, _, diagnostics = schema_member(f"{{type: integer, {schema}}}")
            self.assertEqual(
                ([(one.keyword, one.limits) for one in member.constraints], codes(diagnostics)),
                ([expected], []),
                schema,
            )

    def test_limits_without_a_condition_of_their_own_are_checked_as_a_schema(self):
        for schema, text in (
            ("{type: string, format: date, minLength: 3}", '{"minLength": 3}'),
            ("{minimum: 3}", '{"minimum": 3}'),
            ("{type: number, format: decimal, enum: [1.50, 2]}", '{"enum": [1.50, 2]}'),
            ("{type: string, not: {const: a}}", '{"not": {"const": "a"}}'),
            (
                "{type: array, items: {type: string}, contains: {const: a}, maxContains: 2}",
                '{"contains": {"const": "a"}, "maxContains": 2}',
            ),
            (
                "{type: array, prefixItems: [{type: string}]}",
                '{"type": "array", "prefixItems": [{"type": "string"}]}',
            ),
            (
                "{type: array, items: {type: string}, contains: false, minContains: 0}",
                '{"contains": false, "minContains": 0}',
            ),
            (
                "{type: array, items: {type: string}, if: false, then: {minItems: 1}, else: {maxItems: 1}}",
                '{"if": false, "then": {"minItems": 1}, "else": {"maxItems": 1}}',
            ),
            ("{type: object, propertyNames: false}", '{"type": "object", "propertyNames": false}'),
            (
                "{type: object, propertyNames: {maxLength: 3}}",
                '{"type": "object", "propertyNames": {"maxLength": 3}}',
            ),
            # their texts are compared
            (
                "{type: array, items: {type: string, format: date-time}, uniqueItems: true}",
                '{"uniqueItems": true}',
            ),
            # The runtime reads no integer that it does not keep.
            (
                "{type: number, not: {enum: [18446744073709551615, 18446744073709551616, -9223372036854775808, -9223372036854775809, 1e30]}}",
                '{"not": {"enum": [18446744073709551615, 18446744073709551616e0, -9223372036854775808, -9223372036854775809e0, 1e30]}}',
            ),
            (
                "{type: number, not: {minimum: 0x123456789012345678901}}",
                '{"not": {"minimum": 1375488932351661432080641e0}}',
            ),
        ):
            self.assertEqual(limits_of(schema), [("schema", (text,))], schema)

    def test_limits_with_a_condition_of_their_own(self):
        for schema, limits in (
            ("{type: string, pattern: '^a'}", [("pattern", ("^a",))]),
            (
                "{type: string, format: uuid, pattern: '^a'}",
                [("pattern", ("^a",)), ("format", ("uuid",))],
            ),
            (
                "{allOf: [{type: string, format: uri}, {format: uri}, {format: email}]}",
                [("format", ("uri",)), ("format", ("email",))],
            ),
            ("{type: string, format: regex}", []),
            ("{type: string, format: date}", []),
            ("{type: string, format: uuid, enum: [a]}", [("enum", ("a",))]),
            ("{type: number, multipleOf: 0.10}", [("multipleOf", ("0.10",))]),
            (
                "{type: array, items: {type: string}, uniqueItems: true}",
                [("uniqueItems", ("true",))],
            ),
            ("{type: array, items: {type: string}, uniqueItems: false}", []),
            (
                "{type: object, additionalProperties: {type: string}, maxProperties: 3}",
                [("maxProperties", ("3",))],
            ),
            ("{oneOf: [{type: integer}, {type: string}]}", []),
            ("{type: string, x-extensible-enum: [a, b]}", []),
            ("{type: [string, boolean], format: email}", [("format", ("email",))]),
            ("{anyOf: [{type: string}, {type: integer}], format: uuid}", [("format", ("uuid",))]),
            (
                "{type: array, items: {type: array, items: {type: string, minLength: 1}}}",
                [("minLength", ("1",))],
            ),
            (
                "{type: object, additionalProperties: {type: array, items: {type: string, maxLength: 3}}}",
                [("maxLength", ("3",))],
            ),
            (
                "{type: array, items: {oneOf: [{type: string, minLength: 2}, {type: integer}]}}",
                [("minLength", ("2",))],
            ),
            (
                "{oneOf: [{type: integer, minimum: 1}, {type: string, maxLength: 3}]}",
                [("minimum", ("1",)), ("maxLength", ("3",))],
            ),
            (
                "{type: [string, integer, array], items: {type: number, maximum: 2}, minLength: 1, minimum: 2, maxItems: 3}",
                [
                    ("minLength", ("1",)),
                    ("minimum", ("2",)),
                    ("maxItems", ("3",)),
                    ("maximum", ("2",)),
                ],
            ),
            ("{type: boolean, const: true}", [("enum", ("true",))]),
            ("{type: number, enum: [1.50, 2]}", [("enum", ("1.50", "2"))]),
            ("{enum: [1, a, true]}", [("enum", ("1",)), ("enum", ("a",)), ("enum", ("true",))]),
            ("{type: [string, number], format: date}", []),
            ("{type: [integer, boolean], format: uuid}", []),
        ):
            self.assertEqual(limits_of(schema), limits, schema)
        self.assertEqual(codes(schema_member("{type: [integer, string], format: uuid}")[2]), [])
        self.assertEqual(
            codes(schema_member("{type: [integer, string], format: knitting}")[2]),
            ["RB032", "RB032"],
        )
        text = "{type: array, items: {type: string, format: date-time}, uniqueItems: true, x-restbind-messages: {uniqueItems: 'no {Field}'}}"
        member, _, _ = schema_member(text)
        self.assertEqual([one.message for one in member.constraints], ["no X"])
        member, _, diagnostics = schema_member(
            "{type: object, additionalProperties: {type: integer, minimum: 1}}"
        )
        self.assertEqual(
            ([one.keyword for one in member.checked.of_elements], codes(diagnostics)),
            (["minimum"], []),
        )

    def test_formats_are_limits_unless_they_only_say_what_is_meant(self):
        text = """openapi: 3.1.0
info: {title: T, version: '1'}
x-restbind-messages: {format: '{Field} is no {limit}'}
paths:
  /a/{id}:
    post:
      operationId: put_a
      parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}},
                   {name: hosts, in: query, schema: {type: array, items: {type: string, format: hostname}}}]
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {
        mail: {type: string, format: email}, links: {type: object, additionalProperties: {type: string, format: uri}}, day: {type: string, format: date}}}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {type: object, properties: {mail: {type: string, format: email}}}}}}}
"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "spec.yaml")
            path.write_text(text, encoding="utf-8")
            for option, wanted in (
                (
                    "check",
                    {
                        "Id is no uuid",
                        "Hosts is no hostname",
                        "Mail is no email",
                        "Links is no uri",
                    },
                ),
                ("annotate", set()),
            ):
                diagnostics = Diagnostics()
                api = lower_document(str(path), diagnostics, formats=option).api
                headers = render.render_api(api, "api")["validation.hpp"]
                self.assertEqual(set(re.findall(r"\w+ is no [\w-]+", headers)), wanted)
                self.assertEqual(
                    (codes(diagnostics), "detail/checks.hpp" in headers), ([], option == "check")
                )

    def test_an_object_as_a_whole_has_limits_of_its_own(self):
        api, diagnostics = with_schemas(
            """
            M: {type: object, minProperties: 1, dependentRequired: {a: [b]}, properties: {a: {type: string}, b: {type: string}}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [(one.keyword, one.limits) for one in api.models[0].constraints],
            [("minProperties", ("1",)), ("schema", ('{"dependentRequired": {"a": ["b"]}}',))],
        )

    def test_references_in_a_schema_text_come_along(self):
        api, _ = with_schemas(
            """
            A: {type: array, items: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string, nullable: true, minLength: 1}]}}
            M: {properties: {x: {not: {$ref: '#/components/schemas/A'}}}}
            """
        )
        self.assertEqual(
            member_of(api, "M", "x").constraints[0].limits[0],
            '{"not": {"$ref": "#/$defs/0"}, "$defs": {"0": {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/0"}, '
            '{"anyOf": [{"type": "null"}, {"type": "string", "minLength": 1}]}]}}}}',
        )

    def test_a_schema_too_large_for_a_header_is_told(self):
        names = ", ".join(f"n{number}" for number in range(40_000))
        self.assertEqual(
            codes(schema_member(f"{{type: string, not: {{enum: [{names}]}}}}")[2]), ["RB031"]
        )

    @slow
    def test_alternatives_that_refer_to_too_much_are_checked_by_what_each_says_of_itself(self):
        names = ", ".join(f"n{number}" for number in range(40_000))
        big = f"""
            A: {{type: object, required: [n], properties: {{n: {{type: string, enum: [{names}]}}}}}}
            B: {{type: object, required: [m], properties: {{m: {{$ref: '#/components/schemas/A'}}}}}}
            """
        for choices, text, expected in (
            (
                "anyOf: [{type: string, maxLength: 5}, {$ref: '#/components/schemas/A'}, {type: array, items: {$ref: '#/components/schemas/B'}}]",
                "",
                [],
            ),
            ("oneOf: [{type: string, maxLength: 5}, {$ref: '#/components/schemas/A'}]", "", []),
            (
                "oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]",
                '{"anyOf": [{"type": "object", "required": ["n"]}, {"type": "object", "required": ["m"]}]}',
                ["RB031"],
            ),
        ):
            api, diagnostics = with_schemas(
                f"{big}M: {{properties: {{x: {{{choices}}}}}}}\n".replace("            ", "")
            )
            self.assertEqual(
                ([one.limits for one in member_of(api, "M", "x").constraints], codes(diagnostics)),
                ([(text,)] if text else [], expected),
                choices,
            )

    def test_an_alternative_that_cannot_be_resolved_leaves_the_schema_readable(self):
        names = ", ".join(f"n{number}" for number in range(40_000))
        big = f"A: {{type: object, required: [n], properties: {{n: {{type: string, enum: [{names}]}}}}}}\n"
        api, diagnostics = with_schemas(
            f"{big}M: {{type: object, properties: {{x: {{anyOf: [{{$ref: '#/components/schemas/A'}}, "
            "{type: string, maxLength: 5, not: {$ref: '#/nowhere'}}]}}}\n"
        )
        for one in member_of(api, "M", "x").constraints:
            json.loads(one.limits[0])
        self.assertIn("RB020", codes(diagnostics))

    def test_what_only_comes_in_responses_is_not_told_to_be_unchecked(self):
        names = ", ".join(f"n{number}" for number in range(40_000))
        schema = f"{{type: object, properties: {{x: {{type: string, not: {{enum: [{names}]}}}}}}}}"
        body = "content: {application/json: {schema: {$ref: '#/components/schemas/M'}}}"
        for use, expected in (
            (f"responses: {{'200': {{description: d, {body}}}}}", []),
            (
                f"requestBody: {{{body}}}\n      responses: {{'200': {{description: d, {body}}}}}",
                ["RB031"],
            ),
        ):
            _, diagnostics = lower(
                f"{HEAD}paths:\n  /a:\n    put:\n      operationId: act\n      {use}\n"
                f"components: {{schemas: {{M: {schema}}}}}\n"
            )
            self.assertEqual(codes(diagnostics), expected, use)

    def test_keywords_that_do_not_fit_the_type_are_told(self):
        self.assertEqual(codes(schema_member("{type: integer, minLength: 3}")[2]), ["RB035"])


class Messages(unittest.TestCase):
    def message(self, root="", own=""):
        api, diagnostics = lower(
            f"""{HEAD}{root}
components:
  schemas:
    M:
      properties:
        zoomFactor: {{type: number, minimum: 0.2, maximum: 5.0{own}}}
"""
        )
        return member_of(api, "M", "zoomFactor").constraints[0].message if api else diagnostics

    def test_the_schema_wins_over_the_document_and_that_over_ours(self):
        root = 'x-restbind-messages: {range: "{field}: {minimum}..{maximum}"}'
        self.assertEqual(self.message(), "ZoomFactor must be between 0.2 and 5.0")
        self.assertEqual(self.message(root), "zoomFactor: 0.2..5.0")
        self.assertEqual(
            self.message(root, ', x-restbind-messages: {range: "{Field}!"}'), "ZoomFactor!"
        )

    def test_own_messages_for_minimum_split_the_range(self):
        self.assertEqual(
            self.message(own=', x-restbind-messages: {minimum: "too low: {limit}"}'), "too low: 0.2"
        )

    def test_an_unknown_placeholder_is_an_error_at_its_place(self):
        found = self.message('x-restbind-messages: {range: "{Field} {limit}"}')
        self.assertEqual(places(found), [("RB084", 3, 39)])

    def test_a_message_for_an_unknown_keyword_is_an_error(self):
        self.assertEqual(codes(self.message("x-restbind-messages: {minimun: x}")), ["RB012"])

    def test_a_message_that_no_check_says_is_told(self):
        for beside, found in (
            ("maximum: 2, x-restbind-messages: {maximum: no}", []),
            ("x-restbind-messages: {maximum: no}", ["RB092"]),
            ("minimum: 1, maximum: 2, x-restbind-messages: {range: no, maximum: no}", ["RB092"]),
            ("x-restbind-messages: {required: no}", []),
        ):
            with self.subTest(beside):
                self.assertEqual(
                    codes(
                        lower(
                            f"""{HEAD}
paths:
  /a: {{get: {{operationId: a, parameters: [{{in: query, name: x, schema: {{type: integer, {beside}}}}}], responses: {{'204': {{description: ok}}}}}}}}
"""
                        )[1]
                    ),
                    found,
                )

    def test_text_in_braces_that_is_no_placeholder_stays(self):
        self.assertEqual(
            self.message('x-restbind-messages: {range: "{} {0} {Field}"}'), "{} {0} ZoomFactor"
        )


class OwnDocument(unittest.TestCase):
    """spec/ticketing-v1.yaml, against values typed by hand from the service specification."""

    def limits(self, model, name):
        return [
            (one.keyword, one.limits, one.message)
            for one in member_of(ticketing(), model, name).constraints
        ]

    # proves: R8-1
    def test_all_limits_of_section_8_are_in_the_document(self):
        api = ticketing()
        grant = api.schemes[0].grant
        self.assertEqual((grant.lifetime_seconds, grant.renew_before_seconds), (3600, 300))
        self.assertEqual(
            self.limits("VenuePictureRequest", "zoom"),
            [("range", ("0.2", "5.0"), "Zoom must be between 0.2 and 5.0")],
        )
        self.assertEqual(
            self.limits("VenuePictureRequest", "option"),
            [("enum", ("800", "801"), "Option must be 800 or 801")],
        )
        self.assertEqual(
            self.limits("AllocateBestSeatsRequest", "quantity"),
            [("range", ("1", "10"), "Quantity must be between 1 and 10")],
        )
        self.assertEqual(
            self.limits("AllocateManualSeatsRequest", "detail"),
            [("minItems", ("1",), "Detail must contain at least one seat operation")],
        )
        stock = next(one for one in api.error_codes if one.code == 10402)
        self.assertEqual(
            (stock.statuses, stock.condition),
            ((409,), "The requested quantity exceeds the available stock."),
        )

    # proves: R8-1
    def test_the_typical_validity_of_a_token_is_noted(self):
        from tests.generator.documents import SPEC

        self.assertIn("`expires_in` is typically 3599", SPEC.read_text(encoding="utf-8"))

    # proves: R5-1
    def test_tokens_are_asked_for_as_section_5_2_says(self):
        grant = ticketing().schemes[0].grant
        self.assertEqual(
            (grant.url, grant.scopes, grant.authentication),
            (
                "{auth_url}/{directory_id}/oauth2/v2.0/token",
                ("api://{api_app_guid}/.default",),
                "client_secret_post",
            ),
        )
        self.assertEqual(
            [one.name for one in grant.variables], ["auth_url", "directory_id", "api_app_guid"]
        )

    # proves: R7-8
    def test_all_ten_error_codes_are_in_the_document(self):
        expected = {
            13001: ((422,), "allocateManualSeats", "The cartId does not match the cart item."),
            13002: (
                (422, 400),
                "allocateManualSeats",
                "The eventSessionId is not valid for the cart item.",
            ),
            13003: ((422, 400), "allocateManualSeats", "The cart item is not a session-type item."),
            13004: (
                (422, 400),
                "allocateManualSeats",
                "The cart item is disabled and cannot be modified.",
            ),
            13005: ((404,), "allocateManualSeats", "The cart item is not found."),
            10103: ((404,), "venuePicture", "The venue does not exist for the client."),
            12004: ((404,), "allocateProducts", "The cart does not exist."),
            10400: ((404,), "allocateProducts", "The product does not exist."),
            10401: ((409,), "allocateProducts", "The product is out of stock."),
            10402: (
                (409,),
                "allocateProducts",
                "The requested quantity exceeds the available stock.",
            ),
        }
        self.assertEqual(
            {
                one.code: (one.statuses, one.operation, one.condition)
                for one in ticketing().error_codes
            },
            expected,
        )

    # proves: R1-4
    def test_paths_have_version_resource_and_action(self):
        found = {one.id: (one.method, one.path) for one in ticketing().operations}
        self.assertEqual(
            found,
            {
                "listEvents": ("get", "/api/v1/catalog/events"),
                "allocateManualSeats": ("post", "/api/v1/cart/allocateManualSeats"),
                "allocateBestSeats": ("post", "/api/v1/cart/allocateBestSeats"),
                "confirmOrder": ("post", "/api/v1/order/confirm"),
                "venuePicture": ("post", "/api/v1/{ext}/catalog/venues/picture"),
                "allocateProducts": ("post", "/api/v1/{ext}/cart/allocateProducts"),
            },
        )

    # proves: R1-5
    def test_the_vendor_segment_is_a_setting_of_the_client(self):
        found = next(one for one in ticketing().client_parameters if one.name == "ext")
        self.assertEqual((found.wire_name, found.place, found.default), ("ext", "path", "ext"))

    # proves: R1-6
    def test_both_environments_are_named_without_an_address(self):
        self.assertEqual([one.name for one in ticketing().environments], ["staging", "production"])
        self.assertNotIn("invalid", repr(ticketing().environments))

    # proves: R1-2
    def test_the_tenant_is_a_setting_of_the_client_that_every_operation_sends(self):
        found = next(one for one in ticketing().client_parameters if one.name == "tenant")
        self.assertEqual(
            (found.wire_name, found.place, found.default), ("x-tenant", "header", None)
        )
        for one in ticketing().operations:
            self.assertIn("tenant", [parameter.client_name for parameter in one.parameters], one.id)

    # proves: R4.1-1, R7-5
    def test_seat_operations_have_the_rules_and_messages_of_the_specification(self):
        request, seat = "AllocateManualSeatsRequest", "SeatOperation"
        self.assertEqual(
            self.limits(request, "cartId"),
            [("minimum", ("0",), "CartId must be greater than or equal to 0")],
        )
        self.assertEqual(
            self.limits(request, "cartItemId"),
            [("minimum", ("0",), "CartItemId must be greater than or equal to 0")],
        )
        self.assertEqual(
            self.limits(request, "eventSessionId"),
            [("exclusiveMinimum", ("0",), "EventSessionId must be greater than 0")],
        )
        self.assertEqual(
            self.limits(seat, "seatId"),
            [("exclusiveMinimum", ("0",), "SeatId must be greater than 0")],
        )
        self.assertEqual(
            self.limits(seat, "rateId"),
            [("exclusiveMinimum", ("0",), "RateId must be greater than 0")],
        )
        rule = next(one for one in ticketing().models if one.name == request).rules[0]
        self.assertEqual(
            (rule.field_path, rule.message),
            (
                "cartItemId",
                "CartItemId must be provided when deselecting seats, because a non-existent cart item cannot be deselected from",
            ),
        )

    # proves: R4.1-3
    def test_seat_properties_are_typed_and_nullable_as_tabled(self):
        found = next(one for one in ticketing().models if one.name == "SeatProperties")
        kinds = {one.wire_name: (one.type.kind, one.presence) for one in found.members}
        integers = "seatId categoryId contingentId designationId floorId blockId status type"
        expected = {name: ("int64", "required") for name in integers.split()}
        expected |= {name: ("int64", "nullable") for name in "accessId tribuneId doorId".split()}
        expected |= {
            name: ("string", "required")
            for name in "categoryLabel designationLabel floorLabel blockLabel rank seat".split()
        }
        expected |= {
            name: ("string", "nullable") for name in "accessLabel tribuneLabel doorLabel".split()
        }
        expected |= {name: ("double", "required") for name in "coordX coordY rotation".split()}
        expected["isNumbered"] = ("boolean", "required")
        self.assertEqual(kinds, expected)

    # proves: R7-3
    def test_500_and_503_are_retried_as_specified(self):
        for one in ticketing().operations:
            self.assertEqual(
                (one.retry.attempts, one.retry.initial_delay_ms, one.retry.multiplier),
                (3, 1000, 2),
                one.id,
            )
            self.assertEqual(
                one.retry.statuses, (503,) if one.id == "confirmOrder" else (500, 503), one.id
            )

    # proves: A-1, A-2, A-3, A-4, A-5, A-6, A-7, A-8, A-9, A-10, A-11, A-12, A-13
    def test_every_assumption_is_listed_with_its_place(self):
        found = {id_ for one in ticketing().assumptions for id_ in one.ids}
        self.assertEqual(found, {f"A-{number}" for number in range(1, 14)})
        for one in ticketing().assumptions:
            self.assertGreater(one.line, 0)
            self.assertTrue(one.pointer.startswith("#/"), one)
            self.assertTrue(one.text)

    # proves: A-9
    def test_money_is_exact_decimal_everywhere(self):
        amounts = [
            (model.name, one.wire_name, one.type.kind)
            for model in ticketing().models
            for one in model.members
            if one.wire_name in ("amount", "fees")
        ]
        self.assertEqual({kind for _, _, kind in amounts}, {"decimal"})
        self.assertEqual(len(amounts), 5)

    # proves: A-10
    def test_all_identifiers_are_signed_64_bit(self):
        for model in ticketing().models:
            for one in model.members:
                if one.wire_name.endswith("Id"):
                    self.assertEqual(one.type, ir.Scalar("int64"), f"{model.name}.{one.wire_name}")

    def test_the_document_gives_no_findings(self):
        from tests.generator.documents import SPEC

        from restbind.diagnostics import Diagnostics
        from restbind.lower.document import lower_document

        diagnostics = Diagnostics(strict=True)
        lower_document(str(SPEC), diagnostics)
        self.assertEqual(diagnostics.text(), "")


if __name__ == "__main__":
    unittest.main()
