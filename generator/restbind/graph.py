# SPDX-License-Identifier: BSL-1.0
"""What is reached in a directed graph, and which of its names hold each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

_One = TypeVar("_One")


class Verdicts(Generic[_One]):
    """Questions of yes or no about things that lead to each other. Yes holds in a circle in which
    nothing says no.

    While a question is looked into, its own answer counts as yes. If that was used and the answer
    is no after all, all answers that were found meanwhile are forgotten. So an answer does not
    depend on where its circle is entered.
    """

    def __init__(self) -> None:
        self._known: dict[_One, bool] = {}
        self._found: list[_One] = []  # in this order
        self._open: dict[_One, bool] = {}  # whether the answer was used that is not known yet

    def ask(self, about: _One, find: Callable[[], bool]) -> bool:
        """The answer. find: looks into it, and may ask on."""
        if about in self._known:
            return self._known[about]
        if about in self._open:
            self._open[about] = True
            return True
        self._open[about] = False
        count = len(self._found)
        answer = find()
        was_used = self._open.pop(about)
        if was_used and not answer:
            for other in self._found[count:]:
                del self._known[other]
            del self._found[count:]
        self._known[about] = answer
        self._found.append(about)
        return answer


def all_from(
    starts: Iterable[_One],
    onward: Callable[[_One], Iterable[_One]],
    key: Callable[[_One], object] = lambda node: node,
) -> Iterator[_One]:
    """The starts and what they lead on to, the nearest first. key: what is the same for two of
    which one is passed over.
    """
    pending, seen = list(starts), set[object]()
    for node in pending:
        if key(node) not in seen:
            seen.add(key(node))
            yield node
            pending += onward(node)


def components(edges: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """For each name the group that it belongs to: all that it reaches and that reach it, in the
    order of `edges`.

    A name on its own is a group of one. Targets that are no key of `edges` are passed over.
    Tarjan's algorithm, without recursion; the time grows with names and edges.
    """
    rank = {name: index for index, name in enumerate(edges)}
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_names: list[str] = []
    is_open: set[str] = set()
    found: dict[str, tuple[str, ...]] = {}
    for start in edges:
        if start in index:
            continue
        pending = [(start, iter(edges[start]))]
        index[start] = lowest[start] = len(index)
        open_names.append(start)
        is_open.add(start)
        while pending:
            name, targets = pending[-1]
            target = next(targets, None)
            if target is None:
                pending.pop()
                if pending:
                    above = pending[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == index[name]:
                    group: list[str] = []
                    while not group or group[-1] != name:
                        group.append(open_names.pop())
                    is_open.difference_update(group)
                    ordered = tuple(sorted(group, key=rank.__getitem__))
                    found.update(dict.fromkeys(group, ordered))
            elif target not in rank:
                continue
            elif target not in index:
                index[target] = lowest[target] = len(index)
                open_names.append(target)
                is_open.add(target)
                pending.append((target, iter(edges[target])))
            elif target in is_open:
                lowest[name] = min(lowest[name], index[target])
    return found
