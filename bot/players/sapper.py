"""The Sapper: an opponent at Crossfire that works its power towards the bases, and keeps what it takes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Seat
from bot.engine.language import N_
from bot.games.crossfire.rules.actions import Keep, KeepOne, Redeal, Replace, Tower
from bot.games.crossfire.rules.table import table_of
from bot.games.crossfire.rules.view import CrossfireView
from bot.players.opponent import GameOpponent
from bot.players.sapping.plays import Plays
from bot.players.sapping.worth import Outlook, promising

LEAST_FREE = 0.25
"""What a free action has to gain to be done."""

POOR = 2.0
"""What bases that are kept promise at least."""

WHIM = 0.15
"""By how much the dice of its mood may raise the worth of a play, so that no two matches are alike."""


class Sapper(GameOpponent):
    """Weighs each play by the position it leads to, with the chances of every contest, and plays the best."""

    key: ClassVar[str] = "sapper"
    title: ClassVar[str] = "Sapper"
    description: ClassVar[str] = N_(
        "Digs its way to your bases, counts what you may hold, and keeps a King for the end: not easy."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("crossfire",))
    view_type: ClassVar[Any] = CrossfireView

    def idea(
        self,
        rules: Any,  # noqa: ARG002 - what all computer players are given
        view: CrossfireView,
        seat: Seat,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Action | None:
        """Return what it thinks best."""
        table = table_of(view.options, view.seats)
        if view.phase == "bases":
            return Keep() if promising(view.board, table, seat) >= POOR else Redeal()
        plays = Plays(Outlook(view, seat, table))
        return _best_free(plays, legal, rng) or _best_play(plays, legal, rng)


def _best_free(plays: Plays, legal: Sequence[Any], rng: random.Random) -> Action | None:
    """Return what costs no play and makes the position better, or None."""
    free = [action for action in legal if isinstance(action, (KeepOne, Replace, Tower))]
    if not free:
        return None
    least = plays.now() + LEAST_FREE
    best, most = None, least
    for action in plays.different(free):
        worth = plays.after_free(action) + 0.1 * WHIM * rng.random()
        if worth > most:
            best, most = action, worth
    return best


def _best_play(plays: Plays, legal: Sequence[Any], rng: random.Random) -> Action | None:
    found = [action for action in legal if not isinstance(action, (KeepOne, Replace, Tower))]
    best, most = None, float("-inf")
    for action in plays.different(found):
        worth = plays.after(action) + WHIM * rng.random()
        if worth > most:
            best, most = action, worth
    return best
