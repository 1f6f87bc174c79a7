"""Clocks to which an undo goes back: those when the undone action was made.

Each action keeps clocks, window and reminders as they were before it. An undo by consent puts them back: the
asker is charged for the own thinking, nobody for waiting. What is not due to the undone actions stays: time
given by hand, a leave, a pause, a rest, a seat that has changed hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.matches import clocks, timing, windows
from bot.matches.clocks import ClockState
from bot.matches.model import Reminded
from bot.matches.notices import SeatTaken, TimeGiven
from bot.matches.ports import ActionRow, Record
from bot.matches.position import Position
from bot.matches.windows import OpenWindow

LEAST: Final = 3600.0
"""The seconds that the own thinking leaves to the asker of an undo, if they had so many at the action."""


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Clocks, window and reminders before an action."""

    clocks: ClockState
    running: tuple[Seat, ...] = ()
    """The seats whose clocks ran until the action."""
    window: OpenWindow | None = None
    reminded: tuple[Reminded, ...] = ()


def encoded(position: Position) -> bytes | None:
    """Return the times of a match before an action, as they are stored with it; None where none runs."""
    match_terms = position.info.match_terms
    if match_terms.clock_terms.kind == "none" and match_terms.window is None and not match_terms.reminded:
        return None
    return msgspec.json.encode(_present(position))


def put_back(
    record: Record,
    before: Position,
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
    ran = timing.running(before.info, before.awaited)
    was = None if first.times is None else msgspec.json.decode(first.times, type=Times)
    if was is not None:
        record = _with_window(record, was.window, first.at, now)
    if asked is None or (was is None and terms.kind != "none"):  # the action may be of an earlier version
        return timing.rewound(record, ran, awaited, now)
    was = was or Times(present)
    state = clocks.advanced(terms, was.clocks, was.running, first.at)
    if terms.kind != "none" and first.seat in ran and not present.paused:
        thought = clocks.passed(terms, max(first.at, present.since or first.at), asked)
        state = _charged(state, first.seat, thought)
    state = replace(state, since=now, paused=present.paused, credited=present.credited)
    taken = set[Seat]()
    for each in notices:
        if isinstance(each, TimeGiven):
            state = clocks.extended(state, each.to, each.seconds)
        elif isinstance(each, SeatTaken):
            taken.add(each.seat)
            state = clocks.handed_over(terms, state, each.seat)
    reminded = tuple([each for each in was.reminded if each.seat not in taken])
    return timing.window_kept(record.with_terms(clocks=state, reminded=reminded), now)


def _present(position: Position) -> Times:
    match_terms = position.info.match_terms
    ran = tuple(sorted(timing.running(position.info, position.awaited)))
    return Times(match_terms.clocks, ran, match_terms.window, match_terms.reminded)


def _charged(state: ClockState, seat: Seat, thought: float) -> ClockState:
    """Return the clocks after so many seconds of the asker's own thinking, until the undo was asked for."""
    left = max(state.left[seat] - thought, min(state.left[seat], LEAST))
    return clocks.returned(state, seat, left - state.left[seat])


def _with_window(record: Record, was: OpenWindow | None, made: datetime, now: datetime) -> Record:
    """Return the record with the time that its open window had left when the undone action was made."""
    window = record.info.match_terms.window
    if was is None or window is None or windows.key(was) != windows.key(window) or was.until is None:
        return record
    terms = record.info.match_terms.clock_terms
    again = windows.resumed(terms, replace(window, left=clocks.passed(terms, made, was.until)), now)
    return timing.window_kept(record.with_terms(window=again), now)
