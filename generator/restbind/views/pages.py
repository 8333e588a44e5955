# SPDX-License-Identifier: BSL-1.0
"""What each header begins and ends with."""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.cpp import text
from restbind.cpp.text import code
from restbind.naming import Safe

# Version of the contract with the runtime; rises together with RESTBIND_CODEGEN_VERSION.
CODEGEN_VERSION = 2


@dataclass(frozen=True)
class Page:
    """What all headers begin and end with. `begin` and `end` are there if the document deprecates
    something.
    """

    source: Safe
    about: Safe
    namespace: Safe
    codegen_version: int
    includes: tuple[tuple[Safe, ...], ...]
    begin: tuple[Safe, ...] = ()
    end: tuple[Safe, ...] = ()


# What each header includes first, to check the version of the contract before it reaches for
# anything else (page_head.j2).
CONFIG_HEADER = frozenset({"<restbind/core/detail/config.hpp>"})


def marks_of(api: ir.Api) -> tuple[tuple[Safe, ...], ...]:
    """`begin` and `end` of the pages of an API."""
    begin, end = (Safe("RESTBIND_USES_DEPRECATED_BEGIN"),), (Safe("RESTBIND_USES_DEPRECATED_END"),)
    members = [member.doc for model in api.models for member in model.members]
    docs = [
        *members,
        *(type_.doc for type_ in api.models),
        *(type_.doc for type_ in api.enums),
        *(type_.doc for type_ in api.aliases),
        *(operation.doc for operation in api.operations),
        *(parameter.doc for parameter in api.client_parameters),
    ]
    return (begin, end) if any(doc.deprecated for doc in docs) else ()


def page(
    api: ir.Api,
    namespace: str,
    about: Safe,
    includes: frozenset[str] | set[str],
    marks: tuple[tuple[Safe, ...], ...],
) -> Page:
    """What a header begins and ends with. about: what it holds, for its first comment. includes:
    the headers that it needs.
    """
    title = text.line(f"{api.title} {api.version}")
    groups = _groups(includes - CONFIG_HEADER)
    return Page(
        text.line(api.file_name),
        code("{} of {}.", about, title),
        Safe(namespace),
        CODEGEN_VERSION,
        groups,
        *marks,
    )


def _groups(includes: frozenset[str] | set[str]) -> tuple[tuple[Safe, ...], ...]:
    """Includes in the order own, runtime, Boost, standard; sorted within each."""
    groups: list[list[Safe]] = [[], [], [], []]
    for header in sorted(includes):
        index = (
            0
            if header[0] == '"'
            else 1
            if header.startswith("<restbind/")
            else 2
            if header.startswith("<boost/")
            else 3
        )
        groups[index].append(Safe(header))
    return tuple(tuple(group) for group in groups if group)
