# SPDX-License-Identifier: BSL-1.0
"""Which header each name stands in: one header for all that the same tags reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from restbind.graph import components
from restbind.naming import Scope


def shared_files(
    edges: Mapping[str, Iterable[str]],
    roots: Mapping[str, Iterable[str]],
    titles: Mapping[str, str],
) -> dict[str, str]:
    """The header of each name: one for all that the same tags reach. What holds each other is
    reached by the same tags, and what is held by all tags of its holder, so headers include each
    other in one direction.

    edges: what a name holds. roots: what a tag, by its file's name, begins with. A header is called
    as its one tag, `common` for all, `other` for none, else as the first name in it.
    """
    first_of = {name: members[0] for name, members in components(edges).items()}
    held: dict[str, set[str]] = {name: set() for name in first_of.values()}
    for name, others in edges.items():
        held[first_of[name]].update(first_of[other] for other in others if other in first_of)
    for name, others in held.items():
        others.discard(name)
    starts = []
    for names in roots.values():
        starts.append({first_of[name] for name in names if name in first_of})
    tags = _reached(held, starts)
    named = [name for name in edges if name in titles]
    first = {tags[first_of[name]]: titles[name] for name in reversed(named)}
    own = (
        {(1 << len(roots)) - 1: "common"}
        | {1 << index: file for index, file in enumerate(roots)}
        | {0: "other"}
    )
    files = {
        tags_: own.get(tags_, title)
        for tags_, title in sorted(first.items(), key=lambda item: item[0] not in own)
    }
    files = dict(zip(files, map(str, Scope().names(files.values()))))
    return {name: files[tags[first_of[name]]] for name in named}


def _reached(
    held: Mapping[str, Collection[str]], roots: Sequence[Collection[str]]
) -> dict[str, int]:
    """The roots from which each name of a graph without circles is reached, with a bit for each
    root.
    """
    found = dict.fromkeys(held, 0)
    for index, names in enumerate(roots):
        for name in names:
            found[name] |= 1 << index
    waits = Counter(other for others in held.values() for other in others)
    todo = [name for name in held if not waits[name]]
    while todo:
        name = todo.pop()
        for other in held[name]:
            found[other] |= found[name]
            waits[other] -= 1
            if not waits[other]:
                todo.append(other)
    return found
