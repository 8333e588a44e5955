# SPDX-License-Identifier: BSL-1.0
"""Runs the command line: `python3 -m restbind`, and `restbind` where the package is installed."""

import sys

PACKAGES = {"yaml": "python3-yaml", "jinja2": "python3-jinja2"}

try:
    from restbind.cli import main
except ModuleNotFoundError as error:
    if error.name not in PACKAGES:
        raise
    print(
        (
            f"restbind: the Python package `{error.name}` is missing: apt-get install"
            f" {' '.join(PACKAGES.values())}"
        ),
        file=sys.stderr,
    )
    sys.exit(2)


def run() -> int:
    """What the command `restbind` of an installed package does."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
