# SPDX-License-Identifier: BSL-1.0
"""The query that some documents write behind a path, and the parameters that stand in it or beside
it: the path decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from restbind import ir
from restbind.graph import all_from
from restbind.lower.parameters import explodes, kinds_of
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import ParameterDraft
from restbind.lower.schema.layers import is_false
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.queries import ALL, refining
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor
from restbind.spec.http import PLACEHOLDER

# A part of a query whose value is a placeholder.
_FILLED = re.compile(r"([A-Za-z0-9\-._~]+)=\{([^{}]*)\}")
_OTHERS = ("additionalProperties", "unevaluatedProperties", "patternProperties")


def filled_by(path: str) -> tuple[str, dict[str, str]]:
    """A path without the part of its query whose values are placeholders (`?from={day}`): path
    parameters fill them, which are those of the query then. The names there, by those of the
    placeholders."""
    bare = ir.bare_path(path)
    pieces = path[len(bare) + 1 :].split("&")
    kept, found = [], {}
    for piece in pieces:
        match = _FILLED.fullmatch(piece)
        if match is None:
            kept.append(piece)
        else:
            found[match[2]] = match[1]
    is_twice = len(found) + len(kept) != len(pieces)
    if not found or is_twice or not found.keys().isdisjoint(PLACEHOLDER.findall(bare)):
        return path, {}
    return bare + ("?" + "&".join(kept) if kept else ""), found


def in_query(draft: ParameterDraft, name: str) -> ParameterDraft:
    """A path parameter that stands in the query of its path: one text behind `name`."""
    at, style = draft.at, draft.style
    if style in ("label", "matrix"):
        at["style"].report(
            "RB046",
            f"the style `{style}` is not one of a query; `{draft.wire_name}` is sent in the"
            " style `simple`",
        )
    elif style == "simple" and at.is_true("explode") and "object" in kinds_of(draft):
        at["explode"].report(
            "RB046",
            "`explode` is not looked at in the query of a path; an object in"
            f" `{draft.wire_name}` is sent as if it was not there",
        )
    return replace(draft, place="query", wire_name=name, style=style if style == "json" else "form")


def without_given(
    context: Context,
    given: Collection[str],
    filled: Mapping[str, str],
    drafts: list[ParameterDraft],
) -> list[ParameterDraft]:
    """Without the parameters that the query of the path gives itself, by the names in `given` and
    those that placeholders fill. Of others the runtime leaves out what has a name in `given`."""
    kept = []
    for draft in drafts:
        is_query = draft.place == "query"
        name = draft.wire_name if is_query else ""
        if draft.place == "path":
            name = filled.get(draft.wire_name, "")
        is_given = name in given or is_query and name in filled.values()
        if name and is_given and not (is_query and _has_parts(draft)):
            if draft.schema is not None:  # it is never sent
                context.found.responses.append((draft.schema, draft.type))
            draft.at.report(
                "RB042",
                f"the query of the path gives `{name}` already; the parameter is left out",
            )
            continue
        if is_query and _has_parts(draft):
            for message in _meeting(given, set(filled.values()), draft):
                draft.at.report("RB042", message)
        kept.append(draft)
    return kept


def _meeting(
    given: Collection[str], filled: Collection[str], draft: ParameterDraft
) -> Iterator[str]:
    """What is told of a parameter of which some parts, or the value itself, may have a name that
    the query of the path gives.
    """
    wire, is_deep = draft.wire_name, draft.style == "deepObject"
    said = "the query of the path gives `{}` already; "
    if not kinds_of(draft) <= ({"object", "array"} if is_deep else {"object"}):
        if wire in given:
            yield said.format(wire) + f"`{wire}` is left out where it is no object"
        elif wire in filled:
            yield said.format(wire) + f"`{wire}` is sent, too, where it is no object"
    named = _properties(draft)
    for name, is_required in named.items():
        what = said.format(name) + f"the property of `{wire}` that is "
        if name in given:
            although = ", although it must be given" if is_required else ""
            yield what + "sent so is left out" + although
        elif name in filled:
            yield what + "called so is sent, too"
    for name in given:
        may_be = name.startswith(f"{wire}[") if is_deep else _has_others(draft.schema)
        if name not in named and may_be:
            yield said.format(name) + f"what `{wire}` may have under that name is left out"


def _has_parts(draft: ParameterDraft) -> bool:
    """A query parameter may be sent as parts that have names of their own."""
    is_deep = draft.style == "deepObject"
    kinds = kinds_of(draft)
    if draft.style == "json" or is_deep:
        return is_deep and not kinds.isdisjoint(("object", "array"))
    return explodes(draft) and "object" in kinds


def _properties(draft: ParameterDraft) -> dict[str, bool]:
    """The names that the properties of an object have in the query, and whether each must be
    there.
    """
    schema = draft.shape
    if schema is None:
        return {}
    found = {}
    for name in (*dict(schema.table("properties")), *refining(schema)):
        wire_name = f"{draft.wire_name}[{name}]" if draft.style == "deepObject" else name
        found[wire_name] = name in schema.required
    return found


def _has_others(at: Cursor | None) -> bool:
    """An object of the schema may have members that it does not name."""

    def onward(member: Cursor) -> list[Cursor]:
        return normalise(member).alternatives

    starts = [at] if at is not None else []
    return at is None or any(
        _takes_others(normalise(member)) for member in all_from(starts, onward)
    )


def _takes_others(schema: Shape) -> bool:
    if schema.choice is not None or schema.is_listed or "object" not in (schema.types or ALL):
        return False
    others = chain.from_iterable(map(schema.all, _OTHERS))
    return not schema.has("properties") or not all(map(is_false, others))
