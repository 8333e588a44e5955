# SPDX-License-Identifier: BSL-1.0
"""What C++ makes of a kind of type: one class for each, which says all about it. Here those of
single values.
"""

from __future__ import annotations

import base64
import datetime
import math
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import ClassVar

from restbind.cpp import literals, text
from restbind.cpp.conditions import Condition, Place, needing, sign_of_double
from restbind.cpp.literals import Digits
from restbind.cpp.text import UnsupportedText, code
from restbind.naming import Safe
from restbind.spec.numbers import INTEGERS

CHECKS_HEADER = "<restbind/core/detail/checks.hpp>"


class Kind:
    """A kind of type. headers: those that its own spelling needs, what it holds and named types
    aside.
    """

    headers: frozenset[str] = frozenset()
    is_single = False  # a scalar or enum
    is_small = False  # values are handed over rather than referred to
    is_text = False  # values are told in quotes
    is_variant = False
    sole: str | None = None  # the only value that there is

    @property
    def spelling(self) -> Safe:
        """The type in C++."""
        raise NotImplementedError

    def takes(self, node: object) -> bool:
        """It can hold a JSON value. node: as json.loads() gives it, with Digits for numbers."""
        return False

    def written(self, node: object) -> Safe:
        """A JSON value that it takes as an expression."""
        source = str(node).lower() if isinstance(node, bool) else str(node)
        value = self.value(source)
        return code("{}{}", self.spelling, value) if value.startswith("{") else value

    def value(self, source: str) -> Safe:
        """A default or limit, as its text, as an expression."""
        raise UnsupportedText(f"a value of this type cannot be written in a header: {source}")

    def constant(self, source: str) -> Safe | None:
        """The name of a value, if it has one."""
        return None

    def listed(self, source: str) -> Safe:
        """One of the values of an `enum` as what a value is compared with."""
        return self.value(source)

    def initialised(self, default: str, is_wrapped: bool) -> Safe:
        """What follows the name of a member that has a default. is_wrapped: it stands in a
        std::optional or the like.
        """
        value = self.value(default)
        if value.startswith("{"):
            return code("{{{}{}}}", self.spelling, value) if is_wrapped else value
        return code(" = {}", value)

    def start(self, is_set_by_callers: bool) -> Safe:
        """What follows the name of a member without a value of its own: nothing if callers set it,
        so that compilers warn of a designated initialiser without it; a zero where it would be
        indeterminate then."""
        return Safe("" if is_set_by_callers else "{}")

    def unset(self, value: Safe) -> tuple[Safe, Safe]:
        """Conditions that are true for a value that was never set, and for one that was."""
        return code("!{}.has_value()", value), code("{}.has_value()", value)

    def is_all(self, values: Iterable[str]) -> bool:
        """They are all that it knows, which it tells itself by `is_known()`."""
        return False

    def length(self, value: Place) -> Safe:
        """What minLength and maxLength are about."""
        return code("restbind::code_points({})", value.text)

    def members(self, value: Place) -> tuple[Safe, str]:
        """The number of members, and the header that counting needs, '' for none."""
        return code("{}size()", value.reach), ""

    def bound(self, value: Safe, sign: str, limit: str) -> Safe | None:
        """A comparison with a limit; None where it always holds."""
        raise UnsupportedText(f"values of this type are not compared: {limit}")

    def multiple(self, value: Safe, step: Decimal) -> Condition | None:
        """It is a multiple; None where it always is."""
        return needing(
            CHECKS_HEADER,
            code("restbind::is_multiple({}, {})", value, text.literal(format(step, "f"))),
        )


class Scalar(Kind):
    """A single value. name: the kind of the ir.Scalar. form: raises ValueError for a text without
    the form that such a text has.
    """

    is_single = True
    type = ""
    header = ""
    form: ClassVar[Callable[[str], object]] = str

    def __init__(self, name: str) -> None:
        self.name = name
        self.headers = frozenset({self.header} if self.header else ())

    @property
    def spelling(self) -> Safe:
        return Safe(self.type)

    def takes(self, node: object) -> bool:
        if not isinstance(node, str) or isinstance(node, Digits):
            return False
        try:
            type(self).form(node)
        except ValueError:
            return False
        return True


class Number(Scalar):
    """A number that may have a fraction."""

    is_small = True

    def takes(self, node: object) -> bool:
        return isinstance(node, Digits)


class Boolean(Scalar):
    """True or false."""

    is_small = True
    type = "bool"

    def takes(self, node: object) -> bool:
        return isinstance(node, bool)

    def value(self, source: str) -> Safe:
        return Safe("true" if source == "true" else "false")

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe(" = false")


