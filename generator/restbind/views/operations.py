# SPDX-License-Identifier: BSL-1.0
"""Views of operations.hpp and of the two clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.cel import Emitter
from restbind.cpp.names import Names
from restbind.cpp.text import UnsupportedText, code
from restbind.cpp.types import Types
from restbind.naming import Safe, Scope, snake_case
from restbind.runtime import MOST_STATUSES
from restbind.views import docs as view_docs
from restbind.views import operation_docs
from restbind.views.building import BodyView, Building, StatementView, may_lack_body
from restbind.views.calls import NO_REQUEST, CallView, Spelling
from restbind.views.check_views import CheckView
from restbind.views.client_parameters import ParameterView, parameter_view
from restbind.views.holding import responded, sent
from restbind.views.info import InfoView, RuleView, idempotent_as, info_view, rule
from restbind.views.schemes import ProblemView, SchemeView, problem_view, schemes_view
from restbind.views.validation import Validation

SECURITY_HEADER = "<restbind/http/security.hpp>"
PROBLEM_HEADER = "<restbind/core/problem.hpp>"
PARAMETER_HEADERS = frozenset({"<restbind/http/operation_info.hpp>", "<array>"})


@dataclass(frozen=True)
class ChoiceView:
    """A media type of a response that can be asked for alone."""

    name: Safe
    value: Safe


@dataclass(frozen=True)
class OperationView:
    """An operation. response: what it gives; of several, lines of their own. needs_no_parameters:
    the client needs none that must be given. error_types: those of described errors; errors,
    responses: what the document says of these, a row for each. accepts: media types of which one
    can be asked for. accepted: what a request must show, in order of preference. rules: the types
    of all parts of a request that have rules. idempotent_when: the condition, where that follows
    from the request; idempotent_as: what it then is. uses_request: the request is looked at.
    uses_shared: parameters of the client are sent. address: what is sent besides the body. checks:
    the statements that check a request. may_lack_body: a request is the body, which may be left
    out. calls: what the clients have for it.
    """

    name: Safe
    doc: Safe
    marks: Safe
    request: Safe
    response: Safe
    needs_no_parameters: bool
    error_types: tuple[Safe, ...]
    errors: tuple[RuleView, ...]
    responses: tuple[RuleView, ...]
    accepts: tuple[ChoiceView, ...]
    accepted: tuple[Safe, ...]
    rules: tuple[Safe, ...]
    info: InfoView
    idempotent_when: Safe
    idempotent_as: Safe
    uses_request: bool
    uses_shared: bool
    address: tuple[StatementView, ...]
    checks: tuple[CheckView, ...]
    body: tuple[BodyView, ...]
    may_lack_body: bool
    calls: tuple[CallView, ...]

    @property
    def has_several_errors(self) -> bool:
        """What errors hold is of one type or another."""
        return len(self.error_types) > 1


@dataclass(frozen=True)
class OperationPart:
    """An operation with the headers that it needs besides those that all need, and what the client
    of its tag has for it.
    """

    operation: ir.Operation
    view: OperationView
    headers: frozenset[str]
    calls_of_tag: tuple[CallView, ...]


@dataclass(frozen=True)
class OperationsView:
    """no_request: the type of requests without content, '' where each has some."""

    no_request: Safe
    parameters: tuple[ParameterView, ...]
    operations: tuple[OperationView, ...]
    headers: frozenset[str]
    schemes: tuple[SchemeView, ...] = ()
    problem: ProblemView | None = None


def view_of_parts(
    api: ir.Api,
    names: Names,
    parts: Sequence[OperationPart],
    parameters: tuple[ParameterView, ...],
    shared: frozenset[str],
) -> OperationsView:
    """What `operation_parts` gives, as one."""
    without = (
        Safe("") if all(operation.request_name for operation in api.operations) else NO_REQUEST
    )
    headers = shared.union(*(part.headers for part in parts))
    schemes = schemes_view(api, names)
    headers |= {SECURITY_HEADER} if schemes else set()
    headers |= {"<chrono>"} if any(scheme.grant for scheme in api.schemes) else set()
    problem = problem_view(api.problem) if api.problem else None
    headers |= {PROBLEM_HEADER} if problem else set()
    headers |= PARAMETER_HEADERS if api.client_parameters else set()
    return OperationsView(
        without, parameters, tuple(part.view for part in parts), headers, schemes, problem
    )


def operation_parts(
    api: ir.Api, types: Types, validation: Validation, short: Mapping[str, Safe] = {}
) -> tuple[tuple[OperationPart, ...], tuple[ParameterView, ...], frozenset[str]]:
    """The operations, the client's parameters, and the headers that these need. short: operation ->
    its name in the client of its tag, where that is another one."""
    builder = _Operations(api, types, validation)
    shared: set[str] = set()
    parameters = tuple(
        parameter_view(parameter, types, shared) for parameter in api.client_parameters
    )
    parts = []
    for operation in api.operations:
        builder.headers = set()
        view, calls = builder.view(operation, short.get(operation.id))
        parts.append(OperationPart(operation, view, frozenset(builder.headers), calls))
    return tuple(parts), parameters, frozenset(shared)


def may_stream(operation: ir.Operation) -> bool:
    """Whether a response may go to a sink: text or bytes, which may be large, or one event after
    the other.
    """
    return any(response.media for response in operation.responses)


class _Operations:
    def __init__(self, api: ir.Api, types: Types, validation: Validation) -> None:
        self._api = api
        self._types = types
        self._names = types.names
        self._validation = validation
        self._building = Building(api, types)
        self.headers: set[str] = set()

    # ----------------------------------------------------------------------------------------------
    # operations

    def view(
        self, operation: ir.Operation, short: Safe | None
    ) -> tuple[OperationView, tuple[CallView, ...]]:
        """An operation, and what the client of its tag has for it: functions of the name `short`,
        if there is one.
        """
        name = self._names.operations[operation.id]
        request = (
            self._names.types[operation.request_name] if operation.request_name else NO_REQUEST
        )
        response = self._types.spell(operation.response)
        given = response
        if isinstance(operation.response, ir.Responses):
            several = self._types.alternatives(operation.response)
            ends = [","] * (len(several) - 1) + [">"]
            given = filters.several(
                code("{}{}{}", Safe("    " if index else "std::variant<"), spelling_, Safe(end))
                for index, (spelling_, end) in enumerate(zip(several, ends))
            )
            response = code("operations::{}::response_type", name)
        spelling = Spelling(name, name, request, response, view_docs.attributes(operation.doc))
        self._response_headers(operation)
        self.headers |= Building.headers(operation)
        checks = self._validation.of_request(operation)
        tables = self._validation.tables(operation)
        calls, *of_tag = self._calls(
            operation,
            [spelling, *([replace(spelling, called=short)] if short else [])],
            bool(checks),
        )
        errors = self._errors(operation)
        view = OperationView(
            name=name,
            doc=operation_docs.structure(operation, bool(checks)),
            marks=view_docs.marks(operation.doc),
            request=request,
            response=given,
            needs_no_parameters=self._building.no_parameters_needed,
            error_types=errors[0],
            errors=errors[1],
            responses=self._responses(operation),
            accepts=self._accepts(operation),
            accepted=self._accepted(operation),
            rules=self._rules(tables),
            info=self._info(operation),
            idempotent_when=self._idempotency(operation),
            idempotent_as=idempotent_as(operation),
            uses_request=bool(checks or operation.body or operation.idempotent_when)
            or not all(parameter.client_name for parameter in operation.parameters),
            uses_shared=any(parameter.client_name for parameter in operation.parameters),
            address=tuple(self._building.address(operation)),
            checks=tuple(checks),
            body=self._building.body(operation),
            may_lack_body=self._may_lack_body(operation),
            calls=calls,
        )
        return view, of_tag[0] if of_tag else calls

    def _rules(self, tables: list[Safe]) -> tuple[Safe, ...]:
        """The types of all parts of a request that have rules."""
        if tables:
            self.headers |= {"<array>", "<span>", "<restbind/core/validation.hpp>"}
        return tuple(tables)

    @staticmethod
    def _accepts(operation: ir.Operation) -> tuple[ChoiceView, ...]:
        """The media types of which a call can choose one."""
        names = Scope({"all"}).names(
            snake_case(media_type.replace("*", "any")) for media_type in operation.accept_choices
        )
        return tuple(
            ChoiceView(name, text.view(media_type))
            for name, media_type in zip(names, operation.accept_choices)
        )

    def _accepted(self, operation: ir.Operation) -> tuple[Safe, ...]:
        """The table of what a request must show."""
        rows = []
        for names in operation.security or ():
            schemes = [code("&schemes::{}", self._names.schemes[name]) for name in names]
            rows.append(code("{{{}}}", text.join(", ", schemes)))
        return tuple(rows)

    def _info(self, operation: ir.Operation) -> InfoView:
        stated = operation.retry
        if max(len(stated.statuses) if stated else 0, len(operation.unapplied)) > MOST_STATUSES:
            raise UnsupportedText(
                f"{operation.pointer}: at most {MOST_STATUSES} statuses can lead to a retry"
            )
        server = self._names.servers[operation.server] if operation.server else ""
        return info_view(operation, self._api, server, self._has_secrets(operation))

    def _has_secrets(self, operation: ir.Operation) -> bool:
        """A request can have members or parameters that are left out of what is kept of it."""
        if operation.body_format.is_secret or any(
            parameter.is_secret for parameter in operation.parameters
        ):
            return True
        kinds = sent(operation)
        held_ = self._types.held(name for kind in kinds for name in ir.referred(kind))
        models = (self._types.named[name] for name in held_ if name in self._types.named)
        return any(
            member.is_hidden
            for model in models
            if isinstance(model, ir.Model)
            for member in model.members
        )

    # ----------------------------------------------------------------------------------------------
    # responses

    def _response_headers(self, operation: ir.Operation) -> None:
        kinds = responded(operation)
        if operation.responses:
            self.headers |= {"<restbind/http/detail/responses.hpp>", "<array>"}
        if operation.errors:
            self.headers |= {"<restbind/http/detail/responses.hpp>", "<array>"}
        self.headers |= {header for kind in kinds for header in self._types.headers(kind)}

    def _responses(self, operation: ir.Operation) -> tuple[RuleView, ...]:
        """What is described about successes, where that is more than one status with JSON or
        nothing.
        """
        several = isinstance(operation.response, ir.Responses)
        return tuple(
            rule(response, place if several else None)
            for place, response in enumerate(operation.responses)
        )

    def _errors(self, operation: ir.Operation) -> tuple[tuple[Safe, ...], tuple[RuleView, ...]]:
        """The types that hold what is described about errors, and what that is."""
        held = [
            self._types.expanded(error.type) for error in operation.errors if error.type is not None
        ]
        kinds = list(dict.fromkeys(held))
        spelt = {
            kind: self._types.spell(error.type)
            for kind, error in reversed(list(zip(held, operation.errors)))
        }
        several = len(kinds) > 1
        if several:
            self.headers.add("<variant>")
        rows = [
            rule(error, kinds.index(kind) if several else None)
            for error, kind in zip(operation.errors, held)
        ]
        return tuple(spelt[kind] for kind in kinds), tuple(rows)

    def _idempotency(self, operation: ir.Operation) -> Safe:
        """The condition under which a request is idempotent, if that follows from the request."""
        if operation.idempotent_when is None:
            return Safe("")
        emitter = Emitter(self._types, "request")
        condition = emitter.split(operation.idempotent_when)
        self.headers |= emitter.headers
        return condition.text

    def _calls(
        self, operation: ir.Operation, spellings: Sequence[Spelling], has_rules: bool
    ) -> list[tuple[CallView, ...]]:
        """What a client has for an operation, in each of the spellings."""
        docs = [operation_docs.function(operation, self._api, self._types, has_rules)]
        summary = view_docs.sentences(operation.doc)[:1]
        made: list[Callable[[Spelling, Safe], CallView]] = [
            lambda spelling, doc: spelling.call(doc, summary)
        ]
        if may_lack_body(operation):
            docs.append(text.doc([Safe("The same without the body, which may be left out.")], 4))
            made.append(Spelling.without_body)
        if may_stream(operation):
            docs.append(operation_docs.streaming_function())
            made.append(Spelling.streaming)
        found = []
        for spelling in spellings:
            found.append(tuple(make(spelling, doc) for doc, make in zip(docs, made)))
        return found

    def _may_lack_body(self, operation: ir.Operation) -> bool:
        if may_lack_body(operation):
            self.headers.add("<restbind/http/request.hpp>")
        return may_lack_body(operation)
