# SPDX-License-Identifier: BSL-1.0
"""Comments of operations: above the structure of each, and above the functions of clients."""

from __future__ import annotations

from restbind import ir
from restbind.cpp import text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views import docs as view_docs


def structure(operation: ir.Operation, has_rules: bool) -> Safe:
    """What stands above the structure of an operation. All that a caller has to know stands
    above the client's function.
    """
    stated = view_docs.sentences(operation.doc)[:1]
    refusal = (
        view_docs.assumed(operation.validation_problem.doc)
        if has_rules and operation.validation_problem
        else []
    )
    return text.doc(
        [
            *stated,
            code(
                "{}. The client's function of this name says more: errors, retries.",
                view_docs.request_line(operation),
            ),
            *view_docs.assumed(operation.doc),
            *refusal,
        ],
        0,
        [*view_docs.deprecated(operation.doc), view_docs.source(operation.pointer)],
    )


def function(operation: ir.Operation, api: ir.Api, types: Types, has_rules: bool) -> Safe:
    """What stands above the client's function of an operation."""
    stated = view_docs.sentences(operation.doc) or [code("{}.", view_docs.request_line(operation))]
    checked = "Validated before anything is sent; encoded" if has_rules else "Encoded"
    return text.doc(
        stated,
        4,
        [
            *view_docs.deprecated(operation.doc),
            (
                "@param request",
                code(
                    "{}{}",
                    Safe(f"{checked} before the call returns."),
                    view_docs.sent_as(operation),
                ),
            ),
            ("@param options", Safe("How this call differs from the client's other calls.")),
            ("@returns", view_docs.response(operation, types)),
            *view_docs.alternatives(operation),
            ("@par Errors", view_docs.errors(operation, api, types, has_rules)),
            ("@par Retry", view_docs.retry(operation, types)),
            *view_docs.after_loss(operation),
            *_security(operation, types.names),
            view_docs.source(operation.pointer),
        ],
    )


def _security(operation: ir.Operation, names: Names) -> list[tuple[str, Safe]]:
    """What is shown to the service, and a server of the operation's own."""
    sections = []
    if operation.security is not None:
        said = []
        for alternative in operation.security:
            called = [code("`schemes::{}`", names.schemes[name]) for name in alternative]
            said.append(text.join(" with ", called) if called else Safe("nothing"))
        sections.append(("@par Security", code("Carries {}.", text.join(", or else ", said))))
    if operation.server:
        name = names.servers[operation.server]
        sections.append(
            (
                "@par Server",
                code(
                    (
                        "`servers::{}`, if `client_options::servers` has it: see"
                        " `use_document_servers`."
                    ),
                    name,
                ),
            )
        )
    return sections


def streaming_function() -> Safe:
    """What stands above the client's function that hands over a body piece by piece."""
    return text.doc(
        [
            Safe(
                "The same, with the body of a success handed over piece by piece as it arrives,"
                " however large it is."
            )
        ],
        4,
        [
            (
                "@param sink",
                Safe(
                    "Gets the body, on the call's executor. Must live until the call has ended."
                    " It never gets the body of an error, and nothing is sent again once it has"
                    " got something."
                ),
            ),
            (
                "@returns",
                Safe(
                    "What is known of the response besides its body; the sink's own error if it"
                    " has given one."
                ),
            ),
            ("@par Errors", Safe("As without a sink.")),
        ],
    )
