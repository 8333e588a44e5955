# SPDX-License-Identifier: BSL-1.0
"""What the parsers of the command line do beyond argparse."""

from __future__ import annotations

import argparse
import sys
from typing import IO

from restbind import progress


class Parser(argparse.ArgumentParser):
    """Bears a reader of its output who has gone."""

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:
        # Not all versions of argparse bear a reader who has gone.
        progress.tell(message, file or sys.stderr)


class Command(Parser):
    """Takes options between positional arguments, and tells of unknown ones how the command itself
    is used."""

    _is_mixing = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """As argparse's, but positional arguments may stand between options."""
        if self._is_mixing:
            return super().parse_known_args(args, namespace)
        self._is_mixing = True
        found, unknown = self.parse_known_intermixed_args(args, namespace)
        self._is_mixing = False
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown
