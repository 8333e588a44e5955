# SPDX-License-Identifier: BSL-1.0
"""Members of models: presence, default and limits, once all types are known."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

from restbind import ir
from restbind.lower.constraints.checks import checked, checked_model
from restbind.lower.constraints.defaults import default_of
from restbind.lower.constraints.limits import missing_of
from restbind.lower.own import given_name
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import schema_doc
from restbind.lower.schema.drafts import MemberDraft, Told
from restbind.lower.schema.equality import twins
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import is_nullable, without_null
from restbind.lower.schema.pieces import Json
from restbind.lower.schema.queries import is_secret, value_text
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.write import plain_text
from restbind.spec.numbers import INTEGERS


def finish_models(context: Context, received: frozenset[str]) -> None:
    """Gives every model its members. received: those that only come in responses."""
    for name, drafts in context.found.drafts.items():
        within = context.receiving(name in received)
        shape = context.found.shapes[name][0]
        members = tuple(_finished(within, shape, draft) for draft in drafts)
        model = replace(context.found.model(name), members=members)
        constraints = checked_model(within, shape, model, drafts)
        context.found.change(
            name,
            members=members,
            constraints=constraints + _without_null(within, drafts, members),
            extra_checked=_extra_checked(within, shape, model.extra),
        )
    _tell_of_places(context)


def _finished(context: Context, shape: Shape, draft: MemberDraft) -> ir.Member:
    """A member with what it tells of its object. shape: that of the object."""
    told = context.found.kinds.telling(shape.at).get(draft.wire_name)
    if draft.of_alternatives:
        return _known_by(context, _of_alternatives(context, draft), told)
    own = draft.shape
    member = _of_shape(context, draft, own)
    member = _known_by(context, _with_sole_value(context, own, member), told)
    is_unsaid = draft.named_only and told is None or context.is_received
    if member.presence != "required" or is_unsaid:
        return member
    is_kind = told is not None and "" not in told.values
    return replace(member, missing=missing_of(context, member, own, shape, is_kind=is_kind))


def _tell_of_places(context: Context) -> None:
    """What is said of one type, or of its members, in several places: of a member all of it, if
    that is little; of the type nothing, as the members say what it means where they stand."""
    texts, types = _said_in_places(context)
    differing = types & texts.keys()
    for name, found in context.found.named.items():
        if isinstance(found, ir.Model):
            members = [
                replace(member, doc=_said_together(member.doc, list(texts[member.pointer])))
                if member.pointer in differing
                else member
                for member in found.members
            ]
            context.found.change(name, members=tuple(members))
        if found.pointer in types and isinstance(found, (ir.Model, ir.Enum)):
            context.found.change(name, doc=_said_together(found.doc, []))


def _said_in_places(context: Context) -> tuple[dict[str, dict[str, None]], set[str]]:
    """All that is said of the members of types that stand in several places, and the schemas of
    which several things are said; by pointer."""
    texts: dict[str, dict[str, None]] = {}
    types: set[str] = set()
    for model, at, other in twins(context):
        docs = [schema_doc(normalise(schema)) for schema in (at, other)]
        ours, theirs = (doc.description or doc.summary for doc in docs)
        if ours != theirs:
            types.add(at.pointer)
        if at.identity != model.at.identity:  # its member keeps what it says
            known = texts.setdefault(at.pointer, {})
            known.update({text: None for text in (ours, theirs) if text})
    return texts, types


_MOST_TEXTS = 3  # in more no reader would look for the one of his place


def _said_together(doc: ir.Doc, texts: list[str]) -> ir.Doc:
    """All of several texts, or nothing."""
    text = "\n\n".join(texts) if len(texts) <= _MOST_TEXTS else ""
    return replace(doc, summary="", description=text)


def _without_null(
    context: Context, drafts: list[MemberDraft], members: tuple[ir.Member, ...]
) -> tuple[ir.Constraint, ...]:
    """Members that may be null as C++ types and not as the schema says: a limit of the object,
    since a member's is not asked of null.
    """
    if context.is_received:
        return ()
    found = []
    for draft, member in zip(drafts, members):
        if draft.of_alternatives or not member.presence.endswith("nullable"):
            continue
        kinds: list[Json] = list(without_null(draft.shape))
        if kinds:
            allowed: Json = {"type": kinds[0] if len(kinds) == 1 else kinds}
            text = plain_text({"properties": {member.wire_name: allowed}})
            found.append(ir.Constraint("schema", (text,), "", member.pointer))
    return tuple(found)


def _extra_checked(context: Context, shape: Shape, extra: ir.Map | None) -> ir.Checked:
    """What unknown members must fulfil that have a type."""
    if extra is None:
        return ir.Checked()
    shape = normalise(shape.typed_others[0])
    return ir.Checked(elements=checked(context, shape, extra.element, "extra"))


def _of_alternatives(context: Context, draft: MemberDraft) -> ir.Member:
    """A member that only alternatives name: what holds for it in each is checked by these."""
    shape = normalise(draft.parts[0])
    return ir.Member(
        draft.wire_name,
        draft.type,
        _presence(draft, any(is_nullable(normalise(part)) for part in draft.parts), None),
        None,
        ir.Checked(),
        schema_doc(shape),
        shape.at.pointer,
        draft.boxed,
        conditional=True,
        called=_called(context, draft),
    )


def _of_shape(context: Context, draft: MemberDraft, shape: Shape) -> ir.Member:
    """The member that a draft becomes, with its limits, default, presence and documentation."""
    must = checked(context, shape, draft.type, draft.wire_name)
    default = default_of(context, shape, draft.type)
    if draft.boxed or draft.required and not context.is_received:
        default = None  # where it is sent, nothing stands for what the caller has to say
    access = _access(shape, draft.named_only)
    if default is not None:
        sent = ", and sent with it" if access != "read_only" else ""
        what = f"`{draft.wire_name}` is read as its default where it is absent{sent}"
        shape["default"].report("RB028", what)
    doc = schema_doc(shape)
    if shape.at.kind == "string" and draft.type == ir.ANY:
        doc = ir.Doc(description="Must be there; the document says nothing else of it.")
    return ir.Member(
        draft.wire_name,
        draft.type,
        _presence(draft, is_nullable(shape), default),
        default,
        must,
        doc,
        shape.at.pointer,
        draft.boxed,
        access,
        called=_called(context, draft),
        is_secret=is_secret(shape),
    )


def _presence(draft: MemberDraft, is_nullable: bool, default: str | None) -> str:
    is_nullable = is_nullable and draft.type != ir.ANY
    if draft.required:
        return "nullable" if is_nullable else "required"
    if is_nullable:
        return "optional_nullable"
    return "optional" if default is None else "defaulted"


def _called(context: Context, draft: MemberDraft) -> str:
    """The name that one of the schemas of a member gives it, the first of several that do."""
    names = [given_name(context, part) for part in draft.parts if part.kind == "object"]
    return next((name for name in names if name), "")


def _with_sole_value(context: Context, shape: Shape, member: ir.Member) -> ir.Member:
    """A number or boolean with a single value that is listed leaves nothing to choose."""
    bare = context.bare(member.type)
    is_open = member.presence == "required" and member.default is None
    listed = shape.values if shape.is_listed else []
    if len(listed) != 1 or not is_open or not isinstance(bare, ir.Scalar):
        return member
    value = value_text(listed[0])
    is_held = isinstance(value, ir.Literal) and _holds(bare, value)
    return replace(member, default=str(value)) if is_held else member


def _known_by(context: Context, member: ir.Member, told: Told | None) -> ir.Member:
    """A member by which the object is known has its value from the start, if only one is possible;
    not where any other, or none, would mean the same object."""
    if told is not None and member.access == "read_only" and not context.is_received:
        what = f"`{member.wire_name}` is `readOnly`: a request is sent without it, and its other"
        told.at.report("RB093", f"{what} members decide which object it is")
    if told is None or len(told.values) != 1 or not member.is_needed and told.otherwise == {True}:
        return member
    default = _as_default(context, member.type, told.values[0])
    return replace(member, default=default, tells=True) if default is not None else member


def _as_default(context: Context, type_: ir.Type, value: str) -> str | None:
    """The value by which an object is known as the default of its member; None where the member's
    C++ type has no such value.
    """
    bare = context.bare(type_)
    if context.is_wrapped(type_):
        return None
    if (
        bare == ir.ANY
        or isinstance(bare, ir.OneOf)
        and any(_holds(context.bare(alternative), value) for alternative in bare.alternatives)
    ):
        is_literal = isinstance(value, ir.Literal)
        return str(value) if is_literal else json.dumps(value, ensure_ascii=False)
    return str(value) if _holds(bare, value) else None


def _holds(type_: ir.Values, value: str) -> bool:
    """The C++ type of a member has the value by which its object is known."""
    if isinstance(type_, ir.Enum) and not type_.is_open and str(value) not in type_.values:
        return False
    if not isinstance(value, ir.Literal):
        return type_.is_text
    if str(value) in ("true", "false"):
        return type_.scalar == "boolean"
    low, high = INTEGERS.get(type_.scalar, (1, 0))
    number = Decimal(value)
    is_whole = number == number.to_integral_value()
    return type_.scalar == "double" or low <= number <= high and is_whole


def _access(schema: Shape, named_only: bool) -> str:
    """Which way a member goes: `readOnly` and `writeOnly`."""
    if named_only:
        return "write_only"  # what is missing in a response is missed by nobody
    read = schema.flag("readOnly")
    write = schema.flag("writeOnly")
    if read is not None and write is not None:
        what = "`readOnly` and `writeOnly` exclude each other; the member goes both ways"
        write.report("RB035", what)
    if (read is None) == (write is None):
        return "read_write"
    return "write_only" if read is None else "read_only"
