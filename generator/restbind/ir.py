"""The intermediate representation: what a document means, free of how it was written and of how C++ will spell it.

`lower` builds it, `views` reads it. Everything is frozen, holds wire names and spec text only (no C++ identifiers), and
carries the JSON pointer of its source (`pointer`, e.g. `#/components/schemas/Cart`) for doc comments and diagnostics.
Numbers that stand in limits and defaults are kept as their source text, so that `5.0` is never respelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Union
from urllib.parse import parse_qsl

_PATH = re.compile(r"(?:\{[^{}]*\}|[^?])*")  # a placeholder may be called as it likes


@dataclass(frozen=True)
class Doc:
    """Text for a reader: summary and description as written, and why something was assumed ('' when stated)."""

    summary: str = ""
    description: str = ""
    assumed: str = ""
    deprecated: bool = False


# ---------------------------------------------------------------------------------------------------------------- types


@dataclass(frozen=True)
class Scalar:
    """kind: boolean, int8, int16, int32, int64, uint8, uint16, uint64, double, decimal, string, date, date-time, base64, base64-png, file."""

    kind: str


@dataclass(frozen=True)
class Open:
    """JSON that the document leaves open. kind: any, object, array; other for what is received and fits no other alternative,
    the last one of its OneOf."""

    kind: str


@dataclass(frozen=True)
class Array:
    """nullable: an element may be null."""

    item: "Type"
    nullable: bool = False


@dataclass(frozen=True)
class Map:
    """An object that is only `additionalProperties: <schema>`. nullable: a value may be null."""

    value: "Type"
    nullable: bool = False


@dataclass(frozen=True)
class Nullable:
    """A whole body that may be null. What members and elements are is said by these themselves."""

    value: "Type"


UNLISTED = -2


@dataclass(frozen=True)
class OneOf:
    """Alternatives told apart by the JSON type of the value, objects among them by their members.

    discriminator: the member that tells objects apart, '' for none; mapping: its values (numbers and booleans are `Literal`) and the
    places of their alternatives; several of one value where the document does not say which one it stands for.
    otherwise: the place of the alternative for objects with another value there, or none; -1 where the document names none; UNLISTED where
    alternatives without a value may have any.
    below: values that stand for alternatives of an alternative, until these are alternatives of this type; True for names, which those that
    the alternative itself has for them come before.
    lists_open: the document itself lists an object of any members, so that it comes before one that would lose some. Else an open object is
    there for what is none of the others.
    choices: the pointer to the list of alternatives that it is made of, '' for none; it tells no types apart.
    """

    alternatives: tuple["Type", ...]
    discriminator: str = ""
    mapping: tuple[tuple[str, int], ...] = ()
    otherwise: int = -1
    below: tuple[tuple[str, "Type", bool], ...] = ()
    lists_open: bool = False
    choices: str = field(default="", compare=False)


class Literal(str):
    """A number or boolean among the values of a member, as its JSON text: another value than the string of the same letters."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Literal, str(self)))


@dataclass(frozen=True)
class Ref:
    """A named model, enum or alias; `name` is the name of one in Api.models, Api.enums or Api.aliases."""

    name: str


@dataclass(frozen=True)
class Problem:
    """The problem document of the runtime."""


@dataclass(frozen=True)
class Received:
    """A response for which the runtime has a type. kind: bytes, redirect."""

    kind: str


@dataclass(frozen=True)
class Responses:
    """What an operation gives whose successes differ: pairs of a status (200, 2XX, default) and a type, None for no content."""

    alternatives: tuple[tuple[str, "Type | None"], ...]


Type = Union[Scalar, Open, Array, Map, Nullable, OneOf, Ref, Problem, Received, Responses]

ANY = Open("any")
OTHER = Open("other")
PLAIN = {"string": Scalar("string"), "integer": Scalar("int64"), "number": Scalar("double"), "boolean": Scalar("boolean")}


def base_types(kind: Type) -> Iterator[Type]:
    """`kind` and everything it is made of, without looking into named types."""
    yield kind
    if isinstance(kind, Array):
        yield from base_types(kind.item)
    elif isinstance(kind, (Map, Nullable)):
        yield from base_types(kind.value)
    elif isinstance(kind, OneOf):
        for alternative in kind.alternatives:
            yield from base_types(alternative)
    elif isinstance(kind, Responses):
        for _, response in kind.alternatives:
            if response is not None:
                yield from base_types(response)


