"""IR types, defaults and limits as C++ spells them."""

from __future__ import annotations

import base64
import json
import math
from decimal import Decimal

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import SCHEMA_HEADER, Condition, PatternCall, Place, SchemaCall, count, needing, sign_of_double
from restbind.cpp.json_values import Digits, takes
from restbind.cpp.literals import date, decimal, floating, instant, integer, open_json, whole
from restbind.cpp.names import Names
from restbind.cpp.text import UnsupportedText, code
from restbind.naming import Safe
from restbind.spec.numbers import INTEGERS

SCALARS = {
    "boolean": "bool",
    **{kind: f"std::{kind}_t" for kind in INTEGERS},
    "double": "double",
    "decimal": "restbind::decimal",
    "string": "std::string",
    "date": "restbind::date",
    "date-time": "restbind::timestamp",
    "base64": "restbind::base64_bytes",
    "base64-png": "restbind::base64_png",
    "file": "restbind::file",
}
RECEIVED = {"bytes": "restbind::binary_body", "redirect": "restbind::redirect"}
# Statuses that are described together, as the runtime names them.
STATUSES = {**{f"{digit}XX": f"restbind::status_{digit}xx" for digit in "12345"}, "default": "restbind::default_status"}
RESPONSE_HEADER = "<restbind/core/response.hpp>"
OPEN = {"any": "boost::json::value", "object": "boost::json::object", "array": "boost::json::array", "other": "restbind::unknown_value"}
OPEN_HEADERS = {"any": "<boost/json/value.hpp>", "object": "<boost/json/object.hpp>", "array": "<boost/json/array.hpp>",
                "other": "<restbind/core/response.hpp>"}
SCALAR_HEADERS = {
    **dict.fromkeys(INTEGERS, "<cstdint>"),
    "decimal": "<restbind/core/decimal.hpp>",
    "string": "<string>",
    "date": "<restbind/core/date_time.hpp>",
    "date-time": "<restbind/core/date_time.hpp>",
    "base64": "<restbind/core/bytes.hpp>",
    "base64-png": "<restbind/core/bytes.hpp>",
    "file": "<restbind/core/bytes.hpp>",
}
_FORMAT_FUNCTIONS = {"idn-email": "email"}
WRAPPED = frozenset({"nullable", "optional", "optional_nullable"})


