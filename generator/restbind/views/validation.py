# SPDX-License-Identifier: BSL-1.0
"""View of validation.hpp: one function for each model of a request that has rules itself or
below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from restbind import ir
from restbind.cpp import text
from restbind.cpp.cel import Emitter
from restbind.cpp.conditions import SCHEMA_HEADER, Condition, Place, SchemaCall
from restbind.cpp.text import code
from restbind.cpp.types import WRAPPED, Types
from restbind.graph import all_from
from restbind.naming import Safe
from restbind.views.discriminators import preset
from restbind.views.holding import held, holders
from restbind.views.order import ordered
from restbind.views.rules import NOTHING, Name, Row, RulesView, article
from restbind.views.rules import row as row_of
from restbind.views.rules import table
from restbind.views.schemas import Needs, PatternView, SchemaView, pattern_views, schema_views

DISCRIMINATOR_HEADER = "<restbind/json/detail/discriminator.hpp>"
NEAREST_HEADER = "<restbind/json/detail/nearest_alternative.hpp>"
# Elements that are handed over by value.


@dataclass(frozen=True)
class FunctionView:
    """The check of a type. article: what stands in front of its name in a sentence. rules: the
    table of what it checks, if there is one.
    """

    name: Safe
    article: Safe
    lines: tuple[Safe, ...]
    rules: RulesView | None = None


@dataclass(frozen=True)
class ValidationView:
    """forward: the types whose functions are declared first."""

    patterns: tuple[PatternView, ...]
    schemas: tuple[SchemaView, ...]
    forward: tuple[Safe, ...]
    functions: tuple[FunctionView, ...]
    headers: frozenset[str]


@dataclass(frozen=True)
class PartView:
    """The function of one model, and what it needs."""

    name: str
    function: FunctionView
    needs: Needs


class Validation:
    """Which models have rules, and the statements that check them."""

    def __init__(self, api: ir.Api, types: Types) -> None:
        self._api = api
        self._types = types
        self._needs = Needs()
        # The rules of the model whose statements are made; None for a request, which has no table.
        self._rows: list[Row] | None = None
        self._nested: dict[Row, None] = {}  # which types with rules it holds; in order
        self._parts: list[PartView] | None = None
        self._places = {
            operation.request_name: {
                parameter.wire_name: parameter.place
                for parameter in operation.parameters
                if not parameter.client_name
            }
            for operation in api.operations
            if operation.request_name
        }
        self._bodies = {
            operation.request_name
            for operation in api.operations
            if operation.body is not None
            and any(not parameter.client_name for parameter in operation.parameters)
        }
        reachable = held(
            types,
            [*(sent.request_name for sent in api.operations if sent.request_name), *api.payloads],
        )
        self._models = [
            type_
            for type_ in ordered(api)[0]
            if isinstance(type_, ir.Model) and type_.name in reachable
        ]
        # Grows until nothing is added: a model counts once it, or one that it holds, has a rule.
        self._with_rules: frozenset[str] = frozenset()
        holders_of = holders(types, self._models)
        todo = self._models
        while todo:
            new = {model.name for model in todo if self._statements(model)}
            self._with_rules |= new
            again = {
                holder for name in new for holder in holders_of.get(name, ())
            } - self._with_rules
            todo = [model for model in self._models if model.name in again]

    def parts(self) -> list[PartView]:
        """All functions, callees first."""
        if self._parts is None:
            self._parts = self._made()
        return self._parts

    def tables(self, operation: ir.Operation) -> list[Safe]:
        """The types whose tables have the rules that a request is checked by."""
        called = {part.name: part.needs.called for part in self.parts()}
        checked = set(all_from(self.needs_of(operation).called, lambda name: called.get(name, ())))
        return [
            self._types.names.types[part.name]
            for part in self.parts()
            if part.name in checked
            and part.function.rules is not None
            and part.function.rules.is_breakable
        ]

    def _made(self) -> list[PartView]:
        found = []
        for model in self._models:
            if model.name not in self._with_rules:
                continue
            lines, needs = self._gathered(partial(self._statements, model))
            name = self._types.names.types[model.name]
            rows = [*(self._rows or ()), *self._nested]
            needs.headers |= {"<array>", "<restbind/core/validation.hpp>"} if rows else set()
            function = FunctionView(name, article(name), tuple(lines), table(rows))
            found.append(PartView(model.name, function, needs))
        return found

    def view(self, parts: Sequence[PartView] | None = None) -> ValidationView:
        """One header with these functions, by default with all and with what the checks of requests
        need. What a function of a cycle calls before it is defined is declared beforehand. Calls of
        functions that are not among them, and the schemas of some parts, are met by other headers.
        """
        is_whole = parts is None
        parts = self.parts() if parts is None else parts
        rank = {part.name: index for index, part in enumerate(parts)}
        forward: dict[str, None] = {}
        for index, part in enumerate(parts):
            later = [name for name in part.needs.called if rank.get(name, -1) > index]
            forward.update(dict.fromkeys(sorted(later, key=rank.__getitem__)))
        declared = tuple(self._types.names.types[name] for name in forward)
        needs = [part.needs for part in parts]
        needs += (
            [
                *(self.needs_of(operation) for operation in self._api.operations),
                self.needs_of_parameters(),
            ]
            if is_whole
            else []
        )
        return ValidationView(
            pattern_views(needs) if is_whole else (),
            schema_views(needs) if is_whole else (),
            declared,
            tuple(part.function for part in parts),
            frozenset(header for need in needs for header in need.headers),
        )

    def needs_of(self, operation: ir.Operation) -> Needs:
        """What the check of a request needs."""
        return self._gathered(lambda: self.of_request(operation, 0))[1]

    def needs_of_parameters(self) -> Needs:
        """What the check of the client's parameters needs."""
        needs = Needs()
        for parameter in self._api.client_parameters:
            for limit in parameter.constraints:
                needs.note(
                    self._types.holds(
                        limit, ir.Scalar("string"), Place(Safe("value"), Safe("value."))
                    )
                    or Condition([])
                )
        return needs

    def of_request(self, operation: ir.Operation, indent: int) -> list[Safe]:
        """The statements that check a request, whose name is `request`; none where no rule applies
        to it.
        """
        if not operation.request_name:
            return []
        kind: ir.Type = ir.Ref(operation.request_name)
        place, guard = Place(Safe("request"), Safe("request.")), None
        if (whole := self._types.resolve(kind)).present is not whole:
            kind, place, guard = (
                whole.present,
                Place(Safe("*request"), Safe("request->")),
                Safe("request"),
            )
        self._rows = None
        own, choice = self._apart(operation.checked.constraints, kind)
        lines = self._checks(own, kind, place, NOTHING, guard, indent)
        inner = self._walk(
            kind, place, NOTHING, indent + (4 if guard else 0), 1, operation.checked, choice
        )
        if not inner or guard is None:
            return lines + inner
        pad = Safe(" " * indent)
        return [*lines, code("{}if ({})", pad, guard), code("{}{{", pad), *inner, code("{}}}", pad)]

    # ----------------------------------------------------------------------------------------------
    # internals

    def _gathered(self, statements: Callable[[], list[Safe]]) -> tuple[list[Safe], Needs]:
        """Statements, and what these and no others need."""
        self._needs = Needs()
        lines = statements()
        needs, self._needs = self._needs, Needs()
        return lines, needs

    def _add(self, row: Row, indent: int) -> Safe:
        """The statement that notes a broken rule."""
        if self._rows is None:
            return text.call("found.add({", row.lines(indent), "});", indent)
        if row not in self._rows:
            self._rows.append(row)
        return text.remark(
            Safe(f"{' ' * indent}found.add(rules[{self._rows.index(row)}]);"),
            row.message or row.keyword,
        )

    def _statements(self, model: ir.Model) -> list[Safe]:
        self._rows, self._nested = [], {}
        lines: list[Safe] = self._checks(
            model.constraints,
            ir.Ref(model.name),
            Place(Safe("value"), Safe("value.")),
            NOTHING,
            None,
            4,
        )
        places, here = self._places.get(model.name, {}), "body"
        for member in model.members:
            if member.access == "read_only":  # what is not sent is not checked
                continue
            added = (
                self._conditional(model, member)
                if member.conditional
                else self._member(model, member)
            )
            here, located = (
                self._located(places.get(member.wire_name, "body"), here) if added else (here, [])
            )
            lines += located + added
        if model.extra is not None:
            lines += self._walk(
                model.extra,
                Place(Safe("value.additional_properties"), Safe("value.additional_properties.")),
                Name("", "additional_properties"),
                4,
                1,
                model.extra_checked,
            )
        for rule in model.rules:
            emitter = Emitter(self._types)
            condition = emitter.split(rule.expression)
            self._needs.headers |= emitter.headers
            lines.append(
                code("\n    // {}", text.line(rule.id))
                if lines
                else code("    // {}", text.line(rule.id))
            )
            here, located = self._located(places.get(_first_name(rule.field_path), "body"), here)
            lines += located
            lines.append(text.condition("if (!(", condition.parts, condition.operator, "))", 4))
            name = Name(rule.field_path, self._cpp_path(model, rule.field_path))
            lines.append(self._add(Row(name, "stated", "", rule.message, rule.id), 8))
        if self._rows:
            lines.insert(
                0,
                code(
                    "    auto const& rules = restbind::rules_of<{}>;",
                    self._types.names.types[model.name],
                ),
            )
        return lines

    def _located(self, place: str, here: str) -> tuple[str, list[Safe]]:
        """Where the members are that follow, and the statement that says so, if it is elsewhere."""
        return place, (
            [] if place == here else [Safe(f"    found.locate(restbind::location::{place});")]
        )

    def _cpp_path(self, model: ir.Model, path: str) -> str:
        """`detail[0].seatId` in the names of C++."""
        here: ir.Model | None = model
        parts = []
        for part in path.split(".") if path else []:
            wire = _first_name(part)
            member = (
                next(
                    (held_member for held_member in here.members if held_member.wire_name == wire),
                    None,
                )
                if here is not None
                else None
            )
            called = (
                self._types.names.member(here.name, wire)
                if here is not None and member is not None
                else wire
            )
            parts.append(called + part[len(wire) :])
            kind = self._types.resolve(member.type) if member else None
            while isinstance(kind, ir.Array):
                kind = self._types.resolve(kind.element)
            here = self._types.models.get(kind.name) if isinstance(kind, ir.Ref) else None
        return ".".join(parts)

    def _conditional(self, model: ir.Model, member: ir.Member) -> list[Safe]:
        """A member whose type may say more than holds in this case, which the schemas of the model
        tell.
        """
        schemas = [
            SchemaCall.of(constraint)
            for constraint in model.constraints
            if constraint.keyword in ("schema", "unevaluated")
        ]
        if not schemas or self._holds_rules(member.type):
            return self._member(model, member)
        inner = self._member(model, member, 8)
        return self._unless(Safe("value"), inner, schemas, 4) if inner else []

    def _member(self, model: ir.Model, member: ir.Member, indent: int = 4) -> list[Safe]:
        name = self._types.names.member(model.name, member.wire_name)
        own = code("value.{}", name)
        wrapped = member.presence in WRAPPED or member.boxed
        place = (
            Place(code("*{}", own), code("{}->", own)) if wrapped else Place(own, code("{}.", own))
        )
        wire = Name(member.wire_name, str(name))
        if (
            model.name in self._bodies
            and member.wire_name == "body"
            and member is model.members[-1]
        ):
            wire = NOTHING  # places are told as the service sees them: from the body on
        lines: list[Safe] = []
        guard = own if wrapped else None
        if member.missing and not self._types.has_start(member):
            unset, guard = self._types.unset(member, own)
            lines += [
                text.condition("if (", [unset], "&&", ")", indent),
                self._add(Row(wire, "required", "", member.missing), indent + 4),
            ]
        limits, choice = self._apart(member.constraints, member.type)
        lines += self._checks(limits, member.type, place, wire, guard, indent)
        is_asked = wrapped or self._types.must_be_set(member)
        inner = self._walk(
            member.type, place, wire, indent + 4 if is_asked else indent, 1, member.checked, choice
        )
        if inner and guard is not None and is_asked:
            braces = len(inner) > 1
            pad = Safe(" " * indent)
            lines.append(code("{}if ({})", pad, guard))
            lines += [code("{}{{", pad), *inner, code("{}}}", pad)] if braces else inner
        else:
            lines += inner
        return lines

    def _checks(
        self,
        constraints: Sequence[ir.Constraint],
        kind: ir.Type,
        place: Place,
        wire: Name,
        guard: Safe | None,
        indent: int,
    ) -> list[Safe]:
        """One statement for each constraint that can be broken."""
        lines = []
        for constraint in constraints:
            if constraint.keyword in ("others", "schema", "unevaluated") and not constraint.message:
                schema = SchemaCall.of(constraint)
                self._needs.note(
                    Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=(schema,))
                )
                told = [
                    [schema.call],
                    [place.text],
                    [Safe("found")],
                    *([[wire.code]] if wire.is_said else []),
                ]
                guards = [guard] if guard else []
                guards += (
                    [code("std::holds_alternative<boost::json::object>({})", place.text)]
                    if constraint.keyword == "others"
                    else []
                )
                name = (
                    "check_unevaluated" if constraint.keyword == "unevaluated" else "check_encoded"
                )
                call = text.call(
                    f"restbind::json::{name}(", told, ");", indent + (4 if guards else 0)
                )
                lines += (
                    [text.condition("if (", guards, "&&", ")", indent), call] if guards else [call]
                )
                continue
            if (
                constraint.keyword == "known"
                and not constraint.limits
                or constraint.keyword == "others"
            ) and self._are_named(kind):
                self._needs.headers.add(NEAREST_HEADER)
                lines += [text.condition("if (", [guard], "&&", ")", indent)] if guard else []
                inner = indent + (4 if guard else 0)
                told = [
                    [place.text],
                    [Safe("found")],
                    [wire.code],
                    text.view_lines(constraint.message, text.WIDTH - inner - 6),
                ]
                if constraint.keyword == "others":
                    schema = SchemaCall.of(constraint)
                    self._needs.note(
                        Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=(schema,))
                    )
                    told.append([schema.call])
                lines.append(text.call("restbind::json::refuse_open_object(", told, ");", inner))
                continue
            condition = self._types.holds(constraint, kind, place)
            if condition is None:
                continue
            self._needs.note(condition)
            guards = [
                *([Safe("found.checks_formats()")] if constraint.keyword == "format" else []),
                *([guard] if guard else []),
            ]
            head, tail = (f"if ({' && '.join(guards)} && !(", "))") if guards else ("if (!(", "))")
            lines.append(text.condition(head, condition.parts, condition.operator, tail, indent))
            lines.append(self._add(row_of(constraint, wire), indent + 4))
        return lines

    def _apart(
        self, constraints: Sequence[ir.Constraint], kind: ir.Type
    ) -> tuple[list[ir.Constraint], list[ir.Constraint]]:
        """Constraints of a value, and apart from them the schemas of a choice. These are asked only
        where the alternative that the value is finds nothing: it says better what is wrong."""
        kind = self._types.resolve(kind)
        if (
            not isinstance(kind, ir.OneOf)
            or self._types.judged(kind) is None
            or self._holds_rules(kind)
        ):
            return list(constraints), []
        choice = [
            constraint
            for constraint in constraints
            if constraint.keyword == "schema" and not constraint.message
        ]
        return [constraint for constraint in constraints if constraint not in choice], choice

    def _walk(
        self,
        kind: ir.Type,
        place: Place,
        wire: Name,
        indent: int,
        depth: int,
        checked: ir.Checked = ir.Checked(),
        choice: Sequence[ir.Constraint] = (),
    ) -> list[Safe]:
        """Statements that look below a value; none where no rule is found there. checked: what
        holds for the value, which is checked, and below. choice: see _apart()."""
        walks: dict[type[ir.Type], Callable[..., list[Safe]]] = {
            ir.Ref: self._walk_named,
            ir.OneOf: self._walk_alternatives,
            ir.Array: self._walk_elements,
            ir.Map: self._walk_elements,
        }
        kind = self._types.resolve(kind)
        return (
            walks[type(kind)](kind, place, wire, indent, depth, checked, choice)
            if type(kind) in walks
            else []
        )

    def _walk_named(
        self,
        kind: ir.Ref,
        place: Place,
        wire: Name,
        indent: int,
        _depth: int,
        _checked: ir.Checked,
        _choice: Sequence[ir.Constraint],
    ) -> list[Safe]:
        if kind.name not in self._with_rules:
            return []
        self._needs.called.add(kind.name)
        self._nested[Row(wire, "nested", str(self._types.names.types[kind.name]), "")] = None
        pad = Safe(" " * indent)
        if not wire.is_said:
            return [code("{}validate({}, found);", pad, place.text)]
        return [
            code("{}found.enter({}, [&] {{ validate({}, found); }});", pad, wire.code, place.text)
        ]

    def _walk_elements(
        self,
        kind: ir.Collection,
        place: Place,
        wire: Name,
        indent: int,
        depth: int,
        checked: ir.Checked,
        _choice: Sequence[ir.Constraint],
    ) -> list[Safe]:
        item, pad = kind.element, Safe(" " * (indent + 4))
        name = Safe("element" if depth == 1 else f"element_{depth}")
        element = (
            Place(code("*{}", name), code("{}->", name))
            if kind.nullable
            else Place(name, code("{}.", name))
        )
        own, choice = self._apart(checked.of_elements, item)
        inner = self._checks(
            own, item, element, wire.elements, name if kind.nullable else None, indent + 4
        )
        below = self._walk(
            item,
            element,
            wire.elements,
            indent + (8 if kind.nullable else 4),
            depth + 1,
            checked.elements or ir.Checked(),
            choice,
        )
        if below and kind.nullable:
            below = [code("{}if ({})", pad, name), code("{}{{", pad), *below, code("{}}}", pad)]
        inner += below
        if not inner:
            return []
        small = self._types.behind(item).is_small and not kind.nullable
        parameter = code("{} {}" if small else "{} const& {}", self._types.element(kind), name)
        return text.with_lambda(
            code("found.each({}, {}, ", wire.code, place.text), parameter, inner, indent
        )

    def _walk_alternatives(
        self,
        kind: ir.OneOf,
        place: Place,
        wire: Name,
        indent: int,
        depth: int,
        checked: ir.Checked,
        choice: Sequence[ir.Constraint],
    ) -> list[Safe]:
        schema = self._types.judged(kind)
        if schema is None or self._holds_rules(kind):
            return self._walk_each(kind, place, wire, indent, depth, checked) + self._named(
                kind, place, wire, indent
            )
        inner = self._walk_each(kind, place, wire, indent + 4, depth, checked)
        whole = self._checks(choice, kind, place, wire, None, indent + 4 if inner else indent)
        lines = self._unless(place.text, inner, [schema], indent, whole) if inner else whole
        return lines + self._named(kind, place, wire, indent)

    def _unless(
        self,
        value: Safe,
        inner: list[Safe],
        schemas: Sequence[SchemaCall],
        indent: int,
        otherwise: Sequence[Safe] = (),
    ) -> list[Safe]:
        """Statements whose findings do not count where the value fits all of the schemas, and those
        that follow where nothing counts.
        """
        self._needs.note(Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=tuple(schemas)))
        pad = Safe(" " * indent)
        tail = text.call(
            "}, ", [[schema.call] for schema in schemas], "))" if otherwise else ");", indent
        )
        head = code(
            (
                "{}if (restbind::json::check_alternative({}, found, [&] {{"
                if otherwise
                else "{}restbind::json::check_alternative({}, found, [&] {{"
            ),
            pad,
            value,
        )
        if len(otherwise) < 2:
            return [head, *inner, tail, *otherwise]
        return [head, *inner, tail, code("{}{{", pad), *otherwise, code("{}}}", pad)]

    def _holds_rules(self, kind: ir.Type) -> bool:
        """Rules that no schema knows apply to the value, or below it: they hold for what it is in
        C++.
        """
        models = self._types.models
        return any(
            models[name].rules for name in held(self._types, ir.referred(kind)) if name in models
        )

    def _walk_each(
        self, kind: ir.OneOf, place: Place, wire: Name, indent: int, depth: int, checked: ir.Checked
    ) -> list[Safe]:
        lines: list[Safe] = []
        name = Safe("one" if depth == 1 else f"one_{depth}")
        held = Place(code("*{}", name), code("{}->", name))
        for alternative, own in zip_longest(
            kind.alternatives, checked.alternatives, fillvalue=ir.Checked()
        ):
            assert isinstance(alternative, ir.Type) and isinstance(own, ir.Checked)
            limits, choice = self._apart(own.constraints, alternative)
            checks = self._checks(limits, alternative, held, wire, None, indent + 4)
            below = self._walk(alternative, held, wire, indent + 4, depth + 1, own, choice)
            inner = checks + below
            if inner:
                pad = Safe(" " * indent)
                spelt = self._types.spell(alternative)
                lines.append(
                    code(
                        "{}if (auto const* {} = std::get_if<{}>(&{}))", pad, name, spelt, place.text
                    )
                )
                # Alternatives within an alternative are several statements.
                are_several = (
                    len(limits) + bool(below) > 1 or self._types.behind(alternative).is_variant
                )
                lines += [code("{}{{", pad), *inner, code("{}}}", pad)] if are_several else inner
                self._needs.headers.add("<variant>")
        return lines

    def _named(self, kind: ir.OneOf, place: Place, wire: Name, indent: int) -> list[Safe]:
        """The check that no alternative says that it is another one, which holds whatever else the
        value may be by a schema.
        """
        if not self._may_be_called_otherwise(kind):
            return []
        self._needs.headers.add(DISCRIMINATOR_HEADER)
        told = [[place.text], [Safe("found")], *([[wire.code]] if wire.is_said else [])]
        return [text.call("restbind::json::check_discriminator(", told, ");", indent)]

    def _are_named(self, kind: ir.Type) -> bool:
        """The alternatives have a discriminator, and a type in whose namespace the compiler finds
        it.
        """
        kind = self._types.resolve(kind)
        return (
            isinstance(kind, ir.OneOf)
            and kind.discriminator != ""
            and any(
                isinstance(bare := self._types.resolve(alternative), ir.Ref)
                and bare.name in self._types.models
                for alternative in kind.alternatives
            )
        )

    def _may_be_called_otherwise(self, kind: ir.OneOf) -> bool:
        """One of the alternatives could say by its discriminator that it is another one, which no
        check of its own refuses.
        """
        begun = preset(kind, self._types) if kind.discriminator else {}
        for place, alternative in enumerate(kind.alternatives if kind.discriminator else ()):
            bare = self._types.resolve(alternative)
            model = self._types.models.get(bare.name) if isinstance(bare, ir.Ref) else None
            own = {str(value) for value, other in kind.mapping if other == place}
            others = {str(value) for value, other in kind.mapping if other != place} - own
            if kind.otherwise == ir.UNLISTED and not own:
                continue
            is_rest_other = kind.otherwise >= 0 and kind.otherwise != place
            if isinstance(bare, ir.OneOf) and (others or is_rest_other):
                return True
            is_preset = place in begun and kind.otherwise < 0
            for member in (
                model.members
                if model is not None and (others or is_rest_other or is_preset)
                else ()
            ):
                tells = member.wire_name == kind.discriminator and member.access != "read_only"
                if tells and not _refuses(member, own, others, is_rest_other, is_preset):
                    return True
        return False


def _refuses(
    member: ir.Member, own: set[str], others: set[str], is_rest_other: bool, is_preset: bool
) -> bool:
    """The member's own values are listed, and none of these stands for another alternative, nor
    that it is absent. is_preset: it begins with its value, so that no other one is sent, and not
    null."""
    is_there = (
        not member.conditional
        and not (is_rest_other and member.presence.startswith("optional"))
        and not (is_preset and member.presence.endswith("nullable"))
    )
    return is_there and any(
        constraint.keyword == "enum"
        and (
            own.issuperset(constraint.limits)
            if is_rest_other or is_preset
            else others.isdisjoint(constraint.limits)
        )
        for constraint in member.constraints
    )


def _first_name(path: str) -> str:
    """`detail` of `detail[0].seatId`."""
    return path.split(".")[0].split("[")[0]
