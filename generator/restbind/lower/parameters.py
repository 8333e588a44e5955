# SPDX-License-Identifier: BSL-1.0
"""Parameters of operations, and the settings of the client that many operations send."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.client_parameters import CLIENT_PARAMETER, report_client_name
from restbind.lower.constraints.checks import checked
from restbind.lower.constraints.defaults import default_of
from restbind.lower.constraints.limits import missing_of
from restbind.lower.own import given_name
from restbind.lower.schema.context import Context, media_types
from restbind.lower.schema.docs import doc_of, schema_doc
from restbind.lower.schema.drafts import ParameterDraft
from restbind.lower.schema.equality import have_same_schema
from restbind.lower.schema.nulls import is_nullable
from restbind.lower.schema.queries import ALL, is_object, is_secret, json_kinds
from restbind.lower.schema.shape import Shape
from restbind.lower.types import build
from restbind.lower.types.references import is_problem
from restbind.naming import pascal
from restbind.runtime import CONNECTION_HEADERS
from restbind.source.refs import Cursor
from restbind.spec.http import IGNORED_HEADERS, STYLES
from restbind.spec.lost_keys import lost_keys
from restbind.spec.media_types import TOKEN, essence, is_json

PLACES = tuple(STYLES)
QUERY_STRING = "querystring"  # all that stands behind the `?`
_IN_SWAGGER_2 = {
    "body": "a body is the `requestBody` of the operation",
    "formData": "the fields of a form are the properties of a `requestBody`",
}


class Unsendable(Exception):
    """The operation cannot be called: the arguments say why, and may give a hint, and the place of
    the part that is to blame.
    """


def find_parameters(
    context: Context,
    lists: list[Cursor],
    has_query: bool,
    keys: Mapping[tuple[str, str], tuple[str, bool]],
) -> list[Cursor]:
    """Those that are sent: of the path item, then of the operation, which replaces those of the
    same name and place. Raises Unsendable where one of them cannot be. has_query: the path has one.
    keys: see Secured."""
    found: dict[tuple[str, str], Cursor] = {}
    for list_ in lists:
        found.update(_by_place(context, list_))
    wholes = [name for name, place in found if place == QUERY_STRING]
    has_others = has_query or any(place == "query" for _, place in found)
    if len(wholes) > 1 or wholes and has_others:
        raise Unsendable(
            f"its parameter `{wholes[0]}` is the whole query string, but there are others in the"
            " query"
        )
    asked = [at for key, at in found.items() if not _is_key(at, keys.get(key))]
    return [at for at in asked if _is_sent(at)]


def _by_place(context: Context, list_: Cursor) -> dict[tuple[str, str], Cursor]:
    """The parameters of one list by name, of headers in small letters, and place."""
    found: dict[tuple[str, str], Cursor] = {}
    for number, element in enumerate(list_.elements(), 1):
        at = element.follow()
        if at is None or not at.text("name") or not at.text("in"):
            raise Unsendable(_unreadable(number, at), "", element)
        name, place = at.text("name"), at.text("in")
        key = (name.lower() if place == "header" else name, place)
        if key not in found:
            found[key] = at
        elif _says_the_same(context, found[key], at):
            is_needed, was_needed = at.is_true("required"), found[key].is_true("required")
            what = f"the {place} parameter `{name}` is given twice and says the same"
            if is_needed != was_needed:
                what += ", but for `required: true`, which counts"
            element.report("RB096", what)
            found[key] = at if is_needed and not was_needed else found[key]
        else:
            element.report(
                "RB043", f"the {place} parameter `{name}` is given twice, and not the same"
            )
            found[key] = at
    return found


def _unreadable(number: int, at: Cursor | None) -> str:
    """Why a parameter is none; what is wrong with it has been reported, but for an empty name."""
    if at is None or at.kind != "object":
        return f"its parameter {number} cannot be read"
    name, place = at.scalar("name"), at.text("in")
    if at.text("name"):
        return f"its parameter {number}, `{name}`, does not say where it stands (`in`)"
    where = f"its parameter {number}"
    if place in PLACES:
        where += f", in the {place},"
    return f"{where} is called `{name}`, which is no string" if name else f"{where} has no name"


def _says_the_same(context: Context, first: Cursor, second: Cursor) -> bool:
    """Two parameters of one name and place are sent in the same way. A call that gives one of them
    which must be there suits both.
    """

    def words(at: Cursor) -> list[object]:
        flags = [at.has("explode"), at.is_true("explode"), at.is_true("allowReserved")]
        return [at.text("style"), at.text(CLIENT_PARAMETER), *flags]

    media = dict(media_types(first.get("content")))
    others = dict(media_types(second.get("content")))
    if words(first) != words(second) or list(media) != list(others):
        return False
    pairs = [(first, second), *zip(media.values(), others.values())]
    return all(have_same_schema(context, left, right) for left, right in pairs)


def _is_key(at: Cursor, key: tuple[str, bool] | None) -> bool:
    """The parameter is what a security scheme always sends. key: the scheme, and whether it is
    always sent.
    """
    if key is None:
        return False
    scheme, is_always_sent = key
    also = "" if is_always_sent else "also "
    sent = "; the parameter is left out" if is_always_sent else " if it has it; both are sent then"
    at.report(
        "RB045",
        f"the {at.text('in')} parameter `{at.text('name')}` is {also}the key of the security scheme"
        f" `{scheme}`, which the client sends{sent}",
    )
    return is_always_sent


def _is_sent(at: Cursor) -> bool:
    """False for a header that is the client's own. Raises Unsendable where the parameter can be
    sent by nobody.
    """
    name, place = at.text("name"), at.text("in")
    if place == QUERY_STRING:
        _query_string(at, name)
        return True
    if place not in PLACES:
        known = (*PLACES, QUERY_STRING)
        at["in"].report(
            "RB008",
            f"`in` must be {joined(list(known), 'or')}, not `{place}`",
            _IN_SWAGGER_2.get(place) or near(place, known),
        )
        raise Unsendable(f"its parameter `{name}` stands nowhere")
    why = _why_own(name.lower()) if place == "header" else ""
    if why:
        at.report("RB045", f"the header `{name}` is {why}")
        return False
    if place in ("header", "cookie") and not TOKEN.fullmatch(name):
        what = f"{json.dumps(name)} cannot be the name of a {place}"
        at.report("RB046", what)
        raise Unsendable(what)
    described, _ = _form(at, place)
    if described is not None and is_problem(described):
        at.report(
            "RB046", f"the {place} parameter `{name}` cannot be sent: it is a problem document"
        )
        raise Unsendable(f"its {place} parameter `{name}` cannot be sent")
    return True


def _why_own(header: str) -> str:
    """Why a header is the client's own; '' where it is not."""
    if header in IGNORED_HEADERS:
        return "set by the client itself; the parameter is ignored, as OpenAPI says"
    if header in CONNECTION_HEADERS:
        return "about the connection, which is the client's own; the parameter is left out"
    return ""


