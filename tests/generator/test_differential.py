"""The differential test (`tests/differential`) sees what it is there to see."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "differential"))

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
    def check(self, schema, value, kinds, request=None, response=None, generic=None, definitions=None, is_skipped=False):
        oracle = Oracle(case(schema, definitions))
        exact = parsed(json.dumps(value))
        generic = generic or (_FINE if oracle.accepts(exact) else _REFUSED)
        self.assertEqual(compared(exact, oracle, generic, request, response), (kinds, is_skipped))

    def test_agreement_is_nothing(self):
        self.check(_OBJECT, {"a": 1}, [], outcome({"a": 1}), outcome({"a": 1}))
        self.check(_OBJECT, {"a": "x"}, [], {"step": "decode the request", "why": ""}, {"step": "read the response", "why": ""})
        self.check(_OBJECT, {"a": 1.0}, [], outcome({"a": 1}), outcome({"a": 1}))

    def test_what_fits_is_not_refused(self):
        self.check(_OBJECT, {"a": 1}, ["request refuses the valid: validate", "response is not read"],
                   {"step": "validate", "why": ""}, {"step": "read the response", "why": ""})

    def test_what_does_not_fit_is_not_taken(self):
        self.check(_OBJECT, {"a": "x"}, ["request accepts the invalid"], outcome({"a": "x"}))
        self.check(_OBJECT, {"a": "x"}, ["request accepts the invalid, altered to the valid"], outcome({}))
        self.check(_OBJECT | {"required": ["a"]}, {"a": "x"}, ["request accepts the invalid, altered"], outcome({}))

    def test_what_is_read_is_written_again(self):
        self.check(_OBJECT, {"a": 1}, ["request is altered", "response is altered"], outcome({}), outcome({"a": 2}))
        self.check({"type": ["object", "null"], "properties": {"a": {}}}, {"a": None}, ["request is altered"], outcome({}))
        self.check({}, True, ["request is altered"], outcome(1))

    def test_the_generic_validator_says_the_same(self):
        self.check(_OBJECT, {"a": 1}, ["generic refuses the valid"], generic=_REFUSED)
        self.check(_OBJECT, {"a": "x"}, ["generic accepts the invalid"], generic=_FINE)

    def test_a_crash_is_found(self):
        self.check(_OBJECT, {"a": 1}, ["crash"], {"step": "a crash", "why": ""}, outcome({"a": 1}))

    def test_unknown_members_may_be_skipped(self):
        self.check(_OBJECT, {"a": 1, "b": 2}, [], outcome({"a": 1}), outcome({"a": 1}), is_skipped=True)
        closed = _OBJECT | {"additionalProperties": False}
        self.check(closed, {"a": 1, "b": 2}, [], outcome({"a": 1}), is_skipped=True)
        self.check(_OBJECT | {"minProperties": 2}, {"a": 1, "b": 2}, [], {"step": "validate", "why": ""}, is_skipped=True)

    def test_known_members_may_not(self):
        self.check(_OBJECT | {"additionalProperties": {}}, {"a": 1, "b": 2}, ["request is altered"], outcome({"a": 1}))
        self.check({"type": "object"}, {"b": 2}, ["request is altered"], outcome({}))
        layers = {"allOf": [_OBJECT, {"$ref": "#/$defs/B"}]}
        self.check(layers, {"b": 1}, ["request is altered"], outcome({}), definitions={"B": {"properties": {"b": {}}}})
        choice = {"oneOf": [_OBJECT | {"required": ["a"]}, {"properties": {"b": {"type": "integer"}}, "required": ["b"], "type": "object"}]}
        self.check(choice, {"b": 1, "a": "x"}, [], outcome({"b": 1}), is_skipped=True)
        self.check(choice, {"b": 1, "c": "x"}, ["request is altered"], outcome({"c": "x"}))

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
            for one in (seed + len(schemas.GROUPS) * turn for turn in range(6)):
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
        used = {found for seed in range(400) for found in _formats(schemas.case(seed)) if found not in ("int32", "int64", "float", "double")}
        self.assertEqual(used, set(FORMATS))

    def test_unused_definitions_go(self):
        made = case({"$ref": "#/$defs/A"}, {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {}, "C": {"$ref": "#/$defs/A"}})
        self.assertEqual(set(pruned(made)["$defs"]), {"A", "B"})


def _formats(value):
    if isinstance(value, dict):
        yield from [value["format"]] if isinstance(value.get("format"), str) else []
        for one in value.values():
            yield from _formats(one)
    elif isinstance(value, list):
        for one in value:
            yield from _formats(one)
