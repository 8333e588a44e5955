# SPDX-License-Identifier: BSL-1.0
"""What a discriminator says, and what the schemas that it tells apart say themselves."""

import json
import unittest

from tests.generator.documents import (
    HEAD,
    codes,
    lower,
    lower_files,
    lower_report,
    member_of,
    printed,
    with_schemas,
)
from tests.generator.test_lower_alternatives import BOTH, OPEN, alias, refs, told

from restbind import ir, render, report

LISTED = """
    A: {type: object, required: [kind], properties: {kind: {%s}}}
    B: {type: object, required: [kind], properties: {kind: {type: string, enum: [b1, b2]}}}
"""
X = "    X: {%s, discriminator: {propertyName: kind, mapping: {%s}}}\n" % (BOTH, "%s")


VALUES = "mapping: {car: '#/components/schemas/Car', bike: '#/components/schemas/Bike'}"
KINDS = """
    Car: {allOf: [{$ref: '#/components/schemas/V'}, {type: object, properties: {doors: {type: integer}}}]}
    Bike: {allOf: [{$ref: '#/components/schemas/V'}, {type: object, properties: {gears: {type: integer}}}]}
"""
LISTS = "oneOf: [{$ref: '#/components/schemas/Car'}, {$ref: '#/components/schemas/Bike'}]"


class FromTheStart(unittest.TestCase):
    def forms(self, declared, required):
        """A base that lists its kinds, one that they extend, and alternatives that extend nothing,
        each with and without a mapping.
        """
        for more in ("", f", {VALUES}"):
            stated = f"discriminator: {{propertyName: type{more}}}"
            own = f"type: object, {required}properties: {{{declared}}}"
            yield f"    V: {{{own}, {LISTS}, {stated}}}" + KINDS, more
            yield f"    V: {{type: object, {required}{LISTS}, {stated}}}" + KINDS, more
            yield f"    V: {{{own}, {stated}}}" + KINDS, more
            yield f"""    V: {{{LISTS}, {stated}}}
    Car: {{{own}}}
    Bike: {{{own.replace("{type", "{gears: {}, type") if declared else own.replace("{}", "{gears: {}}")}}}
""", more

    def test_the_member_begins_with_the_only_value_whatever_it_may_be_besides(self):
        for required in ("", "required: [type], "):
            for declared in (
                "type: {type: string}",
                "type: {type: [string, 'null']}",
                "type: {enum: [car, bike, Car, Bike]}",
                "type: {}",
                "type: {type: [string, integer]}",
                "type: {type: string, default: base}",
                "",
            ):
                for schemas, mapping in self.forms(declared, required):
                    api, diagnostics = with_schemas(schemas)
                    value = "car" if mapping else "Car"
                    member = member_of(api, "Car", "type")
                    self.assertEqual(
                        (member.default.strip('"'), member.tells), (value, True), schemas
                    )
                    self.assertEqual(
                        [one for one in printed(diagnostics) if one.code == "RB016"], []
                    )
                    self.assertEqual(told(alias(api, "V"))[1][value], ir.Ref("Car"))

    def test_kinds_that_a_base_lists_are_told_apart_by_it_wherever_they_are_listed(self):
        for more, values in (
            (f", {VALUES}", {"car": "Car", "Car": "Car", "bike": "Bike", "Bike": "Bike"}),
            ("", {"Car": "Car", "Bike": "Bike"}),
        ):
            api, diagnostics = with_schemas(
                f"""    V: {{type: object, required: [type], properties: {{type: {{type: string}}}}, {LISTS},
        discriminator: {{propertyName: type{more}}}}}{KINDS}    Both: {{anyOf: [{{$ref: '#/components/schemas/Bike'}}, {{$ref: '#/components/schemas/Car'}}]}}
"""
            )
            self.assertEqual(printed(diagnostics), [])
            self.assertEqual(
                told(alias(api, "Both")),
                ("type", {value: ir.Ref(name) for value, name in values.items()}),
            )

    def test_a_value_that_the_member_cannot_have_is_none_to_begin_with(self):
        for schemas, mapping in self.forms(
            "type: {type: string, enum: [a, b]}", "required: [type], "
        ):
            if "enum" in schemas and not mapping:
                member = member_of(with_schemas(schemas)[0], "Car", "type")
                self.assertEqual(
                    (member.default, member.missing), (None, "Type is required"), schemas
                )


