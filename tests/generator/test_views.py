# SPDX-License-Identifier: BSL-1.0
"""Views: order, spelling and words of what the headers say."""

import pathlib
import re
import unittest
from dataclasses import replace

from tests.generator.samples import (
    DOUBLE,
    INT,
    TEXT,
    alias,
    api,
    client_parameter,
    enum,
    included,
    limit,
    member,
    model,
    operation,
    parameter,
    rule,
    statements,
    with_body,
)

from restbind import ir, render
from restbind.cpp import text
from restbind.cpp.conditions import Place
from restbind.cpp.literals import decimal, floating, instant, integer
from restbind.cpp.limits import LIMITS
from restbind.cpp.names import Names
from restbind.cpp.text import UnsupportedText
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import docs as view_docs
from restbind.views.models import model_parts, models_of
from restbind.views.operations import operation_parts, view_of_parts
from restbind.views.order import ordered
from restbind.views.rules import OTHER_RULES
from restbind.views.validation import Validation


def models_view(api, types):
    return models_of(*model_parts(api, types), types)


def types_of(one):
    return Types(one, Names(one, "shop"))


def operations_view(one):
    types = types_of(one)
    return view_of_parts(one, types.names, *operation_parts(one, types, Validation(one, types)))


def declarations(one, **kinds):
    whole = api(models=[one], **kinds)
    return [
        f"{m.type} {m.name}{m.initialiser};"
        for v in models_view(whole, types_of(whole)).types
        for m in v.members
        if v.name == one.name
    ]


def rows(table):
    """The rows of a table of rules, each on one line."""
    lines = [included("rule_info.j2", rule=rule).replace(text.LONG, "") for rule in table.rows]
    return [f"{{{', '.join(said.rstrip(',') for said in row.splitlines())}}}," for row in lines]


def checks(one, *others, **kinds):
    """The lines of the validation function of a model, as one text; '' when it has none."""
    whole = with_body(one, *others, **kinds)
    for function in Validation(whole, types_of(whole)).view().functions:
        if function.name == one.name:
            return statements(function.checks)
    return ""


class Spelling(unittest.TestCase):
    def test_each_kind_of_value_has_its_type(self):
        kinds = {
            "boolean": "bool",
            "int32": "std::int32_t",
            "int64": "std::int64_t",
            "uint64": "std::uint64_t",
            "double": "double",
            "decimal": "restbind::decimal",
            "string": "std::string",
            "date": "restbind::date",
            "date-time": "restbind::timestamp",
            "base64": "restbind::base64_bytes",
            "base64-png": "restbind::base64_png",
        }
        types = types_of(api())
        for kind, expected in kinds.items():
            self.assertEqual(types.spell(ir.Scalar(kind)), expected)
        self.assertEqual(
            types.spell(ir.Array(ir.Map(ir.OneOf((INT, TEXT))))),
            "std::vector<std::map<std::string, std::variant<std::int64_t, std::string>>>",
        )
        self.assertEqual(
            [types.spell(ir.Open(kind)) for kind in ("any", "object", "array")],
            ["boost::json::value", "boost::json::object", "boost::json::array"],
        )
        self.assertEqual(types.spell(ir.Problem()), "restbind::problem_details")
        self.assertEqual(types.spell(None), "void")

    def test_presence_decides_the_wrapper(self):
        made = declarations(
            model(
                "One",
                *(
                    member(p, INT, p)
                    for p in ("required", "nullable", "optional", "optional_nullable")
                ),
            )
        )
        self.assertEqual(
            made,
            [
                "std::int64_t required = 0;",
                "std::optional<std::int64_t> nullable{};",
                "std::optional<std::int64_t> optional{};",
                "restbind::nullable<std::int64_t> optional_nullable{};",
            ],
        )

    def test_defaults_become_initialisers(self):
        given = [
            ("boolean", "true", " = true"),
            ("int64", "-9223372036854775808", " = (-9223372036854775807 - 1)"),
            ("double", "1", " = 1.0"),
            ("double", "0.5", " = 0.5"),
            ("decimal", "19.90", " = restbind::decimal{1990, 2}"),
            ("string", 'a"b', ' = "a\\"b"'),
            ("date", "2024-02-29", " = restbind::date{std::chrono::year{2024} / 2 / 29}"),
            ("base64", "AQI=", "{.bytes = {1, 2}}"),
        ]
        for kind, default, expected in given:
            made = declarations(model("One", member("x", ir.Scalar(kind), "defaulted", default)))
            self.assertEqual(made, [f"{types_of(api()).spell(ir.Scalar(kind))} x{expected};"])

    def test_no_scalar_is_without_an_initialiser(self):
        kinds = [ir.Scalar(k) for k in ("boolean", "int32", "double", "date")]
        for made in declarations(
            model("One", *(member(f"m{i}", kind) for i, kind in enumerate(kinds)), keeps_extra=True)
        ):
            self.assertRegex(made, r" = |\{\};")

    def test_what_callers_must_set_has_no_initialiser_if_its_type_is_a_class(self):
        kinds = [ir.Scalar(k) for k in ("decimal", "string", "date-time", "base64")] + [
            ir.Array(TEXT),
            ir.OneOf((INT, TEXT)),
            ir.Ref("Colour"),
        ]
        colour = enum("Colour", "red", "blue", base="string")
        for made in declarations(
            model("One", *(member(f"m{i}", kind) for i, kind in enumerate(kinds))), enums=[colour]
        ):
            self.assertRegex(made, r" m[0-9];$")
        others = [
            member("sent", TEXT, "optional"),
            member("nullable", TEXT, "nullable"),
            replace(member("id", TEXT), access="read_only"),
            member("kind", TEXT, "required", "cat"),
            member("sort", TEXT, "defaulted", "up"),
        ]
        for made in declarations(model("One", *others)):
            self.assertRegex(made, r" = |\{\};")

    def test_enums_default_to_their_enumerator(self):
        kind = enum("Kind", "800", "801", names=("a", "b"))
        colour = enum("Colour", "red", base="string")
        made = declarations(
            model(
                "One",
                member("k", ir.Ref("Kind"), "defaulted", "801"),
                member("c", ir.Ref("Colour"), "defaulted", "red"),
                member("plain", ir.Ref("Kind")),
            ),
            enums=[kind, colour],
        )
        self.assertEqual(made, ["Kind k = Kind::b;", "Colour c = Colour::red;", "Kind plain{};"])

    def test_numbers_are_written_as_every_compiler_takes_them(self):
        self.assertEqual(
            [integer(v) for v in (0, -5, 2**63 - 1, -(2**63))],
            ["0", "-5", str(2**63 - 1), "(-9223372036854775807 - 1)"],
        )
        self.assertEqual(
            [floating(v) for v in ("5", "5.0", "0.2", "1e3", "-1E-3", "+2")],
            ["5.0", "5.0", "0.2", "1e3", "-1e-3", "2.0"],
        )
        self.assertEqual(
            [decimal(v) for v in ("19.90", "5", "-0.05", "1e3", "1.5e1")],
            [
                "restbind::decimal{1990, 2}",
                "restbind::decimal{5}",
                "restbind::decimal{-5, 2}",
                "restbind::decimal{1000}",
                "restbind::decimal{15}",
            ],
        )
        self.assertEqual(
            instant("1970-01-01T01:00:01.5+01:00"),
            '*restbind::parse_timestamp("1970-01-01T01:00:01.5+01:00")',
        )
        for wrong in ("1e30", "0." + "0" * 18 + "1"):
            with self.assertRaises(UnsupportedText):
                decimal(wrong)

    def test_unknown_members_go_to_the_last_one(self):
        self.assertEqual(
            declarations(model("One", member("a"), keeps_extra=True))[-1],
            "boost::json::object additional_properties{};",
        )


