# SPDX-License-Identifier: BSL-1.0
"""The ledger: each assertion of each schema has one column, and a generator that has lost one
stops.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from unittest import mock

from tests.generator import breaking_the_generator, slow
from tests.generator.documents import HEAD, codes, load, lower_report
from tests.generator.test_cli import Case, run

import restbind
from restbind import ir, report
from restbind.codes import CODES
from restbind.diagnostics import Source
from restbind.lower.constraints import checks, limits, members, residuals
from restbind.lower.constraints.use import Use
from restbind.lower.schema import write
from restbind.lower.schema.ledger import CHECK, RESIDUAL
from restbind.lower.schema.normalise import normalise
from restbind.lower.types import enums
from restbind.source.refs import Cursor, SourceFile
from restbind.spec.keywords import (
    ANNOTATION,
    ASSERTIONS,
    COUNT,
    FIELDS,
    KINDS,
    NUMBER,
    SCHEMA,
    SCHEMA_LIST,
    SCHEMA_MAP,
)

BODY = """paths:
  /a:
    post:
      operationId: send
      requestBody: {{required: true, content: {{application/json: {{schema: {body}}}}}}}
      responses: {{"200": {{description: d, content: {{application/json: {{schema: {response}}}}}}}}}
components:
  schemas:
"""


def document(schemas, body="{$ref: '#/components/schemas/S'}", response="{type: boolean}"):
    return (
        HEAD
        + BODY.format(body=body, response=response)
        + "".join(f"    {name}: {text}\n" for name, text in schemas.items())
    )


def columns(schema, **more):
    """The columns of the schema `S` and of what stands in it, by pointer."""
    lowered, _ = lower_report(document({"S": schema, **more}))
    return {
        text.removeprefix("#/components/schemas/S/"): column
        for column, text in report.ledger_of(lowered, "#/components/schemas/S")
    }


def internal_error(text):
    """What a broken generator says of a document."""
    with breaking_the_generator():
        lowered, diagnostics = lower_report(text)
    assert lowered.api is None and lowered.survey is None
    return [one.message for one in diagnostics.sorted() if one.code == "RB090"]


# Keywords of a schema that have an effect and assert nothing.
ANNOTATIONS = {
    "$defs",
    "definitions",
    "$anchor",
    "$id",
    "$dynamicAnchor",
    "nullable",
    "format",
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "discriminator",
    "x-restbind-messages",
    "x-restbind-rules",
    "x-restbind-enum-names",
    "x-restbind-problem",
    "x-restbind-assumed",
    "x-restbind-name",
    "x-restbind-secret",
    "x-restbind-type",
}


class Keywords(unittest.TestCase):
    def test_every_keyword_of_the_registry_asserts_something_or_is_known_not_to(self):
        named = {one.name for one in KINDS["schema"].values() if one.status != ANNOTATION}
        self.assertEqual(named - ANNOTATIONS, ASSERTIONS)

    def test_every_assertion_is_written_for_the_validator(self):
        values = {
            **dict.fromkeys(SCHEMA, "{type: string}"),
            **dict.fromkeys(SCHEMA_LIST, "[{type: string}]"),
            **dict.fromkeys(SCHEMA_MAP, "{a: {type: string}}"),
            **dict.fromkeys(NUMBER | COUNT, "2"),
            "$ref": "'#/components/schemas/T'",
            "type": "string",
            "enum": "[a]",
            "const": "a",
            "required": "[a]",
            "dependentRequired": "{a: [b]}",
            "uniqueItems": "true",
            "pattern": "a",
        }
        for name in ASSERTIONS - {"$dynamicRef", "$recursiveRef"}:
            with self.subTest(name):
                lowered, _ = lower_report(
                    document(
                        {
                            "S": f"{{type: object, properties: {{x: {{not: {{{name}: {values[name]}}}}}}}}}",
                            "T": "{type: string}",
                        }
                    )
                )
                (found,) = lowered.api.models[0].members[0].constraints
                self.assertIn(f'"not": {{"{name}": ', found.limits[0])


class Columns(unittest.TestCase):
    def test_each_way_of_holding_an_assertion(self):
        self.assertEqual(
            columns(
                "{type: object, required: [id], properties: {id: {type: string, minLength: 2, not: {pattern: ^x}}}}"
            ),
            {
                "type": "type",
                "required": "type",
                "properties": "type",
                "properties/id/type": "type",
                "properties/id/minLength": "check",
                "properties/id/not": "residual",
                "properties/id/not/pattern": "residual",
            },
        )

    def test_what_says_nothing_of_the_type_is_held_by_it(self):
        self.assertEqual(
            columns(
                "{type: object, minLength: 3, properties: {id: {type: integer, items: {type: string, maxLength: 2}, uniqueItems: true}},"
                " additionalProperties: false, minProperties: 0}"
            )["properties/id/items/maxLength"],
            "type",
        )

    def test_elements_of_elements_have_columns_of_their_own(self):
        found = columns(
            "{type: object, properties: {x: {type: array, maxItems: 3, items: {type: array, minItems: 1, items: {type: integer, minimum: 1}}}}}"
        )
        at = "properties/x/"
        self.assertEqual(
            (
                found[at + "maxItems"],
                found[at + "items"],
                found[at + "items/minItems"],
                found[at + "items/items"],
                found[at + "items/items/minimum"],
            ),
            ("check", "type", "check", "type", "check"),
        )

    def test_alternatives_that_the_variant_tells_apart_have_columns_of_their_own(self):
        found = columns(
            "{type: object, properties: {x: {oneOf: [{type: string}, {type: object, properties: {a: {type: string, maxLength: 3}}}]}}}"
        )
        self.assertEqual(
            (
                found["properties/x/oneOf"],
                found["properties/x/oneOf/0/type"],
                found["properties/x/oneOf/1/properties/a/maxLength"],
            ),
            ("type", "type", "check"),
        )
        found = columns(
            "{type: object, properties: {x: {oneOf: [{type: string, maxLength: 3}, {type: integer}]}}}"
        )
        self.assertEqual(
            (found["properties/x/oneOf"], found["properties/x/oneOf/0/maxLength"]),
            ("check", "check"),
        )

    def test_a_type_beside_alternatives_that_name_none_is_asked_of_what_is_kept(self):
        both = "type: array, anyOf: [{items: {const: a}}, {prefixItems: [{const: 1}]}]"
        for schema, column in (
            ("{%s}" % both, "residual"),
            (
                "{%s}" % both.replace("[{", "[{type: array, ").replace(", {p", ", {type: array, p"),
                "type",
            ),
        ):
            whole = "{type: object, properties: {x: %s}}" % schema
            lowered, _ = lower_report(
                document({"S": whole}, response="{$ref: '#/components/schemas/S'}")
            )
            found = {
                text: column for column, text in report.ledger_of(lowered, "#/components/schemas/S")
            }
            self.assertEqual(found["#/components/schemas/S/properties/x/type"], column)

    def test_elements_beside_members_are_those_of_the_list_where_a_value_may_be_either(self):
        for types, more, held in (
            ("object, array", "items: {type: integer, minimum: 3}", "type"),
            ("object, array", "items: {type: integer}", "type"),
            ("object, array", "prefixItems: [{type: integer}]", "residual"),
            ("object, string", "items: {type: integer}", "type"),
            ("object, string", "prefixItems: [{type: integer}]", "type"),
        ):
            found = columns(
                "{type: object, properties: {x: {type: [%s], properties: {a: {type: string, maxLength: 3}}, %s}}}"
                % (types, more)
            )
            name = more.partition(":")[0]
            self.assertEqual(
                (
                    found["properties/x/properties"],
                    found["properties/x/properties/a/maxLength"],
                    found[f"properties/x/{name}"],
                ),
                ("type", "check", held),
            )

    def test_what_another_layer_says_of_the_values_of_a_map_among_several_types_is_checked(self):
        lowered, _ = lower_report(
            document(
                {
                    "S": "{type: object, properties: {x: {type: [object, string], $ref: '#/components/schemas/T', additionalProperties: {type: integer}}}}",
                    "T": "{additionalProperties: {type: integer, minimum: 3}}",
                }
            )
        )
        (checked,) = lowered.api.models[0].members[0].constraints
        self.assertEqual(
            checked.limits, ('{"additionalProperties": {"type": "integer", "minimum": 3}}',)
        )

    def test_members_without_a_type_are_checked_with_the_object_that_is_one_of_several_types(self):
        found = columns(
            "{type: object, properties: {x: {type: [object, string], properties: {a: {type: string}}, additionalProperties: {type: 'null'}}}}"
        )
        self.assertEqual(
            (
                found["properties/x/additionalProperties"],
                found["properties/x/additionalProperties/type"],
            ),
            ("residual", "residual"),
        )

    def test_a_reference_that_leads_nowhere_is_told_by_its_own_finding(self):
        far = "{$ref: 'https://example.com/a.yaml#/A'}"
        lowered, _ = lower_report(
            document(
                {
                    "S": f"""{{type: object, properties: {{near: {{$ref: '#/components/schemas/Nowhere'}}, far: {far}, text: {{$ref: 5}},
            list: {{type: array, items: {far}}}, not: {{not: {{anyOf: [{{type: string}}, {far}]}}}}, through: {{not: {{$ref: '#/components/schemas/T'}}}}}}}}""",
                    "T": f"{{type: object, properties: {{x: {far}}}}}",
                }
            )
        )
        found = {
            at.pointer.removeprefix("#/components/schemas/"): one
            for at, one in lowered.survey.balance.unchecked
        }
        self.assertEqual(
            {name: one.code for name, one in found.items() if not name.startswith("T/")},
            {
                "S/properties/near/$ref": "RB020",
                "S/properties/far/$ref": "RB022",
                "S/properties/text/$ref": "RB008",
                "S/properties/list/type": "RB022",
                "S/properties/list/items": "RB022",
                "S/properties/list/items/$ref": "RB022",
                "S/properties/not/not": "RB022",
                "S/properties/not/not/anyOf": "RB022",
                "S/properties/not/not/anyOf/0/type": "RB022",
                "S/properties/not/not/anyOf/1/$ref": "RB022",
                "S/properties/through/not": "RB022",
                "S/properties/through/not/$ref": "RB022",
            },
        )
        # each of several has a place of its own
        self.assertEqual(
            found["S/properties/list/type"].place, found["S/properties/list/items"].place
        )
        self.assertEqual(
            len(
                {
                    found[f"S/properties/{name}"].place
                    for name in ("far/$ref", "list/items", "not/not", "through/not")
                }
            ),
            4,
        )

    def test_a_keyword_that_is_read_as_another_one_has_its_own_pointer(self):
        schemas = {
            "S": "{type: object, properties: {a: {type: string}}, unevaluatedProperties: {type: integer, minimum: 2}}"
        }
        self.assertEqual(
            {name for name in columns(schemas["S"]) if "Properties" in name},
            {f"unevaluatedProperties{more}" for more in ("", "/type", "/minimum")},
        )
        lowered, _ = lower_report(document(schemas))
        self.assertEqual(
            [
                text
                for _, text in report.ledger_of(
                    lowered, "#/components/schemas/S/unevaluatedProperties"
                )
            ],
            [
                f"#/components/schemas/S/unevaluatedProperties/{name}"
                for name in ("type", "minimum")
            ],
        )
        schemas["S"] = schemas["S"].replace(
            "{type: integer, minimum: 2}", "{allOf: [{type: integer}, {not: {minimum: 2}}]}"
        )
        lowered, found = lower_report(
            document(schemas, "{type: boolean}", "{$ref: '#/components/schemas/S'}")
        )
        self.assertEqual(
            [at.pointer for at, _ in lowered.survey.balance.unchecked],
            [
                f"#/components/schemas/S/unevaluatedProperties/allOf/1/not{more}"
                for more in ("", "/minimum")
            ],
        )
        closed = "{type: object, allOf: [{properties: {a: {type: string}}, unevaluatedProperties: false}, {required: [b], properties: {b: {type: string}}}]}"
        _, found = lower_report(document({"S": closed}))
        self.assertEqual(
            [(one.code, one.message) for one in found.sorted()],
            [
                (
                    "RB026",
                    "`unevaluatedProperties: false` forbids members that the schemas beside it name; it is read as `unevaluatedProperties: false` "
                    "around all of them",
                )
            ],
        )

    def test_what_is_only_received_is_held_by_its_type_alone(self):
        lowered, found = lower_report(
            document(
                {"S": "{type: array, items: {type: string}, maxItems: 3}"},
                "{type: boolean}",
                "{$ref: '#/components/schemas/S'}",
            )
        )
        self.assertEqual(
            [column for column, _ in report.ledger_of(lowered, "#/components/schemas/S")],
            ["type", "type", "unchecked", "type"],
        )
        self.assertEqual(
            [(at.pointer, one.code, one.severity) for at, one in lowered.survey.balance.unchecked],
            [("#/components/schemas/S/maxItems", "RB056", "note")],
        )
        self.assertEqual(report.outcomes(lowered, found)[0].verdict, report.COMPLETE)

    @slow
    def test_alternatives_that_are_only_received_may_be_as_large_as_they_are(self):
        values = (
            "{type: object, required: [a, b, %s], properties: {a: {type: string, enum: ["
            + ", ".join(f"value{n:05}" for n in range(20_000))
            + "]}, b: {type: integer}}}"
        )
        schemas = {
            "A": values % "c",
            "B": values % "d",
            "S": "{type: object, properties: {x: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}}",
        }
        lowered, found = lower_report(
            document(schemas, "{type: boolean}", "{$ref: '#/components/schemas/S'}")
        )
        self.assertEqual(report.outcomes(lowered, found)[0].verdict, report.COMPLETE)
        lowered, found = lower_report(
            document(
                schemas, "{$ref: '#/components/schemas/S'}", "{$ref: '#/components/schemas/S'}"
            )
        )
        self.assertEqual(report.outcomes(lowered, found)[0].verdict, report.FALLBACK)

    def test_what_is_sent_too_has_the_column_that_holds_it_there(self):
        lowered, _ = lower_report(
            document(
                {"S": "{type: array, items: {type: string}, maxItems: 3}"},
                "{$ref: '#/components/schemas/S'}",
                "{$ref: '#/components/schemas/S'}",
            )
        )
        self.assertEqual(
            [column for column, _ in report.ledger_of(lowered, "#/components/schemas/S")],
            ["type", "type", "check", "type"],
        )
        self.assertEqual(lowered.survey.balance.unchecked, ())

    def test_a_schema_that_stands_twice_is_held_as_the_first_one(self):
        inner = "{type: object, properties: {n: {type: integer, minimum: 1, not: {const: 3}}}}"
        found = columns(f"{{type: object, properties: {{a: {inner}, b: {inner}}}}}")
        self.assertEqual(
            {found[f"properties/{name}/properties/n/minimum"] for name in "ab"}, {"check"}
        )
        self.assertEqual(
            {found[f"properties/{name}/properties/n/not/const"] for name in "ab"}, {"residual"}
        )

    def test_a_schema_in_other_words_is_held_as_the_first_one(self):
        inner = "{type: object, required: [n, x], properties: {n: {type: integer, minimum: 1, not: {const: 3}}, x: {$ref: '#/components/schemas/X'}}}"
        other = (
            "{properties: {n: {not: {const: 3}, minimum: 1, type: [integer], title: N}, x: {description: X, allOf: [{allOf: ["
            "{$ref: '#/components/schemas/X'}]}]}}, required: [x, n], type: object}"
        )
        lowered, found = lower_report(
            document(
                {
                    "S": f"{{type: object, properties: {{a: {inner}, b: {other}}}}}",
                    "X": "{type: object, properties: {v: {type: integer}}}",
                }
            )
        )
        self.assertEqual((len(lowered.api.models), codes(found)), (3, []))
        columns = {
            text.removeprefix("#/components/schemas/S/properties/"): column
            for column, text in report.ledger_of(lowered, "#/components/schemas/S")
        }
        self.assertEqual({columns[f"{name}/properties/n/minimum"] for name in "ab"}, {"check"})
        self.assertEqual({columns[f"{name}/properties/n/not/const"] for name in "ab"}, {"residual"})
        self.assertEqual(
            {
                columns[name]
                for name in (
                    "a/properties/x/$ref",
                    "b/properties/x/allOf",
                    "b/properties/x/allOf/0/allOf",
                    "b/properties/x/allOf/0/allOf/0/$ref",
                    "a/required",
                    "b/required",
                )
            },
            {"type"},
        )

    def test_a_limit_that_no_condition_checks_has_the_column_of_the_one_that_is_narrower(self):
        integer = "{type: object, properties: {x: {type: integer, format: int32, allOf: [{minimum: %s}, {minimum: %s}]}}}"
        for limits_, column in (
            ((3, 2), "check"),
            ((-3_000_000_000, -4_000_000_000), "type"),
            ((3_000_000_000, 5), "unchecked"),
        ):
            found = columns(integer % limits_)
            self.assertEqual(
                [name.partition(" ")[0] for name in found if found[name] == column][-2:],
                ["properties/x/allOf/0/minimum", "properties/x/allOf/1/minimum"],
            )

    def test_alternatives_of_an_enum_without_a_value_that_keeps_the_limits(self):
        found = columns(
            "{type: object, properties: {x: {oneOf: [{enum: [a]}, {enum: [b]}], minLength: 5}}}"
        )
        self.assertEqual(found["properties/x/oneOf"], "residual")

    def test_a_keyword_whose_value_cannot_be_used_is_unchecked(self):
        lowered, _ = lower_report(
            document(
                {
                    "S": "{type: object, properties: {a: {type: string, pattern: '['}, b: {type: integer, minimum: 9, maximum: 2}}}"
                }
            )
        )
        self.assertEqual(
            [
                (at.pointer.removeprefix("#/components/schemas/S/properties/"), one.code)
                for at, one in lowered.survey.balance.unchecked
            ],
            [("a/pattern", "RB038"), ("b/minimum", "RB014"), ("b/maximum", "RB014")],
        )

    def test_each_pattern_has_its_own_reason(self):
        lowered, _ = lower_report(
            document(
                {
                    "S": r"""{type: object, properties: {a: {type: string, pattern: '[a-z'}, b: {type: string, pattern: '(a)\1'}, c: {type: string, pattern: "x\t("}}}"""
                }
            )
        )
        reasons = [
            one.message.split(": ")[1].split(";")[0] for _, one in lowered.survey.balance.unchecked
        ]
        self.assertEqual((len(reasons), len(set(reasons))), (3, 3), reasons)

    def test_what_the_text_of_a_schema_leaves_out_is_unchecked(self):
        lowered, diagnostics = lower_report(
            document(
                {
                    "S": "{type: object, properties: {a: {contains: {pattern: '[', minLength: -1, maxLength: 3}}}}"
                }
            )
        )
        self.assertEqual(
            [(at.key.text, one.code) for at, one in lowered.survey.balance.unchecked],
            [("pattern", "RB038"), ("minLength", "RB019")],
        )
        self.assertEqual(
            [one.message for one in diagnostics.sorted() if one.code == "RB019"],
            ["minLength must be a whole number, 0 or more, not -1"],
        )

    def test_what_an_unreadable_pattern_makes_the_text_leave_out_is_unchecked(self):
        lowered, _ = lower_report(
            document(
                {
                    "S": """{type: object, patternProperties: {'[': {type: string}, a: {type: integer}}, properties: {
            a: {if: {pattern: '['}, then: {minLength: 3}}, b: {contains: {pattern: '['}, maxContains: 2},
            c: {anyOf: [{not: {type: object, pattern: '['}}, {minLength: 4}]}}}"""
                }
            )
        )
        self.assertEqual(
            {
                at.pointer.removeprefix("#/components/schemas/S/"): finding.code
                for at, finding in lowered.survey.balance.unchecked
            },
            dict.fromkeys(
                (
                    "patternProperties/[/type",
                    "properties/a/if",
                    "properties/a/if/pattern",
                    "properties/a/then",
                    "properties/a/then/minLength",
                    "properties/b/contains/pattern",
                    "properties/b/maxContains",
                    "properties/c/anyOf/0/not",
                    "properties/c/anyOf/0/not/type",
                    "properties/c/anyOf/0/not/pattern",
                ),
                "RB038",
            ),
        )

    def test_what_is_unchecked_makes_its_operations_fallbacks(self):
        self.assertTrue(
            all(
                CODES[code].loses
                for code in ("RB008", "RB011", "RB014", "RB019", "RB020", "RB031", "RB038")
            )
        )
        lowered, diagnostics = lower_report(
            document({"S": "{type: object, properties: {a: {type: string, pattern: '['}}}"})
        )
        (outcome,) = report.outcomes(lowered, diagnostics)
        self.assertEqual(outcome.verdict, "fallback")


class Held(unittest.TestCase):
    """What was once lost in silence."""

    def constraints(self, text):
        lowered, diagnostics = lower_report(text)
        assert lowered.api is not None, diagnostics.text()
        return lowered.api

    def test_limits_beside_the_model_of_a_body(self):
        api = self.constraints(
            document(
                {"S": "{type: object, properties: {a: {type: string}}}"},
                "{allOf: [{$ref: '#/components/schemas/S'}], minProperties: 1}",
            )
        )
        self.assertEqual(
            [one.limits for one in api.operations[0].checked.constraints],
            [('{"minProperties": 1}',)],
        )

    def test_a_format_of_one_of_several_types_is_checked_where_formats_are(self):
        for format_, checked in (("email", True), ("password", False)):
            text = document(
                {
                    "S": f"{{type: object, properties: {{a: {{anyOf: [{{type: string, format: {format_}}}, {{type: integer}}]}}}}}}"
                }
            )
            (member,) = self.constraints(text).models[0].members
            self.assertEqual(
                [(one.keyword, one.limits) for one in member.checked.all],
                [("format", ("email",))] if checked else [],
                format_,
            )

    def test_a_schema_that_allows_nothing_among_several(self):
        api = self.constraints(
            document({"S": "{type: object, properties: {a: {allOf: [{type: string}, false]}}}"})
        )
        self.assertEqual([one.limits for one in api.models[0].members[0].constraints], [("false",)])

    def test_limits_of_an_alternative_beside_objects_with_a_discriminator(self):
        kinds = {
            name: f"{{type: object, required: [kind], properties: {{kind: {{const: {name}}}}}}}"
            for name in ("A", "B")
        }
        refs = ", ".join(f"{{$ref: '#/components/schemas/{name}'}}" for name in kinds)
        api = self.constraints(
            document(
                {
                    "S": f"{{type: object, properties: {{x: {{oneOf: [{refs}, {{type: string, minLength: 3}}]}}}}}}",
                    **kinds,
                }
            )
        )
        found = next(one for one in api.models if one.name == "S").members[0].checked
        self.assertEqual([one.keyword for one in found.constraints], ["known"])
        self.assertEqual(
            [
                [(one.keyword, one.limits) for one in each.constraints]
                for each in found.alternatives
            ],
            [[], [], [("minLength", ("3",))]],
        )

    def test_null_as_a_body_that_several_alternatives_allow_and_exactly_one_may(self):
        for word, nullable in (("oneOf", False), ("anyOf", True)):
            api = self.constraints(
                document(
                    {}, f"{{{word}: [{{type: [string, 'null']}}, {{type: [integer, 'null']}}]}}"
                )
            )
            self.assertEqual(
                any(isinstance(one.type, ir.Nullable) for one in api.aliases), nullable
            )

    def test_values_of_all_types_of_a_schema_without_one_that_only_bounds_some(self):
        for schema in (
            "{required: [a]}",
            "{patternProperties: {a: {type: string}}}",
            "{additionalProperties: false}",
            "{prefixItems: [{type: string}], items: false}",
            "{items: {type: string}, properties: {a: {type: string}}}",
        ):
            api = self.constraints(document({"S": schema}))
            self.assertEqual([(one.name, one.type) for one in api.aliases], [("S", ir.ANY)], schema)
            self.assertEqual(len(api.operations[0].checked.constraints), 1)
        for schema, type_ in (
            ("{items: {type: string}}", ir.Array(ir.Scalar("string"))),
            ("{additionalProperties: {type: string}}", ir.Map(ir.Scalar("string"))),
        ):
            self.assertEqual(
                [(one.name, one.type) for one in self.constraints(document({"S": schema})).aliases],
                [("S", type_)],
            )

    def test_a_second_layer_of_a_member_that_only_says_what_must_be_there(self):
        api = self.constraints(
            document(
                {
                    "S": "{allOf: [{type: object, properties: {a: {$ref: '#/components/schemas/T'}}}, {properties: {a: {required: [b]}}}]}",
                    "T": "{type: object, properties: {b: {type: string}}}",
                }
            )
        )
        self.assertEqual(
            [
                one.limits
                for one in next(one for one in api.models if one.name == "S").members[0].constraints
            ],
            [('{"required": ["b"]}',)],
        )

    def test_a_name_that_only_required_has(self):
        api = self.constraints(
            document({"S": "{type: object, properties: {a: {type: integer}}, required: [a, b]}"})
        )
        model = api.models[0]
        self.assertEqual(
            [(one.wire_name, one.type, one.presence, one.access) for one in model.members],
            [
                ("a", ir.Scalar("int64"), "required", "read_write"),
                ("b", ir.ANY, "optional", "read_write"),
            ],
        )
        self.assertEqual([one.limits for one in model.constraints], [('{"required": ["b"]}',)])

    def test_a_name_that_required_has_and_additional_properties_forbid(self):
        api = self.constraints(
            document(
                {
                    "S": "{type: object, properties: {a: {type: integer}}, required: [b], additionalProperties: false}"
                }
            )
        )
        self.assertEqual([one.wire_name for one in api.models[0].members], ["a"])
        self.assertEqual(
            [one.limits for one in api.models[0].constraints], [('{"required": ["b"]}',)]
        )
        api = self.constraints(
            document(
                {
                    "S": "{type: object, properties: {a: {type: integer}}, required: [b], additionalProperties: {type: string}}"
                }
            )
        )
        self.assertEqual(
            [(one.wire_name, one.type, one.presence) for one in api.models[0].members],
            [("a", ir.Scalar("int64"), "optional"), ("b", ir.Scalar("string"), "optional")],
        )
        self.assertEqual(
            [one.limits for one in api.models[0].constraints], [('{"required": ["b"]}',)]
        )

    def test_values_whose_names_say_what_they_are(self):
        api = self.constraints(
            document(
                {
                    "S": "{type: object, additionalProperties: {type: integer}, patternProperties: {^x-: {type: string}}}"
                }
            )
        )
        self.assertEqual(
            next(one.type for one in api.aliases if one.name == "S"), ir.Open("object")
        )
        self.assertEqual(
            [one.limits[0] for one in api.operations[0].checked.constraints],
            [
                '{"$ref": "#/$defs/0", "$defs": {"0": {"type": "object", "additionalProperties": {"type": "integer"}, "patternProperties": {"^x-": {"type": "string"}}}}}'
            ],
        )


class Readings(unittest.TestCase):
    def readings(self, schema):
        lowered, diagnostics = lower_report(document({"S": schema}))
        (outcome,) = report.outcomes(lowered, diagnostics)
        self.assertEqual(outcome.verdict, "complete")
        return [
            (one.code, one.pointer.removeprefix("#/components/schemas/S/"))
            for one in outcome.readings
        ]

    def test_defaults_are_sent(self):
        self.assertEqual(
            self.readings(
                "{type: object, properties: {a: {type: integer, default: 3}, b: {type: integer}}}"
            ),
            [("RB028", "properties/a/default")],
        )
        self.assertEqual(
            self.readings(
                "{type: object, required: [a], properties: {a: {type: integer, default: 3}}}"
            ),
            [],
        )

    def test_a_value_of_another_type_in_an_enum_of_texts_is_a_text(self):
        self.assertEqual(
            self.readings("{type: object, properties: {a: {type: string, enum: [a, 1]}}}"),
            [("RB018", "properties/a/enum/1")],
        )

    def test_a_listed_number_that_no_double_is_is_warned_of(self):
        def warned(member):
            _, diagnostics = lower_report(
                document({"S": f"{{type: object, properties: {{a: {member}}}}}"})
            )
            return [(one.code, one.message) for one in diagnostics.sorted() if one.code == "RB031"]

        told = [("RB031", "no `double` is 9007199254740993; a request with it is refused")]
        self.assertEqual(warned("{enum: [0.5, 9007199254740993]}"), told)
        self.assertEqual(warned("{type: number, const: 9007199254740993}"), told)
        self.assertEqual(warned("{type: [string, number], enum: [0.1, x, 9007199254740993]}"), told)
        for held in (
            "{enum: [5, 9007199254740993]}",
            "{type: number, enum: [0.1, 9007199254740992, 1e20, 1.0e-3]}",
        ):
            self.assertEqual(warned(held), [])

    def test_an_object_is_taken_for_one_that_has_its_members(self):
        limited = "{type: object, required: [a], properties: {a: {const: green}}}"
        self.assertEqual(
            self.readings(
                f"{{type: object, properties: {{x: {{anyOf: [{limited}, {{type: object, properties: {{b: {{type: boolean}}}}}}]}}}}}}"
            ),
            [("RB029", "properties/x/anyOf")],
        )
        for other in (
            "{type: object, properties: {b: {type: boolean}}, additionalProperties: false}",
            "{type: object, required: [b], properties: {b: {}}}",
        ):
            self.assertEqual(
                self.readings(
                    f"{{type: object, properties: {{x: {{anyOf: [{limited}, {other}]}}}}}}"
                ),
                [],
            )


class Broken(unittest.TestCase):
    """A generator that forgets something."""

    TEXT = document(
        {
            "S": "{type: object, properties: {a: {type: array, items: {type: string, maxLength: 3}}, b: {oneOf: [{type: string}, {type: integer}]}}}"
        }
    )

    def test_what_no_condition_checks_becomes_a_residual(self):
        with mock.patch.object(limits, "limits_of", lambda *_: []):
            lowered, _ = lower_report(self.TEXT)
        self.assertEqual(lowered.survey.balance.counts["residual"], 1)
        self.assertIn(
            '{"maxLength": 3}',
            [
                limit
                for one in lowered.api.models[0].members[0].checked.of_elements
                for limit in one.limits
            ],
        )

    def test_a_keyword_in_no_column_of_its_account(self):
        with mock.patch.object(limits, "limits_of", lambda *_: []), mock.patch.object(
            checks, "_remaining"
        ), mock.patch.object(checks, "_rest"):
            self.assertEqual(
                internal_error(self.TEXT),
                [
                    "internal error at `#/components/schemas/S/properties/a/items/maxLength`: `maxLength` is in no column of the ledger"
                ],
            )

    def test_a_schema_without_an_account(self):
        with mock.patch.object(checks, "elements_of", lambda *_: None):
            self.assertEqual(
                internal_error(self.TEXT),
                [
                    "internal error at `#/components/schemas/S/properties/a/items/type`: `type` is in no column of the ledger"
                ],
            )
        with mock.patch.object(members, "checked", lambda *_: ir.Checked()):
            self.assertEqual(
                internal_error(self.TEXT),
                [
                    "internal error at `#/components/schemas/S/properties/a/type`: `type` is in no column of the ledger"
                ],
            )

    WRITTEN = document(
        {
            "S": "{type: object, properties: {a: {type: string, not: {$ref: '#/components/schemas/T'}}}}",
            "T": "{anyOf: [{minLength: 3}, {pattern: a}]}",
        }
    )

    def test_a_keyword_that_a_text_has_lost(self):
        with mock.patch.object(write, "_limit", lambda *_: {}):
            self.assertEqual(
                internal_error(self.WRITTEN),
                [
                    "internal error at `#/components/schemas/T/anyOf/0/minLength`: `minLength` is not written, and nothing tells so"
                ],
            )
        with mock.patch.dict(write._WRITERS, {"anyOf": lambda *_: {"anyOf": [True]}}):
            self.assertEqual(
                internal_error(self.WRITTEN),
                [
                    "internal error at `#/components/schemas/T/anyOf/0/minLength`: `minLength` is in no column of the ledger"
                ],
            )

    def test_a_keyword_that_a_text_leaves_out_without_a_word(self):
        def left_out(at):
            return ("RB038", "") if at.name == "minLength" else None

        with mock.patch.object(write, "_why_not", left_out):
            self.assertEqual(
                internal_error(self.WRITTEN),
                [
                    "internal error at `#/components/schemas/T/anyOf/0/minLength`: `minLength` is checked by nothing, and nothing tells so"
                ],
            )

    LISTED = document(
        {
            "S": "{type: object, required: [a], properties: {a: {type: string, maxLength: 3}, b: {type: string, enum: [x, y]}, c: {type: array, items: {type: string, minLength: 2}}}}"
        }
    )
    LOST = "internal error at `#/components/schemas/S/properties/a/maxLength`: the condition that checks `maxLength` is lost"

    def test_a_condition_that_is_not_among_those_of_its_use(self):
        made = checks._limits

        def dropped(use, inner):
            before = list(use.found)
            made(use, inner)
            use.found[:] = before

        with mock.patch.object(checks, "_limits", dropped):
            self.assertEqual(internal_error(self.LISTED), [self.LOST])

    def test_a_column_of_what_a_condition_checks_without_one(self):
        with mock.patch.object(
            checks, "_limits", lambda use, _: use.put_open(CHECK, "maxLength", "enum", "minLength")
        ):
            self.assertEqual(internal_error(self.LISTED), [self.LOST])

    def test_a_condition_that_does_not_reach_the_member(self):
        made = members.checked

        def dropped(*given):
            made(*given)
            return ir.Checked()

        with mock.patch.object(members, "checked", dropped):
            self.assertEqual(internal_error(self.LISTED), [self.LOST])

    def test_a_condition_of_elements_that_is_lost_with_them(self):
        made = checks.elements_of

        def dropped(*given):
            made(*given)

        with mock.patch.object(checks, "elements_of", dropped):
            self.assertEqual(
                internal_error(self.LISTED),
                [
                    "internal error at `#/components/schemas/S/properties/c/items/minLength`: the condition that checks `minLength` is lost"
                ],
            )

    def test_a_condition_of_elements_that_only_one_of_two_members_has(self):
        text = document(
            {
                "S": "{type: object, properties: {a: {$ref: '#/components/schemas/T'}, b: {$ref: '#/components/schemas/T'}}}",
                "T": "{type: array, items: {type: string, minLength: 2}}",
            }
        )
        made = checks.elements_of

        def dropped(use, bare):
            found = made(use, bare)
            return found if use.field == "a" else None

        with mock.patch.object(checks, "elements_of", dropped):
            self.assertEqual(
                internal_error(text),
                [
                    "internal error at `#/components/schemas/T/items/minLength`: the condition that checks `minLength` is lost"
                ],
            )

    def test_a_condition_of_an_alternative_that_is_lost_with_it(self):
        text = document(
            {
                "S": "{type: object, properties: {b: {oneOf: [{type: string, maxLength: 3}, {type: integer}]}}}"
            }
        )
        with mock.patch.object(checks, "_put", lambda *_: []):
            self.assertEqual(
                internal_error(text),
                [
                    "internal error at `#/components/schemas/S/properties/b/oneOf/0/maxLength`: the condition that checks `maxLength` is lost"
                ],
            )

    def test_a_member_that_need_not_be_there_although_it_is_required(self):
        with mock.patch.object(members, "_presence", lambda *_: "optional"):
            lowered, _ = lower_report(self.LISTED)
        self.assertEqual(
            [one.limits for one in lowered.api.models[0].constraints], [('{"required": ["a"]}',)]
        )

    def test_a_listed_value_that_the_enum_lacks(self):
        made = enums._made

        def shortened(*given):
            enum = made(*given)
            return enum and replace(enum, values=enum.values[:1], names=enum.names[:1])

        with mock.patch.object(enums, "_made", shortened):
            self.assertEqual(
                internal_error(self.LISTED),
                [
                    "internal error at `#/components/schemas/S/properties/b/enum/1`: `y` is listed, and no value of the type"
                ],
            )

    def test_a_mistake_in_the_document_hides_none_of_the_generator(self):
        mistaken = (
            self.TEXT.replace("maxLength: 3", "maxLength: a, not: {type: 5}")
            + "    T: {properties: 5}\n"
        )
        self.assertEqual(codes(lower_report(mistaken)[1]), ["RB008"] * 3)
        for text in (
            mistaken,
            mistaken.replace(
                "{type: string}, {type: integer}", "{type: string, minLength: a}, {type: integer}"
            ),
        ):
            with mock.patch.object(checks, "_choices"), mock.patch.object(checks, "_rest"):
                self.assertEqual(
                    internal_error(text),
                    [
                        "internal error at `#/components/schemas/S/properties/b/oneOf`: `oneOf` is in no column of the ledger"
                    ],
                )

    def test_an_internal_error_ends_the_test_that_meets_it(self):
        with mock.patch.object(members, "checked", lambda *_: ir.Checked()), self.assertRaises(
            AssertionError
        ) as raised:
            lower_report(self.TEXT)
        self.assertRegex(
            str(raised.exception),
            "^/.*/test[.]yaml:11:[0-9]+: RB090: internal error at `#/components/schemas/S/properties/a/type`: "
            "`type` is in no column of the ledger$",
        )

    def test_a_keyword_in_two_columns(self):
        def twice(use, at, message=""):
            use.put(at, CHECK)
            use.put(at, RESIDUAL)

        with mock.patch.object(checks, "hold_keyword", twice):
            self.assertEqual(
                internal_error(
                    document(
                        {"S": "{type: object, properties: {a: {type: string, not: {const: b}}}}"}
                    )
                ),
                [
                    "internal error at `#/components/schemas/S/properties/a/not`: `not` is in two columns of the ledger, `check` and `residual`"
                ],
            )

    def test_what_is_unchecked_without_a_word(self):
        def silent(self, at, code, message="", told_at=None):
            known(self, at, code, "", told_at)

        known = Use.unchecked
        text = document({"S": "{type: object, properties: {a: {type: string, not: {const: b}}}}"})
        with mock.patch.object(residuals, "keyword_text", lambda *_: None):
            self.assertEqual(lower_report(text)[0].survey.balance.counts["unchecked"], 2)
            with mock.patch.object(Use, "unchecked", silent):
                self.assertEqual(
                    internal_error(text),
                    [
                        "internal error at `#/components/schemas/S/properties/a/not`: `not` is checked by nothing, and nothing tells so"
                    ],
                )


class Fields(unittest.TestCase):
    def test_each_assertion_has_one_field_of_a_shape(self):
        taken = [name for names in FIELDS.values() for name in names]
        self.assertEqual((sorted(taken), ASSERTIONS.issuperset(taken)), (sorted(set(taken)), True))
        fields = {
            word
            for keyword in KINDS["schema"].values()
            for word in keyword.means
            if word.startswith("in:")
        }
        self.assertEqual(fields, {f"in:{field}" for field in FIELDS})

    def test_what_no_field_takes_is_the_rest(self):
        root, _ = load("{type: object, properties: {a: true}, not: {required: [b]}, if: {}}")
        shape = normalise(Cursor(root, SourceFile(Source("test.yaml"), "", "", root), "#"))
        self.assertEqual([at.name for at in shape.asserted], ["type", "properties", "not", "if"])
        self.assertEqual([at.name for at in shape.rest], ["not", "if"])


class NewKeyword(unittest.TestCase):
    """A keyword that was added as generator/README.md says, and nowhere else, is checked wherever
    it stands.
    """

    PLACES = (
        "{<string>}",
        "{<string>, nullable: true}",
        "{<any>}",
        "{type: array, items: {<string>}}",
        "{type: object, additionalProperties: {<string>}}",
        "{anyOf: [{type: boolean}, {<string>}]}",
        "{oneOf: [{<string>}, {type: array, items: {type: integer}}]}",
        "{allOf: [{type: string}, {<any>}]}",
        "{$ref: '#/components/schemas/Text', <any>}",
        "{type: string, not: {<any>}}",
        "{type: string, if: {<any>}, then: {minLength: 4}}",
        "{<string>, enum: [ab, abc]}",
        "{type: array, contains: {<string>}}",
        "{type: object, propertyNames: {<any>}}",
        "{type: array, prefixItems: [{<string>}]}",
        "{type: object, patternProperties: {'^a': {<string>}}}",
    )

    def columns(self, name, value, shape, type_):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(
                pathlib.Path(restbind.__file__).parent,
                pathlib.Path(folder, "restbind"),
                ignore=shutil.ignore_patterns("__pycache__"),
            )
            bound = "pattern" if type_ == "string" else "multipleOf"
            file = pathlib.Path(folder, "restbind/spec/keyword_table.py")
            text, before = file.read_text(encoding="utf-8"), f"        {bound} | "
            self.assertEqual(text.count(before), 1, before)
            file.write_text(
                text.replace(
                    before,
                    f"        {name} | {shape} | supported | {type_} | 3.1 asserts\n{before}",
                ),
                encoding="utf-8",
            )
            places = [
                one.replace("<string>", f"type: {type_}, {name}: {value}")
                .replace("<any>", f"{name}: {value}")
                .replace("type: string", f"type: {type_}")
                .replace("[ab, abc]", "[ab, abc]" if type_ == "string" else "[3, 4]")
                for one in self.PLACES
            ]
            members = ", ".join(f"m{number}: {place}" for number, place in enumerate(places))
            file = pathlib.Path(folder, "spec.yaml")
            file.write_text(
                document(
                    {
                        "Text": f"{{type: {type_}}}",
                        "S": f"{{type: object, properties: {{{members}}}}}",
                    }
                ),
                encoding="utf-8",
            )
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "restbind",
                    "lint",
                    str(file),
                    "--ledger",
                    "#/components/schemas/S",
                ],
                env={**os.environ, "PYTHONPATH": folder},
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.split()[0] for line in done.stdout.splitlines() if line.endswith(f"/{name}")]

    def test_one_of_texts(self):
        columns = self.columns("evenLength", "true", "boolean", "string")
        self.assertEqual(columns, ["residual"] * len(self.PLACES))

    def test_one_of_numbers(self):
        columns = self.columns("divisibleBy", "3", "number", "integer")
        self.assertEqual(columns, ["residual"] * len(self.PLACES))


class Command(Case):
    TEXT = document(
        {"S": "{type: object, properties: {a: {type: string, pattern: '[', maxLength: 3}}}"}
    )

    def test_an_internal_error_ends_a_run_with_its_place_and_without_a_traceback(self):
        self.write(self.TEXT)
        with mock.patch.object(
            members, "checked", lambda *_: ir.Checked()
        ), breaking_the_generator():
            status, out, errors = self.generate()
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(
            [
                line.partition(": ")[2]
                for line in errors.splitlines()
                if line.startswith(str(self.spec))
            ],
            [
                "error RB090: internal error at `#/components/schemas/S/properties/a/type`: `type` is in no column of the ledger",
                "warning RB038: the pattern cannot be used: a ] is missing; it is not checked",
            ],
        )
        self.assertEqual(errors.splitlines()[-1], "1 error, 1 warning")

    def test_the_report_has_the_counts_and_all_that_is_unchecked(self):
        self.write(self.TEXT)
        self.assertEqual(self.generate("--report", self.folder / "report.json")[0], 0)
        found = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.assertEqual(found["ledger"], {"type": 5, "check": 1, "residual": 0, "unchecked": 1})
        (one,) = found["unchecked"]
        self.assertEqual(
            (one["pointer"], one["code"]), ("#/components/schemas/S/properties/a/pattern", "RB038")
        )
        self.assertEqual(
            one["reason"], "the pattern cannot be used: a ] is missing; it is not checked"
        )
        self.assertEqual(found["operations"]["complete"], 0)

    def test_lint_shows_the_columns_of_one_schema(self):
        self.write(self.TEXT)
        status, out, _ = run("lint", self.spec, "--ledger", "#/components/schemas/S")
        self.assertEqual(
            (status, out.splitlines()),
            (
                0,
                [
                    "type       #/components/schemas/S/type",
                    "type       #/components/schemas/S/properties",
                    "type       #/components/schemas/S/properties/a/type",
                    "unchecked  #/components/schemas/S/properties/a/pattern (RB038)",
                    "check      #/components/schemas/S/properties/a/maxLength",
                ],
            ),
        )
        status, _, errors = run("lint", self.spec, "--ledger", "#/components/schemas/Gone")
        self.assertEqual(
            (status, errors.splitlines()[-1]),
            (
                2,
                f"restbind: `#/components/schemas/Gone` is no schema of {self.spec} that something was made of",
            ),
        )


if __name__ == "__main__":
    unittest.main()
