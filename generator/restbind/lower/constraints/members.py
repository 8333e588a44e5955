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
from restbind.lower.schema.equality import matched
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.nulls import is_nullable, without_null
from restbind.lower.schema.queries import value_text
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.write import Json, plain_text
from restbind.spec.numbers import INTEGERS


def finish_models(context: Context, received: frozenset[str]) -> None:
    """Gives every model its members. received: those that only come in responses."""
    for name, drafts in context.found.drafts.items():
        context = context.receiving(name in received)
        told = context.found.told.get(context.found.model_schemas[name].at.identity, {})
        members = tuple(
            _told_missing(
                context,
                name,
                draft,
                _known_by(
                    context,
                    _sole_value(context, draft, finish_member(context, draft)),
                    told.get(draft.wire_name),
                ),
            )
            for draft in drafts
        )
        model = context.found.model(name)
        constraints = checked_model(
            context, context.found.model_schemas[name], model, drafts
        ) + _without_null(context, drafts, members)
        context.found.named[name] = replace(
            model,
            members=members,
            constraints=constraints,
            extra_checked=_extra_checked(context, name),
        )
    _tell_of_places(context)


def _tell_of_places(context: Context) -> None:
    """What is said of one type, or of its members, in several places: of a member all of it, if
    that is little; of the type nothing, as the members say what it means where they stand."""
    texts: dict[str, dict[str, None]] = {}
    types: set[str] = set()
    for name, twins in context.found.twins.items():
        first = context.found.model_schemas[name]
        for mine, other in (
            pair
            for twin in twins
            for parts in zip(first.parts, twin.parts)
            for pair in matched(*parts)
        ):
            said = [
                doc.description or doc.summary
                for doc in (schema_doc(normalise(context, at)) for at in (mine, other))
            ]
            if said[0] != said[1]:
                types.add(mine.pointer)
            if (
                mine.identity != first.at.identity
            ):  # the member whose type this is keeps what it says
                texts.setdefault(mine.pointer, {}).update(
                    dict.fromkeys(text for text in said if text)
                )
    differing = types & texts.keys()
    for name, found in context.found.named.items():
        doc = _unsaid(found.doc) if found.pointer in types else found.doc
        if isinstance(found, ir.Model):
            members = (
                (
                    replace(member, doc=_said_together(member.doc, list(texts[member.pointer])))
                    if member.pointer in differing
                    else member
                )
                for member in found.members
            )
            context.found.named[name] = replace(found, doc=doc, members=tuple(members))
        elif isinstance(found, ir.Enum):
            context.found.named[name] = replace(found, doc=doc)


def _said_together(doc: ir.Doc, texts: list[str]) -> ir.Doc:
    return (
        replace(_unsaid(doc), description="\n\n".join(texts))
        if len(texts) <= _MOST_TEXTS
        else _unsaid(doc)
    )


def _unsaid(doc: ir.Doc) -> ir.Doc:
    return replace(doc, summary="", description="")


_MOST_TEXTS = 3  # in more no reader would look for the one of his place


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
        kinds: list[Json] = list(without_null(context, *draft.parts))
        if kinds:
            allowed: Json = {"type": kinds[0] if len(kinds) == 1 else kinds}
            text = plain_text({"properties": {member.wire_name: allowed}})
            found.append(ir.Constraint("schema", (text,), "", member.pointer))
    return tuple(found)


def _extra_checked(context: Context, name: str) -> ir.Checked:
    """What unknown members must fulfil that have a type."""
    extra = context.found.model(name).extra
    if extra is None:
        return ir.Checked()
    at = next(
        at
        for at in context.found.model_schemas[name].all("additionalProperties")
        if at.kind == "object" and not at.is_empty
    )
    return ir.Checked(elements=checked(context, normalise(context, at), extra.element, "extra"))


