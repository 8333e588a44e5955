# SPDX-License-Identifier: BSL-1.0
"""A schema as a JSON text for the validator of the runtime: only what it asserts, with all that it
refers to.

OpenAPI 3.0's own spellings (`nullable`, boolean `exclusiveMinimum`) are turned into those of JSON
Schema 2020-12. Numbers keep their digits.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Iterable, Iterator, NamedTuple

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.choice import Choice, is_union, mapped_below
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import CHOICES, is_empty_enum, is_null_type
from restbind.lower.schema.mappings import home
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor, identity_of, reached
from restbind.spec import pattern
from restbind.spec.formats import CHECKED_FORMATS
from restbind.spec.keywords import (
    COUNT,
    NUMBER,
    SAME_VALUE,
    SCHEMA,
    SCHEMA_LIST,
    SCHEMA_MAP,
    VALUES,
    json_types_of,
)
from restbind.spec.numbers import INT64, UINT64, json_text, value_of, whole
from restbind.spec.pattern_spelling import written_out

_MOST_LEVELS = 4  # of alternatives of alternatives
_GAP = "\0"  # which no JSON text holds
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SHAPES = {"date": f"{_DAY}$", "date-time": f"{_DAY}[Tt ]"}
MAX_SIZE = 262_144
MAX_TOTAL = 4_194_304  # of all large ones in a document; then only small ones are taken
RECEIVED_SIZE = 16_384  # of what is never checked, since it only comes in responses


class _Use(NamedTuple):
    """A schema where it is asked: what it says of a request depends on the schemas around it."""

    at: Cursor
    read_only: frozenset[
        str
    ] = frozenset()  # members that a request need not have, by the schemas around
    is_asked: bool = False  # within `not` and the like, where what is missing says something
    told: frozenset[
        int
    ] = frozenset()  # of alternatives of alternatives: those that a discriminator around knows

    @property
    def key(self) -> tuple[int, frozenset[str], bool, frozenset[int]]:
        return self.at.identity, self.read_only, self.is_asked, self.told


def schema_text(
    context: Context, at: Cursor, only: tuple[str, ...] = (), of: Shape | None = None
) -> str | None:
    """The JSON text of a schema, or of its keywords `only`. of: all that holds for the value, where
    the schema is one layer of it. None when it is too large; '' when it refers to what cannot be
    resolved, which is reported where it stands.
    """
    use = _Use(
        at, read_only_members(context, of) if of is not None and len(of.layers) > 1 else frozenset()
    )
    key = (use.key, only, _most(context))
    if key not in context.checks.texts.whole:
        text = context.checks.texts.whole[key] = _text(
            context, _template(context, use, only), key[2]
        )
        context.checks.texts.written += (
            len(text) if text is not None and len(text) > RECEIVED_SIZE else 0
        )
    return context.checks.texts.whole[key]


def joint_text(context: Context, schema: Shape) -> str | None:
    """The JSON text of the parts of a schema, which hold together."""
    if len(schema.parts) == 1:
        return schema_text(context, schema.at)
    writer = _Writer(context, read_only_members(context, schema))
    text = f"{{\"allOf\": [{', '.join(writer.schema(part, ()) for part in schema.parts)}]}}"
    return _text(context, writer.template(text), _most(context))


def _most(context: Context) -> int:
    return (
        RECEIVED_SIZE
        if context.is_received or context.checks.texts.written > MAX_TOTAL
        else MAX_SIZE
    )


def _text(context: Context, root: "_Template", most: int) -> str | None:
    if any(_exceeds(context, target, most) for target in root.refers):
        return None
    numbers: dict[object, int] = {}
    waiting: list[_Template] = []
    size = 0
    for one in _walk(root, waiting):
        size += one.size
        if one.is_broken or size > most:
            return "" if one.is_broken else None
        for target in one.refers:
            if target.key not in numbers:
                numbers[target.key] = len(numbers)
                waiting.append(_template(context, target, ()))
    text = root.filled(numbers)
    if waiting:
        definitions = ", ".join(
            f'"{number}": {one.filled(numbers)}' for number, one in enumerate(waiting)
        )
        text = (
            f"{{{text[1:-1] + ', ' if text != '{}' else ''}\"$defs\": {{{definitions}}}}}"
            if text.startswith("{")
            else text
        )
    return text


def refers(context: Context, at: Cursor) -> bool:
    """The schema's text holds references."""
    return bool(_template(context, _Use(at), ()).refers)


