# SPDX-License-Identifier: BSL-1.0
"""What a `$ref` becomes: a named type, which is made later, so that long chains of models need no
deep recursion.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.lower.schema.normalise import next_step
from restbind.lower.schema.queries import described_type
from restbind.naming import pascal
from restbind.source.additions import NAME_KEY
from restbind.source.refs import Cursor, stem, unescape

_OF_MAIN_FILE = "#/components/schemas/"
_COMPONENT = re.compile(r"#/(?:components/schemas|\$defs|definitions)/([^/]+)$")


def reference(context: Context, target: Cursor, hint: str) -> ir.Type:
    """The named type for a referenced schema; the same one each time."""
    known = context.found.targets
    name, target = context.found.homes.get(target, ("", target))
    if target in known:
        return known[target]
    if target.is_true("x-restbind-problem"):
        known[target] = ir.Problem()
    else:
        name = name or _reserved_name(context, target, hint)
        known[target] = ir.Ref(name)
        context.making.waiting.append((name, target))
    return known[target]


def find_homes(context: Context, components: Mapping[str, Cursor]) -> None:
    """Components that only name a schema of another file (`Cart: {$ref: cart.yaml}`): that schema
    has their name.
    """
    homes = context.found.homes
    for name, at in components.items():
        said = [key for key, _ in at.items() if key != NAME_KEY]
        target = at.target if said == ["$ref"] else None
        if target is None or target.pointer.startswith(_OF_MAIN_FILE):
            continue
        if target not in homes:
            homes[at] = homes[target] = (name, target)


def _reserved_name(context: Context, target: Cursor, hint: str) -> str:
    component = _COMPONENT.search(target.pointer)
    wanted = hint
    if component:
        wanted = unescape(component[1])
    elif target.pointer.endswith("#"):
        wanted = pascal(stem(target.document.path))
    if component and target.pointer.startswith(_OF_MAIN_FILE):
        return wanted  # claimed before anything else was lowered
    return context.claim(wanted, target)


def is_problem(at: Cursor) -> bool:
    """The schema, or what it stands for, is that of problem documents, which responses alone
    have.
    """
    seen: set[Cursor] = set()
    while at.kind == "object" and at not in seen:
        if at.is_true("x-restbind-problem"):
            return True
        seen.add(at)
        at = next_step(at) or described_type(at) or at
    return False
