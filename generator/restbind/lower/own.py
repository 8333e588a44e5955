# SPDX-License-Identifier: BSL-1.0
"""Names and types of one's own: `x-restbind-name`, `x-restbind-type`."""

from __future__ import annotations

import re

from restbind import ir
from restbind.diagnostics import joined
from restbind.lower.schema.context import Context
from restbind.lower.schema.shape import Shape
from restbind.naming import Given, is_header, is_type, why_no_name
from restbind.source.additions import NAME_KEY, TYPE_KEY
from restbind.source.refs import Cursor
from restbind.spec.value_shapes import SCALARS

_MEMBER = re.compile("/properties/[^/]+$")


def given_name(context: Context, at: Cursor) -> str:
    """The name that `at` gives what it describes; '' where it gives none that C++ can have."""
    value = at.get(NAME_KEY)
    if value is None or value.kind != "string":  # what is no string, the keyword check reports
        return ""
    context.checks.named.add(value)
    wrong, hint = why_no_name(value.written)
    if wrong:
        value.report("RB101", f"`{value.written}` {wrong}", hint, own=True)
        return ""
    return Given(value.written, value.place)


def name_types(context: Context) -> None:
    """The types that the document gives a name: components, and schemas that stand elsewhere. At
    the schema of a property it is the name of the member."""
    document = context.document
    for name, found in context.found.named.items():
        # A component that only refers to another file gives the schema there its name.
        places = (document.components.get(name), document.sources.at(found.pointer))
        names: list[str] = []
        for at in filter(None, places):
            if at.has(NAME_KEY) and not _MEMBER.search(at.pointer):
                names.append(given_name(context, at))
        called = next(filter(None, names), "")
        if called:
            context.found.change(name, called=called)


def tell_unused(context: Context) -> None:
    """Reports names of what has none in C++, such as of a schema that becomes no type."""
    for at in context.document.sources.holding(NAME_KEY):
        value = at[NAME_KEY]
        if value.kind == "string" and value not in context.checks.named:
            value.report(
                "RB104",
                f"nothing is called `{value.written}`: what the name is of has none in C++",
            )


def own_type(context: Context, schema: Shape) -> ir.Own | None:
    """The type that a schema, or the options file for its format, gives its values."""
    at, kinds = schema.first(TYPE_KEY), schema.types
    if at is None:
        at = _of_format(context, schema)
    elif not kinds or not set(kinds) <= set(SCALARS):
        listed = joined(list(kinds), "and")
        found = f"values of the type {listed}" if kinds else "a schema without a type"
        what = f"{found} cannot be of a type of your own"
        hint = "say `type: string`, or that they are numbers or booleans"
        at.report("RB102", what, hint, own=True)
        return None
    return _own(at, kinds) if at is not None else None


def _of_format(context: Context, schema: Shape) -> Cursor | None:
    """Of a plain value alone: what is listed, or of several types, is another question."""
    format_, kinds = schema.text("format"), schema.types
    own = context.document.own_types
    is_listed = schema.choice is not None or schema.is_listed
    is_plain = len(kinds) == 1 and kinds[0] in SCALARS
    return own.by_format.get(format_) if is_plain and not is_listed else None


def _own(at: Cursor, kinds: tuple[str, ...]) -> ir.Own | None:
    name, header = at.text("name"), at.text("header")
    wrong = ""
    if not is_type(name):
        key, wrong = "name", f"`{name}` is no type such as `my::uuid`"
    elif not is_header(header):
        key, wrong = "header", f"`{header}` is no header such as `<my/uuid.hpp>`"
    if wrong:
        (at.get(key) or at).report("RB102", wrong, own=True)
        return None
    return ir.Own(name, header, kinds)
