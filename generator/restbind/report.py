# SPDX-License-Identifier: BSL-1.0
"""What became of each operation: complete, with fallbacks, or refused.

A finding belongs to every operation that reaches the place it is about, through its parameters,
bodies, responses and whatever these refer to. An operation with a finding that loses something
(`Code.loses`) is a fallback: it is generated, but some value is wider, or some limit unchecked,
compared with the document. A path that cannot be read is refused, whatever its operations are.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Iterable

from restbind import ir
from restbind.codes import CODES
from restbind.diagnostics import Diagnostic, Diagnostics, Place
from restbind.graph import all_from
from restbind.source.documents import Documents
from restbind.source.refs import Cursor
from restbind.spec.keywords import NAMED_SCHEMAS

if TYPE_CHECKING:
    from restbind.lower.document import Lowered

# What is read in one of the ways in which it can be meant: nothing is lost by that unless it is
# meant in another.
READINGS = (
    "RB015",
    "RB016",
    "RB018",
    "RB025",
    "RB026",
    "RB028",
    "RB029",
    "RB042",
    "RB053",
    "RB054",
    "RB055",
    "RB057",
    "RB093",
    "RB094",
    "RB095",
    "RB096",
    "RB097",
)
LEFT_OUT = (
    "RB044",
    "RB052",
)  # of one that is generated they tell of another one, which shares the place
NOT_GENERATED = ("RB058",)  # described beside what is generated
COMPLETE, FALLBACK, REFUSED = "complete", "fallback", "refused"

# Below these keys there are values, not descriptions; below the others, names chosen by the author.
_VALUES = frozenset({"example", "examples", "default", "enum", "const"})
_NAMES = NAMED_SCHEMAS | {
    "content",
    "headers",
    "encoding",
    "responses",
    "callbacks",
    "additionalOperations",
}

_Spot = tuple[int, int, int]  # source, line, column


@dataclass(frozen=True)
class Finding:
    """One reason; pointer: of the place in the document."""

    code: str
    pointer: str
    reason: str
    place: str


@dataclass(frozen=True)
class Outcome:
    """id, method: '' for a path of which no operation is known."""

    id: str
    method: str
    path: str
    pointer: str
    verdict: str
    findings: tuple[Finding, ...]
    readings: tuple[Finding, ...] = ()
    not_generated: tuple[Finding, ...] = ()


def outcomes(lowered: "Lowered", diagnostics: Diagnostics) -> tuple[Outcome, ...]:
    """One for each operation of the document, in its order, then one for each path that cannot be
    read. Empty if the document could not be read."""
    if lowered.survey is None:
        return ()
    survey = lowered.survey
    reach = _Reach(survey.documents, diagnostics.sorted())
    generated = (
        {operation.id for operation in lowered.api.operations} if lowered.api is not None else None
    )
    found = []
    for operation in survey.operations.found:
        left_out = survey.operations.left_out.get(operation.id)
        pointer = operation.at.pointer
        if left_out is not None:
            finding = Finding(
                left_out.code, left_out.at.pointer, left_out.reason, str(left_out.at.key_place)
            )
            found.append(
                Outcome(
                    operation.id, operation.method, operation.path, pointer, REFUSED, (finding,)
                )
            )
            continue
        if generated is not None and operation.id not in generated:
            raise AssertionError(f"the operation {operation.id} is neither generated nor refused")
        reached = reach.of(operation.at, survey.shared.get(operation.id, ()))
        findings = tuple(
            finding
            for finding in reached
            if CODES[finding.code].loses and finding.code not in LEFT_OUT
        )
        readings = tuple(finding for finding in reached if finding.code in READINGS)
        beside = tuple(finding for finding in reached if finding.code in NOT_GENERATED)
        found.append(
            Outcome(
                operation.id,
                operation.method,
                operation.path,
                pointer,
                FALLBACK if findings else COMPLETE,
                findings,
                readings,
                beside,
            )
        )
    for path, item in survey.operations.lost:
        lost = tuple(finding for finding in reach.of(item) if CODES[finding.code].loses)
        unread = Finding("RB008", item.pointer, "the path item cannot be read", str(item.key_place))
        found.append(Outcome("", "", path, item.pointer, REFUSED, lost or (unread,)))
    return tuple(found)


def as_json(spec: str, generated: bool, found: tuple[Outcome, ...], lowered: "Lowered") -> str:
    """The report: numbers, then one entry for each operation and reason."""
    counts = {"total": len(found), **_counts(found)}
    balance = lowered.survey.balance if lowered.survey is not None else None
    unchecked = [
        {
            "pointer": at.pointer,
            "code": finding.code,
            "reason": finding.message,
            "place": str(finding.place),
        }
        for at, finding in (balance.unchecked if balance is not None else ())
    ]
    report = {
        "spec": spec,
        "generated": generated,
        "operations": counts,
        "ledger": balance.counts if balance is not None else None,
        "unchecked": unchecked,
        "readings": _places(reading for outcome in found for reading in outcome.readings),
        "fallbacks": _entries(found, FALLBACK, lambda outcome: outcome.findings),
        "refusals": _entries(found, REFUSED, lambda outcome: outcome.findings),
        "not_generated": _entries(found, "", lambda outcome: outcome.not_generated),
        "checked_as_schemas": checked_as_schemas(lowered.api) if lowered.api is not None else [],
    }
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def checked_as_schemas(api: ir.Api) -> list[str]:
    """The operations of whose requests something is checked as a schema: only these need the
    runtime's validator of schemas.
    """
    models = {model.name: model for model in api.models}
    named = api.named

    def onward(name: str) -> list[str]:
        return [
            other
            for type_ in (named[name].held if name in named else ())
            for other in ir.referred(type_)
        ]

    found = []
    for operation in api.operations:
        names = all_from([operation.request_name] if operation.request_name else [], onward)
        parts = [
            operation.checked,
            *(part for name in names if name in models for part in models[name].checked_parts),
        ]
        if any(broken.is_schema for part in parts for broken in part.all):
            found.append(operation.id)
    return found


def _places(findings: Iterable[Finding]) -> list[dict[str, str]]:
    """Each place once."""
    return [
        {
            "pointer": finding.pointer,
            "code": finding.code,
            "reason": finding.reason,
            "place": finding.place,
        }
        for finding in dict.fromkeys(findings)
    ]


def _entries(
    found: tuple[Outcome, ...], verdict: str, findings: Callable[[Outcome], tuple[Finding, ...]]
) -> list[dict[str, str]]:
    """verdict: '' for any."""
    return [
        {
            "operation": outcome.id,
            "method": outcome.method,
            "path": outcome.path,
            "pointer": finding.pointer,
            "code": finding.code,
            "reason": finding.reason,
            "place": finding.place,
        }
        for outcome in found
        if verdict in ("", outcome.verdict)
        for finding in findings(outcome)
    ]


def _counts(found: tuple[Outcome, ...]) -> dict[str, int]:
    verdicts = [outcome.verdict for outcome in found]
    return {verdict: verdicts.count(verdict) for verdict in (COMPLETE, FALLBACK, REFUSED)}


def ledger_of(lowered: "Lowered", pointer: str) -> list[tuple[str, str]]:
    """The assertions of the schema at a pointer, and of those in it: the column of the ledger and
    the pointer, with the code of the finding for what is unchecked. Empty if no such schema was
    lowered."""
    survey = lowered.survey
    if survey is None:
        return []
    codes = {at.pointer: finding.code for at, finding in survey.balance.unchecked}
    rows: list[tuple[str, str]] = []
    start = survey.documents.at(pointer)
    pending = [start] if start is not None else []
    while pending:
        at = pending.pop()
        found = [
            (survey.balance.columns.get((value.identity, name)), value)
            for name, value in at.items()
        ]
        rows += [
            (
                column,
                (
                    f"{value.pointer} ({codes[value.pointer]})"
                    if column == "unchecked" and value.pointer in codes
                    else value.pointer
                ),
            )
            for column, value in found
            if column is not None
        ]
        pending += [*(value for _, value in reversed(found)), *reversed(list(at.elements()))]
    return rows


def summary(found: tuple[Outcome, ...], unresolved: int = 0) -> str:
    """unresolved: references that lead nowhere."""
    counts = _counts(found)
    lost = f"; {references(unresolved)}" if unresolved else ""
    return (
        f"{len(found)} operation{'' if len(found) == 1 else 's'}: {counts[COMPLETE]} complete,"
        f" {counts[FALLBACK]} with fallbacks, {counts[REFUSED]} refused{lost}"
    )


def references(unresolved: int) -> str:
    """How many references lead nowhere, as a clause: `1 reference leads nowhere`."""
    return f"{unresolved} reference{' leads' if unresolved == 1 else 's lead'} nowhere"


@dataclass
class _Unit:
    """A part of a document up to its references: an operation, or what a `$ref` names."""

    findings: list[tuple[int, Finding]] = field(default_factory=list)
    refers: list[int] = field(default_factory=list)


class _Reach:
    """Each unit is walked once, so that the time grows with the document and not with how much
    refers to it.
    """

    def __init__(self, documents: Documents, found: list[Diagnostic]) -> None:
        self._documents = documents
        self._at: dict[_Spot, list[tuple[int, Diagnostic]]] = {}
        for index, finding in enumerate(found):
            if finding.loses or finding.code in (*READINGS, *NOT_GENERATED):
                self._at.setdefault(_spot(finding.place), []).append((index, finding))
        self._units: dict[int, _Unit] = {}

    def of(self, *starts: Cursor | tuple[Cursor, ...]) -> tuple[Finding, ...]:
        """All findings that these parts of the document reach."""
        units = [
            self._unit(at)
            for start in starts
            for at in (start if isinstance(start, tuple) else (start,))
        ]
        found: dict[int, Finding] = {}
        for unit in all_from(units, lambda unit: self._units[unit].refers):
            found.update(self._units[unit].findings)
        return tuple(found[index] for index in sorted(found))

    def _unit(self, start: Cursor) -> int:
        """Walks a part and, without recursion, all that it refers to."""
        todo = [start]
        while todo:
            at = todo.pop()
            if at.identity in self._units:
                continue
            unit = self._units[at.identity] = _Unit()
            pending: list[tuple[Cursor, bool]] = [(at, False)]
            seen: set[int] = set()
            while pending:
                here, names = pending.pop()
                self._note(here, unit)
                if here.identity in seen:
                    continue
                seen.add(here.identity)
                ref = here.get("$ref") if not names else None
                target = (
                    self._documents.resolved(ref)
                    if ref is not None and ref.kind == "string"
                    else None
                )
                if target is not None:
                    unit.refers.append(target.identity)
                    todo.append(target)
                for name, child in here.items():
                    if not names and name in _VALUES:
                        for stated in (child, *(child.elements() if name == "enum" else ())):
                            self._note(stated, unit)
                    elif names or not name.startswith("x-"):
                        pending.append((child, not names and name in _NAMES))
                pending += [(child, False) for child in here.elements()]
        return start.identity

    def _note(self, at: Cursor, unit: _Unit) -> None:
        spots = {_spot(at.key_place), _spot(at.place)}
        if (
            at.kind == "string" and at.key is not None and at.key.text == "pattern"
        ):  # these findings point into the text
            spots |= {_spot(at.place_in_text(offset)) for offset in range(len(at.written) + 1)}
        for place in spots:
            for index, finding in self._at.get(place, ()):
                unit.findings.append(
                    (index, Finding(finding.code, at.pointer, finding.message, str(finding.place)))
                )


def _spot(place: Place) -> _Spot:
    return (id(place.source), place.line, place.column)
