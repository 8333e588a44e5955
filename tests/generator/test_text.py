# SPDX-License-Identifier: BSL-1.0
"""Escapers: text of a document can be anything, and stands in a header as text only."""

import subprocess
import unittest

from restbind.cpp import filters, text
from restbind.naming import Safe

HOSTILE = [
    "",
    "plain",
    'quote " inside',
    "back\\slash",
    "ends in \\",
    "a\nb\r\nc\td",
    "nul \0 inside",
    "\0",
    "??=include <x> ??/",
    "????=",
    "*/ int x; /*",
    "*/*/",
    "//",
    "/* open",
    "image/*",
    "\u202e reversed",
    "caf\u00e9 \u5ea7\u5e2d \U0001f39f",
    "\x01\x7f\x85",
    "\ud800",
    'R"(raw)"',
    "%s %n {} {0}",
    "@param x",
    "\\code",
    "`code */ span`",
    "line\\\nnext",
    "{{ jinja }} {% if %}",
    "octal \0012",
    "tab\\t",
]


class Literals(unittest.TestCase):
    def test_quotes_backslashes_and_controls_are_escaped(self):
        self.assertEqual(text.literal('a"b\\c\n\x01'), '"a\\"b\\\\c\\n\\001"')

    def test_a_digit_after_an_escape_stays_a_digit(self):
        self.assertEqual(text.literal("\x012"), '"\\0012"')

    def test_trigraphs_are_broken_up(self):
        self.assertEqual(text.literal("a??=b???"), '"a?\\?=b?\\?\\?"')

    def test_other_characters_are_their_utf_8_bytes(self):
        self.assertEqual(text.literal("é"), '"\\303\\251"')

    def test_a_nul_takes_its_length_along(self):
        self.assertEqual(text.view("a\0b"), 'std::string_view("a\\000b", 3)')
        self.assertEqual(text.owned("a\0é"), 'std::string("a\\000\\303\\251", 4)')
        self.assertEqual(text.view("ab"), '"ab"')

    def test_a_long_text_is_broken_after_spaces_and_stays_the_same_text(self):
        words = "one two three four " * 9
        lines = text.view_lines(words, 40)
        self.assertGreater(len(lines), 1)
        self.assertTrue(all(len(line) <= 40 for line in lines))
        self.assertEqual("".join(line[1:-1] for line in lines), words)

    def test_a_long_word_is_not_broken(self):
        self.assertEqual(text.view_lines("x" * 200, 40), ['"' + "x" * 200 + '"'])

    def test_the_compiler_reads_back_what_was_written(self):
        """One program compares every hostile text, as literal, view and std::string, with its
        bytes.
        """
        checks = []
        for one in HOSTILE:
            data = one.encode("utf-8", "replace")
            octets = ", ".join(f"'\\x{byte:02x}'" for byte in data)
            size = len(data)
            for made in (text.view(one), " ".join(text.view_lines(one, 20)), text.owned(one)):
                checks.append(
                    f"    {{ char const expected[] = {{{octets}{', ' if octets else ''}0}}; std::string const made({made});\n"
                    f"      if (made != std::string(expected, {size})) ++wrong; }}"
                )
        program = (
            "#include <string>\n#include <string_view>\nint main() { int wrong = 0;\n"
            + "\n".join(checks)
            + "\n return wrong; }\n"
        )
        self.assertEqual(_run(program), 0)


