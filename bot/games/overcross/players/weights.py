"""The weights of a player's evaluation of the Assassination for two, in points of deck cost."""

from __future__ import annotations

from typing import NamedTuple

CAUTION = 0.15
"""The weight of the danger to a Character from enemies."""


class Weights(NamedTuple):
    """The weights that differ between players; the defaults are the normal player's.

    A Leader is any Character that the objective requires (OVC-23).
    """

    leader_caution: float = CAUTION
    """The weight of the danger to the own Leader from enemies."""
    leader_away: float = 0.0
    """The value of each step between the own Leader and the nearest enemy, up to `plans.FAR_AWAY`."""
    healer: float = 0.0
    """The value of a Character that heals others being near the own Leader; 0: it follows the others."""
    healing: float = 0.0
    """The value that an event's healing must exceed to be played."""
    burnt_leader: float = 0.0
    """The value of harmful terrain over an enemy Leader."""
    burning: float = 0.0
    """The weight of the counters that a Character takes from terrain at the start of its turn."""


USUAL = Weights()
"""The weights of the normal player."""

FITTED = Weights(
    leader_caution=0.5,
    leader_away=0.2,
    healer=3.0,
    healing=6.0,
    burnt_leader=12.0,
    burning=1.0,
)
"""The weights of the hard player: fitted to matches against the normal one (docs/BALANCE.md)."""
