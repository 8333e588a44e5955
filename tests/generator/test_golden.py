"""Golden files: what the generator makes of small documents, byte for byte."""

import pathlib
import unittest

from restbind import manifest, render
from restbind.diagnostics import Diagnostics
from restbind.lower import lower_document

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"


class Golden(unittest.TestCase):
    def test_each_folder_holds_what_its_document_gives(self):
        folders = sorted(path.parent for path in GOLDEN.glob("*/spec.yaml"))
        self.assertGreaterEqual(len(folders), 10)
        for folder in folders:
            with self.subTest(folder.name):
                diagnostics = Diagnostics()
                api = lower_document(str(folder / "spec.yaml"), diagnostics).api
                self.assertIsNotNone(api, diagnostics.text(True))
                files = render.render_api(api, f"golden::{folder.name}", "expected", "tag" if folder.name == "split" else "none")
                self.assertEqual(manifest.compare(folder / "expected", files), [])

    def test_each_folder_is_explained(self):
        readme = (GOLDEN / "README.md").read_text(encoding="utf-8")
        folders = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())
        self.assertEqual(sorted(line.split("`")[1] for line in readme.split("\n") if line.startswith("| `")), folders)


if __name__ == "__main__":
    unittest.main()
