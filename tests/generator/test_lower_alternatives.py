# SPDX-License-Identifier: BSL-1.0
"""Objects that are one of several: what a discriminator says in each of its forms, and what is done
without one.
"""

import json
import unittest

from tests.generator.documents import HEAD, codes, lower, member_of, printed, with_schemas

from restbind import ir

OPEN = ir.Open("object")
AB = """
    A: {type: object, required: [kind], properties: {kind: {type: string}, a: {type: string}}}
    B: {type: object, required: [kind], properties: {kind: {type: string}, b: {type: string}}}
"""
BOTH = "oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]"
PET = """
    Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind%s}}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
"""


def refs(*names):
    return tuple(ir.Ref(name) for name in names)


def alias(api, name):
    return next(one.type for one in api.aliases if one.name == name)


def told(type_):
    """What each value of the discriminator stands for."""
    return type_.discriminator, {value: type_.alternatives[place] for value, place in type_.mapping}


def model(api, name):
    return next(one for one in api.models if one.name == name)


class Mapping(unittest.TestCase):
    def test_several_values_may_stand_for_one_alternative(self):
        api, diagnostics = with_schemas(
            f"""{AB}
    X:
      {BOTH}
      discriminator: {{propertyName: kind, mapping: {{a1: '#/components/schemas/A', a2: '#/components/schemas/A', b: B}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            alias(api, "X").mapping, (("a1", 0), ("a2", 0), ("A", 0), ("b", 1), ("B", 1))
        )
        # the user says which of them
        self.assertEqual([member_of(api, name, "kind").default for name in "AB"], [None, "b"])

    def test_of_values_that_all_alternatives_list_each_has_its_name(self):
        listed = (
            "{type: object, required: [kind], properties: {kind: {type: string, enum: [A, B]}}}"
        )
        for base, kinds in (
            ("", f"    A: {listed}\n    B: {listed}\n"),
            (
                f"    Base: {listed}\n",
                "".join(
                    f"    {name}: {{allOf: [{{$ref: '#/components/schemas/Base'}}]}}\n"
                    for name in "AB"
                ),
            ),
        ):
            api, diagnostics = with_schemas(
                f"{base}{kinds}    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}\n"
            )
            self.assertEqual(
                (codes(diagnostics), told(alias(api, "X"))),
                ([], ("kind", {"A": ir.Ref("A"), "B": ir.Ref("B")})),
            )

    def test_a_value_that_several_alternatives_list_tells_nothing_apart(self):
        api, diagnostics = with_schemas(
            f"""
    A: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [a, b]}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [b, c]}}}}}}
    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}
"""
        )
        self.assertEqual(
            [one.code for one in diagnostics.sorted() if one.code != "RB056"], ["RB029"]
        )
        self.assertEqual(alias(api, "X").discriminator, "")

    def test_exactly_one_is_asked_for_where_nothing_tells_alternatives_apart(self):
        for discriminator, keyword in (
            ("{propertyName: kind}", "oneOf"),
            ("{propertyName: kind, mapping: {a: A, b: B}}", "maxProperties"),
        ):
            api, _ = with_schemas(
                f"""
    A: {{type: object, required: [kind], minProperties: 1, properties: {{kind: {{type: string, enum: [a, b]}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [b, a]}}, n: {{type: integer}}}}}}
    M: {{properties: {{x: {{oneOf: [{{$ref: '#/components/schemas/A', maxProperties: 9}}, {{$ref: '#/components/schemas/B'}}], discriminator: {discriminator}}}}}}}
"""
            )
            texts = [
                one.limits[0]
                for one in member_of(api, "M", "x").checked.all
                if one.keyword == "schema"
            ]
            self.assertEqual([text.split('"')[1] for text in texts], [keyword])

    def test_names_tell_apart_and_what_is_no_name_is_told(self):
        api, diagnostics = with_schemas(
            f"""
    A: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [A, x, own]}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string, enum: [B, x]}}}}}}
    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}
