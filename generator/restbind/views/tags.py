# SPDX-License-Identifier: BSL-1.0
"""Which tag an operation stands under: its first one, or a word of its path, query or name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from restbind import ir
from restbind.naming import snake_case

THRESHOLD = 60  # operations: a document with fewer is not split unless that is asked for

UNTAGGED = "untagged"


def is_wanted(api: ir.Api, split: str) -> bool:
    """split: none, tag, or auto, which splits what is large and has tags, or paths, to split by."""
    return split == "tag" or (
        split == "auto" and len(api.operations) >= THRESHOLD and len(set(tags_of(api).values())) > 1
    )


def tags_of(api: ir.Api) -> dict[str, str]:
    """Operation -> the tag whose headers it stands in: its first one. Many that have none, or all
    of them, are told apart by their paths and names; a few among others stay together."""
    found = {
        operation.id: operation.tags[0]
        if operation.tags and operation.tags[0].strip()
        else UNTAGGED
        for operation in api.operations
    }
    rest = [operation for operation in api.operations if found[operation.id] == UNTAGGED]
    if len(rest) == len(api.operations) or len(rest) >= THRESHOLD:
        found |= dict(
            zip(
                [operation.id for operation in rest],
                _groups([_words(operation) for operation in rest]),
            )
        )
    return found


_HEAD = re.compile(r"\A[\w~-]*")


def _words(operation: ir.Operation) -> tuple[list[str], ...]:
    """What the segments of a path begin with, without placeholders: `/v1/carts.json/{id}` -> v1,
    carts; the words of its query and fragment, and those of the operation's name."""
    path, query = ir.split_path(operation.path)
    heads = (_HEAD.findall(segment)[0] for segment in path.split("/"))

    def words(*texts: str) -> list[str]:
        return [word for text in texts if text for word in snake_case(text).split("_") if word]

    return (
        [head for head in heads if head],
        words(*(text for pair in query for text in pair), operation.fragment),
        words(operation.id),
    )


def _without_shared(left: dict[int, list[str]]) -> dict[int, list[str]]:
    """The words behind those that all begin with, such as `/api/v1`."""
    while all(left.values()) and len({words[0] for words in left.values()}) == 1:
        left = {index: words[1:] for index, words in left.items()}
    return left


def _groups(operations: Sequence[tuple[list[str], ...]]) -> list[str]:
    """For each operation the first word of its path that not all of them begin with; the words
    after it, too, where very many share that one, but not where each would be alone. Very many of
    which no word of the path is left go on with the next list of words.
    """
    groups = [UNTAGGED] * len(operations)
    todo = [("", {index: words[0] for index, words in enumerate(operations)}, 0)]
    while todo:
        name, left, kind = todo.pop()
        if kind or not name:
            left = _without_shared(left)
        parts: dict[str, dict[int, list[str]]] = {}
        for index, words in left.items():
            part = "/".join([*([name] if name else []), *words[:1]])
            parts.setdefault(part, {})[index] = words[1:]
        if (name or kind) and all(len(inside) == 1 for inside in parts.values()):
            continue  # nothing that they share tells them apart
        for part, inside in parts.items():
            for index in inside:
                groups[index] = part or UNTAGGED
            if len(inside) > THRESHOLD and part != name:
                todo.append((part, inside, kind))
            elif len(inside) > THRESHOLD and kind < 2:
                todo.append(
                    (part, {index: operations[index][kind + 1] for index in inside}, kind + 1)
                )
    return groups
