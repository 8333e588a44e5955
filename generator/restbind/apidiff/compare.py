# SPDX-License-Identifier: BSL-1.0
"""The changes between two documents, as their headers would differ.

What is compared is what the headers would say, not the text of the documents: a type that only
moved to another file is no change, a message that is another one because `minimum: 1` became
`exclusiveMinimum: 0` is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from restbind import ir
from restbind.apidiff import texts
from restbind.apidiff.changes import LEVELS, Change
from restbind.apidiff.comparison import Comparison
from restbind.apidiff.pairs import members, types
from restbind.apidiff.service import compare_service
from restbind.apidiff.side import Named, placeholders
from restbind.views.tags import is_wanted

if TYPE_CHECKING:
    from restbind.lower.document import Lowered

_WAYS = {
    "read_write": "in requests and responses",
    "read_only": "in responses only",
    "write_only": "in requests only",
}


def compare(
    old: "Lowered", new: "Lowered", namespace: str = "api", split: str = "auto"
) -> tuple[Change, ...]:
    """All changes, by level, then as they stand in the documents. Both must have an API. split: as
    `generate` takes it.
    """
    return tuple(
        sorted(
            dict.fromkeys(_Comparison(old, new, namespace, split).run()),
            key=lambda change: LEVELS.index(change.level),
        )
    )


def _is_same_path(old: str, new: str) -> bool:
    """Nothing but names of placeholders is another, and no name stands for another value."""
    (shape, names), (other, others) = placeholders(old), placeholders(new)
    return shape == other and all(
        one == two or (one not in others and two not in names) for one, two in zip(names, others)
    )


class _Comparison(Comparison):
    def run(self) -> list[Change]:
        self._title()
        self._types()
        self._operations()
        self._clients()
        compare_service(self)
        return self.found

    def _title(self) -> None:
        old, new = self.old.api, self.new.api
        self.differ("D405", "api_title", old.title, new.title, "#/info")
        self.differ("D405", "api_version", old.version, new.version, "#/info")

    # ----------------------------------------------------------------------------------------------
    # types

    def _types(self) -> None:
        old, new = self.old.named, self.new.named
        pairs = types(self.old, self.new, self.pairs)
        for name, other in pairs.items():
            if self.old.type(name) != self.new.type(other):
                self.renamed[self.old.type(name)] = self.new.type(other)
                self.say(
                    "D102",
                    self.old.type(name),
                    self.old.type(name),
                    self.new.type(other),
                    new[other].pointer,
                )
        for name, one in old.items():
            if name not in pairs:
                self.say(
                    "D101", self.old.type(name), one.in_words, texts.NOTHING, one.pointer, gone=True
                )
            else:
                self._type(one, new[pairs[name]])
        kept = set(pairs.values())
        for name in new:
            if name not in kept:
                self.say(
                    "D301",
                    self.new.type(name),
                    texts.NOTHING,
                    new[name].in_words,
                    new[name].pointer,
                )

    def _type(self, old: Named, new: Named) -> None:
        entity = self.new.type(new.name)
        before, after = self.old.enum(old), self.new.enum(new)
        if (
            ir.Alias in (type(old), type(new))
            and before is not None
            and after is not None
            and before.base == after.base
        ):
            self._named_enum(old, new, before, after, entity)
        elif type(old) is not type(new) or old.scalar != new.scalar:
            self.say("D103", entity, old.in_words, new.in_words, new.pointer)
        else:
            self.deprecated(entity, old.doc, new.doc, new.pointer)
            compared: dict[type[ir.NamedType], Callable[[Any, Any, str], None]] = {
                ir.Alias: self._alias,
                ir.Enum: self._enum,
                ir.Model: self._model,
            }
            compared[type(old)](old, new, entity)

    def _alias(self, old: ir.Alias, new: ir.Alias, entity: str) -> None:
        if self._compare_types(
            "D103",
            entity,
            self.old.types.spell(old.type),
            self.new.types.spell(new.type),
            new.pointer,
        ):
            self.told_apart(entity, old.type, new.type, new.pointer)

    def _named_enum(
        self, old: Named, new: Named, before: ir.Enum, after: ir.Enum, entity: str
    ) -> None:
        """An enum that is another one's, or was. That breaks code only if it may know both as one
        type, or as two.
        """
        if self.new.is_other(before.name, after) or self.old.is_other(after.name, before):
            kinds = (
                (
                    f"alias of {self.old.type(before.name)}"
                    if isinstance(old, ir.Alias)
                    else old.in_words
                ),
                (
                    f"alias of {self.new.type(after.name)}"
                    if isinstance(new, ir.Alias)
                    else new.in_words
                ),
            )
            self.say("D103", entity, *kinds, new.pointer)
        self.deprecated(entity, old.doc, new.doc, new.pointer)
        are_aliases = isinstance(old, ir.Alias) and isinstance(new, ir.Alias)
        if not are_aliases or self.spelt(self.old.type(before.name)) != self.new.type(after.name):
            self._enum(before, after, entity)

    def _compare_types(self, id_: str, entity: str, old: object, new: object, pointer: str) -> bool:
        """Whether two spellings are of one type, under whatever name; if not, that is told."""
        before, after = self.spelt(old), str(new)
        enums = self.new.by_enum(before), self.new.by_enum(self.spelt(self.old.by_enum(str(old))))
        is_same = before == after or self.new.by_enum(after) in enums
        if not is_same:
            self.say(id_, entity, before, after, pointer)
        return is_same

    def _enum(self, old: ir.Enum, new: ir.Enum, entity: str) -> None:
        before = {
            str(self.old.names.enumerators[old.name, value]): value
            for value in dict.fromkeys(old.values)
        }
        after = {
            str(self.new.names.enumerators[new.name, value]): value
            for value in dict.fromkeys(new.values)
        }
        by_value = {value: name for name, value in after.items()}
        for name, value in before.items():
            if name in after:
                self.differ("D216", f"{entity}::{name}", value, after[name], new.pointer)
            else:
                self.say(
                    "D107",
                    f"{entity}::{name}",
                    value,
                    by_value.get(value, texts.NOTHING),
                    new.pointer,
                )
        for name, value in after.items():
            if name not in before and value not in before.values():
                self.say("D303", f"{entity}::{name}", texts.NOTHING, value, new.pointer)

    def _model(self, old: ir.Model, new: ir.Model, entity: str) -> None:
        before = {one.wire_name: one for one in old.members}
        after = {one.wire_name: one for one in new.members}
        pairs = members(self.old, self.new, old, new)
        for wire, one in before.items():
            name = f"{entity}::{self.old.names.member(old.name, wire)}"
            if wire not in pairs:
                self.say(
                    "D104",
                    name,
                    self.old.types.member_type(one),
                    texts.NOTHING,
                    one.pointer,
                    gone=True,
                )
            else:
                self._member(old, new, one, after[pairs[wire]], name)
        kept = set(pairs.values())
        for wire, one in after.items():
            if wire not in kept:
                is_needed = one.presence in ("required", "nullable") and one.access != "read_only"
                id_ = "D115" if is_needed and new.name in self.new.requests else "D302"
                self.say(
                    id_,
                    f"{entity}::{self.new.names.member(new.name, wire)}",
                    texts.NOTHING,
                    f"{self.new.types.member_type(one)}, {one.presence}",
                    one.pointer,
                )
        self.differ(
            "D116",
            entity,
            [pairs[wire] for wire in before if wire in pairs],
            [wire for wire in after if wire in kept],
            new.pointer,
        )
        if old.keeps_extra != new.keeps_extra:
            id_ = "D302" if new.keeps_extra else "D104"
            sides = (
                (texts.NOTHING, "open JSON") if new.keeps_extra else ("open JSON", texts.NOTHING)
            )
            self.say(id_, f"{entity}::additional_properties", *sides, new.pointer)
        elif old.keeps_extra:
            held = old.extra or ir.Open("object"), new.extra or ir.Open("object")
            self._compare_types(
                "D105",
                f"{entity}::additional_properties",
                self.old.types.spell(held[0]),
                self.new.types.spell(held[1]),
                new.pointer,
            )
            self.elements(
                f"{entity}::additional_properties",
                old.extra_checked,
                new.extra_checked,
                new.pointer,
                (old.extra, new.extra),
            )
        self.limits(entity, old.constraints, new.constraints, new.pointer)
        self._rules(old, new, entity)

    def _member(
        self, old: ir.Model, new: ir.Model, before: ir.Member, after: ir.Member, name: str
    ) -> None:
        called = self.old.names.member(old.name, before.wire_name), self.new.names.member(
            new.name, after.wire_name
        )
        self.differ("D106", name, *texts.twice(str, *called), after.pointer)
        earlier, later = (
            self.old.known_by(old, before.wire_name)[1],
            self.new.known_by(new, after.wire_name)[1],
        )
        if (
            earlier is None
            or later is None
            or (earlier != later and not earlier[0] == later[0] == "path")
        ):
            self.differ("D222", name, before.wire_name, after.wire_name, after.pointer)
        wires, kinds = (before.wire_name, after.wire_name), (before.type, after.type)
        is_same = self._compare_types(
            "D105",
            name,
            self.old.types.member_type(before),
            self.new.types.member_type(after),
            after.pointer,
        )
        if is_same and before.presence != after.presence:
            self.say(
                "D204",
                name,
                before.presence.replace("_", " "),
                after.presence.replace("_", " "),
                after.pointer,
            )
        self.differ("D218", name, _WAYS[before.access], _WAYS[after.access], after.pointer)
        if before.default is not None and after.default is not None:
            self._default(name, before, after)
        self.checked(name, before.checked, after.checked, after.pointer, kinds, wires)
        if is_same:
            self.told_apart(name, before.type, after.type, after.pointer)
        self.deprecated(name, before.doc, after.doc, after.pointer)

    def _rules(self, old: ir.Model, new: ir.Model, entity: str) -> None:
        before, after = ({one.id: one for one in side.rules} for side in (old, new))
        for id_ in dict.fromkeys([*before, *after]):
            one, other = before.get(id_), after.get(id_)
            name = f"{entity}, rule {id_}"
            if other is None:
                self.say(
                    "D205", name, before[id_].source, texts.NOTHING, before[id_].pointer, gone=True
                )
                continue
            if one is None:
                self.say("D205", name, texts.NOTHING, other.source, other.pointer)
                continue
            self.differ(
                "D205",
                name,
                " ".join(one.source.split()),
                " ".join(other.source.split()),
                other.pointer,
            )
            self.differ("D202", name, one.message, other.message, other.pointer)
            self.differ("D202", f"{name}, place", one.field_path, other.field_path, other.pointer)

    # ----------------------------------------------------------------------------------------------
    # operations

    def _operations(self) -> None:
        for one in self.old.api.operations:
            name = str(self.old.names.operations[one.id])
            other = self.pairs.get(one.id)
            if other is None:
                self.say(
                    "D108",
                    name,
                    f"{one.method.upper()} {one.path}",
                    texts.NOTHING,
                    one.pointer,
                    gone=True,
                )
                continue
            self.differ("D109", name, name, str(self.new.names.operations[other.id]), other.pointer)
            self._operation(one, other, str(self.new.names.operations[other.id]))
        kept = {one.id for one in self.pairs.values()}
        for one in self.new.api.operations:
            if one.id not in kept:
                self.say(
                    "D304",
                    str(self.new.names.operations[one.id]),
                    texts.NOTHING,
                    f"{one.method.upper()} {one.path}",
                    one.pointer,
                )

    def _operation(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        at = new.pointer
        are_errors_same = self._signature(old, new, name)
        bodies = old.body, new.body
        self.checked(f"{name}, request", old.checked, new.checked, at, bodies)
        self._request(old, new, name)
        self._body(old, new, name)
        self._responses(old, new, name, are_errors_same)
        self.differ(
            "D210",
            name,
            texts.validation_problem(old.validation_problem),
            texts.validation_problem(new.validation_problem),
            at,
        )
        self.differ("D211", name, texts.retry(old), texts.retry(new), at)
        self.differ(
            "D212",
            name,
            texts.idempotency(old, self.old.types),
            texts.idempotency(new, self.new.types),
            at,
        )
        own = self.old.granted | self.new.granted
        self.differ(
            "D213",
            name,
            texts.security(old, self.old.scopes(old, own), self.renamed_schemes),
            texts.security(new, self.new.scopes(new, own), {}),
            at,
        )
        self.deprecated(name, old.doc, new.doc, at)

    def _signature(self, old: ir.Operation, new: ir.Operation, name: str) -> bool:
        """The types that C++ names of an operation. Gives whether those of its errors are the
        same.
        """
        at = new.pointer
        requests = (
            self.old.type(old.request_name) if old.request_name else "no_request",
            self.new.type(new.request_name) if new.request_name else "no_request",
        )
        self._compare_types("D110", name, *requests, at)
        if self._compare_types(
            "D111", name, self.old.types.spell(old.response), self.new.types.spell(new.response), at
        ):
            self.told_apart(name, old.response, new.response, at)
        return self._compare_types(
            "D111",
            f"{name}, errors",
            texts.errors(self.old.types, old),
            texts.errors(self.new.types, new),
            at,
        )

    def _request(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        """Where a request goes, and its parameters."""
        at = new.pointer
        path = new.path if _is_same_path(old.path, new.path) else old.path
        self.differ(
            "D208", name, f"{old.method.upper()} {path}", f"{new.method.upper()} {new.path}", at
        )
        for before, after in self._same_parameters(old, new):
            self._parameter(before, after, f"{name}, parameter {after.wire_name}")
        for parameter in sorted(self.settings):
            gone, added = (
                next((given for given in one.parameters if given.client_name == parameter), None)
                for one in (old, new)
            )
            if gone is not None and added is None:
                self.say(
                    "D208", f"{name}, parameter {gone.wire_name}", gone.place, texts.NOTHING, at
                )
            elif gone is None and added is not None:
                self.say(
                    "D208", f"{name}, parameter {added.wire_name}", texts.NOTHING, added.place, at
                )
        self.differ(
            "D208",
            f"{name}, server",
            self.renamed_servers.get(old.server, old.server) or "the base address",
            new.server or "the base address",
            at,
        )

    def _body(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        if old.body is None or new.body is None:
            return
        self.differ(
            "D208",
            f"{name}, body",
            *texts.twice(texts.body, old.body_format, new.body_format),
            new.pointer,
        )
        # Beside parameters it is a member of the request, which is compared as such.
        if all(one.client_name for side in (old, new) for one in side.parameters):
            self.differ(
                "D115" if new.body_required else "D204",
                f"{name}, body",
                "required" if old.body_required else "optional",
                "required" if new.body_required else "optional",
                new.pointer,
            )

    def _responses(
        self, old: ir.Operation, new: ir.Operation, name: str, are_errors_same: bool
    ) -> None:
        """Which statuses, media types and headers come. are_errors_same: the types of errors
        are.
        """
        at = new.pointer
        successes = texts.successes(old), texts.successes(new)
        if (
            successes[0] == successes[1]
        ):  # beside the media types of what is read, which is asked for
            asked = texts.twice(texts.accept, old, new)
            successes = (
                f"{successes[0]}, asked for as {asked[0]}",
                f"{successes[1]}, asked for as {asked[1]}",
            )
        self.differ("D209", name, *successes, at)
        statuses = texts.twice(
            lambda one: sorted(response.status for response in one.error_responses), old, new
        )
        self.differ("D209", f"{name}, errors", *statuses, at)
        if are_errors_same and statuses[0] == statuses[1]:
            held = texts.held_by_errors(old, self.spell_old), texts.held_by_errors(
                new, self.spell_new
            )
            self.differ("D209", f"{name}, errors", *held, at)
        headers = [texts.headers(one) for one in (old, new)]
        self.differ(
            "D223",
            name,
            [said for header, said in headers[0].items() if header not in headers[1]],
            [],
            at,
        )
        self.differ(
            "D309",
            name,
            [],
            [said for header, said in headers[1].items() if header not in headers[0]],
            at,
        )

    def _parameter(self, old: ir.Parameter, new: ir.Parameter, entity: str) -> None:
        self.differ("D208", entity, old.place, new.place, new.pointer)
        if old.place == new.place and (
            old.style and new.style or self.spell_old(old.type) == self.spell_new(new.type)
        ):  # else the type says it
            self.differ("D208", entity, texts.style(old), texts.style(new), new.pointer)
        self._default(entity, old, new)

    def _default(
        self, entity: str, old: "ir.Member | ir.Parameter", new: "ir.Member | ir.Parameter"
    ) -> None:
        if self.old.value(old.type, old.default) != self.new.value(new.type, new.default):
            self.say("D203", entity, old.default, new.default, new.pointer)

    def _same_parameters(
        self, old: ir.Operation, new: ir.Operation
    ) -> list[tuple[ir.Parameter, ir.Parameter]]:
        """Those that each call gives. Those of the client are told once."""
        kept = {
            (one.place, one.wire_name): one for one in old.parameters
        }  # by the place and name of the new one
        before, after = self.old.named.get(old.request_name), self.new.named.get(new.request_name)
        if isinstance(before, ir.Model) and isinstance(after, ir.Model):
            for wires in members(self.old, self.new, before, after).items():
                gone, added = self.old.parameter(before, wires[0]), self.new.parameter(
                    after, wires[1]
                )
                if gone is not None and added is not None:
                    kept[added.place, added.wire_name] = gone
        by_name = {one.wire_name: one for one in reversed(old.parameters)}
        found = []
        for one in new.parameters:
            twin = kept.get((one.place, one.wire_name)) or by_name.get(one.wire_name)
            if twin is not None and one.client_name not in self.settings:
                found.append((twin, one))
        return found

    def _clients(self) -> None:
        """The clients in which the operations stand, if there are any of tags in the old version,
        and what these call them.
        """
        if not is_wanted(self.old.api, self.split):
            return
        clients = self.old.clients(self.split), self.new.clients(self.split)
        kept = {client for client, _ in clients[1].values()}
        remaining: dict[
            str, list[tuple[str, ir.Operation]]
        ] = {}  # by old client: its operations, with their old id
        for id_, one in self.pairs.items():
            remaining.setdefault(clients[0][id_][0], []).append((id_, one))
        for client, inside in remaining.items():
            others = {clients[1][one.id][0] for _, one in inside}
            is_told = client not in kept and len(others) == 1
            if is_told:
                self.say("D119", client, client, others.pop(), inside[0][1].pointer)
            for id_, one in inside:
                name = str(self.new.names.operations[one.id])
                (_, before), (other, after) = clients[0][id_], clients[1][one.id]
                is_called_otherwise = (
                    before != after and self.old.names.operations[id_] == name
                )  # which is no news of another name
                sides = (
                    (f"{client}::{before}", f"{other}::{after}")
                    if is_called_otherwise
                    else (client, other)
                )
                if client != other and not is_told:
                    self.say("D119", name, *sides, one.pointer)
                elif is_called_otherwise:
                    self.say("D109", sides[0], *sides, one.pointer)
