"""The summary of a match of Arclash: points over the turns, highest power, richest battle, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.summary import Figure, Summary, course, most_figure, plain_player, unbroken_run
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.card_course import battles
from bot.games.arclash.wording.names import Talk


def summary(talk: Talk, told: Sequence[Any]) -> Summary:
    """Return the chart of points and the figures."""
    view = talk.view
    chart = course(
        gettext("Points"),
        _points(talk, told),
        view.seats,
        gettext("Turn {number}", number=view.turn),
    )
    return Summary(
        chart, (*_strongest(talk, told), *_richest(talk, told), *_climber(talk, told)), _streak(talk, told)
    )


def _points(talk: Talk, told: Sequence[Any]) -> list[list[int]]:
    """Return all seats' points at the beginning of each turn, and at the end."""
    score, points = [0] * talk.view.seats, list[list[int]]()
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            points.append(score.copy())
        elif isinstance(fact, facts.Beaten):
            score[fact.winner] = fact.score
    final = [place.score for place in talk.view.places]
    return [*points, final] if points else []


def _strongest(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    powers = [
        (power, seat, turn) for turn, battle in battles(told) for seat, power in enumerate(battle.powers)
    ]
    if not powers:
        return []
    power, seat, turn = max(powers, key=lambda each: each[0])
    words = gettext("power of {player} in turn {turn}", player=plain_player(seat, talk.names), turn=turn)
    return [Figure(str(power), words)]


def _richest(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    fought = list(battles(told))
    if not fought:
        return []
    turn, battle = max(fought, key=lambda each: each[1].points)
    words = gettext(
        "points at once for {player} in turn {turn}",
        player=plain_player(battle.winner, talk.names),
        turn=turn,
    )
    return [Figure(f"+{battle.points}", words)]


def _climber(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    climbed = Counter[int](fact.seat for fact in told if isinstance(fact, facts.Advanced))
    lost = Counter[int](fact.seat for fact in told if isinstance(fact, facts.LevelledDown))
    return most_figure(
        climbed,
        lambda seat, _: gettext(
            "levels climbed by {player}, {lost} lost", player=plain_player(seat, talk.names), lost=lost[seat]
        ),
    )


def _streak(talk: Talk, told: Sequence[Any]) -> str:
    seat, won = unbroken_run(battle.winner for _, battle in battles(told))
    if won < 2:
        return ""
    return gettext(
        "{player} won {number} battles in a row", player=plain_player(seat, talk.names), number=won
    )
