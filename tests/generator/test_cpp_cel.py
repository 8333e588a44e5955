# SPDX-License-Identifier: BSL-1.0
"""Cross-field rules become C++ that means the same."""

import subprocess
import unittest

from tests.generator import slow
from tests.generator.samples import DOUBLE, INT, TEXT, enum, member, model, rule, with_body

from restbind import ir, render
from restbind.cel.checker import compile_rule
from restbind.cpp.cel import Emitter
from restbind.cpp.names import Names
from restbind.cpp.types import Types

ITEM = model(
    "Item",
    member("seatId"),
    member("label", TEXT, "optional"),
    member("free", ir.Scalar("boolean")),
)
KIND = enum("Kind", "800", "801", names=("letters", "numbers"))
COLOUR = enum("Colour", "red", "green", base="string")
ORDER = model(
    "Order",
    member("id"),
    member("little", ir.Scalar("int32")),
    member("cartItemId", INT, "optional"),
    member("items", ir.Array(ir.Ref("Item"))),
    member("first", ir.Ref("Item"), "optional"),
    member("name", TEXT),
    member("note", TEXT, "optional_nullable"),
    member("zoom", DOUBLE),
    member("price", ir.Scalar("decimal")),
    member("kind", ir.Ref("Kind")),
    member("colour", ir.Ref("Colour")),
    member("tags", ir.Array(TEXT)),
    member("numbers", ir.Array(INT)),
    member("byName", ir.Map(INT)),
    member("flag", ir.Scalar("boolean")),
    member("from", ir.Scalar("date")),
    member("until", ir.Scalar("date")),
    member("value", INT),
    member("kinds", ir.Array(ir.Ref("Kind"))),
)
NAMED = (ORDER, ITEM, KIND, COLOUR)

