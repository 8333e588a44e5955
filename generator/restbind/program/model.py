# SPDX-License-Identifier: BSL-1.0
"""What a generated command line consists of: commands, their options, and settings. Names and texts
are final here."""

from __future__ import annotations

from dataclasses import dataclass

from restbind.naming import Safe
from restbind.program.probes import Probe

# The options of every program; one of an operation that is called so gets another name.
COMMON = {
    "profile": "the profile of the configuration file",
    "base-url": "address of the service",
    "client-id": "identifier for tokens",
    "output": "table, json or ndjson",
    "save": "write the picture or the bytes of the response to a file",
    "timeout": "seconds that the call may take",
    "dry-run": "print the request, and a line of curl; send nothing",
    "observe": "send a request that breaks a rule all the same",
    "trace": "print what the client does to the standard error",
    "version": "print the version",
    "help": "print the options",
}
SWITCHES = frozenset({"dry-run", "observe", "trace", "version", "help"})


@dataclass(frozen=True)
class Word:
    """A word that stands for a value of an option."""

    name: str
    value: str


@dataclass(frozen=True)
class Option:
    """An option of a command. name: without dashes. value: what it takes, in capitals. setter: the
    C++ function that writes it into a request. is_needed: a request without it is incomplete.
    repeats: it may be given several times. words: those that stand for values; choices: all values
    that it may have, () for any."""

    name: str
    value: str
    help: str
    setter: Safe
    is_needed: bool = False
    repeats: bool = False
    words: tuple[Word, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Command:
    """An operation. operation: its structure in C++. probes: requests that the service must
    refuse."""

    name: str
    group: str
    about: str
    operation: Safe
    options: tuple[Option, ...]
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True)
class Setting:
    """A value that each call needs. setter: writes it into the parameters of the client; '' for a
    variable of what a token is asked for by."""

    name: str
    help: str
    setter: Safe


@dataclass(frozen=True)
class Credential:
    """What a security scheme asks for that is no token. name: with underscores; scheme: its name
    in the document; constant: that in C++."""

    name: str
    scheme: str
    constant: Safe
    has_user: bool


@dataclass(frozen=True)
class Program:
    """A whole command line. grants: schemes whose tokens the client gets, with their constants, if
    there are several. left_out: the operations that it cannot carry out, with the reason."""

    name: str
    title: str
    version: str
    source: str
    base_url: str
    has_credentials: bool
    has_token: bool
    settings: tuple[Setting, ...]
    commands: tuple[Command, ...]
    credentials: tuple[Credential, ...] = ()
    grants: tuple[tuple[str, Safe], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def all_commands(self) -> tuple[Command, ...]:
        """Those of operations, and `verify` where there are requests for it; where an operation is
        called so, it is `verify-rules`."""
        if not any(command.probes for command in self.commands):
            return self.commands
        is_taken = any(command.name == "verify" for command in self.commands)
        against = Option("against", "ADDRESS", "Address of the service.", Safe(""))
        about = "Sends only requests that must be refused, and compares what the service says."
        name = "verify-rules" if is_taken else "verify"
        return (*self.commands, Command(name, "Maintenance", about, Safe(""), (against,)))

    @property
    def common_options(self) -> list[tuple[str, str, bool]]:
        """The options of all commands: name, help, and whether one takes a value."""
        found = [
            (name, about, name not in SWITCHES)
            for name, about in COMMON.items()
            if name != "client-id" or self.has_credentials
        ]
        found += [
            (f"{row.name}_user".replace("_", "-"), f"user of the scheme {row.scheme}", True)
            for row in self.credentials
            if row.has_user
        ]
        return found + [(row.name.replace("_", "-"), row.help, True) for row in self.settings]
