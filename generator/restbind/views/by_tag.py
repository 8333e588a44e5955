# SPDX-License-Identifier: BSL-1.0
"""Large documents split by tag, so that `#include <api/v1/cart.hpp>` costs what cart costs.

    v1.hpp                      everything
    v1/client.hpp               the client with all operations; so do blocking_client.hpp,
                                operations.hpp, models.hpp, validation.hpp
    v1/cart.hpp                 cart_client: the operations of the tag `cart`
    v1/blocking/cart.hpp        the same without coroutines
    v1/operations/cart.hpp      these operations without any networking
    v1/models/cart.hpp          the models that no other tag reaches
    v1/models/money.hpp         Money, and all others that the same tags reach; common.hpp: those
                                of all tags; other.hpp: those of none
    v1/validation/cart.hpp      the rules on the models of models/cart.hpp
    v1/schemas/cart.hpp         schemas that are checked as they stand
    v1/patterns/cart.hpp        compiled patterns
    v1/discriminators/card_or_cash.hpp  what tells objects apart
    v1/common.hpp, options.hpp  what all operations and all clients share
    v1/src.hpp                  the code of all operations for programs that compile it once;
                                src/cart.hpp: that of one tag

An operation stands in the header of its first tag, or of a word of its path, query or name. A
header includes the headers of the models that it reaches and no others, so no model is defined
twice, and what a tag costs does not grow with the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import api as views
from restbind.views import clients, pages
from restbind.views.docs import sentences
from restbind.views.layout import Layout
from restbind.views.models import has_open, models_of, reaching_open
from restbind.views.operations import (
    PARAMETER_HEADERS,
    PROBLEM_HEADER,
    SECURITY_HEADER,
    OperationPart,
    operation_parts,
    view_of_parts,
)
from restbind.views.schemas import PatternView, SchemaView, pattern_views, schema_views
from restbind.views.validation import Validation, ValidationView

_Constant = TypeVar("_Constant", SchemaView, PatternView)
_SHARED_HEADERS = frozenset(
    "<restbind/core/result.hpp> <boost/mp11/list.hpp> <string> <string_view> <utility>".split()
)


@dataclass(frozen=True)
class FileView:
    """One header: its name within the folder, the template, and all that the template may print."""

    name: str
    template: str
    page: pages.Page
    values: dict[str, object]


def split_view(api: ir.Api, namespace: str, folder: str) -> list[FileView]:
    """All headers of an API that is split by tag, in the folder `folder`."""
    return _Split(api, namespace, folder).files()


def _by_file(
    views_: tuple[_Constant, ...], file_of: Mapping[str, str]
) -> dict[str, tuple[_Constant, ...]]:
    found: dict[str, list[_Constant]] = {}
    for view in views_:
        found.setdefault(file_of[view.name], []).append(view)
    return {name: tuple(group) for name, group in found.items()}


class _Split:
    def __init__(self, api: ir.Api, namespace: str, folder: str) -> None:
        self._api = api
        self._namespace = namespace
        self._folder = folder
        self._names = Names(api, namespace)
        self._types = Types(api, self._names)
        self._marks = pages.marks_of(api)
        self._validation = Validation(api, self._types)
        self._layout = Layout(api, self._types, self._validation)
        self._open_models = reaching_open(self._layout.models)
        short: dict[str, Safe] = {}
        for client in self._layout.clients.values():
            short |= client.short_names
        operations, parameters, self._shared_headers = operation_parts(
            api, self._types, self._validation, short
        )
        self._parts = {part.operation.id: part for part in operations}
        self._whole = view_of_parts(api, self._names, operations, parameters, self._shared_headers)
        self._client = clients.client_view(api, self._names)

    def files(self) -> list[FileView]:
        return [
            *self._discriminator_headers(),
            *self._model_files(),
            *self._schema_files(),
            *self._pattern_files(),
            *self._rule_files(),
            *self._tag_headers(),
            *self._shared_files(),
            *self._whole_files(),
        ]

    def _file(
        self, name: str, template: str, about: Safe, headers: Iterable[str], **values: object
    ) -> FileView:
        return FileView(
            name,
            template,
            pages.page(self._api, self._namespace, about, frozenset(headers), self._marks),
            values,
        )

    def _umbrella(self, name: str, about: str, files: Iterable[str]) -> FileView:
        includes = {f'"{name}/{file}.hpp"' for file in files}
        return self._file(f"{name}.hpp", "umbrella.hpp.j2", Safe(about), includes)

    def _about(self, wording: str, names: Sequence[str]) -> Safe:
        more = len(names) - 1
        first = code(wording, self._names.types[names[0]])
        return code("{} and {} more", first, more) if more else first

    # ----------------------------------------------------------------------------------------------
    # models and the rules on them

    def _discriminator_headers(self) -> list[FileView]:
        """Headers of their own: several models may hold the same variant, and its alternatives may
        hold such a model.
        """
        return [
            self._file(
                f"discriminators/{self._layout.discriminator_files[key]}.hpp",
                "discriminator.hpp.j2",
                Safe("Alternatives"),
                view.headers,
                discriminator=view,
            )
            for key, view in self._layout.discriminators.items()
        ]

    def _model_files(self) -> list[FileView]:
        parts = self._layout.models_by_file()
        files = []
        for name, group in parts.items():
            own = {part.name for part in group}
            forward = [model for model in self._layout.forward if model in own]
            view = models_of(group, forward, self._types)
            others = {other for part in group for other in part.held if other not in own}
            held = {f'"{self._layout.file_of[other]}.hpp"' for other in others}
            told = {key for part in group for key in part.told}
            files.append(
                self._file(
                    f"models/{name}.hpp",
                    "models.hpp.j2",
                    self._about("{}", [part.name for part in group]),
                    view.headers | held | self._layout.discriminator_headers(told),
                    models=view,
                )
            )
        return [*files, self._umbrella("models", "Models", parts)]

    def _schema_files(self) -> list[FileView]:
        needs = self._layout.all_needs()
        calls = {name: schema for need in needs for name, schema in need.schemas.items()}
        files = []
        for name, group in _by_file(schema_views(needs), self._layout.schema_file_of).items():
            held = [calls[view.name] for view in group]
            patterns = {pattern.name for schema in held for pattern in schema.patterns}
            includes = {header for schema in held for header in schema.headers}
            files.append(
                self._file(
                    f"schemas/{name}.hpp",
                    "validation.hpp.j2",
                    Safe("Schemas" if len(group) > 1 else "Schema"),
                    includes | self._layout.pattern_headers(patterns),
                    validation=ValidationView((), group, (), (), frozenset()),
                )
            )
        return files

    def _pattern_files(self) -> list[FileView]:
        patterns = pattern_views(self._layout.all_needs())
        return [
            self._file(
                f"patterns/{name}.hpp",
                "validation.hpp.j2",
                Safe("Patterns" if len(group) > 1 else "Pattern"),
                {"<cstdint>"},
                validation=ValidationView(group, (), (), (), frozenset()),
            )
            for name, group in _by_file(patterns, self._layout.pattern_file_of).items()
        ]

    def _rule_files(self) -> list[FileView]:
        parts = self._layout.rules_by_file()
        files = []
        for name, group in parts.items():
            view = self._validation.view(group)
            includes = view.headers | {"<restbind/core/validation.hpp>"}
            includes |= self._layout.model_headers(part.name for part in group)
            for part in group:
                includes |= part.needs.headers | self._layout.constant_headers(part.needs)
                called = {self._layout.rule_file_of[other] for other in part.needs.called}
                includes |= {f'"{other}.hpp"' for other in called if other != name}
            files.append(
                self._file(
                    f"validation/{name}.hpp",
                    "validation.hpp.j2",
                    self._about("Rules on {}", [part.name for part in group]),
                    includes,
                    validation=view,
                )
            )
        return [*files, self._umbrella("validation", "Rules on requests", parts)]

    # ----------------------------------------------------------------------------------------------
    # tags

    def _tag_headers(self) -> list[FileView]:
        files = []
        for tag, name in self._layout.tag_files.items():
            parts = [self._parts[operation.id] for operation in self._layout.operations_of[tag]]
            view = replace(
                self._whole,
                no_request=Safe(""),
                parameters=(),
                schemes=(),
                problem=None,
                operations=tuple(replace(part.view, calls=part.calls_of_tag) for part in parts),
            )
            own = self._layout.clients[tag].name
            client = replace(
                self._client,
                name=own,
                blocking_name=Safe(f"blocking_{own}"),
                environments=(),
                servers=(),
                shared=Safe("base_type"),
                about=self._about_tag(tag),
            )
            said = text.line(tag)
            files += [
                self._file(
                    f"operations/{name}.hpp",
                    "tag_operations.hpp.j2",
                    code("Operations of {}, without any networking,", said),
                    self._operation_headers(parts),
                    operations=view,
                ),
                self._file(
                    f"{name}.hpp",
                    "tag_client.hpp.j2",
                    code("Client for {}", said),
                    views.client_headers(part.operation for part in parts)
                    | {'"options.hpp"', f'"operations/{name}.hpp"'},
                    operations=view,
                    client=client,
                ),
                self._file(
                    f"blocking/{name}.hpp",
                    "blocking_client.hpp.j2",
                    code("Client for {}, without coroutines,", said),
                    views.BLOCKING_CLIENT_HEADERS | {f'"../{name}.hpp"'},
                    operations=view,
                    client=client,
                ),
                self._file(
                    f"src/{name}.hpp",
                    "src.hpp.j2",
                    code("Code of the operations of {}", said),
                    {f'"../{name}.hpp"'},
                    operations=view,
                ),
            ]
        return files

    def _about_tag(self, tag: str) -> tuple[Safe, ...]:
        said: list[str] = []
        for part in sentences(ir.Doc(summary=dict(self._api.tags).get(tag, ""))):
            said += text.wrap(part, text.WIDTH - 4)
        return (Safe(""), *(code("    {}", Safe(line)) for line in said)) if said else ()

    def _operation_headers(self, parts: list[OperationPart]) -> set[str]:
        needed = {*views.OPERATIONS_HEADERS, '"../common.hpp"', '"../error_codes.hpp"'}
        for part in parts:
            needed |= part.headers | self._layout.operation_headers(part.operation)
            if has_open(part.operation, self._types, self._open_models):
                needed.add(views.OPEN_JSON_HEADER)
        return needed

    # ----------------------------------------------------------------------------------------------
    # whole

    def _shared_files(self) -> list[FileView]:
        """What all operations share, and what all clients do."""
        shared = self._shared_headers | _SHARED_HEADERS
        shared |= {SECURITY_HEADER} if self._whole.schemes else set()
        shared |= {PROBLEM_HEADER} if self._whole.problem else set()
        shared |= PARAMETER_HEADERS if self._whole.parameters else set()
        shared |= {
            f'"patterns/{self._layout.pattern_file_of[name]}.hpp"'
            for name in self._layout.needs_of_parameters.patterns
        }
        options = views.CLIENT_HEADERS - {
            "<boost/asio/any_io_executor.hpp>",
            "<boost/asio/async_result.hpp>",
            "<boost/asio/awaitable.hpp>",
        }
        options |= {'"common.hpp"'} | views.servers_headers(self._api)
        values = {"operations": self._whole, "client": self._client}
        return [
            self._file(
                "common.hpp", "common.hpp.j2", Safe("What all operations share,"), shared, **values
            ),
            self._file(
                "options.hpp", "options.hpp.j2", Safe("What all clients share,"), options, **values
            ),
        ]

    def _whole_files(self) -> list[FileView]:
        names = self._layout.tag_files.values()
        operations = {f'"operations/{name}.hpp"' for name in names}
        operations |= {'"common.hpp"', '"validation.hpp"', '"models.hpp"', "<boost/mp11/list.hpp>"}
        values = {"operations": self._whole, "client": self._client}
        plain = views.whole_headers(self._api, self._names, self._namespace)
        sources = {f'"src/{name}.hpp"' for name in names}
        return [
            self._file("src.hpp", "umbrella.hpp.j2", Safe("Code of all operations"), sources),
            self._file(
                "operations.hpp",
                "all_operations.hpp.j2",
                Safe("Operations, without any networking,"),
                operations,
                **values,
            ),
            self._file(
                "client.hpp",
                "tag_client.hpp.j2",
                Safe("Client"),
                views.client_headers(self._api.operations) | {'"operations.hpp"', '"options.hpp"'},
                **values,
            ),
            self._file(
                "blocking_client.hpp",
                "blocking_client.hpp.j2",
                Safe("Client without coroutines"),
                views.BLOCKING_CLIENT_HEADERS | {'"client.hpp"'},
                **values,
            ),
            *(
                self._file(
                    f"{name}.hpp", f"{name}.hpp.j2", Safe(view.about), view.includes, **view.values
                )
                for name, view in plain.items()
            ),
            self._file(
                f"../{self._folder}.hpp",
                "umbrella.hpp.j2",
                Safe("Everything"),
                views.everything(self._folder),
            ),
        ]
