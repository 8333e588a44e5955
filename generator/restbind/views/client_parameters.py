# SPDX-License-Identifier: BSL-1.0
"""Views of the parameters of a client, which it sends with each request that takes them."""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import Place
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import docs as view_docs

_PLACES = {
    "header": "Sent as header {}.",
    "path": "Path segment {}, escaped where it is sent.",
    "query": "Query parameter {}.",
}


# By place: what a value is, what must be true of it, and which headers know that.
_SENT = {
    "header": (
        "header",
        "must not be empty and holds printable ASCII only",
        {"<restbind/http/detail/text.hpp>", "<restbind/http/headers.hpp>"},
    ),
    "path": (
        "path segment",
        "must be UTF-8 and neither empty nor . or ..",
        {"<restbind/core/detail/utf8.hpp>"},
    ),
    "query": ("query parameter", "must be UTF-8", {"<restbind/core/detail/utf8.hpp>"}),
}


@dataclass(frozen=True)
class ParameterCheckView:
    """A limit of a client's parameter: the condition that keeps it, and what is said else."""

    condition: Safe
    message: Safe


@dataclass(frozen=True)
class ParameterView:
    """A parameter of the client. wire_name: how the document calls it. unsendable: what is said
    of a value that cannot be sent in its place.
    """

    doc: Safe
    marks: Safe
    name: Safe
    wire_name: Safe
    initialiser: Safe
    place: Safe
    unsendable: Safe
    checks: tuple[ParameterCheckView, ...]


def parameter_view(parameter: ir.ClientParameter, types: Types, headers: set[str]) -> ParameterView:
    """The view of a parameter. headers: gets those that its checks need."""
    name = types.names.parameters[parameter.name]
    stated = view_docs.sentences(parameter.doc)
    facts = [code(_PLACES[parameter.place], text.span(parameter.wire_name))]
    for limit in parameter.constraints:
        words = view_docs.limit(limit, ir.Scalar("string"), types)
        facts.append(Safe(f"{words[0].upper()}{words[1:]}."))
    facts.append(
        Safe("Required.")
        if parameter.default is None
        else code("Default: {}.", text.span(parameter.default))
    )
    doc = text.doc(
        [*stated, text.join(" ", facts), *view_docs.assumed(parameter.doc)],
        4,
        [view_docs.source(parameter.pointer)],
    )
    initialiser = (
        Safe("{}") if parameter.default is None else code(" = {}", text.owned(parameter.default))
    )
    what, wrong, needed = _SENT[parameter.place]
    headers |= needed
    return ParameterView(
        doc,
        view_docs.marks(parameter.doc),
        name,
        text.view(parameter.name),
        initialiser,
        Safe(parameter.place),
        text.long_view(f"{parameter.name} ({what} {parameter.wire_name}) {wrong}"),
        tuple(_checks(parameter, name, types, headers)),
    )


def _checks(
    parameter: ir.ClientParameter, name: Safe, types: Types, headers: set[str]
) -> list[ParameterCheckView]:
    """What refuses a value that breaks a limit."""
    found = []
    for limit in parameter.constraints:
        is_length = limit.keyword == "minLength" and limit.limits[0] in ("0", "1")
        if is_length and parameter.place != "query":
            continue  # refused already, because it cannot be sent
        condition = types.holds(limit, ir.Scalar("string"), Place(name, code("{}.", name)))
        if condition is not None:
            headers |= {"<restbind/core/detail/utf8.hpp>", *condition.headers}
            found.append(ParameterCheckView(condition.text, text.long_view(limit.message)))
    return found
