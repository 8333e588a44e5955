# SPDX-License-Identifier: BSL-1.0
"""Patterns are compiled as the runtime does it; its own test (tests/unit/json/pattern_test.cpp) has
the same cases, and pattern_programs_test.cpp compares the programs."""

import pathlib
import subprocess
import tempfile
import unittest

from restbind import render
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document
from restbind.spec.pattern import check, compiled, used_in, written_out

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"

GOOD = r"""^abc$ a{2,3} a{2,} ^a*?b+?c??$ (){1000000} ^x{,3}$ ^\u{1F600}$ ^\uD83D\uDE00$ ^\u00e9\xE9$ ^[\w.-]+$ [] ^[^]$ ^[\D]$ ^[\b]$
    ^\p{L}+$ ^\p{Letter}\p{Nd}$ ^[\p{L}\s]+$ ^\p{Script=Greek}$ ^\p{gc=Sc}$ ^\p{Any}$ \bfoo\b ^\B$ ^(?=.*\d)(?=.*[a-z]).{4,8}$ ^(?!foo)
    (?<=\$)\d (?<!\$)\b\d ^(?<year>\d{4})-(?:\d{2})$ \cJ \- [a\-z] a|b| ]} [a-\d] a{x}{,2} (?i)^[a-z]$""".split()

BAD = (
    ("a(b", 3, "a ) is missing"),
    ("a)b", 1, "unmatched )"),
    ("[a", 2, "a ] is missing"),
    ("a**", 2, "nothing to repeat"),
    ("^*", 1, "nothing to repeat"),
    ("\\", 1, "a \\ at the end"),
    ("\\y", 1, "this escape does not exist"),
    *(
        (text, at, "nothing to repeat")
        for text, at in (
            ("{3}a", 0),
            ("a{2}{3}", 4),
            ("x*{2}", 2),
            ("x?{2,}", 2),
            ("(a){2}{3,4}", 6),
            ("a{2}?{3}", 5),
            ("^{2}", 3),
            ("a|{1}", 2),
        )
    ),
    ("a(?i)b", 2, "this kind of group does not exist"),
    ("(?i)\\p{Lu}", 1, "this kind of group does not exist"),
    ("(?s)a", 1, "this kind of group does not exist"),
    ("(a)\\1", 4, "backreferences are not supported"),
    ("\\p{Wrong}", 2, "the property of characters is not known"),
    ("[z-a]", 4, "the range is in the wrong order"),
    ("a{3,2}", 6, "the numbers of the repeat are in the wrong order"),
    ("(" * 200, 100, "groups are nested too deeply"),
    ("[[:alpha:]]", 1, "classes of POSIX, as [:alpha:], are not those of ECMA-262"),
    ("[^_[:^digit:]]", 3, "classes of POSIX, as [:alpha:], are not those of ECMA-262"),
    (
        "[\\w&&[^\\d]]",
        3,
        "sets of characters within sets are not those of ECMA-262 without the v flag",
    ),
    (
        "[a-z--[aeiou]]",
        4,
        "sets of characters within sets are not those of ECMA-262 without the v flag",
    ),
    *(
        (f"\\p{{{name}}}", 2, "the property of characters is not known")
        for name in (
            "IsAlphabetic",
            "InGreek",
            "L&",
            "^L",
            "Latin",
            "latin",
            "ascii",
            "Script=Latnn",
            "scx=Greek",
            "Emoji",
        )
    ),
)


