"""When to notify a user: now, after the quiet hours, in the digest, or never.

The decision is pure. Times are wall-clock times: in the hour that occurs twice quiet hours begin at the first
and end at the last occurrence; a skipped time is the instant of the change.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from bot.people.hours import after_quiet, back, next_digest, quiet_since
from bot.people.preferences import Preferences

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
    evening = quiet_since(preferences, wanted)
    assert evening is not None, "else it would not be later"
    return max(began, evening - BEFORE_QUIET) if began < evening else wanted


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
