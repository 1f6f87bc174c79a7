"""Ready-made squads: a recipe of kinds that fits any squad size and any choice of kinds (PAP-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from bot.games.papyrus.rules.options import Kind, Kinds, Options

ALLOWED_KINDS: Mapping[Kinds, tuple[Kind, ...]] = {
    Kinds.BASIC: (Kind.SMG,),
    Kinds.INTERMEDIATE: (Kind.SMG, Kind.SHOTGUN, Kind.SNIPER),
    Kinds.ADVANCED: tuple(Kind),
}
"""The kinds that may be picked under each option, in the order of the rulebook (PAP-02)."""


JOINED = "+"
"""The separator between the kinds of a free choice in normalized options: "smg+rpg"."""


def allowed_kinds(options: Options) -> tuple[Kind, ...]:
    """Return the kinds that may be picked under normalized options, in the order of the rulebook (PAP-26)."""
    chosen = options.only.split(JOINED) if options.only else list(Kind)
    return tuple([kind for kind in ALLOWED_KINDS[options.kinds] if kind in chosen])


def most_of(kind: Kind, options: Options) -> int:
    """Return the maximum number of a kind in a squad; every unit may be an SMG (PAP-26)."""
    return options.squad if kind is Kind.SMG or not options.most else min(options.most, options.squad)


def recruitable(squad: Collection[Kind], options: Options) -> tuple[Kind, ...]:
    """Return the kinds of which a squad may have one more, regardless of its size."""
    counts = Counter(squad)
    return tuple([kind for kind in allowed_kinds(options) if counts[kind] < most_of(kind, options)])


class Squad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made squad."""

    key: str
    """The name a player types, such as `balanced`."""
    title: str
    weights: Mapping[Kind, int]
    """The shares of the kinds; a kind left out, or with 0, is not in the squad."""
    description: str = ""
    """One sentence for the list of squads."""

    def under(self, options: Options) -> tuple[Kind, ...]:
        """Return a squad of the agreed size, of the allowed kinds.

        It is as close to the recipe's shares as possible. A kind's excess over its limit is distributed among
        the other kinds of the recipe; if these are full too, among all allowed kinds in their order.
        """
        rooms = {kind: most_of(kind, options) for kind in allowed_kinds(options)}
        counts = dict.fromkeys(rooms, 0)
        missing = options.squad
        while missing:
            open_kinds = [kind for kind, room in rooms.items() if counts[kind] < room]
            weights = {kind: self.weights.get(kind, 0) for kind in open_kinds}
            for kind, share in _shares(weights, missing).items():
                counts[kind] = min(rooms[kind], counts[kind] + share)
            missing = options.squad - sum(counts.values())
        return tuple([kind for kind, count in counts.items() for _ in range(count)])


def _shares(weights: Mapping[Kind, int], size: int) -> Mapping[Kind, int]:
    """Return shares by largest remainder, equal ones in the given order; all to the first without weights."""
    total = sum(weights.values())
    if total == 0:
        return {next(iter(weights)): size}
    shares = {kind: size * weight // total for kind, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda kind: -(size * weights[kind] % total))
    for kind in by_remainder[: size - sum(shares.values())]:
        shares[kind] += 1
    return shares
