"""How big a card may be, and how much may happen at once: no set of cards hangs a match or floods a channel.

The size of a card is checked before it is played with; how much happens is bound again while it happens,
whatever was checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from bot.engine.cards.nodes import Ability, Cards, Dice, DieShows, Filter, Node

NODES = 64
"""Nodes of all abilities of a card together."""
DEPTH = 8
"""How deep nodes stand within each other, the ability itself at depth 1."""
DICE = 10
"""Dice rolled at once; the type of `Dice.dice` says so too."""
AMOUNT = 9_999
"""What any amount comes to, at most."""
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


def measure(ability: Ability) -> Measure:
    """Return the size of an ability, however big it is."""
    return measure_all((ability,))


def measure_all(abilities: Iterable[Ability]) -> Measure:
    """Return the size of all abilities of a card together."""
    nodes = depth = dice = 0
    waiting: list[tuple[Node, int]] = [(ability, 1) for ability in abilities]
    while waiting:
        node, level = waiting.pop()
        nodes += 1
        depth = max(depth, level)
        dice += _dice_of(node)
        waiting += [(part, level + 1) for part in _parts(node)]
    return Measure(nodes, depth, dice)


def _dice_of(node: Node) -> int:
    if isinstance(node, Dice):
        return node.dice
    return 1 if isinstance(node, DieShows) else 0


def _parts(node: Node) -> Iterator[Node]:
    """Yield the nodes that stand directly within one."""
    waiting = [getattr(node, field) for field in node.__struct_fields__]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, Node) and not isinstance(value, (Cards, Filter)):
            yield value
