# SPDX-License-Identifier: BSL-1.0
"""Strings that match a pattern: made from its parts, then held against it."""

import random
import re
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    try:
        from re import _constants as constants
        from re import _parser as parser
    except ImportError:  # Python before 3.11
        import sre_constants as constants
        import sre_parse as parser

_CLASSES = {
    constants.CATEGORY_DIGIT: "0123456789",
    constants.CATEGORY_WORD: "abcXYZ019_",
    constants.CATEGORY_SPACE: " ",
}
_CLASSES |= {
    constants.CATEGORY_NOT_DIGIT: "abcXYZ-",
    constants.CATEGORY_NOT_WORD: "-. ",
    constants.CATEGORY_NOT_SPACE: "abcXYZ019",
}
_ALL = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~ !#$%&'()*+,/:;<=>?@[]^`{|}\"\\"


def translated(pattern):
    """ECMA-262 as Python writes it. What Python cannot say is narrowed: a letter is then an ASCII
    letter.
    """
    text = (
        re.sub(r"\\p\{(L|Letter|Lu|Ll|Alphabetic)\}", "A-Za-z", pattern)
        if _in_class(pattern)
        else pattern
    )
    text = re.sub(r"\\p\{(L|Letter|Lu|Ll|Alphabetic)\}", "[A-Za-z]", text)
    text = re.sub(r"\\p\{(N|Nd|Number)\}", "0-9" if _in_class(pattern) else "[0-9]", text)
    text = re.sub(r"\(\?<(?![=!])", "(?P<", text).replace("[^]", r"[\s\S]").replace(r"\/", "/")
    text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda found: re.escape(chr(int(found[1], 16))), text)
    return _dollars(text)


def _in_class(pattern):
    return bool(re.search(r"\[[^\]]*\\p\{", pattern))


def _dollars(text):
    """`$` outside of classes means the very end."""
    out, index, inside = [], 0, False
    while index < len(text):
        char = text[index]
        if char == "\\":
            out.append(text[index : index + 2])
            index += 2
            continue
        if char == "[" and not inside:
            inside = True
        elif char == "[":
            char = "\\["
        elif char == "]" and inside:
            inside = False
        elif char == "$" and not inside:
            char = r"\Z"
        out.append(char)
        index += 1
    return "".join(out)


def matcher(pattern):
    """A compiled pattern, None where Python cannot read it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.compile(translated(pattern), re.ASCII)
        except (re.error, OverflowError, RecursionError):
            return None


def candidates(pattern, low, high, variant):
    """Strings that may match and be `low` to `high` characters long, likely ones first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = parser.parse(translated(pattern), re.ASCII)
        except (re.error, OverflowError, RecursionError):
            return
    for extra in [
        0,
        1,
        2,
        3,
        5,
        8,
        *(
            count
            for count in (low // 4, low // 2, low - 8, low - 4, low - 2, low - 1, low)
            if count > 8
        ),
    ]:
        for turn in range(2):
            yield _text(tree, random.Random(variant * 7 + turn) if variant or turn else None, extra)
    for seed in range(300):
        rng = random.Random(seed)
        yield _text(tree, rng, rng.choice((0, 1, 2, 4, 8, 16, low)))
    padding = _text(tree, None, 0)
    yield padding + "a" * max(0, low - len(padding))


def _text(tree, rng, extra):
    out = []
    groups = {}

    def walk(parts):
        for kind, value in parts:
            if kind is constants.LITERAL:
                out.append(chr(value))
            elif kind is constants.NOT_LITERAL:
                out.append(next(char for char in _ALL if ord(char) != value))
            elif kind is constants.ANY:
                out.append(rng.choice("abcXYZ019") if rng else "a")
            elif kind is constants.IN:
                out.append(_of_class(value, rng))
            elif kind is constants.BRANCH:
                walk(rng.choice(value[1]) if rng else value[1][0])
            elif (
                kind in (constants.MAX_REPEAT, constants.MIN_REPEAT)
                or str(kind) == "POSSESSIVE_REPEAT"
            ):
                low, high, inner = value
                count = (
                    min(int(high), low + extra) if high is not constants.MAXREPEAT else low + extra
                )
                if rng and count > low and rng.random() < 0.3:
                    count = rng.randint(low, count)
                for _ in range(min(count, 20000)):
                    walk(inner)
                    if sum(map(len, out)) > 100000:
                        return
            elif kind is constants.SUBPATTERN:
                before = len(out)
                walk(value[-1])
                groups[value[0]] = "".join(out[before:])
            elif str(kind) == "ATOMIC_GROUP":
                walk(value)
            elif kind is constants.GROUPREF:
                out.append(groups.get(value, ""))

    walk(tree)
    return "".join(out)


def _of_class(parts, rng):
    allowed, negated = set(), False
    for kind, value in parts:
        if kind is constants.NEGATE:
            negated = True
        elif kind is constants.LITERAL:
            allowed.add(chr(value))
        elif kind is constants.RANGE:
            allowed.update(chr(code) for code in range(value[0], min(value[1], value[0] + 127) + 1))
        elif kind is constants.CATEGORY:
            allowed.update(_CLASSES[value])
            if negated and value is constants.CATEGORY_WORD:
                allowed.update(char for char in _ALL if char.isalnum() or char == "_")
    found = [char for char in _ALL if (char in allowed) != negated] or (
        [] if negated else sorted(allowed)
    )
    if not found:
        return "\u00e9" if negated else ""
    return rng.choice(found) if rng else found[0]
