# SPDX-License-Identifier: BSL-1.0
"""What comes in responses: which models only come there, so that what would be checked of what is
sent is never looked at, be it readable or not; and which alternatives do, so that values that fit
none of them must be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from restbind import ir
from restbind.diagnostics import Place
from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.source.refs import Cursor, reached
from restbind.spec.keywords import COUNT, NUMBER

_UNREADABLE = ("RB008", "RB019", "RB038")  # what tells that a limit cannot be used
_LIMITS = NUMBER | COUNT | {"pattern", "patternProperties", "format", "uniqueItems"}


def only_received(context: Context) -> frozenset[str]:
    """The named types that responses hold, and neither requests nor payloads."""
    sent = [
        name
        for draft in context.found.operations.drafts
        for one in draft.types_sent
        for name in ir.referred(one)
    ]
    return frozenset(
        _below(context, _responded(context)) - _below(context, [*sent, *context.found.payloads])
    )


def _responded(context: Context) -> list[str]:
    return [
        name
        for draft in context.found.operations.drafts
        for one in draft.responses.types
        for name in ir.referred(one)
    ]


def excuse_limits(context: Context, checked: Iterable[Cursor], received: Iterable[Cursor]) -> None:
    """Nothing is lost by a limit that cannot be read where only responses have it. checked,
    received: parts of the document.
    """
    if any(one.code in _UNREADABLE for one in context.checks.diagnostics.sorted()):
        asked = _limits_in(context, checked)
        places = [
            place
            for identity, at in _limits_in(context, received).items()
            if identity not in asked
            for place in _told_at(at)
        ]
        context.checks.diagnostics.excuse(_UNREADABLE, places)


def _limits_in(context: Context, starts: Iterable[Cursor]) -> dict[int, Cursor]:
    return {
        value.identity: value
        for at in reached(starts, context.document.sources.resolved)
        for name, value in at.items()
        if name in _LIMITS
    }


def _told_at(limit: Cursor) -> Iterator[Place]:
    yield from (limit.place, limit.key_place, *(one.key_place for _, one in limit.items()))
    if limit.kind == "string":
        yield from (limit.place_in_text(offset) for offset in range(len(limit.written) + 1))


def keep_others(context: Context) -> None:
    """Alternatives in all named types that are received, by responses or as payloads, get one for
    what fits none of them.
    """
    for name in _below(context, [*_responded(context), *context.found.payloads]):
        context.found.change_types(name, lambda type_: _kept(context.found.named, type_))


def keep_others_of_responses(api: ir.Api) -> ir.Api:
    """The same for alternatives that responses are made of without a name."""
    named = api.named

    def kept(type_: ir.Type | None) -> ir.Type | None:
        return None if type_ is None else _kept(named, type_)

    def kept_in(responses: tuple[ir.Response, ...]) -> tuple[ir.Response, ...]:
        return tuple(
            replace(one, type=kept(one.type)) if one.body == "json" else one for one in responses
        )

    return replace(
        api,
        operations=tuple(
            replace(
                one,
                response=kept(one.response),
                responses=kept_in(one.responses),
                errors=kept_in(one.errors),
            )
            for one in api.operations
        ),
    )


def _kept(named: Mapping[str, ir.Named], type_: ir.Type) -> ir.Type:
    if not isinstance(type_, ir.OneOf):
        return type_.with_parts(lambda one: _kept(named, one))
    if ir.OTHER in type_.alternatives:
        return type_
    alternatives = tuple(
        one if isinstance(one, ir.OneOf) else _kept(named, one) for one in type_.alternatives
    )
    # A file, or a list of files, is only sent.
    is_sent = any(_holds_file(named, ir.bare(named, one)) for one in type_.alternatives)
    return replace(type_, alternatives=alternatives if is_sent else (*alternatives, ir.OTHER))


def _holds_file(named: Mapping[str, ir.Named], one: ir.Values) -> bool:
    return (
        one.scalar == "file"
        or isinstance(one, ir.Array)
        and _holds_file(named, ir.bare(named, one.element))
    )


def _below(context: Context, names: list[str]) -> set[str]:
    return set(
        all_from(
            names,
            lambda name: [one for type_ in context.found.held(name) for one in ir.referred(type_)],
        )
    )
