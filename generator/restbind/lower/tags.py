# SPDX-License-Identifier: BSL-1.0
"""The tags of a document."""

from __future__ import annotations

from restbind.diagnostics import joined, near
from restbind.lower.own import given_name
from restbind.lower.schema.context import Context
from restbind.source.refs import Cursor


def tags_of(context: Context) -> tuple[tuple[str, str], ...]:
    """The tags that the document has a summary of. Told are parents that are no tags, or in the end
    the tag itself, and a tag given twice.
    """
    tags = list(context.document.root.each("tags"))
    names = [at.scalar("name") for at in tags]
    first: dict[str, Cursor] = {}
    summaries: dict[str, str] = {}
    for name, at in zip(names, tags):
        if name and first.setdefault(name, at) is not at:
            at["name"].report("RB059", f"the tag `{name}` is given twice")
        parent = at.text("parent")
        if parent and parent not in names:
            what = f"`{parent}` is no tag of the document"
            at["parent"].report("RB059", what, near(parent, names))
        if at.scalar("summary"):
            summaries[name] = at.scalar("summary")
    _report_circles(first)
    return tuple(summaries.items())


def names_of_tags(context: Context) -> tuple[tuple[str, str], ...]:
    """The tags that the document gives another name in C++."""
    tags = context.document.root.each("tags")
    names = [(at.scalar("name"), given_name(context, at)) for at in tags]
    return tuple((name, called) for name, called in names if called)


def _report_circles(tags: dict[str, Cursor]) -> None:
    """Each circle of parents once."""
    done: set[str] = set()
    for name in tags:
        path: list[str] = []
        while name in tags and name not in done:
            done.add(name)
            path.append(name)
            name = tags[name].text("parent")
        if name in path:
            others = joined([f"`{other}`" for other in path[path.index(name) + 1 :]], "and")
            tags[name]["parent"].report(
                "RB059",
                f"the tag `{name}` is its own parent" + (f", by {others}" if others else ""),
            )
