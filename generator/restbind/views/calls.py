# SPDX-License-Identifier: BSL-1.0
"""Views of the functions that call one operation: of the client with coroutines, and of the one without."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.cpp import text
from restbind.cpp.text import code
from restbind.naming import Safe

NO_REQUEST = Safe("no_request")
_OPTIONS = "restbind::net::call_options const&"
_DEFAULT_TOKEN = Safe("default_token_type")


@dataclass(frozen=True)
class CallView:
    """The functions that call an operation: `head` and `line` are of coroutines, `async_` of those for any completion token,
    `token_` of those for a token without options, `blocking_` of those that wait. `attributes` stand in front of all; `refused` is
    the line that refuses temporaries."""

    name: Safe
    doc: Safe
    attributes: tuple[Safe, ...]
    response: Safe
    head: Safe
    line: Safe
    async_doc: Safe
    async_template: Safe
    async_head: Safe
    async_line: Safe
    token_template: Safe
    token_head: Safe
    token_line: Safe
    blocking_line: Safe
    blocking_doc: Safe
    refused: Safe


@dataclass(frozen=True)
class Spelling:
    """How the client names an operation and its types. `called` is the name of its functions."""

    name: Safe
    called: Safe
    request: Safe
    response: Safe
    attributes: tuple[Safe, ...]

    def call(self, doc: Safe, summary: list[Safe], kept: str = "", more: tuple[str, ...] = (), suffix: str = "",
             response: Safe | None = None) -> CallView:
        """`kept` is the first parameter where that is not the request, `more` are those between it and the options, `response` is
        what is returned where that is not the operation's own. `summary`: what is said of a call that waits. `suffix`: of the names
        of the functions that it is handed over to."""
        first = Safe(kept) if kept else code("{} const& request", self.request)
        # Nothing has to be named where there is nothing to say.
        with_default = Safe(f"{first} = {{}}") if not kept and not more and self.request == NO_REQUEST else first
        between = [[Safe(one)] for one in more]
        names = [*([Safe(_name(one))] for one in (first, *more)), [Safe("options")]]
        token = [Safe("std::forward<CompletionToken>(token)")]
        operation = f"operations::{self.name}"
        response = response or self.response
        return CallView(
            name=self.called,
            doc=doc,
            attributes=self.attributes,
            response=response,
            head=text.call(f"{self.called}(", [[with_default], *between, [Safe(f"{_OPTIONS} options = {{}}")]], ") const", 4),
            line=text.call(f"return this->template call{suffix}<{operation}>(", names, ");", 8),
            async_doc=text.doc([code("As `{}`, for any completion token. Never completes within this function.", self.called)], 4),
            async_template=text.call("template <boost::asio::completion_token_for<",
                                     [[code("void(restbind::result<{}>)> CompletionToken = {}", response, _DEFAULT_TOKEN)]], ">", 4),
            async_head=text.call(f"auto async_{self.called}(", [[first], *between, [Safe(f"{_OPTIONS} options = {{}}")],
                                                                [code("CompletionToken&& token = {}()", _DEFAULT_TOKEN)]], ") const", 4),
            async_line=text.call(f"return this->template async_call{suffix}<{operation}>(",
                                 [*names, token], ");", 8),
            token_template=text.call("template <boost::asio::completion_token_for<",
                                     [[code("void(restbind::result<{}>)> CompletionToken", response)]], ">", 4),
            token_head=text.call(f"auto async_{self.called}(", [[first], *between, [Safe("CompletionToken&& token")]], ") const", 4),
            token_line=text.call(f"return this->template async_call{suffix}<{operation}>(",
                                 [*names[:-1], [Safe("{}")], token], ");", 8),
            blocking_line=text.call(f"return this->run{suffix}<{operation}>(", names, ");", 8),
            blocking_doc=text.doc(
                [*summary, code("As `{}` of the client, which says more; returns when the call has ended.", self.called)], 4),
            refused=self._refused(kept, more),
        )

    def _refused(self, kept: str, more: tuple[str, ...]) -> Safe:
        between = [[Safe(_type(one))] for one in more]
        if not kept and self.request != NO_REQUEST:
            return text.call("RESTBIND_REFUSE_TEMPORARIES(", [[self.called], [self.request], *between], ")", 4)
        first = Safe(_type(kept)) if kept else code("{} const&", self.request)  # which holds nothing that could end twice
        return text.call("RESTBIND_REFUSE_TEMPORARY_OPTIONS(", [[self.called], [first], *between], ")", 4)


def _type(parameter: str) -> str:
    return parameter.rsplit(" ", 1)[0]


def _name(parameter: str) -> str:
    return parameter.rsplit(" ", 1)[1]