def with_inner(kind: Type, change: Callable[[Type], Type]) -> Type:
    """A list, map or nullable value with another type of what it holds; any other type as it is."""
    name = "item" if isinstance(kind, Array) else "value" if isinstance(kind, (Map, Nullable)) else ""
    if not name:
        return kind
    inner = change(getattr(kind, name))
    return kind if inner is getattr(kind, name) else replace(kind, **{name: inner})


def referred(kind: Type) -> list[str]:
    """The named types that occur in one."""
    return [part.name for part in base_types(kind) if isinstance(part, Ref)]


# ---------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Constraint:
    """One keyword that a value must fulfil.

    keyword: minimum, maximum, exclusiveMinimum, exclusiveMaximum, range (minimum and maximum together: one message),
    known (nothing that only the open alternative has space for: of an object, or, with the limit `other`, of any value; with the limit
    `object` its message is the document's, else it goes on with what the nearest alternative lacks), enum,
    minItems, maxItems, minLength, maxLength, pattern, format, multipleOf, uniqueItems, minProperties, maxProperties, schema
    (the value's JSON is checked against a JSON Schema). limits: source texts (whole numbers where the type is an
    integer), two for range, all values for enum; for schema its JSON text.
    message: the final text, placeholders filled in; '' for a schema whose own findings are told.
    """

    keyword: str
    limits: tuple[str, ...]
    message: str
    pointer: str


@dataclass(frozen=True)
class Rule:
    """A cross-field rule. `expression` is the checked CEL syntax tree of `cel`; field_path a wire path ('' = the model)."""

    id: str
    expression: object
    source: str
    field_path: str
    message: str
    pointer: str


# --------------------------------------------------------------------------------------------------------------- models


@dataclass(frozen=True)
class Member:
    """One property of a model.

    presence: required, nullable (required, null allowed), optional, optional_nullable, defaulted.
    default: source text of a scalar default, JSON for any other, None without one; for defaulted and
    optional_nullable; for what is required if it tells what the object is (then `tells`), or if it only comes in responses,
    for lenient reading.
    boxed: the value holds the model itself again, so it is kept apart from it, where it may be missing.
    access: read_write; read_only for what only the service sends (readOnly), write_only for what only it receives (writeOnly).
    constraints hold for the member's own value, item_constraints for each element of an array or map member.
    conditional: what its type says holds in some cases only; the constraints of the model say in which.
    missing: what is said of a required value that was never set, where its type has such a state; else ''.
    """

    wire_name: str
    type: Type
    presence: str
    default: str | None
    constraints: tuple[Constraint, ...]
    item_constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str
    boxed: bool = False
    access: str = "read_write"
    missing: str = ""
    tells: bool = False
    conditional: bool = False


@dataclass(frozen=True)
class Model:
    """An object with members. keeps_extra: unknown members are collected (additionalProperties: true was written).

    extra: the unknown members as a map, where the document says of which type they are; None where they are open JSON.
    constraints hold for the object as a whole, extra_constraints for each unknown member.
    called: what C++ calls it, where that is not its name.
    """

    name: str
    members: tuple[Member, ...]
    rules: tuple[Rule, ...]
    keeps_extra: bool
    doc: Doc
    pointer: str
    constraints: tuple[Constraint, ...] = ()
    extra: Map | None = None
    extra_constraints: tuple[Constraint, ...] = ()
    called: str = ""

    @property
    def held(self) -> tuple[Type, ...]:
        """The types of all that it holds."""
        return tuple(member.type for member in self.members) + ((self.extra,) if self.extra is not None else ())


@dataclass(frozen=True)
class Enum:
    """Integer or string values. base: int64 or string. names: as the document gives them, else ''.

    is_open: the document says that there will be more values (`x-extensible-enum`); others are not refused.
    called: what C++ calls it, where that is not its name.
    """

    name: str
    base: str
    values: tuple[str, ...]
    names: tuple[str, ...]
    doc: Doc
    pointer: str
    is_open: bool = False
    called: str = ""


@dataclass(frozen=True)
class Alias:
    """A named schema that is not an object with members: `using Name = type`.

    wrapped: its values hold such values again, in lists or maps, so that it is a structure around the type.
    """

    name: str
    type: Type
    doc: Doc
    pointer: str
    wrapped: bool = False


