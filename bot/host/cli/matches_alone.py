"""Access to the matches of a database, for commands that do not need the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.base.clock import wall_clock
from bot.games.registry import GAMES, former_rules
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore


@asynccontextmanager
async def opened_matches(url: str, answer: float | None) -> AsyncIterator[tuple[SqlMatchStore, MatchService]]:
    """Open a database of the present version and close it at the end; `answer` is its answer time."""
    store = SqlMatchStore.at(url, answer=answer)
    try:
        rules = {key: game.rules for key, game in GAMES.items()}
        yield store, MatchService(store, rules, wall_clock, former=former_rules(GAMES))
    finally:
        await store.close()
