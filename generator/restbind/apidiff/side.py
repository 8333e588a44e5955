# SPDX-License-Identifier: BSL-1.0
"""One of the two documents, with its C++ names and what it is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Union

from restbind import ir
from restbind.apidiff import limits
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.graph import all_from
from restbind.spec.http import PLACEHOLDER
from restbind.views.tag_clients import tag_clients
from restbind.views.tags import is_wanted

if TYPE_CHECKING:
    from restbind.lower.document import Lowered

Named = Union[ir.Model, ir.Enum, ir.Alias]
_ADDRESSES = ("authorizationUrl", "deviceAuthorizationUrl", "refreshUrl", "tokenUrl")


class Side:
    """One document with its C++ names."""

    def __init__(self, lowered: "Lowered", namespace: str) -> None:
        api, survey = lowered.api, lowered.survey
        assert api is not None and survey is not None
        self.api: ir.Api = api
        self.names = Names(api, namespace)
        self.types = Types(api, self.names)
        self._documents = survey.documents
        self._schemes = survey.operations.described
        self._required = {
            operation.id: operation.security.required for operation in survey.operations.found
        }
        named: list[Named] = [*api.models, *api.enums, *api.aliases]
        self.named = {type_.name: type_ for type_ in named}
        self.requests = _requests(self.api, self.named)
        self._aliased = {
            self.type(alias.name): self.type(enum.name)
            for alias in self.api.aliases
            if (enum := self.enum(alias)) is not None
        }
        self.granted = {scheme.name for scheme in self.api.schemes if scheme.grant is not None}
        self.parameters = _parameters(self.api, self.named)
        self._paths = {operation.request_name: operation.path for operation in self.api.operations}

    def place(self, pointer: str) -> str:
        """The file and line that a pointer leads to, as `file:line`; the file alone where nothing
        stands there.
        """
        at = self._documents.at(pointer)
        return (
            f"{at.key_place.source.name}:{at.key_place.line}"
            if at is not None
            else self.api.file_name
        )

    def type(self, name: str) -> str:
        """The C++ name of the type that the document calls `name`."""
        return str(self.names.types[name])

    def enum(self, type_: ir.Values | None) -> ir.Enum | None:
        """The enum that a type is, under its own name or another one."""
        found = (
            ir.bare(self.named, isinstance(type_, ir.NamedType) and type_.stands_for or type_)
            if type_ is not None
            else None
        )
        return found if isinstance(found, ir.Enum) else None

    def by_enum(self, spelling: str) -> str:
        """A spelling in which each enum has one name."""
        return re.sub(r"\w+", lambda word: self._aliased.get(word.group(), word.group()), spelling)

    def value(self, kind: ir.Type, text: str | None) -> str | None:
        """The same for two defaults of a type that are the same value."""
        if text is None:
            return None
        bare = ir.bare(self.named, self._bare(kind))
        return text if bare.scalar and bare.json_types != {"number"} else limits.value(text)

    def is_whole(self, kind: ir.Type | None) -> bool:
        """The values of a type are integers."""
        return kind is not None and self._bare(kind).is_whole

    def element(self, kind: ir.Type | None) -> ir.Type | None:
        """The type of what a list or map holds."""
        bare = self._bare(kind) if kind is not None else None
        return bare.element if isinstance(bare, ir.Collection) else None

    def alternatives(self, kind: ir.Type | None) -> tuple[ir.Type, ...]:
        """Those that a value of a type is one of; none of any other type."""
        bare = self._bare(kind) if kind is not None else None
        return bare.alternatives if isinstance(bare, ir.OneOf) else ()

    def aliases(self, kind: ir.Type | None) -> list[ir.Alias]:
        """The names that a type has, the outermost first."""
        found: list[ir.Alias] = []
        kind = kind.present if kind is not None else None
        while isinstance(kind, ir.Ref) and isinstance(alias := self.named[kind.name], ir.Alias):
            found.append(alias)
            kind = alias.type.present
        return found

    def _bare(self, kind: ir.Type) -> ir.Type:
        """What a type is under all its names."""
        found = self.aliases(kind)
        return (found[-1].type if found else kind).present

    def is_other(self, name: str, enum: ir.Enum) -> bool:
        """A type of this name is not the enum."""
        return name in self.named and self.enum(self.named[name]) is not enum

    def parameter(self, model: ir.Model, wire: str) -> ir.Parameter | None:
        """The parameter that a member of a request is."""
        return self.parameters.get(model.name, {}).get(wire)

    def known_by(self, model: ir.Model, wire: str) -> tuple[str, tuple[object, ...] | None, str]:
        """What may tell which member of another model is the same, best first: its name on the
        wire, how it is sent there, its name in C++."""
        parameter = self.parameter(model, wire)
        return (
            wire,
            sent_as(parameter, self._paths[model.name]) if parameter is not None else None,
            str(self.names.member(model.name, wire)),
        )

    def scopes(self, operation: ir.Operation, granted: set[str]) -> dict[str, str]:
        """By scheme: the scopes that the application must ask for itself. granted: schemes for
        which the client gets a token, in either version."""
        found: dict[str, set[str]] = {}
        for element in self._required[operation.id]:
            for name, scopes in element.items():
                if name not in granted:
                    found.setdefault(name, set()).update(
                        scope.written for scope in scopes.elements() if scope.kind == "string"
                    )
        return {name: ", ".join(sorted(scopes)) for name, scopes in found.items() if scopes}

    def flows(self) -> dict[str, tuple[str, str]]:
        """By scheme: where the application gets tokens itself, and the place in the document."""
        components = self._schemes
        found = {}
        for name, at in components.items():
            words = []
            for flow, stated in at.table("flows"):
                addresses = [f"{key} {stated.text(key)}" for key in _ADDRESSES if stated.text(key)]
                if flow != "clientCredentials" and addresses:
                    words.append(f"{flow} at {', '.join(sorted(addresses))}")
            words += (
                [f"openIdConnectUrl {at.text('openIdConnectUrl')}"]
                if at.text("openIdConnectUrl")
                else []
            )
            found[name] = ("; ".join(sorted(words)), at.pointer)
        return found

    def clients(self, split: str) -> dict[str, tuple[str, str]]:
        """By operation: the client of its tag, or the only one, and what that calls it."""
        if not is_wanted(self.api, split):
            return {
                operation.id: ("client", str(self.names.operations[operation.id]))
                for operation in self.api.operations
            }
        return {
            operation: (
                str(client.name),
                str(client.short_names.get(operation, self.names.operations[operation])),
            )
            for client in tag_clients(self.api, self.names).values()
            for operation in client.operations
        }


def _requests(api: ir.Api, named: dict[str, Named]) -> set[str]:
    """Models that a caller fills in."""
    starts = [operation.request_name for operation in api.operations if operation.request_name]
    return set(
        all_from(
            starts, lambda name: [inner for kind in named[name].held for inner in ir.referred(kind)]
        )
    )


def _parameters(api: ir.Api, named: dict[str, Named]) -> dict[str, dict[str, ir.Parameter]]:
    """By a model that is made of the parameters of an operation, and the name of a member in it:
    the parameter that it is.
    """
    found = {}
    for operation in api.operations:
        given = [parameter for parameter in operation.parameters if not parameter.client_name]
        request = named.get(operation.request_name)
        if given and isinstance(request, ir.Model):
            names = [member.wire_name for member in request.members]
            found[operation.request_name] = dict(zip(names, given))
    return found


def sent_as(parameter: "ir.Parameter | ir.ClientParameter", path: str = "") -> tuple[object, ...]:
    """Where a parameter stands, and under which name a service sees it there: none in a path, but a
    position.
    """
    if parameter.place == "path":
        shape, names = placeholders(path)
        return (
            parameter.place,
            shape,
            names.index(parameter.wire_name) if parameter.wire_name in names else -1,
        )
    return (
        parameter.place,
        parameter.wire_name.lower() if parameter.place == "header" else parameter.wire_name,
    )


def placeholders(path: str) -> tuple[str, list[str]]:
    """A path without the names of its placeholders, and these."""
    return PLACEHOLDER.sub("{}", path), PLACEHOLDER.findall(path)
