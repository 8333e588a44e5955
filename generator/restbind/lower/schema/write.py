# SPDX-License-Identifier: BSL-1.0
"""Schemas as JSON for the validator of the runtime: only what they assert, with all that they refer
to.

A schema becomes a value first, which may stand in others, and then a text. Each layer is written as
it stands in the document, and not from its `Shape`: other schemas refer to it, and the ledger notes
each of its keywords. `Choice` says what tells alternatives apart.

OpenAPI 3.0's own spellings (`nullable`, boolean `exclusiveMinimum`) are turned into those of JSON
Schema 2020-12. Numbers keep their digits.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.schema.bounds import EXCLUSIVE
from restbind.lower.schema.choice import Choice, choice_of, is_union
from restbind.lower.schema.context import Context
from restbind.lower.schema.layers import (
    CHOICES,
    assertions_of,
    besides_null,
    is_empty_enum,
    is_false,
    says_nothing,
)
from restbind.lower.schema.ledger import RESIDUAL, UNCHECKED, VOID, Note, Unbalanced
from restbind.lower.schema.normalise import normalise
from restbind.lower.schema.pieces import Definition, Digits, Json, Pieces, Scope, Stated
from restbind.lower.schema.sent import read_only_members, required_below, requires_unsent
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.unreadable import is_widened, left_out, unusable
from restbind.source.refs import Cursor
from restbind.spec import pattern
from restbind.spec.formats import CHECKED_FORMATS
from restbind.spec.keywords import (
    ASSERTIONS,
    COUNT,
    NUMBER,
    SAME_VALUE,
    SCHEMA,
    SCHEMA_LIST,
    SCHEMA_MAP,
    VALUES,
)
from restbind.spec.numbers import INT64, UINT64, json_text, value_of, whole
from restbind.spec.pattern_spelling import written_out

_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
_FORMS = {"date": f"{_DAY}$", "date-time": f"{_DAY}[Tt ]"}


def schema_value(context: Context, shape: Shape, at: Cursor, only: tuple[str, ...] = ()) -> Json:
    """A schema, or its keywords `only`. shape: all that holds for the value, of which the schema is
    a part or a layer.
    """
    return Writer(context, Scope(read_only_members(shape))).schema(at, only)


class Writer:
    """Makes values of schemas. Each is made in its scope."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self._context = context
        self._scope = scope

    def schema(self, at: Cursor, only: tuple[str, ...] = ()) -> Json:
        """The value of a schema, or of its keywords `only`."""
        if at.kind != "object":
            return not is_false(at)
        if not set(CHOICES).isdisjoint(only):
            only = (*only, "discriminator")
        out = left_out(self._context, at)
        found = Stated({}, ())
        for name, value in at.items():
            if only and name not in only:
                continue
            why = ("RB038", "") if name in out else _why_not(value)
            written = self._keyword(at, value) if why is None else {}
            found.update(written)
            if why is not None:
                found.notes.append(Note(value, UNCHECKED, *why))
            elif name in ASSERTIONS:
                found.notes.append(_note(value, written))
        if at.is_true("nullable") and not only:
            return {"anyOf": [{"type": "null"}, found]}
        return found

    def _keyword(self, at: Cursor, value: Cursor) -> dict[str, Json]:
        """The keyword with its value; nothing if it says nothing."""
        name = value.name
        if name in _WRITERS:
            return _WRITERS[name](self, at, value)
        if name in NUMBER or name in COUNT:
            return _limit(at, value)
        inside = self._inside(at, value)
        if name in SCHEMA:
            return {name: inside.schema(value)}
        if name in SCHEMA_LIST:
            return {name: [inside.schema(part) for part in value.elements()]}
        if name in SCHEMA_MAP:
            return {name: {key: inside.schema(part) for key, part in value.items()}}
        return {name: plain(value)} if name in VALUES and not is_empty_enum(value) else {}

    def _inside(self, at: Cursor, value: Cursor, told: frozenset[Cursor] = frozenset()) -> Writer:
        """For the schemas below a keyword. told: see `Scope`."""
        name = value.name
        is_same = name in SAME_VALUE or name.startswith("dependent")
        read_only = self._read_only_of(at) if is_same else frozenset()
        is_asked = self._scope.is_asked or name in ("not", "if", "contains")
        return Writer(self._context, Scope(read_only, is_asked, told))

    def _choices(self, at: Cursor, choices: Cursor) -> dict[str, Json]:
        """`oneOf` becomes `anyOf` where exactly one cannot be asked for."""
        choice = choice_of(self._context, besides_null(choices), at.get("discriminator"))
        inside = self._inside(at, choices, self._scope.told | choice.below)
        if choices.name == "anyOf":
            return {"anyOf": [inside.schema(part) for part in choices.elements()]}
        name = "oneOf" if at.has("anyOf") or self._is_exactly_one(at, choices, choice) else "anyOf"
        return {name: [inside._alternative(part) for part in choices.elements()]}

    def _is_exactly_one(self, at: Cursor, choices: Cursor, choice: Choice) -> bool:
        """Exactly one can be asked for, since nothing else says which one it is, and none fits
        because of what the text leaves out: patterns that cannot be read, formats, members that
        requests lack.
        """
        return not (
            is_widened(self._context, choices)
            or choice.is_stated(self._scope.told)
            or requires_unsent(choices, self._read_only_of(at))
            or _is_vague(choices)
        )

    def _alternative(self, at: Cursor) -> Json:
        """A format asserts nothing, but where exactly one of a date and a time is meant it must
        tell them apart.
        """
        value, form = self.schema(at), _form(at)
        if form and isinstance(value, dict):
            value["pattern"] = form
        return value

    def _patterns(self, at: Cursor, value: Cursor) -> dict[str, Json]:
        inside = self._inside(at, value)
        found = Stated({}, ())
        for key, part in value.items():
            if pattern.check(key) is None:
                text = written_out(key)  # the same pattern may stand in two spellings
                found[text if text not in found else f"{key}(?:)"] = inside.schema(part)
            else:
                found.notes += [Note(at, UNCHECKED, "RB038") for at in assertions_of(part)]
        return {value.name: found}

    def _required(self, at: Cursor, value: Cursor) -> dict[str, Json]:
        return {value.name: self._names(at, value)}

    def _dependent(self, at: Cursor, value: Cursor) -> dict[str, Json]:
        inside = self._inside(at, value)
        found: dict[str, Json] = {}
        for key, part in value.items():
            is_list = part.kind == "array"
            found[key] = self._names(at, part) if is_list else inside.schema(part)
        return {value.name: found}

    def _names(self, at: Cursor, names: Cursor) -> list[Json]:
        """A list of members; those that only responses have are needed by no request."""
        unsent = frozenset() if self._scope.is_asked else self._read_only_of(at)
        return [plain(name) for name in names.elements() if name.written not in unsent]

    def _format(self, _: Cursor, value: Cursor) -> dict[str, Json]:
        is_checked = value.written in CHECKED_FORMATS and self._context.document.checks_formats
        return {value.name: value.written} if is_checked else {}

    def _pattern(self, _: Cursor, value: Cursor) -> dict[str, Json]:
        return {value.name: written_out(value.written)}

    def _discriminator(self, at: Cursor, stated: Cursor) -> dict[str, Json]:
        """By which values the alternatives are known, with their places in the list.
        It asserts nothing: messages say which one was meant."""
        lists = [at[key] for key in CHOICES if at.has(key)]
        if len(lists) != 1 or not stated.text("propertyName"):
            return {}
        choice = Choice(self._context, list(lists[0].elements()), stated)
        tables: dict[str, dict[str, Json]] = {"mapping": {}, "literals": {}}
        for value, place in choice.places.items():
            table = tables["literals" if isinstance(value, ir.Literal) else "mapping"]
            table[value] = Digits(place)
        said = {key: table for key, table in tables.items() if table}
        return {"discriminator": {"propertyName": choice.told_by, **said}} if said else {}

    def _read_only_of(self, at: Cursor) -> frozenset[str]:
        """Members that only responses have: where they are required, that says nothing of
        requests.
        """
        own = read_only_members(normalise(at))
        return self._scope.read_only | own

    def _reference(self, at: Cursor, value: Cursor) -> dict[str, Json]:
        """What it refers to, as the schemas around it change that; most often not at all."""
        target = value.resolve()
        if target is None:
            return {"$ref": Definition(value, is_nowhere=True)}
        told = self._scope.told if is_union(self._context, target) else frozenset[Cursor]()
        required = required_below(target)
        own = read_only_members(normalise(target)) if required else frozenset()
        around = (self._read_only_of(at) - own) & required if required else frozenset()
        is_asked = self._scope.is_asked and not required.isdisjoint(own | around)
        return {"$ref": Definition(target, Scope(around, is_asked, told))}


