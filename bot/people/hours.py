"""Local times and instants: quiet hours, days, and the two clock changes of a year.

Where a clock is put back, a time occurs twice: a span begins at the first one and ends at the last. Where it
is put forward over a time, that time is the instant of the change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

from bot.people.preferences import Leave, Preferences, Quiet

DAY = timedelta(days=1)
_FINEST = timedelta(seconds=1)


def instant(day: date, minutes: int, zone: tzinfo, *, last: bool = False) -> datetime:
    """Return when the clocks of a zone show a time (minutes after midnight) on a day, in UTC.

    With `last`, the later one of a time that occurs twice.
    """
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
    wall = midnight.replace(hour=minutes // 60, minute=minutes % 60, fold=int(last))
    found = wall.astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return found
    return _change_over(wall)


def _change_over(wall: datetime) -> datetime:
    """Return the instant at which a clock was put forward over a local time."""
    earlier, later = sorted(wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    zone, before = wall.tzinfo, earlier.astimezone(wall.tzinfo).utcoffset()
    while later - earlier > _FINEST:
        middle = earlier + (later - earlier) / 2
        if middle.astimezone(zone).utcoffset() == before:
            earlier = middle
        else:
            later = middle
    return later.replace(microsecond=0)


def today(preferences: Preferences, now: datetime) -> date:
    """Return the present day in a user's time zone."""
    return now.astimezone(preferences.tzinfo).date()


def night(quiet: Quiet, evening: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the beginning and the end of the quiet hours that begin on a day."""
    morning = evening if quiet.begin < quiet.end else evening + DAY
    return instant(evening, quiet.begin, zone), instant(morning, quiet.end, zone, last=True)


def _quiet(preferences: Preferences, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the beginning and the end of the present quiet hours; None outside of them."""
    if preferences.quiet is None:
        return None
    day = today(preferences, now)
    for evening in (day, day - DAY):
        begins, ends = night(preferences.quiet, evening, preferences.tzinfo)
        if begins <= now < ends:
            return begins, ends
    return None


def quiet_since(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the beginning of the present quiet hours; None outside of them."""
    found = _quiet(preferences, now)
    return None if found is None else found[0]


def quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the end of the present quiet hours; None outside of them."""
    found = _quiet(preferences, now)
    return None if found is None else found[1]


def after_quiet(preferences: Preferences, at: datetime) -> datetime:
    """Return the first instant from `at` on that is outside of the quiet hours."""
    return quiet_until(preferences, at) or at


def back(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the end of a user's present leave; None for a user who is not on leave."""
    ends = [end for begin, end in _planned(preferences) if begin <= now < end]
    return ends[0] if ends else None


def next_leave(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the beginning of the next planned leave; None without one."""
    return min([begin for begin, _ in _planned(preferences) if begin > now], default=None)


def _planned(preferences: Preferences) -> list[tuple[datetime, datetime]]:
    """Return the beginnings and ends of the leaves that were not ended early."""
    return [span(leave, preferences.tzinfo) for leave in preferences.leaves if not leave.over]


def span(leave: Leave, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the instants at which a leave begins and ends."""
    return instant(leave.begin, 0, zone), instant(leave.end, 0, zone)


def next_digest(preferences: Preferences, after: datetime) -> datetime | None:
    """Return the due time of the first digest after `after`; None for a user without digests.

    A digest in quiet hours is due at their end; there is none during a leave.
    """
    if preferences.digest == "none":
        return None
    day = today(preferences, max(after, back(preferences, after) or after)) - DAY
    while True:
        due = after_quiet(preferences, instant(day, preferences.digest_at, preferences.tzinfo))
        if due > after and back(preferences, due) is None:
            return due
        day += DAY
