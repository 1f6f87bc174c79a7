"""The scheduled event of a tournament's start, stored as one hidden line of the tournament's log."""

from __future__ import annotations

from datetime import datetime

import msgspec

from bot.parts.tournaments.model import LogLine, Tournament
from bot.parts.tournaments.service import BOT, logged

EVENT = "event"
"""The act name of the log line."""


class KnownEvent(msgspec.Struct, frozen=True):
    """The stored data of a tournament's event on Discord."""

    event: int = 0
    """Its id; 0 for none, also if it is not possible or was deleted by a person: it is not created again."""
    at: str = ""
    """The start at its last update, in ISO 8601; "" for none."""
    asked: bool = False
    """Whether a change was requested from Discord whose result is not recorded yet."""


def wanted_at(tournament: Tournament) -> str:
    """Return the start that an event should show, "" for none: it ends when the tournament begins."""
    if tournament.stage != "open" or tournament.starts_at is None:
        return ""
    return tournament.starts_at.isoformat()


def known_event(tournament: Tournament) -> KnownEvent:
    """Return the stored data of a tournament's event."""
    line = _line(tournament)
    return KnownEvent() if line is None else msgspec.convert(line.facts, KnownEvent)


def with_event(tournament: Tournament, known: KnownEvent, now: datetime) -> Tournament:
    """Return the tournament with this data of its event stored."""
    line, facts = _line(tournament), msgspec.to_builtins(known)
    if line is None:
        return logged(tournament, BOT, EVENT, now, facts)
    log = [msgspec.structs.replace(each, facts=facts) if each is line else each for each in tournament.log]
    return msgspec.structs.replace(tournament, log=tuple(log))


def _line(tournament: Tournament) -> LogLine | None:
    return next((each for each in tournament.log if each.act == EVENT), None)
