"""What a turn gives besides the state, and what becomes of it: the table in docs/ARCHITECTURE.md."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.matches.clocks import ClockTerms
from bot.matches.errors import MatchRefusal
from bot.matches.model import MatchTerms, Stage
from bot.matches.orders import of_seat
from tests.matches.dicey import Orders, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, Table

TIMED = MatchTerms(ClockTerms("bank", 24 * 3600, 3600, at_zero="remind"))
MARKED = ((1,), (1,), (1,))


async def marks(table: Table, match: str) -> tuple[tuple[int, ...], ...]:
    """Return the seats that are noted as late, out of time in this turn, and reminded for their seat."""
    terms = await table.terms(match)
    return terms.clocks.late, terms.clocks.lapsed, tuple([each.seat for each in terms.reminded])


async def late(table: Table) -> str:
    """Begin a match in which Ann has rolled, and Ben is late and was reminded for his seat."""
    match = await table.rolling(BEN, CLEO, match_terms=TIMED)
    await table.rolls(match, ANN)
    await table.offer(match, CLEO, 1, DAN)
    table.clock.pass_by(days=2)
    assert await table.expire(match)
    assert await marks(table, match) == MARKED
    return match


async def test_an_undo_takes_marks_and_reminders_back(table: Table) -> None:
    match = await late(table)
    await table.answer(match, BEN, agree=False)
    await table.undo(match, ANN)
    await table.agree(match, BEN, CLEO)
    assert await marks(table, match) == ((), (), ())


async def test_an_undo_leaves_nudges_hints_and_unfinished_leaves_alone(table: Table) -> None:
    match = await table.rolling(BEN, CLEO, match_terms=TIMED)
    await table.rolls(match, ANN)
    await table.service.nudges.nudge(match, CLEO.user, request="nudge")
    await table.service.leaves.set(match, BEN.user, table.clock.now + timedelta(days=3))
    before = await table.terms(match)
    await table.undo(match, ANN)
    await table.agree(match, BEN, CLEO)
    after = await table.terms(match)
    assert (after.leaves, after.nudged, after.hints) == (before.leaves, before.nudged, before.hints)


async def test_orders_stay_after_an_undo_and_go_with_their_player(hurried: Table) -> None:
    match = await hurried.rolling(BEN)
    await hurried.order(match, BEN, Orders(ready=True))
    given = of_seat((await hurried.record(match)).orders, 1).given
    assert given
    await hurried.act(match, ANN, Roll())
    await hurried.undo(match, ANN)
    await hurried.agree(match, BEN)
    assert of_seat((await hurried.record(match)).orders, 1).given == given
    await hurried.hand_over(match, 1, CLEO)
    assert of_seat((await hurried.record(match)).orders, 1).given == ""


async def test_a_new_player_inherits_neither_marks_nor_reminders_nor_a_rest(table: Table) -> None:
    match = await late(table)
    now = table.clock.now
    await table.service.reachability.rests(match, "deleted", now, {1: now})
    await table.hand_over(match, 1, DAN)
    assert await marks(table, match) == ((), (), ())
    info = await table.info(match)
    assert (info.resting, info.match_terms.rated) == (frozenset(), False)
    assert info.match_terms.clocks.left[1] >= 24 * 3600


async def test_a_resignation_is_never_taken_back(table: Table) -> None:
    match = await table.rolling(BEN, CLEO, match_terms=TIMED)
    await table.rolls(match, ANN)
    await table.resign(match, BEN)
    with pytest.raises(MatchRefusal, match="given up"):
        await table.undo(match, ANN)


async def test_an_adjudication_keeps_marks_and_drops_what_was_to_come(table: Table) -> None:
    match = await late(table)
    await table.service.tournament.adjudicate(match, request="adjudicated")
    record = await table.record(match)
    assert record.info.stage is Stage.FINISHED
    assert (record.info.match_terms.clocks.late, record.info.match_terms.proposal) == ((1,), None)
    assert (record.orders, record.due) == ((), None)


async def test_a_match_whose_round_was_taken_back_counts_for_nothing(table: Table) -> None:
    match = await late(table)
    await table.service.tournament.adjudicate(match, request="adjudicated")
    await table.service.tournament.take_back(match)
    info = await table.info(match)
    assert (info.match_terms.rated, info.match_terms.clocks.late) == (False, ())
