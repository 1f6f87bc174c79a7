"""The engine's `Wording` for Crossfire, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from bot.base.language import gettext
from bot.engine.contract import Fact
from bot.engine.phrases import listed
from bot.engine.standardwording import Parts, StandardWording
from bot.engine.wording import Joined, Weight, weights_of
from bot.games.crossfire.menus.menu import missing, orders_menu, screen, waiting_text
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.view import NOBODY, CrossfireView
from bot.games.crossfire.wording.board_text import board_text
from bot.games.crossfire.wording.sentences import DESCRIBERS, Talk, aim, moment, outcome_words, status
from bot.games.crossfire.wording.summary import summary
from bot.games.crossfire.wording.typed import COMMANDS

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


class CrossfireWording(StandardWording[CrossfireView]):
    """The wording of Crossfire."""

    parts = Parts(
        DESCRIBERS,
        outcome_words,
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
        missing=missing,
        square=lambda talk, square: talk.view.table.name(square),
        orders=orders_menu,
    )

    def usual(self, options: Options) -> str:
        """Return the size of a match."""
        rows = options.grid.split("/")
        return gettext("{columns} × {rows} squares", columns=len(rows[0]), rows=len(rows))
