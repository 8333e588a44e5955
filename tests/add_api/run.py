# SPDX-License-Identifier: BSL-1.0
"""restbind_add_api() in a project of its own: what runs again after which change, and what does
not.

    run.py CMAKE GENERATOR COMPILER WORK

Works on a copy of the generator, so that its files can be touched.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CMAKE, BUILDER, COMPILER, WORK = sys.argv[1:5]

SPEC = """openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /cart: {get: {operationId: cart, tags: [cart], responses: {"200": {description: d}}}}
components: {schemas: {Cart: {$ref: 'part one.yaml'}}}
"""
PART = "{type: object, properties: {id: {type: integer}}}\n"
OVERLAY = """overlay: 1.0.0
info: {title: O, version: "1"}
actions: [{target: $.info, update: {version: "VERSION"}}]
"""


# A call in a file that only sees the operation declared; nothing listens there.
PROGRAM = """#include <shop/v1.hpp>
int main()
{
    auto options = shop::v1::default_options();
    options.base_url = "http://127.0.0.1:1";
    options.retry.policy = restbind::http::retry_policy::never;
    shop::v1::blocking_client const client(std::move(options), {});
    return client.cart().error() == restbind::error_kind::connect ? 0 : 1;
}
"""


class Project:
    def __init__(self, name, more="", languages="CXX", configure=()):
        self.root = pathlib.Path(WORK, name)
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(
            ROOT / "generator",
            self.root / "generator",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        text = (ROOT / "tests/add_api/CMakeLists.txt.in").read_text(encoding="utf-8")
        for key, value in (
            ("LANGUAGES", languages),
            ("GENERATOR_DIR", f"{self.root}/generator"),
            ("INCLUDE_DIR", ROOT / "include"),
            ("MORE", more),
        ):
            text = text.replace(f"@{key}@", str(value))
        for name_, content in (
            ("CMakeLists.txt", text),
            ("shop.yaml", SPEC),
            ("part one.yaml", PART),
            ("ours.yaml", OVERLAY),
            ("restbind.yaml", "names: {Cart: Basket}\n"),
            (
                "shop.cpp",
                "#include <shop/v1/models.hpp>\nint id() { return int(sizeof(shop::v1::Cart)); }\n",
            ),
            ("program.cpp", PROGRAM),
            (
                "other.cpp",
                "#include <shop/v1/version.hpp>\nauto text() { return shop::v1::api_version; }\n",
            ),
        ):
            (self.root / name_).write_text(content, encoding="utf-8")
        self.out = self.root / "build/shop_api/shop/v1"
        self.configured = self.call(
            CMAKE,
            "-S",
            self.root,
            "-B",
            self.root / "build",
            "-G",
            BUILDER,
            *([f"-DCMAKE_CXX_COMPILER={COMPILER}"] if languages == "CXX" else []),
            *configure,
        )

    def call(self, *command):
        return subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.root,
        )

    def build(self, *more):
        """(whether the generator ran, the files compiled); fails with the build."""
        done = self.call(CMAKE, "--build", self.root / "build", *more)
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        return "Generating shop::v1" in done.stdout, sorted(
            re.findall(r"Building CXX object \S*/(\w+)\.cpp", done.stdout)
        )

    def change(self, name, old, new):
        """Changes a file so that its time is later than that of everything built, whatever the file
        system's resolution.
        """
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new), encoding="utf-8")
        self.touch(name)

    def touch(self, name):
        path = self.root / name
        newest = max(one.stat().st_mtime for one in (self.root / "build").rglob("*"))
        bound = time.monotonic() + 60
        while path.stat().st_mtime <= newest and time.monotonic() < bound:
            os.utime(path)


class AddApi(unittest.TestCase):
    def test_only_what_has_changed_is_done_again(self):
        project = Project("rebuilds")
        self.assertEqual(project.configured.returncode, 0, project.configured.stderr)
        self.assertEqual(project.build(), (True, ["other", "shop"]))
        self.assertEqual(project.build(), (False, []))
        for name in (
            "shop.yaml",
            "part one.yaml",
            "ours.yaml",
            "generator/restbind/cpp/text.py",
            "generator/restbind/templates/models.hpp.j2",
        ):
            project.touch(name)
            self.assertEqual(project.build(), (True, []), name)  # the headers are what they were
            self.assertEqual(project.build(), (False, []), name)
        project.change("part one.yaml", "type: integer", "type: string")
        self.assertEqual(project.build(), (True, ["shop"]))
        project.change("ours.yaml", "VERSION", "7")
        self.assertEqual(project.build(), (True, ["other", "shop"]))
        self.assertIn('"7"', (project.out / "version.hpp").read_text(encoding="utf-8"))
        if BUILDER == "Ninja":  # make does not look for byproducts
            (project.out / "models.hpp").unlink()
            self.assertEqual(project.build()[0], True)
            self.assertTrue((project.out / "models.hpp").exists())
            self.assertEqual(project.build(), (False, []))

    def test_a_mistake_stops_the_build_until_it_is_mended(self):
        project = Project("mistake", languages="NONE", more="STRICT")
        project.build("--target", "shop_api_headers")
        before = (project.out / "models.hpp").read_text(encoding="utf-8")
        project.change("part one.yaml", "type: integer", "type: integr")
        for _ in range(2):  # also the second time: the stamp has not been touched
            with self.assertRaises(AssertionError) as raised:
                project.build("--target", "shop_api_headers")
            self.assertIn("error RB036", str(raised.exception))
        self.assertEqual((project.out / "models.hpp").read_text(encoding="utf-8"), before)
        project.change("part one.yaml", "type: integr", "type: integer")
        self.assertEqual(project.build("--target", "shop_api_headers"), (True, []))

    def test_responses_are_read_as_is_asked_for(self):
        project = Project("reading", languages="NONE", more="READING lenient")
        project.build("--target", "shop_api_headers")
        self.assertIn(
            "reading::lenient", (project.out / "operations.hpp").read_text(encoding="utf-8")
        )

    def test_a_site_is_written_where_it_is_asked_for(self):
        project = Project("site", languages="NONE")
        index = project.root / "build/shop_site/index.html"
        project.build("--target", "shop_api_headers")
        self.assertFalse(index.exists())
        package = project.root / "packages/minisearch"
        (package / "dist/umd").mkdir(parents=True)
        for name in ("package.json", "LICENSE.txt", "dist/umd/index.js"):
            (package / name).write_text(f"// {name}\n", encoding="utf-8")
        project.build("--target", "shop_site")
        self.assertIn("Shop", index.read_text(encoding="utf-8"))
        search = project.root / "build/shop_site/assets/search.js"
        self.assertIn("// dist/umd/index.js", search.read_text(encoding="utf-8"))
        page = project.root / "build/shop_site/operations/cart.html"
        self.assertIn("<code>cart</code>", page.read_text(encoding="utf-8"))

    def test_an_options_file_is_one_of_the_files_that_are_read(self):
        project = Project("options", languages="NONE", more="OPTIONS restbind.yaml")
        project.build("--target", "shop_api_headers")
        self.assertIn("struct Basket\n", (project.out / "models.hpp").read_text(encoding="utf-8"))
        self.assertEqual(project.build("--target", "shop_api_headers"), (False, []))
        project.change("restbind.yaml", "Basket", "Trolley")
        self.assertEqual(project.build("--target", "shop_api_headers"), (True, []))
        self.assertIn("struct Trolley\n", (project.out / "models.hpp").read_text(encoding="utf-8"))

    def test_a_document_that_is_split_has_headers_for_each_tag(self):
        project = Project("split", more="SPLIT")
        self.assertEqual(project.configured.returncode, 0, project.configured.stderr)
        project.build()
        self.assertTrue((project.out / "operations/cart.hpp").exists())
        self.assertEqual(project.build(), (False, []))
        project.change(
            "shop.yaml",
            "schemas: {",
            "schemas: {Fee: {type: object, properties: {a: {type: integer}}}, ",
        )
        self.assertEqual(project.build()[1], ["shop"])
        self.assertTrue(
            any(
                "struct Fee" in one.read_text(encoding="utf-8")
                for one in (project.out / "models").glob("*.hpp")
            )
        )
        project.change("part one.yaml", "type: integer", "type: string")
        self.assertEqual(project.build()[1], ["shop"])
        self.assertEqual(project.build(), (False, []))

    def test_the_code_of_operations_is_compiled_once_if_that_is_asked_for(self):
        project = Project("compiled", more="COMPILED")
        self.assertEqual(project.configured.returncode, 0, project.configured.stderr)
        self.assertEqual(
            project.build(),
            (True, ["other", "program", "restbind_runtime_compiled", "shop", "src"]),
        )
        self.assertEqual(project.call(project.root / "build/program").returncode, 0)
        project.change("shop.yaml", "operationId: cart", "description: More, operationId: cart")
        self.assertEqual(project.build(), (True, ["program", "src"]))

    def test_the_code_of_each_tag_is_a_file_of_its_own(self):
        project = Project("compiled_split", more="SPLIT COMPILED")
        self.assertEqual(project.configured.returncode, 0, project.configured.stderr)
        self.assertIn(
            "#include <shop/v1/src/cart.hpp>",
            (project.root / "build/shop_api_compiled/cart.cpp").read_text(encoding="utf-8"),
        )
        self.assertEqual(
            project.build("--target", "shop_api_compiled")[1], ["cart", "restbind_runtime_compiled"]
        )

    def test_programs_of_the_target_system_are_not_looked_for_when_compiling_for_another(self):
        toolchain = pathlib.Path(WORK, "toolchain.cmake")
        toolchain.parent.mkdir(parents=True, exist_ok=True)
        toolchain.write_text(
            "set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_FIND_ROOT_PATH /nowhere)\n"
            "set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM ONLY)\nset(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)\nset(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)\n",
            encoding="utf-8",
        )
        program = "ninja" if BUILDER == "Ninja" else "make"
        project = Project(
            "cross",
            languages="NONE",
            configure=[
                f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
                f"-DCMAKE_MAKE_PROGRAM={shutil.which(program)}",
            ],
        )
        self.assertEqual(project.configured.returncode, 0, project.configured.stderr)
        self.assertEqual(project.build("--target", "shop_api_headers"), (True, []))
        self.assertTrue((project.out / "models.hpp").exists())

    def test_what_is_missing_is_told_when_configuring(self):
        for more, message in (
            ("gone.yaml", "there is no file"),
            ("OUT a BOGUS", "unknown arguments: BOGUS"),
        ):
            found = Project("usage", languages="NONE", more=more).configured
            self.assertNotEqual(found.returncode, 0)
            self.assertIn(message, " ".join(found.stderr.split()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