class Order(unittest.TestCase):
    def names(self, *models, aliases=()):
        whole = api(models=models, aliases=aliases)
        found, forward = ordered(whole)
        return [one.name for one in found], forward

    def test_what_is_needed_comes_first_and_else_the_document_decides(self):
        made = self.names(
            model("C", member("a", ir.Ref("A"))),
            model("B"),
            model("A", member("b", ir.Array(ir.Ref("B")))),
        )
        self.assertEqual(made, (["B", "A", "C"], []))

    def test_a_type_may_hold_itself_in_a_vector(self):
        self.assertEqual(
            self.names(model("Node", member("children", ir.Array(ir.Ref("Node"))))), (["Node"], [])
        )

    def test_types_that_hold_each_other_are_declared_first(self):
        made = self.names(
            model("A", member("b", ir.Array(ir.Ref("B")))), model("B", member("a", ir.Ref("A")))
        )
        self.assertEqual(made, (["A", "B"], ["B"]))

    def test_a_value_is_complete_wherever_the_walk_begins(self):
        made = self.names(
            model("B", member("a", ir.Ref("A"), "optional")),
            model("A", member("b", ir.Map(ir.Ref("B")))),
        )
        self.assertEqual(made, (["A", "B"], ["B"]))

    def test_a_cycle_is_complete_before_whatever_else_holds_one_of_its_types(self):
        made = self.names(
            model("Shelf", member("icon", ir.Ref("Paper"), "optional_nullable")),
            model("Paper", member("links", ir.Ref("Links"), "optional")),
            model("Links", member("data", ir.Array(ir.Ref("Link")))),
            model("Link", member("paper", ir.Ref("Paper"))),
        )
        self.assertEqual(made, (["Links", "Paper", "Link", "Shelf"], ["Link"]))

    def test_a_cycle_is_complete_before_what_stands_between_its_types_in_the_document(self):
        user, post = model("User", member("posts", ir.Array(ir.Ref("Post")))), model(
            "Post", member("author", ir.Ref("User"), "optional")
        )
        page = model("Page", member("users", ir.Array(ir.Ref("User")), "optional"))
        listed = model("Listed", member("users", ir.Ref("Users"), "optional"))
        for models in (
            (user, page, listed, post),
            (listed, page, user, post),
            (post, page, listed, user),
        ):
            made, _ = self.names(*models, aliases=[alias("Users", ir.Array(ir.Ref("User")))])
            self.assertLess(
                max(made.index("User"), made.index("Post")),
                min(made.index("Page"), made.index("Listed")),
                made,
            )

    def test_aliases_stand_before_their_users(self):
        made = self.names(
            model("A", member("x", ir.Ref("List"))),
            model("B"),
            aliases=[alias("List", ir.Array(ir.Ref("B")))],
        )
        self.assertEqual(made[0], ["B", "List", "A"])

    def test_recursive_types_are_compared_once_all_are_complete(self):
        whole = api(
            models=[model("Node", member("children", ir.Array(ir.Ref("Node"))), member("id"))]
        )
        header = render.render_api(whole, "shop")["models.hpp"]
        self.assertIn(
            "inline bool operator==(Node const& a, Node const& b)\n{\n    return a.children == b.children && a.id == b.id;\n}\n",
            header,
        )
        self.assertNotIn("= default", header)


