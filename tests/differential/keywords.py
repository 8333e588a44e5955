# SPDX-License-Identifier: BSL-1.0
"""Groups of schemas for one keyword, or a few, each: what real documents seldom have, and JSON
Schema says something about.
"""

_ODD_NAMES = (
    "",
    " ",
    "__proto__",
    "constructor",
    "$ref",
    "$id",
    "type",
    "class",
    "a b",
    "a.b",
    "a/b",
    "a~b",
    "a%25b",
    "é",
    "名",
    "\U0001f600",
    "1",
    "A",
    "a_",
    "a\nb",
    'a"b',
    "a\\b",
    "std",
    "value",
)
_STEPS = (0.1, 0.01, 0.0001, 1.5, 2.5, 0.3, 1e-9, 1e10, 1e300, 3, 2.0, 123456789)
_EDGES = (
    2**53 - 1,
    2**53,
    2**53 + 1,
    2**62 + 1,
    2**63 - 1,
    -(2**53) - 1,
    -(2**63) + 1,
)
_VALUES = (
    None,
    True,
    False,
    0,
    1,
    1.0,
    -2.5,
    "",
    "a",
    "1",
    "true",
    [],
    [1],
    [True],
    [0],
    [None],
    ["a", "b"],
    {},
    {"a": 1},
    {"a": True},
    {"a": 1.0, "b": [False]},
    {"b": 1, "a": 2},
    [[1], {"a": []}],
    1e30,
)
# the members of the group `access`, and of no other
READ_ONLY, WRITE_ONLY = "only_received", "only_sent"