# Rule, and what it becomes.
SPELLINGS = {
    "self.id > 0": "value.id > 0",
    "0 < self.id": "value.id > 0",
    "has(self.cartItemId)": "value.cart_item_id.has_value()",
    "has(self.id) && self.flag": "true && value.flag",
    "has(self.cartItemId) && self.cartItemId > 5": "value.cart_item_id.has_value() && *value.cart_item_id > 5",
    "has(self.first) && has(self.first.label) && self.first.label == 'x'": 'value.first.has_value() && value.first->label.has_value() && *value.first->label == "x"',
    "self.note == null || self.note != ''": '!value.note.has_value() || *value.note != ""',
    "self.flag && self.id > 0 || self.zoom < 1.5": "(value.flag && value.id > 0) || value.zoom < 1.5",
    "self.zoom < 2": "value.zoom < 2.0",
    "self.price >= 19.90": "value.price >= restbind::decimal{1990, 2}",
    "self.price + self.price > 1": "value.price + value.price > restbind::decimal{1}",
    "self.id + 1 > self.little * 2": "restbind::saturating_add(value.id, 1) > restbind::saturating_multiply(value.little, 2)",
    "-self.id < 0": "restbind::saturating_negate(value.id) < 0",
    "self.id > -5": "value.id > -5",
    "self.id % 3 == 1": "value.id % 3 == 1",
    "(self.id > 0) == self.flag": "(value.id > 0) == value.flag",
    "!self.flag == self.flag": "(!value.flag) == value.flag",
    "self.kind == 800": "value.kind == Kind::letters",
    "self.kind != 5": "value.kind != static_cast<Kind>(5)",
    "self.kind in [800, 801]": "value.kind == Kind::letters || value.kind == Kind::numbers",
    "self.colour == 'red'": "value.colour == Colour::red",
    "self.colour == 'blue'": 'value.colour == Colour("blue")',
    "self.colour == self.name": "value.colour == value.name",
    "self.colour in ['red', 'green']": "value.colour == Colour::red || value.colour == Colour::green",
    "self.colour in self.tags": "restbind::any_of(value.tags, [&](auto const& element) { return element == value.colour; })",
    "self.colour in self.byName": "value.by_name.contains(to_string(value.colour))",
    "self.id in [1, 2]": "value.id == 1 || value.id == 2",
    "self.id in [1, 2] && self.flag": "(value.id == 1 || value.id == 2) && value.flag",
    "size(self.items) > 0": "value.items.size() > 0U",
    "size(self.items) >= 0": "static_cast<std::int64_t>(value.items.size()) >= 0",
    "self.items.size() == self.id": "static_cast<std::int64_t>(value.items.size()) == value.id",
    "size(self.name) <= 5": "restbind::code_points(value.name) <= 5U",
    "self.name.startsWith('a') || self.name.endsWith('b')": 'value.name.starts_with("a") || value.name.ends_with("b")',
    "self.name.contains('a')": 'value.name.find("a") != std::string_view::npos',
    "self.items.all(d, d.free)": "restbind::all_of(value.items, [](auto const& d) { return d.free; })",
    "self.items.exists(d, d.seatId == self.id)": "restbind::any_of(value.items, [&](auto const& d) { return d.seat_id == value.id; })",
    "self.items.exists_one(d, d.free)": "restbind::count_if(value.items, [](auto const& d) { return d.free; }) == 1",
    "self.numbers.all(d, self.flag)": "restbind::all_of(value.numbers, [&](auto const&) { return value.flag; })",
    "self.numbers.all(value, value > 0)": "restbind::all_of(value.numbers, [](auto const& value_) { return value_ > 0; })",
    "self.byName.all(k, k != '')": 'restbind::all_of(value.by_name, [](auto const& k) { return k.first != ""; })',
    "'a' in self.byName": 'value.by_name.contains("a")',
    "'a' in self.byName && self.byName['a'] > 1": 'value.by_name.contains("a") && value.by_name.find("a")->second > 1',
    "'a' in self.tags": 'restbind::any_of(value.tags, [&](auto const& element) { return element == "a"; })',
    "800 in self.kinds": "restbind::any_of(value.kinds, [&](auto const& element) { return element == Kind::letters; })",
    "size(self.numbers) > 1 && self.numbers[1] > 0": "value.numbers.size() > 1U && value.numbers[1U] > 0",
    "self.from <= self.until": "value.from <= value.until",
    "(self.flag ? self.id : 5) > 1": "(value.flag ? value.id : 5) > 1",
    "'a' == 'b'": 'std::string_view("a") == std::string_view("b")',
    "self.name == 'a\\\"\\u0000b'": 'value.name == std::string_view("a\\"\\000b", 4)',
    "self.items.exists(a, self.items.exists(b, a.seatId == b.seatId && a.free != b.free))": "restbind::any_of(value.items, [&](auto const& a) { return restbind::any_of(value.items, "
    "[&](auto const& b) { return a.seat_id == b.seat_id && a.free != b.free; }); })",
    "size(self.items.filter(i, i.free)) == 2": "[&] { std::vector<Item> out; for (auto const& i : value.items) if (i.free) out.push_back(i); return out; }().size() == 2U",
    "self.numbers.map(n, n + self.id).all(m, m > 0)": "restbind::all_of([&] { std::vector<std::int64_t> out; for (auto const& n : value.numbers) "
    "out.push_back(restbind::saturating_add(n, value.id)); return out; }(), [](auto const& m) { return m > 0; })",
}


def emit(text, name="value"):
    api = with_body(ORDER, ITEM, enums=(KIND, COLOUR))
    tree = compile_rule(text, "Order", {one.name: one for one in NAMED})
    return Emitter(Types(api, Names(api, "shop")), name).condition(tree)


class Spelling(unittest.TestCase):
    maxDiff = None

    def test_each_rule_reads_as_if_written_by_hand(self):
        for text, expected in SPELLINGS.items():
            with self.subTest(text):
                self.assertEqual(emit(text), expected)

    def test_the_request_of_an_operation_has_its_own_name(self):
        self.assertEqual(emit("self.id > 0", "request"), "request.id > 0")

    def test_headers_are_those_that_the_expression_needs(self):
        api = with_body(ORDER, ITEM, enums=(KIND, COLOUR))
        emitter = Emitter(Types(api, Names(api, "shop")))
        emitter.condition(
            compile_rule(
                "self.items.all(d, d.seatId + 1 > 0)", "Order", {one.name: one for one in NAMED}
            )
        )
        self.assertEqual(
            emitter.headers,
            {"<restbind/core/detail/checks.hpp>", "<restbind/core/detail/numbers.hpp>"},
        )


