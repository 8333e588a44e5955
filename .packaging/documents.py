#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""documents.py SOURCE OUT VERSION TIME: writes what Debian packages need beside the files that are
installed.

Manual page and bash completion of `restbind` come from the options that the command knows.
"""

import argparse
import email.utils
import gzip
import pathlib
import sys
import time as clock

from restbind.arguments import command_line

AUTHORS = "The restbind authors <maintainers@restbind.example>"
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: restbind

Files: *
Copyright: {year} The restbind authors
License: BSL-1.0
{license}"""
# What the manual page leads to.
FILES = {
    "/usr/share/doc/restbind/README.md": "How headers are generated; reference.md beside it says what schemas become.",
    "/usr/share/doc/librestbind-dev/README.md": "A first program, and the way to all guides (package librestbind-dev).",
    "/usr/share/doc/librestbind-dev/include/restbind/README.md": "Calls, errors, retries, tokens, TLS (package librestbind-dev).",
    "/usr/share/doc/libticketing-dev/ticketing-v1.yaml": "The document of the ticketing service (package libticketing-dev).",
}
# Python compiles the modules when the package is installed: who runs the command cannot write
# beside them.
POSTINST = """#!/bin/sh
set -e
if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p restbind /usr/share/restbind
fi
"""
PRERM = """#!/bin/sh
set -e
if command -v py3clean >/dev/null; then
    py3clean -p restbind
fi
"""


def roff(text):
    """Text that troff prints as it stands."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped[:1] in (".", "'") else escaped


def commands(parser):
    """(name, about, parser) of each command."""
    group = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    about = {one.dest: one.help for one in group._choices_actions}
    return [(name, about[name], command) for name, command in group.choices.items()]


def options(parser):
    """Each option: its names, what its value is called, its help."""
    for one in parser._actions:
        if one.option_strings and one.help != argparse.SUPPRESS:
            value = (
                "" if one.nargs == 0 else one.metavar or "|".join(one.choices or [one.dest.upper()])
            )
            yield one.option_strings, value, (one.help or "")


def positionals(parser):
    return [
        one
        for one in parser._actions
        if not one.option_strings and not isinstance(one, argparse._SubParsersAction)
    ]


def manual_page(parser, version, time):
    lines = [
        f'.TH RESTBIND 1 "{clock.strftime("%Y-%m-%d", clock.gmtime(time))}" "restbind {version}" "User Commands"',
        ".SH NAME",
        "restbind \\- C++20 bindings from OpenAPI documents",
        ".SH SYNOPSIS",
        ".B restbind",
        ".I command",
        "[\\fIoption\\fR ...]",
        ".SH DESCRIPTION",
        roff(parser.description),
        "Findings go to standard error, results to standard output.",
    ]
    for name, about, command in commands(parser):
        usage = " ".join(one.metavar or one.dest for one in positionals(command))
        lines += [
            f".SH {roff(name.upper())}",
            f".B restbind {roff(name)}",
            roff(f"{usage} [option ...]"),
            ".PP",
            roff(f"{about[:1].upper()}{about[1:]}."),
        ]
        for one in positionals(command):
            lines += [".TP", f".I {roff(one.metavar or one.dest)}", roff(one.help or "")]
        for names, value, text in options(command):
            head = ", ".join(f"\\fB{roff(one)}\\fR" for one in names)
            lines += [".TP", f"{head} \\fI{roff(value)}\\fR" if value else head, roff(text)]
    lines += [".SH FILES"]
    for path, text in FILES.items():
        lines += [".TP", f".I {roff(path)}", roff(text)]
    lines += [
        ".SH EXIT STATUS",
        "0: all is well, or the errors cost only what they stand at.",
        "1: the document has other errors, a difference was found, or something cannot be read or written.",
        "2: wrong usage, or a Python package is missing.",
    ]
    return "\n".join(lines) + "\n"


def completion(parser):
    words = {
        name: " ".join(one for names, _, _ in options(command) for one in names)
        for name, _, command in commands(parser)
    }
    cases = "".join(f"        {name}) words='{text}' ;;\n" for name, text in words.items())
    return f"""# bash completion of restbind
_restbind()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words='{" ".join(words)} --help --version'
    elif [[ $word == -* ]]; then
        case ${{COMP_WORDS[1]}} in
{cases}        esac
    else
        compopt -o default
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -F _restbind restbind
"""


def debian_copyright(source, time):
    text = (source / "LICENSE").read_text(encoding="utf-8")
    return COPYRIGHT.format(
        year=clock.gmtime(time).tm_year,
        license="".join(f" {line or '.'}\n" for line in text.splitlines()),
    )


def debian_changelog(version, time):
    date = email.utils.formatdate(time, localtime=False)
    return f"restbind ({version}-1) unstable; urgency=medium\n\n  * Release {version}.\n\n -- {AUTHORS}  {date}\n"


def write(path, text, mode=0o644):
    path.write_bytes(text.encode("utf-8"))
    path.chmod(mode)


def compress(path, text):
    path.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))


def main(source, out, version, time):
    source, out, time = pathlib.Path(source), pathlib.Path(out), int(time)
    out.mkdir(parents=True, exist_ok=True)
    parser = command_line()
    compress(out / "restbind.1.gz", manual_page(parser, version, time))
    write(out / "restbind", completion(parser))
    page = (source / ".packaging/ticketing-sandbox.1").read_text(encoding="utf-8")
    compress(out / "ticketing-sandbox.1.gz", page.replace("@VERSION@", version))
    page = (source / "examples/command_line/ticketing.1").read_text(encoding="utf-8")
    compress(out / "ticketing.1.gz", page)
    write(out / "copyright", debian_copyright(source, time))
    compress(out / "changelog.Debian.gz", debian_changelog(version, time))
    write(out / "postinst", POSTINST, 0o755)
    write(out / "prerm", PRERM, 0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