class KeywordGroups:
    """Mixed into Schemas, whose helpers it uses."""

    GROUPS = (
        "unevaluated_properties",
        "unevaluated_items",
        "access",
        "closed_tuples",
        "contained",
        "property_names",
        "dependencies",
        "references",
        "booleans",
        "siblings",
        "root_values",
        "multiples",
        "wide_numbers",
        "code_points",
        "listed_values",
        "unique_items",
        "patterned",
        "odd_names",
        "trees",
    )

    def unevaluated_properties(self):
        names = self._chance.sample(("id", "name", "price", "count", "tags"), 4)
        schema = self._part(names[:2])
        schema["unevaluatedProperties"] = self._one((False, False, False, True, self._scalar()))
        other = self._part(names[2:])
        which = self._chance.randrange(6)
        if which == 0:
            schema["allOf"] = [self._one((other, self._defined("Base", other)))]
        elif which == 1:
            schema |= self._defined("Base", other)
        elif which == 2:
            schema[self._one(("anyOf", "oneOf"))] = [
                other | {"required": names[2:3]},
                self._part(names[1:2]) | {"required": names[1:2]},
            ]
        elif which == 3:
            schema |= {
                "if": {"properties": {names[0]: self._enum()}, "required": names[:1]},
                "then": {"properties": {names[2]: True}},
                "else": {"properties": {names[3]: True}},
            }
        elif which == 4:
            schema["dependentSchemas"] = {names[0]: {"properties": {names[2]: self._scalar()}}}
        else:
            schema["patternProperties"] = {"^x-": self._scalar()}
        return self._held(schema)

    def unevaluated_items(self):
        schema = {
            "type": "array",
            "unevaluatedItems": self._one((False, False, True, self._scalar())),
        }
        which = self._chance.randrange(5)
        first = [self._scalar() for _ in range(self._chance.randint(1, 2))]
        if which != 4:
            schema["prefixItems"] = first
        if which == 0:
            schema["allOf"] = [{"prefixItems": [True, True, self._scalar()]}]
        elif which == 1:
            schema["contains"] = self._scalar()
        elif which == 2:
            schema["anyOf"] = [{"prefixItems": [True, {"const": 1}]}, {"items": self._scalar()}]
        elif which == 3:
            schema |= {
                "if": {"prefixItems": [self._enum()]},
                "then": {"prefixItems": [True, True, True]},
            }
        return self._held(schema)

    def access(self):
        """Members that only the service sends, and members that only it receives."""

        def marked(schema):
            schema["properties"] |= (
                {READ_ONLY: self._scalar() | {"readOnly": True}} if self._may(0.7) else {}
            )
            schema["properties"] |= (
                {WRITE_ONLY: self._scalar() | {"writeOnly": True}} if self._may(0.7) else {}
            )
            schema["required"] = [
                *schema.get("required", ()),
                *(
                    one
                    for one in (READ_ONLY, WRITE_ONLY)
                    if one in schema["properties"] and self._may(0.5)
                ),
            ]
            return schema

        schema = marked(self._object(1))
        if self._may(0.2):
            schema[self._one(("minProperties", "maxProperties"))] = self._chance.randint(1, 3)
        if self._may(0.5):
            inner = self._defined("Inner", marked(self._object(2)))
            schema["properties"]["inner"] = self._one(
                (
                    inner,
                    {"type": "array", "items": inner},
                    {"type": "object", "additionalProperties": inner},
                )
            )
        if self._may(0.2):
            return {
                "allOf": [self._defined("Base", marked(self._part(["id"]))), self._part(["name"])]
            }
        known = [one for one in (READ_ONLY, WRITE_ONLY) if one in schema["properties"]]
        return (
            self._asked_elsewhere(schema, self._one(known)) if known and self._may(0.5) else schema
        )

    def _asked_elsewhere(self, schema, name):
        """A member is required where it is not described, and only where another one is there."""
        other = self._one(sorted(schema["properties"]))
        asked = [name, *([other] if self._may(0.3) and other != name else [])]
        needs = {"required": asked}
        if self._may(0.6):
            needs = self._defined("Needs", needs if self._may(0.5) else {"allOf": [needs]})
        added = self._one(
            (
                {"anyOf": [needs, {"required": [other]}]},
                {"dependentRequired": {other: asked}},
                {"dependentSchemas": {other: needs}},
                {"if": {"properties": {other: self._enum()}}, "then": needs},
            )
        )
        return (
            schema | added
            if self._may(0.5)
            else {"allOf": [self._defined("Described", schema), added]}
        )

    def closed_tuples(self):
        schema = {
            "type": "array",
            "prefixItems": [
                self._one((self._scalar, lambda: True, lambda: self._part()))()
                for _ in range(self._chance.randint(1, 3))
            ],
            "items": False,
        }
        if self._may(0.5):
            schema["minItems"] = self._chance.randint(0, 4)
        if self._may(0.2):
            del schema["type"]
        return self._held(schema)

    def contained(self):
        schema = {
            "type": "array",
            "contains": self._one(
                (
                    self._enum,
                    lambda: self._number(True),
                    lambda: self._text(True),
                    self._part,
                    lambda: True,
                    lambda: False,
                    lambda: {"not": self._enum()},
                )
            )(),
        }
        if self._may(0.5):
            schema["minContains"] = self._one((0, 1, 2, 2.0))
        if self._may(0.5):
            schema["maxContains"] = self._one((0, 1, 2, 3))
        if self._may(0.4):
            schema["items"] = self._scalar()
        return self._held(schema)

    def property_names(self):
        schema = self._one(
            (
                lambda: {"type": "object"},
                lambda: self._part(["id", "name"]),
                lambda: {"type": "object", "additionalProperties": self._scalar()},
            )
        )()
        schema["propertyNames"] = self._one(
            (
                {"maxLength": 3},
                {"minLength": 2, "pattern": "^[a-z_]+$"},
                {"enum": ["id", "a", "b", "name"]},
                {"not": {"const": "a"}},
                {"anyOf": [{"const": "id"}, {"pattern": "^x-"}]},
                False,
                {"type": "string"},
                {"$ref": self._defined("Key", {"maxLength": 4})["$ref"]},
            )
        )
        return self._held(schema)

    def dependencies(self):
        names = ["id", "name", "price", "note"]
        schema = self._part(self._some(names, 1, 4))
        schema.pop("required", None)
        if self._may(0.6):
            schema["dependentRequired"] = {
                name: self._some(names, 0, 2) for name in self._some(names, 1, 2)
            }
        if self._may(0.6):
            rules = (
                {"required": ["id"]},
                {"minProperties": 2},
                {"properties": {"note": {"type": "string"}}},
                False,
                {"maxProperties": 1},
                {"properties": {"price": False}},
                {"not": {"required": ["id"]}},
                self._defined("Rule", {"required": ["note"]}),
            )
            schema["dependentSchemas"] = {
                name: self._one(rules) for name in self._some(names, 1, 2)
            }
        return self._held(schema)

    def references(self):
        """By pointer, anchor and identifier, to definitions, to their parts, and to parts of the
        schema.
        """
        target = self._one(
            (self._scalar, lambda: self._part(), lambda: {"type": "array", "items": self._scalar()})
        )()
        which = self._chance.randrange(5)
        if which == 0:
            self.definitions["Held"] = {"$anchor": "held"} | target
            ref = {"$ref": "#held"}
        elif which == 1:
            self.definitions["Held"] = {"$id": "urn:case:held"} | target
            ref = {"$ref": "urn:case:held"}
        elif which == 2:
            self.definitions["Held"] = {"type": "object", "properties": {"a": target}}
            ref = {"$ref": "#/$defs/Held/properties/a"}
        elif which == 3:
            self.definitions["Held"] = {"type": "array", "prefixItems": [True, target]}
            ref = {"$ref": "#/$defs/Held/prefixItems/1"}
        else:
            self.definitions["Held"] = {"allOf": [True, target]}
            ref = {"$ref": "#/$defs/Held/allOf/1"}
        return self._one(
            (
                ref,
                {"type": "object", "properties": {"held": ref, "id": {"type": "integer"}}},
                {"type": "array", "items": ref},
                {"anyOf": [ref, {"type": "null"}]},
            )
        )

    def booleans(self):
        """true and false wherever a schema may stand."""
        either = self._one((True, False))
        schema = self._one(
            (
                {"type": "object", "properties": {"id": either, "name": {"type": "string"}}},
                {
                    "type": "object",
                    "properties": {"id": {"type": "integer"}},
                    "patternProperties": {"^x-": either},
                },
                {"type": "object", "additionalProperties": either},
                {"type": "array", "items": either},
                {"type": "array", "prefixItems": [either, {"type": "string"}, not either]},
                {"type": "array", "contains": either},
                {"type": "object", "propertyNames": either},
                {"type": "object", "dependentSchemas": {"id": either}, "properties": {"id": {}}},
                {"anyOf": [either, {"type": "string"}]},
                {"oneOf": [either, {"type": "string"}]},
                {"allOf": [either, {"type": "string"}]},
                {"not": either},
                {
                    "type": "object",
                    "properties": {"id": {"type": "integer"}},
                    "if": either,
                    "then": {"required": ["id"]},
                    "else": {"minProperties": 2},
                },
                either,
                {"type": "object", "properties": {"id": self._defined("Either", either)}},
                self._defined("Either", either),
            )
        )
        return schema

    def siblings(self):
        """A reference, and keywords beside it."""
        base = self._one(
            (
                lambda: self._text(True),
                lambda: self._number(True),
                self._part,
                lambda: {"type": "array", "items": self._scalar()},
                lambda: {"minimum": 3},
                lambda: {"type": ["string", "null"]},
                self._enum,
            )
        )()
        beside = self._one(
            (
                {"minimum": 2},
                {"maxLength": 3},
                {"minItems": 1},
                {"required": ["id"]},
                {"properties": {"id": {"type": "integer"}}, "required": ["id"]},
                {"type": "object"},
                {"type": "string"},
                {"enum": ["a", "red", 1]},
                {"not": {"const": "a"}},
                {"additionalProperties": False},
                {"description": "One."},
                {"const": "a"},
                {"default": "a"},
                {"minProperties": 1},
                {"anyOf": [{"type": "string"}, {"type": "object"}]},
            )
        )
        return self._held(self._defined("Base", base) | beside)

    def root_values(self):
        """Values that are no objects, as the whole of a body."""
        return self._one(
            (
                lambda: self._text(True),
                lambda: self._number(True),
                self._enum,
                lambda: {"type": "boolean"},
                lambda: {"type": "null"},
                lambda: {"type": ["integer", "null"]},
                lambda: {"type": "array", "items": self._or_null(self._scalar())},
                lambda: {"type": ["string", "integer", "boolean"]},
                lambda: {"type": ["array", "object"]},
                lambda: {},
                lambda: {"type": "array"},
                lambda: self._defined("Held", self._scalar()),
                lambda: {"anyOf": [self._scalar(), self._scalar()]},
            )
        )()

    def multiples(self):
        schema = {"type": self._one(("integer", "number")), "multipleOf": self._one(_STEPS)}
        if self._may(0.2):
            schema["minimum"] = self._one((0, -1, 10))
        return self._held(
            self._one(
                (schema, {"multipleOf": schema["multipleOf"]}, {"type": "array", "items": schema})
            )
        )

    def wide_numbers(self):
        """Limits and values at and beyond what a double holds exactly."""
        schema = {"type": self._one(("integer", "integer", "number"))}
        if self._may(0.7):
            schema[self._one(("minimum", "exclusiveMinimum"))] = self._one(
                (*_EDGES[:5], *_EDGES[5:])
            )
        if self._may(0.5):
            schema[self._one(("maximum", "exclusiveMaximum"))] = self._one(
                (*_EDGES, 1e300, 2**64 - 1)
            )
        if len(schema) == 1:
            schema[self._one(("const", "minimum"))] = self._one(_EDGES)
        if self._may(0.2):
            schema["enum"] = [*self._some(_EDGES, 1, 3), 1]
        return self._one(
            (
                schema,
                {"type": "object", "properties": {"id": schema}},
                {"type": "array", "items": schema},
            )
        )

    def code_points(self):
        schema = {
            "type": "string",
            self._one(("minLength", "maxLength")): self._chance.randint(1, 3),
        }
        if self._may(0.4):
            schema["pattern"] = self._one(
                ("^.$", "^.{2}$", "é", "^[^a]+$", "[\U0001f600-\U0001f64f]")
            )
        return self._held(self._one((schema, {"type": "array", "items": schema})))

    def listed_values(self):
        """Values of any type in enum and const."""
        few = self._some(_VALUES, 1, 4)
        schema = {"const": few[0]} if self._may(0.4) else {"enum": few}
        if self._may(0.2):
            schema["type"] = self._one(
                ("object", "array", "string", "number", ["integer", "boolean"], ["object", "null"])
            )
        return self._held(
            self._one(
                (
                    schema,
                    {"type": "array", "items": schema},
                    {"not": schema},
                    {"type": "object", "additionalProperties": schema},
                )
            )
        )

    def unique_items(self):
        items = self._one(
            (
                lambda: {},
                lambda: {"type": "number"},
                self._part,
                lambda: {"type": ["integer", "boolean"]},
                lambda: {"type": "array"},
                lambda: {"type": "object"},
                lambda: {"type": ["string", "null"]},
                lambda: self._text(),
                lambda: {
                    "anyOf": [
                        {"type": "boolean"},
                        {"type": "integer"},
                        {"type": "array", "items": {"type": "integer"}},
                    ]
                },
            )
        )()
        return self._held({"type": "array", "items": items, "uniqueItems": True})

    def patterned(self):
        """Members by name, by pattern, and all others."""
        schema = {
            "type": "object",
            "properties": {
                name: self._scalar() for name in self._some(("id", "x-1", "my_id", "name"), 1, 3)
            },
            "patternProperties": {
                pattern: self._one((self._scalar(), True, False))
                for pattern in self._some(("^x-", "_id$", "^[a-z]+$"), 1, 2)
            },
            "additionalProperties": self._one((False, True, self._scalar())),
        }
        if self._may(0.3):
            del schema["properties"]
        if self._may(0.3):
            schema["required"] = [self._one(("x-1", "my_id", "a"))]
        return self._held(schema)

    def odd_names(self):
        """Names of members that are no identifiers, or are keywords."""
        names = self._some(_ODD_NAMES, 2, 5)
        schema = self._object(1, names)
        if self._may(0.3):
            schema["patternProperties"] = {"^é": self._scalar()}
        if self._may(0.3):
            schema["dependentRequired"] = {names[0]: [names[1]]}
        return schema

    def trees(self):
        """Alternatives that hold themselves."""
        leaf = self._scalar()
        node = {
            "type": "object",
            "properties": {
                "op": self._enum(),
                "of": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            },
            "required": self._some(("op", "of"), 1, 2),
        }
        other = {
            "type": "object",
            "properties": {"not": {"$ref": "#/$defs/Tree"}},
            "required": ["not"],
        }
        if self._may(0.4):
            node["additionalProperties"] = False
        if self._may(0.3):
            other["unevaluatedProperties"] = False
        return self._defined(
            "Tree", {self._one(("anyOf", "oneOf")): self._some((leaf, node, other), 2, 3)}
        )
