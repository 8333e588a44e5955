# SPDX-License-Identifier: BSL-1.0
"""Cross-field rules: `x-restbind-rules` of models and `idempotentWhen` of operations."""

from __future__ import annotations

import re

from restbind import ir
from restbind.cel import checker
from restbind.cel.errors import RuleError
from restbind.diagnostics import near
from restbind.lower.schema.context import Context
from restbind.source.refs import Cursor


def finish_rules(context: Context) -> None:
    """Checks the rules of all models and puts them there."""
    for name, shapes in context.found.shapes.items():
        rules: list[ir.Rule] = []
        ids: set[str] = set()
        for at in shapes[0].elements("x-restbind-rules"):
            rule = _rule(context, at, name, ids)
            rules += [rule] if rule is not None else []
        if rules:
            context.found.change(name, rules=tuple(rules))


def _rule(context: Context, at: Cursor, model: str, ids: set[str]) -> ir.Rule | None:
    id_, source, field_path = at.text("id"), at.get("rule"), at.text("fieldPath")
    if id_ in ids:
        (at.get("id") or at).report("RB065", f"the rule `{id_}` is given twice")
    ids.add(id_)
    if field_path:
        _check_field_path(context, at["fieldPath"], model)
    expression = compile_rule(context, source, model) if source is not None else None
    if source is None or expression is None:
        return None
    return ir.Rule(id_, expression, source.written, field_path, at.text("message"), at.pointer)


def compile_rule(context: Context, source: Cursor, model: str) -> object | None:
    """The checked tree; None after a reported error. Errors are placed inside the rule's text where
    that is possible.
    """
    if source.kind != "string":
        return None
    try:
        return checker.compile_rule(source.written, model, context.found.named)
    except RuleError as error:
        context.checks.diagnostics.report(
            error.code, source.place_in_text(error.offset), error.message, error.hint
        )
        return None


def _check_field_path(context: Context, at: Cursor, model: str) -> None:
    """`detail[0].seatId`, `detail.seatId`: each name must be a member of what stands before it."""
    here: object = context.found.named[model]
    for part in at.written.split("."):
        name = re.sub(r"(\[[0-9]*\])+$", "", part)
        if not isinstance(here, ir.Model):
            at.report("RB066", f"`{name}` is read from a value without members")
            return
        member = next((member for member in here.members if member.wire_name == name), None)
        if member is None:
            at.report(
                "RB066",
                f"{here.name} has no member `{name}`",
                near(name, [m.wire_name for m in here.members]),
            )
            return
        here = context.bare(member.type)
        while isinstance(here, ir.Array):
            here = context.bare(here.element)
