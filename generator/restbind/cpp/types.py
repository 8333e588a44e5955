"""IR types, defaults and limits as C++ spells them."""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import math
from dataclasses import dataclass, replace
from decimal import Decimal

from restbind import ir
from restbind.cpp import text
from restbind.cpp.json_values import Digits, takes
from restbind.cpp.names import Names
from restbind.cpp.text import UnsupportedText, code
from restbind.naming import Safe
from restbind.spec import pattern
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
SCHEMA_HEADER = "<restbind/json/detail/schema.hpp>"
PATTERN_HEADER = "<restbind/core/detail/pattern.hpp>"
PROPERTIES_HEADER = "<restbind/core/detail/unicode_properties.hpp>"
WRAPPED = frozenset({"nullable", "optional", "optional_nullable"})


@dataclass(frozen=True)
class PatternCall:
    """A compiled pattern: the constant that holds its words, its text, and whether its sets name properties of characters."""

    name: Safe
    source: str
    words: tuple[int, ...]
    has_properties: bool

    @classmethod
    def of(cls, source: str) -> PatternCall:
        """@pre The pattern can be compiled; others are left out before."""
        program = pattern.compiled(source)
        assert isinstance(program, pattern.Program)
        return cls(_named_after("pattern", source), source, program.words, program.has_properties)

    @property
    def call(self) -> Safe:
        return code("validation_patterns::{}", self.name)

    @property
    def header(self) -> str:
        """What runs it."""
        return PROPERTIES_HEADER if self.has_properties else PATTERN_HEADER


@dataclass(frozen=True)
class SchemaCall:
    """A schema that is checked as it stands: the function that gives it, its JSON text, where it was written, and its patterns."""

    name: Safe
    source: str
    pointer: str
    patterns: tuple[PatternCall, ...]

    @property
    def call(self) -> Safe:
        return code("validation_schemas::{}()", self.name)

    @property
    def headers(self) -> frozenset[str]:
        return frozenset({SCHEMA_HEADER, *(one.header for one in self.patterns)})


@dataclass(frozen=True)
class Condition:
    """Comparisons between which a long line may be broken; `operator` stands between them. headers, schemas and patterns: what
    the comparisons need besides the types of their values."""

    parts: list[Safe]
    operator: str = "&&"
    headers: frozenset[str] = frozenset()
    schemas: tuple[SchemaCall, ...] = ()
    patterns: tuple[PatternCall, ...] = ()


@dataclass(frozen=True)
class Place:
    """An expression that names a value, and how its members are reached: `*value.zoom` and `value.zoom->`."""

    text: Safe
    reach: Safe


def integer(value: int) -> Safe:
    """A literal of type int, long or long long, whichever is first to hold it."""
    if not INTEGERS["int64"][0] <= value <= INTEGERS["int64"][1]:
        raise UnsupportedText(f"{value} does not fit into 64 bits")
    return Safe("(-9223372036854775807 - 1)" if value == -(2**63) else str(value))


def whole(kind: str, value: int) -> Safe:
    """The same for a value of one of the integer types: unsigned ones say so, which keeps comparisons free of warnings."""
    if kind != "uint64":
        return integer(value)
    if not INTEGERS[kind][0] <= value <= INTEGERS[kind][1]:
        raise UnsupportedText(f"{value} does not fit into an unsigned integer of 64 bits")
    return Safe(f"{value}U")


def floating(source: str) -> Safe:
    """A double as written, with `.0` where it would otherwise be an integer literal."""
    source = source.strip().lstrip("+").lower()
    Decimal(source)
    return Safe(source if set(source) & set(".e") else f"{source}.0")


