#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""lint.py: flake8 and mypy --strict on the generator, in which they find nothing; about 20 s."""

import pathlib
import subprocess
import sys

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "generator"
COMMANDS = (["flake8", "restbind"], ["mypy", "--cache-dir=/dev/null"])


def main():
    statuses = [subprocess.run(command, cwd=GENERATOR).returncode for command in COMMANDS]
    return 1 if any(statuses) else 0


if __name__ == "__main__":
    sys.exit(main())
