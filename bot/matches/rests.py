"""Rests: no time counts for players who could not act, through no fault of their own.

A player can act while the bot is on the server, the server is there, and the bot reaches them in the match's
channel or by DM. `Rest` is what is known of a match in which that is not so. An outage of a whole server or
process is an `Outage` (`bot.matches.ports`). `bot.matches.reachability` begins and ends both.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat

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
