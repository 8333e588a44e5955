# SPDX-License-Identifier: BSL-1.0
"""Generated headers include what they name of the standard library, Boost.JSON and the runtime: by
themselves, or through headers of ours. Those of Boost and of the standard library may include less
in their next version."""

import functools
import pathlib
import re
import runpy
import sys
import textwrap
import unittest
from unittest import mock

from tests.alone import reached

from restbind import render
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document

from .documents import HEAD, lower
from .test_golden import GOLDEN, generated

TESTS = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = TESTS.parent / "include"

# Where the standard and Boost.JSON say that a name is declared.
HEADERS = {
    "array": "array",
    "chrono": "chrono",
    "function": "functional",
    **dict.fromkeys(("int8_t", "int16_t", "uint8_t", "uint16_t", "int32_t"), "cstdint"),
    "int64_t": "cstdint",
    "uint32_t": "cstdint",
    "uint64_t": "cstdint",
    "map": "map",
    "unordered_map": "unordered_map",
    "move": "utility",
    "pair": "utility",
    "in_place_type": "utility",
    "monostate": "variant",
    "variant": "variant",
    "visit": "variant",
    "holds_alternative": "variant",
    "optional": "optional",
    "nullopt": "optional",
    "set": "set",
    "shared_ptr": "memory",
    "unique_ptr": "memory",
    "make_unique": "memory",
    "size_t": "cstddef",
    "byte": "cstddef",
    "span": "span",
    "string": "string",
    "to_string": "string",
    "string_view": "string_view",
    "vector": "vector",
    "strong_ordering": "compare",
    "partial_ordering": "compare",
    "numeric_limits": "limits",
    "is_same_v": "type_traits",
}
OPEN = {
    "value": "boost/json/value.hpp",
    "object": "boost/json/object.hpp",
    "array": "boost/json/array.hpp",
}
RUNTIME = {
    path.relative_to(INCLUDE).as_posix(): path.read_text(encoding="utf-8")
    for path in INCLUDE.glob("restbind/**/*.?pp")
}


@functools.cache
def declared():
    """Types of the runtime that one header alone declares, outside of other namespaces: name ->
    header.
    """
    found = {}
    for header, text in RUNTIME.items():
        if re.search(r"^namespace restbind::inline RESTBIND_ABI$", text, re.MULTILINE):
            for name in re.findall(
                r"^(?:struct|class|using|enum class) (\w+)\b(?! *;)", text, re.MULTILINE
            ):
                found.setdefault(name, set()).add(header)
    return {name: min(headers) for name, headers in found.items() if len(headers) == 1}


def code_of(text):
    """A header without comments and literals."""
    return re.sub(
        r'/\*.*?\*/|//[^\n]*|R"[^(\n]*\(.*?\)[^"\n]*"|"(?:\\.|[^"\\\n])*"',
        "",
        text,
        flags=re.DOTALL,
    )


def named(text, namespace):
    return set(re.findall(rf"(?<!::)\b{namespace}::(\w+)\b(?!::)", code_of(text)))


def missing_types(files):
    """Generated headers, name -> text: the types that each of them names and that only a header
    declares which it does not include.
    """
    code = {name: code_of(text) for name, text in files.items()}
    places, found = {}, []
    for name, text in code.items():
        for one in re.findall(r"^(?:struct|class|enum class|using) (\w+)\b", text, re.MULTILINE):
            places.setdefault(one, set()).add(name)
    for name, text in code.items():
        has = reached(name, files[name], files) | {name}
        found += [
            f"{name}: {one}"
            for one in sorted(set(re.findall(r"(?<![\w.:])[A-Z]\w*", text)) & places.keys())
            if places[one].isdisjoint(has)
        ]
    return found


def missing_rules(files):
    """Generated headers, name -> text: the types whose tables of rules each of them names, but
    includes no header that has them.
    """
    places = {}
    for name, text in files.items():
        for one in re.findall(r"\brestbind_rules\(\s*(\w+) const\*", text):
            places.setdefault(one, set()).add(name)
    return [
        f"{name}: rules of {one}"
        for name, text in files.items()
        for one in sorted(set(re.findall(r"\brules_of<(\w+)>", code_of(text))))
        if places.get(one, set()).isdisjoint(reached(name, text, files) | {name})
    ]


