"""Updates the clocks, the open window and the standing orders of a match after a change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat, Window
from bot.matches import clocks, orders, plans
from bot.matches.clocks import ClockState, OpenWindow, Rest
from bot.matches.loaded_match import LoadedMatch
from bot.matches.model import CLOSED_AFTER, MatchInfo, MatchTerms, PlayerMatch, Reminded, Stage, Waiting
from bot.matches.notices import SeatTaken, TimeGiven
from bot.matches.orders import NO_ORDERS, SeatOrders
from bot.matches.ports import ActionRow, Record

# Clocks to which an undo goes back: those when the undone action was made.
#
# Each action keeps clocks, window and reminders as they were before it. An undo by consent puts them back:
# the asker is charged for the own thinking, nobody for waiting. What is not due to the undone actions
# stays: time given by hand, a leave, a pause, a rest, a seat that has changed hands.


LEAST: Final = 3600.0
"""The seconds that the own thinking leaves to the asker of an undo, if they had so many at the action."""


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Clocks, window and reminders before an action."""

    clocks: ClockState
    running: tuple[Seat, ...] = ()
    """The seats whose clocks ran until the action."""
    window: OpenWindow | None = None
    reminded: tuple[Reminded, ...] = ()


def encoded(loaded: LoadedMatch) -> bytes | None:
    """Return the times of a match before an action, as they are stored with it; None where none runs."""
    match_terms = loaded.info.match_terms
    if match_terms.clock_terms.kind == "none" and match_terms.window is None and not match_terms.reminded:
        return None
    ran = tuple(sorted(running(loaded.info, loaded.awaited)))
    return msgspec.json.encode(Times(match_terms.clocks, ran, match_terms.window, match_terms.reminded))


def put_back(
    record: Record,
    before: LoadedMatch,
    undone: Sequence[ActionRow],
    notices: Iterable[Any],
    awaited: frozenset[Seat],
    now: datetime,
    asked: datetime | None,
) -> Record:
    """Return the record after these actions were taken back, with its times before the first of them.

    `record` has the state and the window of the match then, `before` is the match with these actions; the
    seats `awaited` are to act again. `notices` are those since the first action. `asked` is when the undo was
    asked for; None for a free one, with which the turn goes on.
    """
    match_terms, first = record.info.match_terms, undone[0]
    terms, present = match_terms.clock_terms, before.info.match_terms.clocks
    ran = running(before.info, before.awaited)
    was = None if first.times is None else msgspec.json.decode(first.times, type=Times)
    if was is not None:
        record = _with_window(record, was.window, first.at, now)
    if asked is None or (was is None and terms.kind != "none"):  # the action may be of an earlier version
        return rewound(record, ran, awaited, now)
    was = was or Times(present)
    state = clocks.advanced(terms, was.clocks, was.running, first.at)
    if terms.kind != "none" and first.seat in ran and not present.paused:
        thought = clocks.passed(terms, max(first.at, present.since or first.at), asked)
        # The clocks after so many seconds of the asker's own thinking, until the undo was asked for.
        left = max(state.left[first.seat] - thought, min(state.left[first.seat], LEAST))
        state = clocks.returned(state, first.seat, left - state.left[first.seat])
    state = replace(state, since=now, paused=present.paused, credited=present.credited)
    taken = set[Seat]()
    for notice in notices:
        if isinstance(notice, TimeGiven):
            state = clocks.extended(state, notice.to, notice.seconds)
        elif isinstance(notice, SeatTaken):
            taken.add(notice.seat)
            state = clocks.handed_over(terms, state, notice.seat)
    reminded = tuple([each for each in was.reminded if each.seat not in taken])
    return window_kept(record.with_terms(clocks=state, reminded=reminded), now)


def _with_window(record: Record, was: OpenWindow | None, made: datetime, now: datetime) -> Record:
    """Return the record with the time that its open window had left when the undone action was made."""
    window = record.info.match_terms.window
    if was is None or was.until is None:
        return record
    if window is None or clocks.window_key(was) != clocks.window_key(window):
        return record
    terms = record.info.match_terms.clock_terms
    again = clocks.window_resumed(terms, replace(window, left=clocks.passed(terms, made, was.until)), now)
    return window_kept(record.with_terms(window=again), now)


def people(info: MatchInfo, seats: Iterable[Seat]) -> frozenset[Seat]:
    """Return the seats held by persons. No clock runs for a computer."""
    return frozenset([seat for seat in seats if info.seats[seat].user])


