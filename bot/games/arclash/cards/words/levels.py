"""Levels: level loss, conditions on levels, and amounts by level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.matching import is_within, range_faults
from bot.engine.cards.nodes import (
    AmountNode,
    Compared,
    ConditionNode,
    CostNode,
    EffectNode,
    Fault,
    Number,
    WhoseT,
)
from bot.engine.cards.text.amounts import Measure, bounded, same
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import held_for, target, together, you
from bot.engine.cards.text.terms import Mood, Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import CHARACTER, LEVEL, BattleQueries, BattleTable, CardLevel
from bot.games.arclash.cards.words.places import is_of_level

# Losing a level as a cost, which a player at Level 1 cannot pay.


class LevelDownCost(CostNode, frozen=True, tag="level-down"):
    """Discard the top Advancement of your stack; impossible with a Level 1 (ARC-18)."""

    def openly_payable(self, queries: BattleQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether there is an Advancement for each such cost: stacks are public."""
        levels = sum([isinstance(cost, LevelDownCost) for cost in costs])
        return queries.level(seat) > 1 and levels < len(queries.cards("stack", seat))

    def pay(self, table: BattleTable, card: Card, seat: Seat) -> None:
        """Lose a level; shields do not apply to a player's own costs."""
        table.level_down(card, seat)

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - of cards only
        """Return the cost in words."""
        return pgettext(mood, _LEVEL_DOWN, character=you(voice).thing(CHARACTER.one, "accusative"))


_LEVEL_DOWN = N_("level down {character}", "imperative", "infinitive")


class LevelDown(EffectNode, Generic[WhoseT], frozen=True, tag="level-down"):
    """A player discards the top Advancement of the stack; a Level 1 stays."""

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the players lose a level."""
        for seat in context.players(self.whose):
            context.table.level_down(context.card, seat)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: whose Character levels down."""
        character = target(self.whose, voice).thing(CHARACTER.one, "nominative")
        return Clause(said(_LEVELS_DOWN, character=character), swift=True)


_LEVELS_DOWN = clause("{character} levels down")


class LevelOf(AmountNode, Generic[WhoseT], frozen=True, tag="level"):
    """The level of the current Character; the sum for several players."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    times: Number = 1
    at_most: Number = 0

    def value(self, context: EvaluationContext[BattleQueries]) -> int:
        """Add up the levels."""
        return sum([context.queries.level(seat) for seat in context.players(self.whose)]) * self.times

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return an amount for each level, in words."""
        person = together(self.whose, voice)
        words = gettext(
            "{amount} for each {level} of {character}",
            amount=unit.several(self.times, "accusative"),
            level=gettext(LEVEL),
            character=person.thing(CHARACTER.many if person.plural else CHARACTER.one, "genitive"),
        )
        return same(bounded(words, self.at_most))


class LevelIs(ConditionNode, Generic[WhoseT], frozen=True, tag="level"):
    """The current Character of at least one of these players has a level in this range."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    at_least: CardLevel = 1
    at_most: CardLevel = 4

    def holds(self, context: EvaluationContext[BattleQueries]) -> bool:
        """Compare the levels."""
        levels = [context.queries.level(seat) for seat in context.players(self.whose)]
        return any(is_within(level, self.at_least, self.at_most) for level in levels)

    def compared(self) -> Compared | None:
        """Return the range of the level; of others it can be that of any."""
        if self.whose != "you":
            return None
        return Compared(("level", self.whose), self.at_least, self.at_most, 1, 4)

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of a condition that never or always holds."""
        yield from range_faults(self.at_least, self.at_most, floor=1, ceiling=4)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the condition in words."""
        person, no = held_for(self.whose, voice, no=no)
        character = person.thing(CHARACTER.one, "nominative")
        return is_of_level(character, self._range(gettext(LEVEL)), no=no)

    def _range(self, level: str) -> str:
        low, high = self.at_least, self.at_most
        if (low, high) == (1, 4):
            return gettext("of any {level}", level=level)
        if low == high:
            return gettext("{level} {number}", level=level, number=low)
        if high == 4:
            return gettext("{level} {number} or more", level=level, number=low)
        if low == 1:
            return gettext("{level} {number} or less", level=level, number=high)
        return gettext("{level} {low} to {high}", level=level, low=low, high=high)
