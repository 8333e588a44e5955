# SPDX-License-Identifier: BSL-1.0
"""Two documents beside each other, and how a change is told."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from restbind import ir
from restbind.apidiff import limits, texts
from restbind.apidiff.changes import Change
from restbind.apidiff.pairs import operations, schemes, servers
from restbind.apidiff.side import Side

if TYPE_CHECKING:
    from restbind.lower.document import Lowered


class Comparison:
    """What two versions have in common, and the changes that were found. Both must have an API."""

    def __init__(self, old: "Lowered", new: "Lowered", namespace: str, split: str) -> None:
        self.split = split
        self.old = Side(old, namespace)
        self.new = Side(new, namespace)
        self.pairs = operations(self.old.api, self.new.api)
        self.renamed: dict[str, str] = {}  # C++ names of types, old -> new
        self.settings = {parameter.name for parameter in self.old.api.client_parameters} & {
            parameter.name for parameter in self.new.api.client_parameters
        }
        self.renamed_servers = servers(self.old.api, self.new.api, self.pairs)  # old -> new
        self.renamed_schemes = schemes(self.old.api, self.new.api)  # old -> new
        self.found: list[Change] = []

    def say(
        self, id_: str, entity: str, old: object, new: object, pointer: str, gone: bool = False
    ) -> None:
        """Adds a change. pointer: where it is described, in the old document if `gone`."""
        place = (self.old if gone else self.new).place(pointer)
        self.found.append(
            Change(id_, entity, texts.on_one_line(old), texts.on_one_line(new), pointer, place)
        )

    def differ(
        self, id_: str, entity: str, old: object, new: object, pointer: str, gone: bool = False
    ) -> None:
        """Adds a change where there is one."""
        if old != new:
            self.say(id_, entity, old, new, pointer, gone)

    def spelt(self, spelling: object) -> str:
        """An old spelling with types called as they are now."""
        return re.sub(
            r"\w+", lambda word: self.renamed.get(word.group(), word.group()), str(spelling)
        )

    def spell_old(self, kind: ir.Type | None) -> str:
        """A type of the old version with types called as they are now, and each enum by one
        name.
        """
        return self.new.by_enum(self.spelt(self.old.types.spell(kind)))

    def spell_new(self, kind: ir.Type | None) -> str:
        """A type of the new version as C++ writes it, with each enum by one name."""
        return self.new.by_enum(str(self.new.types.spell(kind)))

    def checked(
        self,
        name: str,
        old: ir.Checked,
        new: ir.Checked,
        pointer: str,
        kinds: tuple[ir.Type | None, ir.Type | None],
        wires: tuple[str, str] = ("", ""),
    ) -> None:
        """All that a value must fulfil, with what it holds. kinds, wires: as limits() takes
        them.
        """
        self.limits(name, old.constraints, new.constraints, pointer, kinds, wires)
        self.elements(name, old, new, pointer, kinds, wires)
        types = [side.alternatives(kind) for side, kind in zip((self.old, self.new), kinds)]
        before = {
            self.spell_old(type_): (type_, own) for type_, own in zip(types[0], old.alternatives)
        }
        after = {
            self.spell_new(type_): (type_, own) for type_, own in zip(types[1], new.alternatives)
        }
        for spelt in dict.fromkeys([*before, *after]):
            (mine, was), (its, will) = (
                side.get(spelt, (None, ir.Checked())) for side in (before, after)
            )
            self.checked(f"{name} (as {spelt})", was, will, pointer, (mine, its), wires)

    def elements(
        self,
        name: str,
        old: ir.Checked,
        new: ir.Checked,
        pointer: str,
        kinds: tuple[ir.Type | None, ir.Type | None],
        wires: tuple[str, str] = ("", ""),
    ) -> None:
        """What the elements of a list or map must fulfil. kinds: the types that hold them."""
        was, will = old.elements or ir.Checked(), new.elements or ir.Checked()
        self.limits(name, was.constraints, will.constraints, pointer, kinds, wires, is_element=True)
        held = self.old.element(kinds[0]), self.new.element(kinds[1])
        below = [replace(side, constraints=()) for side in (was, will)]
        if any(side != ir.Checked() for side in below):
            self.checked(f"{name} (each element)", below[0], below[1], pointer, held, wires)

    def limits(
        self,
        name: str,
        old: Sequence[ir.Constraint],
        new: Sequence[ir.Constraint],
        pointer: str,
        kinds: tuple[ir.Type | None, ir.Type | None] = (None, None),
        wires: tuple[str, str] = ("", ""),
        is_element: bool = False,
    ) -> None:
        """kinds: the types of the value, or of what holds it as an element, before and after;
        wires: what it is called on the wire, and so in messages."""
        value = (self.old.element(kinds[0]), self.new.element(kinds[1])) if is_element else kinds
        is_whole = self.old.is_whole(value[0]) and self.new.is_whole(value[1])
        before_enum, after_enum = self.old.enum(value[0]), self.new.enum(value[1])
        values: tuple[Sequence[str], ...] = ()
        if (
            before_enum
            and after_enum
            and self.spelt(self.old.type(before_enum.name)) == self.new.type(after_enum.name)
        ):
            values = before_enum.values, after_enum.values
        each = " (each element)" if is_element else ""
        for id_, before, after, *places in limits.changes(old, new, is_whole, values, wires):
            owner, suffix = self._owner(value, places), ""
            if owner is None and is_element:
                owner, suffix = self._owner(kinds, places), each
            if owner is not None and id_ == "D201":
                self.say(
                    id_,
                    self.new.type(owner.name) + suffix,
                    before,
                    after,
                    places[1] or owner.pointer,
                )
            else:
                self.say(id_, name + each, before, after, places[1] or pointer)

    def _owner(
        self, kinds: tuple[ir.Type | None, ir.Type | None], places: Sequence[str]
    ) -> ir.Alias | None:
        """The type that states a limit itself, in both versions, wherever it is used; none that is
        the body of one operation.
        """
        chains = self.old.aliases(kinds[0]), self.new.aliases(kinds[1])
        for before, after in itertools.product(*chains):
            is_same = self.spelt(self.old.type(before.name)) == self.new.type(after.name)
            if not is_same or after.pointer.startswith("#/paths/"):
                continue
            if _is_within(places[0], before) and _is_within(places[1], after):
                return after
        return None

    def told_apart(self, name: str, old: ir.Type | None, new: ir.Type | None, pointer: str) -> None:
        """Two types that C++ spells alike."""
        self.differ(
            "D217",
            name,
            texts.discriminators(old, self.spell_old),
            texts.discriminators(new, self.spell_new),
            pointer,
        )

    def deprecated(self, entity: str, old: ir.Doc, new: ir.Doc, pointer: str) -> None:
        """Adds a change where one version deprecates a thing and the other does not."""
        if old.deprecated != new.deprecated:
            told = ("deprecated", "in use") if old.deprecated else ("in use", "deprecated")
            self.say("D404", entity, *told, pointer)

    def compare_types(self, id_: str, entity: str, old: object, new: object, pointer: str) -> bool:
        """Whether two spellings are of one type, under whatever name; if not, that is told."""
        before, after = self.spelt(old), str(new)
        enums = self.new.by_enum(before), self.new.by_enum(self.spelt(self.old.by_enum(str(old))))
        is_same = before == after or self.new.by_enum(after) in enums
        if not is_same:
            self.say(id_, entity, before, after, pointer)
        return is_same

    def default(
        self, entity: str, old: ir.Member | ir.Parameter, new: ir.Member | ir.Parameter
    ) -> None:
        """A default that is another one."""
        if self.old.value(old.type, old.default) != self.new.value(new.type, new.default):
            self.say("D203", entity, old.default, new.default, new.pointer)


def _is_within(place: str, type_: ir.Alias) -> bool:
    """A limit is stated below the type itself, or nowhere."""
    return not place or place.startswith(f"{type_.pointer}/")
