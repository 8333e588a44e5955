# SPDX-License-Identifier: BSL-1.0
"""Code to copy: how each operation is called from C++ and from a shell, with an example."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from restbind import ir
from restbind.cpp import text
from restbind.cpp.literals import Digits
from restbind.cpp.text import UnsupportedText
from restbind.cpp.types import Types
from restbind.naming import Safe

WIDTH = 84
NAMESPACE = "api"


@dataclass(frozen=True)
class Snippet:
    """Code to copy. id: of its tab. title: what the tab says. language: as highlighters call it."""

    id: str
    title: str
    language: str
    text: str


def in_namespace(names: object) -> None:
    """Makes all named types be spelt with the namespace in front, as programs do."""
    for table in ("types", "values_of"):
        found = getattr(names, table)
        setattr(names, table, {name: Safe(f"{NAMESPACE}::{own}") for name, own in found.items()})


def as_json(node: object, indent: str = "", width: int = WIDTH) -> str:
    """A value as JSON, with the digits of its numbers; short lists and objects on one line."""
    whole = _one_line(node)
    if len(indent) + len(whole) <= width or not isinstance(node, (dict, list)) or not node:
        return whole
    inner = f"{indent}  "
    if isinstance(node, dict):
        parts = [
            f"{inner}{json.dumps(name, ensure_ascii=False)}: {as_json(value, inner, width)}"
            for name, value in node.items()
        ]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    parts = [f"{inner}{as_json(value, inner, width)}" for value in node]
    return "[\n" + ",\n".join(parts) + f"\n{indent}]"


def _one_line(node: object) -> str:
    if isinstance(node, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {_one_line(node[name])}" for name in node
        ]
        return "{" + ", ".join(parts) + "}" if parts else "{}"
    if isinstance(node, list):
        return f"[{', '.join(map(_one_line, node))}]"
    return str(node) if isinstance(node, Digits) else json.dumps(node, ensure_ascii=False)


# ------------------------------------------------------------------------------------------- values


class Values:
    """Writes values as C++ expressions over several lines."""

    def __init__(self, types: Types) -> None:
        self._types = types

    def request(self, name: str, node: object) -> str:
        """The declaration of a request."""
        type_ = ir.Ref(name)
        spelt = self._types.spell(type_)
        try:
            value = self._value(self._types.resolve(type_), node, "    ")
        except UnsupportedText:
            return f"    {spelt} request;"
        head = str(self._types.spell(self._types.resolve(type_)))
        inside = value.removeprefix(head) if value.startswith(f"{head}{{") else ""
        return f"    {spelt} request{inside};" if inside else f"    {spelt} request = {value};"

    def _value(self, type_: ir.Type, node: object, indent: str) -> str:
        """Raises UnsupportedText."""
        type_ = self._types.resolve(type_)
        if type_ == ir.Scalar("file"):
            return f"restbind::file{{.content = {text.owned(str(node))}}}"
        named = self._types.named.get(type_.name) if isinstance(type_, ir.Ref) else None
        if isinstance(named, ir.Model) and isinstance(node, dict):
            return self._object(named, node, indent)
        if isinstance(named, ir.Alias) and named.wrapped:
            inside = self._value(named.type, node, indent)
            return f"{self._types.spell(type_)}{{{inside}}}"
        if isinstance(type_, ir.Array) and isinstance(node, list):
            return self._list(type_, node, indent)
        if isinstance(type_, ir.Map) and isinstance(node, dict):
            return self._map(type_, node, indent)
        if isinstance(type_, ir.OneOf):
            return self._alternative(type_, node, indent)
        return self._leaf(type_, node)

    def _leaf(self, type_: ir.Type, node: object) -> str:
        kind = self._types.behind(type_)
        if not kind.takes(node):
            raise UnsupportedText(str(node))
        written = str(kind.written(node))
        plain = f"std::string({text.literal(node)})" if isinstance(node, str) else ""
        return str(text.literal(str(node))) if plain and written == plain else written

    def _object(self, model: ir.Model, node: dict[str, object], indent: str) -> str:
        inner = f"{indent}    "
        parts = []
        for member in model.members:
            if member.wire_name not in node:
                continue
            name = self._types.names.member(model.name, member.wire_name)
            try:
                parts.append(f".{name} = {self._member(member, node[member.wire_name], inner)}")
            except UnsupportedText:
                if member.presence == "required":
                    raise
        head = str(self._types.spell(ir.Ref(model.name)))
        return head + _braced(parts, indent, len(head))

    def _member(self, member: ir.Member, node: object, indent: str) -> str:
        if node is None:
            is_wrapped = member.presence == "optional_nullable"
            return "restbind::null" if is_wrapped else "std::nullopt"
        value = self._value(member.type, node, indent)
        bare = member.presence in ("required", "defaulted") and not member.boxed
        head = str(self._types.spell(self._types.resolve(member.type)))
        is_model = value.startswith(f"{head}{{") and len(value) > len(head) + 2
        return value[len(head) :] if bare and is_model else value

    def _list(self, type_: ir.Array, node: list[object], indent: str) -> str:
        inner = f"{indent}    "
        head = str(self._types.spell(type_))
        own = str(self._types.spell(self._types.resolve(type_.element)))
        parts = []
        for element in node:
            if element is None:
                parts.append("std::nullopt")
                continue
            value = self._value(type_.element, element, inner)
            heads = (f"{own}{{.", f"{own}{{\n")
            is_object = value.startswith(heads) and not type_.nullable
            is_text = value.startswith('"')
            parts.append(
                value[len(own) :] if is_object else f"std::string({value})" if is_text else value
            )
        return head + _braced(parts, indent, len(head))

    def _map(self, type_: ir.Map, node: dict[str, object], indent: str) -> str:
        inner = f"{indent}    "
        head = str(self._types.spell(type_))
        parts = []
        for name, element in node.items():
            value = "std::nullopt"
            if element is not None:
                value = self._value(type_.element, element, inner)
            value = f"std::string({value})" if value.startswith('"') else value
            parts.append(f"{{std::string({text.owned(name)}), {value}}}")
        return head + _braced(parts, indent, len(head))

    def _alternative(self, type_: ir.OneOf, node: object, indent: str) -> str:
        for place, alternative in enumerate(type_.alternatives):
            if not self._types.behind(alternative).takes(node):
                continue
            value = self._value(alternative, node, indent)
            kind = self._types.behind(alternative)
            spelt = str(kind.spelling)
            alone = [self._types.behind(other).spelling for other in type_.alternatives].count(
                kind.spelling
            ) == 1
            if alone and value.startswith(spelt) or alone and value.startswith('"'):
                return value if not value.startswith('"') else f"std::string({value})"
            return f"{self._types.spell(type_)}(std::in_place_index<{place}>, {value})"
        raise UnsupportedText(str(node))


def _braced(parts: list[str], indent: str, head: int) -> str:
    """Parts in braces, on one line where that is short."""
    line = "{" + ", ".join(parts) + "}"
    if "\n" not in line and len(indent) + head + len(line) <= WIDTH - 12:
        return line
    return "{\n" + "".join(f"{indent}    {part},\n" for part in parts) + f"{indent}}}"


# -------------------------------------------------------------------------------------------- calls


def snippets(
    operation: ir.Operation, types: Types, node: object, codes: list[Safe]
) -> tuple[Snippet, ...]:
    """The three ways to call an operation in C++. codes: typed errors worth a branch."""
    name = types.names.operations[operation.id]
    declared = (
        f"{Values(types).request(operation.request_name, node)}\n" if operation.request_name else ""
    )
    given = "request" if operation.request_name else ""
    result = f"restbind::result<{types.spell(operation.response)}>"
    outcome = _outcome(operation, types, codes)
    waiting = f"    auto response = co_await client.{name}({given});\n"
    coroutine = (
        f"boost::asio::awaitable<void> call_{name}({NAMESPACE}::client client)\n{{\n"
        f"{declared}{waiting}{outcome}}}"
    )
    head = f"    client.async_{name}({given or f'{NAMESPACE}::no_request{{}}'}, "
    inner = "".join(f"    {line}\n" if line else "\n" for line in outcome.splitlines())
    callback = (
        f"void call_{name}({NAMESPACE}::client const& client)\n{{\n{declared}"
        f"{head}[]({result} response) {{\n{inner}    }});\n}}"
    )
    blocking = (
        f"void call_{name}({NAMESPACE}::blocking_client& client)\n{{\n{declared}"
        f"    auto response = client.{name}({given});\n{outcome}}}"
    )
    return (
        Snippet("coroutine", "Coroutine", "cpp", coroutine),
        Snippet("callback", "Callback", "cpp", callback),
        Snippet("blocking", "Blocking", "cpp", blocking),
    )


def _outcome(operation: ir.Operation, types: Types, codes: list[Safe]) -> str:
    """What is done with a result."""
    shown = "done"
    if _is_json(operation.response, types):
        printed = "std::cout << restbind::json::encode(*response).value() << '\\n';"
    else:
        printed = f'std::cout << "{shown}\\n";'
    lines = ["    if (response)", f"        {printed}"]
    if codes:
        lines.append(f"    else if (response.error() == {NAMESPACE}::error_code::{codes[0]})")
        lines.append(f"        std::cerr << \"{str(codes[0]).replace('_', ' ')}\\n\";")
    if operation.idempotency != "safe":
        lines.append("    else if (response.error().outcome_unknown())")
        lines.append('        std::cerr << "nobody knows whether it was applied\\n";')
    lines.append("    else")
    told = " // violations() lists what is wrong" if operation.request_name else ""
    lines.append(f"        std::cerr << response.error() << '\\n';{told}")
    return "".join(f"{line}\n" for line in lines)


def _is_json(type_: ir.Type | None, types: Types) -> bool:
    """A response is a value that can be printed as JSON."""
    if isinstance(type_, ir.Nullable):
        return False
    resolved = types.resolve(type_) if type_ is not None else None
    return isinstance(resolved, ir.Ref) and resolved.name in types.models


# --------------------------------------------------------------------------------------------- curl


@dataclass(frozen=True)
class Address:
    """What is sent beside the body, as curl takes it."""

    target: str
    headers: tuple[str, ...]


def curl(operation: ir.Operation, api: ir.Api, address: Address, body: object | None) -> str:
    """The request as a command of a shell."""
    method = operation.method.upper()
    parts = ["curl" if method in ("GET", "POST") and (method == "GET") == (body is None) else ""]
    if not parts[0]:
        parts = ["curl -I" if method == "HEAD" else f"curl -X {method}"]
    parts[0] += f' "$BASE_URL{address.target}"'
    parts += [f"-H {shlex.quote(header)}" for header in address.headers]
    parts += _credentials(operation, api)
    parts += _sent(operation, body)
    return " \\\n  ".join(parts)


def _credentials(operation: ir.Operation, api: ir.Api) -> list[str]:
    schemes = {scheme.name: scheme for scheme in api.schemes}
    if operation.security is None:
        return ['-H "Authorization: Bearer $TOKEN"'] if operation.secured else []
    found = []
    for name in operation.security[0] if operation.security else ():
        scheme = schemes[name]
        if scheme.kind == "basic":
            found.append('-u "$USER:$PASSWORD"')
        elif scheme.kind == "key" and scheme.place == "header":
            found.append(f'-H "{scheme.field}: $API_KEY"')
        elif scheme.kind == "key" and scheme.place == "cookie":
            found.append(f'-b "{scheme.field}=$API_KEY"')
        elif scheme.kind in ("token", "authorization"):
            word = scheme.field if scheme.kind == "authorization" and scheme.field else "Bearer"
            found.append(f'-H "Authorization: {word} $TOKEN"')
    return found


def _sent(operation: ir.Operation, body: object | None) -> list[str]:
    if body is None or operation.body is None:
        return []
    kind, media = operation.body_format.kind, operation.body_format.media_type
    if kind == "json":
        written = as_json(body, width=WIDTH - 6).replace("\n", "\n    ")
        return [f"-H 'Content-Type: {media}'", f"-d {shlex.quote(written)}"]
    if kind == "form" and isinstance(body, dict):
        return [
            f"--data-urlencode {shlex.quote(f'{name}={_plain(value)}')}"
            for name, value in body.items()
        ]
    if kind == "multipart" and isinstance(body, dict):
        return [f"-F {shlex.quote(f'{name}={_plain(value)}')}" for name, value in body.items()]
    return [f"-H 'Content-Type: {media}'", "--data-binary @FILE"]


def _plain(value: object) -> str:
    return str(value) if isinstance(value, str) else _one_line(value)


def address(operation: ir.Operation, values: dict[str, object]) -> Address:
    """Where an example goes. values: those of the parameters, by place and name."""
    target, pairs, headers = ir.bare_path(operation.path), [], []
    pairs += list(ir.split_path(operation.path)[1])
    for parameter in operation.parameters:
        key = f"{parameter.place} {parameter.wire_name}"
        if key not in values:
            continue
        value = _styled(values[key])
        if parameter.place == "path":
            value = quote(_in_path(parameter, values[key]), safe="$,;=.")
            target = target.replace(f"{{{parameter.wire_name}}}", value)
        elif parameter.place == "query":
            pairs += _query(parameter, values[key])
        elif parameter.place == "header":
            headers.append(f"{parameter.wire_name}: {value}")
    query = f"?{urlencode(pairs)}" if pairs else ""
    return Address(f"{target}{query}", tuple(headers))


_JOINED = {"spaceDelimited": " ", "pipeDelimited": "|"}


def _query(parameter: ir.Parameter, value: object) -> list[tuple[str, str]]:
    """A parameter in the query: names and values."""
    name = parameter.wire_name
    if parameter.style == "json":
        return [(name, _one_line(value))]
    if isinstance(value, dict):
        if parameter.style == "deepObject":
            return [(f"{name}[{inner}]", _styled(value[inner])) for inner in value]
        if parameter.explode:
            return [(inner, _styled(value[inner])) for inner in value]
        return [(name, ",".join(f"{inner},{_styled(value[inner])}" for inner in value))]
    if isinstance(value, list):
        if parameter.explode:
            return [(name, _styled(element)) for element in value]
        return [(name, _JOINED.get(parameter.style, ",").join(map(_styled, value)))]
    return [(name, _styled(value))]


def _in_path(parameter: ir.Parameter, value: object) -> str:
    """A parameter in the path."""
    name, style = parameter.wire_name, parameter.style
    if style == "json":
        return _one_line(value)
    between = {"label": ".", "matrix": ";"}.get(style, ",") if parameter.explode else ","
    parts = [_styled(value)]
    if isinstance(value, dict):
        sign = "=" if parameter.explode else ","
        parts = [f"{inner}{sign}{_styled(value[inner])}" for inner in value]
    elif isinstance(value, list):
        parts = list(map(_styled, value))
    if style != "matrix":
        return f"{'.' if style == 'label' else ''}{between.join(parts)}"
    if not parameter.explode or not isinstance(value, (dict, list)):
        return f";{name}={between.join(parts)}"
    head = f";{name}=" if isinstance(value, list) else ";"
    return "".join(f"{head}{part}" for part in parts)


def _styled(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(_styled, value))
    return _plain(value)