def running(info: MatchInfo, awaited: Iterable[Seat]) -> frozenset[Seat]:
    """Return the awaited seats whose turn clocks run: not those in a window, on leave or at rest."""
    window = info.match_terms.window
    return people(info, awaited) - {-1 if window is None else window.seat} - info.stopped


class RunningClock(NamedTuple):
    """A running clock of a seat, which ends at the end of this turn."""

    began: datetime
    last_quarter: datetime
    """When a quarter of the time is left."""
    end: datetime
    """When the time is up, before any grace."""


def running_clock(info: MatchInfo, awaited: Iterable[Seat], seat: Seat) -> RunningClock | None:
    """Return the running clock of a seat; None without one, or where its time was up in this turn before."""
    terms, state = info.match_terms.clock_terms, info.match_terms.clocks
    if info.stage is not Stage.PLAYING or seat not in running(info, awaited) or seat in state.lapsed:
        return None
    end = clocks.deadline(terms, state, seat)
    if end is None:
        return None
    had = state.had[seat]
    return RunningClock(clocks.later(terms, end, -had), clocks.later(terms, end, -had / 4), end)


def waits_since(table: PlayerMatch) -> datetime | None:
    """Return since when a match has awaited a player, for its last turn; None if it awaits no player or is
    paused.
    """
    info, state = table.info, table.info.match_terms.clocks
    if not table.mine or state.paused:
        return None
    clock = running_clock(info, table.awaited, table.seat)
    return state.since if clock is None else clock.began


def begun(record: Record, now: datetime, window: Window | None) -> Record:
    """Return the record of a match that has just begun, with its clocks running."""
    info = record.info
    started = clocks.started(info.match_terms.clock_terms, len(info.seats), now)
    return with_window(record.with_terms(clocks=started), window, now)


def turned(
    record: Record, ran: frozenset[Seat], after: frozenset[Seat], now: datetime, by: Seat | None = None
) -> Record:
    """Return the record after an action of the seat `by` has ended a turn.

    The clocks of the seats `ran` ran until now; the seats `after` are awaited from now on. Within a turn the
    clocks keep running: secret actions leave no trace in them.
    """
    terms = record.info.match_terms.clock_terms
    state = clocks.turned(terms, advanced(record, ran, now), ran, running(record.info, after), by)
    return record.with_terms(clocks=state)


def rewound(record: Record, ran: frozenset[Seat], after: frozenset[Seat], now: datetime) -> Record:
    """Return the record after actions were taken back; `ran` and `after` are as in `turned`."""
    terms, runs = record.info.match_terms.clock_terms, running(record.info, after)
    if ran == runs:
        return record
    return record.with_terms(clocks=clocks.rewound(terms, advanced(record, ran, now), ran, runs))


def advanced(record: Record, ran: frozenset[Seat], now: datetime) -> ClockState:
    """Return the present clocks, given the seats whose clocks ran until now."""
    match_terms = record.info.match_terms
    return clocks.advanced(match_terms.clock_terms, match_terms.clocks, ran, now)


def with_window(record: Record, window: Window | None, now: datetime) -> Record:
    """Return the record with the window of its state, with its whole time from now unless already open.

    A computer player answers at once and has no window.
    """
    info, before = record.info, record.info.match_terms.window
    if before is not None and clocks.window_key(before) == clocks.window_key(window):
        return record
    after = None
    if window is not None and info.stage is Stage.PLAYING and not info.seats[window.seat].computer:
        after = clocks.window_opened(info.match_terms.clock_terms, window, now)
    return window_kept(record.with_terms(window=after), now)


def window_kept(record: Record, now: datetime) -> Record:
    """Return the record with its window stopped during a pause, a leave or a rest of its seat, else running.

    The clocks do so by themselves.
    """
    match_terms = record.info.match_terms
    terms, window = match_terms.clock_terms, match_terms.window
    if window is None:
        return record
    if match_terms.clocks.paused or window.seat in record.info.stopped:
        return record.with_terms(window=clocks.window_stopped(terms, window, now))
    if window.until is not None:
        return record
    return record.with_terms(window=clocks.window_resumed(terms, window, now))


def with_leave(record: Record, awaited: Iterable[Seat], match_terms: MatchTerms, now: datetime) -> Record:
    """Return the record with these terms, which name other seats on leave than before.

    The time of a seat on leave stops, and runs again after it.
    """
    clocked = replace(match_terms, clocks=advanced(record, running(record.info, awaited), now))
    return window_kept(record.with_info(match_terms=clocked), now)


