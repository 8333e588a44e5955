# SPDX-License-Identifier: BSL-1.0
"""What functions have found out about the schemas of a run."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from restbind.source.refs import Cursor

_Answers = TypeVar("_Answers")


class Known(Generic[_Answers]):
    """What a function has found out about the files of each run, which it forgets when these are
    gone.
    """

    def __init__(self, make: Callable[[], _Answers]) -> None:
        self._make = make
        self._by_run: dict[int, _Answers] = {}

    def about(self, at: Cursor) -> _Answers:
        """The answers about the files of which `at` is in one; what `make` gives, the first
        time.
        """
        run = at.document.references
        found = self._by_run.get(id(run))
        if found is None:
            found = self._by_run[id(run)] = self._make()
            weakref.finalize(run, self._by_run.pop, id(run))
        return found
