#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""run.py [--slow]: runs the generator's tests that take less than a second each, or those that are
marked slow.

`python3 -m unittest tests.generator.test_x` runs one module, its slow tests included.
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))


def cases(suite):
    for one in suite:
        yield from cases(one) if isinstance(one, unittest.TestSuite) else [one]


def is_slow(case):
    return getattr(getattr(case, case._testMethodName, None), "is_slow", False)


def main():
    wants_slow = "--slow" in sys.argv[1:]
    here = pathlib.Path(__file__).resolve().parent
    found = unittest.defaultTestLoader.discover(str(here), top_level_dir=str(here.parents[1]))
    chosen = unittest.TestSuite(case for case in cases(found) if is_slow(case) == wants_slow)
    result = unittest.TextTestRunner(stream=sys.stdout).run(chosen)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
