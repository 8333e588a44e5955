# SPDX-License-Identifier: BSL-1.0
"""What doc comments say: limits, presence, errors and retries in words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from restbind import ir
from restbind.cpp import text
from restbind.cpp.cel import Emitter
from restbind.cpp.limits import LIMITS
from restbind.cpp.text import code, prose, span
from restbind.cpp.types import Types
from restbind.diagnostics import joined
from restbind.naming import Safe

_PRESENCE = {
    "required": "Required.",
    "nullable": "Required; empty when null.",
    "optional": "Optional; left out when empty.",
    "optional_nullable": "Optional; may be null.",
}

_WAYS = {
    "read_write": Safe(""),
    "read_only": Safe("Read only: never sent. "),
    "write_only": Safe("Write only: sent, and not needed in responses. "),
}


def source(pointer: str) -> tuple[str, Safe]:
    """The section that names a place in the document."""
    return "@par Source", span(pointer)


def sentences(doc: ir.Doc) -> list[Safe]:
    """Summary and description as paragraphs, the assumption not among them."""
    parts = [doc.summary.strip(), doc.description.strip()]
    if parts[0] == parts[1]:
        parts.pop()
    return [_ended(prose(part)) for part in parts if part]


def assumed(doc: ir.Doc) -> list[Safe]:
    """The paragraph that says what is assumed; none where nothing is."""
    return (
        [code("Assumed: {}", _ended(prose(" ".join(doc.assumed.split()))))]
        if doc.assumed.strip()
        else []
    )


def deprecated(doc: ir.Doc) -> list[tuple[str, Safe]]:
    """The section of what the document deprecates; none for all else."""
    return [("@deprecated", Safe("The document says so."))] if doc.deprecated else []


def attributes(doc: ir.Doc) -> tuple[Safe, ...]:
    """What stands in front of a declaration, so that the compiler says what the comment does."""
    return (Safe("[[deprecated]]"),) if doc.deprecated else ()


def marks(doc: ir.Doc) -> Safe:
    """The attributes, each with a space behind it."""
    return text.join("", [code("{} ", mark) for mark in attributes(doc)])


def _ended(sentence: Safe) -> Safe:
    """With a full stop, unless the text ends in some other mark, a code span or a block."""
    last = sentence.rsplit("\n", 1)[-1]
    open_end = (
        sentence[-1].isalnum()
        or sentence[-1] in ")'\""
        or (sentence[-1] == "`" and not last.startswith("```"))
    )
    return code("{}.", sentence) if open_end else sentence


def named(
    doc: ir.Doc, otherwise: Safe, indent: int, pointer: str, more: list[Safe] | None = None
) -> Safe:
    """The comment of a type: what it is, what is assumed, and where it stands in the document."""
    paragraphs = sentences(doc) or [otherwise]
    return text.doc(
        [*paragraphs, *(more or []), *assumed(doc)], indent, [*deprecated(doc), source(pointer)]
    )


# --------------------------------------------------------------------------------------------------
# limits


def limit(constraint: ir.Constraint, kind: ir.Type, types: Types) -> str:
    """A constraint in words, without a capital and a full stop: `greater than 0`, `at least 1
    element`.
    """
    resolved = types.resolve(kind)
    if constraint.keyword == "enum":
        names = [_value(resolved, source, types) for source in dict.fromkeys(constraint.limits)]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    unit = "byte" if resolved == ir.Scalar("file") else "character"
    return LIMITS[constraint.keyword].said(constraint, unit)


def _value(kind: ir.Type, source: str, types: Types) -> str:
    """One value of an enumeration: `numbers_only` (801), or the plain value."""
    what = types.behind(kind)
    name = what.constant(source)
    return (
        span(source) if what.is_text else f"`{name}` ({prose(source)})" if name else prose(source)
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def said_of(checked: ir.Checked, kind: ir.Type, types: Types) -> Iterator[str]:
    """What a value must fulfil, and all that it holds, in words: `at most 3 elements`, `each
    element: greater than 0`.
    """
    yield from (limit(own, kind, types) for own in checked.constraints)
    kind = types.resolve(kind)
    if isinstance(kind, ir.Collection) and checked.elements is not None:
        what = "element" if isinstance(kind, ir.Array) else "value"
        yield from (
            f"each {what}: {said}" for said in said_of(checked.elements, kind.element, types)
        )
    if isinstance(kind, ir.OneOf):
        for alternative, own in zip(kind.alternatives, checked.alternatives):
            yield from (
                f"as {span(types.spell(alternative))}: {said}"
                for said in said_of(own, alternative, types)
            )


def facts(
    checked: ir.Checked,
    kind: ir.Type,
    types: Types,
    presence: str,
    default: str | None,
    tells: bool,
) -> Safe:
    """Limits, then whether the value must be there, then its default: `Greater than 0.
    Required.`
    """
    parts = [_sentence(said) for said in said_of(checked, kind, types)]
    if presence == "defaulted":
        parts.append(f"Default: {_default(kind, default, types)}; always sent.")
    else:
        parts.append(_PRESENCE[presence])
        if tells:
            parts.append(f"{_default(kind, default, types)} says what the object is.")
        elif presence in ("required", "nullable") and default is not None:
            parts.append(
                f"Default: {_default(kind, default, types)}, where lenient reading cannot read it."
            )
        elif default is not None:
            parts.append(
                f"Default: {_default(kind, default, types)}; sent unless it is taken away."
            )
    return Safe(" ".join(dict.fromkeys(parts)))


def _default(kind: ir.Type, default: str | None, types: Types) -> str:
    if default is None or default in ("[]", "{}"):
        return "empty"
    if not types.behind(kind).is_single:
        return span(default)
    return _value(kind, default, types) if default else "an empty text"


def extra(model: ir.Model, types: Types) -> Safe:
    """What the member that collects unknown members says."""
    said = "Members that the document does not name, as they came."
    if model.extra is None:
        return Safe(said)
    held = model.extra_checked.elements or ir.Checked()
    parts = [f"Each: {said}." for said in said_of(held, model.extra.element, types)]
    return Safe(" ".join(["Members that the document does not name, by their names.", *parts]))


def member(member: ir.Member, types: Types, indent: int) -> Safe:
    """The comment of a member: what it is, its limits, and what is assumed about it."""
    stated = sentences(member.doc)
    known = facts(member.checked, member.type, types, member.presence, member.default, member.tells)
    secret = Safe("A secret: no journal keeps it. " if member.is_secret else "")
    known = code("{}{}{}", _WAYS[member.access], secret, known)
    if stated and "\n" not in stated[-1] and member.checked == ir.Checked():
        stated[-1] = code("{} {}", stated[-1], known)
    else:
        stated.append(known)
    return text.doc([*stated, *assumed(member.doc)], indent, deprecated(member.doc))


# --------------------------------------------------------------------------------------------------
# operations


def request_line(operation: ir.Operation) -> Safe:
    """Method and path of an operation as a code span: `GET /carts/{id}`."""
    return span(f"{operation.method.upper()} {operation.path}")


def _seconds(milliseconds: int) -> str:
    return f"{Decimal(milliseconds) / 1000:f} s"


def retry(operation: ir.Operation, types: Types) -> Safe:
    """When the runtime sends a request again, in words."""
    rule = operation.retry
    is_safe = operation.idempotency == "safe"
    if rule is None:
        return Safe(
            " ".join(
                [
                    (
                        "The document says nothing: `client_options::retry.otherwise` holds."
                        f" {_lost(operation)}"
                    ),
                    *_unapplied(operation),
                    *_cut_off(operation, types),
                ]
            )
        )
    if rule.attempts <= 1:
        unknown = (
            ""
            if is_safe
            else " After a lost response its effect is unknown: `error::outcome_unknown()`."
        )
        return Safe(f"One attempt.{unknown}")
    parts = []
    if rule.statuses:
        listed = joined(list(map(str, rule.statuses)), "and")
        pauses = [
            _seconds(rule.initial_delay_ms * rule.multiplier**step)
            for step in range(min(rule.attempts - 1, 4))
        ]
        more = ", …" if rule.attempts - 1 > 4 else ""
        parts.append(
            f"{listed}: {rule.attempts} attempts in all, pauses of {' then '.join(pauses)}{more}."
        )
    else:
        parts.append("No status leads to a retry.")
    return Safe(
        " ".join([*parts, _lost(operation), *_unapplied(operation), *_cut_off(operation, types)])
    )


def _lost(operation: ir.Operation) -> str:
    """What a lost response leads to."""
    if operation.idempotency == "safe":
        return "A lost response leads to a retry, too: the request changes nothing."
    if operation.idempotency_key:
        return "A lost response leads to a retry, too: all attempts have one idempotency key."
    may_be_idempotent = operation.idempotent_when is not None
    if operation.idempotency != "idempotent" and not may_be_idempotent:
        return "Never after a lost response: `error::outcome_unknown()`."
    where = " where it is idempotent" if may_be_idempotent else ""
    if not operation.idempotency_assumed:
        return f"A lost response leads to a retry, too{where}: twice has the effect of once."
    return (
        f"After a lost response only{where}{' and' if where else ''} where"
        " `client_options::retry.lost_responses` says so."
    )


def after_loss(operation: ir.Operation) -> list[tuple[str, Safe]]:
    """What to do when nobody knows whether the request was applied."""
    said = operation.after_loss
    if said is None or operation.idempotency == "safe":
        return []
    parts = [
        code("{}{}", Safe(head), _ended(prose(" ".join(words.split()))))
        for head, words in (
            ("Who can tell: ", said.ask),
            ("Store before: ", said.store),
            ("Show: ", said.show),
        )
        if words.strip()
    ]
    found = [*parts, *assumed(said.doc)]
    return [("@par When its response is lost", text.join(" ", found))] if found else []


def _unapplied(operation: ir.Operation) -> list[str]:
    """What a status says about whether the request was applied."""
    if operation.idempotency == "safe":
        return []
    said = (
        [f"After {joined(list(map(str, operation.unapplied)), 'or')} it was not applied."]
        if operation.unapplied
        else []
    )
    retried = operation.retry.statuses if operation.retry and operation.retry.attempts > 1 else ()
    open_ones = [
        str(status)
        for status in retried
        if status not in (304, 307, 308, *operation.unapplied) and not 400 <= status < 500
    ]
    if open_ones:
        leave = (
            f"{joined(open_ones, 'and')} leave{'s' if len(open_ones) == 1 else ''} open whether it"
            " was applied"
        )
        twice = (
            ", and a retry may apply it twice: `call_info::earlier_may_have_applied` tells,"
            " `retry_policy::only_unapplied` does not retry."
            if operation.idempotency == "not_idempotent"
            else ": `call_info::earlier_may_have_applied`."
        )
        said.append(leave + twice)
    return said


def _cut_off(operation: ir.Operation, types: Types) -> list[str]:
    """What follows when only a part of the request went out."""
    again = "A request that was cut off is sent again"
    if operation.idempotency == "idempotent":
        return [f"{again}: twice has the effect of once."]
    if operation.idempotent_when is None:
        return []
    condition = Emitter(types, "request").condition(operation.idempotent_when)
    return [f"{again} where `{condition}`, because twice then has the effect of once."]


def errors(operation: ir.Operation, api: ir.Api, types: Types, has_rules: bool) -> Safe:
    """The typed errors of an operation, then the statuses that the document lists with what they
    hold, then where the rest is told.
    """
    lines: list[Safe] = []
    if has_rules:
        same = (
            "; the problem document is the one that the service would send."
            if operation.validation_problem
            else "."
        )
        lines.append(
            code(
                "- `error_kind::validation_failed` ({}): a rule is broken and nothing was sent{}",
                operation.validation_problem.status if operation.validation_problem else 422,
                Safe(same),
            )
        )
    for index, error_code in enumerate(api.error_codes):
        if error_code.operation == operation.id:
            condition = prose(" ".join(error_code.condition.split()))
            lines.append(
                code(
                    "- `error_code::{}` ({}, status {}){}",
                    types.names.codes[index],
                    error_code.code,
                    status_list(error_code.statuses),
                    code(": {}", _ended(condition)) if condition else Safe("."),
                )
            )
    lines += _listed_errors(operation, types)
    if not lines:
        return Safe("See `restbind::error`.")
    return text.join("\n", [*lines, Safe("- everything else: see `restbind::error`.")])


def _listed_errors(operation: ir.Operation, types: Types) -> list[Safe]:
    """The statuses that the document lists, with what they hold and what reads it."""
    lines = []
    held = {
        error.status: span(types.spell(error.type))
        for error in operation.errors
        if error.type is not None
    }
    for response in operation.error_responses:
        said = sentences(response.doc)
        told = Safe(" ".join(said[0].split())) if said else Safe("a refusal.")
        body = code(" Body: {}.", held[response.status]) if response.status in held else Safe("")
        lines.append(code("- {}: {}{}", prose(response.status), told, body))
    if any(response.status in held for response in operation.error_responses):
        name = types.names.operations[operation.id]
        lines.append(
            code(
                "- `restbind::http::error_details<operations::{}>(error)` reads such a body.", name
            )
        )
    if problems := [
        response.status for response in operation.error_responses if response.is_problem
    ]:
        lines.append(
            code("- `error::problem()` is the body of {}.", prose(joined(problems, "and")))
        )
    return lines


def status_list(statuses: tuple[int, ...]) -> Safe:
    """Statuses as a text, for example `404 or 410`."""
    return text.join(" or ", [code("{}", status) for status in statuses])


def sent_as(operation: ir.Operation) -> Safe:
    """How a body is sent that is not plain JSON; empty for one that is."""
    sent = operation.body_format
    if operation.body is None or sent == ir.JSON_BODY:
        return Safe("")
    if sent.kind == "bytes" and (
        "*" in sent.media_type or sent.media_type.startswith("multipart/")
    ):
        return code(" Sent as {}: which one, `file::content_type` must say.", span(sent.media_type))
    return code(" Sent as {}.", span(sent.media_type))


def response(operation: ir.Operation, types: Types) -> Safe:
    """What a call returns."""
    if isinstance(operation.response, ir.Responses):
        return Safe("One of several responses, with its status.")
    said = sentences(operation.success_doc) if operation.success_doc else []
    kind = operation.response.present if operation.response is not None else None
    if not said and isinstance(kind, ir.Ref):
        target = types.models.get(kind.name) or types.aliases.get(kind.name)
        said = sentences(target.doc) if target else []
    whole = (
        Safe(" ".join(said[0].split()))
        if said
        else Safe("Nothing but success." if kind is None else "The response.")
    )
    return code("{} Empty for null.", whole) if kind is not operation.response else whole


def alternatives(operation: ir.Operation) -> list[tuple[str, Safe]]:
    """The section that lists several responses."""
    if not isinstance(operation.response, ir.Responses):
        return []
    lines = []
    for response in operation.responses:
        told = sentences(response.doc)
        several = sum(other.status == response.status for other in operation.responses) > 1
        kind = (
            code(" as {}", span(", ".join(response.media)))
            if several and response.body in ("text", "bytes")
            else Safe("")
        )
        lines.append(
            code(
                "- {}{}: {}",
                prose(response.status),
                kind,
                Safe(" ".join(told[0].split())) if told else Safe("a success."),
            )
        )
    return [("@par Responses", text.join("\n", lines))]
