# SPDX-License-Identifier: BSL-1.0
"""Reads a document, runs the passes over it, and gives the IR: `lower_document`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from restbind import ir, progress
from restbind.diagnostics import Diagnostics, Place, Source
from restbind.ir.variants import TooManyParts
from restbind.lower.calls import parts_of_items
from restbind.lower.passes import PASSES
from restbind.lower.schema.context import (
    Checks,
    Context,
    Document,
    Found,
    Making,
    TooDeep,
    TooLarge,
)
from restbind.lower.schema.drafts import Operations
from restbind.lower.schema.ledger import Balance, Unbalanced
from restbind.lower.schema.unevaluated import read_as_additional
from restbind.source.additions import OwnTypes, apply_additions, tell_unmet
from restbind.source.documents import Documents
from restbind.source.overlay import apply_overlays
from restbind.source.refs import Cursor
from restbind.spec.keyword_check import check_document
from restbind.spec.listed_values import take_as_meant
from restbind.spec.merge_patch import allow_deletion

_TOO_DEEP = "schemas are nested, or refer to each other, too deeply"
_TOO_LARGE = "with all that it refers to the schema becomes too large a type"


@dataclass(frozen=True)
class Survey:
    """What the report needs to tell what became of each operation. shared: parts that an operation
    has from its path item.
    """

    documents: Documents
    operations: Operations
    shared: dict[str, tuple[Cursor, ...]]
    balance: Balance


@dataclass(frozen=True)
class Lowered:
    """api: None after errors that stop the run. inputs: every file that was read, as paths. survey:
    None for what is no OpenAPI document."""

    api: ir.Api | None
    inputs: tuple[str, ...]
    survey: Survey | None = field(default=None, repr=False)


def lower_document(
    path: str,
    diagnostics: Diagnostics,
    overlays: Sequence[str] = (),
    formats: str = "check",
    additions: Cursor | None = None,
) -> Lowered:
    """Reads `path` and all it refers to, with overlays applied one after the other. Everything
    wrong with it is reported; nothing is raised. formats: check, or annotate, where they are no
    limits of texts. additions: what an options file adds to the document, see `source.additions`.
    """
    documents = Documents(diagnostics)
    context, own_types = None, OwnTypes()
    try:
        root = documents.open_main(path)
        if root is not None:
            apply_overlays(root, overlays, documents, diagnostics)
            own_types = (
                apply_additions(root, additions, documents, diagnostics)
                if additions is not None
                else own_types
            )
        if root is not None and _is_openapi(root, diagnostics):
            context = context_of(root, documents, diagnostics, formats == "check", own_types)
            for run in PASSES:
                run(context)
            tell_unmet(root, own_types, documents, diagnostics)
    except TooDeep as error:
        diagnostics.report("RB006", error.at.key_place, _TOO_DEEP)
    except RecursionError:
        diagnostics.report("RB006", Place(Source(path)), _TOO_DEEP)
    except Unbalanced as error:
        diagnostics.report(
            "RB090",
            error.at.key_place,
            f"internal error at `{error.at.pointer}`: {error}",
            "this is a mistake of restbind: please report it, with the schema",
        )
    except TooLarge as error:
        diagnostics.report("RB006", error.at.key_place, _TOO_LARGE)
    except TooManyParts as error:
        assert context is not None
        diagnostics.report("RB006", context.found.places[error.name].key_place, _TOO_LARGE)
    return Lowered(
        None if diagnostics.stops or context is None else context.found.api,
        tuple(documents.paths),
        _survey(context),
    )


def context_of(
    root: Cursor,
    documents: Documents,
    diagnostics: Diagnostics,
    checks_formats: bool,
    own_types: OwnTypes | None = None,
) -> Context:
    """What the passes start with: a document whose keywords are checked, and nothing found yet."""
    progress.phase("checks the keywords")
    leaves_out_patterns = check_document(root, documents, diagnostics)
    take_as_meant(documents)
    allow_deletion(root, documents)
    read_as_additional(documents)
    document = Document(
        root,
        documents,
        own_types or OwnTypes(),
        checks_formats,
        leaves_out_patterns,
        dict(root.table("components", "schemas")),
    )
    return Context(document, Found(), Checks(diagnostics), Making())


def _survey(context: Context | None) -> Survey | None:
    """None where the last pass has not ended."""
    if context is None or context.found.balance is None:
        return None
    return Survey(
        context.document.sources,
        context.found.operations,
        parts_of_items(context),
        context.found.balance,
    )


def _is_openapi(root: Cursor, diagnostics: Diagnostics) -> bool:
    if root.kind != "object":
        diagnostics.report("RB007", root.place, "an OpenAPI document is an object")
        return False
    at = root.get("openapi")
    if at is None:
        old = root.get("swagger")
        place, found = (
            (old.key_place, "Swagger 2.0") if old is not None else (root.place, "no `openapi` key")
        )
        diagnostics.report(
            "RB007",
            place,
            f"this is not an OpenAPI 3.0, 3.1 or 3.2 document: {found}",
            "convert it to OpenAPI 3 first" if old is not None else "",
        )
        return False
    version = at.written
    if re.match(
        r"3\.([3-9]|[1-9][0-9]+)(\.|$)", version
    ):  # minor versions add; what they add and matters is an unknown keyword
        diagnostics.report("RB024", at.place, f"OpenAPI {version} is read as 3.2")
    elif not re.match(r"3\.[012](\.|$)", version):
        diagnostics.report(
            "RB007", at.place, f"OpenAPI {version} is not supported", "3.0, 3.1 and 3.2 are"
        )
        return False
    return True
