# SPDX-License-Identifier: BSL-1.0
"""Types of values, and what is said of anything: texts for doc comments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

JSON_TYPES = frozenset(["object", "array", "string", "number", "boolean"])


@dataclass(frozen=True)
class Doc:
    """Text for a reader: summary and description as written, and why something was assumed ('' when
    stated).
    """

    summary: str = ""
    description: str = ""
    assumed: str = ""
    deprecated: bool = False


class Values:
    """What values may be: a type, or what a name stands for. Each kind of them is a class of its
    own, which says all about it.

    keyword: what says in a schema what a list or map holds, '' for all others.
    """

    keyword: ClassVar[str] = ""

    @property
    def json_types(self) -> frozenset[str]:
        """Those of its values, null aside."""
        return JSON_TYPES

    @property
    def scalar(self) -> str:
        """The kind of scalar that its values are, enums among them; '' where they are none, or a
        name hides it.
        """
        return ""

    @property
    def is_text(self) -> bool:
        """Its values are texts of no form of their own."""
        return self.scalar == "string"

    @property
    def is_whole(self) -> bool:
        """Its values are integers."""
        return "int" in self.scalar

    @property
    def limited(self) -> str:
        """What its limits speak of: number, string, file, array, map, enum, alternatives, or ''
        where none fit.
        """
        return ""

    @property
    def has_unset(self) -> bool:
        """A value of the type tells by itself that it was never set."""
        return False

    @property
    def is_equal_as_json(self) -> bool:
        """Two values are equal in C++ exactly where their JSON is, what they hold aside."""
        return True

    @property
    def one_of(self) -> tuple["Values", ...]:
        """The types that its values may be of: itself, if it is not made of alternatives."""
        return (self,)

    @property
    def without_other(self) -> "Values":
        """The same without the alternative for what is received and fits no other one."""
        return self

    @property
    def holds_null(self) -> bool:
        """It is a list or map of which an element may be null."""
        return False

    def covers(self, other: "Values", ask: Callable[["Values", "Values"], bool]) -> bool:
        """Whatever is read as the other can be read as this without losing a member. ask: the same
        of what both hold.
        """
        return self.is_text and other.is_text


class Type(Values):
    """A type of values."""

    @property
    def present(self) -> "Type":
        """The type of a body where it is not null."""
        return self

    @property
    def parts(self) -> tuple["Type", ...]:
        """What it is made of, without looking into named types."""
        return ()

    def with_parts(self, change: Callable[["Type"], "Type"]) -> "Type":
        """The same of other parts; the type itself where none of them changes."""
        return self


@dataclass(frozen=True)
class Scalar(Type):
    """kind: boolean, int8, int16, int32, int64, uint8, uint16, uint64, double, decimal, string,
    date, date-time, base64, base64-png, file."""

    kind: str

    @property
    def json_types(self) -> frozenset[str]:
        return frozenset(
            ["number" if self.is_number else "boolean" if self.kind == "boolean" else "string"]
        )

    @property
    def scalar(self) -> str:
        return self.kind

    @property
    def is_number(self) -> bool:
        """Its values are numbers, whole ones or others."""
        return self.is_whole or self.kind in ("double", "decimal")

    @property
    def limited(self) -> str:
        return "number" if self.is_number else self.kind if self.kind in ("string", "file") else ""

    @property
    def has_unset(self) -> bool:
        return self.kind in ("date", "date-time")

    @property
    def is_equal_as_json(self) -> bool:
        return self.kind != "date-time"  # 11:30+01:00 is 10:30Z, and another text


def in_json(kinds: Iterable[str]) -> frozenset[str]:
    """JSON types, of which an integer is a number."""
    return frozenset("number" if kind == "integer" else kind for kind in kinds)


@dataclass(frozen=True)
class Own(Type):
    """A type of the user's, for which there is a codec. kinds: the JSON types of its values,
    integers and other numbers apart.
    """

    name: str
    header: str
    kinds: tuple[str, ...]
    limited: ClassVar[str] = "own"
    is_equal_as_json: ClassVar[bool] = False  # nobody knows

    @property
    def json_types(self) -> frozenset[str]:
        return in_json(self.kinds)

    @property
    def is_whole(self) -> bool:
        return self.kinds == ("integer",)

    def covers(self, other: Values, ask: Callable[["Values", "Values"], bool]) -> bool:
        return False


@dataclass(frozen=True)
class Open(Type):
    """JSON that the document leaves open. kind: any, object, array; other for what is received and
    fits no other alternative, the last one of its OneOf."""

    kind: str

    @property
    def json_types(self) -> frozenset[str]:
        return frozenset([self.kind]) if self.kind in JSON_TYPES else JSON_TYPES

    @property
    def is_equal_as_json(self) -> bool:
        return False  # 1 and 1.0 are equal as JSON

    def covers(self, other: Values, ask: Callable[["Values", "Values"], bool]) -> bool:
        return other.json_types == {self.kind}


@dataclass(frozen=True)
class Collection(Type):
    """A list or map. nullable: an element may be null."""

    element: Type
    nullable: bool = False

    @property
    def holds_null(self) -> bool:
        return self.nullable

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    def covers(self, other: Values, ask: Callable[["Values", "Values"], bool]) -> bool:
        return isinstance(other, type(self)) and ask(self.element, other.element)

    def with_parts(self, change: Callable[[Type], Type]) -> Type:
        element = change(self.element)
        return self if element is self.element else replace(self, element=element)


class Array(Collection):
    """A list."""

    json_types = frozenset(["array"])
    keyword = "items"
    limited = "array"


class Map(Collection):
    """An object that is only `additionalProperties: <schema>`."""

    json_types = frozenset(["object"])
    keyword = "additionalProperties"
    limited = "map"


@dataclass(frozen=True)
class Nullable(Type):
    """A whole body that may be null. What members and elements are is said by these themselves."""

    value: Type

    @property
    def present(self) -> Type:
        return self.value

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.value,)

    def with_parts(self, change: Callable[[Type], Type]) -> Type:
        value = change(self.value)
        return self if value is self.value else replace(self, value=value)


UNLISTED = -2


@dataclass(frozen=True)
class OneOf(Type):
    """Alternatives told apart by the JSON type of the value, objects among them by their members.

    discriminator: the member that tells objects apart, '' for none; mapping: its values (numbers
    and booleans are `Literal`) and the places of their alternatives; several of one value where the
    document does not say which one it stands for. otherwise: the place of the alternative for
    objects with another value there, or none; -1 where the document names none; UNLISTED where
    alternatives without a value may have any.
    below: values that stand for alternatives of an alternative, until these are alternatives of
    this type; True for names, which those that the alternative itself has for them come before.
    lists_open: the document itself lists an object of any members, so that it comes before one that
    would lose some. Else an open object is there for what is none of the others.
    choices: the pointer to the list of alternatives that it is made of, '' for none; it tells no
    types apart.
    """

    alternatives: tuple[Type, ...]
    discriminator: str = ""
    mapping: tuple[tuple[str, int], ...] = ()
    otherwise: int = -1
    below: tuple[tuple[str, Type, bool], ...] = ()
    lists_open: bool = False
    choices: str = field(default="", compare=False)
    limited: ClassVar[str] = "alternatives"
    has_unset: ClassVar[bool] = True
    is_equal_as_json: ClassVar[bool] = False

    @property
    def one_of(self) -> tuple[Type, ...]:
        return self.alternatives

    @property
    def way(self) -> object:
        """All that tells the alternatives apart."""
        return self.discriminator, self.mapping, self.otherwise, self.lists_open

    @property
    def is_told(self) -> bool:
        """The document says how the alternatives are told apart. One without a named type has no
        namespace where that would be found.
        """
        return self.discriminator != "" or self.lists_open and bool(referred(self))

    @property
    def without_other(self) -> Values:
        return (
            replace(self, alternatives=self.alternatives[:-1])
            if OTHER in self.alternatives
            else self
        )  # it is the last one

    def covers(self, other: Values, ask: Callable[["Values", "Values"], bool]) -> bool:
        def fits(its: Values) -> bool:
            return any(ask(mine, its) for mine in self.alternatives)

        return all(map(fits, other.one_of))

    @property
    def parts(self) -> tuple[Type, ...]:
        return self.alternatives

    def with_parts(self, change: Callable[[Type], Type]) -> Type:
        changed = tuple(change(alternative) for alternative in self.alternatives)
        return (
            self
            if all(new is old for new, old in zip(changed, self.alternatives))
            else replace(self, alternatives=changed)
        )


class Literal(str):
    """A number or boolean among the values of a member, as its JSON text: another value than the
    string of the same letters.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Literal, str(self)))