def with_rest(
    record: Record,
    awaited: Iterable[Seat],
    rest: Rest,
    now: datetime,
    since: Mapping[Seat, datetime] = MappingProxyType({}),
) -> Record:
    """Return the record with this rest: the time of its seats stops, that of all other seats runs.

    Seats that begin to rest get back their time since an instant (default: the beginning of the rest), as
    `given_back` does for a whole match.
    """
    info, before = record.info, record.info.match_terms
    began, credited = before.clocks.since, before.clocks.credited
    ran = running(info, awaited)
    state, window = advanced(record, ran, now), before.window
    for seat in frozenset(rest.seats) - info.resting:
        last = since.get(seat, rest.since)
        if seat in ran and began is not None:
            lost = clocks.passed(
                before.clock_terms, max(last, began), now
            )  # `began` was put off by an outage
            state = clocks.returned(state, seat, lost)
        if window is not None and window.seat == seat:
            window = clocks.window_credited(before.clock_terms, window, last, now, credited)
    rested = rest.since if info.rest is None else info.rest.since
    reminded = tuple(
        [
            replace(each, at=clocks.put_off(before.clock_terms, each.at, rested, now, credited))
            if each.seat in info.resting - frozenset(rest.seats)
            else each
            for each in before.reminded
        ]
    )
    after = replace(before, clocks=state, window=window, reminded=reminded)
    return window_kept(record.with_info(match_terms=after, rest=rest), now)


def woken(record: Record, awaited: Iterable[Seat], seat: Seat, now: datetime) -> Record:
    """Return the record as a seat's player begins to act: they can be reached, so their time runs."""
    rest = record.info.present_rest
    if rest is None or seat not in rest.seats:
        return record
    return with_rest(record, awaited, rest.without(seat), now)


def given_back(record: Record, last: datetime, now: datetime) -> Record:
    """Return the record as if no time had run between two instants, in which nobody could act.

    That holds for clocks, the window, delays of orders, reminders, and the times of a lobby. Time given back
    before is not given twice. `due` is put off by the least of it: only the rules know the awaited seats, and
    a check too early does nothing.
    """
    match_terms = record.info.match_terms
    before = match_terms.clocks.credited
    if record.info.stage is Stage.LOBBY:
        gone = max(now - max(last, before or last), timedelta())
        late = replace(match_terms, clocks=replace(match_terms.clocks, credited=now))
        if isinstance(match_terms.waiting, Waiting):
            late = replace(late, waiting=match_terms.waiting.put_off(gone))
        return replace(record.with_info(match_terms=late), due=late.lobby_due)
    terms = match_terms.clock_terms
    state = clocks.credited(terms, match_terms.clocks, last, now)
    window = clocks.window_credited(terms, match_terms.window, last, now, before)
    reminded = tuple(
        [replace(each, at=clocks.put_off(terms, each.at, last, now, before)) for each in match_terms.reminded]
    )
    given = replace(
        record.with_terms(clocks=state, window=window, reminded=reminded),
        orders=orders.credited(record.orders, last, now, before),
    )
    due = record.due
    if due is not None and match_terms.clocks.since is not None:
        lost = clocks.passed(terms, max(last, match_terms.clocks.since, before or last), now)
        due += min([clocks.later(terms, due, lost) - due, *_put_off(record, given)])
    return replace(given, due=due)


def _put_off(before: Record, after: Record) -> Iterator[timedelta]:
    """Yield the time by which the window and the orders of a match are put off. A leave ends as planned."""
    if before.info.match_terms.present_leaves:
        yield timedelta()
    was, now = before.info.match_terms.window, after.info.match_terms.window
    pairs = [(None if was is None else was.until, None if now is None else now.until)]
    pairs += [(one.due, other.due) for one, other in zip(before.orders, after.orders, strict=True)]
    for first, second in pairs:
        if first is not None and second is not None:
            yield second - first


def untimed(record: Record) -> Record:
    """Return the record with its window open without a time limit."""
    window = record.info.match_terms.window
    return record if window is None else record.with_terms(window=replace(window, until=None))


def handed_over(record: Record, seat: Seat, window: Window | None, now: datetime) -> Record:
    """Return the record after a seat has changed hands: its open window starts again."""
    mine = window is not None and window.seat == seat
    return with_window(record.with_terms(window=None), window, now) if mine else record


