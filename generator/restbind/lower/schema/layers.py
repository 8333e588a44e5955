"""What holds for a value at once, as layers of the document: the `Schema` that `flatten` makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from restbind.source.refs import Cursor
# Keys that say what a value is; beside a $ref they make a new type of it. The others only describe or bound the value.
SHAPING = ("properties", "required", "items", "prefixItems", "additionalProperties", "oneOf", "anyOf", "enum", "const", "format",
           "then", "else", "dependentSchemas", "dependentRequired", "dependencies",
           "contentEncoding", "contentMediaType", "x-restbind-rules", "x-restbind-enum-names")
CHOICES = ("oneOf", "anyOf")
_IMPLIED = {"object": ("properties", "additionalProperties", "patternProperties", "required"), "array": ("items", "prefixItems")}


@dataclass(frozen=True, eq=False)
class Schema:
    """parts: the schemas that were flattened, as they stand; usually only `at`."""

    at: Cursor
    layers: tuple[Cursor, ...]
    parts: tuple[Cursor, ...]

    def first(self, key: str) -> Cursor | None:
        return next((layer.get(key) for layer in self.layers if layer.has(key)), None)

    def text(self, key: str) -> str:
        """The string that the first layer with `key` has there, else ''."""
        found = self.first(key)
        return found.node.text if found is not None and found.kind == "string" else ""

    def all(self, key: str) -> Iterator[Cursor]:
        return (layer.get(key) for layer in self.layers if layer.has(key))

    def has(self, key: str) -> bool:
        return any(layer.has(key) for layer in self.layers)

    def types(self) -> tuple[str, ...]:
        """The JSON types that all layers allow, without null; () when none says so."""
        allowed: list[str] | None = None
        for value in self.all("type"):
            names = value.elements() if value.kind == "array" else (value,)
            named = [getattr(name.node, "text", "") for name in names]
            named = [name for name in named if name != "null"]
            allowed = named if allowed is None else _common(allowed, named)
        if allowed is not None:
            return tuple(dict.fromkeys(allowed))
        return self._implied_types()

    def choices(self) -> Cursor | None:
        """The list of a `oneOf` or `anyOf` that leaves more than one shape; one beside null is a layer itself."""
        for key in CHOICES:
            for layer in self.layers:
                if layer.has(key) and sole_alternative(layer) is None:
                    return layer.get(key)
        return None

    def suggests_type(self) -> bool:
        """Without a type, what a schema says of members or elements makes one, which few do not mean; where it only bounds them, or says
        something of both, it is about any value."""
        is_object = any(any(True for _ in at.items()) for key in ("properties", "additionalProperties") for at in self.all(key))
        return is_object != (self.has("items") and not self.has("prefixItems"))

    def _implied_types(self) -> tuple[str, ...]:
        for name, keys in _IMPLIED.items():
            if any(self.has(key) for key in keys):
                return (name,)
        return ()

    def nullable(self) -> bool:
        """Null is allowed: `nullable: true` on any layer, or by every layer that gives a type or an enum."""
        if any(layer.is_true("nullable") for layer in self.layers):
            return True
        verdicts = [allows_null(layer) for layer in self.layers]
        decided = [verdict for verdict in verdicts if verdict is not None]
        return bool(decided) and all(decided)


def _common(left: list[str], right: list[str]) -> list[str]:
    """Types in both; integers are numbers."""
    found = [name for name in left if name in right]
    for one, other in ((left, right), (right, left)):
        if "integer" in one and "number" in other and "integer" not in found:
            found.append("integer")
    return found


def allows_null(layer: Cursor) -> bool | None:
    """None when the layer does not say."""
    type_ = layer.get("type")
    if type_ is not None:
        names = type_.elements() if type_.kind == "array" else (type_,)
        return any(getattr(name.node, "text", "") == "null" for name in names)
    if layer.has("enum"):
        return any(value.kind == "null" for value in layer.get("enum").elements())
    return None


def parts_of(at: Cursor) -> list[Cursor]:
    return list(at.get("allOf").elements()) if at.has("allOf") else []


def sole_alternative(at: Cursor) -> Cursor | None:
    """The only alternative beside null: `anyOf: [{…}, {type: "null"}]`."""
    found = [member for key in CHOICES if at.has(key) for member in at.get(key).elements() if not is_null_type(member)]
    return found[0] if len(found) == 1 else None


def is_null_type(at: Cursor) -> bool:
    """Only null fits. Told from the schema itself, without what it refers to."""
    type_ = at.get("type")
    if type_ is not None:
        names = list(type_.elements()) if type_.kind == "array" else [type_]
        return bool(names) and all(getattr(name.node, "text", "") == "null" for name in names)
    if at.has("const"):
        return at.get("const").kind == "null"
    values = list(at.get("enum").elements()) if at.has("enum") else []
    return bool(values) and all(value.kind == "null" for value in values)