class Pattern(unittest.TestCase):
    def test_expressions_that_the_runtime_reads(self):
        for text in GOOD:
            self.assertIsNone(check(text), text)

    def test_what_it_cannot_read_is_told_with_its_place(self):
        for text, offset, message in BAD:
            found = check(text)
            self.assertIsNotNone(found, text)
            self.assertEqual((abs(found.offset - offset) <= 1, found.text), (True, message), text)

    def test_what_only_looks_like_another_dialect_is_read(self):
        for text in (
            r"[[a-z]",
            "[:alpha:]",
            "[[:x]",
            "[&&a]",
            "[--a]",
            r"^\[[a-z]+\]$",
            "[!-/[-`]",
        ):
            self.assertIsNone(check(text), text)

    def test_properties_that_are_few_ranges_are_written_out_for_the_runtime(self):
        for text, said in (
            (r"\p{AHex}", "[0-9A-Fa-f]"),
            (r"[\p{ASCII_Hex_Digit}-]", "[0-9A-Fa-f-]"),
            (r"\P{AHex}x", r"[^0-9A-Fa-f]x"),
            (r"[\P{AHex}]", r"[\u{0}-/:-@G-`g-\u{10ffff}]"),
            (r"\\p{AHex}\[\p{AHex}", r"\\p{AHex}\[[0-9A-Fa-f]"),
            (r"\p{Assigned}", r"\P{Cn}"),
            (r"[\P{Assigned}]", r"[\p{Cn}]"),
            (r"\p{sc=Latn}", r"\p{sc=Latin}"),
            (r"\p{Lu}", r"\p{Lu}"),
            (r"\p{Emoji}", r"\p{Emoji}"),
        ):
            self.assertEqual(written_out(text), said)
            if check(said) is None:
                self.assertEqual(compiled(text), compiled(said), text)
        self.assertEqual(
            compiled(r"\p{White_Space}"),
            compiled(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"),
        )
        self.assertEqual(compiled(r"\p{space}"), compiled(r"\p{White_Space}"))
        self.assertEqual(check(r"\p{AHex}[").offset, 9)

    def test_what_java_knows_besides_is_written_out(self):
        for text, said in (
            (r"\p{XDigit}{8}", "[0-9A-Fa-f]{8}"),
            (r"^[\p{Alnum}_]+$", "^[0-9A-Za-z_]+$"),
            (r"[^\p{Cntrl}]", r"[^\u{0}-\x1f\x7f]"),
            (r"\P{Print}", "[^ -~]"),
            (r"[\P{Graph}]", r"[\u{0}- \x7f-\u{10ffff}]"),
            (r"\A[a-z]+\z", "^[a-z]+$"),
            (r"[^/\000-\037]", r"[^/\x00-\x1f]"),
            (r"a\0", r"a\0"),
            (r"[\p{Digit}-]", "[0-9-]"),
            (r"[-\p{Digit}]", "[-0-9]"),
            (r"\\A\\z\\012", r"\\A\\z\\012"),
        ):
            self.assertEqual((written_out(text), check(text)), (said, None))
            self.assertEqual(compiled(text), compiled(said), text)
        # no escape, another meaning in each language, other properties in each
        for text in (
            r"[\A]",
            r"[\Z]",
            r"\0377",
            r"[\p{Blank}-_]",
            r"[ -\p{Digit}]",
            r"\p{Alpha}",
            r"\p{Lower}",
        ):
            self.assertIsNotNone(check(text), text)

    def test_a_flag_for_any_case_at_the_start_is_written_out(self):
        for text, said in (
            (r"(?i)^[0-9a-f]{4}$", "^[0-9a-fA-F]{4}$"),
            (r"(?i)a\d\bé", r"[aA]\d\b[é\u{c9}]"),
            (r"(?i)[^b-]\x41[\w-z]\]", r"[^bB-][\x41a][\w-zZ]\]"),
            (r"(?i)(?<id>x)(?=y{2})[A-\d]", r"(?<id>[xX])(?=[yY]{2})[Aa-\d]"),
            (r"(?i)[Y-b]", "[Y-bA-By-z]"),
            (r"^(?i)no$", "^[nN][oO]$"),
            (r"(?i)\p{L}[\p{Nd}_]", r"\p{L}[\p{Nd}_]"),
        ):
            self.assertEqual((written_out(text), check(text)), (said, None))
        self.assertEqual(compiled("(?i)id"), compiled("[iI][dD]"))

    def test_repeats_have_a_limit(self):
        self.assertIn("too long", check("((a{99}){99}){99}").text)
        self.assertIsNone(check("^[a-z]{0,20000}$"))
        self.assertIsNone(check("^(?:[a-z]){0,1000000000}$"))
        self.assertIsNone(check("(a{1000}){1000}"))

    def test_the_limit_is_exact(self):
        # The same cases as in a_program_has_so_many_steps_at_most of pattern_test.cpp.
        for part, times in (
            ("(ab)", 2499),
            ("([a-z]b?)", 1666),
            ("(?:(?=a))", 1666),
            ("(a|b|)", 1249),
            ("(a?)", 2499),
            ("(a+)", 4999),
            ("(?:ab+|(?:c))", 1249),
        ):
            self.assertIsNone(check(f"{part}{{{times}}}"), part)
            self.assertIn("too long", check(f"{part}{{{times + 1}}}").text, part)
        self.assertIsNone(check("(?:a|bb){0,999}"))
        self.assertIn("too long", check("(?:a|bb){0,1000}").text)

    def test_numbers_of_any_length_are_read(self):
        self.assertIsNone(check("a{0,%s}" % ("9" * 5000)))
        self.assertIsNone(check("a{%s2}" % ("0" * 5000)))
        self.assertIn("too long", check("(ab){%s}" % ("9" * 5000)).text)

    def test_programs_are_small(self):
        # So many steps: what does the same and goes on at the same step is one, as are alternatives
        # of single characters.
        for text, steps in (
            ("^a$", 4),
            ("^(foo|boo|moo)$", 10),
            ("^(?:a|b|[0-9])$", 4),
            ("^([0-9]{2}|x[0-9]{2})$", 6),
            ("(?=a{2})a{2}", 5),
        ):
            self.assertEqual(compiled(text).words[0], steps, text)
        self.assertEqual(compiled("[c-ea-df]").words[-3:], (2, 97, 103))
        self.assertLess(len(compiled(r"^[\p{L}\p{N}]+$").words), 30)


class Schemas(unittest.TestCase):
    def test_the_patterns_of_a_schema_are_found_wherever_they_stand(self):
        schema = """{"pattern": "^a", "patternProperties": {"^b": {"not": {"pattern": "c"}}}, "anyOf": [{"items": {"pattern": "d"}}],
                     "$defs": {"pattern": {"pattern": "e"}}, "properties": {"patternProperties": {"pattern": "f"}}}"""
        self.assertEqual(used_in(schema), ("^a", "^b", "c", "d", "e", "f"))

    def test_values_hold_no_patterns(self):
        self.assertEqual(
            used_in(
                '{"default": {"pattern": "a"}, "enum": [{"pattern": "b"}], "const": {"pattern": "c"}}'
            ),
            (),
        )


class Headers(unittest.TestCase):
    def test_patterns_of_types_and_of_schemas_are_compiled(self):
        for more, programs in (("", 2), (", not: {pattern: '^b'}", 3)):
            document = f"""openapi: 3.1.0
info: {{title: T, version: '1'}}
paths:
  /a:
    post:
      operationId: put_a
      parameters: [{{name: q, in: query, schema: {{type: string, pattern: '^\\p{{L}}+$'}}}}]
      requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{a: {{type: string, pattern: '^a'{more}}}}}}}}}}}}}
      responses: {{'204': {{description: d}}}}
"""
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                (root / "spec.yaml").write_text(document)
                files = render.render_api(
                    lower_document(str(root / "spec.yaml"), Diagnostics()).api, "api", split="none"
                )
                for name, text in files.items():
                    if not name.startswith(".."):
                        (root / name).write_text(text)
                self.assertIn(
                    "restbind::matches(validation_patterns::pattern_", files["validation.hpp"]
                )
                self.assertIn(
                    "restbind::matches_properties(validation_patterns::pattern_",
                    files["validation.hpp"],
                )
                command = [
                    "g++",
                    "-std=c++20",
                    "-M",
                    "-x",
                    "c++",
                    "-I",
                    str(INCLUDE),
                    str(root / "operations.hpp"),
                ]
                reached = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            self.assertIn("json/schema/pattern.hpp", reached)
            self.assertEqual(
                files["validation.hpp"].count("inline constexpr std::uint32_t pattern_"), programs
            )
            self.assertEqual(
                '{{"^b", {validation_patterns::pattern_' in files["validation.hpp"], bool(more)
            )


if __name__ == "__main__":
    unittest.main()
