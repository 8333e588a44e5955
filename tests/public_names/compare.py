#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""compare.py: whether the runtime's headers still declare all that names.txt lists: the names of
the version in its first line.

compare.py HEADERS LIST: the same of another folder of headers and another list.
compare.py --update: writes names.txt anew, for a release.

What is missing or has another signature breaks programs: that is for a new major version, before
1.0 for a new minor one. Needs universal-ctags, which finds the names. A public header lies in the
folder of its layer, not below it. Names in `detail`, private ones and those of functions' own are
not counted.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIST = pathlib.Path(__file__).with_name("names.txt")
MACROS = [
    "RESTBIND_COLD",
    "RESTBIND_NOINLINE",
    "RESTBIND_DECL",
    "RESTBIND_ALWAYS_INLINE",
    "RESTBIND_FLATTEN",
    "RESTBIND_USED",
]


def tags_of(files):
    """What ctags finds in files."""
    command = [
        "ctags-universal",
        "--languages=C++",
        "--langmap=C++:+.hpp",
        "--kinds-C++=cegmnpstufv",
        "--fields=+aSsKt",
        "--output-format=json",
        "-I",
        ",".join(MACROS),
        "-f",
        "-",
        *map(str, files),
    ]
    return [
        json.loads(line)
        for line in subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    ]


def declared(headers):
    """The public names in a folder of headers, each with its kind and signature; sorted."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for path in sorted(headers.rglob("*.hpp")):
            if len(path.relative_to(headers).parts) <= 2:
                files.append(pathlib.Path(folder, f"{len(files)}.hpp"))
                files[-1].write_text(
                    path.read_text(encoding="utf-8").replace("::inline RESTBIND_ABI", ""),
                    encoding="utf-8",
                )
        if not files:
            raise SystemExit(f"error: there are no headers in {headers}")
        tags = tags_of(files)
    functions = {
        f"{tag.get('scope', '')}::{tag['name']}"
        for tag in tags
        if tag["kind"] in ("function", "prototype")
    }
    found = set()
    for tag in tags:
        scope = tag.get("scope", "").split("::")
        inside_function = any("::".join(scope[:i]) in functions for i in range(2, len(scope) + 1))
        if (
            tag.get("access", "public") != "public"
            or "detail" in [*scope, tag["name"]]
            or inside_function
            or "__anon" in str(tag)
        ):
            continue
        if tag.get("scopeKind") is None and tag["kind"] != "namespace":
            continue  # a macro that ctags takes for a name
        name = "::".join([*scope, tag["name"]]) if tag.get("scope") else tag["name"]
        kind = {"prototype": "function"}.get(tag["kind"], tag["kind"])
        found.add(re.sub(r"\s+", " ", f"{kind} {name}{tag.get('signature') or ''}").strip())
    return sorted(found)


def version(headers):
    """The version of the runtime in a folder of headers: major, minor, patch."""
    text = (headers / "core/detail/config.hpp").read_text(encoding="utf-8")
    return tuple(
        map(int, re.search(r'RESTBIND_VERSION_STRING "(\d+)\.(\d+)\.(\d+)"', text).groups())
    )


def may_break(old, new):
    """Whether names may go from one version to the next."""
    return new[:1] > old[:1] or (new[0] == old[0] == 0 and new[:2] > old[:2])


def main():
    if sys.argv[1:] == ["--update"]:
        headers = ROOT / "include/restbind"
        LIST.write_text(
            "# version "
            + ".".join(map(str, version(headers)))
            + "\n"
            + "\n".join(declared(headers))
            + "\n",
            encoding="utf-8",
        )
        return 0
    headers, names = map(pathlib.Path, sys.argv[1:] or [ROOT / "include/restbind", LIST])
    head, *kept = names.read_text(encoding="utf-8").splitlines()
    old = tuple(map(int, head.removeprefix("# version ").split(".")))
    missing = sorted(set(kept) - set(declared(headers)))
    for line in missing:
        print(f"gone since {'.'.join(map(str, old))}: {line}", file=sys.stderr)
    if missing and not may_break(old, version(headers)):
        print(
            f"error: {len(missing)} public names are gone: that is for a new major version, before 1.0 a new minor one;\n"
            f"if {'.'.join(map(str, old))} was never released: tests/public_names/compare.py --update",
            file=sys.stderr,
        )
        return 1
    print(f"{len(kept)} public names, {len(missing)} of them gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
