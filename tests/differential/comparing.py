"""Whether three judges agree about a value: python3-jsonschema, the generic validator, and the code generated for the schema."""

import json
import sys
from decimal import Decimal
from pathlib import Path

import jsonschema
from jsonschema import validators

sys.path.append(str(Path(__file__).resolve().parent.parent / "conformance"))

from instances import FORMATS_OF_DOCUMENTS  # noqa: E402
import patterns  # noqa: E402
from document import canonical  # noqa: E402
from judge import same  # noqa: E402
from unknown import Unknown  # noqa: E402


def _is_integer(_, value):
    return not isinstance(value, (bool, str)) and hasattr(value, "__int__") and value == int(value)


def _pattern(_, pattern, value, __):
    """As ECMA-262 reads it, which Python does not."""
    if isinstance(value, str) and not patterns.matcher(pattern).search(value):
        yield jsonschema.ValidationError(f"{value!r} does not match")


_Validator = validators.extend(jsonschema.Draft202012Validator, {"pattern": _pattern},
                               type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer))


def _listed(texts):
    return lambda value: not isinstance(value, str) or value in texts


def _in_bits(bits):
    return lambda value: isinstance(value, (bool, str)) or not hasattr(value, "__int__") or -2 ** (bits - 1) <= value < 2 ** (bits - 1)


def parsed(text):
    return json.loads(text, parse_float=Decimal)


class Oracle:
    """The independent judge of one case."""

    def __init__(self, case):
        schema = parsed(json.dumps(whole(case)))
        formats = jsonschema.FormatChecker(formats=())
        formats.checkers = {name: (_listed(texts), ()) for name, texts in FORMATS_OF_DOCUMENTS.items()}
        formats.checkers |= {f"int{bits}": (_in_bits(bits), ()) for bits in (32, 64)}
        self._plain, self._strict = _Validator(schema), _Validator(schema, format_checker=formats)
        self._readings = [_Validator(parsed(json.dumps(whole(one)))) for one in case.get("readings", ())]
        self._defaults = case.get("defaults", {})
        definitions = schema.get("$defs", {}) if case["$defs"] else {}
        self._unknown = Unknown({"schema": schema, "$defs": definitions},
                                lambda part, value: part is True or part is not False and _Validator({**part, "$defs": definitions}).is_valid(value))

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
        """Formats are annotations: a value that a format would decide about says nothing. Nor does one that OpenAPI allows in one of its readings."""
        valid = self._plain.is_valid(exact)
        return all(one.is_valid(exact) == valid for one in (self._strict, *self._readings))

    def undefaulted(self, exact, written):
        """What was written without members that were not there and have their defaults."""
        if isinstance(exact, dict) and isinstance(written, dict):
            return {name: self.undefaulted(exact.get(name), one) for name, one in written.items()
                    if name in exact or (name, canonical(one)) not in self._defaults}
        if isinstance(exact, list) and isinstance(written, list) and len(exact) == len(written):
            return list(map(self.undefaulted, exact, written))
        return written


def whole(case):
    """The schema with its definitions inside."""
    return {**case["schema"], "$defs": case["$defs"]} if case["$defs"] else case["schema"]


def compared(exact, oracle, generic, request, response):
    """(kinds of disagreement, whether an unknown member was skipped). Outcomes are those of conformance/prove.hpp."""
    valid = oracle.accepts(exact)
    found, is_skipped = [], False
    if generic["step"] != ("" if valid else "refused"):
        found.append("generic refuses the valid" if valid else "generic accepts the invalid")
    for outcome in (request, response):
        if outcome and outcome["step"] in ("a crash", "an exception"):
            return [*found, "crash"], False
    if request and request["step"]:
        if valid and not oracle.accepts(oracle.named(exact)):
            is_skipped = True  # it is valid by a member that the model does not hold
        elif valid:
            found.append(f"request refuses the valid: {request['step']}")
    elif request and (valid or "encoded" in request):  # a request without members is not read from anything
        sent = parsed(request.get("encoded", request.get("body")))
        written = oracle.undefaulted(exact, sent)
        if same(written, exact):
            found += [] if valid or not same(sent, written) and oracle.accepts(sent) else ["request accepts the invalid"]
        elif oracle.explains(exact, written):
            is_skipped = True
            found += [] if oracle.accepts(written) else ["request accepts the invalid"]
        else:
            found.append("request is altered" if valid else "request accepts the invalid, altered" + (" to the valid" if oracle.accepts(written) else ""))
    if response and valid:
        if response["step"]:
            found.append("response is not read")
        elif not same(written := oracle.undefaulted(exact, parsed(response["encoded"])), exact):
            if oracle.explains(exact, written):
                is_skipped = True
            else:
                found.append("response is altered")
    return found, is_skipped
