"""Parameters of operations, and the settings of the client that many operations send."""

from __future__ import annotations

import re
from dataclasses import dataclass

from restbind import ir
from restbind.diagnostics import near
from restbind.lower import types
from restbind.lower.context import Context, doc_of, pascal
from restbind.lower.defaults import default_of
from restbind.lower.layers import flatten
from restbind.lower.limits import constraints_of
from restbind.refs import Cursor

PLACES = ("path", "query", "header", "cookie")
_STYLES = {"path": "simple", "query": "form", "header": "simple"}
_CLIENT_NAME = re.compile(r"[a-z][a-z0-9_]*")
# The sender sets these itself; OpenAPI says that parameters of these names are ignored.
_RESERVED_HEADERS = ("accept", "content-type", "authorization")


@dataclass(frozen=True, eq=False)
class ParameterDraft:
    """A parameter whose limits and default wait until all types are known."""

    at: Cursor
    wire_name: str
    place: str
    type: ir.Type
    required: bool
    client_name: str


class Unsendable(Exception):
    """The operation cannot be called: the message says why; it is empty where that was reported already."""


def lower_parameters(context: Context, lists: list[Cursor], operation_id: str) -> list[ParameterDraft]:
    """Of the path item, then of the operation, which replaces those of the same name and place."""
    found: dict[tuple[str, str], Cursor] = {}
    for list_ in lists:
        own: set[tuple[str, str]] = set()
        for element in list_.elements():
            at = context.documents.follow(element)
            if at is None or not at.text("name") or not at.text("in"):
                continue
            key = (at.text("name"), at.text("in"))
            if key in own:
                context.report("RB043", at, f"the {key[1]} parameter `{key[0]}` is given twice")
            own.add(key)
            found[key] = at
    drafts = [_draft(context, at, operation_id) for at in found.values()]
    return [draft for draft in drafts if draft is not None]


def _draft(context: Context, at: Cursor, operation_id: str) -> ParameterDraft | None:
    name, place = at.text("name"), at.text("in")
    if place not in PLACES:
        context.report("RB008", at.get("in"), f"`in` must be path, query, header or cookie, not `{place}`", near(place, PLACES))
        return None
    if place == "header" and name.lower() in _RESERVED_HEADERS:
        context.report("RB046", at, f"the header `{name}` is set by the client itself; the parameter is left out")
        return None
    required = at.is_true("required") or place == "path"
    reason = _unsendable(at, place)
    type_: ir.Type = ir.Scalar("string")
    if not reason:
        type_ = types.lower_type(context, at.get("schema"), pascal(operation_id, name))
        reason = _unsendable_type(context, at, operation_id, name)
    if reason:
        context.report("RB046", at, f"the {place} parameter `{name}` cannot be sent: {reason}")
        if required:
            raise Unsendable(f"its {place} parameter `{name}` is required and cannot be sent")
        return None
    return ParameterDraft(at, name, place, type_, required, at.text("x-restbind-client-parameter"))


def _unsendable(at: Cursor, place: str) -> str:
    if place == "cookie":
        return "cookies are not supported"
    if not at.has("schema"):
        return "it has no schema"
    if at.text("style") not in ("", _STYLES[place]):
        return f"the style `{at.text('style')}` is not supported"
    return ""


def _unsendable_type(context: Context, at: Cursor, operation_id: str, name: str) -> str:
    """Looks at the document, not at the type, which may not be lowered yet."""
    from restbind.lower.alternatives import json_kinds

    kinds = json_kinds(context, at.get("schema"))
    schema = flatten(context, at.get("schema"))
    if not kinds:
        return "its type is not stated"
    if len(kinds) > 1:
        return "it has several types"
    if kinds[0] in ("array", "object"):
        return f"it is {'a list' if kinds[0] == 'array' else 'an object'}"
    if schema.choices() is not None:
        return "it has alternatives"
    if schema.has("contentEncoding") or schema.text("format") == "byte":
        return "it is binary"
    return ""


def finish_parameter(context: Context, draft: ParameterDraft) -> ir.Parameter:
    schema = flatten(context, draft.at.get("schema"))
    constraints = constraints_of(context, schema, draft.type, draft.wire_name)
    default = default_of(context, schema, draft.type, constraints)
    doc = doc_of(draft.at)
    if not doc.description:
        doc = ir.Doc(doc.summary, types.schema_doc(schema).description, doc.assumed, doc.deprecated)
    return ir.Parameter(draft.wire_name, draft.place, draft.type, draft.required, default, draft.client_name, constraints, doc,
                        draft.at.pointer)


def member_of(parameter: ir.Parameter) -> ir.Member:
    """The request model's member for a parameter that each call gives. An absent one is not sent, so defaults do not count."""
    presence = "required" if parameter.required else "optional"
    return ir.Member(parameter.wire_name, parameter.type, presence, None, parameter.constraints, (), parameter.doc, parameter.pointer)


class ClientParameters:
    """Collects the client's settings and sees to it that each means one thing."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[str, tuple[ir.ClientParameter, bool]] = {}

    def add(self, parameter: ir.Parameter, at: Cursor) -> None:
        name = parameter.client_name
        place = at.get("x-restbind-client-parameter")
        if not _CLIENT_NAME.fullmatch(name):
            self._context.report("RB043", place, f"`{name}` cannot name a client parameter", "use lower-case letters, digits and `_`")
            return
        if self._context.bare(parameter.type) != ir.Scalar("string"):
            self._context.report("RB043", place, f"the client parameter `{name}` must be a string")
            return
        mine = ir.ClientParameter(name, parameter.wire_name, parameter.place, parameter.default, parameter.constraints,
                                  parameter.doc, parameter.pointer)
        known = self._found.setdefault(name, (mine, parameter.required))
        if _meaning(*known) != _meaning(mine, parameter.required):
            self._context.report("RB043", place, f"the client parameter `{name}` is defined differently at `{known[0].pointer}`",
                                 "define it once under components/parameters")

    def all(self) -> tuple[ir.ClientParameter, ...]:
        return tuple(found for found, _ in self._found.values())


def _meaning(parameter: ir.ClientParameter, required: bool) -> tuple[object, ...]:
    limits = tuple((limit.keyword, limit.limits) for limit in parameter.constraints)
    return (parameter.wire_name, parameter.place, parameter.default, limits, required)
