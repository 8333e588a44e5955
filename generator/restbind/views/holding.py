# SPDX-License-Identifier: BSL-1.0
"""Which named types hold which."""

from __future__ import annotations

from collections.abc import Iterable

from restbind import ir
from restbind.cpp.types import Types
from restbind.graph import all_from


def held(types: Types, names: Iterable[str]) -> set[str]:
    """The named types that these hold, and they themselves."""
    return types.held(names)


def holders(types: Types, models: Iterable[ir.Model]) -> dict[str, list[str]]:
    """For each named type the models that hold it, directly or through aliases."""
    found: dict[str, list[str]] = {}
    for model in models:
        starts = [name for kind in model.held for name in ir.referred(kind)]
        for name in all_from(
            starts,
            lambda name: ir.referred(types.aliases[name].type) if name in types.aliases else (),
        ):
            found.setdefault(name, []).append(model.name)
    return found


def responded(operation: ir.Operation) -> list[ir.Type]:
    """The types of an operation's responses, errors among them."""
    return ([operation.response] if operation.response is not None else []) + [
        error.type for error in operation.errors if error.type is not None
    ]


def sent(operation: ir.Operation) -> list[ir.Type]:
    """The types of all that an operation sends."""
    kinds = [parameter.type for parameter in operation.parameters]
    kinds += [operation.body] if operation.body is not None else []
    return kinds + ([ir.Ref(operation.request_name)] if operation.request_name else [])


def exchanged(operation: ir.Operation) -> list[ir.Type]:
    """The types of all that an operation sends and gets."""
    return responded(operation) + sent(operation)
