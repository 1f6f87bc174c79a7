"""What cards do that are used up by being played: to the side of who plays them, and to enemies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.engine.deckbuilding import DeckBuilding, Effect


class Deed(msgspec.Struct):
    """What a card has done since it was played, from the side of who played it."""

    cards: int = 0
    """How many more cards its player has in hand; fewer below 0."""
    serves: bool = False
    harms: bool = False
    killed: int = 0
    """The deck cost of the enemies that it killed."""

    def add(self, effect: Effect) -> None:
        """Count what a fact tells."""
        self.cards += effect.cards
        self.serves |= effect.serves > 0
        self.harms |= effect.serves < 0
        self.killed += effect.killed

    @property
    def harmful(self) -> bool:
        """Whether it cost its side something and brought it nothing."""
        return (self.harms or self.cards < 0) and not self.serves and self.cards <= 0


class Doing:
    """Sees in a match what each play of a card does that does not stay in play."""

    def __init__(self, building: DeckBuilding | None) -> None:
        """`building` knows what facts tell of cards; of a game without decks nothing is seen."""
        self._building = building
        self._going_on = dict[tuple[int, str], Deed]()
        self._deeds = dict[tuple[int, str], list[Deed]]()

    def see(self, state: Any, public: Iterable[Any]) -> None:
        """Take note of the facts of an action, after which this is the state."""
        if self._building is None:
            return
        for fact in public:
            for (seat, number), deed in self._going_on.items():
                deed.add(self._building.effect(fact, seat, number, state))
            played = self._building.used_up(fact, state)
            if played is not None:
                self._going_on[played] = Deed()
                self._deeds.setdefault(played, []).append(self._going_on[played])
        if self._going_on and not self._building.resolving(state):
            self._going_on = {}

    def of(self, seat: int, number: str) -> Sequence[Deed]:
        """Return what each play of a card by a seat has done."""
        return self._deeds.get((seat, number), ())
