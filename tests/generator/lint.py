#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""lint.py: black, isort, flake8 and mypy --strict find nothing to do in the generator; about 30 s."""

import pathlib
import subprocess
import sys

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "generator"
COMMANDS = (
    ["black", "--check", "."],
    ["isort", "--check", "."],
    ["flake8", "restbind"],
    ["mypy", "--cache-dir=/dev/null"],
)


def main():
    statuses = [subprocess.run(command, cwd=GENERATOR).returncode for command in COMMANDS]
    return 1 if any(statuses) else 0


if __name__ == "__main__":
    sys.exit(main())
