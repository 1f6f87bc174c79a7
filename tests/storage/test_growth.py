"""With a great many ended matches, nothing that is done again and again reads them all."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite

from bot.storage import figures, posts, statements, traces
from bot.storage.engine import opened
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table

FEW = ("uq_matches_channel_going_on", "ix_matches_finished")
"""Indexes of some matches alone: to read one from end to end reads no other match."""
SMALL = ("outbox", "stale_posts", "heartbeat")
"""Tables that hold what is still to be done."""

ROUNDS = {
    "open matches": statements.OPEN_MATCHES,
    "open matches of a server": statements.OPEN_MATCHES_ON,
    "matches in play": statements.PLAYING,
    "matches of a player": statements.MATCHES_OF_PLAYER,
    "the match of a channel": statements.CHANNEL_MATCH,
    "whether a channel is taken": statements.CHANNEL_TAKEN,
    "matches overdue": statements.OVERDUE,
    "matches due": statements.MATCHES_DUE,
    "what is pending": statements.PENDING_OF_MATCH,
    "what is refused": statements.REVIVE,
    "the last actions of a seat": statements.ACTIONS_OF_SEAT,
    "the newest events": statements.NEWEST_EVENTS,
    "DMs left behind": posts.LEFT_BEHIND,
    "messages to be retired": posts.STALE_DUE,
    "matches to be watched": figures.MATCHES_GOING_ON,
    "deliveries to be watched": figures.DELIVERIES,
    "matches by their stage": traces._STAGES,
    "seats handed over": traces._HANDED_OVER,
}


@pytest.mark.parametrize("what", ROUNDS)
async def test_no_query_of_the_rounds_reads_all_matches(url: str, what: str) -> None:
    compiled: Any = ROUNDS[what].compile(dialect=sqlite.dialect())

    def plan(connection: Connection) -> list[str]:
        values = tuple(0 for _ in compiled.positiontup or ())
        found = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values)
        return [str(row[3]) for row in found]

    async with opened(url) as database:
        steps = await database.read(plan)
    whole = [step for step in steps if step.startswith("SCAN") and not any(index in step for index in FEW)]
    assert [step for step in whole if step.split()[1] not in SMALL] == []


async def test_what_is_counted_of_a_person_takes_one_hop(
    sqlite_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sqlite_table
    await table.started(BEN)
    for channel in (2, 3):
        await table.open(channel=channel)
    store = table.store

    async def never(*_asked: Any) -> Any:
        raise AssertionError("no match is loaded to be counted")

    monkeypatch.setattr(type(store), "load", never)
    assert await store.traces.stages(ANN.user) == {"lobby": 2, "playing": 1, "": 0}
    assert await store.traces.stages(BEN.user) == {"playing": 1, "": 0}


async def test_since_the_last_action_reads_what_is_since_then_alone(
    sqlite_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sqlite_table
    info = await table.started(BEN)
    for number in range(20):
        await table.act(info.id, ANN, Choose(number % 3 + 1))
        await table.act(info.id, BEN, Choose(number % 3 + 1))
        table.clock.pass_by(seconds=1)
    kind, read = type(table.store), list[int]()
    events = kind.events

    async def counted(store: Any, *asked: Any, **bounds: Any) -> Any:
        found = await events(store, *asked, **bounds)
        read.append(len(found))
        return found

    monkeypatch.setattr(kind, "events", counted)
    await table.service.history.since_last_action(info.id, ANN.user)
    assert sum(read) < 10
