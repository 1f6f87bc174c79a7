"""Windows: decisions with their own time, within a turn and also in a match without a clock.

While a seat's window is open its turn clock is stopped; no timer ticks here either. A window is stopped while
the match is paused, it rests at weekends if the clocks do, and time in which the bot was away is given back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat, Window
from bot.matches.clocks import ClockTerms, later, passed


class OpenWindow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a window. It is public."""

    seat: Seat
    number: int
    """The game's number of the window, unique in the match."""
    since: datetime
    """When it was opened, or went on after a pause."""
    until: datetime | None
    """When its time is up; None while it is paused, and where it has no default action."""
    left: float = 0.0
    """Seconds left while the match is paused."""


def key(window: Window | OpenWindow | None) -> tuple[Seat, int] | None:
    """Return what identifies a window in a match: its seat and number; None for none."""
    return None if window is None else (window.seat, window.number)


def opened(terms: ClockTerms, window: Window, now: datetime) -> OpenWindow:
    """Return a window that opens now, with its whole time."""
    return OpenWindow(window.seat, window.number, now, later(terms, now, window.seconds))


def stopped(terms: ClockTerms, window: OpenWindow, now: datetime) -> OpenWindow:
    """Return a window with its time stopped."""
    if window.until is None:
        return window
    return replace(window, until=None, left=passed(terms, now, window.until))


def resumed(terms: ClockTerms, window: OpenWindow, now: datetime) -> OpenWindow:
    """Return a stopped window with its time running again."""
    return replace(window, since=now, until=later(terms, now, window.left), left=0.0)


def credited(
    terms: ClockTerms, window: OpenWindow | None, last: datetime, now: datetime, before: datetime | None
) -> OpenWindow | None:
    """Return a window with the time given back in which the bot was away; see `given_back`."""
    if window is None or window.until is None:
        return window
    lost = passed(terms, now - given_back(window.since, last, now, before), now)
    return replace(window, until=later(terms, window.until, lost))


def given_back(since: datetime, last: datetime, now: datetime, credited: datetime | None) -> timedelta:
    """Return the time to give back to a window or delay that runs since an instant.

    Nothing ran from `last` until now. Time until `credited` was given back before and is not given twice.
    """
    return max(now - max(last, since, credited or last), timedelta())
