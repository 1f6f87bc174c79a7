"""How big a card may be, and how much may happen at once: no set of cards hangs a match or floods a channel.

The size of a card is checked before it is played with; how much happens is bound again while it happens,
whatever was checked, and counted in units of work, never timed: a match comes out the same wherever and how
often it is played again. A unit is a card that is looked at, a condition that is tried, or an effect; each
takes about a microsecond.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.engine.cards.nodes import NODES, AbilityNode, Node, children

DEPTH = 8
"""How deep nodes stand within each other, the ability itself at depth 1."""
DICE = 10
"""Dice rolled at once; the type of `Dice.dice` says so too."""
ABILITIES = 50
"""Abilities carried out in one chain, which goes on until nothing is left to do."""
EFFECTS = 200
"""Effects carried out in one chain, those within others counted too."""


class Measure(msgspec.Struct, frozen=True):
    """The size of an ability, or of all abilities of a card.

    A node is an ability, effect, condition, cost, or an amount that is not simply a number. Which cards are
    meant belongs to the node that names them.
    """

    nodes: int
    depth: int
    dice: int
    """The dice of all rolls in it together."""

    @property
    def fits(self) -> bool:
        """Whether a card of this size is within the bounds."""
        return self.nodes <= NODES and self.depth <= DEPTH


def measure(ability: AbilityNode) -> Measure:
    """Return the size of an ability, however big it is."""
    return measure_all((ability,))


def measure_all(abilities: Iterable[AbilityNode]) -> Measure:
    """Return the size of all abilities of a card together."""
    nodes = depth = dice = 0
    waiting: list[tuple[Node, int]] = [(ability, 1) for ability in abilities]
    while waiting:
        node, level = waiting.pop()
        nodes += 1
        depth = max(depth, level)
        dice += node.dice_rolled
        waiting += [(part, level + 1) for _, part in children(node) if part.measured]
    return Measure(nodes, depth, dice)


STEP = 10_000
"""Units in one step of a match, which is one action with all that follows from it. No further effect is
carried out in a step that has taken more; what is carried out already comes to its end."""
STANDING = 5_000
"""Units in which the `always` abilities of all cards in play are found out; those that come after them, in
the order of seats and cards, are not in force."""


class Work:
    """Counts the units."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int | None = None) -> None:
        """Count up to a limit; the default is the limit of a step."""
        self.limit = STEP if limit is None else limit
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.spent >= self.limit