def _exceeds(context: Context, target: _Use, most: int) -> bool:
    """What is referred to is too large itself, with all that it refers to. Found once for each."""
    key = (target.key, most)
    if key not in context.checks.texts.large:
        todo, seen, size = [target], {target.key}, 0
        while todo and size <= most:
            one = _template(context, todo.pop(), ())
            size += one.size
            new = [other for other in one.refers if other.key not in seen]
            seen.update(other.key for other in new)
            todo += new
        context.checks.texts.large[key] = size > most
    return context.checks.texts.large[key]


def _walk(root: "_Template", waiting: list["_Template"]) -> Iterator["_Template"]:
    """All that a schema refers to, while it is found."""
    yield root
    yield from waiting  # which grows meanwhile


@dataclass(frozen=True)
class _Template:
    """A schema's text with gaps for the numbers of what it refers to: each is written once, and
    stands in many texts.
    """

    pieces: tuple[str, ...]  # text, place in `refers`, text, …
    refers: tuple[_Use, ...]
    size: int
    is_broken: bool

    def filled(self, numbers: dict[object, int]) -> str:
        return "".join(
            str(numbers[self.refers[int(piece)].key]) if index % 2 else piece
            for index, piece in enumerate(self.pieces)
        )


def _template(context: Context, use: _Use, only: tuple[str, ...]) -> _Template:
    key = (use.key, only)
    found = context.checks.texts.templates.get(key)
    if not isinstance(found, _Template):
        writer = _Writer(context, use.read_only, use.is_asked, use.told)
        found = context.checks.texts.templates[key] = writer.template(writer.schema(use.at, only))
    return found


