# SPDX-License-Identifier: BSL-1.0
"""What comes in responses: which models only come there, so that what would be checked of what is
sent is never looked at, be it readable or not; and which alternatives do, so that values that fit
none of them must be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.unreadable import places_of
from restbind.source.refs import Cursor, reached
from restbind.spec.keywords import COUNT, NUMBER

_UNREADABLE = ("RB008", "RB019", "RB038")  # what tells that a limit cannot be used
_LIMITS = NUMBER | COUNT | {"pattern", "patternProperties", "format", "uniqueItems"}


def only_received(context: Context) -> frozenset[str]:
    """The named types that responses hold, and neither requests nor payloads."""
    drafts = context.found.operations.drafts
    sent = _named(type_ for draft in drafts for type_ in draft.types_sent)
    sent += ir.payloads_of(context.found.incoming)
    return frozenset(_below(context, _responded(context)) - _below(context, sent))


def _named(types: Iterable[ir.Type]) -> list[str]:
    """The names of the types that these refer to."""
    return [name for type_ in types for name in ir.referred(type_)]


def _responded(context: Context) -> list[str]:
    drafts = context.found.operations.drafts
    return _named(type_ for draft in drafts for type_ in draft.responses.types)


def excuse_limits(context: Context, checked: Iterable[Cursor], received: Iterable[Cursor]) -> None:
    """Nothing is lost by a limit that cannot be read where only responses have it. checked,
    received: parts of the document.
    """
    diagnostics = context.checks.diagnostics
    if any(finding.code in _UNREADABLE for finding in diagnostics.sorted()):
        asked = _limits_in(checked)
        for identity, limit in _limits_in(received).items():
            if identity not in asked:
                diagnostics.excuse(_UNREADABLE, places_of(limit))


def _limits_in(starts: Iterable[Cursor]) -> dict[Cursor, Cursor]:
    found: dict[Cursor, Cursor] = {}
    for at in reached(starts, Cursor.resolved):
        found.update((value, value) for name, value in at.items() if name in _LIMITS)
    return found


def keep_others(context: Context) -> None:
    """Alternatives in all named types that are received, by responses or as payloads, get one for
    what fits none of them.
    """
    found = context.found
    received = [*_responded(context), *ir.payloads_of(found.incoming)]
    for name in _below(context, received):
        found.change_types(name, lambda type_: _kept(found.named, type_))


def keep_others_of_responses(api: ir.Api) -> ir.Api:
    """The same for alternatives that responses are made of without a name."""
    named = api.named

    def kept(response: ir.Response) -> ir.Response:
        if response.body != "json" or response.type is None:
            return response
        return replace(response, type=_kept(named, response.type))

    operations = []
    for operation in api.operations:
        whole = operation.response
        changed = replace(
            operation,
            response=_kept(named, whole) if whole is not None else None,
            responses=tuple(map(kept, operation.responses)),
            errors=tuple(map(kept, operation.errors)),
        )
        operations.append(changed)
    return replace(api, operations=tuple(operations))


def _kept(named: Mapping[str, ir.Named], type_: ir.Type) -> ir.Type:
    if not isinstance(type_, ir.OneOf):
        return type_.with_parts(lambda part: _kept(named, part))
    if ir.OTHER in type_.alternatives:
        return type_
    alternatives = tuple(
        alternative if isinstance(alternative, ir.OneOf) else _kept(named, alternative)
        for alternative in type_.alternatives
    )
    # A file, or a list of files, is only sent.
    if not any(_holds_file(named, alternative) for alternative in type_.alternatives):
        alternatives += (ir.OTHER,)
    return replace(type_, alternatives=alternatives)


def _holds_file(named: Mapping[str, ir.Named], type_: ir.Values) -> bool:
    bare = ir.bare(named, type_)
    return bare.scalar == "file" or isinstance(bare, ir.Array) and _holds_file(named, bare.element)


def _below(context: Context, names: list[str]) -> set[str]:
    return set(all_from(names, lambda name: _named(context.found.held(name))))
