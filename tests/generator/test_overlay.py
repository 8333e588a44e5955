# SPDX-License-Identifier: BSL-1.0
"""JSONPath and overlays: what a target selects, what an action does, and where findings then
point.
"""

import unittest

from tests.generator.documents import HEAD, codes, load, lower_files, member_of, messages, places
from tests.generator.test_cli import Case, run

from restbind import ir
from restbind.source.jsonpath import PathError, value_of
from restbind.source.jsonpath_parser import parse

STORE = """
books:
  - {title: Sayings, price: 8.95, isbn: a, tags: [x]}
  - {title: Sword, price: 12.99}
  - {title: Moby, price: 8.950, isbn: b, tags: [y, z], "odd name": true}
shop: {books: null, "a.b": 1, nested: {price: 400}}
limit: 10
"""


def plain(value):
    kind, inner = value
    if kind == "object":
        return {name: plain(one) for name, one in inner.items()}
    return (
        [plain(one) for one in inner]
        if kind == "array"
        else float(inner)
        if kind == "number"
        else inner or None
    )


def found(path, text=STORE):
    root, _ = load(text)
    return [plain(value_of(hit.node)) for hit in parse(path).find(root)]


def titles(test):
    return [hit["title"] for hit in found(f"$.books[?{test}]")]


class Selectors(unittest.TestCase):
    def test_names_indices_and_wildcards(self):
        self.assertEqual(found("$.books[1].title"), ["Sword"])
        self.assertEqual(found("$['shop']['a.b']"), [1])
        self.assertEqual(found('$["books"][-1]["odd name"]'), ["true"])
        self.assertEqual(found("$.books[*].title"), found("$.books.*.title"))
        self.assertEqual(found("$.books[0, 2].title"), ["Sayings", "Moby"])
        self.assertEqual(
            found("$.books[5]") + found("$.limit.x") + found("$.limit[0]") + found("$.shop[0]"), []
        )

    def test_slices(self):
        for slice_, expected in (
            ("1:", ["Sword", "Moby"]),
            (":1", ["Sayings"]),
            ("::2", ["Sayings", "Moby"]),
            ("-1:", ["Moby"]),
            ("::-1", ["Moby", "Sword", "Sayings"]),
            ("0:9", ["Sayings", "Sword", "Moby"]),
            ("::0", []),
        ):
            self.assertEqual(found(f"$.books[{slice_}].title"), expected, slice_)

    def test_descent_goes_through_everything_parents_first(self):
        self.assertEqual(found("$..price"), [8.95, 12.99, 8.95, 400])
        self.assertEqual(found("$..tags[0]"), ["x", "y"])
        self.assertEqual(found("$..nested"), [{"price": 400}])
        self.assertEqual(len(found("$..*")), 24)

    def test_existence(self):
        self.assertEqual(titles("@.isbn"), ["Sayings", "Moby"])
        self.assertEqual(titles("!@.isbn"), ["Sword"])
        self.assertEqual(titles("@['odd name']"), ["Moby"])
        self.assertEqual(titles("@.tags[?@ == 'z']"), ["Moby"])

    def test_comparisons(self):
        self.assertEqual(titles("@.title == 'Sword'"), ["Sword"])
        self.assertEqual(titles("@.price == 8.95"), ["Sayings", "Moby"])
        self.assertEqual(titles("@.price < $.limit"), ["Sayings", "Moby"])
        self.assertEqual(titles("@.price >= 12.99"), ["Sword"])
        # nothing is not equal to a text
        self.assertEqual(titles('@.isbn != "a"'), ["Sword", "Moby"])
        # nor is there an order between kinds
        self.assertEqual(titles("@.isbn < 5"), [])
        self.assertEqual(titles("@.isbn == @.nowhere"), ["Sword"])
        self.assertEqual(titles("@['odd name'] == true"), ["Moby"])
        self.assertEqual(found("$.shop[?@ == null]"), [None])
        self.assertEqual(titles("@.tags == $.books[0].tags"), ["Sayings"])

    def test_and_binds_closer_than_or(self):
        self.assertEqual(titles("@.title == 'Sword' || @.isbn && @.price > 9"), ["Sword"])
        self.assertEqual(titles("(@.title == 'Sword' || @.isbn) && @.price > 9"), ["Sword"])
        self.assertEqual(titles("!(@.isbn == 'a') && @.isbn"), ["Moby"])

    def test_quotes_and_escapes(self):
        text = '{"it\'s": 1, "a\\"b": 2, "\u00e9": 3, "\U0001F600": 4}'
        for path, expected in (
            ("$['it\\'s']", 1),
            ("$['a\"b']", 2),
            ('$["a\\"b"]', 2),
            ("$['\\u00e9']", 3),
            ("$.\u00e9", 3),
            ('$["\\ud83d\\ude00"]', 4),
        ):
            self.assertEqual(found(path, text), [expected], path)

    def test_a_place_is_selected_once(self):
        self.assertEqual(found("$.books[0, 0, -3].title"), ["Sayings"])

    def test_a_broken_path_is_told_at_its_character(self):
        for path, offset, message in (
            ("books", 0, "a path begins with `$`"),
            (
                "$.",
                2,
                "a name, `*` or `[` is expected; put a name with other characters into ['…']",
            ),
            ("$.a-b", 3, "the path should end here"),
            ("$[a]", 2, "a name in quotes, an index, a slice, `*` or `?` is expected"),
            ("$['a", 2, "the quotes are not closed"),
            ("$[1", 3, "`,` or `]` is expected"),
            ("$[?@.a == ]", 10, "a query (`@…`, `$…`) or a value is expected"),
            ("$[?count(@.a) > 1]", 3, "functions are not supported"),
            ("$[?@.a == object]", 10, "a query, or a text in quotes, is expected"),
            (
                "$[?@.* == 1]",
                3,
                "only a query for a single value can be compared: names and indices",
            ),
            ("$[?5]", 4, "a comparison is expected after a value"),
            ("$[?(@.a]", 7, "`)` is expected"),
            ("$[?" + "(" * 50, 43, "the path is nested deeper than 40 levels"),
            ("$" + ".a" * 3000, 0, "the path is longer than 4000 characters"),
        ):
            with self.assertRaises(PathError, msg=path) as raised:
                parse(path)
            self.assertEqual(
                (raised.exception.offset, raised.exception.message), (offset, message), path
            )


