# SPDX-License-Identifier: BSL-1.0
"""Whether three judges agree about a value: python3-jsonschema, the generic validator, and the code
generated for the schema.
"""

import json
import sys
from decimal import Decimal
from pathlib import Path

import jsonschema
from jsonschema import validators

sys.path.append(str(Path(__file__).resolve().parent.parent / "conformance"))

import patterns  # noqa: E402
from document import canonical  # noqa: E402
from instances import FORMATS_OF_DOCUMENTS  # noqa: E402
from judge import same  # noqa: E402
from keywords import READ_ONLY, WRITE_ONLY  # noqa: E402
from unknown import Unknown  # noqa: E402


def _is_integer(_, value):
    return not isinstance(value, (bool, str)) and hasattr(value, "__int__") and value == int(value)


def _pattern(_, pattern, value, __):
    """As ECMA-262 reads it, which Python does not."""
    if isinstance(value, str) and not patterns.matcher(pattern).search(value):
        yield jsonschema.ValidationError(f"{value!r} does not match")


def _unevaluated_items(validator, stated, value, schema):
    """python3-jsonschema 4.10 sorts for its message what is too much, and values of several types
    have no order.
    """
    try:
        yield from jsonschema.Draft202012Validator.VALIDATORS["unevaluatedItems"](
            validator, stated, value, schema
        )
    except TypeError:
        yield jsonschema.ValidationError(f"{value!r} has unevaluated items")


