# SPDX-License-Identifier: BSL-1.0
"""Members that a generated structure may skip: those that no schema of their object names, where it
is no map either.
"""

from judge import same
from schemas import definition

_MOST = 64  # ways to choose among alternatives


class Unknown:
    """Of the values of one case. fits(schema, value): whether a value fits a schema of the case."""

    def __init__(self, case, fits):
        self._case, self._fits = case, fits

    def explains(self, value, written, schema=None):
        """Whether `written` is `value` without unknown members, and has all others."""
        return self._explains(value, written, [self._case["schema"] if schema is None else schema])

    def without(self, value):
        """The value without its unknown members."""
        return self._without(value, [self._case["schema"]])

    def _is_whole(self, value, schemas):
        """Whether there is a choice of alternatives that names all members, at any depth."""
        if isinstance(value, dict):
            return any(
                all(
                    _names(option, name) and self._is_whole(one, _of_member(option, name))
                    for name, one in value.items()
                )
                for option in self._options(schemas, value)
            )
        if isinstance(value, list):
            return any(
                all(
                    self._is_whole(one, _of_element(option, index))
                    for index, one in enumerate(value)
                )
                for option in self._options(schemas, value)
            )
        return True

    def _explains(self, value, written, schemas):
        if (
            isinstance(value, (dict, list))
            and not same(value, written)
            and all(self._fits(one, value) for one in schemas)
            and self._is_whole(value, schemas)
        ):
            return False  # then it is that one
        if isinstance(value, dict) and isinstance(written, dict):
            if not written.keys() <= value.keys():
                return False
            return any(
                all(name in written or not _names(option, name) for name in value)
                and all(
                    self._explains(value[name], one, _of_member(option, name))
                    for name, one in written.items()
                )
                for option in self._options(schemas, value)
            )
        if isinstance(value, list) and isinstance(written, list):
            return len(value) == len(written) and any(
                all(
                    self._explains(one, written[index], _of_element(option, index))
                    for index, one in enumerate(value)
                )
                for option in self._options(schemas, value)
            )
        return (
            type(value) is bool
            and value is written
            or not isinstance(value, bool)
            and not isinstance(written, bool)
            and value == written
        )

    def _without(self, value, schemas):
        option = self._options(schemas, value)[0]
        if isinstance(value, dict):
            return {
                name: self._without(one, _of_member(option, name))
                for name, one in value.items()
                if _names(option, name)
            }
        if isinstance(value, list):
            return [
                self._without(one, _of_element(option, index)) for index, one in enumerate(value)
            ]
        return value

    def _options(self, schemas, value):
        """The lists of schemas that may apply together: one branch of each choice, of those that
        fit if any does.
        """
        options = [[]]
        for schema in schemas:
            options = [
                [*one, *other] for one in options for other in self._of_one(schema, value, 0)
            ][:_MOST]
        return options

    def _of_one(self, schema, value, depth):
        if not isinstance(schema, dict) or depth > 20:
            return [[]]
        together = [schema[key] for key in ("if", "then", "else") if key in schema]
        together += [*schema.get("allOf", ()), *schema.get("dependentSchemas", {}).values()]
        if "$ref" in schema:
            together.append(definition(self._case, schema["$ref"]))
        options = [[schema]]
        for part in together:
            options = [
                [*one, *other] for one in options for other in self._of_one(part, value, depth + 1)
            ][:_MOST]
        for key in ("oneOf", "anyOf"):
            branches = [
                part for part in schema.get(key, ()) if self._fits(part, value)
            ] or schema.get(key, ())
            if branches:
                options = [
                    [*one, *other]
                    for one in options
                    for part in branches
                    for other in self._of_one(part, value, depth + 1)
                ][:_MOST]
        return options


def _names(option, name):
    """Whether a schema says something of the member; one that says nothing of members leaves it
    open, and it is kept.
    """
    said = [
        one
        for one in option
        if one.keys()
        & {"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}
    ]
    if any(name in _excluded(one["not"]) for one in option if "not" in one):
        return True
    if not any(
        "properties" in one
        or one.get("additionalProperties") is False
        or one.get("unevaluatedProperties") is False
        for one in said
    ):
        return True
    return any(
        name in one.get("properties", ())
        or name in one.get("required", ())
        or isinstance(one.get("additionalProperties"), dict)
        or isinstance(one.get("unevaluatedProperties"), dict)
        or "patternProperties" in one
        for one in option
    )


def _excluded(schema):
    """The names in what is excluded."""
    if not isinstance(schema, dict):
        return set()
    parts = [schema[key] for key in ("if", "then", "else", "not") if key in schema]
    parts += [one for key in ("allOf", "anyOf", "oneOf") for one in schema.get(key, ())]
    return {
        *schema.get("properties", ()),
        *schema.get("required", ()),
        *(name for part in parts for name in _excluded(part)),
    }


def _of_member(option, name):
    found = [one["properties"][name] for one in option if name in one.get("properties", ())]
    found += [rule for one in option for rule in one.get("patternProperties", {}).values()]
    return found or [one["additionalProperties"] for one in option if "additionalProperties" in one]


def _of_element(option, index):
    return [
        one["prefixItems"][index]
        if index < len(one.get("prefixItems", ()))
        else one.get("items", True)
        for one in option
    ]
