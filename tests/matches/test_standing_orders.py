"""Standing orders: what a seat has said in secret is answered for it, as if by hand (NEO-10a)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from bot.matches.clocks import ClockTerms
from bot.matches.errors import MatchRefusal, NotSeated, NotYourTurn, TurnPassed
from bot.matches.model import MatchTerms, Person
from bot.matches.orders import LONGEST_DELAY, SHORTEST_DELAY, SeatOrders, drawn_delay
from bot.matches.ports import ActionRow
from bot.privacy.matches import PersonalMatches
from bot.storage.store import SqlMatchStore
from tests.matches.dicey import Choose, DiceyRules, HurriedRules, Orders, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, STRANGER, Table, TestClock

GAMES = {"dicey": HurriedRules()}
ROLL = Orders(roll=True)


@pytest.fixture
async def hurried(url: str, clock: TestClock) -> AsyncIterator[Table]:
    opened = Table(url, clock, games=GAMES)
    yield opened
    await opened.close()


async def order(table: Table, match: str, person: Person, orders: Any, **more: Any) -> Any:
    return await table.service.play.order(match, person.user, orders, request=table.request(), **more)


async def choosing(table: Table, *players: Person, **options: Any) -> str:
    return (await table.started(*(players or (BEN,)), **options)).id


async def all_choose(table: Table, match: str, *people: Person) -> None:
    for person in people or (ANN, BEN):
        await table.act(match, person, Choose(1), Ready())


async def waits(table: Table, match: str, seat: int = 0) -> datetime | None:
    orders = (await table.service._repository.record(match)).orders
    return orders[seat].due if orders else None


async def rows(table: Table, match: str) -> list[ActionRow]:
    return await table.store.actions(match)


async def awaited(table: Table, match: str) -> frozenset[int]:
    return (await table.service.match_view(match, None)).awaited


async def until_due(table: Table, match: str, seat: int = 0) -> bool:
    """Let time pass until a seat's orders are due; return whether they were carried out then."""
    due = await waits(table, match, seat)
    assert due is not None
    table.clock.now = due
    return await table.service.timekeeper.expire(match)


async def test_orders_answer_after_two_to_ten_minutes_by_an_ordinary_action(
    hurried: Table, clock: TestClock
) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    assert await waits(hurried, match) is None, "nothing is asked yet that they answer"
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    assert due is not None
    assert SHORTEST_DELAY <= due - clock.now <= LONGEST_DELAY
    assert await hurried.service.timekeeper.due_within(LONGEST_DELAY) == [match]
    assert await hurried.service.timekeeper.orders_due(match) == due
    clock.now = due - timedelta(seconds=1)
    assert not await hurried.service.timekeeper.expire(match)
    assert await until_due(hurried, match)
    assert not await hurried.service.timekeeper.expire(match)
    done = (await rows(hurried, match))[-1]
    assert (done.seat, msgspec.json.decode(done.action), done.at) == (0, {"do": "roll"}, due)
    assert await awaited(hurried, match) == {1}
    assert await waits(hurried, match) is None


async def test_a_delay_is_drawn_for_each_decision_and_never_from_the_match_s_stream(hurried: Table) -> None:
    match = await choosing(hurried, rounds=4)
    await order(hurried, match, ANN, ROLL)
    delays = set()
    for _ in range(3):
        await all_choose(hurried, match)
        counter = (await hurried.service._repository.record(match)).counter
        due = await waits(hurried, match)
        assert due is not None
        delays.add(due - hurried.clock.now)
        assert (await hurried.service._repository.record(match)).counter == counter
        assert await until_due(hurried, match)
        await hurried.act(match, BEN, Roll())
    assert len(delays) == 3
    assert drawn_delay(bytes) == SHORTEST_DELAY
    assert LONGEST_DELAY - drawn_delay(lambda size: b"\xff" * size) < timedelta(seconds=1)


async def test_nobody_else_can_tell_that_a_seat_has_orders(hurried: Table) -> None:
    match = await choosing(hurried)

    async def others() -> list[Any]:
        service = hurried.service
        return [
            await service.match_view(match, BEN.user),
            await service.match_view(match, None),
            await service.info(match),
            await service.history.lines(match, BEN.user),
            await service.player_matches(BEN.user),
            await hurried.store.pending(match),
        ]

    before = await others()
    version = (await hurried.service.match_view(match, ANN.user)).match.version
    await order(hurried, match, ANN, Orders(ready=True, roll=True))
    assert await others() == before
    mine = await hurried.service.match_view(match, ANN.user)
    assert (mine.orders, mine.match.version) == (Orders(ready=True, roll=True), version)
    await hurried.act(match, ANN, Choose(1))
    assert (await hurried.service.match_view(match, ANN.user)).answer_waits
    assert await others() == before
    assert "ready" not in repr((await hurried.service._repository.record(match)).orders)


