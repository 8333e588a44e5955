# SPDX-License-Identifier: BSL-1.0
"""Views of the parameters of a client, which it sends with each request that takes them."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.naming import Safe

_PLACES = {
    "header": "Sent as header {}.",
    "path": "Path segment {}, escaped where it is sent.",
    "query": "Query parameter {}.",
}


@dataclass(frozen=True)
class CheckView:
    """What refuses a value of a client's parameter: the condition for that, and what is said
    then.
    """

    condition: Safe
    message: Safe


@dataclass(frozen=True)
class ParameterView:
    """A parameter of the client. wire_name: how the document calls it."""

    doc: Safe
    marks: Safe
    name: Safe
    wire_name: Safe
    initialiser: Safe
    checks: tuple[CheckView, ...]
