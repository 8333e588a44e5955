"""Types of values, and what is said of anything: texts for doc comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Union


@dataclass(frozen=True)
class Doc:
    """Text for a reader: summary and description as written, and why something was assumed ('' when stated)."""

    summary: str = ""
    description: str = ""
    assumed: str = ""
    deprecated: bool = False


@dataclass(frozen=True)
class Scalar:
    """kind: boolean, int8, int16, int32, int64, uint8, uint16, uint64, double, decimal, string, date, date-time, base64, base64-png, file."""

    kind: str


@dataclass(frozen=True)
class Open:
    """JSON that the document leaves open. kind: any, object, array; other for what is received and fits no other alternative,
    the last one of its OneOf."""

    kind: str


@dataclass(frozen=True)
class Array:
    """nullable: an element may be null."""

    item: "Type"
    nullable: bool = False


@dataclass(frozen=True)
class Map:
    """An object that is only `additionalProperties: <schema>`. nullable: a value may be null."""

    value: "Type"
    nullable: bool = False


@dataclass(frozen=True)
class Nullable:
    """A whole body that may be null. What members and elements are is said by these themselves."""

    value: "Type"


UNLISTED = -2


@dataclass(frozen=True)
class OneOf:
    """Alternatives told apart by the JSON type of the value, objects among them by their members.

    discriminator: the member that tells objects apart, '' for none; mapping: its values (numbers and booleans are `Literal`) and the
    places of their alternatives; several of one value where the document does not say which one it stands for.
    otherwise: the place of the alternative for objects with another value there, or none; -1 where the document names none; UNLISTED where
    alternatives without a value may have any.
    below: values that stand for alternatives of an alternative, until these are alternatives of this type; True for names, which those that
    the alternative itself has for them come before.
    lists_open: the document itself lists an object of any members, so that it comes before one that would lose some. Else an open object is
    there for what is none of the others.
    choices: the pointer to the list of alternatives that it is made of, '' for none; it tells no types apart.
    """

    alternatives: tuple["Type", ...]
    discriminator: str = ""
    mapping: tuple[tuple[str, int], ...] = ()
    otherwise: int = -1
    below: tuple[tuple[str, "Type", bool], ...] = ()
    lists_open: bool = False
    choices: str = field(default="", compare=False)


class Literal(str):
    """A number or boolean among the values of a member, as its JSON text: another value than the string of the same letters."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Literal, str(self)))


@dataclass(frozen=True)
class Ref:
    """A named model, enum or alias; `name` is the name of one in Api.models, Api.enums or Api.aliases."""

    name: str


@dataclass(frozen=True)
class Problem:
    """The problem document of the runtime."""


@dataclass(frozen=True)
class Received:
    """A response for which the runtime has a type. kind: bytes, redirect."""

    kind: str


@dataclass(frozen=True)
class Responses:
    """What an operation gives whose successes differ: pairs of a status (200, 2XX, default) and a type, None for no content."""

    alternatives: tuple[tuple[str, "Type | None"], ...]


Type = Union[Scalar, Open, Array, Map, Nullable, OneOf, Ref, Problem, Received, Responses]

ANY = Open("any")
OTHER = Open("other")
PLAIN = {"string": Scalar("string"), "integer": Scalar("int64"), "number": Scalar("double"), "boolean": Scalar("boolean")}


def base_types(kind: Type) -> Iterator[Type]:
    """`kind` and everything it is made of, without looking into named types."""
    yield kind
    if isinstance(kind, Array):
        yield from base_types(kind.item)
    elif isinstance(kind, (Map, Nullable)):
        yield from base_types(kind.value)
    elif isinstance(kind, OneOf):
        for alternative in kind.alternatives:
            yield from base_types(alternative)
    elif isinstance(kind, Responses):
        for _, response in kind.alternatives:
            if response is not None:
                yield from base_types(response)


def with_inner(kind: Type, change: Callable[[Type], Type]) -> Type:
    """A list, map, nullable value or several successes with another type of what it holds; any other type as it is."""
    if isinstance(kind, Responses):
        return Responses(tuple((status, one if one is None else change(one)) for status, one in kind.alternatives))
    name = "item" if isinstance(kind, Array) else "value" if isinstance(kind, (Map, Nullable)) else ""
    if not name:
        return kind
    inner = change(getattr(kind, name))
    return kind if inner is getattr(kind, name) else replace(kind, **{name: inner})


def referred(kind: Type) -> list[str]:
    """The named types that occur in one."""
    return [part.name for part in base_types(kind) if isinstance(part, Ref)]
