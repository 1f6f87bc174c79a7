"""Standing orders: secret settings answer for a seat as if by hand (NEO-10a)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from bot.matches.clocks import ClockTerms
from bot.matches.errors import MatchRefusal, NotSeated, NotYourTurn, TurnPassed
from bot.matches.model import MatchTerms, Person
from bot.matches.orders import LONGEST_DELAY, SHORTEST_DELAY, SeatOrders, drawn_delay
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import PersonalMatches
from tests.matches.dicey import Choose, DiceyRules, HurriedRules, Orders, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, STRANGER, Table, TestClock

ROLL = Orders(roll=True)


async def choosing(table: Table, *players: Person, orders: Any = None, **options: Any) -> str:
    """Begin a match in which all still have to choose, with standing orders of Ann."""
    match = (await table.started(*(players or (BEN,)), **options)).id
    if orders:
        await table.order(match, ANN, orders)
    return match


async def rolling(table: Table, *, orders: Any = None, **options: Any) -> str:
    """Begin a match in which Ann has to roll and gave her orders before."""
    match = await choosing(table, orders=orders, **options)
    await all_choose(table, match)
    return match


async def all_choose(table: Table, match: str) -> None:
    for person in (ANN, BEN):
        await table.act(match, person, Choose(1), Ready())


async def waits(table: Table, match: str, seat: int = 0) -> datetime | None:
    orders = (await table.record(match)).orders
    return orders[seat].due if orders else None


async def delay(table: Table, match: str, seat: int = 0) -> timedelta:
    """Return the remaining delay of a seat's answer."""
    due = await waits(table, match, seat)
    assert due is not None
    return due - table.clock.now


async def until_due(table: Table, match: str) -> bool:
    """Let time pass until Ann's orders are due; return whether they were carried out then."""
    table.clock.now += await delay(table, match)
    return await table.expire(match)


async def test_orders_answer_after_two_to_ten_minutes_by_an_ordinary_action(
    hurried: Table, clock: TestClock
) -> None:
    match = await choosing(hurried, orders=ROLL, rounds=1)
    assert await waits(hurried, match) is None, "nothing is asked yet that they answer"
    await all_choose(hurried, match)
    assert SHORTEST_DELAY <= await delay(hurried, match) <= LONGEST_DELAY
    due = await waits(hurried, match)
    assert await hurried.service.timekeeper.due_within(LONGEST_DELAY) == [match]
    assert await hurried.service.timekeeper.orders_due(match) == due
    clock.now += await delay(hurried, match) - timedelta(seconds=1)
    assert not await hurried.expire(match)
    assert await until_due(hurried, match)
    assert not await hurried.expire(match)
    done = (await hurried.store.actions(match))[-1]
    assert (done.seat, msgspec.json.decode(done.action), done.at) == (0, {"do": "roll"}, due)
    assert await hurried.awaited(match) == {1}
    assert await waits(hurried, match) is None
    await hurried.act(match, BEN, Roll())
    assert "order" not in str(await hurried.audit(match))
    assert (await hurried.record(match)).orders == ()


async def test_each_decision_has_its_own_delay_not_drawn_from_the_match_s_stream(hurried: Table) -> None:
    match = await choosing(hurried, rounds=4, orders=ROLL)
    delays = set()
    for _ in range(3):
        await all_choose(hurried, match)
        delays.add(await delay(hurried, match))
        draws = await hurried.store.draws(match)
        assert (await hurried.record(match)).counter == len(draws)
        assert await until_due(hurried, match)
        await hurried.act(match, BEN, Roll())
    assert len(delays) == 3
    purposes = [row.draw.purpose for row in await hurried.store.draws(match)]
    assert purposes == ["lucky number", *[f"round {n} seat {seat}" for n in (1, 2, 3) for seat in (1, 2)]]


