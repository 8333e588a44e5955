# SPDX-License-Identifier: BSL-1.0
"""Rules: what is read, what is refused and where, and what the tree promises."""

import unittest

from tests.generator.documents import places, with_schemas

from restbind import ir
from restbind.cel import nodes
from restbind.cel.checker import compile_rule
from restbind.cel.errors import RuleError

DOC = ir.Doc()


def member(name, type_, presence="required"):
    return ir.Member(name, type_, presence, None, ir.Checked(), DOC, "#")


def model(name, *members):
    return ir.Model(name, members, (), False, DOC, "#")


INT, STRING = ir.Scalar("int64"), ir.Scalar("string")
NAMED = {
    "Seat": model(
        "Seat",
        member("seatId", INT),
        member("label", STRING, "optional"),
        member("actionSelect", ir.Scalar("boolean")),
    ),
    "Cart": model(
        "Cart",
        member("cartId", INT, "defaulted"),
        member("small", ir.Scalar("int32")),
        member("eventId", INT, "optional"),
        member("sessionId", INT, "optional"),
        member("note", STRING, "nullable"),
        member("name", STRING),
        member("zoom", ir.Scalar("double")),
        member("price", ir.Scalar("decimal")),
        member("from", ir.Scalar("date")),
        member("until", ir.Scalar("date")),
        member("at", ir.Scalar("date-time")),
        member("seats", ir.Array(ir.Ref("Seat"))),
        member("ids", ir.Array(INT)),
        member("first", ir.Ref("Seat"), "optional"),
        member("byName", ir.Map(INT)),
        member("open", ir.Open("any")),
        member("either", ir.OneOf((INT, STRING))),
        member("option", ir.Ref("Option")),
        member("colour", ir.Ref("Colour")),
        member("flag", ir.Scalar("boolean")),
        member("money", ir.Ref("Money")),
        member("maybe", ir.Array(INT), "optional"),
    ),
    "Option": ir.Enum("Option", "int64", ("800", "801"), ("", ""), DOC, "#"),
    "Colour": ir.Enum("Colour", "string", ("red", "blue"), ("", ""), DOC, "#"),
    "Money": ir.Alias("Money", ir.Scalar("decimal"), DOC, "#"),
}


def compiled(rule):
    return compile_rule(rule, "Cart", NAMED)


class RuleCase(unittest.TestCase):
    def refused(self, rule):
        """The error of a rule that must not be accepted."""
        with self.assertRaises(RuleError) as caught:
            compiled(rule)
        return caught.exception


class Accepted(unittest.TestCase):
    def test_the_subset_is_read(self):
        for rule in (
            "self.seats.all(s, s.actionSelect) || self.cartId != 0",
            "has(self.eventId) == has(self.sessionId)",
            "self.cartId > 0 && self.small <= 5",
            "!self.flag && -self.cartId < 3",
            "self.cartId + 2 * 3 - 1 == self.cartId % 7 / 2",
            "self.flag ? self.cartId == 1 : self.small == 2",
            "size(self.name) > 3 && self.name.size() < 9 && self.name.startsWith('a') && self.name.endsWith(\"z\")",
            "self.name.contains('x') || self.name + 'b' == 'ab'",
            "self.seats.exists(s, s.seatId == 4) && self.seats.exists_one(s, s.seatId == 4)",
            "self.seats.filter(s, s.actionSelect).size() == self.seats.map(s, s.seatId).size()",
            "self.seats.all(a, self.ids.exists(b, a.seatId == b))",
            "self.cartId in [1, 2, 3] || self.cartId in self.ids || 'k' in self.byName",
            "'k' in self.byName && self.byName['k'] > 1",
            "size(self.seats) > 1 && self.seats[1].seatId > 0",
            "self.byName.all(k, k != '' && self.byName[k] > 0)",
            "self.zoom >= 1 && self.zoom < 5.0 && self.price > 0.50 && self.money < 10",
            "self.from <= self.until && self.at == self.at",
            "self.option == 800 && self.colour == 'red' && self.option in [800] && self.colour != self.colour",
            "1u < 2u && 0x10 == 16 && .5 < 1e3",
            "self.note == null || self.note.size() > 1",
            "true // a comment\n && false",
        ):
            with self.subTest(rule):
                self.assertEqual(compiled(rule).type, nodes.BOOL)

    def test_operators_bind_as_in_cel(self):
        tree = compiled("self.flag || self.flag && !self.flag == self.flag")
        self.assertEqual(tree.operator, "||")
        self.assertEqual(tree.right.operator, "&&")
        self.assertEqual(tree.right.right.operator, "==")
        tree = compiled("1 + 2 * 3 - 4 == 5")
        self.assertEqual(
            (tree.left.operator, tree.left.left.operator, tree.left.left.right.operator),
            ("-", "+", "*"),
        )

    def test_operators_of_one_level_group_from_the_left(self):
        tree = compiled("10 - 4 - 3 == 3").left
        self.assertEqual((tree.left.operator, tree.right.text), ("-", "3"))

    def test_the_conditional_groups_from_the_right(self):
        tree = compiled("self.flag ? true : self.flag ? false : true")
        self.assertIsInstance(tree.otherwise, nodes.Conditional)

    def test_string_escapes_are_resolved(self):
        for text, value in (
            (r"'a\n\x41\u00e9\U0001F600\101\''", "a\nA\u00e9\U0001f600A'"),
            (r"r'a\n'", r"a\n"),
            ('"""a"b"""', 'a"b'),
            ("'''it's'''", "it's"),
            ('""""""', ""),
            ("''", ""),
            (r"'\ue000\ud7ff'", "\ue000\ud7ff"),
        ):
            self.assertEqual(compiled(f"self.name == {text}").right.text, value)


