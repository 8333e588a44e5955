# SPDX-License-Identifier: BSL-1.0
"""How a rule is refused."""

from __future__ import annotations


class RuleError(Exception):
    """code: one of the RB06x codes. offset: index of the first offending character in the rule's
    text.
    """

    def __init__(self, code: str, offset: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset
        self.message = message
        self.hint = hint
