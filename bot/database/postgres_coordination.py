"""Coordinates several processes of one bot on one PostgreSQL: leases, one leader, and messages.

Each process keeps one connection for this besides those of its transactions. The leader holds an advisory
lock on it; PostgreSQL releases it as soon as the connection is closed, or silent for `SILENCE`. Messages use
LISTEN/NOTIFY, sent with the transaction that changes something. Leases are taken on the connection that
listens, so that a process that takes a lease has received all messages sent before it became free.

A process whose transactions get no answer gives up all its grants, although this connection may work, and
asks for none before a transaction succeeds. Each process ends the sessions of all others whose transaction is
older than any that somebody still waits for: they may hold locks that the others need.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from sqlalchemy import (
    Executable,
    Interval,
    NullPool,
    Result,
    bindparam,
    delete,
    func,
    select,
    text,
    type_coerce,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.base.clock import Clock, wall_clock
from bot.base.ids import MatchId
from bot.database.coordination import (
    ALL,
    IDENTIFY_SECONDS,
    GrantLost,
    Listener,
    MatchLocks,
    News,
    Shards,
    Topic,
)
from bot.database.engine import NEWS_CHANNEL, SORRY, Database, let_go, read_news
from bot.database.faults import BadDatabase, described, remedy
from bot.database.postgres import KEEPALIVES, TRANSACTION, TRANSACTIONS
from bot.database.schema import leases, outbox
from bot.engine.errors import Unavailable

# SQL statements for leases, turns to identify, and the leader on one PostgreSQL.


LEADER = 0x7461626C66  # the same in every process; migrating locks another number
IDENTIFY = "identify"
"""The row that is no lease: until when turns to identify are reserved. No match has such an id."""

_now, _term = func.clock_timestamp(), bindparam("term", type_=Interval)
_asked = insert(leases).values(
    name=bindparam("name"), holder=bindparam("holder"), takings=1, until=_now + _term
)
TAKE = _asked.on_conflict_do_update(
    index_elements=["name"],
    set_={"holder": _asked.excluded.holder, "takings": leases.c.takings + 1, "until": _asked.excluded.until},
    where=(leases.c.until < _now) | (leases.c.holder == _asked.excluded.holder),
).returning(leases.c.takings)
"""Returns no row while another process holds the lease; more than one taking where it was not returned."""
RENEW = (
    update(leases)
    .where(
        leases.c.holder == bindparam("me"),
        leases.c.until > _now,
        leases.c.name.in_(bindparam("names", expanding=True)),
    )
    .values(until=_now + _term)
    .returning(leases.c.name)
)
GIVE_BACK = delete(leases).where(leases.c.name == bindparam("this"), leases.c.holder == bindparam("me"))
_run_out = update(leases).where(leases.c.holder == bindparam("me")).values(until=_now)
LET_GO, LET_ALL_GO = _run_out.where(leases.c.name == bindparam("this")), _run_out
"""The next holder of the lease is warned."""
ABANDONED = select(leases.c.name).where(leases.c.until < _now, leases.c.name != IDENTIFY)
_ahead = type_coerce(leases.c.until - _now, Interval)
TURN = _asked.on_conflict_do_update(
    index_elements=["name"], set_={"until": func.greatest(leases.c.until, _now) + _term}
).returning((_ahead - _term).label("wait"))
END_STUCK = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :transactions"
    " AND datname = current_database() AND xact_start < clock_timestamp() - :longest"
).bindparams(bindparam("longest", type_=Interval), transactions=TRANSACTIONS)
PROBE = select(1)
SERVER_TIME = select(_now)
LEAD = text("SELECT pg_try_advisory_lock(:number)").bindparams(number=LEADER)
DOUBT_PENDING = (
    update(outbox).where(outbox.c.match == bindparam("this"), outbox.c.parked.is_(None)).values(doubtful=True)
)
"""Marks the deliveries of a match: the process that had its lease may have made them."""
SHARDS_HELD, COUNTS_HELD = 7_401, 7_402
"""The classes of advisory locks on each shard of a process, and, shared, on the number of all shards."""
CLAIM = text("SELECT pg_try_advisory_lock(:kind, :number)").bindparams(kind=SHARDS_HELD)
COUNT = text("SELECT pg_try_advisory_lock_shared(:kind, :number)").bindparams(kind=COUNTS_HELD)
OTHER_COUNTS = text(
    "SELECT DISTINCT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :kind AND objid <> :number"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(kind=COUNTS_HELD)
"""The numbers of shards by which other processes of this database count."""


log = structlog.get_logger(__name__)

EVERY = 4.0
"""Seconds between renewals, which show PostgreSQL that the process lives, and between tries to lead."""
TERM = timedelta(seconds=12)
"""How long a lease lasts, by the server's clock, until it is renewed."""
SILENCE = timedelta(seconds=12)
"""The silence after which PostgreSQL drops a process, which then no longer leads."""
SELF_SURE = 9.0
"""Seconds after which a process that could not renew gives up its grants, before others get them."""
ANSWER = 4.0
"""Seconds that PostgreSQL has for an answer."""
CLAIM_SECONDS = 15.0
"""How long a start waits for the shards of a process that has just died (`SILENCE`)."""
AGAIN = 1.0
"""Seconds until a broken connection is replaced."""
FIRST_LOOK, LAST_LOOK = 0.05, 1.0
"""Seconds until a lease held by another process is requested again: the first and the longest wait."""


