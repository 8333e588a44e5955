# SPDX-License-Identifier: BSL-1.0
"""What changes for a client as a whole: its parameters, environments, security schemes, servers,
error codes, and what is assumed.
"""

from __future__ import annotations

from restbind.apidiff import texts
from restbind.apidiff.comparison import Comparison
from restbind.apidiff.pairs import is_same_scheme
from restbind.apidiff.side import Side, sent_as


def compare_service(both: Comparison) -> None:
    """Adds the changes of the client as a whole to `both.found`."""
    _client(both)
    _codes(both)
    _assumptions(both)


def _client(both: Comparison) -> None:
    old = {parameter.name: parameter for parameter in both.old.api.client_parameters}
    new = {parameter.name: parameter for parameter in both.new.api.client_parameters}
    for key, parameter in old.items():
        name = f"parameters::{both.old.names.parameters[key]}"
        if key not in new:
            both.say("D112", name, parameter.wire_name, texts.NOTHING, parameter.pointer, gone=True)
            continue
        other = new[key]
        if sent_as(parameter) != sent_as(other):
            both.say(
                "D214",
                name,
                f"{parameter.place} {parameter.wire_name}",
                f"{other.place} {other.wire_name}",
                other.pointer,
            )
        both.deprecated(name, parameter.doc, other.doc, other.pointer)
        wires = (
            (parameter.wire_name, other.wire_name)
            if sent_as(parameter) == sent_as(other)
            else ("", "")
        )
        both.differ("D203", name, parameter.default, other.default, other.pointer)
        both.limits(name, parameter.constraints, other.constraints, other.pointer, wires=wires)
    for key, parameter in new.items():
        if key not in old:
            both.say(
                "D305" if parameter.default is not None else "D115",
                f"parameters::{both.new.names.parameters[key]}",
                texts.NOTHING,
                f"{parameter.place} {parameter.wire_name}",
                parameter.pointer,
            )
    _environments(both)
    _schemes(both)
    _servers(both)
    formats = both.old.api.problem, both.new.api.problem
    both.differ(
        "D219",
        "problem_members",
        *texts.twice(texts.problem, *formats),
        next((stated.pointer for stated in reversed(formats) if stated), "#"),
        gone=formats[1] is None,
    )
    both.differ(
        "D219",
        "trace headers",
        *texts.twice(_trace_headers, both.old, both.new),
        "#/x-restbind-trace-headers",
        gone=not both.new.api.trace_headers,
    )


def _trace_headers(side: Side) -> str:
    return ", ".join(side.api.trace_headers).lower() or "the usual ones"


def _schemes(both: Comparison) -> None:
    old = {scheme.name: scheme for scheme in both.old.api.schemes}
    new = {scheme.name: scheme for scheme in both.new.api.schemes}
    for name, scheme in old.items():
        entity = f"schemes::{both.old.names.schemes[name]}"
        if name in both.renamed_schemes:
            other = new[both.renamed_schemes[name]]
            both.say(
                "D117",
                entity,
                texts.scheme(scheme),
                f"schemes::{both.new.names.schemes[other.name]}: {texts.scheme(other)}",
                other.pointer,
            )
            continue
        if name not in new:
            both.say("D117", entity, texts.scheme(scheme), texts.NOTHING, scheme.pointer, gone=True)
            continue
        both.deprecated(entity, scheme.doc, new[name].doc, new[name].pointer)
        if not is_same_scheme(scheme, new[name]):
            both.say(
                "D220", entity, texts.scheme(scheme), texts.scheme(new[name]), new[name].pointer
            )
    old |= {
        both.renamed_schemes[name]: scheme
        for name, scheme in old.items()
        if name in both.renamed_schemes
    }
    for (
        name,
        scheme,
    ) in new.items():  # how tokens are asked for says nothing more where no token is sent any more
        before = old.get(name)
        if before is None or is_same_scheme(before, scheme):
            earlier = before.grant if before is not None else None
            stated = scheme.grant or earlier
            both.differ(
                "D215",
                f"schemes::{both.new.names.schemes[name]}",
                *texts.twice(texts.grant, earlier, scheme.grant),
                stated.pointer if stated else "#",
                gone=scheme.grant is None,
            )
    flows = both.old.flows(), both.new.flows()
    for name, (words, pointer) in flows[1].items():
        if name in flows[0] and words and flows[0][name][0]:
            both.differ(
                "D215",
                f"schemes::{both.new.names.schemes.get(name, name)}",
                flows[0][name][0],
                words,
                pointer,
            )