def decimal(source: str) -> Safe:
    """`19.90` -> restbind::decimal{1990, 2}: exact, and with the digits as written."""
    sign, digits, exponent = Decimal(source).as_tuple()
    if not isinstance(exponent, int):
        raise UnsupportedText(f"{source} is not a finite number")
    coefficient = int("".join(map(str, digits))) * 10 ** max(exponent, 0) * (-1 if sign else 1)
    scale = max(-exponent, 0)
    if scale > 18 or not INTEGERS["int64"][0] <= coefficient <= INTEGERS["int64"][1]:
        raise UnsupportedText(f"{source} does not fit into a decimal of 64 bits and 18 places")
    if not scale:
        return code("restbind::decimal{{{}}}", integer(coefficient))
    return code("restbind::decimal{{{}, {}}}", integer(coefficient), scale)


def date(source: str) -> Safe:
    day = datetime.date.fromisoformat(source)
    return Safe(f"restbind::date{{std::chrono::year{{{day.year}}} / {day.month} / {day.day}}}")


def instant(source: str) -> Safe:
    """An RFC 3339 timestamp, which the compiler reads."""
    return code("*restbind::parse_timestamp({})", text.view(source))


def _open(node: object) -> Safe:
    """Open JSON as an expression."""
    if isinstance(node, dict):
        members = [code("{{{}, {}}}", text.owned(name), _open_value(one)) for name, one in node.items()]
        return code("boost::json::object({{{}}})", text.join(", ", members)) if members else Safe("boost::json::object()")
    if isinstance(node, list):
        return code("boost::json::array({{{}}})", text.join(", ", [_open_value(one) for one in node])) if node else Safe("boost::json::array()")
    return _open_value(node)


def _open_value(node: object) -> Safe:
    if node is None:
        return Safe("boost::json::value(nullptr)")
    if isinstance(node, bool):
        return Safe(f"boost::json::value({str(node).lower()})")
    if isinstance(node, Digits):
        number = Decimal(node)
        is_integer = not set(node) & set(".eE") and INTEGERS["int64"][0] <= number <= INTEGERS["int64"][1]
        return code("boost::json::value({})", integer(int(number)) if is_integer else floating(node))
    return code("boost::json::value({})", text.owned(node) if isinstance(node, str) else _open(node))


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

    def element(self, kind: ir.Array | ir.Map) -> Safe:
        """The type of an element of a list or map."""
        own = self.spell(kind.item if isinstance(kind, ir.Array) else kind.value)
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
        if isinstance(kind, ir.Array):
            return replace(kind, item=self.expanded(kind.item))
        if isinstance(kind, (ir.Map, ir.Nullable)):
            return replace(kind, value=self.expanded(kind.value))
        if isinstance(kind, ir.OneOf):
            return replace(kind, alternatives=tuple(self.expanded(one) for one in kind.alternatives))
        if isinstance(kind, ir.Responses):
            return ir.Responses(tuple((status, one and self.expanded(one)) for status, one in kind.alternatives))
        if isinstance(kind, ir.Ref) and kind.name in self.aliases and not self.aliases[kind.name].wrapped:
            return self.expanded(self.aliases[kind.name].type)
        return kind

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
        bare = not wrapped and isinstance(kind, (ir.Array, ir.Map, ir.Ref)) and value.startswith(head)
        return Safe(value[len(head):]) if bare else code(" = {}", value)

    def _written(self, kind: ir.Type, node: object) -> Safe:
        """A JSON value as an expression of a type. Numbers are their digits."""
        kind = self.resolve(kind)
        if isinstance(kind, ir.Open):
            return _open(node)
        if isinstance(kind, (ir.Array, ir.Map)):
            inner = kind.item if isinstance(kind, ir.Array) else kind.value
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
            return _count(keyword == "minItems", code("{}size()", value.reach), limits[0])
        if keyword in ("minLength", "maxLength"):
            if isinstance(kind, ir.Scalar) and kind.kind.startswith("base64"):
                length = code("({}bytes.size() + 2U) / 3U * 4U", value.reach)  # that of the text on the wire
            elif kind == ir.Scalar("file"):
                length = code("{}content.size()", value.reach)
            else:
                length = code("restbind::code_points({})", value.text)
            return _count(keyword == "minLength", length, limits[0])
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
            return _needing("<variant>", code("!std::holds_alternative<{}>({})", Safe(OPEN[limit or "object"]), value.text))
        if keyword == "pattern":
            one = PatternCall.of(limit)
            function = Safe("matches_properties" if one.has_properties else "matches")
            return Condition([code("restbind::{}({}, {})", function, one.call, value.text)], headers=frozenset({one.header}), patterns=(one,))
        if keyword == "format":
            function = code("is_{}", Safe(_FORMAT_FUNCTIONS.get(limit, limit.replace("-", "_"))))
            return _needing("<restbind/core/detail/checks.hpp>", code("restbind::{}({})", function, value.text))
        if keyword == "uniqueItems":
            return _needing("<restbind/core/detail/checks.hpp>", code("restbind::are_unique({})", value.text))
        if keyword in ("minProperties", "maxProperties"):
            is_model = isinstance(kind, ir.Ref)
            size = code("restbind::json::count_members({})", value.text) if is_model else code("{}size()", value.reach)
            return _count(keyword == "minProperties", size, limit, *(["<restbind/json/detail/members.hpp>"] if is_model else []))
        if keyword == "schema":
            schema = self.schema(constraint)
            return _needing(SCHEMA_HEADER, code("restbind::json::fits({}, {})", schema.call, value.text), schema)
        if keyword == "multipleOf":
            step = Decimal(limit)
            if isinstance(kind, ir.Scalar) and kind.kind in INTEGERS and step == step.to_integral_value():
                if step == 1 or step > INTEGERS[kind.kind][1]:
                    return None if step == 1 else Condition([code("{} == 0", value.text)])
                return Condition([code("{} % {} == 0", value.text, whole(kind.kind, int(step)))])
            call = code("restbind::is_multiple({}, {})", value.text, text.literal(format(step, "f")))
            return _needing("<restbind/core/detail/checks.hpp>", call)
        return None

    def judged(self, kind: ir.OneOf) -> SchemaCall | None:
        """The schema by which a value is valid that breaks the rules of the alternative which it is."""
        constraint = self._judged.get(kind.choices)
        return self.schema(constraint) if constraint is not None else None

    @staticmethod
    def schema(constraint: ir.Constraint) -> SchemaCall:
        """The schema of a constraint."""
        source = constraint.limits[0]
        return SchemaCall(_named_after("schema", source), source, constraint.pointer, tuple(map(PatternCall.of, pattern.used_in(source))))

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
            return code("{} {} {}", value, Safe(_sign_of_double(sign, Decimal(limit))), floating(limit))
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


