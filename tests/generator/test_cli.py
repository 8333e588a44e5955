# SPDX-License-Identifier: BSL-1.0
"""The command line: what is printed where, exit statuses, and that a failure leaves everything as
it was.
"""

import contextlib
import hashlib
import importlib
import io
import json
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import tomllib
from tests.generator import slow
from tests.generator.documents import HEAD, ROOT, SPEC

from restbind import cli, render, report
from restbind.cpp import text
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document
from restbind.source import documents, load, nodes

GOOD = HEAD + "components: {schemas: {Cart: {type: object, properties: {id: {type: integer}}}}}\n"
WARNED = GOOD.replace("id: {", "id: {minLength: 3, ")
# an error that costs only the two limits
MISTAKEN = GOOD.replace("id: {", "id: {minimum: 5, maximum: 3, ")
BROKEN = GOOD.replace("id: {", "id: {x-restbind-rulez: 1, ")


def run(*arguments):
    """(exit status, stdout, stderr) of a call in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([str(argument) for argument in arguments])
    return status, out.getvalue(), err.getvalue()


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(pathlib.Path(folder).rglob("*"))
        if path.is_file()
    }


class Case(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        self.spec = self.folder / "spec.yaml"
        self.out = self.folder / "include/shop/v1"
        self.write(GOOD)

    def write(self, text):
        self.spec.write_text(text, encoding="utf-8")

    def generate(self, *more):
        return run(
            "generate", self.spec, "--quiet", "--out", self.out, "--namespace", "shop::v1", *more
        )

    def check(self, *more):
        return run("check", self.spec, "--out", self.out, "--namespace", "shop::v1", *more)


class Package(unittest.TestCase):
    """generator/pyproject.toml, of which an installed package is made."""

    def test_it_holds_all_files_and_runs_the_command_line(self):
        stated = tomllib.loads((ROOT / "generator/pyproject.toml").read_text(encoding="utf-8"))
        folder, others = (
            ROOT / "generator/restbind",
            stated["tool"]["setuptools"]["package-data"]["restbind"],
        )
        held = {path for pattern in others for path in folder.glob(pattern)}
        self.assertEqual(
            {
                path
                for path in folder.rglob("*")
                if path.is_file() and path.suffix not in (".py", ".pyc")
            },
            held,
        )
        module, _, function = stated["project"]["scripts"]["restbind"].partition(":")
        with mock.patch.object(sys, "argv", ["restbind", "--bogus"]), contextlib.redirect_stderr(
            io.StringIO()
        ):
            self.assertEqual(getattr(importlib.import_module(module), function)(), 2)
        module, _, name = stated["tool"]["setuptools"]["dynamic"]["version"]["attr"].rpartition(".")
        self.assertEqual(
            run("--version")[1], f"restbind {getattr(importlib.import_module(module), name)}\n"
        )


class Generate(Case):
    def test_it_writes_headers_and_says_nothing(self):
        self.assertEqual(self.generate(), (0, "", ""))
        self.assertIn("models.hpp", os.listdir(self.out))
        self.assertTrue((self.folder / "include/shop/v1.hpp").exists())

    def test_a_summary_says_what_was_generated_and_where_more_stands(self):
        self.write(
            HEAD
            + "paths: {/item: {get: {operationId: item, x-restbind-assumed: A1, responses: {'204': {description: d}}}}}\n"
        )
        command = ("generate", self.spec, "--out", self.out, "--namespace", "shop::v1")
        head, last = (
            "1 operation: 1 complete, 0 with fallbacks, 0 refused\n",
            "--report FILE says what became of each operation\n",
        )
        status, out, err = run(*command)
        assumed = f"1 assumption, which `restbind assumptions {self.spec}` lists\n"
        self.assertEqual(
            (status, out, err),
            (0, f"{head}9 headers in {self.out}: 9 changed\n{assumed}{last}", ""),
        )
        self.assertEqual(
            run(*command)[1], f"{head}9 headers in {self.out}: none changed\n{assumed}{last}"
        )
        (self.out / "models.hpp").unlink()
        report_file = self.folder / "report.json"
        self.assertEqual(
            run(*command, "--report", report_file)[1],
            f"{head}9 headers in {self.out}: 1 changed\n{assumed}{report_file} says what became of each operation\n",
        )
        self.assertEqual(run(*command, "--quiet"), (0, "", ""))

    def test_warnings_are_printed_and_do_not_stop_it(self):
        self.write(WARNED)
        status, out, err = self.generate()
        self.assertEqual((status, out), (0, ""))
        self.assertEqual(
            err.splitlines()[0],
            f"{self.spec}:3:63: warning RB035: `minLength` has no meaning for type `integer`; it fits `string`",
        )
        self.assertEqual(err.splitlines()[-1], "1 warning")
        self.assertTrue((self.out / "models.hpp").exists())

    def test_responses_are_read_as_is_asked_for(self):
        said = "restbind::json::reading::lenient"
        self.write(
            HEAD
            + "paths: {/item: {get: {operationId: item, responses: {'204': {description: d}}}}}\n"
        )
        for more, times in (
            ((), 0),
            (("--reading", "strict"), 0),
            (("--reading", "lenient"), 1),
            (("--reading", "lenient", "--split", "tag"), 1),
        ):
            self.assertEqual(self.generate(*more), (0, "", ""))
            texts = [text.decode() for text in contents(self.out).values()]
            self.assertEqual(sum(text.count(said) for text in texts), times, more)
            self.assertEqual(self.check(*more), (0, "", ""))
        self.assertEqual(self.check("--reading", "strict")[0], 1)
        self.assertEqual(self.generate("--reading", "loose")[0], 2)

    def test_check_knows_the_options_that_headers_were_generated_with(self):
        overlay = self.folder / "ours and theirs.yaml"
        overlay.write_text(
            "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: [{target: $.info, update: {version: '7'}}]\n"
        )
        self.write(
            HEAD
            + "paths: {/item: {get: {operationId: item, tags: [t], responses: {'204': {description: d}}}}}\n"
        )
        for more in (
            (),
            ("--split", "tag"),
            ("--reading", "lenient"),
            ("--formats", "annotate"),
            ("--overlay", overlay),
            ("--required-without-default",),
            ("--required-without-default", "--split", "tag"),
            ("--overlay", overlay, "--split", "tag", "--reading", "lenient"),
        ):
            self.assertEqual(self.generate(*more)[0], 0)
            self.assertEqual(run("check", self.spec, "--out", self.out), (0, "", ""), more)
            with contextlib.chdir(self.folder):  # wherever it is called
                self.assertEqual(
                    run("check", self.spec, "--out", "include/shop/v1"), (0, "", ""), more
                )
        for other in (("--split", "none"), ("--reading", "strict"), ("--namespace", "shop::v2")):
            self.assertEqual(run("check", self.spec, "--out", self.out, *other)[0], 1, other)

    def test_check_says_that_nothing_tells_the_options(self):
        said = f"restbind: {self.out}/.restbind-manifest does not name the options of the headers: give --namespace\n"
        self.generate()
        listed = self.out / ".restbind-manifest"
        # Written by an older generator, or changed by hand.
        for options in (
            "",
            "# Options: --namespace 'shop\n",
            "# Options: --namespace\n",
            "# Options: --namespace shop::v1 --split odd\n",
        ):
            listed.write_text(
                options
                + "".join(
                    line
                    for line in listed.read_text().splitlines(True)
                    if not line.startswith("# Options")
                )
            )
            self.assertEqual(run("check", self.spec, "--out", self.out), (2, "", said))
            self.assertEqual(self.check(), (0, "", ""))

    def test_a_local_error_is_printed_and_costs_only_what_it_stands_in(self):
        self.write(MISTAKEN)
        status, out, err = self.generate()
        self.assertEqual((status, out), (0, ""))
        self.assertTrue(
            err.startswith(f"{self.spec}:3:63: error RB014: minimum 5 is greater than maximum 3\n"),
            err,
        )
        self.assertTrue(
            err.endswith(
                "1 error\nnote: these errors cost only what they stand in; --strict refuses the document\n"
            ),
            err,
        )
        self.assertTrue((self.out / "models.hpp").exists())
        self.assertEqual(run("lint", self.spec)[0], 1)
        self.assertEqual(self.generate("--strict")[0], 1)

    def test_a_reference_that_leads_nowhere_costs_what_uses_it_and_is_a_failure_unless_it_is_accepted(
        self,
    ):
        gone = "{$ref: '#/components/schemas/Gone'}"
        self.write(
            HEAD
            + f"""paths:
  /a: {{get: {{operationId: fine, responses: {{"204": {{description: d}}}}}}}}
  /b: {{get: {{operationId: lost, responses: {{"200": {{description: d, content: {{application/json: {{schema: {gone}}}}}}}}}}}}}
