# SPDX-License-Identifier: BSL-1.0
"""Views of operations.hpp and of the two clients."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from restbind import ir
from restbind.cpp import text
from restbind.cpp.cel import Emitter
from restbind.cpp.names import Names
from restbind.cpp.text import UnsupportedText, code
from restbind.cpp.conditions import Place
from restbind.cpp.types import Types
from restbind.naming import Safe, Scope, snake_case
from restbind.views import docs as view_docs
from restbind.views.building import Building, may_lack_body
from restbind.views.calls import NO_REQUEST, CallView, Spelling
from restbind.views.info import field, numbers, retry, rule, rules, validation_problem
from restbind.views.models import responded
from restbind.views.schemes import ProblemView, SchemesView, problem_view, schemes_view
from restbind.views.validation import Validation

_METHODS = {"delete": "delete_", "m-search": "msearch"}  # others are called as they are
_PLACES = {"header": "Sent as header {}.", "path": "Path segment {}, escaped where it is sent.", "query": "Query parameter {}."}
# The space of restbind::http::retry_rule::statuses.
STATUS_LIMIT = 4
# The status of a success where the document lists no other: what the runtime assumes.
USUAL_SUCCESS = 200
SECURITY_HEADER = "<restbind/http/security.hpp>"
PROBLEM_HEADER = "<restbind/core/problem.hpp>"
PARAMETER_HEADERS = frozenset({"<restbind/http/operation_info.hpp>", "<array>"})


@dataclass(frozen=True)
class ParameterView:
    doc: Safe
    declaration: Safe
    checks: tuple[Safe, ...]


@dataclass(frozen=True)
class WithoutBodyView:
    """What an operation has for requests without a body that may be left out."""

    fill_head: Safe
    fill: tuple[Safe, ...]


@dataclass(frozen=True)
class OperationView:
    """`calls` is what the clients have for it."""

    name: Safe
    doc: Safe
    attributes: tuple[Safe, ...]
    base: Safe
    responses: tuple[Safe, ...]
    errors: tuple[Safe, ...]
    accepts: tuple[Safe, ...]
    accepted: tuple[Safe, ...]
    info: tuple[Safe, ...]
    idempotency: tuple[Safe, ...]
    fill_head: Safe
    fill: tuple[Safe, ...]
    without_body: tuple[WithoutBodyView, ...]
    calls: tuple[CallView, ...]


@dataclass(frozen=True)
class OperationPart:
    """An operation with the headers that it needs besides those that all need, and what the client of its tag has for it."""

    operation: ir.Operation
    view: OperationView
    headers: frozenset[str]
    calls_of_tag: tuple[CallView, ...]


@dataclass(frozen=True)
class CompiledView:
    """The code of the operations, one instantiation each, as it is declared and as it is compiled."""

    declared: tuple[Safe, ...]
    compiled: tuple[Safe, ...]


@dataclass(frozen=True)
class OperationsView:
    """`no_request` holds the one type of requests without content, where there are such operations; `code` is there if there are any."""

    no_request: tuple[Safe, ...]
    parameters: tuple[ParameterView, ...]
    parameters_doc: Safe
    operations: tuple[OperationView, ...]
    all_operations: Safe
    headers: frozenset[str]
    code: tuple[CompiledView, ...]
    schemes: tuple[SchemesView, ...] = ()
    problem: tuple[ProblemView, ...] = ()
    parameters_by_name: tuple[Safe, ...] = ()


def view_of_parts(api: ir.Api, namespace: str, names: Names, parts: Sequence[OperationPart], parameters: tuple[ParameterView, ...],
                  shared: frozenset[str]) -> OperationsView:
    """What `operation_parts` gives, as one."""
    rows = [[code("operations::{}", part.view.name)] for part in parts]
    listed = text.call("using all_operations = boost::mp11::mp_list<", rows, ">;", 0) if rows else Safe(
        "using all_operations = boost::mp11::mp_list<>;")
    doc = Safe("Values that every call of one client shares.") if api.client_parameters else Safe(
        "Values that every call of one client shares: this API has none.")
    without = tuple({NO_REQUEST: None for operation in api.operations if not operation.request_name})
    headers = shared.union(*(part.headers for part in parts))
    schemes = (schemes_view(api, names),) if api.schemes else ()
    headers |= {SECURITY_HEADER} if schemes else set()
    headers |= {"<chrono>"} if any(one.grant for one in api.schemes) else set()
    problem = (problem_view(api.problem),) if api.problem else ()
    headers |= {PROBLEM_HEADER} if problem else set()
    headers |= PARAMETER_HEADERS if api.client_parameters else set()
    return OperationsView(without, parameters, text.doc([doc]), tuple(part.view for part in parts), listed, headers,
                          compiled_code(namespace, parts), schemes, problem, _by_name(api, names))


def _by_name(api: ir.Api, names: Names) -> tuple[Safe, ...]:
    """The table of the client's parameters; nothing where there are none."""
    rows = [[code("{{{}, &client_parameters::{}}}", text.view(one.name), names.parameters[one.name])] for one in api.client_parameters]
    head = f"return std::array<restbind::http::client_parameter<client_parameters>, {len(rows)}>{{{{"
    return (text.call(head, rows, "}};", 8),) if rows else ()


