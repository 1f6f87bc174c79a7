"""The waiting state of a lobby: its start, invited persons, ready persons, its closing time.

It is `MatchTerms.waiting`. The leader looks every minute (`bot.matches.lobby_hours`). DMs about a lobby are
deliveries `word`; their text follows from the lobby's state when they are sent.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.matches.company import Wanted

REMINDED_AFTER: Final = timedelta(days=6)
"""The time without a new player after which a lobby's users read that it will be closed."""
CLOSED_AFTER: Final = timedelta(days=7)
"""The time without anybody joining after which a lobby is closed, at least a day after the reminder."""
NOTICE: Final = CLOSED_AFTER - REMINDED_AFTER
KEPT: Final = timedelta(days=2)
"""How long a seat is reserved for an invited person."""


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The waiting state of a lobby."""

    since: datetime
    """When a person last joined it, or it was opened."""
    ready: tuple[int, ...] = ()
    """The persons who want it to begin as soon as all are there and ready."""
    reminded: datetime | None = None
    """When its users were told that it will be closed; None for not yet."""
    kept_until: datetime | None = None
    """The end of the reservations for invited persons."""
    wanted: Wanted = "anybody"
    """The company that the host accepts; a secret of the host."""
    wished: tuple[int, ...] = ()
    """The invited persons who came by their standing wish."""

    def put_off(self, gone: timedelta) -> Waiting:
        """Return this after time in which nobody could join."""
        return replace(
            self,
            since=self.since + gone,
            reminded=None if self.reminded is None else self.reminded + gone,
            kept_until=None if self.kept_until is None else self.kept_until + gone,
        )


def due(waiting: Waiting | msgspec.UnsetType, *, invites: bool) -> datetime | None:
    """Return when a lobby has something due by itself; None for never. `invites`: it reserves seats."""
    if not isinstance(waiting, Waiting):
        return None
    kept = waiting.kept_until if invites else None
    return min(kept, _next_word(waiting)) if kept is not None else _next_word(waiting)


def _next_word(waiting: Waiting) -> datetime:
    """Return when a lobby's reminder is due, or after that its closing."""
    return waiting.since + REMINDED_AFTER if waiting.reminded is None else closes(waiting)


def closes(waiting: Waiting) -> datetime:
    """Return when a lobby without new players is closed."""
    reminded = waiting.reminded or waiting.since + REMINDED_AFTER
    return max(waiting.since + CLOSED_AFTER, reminded + NOTICE)
