# SPDX-License-Identifier: BSL-1.0
"""Rendering: nothing raw is printed, templates stay simple, and the output is the same
everywhere.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace

import jinja2
from tests.generator import documents, slow
from tests.generator.samples import (
    DOUBLE,
    INT,
    TEXT,
    alias,
    api,
    client_parameter,
    enum,
    limit,
    member,
    model,
    operation,
    parameter,
)

from restbind import ir, render, templating
from restbind.naming import Safe
from restbind.views import headers

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "spec/ticketing-v1.yaml"
TEMPLATES = ROOT / "generator/restbind/templates"
HOSTILE = 'x */ "; int broken; /* \\ \n ??/ @par \u202e \0 é {{ 1 }} {% raw %}'


def hostile():
    """An API in which every text of the document is as unpleasant as it can be."""
    doc = ir.Doc(summary=HOSTILE, description=HOSTILE, assumed=HOSTILE, deprecated=True)
    pointer = "#/components/*/" + HOSTILE
    one = ir.Model(
        HOSTILE,
        (
            ir.Member(
                HOSTILE,
                TEXT,
                "defaulted",
                HOSTILE,
                ir.Checked((ir.Constraint("enum", (HOSTILE, "a"), HOSTILE, pointer),)),
                doc,
                pointer,
            ),
            ir.Member(
                "class",
                INT,
                "required",
                None,
                ir.Checked((ir.Constraint("minimum", ("0",), HOSTILE, pointer),)),
                doc,
                pointer,
            ),
            ir.Member("colour", ir.Ref("col*/our"), "optional", None, ir.Checked(), doc, pointer),
        ),
        (),
        False,
        doc,
        pointer,
    )
    colour = ir.Enum("col*/our", "string", (HOSTILE, "", "a"), ("", "", ""), doc, pointer)
    call = ir.Operation(
        "do */ it",
        "post",
        "/a*/b",
        (),
        (ir.Parameter("x-*/", "header", TEXT, True, None, "tenant", (), doc, pointer),),
        HOSTILE,
        ir.Ref(HOSTILE),
        ir.Ref(HOSTILE),
        200,
        (ir.ErrorResponse("4XX", doc),),
        "not_idempotent",
        None,
        ir.Retry(3, 1000, 2, (503,)),
        ir.ValidationProblem(422, "map", "pascal", HOSTILE, doc, HOSTILE, HOSTILE),
        True,
        doc,
        pointer,
    )
    return ir.Api(
        HOSTILE,
        HOSTILE,
        doc,
        HOSTILE,
        (one,),
        (colour,),
        (),
        (call,),
        (ir.ErrorCode(1, HOSTILE, (400,), "do */ it", HOSTILE, pointer),),
        (
            ir.ClientParameter(
                "tenant", "x-*/", "header", HOSTILE.replace("\0", ""), (), doc, pointer
            ),
        ),
        (ir.Environment(HOSTILE, HOSTILE, pointer),),
        (),
        (
            ir.SecurityScheme(
                HOSTILE,
                "token",
                "header",
                "Authorization",
                doc,
                pointer,
                ir.TokenGrant(
                    HOSTILE,
                    (HOSTILE,),
                    "client_secret_post",
                    60,
                    10,
                    (ir.TokenVariable(HOSTILE, HOSTILE, HOSTILE),),
                    pointer,
                ),
            ),
        ),
        problem=ir.ProblemFormat(*[HOSTILE] * 7, pointer),
        trace_headers=(HOSTILE,),
    )


def everything():
    """An API with one of each kind of type, recursion included."""
    node = model(
        "Node",
        member("children", ir.Array(ir.Ref("Node"))),
        member("byName", ir.Map(ir.Ref("Node"))),
        member("leaf", ir.Ref("Leaf"), "optional"),
        member("id", limits=[limit("maximum", "5")]),
    )
    leaf = model("Leaf", member("parents", ir.Array(ir.Ref("Node")), "optional"))
    thing = model(
        "Thing",
        *(
            member(f"m{i}", ir.Scalar(kind), presence)
            for i, (kind, presence) in enumerate(
                (kind, presence)
                for kind in (
                    "boolean",
                    "int32",
                    "int64",
                    "uint64",
                    "double",
                    "decimal",
                    "string",
                    "date",
                    "date-time",
                    "base64",
                    "base64-png",
                )
                for presence in ("required", "optional", "nullable", "optional_nullable")
            )
        ),
        member("open", ir.Open("any")),
        member("list", ir.Open("array")),
        keeps_extra=True,
    )
    other = model(
        "Other",
        member("kind", ir.Ref("Kind"), "optional", limits=[limit("enum", "800", "801")]),
        member("alternatives", ir.OneOf((INT, TEXT))),
        member("tags", ir.Array(TEXT), "optional", items=[limit("minLength", "1")]),
        member("tree", ir.Ref("Node"), "optional"),
        member("zoom", DOUBLE, "optional", limits=[limit("range", "0.2", "5")]),
        member("real", DOUBLE, limits=[limit("minimum", "1")]),
        member("blob", ir.Scalar("base64"), limits=[limit("maxLength", "8")]),
        member("colour", ir.Ref("Colour"), limits=[limit("enum", "red")]),
        member("when", ir.Scalar("date-time"), "defaulted", "2024-01-02T03:04:05Z"),
    )
    return api(
        models=[node, leaf, thing, other, model("Empty")],
        enums=[enum("Kind", "800", "801", "-1"), enum("Colour", "red", base="string")],
        aliases=[alias("Others", ir.Array(ir.Ref("Other"))), alias("Anything", ir.Open("object"))],
        operations=[
            operation("makeThing", "Thing", ir.Ref("Thing"), ir.Ref("Thing")),
            operation("others", "Others", ir.Ref("Others")),
            operation("ping", response=TEXT),
            operation("empty", "Empty", ir.Ref("Empty"), ir.Ref("Anything"), idempotency="safe"),
        ],
        codes=[ir.ErrorCode(7, "wrong", (400, 409), "ping", "It is wrong.", "#/x")],
        client=[
            client_parameter("tenant", "x-tenant"),
            client_parameter("ext", "ext", "path", "ext"),
            client_parameter("lang", "lang", "query", ""),
        ],
        environments=[ir.Environment("staging", "", "#/servers/0")],
    )


def compile_all(namespaces, includes, body="int main() {}"):
    """What the compiler says of generated headers; '' when it is content. `namespaces`: folder ->
    files.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, files in namespaces.items():
            target = pathlib.Path(folder, name)
            target.mkdir(parents=True)
            for file, text in files.items():
                pathlib.Path(os.path.normpath(target / file)).write_text(text, encoding="utf-8")
        program = "".join(f"#include <{name}>\n" for name in includes) + body
        command = [
            "g++",
            "-std=c++20",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wconversion",
            "-Wshadow",
            "-Werror",
            "-fsyntax-only",
            "-I",
            folder,
            "-I",
            str(ROOT / "include"),
            "-x",
            "c++",
            "-",
        ]
        return subprocess.run(
            command, input=program, capture_output=True, text=True, check=False
        ).stderr