class Types:
    """Spells types and values of one API."""

    def __init__(self, api: ir.Api, names: Names) -> None:
        self.names = names
        self.models = {model.name: model for model in api.models}
        self.enums = {enum.name: enum for enum in api.enums}
        self.aliases = {alias.name: alias for alias in api.aliases}
        self._judged = dict(api.judged)

    def resolve(self, kind: ir.Type) -> ir.Type:
        """`kind` with aliases at its top replaced by what they stand for."""
        while isinstance(kind, ir.Ref) and kind.name in self.aliases and not self.aliases[kind.name].wrapped:
            kind = self.aliases[kind.name].type
        return kind

    # ------------------------------------------------------------------------------------------------------------ types

    def spell(self, kind: ir.Type | None) -> Safe:
        """A type; None is void."""
        if kind is None:
            return Safe("void")
        if isinstance(kind, ir.Scalar):
            return Safe(SCALARS[kind.kind])
        if isinstance(kind, ir.Open):
            return Safe(OPEN[kind.kind])
        if isinstance(kind, ir.Array):
            return code("std::vector<{}>", self.element(kind))
        if isinstance(kind, ir.Map):
            return code("std::map<std::string, {}>", self.element(kind))
        if isinstance(kind, ir.Nullable):
            return code("std::optional<{}>", self.spell(kind.value))
        if isinstance(kind, ir.OneOf):
            return code("std::variant<{}>", text.join(", ", [self.spell(one) for one in kind.alternatives]))
        if isinstance(kind, ir.Problem):
            return Safe("restbind::problem_details")
        if isinstance(kind, ir.Received):
            return Safe(RECEIVED[kind.kind])
        if isinstance(kind, ir.Responses):
            return code("std::variant<{}>", text.join(", ", self.responses(kind)))
        return self.names.types[kind.name]

    def responses(self, kind: ir.Responses) -> list[Safe]:
        """The alternatives of several successes, each with its status."""
        return [code("restbind::response<{}, {}>", Safe(STATUSES.get(status, status)),
                     Safe("restbind::no_content") if one is None else self.spell(one)) for status, one in kind.alternatives]

    def element(self, kind: ir.Collection) -> Safe:
        """The type of an element of a list or map."""
        own = self.spell(kind.element)
        return code("std::optional<{}>", own) if kind.nullable else own

    def member_type(self, member: ir.Member) -> Safe:
        """The type of a member: its own, in std::optional or restbind::nullable where it may be missing or null."""
        own = self.spell(member.type)
        if member.boxed:
            return code("restbind::{}<{}>", Safe("nullable_box" if member.presence == "optional_nullable" else "optional_box"), own)
        if member.presence == "optional_nullable":
            return code("restbind::nullable<{}>", own)
        if self.must_be_set(member):
            return code("restbind::required_variant<{}>", own)
        return code("std::optional<{}>", own) if member.presence in WRAPPED else own

    def must_be_set(self, member: ir.Member) -> bool:
        """Alternatives that know whether they were set, so that the first of them is not sent where a caller forgot it."""
        return bool(member.missing) and isinstance(self.resolve(member.type), ir.OneOf)

    def expanded(self, kind: ir.Type) -> ir.Type:
        """`kind` with all aliases in it replaced by what they stand for."""
        if isinstance(kind, ir.Ref) and kind.name in self.aliases and not self.aliases[kind.name].wrapped:
            return self.expanded(self.aliases[kind.name].type)
        return kind.with_parts(self.expanded)

    def is_string_enum(self, kind: ir.Type) -> bool:
        kind = self.resolve(kind)
        return isinstance(kind, ir.Ref) and kind.name in self.enums and self.enums[kind.name].base == "string"

    def headers(self, kind: ir.Type) -> set[str]:
        """The headers that a type's spelling needs, named types left out."""
        found = set()
        for part in ir.base_types(kind):
            if isinstance(part, ir.Scalar):
                found |= {SCALAR_HEADERS[part.kind]} if part.kind in SCALAR_HEADERS else set()
            elif isinstance(part, ir.Open):
                found.add(OPEN_HEADERS[part.kind])
            elif isinstance(part, ir.Array):
                found |= {"<vector>", "<optional>"} if part.nullable else {"<vector>"}
            elif isinstance(part, ir.Map):
                found |= {"<map>", "<string>", "<optional>"} if part.nullable else {"<map>", "<string>"}
            elif isinstance(part, ir.Nullable):
                found.add("<optional>")
            elif isinstance(part, ir.OneOf):
                found.add("<variant>")
            elif isinstance(part, ir.Problem):
                found.add("<restbind/core/problem.hpp>")
            elif isinstance(part, ir.Received):
                found.add(RESPONSE_HEADER)
            elif isinstance(part, ir.Responses):
                found |= {RESPONSE_HEADER, "<variant>"}
        return found

    def is_open(self, kind: ir.Type) -> bool:
        """Whether JSON values of any shape occur in a type, named types left out."""
        return any(isinstance(part, ir.Open) and part != ir.OTHER for part in ir.base_types(kind))

    # ----------------------------------------------------------------------------------------------------------- values

    def value(self, kind: ir.Type, source: str) -> Safe:
        """A default or limit as an expression of the C++ type that `kind` is spelt as."""
        kind = self.resolve(kind)
        if isinstance(kind, ir.Ref):
            return self.enumerator(kind.name, source)
        if not isinstance(kind, ir.Scalar):
            raise UnsupportedText(f"a value of this type cannot be written in a header: {source}")
        if kind.kind == "boolean":
            return Safe("true" if source == "true" else "false")
        if kind.kind in INTEGERS:
            number = Decimal(source)
            if number != number.to_integral_value():
                raise UnsupportedText(f"{source} is not an integer")
            return whole(kind.kind, int(number))
        if kind.kind == "double":
            return floating(source)
        if kind.kind == "string":
            return text.owned(source)
        if kind.kind.startswith("base64"):
            octets = ", ".join(str(octet) for octet in base64.b64decode(source, validate=True))
            return Safe(f"{{.bytes = {{{octets}}}}}")
        return {"decimal": decimal, "date": date, "date-time": instant}[kind.kind](source)

    def enumerator(self, enum: str, value: str) -> Safe:
        """An enumerator, or the constant of a string enum; any other value as the enum holds it."""
        name = self.names.enumerators.get((enum, value))
        if name is None:
            if self.enums[enum].base == "string":
                return code("{}({})", self.names.types[enum], text.view(value))
            return code("static_cast<{}>({})", self.names.types[enum], integer(int(Decimal(value))))
        return code("{}::{}", self.names.types[enum], name)

    def unset(self, member: ir.Member, value: Safe) -> tuple[Safe, Safe]:
        """Conditions that are true for a value that was never set, and for one that was. The member is one with `missing`."""
        kind = self.resolve(member.type)
        if self.must_be_set(member):
            return code("!{}.is_set()", value), code("{}.is_set()", value)
        if kind == ir.Scalar("date") or isinstance(kind, ir.Ref) and kind.name in self.enums and not self.is_string_enum(kind):
            return code("{} == {}{{}}", value, self.spell(kind)), code("{} != {}{{}}", value, self.spell(kind))
        if kind == ir.Scalar("string"):
            return code("{}.empty()", value), code("!{}.empty()", value)
        return code("!{}.has_value()", value), code("{}.has_value()", value)

    def has_start(self, member: ir.Member) -> bool:
        """Whether a required member has its value from the start: there is nothing to choose."""
        kind = self.resolve(member.type)
        one = self.enums.get(kind.name) if isinstance(kind, ir.Ref) else None
        return member.default is not None or one is not None and len(one.values) == 1 and not one.is_open

    def initialiser(self, member: ir.Member) -> Safe:
        """What follows a member's name. No member is ever indeterminate. One that a caller must set has nothing, so that compilers
        warn of a designated initialiser without it; where it would be indeterminate then, it has a zero."""
        kind = self.resolve(member.type)
        if member.default is None and member.presence in WRAPPED:
            return Safe("{}")
        if member.default is not None:
            if not isinstance(kind, ir.Scalar) and not (isinstance(kind, ir.Ref) and kind.name in self.enums):
                return self._structured(kind, member.default, member.presence in WRAPPED)
            value = self.value(kind, member.default)
            if value.startswith("{"):
                return code("{{{}{}}}", self.spell(kind), value) if member.presence in WRAPPED else value
            return code(" = {}", value)
        if member.presence == "required" and self.has_start(member):
            return code(" = {}", self.enumerator(kind.name, self.enums[kind.name].values[0]))
        if isinstance(kind, ir.Scalar) and kind.kind in ("boolean", *INTEGERS, "double"):
            return Safe({"boolean": " = false", "double": " = 0.0"}.get(kind.kind, " = 0"))
        is_set_by_callers = member.presence == "required" and member.access != "read_only"
        is_number = isinstance(kind, ir.Ref) and kind.name in self.enums and not self.is_string_enum(kind)
        return Safe("" if is_set_by_callers and not is_number and kind != ir.Scalar("date") else "{}")

    def _structured(self, kind: ir.Type, default: str, wrapped: bool) -> Safe:
        """The initialiser for a default that is a list, an object or one of several types. default: JSON."""
        node = json.loads(default, parse_int=Digits, parse_float=Digits)
        if node in ([], {}) and not wrapped and not isinstance(kind, ir.OneOf) and kind != ir.Open("any"):
            return Safe("{}")
        value = self._written(kind, node)
        head = str(self.spell(kind))
        bare = not wrapped and isinstance(kind, (ir.Collection, ir.Ref)) and value.startswith(head)
        return Safe(value[len(head):]) if bare else code(" = {}", value)

    def _written(self, kind: ir.Type, node: object) -> Safe:
        """A JSON value as an expression of a type. Numbers are their digits."""
        kind = self.resolve(kind)
        if isinstance(kind, ir.Open):
            return open_json(node)
        if isinstance(kind, ir.Collection):
            inner = kind.element
            def element(one: object) -> Safe:
                return Safe("std::nullopt") if one is None else self._written(inner, one)
            parts = [element(one) for one in node] if isinstance(kind, ir.Array) else \
                [code("{{std::string({}), {}}}", text.owned(name), element(one)) for name, one in node.items()]
            return code("{}{{{}}}", self.spell(kind), text.join(", ", parts))
        if isinstance(kind, ir.OneOf):
            place = next(index for index, one in enumerate(kind.alternatives) if takes(self, one, node))
            return code("{}(std::in_place_index<{}>, {})", self.spell(kind), place, self._written(kind.alternatives[place], node))
        if isinstance(kind, ir.Ref) and kind.name in self.models:
            model = self.models[kind.name]
            parts = [code(".{} = {}", self.names.member(model.name, one.wire_name), self._written_member(one, node[one.wire_name]))
                     for one in model.members if one.wire_name in node]
            return code("{}{{{}}}", self.spell(kind), text.join(", ", parts))
        if isinstance(kind, ir.Ref) or isinstance(kind, ir.Scalar) and kind.kind != "string":
            source = str(node).lower() if isinstance(node, bool) else str(node)
            value = self.value(kind, source)
            return code("{}{}", self.spell(kind), value) if value.startswith("{") else value
        return code("std::string({})", text.owned(node))

    def _written_member(self, member: ir.Member, node: object) -> Safe:
        if node is not None or not member.presence.endswith("nullable"):
            return self._written(member.type, node)
        return Safe("restbind::null" if member.presence == "optional_nullable" else "std::nullopt")

    # ----------------------------------------------------------------------------------------------------------- limits

    def holds(self, constraint: ir.Constraint, kind: ir.Type, value: Place) -> Condition | None:
        """A condition that is true when `value` fulfils the constraint, and false for NaN. None when every value does."""
        kind = self.resolve(kind)
        keyword, limits = constraint.keyword, constraint.limits
        if keyword == "enum" and self.is_string_enum(kind) and set(limits) == set(self.enums[kind.name].values):
            return Condition([code("{}is_known()", value.reach)])
        if keyword == "enum":
            return Condition([code("{} == {}", value.text, self._limit(kind, limit)) for limit in dict.fromkeys(limits)], "||")
        special = self._special(constraint, kind, value)
        if special is not None:
            return special
        if keyword in ("multipleOf", "schema"):
            return None
        if keyword in ("minItems", "maxItems"):
            return count(keyword == "minItems", code("{}size()", value.reach), limits[0])
        if keyword in ("minLength", "maxLength"):
            if isinstance(kind, ir.Scalar) and kind.kind.startswith("base64"):
                length = code("({}bytes.size() + 2U) / 3U * 4U", value.reach)  # that of the text on the wire
            elif kind == ir.Scalar("file"):
                length = code("{}content.size()", value.reach)
            else:
                length = code("restbind::code_points({})", value.text)
            return count(keyword == "minLength", length, limits[0])
        if keyword == "range":
            parts = [self._bound(kind, value.text, ">=", limits[0]), self._bound(kind, value.text, "<=", limits[1])]
        else:
            sign = {"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}[keyword]
            parts = [self._bound(kind, value.text, sign, limits[0])]
        parts = [part for part in parts if part is not None]
        return Condition(parts) if parts else None

    def _special(self, constraint: ir.Constraint, kind: ir.Type, value: Place) -> Condition | None:
        """Conditions that the runtime has functions for."""
        keyword, limit = constraint.keyword, next(iter(constraint.limits), "")
        if keyword == "known":
            return needing("<variant>", code("!std::holds_alternative<{}>({})", Safe(OPEN[limit or "object"]), value.text))
        if keyword == "pattern":
            one = PatternCall.of(limit)
            function = Safe("matches_properties" if one.has_properties else "matches")
            return Condition([code("restbind::{}({}, {})", function, one.call, value.text)], headers=frozenset({one.header}), patterns=(one,))
        if keyword == "format":
            function = code("is_{}", Safe(_FORMAT_FUNCTIONS.get(limit, limit.replace("-", "_"))))
            return needing("<restbind/core/detail/checks.hpp>", code("restbind::{}({})", function, value.text))
        if keyword == "uniqueItems":
            return needing("<restbind/core/detail/checks.hpp>", code("restbind::are_unique({})", value.text))
        if keyword in ("minProperties", "maxProperties"):
            is_model = isinstance(kind, ir.Ref)
            size = code("restbind::json::count_members({})", value.text) if is_model else code("{}size()", value.reach)
            return count(keyword == "minProperties", size, limit, *(["<restbind/json/detail/members.hpp>"] if is_model else []))
        if keyword == "schema":
            schema = SchemaCall.of(constraint)
            return needing(SCHEMA_HEADER, code("restbind::json::fits({}, {})", schema.call, value.text), schema)
        if keyword == "multipleOf":
            step = Decimal(limit)
            if isinstance(kind, ir.Scalar) and kind.kind in INTEGERS and step == step.to_integral_value():
                if step == 1 or step > INTEGERS[kind.kind][1]:
                    return None if step == 1 else Condition([code("{} == 0", value.text)])
                return Condition([code("{} % {} == 0", value.text, whole(kind.kind, int(step)))])
            call = code("restbind::is_multiple({}, {})", value.text, text.literal(format(step, "f")))
            return needing("<restbind/core/detail/checks.hpp>", call)
        return None

    def judged(self, kind: ir.OneOf) -> SchemaCall | None:
        """The schema by which a value is valid that breaks the rules of the alternative which it is."""
        constraint = self._judged.get(kind.choices)
        return SchemaCall.of(constraint) if constraint is not None else None

    def _limit(self, kind: ir.Type, source: str) -> Safe:
        """One of the values of `enum`."""
        if isinstance(kind, ir.Scalar) and kind.kind == "string":
            return text.view(source)
        if isinstance(kind, ir.Ref) and (name := self.names.enumerators.get((kind.name, source))) and self.is_string_enum(kind):
            # Not as `Kind::cat`: in a template g++ 12 fails at a constant that a class has by `using enum`.
            return code("{}::{}", self.names.values_of[kind.name], name)
        return self.value(kind, source)

    def _bound(self, kind: ir.Type, value: Safe, sign: str, limit: str) -> Safe | None:
        if isinstance(kind, ir.Ref):  # an integer enum
            return self._bound(ir.Scalar("int64"), code("static_cast<std::int64_t>({})", value), sign, limit)
        assert isinstance(kind, ir.Scalar)
        if kind.kind == "double":
            return code("{} {} {}", value, Safe(sign_of_double(sign, Decimal(limit))), floating(limit))
        if kind.kind == "decimal":
            return code("{} {} {}", value, Safe(sign), decimal(limit))
        # A limit between two integers is moved to the one that means the same.
        number = Decimal(limit)
        nearest = math.ceil(number) if sign in (">=", "<") else math.floor(number)
        low, high = INTEGERS[kind.kind]
        if (sign == ">=" and nearest <= low) or (sign == ">" and nearest < low):
            return None
        if (sign == "<=" and nearest >= high) or (sign == "<" and nearest > high):
            return None
        if not low <= nearest <= high:
            raise UnsupportedText(f"no {kind.kind} is {sign} {limit}")
        return code("{} {} {}", value, Safe(sign), whole(kind.kind, nearest))
