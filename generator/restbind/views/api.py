# SPDX-License-Identifier: BSL-1.0
"""One view per generated header: names, order and text are final here; a template only prints
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import headers
from restbind.views.clients import client_view
from restbind.views.codes import codes_view
from restbind.views.discriminators import discriminators
from restbind.views.models import has_open, model_parts, models_of, reaching_open
from restbind.views.operations import may_stream, operation_parts, view_of_parts
from restbind.views.validation import Validation


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
    holds_open = bool(open_names) or any(
        has_open(operation, types, open_names) for operation in api.operations
    )
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
    """The headers that the header of all includes: those in `folder`, and what makes clients."""
    return frozenset(f'"{folder}/{name}.hpp"' for name in headers.INCLUDED) | {NETWORK_HEADER}


def client_headers(operations: Iterable[ir.Operation]) -> frozenset[str]:
    """The headers that a client of these operations needs besides those of the operations."""
    return (
        CLIENT_HEADERS | {STREAMING_HEADER}
        if any(may_stream(operation) for operation in operations)
        else CLIENT_HEADERS
    )


def servers_headers(api: ir.Api) -> frozenset[str]:
    """The headers that functions for server addresses need; none for an API without servers."""
    return frozenset({"<restbind/http/url.hpp>"}) if api.servers else frozenset()
