# SPDX-License-Identifier: BSL-1.0
"""Proves the ledger: each assertion of each schema that was lowered stands in it, or below one that
holds all that is below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from restbind import ir
from restbind.codes import CODES
from restbind.diagnostics import Diagnostic, Place
from restbind.lower.constraints.checks import checked
from restbind.lower.constraints.limits import unusable
from restbind.lower.schema.context import Context
from restbind.lower.schema.equality import matched, sole_part, sole_parts
from restbind.lower.schema.layers import CHOICES, assertions_of, is_null_type, schemas_in
from restbind.lower.schema.ledger import (
    CHECK,
    COLUMNS,
    RECEIVED,
    RESIDUAL,
    TYPE,
    UNCHECKED,
    VOID,
    Balance,
    Key,
    Ledger,
    Unbalanced,
    keyword_of,
)
from restbind.lower.schema.normalise import normalise
from restbind.source.refs import Cursor, reached
from restbind.spec.messages import KEYWORDS

# What is told elsewhere: where a reference stands that cannot be resolved, by one of several codes,
# and within the text of a pattern.
_ELSEWHERE = {"RB020": ("RB008", "RB020", "RB021", "RB022"), "RB038": ("RB038",)}
# What a keyword that is used in several ways counts as.
_WEAKEST = (UNCHECKED, RESIDUAL, CHECK, TYPE, VOID, RECEIVED)


def balance(context: Context, sent: Iterable[Cursor]) -> Balance:
    """sent: the schemas of requests. Raises Unbalanced."""
    _receive(context)
    _tell_unsaid(context, sent)
    return _Audit(context).balance()


def _receive(context: Context) -> None:
    """Accounts of what is only read: responses, and named types that no request holds."""
    ledger = context.checks.ledger
    receiving = context.receiving()
    for at, type_ in context.found.responses:
        checked(receiving, normalise(at), type_, "")
    for name, at in context.found.places.items():
        shape = normalise(at)
        if not all(map(ledger.has, shape.beside())):
            checked(receiving, shape, ir.Ref(name), "")
    for first, *twins in context.found.shapes.values():
        for twin in twins:
            for part, other in zip(first.parts, twin.parts):
                _hold_alike(context, part, other)


def _hold_alike(context: Context, part: Cursor, twin: Cursor) -> None:
    """A schema that says the same as that of a model is held as that is."""
    ledger, said = context.checks.ledger, context.checks.said
    for ours, theirs in matched(part, twin):
        names = {name for name, at in ours.table(_MESSAGES) if at.identity in said}
        said.update(at.identity for name, at in theirs.table(_MESSAGES) if name in names)
        inner = sole_part(theirs)
        known = [value for value in assertions_of(sole_part(ours)) if ledger.has(value)]
        for value in known:
            ledger.hold_as(value, inner[value.name])
        around = [at for at, _ in sole_parts(ours)]
        of_ref = [value for value in known if value.name == "$ref"]
        for place, (at, _) in enumerate(sole_parts(theirs)):
            like = around[place : place + 1] or of_ref
            if like:
                ledger.hold_as(like[0], at)
            elif known and not ledger.has(at):
                ledger.put(at, TYPE)


_MESSAGES = "x-restbind-messages"


def _tell_unsaid(context: Context, sent: Iterable[Cursor]) -> None:
    """Tells of texts for what is broken in requests that no check says. Not of `required`, which
    only members of some types say, whatever stands beside it."""
    ignored = ("required",) if context.document.checks_formats else ("required", "format")
    for at in _schemas_below(sent):
        for name, text in at.table(_MESSAGES):
            is_known = name in KEYWORDS and name not in ignored
            if is_known and text.identity not in context.checks.said:
                text.report("RB092", f"no check says this text for `{name}`")


def _schemas_below(starts: Iterable[Cursor]) -> Iterator[Cursor]:
    pending, seen = list(starts), set[int]()
    while pending:
        at = pending.pop()
        if at.identity not in seen:
            seen.add(at.identity)
            yield at
            for value in assertions_of(at):
                pending += _schemas_of(value)


def _schemas_of(value: Cursor) -> list[Cursor]:
    """Those that a keyword holds or refers to."""
    target = value.resolved() if value.name == "$ref" else None
    return [*schemas_in(value), *([target] if target is not None else [])]


class _Audit:
    """held: what holds each keyword, be it an account of its own or that of a keyword around it.
    tops: of each keyword, and of each column that it has from there, the keyword with an account
    that it stands below.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._ledger = context.checks.ledger
        self._held = Ledger(dict(self._ledger.columns))
        self._tops: dict[tuple[Key, int], Cursor] = {}
        self._walked: set[tuple[int, int]] = set()

    def balance(self) -> Balance:
        """Raises Unbalanced for a keyword without a column, or without a finding."""
        accounts = list(self._ledger.columns.values())
        for columns, at in accounts:
            self._hold_below(at, 0 if columns & (TYPE | CHECK) else _weakest(columns))
        for schema in self._ledger.typed.values():
            self._prove(schema)
        for columns, at in accounts:
            if columns & (TYPE | CHECK):
                for schema in _schemas_of(at):
                    self._prove(schema)
        return self._balance()

    def _prove(self, schema: Cursor) -> None:
        for at in assertions_of(schema):
            if not self._held.has(at):
                raise Unbalanced(at, f"`{at.name}` is in no column of the ledger")

    def _hold_below(self, top: Cursor, column: int) -> None:
        """What stands below a keyword is held with it, but for what has an account of its own.
        column: 0 where all of it has, but for null among alternatives."""
        pending = [(top, column)]
        while pending:
            above, held = pending.pop()
            for schema in _schemas_of(above):
                inner = VOID if above.name in CHOICES and is_null_type(schema) else held
                if inner and (schema.identity, inner) not in self._walked:
                    self._walked.add((schema.identity, inner))
                    for at in assertions_of(schema):
                        pending.append((at, self._hold(at, inner, top)))

    def _hold(self, at: Cursor, held: int, top: Cursor) -> int:
        """Notes what holds a keyword; the column of all that stands below it."""
        key = keyword_of(at)
        own, _ = self._ledger.columns.get(key, (0, at))
        if own not in (0, RECEIVED):
            return 0
        if held == RESIDUAL and not own and (why := unusable(at)) is not None:
            held = UNCHECKED  # which the text of the schema around it leaves out
            self._ledger.findings[key] = (why[0], at)
            if why[1]:
                at.report(why[0], why[1])
        self._held.put(at, held)
        self._tops.setdefault((key, held), top)
        return held

    def _balance(self) -> Balance:
        columns: dict[Key, str] = {}
        counts = dict.fromkeys(COLUMNS.values(), 0)
        unchecked: list[Cursor] = []
        for key, (bits, at) in self._held.columns.items():
            column = _weakest(bits)
            columns[key] = COLUMNS[column]
            counts[columns[key]] += 1
            if column == RECEIVED:
                top = self._tops.get((key, RECEIVED), at)
                self._ledger.findings[key] = ("RB056", top)
                what = f"`{top.written_name}` is not checked: no request holds what it is about"
                top.report("RB056", what)
            if column in (RECEIVED, UNCHECKED):
                unchecked.append(at)
        unchecked.sort(key=lambda at: (at.document.label, at.place.line, at.place.column))
        findings = self._findings()
        told = tuple((at, self._finding(findings, at)) for at in unchecked)
        return Balance(columns, counts, told)

    def _findings(self) -> dict[tuple[str, Place | None], Diagnostic]:
        """The findings by code and place, and the first of each code."""
        found: dict[tuple[str, Place | None], Diagnostic] = {}
        for finding in self._context.checks.diagnostics.sorted():
            if CODES[finding.code].loses or finding.code == "RB056":
                found.setdefault((finding.code, finding.place), finding)
                found.setdefault((finding.code, None), finding)
        return found

    def _finding(
        self, findings: dict[tuple[str, Place | None], Diagnostic], at: Cursor
    ) -> Diagnostic:
        """What tells that nothing holds a keyword; below an unchecked one it is that of the keyword
        around it."""
        key = keyword_of(at)
        top = self._tops.get((key, UNCHECKED), at)
        told = self._ledger.findings.get(key) or self._ledger.findings.get(keyword_of(top))
        code, place = told or ("", at)
        codes = _ELSEWHERE.get(code, (code,))
        anywhere = [None] if code in _ELSEWHERE else []
        for spot in (*self._places(code, place), *anywhere):
            for other in codes:
                if (other, spot) in findings:
                    return findings[other, spot]
        raise Unbalanced(at, f"`{at.name}` is checked by nothing, and nothing tells so")

    def _places(self, code: str, at: Cursor) -> Iterator[Place]:
        """Where a finding about a keyword may stand: there, within its text, or below it."""
        yield from (at.place, at.key_place)
        if code == "RB038" and at.kind == "string":
            yield from (at.place_in_text(offset) for offset in range(len(at.written) + 1))
        if code == "RB020":
            below = reached([at], Cursor.resolved)
            refs = [value.place for value in below if value.name == "$ref"]
            yield from sorted(
                refs, key=lambda place: (place.source.order, place.line, place.column)
            )


def _weakest(columns: int) -> int:
    return next(column for column in _WEAKEST if columns & column)
