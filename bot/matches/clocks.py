"""The players' clocks: which clocks run, how much time is left, and when it is up.

Time is computed in seconds from the instants of changes; no timer ticks. A clock runs for each awaited
person; no clock runs while the match is paused, nor at weekends where the terms say so (`passed`, `later`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.contract import Seat, Window
from bot.zones import zone as zone_of

# Rests: no time counts for players who could not act, through no fault of their own.
#
# A player can act while the bot is on the server, the server is there, and the bot reaches them in the
# match's channel or by DM. `Rest` is what is known of a match in which that is not so. An outage of a whole
# server or process is an `Outage` (`bot.matches.ports`). `bot.matches.reachability` begins and ends both.


Why: TypeAlias = Literal[
    "removed", "unavailable", "interactions", "deleted", "hidden", "refused", "archived", "unseen"
]
"""Why players cannot act. Of a server or process: the bot was removed, the server is unavailable, Discord
refuses every answer. Of a channel: it was deleted, the bot cannot see it, may not post in it, or may not open
its thread; or players cannot see it.
"""

ON_SERVERS: frozenset[Why] = frozenset(("removed", "unavailable", "interactions"))
"""The reasons that concern a whole server or process: their time is given back to all that has deadlines."""


class Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and since when players of a match could not act."""

    why: Why
    since: datetime
    seats: tuple[Seat, ...] = ()
    """The seats whose time stands still: awaited, and reached neither in the channel nor by DM."""
    told: bool = False
    """Whether the players were told that time stands still."""
    spent: float = 0.0
    """Seconds of earlier rests of the match: the deadline of its tournament waits as long."""
    over: bool = False
    """Whether it is over; it is kept for `spent`."""

    def without(self, seat: Seat) -> Rest:
        """Return this rest after a seat's player has acted: they can be reached."""
        return replace(self, seats=tuple([each for each in self.seats if each != seat]))

    def ended(self, now: datetime) -> Rest:
        """Return this rest when it is over."""
        spent = 0.0 if self.why in ON_SERVERS else max(0.0, (now - self.since).total_seconds())
        return replace(self, seats=(), over=True, told=False, spent=self.spent + spent)


LONGEST = 60 * 24 * 3600
"""The most seconds of a turn or a bank: sixty days."""
NEWCOMER = 24 * 3600
"""The least seconds in the bank of a player who takes over a seat, or the whole bank where that is less."""

Seconds = Annotated[int, Meta(ge=0, le=LONGEST)]
AtZero: TypeAlias = Literal["remind", "default", "resign"]
"""The effect of a time that is up: only a reminder, the default action, or resignation."""


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms on time that were agreed when the match was opened."""

    kind: Literal["none", "turn", "bank"] = "none"
    """No clock; a fixed time for each turn; or a bank for the whole match, with an increment a turn."""
    seconds: Seconds = 0
    """Seconds of a turn, or of the bank at the start."""
    increment: Seconds = 0
    """Seconds added to a bank after each turn."""
    grace: Seconds = 0
    """Seconds over time that a seat has in a turn before anything happens."""
    at_zero: AtZero = "remind"
    cap: Seconds = 0
    """The most seconds that an increment can raise a bank to; 0 for no limit."""
    weekends: str | msgspec.UnsetType = msgspec.UNSET
    """The time zone on whose Saturdays and Sundays no time runs, by its name in the IANA database; unset
    where time runs every day.
    """


class ClockState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of all clocks."""

    left: tuple[float, ...] = ()
    """Seconds left to each seat as of `since`; below 0 while it is over its time."""
    since: datetime | None = None
    """The instant of these values; None before the start."""
    paused: bool = False
    lapsed: tuple[Seat, ...] = ()
    """Seats whose time was up in this turn, and that are only reminded."""
    credited: datetime | None = None
    """The instant until which time without a running bot has been given back."""
    had: tuple[float, ...] = ()
    """Seconds that each seat had at the start of its turn, plus the time given since."""
    late: tuple[Seat, ...] = ()
    """Seats whose time was up in a turn since their present player holds them."""


class SeatLeave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leave of a seat's player, as far as it stops the clock of this match."""

    seat: Seat
    spent: float = 0.0
    """Seconds of leave already used."""
    since: datetime | None = None
    """The start of the present leave in this match; None without one."""
    until: datetime | None = None
    """When the clock goes on."""