async def test_others_cannot_observe_that_a_seat_has_orders(hurried: Table) -> None:
    match = await choosing(hurried)

    async def others() -> list[Any]:
        service = hurried.service
        return [
            await hurried.views(match, BEN, None),
            await service.info(match),
            await service.history.lines(match, BEN.user),
            await service.player_matches(BEN.user),
            await hurried.store.pending(match),
        ]

    before, version = await others(), (await hurried.view(match, ANN)).match.version
    await hurried.order(match, ANN, Orders(ready=True, roll=True))
    assert await others() == before
    mine = await hurried.view(match, ANN)
    assert (mine.orders, mine.match.version) == (Orders(ready=True, roll=True), version)
    await hurried.act(match, ANN, Choose(1))
    assert (await hurried.view(match, ANN)).answer_waits
    assert await others() == before
    assert "ready" not in repr((await hurried.record(match)).orders)
    assert repr(SeatOrders(given='{"roll":true}')) == "SeatOrders()"


async def test_orders_changed_in_an_open_window_apply_from_the_next(hurried: Table) -> None:
    match = await rolling(hurried, rounds=3)
    await hurried.order(match, ANN, ROLL)
    assert await waits(hurried, match) is None, "this window was opened without them"
    await hurried.act(match, ANN, Roll())
    await hurried.act(match, BEN, Roll())
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    await hurried.order(match, ANN, Orders())
    await hurried.order(match, ANN, Orders(ready=True))
    assert await waits(hurried, match) == due, "this window was opened with them"
    assert await until_due(hurried, match)
    await hurried.act(match, BEN, Roll())
    await hurried.act(match, ANN, Choose(1))
    assert await waits(hurried, match) is not None


async def test_orders_given_with_an_action_apply_after_it(hurried: Table) -> None:
    match, play = await rolling(hurried), hurried.service.play
    ready = Orders(ready=True)
    await play.act(match, ANN.user, [Roll()], version=None, request="both", orders=ready)
    await hurried.act(match, BEN, Roll())
    await hurried.act(match, ANN, Choose(2))
    assert await until_due(hurried, match)
    assert await hurried.awaited(match) == {1}


async def test_an_answer_by_hand_cancels_the_waiting_one(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried, orders=ROLL)
    await hurried.act(match, ANN, Roll())
    assert await waits(hurried, match) is None
    clock.pass_by(minutes=11)
    assert not await hurried.expire(match)
    assert [row.seat for row in await hurried.store.actions(match)].count(0) == 3


async def test_a_simultaneous_answer_by_hand_and_by_order_is_applied_once(
    hurried: Table, clock: TestClock
) -> None:
    """Two processes: one checks what is due, the other handles Ann's click."""
    match, again = await rolling(hurried, orders=ROLL), hurried.again()
    clock.now += await delay(hurried, match)
    version = (await again.view(match, ANN)).match.version
    by_hand, by_order = await asyncio.gather(
        again.act(match, ANN, Roll(), version=version), hurried.expire(match), return_exceptions=True
    )
    assert isinstance(by_hand, NotYourTurn | TurnPassed) is (by_order is True)
    assert [row.seat for row in await hurried.store.actions(match)].count(0) == 3
    assert await hurried.awaited(match) == {1}


async def test_actions_of_others_do_not_change_the_delay(hurried: Table, clock: TestClock) -> None:
    match = await choosing(hurried, BEN, CLEO, orders=Orders(ready=True))
    await hurried.act(match, ANN, Choose(3))
    due = await waits(hurried, match)
    clock.pass_by(seconds=50)
    await hurried.act(match, BEN, Choose(1), Ready())
    assert await waits(hurried, match) == due
    await hurried.act(match, ANN, Choose(2))
    assert await waits(hurried, match) not in (due, None), "another decision of Ann's"


async def test_a_pause_stops_orders_and_a_new_delay_is_drawn_after_it(
    hurried: Table, clock: TestClock
) -> None:
    match = await rolling(hurried, orders=ROLL)
    await hurried.agreed(match, "pause", BEN, ANN)
    assert await waits(hurried, match) is None
    clock.pass_by(days=1)
    assert not await hurried.expire(match)
    await hurried.resume(match, BEN)
    assert await delay(hurried, match) >= SHORTEST_DELAY


