"""The words for one opponent determined by the state of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.language import N_
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.vocabulary import Players, Who
from bot.engine.cards.words.players import PLAYERS, most
from bot.engine.contract import Seat
from bot.games.arclash.cards.words.field import CIRCULAR, BattleQueries


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
