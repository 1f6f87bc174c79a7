"""Quiet hours, digests and absences in local time, over both clock changes of each year."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.people.notices import after_quiet, back, instant, next_digest, night, quiet_until
from bot.people.preferences import Leave, Preferences, Quiet

NIGHT = Quiet(22 * 60, 7 * 60)
BERLIN, NEW_YORK, KOLKATA, LORD_HOWE = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
)
AWAY = Leave(date(2026, 5, 1), date(2026, 5, 8))
ZONES = (BERLIN, NEW_YORK, KOLKATA, LORD_HOWE, "UTC")


def at(zone: str, text: str, fold: int = 0) -> datetime:
    """Return the instant at which the local time of a zone is this."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "evening", "hours"),
    [
        (BERLIN, "2026-03-27", 9),
        (BERLIN, "2026-03-28", 8),  # the clock is put forward in this night
        (BERLIN, "2026-10-24", 10),  # and back in this one
        (NEW_YORK, "2026-03-07", 8),
        (NEW_YORK, "2026-10-31", 10),
        (NEW_YORK, "2026-10-24", 9),  # no change in New York on the day of Berlin's
        (KOLKATA, "2026-03-28", 9),
        (LORD_HOWE, "2026-04-04", 9.5),  # by half an hour only
        (LORD_HOWE, "2026-10-03", 8.5),
    ],
)
def test_a_quiet_night_lasts_from_ten_to_seven_in_local_time(zone: str, evening: str, hours: float) -> None:
    begins, ends = night(NIGHT, date.fromisoformat(evening), ZoneInfo(zone))
    morning = date.fromisoformat(evening) + timedelta(days=1)
    assert begins == at(zone, f"{evening} 22:00")
    assert ends == at(zone, f"{morning} 07:00")
    assert ends - begins == timedelta(hours=hours)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(
    ("shown", "until"),
    [
        ("2026-05-01 21:59:59", None),
        ("2026-05-01 22:00:00", "2026-05-02 07:00"),
        ("2026-05-01 23:30:00", "2026-05-02 07:00"),
        ("2026-05-02 00:00:00", "2026-05-02 07:00"),
        ("2026-05-02 06:59:59", "2026-05-02 07:00"),
        ("2026-05-02 07:00:00", None),
        ("2026-05-02 12:00:00", None),
    ],
)
def test_quiet_hours_begin_and_end_to_the_second(zone: str, shown: str, until: str | None) -> None:
    preferences = Preferences(quiet=NIGHT, zone=zone)
    assert quiet_until(preferences, at(zone, shown)) == (at(zone, until) if until else None)


def test_quiet_hours_may_be_within_a_day_or_empty() -> None:
    siesta = Preferences(quiet=Quiet(13 * 60, 15 * 60), zone=BERLIN)
    noon, two = at(BERLIN, "2026-05-01 12:00"), at(BERLIN, "2026-05-01 14:00")
    assert after_quiet(siesta, noon) == noon
    assert after_quiet(siesta, two) == at(BERLIN, "2026-05-01 15:00")
    assert quiet_until(Preferences(zone=BERLIN), two) is None


def test_quiet_hours_that_end_at_an_ambiguous_time_end_at_its_second_occurrence() -> None:
    late = Preferences(quiet=Quiet(22 * 60, 150), zone=BERLIN)  # until 2:30
    first, second = at(BERLIN, "2026-10-25 02:30"), at(BERLIN, "2026-10-25 02:30", fold=1)
    assert second - first == timedelta(hours=1)
    assert quiet_until(late, at(BERLIN, "2026-10-25 01:00")) == second
    assert quiet_until(late, first + timedelta(minutes=10)) == second
    assert quiet_until(late, second) is None


def test_quiet_hours_that_end_at_a_skipped_time_end_at_the_clock_change() -> None:
    late = Preferences(quiet=Quiet(22 * 60, 150), zone=BERLIN)
    change = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert change.astimezone(ZoneInfo(BERLIN)).hour == 3
    assert quiet_until(late, change - timedelta(seconds=1)) == change
    assert quiet_until(late, change) is None
    assert instant(date(2026, 3, 29), 150, ZoneInfo(BERLIN)) == change


NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)
INSTANTS = st.integers(0, 3 * 365 * 86_400).map(lambda seconds: NEW_YEAR + timedelta(seconds=seconds))
MINUTES = st.integers(0, 24 * 60 - 1)


def is_quiet_locally(quiet: Quiet, moment: datetime, zone: str) -> bool:
    """Whether it is a quiet time, computed from the local time of day alone."""
    shown = moment.astimezone(ZoneInfo(zone))
    minutes = shown.hour * 60 + shown.minute
    if quiet.begin < quiet.end:
        return quiet.begin <= minutes < quiet.end
    return minutes >= quiet.begin or minutes < quiet.end


@given(INSTANTS, MINUTES, MINUTES, st.sampled_from(ZONES))
@example(datetime(2026, 10, 25, 0, 45, tzinfo=UTC), 150, 540, BERLIN)
@example(datetime(2026, 3, 29, 1, 10, tzinfo=UTC), 150, 190, BERLIN)
def test_nothing_is_sent_at_a_quiet_local_time(moment: datetime, begin: int, end: int, zone: str) -> None:
    if begin == end:
        return
    quiet = Quiet(begin, end)
    preferences = Preferences(quiet=quiet, zone=zone)
    sent = after_quiet(preferences, moment)
    assert quiet_until(preferences, sent) is None
    assert not is_quiet_locally(quiet, sent, zone)
    assert timedelta() <= sent - moment <= timedelta(hours=25)
    if not is_quiet_locally(quiet, moment, zone) and sent != moment:
        before = moment - timedelta(hours=2)
        assert before.astimezone(ZoneInfo(zone)).utcoffset() != sent.astimezone(ZoneInfo(zone)).utcoffset(), (
            "only between two times that occur twice is it quiet by anything but the clock's hands"
        )


@given(INSTANTS, MINUTES, st.sampled_from(ZONES), st.booleans())
def test_a_digest_comes_once_a_day_and_never_at_a_quiet_hour(
    moment: datetime, minutes: int, zone: str, quiet: bool
) -> None:
    preferences = Preferences(digest="instead", digest_at=minutes, zone=zone, quiet=NIGHT if quiet else None)
    first = next_digest(preferences, moment)
    assert first is not None
    second = next_digest(preferences, first)
    assert second is not None
    assert moment < first <= moment + timedelta(hours=34)
    assert timedelta(hours=14) <= second - first <= timedelta(hours=34)
    assert quiet_until(preferences, first) is None
    wished = instant(first.astimezone(ZoneInfo(zone)).date(), minutes, ZoneInfo(zone))
    if not (quiet and is_quiet_locally(NIGHT, wished, zone)):
        assert first == wished


def test_the_digest_stays_at_eight_local_time_over_a_clock_change() -> None:
    preferences = Preferences(digest="also", digest_at=8 * 60, zone=BERLIN)
    due = at(BERLIN, "2026-10-23 12:00")
    found = []
    for _ in range(4):
        due = next_digest(preferences, due) or due
        found.append(due)
    assert found == [at(BERLIN, f"2026-10-{day} 08:00") for day in (24, 25, 26, 27)]
    assert next_digest(Preferences(), due) is None


def test_an_absence_ends_when_the_day_begins_with_the_digest_after_it() -> None:
    preferences = Preferences(leaves=(AWAY,), zone=NEW_YORK, digest="instead", digest_at=0)
    now = at(NEW_YORK, "2026-05-01 12:00")
    returns = at(NEW_YORK, "2026-05-08 00:00")
    assert back(preferences, now) == returns
    assert back(preferences, returns) is None
    assert next_digest(preferences, now) == returns
    assert next_digest(replace(preferences, digest_at=8 * 60), now) == at(NEW_YORK, "2026-05-08 08:00")