def lower_parameter(context: Context, at: Cursor, operation_id: str) -> ParameterDraft:
    """The draft of a parameter that is sent, with its type."""
    name, place = at.text("name"), at.text("in")
    required = at.is_true("required") or place == "path"
    client_name = at.text(CLIENT_PARAMETER)
    if place == QUERY_STRING:
        schema: Cursor | None = _query_string(at, name)
        place, style, client_name = "query", "form", ""
    else:
        schema, style = _form(at, place)
        stated = at.get(CLIENT_PARAMETER)
        if stated is not None and stated.kind == "string" and not client_name:
            report_client_name(at, client_name)
    type_: ir.Type = ir.ANY
    if schema is not None:
        type_ = build.lower_type(context, schema, pascal(operation_id, name))
    if place == "header" and name.lower() == "user-agent":
        name = "User-Agent"  # which the runtime looks for: it takes the place of the client's own
    return ParameterDraft(at, name, place, type_, required, client_name, schema, style)


def _query_string(at: Cursor, name: str) -> Cursor:
    """The schema of a query string, which is sent as an exploded object of the style `form` is."""
    media = next(iter(media_types(at.get("content"))), None)
    schema = media[1].get("schema") if media is not None else None
    is_form = media is not None and essence(media[0]) == "application/x-www-form-urlencoded"
    if media is None or schema is None or not is_form or not is_object(schema):
        raise Unsendable(
            f"its query string `{name}` cannot be sent",
            "only an object as application/x-www-form-urlencoded can",
        )
    encoding = media[1].get("encoding")
    if encoding is not None:
        encoding.report(
            "RB046",
            "the encoding of a query string is not looked at; the object is sent in the style "
            "`form`",
        )
    return schema


def _report_form(at: Cursor, listed: list[str]) -> None:
    """OpenAPI wants exactly one of `schema` and `content`, which has one media type."""
    if at.has("schema") and listed:
        at["content"].report(
            "RB046",
            "`schema` stands beside `content`; the parameter is sent as the schema says",
            "OpenAPI allows one of the two",
        )
    elif not at.has("schema") and not listed and not any(lost_keys("parameter", at)):
        (at.get("content") or at).report(
            "RB009",
            f"the parameter `{at.text('name')}` has neither `schema` nor a media type in"
            " `content`; it is open JSON",
        )
    for name in listed[1:] if not at.has("schema") else ():
        at["content"][name].report(
            "RB035",
            f"a parameter has one media type; `{name}` is not used, `{listed[0]}` is",
        )


