"""The engine's `Wording` for Arclash, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.cards.wording import CardWording
from bot.engine.contract import Fact
from bot.engine.sentences import listed
from bot.engine.summary import Figure, Summary, course, most_figure, plain_player, unbroken_run
from bot.engine.wording import Joined, Parts, Weigher, Weight, weights_of
from bot.games.arclash.menus.menu import screen, unavailable, waiting_text
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.card_course import battles
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.standing_orders import orders_screen
from bot.games.arclash.rules.view import ArclashView
from bot.games.arclash.wording.board_text import aim, board_text, moment, status
from bot.games.arclash.wording.names import Lexicon, Talk
from bot.games.arclash.wording.sentences import DESCRIBERS, tally
from bot.games.arclash.wording.typed import COMMANDS

# The summary of a match of Arclash: points over the turns, highest power, richest battle, levels.


def summary(talk: Talk, told: Sequence[Any], start: ArclashView | None) -> Summary:
    """Return the chart of points and the figures."""
    view = talk.view
    fought = list(battles(told, start.turn if start else 0))
    chart = course(
        gettext("Points"),
        _points(talk, told, start),
        view.seats,
        gettext("Turn {number}", number=view.turn),
    )
    return Summary(
        chart,
        (*_strongest(talk, fought), *_richest(talk, fought), *_climber(talk, told)),
        _streak(talk, fought),
    )


def _points(talk: Talk, told: Sequence[Any], start: ArclashView | None) -> list[list[int]]:
    """Return all seats' points at the start of a prepared position, at the beginning of each turn, and at the
    end.
    """
    score = [place.score for place in start.places] if start else [0] * talk.view.seats
    points = [score.copy()] if start else []
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            points.append(score.copy())
        elif isinstance(fact, facts.Beaten):
            score[fact.winner] = fact.score
    final = [place.score for place in talk.view.places]
    return [*points, final] if points else []


def _strongest(talk: Talk, fought: Sequence[tuple[int, facts.Beaten]]) -> list[Figure]:
    powers = [(power, seat, turn) for turn, battle in fought for seat, power in enumerate(battle.powers)]
    if not powers:
        return []
    power, seat, turn = max(powers, key=lambda each: each[0])
    words = gettext("power of {player} in turn {turn}", player=plain_player(seat, talk.names), turn=turn)
    return [Figure(str(power), words)]


def _richest(talk: Talk, fought: Sequence[tuple[int, facts.Beaten]]) -> list[Figure]:
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


def _streak(talk: Talk, fought: Sequence[tuple[int, facts.Beaten]]) -> str:
    seat, won = unbroken_run(battle.winner for _, battle in fought)
    if won < 2:
        return ""
    return gettext(
        "{player} won {number} battles in a row", player=plain_player(seat, talk.names), number=won
    )


WEIGHTS: Mapping[type[Fact], Weigher] = {
    **weights_of(
        {
            Weight.FRAME: (
                facts.Chose, facts.Prepared, facts.PaymentChosen, facts.Withdrew, facts.TurnBegan,
                facts.Revealed, facts.SupportStage, facts.Passed, facts.Drew, facts.Refilled, facts.Recovered,
                facts.WayAsked,
            ),
            Weight.MOVE: (
                facts.TieRolled, facts.Rolled, facts.Tossed, facts.Discarded, facts.Milled, facts.Looked,
            ),
            Weight.ACT: (
                facts.Opened, facts.Prevented, facts.Took, facts.Guessed, facts.Shielded, facts.CutShort,
                facts.Forbidden,
            ),
            Weight.HARM: (
                facts.Advanced, facts.AdvanceFailed, facts.Played, facts.Renewed, facts.Cancelled,
                facts.Returned, facts.Climbed,
            ),
            Weight.LOSS: (facts.LevelledDown, facts.Beaten, facts.Scored),
        }
    ),
    facts.PowerChanged: lambda fact, _talk: Weight.ACT if fact.by else Weight.MOVE,
    facts.Decided: lambda fact, _talk: Weight.FRAME if fact.kind == "card" else Weight.MOVE,
}  # fmt: skip


def _all_chose(chosen: Sequence[facts.Chose], talk: Talk) -> str:
    return gettext("Have chosen: {players}.", players=talk.everyone([fact.seat for fact in chosen]))


def _all_advanced(advanced: Sequence[facts.Advanced], talk: Talk) -> str:
    words = [
        gettext("{who} to {card}", who=talk.who(fact.seat), card=talk.named(fact.shown.number))
        for fact in advanced
    ]
    return gettext("They **advance**: {advances}.", advances=listed(words))


def _all_played(played: Sequence[facts.Played], talk: Talk) -> str:
    cards = talk.several([fact.shown for fact in played])
    return gettext("{who} plays **{cards}**.", who=talk.who(played[0].seat), cards=cards)


def _all_passed(passed: Sequence[facts.Passed], talk: Talk) -> str:
    return gettext(
        "No more Supports in this battle from {players}.",
        players=talk.everyone([fact.seat for fact in passed]),
    )


def _all_beaten(beaten: Sequence[facts.LevelledDown], talk: Talk) -> str:
    words = [f"{talk.who(fact.seat)} ({talk.named(fact.shown.number)})" for fact in beaten]
    return gettext("Down a level: {players}.", players=listed(words))


JOINED: Mapping[type[Fact], Joined] = {
    facts.Chose: Joined(lambda fact, _talk: None if fact.own else fact.what, _all_chose),
    facts.Advanced: Joined(lambda _fact, _talk: "all", _all_advanced),
    facts.Played: Joined(lambda fact, _: fact.seat, _all_played),
    facts.Passed: Joined(lambda _fact, _talk: "all", _all_passed),
    facts.LevelledDown: Joined(lambda fact, _talk: fact.why if fact.why == "battle" else None, _all_beaten),
}


class ArclashWording(CardWording[ArclashView, Talk]):
    """The texts of Arclash, with the cards they name."""

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
        orders=lambda _talk, orders, _path: orders_screen(orders),
    )
    talk_type, lexicon_type = Talk, Lexicon

    def usual(self, options: Options) -> str:
        """Return the length of a match with these options."""
        return gettext("first to {score} points", score=options.score)
