# SPDX-License-Identifier: BSL-1.0
"""The changes between two documents, as their headers would differ.

What is compared is what the headers would say, not the text of the documents: a type that only
moved to another file is no change, a message that is another one because `minimum: 1` became
`exclusiveMinimum: 0` is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from restbind.apidiff.changes import LEVELS, Change
from restbind.apidiff.comparison import Comparison
from restbind.apidiff.named_types import compare_named_types
from restbind.apidiff.operations import compare_clients, compare_operations
from restbind.apidiff.service import compare_service

if TYPE_CHECKING:
    from restbind.lower.document import Lowered


def compare(
    old: "Lowered", new: "Lowered", namespace: str = "api", split: str = "auto"
) -> tuple[Change, ...]:
    """All changes, by level, then as they stand in the documents. Both must have an API. split: as
    `generate` takes it.
    """
    both = Comparison(old, new, namespace, split)
    _compare_titles(both)
    compare_named_types(both)
    compare_operations(both)
    compare_clients(both)
    compare_service(both)
    changes = dict.fromkeys(both.found)
    return tuple(sorted(changes, key=lambda change: LEVELS.index(change.level)))


def _compare_titles(both: Comparison) -> None:
    old, new = both.old.api, both.new.api
    both.differ("D405", "api_title", old.title, new.title, "#/info")
    both.differ("D405", "api_version", old.version, new.version, "#/info")
