# SPDX-License-Identifier: BSL-1.0
"""The command line.

    python3 -m restbind generate SPEC --out DIR --namespace a::b [--strict] [--report FILE] [--depfile FILE]
    python3 -m restbind check SPEC --out DIR [--strict]
    python3 -m restbind lint SPEC [--strict]
    python3 -m restbind explain SPEC POINTER
    python3 -m restbind explain CODE
    python3 -m restbind keys [--path]
    python3 -m restbind assumptions SPEC [--json]
    python3 -m restbind single-header DIR --out FILE [--runtime DIR]
    python3 -m restbind diff OLD NEW [--split auto|tag|none] [--format text|markdown|json] [--fail-on breaking|silent|nothing]

All that take a SPEC take `--overlay FILE`, as often as needed. The options that decide what the headers say stand in their folder's
manifest, where `check` finds them again.

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
import pathlib
import sys
from collections.abc import Sequence
from typing import IO, Callable

from restbind import explain, manifest, pipeline, progress, report, single_header
from restbind.apidiff.changes import BREAKING, SILENT, as_json, as_markdown, as_text
from restbind.apidiff.compare import compare
from restbind.cpp.text import UnsupportedText
from restbind.lower.document import Lowered
from restbind.version import VERSION

OK, FAILED, USAGE = 0, 1, 2
KEYS = pathlib.Path(__file__).with_name("keys.schema.json")
SHAPING = ("namespace", "split", "reading", "formats")  # with overlays and FLAGS: the options that decide what the headers say
FLAGS = {"required_without_default": "--required-without-default"}


def main(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name; gives the exit status."""
    try:
        options = command_line().parse_args(arguments)
    except SystemExit as exit_:  # argparse has said why
        return exit_.code if isinstance(exit_.code, int) else USAGE
    except progress.Unwritable as error:
        return _unwritable(error)
    progress.start()
    collects = gc.isenabled()
    gc.disable()  # a run makes much that lives until its end, and hardly any circles: looking for them takes a fifth of the time
    try:
        status: int = options.run(options)
        return status
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


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: IO[str] | None = None) -> None:
        progress.tell(message, file or sys.stderr)  # not all versions of argparse bear a reader who has gone


class _Command(_Parser):
    """Takes options between positional arguments, and tells of unknown ones how the command itself is used."""

    _is_mixing = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        if self._is_mixing:
            return super().parse_known_args(args, namespace)
        self._is_mixing = True
        found, unknown = self.parse_known_intermixed_args(args, namespace)
        self._is_mixing = False
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


