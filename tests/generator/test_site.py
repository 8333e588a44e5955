# SPDX-License-Identifier: BSL-1.0
"""The site of a document, without a browser and without a compiler: tests/site/run has these."""

import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from markupsafe import Markup
from tests.generator.documents import ROOT

from restbind import pipeline
from restbind.cpp.literals import Digits
from restbind.docs import errors, markdown, pattern_examples, reference, site

TICKETING = ROOT / "spec/ticketing-v1.yaml"
STYLES = (
    "/simple/plain/list/R,1,G,1/R=1,G=1",
    "/label/.1/.list/.apart/matrix/;one=one/;several=R,1,G,1;R=1;G=1",
    "/query?R=1&G=1&joined=R%2C1%2CG%2C1",
)
HOSTILE = (
    "</script><script>alert(1)</script> <img src=x onerror=alert(2)> {{ 7 }} [x](javascript:1)"
)


def made(path, namespace="shop", **wanted):
    document = pipeline.read(str(path))
    assert document.lowered.api is not None, document.diagnostics.text()
    return site.make(document.lowered, document.diagnostics, site.Wanted(namespace, **wanted))


def made_of(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "spec.json")
        path.write_text(json.dumps(text), encoding="utf-8")
        return made(path)


class Elements(html.parser.HTMLParser):
    """The elements, ids and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.ids, self.links = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names.add(tag)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values[name] for name in ("href", "src") if name in values]
        assert not any(name.startswith("on") for name in values), (tag, values)


class Ticketing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = made(TICKETING, "ticketing::v1")

    def page(self, name):
        text = re.sub(r"<[^>]*>", "", self.site.files[f"operations/{name}.html"])
        return " ".join(html.unescape(text).split())

    def test_the_message_of_a_refusal_stands_beside_its_limit(self):
        page = self.page("allocate_manual_seats")
        for limit, message in (
            ("greater than 0", "EventSessionId must be greater than 0"),
            ("at least 1 element", "Detail must contain at least one seat operation"),
            ("greater than 0", "RateId must be greater than 0"),
            ("self.cartItemId != 0", "CartItemId must be provided when deselecting seats,"),
        ):
            self.assertIn(f"{limit} {message}", page)

    def test_an_operation_says_all_that_a_caller_has_to_know(self):
        page = self.page("confirm_order")
        for words in (
            "co_await client.confirm_order(request)",
            "client.async_confirm_order(request,",
            'curl "$BASE_URL/api/v1/order/confirm"',
            "error::outcome_unknown()",
            "503: 3 attempts in all",
            "Who can tell:",
            "scheme partner",
            "A retry may confirm twice.",
            "Correct the request: code(), violations(), problem().",
        ):
            self.assertIn(words, page)

    def test_typed_errors_have_their_number(self):
        self.assertIn("error_code::product_out_of_stock 10401", self.page("allocate_products"))

    def test_every_link_leads_somewhere_and_every_id_is_one(self):
        pages = {name: Elements(text) for name, text in self.site.files.items() if ".html" in name}
        for name, page in pages.items():
            self.assertEqual(len(page.ids), len(set(page.ids)), name)
            for link in page.links:
                target, _, place = link.partition("#")
                if link.startswith(("http", "data:")):
                    continue
                folder = pathlib.PurePosixPath(name).parent
                parts = []
                for part in (folder / target).parts if target else (name,):
                    parts = parts[:-1] if part == ".." else [*parts, part]
                found = "/".join(parts)
                self.assertIn(found, self.site.files, f"{name}: {link}")
                if place and found != "playground.html":
                    self.assertIn(place, pages[found].ids, f"{name}: {link}")

    def test_the_first_page_of_a_large_document_is_small_and_leads_to_all(self):
        operation = {
            "summary": "Reads what is asked for. " * 4,
            "responses": {"204": {"description": "Done"}},
        }
        paths = {
            f"/things/{number}": {
                "get": {
                    **operation,
                    "operationId": f"readTheThingNumber{number}",
                    "tags": [f"t{number % 30}"],
                }
            }
            for number in range(400)
        }
        large = made_of(
            {"openapi": "3.1.0", "info": {"title": "Large", "version": "1"}, "paths": paths}
        )
        first = ("index.html", "assets/site.css", "assets/site.js")
        self.assertLess(sum(len(large.files[name].encode()) for name in first), 100_000)
        leads = Elements(large.files["index.html"]).links
        tags = [name for name in large.files if name.startswith("tags/")]
        self.assertEqual(len(tags), 30)
        self.assertLessEqual(set(tags), set(leads))
        below = {
            link.removeprefix("../") for name in tags for link in Elements(large.files[name]).links
        }
        self.assertLessEqual({f"operations/{page.name}.html" for page in large.operations}, below)

    def test_webhooks_and_callbacks_have_pages_and_links(self):
        found = made(ROOT / "tests/golden/payloads/spec.yaml", "golden::payloads")
        self.assertEqual(
            [name for name in found.files if name.startswith("incoming/")],
            [f"incoming/{name}.html" for name in ("new_pet", "batch", "on_data", "on_ref")],
        )
        page = found.files["incoming/on_data.html"]
        text = re.sub("<[^>]*>", "", page)
        self.assertIn("Data has come.", text)
        self.assertIn("{$request.body#/url}", text)
        self.assertIn("decode&lt;api::SubscribeOnDataPayload&gt;(body)", text)
        self.assertIn("N must be greater than or equal to 3", text)
        self.assertIn("204", text)
        self.assertIn("../operations/subscribe.html", Elements(page).links)
        asking = Elements(found.files["operations/subscribe.html"]).links
        self.assertLessEqual({"../incoming/on_data.html", "../incoming/on_ref.html"}, set(asking))
        self.assertIn("validate(element, broken)", found.incoming[1].code.text)
        self.assertIn('"incoming/new_pet.html"', found.files["assets/search.js"])
        self.assertIn("[newPet](incoming/new_pet.html): a webhook, POST", found.files["llms.txt"])
        self.assertNotIn("incoming.html", self.site.files)

    def test_a_callback_of_several_operations_has_one_page(self):
        called = {"http://a": {"post": {"responses": {"204": {"description": "Seen."}}}}}
        asks = {"callbacks": {"told": {"$ref": "#/components/callbacks/told"}}}
        paths = {
            f"/{name}": {
                "post": {"operationId": name, "responses": {"204": {"description": "d"}}, **asks}
            }
            for name in ("buy", "rent")
        }
        found = made_of(
            {
                "openapi": "3.1.0",
                "info": {"title": "Calls", "version": "1"},
                "paths": paths,
                "components": {"callbacks": {"told": called}},
            }
        )
        self.assertEqual([page.asked_by for page in found.incoming], [("buy", "rent")])
        self.assertIn("No JSON that is described", found.files["incoming/told.html"])

    def test_scopes_stand_on_the_page_of_an_operation(self):
        found = made(ROOT / "tests/golden/security/spec.yaml", "golden::security").files
        told = found["operations/by_reporting_token.html"]
        self.assertIn("<code>schemes::reporting</code> has the scope", told)
        self.assertIn("<code>write</code> and <code>read</code>", told)
        self.assertNotIn("has the scope", found["operations/by_header.html"])

    def test_other_viewers_get_the_calls(self):
        document = json.loads(self.site.files["openapi.json"])
        post = document["paths"]["/api/v1/cart/allocateManualSeats"]["post"]
        labels = [sample["label"] for sample in post["x-codeSamples"]]
        self.assertEqual(labels, ["Coroutine", "Callback", "Blocking", "curl"])
        self.assertIn("client.allocate_manual_seats(request)", post["x-codeSamples"][0]["source"])

    def test_a_program_that_reads_text_gets_the_limits(self):
        text = self.site.files["llms.txt"]
        self.assertTrue(text.startswith("# Ticketing Partner REST Service 1.0\n"))
        self.assertIn("`detail[].seatId`: greater than 0 — refused with “SeatId must", text)

    def test_names_of_the_runtime_are_links(self):
        page = reference.RuntimePage("error.html", "restbind::error", Markup("<h1>error</h1>"))
        links = {
            "restbind::result": "runtime/result.html",
            "restbind::error::violations": "runtime/error.html#v",
            "restbind::decimal": "runtime/decimal.html",
        }
        files = made(TICKETING, reference=reference.Reference((page,), links, "")).files
        self.assertIn("<h1>error</h1>", files["runtime/error.html"])
        self.assertIn('href="runtime/index.html"', files["index.html"])
        operation = files["operations/allocate_manual_seats.html"]
        for place in ("result.html", "error.html#v"):
            self.assertIn(f'<a href="../runtime/{place}">', operation)
        self.assertIn('<a href="../runtime/decimal.html">', files["models/FeeDetail.html"])
        self.assertIn('"restbind::decimal","runtime"', files["assets/search.js"])
        self.assertNotIn("runtime/", "".join(self.site.files.values()))

    def test_names_are_found(self):
        text = self.site.files["assets/search.js"]
        index, _ = text.split("\n", 1)
        found = json.loads(index.removeprefix("window.restbindIndex=").removesuffix(";"))
        titles = [entry[0] for entry in found]
        for name in ("confirm_order", "SeatProperties", "validation_failed", "partner"):
            self.assertIn(name, titles)
        words = {entry[0]: entry[3] for entry in found}
        self.assertIn("The shapes of request and response", words["confirm_order"])

    def test_the_same_document_gives_the_same_bytes(self):
        self.assertEqual(self.site.files, made(TICKETING, "ticketing::v1").files)


class Hostile(unittest.TestCase):
    def test_a_text_of_the_document_never_becomes_an_element(self):
        schema = {
            "type": "object",
            "description": HOSTILE,
            "required": [HOSTILE],
            "properties": {
                HOSTILE: {
                    "type": "string",
                    "pattern": "^</script>$",
                    "default": HOSTILE,
                    "description": HOSTILE,
                    "enum": [HOSTILE],
                }
            },
        }
        document = {
            "openapi": "3.1.0",
            "info": {"title": HOSTILE, "version": HOSTILE, "description": HOSTILE},
            "tags": [{"name": HOSTILE, "description": HOSTILE}],
            "paths": {
                "/a": {
                    "post": {
                        "operationId": "run",
                        "tags": [HOSTILE],
                        "summary": HOSTILE,
                        "requestBody": {
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/A"}}
                            }
                        },
                        "responses": {"200": {"description": HOSTILE}},
                    }
                }
            },
            "components": {"schemas": {"A": schema}},
        }
        found = made_of(document)
        for name, text in found.files.items():
            if name.endswith(".html"):
                page = Elements(text)
                self.assertNotIn("img", page.names, name)
                self.assertFalse([link for link in page.links if "javascript" in link], name)
                self.assertEqual(text.count("<script"), 1, name)
            elif name.endswith("search.js"):
                self.assertNotIn("</script", text)


class Texts(unittest.TestCase):
    def html(self, text):
        return str(markdown.block(text, lambda code, language: markdown.inline(code)))

    def test_descriptions_are_commonmark(self):
        for text, wanted in (
            ("a *b* **c** `d<`", "<p>a <em>b</em> <strong>c</strong> <code>d&lt;</code></p>"),
            ("# A", "<h3>A</h3>"),
            ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
            ("2. a", "<ol><li>a</li></ol>"),
            ("snake_case_name", "<p>snake_case_name</p>"),
            (r"\*a\*", "<p>*a*</p>"),
            ("[a](https://b.example)", '<p><a href="https://b.example" rel="noreferrer">a</a></p>'),
            ("[a](./other.md)", "<p>a</p>"),
            (
                "[![](b.png)](https://b.example)",
                '<p><a href="https://b.example" rel="noreferrer">https://b.example</a></p>',
            ),
            (
                "[https://b.example](https://b.example)",
                '<p><a href="https://b.example" rel="noreferrer">https://b.example</a></p>',
            ),
            ("<b>", "<p>&lt;b&gt;</p>"),
            ("> a", "<blockquote><p>a</p></blockquote>"),
        ):
            self.assertEqual(self.html(text), wanted, text)
        self.assertIn('<th scope="col">a</th>', self.html("|a|b|\n|-|-|\n|1|2|"))

    def test_any_text_ends(self):
        for text in (
            "```",
            "- ",
            "|",
            "|-",
            "1.\n  2.",
            ">" * 500,
            "- " * 200,
            "[" * 200,
            "*" * 99,
        ):
            self.html(text)

    def test_an_example_matches_its_pattern(self):
        for pattern in ("^[A-Z]{3}$", r"^\d{4}-\d{2}$", "^(a|b)+c?$", "^[^a]{2,}$", "x{70}"):
            self.assertRegex(pattern_examples.example_of(pattern, 0, 100), pattern)

    def test_what_to_do_is_what_the_runtime_says(self):
        text = (ROOT / "include/restbind/core/error.hpp").read_text(encoding="utf-8")
        told = {}
        for kinds, todo in re.findall(r"^    \| (`[a-z_`, ]+`) +\| (.+?) +\|$", text, re.MULTILINE):
            told |= dict.fromkeys(re.findall(r"`(\w+)`", kinds), todo)
        self.assertEqual({kind: todo for kind, (_, todo) in errors.KINDS.items()}, told)


class Examples(unittest.TestCase):
    def example(self, schema):
        document = {
            "openapi": "3.1.0",
            "info": {"title": "a", "version": "1"},
            "paths": {
                "/a": {
                    "post": {
                        "operationId": "run",
                        "requestBody": {
                            "required": True,
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/A"}}
                            },
                        },
                        "responses": {"204": {"description": "b"}},
                    }
                }
            },
            "components": {"schemas": {"A": schema}},
        }
        found = made_of(document)
        return found.content.example(found.content.api.operations[0])

    def member(self, schema):
        found = self.example({"type": "object", "required": ["a"], "properties": {"a": schema}})
        return found["a"]

    def test_an_example_keeps_the_limits(self):
        for schema, wanted in (
            ({"type": "integer", "minimum": 7}, Digits("7")),
            ({"type": "integer", "multipleOf": 5, "exclusiveMinimum": 10}, Digits("15")),
            ({"type": "number", "maximum": 0.5}, Digits("0.5")),
            ({"type": "string", "minLength": 3, "maxLength": 3}, "a a"),
            ({"type": "string", "enum": ["b", "c"]}, "b"),
            ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [True, True]),
            ({"type": "string", "format": "date"}, "2026-05-01"),
        ):
            self.assertEqual(self.member(schema), wanted, schema)

    def test_the_examples_of_the_document_come_first_if_they_keep_the_limits(self):
        self.assertEqual(self.member({"type": "integer", "example": 5}), Digits("5"))
        self.assertEqual(self.member({"type": "integer", "examples": [0, 6], "minimum": 1}), "6")
        broken = {"type": "string", "format": "uuid", "example": "4f4e4e1-c824"}
        self.assertEqual(self.member(broken), "3fa85f64-5717-4562-b3fc-2c963f66afa6")

    def test_what_only_responses_have_is_left_out(self):
        schema = {
            "type": "object",
            "required": ["a", "b"],
            "properties": {"a": {"type": "string", "readOnly": True}, "b": {"type": "boolean"}},
        }
        self.assertEqual(self.example(schema), {"b": True})

    def test_what_holds_itself_ends(self):
        schema = {
            "type": "object",
            "required": ["a"],
            "properties": {"a": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}},
        }
        self.assertEqual(self.example(schema), {"a": []})


class Curl(unittest.TestCase):
    def test_parameters_are_written_in_their_styles(self):
        found = made(ROOT / "tests/golden/styles/spec.yaml")
        texts = [page.curl.text for page in found.operations]
        for wanted in STYLES:
            self.assertTrue(any(wanted in text for text in texts), (wanted, texts))


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = pathlib.Path(self.folder.name, "site")

    def run_docs(self, spec, *more):
        return subprocess.run(
            [sys.executable, "-m", "restbind", "docs", str(spec), "--out", str(self.out), *more],
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(ROOT / "generator"), "PATH": "/usr/bin:/bin"},
        )

    def test_writes_a_site_and_takes_away_what_is_gone(self):
        done = self.run_docs(TICKETING)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.out / "operations/confirm_order.html").is_file())
        done = self.run_docs(ROOT / "tests/golden/plain/spec.yaml")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.out / "operations/confirm_order.html").exists())

    def test_leaves_another_folder_alone(self):
        self.out.mkdir()
        (self.out / "mine.txt").write_text("mine", encoding="utf-8")
        done = self.run_docs(TICKETING)
        self.assertEqual(done.returncode, 2)
        self.assertIn("holds something that is no site of restbind", done.stderr)
        self.assertEqual([path.name for path in self.out.iterdir()], ["mine.txt"])

    def test_tells_what_has_changed_since_another_version(self):
        done = self.run_docs(TICKETING, "--since", str(ROOT / "tests/golden/ticketing-v2.yaml"))
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.out / "changes.html").read_text(encoding="utf-8")
        self.assertIn("D1", text)
        self.assertIn("changes since", (self.out / "index.html").read_text(encoding="utf-8"))

    def test_without_the_runtime_the_site_says_so(self):
        done = self.run_docs(TICKETING, "--reference", "--runtime", "no-such-folder")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("without a reference of the runtime: the runtime is not found", done.stdout)
        self.assertNotIn("The runtime", (self.out / "index.html").read_text(encoding="utf-8"))

    def test_without_a_compiler_the_site_says_so(self):
        done = self.run_docs(TICKETING, "--playground", "--compiler", "no-such-clang")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("without a playground: no-such-clang cannot be run", done.stdout)
        text = (self.out / "playground.html").read_text(encoding="utf-8")
        self.assertIn("no-such-clang cannot be run", text)

    def test_a_file_of_options_never_names_the_folder(self):
        done = subprocess.run(
            [sys.executable, "-m", "restbind", "docs", "--options", "spec/restbind.yaml"],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT / "generator"), "PATH": "/usr/bin:/bin"},
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("required: --out", done.stderr)


if __name__ == "__main__":
    unittest.main()
