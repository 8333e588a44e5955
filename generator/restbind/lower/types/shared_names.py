# SPDX-License-Identifier: BSL-1.0
"""What an inline type is called that stands in several places; names that are one in C++."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.drafts import MemberDraft
from restbind.naming import Scope, type_name, type_names, within

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")
# Alone, as a type's name.
_SAY_LITTLE = frozenset(
    "Data Integer Item Items Kind Name Object Option Payload Request Response Result Results String"
    " Type Value".split()
)


def name_shared(context: Context) -> None:
    """An enum is called after what the names of its places have in common: `Direction` for
    ListUsersDirection and ListCartsDirection, and `CardType` for types that are always `card`; an
    object after the member that it always is: `SharedLink`. Where that is nothing, or taken, it is
    called after the first place; but not as a response, if it is what a request sends, too.
    What stands within it follows it."""
    taken = {type_name(name) for name in context.checks.names}
    models = {pascal(name): drafts for name, drafts in context.found.drafts.items()}
    within: dict[
        str, tuple[str, str]
    ] = {}  # type -> the name of what it stands in, and what that is called
    for name, hints in context.found.hints.items():
        found = context.found.named[name]
        if found.called:
            continue  # as the document says
        places = list(dict.fromkeys(hints))
        if len(places) > 1:
            wanted = (
                _common_end(places, found)
                if isinstance(found, ir.Enum)
                else _common_member(models, places)
            )
        else:
            old, new = within.get(name, ("", ""))
            wanted = new + name.removeprefix(old)
        if wanted and wanted not in taken:
            taken.add(wanted)
            context.checks.names.add(wanted)
            context.found.named[name] = replace(found, called=wanted)
            for inner in _inline(context, name):
                within |= {inner: (name, wanted)} if inner.startswith(name) else {}


def tell_taken(context: Context, api: ir.Api) -> None:
    """Reports the types whose name another one has in C++: `FooBar` and `foo_bar`."""
    for name, chosen in type_names(Scope(), api.called).items():
        wanted = within(type_name(api.called[name]))
        at = context.document.sources.at(api.named[name].pointer) if chosen != wanted else None
        if at is not None:
            at.report(
                "RB033",
                f"the name `{wanted}` is taken; this schema becomes `{chosen}`",
                (
                    "give one of the components another name"
                    if name in context.document.components
                    else "give the schema a name of its own under components/schemas"
                ),
            )


def _common_end(places: Sequence[str], found: ir.Enum) -> str:
    common: list[str] = []
    for words in zip(*(reversed(_WORDS.findall(place)) for place in places)):
        if len(set(words)) > 1:
            break
        common.insert(0, words[0])
    if not _say_little(common):
        return pascal(*common)
    return pascal(found.values[0] or "empty", *common) if common and len(found.values) == 1 else ""


def _common_member(models: Mapping[str, Sequence[MemberDraft]], places: Sequence[str]) -> str:
    """models: by how a name begins that is made of theirs."""
    members = {_member(models, place) for place in places}
    if len(members) == 1 and not _say_little(_WORDS.findall(member := members.pop())):
        return member
    plain = places[0].removesuffix("Response")
    is_sent = any(place.endswith("Request") for place in places)
    return plain if plain != places[0] and is_sent else ""


def _member(models: Mapping[str, Sequence[MemberDraft]], place: str) -> str:
    """The end of the name of a place that is the member of a model; '' for other places."""
    words = _WORDS.findall(place)
    for count in range(len(words) - 1, 0, -1):
        end, drafts = "".join(words[count:]), models.get("".join(words[:count]), ())
        if any(end.startswith(pascal(draft.wire_name)) for draft in drafts):
            return end
    return ""


def _say_little(words: Iterable[str]) -> bool:
    return _SAY_LITTLE.issuperset(words)


def _inline(context: Context, name: str) -> set[str]:
    """The inline types that stand in a model, and within these."""

    def onward(model: str) -> list[str]:
        held = [ir.referred(draft.type) for draft in context.found.drafts.get(model, ())]
        return [inner for names in held for inner in names if inner in context.found.hints]

    return set(all_from([name], onward)) - {name}