def command_line() -> argparse.ArgumentParser:
    """The parser with all commands and options; `run` of its result is the function of the command."""
    parser = _Parser(prog="restbind", description="OpenAPI 3.0 / 3.1 / 3.2 -> header-only C++ bindings.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"restbind {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command", parser_class=_Command)
    generate = _command(commands, "generate", _generate, "write the headers of a document")
    _add_output(generate)
    generate.add_argument("--keep-going", action="store_true",
                          help="accept references that lead nowhere: the exit status is 0 all the same")
    generate.add_argument("--quiet", action="store_true", help="print no summary; of --report only the line with its numbers")
    generate.add_argument("--report", metavar="FILE", help="write as JSON what became of each operation")
    generate.add_argument("--depfile", metavar="FILE", help="write the files that were read in make's syntax")
    check = _command(commands, "check", _check, "tell whether the headers are those of the document",
                     "What is not given is as it was when the headers were generated.")
    _add_output(check, is_recorded=True)
    check.set_defaults(overlay=None, **dict.fromkeys((*SHAPING, *FLAGS)))
    lint = _command(commands, "lint", _lint, "say everything there is to say about a document")
    lint.add_argument("--ledger", metavar="POINTER",
                      help="list what became of each assertion of one schema, such as #/components/schemas/Cart")
    _add_explain(commands)
    _add_diff(commands)
    _add_keys(commands)
    _add_single_header(commands)
    assumptions = _command(commands, "assumptions", _assumptions, "list what the document marks as assumed")
    assumptions.add_argument("--json", action="store_true", help="as a JSON list")
    return parser


def _add_explain(commands: argparse._SubParsersAction[_Command]) -> None:
    about = "tell what becomes of one schema and why, or what a code means"
    parser = _named(commands, "explain", about)
    parser.add_argument("about", metavar="SPEC|CODE", help="an OpenAPI document, or the code of a finding, such as RB031")
    parser.add_argument("pointer", metavar="POINTER", nargs="?", help="of the document: the schema, such as #/components/schemas/Cart")
    parser.add_argument("--overlay", metavar="FILE", action="append", default=[], help="an OpenAPI Overlay 1.0 file to apply first")
    _add_formats(parser)
    parser.set_defaults(run=_explain)


def _add_diff(commands: argparse._SubParsersAction[_Command]) -> None:
    about = "tell what changes for C++ code between two versions of a document"
    parser = _named(commands, "diff", about)
    parser.add_argument("old", metavar="OLD", help="the version that code was written for")
    parser.add_argument("new", metavar="NEW", help="the version that comes")
    parser.add_argument("--overlay", metavar="FILE", action="append", default=[],
                        help="an OpenAPI Overlay 1.0 file to apply to both first; may be given several times")
    parser.add_argument("--namespace", metavar="a::b", default="api", help="the C++ namespace, where it decides a name")
    _add_split(parser)
    _add_formats(parser)
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument("--fail-on", choices=("breaking", "silent", "nothing"), default="breaking",
                        help="the least grave change that makes the exit status 1 (default: breaking)")
    parser.add_argument("--exit-code", dest="fail_on", action="store_const", const="breaking", help="the same as --fail-on breaking")
    parser.set_defaults(run=_diff)


def _add_keys(commands: argparse._SubParsersAction[_Command]) -> None:
    about = "print the JSON Schema of the x-restbind keys, by which an editor completes and checks them"
    parser = _named(commands, "keys", about)
    parser.add_argument("--path", action="store_true", help="print where its file is")
    parser.set_defaults(run=_keys)


def _add_single_header(commands: argparse._SubParsersAction[_Command]) -> None:
    about = "write models, validation, JSON and operations of generated headers as one header, without a network"
    parser = _named(commands, "single-header", about)
    parser.add_argument("folder", metavar="DIR", help="the folder of the headers, such as include/ticketing/v1")
    parser.add_argument("--out", metavar="FILE", required=True, help="the header to write, such as ticketing-v1-core.hpp")
    parser.add_argument("--runtime", metavar="DIR", help="the folder that holds restbind/core, if it is not above DIR and not installed")
    parser.set_defaults(run=_single_header)


def _named(commands: argparse._SubParsersAction[_Command], name: str, about: str, more: str = "") -> argparse.ArgumentParser:
    return commands.add_parser(name, help=about, description=f"{about[:1].upper()}{about[1:]}. {more}".strip(), allow_abbrev=False)


def _command(commands: argparse._SubParsersAction[_Command], name: str, run: Callable[[argparse.Namespace], int], about: str,
             more: str = "") -> argparse.ArgumentParser:
    parser = _named(commands, name, about, more)
    parser.add_argument("spec", metavar="SPEC", help="an OpenAPI document, YAML or JSON")
    parser.add_argument("--overlay", metavar="FILE", action="append", default=[],
                        help="an OpenAPI Overlay 1.0 file to apply first; may be given several times")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument("--show-all", action="store_true", help="print all findings, however many there are of one kind")
    parser.set_defaults(run=run)
    return parser


def _add_split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--split", choices=("auto", "tag", "none"), default="auto",
                        help="headers for each tag, or first word of the paths; auto (the default) does so for 60 operations and more")


def _add_formats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--formats", choices=("check", "annotate"), default="check",
                        help="whether requests must keep the formats of texts, such as uuid and email (the default), or these only say "
                             "what is meant")


def _add_output(parser: argparse.ArgumentParser, is_recorded: bool = False) -> None:
    """Options of what is generated. is_recorded: the manifest may name the namespace."""
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder of the headers, such as include/ticketing/v1")
    _add_split(parser)
    parser.add_argument("--reading", choices=("strict", "lenient"), default="strict",
                        help="what happens where a response is not as described, unless a client or a call says otherwise: the call fails "
                             "(strict, the default), or what cannot be read is left out and reported (lenient)")
    _add_formats(parser)
    parser.add_argument("--required-without-default", action="store_true",
                        help="let compilers warn (-Wextra) of a forgotten required number or boolean of a request of which zero is valid")
    parser.add_argument("--namespace", metavar="a::b", required=not is_recorded, help="the C++ namespace, such as ticketing::v1")


def _read(options: argparse.Namespace, notes: bool = False) -> pipeline.Document:
    """Reads the document and prints all findings."""
    document = pipeline.read(options.spec, options.overlay, options.strict, getattr(options, "formats", "check"))
    progress.tell(document.diagnostics.text(options.show_all, notes), sys.stderr)
    return document