"""
        )
        self.assertEqual(
            [one.message for one in diagnostics.sorted() if one.code == "RB029"],
            [
                "several alternatives list `x`, and no mapping says which one it stands for; an object with it is none of them"
            ],
        )
        self.assertEqual(
            told(alias(api, "X"))[1], {"A": ir.Ref("A"), "own": ir.Ref("A"), "B": ir.Ref("B")}
        )

    def test_alternatives_of_alternatives_have_values_of_their_own(self):
        api, diagnostics = with_schemas(
            f"""{AB}
    C: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
    Y: {{oneOf: [{{$ref: '#/components/schemas/X'}}, {{$ref: '#/components/schemas/C'}}], discriminator: {{propertyName: kind, mapping: {{a: A, c: C}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "Y"))[1],
            {
                "a": ir.Ref("A"),
                "A": ir.Ref("A"),
                "b": ir.Ref("B"),
                "B": ir.Ref("B"),
                "c": ir.Ref("C"),
                "C": ir.Ref("C"),
            },
        )

    def test_without_a_mapping_the_name_of_the_schema_is_the_value(self):
        api, _ = with_schemas(f"{AB}\n    X: {{{BOTH}, discriminator: {{propertyName: kind}}}}\n")
        self.assertEqual(alias(api, "X").mapping, (("A", 0), ("B", 1)))
        self.assertEqual(member_of(api, "A", "kind").default, "A")

    def test_the_name_of_a_schema_is_a_value_of_it_beside_the_mapping_unless_that_is_another_ones(
        self,
    ):
        for mapping, known in (
            ("{a: A}, defaultMapping: B", {"a": "A", "A": "A", "B": "B"}),
            ("{a: A, A: B}", {"a": "A", "A": "B", "B": "B"}),
        ):
            api, diagnostics = with_schemas(
                f"{AB}\n    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {mapping}}}}}\n"
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                told(alias(api, "X"))[1], {value: ir.Ref(name) for value, name in known.items()}
            )
            self.assertEqual(member_of(api, "A", "kind").default, "a")  # which is what is sent
        listed = AB.replace("{type: string}, a:", "{enum: [a]}, a:")
        api, _ = with_schemas(
            f"{listed}\n    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A}}}}}}\n"
        )
        # the schema excludes its name
        self.assertEqual(told(alias(api, "X"))[1], {"a": ir.Ref("A"), "B": ir.Ref("B")})

    def test_two_mappings_over_the_same_schemas_stay_apart(self):
        api, diagnostics = with_schemas(
            f"""{AB}
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{xa: A, xb: B}}}}}}
    Y: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{ya: A, yb: B}}}}}}
    Z: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{xa: A, xb: B}}}}}}
    M: {{properties: {{w: {{{BOTH}}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        first, second = alias(api, "X"), alias(api, "Y")
        self.assertEqual(
            [told(one)[1] for one in (first, second)],
            [
                dict(zip((*values, "A", "B"), refs("A", "B", "A", "B")))
                for values in (("xa", "xb"), ("ya", "yb"))
            ],
        )
        self.assertEqual(alias(api, "Z"), first)
        plain = member_of(api, "M", "w").type
        self.assertEqual(
            (
                len({first.alternatives, second.alternatives, plain.alternatives}),
                len({first.way, second.way, plain.way}),
            ),
            (1, 3),
        )
        self.assertEqual((plain.discriminator, plain.alternatives), ("", (*refs("A", "B"), OPEN)))

    def test_one_schema_under_several_names_stays_several_alternatives(self):
        api, diagnostics = with_schemas(
            f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
    Base: {{type: object, required: [kind], properties: {{kind: {{type: string}}, id: {{type: string}}}}}}
    A: {{allOf: [{{$ref: '#/components/schemas/Base'}}]}}
    B: {{$ref: '#/components/schemas/Base'}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "X")), ("kind", dict(zip("abAB", refs("A", "B", "A", "B"))))
        )
        self.assertEqual(
            [[one.wire_name for one in model(api, name).members] for name in "AB"],
            [["kind", "id"]] * 2,
        )
        self.assertEqual(
            [member_of(api, name, "kind").default for name in ("A", "B", "Base")], ["a", "b", None]
        )

    def test_a_target_that_does_not_exist_is_an_error(self):
        for target in ("'#/components/schemas/Nobody'", "Nobody"):
            _, diagnostics = with_schemas(
                f"{AB}\n    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{n: {target}}}}}}}\n"
            )
            self.assertEqual(codes(diagnostics), ["RB020"], target)

    def test_a_target_is_one_of_the_alternatives(self):
        _, diagnostics = with_schemas(
            f"""{AB}
    C: {{type: object, properties: {{kind: {{type: string}}}}}}
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, c: C, c2: '#/components/schemas/C'}}}}}}
"""
        )
        self.assertEqual(
            [(one.code, one.message[:47], one.place.line) for one in printed(diagnostics)],
            [
                ("RB030", f"what `{name}` stands for is none of the alternatives; "[:47], 9)
                for name in ("c", "c2")
            ],
        )

    def test_a_target_may_be_an_alternative_of_an_alternative_or_a_kind_of_a_base(self):
        _, diagnostics = with_schemas(
            f"""{AB}{PET % ""}
    C: {{$ref: '#/components/schemas/A'}}
    Y: {{{BOTH}}}
    X: {{oneOf: [{{$ref: '#/components/schemas/Y'}}, {{$ref: '#/components/schemas/Pet'}}],
         discriminator: {{propertyName: kind, mapping: {{a: A, c: C, d: Dog}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])

    ABC = f"""{AB}
    C: {{type: object, required: [kind], properties: {{kind: {{type: string}}, c: {{type: string}}}}}}
    Inner: {{oneOf: [{{$ref: '#/components/schemas/B'}}, {{$ref: '#/components/schemas/C'}}]%s}}
"""
    WITHIN = "{oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/%s'}], discriminator: {propertyName: kind, mapping: {%s}}}"

    def test_values_may_stand_for_alternatives_of_an_alternative(self):
        for middle in ("", "    Middle: {oneOf: [{$ref: '#/components/schemas/Inner'}]}\n"):
            x = self.WITHIN % (
                "Middle" if middle else "Inner",
                "a: A, b: B, c: '#/components/schemas/C'",
            )
            api, diagnostics = with_schemas(
                f"{self.ABC % ''}{middle}    M: {{properties: {{x: {x}}}}}\n    X: {x}\n"
            )
            self.assertEqual(codes(diagnostics), [])
            known = ("kind", dict(zip("aAbBcC", refs(*"AABBCC"))))
            self.assertEqual(
                (told(alias(api, "X")), alias(api, "X").alternatives),
                (known, (*refs(*"ABC"), OPEN)),
            )
            self.assertEqual(
                [member_of(api, name, "kind").default for name in "ABC"], ["a", "b", "c"]
            )
            (text,) = (one.limits[0] for one in member_of(api, "M", "x").constraints)
            self.assertNotIn('"oneOf"', text)  # it says which one it is
            self.assertEqual(
                json.loads(text)["discriminator"]["mapping"],
                {"a": 0, "A": 0, "b": 1, "B": 1, "c": 1, "C": 1},
            )

    def test_so_may_some_of_them(self):
        api, _ = with_schemas(
            f"{self.ABC % ''}    M: {{properties: {{x: {self.WITHIN % ('Inner', 'a: A, b: B')}}}}}\n"
        )
        self.assertEqual(
            told(member_of(api, "M", "x").type), ("kind", dict(zip("aAbB", refs(*"AABB"))))
        )
        # nothing says what is C
        self.assertIn('"oneOf"', member_of(api, "M", "x").constraints[0].limits[0])

    def test_by_themselves_these_alternatives_are_not_told_apart(self):
        inner = "{$ref: '#/components/schemas/Inner'}"
        api, _ = with_schemas(
            f"{self.ABC % ''}    X: {self.WITHIN % ('Inner', 'a: A, b: B, c: C')}\n    M: {{properties: {{x: {inner}}}}}\n"
        )
        self.assertEqual(alias(api, "Inner").discriminator, "")
        self.assertIn('"oneOf"', member_of(api, "M", "x").constraints[0].limits[0])

    def test_what_the_outer_mapping_says_comes_before_what_the_inner_one_does(self):
        stated = ", discriminator: {propertyName: kind, mapping: {b: C, c: B, d: C}}"
        for order in ("A", "Inner"), ("Inner", "A"):
            x = self.WITHIN.replace("schemas/A", f"schemas/{order[0]}") % (
                order[1],
                "d: A, b: B, c: C",
            )
            api, _ = with_schemas(f"{self.ABC % stated}    X: {x}\n")
            self.assertEqual(
                told(alias(api, "X"))[1] | {"A": ir.Ref("A")}, dict(zip("dAbBcC", refs(*"AABBCC")))
            )
            self.assertEqual(told(alias(api, "Inner"))[1], dict(zip("bcdBC", refs(*"CBCBC"))))
            # where it is sent decides
            self.assertEqual([member_of(api, name, "kind").default for name in "BC"], [None, None])

    def test_a_value_may_stand_for_what_another_member_tells_apart(self):
        stated = ", discriminator: {propertyName: t, mapping: {tb: B, tc: C}}"
        api, _ = with_schemas(
            f"{self.ABC % stated}    X: {self.WITHIN % ('Inner', 'a: A, b: B, c: C')}\n"
        )
        found = alias(api, "X")
        self.assertEqual(told(found), ("kind", dict(zip("aAbBcC", refs("A", "A", *["Inner"] * 4)))))

    def test_a_value_of_what_is_itself_alternatives_is_told_below_an_alternative(self):
        middle = (
            "    Middle: {oneOf: [{$ref: '#/components/schemas/Inner'}, {$ref: '#/components/schemas/D'}]}\n"
            "    D: {type: object, required: [d], properties: {d: {type: string}}}\n"
        )
        for stated, more, place, expected in (
            ("", "", "Inner", []),
            ("propertyName: t", "", "Inner", []),
            ("propertyName: kind", "", "Inner", ["RB030"]),
            ("propertyName: kind, mapping: {inner: B}", "", "Inner", []),
            ("propertyName: kind", middle, "Middle", ["RB030"]),
        ):
            stated = f", discriminator: {{{stated}}}" if stated else ""
            _, diagnostics = with_schemas(
                f"{self.ABC % stated}{more}    X: {self.WITHIN % (place, 'a: A, inner: Inner')}\n"
            )
            self.assertEqual(codes(diagnostics), expected, stated)

    def test_what_stands_for_all_of_an_alternative_leaves_its_own_values_to_it(self):
        stated = ", discriminator: {propertyName: kind, mapping: {b: B}}"
        for inner, mapping, known in (
            (stated, "x: Inner", "bBC"),
            (stated, "x: Inner, one: C", ("b", "B", "one", "C")),
            ("", "x: Inner, b: B, c: C", "bBcC"),
        ):
            api, diagnostics = with_schemas(
                f"{self.ABC % inner}    M: {{properties: {{x: {self.WITHIN % ('Inner', 'a: A, ' + mapping)}}}}}\n"
            )
            self.assertEqual(
                [(one.code, one.message.split("`")[1]) for one in printed(diagnostics)],
                [("RB030", "x")],
            )
            found = member_of(api, "M", "x").type
            self.assertEqual(found.alternatives, (*refs(*"ABC"), OPEN))
            self.assertEqual(
                told(found)[1],
                {
                    value: ir.Ref({"o": "C"}.get(value[0], value[0].upper()))
                    for value in ("a", "A", *known)
                },
            )

    def test_where_its_members_tell_it_apart_a_value_may_stand_for_all_of_it(self):
        for stated in ("", ", discriminator: {propertyName: t}"):
            api, diagnostics = with_schemas(
                f"{self.ABC % stated}    X: {self.WITHIN % ('Inner', 'a: A, x: Inner')}\n"
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                told(alias(api, "X"))[1],
                {
                    "a": ir.Ref("A"),
                    "A": ir.Ref("A"),
                    "x": ir.Ref("Inner"),
                    "Inner": ir.Ref("Inner"),
                },
            )

    def test_a_target_that_an_alternative_only_extends_is_told(self):
        more = "    More: {allOf: [{$ref: '#/components/schemas/Inner'}, {properties: {more: {type: string}}}]}\n"
        x = self.WITHIN % ("More", "a: A, b: B, more: More")
        _, diagnostics = with_schemas(
            f"{self.ABC % ', discriminator: {propertyName: kind}'}{more}    X: {x}\n"
        )
        self.assertEqual(
            [(one.code, one.message[:47]) for one in printed(diagnostics)],
            [("RB030", "what `b` stands for is none of the alternatives; "[:47])],
        )

    def test_an_alternative_that_only_refers_to_the_target_is_it(self):
        for a in (
            "{allOf: [{$ref: '#/components/schemas/A'}]}",
            "{$ref: '#/components/schemas/A', description: d}",
        ):
            api, diagnostics = with_schemas(
                f"""{AB}
    X: {{oneOf: [{a}, {{$ref: '#/components/schemas/B'}}], discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
"""
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(told(alias(api, "X"))[1]["a"], ir.Ref("A"))

    def test_a_value_may_stand_for_a_kind_of_a_base_that_is_an_alternative(self):
        api, diagnostics = with_schemas(
            f"{AB}{PET % ''}    X: {self.WITHIN % ('Pet', 'a: A, d: Dog')}\n"
        )
        self.assertEqual(codes(diagnostics), [])
        known = {"a": "A", "A": "A", "d": "Dog", "Dog": "Dog", "Pet": "PetBase", "Cat": "Cat"}
        self.assertEqual(
            told(alias(api, "X")), ("kind", {value: ir.Ref(name) for value, name in known.items()})
        )

    def test_objects_with_no_known_value_are_what_the_default_mapping_names(self):
        for target in ("B", "'#/components/schemas/B'"):
            api, diagnostics = with_schemas(
                f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A}}, defaultMapping: {target}}}}}
    Y: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A}}, defaultMapping: A}}}}
    Z: {{oneOf: [{{$ref: '#/components/schemas/X'}}, {{type: string}}]}}
    A: {{type: object, properties: {{kind: {{type: string}}}}}}
    B: {{type: object, properties: {{name: {{type: string}}}}}}