def finish_member(context: Context, draft: MemberDraft) -> ir.Member:
    """The member that a draft becomes, with its limits, default, presence and documentation."""
    if draft.of_alternatives:
        schema = normalise(context, draft.parts[0])
        nullable = draft.type != ir.ANY and any(is_nullable(context, part) for part in draft.parts)
        presence = (
            ("nullable" if nullable else "required")
            if draft.required
            else "optional_nullable"
            if nullable
            else "optional"
        )
        return ir.Member(
            draft.wire_name,
            draft.type,
            presence,
            None,
            ir.Checked(),
            schema_doc(schema),
            schema.at.pointer,
            draft.boxed,
            conditional=True,
            called=_called(context, draft),
        )
    schema = normalise(context, *draft.parts)
    must = checked(context, schema, draft.type, draft.wire_name)
    default = default_of(context, schema, draft.type)
    presence, default = _presence(context, draft, default)
    access = _access(context, schema, draft.named_only)
    if default is not None:
        context.report(
            "RB028",
            schema["default"],
            f"`{draft.wire_name}` is read as its default where it is absent"
            + (", and sent with it" if access != "read_only" else ""),
        )
    is_only_named = schema.at.kind == "string" and draft.type == ir.ANY
    doc = (
        ir.Doc(description="Must be there; the document says nothing else of it.")
        if is_only_named
        else schema_doc(schema)
    )
    return ir.Member(
        draft.wire_name,
        draft.type,
        presence,
        default,
        must,
        doc,
        schema.at.pointer,
        draft.boxed,
        access,
        called=_called(context, draft),
    )


def _called(context: Context, draft: MemberDraft) -> str:
    """The name that one of the schemas of a member gives it, the first of several that do."""
    names = [given_name(context, part) for part in draft.parts if part.kind == "object"]
    return next((name for name in names if name), "")


def _sole_value(context: Context, draft: MemberDraft, member: ir.Member) -> ir.Member:
    """A number or boolean with a single value that is listed leaves nothing to choose."""
    bare = context.bare(member.type)
    if (
        member.presence != "required"
        or member.default is not None
        or draft.of_alternatives
        or not isinstance(bare, ir.Scalar)
    ):
        return member
    schema = normalise(context, *draft.parts)
    listed = schema.values() if schema.has("enum") or schema.has("const") else []
    value = value_text(listed[0]) if len(listed) == 1 else None
    return (
        replace(member, default=str(value))
        if isinstance(value, ir.Literal) and _holds(bare, value)
        else member
    )


def _known_by(context: Context, member: ir.Member, told: Told | None) -> ir.Member:
    """A member by which the object is known has its value from the start, if only one is possible;
    not where any other, or none, would mean the same object."""
    if told is not None and member.access == "read_only" and not context.is_received:
        context.report(
            "RB093",
            told.at,
            (
                f"`{member.wire_name}` is `readOnly`: a request is sent without it, and its other"
                " members decide which object it is"
            ),
        )
    is_needed = member.presence in ("required", "nullable")
    if told is None or len(told.values) != 1 or not is_needed and told.otherwise == {True}:
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
        return (
            str(value) if isinstance(value, ir.Literal) else json.dumps(value, ensure_ascii=False)
        )
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
    return (
        type_.scalar == "double"
        or low <= (number := Decimal(value)) <= high
        and number == number.to_integral_value()
    )


def _told_missing(context: Context, model: str, draft: MemberDraft, member: ir.Member) -> ir.Member:
    """A required member with what is said where it was never set."""
    schema = context.found.model_schemas[model]
    told = context.found.told.get(schema.at.identity, {}).get(draft.wire_name)
    if (
        member.presence != "required"
        or draft.of_alternatives
        or draft.named_only
        and told is None
        or context.is_received
    ):
        return member
    is_kind = told is not None and "" not in told.values
    return replace(
        member,
        missing=missing_of(
            context, member, normalise(context, *draft.parts), schema, is_kind=is_kind
        ),
    )


def _access(context: Context, schema: Shape, named_only: bool) -> str:
    """Which way a member goes: `readOnly` and `writeOnly`."""
    if named_only:
        return "write_only"  # what is missing in a response is missed by nobody
    read, write = (
        next((layer[key] for layer in schema.layers if layer.is_true(key)), None)
        for key in ("readOnly", "writeOnly")
    )
    if read is not None and write is not None:
        context.report(
            "RB035",
            write,
            "`readOnly` and `writeOnly` exclude each other; the member goes both ways",
        )
        return "read_write"
    return "read_only" if read is not None else "write_only" if write is not None else "read_write"


def _presence(context: Context, draft: MemberDraft, default: str | None) -> tuple[str, str | None]:
    nullable = draft.type != ir.ANY and is_nullable(context, *draft.parts)
    default = None if draft.boxed else default
    if draft.required:  # where it is sent, nothing stands for what the caller has to say
        return ("nullable" if nullable else "required"), (default if context.is_received else None)
    if nullable:
        return "optional_nullable", default
    return ("defaulted", default) if default is not None else ("optional", None)