def compiled_code(namespace: str, parts: Iterable[OperationPart]) -> tuple[CompiledView, ...]:
    """What is instantiated for the operations; nothing where there are none."""
    rows = []
    for part in parts:
        arguments = [[code("{}::operations::{}", Safe(namespace), part.view.name)], [code("{}::client_parameters", Safe(namespace))]]
        rows.append(arguments)
        rows += [[*arguments, [Safe("restbind::no_body_t")]] for _ in part.view.without_body]
    declared, compiled = (tuple(text.call(f"{head} struct restbind::net::detail::operation_impl<", row, ">;", 0) for row in rows)
                          for head in ("extern template", "template"))
    return (CompiledView(declared, compiled),) if rows else ()


def operation_parts(api: ir.Api, types: Types, validation: Validation, short: Mapping[str, Safe] = {}) -> tuple[
        tuple[OperationPart, ...], tuple[ParameterView, ...], frozenset[str]]:
    """The operations, the client's parameters, and the headers that these need. short: operation -> its name in the client of
    its tag, where that is another one."""
    builder = _Operations(api, types, validation)
    parameters = tuple(builder.parameter(one) for one in api.client_parameters)
    shared = frozenset(builder.headers)
    parts = []
    for operation in api.operations:
        builder.headers = set()
        view, calls = builder.view(operation, short.get(operation.id))
        parts.append(OperationPart(operation, view, frozenset(builder.headers), calls))
    return tuple(parts), parameters, shared


def may_stream(operation: ir.Operation) -> bool:
    """Whether a response may go to a sink: text or bytes, which may be large, or one event after the other."""
    return any(one.media for one in operation.responses)


