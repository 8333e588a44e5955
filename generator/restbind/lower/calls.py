# SPDX-License-Identifier: BSL-1.0
"""Operations as the IR has them, once all types are known."""

from __future__ import annotations

from restbind import ir
from restbind.lower import extensions
from restbind.lower.idempotency import idempotency_of
from restbind.lower.requests import checked_body
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import OperationDraft, Requests
from restbind.source.refs import Cursor
from restbind.spec.lost_keys import lost_keys, lost_of_item


def finish_calls(context: Context) -> tuple[ir.Operation, ...]:
    """All operations that are generated, with their limits, rules, retries and security, in the
    order of their drafts.
    """
    stated = context.document.root.get("x-restbind-retry")
    retry = extensions.lower_retry(stated, None)
    unapplied = extensions.lower_unapplied(stated, ())
    return tuple(
        _finish_one(context, draft, retry, unapplied) for draft in context.found.operations.drafts
    )


def _finish_one(
    context: Context, draft: OperationDraft, retry: ir.Retry | None, unapplied: tuple[int, ...]
) -> ir.Operation:
    """retry, unapplied: what holds for the document."""
    at, requests, security = draft.at, context.found.requests, draft.security
    request = requests.names[draft.id]
    idempotency = idempotency_of(context, at, draft.method, request)
    return ir.Operation(
        id=draft.id,
        method=draft.method,
        path=draft.path,
        tags=tuple(tag.written for tag in at.texts("tags")),
        parameters=tuple(requests.parameters[draft.id]),
        request_name=request,
        body=draft.body,
        response=draft.responses.response,
        success_status=draft.responses.success_status,
        error_responses=draft.responses.error_responses,
        idempotency=idempotency.class_,
        responses=draft.responses.responses,
        errors=draft.responses.errors,
        accept=draft.responses.accept,
        accept_choices=draft.responses.accept_choices,
        accept_errors=draft.responses.accept_errors,
        response_headers=draft.responses.headers,
        idempotent_when=idempotency.when,
        idempotency_assumed=idempotency.is_assumed,
        idempotency_key=draft.key,
        after_loss=extensions.lower_after_loss(at.get("x-restbind-after-loss")),
        retry=extensions.lower_retry(at.get("x-restbind-retry"), retry),
        unapplied=extensions.lower_unapplied(at.get("x-restbind-retry"), unapplied),
        validation_problem=extensions.lower_validation_problem(
            at.get("x-restbind-validation-problem"), set(dict(at.table("responses")))
        ),
        secured=security.by_token,
        doc=doc_of(at),
        pointer=at.pointer,
        success_doc=_success_doc(draft),
        security=security.alternatives,
        scopes=security.scopes,
        server=draft.server,
        fragment=draft.fragment,
        called=draft.called,
        body_format=draft.sent.format if draft.sent is not None else ir.JSON_BODY,
        body_required=draft.body_required or draft.sent is None,
        checked=_checked(context, draft, requests),
    )


def _checked(context: Context, draft: OperationDraft, requests: Requests) -> ir.Checked:
    """What a request that is a body must fulfil, what a model checks itself aside."""
    if draft.body is None or requests.names[draft.id] not in (
        draft.body.name,
        requests.nullable.get(draft.body.name),
    ):
        return ir.Checked()
    return checked_body(context, draft)


def _success_doc(draft: OperationDraft) -> ir.Doc | None:
    """What the document says about the response that means success."""
    responses = dict(draft.at.table("responses"))
    for status in (str(draft.responses.success_status), "2XX", "3XX", "default"):
        if status in responses:
            at = responses[status].follow()
            return doc_of(at) if at is not None else None
    return None


def parts_of_items(context: Context) -> dict[str, tuple[Cursor, ...]]:
    """By id: what an operation has from its path item, what is lost beside a `$ref` to it, the
    security schemes that it names, and the keys around it that lose what they say of it."""
    operations = context.found.operations
    of_document = list(lost_keys("root", context.document.root))
    found = {}
    for operation in operations.found:
        at, item = operation.at, operation.item
        parts = [item[key] for key in ("parameters", "servers") if item.has(key)]
        parts += [*operation.lost, *of_document, *lost_of_item(item)]
        if at.kind == "object":
            parts += [*operation.security.unserved, *operation.security.lost]
        found[operation.id] = tuple(parts)
    return found
