"""Windows: decisions with a time of their own, in matches with and without a clock (NEO-10)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.errors import IllegalAction
from bot.matches.clocks import ClockTerms
from bot.matches.coordination import ALL
from bot.matches.model import MatchTerms
from bot.matches.notices import TimeUp
from bot.matches.ports import Heartbeat
from bot.matches.timekeeper import AWAY
from bot.matches.windows import OpenWindow
from tests.matches.dicey import HOUR, Choose, HurriedRules, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, Table, TestClock

DAY = 24 * HOUR
GAMES = {"dicey": HurriedRules()}


@pytest.fixture
async def hurried(url: str, clock: TestClock) -> AsyncIterator[Table]:
    opened = Table(url, clock, games=GAMES)
    yield opened
    await opened.close()


async def rolling(table: Table, *players: Any, **options: Any) -> str:
    """Open a match in which all have chosen: Ann is to roll, and has an hour for it."""
    info = await table.started(*(players or (BEN,)), **options)
    for person in (ANN, *(players or (BEN,))):
        await table.act(info.id, person, Choose(1), Ready())
    return info.id


async def window(table: Table, match: str) -> OpenWindow | None:
    return (await table.service.info(match)).match_terms.window


async def due(table: Table, match: str) -> Any:
    return (await table.service._repository.record(match)).due


async def awaited(table: Table, match: str) -> frozenset[int]:
    return (await table.service.match_view(match, None)).awaited


async def test_a_window_has_its_own_time_in_a_match_without_a_clock(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried)
    opened = await window(hurried, match)
    assert opened == OpenWindow(0, 10, clock.now, clock.now + timedelta(hours=1))
    assert await due(hurried, match) == opened.until
    clock.pass_by(minutes=59)
    assert await hurried.service.timekeeper.overdue() == []
    assert not await hurried.service.timekeeper.expire(match)
    clock.pass_by(minutes=1)
    assert await hurried.service.timekeeper.overdue() == [match]
    assert await hurried.service.timekeeper.expire(match)
    assert not await hurried.service.timekeeper.expire(match)
    assert await window(hurried, match) == OpenWindow(1, 11, clock.now, clock.now + timedelta(hours=1))
    told = [line.fact for line in await hurried.service.history.lines(match, None)]
    assert told[-1] == TimeUp(0, "default")


async def test_an_answer_in_time_closes_the_window(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried)
    clock.pass_by(minutes=59)
    await hurried.act(match, ANN, Roll())
    clock.pass_by(minutes=2)
    assert not await hurried.service.timekeeper.expire(match)
    assert await awaited(hurried, match) == {1}
    await hurried.act(match, BEN, Roll())
    assert await window(hurried, match) is None
    assert await due(hurried, match) is None


async def test_while_a_window_is_open_the_turn_clock_of_its_seat_stands_still(
    hurried: Table, clock: TestClock
) -> None:
    terms = MatchTerms(ClockTerms("bank", DAY, 0, 0, "resign"))
    info = await hurried.started(BEN, match_terms=terms)
    clock.pass_by(hours=2)
    await hurried.act(info.id, ANN, Choose(1), Ready())
    await hurried.act(info.id, BEN, Choose(1), Ready())
    clock.pass_by(minutes=50)
    await hurried.act(info.id, ANN, Roll())
    clock.pass_by(minutes=50)
    await hurried.act(info.id, BEN, Roll())
    left = (await hurried.service.info(info.id)).match_terms.clocks.left
    assert left == (22 * HOUR, 22 * HOUR)
    assert await due(hurried, info.id) == clock.now + timedelta(hours=22)


async def test_a_window_stops_while_the_match_is_paused(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried)
    clock.pass_by(minutes=20)
    agreements = hurried.service.agreements
    await agreements.propose(match, ANN.user, "pause", request="pause")
    await agreements.answer(match, BEN.user, agree=True, request="yes")
    stopped = await window(hurried, match)
    assert stopped is not None
    assert (stopped.until, stopped.left) == (None, 40 * 60)
    assert await due(hurried, match) is None
    clock.pass_by(days=3)
    await agreements.resume(match, BEN.user, request="on")
    resumed = await window(hurried, match)
    assert resumed is not None
    assert resumed.until == clock.now + timedelta(minutes=40) == await due(hurried, match)


async def test_time_in_which_the_bot_was_away_is_given_back_once(hurried: Table, clock: TestClock) -> None:
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await rolling(hurried)
    clock.pass_by(minutes=1)
    await keeper.beat()
    clock.pass_by(hours=9)
    assert await keeper.beat() == timedelta(hours=9)
    given = await window(hurried, match)
    assert given is not None
    assert given.until == clock.now + timedelta(minutes=59) == await due(hurried, match)
    assert not await keeper.expire(match)
    await keeper._credit_all([Heartbeat(ALL, clock.now - timedelta(hours=9))], clock.now, AWAY)
    assert await window(hurried, match) == given
    clock.pass_by(minutes=59)
    assert await keeper.expire(match)


async def test_a_window_that_opened_after_the_last_beat_gets_no_more_than_it_lost(
    hurried: Table, clock: TestClock
) -> None:
    keeper = hurried.service.timekeeper
    await keeper.beat()
    clock.pass_by(seconds=20)
    match = await rolling(hurried)
    clock.pass_by(hours=2)
    await keeper.beat()
    given = await window(hurried, match)
    assert given is not None
    assert given.until == clock.now + timedelta(hours=1) == await due(hurried, match)


async def test_looking_too_early_after_the_bot_was_away_puts_it_right(
    hurried: Table, clock: TestClock
) -> None:
    """Where the clocks were reckoned later than the window opened, `due` is put off by the least of both."""
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await rolling(hurried, match_terms=MatchTerms(ClockTerms("turn", DAY)))
    clock.pass_by(seconds=30)
    await hurried.service.agreements.give_time(match, BEN.user, 0, HOUR, request="gift")
    clock.pass_by(hours=2)
    await keeper.beat()
    given = await window(hurried, match)
    assert given is not None
    early = await due(hurried, match)
    assert early < given.until == clock.now + timedelta(hours=1) - timedelta(seconds=0)
    clock.now = early
    assert await keeper.expire(match)
    assert not await keeper.expire(match)
    assert await due(hurried, match) == given.until
    assert await awaited(hurried, match) == {0}


async def test_taking_back_opens_the_window_again_with_its_whole_time(
    hurried: Table, clock: TestClock
) -> None:
    match = await rolling(hurried)
    clock.pass_by(minutes=30)
    await hurried.act(match, ANN, Roll())
    await hurried.service.agreements.undo(match, ANN.user, request="undo")
    clock.pass_by(minutes=5)
    await hurried.service.agreements.answer(match, BEN.user, agree=True, request="yes")
    assert await window(hurried, match) == OpenWindow(0, 10, clock.now, clock.now + timedelta(hours=1))


async def test_who_takes_over_the_seat_has_the_whole_window(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried, BEN, CLEO)
    clock.pass_by(minutes=55)
    seats = hurried.service.seats
    await seats.offer(match, ANN.user, 0, DAN, moderator=True, request="offer")
    await seats.take(match, DAN, request="take")
    opened = await window(hurried, match)
    assert opened is not None
    assert opened.until == clock.now + timedelta(hours=1)


async def test_who_resigns_closes_the_own_window(hurried: Table) -> None:
    match = await rolling(hurried, BEN, CLEO)
    await hurried.service.play.resign(match, ANN.user, request="resign")
    opened = await window(hurried, match)
    assert opened is not None
    assert opened.seat == 1


async def test_after_a_restart_the_window_is_as_it_was(hurried: Table, url: str, clock: TestClock) -> None:
    match = await rolling(hurried)
    before = await window(hurried, match)
    again = Table(url, clock, "again", games=GAMES)
    assert await window(again, match) == before
    clock.pass_by(hours=1)
    assert await again.service.timekeeper.expire(match)
    await again.close()


class StubbornRules(HurriedRules):
    """Nothing can be done for a seat."""

    def timeout_action(self, state: Any, seat: int) -> Any:
        raise IllegalAction("There is nothing to do.")


async def test_a_window_in_which_nothing_can_be_done_stays_open_without_a_time(
    url: str, clock: TestClock
) -> None:
    table = Table(url, clock, games={"dicey": StubbornRules()})
    match = await rolling(table)
    version = (await table.service.info(match)).version
    clock.pass_by(hours=1)
    assert await table.service.timekeeper.expire(match)
    assert not await table.service.timekeeper.expire(match)
    assert await due(table, match) is None
    assert (await table.service.info(match)).version == version
    await table.act(match, ANN, Roll())
    assert await awaited(table, match) == {1}
    await table.close()
