"""The weights of a player's evaluation of Crossfire. Distances are in plays, values on one scale (`WIN`)."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights that differ between players; the defaults are the normal player's."""

    # Distances (`ways`)
    dead: float = 0.4
    """The cost of a dead node on the way, which only needs a partner."""
    pile: float = 0.7
    """The cost of an own seized pile, which can be resolved."""
    contest: float = 1.6
    """The cost of taking a pile."""
    strength: float = 0.2
    """The additional cost of taking a pile, for each point of its strength."""

    # Positions (`worth`)
    nearer: float = 0.72
    """The factor on a goal's value for each play of distance."""
    aim: float = 16.0
    """The value, with two players, of being adjacent to an enemy base."""
    second: float = 0.25
    """The share of this value for the second nearest base."""
    enemy_aim: float = 1.0
    """The factor on the value of the enemy's distances."""
    storm: float = 22.0
    """The value of a certain attack next turn on a base beside one's power."""
    enemy_storm: float = 1.4
    """The factor on such an attack by the enemy on an own base."""
    node: float = 0.2
    """The value of a powered node."""
    neutral: float = 0.0
    """The value of a square of the ring that a seat owns."""
    end_point: float = 2.5
    """The value of a point when the pack is empty (CRF-28)."""
    keep: tuple[float, ...] = (1.6, 0.25, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 1.4, 1.1, 1.4, 1.9)
    """The values of cards in hand by strength, a Joker first."""
    hand_near: float = 0.0
    """The value of each point of the hand's strength above `worth.EVEN_HAND`, beside an enemy base; less with
    distance, as `nearer` says.
    """
    hand_in_danger: float = 0.0
    """The same while the enemy is beside an own base."""

    # Plays (`plays`)
    probe: float = 0.0
    """The bonus of probing an unseen neutral."""
    take: float = 0.0
    """The bonus of attacking a node or pile of the enemy that is not a base."""
    rebuild: float = 0.0
    """The bonus of replacing a seized pile by a card of the hand."""
    discard: float = 0.0
    """The bonus of a discard."""
    high_lay: float = 0.0
    """The bonus of laying a card on an empty square, for each point of its strength above 7."""


USUAL = Weights()
"""The weights of the normal player."""

FITTED = Weights(
    dead=0.6,
    pile=0.6,
    contest=1.9,
    strength=0.145,
    nearer=0.75,
    aim=21.0,
    second=0.32,
    enemy_aim=1.2,
    storm=19.5,
    enemy_storm=1.3,
    node=0.34,
    neutral=0.22,
    end_point=4.5,
    keep=(1.75, 0.25, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 1.25, 1.1, 1.5, 2.4),
    hand_near=0.45,
    hand_in_danger=0.375,
    probe=0.2,
    take=0.55,
    rebuild=-0.4,
    discard=-1.1,
    high_lay=-0.06,
)
"""The weights of the hard player: fitted to matches of two against the normal one (docs/BALANCE.md)."""