async def test_the_audit_has_the_actions_and_nothing_of_the_orders(hurried: Table) -> None:
    match = await choosing(hurried, rounds=1)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    await until_due(hurried, match)
    await hurried.act(match, BEN, Roll())
    told = str(await hurried.audit(match))
    assert "'do': 'roll'" in told
    assert "order" not in told
    assert (await hurried.service._repository.record(match)).orders == ()


async def test_the_order_waits_through_a_restart(hurried: Table, url: str, clock: TestClock) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    again = Table(url, clock, "again", games=GAMES)
    assert await waits(again, match) == due
    assert (await again.service.match_view(match, ANN.user)).orders == ROLL
    assert await until_due(again, match)
    assert await awaited(again, match) == {1}
    await again.close()


async def test_orders_changed_while_a_window_is_open_count_from_the_next(hurried: Table) -> None:
    match = await choosing(hurried, rounds=3)
    await all_choose(hurried, match)
    await order(hurried, match, ANN, ROLL)
    assert await waits(hurried, match) is None, "this window was opened without them"
    await hurried.act(match, ANN, Roll())
    await hurried.act(match, BEN, Roll())
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    await order(hurried, match, ANN, Orders())
    await order(hurried, match, ANN, Orders(ready=True))
    assert await waits(hurried, match) == due, "this window was opened with them"
    assert await until_due(hurried, match)
    await hurried.act(match, BEN, Roll())
    await hurried.act(match, ANN, Choose(1))
    assert await waits(hurried, match) is not None


async def test_orders_given_with_an_action_count_after_it(hurried: Table) -> None:
    match = await choosing(hurried, rounds=2)
    await all_choose(hurried, match)
    await hurried.service.play.act(
        match, ANN.user, [Roll()], version=None, request="both", orders=Orders(ready=True)
    )
    await hurried.act(match, BEN, Roll())
    await hurried.act(match, ANN, Choose(2))
    assert await until_due(hurried, match)
    assert await awaited(hurried, match) == {1}


async def test_answering_by_hand_cancels_what_waits(hurried: Table, clock: TestClock) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    await hurried.act(match, ANN, Roll())
    assert await waits(hurried, match) is None
    clock.pass_by(minutes=11)
    assert not await hurried.service.timekeeper.expire(match)
    assert Counter(row.seat for row in await rows(hurried, match))[0] == 3


async def test_by_hand_and_by_order_at_the_same_moment_it_is_done_once(
    hurried: Table, url: str, clock: TestClock
) -> None:
    """Two processes: one looks at what is due, the other answers Ann's click."""
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    assert due is not None
    clock.now = due
    again = Table(url, clock, "again", games=GAMES)
    version = (await again.service.match_view(match, ANN.user)).match.version
    by_hand, by_order = await asyncio.gather(
        again.act(match, ANN, Roll(), version=version),
        hurried.service.timekeeper.expire(match),
        return_exceptions=True,
    )
    assert isinstance(by_hand, NotYourTurn | TurnPassed) is (by_order is True)
    assert [row.seat for row in await rows(hurried, match)].count(0) == 3
    assert await awaited(hurried, match) == {1}
    await again.close()


async def test_what_others_do_meanwhile_leaves_the_delay_as_it_is(hurried: Table, clock: TestClock) -> None:
    match = await choosing(hurried, BEN, CLEO)
    await order(hurried, match, ANN, Orders(ready=True))
    await hurried.act(match, ANN, Choose(3))
    due = await waits(hurried, match)
    clock.pass_by(seconds=50)
    await hurried.act(match, BEN, Choose(1), Ready())
    assert await waits(hurried, match) == due
    await hurried.act(match, ANN, Choose(2))
    assert await waits(hurried, match) not in (due, None), "another decision of Ann's"


async def test_in_a_pause_nothing_is_answered_and_after_it_a_delay_is_drawn_anew(
    hurried: Table, clock: TestClock
) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    agreements = hurried.service.agreements
    await agreements.propose(match, BEN.user, "pause", request="pause")
    await agreements.answer(match, ANN.user, agree=True, request="yes")
    assert await waits(hurried, match) is None
    clock.pass_by(days=1)
    assert not await hurried.service.timekeeper.expire(match)
    await agreements.resume(match, BEN.user, request="on")
    due = await waits(hurried, match)
    assert due is not None
    assert due >= clock.now + SHORTEST_DELAY


async def test_what_waits_is_put_off_by_the_time_the_bot_was_away(hurried: Table, clock: TestClock) -> None:
    """Else all orders would be carried out at the moment of its return."""
    keeper = hurried.service.timekeeper
    await keeper.beat()
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    due = await waits(hurried, match)
    assert due is not None
    clock.pass_by(hours=5)
    await keeper.beat()
    assert await waits(hurried, match) == due + timedelta(hours=5)
    assert not await keeper.expire(match)


