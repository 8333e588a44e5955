# SPDX-License-Identifier: BSL-1.0
"""What other programs read of a site: the document with code samples, and llms.txt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from restbind.docs import calls
from restbind.docs.examples import node_of
from restbind.docs.pages import CodeView, OperationPage, SiteView
from restbind.source.refs import Cursor, unescape


def with_samples(root: Cursor, pages: Iterable[OperationPage]) -> str:
    """The document as JSON, with the calls of each operation as `x-codeSamples`."""
    node = node_of(root)
    for page in pages:
        at: object = node
        for token in page.pointer.removeprefix("#/").split("/"):
            at = at.get(unescape(token)) if isinstance(at, dict) else None
        if isinstance(at, dict):
            at["x-codeSamples"] = [_sample(view) for view in (*page.code, page.curl)]
    return calls.as_json(node, width=100) + "\n"


def _sample(view: CodeView) -> Mapping[str, object]:
    is_shell = view.id == "curl"
    return {
        "lang": "Shell" if is_shell else "C++",
        "label": view.title,
        "source": view.text,
    }


def llms(site: SiteView, pages: Iterable[OperationPage]) -> str:
    """The site in the form that llmstxt.org describes: what there is, with a line on each."""
    lines = [f"# {site.title} {site.version}", ""]
    if site.summary:
        lines += [f"> {site.summary.striptags()}", ""]
    lines += [
        "C++20 bindings of an HTTP API, made by restbind: a function for each operation, checked",
        "before anything is sent. Name a request before the call. Errors are values.",
        "",
        "```cpp",
        *(line for view in site.start for line in view.text.split("\n")),
        "```",
        "",
    ]
    by_tag: dict[str, list[OperationPage]] = {}
    for page in pages:
        by_tag.setdefault(page.tag, []).append(page)
    for tag, inside in by_tag.items():
        lines += [f"## {tag}", ""]
        for page in inside:
            request = f"{page.request_type} const& request" if page.request_type else ""
            lines.append(
                f"- [{page.name}](operations/{page.name}.html): `{page.method} {page.path}`,"
                f" `result<{page.result_type}> {page.name}({request})`. {page.words}".rstrip()
            )
            lines += _limits(page)
        lines.append("")
    if site.incoming:
        lines += ["## What the service sends", ""]
    for received in site.incoming:
        payload = f" brings `{received.type.striptags()}`" if received.type else ""
        lines.append(
            f"- [{received.title}](incoming/{received.name}.html): a {received.kind},"
            f" {received.method},{payload}. {received.words}".replace(",.", ".")
        )
    lines += ["", "## Types", ""] if site.incoming else ["## Types", ""]
    lines += [
        f"- [{name}](models/{name}.html): {kind}. {words}".rstrip()
        for name, kind, words in site.models
    ]
    return "\n".join(lines) + "\n"


def _limits(page: OperationPage) -> list[str]:
    """What a request must keep, with the messages."""
    found = []
    for member in page.members:
        for limit in member.limits:
            message = f" — refused with “{limit.message}”" if limit.message else ""
            found.append(f"  - `{member.place}`: {limit.words.striptags()}{message}")
    found += [
        f"  - {limit.words.striptags()} — refused with “{limit.message}”"
        for _, limit in page.rules
        if limit.message
    ]
    return found