"""
            )
            self.assertEqual(codes(diagnostics), [])
            self.assertEqual(
                [alias(api, name).alternatives[alias(api, name).otherwise] for name in "XYZ"],
                [*refs("B", "A"), ir.Ref("B")],
            )
            self.assertEqual(
                [told(alias(api, name)) for name in "XY"],
                [("kind", dict(zip(("a", "A", "B"), refs("A", "A", "B"))))] * 2,
            )
            # Each would be the other one without its value in one of them, and has it from the
            # start; it keeps what came in the other.
            found = [member_of(api, name, "kind") for name in "AB"]
            self.assertEqual(
                [(one.presence, one.default, one.access) for one in found],
                [("optional", name, "read_write") for name in "aB"],
            )

    def test_what_would_be_another_object_without_its_value_has_it(self):
        api, diagnostics = with_schemas(
            f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A}}, defaultMapping: B}}}}
    A: {{type: object, properties: {{kind: {{type: string}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [
                (one.presence, one.default)
                for one in (member_of(api, name, "kind") for name in "AB")
            ],
            [("optional", "a"), ("required", "B")],
        )

    def test_a_default_mapping_may_name_the_base_itself(self):
        api, diagnostics = with_schemas(
            """
    Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {c: Cat}, defaultMapping: Pet}}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "Pet")), ("kind", {"c": ir.Ref("Cat"), "Cat": ir.Ref("Cat")})
        )
        self.assertEqual(
            alias(api, "Pet").alternatives[alias(api, "Pet").otherwise], ir.Ref("PetBase")
        )

    def test_a_default_mapping_names_one_of_the_alternatives(self):
        for target, code in (
            ("Nobody", "RB020"),
            ("'#/components/schemas/Nobody'", "RB020"),
            ("C", "RB030"),
        ):
            api, diagnostics = with_schemas(
                f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}, defaultMapping: {target}}}}}
    A: {{type: object, properties: {{kind: {{type: string}}}}}}
    B: {{type: object, properties: {{kind: {{type: string}}}}}}
    C: {{type: object, properties: {{kind: {{type: string}}}}}}
"""
            )
            self.assertEqual((codes(diagnostics), alias(api, "X").otherwise), ([code], -1), target)

    def test_alternatives_need_not_declare_the_member(self):
        api, diagnostics = with_schemas(
            f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
    A: {{type: object, properties: {{name: {{type: string}}}}}}
    B: {{type: object}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        found = member_of(api, "A", "kind")
        self.assertEqual(
            (found.type, found.presence, found.default, found.access),
            (ir.Scalar("string"), "optional", "a", "read_write"),
        )
        self.assertEqual([one.wire_name for one in model(api, "B").members], ["kind"])
        self.assertTrue(model(api, "B").keeps_extra)

    def test_members_beside_the_alternatives_belong_to_each(self):
        api, diagnostics = with_schemas(
            f"""
    A: {{type: object, properties: {{a: {{type: string}}}}}}
    B: {{type: object, properties: {{b: {{type: string}}}}}}
    X:
      type: object
      required: [kind]
      properties: {{kind: {{type: string}}, more: {{type: string}}}}
      {BOTH}
      discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "X")), ("kind", dict(zip("abAB", refs("XA", "XB", "XA", "XB"))))
        )
        self.assertEqual([one.wire_name for one in model(api, "XA").members], ["a", "kind", "more"])
        self.assertEqual(
            (
                member_of(api, "XB", "kind").default,
                [one.wire_name for one in model(api, "A").members],
            ),
            ("b", ["a"]),
        )


