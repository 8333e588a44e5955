# SPDX-License-Identifier: BSL-1.0
"""Proves with few files that headers compile alone: a header has before it only those that include
nothing but what it includes, too. So they bring nothing that it would not have alone. An include
under a condition counts as one. What headers themselves declare is not looked at: of one document
that is told by name (`missing_types` of generator/test_includes.py)."""

import functools
import posixpath
import re


@functools.cache
def included(name, text):
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), one)) if quote == '"' else one
        for quote, one in re.findall(r'^#include ([<"])([^>"]+)', text, re.MULTILINE)
    }


def reached(name, text, ours):
    """What a header of this name and text includes, and what it does through `ours`: headers by the
    names by which they are included.
    """
    seen, waiting = set(), [(name, text)]
    while waiting:
        name, text = waiting.pop()
        new = included(name, text) - seen
        seen |= new
        waiting += [(one, ours[one]) for one in new if one in ours]
    return seen


def files_of(includes):
    """Lists of headers for one file each, as few as possible. includes: header -> all that it
    includes, itself and through others.
    """
    alike = {}
    for header, all_ in includes.items():
        alike.setdefault(frozenset(all_), []).append(header)
    for chain in _chains(sorted(alike, key=lambda one: (len(one), sorted(one)))):
        yield [header for one in chain for header in alike[one]]


def _chains(sets):
    """The sets, smallest first, in as few lists as possible in which each is part of the next one:
    those with most are matched first, so that few lists end with much."""
    larger = {one: [other for other in sets if one < other] for one in sets}
    before = {}

    def goes_before_another(one, tried):
        for other in larger[one]:
            if other not in tried:
                tried.add(other)
                if other not in before or goes_before_another(before[other], tried):
                    before[other] = one
                    return True
        return False

    for one in reversed(sets):
        goes_before_another(one, set())
    after = {one: other for other, one in before.items()}
    for first in sets:
        if first not in before:
            chain = [first]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            yield chain