def due(record: Record, awaited: Iterable[Seat]) -> datetime | None:
    """Return when the first clock or window of a match ends, a leave ends, or orders are due.

    For a lobby, return its next due time.
    """
    info, match_terms = record.info, record.info.match_terms
    if info.stage is Stage.LOBBY:
        when, rest = match_terms.lobby_due, info.present_rest
        return when if rest is None or when is None else max(when, rest.since + CLOSED_AFTER)
    if info.stage is not Stage.PLAYING:
        return None
    ends = None
    if match_terms.clock_terms.kind != "none":
        ends = clocks.next_due(match_terms.clock_terms, match_terms.clocks, running(info, awaited))
    until = None if match_terms.window is None else match_terms.window.until
    times = [ends, until, *[each.until for each in match_terms.present_leaves]]
    times += [each.due for each in record.orders]
    return min([each for each in times if each is not None], default=None)


def scheduled(
    before: LoadedMatch,
    record: Record,
    state: Any,
    now: datetime,
    *,
    acted: frozenset[Seat],
    took_back: frozenset[Seat],
    entropy: Callable[[int], bytes],
) -> Record:
    """Return the record after a change with its next due time: which orders answer, and when.

    `acted` are the seats that acted in the change, `took_back` those that took something back. A delay is
    drawn once for each decision, and again where the decision has changed.
    """
    record = without_former(before.record, record)
    awaited = before.codec.rules.to_act(state) if record.info.stage is Stage.PLAYING else frozenset()
    took_back |= acted & awaited - before.awaited
    ordered = []
    for seat, still in enumerate(record.orders):
        if not still.earlier_count(record.info.match_terms.window, seat):  # until a window that is closed now
            still = replace(still, earlier="", window=None)
        still = _planned(before, still, state, seat, acted=seat in acted, took_back=seat in took_back)
        still = replace(still, held=(still.held and seat not in acted) or seat in took_back)
        if still == NO_ORDERS or not _answers(before, record, state, still, seat):
            ordered.append(replace(still, due=None, since=None))
        elif still.due is not None and seat not in acted and _same_decision(before, record, state, seat):
            ordered.append(still)
        else:
            ordered.append(replace(still, due=now + orders.drawn_delay(entropy), since=now))
    record = replace(record, orders=tuple(ordered))
    return replace(record, due=due(record, awaited))


def without_former(before: Record, after: Record) -> Record:
    """Return the record without orders of seats that left or resigned; without any after the end."""
    info = after.info
    if not after.orders:
        return after
    stays: frozenset[Seat] = frozenset()
    if info.stage is Stage.PLAYING:
        holders = enumerate(zip(before.info.seats, info.seats, strict=True))
        held = [seat for seat, (was, now) in holders if now.user and now.user == was.user]
        stays = frozenset(held) - set(info.match_terms.resigned)
    return replace(after, orders=orders.kept(after.orders, stays))


def _planned(
    before: LoadedMatch, each: SeatOrders, state: Any, seat: Seat, *, acted: bool, took_back: bool
) -> SeatOrders:
    """Return a seat's orders with its updated plan.

    The plan of a seat that acts by hand in the planned turn, or takes something back, is dropped.
    """
    was = orders.of_seat(before.record.orders, seat)
    if acted and each.plan is None:
        return replace(each, dropped="")
    by_hand = acted and each.plan == was.plan and each.plan is not None and each.plan.begun
    if each.plan is None or took_back or by_hand:
        return each if each.plan is None else each.planning(None)
    plan, dropped = plans.begun(before.codec.rules, state, seat, each.plan)
    return each.planning(plan, dropped)


def _answers(before: LoadedMatch, record: Record, state: Any, each: SeatOrders, seat: Seat) -> bool:
    """Whether a seat's orders answer its present decision."""
    match_terms = record.info.match_terms
    if each.held or match_terms.clocks.paused or seat in record.info.resting:
        return False
    return orders.answer(before.codec, state, seat, each, match_terms.window) is not None


def _same_decision(before: LoadedMatch, record: Record, state: Any, seat: Seat) -> bool:
    """Whether a seat's decision is the same as before a change."""
    rules, was, now = before.codec.rules, before.info.match_terms.window, record.info.match_terms.window
    return (
        seat in before.awaited
        and clocks.window_key(was) == clocks.window_key(now)
        and list(rules.legal(before.state, seat)) == list(rules.legal(state, seat))
    )
