# SPDX-License-Identifier: BSL-1.0
"""The command line of a document: its operations as commands, their members as options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from restbind import ir
from restbind.cpp.names import Names
from restbind.cpp.text import code, join
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.program.model import COMMON, Command, Credential, Option, Program, Setting, Word
from restbind.program.probes import Probe, probes
from restbind.views import docs as view_docs

JSON_OPTION = "json"
# The most members of an object that can be given as one text with colons between them.
MOST_PARTS = 5
_WITHOUT_TOKEN = frozenset({"key", "basic", "authorization"})
# What each profile may have, and names of secrets.
_SETTINGS = frozenset(
    {
        "base_url",
        "client_id",
        "client_secret",
        "client_secret_file",
        "token",
        "token_file",
        "viewer",
    }
)


def program(api: ir.Api, namespace: str, name: str) -> Program:
    """The command line of a document; `name` is what users type."""
    names = Names(api, namespace)
    builder = _Commands(api, Types(api, names))
    commands, left_out = [], []
    for operation in api.operations:
        why = builder.why_left_out(operation)
        if why:
            left_out.append((operation.id, why))
        else:
            commands.append(builder.command(operation))
    settings = tuple(_settings(api, names))
    granted = [scheme for scheme in api.schemes if scheme.grant is not None]
    grants = [(scheme.name, names.schemes[scheme.name]) for scheme in granted]
    return Program(
        name,
        api.title,
        api.version,
        api.file_name,
        _stated_address(api),
        bool(grants),
        any(operation.secured for operation in api.operations),
        settings,
        tuple(commands),
        tuple(_credentials(api, names, {setting.name for setting in settings})),
        tuple(grants) if len(grants) > 1 else (),
        tuple(left_out),
    )


def dashed(name: str) -> str:
    """A C++ name as an option or a command: `cart_id` is `cart-id`."""
    return name.strip("_").replace("_", "-") or "value"


def plain(doc: ir.Doc) -> str:
    """The first paragraph of what a document says, in one line."""
    stated = doc.summary.strip() or doc.description.strip()
    return " ".join(re.split(r"\n\s*\n", stated)[0].split())


def _stated_address(api: ir.Api) -> str:
    """The address of the main server with its defaults; '' where that is none."""
    for server in api.servers:
        address = server.url
        for variable in server.variables:
            address = address.replace(f"{{{variable.name}}}", variable.default)
        if server.name == api.main_server and address.startswith("http"):
            return address
    return ""


def _settings(api: ir.Api, names: Names) -> Iterator[Setting]:
    for parameter in api.client_parameters:
        member = names.parameters[parameter.name]
        default = "" if parameter.default is None else f" Default: {parameter.default}."
        setter = code("&cli::set<&api::client_parameters::{}>", member)
        yield Setting(str(member), plain(parameter.doc) + default, setter)
    for variable in names.stated_token_variables(api):
        yield Setting(variable.name, " ".join(variable.description.split()), Safe(""))


def _credentials(api: ir.Api, names: Names, settings: set[str]) -> Iterator[Credential]:
    """Names are those of the schemes, as far as no setting is called so."""
    taken = {*settings, *_SETTINGS}
    for scheme in api.schemes:
        if scheme.kind in _WITHOUT_TOKEN:
            constant = names.schemes[scheme.name]
            name = str(constant).strip("_")
            while not taken.isdisjoint({name, f"{name}_user", f"{name}_file"}):
                name = f"{name}_scheme"
            taken |= {name, f"{name}_user", f"{name}_file"}
            yield Credential(name, scheme.name, constant, scheme.kind == "basic")


class _Commands:
    """Makes the commands of one document."""

    def __init__(self, api: ir.Api, types: Types) -> None:
        self._api = api
        self._types = types
        self._names = types.names
        self._titles = dict(api.tags)

    def why_left_out(self, operation: ir.Operation) -> str:
        """Why there is no command for an operation; '' where there is one."""
        kinds = [operation.body] if operation.body is not None else []
        if operation.request_name:
            kinds.append(ir.Ref(operation.request_name))
        if any(self._holds_file(kind) for kind in kinds):
            return "it sends a file"
        return ""

    def _holds_file(self, kind: ir.Type) -> bool:
        held = {part for part in ir.base_types(kind)}
        for name in self._types.held(ir.referred(kind)):
            for inner in self._types.named[name].held:
                held |= set(ir.base_types(inner))
        return ir.Scalar("file") in held

    def command(self, operation: ir.Operation) -> Command:
        """The command of an operation."""
        structure = self._names.operations[operation.id]
        tag = operation.tags[0] if operation.tags else ""
        return Command(
            dashed(structure),
            self._titles.get(tag) or tag or "operations",
            plain(operation.doc) or f"{operation.method.upper()} {operation.path}",
            structure,
            tuple(_renamed(self._options(operation))),
            self._probes(operation),
        )

    def _probes(self, operation: ir.Operation) -> tuple[Probe, ...]:
        if not operation.request_name or operation.validation_problem is None:
            return ()  # the document does not say in which words requests are refused
        request = self._named_model(ir.Ref(operation.request_name))
        return probes(request, self._types) if request is not None else ()

    def _options(self, operation: ir.Operation) -> Iterator[Option]:
        name = operation.request_name
        if not name:
            return
        request = self._named_model(ir.Ref(name))
        spelt = self._names.types[name]
        is_whole = operation.body is not None and not self._has_body_member(request)
        if is_whole:
            yield _json_option(code("&cli::set_json<api::{}>", spelt))
        if request is None:
            return
        for member in request.members:
            way = self._way(request, member)
            if operation.body is None or is_whole or member.wire_name != "body":
                yield from self._option(member, (way,))
                continue
            yield _json_option(code("&cli::set_member_json<{}>", way))
            body = self._named_model(member.type)
            for inner in body.members if body is not None else ():
                assert body is not None
                found = self._option(inner, (way, self._way(body, inner)))
                needed = member.is_needed
                yield from (
                    replace(option, is_needed=option.is_needed and needed) for option in found
                )

    @staticmethod
    def _has_body_member(request: ir.Model | None) -> bool:
        return request is not None and any(
            member.wire_name == "body" and member.pointer.endswith("/requestBody")
            for member in request.members
        )

    def _named_model(self, kind: ir.Type) -> ir.Model | None:
        """The model that a type is; None for any other type."""
        resolved = self._types.resolve(kind)
        return self._types.models.get(resolved.name) if isinstance(resolved, ir.Ref) else None

    def _way(self, model: ir.Model, member: ir.Member) -> Safe:
        return code(
            "&api::{}::{}",
            self._names.types[model.name],
            self._names.member(model.name, member.wire_name),
        )

    def _option(self, member: ir.Member, way: tuple[Safe, ...]) -> Iterator[Option]:
        if member.access == "read_only":
            return
        kind = self._types.resolve(member.type)
        name = dashed(way[-1].rpartition("::")[2])
        needed = member.is_needed and member.default is None
        said = self._help(member)
        setter = code("&cli::set<{}>", join(", ", way))
        parts = self._parts(member, kind)
        if parts is not None:
            yield self._short_form(name, said, way, needed, *parts)
            return
        is_list = isinstance(kind, ir.Array) and member.presence != "optional_nullable"
        element = kind.element if is_list and isinstance(kind, ir.Array) else kind
        enum = self._enum(element)
        yield Option(
            name,
            self._value(element),
            said,
            setter,
            needed,
            is_list,
            self._words(enum),
            self._choices(enum),
        )

    def _help(self, member: ir.Member) -> str:
        limits = [
            f"{said[0].upper()}{said[1:]}."
            for said in view_docs.said_of(member.checked, member.type, self._types)
        ]
        default = (
            [] if member.default in (None, "[]", "{}", "") else [f"Default: {member.default}."]
        )
        return " ".join([part for part in (plain(member.doc), *limits, *default) if part])

    def _enum(self, kind: ir.Type) -> ir.Enum | None:
        resolved = self._types.resolve(kind)
        return self._types.enums.get(resolved.name) if isinstance(resolved, ir.Ref) else None

    def _words(self, enum: ir.Enum | None) -> tuple[Word, ...]:
        if enum is None or enum.is_text:
            return ()
        enumerators = self._names.enumerators
        return tuple(Word(dashed(enumerators[enum.name, value]), value) for value in enum.values)

    def _choices(self, enum: ir.Enum | None) -> tuple[str, ...]:
        if enum is None:
            return ()
        return enum.values if enum.is_text else tuple(word.name for word in self._words(enum))

    def _value(self, kind: ir.Type) -> str:
        """What an option takes, in capitals."""
        resolved = self._types.resolve(kind)
        if self._enum(resolved) is not None:
            return "VALUE"
        if not isinstance(resolved, ir.Scalar):
            is_plain = isinstance(resolved, ir.OneOf) and all(
                map(self._is_plain, resolved.alternatives)
            )
            return "VALUE" if is_plain else "JSON"
        if resolved.is_whole:
            return "INTEGER"
        return {"boolean": "true|false", "date": "DATE", "date-time": "TIME"}.get(
            resolved.kind, "NUMBER" if resolved.is_number else "TEXT"
        )

    # ----------------------------------------------------------------------------------------------
    # short forms

    def _parts(
        self, member: ir.Member, kind: ir.Type
    ) -> tuple[ir.Model, list[ir.Member], int] | None:
        """The model of the elements of a list, those of its members that a short form has, and how
        many of them an element needs; None where there is no short form."""
        if not isinstance(kind, ir.Array) or kind.nullable or member.boxed:
            return None
        model = self._named_model(kind.element)
        if model is None or member.presence == "optional_nullable":
            return None
        ordered = sorted(
            (held for held in model.members if held.access != "read_only"),
            key=lambda held: (not held.is_needed, self._is_switch(held)),
        )
        needed = sum(held.is_needed for held in ordered)
        scalars = [held for held in ordered if self._is_plain(held.type) and not held.boxed]
        if scalars[:needed] != ordered[:needed] or not 0 < needed <= MOST_PARTS:
            return None
        return model, scalars[:MOST_PARTS], needed

    def _is_switch(self, member: ir.Member) -> bool:
        """It is needed, and true where it is left out at the end of a short form."""
        is_boolean = self._types.resolve(member.type) == ir.Scalar("boolean")
        return is_boolean and member.presence == "required"

    def _is_plain(self, kind: ir.Type) -> bool:
        return isinstance(self._types.resolve(kind), ir.Scalar) or self._enum(kind) is not None

    def _short_form(
        self,
        name: str,
        said: str,
        way: tuple[Safe, ...],
        is_needed: bool,
        model: ir.Model,
        members: list[ir.Member],
        needed: int,
    ) -> Option:
        fields = [self._names.member(model.name, held.wire_name) for held in members]
        switches = [held for held in members[1:] if self._is_switch(held)]
        least = needed - len(switches)
        value = ":".join(field.upper() for field in fields[:least])
        value += "".join(f"[:{field.upper()}]" for field in fields[least:])
        if switches:
            left_out = " and ".join(field.upper() for field in fields[least:needed])
            said = f"{said} Without {left_out} it is true."
        if fields[0].endswith("_id"):  # a list of what the first member identifies
            name = dashed(fields[0].removesuffix("_id"))
        ways = join(",\n            ", [self._way(model, held) for held in members])
        setter = code("&cli::list<{}>::add<{},\n            {}>", join(", ", way), needed, ways)
        return Option(name, value, f"{said} May be repeated.".strip(), setter, is_needed, True)


def _json_option(setter: Safe) -> Option:
    help_ = "The body as JSON, from a file (@FILE) or the standard input (-); options change it."
    return Option(JSON_OPTION, "JSON|@FILE|-", help_, setter)


def _renamed(options: Iterable[Option]) -> Iterator[Option]:
    """The options with names that are their own."""
    taken = set(COMMON)
    for option in options:
        name = option.name
        while name in taken:
            name = f"{name}-value"
        taken.add(name)
        yield replace(option, name=name)
