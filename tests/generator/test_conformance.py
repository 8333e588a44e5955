# SPDX-License-Identifier: BSL-1.0
"""What proves a report (`tests/conformance`) is strict itself."""

import collections
import contextlib
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest
from decimal import Decimal
from importlib.machinery import SourceFileLoader
from types import SimpleNamespace
from unittest import mock

_FOLDER = pathlib.Path(__file__).resolve().parent.parent / "conformance"
sys.path.insert(0, str(_FOLDER))

import cases  # noqa: E402
from document import Document  # noqa: E402
from independent import Independent  # noqa: E402
from samples import Maker, NoSample  # noqa: E402

_DOCUMENT = """\
openapi: {version}
info: {{title: t, version: "1"}}
paths: {{}}
components:
  schemas:
    Node: {{type: object, required: [id], properties: {{id: {{type: integer, readOnly: true}}, next: {{$ref: '#/components/schemas/Node'}}}}}}
"""


def document(version="3.0.3"):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(_DOCUMENT.format(version=version))
        file.flush()
        return Document(file.name)


class IndependentTest(unittest.TestCase):
    def check(self, schema, valid, invalid, version="3.0.3", is_unneeded=lambda _: False):
        judge = Independent(document(version), is_unneeded)
        for value in valid:
            self.assertEqual(judge.why(value, schema), "", value)
        for value in invalid:
            self.assertNotEqual(judge.why(value, schema), "", value)

    def test_numbers_are_judged_by_value(self):
        self.check({"type": "integer"}, [1, Decimal("3.0")], [Decimal("2.5"), "1", True])
        self.check(
            {"type": "number", "multipleOf": Decimal("0.1")}, [Decimal("0.3")], [Decimal("0.35")]
        )

    def test_spellings_of_3_0_are_understood(self):
        self.check({"type": "number", "minimum": 1, "exclusiveMinimum": True}, [2], [1])
        self.check({"type": "string", "nullable": True, "enum": ["a"]}, ["a", None], ["b"])
        self.check({"type": "string", "pattern": r"^\p{L}+$"}, ["abc"], ["1", "a\n"])

    def test_references_lead_round(self):
        document_ = document()
        judge = Independent(document_, lambda _: False)
        node = {"$ref": f"{document_.path}#/components/schemas/Node"}
        self.assertEqual(judge.why({"id": 1, "next": {"id": 2}}, node), "")
        self.assertIn("next", judge.why({"id": 1, "next": {"id": "2"}}, node))
        self.assertIn("'id' is a required", judge.why({"id": 1, "next": {}}, node))

    def test_what_the_other_side_sets_is_not_missed(self):
        document_ = document()
        judge = Independent(
            document_, lambda schema: schema is not None and schema.get("readOnly") is True
        )
        self.assertEqual(judge.why({}, {"$ref": f"{document_.path}#/components/schemas/Node"}), "")

    def test_formats_are_kept(self):
        for name, good, bad in (
            ("uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa6", "text"),
            ("email", "a@b.example", "a"),
            ("uri", "urn:a", "/a"),
            ("time", "12:30:45Z", "12"),
            ("duration", "PT5M", "P"),
            ("hostname", "a.b", "a_b"),
            ("ipv4", "192.0.2.1", "1.2.3"),
            ("ipv6", "::1", "1"),
            ("uri-reference", "../a", "a b"),
        ):
            self.check({"type": "string", "format": name}, [good], [bad])
        self.check({"type": "string", "format": "regex"}, ["("], [])

    def test_alternatives_that_a_discriminator_tells_may_both_fit(self):
        both = [{"type": "object"}, {"required": ["kind"]}]
        self.check({"oneOf": both}, [{}], [{"kind": "a"}])
        self.check(
            {"oneOf": both, "discriminator": {"propertyName": "kind"}}, [{}, {"kind": "a"}], []
        )


