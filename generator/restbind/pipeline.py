# SPDX-License-Identifier: BSL-1.0
"""From a document to headers: read, rendered, then written or compared; and the report about it.
The command line's steps, free of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from restbind import ir, manifest, progress, render, report
from restbind.cpp.names import Names
from restbind.cpp.shared_names import called
from restbind.diagnostics import Diagnostics
from restbind.lower.document import Lowered, lower_document
from restbind.naming import NameTaken, Scope, snake_case, type_name, type_names, within
from restbind.source.documents import Documents
from restbind.source.refs import Cursor, escape


class Failed(Exception):
    """A file cannot be read or written; the argument says which one, and why."""


@dataclass(frozen=True)
class ReadDocument:
    """What a document means, with all that was found in it. spec: its path. options: that of the
    options file, '' for none.
    """

    spec: str
    lowered: Lowered
    diagnostics: Diagnostics
    options: str = ""

    @property
    def inputs(self) -> list[str]:
        """The paths of all that was read."""
        return [*self.lowered.inputs, *([self.options] if self.options else [])]


@dataclass(frozen=True)
class Target:
    """The headers that are wanted. out: their folder, absolute. split, reading, without_default,
    templates: as `render.render_api` takes them."""

    out: str
    namespace: str
    split: str = "auto"
    reading: str = "strict"
    without_default: bool = False
    templates: str = ""

    def check(self) -> None:
        """Raises ValueError, with what is wrong, where there can be no such headers."""
        if not self.out:
            raise ValueError("--out names no folder")
        if not self.folder:
            raise ValueError(
                "--out must not be the root folder: a header of the folder's name is written"
                " beside it"
            )
        render.check_namespace(self.namespace)
        render.check_folder(self.folder)

    @property
    def own_templates(self) -> list[str]:
        """The paths of templates of one's own."""
        return (
            sorted(os.path.join(self.templates, name) for name in os.listdir(self.templates))
            if self.templates
            else []
        )

    @property
    def folder(self) -> str:
        """The name of the folder without what precedes it; '' for the root folder."""
        return os.path.basename(self.out)


def read(
    spec: str,
    overlays: Sequence[str] = (),
    strict: bool = False,
    formats: str = "check",
    additions: Cursor | None = None,
) -> ReadDocument:
    """As `lower_document`; whatever is wrong is in the diagnostics, names among them that only one
    of two can have.
    """
    diagnostics = Diagnostics(strict=strict)
    lowered = lower_document(spec, diagnostics, overlays, formats, additions)
    lowered = tell_names(lowered, diagnostics)
    return ReadDocument(
        spec, lowered, diagnostics, additions.document.path if additions is not None else ""
    )


def tell_names(lowered: Lowered, diagnostics: Diagnostics) -> Lowered:
    """Reports what has a number in C++, because its name is that of something else there; and names
    that the document gives and only one of two can have, which stops the run.
    """
    api, survey = lowered.api, lowered.survey
    if api is None or survey is None:
        return lowered
    _tell_types(api, survey.documents)
    _tell_operations(api, survey.documents)
    if api.has_given_names:
        try:
            Names(api, "")
        except NameTaken as error:
            assert error.place is not None
            diagnostics.report("RB101", error.place, str(error), "give it another one", own=True)
    return replace(lowered, api=None) if diagnostics.stops else lowered


def _tell_types(api: ir.Api, documents: Documents) -> None:
    wanted = called(api)
    for name, chosen in type_names(Scope(), wanted).items():
        stated = within(type_name(wanted[name]))
        at = documents.at(api.named[name].pointer) if chosen != stated else None
        if at is not None:
            is_component = documents.at(f"#/components/schemas/{escape(name)}") is not None
            at.report(
                "RB033",
                f"the name `{stated}` is taken; this schema becomes `{chosen}`",
                (
                    "give one of the components another name"
                    if is_component
                    else "give the schema a name of its own under components/schemas"
                ),
            )


def _tell_operations(api: ir.Api, documents: Documents) -> None:
    first: dict[str, str] = {}  # by the name in C++: the first operation of that name
    for operation in api.operations:
        name = snake_case(operation.called or operation.id, "operation")
        other = first.setdefault(name, operation.id)
        at = documents.at(operation.pointer) if other != operation.id else None
        if at is not None:
            (at.get("operationId") or at).report(
                "RB033",
                f"the operation `{other}` is called `{name}`, too; `{operation.id}` has a number"
                " behind that name",
            )


def headers(document: ReadDocument, target: Target) -> dict[str, str] | None:
    """The text of each header; None after errors that stop the run. Raises cpp.text.UnsupportedText
    and templating.BadTemplate.
    """
    api = document.lowered.api
    if api is None:
        return None
    return render.render_api(
        api,
        target.namespace,
        target.folder,
        target.split,
        target.reading,
        target.without_default,
        target.templates,
    )


def write(
    document: ReadDocument,
    target: Target,
    files: dict[str, str],
    depfile: str | None = None,
    options: Sequence[str] = (),
) -> int:
    """Writes what has changed; gives the number of headers that have. options: what the manifest
    keeps for `check`. Raises Failed.
    """
    progress.phase(f"writes {len(files)} headers")
    try:
        inputs = [*document.inputs, *target.own_templates]
        return manifest.write(target.out, files, depfile=depfile, inputs=inputs, options=options)
    except OSError as error:
        raise Failed(
            f"{error.filename or target.out} cannot be written: {error.strerror}"
        ) from error


def differing(target: Target, files: dict[str, str]) -> list[str]:
    """What is wrong with headers that are not, or not only, what the document gives. Raises
    Failed.
    """
    try:
        found = [
            (name, os.path.normpath(os.path.join(target.out, name)))
            for name in manifest.compare(target.out, files)
        ]
        return [
            (
                f"{path} is missing"
                if not os.path.exists(path)
                else (
                    f"{path} is not what the document gives"
                    if name in files
                    else f"{path} is not given by the document any more"
                )
            )
            for name, path in found
        ]
    except OSError as error:
        raise Failed(f"{error.filename or target.out} cannot be read: {error.strerror}") from error


def summary(document: ReadDocument) -> str:
    """How many operations there are and how far they are generated, in a line."""
    return report.summary(
        report.outcomes(document.lowered, document.diagnostics), document.diagnostics.unresolved
    )


def write_report(document: ReadDocument, path: str, generated: bool) -> str:
    """Writes what became of each operation; gives it in a line. generated: headers were written.
    Raises Failed.
    """
    progress.phase("writes the report")
    found = report.outcomes(document.lowered, document.diagnostics)
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)  # as for the depfile
        with open(path, "w", encoding="utf-8") as file:
            file.write(report.as_json(document.spec, generated, found, document.lowered))
    except OSError as error:
        raise Failed(f"{path} cannot be written: {error.strerror}") from error
    return (
        report.summary(found, document.diagnostics.unresolved)
        + ("" if generated else "; nothing is generated")
        + "\n"
    )
