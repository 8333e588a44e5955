# SPDX-License-Identifier: BSL-1.0
"""How often a request may be sent: `x-restbind-idempotency`, the methods of HTTP, and headers for
idempotency keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.lower import extensions
from restbind.lower.rules import compile_rule
from restbind.lower.schema.context import Context
from restbind.source.refs import Cursor
from restbind.spec.media_types import TOKEN

# RFC 9110, section 9.2; all others are not idempotent.
_NATURAL = {
    "get": "safe",
    "head": "safe",
    "options": "safe",
    "put": "idempotent",
    "delete": "idempotent",
}
_KEY = "x-restbind-idempotency"
_USUAL_HEADER = "Idempotency-Key"
_LENGTH_OF_KEY = 36  # of a UUID as text


@dataclass(frozen=True)
class Idempotency:
    """class_, when, is_assumed: as `ir.Operation.idempotency`, `idempotent_when` and
    `idempotency_assumed`.
    """

    class_: str
    when: object | None = None
    is_assumed: bool = False


def idempotency_of(context: Context, at: Cursor, method: str, request: str) -> Idempotency:
    """What is said of an operation. request: the type that a call takes, '' for none."""
    stated = at.get(_KEY)
    natural = _NATURAL.get(method, "not_idempotent")
    if stated is None:
        return Idempotency(natural)
    class_ = extensions.text_among(
        stated, "class", ("safe", "idempotent", "not_idempotent"), "RB081", natural
    )
    is_assumed = stated.has("x-restbind-assumed")
    when = stated.get("idempotentWhen")
    if when is None:
        return Idempotency(class_, None, is_assumed)
    if class_ != "not_idempotent":
        when.report("RB081", f"`idempotentWhen` means nothing for the class `{class_}`")
        return Idempotency(class_, None, is_assumed)
    model = context.bare(ir.Ref(request)) if request else None
    if not isinstance(model, ir.Model):
        when.report("RB081", "`idempotentWhen` needs a request with members")
        return Idempotency(class_)
    return Idempotency(class_, compile_rule(context, when, model.name), is_assumed)


def key_header(context: Context, at: Cursor, method: str, parameters: list[Cursor]) -> str:
    """The header of an operation that takes an idempotency key: the one that the document states,
    or a parameter of the usual name. '' for none, and for an operation that is safe.

    parameters: those of the operation that are sent.
    """
    if _NATURAL.get(method) == "safe":
        return ""
    name = at.below(_KEY, "key")
    if name is not None and name.kind == "string":
        if TOKEN.fullmatch(name.written):
            return name.written
        name.report("RB081", f"`{name.written}` cannot be the name of a header")
        return ""
    for parameter in parameters:
        if is_named_header(parameter, _USUAL_HEADER) and _takes_key(parameter):
            return parameter.text("name")
    return _header_of_fern(context, at)


def is_named_header(parameter: Cursor, name: str) -> bool:
    """A parameter is the header of this name."""
    return parameter.text("in") == "header" and parameter.text("name").lower() == name.lower()


def report_key(parameter: Cursor) -> None:
    """Tells that a parameter is the client's own."""
    parameter.report(
        "RB045",
        f"the header `{parameter.text('name')}` is the idempotency key, which the client makes for"
        " each call; see `call_options::idempotency_key`",
    )


def _takes_key(parameter: Cursor) -> bool:
    """A random UUID suits a parameter, as far as its schema says."""
    stated = parameter.get("schema")
    schema = stated.follow() if stated is not None else None
    if schema is None or schema.kind != "object":
        return schema is None
    if schema.has("pattern") or schema.has("enum") or schema.text("type") not in ("", "string"):
        return False
    length = schema.get("maxLength")
    return length is None or length.kind != "integer" or int(length.written) >= _LENGTH_OF_KEY


def _header_of_fern(context: Context, at: Cursor) -> str:
    """What `x-fern-idempotent` of an operation asks for."""
    if not at.is_true("x-fern-idempotent"):
        return ""
    for header in context.document.root.each("x-fern-idempotency-headers"):
        if TOKEN.fullmatch(header.text("header")):
            return header.text("header")
    return _USUAL_HEADER
