# SPDX-License-Identifier: BSL-1.0
"""The changes of types, their members and their rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from restbind import ir
from restbind.apidiff import texts
from restbind.apidiff.comparison import Comparison
from restbind.apidiff.pairs import members, types
from restbind.apidiff.side import Named

_WAYS = {
    "read_write": "in requests and responses",
    "read_only": "in responses only",
    "write_only": "in requests only",
}


def compare_named_types(both: Comparison) -> None:
    """Adds the changes of all types, and notes which have another name now."""
    old, new = both.old.named, both.new.named
    pairs = types(both.old, both.new, both.pairs)
    for name, other in pairs.items():
        if both.old.type(name) != both.new.type(other):
            both.renamed[both.old.type(name)] = both.new.type(other)
            both.say(
                "D102",
                both.old.type(name),
                both.old.type(name),
                both.new.type(other),
                new[other].pointer,
            )
    for name, type_ in old.items():
        if name not in pairs:
            both.say(
                "D101", both.old.type(name), type_.in_words, texts.NOTHING, type_.pointer, gone=True
            )
        else:
            _type(both, type_, new[pairs[name]])
    kept = set(pairs.values())
    for name in new:
        if name not in kept:
            both.say(
                "D301",
                both.new.type(name),
                texts.NOTHING,
                new[name].in_words,
                new[name].pointer,
            )


def _type(both: Comparison, old: Named, new: Named) -> None:
    entity = both.new.type(new.name)
    before, after = both.old.enum(old), both.new.enum(new)
    if (
        ir.Alias in (type(old), type(new))
        and before is not None
        and after is not None
        and before.base == after.base
    ):
        _named_enum(both, old, new, before, after, entity)
    elif type(old) is not type(new) or old.scalar != new.scalar:
        both.say("D103", entity, old.in_words, new.in_words, new.pointer)
    else:
        both.deprecated(entity, old.doc, new.doc, new.pointer)
        _COMPARED[type(old)](both, old, new, entity)


def _alias(both: Comparison, old: ir.Alias, new: ir.Alias, entity: str) -> None:
    if both.compare_types(
        "D103",
        entity,
        both.old.types.spell(old.type),
        both.new.types.spell(new.type),
        new.pointer,
    ):
        both.told_apart(entity, old.type, new.type, new.pointer)


def _named_enum(
    both: Comparison, old: Named, new: Named, before: ir.Enum, after: ir.Enum, entity: str
) -> None:
    """An enum that is another one's, or was. That breaks code only if it may know both as one
    type, or as two.
    """
    if both.new.is_other(before.name, after) or both.old.is_other(after.name, before):
        kinds = (
            (
                f"alias of {both.old.type(before.name)}"
                if isinstance(old, ir.Alias)
                else old.in_words
            ),
            (
                f"alias of {both.new.type(after.name)}"
                if isinstance(new, ir.Alias)
                else new.in_words
            ),
        )
        both.say("D103", entity, *kinds, new.pointer)
    both.deprecated(entity, old.doc, new.doc, new.pointer)
    are_aliases = isinstance(old, ir.Alias) and isinstance(new, ir.Alias)
    if not are_aliases or both.spelt(both.old.type(before.name)) != both.new.type(after.name):
        _enum(both, before, after, entity)


def _enum(both: Comparison, old: ir.Enum, new: ir.Enum, entity: str) -> None:
    before = {
        str(both.old.names.enumerators[old.name, value]): value
        for value in dict.fromkeys(old.values)
    }
    after = {
        str(both.new.names.enumerators[new.name, value]): value
        for value in dict.fromkeys(new.values)
    }
    by_value = {value: name for name, value in after.items()}
    for name, value in before.items():
        if name in after:
            both.differ("D216", f"{entity}::{name}", value, after[name], new.pointer)
        else:
            both.say(
                "D107",
                f"{entity}::{name}",
                value,
                by_value.get(value, texts.NOTHING),
                new.pointer,
            )
    for name, value in after.items():
        if name not in before and value not in before.values():
            both.say("D303", f"{entity}::{name}", texts.NOTHING, value, new.pointer)


def _model(both: Comparison, old: ir.Model, new: ir.Model, entity: str) -> None:
    before = {member.wire_name: member for member in old.members}
    after = {member.wire_name: member for member in new.members}
    pairs = members(both.old, both.new, old, new)
    for wire, member in before.items():
        name = f"{entity}::{both.old.names.member(old.name, wire)}"
        if wire not in pairs:
            both.say(
                "D104",
                name,
                both.old.types.member_type(member),
                texts.NOTHING,
                member.pointer,
                gone=True,
            )
        else:
            _member(both, old, new, member, after[pairs[wire]], name)
    kept = set(pairs.values())
    for wire, member in after.items():
        if wire not in kept:
            is_needed = member.is_needed and member.access != "read_only"
            id_ = "D115" if is_needed and new.name in both.new.requests else "D302"
            both.say(
                id_,
                f"{entity}::{both.new.names.member(new.name, wire)}",
                texts.NOTHING,
                f"{both.new.types.member_type(member)}, {member.presence}",
                member.pointer,
            )
    both.differ(
        "D116",
        entity,
        [pairs[wire] for wire in before if wire in pairs],
        [wire for wire in after if wire in kept],
        new.pointer,
    )
    if old.keeps_extra != new.keeps_extra:
        id_ = "D302" if new.keeps_extra else "D104"
        sides = (texts.NOTHING, "open JSON") if new.keeps_extra else ("open JSON", texts.NOTHING)
        both.say(id_, f"{entity}::additional_properties", *sides, new.pointer)
    elif old.keeps_extra:
        held = old.extra or ir.OPEN_OBJECT, new.extra or ir.OPEN_OBJECT
        both.compare_types(
            "D105",
            f"{entity}::additional_properties",
            both.old.types.spell(held[0]),
            both.new.types.spell(held[1]),
            new.pointer,
        )
        both.elements(
            f"{entity}::additional_properties",
            old.extra_checked,
            new.extra_checked,
            new.pointer,
            (old.extra, new.extra),
        )
    both.limits(entity, old.constraints, new.constraints, new.pointer)
    _rules(both, old, new, entity)


def _member(
    both: Comparison, old: ir.Model, new: ir.Model, before: ir.Member, after: ir.Member, name: str
) -> None:
    called = both.old.names.member(old.name, before.wire_name), both.new.names.member(
        new.name, after.wire_name
    )
    both.differ("D106", name, *texts.twice(str, *called), after.pointer)
    earlier, later = (
        both.old.known_by(old, before.wire_name)[1],
        both.new.known_by(new, after.wire_name)[1],
    )
    if (
        earlier is None
        or later is None
        or (earlier != later and not earlier[0] == later[0] == "path")
    ):
        both.differ("D222", name, before.wire_name, after.wire_name, after.pointer)
    wires, kinds = (before.wire_name, after.wire_name), (before.type, after.type)
    is_same = both.compare_types(
        "D105",
        name,
        both.old.types.member_type(before),
        both.new.types.member_type(after),
        after.pointer,
    )
    if is_same and before.presence != after.presence:
        both.say(
            "D204",
            name,
            before.presence.replace("_", " "),
            after.presence.replace("_", " "),
            after.pointer,
        )
    both.differ("D218", name, _WAYS[before.access], _WAYS[after.access], after.pointer)
    if before.default is not None and after.default is not None:
        both.default(name, before, after)
    both.checked(name, before.checked, after.checked, after.pointer, kinds, wires)
    if is_same:
        both.told_apart(name, before.type, after.type, after.pointer)
    both.deprecated(name, before.doc, after.doc, after.pointer)


def _rules(both: Comparison, old: ir.Model, new: ir.Model, entity: str) -> None:
    before = {rule.id: rule for rule in old.rules}
    after = {rule.id: rule for rule in new.rules}
    for id_ in dict.fromkeys([*before, *after]):
        rule, other = before.get(id_), after.get(id_)
        name = f"{entity}, rule {id_}"
        if other is None:
            both.say(
                "D205", name, before[id_].source, texts.NOTHING, before[id_].pointer, gone=True
            )
            continue
        if rule is None:
            both.say("D205", name, texts.NOTHING, other.source, other.pointer)
            continue
        both.differ(
            "D205",
            name,
            " ".join(rule.source.split()),
            " ".join(other.source.split()),
            other.pointer,
        )
        both.differ("D202", name, rule.message, other.message, other.pointer)
        both.differ("D202", f"{name}, place", rule.field_path, other.field_path, other.pointer)


_COMPARED: dict[type[ir.NamedType], Callable[[Comparison, Any, Any, str], None]] = {
    ir.Alias: _alias,
    ir.Enum: _enum,
    ir.Model: _model,
}
