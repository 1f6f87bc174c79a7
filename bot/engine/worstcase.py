"""Worst-case tests of a card set: the most expensive cards everywhere, within the budget of every match.

The effects of cards are counted in units of work (`bot.engine.cards.bounds`). If the budget is used up a
match goes on without the remaining effects; a set in which that would happen is refused. A game describes its
most expensive table by deriving from `WorstPlay`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic

from bot.base.language import N_, gettext, grouped
from bot.engine.cards import bounds, machine
from bot.engine.cards.bounds import Work
from bot.engine.cards.format import placed
from bot.engine.cards.game import CardT, PoolLibrary, PoolT
from bot.engine.cards.nodes import ALWAYS, Fault, Node, NodePath, nodes
from bot.engine.contract import AnyRules
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream


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
            if costliest and _exhausts(self.begun(trigger, costliest), self.asked):
                message = gettext(self.more, most=grouped(bounds.STEP))
                yield "E421", self._places[costliest[0].number], message
        rules: Any = self.rules_type(PoolLibrary(self.pool))  # type: ignore[call-arg] # of a game with cards
        for table in self.rehearsals():
            if _comes_to_a_dead_end(rules, table.state, table.rng, self.rehearsed):
                yield "E422", (), gettext(_DEAD_END)
                return

    def costliest(self, trigger: str) -> list[CardT]:
        """Return the cards of the set with an ability at a moment, the most expensive first."""
        return [card for card in self.by_weight(self.own, trigger) if self.weight(card, (trigger,))]

    def by_weight(self, cards: Iterable[CardT], trigger: str) -> list[CardT]:
        """Return cards by the work of their abilities at a moment, the most expensive first."""
        return sorted(cards, key=lambda card: (-self.weight(card, (trigger,)), card.number))

    def weight(self, card: Any, triggers: Collection[str]) -> int:
        """Return the estimated work of a card's abilities at these moments."""
        triggered = [ability for ability in card.abilities if ability.on in triggers]
        return sum([self.of_node(node) for ability in triggered for _, node in nodes(ability)])

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


def _exhausts(table: Any, asked: int) -> bool:
    """Whether the queue can use up a step's work with any answers to this number of questions."""
    state = table.state
    state.program = machine.run(state.program, table, table.rng)
    for _ in range(asked):
        if table.work.exhausted or state.program.question is None:
            break
        table.work = Work()
        answer = max(machine.answers(state.program))
        state.program = machine.answer(state.program, table, answer, table.rng)
    return bool(table.work.exhausted)


def _comes_to_a_dead_end(rules: AnyRules, state: Any, rng: Stream, most: int) -> bool:
    """Whether random play for this number of actions reaches a seat that must act but cannot.

    The seat has no legal action, or an action listed as legal is refused.
    """
    for _ in range(most):
        if rules.outcome(state) is not None:
            return False
        if not rules.goes_on(state):
            return True
        seat = min(rules.to_act(state))
        try:
            rules.apply(state, seat, rng.pick("rehearsed", rules.legal(state, seat)), rng)
        except IllegalAction:
            return True
    return False


_DEAD_END = N_(
    "a match with these cards stops: a player must act and has no legal action. This is an error of"
    " the game: please tell the host of the bot."
)
"""The message for such a dead end (E422)."""
