"""Times on the wall and instants: quiet hours, days, and the two days a year on which a clock is changed.

Where a clock is put back, a time occurs twice: what begins then begins at the first, and what ends then ends
at the last. Where it is put forward over a time, that time is the instant of the change.
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
    """Return the instant at which a clock was put forward over a time that it never showed."""
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
    """Return the day that it is for a person."""
    return now.astimezone(preferences.tzinfo).date()


def night(quiet: Quiet, evening: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the quiet time that begins on a day, as the instants of its beginning and its end."""
    morning = evening if quiet.begin < quiet.end else evening + DAY
    return instant(evening, quiet.begin, zone), instant(morning, quiet.end, zone, last=True)


def _quiet(preferences: Preferences, now: datetime) -> tuple[datetime, datetime] | None:
    """Return when the quiet hours began and end that it is now; None outside of them."""
    if preferences.quiet is None:
        return None
    day = today(preferences, now)
    for evening in (day, day - DAY):
        begins, ends = night(preferences.quiet, evening, preferences.tzinfo)
        if begins <= now < ends:
            return begins, ends
    return None


def quiet_since(preferences: Preferences, now: datetime) -> datetime | None:
    """Return when the quiet hours began that it is now; None outside of them."""
    found = _quiet(preferences, now)
    return None if found is None else found[0]


def quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    """Return when the quiet hours end that it is now; None outside of them."""
    found = _quiet(preferences, now)
    return None if found is None else found[1]


def after_quiet(preferences: Preferences, at: datetime) -> datetime:
    """Return the first instant from `at` on that is not in the quiet hours."""
    return quiet_until(preferences, at) or at


def back(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the instant at which a person on leave will be back; None for a person who is not on leave."""
    ends = [end for begin, end in _planned(preferences) if begin <= now < end]
    return ends[0] if ends else None


def next_leave(preferences: Preferences, now: datetime) -> datetime | None:
    """Return when the next leave begins that is planned; None where none is."""
    return min([begin for begin, _ in _planned(preferences) if begin > now], default=None)


def _planned(preferences: Preferences) -> list[tuple[datetime, datetime]]:
    """Return the leaves that are not over early, as the instants of their beginning and their end."""
    return [span(leave, preferences.tzinfo) for leave in preferences.leaves if not leave.over]


def span(leave: Leave, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the instants at which a leave begins and ends."""
    return instant(leave.begin, 0, zone), instant(leave.end, 0, zone)


def next_digest(preferences: Preferences, after: datetime) -> datetime | None:
    """Return when the first digest later than `after` is due; None for a person who wants none.

    One whose hour is quiet is due at the end of the quiet hours, and while somebody is away there is none.
    """
    if preferences.digest == "none":
        return None
    day = today(preferences, max(after, back(preferences, after) or after)) - DAY
    while True:
        due = after_quiet(preferences, instant(day, preferences.digest_at, preferences.tzinfo))
        if due > after and back(preferences, due) is None:
            return due
        day += DAY
