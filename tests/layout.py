#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Holds the folders to what the guides promise: few public headers, each listed in the guide and
included by a unit test, compilers' attributes by name only; comments and READMEs name files that
are there."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "include/restbind"
MOST_PUBLIC = 83
DESCRIBE_INTERNALS = (
    r"describe::detail\b|\bboost_\w+_descriptor_fn\b|\bBOOST_DESCRIBE_(?!STRUCT\b|CLASS\b)\w+"
)
TOP = {"spec", "generator", "include", "tests", "examples", "build"}


def section(text, head):
    """The part of a guide below a heading."""
    return text.partition(f"\n{head}\n")[2].split("\n## ")[0]


GENERATED = {"ticketing-v1-core.hpp"}  # made by commands that a README shows


def paths_by_any_name():
    """Each file of the repository by its name and by every end of its path."""
    parts_of_paths = [
        path.relative_to(ROOT).parts
        for folder in sorted(TOP - {"build"})
        for path in (ROOT / folder).rglob("*.*")
    ]
    return {"/".join(parts[first:]) for parts in parts_of_paths for first in range(len(parts))}


def texts_for_readers():
    """Pairs of a path and text of it that is written for people: comments of C++ and of the tests'
    programs, READMEs.
    """
    for folder in ("include", "tests", "examples"):
        for path in sorted((ROOT / folder).rglob("*.?pp")):
            for comment in re.findall(
                r"/\*.*?\*/|//[^\n]*", path.read_text(encoding="utf-8"), re.DOTALL
            ):
                yield path, comment
    for path in sorted((ROOT / "generator/restbind").rglob("*.j2")):
        for comment in re.findall(
            r"/\*.*?\*/|//[^\n]*|{#.*?#}", path.read_text(encoding="utf-8"), re.DOTALL
        ):
            yield path, comment
    for path in sorted((ROOT / "tests").glob("*.py")):
        for comment in re.findall(r"#[^\n]*", path.read_text(encoding="utf-8")):
            yield path, comment
    for path in sorted(ROOT.rglob("README.md")):
        if "build" not in path.relative_to(ROOT).parts:
            yield path, path.read_text(encoding="utf-8")


def files_that_are_gone():
    held = paths_by_any_name() | GENERATED
    for path, text in texts_for_readers():
        for one in re.findall(r"(?<![\w.*{}/<-])(?:[\w-]+/)*[\w-]+\.(?:hpp|ipp|py)\b(?!\.j2)", text):
            if one.removeprefix("build/") not in held:
                yield f"{path.relative_to(ROOT)} names {one}, which is not there"


def headers_that_no_program_gets():
    """Public headers that restbind.hpp neither includes, also through others, nor names."""
    reached, waiting = set(), re.findall(
        r"<restbind/([^>]+)>", (RUNTIME / "restbind.hpp").read_text(encoding="utf-8")
    )
    while waiting:
        one = waiting.pop()
        if one not in reached and (RUNTIME / one).is_file():
            reached.add(one)
            waiting += re.findall(
                r"#include <restbind/([^>]+)>", (RUNTIME / one).read_text(encoding="utf-8")
            )
    for path in sorted(RUNTIME.rglob("*.hpp")):
        one = path.relative_to(RUNTIME).as_posix()
        if one.count("/") <= 1 and path.stem not in {"src", "restbind"} and one not in reached:
            yield f"include/restbind/restbind.hpp neither includes nor names {one}"


def faults():
    yield from files_that_are_gone()
    yield from headers_that_no_program_gets()
    public = [path for path in RUNTIME.rglob("*.hpp") if len(path.relative_to(RUNTIME).parts) <= 2]
    if len(public) > MOST_PUBLIC:
        yield f"{len(public)} public headers, more than {MOST_PUBLIC}"
    tested = {
        one
        for path in (ROOT / "tests/unit").rglob("*.?pp")
        for one in re.findall(r"#include <restbind/([^>]+)>", path.read_text(encoding="utf-8"))
    }
    for path in sorted(public):
        if (
            path.parent != RUNTIME
            and path.stem != "src"
            and path.relative_to(RUNTIME).as_posix() not in tested
        ):
            yield f"{path.relative_to(ROOT)} is included by no unit test"
    rows = re.findall(
        r"`restbind/([\w/]+\.hpp)`",
        section((RUNTIME / "README.md").read_text(encoding="utf-8"), "## Headers"),
    )
    yield from (
        f"include/restbind/README.md lists {one} twice"
        for one in sorted({one for one in rows if rows.count(one) > 1})
    )
    listed = set(rows)
    held = {path.relative_to(RUNTIME).as_posix() for path in public}
    yield from (f"include/restbind/README.md does not list {one}" for one in sorted(held - listed))
    yield from (
        f"include/restbind/README.md lists {one}, which is not there"
        for one in sorted(listed - held)
    )
    for path in sorted((ROOT / "examples").rglob("*.?pp")):
        for one in re.findall(r"#include <restbind/([^>]+)>", path.read_text(encoding="utf-8")):
            if one not in listed and "sandbox" not in path.parts:
                yield f"{path.relative_to(ROOT)} includes {one}, which is not listed in include/restbind/README.md"
    for path in sorted(RUNTIME.rglob("*.?pp")):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipp" and len(path.relative_to(RUNTIME).parts) <= 2:
            yield f"{path.relative_to(ROOT)} is a body among the public headers"
        if path.name != "config.hpp" and re.search(r"\[\[gnu::(?!vector_size)|__attribute__", text):
            yield f"{path.relative_to(ROOT)} names a compiler's attribute; core/detail/config.hpp has macros"
        for line in re.findall(
            r"^namespace restbind(?!::inline RESTBIND_ABI\b).*", text, re.MULTILINE
        ):
            yield f"{path.relative_to(ROOT)}: `{line}` is not in the inline namespace RESTBIND_ABI"
    for path in [
        *sorted((ROOT / "include").rglob("*.?pp")),
        *sorted((ROOT / "tests/golden").rglob("*.hpp")),
    ]:
        for name in re.findall(DESCRIBE_INTERNALS, path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)} names {name}, which Boost.Describe keeps for itself"
    for path in [
        *sorted((RUNTIME / "http").rglob("*.?pp")),
        *sorted((RUNTIME / "net").rglob("*.?pp")),
    ]:
        # The session's time_source is the one that asks a clock; what writes a log may be given
        # another one.
        if path.name not in {"time_source.hpp", "ostream_observer.hpp"}:
            for call in re.findall(
                r"\b\w*clock::now\(\)|\bexpires_(?:at|after)\(", path.read_text(encoding="utf-8")
            ):
                yield f"{path.relative_to(ROOT)}: {call} is asked past the session's time_source"
    for path in sorted(ROOT.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and path.name not in TOP:
            yield f"{path.name}/ is a further top-level folder"


def main():
    found = list(faults())
    print("\n".join(found) or "The folders hold what the guides promise.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
