"""The importance of facts for short reports: the weight of each fact, and which are described together.

A game defines it for each of its facts, beside its wording (`Parts.weights`, `Parts.joined`). Both depend
only on the fact as its reader may know it and on the reader's view, so they reveal nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from bot.engine.contract import Fact
from bot.engine.facts import MatchOver, Resigned, SeatOut, SeatReady


class Weight(IntEnum):
    """The importance of a fact to a player who did not see it happen."""

    FRAME = 0
    """Routine: a turn begins, a card is drawn, a player is ready."""
    MOVE = 1
    """An ordinary move."""
    ACT = 2
    """A card played, an attack that missed, something revealed."""
    HARM = 3
    """An attack that hit, a contest opened, ground gained."""
    LOSS = 4
    """A permanent loss, or points scored: a kill, a level, a base."""
    END = 5
    """A seat is out, or the match is over."""


Weigher: TypeAlias = Weight | Callable[[Any, Any], Weight]
"""The weight of the facts of a type: a constant, or a function of the fact and the game's `Talk`."""


class Joined(NamedTuple):
    """How several similar facts of a type are described in one line."""

    likeness: Callable[[Any, Any], Hashable]
    """Returns the key that similar facts share, given a fact and the game's `Talk`, or None."""
    say: Callable[[Sequence[Any], Any], str]
    """Returns the sentence for two or more similar facts, in order."""


BASE_WEIGHTS: Mapping[type[Fact], Weigher] = {
    SeatReady: Weight.FRAME,
    SeatOut: Weight.END,
    Resigned: Weight.END,
    MatchOver: Weight.END,
}
"""The weights of the facts that games share."""


def weights_of(facts: Mapping[Weight, Sequence[type[Fact]]]) -> Mapping[type[Fact], Weigher]:
    """Return the weight of each of these facts of a game, and of the facts that games share."""
    own = {fact: weight for weight, some in facts.items() for fact in some}
    return {**BASE_WEIGHTS, **own}


def weight_of(weights: Mapping[type[Fact], Weigher], fact: Any, talk: Any) -> Weight:
    """Return the weight of a fact; a fact without a weight is an act."""
    found = weights.get(type(fact), Weight.ACT)
    return found if isinstance(found, Weight) else found(fact, talk)
