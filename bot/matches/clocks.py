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
from msgspec.structs import replace

from bot.engine.contract import Seat

LONGEST = 60 * 24 * 3600
"""Seconds that a turn or a bank may have: sixty days."""
NEWCOMER = 24 * 3600
"""Seconds that who takes over a seat has in the bank at least, or the whole bank where that is less."""

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
    """How long over its time a seat may be in a turn before anything happens."""
    at_zero: Literal["remind", "default", "resign"] = "remind"
    """What happens then: a reminder only, the action that does least, or resignation."""
    cap: Seconds = 0
    """What a bank never grows beyond by its increment; 0 for nothing."""


class ClockState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the clocks stand."""

    left: tuple[float, ...] = ()
    """Seconds left to each seat as of `since`; below 0 while it is over its time."""
    since: datetime | None = None
    """The instant of these values; None before the start."""
    paused: bool = False
    lapsed: tuple[Seat, ...] = ()
    """Seats whose time was up in this turn and that get only a reminder."""
    credited: datetime | None = None
    """Up to when time in which the bot was away has been given back."""
    had: tuple[float, ...] = ()
    """Seconds that each seat had at the start of its turn, plus the time given since."""
    late: tuple[Seat, ...] = ()
    """Seats whose time was up in a turn, while the same player has held them."""

    @property
    def running(self) -> bool:
        """Whether time counts for those awaited."""
        return self.since is not None and not self.paused


class SeatLeave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leave of a seat's holder, as far as it stops the clock of this match."""

    seat: Seat
    spent: float = 0.0
    """Seconds of it that are over."""
    since: datetime | None = None
    """When the present one began here; None where its player is not on leave."""
    until: datetime | None = None
    """When the clock goes on."""


def started(terms: ClockTerms, seats: int, now: datetime) -> ClockState:
    """Return the clocks at the start of a match."""
    left = (float(terms.seconds),) * seats
    return ClockState(left=left, had=left, since=now)


def advanced(terms: ClockTerms, clocks: ClockState, running: Iterable[Seat], now: datetime) -> ClockState:
    """Return the clocks at `now`, with these seats awaited since the last update."""
    if clocks.since is None:
        return clocks
    if terms.kind == "none" or clocks.paused:
        return replace(clocks, since=now)
    spent = max(0.0, (now - clocks.since).total_seconds())
    running = set(running)
    left = tuple([time - spent if seat in running else time for seat, time in enumerate(clocks.left)])
    return replace(clocks, left=left, since=now)


def turned(
    terms: ClockTerms,
    clocks: ClockState,
    before: frozenset[Seat],
    after: frozenset[Seat],
    by: Seat | None = None,
) -> ClockState:
    """Return the clocks after the seats awaited have changed: who is done gains, who begins gets a turn.

    The seat `by` whose action changed them is done with its turn, also where it begins another at once. What
    a seat was over its time in a bank is forgiven with the turn.
    """
    if terms.kind == "none":
        return clocks
    again = before & after & {seat for seat in (by,) if seat is not None}
    done, begins = before - after | again, after - before | again
    left = list(clocks.left)
    for seat in done if terms.kind == "bank" else ():
        left[seat] = _gained(terms, left[seat])
    return _begun(terms, replace(clocks, left=tuple(left)), before, begins)


def _gained(terms: ClockTerms, left: float) -> float:
    """Return a bank after a turn: what is above the cap already stays."""
    grown = max(left, 0.0) + terms.increment
    return max(left, min(grown, terms.cap)) if terms.cap else grown


def rewound(
    terms: ClockTerms, clocks: ClockState, before: frozenset[Seat], after: frozenset[Seat]
) -> ClockState:
    """Return the clocks after actions were taken back: who begins again gets a turn, and nobody gains."""
    return clocks if terms.kind == "none" else _begun(terms, clocks, before, after - before)


def ends(terms: ClockTerms, clocks: ClockState, seat: Seat) -> datetime | None:
    """Return when the time and the grace of a seat that is awaited are used up; None if no clock runs."""
    end = deadline(terms, clocks, seat)
    return None if end is None else end + timedelta(seconds=terms.grace)


def next_due(terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat]) -> datetime | None:
    """Return when the first of these seats has used up its time and the grace; None when none ever will."""
    found = [ends(terms, clocks, seat) for seat in awaited if seat not in clocks.lapsed]
    return min((end for end in found if end is not None), default=None)


def deadline(terms: ClockTerms, clocks: ClockState, seat: Seat) -> datetime | None:
    """Return when a seat that is awaited runs out of time, before any grace; None if no clock runs."""
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return None
    return clocks.since + timedelta(seconds=clocks.left[seat])


def overdue(
    terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat], now: datetime
) -> tuple[Seat, ...]:
    """Return the seats whose time and grace are used up, those longest overdue first."""
    found = [(ends(terms, clocks, seat), seat) for seat in awaited if seat not in clocks.lapsed]
    return tuple([seat for _, seat in sorted((end, seat) for end, seat in found if end and end <= now)])


def credited(clocks: ClockState, last: datetime, now: datetime) -> ClockState:
    """Return the clocks when nobody's time ran between these instants, because the bot was away.

    Only what has not been given back before is: crediting again, after a crash in between, adds nothing.
    """
    if clocks.since is None:
        return clocks
    began = max(last, clocks.since, clocks.credited or last)
    return replace(clocks, since=clocks.since + max(now - began, timedelta()), credited=now)


def marked(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat noted as out of time, about which no more is done in this turn."""
    return replace(clocks, lapsed=(*_without(clocks.lapsed, seat), seat))


def extended(clocks: ClockState, seat: Seat, seconds: int) -> ClockState:
    """Return the clocks with so much more time for a seat; where its time was up, with just so much."""
    return replace(
        _given(clocks, seat, max(clocks.left[seat], 0.0) + seconds), lapsed=_without(clocks.lapsed, seat)
    )


def floored(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat not over its time."""
    return _given(clocks, seat, max(clocks.left[seat], 0.0))


def handed_over(terms: ClockTerms, clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks after a seat was taken over: its player has a whole turn, or a bank to begin with."""
    least = terms.seconds if terms.kind == "turn" else min(terms.seconds, NEWCOMER)
    left = max(clocks.left[seat], float(least))
    given = _given(clocks, seat, left)
    lapsed, late = _without(clocks.lapsed, seat), _without(clocks.late, seat)  # it was not they who were late
    return replace(given, had=_with(clocks.had, seat, left), lapsed=lapsed, late=late)


def _begun(
    terms: ClockTerms, clocks: ClockState, before: frozenset[Seat], begins: frozenset[Seat]
) -> ClockState:
    left, had = clocks.left, clocks.had
    for seat in begins:
        left = _with(left, seat, float(terms.seconds)) if terms.kind == "turn" else left
        had = _with(had, seat, left[seat])
    lapsed = tuple([seat for seat in clocks.lapsed if seat in before - begins])
    return replace(clocks, left=left, had=had, lapsed=lapsed)


def _given(clocks: ClockState, seat: Seat, left: float) -> ClockState:
    """Return the clocks with so much time left for a seat: what is more than before was given to it."""
    had = clocks.had[seat] + left - clocks.left[seat]
    return replace(clocks, left=_with(clocks.left, seat, left), had=_with(clocks.had, seat, had))


def _with(left: tuple[float, ...], seat: Seat, seconds: float) -> tuple[float, ...]:
    return (*left[:seat], seconds, *left[seat + 1 :])


def _without(lapsed: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple([each for each in lapsed if each != seat])


def noted_late(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat whose time was up."""
    return replace(clocks, late=(*_without(clocks.late, seat), seat))
