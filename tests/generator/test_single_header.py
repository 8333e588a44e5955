# SPDX-License-Identifier: BSL-1.0
"""One header of several: `restbind single-header`."""

import contextlib
import io
import pathlib
import tempfile
import unittest

from tests.generator.documents import ROOT

from restbind import single_header
from restbind.cli import main


class SingleHeader(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.include = pathlib.Path(folder.name) / "include"
        self.api = self.include / "shop/v1"
        self.put(
            "restbind/core/a.hpp",
            "// SPDX-License-Identifier: BSL-1.0\n#pragma once\n#include <string>\nint a;\n",
        )
        for part in single_header.SINGLE:
            self.put(
                f"shop/v1/{part}.hpp",
                f"#pragma once\n#include <restbind/core/a.hpp>\nint {part};\n",
            )

    def put(self, name, text):
        path = self.include / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_command(self, *arguments):
        errors = io.StringIO()
        out = self.include.parent / "build/one.hpp"  # in a folder that is made
        with contextlib.redirect_stderr(errors):
            status = main(["single-header", str(self.api), "--out", str(out), *arguments])
        return status, errors.getvalue(), out.read_text(encoding="utf-8") if out.exists() else None

    def test_each_own_header_is_there_once_and_others_are_included(self):
        self.put(
            "shop/v1/operations.hpp",
            '#pragma once\n#include "models.hpp"\n#include <boost/x.hpp>\nint operations;\n',
        )
        status, errors, text = self.run_command()
        self.assertEqual((status, errors), (0, ""))
        lines = text.splitlines()
        for name in ("a", *single_header.SINGLE):
            self.assertEqual(lines.count(f"int {name};"), 1)
        self.assertLess(lines.index("int a;"), lines.index("int models;"))
        self.assertEqual(
            [one for one in lines if one.startswith("#include")],
            ["#include <string>", "#include <boost/x.hpp>", "#include <boost/json/src.hpp>"],
        )
        self.assertEqual(lines[2:4], ["#ifndef SHOP_V1_CORE_HPP", "#define SHOP_V1_CORE_HPP"])
        self.assertEqual([place for place, one in enumerate(lines) if "SPDX" in one], [0])
        self.assertNotIn("#pragma once", text)

    def test_a_header_that_only_a_condition_would_bring_is_no_part_of_one_header(self):
        self.put("shop/v1/models.hpp", "#ifdef X\n#include <restbind/core/a.hpp>\n#endif\n")
        status, errors, text = self.run_command()
        self.assertEqual((status, text), (1, None))
        self.assertEqual(
            errors,
            "restbind: a.hpp is first included under a condition (#ifdef X), later without it\n",
        )

    def test_the_other_branch_of_a_condition_is_another_condition(self):
        self.put("shop/v1/models.hpp", "#ifdef X\n#else\n#include <restbind/core/a.hpp>\n#endif\n")
        self.assertEqual(
            self.run_command()[1],
            "restbind: a.hpp is first included under a condition (#else), later without it\n",
        )

    def test_bodies_of_a_header_only_program_are_there_in_any_case(self):
        self.put(
            "shop/v1/models.hpp",
            "#ifndef RESTBIND_SEPARATE_COMPILATION\n#include <restbind/core/a.hpp>\n#endif\n",
        )
        self.assertEqual(self.run_command()[0], 0)

    def test_a_missing_header_is_named(self):
        (self.api / "version.hpp").unlink()
        status, errors, _ = self.run_command()
        self.assertEqual(status, 1)
        self.assertIn("version.hpp", errors)

    def test_the_runtime_may_stand_elsewhere(self):
        elsewhere = self.include.parent / "elsewhere"
        (elsewhere / "restbind").parent.mkdir()
        (self.include / "restbind").rename(elsewhere / "restbind")
        self.assertEqual(self.run_command("--runtime", str(elsewhere))[0], 0)

    def test_the_bindings_of_this_project_are_one_header_without_a_network(self):
        text = single_header.text(ROOT / "include/ticketing/v1", ROOT / "include")
        self.assertNotRegex(text, r"#\s*include <(boost/asio|openssl|restbind)/")
        self.assertIn("struct allocate_manual_seats", text)


if __name__ == "__main__":
    unittest.main()
