# SPDX-License-Identifier: BSL-1.0
"""Small documents for tests, and the own one."""

import functools
import pathlib
import tempfile
import textwrap

from restbind.codes import NOTE
from restbind.diagnostics import Diagnostics, Source
from restbind.lower.document import lower_document
from restbind.pipeline import tell_names
from restbind.source.load import load_bytes

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "spec/ticketing-v1.yaml"

HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'


def load(text, name="test.yaml"):
    """(root node or None, diagnostics) of a text or bytes."""
    diagnostics = Diagnostics()
    data = text if isinstance(text, bytes) else text.encode()
    _, root = load_bytes(data, Source(name), diagnostics)
    return root, diagnostics


class Shorthand(Diagnostics):
    """The documents of these tests leave out `type: object` and `type: array` where `properties` or
    `items` imply them; what is said of that, RB025, has tests of its own."""

    def report(self, code, place, message, hint="", own=False):
        if code != "RB025":
            super().report(code, place, message, hint, own)


def lower_files(files, main="test.yaml", strict=False, overlays=()):
    """(api or None, diagnostics) of a set of files; their names are what diagnostics show."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text), encoding="utf-8")
        diagnostics = Shorthand(strict)
        lowered = lower_document(
            str(pathlib.Path(folder, main)),
            diagnostics,
            [str(pathlib.Path(folder, name)) for name in overlays],
        )
        lowered = tell_names(lowered, diagnostics)
    return lowered.api, diagnostics


def lower_report(text, strict=False):
    """(all that lowering gives, diagnostics) of a document: for what looks at operations that are
    left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "test.yaml")
        path.write_text(text, encoding="utf-8")
        diagnostics = Shorthand(strict)
        return lower_document(str(path), diagnostics), diagnostics


def lower(text, strict=False):
    return lower_files({"test.yaml": text}, strict=strict)


def with_schemas(schemas, strict=False):
    """(api or None, diagnostics) of a document whose component schemas are `schemas`, YAML with any
    indentation.
    """
    body = textwrap.indent(textwrap.dedent(schemas).strip("\n"), "    ")
    return lower(f"{HEAD}components:\n  schemas:\n{body}\n", strict)


def member_of(api, model, name):
    found = next(one for one in api.models if one.name == model)
    return next(one for one in found.members if one.wire_name == name)


def schema_member(schema, strict=False):
    """(member, api, diagnostics) of an optional member `x` of the model `M` with this schema."""
    body = textwrap.indent(textwrap.dedent(schema).strip("\n"), "      ")
    api, diagnostics = with_schemas(f"M:\n  properties:\n    x:\n{body}\n", strict)
    return (member_of(api, "M", "x") if api else None), api, diagnostics


def printed(diagnostics):
    """All findings but notes."""
    return [found for found in diagnostics.sorted() if found.severity != NOTE]


def codes(diagnostics):
    return [found.code for found in printed(diagnostics)]


def messages(diagnostics):
    return [found.message for found in printed(diagnostics)]


def places(diagnostics):
    return [(found.code, found.place.line, found.place.column) for found in printed(diagnostics)]


@functools.cache
def ticketing():
    """The own document, lowered as it is generated."""
    diagnostics = Diagnostics(strict=True)
    lowered = lower_document(str(SPEC), diagnostics)
    assert lowered.api is not None, diagnostics.text()
    return lowered.api
