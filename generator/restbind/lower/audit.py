# SPDX-License-Identifier: BSL-1.0
"""Proves the ledger: each assertion of each schema that was lowered stands in it, or below one that
holds all that is below it.
"""

from __future__ import annotations

from itertools import chain
from typing import Iterable, Iterator

from restbind import ir
from restbind.codes import CODES
from restbind.diagnostics import Diagnostic, Place
from restbind.lower.constraints.checks import checked
from restbind.lower.constraints.limits import unusable
from restbind.lower.schema.context import Context
from restbind.lower.schema.equality import matched, sole_part, sole_parts
from restbind.lower.schema.layers import CHOICES, is_null_type
from restbind.lower.schema.ledger import (
    CHECK,
    COLUMNS,
    RECEIVED,
    RESIDUAL,
    TYPE,
    UNCHECKED,
    VOID,
    Balance,
    Unbalanced,
    assertions_of,
    schemas_in,
)
from restbind.lower.schema.normalise import normalise
from restbind.source.refs import Cursor, reached
from restbind.spec.messages import KEYWORDS

# What is told elsewhere: where a reference stands that cannot be resolved, by one of several codes,
# and within the text of a pattern.
_UNRESOLVED = ("RB008", "RB020", "RB021", "RB022")
_ELSEWHERE = {"RB020": _UNRESOLVED, "RB038": ("RB038",)}
_WEAKEST = (
    UNCHECKED,
    RESIDUAL,
    CHECK,
    TYPE,
    VOID,
    RECEIVED,
)  # what a keyword that is used in several ways counts as


def balance(context: Context, sent: Iterable[Cursor]) -> Balance:
    """sent: the schemas of requests. Raises Unbalanced."""
    _receive(context)
    models = [at for schema in context.found.model_schemas.values() for at in schema.parts]
    walk = _Audit(context)
    for at in sent:
        walk.walk(at)
    _unsaid(context, walk.met.values())
    for at in (
        *(at for at, _ in context.found.responses),
        *models,
        *context.found.places.values(),
        *context.checks.ledger.named.values(),
    ):
        walk.walk(at)
    for at in context.checks.ledger.typed.values():
        if at.identity not in walk.met:  # below no keyword that holds it
            walk.walk(at)
    return walk.balance()


def _receive(context: Context) -> None:
    """Accounts of what is only read: responses, and named types that no request holds."""
    receiving = context.receiving()
    for at, type_ in context.found.responses:
        checked(receiving, normalise(context, at), type_, "")
    for name, at in (*context.found.places.items(), *context.checks.ledger.named.items()):
        if any(
            (value.identity, value.name) not in context.checks.ledger.columns
            for layer in normalise(context, at).layers
            for value in assertions_of(layer)
        ):
            checked(receiving, normalise(context, at), ir.Ref(name), "")
    for name, twins in context.found.twins.items():
        for twin in twins:
            _copy(context, context.found.model_schemas[name].parts, twin.parts)


def _unsaid(context: Context, schemas: Iterable[Cursor]) -> None:
    """Tells of texts for what is broken in requests that no check says. Not of `required`, which
    only members of some types say, whatever stands beside it."""
    ignored = ("required",) if context.document.checks_formats else ("required", "format")
    for at in schemas:
        for name, text in at.table("x-restbind-messages"):
            if (
                name in KEYWORDS
                and name not in ignored
                and text.identity not in context.checks.said
            ):
                context.report("RB092", text, f"no check says this text for `{name}`")


def _copy(context: Context, parts: tuple[Cursor, ...], twins: tuple[Cursor, ...]) -> None:
    """A schema that says the same as that of a model is held as that is."""
    for mine, other in (pair for part, twin in zip(parts, twins) for pair in matched(part, twin)):
        said = {
            name
            for name, text in mine.table("x-restbind-messages")
            if text.identity in context.checks.said
        }
        context.checks.said.update(
            text.identity for name, text in other.table("x-restbind-messages") if name in said
        )
        inner, around, others = (
            sole_part(mine),
            [at for at, _ in sole_parts(mine)],
            [at for at, _ in sole_parts(other)],
        )
        known = [
            value
            for value in assertions_of(inner)
            if (value.identity, value.name) in context.checks.ledger.columns
        ]
        for value in known:
            _hold_as(context, value, sole_part(other)[value.name])
        of_ref = next((value for value in known if value.name == "$ref"), None)
        for place, part in enumerate(others):
            like = around[place] if place < len(around) else of_ref
            if like is not None:
                _hold_as(context, like, part)
            elif known:
                context.checks.ledger.columns.setdefault((part.identity, part.name), TYPE)


def _hold_as(context: Context, value: Cursor, twin: Cursor) -> None:
    key, other = (value.identity, value.name), (twin.identity, twin.name)
    if key in context.checks.ledger.columns:
        context.checks.ledger.columns[other] = (
            context.checks.ledger.columns.get(other, 0) | context.checks.ledger.columns[key]
        )
    if key in context.checks.ledger.findings:
        context.checks.ledger.findings[other] = context.checks.ledger.findings[key]