# What makes each rule true, and what makes it false: statements on an `Order order`.
MEANINGS = {
    "self.id + 1 > self.id": (
        "order.id = 5;",
        "order.id = std::numeric_limits<std::int64_t>::max();",
    ),
    "has(self.cartItemId) == has(self.first)": ("", "order.cart_item_id = 1;"),
    "self.items.all(d, d.free) || self.id != 0": (
        "order.items = {{.free = true}};",
        "order.items = {{.free = true}, {}};",
    ),
    "size(self.name) <= 2": ('order.name = "\\303\\251\\303\\251";', 'order.name = "abc";'),
    "self.zoom >= 0.2 && self.zoom <= 5.0": (
        "order.zoom = 5.0;",
        "order.zoom = std::numeric_limits<double>::quiet_NaN();",
    ),
    "'b' in self.byName && self.byName['b'] > 1": (
        'order.by_name = {{"b", 2}};',
        'order.by_name = {{"a", 2}};',
    ),
    "size(self.items.filter(i, i.free)) == 2": (
        "order.items = {{.free = true}, {.free = true}, {}};",
        "order.items = {{}, {}};",
    ),
    "self.items.exists_one(i, i.seatId == 7)": (
        "order.items = {{.seat_id = 7}, {.seat_id = 8}};",
        "order.items = {{.seat_id = 7}, {.seat_id = 7}};",
    ),
    "self.kind in [800, 801]": (
        "order.kind = Kind::numbers;",
        "order.kind = static_cast<Kind>(802);",
    ),
    "self.from <= self.until": (
        "",
        "order.from = restbind::date{std::chrono::year{2024} / 1 / 1};",
    ),
    "self.note == null || self.note != ''": ("order.note = restbind::null;", 'order.note = "";'),
    "self.id / 2 == 1 && self.id % 2 == 1": ("order.id = 3;", "order.id = 2;"),
    "self.flag ? self.id == 1 : self.id == 2": (
        "order.id = 2;",
        "order.id = 2; order.flag = true;",
    ),
}


class Meaning(unittest.TestCase):
    @slow
    def test_the_compiled_rules_decide_as_the_rules_do(self):
        """All spellings compile without a warning, and the rules above decide both ways."""
        rules = [rule(text, "Order", NAMED, message=text) for text in [*SPELLINGS, *MEANINGS]]
        order = model("Order", *ORDER.members, rules=rules)
        files = render.render_api(with_body(order, ITEM, enums=(KIND, COLOUR)), "shop")
        checks = []
        for text, (good, bad) in MEANINGS.items():
            for statements, wanted in ((good, "false"), (bad, "true")):
                quoted = text.replace("\\", "\\\\").replace('"', '\\"')
                checks.append(
                    f"{{ Order order; order.from = order.until = restbind::date{{std::chrono::year{{2020}} / 1 / 1}}; {statements}\n"
                    f'  if (broken(order, "{quoted}") != {wanted}) {{ std::puts("wrong: {quoted}"); ++wrong; }} }}'
                )
        program = f"""
            #include "shop/validation.hpp"
            #include <cstdio>
            #include <limits>
            using namespace shop;
            bool broken(Order const& order, std::string_view rule)
            {{
                restbind::violations found;
                validate(order, found);
                for (auto const& one : found.take())
                    if (one.message == rule)
                        return true;
                return false;
            }}
            int main() {{ int wrong = 0; {' '.join(checks)} return wrong; }}"""
        self.assertEqual(run(files, program), "")


def run(files, program):
    """Compiles a program with generated headers in `shop/`, warnings being errors, and runs it; ''
    when all went well.
    """
    import pathlib
    import tempfile

    include = pathlib.Path(__file__).resolve().parents[2] / "include"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "shop").mkdir()
        for name, text in files.items():
            (root / "shop" / name).resolve().write_text(text, encoding="utf-8")
        command = [
            "g++",
            "-std=c++20",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wconversion",
            "-Wshadow",
            "-Werror",
            "-I",
            str(root),
            "-I",
            str(include),
            "-x",
            "c++",
            "-o",
            str(root / "program"),
            "-",
        ]
        compiled = subprocess.run(
            command, input=program, capture_output=True, text=True, check=False
        )
        if compiled.returncode:
            return compiled.stderr
        ran = subprocess.run([str(root / "program")], capture_output=True, text=True, check=False)
        return ran.stdout + (f"exit status {ran.returncode}" if ran.returncode else "")


if __name__ == "__main__":
    unittest.main()
