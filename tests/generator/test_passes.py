# SPDX-License-Identifier: BSL-1.0
"""The passes of lowering: each writes fields of its own, reads what earlier ones have written, and
says so in its docstring.
"""

import dataclasses
import pathlib
import re
import tempfile
import unittest

from tests.generator.documents import ROOT, SPEC

from restbind.diagnostics import Diagnostics
from restbind.lower import passes
from restbind.lower.document import context_of
from restbind.lower.schema.context import Found
from restbind.source.documents import Documents

FIELDS = frozenset(one.name for one in dataclasses.fields(Found))
DOCUMENTS = [
    SPEC,
    *sorted(ROOT.glob("tests/golden/*/spec.yaml")),
    *sorted(ROOT.glob("tests/conformance/specs/*.yaml")),
]


class Recording(Found):
    """Notes which fields are read."""

    def __getattribute__(self, name):
        if name in FIELDS:
            object.__getattribute__(self, "read").add(name)
        # the newest table, which the pass that wrote it answers for
        elif name in ("named", "drafts"):
            newest = object.__getattribute__(self, name)
            object.__getattribute__(self, "read").update(
                one for one in FIELDS if vars(self).get(one) is newest
            )
        return object.__getattribute__(self, name)


def kept(value):
    """A value as it is now: what is changed later is another one."""
    if isinstance(value, dict):
        return {key: kept(one) for key, one in value.items()}
    if isinstance(value, (list, set)):
        return type(value)(kept(one) for one in value)
    if dataclasses.is_dataclass(value) and not value.__dataclass_params__.frozen:
        return type(value).__name__, {
            one.name: kept(getattr(value, one.name)) for one in dataclasses.fields(value)
        }
    return value


def snapshot(found):
    # some are not there before their pass
    return {name: kept(vars(found).get(name)) for name in FIELDS}


def recorded(path, order):
    """For each pass the fields that it read, and those that it wrote."""
    diagnostics = Diagnostics()
    documents = Documents(diagnostics)
    context = context_of(documents.open_main(str(path)), documents, diagnostics, True)
    object.__setattr__(context.found, "read", set())
    context.found.__class__ = Recording
    for run in order:
        before = snapshot(context.found)
        object.__getattribute__(context.found, "read").clear()
        run(context)
        read = set(object.__getattribute__(context.found, "read"))
        after = snapshot(context.found)
        yield run.__name__, read, {name for name in FIELDS if before[name] != after[name]}


def faults(order=passes.PASSES, documents=DOCUMENTS):
    """What is wrong with an order of passes, as sentences."""
    stated = {run.__name__: (told(run, "Needs"), told(run, "Gives")) for run in order}
    writers = {name: run for run, (_, gives) in stated.items() for name in gives}
    found = set()
    for path in documents:
        written = set()
        for run, read, wrote in recorded(path, order):
            needs, gives = stated[run]
            written |= gives
            found |= {
                f"{run} writes {name}, which {writers.get(name, 'no pass')} gives"
                for name in wrote - gives
            }
            found |= {f"{run} reads {name} and does not say so" for name in read - needs - gives}
            found |= {
                f"{run} reads {name}, which {writers.get(name, 'no pass')} writes later"
                for name in read - written
            }
    return sorted(found)


def told(run, word):
    """The fields that a docstring lists behind a word."""
    text = re.search(rf"{word}: (.*?)(?:\.\s|\.$|\Z)", " ".join(run.__doc__.split()) + " ")
    return FIELDS & set(re.findall(r"\w+", text[1])) if text else frozenset()


class Passes(unittest.TestCase):
    def test_each_field_is_given_by_one_pass(self):
        given = [name for run in passes.PASSES for name in told(run, "Gives")]
        self.assertEqual(sorted(given), sorted(FIELDS))

    def test_a_pass_reads_what_earlier_ones_have_written_and_writes_its_own(self):
        self.assertEqual(faults(), [])

    def test_a_wrong_order_is_found(self):
        order = list(passes.PASSES)
        homes = order.index(passes.find_homes)
        order[homes], order[homes + 1] = order[homes + 1], order[homes]
        self.assertIn(
            "find_kinds reads homes, which find_homes writes later",
            faults(order, [ROOT / "tests/golden/discriminators/spec.yaml"]),
        )

    def test_what_a_pass_needs_is_given_before(self):
        given = set()
        for run in passes.PASSES:
            self.assertLessEqual(told(run, "Needs"), given, run.__name__)
            given |= told(run, "Gives")

    def test_no_pass_opens_a_file(self):
        def ref(name):
            return f"{{$ref: {name}.yaml}}"

        text = f"""openapi: 3.1.0
info: {{title: T, version: "1"}}
paths:
  /item: {ref('item')}
  /list:
    get:
      operationId: list
      parameters: [{{name: filter, in: query, schema: {ref('filter')}}}]
      responses: {{"200": {{description: d, content: {{application/json: {{schema: {ref('list')}}}}}}}}}
webhooks: {{told: {{post: {{requestBody: {{content: {{application/json: {{schema: {ref('told')}}}}}}}}}}}}}
components:
  schemas:
    Pet: {{oneOf: [{ref('cat')}, {ref('dog')}], discriminator: {{propertyName: kind, mapping: {{cat: cat.yaml, bird: bird.yaml}}}}}}
"""
        names = ["filter", "list", "told", "cat", "dog", "bird", "item"]
        schema = "{type: object, required: [kind], properties: {kind: {type: string}}}"
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                (pathlib.Path(folder) / f"{name}.yaml").write_text(schema, encoding="utf-8")
            (pathlib.Path(folder) / "item.yaml").write_text(
                "get: {operationId: item, responses: {'204': {description: d}}}", encoding="utf-8"
            )
            path = pathlib.Path(folder) / "spec.yaml"
            path.write_text(text, encoding="utf-8")
            diagnostics = Diagnostics()
            documents = Documents(diagnostics)
            context = context_of(documents.open_main(str(path)), documents, diagnostics, True)
            opened = documents.paths
            for run in passes.PASSES:
                run(context)
        self.assertEqual(len(opened), 1 + len(names))
        self.assertEqual(documents.paths, opened)

    def test_the_recorder_sees_a_change_within_a_table(self):
        def spoils(context):
            """Gives: homes."""
            next(iter(context.found.members_made.values()))[0].boxed = True

        order = (*passes.PASSES[:3], spoils)
        self.assertIn(
            "spoils writes members_made, which make_types gives", faults(order, DOCUMENTS[:1])
        )


if __name__ == "__main__":
    unittest.main()
