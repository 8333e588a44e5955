# SPDX-License-Identifier: BSL-1.0
"""The guides of the generator and of the document: tables that a person can read, commands that
exist, overlays that can be applied.
"""

import os
import re
import shlex
import sys
import textwrap
import unittest

from tests.generator.documents import HEAD, ROOT, lower, lower_files

from restbind import arguments, render
from restbind.lower.passes import PASSES

GUIDE = ROOT / "generator/README.md"
PACKAGE = ROOT / "generator/restbind"
GUIDES = [
    *sorted(ROOT.glob("generator/*.md")),
    ROOT / "generator/restbind/codes.md",
    *sorted(ROOT.glob("spec/*.md")),
]
CELL = 160

# What the overlays of the guide are applied to.
SHOP = (
    HEAD
    + """paths:
  /carts:
    post:
      parameters: [{name: debug, in: query, schema: {type: boolean}}]
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Cart"}}}}
      responses: {"204": {description: Done.}}
components:
  schemas:
    Cart:
      type: object
      properties:
        note: {type: string}
        size: {$ref: "#/components/schemas/Size"}
        seat: {type: object, properties: {row: {type: integer}}}
    Size: {type: string, enum: [s, l]}
"""
)


def drawing():
    """The passes in their order, each with the first sentence of its docstring and the fields that
    it gives.
    """
    lines = ["document"]
    for one in PASSES:
        about = re.sub(r"\s+", " ", one.__doc__)
        given = re.search(r"Gives: (.+?)\. ?$", about).group(1)
        told = re.match(r"[^.:]+", about).group()
        lines += ["   │", "   ▼", f"{one.__name__.ljust(20)}{told}"]
        lines += textwrap.wrap(
            f"gives {given}", 132, initial_indent=" " * 20, subsequent_indent=" " * 26
        )
    return "\n".join(lines) + "\n"


class Guides(unittest.TestCase):
    def test_each_cell_of_a_table_is_short(self):
        count = 0
        for path in GUIDES:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if line.startswith("|"):
                    count += 1
                    self.assertEqual(
                        [one for one in line.split("|") if len(one.strip()) > CELL],
                        [],
                        f"{path.name}:{number}",
                    )
        self.assertGreater(count, 600)

    def test_links_within_the_guides_lead_somewhere(self):
        headings = {
            path: {
                anchor(one)
                for one in re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            }
            for path in GUIDES
        }
        for path in GUIDES:
            for file, name in re.findall(
                r"\]\(([^)#:]*)(?:#([^)]*))?\)", path.read_text(encoding="utf-8")
            ):
                target = (path.parent / file).resolve() if file else path
                self.assertTrue(target.exists(), f"{path.name}: {file}")
                if name and target in headings:
                    self.assertIn(name, headings[target], path.name)

    def test_each_command_of_the_guide_exists(self):
        commands = re.findall(r"^ *restbind (.+)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertGreater(len(commands), 12)
        for command in commands:
            self.assertEqual(
                arguments.command_line().parse_args(shlex.split(command)).command,
                command.split()[0],
            )

    def test_each_overlay_of_the_guide_can_be_applied(self):
        overlays = re.findall(
            r"^```yaml\n(overlay:.*?)^```$",
            GUIDE.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        )
        self.assertEqual(len(overlays), 3)
        named = SHOP.replace("post:\n", "post:\n      operationId: add\n")
        for overlay in overlays:
            api, diagnostics = lower_files(
                {"test.yaml": named, "ours.yaml": overlay}, strict=True, overlays=["ours.yaml"]
            )
            self.assertEqual(diagnostics.text(), "")
            self.assertIn("Cart", [one.name for one in api.models])

    def test_the_drawing_shows_the_passes(self):
        text = GUIDE.read_text(encoding="utf-8")
        written = re.sub(
            r"(?<=^```\n)document\n.*?(?=^```$)",
            lambda _: drawing(),
            text,
            count=1,
            flags=re.MULTILINE | re.DOTALL,
        )
        if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
            GUIDE.write_text(written, encoding="utf-8")
            return
        self.assertIn(drawing(), text)
        self.assertEqual(text, written)


def anchor(heading):
    """The end of a link to a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def run_by(text):
    """The functions of the generator that run for a document: (file, function)."""
    found = set()

    def note(frame, event, _):
        file = frame.f_code.co_filename.partition("/restbind/")[2].removeprefix("lower/")
        if event == "call" and file:
            found.add((file, frame.f_code.co_name))

    sys.setprofile(note)
    try:
        lower_files({"test.yaml": text})
    finally:
        sys.setprofile(None)
    return found


class Tour(unittest.TestCase):
    """The way of a schema."""

    def test_each_step_is_made_for_this_schema_and_not_for_a_plain_one(self):
        tour = GUIDE.read_text(encoding="utf-8").partition("## The way of a schema")[2]
        schema = re.search(r"```yaml\n(.*?)```", tour, re.DOTALL)[1]
        steps = re.findall(
            r"^\| `([\w/]+\.py)` \| `(\w+)` \|", tour.partition("\n## ")[0], re.MULTILINE
        )
        self.assertEqual(len(steps), 5)
        head = HEAD + "components:\n  schemas:\n"
        whole = run_by(head + textwrap.indent(schema, "    "))
        self.assertEqual([step for step in steps if step not in whole], [])
        plain = run_by(head + "    Ticket: {type: object, properties: {price: {type: boolean}}}\n")
        self.assertNotIn(("types/alternatives.py", "_told_apart"), plain)

    def test_what_a_reader_sees_in_the_headers_stands_in_the_files_that_are_named(self):
        tour = GUIDE.read_text(encoding="utf-8").partition("## The way of a schema")[2]
        schema = re.search(r"```yaml\n(.*?)```", tour, re.DOTALL)[1]
        rows = re.findall(
            r"^\| (`.*`) \| `([\w/]+\.(?:py|j2))` \|",
            tour.partition("| in the header |")[2].partition("\n\n")[0],
            re.MULTILINE,
        )
        self.assertEqual(len(rows), 4)
        body = "{required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}"
        path = f"  /t: {{post: {{operationId: send, requestBody: {body}, responses: {{'204': {{description: Done}}}}}}}}\n"
        text = f"{HEAD}paths:\n{path}components:\n  schemas:\n" + textwrap.indent(schema, "    ")
        made = "".join(render.render_api(lower(text)[0], "a").values())
        for said, file in rows:
            source = (PACKAGE / file).read_text(encoding="utf-8")
            shown = said.strip("`").split("…")
            self.assertRegex(made, ".*?".join(map(re.escape, shown)))
            word = re.search(r"std::get_if|std::\w+|>=", said)[0]
            self.assertIn(word, source, file)


if __name__ == "__main__":
    unittest.main()
