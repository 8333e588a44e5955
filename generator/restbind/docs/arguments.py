# SPDX-License-Identifier: BSL-1.0
"""The options that only a site has."""

from __future__ import annotations

import argparse


def add_site(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `restbind docs`."""
    parser.add_argument(
        "--out",
        dest="site",
        metavar="DIR",
        help="the folder of the site, such as site; what an options file says of it is not taken",
    )
    parser.add_argument(
        "--namespace", metavar="a::b", help="the C++ namespace of the headers (default: api)"
    )
    parser.add_argument(
        "--since", metavar="FILE", help="an older version of the document: tell what has changed"
    )
    parser.add_argument(
        "--playground",
        action=argparse.BooleanOptionalAction,
        help="compile the validator to WebAssembly, so that requests can be tried in the pages",
    )
    parser.add_argument(
        "--reference",
        action=argparse.BooleanOptionalAction,
        help="add the reference of the runtime, which Doxygen writes, and link the pages to it",
    )
    parser.add_argument(
        "--node-modules",
        metavar="DIR",
        help="a folder node_modules with minisearch, which comes into the site and searches it, or"
        " shiki, which colours code; with neither the site has simpler ones",
    )
    parser.add_argument(
        "--compiler", metavar="CLANG", help="the clang for --playground (default: clang++-19, …)"
    )
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        help="for --playground and --reference: the folder that holds restbind/core",
    )
