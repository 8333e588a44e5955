# SPDX-License-Identifier: BSL-1.0
"""Limits of a value -> conditions with their messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower.constraints.alternatives import are_listed
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
from restbind.lower.schema.layers import CHOICES, holder_of, sole_alternative
from restbind.lower.schema.ledger import RECEIVED, TYPE, Unbalanced
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

_Found = list[ir.Constraint]


def limits_of(use: Use, bare: ir.Values) -> _Found:
    """Conditions of their own for the limits of a value. bare: its type, or one of several."""
    find = _LIMITS.get(bare.limited)
    return find(use, bare) if find is not None else []


def _of_number(use: Use, bare: ir.Scalar) -> _Found:
    low, high = _pair(use, "minimum", "maximum")
    low, high = _within_type(use, low, bare), _within_type(use, high, bare)
    own = use.shape.first("x-restbind-messages")
    is_separate = own is not None and not own.has("range") and any(map(own.has, EXCLUSIVE))
    if low and high and not (low.is_exclusive or high.is_exclusive or is_separate):
        texts = {"minimum": low.text, "maximum": high.text}
        limits, about = (low.held, high.held), [*_side(use, low), *_side(use, high)]
        found = [use.condition("range", limits, low.at.pointer, about, **texts)]
    else:
        found = _conditions(use, low, high)
    return found + _conditions(use, *bounds(use.shape, "multipleOf"))


def _of_string(use: Use, bare: ir.Scalar) -> _Found:
    found = counted(use, *LENGTHS)
    for at in patterns(use.shape):
        found.append(use.condition("pattern", (at.written,), at.pointer, [at], limit=at.written))
    for name, at in _asserted(use).items():
        found.append(use.condition("format", (name,), at.pointer, [], limit=name))
    return found


def _of_file(use: Use, bare: ir.Scalar) -> _Found:
    for at in use.open("pattern"):
        use.unchecked(at, "RB031", "a pattern is not checked on the bytes of a file")
    # Our own messages count characters.
    return [
        replace(limit, message=limit.message.replace("character(s)", "byte(s)"))
        for limit in counted(use, *LENGTHS)
    ]


def _of_array(use: Use, bare: ir.Array) -> _Found:
    found, at = counted(use, "minItems", "maxItems"), use.shape.flag("uniqueItems")
    if at is not None and not _compares_otherwise(use.context, bare.element):
        about = use.open("uniqueItems")
        found.append(use.condition("uniqueItems", ("true",), at.pointer, about))
    return found


def _of_map(use: Use, bare: ir.Map) -> _Found:
    return counted(use, "minProperties", "maxProperties")


def _of_alternatives(use: Use, bare: ir.OneOf) -> _Found:
    is_asked = ir.PLAIN["string"] in bare.alternatives and not use.context.is_received
    formats = _asserted(use) if is_asked else {}
    return [
        ir.Constraint("schema", (plain_text({"format": name}),), "", at.pointer)
        for name, at in formats.items()
    ]


def _of_own(use: Use, bare: ir.Own) -> _Found:
    """The type is the user's, which is not asked for its value. Of what is only received no limit
    is checked.
    """
    if use.context.is_received:
        use.put_open(RECEIVED, *_OF_VALUES)
    for at in use.open(*_OF_VALUES):
        what = f"`{at.name}` is not checked: the value is of the type `{bare.name}`"
        use.unchecked(at, "RB103", what)
    return []


def _of_enum(use: Use, bare: ir.Enum) -> _Found:
    """The values that are listed and keep the limits."""
    if bare.is_open or _takes_others(use.shape):
        return []
    _prove_listed(use.shape, bare)
    allowed, is_sure = kept(use.shape, bare)
    if not allowed:
        use.shape.at.report("RB014", "no value of the enum keeps the limits")
        return []
    if not use.context.is_received:
        _report_broken(use, bare)
    values = joined(list(allowed), "or")
    about = [*use.open(*_BOUNDED, "enum", "const", *(("pattern",) if is_sure else ()))]
    for at in use.open(*CHOICES):
        is_sole = sole_alternative(holder_of(at)) is not None
        if not is_sole and are_listed(bare, at) and not use.stated(at.name):
            about.append(at)
            for alternative in at.elements():
                use.void(alternative)
    return [use.condition("enum", allowed, bare.pointer, about, values=values)]


def _prove_listed(shape: Shape, bare: ir.Enum) -> None:
    """Raises Unbalanced for a listed value that the enum lacks which is made of those."""
    for value in shape.values if shape.is_listed and shape.choice is None else ():
        if listed_text(bare.base, value) not in bare.values:
            raise Unbalanced(value, f"`{value.written}` is listed, and no value of the type")


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
    listed: list[list[str]] = []
    for bare in types:
        own = [value for value in use.shape.values if _kind_of(value) in bare.json_types]
        texts = [text for value in own if (text := _listed_text(value, bare)) is not None]
        is_rounded = bare.scalar == "double" and len(texts) < len(own)
        if not texts or is_rounded or not is_alone(bare, types):
            return []
        listed.append(list(dict.fromkeys(texts)))
    pointer = (use.shape.first("enum") or use.shape["const"]).pointer
    about = list(use.open("enum", "const"))
    return [
        use.condition("enum", tuple(texts), pointer, about, values=joined(texts, "or"))
        for texts in listed
    ]


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
        use.condition(
            limit.keyword, (limit.held,), limit.at.pointer, _side(use, limit), limit=limit.text
        )
        for limit in limits
        if limit is not None and (limit.value != 0 or limit.keyword not in _OF_NOTHING)
    ]


def _side(use: Use, limit: Limit) -> list[Cursor]:
    """A limit, and those of the same side, which are wider."""
    names = next((side for side in EXCLUSIVE.items() if limit.keyword in side), (limit.keyword,))
    is_step = limit.keyword == "multipleOf"
    return [at for at in use.open(*names) if not is_step or at.identity == limit.at.identity]


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
    _leave_out(use, [*_side(use, low), *_side(use, high)], low.at, "RB014")
    return None, None


def _leave_out(use: Use, about: list[Cursor], told_at: Cursor, code: str) -> None:
    """Limits that are not checked because of one of them, where that is reported."""
    for at in about:
        use.unchecked(at, code, told_at=told_at)


def _within_type(use: Use, limit: Limit | None, bare: ir.Scalar) -> Limit | None:
    """None for a limit that the type keeps anyway or cannot hold; limits on integers are whole."""
    if limit is None:
        return None
    if bare.kind == "decimal" and not fits_decimal(limit.text):
        what = f"{limit.text} cannot be held exactly by a decimal of 18 digits; it is not checked"
        limit.at.report("RB019", what)
        _leave_out(use, _side(use, limit), limit.at, "RB019")
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
        limit.at.report(
            "RB014", f"{limit.keyword} {limit.text} leaves no value of type {bare.kind}"
        )
        _leave_out(use, _side(use, limit), limit.at, "RB014")
    for at in _side(use, limit):
        use.put(at, TYPE)  # which holds it
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
