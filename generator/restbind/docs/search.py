# SPDX-License-Identifier: BSL-1.0
"""The script that answers what somebody searches in a site, without a network.

It has a list of entries: title, what it is, page, and words. MiniSearch is put before it where the
user has that; else a few lines of ours compare the beginnings of words (templates/docs/search.js).
Pages load the script only once somebody searches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from restbind.docs.pages import ModelPage, OperationPage, SiteView
from restbind.docs.places import TEMPLATES

_OFTEN_USED = ("restbind::error", "restbind::net::client_options", "restbind::net::call_options")
_MOST = 400  # characters of a description
Entry = tuple[str, str, str, str]


def script(found: Iterable[Entry], minisearch: str) -> str:
    """The script. minisearch: that of MiniSearch, or ''."""
    data = json.dumps(list(found), ensure_ascii=False, separators=(",", ":"))
    data = data.replace("</", "<\\/")
    answers = (TEMPLATES / "search.js").read_text(encoding="utf-8")
    return f"window.restbindIndex={data};\n{minisearch}{answers}"


def entries(
    site: SiteView,
    operations: Iterable[OperationPage],
    models: Iterable[ModelPage],
    runtime: Mapping[str, str],
) -> list[Entry]:
    """What can be found. runtime: the places of the runtime's names."""
    found = [*_operations(operations), *_incoming(site), *_models(models)]
    return [*found, *_rest(site), *_runtime(runtime)]


def _operations(pages: Iterable[OperationPage]) -> Iterator[Entry]:
    for page in pages:
        words = [page.id, page.method, page.path, page.title, page.words, page.tag]
        words.append(_text(page.doc))
        words += [member.name for member in page.members]
        yield page.name, page.method, f"operations/{page.name}.html", _joined(words)


def _incoming(site: SiteView) -> Iterator[Entry]:
    for page in site.incoming:
        words = [page.method, page.words, _text(page.doc)]
        words += [member.name for member in page.members]
        yield page.title, page.kind, f"incoming/{page.name}.html", _joined(words)


def _models(pages: Iterable[ModelPage]) -> Iterator[Entry]:
    for page in pages:
        words = [page.words, _text(page.doc), *(member.name for member in page.members)]
        words += [row.value for row in page.values[:40]]
        kind = "enum" if page.values else "type"
        yield page.name, kind, f"models/{page.name}.html", _joined(words)


def _rest(site: SiteView) -> Iterator[Entry]:
    for kind, when, todo in site.kinds:
        yield kind, "error", f"errors.html#{kind}", f"{when} {todo.striptags()}"
    for name, kind, _ in site.schemes:
        yield name, "security", "index.html#security", kind


def _runtime(links: Mapping[str, str]) -> Iterator[Entry]:
    """The runtime's types and functions, and the members of those that most programs use."""
    for name, place in links.items():
        scope, _, own = name.rpartition("::")
        if "#" not in place or scope in _OFTEN_USED or "/namespace" in place:
            yield name, "runtime", place, own


def _text(doc: Markup) -> str:
    """The beginning of a description, in whole words."""
    text = doc.striptags()
    return text if len(text) <= _MOST else text[:_MOST].rpartition(" ")[0]


def _joined(words: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(" ".join(words).split()))
