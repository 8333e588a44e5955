# SPDX-License-Identifier: BSL-1.0
"""Whether a text keeps a format, by others' judgement: python3-jsonschema's FormatChecker where it
has one by itself, else a narrow expression.
"""

import re

import jsonschema

_CHECKER = jsonschema.FormatChecker(formats=("email", "idn-email", "ipv4", "ipv6", "uuid"))
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_NARROW = {
    "hostname": rf"(?!.{{254}}){_LABEL}(?:\.{_LABEL})*",
    "uri": r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?:#[A-Za-z0-9._~/-]*)?",
    "uri-reference": r"(?:[A-Za-z0-9._~/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?:#[A-Za-z0-9._~/-]*)?|[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~:/?@=&-]*",
    "time": r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    "duration": r"P(?!$)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?",
}


def keeps(name, text):
    """True for formats that are not checked."""
    if not isinstance(text, str) or not isinstance(name, str):
        return True
    if name in _NARROW:
        return re.fullmatch(_NARROW[name], text, re.ASCII) is not None
    return name not in _CHECKER.checkers or " " not in text and _CHECKER.conforms(text, name)