class SampleTest(unittest.TestCase):
    def test_a_sample_that_does_not_fit_is_none(self):
        maker = Maker(document("3.1.0"), "request", "all")
        self.assertEqual(maker.value({"type": "integer", "minimum": 3}), 7)
        with self.assertRaisesRegex(NoSample, "should not be valid|not allowed"):
            maker.value({"type": "string", "not": {"type": "string"}})

    def test_samples_keep_formats(self):
        maker = Maker(document("3.1.0"), "request", "all")
        self.assertEqual(
            maker.value(
                {"type": "string", "format": "uuid", "pattern": "^[A-F0-9-]+$", "example": "text"}
            ),
            "3FA85F64-5717-4562-B3FC-2C963F66AFA6",
        )
        with self.assertRaises(NoSample):
            maker.value({"type": "string", "format": "ipv4", "maxLength": 3})


class RunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        loader = SourceFileLoader("conformance_run", str(_FOLDER / "run"))
        cls.program = importlib.util.module_from_spec(
            importlib.util.spec_from_loader(loader.name, loader)
        )
        loader.exec_module(cls.program)

    def errors(self, verdicts, found):
        """Of operations with these verdicts, of which these samples were found, when the program
        says that all of them are well.
        """
        proof = self.program.Proof(
            pathlib.Path("spec.yaml"),
            None,
            mock.Mock(**{"compile.return_value": "", "link.return_value": ""}),
            pathlib.Path("folder"),
        )
        proof.verdicts = {id_: {"verdict": verdict, "why": ""} for id_, verdict in verdicts.items()}
        with mock.patch.object(
            proof, "outcomes", lambda program, jobs, named: [{}] * len(jobs)
        ), mock.patch.object(pathlib.Path, "write_text"):
            proof.prove(found, dict.fromkeys(found, "part.o"), {id_: id_ for id_ in found})
        operations = [
            SimpleNamespace(id=id_, method="get", path="/", at=mock.Mock(pointer="#"))
            for id_ in verdicts
        ]
        summary = {"operations": [], "results": collections.Counter()}
        proof.fold(
            SimpleNamespace(survey=SimpleNamespace(operations=SimpleNamespace(found=operations))),
            summary,
        )
        return proof.errors, dict(summary["results"])

    def test_a_complete_operation_of_which_nothing_was_sampled_is_a_failure(self):
        sample = cases.Case("{}", 200, "application/json", lambda outcome: None)
        self.assertEqual(
            self.errors({"a": "complete"}, {"a": cases.Found([sample])}), ([], {"ok": 1})
        )
        self.assertEqual(
            self.errors({"a": "complete"}, {"a": cases.Found()}),
            (["a: nothing was sampled: there is nothing to sample"], {"no sample": 1}),
        )
        self.assertEqual(
            self.errors({"a": "complete"}, {"a": cases.Found(why="no text fits")}),
            (["a: nothing was sampled: no text fits"], {"no sample": 1}),
        )
        # of a hundred, one is allowed
        self.assertEqual(
            self.errors({"a": "complete"}, {"a": cases.Found([sample], "no text fits")}),
            ([], {"no sample": 1}),
        )
        self.assertEqual(
            self.errors({"a": "fallback"}, {"a": cases.Found()}), ([], {"no sample": 1})
        )

    def test_a_document_of_which_no_operation_was_tried_is_a_failure(self):
        self.assertEqual(self.errors({}, {}), (["nothing was sampled: no operation was tried"], {}))
        self.assertEqual(
            self.errors({"a": "complete"}, {}),
            (["nothing was sampled: no operation was tried"], {}),
        )

    def test_too_many_operations_without_a_sample_fail_the_run(self):
        def status(**results):
            with contextlib.redirect_stdout(io.StringIO()):
                return self.program.concluded(
                    [{"errors": [], "results": collections.Counter(results)}]
                )

        self.assertEqual(status(ok=12), 0)
        self.assertEqual(status(**{"ok": 99, "no sample": 1}), 0)
        self.assertEqual(status(**{"ok": 98, "no sample": 2}), 1)


if __name__ == "__main__":
    unittest.main()