class Trees(unittest.TestCase):
    def test_members_carry_model_presence_and_type(self):
        tree = compiled("has(self.first) && self.first.seatId > 0")
        self.assertEqual(
            (tree.left.model, tree.left.member, tree.left.presence), ("Cart", "first", "optional")
        )
        select = tree.right.left
        self.assertEqual(
            (select.model, select.member, select.presence, select.type),
            ("Seat", "seatId", "required", nodes.INT),
        )
        self.assertEqual(
            (select.operand.model, select.operand.presence, select.operand.type),
            ("Cart", "optional", nodes.ModelOf("Seat")),
        )

    def test_null_tests_become_has(self):
        tree = compiled("self.note == null || null != self.note")
        self.assertIsInstance(tree.left, nodes.Unary)
        self.assertIsInstance(tree.left.operand, nodes.Has)
        self.assertIsInstance(tree.right, nodes.Has)

    def test_literals_take_the_type_of_the_other_side(self):
        self.assertEqual(
            compiled("self.zoom > 1").right, nodes.Literal("double", "1", nodes.DOUBLE, 12)
        )
        self.assertEqual(
            compiled("0.50 < self.price").left, nodes.Literal("decimal", "0.50", nodes.DECIMAL, 0)
        )
        self.assertEqual(compiled("self.money > 5").right.type, nodes.DECIMAL)
        self.assertEqual(compiled("self.option == 800").right.type, nodes.INT)
        self.assertEqual(compiled("self.price in [1, 2.5]").right.type, nodes.ListOf(nodes.DECIMAL))

    def test_a_minus_before_a_literal_belongs_to_it(self):
        self.assertEqual(
            compiled("self.cartId > -9223372036854775808").right.text, "-9223372036854775808"
        )

    def test_comprehensions_carry_variable_and_type(self):
        tree = compiled("self.seats.filter(s, s.actionSelect).map(t, t.seatId).exists(i, i == 3)")
        self.assertEqual((tree.kind, tree.variable, tree.type), ("exists", "i", nodes.BOOL))
        self.assertEqual((tree.range.kind, tree.range.type), ("map", nodes.ListOf(nodes.INT)))
        self.assertEqual(tree.range.range.type, nodes.ListOf(nodes.ModelOf("Seat")))

    def test_trees_are_values(self):
        self.assertEqual(compiled("self.cartId == 1"), compiled("self.cartId == 1"))
        self.assertEqual(hash(compiled("self.cartId == 1")), hash(compiled("self.cartId == 1")))


