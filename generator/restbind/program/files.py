# SPDX-License-Identifier: BSL-1.0
"""The files of a generated command line: the program, completions for three shells, a manual page.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind.cpp.text import WIDTH, code, join, view, view_lines
from restbind.naming import Safe
from restbind.program import completions, manual
from restbind.program.model import Command, Credential, Option, Program
from restbind.templating import Renderer


@dataclass(frozen=True)
class NamedView:
    """A word, and the value that it stands for."""

    name: Safe
    value: Safe


@dataclass(frozen=True)
class OptionView:
    """A row of a table of options. table: the name of that of its words."""

    name: Safe
    value: Safe
    help: Safe
    set: Safe
    required: Safe
    repeats: Safe
    names: tuple[NamedView, ...]
    table: Safe


@dataclass(frozen=True)
class ProbeView:
    """A request that the service must refuse."""

    rule: Safe
    request: Safe


@dataclass(frozen=True)
class CommandView:
    """A row of the table of commands. table: the name of that of its options; probe_table: that of
    its requests that must be refused."""

    name: Safe
    group: Safe
    about: Safe
    operation: Safe
    table: Safe
    options: tuple[OptionView, ...]
    probe_table: Safe
    probes: tuple[ProbeView, ...]

    @property
    def table_or_none(self) -> Safe:
        """What stands in the row."""
        return self.table if self.options else Safe("{}")


@dataclass(frozen=True)
class SettingView:
    """A row of the table of settings."""

    name: Safe
    help: Safe
    set: Safe


@dataclass(frozen=True)
class CredentialView:
    """A row of the table of credentials. constant: of the scheme."""

    name: Safe
    scheme: Safe
    has_user: Safe
    constant: Safe


@dataclass(frozen=True)
class GrantView:
    """A row of the table of grants. constant: of the scheme."""

    scheme: Safe
    constant: Safe


@dataclass(frozen=True)
class ProgramView:
    """The whole program."""

    source: Safe
    title: Safe
    header: Safe
    namespace: Safe
    name: Safe
    version: Safe
    about: Safe
    base_url: Safe
    has_credentials: Safe
    has_token: Safe
    commands: tuple[CommandView, ...]
    settings: tuple[SettingView, ...]
    credentials: tuple[CredentialView, ...]
    grants: tuple[GrantView, ...]

    @property
    def settings_or_none(self) -> Safe:
        """What the program says of its settings."""
        return Safe("settings") if self.settings else Safe("{}")


def files(program: Program, namespace: str, header: str) -> dict[str, str]:
    """The text of each file, by its name. header: what the program includes, such as
    `ticketing/v1.hpp`."""
    source = Renderer().text(
        "program.cpp.j2", {"program": _program_view(program, namespace, header)}
    )
    return {
        f"{program.name}.cpp": source,
        f"{program.name}.bash": completions.bash(program),
        f"_{program.name}": completions.zsh(program),
        f"{program.name}.fish": completions.fish(program),
        f"{program.name}.1": manual.page(program),
    }


def _program_view(program: Program, namespace: str, header: str) -> ProgramView:
    one_line = " ".join(program.title.split())
    return ProgramView(
        source=_comment(program.source),
        title=_comment(one_line),
        header=Safe(header),
        namespace=Safe(namespace),
        name=view(program.name),
        version=view(program.version),
        about=view(one_line),
        base_url=view(program.base_url),
        has_credentials=_truth(program.has_credentials),
        has_token=_truth(program.has_token),
        commands=tuple(map(_command_view, program.commands)),
        settings=tuple(
            SettingView(view(setting.name), _long(setting.help), setting.setter)
            for setting in program.settings
        ),
        credentials=tuple(map(_credential_view, program.credentials)),
        grants=tuple(GrantView(view(scheme), constant) for scheme, constant in program.grants),
    )


def _credential_view(credential: Credential) -> CredentialView:
    return CredentialView(
        view(credential.name),
        view(credential.scheme),
        _truth(credential.has_user),
        credential.constant,
    )


def _command_view(command: Command) -> CommandView:
    return CommandView(
        view(command.name),
        view(command.group),
        _long(command.about),
        command.operation,
        code("options_of_{}", command.operation),
        tuple(_option_view(command, option) for option in command.options),
        code("probes_of_{}", command.operation),
        tuple(ProbeView(_long(probe.rule), _long(probe.request)) for probe in command.probes),
    )


def _option_view(command: Command, option: Option) -> OptionView:
    return OptionView(
        view(f"--{option.name}"),
        view(option.value),
        _long(option.help),
        option.setter,
        _truth(option.is_needed),
        _truth(option.repeats),
        tuple(NamedView(view(word.name), view(word.value)) for word in option.words),
        code("words_of_{}_{}", command.operation, Safe(option.name.replace("-", "_"))),
    )


def _comment(text: str) -> Safe:
    """Text behind `//`: printable ASCII that does not end in a backslash."""
    visible = "".join(char if " " <= char <= "~" else "?" for char in text)
    return Safe(visible.rstrip("\\"))


def _long(text: str) -> Safe:
    """A text of a table, on as many lines as it needs."""
    return join("\n        ", view_lines(text, WIDTH - 9))


def _truth(value: bool) -> Safe:
    return Safe("true" if value else "false")
