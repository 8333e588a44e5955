"""Runs the command line: `python3 -m restbind`."""

import sys

from restbind.cli import main

sys.exit(main(sys.argv[1:]))
