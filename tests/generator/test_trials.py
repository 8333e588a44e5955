# SPDX-License-Identifier: BSL-1.0
"""Changes that generator/README.md says are small: they are made in a copy of the generator, in the
files that it names.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tests.generator.documents import HEAD, ROOT

GUIDE = (ROOT / "generator/README.md").read_text(encoding="utf-8")
SHOP = (
    HEAD
    + """paths: {/a: {get: {operationId: a, tags: [t], responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}}}}}
components: {schemas: {Cart: {type: object, properties: {id: {type: integer}}}, Empty: {type: object, additionalProperties: false}}}
"""
)


class Trial(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        shutil.copytree(
            ROOT / "generator/restbind",
            self.folder / "restbind",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        (self.folder / "shop.yaml").write_text(SHOP, encoding="utf-8")

    def named(self, what):
        """The files that the guide names for a change; the name of a new one stands for any."""
        text = GUIDE[GUIDE.index("## To change the code that is generated") :]
        paragraph = re.search(
            rf"^\* \*\*{what}\*\*: (.*?)(?=^\* |^$)", text, re.MULTILINE | re.DOTALL
        )[1]
        return sorted(re.findall(r"`(restbind/[\w./<>]+\.\w+)`", paragraph))

    def change(self, *changes):
        """Each is a file, a text in it, and what stands there instead; gives the files that are
        changed.
        """
        for name, old, new in changes:
            path = self.folder / name
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            self.assertEqual(text.count(old) if old else 1, 1, (name, old))
            path.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")
        return sorted({name for name, _, _ in changes})

    def headers(self, *more):
        """What the changed generator writes: name -> text."""
        out = self.folder / "out"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "restbind",
                "generate",
                "shop.yaml",
                "--quiet",
                "--out",
                out,
                "--namespace",
                "shop",
                *more,
            ],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = {
            str(path.relative_to(out)): path.read_text(encoding="utf-8")
            for path in out.rglob("*.hpp")
        }
        return {**found, "all": (self.folder / "out.hpp").read_text(encoding="utf-8")}

    def test_a_function_in_each_model_touches_two_files(self):
        template, view = "restbind/templates/models_struct.hpp.j2", "restbind/views/models.py"
        changed = self.change(
            (
                template,
                "{% filter fill %}\n{% if type.is_recursive %}\n",
                "    static constexpr std::string_view wire_name() noexcept { return {{ type.wire_name }}; }\n\n"
                "{% filter fill %}\n{% if type.is_recursive %}\n",
            ),
            (
                view,
                "    is_large: bool = False\n",
                '    is_large: bool = False\n    wire_name: Safe = Safe("")\n',
            ),
            (
                view,
                "is_large=len(members) > DESCRIBE_LIMIT,",
                "is_large=len(members) > DESCRIBE_LIMIT, wire_name=text.view(model.name),",
            ),
        )
        self.assertEqual(changed, self.named("A function in each model"))
        self.assertEqual(len(changed), 2)
        models = self.headers()["models.hpp"]
        self.assertIn('wire_name() noexcept { return "Cart"; }\n', models)
        self.assertIn('wire_name() noexcept { return "Empty"; }\n', models)

    def test_another_header_touches_three(self):
        template, view, listed = (
            "restbind/templates/facts.hpp.j2",
            "restbind/views/api.py",
            "restbind/headers.txt",
        )
        changed = self.change(
            (listed, "", "facts single\n"),
            (
                template,
                "",
                '{% include "page_head.j2" %}\n\ninline constexpr int operation_count = {{ count }};\n{% include "page_foot.j2" %}\n',
            ),
            (
                view,
                '        "version": HeaderView(',
                '        "facts": HeaderView("Facts", frozenset(), {"count": len(api.operations)}),\n        "version": HeaderView(',
            ),
        )
        self.assertEqual(
            changed,
            sorted(name.replace("<name>", "facts") for name in self.named("Another header")),
        )
        self.assertEqual(len(changed), 3)
        for more in ((), ("--split", "tag")):
            made = self.headers(*more)
            self.assertIn("\ninline constexpr int operation_count = 1;\n", made["facts.hpp"])
            self.assertIn('#include "out/facts.hpp"\n', made["all"])
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "restbind",
                "single-header",
                "out",
                "--out",
                "one.hpp",
                "--runtime",
                ROOT / "include",
            ],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("operation_count = 1;", (self.folder / "one.hpp").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
