"""Request bodies: which media type is used."""

from __future__ import annotations

from restbind import ir
from restbind.lower import types
from restbind.lower.context import Context, doc_of, pascal
from restbind.media import essence, is_json
from restbind.refs import Cursor


class NoJson(Exception):
    """There is content, but none of it is JSON."""


def json_content(context: Context, at: Cursor) -> Cursor | None:
    """The media type object with JSON; None where there is no content at all. Raises NoJson."""
    content = at.get("content")
    found = [(name, value) for name, value in content.items()] if content is not None else []
    if not found:
        return None
    usable = [(name, value) for name, value in found if is_json(name)]
    if not usable:
        raise NoJson(", ".join(f"`{name}`" for name, _ in found))
    usable.sort(key=lambda entry: essence(entry[0]) != "application/json")
    name, value = usable[0]
    if essence(name) != "application/json":
        context.report("RB048", value, f"`{name}` is sent and accepted as `application/json`")
    return value


def lower_body(context: Context, at: Cursor | None, operation_id: str) -> ir.Type | None:
    """The body's type, always a named one; None without a body. Raises NoJson."""
    if at is None:
        return None
    media = json_content(context, at)
    if media is None:
        return None
    if not media.has("schema"):
        return _alias(context, ir.Open("any"), media, pascal(operation_id, "Request"))
    hint = pascal(operation_id, "Request")
    type_ = types.lower_type(context, media.get("schema"), hint)
    return type_ if isinstance(type_, ir.Ref) else _alias(context, type_, media.get("schema"), hint)


def _alias(context: Context, type_: ir.Type, at: Cursor, hint: str) -> ir.Ref:
    name = context.claim(hint, at)
    context.places[name] = at
    context.named[name] = ir.Alias(name, type_, doc_of(at), at.pointer)
    return ir.Ref(name)