SPEC = (
    HEAD
    + """paths:
  /cart:
    get: {operationId: getCart, tags: [cart], responses: {"200": {description: d}}}
    post: {operationId: postCart, responses: {"200": {description: d}}}
components:
  schemas:
    Cart: {type: object, required: [id], properties: {id: {type: integer}, note: {type: string}}}
    Fee: {type: object, properties: {id: {type: integer}}}
"""
)


def overlaid(*actions, spec=SPEC, more=()):
    text = 'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions:\n' + "".join(
        f"  - {action}\n" for action in actions
    )
    files = {
        "test.yaml": spec,
        "o.yaml": text,
        **{f"o{index}.yaml": one for index, one in enumerate(more)},
    }
    return lower_files(
        files, overlays=["o.yaml", *(f"o{index}.yaml" for index in range(len(more)))]
    )


class Actions(unittest.TestCase):
    def test_an_update_adds_and_replaces_members_and_appends_to_lists(self):
        api, diagnostics = overlaid(
            "{target: $.components.schemas.Cart, update: {required: [note], properties: {id: {type: string}, fee: {type: number}}}}"
        )
        self.assertEqual(diagnostics.text(), "")
        members = [(one.wire_name, one.type, one.presence) for one in api.models[0].members]
        self.assertEqual(
            members,
            [
                ("id", ir.Scalar("string"), "required"),
                ("note", ir.Scalar("string"), "required"),
                ("fee", ir.Scalar("double"), "optional"),
            ],
        )

    def test_an_update_is_appended_to_a_list(self):
        api, _ = overlaid("{target: '$.paths[*].get.tags', update: second}")
        self.assertEqual(api.operations[0].tags, ("cart", "second"))

    def test_remove_takes_everything_that_matches(self):
        api, diagnostics = overlaid(
            "{target: '$.components.schemas.Cart.required[*]', remove: true}",
            "{target: $..post, remove: true}",
            "{target: '$..properties[?@.type == \"string\"]', remove: true}",
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            (
                [one.id for one in api.operations],
                [(one.wire_name, one.presence) for one in api.models[0].members],
            ),
            (["getCart"], [("id", "optional")]),
        )

    def test_actions_are_done_in_order_and_overlays_one_after_the_other(self):
        api, diagnostics = overlaid(
            "{target: $.components.schemas.Cart.properties, update: {fee: {type: number}}}",
            "{target: $.components.schemas.Cart.properties.fee, update: {minimum: 5}}",
            more=[
                'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions: [{target: $..fee, update: {minimum: 7}}]\n'
            ],
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(member_of(api, "Cart", "fee").constraints[0].limits, ("7",))

    def test_each_place_has_a_node_of_its_own(self):
        api, _ = overlaid(
            "{target: '$.components.schemas.*.properties.id', update: {description: both}}",
            "{target: $.components.schemas.Fee.properties.id, update: {description: fee only}}",
        )
        self.assertEqual(
            [member_of(api, name, "id").doc.description for name in ("Cart", "Fee")],
            ["both", "fee only"],
        )

    def test_a_yaml_alias_is_not_changed_through_its_anchor(self):
        spec = (
            HEAD
            + "components:\n  schemas:\n    A: &a {type: object, properties: {id: {type: integer}}}\n    B: {type: object, properties: {a: *a}}\n"
        )
        api, _ = overlaid(
            "{target: $.components.schemas.A.properties.id, update: {type: string}}", spec=spec
        )
        self.assertEqual(
            sorted((one.name, one.members[0].type) for one in api.models if one.name != "B"),
            [("A", ir.Scalar("string")), ("BA", ir.Scalar("int64"))],
        )

    def test_findings_point_into_the_overlay(self):
        _, diagnostics = overlaid(
            "{target: $.components.schemas.Cart, update: {properties: {fee: {type: integr}}}}"
        )
        (finding,) = diagnostics.sorted()
        self.assertEqual(
            (finding.code, str(finding.place).rsplit("/")[-1]), ("RB036", "o.yaml:4:69")
        )
        self.assertIn("integr", finding.text().splitlines()[1])

    def test_a_target_that_matches_nothing_is_a_warning_at_the_target(self):
        api, diagnostics = overlaid("{target: $.components.schemas.Crat, update: {}}")
        self.assertIsNotNone(api)
        self.assertEqual(
            (places(diagnostics), messages(diagnostics)[0].split(" in ")[0]),
            ([("RB072", 4, 14)], "`$.components.schemas.Crat` matches nothing"),
        )

    def test_a_target_that_cannot_be_read_is_a_warning_at_the_character(self):
        api, diagnostics = overlaid("{target: '$.components[oops]', update: {}}")
        self.assertIsNotNone(api)
        self.assertEqual(places(diagnostics), [("RB071", 4, 28)])

    def test_an_overlay_that_is_none_stops_the_run(self):
        for text in ("a: 1\n", "[]\n", "overlay: 1.1.0\nactions: []\n"):
            api, diagnostics = lower_files({"test.yaml": SPEC, "o.yaml": text}, overlays=["o.yaml"])
            self.assertEqual((api, codes(diagnostics)[0]), (None, "RB070"), text)

    def test_extends_is_held_to_the_document_where_it_is_a_file(self):
        overlay = 'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nextends: EXTENDS\nactions: []\n'
        for extends, expected in (
            ("test.yaml", []),
            ("./test.yaml", []),
            ("other.yaml", ["RB074"]),
            ("https://example.org/a.yaml", []),
        ):
            files = {
                "test.yaml": SPEC,
                "other.yaml": SPEC,
                "o.yaml": overlay.replace("EXTENDS", extends),
            }
            self.assertEqual(codes(lower_files(files, overlays=["o.yaml"])[1]), expected, extends)


class CommandLine(Case):
    def setUp(self):
        super().setUp()
        self.overlay = self.folder / "o.yaml"
        self.overlay.write_text(
            'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions: [{target: $.components.schemas.Cart, update: '
            '{x-restbind-assumed: "A-1: guessed", properties: {fee: {type: integer}}}}]\n',
            encoding="utf-8",
        )

    def test_every_command_takes_overlays(self):
        self.assertEqual(
            self.generate("--overlay", self.overlay, "--depfile", self.folder / "deps.d"),
            (0, "", ""),
        )
        self.assertIn("fee", (self.out / "models.hpp").read_text(encoding="utf-8"))
        self.assertIn("o.yaml", (self.folder / "deps.d").read_text(encoding="utf-8"))
        self.assertEqual(self.check("--overlay", self.overlay)[0], 0)
        self.assertEqual(self.check()[0], 0)  # the manifest names it
        other = self.folder / "other.yaml"
        other.write_text(
            self.overlay.read_text(encoding="utf-8").replace("fee", "tax"), encoding="utf-8"
        )
        self.assertEqual(self.check("--overlay", other)[0], 1)
        self.assertEqual(run("lint", self.spec, "--overlay", self.overlay)[0], 0)
        self.assertIn(
            f"{self.overlay}:3", run("assumptions", self.spec, "--overlay", self.overlay)[1]
        )

    def test_a_missing_overlay_is_an_error(self):
        status, _, err = self.generate("--overlay", self.folder / "gone.yaml")
        self.assertEqual(
            (status, err),
            (
                1,
                f"{self.folder / 'gone.yaml'}: error RB001: the file cannot be read: No such file or directory\n1 error\n",
            ),
        )
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
