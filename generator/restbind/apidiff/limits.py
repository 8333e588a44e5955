# SPDX-License-Identifier: BSL-1.0
"""Limits of a value in two versions: what differs in what they allow, and in what is said of a
value that breaks them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from hashlib import sha256
from itertools import zip_longest

from restbind import ir
from restbind.apidiff import texts
from restbind.spec.keywords import DATA, SCHEMA_MAP, SETS

_LOW, _HIGH = ("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")
_BOUNDS = ("minimum", "maximum", "range")


def changes(
    old: Sequence[ir.Constraint],
    new: Sequence[ir.Constraint],
    is_whole: bool,
    values: Sequence[Sequence[str]],
    wires: tuple[str, str],
) -> Iterator[tuple[str, str, str, str, str]]:
    """Of each change its id, both sides, and their places, '' where there is no limit. is_whole:
    the values are integers, in both versions. values: all of an enum, before and after."""
    if not (_has_range(old) and _has_range(new)):  # which is one change with one message, else
        old, new = _by_end(old), _by_end(new)
    said: dict[tuple[str, str], tuple[str, str]] = {}  # of two ends that have one message
    is_other_bound = False
    for keyword in dict.fromkeys(_end(constraint.keyword) for constraint in (*old, *new)):
        before = [constraint for constraint in old if _end(constraint.keyword) == keyword]
        after = [constraint for constraint in new if _end(constraint.keyword) == keyword]
        for constraint, twin in _take_twins(before, after, is_whole):
            if keyword == "enum" or _is_same_message(constraint.message, twin.message, wires):
                continue
            if keyword in _BOUNDS:
                said.setdefault(
                    (constraint.message, twin.message), (constraint.pointer, twin.pointer)
                )
            else:
                yield "D202", constraint.message, twin.message, constraint.pointer, twin.pointer
        for constraint, other in zip_longest(_by_words(before), _by_words(after)):
            if keyword == "enum" and _are_all(values, constraint, other):
                continue  # which its enumerators tell
            is_other_bound |= keyword in _BOUNDS
            places = _pointer(constraint), _pointer(other)
            yield "D201", texts.limit(constraint), texts.limit(other), *places
    if said and not is_other_bound:
        was = " ".join(dict.fromkeys(message for message, _ in said))
        will = " ".join(dict.fromkeys(message for _, message in said))
        yield "D202", was, will, *next(iter(said.values()))


def _take_twins(
    before: list[ir.Constraint], after: list[ir.Constraint], is_whole: bool
) -> list[tuple[ir.Constraint, ir.Constraint]]:
    """Takes those that mean the same out of both lists. Of schemas, there may be several for one
    keyword.
    """
    found = []
    for constraint in list(before):
        twin = next(
            (other for other in after if _meant(other, is_whole) == _meant(constraint, is_whole)),
            None,
        )
        if twin is not None:
            before.remove(constraint)
            after.remove(twin)
            found.append((constraint, twin))
    return found


def _by_words(constraints: Sequence[ir.Constraint]) -> list[ir.Constraint]:
    """Each limit once; alternatives may have one twice."""
    return list({texts.limit(constraint): constraint for constraint in constraints}.values())


def _pointer(constraint: ir.Constraint | None) -> str:
    return constraint.pointer if constraint is not None else ""


def _is_same_message(old: str, new: str, wires: tuple[str, str]) -> bool:
    """Nothing but the name of the member is another."""
    return new in (old, old.replace(_capital(wires[0]), _capital(wires[1]), 1))


def _are_all(
    values: Sequence[Sequence[str]],
    constraint: ir.Constraint | None,
    other: ir.Constraint | None,
) -> bool:
    """Both limits allow all values of the enum, each in its version."""
    if not values or constraint is None or other is None:
        return False
    return [set(constraint.limits), set(other.limits)] == [set(all_) for all_ in values]


def _has_range(constraints: Sequence[ir.Constraint]) -> bool:
    return any(constraint.keyword == "range" for constraint in constraints)


def _by_end(constraints: Sequence[ir.Constraint]) -> list[ir.Constraint]:
    """With the two ends of a range as a limit each."""
    found: list[ir.Constraint] = []
    for constraint in constraints:
        if constraint.keyword != "range":
            found.append(constraint)
            continue
        least, most = constraint.limits
        found.append(replace(constraint, keyword="minimum", limits=(least,)))
        found.append(replace(constraint, keyword="maximum", limits=(most,)))
    return found


def _end(keyword: str) -> str:
    """One word for keywords of which one may stand in the place of another."""
    return (
        "minimum"
        if keyword in _LOW
        else "maximum"
        if keyword in _HIGH
        else "schema"
        if keyword == "known"
        else keyword
    )


def _capital(name: str) -> str:
    """A name as the texts of limits begin with it."""
    return name[:1].upper() + name[1:]


def _meant(constraint: ir.Constraint, is_whole: bool) -> object:
    """What the limits of a constraint allow, in whatever words and order."""
    if constraint.keyword in (*_LOW, *_HIGH):
        limit, is_open = Decimal(constraint.limits[0]), constraint.keyword.startswith("exclusive")
        return (
            (limit + (1 if constraint.keyword in _LOW else -1), False)
            if is_whole and is_open
            else (limit, is_open)
        )
    if constraint.keyword in ("range", "multipleOf"):
        return [Decimal(limit) for limit in constraint.limits]
    if constraint.keyword == "enum":
        return sorted(constraint.limits)
    return (
        [_canonical(text) for text in constraint.limits]
        if constraint.keyword in ("schema", "unevaluated", "others")
        else constraint.limits
    )


def value(text: str) -> str:
    """The same for two JSON texts of the same value; any other text as it is."""
    try:
        return _text(json.loads(text, parse_int=_number, parse_float=_number))
    except ValueError:
        return text


@cache
def _canonical(text: str) -> str:
    """The same text for two JSON Schemas that say the same in another order, in which definitions
    have other numbers, too: each is called after what it says."""
    schema = json.loads(text, parse_int=_number, parse_float=_number)
    definitions = schema.pop("$defs", {}) if isinstance(schema, dict) else {}
    called = {f"#/$defs/{name}": "" for name in definitions}
    is_new = True
    while is_new:  # until no more of them are told apart
        before = len(set(called.values()))
        called = {
            f"#/$defs/{name}": sha256(_text(_unordered(definition, called)).encode()).hexdigest()
            for name, definition in definitions.items()
        }
        is_new = len(set(called.values())) > before
    return _text(_unordered(schema, called))


def _number(text: str) -> str:
    """The same for `1`, `1.0` and `10e-1`."""
    sign, digits, exponent = Decimal(text).as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    short = written.rstrip("0")
    return (
        f"number {'-' * sign}{short}e{int(exponent) + len(written) - len(short)}"
        if short
        else "number 0"
    )


def _text(node: object) -> str:
    return json.dumps(node, sort_keys=True)


def _unordered(schema: object, called: dict[str, str]) -> object:
    """called: by reference, what to write instead."""
    if isinstance(schema, list):
        return [_unordered(element, called) for element in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, value in schema.items():
        if key in DATA:
            found[key] = value
        elif key in SCHEMA_MAP and isinstance(value, dict):
            found[key] = {name: _unordered(member, called) for name, member in value.items()}
        elif key == "dependentRequired" and isinstance(value, dict):
            found[key] = {
                name: sorted(names, key=_text) if isinstance(names, list) else names
                for name, names in value.items()
            }
        else:
            found[key] = (
                called.get(value, value)
                if key == "$ref" and isinstance(value, str)
                else _unordered(value, called)
            )
        if key in SETS and isinstance(value, list):
            found[key] = sorted(found[key], key=_text)
    return found
