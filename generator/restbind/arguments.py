# SPDX-License-Identifier: BSL-1.0
"""The command line's commands and options, and where the value of one that is not given comes from:
the options file, for `check` the manifest of the headers, else `DEFAULTS`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping

from restbind import manifest
from restbind import options as files
from restbind import progress
from restbind.diagnostics import Diagnostics
from restbind.docs.arguments import add_site
from restbind.options import Several
from restbind.parsers import Command, Parser
from restbind.program.arguments import ABOUT_PROGRAM, PROGRAM, add_program
from restbind.version import VERSION

# The options that decide what the headers say; `check` finds them again in the manifest.
SHAPING = (
    "namespace",
    "split",
    "reading",
    "formats",
    "required_without_default",
    "templates",
    "overlay",
)
DEFAULTS: Mapping[str, object] = {
    "split": "auto",
    "reading": "strict",
    "formats": "check",
    "format": "text",
    "fail_on": "breaking",
}
# What each command cannot do without, besides what its parser itself asks for.
_NEEDED = {
    "generate": ("spec", "out", "namespace"),
    "check": ("spec", "out"),
    "lint": ("spec",),
    "assumptions": ("spec",),
    "docs": ("spec", "site"),
    "cli": ("spec", "namespace", "to"),
}
_Commands = argparse._SubParsersAction


class Unusable(Exception):
    """The options file cannot be used, which has been told."""


def command_line() -> argparse.ArgumentParser:
    """The parser with all commands and options; an option that is not given is None."""
    about = "OpenAPI 3.0 / 3.1 / 3.2 -> header-only C++ bindings."
    parser = Parser(prog="restbind", description=about, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"restbind {VERSION}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="command", parser_class=Command
    )
    _add_generate(commands)
    check = _command(
        commands,
        "check",
        "tell whether the headers are those of the document",
        "What is not given is as it was when the headers were generated.",
    )
    _add_output(check)
    lint = _command(commands, "lint", "say everything there is to say about a document")
    lint.add_argument(
        "--ledger",
        metavar="POINTER",
        help="list what became of each assertion of one schema, such as #/components/schemas/Cart",
    )
    _add_explain(commands)
    _add_diff(commands)
    _add_keys(commands)
    _add_single_header(commands)
    site = _command(commands, "docs", "write a reference of the API as a site of static pages")
    for add in (add_site, _add_split, _add_formats):
        add(site)
    program = _command(commands, "cli", PROGRAM, ABOUT_PROGRAM)
    for add in (add_program, _add_formats):
        add(program)
    assumptions = _command(commands, "assumptions", "list what the document marks as assumed")
    _add_switch(assumptions, "--json", "as a JSON list")
    return parser


def _add_generate(commands: _Commands[Command]) -> None:
    parser = _command(commands, "generate", "write the headers of a document")
    _add_output(parser)
    _add_switch(
        parser,
        "--keep-going",
        "accept references that lead nowhere: the exit status is 0 all the same",
    )
    _add_switch(parser, "--quiet", "print no summary; of --report only the line with its numbers")
    parser.add_argument(
        "--report", metavar="FILE", help="write as JSON what became of each operation"
    )
    parser.add_argument(
        "--depfile", metavar="FILE", help="write the files that were read in make's syntax"
    )


def _add_explain(commands: _Commands[Command]) -> None:
    about = "tell what becomes of one schema and why, or what a code means"
    parser = _named(commands, "explain", about)
    parser.add_argument(
        "about",
        metavar="SPEC|CODE",
        help="an OpenAPI document, or the code of a finding, such as RB031",
    )
    parser.add_argument(
        "pointer",
        metavar="POINTER",
        nargs="?",
        help=(
            "of the document: the schema, such as #/components/schemas/Cart; "
            f"alone it is one of the document that {files.FILE} names"
        ),
    )
    _add_reading(parser)
    _add_formats(parser)


def _add_diff(commands: _Commands[Command]) -> None:
    about = "tell what changes for C++ code between two versions of a document"
    parser = _named(commands, "diff", about)
    parser.add_argument("old", metavar="OLD", help="the version that code was written for")
    parser.add_argument("new", metavar="NEW", help="the version that comes")
    _add_reading(parser)
    parser.add_argument(
        "--namespace",
        metavar="a::b",
        help="the C++ namespace, where it decides a name (default: api)",
    )
    _add_split(parser)
    _add_formats(parser)
    parser.add_argument("--format", choices=("text", "markdown", "json"))
    parser.add_argument(
        "--fail-on",
        choices=("breaking", "silent", "nothing"),
        help="the least grave change that makes the exit status 1 (default: breaking)",
    )
    parser.add_argument(
        "--exit-code",
        dest="fail_on",
        action="store_const",
        const="breaking",
        help="the same as --fail-on breaking",
    )


def _add_keys(commands: _Commands[Command]) -> None:
    about = (
        "print the JSON Schema of the x-restbind keys, by which an editor completes and checks them"
    )
    parser = _named(commands, "keys", about)
    parser.add_argument("--path", action="store_true", help="print where its file is")


def _add_single_header(commands: _Commands[Command]) -> None:
    about = (
        "write models, validation, JSON and operations of generated headers as one header, "
        "without a network"
    )
    parser = _named(commands, "single-header", about)
    parser.add_argument(
        "folder", metavar="DIR", help="the folder of the headers, such as include/ticketing/v1"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        required=True,
        help="the header to write, such as ticketing-v1-core.hpp",
    )
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        help="the folder that holds restbind/core, if it is not above DIR and not installed",
    )


def _named(commands: _Commands[Command], name: str, about: str, more: str = "") -> Command:
    words = f"{about[:1].upper()}{about[1:]}. {more}".strip()
    parser = commands.add_parser(name, help=about, description=words, allow_abbrev=False)
    parser.set_defaults(parser=parser)
    return parser


def _command(commands: _Commands[Command], name: str, about: str, more: str = "") -> Command:
    parser = _named(commands, name, about, more)
    parser.add_argument("spec", metavar="SPEC", nargs="?", help="an OpenAPI document, YAML or JSON")
    _add_reading(parser)
    _add_switch(parser, "--strict", "treat warnings as errors")
    _add_switch(parser, "--show-all", "print all findings, however many there are of one kind")
    return parser


def _add_switch(parser: argparse.ArgumentParser, name: str, about: str) -> None:
    parser.add_argument(name, action=argparse.BooleanOptionalAction, help=about)


def _add_reading(parser: argparse.ArgumentParser) -> None:
    """Options of all commands that read a document."""
    parser.add_argument(
        "--options",
        metavar="FILE",
        help=(
            "the file that has the options which are not given (default: "
            f"{files.FILE} of the current folder, where no document is named)"
        ),
    )
    parser.add_argument(
        "--overlay",
        metavar="FILE",
        action=Several,
        help="an OpenAPI Overlay 1.0 file to apply first; may be given several times",
    )


def _add_split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--split",
        choices=("auto", "tag", "none"),
        help=(
            "headers for each tag, or first word of the paths; auto (the default) "
            "does so for 60 operations and more"
        ),
    )


def _add_formats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--formats",
        choices=("check", "annotate"),
        help=(
            "whether requests must keep the formats of texts, such as uuid and "
            "email (the default), or these only say what is meant"
        ),
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    """Options of what is generated."""
    parser.add_argument(
        "--out", metavar="DIR", help="the folder of the headers, such as include/ticketing/v1"
    )
    _add_split(parser)
    parser.add_argument(
        "--reading",
        choices=("strict", "lenient"),
        help=(
            "what happens where a response is not as described, unless a client "
            "or a call says otherwise: the call fails (strict, the default), or what "
            "cannot be read is left out and reported (lenient)"
        ),
    )
    _add_formats(parser)
    _add_switch(
        parser,
        "--required-without-default",
        (
            "let compilers warn (-Wextra) of a forgotten required number or boolean of a "
            "request of which zero is valid"
        ),
    )
    parser.add_argument(
        "--templates",
        metavar="DIR",
        help="a folder with templates that are used in place of those of restbind",
    )
    parser.add_argument(
        "--namespace", metavar="a::b", help="the C++ namespace, such as ticketing::v1"
    )


# --------------------------------------------------------------------------- what is not given


def options_of(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a command that a file may have, and its document."""
    return [
        action
        for action in command._actions
        if action.dest not in ("help", "options")
        and not _is_alias(action)
        and (action.option_strings or action.dest == files.SPEC)
    ]


