# SPDX-License-Identifier: BSL-1.0
"""Two versions compared: limits of values, which may say the same in other words."""

import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import changes


class Bounds(unittest.TestCase):
    @staticmethod
    def document(schema):
        return (
            f"{HEAD}paths:\n  /a:\n    post:\n      operationId: act\n"
            "      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}\n"
            f"      responses: {{'204': {{description: d}}}}\ncomponents:\n  schemas:\n    C: {{type: object, properties: {{n: {schema}}}}}\n"
        )

    def told(self, old, new, form="{type: %s, %s}", kind="integer"):
        found = changes(self.document(form % (kind, new)), self.document(form % (kind, old)))
        return [(one.id, one.entity, one.old, one.new) for one in found]

    def test_an_integer_above_one_less_is_the_same_limit_in_other_words(self):
        for form, entity in (
            ("{type: %s, %s}", "C::n"),
            ("{type: array, items: {type: %s, %s}}", "C::n (each element)"),
            ("{type: object, additionalProperties: {type: %s, %s}}", "C::n (each element)"),
        ):
            found = self.told("minimum: 1", "exclusiveMinimum: 0", form)
            self.assertEqual([one[:2] for one in found], [("D202", entity)])
            self.assertEqual(
                [one[:2] for one in self.told("exclusiveMaximum: 6", "maximum: 5", form)],
                [("D202", entity)],
            )
            same = "x-restbind-messages: {minimum: Too few., exclusiveMinimum: Too few.}"
            self.assertEqual(
                self.told(f"minimum: 1, {same}", f"exclusiveMinimum: 0, {same}", form), []
            )
            self.assertEqual(self.told("minimum: 1", "minimum: 1, format: int64", form), [])

    def test_a_number_above_another_is_another_limit(self):
        for old, new in (
            ("minimum: 1", "exclusiveMinimum: 0"),
            ("minimum: 1", "exclusiveMinimum: 1"),
            ("exclusiveMaximum: 6", "maximum: 5"),
        ):
            self.assertEqual(
                self.told(old, new, kind="number"),
                [("D201", "C::n", old.replace(":", ""), new.replace(":", ""))],
            )
        self.assertEqual(
            self.told("minimum: 1", "exclusiveMinimum: 1"),
            [("D201", "C::n", "minimum 1", "exclusiveMinimum 1")],
        )

    def test_a_limit_spelt_in_another_way_is_no_other(self):
        for kind in ("integer", "number"):
            for old, new in (
                ("minimum: 1", "minimum: 1.0"),
                ("maximum: 100", "maximum: 1e2"),
                ("multipleOf: 2", "multipleOf: 2.0"),
            ):
                self.assertLessEqual(
                    {one[0] for one in self.told(old, new, kind=kind)}, {"D202"}, (kind, new)
                )
        for old, new in (
            ("{minLength: 2}", "{minLength: 2.0}"),
            (
                "{type: number, minimum: 1, multipleOf: 0.50}",
                "{type: number, minimum: 1.0, multipleOf: 0.5}",
            ),
            ("{const: 1}", "{const: 1.0}"),
        ):
            self.assertEqual(
                self.told(old, new, "{not: {type: object, properties: {%s: %s}}}", "a"), [], old
            )
        self.assertEqual(
            [
                one[0]
                for one in self.told(
                    "{const: 1}", '{const: "1"}', "{not: {type: object, properties: {%s: %s}}}", "a"
                )
            ],
            ["D201"],
        )

    def test_each_end_is_told_once(self):
        for old, new, sides in (
            ("minimum: 1", "minimum: 1, maximum: 5", [("no limit", "maximum 5")]),
            ("minimum: 1, maximum: 5", "maximum: 5", [("minimum 1", "no limit")]),
            ("minimum: 1, maximum: 5", "minimum: 2, maximum: 5", [("range 1, 5", "range 2, 5")]),
            (
                "minimum: 1, maximum: 5",
                "minimum: 2, exclusiveMaximum: 6",
                [("minimum 1", "minimum 2")],
            ),
            (
                "minimum: 1, maximum: 5",
                "minimum: 2",
                [("minimum 1", "minimum 2"), ("maximum 5", "no limit")],
            ),
        ):
            self.assertEqual(self.told(old, new), [("D201", "C::n", *side) for side in sides], new)
        (one,) = self.told("minimum: 1, maximum: 5", "minimum: 1, exclusiveMaximum: 6")
        self.assertEqual(one[:2], ("D202", "C::n"))

    def test_limits_at_any_depth_and_of_alternatives(self):
        each = "C::n (each element)"
        for form, entity in (
            (
                "{type: array, items: {type: array, items: {type: %s, %s}}}",
                f"{each} (each element)",
            ),
            ("{oneOf: [{type: %s, %s}, {type: string}]}", "C::n (as std::int64_t)"),
            (
                "{type: array, items: {oneOf: [{type: string}, {type: %s, %s}]}}",
                f"{each} (as std::int64_t)",
            ),
        ):
            self.assertEqual(
                self.told("minimum: 1", "minimum: 2", form),
                [("D201", entity, "minimum 1", "minimum 2")],
            )
            self.assertEqual(
                self.told("minimum: 1", "minimum: 1, maximum: 3", form),
                [("D201", entity, "no limit", "maximum 3")],
            )
        found = changes(
            self.document("{oneOf: [{type: boolean}, {$ref: '#/components/schemas/C'}]}"),
            self.document(
                "{oneOf: [{type: integer, minimum: 1}, {type: array, items: {enum: [a, b]}}]}"
            ),
        )
        self.assertEqual(
            [one.id for one in found if one.entity == "C::n (as std::int64_t)"], ["D201"]
        )

    def test_parameters_and_bodies_have_limits_too(self):
        path = (
            "%spaths: {/a: {post: {operationId: act, parameters: [{name: q, in: query, schema: {type: integer, %%s}}], "
            "responses: {'204': {description: d}}}}}\n" % HEAD
        )
        found = changes(path % "exclusiveMinimum: 0", path % "minimum: 1")
        self.assertEqual([(one.id, one.entity) for one in found], [("D202", "ActRequest::q")])
        body = (
            "%spaths: {/a: {post: {operationId: act, requestBody: {required: true, content: {application/json: {schema: %%s}}}, "
            "responses: {'204': {description: d}}}}}\n" % HEAD
        )
        for schema, entity in (
            ("{type: integer, %s}", "act, request"),
            ("{type: array, items: {type: integer, %s}}", "act, request (each element)"),
        ):
            found = changes(body % schema % "exclusiveMinimum: 0", body % schema % "minimum: 1")
            self.assertEqual([(one.id, one.entity) for one in found], [("D202", entity)])


