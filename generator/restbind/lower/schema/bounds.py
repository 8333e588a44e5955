# SPDX-License-Identifier: BSL-1.0
"""The limits that a schema puts on values, in one form, and whether a value keeps them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from restbind import ir
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec import pattern
from restbind.spec.keywords import COUNT
from restbind.spec.numbers import INT64, json_text, value_of, whole

EXCLUSIVE = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
NUMERIC = (*EXCLUSIVE, *EXCLUSIVE.values())
LENGTHS = ("minLength", "maxLength")
_BOUNDED = {
    Decimal: ("minimum", "maximum", "multipleOf"),
    str: LENGTHS,
    list: ("minItems", "maxItems"),
    dict: ("minProperties", "maxProperties"),
}
_HOLDS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "minimum": operator.ge,
    "maximum": operator.le,
    "exclusiveMinimum": operator.gt,
    "exclusiveMaximum": operator.lt,
    "multipleOf": lambda value, step: Fraction(value) % Fraction(step) == 0,
}
Value = Decimal | str | list[Cursor] | dict[str, Cursor] | None


@dataclass(frozen=True)
class Limit:
    """keyword: with the two forms of exclusive limits already brought together. text: as the
    document writes it. held: the text as the C++ type of the value has it.
    """

    keyword: str
    value: Decimal
    text: str
    at: Cursor
    held: str

    @property
    def is_low(self) -> bool:
        """The smaller ones are excluded."""
        return "min" in self.keyword.lower()

    @property
    def is_exclusive(self) -> bool:
        """The limit itself is excluded, too."""
        return self.keyword.startswith("exclusive")

    def allows(self, value: Decimal) -> bool:
        """A number, or a number of characters, elements or members, keeps the limit."""
        holds = _HOLDS.get(self.keyword, operator.ge if self.is_low else operator.le)
        return holds(value, self.value)

    def is_beyond(self, high: Limit) -> bool:
        """No value keeps this one and the other one."""
        is_exclusive = self.is_exclusive or high.is_exclusive
        return self.value > high.value or is_exclusive and self.value == high.value


def bounds(shape: Shape, key: str) -> Iterator[Limit]:
    """All limits by a keyword of numbers or counts, exclusive ones of the same side among them."""
    for layer in shape.layers:
        for name in filter(layer.has, (key, EXCLUSIVE.get(key, ""))):
            limit = limit_of(layer[name])
            if limit is not None:
                yield limit


def limit_of(at: Cursor) -> Limit | None:
    """What a keyword of numbers or counts limits; None where its value cannot be a limit."""
    name, is_count = at.name, at.name in COUNT
    number = count_of(at) if is_count else value_of(at)
    if number is None or name == "multipleOf" and number <= 0:
        return None
    exclusive = EXCLUSIVE.get(name, "")
    is_exclusive = holder_of(at).is_true(exclusive)
    text = str(number) if is_count else json_text(at)
    return Limit(exclusive if is_exclusive else name, Decimal(number), text, at, text)


def tightest(shape: Shape, key: str) -> Limit | None:
    """The narrowest of several limits of one side; of equal ones the exclusive."""
    limits = list(bounds(shape, key))
    sign = 1 if key.startswith("min") else -1
    narrowness = [(sign * limit.value, limit.is_exclusive) for limit in limits]
    return limits[narrowness.index(max(narrowness))] if limits else None


def count_of(at: Cursor) -> int | None:
    """A number of characters, elements or members. None for what cannot be one, which unusable()
    tells.
    """
    number = whole(at)
    return number if number is not None and 0 <= number <= INT64[1] else None


def patterns(shape: Shape) -> list[Cursor]:
    """Those that can be read. All others were reported when the document was checked."""
    stated = [at for at in shape.all("pattern") if at.kind == "string"]
    return [at for at in stated if pattern.check(at.written) is None]


def broken(shape: Shape, value: Value) -> Limit | None:
    """The first limit that a value does not keep; None where it keeps all."""
    if value is None:
        return None
    size = value if isinstance(value, Decimal) else Decimal(len(value))
    limits = (limit for key in _BOUNDED[type(value)] for limit in bounds(shape, key))
    return next((limit for limit in limits if not limit.allows(size)), None)


def listed_text(base: str, value: Cursor) -> str:
    """A listed value as an enum of this base has it."""
    return str(whole(value)) if base == "int64" else value.written


def kept(shape: Shape, enum: ir.Enum) -> tuple[tuple[str, ...], bool]:
    """The values of an enum that the schema lists and that keep its limits, and whether all
    patterns were asked: of some only the runtime knows what they match.
    """
    texts = list(enum.values)
    if shape.is_listed:
        # A type made of alternatives holds more than is listed beside them.
        known = set(texts)
        listed = dict.fromkeys(listed_text(enum.base, value) for value in shape.values)
        texts = [text for text in listed if text in known]
    to_value = str if enum.is_text else Decimal
    texts = [text for text in texts if broken(shape, to_value(text)) is None]
    matching = texts
    for at in patterns(shape) if enum.is_text else ():
        verdicts = [pattern.matches(at.written, text) for text in matching]
        if None in verdicts:
            return tuple(texts), False
        matching = [text for text, matches in zip(matching, verdicts) if matches]
    return tuple(matching), True
