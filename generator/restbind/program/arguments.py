# SPDX-License-Identifier: BSL-1.0
"""The options that only a command line has."""

from __future__ import annotations

import argparse

PROGRAM = "write a command line for a document: a C++ program, completions, a manual page"
ABOUT_PROGRAM = "The program includes the generated headers, restbind/cli/program.hpp and CLI11."


def add_program(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `restbind cli`."""
    parser.add_argument(
        "--namespace", metavar="a::b", help="the C++ namespace, such as ticketing::v1"
    )
    parser.add_argument(
        "--to", metavar="DIR", help="the folder of the program, such as src/ticketing"
    )
    parser.add_argument(
        "--program",
        metavar="NAME",
        help="what users type (default: the first word of the namespace)",
    )
    parser.add_argument(
        "--header",
        metavar="HEADER",
        help="the header of all headers, such as ticketing/v1.hpp, which it is by default for the"
        " namespace ticketing::v1",
    )