class Layout(unittest.TestCase):
    """What templates write over several lines."""

    def test_what_fits_stands_on_one_line(self):
        self.assertEqual(
            filters.fill("    return call(\n        one,\n        two,\n    );\n"),
            "    return call(one, two);\n",
        )
        self.assertEqual(filters.fill("auto x =\n    1\n;\n"), "auto x = 1;\n")
        self.assertEqual(filters.fill("f(\n)\n"), "f()\n")
        self.assertEqual(filters.fill("nothing else\n"), "nothing else\n")

    def test_what_does_not_is_broken_between_arguments(self):
        words = [f"argument_{index}" for index in range(12)]
        made = filters.fill("    call(\n" + "".join(f"{word},\n" for word in words) + ");\n")
        self.assertEqual(
            made.split(),
            ["call(" + words[0] + ",", *(f"{word}," for word in words[1:-1]), words[-1] + ");"],
        )
        self.assertTrue(all(len(line) <= text.WIDTH for line in made.split("\n")))
        self.assertTrue(made.splitlines()[1].startswith("        argument_"))

    def test_an_argument_of_several_lines_stands_on_lines_of_its_own(self):
        value = filters.several([Safe('"one "'), Safe('"two"')])
        self.assertEqual(
            filters.fill(f"call(\n    a,\n    {value},\n    b\n);\n"),
            'call(a,\n    "one "\n    "two",\n    b);\n',
        )

    def test_a_long_text_is_broken_behind_spaces_and_begins_where_it_began(self):
        words = " ".join(f"word_{index}" for index in range(20))
        made = filters.fill(f"    call(\n    .said = {text.long_view(words)},\n);\n")
        first, *middle, last = made.removeprefix("    call(\n").splitlines()
        self.assertTrue(first.startswith('        .said = "word_0 '))
        self.assertTrue(all(line.startswith(" " * 16 + '"word_') for line in [*middle, last]))
        self.assertTrue(all(len(line) <= text.WIDTH for line in made.splitlines()))
        self.assertEqual("".join(re.findall('"(.*?)"', made)), words)
        self.assertEqual(filters.fill(f"f(\n{text.long_view('a b')}\n)\n"), 'f("a b")\n')

    def test_a_lambda_stands_on_as_few_lines_as_it_needs(self):
        def made(statements, name="x"):
            lines = "".join(f"        {statement}\n" for statement in statements)
            return filters.with_lambda(f"    each({name},\n        [&] {{\n{lines}    }});\n")

        self.assertEqual(made(["check();"]), "    each(x, [&] { check(); });\n")
        name = "x" * 80
        self.assertEqual(
            made(["check();"], name), f"    each({name},\n        [&] {{ check(); }});\n"
        )
        self.assertEqual(
            made(["a();", "b();"]), "    each(x, [&] {\n        a();\n        b();\n    });\n"
        )

    def test_braces_stand_around_all_but_a_single_statement(self):
        for single in ("        f(a,\n            b);\n", "        f();\n"):
            self.assertEqual(filters.braces(single), single)
        for several in ("        f();\n        g();\n", "        if (a)\n            f();\n"):
            self.assertEqual(filters.braces(several), f"    {{\n{several}    }}\n")

    def test_a_remark_is_cut_where_the_line_ends(self):
        self.assertEqual(filters.remark("    f(); // why\n"), "    f(); // why\n")
        cut = filters.remark(f"    f(); // {'because ' * 20}\n")
        self.assertTrue(cut.endswith("because ...\n") and len(cut) <= text.WIDTH + 1)
        self.assertEqual(filters.remark(f"    {'f' * 95}(); // why\n"), f"    {'f' * 95}();\n")

    def test_comparisons_stand_behind_their_operator(self):
        parts = [f"a.member_{index} == b.member_{index}" for index in range(5)]
        made = filters.fill(
            "    return\n" + "".join(f"        && {part}\n" for part in parts) + "    ;\n"
        )
        self.assertEqual(" ".join(made.split()), "return " + " && ".join(parts) + ";")
        self.assertTrue(all(line.startswith("            && ") for line in made.splitlines()[1:]))

    def test_a_declaration_is_broken_behind_commas_but_not_in_texts(self):
        made = filters.broken(
            '    std::vector<std::string> names{"' + "a, " * 20 + '", "' + "b, " * 20 + '"};\n'
        )
        self.assertEqual(len(made.splitlines()), 2)
        self.assertTrue(made.splitlines()[1].startswith('        "b, b'))
        self.assertEqual(filters.broken("    int a{};\n"), "    int a{};\n")

    def test_a_comment_has_paragraphs(self):
        self.assertEqual(filters.comment("    One\n    line.\n"), "    /** One line. */\n")
        self.assertEqual(filters.comment("One.\n\nTwo.\n"), "/** One.\n\n    Two.\n*/\n")


class Comments(unittest.TestCase):
    def test_a_comment_cannot_be_ended_or_opened(self):
        self.assertEqual(text.prose("a */ b /* c */* d"), "a *\\/ b /\\* c *\\/\\* d")

    def test_doxygen_sees_no_commands(self):
        self.assertEqual(text.prose("a@b \\return `@x`"), "a\\@b \\\\return `@x`")

    def test_controls_and_characters_that_turn_text_around_are_spelt_out(self):
        self.assertEqual(text.prose("a\u202eb\x00c\ufeff"), "aU+202EbU+0000cU+FEFF")

    def test_the_compiler_reads_a_comment_as_a_comment(self):
        """Hostile text in every kind of comment leaves the program as it is, without a warning."""
        parts = []
        for index, one in enumerate(HOSTILE):
            parts.append(
                text.doc(
                    [text.prose(one or "x"), text.prose(f"{one} {one}")],
                    0,
                    [("@returns", text.prose(one)), ("@par Source", text.span(one or "x"))],
                )
            )
            parts.append(f"// Generated by restbind from {text.line(one)}. Do not edit.")
            parts.append(f"// {text.line(one)}\nint v{index} = 1;")
        program = (
            "\n".join(parts)
            + "\nint main() { return "
            + " + ".join(f"v{i}" for i in range(len(HOSTILE)))
            + f" - {len(HOSTILE)}; }}\n"
        )
        self.assertEqual(_run(program), 0)

    def test_one_sentence_stands_on_one_line(self):
        self.assertEqual(text.doc([Safe("Short.")], 4), "    /** Short. */")

    def test_paragraphs_and_sections_have_their_layout(self):
        made = text.doc(
            [Safe("First."), Safe("Second.")],
            0,
            [("@returns", Safe("It.")), ("@par Source", text.span("#/a"))],
        )
        self.assertEqual(
            made, "/** First.\n\n    Second.\n\n    @returns It.\n    @par Source\n    `#/a`\n*/"
        )

    def test_lines_stay_within_100_columns_and_code_spans_whole(self):
        span = "`one two three four five six seven`"
        made = text.doc([text.prose(f"word {span} " * 12)], 4)
        self.assertTrue(all(len(line) <= 100 for line in made.split("\n")))
        self.assertEqual(made.replace("\n        ", " ").count(span), 12)
        for line in made.split("\n"):
            self.assertEqual(line.count("`") % 2, 0)

    def test_lists_and_code_keep_their_lines(self):
        lines = text.wrap("Text:\n\n- one\n- two\n\n```\nx  =  1\n```\nEnd.", 80)
        self.assertEqual(
            lines, ["Text:", "", "- one", "- two", "", "```", "x  =  1", "```", "End."]
        )

    def test_a_line_never_ends_in_a_backslash(self):
        made = text.doc([text.prose("```\nx = 1 \\\n```")], 0)
        self.assertFalse(any(line.endswith("\\") for line in made.split("\n")))


class Layout(unittest.TestCase):
    def test_a_call_is_filled_up_to_the_width(self):
        made = text.call("call(", [[Safe("a" * 30)], [Safe("b" * 30)], [Safe("c" * 40)]], ");", 4)
        self.assertEqual(made, f"    call({'a' * 30}, {'b' * 30},\n        {'c' * 40});")

    def test_a_condition_breaks_before_its_operator(self):
        made = filters.condition(f"    if (!({'a' * 60}{text.BREAK}|| {'b' * 60}))\n")
        self.assertEqual(made, f"    if (!({'a' * 60}\n            || {'b' * 60}))\n")


class Safety(unittest.TestCase):
    def test_code_takes_safe_parts_only(self):
        self.assertEqual(text.code("{} = {};", Safe("x"), 5), "x = 5;")
        with self.assertRaisesRegex(TypeError, "not safe"):
            text.code("{}", "raw")
        with self.assertRaisesRegex(TypeError, "not safe"):
            text.join(", ", ["raw"])


def _run(program):
    """Exit status of a program, compiled without a warning; what the compiler says is the failure's
    text.
    """
    import pathlib
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "program")
        command = [
            "g++",
            "-std=c++20",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-x",
            "c++",
            "-o",
            str(file),
            "-",
        ]
        compiled = subprocess.run(
            command, input=program.encode("utf-8"), capture_output=True, check=False
        )
        if compiled.returncode:
            raise AssertionError(compiled.stderr.decode())
        return subprocess.run([str(file)], check=False).returncode


if __name__ == "__main__":
    unittest.main()
