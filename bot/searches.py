"""Searches for players: who would like to play what in a channel, until enough have said so."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from bot.clock import Clock
from bot.engine.errors import Refusal

KEPT: Final = timedelta(days=30)
"""How long a search is kept that nobody completes."""


class Search(msgspec.Struct, frozen=True):
    """One search for players."""

    id: str
    """Stands in the controls of its post; at most 20 characters."""
    channel: int
    game: str
    seats: int
    users: tuple[int, ...]
    """Who is on the list, in the order in which they came."""


class SearchStore(Protocol):
    """Where searches are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def keep(self, search: Search, at: datetime, oldest: datetime) -> None:
        """Keep a search in the place of what was kept of it; forget those older than `oldest`."""

    async def put(self, search: str, channel: int, user: int) -> tuple[Search, bool] | None:
        """Put a person on the list of a search of this channel; return it, and whether they are new on it.

        Where the list is complete by that the search is kept no longer. None where there is no such search.
        """

    async def take_off(self, search: str, channel: int, user: int) -> tuple[Search, bool] | None:
        """Take a person off a list; return the search, and whether they were on it."""


class Searches:
    """All searches for players. Who is on a list is known to the database alone: no control is believed."""

    def __init__(self, store: SearchStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def begin(self, search: Search) -> None:
        """Keep a new search."""
        now = self._clock()
        await self._store.keep(search, now, now - KEPT)

    async def join(self, search: str, channel: int, user: int) -> tuple[Search, bool]:
        """Put a person on a list; return the search, and whether they are new on it. Raises `Refusal`.

        Whoever completes the list has it alone: for all others it is closed.
        """
        return _found(await self._store.put(search, channel, user))

    async def leave(self, search: str, channel: int, user: int) -> tuple[Search, bool]:
        """Take a person off a list; return the search, and whether they were on it. Raises `Refusal`."""
        return _found(await self._store.take_off(search, channel, user))

    async def reopen(self, search: Search, without: int) -> None:
        """Keep a list again that was complete and of which no match has come, without the last person."""
        await self.begin(replace(search, users=tuple([each for each in search.users if each != without])))


def _found(answer: tuple[Search, bool] | None) -> tuple[Search, bool]:
    if answer is None:
        raise Refusal.translated("This list is closed. Ask again with /find.")
    return answer