def _target(options: argparse.Namespace) -> pipeline.Target | None:
    """The headers that are wanted; None where there can be none of that namespace in that folder, which is told."""
    target = pipeline.Target(options.out and os.path.abspath(options.out), options.namespace, options.split, options.reading,
                             options.required_without_default)
    try:
        target.check()
    except ValueError as error:
        _complain(str(error))
        return None
    return target


def _headers(document: pipeline.Document, target: pipeline.Target) -> dict[str, str] | None:
    """The headers; None where there can be none, which is told."""
    try:
        return pipeline.headers(document, target)
    except UnsupportedText as error:
        progress.tell(f"{document.spec}: error: {error}\n", sys.stderr)
        return None


def _generate(options: argparse.Namespace) -> int:
    target = _target(options)
    if target is None:
        return USAGE
    document = _read(options)
    if _overwrites(options, document):
        return USAGE
    files, written = _headers(document, target), 0
    summary = pipeline.write_report(document, options.report, files is not None) if options.report else ""  # first: no header without it
    if files is not None:
        try:
            written = pipeline.write(document, target, files, options.depfile, _recorded(options))
        except pipeline.Failed as error:
            _complain(str(error))
            files, summary = None, pipeline.write_report(document, options.report, False) if options.report else ""
    if files is not None and not options.quiet:
        summary = _summary(options, document, len(files), written, summary)
    progress.tell(summary, sys.stdout)
    unresolved = document.diagnostics.unresolved
    if files is not None and unresolved and not options.keep_going:
        _complain(f"{report.references(unresolved)}; what uses them is open JSON or left out, which --keep-going accepts")
        return FAILED
    return OK if files is not None else FAILED


def _overwrites(options: argparse.Namespace, document: pipeline.Document) -> bool:
    """Another output than the headers would take the place of a file that was read, which is told."""
    read = {os.path.realpath(path) for path in (document.spec, *options.overlay, *document.lowered.inputs)}
    for name in ("report", "depfile"):
        path = getattr(options, name)
        if path and os.path.realpath(path) in read:
            _complain(f"--{name} {path} would overwrite a file that is read")
            return True
    return False


def _summary(options: argparse.Namespace, document: pipeline.Document, files: int, written: int, counts: str) -> str:
    """What was generated, what was assumed, and where more stands. counts: the line about operations, if there is one already."""
    assumed = len(document.lowered.api.assumptions) if document.lowered.api is not None else 0
    lines = [counts.rstrip("\n") or pipeline.summary(document),
             f"{_counted(files, 'header')} in {options.out}: {written or 'none'} changed"]
    if assumed:
        lines.append(f"{_counted(assumed, 'assumption')}, which `restbind assumptions {options.spec}` lists")
    lines.append(f"{options.report or '--report FILE'} says what became of each operation")
    return "".join(f"{line}\n" for line in lines)


def _recorded(options: argparse.Namespace) -> list[str]:
    """What the manifest keeps of the options. Overlays are named from the folder of the headers."""
    found = [part for name in SHAPING for part in (f"--{name}", getattr(options, name))]
    found += [flag for name, flag in FLAGS.items() if getattr(options, name)]
    for overlay in options.overlay:
        found += ["--overlay", _relative(overlay, options.out)]
    return found


def _relative(path: str, folder: str) -> str:
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive of Windows
        return os.path.abspath(path)


def _recall(options: argparse.Namespace) -> None:
    """Puts what the manifest keeps in the place of options that were not given. One that nobody could have given is not taken."""
    known = _Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    _add_output(known, is_recorded=True)
    known.add_argument("--overlay", action="append", default=[])
    given = ["--out", options.out]
    try:
        recorded, _ = known.parse_known_args(given + manifest.recorded_options(options.out))
    except argparse.ArgumentError:
        recorded = known.parse_args(given)
    for name in (*SHAPING, *FLAGS):
        if getattr(options, name) is None:
            setattr(options, name, getattr(recorded, name))
    if options.overlay is None:
        options.overlay = [os.path.normpath(os.path.join(options.out, one)) for one in recorded.overlay]


def _check(options: argparse.Namespace) -> int:
    _recall(options)
    if options.namespace is None:
        _complain(f"{options.out} is no folder of headers: `generate` writes them" if not os.path.isdir(options.out) else
                  f"{os.path.join(options.out, manifest.MANIFEST)} does not name the options of the headers: give --namespace")
        return USAGE
    target = _target(options)
    if target is None:
        return USAGE
    document = _read(options)
    files = _headers(document, target)
    if files is None:
        return FAILED
    differing = pipeline.differing(target, files)
    for one in differing:
        progress.tell(f"{one}: regenerate the headers of {document.spec}\n", sys.stderr)
    return FAILED if differing else OK


