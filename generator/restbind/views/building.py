# SPDX-License-Identifier: BSL-1.0
"""The function of an operation that builds its request: its head, and the statements in it."""

from __future__ import annotations

import re

from restbind import ir
from restbind.cpp import text
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe

# How bodies that are not JSON are sent: the function, and its header.
_BODIES = {"form": ("form_body", "<restbind/http/detail/bodies.hpp>"),
           "multipart": ("multipart_body", "<restbind/http/detail/multipart_body.hpp>"),
           "text": ("text_body", "<restbind/http/detail/bodies.hpp>"), "bytes": ("file_body", "<restbind/http/detail/bodies.hpp>")}


class Building:
    def __init__(self, api: ir.Api, types: Types) -> None:
        self._types = types
        self._names = types.names
        self.no_parameters_needed = all(one.default is not None for one in api.client_parameters)

    @staticmethod
    def headers(operation: ir.Operation) -> set[str]:
        """What the statements need besides the headers of all operations."""
        kind = operation.body_format.kind
        return {_BODIES[kind][1]} if operation.body is not None and kind in _BODIES else set()

    def head(self, operation: ir.Operation, has_rules: bool, request: Safe) -> Safe:
        """The signature of the function `fill`; arguments that the statements may leave unused are marked `[[maybe_unused]]`."""
        shared = any(one.client_name for one in operation.parameters)
        mark = "" if shared else "[[maybe_unused]] "
        rules = "" if has_rules else "[[maybe_unused]] "
        arguments = [
            Safe("restbind::http::request_builder& builder"),
            request,
            Safe(f"{mark}client_parameters const& shared"),
            Safe(f"{rules}restbind::validation_policy policy"),
            Safe(f"{rules}restbind::problem_details* local_problem"),
        ]
        return text.call("static void fill(", [[one] for one in arguments], ")", 4)

    def statements(self, operation: ir.Operation, checks: list[Safe]) -> list[Safe]:
        """The body of the function: address, then validation, then idempotency and what is sent."""
        lines = [*self.address(operation), *_validate(checks)]
        if operation.idempotent_when is not None:
            lines.append(Safe("        builder.idempotency(idempotency_of(request));"))
        if operation.body is not None:
            lines += self._body(operation)
        return lines

    def address(self, operation: ir.Operation) -> list[Safe]:
        """Path, query and headers."""
        lines: list[Safe] = []
        by_path = {one.wire_name: one for one in operation.parameters if one.place == "path"}
        bare, fixed = ir.split_path(operation.path)
        if bare == operation.path and "{" not in bare:
            lines.append(Safe("        builder.literal(info.path);"))
            bare = ""
        for index, piece in enumerate(re.split(r"\{([^{}]*)\}", bare)):
            if index % 2:
                one = by_path[piece]
                arguments = [text.view(piece), self._value(operation, one), *_style(one)]
                lines.append(text.call("builder.segment(", [[part] for part in arguments], ");", 8))
            elif piece:
                lines.append(code("        builder.literal({});", text.view(piece)))
        for name, value in fixed:
            lines.append(text.call("builder.fixed_query(", [[text.view(name)], [text.view(value)]], ");", 8))
        for one in operation.parameters:
            if one.place in ("query", "header", "cookie"):
                arguments = [text.view(one.wire_name), self._value(operation, one)]
                arguments += _style(one)
                lines.append(text.call(f"builder.{one.place}(", [[part] for part in arguments], ");", 8))
        return lines

    def _value(self, operation: ir.Operation, one: ir.Parameter) -> Safe:
        if one.client_name:
            return code("shared.{}", self._names.parameters[one.client_name])
        return code("request.{}", self._member_of(operation, one))

    def _member_of(self, operation: ir.Operation, one: ir.Parameter) -> Safe:
        """The request's member for a parameter: members stand in the order of the parameters."""
        model = self._types.models[operation.request_name]
        own = [parameter for parameter in operation.parameters if not parameter.client_name]
        return self._names.member(model.name, model.members[own.index(one)].wire_name)

    def _body(self, operation: ir.Operation) -> list[Safe]:
        if all(one.client_name for one in operation.parameters):
            return [self._send(operation, Safe("request"), 8)]
        member = self._types.models[operation.request_name].members[-1]
        name = self._names.member(operation.request_name, member.wire_name)
        if member.presence == "optional":
            return [code("        if (request.{})", name), self._send(operation, code("*request.{}", name), 12)]
        if member.presence == "optional_nullable":
            return [code("        if (!request.{}.is_absent())", name), self._send(operation, code("request.{}", name), 12)]
        return [self._send(operation, code("request.{}", name), 8)]

    def _send(self, operation: ir.Operation, value: Safe, indent: int) -> Safe:
        """The statement that encodes the body."""
        sent = operation.body_format
        if sent.kind == "json":
            bare = sent.media_type.partition(";")[0].rstrip()
            names = [] if sent.media_type == "application/json" else [bare, sent.media_type] if bare != sent.media_type else [bare]
            more = [[text.view(name)] for name in names]
            return text.call("builder.json_body(", [[value], *more], ");", indent)
        function, _ = _BODIES[sent.kind]
        if sent.kind in ("text", "bytes"):
            more = [[text.view(sent.media_type)]]
        else:
            rows = [_body_field(one) for one in sent.fields]
            rows = [code("{}{}{}", Safe("{" if index == 0 else ""), row, Safe("}" if index == len(rows) - 1 else ","))
                    for index, row in enumerate(rows)]
            more = [rows] if rows else []
        return text.call(f"restbind::http::{function}(", [[Safe("builder")], [value], *more], ");", indent)


def may_lack_body(operation: ir.Operation) -> bool:
    """Whether the request is the body and may be left out. Beside parameters of the call it is a member that may be empty."""
    return not operation.body_required and all(one.client_name for one in operation.parameters)


def _style(one: ir.Parameter | ir.BodyField) -> list[Safe]:
    """The argument that says how a value is written, where its place does not say it."""
    if not one.style:
        return []
    parts = [code(".style = restbind::http::style::{}", Safe(one.style))]
    parts += [Safe(".explode = true")] if one.explode else []
    parts += [Safe(".allow_reserved = true")] if isinstance(one, ir.Parameter) and one.allow_reserved else []
    return [code("{{{}}}", text.join(", ", parts))]


def _body_field(one: ir.BodyField) -> Safe:
    """A row about one property of a form: `{"items", {.style = restbind::http::style::deep_object}}`."""
    parts = [text.view(one.wire_name), *(_style(one) or [Safe("{}")])]
    if one.content_type or one.headers:
        parts.append(text.view(one.content_type))
    if one.headers:
        parts.append(text.view("".join(f"{name}: {value}\r\n" for name, value in one.headers)))
    return text.join("", [Safe("{"), text.join(", ", parts), Safe("}")])


def _validate(checks: list[Safe]) -> list[Safe]:
    if not checks:
        return []
    if len(checks) == 1 and "\n" not in checks[0]:
        rules = Safe(f"[&request](restbind::violations& found) {{ {checks[0].strip()} }}")
        if len(rules) + 14 <= text.WIDTH:
            return [text.call("builder.validate(", [[Safe("policy")], [Safe("local_problem")], [rules]], ");", 8)]
    return [Safe("        builder.validate(policy, local_problem, [&request](restbind::violations& found) {"),
            *checks, Safe("        });")]
