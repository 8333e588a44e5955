"""The changes between two documents, as their headers would differ.

What is compared is what the headers would say, not the text of the documents: a type that only moved to another file is no
change, a message that is another one because `minimum: 1` became `exclusiveMinimum: 0` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from restbind import ir
from restbind.apidiff import limits, texts
from restbind.apidiff.changes import LEVELS, Change
from restbind.apidiff.pairs import is_same_scheme, members, operations, schemes, servers, types
from restbind.apidiff.side import Side, placeholders, sent_as
from restbind.views.by_tag import is_wanted

if TYPE_CHECKING:
    from restbind.lower.document import Lowered

_WAYS = {"read_write": "in requests and responses", "read_only": "in responses only", "write_only": "in requests only"}


def compare(old: "Lowered", new: "Lowered", namespace: str = "api", split: str = "auto") -> tuple[Change, ...]:
    """All changes, by level, then as they stand in the documents. Both must have an API. split: as `generate` takes it."""
    return tuple(sorted(dict.fromkeys(_Comparison(old, new, namespace, split).run()), key=lambda change: LEVELS.index(change.level)))


def _is_same_path(old: str, new: str) -> bool:
    """Nothing but names of placeholders is another, and no name stands for another value."""
    (shape, names), (other, others) = placeholders(old), placeholders(new)
    return shape == other and all(one == two or (one not in others and two not in names) for one, two in zip(names, others))


class _Comparison:
    def __init__(self, old: "Lowered", new: "Lowered", namespace: str, split: str) -> None:
        self._split = split
        self._old = Side(old, namespace)
        self._new = Side(new, namespace)
        self._pairs = operations(old.api, new.api)
        self._renamed: dict[str, str] = {}  # C++ names of types, old -> new
        self._settings = {one.name for one in old.api.client_parameters} & {one.name for one in new.api.client_parameters}
        self._renamed_servers = servers(old.api, new.api, self._pairs)  # old -> new
        self._renamed_schemes = schemes(old.api, new.api)  # old -> new
        self._found: list[Change] = []

    def run(self) -> list[Change]:
        self._title()
        self._types()
        self._operations()
        self._clients()
        self._client()
        self._codes()
        self._assumptions()
        return self._found

    def _say(self, id_: str, entity: str, old: object, new: object, pointer: str, gone: bool = False) -> None:
        place = (self._old if gone else self._new).place(pointer)
        self._found.append(Change(id_, entity, texts.on_one_line(old), texts.on_one_line(new), pointer, place))

    def _differ(self, id_: str, entity: str, old: object, new: object, pointer: str, gone: bool = False) -> None:
        if old != new:
            self._say(id_, entity, old, new, pointer, gone)

    def _title(self) -> None:
        old, new = self._old.api, self._new.api
        self._differ("D405", "api_title", old.title, new.title, "#/info")
        self._differ("D405", "api_version", old.version, new.version, "#/info")

    # ------------------------------------------------------------------------------------------------------------- types

    def _types(self) -> None:
        old, new = self._old.named, self._new.named
        pairs = types(self._old, self._new, self._pairs)
        for name, other in pairs.items():
            if self._old.type(name) != self._new.type(other):
                self._renamed[self._old.type(name)] = self._new.type(other)
                self._say("D102", self._old.type(name), self._old.type(name), self._new.type(other), new[other].pointer)
        for name, one in old.items():
            if name not in pairs:
                self._say("D101", self._old.type(name), texts.kind(one), texts.NOTHING, one.pointer, gone=True)
            else:
                self._type(one, new[pairs[name]])
        kept = set(pairs.values())
        for name in new:
            if name not in kept:
                self._say("D301", self._new.type(name), texts.NOTHING, texts.kind(new[name]), new[name].pointer)

    def _type(self, old: object, new: object) -> None:
        entity = self._new.type(new.name)
        enums = self._old.enum(old), self._new.enum(new)
        if ir.Alias in (type(old), type(new)) and all(enums) and enums[0].base == enums[1].base:
            self._named_enum(old, new, *enums, entity)
            return
        if type(old) is not type(new) or (isinstance(old, ir.Enum) and old.base != new.base):
            self._say("D103", entity, texts.kind(old), texts.kind(new), new.pointer)
            return
        self._deprecated(entity, old.doc, new.doc, new.pointer)
        if isinstance(old, ir.Alias):
            if self._compare_types("D103", entity, self._old.types.spell(old.type), self._new.types.spell(new.type), new.pointer):
                self._told_apart(entity, old.type, new.type, new.pointer)
        elif isinstance(old, ir.Enum):
            self._enum(old, new, entity)
        else:
            self._model(old, new, entity)

    def _named_enum(self, old: object, new: object, before: ir.Enum, after: ir.Enum, entity: str) -> None:
        """An enum that is another one's, or was. That breaks code only if it may know both as one type, or as two."""
        if self._new.is_other(before.name, after) or self._old.is_other(after.name, before):
            self._say("D103", entity, *(f"alias of {side.type(enum.name)}" if isinstance(one, ir.Alias) else texts.kind(one)
                                        for side, one, enum in ((self._old, old, before), (self._new, new, after))), new.pointer)
        self._deprecated(entity, old.doc, new.doc, new.pointer)
        is_told = isinstance(old, ir.Alias) and isinstance(new, ir.Alias) and self._spelt(self._old.type(before.name)) == self._new.type(after.name)
        if not is_told:
            self._enum(before, after, entity)

    def _spelt(self, spelling: object) -> str:
        """An old spelling with types called as they are now."""
        return re.sub(r"\w+", lambda word: self._renamed.get(word.group(), word.group()), str(spelling))

    def _spell_old(self, kind: ir.Type) -> str:
        return self._new.by_enum(self._spelt(self._old.types.spell(kind)))

    def _spell_new(self, kind: ir.Type) -> str:
        return self._new.by_enum(str(self._new.types.spell(kind)))

    def _compare_types(self, id_: str, entity: str, old: object, new: object, pointer: str) -> bool:
        """Whether two spellings are of one type, under whatever name; if not, that is told."""
        before, after = self._spelt(old), str(new)
        enums = self._new.by_enum(before), self._new.by_enum(self._spelt(self._old.by_enum(str(old))))
        is_same = before == after or self._new.by_enum(after) in enums
        if not is_same:
            self._say(id_, entity, before, after, pointer)
        return is_same

    def _enum(self, old: ir.Enum, new: ir.Enum, entity: str) -> None:
        before = {str(self._old.names.enumerators[old.name, value]): value for value in dict.fromkeys(old.values)}
        after = {str(self._new.names.enumerators[new.name, value]): value for value in dict.fromkeys(new.values)}
        by_value = {value: name for name, value in after.items()}
        for name, value in before.items():
            if name in after:
                self._differ("D216", f"{entity}::{name}", value, after[name], new.pointer)
            else:
                self._say("D107", f"{entity}::{name}", value, by_value.get(value, texts.NOTHING), new.pointer)
        for name, value in after.items():
            if name not in before and value not in before.values():
                self._say("D303", f"{entity}::{name}", texts.NOTHING, value, new.pointer)

    def _model(self, old: ir.Model, new: ir.Model, entity: str) -> None:
        before = {one.wire_name: one for one in old.members}
        after = {one.wire_name: one for one in new.members}
        pairs = members(self._old, self._new, old, new)
        for wire, one in before.items():
            name = f"{entity}::{self._old.names.member(old.name, wire)}"
            if wire not in pairs:
                self._say("D104", name, self._old.types.member_type(one), texts.NOTHING, one.pointer, gone=True)
            else:
                self._member(old, new, one, after[pairs[wire]], name)
        kept = set(pairs.values())
        for wire, one in after.items():
            if wire not in kept:
                is_needed = one.presence in ("required", "nullable") and one.access != "read_only"
                id_ = "D115" if is_needed and new.name in self._new.requests else "D302"
                self._say(id_, f"{entity}::{self._new.names.member(new.name, wire)}", texts.NOTHING,
                          f"{self._new.types.member_type(one)}, {one.presence}", one.pointer)
        self._differ("D116", entity, [pairs[wire] for wire in before if wire in pairs], [wire for wire in after if wire in kept], new.pointer)
        if old.keeps_extra != new.keeps_extra:
            id_ = "D302" if new.keeps_extra else "D104"
            sides = (texts.NOTHING, "open JSON") if new.keeps_extra else ("open JSON", texts.NOTHING)
            self._say(id_, f"{entity}::additional_properties", *sides, new.pointer)
        elif old.keeps_extra:
            spelt = [side.types.spell(one.extra or ir.Open("object")) for side, one in ((self._old, old), (self._new, new))]
            self._compare_types("D105", f"{entity}::additional_properties", *spelt, new.pointer)
            self._limits(f"{entity}::additional_properties", old.extra_constraints, new.extra_constraints, new.pointer, (old.extra, new.extra),
                         is_element=True)
        self._limits(entity, old.constraints, new.constraints, new.pointer)
        self._rules(old, new, entity)

    def _member(self, old: ir.Model, new: ir.Model, before: ir.Member, after: ir.Member, name: str) -> None:
        called = self._old.names.member(old.name, before.wire_name), self._new.names.member(new.name, after.wire_name)
        self._differ("D106", name, *map(str, called), after.pointer)
        sent = self._old.known_by(old, before.wire_name)[1], self._new.known_by(new, after.wire_name)[1]
        if None in sent or (sent[0] != sent[1] and not sent[0][0] == sent[1][0] == "path"):
            self._differ("D222", name, before.wire_name, after.wire_name, after.pointer)
        wires, kinds = (before.wire_name, after.wire_name), (before.type, after.type)
        is_same = self._compare_types("D105", name, self._old.types.member_type(before), self._new.types.member_type(after), after.pointer)
        if is_same and before.presence != after.presence:
            self._say("D204", name, before.presence.replace("_", " "), after.presence.replace("_", " "), after.pointer)
        self._differ("D218", name, *(_WAYS[one.access] for one in (before, after)), after.pointer)
        if before.default is not None and after.default is not None:
            self._default(name, before, after)
        self._limits(name, before.constraints, after.constraints, after.pointer, kinds, wires)
        self._limits(name, before.item_constraints, after.item_constraints, after.pointer, kinds, wires, is_element=True)
        if is_same:
            self._told_apart(name, before.type, after.type, after.pointer)
        self._deprecated(name, before.doc, after.doc, after.pointer)

    def _limits(self, name: str, old: Sequence[ir.Constraint], new: Sequence[ir.Constraint], pointer: str,
                kinds: tuple[ir.Type | None, ir.Type | None] = (None, None), wires: tuple[str, str] = ("", ""), is_element: bool = False) -> None:
        """kinds: the types of the value, or of what holds it as an element, before and after; wires: what it is called on the wire, and so in
        messages."""
        value = (self._old.element(kinds[0]), self._new.element(kinds[1])) if is_element else kinds
        is_whole = self._old.is_whole(value[0]) and self._new.is_whole(value[1])
        enums = self._old.enum(value[0]), self._new.enum(value[1])
        is_same = all(enums) and self._spelt(self._old.type(enums[0].name)) == self._new.type(enums[1].name)
        each = " (each element)" if is_element else ""
        for id_, before, after, *places in limits.changes(old, new, is_whole, tuple(one.values for one in enums) if is_same else (), wires):
            owner, suffix = self._owner(value, places), ""
            if owner is None and is_element:
                owner, suffix = self._owner(kinds, places), each
            if owner is not None and id_ == "D201":
                self._say(id_, self._new.type(owner.name) + suffix, before, after, places[1] or owner.pointer)
            else:
                self._say(id_, name + each, before, after, places[1] or pointer)

    def _owner(self, kinds: tuple[ir.Type | None, ir.Type | None], places: Sequence[str]) -> ir.Alias | None:
        """The type that states a limit itself, in both versions, wherever it is used; none that is the body of one operation."""
        chains = self._old.aliases(kinds[0]), self._new.aliases(kinds[1])
        return next((after for before in chains[0] for after in chains[1]
                     if self._spelt(self._old.type(before.name)) == self._new.type(after.name) and not after.pointer.startswith("#/paths/")
                     and all(not place or place.startswith(f"{one.pointer}/") for one, place in zip((before, after), places))), None)

    def _told_apart(self, name: str, old: ir.Type | None, new: ir.Type | None, pointer: str) -> None:
        """Two types that C++ spells alike."""
        self._differ("D217", name, texts.discriminators(old, self._spell_old), texts.discriminators(new, self._spell_new), pointer)

    def _rules(self, old: ir.Model, new: ir.Model, entity: str) -> None:
        before, after = ({one.id: one for one in side.rules} for side in (old, new))
        for id_ in dict.fromkeys([*before, *after]):
            one, other = before.get(id_), after.get(id_)
            name = f"{entity}, rule {id_}"
            if one is None or other is None:
                sources = (side.source if side is not None else texts.NOTHING for side in (one, other))
                self._say("D205", name, *sources, (other or one).pointer, gone=other is None)
                continue
            self._differ("D205", name, " ".join(one.source.split()), " ".join(other.source.split()), other.pointer)
            self._differ("D202", name, one.message, other.message, other.pointer)
            self._differ("D202", f"{name}, place", one.field_path, other.field_path, other.pointer)

    def _deprecated(self, entity: str, old: ir.Doc, new: ir.Doc, pointer: str) -> None:
        if old.deprecated != new.deprecated:
            self._say("D404", entity, *("deprecated" if one.deprecated else "in use" for one in (old, new)), pointer)

    # -------------------------------------------------------------------------------------------------------- operations

    def _operations(self) -> None:
        for one in self._old.api.operations:
            name = str(self._old.names.operations[one.id])
            other = self._pairs.get(one.id)
            if other is None:
                self._say("D108", name, f"{one.method.upper()} {one.path}", texts.NOTHING, one.pointer, gone=True)
                continue
            self._differ("D109", name, name, str(self._new.names.operations[other.id]), other.pointer)
            self._operation(one, other, str(self._new.names.operations[other.id]))
        kept = {one.id for one in self._pairs.values()}
        for one in self._new.api.operations:
            if one.id not in kept:
                self._say("D304", str(self._new.names.operations[one.id]), texts.NOTHING, f"{one.method.upper()} {one.path}", one.pointer)

    def _operation(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        at = new.pointer
        are_errors_same = self._signature(old, new, name)
        bodies = old.body, new.body
        self._limits(f"{name}, request", old.constraints, new.constraints, at, bodies)
        self._limits(f"{name}, request", old.item_constraints, new.item_constraints, at, bodies, is_element=True)
        self._request(old, new, name)
        self._body(old, new, name)
        self._responses(old, new, name, are_errors_same)
        self._differ("D210", name, texts.validation_problem(old.validation_problem), texts.validation_problem(new.validation_problem), at)
        self._differ("D211", name, texts.retry(old), texts.retry(new), at)
        self._differ("D212", name, texts.idempotency(old, self._old.types), texts.idempotency(new, self._new.types), at)
        own = self._old.granted | self._new.granted
        self._differ("D213", name, texts.security(old, self._old.scopes(old, own), self._renamed_schemes),
                     texts.security(new, self._new.scopes(new, own), {}), at)
        self._deprecated(name, old.doc, new.doc, at)

    def _signature(self, old: ir.Operation, new: ir.Operation, name: str) -> bool:
        """The types that C++ names of an operation. Gives whether those of its errors are the same."""
        at, sides = new.pointer, ((self._old, old), (self._new, new))
        self._compare_types("D110", name, *(side.type(one.request_name) if one.request_name else "no_request" for side, one in sides), at)
        if self._compare_types("D111", name, *(side.types.spell(one.response) for side, one in sides), at):
            self._told_apart(name, old.response, new.response, at)
        return self._compare_types("D111", f"{name}, errors", *(texts.errors(side.types, one) for side, one in sides), at)

    def _request(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        """Where a request goes, and its parameters."""
        at = new.pointer
        path = new.path if _is_same_path(old.path, new.path) else old.path
        self._differ("D208", name, f"{old.method.upper()} {path}", f"{new.method.upper()} {new.path}", at)
        for before, after in self._same_parameters(old, new):
            self._parameter(before, after, f"{name}, parameter {after.wire_name}")
        for parameter in sorted(self._settings):
            before, after = (next((given for given in one.parameters if given.client_name == parameter), None) for one in (old, new))
            if (before is None) != (after is None):
                places = (one.place if one is not None else texts.NOTHING for one in (before, after))
                self._say("D208", f"{name}, parameter {(before or after).wire_name}", *places, at)
        self._differ("D208", f"{name}, server", self._renamed_servers.get(old.server, old.server) or "the base address",
                     new.server or "the base address", at)

    def _body(self, old: ir.Operation, new: ir.Operation, name: str) -> None:
        if old.body is None or new.body is None:
            return
        self._differ("D208", f"{name}, body", *(texts.body(one.body_format) for one in (old, new)), new.pointer)
        # Beside parameters it is a member of the request, which is compared as such.
        if all(one.client_name for side in (old, new) for one in side.parameters):
            self._differ("D115" if new.body_required else "D204", f"{name}, body",
                         *("required" if one.body_required else "optional" for one in (old, new)), new.pointer)

    def _responses(self, old: ir.Operation, new: ir.Operation, name: str, are_errors_same: bool) -> None:
        """Which statuses, media types and headers come. are_errors_same: the types of errors are."""
        at = new.pointer
        successes = texts.successes(old), texts.successes(new)
        if successes[0] == successes[1]:  # beside the media types of what is read, which is asked for
            successes = tuple(f"{words}, asked for as {texts.accept(one)}" for words, one in zip(successes, (old, new)))
        self._differ("D209", name, *successes, at)
        statuses = [sorted(response.status for response in one.error_responses) for one in (old, new)]
        self._differ("D209", f"{name}, errors", *statuses, at)
        if are_errors_same and statuses[0] == statuses[1]:
            held = texts.held_by_errors(old, self._spell_old), texts.held_by_errors(new, self._spell_new)
            self._differ("D209", f"{name}, errors", *held, at)
        headers = [texts.headers(one) for one in (old, new)]
        self._differ("D223", name, [said for header, said in headers[0].items() if header not in headers[1]], [], at)
        self._differ("D309", name, [], [said for header, said in headers[1].items() if header not in headers[0]], at)

    def _parameter(self, old: ir.Parameter, new: ir.Parameter, entity: str) -> None:
        self._differ("D208", entity, old.place, new.place, new.pointer)
        if old.place == new.place and (old.style and new.style or self._spell_old(old.type) == self._spell_new(new.type)):  # else the type says it
            self._differ("D208", entity, texts.style(old), texts.style(new), new.pointer)
        self._default(entity, old, new)

    def _default(self, entity: str, old: "ir.Member | ir.Parameter", new: "ir.Member | ir.Parameter") -> None:
        if self._old.value(old.type, old.default) != self._new.value(new.type, new.default):
            self._say("D203", entity, old.default, new.default, new.pointer)

    def _same_parameters(self, old: ir.Operation, new: ir.Operation) -> list[tuple[ir.Parameter, ir.Parameter]]:
        """Those that each call gives. Those of the client are told once."""
        kept = {(one.place, one.wire_name): one for one in old.parameters}  # by the place and name of the new one
        if old.request_name in self._old.parameters and new.request_name in self._new.parameters:
            models = self._old.named[old.request_name], self._new.named[new.request_name]
            for wires in members(self._old, self._new, *models).items():
                one, other = (side.parameter(model, wire) for side, model, wire in zip((self._old, self._new), models, wires))
                if one is not None and other is not None:
                    kept[other.place, other.wire_name] = one
        by_name = {one.wire_name: one for one in reversed(old.parameters)}
        found = []
        for one in new.parameters:
            twin = kept.get((one.place, one.wire_name)) or by_name.get(one.wire_name)
            if twin is not None and one.client_name not in self._settings:
                found.append((twin, one))
        return found

    def _clients(self) -> None:
        """The clients in which the operations stand, if there are any of tags in the old version, and what these call them."""
        if not is_wanted(self._old.api, self._split):
            return
        clients = self._old.clients(self._split), self._new.clients(self._split)
        kept = {client for client, _ in clients[1].values()}
        remaining: dict[str, list[tuple[str, ir.Operation]]] = {}  # by old client: its operations, with their old id
        for id_, one in self._pairs.items():
            remaining.setdefault(clients[0][id_][0], []).append((id_, one))
        for client, inside in remaining.items():
            others = {clients[1][one.id][0] for _, one in inside}
            is_told = client not in kept and len(others) == 1
            if is_told:
                self._say("D119", client, client, *others, inside[0][1].pointer)
            for id_, one in inside:
                name = str(self._new.names.operations[one.id])
                (_, before), (other, after) = clients[0][id_], clients[1][one.id]
                is_called_otherwise = before != after and self._old.names.operations[id_] == name  # which is no news of another name
                sides = (f"{client}::{before}", f"{other}::{after}") if is_called_otherwise else (client, other)
                if client != other and not is_told:
                    self._say("D119", name, *sides, one.pointer)
                elif is_called_otherwise:
                    self._say("D109", sides[0], *sides, one.pointer)

    # ------------------------------------------------------------------------------------------------ client and service

    def _client(self) -> None:
        old = {one.name: one for one in self._old.api.client_parameters}
        new = {one.name: one for one in self._new.api.client_parameters}
        for key, one in old.items():
            name = f"parameters::{self._old.names.parameters[key]}"
            if key not in new:
                self._say("D112", name, one.wire_name, texts.NOTHING, one.pointer, gone=True)
                continue
            other = new[key]
            if sent_as(one) != sent_as(other):
                self._say("D214", name, f"{one.place} {one.wire_name}", f"{other.place} {other.wire_name}", other.pointer)
            self._deprecated(name, one.doc, other.doc, other.pointer)
            wires = (one.wire_name, other.wire_name) if sent_as(one) == sent_as(other) else ("", "")
            self._differ("D203", name, one.default, other.default, other.pointer)
            self._limits(name, one.constraints, other.constraints, other.pointer, wires=wires)
        for key, one in new.items():
            if key not in old:
                self._say("D305" if one.default is not None else "D115", f"parameters::{self._new.names.parameters[key]}", texts.NOTHING,
                          f"{one.place} {one.wire_name}", one.pointer)
        self._named("D113", "D306", "environment", *([one.name for one in side.api.environments] for side in (self._old, self._new)),
                    {one.name: one.pointer for side in (self._old, self._new) for one in side.api.environments})
        self._schemes()
        self._servers()
        formats = [side.api.problem for side in (self._old, self._new)]
        self._differ("D219", "problem_members", *map(texts.problem, formats), next((one.pointer for one in reversed(formats) if one), "#"),
                     gone=formats[1] is None)
        self._differ("D219", "trace headers", *(", ".join(side.api.trace_headers).lower() or "the usual ones" for side in (self._old, self._new)),
                     "#/x-restbind-trace-headers", gone=not self._new.api.trace_headers)

    def _schemes(self) -> None:
        old, new = ({one.name: one for one in side.api.schemes} for side in (self._old, self._new))
        for name, one in old.items():
            entity = f"schemes::{self._old.names.schemes[name]}"
            if name in self._renamed_schemes:
                other = new[self._renamed_schemes[name]]
                self._say("D117", entity, texts.scheme(one), f"schemes::{self._new.names.schemes[other.name]}: {texts.scheme(other)}", other.pointer)
                continue
            if name not in new:
                self._say("D117", entity, texts.scheme(one), texts.NOTHING, one.pointer, gone=True)
                continue
            self._deprecated(entity, one.doc, new[name].doc, new[name].pointer)
            if not is_same_scheme(one, new[name]):
                self._say("D220", entity, texts.scheme(one), texts.scheme(new[name]), new[name].pointer)
        old |= {self._renamed_schemes[name]: one for name, one in old.items() if name in self._renamed_schemes}
        for name, one in new.items():  # how tokens are asked for says nothing more where no token is sent any more
            before = old.get(name)
            if before is None or is_same_scheme(before, one):
                grants = [side.grant if side is not None else None for side in (before, one)]
                stated = grants[1] or grants[0]
                self._differ("D215", f"schemes::{self._new.names.schemes[name]}", *map(texts.grant, grants), stated.pointer if stated else "#",
                             gone=grants[1] is None)
        flows = self._old.flows(), self._new.flows()
        for name, (words, pointer) in flows[1].items():
            if name in flows[0] and words and flows[0][name][0]:
                self._differ("D215", f"schemes::{self._new.names.schemes.get(name, name)}", flows[0][name][0], words, pointer)

    def _servers(self) -> None:
        old, new = ({one.name: one for one in side.api.servers} for side in (self._old, self._new))
        names = self._old.names.servers, self._new.names.servers
        for key, one in old.items():
            entity = f"servers::{names[0][key]}"
            other = new.get(key)
            if other is not None:
                self._differ("D221", entity, texts.server(one), texts.server(other), other.pointer)
            elif key in self._renamed_servers:
                other = new[self._renamed_servers[key]]
                self._say("D118", entity, texts.server(one), f"servers::{names[1][other.name]}: {texts.server(other)}", other.pointer)
            else:
                self._say("D118", entity, texts.server(one), texts.NOTHING, one.pointer, gone=True)
        told = {one.server for one in self._new.api.operations} | set(self._renamed_servers.values())
        for key, one in new.items():
            if key not in old and key not in told:
                self._say("D308", f"servers::{names[1][key]}", texts.NOTHING, texts.server(one), one.pointer)
        main = self._old.api.main_server, self._new.api.main_server
        if main[0] in old and main[0] in new and main[1] in new:
            self._differ("D221", "use_document_servers", *(f"servers::{side[key]}" for side, key in zip(names, main)), new[main[1]].pointer)

    def _named(self, gone: str, added: str, kind: str, old: Iterable[str], new: Iterable[str], pointers: dict[str, str]) -> None:
        old, new = list(old), list(new)
        for name in old:
            if name not in new:
                self._say(gone, f"{kind}::{name}", name, texts.NOTHING, pointers[name], gone=True)
        for name in new:
            if name not in old:
                self._say(added, f"{kind}::{name}", texts.NOTHING, name, pointers[name])

    def _codes(self) -> None:
        old, new = ({one.name: one for one in side.api.error_codes} for side in (self._old, self._new))
        by_number = {one.code: one for one in new.values()}
        for name, one in old.items():
            entity = f"error_code::{name}"
            other = new.get(name)
            if other is None:
                twin = by_number.get(one.code)
                self._say("D114", entity, one.code, f"error_code::{twin.name}" if twin else texts.NOTHING, (twin or one).pointer, twin is None)
                continue
            self._differ("D206", entity, one.code, other.code, other.pointer)
            operation = self._pairs[one.operation].id if one.operation in self._pairs else one.operation
            self._differ("D207", entity, [*sorted(one.statuses), operation], [*sorted(other.statuses), other.operation], other.pointer)
        for name, one in new.items():
            if name not in old and one.code not in {other.code for other in old.values()}:
                self._say("D307", f"error_code::{name}", texts.NOTHING, one.code, one.pointer)

    def _assumptions(self) -> None:
        old, new = (list(side.api.assumptions) for side in (self._old, self._new))
        stated = {one.text for one in new}
        by_pointer = {one.pointer: one for one in new if one.text not in {other.text for other in old}}
        for one in old:
            if one.text in stated:
                continue
            other = by_pointer.pop(one.pointer, None)
            name = " ".join(one.ids) or "an assumption"
            if other is not None:
                self._say("D403", name, one.text, other.text, one.pointer)
            else:
                here = self._new._documents.at(one.pointer) is not None
                self._say("D401", name, one.text, "stated" if here else texts.NOTHING, one.pointer, gone=not here)
        for one in by_pointer.values():
            self._say("D402", " ".join(one.ids) or "an assumption", texts.NOTHING, one.text, one.pointer)
