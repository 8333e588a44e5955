# SPDX-License-Identifier: BSL-1.0
"""Reading YAML 1.2 and JSON: values, places, and what is refused."""

import time
import unittest

from tests.generator import slow
from tests.generator.documents import codes, load, messages, places

from restbind.source import nodes, yaml


def values(text, name="test.yaml"):
    """Kind and text of each entry of a map."""
    root, diagnostics = load(text, name)
    assert root is not None, diagnostics.text()
    return {key: (value.kind, value.text) for key, value in root.entries.items()}


class Scalars(unittest.TestCase):
    def test_words_of_yaml_1_1_stay_strings(self):
        found = values(
            "a: no\nb: yes\nc: on\nd: 2024-01-01\ne: 12:30:45\nf: 1_000\ng: '5'\nh: \"true\"\ni: y\n"
        )
        self.assertEqual({kind for kind, _ in found.values()}, {"string"})
        self.assertEqual(found["d"], ("string", "2024-01-01"))

    def test_the_core_schema_is_resolved(self):
        found = values(
            "a: null\nb: ~\nc:\nd: True\ne: 0x1F\nf: 0o17\ng: -12\nh: 5.0\ni: .5\nj: 1e3\nk: .inf\nl: .NaN\nm: '~'\n"
        )
        kinds = [found[key][0] for key in "abcdefghijklm"]
        self.assertEqual(
            kinds,
            [
                "null",
                "null",
                "null",
                "boolean",
                "integer",
                "integer",
                "integer",
                "number",
                "number",
                "number",
                "number",
                "number",
                "string",
            ],
        )

    def test_numbers_keep_their_source_text(self):
        self.assertEqual(
            values("a: 5.0\nb: 0.20\nc: 1e3\n"),
            {"a": ("number", "5.0"), "b": ("number", "0.20"), "c": ("number", "1e3")},
        )
        self.assertEqual(
            values('{"a": 5.0, "b": 9007199254740993}', "x.json"),
            {"a": ("number", "5.0"), "b": ("integer", "9007199254740993")},
        )

    def test_two_escapes_in_double_quotes_are_one_character(self):
        found = values(
            r"""
a: "so \uD83D\uDE00 \u00e9"
"\ud83d\ude00": '\ud83d\ude00'
b: \ud83d\ude00
c: "\\ud83d \\\ud83d\ude00"
d: |
  "\ud83d\ude00"
"""
        )
        self.assertEqual(
            {key: text for key, (_, text) in found.items()},
            {
                "a": "so \U0001f600 \u00e9",
                "\U0001f600": r"\ud83d\ude00",
                "b": r"\ud83d\ude00",
                "c": "\\ud83d \\\U0001f600",
                "d": '"\\ud83d\\ude00"\n',
            },
        )
        root, _ = load(r'{"a": "\ud83d\ude00", b: x}')  # columns are those of the file
        self.assertEqual((root.entries["b"].column, root.entries["a"].text_column), (26, 0))

    def test_tags_are_honoured(self):
        self.assertEqual(
            values("a: !!str 5\nb: !!int 5\nc: !!float 5\nd: ! 5\n"),
            {
                "a": ("string", "5"),
                "b": ("integer", "5"),
                "c": ("number", "5"),
                "d": ("string", "5"),
            },
        )

    def test_a_tag_that_does_not_fit_or_is_unknown_is_refused(self):
        self.assertEqual(places(load("a: !!int five")[1]), [("RB003", 1, 4)])
        self.assertEqual(places(load("a: !thing 5")[1]), [("RB003", 1, 4)])
        self.assertEqual(places(load("a: !!map [5]")[1]), [("RB003", 1, 4)])

    def test_numbers_as_keys_keep_their_text(self):
        root, _ = load("200: a\n0x10: b\n")
        self.assertEqual(list(root.entries), ["200", "0x10"])


