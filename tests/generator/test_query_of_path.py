# SPDX-License-Identifier: BSL-1.0
"""The query that some documents write behind a path, and the parameters that stand in it or beside
it.
"""

import unittest

from tests.generator.documents import codes, lower, messages
from tests.generator.test_lower_operations import ID, OperationCase, operation

from restbind import ir


class QueryOfPath(OperationCase):
    def test_a_query_behind_a_path_is_always_sent(self):
        found = self.one(
            parameters=[ID, "{name: q, in: query, schema: {type: string}}"],
            path="/carts/{id}?beta=true&a=b%20c&d",
        )
        self.assertEqual([one.wire_name for one in found.parameters], ["id", "q"])
        self.assertEqual(
            ir.split_path(found.path), ("/carts/{id}", (("beta", "true"), ("a", "b c"), ("d", "")))
        )

    def test_a_query_parameter_that_the_path_gives_is_no_parameter(self):
        found = self.one(
            parameters=["{name: beta, in: query, schema: {type: string}}"],
            path="/carts?beta=true",
            expected=["RB042"],
        )
        self.assertEqual(found.parameters, ())

    def test_a_query_behind_a_path_that_cannot_be_sent_says_why(self):
        for path, why in (
            (
                "/carts?beta=a{x}",
                "has a placeholder in its query that is more or less than one value",
            ),
            ("/carts?{x}=1", "has a placeholder in its query that is more or less than one value"),
            (
                "/carts?a={x}&b={x}",
                "has a placeholder in its query that is more or less than one value",
            ),
            (
                "/carts/{x}?a={x}",
                "has a placeholder in its query that is more or less than one value",
            ),
            ("/carts?beta=%FF", "has escapes in its query that are no UTF-8"),
            ("/carts?beta=^", "holds a character that no path may hold"),
        ):
            api, diagnostics = lower(operation(path=f'"{path}"'))
            self.assertEqual((api.operations, codes(diagnostics)), ((), ["RB044"]), path)
            self.assertEqual(
                messages(diagnostics), [f'the path "{path}" {why}; its operations are left out']
            )

    def test_a_path_parameter_in_the_query_behind_a_path_is_one_of_the_query(self):
        parameters = [
            ID,
            "{name: day, in: path, required: true, schema: {type: string, format: date}}",
        ]
        found = self.one(parameters=parameters, path='"/carts/{id}?beta=true&from={day}"')
        self.assertEqual(
            [(one.wire_name, one.place) for one in found.parameters],
            [("id", "path"), ("from", "query")],
        )
        self.assertEqual(ir.split_path(found.path), ("/carts/{id}", (("beta", "true"),)))
        lists = (
            "{name: x, in: path, required: true%s, schema: {type: array, items: {type: string}}}"
        )
        for stated in ("", ", explode: true"):  # one text stands behind the name
            found = self.one(parameters=[lists % stated], path='"/carts?x={x}"')
            self.assertEqual(
                (found.parameters[0].style, found.parameters[0].explode), ("form", False), stated
            )
        _, diagnostics = lower(operation(path='"/carts?from={day}"'))
        self.assertEqual(codes(diagnostics), ["RB052"])

    def test_a_path_parameter_in_a_query_is_written_as_it_says_or_that_is_told(self):
        object_, list_ = (
            "{type: object, properties: {z: {type: integer}}}",
            "{type: array, items: {type: string}}",
        )
        stated = "{name: x, in: path, required: true, %s}"
        for how, style, told in (
            (f"content: {{application/json: {{schema: {object_}}}}}", "json", []),
            (f"content: {{application/json: {{schema: {list_}}}}}", "json", []),
            ("content: {application/json: {schema: {type: string}}}", "json", []),
            (f"explode: true, schema: {list_}", "form", []),
            (f"schema: {object_}", "form", []),
            (f"explode: true, schema: {object_}", "form", ["RB046"]),
            ("explode: true, schema: {}", "form", ["RB046"]),
            (f"style: matrix, schema: {list_}", "form", ["RB046"]),
            ("style: label, schema: {type: string}", "", ["RB046"]),
        ):
            found = self.one(
                parameters=[stated % how], path='"/carts?y={x}"', expected=told
            ).parameters[0]
            self.assertEqual(
                (found.wire_name, found.place, found.style, found.explode),
                ("y", "query", style, False),
                how,
            )

    def test_of_a_query_parameter_and_a_path_parameter_in_the_query_the_latter_is_sent(self):
        parameters = [
            "{name: y, in: path, required: true, schema: {type: string}}",
            "{name: x, in: query, schema: {type: integer}}",
        ]
        found = self.one(parameters=parameters, path='"/carts?x={y}"', expected=["RB042"])
        self.assertEqual(
            [(one.wire_name, one.place, one.type) for one in found.parameters],
            [("x", "query", ir.Scalar("string"))],
        )
        found = self.one(
            parameters=[parameters[1].replace("name: x", "name: y")], path='"/carts?y={y}"'
        )
        self.assertEqual([(one.wire_name, one.place) for one in found.parameters], [("y", "query")])

    def test_what_meets_it_is_told(self):
        """The path decides where a name is its own; what has other names is sent."""

        def told(parameter, path="/a?c=1&c%5Br%5D=2&d=3"):
            api, diagnostics = lower(
                operation(parameters=[f"{{name: c, in: query, {parameter}}}"], path=path)
            )
            self.assertEqual({one.code for one in diagnostics.sorted()} - {"RB042"}, set())
            said = "the query of the path gives "
            return len(api.operations[0].parameters), [
                one.message.removeprefix(said) for one in diagnostics.sorted()
            ]

        map_ = "schema: {type: object, additionalProperties: {type: string}}"
        both = "schema: {type: object, required: [d], properties: {r: {type: string}, d: {type: string}}}"
        self.assertEqual(
            told("schema: {type: string}"), (0, ["`c` already; the parameter is left out"])
        )
        self.assertEqual(
            told("schema: {type: array, items: {type: string}}"),
            (0, ["`c` already; the parameter is left out"]),
        )
        self.assertEqual(
            told(f"explode: false, {both}"), (0, ["`c` already; the parameter is left out"])
        )
        self.assertEqual(
            told(both),
            (
                1,
                [
                    "`d` already; the property of `c` that is sent so is left out, although it must be given"
                ],
            ),
        )
        self.assertEqual(
            told(f"style: deepObject, {both}"),
            (1, ["`c[r]` already; the property of `c` that is sent so is left out"]),
        )
        list_, size = (
            "{type: array, items: {type: string}}",
            "{type: object, properties: {size: {type: object}}}",
        )
        self.assertEqual(told(f"style: deepObject, schema: {list_}", "/a?c=1"), (1, []))
        self.assertEqual(
            told(f"style: deepObject, schema: {list_}", "/a?c%5B%5D=1"),
            (1, ["`c[]` already; what `c` may have under that name is left out"]),
        )
        self.assertEqual(
            told(f"style: deepObject, schema: {size}", "/a?c%5Bsize%5D%5Bmin%5D=1"),
            (1, ["`c[size][min]` already; what `c` may have under that name is left out"]),
        )
        self.assertEqual(
            told(
                "schema: {oneOf: [{type: string}, {type: object, properties: {z: {type: string}}}]}"
            ),
            (1, ["`c` already; `c` is left out where it is no object"]),
        )
        self.assertEqual(
            told(map_, "/a?d=3"),
            (1, ["`d` already; what `c` may have under that name is left out"]),
        )
        self.assertEqual(
            told(f"style: deepObject, {map_}"),
            (1, ["`c[r]` already; what `c` may have under that name is left out"]),
        )
        self.assertEqual(
            told("schema: {}", "/a?d=3"),
            (1, ["`d` already; what `c` may have under that name is left out"]),
        )
        _, diagnostics = lower(
            operation(
                parameters=[f"{{name: c, in: query, {both.replace('[d]', '[d, {}]')}}}"],
                path="/a?d=3",
            )
        )
        self.assertEqual({one.code for one in diagnostics.sorted()}, {"RB008", "RB042"})

    def test_what_meets_a_path_parameter_in_the_query_is_told_and_sent(self):
        for object_ in (
            "schema: {type: object, properties: {x: {type: string}, k: {type: string}}}",
            "schema: {anyOf: [{type: object, properties: {x: {type: string}}}, {type: integer}]}",
        ):
            parameters = [
                "{name: y, in: path, required: true, schema: {type: string}}",
                f"{{name: o, in: query, {object_}}}",
            ]
            api, diagnostics = lower(operation(parameters=parameters, path='"/a?x={y}"'))
            self.assertEqual(
                [one.message for one in diagnostics.sorted()],
                [
                    "the query of the path gives `x` already; the property of `o` that is called so is sent, too"
                ],
            )
            self.assertEqual([one.wire_name for one in api.operations[0].parameters], ["x", "o"])

    def test_a_question_mark_in_a_placeholder_is_a_part_of_its_name(self):
        found = self.one(
            parameters=["{name: 'year?', in: path, required: true, schema: {type: string}}"],
            path='"/reports/{year?}?a=b"',
        )
        self.assertEqual([one.wire_name for one in found.parameters], ["year?"])
        self.assertEqual(ir.split_path(found.path), ("/reports/{year?}", (("a", "b"),)))

    def test_a_name_that_is_empty_is_no_parameters(self):
        found = self.one(
            parameters=[ID, "{name: X, in: header, schema: {type: string}}"], path="/carts/{id}?=1"
        )
        self.assertEqual([one.wire_name for one in found.parameters], ["id", "X"])


if __name__ == "__main__":
    unittest.main()
