# SPDX-License-Identifier: BSL-1.0
"""Random schemas, combined as real documents combine them. One seed gives one schema, for ever.

A case is {"schema": …, "$defs": {…}}: a schema for one operation, and what it refers to as
`#/$defs/Name`.
"""

import random

from keywords import KeywordGroups

_NAMES = ("id", "name", "price", "count", "tags", "status", "created", "note", "size", "owner")
_WORDS = ("a", "b", "red", "green", "on hold", "x-1")
_PATTERNS = ("^[a-z]+$", "^[A-Z]{2}$", "^[0-9]{1,3}$", "^x-", "[0-9]$")
_NAME_PATTERNS = ("^x-", "^[a-z]+$", "_id$")

GROUPS = (
    "plain",
    "limits",
    "enums",
    "nullable",
    "maps",
    "lists",
    "tuples",
    "layers",
    "tagged",
    "alternatives",
    "conditions",
    "exclusions",
    "recursive",
    "loose",
    "untyped",
    "unlisted",
    "clashes",
    "bounded_enums",
    "mixed_maps",
    "null_bodies",
    "defaults",
    *KeywordGroups.GROUPS,
)


def group_of(seed):
    return GROUPS[seed % len(GROUPS)]


def case(seed):
    made = Schemas(random.Random(f"schema {seed}"))
    schema = getattr(made, group_of(seed))()
    return {"schema": schema, "$defs": made.definitions}


def definition(case, reference):
    """What a reference of a case leads to: by pointer, anchor or identifier."""
    if reference.startswith("#/$defs/"):
        found, *rest = reference.removeprefix("#/$defs/").split("/")
        found = case["$defs"][found]
        for part in rest:
            found = found[int(part) if isinstance(found, list) else part]
        return found
    return next(
        one
        for one in case["$defs"].values()
        if isinstance(one, dict)
        and (one.get("$id") == reference or f"#{one.get('$anchor')}" == reference)
    )


