"""Matches with random outages, and a ledger of the time in which each player could act."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.database.coordination import ALL
from bot.engine.contract import Resign
from bot.engine.errors import Refusal
from bot.matches import clocks, timing
from bot.matches.clocks import ClockState, ClockTerms, Why
from bot.matches.model import MatchTerms, Stage
from bot.matches.ports import Outage
from tests.matches.table import BEN, CLEO, Table
from tests.matches.test_undo_at_random import PEOPLE

DAY = 24 * 3600
CLOCKS = (
    ClockTerms("turn", DAY, at_zero="resign"),
    ClockTerms("turn", 2 * DAY, at_zero="remind", grace=3600),
    ClockTerms("bank", 3 * DAY, DAY // 2, at_zero="resign"),
    ClockTerms("bank", 2 * DAY, DAY // 4, at_zero="remind", cap=2 * DAY),
)
ZONES = ("Europe/Berlin", "America/Santiago", "Africa/Cairo")
"""Clocks change on a Sunday at 2, on a Sunday at 0, and on a Friday: hours of a weekend and of a weekday."""
AT_REST = tuple([clocks.replace(each, weekends=zone) for each in CLOCKS for zone in ZONES])
SERVER: tuple[Why, ...] = ("removed", "unavailable")
CHANNEL: tuple[Why, ...] = ("deleted", "hidden", "refused", "archived", "unseen")
GUILD = 7


def minutes_that_count(zone: str, since: datetime, until: datetime) -> int:
    """Return the minutes that do not begin on a Saturday or a Sunday of a zone's clocks, one by one."""
    there, minute, found = ZoneInfo(zone), since, 0
    while minute < until:
        found += minute.astimezone(there).weekday() < 5
        minute += timedelta(minutes=1)
    return found


