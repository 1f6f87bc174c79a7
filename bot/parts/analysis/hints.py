"""Hints: the action of a game's normal player in a person's place, and reasons for actions.

Both use one view alone, so they reveal nothing that its viewer may not know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.base.language import gettext
from bot.engine.contract import Action, Resign, Seat
from bot.engine.fair import SEED_BYTES
from bot.engine.players.opponent import GameOpponent, legal_by_view
from bot.games.computers import COMPUTERS, normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.model import MatchView
from bot.parts.analysis.wins import sure_win
from bot.processes.workers import Workers

SEED = bytes(SEED_BYTES)
"""The seed of a hint's chances: the same view always gets the same hint."""


class Hint(NamedTuple):
    """An action, and the reason for it."""

    action: Action
    reason: str
    """A sentence; "" for none."""


async def hint(workers: Workers, game: Game, match_view: MatchView) -> Hint | None:
    """Return the normal player's action for the seat of a view, which must have one; None if it has none. The
    worker gets only the view.
    """
    info = match_view.match
    if game.key not in GAMES:
        return None
    return await workers.run_with_cards(game.rules, info.cards, hinted, game.key, info.rules, match_view.view)


def hinted(key: str, version: str, view: Any) -> Hint | None:
    """Return the hint for the seat of this view with its reason in the current language: a certain win, or
    the normal player's action.
    """
    rules, player = GAMES[key].of_version(version).rules, normal_player(key)
    legal = legal_by_view(rules, view, SEED)
    if len(legal) == 1:
        return Hint(legal[0], gettext("Nothing else can be done."))
    winning = sure_win(rules, view, legal)
    if winning is not None:
        return Hint(winning, gettext("This wins the match at once."))
    ideas: Sequence[Action] = ()
    if isinstance(player, GameOpponent):
        ideas = player.ranked(rules, view, legal, random.Random(0))
    if not ideas:
        return None
    return Hint(ideas[0], player.reason(rules, view, view.viewer, ideas[0]))


async def why(
    workers: Workers,
    game: Game,
    cards: str | None,
    computer: str,
    version: str,
    told: tuple[Any, Seat, Action],
) -> str:
    """Return a computer player's reason for an action; "" for none.

    `told` is its view before the action, or the public's, with its seat and the action.
    """
    return await workers.run_with_cards(game.rules, cards, reasoned, game.key, version, computer, *told)


def reasoned(key: str, version: str, computer: str, view: Any, seat: Seat, action: Any) -> str:
    """Return the reason of a computer player in the current language."""
    if isinstance(action, Resign):
        return gettext("It no longer saw a way to win.")
    return COMPUTERS[computer].reason(GAMES[key].of_version(version).rules, view, seat, action)