def lowered():
    from restbind.diagnostics import Diagnostics
    from restbind.lower.document import lower_document

    return lower_document(str(SPEC), Diagnostics(strict=True)).api


class Headers(unittest.TestCase):
    @slow
    def test_hostile_text_stays_text(self):
        files = render.render_api(hostile(), "shop::v1")
        self.assertEqual(compile_all({"v1": files}, ["v1/operations.hpp"]), "")
        for name, text in files.items():
            self.assertNotIn("\u202e", text)
            self.assertNotIn("\0", text)

    @slow
    def test_every_kind_of_type_compiles(self):
        files = render.render_api(everything(), "shop")
        self.assertEqual(compile_all({"shop": files}, ["shop/operations.hpp"]), "")

    @slow
    def test_a_document_without_any_of_our_keys_gives_headers_all_the_same(self):
        files = render.render_api(
            api(operations=[operation("ping", path="/", method="get", idempotency="safe")]), "tiny"
        )
        self.assertEqual(compile_all({"tiny": files}, ["tiny.hpp"]), "")

    @slow
    def test_a_document_without_operations_gives_headers_all_the_same(self):
        self.assertEqual(
            compile_all({"none": render.render_api(api(), "none")}, ["none/operations.hpp"]), ""
        )

    @slow
    def test_a_body_that_is_some_of_an_enum_compiles_where_it_is_used(self):
        content = "content: {application/json: {schema: {type: string, enum: [a, bb, ccc], maxLength: 2, minLength: 2}}}"
        document = (
            f'openapi: 3.1.0\ninfo: {{title: t, version: "1"}}\npaths:\n  /a: {{post: {{operationId: act, requestBody: {{required: true, {content}}}, '
            'responses: {"204": {description: d}}}}\n'
        )
        files = render.render_api(documents.lower(document)[0], "shop")
        body = 'using act = shop::operations::act;\nint main() { return act::build(act::request_type("bb")).has_value(); }'
        self.assertEqual(compile_all({"shop": files}, ["shop/operations.hpp"], body), "")

    # proves: R9-1
    @slow
    def test_two_versions_live_side_by_side_in_one_program(self):
        document = lowered()
        one, two = (
            render.render_api(document, f"ticketing::{version}") for version in ("v1", "v2")
        )
        body = """
            static_assert(!std::is_same_v<ticketing::v1::client, ticketing::v2::client>);
            static_assert(!std::is_convertible_v<ticketing::v1::SeatOperation, ticketing::v2::SeatOperation>);
            bool both() { return ticketing::v1::error_category() != ticketing::v2::error_category(); }"""
        self.assertEqual(
            compile_all(
                {"ticketing/v1": one, "ticketing/v2": two},
                ["ticketing/v1.hpp", "ticketing/v2.hpp"],
                body,
            ),
            "",
        )

    def test_the_committed_headers_are_what_the_document_gives(self):
        from restbind import manifest

        self.assertEqual(
            manifest.compare(
                ROOT / "include/ticketing/v1", render.render_api(lowered(), "ticketing::v1")
            ),
            [],
        )

    def test_each_header_says_where_it_comes_from_and_checks_the_runtime(self):
        for name, text in render.render_api(lowered(), "ticketing::v1").items():
            first = text.split("\n", 1)[0]
            self.assertEqual(
                first,
                "// Generated by restbind from ticketing-v1.yaml. Do not edit: change the spec and regenerate.",
            )
            if name not in ("../v1.hpp", "client.hpp", "src.hpp"):  # they include those that do
                self.assertIn("#if RESTBIND_CODEGEN_VERSION != 2\n#error", text)

    def test_a_runtime_whose_headers_have_moved_says_regenerate(self):
        """Of another runtime's headers only the one with the version need be where it was."""
        files = render.render_api(lowered(), "ticketing::v1")
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder, "restbind/core/detail/config.hpp")
            config.parent.mkdir(parents=True)
            config.write_text("#define RESTBIND_CODEGEN_VERSION 9999\n", encoding="utf-8")
            for name, text in files.items():
                path = pathlib.Path(folder, "v1", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            for name in files:
                run = subprocess.run(
                    [
                        "c++",
                        "-std=c++20",
                        "-fsyntax-only",
                        "-x",
                        "c++",
                        "-I",
                        folder,
                        str(pathlib.Path(folder, "v1", name)),
                    ],
                    capture_output=True,
                    text=True,
                    check=False,
                )
                first = next(line for line in run.stderr.splitlines() if "error:" in line)
                self.assertIn("regenerate them", first, name)

    def test_lines_fit_into_100_columns_and_have_no_space_at_their_end(self):
        for name, text in render.render_api(lowered(), "ticketing::v1").items():
            for line in text.split("\n"):
                self.assertLessEqual(len(line), 100, f"{name}: {line}")
                self.assertEqual(line, line.rstrip(), name)
            self.assertTrue(text.endswith("\n") and not text.endswith("\n\n"), name)
            self.assertNotIn("\n\n\n", text, name)


class OpenJson(unittest.TestCase):
    """The files are the same with open JSON and without, because a build has to know their names
    before the generator runs.
    """

    def files(self, kind):
        return render.render_api(
            api(models=(model("Any", member("any", kind)),), operations=[operation("send", "Any")]),
            "a",
        )

    def test_the_header_that_reads_and_writes_it_is_included_where_it_is_needed(self):
        closed, opened = self.files(TEXT), self.files(ir.Open("any"))
        self.assertEqual(list(closed), list(opened))
        including = {
            name for name, text in opened.items() if "<restbind/json/detail/open_value.hpp>" in text
        }
        self.assertEqual(including, {"operations.hpp"})
        self.assertIn("<restbind/core/detail/open_json.hpp>", opened["models.hpp"])
        self.assertFalse(
            [name for name, text in closed.items() if "boost/json" in text or "open_value" in text]
        )


class Operations(unittest.TestCase):
    def files(self, *operations):
        return render.render_api(
            api(models=(model("Pet", member("name", TEXT)),), operations=operations), "a"
        )

    def test_signatures_name_plain_types(self):
        client = self.files(operation("keep", "Pet", response=ir.Ref("Pet")))["client.hpp"]
        self.assertIn(
            "boost::asio::awaitable<restbind::result<Pet>>\n    keep(Pet const& request,\n", client
        )
        self.assertIn("    RESTBIND_REFUSE_TEMPORARIES(keep, Pet)\n", client)

    def test_an_operation_without_a_request_refuses_temporary_options_only(self):
        client = self.files(operation("ping"))["client.hpp"]
        self.assertIn("    RESTBIND_REFUSE_TEMPORARY_OPTIONS(ping, no_request const&)\n", client)
        self.assertNotIn("RESTBIND_REFUSE_TEMPORARIES", client)

    def test_the_code_of_each_is_declared_with_the_client_and_compiled_in_one_place(self):
        files = self.files(operation("keep", "Pet"), operation("ping"))
        code = {
            name: re.findall(
                r"^(?:extern )?template struct .*operation_impl<a::operations::(\w+)",
                files[name],
                re.MULTILINE,
            )
            for name in files
        }
        self.assertEqual(
            {name: found for name, found in code.items() if found},
            {"client.hpp": ["keep", "ping"], "src.hpp": ["keep", "ping"]},
        )

    def test_errors_stand_once_at_the_client_and_the_others_lead_there(self):
        files = self.files(operation("keep", "Pet"))
        listed = re.findall(r"@par Errors\n(.*?) +@par", files["client.hpp"], re.DOTALL)
        self.assertEqual(
            [part.split() for part in listed],
            ["- 404: It is not there. - everything else: see `restbind::error`.".split()],
        )
        for name, way in (
            ("operations.hpp", "The client's function of this name says more"),
            ("blocking_client.hpp", "As `keep` of the client, which says more"),
        ):
            self.assertNotIn("@par Errors", files[name])
            self.assertIn(way, files[name])
        self.assertIn(
            "    /** As `keep`, for any completion token. Never completes within this function. */\n",
            files["client.hpp"],
        )


class Deprecation(unittest.TestCase):
    """What the compiler says of it is tested by tests/compile_fail."""

    def files(self, *paths):
        old = ir.Doc(deprecated=True)
        models = [
            replace(
                model(
                    "Pet", replace(member("name", TEXT), doc=old if "member" in paths else ir.Doc())
                ),
                doc=old if "model" in paths else ir.Doc(),
            )
        ]
        keep = replace(operation("keep", "Pet"), doc=old if "operation" in paths else ir.Doc())
        return render.render_api(api(models=models, operations=[keep]), "a")

    def marked(self, *paths):
        return {
            name: text.count("[[deprecated]]")
            for name, text in self.files(*paths).items()
            if "[[deprecated]]" in text
        }

    def test_it_is_stated_where_a_program_names_it(self):
        self.assertEqual(self.marked(), {})
        self.assertEqual(self.marked("member"), {"models.hpp": 1})
        self.assertEqual(self.marked("model"), {"models.hpp": 1})
        self.assertEqual(
            self.marked("operation"),
            {"operations.hpp": 1, "client.hpp": 3, "blocking_client.hpp": 1},
        )

    def test_generated_code_may_use_it(self):
        self.assertFalse(
            [name for name, text in self.files().items() if "RESTBIND_USES_DEPRECATED" in text]
        )
        for name, text in self.files("member").items():
            if not name.startswith(".."):
                self.assertEqual(
                    text.count("RESTBIND_USES_DEPRECATED_BEGIN"),
                    text.count("RESTBIND_USES_DEPRECATED_END"),
                    name,
                )
                self.assertGreaterEqual(text.count("RESTBIND_USES_DEPRECATED_BEGIN"), 1, name)


class Determinism(unittest.TestCase):
    @slow
    def test_the_output_is_the_same_under_any_hash_seed_and_in_any_folder(self):
        script = (
            "import hashlib, sys; from restbind import render; from restbind.diagnostics import Diagnostics\n"
            "from restbind.lower.document import lower_document\n"
            "api = lower_document(sys.argv[1], Diagnostics()).api\n"
            "print(hashlib.sha256(repr(render.render_api(api, 'a::b')).encode()).hexdigest())"
        )
        found = set()
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, SPEC.name)
            copy.write_bytes(SPEC.read_bytes())
            for seed, spec in (("0", SPEC), ("1", copy), ("4711", SPEC)):
                env = {
                    **os.environ,
                    "PYTHONHASHSEED": seed,
                    "PYTHONPATH": str(ROOT / "generator"),
                    "LC_ALL": "C",
                }
                found.add(
                    subprocess.run(
                        [sys.executable, "-c", script, str(spec)],
                        env=env,
                        cwd=folder,
                        capture_output=True,
                        text=True,
                        check=True,
                    ).stdout
                )
        self.assertEqual(len(found), 1)

    def test_neither_times_nor_paths_of_a_machine_are_printed(self):
        for text in render.render_api(lowered(), "ticketing::v1").values():
            self.assertNotIn(f"{ROOT}/", text)
            self.assertNotRegex(text, r"/home/|/tmp/|/usr/|20[2-9][0-9]-[01][0-9]-[0-3][0-9]")


