"""Answers: which media type is used, which answer means success."""

from __future__ import annotations

import re

from restbind import ir
from restbind.lower import types
from restbind.lower.context import Context, doc_of, pascal
from restbind.media import essence, is_json
from restbind.refs import Cursor


class NoJson(Exception):
    """There is content, but none of it is JSON."""


def json_content(context: Context, at: Cursor) -> Cursor | None:
    """The media type object with JSON; None where there is no content at all. Raises NoJson."""
    content = at.get("content")
    found = [(name, value) for name, value in content.items()] if content is not None else []
    if not found:
        return None
    usable = [(name, value) for name, value in found if is_json(name)]
    if not usable:
        raise NoJson(", ".join(f"`{name}`" for name, _ in found))
    usable.sort(key=lambda entry: essence(entry[0]) != "application/json")
    name, value = usable[0]
    if essence(name) != "application/json":
        context.report("RB048", value, f"`{name}` is sent and accepted as `application/json`")
    return value


def lower_responses(context: Context, at: Cursor, operation_id: str) -> tuple[int, ir.Type | None, tuple[ir.ErrorResponse, ...]]:
    """The status that means success, its body's type, and the other answers. Raises NoJson."""
    found = _listed(context, at)
    successes = sorted(status for status in found if status[0] == "2")
    if not successes and "default" in found:
        successes = ["default"]
    chosen = _chosen(context, found, successes)
    errors = tuple(ir.ErrorResponse(status, doc_of(value)) for status, value in found.items() if status not in successes)
    if chosen is None:
        context.report("RB045", at, "no answer means success; 200 without content is taken")
        return 200, None, errors
    if not chosen.isdigit():
        context.report("RB045", found[chosen], f"the answer `{chosen}` is taken for 200")
    for other in successes:
        if other != chosen:
            context.report("RB045", found[other], f"the answer {other} is not expected; {chosen} means success")
    media = json_content(context, found[chosen])
    type_ = None
    if media is not None:
        type_ = types.lower_type(context, media.get("schema"), pascal(operation_id, "Response")) if media.has("schema") else types.ANY
    return int(chosen) if chosen.isdigit() else 200, type_, errors


def _listed(context: Context, at: Cursor) -> dict[str, Cursor]:
    """Statuses as listed, followed through `$ref`."""
    found: dict[str, Cursor] = {}
    for status, value in at.items():
        if status.startswith("x-"):
            continue
        if status != "default" and not re.fullmatch("[1-5]([0-9][0-9]|XX)", status):
            context.report("RB047", value, f"`{status}` is not an HTTP status (100 to 599), `4XX` or `default`")
            continue
        target = context.documents.follow(value)
        if target is not None:
            found[status] = target
    return found


def _chosen(context: Context, found: dict[str, Cursor], successes: list[str]) -> str | None:
    """The lowest success with JSON, else the lowest."""
    for status in successes:
        try:
            if json_content(_Silent(context), found[status]) is not None:
                return status
        except NoJson:
            continue
    return successes[0] if successes else None


class _Silent:
    """A context that only looks."""

    def __init__(self, context: Context) -> None:
        self.documents = context.documents

    def report(self, *_: object) -> None:
        """Says nothing: the answer that is chosen is looked at again."""
