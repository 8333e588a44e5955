# SPDX-License-Identifier: BSL-1.0
"""The differential test (`tests/differential`) sees what it is there to see."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "differential"))

import documents  # noqa: E402
import schemas  # noqa: E402
from comparing import Oracle, compared, parsed  # noqa: E402
from instances import FORMATS, instances  # noqa: E402
from minimising import pruned  # noqa: E402

_REFUSED = {"step": "refused", "why": ""}
_FINE = {"step": "", "why": ""}
_OBJECT = {"type": "object", "properties": {"a": {"type": "integer"}}}


def case(schema, definitions=None):
    return {"schema": schema, "$defs": definitions or {}}


def outcome(written):
    return {"step": "", "why": "", "encoded": json.dumps(written)}


class ComparedTest(unittest.TestCase):
    def check(
        self,
        schema,
        value,
        kinds,
        request=None,
        response=None,
        generic=None,
        definitions=None,
        is_skipped=False,
    ):
        oracle = Oracle(case(schema, definitions))
        exact = parsed(json.dumps(value))
        generic = generic or (_FINE if oracle.accepts(exact) else _REFUSED)
        self.assertEqual(compared(exact, oracle, generic, request, response), (kinds, is_skipped))

    def test_agreement_is_nothing(self):
        self.check(_OBJECT, {"a": 1}, [], outcome({"a": 1}), outcome({"a": 1}))
        self.check(
            _OBJECT,
            {"a": "x"},
            [],
            {"step": "decode the request", "why": ""},
            {"step": "read the response", "why": ""},
        )
        self.check(_OBJECT, {"a": 1.0}, [], outcome({"a": 1}), outcome({"a": 1}))

    def test_what_fits_is_not_refused(self):
        self.check(
            _OBJECT,
            {"a": 1},
            ["request refuses the valid: validate", "response is not read"],
            {"step": "validate", "why": ""},
            {"step": "read the response", "why": ""},
        )

    def test_what_does_not_fit_is_not_taken(self):
        self.check(_OBJECT, {"a": "x"}, ["request accepts the invalid"], outcome({"a": "x"}))
        self.check(
            _OBJECT, {"a": "x"}, ["request accepts the invalid, altered to the valid"], outcome({})
        )
        self.check(
            _OBJECT | {"required": ["a"]},
            {"a": "x"},
            ["request accepts the invalid, altered"],
            outcome({}),
        )

    def test_what_is_read_is_written_again(self):
        self.check(
            _OBJECT,
            {"a": 1},
            ["request is altered", "response is altered"],
            outcome({}),
            outcome({"a": 2}),
        )
        self.check(
            {"type": ["object", "null"], "properties": {"a": {}}},
            {"a": None},
            ["request is altered"],
            outcome({}),
        )
        self.check({}, True, ["request is altered"], outcome(1))

    def test_the_generic_validator_says_the_same(self):
        self.check(_OBJECT, {"a": 1}, ["generic refuses the valid"], generic=_REFUSED)
        self.check(_OBJECT, {"a": "x"}, ["generic accepts the invalid"], generic=_FINE)

    def test_a_crash_is_found(self):
        self.check(_OBJECT, {"a": 1}, ["crash"], {"step": "a crash", "why": ""}, outcome({"a": 1}))

    def test_unknown_members_may_be_skipped(self):
        self.check(
            _OBJECT, {"a": 1, "b": 2}, [], outcome({"a": 1}), outcome({"a": 1}), is_skipped=True
        )
        closed = _OBJECT | {"additionalProperties": False}
        self.check(closed, {"a": 1, "b": 2}, [], outcome({"a": 1}), is_skipped=True)
        self.check(
            _OBJECT | {"minProperties": 2},
            {"a": 1, "b": 2},
            [],
            {"step": "validate", "why": ""},
            is_skipped=True,
        )

    def test_known_members_may_not(self):
        self.check(
            _OBJECT | {"additionalProperties": {}},
            {"a": 1, "b": 2},
            ["request is altered"],
            outcome({"a": 1}),
        )
        self.check({"type": "object"}, {"b": 2}, ["request is altered"], outcome({}))
        layers = {"allOf": [_OBJECT, {"$ref": "#/$defs/B"}]}
        self.check(
            layers,
            {"b": 1},
            ["request is altered"],
            outcome({}),
            definitions={"B": {"properties": {"b": {}}}},
        )
        choice = {
            "oneOf": [
                _OBJECT | {"required": ["a"]},
                {"properties": {"b": {"type": "integer"}}, "required": ["b"], "type": "object"},
            ]
        }
        self.check(choice, {"b": 1, "a": "x"}, [], outcome({"b": 1}), is_skipped=True)
        self.check(choice, {"b": 1, "c": "x"}, ["request is altered"], outcome({"c": "x"}))

    def test_what_goes_one_way_only_is_not_looked_at_the_other_way(self):
        schema = {
            "type": "object",
            "properties": {
                "only_received": {"type": "integer", "readOnly": True},
                "only_sent": {"type": "integer", "writeOnly": True},
            },
            "required": ["only_received", "only_sent"],
        }
        both = {"only_received": 1, "only_sent": 2}
        self.check(schema, both, [], outcome({"only_sent": 2}), outcome({"only_received": 1}))
        self.check(
            schema,
            both,
            ["request is altered", "response is altered"],
            outcome(both),
            outcome({"only_received": 2}),
        )
        self.check(
            schema, both, ["request refuses the valid: validate"], {"step": "validate", "why": ""}
        )
        self.check(
            schema,
            {"only_sent": 2},
            [],
            {"step": "decode the request", "why": ""},
            {"step": "read the response", "why": ""},
        )
        self.check(
            schema,
            {"only_received": 2},
            ["response is not read"],
            outcome({"only_sent": 0}),
            {"step": "read the response", "why": ""},
        )

    def test_members_are_unknown_to_what_closes_the_object(self):
        closed = _OBJECT | {"unevaluatedProperties": False}
        self.check(closed, {"a": 1, "b": 2}, [], outcome({"a": 1}), is_skipped=True)
        self.check(
            _OBJECT | {"unevaluatedProperties": {"type": "integer"}},
            {"a": 1, "b": 2},
            ["request is altered"],
            outcome({"a": 1}),
        )

    def test_numbers_that_no_type_holds_say_nothing(self):
        oracle = Oracle(case({"type": "integer"}))
        self.assertEqual(
            [
                oracle.is_well_formed(parsed(one))
                for one in (
                    "9223372036854775807",
                    "9223372036854775808",
                    "[-9223372036854775809]",
                    "9007199254740993.0",
                )
            ],
            [True, False, False, False],
        )
        self.assertFalse(
            Oracle(case({"type": "number"})).is_well_formed(parsed("9007199254740993"))
        )

    def test_references_of_a_case_lead_by_pointer_anchor_and_identifier(self):
        made = case(
            {},
            {
                "A": {"items": {"type": "null"}},
                "B": {"$anchor": "b"},
                "C": {"$id": "urn:case:c"},
                "D": True,
            },
        )
        self.assertEqual(
            [
                schemas.definition(made, one)
                for one in ("#/$defs/A/items", "#b", "urn:case:c", "#/$defs/D")
            ],
            [{"type": "null"}, made["$defs"]["B"], made["$defs"]["C"], True],
        )

    def test_formats_decide_about_nothing(self):
        oracle = Oracle(case({"type": "string", "format": "date"}))
        self.assertFalse(oracle.is_well_formed("tomorrow"))
        self.assertTrue(oracle.is_well_formed("2024-02-29"))
        self.assertTrue(oracle.is_well_formed(1))


class CasesTest(unittest.TestCase):
    def test_a_seed_gives_one_case(self):
        self.assertEqual(schemas.case(7), schemas.case(7))
        self.assertGreater(len({json.dumps(schemas.case(seed)) for seed in range(200)}), 190)

    def test_each_group_gives_values_that_fit_and_values_that_do_not(self):
        for seed, group in enumerate(schemas.GROUPS):
            fitting, others = 0, 0
            for one in (seed + len(schemas.GROUPS) * turn for turn in range(12)):
                made = schemas.case(one)
                oracle = Oracle(made)
                for value in instances(made, one, oracle.fits, 24):
                    fits = oracle.fits(value)
                    fitting, others = fitting + fits, others + (not fits)
            with self.subTest(group):
                self.assertGreater(fitting, 10)
                self.assertGreater(others, 10)

    def test_values_differ(self):
        made = schemas.case(1)
        values = instances(made, 1, Oracle(made).fits, 24)
        self.assertEqual(len({json.dumps(one, sort_keys=True) for one in values}), len(values))
        self.assertEqual(values, instances(made, 1, Oracle(made).fits, 24))

    def test_every_format_has_texts(self):
        used = {
            found
            for seed in range(400)
            for found in _formats(schemas.case(seed))
            if found not in ("int32", "int64", "float", "double")
        }
        self.assertEqual(used, set(FORMATS))

    def test_unused_definitions_go(self):
        made = case(
            {"$ref": "#/$defs/A"},
            {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {}, "C": {"$ref": "#/$defs/A"}},
        )
        self.assertEqual(set(pruned(made)["$defs"]), {"A", "B"})


def _formats(value):
    if isinstance(value, dict):
        yield from [value["format"]] if isinstance(value.get("format"), str) else []
        for one in value.values():
            yield from _formats(one)
    elif isinstance(value, list):
        for one in value:
            yield from _formats(one)


def source(schemas_, folder):
    path = pathlib.Path(folder) / "document.json"
    path.write_text(
        json.dumps(
            {
                "openapi": "3.0.3",
                "info": {"title": "x", "version": "1"},
                "paths": {},
                "components": {"schemas": schemas_},
            }
        ),
        encoding="utf-8",
    )
    return documents.Source(path)


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


_PET = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string"}},
    "discriminator": {"propertyName": "kind"},
}
_CAT = {
    "allOf": [
        ref("Pet"),
        {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer"}}},
    ]
}
_TAGGED = {"type": "object", "required": ["tag"], "properties": {"tag": {"type": "string"}}}


class DocumentTest(unittest.TestCase):
    """Schemas of OpenAPI documents as the judge sees them."""

    def cases(self, schemas_, where="Root"):
        with tempfile.TemporaryDirectory() as folder:
            made = source(schemas_, folder)
            root = made.root(where, {"$ref": f"{made.path}#/components/schemas/{where}"})
            self.written = made.written({0: root})
            return made.cases(root, 0)

    def check(self, schemas_, fitting=(), others=(), left_out=()):
        (case_,) = self.cases(schemas_)
        self.judged(case_, fitting, others, left_out)
        return case_

    def judged(self, case_, fitting=(), others=(), left_out=()):
        oracle = Oracle(case_)
        for value in [*fitting, *others]:
            self.assertTrue(oracle.is_well_formed(parsed(json.dumps(value))), value)
            self.assertEqual(oracle.fits(value), value in fitting, value)
        for value in left_out:
            self.assertFalse(oracle.is_well_formed(parsed(json.dumps(value))), value)

    def test_what_3_0_has_of_its_own(self):
        self.check(
            {"Root": {"type": "string", "nullable": True, "enum": ["a"]}}, ["a", None], ["b", 1]
        )
        self.check({"Root": {"type": "integer", "minimum": 1, "exclusiveMinimum": True}}, [2], [1])
        self.check(
            {
                "Root": {
                    "type": "object",
                    "required": ["a"],
                    "properties": {"a": ref("Part") | {"maxLength": 1}},
                },
                "Part": {"type": "string", "enum": ["ab"]},
            },
            [{"a": "ab"}],
            [{"a": "b"}, {}],
        )

    def test_what_can_be_read_in_two_ways_says_nothing(self):
        self.check(
            {
                "Root": {"type": "object", "allOf": [ref("Part")]},
                "Part": {"type": "object", "nullable": True, "minProperties": 1},
            },
            [{"a": 1}],
            [{}],
            [None],
        )
        self.check(
            {"Root": {"properties": {"a": {"type": "string", "enum": ["x"]}}}},
            [{"a": "x"}],
            [{"a": 1}],
            [1, "a", None],
        )
        self.check(
            {"Root": {"type": "integer", "format": "int32"}}, [2**31 - 1], ["a"], [2**31]
        )

    def test_a_discriminator_tells_alternatives_apart(self):
        tagged = {
            "Root": {
                "oneOf": [ref("A"), ref("B")],
                "discriminator": {
                    "propertyName": "tag",
                    "mapping": {"b": "#/components/schemas/B"},
                },
            },
            "A": _TAGGED | {"properties": {"tag": {"type": "string"}, "size": {"type": "integer"}}},
            "B": _TAGGED,
        }
        self.check(tagged, [], [{"tag": 1}, {}], [{"tag": "B"}, {"tag": "x"}])
        case_ = self.check(tagged, [{"tag": "A"}], [])
        self.assertTrue(Oracle(case_).fits({"tag": "b", "size": "x"}))
        self.assertFalse(Oracle(case_).fits({"tag": "A", "size": "x"}))

    def test_a_mapping_tells_alternatives_of_an_alternative_apart(self):
        more = _TAGGED | {
            "required": ["tag", "size"],
            "properties": {"tag": {"type": "string"}, "size": {"type": "integer"}},
        }
        mapping = {name.lower(): f"#/components/schemas/{name}" for name in "ABC"}
        tagged = {
            "Root": {
                "oneOf": [ref("A"), ref("Inner")],
                "discriminator": {"propertyName": "tag", "mapping": mapping},
            },
            "Inner": {"oneOf": [ref("B"), ref("C")]},
            "A": more,
            "B": more,
            "C": _TAGGED,
        }
        self.check(
            tagged,
            [{"tag": "a", "size": 1}, {"tag": "b", "size": 1}, {"tag": "c"}],
            [{"tag": 1}, {}],
            [{"tag": "a"}, {"tag": "b"}, {"tag": "x"}, {"tag": "x", "size": 1}],
        )
        del mapping["c"]
        # which of its own the alternative is nobody says
        self.check(tagged, [{"tag": "a", "size": 1}], [{"tag": 1}, {}])

    def test_a_base_stands_for_what_is_made_of_it(self):
        case_ = self.check(
            {
                "Root": {"type": "object", "required": ["pet"], "properties": {"pet": ref("Pet")}},
                "Pet": _PET,
                "Cat": _CAT,
            },
            [{"pet": {"kind": "Cat", "lives": 9}}, {"pet": {"kind": "Dog"}}],
            [{"pet": {}}, {}],
            [{"pet": {"kind": "Cat", "lives": "x"}}],
        )
        self.assertFalse(
            Oracle(case_).explains({"pet": {"kind": "Cat", "lives": 9}}, {"pet": {"kind": "Cat"}})
        )
        self.assertEqual(set(self.written["components"]["schemas"]), {"Root", "Pet", "Cat"})

    def test_members_go_one_way(self):
        request, response = self.cases(
            {
                "Root": {
                    "type": "object",
                    "required": ["id", "key"],
                    "properties": {
                        "id": {"type": "integer", "readOnly": True},
                        "key": {"type": "string", "writeOnly": True},
                    },
                }
            }
        )
        self.judged(
            request,
            [{"key": "a"}],
            [{"key": 1}],
            [{}, {"id": 1, "key": "a"}, {"id": "x", "key": "a"}],
        )
        self.judged(response, [{"id": 1}], [{}], [{"id": 1, "key": "a"}])

    def test_the_generator_is_given_what_was_written(self):
        root = {
            "type": "object",
            "properties": {
                "a": {"nullable": True, "type": "string"},
                "b": {"allOf": [ref("Part")]},
                "c": ref("Root/properties/a"),
            },
        }
        self.check({"Root": root, "Part": {"enum": [1.5]}}, [{"a": None, "c": None}])
        self.assertEqual(
            self.written["components"]["schemas"],
            {
                "Root": root | {"properties": root["properties"] | {"c": ref("Part0")}},
                "Part": {"enum": [1.5]},
                "Part0": {"nullable": True, "type": "string"},
            },
        )

    def test_defaults_may_be_added(self):
        oracle = Oracle(
            self.check(
                {"Root": {"type": "object", "properties": {"a": {"type": "integer", "default": 3}}}}
            )
        )
        for written, found in (({"a": 3}, []), ({"a": 4}, ["request is altered"])):
            self.assertEqual(compared({}, oracle, _FINE, outcome(written), None), (found, False))
        self.assertEqual(
            compared({"a": parsed("2")}, oracle, _FINE, outcome({"a": 3}), None),
            (["request is altered"], False),
        )

    def test_roots_are_those_that_say_most(self):
        with tempfile.TemporaryDirectory() as folder:
            made = source(
                {
                    "A": {"type": "string"},
                    "B": {"type": "string", "enum": ["a"], "nullable": True},
                    "C": {"type": "array", "items": ref("B")},
                },
                folder,
            )
            self.assertEqual([one.where for one in made.roots(9)], ["components/B"])

    def test_what_the_judge_cannot_read_is_no_case(self):
        with self.assertRaises(documents.Unusable):
            self.cases({"Root": {"type": "string", "pattern": "(?<=a+)b"}})
