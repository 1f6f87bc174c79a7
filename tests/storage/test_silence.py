"""A database that does not answer: every wait is limited, and a process that can reach it takes over.

Each process here is a database object in this process, behind its own proxy. The process to be silenced has a
short timeout; on a busy machine its work may fail before the proxy does, and is then repeated.
test_silent_processes.py has real processes with the usual timeouts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, text

from bot.database import postgres as server
from bot.database import postgres_coordination as shared
from bot.database.coordination import GrantLost
from bot.database.engine import Database, DatabaseDown, open_database, opened
from bot.database.postgres_coordination import SharedCoordination
from bot.engine.errors import Unavailable
from bot.matches.deliveries import Delivery
from bot.matches.loaded_match import PlayResult
from bot.matches.outbox import Outbox
from bot.matches.store import SqlMatchStore
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage.conftest import emptied
from tests.storage.proxy import Link, Network, cut, network, silent, silent_transactions, stalling

T = TypeVar("T")

ANSWER = 0.4
"""Timeout in seconds of the process to be silenced."""
OTHERS = 2.0
"""Timeout in seconds of the other processes; after twice this time they end the sessions of silent ones."""
PATIENT = 120.0
"""Timeout in seconds of all other processes, and of waits that no test exhausts."""
BOUND = 40.0
"""The limit in seconds for a whole test, also on a busy machine."""


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVERY", "AGAIN"):
        monkeypatch.setattr(shared, name, 0.1)
    for name in ("ANSWER", "SELF_SURE"):
        monkeypatch.setattr(shared, name, PATIENT)
    monkeypatch.setattr(shared, "TERM", timedelta(seconds=PATIENT))
    monkeypatch.setitem(shared._SESSION, "idle_session_timeout", f"{PATIENT:.0f}s")
    monkeypatch.setattr(server, "_CLOSING", ANSWER / 2)


class Process:
    """The database objects of one process, and its proxy."""

    def __init__(self, database: Database, coordination: SharedCoordination, network: Network) -> None:
        self.database, self.coordination, self.network = database, coordination, network
        self.store = SqlMatchStore(database)


class Processes:
    """Starts processes on a database, and closes them at the end."""

    def __init__(self, postgres: str, stack: AsyncExitStack) -> None:
        self.postgres, self._stack = postgres, stack

    async def start(self, answer: float = PATIENT) -> Process:
        net, url = await self._stack.enter_async_context(network(self.postgres))
        database = open_database(url, answer=answer)
        self._stack.push_async_callback(database.close)
        coordination = await self._stack.enter_async_context(SharedCoordination.opened(database))
        return Process(database, coordination, net)


@pytest.fixture
async def processes(postgres: str) -> AsyncIterator[Processes]:
    url = await emptied(postgres)
    async with AsyncExitStack() as stack:
        yield Processes(url, stack)


def kept(connection: Connection) -> None:
    """Insert or change a row."""
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
async def test_a_transaction_without_an_answer_times_out_and_later_ones_succeed(
    processes: Processes, worse: Callable[[Link], None]
) -> None:
    process = await processes.start(ANSWER)
    await until_it_answers(lambda: process.database.write(kept))
    process.network.spoil(worse)
    async with asyncio.timeout(BOUND):
        with pytest.raises(DatabaseDown) as down:
            await process.database.read(looked_at)
        if worse is not cut:
            assert "does not answer (TimeoutError)" in down.value.remedy
    process.network.mend()
    async with asyncio.timeout(BOUND):
        assert await until_it_answers(lambda: process.database.read(looked_at)) == 1


async def test_locks_of_a_silent_process_are_released_soon(processes: Processes) -> None:
    silenced, other = await processes.start(ANSWER), await processes.start(OTHERS)
    await until_it_answers(lambda: other.database.write(kept))
    silenced.network.spoil_before(commits, silent)
    async with asyncio.timeout(BOUND):
        writing = await struck(silenced, lambda: silenced.database.write(kept))
        await until_it_answers(lambda: other.database.write(kept))
        with pytest.raises(DatabaseDown):
            await writing


async def test_idle_silent_connections_are_replaced_without_an_error(
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


async def test_a_stopped_process_does_not_wait_for_a_silent_transaction(processes: Processes) -> None:
    process = await processes.start(ANSWER)
    process.network.spoil_before(commits, silent)
    writing = await struck(process, lambda: process.database.write(kept))
    writing.cancel()
    async with asyncio.timeout(BOUND):
        with pytest.raises(asyncio.CancelledError):
            await writing


@pytest.mark.parametrize("worse", [silent, stalling(2 * ANSWER), cut])
async def test_closing_a_silent_database_returns(processes: Processes, worse: Callable[[Link], None]) -> None:
    process = await processes.start(ANSWER)
    await until_it_answers(lambda: asyncio.gather(*[process.database.read(looked_at) for _ in range(5)]))
    process.network.spoil(worse)
    reading = asyncio.create_task(process.database.read(looked_at))
    await asyncio.sleep(0)
    async with asyncio.timeout(BOUND):
        await process.coordination._close()
        await process.database.close()
    assert isinstance(reading.exception(), DatabaseDown)


async def deliver(_delivery: Delivery) -> None:
    """Accept a delivery."""


async def test_a_lease_of_a_process_with_hanging_transactions_passes_on_at_once_as_doubtful(
    processes: Processes,
) -> None:
    silenced, heir = await processes.start(ANSWER), await processes.start()
    info = await Table(processes.postgres, TestClock(), store=heir.store).started(BEN)
    outbox = Outbox(silenced.store, TestClock())
    silenced.network.spoil(silent_transactions)

    async def publish() -> None:
        async with silenced.coordination.lease(info.id):
            await outbox.drain(deliver, info.id)

    async with asyncio.timeout(BOUND):
        publishing = await struck(silenced, publish)
        async with heir.coordination.lease(info.id):
            rows = await heir.store.pending()
        with pytest.raises((Unavailable, GrantLost)):
            await publishing
    assert rows
    assert all(row.delivery.doubtful for row in rows)


async def test_a_leader_without_an_answer_is_replaced_and_can_lead_again_later(
    processes: Processes,
) -> None:
    silenced = await processes.start(ANSWER)
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


async def test_while_one_of_two_processes_is_unreachable_the_other_plays_every_match(
    processes: Processes,
) -> None:
    silenced, other = await processes.start(ANSWER), await processes.start(OTHERS)
    theirs, ours = (
        Table(processes.postgres, TestClock(), label, store=process.store)
        for label, process in (("silenced", silenced), ("other", other))
    )
    async with opened(processes.postgres, answer=PATIENT) as database:
        before = Table(processes.postgres, TestClock(), store=SqlMatchStore(database))
        matches = [(await before.started(BEN, channel=channel)).id for channel in range(6)]

    async def act_everywhere() -> list[object]:
        acts = [theirs.act(match, ANN, Choose(1)) for match in matches]
        return await asyncio.gather(*acts, return_exceptions=True)

    silenced.network.spoil_before(commits, silent_transactions)
    async with asyncio.timeout(BOUND):
        acting = await struck(silenced, act_everywhere)
        for match in matches:
            await until_it_answers(partial(ours.act, match, BEN, Choose(1)))
        found = await acting
    assert any(isinstance(each, DatabaseDown) for each in found)
    assert all(isinstance(each, DatabaseDown | PlayResult) for each in found)


async def until_it_answers(ask: Callable[[], Awaitable[T]]) -> T:
    """Repeat a request, as people do after the message that the database does not answer."""
    while True:
        with suppress(DatabaseDown):
            return await ask()


async def struck(process: Process, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
    """Repeat the work of a process until it meets the fault of the proxy; return its task."""
    while True:
        working = asyncio.create_task(work())
        meeting = asyncio.create_task(process.network.struck.wait())
        await asyncio.wait({working, meeting}, return_when=asyncio.FIRST_COMPLETED)
        meeting.cancel()
        if process.network.struck.is_set():
            return working
        await asyncio.gather(working, return_exceptions=True)
