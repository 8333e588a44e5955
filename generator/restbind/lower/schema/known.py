# SPDX-License-Identifier: BSL-1.0
"""What functions have found out about the schemas of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, cast

from restbind.source.refs import Cursor

_Answers = TypeVar("_Answers")


class Known(Generic[_Answers]):
    """What a function has found out about the files of each run; it is kept with these."""

    def __init__(self, make: Callable[[], _Answers]) -> None:
        self._make = make

    def about(self, at: Cursor) -> _Answers:
        """The answers about the files of which `at` is in one; what `make` gives, the first
        time.
        """
        known = at.document.references.known
        if self not in known:
            known[self] = self._make()
        return cast(_Answers, known[self])
