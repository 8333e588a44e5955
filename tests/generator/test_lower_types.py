# SPDX-License-Identifier: BSL-1.0
"""Schemas become types: what is expressed, what is merged, and what becomes open JSON with a
warning.
"""

import time
import unittest

from tests.generator.documents import (
    HEAD,
    codes,
    lower,
    lower_files,
    member_of,
    messages,
    places,
    schema_member,
    with_schemas,
)

from restbind import ir
from restbind.cpp.names import Names
from restbind.cpp.shared_names import called

OPEN = ir.Open("any")


def type_of(schema):
    """The type of a schema that gives no finding."""
    member, _, diagnostics = schema_member(schema)
    assert diagnostics.text() == "", diagnostics.text()
    return member.type


class Types(unittest.TestCase):
    def test_an_object_among_the_types_of_a_component_has_a_name_of_its_own(self):
        api, diagnostics = with_schemas(
            "T: {type: [object, string], properties: {a: {type: string}}}\n"
        )
        self.assertEqual(
            (
                [one.name for one in api.models],
                [(one.name, one.type) for one in api.aliases],
                codes(diagnostics),
            ),
            (["TObject"], [("T", ir.OneOf((ir.Ref("TObject"), ir.Scalar("string"))))], []),
        )

    def test_scalars(self):
        for schema, kind in (
            ("type: boolean", "boolean"),
            ("type: integer", "int64"),
            ("{type: integer, format: int32}", "int32"),
            ("{type: integer, format: int64}", "int64"),
            ("{type: integer, format: uint64}", "uint64"),
            ("type: number", "double"),
            ("{type: number, format: float}", "double"),
            ("{type: number, format: decimal}", "decimal"),
            ("type: string", "string"),
            ("{type: string, format: date}", "date"),
            ("{type: string, format: date-time}", "date-time"),
            ("{type: string, format: byte}", "base64"),
            ("{type: string, contentEncoding: base64}", "base64"),
            ("{type: string, format: uuid}", "string"),
            ("{type: string, contentEncoding: base64, contentMediaType: image/png}", "base64-png"),
            ("{type: string, contentEncoding: base64, contentMediaType: image/jpeg}", "base64"),
            ("{type: string, contentMediaType: image/jpeg}", "string"),
        ):
            with self.subTest(schema):
                self.assertEqual(type_of(schema), ir.Scalar(kind))

    def test_an_integer_is_of_its_format_or_from_0_to_beyond_int64_unsigned(self):
        for limits, kind in (
            ("minimum: 0, maximum: 18446744073709551615", "uint64"),
            ("const: 9223372036854775808", "uint64"),
            ("enum: [1, 9223372036854775808]", "uint64"),
            ("minimum: 5, exclusiveMaximum: 9223372036854775808", "uint64"),
            ("exclusiveMinimum: 0, maximum: 1e20", "uint64"),
            ("format: uint32, minimum: 0, maximum: 1e20", "uint64"),
            ("minimum: 0, maximum: 9223372036854775807", "int64"),
            ("minimum: -1, maximum: 18446744073709551615", "int64"),
            ("maximum: 18446744073709551615", "int64"),
            ("minimum: 0", "int64"),
            # the format is more than the limit
            ("format: int64, minimum: 0, maximum: 18446744073709551615", "int64"),
            ("format: uint32, minimum: 0, maximum: 4294967295", "int64"),
            *(
                (f"format: {kind}", kind)
                for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint64")
            ),
        ):
            with self.subTest(limits):
                self.assertEqual(type_of(f"{{type: integer, {limits}}}"), ir.Scalar(kind))

    def test_a_number_with_a_format_of_integers_is_that_integer(self):
        for schema, kind in (
            *(
                (f"type: number, format: {kind}", kind)
                for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint64")
            ),
            ("type: number, format: uint32", "int64"),
            ("type: number, format: int64, minimum: 1, example: 2.0", "int64"),
            ("type: [number, 'null'], format: int32", "int32"),
            ("allOf: [{type: number}, {format: int32}]", "int32"),
        ):
            with self.subTest(schema):
                member, _, diagnostics = schema_member(f"{{{schema}}}")
                self.assertEqual((member.type, diagnostics.text()), (ir.Scalar(kind), ""))

    def test_a_number_with_a_format_of_integers_and_a_value_between_them_stays_a_number(self):
        for stated in (
            "enum: [0.5, 1]",
            "const: 1.5",
            "default: 0.5",
            "example: 9.99",
            "examples: [9.99]",
            "multipleOf: 0.01",
            "minimum: 0.01",
        ):
            with self.subTest(stated):
                member, _, diagnostics = schema_member(f"{{type: number, format: int32, {stated}}}")
                self.assertEqual(
                    (member.type, codes(diagnostics)), (ir.Scalar("double"), ["RB032"])
                )
                self.assertIn(
                    "the format `int32` means whole numbers, but the schema names others; the value is a double",
                    messages(diagnostics),
                )
        self.assertEqual(
            messages(schema_member("{type: string, format: int32}")[2]),
            ["the format `int32` is not known for type `string`; the value is a string"],
        )

    def test_an_enum_of_numbers_with_a_format_of_integers_is_one_of_integers(self):
        api, _ = with_schemas("E: {type: number, format: int64, enum: [1, 2]}\n")
        self.assertEqual([(one.base, one.values) for one in api.enums], [("int64", ("1", "2"))])

    def test_a_listed_integer_that_the_type_cannot_hold_is_told(self):
        for schema in ("enum: [-1, 9223372036854775808]", "enum: [1, 100000000000000000000]"):
            _, diagnostics = with_schemas(f"    X: {{type: integer, {schema}}}")
            self.assertIn("RB030", [one.code for one in diagnostics.sorted()], schema)

    def test_an_enum_has_the_values_that_all_layers_list(self):
        for schema, values in (
            ("{allOf: [{$ref: '#/components/schemas/K'}], const: dog}", ("dog",)),
            ("{$ref: '#/components/schemas/K', enum: [ox, dog, cow]}", ("dog", "cow")),
            ("{type: string, enum: [a, b], const: b}", ("b",)),
            ("{type: integer, allOf: [{enum: [1, 2, 3]}, {enum: [3.0, 2]}]}", ("2", "3")),
        ):
            with self.subTest(schema):
                api, diagnostics = with_schemas(
                    f"K: {{type: string, enum: [cat, dog, cow], x-restbind-enum-names: [c, d, w]}}\n"
                    f"M: {{type: object, properties: {{x: {schema}}}}}"
                )
                self.assertEqual(diagnostics.text(), "")
                enum = next(one for one in api.enums if one.name == "MX")
                self.assertEqual(enum.values, values)
                self.assertEqual(member_of(api, "M", "x").constraints[0].limits, values)
                if "$ref" in schema:  # names go with the values
                    self.assertEqual(
                        enum.names, tuple({"dog": "d", "cow": "w"}[value] for value in values)
                    )

    def test_listed_values_with_wrong_quotes_are_what_they_spell(self):
        for schema, type_, limits in (
            ("{type: integer, enum: ['1', '2']}", ir.Ref("MX"), ("1", "2")),
            ("{type: integer, const: '-4'}", ir.Ref("MX"), ("-4",)),
            (
                "{type: integer, enum: [1, two, 3], x-restbind-enum-names: [one, two, three]}",
                ir.Ref("MX"),
                ("1", "3"),
            ),
            ("{type: [integer, 'null'], enum: ['1', null]}", ir.Ref("MX"), ("1",)),
            ("{type: number, enum: ['0.5', 1]}", ir.Scalar("double"), ("0.5", "1")),
            ("{type: boolean, enum: ['True']}", ir.Scalar("boolean"), ("true",)),
            ("{type: boolean, const: 'false'}", ir.Scalar("boolean"), ("false",)),
            ("{type: string, enum: [5, true]}", ir.Ref("MX"), ("5", "true")),
        ):
            with self.subTest(schema):
                member, _, diagnostics = schema_member(schema)
                self.assertEqual((member.type, member.constraints[0].limits), (type_, limits))
                self.assertEqual(set(codes(diagnostics)), {"RB018"})

    def test_listed_values_of_another_type_leave_none_that_fits(self):
        for schema in (
            "{type: integer, enum: [a, b]}",
            "{type: boolean, const: 1}",
            "{type: integer, enum: ['0.5']}",
            "{type: array, items: {type: string}, enum: [a, b]}",
            "{allOf: [{type: integer}], enum: [a]}",
        ):
            with self.subTest(schema):
                member, _, diagnostics = schema_member(schema)
                self.assertEqual(set(codes(diagnostics)), {"RB014", "RB018"})
                self.assertEqual(len(member.constraints), 1)  # which nothing keeps

    def test_listed_values_of_a_type_in_another_layer_are_told(self):
        api, diagnostics = with_schemas(
            "N: {type: integer}\nM: {properties: {x: {allOf: [{$ref: '#/components/schemas/N'}], enum: ['1', 2]}}}\n"
        )
        self.assertEqual([one.values for one in api.enums], [("2",)])
        self.assertEqual(
            messages(diagnostics), ["`1` is not of the type `integer`; no value is it"]
        )

    def test_an_enum_that_is_no_list_is_told_once(self):
        for listed in ("a", "5", "{}", "[a, b]"):
            _, _, diagnostics = schema_member(f"{{type: string, enum: {listed}}}")
            self.assertEqual(codes(diagnostics), [] if listed[0] == "[" else ["RB008"], listed)

    def test_enums_without_a_common_value_are_reported_and_checked(self):
        member, _, diagnostics = schema_member("{type: string, enum: [a], allOf: [{enum: [b]}]}")
        self.assertEqual(codes(diagnostics), ["RB018"])
        self.assertEqual(
            [one.limits for one in member.constraints], [('{"enum": ["a"]}',), ('{"enum": ["b"]}',)]
        )

    def test_of_enums_without_a_common_value_the_later_one_is_told(self):
        kind = "    Kind: {type: string, enum: [cat]}\n"
        base = (
            kind
            + "    Base: {type: object, properties: {kind: {$ref: '#/components/schemas/Kind'}}}\n"
        )
        for schemas in (
            kind + "    Wolf: {allOf: [{$ref: '#/components/schemas/Kind'}, {enum: [wolf]}]}",
            kind + "    Wolf: {$ref: '#/components/schemas/Kind', enum: [wolf]}",
            base
            + "    W: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {kind: {enum: [wolf]}}}]}",
            base
            + "    W: {allOf: [{$ref: '#/components/schemas/Base'}], properties: {kind: {enum: [wolf]}}}",
        ):
            lines = f"{HEAD}components:\n  schemas:\n{schemas}".splitlines()
            _, diagnostics = lower("\n".join(lines))
            self.assertEqual(
                places(diagnostics),
                [("RB018", len(lines), lines[-1].index("enum: [wolf]") + 1)],
                schemas,
            )

    def test_a_list_of_no_alternatives_is_told(self):
        for key in ("oneOf", "anyOf"):
            for more in ("", "type: string, ", "properties: {a: {type: string}}, "):
                self.assertEqual(codes(schema_member(f"{{{more}{key}: []}}")[2]), ["RB091"])
        self.assertEqual(codes(schema_member("{type: string, allOf: []}")[2]), [])

    def test_limits_beside_an_enum_choose_among_its_values(self):
        for limits, values, found in (
            ("maxLength: 2", ("a1", "b"), ["RB027"]),
            ("pattern: '^[a-z]'", ("a1", "b"), ["RB027"]),
            ("minLength: 1", ("a1", "b", "1cc"), []),
            ("pattern: '^(a1|b|1cc)$'", ("a1", "b", "1cc"), []),
        ):
            with self.subTest(limits):
                member, _, diagnostics = schema_member(
                    f"{{type: string, enum: [a1, b, 1cc], {limits}}}"
                )
                self.assertEqual([one.limits for one in member.constraints], [values])
                self.assertEqual(codes(diagnostics), found)
        # which only the runtime decides
        member, _, _ = schema_member("{type: string, enum: [ab, ba], pattern: '^(ab)+$'}")
        self.assertEqual(
            [one.limits for one in member.constraints], [("ab", "ba"), ('{"pattern": "^(ab)+$"}',)]
        )
        member, _, diagnostics = schema_member("{type: integer, enum: [1, 2], minimum: 3}")
        self.assertEqual(codes(diagnostics), ["RB014"])
        self.assertEqual(
            [one.limits for one in member.constraints], [('{"enum": [1, 2]}',), ('{"minimum": 3}',)]
        )

    def test_null_that_only_the_c_plus_plus_type_allows_is_refused_by_the_object(self):
        for schema in (
            "{type: [string, 'null'], enum: [a]}",
            "{oneOf: [{type: [string, 'null']}, {type: 'null'}]}",
            "{type: [string, 'null'], not: {const: null}}",
        ):
            with self.subTest(schema):
                member, api, _ = schema_member(schema)
                self.assertEqual(member.presence, "optional_nullable")
                self.assertEqual(
                    [one.limits for one in api.models[0].constraints],
                    [('{"properties": {"x": {"type": "string"}}}',)],
                )
        for schema in (
            "{type: string, nullable: true, enum: [a]}",
            "{type: [string, 'null'], enum: [a, null]}",
        ):
            with self.subTest(schema):
                member, api, _ = schema_member(schema)
                self.assertEqual(
                    (member.presence, api.models[0].constraints), ("optional_nullable", ())
                )

    def test_definitions_stand_at_the_root_of_what_is_checked(self):
        api, _ = with_schemas(
            "E: {type: string, enum: [x, y]}\n"
            "M: {type: object, properties: {l: {not: {type: array, items: {$ref: '#/components/schemas/E'}}}}}"
        )
        self.assertEqual(
            [one.limits for one in member_of(api, "M", "l").constraints],
            [
                (
                    '{"not": {"type": "array", "items": {"$ref": "#/$defs/0"}}, "$defs": {"0": {"type": "string", "enum": ["x", "y"]}}}',
                )
            ],
        )

    def test_schemas_that_hold_together_share_their_definitions(self):
        api, diagnostics = with_schemas(
            "B: {type: object, properties: {m: {not: {$ref: '#/components/schemas/T'}}}}\nT: {const: x}\n"
            "M: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {m: {minLength: 2}}}]}"
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [one.limits for one in member_of(api, "M", "m").constraints],
            [
                (
                    '{"allOf": [{"not": {"$ref": "#/$defs/0"}}, {"minLength": 2}], "$defs": {"0": {"const": "x"}}}',
                )
            ],
        )

    def test_a_reference_that_cannot_be_resolved_is_reported_once(self):
        _, _, diagnostics = schema_member(
            "{type: string, not: {$ref: '#/components/schemas/Nowhere'}}"
        )
        self.assertEqual(codes(diagnostics), ["RB020"])

    def test_members_of_members_that_only_something_around_them_names(self):
        inner = "type: object, properties: {b: {type: integer}}"
        for schema, expected in (
            (
                f"properties: {{a: {{{inner}}}}}, anyOf: [{{properties: {{a: {{required: [z]}}}}}}, {{required: [a]}}]",
                True,
            ),
            (
                f"properties: {{a: {{{inner}}}}}, anyOf: [{{properties: {{a: {{required: [b]}}}}}}, {{required: [a]}}]",
                False,
            ),
            (
                f"properties: {{a: {{{inner}}}}}, not: {{not: {{properties: {{a: {{properties: {{z: true}}}}}}}}}}",
                True,
            ),
            (
                f"properties: {{a: {{{inner}, additionalProperties: false}}}}, not: {{not: {{properties: {{a: {{required: [z]}}}}}}}}",
                False,
            ),
            (
                f"properties: {{a: {{type: array, items: {{{inner}}}, contains: {{required: [z]}}}}}}",
                True,
            ),
            (
                f"properties: {{a: {{type: array, items: {{{inner}}}, contains: {{required: [b]}}}}}}",
                False,
            ),
            (
                f"properties: {{a: {{type: array, items: {{type: array, items: {{{inner}}}, contains: {{required: [z]}}}}}}}}",
                True,
            ),
            (
                f"properties: {{a: {{type: object, additionalProperties: {{{inner}}}}}}}, if: {{required: [a]}}, then: {{properties: {{a: {{properties: {{x: {{required: [z]}}}}}}}}}}",
                True,
            ),
            (
                f"properties: {{a: {{type: array, items: {{{inner}}}}}}}, dependentSchemas: {{a: {{properties: {{a: {{items: {{required: [z]}}}}}}}}}}",
                True,
            ),
            (f"properties: {{a: {{{inner}}}}}, enum: [{{a: {{b: 1, z: 2}}}}]", True),
            (f"properties: {{a: {{{inner}}}}}, const: {{a: {{b: 1}}}}", False),
            (
                f"properties: {{a: {{{inner}}}}}, not: {{properties: {{a: {{const: {{z: 2}}}}}}, required: [a]}}",
                True,
            ),
            (
                f"properties: {{a: {{type: array, items: {{{inner}}}, contains: {{const: {{z: 2}}}}}}}}",
                True,
            ),
        ):
            api, diagnostics = with_schemas(f"M: {{type: object, {schema}}}")
            self.assertEqual(codes(diagnostics), [], schema)
            self.assertEqual(
                {one.name: one.keeps_extra for one in api.models if one.name != "M"}.popitem()[1],
                expected,
                schema,
            )
            self.assertFalse(next(one for one in api.models if one.name == "M").keeps_extra, schema)

    def test_an_object_of_which_conditions_name_other_members_keeps_these(self):
        def members(schema):
            api, diagnostics = with_schemas(
                f"M: {{type: object, properties: {{a: {{type: integer}}}}, {schema}}}"
            )
            self.assertEqual(codes(diagnostics), [])
            model = next(one for one in api.models if one.name == "M")
            return [one.wire_name for one in model.members[1:]], model.keeps_extra

        for schema, expected in (
            ("not: {required: [x]}", ([], True)),
            ("not: {required: [a]}", ([], False)),
            ("not: {type: object, anyOf: [{required: [x]}, {required: [y]}]}", ([], True)),
            ("not: {not: {required: [x]}}", ([], True)),
            ("not: {required: [x, y]}", ([], True)),
            ("not: {properties: {x: {type: string}}}", ([], True)),
            ("if: {required: [a]}, then: {not: {required: [x]}}", ([], True)),
            ("allOf: [{not: {dependentRequired: {x: [y]}}}]", ([], True)),
            ("not: {dependentSchemas: {x: {required: [y]}}}", ([], True)),
            ("anyOf: [{not: {required: [x]}}, {required: [a]}]", ([], True)),
            ("not: {maxProperties: 1}", ([], True)),
            ("not: {minProperties: 3}", ([], True)),
            ("not: {not: {minProperties: 3}}", ([], True)),
            ("not: {propertyNames: {maxLength: 3}}", ([], True)),
            ("not: {required: [x, y]}, additionalProperties: false", ([], False)),
            ("not: {required: [x, y]}, additionalProperties: true", ([], True)),
            ("enum: [{a: 1, x: 2}]", ([], True)),
            ("const: {x: 2}", ([], True)),
            ("not: {const: {x: 2}}", ([], True)),
        ):
            self.assertEqual(members(schema), expected, schema)

    def test_a_kind_of_a_base_that_lists_its_kinds_needs_no_space_for_members_of_the_others(self):
        api, _ = with_schemas(
            """
            Base: {type: object, required: [t], properties: {t: {type: string}}, oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}],
                   discriminator: {propertyName: t}}
            A: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {a: {type: integer}}}]}
            B: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {b: {type: integer}}}]}
            """
        )
        self.assertEqual(
            {
                one.name: ([member.wire_name for member in one.members], one.keeps_extra)
                for one in api.models
            },
            {"A": (["t", "a"], False), "B": (["t", "b"], False)},
        )

    def test_conditions_and_dependencies_add_members_that_may_be_missing(self):
        api, diagnostics = with_schemas(
            "M: {type: object, properties: {a: {type: string}}, if: {required: [b], properties: {c: {const: 1}}}, "
            "then: {properties: {d: {type: integer}}}, else: {required: [e]}, dependentRequired: {f: [g]}, "
            "dependentSchemas: {a: {allOf: [{properties: {h: {type: [boolean, 'null']}, i: true, j: false}}]}}}\n"
            "Closed: {type: object, properties: {a: {type: string}}, additionalProperties: false, then: {required: [b]}, if: true}"
        )
        self.assertEqual(
            [(one.code, one.message.split()[0]) for one in diagnostics.sorted()],
            [("RB054", "`d`"), ("RB054", "`h`")],
        )
        model, closed = api.models
        self.assertEqual(
            {one.wire_name: (one.presence, one.type) for one in model.members},
            {
                "a": ("optional", ir.Scalar("string")),
                "d": ("optional", ir.Scalar("int64")),
                "h": ("optional_nullable", ir.Scalar("boolean")),
            },
        )
        self.assertEqual(
            ([one.wire_name for one in closed.members], model.keeps_extra, closed.keeps_extra),
            (["a"], True, False),
        )
        api, diagnostics = with_schemas(
            "M: {type: object, properties: {a: {type: string}}, then: {properties: {b: {type: integer}}}, else: {required: [c]}}"
        )
        # without `if` they say nothing
        self.assertEqual(
            ([one.wire_name for one in api.models[0].members], codes(diagnostics)), (["a"], [])
        )

    def test_a_member_that_only_some_alternatives_name_has_their_type_with_a_note(self):
        for more, expected in (
            ("", ["RB054"]),
            (", additionalProperties: false", []),
            (", properties: {b: {type: integer}}", []),
        ):
            _, diagnostics = with_schemas(
                "M: {type: object, properties: {a: {type: string}}, "
                f"anyOf: [{{properties: {{b: {{type: integer}}}}}}, {{required: [a]{more}}}]}}"
            )
            self.assertEqual([one.code for one in diagnostics.sorted()], expected, more)

    def test_an_object_of_more_members_than_are_named_keeps_others(self):
        for least, keeps in ((2, True), (1, False)):
            api, _ = with_schemas(
                f"M: {{type: object, properties: {{a: {{type: string}}}}, minProperties: {least}}}"
            )
            self.assertIs(api.models[0].keeps_extra, keeps)

    def test_a_closed_object_among_several_layers(self):
        api, diagnostics = with_schemas(
            "M: {type: object, properties: {a: {type: string}}, additionalProperties: false, "
            "allOf: [{properties: {b: {type: string}}}]}"
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [one.limits for one in api.models[0].constraints],
            [('{"properties": {"a": true}, "additionalProperties": false}',)],
        )
        for beside in (
            "allOf: [{properties: {b: {type: string}}, required: [b]}]",
            "oneOf: [{properties: {b: {type: string}}}, {required: [c]}]",
        ):
            with self.subTest(beside):  # it would forbid every object that the rest describes
                api, diagnostics = with_schemas(
                    f"M: {{type: object, properties: {{a: {{type: string}}}}, additionalProperties: false, {beside}}}"
                )
                self.assertEqual(codes(diagnostics), ["RB026"])
                self.assertNotIn("additionalProperties", str(api.models[0].constraints))

    def test_what_stands_beside_alternatives_is_checked(self):
        for schema, limits in (
            ("{type: string, anyOf: [{type: string}, {type: integer}]}", '{"type": "string"}'),
            (
                "{required: [z], anyOf: [{type: object, properties: {a: {type: string}}}, {type: string}]}",
                '{"required": ["z"]}',
            ),
        ):
            with self.subTest(schema):
                member, _, _ = schema_member(schema)
                self.assertIn((limits,), [one.limits for one in member.constraints])

    def test_all_layers_of_a_map_and_lists_of_unknown_members_are_checked(self):
        member, _, _ = schema_member(
            "{type: object, allOf: [{additionalProperties: {type: string}}, {additionalProperties: {minLength: 2}}]}"
        )
        self.assertEqual(
            [one.limits for one in member.constraints],
            [('{"additionalProperties": {"minLength": 2}}',)],
        )
        api, _ = with_schemas(
            "M: {type: object, properties: {a: {type: string}}, additionalProperties: {type: array, items: {type: string, maxLength: 2}}}"
        )
        self.assertEqual(
            [
                (one.keyword, one.limits)
                for one in api.models[0].extra_checked.elements.elements.constraints
            ],
            [("maxLength", ("2",))],
        )

    def test_elements_of_a_list_are_what_all_parts_say(self):
        member, api, diagnostics = schema_member(
            "{allOf: [{type: array, items: {type: object, required: [key], properties: {key: {type: string}}}}, "
            "{items: {properties: {id: {type: integer}}}}]}"
        )
        self.assertEqual(diagnostics.text(), "")
        model = next(one for one in api.models if one.name == member.type.element.name)
        self.assertEqual(
            {one.wire_name: one.presence for one in model.members},
            {"key": "required", "id": "optional"},
        )
        member, _, _ = schema_member(
            "{allOf: [{type: array, items: {type: string, minLength: 2}}, {items: {maxLength: 9}}]}"
        )
        self.assertEqual(
            [one.keyword for one in member.checked.of_elements], ["minLength", "maxLength"]
        )

    def test_unevaluated_members_are_additional_ones_where_nothing_else_evaluates_any(self):
        number, text = ir.Map(ir.Scalar("int64")), "properties: {a: {type: string}}"
        self.assertEqual(type_of("{type: object, unevaluatedProperties: {type: integer}}"), number)
        self.assertEqual(
            type_of("{type: [object, 'null'], unevaluatedProperties: {type: integer}}"), number
        )
        self.assertEqual(
            type_of(
                "{type: object, unevaluatedProperties: {anyOf: [{type: integer}, {type: 'null'}]}}"
            ),
            ir.Map(ir.Scalar("int64"), nullable=True),
        )
        for schema, extra in (
            (f"{text}, unevaluatedProperties: {{type: integer}}", (True, number)),
            (f"{text}, unevaluatedProperties: false", (False, None)),
            (f"{text}, unevaluatedProperties: true", (True, None)),
            (f"allOf: [{{{text}}}], unevaluatedProperties: {{type: integer}}", (True, None)),
        ):
            api, _ = with_schemas(f"M: {{type: object, {schema}}}\n")
            self.assertEqual((api.models[0].keeps_extra, api.models[0].extra), extra, schema)
        for beside in (
            "$ref: '#/components/schemas/B'",
            "allOf: [{$ref: '#/components/schemas/B'}]",
        ):
            api, _ = with_schemas(
                f"M: {{type: object, properties: {{x: {{{beside}, unevaluatedProperties: {{type: integer}}}}}}}}\nB: {{{text}}}\n"
            )
            self.assertEqual(
                [(one.name, one.keeps_extra) for one in api.models],
                [("M", False), ("B", False), ("MX", True)],
                beside,
            )
        # any type; no member
        for schema in (
            "{unevaluatedProperties: {type: integer}}",
            "{type: object, unevaluatedProperties: false}",
        ):
            self.assertIn(type_of(schema), (OPEN, ir.Open("object")))

    def test_unknown_members_are_kept_where_one_layer_allows_them_and_another_one_does_not_evaluate_them(
        self,
    ):
        for closed in (
            "{properties: {a: {type: string}}, unevaluatedProperties: false}",
            "{$ref: '#/components/schemas/B'}",
        ):
            api, _ = with_schemas(
                f"M: {{type: object, allOf: [{{unevaluatedProperties: true}}, {closed}]}}\n"
                "B: {type: object, properties: {a: {type: string}}, unevaluatedProperties: false}\n"
            )
            model = next(one for one in api.models if one.name == "M")
            self.assertEqual((model.keeps_extra, model.extra), (True, None))
            # of requests
            self.assertEqual(
                [one.limits for one in model.constraints],
                [('{"properties": {"a": true}, "additionalProperties": false}',)],
            )

    def test_a_map_of_unevaluated_members_checks_their_values(self):
        member, _, _ = schema_member(
            "{type: object, unevaluatedProperties: {type: integer, minimum: 1}}"
        )
        self.assertEqual(
            [(one.keyword, one.limits) for one in member.checked.of_elements], [("minimum", ("1",))]
        )

    def test_lists_maps_and_open_values(self):
        for schema, type_ in (
            ("{type: array, items: {type: string}}", ir.Array(ir.Scalar("string"))),
            ("type: array", ir.Open("array")),
            ("{type: array, items: {}}", ir.Open("array")),
            ("type: object", ir.Open("object")),
            ("{}", OPEN),
            ("true", OPEN),
            ("{type: object, additionalProperties: true}", ir.Open("object")),
            ("{type: object, additionalProperties: {}}", ir.Open("object")),
            ("{type: object, additionalProperties: {type: integer}}", ir.Map(ir.Scalar("int64"))),
            (
                "{items: {type: array, items: {type: number}}}",
                ir.Array(ir.Array(ir.Scalar("double"))),
            ),
        ):
            with self.subTest(schema):
                self.assertEqual(type_of(schema), type_)

    def test_alternatives_are_told_apart_by_json_type(self):
        self.assertEqual(
            type_of("oneOf: [{type: integer}, {type: string}]"),
            ir.OneOf((ir.Scalar("int64"), ir.Scalar("string"))),
        )
        self.assertEqual(
            type_of("type: [boolean, string]"),
            ir.OneOf((ir.Scalar("boolean"), ir.Scalar("string"))),
        )
        self.assertEqual(
            type_of(
                "anyOf: [{type: array, items: {type: string}}, {properties: {v: {type: integer}}}]"
            ),
            ir.OneOf((ir.Array(ir.Scalar("string")), ir.Ref("MX"))),
        )

    def test_alternatives_that_refine_a_scalar_are_checked_as_a_schema_of_that_alternative(self):
        member, _, diagnostics = schema_member(
            "oneOf: [{type: string, anyOf: [{maxLength: 1}, {minLength: 3}]}, {type: integer}]"
        )
        self.assertEqual(member.type, ir.OneOf((ir.Scalar("string"), ir.Scalar("int64"))))
        self.assertEqual(codes(diagnostics), [])
        (limit,) = member.checked.alternatives[0].constraints
        self.assertEqual(
            (limit.keyword, limit.limits),
            ("schema", ('{"anyOf": [{"maxLength": 1}, {"minLength": 3}]}',)),
        )
        self.assertEqual(list(member.checked.all), [limit])

    def test_alternatives_beside_properties_add_members_that_may_be_missing(self):
        api, diagnostics = with_schemas(
            """
            M:
              properties: {kind: {type: string}}
              oneOf:
                - {properties: {a: {type: string, minLength: 3}, kind: {enum: [x]}}, required: [a]}
                - {properties: {b: {type: [string, 'null']}, a: {type: integer}}}
            """
        )
        self.assertEqual((codes(diagnostics), [one.name for one in api.models]), ([], ["M"]))
        self.assertEqual(
            [
                (one.wire_name, one.type, one.presence, one.constraints)
                for one in api.models[0].members
            ],
            [
                ("kind", ir.Scalar("string"), "optional", ()),
                ("a", ir.OneOf((ir.Scalar("string"), ir.Scalar("int64"))), "optional", ()),
                ("b", ir.Scalar("string"), "optional_nullable", ()),
            ],
        )
        # which may be together
        self.assertEqual([one.keyword for one in api.models[0].constraints], ["schema"])

    def test_a_base_that_lists_its_kinds_is_one_of_them(self):
        api, diagnostics = with_schemas(
            """
            Pet:
              properties: {kind: {type: string}}
              required: [kind]
              discriminator: {propertyName: kind}
              oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
            Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
            Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {tricks: {type: string}}}]}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            api.aliases[0].type,
            ir.OneOf(
                (ir.Ref("Cat"), ir.Ref("Dog"), ir.Open("object")), "kind", (("Cat", 0), ("Dog", 1))
            ),
        )
        self.assertEqual(
            {
                one.name: ([member.wire_name for member in one.members], one.constraints)
                for one in api.models
            },
            {"Cat": (["kind", "lives"], ()), "Dog": (["kind", "tricks"], ())},
        )

    def test_alternatives_that_only_require_members_are_checked_as_a_schema(self):
        api, diagnostics = with_schemas(
            "M: {properties: {a: {type: string}, b: {}}, anyOf: [{required: [a]}, {required: [b]}]}\n"
        )
        self.assertEqual(
            (codes(diagnostics), len(api.models[0].members), api.models[0].keeps_extra),
            ([], 2, False),
        )
        self.assertEqual(
            [one.limits for one in api.models[0].constraints],
            [('{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}',)],
        )

    def test_a_sole_alternative_beside_properties_is_merged(self):
        api, diagnostics = with_schemas(
            """
            Base: {properties: {a: {type: string}}}
            M: {properties: {b: {type: string}}, oneOf: [{$ref: '#/components/schemas/Base'}]}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [one.wire_name for one in next(one for one in api.models if one.name == "M").members],
            ["a", "b"],
        )

    def test_two_inline_alternatives_have_names_of_their_own(self):
        member, api, _ = schema_member(
            "oneOf: [{type: string, enum: [a]}, {properties: {v: {type: integer}}}]"
        )
        self.assertEqual(member.type, ir.OneOf((ir.Ref("MXString"), ir.Ref("MXObject"))))
        self.assertEqual(
            ([one.name for one in api.enums], [one.name for one in api.models]),
            (["MXString"], ["M", "MXObject"]),
        )

    def test_alternatives_that_lead_back_to_themselves_are_read_quickly(self):
        references = ", ".join(f"{{$ref: '#/components/schemas/A{n}'}}" for n in range(9))
        schemas = [f"A{n}: {{anyOf: [{references}, {{type: string}}]}}" for n in range(9)]
        start = time.monotonic()
        api, _ = with_schemas("\n".join(schemas))
        self.assertEqual({one.type for one in api.aliases}, {ir.Scalar("string")})
        self.assertLess(time.monotonic() - start, 5)

    def test_types_of_reference_and_schema_meet(self):
        api, diagnostics = with_schemas(
            "N: {type: number}\nM: {properties: {x: {allOf: [{$ref: '#/components/schemas/N'}, {type: integer}]}}}\n"
        )
        self.assertEqual(
            (diagnostics.text(), member_of(api, "M", "x").type), ("", ir.Scalar("int64"))
        )

    def test_alternatives_of_one_json_type_are_kept_apart_or_become_one(self):
        text, number = ir.Scalar("string"), ir.Scalar("int64")
        for alternatives, type_, models in (
            (
                "[{type: object, additionalProperties: true}, {properties: {b: {type: string}}, oneOf: [{required: [b]}, {}]}]",
                ir.OneOf((ir.Open("object"), ir.Ref("MXOption2")), lists_open=True),
                2,
            ),
            (
                "[{type: integer}, {type: string, format: uuid}, {type: string, format: date}]",
                ir.OneOf((number, ir.Scalar("date"), text)),
                1,
            ),
            ("[{type: string, maxLength: 3}, {type: string, pattern: '^a+$'}]", text, 1),
            ("[{type: string}, {type: string, format: byte}]", text, 1),
            ("[{type: integer, minimum: 9}, {type: integer, format: int32}]", number, 1),
            (
                "[{type: number, format: float}, {type: number}, {type: integer}]",
                ir.OneOf((ir.Scalar("double"), number)),
                1,
            ),
            (
                "[{type: array, items: {type: string}}, {type: array, items: {type: integer}}]",
                ir.OneOf((ir.Array(text), ir.Array(number))),
                1,
            ),
            (
                "[{type: array, items: {type: string}}, {type: array, items: {type: string, maxLength: 3}}]",
                ir.Array(text),
                1,
            ),
            (
                "[{additionalProperties: {type: string}}, {additionalProperties: {type: integer}}]",
                ir.OneOf((ir.Map(text), ir.Map(number), ir.Open("object"))),
                1,
            ),
        ):
            member, api, diagnostics = schema_member(f"oneOf: {alternatives}")
            self.assertEqual((member.type, codes(diagnostics)), (type_, []), alternatives)
            # nothing is made that nobody uses
            self.assertEqual(len(api.models), models, alternatives)
            # exactly one
            self.assertEqual([one.keyword for one in member.constraints], ["schema"], alternatives)

    def test_listed_values_of_alternatives_become_one_enum(self):
        for schema, base, values, is_open, checked in (
            (
                "oneOf: [{type: string, format: uuid}, {type: string, enum: [a]}]",
                "string",
                ("a",),
                True,
                ["schema"],
            ),
            (
                "anyOf: [{type: string}, {type: string, enum: [a, b]}]",
                "string",
                ("a", "b"),
                True,
                [],
            ),
            ("anyOf: [{enum: [a]}, {const: b}]", "string", ("a", "b"), False, ["enum"]),
            (
                "anyOf: [{type: integer}, {type: integer, enum: [1, 2]}]",
                "int64",
                ("1", "2"),
                True,
                [],
            ),
        ):
            member, api, diagnostics = schema_member(schema)
            self.assertEqual((member.type, codes(diagnostics)), (ir.Ref("MX"), []), schema)
            self.assertEqual(
                [(one.base, one.values, one.is_open) for one in api.enums],
                [(base, values, is_open)],
                schema,
            )
            self.assertEqual([one.keyword for one in member.constraints][:1], checked, schema)

    def test_constants_are_called_as_titles_and_descriptions_say(self):
        for schema, names in (
            (
                "oneOf: [{const: 1, title: Open}, {const: 3, title: Closed for ever}]",
                ("Open", "Closed for ever"),
            ),
            (
                "oneOf: [{const: a, title: Admin}, {const: b, title: Not a single word}]",
                ("Admin", ""),
            ),
            (
                "type: integer, oneOf: [{const: 1, description: '1 - off, at all times'}, {const: 2, description: No.}]",
                ("off", "No"),
            ),
            (
                "oneOf: [{const: 7, description: The flight was cancelled by the airline}, {const: 8}]",
                ("The flight was cancelled", ""),
            ),
            ("oneOf: [{const: 1, title: Same}, {const: 2, title: same}]", ("Same", "same")),
            ("oneOf: [{const: a, title: Same}, {const: b, title: same}]", ("", "")),
            (
                "oneOf: [{const: 1, description: The same words of two values here}, {const: 2, description: The same words of two values there}]",
                ("", ""),
            ),
            (
                "oneOf: [{const: '#0f0', title: Bright green}, {const: 24h, title: A day}, {const: red, title: Dark red}]",
                ("Bright green", "A day", ""),
            ),
            ("enum: [1, 2], x-enum-descriptions: [One, Two]", ("One", "Two")),
            ("enum: [1, 2], x-enumDescriptions: {'2': Two}", ("", "Two")),
            ("enum: [a, b], x-enum-varnames: [ALPHA, BETA]", ("ALPHA", "BETA")),
            (
                "enum: ['1', '2'], x-ms-enum: {name: N, values: [{value: '1', name: One}, {value: '2', description: Two}]}",
                ("One", "Two"),
            ),
        ):
            _, api, diagnostics = schema_member(f"{{{schema}}}")
            self.assertEqual(
                (codes(diagnostics), [one.names for one in api.enums]), ([], [names]), schema
            )

    def test_constants_of_several_types_are_called_as_their_titles_say(self):
        _, api, diagnostics = schema_member(
            "{oneOf: [{const: 1, title: One}, {const: auto, title: Automatic}]}"
        )
        self.assertEqual(
            (codes(diagnostics), [(one.values, one.names) for one in api.enums]),
            ([], [(("1",), ("One",)), (("auto",), ("Automatic",))]),
        )

    def test_names_that_are_not_as_many_as_the_values_are_not_used(self):
        for key, what in (
            ("x-enum-varnames", "name"),
            ("x-enumNames", "name"),
            ("x-enum-descriptions", "description"),
        ):
            _, api, diagnostics = schema_member(f"{{type: integer, enum: [1, 2], {key}: [one]}}")
            self.assertEqual(
                (codes(diagnostics), messages(diagnostics)),
                (["RB035"], [f"1 {what} for 2 values; `{key}` is not used"]),
            )
            self.assertEqual(api.enums[0].names, ("", ""))

    def test_equal_inline_enums_are_one_type_that_is_called_after_all_its_places(self):
        api, diagnostics = with_schemas(
            """
            Shade: {type: string, enum: [light, dark]}
            A:
              properties:
                sort_direction: {type: string, enum: [asc, desc], description: One.}
                shade: {type: string, enum: [dark, light]}
                kind: {const: a}
            B:
              properties:
                direction: {type: string, enum: [desc, asc], default: asc}
                open: {type: string, x-extensible-enum: [asc, desc]}
                numbers: {enum: [1, 2]}
                kind: {const: a}
            C: {properties: {other: {enum: [2, 1]}, left: {enum: [x, z]}, right: {enum: [x, y]}}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        names = called(api)
        found = {names[one.name]: one for one in api.enums}
        self.assertEqual(
            sorted(found), ["AKind", "BNumbers", "BOpen", "CLeft", "CRight", "Direction", "Shade"]
        )
        self.assertEqual(found["Direction"].doc, ir.Doc())
        self.assertEqual(member_of(api, "A", "shade").type, ir.Ref("Shade"))
        self.assertEqual(
            member_of(api, "B", "direction").type, member_of(api, "A", "sort_direction").type
        )
        # as it is written there
        self.assertEqual(
            member_of(api, "B", "direction").constraints[0].message, "Direction must be desc or asc"
        )
        self.assertEqual(member_of(api, "C", "other").type, ir.Ref("BNumbers"))

    def test_equal_enums_of_components_are_one_type_with_several_names(self):
        api, diagnostics = with_schemas(
            """
            SortOrder: {type: string, enum: [asc, desc], description: How to sort.}
            Direction: {enum: [desc, asc], type: string, description: Which way.}
            Way: {oneOf: [{const: asc}, {const: desc}]}
            Level: {type: integer, enum: [1, 2], x-enum-varnames: [low, high]}
            Rank: {type: integer, enum: [2, 1], x-enum-varnames: [high, low]}
            Others: {allOf: [{$ref: '#/components/schemas/Direction'}]}
            M: {properties: {a: {$ref: '#/components/schemas/SortOrder'}, b: {$ref: '#/components/schemas/Direction'}, c: {type: string, enum: [desc, asc]},
              d: {$ref: '#/components/schemas/Direction', default: asc}, e: {$ref: '#/components/schemas/Rank'}}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual([one.name for one in api.enums], ["SortOrder", "Level"])
        self.assertEqual(
            [(one.name, one.type, one.doc.description, one.pointer) for one in api.aliases],
            [
                ("Direction", ir.Ref("SortOrder"), "Which way.", "#/components/schemas/Direction"),
                ("Way", ir.Ref("SortOrder"), "", "#/components/schemas/Way"),
                ("Rank", ir.Ref("Level"), "", "#/components/schemas/Rank"),
                ("Others", ir.Ref("Direction"), "Which way.", "#/components/schemas/Others"),
            ],
        )
        self.assertEqual(
            [member_of(api, "M", name).type.name for name in "abcde"],
            ["SortOrder", "Direction", "SortOrder", "Direction", "Rank"],
        )
        self.assertEqual(member_of(api, "M", "d").default, "asc")
        self.assertEqual(member_of(api, "M", "b").constraints[0].message, "B must be desc or asc")

    def test_enums_of_components_that_mean_something_else_stay_apart(self):
        for one, other in (
            # numbers that nothing gives a name
            ("{type: integer, enum: [1, 2, 3]}", "{type: integer, enum: [1, 2, 3]}"),
            ("{type: string, enum: ['1', '2']}", "{type: string, enum: ['1', '2']}"),
            ("{type: string, enum: [card]}", "{type: string, enum: [card]}"),
            ("{const: card}", "{const: card}"),
            ("{type: string, enum: [a, b]}", "{type: string, enum: [a, b, c]}"),
            ("{type: string, enum: [a, b]}", "{type: string, x-extensible-enum: [a, b]}"),
            (
                "{type: string, enum: [a, b]}",
                "{type: string, enum: [a, b], x-enum-varnames: [x, y]}",
            ),
            ("{type: string, enum: [a, b]}", "{type: string, enum: [a, b], deprecated: true}"),
            ("{type: string, enum: [a, b], deprecated: true}", "{type: string, enum: [a, b]}"),
        ):
            api, _ = with_schemas(f"A: {one}\nB: {other}\n")
            self.assertEqual([one.name for one in api.enums], ["A", "B"], (one, other))

    def test_alternatives_of_equal_enums_are_one(self):
        api, diagnostics = with_schemas(
            """
            A: {type: string, enum: [x, y]}
            B: {type: string, enum: [x, y]}
            C: {type: integer, enum: [1, 2], x-enum-varnames: [low, high]}
            D: {type: integer, enum: [1, 2], x-enum-varnames: [low, high]}
            M:
              properties:
                lists: {oneOf: [{type: array, items: {$ref: '#/components/schemas/C'}}, {type: array, items: {$ref: '#/components/schemas/D'}}]}
                either: {oneOf: [{$ref: '#/components/schemas/A'}, {type: array, items: {$ref: '#/components/schemas/B'}}, {type: integer}]}
                both: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/A'}]}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(member_of(api, "M", "lists").type, ir.Array(ir.Ref("C")))
        self.assertEqual(
            member_of(api, "M", "either").type,
            ir.OneOf((ir.Ref("A"), ir.Array(ir.Ref("B")), ir.Scalar("int64"))),
        )
        self.assertEqual(member_of(api, "M", "both").type, ir.Scalar("string"))

    def test_a_required_member_that_can_be_unset_says_what_is_missing(self):
        api, diagnostics = with_schemas(
            """
            M:
              required: [colour, day, at, id, text, either, const, number, zero, null_or, read]
              x-restbind-messages: {required: "Where is {field}?"}
              properties:
                colour: {enum: [red, blue]}
                day: {type: string, format: date, x-restbind-messages: {required: "{Field}!"}}
                at: {type: string, format: date-time}
                id: {type: string, format: uuid}
                text: {type: string}
                either: {oneOf: [{enum: [red, blue]}, {type: integer}]}
                const: {const: x}
                number: {type: integer, enum: [1, 2]}
                zero: {type: integer, enum: [0, 1]}
                null_or: {type: [string, "null"], enum: [red, blue, null]}
                read: {enum: [red, blue], readOnly: true}
                left_out: {enum: [red, blue]}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        model = next(one for one in api.models if one.name == "M")
        self.assertEqual(
            {one.wire_name: one.missing for one in model.members if one.missing},
            {
                "colour": "Where is colour?",
                "day": "Day!",
                "at": "Where is at?",
                "id": "Where is id?",
                "either": "Where is either?",
                "const": "Where is const?",
                "number": "Where is number?",
            },
        )

    def test_what_references_stand_for_is_settled_among_alternatives(self):
        api, diagnostics = with_schemas(
            """
            Kind: {type: string, enum: [a]}
            Id: {type: string, format: uuid}
            Either: {oneOf: [{$ref: '#/components/schemas/Id'}, {type: integer}]}
            M:
              properties:
                a: {anyOf: [{$ref: '#/components/schemas/Kind'}, {type: string}]}
                b: {oneOf: [{$ref: '#/components/schemas/Either'}, {type: boolean}]}
                c: {anyOf: [{items: {$ref: '#/components/schemas/Id'}}, {items: {$ref: '#/components/schemas/Kind'}}]}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        # any text
        self.assertEqual(
            (member_of(api, "M", "a").type, member_of(api, "M", "a").constraints),
            (ir.Ref("Kind"), ()),
        )
        self.assertEqual(
            member_of(api, "M", "b").type,
            ir.OneOf((ir.Ref("Id"), ir.Scalar("int64"), ir.Scalar("boolean"))),
        )
        self.assertEqual(member_of(api, "M", "c").type, ir.Array(ir.Ref("Id")))

    def test_a_member_with_other_values_in_each_tells_objects_apart(self):
        member, _, diagnostics = schema_member(
            """
            oneOf:
              - {properties: {kind: {const: card}, n: {type: string}}, required: [kind]}
              - {properties: {kind: {enum: [cash, coins]}, n: {type: string}}, required: [kind]}
            """
        )
        self.assertEqual(
            (codes(diagnostics), member.type.discriminator, member.type.mapping),
            ([], "kind", (("card", 0), ("cash", 1), ("coins", 1))),
        )
        # the one that is named has rules of its own
        self.assertEqual([one.keyword for one in member.constraints], ["known"])

    def test_objects_are_told_apart_by_their_members_and_others_are_kept(self):
        member, api, diagnostics = schema_member(
            "oneOf: [{title: Card, properties: {a: {type: string}}}, {properties: {b: {type: string}}}, {type: string}]"
        )
        self.assertEqual(
            (member.type.alternatives, member.type.discriminator, codes(diagnostics)),
            (
                (ir.Ref("MXCard"), ir.Ref("MXOption2"), ir.Scalar("string"), ir.Open("object")),
                "",
                [],
            ),
        )
        self.assertEqual([one.keyword for one in member.constraints], ["schema"])

    def test_a_discriminator_names_the_alternative_by_mapping_or_schema(self):
        api, diagnostics = with_schemas(
            """
            Cat: {type: object, properties: {kind: {type: string}}}
            Dog: {type: object, properties: {kind: {type: string}}}
            M:
              properties:
                x:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind, mapping: {meow: '#/components/schemas/Cat', mew: Cat}}
            """
        )
        found = member_of(api, "M", "x")
        self.assertEqual(
            (found.type.discriminator, found.type.mapping),
            ("kind", (("meow", 0), ("mew", 0), ("Cat", 0), ("Dog", 1))),
        )
        # each has rules of its own
        self.assertEqual(
            ([one.keyword for one in found.constraints], codes(diagnostics)), (["known"], [])
        )

    def test_an_alternative_that_covers_the_others_stands_for_them(self):
        self.assertEqual(
            type_of("anyOf: [{type: string}, {type: string, format: uuid}]"), ir.Scalar("string")
        )
        self.assertEqual(
            schema_member("anyOf: [{type: string}, {type: string, format: uuid}]")[0].constraints,
            (),
        )

    def test_nullable_is_noted_only_where_null_is_allowed_in_the_end(self):
        def noted(*parts, version="3.0.3"):
            text = (
                HEAD.replace("3.1.0", version)
                + f"paths: {{}}\ncomponents: {{schemas: {{P: {{type: string}}, M: {{allOf: [{', '.join(parts)}]}}}}}}\n"
            )
            return sum(one.code == "RB094" for one in lower(text)[1].sorted())

        listed, plain, own = (
            "{type: string, nullable: true, enum: [q]}",
            "{type: string}",
            "{type: string, nullable: true}",
        )
        for other, expected in (
            (plain, 0),
            (own, 1),
            ("{$ref: '#/components/schemas/P'}", 0),
            ("{minLength: 1}", 1),
        ):
            self.assertEqual(noted(listed, other), expected, other)
            members = [
                "{type: object, properties: {p: %s, q: {type: string}}}" % one
                for one in (listed, other)
            ]
            self.assertEqual(noted(*members), expected, other)
        self.assertEqual(
            noted(
                "{type: object, properties: {p: %s}}" % listed,
                "{type: object, properties: {q: %s}}" % plain,
            ),
            1,
        )
        self.assertEqual(noted(own, plain, version="3.1.0"), 0)
        self.assertEqual(noted(plain, "{nullable: true}"), 1)  # which lifts what the others say

    def test_null_as_an_alternative_only_makes_the_value_nullable(self):
        for schema in (
            "anyOf: [{type: string}, {type: 'null'}]",
            "oneOf: [{type: 'null'}, {type: string}]",
            "type: [string, 'null']",
            "{type: string, nullable: true}",
            "anyOf: [{type: string}, {const: null}]",
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual(
                (member.type, member.presence, codes(diagnostics)),
                (ir.Scalar("string"), "optional_nullable", []),
                schema,
            )

    def test_null_deep_among_the_alternatives_counts(self):
        member, _, _ = schema_member(
            "anyOf: [{anyOf: [{type: string}, {type: integer}, {type: 'null'}]}, {type: boolean}]"
        )
        self.assertEqual(member.presence, "optional_nullable")
        self.assertEqual(
            member.type, ir.OneOf((ir.Scalar("string"), ir.Scalar("int64"), ir.Scalar("boolean")))
        )

    def test_a_nullable_reference(self):
        for schema in (
            "{anyOf: [{$ref: '#/components/schemas/R'}, {type: 'null'}]}",
            "{$ref: '#/components/schemas/R', nullable: true}",
            "{allOf: [{$ref: '#/components/schemas/R'}], nullable: true}",
        ):
            api, diagnostics = with_schemas(
                f"M: {{properties: {{x: {schema}}}}}\nR: {{properties: {{v: {{type: integer}}}}}}\n"
            )
            self.assertEqual(diagnostics.text(), "")
            found = member_of(api, "M", "x")
            self.assertEqual(
                (found.type, found.presence), (ir.Ref("R"), "optional_nullable"), schema
            )

    def test_a_nullable_part_of_what_is_not_nullable(self):
        for schema, presence in (
            ("{type: object, allOf: [{$ref: '#/components/schemas/R'}]}", "optional"),
            (
                "{allOf: [{$ref: '#/components/schemas/R'}, {type: object, properties: {w: {type: integer}}}]}",
                "optional",
            ),
            (
                "{allOf: [{$ref: '#/components/schemas/R'}, {properties: {w: {type: integer}}}]}",
                "optional_nullable",
            ),
            (
                "{allOf: [{$ref: '#/components/schemas/R'}, {type: object, nullable: true}]}",
                "optional_nullable",
            ),
            (
                "{type: object, nullable: true, allOf: [{type: object, properties: {w: {type: integer}}}]}",
                "optional_nullable",
            ),
        ):
            api, _ = with_schemas(
                f"M: {{properties: {{x: {schema}}}}}\nR: {{type: object, nullable: true, properties: {{v: {{type: integer}}}}}}\n"
            )
            self.assertEqual(member_of(api, "M", "x").presence, presence, schema)

    def test_a_schema_that_says_no_more_than_another_one_is_of_its_type(self):
        kinds = """
            O: {type: object, properties: {v: {type: integer}}}
            E: {type: string, enum: [a, b]}
            V: {oneOf: [{$ref: '#/components/schemas/O'}, {type: string}]}
            S: {type: string, maxLength: 9}
            B: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
            B1: {allOf: [{$ref: '#/components/schemas/B'}, {description: A kind of its own.}]}
            B2: {allOf: [{$ref: '#/components/schemas/B1'}, {properties: {w: {type: string}}}]}
            M: {properties: {x: %s, l: {type: array, items: %s}}}
            """
        for form in (
            "{$ref: X, description: d}",
            "{allOf: [{$ref: X}]}",
            "{type: object, allOf: [{$ref: X}], description: d, title: t, example: 1, x-foo: 1}",
            "{allOf: [{$ref: X}, {description: d}]}",
            "{allOf: [{description: d}, {$ref: X}, {}], title: t}",
            "{$ref: X, allOf: [{title: t}]}",
            "{allOf: [{allOf: [{$ref: X}, {example: 1}]}, {x-foo: 1}]}",
            "{allOf: [{$ref: X}], properties: {}, required: []}",
            "{$ref: X, required: []}",
            "{allOf: [{$ref: X}, {nullable: true}]}",
            "{allOf: [{$ref: X}, {properties: {}}], nullable: true}",
            "{anyOf: [{allOf: [{$ref: X}, {description: d}]}, {type: 'null'}]}",
        ):
            for kind in "OEVSB":
                with self.subTest(form, kind=kind):
                    schema = form.replace("X", f"'#/components/schemas/{kind}'")
                    if kind != "O" and kind != "B":
                        schema = schema.replace("type: object, ", "")
                    api, diagnostics = with_schemas(kinds % (schema, schema))
                    self.assertEqual([one for one in codes(diagnostics) if one != "RB029"], [])
                    is_null = "null" in form
                    found, listed = member_of(api, "M", "x"), member_of(api, "M", "l")
                    self.assertEqual(
                        (found.type, found.presence),
                        (ir.Ref(kind), "optional_nullable" if is_null else "optional"),
                    )
                    self.assertEqual(listed.type, ir.Array(ir.Ref(kind), is_null))
                    self.assertEqual(
                        sorted(one.name for one in api.models), ["B1Base", "B2", "BBase", "M", "O"]
                    )
                    self.assertEqual("d" if "description: d" in form else "", found.doc.description)

    def test_a_schema_that_says_more_than_another_one_is_a_type_of_its_own(self):
        for more in (
            "{allOf: [{$ref: X}, {required: [v]}]}",
            "{allOf: [{$ref: X}, {properties: {w: {}}}]}",
            "{allOf: [{$ref: X}, {not: {required: [v]}}]}",
            "{allOf: [{$ref: X}], additionalProperties: true}",
            "{allOf: [{$ref: X}, {$ref: X}, {properties: {v: {minimum: 3}}}]}",
        ):
            api, _ = with_schemas(
                f"""
                O: {{type: object, properties: {{v: {{type: integer}}}}}}
                M: {{properties: {{x: {more.replace("X", "'#/components/schemas/O'")}}}}}
                """
            )
            self.assertEqual(member_of(api, "M", "x").type, ir.Ref("MX"), more)

    def test_what_is_said_of_the_members_or_constants_of_a_type_makes_another_one(self):
        api, _ = with_schemas(
            """
            O: {type: object, minProperties: 2, properties: {a: {type: string}}}
            E: {type: string, enum: ["1", "2"]}
            M:
              properties:
                x: {allOf: [{$ref: '#/components/schemas/O'}, {x-restbind-messages: {minProperties: More!}}]}
                y: {allOf: [{$ref: '#/components/schemas/E'}, {x-enum-varnames: [first, second]}]}
            """
        )
        self.assertEqual(
            (member_of(api, "M", "x").type, member_of(api, "M", "y").type),
            (ir.Ref("MX"), ir.Ref("MY")),
        )
        self.assertEqual(
            [
                one.message
                for one in next(one for one in api.models if one.name == "MX").constraints
            ],
            ["More!"],
        )
        self.assertEqual(
            next(one for one in api.enums if one.name == "MY").names, ("first", "second")
        )

    def test_a_component_that_only_refers_to_another_one_is_another_name_of_it(self):
        for form in (
            "{$ref: '#/components/schemas/X'}",
            "{allOf: [{$ref: '#/components/schemas/X'}], description: d}",
            "{$ref: '#/components/schemas/X', description: d, nullable: true}",
        ):
            api, diagnostics = with_schemas(
                f"X: {{type: object, properties: {{v: {{type: integer}}}}}}\nY: {form}\n"
            )
            self.assertEqual(
                (
                    codes(diagnostics),
                    [(one.name, one.type, one.doc.description) for one in api.aliases],
                ),
                ([], [("Y", ir.Ref("X"), "d" if "d," in form or "d}" in form else "")]),
                form,
            )

    def test_elements_may_be_null(self):
        for schema in (
            "{type: array, items: {type: [string, 'null']}}",
            "{type: array, items: {anyOf: [{type: string}, {type: 'null'}]}}",
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual(
                (member.type, codes(diagnostics)),
                (ir.Array(ir.Scalar("string"), nullable=True), []),
            )
        member, _, diagnostics = schema_member(
            "{type: object, additionalProperties: {type: [integer, 'null'], minimum: 1}}"
        )
        self.assertEqual(
            (member.type, codes(diagnostics)), (ir.Map(ir.Scalar("int64"), nullable=True), [])
        )
        self.assertEqual([one.keyword for one in member.checked.of_elements], ["minimum"])

    def test_a_member_goes_both_ways_or_one(self):
        for keys, access, expected in (
            ("", "read_write", []),
            (", readOnly: true", "read_only", []),
            (", writeOnly: true", "write_only", []),
            (", readOnly: false", "read_write", []),
            (", readOnly: true, writeOnly: true", "read_write", ["RB035"]),
        ):
            member, _, diagnostics = schema_member(f"{{type: string{keys}}}")
            self.assertEqual((member.access, codes(diagnostics)), (access, expected), keys)
        api, _ = with_schemas(
            "Id: {type: string, readOnly: true}\nM: {properties: {x: {$ref: '#/components/schemas/Id'}}}\n"
        )
        self.assertEqual(member_of(api, "M", "x").access, "read_only")

    def test_inline_objects_and_enums_are_named_after_where_they_stand(self):
        api, diagnostics = with_schemas(
            """
            Cart-item:
              properties:
                seat_place: {properties: {row: {type: string, enum: [a, b]}}}
                fees: {type: array, items: {properties: {kind: {type: integer, enum: [1, 2]}}}}
                prices: {additionalProperties: {properties: {v: {type: number}}}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            {one.name for one in api.models},
            {"Cart-item", "CartItemSeatPlace", "CartItemFeesItem", "CartItemPricesValue"},
        )
        self.assertEqual(
            {one.name for one in api.enums}, {"CartItemSeatPlaceRow", "CartItemFeesItemKind"}
        )

    def test_names_of_inline_types_keep_letters_outside_of_ascii(self):
        api, diagnostics = with_schemas(
            """
            Kunde:
              properties:
                größe: {properties: {x: {type: integer}}}
                住所: {properties: {y: {type: integer}}}
                電話: {properties: {z: {type: string, enum: [新, 旧]}}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [one.name for one in (*api.models, *api.enums)],
            ["Kunde", "KundeGrosse", "KundeU4f4fU6240", "KundeU96fbU8a71", "KundeU96fbU8a71Z"],
        )
        api, diagnostics = lower_files(
            {
                "test.yaml": HEAD
                + "components: {schemas: {A: {properties: {x: {$ref: ünï.yaml}}}}}\n",
                "ünï.yaml": "{type: object, properties: {a: {type: integer}}}\n",
            }
        )
        self.assertEqual((codes(diagnostics), [one.name for one in api.models]), ([], ["A", "Uni"]))

    def test_inline_objects_that_say_the_same_in_other_words_are_one_type(self):
        first = "{type: object, required: [k, n], properties: {k: {type: string, enum: [u, v]}, n: {type: [integer, 'null'], minimum: 1, maximum: 4}}}"
        for same in (
            "{properties: {k: {enum: [v, u], type: string}, n: {maximum: 4, type: ['null', integer], minimum: 1}}, required: [n, k], type: object}",
            "{title: T, type: [object], description: D, required: [k, n], example: {k: u}, x-foo: 1, deprecated: false, externalDocs: {url: x}, properties: {"
            "k: {type: string, enum: [u, v], description: Mine, examples: [u]}, n: {type: [integer, 'null'], minimum: 1, maximum: 4, readOnly: false}}}",
            "{type: object, required: [k, n], properties: {k: {allOf: [{type: string, enum: [u, v]}], description: Mine},"
            " n: {type: [integer, 'null'], minimum: 1, maximum: 4}}}",
            "{type: object, required: [k, n], properties: {n: {type: [integer, 'null'], minimum: 1, maximum: 4}, k: {type: string, enum: [u, v]}}}",
        ):
            with self.subTest(same):
                api, diagnostics = with_schemas(
                    f"M:\n  properties:\n    a: {first}\n    b: {same}\n"
                )
                self.assertEqual(codes(diagnostics), [])
                self.assertEqual(
                    (member_of(api, "M", "a").type, member_of(api, "M", "b").type),
                    (ir.Ref("MA"), ir.Ref("MA")),
                )
        for other in (
            first.replace("minimum: 1", "minimum: 2"),
            first.replace("[u, v]", "[u, v], deprecated: true"),
            first.replace("required: [k, n]", "required: [k]"),
            first.replace("[u, v]", "[u, v], x-enum-varnames: [one, two]"),
            first.replace("[u, v]", "[u, v], x-restbind-assumed: so it is"),
            first.replace("n:", "m:"),
            first.replace("type: object", "type: [object, 'null']"),
            first.replace("'null'", "string"),
        ):
            with self.subTest(other):
                api, diagnostics = with_schemas(
                    f"M:\n  properties:\n    a: {first}\n    b: {other}\n"
                )
                self.assertNotEqual(member_of(api, "M", "a").type, member_of(api, "M", "b").type)

    def test_inline_objects_whose_references_lead_to_one_schema_are_one_type(self):
        x = "#/components/schemas/X"
        for same in (
            f"{{$ref: '{x}'}}",
            "{$ref: '#/components/schemas/%58'}",
            f"{{allOf: [{{$ref: '{x}'}}], description: Mine.}}",
            f"{{$ref: 'test.yaml{x}', description: Mine.}}",
            f"{{allOf: [{{$ref: '{x}'}}, {{title: Mine.}}], description: Mine.}}",
        ):
            api, diagnostics = with_schemas(
                f"""
                X: {{type: object, properties: {{v: {{type: integer}}}}}}
                Y: {{type: object, properties: {{v: {{type: integer}}}}}}
                M:
                  properties:
                    a: {{properties: {{x: {{$ref: '{x}'}}, l: {{type: array, items: {{$ref: '{x}'}}}}}}}}
                    b: {{properties: {{x: {same}, l: {{items: {same}, type: array}}}}}}
                    c: {{properties: {{x: {{$ref: '#/components/schemas/Y'}}, l: {{type: array, items: {{$ref: '{x}'}}}}}}}}
                """
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                [str(member_of(api, "M", name).type.name) for name in "abc"],
                ["MA", "MA", "MC"],
                same,
            )

    def test_an_inline_object_of_several_places_is_called_after_the_member_that_it_always_is(self):
        link = "{type: object, properties: {url: {type: string}, by: {type: object, properties: {kind: {type: string, enum: [u, v]}}}}}"
        names = ["SharedLink", "SharedLinkBy", "SharedLinkByKind"]
        for more, expected in (
            ("", names),
            ("shared_link: {type: string}", ["ASharedLink", "ASharedLinkBy", "ASharedLinkByKind"]),
            (
                "C: {properties: {link: %s}}" % link,
                ["ASharedLink", "ASharedLinkBy", "ASharedLinkByKind"],
            ),
            (
                "C: {properties: {shared_link: {type: object, properties: {other: {type: string}}}}}",
                names,
            ),
        ):
            api, diagnostics = with_schemas(
                f"A: {{properties: {{shared_link: {link}}}}}\nB: {{properties: {{n: {{type: integer}}, shared_link: {link}}}}}\n{more}"
            )
            self.assertEqual(codes(diagnostics), [])
            found = [one for one in (*api.models, *api.enums) if one.name.startswith("ASharedLink")]
            self.assertEqual(sorted(called(api)[one.name] for one in found), expected, more)
        api, _ = with_schemas(
            f"a_b: {{properties: {{shared_link: {link}}}}}\na-c: {{properties: {{shared_link: {link}}}}}"
        )
        self.assertEqual(sorted(called(api).values()), sorted(["a_b", "a-c", *names]))
        api, _ = with_schemas(
            "A: {properties: {data: {properties: {a: {type: string}}}}}\nB: {properties: {data: {properties: {a: {type: string}}}}}"
        )
        self.assertEqual(called(api), {name: name for name in api.named})  # which says little
        api, _ = with_schemas(f"A: {{properties: {{shared_link: {link}}}}}")
        self.assertEqual(called(api), {name: name for name in api.named})

    def test_what_is_sent_is_not_called_a_response(self):
        body = "content: {application/json: {schema: {type: object, properties: {dark: {type: boolean}}}}}"
        get, put = (
            f"get: {{operationId: getSettings, responses: {{'200': {{description: d, {body}}}}}}}",
            f"requestBody: {{{body}}}",
        )
        for other, expected in (
            (
                f"put: {{operationId: putSettings, {put}, responses: {{'204': {{description: d}}}}}}",
                "GetSettings",
            ),
            (
                get.replace("get: {operationId: get", "put: {operationId: replace"),
                "GetSettingsResponse",
            ),
        ):
            api, diagnostics = lower(f"{HEAD}paths:\n  /settings:\n    {get}\n    {other}\n")
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(list(called(api).values()), [expected])

    def test_the_titles_of_alternatives_name_types_and_constants(self):
        kinds = "oneOf: [{{const: 1, {}: One}}, {{const: 2, {}: Two}}]"
        for left, right, types in (
            ("title", "title", 1),
            ("title", "x-foo", 2),
            ("description", "title", 2),
        ):
            one, other = (
                f"{{properties: {{k: {{{kinds.format(key, key)}}}}}}}" for key in (left, right)
            )
            api, _ = with_schemas(f"M: {{properties: {{a: {one}, b: {other}}}}}\n")
            self.assertEqual(len(api.models), 1 + types, (left, right))
        api, _ = with_schemas(
            "M: {properties: {x: {oneOf: [{title: Card, properties: {n: {type: string}}}, {title: Cash, properties: {n: {type: string}}}]}}}\n"
        )
        self.assertEqual([one.name for one in api.models], ["M", "MXCard", "MXCash"])

    def test_a_type_of_several_places_says_of_its_members_what_each_place_says(self):
        api, _ = with_schemas(
            """
            M:
              properties:
                a: {description: In a., properties: {k: {enum: [u, v], description: K of a.}, n: {type: integer, description: A number.}}}
                b: {description: In b., properties: {k: {enum: [u, v], description: K of b.}, n: {type: integer, description: A number.}}}
                c: {properties: {k: {enum: [u, v]}, n: {type: integer, title: A number.}}}
            N:
              properties:
                a: {properties: {m: {type: integer, description: One.}}}
                b: {properties: {m: {type: integer, description: Two.}}}
                c: {properties: {m: {type: integer, description: Three.}}}
                d: {properties: {m: {type: integer, description: Four.}}}
            """
        )
        model = next(one for one in api.models if one.name == "MA")
        self.assertEqual(
            [model.doc, *(one.doc.description for one in model.members)],
            [ir.Doc(), "K of a.\n\nK of b.", "A number."],
        )
        self.assertEqual(
            [member_of(api, "M", name).doc.description for name in "abc"], ["In a.", "In b.", ""]
        )
        self.assertEqual([one.doc for one in api.enums], [ir.Doc()])
        self.assertEqual(member_of(api, "NA", "m").doc, ir.Doc())

    def test_a_taken_name_is_told(self):
        api, diagnostics = with_schemas(
            "A: {properties: {b: {properties: {v: {type: integer}}}}}\nAB: {type: string}\n"
        )
        self.assertEqual(codes(diagnostics), ["RB033"])
        self.assertEqual(member_of(api, "A", "b").type, ir.Ref("AB2"))

    def test_names_that_are_one_in_cpp_are_told(self):
        api, diagnostics = with_schemas(
            "foo_bar: {properties: {x: {type: boolean}}}\nfooBar: {type: string}\nFooBar: {type: integer}\n"
            "foo-baz: {properties: {x: {properties: {y: {type: integer}}}}}\nFooBazX: {type: string}\n"
        )
        self.assertEqual(
            [(one.code, one.message, one.place.line) for one in diagnostics.sorted()],
            [
                ("RB033", "the name `FooBar` is taken; this schema becomes `FooBar_2`", 5),
                ("RB033", "the name `FooBar` is taken; this schema becomes `FooBar_3`", 6),
                ("RB033", "the name `FooBazX` is taken; this schema becomes `FooBazX2`", 8),
            ],
        )
        self.assertEqual(
            {name: str(Names(api, "n").types[name]) for name in ("foo_bar", "fooBar", "FooBar")},
            {"foo_bar": "FooBar_2", "fooBar": "FooBar_3", "FooBar": "FooBar"},
        )

    def test_a_component_that_is_no_object_is_an_alias(self):
        api, _ = with_schemas(
            """
            Money: {type: number, format: decimal, description: An amount.}
            A: {properties: {m: {$ref: '#/components/schemas/Money'}}}
            """
        )
        expected = ir.Alias(
            "Money",
            ir.Scalar("decimal"),
            ir.Doc(description="An amount."),
            "#/components/schemas/Money",
        )
        self.assertEqual(api.aliases, (expected,))
        self.assertEqual(member_of(api, "A", "m").type, ir.Ref("Money"))

    def test_all_of_merges_objects(self):
        api, diagnostics = with_schemas(
            """
            Base: {required: [a], properties: {a: {type: integer}, b: {type: string}}}
            M:
              allOf:
                - $ref: '#/components/schemas/Base'
                - required: [b, c]
                  properties: {c: {type: boolean}, b: {maxLength: 5}}
              properties: {d: {type: number}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        found = next(one for one in api.models if one.name == "M")
        self.assertEqual(
            [(one.wire_name, one.presence) for one in found.members],
            [("a", "required"), ("b", "required"), ("c", "required"), ("d", "optional")],
        )
        self.assertEqual(found.members[1].type, ir.Scalar("string"))
        self.assertEqual(
            [(one.keyword, one.limits) for one in found.members[1].constraints],
            [("maxLength", ("5",))],
        )

    def test_keys_beside_a_reference_hold(self):
        api, diagnostics = with_schemas(
            """
            Id: {type: integer, minimum: 1, description: An id.}
            M:
              properties:
                x: {$ref: '#/components/schemas/Id', description: Mine., maximum: 9, x-restbind-assumed: why, deprecated: true}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        found = member_of(api, "M", "x")
        self.assertEqual(
            (found.type, found.doc),
            (ir.Ref("Id"), ir.Doc(description="Mine.", assumed="why", deprecated=True)),
        )
        self.assertEqual(
            [(one.keyword, one.limits) for one in found.constraints], [("range", ("1", "9"))]
        )

    def test_extra_members_are_kept_where_the_schema_says_so(self):
        for more, kept, expected in (
            ("", False, []),
            ("additionalProperties: true", True, []),
            ("additionalProperties: false", False, []),
            ("additionalProperties: {type: string}", True, []),
            ("unevaluatedProperties: false", False, []),
            ("unevaluatedProperties: true", True, []),
            ("unevaluatedProperties: {type: string}", True, []),
            ("additionalProperties: false\n  unevaluatedProperties: true", False, []),
        ):
            api, diagnostics = with_schemas(
                f"M:\n  properties: {{x: {{type: integer}}}}\n  {more}\n"
            )
            self.assertEqual(
                (api.models[0].keeps_extra, codes(diagnostics)), (kept, expected), more
            )

    def test_a_tuple_is_a_list_of_the_types_in_it(self):
        text, number = ir.Scalar("string"), ir.Scalar("int64")
        for schema, type_ in (
            (
                "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
                ir.Array(ir.OneOf((text, number))),
            ),
            (
                "{type: array, prefixItems: [{type: integer}, {type: integer}], maxItems: 2}",
                ir.Array(number),
            ),
            (
                "{type: array, prefixItems: [{type: string}], items: {type: integer, minimum: 3}}",
                ir.Array(ir.OneOf((text, number))),
            ),
            ("{type: array, prefixItems: [{type: string}]}", ir.Open("array")),
            ("{type: array, prefixItems: [{}], items: false}", ir.Open("array")),
            (
                "{type: array, prefixItems: [{type: [string, 'null']}], items: false}",
                ir.Array(text, True),
            ),
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual(
                (member.type, member.checked.of_elements, codes(diagnostics)),
                (type_, (), []),
                schema,
            )
            self.assertIn("prefixItems", member.constraints[-1].limits[0], schema)

    def test_what_no_type_can_say_is_checked_as_a_schema(self):
        for schema, type_, text in (
            ("false", OPEN, "false"),
            ("{const: null}", OPEN, '{"const": null}'),
            ("{enum: [null]}", OPEN, '{"enum": [null]}'),
            (
                "{enum: [1, a, [true]]}",
                ir.OneOf((ir.Scalar("int64"), ir.Scalar("string"), ir.Open("array"))),
                '{"enum": [1, "a", [true]]}',
            ),
            ("{enum: [[1], [2]]}", ir.Open("array"), '{"enum": [[1], [2]]}'),
            ("{const: {a: 1}}", ir.Open("object"), '{"const": {"a": 1}}'),
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual((member.type, codes(diagnostics)), (type_, []), schema)
            self.assertEqual([one.limits for one in member.constraints], [(text,)], schema)

    def test_what_is_not_supported_is_named_and_left_open(self):
        for schema, type_, code in (
            ("{type: file}", OPEN, "RB036"),
            ("{$dynamicRef: '#x'}", OPEN, "RB011"),
            ("{type: string, format: knitting}", ir.Scalar("string"), "RB032"),
            ("{allOf: [{type: string}, {type: integer}]}", OPEN, "RB030"),
            ("{type: string, contentEncoding: base32}", ir.Scalar("string"), "RB032"),
        ):
            member, _, diagnostics = schema_member(schema)
            self.assertEqual((member.type, codes(diagnostics)), (type_, [code]), schema)
            self.assertIsNone(schema_member(schema, strict=True)[1], schema)


if __name__ == "__main__":
    unittest.main()