# ----------------------------------------------------------------------------------------------------------- operations


@dataclass(frozen=True)
class Parameter:
    """place: path, query, header, cookie. client_name: the client-level setting that supplies it, '' when each call does.

    type: without a style a scalar or enum. default: what the server takes for an
    absent one, for doc comments; an absent parameter is not sent (but for a client parameter, whose default is sent).
    style: simple, label, matrix, form, space_delimited, pipe_delimited, deep_object, cookie or json, as the runtime spells them; ''
    where the place alone says it.
    """

    wire_name: str
    place: str
    type: Type
    required: bool
    default: str | None
    client_name: str
    constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False


@dataclass(frozen=True)
class BodyField:
    """How one property of a form is sent. style: form, space_delimited, pipe_delimited, deep_object or json, as the runtime spells
    them; '' where none is stated. content_type and headers: of its parts, in a form of several; '' and () where nothing is stated."""

    wire_name: str
    style: str = ""
    explode: bool = False
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class BodyFormat:
    """How a body is sent. kind: json, form, multipart, text, bytes. media_type: the Content-Type; a range where the caller
    names it. fields: properties about which something is stated."""

    kind: str
    media_type: str
    fields: tuple[BodyField, ...] = ()


JSON_BODY = BodyFormat("json", "application/json")


@dataclass(frozen=True)
class Retry:
    attempts: int
    initial_delay_ms: int
    multiplier: int
    statuses: tuple[int, ...]


@dataclass(frozen=True)
class ValidationProblem:
    """errors: list, map, none. keys: wire, pascal. detail: text with {count} or {first}. problem_type, title: '' for those of
    RFC 9457."""

    status: int
    errors: str
    keys: str
    detail: str
    doc: Doc
    problem_type: str = ""
    title: str = ""


@dataclass(frozen=True)
class ProblemFormat:
    """What a provider's problem documents call what RFC 9457 has no member for; '' for what they do not have."""

    code: str
    error_count: str
    errors: str
    error_field: str
    error_message: str
    trace_id: str
    timestamp: str
    pointer: str


@dataclass(frozen=True)
class Response:
    """What is described for a status. status: 200, 2XX, default. body: none, json, scalar (a number or boolean as text), text, bytes,
    redirect. type: None for none. media: the media types of scalars, text and bytes; for JSON those with which the same comes bit by bit.
    unread: kinds of JSON that hold something else, which is not read."""

    status: str
    body: str
    type: Type | None
    media: tuple[str, ...]
    doc: Doc
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErrorResponse:
    status: str
    doc: Doc


def bare_path(path: str) -> str:
    """The path without the query that some documents write behind it."""
    return _PATH.match(path).group()


