# SPDX-License-Identifier: BSL-1.0
"""The types of requests: the parameters of an operation and its body as one model, or the body
alone.
"""

from __future__ import annotations

from dataclasses import replace

from restbind import ir
from restbind.lower.client_parameters import ClientParameters
from restbind.lower.parameters import checked_at, finish_parameter, member_of, with_missing
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import OperationDraft, Requests
from restbind.naming import pascal

# Whether a body must be there, and whether it may be null.
_PRESENCES = {
    (True, False): "required",
    (True, True): "nullable",
    (False, False): "optional",
    (False, True): "optional_nullable",
}


def finish_requests(context: Context) -> Requests:
    """The parameters of each operation, and the models that are made of them; needed before rules
    are checked.
    """
    settings = ClientParameters(context)
    found = Requests({}, {}, {}, ())
    for draft in context.found.operations.drafts:
        parameters = found.parameters[draft.id] = []
        members = []
        for given in draft.parameters:
            must = checked_at(context, given.shape, given.type, given.wire_name)
            parameter = finish_parameter(context, given, must)
            parameters.append(parameter)
            if parameter.client_name:
                settings.add(parameter, given.at)
            else:
                members.append(member_of(context, parameter, given, must))
        if members:
            found.names[draft.id] = _model(context, draft, members)
        else:
            found.names[draft.id] = _sole_body(context, draft, found.nullable)
    return replace(found, client_parameters=settings.all())


def _model(context: Context, draft: OperationDraft, members: list[ir.Member]) -> str:
    """The name of the model that is made of the per-call parameters and the body."""
    if draft.sent is not None:
        member = ir.Member(
            "body",
            draft.sent.type,
            _PRESENCES[draft.body_required, draft.sent.nullable],
            None,
            checked_body(context, draft),
            ir.Doc(description="The body of the request."),
            f"{draft.at.pointer}/requestBody",
        )
        members.append(with_missing(context, member, draft.sent.shape))
    places = [given.place for given in draft.parameters if not given.client_name]
    members = _distinct(members, places)
    name = pascal(draft.named_after, "Request")
    if name in context.checks.names:
        name = pascal(draft.named_after, "Parameters")
    name = context.claim(name, draft.at)
    context.found.named[name] = ir.Model(
        name,
        tuple(members),
        (),
        False,
        ir.Doc(description=f"What a call of {draft.id} takes."),
        draft.at.pointer,
    )
    return name


def _distinct(members: list[ir.Member], places: list[str]) -> list[ir.Member]:
    """Parameters of one name in several places, or called as the body: those behind the first are
    called after their place.
    """
    taken = {members[-1].wire_name} if len(members) > len(places) else set()
    found = []
    for member, place in zip(members, places):
        name, number = member.wire_name, 1
        while name in taken:
            name = f"{member.wire_name}-{place}" + (f"-{number}" if number > 1 else "")
            number += 1
        taken.add(name)
        found.append(replace(member, wire_name=name))
    return [*found, *members[len(places) :]]


def _sole_body(context: Context, draft: OperationDraft, nullable: dict[str, str]) -> str:
    """The name of the request that is nothing but a body, '' without one."""
    sent = draft.sent
    if sent is None:
        return ""
    body = sent.type.name
    if sent.schema is None or not sent.nullable:
        return body
    if body not in nullable:
        name = nullable[body] = context.claim(pascal("Nullable", body), sent.schema)
        context.found.named[name] = ir.Alias(
            name,
            ir.Nullable(sent.type),
            ir.Doc(description=f"{body}, or null."),
            sent.schema.pointer,
        )
    return nullable[body]


def checked_body(context: Context, draft: OperationDraft) -> ir.Checked:
    """What the body of a request must fulfil."""
    sent = draft.sent
    return checked_at(context, sent.shape, sent.type, "body") if sent else ir.Checked()