components: {{schemas: {{Cart: {{type: object, properties: {{a: {gone}, b: {{$ref: 'gone.yaml'}}, c: {{$ref: 'https://a.example/b'}}, d: {{minimum: 2, maximum: 1}}}}}}}}}}
"""
        )
        for more, expected in (((), 1), (("--keep-going",), 0)):
            status, out, err = self.generate("--report", self.folder / "report.json", *more)
            self.assertEqual(
                (status, out),
                (
                    expected,
                    "2 operations: 1 complete, 1 with fallbacks, 0 refused; 4 references lead nowhere\n",
                ),
            )
            self.assertTrue(
                json.loads((self.folder / "report.json").read_text(encoding="utf-8"))["generated"]
            )
            self.assertIn(
                "<lost, no_request, boost::json::value,",
                (self.out / "operations.hpp").read_text(encoding="utf-8"),
            )
            self.assertEqual(
                err.endswith(
                    "restbind: 4 references lead nowhere; what uses them is open JSON or left out, which --keep-going accepts\n"
                ),
                expected == 1,
            )

    def test_with_strict_a_warning_stops_it(self):
        self.write(WARNED)
        self.assertEqual(self.generate("--strict")[0], 1)
        self.assertFalse(self.out.exists())

    def test_a_broken_document_leaves_the_old_headers_untouched(self):
        self.generate()
        before = contents(self.folder / "include")
        self.write(BROKEN)
        status, out, err = self.generate("--depfile", self.folder / "deps.d")
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(
            err.splitlines()[0],
            f"{self.spec}:3:63: error RB012: `x-restbind-rulez` is not a key of restbind",
        )
        self.assertEqual(err.splitlines()[-1], "1 error")
        self.assertEqual(contents(self.folder / "include"), before)
        self.assertFalse((self.folder / "deps.d").exists())

    def test_a_folder_may_be_named_by_dots(self):
        inner = self.out / "inner"
        inner.mkdir(parents=True)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(inner)
        self.assertEqual(
            run("generate", self.spec, "--quiet", "--out", "..", "--namespace", "shop::v1"),
            (0, "", ""),
        )
        self.assertTrue((self.out / "models.hpp").exists())
        self.assertTrue((self.out.parent / "v1.hpp").exists())

    def test_the_root_folder_is_refused(self):
        status, _, errors = run("generate", self.spec, "--out", "/", "--namespace", "shop::v1")
        self.assertEqual(status, 2)
        self.assertEqual(
            errors,
            "restbind: --out must not be the root folder: a header of the folder's name is written beside it\n",
        )

    def test_the_depfile_names_every_file_that_was_read(self):
        (self.folder / "part.yaml").write_text(
            "{type: object, properties: {v: {type: integer}}}\n", encoding="utf-8"
        )
        self.write(HEAD + "components: {schemas: {Cart: {$ref: part.yaml}}}\n")
        self.assertEqual(self.generate("--depfile", self.folder / "deps.d")[0], 0)
        text = (self.folder / "deps.d").read_text(encoding="utf-8")
        self.assertIn("spec.yaml", text)
        self.assertIn("part.yaml", text)

    def test_a_folder_that_cannot_be_written_is_one_line(self):
        self.out.parent.mkdir(parents=True)
        self.out.write_text("a file", encoding="utf-8")
        status, _, err = self.generate()
        self.assertEqual(
            (status, err),
            (1, f"restbind: {self.out}/.restbind-manifest cannot be written: Not a directory\n"),
        )

    def test_a_document_that_is_missing_is_a_finding(self):
        self.spec.unlink()
        status, _, err = self.generate()
        self.assertEqual(
            (status, err),
            (
                1,
                f"{self.spec}: error RB001: the file cannot be read: No such file or directory\n1 error\n",
            ),
        )


class Check(Case):
    def test_fresh_headers_pass(self):
        self.generate()
        self.assertEqual(self.check(), (0, "", ""))

    def test_differences_are_named(self):
        self.generate()
        (self.out / "models.hpp").write_text("// Generated by restbind from x\n", encoding="utf-8")
        (self.out / "client.hpp").unlink()
        before = contents(self.folder / "include")
        status, _, err = self.check()
        self.assertEqual(status, 1)
        self.assertEqual(
            [pathlib.Path(line.split(" ")[0]).name for line in err.splitlines()],
            ["client.hpp", "models.hpp"],
        )
        self.assertEqual(contents(self.folder / "include"), before)

    def test_a_header_that_is_missing_is_no_other_text(self):
        self.generate()
        (self.out / "client.hpp").unlink()
        self.assertEqual(
            self.check(),
            (1, "", f"{self.out}/client.hpp is missing: regenerate the headers of {self.spec}\n"),
        )

    def test_a_folder_that_is_not_there_is_told(self):
        self.assertEqual(
            run("check", self.spec, "--out", self.out),
            (2, "", f"restbind: {self.out} is no folder of headers: `generate` writes them\n"),
        )

    def test_a_changed_document_is_a_difference(self):
        self.generate()
        self.write(GOOD.replace("type: integer", "type: string"))
        self.assertEqual(self.check()[0], 1)

    def test_a_broken_document_fails(self):
        self.generate()
        self.write(BROKEN)
        self.assertEqual(self.check()[0], 1)


class Usage(Case):
    def test_wrong_usage_is_status_2(self):
        for arguments in (
            (),
            ("lint",),
            ("frobnicate", self.spec),
            ("generate", self.spec),
            ("lint", self.spec, "--bogus"),
            ("generate", self.spec, "--out", self.out),
            ("lint", self.spec, "--stri"),
        ):
            self.assertEqual(run(*arguments)[0], 2, arguments)

    def test_unknown_options_are_told_with_the_usage_of_the_command(self):
        self.assertTrue(run("lint", self.spec, "--bogus")[2].startswith("usage: restbind lint "))

    def test_the_version_is_that_of_the_runtime(self):
        runtime = re.search(
            r'RESTBIND_VERSION_STRING "(.*)"',
            (ROOT / "include/restbind/core/detail/config.hpp").read_text(encoding="utf-8"),
        )[1]
        self.assertEqual(run("--version"), (0, f"restbind {runtime}\n", ""))
        self.assertIn(
            f"project(restbind VERSION {runtime} ",
            (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"),
        )

    def test_help_is_status_0(self):
        status, out, _ = run("--help")
        self.assertEqual(status, 0)
        for command in ("generate", "check", "lint", "assumptions"):
            self.assertIn(command, out)

    def test_a_namespace_that_is_none_is_wrong_usage(self):
        for namespace in (
            "",
            "shop::",
            "::shop",
            "1a",
            "shop-v1",
            "std",
            "shop::class",
            "errno",
            "shop::EOF",
            "main",
        ):
            status, _, err = run("generate", self.spec, "--out", self.out, "--namespace", namespace)
            self.assertEqual((status, len(err.splitlines())), (2, 1), namespace)
            self.assertFalse(self.out.exists())

    def test_an_output_does_not_take_the_place_of_what_is_read(self):
        overlay = self.folder / "overlay.yaml"
        overlay.write_text(
            "overlay: 1.0.0\ninfo: {title: o, version: '1'}\nactions: [{target: $.info, update: {}}]\n",
            encoding="utf-8",
        )
        before = contents(self.folder)
        for option, path in (
            ("--report", self.spec),
            ("--depfile", self.folder / "include/../spec.yaml"),
            ("--report", overlay),
        ):
            status, out, err = self.generate("--overlay", overlay, option, path)
            self.assertEqual(
                (status, out, err),
                (2, "", f"restbind: {option} {path} would overwrite a file that is read\n"),
            )
            self.assertEqual(contents(self.folder), before)
        self.assertEqual(self.generate()[0], 0)
        before = contents(self.folder)
        status, _, err = run(
            "single-header",
            self.out,
            "--out",
            self.out / "models.hpp",
            "--runtime",
            ROOT / "include",
        )
        self.assertEqual(
            (status, err),
            (2, f"restbind: --out {self.out}/models.hpp would overwrite a header that is read\n"),
        )
        self.assertEqual(contents(self.folder), before)

    def test_a_single_header_is_made_of_headers_and_of_the_runtime(self):
        self.generate()
        for folder, runtime, why in (
            (self.folder, ROOT / "include", "holds no generated headers: there is no models.hpp"),
            (self.out, self.folder, f"the runtime is not in {self.folder}: give --runtime"),
        ):
            status, _, err = run(
                "single-header", folder, "--out", self.folder / "one.hpp", "--runtime", runtime
            )
            self.assertEqual(status, 2)
            self.assertIn(why, err)
            self.assertFalse((self.folder / "one.hpp").exists())

    def test_headers_want_a_folder_with_a_name(self):
        self.assertEqual(
            run("generate", self.spec, "--out", "", "--namespace", "a"),
            (2, "", "restbind: --out names no folder\n"),
        )

    def test_a_missing_package_is_one_line_with_the_command_that_mends_it(self):
        line = "restbind: the Python package `{}` is missing: apt-get install python3-yaml python3-jinja2\n"
        for package in ("jinja2", "yaml"):
            hidden = f"import runpy, sys; sys.modules[{package!r}] = None; runpy.run_module('restbind', run_name='__main__')"
            done = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    hidden,
                    "generate",
                    self.spec,
                    "--out",
                    self.out,
                    "--namespace",
                    "shop::v1",
                ],
                env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
                capture_output=True,
                text=True,
            )
            self.assertEqual(
                (done.returncode, done.stdout, done.stderr), (2, "", line.format(package))
            )
            self.assertFalse(self.out.exists())


OPERATION = HEAD + "paths: {/a: {get: {operationId: a, responses: {'204': {description: d}}}}}\n"


class Statuses(Case):
    """Every way in which a command ends: its status, what it says, and what it leaves behind."""

    def process(self, *arguments, out=subprocess.PIPE, err=subprocess.PIPE):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
        return subprocess.run(
            [sys.executable, "-m", "restbind", *map(str, arguments)],
            env=environment,
            stdout=out,
            stderr=err,
            check=False,
            text=True,
        )

    def closed(self):
        """The writing end of a pipe that nobody reads."""
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        return writer

    def test_a_report_that_cannot_be_written_stops_all_that_would_be(self):
        status, out, err = self.generate("--report", self.spec / "report.json")  # which is a file
        self.assertEqual(
            (status, out, err),
            (1, "", f"restbind: {self.spec / 'report.json'} cannot be written: File exists\n"),
        )
        self.assertFalse(self.out.exists())

    def test_the_report_says_so_where_the_headers_cannot_be_written(self):
        self.write(OPERATION)
        self.out.parent.mkdir(parents=True)
        self.out.write_text("a file", encoding="utf-8")
        status, out, err = self.generate("--report", self.folder / "report.json")
        self.assertEqual(
            (status, out),
            (1, "1 operation: 1 complete, 0 with fallbacks, 0 refused; nothing is generated\n"),
            err,
        )
        self.assertIs(
            json.loads((self.folder / "report.json").read_text(encoding="utf-8"))["generated"],
            False,
        )

    def test_what_cpp_cannot_hold_is_status_1_and_told_in_the_report(self):
        with mock.patch.object(
            render, "render_api", side_effect=text.UnsupportedText("no such value")
        ):
            status, out, err = self.generate("--report", self.folder / "report.json")
            self.assertEqual(
                (status, out, err.count("error: no such value")),
                (
                    1,
                    "0 operations: 0 complete, 0 with fallbacks, 0 refused; nothing is generated\n",
                    1,
                ),
            )
            self.assertIs(
                json.loads((self.folder / "report.json").read_text(encoding="utf-8"))["generated"],
                False,
            )
            self.assertEqual(self.check()[0], 1)
        self.assertFalse(self.out.exists())

    def test_a_mistake_of_the_generator_is_no_wrong_usage(self):
        with mock.patch.object(render, "render_api", side_effect=ValueError("a mistake")):
            for command in (self.generate, self.check):
                with self.assertRaises(ValueError):
                    command()

    def test_wrong_usage_is_status_2_whatever_is_wrong_with_the_document(self):
        self.write(BROKEN)
        for arguments in (
            ("--out", self.out, "--namespace", "1a"),
            ("--out", self.folder / "a b", "--namespace", "a"),
            ("--out", "/", "--namespace", "a"),
        ):
            for command in ("generate", "check"):
                status, out, err = run(command, self.spec, *arguments)
                self.assertEqual(
                    (status, out, len(err.splitlines())), (2, "", 1), (command, arguments)
                )

    def test_a_folder_that_cannot_be_read_is_status_1(self):
        self.out.parent.mkdir(parents=True)
        self.out.write_text("a file", encoding="utf-8")
        status, _, err = self.check()
        self.assertEqual(
            (status, err),
            (1, f"restbind: {self.out}/blocking_client.hpp cannot be read: Not a directory\n"),
        )

    @slow
    def test_a_reader_that_has_gone_changes_neither_the_work_nor_the_status(self):
        self.write(WARNED)
        self.assertEqual(
            self.process(
                "generate",
                self.spec,
                "--out",
                self.out,
                "--namespace",
                "shop::v1",
                err=self.closed(),
            ).returncode,
            0,
        )
        self.assertTrue((self.out / "models.hpp").exists())
        self.assertEqual(
            self.process(
                "lint", self.spec, "--strict", out=self.closed(), err=self.closed()
            ).returncode,
            1,
        )
        self.assertEqual(self.process("lint", self.spec, out=self.closed()).returncode, 0)
        self.assertEqual(self.process("--help", out=self.closed()).returncode, 0)
        self.write(BROKEN)
        self.assertEqual(
            self.process(
                "generate",
                self.spec,
                "--out",
                self.out,
                "--namespace",
                "shop::v1",
                err=self.closed(),
            ).returncode,
            1,
        )
        (self.folder / "new.yaml").write_text(GOOD.replace("Cart", "Order"), encoding="utf-8")
        self.write(GOOD)
        self.assertEqual(
            self.process("diff", self.spec, self.folder / "new.yaml", out=self.closed()).returncode,
            1,
        )

    def test_output_that_cannot_be_written_is_one_line(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            found = self.process("lint", self.spec, out=full)
        self.assertEqual(
            (found.returncode, found.stderr),
            (1, "restbind: the output cannot be written: No space left on device\n"),
        )

    def test_findings_decide_the_status_of_every_command(self):
        (self.folder / "other.yaml").write_text(GOOD, encoding="utf-8")
        # For each kind of document: generate, check (of headers that are its own), lint,
        # assumptions, diff.
        for kind, document, wanted in (
            ("good", GOOD, (0, 0, 0, 0, 0)),
            ("warnings", WARNED, (0, 0, 0, 0, 0)),
            ("local errors", MISTAKEN, (0, 0, 1, 0, 0)),
            ("errors", BROKEN, (1, 1, 1, 1, 2)),
        ):
            self.write(document)
            found = (
                self.generate()[0],
                self.check()[0],
                run("lint", self.spec)[0],
                run("assumptions", self.spec)[0],
                run("diff", self.spec, self.folder / "other.yaml")[0],
            )
            self.assertEqual(found, wanted, kind)
        for document in (WARNED, MISTAKEN):
            self.write(document)
            found = (
                self.generate("--strict")[0],
                self.check("--strict")[0],
                run("lint", self.spec, "--strict")[0],
                run("assumptions", self.spec, "--strict")[0],
            )
            self.assertEqual(found, (1, 1, 1, 1))

    def test_an_overlay_that_cannot_be_used_is_status_1_and_2_for_diff(self):
        for arguments, wanted in ((("lint", self.spec), 1), (("diff", self.spec, self.spec), 2)):
            self.assertEqual(run(*arguments, "--overlay", self.folder / "none.yaml")[0], wanted)


class Lint(Case):
    def test_it_counts_what_it_found(self):
        self.assertEqual(
            run("lint", self.spec),
            (0, f"{self.spec}: 0 operations, 1 model, 0 enums, 0 aliases\n", ""),
        )

    def test_findings_decide_the_status(self):
        self.write(WARNED)
        self.assertEqual(run("lint", self.spec)[0], 0)
        self.assertEqual(run("lint", self.spec, "--strict")[0], 1)
        self.write(BROKEN)
        self.assertEqual(run("lint", self.spec)[0], 1)

    def test_hidden_findings_are_shown_on_demand(self):
        self.write(
            HEAD
            + "components:\n  schemas:\n"
            + "".join(f"    M{n}: {{type: string, $dynamicRef: '#a'}}\n" for n in range(30))
        )
        self.assertIn("note: 10 more of RB011", run("lint", self.spec)[2])
        self.assertEqual(run("lint", self.spec, "--show-all")[2].count("warning RB011"), 30)

    def test_the_file_is_called_as_on_the_command_line(self):
        self.write(WARNED)
        kept = os.getcwd()
        os.chdir(self.folder)
        try:
            self.assertTrue(run("lint", "spec.yaml")[2].startswith("spec.yaml:3:63: "))
            self.assertTrue(run("lint", "./spec.yaml")[2].startswith("./spec.yaml:3:63: "))
        finally:
            os.chdir(kept)


class Assumptions(Case):
    # proves
    def test_the_own_document_lists_every_assumption(self):
        status, out, err = run("assumptions", SPEC, "--json", "--strict")
        self.assertEqual((status, err), (0, ""))
        found = json.loads(out)
        self.assertEqual(
            {id_ for one in found for id_ in one["ids"]}, {f"A-{number}" for number in range(1, 14)}
        )
        lines = SPEC.read_text(encoding="utf-8").splitlines()
        for one in found:
            self.assertIn("x-restbind-assumed", lines[one["line"] - 1])

    def test_the_table_gives_ids_place_pointer_and_text(self):
        self.write(
            HEAD
            + """components:
  schemas:
    Cart:
      type: object
      x-restbind-assumed: "A-3, A-11: order; A-12: capital\\n T"
      properties:
        id: {type: integer, x-restbind-assumed: no id here}
