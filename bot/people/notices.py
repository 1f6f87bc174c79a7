"""When to tell a person what: now, when the quiet hours are over, in the digest, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from bot.people.hours import after_quiet, back, next_digest
from bot.people.preferences import Preferences

WATCHED_EVERY = timedelta(hours=1)
"""Who watches a match is told of it at most so often."""


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


def tell_watcher(preferences: Preferences, now: datetime, told_at: datetime | None) -> Timing:
    """Return when to tell somebody who watches a match that its turn has changed."""
    return undisturbed(preferences, now, None if told_at is None else told_at + WATCHED_EVERY)


def undisturbed(preferences: Preferences, now: datetime, earliest: datetime | None = None) -> Timing:
    """Return when somebody can be told something, not before `earliest`, without disturbing them."""
    at = max(now, earliest or now)
    at = after_quiet(preferences, back(preferences, at) or at)
    return NOW if at <= now else Timing("later", at)


def reminder_due(preferences: Preferences, told_at: datetime, *, muted: bool = False) -> datetime | None:
    """Return when to remind a person of a turn that they were told of; None for never.

    Who wants digests instead of single notices is reminded by those.
    """
    if muted or not preferences.reminder or preferences.digest == "instead":
        return None
    return told_at + timedelta(hours=preferences.reminder)
