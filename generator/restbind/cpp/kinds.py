# SPDX-License-Identifier: BSL-1.0
"""What C++ makes of a kind of type: one class for each, which says all about it. Here those that
hold others, and those with names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, Generic, Protocol, TypeVar

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import Place
from restbind.cpp.literals import Digits, integer, open_json
from restbind.cpp.names import Names
from restbind.cpp.scalars import SCALARS, Kind
from restbind.cpp.text import code
from restbind.naming import Safe

# Statuses that are described together, as the runtime names them.
STATUSES = {
    **{f"{digit}XX": f"restbind::status_{digit}xx" for digit in "12345"},
    "default": "restbind::default_status",
}
_RECEIVED = {"bytes": "restbind::binary_body", "redirect": "restbind::redirect"}
_RESPONSE_HEADER = "<restbind/core/response.hpp>"
OPEN = {
    "any": "boost::json::value",
    "object": "boost::json::object",
    "array": "boost::json::array",
    "other": "restbind::unknown_value",
}
OPEN_HEADER = "<restbind/core/detail/open_json.hpp>"
DISCRIMINATED_HEADER = "<restbind/core/discriminated.hpp>"


class Kinds(Protocol):
    """The types of an API."""

    names: Names

    def kind(self, type_: ir.Type) -> Kind:
        """What C++ makes of a type, by its own name if it is an alias."""

    def behind(self, type_: ir.Type) -> Kind:
        """What C++ makes of the type that an alias stands for, or of the type itself if it is
        none.
        """

    def discriminated(self, type_: ir.OneOf) -> str:
        """The place of the discriminator that holds, where several tell the same alternatives
        apart, else ''.
        """


_Of = TypeVar("_Of")
_Named = TypeVar("_Named", bound=ir.Named)


class Structured(Kind, Generic[_Of]):
    """A value that may hold others. all_: the types of the API. of: the type, or what its name
    names.
    """

    is_braced = False  # its type need not be named again where a member has it

    def __init__(self, all_: Kinds, of: _Of) -> None:
        self._all = all_
        self._of = of

    def initialised(self, default: str, is_wrapped: bool) -> Safe:
        node = json.loads(default, parse_int=Digits, parse_float=Digits)
        if node in ([], {}) and not is_wrapped and self._is_empty_by_itself():
            return Safe("{}")
        value, head = self.written(node), str(self.spelling)
        return (
            Safe(value[len(head) :])
            if not is_wrapped and self.is_braced and value.startswith(head)
            else code(" = {}", value)
        )

    def _is_empty_by_itself(self) -> bool:
        """A value without anything in it is an empty list or object."""
        return True

    def _element(self, type_: ir.Type, node: object) -> Safe:
        return self._all.behind(type_).written(node)


class Own(Kind):
    """A type of the user's."""

    def __init__(self, _: Kinds, of: ir.Own) -> None:
        self.headers = frozenset({of.header})
        self._name = of.name

    @property
    def spelling(self) -> Safe:
        return Safe(self._name)

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe("{}")  # nobody knows whether it is indeterminate without


class Open(Structured[ir.Open]):
    """JSON that the document leaves open."""

    def __init__(self, all_: Kinds, of: ir.Open) -> None:
        super().__init__(all_, of)
        self.headers = frozenset({_RESPONSE_HEADER if of.kind == "other" else OPEN_HEADER})

    @property
    def spelling(self) -> Safe:
        return Safe(OPEN[self._of.kind])

    def takes(self, node: object) -> bool:
        return (
            self._of == ir.ANY
            or self._of != ir.OTHER
            and isinstance(node, dict if self._of.kind == "object" else list)
        )

    def written(self, node: object) -> Safe:
        return open_json(node)

    def _is_empty_by_itself(self) -> bool:
        return self._of != ir.ANY


class Collection(Structured[ir.Collection]):
    """A list or map."""

    is_braced = True

    def __init__(self, all_: Kinds, of: ir.Collection) -> None:
        super().__init__(all_, of)
        self.headers = self.headers | ({"<optional>"} if of.nullable else set())

    @property
    def element(self) -> Safe:
        """The type of what it holds."""
        own = self._all.kind(self._of.element).spelling
        return code("std::optional<{}>", own) if self._of.nullable else own

    def takes_element(self, node: object) -> bool:
        """What it holds can hold a JSON value."""
        return node is None and self._of.nullable or self._all.behind(self._of.element).takes(node)

    def written_element(self, node: object) -> Safe:
        """One element as a C++ expression; `std::nullopt` for null."""
        return Safe("std::nullopt") if node is None else self._element(self._of.element, node)


