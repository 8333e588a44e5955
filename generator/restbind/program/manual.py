# SPDX-License-Identifier: BSL-1.0
"""The manual page of a generated command line."""

from __future__ import annotations

from restbind.program.model import Command, Program

STATUSES = (
    "The call has succeeded.",
    "Another failure, such as a file that cannot be written.",
    "Options, settings or the profile cannot be used; nothing was sent.",
    "Rules are broken: found here, or told by the service.",
    "No token, or one that does not allow the call (401, 403).",
    "Not found (404).",
    "A conflict (409).",
    "The service failed (5xx, or a status that its document does not describe).",
    "The service was not reachable, or its certificate is not trusted.",
    "The time was over.",
    "The response is not as the document describes.",
    "The request may have taken effect, although no result came: ask before you send it again.",
    "`verify`: the service refuses in other words than its document.",
    "`verify`: the service has accepted a request that its document refuses.",
)


def _roff(text: str) -> str:
    """Text of a page in one line. A leading dot or quote would be a command."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line[:1] in (".", "'") else line


def _option(name: str, value: str, about: str) -> list[str]:
    head = f"\\fB\\-\\-{_roff(name)}\\fR"
    return [".TP", f"{head} \\fI{_roff(value)}\\fR" if value else head, _roff(about)]


def _command(command: Command) -> list[str]:
    lines = [f".SS {_roff(command.name)}", _roff(command.about)]
    for option in command.options:
        need = " Required." if option.is_needed else ""
        choices = f" One of {', '.join(option.choices)}." if option.choices else ""
        lines += _option(option.name, option.value, f"{option.help}{choices}{need}")
    return lines


def _credentials(program: Program, variable: str) -> list[str]:
    lines = []
    for credential in program.credentials:
        user = f" with the user {credential.name}_user" if credential.has_user else ""
        lines += [
            ".TP",
            f".B {variable}_{_roff(credential.name.upper())}",
            _roff(f"What the scheme {credential.scheme} wants{user}. Never an option."),
        ]
    return lines


def page(program: Program) -> str:
    """The page in man's language."""
    variable = "".join(char if char.isalnum() else "_" for char in program.name).upper()
    lines = [
        f'.TH {_roff(program.name.upper())} 1 "" "{_roff(program.version)}"',
        ".SH NAME",
        f"{_roff(program.name)} \\- {_roff(program.title)}",
        ".SH SYNOPSIS",
        f".B {_roff(program.name)}",
        ".I command",
        "[option ...]",
        ".SH OPTIONS",
    ]
    for name, about, takes in program.common_options:
        lines += _option(name, "VALUE" if takes else "", about)
    lines.append(".SH COMMANDS")
    for command in program.all_commands:
        lines += _command(command)
    lines += [".SH EXIT STATUS"]
    for status, about in enumerate(STATUSES):
        lines += [".TP", f"{status}", _roff(about)]
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        f".B {variable}_CLIENT_SECRET, {variable}_TOKEN",
        "The secret of the client, or a token. They are never options.",
        *_credentials(program, variable),
        ".TP",
        f".B {variable}_BASE_URL, {variable}_CLIENT_ID, \\fR...",
        "Each setting, over that of the profile and below that of an option.",
        ".TP",
        f".B {variable}_PROFILE",
        "The profile, unless the option --profile names one.",
        ".TP",
        f".B {variable}_VIEWER",
        "A command that shows a picture at a terminal, such as img2sixel or chafa; it reads a PNG"
        " from its standard input. The setting viewer of a profile is the same.",
        ".SH FILES",
        ".TP",
        f".I $XDG_CONFIG_HOME/{_roff(program.name)}/config",
        "Profiles: lines `name = value` below `[profile]`. `NAME_file` names a file of mode 0600"
        " that holds the secret NAME, such as `client_secret_file`.",
    ]
    return "\n".join(lines) + "\n"