class Checks(unittest.TestCase):
    # survives: J33
    def test_bounds_fail_for_nan(self):
        made = checks(
            model(
                "One",
                member("zoom", DOUBLE, limits=[limit("maximum", "2147483647", message="Zoom")]),
            )
        )
        self.assertIn("if (!(value.zoom <= 2147483647.0))", made)
        made = checks(
            model(
                "One", member("zoom", DOUBLE, limits=[limit("range", "0.2", "5", message="Zoom")])
            )
        )
        self.assertEqual(
            made,
            "    if (!(value.zoom >= 0.2 && value.zoom <= 5.0))\n        found.add(rules[0]); // Zoom",
        )

    # survives: J33
    def test_every_bound_asks_what_must_hold_because_every_comparison_with_nan_is_false(self):
        signs = {"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}
        for keyword, sign in signs.items():
            limits = [limit(keyword, "2", message="Zoom")]
            with self.subTest(keyword=keyword):
                self.assertIn(
                    f"if (!(value.zoom {sign} 2.0))",
                    checks(model("One", member("zoom", DOUBLE, limits=limits))),
                )
                self.assertIn(
                    f"if (value.zoom && !(*value.zoom {sign} 2.0))",
                    checks(model("One", member("zoom", DOUBLE, "optional", limits=limits))),
                )
                self.assertIn(
                    f"if (!(element {sign} 2.0))",
                    checks(model("One", member("zoom", ir.Array(DOUBLE), items=limits))),
                )

    def test_optional_members_are_checked_where_they_have_a_value(self):
        made = checks(
            model(
                "One",
                member(
                    "zoom",
                    DOUBLE,
                    "optional",
                    limits=[limit("exclusiveMinimum", "0", message="Zoom")],
                ),
            )
        )
        self.assertEqual(
            made,
            "    if (value.zoom && !(*value.zoom > 0.0))\n        found.add(rules[0]); // Zoom",
        )

    def test_each_keyword_has_its_comparison(self):
        kinds = {
            ("minimum", INT, "5"): "x >= 5",
            ("maximum", INT, "5"): "x <= 5",
            ("exclusiveMinimum", INT, "5"): "x > 5",
            ("exclusiveMaximum", INT, "5"): "x < 5",
            ("minLength", TEXT, "2"): "restbind::code_points(x) >= 2U",
            ("maxLength", TEXT, "2"): "restbind::code_points(x) <= 2U",
            ("minItems", ir.Array(INT), "1"): "x.size() >= 1U",
            ("maxItems", ir.Array(INT), "0"): "x.size() <= 0U",
            ("enum", TEXT, "a"): 'x == "a"',
            ("minimum", INT, "-9223372036854775807"): "x >= -9223372036854775807",
            ("minimum", INT, "0.5"): "x >= 1",
            ("exclusiveMaximum", INT, "0.5"): "x < 1",
            ("maximum", ir.Scalar("decimal"), "9.99"): "x <= restbind::decimal{999, 2}",
            ("maxLength", ir.Scalar("base64"), "8"): "(x.bytes.size() + 2U) / 3U * 4U <= 8U",
        }
        types = types_of(api())
        for (keyword, kind, source), expected in kinds.items():
            self.assertEqual(
                types.holds(limit(keyword, source), kind, Place(Safe("x"), Safe("x."))).parts,
                [expected],
            )

    def test_what_every_value_fulfils_is_not_asked(self):
        types = types_of(api())
        for keyword, kind, source in (
            ("minimum", INT, str(-(2**63))),
            ("maximum", ir.Scalar("int32"), str(2**31 - 1)),
            ("minItems", ir.Array(INT), "0"),
            ("exclusiveMinimum", INT, str(-(2**63) - 1)),
            ("minimum", ir.Scalar("uint64"), "0"),
            ("maximum", ir.Scalar("uint64"), str(2**64 - 1)),
            ("minLength", TEXT, "0"),
        ):
            self.assertIsNone(
                types.holds(limit(keyword, source), kind, Place(Safe("x"), Safe("x.")))
            )

    def test_bounds_of_unsigned_integers_are_unsigned(self):
        types = types_of(api())
        for keyword, source, expected in (
            ("minimum", "0.5", "x >= 1U"),
            ("maximum", str(2**64 - 2), "x <= 18446744073709551614U"),
            ("exclusiveMinimum", "0", "x > 0U"),
            ("multipleOf", str(2**63), "x % 9223372036854775808U == 0"),
        ):
            self.assertEqual(
                types.holds(
                    limit(keyword, source), ir.Scalar("uint64"), Place(Safe("x"), Safe("x."))
                ).parts,
                [expected],
            )

    def test_a_bound_that_no_value_fulfils_is_refused(self):
        with self.assertRaisesRegex(UnsupportedText, "int32"):
            types_of(api()).holds(
                limit("minimum", str(2**40)), ir.Scalar("int32"), Place(Safe("x"), Safe("x."))
            )

    # proves: A-3
    def test_errors_come_in_the_order_of_members_then_elements_then_rules(self):
        item = model(
            "Item", member("seatId", limits=[limit("exclusiveMinimum", "0", message="SeatId")])
        )
        members = (
            member("cartId", limits=[limit("minimum", "0", message="CartId")]),
            member(
                "detail",
                ir.Array(ir.Ref("Item")),
                limits=[limit("minItems", "1", message="Detail")],
            ),
        )
        plain = model("One", *members)
        one = model(
            "One",
            *members,
            rules=[rule("self.cartId != 1", "One", [plain, item], "cartId", "Rule")],
        )
        made = checks(one, item)
        places = [
            made.index(what) for what in ("rules[0]", "rules[1]", "validate(element", "rules[2]")
        ]
        self.assertEqual(places, sorted(places))

    def test_elements_and_what_they_hold_are_looked_into(self):
        item = model("Item", member("id", limits=[limit("minimum", "1")]))
        one = model(
            "One",
            member("a", ir.Array(ir.Array(ir.Ref("Item")))),
            member("b", ir.Map(ir.Ref("Item")), "optional"),
            member("c", ir.Ref("Item"), "optional"),
            member("d", ir.OneOf((INT, ir.Ref("Item")))),
            member("e", ir.Array(TEXT), items=[limit("maxLength", "3", message="Long")]),
        )
        made = checks(one, item)
        self.assertIn(
            "found.each({}, element, [&found](Item const& element_2) { validate(element_2, found); });",
            made,
        )
        self.assertIn(
            'if (value.b)\n        found.each("b", *value.b, [&found](Item const& element) { validate(element, found); });',
            made,
        )
        self.assertIn(
            'if (value.c)\n        found.enter("c", [&] { validate(*value.c, found); });', made
        )
        self.assertIn(
            'if (auto const* one = std::get_if<Item>(&value.d))\n        found.enter("d", [&] { validate(*one, found); });',
            made,
        )
        self.assertIn(
            "if (!(restbind::code_points(element) <= 3U))\n            found.add(rules[0]);", made
        )

    def test_the_kinds_of_rules_are_those_of_the_runtime(self):
        header = (
            pathlib.Path(__file__).parents[2] / "include/restbind/core/validation.hpp"
        ).read_text(encoding="utf-8")
        body = header.split("enum class rule_kind : unsigned char\n{")[1].split("};")[0]
        known = re.findall(r"^    (\w+)", body, re.MULTILINE)
        rules = {one.rule for one in LIMITS.values() if one.rule} | set(OTHER_RULES)
        self.assertEqual(sorted(rules - set(known)), [])
        names = header.split("char rule_texts[]")[1].split("};")[0]
        self.assertEqual(re.findall(r'"([^"]*)"', names), known)

    def test_each_rule_that_a_type_states_has_its_row(self):
        item = model("Item", member("n", limits=[limit("minimum", "1")]))
        members = (
            member("seatId", limits=[limit("exclusiveMinimum", "0", message="SeatId")]),
            member("zoom", DOUBLE, limits=[limit("range", "0.2", "5", message="Zoom")]),
            member("shade", TEXT, limits=[limit("enum", "light", "dark", message="Shade")]),
            member(
                "tags",
                ir.Array(TEXT),
                limits=[limit("uniqueItems", "true", message="Tags")],
                items=[limit("maxLength", "3", message="Long")],
            ),
            member("items", ir.Array(ir.Ref("Item"))),
        )
        plain = model("One", *members)
        one = model(
            "One",
            *members,
            rules=[rule("self.zoom > 1.0", "One", [plain, item], "items[0].n", "Rule")],
        )
        whole = api(models=[one, item], operations=[operation("send", "One", ir.Ref("One"))])
        table = next(
            f.rules for f in Validation(whole, types_of(whole)).view().functions if f.name == "One"
        )
        said = rows(table)
        kind = "restbind::rule_kind::"
        self.assertEqual(
            said,
            [
                f'{{.member = {{"seatId", "seat_id"}}, .rule = {kind}exclusive_minimum, .limit = "0", .message = "SeatId"}},',
                f'{{.member = "zoom", .rule = {kind}range, .limit = "0.2 to 5", .message = "Zoom"}},',
                f'{{.member = "shade", .rule = {kind}listed, .limit = "light, dark", .message = "Shade"}},',
                f'{{.member = "tags", .rule = {kind}unique_items, .message = "Tags"}},',
                f'{{.member = "tags", .of_elements = true, .rule = {kind}max_length, .limit = "3", .message = "Long"}},',
                f'{{.member = "items[0].n", .rule = {kind}stated, .id = "{one.rules[0].id}", .message = "Rule"}},',
                f'{{.member = "items", .of_elements = true, .rule = {kind}nested, .limit = "Item"}},',
            ],
        )

    def test_a_type_that_only_holds_types_with_rules_names_them(self):
        item, other = (
            model(name, member("id", limits=[limit("minimum", "1")])) for name in ("Item", "Other")
        )
        holder = model(
            "One",
            member("a", ir.OneOf((ir.Ref("Item"), ir.Ref("Other")))),
            member("b", ir.Map(ir.Ref("Item"))),
        )
        whole = api(
            models=[holder, item, other], operations=[operation("send", "One", ir.Ref("One"))]
        )
        made = Validation(whole, types_of(whole))
        function = next(one for one in made.view().functions if one.name == "One")
        nested = ".rule = restbind::rule_kind::nested, .limit ="
        self.assertEqual(
            rows(function.rules),
            [
                f'{{.member = "a", {nested} "Item"}},',
                f'{{.member = "a", {nested} "Other"}},',
                f'{{.member = "b", .of_elements = true, {nested} "Item"}},',
            ],
        )
        # which would be a variable without a use
        self.assertNotIn("rules_of", statements(function.checks))
        self.assertEqual(made.tables(whole.operations[0]), ["Item", "Other"])

    def test_alternatives_within_an_alternative_are_looked_into_together(self):
        item, other = (
            model(name, member("id", limits=[limit("minimum", "1")])) for name in ("Item", "Other")
        )
        inner = alias("Inner", ir.OneOf((ir.Ref("Item"), ir.Ref("Other"))))
        one = model("One", member("a", ir.OneOf((INT, ir.Ref("Inner")))))
        whole = api(
            models=[one, item, other],
            aliases=[inner],
            operations=[operation("send", "One", ir.Ref("One"))],
        )
        made = "\n".join(
            statements(f.checks) for f in Validation(whole, types_of(whole)).view().functions
        )
        self.assertIn(
            "if (auto const* one = std::get_if<Inner>(&value.a))\n    {\n        if (auto const* one_2 = std::get_if<Item>",
            made,
        )

    def test_what_one_alternative_refuses_counts_where_no_other_one_takes_it(self):
        one, other = model("One", member("n", limits=[limit("minimum", "3")])), model(
            "Other", member("n")
        )
        kind = ir.OneOf((ir.Ref("One"), ir.Ref("Other"), ir.Open("object")), choices="#/anyOf")
        text = limit("schema", '{"anyOf": []}', message="")
        whole = with_body(model("M", member("pick", kind)), one, other)
        judged = replace(whole, judged=(("#/anyOf", text),))
        said = statements(Validation(judged, types_of(judged)).view().functions[-1].checks)
        self.assertRegex(
            said,
            r"""    restbind::json::check_alternative\(value.pick, found, \[&\] \{
        if \(auto const\* one = std::get_if<One>\(&value.pick\)\)
            found.enter\("pick", \[&\] \{ validate\(\*one, found\); \}\);
    \}, validation_schemas::schema_[0-9a-f]{10}\(\)\);""",
        )
        self.assertNotIn("check_alternative", checks(model("M", member("pick", kind)), one, other))
        # Rules, which no schema knows, are those of the alternative that it is.
        ruled = replace(one, rules=(rule("self.n > 4", "One", [one]),))
        with_rules = replace(
            with_body(model("M", member("pick", kind)), ruled, other), judged=(("#/anyOf", text),)
        )
        self.assertNotIn(
            "check_alternative",
            statements(Validation(with_rules, types_of(with_rules)).view().functions[-1].checks),
        )

    def test_what_holds_in_some_cases_counts_where_the_model_says_so(self):
        inner = model("Inner", member("n", limits=[limit("minimum", "3")]))
        held = replace(member("p", ir.Ref("Inner"), "optional"), conditional=True)
        outer = replace(
            model("Outer", held), constraints=(limit("schema", '{"if": {}}', message=""),)
        )
        self.assertRegex(
            checks(outer, inner),
            r"""    restbind::json::check_encoded\(validation_schemas::schema_[0-9a-f]{10}\(\), value, found\);
    restbind::json::check_alternative\(value, found, \[&\] \{
        if \(value.p\)
            found.enter\("p", \[&\] \{ validate\(\*value.p, found\); \}\);
    \}, validation_schemas::schema_[0-9a-f]{10}\(\)\);""",
        )
        self.assertNotIn(
            "check_alternative",
            checks(replace(outer, members=(replace(held, conditional=False),)), inner),
        )

    def test_models_without_rules_have_no_function(self):
        free = model("Free", member("a"))
        self.assertEqual(checks(model("One", member("free", ir.Ref("Free"))), free), "")
        response = model("Response", member("a", limits=[limit("minimum", "1")]))
        whole = api(
            models=[free, response],
            operations=[operation("send", "Free", ir.Ref("Free"), ir.Ref("Response"))],
        )
        self.assertEqual(Validation(whole, types_of(whole)).view().functions, ())

    def test_functions_that_call_each_other_are_declared_first(self):
        node = model(
            "Node",
            member("others", ir.Array(ir.Ref("Other"))),
            member("id", limits=[limit("minimum", "1")]),
        )
        other = model("Other", member("nodes", ir.Array(ir.Ref("Node"))))
        whole = with_body(node, other)
        self.assertEqual(len(Validation(whole, types_of(whole)).view().forward), 1)

    def test_places_in_a_body_beside_parameters_begin_at_the_body(self):
        body = model("Body", member("id", limits=[limit("minimum", "1")]))
        request = ir.Model(
            "SendRequest",
            (member("tag", TEXT), member("body", ir.Ref("Body"))),
            (),
            False,
            ir.Doc(),
            "#/paths",
        )
        whole = api(
            models=[body, request],
            operations=[
                operation("send", "SendRequest", ir.Ref("Body"), parameters=[parameter("tag")])
            ],
        )
        functions = {
            f.name: statements(f.checks)
            for f in Validation(whole, types_of(whole)).view().functions
        }
        made = functions["SendRequest"]
        self.assertEqual(made, "    validate(value.body, found);")

    def test_a_body_that_is_a_list_is_checked_element_by_element(self):
        item = model("Item", member("id", limits=[limit("minimum", "1")]))
        whole = api(
            models=[item],
            aliases=[alias("Items", ir.Array(ir.Ref("Item")))],
            operations=[operation("send", "Items", ir.Ref("Items"))],
        )
        made = operations_view(whole).operations[0]
        self.assertIn(
            "found.each({}, request, [&found](Item const& element) { validate(element, found); });",
            statements(made.checks),
        )

    def test_long_lists_of_values_are_wrapped(self):
        values = [f"value-{i}" for i in range(40)]
        made = checks(model("One", member("x", TEXT, limits=[limit("enum", *values)])))
        self.assertTrue(all(len(line) <= 100 for line in made.split("\n")))
        self.assertEqual(made.count("value.x == "), 40)


class Words(unittest.TestCase):
    def say(self, keyword, *limits, kind=INT, **kinds):
        return view_docs.limit(limit(keyword, *limits), kind, types_of(api(**kinds)))

    def test_limits_are_told_in_words(self):
        self.assertEqual(self.say("exclusiveMinimum", "0"), "greater than 0")
        self.assertEqual(self.say("range", "0.2", "5.0"), "0.2 to 5.0 inclusive")
        self.assertEqual(self.say("minItems", "1"), "at least 1 element")
        self.assertEqual(self.say("maxLength", "20"), "at most 20 characters")
        self.assertEqual(self.say("enum", "a", "b", "c", kind=TEXT), "`a`, `b` or `c`")
        kind = enum("Kind", "800", "801", names=("letters", "numbers"))
        self.assertEqual(
            self.say("enum", "800", "801", kind=ir.Ref("Kind"), enums=[kind]),
            "`letters` (800) or `numbers` (801)",
        )

    def test_a_member_says_its_limits_its_presence_and_what_is_assumed(self):
        one = member(
            "x",
            limits=[limit("exclusiveMinimum", "0")],
            doc="Identifier of the seat.",
            assumed="A-2: for releases too",
        )
        made = view_docs.member(one, types_of(api()), 4)
        self.assertEqual(
            made,
            "    /** Identifier of the seat.\n\n        Greater than 0. Required.\n\n"
            "        Assumed: A-2: for releases too.\n    */",
        )

    def test_one_line_is_enough_without_limits(self):
        self.assertEqual(
            view_docs.member(member("x", doc="true selects"), types_of(api()), 4),
            "    /** true selects. Required. */",
        )
        self.assertEqual(
            view_docs.member(member("x", INT, "defaulted", "0"), types_of(api()), 4),
            "    /** What it is. Default: 0; always sent. */",
        )

    def test_retries_are_told_as_the_runtime_does_them(self):
        types = types_of(api())
        told = "500 and 503: 3 attempts in all, pauses of 1 s then 2 s. Never after a lost response: `error::outcome_unknown()`. "
        twice = (
            " open whether it was applied, and a retry may apply it twice: `call_info::earlier_may_have_applied` tells, "
            "`retry_policy::only_unapplied` does not retry."
        )
        self.assertEqual(view_docs.retry(operation("a"), types), told + "500 and 503 leave" + twice)
        known = view_docs.retry(replace(operation("a"), unapplied=(503,)), types)
        self.assertEqual(known, told + "After 503 it was not applied. 500 leaves" + twice)
        self.assertIn(
            "500 and 503 leave open whether it was applied: `call_info::earlier_may_have_applied`. A request that was cut off",
            view_docs.retry(operation("a", idempotency="idempotent"), types),
        )
        self.assertIn(
            "A lost response leads to a retry",
            view_docs.retry(operation("a", idempotency="safe"), types),
        )
        self.assertIn(
            "No status leads to a retry.", view_docs.retry(operation("a", statuses=()), types)
        )
        silent = replace(operation("a"), retry=None, unapplied=(503,))
        self.assertEqual(
            view_docs.retry(silent, types),
            "The document says nothing: `client_options::retry.otherwise` holds. Never after a "
            "lost response: `error::outcome_unknown()`. After 503 it was not applied.",
        )

    def test_errors_name_code_number_status_and_condition(self):
        code = ir.ErrorCode(
            13002, "session_not_valid", (422, 400), "send", "It is not valid", "#/x"
        )
        other = ir.ErrorCode(1, "other", (404,), "elsewhere", "Other.", "#/x")
        whole = api(codes=[code, other], operations=[operation("send")])
        made = view_docs.errors(whole.operations[0], whole, types_of(whole), False)
        self.assertEqual(
            made,
            "- `error_code::session_not_valid` (13002, status 422 or 400): It is not valid.\n- 404: It is not there.\n"
            "- everything else: see `restbind::error`.",
        )

    def test_an_error_code_may_have_no_condition(self):
        code = ir.ErrorCode(13002, "session_not_valid", (422,), "send", " ", "#/x")
        whole = api(codes=[code], operations=[operation("send")])
        made = view_docs.errors(whole.operations[0], whole, types_of(whole), False)
        self.assertTrue(made.startswith("- `error_code::session_not_valid` (13002, status 422).\n"))

    def test_errors_name_what_a_status_holds_and_what_reads_it(self):
        fault = model("Fault", member("reason"))
        told = [
            ir.ErrorResponse("400", ir.Doc(description="Wrong."), True),
            ir.ErrorResponse("409", ir.Doc(description="Busy.")),
            ir.ErrorResponse("default", ir.Doc(), True),
        ]
        typed = ir.Response("409", "json", ir.Ref("Fault"), (), ir.Doc())
        send = replace(operation("send"), error_responses=tuple(told), errors=(typed,))
        whole = api(models=[fault], operations=[send])
        self.assertEqual(
            view_docs.errors(send, whole, types_of(whole), False).split("\n"),
            [
                "- 400: Wrong.",
                "- 409: Busy. Body: `Fault`.",
                "- default: a refusal.",
                "- `restbind::http::error_details<operations::send>(error)` reads such a body.",
                "- `error::problem()` is the body of 400 and default.",
                "- everything else: see `restbind::error`.",
            ],
        )


class Operations(unittest.TestCase):
    def view(self, *operations, **kinds):
        whole = api(operations=operations, **kinds)
        return operations_view(whole)

    def filled(self, *operations, **kinds):
        """The statements that put together a request of the first operation."""
        header = render.render_api(api(operations=operations, **kinds), "shop")["operations.hpp"]
        return [
            line.strip()
            for line in header.split("    static void fill(", 1)[1]
            .split("    {\n", 1)[1]
            .split("    }\n", 1)[0]
            .splitlines()
        ]

    def test_the_request_is_put_together_piece_by_piece(self):
        parameters = [
            parameter("ext", "path", client="ext"),
            parameter("id", "path", INT, True),
            parameter("page", kind=INT),
            parameter("x-tenant", "header", client="tenant"),
            parameter("X-Trace", "header"),
        ]
        request = ir.Model(
            "GetRequest",
            (member("id"), member("page", INT, "optional"), member("X-Trace", TEXT, "optional")),
            (),
            False,
            ir.Doc(),
            "#/paths",
        )
        made = self.filled(
            operation("get", "GetRequest", parameters=parameters, path="/a/{ext}/b/{id}"),
            models=[request],
            client=[
                client_parameter("ext", "ext", "path", "ext"),
                client_parameter("tenant", "x-tenant"),
            ],
        )
        self.assertEqual(
            made,
            [
                "builder.path();",
                'builder.segment("ext", shared.ext);',
                'builder.segment("id", request.id);',
                'builder.query("page", request.page);',
                'builder.header("x-tenant", shared.tenant);',
                'builder.header("X-Trace", request.x_trace);',
            ],
        )

    def test_an_optional_body_is_sent_where_there_is_one(self):
        body = model("Body", member("id"))
        request = ir.Model(
            "SendRequest",
            (member("tag", TEXT), member("body", ir.Ref("Body"), "optional")),
            (),
            False,
            ir.Doc(),
            "#/paths",
        )
        made = self.filled(
            operation("send", "SendRequest", ir.Ref("Body"), parameters=[parameter("tag")]),
            models=[body, request],
        )
        self.assertEqual(
            made[-2:], ["if (builder.sends(request.body))", "builder.json_body(*request.body);"]
        )

    def test_nothing_has_to_be_named_where_there_is_nothing_to_say(self):
        self.assertEqual(self.view(operation("ping")).no_request, "no_request")
        client = render.render_api(api(operations=[operation("ping")]), "shop")["client.hpp"]
        self.assertIn("    RESTBIND_REFUSE_TEMPORARY_OPTIONS(ping, no_request const&)\n", client)
        self.assertIn("    ping(no_request const& request = {},", client)
        self.assertIs(self.view(operation("ping")).operations[0].needs_no_parameters, True)

    # proves: A-12
    def test_the_refusal_is_that_of_the_document(self):
        sent = operation(
            "send", detail="The request contains {count} validation error(s)", errors="map"
        )
        made = render.render_api(api(operations=[sent]), "shop")["operations.hpp"]
        self.assertIn('.detail = "The request contains {count} validation error(s)"', made)
        self.assertIn(".shape = restbind::errors_shape::map", made)

    def test_more_statuses_than_the_runtime_holds_are_refused(self):
        with self.assertRaisesRegex(UnsupportedText, "at most 4"):
            self.view(operation("send", statuses=(500, 501, 502, 503, 504)))

    def test_settings_of_the_client_refuse_what_cannot_be_sent(self):
        made = self.view(
            operation("ping"),
            client=[
                client_parameter(
                    "tenant",
                    "x-tenant",
                    limits=[
                        limit("minLength", "1"),
                        limit("maxLength", "9", message="Tenant is long"),
                    ],
                )
            ],
        )
        lines = included("operations_shared.j2", operations=made)
        self.assertIn("restbind::http::is_header_value(tenant)", lines)
        self.assertIn("restbind::code_points(tenant) <= 9U", lines)
        self.assertNotIn(">= 1U", lines)


class LargeModels(unittest.TestCase):
    def test_more_members_than_the_macro_takes_are_described_all_the_same(self):
        for count in (51, 52, 53):
            whole = api(models=[model("Big", *(member(f"m{i}") for i in range(count)))])
            described = render.render_api(whole, "shop")["models.hpp"]
            self.assertEqual("BOOST_DESCRIBE_STRUCT(Big" in described, count <= 52)
            self.assertEqual(
                "constexpr auto restbind_pointers(Big**) noexcept" in described, count > 52
            )
            self.assertEqual(described.count("&Big::m"), count if count > 52 else 0)
            self.assertTrue(all(len(line) <= text.WIDTH for line in described.split("\n")))


if __name__ == "__main__":
    unittest.main()
