"""What a change of a match does to its clocks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.matches import clocks
from bot.matches.clocks import ClockState
from bot.matches.model import MatchInfo, Stage
from bot.matches.ports import Record


def people(info: MatchInfo, seats: Iterable[Seat]) -> frozenset[Seat]:
    """Return those of the seats that persons hold; no clock runs for a computer."""
    return frozenset([seat for seat in seats if info.seats[seat].user])


def begun(record: Record, awaited: frozenset[Seat], now: datetime) -> Record:
    """Return the record of a match that has just started, with its clocks running."""
    info = record.info
    return with_clocks(record, clocks.started(info.match_terms.terms, len(info.seats), now), awaited)


def turned(
    record: Record, before: frozenset[Seat], after: frozenset[Seat], now: datetime, by: Seat | None = None
) -> Record:
    """Return the record after an action of the seat `by` has ended a turn, with these seats awaited before
    and after it.

    Within a turn the clocks just run on: what is done in secret leaves no trace in them.
    """
    match_terms, mine = record.info.match_terms, (people(record.info, before), people(record.info, after))
    state = clocks.turned(match_terms.terms, reckoned(record, before, now), *mine, by)
    return with_clocks(record, state, after)


def rewound(record: Record, before: frozenset[Seat], after: frozenset[Seat], now: datetime) -> Record:
    """Return the record after actions were taken back."""
    if before == after:
        return record
    match_terms, mine = record.info.match_terms, (people(record.info, before), people(record.info, after))
    state = clocks.rewound(match_terms.terms, reckoned(record, before, now), *mine)
    return with_clocks(record, state, after)


def reckoned(record: Record, awaited: Iterable[Seat], now: datetime) -> ClockState:
    """Return the clocks as they stand now."""
    match_terms = record.info.match_terms
    return clocks.reckoned(match_terms.terms, match_terms.clocks, people(record.info, awaited), now)


def with_clocks(record: Record, state: ClockState, awaited: Iterable[Seat]) -> Record:
    """Return the record with its clocks in this state, and when the first of those awaited runs out."""
    info = record.info
    due = None
    if info.stage is Stage.PLAYING:
        due = clocks.next_due(info.match_terms.terms, state, people(info, awaited))
    match_terms = replace(info.match_terms, clocks=state)
    return replace(record, info=replace(info, match_terms=match_terms), due=due)
