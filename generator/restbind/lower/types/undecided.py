# SPDX-License-Identifier: BSL-1.0
"""Reports alternatives that nothing tells apart."""

from __future__ import annotations

from itertools import permutations

from restbind import ir
from restbind.ir.variants import MOST_COMPARED, Covering, Variants
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import MemberDraft
from restbind.lower.schema.layers import says_nothing
from restbind.source.refs import Cursor
from restbind.spec.keywords import LIMITS

_LIMITS = LIMITS - {"type"} | {"not"}  # what shapes a value is its type's matter


def report_undecided(context: Context) -> None:
    """Several alternatives of `anyOf` may hold at once, of which a variant has one; and what looks
    like one may hold as another.
    """
    variants = Variants(context.found.named)
    for at, type_ in context.found.undecided:
        settled = variants.settled(type_)
        if isinstance(settled, ir.OneOf) and not settled.discriminator:
            _report(context, at, settled, variants.covering)


def _report(context: Context, at: Cursor, type_: ir.OneOf, covering: Covering) -> None:
    bare = map(context.bare, type_.alternatives)
    models = [model for model in bare if isinstance(model, ir.Model)][:MOST_COMPARED]
    references = [ir.Ref(model.name) for model in models] if at.name == "anyOf" else []
    pair = covering.undecided(references)
    if pair is not None:
        at.report(
            "RB029",
            f"nothing tells `{pair[0].name}` from `{pair[1].name}`: an object with members"
            " of both is read as open JSON",
            "a `discriminator`, or members that must be there, tell them apart",
        )
        return
    drafted = [model.name for model in models if model.name in context.found.drafts]
    for taken, meant in permutations(drafted, 2):
        member = _limited_member(context, taken, meant, covering)
        if member:
            at.report(
                "RB029",
                f"an object with `{member}` is read as `{taken}`, whose limits it may"
                f" break, although it may be `{meant}`",
                "a `discriminator`, or `additionalProperties: false`, tells them apart",
            )
            return


def _limited_member(context: Context, taken: str, meant: str, covering: Covering) -> str:
    """A member with which an object is read as the first kind, which limits it, although it may be
    of the second, which does not know it and needs nothing that the first does not have; '' for
    none."""
    found = context.found
    members, others = found.drafts_of(taken), found.drafts_of(meant)
    needed = {name for name, draft in others.items() if draft.required}
    if (
        found.shapes[meant][0].is_closed
        or not covering.needs_more(ir.Ref(taken), ir.Ref(meant))
        or not needed <= members.keys()
    ):
        return ""
    for name, draft in members.items():
        if name not in others and _is_limited(draft):
            return name
    return ""


def _is_limited(draft: MemberDraft) -> bool:
    """Something is said of the values of a member, besides what shapes them."""
    said = [at for at in draft.shape.beside() if at.name in _LIMITS]
    return not draft.of_alternatives and not all(map(says_nothing, said))