def split_path(path: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The path itself, and the names and values of the query that some documents write behind it, without their escapes: `+` is a
    space there, and a name alone has an empty value. A UnicodeDecodeError is raised for what is not UTF-8."""
    bare = bare_path(path)
    return bare, tuple(parse_qsl(path[len(bare) + 1:], keep_blank_values=True, errors="strict"))


@dataclass(frozen=True)
class Operation:
    """One call. path keeps its {placeholders}, and the query that some documents write behind it: see `split_path`.

    request_name: the type a caller passes. It is the body's model or alias when there is a body and no per-call parameter;
    otherwise a model made of the per-call parameters (and the body as member `body`), listed in Api.models with
    pointer at the operation. body: the body's type, None without one; null aside. response: None for a response without content.
    idempotency: safe, idempotent, not_idempotent. retry: None where the document says nothing. unapplied: statuses that say that the
    request was not applied. validation_problem: None where the document says nothing. idempotent_when: checked CEL tree over the request, or None.
    success_doc: what the document says about the response of success_status; None where nobody filled it in.
    constraints, item_constraints: what a request that is a body and no model must fulfil, and its elements.
    responses: the successes, exact statuses first, then ranges, then `default`; none where success_status with JSON or nothing
    says it all. errors: so for errors in JSON that are not the problem document. accept: value of the Accept header, '' for
    application/json. accept_choices: the media types of successes of which one can be asked for alone, () where there is one; accept_errors: what then
    follows in the header. response_headers: the names of headers that responses are described to have.
    body_format: how the body is sent. body_required: whether a request must have one.
    security: alternatives, each the names of the schemes that it needs together, () last if nothing will do, too; None where
    the client's token, if it has one, is all there is. server: name of a server of its own, '' for the base address.
    fragment: what the document writes behind the path and a `#`, which is not sent.
    """

    id: str
    method: str
    path: str
    tags: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    request_name: str
    body: Type | None
    response: Type | None
    success_status: int
    error_responses: tuple[ErrorResponse, ...]
    idempotency: str
    idempotent_when: object | None
    retry: Retry | None
    validation_problem: ValidationProblem | None
    secured: bool
    doc: Doc
    pointer: str
    success_doc: Doc | None = None
    constraints: tuple[Constraint, ...] = ()
    item_constraints: tuple[Constraint, ...] = ()
    responses: tuple[Response, ...] = ()
    errors: tuple[Response, ...] = ()
    accept: str = ""
    accept_choices: tuple[str, ...] = ()
    accept_errors: str = ""
    response_headers: tuple[str, ...] = ()
    body_format: BodyFormat = JSON_BODY
    body_required: bool = True
    security: tuple[tuple[str, ...], ...] | None = None
    server: str = ""
    unapplied: tuple[int, ...] = ()
    fragment: str = ""


# ------------------------------------------------------------------------------------------------------------------ api


@dataclass(frozen=True)
class TokenVariable:
    name: str
    default: str
    description: str


@dataclass(frozen=True)
class TokenGrant:
    """A flow of OAuth 2.0 client credentials. url and scopes keep their {variables}. authentication: client_secret_basic or
    client_secret_post."""

    url: str
    scopes: tuple[str, ...]
    authentication: str
    lifetime_seconds: int
    renew_before_seconds: int
    variables: tuple[TokenVariable, ...]
    pointer: str


@dataclass(frozen=True)
class SecurityScheme:
    """kind: token, basic, key, authorization, none (nothing is sent: mutual TLS). place: header, query, cookie. field: a key's
    name there; of kind authorization the scheme's word. grant: how the client gets the token itself."""

    name: str
    kind: str
    place: str
    field: str
    doc: Doc
    pointer: str
    grant: TokenGrant | None = None


@dataclass(frozen=True)
class ServerVariable:
    """default: '' where the document states none. allowed: () for any value."""

    name: str
    default: str
    allowed: tuple[str, ...]
    description: str


@dataclass(frozen=True)
class Server:
    """url keeps its {variables}; may be relative."""

    name: str
    url: str
    variables: tuple[ServerVariable, ...]
    description: str
    pointer: str


@dataclass(frozen=True)
class ErrorCode:
    code: int
    name: str
    statuses: tuple[int, ...]
    operation: str
    condition: str
    pointer: str


@dataclass(frozen=True)
class ClientParameter:
    """A setting of the client that many operations send. default: None when the user must give one."""

    name: str
    wire_name: str
    place: str
    default: str | None
    constraints: tuple[Constraint, ...]
    doc: Doc
    pointer: str


@dataclass(frozen=True)
class Environment:
    name: str
    description: str
    pointer: str


@dataclass(frozen=True)
class Assumption:
    """id: `A-7` where the text starts with one or more ids, else ''."""

    ids: tuple[str, ...]
    text: str
    pointer: str
    file: str
    line: int


@dataclass(frozen=True)
class Api:
    title: str
    version: str
    doc: Doc
    file_name: str
    models: tuple[Model, ...]
    enums: tuple[Enum, ...]
    aliases: tuple[Alias, ...]
    operations: tuple[Operation, ...]
    error_codes: tuple[ErrorCode, ...]
    client_parameters: tuple[ClientParameter, ...]
    environments: tuple[Environment, ...]
    assumptions: tuple[Assumption, ...]
    schemes: tuple[SecurityScheme, ...] = ()
    servers: tuple[Server, ...] = ()
    main_server: str = ""
    tags: tuple[tuple[str, str], ...] = ()  # those with a summary: name and summary
    payloads: tuple[str, ...] = ()  # the types of what webhooks and callbacks bring
    problem: ProblemFormat | None = None  # None for RFC 9457 and nothing else
    trace_headers: tuple[str, ...] = ()  # () for those that are usual
    judged: tuple[tuple[str, Constraint], ...] = ()  # `choices` of alternatives that may hold for each other's values, with their schema
    reading: str = "strict"  # or lenient: no fact of the document, but what was asked for when the code is generated
