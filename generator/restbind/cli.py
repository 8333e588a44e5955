# SPDX-License-Identifier: BSL-1.0
"""The command line.

    python3 -m restbind generate [--options FILE]
    python3 -m restbind generate SPEC --out DIR --namespace a::b [--strict] [--report FILE]
    [--depfile FILE]
    python3 -m restbind check SPEC --out DIR [--strict]
    python3 -m restbind lint SPEC [--strict]
    python3 -m restbind explain SPEC POINTER
    python3 -m restbind explain CODE
    python3 -m restbind docs SPEC --out DIR [--namespace a::b] [--since OLD] [--playground]
        [--reference] [--node-modules DIR]
    python3 -m restbind keys [--path]
    python3 -m restbind assumptions SPEC [--json]
    python3 -m restbind single-header DIR --out FILE [--runtime DIR]
    python3 -m restbind cli SPEC --to DIR --namespace a::b [--program NAME] [--header HEADER]
    python3 -m restbind diff OLD NEW [--split auto|tag|none] [--format text|markdown|json]
    [--fail-on breaking|silent|nothing]

All that take a SPEC take `--overlay FILE`, as often as needed, and `--options FILE`, which has all
that is not given (`options`). The options that decide what the headers say stand in their folder's
manifest, where `check` finds them again.

Findings go to stderr, results to stdout. Exit status: 0 all is well, or the errors are local
(`diagnostics`); 1 other errors in the document, or `check` found a difference, or `lint` any error,
or something cannot be read or written; 2 wrong usage, or a Python package is missing, or `diff` was
given a document that cannot be used. `generate` writes all headers or, with another status than 0,
none, unless all that fails is to print its summary. A reader of the output who has gone changes no
status.
"""

from __future__ import annotations

import argparse
import gc
import os
import pathlib
import sys
from collections.abc import Sequence
from typing import Callable

from restbind import arguments, assumptions, explain, manifest
from restbind import options as files
from restbind import pipeline, progress, report, single_header
from restbind.apidiff.changes import BREAKING, SILENT, as_json, as_markdown, as_text
from restbind.apidiff.compare import compare
from restbind.cpp.text import UnsupportedText
from restbind.docs import publish
from restbind.lower.document import Lowered
from restbind.naming import NameTaken
from restbind.program import publish as publish_program
from restbind.program.view import program
from restbind.templating import BadTemplate

OK, FAILED, USAGE = 0, 1, 2
KEYS = pathlib.Path(__file__).with_name("keys.schema.json")


def main(given: Sequence[str]) -> int:
    """Runs the command that the arguments name; gives the exit status."""
    try:
        options = arguments.command_line().parse_args(given)
        arguments.complete(options)
    except SystemExit as exit_:  # argparse has said why
        return exit_.code if isinstance(exit_.code, int) else USAGE
    except arguments.Unusable:
        return USAGE
    except progress.Unwritable as error:
        return _unwritable(error)
    progress.start()
    collects = gc.isenabled()
    # a run makes much that lives until its end, and hardly any circles: looking for them takes a
    # fifth of the time
    gc.disable()
    try:
        return _COMMANDS[options.command](options)
    except progress.Unwritable as error:
        return _unwritable(error)
    except pipeline.Failed as error:
        _complain(str(error))
        return FAILED
    finally:
        progress.stop()
        if collects:
            gc.enable()


def _complain(what: str) -> None:
    progress.tell(f"restbind: {what}\n", sys.stderr)


def _unwritable(error: progress.Unwritable) -> int:
    _complain(f"the output cannot be written: {error}")
    return FAILED


def _read(options: argparse.Namespace, notes: bool = False) -> pipeline.ReadDocument:
    """Reads the document and prints all findings."""
    document = pipeline.read(
        options.spec,
        options.overlay,
        options.strict,
        getattr(options, "formats", "check"),
        options.additions,
    )
    progress.tell(document.diagnostics.text(options.show_all, notes), sys.stderr)
    return document


def _target(options: argparse.Namespace) -> pipeline.Target | None:
    """The headers that are wanted; None where there can be none of that namespace in that folder,
    which is told.
    """
    target = pipeline.Target(
        options.out and os.path.abspath(options.out),
        options.namespace,
        options.split,
        options.reading,
        options.required_without_default,
        options.templates or "",
    )
    try:
        target.check()
    except ValueError as error:
        _complain(str(error))
        return None
    return target


def _headers(document: pipeline.ReadDocument, target: pipeline.Target) -> dict[str, str] | None:
    """The headers; None where there can be none, which is told."""
    try:
        return pipeline.headers(document, target)
    except UnsupportedText as error:
        progress.tell(f"{document.spec}: error: {error}\n", sys.stderr)
        return None
    except BadTemplate as error:
        _complain(str(error))
        return None
    except NameTaken as error:  # by the namespace, which the document does not know
        progress.tell(f"{error.place}: error RB101: {error}\n", sys.stderr)
        return None