def _why_not(at: Cursor) -> tuple[str, str] | None:
    """Why a keyword is left out, as `unusable`. A text with a `$ref` that leads nowhere is none."""
    return unusable(at) if at.name in ASSERTIONS and at.name != "$ref" else None


def _note(at: Cursor, written: dict[str, Json]) -> Note:
    """Raises Unbalanced for a keyword that nobody has written, although it says something."""
    if written or at.kind == "boolean" and at.name in EXCLUSIVE.values() and not says_nothing(at):
        return Note(at, RESIDUAL)
    if not says_nothing(at):
        raise Unbalanced(at, f"`{at.name}` is not written, and nothing tells so")
    return Note(at, VOID)


# Keywords with values of their own kind. Called with the schema, and the keyword's value.
_WRITERS = {
    "$ref": Writer._reference,
    "required": Writer._required,
    "patternProperties": Writer._patterns,
    "dependencies": Writer._dependent,
    "dependentRequired": Writer._dependent,
    "format": Writer._format,
    "pattern": Writer._pattern,
    "oneOf": Writer._choices,
    "anyOf": Writer._choices,
    "discriminator": Writer._discriminator,
}


def _is_vague(choices: Cursor) -> bool:
    """Several are texts, of which a format says which one it is."""
    texts: list[bool] = []
    for member in choices.elements():
        at = member.follow()
        if at is None or at.text("type") != "string" or at.has("enum") or at.has("const"):
            continue
        texts.append(at.has("format") and not _form(member))
    return len(texts) > 1 and any(texts)


