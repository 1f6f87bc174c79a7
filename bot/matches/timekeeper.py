"""Handles time that is up, standing orders that are due, and time given back when the bot was away.

At zero it does what was agreed: one reminder a turn, `Rules.timeout_action` until the turn is over, or
resignation. Processes record every 30 seconds that they run; after a longer gap the clocks on their servers
are set forward by the gap before anybody can act, and each match records that, so a crash in between does not
give the time twice. Before a time that is up costs anything Discord is asked whether the player could act
(`cogs.publishing.reach`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.database.coordination import Shards
from bot.engine.errors import Unavailable
from bot.matches import clocks, leaves, timing
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.lobby_rules import Gate
from bot.matches.model import Stage
from bot.matches.play import by_orders, time_up, unseen, window_over
from bot.matches.ports import Heartbeat, Outage, Record
from bot.matches.repository import MatchRepository
from bot.matches.timing import given_back, running

Prepare: TypeAlias = Callable[[], PendingChange]
GiveBack: TypeAlias = Callable[[Callable[[int], datetime | None], datetime], Awaitable[None]]
"""Gives time back until an instant: from when on for each server, None for a server without."""
Keep: TypeAlias = Callable[[Sequence[MatchId]], Awaitable[Collection[MatchId]]]
"""Returns those of some matches that matter, without loading them."""
BEAT = timedelta(seconds=30)
"""The interval at which a running process is noted."""
SHORTLY = timedelta(hours=1)
"""How long before a loss by time a leave begins by itself, at most."""
AWAY = 3 * BEAT
"""The time without a note after which the bot counts as having been away."""


class Timekeeper:
    """Checks the clocks of all matches."""

    def __init__(self, repository: MatchRepository, shards: Shards, gate: Gate) -> None:
        """`shards` are the shards of this process. No time runs on the servers that `gate` stops."""
        self._repository = repository
        self._shards = shards
        self._gate = gate
        self.also: list[GiveBack] = []
        """What else has deadlines, and gets time back too."""

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

    async def due_within(self, span: timedelta, keep: Keep | None = None) -> list[MatchId]:
        """Return the matches in which something may be due within a span, of which `keep` says which matter.

        Servers whose process is away, and those that stand still, are left out: their time is given back.
        """
        now, outages = self._repository.clock(), await self.learn_outages()
        matches = await self._repository.store.overdue(now + span)
        if keep is not None and matches:
            kept = await keep(matches)
            matches = [match for match in matches if match in kept]
        still = self._gate.standing_still()
        if still or outages:
            matches = [match for match in matches if not self._stands(await self._guild(match), still)]
        if self._shards.everything or not matches:
            return matches
        alive = [beat.shards for beat in await self._repository.store.beats() if now - beat.at < AWAY]
        return [match for match in matches if await self._served(match, [self._shards, *alive])]

    async def _served(self, match: MatchId, by: Iterable[Shards]) -> bool:
        guild = await self._guild(match)
        return any(shards.serve(guild) for shards in by)

    async def _guild(self, match: MatchId) -> int | None:
        return (await self._repository.record(match)).info.guild

    def _stands(self, guild: int | None, still: Collection[int]) -> bool:
        """Whether no time runs in the matches of a server."""
        return guild in still or self._repository.standing_still(guild) is not None

    def stands_still(self, guild: int | None) -> bool:
        """Whether nobody can act in the matches of a server now, as far as this process knows."""
        return self._stands(guild, self._gate.standing_still())

    async def learn_outages(self) -> tuple[Outage, ...]:
        """Read the present outages, which other processes may have noticed, and return them."""
        self._repository.outages = tuple(await self._repository.store.outages())
        return self._repository.outages

    async def begin_outage(self, outage: Outage) -> None:
        """Let no time run from an instant on where nobody can act; a known outage stays as it is."""
        known = await self.learn_outages()
        if not any((each.guild, each.shards) == (outage.guild, outage.shards) for each in known):
            await self._repository.store.begin_outage(outage)
            self._repository.outages = (*known, outage)

    async def end_outage(self, outage: Outage) -> None:
        """Give back the time of an outage, and let time run again.

        Until all is given back, each change of a match gives it the time so far. If this is cut off, another
        call makes up for what it left undone.
        """
        now, store, blocked = self._repository.clock(), self._repository.store, self._gate.standing_still()
        await self.learn_outages()

        def since(guild: int | None) -> datetime | None:
            if not outage.covers(guild) or guild in blocked:
                return None  # a blocked server gets its time later
            return self._repository.standing_still(guild) or outage.since  # another outage may be longer

        for record in await (store.load_open() if outage.shards else store.load_open_on(outage.guild)):
            last = since(record.info.guild)
            if last is not None:
                await self._give_back(record, last, now)
        for give_back in self.also:
            await give_back(since, now)
        await store.end_outage(outage)
        await self.learn_outages()

    async def _give_back(self, record: Record, last: datetime, now: datetime) -> None:
        info = record.info
        if info.match_terms.clock_terms.kind != "none" or record.due is not None:
            await self._repository.change_undecoded(
                info.id, None, lambda each: PendingChange(given_back(each, last, now), visible_to=frozenset())
            )

    async def costs(self, match: MatchId) -> bool:
        """Whether what is due in a match costs a player something: a time that is up."""
        loaded, now = await self._repository.loaded(match), self._repository.clock()
        first = min(self._late(loaded, now), key=lambda late: late[:2], default=None)
        return first is not None and first[1] > 0

    async def near_a_loss(self, match: MatchId) -> list[int]:
        """Return the users who will soon lose something by their time in a match, where leave would stop it.

        That is so in the last hour of time and grace, or in their last quarter where that is less.
        """
        loaded, now = await self._repository.loaded(match), self._repository.clock()
        info = loaded.info
        terms, state = info.match_terms.clock_terms, info.match_terms.clocks
        if info.stage is not Stage.PLAYING or terms.at_zero == "remind" or info.match_terms.no_leave:
            return []
        span = min(SHORTLY.total_seconds(), (terms.seconds + terms.grace) / 4)
        seats = []
        for seat in sorted(running(info, loaded.awaited) - set(state.lapsed)):
            end = clocks.ends(terms, state, seat)
            used = info.match_terms.leave_of(seat).spent >= leaves.MOST.total_seconds()
            if end is not None and now < end and clocks.passed(terms, now, end) <= span and not used:
                seats.append(info.seats[seat].user)
        return seats

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

        async def prepare(loaded: LoadedMatch) -> PendingChange | None:
            # In a thread: what does least may be a hundred actions.
            return await asyncio.to_thread(self._step, loaded)

        try:
            return (await self._repository.change(match, None, prepare)).done
        except (MatchRefusal, Unavailable):
            return False  # of other rules: its clock waits until they are here

    def _step(self, loaded: LoadedMatch) -> PendingChange | None:
        info, now = loaded.info, self._repository.clock()
        if info.stage is not Stage.PLAYING:
            return None
        late_seats = sorted(self._late(loaded, now), key=lambda late: late[:2])
        if late_seats:
            return late_seats[0][2]()
        if timing.due(loaded.record, loaded.awaited) == loaded.record.due:
            return None
        return unseen(loaded, loaded.record)  # `due` was put off by too little when time was given back

    def _late(self, loaded: LoadedMatch, now: datetime) -> Iterator[tuple[datetime, int, Prepare]]:
        """Yield the due work: since when, its rank at the same instant, and the function that does it.

        A player's orders come before a time that is up.
        """
        info, match_terms = loaded.info, loaded.info.match_terms
        for leave in match_terms.present_leaves:
            if leave.until is not None and leave.until <= now:
                yield leave.until, 0, partial(leaves.ended, loaded, leave.seat, now)
        for seat, each in enumerate(loaded.record.orders):
            if each.due is not None and each.due <= now:
                yield each.due, 0, partial(by_orders, loaded, seat, self._repository.clock)
        window = match_terms.window
        if window is not None and window.until is not None and window.until <= now:
            yield window.until, 1, partial(window_over, loaded, now)
        runs = running(info, loaded.awaited)
        for seat in clocks.overdue(match_terms.clock_terms, match_terms.clocks, runs, now)[:1]:
            end = clocks.ends(match_terms.clock_terms, match_terms.clocks, seat)
            assert end is not None, "it is over"
            yield end, 2, partial(time_up, loaded, seat, now)

    async def credit(self, guild: int, since: datetime) -> None:
        """Give back the time since an instant in all matches of a server that stood still."""
        now = self._repository.clock()
        async for record in unhurried(await self._repository.store.load_open_on(guild)):
            await self._give_back(record, since, now)
        for give_back in self.also:
            await give_back(lambda each: since if each == guild else None, now)

    async def _credit_all(self, beats: Sequence[Heartbeat], now: datetime, away: timedelta) -> None:
        """Give back the time in which no process served a server, in each of its matches with something due.

        Only servers of this process count, and none that stands still: its time is given back later.
        """
        still = self._gate.standing_still()
        await self.learn_outages()

        def since(guild: int | None) -> datetime | None:
            last = max([beat.at for beat in beats if beat.shards.serve(guild)], default=now)
            served = self._shards.serve(guild) and not self._stands(guild, still)
            return last if served and now - last >= away else None

        async for record in unhurried(await self._repository.store.load_open()):
            last = since(record.info.guild)
            if last is not None:
                await self._give_back(record, last, now)
        for give_back in self.also:
            await give_back(since, now)
