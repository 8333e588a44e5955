# SPDX-License-Identifier: BSL-1.0
"""Media types."""

from __future__ import annotations

import re

# RFC 9110, section 5.6.2: names of headers and cookies, and each half of a media type.
_TOKEN = r"[A-Za-z0-9!#$%&'*+\-.^_`|~]+"
TOKEN = re.compile(_TOKEN)
# Section 8.3.1; ranges too. Quoted parameters hold printable ASCII without escapes.
_PARAMETER = rf'\s*;\s*{_TOKEN}=(?:{_TOKEN}|"[ !#-\[\]-~]*")'
_VALID = re.compile(rf"{_TOKEN}/{_TOKEN}(?:{_PARAMETER})*")


def is_valid(media_type: str) -> bool:
    """It can be the value of a Content-Type."""
    return _VALID.fullmatch(media_type) is not None


def in_header(media_type: str) -> str:
    """As headers have it: without the charset, which does not tell kinds of content apart, and `q`,
    the weight of a type in Accept. Of an invalid one the type alone."""
    text = " ".join(media_type.split())
    found = re.findall(_PARAMETER, text[text.find(";") :]) if ";" in text and is_valid(text) else []
    return essence(text) + "".join(
        parameter
        for parameter in found
        if parameter.partition("=")[0].strip("; ").lower() not in ("charset", "q")
    )


_JSON = re.compile(r"application/(?:[\w.!#$&^+-]+\+)?json|text/json|\*/\*|application/\*")


def essence(media_type: str) -> str:
    """Without parameters, in lower case."""
    return media_type.partition(";")[0].strip().lower()


_TEXT = re.compile(
    r"text/(?!json$)(?!\*$).+|[^/]+/(?:[\w.!#$&^-]+\+)(?:xml|yaml)"
    r"|application/(?:x-)?(?:xml|yaml|ndjson|jsonl|jsonlines|json-seq|javascript|ecmascript|graphql"
    r"|sql|sh|toml|csv|jwt|pem-file|www-form-urlencoded|tex|latex|rtf|plain|text|html)"
)
_EVENTS = frozenset(
    {"text/event-stream", "application/x-ndjson", "application/jsonl", "application/stream+json"}
)
_STREAMS = frozenset(
    {
        "application/x-json-stream",
        "application/stream+json",
        "application/json-seq",
        "application/json-lines",
    }
)


def is_wildcard(media_type: str) -> bool:
    """The media type is a range, such as `image/*`."""
    return "*" in essence(media_type)


def is_text(media_type: str) -> bool:
    """Characters, but no single JSON value: XML, YAML, CSV, streams of lines or events."""
    return essence(media_type) in _STREAMS or _TEXT.fullmatch(essence(media_type)) is not None


def is_event_stream(media_type: str) -> bool:
    """One value after the other, as they come about."""
    return essence(media_type) in _EVENTS


def is_json(media_type: str) -> bool:
    """Content of this media type, or range of types, is read as a single JSON value."""
    return essence(media_type) not in _STREAMS and _JSON.fullmatch(essence(media_type)) is not None
