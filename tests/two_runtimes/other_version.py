#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""other_version.py INCLUDE COPY: copies headers as an invented next version has them: with another
RESTBIND_ABI, and errors that have grown.

other_version.py --symbols NM OBJECT OBJECT: fails if two object files define the same function or
object of the runtime or the bindings.
"""

import pathlib
import re
import shutil
import subprocess
import sys


def copy(include, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(include, to)
    change(to / "restbind/core/detail/config.hpp", r"(#define RESTBIND_ABI) \w+", r"\1 the_next")
    change(
        to / "restbind/core/error.hpp",
        r"\n    boost::intrusive_ptr<details_type const> details_;",
        r"\n    long grown_[8]{};\g<0>",
    )


def change(path, old, new):
    text, count = re.subn(old, new, path.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"error: {path} holds {count} times what changes")
    path.write_text(text, encoding="utf-8")


def symbols(nm, file):
    """The mangled names of what an object file defines for the whole program, as far as they name
    the runtime or the bindings.
    """
    output = subprocess.run(
        [nm, "--defined-only", "--extern-only", "--format=posix", file],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return {
        line.split()[0]
        for line in output.splitlines()
        if re.search(r"8restbind|9ticketing", line.split()[0])
    }


def main():
    if sys.argv[1] != "--symbols":
        copy(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
        return 0
    first, second = (symbols(sys.argv[2], file) for file in sys.argv[3:])
    common = sorted(first & second)
    print(
        "\n".join(common[:20]),
        f"\n{len(first)} and {len(second)} names, {len(common)} of them the same",
    )
    return 1 if common or not first or not second else 0


if __name__ == "__main__":
    sys.exit(main())
