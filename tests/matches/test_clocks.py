"""Clocks: turn times and banks to the second, grace, pause and time given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import clocks
from bot.matches.clocks import ClockState, ClockTerms
from bot.matches.errors import LobbyRefusal, MatchRefusal
from bot.matches.model import MatchTerms
from bot.matches.notices import Paused
from bot.matches.timing import running
from tests.matches.dicey import Choose, Roll
from tests.matches.table import ANN, BEN, CLEO, Table, TestClock

HOUR, DAY = 3600, 24 * 3600
A_DAY_A_TURN = MatchTerms(ClockTerms("turn", DAY))
BANK = MatchTerms(ClockTerms("bank", 3 * DAY, increment=12 * HOUR))
START = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


async def left(table: Table, match: str) -> tuple[float, ...]:
    """Return the seconds that each seat has left now."""
    match_view = await table.view(match)
    terms, ran = match_view.match.match_terms, running(match_view.match, match_view.awaited)
    return clocks.advanced(terms.clock_terms, terms.clocks, ran, table.clock.now).left


async def test_without_a_clock_nothing_is_due_and_no_time_is_given(table: Table) -> None:
    info = await table.started(BEN)
    table.clock.pass_by(days=400)
    await table.ready(info.id, ANN, BEN)
    assert await table.due(info.id) is None
    assert await table.service.timekeeper.overdue() == []
    with pytest.raises(MatchRefusal, match="without a clock"):
        await table.give_time(info.id, ANN, 1, HOUR)


async def test_each_turn_has_its_full_time_to_the_second(table: Table) -> None:
    info = await table.started(BEN, match_terms=A_DAY_A_TURN)
    table.clock.pass_by(seconds=DAY - 1)
    await table.ready(info.id, ANN, BEN)
    assert (await left(table, info.id))[0] == DAY
    table.clock.pass_by(seconds=DAY - 1)
    assert await table.service.timekeeper.overdue() == []
    await table.act(info.id, ANN, Roll())
    assert await table.due(info.id) == table.clock.now + timedelta(days=1)
    table.clock.pass_by(seconds=DAY)
    assert await table.service.timekeeper.overdue() == [info.id]


async def test_a_bank_runs_only_while_its_seat_is_awaited_and_gains_after_each_turn(table: Table) -> None:
    info = await table.started(BEN, match_terms=BANK)
    table.clock.pass_by(hours=5)
    await table.ready(info.id, ANN)
    table.clock.pass_by(hours=2)
    assert await left(table, info.id) == ((72 - 5 + 12) * HOUR, (72 - 7) * HOUR)
    await table.ready(info.id, BEN)
    table.clock.pass_by(hours=1)
    await table.act(info.id, ANN, Roll())
    assert await left(table, info.id) == ((79 - 1 + 12) * HOUR, (65 + 12) * HOUR)


async def test_a_seat_with_two_turns_in_a_row_gets_the_increment_and_a_full_turn(table: Table) -> None:
    """Ben is the last to roll; in the new round he is awaited again, together with Ann."""
    for match_terms, expected in ((A_DAY_A_TURN, DAY), (BANK, (72 + 12 + 12 - 3) * HOUR)):
        info = await table.started(BEN, match_terms=match_terms, channel=match_terms.clock_terms.seconds)
        await table.ready(info.id, ANN, BEN)
        await table.act(info.id, ANN, Roll())
        table.clock.pass_by(hours=3)
        await table.act(info.id, BEN, Roll())
        assert await table.awaited(info.id) == {0, 1}
        assert (await left(table, info.id))[1] == expected


async def test_simultaneous_choices_run_both_clocks_until_each_seat_is_ready(
    table: Table,
) -> None:
    info = await table.started(BEN, CLEO, match_terms=A_DAY_A_TURN)
    table.clock.pass_by(hours=3)
    await table.ready(info.id, BEN)
    table.clock.pass_by(hours=3)
    assert await left(table, info.id) == (18 * HOUR, 21 * HOUR, 18 * HOUR)
    await table.ready(info.id, CLEO, ANN)
    assert (await left(table, info.id))[0] == DAY, "the last to be ready has a whole turn for what follows"


async def test_grace_delays_the_timeout_not_the_deadline_and_costs_no_bank(
    table: Table,
) -> None:
    match_terms = MatchTerms(ClockTerms("bank", DAY, increment=HOUR, grace=2 * HOUR, at_zero="resign"))
    info = await table.started(BEN, match_terms=match_terms)
    state = (await table.terms(info.id)).clocks
    assert clocks.deadline(match_terms.clock_terms, state, 0) == START + timedelta(days=1)
    table.clock.pass_by(seconds=DAY + HOUR)
    await table.ready(info.id, ANN)
    assert (await left(table, info.id))[0] == HOUR, "a turn can still be played"
    table.clock.pass_by(seconds=HOUR - 1)
    assert await table.service.timekeeper.overdue() == []
    assert not await table.expire(info.id)
    table.clock.pass_by(seconds=1)
    assert await table.service.timekeeper.overdue() == [info.id]
    assert await table.expire(info.id)


async def test_no_clock_runs_in_a_pause_and_a_player_may_resign(table: Table) -> None:
    info = await table.started(BEN, CLEO, match_terms=BANK)
    table.clock.pass_by(hours=1)
    assert (await table.agreed(info.id, "pause", ANN, BEN, CLEO)).facts == (Paused(0),)
    with pytest.raises(MatchRefusal, match="already paused"):
        await table.propose(info.id, BEN, "pause")
    table.clock.pass_by(days=100)
    assert await table.due(info.id) is None
    with pytest.raises(MatchRefusal, match=r"is paused.*match ask resume"):
        await table.act(info.id, ANN, Choose(1))
    assert (await table.resign(info.id, CLEO)).match_view.match.match_terms.clocks.paused
    assert await table.due(info.id) is None
    await table.resume(info.id, BEN)
    table.clock.pass_by(hours=1)
    assert (await left(table, info.id))[:2] == (70 * HOUR, 70 * HOUR)
    with pytest.raises(MatchRefusal, match="is not paused"):
        await table.resume(info.id, ANN)


async def test_an_opponent_gives_time_which_counts_from_now_for_a_late_seat(table: Table) -> None:
    info = await table.started(BEN, match_terms=A_DAY_A_TURN)
    table.clock.pass_by(hours=20)
    await table.give_time(info.id, BEN, 0, 8 * HOUR)
    assert await left(table, info.id) == (12 * HOUR, 4 * HOUR)
    assert await table.due(info.id) == table.clock.now + timedelta(hours=4)
    await table.ready(info.id, BEN)
    table.clock.pass_by(days=9)
    assert await table.expire(info.id)
    assert not await table.expire(info.id)
    await table.give_time(info.id, BEN, 0, HOUR)
    assert await table.due(info.id) == table.clock.now + timedelta(hours=1)


@pytest.mark.parametrize(
    ("to", "seconds", "sentence"),
    [
        (0, HOUR, "to others only"),
        (7, HOUR, "seats 1 to 3"),
        (1, 59, "one minute to fourteen days"),
        (1, 15 * DAY, "one minute to fourteen days"),
        (2, HOUR, "Nobody waits for Cleo now"),
    ],
)
async def test_invalid_time_to_give_is_refused(table: Table, to: int, seconds: int, sentence: str) -> None:
    info = await table.started(BEN, CLEO, match_terms=A_DAY_A_TURN)
    await table.ready(info.id, CLEO)
    with pytest.raises(MatchRefusal, match=sentence):
        await table.give_time(info.id, ANN, to, seconds)


async def test_a_player_who_takes_over_a_seat_gets_extra_time(table: Table) -> None:
    info = await table.started(BEN, match_terms=BANK)
    await table.ready(info.id, ANN)
    table.clock.pass_by(hours=80)
    assert await table.expire(info.id)
    taken = await table.hand_over(info.id, 1, CLEO)
    assert (taken.names, taken.match_terms.rated) == (("Ann", "Cleo"), False)
    assert (await left(table, info.id))[1] == DAY
    assert await table.due(info.id) == table.clock.now + timedelta(days=1)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (ClockTerms("turn", 59), "at least one minute"),
        (ClockTerms("bank", 0, increment=HOUR), "at least one minute"),
        (ClockTerms("turn", DAY, increment=HOUR), "goes with a bank"),
    ],
)
async def test_invalid_clock_terms_are_refused(table: Table, terms: ClockTerms, sentence: str) -> None:
    with pytest.raises(LobbyRefusal, match=sentence):
        await table.open(match_terms=MatchTerms(terms))


spans = st.integers(0, 30 * DAY)


@given(
    kind=st.sampled_from(["turn", "bank"]),
    seconds=st.integers(60, 30 * DAY),
    grace=st.integers(0, DAY),
    waits=st.lists(spans, min_size=1, max_size=8),
)
def test_reading_a_clock_does_not_change_the_deadlines(
    kind: str, seconds: int, grace: int, waits: list[int]
) -> None:
    """The deadlines are the same whether the clock is read once or often, and after credited absences."""
    terms, clock = ClockTerms(kind, seconds, grace=grace), TestClock()  # type: ignore[arg-type]
    state = often = clocks.started(terms, 2, clock.now)
    for wait in waits:
        clock.pass_by(seconds=wait)
        often = clocks.advanced(terms, often, [0], clock.now)
    assert often == clocks.advanced(terms, state, [0], clock.now)
    assert clocks.deadline(terms, often, 0) == clocks.deadline(terms, state, 0)
    is_late = sum(waits) >= seconds + grace
    assert clocks.overdue(terms, often, [0, 1], clock.now)[:1] == ((0,) if is_late else ())
    away = clocks.credited(BANK.clock_terms, state, START, clock.now)
    assert clocks.advanced(terms, away, [0], clock.now).left == state.left


@given(began=spans, last=spans, back=st.lists(spans, min_size=1, max_size=5))
def test_repeated_crediting_credits_an_absence_once(began: int, last: int, back: list[int]) -> None:
    """After each crash while crediting, the bot returns later and does not know how far it came."""
    began, last = min(began, last), max(began, last)
    state = ClockState((float(DAY),), START + timedelta(seconds=began))
    ends = START + timedelta(seconds=last)
    for span in back:
        ends += timedelta(seconds=span)
        state = clocks.credited(BANK.clock_terms, state, START + timedelta(seconds=last), ends)
    assert state.since == START + timedelta(seconds=began + sum(back))