def missing(files):
    """Generated headers, name -> text: what each of them names and does not include."""
    ours, lists, found = (
        {**RUNTIME, **files},
        {"std": HEADERS, "boost::json": OPEN, "restbind": declared()},
        [],
    )
    for name, text in files.items():
        has = reached(name, text, ours)
        found += [
            f"{name}: {namespace}::{one} of <{headers[one]}>"
            for namespace, headers in lists.items()
            for one in sorted(named(text, namespace))
            if one in headers and headers[one] not in has
        ]
    return found + missing_types(files) + missing_rules(files)


def of_document(path, namespace="document", split="auto"):
    """The headers of a document: name -> text."""
    diagnostics = Diagnostics()
    api = lower_document(str(path), diagnostics).api
    if api is None:
        raise AssertionError(diagnostics.text(True))
    return {
        name.removeprefix("../"): text
        for name, text in render.render_api(api, namespace, split=split).items()
    }


def documents():
    """Those of the tests that are no golden ones."""
    return sorted(
        path
        for folder in ("conformance/specs", "differential/specs")
        for path in (TESTS / folder).iterdir()
    )


def prepared(cases, folder):
    """The document that a file of tests/json_schema becomes."""
    with mock.patch.object(sys, "argv", ["prepare.py", str(cases), str(folder), "whole"]):
        runpy.run_path(str(TESTS / "json_schema/prepare.py"))
    return pathlib.Path(folder, f"{cases.stem}.json")


class Includes(unittest.TestCase):
    def test_the_types_of_the_runtime_are_known(self):
        self.assertLessEqual(
            {
                "error": "restbind/core/error.hpp",
                "timestamp": "restbind/core/date_time.hpp",
            }.items(),
            declared().items(),
        )

    def test_a_type_of_another_header_is_missed(self):
        files = {
            "a.hpp": "struct A\n{\n};\n",
            "b.hpp": '#include "a.hpp"\n// C\nstruct B\n{\n    A a{};\n};\n',
            "c.hpp": "struct C\n{\n    A a{};\n};\n",
        }
        self.assertEqual(missing_types(files), ["c.hpp: A"])

    def test_each_header_includes_what_it_names(self):
        for folder in sorted(path.parent for path in GOLDEN.glob("*/spec.yaml")):
            with self.subTest(document=folder.name):
                self.assertEqual(missing(generated(folder)), [])

    def test_a_response_brings_the_headers_of_all_that_its_type_is_made_of(self):
        api, _ = lower(
            HEAD
            + textwrap.dedent(
                """
            paths:
              /counts:
                get:
                  operationId: list_counts
                  responses:
                    "200":
                      description: For each day.
                      content:
                        application/json:
                          schema: {type: array, items: {type: object, additionalProperties: {type: integer, format: int64}}}
            """
            )
        )
        files = render.render_api(api, "document")
        self.assertIn("std::vector<std::map<std::string, std::int64_t>>", files["operations.hpp"])
        self.assertEqual(missing(files), [])

    def test_only_rules_that_a_request_can_break_are_listed(self):
        api, _ = lower(
            HEAD
            + textwrap.dedent(
                """
            paths:
              /boards:
                post:
                  operationId: add_board
                  tags: [boards]
                  requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Board"}}}}
                  responses: {"204": {description: Added.}}
              /roles:
                post:
                  operationId: add_role
                  tags: [roles]
                  requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Role"}}}}
                  responses: {"204": {description: Added.}}
            components:
              schemas:
                Board:
                  type: object
                  properties:
                    name: {type: string, minLength: 1}
                    owner: {readOnly: true, allOf: [{$ref: "#/components/schemas/Person"}]}
                Person: {type: object, properties: {roles: {type: array, items: {$ref: "#/components/schemas/Role"}}}}
                Role: {type: object, properties: {key: {type: string, minLength: 1}}}
            """
            )
        )
        files = render.render_api(api, "document", split="tag")
        self.assertEqual(missing(files), [])
        self.assertIn("rules_of<Board>", files["operations/boards.hpp"])
        self.assertNotIn("rules_of<Role>", files["operations/boards.hpp"])

    def test_so_do_those_of_documents_of_other_tests(self):
        for path in documents():
            with self.subTest(document=path.name):
                self.assertEqual(missing(of_document(path)), [])


if __name__ == "__main__":
    unittest.main()
