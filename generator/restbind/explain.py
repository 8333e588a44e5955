# SPDX-License-Identifier: BSL-1.0
"""What becomes of one schema and why: its C++ type, what tells alternatives apart, what is made of
each assertion, and what was found there. What one code of a finding means: its part of codes.md."""

from __future__ import annotations

import json
import pathlib
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from restbind import ir, report
from restbind.codes import CODES, ERROR, NOTE
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.diagnostics import Diagnostic, Diagnostics, near
from restbind.lower.document import Lowered
from restbind.source.refs import Cursor
from restbind.views.models import TypeView, model_parts

PAGES = pathlib.Path(__file__).with_name("codes.md")
_PAGE = re.compile(
    r"## (?P<code>RB[0-9]{3}): (?P<what>.+)\n\n(?P<why>.+?)\n\n"
    r"Before:\n\n```yaml\n(?P<before>.+?)```\n\nAfter:\n\n```yaml\n(?P<after>.+?)```\n",
    re.DOTALL,
)

_COLUMNS = {
    "type": "the C++ type cannot break it",
    "check": "generated code checks it",
    "residual": "checked as a part of the schema",
    "unchecked": "not checked",
}
_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "true or false",
    "any": "any value",
}
_APART = {
    "type": "{kind}",
    "value": "{kind} whose member `{member}` is {values}",
    "other": "{kind} whose member `{member}` has another value, or is missing",
    "members": "{kind} with {members}",
    "trying": "{kind} that can be read as it",
    "rest": "any other {noun}",
}