def weekend(zone: str, at: datetime) -> tuple[datetime, datetime]:
    """Return the beginning and the end of a zone's weekend, in UTC: the present one, or else the next.

    It lasts from midnight to midnight of the local clocks: 47 or 49 hours where they change in it.
    """
    there = at.astimezone(_zone(zone)).date()
    saturday = there + timedelta(days=5 - there.weekday())  # for a Sunday, the day before
    return _midnight(saturday, zone), _midnight(saturday + timedelta(days=2), zone)


def rests_until(terms: ClockTerms, now: datetime) -> datetime | None:
    """Return the end of the present weekend, where no time runs in it; None at other times."""
    if not terms.weekends:
        return None
    begin, end = weekend(terms.weekends, now)
    return end if begin <= now else None


def passed(terms: ClockTerms, since: datetime, until: datetime) -> float:
    """Return the seconds that count between two instants: all of them, or those outside of weekends."""
    counted = until - since
    at = since
    while terms.weekends and at < until:
        begin, end = weekend(terms.weekends, at)
        counted -= max(min(end, until) - max(begin, at), timedelta())
        at = end
    return max(0.0, counted.total_seconds())


def later(terms: ClockTerms, since: datetime, seconds: float) -> datetime:
    """Return the first instant at which so many seconds have passed; before `since` for a negative number.

    A time that is used up when a weekend begins is up at that instant.
    """
    at, left = since, timedelta(seconds=seconds)
    while terms.weekends and left:
        if left > timedelta():
            begin, end = weekend(terms.weekends, at)
            free = max(begin - at, timedelta())
            if left <= free:
                break
            at, left = end, left - free
            continue
        begin, end = weekend(terms.weekends, at)
        if at <= begin:
            begin, end = weekend(terms.weekends, begin - timedelta(days=6))  # the one before
        free = max(at - end, timedelta())
        if -left < free:
            break
        at, left = begin, left + free
    return at + left


def put_off(
    terms: ClockTerms, since: datetime, last: datetime, now: datetime, credited: datetime | None
) -> datetime:
    """Return the beginning of a span that runs since an instant, as if no time had run from `last` to `now`.

    Time until `credited` was given back before and is not given twice.
    """
    began = max(last, since, credited or last)
    return later(terms, now, -passed(terms, since, began)) if began < now else since


def _zone(name: str) -> tzinfo:
    try:
        return zone_of(name)
    except (KeyError, ValueError, OSError):
        return UTC  # the machine has lost a zone that it knew before


@lru_cache(maxsize=1000)
def _midnight(day: date, zone: str) -> datetime:
    """Return when a day begins: the last midnight; where there is none, the instant of the change."""
    first = datetime(day.year, day.month, day.day, tzinfo=_zone(zone))
    return max(each.astimezone(UTC) for each in (first, first.replace(fold=1)))


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
    spent = passed(terms, clocks.since, now)
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
    """Return the clocks after the awaited seats have changed.

    Seats that are done get the increment; seats that begin get a turn. The seat `by`, whose action changed
    them, is done with its turn, even where it begins another at once. Time over a bank is forgiven at the end
    of the turn.
    """
    if terms.kind == "none":
        return clocks
    again = frozenset[Seat]() if by is None else before & after & {by}
    done, begins = before - after | again, after - before | again
    left = list(clocks.left)
    for seat in done if terms.kind == "bank" else ():
        grown = max(left[seat], 0.0) + terms.increment
        # Time that is already above the cap stays.
        left[seat] = max(left[seat], min(grown, terms.cap)) if terms.cap else grown
    return _begun(terms, replace(clocks, left=tuple(left)), before, begins)


def rewound(
    terms: ClockTerms, clocks: ClockState, before: frozenset[Seat], after: frozenset[Seat]
) -> ClockState:
    """Return the clocks after an undo: a seat that begins again gets a turn; no seat gets an increment."""
    return clocks if terms.kind == "none" else _begun(terms, clocks, before, after - before)


def ends(terms: ClockTerms, clocks: ClockState, seat: Seat) -> datetime | None:
    """Return when the time and the grace of an awaited seat are used up; None if no clock runs."""
    return _at(terms, clocks, seat, terms.grace)


