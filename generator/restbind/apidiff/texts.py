# SPDX-License-Identifier: BSL-1.0
"""What a finding says of each side, in a few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from restbind import ir
from restbind.cpp.cel import Emitter
from restbind.cpp.types import Types

NOTHING = "nothing"
_One = TypeVar("_One")
_Said = TypeVar("_Said")


def twice(say: Callable[[_One], _Said], old: _One, new: _One) -> tuple[_Said, _Said]:
    """What is said of both sides."""
    return say(old), say(new)


def server(server: ir.Server) -> str:
    """The address of a server, then each variable with its default and the values that are
    allowed.
    """
    return ", ".join(
        [
            server.url,
            *(
                f"{name.name} = {name.default}"
                + (f" of {' '.join(sorted(name.allowed))}" if name.allowed else "")
                for name in server.variables
            ),
        ]
    )


def scheme(scheme: ir.SecurityScheme) -> str:
    """What is sent for a scheme, and where."""
    word = {
        "token": "a token",
        "basic": "username and password",
        "key": "a key",
        "authorization": scheme.field,
        "none": NOTHING,
    }[scheme.kind]
    field = "Authorization" if scheme.kind in ("basic", "authorization") else scheme.field
    return f"{word} in the {scheme.place} {field}" if scheme.place else word


def limit(constraint: ir.Constraint | None) -> str:
    """A limit with its keyword, for example `maxLength 40`; `no limit` for None."""
    if constraint is None:
        return "no limit"
    return (
        "nothing but the alternatives"
        if constraint.keyword == "known"
        else f"{constraint.keyword} {', '.join(constraint.limits)}"
    )


def discriminators(kind: ir.Type | None, spell: Callable[[ir.Type], object]) -> list[str]:
    """In words, what tells the objects of each variant in a type apart."""
    found = []
    for part in ir.base_types(kind) if kind is not None else ():
        if isinstance(part, ir.OneOf) and part.discriminator:
            mapping = sorted(part.mapping, key=lambda pair: pair[::-1])
            values = ", ".join(
                f"{value} is {spell(part.alternatives[place])}" for value, place in mapping
            )
            rest = (
                f", others are {spell(part.alternatives[part.otherwise])}"
                if part.otherwise >= 0
                else ""
            )
            found.append(f"{part.discriminator}: {values}{rest}")
    return found


def successes(operation: ir.Operation) -> str:
    """The statuses that mean success, with the media types of their bodies."""
    statuses = [response.status for response in operation.responses] or [
        str(operation.success_status)
    ]
    named = sorted({media(name) for response in operation.responses for name in response.media})
    return f"success {', '.join(statuses)}" + (f" as {', '.join(named)}" if named else "")


def media(names: str) -> str:
    """Media types, in small letters but for their parameters."""
    return re.sub(r"(^|,)[^,;]+", lambda name: name[0].lower(), names)


def accept(operation: ir.Operation) -> str:
    """What is asked for, in one order."""
    return ", ".join(sorted(media(operation.accept or "application/json").split(", ")))


def headers(operation: ir.Operation) -> dict[str, str]:
    """The headers of responses that are kept, by their names in small letters. A redirection always
    has its own.
    """
    always = (
        {"location"}
        if any(response.body == "redirect" for response in operation.responses)
        else set()
    )
    return {name.lower(): name for name in operation.response_headers if name.lower() not in always}


def errors(types: Types, operation: ir.Operation) -> str:
    """The types that errors are read into."""
    return (
        ", ".join(dict.fromkeys(str(types.spell(response.type)) for response in operation.errors))
        or NOTHING
    )


def held_by_errors(operation: ir.Operation, spell: Callable[[ir.Type | None], object]) -> list[str]:
    """For each response that is an error, its status and its type in C++, in order."""
    return sorted(f"{response.status} as {spell(response.type)}" for response in operation.errors)


def validation_problem(problem: ir.ValidationProblem | None) -> str:
    """The status, layout and texts of the problem document that reports broken limits; `nothing is
    stated` for None.
    """
    if problem is None:
        return "nothing is stated"
    words = f", type {problem.problem_type}" if problem.problem_type else ""
    words += f", title {problem.title!r}" if problem.title else ""
    names = f"{problem.keys or 'wire'} names"
    return f"{problem.status}, errors as {problem.errors}, {names}, {problem.detail!r}{words}"


def problem(format_: ir.ProblemFormat | None) -> str:
    """The members that problem documents have beside the standard ones; `RFC 9457` where none are
    stated.
    """
    if format_ is None:
        return "RFC 9457"
    names = {
        "code": format_.code,
        "number of errors": format_.error_count,
        "errors": format_.errors,
        "trace id": format_.trace_id,
        "time": format_.timestamp,
    }
    named = [f"{what} in {name}" for what, name in names.items() if name]
    return ", ".join(
        [
            *named,
            *(
                [f"elements of {format_.error_field} and {format_.error_message}"]
                if format_.errors
                else []
            ),
        ]
    )


def _field(field: ir.BodyField) -> str:
    """A field of a form, and how it is sent."""
    words = [field.wire_name, field.style, "exploded" if field.explode else ""]
    words.append(media(field.content_type))
    words += [f"{name.lower()}: {value}" for name, value in field.headers]
    return " ".join(words).strip()


def body(format_: ir.BodyFormat) -> str:
    """The media type of a body, with each field of a form and how it is sent."""
    stated = [_field(field) for field in format_.fields]
    return (
        f"{media(format_.media_type)} ({', '.join(stated)})"
        if stated
        else media(format_.media_type)
    )


def retry(operation: ir.Operation) -> str:
    """How often, how soon and on which statuses a request is retried."""
    stated = operation.retry
    unapplied = (
        f", not applied by {', '.join(map(str, sorted(operation.unapplied)))}"
        if operation.unapplied
        else ""
    )
    if stated is None:
        return f"nothing is stated{unapplied}"
    statuses = ", ".join(map(str, sorted(stated.statuses))) or "no status"
    return (
        f"{stated.attempts} attempts, {stated.initial_delay_ms} ms times {stated.multiplier}, on"
        f" {statuses}{unapplied}"
    )


def style(parameter: ir.Parameter) -> str:
    """How a value is written, where its place does not say it."""
    words = [parameter.style or "plain"]
    return ", ".join(
        [
            *words,
            *(["exploded"] if parameter.explode else []),
            *(["reserved characters kept"] if parameter.allow_reserved else []),
        ]
    )


def security(operation: ir.Operation, scopes: Mapping[str, str], renamed: Mapping[str, str]) -> str:
    """What a request shows to the service. renamed: what to call schemes."""
    if operation.security is None:
        return ("token" if operation.secured else "no token") + "".join(
            f" ({asked})" for asked in scopes.values()
        )
    shown = []
    for names in operation.security:
        called = sorted((renamed.get(name, name), name) for name in names)
        with_scopes = [
            f"{other} ({scopes[name]})" if name in scopes else other for other, name in called
        ]
        shown.append(" with ".join(with_scopes) or "nothing")
    return ", or else ".join(shown)


def idempotency(operation: ir.Operation, types: Types) -> str:
    """The idempotency class of an operation, with the condition under which a request is idempotent
    all the same.
    """
    when = (
        f", idempotent where {Emitter(types, 'request').condition(operation.idempotent_when)}"
        if operation.idempotent_when is not None
        else ""
    )
    return operation.idempotency.replace("_", " ") + when


def grant(grant_: ir.TokenGrant | None) -> str:
    """Where and how the client gets tokens, and how long they last; `nothing` for None."""
    if grant_ is None:
        return NOTHING
    times = f"{grant_.lifetime_seconds} s, renewed {grant_.renew_before_seconds} s before"
    variables = (f"{variable.name} = {variable.default}" for variable in grant_.variables)
    return ", ".join(
        [grant_.url, " ".join(sorted(grant_.scopes)), grant_.authentication, times, *variables]
    )


def on_one_line(value: object) -> str:
    """One side of a change on one line."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or NOTHING
    return " ".join(str(value).split()) if value not in (None, "") else NOTHING
