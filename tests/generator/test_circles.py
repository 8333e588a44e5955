# SPDX-License-Identifier: BSL-1.0
"""Schemas that lead back to themselves are what they are, wherever the circle is entered."""

import unittest

from tests.generator.documents import HEAD, codes, lower, member_of

from restbind.graph import Verdicts


def entered(names, schemas):
    """(api, diagnostics) of a document whose first operations send the components of these names,
    in this order.
    """
    body = "{required: true, content: {application/json: {schema: {type: object, properties: {x: {$ref: '#/components/schemas/%s'}}}}}}"
    paths = "".join(
        f"  /{name}: {{post: {{operationId: send{name}, requestBody: {body % name}, responses: {{}}}}}}\n"
        for name in names
    )
    return lower(f"{HEAD}paths:\n{paths}components:\n  schemas:\n{schemas}")


class Circles(unittest.TestCase):
    def both(self, schemas):
        found = [entered(names, schemas) for names in ("AB", "BA")]
        self.assertEqual([codes(diagnostics) for _, diagnostics in found], [[], []])
        left, right = (api.named for api, _ in found)
        self.assertEqual(left, right)
        return found[0][0]

    def test_null_that_one_of_them_excludes(self):
        api = self.both(
            """
    A: {type: [object, 'null'], allOf: [{$ref: '#/components/schemas/B'}, {not: {type: 'null'}}]}
    B: {anyOf: [{$ref: '#/components/schemas/A'}, {type: string}]}
"""
        )
        for name, type_ in (("A", '"object"'), ("B", '["object", "string"]')):
            model = api.named[f"Send{name}Request"]
            self.assertEqual(member_of(api, model.name, "x").presence, "optional_nullable")
            self.assertEqual(
                [one.limits for one in model.constraints],
                [(f'{{"properties": {{"x": {{"type": {type_}}}}}}}',)],
            )

    def test_alternatives_that_are_each_other(self):
        told = "discriminator: {propertyName: kind, mapping: {c: C, d: D}}"
        api = self.both(
            f"""
    A: {{oneOf: [{{$ref: '#/components/schemas/B'}}, {{$ref: '#/components/schemas/C'}}], {told}}}
    B: {{oneOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/D'}}], {told}}}
    C: {{type: object, required: [kind], properties: {{kind: {{const: c}}}}}}
    D: {{type: object, required: [kind], properties: {{kind: {{const: d}}}}}}
"""
        )
        for name in "AB":
            self.assertEqual(member_of(api, f"Send{name}Request", "x").constraints, ())


class Answers(unittest.TestCase):
    EDGES = {"a": "bc", "b": "a", "c": "d", "d": "c", "e": "ef", "f": "e"}

    def ask(self, verdicts, name, noes, asked):
        def find():
            asked.append(name)
            return (
                all([self.ask(verdicts, other, noes, asked) for other in self.EDGES[name]])
                and name not in noes
            )

        return verdicts.ask(name, find)

    def test_they_do_not_depend_on_where_a_circle_is_entered(self):
        for noes, expected in (
            ("", "abcdef"),
            ("a", "cdef"),
            ("d", "ef"),
            ("f", "abcd"),
            ("be", "cd"),
        ):
            for order in ("abcdef", "fedcba", "bdface"):
                verdicts, asked = Verdicts(), []
                for _ in range(2):
                    self.assertEqual(
                        {name for name in order if self.ask(verdicts, name, noes, asked)},
                        set(expected),
                        (noes, order),
                    )

    def test_what_is_known_is_not_asked_again(self):
        verdicts, asked = Verdicts(), []
        self.assertTrue(self.ask(verdicts, "a", "", asked))
        self.assertTrue(self.ask(verdicts, "d", "", asked))
        self.assertEqual(sorted(asked), list("abcd"))


if __name__ == "__main__":
    unittest.main()
