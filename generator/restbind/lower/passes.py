# SPDX-License-Identifier: BSL-1.0
"""The passes of lowering, in their order: each reads what those before it have found,
and writes fields of `Found` that no other one writes.

`tests/generator/test_passes.py` runs them and holds each to what its docstring says under Needs and
Gives.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

from restbind import ir, progress
from restbind.ir.variants import Variants, settle_all, settle_api
from restbind.lower import extensions
from restbind.lower.audit import balance
from restbind.lower.calls import finish_calls
from restbind.lower.constraints.members import finish_models
from restbind.lower.operations import find_operations
from restbind.lower.own import name_types, tell_unused
from restbind.lower.requests import finish_requests
from restbind.lower.response_only import (
    excuse_limits,
    keep_others,
    keep_others_of_responses,
    only_received,
)
from restbind.lower.rules import finish_rules as put_rules
from restbind.lower.schema import kinds
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of, schema_doc
from restbind.lower.schema.normalise import normalise
from restbind.lower.shared_files import report_shared_files
from restbind.lower.types import build, references
from restbind.lower.types.enums import merge_components
from restbind.lower.types.extra import keep_extra
from restbind.lower.types.recursion import break_circles
from restbind.lower.types.undecided import report_undecided
from restbind.lower.webhooks import lower_incoming
from restbind.source.refs import Cursor, reached

Pass = Callable[[Context], None]


def find_homes(context: Context) -> None:
    """Components that only name a schema of another file: that schema has their name.

    Gives: homes.
    """
    progress.phase("lowers the types")
    context.checks.names.update(context.document.components)
    references.find_homes(context, context.document.components)


def find_kinds(context: Context) -> None:
    """What discriminators say of the whole document: which schemas are types of their own, and by
    which values they are known.

    Needs: homes. Gives: kinds.
    """
    kinds.find_kinds(context)


def make_types(context: Context) -> None:
    """A type for each schema that operations, payloads and components lead to, one reference after
    the other.

    Needs: homes, kinds. Gives: types_made, members_made, targets, hints, places, shapes,
    alternatives, responses, undecided, files, operations, incoming.
    """
    found = context.found
    found.operations = find_operations(context)
    found.incoming = lower_incoming(context, found.operations.drafts)
    build.lower_waiting(context)
    _lower_components(context)
    report_shared_files(context, found.operations.drafts)


def settle_types(context: Context) -> None:
    """Types as C++ can hold them: alternatives without alternatives in them, names for what is
    shared, no type that holds itself, and space for what may be received besides.

    Needs: types_made, members_made, places, shapes, undecided, operations, incoming.
    Gives: types_settled, members_settled.
    """
    progress.phase("lowers members, rules and operations")
    found = context.found
    found.named = found.types_settled = dict(found.types_made)
    settled = {}
    for name, drafts in found.members_made.items():
        settled[name] = [replace(draft) for draft in drafts]
    found.drafts = found.members_settled = settled
    merge_components(context)
    name_types(context)
    _settle(context)
    report_undecided(context)
    break_circles(context)
    keep_extra(context)
    keep_others(context)


def find_received(context: Context) -> None:
    """Types that only come in responses: nothing of them is checked.

    Needs: types_settled, members_settled, operations, incoming. Gives: received.
    """
    context.found.received = only_received(context)


def finish_members(context: Context) -> None:
    """The members of models with presence, defaults and limits, and the models of requests.

    Needs: homes, kinds, targets, shapes, alternatives,
    types_settled, members_settled, operations, received. Gives: types_finished, requests.
    """
    context.found.named = context.found.types_finished = dict(context.found.types_settled)
    finish_models(context, context.found.received)
    context.found.requests = finish_requests(context)


def finish_rules(context: Context) -> None:
    """Models with their rules, as checked trees.

    Needs: shapes, types_finished. Gives: types_ruled.
    """
    context.found.named = context.found.types_ruled = dict(context.found.types_finished)
    put_rules(context)


def finish_operations(context: Context) -> None:
    """Operations with limits, security and retries.

    Needs: operations, requests, types_ruled, and what limits need: homes, kinds,
    targets, shapes, alternatives, members_settled. Gives: calls.
    """
    context.found.calls = finish_calls(context)


def make_api(context: Context) -> None:
    """The IR of the whole document.

    Needs: hints, operations, incoming, requests, types_ruled, calls. Gives: api.
    """
    found, root = context.found, context.document.root
    rank = {name: index for index, name in enumerate(context.document.components)}
    # Components first; the others stay as they were lowered.
    named = sorted(found.named.values(), key=lambda type_: rank.get(type_.name, len(rank)))
    info = root.get("info")
    api = ir.Api(
        title=info.scalar("title") if info is not None else "",
        version=info.scalar("version") if info is not None else "",
        doc=doc_of(info) if info is not None else ir.Doc(),
        file_name=os.path.basename(root.document.path),
        models=tuple(type_ for type_ in named if isinstance(type_, ir.Model)),
        enums=tuple(type_ for type_ in named if isinstance(type_, ir.Enum)),
        aliases=tuple(type_ for type_ in named if isinstance(type_, ir.Alias)),
        operations=found.calls,
        error_codes=extensions.lower_error_codes(
            context, {operation.id for operation in found.operations.found}
        ),
        client_parameters=found.requests.client_parameters,
        environments=extensions.lower_environments(context),
        assumptions=extensions.assumptions_of(root),
        schemes=found.operations.schemes,
        servers=found.operations.servers,
        main_server=found.operations.main_server,
        tags=extensions.tags_of(context),
        tag_names=extensions.names_of_tags(context),
        incoming=found.incoming,
        places=tuple((name, tuple(dict.fromkeys(hints))) for name, hints in found.hints.items()),
        judged=tuple(context.checks.judged.items()),
        problem=extensions.lower_problem(context),
        trace_headers=extensions.lower_trace_headers(context),
    )
    found.api = keep_others_of_responses(settle_api(api))
    tell_unused(context)


def balance_ledger(context: Context) -> None:
    """The proof that no assertion was forgotten.

    Needs: api, types_ruled, members_settled, places, responses, operations, received, and what
    limits need: homes, kinds, targets, shapes, alternatives. Gives: balance.
    """
    progress.phase("balances the ledger")
    found = context.found
    sent = found.operations.sent()
    found.balance = balance(context, sent)
    models = [
        at
        for name, shapes in found.shapes.items()
        if name not in found.received
        for at in shapes[0].parts
    ]
    excuse_limits(context, [*sent, *models], found.operations.responses())


PASSES: tuple[Pass, ...] = (
    find_homes,
    find_kinds,
    make_types,
    settle_types,
    find_received,
    finish_members,
    finish_rules,
    finish_operations,
    make_api,
    balance_ledger,
)


def _settle(context: Context) -> None:
    """The alternatives of aliases and members, now that all types are known."""
    named = context.found.named
    settle_all(named)
    variants = Variants(named)
    for name in context.found.drafts:
        context.found.change_types(name, variants.settled)


def _lower_components(context: Context) -> None:
    """Components that no operation uses, but for those that only describe problem documents."""
    components = context.document.components
    problems = [at for at in components.values() if at.is_true("x-restbind-problem")]
    hidden = {at for at in reached(problems, Cursor.resolve)}
    for name, at in components.items():
        if at in hidden and at not in context.found.targets:
            continue
        type_ = references.reference(context, at, name)
        if isinstance(type_, ir.Ref) and type_.name != name:  # a YAML alias of another component
            context.found.named[name] = ir.Alias(name, type_, schema_doc(normalise(at)), at.pointer)
            context.found.places[name] = at
        build.lower_waiting(context)
