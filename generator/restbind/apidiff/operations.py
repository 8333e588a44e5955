# SPDX-License-Identifier: BSL-1.0
"""The changes of operations, and of the clients that they stand in."""

from __future__ import annotations

from restbind import ir
from restbind.apidiff import texts
from restbind.apidiff.comparison import Comparison
from restbind.apidiff.pairs import members
from restbind.apidiff.side import placeholders
from restbind.views.tags import is_wanted


def _is_same_path(old: str, new: str) -> bool:
    """Nothing but names of placeholders is another, and no name stands for another value."""
    (shape, names), (other, others) = placeholders(old), placeholders(new)
    return shape == other and all(
        name == two or (name not in others and two not in names) for name, two in zip(names, others)
    )


def compare_operations(both: Comparison) -> None:
    """Adds the changes of all operations."""
    for operation in both.old.api.operations:
        name = str(both.old.names.operations[operation.id])
        other = both.pairs.get(operation.id)
        if other is None:
            both.say(
                "D108",
                name,
                f"{operation.method.upper()} {operation.path}",
                texts.NOTHING,
                operation.pointer,
                gone=True,
            )
            continue
        both.differ("D109", name, name, str(both.new.names.operations[other.id]), other.pointer)
        _operation(both, operation, other, str(both.new.names.operations[other.id]))
    kept = {operation.id for operation in both.pairs.values()}
    for operation in both.new.api.operations:
        if operation.id not in kept:
            both.say(
                "D304",
                str(both.new.names.operations[operation.id]),
                texts.NOTHING,
                f"{operation.method.upper()} {operation.path}",
                operation.pointer,
            )


def _operation(both: Comparison, old: ir.Operation, new: ir.Operation, name: str) -> None:
    at = new.pointer
    are_errors_same = _signature(both, old, new, name)
    bodies = old.body, new.body
    both.checked(f"{name}, request", old.checked, new.checked, at, bodies)
    _request(both, old, new, name)
    _body(both, old, new, name)
    _responses(both, old, new, name, are_errors_same)
    both.differ(
        "D210",
        name,
        texts.validation_problem(old.validation_problem),
        texts.validation_problem(new.validation_problem),
        at,
    )
    both.differ("D211", name, texts.retry(old), texts.retry(new), at)
    both.differ(
        "D212",
        name,
        texts.idempotency(old, both.old.types),
        texts.idempotency(new, both.new.types),
        at,
    )
    own = both.old.granted | both.new.granted
    both.differ(
        "D213",
        name,
        texts.security(old, both.old.scopes(old, own), both.renamed_schemes),
        texts.security(new, both.new.scopes(new, own), {}),
        at,
    )
    both.deprecated(name, old.doc, new.doc, at)


def _signature(both: Comparison, old: ir.Operation, new: ir.Operation, name: str) -> bool:
    """The types that C++ names of an operation. Gives whether those of its errors are the
    same.
    """
    at = new.pointer
    requests = (
        both.old.type(old.request_name) if old.request_name else "no_request",
        both.new.type(new.request_name) if new.request_name else "no_request",
    )
    both.compare_types("D110", name, *requests, at)
    if both.compare_types(
        "D111", name, both.old.types.spell(old.response), both.new.types.spell(new.response), at
    ):
        both.told_apart(name, old.response, new.response, at)
    return both.compare_types(
        "D111",
        f"{name}, errors",
        texts.errors(both.old.types, old),
        texts.errors(both.new.types, new),
        at,
    )


def _request(both: Comparison, old: ir.Operation, new: ir.Operation, name: str) -> None:
    """Where a request goes, and its parameters."""
    at = new.pointer
    path = new.path if _is_same_path(old.path, new.path) else old.path
    both.differ(
        "D208", name, f"{old.method.upper()} {path}", f"{new.method.upper()} {new.path}", at
    )
    for before, after in _same_parameters(both, old, new):
        _parameter(both, before, after, f"{name}, parameter {after.wire_name}")
    for parameter in sorted(both.settings):
        gone, added = _setting(old, parameter), _setting(new, parameter)
        if gone is not None and added is None:
            both.say("D208", f"{name}, parameter {gone.wire_name}", gone.place, texts.NOTHING, at)
        elif gone is None and added is not None:
            both.say("D208", f"{name}, parameter {added.wire_name}", texts.NOTHING, added.place, at)
    both.differ(
        "D208",
        f"{name}, server",
        both.renamed_servers.get(old.server, old.server) or "the base address",
        new.server or "the base address",
        at,
    )


def _setting(operation: ir.Operation, name: str) -> ir.Parameter | None:
    """The parameter of an operation that the client gives, by the name in the client."""
    return next((given for given in operation.parameters if given.client_name == name), None)


