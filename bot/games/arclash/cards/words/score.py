"""Points: conditions on them, and amounts by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from bot.base.language import N_, gettext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.matching import Rank, range_faults
from bot.engine.cards.nodes import AmountNode, Compared, ConditionNode, Count, Fault, Number, WhoseT
from bot.engine.cards.text.amounts import Measure, bounded, same
from bot.engine.cards.text.grammar import Called, between
from bot.engine.cards.text.people import held_for, together
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import POINTS, BattleQueries
from bot.games.arclash.cards.words.power import one_of


class ScoreOf(AmountNode, Generic[WhoseT], frozen=True, tag="score"):
    """The points scored; the sum for several players."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    times: Number = 1
    at_most: Number = 0

    def value(self, context: EvaluationContext[BattleQueries]) -> int:
        """Add up the points."""
        return sum([context.queries.score(seat) for seat in context.players(self.whose)]) * self.times

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return an amount for each point, in words."""
        words = gettext(
            "{amount} for each of {points}",
            amount=unit.several(self.times, "accusative"),
            points=together(self.whose, voice).thing(POINTS.many, "genitive"),
        )
        return same(bounded(words, self.at_most))


class ScoreIs(ConditionNode, Generic[WhoseT], frozen=True, tag="score"):
    """The points of at least one of these players are in this range, or are the most or the fewest."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    at_least: Count = 0
    at_most: Count | None = None
    rank: Rank = ""
    """No other player has more, or fewer."""

    def holds(self, context: EvaluationContext[BattleQueries]) -> bool:
        """Compare the points."""
        return one_of(context, self, context.queries.score)

    def compared(self) -> Compared | None:
        """Return the range of the points; of others it can be that of any."""
        if self.whose != "you" or self.rank:
            return None
        return Compared(("score", self.whose), self.at_least, self.at_most)

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of a condition that never or always holds."""
        yield from range_faults(self.at_least, self.at_most, special=self.rank)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the condition in words."""
        person, no = held_for(self.whose, voice, no=no)
        message = (_LACKS if no else _HAS_POINTS)[person.second]
        return gettext(message, player=person.subject, points=self._points())

    def _points(self) -> str:
        """Return the points with their comparison: "5 or more points, the most of all (ties count)"."""
        span = between(self.at_least, self.at_most)
        if (self.at_least, self.at_most) == (1, 1):
            points = gettext("{range} point", range=span)
        else:
            points = gettext("{range} points", range=span) if span else gettext("any amount of points")
        if not self.rank:
            return points
        return gettext(_MOST_POINTS[self.rank][bool(span)], points=points)


_HAS_POINTS = {True: N_("you have {points}"), False: N_("{player} has {points}")}
_LACKS = {True: N_("you do not have {points}"), False: N_("{player} does not have {points}")}
_MOST_POINTS = {
    "highest": {
        True: N_("{points}, the most of all (ties count)"),
        False: N_("the most points (ties count)"),
    },
    "lowest": {
        True: N_("{points}, the fewest of all (ties count)"),
        False: N_("the fewest points (ties count)"),
    },
}
"""By whether a range of points is also given."""