class _Audit:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._ledger = context.checks.ledger
        self._columns = context.checks.ledger.columns
        self._around: dict[
            tuple[int, str], tuple[str, Cursor]
        ] = {}  # of a keyword below an unchecked one: what tells of that
        self._received: dict[
            tuple[int, str], tuple[int, str]
        ] = {}  # of a keyword that was first met below a received one: that one
        self._found: dict[tuple[int, str], tuple[int, Cursor]] = {}
        self._walked: set[tuple[int, int]] = set()
        self.met: dict[int, Cursor] = {}

    def walk(self, start: Cursor) -> None:
        # With the column of what encloses a schema and holds it, 0 for none, and with the keyword
        # that this is.
        pending: list[tuple[Cursor, int, tuple[int, str] | None]] = [(start, 0, None)]
        while pending:
            at, held, around = pending.pop()
            if (at.identity, held) in self._walked:
                continue
            self._walked.add((at.identity, held))
            self.met[at.identity] = at
            for value in assertions_of(at):
                key = (value.identity, value.name)
                is_first = key not in self._found
                inner = self._inner(value, key, held)
                if held == UNCHECKED and key not in self._ledger.findings and around is not None:
                    self._around[key] = self._ledger.findings.get(around) or self._around[around]
                elif held == RECEIVED and around is not None and is_first:
                    self._received[key] = around
                pending += [
                    (
                        child,
                        inner if not (value.name in CHOICES and is_null_type(child)) else VOID,
                        key,
                    )
                    for child in self._children(value)
                ]

    def _inner(self, at: Cursor, key: tuple[int, str], held: int) -> int:
        """Notes a keyword; what holds that which is below it."""
        columns = self._columns.get(key, held)
        if not columns:
            raise Unbalanced(at, f"`{at.name}` is in no column of the ledger")
        if columns == RECEIVED and held:
            columns = held
        if (
            columns == RESIDUAL
            and key not in self._columns
            and (why := unusable(self._context, at)) is not None
        ):
            columns = UNCHECKED  # which the text of the schema around it leaves out
            self._ledger.findings[key] = (why[0], at)
            if why[1]:
                self._context.report(why[0], at, why[1])
        columns |= self._found[key][0] if key in self._found else 0
        column = next(weakest for weakest in _WEAKEST if columns & weakest)
        self._found[key] = column, at
        return 0 if columns & (TYPE | CHECK) else column

    def _children(self, at: Cursor) -> Iterator[Cursor]:
        yield from schemas_in(at)
        if at.name == "$ref" and (target := self._context.document.resolved(at)) is not None:
            yield target

    def balance(self) -> Balance:
        counts = dict.fromkeys(COLUMNS.values(), 0)
        for key, (column, at) in self._found.items():
            counts[COLUMNS[column]] += 1
            if column == RECEIVED:
                at = self._outermost(key)
                self._context.report(
                    "RB056",
                    at,
                    f"`{at.written_name}` is not checked: no request holds what it is about",
                )
                self._ledger.findings[key] = ("RB056", at)
        findings: dict[tuple[str, Place | None], Diagnostic] = {}
        for finding in self._context.checks.diagnostics.sorted():
            if CODES[finding.code].loses or finding.code == "RB056":
                findings.setdefault((finding.code, finding.place), finding)
                findings.setdefault((finding.code, None), finding)
        told = [
            (at, self._finding(findings, at, key))
            for key, (column, at) in self._found.items()
            if column in (UNCHECKED, RECEIVED)
        ]
        told.sort(
            key=lambda pair: (pair[0].document.label, pair[0].place.line, pair[0].place.column)
        )
        return Balance(
            {key: COLUMNS[column] for key, (column, _) in self._found.items()}, counts, tuple(told)
        )

    def _outermost(self, key: tuple[int, str]) -> Cursor:
        """The received keyword that a received one stands below."""
        while key in self._received and self._found[self._received[key]][0] == RECEIVED:
            key = self._received[key]
        return self._found[key][1]

    def _finding(
        self, findings: dict[tuple[str, Place | None], Diagnostic], at: Cursor, key: tuple[int, str]
    ) -> Diagnostic:
        """What tells that nothing holds a keyword; below an unchecked one it is that of the keyword
        around it. findings: by code and place, and the first of each code."""
        code, place = (
            self._ledger.findings[key]
            if key in self._ledger.findings
            else self._around.get(key, ("", at))
        )
        within = (
            range(len(place.written) + 1) if code == "RB038" and place.kind == "string" else ()
        )  # it points into the text
        spots = chain(
            [(code, place.place), (code, place.key_place)],
            ((code, place.place_in_text(offset)) for offset in within),
            ((other, None) for other in _ELSEWHERE.get(code, ())),
        )
        found = self._of_reference(findings, place) if code == "RB020" else None
        found = found or next((findings[spot] for spot in spots if spot in findings), None)
        if found is None:
            raise Unbalanced(at, f"`{at.name}` is checked by nothing, and nothing tells so")
        return found

    def _of_reference(
        self, findings: dict[tuple[str, Place | None], Diagnostic], at: Cursor
    ) -> Diagnostic | None:
        """What tells of the reference that a keyword is, or of the first of those below it."""
        told = [
            findings[spot]
            for spot in ((code, at.place) for code in _UNRESOLVED)
            if spot in findings
        ]
        if not told:
            below = [
                schema.place
                for schema in reached([at], self._context.document.resolved)
                if schema.name == "$ref"
            ]
            told = sorted(
                (
                    findings[code, place]
                    for place in below
                    for code in _UNRESOLVED
                    if (code, place) in findings
                ),
                key=lambda finding: finding.order,
            )
        return told[0] if told else None
