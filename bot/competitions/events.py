"""The scheduled event of a tournament's start, stored as one hidden line of the tournament's log."""

from __future__ import annotations

from datetime import datetime

import msgspec

from bot.competitions.model import LogLine, Tournament
from bot.competitions.service import BOT, logged

EVENT = "event"
"""The act of the line."""


class KnownEvent(msgspec.Struct, frozen=True):
    """What is known of a tournament's event on Discord."""

    event: int = 0
    """Its id; 0 for none, also where it is not possible or somebody deleted it: it is not made again."""
    at: str = ""
    """The start that it was last brought up to date for, in ISO 8601; "" for none."""
    asked: bool = False
    """Whether Discord was asked for a change of which it is not noted what became."""


def wanted_at(tournament: Tournament) -> str:
    """Return for when an event is wanted, "" for none: it is over when the tournament begins."""
    waits = tournament.stage == "open" and tournament.starts_at is not None
    return tournament.starts_at.isoformat() if waits and tournament.starts_at else ""


def known_event(tournament: Tournament) -> KnownEvent:
    """Return what is noted of a tournament's event."""
    line = _line(tournament)
    return KnownEvent() if line is None else msgspec.convert(line.facts, KnownEvent)


def with_event(tournament: Tournament, known: KnownEvent, now: datetime) -> Tournament:
    """Return the tournament with this noted of its event."""
    line, facts = _line(tournament), msgspec.to_builtins(known)
    if line is None:
        return logged(tournament, BOT, EVENT, now, facts)
    log = [msgspec.structs.replace(each, facts=facts) if each is line else each for each in tournament.log]
    return msgspec.structs.replace(tournament, log=tuple(log))


def _line(tournament: Tournament) -> LogLine | None:
    return next((each for each in tournament.log if each.act == EVENT), None)
