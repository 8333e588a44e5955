#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Archives of a release, the same bytes wherever and whenever they are made.

    archives.py epoch SOURCE                             prints the time that all artefacts carry,
    in seconds since 1970 archives.py write SOURCE INSTALLED OUT VERSION TIME  writes the source
    archive, and the headers archive of an installed tree archives.py sum OUT PACKAGES
    moves the Debian packages to the other artefacts; writes SHA256SUMS
"""

import hashlib
import io
import lzma
import os
import pathlib
import subprocess
import sys
import tarfile

BUILT = {".git", "build", "__pycache__"}  # folders


def is_checkout(source):
    return (source / ".git").exists()


def git(source, *arguments):
    return subprocess.run(
        ["git", "-C", str(source), *arguments], check=True, capture_output=True, text=True
    ).stdout


def epoch(source):
    """SOURCE_DATE_EPOCH, else the time of the last commit, else that of the newest file: an
    archive's files carry its time.
    """
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    if is_checkout(source):
        return int(git(source, "log", "-1", "--format=%ct"))
    return max(int(path.stat().st_mtime) for path in source_files(source))


def source_files(source):
    """What the checkout tracks; of an unpacked archive all that is no result of a build."""
    if is_checkout(source):
        found = [source / name for name in git(source, "ls-files", "-z").split("\0") if name]
    else:
        found = [
            path
            for path in source.rglob("*")
            if not BUILT & set(path.relative_to(source).parent.parts)
        ]
    return [path for path in found if path.is_file()]


def add(archive, name, path, time):
    entry = tarfile.TarInfo(name)
    entry.mtime = time
    entry.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
    data = path.read_bytes()
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


def write_archive(out, folder, files, time):
    """files: (name within the archive, path). Everything lies in one folder, sorted, without
    owners.
    """
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, path in sorted(files):
            add(archive, f"{folder}/{name}", path, time)
    out.write_bytes(lzma.compress(data.getvalue(), preset=6))


def write(source, installed, out, version, time):
    out.mkdir(parents=True, exist_ok=True)
    sources = [(path.relative_to(source).as_posix(), path) for path in source_files(source)]
    write_archive(out / f"restbind-{version}.tar.xz", f"restbind-{version}", sources, time)
    headers = [
        (path.relative_to(installed).as_posix(), path)
        for path in installed.rglob("*")
        if path.is_file() and "doc" not in path.relative_to(installed).parts
    ]
    headers.append(("LICENSE", source / "LICENSE"))
    write_archive(
        out / f"restbind-headers-{version}.tar.xz", f"restbind-headers-{version}", headers, time
    )


def sum_up(out, packages):
    for path in packages.glob("*.deb"):
        path.rename(out / path.name)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(out.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main(command, *arguments):
    if command == "epoch":
        print(epoch(pathlib.Path(arguments[0])))
    elif command == "write":
        source, installed, out = map(pathlib.Path, arguments[:3])
        write(source, installed, out, arguments[3], int(arguments[4]))
    elif command == "sum":
        sum_up(*map(pathlib.Path, arguments))


if __name__ == "__main__":
    main(*sys.argv[1:])