def _lint(options: argparse.Namespace) -> int:
    document = _read(options, notes=options.ledger is None)
    api = document.lowered.api
    if api is None:
        return FAILED
    if options.ledger is not None:
        return _ledger(options, document.lowered)
    counts = [(len(api.operations), "operation"), (len(api.models), "model"), (len(api.enums), "enum"), (len(api.aliases), "alias")]
    progress.tell(f"{options.spec}: {', '.join(_counted(number, what) for number, what in counts)}\n", sys.stdout)
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
            _complain(f"`{options.about}` is the code of a finding, which has no `{options.pointer}`")
            return USAGE
        progress.tell(explain.code(options.about), sys.stdout)
        return OK
    if options.pointer is None:
        _complain(f"`{options.about}` is no code of a finding; of a document say which schema, such as #/components/schemas/Cart")
        return USAGE
    document = pipeline.read(options.about, options.overlay, formats=options.formats)
    if document.lowered.api is None:
        progress.tell(document.diagnostics.text(), sys.stderr)
        return FAILED
    told = explain.schema(document.lowered, document.diagnostics, options.pointer)
    if not told:
        _complain(_no_schema(options.pointer, options.about, document.lowered))
        return USAGE
    progress.tell(told, sys.stdout)
    return OK


def _keys(options: argparse.Namespace) -> int:
    progress.tell(f"{KEYS}\n" if options.path else KEYS.read_text(encoding="utf-8"), sys.stdout)
    return OK


def _diff(options: argparse.Namespace) -> int:
    sides = []
    for name in (options.old, options.new):
        document = pipeline.read(name, options.overlay, formats=options.formats)
        if document.lowered.api is None:  # what the two documents have to be told otherwise, `lint` says
            progress.tell(document.diagnostics.text(), sys.stderr)
            return USAGE
        progress.tell(document.diagnostics.of_overlays().text(), sys.stderr)
        sides.append(document.lowered)
    old, new = sides
    changes = compare(old, new, options.namespace, options.split)
    write = {"text": as_text, "markdown": as_markdown, "json": as_json}[options.format]
    progress.tell(write(changes), sys.stdout)
    grave = {"breaking": (BREAKING,), "silent": (BREAKING, SILENT), "nothing": ()}[options.fail_on]
    return FAILED if any(one.level in grave for one in changes) else OK


def _single_header(options: argparse.Namespace) -> int:
    folder, out = pathlib.Path(options.folder).resolve(), pathlib.Path(options.out).resolve()
    runtime = pathlib.Path(options.runtime).resolve() if options.runtime else single_header.runtime_beside(folder)
    if not (folder / "models.hpp").is_file():
        _complain(f"{options.folder} holds no generated headers: there is no models.hpp")
        return USAGE
    if runtime is None or not (runtime / "restbind/core").is_dir():
        place = f"in {options.runtime}" if options.runtime else f"above {options.folder}"
        _complain(f"the runtime is not {place}: give --runtime, the folder that holds restbind/core")
        return USAGE
    if out.is_file() and any(one in out.parents for one in (folder, runtime / "restbind")):
        _complain(f"--out {options.out} would overwrite a header that is read")
        return USAGE
    try:
        out.write_text(single_header.text(folder, runtime), encoding="utf-8")
    except (OSError, ValueError) as error:
        _complain(str(error))
        return FAILED
    return OK


def _counted(number: int, what: str) -> str:
    plural = "es" if what.endswith("s") else "s"
    return f"{number} {what}{'' if number == 1 else plural}"


def _assumptions(options: argparse.Namespace) -> int:
    api = _read(options).lowered.api
    if api is None:
        return FAILED
    found = api.assumptions
    if options.json:
        entries = [{"ids": list(one.ids), "file": one.file, "line": one.line, "pointer": one.pointer, "text": one.text} for one in found]
        progress.tell(json.dumps(entries, indent=2, ensure_ascii=False) + "\n", sys.stdout)
        return OK
    rows = [(" ".join(one.ids) or "-", f"{one.file}:{one.line}", one.pointer, " ".join(one.text.split())) for one in found]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]) for row in rows]
    progress.tell("".join(f"{line}\n" for line in lines), sys.stdout)
    return OK