class Guards(RuleCase):
    ACCEPTED = (
        "has(self.eventId) && self.eventId > 0",
        "!has(self.eventId) || self.eventId > 0",
        "has(self.eventId) ? self.eventId > 0 : true",
        "!has(self.eventId) ? true : self.eventId > 0",
        "!(has(self.eventId) && has(self.sessionId)) || self.eventId == self.sessionId",
        "has(self.eventId) && has(self.sessionId) && self.eventId < self.sessionId",
        "self.eventId != null && self.eventId > 0",
        "(has(self.eventId) && self.flag || has(self.eventId)) && self.eventId > 0",
        "has(self.maybe) && self.maybe.all(x, x > 0)",
        "has(self.first) && has(self.first.label) && self.first.label.size() > 2",
        "self.seats.all(s, !has(s.label) || s.label != '')",
        "has(self.eventId) && self.seats.all(s, s.seatId != self.eventId)",
        "0 < size(self.ids) && self.ids[0] > 1",
        "size(self.ids) == 0 || self.ids[0] > 1",
        "self.ids.size() >= 3 ? self.ids[2] == 1 : true",
        "size(self.ids) != 0 && self.ids[0] == 1",
        "size(self.seats) > 0 && has(self.seats[0].label) && self.seats[0].label != ''",
    )
    REFUSED = (
        ("self.eventId > 0", 5),
        ("has(self.eventId) || self.eventId > 0", 26),
        ("!has(self.eventId) && self.eventId > 0", 27),
        ("self.eventId > 0 && has(self.eventId)", 5),
        ("has(self.sessionId) && self.eventId > 0", 28),
        ("(has(self.eventId) || self.flag) && self.eventId > 0", 41),
        ("(has(self.eventId) ? true : true) && self.eventId > 0", 42),
        ("self.note.size() > 0", 5),
        ("self.maybe.all(x, x > 0)", 5),
        ("has(self.first.label)", 9),
        ("has(self.first) && self.first.label == ''", 30),
        ("self.seats.all(s, has(s.label)) && self.seats.all(s, s.label == '')", 55),
        ("self.seats.filter(s, has(s.label)).all(s, s.label == '')", 44),
        ("self.ids[0] > 1", 9),
        ("size(self.ids) > 0 && self.ids[1] > 1", 31),
        ("size(self.ids) > 0 || self.ids[0] > 1", 31),
        ("size(self.ids) != 0 && self.ids[1] > 1", 32),
        ("size(self.seats) > 1 && has(self.seats[0].label) && self.seats[1].label != ''", 66),
        ("size(self.ids) != 1 && self.ids[0] > 1", 32),
        ("self.byName['k'] > 1", 12),
        ("'j' in self.byName && self.byName['k'] > 1", 34),
    )

    def test_guarded_reads_are_accepted(self):
        for rule in self.ACCEPTED:
            with self.subTest(rule):
                compiled(rule)

    def test_unguarded_reads_are_refused_at_the_member(self):
        for rule, offset in self.REFUSED:
            with self.subTest(rule):
                error = self.refused(rule)
                self.assertEqual((error.code, error.offset), ("RB063", offset))

    def test_the_message_says_what_to_write(self):
        error = self.refused("self.eventId > 0")
        self.assertEqual(error.message, "`self.eventId` may be absent here")
        self.assertEqual(
            error.hint,
            "write `has(self.eventId) && …`, or `!has(self.eventId) || …` where an absent value is fine",
        )


