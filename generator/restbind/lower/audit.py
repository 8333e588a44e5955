# SPDX-License-Identifier: BSL-1.0
"""The balance of the ledger: how many keywords are in each column, and what tells of each one that
nothing checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Optional

from restbind import ir
from restbind.codes import CODES
from restbind.diagnostics import Diagnostic, Place
from restbind.graph import all_from
from restbind.lower.constraints.checks import checked
from restbind.lower.schema.context import Context
from restbind.lower.schema.equality import sole_part, sole_parts, twins
from restbind.lower.schema.layers import assertions_of, schemas_below
from restbind.lower.schema.ledger import (
    COLUMNS,
    HELD,
    RECEIVED,
    TYPE,
    UNCHECKED,
    Balance,
    Unbalanced,
    keyword_of,
)
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.unreadable import places_of
from restbind.source.refs import Cursor, identity_of
from restbind.spec.messages import KEYWORDS

# What is told elsewhere: where a reference stands that cannot be resolved, by one of several codes,
# and within the text of a pattern.
_ELSEWHERE = {"RB020": ("RB008", "RB020", "RB021", "RB022"), "RB038": ("RB038",)}
_Findings = dict[tuple[str, Optional[Place]], Diagnostic]


def balance(context: Context, sent: Iterable[Cursor]) -> Balance:
    """sent: the schemas of requests. Raises Unbalanced."""
    _prove_checked(context)
    _receive(context)
    _tell_unsaid(context, sent)
    ledger = context.checks.ledger
    held = ledger.balanced()
    counts = dict.fromkeys(COLUMNS.values(), 0)
    unchecked: list[Cursor] = []
    for key, column in held.items():
        at = ledger.keywords[key]
        counts[COLUMNS[column]] += 1
        if column == RECEIVED:
            _, top = ledger.findings.setdefault(key, ("RB056", at))
            what = f"`{top.written_name}` is not checked: no request holds what it is about"
            top.report("RB056", what)
        if column in (RECEIVED, UNCHECKED):
            unchecked.append(at)
    unchecked.sort(key=lambda at: (at.document.label, at.place.line, at.place.column))
    findings = _findings(context)
    told = tuple((at, _finding(context, findings, at)) for at in unchecked)
    return Balance({key: COLUMNS[column] for key, column in held.items()}, counts, told)


def _prove_checked(context: Context) -> None:
    """What a condition checks is among the conditions of the API, if there is one."""
    api, ledger = context.found.api, context.checks.ledger
    if api is None or context.checks.diagnostics.stops:
        return
    parts = [part for model in api.models for part in model.checked_parts]
    for operation in api.operations:
        parts += [operation.checked, *(ir.Checked(at.constraints) for at in operation.parameters)]
    about = {key for part in parts for key in part.about}
    for key, columns in ledger.columns.items():
        if columns & sum(HELD) and key not in about:
            at = ledger.keywords[key]
            raise Unbalanced(at, f"the condition that checks `{at.name}` is lost")


def _receive(context: Context) -> None:
    """Accounts of what is only read: responses, and named types that no request holds."""
    ledger, said = context.checks.ledger, context.checks.said
    receiving = context.receiving()
    for at, type_ in context.found.responses:
        checked(receiving, normalise(at), type_, "")
    for name, at in context.found.places.items():
        shape = normalise(at)
        if not all(map(ledger.has, shape.asserted)):
            checked(receiving, shape, ir.Ref(name), "")
    for _, ours, theirs in twins(context):  # what says the same as a model is held as it is
        names = {name for name, at in ours.table(_MESSAGES) if at.identity in said}
        said.update(at.identity for name, at in theirs.table(_MESSAGES) if name in names)
        inner = sole_part(theirs)
        for value in assertions_of(sole_part(ours)):
            ledger.hold_as(value, inner[value.name])
        for at, _ in sole_parts(theirs):
            ledger.put(at, TYPE)


_MESSAGES = "x-restbind-messages"


def _tell_unsaid(context: Context, sent: Iterable[Cursor]) -> None:
    """Tells of texts for what is broken in requests that no check says. Not of `required`, which
    only members of some types say, whatever stands beside it."""
    ignored = ("required",) if context.document.checks_formats else ("required", "format")
    for at in all_from(sent, _below, identity_of):
        for name, text in at.table(_MESSAGES):
            is_known = name in KEYWORDS and name not in ignored
            if is_known and text.identity not in context.checks.said:
                text.report("RB092", f"no check says this text for `{name}`")


def _below(at: Cursor) -> Iterator[Cursor]:
    return (schema for value in assertions_of(at) for schema in schemas_below(value))


def _findings(context: Context) -> _Findings:
    """The findings by code and place, and the first of each code."""
    found: _Findings = {}
    for finding in context.checks.diagnostics.sorted():
        if CODES[finding.code].loses or finding.code == "RB056":
            found.setdefault((finding.code, finding.place), finding)
            found.setdefault((finding.code, None), finding)
    return found


def _finding(context: Context, findings: _Findings, at: Cursor) -> Diagnostic:
    """What tells that nothing holds a keyword."""
    code, place = context.checks.ledger.findings.get(keyword_of(at), ("", at))
    codes = _ELSEWHERE.get(code, (code,))
    for spot in (*places_of(place), *([None] if code in _ELSEWHERE else [])):
        for other in codes:
            if (other, spot) in findings:
                return findings[other, spot]
    raise Unbalanced(at, f"`{at.name}` is checked by nothing, and nothing tells so")
