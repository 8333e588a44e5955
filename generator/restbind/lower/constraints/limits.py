# SPDX-License-Identifier: BSL-1.0
"""Limits of a value -> conditions with their messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower.constraints.use import Use, stated
from restbind.lower.schema.bounds import (
    EXCLUSIVE,
    LENGTHS,
    NUMERIC,
    Limit,
    bounds,
    kept,
    listed_text,
    patterns,
    tightest,
)
from restbind.lower.schema.context import Context
from restbind.lower.schema.ledger import CHECK, TYPE
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.write import plain_text
from restbind.source.refs import Cursor
from restbind.spec.formats import CHECKED_FORMATS
from restbind.spec.keywords import COUNT, NUMBER
from restbind.spec.messages import DEFAULTS, fill
from restbind.spec.numbers import INTEGERS, fits_decimal, json_text, value_of, whole

_OF_VALUES = NUMBER | COUNT | {"pattern", "enum", "const"}
_BOUNDED = (*NUMERIC, "minItems", "maxItems", *LENGTHS, "multipleOf")
OF_ALTERNATIVES = (
    "number",
    "string",
    "array",
    "map",
)  # what is checked of one of several types by itself; see ir.Values.limited

# Conditions, and the keywords that they check.
_Found = tuple[list[ir.Constraint], tuple[str, ...]]


def limits_of(use: Use, bare: ir.Values) -> list[ir.Constraint]:
    """Conditions of their own for the limits of a value. bare: its type, or one of several."""
    find = _LIMITS.get(bare.limited)
    if find is None:
        return []
    found, names = find(use, bare)
    use.put_open(CHECK, *names)
    return found


def _of_number(use: Use, bare: ir.Scalar) -> _Found:
    low, high = _pair(use, "minimum", "maximum")
    low, high = _within_type(use, low, bare), _within_type(use, high, bare)
    own = use.shape.first("x-restbind-messages")
    is_separate = own is not None and not own.has("range") and any(map(own.has, EXCLUSIVE))
    if low and high and not (low.is_exclusive or high.is_exclusive or is_separate):
        texts = {"minimum": low.text, "maximum": high.text}
        found = [use.condition("range", (low.held, high.held), low.at, **texts)]
    else:
        found = _conditions(use, low, high)
    found += _conditions(use, *bounds(use.shape, "multipleOf"))
    return found, (*NUMERIC, "multipleOf")


def _of_string(use: Use, bare: ir.Scalar) -> _Found:
    found = counted(use, *LENGTHS)
    for at in patterns(use.shape):
        found.append(use.condition("pattern", (at.written,), at, limit=at.written))
    for name, at in _asserted(use).items():
        found.append(use.condition("format", (name,), at, limit=name))
    return found, (*LENGTHS, "pattern")


def _of_file(use: Use, bare: ir.Scalar) -> _Found:
    for at in use.open("pattern"):
        use.unchecked(at, "RB031", "a pattern is not checked on the bytes of a file")
    # Our own messages count characters.
    found = [
        replace(limit, message=limit.message.replace("character(s)", "byte(s)"))
        for limit in counted(use, *LENGTHS)
    ]
    return found, LENGTHS


def _of_array(use: Use, bare: ir.Array) -> _Found:
    found, names = counted(use, "minItems", "maxItems"), ("minItems", "maxItems")
    if not use.shape.has("uniqueItems") or _compares_otherwise(use.context, bare.element):
        return found, names
    at = use.shape.flag("uniqueItems")
    if at is not None:
        found.append(use.condition("uniqueItems", ("true",), at))
    return found, (*names, "uniqueItems")


def _of_map(use: Use, bare: ir.Map) -> _Found:
    names = ("minProperties", "maxProperties")
    return counted(use, *names), names


def _of_alternatives(use: Use, bare: ir.OneOf) -> _Found:
    is_asked = ir.PLAIN["string"] in bare.alternatives and not use.context.is_received
    formats = _asserted(use) if is_asked else {}
    return [
        ir.Constraint("schema", (plain_text({"format": name}),), "", at.pointer)
        for name, at in formats.items()
    ], ()


def _of_own(use: Use, bare: ir.Own) -> _Found:
    """The type is the user's, which is not asked for its value. Of what is only received no limit
    is checked.
    """
    if use.context.is_received:
        return [], tuple(_OF_VALUES)
    for at in use.open(*_OF_VALUES):
        what = f"`{at.name}` is not checked: the value is of the type `{bare.name}`"
        use.unchecked(at, "RB103", what)
    return [], ()


def _of_enum(use: Use, bare: ir.Enum) -> _Found:
    """The values that are listed and keep the limits."""
    if bare.is_open or _takes_others(use.shape):
        return [], ()
    allowed, is_sure = kept(use.shape, bare)
    if not allowed:
        use.shape.at.report("RB014", "no value of the enum keeps the limits")
        return [], ()
    if not use.context.is_received:
        _report_broken(use, bare)
    values = joined(list(allowed), "or")
    message = use.message("enum", values=values)
    constraint = ir.Constraint("enum", allowed, message, bare.pointer)
    return [constraint], (*_BOUNDED, "enum", "const", *(("pattern",) if is_sure else ()))


def _report_broken(use: Use, bare: ir.Enum) -> None:
    """Values that the limits of their own schema exclude, which is a mistake; those of others
    narrow the enum.
    """
    for layer in use.shape.layers:
        if not layer.has("enum"):
            continue
        own = normalise(layer)
        broken = set(bare.values).difference(kept(own, bare)[0])
        for value in own.values if broken else ():
            text = listed_text(bare.base, value)
            if text in broken:
                what = f"`{text}` breaks the limits that stand beside the enum; it is not sent"
                value.report("RB027", what)


def _takes_others(shape: Shape) -> bool:
    """The values of an enum are only some of those that alternatives allow; what holds for the
    others is checked as a schema.
    """
    if shape.is_listed:
        return False
    inner = [normalise(at) for at in shape.present]
    return any(not found.is_listed and found.choice is None for found in inner)


# --------------------------------------------------------------------------------------------------
# listed values


def is_double(number: Decimal) -> bool:
    """A double has this value, or is written so."""
    return number in (Decimal(float(number)), Decimal(repr(float(number))))


def listed_among(use: Use, types: list[ir.Values]) -> list[ir.Constraint]:
    """A condition for each of several types: the listed values that are of it. None where not all
    of them can be told apart so, or have values that are listed."""
    if not use.shape.is_listed:
        return []
    found: list[ir.Constraint] = []
    values = use.shape.values
    at = use.shape.first("enum") or use.shape["const"]
    for bare in types:
        own = [value for value in values if _kind_of(value) in bare.json_types]
        texts = [text for value in own if (text := _listed_text(value, bare)) is not None]
        is_rounded = bare.scalar == "double" and len(texts) < len(own)
        if not texts or is_rounded or not is_alone(bare, types):
            return []
        texts = list(dict.fromkeys(texts))
        found.append(use.condition("enum", tuple(texts), at, values=joined(texts, "or")))
    use.put_open(CHECK, "enum", "const")
    return found


def is_alone(bare: ir.Values, types: list[ir.Values]) -> bool:
    """None of the other types has values of its JSON types."""
    return sum(not bare.json_types.isdisjoint(other.json_types) for other in types) == 1


def _kind_of(value: Cursor) -> str:
    return "number" if value.kind == "integer" else value.kind


def _listed_text(value: Cursor, bare: ir.Values) -> str | None:
    """A listed value as the text of a constant of the type; None where it has none."""
    if not isinstance(bare, ir.Scalar):
        return None
    if bare.kind in INTEGERS:
        number, (least, most) = whole(value), INTEGERS[bare.kind]
        return str(number) if number is not None and least <= number <= most else None
    if bare.kind == "double":
        real = value_of(value)
        return json_text(value) if real is not None and is_double(real) else None
    if bare.kind == "boolean":
        return value.written.lower()
    return value.written if bare.kind == "string" and value.kind == "string" else None


# --------------------------------------------------------------------------------------------------
# pairs of limits


def counted(use: Use, *keys: str) -> list[ir.Constraint]:
    """The narrowest limits of a number of characters, elements or members."""
    return _conditions(use, *_pair(use, *keys))


def _conditions(use: Use, *limits: Limit | None) -> list[ir.Constraint]:
    return [
        use.condition(limit.keyword, (limit.held,), limit.at, limit=limit.text)
        for limit in limits
        if limit is not None and (limit.value != 0 or limit.keyword not in _OF_NOTHING)
    ]


_OF_NOTHING = ("minLength", "minItems", "minProperties")  # which every value has 0 of


def _pair(use: Use, *keys: str) -> tuple[Limit | None, Limit | None]:
    """The narrowest limits of both sides; none where they leave no value, which is reported."""
    low, high = (tightest(use.shape, key) for key in keys)
    if low is None or high is None or not low.is_beyond(high):
        return low, high
    pair = f"{low.keyword} {low.text}", f"{high.keyword} {high.text}"
    is_crossed = low.value > high.value
    what = " is greater than ".join(pair) if is_crossed else f"{' and '.join(pair)} leave no value"
    low.at.report("RB014", what)
    for key in keys:
        _leave_out(use, key, low.at, "RB014")
    return None, None


def _leave_out(use: Use, key: str, told_at: Cursor, code: str) -> None:
    """Limits that are not checked because of one of them, where that is reported."""
    for at in use.open(key, EXCLUSIVE.get(key, key)):
        use.unchecked(at, code, told_at=told_at)


def _within_type(use: Use, limit: Limit | None, bare: ir.Scalar) -> Limit | None:
    """None for a limit that the type keeps anyway or cannot hold; limits on integers are whole."""
    if limit is None:
        return None
    if bare.kind == "decimal" and not fits_decimal(limit.text):
        what = f"{limit.text} cannot be held exactly by a decimal of 18 digits; it is not checked"
        use.unchecked(limit.at, "RB019", what)
        _leave_out(use, "minimum" if limit.is_low else "maximum", limit.at, "RB019")
        return None
    if bare.kind not in INTEGERS:
        return limit
    number = limit.value.to_integral_value(ROUND_CEILING if limit.is_low else ROUND_FLOOR)
    if number != limit.value:  # the next whole number means the same
        limit = replace(limit, keyword="minimum" if limit.is_low else "maximum")
    least, most = INTEGERS[bare.kind]
    if least <= number <= most:
        return replace(limit, value=number, held=str(int(number)))
    if (number > most) == limit.is_low:
        what = f"{limit.keyword} {limit.text} leaves no value of type {bare.kind}"
        use.unchecked(limit.at, "RB014", what)
    elif not use.has(limit.at):
        use.put(limit.at, TYPE)
    return None


# --------------------------------------------------------------------------------------------------
# others


def _compares_otherwise(context: Context, type_: ir.Type) -> bool:
    """Values of a type, with all that they hold, are not equal in C++ exactly where their JSON
    is.
    """
    pending, seen = [type_], set[str]()
    while pending:
        bare = context.bare(pending.pop())
        if not bare.is_equal_as_json:
            return True
        if isinstance(bare, ir.Type):
            pending += bare.parts
        elif (
            isinstance(bare, ir.Model)
            and bare.name not in seen
            and bare.name not in context.checks.comparable
        ):
            seen.add(bare.name)
            pending += context.found.held(bare.name)
    context.checks.comparable |= seen
    return False


def _asserted(use: Use) -> dict[str, Cursor]:
    """The formats that texts must keep."""
    if not use.context.document.checks_formats:
        return {}
    stated_ones = [at for at in use.shape.all("format") if at.kind == "string"]
    return {at.written: at for at in stated_ones if at.written in CHECKED_FORMATS}


def missing_of(context: Context, member: ir.Member, *shapes: Shape, is_kind: bool = False) -> str:
    """What is said of a required member that was never set, where a value of its type tells that;
    else ''. shapes: that of the member, and of the object that says that it is required. is_kind:
    its value tells what the object is, so that it is not empty.
    """
    bare = context.bare(member.type)
    has_state = bare.has_unset or bare.is_text and (is_kind or shapes[0].text("format") == "uuid")
    is_set = member.access == "read_only" or member.default is not None or member.boxed
    if member.presence != "required" or is_set or not has_state:
        return ""
    texts = (stated(context, shape, "required") for shape in shapes)
    text = next(filter(None, texts), DEFAULTS["required"])
    return fill(text, member.wire_name, {})


_LIMITS: dict[str, Callable[[Use, Any], _Found]] = {
    "number": _of_number,
    "string": _of_string,
    "file": _of_file,
    "array": _of_array,
    "map": _of_map,
    "enum": _of_enum,
    "alternatives": _of_alternatives,
    "own": _of_own,
}