def _servers(both: Comparison) -> None:
    old = {server.name: server for server in both.old.api.servers}
    new = {server.name: server for server in both.new.api.servers}
    names = both.old.names.servers, both.new.names.servers
    for key, server in old.items():
        entity = f"servers::{names[0][key]}"
        other = new.get(key)
        if other is not None:
            both.differ("D221", entity, texts.server(server), texts.server(other), other.pointer)
        elif key in both.renamed_servers:
            other = new[both.renamed_servers[key]]
            both.say(
                "D118",
                entity,
                texts.server(server),
                f"servers::{names[1][other.name]}: {texts.server(other)}",
                other.pointer,
            )
        else:
            both.say("D118", entity, texts.server(server), texts.NOTHING, server.pointer, gone=True)
    told = {operation.server for operation in both.new.api.operations} | set(
        both.renamed_servers.values()
    )
    for key, server in new.items():
        if key not in old and key not in told:
            both.say(
                "D308",
                f"servers::{names[1][key]}",
                texts.NOTHING,
                texts.server(server),
                server.pointer,
            )
    main = both.old.api.main_server, both.new.api.main_server
    if main[0] in old and main[0] in new and main[1] in new:
        both.differ(
            "D221",
            "use_document_servers",
            f"servers::{names[0][main[0]]}",
            f"servers::{names[1][main[1]]}",
            new[main[1]].pointer,
        )


def _environments(both: Comparison) -> None:
    old = {environment.name: environment.pointer for environment in both.old.api.environments}
    new = {environment.name: environment.pointer for environment in both.new.api.environments}
    for name, pointer in old.items():
        if name not in new:
            both.say("D113", f"environment::{name}", name, texts.NOTHING, pointer, gone=True)
    for name, pointer in new.items():
        if name not in old:
            both.say("D306", f"environment::{name}", texts.NOTHING, name, pointer)


def _codes(both: Comparison) -> None:
    old = {error_code.name: error_code for error_code in both.old.api.error_codes}
    new = {error_code.name: error_code for error_code in both.new.api.error_codes}
    by_number = {error_code.code: error_code for error_code in new.values()}
    for name, error_code in old.items():
        entity = f"error_code::{name}"
        other = new.get(name)
        if other is None:
            twin = by_number.get(error_code.code)
            both.say(
                "D114",
                entity,
                error_code.code,
                f"error_code::{twin.name}" if twin else texts.NOTHING,
                (twin or error_code).pointer,
                twin is None,
            )
            continue
        both.differ("D206", entity, error_code.code, other.code, other.pointer)
        operation = (
            both.pairs[error_code.operation].id
            if error_code.operation in both.pairs
            else error_code.operation
        )
        both.differ(
            "D207",
            entity,
            [*sorted(error_code.statuses), operation],
            [*sorted(other.statuses), other.operation],
            other.pointer,
        )
    for name, error_code in new.items():
        if name not in old and error_code.code not in {other.code for other in old.values()}:
            both.say(
                "D307", f"error_code::{name}", texts.NOTHING, error_code.code, error_code.pointer
            )


def _assumptions(both: Comparison) -> None:
    old, new = (list(side.api.assumptions) for side in (both.old, both.new))
    stated = {assumption.text for assumption in new}
    known = {assumption.text for assumption in old}
    by_pointer = {
        assumption.pointer: assumption for assumption in new if assumption.text not in known
    }
    for assumption in old:
        if assumption.text in stated:
            continue
        other = by_pointer.pop(assumption.pointer, None)
        name = " ".join(assumption.ids) or "an assumption"
        if other is not None:
            both.say("D403", name, assumption.text, other.text, assumption.pointer)
        else:
            here = both.new._documents.at(assumption.pointer) is not None
            both.say(
                "D401",
                name,
                assumption.text,
                "stated" if here else texts.NOTHING,
                assumption.pointer,
                gone=not here,
            )
    for assumption in by_pointer.values():
        both.say(
            "D402",
            " ".join(assumption.ids) or "an assumption",
            texts.NOTHING,
            assumption.text,
            assumption.pointer,
        )
