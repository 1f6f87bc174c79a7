"""Random outages with two processes on one database: what one learns, the other knows."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.matches.model import MatchTerms
from bot.matches.ports import Outage
from tests.matches.outages import CLOCKS, GUILD, Weather
from tests.matches.table import BEN, Table


@pytest.mark.parametrize("seed", range(3))
async def test_two_processes_count_the_time_in_which_each_player_could_act(
    table: Table, other: Table, seed: int
) -> None:
    if not table.store.shared:
        pytest.skip("one process uses a file of SQLite")
    weather = Weather([table, other], random.Random(seed), CLOCKS[seed % len(CLOCKS)])
    await weather.begin(2)
    for _ in range(40):
        if await weather.over():
            break
        await weather.step()


async def test_the_time_of_an_outage_is_given_back_by_any_process(table: Table, other: Table) -> None:
    if not table.store.shared:
        pytest.skip("one process uses a file of SQLite")
    match = (await table.started(BEN, match_terms=MatchTerms(CLOCKS[0]))).id
    await table.service.timekeeper.beat()
    table.clock.pass_by(hours=20)
    outage = Outage(GUILD, None, "unavailable", table.clock.now)
    await table.service.timekeeper.begin_outage(outage)
    table.clock.pass_by(hours=40)
    assert await other.service.timekeeper.overdue() == []
    await other.service.timekeeper.end_outage(outage)
    assert await table.service.timekeeper.learn_outages() == ()
    assert await table.due(match) == table.clock.now + timedelta(hours=4)
