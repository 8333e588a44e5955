# SPDX-License-Identifier: BSL-1.0
"""Which named types hold which."""

from __future__ import annotations

from collections.abc import Iterable

from restbind import ir
from restbind.cpp.types import Types


def held(types: Types, names: Iterable[str]) -> set[str]:
    """The named types that these hold, and they themselves."""
    seen: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        todo += [one for kind in (types.named[name].held if name in types.named else ()) for one in ir.referred(kind)]
    return seen


def holders(types: Types, models: Iterable[ir.Model]) -> dict[str, list[str]]:
    """For each named type the models that hold it, directly or through aliases."""
    found: dict[str, list[str]] = {}
    for model in models:
        seen: set[str] = set()
        todo = [name for kind in model.held for name in ir.referred(kind)]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                found.setdefault(name, []).append(model.name)
                if name in types.aliases:
                    todo += ir.referred(types.aliases[name].type)
    return found