def _sign_of_double(sign: str, limit: Decimal) -> str:
    """How a double compares with the double next to a whole limit that no double holds, so that it keeps the limit itself."""
    nearest = Decimal(float(limit))
    if not 2**53 < abs(limit) < 2**64 or limit != limit.to_integral_value() or nearest == limit:
        return sign
    return {">": ">=", "<=": "<"}.get(sign, sign) if nearest > limit else {">=": ">", "<": "<="}.get(sign, sign)


def _named_after(kind: str, source: str) -> Safe:
    """A name that stays the same as long as what it stands for does."""
    return Safe(f"{kind}_{hashlib.sha256(source.encode()).hexdigest()[:10]}")


def _needing(header: str, part: Safe, *schemas: SchemaCall) -> Condition:
    return Condition([part], headers=frozenset({header}), schemas=schemas)


def _count(is_least: bool, size: Safe, limit: str, *headers: str) -> Condition | None:
    """A limit on a size that `headers` give; unsigned, and none where every size fulfils it."""
    number = int(Decimal(limit))
    if is_least and number <= 0 or number >= 2**64:
        return None
    if number < 2**32:
        return Condition([code("{} {} {}U", size, Safe(">=" if is_least else "<="), number)], headers=frozenset(headers))
    # Where a size has 32 bits, compilers warn of a comparison that is always the same.
    function = Safe("cmp_greater_equal" if is_least else "cmp_less_equal")
    return Condition([code("std::{}({}, {}U)", function, size, number)], headers=frozenset({*headers, "<utility>"}))
