"""Notes: what a player keeps for themselves in a match. Nobody else is ever shown one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.matches.errors import NotSeated
from bot.matches.model import MatchId, MatchInfo

LONGEST: Final = 1000
"""Characters of a note."""


class NoteStore(Protocol):
    """Where notes are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def of(self, user: int) -> Mapping[MatchId, str]:
        """Return all notes of a person."""

    async def keep(self, user: int, match: MatchId, words: str) -> None:
        """Keep a note in the place of the one there was; no words keep none."""


class Notes:
    """The notes of all people, one for each person and match."""

    def __init__(self, store: NoteStore) -> None:
        self._store = store

    async def note(self, user: int, match: MatchId) -> str:
        """Return a person's own note in a match; "" for none."""
        return (await self._store.of(user)).get(match, "")

    async def write(self, user: int, info: MatchInfo, words: str) -> None:
        """Keep a note of a player of a match; no words delete it. Raises `NotSeated`."""
        if words.strip() and info.seat_of(user) is None:
            raise NotSeated.translated("You have no seat in this match, so you can keep no note in it.")
        await self._store.keep(user, info.id, words.strip()[:LONGEST])
