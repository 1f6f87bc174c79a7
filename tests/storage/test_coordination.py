"""Several processes on one PostgreSQL: leases, one leader, notifications of changes by others.

Each process here is a separate database object in this process; test_processes.py has real processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, func, select, text, update
from structlog.testing import capture_logs

from bot.base.clock import wall_clock
from bot.database import postgres_coordination as shared
from bot.database.coordination import ALL, Alone, GrantLost, News, Shards, Topic
from bot.database.engine import Database, open_database, opened
from bot.database.faults import BadDatabase
from bot.database.postgres_coordination import SharedCoordination
from bot.database.schema import leases
from bot.engine.errors import Unavailable
from bot.host.wiring import coordinated
from bot.matches.deliveries import Post
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets.ports import CardPicture
from bot.parts.workshop.sets.store import SqlCardPictureStore
from bot.people.preferences import Preferences
from bot.people.store import SqlPeopleStore
from tests.matches.table import BEN, Mail, Table
from tests.storage.conftest import emptied


class Process:
    """The database objects of one process."""

    def __init__(self, database: Database, coordination: SharedCoordination) -> None:
        self.database = database
        self.store = SqlMatchStore(database)
        self.coordination = coordination
        self.heard: list[News] = []
        coordination.listen(self.heard.append)

    async def renew(self) -> None:
        """Do what a process does every few seconds."""
        await self.coordination._renew()


Start = Callable[[], Awaitable[Process]]


@pytest.fixture
async def address(postgres: str) -> str:
    return await emptied(postgres)


@pytest.fixture
async def start(address: str) -> AsyncIterator[Start]:
    async with AsyncExitStack() as stack:

        async def started() -> Process:
            database = open_database(address)
            stack.push_async_callback(database.close)
            coordination = await stack.enter_async_context(SharedCoordination.opened(database))
            return Process(database, coordination)

        yield started


async def run_out(process: Process) -> None:
    """Let all leases expire, as if their holders had not renewed them."""
    gone = update(leases).values(until=func.now() - timedelta(seconds=1))
    await process.database.write(lambda connection: connection.execute(gone))


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait for an effect of another connection."""
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def kept(process: Process) -> int:
    """Return the number of leases."""
    count = select(func.count()).select_from(leases)
    return await process.database.read(lambda connection: connection.execute(count).scalar_one())


async def test_a_lease_belongs_to_one_process_until_released(start: Start) -> None:
    one, other = await start(), await start()
    order: list[str] = []

    async def publish(process: Process, name: str) -> None:
        async with process.coordination.lease("MATCH"):
            order.append(f"{name} begins")
            await asyncio.sleep(0)
            order.append(f"{name} ends")

    async with one.coordination.lease("MATCH"):
        async with one.coordination.lease("MATCH"), other.coordination.lease("OTHER"):
            assert await kept(one) == 2  # tasks of one process share it, and other matches are free
        waiting = [asyncio.create_task(publish(other, name)) for name in ("first", "second")]
        done, _ = await asyncio.wait(waiting, timeout=0.2)
        assert (done, order) == (set(), [])
    await asyncio.gather(*waiting)
    assert order in (
        ["first begins", "second begins", "first ends", "second ends"],
        ["first begins", "first ends", "second begins", "second ends"],
    )
    assert await kept(one) == 0


async def test_a_process_that_lost_its_lease_is_stopped(start: Start) -> None:
    one, other = await start(), await start()
    cut_off = asyncio.Event()

    async def publish() -> None:
        async with one.coordination.lease("MATCH"):
            cut_off.set()
            await asyncio.Event().wait()

    publishing = asyncio.create_task(publish())
    await cut_off.wait()
    await one.renew()
    assert not publishing.done()
    await run_out(one)
    async with other.coordination.lease("MATCH"):
        await one.renew()
        with pytest.raises(GrantLost):
            await publishing
        assert await kept(one) == 1  # the lease of the other process stays
    assert await kept(one) == 0


async def test_pending_deliveries_of_a_dead_process_are_doubtful(start: Start, table: Table) -> None:
    info = await table.started(BEN)
    dead, heir = await start(), await start()
    under_way = asyncio.create_task(forever(dead, info.id))
    await eventually(lambda: info.id in dead.coordination._leases)
    under_way.cancel()
    await asyncio.gather(under_way, return_exceptions=True)
    assert await kept(heir) == 1  # the result of the cancelled work is unknown
    assert await heir.coordination.abandoned() == []
    await run_out(heir)
    assert await heir.coordination.abandoned() == [info.id]
    assert not any(row.delivery.doubtful for row in await heir.store.pending())
    async with heir.coordination.lease(info.id):
        rows = await heir.store.pending()
    assert rows
    assert all(row.delivery.doubtful for row in rows)
    assert await kept(heir) == 0
    assert await heir.coordination.abandoned() == []


async def forever(process: Process, match: str) -> None:
    async with process.coordination.lease(match):
        await asyncio.Event().wait()


