"""Hints: the action of a game's normal player in a person's place, and reasons for actions.

Both use one view alone, so they reveal nothing that its viewer may not know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.base.language import gettext
from bot.engine.contract import Action, AnyRules, Resign, Seat
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.players.opponent import GameOpponent, legal_by_view
from bot.games.computers import COMPUTERS, normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.model import MatchView
from bot.processes.workers import Workers

# Whether an action wins the match at once, whatever its reader cannot know and however the dice fall.


LOOKED_AT: Final = 2_000
"""The maximum number of actions that are tried."""
WORLDS: Final = 60
"""The number of worlds, each with its own dice, in which an action has to win: one that fails once in six is
detected in 99,998 of 100,000 cases.
"""


def sure_win(rules: AnyRules, view: Any, legal: Sequence[Any]) -> Action | None:
    """Return the first action that wins for the viewer's seat in all worlds with the same view; None if there
    is none.
    """
    first = rules.resample(view, _luck(0))
    for action in islice(legal, LOOKED_AT):
        if _wins(rules, rules.clone(first), view, action, 0) and all(
            _wins(rules, rules.resample(view, _luck(world)), view, action, world)
            for world in range(1, WORLDS)
        ):
            win: Action = action
            return win
    return None


def _wins(rules: AnyRules, state: Any, view: Any, action: Any, world: int) -> bool:
    """Whether an action ends the match with the viewer's seat among the winners, and with a loser."""
    try:
        rules.apply(state, view.viewer, action, _luck(world))
    except IllegalAction:
        return False
    outcome = rules.outcome(state)
    return outcome is not None and view.viewer in outcome.winners and len(outcome.winners) < view.seats


def _luck(world: int) -> Stream:
    return Stream("sure win", world.to_bytes(SEED_BYTES))


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
    if not GAMES[key].computers:
        return None
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
