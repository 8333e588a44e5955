# SPDX-License-Identifier: BSL-1.0
"""Views of the security schemes and of the members of problem documents."""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.naming import Safe
from restbind.views import docs as view_docs


@dataclass(frozen=True)
class SchemeView:
    """A constant of the type restbind::http::<kind>_scheme."""

    doc: Safe
    kind: Safe
    name: Safe
    arguments: tuple[Safe, ...]


@dataclass(frozen=True)
class ProblemView:
    """Each member of problem documents with a name of its own: designated initialisers."""

    source: Safe
    members: tuple[Safe, ...]


def schemes_view(api: ir.Api, names: Names) -> tuple[SchemeView, ...]:
    """The security schemes, so that credentials can be given for them by name."""
    views = []
    for scheme in api.schemes:
        name, stated = names.schemes[scheme.name], view_docs.sentences(scheme.doc)
        token = (
            "A bearer token; the client's own token will do."
            if scheme.grant is None
            else (
                "A bearer token, which the client gets with its credentials or the application"
                " gives."
            )
        )
        sent = {
            "token": Safe(token),
            "basic": Safe("Username and password."),
            "authorization": code("Sent as `Authorization: {} …`.", text.prose(scheme.field)),
        }.get(scheme.kind)
        place = {"header": "header", "query": "query parameter", "cookie": "cookie"}[scheme.place]
        sent = (
            sent
            if sent is not None
            else code("A key, sent as {} {}.", Safe(place), text.span(scheme.field))
        )
        arguments = [text.view(scheme.name)]
        if scheme.kind == "key":
            arguments.append(code("restbind::location::{}", Safe(scheme.place)))
        if scheme.kind in ("key", "authorization"):
            arguments.append(text.view(scheme.field))
        if scheme.grant is not None:
            texts = (scheme.grant.url, " ".join(scheme.grant.scopes))
            arguments += [
                *(filters.several(text.view_lines(part, text.WIDTH - 4)) for part in texts),
                code(
                    "restbind::http::client_authentication::{}", Safe(scheme.grant.authentication)
                ),
                code("std::chrono::seconds({})", scheme.grant.lifetime_seconds),
                code("std::chrono::seconds({})", scheme.grant.renew_before_seconds),
            ]
        kind = (
            {"token": "bearer", "key": "api_key", "authorization": "http"}.get(
                scheme.kind, scheme.kind
            )
            if scheme.grant is None
            else "oauth2"
        )
        doc = text.doc(
            [*stated, sent],
            0,
            [*view_docs.deprecated(scheme.doc), view_docs.source(scheme.pointer)],
        )
        views.append(SchemeView(doc, Safe(kind), name, tuple(arguments)))
    return tuple(views)


def problem_view(stated: ir.ProblemFormat) -> ProblemView:
    """The constant to which `info` of each operation points."""
    members = {
        ".code": stated.code,
        ".error_count": stated.error_count,
        ".errors": stated.errors,
        ".error_field": stated.error_field,
        ".error_message": stated.error_message,
        ".trace_id": stated.trace_id,
        ".timestamp": stated.timestamp,
    }
    rows = tuple(
        code("{} = {}", Safe(name), text.view(value)) for name, value in members.items() if value
    )
    return ProblemView(text.span(stated.pointer), rows)