class Array(Collection):
    """A list."""

    headers = frozenset({"<vector>"})

    @property
    def spelling(self) -> Safe:
        return code("std::vector<{}>", self.element)

    def takes(self, node: object) -> bool:
        return isinstance(node, list) and all(self.takes_element(element) for element in node)

    def written(self, node: object) -> Safe:
        assert isinstance(node, list)
        return code(
            "{}{{{}}}",
            self.spelling,
            text.join(", ", [self.written_element(element) for element in node]),
        )


class Map(Collection):
    """An object whose members have names that nobody knows before."""

    headers = frozenset({"<map>", "<string>"})

    @property
    def spelling(self) -> Safe:
        return code("std::map<std::string, {}>", self.element)

    def takes(self, node: object) -> bool:
        return isinstance(node, dict) and all(
            self.takes_element(element) for element in node.values()
        )

    def written(self, node: object) -> Safe:
        assert isinstance(node, dict)
        parts = [
            code("{{std::string({}), {}}}", text.owned(name), self.written_element(element))
            for name, element in node.items()
        ]
        return code("{}{{{}}}", self.spelling, text.join(", ", parts))


class Nullable(Structured[ir.Nullable]):
    """A whole body that may be null."""

    headers = frozenset({"<optional>"})

    @property
    def spelling(self) -> Safe:
        return code("std::optional<{}>", self._all.kind(self._of.value).spelling)


class Variant(Structured[ir.OneOf]):
    """One of several types."""

    headers = frozenset({"<variant>"})
    is_variant = True

    def __init__(self, all_: Kinds, of: ir.OneOf) -> None:
        super().__init__(all_, of)
        self._place = all_.discriminated(of)
        self.headers = self.headers | ({DISCRIMINATED_HEADER} if self._place else set())

    @property
    def spelling(self) -> Safe:
        plain = code(
            "std::variant<{}>",
            text.join(
                ", ",
                [self._all.kind(alternative).spelling for alternative in self._of.alternatives],
            ),
        )
        return (
            code("restbind::discriminated<{}, {}>", text.literal(self._place), plain)
            if self._place
            else plain
        )

    def takes(self, node: object) -> bool:
        return any(
            self._all.behind(alternative).takes(node) for alternative in self._of.alternatives
        )

    def written(self, node: object) -> Safe:
        place = next(
            index
            for index, alternative in enumerate(self._of.alternatives)
            if self._all.behind(alternative).takes(node)
        )
        return code(
            "{}(std::in_place_index<{}>, {})",
            self.spelling,
            place,
            self._element(self._of.alternatives[place], node),
        )

    def _is_empty_by_itself(self) -> bool:
        return False

    def unset(self, value: Safe) -> tuple[Safe, Safe]:
        return code("!{}.is_set()", value), code("{}.is_set()", value)


class Problem(Structured[ir.Problem]):
    """The problem document."""

    spelling = Safe("restbind::problem_details")
    headers = frozenset({"<restbind/core/problem.hpp>"})


class Received(Structured[ir.Received]):
    """A response for which the runtime has a type."""

    headers = frozenset({_RESPONSE_HEADER})

    @property
    def spelling(self) -> Safe:
        return Safe(_RECEIVED[self._of.kind])


class Responses(Structured[ir.Responses]):
    """What an operation gives whose successes differ."""

    headers = frozenset({_RESPONSE_HEADER, "<variant>"})

    @property
    def spelling(self) -> Safe:
        return code("std::variant<{}>", text.join(", ", self.alternatives))

    @property
    def alternatives(self) -> list[Safe]:
        """The types of the successes, each with its status."""
        found = []
        for status, alternative in self._of.alternatives:
            held = Safe("restbind::no_content")
            if alternative is not None:
                held = self._all.kind(alternative).spelling
            found.append(
                code("restbind::response<{}, {}>", Safe(STATUSES.get(status, status)), held)
            )
        return found


class Alias(Structured[_Named]):
    """A named type that stands for another one, or is a structure around it."""

    is_braced = True

    @property
    def spelling(self) -> Safe:
        return self._all.names.types[self._of.name]

    def members(self, value: Place) -> tuple[Safe, str]:
        return (
            code("restbind::json::count_members({})", value.text),
            "<restbind/json/detail/members.hpp>",
        )