class _Operations:
    def __init__(self, api: ir.Api, types: Types, validation: Validation) -> None:
        self._api = api
        self._types = types
        self._names = types.names
        self._validation = validation
        self._building = Building(api, types)
        self.headers: set[str] = set()

    # ------------------------------------------------------------------------------------------------ client parameters

    def parameter(self, one: ir.ClientParameter) -> ParameterView:
        name = self._names.parameters[one.name]
        stated = view_docs.sentences(one.doc)
        facts = [code(_PLACES[one.place], text.span(one.wire_name))]
        facts += [Safe(f"{words[0].upper()}{words[1:]}.") for words in
                  (view_docs.limit(limit, ir.Scalar("string"), self._types) for limit in one.constraints)]
        facts.append(Safe("Required.") if one.default is None else code("Default: {}.", text.span(one.default)))
        doc = text.doc([*stated, text.join(" ", facts), *view_docs.assumed(one.doc)], 4, [view_docs.source(one.pointer)])
        initialiser = Safe("{}") if one.default is None else code(" = {}", text.owned(one.default))
        marks = text.join("", [code("{} ", mark) for mark in view_docs.attributes(one.doc)])
        return ParameterView(doc, code("{}std::string {}{};", marks, name, initialiser), tuple(self._checks(one, name)))

    def _checks(self, one: ir.ClientParameter, name: Safe) -> list[Safe]:
        """Statements that refuse a value that could not be sent, or that breaks a limit."""
        what = {"header": "header", "path": "path segment", "query": "query parameter"}[one.place]
        if one.place == "header":
            self.headers |= {"<restbind/http/detail/text.hpp>", "<restbind/http/headers.hpp>"}
            test = code("        if (restbind::http::trim({0}).empty() || !restbind::http::is_header_value({0}))", name)
            wrong = "must not be empty and holds printable ASCII only"
        elif one.place == "path":
            self.headers.add("<restbind/core/detail/utf8.hpp>")
            test = code('        if ({0}.empty() || {0} == "." || {0} == ".." || '
                        "restbind::utf8_prefix({0}) != {0}.size())", name)
            wrong = "must be UTF-8 and neither empty nor . or .."
        else:
            self.headers.add("<restbind/core/detail/utf8.hpp>")
            test = code("        if (restbind::utf8_prefix({0}) != {0}.size())", name)
            wrong = "must be UTF-8"
        lines = [test, _refusal(f"{one.name} ({what} {one.wire_name}) {wrong}")]
        for limit in one.constraints:
            if limit.keyword == "minLength" and limit.limits[0] in ("0", "1") and one.place != "query":
                continue  # said already
            condition = self._types.holds(limit, ir.Scalar("string"), Place(name, code("{}.", name)))
            if condition is not None:
                self.headers |= {"<restbind/core/detail/utf8.hpp>", *condition.headers}
                lines += [text.condition("if (!(", condition.parts, condition.operator, "))", 8), _refusal(limit.message)]
        return lines

    # ------------------------------------------------------------------------------------------------------- operations

    def view(self, operation: ir.Operation, short: Safe | None) -> tuple[OperationView, tuple[CallView, ...]]:
        """An operation, and what the client of its tag has for it: functions of the name `short`, if there is one."""
        name = self._names.operations[operation.id]
        request = self._names.types[operation.request_name] if operation.request_name else NO_REQUEST
        response = self._types.spell(operation.response)
        alternatives = [response]
        if isinstance(operation.response, ir.Responses):
            responses = self._types.alternatives(operation.response)
            ends = [","] * (len(responses) - 1) + [">"]
            alternatives = [code("{}{}{}", Safe("    " if index else "std::variant<"), one, Safe(end))
                            for index, (one, end) in enumerate(zip(responses, ends))]
            response = code("operations::{}::response_type", name)
        spelling = Spelling(name, name, request, response, view_docs.attributes(operation.doc))
        self._response_headers(operation)
        self.headers |= Building.headers(operation)
        checks = self._validation.of_request(operation, 12)
        statements = self._building.statements(operation, checks)
        unused = Safe("" if any(re.search(r"\brequest\b", line) for line in statements) else "[[maybe_unused]] ")
        tables = self._validation.tables(operation)
        calls, *of_tag = self._calls(operation, [spelling, *([replace(spelling, called=short)] if short else [])], bool(checks))
        parameters = [[Safe("client_parameters")], *([[Safe("false")]] if self._building.no_parameters_needed else [])]
        view = OperationView(
            name=name,
            doc=self._doc(operation, bool(checks)),
            attributes=view_docs.attributes(operation.doc),
            base=text.call(": restbind::http::basic_operation<",
                           [[name], [request], alternatives, [Safe("find_error_code")], *parameters], ">", 4),
            responses=self._responses(operation),
            errors=self._errors(operation),
            accepts=self._accepts(operation),
            accepted=tuple(self._accepted(operation) + self._rules(tables)),
            info=tuple(self._info(operation, bool(tables))),
            idempotency=tuple(self._idempotency(operation)),
            fill_head=self._building.head(operation, bool(checks), code("{}{} const& request", unused, request)),
            fill=tuple(statements),
            without_body=self._without_body(operation),
            calls=calls,
        )
        return view, of_tag[0] if of_tag else calls

    def _rules(self, tables: list[Safe]) -> list[Safe]:
        """The tables of the rules on all parts of a request, which these types have."""
        if not tables:
            return []
        self.headers |= {"<array>", "<span>", "<restbind/core/validation.hpp>"}
        head = f"static constexpr std::array<std::span<restbind::rule_info const>, {len(tables)}> rules{{"
        return [Safe("    /** The rules on its requests. */"),
                text.call(head, [[code("restbind::rules_of<{}>", one)] for one in tables], "};", 4), Safe("")]

    def _doc(self, operation: ir.Operation, has_rules: bool) -> Safe:
        """What stands above the structure of an operation. All that a caller has to know stands above the client's function."""
        stated = view_docs.sentences(operation.doc)[:1]
        refusal = view_docs.assumed(operation.validation_problem.doc) if has_rules and operation.validation_problem else []
        return text.doc(
            [*stated, code("{}. The client's function of this name says more: errors, retries.", view_docs.request_line(operation)),
             *view_docs.assumed(operation.doc), *refusal], 0,
            [*view_docs.deprecated(operation.doc), view_docs.source(operation.pointer)])

    def _client_doc(self, operation: ir.Operation, has_rules: bool) -> Safe:
        stated = view_docs.sentences(operation.doc) or [code("{}.", view_docs.request_line(operation))]
        checked = "Validated before anything is sent; encoded" if has_rules else "Encoded"
        return text.doc(
            stated, 4,
            [*view_docs.deprecated(operation.doc),
             ("@param request", code("{}{}", Safe(f"{checked} before the call returns."), view_docs.sent_as(operation))),
             ("@param options", Safe("How this call differs from the client's other calls.")),
             ("@returns", view_docs.response(operation, self._types)),
             *view_docs.alternatives(operation),
             ("@par Errors", view_docs.errors(operation, self._api, self._types, has_rules)),
             ("@par Retry", view_docs.retry(operation, self._types)),
             *self._security_doc(operation),
             view_docs.source(operation.pointer)])

    def _security_doc(self, operation: ir.Operation) -> list[tuple[str, Safe]]:
        """What is shown to the service, and a server of the operation's own."""
        sections = []
        if operation.security is not None:
            said = [text.join(" with ", [code("`schemes::{}`", self._names.schemes[name]) for name in names]) if names else
                    Safe("nothing") for names in operation.security]
            sections.append(("@par Security", code("Carries {}.", text.join(", or else ", said))))
        if operation.server:
            name = self._names.servers[operation.server]
            sections.append(("@par Server", code("`servers::{}`, if `client_options::servers` has it: see `use_document_servers`.", name)))
        return sections

    @staticmethod
    def _accepts(operation: ir.Operation) -> tuple[Safe, ...]:
        """The media types of which a call can choose one."""
        if not operation.accept_choices:
            return ()
        names = Scope({"all"}).names(snake_case(one.replace("*", "any")) for one in operation.accept_choices)
        constants = [text.call(f"static constexpr char const* {name} = ", [[text.view(one)]], ";", 8)
                     for name, one in zip(names, operation.accept_choices)]
        return (Safe("    /** Media types of the response, of which `call_options::accept` can name one. */"), Safe("    struct accepts"),
                Safe("    {"), *constants,
                text.call("static constexpr std::string_view all[] = {", [[name] for name in names], "};", 8), Safe("    };"), Safe(""))

    def _accepted(self, operation: ir.Operation) -> list[Safe]:
        """The table of what a request must show."""
        if operation.security is None:
            return []
        rows = [[code("{{{}}}", text.join(", ", [code("&schemes::{}", self._names.schemes[name]) for name in names]))]
                for names in operation.security]
        return [Safe("    /** What a request must show, in order of preference. */"),
                text.call("static constexpr restbind::http::security_requirement accepted[] = {", rows, "};", 4), Safe("")]

    def _info(self, operation: ir.Operation, has_rules: bool) -> list[Safe]:
        stated = operation.retry
        if max(len(stated.statuses) if stated else 0, len(operation.unapplied)) > STATUS_LIMIT:
            raise UnsupportedText(f"{operation.pointer}: at most {STATUS_LIMIT} statuses can lead to a retry")
        return [
            field(".operation_id = ", operation.id),
            code("        .method = restbind::http::verb::{},", Safe(_METHODS.get(operation.method, operation.method))),
            field(".path = ", operation.path),
            code("        .idempotency = restbind::http::idempotency::{},", Safe(operation.idempotency)),
            *retry(stated),
            *([code("        .unapplied_statuses = {{{}}},", numbers(operation.unapplied))] if operation.unapplied else []),
            *validation_problem(operation.validation_problem),
            *([Safe("        .rules = rules,")] if has_rules else []),
            *([Safe("        .problem = &problem_members,")] if self._api.problem else []),
            *([code("        .success_status = {},", operation.success_status)] if operation.success_status != USUAL_SUCCESS else []),
            *self._info_end(operation),
        ]

    def _info_end(self, operation: ir.Operation) -> list[Safe]:
        """The last members of `info`; those about which nothing is stated are left out."""
        choices = [partial(code, "        .accept_choices = accepts::all{}")] if operation.accept_choices else []
        lines = [partial(field, f".{head} = ", value)
                 for head, value in (("pointer", operation.pointer), ("accept", operation.accept)) if value]
        more = {".accept_errors = ": operation.accept_errors, ".response_headers = ": ", ".join(operation.response_headers)}
        lines += choices + [partial(field, head, value) for head, value in more.items() if value]
        if operation.security is not None:
            lines.append(partial(code, "        .security = accepted{}"))
        if operation.server:
            lines.append(partial(code, "        .server = {}{}", text.view(self._names.servers[operation.server])))
        if self._api.reading != "strict":
            lines.append(partial(code, "        .reading = restbind::json::reading::{}{}", Safe(self._api.reading)))
        ends = [*([Safe(",")] * (len(lines) - 1)), Safe("};")]
        return [line(end) for line, end in zip(lines, ends)]

    # --------------------------------------------------------------------------------------------------------- responses

    def _response_headers(self, operation: ir.Operation) -> None:
        kinds = responded(operation)
        if operation.responses:
            self.headers |= {"<restbind/http/detail/responses.hpp>", "<array>"}
        if operation.errors:
            self.headers |= {"<restbind/http/detail/responses.hpp>", "<array>"}
        self.headers |= {header for kind in kinds for header in self._types.headers(kind)}

    def _responses(self, operation: ir.Operation) -> tuple[Safe, ...]:
        """What is described about successes, where that is more than one status with JSON or nothing."""
        if not operation.responses:
            return ()
        several = isinstance(operation.response, ir.Responses)
        rows = [rule(one, place if several else None) for place, one in enumerate(operation.responses)]
        return rules("responses", "What the document says about responses that mean success.", rows)

    def _errors(self, operation: ir.Operation) -> tuple[Safe, ...]:
        """What is described about errors, and the type that holds it."""
        if not operation.errors:
            return ()
        held = [self._types.expanded(one.type) for one in operation.errors if one.type is not None]
        kinds = list(dict.fromkeys(held))
        spelt = {kind: self._types.spell(one.type) for kind, one in reversed(list(zip(held, operation.errors)))}
        several = len(kinds) > 1
        types = [spelt[kind] for kind in kinds]
        if several:
            self.headers.add("<variant>")
        alias = text.call("using error_type = std::variant<", [[one] for one in types], ">;", 4) if several else code(
            "    using error_type = {};", types[0])
        rows = [rule(one, kinds.index(kind) if several else None) for one, kind in zip(operation.errors, held)]
        about = text.doc([code("What responses that are errors hold: see `restbind::http::error_details`.")], 4)
        return (about, alias, Safe(""), *rules("errors", "What the document says about such responses.", rows))

    @staticmethod
    def _sink_doc() -> Safe:
        return text.doc(
            [Safe("The same, with the body of a success handed over piece by piece as it arrives, however large it is.")], 4,
            [("@param sink", Safe("Gets the body, on the call's executor. Must live until the call has ended. It never gets the body of "
                                  "an error, and nothing is sent again once it has got something.")),
             ("@returns", Safe("What is known of the response besides its body; the sink's own error if it has given one.")),
             ("@par Errors", Safe("As without a sink."))])

    def _idempotency(self, operation: ir.Operation) -> list[Safe]:
        """A function of the operation's own, if idempotency follows from the request."""
        if operation.idempotent_when is None:
            return []
        emitter = Emitter(self._types, "request")
        condition = emitter.split(operation.idempotent_when)
        self.headers |= emitter.headers
        request = self._names.types[operation.request_name]
        return [Safe(""), Safe("    /** How idempotent this very request is. */"),
                Safe("    static restbind::http::idempotency idempotency_of("), code("        {} const& request) noexcept", request),
                Safe("    {"),
                text.condition("if (", condition.parts, condition.operator, ")", 8),
                Safe("            return restbind::http::idempotency::idempotent;"),
                Safe("        return info.idempotency;"), Safe("    }")]

    def _calls(self, operation: ir.Operation, spellings: Sequence[Spelling], has_rules: bool) -> list[tuple[CallView, ...]]:
        """What a client has for an operation, in each of the spellings."""
        docs = [self._client_doc(operation, has_rules)]
        summary = view_docs.sentences(operation.doc)[:1]
        made: list[Callable[[Spelling, Safe], CallView]] = [lambda spelling, doc: spelling.call(doc, summary)]
        if may_lack_body(operation):
            docs.append(text.doc([Safe("The same without the body, which may be left out.")], 4))
            made.append(Spelling.without_body)
        if may_stream(operation):
            docs.append(self._sink_doc())
            made.append(Spelling.streaming)
        return [tuple(make(spelling, doc) for doc, make in zip(docs, made)) for spelling in spellings]

    def _without_body(self, operation: ir.Operation) -> tuple[WithoutBodyView, ...]:
        if not may_lack_body(operation):
            return ()
        self.headers.add("<restbind/http/request.hpp>")
        return (WithoutBodyView(
            fill_head=self._building.head(operation, False, Safe("restbind::no_body_t")),
            fill=tuple(self._building.address(operation))),)


def _refusal(message: str) -> Safe:
    kind = [Safe("restbind::error_kind::invalid_argument")]
    return text.call("return restbind::error(", [kind, text.view_lines(message, text.WIDTH - 18)], ");", 12)
