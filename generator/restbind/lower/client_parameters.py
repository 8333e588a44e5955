# SPDX-License-Identifier: BSL-1.0
"""The settings of the client that many operations send: `x-restbind-client-parameter`."""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.context import Context
from restbind.naming import is_plain
from restbind.source.refs import Cursor

CLIENT_PARAMETER = "x-restbind-client-parameter"


def report_client_name(at: Cursor, name: str) -> None:
    """Reports a name that no setting of the client can have."""
    hint = "use lower-case letters, digits and `_`"
    _report(at, f"`{name}` cannot name a client parameter", hint)


def _report(at: Cursor, what: str, hint: str = "") -> None:
    at[CLIENT_PARAMETER].report("RB043", what, hint, own=True)


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
        what = f"the client parameter `{name}`"
        if not is_plain(name):
            report_client_name(at, name)
        elif parameter.place == "cookie" or parameter.style:
            _report(at, f"{what} must be a text in the path, query or a header")
        elif self._context.bare(parameter.type) != ir.Scalar("string"):
            _report(at, f"{what} must be a string")
        else:
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
                what += f" is defined differently at `{known[0].pointer}`"
                _report(at, what, "define it once under components/parameters")

    def all(self) -> tuple[ir.ClientParameter, ...]:
        """The client parameters in the order in which they were found."""
        return tuple(found for found, _ in self._found.values())


def _meaning(parameter: ir.ClientParameter, required: bool) -> tuple[object, ...]:
    limits = tuple((limit.keyword, limit.limits) for limit in parameter.constraints)
    return (parameter.wire_name, parameter.place, parameter.default, limits, required)
