"""The messages that show matches on Discord: the current ones, and those to retire."""

from __future__ import annotations

from datetime import timedelta

from bot.base.ids import MatchId
from bot.matches.changes import PendingChange
from bot.matches.deliveries import Post, StalePost
from bot.matches.outbox import backoff
from bot.matches.ports import Record
from bot.matches.repository import MatchRepository

RETIRED_WITHIN = timedelta(seconds=30)
"""How long a process that posts has to retire its stale posts before other processes do."""
MOST_RETIRINGS = 50
"""After about half a day of failures an old message is left as it is; its controls answer kindly."""


class Posts:
    """Stores which messages were posted for matches."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._retired: list[StalePost] = []
        """Retired messages, deleted with the next note: that saves a transaction each."""

    async def note(self, post: Post, *replaces: Post, settles: int = 0) -> list[StalePost]:
        """Store a message as the current one of its kind and addressee; return those it makes stale.

        Stale are the one before it and those it `replaces`. The caller retires them now; otherwise `stale`
        returns them later. The delivery `settles` is done with it.
        """
        due, retired = self._repository.clock() + RETIRED_WITHIN, self._take_retired()
        return await self._repository.store.note_post(post, replaces, due, settles=settles, retired=retired)

    async def stale(self) -> list[StalePost]:
        """Return messages that should have been retired by now."""
        retired = self._take_retired()
        if retired:
            await self._repository.store.settle_stale(retired)
        return await self._repository.store.stale_posts(self._repository.clock())

    def retired(self, stale: StalePost) -> None:
        """Delete a retired message with the next note. If the bot stops before, it is retired again."""
        self._retired.append(stale)

    def _take_retired(self) -> list[StalePost]:
        taken, self._retired = self._retired, []
        return taken

    async def not_retired(self, stale: StalePost) -> None:
        """Schedule another try to retire a message; after many attempts, give it up."""
        attempts = stale.attempts + 1
        if attempts >= MOST_RETIRINGS:
            self.retired(stale)
            return
        due = self._repository.clock() + backoff(attempts)
        await self._repository.store.postpone_stale(stale, attempts=attempts, due=due)

    async def note_dm(self, match: MatchId, user: int, *, closed: bool) -> None:
        """Store whether this player's DMs are closed to the bot."""

        def step(record: Record) -> PendingChange | None:
            seat = record.info.seat_of(user)
            if seat is None or record.info.seats[seat].dm_closed == closed:
                return None
            # The version stays the same, so no button becomes invalid.
            return PendingChange(record.with_holder(seat, dm_closed=closed), visible_to=frozenset())

        await self._repository.change_blindly(match, None, step)

    async def note_private(self, match: MatchId, channel: int, *, private: bool) -> None:
        """Store whether the channel of a match is a private thread, unless the match was moved meanwhile."""

        def step(record: Record) -> PendingChange | None:
            if record.info.channel != channel or record.info.private is not None:
                return None
            # The version stays the same, so no button becomes invalid.
            return PendingChange(record.with_info(private=private), visible_to=frozenset())

        await self._repository.change_blindly(match, None, step)
