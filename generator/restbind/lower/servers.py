# SPDX-License-Identifier: BSL-1.0
"""Servers: their addresses with variables, and which operations have servers of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.schema.context import Context
from restbind.naming import Scope, snake_case
from restbind.source.refs import Cursor
from restbind.spec.http import PLACEHOLDER


def _stated_name(at: Cursor) -> str:
    """The server's `name` as one in C++, '' if it cannot be one."""
    stated = at.text("name")
    return snake_case(stated) if re.search("[A-Za-z]", stated) else ""


def _key(server: ir.Server) -> tuple[object, ...]:
    """What makes two servers the same."""
    return server.url, tuple((variable.name, variable.default) for variable in server.variables)


class Servers:
    """All servers of a document, each once, called by their `name`, else by their address.
    Those with an x-restbind-environment are environments: their addresses are
    configuration."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[tuple[object, ...], ir.Server] = {}
        # The name of the server that clients are made for; None where no server is listed.
        self._main = self._first(context.document.root.each("servers"))

    def of(self, item: Cursor, operation: Cursor) -> str:
        """The name of the server that an operation is sent to, '' for the base address."""
        own = operation.get("servers") or item.get("servers")
        first = self._first(own.elements()) if own is not None else None
        if first and self._main is None:
            # A document that names servers only beside its paths: the first is the one that clients
            # are made for.
            self._main = first
        return first if first and first != self._main else ""

    def all(self) -> tuple[ir.Server, ...]:
        """All servers in the order in which they were found, environments left out."""
        return tuple(self._found.values())

    def main(self) -> str:
        """The name of the first server of the document, '' if its address is configuration."""
        return self._main or ""

    def _first(self, listed: Iterable[Cursor]) -> str | None:
        """The name of the first server in a list that has an address; that it is missing is
        reported. '' if its address is configuration, None where no server has one. All of the list
        are kept.
        """
        targets = [target for target in map(Cursor.follow, listed) if target is not None]
        names = [
            self._name_of(target)
            for target in targets
            if target.has("url") and target["url"].kind == "string"
        ]
        return names[0] if names else None

    def _name_of(self, target: Cursor) -> str:
        """The name of a server, '' if its address is configuration."""
        if target.has("x-restbind-environment"):
            return ""
        variables = self._variables(target)
        description = target.text("description")
        server = ir.Server("", target.text("url"), variables, description, target.pointer)
        key = _key(server)
        if key not in self._found:
            self._found[key] = replace(server, name=self._free_name(target))
        return self._found[key].name

    def _free_name(self, target: Cursor) -> str:
        """Its `name`, else its address, as a name that no other server has."""
        taken = {server.name for server in self._found.values()}
        stated = _stated_name(target)
        if stated and stated not in taken:
            return stated
        address = re.sub(r"^[a-z]+://", "", target.text("url"))
        name = str(Scope(taken).names([snake_case(address, "root")])[0])
        if stated:
            target["name"].report(
                "RB033",
                f"another server is called `{stated}`, too; this one is called `{name}`",
            )
        return name

    def _variables(self, target: Cursor) -> tuple[ir.ServerVariable, ...]:
        known = dict(target.table("variables"))
        found = []
        for name in dict.fromkeys(PLACEHOLDER.findall(target.text("url"))):
            if name not in known:
                target["url"].report(
                    "RB042",
                    f"the address has `{{{name}}}`, but there is no variable of that name; its"
                    " value is left to the application",
                    near(name, known),
                )
            found.append(self._variable(name, known.get(name)))
        return tuple(found)

    def _variable(self, name: str, at: Cursor | None) -> ir.ServerVariable:
        if at is None:
            return ir.ServerVariable(name, "", (), "")
        allowed = tuple(value.written for value in at.each("enum"))
        stated, default = at.get("default"), at.scalar("default")
        if allowed and default not in allowed:
            if stated is not None:
                stated.report(
                    "RB034",
                    f"the default `{default}` is none of the enum's values; `{allowed[0]}` is used",
                    near(default, allowed) or f"there are {joined(list(allowed[:8]), 'and')}",
                )
            default = allowed[0]
        return ir.ServerVariable(name, default, allowed, at.text("description"))
