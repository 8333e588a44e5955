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

    files: set[int] = field(default_factory=set)
    refers: set[int] = field(default_factory=set)


def report_shared_files(context: Context, drafts: tuple[OperationDraft, ...]) -> None:
    """To be called when all drafts are made."""
    if not context.found.files:
        return
    # The schema of all that is sent or received, and the files in it, by identity, that are its own
    # form's.
    none = frozenset[int]()
    uses: list[tuple[Cursor, frozenset[int]]] = []
    for draft in drafts:
        schemas = [parameter.schema for parameter in draft.parameters]
        uses += [(schema, none) for schema in schemas if schema is not None]
    for draft in drafts:
        sent = draft.sent
        if sent and sent.schema is not None and sent.format.kind not in ("bytes", "text"):
            uses.append((sent.schema, sent.files))
    uses += [(at, none) for at, _ in context.found.responses]
    units: dict[int, _Unit] = {}
    for at, _ in uses:
        _walk(context, at, units)
    touched = _touched(units)
    for at, own in uses:
        if at.identity not in touched:
            continue
        found: set[int] = set()
        for unit in all_from([at.identity], lambda unit: units[unit].refers & touched):
            found |= units[unit].files - own
        for schema, stated in sorted({context.found.files[file] for file in found}):
            at.report(
                "RB030",
                f"`{schema}` is a file here, too, because the form that `{stated}` belongs to"
                " sends the same schema as one: its limits count bytes, and what is no UTF-8"
                " is written in base64",
                "give the form a schema of its own",
            )


def _walk(context: Context, start: Cursor, units: dict[int, _Unit]) -> None:
    todo = [start]
    while todo:
        at = todo.pop()
        if at.identity in units:
            continue
        unit = units[at.identity] = _Unit()
        pending: list[tuple[Cursor, bool]] = [(at, False)]
        seen: set[int] = set()
        while pending:
            here, names = pending.pop()
            if here.identity in seen:
                continue
            seen.add(here.identity)
            if here.identity in context.found.files:
                unit.files.add(here.identity)
            ref = here.get("$ref") if not names else None
            target = ref.resolved() if ref is not None and ref.kind == "string" else None
            if target is not None:
                unit.refers.add(target.identity)
                todo.append(target)
            pending += [
                (child, not names and name in _NAMES)
                for name, child in here.items()
                if names or name not in DATA and not name.startswith("x-")
            ]
            pending += [(child, False) for child in here.elements()]


def _touched(units: dict[int, _Unit]) -> set[int]:
    """The units from which a file is reached."""
    referring: dict[int, list[int]] = {}
    for identity, unit in units.items():
        for target in unit.refers:
            referring.setdefault(target, []).append(identity)
    starts = [identity for identity, unit in units.items() if unit.files]
    return set(all_from(starts, lambda identity: referring.get(identity, ())))
