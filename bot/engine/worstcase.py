"""A set of cards played at its worst: the costliest cards everywhere, in the budget that every match has.

What cards do is counted in units of work (`bot.engine.cards.bounds`). Where the budget is used up a match
goes on without the rest; a set in which that would happen is refused. A game says how its costliest table
looks by deriving from `WorstPlay`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic

from bot.engine.cardgames import CardT, PoolLibrary, PoolT
from bot.engine.cards import bounds
from bot.engine.cards.bounds import Work
from bot.engine.cards.format import placed
from bot.engine.cards.nodes import ALWAYS, Fault, Node, NodePath
from bot.engine.cards.replay import DEAD_END, comes_to_a_dead_end, exhausts, weight
from bot.engine.contract import Rules
from bot.engine.language import gettext, grouped


class WorstPlay(ABC, Generic[PoolT, CardT]):
    """Puts the costliest cards of a set on the table, and plays them."""

    pool_type: ClassVar[Any]
    rules_type: ClassVar[type[Rules[Any, Any, Any, Any]]]
    moments: ClassVar[Sequence[str]]
    """The triggers of abilities that happen, each of which is tried."""
    rehearsed: ClassVar[int]
    """Actions that are played to see that a match goes on."""
    asked: ClassVar[int]
    """Questions that are answered before a card is let go."""
    too_much: ClassVar[str]
    """What is said where it is too much, with the `number` of units and the `most` there may be."""
    more: ClassVar[str]
    """What is said where it is more than the `most` there may be."""

    def __init__(self, own: Any, base: Sequence[Any]) -> None:
        self.pool: PoolT = self.pool_type([*[one for one in base if one.key != own.key], own])
        self.own: Sequence[CardT] = self.pool_type.cards_of(own)
        self._places: dict[str, NodePath] = {
            card.number: place for place, card in placed(own, self.pool_type.fields)
        }

    def faults(self) -> Iterator[Fault]:
        """Yield E421 with the card and the figure where the cards take too much work, and E422 where a match
        with them stops. Nothing else may be wrong with the set."""
        for card in self.costliest(ALWAYS)[:1]:
            # Beyond the limit it is counted on to ten times as much, to say how much it is.
            spent = self.standing(card, Work(10 * bounds.STANDING))
            if spent >= bounds.STANDING:
                values = {"number": grouped(spent), "most": grouped(bounds.STANDING)}
                yield "E421", self._places[card.number], gettext(self.too_much, **values)
        for trigger in self.moments:
            costliest = self.costliest(trigger)
            if costliest and exhausts(self.begun(trigger, costliest), self.asked):
                message = gettext(self.more, most=grouped(bounds.STEP))
                yield "E421", self._places[costliest[0].number], message
        rules: Any = self.rules_type(PoolLibrary(self.pool))  # type: ignore[call-arg] # of a game with cards
        for table in self.rehearsals():
            if comes_to_a_dead_end(rules, table.state, table.rng, self.rehearsed):
                yield "E422", (), gettext(DEAD_END)
                return

    def costliest(self, trigger: str) -> list[CardT]:
        """Return the cards of the set that do something at a moment, the costliest first."""
        return [card for card in self.by_weight(self.own, trigger) if self.weight(card, (trigger,))]

    def by_weight(self, cards: Iterable[CardT], trigger: str) -> list[CardT]:
        """Return cards by what they do at a moment, the costliest first."""
        return sorted(cards, key=lambda card: (-self.weight(card, (trigger,)), card.number))

    def weight(self, card: CardT, triggers: Iterable[str]) -> int:
        """Return about how much work the abilities of a card are at these moments."""
        return weight(card, tuple(triggers), self.of_node)

    @abstractmethod
    def of_node(self, node: Node) -> int:
        """Return about how much work a part of an ability is."""

    @abstractmethod
    def standing(self, card: CardT, work: Work) -> int:
        """Return how much work it is to find out what is in force, with this card on the table."""

    @abstractmethod
    def begun(self, trigger: str, cards: Sequence[CardT]) -> Any:
        """Return a table on which abilities of these cards are queued, as at a moment."""

    @abstractmethod
    def rehearsals(self) -> Iterator[Any]:
        """Yield tables from which a match is played on."""
