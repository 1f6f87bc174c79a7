"""The effects of cards that are used up when played, on their player's side and on the enemies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.engine.cards.deckbuilding import DeckBuilding, Effect


class Deed(msgspec.Struct):
    """The effects of a card since it was played, for its player."""

    cards: int = 0
    """The change of the number of cards in its player's hand; negative for fewer."""
    serves: bool = False
    harms: bool = False
    killed: int = 0
    """The deck cost of the enemies it killed."""

    def add(self, effect: Effect) -> None:
        """Add the effect of a fact."""
        self.cards += effect.cards
        self.serves |= effect.serves > 0
        self.harms |= effect.serves < 0
        self.killed += effect.killed

    @property
    def harmful(self) -> bool:
        """Whether it cost its side something without any benefit."""
        return (self.harms or self.cards < 0) and not self.serves and self.cards <= 0


class Doing:
    """Observes in a match the effects of each play of a card that does not stay in play."""

    def __init__(self, building: DeckBuilding | None) -> None:
        """`building` reads card effects from facts; for a game without decks nothing is recorded."""
        self._building = building
        self._going_on = dict[tuple[int, str], Deed]()
        self._deeds = dict[tuple[int, str], list[Deed]]()

    def see(self, state: Any, public: Iterable[Any]) -> None:
        """Record the public facts of an action; `state` is the state after it."""
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
        """Return the effects of each play of a card by a seat."""
        return self._deeds.get((seat, number), ())
