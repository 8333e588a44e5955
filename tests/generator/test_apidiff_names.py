# SPDX-License-Identifier: BSL-1.0
"""Two versions compared: what has another name in the document, and what is the same all the
same.
"""

import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import changes, replaced


class NamesOnTheWire(unittest.TestCase):
    @staticmethod
    def document(
        member="fooBar", query="arr", header="X-Foo", required="", more="type: string, minLength: 2"
    ):
        return (
            f"{HEAD}paths:\n  /a:\n    post:\n      operationId: act\n      parameters:\n"
            f"        - {{name: {query}, in: query, schema: {{{more}}}}}\n        - {{name: {header}, in: header, schema: {{{more}}}}}\n"
            "      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}\n"
            f"      responses: {{'204': {{description: d}}}}\n"
            f"components:\n  schemas:\n    C: {{type: object, required: [{required}], "
            f"properties: {{a: {{type: integer}}, {member}: {{{more}}}}}}}\n"
        )

    def told(self, new, old=None):
        return [
            (one.id, one.entity, one.old, one.new)
            for one in changes(new, self.document() if old is None else old)
        ]

    def test_a_member_of_another_name_on_the_wire_is_told_once(self):
        self.assertEqual(
            self.told(self.document(member="foo_bar")),
            [("D222", "C::foo_bar", "fooBar", "foo_bar")],
        )
        self.assertEqual(
            self.told(
                self.document(member="foo_bar", required="foo_bar"),
                self.document(required="fooBar"),
            ),
            [("D222", "C::foo_bar", "fooBar", "foo_bar")],
        )
        retyped = self.document(member="foo_bar").replace(
            "foo_bar: {type: string, minLength: 2}", "foo_bar: {type: integer}"
        )
        self.assertEqual(
            self.told(retyped, self.document(more="type: string"))[:1],
            [("D105", "C::foo_bar", "std::optional<std::string>", "std::optional<std::int64_t>")],
        )

    def test_a_parameter_of_another_name_on_the_wire_is_told_once(self):
        self.assertEqual(
            self.told(self.document(query="Arr")), [("D222", "ActRequest::arr", "arr", "Arr")]
        )
        self.assertEqual(
            self.told(self.document(header="x_foo")),
            [("D222", "ActRequest::x_foo", "X-Foo", "x_foo")],
        )
        listed = "type: array, items: {type: string}"
        other = self.document(query="Arr", more=f"{listed}").replace(
            "Arr, in: query", "Arr, in: query, explode: false"
        )
        self.assertEqual(
            self.told(other, self.document(more=listed)),
            [
                ("D222", "ActRequest::arr", "arr", "Arr"),
                ("D208", "act, parameter Arr", "form, exploded", "form"),
            ],
        )

    def test_the_order_of_members_is_told_beside_it(self):
        old, new = (
            "{a: {type: integer}, fooBar: {type: string}}",
            "{foo_bar: {type: string}, a: {type: integer}}",
        )
        text = self.document(more="type: string")
        self.assertEqual(
            self.told(text.replace(old, new), text),
            [
                ("D116", "C", "a, foo_bar", "foo_bar, a"),
                ("D222", "C::foo_bar", "fooBar", "foo_bar"),
            ],
        )

    def test_headers_may_be_written_in_capitals_or_not(self):
        self.assertEqual(self.told(self.document(header="x-foo")), [])
        self.assertEqual(
            self.told(self.document(header="XFoo"), self.document(header="xfoo")),
            [("D106", "ActRequest::xfoo", "xfoo", "x_foo")],
        )
        self.assertEqual(changes(replaced(("name: x-tenant", "name: X-Tenant"))), ())

    def test_headers_of_keys_and_traces_may_be_written_in_capitals_or_not(self):
        def document(place, key, trace="x-id", scheme="apiKey"):
            return (
                f"{HEAD}x-restbind-trace-headers: [{trace}]\n"
                "paths: {/a: {get: {operationId: act, security: [{key: []}], responses: {'204': {description: d}}}}}\n"
                f"components: {{securitySchemes: {{key: {{type: {scheme}, in: {place}, name: {key}}}}}}}\n"
            )

        old = document("header", "X-Key")
        self.assertEqual(self.told(document("header", "x-key"), old), [])
        self.assertEqual(
            self.told(document("header", "X-Other"), old),
            [("D220", "schemes::key", "a key in the header X-Key", "a key in the header X-Other")],
        )
        for place in ("query", "cookie"):  # where capitals count
            self.assertEqual(
                [one[0] for one in self.told(document(place, "x-key"), document(place, "X-Key"))],
                ["D220"],
            )
        self.assertEqual(self.told(document("header", "X-Key", "X-Id"), old), [])
        login = old.replace("type: apiKey, in: header, name: X-Key", "type: http, scheme: %s")
        for one, other in (("Bearer", "bearer"), ("Basic", "BASIC"), ("Negotiate", "negotiate")):
            self.assertEqual(self.told(login % other, login % one), [], one)

    def test_media_types_may_be_written_in_capitals_or_not(self):
        def document(media, body):
            return (
                f"{HEAD}paths: {{/a: {{post: {{operationId: act, requestBody: {{content: {{{body}: {{}}}}}}, "
                f"responses: {{'200': {{description: d, content: {{{media}: {{}}}}}}}}}}}}}}\n"
            )

        for one, other in (
            ("text/csv", "Text/CSV"),
            ("image/png", "image/PNG"),
            ("application/json", "Application/JSON"),
        ):
            self.assertEqual(self.told(document(other, other), document(one, one)), [], one)

    def test_a_message_that_names_more_than_the_member_is_told(self):
        ruled = self.document(
            more="type: string, minLength: 2, x-restbind-messages: {minLength: 'Arr wants more.'}"
        )
        self.assertEqual(
            {one[0] for one in self.told(ruled.replace("wants more", "needs more"), ruled)},
            {"D202"},
        )


