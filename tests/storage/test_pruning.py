"""Old presses go after a day, other requests and abandoned deliveries after thirty, in small batches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from bot.database.schema import outbox, requests
from bot.matches import upkeep
from bot.matches.upkeep import KEPT, Upkeep
from bot.matches.upkeep_store import SqlUpkeepStore
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table

HOUR = timedelta(hours=1)


async def count(table: Table, rows: Any) -> int:
    def work(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(rows)).scalar_one())

    return await table.store._database.read(work)


async def test_requests_are_deleted_after_thirty_days(table: Table) -> None:
    info = await table.started(BEN)
    before = await count(table, requests)
    table.clock.pass_by(days=29, hours=23)
    await table.act(info.id, ANN, Choose(2))
    assert await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune() == (0, 0, 0)
    table.clock.pass_by(hours=2)
    assert await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune() == (before, 0, 0)
    assert await count(table, requests) == 1
    assert await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune() == (0, 0, 0)
    assert (await table.view(info.id, ANN)).view.dice == (2, 0)


async def test_presses_are_deleted_after_a_day_and_what_is_repeated_after_a_stop_is_not(table: Table) -> None:
    press, others = "1440000000000000001", ["1440000000000000001.word", "m1.adjudicated", "wish.m1.7"]
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2), request=press)
    rows = [{"request": each, "match": info.id, "at": table.clock.now} for each in others]
    await table.store._database.write(lambda connection: connection.execute(insert(requests), rows))
    before, pruning = await count(table, requests), Upkeep(SqlUpkeepStore(table.store.database), table.clock)
    table.clock.pass_by(hours=23)
    assert await pruning.prune() == (0, 0, 0)
    assert (await table.act(info.id, ANN, Choose(2), request=press)).repeated, "a press is done once"
    table.clock.pass_by(hours=2)
    assert await pruning.prune() == (1, 0, 0)
    assert await count(table, requests) == before - 1
    assert await table.store._database.read(
        lambda connection: set(connection.execute(select(requests.c.request)).scalars()) >= set(others)
    )


async def test_only_abandoned_deliveries_are_deleted(table: Table) -> None:
    await table.started(BEN)
    rows = [each.delivery for each in await table.store.pending()]
    assert len(rows) >= 2
    await table.store.park(rows[0].id, attempts=1, reason="The channel is gone.", due=table.clock.now)
    table.clock.now += KEPT
    assert (await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune())[1] == 0
    table.clock.now += HOUR
    assert (await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune())[1] == 1
    assert await table.store.parked() == []
    assert [each.delivery for each in await table.store.pending()] == rows[1:]


async def test_many_rows_are_deleted_in_small_transactions(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "BATCH", 7)
    info = await table.open()
    old = [{"request": f"old {n}", "match": info.id, "at": table.clock.now - 2 * KEPT} for n in range(40)]
    await table.store._database.write(lambda connection: connection.execute(insert(requests), old))
    taken: list[int] = []
    pruning = SqlUpkeepStore(table.store.database)
    prune = pruning.prune

    async def watched(old: Any, *bounds: Any) -> int:
        deleted = await prune(old, *bounds)
        taken.extend([deleted] * (old == "requests"))
        return deleted

    monkeypatch.setattr(pruning, "prune", watched)
    assert await Upkeep(pruning, table.clock).prune() == (40, 0, 0)
    assert taken == [7, 7, 7, 7, 7, 5, 0]
    assert await count(table, requests) == 1
    assert await count(table, outbox) == 1