class Shared(unittest.TestCase):
    """Limits of a type of its own."""

    @staticmethod
    def document(schema, use="%s", more=""):
        ref = "{$ref: '#/components/schemas/Id'%s}" % more
        member = use % ref
        return Bounds.document(
            "{type: object, properties: {x: %s, y: %s}}" % (member, member)
        ).replace("  schemas:\n", f"  schemas:\n    Id: {schema}\n")

    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]

    def test_a_limit_that_the_type_states_is_told_once_wherever_it_is_used(self):
        for use in ("%s", "{type: array, items: %s}", "{type: object, additionalProperties: %s}"):
            for keyword, schema in (
                ("maxLength", "{type: string%s}"),
                ("maximum", "{type: integer%s}"),
                ("maxItems", "{type: array, items: {type: string}%s}"),
            ):
                none, two, three = (
                    self.document(schema % more, use)
                    for more in ("", f", {keyword}: 2", f", {keyword}: 3")
                )
                self.assertEqual(
                    self.told(three, two), [("D201", "Id", f"{keyword} 2", f"{keyword} 3")]
                )
                self.assertEqual(self.told(two, none), [("D201", "Id", "no limit", f"{keyword} 2")])
                self.assertEqual(self.told(none, two), [("D201", "Id", f"{keyword} 2", "no limit")])
        schema = "{type: array, items: {type: string, maxLength: %s}}"
        found = self.told(self.document(schema % 3), self.document(schema % 2))
        self.assertEqual(found, [("D201", "Id (each element)", "maxLength 2", "maxLength 3")])

    def test_a_limit_that_one_use_states_is_told_there(self):
        old, new = (
            self.document("{type: string, maxLength: 9}", more=f", maxLength: {limit}")
            for limit in (2, 3)
        )
        self.assertEqual(
            [one[:2] for one in self.told(new, old)], [("D201", "CN::x"), ("D201", "CN::y")]
        )
        wider = self.document("{type: string, maxLength: 9}")
        self.assertEqual(
            [one[:2] for one in self.told(wider, old)], [("D201", "CN::x"), ("D201", "CN::y")]
        )


