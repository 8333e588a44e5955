# SPDX-License-Identifier: BSL-1.0
"""The values of `format`."""

from __future__ import annotations

# Formats by schema type; the value is the IR's scalar kind, or a reason why the value is only a
# string or number.
FORMATS: dict[tuple[str, str], str] = {
    **{
        ("integer", format_): format_
        for format_ in "int8 int16 int32 int64 uint8 uint16 uint64".split()
    },
    ("number", "float"): "double",
    ("number", "double"): "double",
    ("number", "decimal"): "decimal",
    ("string", "date"): "date",
    ("string", "date-time"): "date-time",
    ("string", "byte"): "base64",
}
# A number with one of these is an integer: the registry of OpenAPI has them for numbers, too.
WHOLE_FORMATS = frozenset("int8 int16 int32 int64 uint8 uint16 uint32 uint64".split())
# Those of PLAIN_FORMATS that requests must keep.
CHECKED_FORMATS = frozenset(
    "uuid email idn-email hostname ipv4 ipv6 uri uri-reference time duration".split()
)
# Formats that say what a value means and need no type of their own.
PLAIN_FORMATS: dict[str, frozenset[str]] = {
    "string": frozenset(
        (
            "time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference"
            " uri-template iri iri-reference uuid json-pointer relative-json-pointer regex password"
            " url html markdown phone currency commonmark char"
        ).split()
    ),
    "integer": frozenset("uint32 timestamp unix-time unixtime".split()),
    "number": frozenset(("percent",)),
}
