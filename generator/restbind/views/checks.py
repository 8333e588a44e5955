# SPDX-License-Identifier: BSL-1.0
"""The statements that check a value: its own limits, and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import SCHEMA_HEADER, Condition, Place, SchemaCall
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views.discriminators import may_be_called_otherwise
from restbind.views.holding import held
from restbind.views.rules import Name, Row
from restbind.views.rules import row as row_of
from restbind.views.schemas import Needs

DISCRIMINATOR_HEADER = "<restbind/json/detail/discriminator.hpp>"
NEAREST_HEADER = "<restbind/json/detail/nearest_alternative.hpp>"

_AS_SCHEMAS = ("others", "schema", "unevaluated")


class Checks:
    """The statements of one function, which adds each broken rule to `found`.

    with_rules: the models that have functions of their own. has_table: the function's rules stand
    in a table; else each statement has the whole rule. needs: what the statements need. rows: the
    rules in the table. nested: the rows for types with rules that the value holds, in order.
    """

    def __init__(self, types: Types, with_rules: Collection[str], has_table: bool) -> None:
        self._types = types
        self._with_rules = with_rules
        self._has_table = has_table
        self.needs = Needs()
        self.rows: list[Row] = []
        self.nested: dict[Row, None] = {}

    def add(self, row: Row, indent: int) -> Safe:
        """The statement that notes a broken rule."""
        if not self._has_table:
            return text.call("found.add({", row.lines(indent), "});", indent)
        if row not in self.rows:
            self.rows.append(row)
        return text.remark(
            Safe(f"{' ' * indent}found.add(rules[{self.rows.index(row)}]);"),
            row.message or row.keyword,
        )

    def limits(
        self,
        constraints: Sequence[ir.Constraint],
        kind: ir.Type,
        place: Place,
        wire: Name,
        guard: Safe | None,
        indent: int,
    ) -> list[Safe]:
        """A statement for each constraint that can be broken. guard: the condition under which
        there is a value.
        """
        found: list[Safe] = []
        for constraint in constraints:
            is_whole = constraint.keyword == "known" and not constraint.limits
            if constraint.keyword in _AS_SCHEMAS and not constraint.message:
                found += self._encoded(constraint, place, wire, guard, indent)
            elif (is_whole or constraint.keyword == "others") and self._are_named(kind):
                found += self._open_object(constraint, place, wire, guard, indent)
            else:
                found += self._limit(constraint, kind, place, wire, guard, indent)
        return found

    def _encoded(
        self,
        constraint: ir.Constraint,
        place: Place,
        wire: Name,
        guard: Safe | None,
        indent: int,
    ) -> list[Safe]:
        """The check of a value by a schema."""
        told = [[self._schema(constraint)], [place.text], [Safe("found")]]
        told += [[wire.code]] if wire.is_said else []
        guards = [guard] if guard else []
        if constraint.keyword == "others":
            guards.append(code("std::holds_alternative<boost::json::object>({})", place.text))
        name = "check_unevaluated" if constraint.keyword == "unevaluated" else "check_encoded"
        inner = indent + (4 if guards else 0)
        call = text.call(f"restbind::json::{name}(", told, ");", inner)
        return [text.condition("if (", guards, "&&", ")", indent), call] if guards else [call]

    def _open_object(
        self,
        constraint: ir.Constraint,
        place: Place,
        wire: Name,
        guard: Safe | None,
        indent: int,
    ) -> list[Safe]:
        """The check that the value is no object that none of the alternatives describes."""
        self.needs.headers.add(NEAREST_HEADER)
        inner = indent + (4 if guard else 0)
        message = text.view_lines(constraint.message, text.WIDTH - inner - 6)
        told = [[place.text], [Safe("found")], [wire.code], message]
        if constraint.keyword == "others":
            told.append([self._schema(constraint)])
        call = text.call("restbind::json::refuse_open_object(", told, ");", inner)
        return [text.condition("if (", [guard], "&&", ")", indent), call] if guard else [call]

    def _limit(
        self,
        constraint: ir.Constraint,
        kind: ir.Type,
        place: Place,
        wire: Name,
        guard: Safe | None,
        indent: int,
    ) -> list[Safe]:
        """The check of a limit by a condition; nothing where no value breaks it."""
        condition = self._types.holds(constraint, kind, place)
        if condition is None:
            return []
        self.needs.note(condition)
        guards = [Safe("found.checks_formats()")] if constraint.keyword == "format" else []
        guards += [guard] if guard else []
        head, tail = (f"if ({' && '.join(guards)} && !(", "))") if guards else ("if (!(", "))")
        return [
            text.condition(head, condition.parts, condition.operator, tail, indent),
            self.add(row_of(constraint, wire), indent + 4),
        ]

    def _schema(self, constraint: ir.Constraint) -> Safe:
        """The call that gives the schema of a constraint."""
        schema = SchemaCall.of(constraint)
        self.needs.note(Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=(schema,)))
        return schema.call

    def apart(
        self, constraints: Sequence[ir.Constraint], kind: ir.Type
    ) -> tuple[list[ir.Constraint], list[ir.Constraint]]:
        """Constraints of a value, and apart from them the schemas of a choice. These are asked only
        where the alternative that the value is finds nothing: it says better what is wrong."""
        kind = self._types.resolve(kind)
        if (
            not isinstance(kind, ir.OneOf)
            or self._types.judged(kind) is None
            or holds_rules(self._types, kind)
        ):
            return list(constraints), []
        choice = [
            constraint
            for constraint in constraints
            if constraint.keyword == "schema" and not constraint.message
        ]
        return [constraint for constraint in constraints if constraint not in choice], choice

    def below(
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
        self.needs.called.add(kind.name)
        self.nested[Row(wire, "nested", str(self._types.names.types[kind.name]), "")] = None
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
        own, choice = self.apart(checked.of_elements, item)
        inner = self.limits(
            own, item, element, wire.elements, name if kind.nullable else None, indent + 4
        )
        below = self.below(
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
        if schema is None or holds_rules(self._types, kind):
            return self._walk_each(kind, place, wire, indent, depth, checked) + self._named(
                kind, place, wire, indent
            )
        inner = self._walk_each(kind, place, wire, indent + 4, depth, checked)
        whole = self.limits(choice, kind, place, wire, None, indent + 4 if inner else indent)
        lines = self.unless(place.text, inner, [schema], indent, whole) if inner else whole
        return lines + self._named(kind, place, wire, indent)

    def unless(
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
        self.needs.note(Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=tuple(schemas)))
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
            limits, choice = self.apart(own.constraints, alternative)
            checks = self.limits(limits, alternative, held, wire, None, indent + 4)
            below = self.below(alternative, held, wire, indent + 4, depth + 1, own, choice)
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
                self.needs.headers.add("<variant>")
        return lines

    def _named(self, kind: ir.OneOf, place: Place, wire: Name, indent: int) -> list[Safe]:
        """The check that no alternative says that it is another one, which holds whatever else the
        value may be by a schema.
        """
        if not may_be_called_otherwise(kind, self._types):
            return []
        self.needs.headers.add(DISCRIMINATOR_HEADER)
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


def holds_rules(types: Types, kind: ir.Type) -> bool:
    """Rules that no schema knows apply to the value, or below it: they hold for what it is in
    C++.
    """
    names = held(types, ir.referred(kind))
    return any(types.models[name].rules for name in names if name in types.models)
