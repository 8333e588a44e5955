"""Views of the functions that call one operation: of the client with coroutines, and of the one without."""

from __future__ import annotations

from dataclasses import dataclass

from . import text
from .text import Safe, code

NO_REQUEST = Safe("no_request")
_OPTIONS = "restbind::net::call_options const&"
_LOST_OPTIONS = [Safe("restbind::net::call_options&&")]


@dataclass(frozen=True)
class CallView:
    """The functions that call an operation. `parameter` makes them templates, so that a file compiles only those that it calls;
    `head` is of coroutines, `async_` of those for any completion token, `refused` of those that no compiler with broken
    temporaries may choose."""

    doc: Safe
    parameter: Safe
    response: Safe
    head: Safe
    line: Safe
    async_template: Safe
    async_head: Safe
    async_line: Safe
    refused: tuple[Safe, ...]


@dataclass(frozen=True)
class Spelling:
    """How the client names an operation and its types.

    One that is only declared in front of the client is a template argument, so that nothing of it is looked at before it is called.
    """

    name: Safe
    request: Safe
    response: Safe
    operation: Safe
    parameter: Safe

    @staticmethod
    def defined(name: Safe, request: Safe, response: Safe) -> Spelling:
        return Spelling(name, request, response, code("operations::{}", name), Safe("class = void"))

    @staticmethod
    def declared(name: Safe, request: Safe) -> Spelling:
        return Spelling(name, request if request == NO_REQUEST else Safe("typename Operation::request_type"),
                        Safe("typename Operation::response_type"), Safe("Operation"), code("class Operation = operations::{}", name))

    @property
    def is_declared(self) -> bool:
        return self.operation == "Operation"

    def call(self, function: str, doc: Safe, kept: str = "", more: tuple[str, ...] = (), response: Safe | None = None) -> CallView:
        """What hands over to the member `function`. `kept` is the first parameter where that is not the request, `more` are those
        between it and the options, `response` is what is answered where that is not the operation's own."""
        first = Safe(kept) if kept else code("{} const& request", self.request)
        # Nothing has to be named where there is nothing to say.
        with_default = Safe(f"{first} = {{}}") if not kept and not more and self.request == NO_REQUEST else first
        between = [[Safe(one)] for one in more]
        names = [*([Safe(_name(one))] for one in (first, *more)), [Safe("options")]]
        answer = response or self.response
        return CallView(
            doc=doc,
            parameter=self.parameter,
            response=answer,
            head=text.call(f"{self.name}(", [[with_default], *between, [Safe(f"{_OPTIONS} options = {{}}")]], ") const", 4),
            line=text.call(f"return this->{function}<{self.operation}>(", names, ");", 8),
            async_template=self._async_template(code("void(restbind::result<{}>)> CompletionToken", answer)),
            async_head=text.call(f"auto async_{self.name}(", [[first], *between, [Safe(f"{_OPTIONS} options")],
                                                              [Safe("CompletionToken&& token")]], ") const", 4),
            async_line=text.call(f"return this->async_{function}<{self.operation}>(",
                                 [*names, [Safe("std::forward<CompletionToken>(token)")]], ");", 8),
            refused=tuple(self._refused(kept, more)),
        )

    def _async_template(self, signature: Safe) -> Safe:
        token = Safe("boost::asio::completion_token_for<")
        if self.is_declared:
            return text.call("template <", [[self.parameter], [token, code("    {}", signature)]], ">", 4)
        return text.call(f"template <{token}", [[signature]], ">", 4)

    def _refused(self, kept: str | None, more: tuple[str, ...]) -> list[Safe]:
        losses = [(Safe(_type(kept)) if kept else code("{} const&", self.request), _LOST_OPTIONS, _LOST_OPTIONS)]
        if not kept and self.request != NO_REQUEST:  # an empty request may end twice
            losses.append((code("{}&&", self.request), [Safe(f"{_OPTIONS} = {{}}")], [Safe(_OPTIONS)]))
        between = [[Safe(_type(one))] for one in more]
        parameters = [[self.parameter]] if self.is_declared else []
        lines = []
        for first, options, async_options in losses:
            lines += [text.call("template <", parameters, ">", 4)] if parameters else []
            lines += [
                text.call(f"void {self.name}(", [[first], *between, options], ") const = delete;", 4),
                text.call("template <", [*parameters, [Safe("restbind::net::awaited_token CompletionToken")]], ">", 4),
                text.call(f"void async_{self.name}(", [[first], *between, async_options, [Safe("CompletionToken&&")]],
                          ") const = delete;", 4),
            ]
        return lines


def _type(parameter: str) -> str:
    return parameter.rsplit(" ", 1)[0]


def _name(parameter: str) -> str:
    return parameter.rsplit(" ", 1)[1]
