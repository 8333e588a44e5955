# SPDX-License-Identifier: BSL-1.0
"""Which operation, type, member, security scheme and server of the new version is which of the old
one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from restbind import ir
from restbind.apidiff import texts
from restbind.apidiff.side import Named, Side, placeholders


def operations(old: ir.Api, new: ir.Api) -> dict[str, ir.Operation]:
    """By the id of an old operation: the new one of that id, or else of the same request."""
    known = {one.id for one in old.operations}
    found = {one.id: one for one in new.operations if one.id in known}
    for request_of in (_request, _request_by_place):
        kept = {one.id for one in found.values()}
        by_request = {
            request_of(one): one for one in reversed(new.operations) if one.id not in kept
        }
        for one in old.operations:
            if one.id not in found and request_of(one) in by_request:
                found[one.id] = by_request.pop(request_of(one))
    return {one.id: found[one.id] for one in old.operations if one.id in found}


def _request(one: ir.Operation) -> tuple[str, str]:
    return one.method, one.path


def _request_by_place(one: ir.Operation) -> tuple[str, str]:
    """Whatever the placeholders of the path are called."""
    return one.method, placeholders(one.path)[0]


def members(old: Side, new: Side, before: ir.Model, after: ir.Model) -> dict[str, str]:
    """The names of members on the wire, old -> new."""
    pairs: dict[str, str] = {}
    for place in range(3):
        kept = set(pairs.values())
        to = {
            new.known_by(after, one.wire_name)[place]: one.wire_name
            for one in after.members
            if one.wire_name not in kept
        }
        gone = {
            old.known_by(before, one.wire_name)[place]: one.wire_name
            for one in before.members
            if one.wire_name not in pairs
        }
        pairs |= {wire: to[key] for key, wire in gone.items() if key in to and key is not None}
    return pairs


def types(old: Side, new: Side, same: Mapping[str, ir.Operation]) -> dict[str, str]:
    """The names of types in the documents, old -> new. same: the new operation of each old one."""
    # An inline type that stood first elsewhere has another name in the document, but maybe not in
    # C++.
    called = {new.type(name): name for name in new.named}
    pairs = {name: called[old.type(name)] for name in old.named if old.type(name) in called}
    kept = set(pairs.values())
    pairs |= {
        name: name
        for name in old.named
        if name not in pairs and name in new.named and name not in kept
    }
    kept = set(pairs.values())
    requests = {
        one.request_name: same[one.id].request_name for one in old.api.operations if one.id in same
    }
    pairs |= {
        name: other
        for name, other in requests.items()
        if name in old.parameters
        and other in new.parameters
        and name not in pairs
        and other not in kept
    }
    known = -1
    while known < len(pairs) < min(len(old.named), len(new.named)):  # what is known tells more
        known = len(pairs)
        _add_by_shape(old, new, pairs, is_only=True)
        _add_by_place(old, new, same, pairs)
        if known == len(pairs):
            _add_by_shape(old, new, pairs, is_only=False)
    return pairs


def _add_by_shape(old: Side, new: Side, pairs: dict[str, str], is_only: bool) -> None:
    """Those of the same shape: if there is only one of it, or else as they stand in the
    documents.
    """
    kept, renamed = set(pairs.values()), {
        old.type(name): new.type(other) for name, other in pairs.items()
    }
    gone = [
        (_shape(old, old.named[name], renamed), name) for name in old.named if name not in pairs
    ]
    added = [(_shape(new, new.named[name], {}), name) for name in new.named if name not in kept]
    often = Counter(shape for shape, _ in gone), Counter(shape for shape, _ in added)
    waiting: dict[object, list[str]] = {}
    for shape, name in reversed(added):
        waiting.setdefault(shape, []).append(name)
    for shape, name in gone:
        if waiting.get(shape) and (not is_only or often[0][shape] == often[1][shape] == 1):
            pairs[name] = waiting[shape].pop()


def _add_by_place(
    old: Side, new: Side, same: Mapping[str, ir.Operation], pairs: dict[str, str]
) -> None:
    """Those that stand in the same place and have anything in common, if no other place says
    otherwise.
    """
    kept = set(pairs.values())
    places = [
        (gone[0], added[0])
        for before, after in _places(old, new, same, pairs)
        if len(gone := sorted({name for name in ir.referred(before) if name not in pairs})) == 1
        and len(added := sorted({name for name in ir.referred(after) if name not in kept})) == 1
    ]
    found = dict.fromkeys(places)
    often = Counter(name for name, _ in found), Counter(other for _, other in found)
    pairs |= {
        name: other
        for name, other in found
        if often[0][name] == often[1][other] == 1 and _is_alike(old, new, name, other)
    }


def _places(
    old: Side, new: Side, same: Mapping[str, ir.Operation], pairs: Mapping[str, str]
) -> Iterator[tuple[ir.Type, ir.Type]]:
    """What stands in the same place of operations and types that are the same."""
    found: list[tuple[ir.Type | None, ir.Type | None]] = []
    for one in old.api.operations:
        other = same.get(one.id)
        if other is not None:
            before, after = (
                {response.status: response.type for response in (*side.responses, *side.errors)}
                for side in (one, other)
            )
            found += [
                (one.body, other.body),
                (one.response, other.response),
                *((kind, after.get(status)) for status, kind in before.items()),
            ]
    for name, twin in pairs.items():
        known, two = old.named[name], new.named[twin]
        if (
            isinstance(known, ir.Alias) and isinstance(two, ir.Alias) and old.enum(known) is None
        ):  # equal enums need no names in common
            found.append((known.type, two.type))
        elif isinstance(known, ir.Model) and isinstance(two, ir.Model):
            held = [
                {member.wire_name: member.type for member in side.members} for side in (known, two)
            ]
            found += [
                (known.extra, two.extra),
                *(
                    (held[0][wire], held[1][to])
                    for wire, to in members(old, new, known, two).items()
                ),
            ]
    return (
        (earlier, later) for earlier, later in found if earlier is not None and later is not None
    )


def _is_alike(old: Side, new: Side, name: str, other: str) -> bool:
    """Two types have a member or value in common, or are other names of something."""
    one, two = old.named[name], new.named[other]
    return type(one) is type(two) and _ALIKE[type(one)](old, new, one, two)


_ALIKE: dict[type[ir.NamedType], Callable[[Side, Side, Any, Any], bool]] = {
    ir.Model: (
        lambda old, new, one, two: bool(members(old, new, one, two))
        or not one.members
        and not two.members
    ),
    ir.Enum: lambda _old, _new, one, two: one.base == two.base
    and not set(one.values).isdisjoint(two.values),
    ir.Alias: lambda _old, _new, one, two: isinstance(two.type, type(one.type)),
}


def _shape(side: Side, one: Named, renamed: Mapping[str, str]) -> object:
    """What must be the same in C++ in two types for one to be the other under a new name."""

    def called(spelling: object) -> str:
        return re.sub(r"\w+", lambda word: renamed.get(word.group(), word.group()), str(spelling))

    return type(one), _SHAPES[type(one)](side, one, called)


_SHAPES: dict[
    type[ir.NamedType], Callable[[Side, Any, Callable[[object], str]], tuple[object, ...]]
] = {
    ir.Model: lambda side, one, called: tuple(
        (
            str(side.names.member(one.name, member.wire_name)),
            called(side.types.member_type(member)),
            member.presence,
        )
        for member in one.members
    ),
    ir.Enum: lambda _side, one, _called: (one.base, *sorted(one.values)),
    ir.Alias: lambda side, one, called: (called(side.types.spell(one.type)),),
}


def is_same_scheme(one: ir.SecurityScheme, other: ir.SecurityScheme) -> bool:
    """The same is sent for it, where names of headers, and the first words of Authorization, may be
    in capitals or not.
    """
    said = texts.scheme(one), texts.scheme(other)
    return (
        said[0] == said[1]
        or one.place == other.place == "header"
        and said[0].lower() == said[1].lower()
    )


def schemes(old: ir.Api, new: ir.Api) -> dict[str, str]:
    """Schemes for which the same is sent under another name, if only one can be meant."""
    gone, added = (
        [one for one in side.schemes if one.name not in {other.name for other in others.schemes}]
        for side, others in ((old, new), (new, old))
    )
    pairs = [
        (one.name, other.name) for one in gone for other in added if is_same_scheme(one, other)
    ]
    often = Counter(name for pair in pairs for name in pair)
    return {name: other for name, other in pairs if often[name] == often[other] == 1}


def servers(old: ir.Api, new: ir.Api, pairs: dict[str, ir.Operation]) -> dict[str, str]:
    """Servers of the same address under another name; the first one of a document, if only its
    name, which may come from its address, is another; and those of operations that all go to one
    new server now."""
    gone = [one for one in old.servers if one.name not in {other.name for other in new.servers}]
    added = {
        texts.server(one): one.name
        for one in reversed(new.servers)
        if one.name not in {other.name for other in old.servers}
    }
    found = {one.name: added[texts.server(one)] for one in gone if texts.server(one) in added}
    if old.main_server in {one.name for one in gone} - found.keys() and new.main_server in set(
        added.values()
    ) - set(found.values()):
        found[old.main_server] = new.main_server
    for name in [one.name for one in gone if one.name not in found]:
        others = {
            pairs[one.id].server for one in old.operations if one.server == name and one.id in pairs
        }
        if len(others) == 1 and others <= set(added.values()) - set(found.values()):
            found[name] = others.pop()
    return found