def _generate(options: argparse.Namespace) -> int:
    target = _target(options)
    if target is None:
        return USAGE
    document = _read(options)
    if _overwrites(options, document):
        return USAGE
    files, written = _headers(document, target), 0
    summary = (
        pipeline.write_report(document, options.report, files is not None) if options.report else ""
    )  # first: no header without it
    if files is not None:
        try:
            written = pipeline.write(
                document, target, files, options.depfile, arguments.recorded(options)
            )
        except pipeline.Failed as error:
            _complain(str(error))
            files, summary = None, (
                pipeline.write_report(document, options.report, False) if options.report else ""
            )
    if files is not None and not options.quiet:
        summary = _summary(options, document, len(files), written, summary)
    progress.tell(summary, sys.stdout)
    unresolved = document.diagnostics.unresolved
    if files is not None and unresolved and not options.keep_going:
        _complain(
            f"{report.references(unresolved)}; what uses them is open JSON or left out, which"
            " --keep-going accepts"
        )
        return FAILED
    return OK if files is not None else FAILED


def _overwrites(options: argparse.Namespace, document: pipeline.ReadDocument) -> bool:
    """Another output than the headers would take the place of a file that was read, which is
    told.
    """
    read = {os.path.realpath(path) for path in (document.spec, *options.overlay, *document.inputs)}
    for name in ("report", "depfile"):
        path = getattr(options, name)
        if path and os.path.realpath(path) in read:
            _complain(f"--{name} {path} would overwrite a file that is read")
            return True
    return False


def _summary(
    options: argparse.Namespace,
    document: pipeline.ReadDocument,
    files: int,
    written: int,
    counts: str,
) -> str:
    """What was generated, what was assumed, and where more stands. counts: the line about
    operations, if there is one already.
    """
    assumed = len(document.lowered.api.assumptions) if document.lowered.api is not None else 0
    lines = [
        counts.rstrip("\n") or pipeline.summary(document),
        f"{_counted(files, 'header')} in {options.out}: {written or 'none'} changed",
    ]
    if assumed:
        lines.append(
            f"{_counted(assumed, 'assumption')}, which `restbind assumptions {options.spec}` lists"
        )
    lines.append(f"{options.report or '--report FILE'} says what became of each operation")
    return "".join(f"{line}\n" for line in lines)


def _check(options: argparse.Namespace) -> int:
    if options.namespace is None:
        _complain(
            f"{options.out} is no folder of headers: `generate` writes them"
            if not os.path.isdir(options.out)
            else (
                f"{os.path.join(options.out, manifest.MANIFEST)} does not name the options of the"
                " headers: give --namespace"
            )
        )
        return USAGE
    target = _target(options)
    if target is None:
        return USAGE
    document = _read(options)
    files = _headers(document, target)
    if files is None:
        return FAILED
    differing = pipeline.differing(target, files)
    for name in differing:
        progress.tell(f"{name}: regenerate the headers of {document.spec}\n", sys.stderr)
    return FAILED if differing else OK


def _lint(options: argparse.Namespace) -> int:
    document = _read(options, notes=options.ledger is None)
    api = document.lowered.api
    if api is None:
        return FAILED
    if options.ledger is not None:
        return _ledger(options, document.lowered)
    counts = [
        (len(api.operations), "operation"),
        (len(api.models), "model"),
        (len(api.enums), "enum"),
        (len(api.aliases), "alias"),
    ]
    progress.tell(
        f"{options.spec}: {', '.join(_counted(number, what) for number, what in counts)}\n",
        sys.stdout,
    )
    return FAILED if document.diagnostics.has_errors else OK


def _ledger(options: argparse.Namespace, lowered: Lowered) -> int:
    """The assertions of one schema, and of those in it, each with its column."""
    rows = report.ledger_of(lowered, options.ledger)
    if not rows:
        _complain(_no_schema(options.ledger, options.spec, lowered))
        return USAGE
    progress.tell("".join(f"{column.ljust(10)} {text}\n" for column, text in rows), sys.stdout)
    return OK


def _no_schema(pointer: str, spec: str, lowered: Lowered) -> str:
    hint = explain.meant(lowered, pointer)
    return f"`{pointer}` is no schema of {spec} that something was made of{hint and f': {hint}'}"


def _explain(options: argparse.Namespace) -> int:
    if explain.is_code(options.about):
        if options.pointer is not None:
            _complain(
                f"`{options.about}` is the code of a finding, which has no `{options.pointer}`"
            )
            return USAGE
        progress.tell(explain.code(options.about), sys.stdout)
        return OK
    spec, pointer = options.about, options.pointer
    if pointer is None and spec.startswith("#"):
        spec, pointer = getattr(options, files.SPEC, None), spec
    if spec is None or pointer is None:
        why = (
            f"there is no {files.FILE} that names the document"
            if spec is None
            else "of a document say which schema, such as #/components/schemas/Cart"
        )
        _complain(f"`{options.about}` is no code of a finding; {why}")
        return USAGE
    document = pipeline.read(
        spec, options.overlay, formats=options.formats, additions=options.additions
    )
    if document.lowered.api is None:
        progress.tell(document.diagnostics.text(), sys.stderr)
        return FAILED
    told = explain.schema(document.lowered, document.diagnostics, pointer)
    if not told:
        _complain(_no_schema(pointer, spec, document.lowered))
        return USAGE
    progress.tell(told, sys.stdout)
    return OK


