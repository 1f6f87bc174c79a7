"""The monitored figures are counted correctly."""

from __future__ import annotations

from datetime import timedelta

from bot.base.metrics import Figures
from bot.matches.deliveries import Delivery
from bot.matches.model import Stage
from bot.matches.outbox import TryLater, Undeliverable
from bot.matches.store import SqlMatchStore
from bot.matches.upkeep_store import SqlFigureStore
from tests.matches.table import BEN, Table, TestClock


async def test_a_database_without_matches(store: SqlMatchStore) -> None:
    found = await SqlFigureStore(store.database).read()
    assert found == Figures({}, 0, 0, 0, None, found.size, found.free)
    assert found.size > 100_000
    assert found.free > 0


async def test_matches_and_deliveries_are_counted_by_their_state(
    table: Table, store: SqlMatchStore, clock: TestClock
) -> None:
    await table.started(BEN)
    opened = await SqlFigureStore(store.database).read()
    assert opened.matches == {("dicey", Stage.PLAYING): 1}
    assert (opened.failing, opened.parked, opened.due) == (0, 0, clock())
    assert opened.pending == len(await store.pending()) > 1

    async def fail(delivery: Delivery) -> None:
        raise TryLater("slow") if delivery.user else Undeliverable("closed")

    await table.outbox.drain(fail)
    failed = await SqlFigureStore(store.database).read()
    assert failed.parked > 0
    assert failed.pending == failed.failing == len(await store.pending()) > 0
    assert failed.due == clock() + timedelta(seconds=5)
