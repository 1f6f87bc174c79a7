"""The engine's `Wording` for Crossfire, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.contract import Fact
from bot.engine.sentences import listed
from bot.engine.summary import Figure, Summary, course, most_figure, unbroken_run
from bot.engine.wording import Joined, Parts, Weight, Wording, weights_of
from bot.games.crossfire.menus.menu import orders_menu, screen, unavailable, waiting_text
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.table import team_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView
from bot.games.crossfire.wording.board_text import board_text
from bot.games.crossfire.wording.names import team_marks
from bot.games.crossfire.wording.sentences import DESCRIBERS, Talk, aim, moment, status, tally
from bot.games.crossfire.wording.typed import COMMANDS

# The summary of a match of Crossfire: territory over the turns, piles won, contests, the longest of them.


_TEAMS = 2


def summary(talk: Talk, told: Sequence[Any], start: CrossfireView | None) -> Summary:
    """Return the chart of squares held and the figures."""
    view = talk.view
    chart = course(
        gettext("Squares held"),
        _points(talk, told, start),
        [tuple(range(team, view.seats, _TEAMS)) for team in range(_TEAMS)],
        gettext("Turn {turn}", turn=view.turns),
    )
    winners = [team_of(fact.seat) for fact in told if isinstance(fact, facts.Seized)]
    won = most_figure(
        Counter[int](winners), lambda team, _: gettext("piles won by {team}", team=_team(talk, team))
    )
    team, run = unbroken_run(winners)
    if run < 2:
        streak = ""
    else:
        streak = gettext("{team} won {number} contests in a row", team=_team(talk, team), number=run)
    return Summary(chart, (*won, *_attacks(talk, told), *_longest(talk, told)), streak)


def _points(talk: Talk, told: Sequence[Any], start: CrossfireView | None) -> list[list[int]]:
    """Return the number of squares of each team at the start, at each further turn, and at the end."""
    owners = [pile.owner if pile else NOBODY for pile in start.board] if start else talk.view.table.base_home
    held = {at: seat for at, seat in enumerate(owners) if seat != NOBODY}

    def counts() -> list[int]:
        return [sum(team_of(seat) == team for seat in held.values()) for team in range(_TEAMS)]

    points = [counts()]
    for fact in told:
        match fact:
            case facts.TurnBegan():
                points.append(counts())
            case (
                facts.Laid(seat=seat, at=at)
                | facts.Supported(seat=seat, at=at)
                | facts.Seized(seat=seat, at=at)
            ):
                held[at] = seat
    return [*points, counts()] if start or len(points) > 1 else []


def _team(talk: Talk, team: int) -> str:
    """Return a team by its marks and names."""
    names = ", ".join(talk.names[team::_TEAMS])
    return f"{team_marks(team, talk.view.seats)} {names}"


def _attacks(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    """Return the seat with the most attacks, with the number of answered ones."""
    attacks = Counter[int](
        team_of(fact.seat) for fact in told if isinstance(fact, facts.Attacked | facts.Probed)
    )
    answers = Counter[int](1 - team_of(fact.seat) for fact in told if isinstance(fact, facts.Answered))
    return most_figure(
        attacks,
        lambda team, _: gettext(
            "attacks by {team}, {answers} answers", team=_team(talk, team), answers=answers[team]
        ),
    )


def _longest(talk: Talk, told: Sequence[Any]) -> list[Figure]:
    """Return the contest with the most cards."""
    laid, best = Counter[int](), (-1, 0)
    for fact in told:
        if isinstance(fact, facts.Attacked | facts.Probed):
            laid[fact.at] = 1
        elif isinstance(fact, facts.Answered):
            laid[fact.at] += 1
        else:
            continue
        best = max(best, (fact.at, laid[fact.at]), key=lambda each: each[1])
    square, cards = best
    if cards < 2:
        return []
    return [
        Figure(
            str(cards),
            gettext("cards laid at {square}, the longest contest", square=talk.view.table.name(square)),
        )
    ]


WEIGHTS = weights_of(
    {
        Weight.FRAME: (facts.HandDealt, facts.TurnBegan, facts.Drew),
        Weight.MOVE: (
            facts.BasesKept, facts.NeutralsDealt, facts.Laid, facts.Supported, facts.Discarded, facts.KeptOne,
        ),
        Weight.ACT: (
            facts.BasesRedealt, facts.StartDrawn, facts.Rebuilt, facts.Replaced, facts.Towered, facts.Raised,
            facts.Lapsed,
        ),
        Weight.HARM: (facts.Attacked, facts.Probed, facts.Answered),
        Weight.LOSS: (facts.Seized, facts.EndCounted, facts.PointsCounted),
        Weight.END: (facts.PackEmpty,),
    }
)  # fmt: skip


def _squares(told: Sequence[facts.Seized | facts.Lapsed], talk: Talk) -> str:
    return listed([talk.view.table.name(fact.at) for fact in told])


def _seized_alike(fact: facts.Seized, _talk: Talk) -> Hashable:
    return None if fact.base else (fact.seat, fact.loser, fact.held)


def _all_seized(seized: Sequence[facts.Seized], talk: Talk) -> str:
    first, squares = seized[0], _squares(seized, talk)
    winner = talk.who(first.seat)
    if first.loser == NOBODY:
        return gettext("{winner} seizes the neutrals at {squares}.", winner=winner, squares=squares)
    loser = talk.who(first.loser)
    if first.held:
        return gettext(
            "{winner} has held {squares} against {loser}: these are seized piles now.",
            winner=winner,
            squares=squares,
            loser=loser,
        )
    return gettext("{winner} seizes {squares} from {loser}.", winner=winner, squares=squares, loser=loser)


def _all_lapsed(lapsed: Sequence[facts.Lapsed], talk: Talk) -> str:
    return gettext(
        "{player} leaves {squares} unanswered: {leader} will win them.",
        player=talk.who(lapsed[0].seat),
        squares=_squares(lapsed, talk),
        leader=talk.who(lapsed[0].leader),
    )


JOINED: Mapping[type[Fact], Joined] = {
    facts.Seized: Joined(_seized_alike, _all_seized),
    facts.Lapsed: Joined(lambda fact, _: (fact.seat, fact.leader), _all_lapsed),
}


class CrossfireWording(Wording[CrossfireView]):
    """The wording of Crossfire."""

    parts = Parts(
        DESCRIBERS,
        tally,
        status,
        board_text,
        waiting_text,
        screen,
        COMMANDS,
        moment,
        aim,
        WEIGHTS,
        JOINED,
        summary,
        unavailable=unavailable,
        square=lambda talk, square: talk.view.table.name(square),
        orders=lambda _talk, orders, _path: orders_menu(orders),
    )

    def usual(self, options: Options) -> str:
        """Return the size of a match."""
        rows = options.grid.split("/")
        return gettext("{columns} × {rows} squares", columns=len(rows[0]), rows=len(rows))
