# SPDX-License-Identifier: BSL-1.0
"""Views of the functions that call one operation: of the client with coroutines, and of the one
without.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind.cpp import text
from restbind.cpp.text import code
from restbind.naming import Safe

NO_REQUEST = Safe("no_request")


@dataclass(frozen=True)
class ArgumentView:
    """An argument of a function. is_optional: nothing has to be named where there is nothing to
    say.
    """

    type: Safe
    name: Safe
    is_optional: bool = False


NO_BODY = ArgumentView(Safe("restbind::no_body_t"), Safe("none"))
SINK = ArgumentView(Safe("restbind::net::body_sink&"), Safe("sink"))


@dataclass(frozen=True)
class CallView:
    """The functions that call an operation. blocking_doc: the comment of the one that waits.
    attributes: what stands in front of all. operation: its structure. request: the type of the
    request, '' for a call without one that could be a temporary. first: the first argument; more:
    those between it and the options. suffix: of the names of the functions that it is handed over
    to.
    """

    name: Safe
    doc: Safe
    blocking_doc: Safe
    attributes: tuple[Safe, ...]
    operation: Safe
    request: Safe
    response: Safe
    first: ArgumentView
    more: tuple[ArgumentView, ...]
    suffix: Safe


@dataclass(frozen=True)
class Spelling:
    """How the client names an operation and its types. `called` is the name of its functions."""

    name: Safe
    called: Safe
    request: Safe
    response: Safe
    attributes: tuple[Safe, ...]

    def call(self, doc: Safe, summary: list[Safe]) -> CallView:
        """The functions that take a request. summary: what is said of the one that waits."""
        has_request = self.request != NO_REQUEST
        first = ArgumentView(
            code("{} const&", self.request), Safe("request"), is_optional=not has_request
        )
        return self._view(doc, summary, first)

    def without_body(self, doc: Safe) -> CallView:
        """Those that send no body."""
        return self._view(doc, [Safe("Without the body.")], NO_BODY)

    def streaming(self, doc: Safe) -> CallView:
        """Those that hand the body of a response over piece by piece."""
        first = ArgumentView(code("{} const&", self.request), Safe("request"))
        response = Safe("restbind::net::streamed_response")
        return self._view(
            doc, [Safe("Hands the body to a sink.")], first, (SINK,), Safe("_streaming"), response
        )

    def _view(
        self,
        doc: Safe,
        summary: list[Safe],
        first: ArgumentView,
        more: tuple[ArgumentView, ...] = (),
        suffix: Safe = Safe(""),
        response: Safe | None = None,
    ) -> CallView:
        request = self.request if first != NO_BODY and self.request != NO_REQUEST else Safe("")
        waits = code(
            "As `{}` of the client, which says more; returns when the call has ended.", self.called
        )
        return CallView(
            self.called,
            doc,
            text.doc([*summary, waits], 4),
            self.attributes,
            self.name,
            request,
            response or self.response,
            first,
            more,
            suffix,
        )
