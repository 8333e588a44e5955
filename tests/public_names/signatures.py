#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""signatures.py [--list]: no name that a user must write is declared in a folder or a namespace
`detail`.

Looked at are the public signatures of the runtime and of all generated headers (ticketing's and the
golden files'): types of parameters, of results, of members. Each name in them is looked for where
the runtime declares it. What stands in the bodies of generated functions is no user's. --list
prints each name, and where it is declared.
"""

import pathlib
import re
import sys
import tempfile

import compare

ROOT = compare.ROOT
RUNTIME = ROOT / "include/restbind"
LAYERS = ["core", "json", "http", "net", "tls", "journal", "testing", "cli"]
TYPES = ("class", "struct", "enum", "typedef", "union")
# The name of a parameter, which follows its type.
PARAMETER = re.compile(r"(?<=[\w>&*])\s*[\s&*]\s*\w+(?=\s*[,)=])")
# Names that stand in detail all the same, and why users do not write them.
EXPLAINED = {
    "leniency": "a member of json::cursor that only the runtime's own codecs set",
    "skip_log": "as leniency",
    "operation_responses": "how an operation reads its responses: basic_operation hands it to the runtime",
    "schema": "a schema that generated rules check a request against; programs call validate()",
    "client_share": "shared_session() hands a client's session from one view to the next; `auto` holds it",
    "intrusive_ptr": "session::open() is called by clients alone",
    "call_request": "a session of one's own forwards it unread, as do call_runner, pending_call, prepared_call and response_reader",
    "call_runner": "as call_request",
    "pending_call": "as call_request",
    "prepared_call": "as call_request",
    "response_reader": "as call_request",
}


def tags_of(paths):
    """What ctags finds in headers, each with the path of its header."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {}
        for path in paths:
            copy = pathlib.Path(folder, f"{len(copies)}.hpp")
            copy.write_text(
                path.read_text(encoding="utf-8")
                .replace("::inline RESTBIND_ABI", "")
                .replace("requires", "//"),
                encoding="utf-8",
            )
            copies[str(copy)] = path
        return [(copies[tag["path"]], tag) for tag in compare.tags_of(list(copies))]


def is_internal(path):
    return path.is_relative_to(RUNTIME) and len(path.relative_to(RUNTIME).parts) > 2


def is_public(tag):
    return tag.get("access", "public") == "public" and "detail" not in tag.get("scope", "").split(
        "::"
    )


def layer(path):
    """The layer of a header of the runtime; generated headers are above all."""
    return (
        LAYERS.index(path.relative_to(RUNTIME).parts[0])
        if path.is_relative_to(RUNTIME) and path.parent != RUNTIME
        else len(LAYERS)
    )


def declarations(tags):
    """By name: the headers and scopes where the runtime declares a type of it."""
    found = {}
    for path, tag in tags:
        if (
            tag["kind"] in TYPES
            and tag.get("scopeKind") == "namespace"
            and path.is_relative_to(RUNTIME)
        ):
            found.setdefault(tag["name"], set()).add((path, tag.get("scope", "")))
    return found


def named(tags):
    """Each name in a public signature, with the places that name it."""
    found = {}
    for path, tag in tags:
        if (
            is_internal(path)
            or not is_public(tag)
            or tag["kind"] not in ("function", "prototype", "member", "typedef", "variable")
        ):
            continue
        types = (
            PARAMETER.sub("", tag.get("signature", ""))
            + " "
            + tag.get("typeref", "").partition(":")[2]
        )
        for name in re.findall(r"\b[A-Za-z_]\w*\b", types):
            found.setdefault(name, []).append(
                (layer(path), f"{path.relative_to(ROOT)}: {tag.get('scope', '')}::{tag['name']}")
            )
    return found


def main():
    headers = sorted(RUNTIME.rglob("*.hpp"))
    generated = sorted(
        [*(ROOT / "include/ticketing").rglob("*.hpp"), *(ROOT / "tests/golden").rglob("*.hpp")]
    )
    tags = tags_of(headers + generated)
    declared = declarations(tags)
    seen, faults = set(), 0
    for name, places in sorted(named(tags).items()):
        highest = max(place[0] for place in places)
        where = {(path, scope) for path, scope in declared.get(name, ()) if layer(path) <= highest}
        if not where:
            continue
        seen.add(name)
        if "--list" in sys.argv:
            print(
                f"{name}: {', '.join(sorted(str(path.relative_to(RUNTIME)) for path, _ in where))}"
            )
        is_hidden = all(is_internal(path) or "detail" in scope.split("::") for path, scope in where)
        if is_hidden and name not in EXPLAINED:
            faults += 1
            print(
                f"{name} is declared in {sorted(path.relative_to(ROOT).as_posix() for path, _ in where)[0]}, and named by {max(places)[1]}",
                file=sys.stderr,
            )
        elif not is_hidden and name in EXPLAINED:
            faults += 1
            print(f"{name} needs no explanation any more", file=sys.stderr)
    for name in sorted(set(EXPLAINED) - seen):
        faults += 1
        print(f"{name} is explained and stands in no public signature", file=sys.stderr)
    if len(seen) < 50:
        raise SystemExit(f"error: only {len(seen)} names of the runtime were found in signatures")
    print(f"{len(seen)} names of the runtime in public signatures, {faults} mistakes")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
