"""The summary of a match of Overcross: score over the rounds, luck, the hardest card, the bloodiest round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.phrases import SEAT_MARKS
from bot.engine.summary import Figure, Summary, course, hit_streak, luck_figure, most_figure
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.attacks import SIDES, successes
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.view import NO_CARD, named_cards, owner_of
from bot.games.overcross.wording.names import Talk


def summary(talk: Talk, public: Sequence[Any]) -> Summary:
    """Return the chart of the score and the figures."""
    view = talk.view
    by_counters = view.options.objective == "assassination"
    chart = course(
        gettext(_CHARTS.get(view.options.objective, N_("Deck cost of the kills"))),
        _counters(talk, public) if by_counters else _points(talk, public),
        view.seats,
        gettext("Round {round}", round=view.round),
        least_leads=by_counters,
    )
    aimed = [fact for fact in public if isinstance(fact, facts.Aimed) and fact.die != facts.NO_DIE]
    figures = (*_luck(talk, aimed), *_hardest(talk, public), *_bloodiest(public))
    return Summary(
        chart, figures, hit_streak([(owner_of(fact.card), fact.hit) for fact in aimed], talk.names)
    )


_CHARTS: Mapping[str, str] = {
    "invasion": N_("Points"),
    "deathmatch": N_("Points"),
    "assassination": N_("Counters on those who must not die"),
}
"""The title of the chart if it does not show kills: the deciding values (OVC-43)."""


def _counters(talk: Talk, public: Sequence[Any]) -> list[list[int]]:
    """Return the counters on each seat's Leader and Champion at the start of each round, and at the end."""
    on: dict[int, int] = {}
    points = list[list[int]]()
    pieces = [named_cards(talk.view, seat) for seat in range(talk.view.seats)]

    def now() -> list[int]:
        return [sum(on.get(card, 0) for card in cards) for cards in pieces]

    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            points.append(now())
        elif isinstance(fact, facts.Died):
            on[fact.card] = DEADLY
        elif isinstance(fact, facts.Harmed | facts.Healed):
            on[fact.card] = min(fact.total, DEADLY)
    return [*points, now()] if points else []


def _points(talk: Talk, public: Sequence[Any]) -> list[list[int]]:
    """Return all seats' scores at the start of each round, and at the end."""
    score, points = [0] * talk.view.seats, list[list[int]]()
    by_kills = talk.view.options.objective != "invasion"
    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            points.append(score.copy())
        elif isinstance(fact, facts.Died) and fact.credit >= 0 and by_kills:
            score[fact.credit] += fact.cost
        elif isinstance(fact, facts.Invaded):
            score[owner_of(fact.card)] = fact.points
    return [*points, score] if points else []


def _luck(talk: Talk, aimed: Sequence[facts.Aimed]) -> list[Figure]:
    hits, chances = Counter[int](), dict[int, list[float]]()
    for fact in aimed:
        seat = owner_of(fact.card)
        hits[seat] += fact.hit
        chances.setdefault(seat, []).append(successes(fact.acc) / SIDES)
    return luck_figure(hits, chances, talk.names)


def _hardest(talk: Talk, public: Sequence[Any]) -> list[Figure]:
    dealt = Counter[int]()
    for fact in public:
        if isinstance(fact, facts.Harmed) and fact.by != NO_CARD:
            dealt[fact.by] += fact.counters
    return most_figure(
        dealt,
        lambda card, _: gettext(
            "counters put by {card}", card=f"{SEAT_MARKS[owner_of(card)]} {talk.plain(card)}"
        ),
    )


def _bloodiest(public: Sequence[Any]) -> list[Figure]:
    dead, current = Counter[int](), 0
    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            current = fact.round
        elif isinstance(fact, facts.Died):
            dead[current] += 1
    return most_figure(
        dead,
        lambda at, number: ngettext(
            "Character died in round {round}", "Characters died in round {round}", number, round=at
        ),
    )
