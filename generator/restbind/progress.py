"""A line for each phase of a long run, on stderr: `restbind: 4.1 s: renders 13 headers`.

Nothing is said before a run has used PATIENCE seconds of processor time, so that short runs stay silent on a busy machine, too;
and nothing where nobody has called `start`.
"""

from __future__ import annotations

import sys
import time

PATIENCE = 2.0

_started: float | None = None


def start() -> None:
    global _started
    _started = time.process_time()


def stop() -> None:
    global _started
    _started = None


def phase(what: str) -> None:
    """Says what begins now, if the run is a long one."""
    used = time.process_time() - _started if _started is not None else 0.0
    if used > PATIENCE:
        print(f"restbind: {used:.1f} s: {what}", file=sys.stderr, flush=True)
