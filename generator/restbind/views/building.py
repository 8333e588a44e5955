# SPDX-License-Identifier: BSL-1.0
"""What the function of an operation does that builds its request."""

from __future__ import annotations

from dataclasses import dataclass

from restbind import ir
from restbind.cpp import filters, text
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.naming import Safe, snake_case
from restbind.spec.http import PLACEHOLDER

# How bodies that are not JSON are sent: the function, and its header.
_BODIES = {
    "form": ("form_body", "<restbind/http/detail/bodies.hpp>"),
    "multipart": ("multipart_body", "<restbind/http/detail/multipart_body.hpp>"),
    "text": ("text_body", "<restbind/http/detail/bodies.hpp>"),
    "bytes": ("file_body", "<restbind/http/detail/bodies.hpp>"),
}


@dataclass(frozen=True)
class StatementView:
    """A call of a function of the builder."""

    function: Safe
    arguments: tuple[Safe, ...]


@dataclass(frozen=True)
class BodyView:
    """The call that encodes a body. condition: under which there is one, '' where there always
    is.
    """

    condition: Safe
    function: Safe
    arguments: tuple[Safe, ...]


class Building:
    def __init__(self, api: ir.Api, types: Types) -> None:
        self._types = types
        self._names = types.names
        self.no_parameters_needed = all(
            parameter.default is not None for parameter in api.client_parameters
        )

    @staticmethod
    def headers(operation: ir.Operation) -> set[str]:
        """What the statements need besides the headers of all operations."""
        kind = operation.body_format.kind
        return {_BODIES[kind][1]} if operation.body is not None and kind in _BODIES else set()

    def address(self, operation: ir.Operation) -> list[StatementView]:
        """Path, query and headers."""
        by_name = {
            parameter.wire_name: parameter
            for parameter in operation.parameters
            if parameter.place == "path"
        }
        bare, fixed = ir.split_path(operation.path)
        found = [StatementView(Safe("path"), ())]
        found += [
            self._sent(operation, by_name[name], "segment") for name in PLACEHOLDER.findall(bare)
        ]
        found += [
            StatementView(Safe("fixed_query"), (text.view(name), text.view(value)))
            for name, value in fixed
        ]
        found += [
            self._sent(operation, parameter, parameter.place)
            for parameter in operation.parameters
            if parameter.place in ("query", "header", "cookie")
        ]
        return found

    def _sent(
        self, operation: ir.Operation, parameter: ir.Parameter, function: str
    ) -> StatementView:
        return StatementView(
            Safe(function),
            (text.view(parameter.wire_name), self._value(operation, parameter), *_form(parameter)),
        )

    def _value(self, operation: ir.Operation, parameter: ir.Parameter) -> Safe:
        if parameter.client_name:
            return code("shared.{}", self._names.parameters[parameter.client_name])
        return code("request.{}", self._member_of(operation, parameter))

    def _member_of(self, operation: ir.Operation, sought: ir.Parameter) -> Safe:
        """The request's member for a parameter: members stand in the order of the parameters."""
        model = self._types.models[operation.request_name]
        own = [parameter for parameter in operation.parameters if not parameter.client_name]
        return self._names.member(model.name, model.members[own.index(sought)].wire_name)

    def body(self, operation: ir.Operation) -> tuple[BodyView, ...]:
        """How the body is sent; nothing for an operation without one."""
        if operation.body is None:
            return ()
        if all(parameter.client_name for parameter in operation.parameters):
            return (self._send(operation, Safe("request")),)
        member = self._types.models[operation.request_name].members[-1]
        value = code("request.{}", self._names.member(operation.request_name, member.wire_name))
        may_lack = member.presence in ("optional", "optional_nullable")
        condition = code("builder.sends({})", value) if may_lack else Safe("")
        if member.presence == "optional":
            value = code("*{}", value)
        return (self._send(operation, value, condition),)

    def _send(self, operation: ir.Operation, value: Safe, condition: Safe = Safe("")) -> BodyView:
        sent = operation.body_format
        if sent.kind == "json":
            bare = sent.media_type.partition(";")[0].rstrip()
            names = (
                []
                if sent.media_type == "application/json"
                else [bare, sent.media_type]
                if bare != sent.media_type
                else [bare]
            )
            return BodyView(
                condition, Safe("builder.json_body"), (value, *(text.view(name) for name in names))
            )
        function = code("restbind::http::{}", Safe(_BODIES[sent.kind][0]))
        if sent.kind in ("text", "bytes"):
            return BodyView(
                condition, function, (Safe("builder"), value, text.view(sent.media_type))
            )
        rows = [_body_field(field) for field in sent.fields]
        rows = [
            code(
                "{}{}{}",
                Safe("{" if index == 0 else ""),
                row,
                Safe("}" if index == len(rows) - 1 else ","),
            )
            for index, row in enumerate(rows)
        ]
        return BodyView(
            condition,
            function,
            (Safe("builder"), value, *([filters.several(rows)] if rows else [])),
        )


def may_lack_body(operation: ir.Operation) -> bool:
    """Whether the request is the body and may be left out. Beside parameters of the call it is a
    member that may be empty.
    """
    return not operation.body_required and all(
        parameter.client_name for parameter in operation.parameters
    )


def _form(parameter: ir.Parameter) -> list[Safe]:
    """The argument that says how a parameter is written, where its place does not say it."""
    style = parameter.style
    if parameter.is_secret and not style:
        style = "form" if parameter.place == "query" else "simple"
    more = [Safe(".allow_reserved = true")] if parameter.allow_reserved else []
    more += [Safe(".is_secret = true")] if parameter.is_secret else []
    return _style(style, parameter.explode, more)


def _style(style: str, explode: bool, more: list[Safe]) -> list[Safe]:
    """An argument with a style, if there is one."""
    if not style:
        return []
    parts = [code(".style = restbind::http::style::{}", Safe(snake_case(style)))]
    parts += [Safe(".explode = true")] if explode else []
    return [code("{{{}}}", text.join(", ", parts + more))]


def _body_field(field: ir.BodyField) -> Safe:
    """A row about one property of a form: `{"items", {.style =
    restbind::http::style::deep_object}}`.
    """
    parts = [text.view(field.wire_name), *(_style(field.style, field.explode, []) or [Safe("{}")])]
    if field.content_type or field.headers:
        parts.append(text.view(field.content_type))
    if field.headers:
        parts.append(text.view("".join(f"{name}: {value}\r\n" for name, value in field.headers)))
    return text.join("", [Safe("{"), text.join(", ", parts), Safe("}")])