class Places(unittest.TestCase):
    def test_every_value_knows_line_and_column(self):
        root, _ = load("a:\n  b:\n    - x\n    - {c: 5}\n")
        items = root.entries["a"].entries["b"]
        self.assertEqual((items.line, items.column), (3, 5))
        self.assertEqual((items.items[0].line, items.items[0].column), (3, 7))
        inner = items.items[1]
        self.assertEqual((inner.line, inner.column), (4, 7))
        self.assertEqual((root.entries["a"].line, root.entries["a"].column), (2, 3))
        self.assertEqual((inner.entries["c"].line, inner.entries["c"].column), (4, 11))
        self.assertEqual((inner.keys["c"].line, inner.keys["c"].column), (4, 8))

    def test_json_values_know_line_and_column_too(self):
        root, _ = load('{\n\t"a": [1,\n  {"b": "x"}]\n}', "x.json")
        self.assertEqual((root.keys["a"].line, root.keys["a"].column), (2, 2))
        inner = root.entries["a"].items[1].entries["b"]
        self.assertEqual((inner.line, inner.column), (3, 9))

    def test_columns_count_characters_not_bytes(self):
        root, _ = load('{"é": "ü", "b": 1}', "x.json")
        self.assertEqual(root.entries["b"].column, 17)
        self.assertEqual(load("{é: ü, b: 1}")[0].entries["b"].column, 11)

    def test_the_text_of_a_one_line_scalar_is_found_in_the_file(self):
        root, _ = load(
            "a: plain text\nb: 'quoted'\nc: \"esc\\n\"\nd: |\n  block\ne: two\n  lines\nf: 'it''s'\n"
        )
        self.assertEqual([root.entries[key].text_column for key in "abcdef"], [4, 5, 0, 0, 0, 0])
        root, _ = load('{"a": "plain", "b": "esc\\n"}', "x.json")
        self.assertEqual([root.entries[key].text_column for key in "ab"], [8, 0])

    def test_a_byte_order_mark_is_skipped(self):
        root, _ = load(b"\xef\xbb\xbfa: 1\n")
        self.assertEqual((root.keys["a"].line, root.keys["a"].column), (1, 1))


class Maps(unittest.TestCase):
    def test_a_key_given_twice_is_an_error_at_its_place(self):
        for name, text, place in (
            ("x.yaml", "a: 1\nb: 2\na: 3\n", (3, 1)),
            ("x.json", '{"a": 1,\n "a": 2}', (2, 2)),
            ("x.yaml", "{a: 1, a: 2}", (1, 8)),
        ):
            root, diagnostics = load(text, name)
            # the last one counts
            self.assertEqual(root.entries["a"].text, "3" if "b" in root.entries else "2")
            self.assertEqual(places(diagnostics), [("RB004", *place)])
            self.assertEqual(messages(diagnostics), ["the key `a` is given twice; first in line 1"])

    def test_all_duplicates_of_a_file_are_reported(self):
        self.assertEqual(
            places(load("a: 1\na: 2\nb: {c: 1, c: 2}\n")[1]), [("RB004", 2, 1), ("RB004", 3, 11)]
        )

    def test_a_key_must_be_a_scalar(self):
        self.assertEqual(places(load("? [a]\n: 5\n")[1]), [("RB003", 1, 3)])
        self.assertEqual(places(load("x: &a [1]\n*a : 5\n")[1]), [("RB003", 2, 1)])

    def test_merge_keys_add_what_is_not_there(self):
        root, _ = load(
            "base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\nown:\n  y: 9\n  <<: [*b, *m]\n"
        )
        own = root.entries["own"]
        self.assertEqual(
            {key: value.text for key, value in own.entries.items()}, {"y": "9", "x": "1", "z": "4"}
        )

    def test_a_quoted_merge_key_is_an_ordinary_key(self):
        self.assertEqual(values('"<<": 1\n'), {"<<": ("integer", "1")})

    def test_a_merge_key_may_have_its_tag(self):
        for text in (
            "base: &b {x: 1}\nown:\n  !!merge <<: *b\n",
            "base: &b {x: 1}\nown: {!!merge <<: *b}\n",
        ):
            root, diagnostics = load(text)
            self.assertEqual((diagnostics.text(), list(root.entries["own"].entries)), ("", ["x"]))
        self.assertEqual(
            messages(load("!!merge x: 1\n")[1]),
            ["the tag `tag:yaml.org,2002:merge` is not supported"],
        )

    def test_a_merge_key_needs_maps(self):
        self.assertEqual(places(load("a:\n  <<: 5\n")[1]), [("RB003", 2, 3)])