async def test_waiting_orders_are_delayed_by_the_bot_s_absence(hurried: Table, clock: TestClock) -> None:
    """Otherwise all orders would be carried out at the instant of the bot's return."""
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await rolling(hurried, orders=ROLL)
    waited = await delay(hurried, match)
    clock.pass_by(hours=5)
    await keeper.beat()
    assert await delay(hurried, match) == waited
    assert not await keeper.expire(match)


async def test_after_an_undo_a_seat_answers_by_hand_first(hurried: Table) -> None:
    match = await rolling(hurried, rounds=2, orders=ROLL)
    await until_due(hurried, match)
    await hurried.undo(match, ANN)
    await hurried.agree(match, BEN)
    assert await hurried.awaited(match) == {0}
    assert await waits(hurried, match) is None
    await hurried.act(match, ANN, Roll())
    await hurried.act(match, BEN, Roll())
    await all_choose(hurried, match)
    assert await waits(hurried, match) is not None


async def test_an_undo_by_another_seat_draws_a_new_delay(hurried: Table, clock: TestClock) -> None:
    match = await rolling(hurried, rounds=2)
    await hurried.order(match, BEN, ROLL)
    await hurried.act(match, ANN, Roll())
    assert await waits(hurried, match, 1) is not None
    await hurried.undo(match, ANN)
    await hurried.agree(match, BEN)
    assert await waits(hurried, match, 1) is None
    clock.pass_by(minutes=1)
    await hurried.act(match, ANN, Roll())
    assert await delay(hurried, match, 1) >= SHORTEST_DELAY


async def test_orders_are_deleted_when_their_player_leaves_the_match(hurried: Table) -> None:
    """A resignation, a new player in the seat and the end delete them; a rematch begins without."""
    match = await choosing(hurried, BEN, CLEO)
    for person in (ANN, BEN, CLEO):
        await hurried.order(match, person, ROLL)
    await hurried.resign(match, CLEO)
    await hurried.hand_over(match, 1, DAN)
    assert [view.orders for view in await hurried.views(match, ANN, DAN, CLEO)] == [ROLL, None, None]
    with pytest.raises(MatchRefusal, match="given up your seat"):
        await hurried.order(match, CLEO, ROLL)
    for nobody in (BEN, STRANGER):
        with pytest.raises(NotSeated):
            await hurried.order(match, nobody, ROLL)
    await hurried.resign(match, DAN)
    assert (await hurried.record(match)).orders == ()
    with pytest.raises(MatchRefusal, match="has ended"):
        await hurried.order(match, ANN, ROLL)
    again = await hurried.service.lobby.rematch(match, ANN.user, channel=4711, request="again")
    for person in (CLEO, DAN):
        await hurried.join(again.id, person)
    await hurried.start(again.id)
    assert (await hurried.view(again.id, ANN)).orders is None


async def test_orders_are_exported_only_to_their_player_and_deleted_with_the_player(hurried: Table) -> None:
    match = await choosing(hurried, BEN, CLEO, orders=ROLL)
    personal = PersonalMatches(hurried.service, SqlMatchPersonalData(hurried.store.database))
    (mine,), (theirs,) = [[each async for each in personal.export(who.user)] for who in (ANN, BEN)]
    assert (mine["orders"], theirs["orders"]) == ({"roll": True, "ready": False}, None)
    await personal.delete(ANN.user)
    assert (await hurried.record(match)).orders == ()


async def test_giving_the_same_orders_again_changes_nothing(hurried: Table) -> None:
    match = await choosing(hurried, orders=ROLL)
    revision = (await hurried.record(match)).revision
    await hurried.order(match, ANN, ROLL)
    assert (await hurried.record(match)).revision == revision
    with pytest.raises(TurnPassed):
        await hurried.order(match, ANN, Orders(), version=0)
    await hurried.order(match, ANN, Orders())
    assert (await hurried.view(match, ANN)).orders is None


