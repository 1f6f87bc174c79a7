"""The summary of a match of Neo-Combat: varans left over the turns, damage, answers, the hardest hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.base.language import gettext, pgettext
from bot.engine.phrases import SEAT_MARKS, by_seat
from bot.engine.summary import Figure, Summary, course, plain_player, unbroken_run
from bot.games.neocombat.rules import facts
from bot.games.neocombat.wording.names import Talk


def summary(talk: Talk, told: Sequence[Any]) -> Summary:
    """Return the chart of varans left and the figures."""
    view = talk.view
    chart = course(
        gettext("Varans left"),
        _points(talk, told),
        view.seats,
        pgettext("game turn", "Turn {number}", number=view.turn),
    )
    return Summary(chart, (*_kills(talk), *_answers(told), *_hardest(talk, told)), _streak(talk, told))


def _points(talk: Talk, told: Sequence[Any]) -> list[list[int]]:
    """Return the number of each seat's varans at the beginning of each turn, and at the end.

    The start of the first turn is a fact only if there was a draft.
    """
    left = [talk.view.options.team] * talk.view.seats
    points = [left.copy()]
    for fact in told:
        if isinstance(fact, facts.TurnBegan) and fact.turn > 1:
            points.append(left.copy())
        elif isinstance(fact, facts.Killed):
            left[talk.owner(fact.token)] -= 1
        elif isinstance(fact, facts.Resigned):
            left[fact.seat] = 0
    return [*points, left] if len(points) > 1 else []


def _kills(talk: Talk) -> list[Figure]:
    view = talk.view
    kills = " : ".join(f"{SEAT_MARKS[seat]}{number}" for seat, number in enumerate(view.kills))
    return [Figure(kills, gettext("kills; damage dealt {damage}", damage=by_seat(enumerate(view.dealt))))]


def _answers(told: Sequence[Any]) -> list[Figure]:
    answered = sum(isinstance(fact, facts.Defended) for fact in told)
    asked = answered + sum(isinstance(fact, facts.Undefended) for fact in told)
    if not asked:
        return []
    percent = gettext("{number}%", number=round(100 * answered / asked))
    return [Figure(percent, gettext("of {number} attacks and sensors were answered", number=asked))]


def _hardest(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    hits = [fact for fact in told if isinstance(fact, facts.Hit)]
    if not hits:
        return []
    hit = max(hits, key=lambda fact: fact.by)
    return [Figure(str(hit.by), gettext("damage to {token}, the hardest hit", token=talk.token(hit.token)))]


def _streak(talk: Talk, told: Sequence[Any]) -> str:
    seat, kills = unbroken_run(fact.seat for fact in told if isinstance(fact, facts.Killed))
    if kills < 2:
        return ""
    return gettext(
        "{player} made {number} kills in a row", player=plain_player(seat, talk.names), number=kills
    )
