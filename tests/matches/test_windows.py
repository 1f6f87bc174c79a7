"""Windows: decisions with their own time limit, in matches with and without a clock (NEO-10)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.database.coordination import ALL
from bot.engine.errors import IllegalAction
from bot.matches.clocks import ClockTerms, OpenWindow
from bot.matches.model import MatchTerms
from bot.matches.notices import TimeUp
from bot.matches.ports import Heartbeat
from bot.matches.timekeeper import AWAY
from tests.matches.dicey import HOUR, HurriedRules, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, Table, TestClock

DAY = 24 * HOUR


async def window(table: Table, match: str) -> OpenWindow:
    """Return the open window; there must be one."""
    found = (await table.terms(match)).window
    assert found is not None
    return found


async def test_a_window_has_its_own_time_limit_in_a_match_without_a_clock(
    hurried: Table, clock: TestClock
) -> None:
    match = await hurried.rolling()
    opened = await window(hurried, match)
    assert opened == OpenWindow(0, 10, clock.now, clock.now + timedelta(hours=1))
    assert await hurried.due(match) == opened.until
    clock.pass_by(minutes=59)
    assert await hurried.service.timekeeper.overdue() == []
    assert not await hurried.expire(match)
    clock.pass_by(minutes=1)
    assert await hurried.service.timekeeper.overdue() == [match]
    assert await hurried.expire(match)
    assert not await hurried.expire(match)
    assert await window(hurried, match) == OpenWindow(1, 11, clock.now, clock.now + timedelta(hours=1))
    assert (await hurried.facts(match))[-1] == TimeUp(0, "default")


async def test_an_answer_in_time_closes_the_window(hurried: Table, clock: TestClock) -> None:
    match = await hurried.rolling()
    clock.pass_by(minutes=59)
    await hurried.act(match, ANN, Roll())
    clock.pass_by(minutes=2)
    assert not await hurried.expire(match)
    assert await hurried.awaited(match) == {1}
    await hurried.act(match, BEN, Roll())
    assert (await hurried.terms(match)).window is None
    assert await hurried.due(match) is None


async def test_an_open_window_stops_the_turn_clock_of_its_seat(hurried: Table, clock: TestClock) -> None:
    terms = MatchTerms(ClockTerms("bank", DAY, 0, 0, "resign"))
    info = await hurried.started(BEN, match_terms=terms)
    clock.pass_by(hours=2)
    await hurried.ready(info.id, ANN, BEN)
    for person in (ANN, BEN):
        clock.pass_by(minutes=50)
        await hurried.act(info.id, person, Roll())
    assert (await hurried.terms(info.id)).clocks.left == (22 * HOUR, 22 * HOUR)
    assert await hurried.due(info.id) == clock.now + timedelta(hours=22)


async def test_a_window_stops_while_the_match_is_paused(hurried: Table, clock: TestClock) -> None:
    match = await hurried.rolling()
    clock.pass_by(minutes=20)
    await hurried.agreed(match, "pause", ANN, BEN)
    stopped = await window(hurried, match)
    assert (stopped.until, stopped.left) == (None, 40 * 60)
    assert await hurried.due(match) is None
    clock.pass_by(days=3)
    await hurried.resume(match, BEN)
    assert (
        (await window(hurried, match)).until == clock.now + timedelta(minutes=40) == await hurried.due(match)
    )


async def test_an_absence_of_the_bot_is_credited_once(hurried: Table, clock: TestClock) -> None:
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await hurried.rolling()
    clock.pass_by(minutes=1)
    await keeper.beat()
    clock.pass_by(hours=9)
    assert await keeper.beat() == timedelta(hours=9)
    given = await window(hurried, match)
    assert given.until == clock.now + timedelta(minutes=59) == await hurried.due(match)
    assert not await keeper.expire(match)
    await keeper._credit_all([Heartbeat(ALL, clock.now - timedelta(hours=9))], clock.now, AWAY)
    assert await window(hurried, match) == given
    clock.pass_by(minutes=59)
    assert await keeper.expire(match)


async def test_a_window_opened_after_the_last_heartbeat_is_credited_only_the_time_it_lost(
    hurried: Table, clock: TestClock
) -> None:
    keeper = hurried.service.timekeeper
    await keeper.beat()
    clock.pass_by(seconds=20)
    match = await hurried.rolling()
    clock.pass_by(hours=2)
    await keeper.beat()
    given = await window(hurried, match)
    assert given.until == clock.now + timedelta(hours=1) == await hurried.due(match)


async def test_an_early_check_after_an_absence_corrects_the_due_time(
    hurried: Table, clock: TestClock
) -> None:
    """The clocks were advanced after the window opened; `due` is delayed by the smaller of both absences."""
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await hurried.rolling(match_terms=MatchTerms(ClockTerms("turn", DAY)))
    clock.pass_by(seconds=30)
    await hurried.give_time(match, BEN, 0, HOUR)
    clock.pass_by(hours=2)
    await keeper.beat()
    given = await window(hurried, match)
    early = await hurried.due(match)
    assert early is not None
    assert early < given.until == clock.now + timedelta(hours=1)
    clock.now = early
    assert await keeper.expire(match)
    assert not await keeper.expire(match)
    assert await hurried.due(match) == given.until
    assert await hurried.awaited(match) == {0}


async def test_an_undo_opens_the_window_again_with_the_time_it_had(hurried: Table, clock: TestClock) -> None:
    match = await hurried.rolling()
    clock.pass_by(minutes=30)
    await hurried.act(match, ANN, Roll())
    await hurried.undo(match, ANN)
    clock.pass_by(minutes=5)
    await hurried.agree(match, BEN)
    assert await window(hurried, match) == OpenWindow(0, 10, clock.now, clock.now + timedelta(minutes=30))


async def test_a_new_player_in_the_seat_has_the_full_window_and_closes_it_by_resigning(
    hurried: Table, clock: TestClock
) -> None:
    match = await hurried.rolling(BEN, CLEO)
    clock.pass_by(minutes=55)
    await hurried.hand_over(match, 0, DAN)
    assert (await window(hurried, match)).until == clock.now + timedelta(hours=1)
    await hurried.resign(match, DAN)
    assert (await window(hurried, match)).seat == 1


class StubbornRules(HurriedRules):
    """Rules without a timeout action."""

    def timeout_action(self, state: Any, seat: int) -> Any:
        raise IllegalAction("There is nothing to do.")


async def test_a_window_without_a_timeout_action_stays_open_without_a_limit(
    hurried: Table, clock: TestClock
) -> None:
    table = hurried.again(games={"dicey": StubbornRules()})
    match = await table.rolling()
    version = (await table.info(match)).version
    clock.pass_by(hours=1)
    assert await table.expire(match)
    assert not await table.expire(match)
    assert await table.due(match) is None
    assert (await table.info(match)).version == version
    await table.act(match, ANN, Roll())
    assert await table.awaited(match) == {1}
