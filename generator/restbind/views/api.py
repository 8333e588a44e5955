# SPDX-License-Identifier: BSL-1.0
"""One view per generated header: names, order and text are final here; a template only prints
them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import docs as view_docs
from restbind.views import headers
from restbind.views.models import discriminators, has_open, model_parts, models_of, reaching_open
from restbind.views.operations import may_stream, operation_parts, view_of_parts
from restbind.views.validation import Validation

# Version of the contract with the runtime; rises together with RESTBIND_CODEGEN_VERSION.
CODEGEN_VERSION = 2


@dataclass(frozen=True)
class Page:
    """What all headers begin and end with. `begin` and `end` are there if the document deprecates
    something.
    """

    source: Safe
    about: Safe
    namespace: Safe
    codegen_version: int
    includes: tuple[tuple[Safe, ...], ...]
    begin: tuple[Safe, ...] = ()
    end: tuple[Safe, ...] = ()


@dataclass(frozen=True)
class CodeView:
    """An error code. statuses: with commas between them. wire_name, operation, condition: as the
    document has them.
    """

    doc: Safe
    name: Safe
    number: int
    wire_name: Safe
    statuses: Safe
    operation: Safe
    condition: Safe


@dataclass(frozen=True)
class CodesView:
    """member: the member of problem documents that holds them, '' for none. status_count: the most
    statuses of one.
    """

    member: Safe
    codes: tuple[CodeView, ...]
    status_count: int
    category_name: Safe
    category_id: Safe


@dataclass(frozen=True)
class EnvironmentView:
    doc: Safe
    name: Safe
    text: Safe


@dataclass(frozen=True)
class VariableView:
    """A variable in an address, or in what a token is asked for by. default: with what it begins.
    wire_name: how the document calls it."""

    doc: Safe
    name: Safe
    wire_name: Safe
    default: Safe


@dataclass(frozen=True)
class ServerView:
    """An address of the service. wire_name: how options call it. url: with its variables in braces;
    stated: with their defaults. values: those of the variables, each with its name and with what is
    allowed. is_main: what is called where an operation has no server of its own. is_named: an
    operation has it."""

    doc: Safe
    name: Safe
    wire_name: Safe
    variables: tuple[VariableView, ...]
    url: Safe
    values: Safe
    stated: Safe
    is_main: bool
    is_named: bool


@dataclass(frozen=True)
class ViewOfView:
    """A function that gives another client, in which one parameter has another value."""

    function: Safe
    parameter: Safe
    name: Safe


@dataclass(frozen=True)
class ClientView:
    """options_doc: the comment of the options. scheme: the only one whose tokens the client gets.
    is_anonymous: requests carry no token. trace_headers: '' for those that are usual. shared: the
    type of the client that the client of a tag may be made of. about: further lines of the comment
    of both clients."""

    options_doc: Safe
    scheme: Safe
    is_anonymous: bool
    trace_headers: Safe
    environments: tuple[EnvironmentView, ...]
    views: tuple[ViewOfView, ...]
    servers: tuple[ServerView, ...] = ()
    name: Safe = Safe("client")
    blocking_name: Safe = Safe("blocking_client")
    shared: Safe = Safe("")
    about: tuple[Safe, ...] = ()
    token_variables: tuple[VariableView, ...] = ()


@dataclass(frozen=True)
class VersionView:
    title: Safe
    version: Safe


@dataclass(frozen=True)
class HeaderView:
    """One header. about: what it holds, for its first comment. includes: the headers that it needs.
    values: what its template prints besides the page, by the name there."""

    about: str
    includes: frozenset[str]
    values: dict[str, object] = field(default_factory=dict)


ERROR_CODES_HEADERS = frozenset(
    """
    <restbind/core/error_codes.hpp> <boost/system/error_category.hpp>
    <boost/system/error_code.hpp> <boost/system/is_error_code_enum.hpp> <array> <cstdint>
    <type_traits>
    """.split()
)
OPERATIONS_HEADERS = frozenset(
    """
    <restbind/core/result.hpp> <restbind/core/validation.hpp> <restbind/http/operation.hpp>
    <restbind/json/decode.hpp> <restbind/json/encode.hpp> <chrono> <string> <string_view>
    <utility>
    """.split()
)
ALL_OPERATIONS_HEADER = "<boost/mp11/list.hpp>"
OPEN_JSON_HEADER = "<restbind/json/detail/open_value.hpp>"
CLIENT_HEADERS = frozenset(
    """
    <restbind/core/result.hpp> <restbind/net/client.hpp> <boost/asio/any_io_executor.hpp>
    <boost/asio/async_result.hpp> <boost/asio/awaitable.hpp> <chrono> <string> <string_view>
    <utility>
    """.split()
)
BLOCKING_CLIENT_HEADERS = frozenset(
    """<restbind/core/result.hpp> <restbind/net/blocking_client.hpp> <string> <utility>""".split()
)
STREAMING_HEADER = "<restbind/net/streaming.hpp>"
# What each header includes first, to check the version of the contract before it reaches for
# anything else (page_head.j2).
CONFIG_HEADER = frozenset({"<restbind/core/detail/config.hpp>"})
NETWORK_HEADER = "<restbind/net/network.hpp>"  # what makes clients


def header_views(api: ir.Api, namespace: str) -> dict[str, HeaderView]:
    """The headers of an API that is not split by tag, by their names."""
    types = Types(api, Names(api, namespace))
    validation = Validation(api, types)
    parts, forward = model_parts(api, types)
    models = models_of(parts, forward, types, discriminators(api, types).values())
    rules = validation.view()
    calls, parameters, shared = operation_parts(api, types, validation)
    operations = view_of_parts(api, types.names, calls, parameters, shared)
    open_names = reaching_open(parts)
    holds_open = bool(open_names) or any(has_open(one, types, open_names) for one in api.operations)
    calling = {"operations": operations, "client": client_view(api, types.names)}
    own = frozenset(
        {
            '"models.hpp"',
            '"error_codes.hpp"',
            '"validation.hpp"',
            *([OPEN_JSON_HEADER] if holds_open else []),
        }
    )
    return {
        "models": HeaderView("Models", models.headers, {"models": models}),
        "validation": HeaderView(
            "Rules on requests",
            rules.headers | {'"models.hpp"', "<restbind/core/validation.hpp>"},
            {"validation": rules},
        ),
        "operations": HeaderView(
            "Operations, without any networking,",
            own | OPERATIONS_HEADERS | operations.headers | {ALL_OPERATIONS_HEADER},
            {"operations": operations},
        ),
        "client": HeaderView(
            "Client",
            client_headers(api.operations) | servers_headers(api) | {'"operations.hpp"'},
            calling,
        ),
        "blocking_client": HeaderView(
            "Client without coroutines", BLOCKING_CLIENT_HEADERS | {'"client.hpp"'}, calling
        ),
        "src": HeaderView("Code of the operations", frozenset({'"client.hpp"'}), calling),
        **whole_headers(api, types.names, namespace),
    }


def whole_headers(api: ir.Api, names: Names, namespace: str) -> dict[str, HeaderView]:
    """Those that are the same whether a document is split by tag or not."""
    version = VersionView(text.view(api.title), text.view(api.version))
    return {
        "error_codes": HeaderView(
            "Error codes", ERROR_CODES_HEADERS, {"codes": codes_view(api, names, namespace)}
        ),
        "version": HeaderView(
            "Name and version", frozenset({"<string_view>"}), {"version": version}
        ),
    }


def everything(folder: str) -> frozenset[str]:
    """The headers that the header of all includes, which stand in `folder`."""
    return frozenset(f'"{folder}/{name}.hpp"' for name in headers.INCLUDED)


def client_headers(operations: Iterable[ir.Operation]) -> frozenset[str]:
    """The headers that a client of these operations needs besides those of the operations."""
    return (
        CLIENT_HEADERS | {STREAMING_HEADER}
        if any(may_stream(one) for one in operations)
        else CLIENT_HEADERS
    )


def servers_headers(api: ir.Api) -> frozenset[str]:
    """The headers that functions for server addresses need; none for an API without servers."""
    return frozenset({"<restbind/http/url.hpp>"}) if api.servers else frozenset()


def marks_of(api: ir.Api) -> tuple[tuple[Safe, ...], ...]:
    """`begin` and `end` of the pages of an API."""
    begin, end = (Safe("RESTBIND_USES_DEPRECATED_BEGIN"),), (Safe("RESTBIND_USES_DEPRECATED_END"),)
    members = [member.doc for model in api.models for member in model.members]
    docs = [
        *members,
        *(one.doc for one in api.models),
        *(one.doc for one in api.enums),
        *(one.doc for one in api.aliases),
        *(one.doc for one in api.operations),
        *(one.doc for one in api.client_parameters),
    ]
    return (begin, end) if any(doc.deprecated for doc in docs) else ()


def page(
    api: ir.Api,
    namespace: str,
    about: Safe,
    includes: frozenset[str] | set[str],
    marks: tuple[tuple[Safe, ...], ...],
) -> Page:
    """What a header begins and ends with. about: what it holds, for its first comment. includes:
    the headers that it needs.
    """
    title = text.line(f"{api.title} {api.version}")
    groups = _groups(includes - CONFIG_HEADER)
    return Page(
        text.line(api.file_name),
        code("{} of {}.", about, title),
        Safe(namespace),
        CODEGEN_VERSION,
        groups,
        *marks,
    )


def _groups(includes: frozenset[str] | set[str]) -> tuple[tuple[Safe, ...], ...]:
    """Includes in the order own, runtime, Boost, standard; sorted within each."""
    groups: list[list[Safe]] = [[], [], [], []]
    for header in sorted(includes):
        index = (
            0
            if header[0] == '"'
            else 1
            if header.startswith("<restbind/")
            else 2
            if header.startswith("<boost/")
            else 3
        )
        groups[index].append(Safe(header))
    return tuple(tuple(group) for group in groups if group)


def codes_view(api: ir.Api, names: Names, namespace: str) -> CodesView:
    """The view of the error codes, with the error category that they belong to."""
    count = max([1, *(len(one.statuses) for one in api.error_codes)])
    # Two copies of the category, in two shared libraries, are the same one: its identity is this
    # number.
    digest = hashlib.sha256(f"restbind error category {namespace}".encode()).hexdigest()[:16]
    member = text.span(api.problem.code) if api.problem and api.problem.code else Safe("")
    views = tuple(_code_view(one, name) for one, name in zip(api.error_codes, names.codes))
    return CodesView(
        member,
        views,
        count,
        text.literal(namespace.replace("::", ".")),
        Safe(f"0x{digest.upper()}U"),
    )


def _code_view(one: ir.ErrorCode, name: Safe) -> CodeView:
    status = code("Status {}, ", view_docs.status_list(one.statuses)) if one.statuses else Safe("")
    condition = view_docs.sentences(ir.Doc(description=" ".join(one.condition.split())))
    doc = text.doc(
        [text.join(" ", [*condition, code("{}{}.", status, text.span(one.operation))])], 4
    )
    statuses = text.join(", ", [code("{}", status) for status in one.statuses])
    lines = text.several(text.view_lines(one.condition, text.WIDTH - 10))
    return CodeView(
        doc, name, one.code, text.view(one.name), statuses, text.view(one.operation), lines
    )


def client_view(api: ir.Api, names: Names) -> ClientView:
    """The view of the client, with its options, environments, servers and parameters."""
    grants = [one for one in api.schemes if one.grant is not None]
    said, is_anonymous = _credentials(api, names, grants)
    sections = [view_docs.source(one.grant.pointer) for one in grants[:1] if one.grant is not None]
    doc = text.doc(
        [
            Safe(
                "Options with everything that the document states. Addresses are left to the"
                " application" + said
            )
        ],
        0,
        sections,
    )
    known = tuple(
        EnvironmentView(
            text.doc(
                view_docs.sentences(ir.Doc(description=one.description)) or [text.span(one.name)], 4
            ),
            name,
            text.view(one.name),
        )
        for one, name in zip(api.environments, names.environments)
    )
    parameters = [
        (one.name, names.parameters[one.name])
        for one in api.client_parameters
        if one.default is None
    ]
    views = tuple(ViewOfView(code("for_{}", own), own, text.view(name)) for name, own in parameters)
    return ClientView(
        doc,
        names.schemes[grants[0].name] if len(grants) == 1 else Safe(""),
        is_anonymous,
        text.view(", ".join(api.trace_headers)) if api.trace_headers else Safe(""),
        known,
        views,
        _servers(api, names),
        token_variables=_token_variables(api, names),
    )


def _credentials(api: ir.Api, names: Names, grants: list[ir.SecurityScheme]) -> tuple[str, bool]:
    """What the comment of the options says of credentials, behind what it says of addresses, and
    whether requests carry none. grants: the schemes whose tokens the client gets."""
    if grants:
        scheme = f"schemes::{names.schemes[grants[0].name]}"
        by_scheme = (
            f", by scheme: `options.security.set({scheme},"
            " restbind::http::client_credentials{…})`"
        )
        return ", and so are credentials" + ("." if len(grants) == 1 else f"{by_scheme}."), False
    is_secured = any(operation.secured for operation in api.operations)
    if any(operation.security and any(operation.security) for operation in api.operations):
        is_needed = is_secured or any(
            operation.security is not None and () not in operation.security
            for operation in api.operations
        )
        return ", and so are credentials: see `client_options::security`.", not is_needed
    return (
        (", and so is the way to a token.", False)
        if is_secured
        else ("; requests carry no token.", True)
    )


def _token_variables(api: ir.Api, names: Names) -> tuple[VariableView, ...]:
    """Those of all schemes; one name is one variable."""
    found: list[VariableView] = []
    for one in names.stated_token_variables(api):
        facts = [] if one.default else [Safe("To be filled in.")]
        stated = view_docs.sentences(ir.Doc(description=one.description)) or [text.span(one.name)]
        found.append(
            VariableView(
                text.doc([*stated, *facts], 4),
                names.token_variables[one.name],
                text.view(one.name),
                _initial(one.default),
            )
        )
    return tuple(found)


def _initial(default: str) -> Safe:
    return code(" = {}", text.owned(default)) if default else Safe("{}")


def _servers(api: ir.Api, names: Names) -> tuple[ServerView, ...]:
    named = {operation.server for operation in api.operations if operation.server}
    found = []
    for one in api.servers:
        address = one.url
        for variable in one.variables:
            address = address.replace(f"{{{variable.name}}}", variable.default)
        doc = text.doc(
            [
                *view_docs.sentences(ir.Doc(description=one.description)),
                code("{}.", text.span(one.url)),
            ],
            0,
            [view_docs.source(one.pointer)],
        )
        name = names.servers[one.name]
        variables = tuple(_variable(one, variable, names) for variable in one.variables)
        values = code(
            "{{{}}}",
            text.join(
                ", ", [_value(view, variable) for view, variable in zip(variables, one.variables)]
            ),
        )
        found.append(
            ServerView(
                doc,
                name,
                text.view(name),
                variables,
                text.view(one.url),
                values,
                text.view(address),
                one.name == api.main_server,
                one.name in named,
            )
        )
    return tuple(found)


def _variable(server: ir.Server, one: ir.ServerVariable, names: Names) -> VariableView:
    stated = view_docs.sentences(ir.Doc(description=one.description))
    facts = (
        [code("One of {}.", text.join(", ", [text.span(value) for value in one.allowed]))]
        if one.allowed
        else []
    )
    facts += [] if one.default else [Safe("To be filled in.")]
    doc = text.doc(
        [*stated, text.join(" ", facts)] if facts else stated or [text.span(one.name)], 4
    )
    return VariableView(
        doc, names.variables[server.name, one.name], text.view(one.name), _initial(one.default)
    )


def _value(view: VariableView, one: ir.ServerVariable) -> Safe:
    allowed = (
        [code("{{{}}}", text.join(", ", [text.view(value) for value in one.allowed]))]
        if one.allowed
        else []
    )
    return code("{{{}}}", text.join(", ", [view.wire_name, view.name, *allowed]))