class More(unittest.TestCase):
    """What stands beside alternatives, in another layer, belongs to each of them."""

    INNER = f"""{AB}
    Inner: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
"""

    def found(self, schema, *expected):
        api, diagnostics = with_schemas(f"{self.INNER}\n    X: {schema}\n")
        self.assertEqual(codes(diagnostics), list(expected), diagnostics.text())
        return api

    def test_members_do(self):
        for schema in (
            "{allOf: [{$ref: '#/components/schemas/Inner'}, {required: [more], properties: {more: {type: string}}}]}",
            "{allOf: [{$ref: '#/components/schemas/Inner'}], required: [more], properties: {more: {type: string}}}",
            "{$ref: '#/components/schemas/Inner', required: [more], properties: {more: {type: string}}}",
        ):
            api = self.found(schema)
            self.assertEqual(
                told(alias(api, "X")),
                ("kind", dict(zip("abAB", refs("XA", "XB", "XA", "XB")))),
                schema,
            )
            self.assertEqual(alias(api, "X").alternatives[-1], OPEN)
            self.assertEqual(
                [one.wire_name for one in model(api, "XA").members], ["kind", "a", "more"]
            )
            self.assertEqual(
                (member_of(api, "XB", "kind").default, member_of(api, "XB", "more").presence),
                ("b", "required"),
            )
            self.assertEqual([one.wire_name for one in model(api, "A").members], ["kind", "a"])

    def test_so_does_what_only_must_be_there(self):
        api = self.found(
            "{allOf: [{$ref: '#/components/schemas/Inner'}, {required: [a]}]}", "RB016"
        )
        self.assertEqual(
            (member_of(api, "XA", "a").presence, member_of(api, "XB", "a").type),
            ("required", ir.ANY),
        )
        api = self.found(
            """{allOf: [{oneOf: [
            {title: Cat, type: object, required: [k], properties: {k: {const: cat}}},
            {title: Dog, type: object, required: [k], properties: {k: {const: dog}, bark: {type: integer}}}]}, {required: [bark]}]}""",
            "RB016",
        )
        self.assertEqual(
            told(alias(api, "X")), ("k", dict(zip(("cat", "dog"), refs("XCat", "XDog"))))
        )
        self.assertEqual(
            (member_of(api, "XCat", "bark").type, member_of(api, "XDog", "bark").presence),
            (ir.ANY, "required"),
        )

    def test_where_all_have_it_they_stay_what_they_are(self):
        api = self.found("{allOf: [{$ref: '#/components/schemas/Inner'}, {required: [kind]}]}")
        self.assertEqual(alias(api, "X").alternatives, (*refs("A", "B"), OPEN))

    def test_where_nothing_tells_them_apart_that_is_said(self):
        self.found(f"{{allOf: [{{{BOTH}}}, {{required: [a]}}]}}", "RB030")
        nested = BOTH.replace("B", "Inner")
        self.found(
            f"{{allOf: [{{{nested}, discriminator: {{propertyName: kind}}}}], properties: {{more: {{type: string}}}}}}",
            "RB030",
        )


class Values(unittest.TestCase):
    def test_an_alternative_by_itself_may_have_all_values_that_it_lists(self):
        api, diagnostics = with_schemas(
            f"""
    X: {{{BOTH}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
    A: {{type: object, required: [kind], properties: {{kind: {{enum: [a, other]}}, a: {{type: string}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string}}, b: {{type: string}}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [[one.limits for one in member_of(api, name, "kind").constraints] for name in "AB"],
            [[("a", "other")], []],
        )

    def test_a_discriminator_that_all_alternatives_of_an_alternative_ask_for_need_not_be_missed(
        self,
    ):
        for required, expected in (("kind", []), ("c", ["RB093"])):
            _, diagnostics = with_schemas(
                f"""
    A: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    B: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    C: {{type: object, required: [{required}], properties: {{kind: {{type: string}}, c: {{type: string}}}}}}
    Inner: {{oneOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}], discriminator: {{propertyName: kind}}}}
    X: {{oneOf: [{{$ref: '#/components/schemas/Inner'}}, {{$ref: '#/components/schemas/C'}}], discriminator: {{propertyName: kind}}}}
"""
            )
            self.assertEqual(
                [one.code for one in diagnostics.sorted() if one.code == "RB093"], expected
            )

    def test_what_must_be_there_is_kept_by_alternatives_with_any_members(self):
        for keeps, expected in ((", additionalProperties: true", []), ("", ["RB030"])):
            _, diagnostics = with_schemas(
                f"""
    X: {{required: [x], oneOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}]}}
    A: {{type: object, required: [a], properties: {{a: {{type: string}}}}{keeps}}}
    B: {{type: object, required: [b], properties: {{b: {{type: string}}}}{keeps}}}
"""
            )
            self.assertEqual([code for code in codes(diagnostics) if code == "RB030"], expected)


class Bases(unittest.TestCase):
    def test_a_base_is_one_of_the_schemas_that_extend_it(self):
        api, diagnostics = with_schemas(
            PET % ", mapping: {cat: '#/components/schemas/Cat', dog: Dog}"
            + """
    M: {properties: {pet: {$ref: '#/components/schemas/Pet'}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            alias(api, "Pet"),
            ir.OneOf(
                (*refs("Cat", "Dog"), OPEN),
                "kind",
                (("cat", 0), ("Cat", 0), ("dog", 1), ("Dog", 1)),
            ),
        )
        self.assertEqual(member_of(api, "M", "pet").type, ir.Ref("Pet"))
        self.assertEqual([one.wire_name for one in model(api, "Cat").members], ["kind", "lives"])
        self.assertEqual(member_of(api, "Cat", "kind").default, "cat")

    def test_an_object_of_no_known_kind_is_checked_as_the_base(self):
        api, _ = with_schemas(
            PET % ""
            + """
    M: {properties: {pet: {$ref: '#/components/schemas/Pet'}}}
"""
        )
        (one,) = member_of(api, "M", "pet").constraints
        self.assertEqual((one.keyword, one.pointer), ("others", "#/components/schemas/Pet"))
        self.assertIn('"required": ["kind"]', one.limits[0])

    def test_without_a_mapping_it_may_be_the_base_itself(self):
        api, diagnostics = with_schemas(PET % "")
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "Pet")),
            ("kind", dict(zip(("Cat", "Dog", "Pet"), refs("Cat", "Dog", "PetBase")))),
        )
        self.assertEqual([one.wire_name for one in model(api, "PetBase").members], ["kind"])

    def test_what_extends_an_extension_counts(self):
        api, diagnostics = with_schemas(
            PET % ", mapping: {cat: Cat, siamese: Siamese}"
            + """
    Siamese: {allOf: [{$ref: '#/components/schemas/Cat'}]}
    M: {properties: {cat: {$ref: '#/components/schemas/Cat'}, siamese: {$ref: '#/components/schemas/Siamese'}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            told(alias(api, "Pet")),
            (
                "kind",
                dict(
                    zip(
                        ("cat", "Cat", "Dog", "siamese", "Siamese"),
                        refs("CatBase", "CatBase", "Dog", "Siamese", "Siamese"),
                    )
                ),
            ),
        )
        self.assertEqual(
            told(alias(api, "Cat")),
            (
                "kind",
                dict(
                    zip(
                        ("siamese", "Siamese", "cat", "Cat"),
                        refs("Siamese", "Siamese", "CatBase", "CatBase"),
                    )
                ),
            ),
        )
        self.assertEqual(member_of(api, "M", "siamese").type, ir.Ref("Siamese"))

    def test_one_of_the_extensions_of_a_base_is_told_by_its_discriminator(self):
        api, diagnostics = with_schemas(
            PET % ", mapping: {cat: Cat, dog: Dog}"
            + """
    M: {properties: {pet: {oneOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}]}}}