class Mappings(unittest.TestCase):
    def test_a_value_that_all_list_and_the_mapping_gives_to_none_of_them_is_told_once(self):
        schemas = "".join(
            f"    {name}: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [a, b, c]}}}}}}\n"
            for name in "ABC"
        )
        _, diagnostics = with_schemas(
            schemas
            + "    X: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], "
            "discriminator: {propertyName: kind, mapping: {a: A, b: B, c: C}}}\n"
        )
        self.assertEqual(codes(diagnostics), ["RB030"])  # C is none of the alternatives

    def test_a_mapping_that_leaves_out_what_all_list_is_none_of_the_schema_that_is_checked(self):
        schemas = "".join(
            f"    {name}: {{type: object, required: [kind], properties: {{kind: {{enum: [a, b]}}, {name}: {{}}}}}}\n"
            for name in "AB"
        )
        stated = "discriminator: {propertyName: kind, mapping: {a: A}}"
        api, diagnostics = with_schemas(
            f"{schemas}    M: {{properties: {{x: {{{BOTH}, {stated}}}}}}}\n"
        )
        self.assertEqual(codes(diagnostics), ["RB029"])
        (constraint,) = member_of(api, "M", "x").constraints
        self.assertEqual(list(json.loads(constraint.limits[0])), ["oneOf", "$defs"])

    def test_both_lists_of_alternatives_keep_their_names(self):
        stated = "discriminator: {propertyName: kind}"
        lists = f"{BOTH}, anyOf: [{{maxProperties: 4}}, {{minProperties: 6}}], {stated}"
        api, _ = with_schemas(
            LISTED % "const: a" + f"    M: {{properties: {{x: {{not: {{{lists}}}}}}}}}\n"
        )
        (constraint,) = member_of(api, "M", "x").constraints
        self.assertEqual(list(json.loads(constraint.limits[0])["not"]), ["oneOf", "anyOf"])

    def test_each_member_has_a_mapping_of_its_own_however_many_there_are(self):
        members = "".join(
            f"m{index}: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a{index}: A, b{index}: B}}}}}}, "
            for index in range(9)
        )
        text = (
            HEAD
            + f"""paths:
  /rooms:
    get: {{operationId: read, responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Room'}}}}}}}}}}}}
components:
  schemas:
    A: {{type: object, required: [kind], properties: {{kind: {{type: string}}, a: {{type: integer}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string}}, b: {{type: integer}}}}}}
    Room: {{type: object, properties: {{{members}same: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a3: A, b3: B}}}}}},
      plain: {{{BOTH}}}}}}}
"""
        )
        lowered, diagnostics = lower_report(text)
        self.assertEqual(printed(diagnostics), [])
        found = [member_of(lowered.api, "Room", f"m{index}").type for index in range(9)]
        self.assertEqual(
            {one.alternatives for one in found}, {(*refs("A", "B"), ir.Open("object"), ir.OTHER)}
        )
        for index, one in enumerate(found):
            self.assertEqual(
                {value: one.alternatives[place] for value, place in one.mapping},
                {
                    f"a{index}": ir.Ref("A"),
                    "A": ir.Ref("A"),
                    f"b{index}": ir.Ref("B"),
                    "B": ir.Ref("B"),
                },
            )
        self.assertEqual(report.outcomes(lowered, diagnostics)[0].verdict, "complete")
        models = render.render_api(lowered.api, "api", "api")["models.hpp"]
        plain = "std::variant<A, B, boost::json::object, restbind::unknown_value>"
        told = {
            name: f'restbind::discriminated<"Room.{name}", {plain}>'
            for name in (f"m{index}" for index in range(9))
        }
        for name, type_ in (*told.items(), ("same", told["m3"]), ("plain", plain)):
            self.assertIn(f"    std::optional<{type_}> {name}{{}};", models)
        for index, type_ in enumerate(told.values()):
            self.assertIn(f"({type_} const*)", models.replace("\n    ", ""))
            self.assertRegex(models, rf'"kind", *{{{{"a{index}", 0')
        self.assertNotIn(f"({plain} const*)", models.replace("\n    ", ""))

    def test_a_sole_discriminator_needs_no_type_of_its_own(self):
        api, _ = with_schemas(
            LISTED % "const: a"
            + X % "a: A"
            + "    Y: {type: object, properties: {x: {$ref: '#/components/schemas/X'}}}\n"
        )
        self.assertNotIn("discriminated", render.render_api(api, "api", "api")["models.hpp"])


