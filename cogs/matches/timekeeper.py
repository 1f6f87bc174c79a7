"""Checks the clocks: handles time that is up, carries out standing orders, gives back absent time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog

from bot.base.ids import MatchId
from bot.matches.outbox import TryLater
from bot.matches.timekeeper import AWAY, BEAT, SHORTLY
from cogs.kit.client import Client
from cogs.kit.leave import tell_of_leave
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.publishing.reach import Reach

EVERY = 20.0
"""Seconds between two checks of the clocks."""

log = structlog.get_logger(__name__)


class Timekeeping(PeriodicCog):
    """At each run notes that the process is running, if due; the leader then checks the clocks."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.timekeeper = bot.service.timekeeper
        self.away = AWAY
        """The time without a note after which the bot counts as having been away."""
        self._failed: set[MatchId] = set()
        self._noted: datetime | None = None

    async def cog_load(self) -> None:
        """Give back the time of absence, before anybody can act and before the first check."""
        await self._beat()
        await super().cog_load()

    @periodic(seconds=EVERY, everywhere=True)
    async def task(self) -> None:
        """Note that the process is running and hears of people; the leader then checks the clocks."""
        shards = self.bot.shards.values()
        if shards and all(shard.is_closed() for shard in shards):
            # no press or command arrives; when the process hears again, it counts as having been away
            return
        await self._beat()
        await self.timekeeper.learn_outages()
        if self.bot.coordination.leads:
            async with self.bot.coordination.leading():
                await self._look()

    async def _look(self) -> None:
        """Do what was agreed in each match in which a seat is out of time; then carry out standing orders.

        Before that, begin the leaves of those who want one before a loss.

        The orders are those due before the next run, each at its own instant: an action at the time of a run
        would show that it was automatic.
        """
        for match in await self.timekeeper.due_within(SHORTLY, self._where_leave_may_begin):
            await self._leave_before_a_loss(match)
        for match in await self.timekeeper.overdue():
            await self._expire(match)
        for due, match in await self._upcoming_orders():
            await asyncio.sleep(max(0.0, (due - self.bot.clock()).total_seconds()))
            await self._expire(match)

    async def _beat(self) -> None:
        """Note that the bot is running, unless that was done a short while ago."""
        now = self.bot.clock()
        if self._noted is not None and now - self._noted < BEAT:
            return
        gone = await self.timekeeper.beat(self.away)
        self._noted = now
        if gone:
            log.warning("the bot was away; nobody's clock ran", seconds=round(gone.total_seconds()))

    async def _upcoming_orders(self) -> list[tuple[datetime, MatchId]]:
        """Return the standing orders that are due before the next run, the earliest first."""
        span, orders = timedelta(seconds=EVERY), []
        for match in await self.timekeeper.due_within(span):
            with self._noting_faults(match):
                due = await self.timekeeper.orders_due(match)
                if due is not None and due <= self.bot.clock() + span:
                    orders.append((due, match))
        return sorted(orders)

    async def _expire(self, match: MatchId) -> None:
        """Handle the time that is up in one match, unless its players could not act."""
        with self._noting_faults(match):
            while await self._known_who_can_act(match) and await self.timekeeper.expire(match):
                await self.bot.publish_pending(match)

    async def _where_leave_may_begin(self, matches: Sequence[MatchId]) -> set[MatchId]:
        """Return those of some matches in which leave begins by itself: a player or a part wants that."""
        seated = await self.bot.service.store.seated_in(matches)
        chosen = await self.bot.people.choosing_leave({user for users in seated.values() for user in users})
        where = {match for match, users in seated.items() if users & chosen}
        for leaving in self.bot.hooks.leaving:
            where.update(await leaving(matches))
        return where

    async def _leave_before_a_loss(self, match: MatchId) -> None:
        """Begin the leave of each player who is about to lose by time and has chosen that."""
        with self._noting_faults(match):
            for user in await self.timekeeper.near_a_loss(match):
                info = await self.bot.service.info(match)
                if info.match_terms.tournament:
                    for begin in self.bot.hooks.leaves:
                        await begin(info, user)
                elif await self.bot.people.leave_before_a_loss(user):
                    await tell_of_leave(self.bot, user, began_for=match)

    async def _known_who_can_act(self, match: MatchId) -> bool:
        """Ask Discord who can act, where a time is up that costs something; False where it does not say."""
        try:
            if await self.timekeeper.costs(match):
                await self.bot.cog(Reach).rests(match, decisive=True)
        except TryLater as failure:
            log.info("a time that is up waits", match=match, reason=str(failure))
            return False
        return True

    @contextmanager
    def _noting_faults(self, match: MatchId) -> Iterator[None]:
        """Log the first fault of a match; none stops other matches."""
        try:
            yield
        except Exception as fault:
            if match not in self._failed:
                self._failed.add(match)
                self.bot.note_fault(fault, match)


async def setup(bot: Client) -> None:
    """Add the timekeeper to the bot."""
    await bot.add_cog(Timekeeping(bot))
