"""Leave: a number of days a year in the user's calendar; an impossible leave is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people import leave
from bot.people.leave import BadLeave
from bot.people.notices import back, next_leave
from bot.people.preferences import PLAIN, Leave, Preferences

TODAY = date(2026, 5, 1)
BERLIN = "Europe/Berlin"


def after(*leaves: tuple[str, str], today: date = TODAY) -> Preferences:
    found = PLAIN
    for begin, end in leaves:
        found = leave.taken(found, date.fromisoformat(begin), date.fromisoformat(end), today)
    return found


def test_leaves_are_in_order_and_counted_by_day() -> None:
    found = after(("2026-08-01", "2026-08-11"), ("2026-05-01", "2026-05-06"))
    assert [each.begin for each in found.leaves] == [date(2026, 5, 1), date(2026, 8, 1)]
    assert leave.days_left(found, 2026) == 30 - 15
    assert leave.planned(found, TODAY) == [Leave(date(2026, 8, 1), date(2026, 8, 11))]


@pytest.mark.parametrize(
    ("begin", "end", "sentence"),
    [
        ("2026-05-04", "2026-05-04", "cannot end on 2026-05-04"),
        ("2026-06-05", "2026-06-07", "away from Monday, June 1, 2026 until Thursday, June 11"),
        ("2026-05-20", "2026-06-02", "away from Monday, June 1, 2026 until Thursday, June 11"),
        ("2026-07-01", "2026-07-22", "you have 20 left in 2026"),
    ],
)
def test_an_impossible_leave_is_refused_in_a_sentence(begin: str, end: str, sentence: str) -> None:
    before = after(("2026-06-01", "2026-06-11"))
    with pytest.raises(BadLeave, match=sentence):
        leave.taken(before, date.fromisoformat(begin), date.fromisoformat(end), TODAY)


def test_over_new_year_each_day_counts_for_its_own_year() -> None:
    found = after(("2026-12-17", "2027-01-16"))
    assert (leave.days_left(found, 2026), leave.days_left(found, 2027)) == (15, 15)
    with pytest.raises(BadLeave, match="15 left in 2027"):
        leave.taken(found, date(2027, 2, 1), date(2027, 2, 17), date(2026, 12, 16))


def test_an_early_return_keeps_the_days_that_have_not_begun() -> None:
    found = leave.back(after(("2026-05-01", "2026-05-11"), ("2026-08-01", "2026-08-03")), date(2026, 5, 3))
    assert found.leaves == (Leave(date(2026, 5, 1), date(2026, 5, 4), over=True),)
    assert leave.days_left(found, 2026) == 27
    assert back(found, datetime(2026, 5, 3, 12, tzinfo=UTC)) is None
    again = leave.taken(found, date(2026, 5, 3), date(2026, 5, 5), date(2026, 5, 3))
    assert leave.days_left(again, 2026) == 26  # the day that is in both counts once


@given(st.data())
def test_no_sequence_of_leaves_has_more_days_than_allowed(data: st.DataObject) -> None:
    found, today = PLAIN, TODAY
    for _ in range(12):
        today += timedelta(days=data.draw(st.integers(0, 40)))
        begin = today + timedelta(days=data.draw(st.integers(0, 60)))
        end = begin + timedelta(days=data.draw(st.integers(-1, 33)))
        try:
            found = (
                leave.back(found, today)
                if data.draw(st.booleans())
                else leave.taken(found, begin, end, today)
            )
        except BadLeave:
            continue
        assert min(leave.days_left(found, year) for year in (today.year, today.year + 1)) >= 0


@pytest.mark.parametrize(
    ("begin", "end", "hours"),
    [("2026-03-28", "2026-03-30", 47), ("2026-10-24", "2026-10-26", 49), ("2026-05-02", "2026-05-04", 48)],
)
def test_a_leave_has_whole_days_also_at_clock_changes(begin: str, end: str, hours: int) -> None:
    found = Preferences(leaves=(Leave(date.fromisoformat(begin), date.fromisoformat(end)),), zone=BERLIN)
    begins = datetime.fromisoformat(begin).replace(tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)
    assert next_leave(found, begins - timedelta(seconds=1)) == begins
    assert back(found, begins - timedelta(seconds=1)) is None
    assert back(found, begins) == begins + timedelta(hours=hours)
    assert back(found, begins + timedelta(hours=hours)) is None
