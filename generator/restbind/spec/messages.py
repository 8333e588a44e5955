# SPDX-License-Identifier: BSL-1.0
"""Texts for broken limits, and the placeholders in them."""

from __future__ import annotations

import re
from typing import Iterator, Mapping

DEFAULTS: dict[str, str] = {
    "minimum": "{Field} must be greater than or equal to {limit}",
    "maximum": "{Field} must be less than or equal to {limit}",
    "exclusiveMinimum": "{Field} must be greater than {limit}",
    "exclusiveMaximum": "{Field} must be less than {limit}",
    "range": "{Field} must be between {minimum} and {maximum}",
    "enum": "{Field} must be {values}",
    "required": "{Field} is required",
    "minItems": "{Field} must have at least {limit} element(s)",
    "maxItems": "{Field} must have at most {limit} element(s)",
    "minLength": "{Field} must have at least {limit} character(s)",
    "maxLength": "{Field} must have at most {limit} character(s)",
    "pattern": "{Field} must match the pattern {limit}",
    "format": "{Field} must be a valid {limit}",
    "multipleOf": "{Field} must be a multiple of {limit}",
    "uniqueItems": "{Field} must not hold equal elements",
    "minProperties": "{Field} must have at least {limit} member(s)",
    "maxProperties": "{Field} must have at most {limit} member(s)",
    "oneOf": "{Field} must fit exactly one of the alternatives",
    "anyOf": "{Field} must fit at least one of the alternatives",
}

# Keywords that a document can give a message for. Otherwise the validator words it, which knows the
# member that is missing or too many.
WORDED_BY_VALIDATOR = (
    "not",
    "if",
    "contains",
    "propertyNames",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
)
KEYWORDS = (*DEFAULTS, *WORDED_BY_VALIDATOR)

# Keywords whose messages only name the field.
_BARE = ("required", "uniqueItems", *WORDED_BY_VALIDATOR, "oneOf", "anyOf")
_OWN_PLACEHOLDERS = {
    "range": ("minimum", "maximum"),
    "enum": ("values",),
    **{keyword: () for keyword in _BARE},
}
_PLACEHOLDER = re.compile(r"\{([A-Za-z]+)\}")


def placeholders(keyword: str) -> tuple[str, ...]:
    """What may stand in braces in a message for `keyword`."""
    return ("Field", "field", *_OWN_PLACEHOLDERS.get(keyword, ("limit",)))


def unknown_placeholders(text: str, allowed: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Offset and text of each placeholder that is not allowed."""
    return (
        (found.start(), found.group())
        for found in _PLACEHOLDER.finditer(text)
        if found.group(1) not in allowed
    )


def fill(template: str, field: str, texts: Mapping[str, str]) -> str:
    """`{Field}` is the wire name with a capital first letter."""
    known = {"Field": field[:1].upper() + field[1:], "field": field, **texts}
    return _PLACEHOLDER.sub(lambda found: known.get(found.group(1), found.group()), template)