class Refused(RuleCase):
    CASES = (
        # Syntax.
        ("", "RB060", 0, "the rule is empty"),
        ("self.cartId ==", "RB060", 14, "the end of the rule is unexpected here"),
        ("self.cartId = 1", "RB060", 12, "`=` means nothing here"),
        ("'abc", "RB060", 0, "the string does not end"),
        ("(self.flag", "RB060", 10, "the end of the rule is unexpected here; expected `)`"),
        ("self.flag self.flag", "RB060", 10, "`self` is unexpected here"),
        ("self.", "RB060", 5, "the end of the rule is unexpected here; expected a name"),
        ("12abc == 1", "RB060", 2, "`a` follows a number"),
        ("'\\q' == ''", "RB060", 0, "`\\q` is not an escape of CEL"),
        ("'\\ud800' == ''", "RB060", 0, "`\\ud800` is not an escape of CEL"),
        ("'\\udfff' == ''", "RB060", 0, "`\\udfff` is not an escape of CEL"),
        ("'\\U00110000' == ''", "RB060", 0, "`\\U00110000` is not an escape of CEL"),
        ("for == 1", "RB060", 0, "`for` is a reserved word of CEL"),
        # Names.
        ("self.cartID == 1", "RB061", 5, "Cart has no member `cartID`"),
        ("cartId == 1", "RB061", 0, "`cartId` is unknown here"),
        ("self.seats.all(s, s.seatid == 1)", "RB061", 20, "Seat has no member `seatid`"),
        ("self.seats.all(s, true) && s.seatId == 1", "RB061", 27, "`s` is unknown here"),
        # Types.
        ("self.cartId", "RB062", 5, "the rule gives an int; it must give a bool"),
        ("self.cartId == 0.5", "RB062", 12, "`==` compares an int with a double"),
        ("self.cartId == 'x'", "RB062", 12, "`==` compares an int with a string"),
        ("self.zoom == self.cartId", "RB062", 10, "`==` compares a double with an int"),
        ("self.flag < true", "RB062", 10, "`<` cannot compare a bool"),
        ("self.seats == self.seats", "RB062", 11, "`==` cannot compare a list of Seat"),
        ("self.option == 'x'", "RB062", 12, "`==` compares an Option with a string"),
        ("self.option < 801", "RB062", 12, "`<` cannot compare an Option"),
        (
            "self.open == 1",
            "RB062",
            10,
            "`==` compares open JSON, binary or alternatives with an int",
        ),
        (
            "self.either == 1",
            "RB062",
            12,
            "`==` compares open JSON, binary or alternatives with an int",
        ),
        ("self.from == '2024-01-01'", "RB062", 10, "`==` compares a date with a string"),
        ("!self.cartId", "RB062", 0, "`!` needs a bool, not an int"),
        ("-self.name == ''", "RB062", 0, "`-` needs a signed number, not a string"),
        ("self.flag && 1", "RB062", 13, "`&&` needs bools, not an int"),
        (
            "self.price * self.price == self.price",
            "RB062",
            11,
            "`*` does not fit a decimal and a decimal",
        ),
        ("self.name - 'a' == ''", "RB062", 10, "`-` does not fit a string and a string"),
        ("self.flag ? 1 : 'a'", "RB062", 10, "`?:` gives an int or a string"),
        ("self.cartId ? true : false", "RB062", 5, "`?` needs a bool, not an int"),
        ("size(self.cartId) == 1", "RB062", 0, "size() counts a string, list or map, not an int"),
        ("self.cartId.startsWith('a')", "RB062", 5, "startsWith() works on strings, not on an int"),
        ("self.cartId.all(x, true)", "RB062", 12, "all() works on a list or map, not an int"),
        ("self.ids.all(x, x)", "RB062", 16, "all() needs a bool, not an int"),
        ("self.ids.all(self, true)", "RB062", 13, "the variable `self` is in use already"),
        (
            "self.ids.all(x, self.ids.all(x, true))",
            "RB062",
            29,
            "the variable `x` is in use already",
        ),
        (
            "self.ids.all(1, true)",
            "RB062",
            9,
            "all() takes a variable and an expression, such as `all(x, x > 0)`",
        ),
        ("has(self)", "RB062", 0, "has() takes one member selection, such as `has(self.x)`"),
        (
            "self.name.seatId == 1",
            "RB062",
            10,
            "`seatId` is read from a string, which has no members",
        ),
        ("self.cartId in ['a']", "RB062", 12, "`in` looks for an int among values of type string"),
        (
            "self.cartId in self.name",
            "RB062",
            12,
            "`in` needs a list or map at its right, not a string",
        ),
        ("self.cartId in [1, 'a']", "RB062", 19, "the list holds an int and a string"),
        ("self.cartId in []", "RB062", 15, "the list is empty"),
        ("self.cartId == null", "RB062", 12, "`cartId` is never null or absent"),
        ("self.cartId < null", "RB062", 14, "`null` may only be compared: `self.x == null`"),
        ("1 == null", "RB062", 2, "only a member can be compared with null"),
        (
            "self.cartId == 9223372036854775808",
            "RB062",
            15,
            "9223372036854775808 is outside the range of a 64-bit integer",
        ),
        ("1e999 > 0.0", "RB062", 0, "1e999 is outside the range of a double"),
        ("self.price > 1e3", "RB062", 13, "`1e3` cannot be an exact decimal"),
        ("self.byName[1] == 1", "RB062", 12, "the key of a map is a string, not an int"),
        ("self.cartId[0] == 1", "RB062", 12, "an int cannot be indexed"),
        (
            "self.name.contains()",
            "RB062",
            10,
            "contains() is called with the wrong number of arguments, or without the value it works on",
        ),
        # Not supported.
        ("matches(self.name, 'a')", "RB064", 0, "the function `matches` is not supported"),
        ("self.name.matches('a')", "RB064", 10, "the function `matches` is not supported"),
        ("b'a' == b'a'", "RB064", 0, "byte strings are not supported"),
        ("{'a': 1} == {}", "RB064", 0, "maps cannot be written in a rule"),
        ("[1].all(x, x > 0)", "RB064", 0, "a list may only be written at the right of `in`"),
        ("self.cartId in [self.small]", "RB064", 21, "a list holds literals only"),
        (
            "size(self.ids) > 5 && self.ids[self.cartId] == 1",
            "RB064",
            31,
            "the index of a list must be a literal, 0 or more",
        ),
        (
            "self.cartId / self.small == 1",
            "RB064",
            19,
            "the divisor must be a literal other than 0 and -1",
        ),
        ("self.cartId % 0 == 1", "RB064", 14, "the divisor must be a literal other than 0 and -1"),
        ("self.cartId / -1 == 1", "RB064", 14, "the divisor must be a literal other than 0 and -1"),
        ("self.byName.k == 1", "RB064", 12, "entries of a map are not members"),
        ("(" * 41 + "true" + ")" * 41, "RB064", 40, "the rule is nested deeper than 40 levels"),
        (" && ".join(["true"] * 41), "RB064", 317, "the rule is nested deeper than 40 levels"),
        ("!" * 41 + "true", "RB064", 1, "the rule is nested deeper than 40 levels"),
        ("true" + " " * 4000, "RB064", 0, "the rule has 4004 characters; the limit is 4000"),
    )

    def test_what_is_wrong_is_named_at_its_place(self):
        for rule, code, offset, message in self.CASES:
            with self.subTest(rule[:60]):
                error = self.refused(rule)
                self.assertEqual((error.code, error.offset, error.message), (code, offset, message))

    def test_near_names_are_given(self):
        for rule, hint in (
            ("self.cartID == 1", "did you mean `cartId`?"),
            ("cartId == 1", "members are reached through `self`: `self.cartId`"),
            ("self.name.startswith('a')", "did you mean `startsWith`?"),
            ("self.cartId = 1", "CEL compares with `==`"),
        ):
            with self.subTest(rule):
                self.assertEqual(self.refused(rule).hint, hint)


class InDocuments(unittest.TestCase):
    SCHEMA = """
        M:
          properties:
            x: {{type: integer}}
          x-restbind-rules:
            - {{id: a, message: m, fieldPath: x, rule: {rule}}}
        """

    def test_errors_are_placed_inside_the_text_of_the_rule(self):
        for rule, column in (
            ("'has(self.x) && self.y > 1'", 72),
            ('"has(self.x) && self.y > 1"', 72),
            ("has(self.x) && self.y > 1", 71),
        ):
            _, diagnostics = with_schemas(self.SCHEMA.format(rule=rule))
            self.assertEqual(places(diagnostics), [("RB061", 9, column)], rule)

    def test_a_rule_over_several_lines_is_placed_at_its_begin(self):
        _, diagnostics = with_schemas(
            """
            M:
              properties:
                x: {type: integer}
              x-restbind-rules:
                - id: a
                  message: m
                  rule: |
                    has(self.x)
                    && self.y > 1
            """
        )
        self.assertEqual(places(diagnostics), [("RB061", 11, 17)])


if __name__ == "__main__":
    unittest.main()
