# SPDX-License-Identifier: BSL-1.0
"""Cases of a real document: its component schemas and the schemas of its bodies, with what they
refer to.

A case is what schemas.py makes, with OpenAPI turned into JSON Schema as conformance/independent.py
does it, for one way: what goes in requests, or what comes in responses. Besides it has `readings`,
the same schema as others may read OpenAPI: a value about which they differ is left out. The
document for the generator holds the schemas as they were written.
"""

import re
import sys
from decimal import Decimal
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "conformance"))

import patterns  # noqa: E402
from document import METHODS, Document, Unresolved  # noqa: E402
from independent import Independent  # noqa: E402
from judge import Judge  # noqa: E402

_SINGLE = (
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
_MAPS = (
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependencies",
    "$defs",
    "definitions",
)
_TELLING = (
    "oneOf",
    "anyOf",
    "allOf",
    "discriminator",
    "nullable",
    "enum",
    "const",
    "additionalProperties",
    "pattern",
    "format",
    "default",
    "readOnly",
    "writeOnly",
    "not",
    "if",
    "patternProperties",
    "uniqueItems",
    "multipleOf",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "prefixItems",
    "contains",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "propertyNames",
)
_ITSELF = "_itself"  # of a base, without what is made of it
LARGEST_ROOT, LARGEST = 120, 250  # schemas below one root, and below all of them


class Unusable(Exception):
    """No case can be made of a schema; the argument says why."""


class Root:
    """A schema, and all that it refers to."""

    def __init__(self, where, schema, refs, found):
        self.where, self.schema, self.refs, self.found = where, schema, refs, found
        self._weights = {key: sum(word in one for word in _TELLING) for key, one in found.items()}

    def worth(self, covered):
        return sum(weight for key, weight in self._weights.items() if key not in covered) / (
            15 + len(self.found)
        )


class Source:
    def __init__(self, path):
        self.document = Document(path)
        self.path = self.document.path
        self._components = self.document.root.get("components", {}).get("schemas", {})
        self.derived = self._derived()
        self.made_of = {
            id(self.document.at(ref)) for one in self.derived.values() for ref in one.values()
        }
        self._names = {}  # of what is referred to and is no component

    # ----------------------------------------------------------------------------------------------
    # roots

    def roots(self, count):
        """At most `count`, those that hold most that no other of them holds, for their size."""
        candidates = [
            one
            for one in (self.root(*one) for one in self._candidates())
            if one and len(one.found) <= LARGEST_ROOT
        ]
        candidates = sorted(candidates, key=lambda one: -one.worth(()))[:400]
        chosen, covered = [], set()
        while candidates and len(chosen) < count:
            best = max(candidates, key=lambda one: one.worth(covered))
            candidates.remove(best)
            if best.worth(covered) == 0:
                break
            if len(covered | best.found.keys()) <= LARGEST:
                chosen.append(best)
                covered |= best.found.keys()
        return chosen

    def root(self, where, schema):
        """None if something that it refers to is not there."""
        try:
            return Root(where, schema, *self._below(schema))
        except Unresolved:
            return None

    def _candidates(self):
        for name in self._components:
            yield f"components/{name}", {"$ref": f"{self.path}#/components/schemas/{name}"}
        for path, item in self.document.root.get("paths", {}).items():
            for method in METHODS:
                operation = item.get(method) if isinstance(item, dict) else None
                if not isinstance(operation, dict):
                    continue
                bodies = {
                    "requestBody": operation.get("requestBody"),
                    **(operation.get("responses") or {}),
                }
                for status, body in bodies.items():
                    yield from (
                        (f"{method} {path} {status}", schema)
                        for schema in self._of_body(body)
                        if "$ref" not in schema
                    )

    def _of_body(self, body):
        try:
            body = self.document.follow(body)
        except Unresolved:
            return
        content = body.get("content") if isinstance(body, dict) else None
        for name, media in content.items() if isinstance(content, dict) else ():
            if "json" in name and isinstance(media, dict) and isinstance(media.get("schema"), dict):
                yield media["schema"]

    def _below(self, schema):
        """(references, {id: schema}) of all schemas that this one reaches."""
        refs, found, waiting = {}, {}, [schema]
        while waiting:
            one = waiting.pop()
            if not isinstance(one, dict) or id(one) in found:
                continue
            found[id(one)] = one
            if len(found) > LARGEST_ROOT:
                break
            for ref in self._refs(one):
                if ref not in refs:
                    refs[ref] = self.document.at(ref)
                    waiting.append(refs[ref])
            waiting += subschemas(one)
        return refs, found

    def _refs(self, schema):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        told = schema.get("discriminator")
        if isinstance(told, dict):
            yield from (
                ref for ref in map(self.target, (told.get("mapping") or {}).values()) if ref
            )
            yield from self.derived.get(id(schema), {}).values()

    def target(self, text):
        """The whole reference of a value in a mapping, None if it leads nowhere."""
        name = text.removeprefix("#/components/schemas/") if isinstance(text, str) else None
        return f"{self.path}#/components/schemas/{name}" if name in self._components else None

    def _derived(self):
        """{id of a component with a discriminator: {name: reference} of components that name it in
        their allOf}.
        """
        found = {}
        for name, one in self._components.items():
            for base in self._bases(one, 0):
                if isinstance(base.get("discriminator"), dict) and not base.keys() & {
                    "oneOf",
                    "anyOf",
                }:
                    found.setdefault(id(base), {})[name] = f"{self.path}#/components/schemas/{name}"
        return found

    def _bases(self, schema, depth):
        for part in schema.get("allOf") or () if isinstance(schema, dict) and depth < 8 else ():
            try:
                base = (
                    self.document.at(part["$ref"])
                    if isinstance(part, dict) and isinstance(part.get("$ref"), str)
                    else None
                )
            except Unresolved:
                base = None
            if isinstance(base, dict):
                yield base
                yield from self._bases(base, depth + 1)

    # ----------------------------------------------------------------------------------------------
    # documents

    def name(self, ref):
        """What a component is called in the document for the generator."""
        end = ref.removeprefix(f"{self.path}#/components/schemas/")
        if end in self._components:
            return end
        return self._names.setdefault(ref, f"Part{len(self._names)}")

    def written(self, roots):
        """A document of these roots, {number: root}: each is the body and the success of one
        operation.
        """
        schemas, paths = {}, {}
        for number, root in roots.items():
            schemas |= {self.name(ref): self._moved(one) for ref, one in root.refs.items()}
            content = {"application/json": {"schema": self._moved(root.schema)}}
            paths[f"/{number:03}"] = {
                "post": {
                    "operationId": f"check_t{number:03}",
                    "requestBody": {"required": True, "content": content},
                    "responses": {"200": {"description": "Done.", "content": content}},
                }
            }
        return {
            "openapi": self.document.root["openapi"],
            "info": {"title": "Differential", "version": "1"},
            "paths": paths,
            "components": {"schemas": schemas},
        }

    def _moved(self, value, key=""):
        if isinstance(value, dict):
            if key == "mapping":
                return {
                    name: f"#/components/schemas/{self.name(self.target(one))}"
                    if self.target(one)
                    else one
                    for name, one in value.items()
                }
            return {name: self._moved(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [self._moved(one) for one in value]
        if key == "$ref" and isinstance(value, str):
            return f"#/components/schemas/{self.name(value)}"
        return float(value) if isinstance(value, Decimal) else value

    # ----------------------------------------------------------------------------------------------
    # cases

    def cases(self, root, number):
        """One, or two where members go one way only. Raises Unusable."""
        is_one_way = any(
            one.get("readOnly") is True or one.get("writeOnly") is True
            for one in root.found.values()
        )
        return [
            self._case(root, number, way, is_one_way)
            for way in (("request", "response") if is_one_way else ("",))
        ]

    def _case(self, root, number, way, is_one_way):
        conversions = [
            Conversion(self, way or "response", reading, root)
            for reading in ("told", "open", "typed", "plain")
        ]
        readings = [one.case(root.schema) for one in conversions]
        names = {self.name(ref) for ref in root.refs}
        return {
            **readings[0],
            "readings": readings[1:],
            "operation": number,
            "way": way,
            "components": names,
            "defaults": self.document.defaults,
            "hidden": conversions[0].hidden,
        }


def subschemas(schema):
    for key in _SINGLE:
        if isinstance(schema.get(key), dict):
            yield schema[key]
    for key in _LISTS:
        yield from schema[key] if isinstance(schema.get(key), list) else ()
    for key in _MAPS:
        yield from schema[key].values() if isinstance(schema.get(key), dict) else ()


class Conversion(Independent):
    """JSON Schema of one root. readings: `told`, a discriminator decides which alternative an
    object is, and members of the other way are not there; `open`, any alternative may be, members
    of the other way may be anything, and what is made of something that may be null may be null,
    and nothing is additional that alternatives beside name; `typed`, what has keywords about
    objects or lists, and no type, is one; `plain`, as JSON Schema has it."""

    def __init__(self, source, way, reading, root):
        super().__init__(source.document, Judge(source.document, way).is_unneeded)
        self._source, self._reading = source, reading
        self.hidden = self._named(root, self._is_unneeded)
        # A type that goes both ways is read without members that only requests need.
        self._unread = (
            self._named(root, Judge(source.document, "response").is_unneeded)
            if reading == "open"
            else set()
        )

    @staticmethod
    def _named(root, holds):
        return {name for one in root.found.values() for name, held in _members(one) if holds(held)}

    def case(self, schema):
        whole = self._schema(schema)
        while self._waiting:
            ref = self._waiting.pop()
            target = self._document.at(ref.removesuffix(_ITSELF))
            is_base = (
                self._reading == "told"
                and not ref.endswith(_ITSELF)
                and id(target) in self._source.derived
            )
            self._definitions[self._numbers[ref]] = (
                self._base(ref, target) if is_base else self._schema(target)
            )
        return {"schema": plain(whole), "$defs": plain(self._definitions)}

    def _reference(self, ref):
        if ref not in self._numbers:
            name = re.sub(r"[^A-Za-z0-9_]", "_", self._source.name(ref.removesuffix(_ITSELF))) + (
                _ITSELF if ref.endswith(_ITSELF) else ""
            )
            self._numbers[ref] = (
                name if name not in self._numbers.values() else f"{name}_{len(self._numbers)}"
            )
            self._waiting.append(ref)
        return f"#/$defs/{self._numbers[ref]}"

    def _schema(self, schema):
        made = super()._schema(schema)
        if (
            self._reading == "typed"
            and isinstance(made, dict)
            and "$ref" not in made
            and not made.keys() & {"type", "anyOf"}
        ):
            kind = (
                "array"
                if "items" in made
                else "object"
                if "properties" in made or isinstance(made.get("additionalProperties"), dict)
                else None
            )
            made |= {"type": kind} if kind else {}
        return (
            {"anyOf": [{"type": "null"}, made]}
            if self._reading == "open" and self._is_nullable(schema)
            else made
        )

    def _is_nullable(self, schema, depth=0):
        """Null may be allowed by what the schema is made of."""
        if not isinstance(schema, dict) or depth > 8:
            return False
        parts = [self._document.at(schema["$ref"])] if isinstance(schema.get("$ref"), str) else []
        return schema.get("nullable") is True or any(
            self._is_nullable(one, depth + 1) for one in [*parts, *(schema.get("allOf") or ())]
        )

    def _base(self, ref, schema):
        """The components that are made of it, or itself, by its discriminator."""
        name, mapping = _told(schema)
        derived = {}
        for component, target in self._source.derived[id(schema)].items():
            words = [
                word for word, one in mapping.items() if self._source.target(one) == target
            ] or [component]
            derived[target] = words
        branches = [
            {"allOf": [{"$ref": self._reference(target)}, _is_one_of(name, words)]}
            for target, words in derived.items()
        ]
        others = {"not": _is_one_of(name, [word for words in derived.values() for word in words])}
        return {"anyOf": [*branches, {"allOf": [{"$ref": self._reference(ref + _ITSELF)}, others]}]}

    def _add(self, made, schema, key, value):
        told = schema.get("discriminator") if isinstance(schema.get("discriminator"), dict) else {}
        if (
            key in ("oneOf", "anyOf")
            and isinstance(value, list)
            and value
            and isinstance(told.get("propertyName"), str)
            and self._reading in ("told", "open")
        ):
            if self._reading == "told":
                made[key] = [self._branch(schema, one) for one in value]
            else:
                made["anyOf" if "anyOf" not in made else "oneOf"] = [
                    self._schema(inner)
                    for one in value
                    for inner in self._inner(schema, one) or [one]
                ]
        elif key == "properties" and self._reading in ("told", "open"):
            made[key] = {
                name: self._reading == "open" if self._is_unneeded(one) else self._schema(one)
                for name, one in _members(schema)
            }
        elif key == "required" and isinstance(value, list) and self._reading != "plain":
            own = dict(_members(schema))
            made[key] = [
                name
                for name in value
                if isinstance(name, str)
                and name not in self._unread
                and not (self._is_unneeded(own[name]) if name in own else name in self.hidden)
            ]
        elif (
            key == "allOf"
            and isinstance(value, list)
            and self._reading == "told"
            and id(schema) in self._source.made_of
        ):
            made[key] = [
                {"$ref": self._reference(one["$ref"] + _ITSELF)}
                if self._is_base(one)
                else self._schema(one)
                for one in value
            ]
        elif (
            key == "additionalProperties"
            and value is False
            and self._reading == "open"
            and schema.keys() & {"allOf", "anyOf", "oneOf"}
        ):
            made["unevaluatedProperties"] = False  # as many mean it
        elif key == "patternProperties" and any(
            patterns.translated(name) != name for name in value
        ):
            raise Unusable("names by a pattern that Python reads in another way")
        else:
            super()._add(made, schema, key, value)

    def _is_base(self, schema):
        return (
            isinstance(schema, dict)
            and isinstance(schema.get("$ref"), str)
            and id(self._document.at(schema["$ref"])) in self._source.derived
        )

    def _branch(self, schema, branch):
        """An alternative with what the discriminator says of it."""
        name, mapping = _told(schema)
        ref = branch.get("$ref") if isinstance(branch, dict) else None
        if not isinstance(ref, str):
            return self._schema(branch)
        words = [word for word, one in mapping.items() if self._source.target(one) == ref]
        if not words and self._inner(schema, branch):
            return {"anyOf": [self._branch(schema, one) for one in self._inner(schema, branch)]}
        if not words and self._lists(branch, name):
            return {"allOf": [self._schema(branch), {"required": [name]}]}
        return {
            "allOf": [self._schema(branch), _is_one_of(name, words or [self._source.name(ref)])]
        }

    def _inner(self, schema, branch):
        """The alternatives of an alternative, if the mapping names all of them, and nothing else
        does.
        """
        target = (
            self._document.at(branch["$ref"])
            if isinstance(branch, dict) and isinstance(branch.get("$ref"), str)
            else {}
        )
        inner = (
            target.get("oneOf") or target.get("anyOf")
            if isinstance(target, dict) and len(target) == 1
            else None
        )
        named = {self._source.target(one) for one in _told(schema)[1].values()}
        return (
            inner
            if isinstance(inner, list)
            and all(isinstance(one, dict) and one.get("$ref") in named for one in inner)
            else []
        )

    def _lists(self, schema, name, depth=0):
        """Whether the alternative says itself which values of the member are its own."""
        if not isinstance(schema, dict) or depth > 8:
            return False
        own = dict(_members(schema)).get(name)
        own = (
            self._document.at(own["$ref"])
            if isinstance(own, dict) and isinstance(own.get("$ref"), str)
            else own
        )
        parts = [self._document.at(schema["$ref"])] if isinstance(schema.get("$ref"), str) else []
        return (
            isinstance(own, dict)
            and bool(own.keys() & {"enum", "const"})
            or any(
                self._lists(one, name, depth + 1) for one in [*parts, *(schema.get("allOf") or ())]
            )
        )

    def _pattern(self, text):
        if patterns.matcher(text) is None or re.search(r"\\[AZ]", text):  # which are Python's own
            raise Unusable(f"a pattern that Python cannot read: {text}")
        return text


def _members(schema):
    return (
        schema["properties"].items()
        if isinstance(schema, dict) and isinstance(schema.get("properties"), dict)
        else ()
    )


def _told(schema):
    told = schema["discriminator"]
    return (
        told.get("propertyName"),
        told["mapping"] if isinstance(told.get("mapping"), dict) else {},
    )


def _is_one_of(name, words):
    return {"properties": {name: {"enum": words}}, "required": [name]}


def plain(value):
    """As the standard library writes JSON; integers beyond 64 bits with an exponent, as the generic
    validator reads them.
    """
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return (
        float(value)
        if isinstance(value, Decimal) or isinstance(value, int) and abs(value) >= 2**63
        else value
    )
