# SPDX-License-Identifier: BSL-1.0
"""What the constants of enums are called, as the document or a tool that wrote it says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from restbind.lower.schema.equality import DESCRIPTIONS, NAMES
from restbind.lower.schema.shape import Shape, key_of
from restbind.source.refs import Cursor

LONGEST_NAME = 32  # of one that is made from a title or a description
_OWN = "x-restbind-enum-names"
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_END_OF_CLAUSE = re.compile(r"[.;:,(\n]|\s[-\u2013\u2014]\s")
_NOT_LAST = frozenset(
    "a an and as at because by for from has in is it of on or than that the this to was were which"
    " with".split()
)


def names_of(schema: Shape, values: list[Cursor], is_alternative: bool = False) -> tuple[str, ...]:
    """The name of each value; '' where the value is all there is."""
    at = schema.first(_OWN)
    if at is not None:
        return _own_names(schema, at, values)
    if is_alternative and len(values) == 1 and not schema.has("enum"):
        return (constant_name(values[0], schema.text("title"), schema.text("description")),)
    for key in NAMES if schema.has("enum") else ():
        at = schema.first(key)
        if at is None:
            continue
        names, listed = at.strings, _named_by(schema, key, values)
        if len(names) < len(listed):
            listed = [value for value in listed if value.kind != "null"]
        if len(names) != len(listed):
            _report_number(at, "name", len(names), len(listed))
        elif names:
            return _names_at(values, listed, names)
    stated = [(value, *_stated(schema, value)) for value in values]
    return distinct(
        (constant_name(value, "", text) if text else name, name, value.written)
        for value, name, text in stated
    )


def _own_names(schema: Shape, at: Cursor, values: list[Cursor]) -> tuple[str, ...]:
    beside = {key_of(value): value for value in _named_by(schema, _OWN, values)}
    listed = [value for value in beside.values() if value.kind != "null"]
    names = at.strings
    if len(names) != len(listed):
        what = f"{_counted(len(names), 'name')} for {_counted(len(listed), 'value')}"
        at.report("RB017", what, "give one name for each value, in the same order")
        return ("",) * len(values)
    for name, count in Counter(names).items():
        if count > 1:
            at.report("RB017", f"the name `{name}` is given twice")
    return _names_at(values, listed, names)


def _names_at(values: list[Cursor], listed: list[Cursor], names: list[str]) -> tuple[str, ...]:
    """The names of those of the values that are listed; of equal ones that of the first."""
    by_key: dict[object, str] = {}
    for value, name in zip(listed, names):
        by_key.setdefault(key_of(value), name)
    return tuple(by_key.get(key_of(value), "") for value in values)


def _named_by(schema: Shape, key: str, values: list[Cursor]) -> list[Cursor]:
    """The values that a list of names is about: those of the `enum` beside it, of which other
    layers may leave some out.
    """
    beside = next(layer for layer in schema.layers if layer.has(key))
    listed = beside.get("enum")
    if listed is None and key != _OWN:
        listed = schema.first("enum")
    return list(listed.elements()) if listed is not None else values


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _report_number(at: Cursor, what: str, number: int, count: int) -> None:
    at.report(
        "RB035",
        f"{_counted(number, what)} for {_counted(count, 'value')}; `{at.name}` is not used",
        f"give one {what} for each value, in the same order",
    )


def _stated(schema: Shape, value: Cursor) -> tuple[str, str]:
    """The name and the description of one value of an `enum`, where a list of objects or of texts
    gives them, or a table; else ''.
    """
    table = schema.first("x-ms-enum")
    for row in table.each("values") if table is not None else ():
        if row.has("value") and getattr(row["value"].node, "text", None) == value.written:
            name = row.text("name")
            return name, "" if name else row.text("description")
    for key in DESCRIPTIONS if schema.has("enum") else ():
        at = schema.first(key)
        if at is None:
            continue
        if at.kind == "object":
            return "", at.text(value.written)
        texts, values = at.strings, _named_by(schema, key, [])
        if len(texts) == len(values):
            return "", _names_at([value], values, texts)[0]
        _report_number(at, "description", len(texts), len(values))
    return "", ""


def constant_name(value: Cursor, title: str, description: str) -> str:
    """A title of one word, or the value itself, which '' stands for; for a value that is no word,
    what the texts begin with.
    """
    if _WORD.fullmatch(title) and len(title) <= LONGEST_NAME:
        return title
    if is_word(value.written):
        return ""
    return _beginning(title, value.written) or _beginning(description, value.written)


def is_word(value: str) -> bool:
    """A constant can be called as the value is spelt, without `value_` in front of a number."""
    return next((char.isalpha() for char in value if char.isalnum()), False)


def distinct(stated: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    """Names, but for those that several values would have: '' for what is called as its value, or
    has only the first words of a text in common with others. A title stays, which gets a number
    behind it. stated: name, title and value of each."""
    entries = list(stated)
    counts = Counter(_folded(name) for name, _, _ in entries)
    found = []
    for name, title, value in entries:
        is_titled = name == title and not is_word(value)
        found.append(name if is_titled or counts[_folded(name)] == 1 else "")
    return tuple(found)


def _folded(name: str) -> str:
    """Equal for names that C++ may not tell apart."""
    return re.sub(r"\W", "", name).lower()


def _beginning(text: str, value: str) -> str:
    """The first words of a text, in front of which the value itself may stand: `1 - open for all`
    -> open for all.
    """
    text = re.sub(rf"^\W*{re.escape(value)}\b\W*", "", text.strip())
    words = _END_OF_CLAUSE.split(text.strip(), maxsplit=1)[0].split()
    while words and (words[-1].lower() in _NOT_LAST or len(" ".join(words)) > LONGEST_NAME):
        words.pop()
    found = " ".join(words)
    return found if any(map(str.isalpha, found)) else ""