async def test_who_takes_back_is_asked_until_they_have_acted_themselves(
    hurried: Table, clock: TestClock
) -> None:
    match = await choosing(hurried, rounds=2)
    await order(hurried, match, ANN, ROLL)
    await all_choose(hurried, match)
    await until_due(hurried, match)
    await hurried.service.agreements.undo(match, ANN.user, request="undo")
    await hurried.service.agreements.answer(match, BEN.user, agree=True, request="yes")
    assert await awaited(hurried, match) == {0}
    assert await waits(hurried, match) is None
    await hurried.act(match, ANN, Roll())
    await hurried.act(match, BEN, Roll())
    await all_choose(hurried, match)
    assert await waits(hurried, match) is not None


async def test_taking_back_by_another_draws_the_delay_anew(hurried: Table, clock: TestClock) -> None:
    match = await choosing(hurried, rounds=2)
    await order(hurried, match, BEN, ROLL)
    await all_choose(hurried, match)
    await hurried.act(match, ANN, Roll())
    assert await waits(hurried, match, 1) is not None
    await hurried.service.agreements.undo(match, ANN.user, request="undo")
    await hurried.service.agreements.answer(match, BEN.user, agree=True, request="yes")
    assert await waits(hurried, match, 1) is None
    clock.pass_by(minutes=1)
    await hurried.act(match, ANN, Roll())
    due = await waits(hurried, match, 1)
    assert due is not None
    assert due >= clock.now + SHORTEST_DELAY


async def test_orders_go_with_who_gave_them(hurried: Table) -> None:
    """Resigning, handing the seat over and ending the match drop them; a rematch begins without."""
    match = await choosing(hurried, BEN, CLEO)
    for person in (ANN, BEN, CLEO):
        await order(hurried, match, person, ROLL)
    service = hurried.service
    await service.play.resign(match, CLEO.user, request="resign")
    await service.seats.offer(match, ANN.user, 1, DAN, moderator=True, request="offer")
    await service.seats.take(match, DAN, request="take")
    mine = [(await service.match_view(match, each.user)).orders for each in (ANN, DAN, CLEO)]
    assert mine == [ROLL, None, None]
    with pytest.raises(MatchRefusal, match="given up your seat"):
        await order(hurried, match, CLEO, ROLL)
    with pytest.raises(NotSeated):
        await order(hurried, match, BEN, ROLL)
    await service.play.end(match, ANN.user, moderator=True, request="end")
    record = await service._repository.record(match)
    assert record.orders == ()
    with pytest.raises(MatchRefusal, match="has ended"):
        await order(hurried, match, ANN, ROLL)


async def test_a_rematch_begins_without_orders(hurried: Table) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    await hurried.service.play.resign(match, BEN.user, request="resign")
    again = await hurried.service.lobby.rematch(match, ANN.user, channel=4711, request="again")
    await hurried.service.lobby.join(again.id, BEN, request="join")
    await hurried.service.lobby.start(again.id, ANN.user, request="start")
    assert (await hurried.service.match_view(again.id, ANN.user)).orders is None


async def test_orders_are_handed_out_to_their_player_alone_and_deleted_with_them(hurried: Table) -> None:
    match = await choosing(hurried, BEN, CLEO)
    await order(hurried, match, ANN, ROLL)
    store = hurried.store
    assert isinstance(store, SqlMatchStore)
    personal = PersonalMatches(hurried.service, store.traces)
    (mine,), (theirs,) = [[each async for each in personal.export(who.user)] for who in (ANN, BEN)]
    assert (mine["orders"], theirs["orders"]) == ({"roll": True, "ready": False}, None)
    await personal.delete(ANN.user)
    assert (await hurried.service._repository.record(match)).orders == ()


async def test_giving_the_same_orders_again_changes_nothing(hurried: Table) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, ROLL)
    revision = (await hurried.service._repository.record(match)).revision
    await order(hurried, match, ANN, ROLL)
    assert (await hurried.service._repository.record(match)).revision == revision
    await order(hurried, match, ANN, Orders())
    assert (await hurried.service.match_view(match, ANN.user)).orders is None


async def test_what_cannot_be_ordered_is_refused(hurried: Table, table: Table) -> None:
    plain = await table.started(BEN, channel=4711)
    with pytest.raises(MatchRefusal, match="no standing orders"):
        await order(table, plain.id, ANN, ROLL)
    match = await choosing(hurried)
    with pytest.raises(NotSeated):
        await hurried.service.play.order(match, STRANGER, ROLL, request="stranger")
    with pytest.raises(TurnPassed):
        await order(hurried, match, ANN, ROLL, version=0)


