"""Ready-made squads: a recipe of kinds that fits any squad size and any choice of kinds (PAP-02)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from bot.games.papyrus.rules.options import Kind, Kinds

ALLOWED_KINDS: Mapping[Kinds, tuple[Kind, ...]] = {
    Kinds.BASIC: (Kind.SMG,),
    Kinds.INTERMEDIATE: (Kind.SMG, Kind.SHOTGUN, Kind.SNIPER),
    Kinds.ADVANCED: tuple(Kind),
}
"""The kinds that may be picked under each option, in the order of the rulebook (PAP-02)."""


class Squad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made squad."""

    key: str
    """The name a player types, such as `balanced`."""
    title: str
    weights: Mapping[Kind, int]
    """How many parts of the squad are of each kind; a kind left out, or with 0, is not in it."""
    description: str = ""
    """One sentence for the list of squads."""

    def kinds_for(self, size: int, allowed: Collection[Kind]) -> tuple[Kind, ...]:
        """Return exactly `size` units of allowed kinds, as near to the recipe's shares as can be.

        Shares are rounded by largest remainder, equal remainders in the order of the rulebook. A recipe
        of which no kind is allowed gives SMGs, which always are.
        """
        weights = {kind: self.weights.get(kind, 0) for kind in Kind if kind in allowed}
        total = sum(weights.values())
        if total == 0:
            return (Kind.SMG,) * size
        counts = {kind: size * weight // total for kind, weight in weights.items()}
        by_remainder = sorted(weights, key=lambda kind: -(size * weights[kind] % total))
        for kind in by_remainder[: size - sum(counts.values())]:
            counts[kind] += 1
        return tuple([kind for kind, count in counts.items() for _ in range(count)])
