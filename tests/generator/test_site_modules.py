# SPDX-License-Identifier: BSL-1.0
"""Search and colours of a site, with stand-ins for packages of npm: tests/site/run has the real ones."""

import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

from tests.generator.documents import ROOT
from tests.generator.test_cli import run

from restbind.docs import highlight, search

SPEC = ROOT / "tests/golden/plain/spec.yaml"
# Gives each block as one piece of the class `k`, and none for a language that is not C++.
NODE = """#!/bin/sh
exec /usr/bin/python3 -c '
import json, sys
blocks = json.load(sys.stdin)
json.dump([[["k", text]] if language == "cpp" else [] for language, text in blocks], sys.stdout)
'
"""


class Colours(unittest.TestCase):
    def coloured(self, pieces, *blocks):
        page = "".join(map(highlight.block, *zip(*blocks)))
        return highlight.in_colours({"a.html": page}, pieces)["a.html"]

    def test_each_text_is_asked_for_once_as_it_was_written(self):
        asked = []

        def pieces(blocks):
            asked.extend(blocks)
            return [[("k", "a "), ("", "< "), ("", "&amp;\n"), ("s", '"</code>"')], []]

        texts = (
            ('a < &amp;\n"</code>"', "C++"),
            ("plain <b>", "none"),
            ('a < &amp;\n"</code>"', "c++"),
        )
        page = self.coloured(pieces, *texts)
        self.assertEqual(asked, [("c++", texts[0][0]), ("none", "plain <b>")])
        inside = '<span class="k">a </span>&lt; &amp;amp;\n<span class="s">&#34;&lt;/code&gt;&#34;</span></code>'
        self.assertEqual(page.count(inside), 2)
        self.assertIn("<code>plain &lt;b&gt;</code>", page)

    def test_pygments_has_the_same_classes(self):
        text = '#include <a>\n// b\nauto c = f(true, 1, "d");'
        page = self.coloured(highlight.by_pygments, (text, "C++"), ('{"a": [1, null]}', "json"))
        for inside in (
            '<span class="s">&lt;a&gt;',
            '<span class="c">// b',
            '<span class="k">auto ',
            '<span class="t">1</span>',
            '<span class="s">&#34;d&#34;</span>',
            '<span class="n">&#34;a&#34;</span>',
            '<span class="t">null</span>',
        ):
            self.assertIn(inside, page)

    def test_pygments_knows_yaml_by_both_names(self):
        for language in ("yaml", "YML"):
            page = self.coloured(highlight.by_pygments, ("a: 1 # b", language))
            self.assertIn('<span class="c"># b</span>', page)

    def test_pygments_leaves_a_language_that_it_does_not_know(self):
        self.assertIn("<code>a 1</code>", self.coloured(highlight.by_pygments, ("a 1", "nonsense")))


class Search(unittest.TestCase):
    def test_minisearch_stands_between_the_entries_and_what_asks_it(self):
        entries = [("a</script>", "GET", "a.html", "words")]
        plain = search.script(entries, "")
        index, answers = plain.split("\n", 1)
        self.assertEqual(json.loads(index[len("window.restbindIndex=") : -1]), [list(entries[0])])
        self.assertNotIn("</script", plain)
        self.assertIn("window.restbindSearch =", answers)
        self.assertEqual(search.script(entries, "mini;\n"), f"{index}\nmini;\n{answers}")


class NodeModules(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        self.modules = self.folder / "node_modules"
        self.modules.mkdir()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def add_minisearch(self):
        self.write("node_modules/minisearch/package.json", "{}")
        self.write("node_modules/minisearch/LICENSE.txt", "You may.\n")
        self.write("node_modules/minisearch/dist/umd/index.js", "window.MiniSearch = 1;\n")

    def add_shiki(self, node=NODE):
        self.write("node_modules/shiki/package.json", "{}")
        if node:
            self.write("bin/node", node).chmod(0o755)

    def docs(self, *more):
        out = self.folder / "site"
        with mock.patch.dict(os.environ, {"PATH": str(self.folder / "bin")}):
            found = run("docs", SPEC, "--out", out, "--node-modules", self.modules, *more)
        return (*found, out)

    def test_a_folder_with_neither_package_is_refused(self):
        status, _, err, out = self.docs()
        self.assertEqual(status, 2)
        self.assertIn(f"--node-modules {self.modules} has neither minisearch nor shiki: ", err)
        self.assertIn("`npm install --prefix DIR minisearch shiki` makes DIR/node_modules", err)
        self.assertFalse(out.exists())

    def test_minisearch_comes_into_the_site_with_its_licence(self):
        self.add_minisearch()
        status, told, err, out = self.docs()
        self.assertEqual((status, err), (0, ""))
        self.assertIn("without shiki: `npm install --prefix DIR shiki`", told)
        text = (out / "assets/search.js").read_text(encoding="utf-8")
        self.assertIn("/*! MiniSearch\n\nYou may.\n*/\nwindow.MiniSearch = 1;\n", text)

    def test_minisearch_without_its_script_is_refused(self):
        self.add_minisearch()
        script = self.modules / "minisearch/dist/umd/index.js"
        script.unlink()
        status, _, err, _ = self.docs()
        self.assertEqual(status, 2)
        self.assertIn(f"minisearch cannot be used: {script}: No such file", err)

    def test_shiki_colours_the_code_of_all_pages(self):
        self.add_shiki()
        status, told, err, out = self.docs()
        self.assertEqual((status, err), (0, ""))
        self.assertIn("without minisearch: ", told)
        self.assertNotIn("colours", told)
        page = (out / "index.html").read_text(encoding="utf-8")
        self.assertIn('<code><span class="k">// main.cpp\n#include &lt;restbind/src.hpp&gt;', page)

    def test_shiki_without_node_is_refused(self):
        self.add_shiki(node="")
        status, _, err, _ = self.docs()
        self.assertEqual(status, 2)
        self.assertIn("shiki needs Node, which is not there (Debian: nodejs)", err)

    def test_what_shiki_says_when_it_fails_is_told(self):
        self.add_shiki("#!/bin/sh\necho 'Error: no wasm' >&2\nexit 1\n")
        status, _, err, out = self.docs()
        self.assertEqual(status, 1)
        self.assertIn(f"{self.modules / 'shiki'} has failed: Error: no wasm", err)
        self.assertFalse(out.exists())

    def test_an_options_file_names_the_folder_from_where_it_stands(self):
        self.add_minisearch()
        options = self.write("restbind.yaml", f"spec: {SPEC}\nnode-modules: node_modules\n")
        out = self.folder / "site"
        status, _, err = run("docs", "--options", options, "--out", out)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("You may.", (out / "assets/search.js").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