def _body(both: Comparison, old: ir.Operation, new: ir.Operation, name: str) -> None:
    if old.body is None or new.body is None:
        return
    both.differ(
        "D208",
        f"{name}, body",
        *texts.twice(texts.body, old.body_format, new.body_format),
        new.pointer,
    )
    # Beside parameters it is a member of the request, which is compared as such.
    if all(parameter.client_name for side in (old, new) for parameter in side.parameters):
        both.differ(
            "D115" if new.body_required else "D204",
            f"{name}, body",
            "required" if old.body_required else "optional",
            "required" if new.body_required else "optional",
            new.pointer,
        )


def _responses(
    both: Comparison, old: ir.Operation, new: ir.Operation, name: str, are_errors_same: bool
) -> None:
    """Which statuses, media types and headers come. are_errors_same: the types of errors
    are.
    """
    at = new.pointer
    successes = texts.successes(old), texts.successes(new)
    if successes[0] == successes[1]:  # beside the media types of what is read, which is asked for
        asked = texts.twice(texts.accept, old, new)
        successes = (
            f"{successes[0]}, asked for as {asked[0]}",
            f"{successes[1]}, asked for as {asked[1]}",
        )
    both.differ("D209", name, *successes, at)
    statuses = texts.twice(
        lambda side: sorted(response.status for response in side.error_responses), old, new
    )
    both.differ("D209", f"{name}, errors", *statuses, at)
    if are_errors_same and statuses[0] == statuses[1]:
        held = texts.held_by_errors(old, both.spell_old), texts.held_by_errors(new, both.spell_new)
        both.differ("D209", f"{name}, errors", *held, at)
    headers = [texts.headers(side) for side in (old, new)]
    both.differ(
        "D223",
        name,
        [said for header, said in headers[0].items() if header not in headers[1]],
        [],
        at,
    )
    both.differ(
        "D309",
        name,
        [],
        [said for header, said in headers[1].items() if header not in headers[0]],
        at,
    )


def _parameter(both: Comparison, old: ir.Parameter, new: ir.Parameter, entity: str) -> None:
    both.differ("D208", entity, old.place, new.place, new.pointer)
    if old.place == new.place and (
        old.style and new.style or both.spell_old(old.type) == both.spell_new(new.type)
    ):  # else the type says it
        both.differ("D208", entity, texts.style(old), texts.style(new), new.pointer)
    both.default(entity, old, new)


def _same_parameters(
    both: Comparison, old: ir.Operation, new: ir.Operation
) -> list[tuple[ir.Parameter, ir.Parameter]]:
    """Those that each call gives. Those of the client are told once."""
    kept = {
        (parameter.place, parameter.wire_name): parameter for parameter in old.parameters
    }  # by the place and name of the new one
    before, after = both.old.named.get(old.request_name), both.new.named.get(new.request_name)
    if isinstance(before, ir.Model) and isinstance(after, ir.Model):
        for wires in members(both.old, both.new, before, after).items():
            gone, added = both.old.parameter(before, wires[0]), both.new.parameter(after, wires[1])
            if gone is not None and added is not None:
                kept[added.place, added.wire_name] = gone
    by_name = {parameter.wire_name: parameter for parameter in reversed(old.parameters)}
    found = []
    for parameter in new.parameters:
        twin = kept.get((parameter.place, parameter.wire_name)) or by_name.get(parameter.wire_name)
        if twin is not None and parameter.client_name not in both.settings:
            found.append((twin, parameter))
    return found


def compare_clients(both: Comparison) -> None:
    """The clients in which the operations stand, if there are any of tags in the old version,
    and what these call them.
    """
    if not is_wanted(both.old.api, both.split):
        return
    clients = both.old.clients(both.split), both.new.clients(both.split)
    kept = {client for client, _ in clients[1].values()}
    remaining: dict[
        str, list[tuple[str, ir.Operation]]
    ] = {}  # by old client: its operations, with their old id
    for id_, operation in both.pairs.items():
        remaining.setdefault(clients[0][id_][0], []).append((id_, operation))
    for client, inside in remaining.items():
        others = {clients[1][operation.id][0] for _, operation in inside}
        is_told = client not in kept and len(others) == 1
        if is_told:
            both.say("D119", client, client, others.pop(), inside[0][1].pointer)
        for id_, operation in inside:
            name = str(both.new.names.operations[operation.id])
            (_, before), (other, after) = clients[0][id_], clients[1][operation.id]
            is_called_otherwise = (
                before != after and both.old.names.operations[id_] == name
            )  # which is no news of another name
            sides = (
                (f"{client}::{before}", f"{other}::{after}")
                if is_called_otherwise
                else (client, other)
            )
            if client != other and not is_told:
                both.say("D119", name, *sides, operation.pointer)
            elif is_called_otherwise:
                both.say("D109", sides[0], *sides, operation.pointer)
