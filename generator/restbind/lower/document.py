"""The order of lowering: read, check, types, recursion, members, rules, operations."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from restbind import ir, progress
from restbind.diagnostics import Diagnostics, Place, Source, joined, near
from restbind.lower import extensions
from restbind.lower.assumptions import assumptions_of
from restbind.lower.audit import Balance, balance
from restbind.lower.constraints.members import finish_models
from restbind.lower.operations import Operations
from restbind.lower.response_only import excuse_limits, keep_others, keep_others_of_responses, only_received
from restbind.lower.rules import finish_rules
from restbind.lower.schema.context import Context, TooLarge
from restbind.lower.schema.docs import doc_of, schema_doc
from restbind.lower.schema.flatten import flatten
from restbind.lower.schema.ledger import Unbalanced
from restbind.lower.types import build
from restbind.lower.schema.unevaluated import read_as_additional
from restbind.lower.types.discriminators import find_kinds
from restbind.lower.types.enums import merge_components
from restbind.lower.types.named_below import keep_named_below
from restbind.lower.types.normalize_unions import Covered, settle_all, settle_api, settled
from restbind.lower.types.recursion import break_circles
from restbind.lower.types.shared_names import name_shared
from restbind.lower.types.unions import report_undecided
from restbind.lower.webhooks import lower_payloads
from restbind.source.overlay import apply_overlays
from restbind.source.refs import Cursor, Documents, reached
from restbind.spec.keyword_check import check_document
from restbind.spec.merge_patch import allow_deletion


@dataclass(frozen=True)
class Survey:
    """What the report needs to tell what became of each operation. shared: parts that an operation has from its path item."""

    documents: Documents
    operations: Operations
    shared: dict[str, tuple[Cursor, ...]]
    balance: Balance


@dataclass(frozen=True)
class Lowered:
    """api: None after errors that stop the run. inputs: every file that was read, as paths. survey: None for what is no
    OpenAPI document."""

    api: ir.Api | None
    inputs: tuple[str, ...]
    survey: Survey | None = field(default=None, repr=False)


def lower_document(path: str, diagnostics: Diagnostics, overlays: Sequence[str] = (), formats: str = "check") -> Lowered:
    """Reads `path` and all it refers to, with overlays applied one after the other. Everything wrong with it is reported;
    nothing is raised. formats: check, or annotate, where they are no limits of texts."""
    documents = Documents(diagnostics)
    api = survey = context = None
    try:
        root = documents.open_main(path)
        if root is not None:
            apply_overlays(root, overlays, documents, diagnostics)
        if root is not None and _is_openapi(root, diagnostics):
            context = Context(root, documents, diagnostics, build, formats == "check")
            api, survey = _lower(context)
    except RecursionError:
        place = context.building.key_place if context is not None and context.building is not None else Place(Source(path))
        diagnostics.report("RB006", place, "schemas are nested, or refer to each other, too deeply")
    except Unbalanced as error:
        diagnostics.report("RB090", error.at.key_place, f"internal error at `{error.at.pointer}`: {error}",
                           "this is a mistake of restbind: please report it, with the schema")
    except TooLarge as error:
        at = context.places[error.at] if isinstance(error.at, str) else error.at
        diagnostics.report("RB006", at.key_place, "with all that it refers to the schema becomes too large a type")
    return Lowered(None if diagnostics.stops else api, tuple(documents.paths), survey)


def _is_openapi(root: Cursor, diagnostics: Diagnostics) -> bool:
    if root.kind != "object":
        diagnostics.report("RB007", root.place, "an OpenAPI document is an object")
        return False
    at = root.get("openapi")
    if at is None:
        old = root.get("swagger")
        place, found = (old.key_place, "Swagger 2.0") if old is not None else (root.place, "no `openapi` key")
        diagnostics.report("RB007", place, f"this is not an OpenAPI 3.0, 3.1 or 3.2 document: {found}",
                           "convert it to OpenAPI 3 first" if old is not None else "")
        return False
    version = getattr(at.node, "text", "")
    if re.match(r"3\.([3-9]|[1-9][0-9]+)(\.|$)", version):  # minor versions add; what they add and matters is an unknown keyword
        diagnostics.report("RB024", at.place, f"OpenAPI {version} is read as 3.2")
    elif not re.match(r"3\.[012](\.|$)", version):
        diagnostics.report("RB007", at.place, f"OpenAPI {version} is not supported", "3.0, 3.1 and 3.2 are")
        return False
    return True


def _lower(context: Context) -> tuple[ir.Api, Survey]:
    root, documents = context.root, context.documents
    progress.phase("checks the keywords")
    check_document(root, documents, context.diagnostics)
    allow_deletion(root, documents)
    read_as_additional(documents)
    progress.phase("lowers the types")
    schemas = _component_schemas(root)
    context.names.update(schemas)
    build.find_homes(context, schemas)
    find_kinds(context, schemas)

    operations = Operations(context)
    operations.draft()
    payloads = lower_payloads(context, [(one.id, one.at) for one in operations.found])
    build.lower_waiting(context)
    _lower_components(context, schemas)
    operations.report_shared_files()
    context.building = None
    progress.phase("lowers members, rules and operations")
    merge_components(context)
    settle_types(context)
    name_shared(context)
    report_undecided(context)
    break_circles(context)
    keep_named_below(context)
    keep_others(context, operations.drafts(), payloads)
    received = only_received(context, operations.drafts(), [ir.Ref(name) for name in payloads])
    finish_models(context, received)
    parameters = operations.finish_parameters()
    finish_rules(context)
    api = _api(context, operations, operations.finish(parameters), list(schemas), payloads)
    progress.phase("balances the ledger")
    balanced = balance(context, operations.sent())
    models = [at for name, schema in context.model_schemas.items() if name not in received for at in schema.parts]
    excuse_limits(context, [*operations.sent(), *models], operations.responses())
    return keep_others_of_responses(settle_api(api)), Survey(documents, operations, operations.shared(), balanced)


def settle_types(context: Context) -> None:
    """The alternatives of aliases and members, now that all types are known."""
    settle_all(context.named)
    covered = Covered()
    for name, drafts in context.drafts.items():
        for draft in drafts:
            draft.type = settled(context.named, draft.type, (), covered)
        model = context.named[name]
        if model.extra is not None:
            context.named[name] = replace(model, extra=settled(context.named, model.extra, (), covered))


def _component_schemas(root: Cursor) -> dict[str, Cursor]:
    components = root.get("components")
    schemas = components.get("schemas") if components is not None else None
    return dict(schemas.items()) if schemas is not None else {}


def _lower_components(context: Context, schemas: dict[str, Cursor]) -> None:
    """Components that no operation uses, but for those that only describe problem documents."""
    hidden = _reached_from_problems(context, schemas)
    for name, at in schemas.items():
        if at.identity in hidden and at.identity not in context.targets:
            continue
        type_ = build.reference(context, at, name)
        if isinstance(type_, ir.Ref) and type_.name != name:  # a YAML alias of another component
            context.named[name] = ir.Alias(name, type_, schema_doc(flatten(context, at)), at.pointer)
            context.places[name] = at
        build.lower_waiting(context)


def _reached_from_problems(context: Context, schemas: dict[str, Cursor]) -> set[int]:
    problems = [at for at in schemas.values() if at.is_true("x-restbind-problem")]
    return {at.identity for at in reached(problems, context.documents.resolve)}


def _text(at: Cursor | None, key: str) -> str:
    value = at.get(key) if at is not None else None
    return getattr(value.node, "text", "") if value is not None else ""


def _tags(context: Context) -> tuple[tuple[str, str], ...]:
    """The tags that the document has a summary of. Told are parents that are no tags, or in the end the tag itself, and a tag given twice."""
    stated = context.root.get("tags")
    tags = [at for at in stated.elements() if at.kind == "object"] if stated is not None else []
    names = [_text(at, "name") for at in tags]
    known, first = set(names), dict[str, Cursor]()
    for name, at in zip(names, tags):
        if name and first.setdefault(name, at) is not at:
            context.report("RB059", at.get("name"), f"the tag `{name}` is given twice")
        parent = at.text("parent")
        if parent and parent not in known:
            context.report("RB059", at.get("parent"), f"`{parent}` is no tag of the document", near(parent, names))
    _report_circles(context, first)
    return tuple({name: summary for name, at in zip(names, tags) if (summary := _text(at, "summary"))}.items())


def _report_circles(context: Context, tags: dict[str, Cursor]) -> None:
    """Each circle of parents once."""
    done: set[str] = set()
    for name in tags:
        path: list[str] = []
        while name in tags and name not in done:
            done.add(name)
            path.append(name)
            name = tags[name].text("parent")
        if name in path:
            others = joined([f"`{one}`" for one in path[path.index(name) + 1:]], "and")
            context.report("RB059", tags[name].get("parent"), f"the tag `{name}` is its own parent" + (f", by {others}" if others else ""))


def _api(context: Context, operations: Operations, finished: tuple[ir.Operation, ...], order: list[str],
         payloads: tuple[str, ...]) -> ir.Api:
    rank = {name: index for index, name in enumerate(order)}
    named = sorted(context.named.values(), key=lambda found: rank.get(found.name, len(rank)))  # stable: then as lowered
    info = context.root.get("info")
    return ir.Api(
        title=_text(info, "title"), version=_text(info, "version"), doc=doc_of(info) if info is not None else ir.Doc(),
        file_name=os.path.basename(context.root.document.path),
        models=tuple(found for found in named if isinstance(found, ir.Model)),
        enums=tuple(found for found in named if isinstance(found, ir.Enum)),
        aliases=tuple(found for found in named if isinstance(found, ir.Alias)),
        operations=finished,
        error_codes=extensions.lower_error_codes(context, operations.ids),
        client_parameters=operations.client_parameters.all(),
        environments=extensions.lower_environments(context),
        assumptions=assumptions_of(context.root),
        schemes=operations.security.schemes(finished), servers=operations.servers.all(), main_server=operations.servers.main(),
        tags=_tags(context),
        payloads=payloads, judged=tuple(context.judged.items()), problem=extensions.lower_problem(context), trace_headers=extensions.lower_trace_headers(context))