async def test_one_process_is_the_leader_and_another_one_after_it(start: Start, address: str) -> None:
    database = open_database(address)
    async with SharedCoordination.opened(database) as first:
        second = await start()
        assert (first.leads, second.coordination.leads) == (True, False)
        done: list[str] = []

        async def look() -> None:
            async with second.coordination.leading():
                done.append("look")

        looking = asyncio.create_task(look())
        await second.renew()
        await asyncio.sleep(0)
        assert not done
    await database.close()
    await second.renew()
    await looking
    assert (done, second.coordination.leads) == (["look"], True)


async def test_a_leader_with_a_broken_connection_stops_at_once_and_listens_again_later(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EVERY", "AGAIN"):
        monkeypatch.setattr(shared, name, 0.05)
    process = await start()

    async def lead() -> None:
        async with process.coordination.leading():
            await asyncio.Event().wait()

    leading = asyncio.create_task(lead())
    people = SqlPeopleStore(process.store.database)
    await people.keep(1, Preferences(language="de"), None)
    assert (await people.preferences([1]))[1].language == "de"
    assert process.database.preferences.found
    ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tablepost'"
    with capture_logs() as lines:  # the loss may be told before the read is back
        await process.database.read(lambda connection: connection.execute(text(ours)).all())
        with pytest.raises(GrantLost):
            await asyncio.wait_for(leading, 20)
    assert "the other processes are out of touch" in [line["event"] for line in lines]
    await eventually(lambda: News(Topic.ANYTHING) in process.heard)
    assert not process.database.preferences.found
    await eventually(lambda: process.coordination.leads)
    async with process.coordination.lease("MATCH"):
        assert await kept(process) == 1


async def test_changes_and_settings_of_one_process_reach_the_others(start: Start, table: Table) -> None:
    one, other = await start(), await start()
    people, theirs = SqlPeopleStore(one.store.database), SqlPeopleStore(other.store.database)
    assert await theirs.preferences([1]) == {}
    assert 1 in other.database.preferences.found
    await people.keep(1, Preferences(language="de"), None)
    await eventually(lambda: 1 not in other.database.preferences.found)
    assert (await theirs.preferences([1]))[1].language == "de"
    shown = SqlCardPictureStore(other.store.database)
    assert await shown.pictures(7) == ()
    picture = CardPicture(7, "arclash", "reed", "REE-01", "d" * 64, table.clock.now)
    await SqlCardPictureStore(one.store.database).keep(picture, b"png", 9)
    await eventually(lambda: 7 not in other.database.pictures.found)
    assert await shown.pictures(7) == (picture,)
    info = await table.started(BEN)
    await eventually(lambda: News(Topic.MATCH, info.id) in other.heard)
    post = Post(info.id, "board", 0, 5, 77, 1, 0, table.clock.now)
    await one.store.note_post(post, (), table.clock.now)
    await one.coordination.ask_to_publish(info.id)
    wanted = {News(Topic.PERSON, number=1), News(Topic.POST, info.id, 77), News(Topic.PUBLISH, info.id)}
    await eventually(lambda: wanted <= set(other.heard))
    assert not wanted & set(one.heard)  # its own change needs no notification


async def test_notifications_sent_before_a_release_are_received_before_the_next_lease(start: Start) -> None:
    one, other = await start(), await start()
    for number in range(50):
        async with one.coordination.lease("MATCH"):
            await one.coordination.ask_to_publish(f"NEWS{number}")
        async with other.coordination.lease("MATCH"):
            assert other.heard[-1] == News(Topic.PUBLISH, f"NEWS{number}")


async def test_all_processes_identify_shards_one_after_another(start: Start) -> None:
    processes = [await start() for _ in range(3)]
    waits = [await each.coordination.identify_wait(first=True) for each in processes]
    assert waits[0] == 0
    assert 3 < waits[1] <= 5 < 8 < waits[2] <= 10
    assert await processes[0].coordination.abandoned() == []


async def test_of_simultaneous_posts_one_is_current_and_the_others_are_retired(
    start: Start, table: Table
) -> None:
    info = await table.started(BEN)
    processes, now = [await start() for _ in range(3)], table.clock.now
    posts = [Post(info.id, "board", 0, 5, message, 1, 0, now) for message in range(1, 13)]
    works = [processes[n % 3].store.note_post(post, (), now) for n, post in enumerate(posts)]
    stale = [each.message for found in await asyncio.gather(*works) for each in found]
    current = await table.store.post(info.id, "board", 0)
    assert current is not None
    assert sorted([*stale, current.message]) == list(range(1, 13))


async def test_two_processes_publish_at_once_and_make_each_delivery_once(start: Start, table: Table) -> None:
    mail = Mail()
    tables = [table, table.again("other")]
    matches = [await tables[0].started(BEN, channel=channel) for channel in range(8)]
    processes = [await start() for _ in tables]

    async def slowly(delivery: object) -> None:
        await asyncio.sleep(0.002)
        await mail(delivery)  # type: ignore[arg-type]

    async def publish(table: Table, process: Process, match: str) -> None:
        async with process.coordination.lease(match):
            await table.outbox.drain(slowly, match)

    pairs = list(zip(tables, processes, strict=True))
    await asyncio.gather(*[publish(*pair, info.id) for info in matches for pair in pairs for _ in range(2)])
    keys = [delivery.key for delivery in mail.received]
    assert len(keys) == len(set(keys)) >= 3 * len(matches)
    assert await tables[0].store.pending() == []


async def test_sqlite_needs_no_coordination_and_refuses_a_part_of_the_shards(url: str) -> None:
    database = open_database(url)
    async with coordinated(database, ALL) as alone:
        assert isinstance(alone, Alone)
        async with alone.lease("MATCH"), alone.leading():
            count = select(func.count()).select_from(leases)
            assert await database.read(lambda connection: connection.execute(count).scalar_one()) == 0
        assert [await alone.identify_wait(first=first) for first in (True, False)] == [0.0, 5.0]
    with pytest.raises(BadDatabase, match="Leave it empty, or let DATABASE_URL name a PostgreSQL database"):
        async with coordinated(database, Shards((0,), 2)):
            pass
    await database.close()


async def test_an_unreachable_server_is_an_error_and_grants_no_lease(start: Start) -> None:
    nowhere = open_database("postgresql://nobody@127.0.0.1:9/nothing")
    with pytest.raises(BadDatabase, match="Does the server run"):
        async with coordinated(nowhere, ALL):
            pass
    await nowhere.close()
    process = await start()
    await process.coordination._disconnect()
    assert not process.coordination.leads
    with pytest.raises(Unavailable):
        async with process.coordination.lease("MATCH"):
            pass


async def test_retries_use_the_clock_of_the_database_where_process_clocks_differ(
    address: str,
) -> None:
    def ahead() -> datetime:
        return wall_clock() + timedelta(seconds=3)

    async with AsyncExitStack() as stack:
        clocks = []
        for clock in (ahead, wall_clock):
            database = await stack.enter_async_context(opened(address))
            opening = SharedCoordination.opened(database, clock=clock)
            clocks.append((await stack.enter_async_context(opening)).common(clock))
        first, second = [clock() for clock in clocks]
        assert abs(second - first) < timedelta(seconds=1)


async def test_the_dice_streams_of_a_person_are_found_by_an_index(address: str) -> None:
    """Also where PostgreSQL sorts by the collation of a language."""
    asked = "SELECT * FROM roll_seeds WHERE stream BETWEEN 'roll-u5-' AND 'roll-u5-~'"

    def work(connection: Connection) -> str:
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        return "\n".join(connection.exec_driver_sql(f"EXPLAIN {asked}").scalars())

    async with opened(address) as database:
        assert "Index Cond: (((stream)::text >= 'roll-u5-'" in await database.read(work)


async def test_a_second_process_with_the_same_shard_does_not_start(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the answers would be refused, because both give one. A dead process holds no shards."""
    monkeypatch.setattr(shared, "CLAIM_SECONDS", 0.0)

    @asynccontextmanager
    async def running(shards: Shards) -> AsyncIterator[SharedCoordination]:
        async with opened(address) as database, coordinated(database, shards) as coordination:
            assert isinstance(coordination, SharedCoordination)
            yield coordination

    async def refused(shards: Shards) -> str:
        with pytest.raises(BadDatabase) as told:
            async with running(shards):
                pass
        return str(told.value)

    async with running(Shards((0, 1), 4)), running(Shards((2, 3), 4)) as second:
        assert "serves shard 1 already" in await refused(Shards((1, 2), 4))
        assert "DISCORD_SHARDS: 4" in await refused(ALL)
        assert "DISCORD_SHARDS: 4" in await refused(Shards((1,), 2))
        assert second._connection is not None
        await second._connection.invalidate()  # as when its process is killed
        with pytest.raises(BadDatabase, match="serves shard 0"):
            async with running(Shards((0,), 4)):
                pass
        async with running(Shards((2, 3), 4)):
            pass
    async with running(ALL):
        assert "serves all shards already" in await refused(ALL)
        assert "all in one process" in await refused(Shards((0,), 4))
    async with running(ALL):
        pass


async def test_a_process_that_comes_back_holds_its_shards_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "CLAIM_SECONDS", 0.0)
    monkeypatch.setattr(shared, "EVERY", 0.01)
    monkeypatch.setattr(shared, "AGAIN", 0.01)
    async with opened(address) as database, coordinated(database, ALL) as process:
        assert isinstance(process, SharedCoordination)
        before = process._connection
        assert before is not None
        await before.invalidate()
        await eventually(lambda: process._connection not in (None, before))
        await process._ask(select(1))
        async with opened(address) as other:
            with pytest.raises(BadDatabase, match="serves all shards"):
                async with coordinated(other, ALL):
                    pass