class Enums(unittest.TestCase):
    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]

    def test_values_that_an_enum_gains_or_loses_are_not_told_again_wherever_it_is_used(self):
        kind = "components:\n  schemas:\n    K: {type: string, enum: [%s]}\n"
        use = "{$ref: '#/components/schemas/K'}"
        for schema in (
            use,
            "{type: array, items: %s}" % use,
            "{type: object, additionalProperties: %s}" % use,
        ):
            old, new = (
                Bounds.document(
                    "{type: object, properties: {x: %s, y: %s}}" % (schema, schema)
                ).replace("components:\n  schemas:\n", kind % values)
                for values in ("a, b", "a, c, b")
            )
            self.assertEqual(self.told(new, old), [("D303", "K::c", "nothing", "c")])
            self.assertEqual(self.told(old, new), [("D107", "K::c", "c", "nothing")])

    def test_values_that_one_use_excludes_are_told_there(self):
        old = Bounds.document("{$ref: '#/components/schemas/K'}").replace(
            "  schemas:\n", "  schemas:\n    K: {type: string, enum: [a, b, cc]}\n"
        )
        new = old.replace("K'}", "K', maxLength: 1}")
        self.assertEqual(self.told(new, old), [("D201", "C::n", "enum a, b, cc", "enum a, b")])
        more = new.replace("b, cc", "b, c, cc")
        self.assertEqual(
            self.told(more, new),
            [("D201", "C::n", "enum a, b", "enum a, b, c"), ("D303", "K::c", "nothing", "c")],
        )


class Alternatives(unittest.TestCase):
    def told(self, new, old):
        return [(one.id, one.entity) for one in changes(new, old)]

    def document(self, more, schemas=("Cat", "Dog")):
        return Bounds.document(
            "{oneOf: [%s]%s}"
            % (", ".join(f"{{$ref: '#/components/schemas/{name}'}}" for name in schemas), more)
        ) + "".join(
            f"    {name}: {{type: object, required: [t], properties: {{t: {{type: string}}, {member}: {{type: integer}}}}}}\n"
            for name, member in zip(schemas, "cd")
        )

    def test_a_discriminator_that_is_new_changes_the_limit_once(self):
        found = self.told(self.document(", discriminator: {propertyName: t}"), self.document(""))
        self.assertEqual(found, [("D201", "C::n"), ("D217", "C::n")])
        received = (
            "{'204': {description: d}}",
            "{'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}}",
        )
        # where other values may come, too
        both = [
            self.document(more).replace(*received)
            for more in (", discriminator: {propertyName: t}", "")
        ]
        self.assertEqual([self.told(*both), self.told(*both[::-1])], [found, found])

    def test_a_value_that_is_another_one_because_a_type_is_renamed_is_told(self):
        told = ", discriminator: {propertyName: t}"
        found = changes(self.document(told, ("Kitty", "Dog")), self.document(told))
        self.assertEqual(
            [(one.id, one.entity, one.old, one.new) for one in found],
            [
                ("D102", "Cat", "Cat", "Kitty"),
                ("D217", "C::n", "t: Cat is Kitty, Dog is Dog", "t: Kitty is Kitty, Dog is Dog"),
                ("D203", "Kitty::t", "Cat", "Kitty"),
            ],
        )


class Defaults(unittest.TestCase):
    def test_a_default_spelt_in_another_way_is_no_other(self):
        for schema, one, other, ids in (
            ("{type: number, default: %s}", "1", "1.0", []),
            ("{type: number, default: %s}", "1", "1.5", ["D203"]),
            ("{type: string, default: %s}", "'1'", "'1.0'", ["D203"]),
            ("{type: array, items: {type: number}, default: %s}", "[1, 2]", "[1.0, 2]", []),
            ("{type: array, items: {type: number}, default: %s}", "[1, 2]", "[2, 1]", ["D203"]),
            (
                "{type: object, properties: {a: {type: integer}, b: {type: integer}}, default: %s}",
                "{a: 1, b: 2}",
                "{b: 2, a: 1}",
                [],
            ),
        ):
            found = changes(Bounds.document(schema % other), Bounds.document(schema % one))
            self.assertEqual([one.id for one in found], ids, (schema, other))


if __name__ == "__main__":
    unittest.main()
