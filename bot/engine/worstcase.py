"""Worst-case tests of a card set: the most expensive cards everywhere, within the budget of every match.

The effects of cards are counted in units of work (`bot.engine.cards.bounds`). If the budget is used up a
match goes on without the remaining effects; a set in which that would happen is refused. A game describes its
most expensive table by deriving from `WorstPlay`.
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
from bot.engine.contract import AnyRules
from bot.engine.language import gettext, grouped


class WorstPlay(ABC, Generic[PoolT, CardT]):
    """Puts the most expensive cards of a set on the table, and plays them."""

    pool_type: ClassVar[Any]
    rules_type: ClassVar[type[AnyRules]]
    moments: ClassVar[Sequence[str]]
    """The triggers of event abilities, each of which is tried."""
    rehearsed: ClassVar[int]
    """The number of actions played to check that a match goes on."""
    asked: ClassVar[int]
    """The number of questions answered before a card is abandoned."""
    too_much: ClassVar[str]
    """The error for too much work, with the `number` of units and the maximum `most`."""
    more: ClassVar[str]
    """The error for work above the maximum `most`."""

    def __init__(self, own: Any, base: Sequence[Any]) -> None:
        self.pool: PoolT = self.pool_type([*[one for one in base if one.key != own.key], own])
        self.own: Sequence[CardT] = self.pool_type.cards_of(own)
        self._places: dict[str, NodePath] = {
            card.number: place for place, card in placed(own, self.pool_type.fields)
        }

    def faults(self) -> Iterator[Fault]:
        """Yield E421 with the card and the number of units if the cards take too much work, and E422 if a
        match with them stops. The set must have no other faults.
        """
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
        """Return the cards of the set with an ability at a moment, the most expensive first."""
        return [card for card in self.by_weight(self.own, trigger) if self.weight(card, (trigger,))]

    def by_weight(self, cards: Iterable[CardT], trigger: str) -> list[CardT]:
        """Return cards by the work of their abilities at a moment, the most expensive first."""
        return sorted(cards, key=lambda card: (-self.weight(card, (trigger,)), card.number))

    def weight(self, card: CardT, triggers: Iterable[str]) -> int:
        """Return the estimated work of a card's abilities at these moments."""
        return weight(card, tuple(triggers), self.of_node)

    @abstractmethod
    def of_node(self, node: Node) -> int:
        """Return the estimated work of a part of an ability."""

    @abstractmethod
    def standing(self, card: CardT, work: Work) -> int:
        """Return the work of evaluating the `always` abilities, with this card on the table."""

    @abstractmethod
    def begun(self, trigger: str, cards: Sequence[CardT]) -> Any:
        """Return a table on which abilities of these cards are queued, as at a moment."""

    @abstractmethod
    def rehearsals(self) -> Iterator[Any]:
        """Yield tables from which a match is played on."""
