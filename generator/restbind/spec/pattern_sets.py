# SPDX-License-Identifier: BSL-1.0
"""Sets of characters: ranges of code points, and properties of characters."""

from __future__ import annotations

from dataclasses import dataclass, field

# In the order of the runtime's tables (json/schema/unicode_properties.hpp), whose numbers the
# programs hold.
SCRIPTS = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Thai Georgian Hangul Hiragana"
    " Katakana Han".split()
)
CATEGORIES = """
    Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn
    """.split()
LONG_NAMES = dict(
    zip(
        """
    Letter Cased_Letter Uppercase_Letter Lowercase_Letter Titlecase_Letter Modifier_Letter
    Other_Letter Mark Combining_Mark Nonspacing_Mark Spacing_Mark Enclosing_Mark Number
    Decimal_Number digit Letter_Number Other_Number Punctuation punct Connector_Punctuation
    Dash_Punctuation Open_Punctuation Close_Punctuation Initial_Punctuation Final_Punctuation
    Other_Punctuation Symbol Math_Symbol Currency_Symbol Modifier_Symbol Other_Symbol Separator
    Space_Separator Line_Separator Paragraph_Separator Other Control cntrl Format Surrogate
    Private_Use Unassigned
    """.split(),
        """
    L LC Lu Ll Lt Lm Lo M M Mn Mc Me N Nd Nd Nl No P P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs
    Zl Zp C Cc Cc Cf Cs Co Cn
    """.split(),
    )
)
ALL_CATEGORIES = (1 << len(CATEGORIES)) - 1
OF_SCRIPT, OF_OTHER_SCRIPTS = 1 << 31, 1 << 30

LAST = 0x10FFFF
Ranges = list[tuple[int, int]]


def normalised(ranges: Ranges) -> Ranges:
    """In order and apart."""
    out: Ranges = []
    for first, last in sorted(ranges):
        if out and first <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out


def complement(ranges: Ranges) -> Ranges:
    """Everything that is not in normalised ranges."""
    bounds = [0, *(bound for first, last in ranges for bound in (first, last + 1)), LAST + 1]
    return [(first, end - 1) for first, end in zip(bounds[::2], bounds[1::2]) if first < end]


@dataclass
class CodeSet:
    """Ranges, and what has a property. categories: a bit for each. scripts: words for properties.
    negative: all that is not there.
    """

    ranges: Ranges = field(default_factory=list)
    categories: int = 0
    scripts: set[int] = field(default_factory=set)
    negative: bool = False

    @property
    def has_properties(self) -> bool:
        """It names properties of characters, so that ranges alone do not say what is in it."""
        return self.categories != 0 or bool(self.scripts)

    def add(self, other: CodeSet) -> None:
        """Takes in the characters of another set, which is not negative."""
        self.ranges += other.ranges
        self.categories |= other.categories
        self.scripts |= other.scripts

    def finished(self) -> CodeSet:
        """Ranges in order; what is not in ranges alone are ranges, too."""
        ranges = normalised(self.ranges)
        if self.negative and not self.has_properties:
            return CodeSet(complement(ranges))
        return CodeSet(ranges, self.categories, self.scripts, self.negative)