class Listed(unittest.TestCase):
    def test_values_that_the_schemas_exclude_stand_for_none_of_them(self):
        for a in ("type: string, enum: [a]", "const: a", "type: [string, 'null'], enum: [a, null]"):
            for mapping, said in (
                ("AA: A, BB: B", "`AA` and `BB` stand "),
                ("b1: A, a: B", "`b1` and `a` stand "),
                ("a: A, AA: A", "`AA` stands "),
            ):
                api, diagnostics = with_schemas(LISTED % a + X % mapping)
                self.assertEqual(
                    [(one.code, one.message) for one in printed(diagnostics)],
                    [("RB035", f"what {said}for lists other values of `kind`; these count")],
                    (a, mapping),
                )
                self.assertEqual(
                    told(alias(api, "X")),
                    ("kind", dict(zip(("a", "b1", "b2"), refs("A", "B", "B")))),
                )
                self.assertEqual(member_of(api, "A", "kind").default, "a")

    def test_values_among_others_that_are_no_strings_are_told(self):
        for mapping, expected in (
            ("n: A, BB: B", 1),
            ("AA: A, b1: B, b2: B", 1),
            ("n: A, b1: B, b2: B", 0),
        ):
            _, diagnostics = with_schemas(LISTED % "enum: [n, 3]" + X % mapping)
            self.assertEqual(codes(diagnostics).count("RB035"), expected, mapping)

    def test_so_it_is_for_the_kinds_of_a_base(self):
        api, diagnostics = with_schemas(
            """
    Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {A: A, b: B}}}
    A: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {kind: {const: a}}}]}
    B: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {kind: {const: b}}}]}
"""
        )
        self.assertEqual(codes(diagnostics), ["RB035"])
        self.assertEqual(told(alias(api, "Base")), ("kind", dict(zip("ab", refs("A", "B")))))

    def test_what_all_of_them_list_is_told(self):
        _, diagnostics = with_schemas(LISTED % "type: string, enum: [b1, b2]" + X % "AA: A, BB: B")
        self.assertEqual(
            [one.code for one in diagnostics.sorted() if one.code != "RB056"], ["RB029", "RB035"]
        )

    def test_values_of_numbers_and_those_that_are_listed_are_nothing_to_tell(self):
        for a, mapping in (
            ("const: 1", "'1': A, b1: B"),
            ("type: string, enum: [a]", "a: A, b1: B, b2: B"),
            ("type: string", "AA: A, b1: B"),
        ):
            _, diagnostics = with_schemas(LISTED % a + X % mapping)
            self.assertEqual(codes(diagnostics), [], mapping)


class Literals(unittest.TestCase):
    """Numbers and booleans among the values."""

    def test_a_mapping_to_nothing_loses_nothing_where_an_alternative_lists_the_value(self):
        for target in ("'#/components/schemas/Gone/oneOf/0'", "Gone"):
            lowered, diagnostics = lower_report(
                HEAD
                + f"""paths:
  /a: {{post: {{operationId: a, requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/X'}}}}}}}}, responses: {{}}}}}}
components: {{schemas: {{X: {{discriminator: {{propertyName: kind, mapping: {{a: {target}}}}}, oneOf: [
  {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [a]}}}}}}, {{type: object, required: [kind], properties: {{kind: {{const: b}}}}}}]}}}}}}
"""
            )
            self.assertEqual(
                (codes(diagnostics), report.outcomes(lowered, diagnostics)[0].verdict),
                (["RB035"], "complete"),
            )
        self.assertEqual(
            codes(with_schemas(LISTED % "enum: [b]" + X % "a: Gone, b: A, b1: B")[1]), ["RB020"]
        )

    def test_keys_of_the_mapping_stand_for_the_numbers_that_the_schemas_list(self):
        for a, key in (
            ("const: 1", "1"),
            ("type: number, enum: [1.0]", "1"),
            ("enum: [1]", "1.0"),
            ("type: integer", "1"),
            ("oneOf: [{const: 1}]", "1e0"),
        ):
            api, diagnostics = with_schemas(LISTED % a + X % f"'{key}': A, b1: B, b2: B")
            self.assertEqual(codes(diagnostics), [], a)
            self.assertEqual(
                told(alias(api, "X")),
                ("kind", dict(zip((ir.Literal("1"), "b1", "b2"), refs("A", "B", "B")))),
                a,
            )

    def test_they_begin_with_their_value(self):
        for a, value in (
            ("type: integer", "1"),
            ("type: boolean", "true"),
            ("type: number", "1.5"),
            ("type: string", "1"),
        ):
            api, _ = with_schemas(LISTED % a + X % f"'{value}': A")
            self.assertEqual(member_of(api, "A", "kind").default, value)
        api, _ = with_schemas(LISTED % "type: integer" + X % "'1.5': A")
        self.assertIsNone(member_of(api, "A", "kind").default)

    def test_the_string_of_the_same_letters_is_another_value(self):
        api, diagnostics = with_schemas(
            """
    X: {oneOf: [{title: N, type: object, required: [k], properties: {k: {const: 1}}}, {title: T, type: object, required: [k], properties: {k: {const: '1'}}}]}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "X")), ("k", {ir.Literal("1"): ir.Ref("XN"), "1": ir.Ref("XT")})
        )

    def test_a_key_that_is_none_of_the_listed_numbers_is_told(self):
        api, diagnostics = with_schemas(LISTED % "const: 1" + X % "'2': A, b1: B, b2: B")
        self.assertEqual(codes(diagnostics), ["RB035"])
        self.assertEqual(
            told(alias(api, "X")),
            ("kind", dict(zip((ir.Literal("1"), "b1", "b2"), refs("A", "B", "B")))),
        )

    def test_a_number_that_stands_for_none_of_the_alternatives_is_told_at_its_key(self):
        _, diagnostics = with_schemas(
            LISTED % "const: 1"
            + "    C: {type: object, properties: {kind: {const: 3}}}\n"
            + X % "'1': A, b1: B, b2: B, '3.0': C"
        )
        self.assertEqual(
            [(one.code, one.message.split(";")[0]) for one in printed(diagnostics)],
            [("RB030", "what `3` stands for is none of the alternatives")],
        )

    def test_a_copy_of_an_alternative_stands_for_that(self):
        cat = "{type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}, toy: {$ref: '#/components/schemas/Toy'}}}"
        schemas = f"""
    Pet: {{oneOf: [%s, {{$ref: '#/components/schemas/Dog'}}], discriminator: {{propertyName: kind, mapping: {{cat: '%s', dog: Dog}}}}}}
    Cat: {cat}
    Copy: {cat.replace("{type: object, required: [kind], ", "{description: As a cat., required: [kind], type: object, ")}
    Dog: {{type: object, required: [kind], properties: {{kind: {{type: string}}, barks: {{type: boolean}}}}}}
    Toy: {{type: object, properties: {{name: {{type: string}}}}}}
"""
        for alternative, named, type_ in (
            ("{$ref: '#/components/schemas/Cat'}", "Copy", "Cat"),
            (cat, "#/components/schemas/Copy", "Pet2"),
            ("{$ref: '#/components/schemas/Cat'}", "#/components/schemas/Copy", "Cat"),
        ):
            with self.subTest(alternative):
                lowered, diagnostics = lower_report(
                    f"{HEAD}components:\n  schemas:{schemas % (alternative, named)}"
                )
                self.assertEqual(told(alias(lowered.api, "Pet"))[1]["cat"].name, type_)
                (told_,) = (one for one in printed(diagnostics) if one.code != "RB033")
                self.assertEqual(
                    (told_.code, told_.message),
                    (
                        "RB097",
                        "`#/components/schemas/Copy` says the same as the alternative `#/components/schemas/%s`, which `cat` stands for"
                        % ("Cat" if type_ == "Cat" else "Pet/oneOf/0"),
                    ),
                )
        # nobody knows which is meant
        two = (
            schemas.replace("oneOf: [%s,", "oneOf: [%s, {$ref: '#/components/schemas/Twin'},")
            + f"    Twin: {cat}\n"
        )
        _, diagnostics = lower(
            f"{HEAD}components:\n  schemas:" + two % ("{$ref: '#/components/schemas/Cat'}", "Copy")
        )
        self.assertIn("RB030", codes(diagnostics))

    def test_the_name_of_a_schema_stands_for_no_number(self):
        for given in ("type: integer", "type: boolean", "type: [integer, 'null']"):
            api, diagnostics = with_schemas(
                f"""
    A: {{type: object, required: [kind], properties: {{kind: {{{given}}}, a: {{type: string}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{{given}}}, b: {{type: string}}}}}}
    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}
"""
            )
            self.assertEqual(codes(diagnostics), ["RB029"], given)
            self.assertEqual(alias(api, "X").discriminator, "")
        _, diagnostics = with_schemas(
            """
    Base: {type: object, required: [kind], properties: {kind: {type: integer}}, discriminator: {propertyName: kind}}
    A: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {a: {type: string}}}]}
"""
        )
        self.assertEqual(codes(diagnostics), ["RB029"])

    def test_constants_of_alternatives_count_like_an_enum(self):
        api, diagnostics = with_schemas(
            """
    X:
      oneOf:
        - {title: A, type: object, required: [k], properties: {k: {oneOf: [{const: a}, {const: 1}, {type: 'null'}]}}}
        - {title: B, type: object, required: [k], properties: {k: {anyOf: [{enum: [b, b2]}, {const: false}]}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        places = dict(
            zip(
                ("a", ir.Literal("1"), "b", "b2", ir.Literal("false")),
                refs("XA", "XA", "XB", "XB", "XB"),
            )
        )
        self.assertEqual(told(alias(api, "X")), ("k", places))

    def test_one_of_them_that_may_be_anything_tells_nothing_apart(self):
        api, _ = with_schemas(
            """
    X:
      oneOf:
        - {title: A, type: object, required: [k], properties: {k: {oneOf: [{const: a}, {type: integer}]}}}
        - {title: B, type: object, required: [k], properties: {k: {const: b}}}
"""
        )
        self.assertEqual(alias(api, "X").discriminator, "")


class Absent(unittest.TestCase):
    def test_an_alternative_of_any_object_need_not_say_what_it_is(self):
        api, diagnostics = with_schemas(
            f"""{LISTED % "type: string"}
    M: {{properties: {{x: {{anyOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}, {{type: object}}],
        discriminator: {{propertyName: kind}}}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        kind = next(one for model in api.models if model.name == "MX" for one in model.members)
        self.assertEqual(
            (kind.wire_name, kind.presence, kind.access, kind.default),
            ("kind", "optional", "read_write", None),
        )

    def test_a_member_that_the_schema_does_not_have_is_kept_as_it_came(self):
        for b, mapping, expected in (
            ("{type: object}", "{b: B}", ("optional", "b", "read_write")),
            (
                "{type: object, properties: {b: {type: string}}}",
                "{b: B}",
                ("optional", "b", "read_write"),
            ),
            ("{type: object, required: [kind]}", "{b: B}", ("required", "b", "write_only")),
            ("{type: object}", "{b: B, c: B}", ("required", None, "write_only")),
            ("{type: object}", "{b: B}, defaultMapping: B", ("optional", None, "read_write")),
        ):
            api, _ = with_schemas(
                f"""
    A: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    B: {b}
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {mapping}}}}}
"""
            )
            kind = member_of(api, "B", "kind")
            self.assertEqual((kind.presence, kind.default, kind.access), expected, (b, mapping))

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
            self.assertEqual(
                [one.code for one in diagnostics.sorted() if one.code != "RB056"], expected
            )

    def test_what_may_be_several_without_the_member_is_held_against_the_schema(self):
        for key, required, keyword in (
            ("anyOf", "[v]", "schema"),
            ("anyOf", "[kind]", "known"),
            ("oneOf", "[v]", "known"),
        ):
            api, _ = with_schemas(
                f"""
    A: {{type: object, required: {required}, properties: {{kind: {{type: string}}, v: {{type: string}}, a: {{type: string}}}}}}
    B: {{type: object, required: {required}, properties: {{kind: {{type: string}}, v: {{type: string}}, b: {{type: string}}}}}}
    M: {{properties: {{x: {{{BOTH.replace("oneOf", key)}, discriminator: {{propertyName: kind}}}}}}}}
