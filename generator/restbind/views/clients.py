# SPDX-License-Identifier: BSL-1.0
"""View of a client: options, environments, server URLs, variables."""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.naming import Safe
from restbind.views import docs as view_docs


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
    of both clients. has_parameters: all calls of a client share values."""

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
    has_parameters: bool = False


def client_view(api: ir.Api, names: Names) -> ClientView:
    """The view of the client, with its options, environments, servers and parameters."""
    grants = [scheme for scheme in api.schemes if scheme.grant is not None]
    said, is_anonymous = _credentials(api, names, grants)
    sections = [
        view_docs.source(scheme.grant.pointer) for scheme in grants[:1] if scheme.grant is not None
    ]
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
                view_docs.sentences(ir.Doc(description=environment.description))
                or [text.span(environment.name)],
                4,
            ),
            name,
            text.view(environment.name),
        )
        for environment, name in zip(api.environments, names.environments)
    )
    parameters = [
        (parameter.name, names.parameters[parameter.name])
        for parameter in api.client_parameters
        if parameter.default is None
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
        has_parameters=bool(api.client_parameters),
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
    for variable in names.stated_token_variables(api):
        facts = [] if variable.default else [Safe("To be filled in.")]
        stated = view_docs.sentences(ir.Doc(description=variable.description)) or [
            text.span(variable.name)
        ]
        found.append(
            VariableView(
                text.doc([*stated, *facts], 4),
                names.token_variables[variable.name],
                text.view(variable.name),
                _initial(variable.default),
            )
        )
    return tuple(found)


def _initial(default: str) -> Safe:
    return code(" = {}", text.owned(default)) if default else Safe("{}")


def _servers(api: ir.Api, names: Names) -> tuple[ServerView, ...]:
    named = {operation.server for operation in api.operations if operation.server}
    found = []
    for server in api.servers:
        address = server.url
        for variable in server.variables:
            address = address.replace(f"{{{variable.name}}}", variable.default)
        doc = text.doc(
            [
                *view_docs.sentences(ir.Doc(description=server.description)),
                code("{}.", text.span(server.url)),
            ],
            0,
            [view_docs.source(server.pointer)],
        )
        name = names.servers[server.name]
        variables = tuple(_variable(server, variable, names) for variable in server.variables)
        values = code(
            "{{{}}}",
            text.join(
                ", ",
                [_value(view, variable) for view, variable in zip(variables, server.variables)],
            ),
        )
        found.append(
            ServerView(
                doc,
                name,
                text.view(name),
                variables,
                text.view(server.url),
                values,
                text.view(address),
                server.name == api.main_server,
                server.name in named,
            )
        )
    return tuple(found)


def _variable(server: ir.Server, variable: ir.ServerVariable, names: Names) -> VariableView:
    stated = view_docs.sentences(ir.Doc(description=variable.description))
    facts = (
        [code("One of {}.", text.join(", ", [text.span(value) for value in variable.allowed]))]
        if variable.allowed
        else []
    )
    facts += [] if variable.default else [Safe("To be filled in.")]
    doc = text.doc(
        [*stated, text.join(" ", facts)] if facts else stated or [text.span(variable.name)], 4
    )
    return VariableView(
        doc,
        names.variables[server.name, variable.name],
        text.view(variable.name),
        _initial(variable.default),
    )


def _value(view: VariableView, variable: ir.ServerVariable) -> Safe:
    allowed = (
        [code("{{{}}}", text.join(", ", [text.view(value) for value in variable.allowed]))]
        if variable.allowed
        else []
    )
    return code("{{{}}}", text.join(", ", [view.wire_name, view.name, *allowed]))
