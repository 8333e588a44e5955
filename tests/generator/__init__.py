# SPDX-License-Identifier: BSL-1.0
"""Tests of the generator.

An internal error of the generator (RB090) ends the test that meets it, whatever the test looks at:
`with breaking_the_generator():` stands around what provokes one.
"""

import contextlib

from restbind.diagnostics import Diagnostics

_provoked = 0
_report = Diagnostics.report


def _strict_report(self, code, place, message, hint="", own=False):
    if code == "RB090" and not _provoked:
        raise AssertionError(f"{place}: RB090: {message}")
    _report(self, code, place, message, hint, own)


Diagnostics.report = _strict_report


@contextlib.contextmanager
def breaking_the_generator():
    global _provoked
    _provoked += 1
    try:
        yield
    finally:
        _provoked -= 1


def slow(test):
    """Marks a test that takes over a second: `tests/run all` runs it, `tests/run` does not."""
    test.is_slow = True
    return test