"""
        )
        self.assertEqual(
            told(member_of(api, "M", "pet").type),
            ("kind", dict(zip(("dog", "Dog", "cat", "Cat"), refs("Dog", "Dog", "Cat", "Cat")))),
        )
        # which each of them fits
        self.assertEqual([one.keyword for one in member_of(api, "M", "pet").constraints], ["known"])


class Undecided(unittest.TestCase):
    def test_a_discriminator_within_an_alternative_is_that_of_all(self):
        api, diagnostics = with_schemas(
            """
    X: {oneOf: [{$ref: '#/components/schemas/Whole'}, {$ref: '#/components/schemas/Event'}]}
    M: {properties: {x: {$ref: '#/components/schemas/X'}}}
    Whole: {type: object, required: [text], properties: {text: {type: string}}}
    Event: {oneOf: [{$ref: '#/components/schemas/Start'}, {$ref: '#/components/schemas/Piece'}],
            discriminator: {propertyName: kind, mapping: {start: Start, piece: Piece}}}
    Start: {type: object, required: [kind], properties: {kind: {type: string}}}
    Piece: {type: object, required: [kind, text], properties: {kind: {type: string}, text: {type: string}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        found = alias(api, "X")
        self.assertEqual(found.alternatives, (*refs("Whole", "Start", "Piece"), OPEN))
        self.assertEqual(
            told(found),
            (
                "kind",
                dict(
                    zip(
                        ("start", "Start", "piece", "Piece"),
                        refs("Start", "Start", "Piece", "Piece"),
                    )
                ),
            ),
        )
        # a piece has all that the whole has, too
        self.assertNotIn('"oneOf"', member_of(api, "M", "x").constraints[0].limits[0])

    def test_a_member_within_alternatives_that_another_one_tells_apart_says_nothing_there(self):
        pair = "oneOf: [{$ref: '#/components/schemas/%s'}, {$ref: '#/components/schemas/%s'}]"
        api, _ = with_schemas(
            f"""
    X: {{{pair % ("A", "Y")}, discriminator: {{propertyName: kind, mapping: {{a: A}}}}}}
    Y: {{{pair % ("B", "Z")}}}
    Z: {{{pair % ("C", "D")}, discriminator: {{propertyName: form, mapping: {{c: C, d: D}}}}}}
    C: {{type: object, required: [kind, form], properties: {{kind: {{type: string}}, form: {{type: string}}}}}}
    D: {{type: object, required: [kind, form], properties: {{kind: {{type: string}}, form: {{type: string}}}}}}
{AB}"""
        )
        found = alias(api, "X")
        self.assertEqual(found.alternatives, (*refs("A", "B", "C", "D"), OPEN))
        self.assertEqual(told(found), ("kind", {"a": ir.Ref("A"), "A": ir.Ref("A")}))

    def test_it_is_so_whatever_values_the_others_have(self):
        known = [
            ("whole", "Whole"),
            ("start", "Start"),
            ("Start", "Start"),
            ("piece", "Piece"),
            ("Piece", "Piece"),
        ]
        for own, mapping, otherwise in (
            ("enum: [whole]", known, -1),
            ("enum: [start]", [("start", "Whole"), *known[1:]], -1),
            ("minLength: 1", known[1:], ir.UNLISTED),
        ):
            api, _ = with_schemas(
                f"""
    X: {{oneOf: [{{$ref: '#/components/schemas/Whole'}}, {{$ref: '#/components/schemas/Event'}}]}}
    Whole: {{type: object, required: [kind], properties: {{kind: {{type: string, {own}}}}}}}
    Event: {{oneOf: [{{$ref: '#/components/schemas/Start'}}, {{$ref: '#/components/schemas/Piece'}}],
            discriminator: {{propertyName: kind, mapping: {{start: Start, piece: Piece}}}}}}
    Start: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
    Piece: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}
"""
            )
            found = alias(api, "X")
            self.assertEqual(found.alternatives, (*refs("Whole", "Start", "Piece"), OPEN))
            self.assertEqual(
                sorted((value, found.alternatives[place].name) for value, place in found.mapping),
                sorted(mapping),
            )
            self.assertEqual((found.discriminator, found.otherwise), ("kind", otherwise))

    def test_several_alternatives_that_members_of_their_own_tell_apart_are_told_by_the_first_of_these(
        self,
    ):
        api, _ = with_schemas(
            """
    X: {oneOf: [{$ref: '#/components/schemas/Event'}, {$ref: '#/components/schemas/Shape'}]}
    Event: {oneOf: [{$ref: '#/components/schemas/Start'}, {$ref: '#/components/schemas/Stop'}], discriminator: {propertyName: kind}}
    Start: {type: object, required: [kind], properties: {kind: {const: start}}}
    Stop: {type: object, required: [kind], properties: {kind: {const: stop}}}
    Shape: {oneOf: [{$ref: '#/components/schemas/Disc'}, {$ref: '#/components/schemas/Box'}], discriminator: {propertyName: form}}
    Disc: {type: object, required: [form, kind], properties: {form: {const: Disc}, kind: {const: start}}}
    Box: {type: object, required: [form], properties: {form: {const: Box}}}
"""
        )
        found = alias(api, "X")
        self.assertEqual(found.alternatives, (*refs("Start", "Stop"), OPEN, *refs("Disc", "Box")))
        self.assertEqual(
            (found.discriminator, found.mapping),
            ("kind", (("start", 0), ("stop", 1), ("start", 3))),
        )

    def test_values_within_alternatives_that_are_told_by_what_stands_beside_them_are_known(self):
        pair = "oneOf: [{$ref: '#/components/schemas/%s'}, {$ref: '#/components/schemas/%s'}]"
        for kind, mapping, otherwise in (
            ("enum: [w]", {"e": "E", "E": "E", "w": "W"}, -1),
            ("minLength: 1", {"e": "E", "E": "E"}, -1),
        ):
            api, _ = with_schemas(
                f"""
    X: {{{pair % ("E", "Y")}, discriminator: {{propertyName: kind, mapping: {{e: E}}}}}}
    Y: {{{pair % ("Z", "W")}}}
    Z: {{{pair % ("A", "B")}, discriminator: {{propertyName: kind, mapping: {{a: A, b: B}}}}}}
    E: {{type: object, required: [kind], properties: {{kind: {{type: string}}, e: {{type: string}}}}}}
    W: {{type: object, required: [kind], properties: {{kind: {{type: string, {kind}}}}}}}
{AB}"""
            )
            names = mapping | {"a": "A", "A": "A", "b": "B", "B": "B"}
            found = alias(api, "X")
            self.assertEqual(told(found), ("kind", {key: ir.Ref(to) for key, to in names.items()}))
            self.assertEqual(found.otherwise, otherwise)
            self.assertEqual(alias(api, "Y").otherwise, -1 if "w" in mapping else ir.UNLISTED)

    def test_an_object_of_any_members_is_one_of_them_only_where_the_document_lists_it(self):
        pair = "{anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}"
        for other, is_listed in (
            ("{$ref: '#/components/schemas/C'}", False),
            ("{type: object}", True),
            ("{$ref: '#/components/schemas/Free'}", True),
            ("{anyOf: [{type: object}, {$ref: '#/components/schemas/C'}]}", True),
        ):
            for inner in (pair, "{$ref: '#/components/schemas/Y'}"):
                api, _ = with_schemas(
                    f"""
    X: {{anyOf: [{inner}, {other}]}}
    Y: {pair}
    C: {{type: object, required: [c], properties: {{c: {{type: string}}}}}}
    Free: {{type: object}}
{AB}"""
                )
                self.assertEqual(alias(api, "X").lists_open, is_listed, (other, inner))

    def test_numbers_of_alternatives_and_of_those_within_are_the_wider_ones(self):
        for inner, outer, wide in (
            ("integer, format: int32", "integer", "int64"),
            ("integer", "integer, format: int32", "int64"),
            ("integer, format: int8", "integer, format: uint8", "int64"),
            ("number", "number, format: decimal", "double"),
        ):
            api, _ = with_schemas(
                f"""
    X: {{oneOf: [{{$ref: '#/components/schemas/Y'}}, {{type: array, items: {{type: string}}}}, {{type: {outer}}}]}}
    Y: {{oneOf: [{{type: {inner}}}, {{type: boolean}}]}}
"""
            )
            expected = (ir.Scalar(wide), ir.Scalar("boolean"), ir.Array(ir.Scalar("string")))
            self.assertEqual(alias(api, "X").alternatives, expected)

    def test_of_objects_that_fit_alike_the_one_that_loses_nothing_is_first(self):
        api, diagnostics = with_schemas(
            """
    X: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
    A: {type: object, properties: {id: {type: string}, in: {type: object, properties: {name: {type: string}}}}}
    B: {type: object, properties: {id: {type: string}, in: {type: object, properties: {name: {type: string}, type: {type: string}}}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(alias(api, "X").alternatives, (*refs("B", "A"), OPEN))

    def test_where_each_would_lose_something_that_is_told(self):
        api, diagnostics = with_schemas(
            """
    X: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
    A: {type: object, properties: {id: {type: string}, a: {type: string}}}
    B: {type: object, properties: {id: {type: string}, b: {type: string}}}
"""
        )
        self.assertEqual(
            [
                (found.code, found.message)
                for found in diagnostics.sorted()
                if found.code == "RB029"
            ],
            # which loses nothing
            [
                (
                    "RB029",
                    "nothing tells `A` from `B`: an object with members of both is read as open JSON",
                )
            ],
        )
        self.assertEqual(alias(api, "X").alternatives, (*refs("A", "B"), OPEN))

    def test_of_two_lists_of_alternatives_the_members_of_one_are_lost(self):
        _, diagnostics = with_schemas(
            """
    X: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}],
        anyOf: [{properties: {k: {type: integer}}}, {properties: {l: {type: integer}}}]}
    A: {type: object, required: [a], properties: {a: {type: string}}}
    B: {type: object, required: [b], properties: {b: {type: string}}}
