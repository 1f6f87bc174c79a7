"""The engine's `Wording` for Neo-Combat, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from bot.base.language import gettext, pgettext
from bot.engine.cards.wording import CardWording
from bot.engine.contract import Fact
from bot.engine.sentences import SEAT_MARKS, by_seat, listed
from bot.engine.summary import Figure, Summary, course, plain_player, unbroken_run
from bot.engine.wording import Joined, Parts, Weigher, Weight, weights_of
from bot.games.neocombat.menus.orders import orders_screen
from bot.games.neocombat.menus.screens import screen, unavailable, waiting_text
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.view import NeoView
from bot.games.neocombat.wording.board_text import aim, board_text, moment, status
from bot.games.neocombat.wording.names import Lexicon, Talk
from bot.games.neocombat.wording.sentences import DESCRIBERS, tally
from bot.games.neocombat.wording.typed import COMMANDS

# The summary of a match of Neo-Combat: varans left over the turns, damage, answers, the hardest hit.


def summary(talk: Talk, told: Sequence[Any], start: NeoView | None) -> Summary:
    """Return the chart of varans left and the figures."""
    view = talk.view
    chart = course(
        gettext("Varans left"),
        _points(talk, told, start),
        view.seats,
        pgettext("game turn", "Turn {number}", number=view.turn),
    )
    kills = Figure(
        " : ".join(f"{SEAT_MARKS[seat]}{number}" for seat, number in enumerate(view.kills)),
        gettext("kills; damage dealt {damage}", damage=by_seat(enumerate(view.dealt))),
    )
    return Summary(chart, (kills, *_answers(told), *_hardest(talk, told)), _streak(talk, told))


def _points(talk: Talk, told: Sequence[Any], start: NeoView | None) -> list[list[int]]:
    """Return the number of each seat's varans at the beginning of each turn, and at the end.

    The start of the first turn is a fact only if there was a draft.
    """
    team, begun = talk.view.options.team, start.turn if start else 1
    left = [start.alive(seat) if start else team for seat in range(talk.view.seats)]
    points = [left.copy()]
    for fact in told:
        if isinstance(fact, facts.TurnBegan) and fact.turn > begun:
            points.append(left.copy())
        elif isinstance(fact, facts.Killed):
            left[talk.owner(fact.token)] -= 1
        elif isinstance(fact, facts.Resigned):
            left[fact.seat] = 0
    return [*points, left] if start or len(points) > 1 else []


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


WEIGHTS: Mapping[type[Fact], Weigher] = {
    **weights_of(
        {
            Weight.FRAME: (
                facts.Kept, facts.TeamDealt, facts.Drew, facts.Refilled, facts.DrewEnough, facts.TurnBegan,
                facts.StepBegan, facts.Stopped, facts.CombatBegan, facts.Passed, facts.WindowOpened,
                facts.Undefended, facts.Turned, facts.SecondFollows, facts.SecondLapsed, facts.RepairBegan,
                facts.Planned, facts.HandedOff, facts.AllReady, facts.Discarded, facts.TurnedBack,
            ),
            Weight.MOVE: (
                facts.Moved, facts.Claimed, facts.CloakedAgain, facts.Shuffled, facts.Rolled, facts.Tossed,
            ),
            Weight.ACT: (
                facts.Played, facts.Revealed, facts.Defended, facts.Fended, facts.Mended, facts.LostCards,
            ),
            Weight.LOSS: (facts.Killed,),
            Weight.END: (facts.Dropped, facts.Resigned),
        }
    ),
    facts.Hit: lambda fact, _talk: Weight.HARM if fact.by else Weight.ACT,
}  # fmt: skip


def _owner(fact: facts.TokenFact, talk: Talk) -> Hashable:
    return talk.owner(fact.token)


def _all_moved(moved: Sequence[facts.Moved], talk: Talk) -> str:
    ends = {fact.token: fact.to for fact in moved}
    moves = [
        gettext("{token} to sector {to}", token=talk.token(token), to=to)
        if to
        else gettext("{token} to the Centre", token=talk.token(token))
        for token, to in ends.items()
    ]
    player = talk.who(talk.owner(moved[0].token))
    return gettext("{player} moves {moves}.", player=player, moves=listed(moves))


def _all_killed(killed: Sequence[facts.Killed], talk: Talk) -> str:
    return gettext(
        "{tokens} **are killed**: {number} kills for {player}.",
        tokens=talk.tokens([fact.token for fact in killed]),
        number=len(killed),
        player=talk.who(killed[0].seat),
    )


def _all_cloaked(cloaked: Sequence[facts.CloakedAgain], talk: Talk) -> str:
    tokens = dict.fromkeys([fact.token for fact in cloaked])
    return gettext("Cloaked: {tokens}.", tokens=talk.tokens(tokens))


def _all_passed(passed: Sequence[facts.Passed], talk: Talk) -> str:
    return gettext("Pass: {players}.", players=talk.everyone([fact.seat for fact in passed]))


def _all_ready(ready: Sequence[facts.HandedOff], talk: Talk) -> str:
    return gettext("Ready: {players}.", players=talk.everyone([fact.seat for fact in ready]))


JOINED: Mapping[type[Fact], Joined] = {
    facts.Moved: Joined(_owner, _all_moved),
    facts.Killed: Joined(lambda fact, _: fact.seat, _all_killed),
    facts.CloakedAgain: Joined(_owner, _all_cloaked),
    facts.Passed: Joined(lambda _fact, _talk: "all", _all_passed),
    facts.HandedOff: Joined(lambda _fact, _talk: "all", _all_ready),
}


class NeoCombatWording(CardWording[NeoView, Talk]):
    """The wording of Neo-Combat, with the names of cards and varans.

    A menu's `Focus` names tokens in `chosen` and `targets`, and sectors in `reach`.
    """

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
        orders=orders_screen,
    )
    talk_type, lexicon_type = Talk, Lexicon

    def usual(self, options: Options) -> str:
        """Return the size of a match."""
        return gettext("teams of {team} varans", team=options.team)
