"""Clocks that rest at weekends: no time runs on the Saturdays and Sundays of the match's zone."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import clocks
from bot.matches.clocks import ClockState, ClockTerms
from bot.matches.errors import LobbyRefusal
from bot.matches.model import MatchTerms
from tests.matches.dicey import Roll
from tests.matches.outages import ZONES
from tests.matches.table import ANN, BEN, Table

HOUR, DAY = 3600, 24 * 3600
BERLIN = ZoneInfo("Europe/Berlin")
YEAR = datetime(2026, 1, 1, tzinfo=UTC)
MINUTES = 366 * 24 * 60
minutes = st.integers(0, MINUTES)


def at_rest(
    kind: str = "turn", seconds: int = DAY, zone: str = "Europe/Berlin", **more: object
) -> ClockTerms:
    return ClockTerms(kind, seconds, weekends=zone, **more)  # type: ignore[arg-type]


def there(*moment: int) -> datetime:
    """Return an instant by the clocks of Berlin."""
    return datetime(*moment, tzinfo=BERLIN).astimezone(UTC)  # type: ignore[misc,arg-type]


@cache
def ledger(zone: str) -> list[int]:
    """Return how many minutes have counted before each minute of a year, looking at each of them."""
    local = ZoneInfo(zone)
    counts = [
        (YEAR + timedelta(minutes=minute)).astimezone(local).weekday() < 5 for minute in range(MINUTES + 1)
    ]
    return [0, *accumulate(map(int, counts))]


@pytest.mark.parametrize("zone", ZONES)
@given(since=minutes, until=minutes)
def test_the_time_that_counts_is_that_of_the_minutes(zone: str, since: int, until: int) -> None:
    since, until = sorted((since, until))
    terms, began = at_rest(zone=zone), YEAR + timedelta(minutes=since)
    counted = ledger(zone)[until] - ledger(zone)[since]
    assert clocks.passed(terms, began, YEAR + timedelta(minutes=until)) == 60 * counted


@pytest.mark.parametrize("zone", ZONES)
@given(since=minutes, span=st.integers(-90 * 24 * 60, 90 * 24 * 60))
def test_a_time_is_up_when_its_minutes_have_passed(zone: str, since: int, span: int) -> None:
    """The first such minute, forwards as well as backwards; with nothing to count it is the same minute."""
    counted, wanted = ledger(zone), ledger(zone)[since] + span
    if not counted[0] < wanted < counted[-1]:
        return
    found = bisect_left(counted, wanted) if span else since
    at = clocks.later(at_rest(zone=zone), YEAR + timedelta(minutes=since), 60 * span)
    assert at == YEAR + timedelta(minutes=found)


@pytest.mark.parametrize("zone", ZONES)
def test_every_weekend_of_a_year_rests(zone: str) -> None:
    """A turn of a day that begins at noon on a Friday is up at noon on the Monday, whatever the clocks do."""
    local, lengths = ZoneInfo(zone), set[int]()
    for week in range(52):
        friday = datetime(2026, 1, 2, 12, tzinfo=local) + timedelta(days=7 * week)
        state = clocks.started(at_rest(zone=zone), 1, friday.astimezone(UTC))
        up = clocks.deadline(at_rest(zone=zone), state, 0)
        assert up is not None
        assert up.astimezone(local).replace(tzinfo=None) in (
            friday.replace(tzinfo=None) + timedelta(days=3, hours=late) for late in (-1, 0, 1)
        )
        begin, end = clocks.weekend(zone, friday.astimezone(UTC))
        assert [each.astimezone(local).weekday() for each in (begin, end)] == [5, 0]
        before, last = begin - timedelta(seconds=1), end - timedelta(seconds=1)
        assert [each.astimezone(local).weekday() for each in (before, last)] == [4, 6]
        lengths.add(round((end - begin) / timedelta(hours=1)))
    assert lengths == ({48} if zone == "Africa/Cairo" else {47, 48, 49})


def test_a_weekend_whose_first_midnight_is_skipped_or_whose_last_hour_comes_twice() -> None:
    """In Tehran in 2020 the clocks went forward as a Saturday began, and back at the end of a Sunday."""
    forward = clocks.weekend("Asia/Tehran", datetime(2020, 3, 20, 12, tzinfo=UTC))
    assert forward == (datetime(2020, 3, 20, 20, 30, tzinfo=UTC), datetime(2020, 3, 22, 19, 30, tzinfo=UTC))
    back = clocks.weekend("Asia/Tehran", datetime(2020, 9, 18, 12, tzinfo=UTC))
    assert back == (datetime(2020, 9, 18, 19, 30, tzinfo=UTC), datetime(2020, 9, 20, 20, 30, tzinfo=UTC))


async def test_a_turn_does_not_start_anew_on_monday(table: Table) -> None:
    table.clock.now = there(2026, 5, 1, 14, 0)  # a Friday
    info = await table.started(BEN, match_terms=MatchTerms(at_rest(at_zero="resign")))
    assert await table.due(info.id) == there(2026, 5, 4, 14, 0)
    table.clock.now = there(2026, 5, 3, 20, 0)
    assert await table.service.timekeeper.overdue() == []
    table.clock.now = there(2026, 5, 4, 13, 59)
    assert not await table.expire(info.id)
    table.clock.now = there(2026, 5, 4, 14, 0)
    assert await table.service.timekeeper.overdue() == [info.id]
    assert await table.expire(info.id)


async def test_who_plays_at_the_weekend_passes_the_turn_and_no_bank_runs(table: Table) -> None:
    table.clock.now = there(2026, 5, 1, 22, 0)
    terms = at_rest("bank", 3 * DAY, increment=HOUR)
    info = await table.started(BEN, match_terms=MatchTerms(terms))
    table.clock.now = there(2026, 5, 2, 15, 0)
    await table.ready(info.id, ANN, BEN)
    table.clock.now = there(2026, 5, 3, 9, 0)
    await table.act(info.id, ANN, Roll())
    state = (await table.terms(info.id)).clocks
    assert state.left == ((72 - 2 + 1 + 1) * HOUR, (72 - 2 + 1) * HOUR)
    table.clock.now = there(2026, 5, 4, 1, 0)
    assert clocks.deadline(terms, state, 1) == there(2026, 5, 7, 0, 0) - timedelta(hours=1)


async def test_grace_rests_too_and_the_end_of_friday_is_an_end(table: Table) -> None:
    table.clock.now = there(2026, 5, 1, 12, 0)
    terms = at_rest(seconds=12 * HOUR, grace=HOUR, at_zero="resign")
    info = await table.started(BEN, match_terms=MatchTerms(terms))
    state = (await table.terms(info.id)).clocks
    assert clocks.deadline(terms, state, 0) == there(2026, 5, 2, 0, 0)
    assert clocks.ends(terms, state, 0) == await table.due(info.id) == there(2026, 5, 4, 1, 0)


async def test_an_absence_over_a_weekend_gives_back_what_has_counted(table: Table) -> None:
    """Two hours of the absence would have counted: 23 to 24 on Friday and 0 to 1 on Monday."""
    table.clock.now = there(2026, 5, 1, 20, 0)
    info = await table.started(BEN, match_terms=MatchTerms(at_rest(at_zero="resign")))
    table.clock.now = there(2026, 5, 1, 23, 0)
    await table.service.timekeeper.beat()
    table.clock.now = there(2026, 5, 4, 1, 0)
    again = table.again()
    await again.service.timekeeper.beat()
    assert await again.due(info.id) == there(2026, 5, 4, 22, 0)
    state = (await again.terms(info.id)).clocks
    assert clocks.deadline(at_rest(), state, 0) == there(2026, 5, 4, 22, 0)
    assert clocks.advanced(at_rest(), state, [0], again.clock.now).left[0] == 21 * HOUR
    await again.service.timekeeper.beat()
    assert (await again.terms(info.id)).clocks == state, "nothing is given back twice"


def test_a_zone_that_the_machine_has_lost_is_utc() -> None:
    saturday = datetime(2026, 5, 2, tzinfo=UTC)
    assert clocks.weekend("Nowhere/Lost", saturday) == (saturday, saturday + timedelta(days=2))


async def test_weekends_need_a_clock(table: Table) -> None:
    with pytest.raises(LobbyRefusal, match="Without a clock"):
        await table.open(match_terms=MatchTerms(ClockTerms(weekends="Europe/Berlin")))


def test_what_was_stored_before_is_read_and_nothing_is_added_to_it() -> None:
    stored = msgspec.json.encode(ClockTerms("turn", DAY))
    assert b"weekends" not in stored, "an older process reads it"
    assert msgspec.json.decode(stored, type=ClockTerms) == ClockTerms("turn", DAY)
    assert ClockState() == msgspec.json.decode(b"{}", type=ClockState)