def _form(at: Cursor, place: str) -> tuple[Cursor | None, str]:
    """The schema of a parameter, and the style of its text."""
    listed = media_types(at.get("content"))
    _report_form(at, [name for name, _ in listed])
    media = next(iter(listed), None) if not at.has("schema") else None
    if media is not None:
        name, described = media
        schema = described.get("schema") if described.kind == "object" else None
        if is_json(name):
            return schema, "json"
        if schema is not None and not set(json_kinds(schema)) <= {"string"}:
            described.report(
                "RB046",
                f"a parameter of the media type `{name}` is sent as its parts are without one",
                "only JSON and texts can be sent as described",
            )
        return schema, STYLES[place][0]
    known = STYLES[place]
    stated, default = at.text("style"), known[0]
    if stated and stated not in known:
        at["style"].report(
            "RB046",
            f"the style `{stated}` is none of a {place} parameter; it is sent in the style "
            f"`{default}`",
            near(stated, known),
        )
    return at.get("schema"), stated if stated in known else default


def _is_simple(context: Context, type_: ir.Type) -> bool:
    """One text, which needs nothing but to be escaped."""
    kind = context.bare(type_).scalar
    return kind != "" and not kind.startswith("base64")


def explodes(draft: ParameterDraft) -> bool:
    """True by default for the styles form and cookie, and false for all others."""
    explode = draft.style in ("form", "cookie")
    if draft.at.has("explode"):
        explode = draft.at.is_true("explode")
    # The path says where its value stands in the query: as one text.
    return explode and (draft.place == "path" or draft.at.text("in") != "path")


def _writing(context: Context, draft: ParameterDraft) -> tuple[str, bool, bool]:
    """How the value is written, where more is to be said than its place: style, explode and
    allow_reserved of the IR.
    """
    style, place = draft.style, draft.place
    if style == "json":
        return style, False, False
    _report_reserved(context, draft)
    is_reserved = place == "query" and draft.at.is_true("allowReserved")
    is_plain = place != "cookie" and style not in ("label", "matrix") and not is_reserved
    if is_plain and _is_simple(context, draft.type):
        return "", False, False
    return style, explodes(draft) and style != "deepObject", is_reserved


def kinds_of(draft: ParameterDraft) -> set[str]:
    """The JSON types that its values may have."""
    return set(json_kinds(draft.schema) or ALL)


def _report_reserved(context: Context, draft: ParameterDraft) -> None:
    """OpenAPI 3.2 has `allowReserved` wherever a style escapes; before it is one of the query."""
    at, place = draft.at, draft.place
    is_escaped = place == "path" or place == "cookie" and draft.style == "form"
    if not is_escaped or not at.is_true("allowReserved") or at.has("content"):
        return
    is_new = context.document.root.text("openapi")[:3] not in ("3.0", "3.1")
    if is_new and not kinds_of(draft) <= {"integer", "number", "boolean"}:
        at["allowReserved"].report(
            "RB046",
            f"`allowReserved` counts in the query alone; in the {place} parameter"
            f" `{draft.wire_name}` reserved characters and `%` are escaped like others",
        )


def checked_at(context: Context, shape: Shape | None, type_: ir.Type, name: str) -> ir.Checked:
    """What a part of a request must fulfil by its schema, if it has one. name: what messages call
    it."""
    return checked(context, shape, type_, name) if shape is not None else ir.Checked()


def with_missing(context: Context, member: ir.Member, shape: Shape | None) -> ir.Member:
    """A member of a request with what is said where it was never set."""
    if shape is None:
        return member
    return replace(member, missing=missing_of(context, member, shape))


def finish_parameter(context: Context, draft: ParameterDraft, must: ir.Checked) -> ir.Parameter:
    """The parameter that a draft becomes, with its default, documentation and style. must: what it
    fulfils.
    """
    default, doc, shape = None, doc_of(draft.at), draft.shape
    if shape is not None:
        default = default_of(context, shape, draft.type)
        if not doc.description:
            doc = replace(doc, description=schema_doc(shape).description)
    # An absent parameter is not sent, so that only the default of one text is of use: the client's,
    # and for the reader.
    if not _is_simple(context, draft.type):
        default = None
    return ir.Parameter(
        draft.wire_name,
        draft.place,
        draft.type,
        draft.required,
        default,
        draft.client_name,
        must.constraints,
        doc,
        draft.at.pointer,
        *_writing(context, draft),
        called="" if draft.client_name else given_name(context, draft.at),
        is_secret=shape is not None and is_secret(shape),
    )


def member_of(
    context: Context, parameter: ir.Parameter, draft: ParameterDraft, must: ir.Checked
) -> ir.Member:
    """The request model's member for a parameter that each call gives. An absent one is not sent,
    so defaults do not count; one that is required and may be null is left out for null, as all that
    is null."""
    shape = draft.shape
    # Null is not sent either, and a path without the parameter is another path.
    may_be_null = draft.place != "path" and draft.type != ir.ANY
    is_null = may_be_null and shape is not None and is_nullable(shape)
    presence = "required" if draft.required and not is_null else "optional"
    member = ir.Member(
        draft.wire_name,
        draft.type,
        presence,
        None,
        must,
        parameter.doc,
        parameter.pointer,
        called=parameter.called,
        is_secret=parameter.is_secret,
    )
    return with_missing(context, member, shape)
