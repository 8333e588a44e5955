# SPDX-License-Identifier: BSL-1.0
"""Which header holds each model, function, schema, pattern and discriminator of a document that is
split by tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from restbind import ir
from restbind.cpp.conditions import PatternCall, SchemaCall
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.naming import LONGEST_FILE, Safe, Scope, file_name, within
from restbind.views import headers
from restbind.views.discriminators import discriminators, told_apart
from restbind.views.holding import exchanged
from restbind.views.models import PartView as ModelPart
from restbind.views.models import model_parts
from restbind.views.schemas import Needs
from restbind.views.shared_files import shared_files
from restbind.views.tag_clients import TagClient, tag_clients
from restbind.views.validation import PartView as RulePart
from restbind.views.validation import Validation

_OWN_FILES = frozenset(
    {
        *headers.ALL,
        "common",
        "options",
        "blocking",
        "operations",
        "models",
        "validation",
        "schemas",
        "patterns",
        "discriminators",
    }
)


def _alternatives(names: Sequence[str]) -> str:
    """A file's name: as many as there is room for, and a word for the others."""
    whole = "_or_".join(names)
    while len(whole) > LONGEST_FILE and len(names) > 1:
        names = names[:-1]
        whole = "_or_".join([*names, "others"])
    return within(whole, LONGEST_FILE)


class Layout:
    """The files of all that is generated, each by its name without folder and ending.

    models, rules: the types, and the functions that check them. needs: what the check of each
    operation's request needs; needs_of_parameters: that of the client's parameters. clients: by
    tag. tag_files, operations_of: the file of each tag, and its operations. file_of, rule_file_of,
    schema_file_of, pattern_file_of: by the name of what stands there. discriminator_files: by the
    keys of `discriminators`.
    """

    def __init__(self, api: ir.Api, types: Types, validation: Validation) -> None:
        self._types = types
        self._names: Names = types.names
        self.models, self.forward = model_parts(api, types)
        self.rules = validation.parts()
        self.needs = {operation.id: validation.needs_of(operation) for operation in api.operations}
        self.needs_of_parameters = validation.needs_of_parameters()
        self.clients = tag_clients(api, self._names)
        self.tag_files = _tag_files(api, self.clients)
        by_id = {operation.id: operation for operation in api.operations}
        self.operations_of = {
            tag: list(map(by_id.__getitem__, client.operations))
            for tag, client in self.clients.items()
        }
        models = {self.tag_files[tag]: self._exchanged(tag) for tag in self.clients}
        rules = {self.tag_files[tag]: self._called(tag) for tag in self.clients}
        title = {name: file_name(cpp, "model") for name, cpp in self._names.types.items()}
        self.file_of = shared_files({part.name: part.held for part in self.models}, models, title)
        self.rule_file_of = shared_files(
            {part.name: part.needs.called for part in self.rules}, rules, title
        )
        self.schema_file_of = self._files_of(lambda needs: needs.schemas)
        self.pattern_file_of = self._files_of(lambda needs: needs.patterns)
        self.discriminators = discriminators(api, types)
        wanted = []
        for view in self.discriminators.values():
            named = [file_name(self._names.types[name], "model") for name in view.named]
            wanted.append(_alternatives(named))
        self.discriminator_files = dict(zip(self.discriminators, map(str, Scope().names(wanted))))

    def _exchanged(self, tag: str) -> set[str]:
        """The named types that the operations of a tag send and get."""
        kinds = [kind for operation in self.operations_of[tag] for kind in exchanged(operation)]
        return {name for kind in kinds for name in ir.referred(kind)}

    def _called(self, tag: str) -> set[str]:
        """The types whose functions check the requests of a tag."""
        needs = [self.needs[operation.id] for operation in self.operations_of[tag]]
        return {name for need in needs for name in need.called}

    def _files_of(
        self, constants: Callable[[Needs], Mapping[Safe, SchemaCall | PatternCall]]
    ) -> dict[str, str]:
        """The header of each schema, or pattern, which is reached by what calls the functions that
        it stands in.
        """
        edges = {f"of {part.name}": _reached_from(part.needs, constants) for part in self.rules}
        needed: dict[str, set[str]] = {}
        for tag, operations in self.operations_of.items():
            file = self.tag_files[tag]
            needed[file] = set(constants(self.needs_of_parameters))
            for operation in operations:
                needed[file] |= _reached_from(self.needs[operation.id], constants)
        known = sorted({str(name) for needs in self.all_needs() for name in constants(needs)})
        return shared_files(
            edges | dict.fromkeys(known, ()), needed, {name: name for name in known}
        )

    def all_needs(self) -> list[Needs]:
        """What the checks of all types, requests and parameters need."""
        return [
            *(part.needs for part in self.rules),
            *self.needs.values(),
            self.needs_of_parameters,
        ]

    # ----------------------------------------------------------------------------------------------
    # what a header in a folder beside these includes

    def model_headers(self, names: Iterable[str]) -> set[str]:
        """Those of models."""
        return {f'"../models/{self.file_of[name]}.hpp"' for name in names}

    def discriminator_headers(self, keys: Iterable[Safe]) -> set[str]:
        """Those of what tells alternatives apart."""
        return {f'"../discriminators/{self.discriminator_files[key]}.hpp"' for key in keys}

    def constant_headers(self, needs: Needs) -> set[str]:
        """The headers of schemas and patterns."""
        schemas = {f'"../schemas/{self.schema_file_of[name]}.hpp"' for name in needs.schemas}
        return schemas | self.pattern_headers(needs.patterns)

    def pattern_headers(self, names: Iterable[str]) -> set[str]:
        """Those of patterns."""
        return {f'"../patterns/{self.pattern_file_of[name]}.hpp"' for name in names}

    def operation_headers(self, operation: ir.Operation) -> set[str]:
        """The headers of the types of an operation, and of what checks its request."""
        needs = self.needs[operation.id]
        found = {f'"../validation/{self.rule_file_of[name]}.hpp"' for name in needs.called}
        found |= needs.headers | self.constant_headers(needs)
        for kind in exchanged(operation):
            found |= self._types.headers(kind)
            found |= self.model_headers(ir.referred(kind))
            found |= self.discriminator_headers(told_apart(kind, self._types))
        return found

    def models_by_file(self) -> dict[str, list[ModelPart]]:
        """The models of each header."""
        found: dict[str, list[ModelPart]] = {}
        for part in self.models:
            found.setdefault(self.file_of[part.name], []).append(part)
        return found

    def rules_by_file(self) -> dict[str, list[RulePart]]:
        """The functions of each header."""
        found: dict[str, list[RulePart]] = {}
        for part in self.rules:
            found.setdefault(self.rule_file_of[part.name], []).append(part)
        return found


def _tag_files(api: ir.Api, clients: Mapping[str, TagClient]) -> dict[str, str]:
    titles = dict(api.tag_names)
    wanted = [file_name(titles.get(tag, tag), "tag") for tag in clients]
    names = Scope().names([f"{name}_tag" if name in _OWN_FILES else name for name in wanted])
    return dict(zip(clients, map(str, names)))


def _reached_from(
    needs: Needs, constants: Callable[[Needs], Mapping[Safe, SchemaCall | PatternCall]]
) -> set[str]:
    """The schemas, or patterns, and the functions that stand for those of what they check."""
    return {*constants(needs), *(f"of {name}" for name in needs.called)}
