# SPDX-License-Identifier: BSL-1.0
"""View of validation.hpp: one function for each model of a request that has rules itself or
below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from restbind import ir
from restbind.cpp.conditions import Condition, Place
from restbind.cpp.types import Types
from restbind.graph import all_from
from restbind.naming import Safe
from restbind.views.check_views import CheckView, GivenView
from restbind.views.checks import Checks
from restbind.views.holding import held, holders
from restbind.views.model_checks import ModelChecks
from restbind.views.order import ordered
from restbind.views.rules import NONE, NOTHING, RulesView, article, table
from restbind.views.schemas import Needs, PatternView, SchemaView, pattern_views, schema_views


@dataclass(frozen=True)
class FunctionView:
    """The check of a type. article: what stands in front of its name in a sentence. uses_rules: the
    statements name rows of the table. rules: the table of what it checks, if there is one.
    """

    name: Safe
    article: Safe
    checks: tuple[CheckView, ...]
    uses_rules: bool = False
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
        self._model_checks = ModelChecks(api, types)
        self._parts: list[PartView] | None = None
        requests = [sent.request_name for sent in api.operations if sent.request_name]
        reachable = held(types, [*requests, *api.payloads])
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
            new = {model.name for model in todo if self._statements(model)[0]}
            self._with_rules |= new
            again: set[str] = set()
            for name in new:
                again.update(holders_of.get(name, ()))
            again -= self._with_rules
            todo = [model for model in self._models if model.name in again]

    def _statements(self, model: ir.Model) -> tuple[list[CheckView], Checks]:
        """The statements of a model's function, and what they need."""
        checks = Checks(self._types, self._with_rules, has_table=True)
        return self._model_checks.statements(model, checks), checks

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
            lines, checks = self._statements(model)
            name = self._types.names.types[model.name]
            rows = [*checks.rows, *checks.nested]
            if rows:
                checks.needs.headers |= {"<array>", "<restbind/core/validation.hpp>"}
            has_table = bool(checks.rows)
            function = FunctionView(name, article(name), tuple(lines), has_table, table(rows))
            found.append(PartView(model.name, function, checks.needs))
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
        checks = Checks(self._types, self._with_rules, has_table=False)
        self._check_request(operation, checks)
        return checks.needs

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

    def of_request(self, operation: ir.Operation) -> list[CheckView]:
        """The statements that check a request, whose name is `request`; none where no rule applies
        to it.
        """
        checks = Checks(self._types, self._with_rules, has_table=False)
        return self._check_request(operation, checks)

    def _check_request(self, operation: ir.Operation, checks: Checks) -> list[CheckView]:
        if not operation.request_name:
            return []
        kind: ir.Type = ir.Ref(operation.request_name)
        place, guard = Place(Safe("request"), Safe("request.")), NONE
        whole = self._types.resolve(kind)
        if whole.present is not whole:
            kind, guard = whole.present, Safe("request")
            place = Place(Safe("*request"), Safe("request->"))
        own, choice = checks.apart(operation.checked.constraints, kind)
        found = checks.limits(own, kind, place, NOTHING, guard)
        inner = checks.below(kind, place, NOTHING, 1, operation.checked, choice)
        if inner and guard:
            inner = [GivenView(guard, True, tuple(inner))]
        return found + inner
