"""Local times, and when to notify a user: now, after the quiet hours, in the digest, or never.

The decision is pure. Times are wall-clock times: in the hour that occurs twice quiet hours begin at the first
and end at the last occurrence; a skipped time is the instant of the change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal

import msgspec

from bot.people.preferences import Leave, Preferences, Quiet

DAY = timedelta(days=1)
_FINEST = timedelta(seconds=1)


def instant(day: date, minutes: int, zone: tzinfo, *, last: bool = False) -> datetime:
    """Return when the clocks of a zone show a time (minutes after midnight) on a day, in UTC.

    With `last`, the later one of a time that occurs twice.
    """
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
    wall = midnight.replace(hour=minutes // 60, minute=minutes % 60, fold=int(last))
    moment = wall.astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return moment
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


def quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the end of the present quiet hours; None outside of them."""
    quiet = _quiet(preferences, now)
    return None if quiet is None else quiet[1]


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


WATCHED_EVERY = timedelta(hours=1)
"""The least time between two notices to a watcher of a match."""
BEFORE_QUIET = timedelta(minutes=10)
"""How long before quiet hours a warning is sent that would fall in them."""
DAY_MINUTES = 24 * 60


class Timing(msgspec.Struct, frozen=True):
    """The decision on a notice."""

    how: Literal["now", "later", "digest", "never"]
    """Send it now; hold it until `at`; leave it to the next digest; drop it."""
    at: datetime | None = None
    """The due time for `later`, and for `digest` the time of that digest."""


NOW = Timing("now")
NEVER = Timing("never")


def tell_turn(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a user that it is their turn.

    Nothing is sent during a leave: users are told after it, if they are awaited then.
    """
    if muted:
        return NEVER
    if preferences.digest == "instead":
        return Timing("digest", next_digest(preferences, now))
    return undisturbed(preferences, now)


def tell_nudge(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a user that others wait for them.

    Users with digests only get it in the digest.
    """
    return NEVER if muted or preferences.digest == "instead" else undisturbed(preferences, now)


def tell_watcher(preferences: Preferences, now: datetime, told_at: datetime | None) -> Timing:
    """Return when to tell a watcher of a match that its turn has changed."""
    return undisturbed(preferences, now, None if told_at is None else told_at + WATCHED_EVERY)


def undisturbed(preferences: Preferences, now: datetime, earliest: datetime | None = None) -> Timing:
    """Return the first time from `earliest` on outside of a user's quiet hours and leave."""
    at = max(now, earliest or now)
    at = after_quiet(preferences, back(preferences, at) or at)
    return NOW if at <= now else Timing("later", at)


def warning_due(preferences: Preferences, began: datetime, wanted: datetime, end: datetime) -> datetime:
    """Return when to warn a user whose clock runs from `began` to `end`, at best at `wanted`.

    Neither a digest nor a leave delays a warning. In quiet hours it comes at their end, if a third of the
    time from `wanted` on is left then; else before they begin; else within them.
    """
    later = after_quiet(preferences, wanted)
    if end - later >= (end - wanted) / 3:
        return later
    quiet = _quiet(preferences, wanted)
    assert quiet is not None, "else it would not be later"
    return max(began, quiet[0] - BEFORE_QUIET) if began < quiet[0] else wanted


def tell_end(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a user how a match of theirs has ended.

    Users with digests only are told at the time of the next one.
    """
    if muted:
        return NEVER
    digest = next_digest(preferences, now) if preferences.digest == "instead" else None
    return undisturbed(preferences, now, digest)


def hard_to_keep(
    preferences: Preferences, seconds: int, now: datetime, *, leave: bool = False
) -> Literal["away", "quiet", "digest", ""]:
    """Return the setting that may keep a user from acting within these seconds; "" for none.

    The seconds are those from now on, or of each turn. `leave` says whether a leave stops the clock.
    """
    returns, quiet = back(preferences, now), preferences.quiet
    if not leave and returns is not None and (returns - now).total_seconds() >= seconds:
        return "away"
    if quiet is not None and (quiet.end - quiet.begin) % DAY_MINUTES * 60 >= seconds:
        return "quiet"
    return "digest" if preferences.digest == "instead" and seconds <= DAY_MINUTES * 60 else ""


def reminder_due(preferences: Preferences, told_at: datetime, *, muted: bool = False) -> datetime | None:
    """Return when to remind a user of a turn; None for never.

    Users with digests only get reminders in the digests.
    """
    if muted or not preferences.reminder or preferences.digest == "instead":
        return None
    return told_at + timedelta(hours=preferences.reminder)