class _Silent(Exception):  # noqa: N818 - never leaves this file
    """The transactions of this process get no answer."""


class _Grant:
    """A lease or the leadership of this process, until an instant that renewals move; then its work is
    cancelled.
    """

    def __init__(self, asked: float) -> None:
        """`asked` is the time of the request, by the clock of the event loop."""
        self.until = asked + SELF_SURE
        self.users = 0
        self.torn = False
        """Whether work was cancelled under it, so that its result is unknown."""
        self.unwritten = False
        """Whether the result of work under it could not be stored."""
        self._limits: set[asyncio.Timeout] = set()

    @property
    def good(self) -> bool:
        """Whether it is still valid."""
        return asyncio.get_running_loop().time() < self.until

    def renew(self, asked: float) -> None:
        """Extend it by the same time again."""
        self._set(asked + SELF_SURE)

    def end(self) -> None:
        """Cancel at once the work under it."""
        self._set(asyncio.get_running_loop().time())

    def _set(self, until: float) -> None:
        self.until = until
        for limit in self._limits:
            if not limit.expired():
                limit.reschedule(until)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Run a block under it. Raises `GrantLost`."""
        limit = asyncio.timeout_at(self.until)
        try:
            async with limit:
                self._limits.add(limit)
                try:
                    yield
                except asyncio.CancelledError:
                    self.torn = True
                    raise
                except Unavailable:
                    self.unwritten = True
                    raise
                finally:
                    self._limits.discard(limit)
        except TimeoutError:
            if not limit.expired():
                raise
            raise GrantLost from None


class SharedCoordination:
    """Implements `Coordination`; see its docstrings. Open it before use."""

    def __init__(self, database: Database, shards: Shards = ALL, clock: Clock = wall_clock) -> None:
        self.shards = shards
        self._clock = clock
        self._ahead = timedelta()
        """How far the clock of this process is ahead of the server's."""
        self._database = database
        self._engine = create_async_engine(
            database.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={"timeout": ANSWER, "command_timeout": ANSWER, "server_settings": _SESSION},
        )
        self._connection: AsyncConnection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._leases: dict[MatchId, _Grant] = {}
        self._asking = MatchLocks()
        self._leadership: _Grant | None = None
        self.terms = 0
        self._leads = asyncio.Event()
        self._listeners: list[Listener] = []
        self._statements: set[asyncio.Task[Any]] = set()
        self._staying: asyncio.Task[None] | None = None
        self._claims = False
        """Whether the shards are to be this process's alone."""

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, database: Database, shards: Shards = ALL, clock: Clock = wall_clock
    ) -> AsyncIterator[SharedCoordination]:
        """Coordinate for a block. Raises `BadDatabase`."""
        coordination = cls(database, shards, clock)
        try:
            try:
                await coordination._connect()
            except (DBAPIError, OSError) as fault:
                raise BadDatabase(remedy(fault, None)) from None
            coordination._staying = asyncio.create_task(coordination._stay())
            yield coordination
        finally:
            await coordination._close()

    async def claim(self) -> None:
        """Make the shards this process's alone, as long as it is connected. Raises `BadDatabase`.

        With two processes on one shard half of the answers are refused, because both give one.
        """
        until = asyncio.get_running_loop().time() + CLAIM_SECONDS
        while taken := await self._taken_shards():
            if asyncio.get_running_loop().time() >= until:
                raise BadDatabase(taken)
            await asyncio.sleep(AGAIN)
        self._claims = True

    async def _taken_shards(self) -> str:
        """Take the locks of the shards; return what another process has, as a sentence, "" for nothing."""
        await self._ask(COUNT, number=self.shards.count)
        others = (await self._ask(OTHER_COUNTS, number=self.shards.count)).scalars().all()
        if others:
            counts = ", ".join(str(each) if each else "all in one process" for each in sorted(others))
            return (
                "Other processes on this database share out the servers differently (DISCORD_SHARDS:"
                f" {counts}). Stop all processes, give all of them the same DISCORD_SHARDS, then start them."
            )
        for number in self.shards.ids or (0,):
            if not (await self._ask(CLAIM, number=number)).scalar_one():
                what = "all shards" if self.shards.everything else f"shard {number}"
                return (
                    f"Another process on this database serves {what} already. Stop it, or give each process"
                    " its own DISCORD_SHARD_IDS."
                )
        return ""

    @property
    def leads(self) -> bool:
        """Whether this process is the leader."""
        return self._leadership is not None and self._leadership.good

    @asynccontextmanager
    async def leading(self) -> AsyncIterator[None]:
        """Wait until this process is the leader, and hold the leadership in a block."""
        while self._leadership is None or not self._leadership.good:
            self._leads.clear()
            await self._leads.wait()
        async with self._leadership.held():
            yield

    @asynccontextmanager
    async def lease(self, match: MatchId) -> AsyncIterator[None]:
        """Hold the lease of a match in a block."""
        grant = await self._joined(match)
        try:
            async with grant.held():
                yield
        finally:
            await self._leave(match, grant)

    async def abandoned(self) -> list[MatchId]:
        """Return the matches whose lease has expired."""
        return list((await self._ask(ABANDONED)).scalars())

    async def ask_to_publish(self, match: MatchId) -> None:
        """Ask all processes; the one that serves the match's server publishes it."""
        await self._database.write(
            lambda connection: self._database.tell(connection, News(Topic.PUBLISH, match))
        )

    async def identify_wait(self, *, first: bool) -> float:  # noqa: ARG002 - others may have come before
        """Reserve the next turn to identify, by the server's clock."""
        holder, term = self._database.name, timedelta(seconds=IDENTIFY_SECONDS)
        asked = await self._ask(TURN, name=IDENTIFY, holder=holder, term=term)
        found: timedelta = asked.scalar_one()
        return max(0.0, found.total_seconds())

    def listen(self, listener: Listener) -> None:
        """Register a function that gets the messages of other processes."""
        self._listeners.append(listener)

    def common(self, clock: Clock) -> Clock:
        """Return this process's clock, corrected to the server's."""
        return lambda: clock() - self._ahead

    async def _joined(self, match: MatchId) -> _Grant:
        """Return the lease of a match that this process holds or waits for."""
        async with self._asking.hold(match):
            grant = self._leases.get(match)
            if grant is None or not grant.good:
                grant = self._leases[match] = await self._taken(match)
            grant.users += 1
            return grant

    async def _taken(self, match: MatchId) -> _Grant:
        wait = FIRST_LOOK
        while True:
            asked = asyncio.get_running_loop().time()
            values = {"name": match, "holder": self._database.name, "term": TERM}
            takings = (await self._ask(TAKE, **values)).scalar_one_or_none()
            if takings is not None:
                if takings > 1:
                    await self._ask(DOUBT_PENDING, this=match)
                return _Grant(asked)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LAST_LOOK)

    async def _leave(self, match: MatchId, grant: _Grant) -> None:
        """Return a lease once no task needs it.

        After cancelled work it expires instead, and at once after a result that could not be stored, so that
        the next holder is warned.
        """
        async with self._asking.hold(match):
            grant.users -= 1
            if grant.users or self._leases.get(match) is not grant:
                return
            del self._leases[match]
            if not grant.torn:
                done = LET_GO if grant.unwritten else GIVE_BACK
                with suppress(Unavailable):  # it runs out
                    await self._ask(done, this=match, me=self._database.name)

    async def _close(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.gather(self._staying, return_exceptions=True)
        await self._disconnect()
        await self._engine.dispose()

    async def _stay(self) -> None:
        """Renew the grants while the process lives, and reconnect when the connection breaks."""
        while True:
            try:
                if self._connection is None:
                    await self._database.read(lambda connection: connection.execute(PROBE).one())
                    await self._connect()
                    self._hear(News(Topic.ANYTHING))
                    if self._claims and (taken := await self._taken_shards()):
                        log.error("another process has taken shards of this one", reason=taken)
                await self._unless_silent(EVERY)
                await self._renew()
            except Exception as fault:
                log.warning("the other processes are out of touch", error=described(fault))
                await self._disconnect()
                await asyncio.sleep(AGAIN)

    async def _unless_silent(self, seconds: float) -> None:
        """Wait, and give everything up as soon as transactions of this process get no answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._database.silent.wait()
        if not self._database.silent.is_set():
            return
        for grant in self._leases.values():
            grant.end()
        await self._ask(LET_ALL_GO, me=self._database.name)
        raise _Silent

    async def _connect(self) -> None:
        connection = await self._engine.connect()
        try:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            await raw.add_listener(NEWS_CHANNEL, self._on_notify)
            self._connection = connection
            for each in self._database.remembered:
                each.trust()
            await self._renew()
        except BaseException:
            self._connection = None
            await connection.invalidate()
            raise

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        for each in self._database.remembered:
            each.distrust()
        self._lead(None)
        if connection is not None:
            with suppress(Exception):  # it may be broken
                await connection.invalidate()  # closing it would wait for the server without bound

    async def _renew(self) -> None:
        if self._database.answer is not None:
            await self._ask(END_STUCK, longest=timedelta(seconds=TRANSACTION * self._database.answer))
        asked, had = asyncio.get_running_loop().time(), dict(self._leases)
        renewed = await self._ask(RENEW, me=self._database.name, names=list(had), term=TERM)
        there = set(renewed.scalars())
        for name, grant in had.items():
            if name in there:
                grant.renew(asked)
            else:
                grant.end()
        before = self._clock()
        server: datetime = (await self._ask(SERVER_TIME)).scalar_one()
        self._ahead = before + (self._clock() - before) / 2 - server
        if self._leadership is not None:
            self._leadership.renew(asked)
            self._leads.set()
        elif (await self._ask(LEAD)).scalar_one():
            self._lead(_Grant(asked))

    def _lead(self, leadership: _Grant | None) -> None:
        if self._leadership is not None:
            self._leadership.end()
        self._leadership = leadership
        if leadership is not None:
            self.terms += 1
            log.info("this process leads")
            self._leads.set()

    def _on_notify(self, _connection: object, _process: int, _channel: str, payload: str) -> None:
        sender, news = read_news(payload)
        if news is not None and sender != self._database.name:
            self._hear(news)

    def _hear(self, news: News) -> None:
        if news.topic in (Topic.PERSON, Topic.SERVER):
            self._database.drop(news.number)
        for listener in self._listeners:
            listener(news)

    async def _ask(self, statement: Executable, **values: Any) -> Result[Any]:
        """Run a statement on the connection to its end, even where the caller is cancelled."""
        task = asyncio.create_task(self._answered(statement, values))
        self._statements.add(task)
        task.add_done_callback(partial(let_go, self._statements))
        return await asyncio.shield(task)

    async def _answered(self, statement: Executable, values: dict[str, Any]) -> Result[Any]:
        async with self._one_at_a_time:
            if self._connection is None or self._connection.invalidated:  # it broke, and is made again soon
                raise Unavailable.translated(SORRY)
            try:
                return await self._connection.execute(statement, values)
            except (DBAPIError, OSError) as fault:
                log.error("the database does not answer", error=described(fault))
                raise Unavailable.translated(SORRY) from None


_SESSION = {
    "application_name": "tablepost",
    "synchronous_commit": "off",  # after a crash of the server no process relies on a lost lease
    "idle_session_timeout": f"{int(SILENCE.total_seconds())}s",
    **KEEPALIVES,
}
