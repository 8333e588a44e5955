"""Media types."""

from __future__ import annotations

import re

_JSON = re.compile(r"application/(?:[\w.!#$&^+-]+\+)?json|text/json|\*/\*|application/\*")


def essence(media_type: str) -> str:
    """Without parameters, in lower case."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    return _JSON.fullmatch(essence(media_type)) is not None
