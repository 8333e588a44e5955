"""Runs the command line: `python3 -m restbind`."""

import sys

PACKAGES = {"yaml": "python3-yaml", "jinja2": "python3-jinja2"}

try:
    from restbind.cli import main
except ModuleNotFoundError as error:
    if error.name not in PACKAGES:
        raise
    print(f"restbind: the Python package `{error.name}` is missing: apt-get install {' '.join(PACKAGES.values())}", file=sys.stderr)
    sys.exit(2)

sys.exit(main(sys.argv[1:]))
