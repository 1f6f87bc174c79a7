"""What a match stores during play, on SQLite and PostgreSQL: clocks, undo marks, the heartbeat."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.database.coordination import ALL, Shards
from bot.matches.clocks import ClockTerms
from bot.matches.errors import LobbyRefusal
from bot.matches.model import MatchTerms
from bot.matches.ports import Heartbeat
from bot.parts.analysis.store import SqlReviewStore
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.table import ANN, BEN, Table


def timed(hours: int) -> MatchTerms:
    return MatchTerms(ClockTerms("turn", hours * 3600, at_zero="default"))


async def test_overdue_matches_are_in_the_order_of_their_deadlines(table: Table) -> None:
    late = [await table.started(BEN, match_terms=timed(hours), channel=hours) for hours in (3, 1, 2, 9)]
    await table.open(match_terms=timed(1), channel=20)
    table.clock.pass_by(hours=3)
    found = await table.service.timekeeper.overdue()
    assert found == [late[1].id, late[2].id, late[0].id]
    await table.end(late[1].id)
    assert await table.service.timekeeper.overdue() == found[1:]


async def test_clocks_and_the_proposal_are_stored(table: Table, other: Table) -> None:
    info = await table.started(BEN, match_terms=timed(5))
    table.clock.pass_by(minutes=7, seconds=0.25)
    await table.act(info.id, ANN, Choose(1), Ready())
    await table.propose(info.id, ANN, "draw")
    kept = await other.terms(info.id)
    assert kept == (await table.terms(info.id))
    assert kept.proposal is not None
    assert kept.clocks.since == table.clock.now


async def test_only_undone_actions_with_their_events_and_draws_are_marked(table: Table, other: Table) -> None:
    info = await table.started(BEN, match_terms=timed(5))
    beside = await table.started(BEN, channel=2)
    for match in (info.id, beside.id):
        await table.ready(match, ANN, BEN)
        await table.act(match, ANN, Roll())
    await table.give_time(info.id, ANN, 1, 3600)
    await table.undo(info.id, ANN)
    await other.agree(info.id, BEN)
    assert [row.undone for row in await table.store.actions(info.id)] == [False] * 4 + [True]
    assert [row.draw.void for row in await table.store.draws(info.id)] == [False, True]
    assert not any(row.undone for row in await table.store.actions(beside.id))
    assert not any(row.draw.void for row in await table.store.draws(beside.id))
    told = [line.fact.__struct_config__.tag for line in await other.service.history.lines(info.id, None)]
    assert told == ["seat-ready", "seat-ready", "revealed", "table-time-given", "table-taken-back"]
    assert len(await table.store.actions(info.id, after=2)) == 3
    assert [row.seq for row in await table.store.draws(info.id, after=0)] == [5]


async def test_the_heartbeat_is_stored_and_two_simultaneous_first_ones_do_no_harm(
    table: Table, other: Table
) -> None:
    now = table.clock.now
    await asyncio.gather(table.store.beat(ALL, now), other.store.beat(ALL, now))
    later, half = now + timedelta(seconds=30), Shards((0, 2), 4)
    await other.store.beat(ALL, later)
    await table.store.beat(half, now)
    beats = await table.store.beats()
    assert sorted(beats, key=lambda beat: beat.at) == [Heartbeat(half, now), Heartbeat(ALL, later)]


async def test_a_match_cannot_move_to_a_channel_with_an_open_match(table: Table, other: Table) -> None:
    first, second = [(await table.started(BEN, channel=channel)).id for channel in (1, 2)]
    with pytest.raises(LobbyRefusal, match="has a match already"):
        await other.move(first, ANN, 2)
    assert (await table.info(first)).channel == 1
    await table.end(second)
    assert (await other.move(first, ANN, 2)).channel == 2


async def test_a_match_has_one_review_which_is_deleted_with_it(table: Table) -> None:
    info = await table.started(BEN)
    assert await SqlReviewStore(table.store.database).review(info.id) is None
    for review in (b"first", b"second"):
        await SqlReviewStore(table.store.database).keep_review(info.id, review, table.clock())
        assert await SqlReviewStore(table.store.database).review(info.id) == review