def _is_alias(action: argparse.Action) -> bool:
    """It stands for a value of another option."""
    return action.const is not None and not isinstance(action, argparse.BooleanOptionalAction)


def keys() -> list[argparse.Action]:
    """The options of all commands that read a document, each once."""
    found: dict[str, argparse.Action] = {}
    for command in commands_of(command_line()):
        if any(action.dest == "options" for action in command._actions):
            for action in options_of(command):
                found.setdefault(files.key_of(action), action)
    return list(found.values())


def commands_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def complete(options: argparse.Namespace) -> None:
    """Gives each option its value that the command line does not. Raises Unusable, and SystemExit
    where something is missing."""
    if not hasattr(options, "options"):
        return  # the command reads no document
    options.additions = None
    known = {action.dest for action in options_of(options.parser)} | {files.SPEC}
    options.given = frozenset(dest for dest in known if getattr(options, dest, None) is not None)
    options.options = options.options or _beside(options)
    if options.options is None and options.command == "check" and options.out is not None:
        _recall(options)
    if options.options is not None:
        found = _read(options.options)
        options.additions = found.additions
        _fill(options, found.values, known)
    switches = {
        action.dest
        for action in options.parser._actions
        if isinstance(action, argparse.BooleanOptionalAction)
    }
    _fill(options, {**DEFAULTS, **dict.fromkeys(switches, False), "overlay": []}, known)
    _demand(options)


