"""The players' clocks: whose time runs, how much is left, and when it is up.

Time is counted in seconds, by the instants at which something changed: nothing ticks. A clock runs for each
person who is awaited, and for nobody while the match is paused.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bot.engine.contract import Seat

LONGEST = 60 * 24 * 3600
"""Seconds that a turn or a bank may have: sixty days."""

Seconds = Annotated[int, Meta(ge=0, le=LONGEST)]


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on time when the match was opened."""

    kind: Literal["none", "turn", "bank"] = "none"
    """No clock; a fixed time for each turn; or a bank for the whole match, with an increment a turn."""
    seconds: Seconds = 0
    """Of a turn, or in the bank at the start."""
    increment: Seconds = 0
    """What a bank gains after each turn."""
    grace: Seconds = 0
    """How long over its time a seat may be before anything happens."""
    at_zero: Literal["remind", "default", "resign"] = "remind"
    """What happens then: a reminder only, the action that does least, or resignation."""


class ClockState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the clocks stand."""

    left: tuple[float, ...] = ()
    """Seconds left to each seat as of `since`; below 0 within the grace."""
    since: datetime | None = None
    """When this was reckoned; None before the start."""
    paused: bool = False
    lapsed: tuple[Seat, ...] = ()
    """Seats whose time was up in this turn and for whom nothing more than a reminder follows."""


def started(terms: ClockTerms, seats: int, now: datetime) -> ClockState:
    """Return the clocks at the start of a match."""
    return ClockState(left=(float(terms.seconds),) * seats, since=now)


def reckoned(terms: ClockTerms, clocks: ClockState, running: Iterable[Seat], now: datetime) -> ClockState:
    """Return the clocks as they stand now, with these seats awaited since the last reckoning."""
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return msgspec.structs.replace(clocks, since=now if clocks.since else None)
    spent = max(0.0, (now - clocks.since).total_seconds())
    running = set(running)
    left = tuple([time - spent if seat in running else time for seat, time in enumerate(clocks.left)])
    return msgspec.structs.replace(clocks, left=left, since=now)


def turned(
    terms: ClockTerms, clocks: ClockState, before: frozenset[Seat], after: frozenset[Seat]
) -> ClockState:
    """Return the clocks after the seats awaited have changed: who is done gains, who begins gets a turn."""
    if terms.kind == "none":
        return clocks
    left = list(clocks.left)
    for seat in range(len(left)):
        if terms.kind == "bank" and seat in before - after:
            left[seat] += terms.increment
        if terms.kind == "turn" and seat in after - before:
            left[seat] = float(terms.seconds)
    lapsed = tuple([seat for seat in clocks.lapsed if seat in before & after])
    return msgspec.structs.replace(clocks, left=tuple(left), lapsed=lapsed)


def next_due(terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat]) -> datetime | None:
    """Return when the first of these seats has used up its time and the grace; None when none ever will."""
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return None
    times = [clocks.left[seat] for seat in awaited if seat not in clocks.lapsed]
    return clocks.since + timedelta(seconds=min(times) + terms.grace) if times else None


def deadline(terms: ClockTerms, clocks: ClockState, seat: Seat) -> datetime | None:
    """Return when a seat that is awaited runs out of time, before any grace; None if no clock runs."""
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return None
    return clocks.since + timedelta(seconds=clocks.left[seat])


def overdue(
    terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat], now: datetime
) -> tuple[Seat, ...]:
    """Return the seats whose time and grace are used up, those longest overdue first."""
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return ()
    spent = (now - clocks.since).total_seconds() - terms.grace
    late = [(clocks.left[seat], seat) for seat in awaited if seat not in clocks.lapsed]
    return tuple([seat for left, seat in sorted(late) if left <= spent])


def credited(clocks: ClockState, downtime: timedelta) -> ClockState:
    """Return the clocks when nobody's time ran for so long, because the bot was away."""
    if clocks.since is None:
        return clocks
    return msgspec.structs.replace(clocks, since=clocks.since + downtime)


def marked(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat noted as out of time, about which no more is done in this turn."""
    return msgspec.structs.replace(clocks, lapsed=(*clocks.lapsed, seat))


def extended(clocks: ClockState, seat: Seat, seconds: int) -> ClockState:
    """Return the clocks with more time for a seat, whose time is then not up any more."""
    left = tuple([time + seconds if each == seat else time for each, time in enumerate(clocks.left)])
    lapsed = tuple([each for each in clocks.lapsed if each != seat])
    return msgspec.structs.replace(clocks, left=left, lapsed=lapsed)
