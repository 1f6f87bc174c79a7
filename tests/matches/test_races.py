"""Concurrency: tasks of one process, processes on one database, and cancelled callers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.errors import Refusal, Unavailable
from bot.matches.errors import NotYourTurn, TurnPassed
from bot.matches.ports import CommitResult, MatchWrite
from tests.matches.dicey import Choose, Roll
from tests.matches.table import ANN, BEN, Table


def before_commit(table: Table, first: Callable[[], Any]) -> None:
    """Run this once, between the load and the commit of the table's next change."""
    commit = table.store.commit

    async def late(change: MatchWrite) -> CommitResult:
        table.store.commit = commit  # type: ignore[method-assign]
        await first()
        return await commit(change)

    table.store.commit = late  # type: ignore[method-assign]


async def test_two_simultaneous_clicks_on_one_button_have_one_effect(table: Table) -> None:
    match = await table.rolling()
    version = (await table.view(match, ANN)).match.version
    done = await asyncio.gather(
        *[table.act(match, ANN, Roll(), version=version) for _ in range(2)], return_exceptions=True
    )
    assert [type(each) for each in done if isinstance(each, Exception)] == [TurnPassed]
    assert [row.seat for row in await table.store.actions(match)][4:] == [0]


async def test_two_simultaneous_commands_are_applied_in_sequence(table: Table) -> None:
    match = await table.rolling()
    done = await asyncio.gather(
        table.act(match, ANN, Roll()), table.act(match, BEN, Roll()), return_exceptions=True
    )
    assert not [each for each in done if isinstance(each, Exception)]
    assert [row.seat for row in await table.store.actions(match)][4:] == [0, 1]


async def test_simultaneous_repeats_of_a_request_are_carried_out_once(table: Table, other: Table) -> None:
    match = await table.rolling()
    done = await asyncio.gather(
        *[(table, other)[n % 2].act(match, ANN, Roll(), request="once") for n in range(6)]
    )
    assert sorted(each.repeated for each in done) == [False] + [True] * 5
    assert len(await table.store.actions(match)) == 5


async def test_a_command_that_conflicts_with_another_process_is_retried(table: Table, other: Table) -> None:
    match = await table.rolling(rounds=3)
    before_commit(table, lambda: other.service.posts.note_dm(match, BEN.user, closed=True))
    played = await table.act(match, ANN, Roll())
    assert not played.repeated
    assert played.match_view.match.seats[1].dm_closed
    assert [row.draw.n for row in await table.store.draws(match)] == [0, 1]


@pytest.mark.parametrize("pressed", [False, True], ids=["a command", "a button"])
async def test_a_command_made_illegal_by_another_process_is_refused(
    table: Table, other: Table, pressed: bool
) -> None:
    match = await table.rolling()
    version = (await table.view(match, ANN)).match.version if pressed else None
    before_commit(table, lambda: other.act(match, ANN, Roll()))
    with pytest.raises(TurnPassed if pressed else NotYourTurn):
        await table.act(match, ANN, Roll(), version=version)
    assert len(await table.store.actions(match)) == 5


async def test_with_two_processes_no_action_is_lost_or_doubled(table: Table, other: Table) -> None:
    info = await table.started(BEN, rounds=500)

    async def choose_often(at: Table, person: Any) -> int:
        done = 0
        for n in range(30):
            try:
                await at.act(info.id, person, Choose(1 + n % 3))
            except Refusal:
                continue
            done += 1
        return done

    done = await asyncio.gather(choose_often(table, ANN), choose_often(other, BEN), choose_often(table, BEN))
    actions = await table.store.actions(info.id)
    assert [row.seq for row in actions] == list(range(1, sum(done) + 1))
    assert sum(row.seat == 0 for row in actions) == done[0] > 0


@pytest.mark.parametrize("steps", [0, 1, 2, 4, 7, 11])
async def test_a_cancelled_caller_loses_and_blocks_nothing(table: Table, steps: int) -> None:
    match = await table.rolling()
    task = asyncio.create_task(table.act(match, ANN, Roll()))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    actions = await table.store.actions(match)
    rolled = len(actions) == 5
    match_view = await table.view(match, BEN)
    assert match_view.awaited == ({1} if rolled else {0})
    assert len(await table.store.draws(match)) == (2 if rolled else 1)
    await table.act(match, BEN if rolled else ANN, Roll())


async def test_a_caller_cancelled_during_the_commit_has_acted(table: Table) -> None:
    match = await table.rolling()
    commit, begun = table.store.commit, asyncio.Event()

    async def noticed(change: MatchWrite) -> CommitResult:
        begun.set()
        return await commit(change)

    table.store.commit = noticed  # type: ignore[method-assign]
    task = asyncio.create_task(table.act(match, ANN, Roll()))
    await begun.wait()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(await table.store.actions(match)) == 5
    assert (await table.act(match, BEN, Roll())).match_view.awaited == {0, 1}


async def test_unused_locks_are_deleted(table: Table) -> None:
    matches = [await table.started(BEN, channel=channel) for channel in range(1, 4)]
    await asyncio.gather(*[table.act(info.id, ANN, Choose(n)) for info in matches for n in (1, 2, 3)])
    assert len(table.service._repository._locks) == 0


async def test_after_a_commit_with_unknown_result_the_match_is_loaded_again(table: Table) -> None:
    """The change was written, but the process got no answer: its cached match is not used."""
    match = await table.rolling()
    commit = table.store.commit

    async def lost(change: MatchWrite) -> CommitResult:
        table.store.commit = commit  # type: ignore[method-assign]
        await commit(change)
        raise Unavailable("the answer was lost")

    table.store.commit = lost  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        await table.act(match, ANN, Roll())
    assert await table.awaited(match) == {1}