def _beside(options: argparse.Namespace) -> str | None:
    """The file of the current folder, where no document is named."""
    names_none = (
        options.about.startswith("#")
        if options.command == "explain"
        else options.command in _NEEDED and options.spec is None
    )
    return files.FILE if names_none and os.path.isfile(files.FILE) else None


def _fill(options: argparse.Namespace, values: Mapping[str, object], known: set[str]) -> None:
    for dest, value in values.items():
        if dest in known and getattr(options, dest, None) is None:
            setattr(options, dest, value)


def _read(path: str) -> files.Options:
    diagnostics = Diagnostics()
    found = files.read(path, keys(), diagnostics)
    progress.tell(diagnostics.text(), sys.stderr)
    if diagnostics.has_errors:
        raise Unusable
    return found


def _demand(options: argparse.Namespace) -> None:
    """Ends the run where something is missing that the command cannot do without."""
    names = {files.SPEC: "SPEC", "site": "--out"}
    missing = [
        names.get(dest, f"--{dest}")
        for dest in _NEEDED.get(options.command, ())
        if getattr(options, dest) is None
    ]
    if missing:
        options.parser.error(f"the following arguments are required: {', '.join(missing)}")


# -------------------------------------------------------------------------------- the manifest


def recorded(options: argparse.Namespace) -> list[str]:
    """What the manifest keeps of the options; of those in a file the name of the file. Paths lead
    from the folder of the headers."""
    found: list[str] = []
    if options.options is not None:
        found += ["--options", _relative(options.options, options.out)]
    for action in options_of(options.parser):
        if action.dest in SHAPING and (options.options is None or action.dest in options.given):
            found += _as_given(action, getattr(options, action.dest), options.out)
    return found


def _as_given(action: argparse.Action, value: object, out: str) -> list[str]:
    if isinstance(value, list):
        return [part for path in value for part in (action.option_strings[0], _relative(path, out))]
    if isinstance(value, bool):
        return [action.option_strings[0]] if value else []
    if value is None:
        return []
    is_path = action.metavar in files.PATHS
    return [action.option_strings[0], _relative(str(value), out) if is_path else str(value)]


def _relative(path: str, folder: str) -> str:
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive of Windows
        return os.path.abspath(path)


def _recall(options: argparse.Namespace) -> None:
    """Puts what the manifest keeps in the place of options that were not given. One that nobody
    could have given is not taken."""
    known = Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    _add_output(known)
    _add_reading(known)
    try:
        found, _ = known.parse_known_args(manifest.recorded_options(options.out))
    except argparse.ArgumentError:
        return
    if found.overlay is not None:
        paths = [os.path.join(options.out, path) for path in found.overlay]
        found.overlay = [os.path.normpath(path) for path in paths]
    if found.templates is not None:
        found.templates = os.path.normpath(os.path.join(options.out, found.templates))
    if found.options is not None:
        options.options = os.path.normpath(os.path.join(options.out, found.options))
    _fill(options, vars(found), set(SHAPING))
