"""The one who looks at the clocks: time that is up, and time that is given back when the bot was away."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.matches import clocks
from bot.matches.action_batch import time_up
from bot.matches.cache import Position
from bot.matches.errors import MatchRefusal
from bot.matches.model import MatchId, Stage
from bot.matches.ports import Record
from bot.matches.repository import MatchRepository, PendingChange
from bot.matches.timing import people

BEAT = timedelta(seconds=30)
"""How often it is noted that the bot is running."""
AWAY = 3 * BEAT
"""After how long without a note the bot counts as having been away."""


class Timekeeper:
    """Looks at the clocks of all matches."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def beat(self, away: timedelta = AWAY) -> timedelta:
        """Note that the bot is running. When it was away, all clocks are set as if no time had passed.

        Returns how long it was away, 0 if for less than `away`. To be called at the start, before anybody
        can act, then every `BEAT`. If it is cut off, the next call makes up for what it left undone.
        """
        now, last = self._repository.clock(), await self._repository.store.last_beat()
        gap = now - last if last is not None else timedelta()
        if last is not None and gap >= away:
            await self._credit_all(last, now)
        await self._repository.store.beat(now)
        return gap if gap >= away else timedelta()

    async def overdue(self) -> list[MatchId]:
        """Return the matches in which somebody's time is up."""
        return await self._repository.store.overdue(self._repository.clock())

    async def expire(self, match: MatchId) -> bool:
        """Do what was agreed for a seat whose time is up; return whether there was one."""
        try:
            return (await self._repository.change(match, None, self._step)).done
        except MatchRefusal:
            return False  # of other rules: its clock waits until they are here

    def _step(self, position: Position) -> PendingChange | None:
        info, now = position.info, self._repository.clock()
        if info.stage is not Stage.PLAYING:
            return None
        awaited = people(info, position.awaited)
        late = clocks.overdue(info.match_terms.terms, info.match_terms.clocks, awaited, now)
        return time_up(position, late[0], now) if late else None

    async def _credit_all(self, last: datetime, now: datetime) -> None:
        """Give back the time in which the bot was away, in every match with a clock."""
        for record in await self._repository.store.load_open():
            info = record.info
            if info.stage is Stage.PLAYING and info.match_terms.terms.kind != "none":
                await self._repository.change_blindly(
                    info.id, None, lambda found: _credited(found, last, now)
                )


def _credited(record: Record, last: datetime, now: datetime) -> PendingChange:
    match_terms = record.info.match_terms
    state = clocks.credited(match_terms.clocks, last, now)
    due = record.due
    if due is not None and match_terms.clocks.since is not None and state.since is not None:
        due += state.since - match_terms.clocks.since
    info = replace(record.info, match_terms=replace(match_terms, clocks=state))
    return PendingChange(replace(record, info=info, due=due), visible_to=frozenset())
