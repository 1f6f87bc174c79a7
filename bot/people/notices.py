"""When to tell a person what: now, when the quiet hours are over, in the digest, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from bot.people.hours import after_quiet, back, next_digest, quiet_since
from bot.people.preferences import Preferences

WATCHED_EVERY = timedelta(hours=1)
"""Who watches a match is told of it at most so often."""
BEFORE_QUIET = timedelta(minutes=10)
"""How long before quiet hours a warning comes that would come in them."""
DAY_MINUTES = 24 * 60


class Timing(msgspec.Struct, frozen=True):
    """What is to become of a notice."""

    how: Literal["now", "later", "digest", "never"]
    """Send it; keep it until `at`; let the next digest tell it; tell nothing."""
    at: datetime | None = None
    """When it is due: for `later`, and for `digest` when that is."""


NOW = Timing("now")
NEVER = Timing("never")


def tell_turn(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a person that it is their turn.

    While somebody is away nothing is sent: they are told when they are back, if they are awaited then.
    """
    if muted:
        return NEVER
    if preferences.digest == "instead":
        return Timing("digest", next_digest(preferences, now))
    return undisturbed(preferences, now)


def tell_nudge(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a person that others wait for them.

    Who wants digests instead of single notices is told by those.
    """
    return NEVER if muted or preferences.digest == "instead" else undisturbed(preferences, now)


def tell_watcher(preferences: Preferences, now: datetime, told_at: datetime | None) -> Timing:
    """Return when to tell somebody who watches a match that its turn has changed."""
    return undisturbed(preferences, now, None if told_at is None else told_at + WATCHED_EVERY)


def undisturbed(preferences: Preferences, now: datetime, earliest: datetime | None = None) -> Timing:
    """Return when somebody can be told something, not before `earliest`, without disturbing them."""
    at = max(now, earliest or now)
    at = after_quiet(preferences, back(preferences, at) or at)
    return NOW if at <= now else Timing("later", at)


def warning_due(preferences: Preferences, began: datetime, wanted: datetime, end: datetime) -> datetime:
    """Return when to warn somebody whose clock runs from `began` to `end`, at best at `wanted`.

    Neither a digest nor an absence holds a warning back. In quiet hours it comes when they are over, if a
    third of the time from `wanted` on is left then; else before they begin; else all the same.
    """
    later = after_quiet(preferences, wanted)
    if end - later >= (end - wanted) / 3:
        return later
    evening = quiet_since(preferences, wanted)
    assert evening is not None, "else it would not be later"
    return max(began, evening - BEFORE_QUIET) if began < evening else wanted


def tell_end(preferences: Preferences, now: datetime, *, muted: bool = False) -> Timing:
    """Return when to tell a person how a match ended that they played in.

    Who wants digests instead of single notices is told at the hour of the next one.
    """
    if muted:
        return NEVER
    digest = next_digest(preferences, now) if preferences.digest == "instead" else None
    return undisturbed(preferences, now, digest)


def hard_to_keep(
    preferences: Preferences, seconds: int, now: datetime, *, leave: bool = False
) -> Literal["away", "quiet", "digest", ""]:
    """Return why somebody may not be there in time where a clock leaves so many seconds from now on, or for
    each turn; "" where nothing that they have set speaks against it. `leave` says whether that stops the
    clock."""
    returns, quiet = back(preferences, now), preferences.quiet
    if not leave and returns is not None and (returns - now).total_seconds() >= seconds:
        return "away"
    if quiet is not None and (quiet.end - quiet.begin) % DAY_MINUTES * 60 >= seconds:
        return "quiet"
    return "digest" if preferences.digest == "instead" and seconds <= DAY_MINUTES * 60 else ""


def reminder_due(preferences: Preferences, told_at: datetime, *, muted: bool = False) -> datetime | None:
    """Return when to remind a person of a turn that they were told of; None for never.

    Who wants digests instead of single notices is reminded by those.
    """
    if muted or not preferences.reminder or preferences.digest == "instead":
        return None
    return told_at + timedelta(hours=preferences.reminder)
