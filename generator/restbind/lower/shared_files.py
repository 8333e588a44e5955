# SPDX-License-Identifier: BSL-1.0
"""Schemas that a form of several parts sends as files and that something else uses, too.

A schema has one type wherever it stands. What a form, by its `encoding` or its format, makes a
`restbind::file` of is therefore one in the JSON of other operations, where it is a text: they lose
by that, and are told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import OperationDraft
from restbind.source.refs import Cursor
from restbind.spec.keywords import DATA, NAMED_SCHEMAS

_NAMES = NAMED_SCHEMAS | {"mapping"}


@dataclass
class _Unit:
    """A schema up to its references."""

    files: set[Cursor] = field(default_factory=set)
    refers: set[Cursor] = field(default_factory=set)


def report_shared_files(context: Context, drafts: tuple[OperationDraft, ...]) -> None:
    """To be called when all drafts are made."""
    if not context.found.files:
        return
    # The schema of all that is sent or received, and the files in it, that are its own
    # form's.
    none = frozenset[Cursor]()
    uses: list[tuple[Cursor, frozenset[Cursor]]] = []
    for draft in drafts:
        schemas = [parameter.schema for parameter in draft.parameters]
        uses += [(schema, none) for schema in schemas if schema is not None]
    for draft in drafts:
        sent = draft.sent
        if sent and sent.schema is not None and sent.format.kind not in ("bytes", "text"):
            uses.append((sent.schema, sent.files))
    uses += [(at, none) for at, _ in context.found.responses]
    units: dict[Cursor, _Unit] = {}
    for at, _ in uses:
        _walk(context, at, units)
    touched = _touched(units)
    for at, own in uses:
        if at not in touched:
            continue
        found: set[Cursor] = set()
        for unit in all_from([at], lambda unit: units[unit].refers & touched):
            found |= units[unit].files - own
        for schema, stated in sorted({context.found.files[file] for file in found}):
            at.report(
                "RB030",
                f"`{schema}` is a file here, too, because the form that `{stated}` belongs to"
                " sends the same schema as one: its limits count bytes, and what is no UTF-8"
                " is written in base64",
                "give the form a schema of its own",
            )


def _walk(context: Context, start: Cursor, units: dict[Cursor, _Unit]) -> None:
    todo = [start]
    while todo:
        at = todo.pop()
        if at in units:
            continue
        unit = units[at] = _Unit()
        pending: list[tuple[Cursor, bool]] = [(at, False)]
        seen: set[Cursor] = set()
        while pending:
            here, names = pending.pop()
            if here in seen:
                continue
            seen.add(here)
            if here in context.found.files:
                unit.files.add(here)
            ref = here.get("$ref") if not names else None
            target = ref.resolved() if ref is not None and ref.kind == "string" else None
            if target is not None:
                unit.refers.add(target)
                todo.append(target)
            pending += [
                (child, not names and name in _NAMES)
                for name, child in here.items()
                if names or name not in DATA and not name.startswith("x-")
            ]
            pending += [(child, False) for child in here.elements()]


def _touched(units: dict[Cursor, _Unit]) -> set[Cursor]:
    """The units from which a file is reached."""
    referring: dict[Cursor, list[Cursor]] = {}
    for at, unit in units.items():
        for target in unit.refers:
            referring.setdefault(target, []).append(at)
    starts = [at for at, unit in units.items() if unit.files]
    return set(all_from(starts, lambda at: referring.get(at, ())))
