# SPDX-License-Identifier: BSL-1.0
"""What a run tells, and a line for each phase of a long one, on stderr: `restbind: 4.1 s: renders
13 headers`.

Of phases nothing is said before a run has used PATIENCE seconds of processor time, so that short
runs stay silent on a busy machine, too; and nothing where nobody has called `start`.
"""

from __future__ import annotations

import os
import sys
import time
from typing import IO

PATIENCE = 2.0

_started: float | None = None


def start() -> None:
    """Begins to count processor time; from here on phases are told."""
    global _started
    _started = time.process_time()


def stop() -> None:
    """Ends the run: no phase is told from here on."""
    global _started
    _started = None


class Unwritable(Exception):
    """The output cannot be written; the argument says why."""


def tell(text: str, stream: IO[str]) -> None:
    """Writes at once. A reader who has gone (`| head`) is no failure, and the work goes on;
    Unwritable is raised for all others.
    """
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), stream.fileno()
        )  # else what is left would fail again at exit
        if not isinstance(error, BrokenPipeError):
            raise Unwritable(error.strerror) from error


def phase(what: str) -> None:
    """Says what begins now, if the run is a long one."""
    used = time.process_time() - _started if _started is not None else 0.0
    if used > PATIENCE:
        tell(f"restbind: {used:.1f} s: {what}\n", sys.stderr)
