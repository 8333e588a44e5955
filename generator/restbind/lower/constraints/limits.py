# SPDX-License-Identifier: BSL-1.0
"""Limits of a value -> constraints with their messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import Any

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower.constraints.accounts import Account
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import is_null_type
from restbind.lower.schema.ledger import CHECK, TYPE
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import text_of
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec import pattern
from restbind.spec.formats import CHECKED_FORMATS
from restbind.spec.keywords import COUNT, NUMBER, json_types_of
from restbind.spec.messages import DEFAULTS, fill
from restbind.spec.numbers import INT64, INTEGERS, fits_decimal, json_text, value_of, whole

_OF_VALUES = NUMBER | COUNT | {"pattern", "enum", "const"}
NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
LENGTHS = ("minLength", "maxLength")
BOUNDED = (*NUMERIC, "minItems", "maxItems", *LENGTHS)
OF_ALTERNATIVES = (
    "number",
    "string",
    "array",
    "map",
)  # what is checked of one of several types by itself; see ir.Values.limited


@dataclass(frozen=True)
class Limit:
    """keyword: with the two forms of exclusive limits already brought together. text: as the
    document writes it.
    """

    keyword: str
    value: Decimal
    text: str
    at: Cursor


# Conditions, and the keywords that they check.
_Found = tuple[tuple[ir.Constraint, ...], tuple[str, ...]]


def limits_of(
    context: Context, account: Account, schema: Shape, bare: ir.Values, field: str
) -> list[ir.Constraint]:
    """Conditions of their own for the limits of a value."""
    find = _LIMITS.get(bare.limited)
    found, checked = find(context, account, schema, bare, field) if find is not None else ((), ())
    for name in checked:
        put_all(account, schema, name, CHECK)
    return list(found)


def _of_number(
    context: Context, account: Account, schema: Shape, bare: ir.Scalar, field: str
) -> _Found:
    return _numeric(context, account, schema, bare, field) + _multiples(context, schema, field), (
        *NUMERIC,
        "multipleOf",
    )


def _of_string(
    context: Context, account: Account, schema: Shape, bare: ir.Scalar, field: str
) -> _Found:
    found = _counts(context, account, schema, LENGTHS, field) + _patterns(context, schema, field)
    return found + _formats(context, schema, field), (*LENGTHS, "pattern")


def _of_file(
    context: Context, account: Account, schema: Shape, bare: ir.Scalar, field: str
) -> _Found:
    found = _counts(context, account, schema, LENGTHS, field)
    for at in schema.all("pattern"):
        if not account.has(at):
            account.unchecked(at, "RB031", "a pattern is not checked on the bytes of a file")
    # Our own messages count characters.
    return (
        tuple(
            replace(one, message=one.message.replace("character(s)", "byte(s)")) for one in found
        ),
        LENGTHS,
    )


def _of_array(
    context: Context, account: Account, schema: Shape, bare: ir.Array, field: str
) -> _Found:
    found, keys = _counts(context, account, schema, ("minItems", "maxItems"), field), (
        "minItems",
        "maxItems",
    )
    if not schema.has("uniqueItems") or _compares_otherwise(context, bare.element):
        return found, keys
    return found + _unique(context, schema, field), (*keys, "uniqueItems")


def _of_map(context: Context, account: Account, schema: Shape, bare: ir.Map, field: str) -> _Found:
    keys = ("minProperties", "maxProperties")
    return _counts(context, account, schema, keys, field), keys


def _of_alternatives(
    context: Context, account: Account, schema: Shape, bare: ir.OneOf, field: str
) -> _Found:
    formats = (
        _asserted(context, schema)
        if ir.PLAIN["string"] in bare.alternatives and not context.is_received
        else {}
    )
    return (
        tuple(
            ir.Constraint("schema", (f'{{"format": "{name}"}}',), "", at.pointer)
            for name, at in formats.items()
        ),
        (),
    )


def is_double(number: Decimal) -> bool:
    """A double has this value, or is written so."""
    return number in (Decimal(float(number)), Decimal(repr(float(number))))


def listed_among(
    context: Context, account: Account, schema: Shape, types: list[ir.Values], field: str
) -> list[ir.Constraint]:
    """A condition for each of several types: the listed values that are of it. None where not all
    of them can be told apart so, or have values that are listed."""
    if not schema.has("enum") and not schema.has("const"):
        return []
    found: list[ir.Constraint] = []
    values = schema.values()
    at = schema.first("enum") or schema["const"]
    for bare in types:
        own = [value for value in values if _kind_of(value) in bare.json_types]
        texts = [text for value in own if (text := _listed_text(value, bare)) is not None]
        is_alone = sum(not bare.json_types.isdisjoint(other.json_types) for other in types) == 1
        if not texts or not is_alone or bare.scalar == "double" and len(texts) < len(own):
            return []
        texts = list(dict.fromkeys(texts))
        message = message_of(context, schema, "enum", field, {"values": joined(texts, "or")})
        found.append(ir.Constraint("enum", tuple(texts), message, at.pointer))
    for name in ("enum", "const"):
        put_all(account, schema, name, CHECK)
    return found


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


def _of_own(context: Context, account: Account, schema: Shape, bare: ir.Own, field: str) -> _Found:
    """The type is the user's, which is not asked for its value. Of what is only received no limit
    is checked.
    """
    listed = [at for at in account.open() if at.name in _OF_VALUES]
    if context.is_received:
        return (), tuple(at.name for at in listed)
    for at in listed:
        account.unchecked(
            at, "RB103", f"`{at.name}` is not checked: the value is of the type `{bare.name}`"
        )
    return (), ()


def put_all(account: Account, schema: Shape, name: str, column: int) -> None:
    """Gives this column to each use of the keyword `name` that has none yet."""
    for at in schema.all(name):
        if not account.has(at):
            account.put(at, column)


def unusable(context: Context, at: Cursor) -> tuple[str, str] | None:
    """Why a keyword says nothing with the value that it has: the code of a finding, and its text,
    '' where that was told when the document was checked."""
    name, kind = at.name, at.kind
    if name in NUMBER or name in COUNT:
        is_flag = kind == "boolean" and name.startswith("exclusive")
        if kind not in json_types_of(name):
            return None if is_flag else ("RB008", "")
        if name == "multipleOf" and ((step := value_of(at)) is None or step <= 0):
            return "RB019", f"multipleOf must be a number above 0, not {at.written}"
        if name in COUNT and count_of(at) is None:
            return "RB019", f"{name} must be a whole number, 0 or more, not {at.written}"
        return ("RB019", f"{at.written} cannot be a limit") if value_of(at) is None else None
    if name == "pattern" and kind == "string":
        return ("RB038", "") if pattern.check(at.written) is not None else None
    if name in ("$dynamicRef", "$recursiveRef"):
        return "RB011", ""
    if name == "$ref" and kind == "string":
        return ("RB020", "") if context.document.resolve(at) is None else None
    return None if kind in json_types_of(name) else ("RB008", "")


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


def message_of(
    context: Context, schema: Shape, keyword: str, field: str, texts: Mapping[str, str]
) -> str:
    """The final text for a broken `keyword`: the schema's own, else the document's, else ours."""
    return fill(stated_message(context, schema, keyword) or DEFAULTS[keyword], field, texts)


def missing_of(context: Context, member: ir.Member, *schemas: Shape, is_kind: bool = False) -> str:
    """What is said of a required member that was never set, where a value of its type tells that;
    else ''. schemas: that of the member, and of the object that says that it is required. is_kind:
    its value tells what the object is, so that it is not empty.
    """
    bare = context.bare(member.type)
    has_state = bare.has_unset or bare.is_text and (is_kind or schemas[0].text("format") == "uuid")
    if (
        member.presence != "required"
        or member.access == "read_only"
        or member.default is not None
        or member.boxed
        or not has_state
    ):
        return ""
    stated = next(
        (text for schema in schemas if (text := stated_message(context, schema, "required"))),
        DEFAULTS["required"],
    )
    return fill(stated, member.wire_name, {})


# --------------------------------------------------------------------------------------------------
# numbers


def _numeric(
    context: Context, account: Account, schema: Shape, bare: ir.Scalar, field: str
) -> tuple[ir.Constraint, ...]:
    low = _tightest(_limits(schema, "minimum", "exclusiveMinimum"), lowest=False)
    high = _tightest(_limits(schema, "maximum", "exclusiveMaximum"), lowest=True)
    if low and high and _empty(low, high):
        context.report(
            "RB014",
            low.at,
            (
                f"{low.keyword} {low.text} is greater than {high.keyword} {high.text}"
                if low.value > high.value
                else f"{low.keyword} {low.text} and {high.keyword} {high.text} leave no value"
            ),
        )
        _leave_out(account, schema, NUMERIC, low.at)
        return ()
    low, high = (_within_type(account, schema, limit, bare) for limit in (low, high))
    own = schema.first("x-restbind-messages")
    separate = (
        own is not None and (own.has("minimum") or own.has("maximum")) and not own.has("range")
    )
    if low and high and (low.keyword, high.keyword) == ("minimum", "maximum") and not separate:
        texts = {"minimum": low.text, "maximum": high.text}
        message = message_of(context, schema, "range", field, texts)
        return (
            ir.Constraint(
                "range", (_for_type(low, bare), _for_type(high, bare)), message, low.at.pointer
            ),
        )
    return tuple(
        ir.Constraint(
            limit.keyword,
            (_for_type(limit, bare),),
            message_of(context, schema, limit.keyword, field, {"limit": limit.text}),
            limit.at.pointer,
        )
        for limit in (low, high)
        if limit
    )


def _limits(schema: Shape, inclusive: str, exclusive: str) -> list[Limit]:
    found = []
    for layer in schema.layers:
        flag, plain = layer.get(exclusive), layer.get(inclusive)
        if plain is not None and (value := value_of(plain)) is not None:
            found.append(
                Limit(
                    exclusive if layer.is_true(exclusive) else inclusive,
                    value,
                    json_text(plain),
                    plain,
                )
            )
        if flag is not None and (value := value_of(flag)) is not None:
            found.append(Limit(exclusive, value, json_text(flag), flag))
    return found


def _tightest(limits: list[Limit], lowest: bool) -> Limit | None:
    """The narrowest of several limits on one side; of equal ones the exclusive."""
    if not limits:
        return None
    sign = -1 if lowest else 1
    return max(
        limits, key=lambda limit: (sign * limit.value, limit.keyword.startswith("exclusive"))
    )


def _empty(low: Limit, high: Limit) -> bool:
    exclusive = low.keyword.startswith("exclusive") or high.keyword.startswith("exclusive")
    return low.value > high.value or (exclusive and low.value == high.value)


def _within_type(
    account: Account, schema: Shape, limit: Limit | None, bare: ir.Scalar
) -> Limit | None:
    """None for a limit that the type keeps anyway or cannot hold; limits on integers are whole."""
    if limit is not None and bare.kind == "decimal" and not fits_decimal(limit.text):
        account.unchecked(
            limit.at,
            "RB019",
            f"{limit.text} cannot be held exactly by a decimal of 18 digits; it is not checked",
        )
        _leave_out(
            account,
            schema,
            (
                ("minimum", "exclusiveMinimum")
                if "inimum" in limit.keyword
                else ("maximum", "exclusiveMaximum")
            ),
            limit.at,
            "RB019",
        )
        return None
    if limit is None or bare.kind not in INTEGERS:
        return limit
    if limit.value != limit.value.to_integral_value():  # the next whole number means the same
        is_low = "inimum" in limit.keyword
        limit = Limit(
            "minimum" if is_low else "maximum",
            limit.value.to_integral_value(ROUND_CEILING if is_low else ROUND_FLOOR),
            limit.text,
            limit.at,
        )
    least, most = INTEGERS[bare.kind]
    if least <= limit.value <= most:
        return limit
    if (limit.value > most) == ("inimum" in limit.keyword):
        account.unchecked(
            limit.at, "RB014", f"{limit.keyword} {limit.text} leaves no value of type {bare.kind}"
        )
    elif not account.has(limit.at):
        account.put(limit.at, TYPE)
    return None


def _leave_out(
    account: Account, schema: Shape, keys: tuple[str, ...], told_at: Cursor, code: str = "RB014"
) -> None:
    """Limits that are not checked because of one of them, where that is reported."""
    for key in keys:
        for at in schema.all(key):
            if not account.has(at):
                account.unchecked(at, code, told_at=told_at)


def _for_type(limit: Limit, bare: ir.Scalar) -> str:
    return str(int(limit.value)) if bare.kind in INTEGERS else limit.text


# --------------------------------------------------------------------------------------------------
# counts


def _counts(
    context: Context, account: Account, schema: Shape, keys: tuple[str, str], field: str
) -> tuple[ir.Constraint, ...]:
    low, high = (_tightest_count(schema, key) for key in keys)
    found = _counted(context, schema, keys[0], low, field) + _counted(
        context, schema, keys[1], high, field
    )
    if low is not None and high is not None and low[0] > high[0]:
        context.report(
            "RB014", schema[keys[0]], f"{keys[0]} {low[0]} is greater than {keys[1]} {high[0]}"
        )
        _leave_out(account, schema, keys, schema[keys[0]])
        return ()
    return found


def counted(context: Context, schema: Shape, key: str, field: str) -> tuple[ir.Constraint, ...]:
    """The narrowest limit of a number of characters, elements or members."""
    return _counted(context, schema, key, _tightest_count(schema, key), field)


def _counted(
    context: Context, schema: Shape, key: str, limit: tuple[int, Cursor] | None, field: str
) -> tuple[ir.Constraint, ...]:
    if limit is None or limit[0] == 0 and key.startswith("min"):
        return ()
    number, at = limit
    return (
        ir.Constraint(
            key,
            (str(number),),
            message_of(context, schema, key, field, {"limit": str(number)}),
            at.pointer,
        ),
    )


def _tightest_count(schema: Shape, key: str) -> tuple[int, Cursor] | None:
    found = [(number, at) for at in schema.all(key) if (number := count_of(at)) is not None]
    return (
        (max if key.startswith("min") else min)(found, key=lambda pair: pair[0]) if found else None
    )


def count_of(at: Cursor) -> int | None:
    """A number of characters, elements or members. None for what cannot be one, which unusable()
    tells.
    """
    number = whole(at)
    return number if number is not None and 0 <= number <= INT64[1] else None


def _takes_others(context: Context, schema: Shape) -> bool:
    """The values of an enum are only some of those that alternatives allow; what holds for the
    others is checked as a schema.
    """
    return (
        not schema.has("enum")
        and not schema.has("const")
        and any(
            not is_null_type(at)
            and not (inner := normalise(context, at)).has("enum")
            and not inner.has("const")
            and inner.choices() is None
            for at in schema.alternatives()
        )
    )


def _of_enum(
    context: Context, account: Account, schema: Shape, bare: ir.Enum, field: str
) -> _Found:
    """The values that are listed and keep the limits."""
    if bare.is_open or _takes_others(context, schema):
        return (), ()
    values = _kept(context, schema, bare)
    patterns = _by_pattern(context, schema, bare, values)
    allowed = values if patterns is None else patterns
    if not allowed:
        context.report("RB014", schema.at, "no value of the enum keeps the limits")
        return (), ()
    _report_broken(context, schema, bare)
    message = message_of(context, schema, "enum", field, {"values": joined(list(allowed), "or")})
    constraint = ir.Constraint("enum", allowed, message, bare.pointer)
    return (constraint,), (
        *BOUNDED,
        "multipleOf",
        "enum",
        "const",
        *(("pattern",) if patterns is not None else ()),
    )


def _report_broken(context: Context, schema: Shape, bare: ir.Enum) -> None:
    """Values that the limits of their own schema exclude, which is a mistake; those of others
    narrow the enum.
    """
    for layer in schema.layers if not context.is_received else ():
        if layer.has("enum"):
            own = normalise(context, layer)
            values = _kept(context, own, bare)
            allowed = _by_pattern(context, own, bare, values)
            broken = set(bare.values).difference(values if allowed is None else allowed)
            for value in own.values() if broken else ():
                if (text := text_of(bare, value)) in broken:
                    context.report(
                        "RB027",
                        value,
                        f"`{text}` breaks the limits that stand beside the enum; it is not sent",
                    )


def _kept(context: Context, schema: Shape, bare: ir.Enum) -> tuple[str, ...]:
    """The values that are listed and keep the limits; patterns are another matter."""
    values = bare.values
    if schema.has("enum") or schema.has(
        "const"
    ):  # a type made of alternatives holds more than is listed beside them
        listed = dict.fromkeys(text_of(bare, value) for value in schema.values())
        known = set(values)
        values = tuple(value for value in listed if value in known)
    return _kept_texts(schema, values) if bare.is_text else _kept_integers(context, schema, values)


def _kept_texts(schema: Shape, values: tuple[str, ...]) -> tuple[str, ...]:
    low, high = (
        [count for at in schema.all(key) if (count := count_of(at)) is not None] for key in LENGTHS
    )
    return tuple(
        value
        for value in values
        if all(least <= len(value) for least in low) and all(len(value) <= most for most in high)
    )


def _kept_integers(context: Context, schema: Shape, values: tuple[str, ...]) -> tuple[str, ...]:
    for limit in _limits(schema, "minimum", "exclusiveMinimum"):
        values = tuple(
            value
            for value in values
            if limit.value < int(value) or limit.value == int(value) and limit.keyword == "minimum"
        )
    for limit in _limits(schema, "maximum", "exclusiveMaximum"):
        values = tuple(
            value
            for value in values
            if limit.value > int(value) or limit.value == int(value) and limit.keyword == "maximum"
        )
    for one in _multiples(context, schema, ""):
        values = tuple(value for value in values if Fraction(value) % Fraction(one.limits[0]) == 0)
    return values


def _by_pattern(
    context: Context, schema: Shape, bare: ir.Enum, values: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Those of the values that match; None where only the runtime can say."""
    if not bare.is_text:
        return values
    for one in _patterns(context, schema, ""):
        verdicts = [pattern.matches(one.limits[0], value) for value in values]
        if None in verdicts:
            return None
        values = tuple(value for value, fits in zip(values, verdicts) if fits)
    return values


def _patterns(context: Context, schema: Shape, field: str) -> tuple[ir.Constraint, ...]:
    """All of them hold. One that cannot be read was reported when the document was checked."""
    return tuple(
        ir.Constraint(
            "pattern",
            (at.written,),
            message_of(context, schema, "pattern", field, {"limit": at.written}),
            at.pointer,
        )
        for at in schema.all("pattern")
        if at.kind == "string" and pattern.check(at.written) is None
    )


def _formats(context: Context, schema: Shape, field: str) -> tuple[ir.Constraint, ...]:
    return tuple(
        ir.Constraint(
            "format",
            (name,),
            message_of(context, schema, "format", field, {"limit": name}),
            at.pointer,
        )
        for name, at in _asserted(context, schema).items()
    )


def _asserted(context: Context, schema: Shape) -> dict[str, Cursor]:
    """The formats that texts must keep."""
    return {
        at.written: at
        for at in schema.all("format")
        if context.document.checks_formats and at.kind == "string" and at.written in CHECKED_FORMATS
    }


def _multiples(context: Context, schema: Shape, field: str) -> tuple[ir.Constraint, ...]:
    return tuple(
        ir.Constraint(
            "multipleOf",
            (text,),
            message_of(context, schema, "multipleOf", field, {"limit": text}),
            at.pointer,
        )
        for at in schema.all("multipleOf")
        if (step := value_of(at)) is not None and step > 0
        for text in [json_text(at)]
    )


def _unique(context: Context, schema: Shape, field: str) -> tuple[ir.Constraint, ...]:
    at = next(
        (
            at
            for at in schema.all("uniqueItems")
            if at.kind == "boolean" and at.written.lower() == "true"
        ),
        None,
    )
    if at is None:
        return ()
    return (
        ir.Constraint(
            "uniqueItems",
            ("true",),
            message_of(context, schema, "uniqueItems", field, {}),
            at.pointer,
        ),
    )


def stated_message(context: Context, schema: Shape, keyword: str) -> str:
    """The text that the schema, or else the document, gives for a broken `keyword`; '' for none."""
    tables = [*schema.messages, *filter(None, [context.document.root.get("x-restbind-messages")])]
    table = next((table for table in tables if table.text(keyword)), None)
    if table is None:
        return ""
    if not context.is_received:
        context.checks.said.add(table[keyword].identity)
    return table.text(keyword)


_LIMITS: dict[str, Callable[[Context, Account, Shape, Any, str], _Found]] = {
    "number": _of_number,
    "string": _of_string,
    "file": _of_file,
    "array": _of_array,
    "map": _of_map,
    "enum": _of_enum,
    "alternatives": _of_alternatives,
    "own": _of_own,
}
