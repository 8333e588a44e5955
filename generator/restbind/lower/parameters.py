"""Parameters of operations, and the settings of the client that many operations send."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from restbind import ir
from restbind.diagnostics import near
from restbind.lower import types
from restbind.lower.alternatives import json_kinds
from restbind.lower.context import Context, doc_of, pascal
from restbind.lower.defaults import default_of
from restbind.lower.layers import flatten
from restbind.lower.limits import constraints_of
from restbind.lower.members import item_constraints
from restbind.refs import Cursor

PLACES = ("path", "query", "header", "cookie")
_STYLES = {"path": "simple", "query": "form", "header": "simple"}
# Styles of a list that is sent as one value, by what stands between its elements.
_DELIMITERS = {"form": "comma", "spaceDelimited": "space", "pipeDelimited": "pipe"}
_CLIENT_NAME = re.compile(r"[a-z][a-z0-9_]*")
# The sender sets these itself; OpenAPI says that parameters of these names are ignored.
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+\-.^_`|~]+")  # a token of RFC 9110
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
    """The operation cannot be called: the arguments say why, and may give a hint."""


def lower_parameters(context: Context, lists: list[Cursor], operation_id: str) -> list[ParameterDraft]:
    """Of the path item, then of the operation, which replaces those of the same name and place."""
    found: dict[tuple[str, str], Cursor] = {}
    for list_ in lists:
        own: set[tuple[str, str]] = set()
        for element in list_.elements():
            at = context.documents.follow(element)
            if at is None or not at.text("name") or not at.text("in"):
                raise Unsendable("one of its parameters cannot be read")  # what is wrong with it has been reported
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
        raise Unsendable(f"its parameter `{name}` stands nowhere")
    if place == "header" and name.lower() in _RESERVED_HEADERS:
        context.report("RB046", at, f"the header `{name}` is set by the client itself; the parameter is left out")
        return None
    if place == "header" and not _HEADER_NAME.fullmatch(name):
        context.report("RB046", at, f"{json.dumps(name)} cannot be the name of a header")
        raise Unsendable(f"{json.dumps(name)} cannot be the name of a header")
    required = at.is_true("required") or place == "path"
    reason = _unsendable(context, at, place)
    if reason:
        context.report("RB046", at, f"the {place} parameter `{name}` cannot be sent: {reason}")
        if required:
            raise Unsendable(f"its {place} parameter `{name}` is required and cannot be sent")
        return None
    type_ = _type(context, at, pascal(operation_id, name))
    return ParameterDraft(at, name, place, type_, required, at.text("x-restbind-client-parameter"))


def _unsendable(context: Context, at: Cursor, place: str) -> str:
    """Why a parameter cannot be sent, '' if it can. Looks at the document: types may not be lowered yet."""
    if place == "cookie":
        return "cookies are not supported"
    if not at.has("schema"):
        return "it has no schema"
    kinds = json_kinds(context, at.get("schema"))
    is_list = kinds == ("array",) and place == "query" and at.text("style") in _DELIMITERS
    if at.text("style") not in ("", _STYLES[place]) and not is_list:
        return f"the style `{at.text('style')}` is not supported"
    if kinds == ("array",):
        return _unsendable_list(context, at, place)
    if "array" in kinds or "object" in kinds:
        return "it may be a list or an object" if len(kinds) > 1 else "it is an object"
    schema = flatten(context, at.get("schema"))
    return "it is binary" if schema.has("contentEncoding") or schema.text("format") == "byte" else ""


def _unsendable_list(context: Context, at: Cursor, place: str) -> str:
    """A list goes into the query, as one value or with its name once for each element."""
    if place != "query":
        return "it is a list"
    items = flatten(context, at.get("schema")).first("items")
    kinds = json_kinds(context, items) if items is not None else ()
    return "" if len(kinds) == 1 and kinds[0] not in ("array", "object") else "its elements are not of one simple type"


def _delimiter(at: Cursor, type_: ir.Type) -> str:
    """What stands between the elements of a list, '' where it is none or the name is sent with each. `explode` is true by
    default for the style form, and false for all others."""
    if not isinstance(type_, ir.Array) or at.text("in") != "query":
        return ""
    style = at.text("style") or "form"
    is_exploded = at.is_true("explode") if at.has("explode") else style == "form"
    return "" if is_exploded else _DELIMITERS[style]


def _type(context: Context, at: Cursor, hint: str) -> ir.Type:
    """What is one of several types, or of none, is sent as text."""
    if len(json_kinds(context, at.get("schema"))) == 1:
        type_ = types.lower_type(context, at.get("schema"), hint)
        return ir.Array(type_.item) if isinstance(type_, ir.Array) else type_  # null cannot be sent in a URL
    context.report("RB046", at.get("schema"), "the parameter has several types, or none that is stated; it is sent as text")
    return ir.Scalar("string")


def finish_parameter(context: Context, draft: ParameterDraft) -> ir.Parameter:
    schema = flatten(context, draft.at.get("schema"))
    constraints = constraints_of(context, schema, draft.type, draft.wire_name)
    default = default_of(context, schema, draft.type, constraints)
    doc = doc_of(draft.at)
    if not doc.description:
        doc = ir.Doc(doc.summary, types.schema_doc(schema).description, doc.assumed, doc.deprecated)
    return ir.Parameter(draft.wire_name, draft.place, draft.type, draft.required, default, draft.client_name, constraints, doc,
                        draft.at.pointer, _delimiter(draft.at, context.bare(draft.type)))


def member_of(context: Context, parameter: ir.Parameter, at: Cursor) -> ir.Member:
    """The request model's member for a parameter that each call gives. An absent one is not sent, so defaults do not count."""
    presence = "required" if parameter.required else "optional"
    items = item_constraints(context, flatten(context, at.get("schema")), parameter.type, parameter.wire_name)
    return ir.Member(parameter.wire_name, parameter.type, presence, None, parameter.constraints, items, parameter.doc, parameter.pointer)


class ClientParameters:
    """Collects the client's settings and sees to it that each means one thing."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[str, tuple[ir.ClientParameter, bool]] = {}

    def add(self, parameter: ir.Parameter, at: Cursor) -> None:
        name = parameter.client_name
        place = at.get("x-restbind-client-parameter")
        if not _CLIENT_NAME.fullmatch(name):
            self._context.report("RB043", place, f"`{name}` cannot name a client parameter", "use lower-case letters, digits and `_`",
                                 own=True)
            return
        if self._context.bare(parameter.type) != ir.Scalar("string"):
            self._context.report("RB043", place, f"the client parameter `{name}` must be a string", own=True)
            return
        mine = ir.ClientParameter(name, parameter.wire_name, parameter.place, parameter.default, parameter.constraints,
                                  parameter.doc, parameter.pointer)
        known = self._found.setdefault(name, (mine, parameter.required))
        if _meaning(*known) != _meaning(mine, parameter.required):
            self._context.report("RB043", place, f"the client parameter `{name}` is defined differently at `{known[0].pointer}`",
                                 "define it once under components/parameters", own=True)

    def all(self) -> tuple[ir.ClientParameter, ...]:
        return tuple(found for found, _ in self._found.values())


def _meaning(parameter: ir.ClientParameter, required: bool) -> tuple[object, ...]:
    limits = tuple((limit.keyword, limit.limits) for limit in parameter.constraints)
    return (parameter.wire_name, parameter.place, parameter.default, limits, required)
