# SPDX-License-Identifier: BSL-1.0
"""Two versions compared: types of another name and other members, which their places tell."""

import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import changes


def operation(path, body="", response="", errors=""):
    """A line for one; what is given is a schema."""

    def content(schema):
        return f"content: {{application/json: {{schema: {schema if schema.startswith('{') else ref(schema)}}}}}"

    sent = f"requestBody: {{required: true, {content(body)}}}, " if body else ""
    received = (
        f"'200': {{description: d, {content(response)}}}" if response else "'204': {description: d}"
    )
    wrong = f", '409': {{description: d, {content(errors)}}}" if errors else ""
    return f"  /{path}: {{post: {{operationId: {path}, {sent}responses: {{{received}{wrong}}}}}}}\n"


def ref(name):
    return f"{{$ref: '#/components/schemas/{name}'}}"


def document(operations, **schemas):
    return f"{HEAD}paths:\n{operations}components:\n  schemas:\n" + "".join(
        f"    {name}: {schema if schema.startswith('{type') else f'{{type: object, properties: {schema}}}'}\n"
        for name, schema in schemas.items()
    )


class Renamed(unittest.TestCase):
    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]

    def test_the_body_of_an_operation_tells_which_type_is_which(self):
        for place in ("body", "response", "errors"):
            old = document(
                operation("act", **{place: "Cart"}),
                Cart="{itemCount: {type: integer}, note: {type: string}}",
            )
            new = document(
                operation("act", **{place: "Basket"}),
                Basket="{item_count: {type: integer}, remark: {type: string}}",
            )
            self.assertEqual(
                self.told(new, old),
                [
                    ("D102", "Cart", "Cart", "Basket"),
                    ("D104", "Basket::note", "std::optional<std::string>", "nothing"),
                    ("D222", "Basket::item_count", "itemCount", "item_count"),
                    ("D302", "Basket::remark", "nothing", "std::optional<std::string>, optional"),
                ],
                place,
            )

    def test_a_member_of_paired_types_tells_it(self):
        old = document(
            operation("act", "Cart"),
            Cart="{line: %s}" % ref("Line"),
            Line="{lineNo: {type: integer}, kind: %s}" % ref("Kind"),
            Kind="{type: string, enum: [a, b]}",
        )
        new = document(
            operation("act", "Cart"),
            Cart="{line: {type: array, items: %s}}" % ref("Row"),
            Row="{line_no: {type: integer}, kind: %s}" % ref("Sort"),
            Sort="{type: string, enum: [b, c]}",
        )
        self.assertEqual(
            [one for one in self.told(new, old) if one[0] != "D201"],
            [
                ("D102", "Line", "Line", "Row"),
                ("D102", "Kind", "Kind", "Sort"),
                ("D105", "Cart::line", "std::optional<Row>", "std::optional<std::vector<Row>>"),
                ("D107", "Sort::a", "a", "nothing"),
                ("D222", "Row::line_no", "lineNo", "line_no"),
                ("D303", "Sort::c", "nothing", "c"),
            ],
        )

    def test_inline_types_and_lists_go_with_what_they_are_in(self):
        old = document(
            operation("act", "{type: array, items: %s}" % ref("Cart")),
            Cart="{id: {type: string}, line: {type: object, properties: {lineNo: {type: integer}}}}",
        )
        new = document(
            operation("act", "{type: array, items: %s}" % ref("Basket")),
            Basket="{id: {type: string}, line: {type: object, properties: {line_no: {type: integer}}}}",
        )
        self.assertEqual(
            [one[:1] + one[2:] for one in self.told(new, old)],
            [
                ("D102", "CartLine", "BasketLine"),
                ("D102", "Cart", "Basket"),
                ("D222", "lineNo", "line_no"),
            ],
        )

    def test_a_type_whose_members_only_have_other_names_on_the_wire_is_the_same_in_any_place(self):
        old = document(
            operation("act"),
            Event="{eventKind: {type: string}, data: %s}" % ref("Data"),
            Data="{itemCount: {type: integer}}",
        )
        new = document(
            operation("act"),
            Notice="{event_kind: {type: string}, data: %s}" % ref("Content"),
            Content="{item_count: {type: integer}}",
        )
        self.assertEqual(
            [one[:2] for one in self.told(new, old)],
            [
                ("D102", "Data"),
                ("D102", "Event"),
                ("D222", "Notice::event_kind"),
                ("D222", "Content::item_count"),
            ],
        )

    def test_two_places_that_tell_otherwise_tell_nothing(self):
        old = document(
            operation("first", response="Pet") + operation("second", response="Pet"),
            Pet="{id: {type: integer}}",
        )
        new = document(
            operation("first", response="Short") + operation("second", response="Long"),
            Short="{id: {type: string}}",
            Long="{id: {type: string}, more: {type: string}}",
        )
        self.assertEqual(
            [one[:2] for one in self.told(new, old)],
            [
                ("D101", "Pet"),
                ("D111", "first"),
                ("D111", "second"),
                ("D301", "Short"),
                ("D301", "Long"),
            ],
        )
        self.assertEqual(
            [one[:2] for one in self.told(old, new)],
            [
                ("D101", "Short"),
                ("D101", "Long"),
                ("D111", "first"),
                ("D111", "second"),
                ("D301", "Pet"),
            ],
        )

    def test_types_that_have_nothing_in_common_are_two(self):
        old = document(operation("first", response="Pet"), Pet="{id: {type: integer}}")
        new = document(
            operation("first", response="Page"),
            Page="{items: {type: array, items: {type: string}}}",
        )
        self.assertEqual(
            [one[:2] for one in self.told(new, old)],
            [("D101", "Pet"), ("D111", "first"), ("D301", "Page")],
        )

    def test_of_types_of_one_shape_the_place_tells_which_is_which(self):
        old = document(
            operation("first", response="A") + operation("second", response="B"),
            A="{id: {type: integer}}",
            B="{id: {type: integer}}",
        )
        new = document(
            operation("first", response="X") + operation("second", response="Y"),
            Y="{id: {type: integer}}",
            X="{id: {type: integer}}",
        )
        self.assertEqual(self.told(new, old), [("D102", "A", "A", "X"), ("D102", "B", "B", "Y")])


class Aliases(unittest.TestCase):
    def test_equal_enums_are_one_type_under_any_name_in_both_versions(self):
        kinds = dict(K="{type: string, enum: [a, b]}", L="{type: string, enum: [b, a]}")
        ways = {name: f"{{n: {ref(name)}}}" for name in kinds}
        for build in (
            lambda name: document(operation("act", "C"), C=ways[name], **kinds),
            lambda name: document(operation("act", response=name), **kinds),
            lambda name: document(
                operation("act", "C"), C="{type: array, items: %s}" % ref(name), **kinds
            ),
            lambda name: document(
                operation("act", "C"),
                C="{a: {type: string}}".replace("{type: string}", ref(name)),
                **kinds,
            ),
        ):
            self.assertEqual(changes(build("L"), build("K")), ())
            self.assertEqual(changes(build("K"), build("L")), ())
        found = changes(
            document(operation("act", "C"), C=ways["K"], K=kinds["K"]),
            document(operation("act", "C"), C=ways["L"], **kinds),
        )
        self.assertEqual([(one.id, one.entity) for one in found], [("D101", "L")])


if __name__ == "__main__":
    unittest.main()
