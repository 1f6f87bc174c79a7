"""A database that says nothing: nobody waits for it without bound, and who can reach it takes over.

The processes of these stories are databases of their own in this one, each behind a network of its own. They
wait a fraction of what is usual for an answer; test_silent_processes.py has real ones that wait as long.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial

import pytest
from sqlalchemy import Connection, text

from bot.coordination import GrantLost
from bot.matches.errors import Unavailable
from bot.matches.model import Delivery
from bot.matches.outbox import Outbox
from bot.matches.repository import PlayResult
from bot.storage import coordination as shared
from bot.storage import postgres as server
from bot.storage.coordination import SharedCoordination
from bot.storage.engine import Database, DatabaseDown, open_database
from bot.storage.store import SqlStore
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage.conftest import emptied
from tests.storage.proxy import Link, Network, cut, network, silent, silent_transactions, stalling

ANSWER = 0.4
"""Seconds that the server has for an answer."""
BOUND = 10 * ANSWER
"""Seconds after which everything has to be over, with the two that SQLAlchemy gives a connection to close."""


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVERY", "AGAIN"):
        monkeypatch.setattr(shared, name, 0.1)
    monkeypatch.setattr(server, "_CLOSING", ANSWER / 2)


class Process:
    """What one process has of the database, and the network between."""

    def __init__(self, database: Database, coordination: SharedCoordination, network: Network) -> None:
        self.database, self.coordination, self.network = database, coordination, network
        self.store = SqlStore(database)


class Processes:
    """Starts processes on a database, and closes them at the end."""

    def __init__(self, postgres: str, stack: AsyncExitStack) -> None:
        self.postgres, self._stack = postgres, stack

    async def start(self) -> Process:
        net, url = await self._stack.enter_async_context(network(self.postgres))
        database = open_database(url, answer=ANSWER)
        self._stack.push_async_callback(database.close)
        coordination = await self._stack.enter_async_context(SharedCoordination.opened(database))
        return Process(database, coordination, net)


@pytest.fixture
async def processes(postgres: str) -> AsyncIterator[Processes]:
    url = await emptied(postgres)
    async with AsyncExitStack() as stack:
        yield Processes(url, stack)


def kept(connection: Connection) -> None:
    """Insert a row, or change it."""
    connection.execute(
        text(
            "INSERT INTO card_pools (hash, cards, at) VALUES ('hash', '', CURRENT_TIMESTAMP)"
            " ON CONFLICT (hash) DO UPDATE SET cards = 'again'"
        )
    )


def looked_at(connection: Connection) -> int:
    return int(connection.execute(text("SELECT count(*) FROM card_pools")).scalar_one())


def commits(data: bytes) -> bool:
    return b"COMMIT" in data


@pytest.mark.parametrize("worse", [silent, stalling(2 * ANSWER), cut])
async def test_a_transaction_without_an_answer_ends_and_the_next_ones_do_when_there_is_one(
    processes: Processes, worse: Callable[[Link], None]
) -> None:
    process = await processes.start()
    await process.database.write(kept)
    process.network.spoil(worse)
    async with asyncio.timeout(BOUND):
        with pytest.raises(DatabaseDown) as down:
            await process.database.read(looked_at)
        if worse is not cut:
            assert "does not answer (TimeoutError)" in down.value.remedy
    process.network.mend()
    async with asyncio.timeout(BOUND):
        assert await process.database.read(looked_at) == 1


async def test_what_a_silent_process_has_locked_is_free_again_soon(processes: Processes) -> None:
    silenced, other = await processes.start(), await processes.start()
    await other.database.write(kept)
    silenced.network.spoil_before(commits, silent)
    async with asyncio.timeout(BOUND):
        writing = asyncio.create_task(silenced.database.write(kept))
        await silenced.network.struck.wait()
        await until_it_answers(lambda: other.database.write(kept))
        with pytest.raises(DatabaseDown):
            await writing


async def test_connections_that_fell_silent_while_idle_are_replaced_and_nobody_notices(
    processes: Processes,
) -> None:
    process = await processes.start()
    await asyncio.gather(*[process.database.read(looked_at) for _ in range(5)])
    former = [link for link in process.network.links if link.transactions]
    assert len(former) == 5
    for link in former:
        silent(link)
    async with asyncio.timeout(BOUND):
        assert await asyncio.gather(*[process.database.read(looked_at) for _ in range(20)]) == [0] * 20


async def test_who_is_cut_off_does_not_wait_out_a_silent_transaction(processes: Processes) -> None:
    process = await processes.start()
    process.network.spoil_before(commits, silent)
    writing = asyncio.create_task(process.database.write(kept))
    await process.network.struck.wait()
    writing.cancel()
    async with asyncio.timeout(BOUND):
        with pytest.raises(asyncio.CancelledError):
            await writing


@pytest.mark.parametrize("worse", [silent, stalling(2 * ANSWER), cut])
async def test_closing_comes_back(processes: Processes, worse: Callable[[Link], None]) -> None:
    process = await processes.start()
    await asyncio.gather(*[process.database.read(looked_at) for _ in range(5)])
    process.network.spoil(worse)
    reading = asyncio.create_task(process.database.read(looked_at))
    await asyncio.sleep(0)
    async with asyncio.timeout(BOUND):
        await process.coordination._close()
        await process.database.close()
    assert isinstance(reading.exception(), DatabaseDown)


async def deliver(_delivery: Delivery) -> None:
    """Take a delivery."""


async def test_a_lease_whose_holder_s_transactions_hang_is_another_s_at_once_and_in_doubt(
    processes: Processes,
) -> None:
    silenced, heir = await processes.start(), await processes.start()
    table = Table(processes.postgres, TestClock())
    info = await table.started(BEN)
    await table.close()
    outbox = Outbox(silenced.store, TestClock())
    silenced.network.spoil(silent_transactions)

    async def publish() -> None:
        async with silenced.coordination.lease(info.id):
            await outbox.drain(deliver, info.id)

    publishing = asyncio.create_task(publish())
    await silenced.network.struck.wait()
    async with asyncio.timeout(BOUND):
        async with heir.coordination.lease(info.id):
            rows = await heir.store.pending()
        with pytest.raises((Unavailable, GrantLost)):
            await publishing
    assert rows
    assert all(row.delivery.doubtful for row in rows)


async def test_who_leads_and_finds_no_answer_is_replaced_and_asks_again_when_there_is_one(
    processes: Processes,
) -> None:
    silenced = await processes.start()
    heir = await processes.start()
    assert (silenced.coordination.leads, heir.coordination.leads) == (True, False)

    async def rounds() -> None:
        async with silenced.coordination.leading():
            while True:
                await silenced.database.read(looked_at)

    async def leads(process: Process) -> None:
        async with process.coordination.leading():
            pass

    silenced.network.spoil(silent_transactions)
    async with asyncio.timeout(BOUND):
        with pytest.raises((DatabaseDown, GrantLost)):
            await rounds()
        await leads(heir)
        assert not silenced.coordination.leads
        with pytest.raises(Unavailable):
            async with silenced.coordination.lease("MATCH"):
                pass
    silenced.network.mend()
    async with asyncio.timeout(BOUND):
        await heir.coordination._close()
        await leads(silenced)


async def test_while_one_of_two_processes_is_out_of_reach_the_other_plays_on_with_every_match(
    processes: Processes,
) -> None:
    silenced, other = await processes.start(), await processes.start()
    theirs, ours = (
        Table(processes.postgres, TestClock(), label, store=process.store)
        for label, process in (("silenced", silenced), ("other", other))
    )
    matches = [(await ours.started(BEN, channel=channel)).id for channel in range(6)]
    silenced.network.spoil_before(commits, silent_transactions)
    struck = [asyncio.create_task(theirs.act(match, ANN, Choose(1))) for match in matches]
    await silenced.network.struck.wait()
    async with asyncio.timeout(BOUND):
        for match in matches:
            await until_it_answers(partial(ours.act, match, BEN, Choose(1)))
        found = await asyncio.gather(*struck, return_exceptions=True)
    assert any(isinstance(each, DatabaseDown) for each in found)
    assert all(isinstance(each, DatabaseDown | PlayResult) for each in found)


async def until_it_answers(ask: Callable[[], Awaitable[object]]) -> None:
    """Ask again and again, as people do who are told that the database does not answer."""
    while True:
        try:
            await ask()
        except DatabaseDown:
            continue
        return
