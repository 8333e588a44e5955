"""The C++ name of everything in one API, decided once, so that all headers agree."""

from __future__ import annotations

from restbind import ir
from restbind.naming import LONGEST, RESERVED, Safe, Scope, snake_case, type_name, value_name, within

# What generated headers themselves declare in the API's namespace, and the local names of their functions.
GENERATED = frozenset(
    """client_parameters no_request client blocking_client error_code error_code_info error_code_table error_category make_error_code
    find_error_code operations all_operations validate validation_schemas validation_patterns environment to_string default_options api_title api_version
    restbind_members restbind_discriminator value found element request shared response policy path_prefix local_problem builder limits options token
    executor name code wire known detail schemes servers use_document_servers token_variables problem_members""".split()
) | {f"element_{depth}" for depth in range(2, 10)} | {"one", "one_2"}

# Members of every operation's structure, and of the client classes and their bases.
# A type of such a name would be hidden inside them.
OPERATION_MEMBERS = frozenset(
    "request_type response_type error_type info responses errors accepted idempotency_of build read CompletionToken".split())
STRING_ENUM_MEMBERS = frozenset({"str", "is_known", "has_value", "values_type", "restbind_string_enum"})  # which a constant of the name would hide
CLIENT_MEMBERS = frozenset(
    """call async_call run call_streaming async_call_streaming run_streaming sink make make_as view_as basic_client basic_blocking_client client_parameters parameters_type
    options executor_type default_token_type get_executor shared_session defaults set_defaults reset_token core_ open check prepare thread_ client_""".split()
)


class Names:
    """Names by what they name in the IR: wire names and keys go in, C++ identifiers come out."""

    def __init__(self, api: ir.Api, namespace: str) -> None:
        parts = namespace.split("::")
        named = [*api.models, *api.enums, *api.aliases]
        self.parameters = dict(
            zip(
                [one.name for one in api.client_parameters],
                Scope(GENERATED - {"token", "name", "code", "detail"} | {"check", "by_name"}).names(
                    [snake_case(one.name, "parameter") for one in api.client_parameters]
                ),
            )
        )
        members = OPERATION_MEMBERS | CLIENT_MEMBERS | {f"for_{name}" for name in self.parameters.values()}
        # A string enum also owns the type of its constants.
        scope = Scope(GENERATED | RESERVED | members | set(parts))
        wanted = {one.name: within(type_name(getattr(one, "called", "") or one.name)) for one in named}
        ordered = sorted(wanted, key=lambda name: wanted[name] != name)  # a name that can stay does so, whatever others are made into
        self.types = dict(zip(ordered, scope.names([wanted[name] for name in ordered])))
        self.values_of = {
            one.name: name
            for one, name in zip(
                [e for e in api.enums if e.base == "string"],
                scope.names([f"{within(self.types[e.name], LONGEST - len('_values'))}_values" for e in api.enums if e.base == "string"]),
            )
        }
        self.members: dict[tuple[str, str], Safe] = {}
        for model in api.models:
            self._name_members(model)
        self.enumerators: dict[tuple[str, str], Safe] = {}
        for enum in api.enums:
            wanted = [snake_case(name) if name else value_name(value) for name, value in zip(enum.names, enum.values)]
            scope = Scope(STRING_ENUM_MEMBERS if enum.base == "string" else ())
            for value, name in zip(enum.values, scope.names(wanted)):
                self.enumerators[enum.name, value] = name
        self.codes = Scope().names([snake_case(code.name, "code") for code in api.error_codes])
        # What neither a class of the clients nor one of their functions can be called.
        self.taken = GENERATED | RESERVED | members | set(parts) | set(self.types.values())
        # The client has `name` and `async_name`: neither may be what another operation is called.
        scope = Scope(self.taken, also=("", "async_"))
        ids = [operation.id for operation in api.operations]
        self.operations = dict(zip(ids, scope.names([within(snake_case(one, "operation")) for one in ids])))
        self.schemes = dict(zip([one.name for one in api.schemes],
                                Scope(RESERVED).names([snake_case(one.name, "scheme") for one in api.schemes])))
        self.servers = dict(zip([one.name for one in api.servers],
                                Scope(RESERVED | {"url"}).names([snake_case(one.name, "server") for one in api.servers])))
        self.variables = {
            (one.name, variable): name for one in api.servers
            for variable, name in zip([variable.name for variable in one.variables], Scope({"url", str(self.servers[one.name])}).names(
                [snake_case(variable.name, "variable") for variable in one.variables]))
        }
        stated = [one.name for one in self.stated_token_variables(api)]
        self.token_variables = dict(zip(stated, Scope().names([snake_case(one, "variable") for one in stated])))
        self.environments = Scope().names([snake_case(one.name, "environment") for one in api.environments])

    @staticmethod
    def stated_token_variables(api: ir.Api) -> list[ir.TokenVariable]:
        """The variables of all schemes, each name once."""
        found: dict[str, ir.TokenVariable] = {}
        for scheme in api.schemes:
            for one in scheme.grant.variables if scheme.grant is not None else ():
                found.setdefault(one.name, one)
        return list(found.values())

    def _name_members(self, model: ir.Model) -> None:
        reserved = {"additional_properties"} if model.keeps_extra else set()
        wanted = [snake_case(member.wire_name, "member") for member in model.members]
        for member, name in zip(model.members, Scope(reserved).names(wanted)):
            self.members[model.name, member.wire_name] = name

    def member(self, model: str, wire_name: str) -> Safe:
        return self.members[model, wire_name]
