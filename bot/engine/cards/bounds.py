"""Limits on the size and the effects of a card, so that no set can hang a match or flood a channel.

The size of a card is checked before a match. The number of effects is limited again at run time and counted
in units of work, never in time: a match gives the same result wherever and however often it is replayed. A
unit is one card examined, one condition evaluated, or one effect; each takes about a microsecond.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.engine.cards.nodes import AbilityNode, Node, children

DEPTH = 8
"""The maximum nesting depth of nodes; the ability itself has depth 1."""
ABILITIES = 50
"""The maximum number of abilities in one chain, which ends when nothing is left to do."""
EFFECTS = 200
"""The maximum number of effects in one chain, nested effects included."""


class Measure(msgspec.Struct, frozen=True):
    """The size of all abilities of a card.

    A node is an ability, effect, condition, cost, or an amount that is not a plain number. A filter counts as
    part of the node that has it.
    """

    nodes: int
    depth: int


def measure(abilities: Iterable[AbilityNode]) -> Measure:
    """Return the size of all abilities of a card, also of one beyond the limits."""
    nodes = depth = 0
    waiting: list[tuple[Node, int]] = [(ability, 1) for ability in abilities]
    while waiting:
        node, level = waiting.pop()
        nodes += 1
        depth = max(depth, level)
        waiting += [(part, level + 1) for _, part in children(node) if part.measured]
    return Measure(nodes, depth)


STEP = 10_000
"""The limit in units for one step of a match: one action with all its consequences. Beyond it no further
effect is begun; an effect in progress is completed.
"""
STANDING = 5_000
"""The limit in units for evaluating the `always` abilities of all cards in play; the abilities beyond it, in
the order of seats and cards, do not apply.
"""


class Work:
    """Counts units of work."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int | None = None) -> None:
        """Count up to a limit, by default the limit of a step."""
        self.limit = STEP if limit is None else limit
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        """Whether the limit is reached, so that nothing more may begin."""
        return self.spent >= self.limit
