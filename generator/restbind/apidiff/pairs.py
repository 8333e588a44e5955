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
    known = {operation.id for operation in old.operations}
    found = {operation.id: operation for operation in new.operations if operation.id in known}
    for request_of in (_request, _request_by_place):
        kept = {operation.id for operation in found.values()}
        by_request = {
            request_of(operation): operation
            for operation in reversed(new.operations)
            if operation.id not in kept
        }
        for operation in old.operations:
            if operation.id not in found and request_of(operation) in by_request:
                found[operation.id] = by_request.pop(request_of(operation))
    return {
        operation.id: found[operation.id] for operation in old.operations if operation.id in found
    }


def _request(operation: ir.Operation) -> tuple[str, str]:
    return operation.method, operation.path


def _request_by_place(operation: ir.Operation) -> tuple[str, str]:
    """Whatever the placeholders of the path are called."""
    return operation.method, placeholders(operation.path)[0]


def members(old: Side, new: Side, before: ir.Model, after: ir.Model) -> dict[str, str]:
    """The names of members on the wire, old -> new."""
    pairs: dict[str, str] = {}
    for place in range(3):
        kept = set(pairs.values())
        to = {
            new.known_by(after, member.wire_name)[place]: member.wire_name
            for member in after.members
            if member.wire_name not in kept
        }
        gone = {
            old.known_by(before, member.wire_name)[place]: member.wire_name
            for member in before.members
            if member.wire_name not in pairs
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
        operation.request_name: same[operation.id].request_name
        for operation in old.api.operations
        if operation.id in same
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
        (_in_cpp(old, old.named[name], renamed), name) for name in old.named if name not in pairs
    ]
    added = [(_in_cpp(new, new.named[name], {}), name) for name in new.named if name not in kept]
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
    places = []
    for before, after in _places(old, new, same, pairs):
        gone = {name for name in ir.referred(before) if name not in pairs}
        added = {name for name in ir.referred(after) if name not in kept}
        if len(gone) == 1 and len(added) == 1:
            places.append((gone.pop(), added.pop()))
    found = dict.fromkeys(places)
    often = Counter(name for name, _ in found), Counter(other for _, other in found)
    pairs |= {
        name: other
        for name, other in found
        if often[0][name] == often[1][other] == 1 and _is_alike(old, new, name, other)
    }


def _described(operation: ir.Operation) -> dict[str, ir.Type | None]:
    """What is described of responses, by status."""
    responses = (*operation.responses, *operation.errors)
    return {response.status: response.type for response in responses}


def _member_types(model: ir.Model) -> dict[str, ir.Type]:
    return {member.wire_name: member.type for member in model.members}


def _places(
    old: Side, new: Side, same: Mapping[str, ir.Operation], pairs: Mapping[str, str]
) -> Iterator[tuple[ir.Type, ir.Type]]:
    """What stands in the same place of operations and types that are the same."""
    found: list[tuple[ir.Type | None, ir.Type | None]] = []
    for operation in old.api.operations:
        other = same.get(operation.id)
        if other is not None:
            before, after = _described(operation), _described(other)
            found += [
                (operation.body, other.body),
                (operation.response, other.response),
                *((kind, after.get(status)) for status, kind in before.items()),
            ]
    for name, twin in pairs.items():
        known, two = old.named[name], new.named[twin]
        if (
            isinstance(known, ir.Alias) and isinstance(two, ir.Alias) and old.enum(known) is None
        ):  # equal enums need no names in common
            found.append((known.type, two.type))
        elif isinstance(known, ir.Model) and isinstance(two, ir.Model):
            held = _member_types(known), _member_types(two)
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
    type_, two = old.named[name], new.named[other]
    return type(type_) is type(two) and _ALIKE[type(type_)](old, new, type_, two)


_ALIKE: dict[type[ir.NamedType], Callable[[Side, Side, Any, Any], bool]] = {
    ir.Model: (
        lambda old, new, model, two: bool(members(old, new, model, two))
        or not model.members
        and not two.members
    ),
    ir.Enum: lambda _old, _new, enum, two: enum.base == two.base
    and not set(enum.values).isdisjoint(two.values),
    ir.Alias: lambda _old, _new, alias, two: isinstance(two.type, type(alias.type)),
}


def _in_cpp(side: Side, type_: Named, renamed: Mapping[str, str]) -> object:
    """What must be the same in C++ in two types for one to be the other under a new name."""

    def called(spelling: object) -> str:
        return re.sub(r"\w+", lambda word: renamed.get(word.group(), word.group()), str(spelling))

    return type(type_), _IN_CPP[type(type_)](side, type_, called)


_IN_CPP: dict[
    type[ir.NamedType], Callable[[Side, Any, Callable[[object], str]], tuple[object, ...]]
] = {
    ir.Model: lambda side, model, called: tuple(
        (
            str(side.names.member(model.name, member.wire_name)),
            called(side.types.member_type(member)),
            member.presence,
        )
        for member in model.members
    ),
    ir.Enum: lambda _side, enum, _called: (enum.base, *sorted(enum.values)),
    ir.Alias: lambda side, alias, called: (called(side.types.spell(alias.type)),),
}


def is_same_scheme(scheme: ir.SecurityScheme, other: ir.SecurityScheme) -> bool:
    """The same is sent for it, where names of headers, and the first words of Authorization, may be
    in capitals or not.
    """
    said = texts.scheme(scheme), texts.scheme(other)
    return (
        said[0] == said[1]
        or scheme.place == other.place == "header"
        and said[0].lower() == said[1].lower()
    )


def schemes(old: ir.Api, new: ir.Api) -> dict[str, str]:
    """Schemes for which the same is sent under another name, if only one can be meant."""
    before = {scheme.name for scheme in old.schemes}
    after = {scheme.name for scheme in new.schemes}
    gone = [scheme for scheme in old.schemes if scheme.name not in after]
    added = [scheme for scheme in new.schemes if scheme.name not in before]
    pairs = [
        (scheme.name, other.name)
        for scheme in gone
        for other in added
        if is_same_scheme(scheme, other)
    ]
    often = Counter(name for pair in pairs for name in pair)
    return {name: other for name, other in pairs if often[name] == often[other] == 1}


def servers(old: ir.Api, new: ir.Api, pairs: dict[str, ir.Operation]) -> dict[str, str]:
    """Servers of the same address under another name; the first one of a document, if only its
    name, which may come from its address, is another; and those of operations that all go to one
    new server now."""
    before = {server.name for server in old.servers}
    after = {server.name for server in new.servers}
    gone = [server for server in old.servers if server.name not in after]
    added = {
        texts.server(server): server.name
        for server in reversed(new.servers)
        if server.name not in before
    }
    found = {
        server.name: added[texts.server(server)] for server in gone if texts.server(server) in added
    }
    if old.main_server in {
        server.name for server in gone
    } - found.keys() and new.main_server in set(added.values()) - set(found.values()):
        found[old.main_server] = new.main_server
    for name in [server.name for server in gone if server.name not in found]:
        others = {
            pairs[operation.id].server
            for operation in old.operations
            if operation.server == name and operation.id in pairs
        }
        if len(others) == 1 and others <= set(added.values()) - set(found.values()):
            found[name] = others.pop()
    return found
