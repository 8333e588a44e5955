# SPDX-License-Identifier: BSL-1.0
"""Whether a value fits a schema, by the standards' text: JSON Schema 2020-12, and what OpenAPI 3.0
has of its own.

Steers the search for samples, which `independent` judges in the end. Formats are not looked at.
"""

from decimal import Decimal

import patterns

_BOUND = 60  # levels


class Judge:
    def __init__(self, document, direction):
        """direction: request or response; what the other side alone may set is not required."""
        self._document = document
        self._unneeded = "readOnly" if direction == "request" else "writeOnly"
        self._matchers = {}

    def why(self, value, schema, depth=0):
        """'' if the value fits, else the first reason."""
        if schema is True or schema == {}:
            return ""
        if schema is False:
            return "nothing fits false"
        if not isinstance(schema, dict) or depth > _BOUND:
            return ""
        if isinstance(schema.get("$ref"), str):
            found = self.why(value, self._document.at(schema["$ref"]), depth + 1)
            if found or self._document.is_old:
                return found
        if value is None and schema.get("nullable") is True and "type" in schema:
            return ""
        for check in (
            self._type,
            self._values,
            self._number,
            self._string,
            self._array,
            self._object,
            self._combined,
        ):
            found = check(value, schema, depth)
            if found:
                return found
        return ""

    def _type(self, value, schema, _):
        kinds = schema.get("type")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not isinstance(kinds, list) or any(kind_fits(value, kind) for kind in kinds):
            return ""
        return f"{kind_of(value)} is not {'/'.join(map(str, kinds))}"

    def _values(self, value, schema, _):
        if isinstance(schema.get("enum"), list) and not any(
            same(value, one) for one in schema["enum"]
        ):
            return "it is not in the enum"
        return (
            "it is not the const" if "const" in schema and not same(value, schema["const"]) else ""
        )

    def _number(self, value, schema, _):
        if not is_number(value):
            return ""
        low, high = schema.get("minimum"), schema.get("maximum")
        above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if (
            is_number(low)
            and (value < low or above is True and value == low)
            or is_number(above)
            and value <= above
        ):
            return "it is too small"
        if (
            is_number(high)
            and (value > high or below is True and value == high)
            or is_number(below)
            and value >= below
        ):
            return "it is too large"
        step = schema.get("multipleOf")
        return (
            "it is no multiple"
            if is_number(step) and step > 0 and Decimal(value) % Decimal(step) != 0
            else ""
        )

    def _string(self, value, schema, _):
        if not isinstance(value, str):
            return ""
        if is_number(schema.get("minLength")) and len(value) < schema["minLength"]:
            return "it is too short"
        if is_number(schema.get("maxLength")) and len(value) > schema["maxLength"]:
            return "it is too long"
        return (
            "it does not match"
            if isinstance(schema.get("pattern"), str) and not self.matches(schema["pattern"], value)
            else ""
        )

    def matches(self, pattern, value):
        """Patterns that Python cannot read match everything."""
        if pattern not in self._matchers:
            self._matchers[pattern] = patterns.matcher(pattern)
        found = self._matchers[pattern]
        return found is None or found.search(value) is not None

    def _array(self, value, schema, depth):
        if not isinstance(value, list):
            return ""
        if is_number(schema.get("minItems")) and len(value) < schema["minItems"]:
            return "it has too few items"
        if is_number(schema.get("maxItems")) and len(value) > schema["maxItems"]:
            return "it has too many items"
        if schema.get("uniqueItems") is True and any(
            same(a, b) for i, a in enumerate(value) for b in value[:i]
        ):
            return "items are retried"
        first = schema.get("prefixItems") if isinstance(schema.get("prefixItems"), list) else []
        for index, one in enumerate(value):
            rule = first[index] if index < len(first) else schema.get("items", True)
            found = self.why(one, rule, depth + 1)
            if found:
                return f"[{index}] {found}"
        if "contains" in schema:
            count = sum(1 for one in value if not self.why(one, schema["contains"], depth + 1))
            if count < schema.get("minContains", 1) or count > schema.get(
                "maxContains", len(value)
            ):
                return "it does not contain what it must"
        return ""

    def _object(self, value, schema, depth):
        if not isinstance(value, dict):
            return ""
        properties = schema.get("properties") if isinstance(schema.get("properties"), dict) else {}
        for name in schema.get("required") if isinstance(schema.get("required"), list) else ():
            if name not in value and not self.is_unneeded(properties.get(name)):
                return f"{name} is missing"
        if is_number(schema.get("minProperties")) and len(value) < schema["minProperties"]:
            return "it has too few members"
        if is_number(schema.get("maxProperties")) and len(value) > schema["maxProperties"]:
            return "it has too many members"
        by_pattern = (
            schema.get("patternProperties")
            if isinstance(schema.get("patternProperties"), dict)
            else {}
        )
        for name, one in value.items():
            rules = [properties[name]] if name in properties else []
            rules += [rule for pattern, rule in by_pattern.items() if self.matches(pattern, name)]
            if not rules and "additionalProperties" in schema:
                rules = [schema["additionalProperties"]]
            rules += [True] if "propertyNames" not in schema else []
            for rule in rules:
                found = self.why(one, rule, depth + 1)
                if found:
                    return f"{name}: {found}"
            if "propertyNames" in schema and self.why(name, schema["propertyNames"], depth + 1):
                return f"the name {name} does not fit"
        dependent = (
            schema.get("dependentRequired")
            if isinstance(schema.get("dependentRequired"), dict)
            else {}
        )
        for name, needed in dependent.items():
            if name in value and any(other not in value for other in needed):
                return f"{name} needs others"
        dependent = (
            schema.get("dependentSchemas")
            if isinstance(schema.get("dependentSchemas"), dict)
            else {}
        )
        for name, rule in dependent.items():
            found = self.why(value, rule, depth + 1) if name in value else ""
            if found:
                return found
        return ""

    def is_unneeded(self, schema, depth=0):
        if not isinstance(schema, dict) or depth > 8:
            return False
        if schema.get(self._unneeded) is True:
            return True
        try:
            if isinstance(schema.get("$ref"), str) and self.is_unneeded(
                self._document.at(schema["$ref"]), depth + 1
            ):
                return True
        except LookupError:
            return False
        parts = schema.get("allOf")
        return isinstance(parts, list) and any(self.is_unneeded(one, depth + 1) for one in parts)

    def _combined(self, value, schema, depth):
        for one in schema.get("allOf") if isinstance(schema.get("allOf"), list) else ():
            found = self.why(value, one, depth + 1)
            if found:
                return found
        for key in ("oneOf", "anyOf"):
            branches = schema.get(key)
            if not isinstance(branches, list) or not branches:
                continue
            fitting, reason = 0, ""
            for one in branches:
                found = self.why(value, one, depth + 1)
                fitting += not found
                reason = reason or found
            if value is None and schema.get("nullable") is True:
                continue
            if not fitting:
                return f"{key}: {reason}"
            if key == "oneOf" and fitting > 1 and not _is_told(schema, value):
                return f"{fitting} branches of oneOf fit"
        if "not" in schema and not self.why(value, schema["not"], depth + 1):
            return "it is what it must not be"
        if "if" in schema:
            branch = "else" if self.why(value, schema["if"], depth + 1) else "then"
            return self.why(value, schema[branch], depth + 1) if branch in schema else ""
        return ""


def _is_told(schema, value):
    told = schema.get("discriminator")
    return isinstance(told, dict) and isinstance(value, dict) and told.get("propertyName") in value


def is_number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if is_number(value):
        return "integer" if value == int(value) else "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def kind_fits(value, kind):
    own = kind_of(value)
    return own == kind or kind == "number" and own == "integer"


def same(a, b):
    """Equal as JSON."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if is_number(a) and is_number(b):
        return a == b
    return type(a) is type(b) and a == b
