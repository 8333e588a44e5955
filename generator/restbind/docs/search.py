# SPDX-License-Identifier: BSL-1.0
"""The index that pages search without a network.

It is a list of entries, each with its title, what it is, its page, and words; the script of the
pages compares the beginnings of words. That is enough for a document with some thousand names, and
needs no package in a site. It is read only once somebody searches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from restbind.docs.pages import ModelPage, OperationPage, SiteView

_OFTEN_USED = ("restbind::error", "restbind::net::client_options", "restbind::net::call_options")
_Entry = tuple[str, str, str, str]


def index(
    site: SiteView,
    operations: Iterable[OperationPage],
    models: Iterable[ModelPage],
    runtime: Mapping[str, str],
) -> str:
    """The script that brings the index. runtime: the places of the runtime's names."""
    entries = [*_operations(operations), *_incoming(site), *_models(models)]
    entries += [*_rest(site), *_runtime(runtime)]
    data = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("</", "<\\/")
    return f"window.restbindIndex={data};\n"


def _operations(pages: Iterable[OperationPage]) -> Iterator[_Entry]:
    for page in pages:
        words = [page.id, page.method, page.path, page.title, page.words, page.tag]
        words += [member.name for member in page.members]
        yield page.name, page.method, f"operations/{page.name}.html", _joined(words)


def _incoming(site: SiteView) -> Iterator[_Entry]:
    for page in site.incoming:
        words = [page.method, page.words, *(member.name for member in page.members)]
        yield page.title, page.kind, f"incoming/{page.name}.html", _joined(words)


def _models(pages: Iterable[ModelPage]) -> Iterator[_Entry]:
    for page in pages:
        words = [page.words, *(member.name for member in page.members)]
        words += [row.value for row in page.values[:40]]
        kind = "enum" if page.values else "type"
        yield page.name, kind, f"models/{page.name}.html", _joined(words)


def _rest(site: SiteView) -> Iterator[_Entry]:
    for kind, when, todo in site.kinds:
        yield kind, "error", f"errors.html#{kind}", f"{when} {todo.striptags()}"
    for name, kind, _ in site.schemes:
        yield name, "security", "index.html#security", kind


def _runtime(links: Mapping[str, str]) -> Iterator[_Entry]:
    """The runtime's types and functions, and the members of those that most programs use."""
    for name, place in links.items():
        scope, _, own = name.rpartition("::")
        if "#" not in place or scope in _OFTEN_USED or "/namespace" in place:
            yield name, "runtime", place, own


def _joined(words: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(" ".join(words).split()))