def schema(lowered: Lowered, diagnostics: Diagnostics, pointer: str) -> str:
    """What becomes of the schema at a pointer, as text; '' where nothing was made of one there."""
    rows = report.ledger_of(lowered, pointer)
    at = lowered.survey.documents.at(pointer) if lowered.survey is not None else None
    if lowered.api is None or at is None or pointer not in _schemas(lowered, rows):
        return ""
    parts = [
        f"{pointer} ({at.place})",
        "\n".join(_types(lowered.api, pointer)),
        _assertions(pointer, rows),
        *(found.text() for found in _findings(diagnostics, at)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def meant(lowered: Lowered, pointer: str) -> str:
    """A hint at the schema that may be meant by a pointer which leads to none; '' for none."""
    known = _schemas(lowered, report.ledger_of(lowered, "#"))
    path = (
        pointer
        if pointer.startswith("#/")
        else f"#{pointer}"
        if pointer.startswith("/")
        else f"#/components/schemas/{pointer}"
    )
    around, _, name = path.rpartition("/")
    if path in known:
        return f"did you mean `{path}`?"
    return near(
        name,
        (
            candidate.rpartition("/")[2]
            for candidate in known
            if candidate.rpartition("/")[0] == around
        ),
    )


def _schemas(lowered: Lowered, rows: list[tuple[str, str]]) -> list[str]:
    """The pointers of schemas that something was made of: types, members, and what has assertions,
    which are `rows`.
    """
    api = lowered.api
    types = (
        [*api.named.values(), *(member for model in api.models for member in model.members)]
        if api is not None
        else []
    )
    return list(
        dict.fromkeys(
            [
                *(type_.pointer for type_ in types),
                *(text.split(" (")[0].rpartition("/")[0] for _, text in rows),
            ]
        )
    )


@dataclass(frozen=True)
class Page:
    """What codes.md says of one code. `before` is a part of a document that has the finding,
    `after` the same without it.
    """

    what: str
    why: str
    before: str
    after: str


def pages() -> dict[str, Page]:
    """All pages by code, in the order of codes.md."""
    parts = re.split(r"^(?=## )", PAGES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = {}
    for part in parts:
        match = _PAGE.fullmatch(f"{part.rstrip()}\n")
        if match is not None:
            page = match.groupdict()
            name = page.pop("code")
            found[name] = Page(**page)
    return found


def is_code(name: str) -> bool:
    """A code of a finding, in capitals or not."""
    return name.upper() in CODES


def code(name: str) -> str:
    """What findings of a code mean, as text."""
    name = name.upper()
    known = CODES[name]
    costs = (
        "It stops nothing but what it stands in, unless --strict is given."
        if known.local
        else (
            "It stops the run."
            if known.severity == ERROR
            else (
                "It stops nothing."
                if known.severity == NOTE
                else "It stops nothing, unless --strict is given."
            )
        )
    )
    loses = (
        " An operation that reaches the place is not all that the document describes: the report"
        " calls it a fallback."
        if known.loses and known.severity != NOTE
        else ""
    )
    page = pages()[name]
    return "\n".join(
        [
            f"{name}: {known.severity}: {known.meaning}.",
            f"{costs}{loses}",
            "",
            page.why,
            "",
            "Before:",
            "",
            textwrap.indent(page.before, "    "),
            "After:",
            "",
            textwrap.indent(page.after, "    "),
        ]
    )


def _types(api: ir.Api, pointer: str) -> Iterator[str]:
    """The declarations of the types that were made of a schema."""
    types = Types(api, Names(api, "api"))
    made = {name: type_ for name, type_ in api.named.items() if type_.pointer == pointer}
    if not made:
        yield "No type of its own: it is part of the type around it."
        for member in (
            held for model in api.models for held in model.members if held.pointer == pointer
        ):
            yield from _told_apart(member.type, api.named, types)
        return
    for part in model_parts(api, types)[0]:
        if part.name in made:
            yield from _declaration(part.type)
            kind = made[part.name]
            if isinstance(kind, ir.Alias):
                yield from _told_apart(kind.type, api.named, types)


def _declaration(view: TypeView) -> Iterator[str]:
    if view.spelling:
        yield f"using {view.name} = {view.spelling};"
        return
    yield f"{'enum' if 'enum' in view.template else 'struct'} {view.name}"
    yield "{"
    for member in view.members:
        yield (
            f"    {member.type} {member.name}{member.initialiser};"
            if member.type
            else f"    {member.name}{member.initialiser},"
        )
    yield "};"


def _told_apart(kind: ir.Type, named: Mapping[str, ir.Named], types: Types) -> Iterator[str]:
    """How the alternatives within a type are told apart."""
    for base in ir.base_types(kind):
        if isinstance(base, ir.OneOf):
            found = ir.alternatives_of(named, base)
            yield "What tells the alternatives apart:"
            yield from (
                f"    {types.spell(each.type)}: {_APART[each.by].format(**_words(each, base))}"
                for each in found
            )
            if (
                sum(each.kind == "object" and each.by in ("members", "trying") for each in found)
                > 1
            ):
                yield (
                    "Of several objects the first is taken that lacks no required member and loses"
                    " no member which another one has."
                )


def _words(each: ir.Alternative, one_of: ir.OneOf) -> dict[str, str]:
    values = [
        value if isinstance(value, ir.Literal) else json.dumps(value, ensure_ascii=False)
        for value in each.about
    ]
    return {
        "kind": _KINDS[each.kind],
        "noun": _KINDS[each.kind].split(" ", 1)[1],
        "member": one_of.discriminator,
        "values": " or ".join(values),
        "members": " and ".join(f"`{name}`" for name in each.about),
    }


def _assertions(pointer: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"{len(rows)} assertion{'' if len(rows) == 1 else 's'}:"]
    for column, about in _COLUMNS.items():
        found = [text.removeprefix(pointer) for stated, text in rows if stated == column]
        lines += [f"    {column} ({about}): {', '.join(found)}"] if found else []
    return "\n".join(lines)


def _findings(diagnostics: Diagnostics, at: Cursor) -> list[Diagnostic]:
    """What was found in a schema, notes included."""
    places, pending = set(), [at]
    while pending:
        node = pending.pop()
        places |= {node.place, node.key_place}
        pending += [*(value for _, value in node.items()), *node.elements()]
    return [found for found in diagnostics.sorted() if found.place in places]
