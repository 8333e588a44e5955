# SPDX-License-Identifier: BSL-1.0
"""Completions of a generated command line for bash, zsh and fish."""

from __future__ import annotations

from restbind.program.model import Option, Program


def _quoted(text: str) -> str:
    """A word of a shell in single quotes. Line breaks are spaces."""
    return "'" + " ".join(text.split()).replace("'", "'\\''") + "'"


def _function(program: Program) -> str:
    return "_" + "".join(char if char.isalnum() else "_" for char in program.name)


def bash(program: Program) -> str:
    """Commands, the options of each, and the values of those that have a list of them."""
    common = " ".join(f"--{name}" for name, _, _ in program.common_options)
    cases, values = [], []
    for command in program.all_commands:
        words = " ".join(f"--{option.name}" for option in command.options)
        cases.append(f"        {command.name}) words={_quoted(words)} ;;\n")
        for option in command.options:
            if option.choices:
                choices = _quoted(" ".join(option.choices))
                values.append(f"        {command.name}:--{option.name}) words={choices} ;;\n")
    function = _function(program)
    names = _quoted(" ".join(command.name for command in program.all_commands))
    profiles = f"${{XDG_CONFIG_HOME:-$HOME/.config}}/{program.name}/config"
    typed = " | ".join(
        f"*:--{name}"
        for name, _, takes in program.common_options
        if takes and name not in ("output", "profile", "save")
    )
    return f"""# bash completion of {program.name}
{function}()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} i
    local words='' command='' commands={names}
    for ((i = 1; i < COMP_CWORD; i++)); do
        case " $commands " in *" ${{COMP_WORDS[i]}} "*) command=${{COMP_WORDS[i]}}; break ;; esac
    done
    case $command:$before in
{"".join(values)}        *:--output) words='table json ndjson' ;;
        *:--save) compopt -o default ;;
        *:--profile) words=$(sed -n 's/^\\[\\(.*\\)]$/\\1/p' "{profiles}" 2>/dev/null)
            [[ -n $words ]] || return ;;
        {typed}) return ;;
    esac
    if [[ -z $words && $word == -* ]]; then
        case $command in
{"".join(cases)}        esac
        words="$words {common}"
    elif [[ -z $words && -z $command ]]; then
        words=$commands
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -F {function} {program.name}
"""


def _zsh_text(text: str) -> str:
    """What stands between brackets or colons in zsh's descriptions."""
    return "".join(f"\\{char}" if char in "[]:\\" else char for char in text)


def _zsh_option(name: str, about: str, value: str, choices: tuple[str, ...], repeats: bool) -> str:
    action = f"({' '.join(choices)})" if choices else "_files" if "FILE" in value else ""
    ending = f":{_zsh_text(value)}:{action}" if value else ""
    return _quoted(f"{'*' if repeats else ''}--{name}[{_zsh_text(about)}]{ending}")


def _zsh_of(option: Option) -> str:
    return _zsh_option(option.name, option.help, option.value, option.choices, option.repeats)


def zsh(program: Program) -> str:
    """The same, with what each command and option means."""
    described = "\n".join(
        f"        {_quoted(f'{command.name}:{_zsh_text(command.about)}')}"
        for command in program.all_commands
    )
    common = " ".join(
        _zsh_option(
            name,
            about,
            ("FILE" if name == "save" else "VALUE") if takes else "",
            ("table", "json", "ndjson") if name == "output" else (),
            False,
        )
        for name, about, takes in program.common_options
    )
    cases = "".join(
        f"        {command.name}) _arguments $common {' '.join(map(_zsh_of, command.options))} ;;\n"
        for command in program.all_commands
    )
    function = _function(program)
    return f"""#compdef {program.name}
{function}()
{{
    local -a commands common
    local line state
    commands=(
{described}
    )
    common=({common})
    _arguments -C $common '1: :->command' '*:: :->options'
    case $state in
    command) _describe command commands ;;
    options)
        case $line[1] in
{cases}        esac ;;
    esac
}}
{function} "$@"
"""


def fish(program: Program) -> str:
    """The same for fish."""
    names = " ".join(command.name for command in program.all_commands)
    lines = [f"# fish completion of {program.name}", f"complete -c {program.name} -f"]
    for command in program.all_commands:
        lines.append(
            f"complete -c {program.name} -n {_quoted(f'not __fish_seen_subcommand_from {names}')}"
            f" -a {command.name} -d {_fish(command.about)}"
        )
        for option in command.options:
            seen = _quoted(f"__fish_seen_subcommand_from {command.name}")
            choices = f" -a {_fish(' '.join(option.choices))}" if option.choices else ""
            files = " -F" if "FILE" in option.value else ""
            lines.append(
                f"complete -c {program.name} -n {seen} -l {option.name} -r{files}{choices}"
                f" -d {_fish(option.help)}"
            )
    for name, about, takes in program.common_options:
        more = " -a 'table json ndjson'" if name == "output" else " -F" if name == "save" else ""
        lines.append(
            f"complete -c {program.name} -l {name}{' -r' if takes else ''}{more} -d {_fish(about)}"
        )
    return "\n".join(lines) + "\n"


def _fish(text: str) -> str:
    """A word of fish, whose single quotes know `\\'` and `\\\\`."""
    return "'" + " ".join(text.split()).replace("\\", "\\\\").replace("'", "\\'") + "'"
