"""Handles time that is up, standing orders that are due, and time given back when the bot was away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.database.coordination import Shards
from bot.engine.errors import Unavailable
from bot.matches import clocks, leaves, orders, timing, windows
from bot.matches.action_batch import by_orders, time_up, unseen, window_over
from bot.matches.changes import PendingChange
from bot.matches.errors import MatchRefusal
from bot.matches.gate import Gate
from bot.matches.model import Stage
from bot.matches.ports import Heartbeat, Record
from bot.matches.position import Position
from bot.matches.repository import MatchRepository
from bot.matches.timing import running

Prepare: TypeAlias = Callable[[], PendingChange]
BEAT = timedelta(seconds=30)
"""The interval at which a running process is noted."""
AWAY = 3 * BEAT
"""The time without a note after which the bot counts as having been away."""


class Timekeeper:
    """Checks the clocks of all matches."""

    def __init__(self, repository: MatchRepository, shards: Shards, gate: Gate) -> None:
        """`shards` are the shards of this process. No time runs on the servers that `gate` stops."""
        self._repository = repository
        self._shards = shards
        self._gate = gate

    async def beat(self, away: timedelta = AWAY) -> timedelta:
        """Note that this process is running. If it was away, give the time back on its servers.

        Returns how long it was away, 0 if for less than `away`. Call this at start, before anybody can act,
        then every `BEAT`. If it is cut off, the next call makes up for what it left undone.
        """
        now, beats = self._repository.clock(), await self._repository.store.beats()
        own = [beat for beat in beats if beat.shards == self._shards]
        last = max([beat.at for beat in own or beats], default=now)
        if beats and (not own or now - last >= away):
            await self._credit_all(beats, now, away)
        await self._repository.store.beat(self._shards, now)
        return now - last if now - last >= away else timedelta()

    async def overdue(self) -> list[MatchId]:
        """Return the matches in which a time is up, or an answer by orders is due."""
        return await self.due_within(timedelta())

    async def due_within(self, span: timedelta) -> list[MatchId]:
        """Return the matches in which something may be due within a span.

        Servers whose process is away, and those that stand still, are left out: their time is given back.
        """
        now = self._repository.clock()
        found = await self._repository.store.overdue(now + span)
        if still := self._gate.standing_still():
            found = [match for match in found if await self._guild(match) not in still]
        if self._shards.everything or not found:
            return found
        alive = [beat.shards for beat in await self._repository.store.beats() if now - beat.at < AWAY]
        return [match for match in found if await self._served(match, [self._shards, *alive])]

    async def _served(self, match: MatchId, by: Iterable[Shards]) -> bool:
        guild = await self._guild(match)
        return any(shards.serve(guild) for shards in by)

    async def _guild(self, match: MatchId) -> int | None:
        return (await self._repository.record(match)).info.guild

    async def orders_due(self, match: MatchId) -> datetime | None:
        """Return when the next standing orders of a match are due, or None.

        An answer at the bot's regular interval would not look like one by hand.
        """
        record = await self._repository.record(match)
        return min([each.due for each in record.orders if each.due is not None], default=None)

    async def expire(self, match: MatchId) -> bool:
        """Apply the agreed result for a seat whose time is up, or carry out its orders; return whether one
        was due.
        """

        async def prepare(position: Position) -> PendingChange | None:
            # In a thread: what does least may be a hundred actions.
            return await asyncio.to_thread(self._step, position)

        try:
            return (await self._repository.change(match, None, prepare)).done
        except (MatchRefusal, Unavailable):
            return False  # of other rules: its clock waits until they are here

    def _step(self, position: Position) -> PendingChange | None:
        info, now = position.info, self._repository.clock()
        if info.stage is not Stage.PLAYING:
            return None
        found = sorted(self._late(position, now), key=lambda late: late[:2])
        if found:
            return found[0][2]()
        if timing.due(position.record, position.awaited) == position.record.due:
            return None
        return unseen(position, position.record)  # `due` was put off by too little when time was given back

    def _late(self, position: Position, now: datetime) -> Iterator[tuple[datetime, int, Prepare]]:
        """Yield the due work: since when, its rank at the same instant, and the function that does it.

        A player's orders come before a time that is up.
        """
        info, match_terms = position.info, position.info.match_terms
        for leave in match_terms.present_leaves:
            if leave.until is not None and leave.until <= now:
                yield leave.until, 0, partial(leaves.ended, position, leave.seat, now)
        for seat, each in enumerate(position.record.orders):
            if each.due is not None and each.due <= now:
                yield each.due, 0, partial(by_orders, position, seat, self._repository.clock)
        window = match_terms.window
        if window is not None and window.until is not None and window.until <= now:
            yield window.until, 1, partial(window_over, position, now)
        runs = running(info, position.awaited)
        for seat in clocks.overdue(match_terms.clock_terms, match_terms.clocks, runs, now)[:1]:
            end = clocks.ends(match_terms.clock_terms, match_terms.clocks, seat)
            assert end is not None, "it is over"
            yield end, 2, partial(time_up, position, seat, now)

    async def credit(self, guild: int, since: datetime) -> None:
        """Give back the time since an instant in all matches of a server that stood still."""
        now = self._repository.clock()
        async for record in unhurried(await self._repository.store.load_open_on(guild)):
            if record.info.stage is Stage.PLAYING:
                await self._repository.change_blindly(
                    record.info.id, None, partial(_credited, last=since, now=now)
                )

    async def _credit_all(self, beats: Sequence[Heartbeat], now: datetime, away: timedelta) -> None:
        """Give back the time in which no process served a server, in each of its matches with something due.

        Only servers of this process count.
        """
        still = self._gate.standing_still()
        async for record in unhurried(await self._repository.store.load_open()):
            info = record.info
            timed = info.match_terms.clock_terms.kind != "none" or record.due is not None
            served = self._shards.serve(info.guild) and info.guild not in still
            if info.stage is not Stage.PLAYING or not timed or not served:
                continue
            last = max([beat.at for beat in beats if beat.shards.serve(info.guild)], default=now)
            if now - last >= away:
                await self._repository.change_blindly(info.id, None, partial(_credited, last=last, now=now))


def _credited(record: Record, last: datetime, now: datetime) -> PendingChange:
    """Return the change that gives time back.

    `due` is put off by the least of it: only the rules know the awaited seats, and a check too early does
    nothing.
    """
    match_terms = record.info.match_terms
    before = match_terms.clocks.credited
    state = clocks.credited(match_terms.clocks, last, now)
    window = windows.credited(match_terms.window, last, now, before)
    given = replace(
        record.with_terms(clocks=state, window=window),
        orders=orders.credited(record.orders, last, now, before),
    )
    due = record.due
    if due is not None and match_terms.clocks.since is not None and state.since is not None:
        due += min([state.since - match_terms.clocks.since, *_put_off(record, given)])
    return PendingChange(replace(given, due=due), visible_to=frozenset())


def _put_off(before: Record, after: Record) -> Iterator[timedelta]:
    """Yield the time by which the window and the orders of a match are put off. A leave ends as planned."""
    if before.info.match_terms.present_leaves:
        yield timedelta()
    was, now = before.info.match_terms.window, after.info.match_terms.window
    pairs = [(None if was is None else was.until, None if now is None else now.until)]
    pairs += [(one.due, other.due) for one, other in zip(before.orders, after.orders, strict=True)]
    for first, second in pairs:
        if first is not None and second is not None:
            yield second - first