def _keys(options: argparse.Namespace) -> int:
    progress.tell(f"{KEYS}\n" if options.path else KEYS.read_text(encoding="utf-8"), sys.stdout)
    return OK


def _diff(options: argparse.Namespace) -> int:
    sides = []
    for name in (options.old, options.new):
        document = pipeline.read(
            name, options.overlay, formats=options.formats, additions=options.additions
        )
        if (
            document.lowered.api is None
        ):  # what the two documents have to be told otherwise, `lint` says
            progress.tell(document.diagnostics.text(), sys.stderr)
            return USAGE
        progress.tell(document.diagnostics.of_overlays().text(), sys.stderr)
        sides.append(document.lowered)
    old, new = sides
    changes = compare(old, new, options.namespace or "api", options.split)
    write = {"text": as_text, "markdown": as_markdown, "json": as_json}[options.format]
    progress.tell(write(changes), sys.stdout)
    grave = {"breaking": (BREAKING,), "silent": (BREAKING, SILENT), "nothing": ()}[options.fail_on]
    return FAILED if any(change.level in grave for change in changes) else OK


def _docs(options: argparse.Namespace) -> int:
    document = _read(options)
    old = (
        pipeline.read(
            options.since, options.overlay, formats=options.formats, additions=options.additions
        )
        if options.since
        else None
    )
    for read in (document, *([old] if old is not None else [])):
        if read.lowered.api is None:
            progress.tell(read.diagnostics.text() if read is old else "", sys.stderr)
            return FAILED
    wanted = publish.Wanted(
        options.site,
        options.namespace or "api",
        options.split,
        options.playground,
        options.reference,
        options.node_modules or "",
        options.compiler or "",
        options.runtime or "",
    )
    try:
        told = publish.publish(document, old, wanted)
    except (publish.Unusable, ValueError) as error:
        _complain(str(error))
        return USAGE
    progress.tell(f"{told}\n", sys.stdout)
    return OK


def _single_header(options: argparse.Namespace) -> int:
    folder, out = pathlib.Path(options.folder).resolve(), pathlib.Path(options.out).resolve()
    runtime = (
        pathlib.Path(options.runtime).resolve()
        if options.runtime
        else single_header.runtime_beside(folder)
    )
    if not (folder / "models.hpp").is_file():
        _complain(f"{options.folder} holds no generated headers: there is no models.hpp")
        return USAGE
    if runtime is None or not (runtime / "restbind/core").is_dir():
        place = f"in {options.runtime}" if options.runtime else f"above {options.folder}"
        _complain(
            f"the runtime is not {place}: give --runtime, the folder that holds restbind/core"
        )
        return USAGE
    if out.is_file() and any(base in out.parents for base in (folder, runtime / "restbind")):
        _complain(f"--out {options.out} would overwrite a header that is read")
        return USAGE
    try:
        text = single_header.text(folder, runtime)
        out.parent.mkdir(parents=True, exist_ok=True)  # as for the report
        out.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        _complain(str(error))
        return FAILED
    return OK


def _cli(options: argparse.Namespace) -> int:
    try:
        wanted = publish_program.Wanted(
            options.to, options.namespace, options.program or "", options.header or ""
        )
    except ValueError as error:
        _complain(str(error))
        return USAGE
    document = _read(options)
    if document.lowered.api is None:
        return FAILED
    made = program(document.lowered.api, wanted.namespace, wanted.name)
    for operation, why in made.left_out:
        _complain(f"there is no command for {operation}: {why}")
    try:
        publish_program.write(made, wanted)
    except OSError as error:
        _complain(f"{error.filename or wanted.folder} cannot be written: {error.strerror}")
        return FAILED
    counted = _counted(len(made.commands), "command")
    progress.tell(f"{counted} in {wanted.folder}\n", sys.stdout)
    return OK


def _counted(number: int, what: str) -> str:
    plural = "es" if what.endswith("s") else "s"
    return f"{number} {what}{'' if number == 1 else plural}"


def _assumptions(options: argparse.Namespace) -> int:
    api = _read(options).lowered.api
    if api is None:
        return FAILED
    text = assumptions.as_json(api) if options.json else assumptions.as_table(api)
    progress.tell(text, sys.stdout)
    return OK


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "generate": _generate,
    "check": _check,
    "lint": _lint,
    "explain": _explain,
    "keys": _keys,
    "assumptions": _assumptions,
    "docs": _docs,
    "single-header": _single_header,
    "cli": _cli,
    "diff": _diff,
}
