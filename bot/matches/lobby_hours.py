"""Time limits of lobbies: reserved seats are released, and lobbies without new players are closed."""

from __future__ import annotations

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.errors import Unavailable
from bot.matches.changes import PendingChange
from bot.matches.errors import MatchRefusal
from bot.matches.model import Stage
from bot.matches.position import Position
from bot.matches.repository import MatchRepository
from bot.matches.seating import closed, in_the_lobby, reseated, waiting_of
from bot.matches.waiting import closes


class LobbyHours:
    """Handles the lobbies in which something is due."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def due(self) -> list[MatchId]:
        """Return the lobbies in which something is due, the longest due first."""
        return await self._repository.store.lobbies_due(self._repository.clock())

    async def pass_by(self, match: MatchId) -> bool:
        """Do the due work of a lobby; return whether there was any."""
        try:
            return (await self._repository.change(match, None, self._step)).done
        except (MatchRefusal, Unavailable):
            return False  # of other rules: it waits until they are here

    def _step(self, position: Position) -> PendingChange | None:
        info, now = position.record.info, self._repository.clock()
        when = info.match_terms.lobby_due
        if info.stage is not Stage.LOBBY or when is None or when > now:
            return None
        waiting = waiting_of(info)
        if info.match_terms.invited and waiting.kept_until is not None and waiting.kept_until <= now:
            return without(position, info.match_terms.invited, self._repository)
        if waiting.reminded is not None and closes(waiting) <= now:
            return closed(position, now, idle=True)
        reminded = position.record.with_terms(waiting=replace(waiting, reminded=now))
        return in_the_lobby(reminded, info.joined_seats)


def without(position: Position, users: tuple[int, ...], repository: MatchRepository) -> PendingChange:
    """Return the change that frees the seats of these users. A lobby without persons is closed."""
    info, now = position.record.info, repository.clock()
    left = tuple([each for each in info.seats if not each.user or each.user not in users])
    there = [each.user for each in left if each.user and each.user not in info.match_terms.invited]
    if not there and info.host in info.match_terms.invited:  # there is no answer yet
        there = [each.user for each in left if each.user]
    if not there:
        return closed(position, now)
    return reseated(position, left, info.host if info.host in there else there[0], now)