class FailingRules(HurriedRules):
    """Its orders break."""

    def answer_by_orders(self, view: Any, legal: Any, orders: Any) -> Any:
        raise ZeroDivisionError


class CheatingRules(HurriedRules):
    """Its orders answer with what is not legal."""

    def answer_by_orders(self, view: Any, legal: Any, orders: Any) -> Any:
        return Choose(99)


@pytest.mark.parametrize("rules", [FailingRules(), CheatingRules(), DiceyRules()])
async def test_orders_that_fail_ask_and_hold_nobody_up(
    hurried: Table, url: str, clock: TestClock, rules: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await choosing(hurried)
    await order(hurried, match, ANN, Orders(roll=True, ready=True))
    other = Table(url, clock, "other", games={"dicey": rules})
    await all_choose(other, match)
    assert await waits(other, match) is None
    assert await awaited(other, match) == {0}
    assert "roll" not in capsys.readouterr().out
    await other.close()


def test_the_orders_of_a_seat_are_not_printed() -> None:
    assert repr(SeatOrders(given='{"roll":true}')) == "SeatOrders()"


async def asked_to_roll(table: Table, match: str) -> None:
    await all_choose(table, match, BEN, ANN)


async def asked_to_be_ready(table: Table, match: str) -> None:
    await table.act(match, ANN, Choose(1))


async def asked_to_be_ready_with_a_minute_left(table: Table, match: str) -> None:
    table.clock.pass_by(hours=23, minutes=59)
    await asked_to_be_ready(table, match)


async def asked_again_after_a_pause(table: Table, match: str) -> None:
    await asked_to_roll(table, match)
    table.clock.pass_by(minutes=1)
    await table.service.agreements.propose(match, BEN.user, "pause", request=table.request())
    await table.service.agreements.answer(match, ANN.user, agree=True, request=table.request())
    table.clock.pass_by(hours=5)
    await table.service.agreements.resume(match, BEN.user, request=table.request())


async def asked_again_once_another_has_taken_back(table: Table, match: str) -> None:
    await table.act(match, BEN, Choose(1), Ready())
    await asked_to_be_ready(table, match)
    await table.service.agreements.undo(match, BEN.user, request=table.request())
    await table.act(match, ANN, Choose(2))


ASKED = {
    "to roll": (ROLL, asked_to_roll),
    "to roll and to be ready": (Orders(roll=True, ready=True), asked_to_roll),
    "to be ready": (Orders(ready=True), asked_to_be_ready),
    "with a minute left": (Orders(ready=True), asked_to_be_ready_with_a_minute_left),
    "after a pause": (ROLL, asked_again_after_a_pause),
    "after another has taken back": (Orders(ready=True), asked_again_once_another_has_taken_back),
}
"""What is ordered, and how it comes to be asked, by name."""


async def test_how_long_an_answer_waits_tells_nothing_of_what_was_ordered_nor_of_the_time_that_is_left(
    url: str, clock: TestClock
) -> None:
    """Delays are drawn alike whatever is ordered and asked, also near the deadline: the distributions of each
    two kinds agree (two samples of Kolmogorov and Smirnov, once in 1,000 by chance)."""
    kinds: dict[str, list[float]] = {}
    entropy = Random(20_261_124).randbytes
    a_day_a_turn = MatchTerms(ClockTerms("turn", 24 * 3600))
    for kind, (orders, asked) in ASKED.items():
        table = Table(url, clock, kind, games=GAMES)
        table.service._repository._entropy = entropy
        found = kinds[kind] = []
        for number in range(SAMPLE):
            channel = 1000 * len(kinds) + number
            match = (await table.started(BEN, channel=channel, match_terms=a_day_a_turn)).id
            await order(table, match, ANN, orders)
            await asked(table, match)
            due = await waits(table, match)
            assert due is not None, kind
            found.append((due - clock.now) / (LONGEST_DELAY - SHORTEST_DELAY))
        await table.close()
    first, span = SHORTEST_DELAY / (LONGEST_DELAY - SHORTEST_DELAY), range(SAMPLE)
    even = [(number + 0.5) / SAMPLE + first for number in span]
    for one, other in combinations((*kinds.values(), even), 2):
        assert apart(one, other) < 1.95 * (2 / SAMPLE) ** 0.5
    skewed = [((number + 0.5) / SAMPLE) ** 4 + first for number in span]
    assert apart(even, skewed) > 1.95 * (2 / SAMPLE) ** 0.5, "a delay that leans to one side is seen"


SAMPLE = 50
"""Delays of each kind."""


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how far apart two distributions are at the widest."""
    at = [*one, *other]
    return max(abs(sum(x <= y for x in one) / len(one) - sum(x <= y for x in other) / len(other)) for y in at)