class Templates(unittest.TestCase):
    def test_a_template_is_loops_conditions_includes_and_values(self):
        """No macros, assignments or calls, and no filters but those that lay out: what else there
        is to decide belongs in views and text.
        """
        files = sorted(TEMPLATES.glob("*.j2"))
        self.assertGreater(len(files), 10)
        for file in files:
            text = re.sub(
                r"\{% raw %\}.*?\{% endraw \+?%\}",
                "",
                file.read_text(encoding="utf-8"),
                flags=re.DOTALL,
            )
            for tag in re.findall(r"\{%[-+]?\s*(.*?)\s*[-+]?%\}", text, flags=re.DOTALL):
                self.assertRegex(
                    tag,
                    r"\A(for \w+ in [\w.]+|endfor|(el)?if (not )?[\w.]+( and [\w.]+)?|else|endif"
                    r'|(el)?if [\w.]+ == "\w+"'
                    r"|with \w+ = [\w.]+(, \w+ = [\w.]+)*|endwith"
                    r"|filter (fill|closing|comment|broken|condition|with_lambda|braces|remark)|endfilter"
                    r'|include ("[\w.]+"|[\w.]+))\Z',
                    file.name,
                )
            for value in re.findall(r"\{\{-?\s*(.*?)\s*-?\}\}", text, flags=re.DOTALL):
                self.assertRegex(value, r"\A[a-z_]+(\.[a-z_]+)*( \| length)?\Z", file.name)

    def test_each_template_is_used_and_small(self):
        names = {file.name for file in TEMPLATES.rglob("*.j2")}
        python = "".join(
            file.read_text(encoding="utf-8") for file in (ROOT / "generator/restbind").rglob("*.py")
        )
        jinja = "".join(file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.j2"))
        used = {f"{name}.hpp.j2" for name in headers.ALL} | set(
            re.findall(r'"(?:docs/)?([\w.]+\.j2)"', python + jinja)
        )
        self.assertEqual(names, used)
        for file in TEMPLATES.glob("*.j2"):
            self.assertLess(len(file.read_text(encoding="utf-8").split("\n")), 120, file.name)

    def render(self, template, **values):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "t.j2").write_text(template, encoding="utf-8")
            return templating.environment(folder).get_template("t.j2").render(**values)

    def test_raw_text_is_refused(self):
        self.assertEqual(self.render("{{ x }}{{ n }}", x=Safe("a"), n=1), "a1")
        for raw in ("a", None, True, 1.5, b"a"):
            with self.assertRaisesRegex(TypeError, "not made safe"):
                self.render("{{ x }}", x=raw)

    def test_what_is_missing_is_an_error(self):
        with self.assertRaisesRegex(jinja2.UndefinedError, "missing"):
            self.render("{{ missing }}")


class Arguments(unittest.TestCase):
    def test_a_namespace_must_be_one(self):
        for wrong in (
            "",
            "a::",
            "::a",
            "a b",
            "1a",
            "class",
            "a::namespace",
            "std",
            "a.b",
            "a__b",
            "boost::x",
        ):
            with self.assertRaisesRegex(ValueError, "namespace"):
                render.render_api(api(), wrong)

    def test_the_header_of_all_headers_follows_the_folder(self):
        files = render.render_api(api(), "a::b", "folder")
        self.assertIn('#include "folder/models.hpp"', files["../folder.hpp"])
        with self.assertRaisesRegex(ValueError, "folder"):
            render.render_api(api(), "a", 'x"y')


if __name__ == "__main__":
    unittest.main()