"""
        )
        status, out, _ = run("assumptions", self.spec)
        self.assertEqual(status, 0)
        self.assertEqual(
            out.replace(str(self.spec), "spec.yaml"),
            """\
A-3 A-11 A-12  spec.yaml:7  #/components/schemas/Cart                A-3, A-11: order; A-12: capital T
-              spec.yaml:9  #/components/schemas/Cart/properties/id  no id here
""",
        )

    def test_a_broken_document_lists_nothing(self):
        self.write(BROKEN)
        status, out, _ = run("assumptions", self.spec)
        self.assertEqual((status, out), (1, ""))


class Robustness(Case):
    @slow
    def test_output_does_not_depend_on_the_hash_seed(self):
        found = set()
        for seed in ("0", "1", "12345"):
            out = self.folder / f"seed{seed}/v1"
            environment = {
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": str(ROOT / "generator"),
            }
            command = [
                sys.executable,
                "-m",
                "restbind",
                "generate",
                str(SPEC),
                "--quiet",
                "--out",
                str(out),
                "--namespace",
                "ticketing::v1",
            ]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=True
            )
            self.assertEqual((done.stdout, done.stderr), ("", ""))
            found.add(
                hashlib.sha256(repr(sorted(contents(out.parent).items())).encode()).hexdigest()
            )
        self.assertEqual(len(found), 1)

    @slow
    def test_findings_do_not_depend_on_the_hash_seed(self):
        found = set()
        for seed in ("0", "1", "12345"):
            environment = {
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": str(ROOT / "generator"),
            }
            for name in ("own_keys_out_of_range.yaml", "fallbacks.yaml", "unknown_own_key.yaml"):
                done = subprocess.run(
                    [sys.executable, "-m", "restbind", "lint", name],
                    env=environment,
                    capture_output=True,
                    text=True,
                    cwd=ROOT / "tests/diagnostics",
                    check=False,
                )
                self.assertEqual(done.stdout == "", done.returncode == 1)
                found.add((name, done.stderr))
        self.assertEqual(len(found), 3)

    @slow
    def test_any_value_anywhere_gives_findings_never_an_exception(self):
        """Puts odd values into random places of the own document."""
        source, root = load.load_file(str(SPEC), "spec.yaml", 0, Diagnostics())
        slots = list(places_in(root))
        chooser = random.Random(7)
        accepted = 0
        for turn in range(400):
            holder, key = chooser.choice(slots)
            kept = holder[key]
            holder[key] = chooser.choice(ODD)()
            diagnostics = Diagnostics()
            with mock.patch.object(
                documents, "load_file", lambda *_: (source, pickle.loads(pickle.dumps(root)))
            ):
                lowered = lower_document("spec.yaml", diagnostics)
            self.assertEqual(lowered.api is None, diagnostics.stops)
            diagnostics.text()
            report.outcomes(lowered, diagnostics)
            if lowered.api is not None and turn % 10 == 0:  # what is accepted can also be written
                render.render_api(lowered.api, "ticketing::v1")
            accepted += lowered.api is not None
            holder[key] = kept
        self.assertGreater(accepted, 20)
        self.assertLess(accepted, 395)


def scalar(kind, text):
    return nodes.Scalar(kind, text, 1, 1, 1)


def map_of(**entries):
    made = nodes.Map(1, 1)
    for key, value in entries.items():
        made.keys[key], made.entries[key] = scalar("string", key), value
    return made


def list_of(*items):
    made = nodes.List(1, 1)
    made.items = list(items)
    return made


ODD = (
    lambda: scalar("null", "null"),
    lambda: scalar("integer", "-1"),
    lambda: scalar("integer", "9" * 30),
    lambda: scalar("number", "1e999"),
    lambda: scalar("number", ".nan"),
    lambda: scalar("number", "0.5"),
    lambda: scalar("boolean", "true"),
    lambda: scalar("boolean", "false"),
    lambda: scalar("string", ""),
    lambda: scalar("string", "object"),
    lambda: scalar("string", "array"),
    lambda: scalar("string", "{x}"),
    lambda: map_of(),
    lambda: list_of(),
    lambda: list_of(scalar("null", "null")),
    lambda: list_of(list_of()),
    lambda: list_of(map_of()),
    lambda: map_of(**{"$ref": scalar("string", "#/components/schemas/AllocateManualSeatsRequest")}),
    lambda: map_of(**{"$ref": scalar("integer", "3")}),
    lambda: map_of(**{"": scalar("string", "x")}),
    lambda: map_of(type=list_of(scalar("string", "null"))),
    lambda: map_of(enum=list_of(map_of(), list_of(), scalar("null", "null"))),
    lambda: map_of(anyOf=list_of(scalar("null", "null"), map_of())),
)


def places_in(root):
    """Each (dictionary or list, key or index) of a tree, YAML aliases once."""
    pending, seen = [root], set()
    while pending:
        node = pending.pop()
        holder = (
            node.entries
            if isinstance(node, nodes.Map)
            else node.items
            if isinstance(node, nodes.List)
            else None
        )
        if holder is None or id(node) in seen:
            continue
        seen.add(id(node))
        for key, value in list(holder.items()) if isinstance(holder, dict) else enumerate(holder):
            yield holder, key
            pending.append(value)


if __name__ == "__main__":
    unittest.main()