"""
            )
            self.assertEqual(
                [one.keyword for one in member_of(api, "M", "x").constraints],
                [keyword],
                (key, required),
            )


class Within(unittest.TestCase):
    SCHEMAS = """
    A: {type: object, required: [t, a], properties: {t: {type: string}, a: {type: string}}}
    B: {type: object, required: [t, b], properties: {t: {type: string}, b: {type: string}}}
    C: {type: object, required: [t], properties: {t: {type: string}}}
    Inner: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: t%s}}
    X: {oneOf: [{$ref: '#/components/schemas/Inner'}, {$ref: '#/components/schemas/C'}], discriminator: {%s}}
"""

    def test_what_is_said_of_all_of_an_alternative_is_held_against_it(self):
        api, _ = with_schemas(
            self.SCHEMAS % ("", "propertyName: t, mapping: {i: Inner, c: C}")
            + "    M: {properties: {x: {$ref: '#/components/schemas/X'}}}\n"
        )
        (text,) = (one.limits[0] for one in member_of(api, "M", "x").constraints)
        self.assertEqual(json.loads(text)["discriminator"]["mapping"], {"i": 0, "c": 1, "C": 1})

    def test_alternatives_within_have_the_value_of_the_one_that_they_are_in(self):
        api, diagnostics = with_schemas(
            self.SCHEMAS % ("", "propertyName: s, mapping: {i: Inner, c: C}")
        )
        self.assertEqual(
            [one.code for one in diagnostics.sorted() if one.code != "RB056"], ["RB093"]
        )
        self.assertEqual(
            told(alias(api, "X")),
            ("s", dict(zip(("i", "Inner", "c", "C"), refs("Inner", "Inner", "C", "C")))),
        )
        self.assertEqual(
            [
                (member_of(api, name, "s").default, member_of(api, name, "t").default)
                for name in "ABC"
            ],
            [("i", "A"), ("i", "B"), ("c", None)],
        )

    def test_a_default_mapping_to_alternatives_that_know_their_own_values_is_told(self):
        for inner, outer, expected in (
            ("", "Inner", ["RB030"]),
            (", defaultMapping: B", "Inner", []),
            ("", "C", []),
        ):
            _, diagnostics = with_schemas(
                self.SCHEMAS
                % (inner, f"propertyName: t, mapping: {{c: C}}, defaultMapping: {outer}")
            )
            self.assertEqual(codes(diagnostics), expected)


class Kinds(unittest.TestCase):
    BASE = "{type: object, required: [t], properties: {t: {type: string}}, discriminator: {propertyName: t%s}}"
    MORE = "{type: object, properties: {one: {type: integer}}}"

    def test_are_all_that_the_base_is_a_part_of(self):
        ref = "$ref: '#/components/schemas/%s'"
        for kind in (
            f"{{{ref % 'Base'}, properties: {{one: {{type: integer}}}}}}",
            f"{{allOf: [{{allOf: [{{{ref % 'Base'}}}]}}, {self.MORE}]}}",
            f"{{allOf: [{{{ref % 'Base'}, minProperties: 1}}, {self.MORE}]}}",
            f"{{allOf: [{{{ref % 'Also'}}}, {self.MORE}]}}",
        ):
            api, diagnostics = with_schemas(
                f"    Base: {self.BASE % ''}\n    Also: {{{ref % 'Base'}}}\n    Kind: {kind}\n"
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                told(alias(api, "Base")),
                ("t", dict(zip(("Base", "Also", "Kind"), refs("BaseBase", "BaseBase", "Kind")))),
                kind,
            )

    def test_are_told_apart_by_the_base_in_what_is_checked_as_a_schema_too(self):
        """An object of one kind may have what another one allows."""
        ref = "{$ref: '#/components/schemas/%s'}"
        of_kinds = f"{{oneOf: [{ref % 'Cat'}, {ref % 'Dog'}, {{type: 'null'}}]}}"
        api, diagnostics = with_schemas(
            f"""
    Base: {self.BASE % ''}
    Cat: {{allOf: [{ref % 'Base'}, {{type: object, properties: {{lives: {{type: integer}}}}}}]}}
    Dog: {{allOf: [{ref % 'Base'}, {{type: object, properties: {{barks: {{type: boolean}}}}}}]}}
    M: {{properties: {{list: {{type: array, items: {{}}, contains: {of_kinds}}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        (constraint,) = member_of(api, "M", "list").constraints
        self.assertEqual(list(json.loads(constraint.limits[0])["contains"]), ["anyOf"])

    def test_are_known_by_the_names_of_components_that_only_refer_to_them(self):
        for stated, expected in (
            ("", ("Impl", "Kind")),
            (", mapping: {k: '#/components/schemas/Impl'}", ("k", "Impl", "Kind")),
        ):
            api, _ = with_schemas(
                f"""
    Base: {self.BASE % stated}
    Impl: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {self.MORE}]}}
    Kind: {{$ref: '#/components/schemas/Impl'}}
"""
            )
            values = told(alias(api, "Base"))[1]
            self.assertEqual(
                [value for value, one in values.items() if one.name == "Impl"], list(expected)
            )
            self.assertEqual(member_of(api, "Impl", "t").default, expected[0])

    def test_are_in_the_parts_of_the_base_that_states_them(self):
        api, _ = with_schemas(
            f"""
    Base: {{allOf: [{{properties: {{id: {{type: string}}}}}}, {self.BASE % ", mapping: {k: Kind}"}]}}
    Kind: {{type: object, required: [t], properties: {{t: {{type: string}}, one: {{type: integer}}}}}}
"""
        )
        self.assertEqual(
            told(alias(api, "Base")), ("t", {"k": refs("Kind")[0], "Kind": refs("Kind")[0]})
        )

    def test_that_are_no_objects_are_told(self):
        for kind, expected in (("{type: string}", ["RB030"]), ("{type: object}", [])):
            _, diagnostics = with_schemas(
                f"    Base: {self.BASE % ', mapping: {k: Kind}'}\n    Kind: {kind}\n"
            )
            self.assertEqual(codes(diagnostics), expected)

    PATHS = """paths: {/x: {post: {operationId: x, requestBody: {required: true, content: {application/json: {schema: {$ref: '%s'}}}},
    responses: {"204": {description: d}}}}}
"""

    def test_stand_in_other_files(self):
        kind = f"{{allOf: [{{$ref: %s}}, {self.MORE}]}}"
        for mapping in (", mapping: {cat: ./Cat.yaml, Dog: Dog.yaml}", ""):
            components = (
                "components: {schemas: {Cat: {$ref: s/Cat.yaml}, Dog: {$ref: s/Dog.yaml}}}\n"
            )
            api, diagnostics = lower_files(
                {
                    "test.yaml": HEAD + self.PATHS % "s/Pet.yaml" + components,
                    "s/Pet.yaml": self.BASE % mapping,
                    "s/Cat.yaml": kind % "Pet.yaml",
                    "s/Dog.yaml": kind % "./Pet.yaml",
                }
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                told(alias(api, "Pet"))[1],
                {
                    **({"cat": refs("Cat")[0]} if mapping else {"Pet": refs("PetBase")[0]}),
                    **dict(zip(("Cat", "Dog"), refs("Cat", "Dog"))),
                },
            )
        api, diagnostics = lower_files(
            {
                "test.yaml": HEAD + self.PATHS % "s/Pet.yaml",
                "s/Pet.yaml": self.BASE % ", mapping: {cat: ./Cat.yaml}",
                "s/Cat.yaml": kind % "Pet.yaml",
            }
        )
        self.assertEqual(
            told(alias(api, "Pet")), ("t", dict(zip(("cat", "Cat"), refs("Cat", "Cat"))))
        )
        self.assertEqual([one.code for one in diagnostics.sorted()], [])

    def test_stand_beside_the_base_in_another_file(self):
        components = "components: {schemas: {%s}}", "#/components/schemas/"
        for head, at, mapping in (
            (*components, ""),
            (*components, ", mapping: {k: Kind}"),
            ("{%s}", "#/", ""),
        ):
            text = (
                f"Base: {self.BASE % mapping}, Kind: {{allOf: [{{$ref: '{at}Base'}}, {self.MORE}]}}"
            )
            api, diagnostics = lower_files(
                {"test.yaml": HEAD + self.PATHS % f"all.yaml{at}Base", "all.yaml": head % text}
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                list(told(next(one.type for one in api.aliases))[1]),
                ["k", "Kind"] if mapping else ["Base", "Kind"],
            )

    def test_of_the_main_file_have_their_base_in_another_one(self):
        base = f"components: {{schemas: {{Pet: {self.BASE % ''}}}}}"
        for ref, more, values in (
            ("all.yaml#/components/schemas/Pet", "", ["Pet", "Kind"]),
            (
                "#/components/schemas/Beast",
                "Beast: {$ref: 'all.yaml#/components/schemas/Pet'}, ",
                ["Pet", "Beast", "Kind"],
            ),
        ):
            api, _ = lower_files(
                {
                    "test.yaml": HEAD
                    + self.PATHS % "all.yaml#/components/schemas/Pet"
                    + f"components: {{schemas: {{{more}Kind: {{allOf: [{{$ref: '{ref}'}}, {self.MORE}]}}}}}}\n",
                    "all.yaml": base,
                }
            )
            self.assertEqual(list(told(next(one.type for one in api.aliases))[1]), values)

    def test_only_the_mapping_names_are_checked_as_other_schemas(self):
        _, diagnostics = lower_files(
            {
                "test.yaml": HEAD + self.PATHS % "Pet.yaml",
                "Pet.yaml": self.BASE % ", mapping: {cat: Cat.yaml}",
                "Cat.yaml": "{allOf: [{$ref: Pet.yaml}, {properties: {a: {type: string, pattern: '('}}}]}",
            }
        )
        self.assertEqual(codes(diagnostics), ["RB038"])

    def test_no_component_is_one_that_only_bounds_the_base_or_may_be_null(self):
        for own, mapping, is_kind in (
            ("nullable: true", "", False),
            ("nullable: true", ", mapping: {kind: Kind}", False),
            ("description: d", "", True),
            ("description: d", ", mapping: {kind: Kind}", False),
            ("type: object, minProperties: 2", ", mapping: {kind: Kind}", False),
            ("description: d", ", mapping: {kind: Kind, more: Held}", True),
        ):
            api, _ = lower(
                f"""{HEAD.replace("3.1.0", "3.0.3")}components:
  schemas:
    Base: {self.BASE % mapping}
    Kind: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {self.MORE}]}}
    Held: {{{own}, allOf: [{{$ref: '#/components/schemas/Base'}}]}}
"""
            )
            self.assertEqual(
                refs("Held")[0] in alias(api, "Base").alternatives, is_kind, (own, mapping)
            )
            if not is_kind:
                self.assertEqual(alias(api, "Held"), refs("Base")[0])

    def test_a_string_is_not_said_to_be_none_where_the_alternatives_have_no_names(self):
        one = (
            "{type: object, required: [t, %s], properties: {t: {type: string}, %s: {type: string}}}"
        )
        _, diagnostics = with_schemas(
            f"    X: {{oneOf: [{one % ('a', 'a')}, {one % ('b', 'b')}], discriminator: {{propertyName: t}}}}"
        )
        self.assertEqual(codes(diagnostics), [])

    def test_a_closed_base_does_not_forbid_what_its_kinds_add(self):
        _, diagnostics = with_schemas(
            f"""
    Base: {self.BASE.replace("required", "additionalProperties: false, required") % ""}
    Kind: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {self.MORE}]}}
"""
        )
        self.assertEqual(codes(diagnostics), ["RB026"])

    def test_of_a_kind_that_another_member_tells_apart_are_its_alternatives(self):
        kind = "{allOf: [{$ref: '#/components/schemas/Pet'}, %s]}" % self.MORE
        own = "{type: object, required: [p], properties: {p: {type: string}}, discriminator: {propertyName: p}}"
        for mapping, pet, cat in (
            ("", ["Pet"], ["Cat"]),
            (", mapping: {pet: Pet}", ["pet"], ["pet"]),
            (", mapping: {pet: Pet, cat: Cat}", ["pet"], ["cat"]),
        ):
            api, diagnostics = with_schemas(
                f"""
    Base: {self.BASE % mapping}
    Pet: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {own}]}}
    Cat: {kind}
    Tom: {{allOf: [{{$ref: '#/components/schemas/Cat'}}]}}
    Wolf: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {self.MORE}]}}
"""
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                [one for one in alias(api, "Base").alternatives if one != refs("BaseBase")[0]][:2],
                list(refs("Pet", "Wolf")),
            )
            self.assertEqual(
                told(alias(api, "Pet")),
                ("p", dict(zip(("Pet", "Cat", "Tom"), refs("PetBase", "CatBase", "Tom")))),
            )
            values = told(alias(api, "Base"))[1]
            self.assertEqual(
                {value for value, one in values.items() if one == refs("Pet")[0]},
                {*pet, *cat, "Pet", "Cat", *([] if mapping else ["Tom"])},
            )
            self.assertEqual(
                [member_of(api, name, "t").default for name in ("PetBase", "CatBase")], pet + cat
            )
            self.assertEqual(
                [member_of(api, name, "p").default for name in ("PetBase", "CatBase", "Tom")],
                ["Pet", "Cat", "Tom"],
            )


class Narrowed(unittest.TestCase):
    SCHEMAS = """
    Base: {type: object, required: [t], properties: {t: {type: string}, name: {type: string}, sub: {}}, discriminator: {propertyName: t}}
    Kind: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {one: {type: integer}}}]}
    M: {properties: {x: {%s}}}
"""
    REF = "$ref: '#/components/schemas/Base'"

    def test_a_base_of_which_less_is_allowed_keeps_its_kinds(self):
        for schema, text in (
            (f"{self.REF}, required: [name]", '{"required": ["name"]}'),
            (
                f"allOf: [{{{self.REF}}}], required: [name], not: {{required: [one]}}",
                '{"not": {"required": ["one"]}}',
            ),
            (
                f"allOf: [{{{self.REF}}}, {{type: object, maxProperties: 2}}]",
                '{"maxProperties": 2}',
            ),
            (
                f"{self.REF}, properties: {{name: {{minLength: 2}}}}",
                '{"properties": {"name": {"minLength": 2}}}',
            ),
            (
                f"{self.REF}, properties: {{t: {{const: Kind}}}}",
                '{"properties": {"t": {"const": "Kind"}}}',
            ),
        ):
            api, diagnostics = with_schemas(self.SCHEMAS % schema)
            self.assertEqual(codes(diagnostics), [])
            member = member_of(api, "M", "x")
            self.assertEqual(member.type, refs("Base")[0], schema)
            self.assertIn(
                text,
                [
                    json.dumps(json.loads(one.limits[0]))
                    for one in member.constraints
                    if one.keyword == "schema"
                ],
            )

    def test_where_it_has_more_it_is_open_json(self):
        for schema in (
            f"{self.REF}, properties: {{more: {{type: string}}}}",
            f"allOf: [{{{self.REF}}}], required: [one]",
            f"allOf: [{{{self.REF}}}, {{properties: {{sub: {{properties: {{a: {{type: string}}}}}}}}}}]",
            f"{self.REF}, required: [name], additionalProperties: true",
        ):
            api, diagnostics = with_schemas(self.SCHEMAS % schema)
            self.assertEqual(
                [one for one in codes(diagnostics) if one != "RB016"], ["RB030"], schema
            )
            self.assertEqual(member_of(api, "M", "x").type, OPEN)

    def test_what_is_none_of_its_kinds_or_one_of_them_is_a_structure(self):
        for schema in (
            f"allOf: [{{{self.REF}}}, {{properties: {{t: {{const: own}}, more: {{type: string}}}}}}]",
            f"{self.REF}, properties: {{more: {{type: string}}}}, unevaluatedProperties: false",
            "allOf: [{$ref: '#/components/schemas/Kind'}], required: [name]",
        ):
            api, diagnostics = with_schemas(self.SCHEMAS % schema)
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(member_of(api, "M", "x").type, refs("MX")[0], schema)


class Files(unittest.TestCase):
    def test_are_called_as_components_or_as_the_file(self):
        one = "{type: object, required: [t], properties: {t: {type: string}, %s: {type: integer}}}"
        for component, name, expected in (
            ("Cat: {$ref: cat.yaml}", "Cat", ["dog"]),
            ("", "cat", ["cat", "dog"]),
        ):
            api, diagnostics = lower_files(
                {
                    "test.yaml": HEAD
                    + f"components: {{schemas: {{{component}{', ' if component else ''}"
                    "Pet: {oneOf: [{$ref: cat.yaml}, {$ref: './dog.yaml#'}], discriminator: {propertyName: t}}}}\n",
                    "cat.yaml": one % "a",
                    "dog.yaml": one % "b",
                }
            )
            self.assertEqual(list(told(alias(api, "Pet"))[1]), [name, "dog"])
            self.assertEqual(
                [one.message.split("`")[1] for one in diagnostics.sorted() if one.code == "RB095"],
                expected,
            )


if __name__ == "__main__":
    unittest.main()
