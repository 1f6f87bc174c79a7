"""What is worth a line where few are told: how much each fact weighs, and which are told together.

A game says it once for each of its facts, beside its wording (`Parts.weights`, `Parts.joined`). Both
follow from a fact as its reader may know it and from the reader's view, so they tell nothing beyond these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from bot.engine.contract import Fact
from bot.engine.facts import MatchOver, Resigned, SeatOut, SeatReady


class Weight(IntEnum):
    """How much a fact matters to a player who did not see it happen."""

    FRAME = 0
    """What happens anyway: a turn begins, a card is drawn, somebody is ready."""
    MOVE = 1
    """An ordinary move."""
    ACT = 2
    """A card played, an attack that missed, something revealed."""
    HARM = 3
    """An attack that struck, a contest opened, ground gained."""
    LOSS = 4
    """Something is lost for good, or points are scored: a kill, a level, a base."""
    END = 5
    """A seat is out, or the match is over."""


Weigher: TypeAlias = Weight | Callable[[Any, Any], Weight]
"""How much the facts of a type weigh: always alike, or given the fact and the game's `Talk`."""


class Joined(NamedTuple):
    """How several like facts of a type are told in one line."""

    likeness: Callable[[Any, Any], Hashable]
    """Returns what like facts have alike, given a fact and the game's `Talk`; None for one told alone."""
    say: Callable[[Sequence[Any], Any], str]
    """Returns the sentence for two or more like facts, in their order."""


BASE_WEIGHTS: Mapping[type[Fact], Weigher] = {
    SeatReady: Weight.FRAME,
    SeatOut: Weight.END,
    Resigned: Weight.END,
    MatchOver: Weight.END,
}
"""The weights of the facts that games have alike."""


def weights_of(facts: Mapping[Weight, Sequence[type[Fact]]]) -> Mapping[type[Fact], Weigher]:
    """Return the weight of each of these facts of a game, and of those that games have alike."""
    own = {fact: weight for weight, some in facts.items() for fact in some}
    return {**BASE_WEIGHTS, **own}


def weight_of(weights: Mapping[type[Fact], Weigher], fact: Any, talk: Any) -> Weight:
    """Return how much a fact weighs; one that a game does not weigh is an act."""
    found = weights.get(type(fact), Weight.ACT)
    return found if isinstance(found, Weight) else found(fact, talk)
