# SPDX-License-Identifier: BSL-1.0
"""Golden files: what the generator makes of small documents, byte for byte: all of it, or what a
folder's `pinned.txt` names.

RESTBIND_UPDATE_EXPECTED=1 writes them anew; read the difference before you keep it.
"""

import functools
import os
import pathlib
import re
import shutil
import unittest

from restbind import render
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"


@functools.cache
def generated(folder):
    """The headers of a folder's document, as the build generates them: name -> text. The header of
    all others stands among them.
    """
    diagnostics = Diagnostics()
    api = lower_document(str(folder / "spec.yaml"), diagnostics).api
    if api is None:
        raise AssertionError(diagnostics.text(True))
    files = render.render_api(
        api,
        f"golden::{folder.name}",
        split="tag" if folder.name == "split" else "none",
        reading="lenient" if folder.name == "lenient" else "strict",
        without_default=folder.name == "zeros",
    )
    return {name.removeprefix("../"): text for name, text in files.items()}


def excerpt(text, name):
    """The declarations of a header that name `name` in a line of their own level: a type, its
    description, functions that take it.

    `a::b` looks for `b` among the members of `a`. Comments stand with what they explain. [] if
    there is none.
    """
    *outer, last = name.split("::")
    regions = [text.splitlines()]
    for level, part in enumerate(outer):
        regions = [
            _inside(block, 4 * level)
            for lines in regions
            for block in _blocks(lines, 4 * level)
            if _names(block, part, 4 * level)
        ]
    indent = 4 * len(outer)
    return [
        "\n".join(block)
        for lines in regions
        for block in _blocks(lines, indent)
        if _names(block, last, indent)
    ]


def _inside(block, indent):
    """The lines between the braces of a type; none where it has none."""
    opening = " " * indent + "{"
    return block[block.index(opening) + 1 : -1] if opening in block else []


def _blocks(lines, indent):
    """Lines in pieces that an empty line parts, where what follows it is code that stands no deeper
    than `indent` columns.
    """
    blocks = [[]]
    for line, following in zip(lines, [*lines[1:], ""]):
        if line or len(following) - len(following.lstrip()) > indent or following.startswith("#"):
            blocks[-1].append(line)
        else:
            blocks.append([])
    return [block for block in blocks if block]


def _names(block, name, indent):
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", "\n".join(block), flags=re.DOTALL)
    own = [line for line in code.splitlines() if len(line) - len(line.lstrip()) == indent]
    return any(re.search(rf"\b{re.escape(name)}\b", line) for line in own)


def pinned(folder):
    """What is compared: file -> text. Everything, unless `pinned.txt` lists files, or declarations
    of them behind a colon.
    """
    files = generated(folder)
    listed = folder / "pinned.txt"
    if not listed.exists():
        return files
    found = {}
    for line in listed.read_text(encoding="utf-8").splitlines():
        file, _, names = line.partition(":")
        if names:
            parts = {name: excerpt(files[file], name) for name in names.split()}
            missing = [name for name, blocks in parts.items() if not blocks]
            if missing:
                raise AssertionError(f"{listed}: {file} does not declare {' or '.join(missing)}")
            found[file] = "\n\n".join(block for blocks in parts.values() for block in blocks) + "\n"
        else:
            found[file] = files[file]
    return found


def update(folder, files):
    if (folder / "expected").exists():
        shutil.rmtree(folder / "expected")
    for name, text in files.items():
        path = folder / "expected" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Golden(unittest.TestCase):
    maxDiff = None

    def test_each_folder_holds_what_its_document_gives(self):
        folders = sorted(path.parent for path in GOLDEN.glob("*/spec.yaml"))
        self.assertGreaterEqual(len(folders), 10)
        self.assertGreaterEqual(
            sum(not (folder / "pinned.txt").exists() for folder in folders),
            2,
            "folders with everything",
        )
        for folder in folders:
            with self.subTest(folder.name):
                files = pinned(folder)
                if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
                    update(folder, files)
                held = {
                    str(path.relative_to(folder / "expected")): path.read_text(encoding="utf-8")
                    for path in (folder / "expected").rglob("*")
                    if path.is_file()
                }
                self.assertEqual(sorted(held), sorted(files))
                for name, text in files.items():
                    self.assertEqual(
                        held[name], text, f"{name}; RESTBIND_UPDATE_EXPECTED=1 writes it anew"
                    )

    def test_each_folder_is_explained(self):
        readme = (GOLDEN / "README.md").read_text(encoding="utf-8")
        folders = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())
        self.assertEqual(
            sorted(line.split("`")[1] for line in readme.split("\n") if line.startswith("| `")),
            folders,
        )


class Excerpt(unittest.TestCase):
    TEXT = """\
namespace a {

/** About b.

    Not about c.
*/
struct b
{
    /** First. */
    int one = 0; // two

    /** Second. */
    template <class = void>
    int two()
    {
        int const one = 1;

        return one;
    }
};

DESCRIBE(b)

inline void check(c const&) {}

} // namespace a
"""

    def test_a_type_brings_its_comment_and_what_names_it(self):
        first, second = excerpt(self.TEXT, "b")
        self.assertTrue(first.startswith("/** About b.") and first.endswith("};"), first)
        self.assertEqual(second, "DESCRIBE(b)")

    def test_comments_and_bodies_do_not_count(self):
        self.assertEqual(excerpt(self.TEXT, "c"), ["inline void check(c const&) {}"])
        self.assertEqual(excerpt(self.TEXT, "two"), [])

    def test_a_member(self):
        self.assertEqual(
            excerpt(self.TEXT, "b::one"), ["    /** First. */\n    int one = 0; // two"]
        )
        (function,) = excerpt(self.TEXT, "b::two")
        self.assertTrue(
            function.startswith("    /** Second. */\n    template")
            and function.endswith("return one;\n    }"),
            function,
        )
        self.assertEqual(excerpt(self.TEXT, "b::three"), [])


if __name__ == "__main__":
    unittest.main()
