# SPDX-License-Identifier: BSL-1.0
"""`unevaluatedProperties` that says what `additionalProperties` does."""

from __future__ import annotations

from restbind.lower.schema.layers import is_false
from restbind.source.documents import Documents
from restbind.spec.keywords import REFERENCES, SAME_VALUE

# What evaluates members besides `properties` and `patternProperties`, which both keywords leave
# out.
_EVALUATING = (
    REFERENCES
    | (SAME_VALUE - {"not", "then", "else"})
    | {"additionalProperties", "dependentSchemas", "dependencies"}
)


def read_as_additional(documents: Documents) -> None:
    """Where nothing beside it evaluates more than `additionalProperties` would leave out, the two
    mean the same; from here on it is that. Not where it would be taken for a type, or forbids all
    members, which would be dropped where they come, and so are checked as JSON.
    """
    for at in documents.holding("unevaluatedProperties"):
        is_empty = not at.has("properties") and (
            not at.has("type") or is_false(at.get("unevaluatedProperties"))
        )
        if is_empty or any(at.has(key) for key in _EVALUATING):
            continue
        at.document.rename(at.node, "unevaluatedProperties", "additionalProperties")
