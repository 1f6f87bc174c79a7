"""Points: conditions on them, and amounts by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Generic

from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.matching import Rank, range_faults
from bot.engine.cards.nodes import (
    AmountNode,
    Compared,
    ConditionNode,
    Count,
    EffectNode,
    Fault,
    Number,
    WhoseT,
)
from bot.engine.cards.text.amounts import Measure, bounded, same
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.grammar import Called, between
from bot.engine.cards.text.people import held_for, together, you
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Players, Who
from bot.engine.cards.words.players import PLAYERS, most
from bot.engine.contract import Seat
from bot.games.arclash.cards.words.field import CIRCULAR, POINTS, BattleQueries, BattleTable
from bot.games.arclash.cards.words.power import one_of

# The words for one opponent determined by the state of the match.


def _strongest(context: EvaluationContext[BattleQueries]) -> Sequence[Seat]:
    return () if context.standing else most(context, context.queries.power)


def _weakest(context: EvaluationContext[BattleQueries]) -> Sequence[Seat]:
    return () if context.standing else most(context, lambda seat: -context.queries.power(seat))


WHOSE: Mapping[str, Players] = {
    **PLAYERS,
    "strongest-opponent": Players(
        _strongest,
        Who(N_("the opponent with the most power", "nominative"), N_("the strongest opponent's", "genitive")),
        chooses=True,
        derived=CIRCULAR,
    ),
    "weakest-opponent": Players(
        _weakest,
        Who(N_("the opponent with the least power", "nominative"), N_("the weakest opponent's", "genitive")),
        chooses=True,
        derived=CIRCULAR,
    ),
    "leading-opponent": Players(
        lambda context: most(context, context.queries.score),
        Who(N_("the opponent with the most points", "nominative"), N_("the leading opponent's", "genitive")),
        chooses=True,
    ),
}
"""All words that select players.

strongest-opponent  the opponent with the highest current power; you choose one if tied
weakest-opponent    the opponent with the lowest current power; you choose one if tied
leading-opponent    the opponent with the most points; you choose one if tied
"""


# Scoring points by a card's effect.


class Score(EffectNode, frozen=True, tag="score"):
    """You score one or two points; a player who reaches the winning score wins (ARC-14)."""

    points: Annotated[int, Meta(ge=1, le=2)] = 1

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Score."""
        context.table.score_points(context.card, context.seat, self.points)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the number of points."""
        points = Called(POINTS).several(self.points, "accusative")
        return does(_SCORE, you(voice), voice, points=points)


_SCORE = VerbForms("score {points}", "you score {points}", "{player} scores {points}")


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
