# SPDX-License-Identifier: BSL-1.0
"""What the READMEs must tell a partner."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = (
    ".",
    "include/restbind",
    "generator",
    "spec",
    "tests",
    "tests/bench",
    "tests/fuzz",
    "tests/golden",
    "examples",
    "examples/sandbox",
)


class Readmes(unittest.TestCase):
    # proves: R5-9
    def test_says_how_access_is_asked_for_and_how_the_secret_is_kept(self):
        flowing = re.sub(r"\s+", " ", (ROOT / "spec/README.md").read_text(encoding="utf-8"))
        section = flowing.split("## Access to the real service")[1].split("## ")[0]
        for words in (
            "organization's name",
            "use case",
            "target environment",
            "client id",
            "client secret",
            "directory id",
            "address of the authorization server",
            "api://<api_app_guid>/.default",
            "base address",
            "`x-tenant` values",
            "neither in source control nor in a browser",
        ):
            self.assertIn(words, section)

    def test_name_only_files_that_exist(self):
        for folder in FOLDERS:
            text = re.sub(
                r"^```.*?^```$",
                "",
                (ROOT / folder / "README.md").read_text(encoding="utf-8"),
                flags=re.MULTILINE | re.DOTALL,
            )
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
                self.assertTrue((ROOT / folder / link).exists(), f"{folder}/README.md: {link}")

    def test_the_first_fits_on_two_pages(self):
        self.assertLessEqual(
            len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()), 120
        )


if __name__ == "__main__":
    unittest.main()
