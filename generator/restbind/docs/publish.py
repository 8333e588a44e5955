# SPDX-License-Identifier: BSL-1.0
"""From a document to the folder of a site."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass

from restbind import pipeline, progress, render
from restbind.apidiff.compare import compare
from restbind.docs import highlight, node_modules, places, playground, reference, site

MARK = ".restbind-site"  # of a folder that is a site, with the names of its files


class Unusable(Exception):
    """The site cannot be written; the argument says why."""


@dataclass(frozen=True)
class Wanted:
    """What is asked for. folder: of the site. has_reference: also of the runtime. node_modules: the
    folder of packages, or ''. compiler, runtime: '' for those that are found."""

    folder: str
    namespace: str
    split: str
    has_playground: bool
    has_reference: bool
    node_modules: str = ""
    compiler: str = ""
    runtime: str = ""


def publish(
    document: pipeline.ReadDocument, old: pipeline.ReadDocument | None, wanted: Wanted
) -> str:
    """Writes the site, and says what there is. old: the older version that is compared. Raises
    Unusable, and ValueError for what is no namespace."""
    render.check_namespace(wanted.namespace)
    folder = pathlib.Path(wanted.folder)
    _check(folder, document)
    lowered = document.lowered
    assert lowered.api is not None
    changes = (
        compare(old.lowered, lowered, wanted.namespace, wanted.split) if old is not None else ()
    )
    since = ""
    if old is not None and old.lowered.api is not None:
        since = f"version {old.lowered.api.version} ({old.lowered.api.file_name})"
    modules = _node_modules(wanted)
    built, why_none = _playground(document, wanted)
    runtime, why_no_reference = _reference(wanted)
    made = site.make(
        lowered,
        document.diagnostics,
        site.Wanted(
            wanted.namespace,
            since,
            changes,
            built is not None,
            why_none,
            runtime,
            modules.minisearch,
        ),
    )
    files: dict[str, str | bytes] = {**made.files, **_coloured(made.files, modules)}
    if built is not None:
        files |= playground.files(built, made)
    _write(folder, files)
    lines = [f"{wanted.folder}/index.html: {len(files)} files"]
    if why_none and wanted.has_playground:
        lines.append(f"without a playground: {why_none}")
    if runtime is not None and runtime.complaints:
        lines.append(f"Doxygen complains of the runtime:\n{runtime.complaints}")
    if why_no_reference:
        lines.append(f"without a reference of the runtime: {why_no_reference}")
    if wanted.node_modules and modules.missing:
        lines.append(f"without {modules.missing[0]}: {node_modules.install(modules.missing)}")
    if modules.shiki is None and not highlight.HAS_PYGMENTS:
        lines.append("without colours in code, for which Pygments is missing (python3-pygments)")
    return "\n".join(lines)


def _node_modules(wanted: Wanted) -> node_modules.NodeModules:
    if not wanted.node_modules:
        return node_modules.NodeModules()
    try:
        return node_modules.find(wanted.node_modules)
    except places.Missing as error:
        raise Unusable(f"--node-modules {error}") from error


def _coloured(files: Mapping[str, str], modules: node_modules.NodeModules) -> Mapping[str, str]:
    """The pages whose code has colours."""
    pages = {name: text for name, text in files.items() if name.endswith(".html")}
    shiki = modules.shiki
    if shiki is None:
        return highlight.in_colours(pages, highlight.by_pygments) if highlight.HAS_PYGMENTS else {}
    try:
        return highlight.in_colours(pages, shiki.colours)
    except node_modules.Failed as error:
        raise pipeline.Failed(str(error)) from error


def _playground(
    document: pipeline.ReadDocument, wanted: Wanted
) -> tuple[playground.Built | None, str]:
    if not wanted.has_playground:
        return None, "--playground was not given."
    try:
        return playground.build(document, wanted.compiler, wanted.runtime), ""
    except places.Missing as error:
        return None, str(error)


def _reference(wanted: Wanted) -> tuple[reference.Reference | None, str]:
    if not wanted.has_reference:
        return None, ""
    try:
        return reference.build(places.runtime(wanted.runtime)), ""
    except places.Missing as error:
        return None, str(error)


def _check(folder: pathlib.Path, document: pipeline.ReadDocument) -> None:
    """A folder with other things in it is left alone."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise Unusable(f"{folder} holds something that is no site of restbind: name another folder")
    if folder.exists() and not folder.is_dir():
        raise Unusable(f"{folder} is no folder")
    read = {os.path.realpath(path) for path in document.inputs}
    if any(pathlib.Path(path).is_relative_to(folder.resolve()) for path in read):
        raise Unusable(f"{folder} holds the document")


def _write(folder: pathlib.Path, files: dict[str, str | bytes]) -> None:
    """Writes what has changed, and removes pages that are gone."""
    progress.phase(f"writes {len(files)} files")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _known(folder):
            if name not in files and ".." not in pathlib.PurePosixPath(name).parts:
                (folder / name).unlink(missing_ok=True)
        (folder / MARK).write_text(json.dumps(sorted(files)) + "\n", encoding="utf-8")
        for name, content in files.items():
            path = folder / name
            data = content.encode("utf-8") if isinstance(content, str) else content
            if path.is_file() and path.read_bytes() == data:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise pipeline.Failed(
            f"{error.filename or folder} cannot be written: {error.strerror}"
        ) from error


def _known(folder: pathlib.Path) -> list[str]:
    """The files of the site that stands there."""
    mark = folder / MARK
    if not mark.is_file():
        return []
    try:
        found = json.loads(mark.read_text(encoding="utf-8"))
    except ValueError:
        return []
    return [str(name) for name in found] if isinstance(found, list) else []
