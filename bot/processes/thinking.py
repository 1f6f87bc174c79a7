"""A process for computer players that search, so that they do not delay others.

It is separate from the processes that draw pictures: a search takes a second, and a board must not wait for
it. It has low priority, and starts with the first search.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Action, AnyRules
from bot.engine.players.opponent import Opponent, legal_by_view
from bot.engine.players.searcher import STEPS
from bot.games.computers import computers
from bot.games.registry import GAMES
from bot.matches.ports import think_in_a_thread
from bot.processes.workers import Workers

NICE = 10
"""The `nice` value of the process."""


class Thinking:
    """Lets computer players choose; a `bot.matches.ports.Think`.

    Those that search run in a process, the others in a thread.
    """

    def __init__(self, steps: int = STEPS, processes: int = 1) -> None:
        """`steps` is the most search steps per decision."""
        self.steps = steps
        self._workers = Workers(processes, _read_players)

    async def __call__(
        self,
        computer: Opponent,
        rules: AnyRules,
        view: Any,
        legal: Sequence[Any],
        seed: bytes,
        cards: str | None,
    ) -> Action:
        """Return one of the legal actions; the same seed gives the same one, in any process."""
        game = GAMES.get(rules.key)
        if not computer.searches or len(legal) < 2 or game is None or game.rules is not rules:
            return await think_in_a_thread(computer, rules, view, legal, seed, cards)
        chosen: Action = await self._workers.run_with_cards(
            rules, cards, chosen_by, computer.key, self.steps, rules.key, view, seed
        )
        return chosen

    async def aclose(self) -> None:
        """End the process."""
        await self._workers.close()


def chosen_by(key: str, steps: int, game: str, view: Any, seed: bytes) -> Action:
    """Return the choice of a computer player."""
    rules = GAMES[game].rules
    legal = legal_by_view(rules, view, seed)
    return computers(steps)[key].choose(rules, view, legal, random.Random(int.from_bytes(seed)))


def _read_players() -> None:
    """Import the players in advance, by importing this module."""
    os.nice(NICE)
