"""How exciting a match was: how often the lead changed, and whether it was turned round.

Who leads is what the chart of a match that is over says (`bot.engine.summary`): points, HP or squares of each
side at each point in time, of which more is better in every game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import msgspec

from bot.engine.contract import Seat
from bot.engine.summary import Curve


class Lead(msgspec.Struct, frozen=True):
    """How the lead of one match went."""

    changes: int
    """How often another side took the lead than the one that had it last."""
    led: bool
    """Whether one side led at half time, and one won."""
    comeback: bool
    """Whether the side that won was not the one that led at half time."""


def lead_of(curves: Sequence[Curve], winners: Collection[Seat]) -> Lead:
    """Return how the lead went in a match of these curves, won by these seats."""
    leaders = [_leader(values) for values in zip(*[curve.values for curve in curves], strict=True)]
    known = [side for side in leaders if side is not None]
    changes = sum([one != other for one, other in pairwise(known)])
    won = {side for side, curve in enumerate(curves) if set(curve.seats) & set(winners)}
    half = leaders[len(leaders) // 2]
    led = half is not None and len(won) == 1
    return Lead(changes, led, led and half not in won)


def _leader(values: Sequence[int]) -> int | None:
    """Return the side that has most of all, None where several have."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None
