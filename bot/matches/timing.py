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
    return with_clocks(record, clocks.started(info.life.terms, len(info.seats), now), awaited)


def turned(record: Record, before: frozenset[Seat], after: frozenset[Seat], now: datetime) -> Record:
    """Return the record after the seats awaited have changed."""
    info, life = record.info, record.info.life
    mine = people(info, before), people(info, after)
    reckoned = clocks.reckoned(life.terms, life.clocks, mine[0], now)
    return with_clocks(record, clocks.turned(life.terms, reckoned, *mine), after)


def with_clocks(record: Record, state: ClockState, awaited: Iterable[Seat]) -> Record:
    """Return the record with its clocks in this state, and when the first of those awaited runs out."""
    info = record.info
    due = None
    if info.stage is Stage.PLAYING:
        due = clocks.next_due(info.life.terms, state, people(info, awaited))
    life = replace(info.life, clocks=state)
    return replace(record, info=replace(info, life=life), due=due)
