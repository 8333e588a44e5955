# SPDX-License-Identifier: BSL-1.0
"""The findings of `restbind diff`: KINDS is the one table of them, and an id never changes its
meaning.

breaking: code that uses the old headers stops compiling with the new ones, or compiles and is
refused at every call. silent: it compiles and means something else. new: it was not there. info:
nothing changes for code.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

BREAKING, SILENT, NEW, INFO = LEVELS = ("breaking", "silent", "new", "info")

KINDS: dict[str, tuple[str, str]] = {
    "D101": (BREAKING, "a type was removed"),
    "D102": (BREAKING, "a type has another name"),
    "D103": (BREAKING, "a type is of another kind, or an alias stands for another type"),
    "D104": (BREAKING, "a member was removed"),
    "D105": (BREAKING, "a member has another type"),
    "D106": (BREAKING, "a member has another name"),
    "D107": (BREAKING, "an enumerator was removed or has another name"),
    "D108": (BREAKING, "an operation was removed"),
    "D109": (BREAKING, "an operation has another name"),
    "D110": (BREAKING, "an operation takes another type"),
    "D111": (BREAKING, "an operation returns another type"),
    "D112": (BREAKING, "a parameter of the client was removed or has another name"),
    "D113": (BREAKING, "an environment was removed or has another name"),
    "D114": (BREAKING, "an error code was removed or has another name"),
    "D115": (BREAKING, "a request needs a new value"),
    "D116": (BREAKING, "members stand in another order, which designated initialisers must follow"),
    "D117": (BREAKING, "a security scheme was removed or has another name"),
    "D118": (BREAKING, "a server was removed or has another name"),
    "D119": (BREAKING, "an operation is in the client of another tag"),
    "D201": (SILENT, "a limit has changed, was added or was removed"),
    "D202": (SILENT, "the message of a limit or rule has changed"),
    "D203": (SILENT, "a default has changed"),
    "D204": (SILENT, "a member of the same type is now required, or no longer"),
    "D205": (SILENT, "a rule has changed, was added or was removed"),
    "D206": (SILENT, "an error code has another number"),
    "D207": (SILENT, "an error code comes with other statuses or from another operation"),
    "D208": (SILENT, "an operation is another request: method, path, or place of a parameter"),
    "D209": (SILENT, "an operation has another status for success, or other statuses for errors"),
    "D210": (SILENT, "the validation problem looks different"),
    "D211": (SILENT, "requests are retried by another rule"),
    "D212": (SILENT, "the idempotency of an operation changes"),
    "D213": (SILENT, "an operation needs other credentials, or needs them now, or no longer"),
    "D214": (SILENT, "a parameter of the client is sent differently"),
    "D215": (SILENT, "tokens are asked for differently"),
    "D216": (SILENT, "an enumerator has another value"),
    "D217": (SILENT, "objects of several types are told apart in another way"),
    "D218": (SILENT, "a member is sent or expected where it was not, or no longer"),
    "D219": (SILENT, "problem documents, or the headers that identify a request, have other names"),
    "D220": (SILENT, "credentials are sent in another way"),
    "D221": (SILENT, "an address has changed"),
    "D222": (SILENT, "a member or parameter has another name on the wire"),
    "D223": (SILENT, "headers of responses are no longer kept, because they are not described"),
    "D301": (NEW, "a type is new"),
    "D302": (NEW, "a member is new"),
    "D303": (NEW, "an enumerator is new"),
    "D304": (NEW, "an operation is new"),
    "D305": (NEW, "a parameter of the client is new"),
    "D306": (NEW, "an environment is new"),
    "D307": (NEW, "an error code is new"),
    "D308": (NEW, "a server is new"),
    "D309": (NEW, "headers of responses are kept that were not"),
    "D401": (INFO, "an assumption is gone: what was assumed is stated now, or no longer there"),
    "D402": (INFO, "an assumption is new"),
    "D403": (INFO, "an assumption has changed"),
    "D404": (INFO, "something is deprecated now, or no longer"),
    "D405": (INFO, "the document has another title or version"),
}


@dataclass(frozen=True)
class Change:
    """entity: what it is called in C++. old, new: the two sides in a few words. place: file:line,
    of the new document unless the thing is only in the old one."""

    id: str
    entity: str
    old: str
    new: str
    pointer: str
    place: str

    @property
    def level(self) -> str:
        """How much the change matters to code: one of LEVELS, as KINDS has it for the id."""
        return KINDS[self.id][0]

    @property
    def meaning(self) -> str:
        """What the id stands for in words, for example `a member was removed`."""
        return KINDS[self.id][1]


def summary(changes: Sequence[Change]) -> str:
    """How many changes there are of each level, on one line: `2 breaking, 0 silent, 1 new, 0
    info`.
    """
    return ", ".join(f"{count} {level}" for level, count in _counts(changes).items())


def _counts(changes: Sequence[Change]) -> dict[str, int]:
    """The number of changes of each level."""
    found = Counter(change.level for change in changes)
    return {level: found[level] for level in LEVELS}


def as_text(changes: Sequence[Change]) -> str:
    """One line each, as compilers do; then the numbers."""
    lines = [
        f"{change.place}: {change.level} {change.id}: {change.entity}: {change.meaning}:"
        f" {change.old} -> {change.new} [{change.pointer}]"
        for change in changes
    ]
    return "\n".join([*lines, summary(changes)]) + "\n"


def as_markdown(changes: Sequence[Change]) -> str:
    """The numbers, then a table for each level that has changes."""
    parts = [f"{summary(changes)}\n"]
    for level in LEVELS:
        rows = [change for change in changes if change.level == level]
        if rows:
            parts.append(
                f"\n## {level.capitalize()}\n\n| id | C++ | what | old | new | where"
                " |\n|---|---|---|---|---|---|\n"
            )
            parts += [
                f"| {row.id} | {_cell(row.entity)} | {row.meaning} | {_cell(row.old)} |"
                f" {_cell(row.new)} | {row.place} |\n"
                for row in rows
            ]
    return "".join(parts)


def _cell(text: str) -> str:
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if "`" in text else ""
    return f"{ticks}{space}{text}{space}{ticks}".replace("|", "\\|")


def as_json(changes: Sequence[Change]) -> str:
    """A JSON object with the number of changes of each level and the list of all changes."""
    counts = _counts(changes)
    rows = [
        {
            "id": change.id,
            "level": change.level,
            "entity": change.entity,
            "meaning": change.meaning,
            "old": change.old,
            "new": change.new,
            "pointer": change.pointer,
            "place": change.place,
        }
        for change in changes
    ]
    return json.dumps({"counts": counts, "changes": rows}, indent=1, ensure_ascii=False) + "\n"
