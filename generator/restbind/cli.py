"""The command line.

    python3 -m restbind generate SPEC --out DIR --namespace a::b [--strict] [--report FILE] [--depfile FILE]
    python3 -m restbind check SPEC --out DIR --namespace a::b [--strict]
    python3 -m restbind lint SPEC [--strict]
    python3 -m restbind assumptions SPEC [--json]
    python3 -m restbind diff OLD NEW [--format text|markdown|json] [--fail-on breaking|silent|nothing]

All take `--overlay FILE`, as often as needed.

Findings go to stderr, results to stdout. Exit status: 0 all is well, or the errors are local (`diagnostics`); 1 other errors in the
document, or `check` found a difference, or `lint` any error, or something cannot be read or written; 2 wrong usage, or a Python
package is missing, or `diff` was given a document that cannot be used. `generate` writes all headers or, with another status than 0,
none, unless all that fails is to print its summary. A reader of the output who has gone changes no status.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from restbind import apidiff, manifest, progress, render, report
from restbind.cpp.text import UnsupportedText
from restbind.diagnostics import Diagnostics
from restbind.lower import Lowered, lower_document

OK, FAILED, USAGE = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as exit_:  # argparse has said why
        return exit_.code if isinstance(exit_.code, int) else USAGE
    except progress.Unwritable as error:
        return _unwritable(error)
    progress.start()
    collects = gc.isenabled()
    gc.disable()  # a run makes much that lives until its end, and hardly any circles: looking for them takes a fifth of the time
    try:
        return options.run(options)
    except progress.Unwritable as error:
        return _unwritable(error)
    finally:
        progress.stop()
        if collects:
            gc.enable()


def _complain(what: str) -> None:
    progress.tell(f"restbind: {what}\n", sys.stderr)


def _unwritable(error: progress.Unwritable) -> int:
    _complain(f"the output cannot be written: {error}")
    return FAILED


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: TextIO | None = None) -> None:
        progress.tell(message, file or sys.stderr)  # not all versions of argparse bear a reader who has gone


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="restbind", description="OpenAPI 3.0 / 3.1 / 3.2 -> header-only C++ bindings.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    generate = _command(commands, "generate", _generate, "write the headers of a document")
    _add_output(generate)
    generate.add_argument("--report", metavar="FILE", help="write as JSON what became of each operation")
    generate.add_argument("--depfile", metavar="FILE", help="write the files that were read in make's syntax")
    _add_output(_command(commands, "check", _check, "tell whether the headers are those of the document"))
    lint = _command(commands, "lint", _lint, "say everything there is to say about a document")
    lint.add_argument("--ledger", metavar="POINTER", help="list what became of each assertion of one schema, such as #/components/schemas/Cart")
    _add_diff(commands)
    assumptions = _command(commands, "assumptions", _assumptions, "list what the document marks as assumed")
    assumptions.add_argument("--json", action="store_true", help="as a JSON list")
    return parser


def _add_diff(commands: "argparse._SubParsersAction") -> None:
    about = "tell what changes for C++ code between two versions of a document"
    parser = commands.add_parser("diff", help=about, description=about[:1].upper() + about[1:] + ".", allow_abbrev=False)
    parser.add_argument("old", metavar="OLD", help="the version that code was written for")
    parser.add_argument("new", metavar="NEW", help="the version that comes")
    parser.add_argument("--overlay", metavar="FILE", action="append", default=[],
                        help="an OpenAPI Overlay 1.0 file to apply to both first; may be given several times")
    parser.add_argument("--namespace", metavar="a::b", default="api", help="the C++ namespace, where it decides a name")
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument("--fail-on", choices=("breaking", "silent", "nothing"), default="breaking",
                        help="the least grave change that makes the exit status 1 (default: breaking)")
    parser.add_argument("--exit-code", dest="fail_on", action="store_const", const="breaking", help="the same as --fail-on breaking")
    parser.set_defaults(run=_diff)


def _command(commands: "argparse._SubParsersAction", name: str, run: object, about: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".", allow_abbrev=False)
    parser.add_argument("spec", metavar="SPEC", help="an OpenAPI document, YAML or JSON")
    parser.add_argument("--overlay", metavar="FILE", action="append", default=[],
                        help="an OpenAPI Overlay 1.0 file to apply first; may be given several times")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument("--show-all", action="store_true", help="print all findings, however many there are of one kind")
    parser.set_defaults(run=run)
    return parser


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder of the headers, such as include/ticketing/v1")
    parser.add_argument("--split", choices=("auto", "tag", "none"), default="auto",
                        help="headers for each tag, or first word of the paths; auto (the default) does so for 60 operations and more")
    parser.add_argument("--reading", choices=("strict", "lenient"), default="strict",
                        help="what happens where a response is not as described, unless a client or a call says otherwise: the call fails "
                             "(strict, the default), or what cannot be read is left out and reported (lenient)")
    parser.add_argument("--formats", choices=("check", "annotate"), default="check",
                        help="whether requests must keep the formats of texts, such as uuid and email (the default), or these only say what is meant")
    parser.add_argument("--namespace", metavar="a::b", required=True, help="the C++ namespace, such as ticketing::v1")


def _lower(options: argparse.Namespace, notes: bool = False) -> tuple[Lowered, Diagnostics]:
    """Reads the document and prints all findings."""
    diagnostics = Diagnostics(strict=options.strict)
    lowered = lower_document(options.spec, diagnostics, options.overlay, getattr(options, "formats", "check"))
    progress.tell(diagnostics.text(options.show_all, notes), sys.stderr)
    return lowered, diagnostics


def _report(options: argparse.Namespace, lowered: Lowered, diagnostics: Diagnostics, generated: bool) -> str | None:
    """Writes the report, if one is wanted. Its summary, '' without one; None after a failure, which is told."""
    if not options.report:
        return ""
    progress.phase("writes the report")
    found = report.outcomes(lowered, diagnostics)
    try:
        with open(options.report, "w", encoding="utf-8") as file:
            file.write(report.as_json(options.spec, generated, found, lowered))
    except OSError as error:
        _complain(f"{options.report} cannot be written: {error.strerror}")
        return None
    return report.summary(found) + ("" if generated else "; nothing is generated") + "\n"


def _usable(options: argparse.Namespace) -> bool:
    """Whether there can be headers of that namespace in that folder; what is wrong is told."""
    options.out = os.path.abspath(options.out)
    options.folder = os.path.basename(options.out)
    if not options.folder:
        _complain("--out must not be the root folder: a header of the folder's name is written beside it")
        return False
    try:
        render.check_namespace(options.namespace)
        render.check_folder(options.folder)
    except ValueError as error:
        _complain(str(error))
        return False
    return True


def _render(options: argparse.Namespace, lowered: Lowered) -> dict[str, str] | None:
    """The files; None where there can be none, which is told."""
    if lowered.api is None:
        return None
    try:
        return render.render_api(lowered.api, options.namespace, options.folder, options.split, options.reading)
    except UnsupportedText as error:
        progress.tell(f"{options.spec}: error: {error}\n", sys.stderr)
        return None


def _generate(options: argparse.Namespace) -> int:
    if not _usable(options):
        return USAGE
    lowered, diagnostics = _lower(options)
    files = _render(options, lowered)
    summary = _report(options, lowered, diagnostics, files is not None)
    if files is not None and summary is not None and not _written(options, lowered, files):
        files, summary = None, _report(options, lowered, diagnostics, False)
    progress.tell(summary or "", sys.stdout)
    return FAILED if files is None or summary is None else OK


def _written(options: argparse.Namespace, lowered: Lowered, files: dict[str, str]) -> bool:
    """Writes the headers; False after a failure, which is told."""
    progress.phase(f"writes {len(files)} headers")
    try:
        manifest.write(options.out, files, depfile=options.depfile, inputs=lowered.inputs)
    except OSError as error:
        _complain(f"{error.filename or options.out} cannot be written: {error.strerror}")
        return False
    return True


def _check(options: argparse.Namespace) -> int:
    if not _usable(options):
        return USAGE
    lowered, _ = _lower(options)
    files = _render(options, lowered)
    if files is None:
        return FAILED
    try:
        differing = manifest.compare(options.out, files)
    except OSError as error:
        _complain(f"{error.filename or options.out} cannot be read: {error.strerror}")
        return FAILED
    for name in differing:
        path = os.path.normpath(os.path.join(options.out, name))
        progress.tell(f"{path} is not what {options.spec} gives: regenerate it\n", sys.stderr)
    return FAILED if differing else OK


def _lint(options: argparse.Namespace) -> int:
    lowered, diagnostics = _lower(options, notes=options.ledger is None)
    if lowered.api is None:
        return FAILED
    if options.ledger is not None:
        return _ledger(options, lowered)
    api = lowered.api
    counts = [(len(api.operations), "operation"), (len(api.models), "model"), (len(api.enums), "enum"), (len(api.aliases), "alias")]
    progress.tell(f"{options.spec}: {', '.join(_counted(number, what) for number, what in counts)}\n", sys.stdout)
    return FAILED if diagnostics.has_errors else OK


def _ledger(options: argparse.Namespace, lowered: Lowered) -> int:
    """The assertions of one schema, and of those in it, each with its column."""
    rows = report.ledger_of(lowered, options.ledger)
    if not rows:
        _complain(f"`{options.ledger}` is no schema of {options.spec} that something was made of")
        return USAGE
    progress.tell("".join(f"{column.ljust(10)} {text}\n" for column, text in rows), sys.stdout)
    return OK


def _diff(options: argparse.Namespace) -> int:
    sides = []
    for name in (options.old, options.new):
        diagnostics = Diagnostics()
        sides.append(lower_document(name, diagnostics, options.overlay))
        if sides[-1].api is None:  # what the two documents have to be told otherwise, `lint` says
            progress.tell(diagnostics.text(), sys.stderr)
            return USAGE
    changes = apidiff.compare(*sides, options.namespace)
    write = {"text": apidiff.as_text, "markdown": apidiff.as_markdown, "json": apidiff.as_json}[options.format]
    progress.tell(write(changes), sys.stdout)
    grave = {"breaking": (apidiff.BREAKING,), "silent": (apidiff.BREAKING, apidiff.SILENT), "nothing": ()}[options.fail_on]
    return FAILED if any(one.level in grave for one in changes) else OK


def _counted(number: int, what: str) -> str:
    plural = "es" if what.endswith("s") else "s"
    return f"{number} {what}{'' if number == 1 else plural}"


def _assumptions(options: argparse.Namespace) -> int:
    lowered, _ = _lower(options)
    if lowered.api is None:
        return FAILED
    found = lowered.api.assumptions
    if options.json:
        entries = [{"ids": list(one.ids), "file": one.file, "line": one.line, "pointer": one.pointer, "text": one.text} for one in found]
        progress.tell(json.dumps(entries, indent=2, ensure_ascii=False) + "\n", sys.stdout)
        return OK
    rows = [(" ".join(one.ids) or "-", f"{one.file}:{one.line}", one.pointer, " ".join(one.text.split())) for one in found]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]) for row in rows]
    progress.tell("".join(f"{line}\n" for line in lines), sys.stdout)
    return OK
