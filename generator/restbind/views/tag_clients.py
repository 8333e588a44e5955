# SPDX-License-Identifier: BSL-1.0
"""The clients of tags: their names, and the shorter names that operations have there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from restbind import ir
from restbind.cpp.names import Names
from restbind.naming import Safe, Scope, snake_case, within
from restbind.views.tags import tags_of

# characters of a tag in the names of its clients, which have `blocking_` and `_client` around it
_LONGEST_TAG = 44


@dataclass(frozen=True)
class TagClient:
    """The client of a tag. short_names: operation -> its name there, for those that have another
    one than in the client of all.
    """

    name: Safe
    operations: tuple[str, ...]
    short_names: Mapping[str, Safe]


# What may follow a tag within the name of an operation: `getUserByName` is get_by_name.
_PREPOSITIONS = "as at by for from in of on to with".split()


def _without(name: str, tag: str) -> str:
    """A name without a tag behind a verb of one word; '' where there is none, or it would mean
    something else, as that of `list_issue_events` without its last word."""
    found = re.fullmatch(f"([a-z]+)_{tag}((?:_(?:{'|'.join(_PREPOSITIONS)})_.+)?)", name)
    return found[1] + found[2] if found else ""


def tag_clients(api: ir.Api, names: Names) -> dict[str, TagClient]:
    """By tag: its client."""
    operations: dict[str, list[str]] = {}
    for operation, tag in tags_of(api).items():
        operations.setdefault(tag, []).append(operation)
    titles = dict(api.tag_names)
    scope = Scope(names.taken | set(names.operations.values()), also=("", "basic_", "blocking_"))
    called = scope.names(
        [
            f"{within(snake_case(titles.get(tag, tag), 'tag').rstrip('_'), _LONGEST_TAG)}_client"
            for tag in operations
        ]
    )
    found = {}
    for (tag, inside), name in zip(operations.items(), called):
        long = {id_: names.operations[id_] for id_ in inside}
        short = _short_names(tag, name, long, names.taken)
        found[tag] = TagClient(name, tuple(inside), short)
    return found


def _short_names(
    tag: str, client: Safe, long: Mapping[str, Safe], taken: Collection[str]
) -> dict[str, Safe]:
    """Operation -> its name without the tag, for those of a tag that can have it: `issues/list` and
    `listIssues` -> list.
    """
    word = snake_case(tag).rstrip("_")  # which stands behind a keyword of C++
    head = f"{word}_"
    wanted = {
        operation: snake_case(name[len(head) :])
        for operation, name in long.items()
        if re.match(f"{head}[a-z]", name)
    }
    inner = {
        operation: _without(name, word)
        for operation, name in long.items()
        if operation not in wanted
    }
    wanted |= {
        operation: snake_case(name)
        for operation, name in inner.items()
        if name and snake_case(name) not in wanted.values()
    }
    often = Counter(wanted.values())
    refused = {*taken, *long.values(), client}
    return {
        operation: Safe(name)
        for operation, name in wanted.items()
        if often[name] == 1
        and not name.startswith("async_")
        and refused.isdisjoint({name, f"async_{name}"})
    }