def _form(at: Cursor) -> str:
    """The pattern that stands for the format of a text; '' for none."""
    is_text = at.text("type") == "string" and not at.has("pattern")
    return _FORMS.get(at.text("format"), "") if is_text else ""


def _limit(at: Cursor, value: Cursor) -> dict[str, Json]:
    """OpenAPI 3.0 has a flag beside the limit, which becomes a limit itself."""
    if value.kind == "boolean":
        return {}
    flag = EXCLUSIVE.get(value.name, "")
    names = (value.name, flag) if at.is_true(flag) else (value.name,)
    return dict.fromkeys(names, plain(value))


def plain(value: Cursor) -> Json:
    """A value of the document. The runtime takes an integer for an exact one, so that one beyond 64
    bits is written as any other number.
    """
    if value.kind == "object":
        return {name: plain(member) for name, member in value.items()}
    if value.kind == "array":
        return [plain(element) for element in value.elements()]
    if value.kind == "string":
        return value.written
    if value.kind in ("integer", "number"):
        if value_of(value) is None:
            return Digits("0")
        text, number = json_text(value), whole(value)
        is_long = number is not None and not INT64[0] <= number <= UINT64[1]
        return Digits(f"{text}e0" if is_long and text.lstrip("-").isdigit() else text)
    return value.written.lower() == "true" if value.kind == "boolean" else None


def plain_text(value: Json) -> str:
    """The text of a value without references."""
    return Pieces.of(value).filled({})
