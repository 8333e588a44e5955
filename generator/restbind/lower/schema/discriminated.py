# SPDX-License-Identifier: BSL-1.0
"""Which values of a discriminator stand for which schema."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from urllib.parse import unquote

from restbind.diagnostics import near
from restbind.lower.schema.context import Context
from restbind.lower.schema.flatten import flatten, next_step
from restbind.lower.schema.queries import json_kinds, listed_for, listed_values, literal, takes_texts, told_by_value, value_text
from restbind.source.refs import Cursor, stem, unescape


def values_of(context: Context, stated: Cursor, members: list[Cursor]) -> list[tuple[str, ...]]:
    """The values that each alternative is sent with: as the mapping says, else those that it alone lists and its name, if that is among
    them; its name, if it lists none. None where it is alternatives itself, which have values of their own, or where nothing tells the
    alternatives apart."""
    _forgive(context, stated, members)
    shared = _listed_twice(context, stated, members)
    _, is_told = listed_by_several(context, stated, members)
    return [_own_values(context, stated, member, shared) if is_told else () for member in members]


def _forgive(context: Context, stated: Cursor, members: list[Cursor]) -> None:
    """Nothing is lost by a mapping to what does not exist where an alternative lists the value itself."""
    mapping = stated.get("mapping")
    known = {key for key, _ in targets(context, stated)}
    lost = [(key, at) for key, at in mapping.items() if key not in known and _target(context, at) is None] if mapping is not None else []
    listed = {value for member in members for value in listed_values(context, member, stated.text("propertyName"))} if lost else set()
    for key, at in lost:
        if key in listed:
            context.checks.diagnostics.excuse(("RB020",), (at.place, at.key_place))
            context.report("RB035", at, f"what `{key}` is mapped to does not exist; the alternative that lists it counts")


def _own_values(context: Context, stated: Cursor, member: Cursor, shared: frozenset[str]) -> tuple[str, ...]:
    if has_values_below(context, stated, member):
        return ()
    return mapped_to(context, stated, member) or _unmapped(context, stated, member, shared)


def _unmapped(context: Context, stated: Cursor, member: Cursor, shared: frozenset[str]) -> tuple[str, ...]:
    if is_union(context, member):
        return ()
    member_name = stated.text("propertyName")
    name, listed = _name(context, member), listed_values(context, member, member_name)
    if listed:
        return tuple(value for value in listed if value not in shared or value in name)
    if not takes_texts(context, member, member_name):
        return ()
    if name:
        note_file(context, stated, name[0], context.document.resolve(member.get("$ref")))
    return name


def listed_by_several(context: Context, stated: Cursor, members: list[Cursor]) -> tuple[str, bool]:
    """A value that several alternatives list and that neither the mapping nor a name gives to one of them, '' for none; and whether the
    alternatives are told apart all the same."""
    shared = _listed_twice(context, stated, members)
    if not shared:
        return "", True
    mapped = [mapped_to(context, stated, member) for member in members]
    unclaimed = shared.difference(*mapped, *(_name(context, member) for member in members))
    if not unclaimed:
        return "", True
    listed = [listed_values(context, member, stated.text("propertyName")) for member in members]
    return min(unclaimed), all(own or shared.isdisjoint(values) or not set(_name(context, member)).isdisjoint(values)
                               for member, own, values in zip(members, mapped, listed))


def _listed_twice(context: Context, stated: Cursor, members: list[Cursor]) -> frozenset[str]:
    """The values that several alternatives list, as all that are made of a base which lists the values of all."""
    often = Counter(value for member in members for value in set(listed_values(context, member, stated.text("propertyName"))))
    return frozenset(value for value, count in often.items() if count > 1)


def _name(context: Context, member: Cursor) -> tuple[str, ...]:
    ref = member.get("$ref")
    return (referred_name(context, ref),) if ref is not None and ref.kind == "string" else ()


def is_union(context: Context, member: Cursor) -> bool:
    """Alternatives that are alternatives themselves, or a base with what is made of it."""
    schema = flatten(context, member)
    return schema.choices() is not None and not schema.has("properties") or home(context, member).identity in context.found.bases


def mapped_to(context: Context, stated: Cursor, member: Cursor) -> tuple[str, ...]:
    """The values that the mapping gives an alternative."""
    target = context.document.resolve(member.get("$ref")) if member.has("$ref") else member
    return _mapped(context, stated, target) if target is not None else ()


def _mapped(context: Context, stated: Cursor, target: Cursor) -> tuple[str, ...]:
    named = targets(context, stated)
    own = tuple(key for key, at in named if at.identity == target.identity)
    return own or tuple(key for key, at in named if home(context, at).identity == home(context, target).identity)


class Below(NamedTuple):
    """An alternative of an alternative, or a kind of a base. also: its name, where that stands for it beside the values of the mapping."""

    name: str
    at: Cursor
    values: tuple[str, ...]
    also: tuple[str, ...]


def mapped_below(context: Context, stated: Cursor, member: Cursor) -> list[Below]:
    """What an alternative is only made of, at any depth, and the mapping has values for."""
    found: dict[int, Below] = {}
    for name, at in made_of(context, member) if targets(context, stated) else ():
        if values := _mapped(context, stated, at):
            found.setdefault(at.identity, Below(name, at, values, name_beside(context, stated, at, name, values)))
    return list(found.values())


def made_of(context: Context, member: Cursor) -> list[tuple[str, Cursor]]:
    """What an alternative is only made of, at any depth, with the names."""
    found: list[tuple[str, Cursor]] = []
    pending, seen = [member], set[int]()
    while pending:
        at = pending.pop(0)
        if at.identity in seen or not is_union(context, at):
            continue
        seen.add(at.identity)
        base = context.found.bases.get(home(context, at).identity)
        if base is not None:
            found += [(name, kind) for name, kind, _ in base.kinds if kind.identity != base.at.identity]
            continue
        for one in flatten(context, at).choices().elements():
            target = context.document.resolve(one.get("$ref")) if one.has("$ref") else None
            found += [(referred_name(context, one.get("$ref")), target)] if target is not None else []
            pending.append(one)
    return found


def has_values_below(context: Context, stated: Cursor, member: Cursor) -> bool:
    """What an alternative is only made of is known by values of the same member, so that none stands for all of it."""
    return bool(is_union(context, member) and (values_within(context, member, stated.text("propertyName")) or mapped_below(context, stated, member)))


def values_within(context: Context, member: Cursor, name: str) -> set[str]:
    """The values of a member by which what an alternative is only made of is told apart."""
    found = set[str]()
    pending, seen = [member], set[int]()
    while pending:
        at = pending.pop()
        if at.identity in seen or not is_union(context, at):
            continue
        seen.add(at.identity)
        base = context.found.bases.get(home(context, at).identity)
        if base is not None:
            found.update(value for _, _, values in base.kinds if base.member == name for value in values)
            continue
        schema = flatten(context, at)
        members = [one for one in schema.choices().elements() if json_kinds(context, one) == ("object",)]
        stated = schema.first("discriminator")
        if stated is None:
            told, values, _ = told_by_value(context, members)
            found.update(value for value, _ in values if told == name)
        elif stated.text("propertyName") == name and listed_by_several(context, stated, members)[1]:
            shared = _listed_twice(context, stated, members)
            found.update(value for one in members if not is_union(context, one) for value in _own_values(context, stated, one, shared))
            found.update(key for key, _ in targets(context, stated))
        pending += members
    return found


def also_of(context: Context, stated: Cursor, member: Cursor, values: tuple[str, ...]) -> tuple[str, ...]:
    """The name of an alternative that the mapping gives another value: it stands for it, too. values: those of the alternative."""
    return tuple(one for name in _name(context, member) for one in name_beside(context, stated, member, name, values))


def referred_name(context: Context, ref: Cursor) -> str:
    """The name of what is referred to: the end of the pointer; of a whole file that of the component which only names it, or the file's."""
    path, _, fragment = ref.node.text.partition("#")
    target = context.document.resolve(ref) if not fragment else None
    return unescape(unquote(fragment.rsplit("/", 1)[-1])) or (name_of(context, target) if target is not None else stem(unquote(path)))