class Aliases(unittest.TestCase):
    def test_an_alias_is_the_node_of_its_anchor(self):
        root, _ = load("a: &x {k: 1}\nb: *x\n")
        self.assertIs(root.entries["a"], root.entries["b"])

    def test_an_anchor_may_be_redefined(self):
        self.assertEqual(values("a: &x 1\nb: &x 2\nc: *x\n")["c"], ("integer", "2"))

    def test_an_unknown_alias_is_refused(self):
        _, diagnostics = load("a: *x\n")
        self.assertEqual(places(diagnostics), [("RB005", 1, 4)])

    def test_an_anchor_that_contains_itself_is_refused(self):
        _, diagnostics = load("a: &x\n  - *x\n")
        self.assertEqual(places(diagnostics), [("RB005", 2, 5)])

    def test_an_alias_bomb_is_refused_quickly(self):
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
        start = time.monotonic()
        root, diagnostics = load("\n".join(lines))
        self.assertIsNone(root)
        self.assertEqual(codes(diagnostics), ["RB005"])
        self.assertLess(time.monotonic() - start, 1)

    def test_many_harmless_aliases_are_read(self):
        root, _ = load("a: &x {k: [1, 2, 3]}\nb: [" + ", ".join(["*x"] * 5000) + "]\n")
        self.assertEqual(len(root.entries["b"].items), 5000)


class Refused(unittest.TestCase):
    def test_a_file_that_is_not_utf8_is_refused_at_the_byte(self):
        _, diagnostics = load(b"a: b\nc: d\xff\n")
        self.assertEqual(places(diagnostics), [("RB002", 2, 5)])
        self.assertEqual(messages(diagnostics), ["byte 0xff is not valid UTF-8"])

    def test_control_characters_are_refused_at_their_place(self):
        self.assertEqual(places(load("a: b\nc: \x01\n")[1]), [("RB002", 2, 4)])
        self.assertEqual(places(load(b"a: \x00\n")[1]), [("RB002", 1, 4)])

    def test_half_a_surrogate_pair_is_refused(self):
        for text, name in (
            ('{"a": "\\ud800"}', "x.json"),
            ('{a: "\\ud800"}', "x.yaml"),
            ('{a: "\\ude00\\ud83d"}', "x.yaml"),
        ):
            _, diagnostics = load(text, name)
            self.assertEqual(places(diagnostics), [("RB002", 1, text.index('"\\') + 1)])
            self.assertEqual(
                diagnostics.sorted()[0].hint,
                "a character beyond U+FFFF is two escapes, such as \\ud83d\\ude00",
            )

    def test_broken_yaml_is_refused_at_its_place(self):
        self.assertEqual(places(load("a: b: c\n")[1]), [("RB003", 1, 5)])
        self.assertEqual(places(load("a: [1, 2\n")[1]), [("RB003", 2, 1)])

    def test_a_tab_as_indentation_is_named(self):
        _, diagnostics = load("a:\n\t- b\n")
        self.assertEqual(places(diagnostics), [("RB003", 2, 1)])
        self.assertEqual(diagnostics.sorted()[0].hint, "YAML indents with spaces, not tabs")

    def test_an_empty_file_and_a_second_document_are_refused(self):
        self.assertEqual(places(load("")[1]), [("RB003", 1, 1)])
        self.assertEqual(places(load("a: 1\n---\nb: 2\n")[1]), [("RB003", 2, 1)])

    def test_deep_nesting_is_refused_before_the_stack_is_gone(self):
        for text, name in (
            ("[" * 100_000, "x.yaml"),
            ("[" * 100_000, "x.json"),
            ("a: " + "{b: " * 300, "x.yaml"),
        ):
            start = time.monotonic()
            self.assertEqual(codes(load(text, name)[1]), ["RB006"])
            self.assertLess(time.monotonic() - start, 2)

    def test_the_deepest_allowed_nesting_is_read(self):
        depth = nodes.MAX_DEPTH
        self.assertIsNotNone(load("[" * depth + "]" * depth)[0])
        self.assertEqual(codes(load("[" * (depth + 1) + "]" * (depth + 1))[1]), ["RB006"])


