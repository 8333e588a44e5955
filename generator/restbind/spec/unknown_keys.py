# SPDX-License-Identifier: BSL-1.0
"""Keys that have no meaning where they stand."""

from __future__ import annotations

from restbind.diagnostics import Diagnostics, joined, near
from restbind.source.refs import Cursor
from restbind.spec import lost_keys
from restbind.spec.keywords import KINDS, OWN_KEYS, OWN_KINDS, PREFIX


def report_unknown(
    diagnostics: Diagnostics, kind: str, at: Cursor, name: str, value: Cursor
) -> None:
    """Reports a key that is none of the keywords of its place."""
    hint = near(name, KINDS[kind])
    if kind in OWN_KINDS:
        diagnostics.report(
            "RB012", value.key_place, f"`{name}` is not a key of `{OWN_KINDS[kind]}`", hint
        )
    elif name == "$ref":
        diagnostics.report(
            "RB011",
            value.key_place,
            f"`$ref` is not supported in {a(kind)}: what it refers to is not looked at",
            "write it in place",
        )
    else:
        found = lost_keys.lookup(kind, at, name, value)
        loses = found is not None and found.loses
        diagnostics.report(
            "RB099" if loses else "RB010",
            value.key_place,
            (
                f"`{name}` is not a keyword of"
                f" {a(kind)}{'; what it describes is lost' if loses else ''}"
            ),
            found.where if found is not None and found.where else hint,
        )


def report_own_key(diagnostics: Diagnostics, kind: str, name: str, value: Cursor) -> None:
    """Reports a key of ours that stands where it means nothing, or that we do not have."""
    if not name.startswith(PREFIX):
        return
    if name in OWN_KEYS:
        places = joined([a(where) for where in sorted(set(OWN_KEYS[name]))], "or")
        diagnostics.report(
            "RB013",
            value.key_place,
            f"`{name}` does not belong into {a(kind)}",
            f"it stands in {places}",
        )
    else:
        diagnostics.report(
            "RB012", value.key_place, f"`{name}` is not a key of restbind", near(name, OWN_KEYS)
        )


def a(kind: str) -> str:
    """A kind of object with its article, for messages: `an operation`, or its key where it is one
    of ours.
    """
    if kind in OWN_KINDS:
        return f"`{OWN_KINDS[kind]}`"
    return {"root": "the root of the document"}.get(
        kind, f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"
    )
