# SPDX-License-Identifier: BSL-1.0
"""Values near the edges of a schema: made to fit it, then changed at one place."""

import copy
import itertools
import json
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "conformance"))

import patterns  # noqa: E402
from schemas import definition

EXTRA = "extra_member"  # no schema has a member of this name
FORMATS = {
    "date-time": ("2024-02-29T12:30:00Z", "1999-12-31T23:59:59.250Z", "2024-06-01T08:00:00+02:00"),
    "date": ("2024-02-29", "1999-12-31"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"),
    "email": ("a@example.com",),
    "byte": ("", "YWJj", "YQ=="),
}
FORMATS_OF_DOCUMENTS = FORMATS | {  # which random schemas do not have
    "time": ("12:30:45Z", "23:59:59Z"),
    "duration": ("P1DT2H", "PT5M"),
    "uri": ("https://example.com/a", "https://example.com/b?c=d"),
    "url": ("https://example.com/a",),
    "uri-reference": ("/a", "b"),
    "idn-email": ("a@example.com",),
    "hostname": ("example.com", "a.example.org"),
    "ipv4": ("192.0.2.1", "198.51.100.7"),
    "ipv6": ("2001:db8::1", "::1"),
    "decimal": ("12.5", "0.1"),
}
_MATCHING = {
    "^[a-z]+$": ("a", "abc"),
    "^[A-Z]{2}$": ("AB", "ZZ"),
    "^[0-9]{1,3}$": ("0", "123"),
    "^x-": ("x-", "x-a"),
    "[0-9]$": ("1", "a2"),
    "_id$": ("_id", "a_id"),
    "^[a-z_]+$": ("a", "b_c"),
}
_SIZE, _LONGEST, _DEEPEST = 400, 10000, 40  # of one value: members, characters of a text, levels
_OTHERS = (None, True, False, 0, 1, -1, 1.5, "", "a", "b", [], {}, [1], ["a"], {"a": 1})


def instances(case, seed, fits, count):
    """At most `count` values, no two the same; about half of them fit. fits(value): whether a value
    fits the schema.
    """
    made = Instances(case, random.Random(f"instances {seed}"))
    found = {}
    for _ in range(count):
        value = made.fitting(fits)
        found.setdefault(json.dumps(value, sort_keys=True), value)
        if len(found) * 3 >= count:
            break
    bases = list(found.values())
    for turn in range(count * 4):
        if len(found) >= count:
            break
        value = made.changed(bases[turn % len(bases)])
        found.setdefault(json.dumps(value, sort_keys=True), value)
    return list(found.values())


class Instances:
    def __init__(self, case, chance):
        self._case, self._chance = case, chance
        self._values, self._names = [], [EXTRA]
        self._room = _SIZE
        self._collect(case["schema"])
        self._collect(case["$defs"])

    def _collect(self, schema):
        """The listed values and the names of members anywhere in the schema."""
        if isinstance(schema, dict):
            self._values += [
                *schema.get("enum", ()),
                *([schema["const"]] if "const" in schema else []),
            ]
            if isinstance(schema.get("properties"), dict):
                self._names += [
                    name
                    for name in schema["properties"]
                    if name not in self._case.get("hidden", ())
                ]
            for one in schema.values():
                self._collect(one)
        elif isinstance(schema, list):
            for one in schema:
                self._collect(one)

    def fitting(self, fits):
        """A value that fits, if a few attempts give one."""
        for turn in range(9):
            self._room = _SIZE if turn < 6 else 0  # then only what must be there
            value = self.make(self._case["schema"])
            if fits(value):
                break
        return value

    # ----------------------------------------------------------------------------------------------
    # making

    def _one(self, values):
        return copy.deepcopy(self._chance.choice(list(values)))

    def _merged(self, schema, depth=0):
        """The schema, its $ref, allOf and one of its alternatives as one; what it excludes is left
        to chance.
        """
        if not isinstance(schema, dict):
            return {}
        schema = dict(schema)
        parts = list(schema.pop("allOf", ()))
        if "$ref" in schema:
            parts.append(definition(self._case, schema.pop("$ref")))
        for key in ("oneOf", "anyOf"):
            if key in schema:
                parts.append(self._one(schema.pop(key)))
        if "if" in schema:
            condition = schema.pop("if")
            then, otherwise = schema.pop("then", {}), schema.pop("else", {})
            parts += [condition, then] if self._chance.random() < 0.5 else [otherwise]
        for name, rule in schema.pop("dependentSchemas", {}).items():
            parts += (
                [rule] if name in schema.get("required", ()) or self._chance.random() < 0.5 else []
            )
        for part in parts if depth < 20 else ():
            self._merge(schema, self._merged(part, depth + 1))
        return schema

    @staticmethod
    def _merge(schema, part):
        for key, value in part.items():
            if key == "properties":
                own = schema["properties"] = dict(schema.get("properties", {}))
                for name, one in value.items():
                    own[name] = {"allOf": [own[name], one]} if name in own else one
            elif key == "required":
                schema[key] = [*schema.get(key, ()), *value]
            elif key == "enum" and "enum" in schema:
                schema[key] = [one for one in value if one in schema[key]] or value
            elif key != "type" or key not in schema:
                schema[key] = value

    def make(self, schema, depth=0):
        if depth > _DEEPEST:
            return None
        self._room -= 1
        schema = self._merged(schema)
        if "const" in schema:
            return copy.deepcopy(schema["const"])
        if schema.get("enum"):
            return self._one(schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self._one(kind)
        if kind is None:
            kind = next(
                (
                    found
                    for key, found in (
                        ("properties", "object"),
                        ("additionalProperties", "object"),
                        ("items", "array"),
                        ("prefixItems", "array"),
                        ("minLength", "string"),
                        ("minimum", "integer"),
                    )
                    if key in schema
                ),
                None,
            )
        makers = {
            "object": self._object,
            "array": self._array,
            "string": self._string,
            "integer": self._number,
            "number": self._number,
        }
        if kind in makers:
            return makers[kind](schema, depth)
        return {"boolean": self._one((True, False)), "null": None}.get(
            kind, self._one(_OTHERS) if kind is None else None
        )

    def _object(self, schema, depth):
        made = {}
        required = list(schema.get("required", ()))
        properties = schema.get("properties", {})
        sparse = self._chance.random() < 0.3
        for name, one in properties.items():
            if one is not False and (
                name in required
                or not sparse
                and depth < 4
                and self._room > 0
                and self._chance.random() < 0.7
            ):
                made[name] = self.make(one, depth + 1)
        for name in required:
            made.setdefault(name, self._one(_OTHERS)) if name not in properties else None
        for name, needed in schema.get("dependentRequired", {}).items():
            for other in needed if name in made else ():
                made.setdefault(other, self.make(properties.get(other, {}), depth + 1))
        rest = schema.get("additionalProperties", True)
        if self._room > 0 and (isinstance(rest, dict) and depth < 4 or not properties):
            names = ["a", "b", "c", "x-1", "abc", "my_id"]
            for name in self._chance.sample(names, self._chance.randint(0, 3)):
                rule = next(
                    (
                        one
                        for pattern, one in schema.get("patternProperties", {}).items()
                        if name.startswith("x-") == (pattern == "^x-")
                        and (pattern != "_id$" or name.endswith("_id"))
                    ),
                    rest,
                )
                if rule is not False:
                    made.setdefault(name, self.make(rule, depth + 1))
        return made

    def _array(self, schema, depth):
        first = schema.get("prefixItems", [])
        rest = schema.get("items", {})
        low = schema.get("minItems", 0)
        high = schema.get("maxItems", low + 3)
        count = (
            self._one((low, high, self._chance.randint(low, max(low, high))))
            if depth < 4 and self._room > 0
            else low
        )
        count = min(count, max(low, 20))
        if first and self._chance.random() < 0.5:
            count = max(count, len(first))
        if rest is False:
            count = min(count, len(first))
        made = [
            self.make(first[index] if index < len(first) else rest, depth + 1)
            for index in range(count)
        ]
        if "contains" in schema and made and self._chance.random() < 0.7:
            made[-1] = self.make({"allOf": [schema["contains"], rest]}, depth + 1)
        return made

    def _string(self, schema, _):
        if schema.get("format") in FORMATS_OF_DOCUMENTS:
            return self._one(FORMATS_OF_DOCUMENTS[schema["format"]])
        if schema.get("pattern") in _MATCHING:
            return self._one(_MATCHING[schema["pattern"]])
        low = schema.get("minLength", 0)
        high = min(schema.get("maxLength", low + 4), max(low, _LONGEST))
        if "pattern" in schema:
            fitting = [
                text
                for text in itertools.islice(
                    patterns.candidates(schema["pattern"], low, high, 0), 60
                )
                if low <= len(text) <= high and patterns.matcher(schema["pattern"]).search(text)
            ]
            return self._one(fitting) if fitting else ""
        size = self._one((low, high, max(low, 1)))
        text = self._one(("abcdefgh", "xyzabcd", "éäö€𝄞abc"))
        return (text * (size // len(text) + 1))[:size]

    def _number(self, schema, _):
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        whole = schema.get("type") == "integer"
        step = schema.get("multipleOf")
        if step:
            count = self._one((0, 1, 7, 3))
            return count * step if isinstance(step, int) else round(count * step, 2)
        edges = [
            edge + change
            for edge in (low, high)
            if edge is not None
            for change in (0, 1, -1)
            if not whole or isinstance(edge, int)
        ]
        inside = [
            edge
            for edge in edges
            if (low is None or edge >= low) and (high is None or edge <= high)
        ]
        return self._one(
            [*inside, *([0, 7, -3] if not inside else []), *([0.5, 2.25] if not whole else [])]
        )

    # ----------------------------------------------------------------------------------------------
    # changing

    def changed(self, value):
        """A copy with something else at one place, or at two."""
        value = copy.deepcopy(value)
        for _ in range(1 if self._chance.random() < 0.8 else 2):
            holder = [value]
            parent, key = self._chance.choice([(holder, 0), *_places(value)])
            self._change(parent, key)
            value = holder[0]
        return value

    def _change(self, parent, key):
        value = parent[key]
        which = self._chance.randrange(10)
        if which == 0:
            parent[key] = self._one(_OTHERS)
        elif which == 1 and isinstance(parent, dict):
            del parent[key]
        elif which == 2:
            parent[key] = None
        elif which == 3 and self._values:
            parent[key] = self._one(self._values)
        elif isinstance(value, dict):
            if value and which < 7:
                del value[self._one(value)]
            else:
                value[self._one(self._names)] = self._one([*_OTHERS, *self._values])
        elif isinstance(value, list):
            change = self._chance.randrange(4)
            if change == 0 and value:
                value.pop()
            elif change == 1 and value:
                value.append(copy.deepcopy(value[0]))
            elif change == 2:
                value.append(self._one([*_OTHERS, *self._values]))
            else:
                value.clear()
        elif isinstance(value, bool) or value is None:
            parent[key] = self._one(_OTHERS)
        elif isinstance(value, (int, float)):
            parent[key] = self._one(
                (
                    value + 1,
                    value - 1,
                    value + 0.5,
                    -value,
                    value * 2,
                    float(value) if isinstance(value, int) else value + 1,
                )
            )
        else:
            parent[key] = self._one(
                (value + "a", value[:-1], "", value.upper(), value + "1", value * 2)
            )


def _places(value):
    for key in (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    ):
        yield value, key
        yield from _places(value[key])