class Json(unittest.TestCase):
    def test_what_yaml_readers_stumble_over_is_read(self):
        found = values(
            '{\n\t"a":\t"\\ud83d\\ude00\\/\x7f",\r\n"b":true,"c":null,"d":-0.0E+2}', "x.json"
        )
        self.assertEqual(
            found,
            {
                "a": ("string", "\U0001f600/\x7f"),
                "b": ("boolean", "true"),
                "c": ("null", "null"),
                "d": ("number", "-0.0E+2"),
            },
        )

    def test_empty_containers_are_read(self):
        root, _ = load('{"a": {}, "b": [ ], "c": [[], {}]}', "x.json")
        self.assertEqual(
            [value.kind for value in root.entries.values()], ["object", "array", "array"]
        )

    def test_broken_json_is_refused_at_its_place(self):
        for text, column in (
            ('{"a": }', 7),
            ('{"a" 1}', 6),
            ('{"a": 1,,}', 9),
            ("[1 2]", 4),
            ("[,]", 2),
            ('{"a": 01}', 8),
            ("[1] x", 5),
            ("[tru]", 2),
            ('["\n"]', 2),
            ("{'a': 1}", 2),
            ('{"a": 1', 8),
        ):
            _, diagnostics = load(text, "x.json")
            self.assertEqual(places(diagnostics), [("RB003", 1, column)], text)
        self.assertEqual(messages(load('{"a": 1 2}', "x.json")[1]), ["expected `,` or `}`"])
        self.assertEqual(messages(load("[1 2]", "x.json")[1]), ["expected `,` or `]`"])
        self.assertEqual(messages(load("[1,", "x.json")[1]), ["the text ends too early"])
        self.assertEqual(messages(load("[1, x]", "x.json")[1]), ["this is not JSON"])

    def test_a_comma_before_the_end_is_passed_over_with_a_warning(self):
        text = '{"a": [1, 2,], "b": {"c": 1,},\n}'
        root, diagnostics = load(text, "x.json")
        self.assertEqual(
            [
                (one.code, one.message, one.place.line, one.place.column)
                for one in diagnostics.sorted()
            ],
            [
                ("RB097", f"a comma before `{closer}` is passed over; JSON has none", line, column)
                for closer, line, column in (("]", 1, 12), ("}", 1, 28), ("}", 1, 30))
            ],
        )
        self.assertEqual([list(root.entries), len(root.entries["a"].items)], [["a", "b"], 2])
        self.assertEqual(load(text, "x.yaml")[1].text(), "")  # YAML has them

    def test_yaml_in_flow_style_is_read_though_it_begins_like_json(self):
        self.assertEqual(values("{a: 1, 'b': no}"), {"a": ("integer", "1"), "b": ("string", "no")})

    def test_a_duplicate_key_is_told_once_though_two_readers_look(self):
        self.assertEqual(codes(load('{"a": 1, "a": 2, b: 3}')[1]), ["RB004"])

    @slow
    def test_a_big_document_is_read_fast(self):
        text = '{"a": [' + ", ".join(['{"b": "text", "c": [1, 2.5, true]}'] * 60_000) + "]}"
        start = time.monotonic()
        self.assertIsNotNone(load(text, "x.json")[0])
        self.assertLess(time.monotonic() - start, 10)


class PythonParser(unittest.TestCase):
    def test_without_libyaml_the_same_comes_out(self):
        text = "a: &x [1, {b: no}]\nc: *x\n<<: {d: 5.0}\n"
        fast, _ = load(text)
        kept, yaml._Parser = yaml._Parser, None
        try:
            slow, _ = load(text)
        finally:
            yaml._Parser = kept
        self.assertEqual(list(fast.entries), list(slow.entries))
        self.assertEqual(slow.entries["d"].text, "5.0")
        self.assertEqual(
            (
                slow.entries["a"].items[1].keys["b"].line,
                slow.entries["a"].items[1].keys["b"].column,
            ),
            (1, 12),
        )


if __name__ == "__main__":
    unittest.main()
