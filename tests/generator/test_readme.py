"""What the README must tell a partner."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Readme(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "README.md").read_text(encoding="utf-8")
        self.flowing = re.sub(r"\s+", " ", self.text)

    # proves: R5-9
    def test_says_how_access_is_asked_for_and_how_the_secret_is_kept(self):
        section = self.flowing.split("## Access to the real service")[1].split("## ")[0]
        for words in ("organization's name", "use case", "target environment", "client id", "client secret", "directory id",
                      "authority address", "api://<api_app_guid>/.default", "base address", "`x-tenant` values",
                      "neither in source control nor in a browser"):
            self.assertIn(words, section)

    def test_names_only_files_that_exist(self):
        for link in re.findall(r"\]\(([^)#:]+)\)", self.text):
            self.assertTrue((ROOT / link).exists(), link)


if __name__ == "__main__":
    unittest.main()