def next_due(terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat]) -> datetime | None:
    """Return when the first of these seats has used up its time and grace; None when none will."""
    times = [ends(terms, clocks, seat) for seat in awaited if seat not in clocks.lapsed]
    return min((end for end in times if end is not None), default=None)


def deadline(terms: ClockTerms, clocks: ClockState, seat: Seat) -> datetime | None:
    """Return when a seat that is awaited runs out of time, before any grace; None if no clock runs."""
    return _at(terms, clocks, seat, 0)


def _at(terms: ClockTerms, clocks: ClockState, seat: Seat, grace: int) -> datetime | None:
    if terms.kind == "none" or clocks.since is None or clocks.paused:
        return None
    return later(terms, clocks.since, clocks.left[seat] + grace)


def overdue(
    terms: ClockTerms, clocks: ClockState, awaited: Iterable[Seat], now: datetime
) -> tuple[Seat, ...]:
    """Return the seats whose time and grace are used up, those longest overdue first."""
    times = [(ends(terms, clocks, seat), seat) for seat in awaited if seat not in clocks.lapsed]
    return tuple([seat for _, seat in sorted((end, seat) for end, seat in times if end and end <= now)])


def credited(terms: ClockTerms, clocks: ClockState, last: datetime, now: datetime) -> ClockState:
    """Return the clocks as if no time had run between these instants, because the bot was away.

    Time given back before is not given twice: a repeated call after a crash adds nothing.
    """
    if clocks.since is None:
        return clocks
    since = put_off(terms, clocks.since, last, now, clocks.credited)
    return replace(clocks, since=since, credited=now)


def returned(clocks: ClockState, seat: Seat, seconds: float) -> ClockState:
    """Return the clocks with time of a seat given back, in which its player could not act."""
    return replace(clocks, left=_with(clocks.left, seat, clocks.left[seat] + seconds))


def marked(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat marked as out of time; nothing more is done about it in this turn."""
    return replace(clocks, lapsed=(*_without(clocks.lapsed, seat), seat))


def extended(clocks: ClockState, seat: Seat, seconds: int) -> ClockState:
    """Return the clocks with these seconds added for a seat; a seat out of time gets exactly these."""
    return replace(
        _given(clocks, seat, max(clocks.left[seat], 0.0) + seconds), lapsed=_without(clocks.lapsed, seat)
    )


def floored(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat's negative time set to 0."""
    return _given(clocks, seat, max(clocks.left[seat], 0.0))


def handed_over(terms: ClockTerms, clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks after a seat was taken over: its player gets a whole turn, or a starting bank."""
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
    """Return the clocks with this time left for a seat. The increase counts as given to it."""
    had = clocks.had[seat] + left - clocks.left[seat]
    return replace(clocks, left=_with(clocks.left, seat, left), had=_with(clocks.had, seat, had))


def _with(left: tuple[float, ...], seat: Seat, seconds: float) -> tuple[float, ...]:
    return (*left[:seat], seconds, *left[seat + 1 :])


def _without(lapsed: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple([each for each in lapsed if each != seat])


def noted_late(clocks: ClockState, seat: Seat) -> ClockState:
    """Return the clocks with a seat noted as late in a turn."""
    return replace(clocks, late=(*_without(clocks.late, seat), seat))


# Windows: decisions with their own time, within a turn and also in a match without a clock.
#
# While a seat's window is open its turn clock is stopped; no timer ticks here either. A window is stopped
# while the match is paused, it rests at weekends if the clocks do, and time in which the bot was away is
# given back.


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


def window_key(window: Window | OpenWindow | None) -> tuple[Seat, int] | None:
    """Return what identifies a window in a match: its seat and number; None for none."""
    return None if window is None else (window.seat, window.number)


def window_opened(terms: ClockTerms, window: Window, now: datetime) -> OpenWindow:
    """Return a window that opens now, with its whole time."""
    return OpenWindow(window.seat, window.number, now, later(terms, now, window.seconds))


def window_stopped(terms: ClockTerms, window: OpenWindow, now: datetime) -> OpenWindow:
    """Return a window with its time stopped."""
    if window.until is None:
        return window
    return replace(window, until=None, left=passed(terms, now, window.until))


def window_resumed(terms: ClockTerms, window: OpenWindow, now: datetime) -> OpenWindow:
    """Return a stopped window with its time running again."""
    return replace(window, since=now, until=later(terms, now, window.left), left=0.0)


def window_credited(
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
