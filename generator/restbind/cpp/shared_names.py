# SPDX-License-Identifier: BSL-1.0
"""What types are called: an inline type that stands in several places by what the names have in
common that it would have in each of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from restbind import ir
from restbind.graph import all_from
from restbind.naming import pascal, type_name

# By how a name begins that is made of theirs: how the members of a model are called there.
Members = Mapping[str, Sequence[str]]
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")
# Alone, as a type's name.
_SAY_LITTLE = frozenset(
    "Data Integer Item Items Kind Name Object Option Payload Request Response Result Results String"
    " Type Value".split()
)


def called(api: ir.Api) -> dict[str, str]:
    """What each named type is called, by its name: as the document says, else by its name. An
    inline type in several places is called after what its names there have in common; where that is
    nothing, or taken, after the first. What stands within it follows it."""
    named = api.named
    found = {name: type_.called or name for name, type_ in named.items()}
    taken = set(map(type_name, named))
    places_of = dict(api.places)
    members: dict[str, list[str]] = {}
    for model in api.models:
        members[pascal(model.name)] = [pascal(member.wire_name) for member in model.members]
    # By type: the name of what it stands in, and what that is called.
    around: dict[str, tuple[str, str]] = {}
    for name, places in places_of.items():
        type_ = named[name]
        if type_.called:
            continue
        if len(places) == 1:
            old, new = around.get(name, ("", ""))
            wanted = new + name.removeprefix(old)
        elif isinstance(type_, ir.Enum):
            wanted = name_of_enum(places, type_.values)
        else:
            wanted = name_of_object(places, members)
        if wanted and wanted not in taken:
            taken.add(wanted)
            found[name] = wanted
            for inner in _inline(api, name, places_of):
                around |= {inner: (name, wanted)} if inner.startswith(name) else {}
    return found


def _inline(api: ir.Api, name: str, inline: Container[str]) -> set[str]:
    """The inline types that stand in a model, and within these."""

    def onward(model: str) -> list[str]:
        held = [ir.referred(type_) for type_ in api.named[model].held]
        return [inner for names in held for inner in names if inner in inline]

    return set(all_from([name], onward)) - {name}


def name_of_enum(places: Sequence[str], values: Sequence[str]) -> str:
    """`Direction` for ListUsersDirection and ListCartsDirection, and `CardType` for types that are
    always `card`; '' where the names have nothing in common."""
    common: list[str] = []
    for words in zip(*(reversed(_WORDS.findall(place)) for place in places)):
        if len(set(words)) > 1:
            break
        common.insert(0, words[0])
    if not _say_little(common):
        return pascal(*common)
    return pascal(values[0] or "empty", *common) if common and len(values) == 1 else ""


def name_of_object(places: Sequence[str], members: Members) -> str:
    """After the member that it always is: `SharedLink`; else ''. But what a request sends, too, is
    not called a response."""
    found = {_member(members, place) for place in places}
    if len(found) == 1 and not _say_little(_WORDS.findall(member := found.pop())):
        return member
    plain = places[0].removesuffix("Response")
    is_sent = any(place.endswith("Request") for place in places)
    return plain if plain != places[0] and is_sent else ""


def _member(members: Members, place: str) -> str:
    """The end of the name of a place that is the member of a model; '' for other places."""
    words = _WORDS.findall(place)
    for count in range(len(words) - 1, 0, -1):
        end, names = "".join(words[count:]), members.get("".join(words[:count]), ())
        if any(map(end.startswith, names)):
            return end
    return ""


def _say_little(words: Iterable[str]) -> bool:
    return _SAY_LITTLE.issuperset(words)