"""
        )
        self.assertEqual(
            [(found.code, found.message.split()[0]) for found in printed(diagnostics)],
            [("RB030", "`k`")],
        )
        for of_known in ("{required: [a]}", "{properties: {a: {const: x}}}"):
            _, diagnostics = with_schemas(
                f"""
    X: {{oneOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}], anyOf: [{of_known}, {{required: [b]}}]}}
    A: {{type: object, required: [a], properties: {{a: {{type: string}}}}}}
    B: {{type: object, required: [b], properties: {{b: {{type: string}}}}}}
"""
            )
            self.assertEqual(codes(diagnostics), [], of_known)

    def test_variants_alike_are_judged_by_the_schemas_of_where_they_stand(self):
        parts = "A: {type: object, properties: {a: {type: integer, maximum: 5}}}\n    B: {type: object, properties: {a: {type: integer, maximum: 50}}}"
        either = "[{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]"
        api, _ = with_schemas(
            f"\n    X: {{type: object, properties: {{one: {{anyOf: {either}}}, two: {{oneOf: {either}}}}}}}\n    {parts}"
        )
        judged = dict(api.judged)
        for name, said in (("one", '{"anyOf"'), ("two", '{"oneOf"')):
            self.assertEqual(judged[member_of(api, "X", name).type.choices].limits[0][:8], said)
        self.assertEqual(member_of(api, "X", "one").type, member_of(api, "X", "two").type)

    def test_what_one_of_them_knows_below_a_member_of_both_is_not_lost(self):
        api, diagnostics = with_schemas(
            """
    X: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
    A: {type: object, properties: {a: {type: string}, in: {type: object, properties: {c: {type: string}}}}}
    B: {type: object, properties: {b: {type: string}, in: {type: object, properties: {d: {type: string}}}}}
"""
        )
        self.assertEqual(
            [found.code for found in diagnostics.sorted() if found.code != "RB056"], ["RB029"]
        )
        # which is read where each would lose something
        self.assertEqual(alias(api, "X").alternatives, (*refs("A", "B"), OPEN))

    def test_texts_that_only_a_format_tells_apart_may_be_either(self):
        api, diagnostics = with_schemas(
            """
    M: {properties: {x: {oneOf: [{type: string, format: uuid}, {type: string, pattern: '^[g-z]'}]},
                     y: {oneOf: [{type: string, minLength: 9}, {type: string, pattern: '^[g-z]'}]}}}
"""
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            ['"anyOf"' in member_of(api, "M", name).constraints[0].limits[0] for name in "xy"],
            [True, False],
        )


class Others(unittest.TestCase):
    """What fits no alternative and yet is received."""

    DOCUMENT = (
        HEAD
        + """