class _Writer:
    """read_only, is_asked, told: see _Use."""

    def __init__(
        self,
        context: Context,
        read_only: frozenset[str] = frozenset(),
        is_asked: bool = False,
        told: frozenset[int] = frozenset(),
    ) -> None:
        self._context = context
        self._numbers: dict[object, int] = {}
        self._read_only = read_only
        self._is_asked = is_asked
        self._told = told
        self.refers: list[_Use] = []
        self.broken = False

    def template(self, text: str) -> _Template:
        return _Template(tuple(text.split(_GAP)), tuple(self.refers), len(text), self.broken)

    def schema(self, at: Cursor, only: tuple[str, ...]) -> str:
        if at.kind != "object":
            return "false" if at.kind == "boolean" and at.written.lower() == "false" else "true"
        only = (*only, "discriminator") if any(one in only for one in CHOICES) else only
        out = left_out(self._context, at)
        parts = [
            f'"{self._name(at, name)}": {text}'
            for name, value in at.items()
            if (not only or name in only)
            and name not in out
            and (text := self._keyword(at, name, value)) is not None
        ]
        text = f"{{{', '.join(parts)}}}"
        if at.is_true("nullable") and not only:
            return f'{{"anyOf": [{{"type": "null"}}, {text}]}}'
        return text

    def _keyword(self, at: Cursor, name: str, value: Cursor) -> str | None:
        """The value that the keyword has in the text; None if it is left out."""
        writer = _WRITERS.get(name)
        if writer is not None:
            return writer(self, at, name, value)
        if name in NUMBER or name in COUNT:
            return self._limit(at, name, value)
        if name in SCHEMA or name in SCHEMA_LIST:
            return self._below(at, name, value)
        if name in SCHEMA_MAP:
            return self._map(at, name, value)
        return self._as_it_is(at, name, value)

    def _limit(self, at: Cursor, name: str, value: Cursor) -> str | None:
        """OpenAPI 3.0 has a flag beside the limit, which becomes a limit itself."""
        if name in ("exclusiveMinimum", "exclusiveMaximum") and value.kind == "boolean":
            return None
        flag = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}.get(name, "")
        number = self._number(value)
        return (
            f'{number}, "{flag}": {number}'
            if number is not None and flag and at.is_true(flag)
            else number
        )

    def _required(self, at: Cursor, name: str, value: Cursor) -> str | None:
        return self._as_it_is(at, name, value) if self._is_asked else self._sent_names(at, value)

    def _dependent_required(self, at: Cursor, name: str, value: Cursor) -> str | None:
        if self._is_asked:
            return self._as_it_is(at, name, value)
        return _object(
            (key, self._sent_names(at, names))
            for key, names in value.items()
            if names.kind == "array"
        )

    def _sent_names(self, at: Cursor, names: Cursor) -> str:
        """A list of members without those that only responses have."""
        unsent = self._read_only_of(at)
        sent = [plain(name) for name in names.elements() if _text_of(name) not in unsent]
        return f"[{', '.join(sent)}]"

    def _dependencies(self, _: Cursor, __: str, value: Cursor) -> str:
        return _object(
            (key, plain(one) if one.kind == "array" else self.schema(one, ()))
            for key, one in value.items()
        )

    def _format(self, _: Cursor, __: str, value: Cursor) -> str | None:
        is_checked = (
            value.kind == "string"
            and value.written in CHECKED_FORMATS
            and self._context.document.checks_formats
        )
        return _quoted(value.written) if is_checked else None

    def _pattern(self, _: Cursor, __: str, value: Cursor) -> str | None:
        return (
            _quoted(written_out(value.written))
            if value.kind == "string" and pattern.check(value.written) is None
            else None
        )

    def _as_it_is(self, _: Cursor, name: str, value: Cursor) -> str | None:
        return (
            plain(value)
            if name in VALUES and value.kind in json_types_of(name) and not is_empty_enum(value)
            else None
        )

    def _discriminator(self, at: Cursor, _: str, stated: Cursor) -> str | None:
        """By which values the alternatives are known, with their places in the list.
        It asserts nothing: messages say which one was meant."""
        lists = [at[key] for key in CHOICES if at.has(key)]
        if len(lists) != 1 or not stated.text("propertyName"):
            return None
        choice = Choice(self._context, list(lists[0].elements()), stated)
        places: dict[str, str] = {}
        for place, below in enumerate(choice.below):
            for one in below:
                places |= dict.fromkeys((*one.values, *one.also), str(place))
        for place, member in enumerate(choice.members):
            whole = choice.mapped[place] if is_union(self._context, member) else ()
            for value in (*choice.values[place], *choice.also[place], *whole):
                places.setdefault(value, str(place))
        literals = {
            value: place for value, place in places.items() if isinstance(value, ir.Literal)
        }
        texts = {value: place for value, place in places.items() if value not in literals}
        tables: list[tuple[str, Collection[tuple[str, str]]]] = [
            ("mapping", texts.items()),
            ("literals", literals.items()),
        ]
        said = [f'"{key}": {_object(found)}' for key, found in tables if found]
        return (
            f'{{"propertyName": {_quoted(stated.text("propertyName"))}, {", ".join(said)}}}'
            if said
            else None
        )

    def _below(self, at: Cursor, name: str, value: Cursor) -> str:
        before = self._read_only, self._is_asked, self._told
        self._told = (
            self._told | _told_below(self._context, at, value) if name in CHOICES else frozenset()
        )
        self._read_only = self._read_only_of(at) if name in SAME_VALUE else frozenset()
        self._is_asked = self._is_asked or name in ("not", "if", "contains")
        text = (
            self.schema(value, ())
            if name in SCHEMA
            else f"[{', '.join(self._alternative(name, one) for one in value.elements())}]"
        )
        self._read_only, self._is_asked, self._told = before
        return text

    def _map(self, at: Cursor, name: str, value: Cursor) -> str:
        before = self._read_only, self._told
        self._told = frozenset()
        self._read_only = self._read_only_of(at) if name == "dependentSchemas" else frozenset()
        found: dict[str, str] = {}
        for key, one in value.items():
            if name != "patternProperties":
                found[key] = self.schema(one, ())
            elif pattern.check(key) is None:
                written = written_out(key)
                found[written if written not in found else f"{key}(?:)"] = self.schema(
                    one, ()
                )  # the same pattern in two spellings
        self._read_only, self._told = before
        return _object(found.items())

    def _read_only_of(self, at: Cursor) -> frozenset[str]:
        """Members that only responses have: where they are required, that says nothing of
        requests.
        """
        return self._read_only | read_only_members(self._context, normalise(self._context, at))

    def _name(self, at: Cursor, name: str) -> str:
        """Exactly one cannot be asked for where a discriminator says which one it is, or where only
        a format, which asserts nothing, tells texts apart, or a member that is not sent tells
        objects apart, or a pattern that cannot be read might.
        """
        if name != "oneOf":
            return name
        if at.has("anyOf"):
            return name
        if is_widened(self._context, at[name]):
            return "anyOf"
        pairs = [(one, self._context.document.follow(one)) for one in at[name].elements()]
        texts = [
            (one, found)
            for one, found in pairs
            if found is not None
            and found.text("type") == "string"
            and not found.has("enum")
            and not found.has("const")
        ]
        is_vague = any(
            found.has("format")
            and (
                one is not found
                or _SHAPES.get(found.text("format")) is None
                or found.has("pattern")
            )
            for one, found in texts
        )
        is_told = (
            any(found is not None and found.has("discriminator") for _, found in pairs)
            or at.has("discriminator")
            and Choice(self._context, list(at[name].elements()), at.get("discriminator")).is_told
            or self._told
            and all(self._is_told(one) for one in at[name].elements())
        )
        is_received = any(
            not self._read_only_of(at)
            .union(read_only_members(self._context, found))
            .isdisjoint(_required(found))
            for found in (normalise(self._context, one) for one in at[name].elements())
        )
        return "anyOf" if is_told or is_received or len(texts) > 1 and is_vague else name

    def _is_told(self, at: Cursor, depth: int = 0) -> bool:
        """A discriminator around has values for the alternative, or for all that it is made of."""
        if home(self._context, at).identity in self._told or is_null_type(at):
            return True
        choices = (
            normalise(self._context, at).choices()
            if depth < _MOST_LEVELS and is_union(self._context, at)
            else None
        )
        return choices is not None and all(
            self._is_told(one, depth + 1) for one in choices.elements()
        )

    def _alternative(self, name: str, at: Cursor) -> str:
        """A format asserts nothing, but where exactly one of a date and a time is meant it must
        tell them apart.
        """
        text = self.schema(at, ())
        shape = (
            _SHAPES.get(at.text("format"), "")
            if name == "oneOf" and at.text("type") == "string" and not at.has("pattern")
            else ""
        )
        return f'{text[:-1]}, "pattern": {_quoted(shape)}}}' if shape else text

    @staticmethod
    def _number(value: Cursor) -> str | None:
        return _number(value) if value_of(value) is not None else None

    def _reference(self, at: Cursor, _: str, value: Cursor) -> str | None:
        target = self._context.document.resolve(value)
        if target is None:
            self.broken = True
            return None
        use = self._use(at, target)
        if use.key not in self._numbers:
            self._numbers[use.key] = len(self.refers)
            self.refers.append(use)
        return f'"#/$defs/{_GAP}{self._numbers[use.key]}{_GAP}"'

    def _use(self, at: Cursor, target: Cursor) -> _Use:
        """What the schemas around a reference change of its target; most often nothing."""
        told = self._told if self._told and is_union(self._context, target) else frozenset()
        required = _required_below(self._context, target)
        if not required:
            return _Use(target, told=told)
        own = read_only_members(self._context, normalise(self._context, target))
        around = (self._read_only_of(at) - own) & required
        return _Use(target, around, self._is_asked and not required.isdisjoint(own | around), told)


