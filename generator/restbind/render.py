# SPDX-License-Identifier: BSL-1.0
"""From views to text."""

from __future__ import annotations

import re
from dataclasses import replace

from restbind import ir, progress
from restbind.naming import RESERVED, Safe
from restbind.templating import Renderer
from restbind.views import api as views
from restbind.views import by_tag, pages, tags


def check_namespace(namespace: str) -> None:
    """Raises ValueError, with what is wrong, for what is no C++ namespace such as
    `ticketing::v1`.
    """
    for part in namespace.split("::"):
        if not re.fullmatch(r"[A-Za-z][0-9A-Za-z_]*", part) or "__" in part:
            why = f"`{part}` is no name of one" if part else "a name is missing"
            raise ValueError(f"`{namespace}` is not a namespace such as `ticketing::v1`: {why}")
        if part in RESERVED or part == "main":
            raise ValueError(
                f"`{namespace}` cannot be the namespace of generated code: `{part}` is taken"
            )


def check_folder(folder: str) -> None:
    """Raises ValueError, with what is wrong, for a name that headers cannot include."""
    if not re.fullmatch(r"[0-9A-Za-z_.+-]+", folder):
        raise ValueError(
            f"the folder `{folder}` cannot stand in an #include: use letters, digits, `_`, `.`,"
            " `+`, `-`"
        )


def render_api(
    api: ir.Api,
    namespace: str,
    folder: str = "",
    split: str = "none",
    reading: str = "strict",
    without_default: bool = False,
    templates: str = "",
) -> dict[str, str]:
    """The headers of an API: file name -> text.

    `folder` is the name of the folder that they will stand in, by default the last part of the
    namespace. Beside it goes one header of the same name that includes all others: `../v1.hpp` for
    the folder `v1`. split: none, tag or auto (`split.is_wanted`); the names of a document that is
    split have one folder in front: `models/cart.hpp`.
    reading: strict or lenient, how responses are read unless a program says otherwise.
    without_default: required numbers of requests that may be zero have no initialiser. templates: a
    folder with templates of one's own, '' for none. Raises templating.BadTemplate.
    """
    check_namespace(namespace)
    folder = folder or namespace.rsplit("::", 1)[-1]
    check_folder(folder)
    renderer = Renderer(templates)
    progress.phase("names and orders everything")
    api = replace(api, reading=reading, without_default=without_default)
    if tags.is_wanted(api, split):
        parts = by_tag.split_view(api, namespace, folder)
        progress.phase(f"renders {len(parts)} headers")
        files = {
            part.name: renderer.text(part.template, {**part.values, "page": part.page})
            for part in parts
        }
        return dict(sorted(files.items()))
    found = views.header_views(api, namespace)
    progress.phase("renders the headers")
    marks = pages.marks_of(api)
    files = {}
    for name, view in found.items():
        page = pages.page(api, namespace, Safe(view.about), view.includes, marks)
        files[f"{name}.hpp"] = renderer.text(f"{name}.hpp.j2", {**view.values, "page": page})
    page = pages.page(api, namespace, Safe("Everything"), views.everything(folder), marks)
    files[f"../{folder}.hpp"] = renderer.text("umbrella.hpp.j2", {"page": page})
    return dict(sorted(files.items()))
