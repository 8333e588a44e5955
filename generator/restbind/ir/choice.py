# SPDX-License-Identifier: BSL-1.0
"""What tells the alternatives of a value of several types apart, when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from restbind.ir.models import Alias, Enum, Model
from restbind.ir.types import ANY, OPEN_OBJECT, OTHER, OneOf, Ref, Type, Values

Named = Model | Enum | Alias


@dataclass(frozen=True)
class Alternative:
    """kind: the JSON type of its values, integers and other numbers apart; any for several. by:
    what tells it apart.

    * type: no other alternative is of its JSON type
    * value: the discriminator has one of the values `about`
    * other: the discriminator has another value
    * members: the members `about` are there, which another alternative of its JSON type need not
    have
    * trying: it can be read, which is tried one after the other
    * rest: the value is none of the others
    """

    type: Type
    by: str
    kind: str
    about: tuple[str, ...] = ()


def bare(named: Mapping[str, Named], type_: Values) -> Values:
    """A type with references and aliases taken away, but for those that are structures; a circular
    reference is open.
    """
    seen: set[str] = set()
    while isinstance(type_, Ref):
        found = named.get(type_.name)
        if found is None or type_.name in seen:
            return type_ if found is None else ANY
        if found.stands_for is None:
            return found
        seen.add(type_.name)
        type_ = found.stands_for
    return type_


def alternatives_of(named: Mapping[str, Named], type_: OneOf) -> list[Alternative]:
    """The alternatives in their order, each with what tells it apart from the others."""
    bases = [bare(named, alternative) for alternative in type_.alternatives]
    kinds = [_kind(base_) for base_ in bases]
    values: dict[int, list[str]] = {}
    for value, place in type_.mapping:
        values.setdefault(place, []).append(value)
    found = []
    for place, (alternative, base, kind) in enumerate(zip(type_.alternatives, bases, kinds)):
        is_open = base == OPEN_OBJECT and not type_.lists_open
        if alternative == OTHER or is_open and kinds.count(kind) > 1:
            found.append(Alternative(alternative, "rest", kind))
        elif kinds.count(kind) == 1:
            found.append(Alternative(alternative, "type", kind))
        elif place == type_.otherwise:
            found.append(Alternative(alternative, "other", kind))
        elif place in values:
            found.append(Alternative(alternative, "value", kind, tuple(values[place])))
        else:
            needed = _needed(
                base,
                [
                    other
                    for other in bases
                    if other not in (base, OPEN_OBJECT) and _kind(other) == "object"
                ],
            )
            found.append(Alternative(alternative, "members" if needed else "trying", kind, needed))
    return found


def _kind(base: Values) -> str:
    if isinstance(base, OneOf):
        return "object" if base.discriminator else "any"
    kind = next(iter(base.json_types)) if len(base.json_types) == 1 else "any"
    return "integer" if base.is_whole else kind


def _needed(base: Values, others: list[Values]) -> tuple[str, ...]:
    """The members that an object must have and not all of the other objects must have, too."""
    own, *theirs = [_required(type_) for type_ in (base, *others)]
    by_all = set(own).intersection(*theirs)
    return tuple(name for name in own if name not in by_all)


def _required(type_: Values) -> list[str]:
    """The members that an object of a type must have."""
    if not isinstance(type_, Model):
        return []
    members = [member for member in type_.members if member.is_needed]
    return [member.wire_name for member in members]
