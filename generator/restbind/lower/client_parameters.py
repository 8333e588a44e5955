# SPDX-License-Identifier: BSL-1.0
"""The settings of the client that many operations send: `x-restbind-client-parameter`."""

from __future__ import annotations

import re

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.source.refs import Cursor

CLIENT_PARAMETER = "x-restbind-client-parameter"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def report_client_name(context: Context, at: Cursor, name: str) -> None:
    """Reports a name that no setting of the client can have."""
    context.report(
        "RB043",
        at[CLIENT_PARAMETER],
        f"`{name}` cannot name a client parameter",
        "use lower-case letters, digits and `_`",
        own=True,
    )


class ClientParameters:
    """Collects the client's settings and sees to it that each means one thing."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[str, tuple[ir.ClientParameter, bool]] = {}

    def add(self, parameter: ir.Parameter, at: Cursor) -> None:
        """Adds a client parameter; reports it where it cannot be one, or differs from an earlier
        one of the same name.
        """
        name = parameter.client_name
        place = at[CLIENT_PARAMETER]
        if not _NAME.fullmatch(name):
            report_client_name(self._context, at, name)
            return
        if parameter.place == "cookie" or parameter.style:
            self._context.report(
                "RB043",
                place,
                f"the client parameter `{name}` must be a text in the path, query or a header",
                own=True,
            )
            return
        if self._context.bare(parameter.type) != ir.Scalar("string"):
            self._context.report(
                "RB043", place, f"the client parameter `{name}` must be a string", own=True
            )
            return
        mine = ir.ClientParameter(
            name,
            parameter.wire_name,
            parameter.place,
            parameter.default,
            parameter.constraints,
            parameter.doc,
            parameter.pointer,
        )
        known = self._found.setdefault(name, (mine, parameter.required))
        if _meaning(*known) != _meaning(mine, parameter.required):
            self._context.report(
                "RB043",
                place,
                f"the client parameter `{name}` is defined differently at `{known[0].pointer}`",
                "define it once under components/parameters",
                own=True,
            )

    def all(self) -> tuple[ir.ClientParameter, ...]:
        """The client parameters in the order in which they were found."""
        return tuple(found for found, _ in self._found.values())


def _meaning(parameter: ir.ClientParameter, required: bool) -> tuple[object, ...]:
    limits = tuple((limit.keyword, limit.limits) for limit in parameter.constraints)
    return (parameter.wire_name, parameter.place, parameter.default, limits, required)