async def test_a_game_without_orders_refuses_them(table: Table) -> None:
    with pytest.raises(MatchRefusal, match="no standing orders"):
        await table.order((await table.started(BEN)).id, ANN, ROLL)


class FailingRules(HurriedRules):
    """Rules whose orders raise an error."""

    def answer_by_orders(self, view: Any, legal: Any, orders: Any) -> Any:
        raise ZeroDivisionError


class CheatingRules(HurriedRules):
    """Rules whose orders answer with an illegal action."""

    def answer_by_orders(self, view: Any, legal: Any, orders: Any) -> Any:
        return Choose(99)


@pytest.mark.parametrize("rules", [FailingRules(), CheatingRules(), DiceyRules()])
async def test_failing_orders_ask_the_player_and_delay_nobody(
    hurried: Table, rules: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await choosing(hurried, orders=Orders(roll=True, ready=True))
    other = hurried.again(games={"dicey": rules})
    await all_choose(other, match)
    assert await waits(other, match) is None
    assert await other.awaited(match) == {0}
    assert "roll" not in capsys.readouterr().out


async def asked_to_roll(table: Table, match: str) -> None:
    for person in (BEN, ANN):
        await table.act(match, person, Choose(1), Ready())


async def asked_to_be_ready(table: Table, match: str) -> None:
    await table.act(match, ANN, Choose(1))


async def asked_to_be_ready_with_a_minute_left(table: Table, match: str) -> None:
    table.clock.pass_by(hours=23, minutes=59)
    await asked_to_be_ready(table, match)


async def asked_again_after_a_pause(table: Table, match: str) -> None:
    await asked_to_roll(table, match)
    table.clock.pass_by(minutes=1)
    await table.agreed(match, "pause", BEN, ANN)
    table.clock.pass_by(hours=5)
    await table.resume(match, BEN)


async def asked_again_after_an_undo_by_another(table: Table, match: str) -> None:
    await table.act(match, BEN, Choose(1), Ready())
    await asked_to_be_ready(table, match)
    await table.undo(match, BEN)
    await table.act(match, ANN, Choose(2))


def repeating(byte: bytes) -> Callable[[int], bytes]:
    """Return a source of entropy that repeats this byte."""
    return lambda size: byte * size


ASKED = {
    "to roll": (ROLL, asked_to_roll),
    "to roll and to be ready": (Orders(roll=True, ready=True), asked_to_roll),
    "to be ready": (Orders(ready=True), asked_to_be_ready),
    "with a minute left": (Orders(ready=True), asked_to_be_ready_with_a_minute_left),
    "after a pause": (ROLL, asked_again_after_a_pause),
    "after another has taken back": (Orders(ready=True), asked_again_after_an_undo_by_another),
}
"""By name: the orders, and the event that asks the seat."""


@pytest.mark.parametrize(("orders", "asked"), ASKED.values(), ids=ASKED)
async def test_the_delay_does_not_depend_on_the_orders_or_on_the_time_left(
    hurried: Table, orders: Any, asked: Any
) -> None:
    """Only the drawn bytes determine the delay, not the orders, the question or the deadline."""
    terms = MatchTerms(ClockTerms("turn", 24 * 3600))
    for channel, drawn in enumerate((b"\x00", b"\x5a", b"\xff"), start=1):
        match = await choosing(hurried, orders=orders, channel=channel, match_terms=terms)
        hurried.service._repository._entropy = repeating(drawn)
        await asked(hurried, match)
        assert await delay(hurried, match) == drawn_delay(repeating(drawn))


def test_delays_are_uniformly_distributed() -> None:
    parts = [drawn_delay(repeating(bytes([first]))) for first in range(0, 256, 51)]
    fifth = (LONGEST_DELAY - SHORTEST_DELAY) / 5
    for number, each in enumerate(parts):
        assert abs(each - (SHORTEST_DELAY + number * fifth)) < timedelta(seconds=1)