class Placeholders(unittest.TestCase):
    @staticmethod
    def document(path, names, operation="operationId: act, ", more=""):
        given = ", ".join(
            f"{{name: {name}, in: path, required: true, {more}schema: {{type: string, minLength: 2}}}}"
            for name in names.split()
        )
        return f"{HEAD}paths:\n  {path}: {{get: {{{operation}parameters: [{given}], responses: {{'204': {{description: d}}}}}}}}\n"

    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]

    def test_a_placeholder_of_another_name_is_a_member_of_another_name(self):
        old = self.document("/a/{id}", "id")
        self.assertEqual(
            self.told(self.document("/a/{idx}", "idx"), old),
            [("D106", "ActRequest::id", "id", "idx")],
        )
        two = self.document("/a/{x}/b/{y}", "x y")
        self.assertEqual(
            self.told(self.document("/a/{x}/b/{z}", "x z"), two),
            [("D106", "ActRequest::y", "y", "z")],
        )
        self.assertEqual(
            self.told(self.document("/a/{v}/b/{w}", "v w"), two),
            [("D106", "ActRequest::x", "x", "v"), ("D106", "ActRequest::y", "y", "w")],
        )
        self.assertEqual(
            self.told(
                self.document("/a/{fooBar}", "fooBar"), self.document("/a/{foo_bar}", "foo_bar")
            ),
            [],
        )
        retyped = self.document("/a/{idx}", "idx").replace("string, minLength: 2", "integer")
        self.assertEqual([one[0] for one in self.told(retyped, old)], ["D106", "D105", "D201"])

    def test_a_style_is_told_beside_it(self):
        found = self.told(
            self.document("/a/{idx}", "idx", more="style: label, "), self.document("/a/{id}", "id")
        )
        self.assertEqual(
            found,
            [
                ("D106", "ActRequest::id", "id", "idx"),
                ("D208", "act, parameter idx", "plain", "label"),
            ],
        )

    def test_values_that_change_places_are_another_request(self):
        found = self.told(
            self.document("/a/{y}/b/{x}", "x y"), self.document("/a/{x}/b/{y}", "x y")
        )
        self.assertEqual(found, [("D208", "act", "GET /a/{x}/b/{y}", "GET /a/{y}/b/{x}")])
        found = self.told(
            self.document("/a/{y}/b/{z}", "y z"), self.document("/a/{x}/b/{y}", "x y")
        )
        self.assertEqual(
            [one[:2] for one in found],
            [("D104", "ActRequest::x"), ("D115", "ActRequest::z"), ("D208", "act")],
        )

    def test_another_path_is_another_request(self):
        found = self.told(self.document("/b/{idx}", "idx"), self.document("/a/{id}", "id"))
        self.assertEqual(
            [one[:2] for one in found],
            [("D104", "ActRequest::id"), ("D115", "ActRequest::idx"), ("D208", "act")],
        )
        found = self.told(
            self.document("/b/{foo_bar}", "foo_bar"), self.document("/a/{fooBar}", "fooBar")
        )
        self.assertEqual(found, [("D208", "act", "GET /a/{fooBar}", "GET /b/{foo_bar}")])

    def test_an_operation_that_is_called_after_its_path_has_another_name_then(self):
        found = self.told(self.document("/a/{idx}", "idx", ""), self.document("/a/{id}", "id", ""))
        self.assertEqual(
            found,
            [
                ("D102", "GetAIdRequest", "GetAIdRequest", "GetAIdxRequest"),
                ("D106", "GetAIdxRequest::id", "id", "idx"),
                ("D109", "get_a_id", "get_a_id", "get_a_idx"),
            ],
        )

    def test_a_placeholder_that_the_client_fills_is_no_change(self):
        old = self.document("/a/{id}", "id", more="x-restbind-client-parameter: tenant, ")
        self.assertEqual(
            self.told(
                self.document("/a/{idx}", "idx", more="x-restbind-client-parameter: tenant, "), old
            ),
            [],
        )


if __name__ == "__main__":
    unittest.main()