@dataclass(frozen=True)
class Ref(Type):
    """A named model, enum or alias; `name` is the name of one in Api.models, Api.enums or
    Api.aliases.
    """

    name: str


@dataclass(frozen=True)
class Problem(Type):
    """The problem document of the runtime."""


@dataclass(frozen=True)
class Received(Type):
    """A response for which the runtime has a type. kind: bytes, redirect."""

    kind: str


@dataclass(frozen=True)
class Responses(Type):
    """What an operation gives whose successes differ: pairs of a status (200, 2XX, default) and a
    type, None for no content.
    """

    alternatives: tuple[tuple[str, Type | None], ...]

    @property
    def parts(self) -> tuple[Type, ...]:
        return tuple(alternative for _, alternative in self.alternatives if alternative is not None)

    def with_parts(self, change: Callable[[Type], Type]) -> Type:
        return Responses(
            tuple(
                (status, alternative if alternative is None else change(alternative))
                for status, alternative in self.alternatives
            )
        )


ANY = Open("any")
OPEN_OBJECT = Open("object")
OTHER = Open("other")
PLAIN = {
    "string": Scalar("string"),
    "integer": Scalar("int64"),
    "number": Scalar("double"),
    "boolean": Scalar("boolean"),
}


def base_types(kind: Type) -> Iterator[Type]:
    """`kind` and everything it is made of, without looking into named types."""
    yield kind
    for part in kind.parts:
        yield from base_types(part)


def held_by(kind: Type, is_inside: bool = False) -> Iterator[tuple[str, bool]]:
    """The named types that occur in one, and whether that is within a list or map."""
    if isinstance(kind, Ref):
        yield kind.name, is_inside
    for part in kind.parts:
        yield from held_by(part, is_inside or isinstance(kind, Collection))


def referred(kind: Type) -> list[str]:
    """The named types that occur in one."""
    return [part.name for part in base_types(kind) if isinstance(part, Ref)]
