# SPDX-License-Identifier: BSL-1.0
"""The C++ name of everything in one API, decided once, so that all headers agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from restbind import ir
from restbind.cpp.shared_names import called
from restbind.naming import (
    LONGEST,
    RESERVED,
    Safe,
    Scope,
    snake_case,
    type_names,
    value_name,
    within,
)

# What generated headers themselves declare in the API's namespace, and the local names of their
# functions.
GENERATED = (
    frozenset(
        """
    client_parameters no_request client blocking_client error_code error_code_info
    error_code_table error_category make_error_code find_error_code operations all_operations
    validate validation_schemas validation_patterns environment to_string default_options
    api_title api_version restbind_members restbind_discriminator value found element request
    shared response policy path_prefix local_problem builder limits options token executor name
    code wire known detail schemes servers use_document_servers token_variables problem_members
    """.split()
    )
    | {f"element_{depth}" for depth in range(2, 10)}
    | {"one", "one_2"}
)

# Members of every operation's structure, and of the client classes and their bases.
# A type of such a name would be hidden inside them.
OPERATION_MEMBERS = frozenset(
    "request_type response_type error_type info responses errors accepted idempotency_of build read"
    " CompletionToken".split()
)
# Members of a string enum that a constant of the name would hide.
STRING_ENUM_MEMBERS = frozenset(
    {"str", "is_known", "has_value", "values_type", "restbind_string_enum"}
)
CLIENT_MEMBERS = frozenset(
    """
    call async_call run call_streaming async_call_streaming run_streaming sink make make_as
    view_as basic_client basic_blocking_client client_parameters parameters_type options
    executor_type default_token_type get_executor shared_session defaults set_defaults
    reset_token core_ open check prepare thread_ client_ base_type rebind_executor
    ClientExecutor OtherExecutor
    """.split()
)


class Names:
    """Names by what they name in the IR: wire names and keys go in, C++ identifiers come out."""

    def __init__(self, api: ir.Api, namespace: str) -> None:
        outer = set(namespace.split("::"))
        self.parameters = _snake_cased(
            Scope(GENERATED - {"token", "name", "code", "detail"} | {"check", "by_name"}),
            api.client_parameters,
            "parameter",
        )
        members = (
            OPERATION_MEMBERS
            | CLIENT_MEMBERS
            | {f"for_{name}" for name in self.parameters.values()}
        )
        # A string enum also owns the type of its constants.
        scope = Scope(GENERATED | RESERVED | members | outer)
        self.types = type_names(scope, called(api))
        strings = [type_.name for type_ in api.enums if type_.is_text]
        room = LONGEST - len("_values")
        wanted = [f"{within(self.types[type_name], room)}_values" for type_name in strings]
        self.values_of = dict(zip(strings, scope.names(wanted)))
        self.members = {
            (model.name, wire_name): name
            for model in api.models
            for wire_name, name in _members(model)
        }
        self.enumerators = {
            (enum.name, value): name for enum in api.enums for value, name in _enumerators(enum)
        }
        self.codes = Scope().names([snake_case(code.name, "code") for code in api.error_codes])
        # What neither a class of the clients nor one of their functions can be called.
        self.taken = GENERATED | RESERVED | members | outer | set(self.types.values())
        # The client has `name` and `async_name`: neither may be what another operation is called.
        scope = Scope(self.taken, also=("", "async_"))
        ids = [operation.id for operation in api.operations]
        wanted = [
            within(snake_case(stated.called or stated.id, "operation")) for stated in api.operations
        ]
        self.operations = dict(zip(ids, scope.names(wanted)))
        self.schemes = _snake_cased(Scope(RESERVED), api.schemes, "scheme")
        self.servers = _snake_cased(Scope(RESERVED | {"url"}), api.servers, "server")
        self.variables = {
            (server.name, variable): name
            for server in api.servers
            for variable, name in _snake_cased(
                Scope({"url", str(self.servers[server.name])}), server.variables, "variable"
            ).items()
        }
        self.token_variables = _snake_cased(Scope(), self.stated_token_variables(api), "variable")
        self.environments = Scope().names(
            [snake_case(environment.name, "environment") for environment in api.environments]
        )

    @staticmethod
    def stated_token_variables(api: ir.Api) -> list[ir.TokenVariable]:
        """The variables of all schemes, each name once."""
        found: dict[str, ir.TokenVariable] = {}
        for scheme in api.schemes:
            for variable in scheme.grant.variables if scheme.grant is not None else ():
                found.setdefault(variable.name, variable)
        return list(found.values())

    def member(self, model: str, wire_name: str) -> Safe:
        """The C++ identifier of a member, by its model and its name on the wire."""
        return self.members[model, wire_name]


class _Named(Protocol):
    @property
    def name(self) -> str:
        ...


def _snake_cased(scope: Scope, named: Sequence[_Named], fallback: str) -> dict[str, Safe]:
    """The identifiers of functions and members by the names in the document. fallback: what one is
    called that has no letter.
    """
    return dict(
        zip(
            [thing.name for thing in named],
            scope.names([snake_case(thing.name, fallback) for thing in named]),
        )
    )


def _members(model: ir.Model) -> Iterator[tuple[str, Safe]]:
    """The names of members on the wire, each with its identifier."""
    reserved = {"additional_properties"} if model.keeps_extra else set()
    wanted = [snake_case(member.called or member.wire_name, "member") for member in model.members]
    return zip([member.wire_name for member in model.members], Scope(reserved).names(wanted))


def _enumerators(enum: ir.Enum) -> Iterator[tuple[str, Safe]]:
    """The values of an enum, each with its identifier."""
    scope = Scope(STRING_ENUM_MEMBERS if enum.is_text else ())
    return zip(
        enum.values,
        scope.names(
            [
                snake_case(name) if name else value_name(value)
                for name, value in zip(enum.names, enum.values)
            ]
        ),
    )