paths:
  /a:
    get: {operationId: getA, responses: {"200": {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/Both'}}}}}}
    put:
      operationId: putA
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Both'}}}}
      responses: {"200": {description: D, content: {application/json: {schema: {oneOf: [{type: integer}, {type: array, items: {type: string}}]}}}}}
    post: {operationId: postA, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Sent'}}}}, responses: {"204": {description: D}}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}}}
    Other: {type: object, required: [no], properties: {no: {type: string}}}
    Id: {anyOf: [{type: string}, {type: integer, minimum: 3}]}
    Sent: {type: object, properties: {x: {type: [string, integer]}, id: {$ref: '#/components/schemas/Named'}}}
    Named: {oneOf: [{type: string}, {type: integer}]}
    Both:
      type: object
      properties:
        told: {oneOf: [{type: string}, {type: integer}]}
        types: {type: [string, integer]}
        id: {$ref: '#/components/schemas/Id'}
        more: {type: array, items: {$ref: '#/components/schemas/Id'}}
        thing: {oneOf: [{type: string}, {$ref: '#/components/schemas/Thing'}]}
        things: {oneOf: [{$ref: '#/components/schemas/Thing'}, {$ref: '#/components/schemas/Other'}]}
        one: {anyOf: [{type: string}, {type: string, maxLength: 3}]}
        start: {type: [string, integer], default: 3}
"""
    )

    def test_alternatives_that_are_received_have_one_for_all_else(self):
        api, diagnostics = lower(self.DOCUMENT)
        self.assertEqual(codes(diagnostics), [])
        last = {
            one.wire_name: type_.alternatives[-1]
            for one in next(one for one in api.models if one.name == "Both").members
            if isinstance(
                type_ := one.type
                if not isinstance(one.type, ir.Ref)
                else alias(api, one.type.name),
                ir.OneOf,
            )
        }
        self.assertEqual(
            last, dict.fromkeys(("told", "types", "id", "thing", "start", "things"), ir.OTHER)
        )
        self.assertEqual(
            [one.response for one in api.operations if one.id == "putA"],
            [ir.OneOf((ir.Scalar("int64"), ir.Array(ir.Scalar("string")), ir.OTHER))],
        )

    def test_what_is_only_sent_has_none(self):
        api, _ = lower(self.DOCUMENT)
        self.assertEqual(
            member_of(api, "Sent", "x").type, ir.OneOf((ir.Scalar("string"), ir.Scalar("int64")))
        )
        self.assertEqual(
            alias(api, "Named").alternatives, (ir.Scalar("string"), ir.Scalar("int64"))
        )

    def test_in_a_request_it_is_refused_or_judged_by_the_schema(self):
        api, _ = lower(self.DOCUMENT)
        limits = {
            one.wire_name: [(limit.keyword, limit.limits[0][:8]) for limit in one.constraints]
            for one in next(one for one in api.models if one.name == "Both").members
        }
        self.assertEqual(
            limits,
            {
                "told": [("known", "other")],
                "types": [("known", "other")],
                "id": [("known", "other")],
                "more": [],
                "thing": [("known", "other")],
                "things": [("schema", '{"oneOf"')],
                "one": [],
                "start": [("known", "other")],
            },
        )
        self.assertEqual(
            [(one.keyword, one.message) for one in member_of(api, "Both", "types").constraints],
            [("known", "Types must fit at least one of the alternatives")],
        )
        self.assertEqual(
            [one.keyword for one in member_of(api, "Both", "more").checked.of_elements], ["known"]
        )


class Judged(unittest.TestCase):
    """Alternatives whose schema has the last word, since a value of one may be valid as another."""

    def judged(self, schemas):
        api, diagnostics = lower(
            HEAD
            + """
paths: {/a: {post: {operationId: postA, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/M'}}}}, responses: {"204": {description: D}}}}}
components:
  schemas:
    A: {type: object, properties: {x: {type: integer, maximum: 3}, y: {type: string}}, required: [x]}
    B: {type: object, properties: {x: {type: integer, minimum: 7}}, required: [x]}
"""
            + schemas
        )
        self.assertEqual(codes(diagnostics), [])
        return {
            place.removeprefix("#/components/schemas/M/properties/"): limit.limits[0][:8]
            for place, limit in api.judged
        }

    def test_objects_and_lists_that_may_be_another_one_are_judged(self):
        self.assertEqual(
            self.judged(
                """
    M: {type: object, properties: {x: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]},
                                   y: {type: array, items: {anyOf: [{type: array, items: {$ref: '#/components/schemas/A'}}, {type: string},
                                                                    {type: array, items: {$ref: '#/components/schemas/B'}}]}}}}
"""
            ),
            {"x/oneOf": '{"oneOf"', "y/items/anyOf": '{"anyOf"'},
        )

    def test_a_member_that_need_not_be_there_does_not_tell_which_one_it_is(self):
        kinds = """
    K: {type: object, properties: {k: {const: k}, x: {type: integer, maximum: 3}}}
    L: {type: object, properties: {k: {const: l}, x: {type: integer, minimum: 3}}, required: [x]}
    M: {type: object, properties: {x: {oneOf: [{$ref: '#/components/schemas/K'}, {$ref: '#/components/schemas/L'}]%s}}}
"""
        self.assertEqual(self.judged(kinds % ""), {"x/oneOf": '{"oneOf"'})
        self.assertEqual(self.judged(kinds % ", discriminator: {propertyName: k}"), {})

    def test_what_only_responses_have_is_not_asked_of_requests(self):
        def text(alternatives):
            api, _ = lower(
                HEAD
                + f"""
paths: {{/a: {{post: {{operationId: postA, requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/M'}}}}}}}}, responses: {{"204": {{description: D}}}}}}}}}}
components:
  schemas:
    M: {{type: object, properties: {{x: {{oneOf: {alternatives}}}}}}}
    A: {{type: object, required: [id, a], properties: {{id: {{type: integer, readOnly: true}}, a: {{type: string}}}}}}
    B: {{type: object, required: [b], properties: {{b: {{type: string}}}}}}
    Id: {{type: integer, readOnly: true}}
    Base: {{type: object, properties: {{id: {{$ref: '#/components/schemas/Id'}}}}}}
    C: {{allOf: [{{$ref: '#/components/schemas/Base'}}, {{required: [id, c], properties: {{c: {{type: string}}}}, not: {{required: [id, d]}}}}]}}
"""
            )
            return dict(api.judged)["#/components/schemas/M/properties/x/oneOf"].limits[0]

        found = text("[{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]")
        self.assertEqual(
            (found[:8], '"required": ["a"]' in found, '"id"]' in found),
            ('{"anyOf"', True, False),
            found,
        )
        found = text("[{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]")
        self.assertEqual(
            (found[:8], '"required": ["c"]' in found, '"required": ["id", "d"]' in found),
            ('{"anyOf"', True, True),
            found,
        )

    def test_open_objects_are_held_against_the_schema_where_one_needs_what_only_responses_have(
        self,
    ):
        told = "oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: t}"
        for beside, keywords in (
            ("required: [id], properties: {id: {type: string, readOnly: true}}", ["others"]),
            ("properties: {id: {type: string, readOnly: true}}", ["known"]),
            ("required: [id], properties: {id: {type: string}}", ["known"]),
        ):
            api, diagnostics = with_schemas(
                f"""
    M: {{type: object, properties: {{x: {{allOf: [{{type: object, {beside}}}, {{{told}}}]}}}}}}
    A: {{type: object, required: [t], properties: {{t: {{type: string}}, a: {{type: string}}}}}}
    B: {{type: object, required: [t], properties: {{t: {{type: string}}, b: {{type: string}}}}}}
"""
            )
            self.assertEqual(
                (codes(diagnostics), [one.keyword for one in member_of(api, "M", "x").constraints]),
                ([], keywords),
            )

    def test_what_only_responses_have_is_asked_where_it_is_another_member(self):
        def texts(schema):
            api, _ = lower(
                HEAD
                + f"""
paths: {{/a: {{post: {{operationId: postA, requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/M'}}}}}}}}, responses: {{"204": {{description: D}}}}}}}}}}
components: {{schemas: {{M: {schema}}}}}
"""
            )
            return " ".join(
                one.limits[0]
                for one in next(one for one in api.models if one.name == "M").constraints
            )

        own = "id: {type: integer, readOnly: true}"
        described = f"{{type: object, properties: {{{own}, name: {{type: string}}}}}}"
        needs = "$ref: '#/components/schemas/M/$defs/N'"
        definition = "$defs: {N: {allOf: [{required: [id, name]}]}}"
        self.assertIn(
            '"$defs": {"0": {"allOf": [{"required": ["name"]}]}}',
            texts(
                f"{{type: object, properties: {{{own}}}, anyOf: [{{{needs}}}, {{required: [b]}}], {definition}}}"
            ),
        )
        self.assertIn(
            '"then": {"required": ["b"]}',
            texts(
                f"{{allOf: [{described}, {{if: {{required: [name]}}, then: {{required: [id, b]}}}}]}}"
            ),
        )
        self.assertIn(
            '"$defs": {"0": {"allOf": [{"required": ["name"]}]}, "1": {"allOf": [{"required": ["id", "name"]}]}}',
            texts(
                f"{{allOf: [{described}, {{if: {{required: [name]}}, then: {{{needs}}}, else: {{not: {{{needs}}}}}}}], {definition}}}"
            ),
        )
        self.assertIn(
            '"anyOf": [{"required": []}, {"required": ["name"]}]',
            texts(
                f"{{type: object, properties: {{{own}, name: {{type: string}}}}, oneOf: [{{required: [id]}}, {{required: [name]}}]}}"
            ),
        )
        self.assertIn(
            '"owner": {"type": "object", "required": ["id"]',
            texts(
                f"{{type: object, properties: {{{own}}}, anyOf: [{{properties: {{owner: {{type: object, required: [id]}}}}}}, {{required: [b]}}]}}"
            ),
        )
        self.assertIn(
            '{"dependentRequired": {"name": ["b"]}}',
            texts(f"{{type: object, properties: {{{own}}}, dependentRequired: {{name: [id, b]}}}}"),
        )
        self.assertIn(
            '{"name": {"required": ["b"]}}',
            texts(
                f"{{type: object, properties: {{{own}}}, dependentSchemas: {{name: {{required: [id, b]}}}}}}"
            ),
        )

    def test_one_pattern_in_two_spellings_names_members_twice(self):
        member = with_schemas(
            "M: {type: object, properties: {x: {type: object, patternProperties: {'^\\p{Digit}$': {type: string}, '^[0-9]$': {minLength: 2}}}}}"
        )
        text = member_of(member[0], "M", "x").constraints[0].limits[0]
        self.assertEqual(
            json.loads(text)["patternProperties"],
            {"^[0-9]$": {"type": "string"}, "^[0-9]$(?:)": {"minLength": 2}},
        )

    def test_a_pattern_that_cannot_be_read_refuses_nothing(self):
        bad, refers = r"{pattern: '(a)\1'}", "{$ref: '#/components/schemas/Bad'}"
        for schema, expected in (
            (f"{{not: {bad}}}", None),
            (f"{{not: {refers}}}", None),
            (f"{{not: {{not: {bad}}}}}", None),
            (
                f"{{not: {{pattern: a}}, minLength: 2, if: {bad}, then: {{maxLength: 3}}, else: {{minLength: 4}}}}",
                {"not": {"pattern": "a"}, "minLength": 2},
            ),
            (
                f"{{type: array, contains: {bad}, minContains: 2, maxContains: 3}}",
                {"contains": {}, "minContains": 2},
            ),
            (f"{{oneOf: [{bad}, {{type: integer}}]}}", {"anyOf": [{}, {"type": "integer"}]}),
            (
                f"{{oneOf: [{refers}, {{type: integer}}]}}",
                {"anyOf": [{"$ref": "#/$defs/0"}, {"type": "integer"}]},
            ),
            (
                r"{patternProperties: {'(a)\1': true, b: false}, additionalProperties: false}",
                {"patternProperties": {"b": False}},
            ),
            (
                f"{{minLength: 1, if: {bad}, then: {{properties: {{a: true}}}}, unevaluatedProperties: false}}",
                {"minLength": 1},
            ),
        ):
            api, _ = with_schemas(
                f"""
    Bad: {bad}
    M: {{type: object, properties: {{x: {schema}}}}}
"""
            )
            found = [
                json.loads(one.limits[0])
                for one in member_of(api, "M", "x").constraints
                if one.keyword == "schema"
            ]
            said = {
                key: value
                for text in found
                for key, value in text.items()
                if key not in ("type", "$defs")
            }
            with self.subTest(schema):
                self.assertEqual(said, expected or {})

    def test_those_that_cannot_be_another_one_are_not(self):
        self.assertEqual(
            self.judged(
                """
    K: {type: object, properties: {k: {const: k}, x: {type: integer, maximum: 3}}, required: [k]}
    L: {type: object, properties: {k: {const: l}, x: {type: integer, minimum: 3}}, required: [k]}
    M: {type: object, properties: {x: {oneOf: [{$ref: '#/components/schemas/K'}, {$ref: '#/components/schemas/L'}]},
                                   y: {oneOf: [{$ref: '#/components/schemas/A'}, {type: array, items: {$ref: '#/components/schemas/B'}}]}}}
"""
            ),
            {},
        )


class Texts(unittest.TestCase):
    def test_a_component_is_not_an_alternative_of_itself(self):
        for other in ("enum: [never]", "const: never"):
            api, diagnostics = with_schemas(
                f"""
    Expiry: {{anyOf: [{{type: string, format: date}}, {{type: string, {other}}}]}}
"""
            )
            self.assertEqual(
                alias(api, "Expiry").alternatives[:2],
                (ir.Scalar("date"), ir.Ref("ExpiryString")),
                other,
            )
            self.assertEqual(
                [one.values for one in api.enums if one.name == "ExpiryString"], [("never",)]
            )
            self.assertEqual(codes(diagnostics), [])

    def test_a_narrow_type_holds_no_value_that_is_listed_beside_it(self):
        api, _ = with_schemas(
            """
    Data: {anyOf: [{type: string, format: byte}, {type: string, enum: ["#"]}]}
    Count: {anyOf: [{type: integer, format: int32}, {type: integer, enum: [5000000000]}]}
"""
        )
        self.assertEqual(
            {one.name: (one.base, one.values, one.is_open) for one in api.enums},
            {"Data": ("string", ("#",), True), "Count": ("int64", ("5000000000",), True)},
        )


class Tuples(unittest.TestCase):
    def test_an_object_that_would_lose_a_member_as_any_element_is_kept(self):
        api, diagnostics = with_schemas(
            """
    Pair: {type: array, items: false, prefixItems: [{type: object, properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}]}
    Same: {type: array, items: false, prefixItems: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/One'}]}
    One: {type: object, properties: {a: {type: string}}}
"""
        )
        self.assertEqual(
            alias(api, "Pair").element.alternatives, (*refs("PairItem1", "PairItem2"), OPEN)
        )
        self.assertEqual(alias(api, "Same").element, ir.Ref("One"))
        self.assertEqual(codes(diagnostics), [])


if __name__ == "__main__":
    unittest.main()