_Validator = validators.extend(
    jsonschema.Draft202012Validator,
    {"pattern": _pattern, "unevaluatedItems": _unevaluated_items},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


def _listed(texts):
    return lambda value: not isinstance(value, str) or value in texts


def _in_range(low, end):
    return (
        lambda value: isinstance(value, (bool, str))
        or not hasattr(value, "__int__")
        or low <= value < end
    )


def parsed(text):
    return json.loads(text, parse_float=Decimal)


def _is_held(exact, kinds):
    """Whether C++ holds the numbers in a value as they are written: in 64 bits, or in a double.
    kinds: which of both the case may need.
    """
    if isinstance(exact, (dict, list)):
        return all(
            _is_held(one, kinds) for one in (exact.values() if isinstance(exact, dict) else exact)
        )
    if isinstance(exact, bool) or not isinstance(exact, (int, Decimal)):
        return True
    if "integer" in kinds and not -(2**63) <= exact < 2**63:
        return False
    if isinstance(exact, Decimal):
        return not 2**53 < abs(exact) < 2**64 or Decimal(float(exact)) == exact
    return abs(exact) <= 2**53 if "number" in kinds else -(2**63) <= exact < 2**63


class Oracle:
    """The independent judge of one case."""

    def __init__(self, case):
        schema = parsed(json.dumps(whole(case)))
        formats = jsonschema.FormatChecker(formats=())
        formats.checkers = {
            name: (_listed(texts), ()) for name, texts in FORMATS_OF_DOCUMENTS.items()
        }
        for bits in (8, 16, 32, 64):
            formats.checkers[f"int{bits}"] = _in_range(-(2 ** (bits - 1)), 2 ** (bits - 1)), ()
            formats.checkers[f"uint{bits}"] = _in_range(0, 2**bits), ()
        self._plain, self._strict = _Validator(schema), _Validator(schema, format_checker=formats)
        self._readings = [
            _Validator(parsed(json.dumps(whole(one)))) for one in case.get("readings", ())
        ]
        self._defaults = case.get("defaults", {})
        definitions = schema.get("$defs", {}) if case["$defs"] else {}
        self._unknown = Unknown(
            {"schema": schema, "$defs": definitions},
            lambda part, value: part is True
            or part is not False
            and _Validator({**part, "$defs": definitions}).is_valid(value),
        )

        self._kinds = [
            kind
            for kind in ("integer", "number")
            if f'"{kind}"' in json.dumps([case["schema"], case["$defs"]])
        ]
        self.sent = self._without(case, READ_ONLY)
        self.received = self._without(case, WRITE_ONLY)

    def _without(self, case, name):
        """The judge of what goes one way only."""
        other = {
            **case,
            "schema": without(case["schema"], name),
            "$defs": without(case["$defs"], name),
        }
        return self if other == case else Oracle(other)

    def fits(self, value):
        return self.accepts(parsed(json.dumps(value)))

    def accepts(self, exact):
        """Whether a value that was read by `parsed` fits."""
        return self._plain.is_valid(exact)

    def explains(self, exact, written):
        """Whether what was written is the value without members that the schema does not name."""
        return self._unknown.explains(exact, written)

    def named(self, exact):
        """The value without members that the schema does not name."""
        return self._unknown.without(exact)

    def is_well_formed(self, exact):
        """Formats are annotations: a value that a format would decide about says nothing. Nor does
        one that OpenAPI allows in one of its readings, or a number that its C++ type does not hold.
        """
        ways = {
            id(self): exact,
            id(self.sent): without(exact, READ_ONLY),
            id(self.received): without(exact, WRITE_ONLY),
        }
        return all(
            other.is_valid(ways[id(one)]) == one.accepts(ways[id(one)])
            for one in (self, self.sent, self.received)
            for other in (one._strict, *one._readings)
        ) and _is_held(exact, self._kinds)

    def _is_default(self, name, written):
        """An object that is a default has the defaults of its members, too."""
        own = self.undefaulted({}, written) if isinstance(written, dict) else written
        return (name, canonical(written)) in self._defaults or (
            name,
            canonical(own),
        ) in self._defaults

    def undefaulted(self, exact, written):
        """What was written without members that were not there and have their defaults."""
        if isinstance(exact, dict) and isinstance(written, dict):
            return {
                name: self.undefaulted(exact.get(name), one)
                for name, one in written.items()
                if name in exact or not self._is_default(name, one)
            }
        if isinstance(exact, list) and isinstance(written, list) and len(exact) == len(written):
            return list(map(self.undefaulted, exact, written))
        return written


def whole(case):
    """The schema with its definitions inside."""
    schema = case["schema"]
    return (
        {**(schema if isinstance(schema, dict) else {"allOf": [schema]}), "$defs": case["$defs"]}
        if case["$defs"]
        else schema
    )


def without(value, name):
    """The value, or the schema, without a member of that name, wherever it is; then it is required
    nowhere either.
    """
    if isinstance(value, dict):
        return {key: _part_without(key, one, name) for key, one in value.items() if key != name}
    return [without(one, name) for one in value] if isinstance(value, list) else value


def _part_without(key, value, name):
    if key == "required" and isinstance(value, list):
        return [one for one in value if one != name]
    if key == "dependentRequired" and all(isinstance(names, list) for names in value.values()):
        return {
            other: [one for one in names if one != name]
            for other, names in value.items()
            if other != name
        }
    return without(value, name)


def compared(exact, oracle, generic, request, response):
    """(kinds of disagreement, whether an unknown member was skipped). Outcomes are those of
    conformance/prove.hpp.

    What is readOnly is not sent, what is writeOnly is not received: the value and the schema are
    then looked at without it."""
    valid = oracle.accepts(exact)
    found = []
    if generic["step"] != ("" if valid else "refused"):
        found.append("generic refuses the valid" if valid else "generic accepts the invalid")
    for outcome in (request, response):
        if outcome and outcome["step"] in ("a crash", "an exception"):
            return [*found, "crash"], False
    # else a request is not made by reading it
    is_read = valid or oracle.sent is oracle and oracle.received is oracle
    of_request, skipped_there = _compared_request(
        without(exact, READ_ONLY), oracle.sent, request, is_read
    )
    of_response, skipped_here = _compared_response(
        without(exact, WRITE_ONLY), oracle.received, response
    )
    return [*found, *of_request, *of_response], skipped_there or skipped_here


def _compared_request(exact, oracle, request, is_read):
    valid = oracle.accepts(exact)
    if not request or not is_read or request["step"] and not valid:
        return [], False
    if request["step"]:
        if not oracle.accepts(oracle.named(exact)):
            return [], True  # it is valid by a member that the model does not hold
        return [f"request refuses the valid: {request['step']}"], False
    # a request without members is not read from anything
    if not valid and "encoded" not in request:
        return [], False
    sent = parsed(request.get("encoded", request.get("body")))
    written = oracle.undefaulted(exact, sent)
    if same(written, exact):
        return (
            []
            if valid or not same(sent, written) and oracle.accepts(sent)
            else ["request accepts the invalid"],
            False,
        )
    if oracle.explains(exact, written):
        return [] if oracle.accepts(written) else ["request accepts the invalid"], True
    return [
        "request is altered"
        if valid
        else "request accepts the invalid, altered"
        + (" to the valid" if oracle.accepts(written) else "")
    ], False


def _compared_response(exact, oracle, response):
    if not response or not oracle.accepts(exact):
        return [], False
    if response["step"]:
        return ["response is not read"], False
    written = oracle.undefaulted(exact, without(parsed(response["encoded"]), WRITE_ONLY))
    if same(written, exact):
        return [], False
    return ([], True) if oracle.explains(exact, written) else (["response is altered"], False)
