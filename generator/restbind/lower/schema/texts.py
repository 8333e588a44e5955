# SPDX-License-Identifier: BSL-1.0
"""The texts of schemas for the validator of the runtime, each with all that it refers to.

What others refer to is written once. What would be too large to stand in a header has no text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate

from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.lower.schema.known import Known
from restbind.lower.schema.pieces import Definition, Json, Pieces
from restbind.lower.schema.sent import read_only_members
from restbind.lower.schema.shape import Shape
from restbind.lower.schema.write import Writer, schema_value
from restbind.source.refs import Cursor

MAX_SIZE = 262_144
MAX_TOTAL = 4_194_304  # of all large ones in a document; then only small ones are taken
RECEIVED_SIZE = 16_384  # of what is never checked, since it only comes in responses


@dataclass
class _Texts:
    """What was written of a document. pieces: of each definition. large: definitions by size: too
    large with all that they refer to. total: characters of the large texts."""

    pieces: dict[Definition, Pieces] = field(default_factory=dict)
    texts: dict[object, str | None] = field(default_factory=dict)
    large: dict[tuple[Definition, int], bool] = field(default_factory=dict)
    total: int = 0


_TEXTS = Known(_Texts)


def _texts_of(context: Context) -> _Texts:
    return _TEXTS.about(context.document.root)


def schema_text(
    context: Context, shape: Shape, at: Cursor, only: tuple[str, ...] = ()
) -> str | None:
    """The text of `schema_value`; see `json_of`."""
    unsent = read_only_members(shape)
    key = (at, unsent, only, context.is_received, _most(context))
    texts = _texts_of(context).texts
    if key not in texts:
        texts[key] = json_of(context, schema_value(context, shape, at, only))
    return texts[key]


def joint_text(context: Context, shape: Shape) -> str | None:
    """The text of the parts of a schema, which hold together."""
    if len(shape.parts) == 1:
        return schema_text(context, shape, shape.at)
    return json_of(context, {"allOf": [schema_value(context, shape, part) for part in shape.parts]})


def json_of(context: Context, value: Json) -> str | None:
    """The text of a schema with all that it refers to, of which the ledger notes each keyword. None
    when it is too large; '' when it refers to what cannot be resolved, which is reported where it
    stands.
    """
    most = _most(context)
    root = Pieces.of(value)
    if any(_exceeds(context, target, most) for target in root.refers):
        return None
    numbers: dict[Definition, int] = {}
    found, size = [root], 0
    for pieces in found:  # which grows meanwhile
        size += pieces.size
        if pieces.is_broken or size > most:
            return "" if pieces.is_broken else None
        for target in pieces.refers:
            if target not in numbers:
                numbers[target] = len(numbers)
                found.append(_pieces(context, target))
    for pieces in found:
        context.checks.ledger.note(pieces.notes, context.is_received)
    text = root.filled(numbers)
    if numbers and isinstance(value, dict):
        inner = [f'"{place}": {pieces.filled(numbers)}' for place, pieces in enumerate(found[1:])]
        text = f'{text[:-1]}, "$defs": {{{", ".join(inner)}}}}}'
    if len(text) > RECEIVED_SIZE:
        _texts_of(context).total += len(text)
    return text


def _most(context: Context) -> int:
    is_full = _texts_of(context).total > MAX_TOTAL
    return RECEIVED_SIZE if context.is_received or is_full else MAX_SIZE


def refers(context: Context, at: Cursor) -> bool:
    """The schema's text holds references."""
    return bool(_pieces(context, Definition(at)).refers)


def _exceeds(context: Context, target: Definition, most: int) -> bool:
    """What is referred to is too large itself, with all that it refers to. Found once for each."""
    large = _texts_of(context).large
    key = (target, most)
    if key not in large:
        below = all_from([target], lambda at: _pieces(context, at).refers)
        sizes = accumulate(_pieces(context, definition).size for definition in below)
        large[key] = any(size > most for size in sizes)
    return large[key]


def _pieces(context: Context, definition: Definition) -> Pieces:
    known = _texts_of(context).pieces
    if definition not in known:
        value = Writer(context, definition.scope).schema(definition.at)
        known[definition] = Pieces.of(value)
    return known[definition]