def name_of(context: Context, at: Cursor) -> str:
    """The name of a component or of a file."""
    if not at.pointer.endswith("#"):
        return unescape(at.pointer.rsplit("/", 1)[-1])
    return context.found.homes[at.identity][0] if at.identity in context.found.homes else stem(at.document.path)


def note_file(context: Context, stated: Cursor, name: str, at: Cursor | None) -> None:
    """OpenAPI gives names to components only."""
    if at is not None and at.pointer.endswith("#") and at.identity not in context.found.homes:
        context.report("RB095", stated.get("propertyName"), f"`{name}` is taken to stand for the file `{at.pointer[:-1]}`, which has no name of its own",
                       "a `mapping` says what stands for it")


def name_beside(context: Context, stated: Cursor, at: Cursor, name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """A schema's name beside the values that the mapping gives it: none where that is the value of another one, or where the schema lists
    the values of the member without it."""
    mapped = [key for key, _ in targets(context, stated)]
    listed = listed_values(context, at, stated.text("propertyName"))
    is_value = name in listed if listed else takes_texts(context, at, stated.text("propertyName"))
    return (name,) if name not in mapped and any(value in mapped for value in values) and is_value else ()


def targets(context: Context, stated: Cursor) -> list[tuple[str, Cursor]]:
    """The mapping: each value with the schema that it stands for, which is named or referred to, and does not exclude it."""
    mapping = stated.get("mapping")
    if mapping is None:
        return []
    if mapping.identity not in context.document.mappings:
        name = stated.text("propertyName")
        found = [(_value(context, at, name, key), at) for key, value in mapping.items() if (at := _target(context, value)) is not None]
        excluded = [key for key, at in found if _excludes(context, at, name, key)]
        if excluded:
            context.report("RB035", mapping, f"what {' and '.join(f'`{key}`' for key in excluded)} stand{'s' if len(excluded) == 1 else ''} for "
                           f"lists other values of `{name}`; these count", "map the values that the schemas list")
        context.document.mappings[mapping.identity] = [(key, at) for key, at in found if key not in excluded]
    return context.document.mappings[mapping.identity]


def _value(context: Context, at: Cursor, name: str, key: str) -> str:
    """What a key of the mapping stands for: a number or boolean where the schema lists it, or has no strings there."""
    listed = {value_text(one) for one in listed_for(context, at, name)}
    other = literal(key) if key not in listed else None
    return other if other is not None and (other in listed or not listed and not takes_texts(context, at, name)) else key


def key_for(mapping: Cursor, value: str) -> Cursor:
    """What the mapping has for a value of targets()."""
    return next(at for key, at in mapping.items() if value in (key, literal(key)))


def _excludes(context: Context, at: Cursor, name: str, value: str) -> bool:
    listed = listed_for(context, at, name)
    return bool(listed) and all(value_text(one) != value for one in listed)


def _target(context: Context, value: Cursor) -> Cursor | None:
    """The schema that a text names or refers to."""
    text = value.node.text if value.kind == "string" else ""
    own = context.document.sources.named_schemas(value.document) if value.document is not context.document.root.document else ()
    at = next((one for name, one in own if name == text), None) or context.document.components.get(text)
    if at is None and any(mark in text for mark in "#/."):
        at = context.document.resolve(value)
    elif at is None and text:
        context.report("RB020", value, f"`{text}` names no schema", near(text, context.document.components))
    return at


def otherwise(context: Context, stated: Cursor) -> Cursor | None:
    """`defaultMapping`: the schema of objects with another value, or none."""
    at = stated.get("defaultMapping")
    if at is None:
        return None
    if at.identity not in context.document.otherwise:
        context.document.otherwise[at.identity] = _target(context, at)
    return context.document.otherwise[at.identity]


def is_otherwise(context: Context, stated: Cursor, member: Cursor) -> bool | None:
    """Whether an alternative is that schema; None where there is none."""
    wanted = otherwise(context, stated)
    ref = member.get("$ref")
    target = context.document.resolve(ref) if wanted is not None and ref is not None else None
    if wanted is None or target is None:
        return None if wanted is None else False
    return target.identity == wanted.identity or home(context, target).identity == home(context, wanted).identity


def home(context: Context, at: Cursor) -> Cursor:
    """The schema that a type is made of, where `at` only refers to it."""
    seen: set[int] = set()
    while at.kind == "object" and at.identity not in seen and at.identity not in context.found.distinct:
        seen.add(at.identity)
        step = next_step(context, at)
        if step is None:
            break
        at = step
    return at
