# SPDX-License-Identifier: BSL-1.0
"""A site: its pages and files, as a table of names and texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import jinja2
from markupsafe import Markup, escape

from restbind import ir, progress, report
from restbind.apidiff.changes import Change
from restbind.codes import CODES
from restbind.diagnostics import Diagnostics
from restbind.docs import calls, errors, highlight, incoming, markdown, openapi, search
from restbind.docs.content import Content, assumption_rows, bare_place, code_view
from restbind.docs.pages import (
    ChangeRow,
    CodeView,
    FindingRow,
    IncomingPage,
    ModelPage,
    NavGroup,
    OperationPage,
    SiteView,
    TagPage,
)
from restbind.docs.places import TEMPLATES
from restbind.docs.reference import FOLDER, Reference
from restbind.lower.document import Lowered
from restbind.views.tags import tags_of

_RUNTIME_NAME = re.compile(r"\b(restbind(?:::\w+)+)|\b(\w+)\(\)")
MANY = 60  # operations; with more, the list at the side opens one tag only, which has a page


@dataclass(frozen=True)
class Wanted:
    """What is asked for. namespace: of the headers. since, changes: the older version, as shown,
    and what is new. playground: whether there is one; why_none: why there is none. reference: that
    of the runtime, if it is wanted. minisearch: its script; '' for a site without it."""

    namespace: str
    since: str = ""
    changes: tuple[Change, ...] = ()
    has_playground: bool = False
    why_none: str = ""
    reference: Reference | None = None
    minisearch: str = ""


@dataclass(frozen=True)
class Site:
    """files: name, below the folder of the site -> text. content, start, operations, incoming: what
    they were made of."""

    files: Mapping[str, str]
    content: Content
    start: CodeView
    operations: tuple[OperationPage, ...]
    incoming: tuple[IncomingPage, ...]


def make(lowered: Lowered, diagnostics: Diagnostics, wanted: Wanted) -> Site:
    """The site of a document, which has an IR."""
    assert lowered.api is not None and lowered.survey is not None
    progress.phase("collects what pages say")
    documents = lowered.survey.documents
    content = Content(lowered.api, wanted.namespace, documents)
    outcomes = {found.id: found for found in report.outcomes(lowered, diagnostics)}
    changes = _changes_by_operation(content, wanted.changes)
    operations = tuple(
        content.operation(
            operation, outcomes.get(operation.id), changes[content.name_of(operation)]
        )
        for operation in lowered.api.operations
    )
    holders = content.holders()
    models = tuple(
        content.model(named, holders)
        for named in sorted(content.types.named.values(), key=lambda named: named.name.lower())
    )
    site = _site(lowered, diagnostics, wanted, content, operations, models)
    progress.phase(f"renders {len(operations) + len(models)} pages")
    files = _render(site, operations, models, wanted)
    root = documents.at("#")
    if root is not None:
        files["openapi.json"] = openapi.with_samples(root, operations)
    return Site(files, content, site.start[0], operations, site.incoming)


def _changes_by_operation(
    content: Content, changes: Sequence[Change]
) -> defaultdict[str, list[ChangeRow]]:
    """The changes that name an operation, or what is only its own, by the operation."""
    found: defaultdict[str, list[ChangeRow]] = defaultdict(list)
    by_type: dict[str, list[str]] = {}
    for operation in content.api.operations:
        name = content.name_of(operation)
        names = [operation.request_name] if operation.request_name else []
        names += ir.referred(operation.response) if operation.response is not None else []
        for held in content.types.held(names):
            by_type.setdefault(content.plain_name(held), []).append(name)
    for change in changes:
        head = change.entity.replace("::", ".").split(".")[0].split("(")[0]
        row = change_row(change)
        for name in [head, *by_type.get(head, ())]:
            found[name].append(row)
    return found


def change_row(change: Change) -> ChangeRow:
    """A change as it is shown."""
    return ChangeRow(
        change.id,
        change.level,
        change.entity,
        change.meaning,
        change.old,
        change.new,
        bare_place(change.place),
    )


def _site(
    lowered: Lowered,
    diagnostics: Diagnostics,
    wanted: Wanted,
    content: Content,
    operations: Sequence[OperationPage],
    models: Sequence[ModelPage],
) -> SiteView:
    api = content.api
    names = content.types.names
    codes = {found.code for found in diagnostics.sorted()}
    return SiteView(
        title=api.title,
        version=api.version,
        summary=markdown.inline(api.doc.summary.strip()),
        doc=markdown.block(api.doc.description, highlight.block, 2),
        file=api.file_name,
        groups=_groups(api, operations),
        is_large=len(operations) > MANY,
        counts=report.summary(report.outcomes(lowered, diagnostics), diagnostics.unresolved),
        start=(_start(content, operations),),
        servers=tuple(
            (str(names.servers[server.name]), server.url, markdown.inline(server.description))
            for server in api.servers
        ),
        schemes=tuple(
            (
                str(names.schemes[scheme.name]),
                _scheme_in_words(scheme),
                markdown.block(scheme.doc.description, highlight.block),
            )
            for scheme in api.schemes
        ),
        parameters=content.client_parameters(),
        has_playground=wanted.has_playground,
        why_no_playground=wanted.why_none,
        has_reference=wanted.reference is not None,
        changes=tuple(map(change_row, wanted.changes)),
        since=wanted.since,
        findings=tuple(
            FindingRow(
                found.code,
                found.severity,
                bare_place(str(found.place)),
                markdown.inline(found.message),
                markdown.inline(found.hint),
            )
            for found in diagnostics.sorted()
        ),
        codes=tuple((code, CODES[code].meaning) for code in sorted(codes)),
        assumptions=assumption_rows(api),
        kinds=errors.all_kinds(),
        models=tuple((page.name, page.kind, page.words) for page in models),
        incoming=incoming.pages(content),
    )


def _groups(api: ir.Api, operations: Sequence[OperationPage]) -> tuple[NavGroup, ...]:
    words = dict(api.tags)
    by_tag: dict[str, list[OperationPage]] = {tag: [] for tag in tags_of(api).values()}
    for page in operations:
        by_tag[page.tag].append(page)
    return tuple(
        NavGroup(f"tag-{number}", tag, markdown.inline(words.get(tag, "")), _entries(inside))
        for number, (tag, inside) in enumerate(by_tag.items())
    )


def _entries(pages: Sequence[OperationPage]) -> tuple[tuple[str, str, str, bool], ...]:
    return tuple(
        (page.name, page.method, page.words or page.title, page.is_deprecated) for page in pages
    )


def _scheme_in_words(scheme: ir.SecurityScheme) -> str:
    if scheme.grant is not None:
        return "OAuth 2.0 client credentials; the client gets and renews the token"
    return {
        "token": "a bearer token, which the program gives",
        "basic": "user and password (Basic)",
        "key": f"a key in the {scheme.place} `{scheme.field}`".replace("`", ""),
        "authorization": f"the header Authorization, with the word {scheme.field}",
        "none": "mutual TLS: a client certificate",
    }.get(scheme.kind, scheme.kind)


def _start(content: Content, operations: Sequence[OperationPage]) -> CodeView:
    """How a program makes a client and calls the first operation."""
    namespace = content.namespace
    first = operations[0] if operations else None
    lines = [
        "// main.cpp",
        "#include <restbind/src.hpp> // in exactly one source file of the program",
        f"#include <{namespace.replace('::', '/')}.hpp>",
        "#include <boost/asio.hpp>",
        "#include <iostream>",
        *([f"namespace api = {namespace};"] if namespace != calls.NAMESPACE else []),
        "",
        *(first.code[0].text.split("\n") if first is not None else []),
        "",
        "int main()",
        "{",
        *_options(content),
        "    boost::asio::io_context io;",
        f"    api::client client(io, std::move(options){_parameters(content)});",
        *(_spawned(first.name) if first is not None else []),
        "    io.run();",
        "}",
    ]
    return code_view("start", "Start", "cpp", "\n".join(lines))


def _spawned(name: str) -> list[str]:
    """The lines that start a call."""
    return [
        f"    co_spawn(io, call_{name}(client), [](std::exception_ptr failure) {{",
        "        if (failure)",
        "            std::rethrow_exception(failure);",
        "    });",
    ]


def _options(content: Content) -> list[str]:
    names = content.types.names
    variables = [
        f'.{names.token_variables[variable.name]} = "..."'
        for variable in names.stated_token_variables(content.api)
        if not variable.default
    ]
    lines = ["    auto options = api::default_options();"]
    if variables:
        inside = "".join(f"        {variable},\n" for variable in variables).rstrip(",\n")
        lines = [f"    auto options = api::default_options({{\n{inside}}});"]
    lines.append('    options.base_url = "https://api.example.com";')
    if any(scheme.grant is not None for scheme in content.api.schemes):
        lines.append("    options.tokens.credentials = {")
        lines.append('        .client_id = "...", .client_secret = restbind::secret("...")};')
    return lines


def _parameters(content: Content) -> str:
    names = content.types.names
    needed = [
        f'.{names.parameters[parameter.name]} = "..."'
        for parameter in content.api.client_parameters
        if parameter.default is None
    ]
    return f", {{{', '.join(needed)}}}"


# -------------------------------------------------------------------------------------------- files


def environment(links: Mapping[str, str] | None = None) -> jinja2.Environment:
    """The environment of the templates: whatever is not Markup is escaped. links: the places of
    the runtime's names."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found = links or {}
    made.filters |= {
        "anchor": anchor,
        "breakable": breakable,
        "linked": lambda text, base: linked(text, base, found),
    }
    return made


