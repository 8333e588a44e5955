# SPDX-License-Identifier: BSL-1.0
"""View of error_codes.hpp."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.naming import Safe
from restbind.views import docs as view_docs


@dataclass(frozen=True)
class CodeView:
    """An error code. statuses: with commas between them. wire_name, operation, condition: as the
    document has them.
    """

    doc: Safe
    name: Safe
    number: int
    wire_name: Safe
    statuses: Safe
    operation: Safe
    condition: Safe


@dataclass(frozen=True)
class CodesView:
    """member: the member of problem documents that holds them, '' for none. status_count: the most
    statuses of one.
    """

    member: Safe
    codes: tuple[CodeView, ...]
    status_count: int
    category_name: Safe
    category_id: Safe


def codes_view(api: ir.Api, names: Names, namespace: str) -> CodesView:
    """The view of the error codes, with the error category that they belong to."""
    count = max([1, *(len(error_code.statuses) for error_code in api.error_codes)])
    # Two copies of the category, in two shared libraries, are the same one: its identity is this
    # number.
    digest = hashlib.sha256(f"restbind error category {namespace}".encode()).hexdigest()[:16]
    member = text.span(api.problem.code) if api.problem and api.problem.code else Safe("")
    views = tuple(
        _code_view(error_code, name) for error_code, name in zip(api.error_codes, names.codes)
    )
    return CodesView(
        member,
        views,
        count,
        text.literal(namespace.replace("::", ".")),
        Safe(f"0x{digest.upper()}U"),
    )


def _code_view(error_code: ir.ErrorCode, name: Safe) -> CodeView:
    status = (
        code("Status {}, ", view_docs.status_list(error_code.statuses))
        if error_code.statuses
        else Safe("")
    )
    condition = view_docs.sentences(ir.Doc(description=" ".join(error_code.condition.split())))
    doc = text.doc(
        [text.join(" ", [*condition, code("{}{}.", status, text.span(error_code.operation))])], 4
    )
    statuses = text.join(", ", [code("{}", status) for status in error_code.statuses])
    lines = filters.several(text.view_lines(error_code.condition, text.WIDTH - 10))
    return CodeView(
        doc,
        name,
        error_code.code,
        text.view(error_code.name),
        statuses,
        text.view(error_code.operation),
        lines,
    )
