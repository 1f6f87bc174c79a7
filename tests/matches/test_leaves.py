"""Leave in a match: the clock stands still until the leave ends by itself, after at most 14 days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.matches import leaves
from bot.matches.clocks import ClockTerms
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.model import MatchTerms, Person
from bot.matches.play import unseen
from bot.matches.ports import Record
from bot.matches.timekeeper import AWAY
from tests.matches.dicey import HOUR, Roll
from tests.matches.table import ANN, BEN, CLEO, Table
from tests.matches.test_clocks import left

DAY = 24 * HOUR
RESIGNS = MatchTerms(ClockTerms("turn", 2 * DAY, at_zero="resign"))


async def on_leave(table: Table, match: str, person: Person, days: float | None) -> bool:
    until = None if days is None else table.clock.now + timedelta(days=days)
    return await table.service.leaves.set(match, person.user, until)


async def begun(table: Table, match_terms: MatchTerms = RESIGNS) -> str:
    """Start a match in which Ann is to roll."""
    return await table.rolling(match_terms=match_terms)


async def test_a_clock_stands_still_and_continues_by_itself(table: Table) -> None:
    match, clock = await begun(table), table.clock
    clock.pass_by(days=1)
    assert await on_leave(table, match, ANN, 5)
    until = clock.now + timedelta(days=5)
    assert await table.due(match) == until
    assert not await on_leave(table, match, ANN, 5)  # a second call changes nothing
    clock.pass_by(days=4)
    assert (await left(table, match))[0] == DAY
    assert not await table.expire(match)
    clock.pass_by(days=1)
    assert await table.service.timekeeper.overdue() == [match]
    assert await table.expire(match)
    assert (await table.terms(match)).away == frozenset()
    assert await table.due(match) == clock.now + timedelta(days=1)
    clock.pass_by(days=1)
    assert await table.expire(match)
    assert (await table.info(match)).outcome is not None  # then the timeout is handled as agreed


async def test_fourteen_days_in_one_match_and_unused_days_stay_available(table: Table) -> None:
    match, clock = await begun(table), table.clock
    await on_leave(table, match, ANN, 10)
    clock.pass_by(days=3)
    assert await on_leave(table, match, ANN, None)
    assert not await on_leave(table, match, ANN, None)
    assert (await left(table, match))[0] == 2 * DAY
    await on_leave(table, match, ANN, 30)
    assert (await table.terms(match)).leave_of(0).until == clock.now + timedelta(days=11)
    clock.pass_by(days=11)
    assert await table.expire(match)
    clock.pass_by(hours=1)
    assert not await on_leave(table, match, ANN, 10)


async def test_no_leave_where_the_host_or_a_tournament_forbids_it(table: Table) -> None:
    for number, terms in enumerate((replace(RESIGNS, no_leave=True), replace(RESIGNS, tournament="cup"))):
        info = await table.started(BEN, channel=10 + number, match_terms=terms)
        assert not await on_leave(table, info.id, ANN, 5)
    lobby = await table.open(channel=20)
    assert not await on_leave(table, lobby.id, ANN, 5)
    assert not await on_leave(table, (await begun(table)), CLEO, 5)


async def shows_leave(table: Table, match: str) -> bool:
    """Whether any data shows others a leave of Ben, for whom the match does not wait."""
    before = await table.view(match, ANN)
    rows = await table.store.pending(match)
    assert await on_leave(table, match, BEN, 5)
    after = await table.view(match, ANN)
    return after.match.version != before.match.version or await table.store.pending(match) != rows


async def test_a_planted_leak_of_a_leave_is_found(table: Table) -> None:
    for number, leak in enumerate(
        ({"visible_to": None}, {"visible_to": None, "notifications": (("board", None),)})
    ):
        info = await table.started(BEN, channel=50 + number, match_terms=RESIGNS)
        await table.ready(info.id, ANN, BEN)

        def planted(position: LoadedMatch, record: Record, leak: Any = leak) -> PendingChange:
            return replace(unseen(position, record), **leak)

        with patch.object(leaves, "unseen", planted):
            assert await shows_leave(table, info.id)


async def test_a_leave_of_a_player_who_is_not_awaited_is_hidden(table: Table) -> None:
    match = await begun(table)
    assert not await shows_leave(table, match)
    await table.act(match, ANN, Roll())
    assert (await left(table, match))[1] == 2 * DAY
    table.clock.pass_by(days=3)
    assert (await left(table, match))[1] == 2 * DAY


async def test_a_seat_that_changes_hands_has_no_leave(table: Table) -> None:
    match = await begun(table, replace(RESIGNS, rated=False))
    await on_leave(table, match, ANN, 10)
    table.clock.pass_by(days=1)
    await table.service.tournament.reseat(match, ANN.user, CLEO)
    terms = await table.terms(match)
    assert (terms.away, terms.leave_of(0).spent) == (frozenset(), 0.0)


async def test_a_pause_and_a_leave_do_not_end_each_other(hurried: Table) -> None:
    table = hurried
    match = await begun(table, MatchTerms(ClockTerms("turn", 2 * DAY)))  # Ann has a window of an hour

    async def window_runs() -> bool:
        window = (await table.terms(match)).window
        assert window is not None
        return window.until is not None

    assert await window_runs()
    await on_leave(table, match, ANN, 5)
    assert not await window_runs()
    await table.agreed(match, "pause", ANN, BEN)
    await on_leave(table, match, ANN, None)
    assert not await window_runs()
    await on_leave(table, match, ANN, 5)
    await table.resume(match, BEN)
    assert not await window_runs()
    await on_leave(table, match, ANN, None)
    assert await window_runs()


async def test_a_leave_ends_on_its_day_although_the_bot_was_away(table: Table) -> None:
    match, clock = await begun(table), table.clock
    await table.service.timekeeper.beat()
    await on_leave(table, match, ANN, 1)
    clock.pass_by(days=3)
    assert await table.service.timekeeper.beat() > AWAY
    assert await table.service.timekeeper.overdue() == [match]
    assert await table.expire(match)
    assert (await left(table, match))[0] == 2 * DAY
    assert await table.due(match) == clock.now + timedelta(days=2)