def linked(text: str, base: str, links: Mapping[str, str]) -> Markup:
    """A text or HTML whose names of the runtime (`restbind::decimal`), and functions of an error
    (`violations()`), are links. base: the way to the site's folder."""

    def link(match: re.Match[str]) -> str:
        name = match[1] or f"restbind::error::{match[2]}"
        place = links.get(name)
        return match[0] if place is None else f'<a href="{base}{place}">{match[0]}</a>'

    return Markup(_RUNTIME_NAME.sub(link, escape(text)))


def breakable(text: str) -> Markup:
    """A name in C++ that a narrow column breaks between its parts."""
    return Markup("::<wbr>").join(map(escape, text.split("::")))


def anchor(text: str) -> str:
    """A text as the id of an element."""
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in text)


def _render(
    site: SiteView,
    operations: Sequence[OperationPage],
    models: Sequence[ModelPage],
    wanted: Wanted,
) -> dict[str, str]:
    reference = wanted.reference
    links = reference.links if reference is not None else {}
    made = environment(links)

    def page(template: str, base: str, **values: object) -> str:
        loaded = made.get_template(template)
        return loaded.render(site=site, base=base, **values)

    files = {
        "index.html": page("index.html.j2", "", here="index"),
        "models.html": page("models.html.j2", "", here="models"),
        "errors.html": page("errors.html.j2", "", here="errors"),
        "document.html": page("document.html.j2", "", here="document"),
        "playground.html": page("playground.html.j2", "", here="playground"),
        "assets/site.css": (TEMPLATES / "site.css").read_text(encoding="utf-8"),
        "assets/site.js": (TEMPLATES / "site.js").read_text(encoding="utf-8"),
        "assets/search.js": search.script(
            search.entries(site, operations, models, links), wanted.minisearch
        ),
        "llms.txt": openapi.llms(site, operations),
    }
    if site.since:
        files["changes.html"] = page("changes.html.j2", "", here="changes")
    for group in site.groups if site.is_large else ():
        shown = TagPage(group.title, group)
        files[f"tags/{group.tag}.html"] = page("tag.html.j2", "../", here="tag", page=shown)
    for operation in operations:
        name = f"operations/{operation.name}.html"
        files[name] = page("operation.html.j2", "../", here=operation.name, page=operation)
    if site.incoming:
        files["incoming.html"] = page("incoming_list.html.j2", "", here="incoming")
    for received in site.incoming:
        name = f"incoming/{received.name}.html"
        files[name] = page("incoming.html.j2", "../", here="incoming", page=received)
    for model in models:
        name = f"models/{model.name}.html"
        files[name] = page("model.html.j2", "../", here="models", page=model)
    if reference is not None:
        files["assets/runtime.css"] = (TEMPLATES / "runtime.css").read_text(encoding="utf-8")
    for framed in reference.pages if reference is not None else ():
        name = f"{FOLDER}/{framed.name}"
        files[name] = page("runtime.html.j2", "../", here="runtime", page=framed)
    return files
