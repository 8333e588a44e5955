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
    old = {one.name: one for one in both.old.api.client_parameters}
    new = {one.name: one for one in both.new.api.client_parameters}
    for key, one in old.items():
        name = f"parameters::{both.old.names.parameters[key]}"
        if key not in new:
            both.say("D112", name, one.wire_name, texts.NOTHING, one.pointer, gone=True)
            continue
        other = new[key]
        if sent_as(one) != sent_as(other):
            both.say(
                "D214",
                name,
                f"{one.place} {one.wire_name}",
                f"{other.place} {other.wire_name}",
                other.pointer,
            )
        both.deprecated(name, one.doc, other.doc, other.pointer)
        wires = (one.wire_name, other.wire_name) if sent_as(one) == sent_as(other) else ("", "")
        both.differ("D203", name, one.default, other.default, other.pointer)
        both.limits(name, one.constraints, other.constraints, other.pointer, wires=wires)
    for key, one in new.items():
        if key not in old:
            both.say(
                "D305" if one.default is not None else "D115",
                f"parameters::{both.new.names.parameters[key]}",
                texts.NOTHING,
                f"{one.place} {one.wire_name}",
                one.pointer,
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
    old, new = ({one.name: one for one in side.api.schemes} for side in (both.old, both.new))
    for name, one in old.items():
        entity = f"schemes::{both.old.names.schemes[name]}"
        if name in both.renamed_schemes:
            other = new[both.renamed_schemes[name]]
            both.say(
                "D117",
                entity,
                texts.scheme(one),
                f"schemes::{both.new.names.schemes[other.name]}: {texts.scheme(other)}",
                other.pointer,
            )
            continue
        if name not in new:
            both.say("D117", entity, texts.scheme(one), texts.NOTHING, one.pointer, gone=True)
            continue
        both.deprecated(entity, one.doc, new[name].doc, new[name].pointer)
        if not is_same_scheme(one, new[name]):
            both.say("D220", entity, texts.scheme(one), texts.scheme(new[name]), new[name].pointer)
    old |= {
        both.renamed_schemes[name]: one for name, one in old.items() if name in both.renamed_schemes
    }
    for (
        name,
        one,
    ) in new.items():  # how tokens are asked for says nothing more where no token is sent any more
        before = old.get(name)
        if before is None or is_same_scheme(before, one):
            earlier = before.grant if before is not None else None
            stated = one.grant or earlier
            both.differ(
                "D215",
                f"schemes::{both.new.names.schemes[name]}",
                *texts.twice(texts.grant, earlier, one.grant),
                stated.pointer if stated else "#",
                gone=one.grant is None,
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
    old, new = ({one.name: one for one in side.api.servers} for side in (both.old, both.new))
    names = both.old.names.servers, both.new.names.servers
    for key, one in old.items():
        entity = f"servers::{names[0][key]}"
        other = new.get(key)
        if other is not None:
            both.differ("D221", entity, texts.server(one), texts.server(other), other.pointer)
        elif key in both.renamed_servers:
            other = new[both.renamed_servers[key]]
            both.say(
                "D118",
                entity,
                texts.server(one),
                f"servers::{names[1][other.name]}: {texts.server(other)}",
                other.pointer,
            )
        else:
            both.say("D118", entity, texts.server(one), texts.NOTHING, one.pointer, gone=True)
    told = {one.server for one in both.new.api.operations} | set(both.renamed_servers.values())
    for key, one in new.items():
        if key not in old and key not in told:
            both.say(
                "D308", f"servers::{names[1][key]}", texts.NOTHING, texts.server(one), one.pointer
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
    old, new = (
        {one.name: one.pointer for one in side.api.environments} for side in (both.old, both.new)
    )
    for name, pointer in old.items():
        if name not in new:
            both.say("D113", f"environment::{name}", name, texts.NOTHING, pointer, gone=True)
    for name, pointer in new.items():
        if name not in old:
            both.say("D306", f"environment::{name}", texts.NOTHING, name, pointer)


def _codes(both: Comparison) -> None:
    old, new = ({one.name: one for one in side.api.error_codes} for side in (both.old, both.new))
    by_number = {one.code: one for one in new.values()}
    for name, one in old.items():
        entity = f"error_code::{name}"
        other = new.get(name)
        if other is None:
            twin = by_number.get(one.code)
            both.say(
                "D114",
                entity,
                one.code,
                f"error_code::{twin.name}" if twin else texts.NOTHING,
                (twin or one).pointer,
                twin is None,
            )
            continue
        both.differ("D206", entity, one.code, other.code, other.pointer)
        operation = both.pairs[one.operation].id if one.operation in both.pairs else one.operation
        both.differ(
            "D207",
            entity,
            [*sorted(one.statuses), operation],
            [*sorted(other.statuses), other.operation],
            other.pointer,
        )
    for name, one in new.items():
        if name not in old and one.code not in {other.code for other in old.values()}:
            both.say("D307", f"error_code::{name}", texts.NOTHING, one.code, one.pointer)


def _assumptions(both: Comparison) -> None:
    old, new = (list(side.api.assumptions) for side in (both.old, both.new))
    stated = {one.text for one in new}
    by_pointer = {one.pointer: one for one in new if one.text not in {other.text for other in old}}
    for one in old:
        if one.text in stated:
            continue
        other = by_pointer.pop(one.pointer, None)
        name = " ".join(one.ids) or "an assumption"
        if other is not None:
            both.say("D403", name, one.text, other.text, one.pointer)
        else:
            here = both.new._documents.at(one.pointer) is not None
            both.say(
                "D401",
                name,
                one.text,
                "stated" if here else texts.NOTHING,
                one.pointer,
                gone=not here,
            )
    for one in by_pointer.values():
        both.say("D402", " ".join(one.ids) or "an assumption", texts.NOTHING, one.text, one.pointer)
