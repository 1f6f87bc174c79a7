"""How a lobby waits: since when, for which invited persons and until when, who is ready, when it closes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.matches.company import Wanted

REMINDED_AFTER: Final = timedelta(days=6)
"""After how long without anybody joining those in a lobby are told that it will be closed."""
CLOSED_AFTER: Final = timedelta(days=7)
"""After how long without anybody joining a lobby is closed, a day after the reminder at the earliest."""
NOTICE: Final = CLOSED_AFTER - REMINDED_AFTER
KEPT: Final = timedelta(days=2)
"""How long a seat is kept for an invited person."""


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a lobby waits for its players."""

    since: datetime
    """When somebody joined it last, or it was opened."""
    ready: tuple[int, ...] = ()
    """The persons who want it to begin as soon as all are there and ready."""
    reminded: datetime | None = None
    """When those in it were told that it will be closed; None for not yet."""
    kept_until: datetime | None = None
    """Until when seats are kept for invited persons."""
    wanted: Wanted = "anybody"
    """With whom the host wants to play; told to nobody."""
    wished: tuple[int, ...] = ()
    """The invited persons whose standing wish brought them here."""


def due(waiting: Waiting | msgspec.UnsetType, *, invites: bool) -> datetime | None:
    """Return when something is to be done with a lobby of itself, which keeps seats or not (`invites`); None
    for never."""
    if not isinstance(waiting, Waiting):
        return None
    kept = waiting.kept_until if invites else None
    return min(kept, _next_word(waiting)) if kept is not None else _next_word(waiting)


def _next_word(waiting: Waiting) -> datetime:
    """Return when a lobby's reminder is due, or after that its end."""
    return waiting.since + REMINDED_AFTER if waiting.reminded is None else closes(waiting)


def closes(waiting: Waiting) -> datetime:
    """Return when a lobby is closed that nobody joins."""
    reminded = waiting.reminded or waiting.since + REMINDED_AFTER
    return max(waiting.since + CLOSED_AFTER, reminded + NOTICE)