class Model(Alias[ir.Model]):
    """An object with members."""

    def takes(self, node: object) -> bool:
        if not isinstance(node, dict):
            return False
        members = {member.wire_name: member for member in self._of.members}
        if not node.keys() <= members.keys():
            return False
        for name, member in members.items():
            if name not in node and member.is_needed:
                return False
        return all(self._takes_member(members[name], value) for name, value in node.items())

    def _takes_member(self, member: ir.Member, value: object) -> bool:
        if value is None and member.presence.endswith("nullable"):
            return True
        return self._all.behind(member.type).takes(value)

    def written(self, node: object) -> Safe:
        assert isinstance(node, dict)
        parts = [
            code(
                ".{} = {}",
                self._all.names.member(self._of.name, member.wire_name),
                self._member(member, node[member.wire_name]),
            )
            for member in self._of.members
            if member.wire_name in node
        ]
        return code("{}{{{}}}", self.spelling, text.join(", ", parts))

    def _member(self, member: ir.Member, node: object) -> Safe:
        if node is not None or not member.presence.endswith("nullable"):
            return self._element(member.type, node)
        return Safe("restbind::null" if member.presence == "optional_nullable" else "std::nullopt")


class Enum(Kind):
    """Listed integers."""

    is_single = True
    is_small = True

    def __init__(self, all_: Kinds, named: ir.Enum) -> None:
        self._all = all_
        self._enum = named
        self.sole = named.values[0] if len(named.values) == 1 and not named.is_open else None

    @property
    def spelling(self) -> Safe:
        return self._all.names.types[self._enum.name]

    def takes(self, node: object) -> bool:
        return isinstance(node, Digits) and self._lists(node)

    def _lists(self, node: str) -> bool:
        return self._enum.is_open or str(node) in self._enum.values

    def value(self, source: str) -> Safe:
        """An enumerator, or constant; any other value as the enum holds it."""
        name = self.constant(source)
        return code("{}::{}", self.spelling, name) if name is not None else self._unlisted(source)

    def constant(self, source: str) -> Safe | None:
        return self._all.names.enumerators.get((self._enum.name, source))

    def _unlisted(self, source: str) -> Safe:
        return code("static_cast<{}>({})", self.spelling, integer(int(Decimal(source))))

    def start(self, is_set_by_callers: bool) -> Safe:
        return Safe("{}")

    def unset(self, value: Safe) -> tuple[Safe, Safe]:
        return code("{} == {}{{}}", value, self.spelling), code(
            "{} != {}{{}}", value, self.spelling
        )

    def bound(self, value: Safe, sign: str, limit: str) -> Safe | None:
        return SCALARS["int64"]("int64").bound(
            code("static_cast<std::int64_t>({})", value), sign, limit
        )


class TextEnum(Enum):
    """Listed texts, beside which it holds any other one."""

    is_small = False
    is_text = True
    start = Kind.start
    unset = Kind.unset

    def takes(self, node: object) -> bool:
        return isinstance(node, str) and not isinstance(node, Digits) and self._lists(node)

    def _unlisted(self, source: str) -> Safe:
        return code("{}({})", self.spelling, text.view(source))

    def is_all(self, values: Iterable[str]) -> bool:
        return set(values) == set(self._enum.values)

    def listed(self, source: str) -> Safe:
        name = self.constant(source)
        # Not as `Kind::cat`: in a template g++ 12 fails at a constant that a class has by `using
        # enum`.
        return (
            code("{}::{}", self._all.names.values_of[self._enum.name], name)
            if name
            else self.value(source)
        )


_KINDS: dict[type[ir.Values], Callable[[Kinds, Any], Kind]] = {
    ir.Scalar: lambda _, of: SCALARS[of.kind](of.kind),
    ir.Own: Own,
    ir.Enum: lambda all_, of: (TextEnum if of.is_text else Enum)(all_, of),
    ir.Model: Model,
    ir.Alias: Alias,
    ir.Open: Open,
    ir.Array: Array,
    ir.Map: Map,
    ir.Nullable: Nullable,
    ir.OneOf: Variant,
    ir.Problem: Problem,
    ir.Received: Received,
    ir.Responses: Responses,
}


def kind_of(all_: Kinds, of: ir.Values) -> Kind:
    """The kind of a type, or of what its name stands for."""
    return _KINDS[type(of)](all_, of)
