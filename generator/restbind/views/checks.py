# SPDX-License-Identifier: BSL-1.0
"""What is checked of a value: its own limits, and what it holds. `checks.j2` prints it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import SCHEMA_HEADER, Condition, Place, SchemaCall
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe
from restbind.views.check_views import (
    AlternativeView,
    BrokenView,
    CheckView,
    DiscriminatorCheckView,
    ElementsView,
    GivenView,
    LimitView,
    NamedView,
    OpenObjectView,
    SchemaCheckView,
    UnlessView,
)
from restbind.views.discriminators import may_be_called_otherwise
from restbind.views.holding import held
from restbind.views.rules import NONE, Name, Row
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

    def broken(self, row: Row) -> BrokenView:
        """What is noted where a rule is broken."""
        if not self._has_table:
            return BrokenView(0, NONE, row.view)
        if row not in self.rows:
            self.rows.append(row)
        return BrokenView(self.rows.index(row), text.line(row.message or row.keyword), None)

    def limits(
        self,
        constraints: Sequence[ir.Constraint],
        kind: ir.Type,
        place: Place,
        wire: Name,
        guard: Safe,
    ) -> list[CheckView]:
        """A statement for each constraint that can be broken. guard: the condition under which
        there is a value, '' where there always is one.
        """
        found: list[CheckView] = []
        for constraint in constraints:
            is_whole = constraint.keyword == "known" and not constraint.limits
            if constraint.keyword in _AS_SCHEMAS and not constraint.message:
                found.append(self._by_schema(constraint, place, wire, guard))
            elif (is_whole or constraint.keyword == "others") and self._are_named(kind):
                found.append(self._open_object(constraint, place, wire, guard))
            else:
                found += self._limit(constraint, kind, place, wire, guard)
        return found

    def _by_schema(
        self, constraint: ir.Constraint, place: Place, wire: Name, guard: Safe
    ) -> CheckView:
        """The check of a value by a schema."""
        check = SchemaCheckView(
            constraint.keyword == "unevaluated",
            self._schema(constraint),
            place.text,
            wire.argument,
        )
        guards = [guard] if guard else []
        if constraint.keyword == "others":
            guards.append(code("std::holds_alternative<boost::json::object>({})", place.text))
        return _given(Condition(guards).text, check)

    def _open_object(
        self, constraint: ir.Constraint, place: Place, wire: Name, guard: Safe
    ) -> CheckView:
        """The check that the value is no object that none of the alternatives describes."""
        self.needs.headers.add(NEAREST_HEADER)
        message = text.long_view(constraint.message)
        schema = self._schema(constraint) if constraint.keyword == "others" else NONE
        return _given(guard, OpenObjectView(place.text, wire.code, message, schema))

    def _limit(
        self,
        constraint: ir.Constraint,
        kind: ir.Type,
        place: Place,
        wire: Name,
        guard: Safe,
    ) -> list[CheckView]:
        """The check of a limit by a condition; nothing where no value breaks it."""
        condition = self._types.holds(constraint, kind, place)
        if condition is None:
            return []
        self.needs.note(condition)
        is_format = constraint.keyword == "format"
        broken = self.broken(row_of(constraint, wire))
        return [LimitView(guard, is_format, condition.text, broken)]

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
        depth: int,
        checked: ir.Checked = ir.Checked(),
        choice: Sequence[ir.Constraint] = (),
    ) -> list[CheckView]:
        """Statements that look below a value; none where no rule is found there. checked: what
        holds for the value, which is checked, and below. choice: see apart()."""
        walks: dict[type[ir.Type], Callable[..., list[CheckView]]] = {
            ir.Ref: self._walk_named,
            ir.OneOf: self._walk_alternatives,
            ir.Array: self._walk_elements,
            ir.Map: self._walk_elements,
        }
        kind = self._types.resolve(kind)
        walk = walks.get(type(kind))
        return walk(kind, place, wire, depth, checked, choice) if walk else []

    def _walk_named(
        self,
        kind: ir.Ref,
        place: Place,
        wire: Name,
        _depth: int,
        _checked: ir.Checked,
        _choice: Sequence[ir.Constraint],
    ) -> list[CheckView]:
        if kind.name not in self._with_rules:
            return []
        self.needs.called.add(kind.name)
        self.nested[Row(wire, "nested", str(self._types.names.types[kind.name]), "")] = None
        return [NamedView(place.text, wire.argument)]

    def _walk_elements(
        self,
        kind: ir.Collection,
        place: Place,
        wire: Name,
        depth: int,
        checked: ir.Checked,
        _choice: Sequence[ir.Constraint],
    ) -> list[CheckView]:
        item = kind.element
        name = Safe("element" if depth == 1 else f"element_{depth}")
        element = _pointed(name) if kind.nullable else Place(name, code("{}.", name))
        guard = name if kind.nullable else NONE
        own, choice = self.apart(checked.of_elements, item)
        inner = self.limits(own, item, element, wire.elements, guard)
        of_elements = checked.elements or ir.Checked()
        below = self.below(item, element, wire.elements, depth + 1, of_elements, choice)
        if below and kind.nullable:
            below = [GivenView(name, True, tuple(below))]
        inner += below
        if not inner:
            return []
        small = self._types.behind(item).is_small and not kind.nullable
        parameter = code("{} {}" if small else "{} const& {}", self._types.element(kind), name)
        return [ElementsView(wire.code, place.text, parameter, tuple(inner))]

    def _walk_alternatives(
        self,
        kind: ir.OneOf,
        place: Place,
        wire: Name,
        depth: int,
        checked: ir.Checked,
        choice: Sequence[ir.Constraint],
    ) -> list[CheckView]:
        schema = self._types.judged(kind)
        inner = self._walk_each(kind, place, wire, depth, checked)
        if schema is not None and not holds_rules(self._types, kind):
            whole = self.limits(choice, kind, place, wire, NONE)
            inner = [self.unless(place.text, inner, [schema], whole)] if inner else whole
        return inner + self._named(kind, place, wire)

    def unless(
        self,
        value: Safe,
        inner: Sequence[CheckView],
        schemas: Sequence[SchemaCall],
        otherwise: Sequence[CheckView] = (),
    ) -> CheckView:
        """Statements whose findings do not count where the value fits all of the schemas, and those
        that follow where nothing counts.
        """
        self.needs.note(Condition([], headers=frozenset({SCHEMA_HEADER}), schemas=tuple(schemas)))
        calls = tuple(schema.call for schema in schemas)
        return UnlessView(value, tuple(inner), calls, tuple(otherwise))

    def _walk_each(
        self, kind: ir.OneOf, place: Place, wire: Name, depth: int, checked: ir.Checked
    ) -> list[CheckView]:
        found: list[CheckView] = []
        name = Safe("one" if depth == 1 else f"one_{depth}")
        held = _pointed(name)
        for alternative, own in zip_longest(
            kind.alternatives, checked.alternatives, fillvalue=ir.Checked()
        ):
            assert isinstance(alternative, ir.Type) and isinstance(own, ir.Checked)
            limits, choice = self.apart(own.constraints, alternative)
            checks = self.limits(limits, alternative, held, wire, NONE)
            below = self.below(alternative, held, wire, depth + 1, own, choice)
            inner = checks + below
            if not inner:
                continue
            self.needs.headers.add("<variant>")
            # Alternatives within an alternative are several statements.
            is_variant = self._types.behind(alternative).is_variant
            are_several = len(limits) + bool(below) > 1 or is_variant
            spelt = self._types.spell(alternative)
            found.append(AlternativeView(name, spelt, place.text, are_several, tuple(inner)))
        return found

    def _named(self, kind: ir.OneOf, place: Place, wire: Name) -> list[CheckView]:
        """The check that no alternative says that it is another one, which holds whatever else the
        value may be by a schema.
        """
        if not may_be_called_otherwise(kind, self._types):
            return []
        self.needs.headers.add(DISCRIMINATOR_HEADER)
        return [DiscriminatorCheckView(place.text, wire.argument)]

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


def _pointed(name: Safe) -> Place:
    """The value that a pointer or an optional value leads to."""
    return Place(code("*{}", name), code("{}->", name))


def _given(guard: Safe, check: CheckView) -> CheckView:
    """A statement under a condition, if there is one."""
    return GivenView(guard, False, (check,)) if guard else check


def holds_rules(types: Types, kind: ir.Type) -> bool:
    """Rules that no schema knows apply to the value, or below it: they hold for what it is in
    C++.
    """
    names = held(types, ir.referred(kind))
    return any(types.models[name].rules for name in names if name in types.models)
