# SPDX-License-Identifier: BSL-1.0
"""One view per generated header: names, order and text are final here; a template only prints them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import docs as view_docs
from restbind.views.models import ModelsView, discriminators, has_open, model_parts, models_of, reaching_open
from restbind.views.operations import OperationsView, may_stream, operation_parts, view_of_parts
from restbind.views.validation import Validation, ValidationView

# Version of the contract with the runtime; rises together with RESTBIND_CODEGEN_VERSION.
CODEGEN_VERSION = 2


@dataclass(frozen=True)
class Page:
    """What all headers begin and end with. `begin` and `end` are there if the document deprecates something."""

    source: Safe
    about: Safe
    namespace: Safe
    codegen_version: int
    includes: tuple[tuple[Safe, ...], ...]
    begin: tuple[Safe, ...] = ()
    end: tuple[Safe, ...] = ()


@dataclass(frozen=True)
class CodeView:
    """`gap` stands in front: an empty line, but for the first."""

    gap: tuple[Safe, ...]
    doc: Safe
    name: Safe
    number: int
    row: Safe


@dataclass(frozen=True)
class CodesView:
    doc: Safe
    codes: tuple[CodeView, ...]
    count: int
    status_count: int
    category_name: Safe
    category_id: Safe


@dataclass(frozen=True)
class EnvironmentView:
    gap: tuple[Safe, ...]
    doc: Safe
    name: Safe
    text: Safe


@dataclass(frozen=True)
class EnvironmentsView:
    """`all` is told by one enumeration; an API without environments has no such view."""

    all: tuple[EnvironmentView, ...]


@dataclass(frozen=True)
class VariableView:
    doc: Safe
    declaration: Safe


@dataclass(frozen=True)
class ServerView:
    gap: tuple[Safe, ...]
    doc: Safe
    name: Safe
    variables: tuple[VariableView, ...]
    result: Safe


@dataclass(frozen=True)
class ServersView:
    """`lines` put the addresses into options; an API whose addresses are configuration has no such view."""

    all: tuple[ServerView, ...]
    doc: Safe
    lines: tuple[Safe, ...]


@dataclass(frozen=True)
class TokenVariableView:
    gap: tuple[Safe, ...]
    doc: Safe
    line: Safe
    name: Safe
    wire_name: str


@dataclass(frozen=True)
class ViewOfView:
    """A function that gives another client, in which one parameter has another value."""

    doc: Safe
    function: Safe
    name: Safe


@dataclass(frozen=True)
class ClientView:
    options_doc: Safe
    options: tuple[Safe, ...]
    environments: tuple[EnvironmentsView, ...]
    views: tuple[ViewOfView, ...]
    servers: tuple[ServersView, ...] = ()
    name: Safe = Safe("client")
    blocking_name: Safe = Safe("blocking_client")
    shared: tuple[Safe, ...] = ()
    about: tuple[Safe, ...] = ()  # further lines of the comment of both clients
    token_variables: tuple[tuple[TokenVariableView, ...], ...] = ()


@dataclass(frozen=True)
class VersionView:
    title: Safe
    version: Safe


@dataclass(frozen=True)
class ApiView:
    """Everything that the templates of one API may print."""

    pages: dict[str, Page]
    models: ModelsView
    validation: ValidationView
    codes: CodesView
    operations: OperationsView
    client: ClientView
    version: VersionView


ERROR_CODES_HEADERS = frozenset(
    """<restbind/core/error_codes.hpp> <boost/system/error_category.hpp> <boost/system/error_code.hpp>
    <boost/system/is_error_code_enum.hpp> <array> <cstdint> <type_traits>""".split()
)
OPERATIONS_HEADERS = frozenset(
    """<restbind/core/result.hpp> <restbind/core/validation.hpp> <restbind/http/operation.hpp> <restbind/json/decode.hpp>
    <restbind/json/encode.hpp> <chrono> <string> <string_view> <utility>""".split()
)
ALL_OPERATIONS_HEADER = "<boost/mp11/list.hpp>"
OPEN_JSON_HEADER = "<restbind/json/detail/open_value.hpp>"
CLIENT_HEADERS = frozenset(
    """<restbind/core/result.hpp> <restbind/net/client.hpp> <boost/asio/any_io_executor.hpp>
    <boost/asio/async_result.hpp> <boost/asio/awaitable.hpp> <chrono> <string> <string_view> <utility>""".split()
)
BLOCKING_CLIENT_HEADERS = frozenset(
    """<restbind/core/result.hpp> <restbind/net/blocking_client.hpp> <string> <utility>""".split()
)
STREAMING_HEADER = "<restbind/net/streaming.hpp>"
# What each header includes first, to check the version of the contract before it reaches for anything else (page_head.j2).
CONFIG_HEADER = frozenset({"<restbind/core/detail/config.hpp>"})
NETWORK_HEADER = "<restbind/net/network.hpp>"  # what makes clients
FILES = ("blocking_client", "client", "error_codes", "models", "operations", "validation", "version")
SOURCE = "src"  # the one header that is not for each file: it compiles what others declare


def api_view(api: ir.Api, namespace: str, folder: str) -> ApiView:
    """The views of all headers of an API. `folder` is the name of the folder that they stand in."""
    types = Types(api, Names(api, namespace))
    validation = Validation(api, types)
    parts, forward = model_parts(api, types)
    models = models_of(parts, forward, types, discriminators(api, types).values())
    rules = validation.view()
    calls, parameters, shared = operation_parts(api, types, validation)
    operations = view_of_parts(api, namespace, types.names, calls, parameters, shared)
    open_names = reaching_open(parts)
    holds_open = bool(open_names) or any(has_open(one, types, open_names) for one in api.operations)
    umbrella = frozenset({NETWORK_HEADER, *(f'"{folder}/{name}.hpp"' for name in FILES)})
    headers = {
        "models": ("Models", models.headers),
        "validation": ("Rules on requests", frozenset({'"models.hpp"', "<restbind/core/validation.hpp>"}) | rules.headers),
        "error_codes": ("Error codes", ERROR_CODES_HEADERS),
        "operations": ("Operations, without any networking,", OPERATIONS_HEADERS | operations.headers | {
            '"models.hpp"', '"error_codes.hpp"', '"validation.hpp"', ALL_OPERATIONS_HEADER, *([OPEN_JSON_HEADER] if holds_open else [])}),
        "client": ("Client", client_headers(api.operations) | servers_headers(api) | {'"operations.hpp"'}),
        "blocking_client": ("Client without coroutines", BLOCKING_CLIENT_HEADERS | {'"client.hpp"'}),
        "version": ("Name and version", frozenset({"<string_view>"})),
        SOURCE: ("Code of the operations", frozenset({'"client.hpp"'})),
        "umbrella": ("Everything", umbrella),
    }
    marks = marks_of(api)
    pages = {
        name: page(api, namespace, Safe(about), needed, marks)
        for name, (about, needed) in headers.items()
    }
    return ApiView(pages, models, rules, codes_view(api, types.names, namespace), operations, client_view(api, types.names),
                   VersionView(text.view(api.title), text.view(api.version)))


def client_headers(operations: Iterable[ir.Operation]) -> frozenset[str]:
    """The headers that a client of these operations needs besides those of the operations."""
    return CLIENT_HEADERS | {STREAMING_HEADER} if any(may_stream(one) for one in operations) else CLIENT_HEADERS


def servers_headers(api: ir.Api) -> frozenset[str]:
    """The headers that functions for server addresses need; none for an API without servers."""
    return frozenset({"<restbind/http/url.hpp>"}) if api.servers else frozenset()


def marks_of(api: ir.Api) -> tuple[tuple[Safe, ...], ...]:
    """`begin` and `end` of the pages of an API."""
    begin, end = (Safe("RESTBIND_USES_DEPRECATED_BEGIN"),), (Safe("RESTBIND_USES_DEPRECATED_END"),)
    members = [member.doc for model in api.models for member in model.members]
    docs = [*members, *(one.doc for one in api.models), *(one.doc for one in api.enums), *(one.doc for one in api.aliases),
            *(one.doc for one in api.operations), *(one.doc for one in api.client_parameters)]
    return (begin, end) if any(doc.deprecated for doc in docs) else ()


def page(api: ir.Api, namespace: str, about: Safe, headers: frozenset[str] | set[str], marks: tuple[tuple[Safe, ...], ...]) -> Page:
    """What a header begins and ends with. about: what it holds, for its first comment. headers: those that it includes."""
    title = text.line(f"{api.title} {api.version}")
    return Page(text.line(api.file_name), code("{} of {}.", about, title), Safe(namespace), CODEGEN_VERSION,
                _groups(headers - CONFIG_HEADER), *marks)


def _groups(headers: frozenset[str] | set[str]) -> tuple[tuple[Safe, ...], ...]:
    """Includes in the order own, runtime, Boost, standard; sorted within each."""
    groups: list[list[Safe]] = [[], [], [], []]
    for header in sorted(headers):
        index = 0 if header[0] == '"' else 1 if header.startswith("<restbind/") else 2 if header.startswith("<boost/") else 3
        groups[index].append(Safe(header))
    return tuple(tuple(group) for group in groups if group)


def _gap(before: Sequence[object]) -> tuple[Safe, ...]:
    return (Safe(""),) if before else ()


def codes_view(api: ir.Api, names: Names, namespace: str) -> CodesView:
    """The view of the error codes, with the error category that they belong to."""
    count = max([1, *(len(one.statuses) for one in api.error_codes)])
    views: list[CodeView] = []
    for one, name in zip(api.error_codes, names.codes):
        status = code("Status {}, ", view_docs.status_list(one.statuses)) if one.statuses else Safe("")
        condition = view_docs.sentences(ir.Doc(description=" ".join(one.condition.split())))
        doc = text.doc([text.join(" ", [*condition, code("{}{}.", status, text.span(one.operation))])], 4)
        statuses = text.join(", ", [code("{}", status) for status in one.statuses])
        row = text.call("{", [[code("error_code::{}", name)], [text.view(one.name)], [code("{{{}}}", statuses)],
                              [text.view(one.operation)], text.view_lines(one.condition, text.WIDTH - 10)], "},", 4)
        views.append(CodeView(_gap(views), doc, name, one.code, row))
    # Two copies of the category, in two shared libraries, are the same one: its identity is this number.
    digest = hashlib.sha256(f"restbind error category {namespace}".encode()).hexdigest()[:16]
    told = code("Business errors that the service tells by number, in {} of a problem document.", text.span(api.problem.code)) if (
        api.problem and api.problem.code) else Safe("Business errors that the service tells by number: the document states none.")
    return CodesView(text.doc([told], 0), tuple(views), len(views), count, text.literal(namespace.replace("::", ".")),
                     Safe(f"0x{digest.upper()}U"))


def client_view(api: ir.Api, names: Names) -> ClientView:
    """The view of the client, with its options, environments, servers and parameters."""
    grants = [one for one in api.schemes if one.grant is not None]
    variables = _token_variables(api, names)
    said, lines = _credentials(api, names, grants, variables)
    sections = [view_docs.source(one.grant.pointer) for one in grants[:1] if one.grant is not None]
    if api.trace_headers:
        lines.append(code("    options.trace_headers = {};", text.view(", ".join(api.trace_headers))))
    known: list[EnvironmentView] = []
    for one, name in zip(api.environments, names.environments):
        doc = text.doc(view_docs.sentences(ir.Doc(description=one.description)) or [text.span(one.name)], 4)
        known.append(EnvironmentView(_gap(known), doc, name, text.view(one.name)))
    views = tuple(_view_of(one, names) for one in api.client_parameters if one.default is None)
    return ClientView(
        text.doc([Safe("Options with everything that the document states. Addresses are left to the application" + said)], 0, sections),
        tuple(lines), (EnvironmentsView(tuple(known)),) if known else (),
        views,
        (_servers(api, names),) if api.servers else (), token_variables=(variables,) if variables else ())


def _credentials(api: ir.Api, names: Names, grants: list[ir.SecurityScheme],
                 variables: tuple[TokenVariableView, ...]) -> tuple[str, list[Safe]]:
    """What the comment of the options says of credentials, behind what it says of addresses, and the lines that put into the options what
    the document states of them. grants: the schemes whose tokens the client gets."""
    if grants:
        lines = [code("    options.use_scheme(schemes::{});", names.schemes[grants[0].name])] if len(grants) == 1 else []
        settings = [[[text.view(one.wire_name)], [code("values.{}", one.name)]] for one in variables]
        lines += [text.call("options.tokens.variables.insert_or_assign(", setting, ");", 4) for setting in settings]
        scheme = f"schemes::{names.schemes[grants[0].name]}"
        by_scheme = f", by scheme: `options.security.set({scheme}, restbind::http::client_credentials{{…}})`"
        return ", and so are credentials" + ("." if len(grants) == 1 else f"{by_scheme}."), lines
    is_secured = any(operation.secured for operation in api.operations)
    anonymous = [Safe("    options.anonymous = true;")]
    if any(operation.security and any(operation.security) for operation in api.operations):
        is_needed = is_secured or any(operation.security is not None and () not in operation.security for operation in api.operations)
        return ", and so are credentials: see `client_options::security`.", [] if is_needed else anonymous
    return (", and so is the way to a token.", []) if is_secured else ("; requests carry no token.", anonymous)


def _view_of(one: ir.ClientParameter, names: Names) -> ViewOfView:
    """For a parameter without a default: it says for whom a client works."""
    own = names.parameters[one.name]
    doc = text.doc([code("A view with another `{}`; shares connections and token.", own)], 4, [
        ("@returns", Safe("`invalid_argument` if the value cannot be sent, or is not among `client_options::allowed_parameters`."))])
    return ViewOfView(doc, code("for_{}", own), text.view(one.name))


def _token_variables(api: ir.Api, names: Names) -> tuple[TokenVariableView, ...]:
    """Those of all schemes; one name is one variable."""
    found: list[TokenVariableView] = []
    for one in names.stated_token_variables(api):
        facts = [] if one.default else [Safe("To be filled in.")]
        stated = view_docs.sentences(ir.Doc(description=one.description)) or [text.span(one.name)]
        own = names.token_variables[one.name]
        initial = code(" = {}", text.owned(one.default)) if one.default else Safe("{}")
        found.append(TokenVariableView(_gap(found), text.doc([*stated, *facts], 4), code("std::string {}{};", own, initial), own, one.name))
    return tuple(found)


def _servers(api: ir.Api, names: Names) -> ServersView:
    known: list[ServerView] = []
    stated: dict[str, Safe] = {}
    for one in api.servers:
        name = names.servers[one.name]
        variables = []
        rows = []
        for variable in one.variables:
            own = names.variables[one.name, variable.name]
            allowed = [text.span(value) for value in variable.allowed]
            facts = [code("One of {}.", text.join(", ", allowed))] if allowed else []
            facts += [] if variable.default else [Safe("To be filled in.")]
            doc = text.doc([*view_docs.sentences(ir.Doc(description=variable.description)), text.join(" ", facts)] if facts else
                           view_docs.sentences(ir.Doc(description=variable.description)) or [text.span(variable.name)], 4)
            variables.append(VariableView(doc, code("std::string {}{};", own, code(" = {}", text.owned(variable.default)) if
                                                    variable.default else Safe("{}"))))
            values = [code(", {{{}}}", text.join(", ", [text.view(value) for value in variable.allowed]))] if variable.allowed else []
            rows.append(code("{{{}, {}{}}}", text.view(variable.name), own, text.join("", values)))
        arguments = [[text.view(one.url)], [code("{{{}}}", text.join(", ", rows))]]
        doc = text.doc([*view_docs.sentences(ir.Doc(description=one.description)), code("{}.", text.span(one.url))], 0,
                       [view_docs.source(one.pointer)])
        known.append(ServerView(_gap(known), doc, name, tuple(variables),
                                text.call("return restbind::http::expand_server_url(", arguments, ");", 8)))
        address = one.url
        for variable in one.variables:
            address = address.replace(f"{{{variable.name}}}", variable.default)
        stated[one.name] = text.view(address)
    named = {operation.server for operation in api.operations if operation.server}
    lines = []
    if api.main_server:
        lines.append(text.call("options.base_url = restbind::http::resolve_server(",
                               [[Safe("options.base_url")], [stated[api.main_server]]], ");", 4))
    lines += [text.call("options.servers.insert_or_assign(", [[text.view(names.servers[one.name])], [stated[one.name]]], ");", 4)
              for one in api.servers if one.name in named]
    said = [Safe("Takes the addresses that the document states, with the defaults of their variables."),
            Safe("An address that is relative there is resolved against `options.base_url`, which is to be set then. Tokens and other "
                 "credentials are sent to all of these addresses.")]
    return ServersView(tuple(known), text.doc(said), tuple(lines))
