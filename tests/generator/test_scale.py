# SPDX-License-Identifier: BSL-1.0
"""Time grows with the document, not with its square; long runs say what they do."""

import contextlib
import gc
import io
import pathlib
import tempfile
import time
import unittest
from unittest import mock

from tests.generator import slow, synthetic
from tests.generator.documents import HEAD, lower

from restbind import ir, progress, render, report
from restbind.diagnostics import Diagnostics
from restbind.graph import components
from restbind.lower.document import lower_document
from restbind.lower.schema import normalise
from restbind.lower.schema.context import Checks, Context, Document, Found, Making
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.shape import Shape
from restbind.lower.types import build, recursion
from restbind.source.refs import Cursor
from restbind.views import by_tag, layout


def seconds(text, name="big.json", split="none"):
    """Processor time of a whole run on a document."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, name)
        path.write_text(text, encoding="utf-8")
        gc.collect()
        start = time.process_time()
        diagnostics = Diagnostics()
        lowered = lower_document(str(path), diagnostics)
        report.outcomes(lowered, diagnostics)
        render.render_api(lowered.api, "big::v1", split=split)
        return time.process_time() - start


class Scale(unittest.TestCase):
    def assert_linear(self, small, large, name="big.json", split="none"):
        """Twice the document may take thrice the time: four times would be its square.

        A busy machine only ever adds time, so the best of a few runs counts; most documents need
        two of them.
        """
        first = second = float("inf")
        for run in range(8):
            first, second = min(first, seconds(small, name, split)), min(
                second, seconds(large, name, split)
            )
            if run > 0 and second < 3 * first:
                return
        self.fail(f"twice the document takes {second:.3f} s instead of {first:.3f} s")

    @slow
    def test_json_takes_time_in_proportion(self):
        self.assert_linear(synthetic.as_json(60, 10), synthetic.as_json(120, 10))

    @slow
    def test_headers_of_tags_take_time_in_proportion(self):
        self.assert_linear(synthetic.as_json(60, 5), synthetic.as_json(120, 5), split="tag")

    def test_headers_of_tags_are_made_from_what_is_worked_out_once(self):
        api, _ = lower(synthetic.as_json(20, 2))
        with mock.patch.object(
            by_tag, "operation_parts", wraps=by_tag.operation_parts
        ) as operations, mock.patch.object(
            layout, "model_parts", wraps=layout.model_parts
        ) as models:
            render.render_api(api, "big::v1", split="tag")
        self.assertEqual((operations.call_count, models.call_count), (1, 1))

    @slow
    def test_yaml_takes_time_in_proportion(self):
        self.assert_linear(synthetic.as_yaml(40, 10), synthetic.as_yaml(80, 10), "big.yaml")

    @slow
    def test_models_that_all_hold_each_other_take_time_in_proportion(self):
        self.assert_linear(circle(300), circle(600), "big.yaml")

    @slow
    def test_a_long_chain_of_models_with_a_rule_at_its_end_takes_time_in_proportion(self):
        self.assert_linear(chain(400), chain(800), "big.yaml")

    @slow
    def test_a_chain_of_allOf_takes_time_in_proportion_to_its_members(self):
        """Each layer has the members of all below it: twice the layers have four times the
        members.
        """

        def looked_up(number):
            with mock.patch.object(
                Cursor, "get", autospec=True, side_effect=Cursor.get
            ) as get, mock.patch.object(
                normalise, "_collect", wraps=normalise._collect
            ) as collect, mock.patch.object(
                Shape, "all", autospec=True, side_effect=Shape.all
            ) as asked:
                lower(layers(number))
            return (
                get.call_count
                + collect.call_count
                + sum(len(call.args[0].layers) for call in asked.call_args_list)
            )

        self.assertLess(looked_up(40), 4.2 * looked_up(20))

    def test_the_synthetic_document_is_used_in_whole(self):
        api, diagnostics = lower(synthetic.as_json(12))
        self.assertEqual((len(api.operations), diagnostics.text()), (12, ""))


def circle(number):
    """Models in a ring, in which each also holds another one across: all reach all."""
    rows = (
        f"    M{n}: {{properties: {{a: {{type: array, items: {{$ref: '#/components/schemas/M{(n + 1) % number}'}}}}, "
        f"b: {{type: array, items: {{$ref: '#/components/schemas/M{n * 7 % number}'}}}}}}}}\n"
        for n in range(number)
    )
    return HEAD + "components:\n  schemas:\n" + "".join(rows)


def chain(number):
    """A request whose models hold one another in a row; only the last has a limit, so that all of
    them are walked through.
    """
    head = (
        "paths: {/a: {put: {operationId: a, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/M0'}}}}, "
        "responses: {'200': {description: d}}}}}\n"
    )
    rows = (
        f"    M{n}: {{properties: {{a: {{$ref: '#/components/schemas/M{n + 1}'}}}}}}\n"
        for n in range(number)
    )
    return (
        HEAD
        + head
        + "components:\n  schemas:\n"
        + "".join(rows)
        + f"    M{number}: {{properties: {{a: {{type: integer, minimum: 1}}}}}}\n"
    )


def layers(number):
    """A request whose schema is made of all others by `allOf`, one within the other."""
    rows = {
        f"L{n}": f"{{allOf: [{ref(f'L{n + 1}')}, {{required: [p{n}], properties: {{p{n}: {{enum: [a]}}}}}}]}}"
        for n in range(number)
    }
    return schemas(rows | {f"L{number}": "{properties: {z: {type: string}}}"})


def schemas(rows):
    """A document with these schemas: name -> what it is, in YAML."""
    return (
        HEAD
        + "components:\n  schemas:\n"
        + "".join(f"    {name}: {row}\n" for name, row in rows.items())
    )


def ref(name, *more):
    return "{" + ", ".join((f"$ref: '#/components/schemas/{name}'", *more)) + "}"


class Bounds(unittest.TestCase):
    """Small documents that stand for large ones."""

    def models(self, text):
        api, diagnostics = lower(text)
        self.assertIsNotNone(api, diagnostics.text())
        return [model.name for model in api.models], api

    def test_a_member_that_adds_to_its_own_model_is_one_more_type(self):
        for inner in (
            ref("A", "properties: {x: {type: integer}}"),
            f"{{allOf: [{ref('A')}, {{properties: {{x: {{type: integer}}}}}}]}}",
        ):
            names, api = self.models(
                schemas({"A": f"{{type: object, properties: {{next: {inner}}}}}"})
            )
            self.assertEqual(names, ["A", "ANext"])
            held = {
                member.wire_name: member.type.name
                for member in api.models[1].members
                if member.wire_name == "next"
            }
            self.assertEqual(held, {"next": "ANext"})

    def test_equal_inline_schemas_are_one_type(self):
        size = "{type: object, description: d, properties: {w: {type: integer, minimum: 1}, unit: {type: string, enum: [cm, m]}}}"
        row = f"{{type: object, properties: {{size: {size}, unit: {{type: string, enum: [cm, m]}}, more: {{type: array, items: {size}}}}}}}"
        names, api = self.models(schemas({"A": row, "B": row}))
        self.assertEqual(
            (names, [enum.name for enum in api.enums]), (["A", "B", "ASize"], ["ASizeUnit"])
        )

    def test_inline_schemas_that_say_something_else_stay_apart(self):
        for other in (
            "minimum: 2",
            "minimum: 1, deprecated: true",
            "minimum: 1, nullable: true",
            "minimum: 1, readOnly: true",
        ):
            rows = {
                name: f"{{properties: {{size: {{type: object, properties: {{w: {{type: integer, {limit}}}}}}}}}}}"
                for name, limit in (("A", "minimum: 1"), ("B", other))
            }
            self.assertEqual(self.models(schemas(rows))[0], ["A", "B", "ASize", "BSize"])

    def test_components_stay_apart_even_if_they_are_equal(self):
        self.assertEqual(
            self.models(
                schemas(
                    {
                        "A": "{properties: {w: {type: string}}}",
                        "B": "{properties: {w: {type: string}}}",
                    }
                )
            )[0],
            ["A", "B"],
        )

    def test_parts_that_hold_together_double_nothing(self):
        one = "{type: object, properties: {%s}}"
        rows = {
            f"A{n}": one
            % ", ".join(
                f"{k}: {{allOf: [{ref(f'A{n + 1}')}, {{properties: {{{k}: {{type: integer}}}}}}]}}"
                for k in "lr"
            )
            for n in range(30)
        } | {"A30": one % "v: {type: string}"}
        names, _ = self.models(schemas(rows))
        self.assertLess(len(names), 200)

    def test_alternatives_of_alternatives_are_looked_at_once(self):
        rows = {f"U{n}": f"{{oneOf: [{ref(f'U{n + 1}')}, {ref(f'U{n + 2}')}]}}" for n in range(60)}
        api, _ = lower(schemas(rows | {"U60": "{type: string}", "U61": "{type: integer}"}))
        self.assertEqual(len(api.aliases), 62)

    def test_each_two_objects_that_hold_alternatives_of_each_other_are_compared_once(self):
        rows = {
            f"S{n}": "{type: object, required: [k], properties: {k: {type: string}, "
            + ", ".join(
                f"m{m}: {{oneOf: [{', '.join(ref(f'S{(n + m + other) % 4}') for other in range(3))}]}}"
                for m in range(3)
            )
            + "}}"
            for n in range(4)
        }
        with mock.patch.object(ir, "bare", wraps=ir.bare) as looked_at:
            api, _ = lower(schemas(rows))
        self.assertEqual(len(api.models), 4)
        # by each way from one to the other: 1.5 million
        self.assertLess(looked_at.call_count, 10_000)

    def test_a_type_that_no_compiler_takes_is_an_error_that_names_it(self):
        rows = {
            f"U{n}": f"{{oneOf: [{ref(f'U{n + 1}')}, {{type: array, items: {ref(f'U{n + 1}')}}}, "
            f"{{additionalProperties: {ref(f'U{n + 1}')}, type: object}}]}}"
            for n in range(30)
        }
        api, diagnostics = lower(schemas(rows | {"U30": "{type: string}"}))
        self.assertIsNone(api)
        self.assertRegex(
            diagnostics.text(),
            r"error RB006: with all that it refers to the schema becomes too large a type\n.*\| +U[0-9]+: ",
        )

    def test_schemas_that_go_round_are_an_error_that_names_one(self):
        two = f"{{type: array, items: {{allOf: [{ref('A')}, {ref('B')}]}}}}"
        api, diagnostics = lower(
            schemas(
                {
                    "A": f"{{allOf: [{{type: array, items: {ref('A')}}}, {{type: array, items: {ref('B')}}}]}}",
                    "B": two,
                }
            )
        )
        self.assertIsNone(api)
        self.assertRegex(
            diagnostics.text(),
            r"error RB006: schemas are nested, or refer to each other, too deeply\n.*\| +A: ",
        )

    def test_no_document_becomes_many_times_as_large_as_it_is(self):
        with mock.patch.object(build, "MOST_BUILT", 20), mock.patch.object(build, "MOST_TIMES", 0):
            api, diagnostics = lower(
                schemas({f"M{n}": "{properties: {a: {type: string}}}" for n in range(12)})
            )
        self.assertIsNone(api)
        self.assertRegex(
            diagnostics.text(),
            r"error RB006: with all that it refers to the schema becomes too large a type\n.*\| +M10: ",
        )

    def test_a_long_row_of_models_takes_time_in_proportion(self):
        def used(number):
            context = Context(Document(None, None), Found(), Checks(Diagnostics()), Making())
            for n in range(number):
                context.found.named[f"M{n}"] = ir.Model(f"M{n}", (), (), False, ir.Doc(), "")
                context.found.drafts[f"M{n}"] = [MemberDraft("a", ir.Ref(f"M{n + 1}"), False, ())]
            gc.disable()  # as in a run; what other tests have left would be looked through, too
            start = time.process_time()
            recursion.break_circles(context)
            gc.enable()
            return time.process_time() - start

        self.assertLess(min(used(16000) for _ in range(3)), 8 * min(used(4000) for _ in range(3)))


class Groups(unittest.TestCase):
    def test_names_that_reach_each_other_are_one_group(self):
        edges = {
            "a": ["b"],
            "b": ["c", "d"],
            "c": ["a"],
            "d": ["e", "nowhere"],
            "e": ["d"],
            "f": ["f"],
            "g": ["a"],
        }
        abc, de = ("a", "b", "c"), ("d", "e")
        self.assertEqual(
            components(edges),
            {"a": abc, "b": abc, "c": abc, "d": de, "e": de, "f": ("f",), "g": ("g",)},
        )

    def test_a_long_row_needs_no_deep_stack(self):
        self.assertEqual(
            len(set(components({str(n): [str(n + 1)] for n in range(20000)}).values())), 20000
        )


class Progress(unittest.TestCase):
    def said(self, used):
        out = io.StringIO()
        with mock.patch.object(
            progress.time, "process_time", side_effect=[10.0, 10.0 + used]
        ), contextlib.redirect_stderr(out):
            progress.start()
            progress.phase("does it")
        progress.stop()
        return out.getvalue()

    def test_a_long_run_says_what_it_does(self):
        self.assertEqual(self.said(3.14), "restbind: 3.1 s: does it\n")

    def test_a_short_run_says_nothing(self):
        self.assertEqual(self.said(1.9), "")


if __name__ == "__main__":
    unittest.main()
