"""The hard computer players: a search for each game in which it beats the normal one (docs/BALANCE.md)."""

from __future__ import annotations

from typing import ClassVar

from bot.engine.language import N_
from bot.players.searcher import Searcher
from bot.players.tracker import Tracker


class Hunter(Searcher):
    """Searches at Neo-Combat."""

    key: ClassVar[str] = "hunter"
    title: ClassVar[str] = "Hunter"
    description: ClassVar[str] = N_(
        "Tries out how a turn may go before each card: for those who know the game."
    )
    games: ClassVar[frozenset[str] | None] = Tracker.games
    normal = Tracker()
    width: ClassVar[int] = 5
    depth: ClassVar[int] = 30


HARD: tuple[type[Searcher], ...] = ()
"""The hard players, each to be made with the steps it may try out."""
