"""What stands still while a player of a match cannot act: window, orders, reminders; and how it ends."""

from __future__ import annotations

from datetime import timedelta

from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms, Person
from bot.matches.ports import Outage
from tests.matches.dicey import Choose, Orders, Ready
from tests.matches.table import ANN, BEN, CLEO, DAN, Table

TIMED = MatchTerms(ClockTerms("turn", 24 * 3600, at_zero="resign"))


async def rests(table: Table, match: str, *seats: int) -> bool:
    now = table.clock.now
    return await table.service.reachability.rests(match, "hidden", now, dict.fromkeys(seats, now))


async def ordered(hurried: Table, *others: Person) -> str:
    """Begin a match in which Ann is to roll, and has orders to do so."""
    match = (await hurried.started(*others)).id
    await hurried.order(match, ANN, Orders(roll=True))
    await hurried.ready(match, ANN, *others)
    return match


async def test_a_window_keeps_its_time(hurried: Table) -> None:
    match = await hurried.rolling()
    hurried.clock.pass_by(minutes=20)
    assert await rests(hurried, match, 0)
    hurried.clock.pass_by(days=3)
    assert not await hurried.expire(match)
    assert await hurried.service.reachability.over(match)
    window = (await hurried.terms(match)).window
    assert window is not None
    assert window.until == hurried.clock.now + timedelta(minutes=40)


async def test_orders_answer_nothing_until_their_player_can_act(hurried: Table) -> None:
    match = await ordered(hurried, BEN)
    due = hurried.service.timekeeper.orders_due
    assert await due(match) is not None
    await rests(hurried, match, 0)
    assert await due(match) is None
    hurried.clock.pass_by(days=1)
    await hurried.service.reachability.over(match)
    again = await due(match)
    assert again is not None
    assert again > hurried.clock.now


async def test_an_outage_puts_off_window_orders_and_the_answer_to_a_reminder(hurried: Table) -> None:
    match = await ordered(hurried, BEN, CLEO)
    await hurried.offer(match, BEN, 0, DAN)
    keeper, before = hurried.service.timekeeper, await hurried.terms(match)
    at = await keeper.orders_due(match)
    outage = Outage(7, None, "unavailable", hurried.clock.now)
    await keeper.begin_outage(outage)
    hurried.clock.pass_by(days=2)
    assert await keeper.overdue() == []
    await keeper.end_outage(outage)
    after, gone = await hurried.terms(match), timedelta(days=2)
    assert await keeper.orders_due(match) == (at or hurried.clock.now) + gone
    assert after.window is not None
    assert before.window is not None
    assert after.window.until == (before.window.until or hurried.clock.now) + gone
    assert after.reminded[0].at == before.reminded[0].at + gone


async def test_no_reminder_counts_against_a_player_who_cannot_act(table: Table) -> None:
    match = await table.rolling(BEN, CLEO)
    await rests(table, match, 0)
    await table.offer(match, BEN, 0, DAN)
    assert (await table.terms(match)).reminded == ()
    await table.service.reachability.over(match)
    await table.answer(match, ANN, agree=False)
    await table.offer(match, BEN, 0, DAN)
    assert [each.times for each in (await table.terms(match)).reminded] == [1]


async def test_a_public_action_ends_a_rest_and_a_secret_one_leaves_no_trace(table: Table) -> None:
    match = (await table.started(BEN, match_terms=TIMED)).id
    table.clock.pass_by(hours=10)
    await rests(table, match, 0, 1)
    table.clock.pass_by(days=5)
    before = await table.info(match)
    await table.act(match, ANN, Choose(2))
    assert (await table.info(match)).rest == before.rest
    await table.act(match, ANN, Ready())
    assert (await table.info(match)).resting == {1}
    await table.act(match, BEN, Choose(1), Ready())
    info = await table.info(match)
    assert (info.resting, info.match_terms.resigned) == (frozenset(), ())


async def test_what_is_told_is_told_once(table: Table) -> None:
    match = (await table.started(BEN, match_terms=TIMED)).id
    await rests(table, match, 0)
    await rests(table, match, 0, 1)
    assert not await rests(table, match, 0, 1)
    assert [type(each).__name__ for each in await table.facts(match)] == ["TimeRests"]
    await table.service.reachability.over(match)
    assert not await table.service.reachability.over(match)
    assert [type(each).__name__ for each in await table.facts(match)] == ["TimeRests", "TimeRuns"]


async def test_a_lobby_is_put_off(table: Table) -> None:
    info = await table.open()
    due = await table.due(info.id)
    assert due is not None
    await rests(table, info.id)
    table.clock.pass_by(days=3)
    await table.service.reachability.over(info.id)
    assert await table.due(info.id) == due + timedelta(days=3)
