"""Tests of the generator."""


def slow(test):
    """Marks a test that takes over a second: `tests/run all` runs it, `tests/run` does not."""
    test.is_slow = True
    return test
