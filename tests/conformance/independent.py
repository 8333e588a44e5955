# SPDX-License-Identifier: BSL-1.0
"""Whether a sample fits its schema, by the judgement of python3-jsonschema: neither the generator
nor the maker of samples has a word in it.

What OpenAPI spells in its own way is turned into JSON Schema 2020-12 first: `nullable`, which
documents write for "or null" with and without a type or an enum beside it; boolean limits of 3.0,
and `$ref` without its siblings there; members that only the other side sets, which are never
required; and a `oneOf` with a discriminator, of which more than one may fit.
"""

import formats
import jsonschema
import patterns
from jsonschema import validators

_SCHEMAS = (
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "items",
)
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_PLAIN = (
    "type",
    "enum",
    "const",
    "required",
    "dependentRequired",
    "uniqueItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
    "format",
)


def _is_integer(_, value):
    return (
        not isinstance(value, bool)
        and hasattr(value, "__int__")
        and not isinstance(value, str)
        and value == int(value)
    )


def _format(_, name, value, __):
    if not formats.keeps(name, value):
        yield jsonschema.ValidationError(f"{value!r} is not a {name}")


_Validator = validators.extend(
    jsonschema.Draft202012Validator,
    {"format": _format},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


class Independent:
    """Samples of one document that go one way, in requests or in responses."""

    def __init__(self, document, is_unneeded):
        """is_unneeded: whether a schema's value is never required this way."""
        self._document = document
        self._is_unneeded = is_unneeded
        self._numbers = {}  # of the definitions, by reference
        self._waiting = []  # references whose definitions are still to be written
        self._definitions = {}
        self._validator = _Validator({"$defs": self._definitions})

    def why(self, value, schema):
        """'' if the value fits, else the first reason."""
        whole = self._schema(schema)
        while self._waiting:
            ref = self._waiting.pop()
            self._definitions[self._numbers[ref]] = self._schema(self._document.at(ref))
        failure = next(iter(self._validator.evolve(schema=whole).iter_errors(value)), None)
        return (
            ""
            if failure is None
            else f"{'.'.join(map(str, failure.absolute_path))}: {failure.message}"[:300]
        )

    def _reference(self, ref):
        if ref not in self._numbers:
            self._numbers[ref] = str(len(self._numbers))
            self._waiting.append(ref)
        return f"#/$defs/{self._numbers[ref]}"

    def _schema(self, schema):
        if not isinstance(schema, dict):
            return schema if isinstance(schema, bool) else True
        made = {}
        if isinstance(schema.get("$ref"), str):
            made["$ref"] = self._reference(schema["$ref"])
            if self._document.is_old:
                return made
        for key, value in schema.items():
            self._add(made, schema, key, value)
        return {"anyOf": [{"type": "null"}, made]} if schema.get("nullable") is True else made

    def _add(self, made, schema, key, value):
        if key in _SCHEMAS and isinstance(value, (dict, bool)):
            made[key] = self._schema(value)
        elif key in _LISTS and isinstance(value, list) and value:
            told = (
                key == "oneOf"
                and isinstance(schema.get("discriminator"), dict)
                and "anyOf" not in schema
            )
            made["anyOf" if told else key] = [self._schema(one) for one in value]
        elif key in _MAPS and isinstance(value, dict):
            made[key] = {
                self._pattern(name) if key == "patternProperties" else name: self._schema(one)
                for name, one in value.items()
            }
        elif key == "pattern" and isinstance(value, str):
            made[key] = self._pattern(value)
        elif key == "required" and isinstance(value, list):
            properties = (
                schema.get("properties") if isinstance(schema.get("properties"), dict) else {}
            )
            made[key] = [
                name
                for name in value
                if isinstance(name, str) and not self._is_unneeded(properties.get(name))
            ]
        elif key == "dependencies" and isinstance(value, dict):
            made["dependentRequired"] = {
                name: one for name, one in value.items() if isinstance(one, list)
            }
            made["dependentSchemas"] = {
                name: self._schema(one) for name, one in value.items() if not isinstance(one, list)
            }
        elif key in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool):
            limit = key.replace("exclusiveM", "m")
            if value and limit in schema:
                made[key] = schema[limit]
        elif key in _PLAIN:
            made[key] = value

    @staticmethod
    def _pattern(text):
        """As Python writes it; one that it cannot read says nothing."""
        found = patterns.matcher(text)
        return "" if found is None else found.pattern
