# SPDX-License-Identifier: BSL-1.0
"""Webhooks and callbacks: what the service sends to the application, as models. Nothing that
receives it is generated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from restbind import ir
from restbind.lower.schema.context import Context, media_types
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import OperationDraft
from restbind.lower.schema.equality import have_same_schema
from restbind.lower.types import build
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.http import METHODS
from restbind.spec.media_types import essence, is_json


def lower_incoming(
    context: Context, operations: Iterable[OperationDraft]
) -> tuple[ir.Incoming, ...]:
    """All of them. operations: those that are generated."""
    found: dict[Cursor, list[ir.Incoming]] = {}
    for hint, item, about in (*_webhooks(context), *_callbacks(operations)):
        target = item.follow()
        if target is None:
            continue
        known = found.get(target)
        if known is None:
            found[target] = list(_of_item(context, target, hint, about))
            continue
        for place, incoming in enumerate(known):  # another operation asks for it, too
            asking = dict.fromkeys((*incoming.operations, *about.operations))
            known[place] = replace(incoming, operations=tuple(asking))
    return tuple(incoming for known in found.values() for incoming in known)


def _of_item(
    context: Context, item: Cursor, hint: str, about: ir.Incoming
) -> Iterator[ir.Incoming]:
    """What a path item describes, by its methods."""
    listed = [(method, item[method]) for method in METHODS if item.has(method)]
    listed += item.table("additionalOperations")
    usable: list[tuple[str, Cursor]] = []
    for method, stated in listed:
        at = stated.follow() if method != "trace" else None
        if at is not None and at.kind == "object":
            usable.append((method, at))
    has_several = sum(at.has("requestBody") for _, at in usable) > 1
    for method, at in usable:
        words = [hint, method, "Payload"] if has_several else [hint, "Payload"]
        has_body = at.has("requestBody")
        payload = _lower_payload(context, at, pascal(*words)) if has_body else ""
        yield _incoming(about, method, at, payload)


def _incoming(about: ir.Incoming, method: str, at: Cursor, payload: str) -> ir.Incoming:
    responses = []
    for status, listed in at.table("responses"):
        response = listed.follow()
        if response is not None and not status.startswith("x-"):
            responses.append((status, response.text("description")))
    return replace(
        about,
        method=method,
        payload=payload,
        responses=tuple(responses),
        doc=doc_of(at),
        pointer=at.pointer,
    )


def _webhooks(context: Context) -> Iterator[tuple[str, Cursor, ir.Incoming]]:
    for name, item in context.document.root.table("webhooks"):
        if not name.startswith("x-"):
            yield name, item, ir.Incoming(name)


def _callbacks(
    operations: Iterable[OperationDraft],
) -> Iterator[tuple[str, Cursor, ir.Incoming]]:
    """Their types are named after the operation that asks for them, or as components after
    themselves."""
    for operation in operations:
        for name, callback in operation.at.table("callbacks"):
            target = callback.follow()
            hint = pascal(operation.id, name)
            if target is not None and callback.has("$ref"):
                hint = target.pointer.rsplit("/", 1)[-1]
            for expression, item in target.items() if target is not None else ():
                if not expression.startswith("x-") and item.kind == "object":
                    yield hint, item, ir.Incoming(name, expression, (operation.id,))


def _lower_payload(context: Context, at: Cursor, hint: str) -> str:
    """The name of the payload's type; '' for one that is no JSON."""
    body = at["requestBody"].follow()
    if body is None or body.kind != "object":
        return ""  # what is wrong with it has been reported
    media = _media_of(context, body)
    if media is None:
        return ""
    schema = media.get("schema")
    type_: ir.Type = ir.ANY
    if schema is not None:
        type_ = build.lower_type(context, schema, hint)
        if type_ == ir.Ref(hint):
            context.found.responses.append((schema, type_))
            return hint
    doc = doc_of(at)
    if not doc.summary and not doc.description:
        doc = ir.Doc(description="What the service sends.")
    return context.name_type(hint, type_, doc, schema, media)


def _media_of(context: Context, body: Cursor) -> Cursor | None:
    """The JSON that a payload is read as; others are told. None where it is none."""
    found = media_types(body.get("content"))
    usable = [(name, media) for name, media in found if is_json(name)]
    if not usable:
        names = ", ".join(f"`{name}`" for name, _ in found)
        if found:
            body.report("RB039", f"the payload is {names} and no JSON; no model is made of it")
        return None
    usable.sort(key=lambda named: essence(named[0]) != "application/json")
    best, media = usable[0]
    alike = [name for name, other in usable if have_same_schema(context, media, other)]
    for name, other in body.table("content"):
        if name not in alike:
            other.report(
                "RB058",
                f"`{name}` is not generated; the type of the payload is made of `{best}`",
            )
    return media
