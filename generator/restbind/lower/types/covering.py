"""Which of several types keeps what another one keeps: what is left to tell objects apart where no member says what they are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from restbind import ir

MOST_COMPARED = 40  # objects of which each is held against each
MOST_LEVELS = 7


class Covering:
    """Compares types, while `named` stays as it is."""

    def __init__(self, named: Mapping[str, ir.Named]) -> None:
        self._named = named
        # Of two types: with how many levels or more one covers the other, and with how many or fewer it does not. Types that hold each other are
        # compared in as many ways as there are ways through them, so each pair is compared once.
        self._known: dict[tuple[ir.Type, ir.Type], tuple[int, int]] = {}

    def widest_first(self, found: list[ir.Type]) -> list[ir.Type]:
        """Of objects that fit equally well the first is taken: so one with all the members of another one comes before it."""
        models = [one for one in found if isinstance(ir.bare(self._named, one), ir.Model)]
        if len(models) < 2 or len(models) > MOST_COMPARED:
            return found
        order: list[ir.Type] = []
        for one in models:
            place = next((index for index, other in enumerate(order) if not self.needs_more(one, other) and
                          self.covers(one, other) and not self.covers(other, one)), len(order))
            order.insert(place, one)
        rest = iter(order)
        return [next(rest) if one in models else one for one in found]

    def needs_more(self, one: ir.Type, other: ir.Type) -> bool:
        """An object of the other kind may lack a member that this one needs."""
        known = {member.wire_name for member in ir.bare(self._named, other).members}
        return any(member.presence in ("required", "nullable") and member.wire_name not in known for member in ir.bare(self._named, one).members)

    def undecided(self, models: list[ir.Type]) -> tuple[ir.Type, ir.Type] | None:
        """Two kinds of objects of which neither has all the members of the other, while nothing says which one it is."""
        return next(((one, other) for one, other in combinations(models, 2) if not (
            self.needs_more(one, other) or self.needs_more(other, one) or self.covers(one, other) or self.covers(other, one))), None)

    def covers(self, wide: ir.Type, narrow: ir.Type, levels: int = MOST_LEVELS) -> bool:
        """Whatever is read as `narrow` can be read as `wide` without losing a member, as far as `levels` tell; what is below them counts as
        lost, unless it is the same."""
        pair = wide, narrow
        enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
        if too_few < levels < enough:
            found = self._covers(wide, narrow, levels)
            enough, too_few = self._known.get(pair, (MOST_LEVELS + 1, -1))
            enough, too_few = (min(enough, levels), too_few) if found else (enough, max(too_few, levels))
            self._known[pair] = enough, too_few
        return levels >= enough

    def _covers(self, wide: ir.Type, narrow: ir.Type, levels: int) -> bool:
        one, other = ir.bare(self._named, wide), ir.bare(self._named, narrow)
        if one == other or one == ir.ANY:
            return True
        if levels == 0:
            return False
        if isinstance(one, ir.Model) and isinstance(other, ir.Model):
            members = {member.wire_name: member.type for member in one.members}
            return (one.keeps_extra or not other.keeps_extra) and all(
                self.covers(members[member.wire_name], member.type, levels - 1) if member.wire_name in members else
                one.keeps_extra and one.extra is None for member in other.members)
        if isinstance(one, ir.Array) and isinstance(other, ir.Array):
            return self.covers(one.element, other.element, levels - 1)
        if isinstance(one, ir.Map) and isinstance(other, ir.Map):
            return self.covers(one.element, other.element, levels - 1)
        if isinstance(one, ir.OneOf):
            inner = other.alternatives if isinstance(other, ir.OneOf) else (narrow,)
            return all(any(self.covers(mine, its, levels - 1) for mine in one.alternatives) for its in inner)
        return one == ir.Open("object") and isinstance(other, (ir.Model, ir.Map)) or one == ir.Open("array") and isinstance(other, ir.Array) or \
            is_text(one) and is_text(other)


def is_text(base: object) -> bool:
    """Any text, for a type without references."""
    return base == ir.Scalar("string") or isinstance(base, ir.Enum) and base.base == "string"