# Keywords with values of their own kind. Called with the schema, the keyword and its value.
_WRITERS = {
    "$ref": _Writer._reference,
    "required": _Writer._required,
    "dependencies": _Writer._dependencies,
    "dependentRequired": _Writer._dependent_required,
    "format": _Writer._format,
    "pattern": _Writer._pattern,
    "discriminator": _Writer._discriminator,
}


UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
_REVERSED = {
    "not": ("not",),
    "if": ("if", "then", "else"),
    "contains": ("maxContains",),
}  # fewer values fit where more fit below


def left_out(context: Context, at: Cursor) -> frozenset[str]:
    """Keywords of a schema that would refuse valid values, because a pattern cannot be read:
    without it more values fit a schema, and so fewer fit its `not`."""
    if not context.document.leaves_out_patterns:
        return frozenset()
    out = {
        name
        for key, names in _REVERSED.items()
        if at.has(key) and is_widened(context, at[key])
        for name in names
    }
    if any(pattern.check(key) is not None for key, _ in at.table("patternProperties")):
        out.add("additionalProperties")
    if any(at.has(name) for name in UNEVALUATED) and (
        out
        or any(is_widened(context, value) for name, value in at.items() if name not in UNEVALUATED)
    ):
        out.update(UNEVALUATED)
    return frozenset(out)