class Weather:
    """One match, what happens to it, and for how long each player could have acted.

    `tables` are processes on one database; each act is done by one of them at random.
    """

    def __init__(self, tables: Sequence[Table], luck: random.Random, terms: ClockTerms) -> None:
        self.tables, self.luck, self.terms = tables, luck, terms
        self.clock = tables[0].clock
        self.outage: Outage | None = None
        self.unreached: dict[int, datetime] = {}
        """The seats that are not reached, and since when."""
        self.learned = True
        """Whether the bot knows of those that are not reached."""
        self.ledger = ClockState()
        self.gone = timedelta()
        """The time in which nobody or somebody could not act."""
        self.match = ""

    @property
    def table(self) -> Table:
        return self.luck.choice(self.tables)

    async def begin(self, players: int) -> None:
        ends = self.terms.at_zero == "resign"  # with a first resignation, so that no turn follows from it
        others = (BEN,) if ends else (BEN, CLEO)[: players - 1]
        info = await self.tables[0].started(*others, match_terms=MatchTerms(self.terms))
        self.match, self.ledger = info.id, info.match_terms.clocks
        await self.runs()

    async def runs(self) -> None:
        """Note that all processes run."""
        for table in self.tables:
            await table.service.timekeeper.beat(timedelta.max)

    async def over(self) -> bool:
        return (await self.tables[0].service.info(self.match)).stage is not Stage.PLAYING

    async def awaited(self) -> frozenset[int]:
        return (await self.tables[0].view(self.match)).awaited

    def spend(self, span: timedelta, seats: frozenset[int]) -> None:
        """Let time pass in the ledger for these seats."""
        began = self.clock.now
        self.clock.now += span
        gone = span.total_seconds()
        if self.terms.weekends:
            gone = 60.0 * minutes_that_count(self.terms.weekends, began, self.clock.now)
        counted = seats - set(self.unreached) if self.outage is None else frozenset[int]()
        left = [each - (gone if seat in counted else 0.0) for seat, each in enumerate(self.ledger.left)]
        self.ledger = clocks.replace(self.ledger, left=tuple(left))
        if counted != seats:
            self.gone += span

    async def step(self) -> None:
        span = timedelta(minutes=self.luck.choice((1, 30, 300, 1500)))
        what = self.luck.choice(("act", "act", "act", "server", "rest", "rest", "away", "wait"))
        if what == "away":
            await self.away(span)
        else:
            self.spend(span, await self.awaited())
            await self.runs()
        if self.outage is not None and self.luck.random() < 0.3:
            await self.tell(self.outage)
        if what == "server":
            await self.server()
        elif what == "rest":
            await self.rest()
        elif what == "act":
            await self.act()
        await self.expire()
        await self.check()

    async def away(self, span: timedelta) -> None:
        """Stop all processes, and start one of them again; nobody's time counts."""
        reached, self.unreached = self.unreached, dict.fromkeys(range(len(self.ledger.left)), self.clock.now)
        await self.learn(reached)
        self.spend(max(span, timedelta(hours=1)), await self.awaited())
        self.unreached = reached
        again = self.tables[0].again(f"again {self.clock.now.timestamp()}")
        self.tables = [again, *self.tables[1:]]
        await again.service.timekeeper.beat()
        await again.service.timekeeper.learn_outages()
        await self.runs()

    async def server(self) -> None:
        """Begin or end an outage of the server, or of all answers."""
        keeper = self.table.service.timekeeper
        await self.learn(self.unreached)
        if self.outage is not None:
            await keeper.end_outage(self.outage)
            await self.table.service.reachability.over(self.match)
            self.outage = None
            await self.seen_again()
        elif self.luck.random() < 0.3:
            self.outage = Outage(0, ALL, "interactions", self.clock.now)
            await keeper.begin_outage(self.outage)
        else:
            self.outage = Outage(GUILD, None, self.luck.choice(SERVER), self.clock.now)
            await keeper.begin_outage(self.outage)
        for table in self.tables:
            await table.service.timekeeper.learn_outages()

    async def tell(self, outage: Outage) -> None:
        """Tell the players that the outage lasts."""
        seats = dict.fromkeys(await self.awaited(), self.clock.now)
        await self.table.service.reachability.rests(self.match, outage.why, outage.since, seats)

    async def seen_again(self) -> None:
        """After an outage the bot looks again who is reached."""
        self.learned = not self.unreached
        await self.learn(self.unreached)

    async def rest(self) -> None:
        """Let some players lose the channel and DMs, or be reached again; the bot learns it at some time."""
        if self.outage is not None:
            return
        if self.unreached:
            await self.learn(self.unreached)
            self.unreached = {}
            await self.table.service.reachability.over(self.match)
            return
        seats = range(len(self.ledger.left))
        lost = self.luck.sample(seats, self.luck.randint(1, len(seats)))
        self.unreached, self.learned = dict.fromkeys(lost, self.clock.now), False
        if self.luck.random() < 0.5:
            await self.learn(self.unreached)

    async def learn(self, unreached: dict[int, datetime]) -> None:
        """Let the bot learn who is not reached, before anything else happens."""
        awaited = await self.awaited()
        if unreached and not await self.over():
            since = min(unreached.values())
            seats = {seat: at for seat, at in unreached.items() if seat in awaited}
            why = self.luck.choice(CHANNEL)
            await self.table.service.reachability.rests(self.match, why, since, seats)
        self.learned = True

    async def act(self) -> None:
        """Let a player act who can."""
        awaited = await self.awaited()
        able = sorted(awaited - set(self.unreached))
        if not able or (self.outage is not None and self.luck.random() < 0.7):
            return
        seat = self.luck.choice(able)
        await self.learn(self.unreached)
        legal = (await self.table.view(self.match, PEOPLE[seat])).legal
        action = legal[self.luck.randrange(len(legal))]
        position = await self.tables[0].service._repository.loaded(self.match)
        turn = position.codec.rules.turn_of(position.state)
        if not isinstance(action, Resign):
            with suppress(Refusal):
                await self.table.act(self.match, PEOPLE[seat], action)
        await self.turned(awaited, turn, seat)

    async def turned(self, before: frozenset[int], turn: object, by: int) -> None:
        """Bring the ledger up to date after an action."""
        position = await self.tables[0].service._repository.loaded(self.match)
        if position.info.stage is Stage.PLAYING and position.codec.rules.turn_of(position.state) != turn:
            self.ledger = clocks.turned(self.terms, self.ledger, before, position.awaited, by)
        await self.learn(self.unreached)

    async def expire(self) -> None:
        """Handle times that are up, as the bot does: it first finds out who can act."""
        table = self.table
        for match in await table.service.timekeeper.overdue():
            await self.learn(self.unreached)
            while await table.expire(match):
                await self.costs()

    async def costs(self) -> None:
        """Check that whoever has lost time had none left."""
        info = await self.tables[0].service.info(self.match)
        marked = {*info.match_terms.resigned, *info.match_terms.clocks.late}
        for seat in marked - set(self.ledger.late):
            assert self.ledger.left[seat] + self.terms.grace <= 0.01, f"seat {seat} had time left"
        self.ledger = clocks.replace(self.ledger, late=tuple(marked))

    async def check(self) -> None:
        """Check that the clocks are those of the ledger: nobody has lost time, and nobody has gained any."""
        if self.outage is not None or not self.learned or await self.over():
            return
        position = await self.tables[0].service._repository.loaded(self.match)
        info = position.info
        ran = timing.running(info, position.awaited)
        state = clocks.advanced(self.terms, info.match_terms.clocks, ran, self.clock.now)
        assert [round(each, 3) for each in state.left] == [round(each, 3) for each in self.ledger.left]
        assert round(sum(state.left), 3) == round(sum(self.ledger.left), 3)
        if self.terms.at_zero == "resign":
            late = [seat for seat in ran if self.ledger.left[seat] + self.terms.grace < 0]
            assert not late, "a time that was up has counted"