class Schemas(KeywordGroups):
    """The schemas of one case."""

    def __init__(self, chance):
        self._chance = chance
        self.definitions = {}

    # ----------------------------------------------------------------------------------------------
    # chance

    def _may(self, likelihood):
        return self._chance.random() < likelihood

    def _one(self, values):
        return self._chance.choice(list(values))

    def _some(self, values, least, most):
        return self._chance.sample(list(values), self._chance.randint(least, most))

    def _defined(self, name, schema):
        """A reference to the schema, which stands under `$defs` from now on."""
        free = name if name not in self.definitions else f"{name}{len(self.definitions)}"
        self.definitions[free] = schema
        return {"$ref": f"#/$defs/{free}"}

    # ----------------------------------------------------------------------------------------------
    # values

    def _text(self, is_limited=False):
        schema = {"type": "string"}
        if self._may(0.25):
            return schema | {"format": self._one(("date-time", "date", "uuid", "email", "byte"))}
        if is_limited or self._may(0.3):
            which = self._chance.randrange(4)
            if which in (0, 2):
                schema["minLength"] = self._chance.randint(1, 3)
            if which in (1, 2):
                schema["maxLength"] = self._chance.randint(3, 6)
            if which == 3:
                schema["pattern"] = self._one(_PATTERNS)
        return schema

    def _number(self, is_limited=False):
        schema = {"type": self._one(("integer", "integer", "number"))}
        if self._may(0.2):
            schema["format"] = (
                self._one(("int32", "int64"))
                if schema["type"] == "integer"
                else self._one(("float", "double"))
            )
        if is_limited or self._may(0.3):
            which = self._chance.randrange(5)
            low = self._chance.randint(-2, 5)
            if which in (0, 2):
                schema[self._one(("minimum", "exclusiveMinimum"))] = low
            if which in (1, 2):
                schema[self._one(("maximum", "exclusiveMaximum"))] = low + self._chance.randint(
                    2, 9
                )
            if which == 3:
                schema["multipleOf"] = self._one(
                    (2, 5, 10) if schema["type"] == "integer" else (0.5, 0.01, 3)
                )
            if which == 4 and schema["type"] == "number":
                schema["minimum"] = self._one((0.5, 1.25, -0.5))
        return schema

    def _enum(self):
        which = self._chance.randrange(5)
        if which == 0:
            return {"const": self._one((*_WORDS, 1, True))}
        if which == 1:
            return {"type": "integer", "enum": self._some((0, 1, 2, 3, 10), 1, 3)}
        schema = {"enum": self._some(_WORDS, 1, 4)}
        return schema if which == 2 else {"type": "string", **schema}

    def _scalar(self):
        return self._one((self._text, self._number, self._enum, lambda: {"type": "boolean"}))()

    def _or_null(self, schema):
        """The schema, or null."""
        kind = schema.get("type")
        if isinstance(kind, str) and self._may(0.6):
            schema = schema | {"type": [kind, "null"]}
            return schema | {"enum": [*schema["enum"], None]} if "enum" in schema else schema
        return {self._one(("oneOf", "anyOf")): [schema, {"type": "null"}]}

    def _value(self, depth=0):
        """What a member or an element may be."""
        which = self._chance.randrange(10)
        if which == 0:
            return self._or_null(self._scalar())
        if which == 1 and depth < 2:
            return {"type": "array", "items": self._value(depth + 1)}
        if which == 2 and depth < 2:
            return self._object(depth + 1)
        if which == 3 and depth < 2:
            return self._defined(self._one(("Item", "Owner", "Price")), self._object(depth + 1))
        return self._scalar()

    def _object(self, depth=0, names=None):
        names = names or self._some(_NAMES, 1, 4)
        schema = {"type": "object", "properties": {name: self._value(depth + 1) for name in names}}
        if required := [name for name in names if self._may(0.4)]:
            schema["required"] = required
        if self._may(0.2):
            schema["additionalProperties"] = False
        elif self._may(0.1):
            schema["additionalProperties"] = self._one(
                (True, {"type": "string"}, {"type": "integer", "minimum": 0})
            )
        return schema

    def _part(self, names=None):
        schema = self._object(1, names)
        schema.pop("additionalProperties", None)
        return schema

    # ----------------------------------------------------------------------------------------------
    # groups

    def plain(self):
        return self._object()

    def limits(self):
        schema = self._object()
        for name in schema["properties"]:
            schema["properties"][name] = self._one((self._text, self._number))(True)
        if self._may(0.4):
            schema[self._one(("minProperties", "maxProperties"))] = self._chance.randint(1, 3)
        return schema

    def enums(self):
        names = self._some(_NAMES, 1, 3)
        made = {
            name: self._one(
                (
                    self._enum,
                    lambda: {"type": "array", "items": self._enum()},
                    lambda: {"type": "object", "additionalProperties": self._enum()},
                )
            )()
            for name in names
        }
        return {"type": "object", "properties": made, "required": self._some(names, 0, len(names))}

    def nullable(self):
        names = self._some(_NAMES, 1, 4)
        made = {
            name: self._or_null(
                self._one(
                    (
                        self._scalar,
                        self._part,
                        lambda: {"type": "array", "items": self._scalar()},
                        lambda: self._defined("Held", self._part()),
                    )
                )()
            )
            for name in names
        }
        return {"type": "object", "properties": made, "required": self._some(names, 0, len(names))}

    def maps(self):
        schema = {"type": "object"}
        if self._may(0.7):
            schema["additionalProperties"] = self._one(
                (self._value(1), self._value(1), self._or_null(self._scalar()), False)
            )
        if not isinstance(schema.get("additionalProperties"), dict) and self._may(0.6):
            schema["patternProperties"] = {self._one(_NAME_PATTERNS): self._scalar()}
        if self._may(0.3):
            schema["propertyNames"] = self._one(
                ({"pattern": "^[a-z_]+$"}, {"maxLength": 4}, {"enum": ["a", "b", "c"]})
            )
        if self._may(0.3):
            schema[self._one(("minProperties", "maxProperties"))] = self._chance.randint(1, 3)
        return self._held(schema)

    def _held(self, schema):
        """The schema as it is, or as a member."""
        if self._may(0.4):
            return schema
        schema = self._one((schema, self._defined("Held", schema)))
        return {
            "type": "object",
            "properties": {"held": schema, "id": {"type": "integer"}},
            **({"required": ["held"]} if self._may(0.5) else {}),
        }

    def lists(self):
        schema = {"type": "array", "items": self._value(1)}
        if self._may(0.4):
            schema["minItems"] = self._chance.randint(1, 2)
        if self._may(0.4):
            schema["maxItems"] = self._chance.randint(2, 4)
        if self._may(0.3):
            schema["uniqueItems"] = True
        if self._may(0.25):
            schema["contains"] = self._one((self._enum(), self._number(True)))
            if self._may(0.4):
                schema[self._one(("minContains", "maxContains"))] = self._chance.randint(0, 2)
        return self._held(schema)

    def tuples(self):
        schema = {
            "type": "array",
            "prefixItems": [self._scalar() for _ in range(self._chance.randint(1, 3))],
        }
        if self._may(0.6):
            schema["items"] = self._one((False, self._scalar()))
        if self._may(0.4):
            schema["minItems"] = self._chance.randint(1, 3)
        return self._held(schema)

    def layers(self, names=None):
        """allOf of references and of objects, with and without siblings; no two describe one
        member, but for a layer that narrows.
        """
        names = names or self._chance.sample(_NAMES, len(_NAMES))
        parts = [self._defined("Base", self._part(names[:3]))]
        if self._may(0.3):
            parts.append(self._defined("Extra", self._part(names[3:5])))
        if self._may(0.7):
            parts.append(self._part(names[5:8]))
        schema = {"allOf": parts}
        if self._may(0.4):
            beside = self._part(names[8:])
            schema |= beside if self._may(0.7) else {"required": [names[0]]}
        if self._may(0.3):
            held = self.definitions["Base"]["properties"]
            name = self._one(held)
            schema["allOf"].append(
                {"properties": {name: self._narrower(held[name])}}
                if self._may(0.6)
                else {"required": [name]}
            )
        if self._may(0.2):
            schema = {
                "type": "object",
                "properties": {
                    "held": {"allOf": [self._defined("Whole", schema)], "description": "One."}
                },
            }
        return schema

    def clashes(self):
        """Layers that describe the same members in different ways; often nothing fits both."""
        return {
            "allOf": [
                self._part(["name", "count"]),
                self._defined("Base", self._part(["name", "count", "note"])),
            ]
        }

    def _narrower(self, schema):
        kinds = {
            "string": {"minLength": 1},
            "integer": {"minimum": 1},
            "number": {"maximum": 10},
            "array": {"minItems": 1},
            "object": {"minProperties": 1},
        }
        kind = schema.get("type")
        return kinds.get(
            kind if isinstance(kind, str) and "enum" not in schema else None,
            {"not": {"const": "b"}},
        )

    def tagged(self):
        """Objects that a member tells apart."""
        tag = self._one(("kind", "type"))
        if self._may(0.2):
            return self._held(self._sharing(tag))
        words = self._some(("cat", "dog", "bird", "fish"), 2, 3)
        branches, mapping = [], {}
        for word in words:
            part = self._part()
            part["properties"] = {
                tag: self._one(
                    (
                        {"const": word},
                        {"type": "string", "const": word},
                        {"type": "string", "enum": [word]},
                    )
                ),
                **part["properties"],
            }
            part["required"] = (
                [tag, *part.get("required", [])] if self._may(0.9) else part.get("required", [])
            )
            if self._may(0.2):
                part["additionalProperties"] = False
            branches.append(self._defined(word.title(), part) if self._may(0.6) else part)
            mapping[word] = branches[-1].get("$ref")
        schema = {self._one(("oneOf", "oneOf", "anyOf")): branches}
        if all(mapping.values()) and self._may(0.5):
            schema["discriminator"] = {"propertyName": tag, "mapping": mapping}
            if len(branches) > 2 and self._may(0.5):  # which the mapping names all the same
                branches[1:] = [
                    self._defined("Inner", {self._one(("oneOf", "anyOf")): branches[1:]})
                ]
        return self._held(schema)

    def _sharing(self, tag):
        """Objects that list values which others list, too, and a discriminator that does not say
        whose they are.
        """
        lists = self._one(
            (
                (["cat", "dog"], ["dog", "bird"]),
                (["cat", "dog"], ["dog", "cat"]),
                (["cat"], ["dog", "bird"], ["bird", "fish"]),
            )
        )
        parts = []
        for name, values in zip(("First", "Second", "Third"), lists):
            part = self._object(1)
            part["properties"] = {tag: {"type": "string", "enum": values}, **part["properties"]}
            part["required"] = list(part["properties"])[: self._one((1, 2, 2))]
            if self._may(0.4):
                part["additionalProperties"] = False
            parts.append(self._defined(name, part))
        return {
            self._one(("oneOf", "oneOf", "anyOf")): parts,
            "discriminator": {"propertyName": tag},
        }

    def alternatives(self):
        """Values of several types, objects told apart by what they must have, or not at all."""
        word = self._one(("oneOf", "anyOf"))
        which = self._chance.randrange(6)
        if which == 0:
            makers = self._some(
                (
                    self._text,
                    self._number,
                    lambda: {"type": "boolean"},
                    self._part,
                    lambda: {"type": "array", "items": self._scalar()},
                ),
                2,
                3,
            )
            schema = {word: [make() for make in makers]}
        elif which == 1:
            schema = {word: [self._scalar() for _ in range(self._chance.randint(2, 3))]}
        elif which == 2:
            names = self._some(_NAMES, 4, 4)
            parts = [self._object(1, names[:2]), self._object(1, names[2:])]
            for part in parts:
                part["required"] = list(part["properties"])[:1]
            schema = {
                word: [self._defined("Choice", part) if self._may(0.5) else part for part in parts]
            }
        elif which == 3:
            held, kept = self._one(
                (
                    ({"type": "object"}, {"additionalProperties": True}),
                    ({"type": "object"}, {"additionalProperties": self._scalar()}),
                    (
                        {"type": "array", "items": {"type": "object"}},
                        {"items": {"type": "object", "additionalProperties": True}},
                    ),
                )
            )
            part = self._object(1)
            schema = {
                word: [
                    part if held == {"type": "object"} else {"type": "array", "items": part},
                    held if self._may(0.4) else held | kept,
                ]
            }
        elif which == 4:
            kinds = [
                {
                    "type": "object",
                    "properties": {"status": {"const": name}, **self._object(1)["properties"]},
                    "required": ["status"],
                }
                for name in ("red", "green")
            ]
            schema = {word: [self._defined("Kinds", {"oneOf": kinds}), self._object(1)]}
            self._chance.shuffle(schema[word])
        else:
            schema = {word: [self._object(1), self._object(1)]}
        if self._may(0.2):
            schema[word].append({"type": "null"})
            return {"type": "object", "properties": {"held": schema}}
        return self._held(schema)

    def conditions(self):
        names = self._some(_NAMES, 3, 4)
        schema = self._object(1, names)
        first, second, third = names[:3]
        schema["properties"][first] = self._one(
            (
                {"type": "string", "enum": ["a", "b", "red"]},
                {"type": "boolean"},
                {"type": "integer"},
            )
        )
        value = {"string": "a", "boolean": True, "integer": 1}[schema["properties"][first]["type"]]
        which = self._chance.randrange(5)
        if which == 0:
            schema["dependentRequired"] = {first: [second]} | (
                {second: [third]} if self._may(0.3) else {}
            )
        elif which == 1:
            schema["dependentSchemas"] = {
                first: {"required": [second]}
                if self._may(0.5)
                else {"properties": {second: {"type": "string"}}}
            }
        else:
            holds = {"properties": {first: {"const": value}}}
            schema["if"] = holds | ({"required": [first]} if self._may(0.7) else {})
            schema["then"] = {"required": [second]}
            if self._may(0.5):
                schema["else"] = self._one(
                    (
                        {"required": [third]},
                        {"not": {"required": [third]}},
                        {"properties": {third: False}},
                    )
                )
        if self._may(0.2):
            schema["allOf"] = (
                [{"if": schema.pop("if"), "then": schema.pop("then")}]
                if "if" in schema and "else" not in schema
                else [{"required": [third]}]
            )
        return schema

    def exclusions(self):
        names = self._some(_NAMES, 2, 4)
        schema = self._object(1, names)
        first, second = names[:2]
        schema.pop("required", None)
        schema |= self._one(
            (
                {"not": {"required": [first]}},
                {"not": {"required": [first, second]}},
                {"anyOf": [{"required": [first]}, {"required": [second]}]},
                {"oneOf": [{"required": [first]}, {"required": [second]}]},
                {"not": {"properties": {first: self._enum()}, "required": [first]}},
            )
        )
        if self._may(0.3):
            schema["properties"][second] = {
                "type": "string",
                "not": self._one(({"const": "a"}, {"enum": ["a", "b"]}, {"pattern": "^x-"})),
            }
        return schema

    def recursive(self):
        whole = self._part()
        ref = self._defined("Node", whole)
        whole["properties"]["next"] = self._one(
            (
                ref,
                {"type": "array", "items": ref},
                {"type": "object", "additionalProperties": ref},
                {"anyOf": [ref, {"type": "null"}]},
            )
        )
        return ref

    def loose(self):
        """Members of which little is said."""
        schema = self._object()
        name = self._one(schema["properties"])
        schema["properties"][name] = self._one(
            (
                {},
                True,
                {"minimum": 3},
                {"maxLength": 3},
                {"type": ["string", "integer"]},
                {"type": ["object", "string", "null"]},
                {"type": "object"},
                {"type": "array"},
            )
        )
        return schema

    def untyped(self):
        """Without the type that the other keywords suggest."""
        schema = self._one((self.plain, self.maps, self.lists))()
        held = schema.get("properties", {}).get("held", schema)
        self.definitions.get(held.get("$ref", "").removeprefix("#/$defs/"), held).pop("type", None)
        return schema

    def unlisted(self):
        """Members that are required and not described."""
        schema = self._object()
        schema["required"] = [*schema.get("required", []), "unlisted"]
        return schema

    def bounded_enums(self):
        """Listed values, not all of which are within a limit."""
        texts = {
            "type": "string",
            "enum": ["a", "red", "on hold"],
            self._one(("minLength", "maxLength")): 3,
        }
        numbers = {"type": "integer", "enum": [0, 2, 10], self._one(("minimum", "maximum")): 2}
        made = {"name": self._one((texts, numbers)), "id": {"type": "integer"}}
        if self._may(0.5):
            key = next(key for key in made["name"] if key.startswith("m"))
            made["name"] = {"allOf": [{key: made["name"].pop(key)}, made["name"]]}
        return {"type": "object", "properties": made, "required": self._some(made, 0, 2)}

    def mixed_maps(self):
        """Maps whose names say what their values are."""
        return self._held(
            {
                "type": "object",
                "additionalProperties": self._scalar(),
                "patternProperties": {self._one(_NAME_PATTERNS): self._scalar()},
            }
        )

    def null_bodies(self):
        """Null as the whole value."""
        return self._or_null(
            self._one(
                (
                    self._scalar,
                    self._part,
                    lambda: self._defined("Held", self._part()),
                    lambda: {"type": "array", "items": self._scalar()},
                )
            )()
        )

    def defaults(self):
        schema = self._object()
        schema["properties"] |= {
            "name": {"type": "string", "default": "a"},
            "count": {"type": "integer", "default": 1},
        }
        return schema