def is_widened(context: Context, value: Cursor) -> bool:
    """The value of a keyword holds a pattern that cannot be read, itself or by what it refers
    to.
    """
    if not context.document.leaves_out_patterns:
        return False
    known = context.checks.texts.widened
    if value.identity not in known:
        known[value.identity] = any(
            map(_has_unreadable, reached([value], context.document.resolve))
        )
    return known[value.identity]


def _has_unreadable(at: Cursor) -> bool:
    patterns = [at.text("pattern"), *(key for key, _ in at.table("patternProperties"))]
    return any(pattern.check(one) is not None for one in patterns if one)


def _told_below(context: Context, at: Cursor, choices: Cursor) -> frozenset[int]:
    """The alternatives of alternatives for which a discriminator beside these has values."""
    stated = at.get("discriminator")
    if stated is None or not stated.text("propertyName"):
        return frozenset()
    return frozenset(
        home(context, one.at).identity
        for member in choices.elements()
        for one in mapped_below(context, stated, member)
    )


def _required_below(context: Context, at: Cursor) -> frozenset[str]:
    """Names of members that a schema asks for, itself or by what it says of the same value under
    conditions.
    """
    if at.identity not in context.checks.texts.required:
        same = all_from(
            [at],
            lambda one: [
                below
                for name, value in one.items()
                for below in _of_the_same_value(context, name, value)
            ],
            identity_of,
        )
        context.checks.texts.required[at.identity] = frozenset(
            name for one in same for name in _required(one)
        )
    return context.checks.texts.required[at.identity]


def _of_the_same_value(context: Context, name: str, value: Cursor) -> list[Cursor]:
    if name == "$ref":
        target = context.document.resolve(value)
        return [target] if target is not None else []
    if name in ("dependentSchemas", "dependencies"):
        return [one for _, one in value.items()]
    return (
        []
        if name not in SAME_VALUE
        else list(value.elements())
        if value.kind == "array"
        else [value]
    )


def _required(at: Cursor | Shape) -> Iterator[str]:
    layers = at.layers if isinstance(at, Shape) else (at,)
    lists = [layer["required"] for layer in layers if layer.has("required")]
    lists += [
        names
        for layer in layers
        for key in ("dependentRequired", "dependencies")
        for _, names in layer.table(key)
    ]
    return (_text_of(one) for names in lists for one in names.elements())


def read_only_members(context: Context, schema: Shape) -> frozenset[str]:
    """Members that only responses have."""
    return frozenset(
        name
        for layer in schema.layers
        for name, member in layer.table("properties")
        if any(part.is_true("readOnly") for part in normalise(context, member).layers)
    )


def _text_of(at: Cursor) -> str:
    return at.written if at.kind == "string" else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(value: Cursor) -> str:
    """The digits of a number. The runtime takes an integer for an exact one, so that one beyond 64
    bits is written as any other number.
    """
    text, number = json_text(value), whole(value)
    is_integer = text.lstrip("-").isdigit()
    return (
        f"{text}e0"
        if is_integer and number is not None and not INT64[0] <= number <= UINT64[1]
        else text
    )


def _object(members: Iterable[tuple[str, str]]) -> str:
    joined = ", ".join(f"{_quoted(name)}: {text}" for name, text in members)
    return f"{{{joined}}}"


def plain(value: Cursor) -> str:
    """A value of the document as JSON."""
    if value.kind == "object":
        return _object((name, plain(one)) for name, one in value.items())
    if value.kind == "array":
        return f"[{', '.join(plain(one) for one in value.elements())}]"
    if value.kind == "string":
        return _quoted(value.written)
    if value.kind in ("integer", "number"):
        return _number(value) if value_of(value) is not None else "0"
    return value.written.lower() if value.kind == "boolean" else "null"