class Integer(Scalar):
    """An integer of 8 to 64 bits."""

    is_small = True
    header = "<cstdint>"

    @property
    def spelling(self) -> Safe:
        return Safe(f"std::{self.name}_t")

    def takes(self, node: object) -> bool:
        least, most = INTEGERS[self.name]
        return (
            isinstance(node, Digits)
            and Decimal(node) == Decimal(node).to_integral_value()
            and least <= Decimal(node) <= most
        )

    def value(self, source: str) -> Safe:
        number = Decimal(source)
        if number != number.to_integral_value():
            raise UnsupportedText(f"{source} is not an integer")
        return literals.whole(self.name, int(number))

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe(" = 0")

    def bound(self, value: Safe, sign: str, limit: str) -> Safe | None:
        """A limit between two integers is moved to the one that means the same."""
        number = Decimal(limit)
        nearest = math.ceil(number) if sign in (">=", "<") else math.floor(number)
        low, high = INTEGERS[self.name]
        if (sign == ">=" and nearest <= low) or (sign == ">" and nearest < low):
            return None
        if (sign == "<=" and nearest >= high) or (sign == "<" and nearest > high):
            return None
        if not low <= nearest <= high:
            raise UnsupportedText(f"no {self.name} is {sign} {limit}")
        return code("{} {} {}", value, Safe(sign), literals.whole(self.name, nearest))

    def multiple(self, value: Safe, step: Decimal) -> Condition | None:
        if step != step.to_integral_value():
            return super().multiple(value, step)
        if step == 1:
            return None
        if step > INTEGERS[self.name][1]:
            return Condition([code("{} == 0", value)])
        return Condition([code("{} % {} == 0", value, literals.whole(self.name, int(step)))])


class Double(Number):
    """A double."""

    type = "double"

    def value(self, source: str) -> Safe:
        return literals.floating(source)

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe(" = 0.0")

    def bound(self, value: Safe, sign: str, limit: str) -> Safe | None:
        return code(
            "{} {} {}", value, Safe(sign_of_double(sign, Decimal(limit))), literals.floating(limit)
        )


class DecimalNumber(Number):
    """A number with the digits as written."""

    type = "restbind::decimal"
    header = "<restbind/core/decimal.hpp>"

    def value(self, source: str) -> Safe:
        return literals.decimal(source)

    def bound(self, value: Safe, sign: str, limit: str) -> Safe | None:
        return code("{} {} {}", value, Safe(sign), literals.decimal(limit))


class Text(Scalar):
    """A string."""

    is_text = True
    type = "std::string"
    header = "<string>"

    def value(self, source: str) -> Safe:
        return text.owned(source)

    def written(self, node: object) -> Safe:
        return code("std::string({})", text.owned(str(node)))

    def listed(self, source: str) -> Safe:
        return text.view(source)

    def unset(self, value: Safe) -> tuple[Safe, Safe]:
        return code("{}.empty()", value), code("!{}.empty()", value)


class Date(Scalar):
    """A day."""

    is_small = True
    type = "restbind::date"
    header = "<restbind/core/date_time.hpp>"
    form = datetime.date.fromisoformat

    def value(self, source: str) -> Safe:
        return literals.date(source)

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe("{}")

    def unset(self, value: Safe) -> tuple[Safe, Safe]:
        return code("{} == {}{{}}", value, self.spelling), code(
            "{} != {}{{}}", value, self.spelling
        )


def _instant(source: str) -> None:
    """Raises ValueError unless the text is a date and a time with something behind them, as a
    timestamp has its offset there.
    """
    datetime.datetime.fromisoformat(source[:19])
    if len(source) < 20:
        raise ValueError(source)


class Instant(Scalar):
    """A point in time."""

    is_small = True
    type = "restbind::timestamp"
    header = "<restbind/core/date_time.hpp>"
    form = _instant

    def value(self, source: str) -> Safe:
        return literals.instant(source)


def _octets(source: str) -> bytes:
    """The bytes of a base64 text. Raises ValueError for any other text."""
    return base64.b64decode(source, validate=True)


class Bytes(Scalar):
    """Bytes that are base64 on the wire."""

    type = "restbind::base64_bytes"
    header = "<restbind/core/bytes.hpp>"
    form: ClassVar[Callable[[str], object]] = _octets

    def value(self, source: str) -> Safe:
        octets = ", ".join(str(octet) for octet in _octets(source))
        return Safe(f"{{.bytes = {{{octets}}}}}")

    def length(self, value: Place) -> Safe:
        return code("({}bytes.size() + 2U) / 3U * 4U", value.reach)  # that of the text on the wire


class Png(Bytes):
    """An image."""

    type = "restbind::base64_png"
    form = str


class File(Scalar):
    """A part of a form."""

    type = "restbind::file"
    header = "<restbind/core/bytes.hpp>"

    def length(self, value: Place) -> Safe:
        return code("{}content.size()", value.reach)


SCALARS: dict[str, type[Scalar]] = {
    "boolean": Boolean,
    **dict.fromkeys(INTEGERS, Integer),
    "double": Double,
    "decimal": DecimalNumber,
    "string": Text,
    "date": Date,
    "date-time": Instant,
    "base64": Bytes,
    "base64-png": Png,
    "file": File,
}
