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
    TOO_DEEP,
    TOO_LARGE,
    Checks,
    Context,
    Document,
    Found,
    Making,
    TooMuch,
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

_NEW_MINOR = re.compile(r"3\.([3-9]|[1-9][0-9]+)(\.|$)")
_SUPPORTED = re.compile(r"3\.[012](\.|$)")


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
        if root is not None and additions is not None:
            own_types = apply_additions(root, additions, documents, diagnostics)
        if root is not None and _is_openapi(root, diagnostics):
            context = context_of(root, documents, diagnostics, formats == "check", own_types)
            for run in PASSES:
                run(context)
            tell_unmet(root, own_types, documents, diagnostics)
    except TooMuch as error:
        error.at.report("RB006", str(error))
    except RecursionError:
        diagnostics.report("RB006", Place(Source(path)), TOO_DEEP)
    except Unbalanced as error:
        error.at.report(
            "RB090",
            f"internal error at `{error.at.pointer}`: {error}",
            "this is a mistake of restbind: please report it, with the schema",
        )
    except TooManyParts as error:
        assert context is not None
        context.found.places[error.name].report("RB006", TOO_LARGE)
    is_made = context is not None and not diagnostics.stops
    return Lowered(
        context.found.api if context is not None and is_made else None,
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
        root.report("RB007", "an OpenAPI document is an object")
        return False
    at, old = root.get("openapi"), root.get("swagger")
    what = "this is not an OpenAPI 3.0, 3.1 or 3.2 document"
    if at is None and old is not None:
        old.report("RB007", f"{what}: Swagger 2.0", "convert it to OpenAPI 3 first")
        return False
    if at is None:
        root.report("RB007", f"{what}: no `openapi` key")
        return False
    version = at.written
    if _NEW_MINOR.match(version):
        # Minor versions add. What they add and matters is an unknown keyword.
        diagnostics.report("RB024", at.place, f"OpenAPI {version} is read as 3.2")
    elif not _SUPPORTED.match(version):
        diagnostics.report(
            "RB007", at.place, f"OpenAPI {version} is not supported", "3.0, 3.1 and 3.2 are"
        )
        return False
    return True
