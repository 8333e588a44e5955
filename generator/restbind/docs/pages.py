# SPDX-License-Identifier: BSL-1.0
"""What the pages of a site print: one class for each kind of page."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from restbind.docs.facts import LimitView, MemberView


@dataclass(frozen=True)
class CodeView:
    """A snippet in colours. text: the same without them. id, title: of its tab."""

    id: str
    title: str
    html: Markup
    text: str


@dataclass(frozen=True)
class ErrorRow:
    """One way in which a call ends without success. status: '' where nothing came back. code: the
    typed code, '' for none. todo: what to do."""

    status: str
    kind: str
    code: str
    number: str
    words: Markup
    body: Markup
    todo: Markup


@dataclass(frozen=True)
class ResponseRow:
    status: str
    words: Markup
    type: Markup
    media: str


@dataclass(frozen=True)
class FindingRow:
    code: str
    severity: str
    place: str
    message: Markup
    hint: Markup


@dataclass(frozen=True)
class AssumptionRow:
    ids: str
    text: Markup
    pointer: str
    place: str


@dataclass(frozen=True)
class ChangeRow:
    """level: breaking, silent, new or info."""

    id: str
    level: str
    entity: str
    meaning: str
    old: str
    new: str
    place: str


@dataclass(frozen=True)
class ParameterRow:
    """A value that the client sends with each call."""

    name: str
    cpp: str
    place: str
    default: str
    doc: Markup
    limits: tuple[LimitView, ...]


@dataclass(frozen=True)
class OperationPage:
    """One operation. name: in C++. sent: how the body is sent. anchor: of it in the playground, ''
    where that does not have it. loss: what happens where the response is lost."""

    name: str
    id: str
    tag: str
    method: str
    path: str
    title: str
    summary: Markup
    doc: Markup
    is_deprecated: bool
    code: tuple[CodeView, ...]
    curl: CodeView
    request_type: str
    request_link: Markup
    sent: str
    request: CodeView | None
    members: tuple[MemberView, ...]
    rules: tuple[tuple[str, LimitView], ...]
    shared: tuple[ParameterRow, ...]
    result_type: str
    responses: tuple[ResponseRow, ...]
    response: CodeView | None
    errors: tuple[ErrorRow, ...]
    refusal: Markup
    loss: tuple[Markup, ...]
    retry: Markup
    idempotency: Markup
    security: tuple[Markup, ...]
    scopes: tuple[Markup, ...]
    assumptions: tuple[AssumptionRow, ...]
    verdict: str
    findings: tuple[FindingRow, ...]
    changes: tuple[ChangeRow, ...]
    pointer: str
    words: str = ""


@dataclass(frozen=True)
class IncomingPage:
    """A webhook or callback. kind: which of both. address: of a callback, as an expression.
    asked_by: the operations that ask for it. responses: statuses and words."""

    name: str
    title: str
    kind: str
    method: str
    address: str
    words: str
    doc: Markup
    asked_by: tuple[str, ...]
    type: Markup
    members: tuple[MemberView, ...]
    code: CodeView | None
    json: CodeView | None
    responses: tuple[tuple[str, Markup], ...]
    pointer: str


@dataclass(frozen=True)
class ValueRow:
    """A value of an enum, and what it is called."""

    value: str
    cpp: str


@dataclass(frozen=True)
class ModelPage:
    """One named type. kind: what it is in a few words."""

    name: str
    kind: str
    spelling: str
    doc: Markup
    assumed: Markup
    is_deprecated: bool
    members: tuple[MemberView, ...]
    extra: Markup
    rules: tuple[tuple[str, LimitView], ...]
    values: tuple[ValueRow, ...]
    type: Markup
    json: CodeView | None
    used_by: tuple[tuple[str, str], ...]
    models: tuple[tuple[str, str], ...]
    pointer: str
    words: str = ""


@dataclass(frozen=True)
class NavGroup:
    """The operations of a tag: name of the page, method, words, and whether the name is struck
    out. tag: of the page of the tag, which a large document has."""

    tag: str
    title: str
    words: Markup
    operations: tuple[tuple[str, str, str, bool], ...]


@dataclass(frozen=True)
class TagPage:
    """The page of a tag. tag: its name in the list at the side."""

    tag: str
    group: NavGroup


@dataclass(frozen=True)
class SiteView:
    """What all pages share. codes: of the findings, each with what it means. is_large: the list at
    the side shows the operations of one tag only, and each tag has a page."""

    title: str
    version: str
    summary: Markup
    doc: Markup
    file: str
    groups: tuple[NavGroup, ...]
    is_large: bool
    counts: str
    start: tuple[CodeView, ...]
    servers: tuple[tuple[str, str, Markup], ...]
    schemes: tuple[tuple[str, str, Markup], ...]
    parameters: tuple[ParameterRow, ...]
    has_playground: bool
    why_no_playground: str
    has_reference: bool
    changes: tuple[ChangeRow, ...]
    since: str
    findings: tuple[FindingRow, ...]
    codes: tuple[tuple[str, str], ...]
    assumptions: tuple[AssumptionRow, ...]
    kinds: tuple[tuple[str, str, Markup], ...]
    models: tuple[tuple[str, str, str], ...] = field(default=())
    incoming: tuple[IncomingPage, ...] = ()
