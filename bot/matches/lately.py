"""What concerns one player now: where they are awaited, and what has happened since they acted last."""

from __future__ import annotations

from datetime import datetime

import msgspec

from bot.engine.contract import Seat
from bot.matches import clocks
from bot.matches.errors import OtherRules
from bot.matches.history import History, viewer_of
from bot.matches.ledger import Ledger
from bot.matches.model import Line, MatchId, MatchInfo
from bot.matches.notices import TimeUp
from bot.matches.ports import Record


class Table(msgspec.Struct, frozen=True):
    """A match of one player, and whom it waits for."""

    info: MatchInfo
    seat: Seat
    """The player's own."""
    awaited: frozenset[Seat] = frozenset()
    """The seats that are to act; none in a lobby, and where the match's rules are not here."""

    @property
    def mine(self) -> bool:
        """Whether the player is awaited."""
        return self.seat in self.awaited

    @property
    def deadline(self) -> datetime | None:
        """When the player's own clock runs out, if it runs."""
        life = self.info.life
        return clocks.deadline(life.terms, life.clocks, self.seat) if self.mine else None


async def table_of(ledger: Ledger, record: Record, user: int) -> Table:
    """Return a player's match with who is awaited in it."""
    try:
        position = await ledger.decoded(record)
    except OtherRules:
        info = ledger.public(record)
        return Table(info, info.seat_of(user) or 0)
    return Table(position.info, position.info.seat_of(user) or 0, position.awaited)


async def since_last_action(ledger: Ledger, history: History, match: MatchId, user: int) -> list[Line]:
    """Return the lines later than the last action that a player has chosen, as that player may know them."""
    record, _ = await ledger.record(match)
    seat = viewer_of(record.info, user)
    lines = await history.lines(record, user)
    clock_at = {line.at for line in lines if isinstance(line.fact, TimeUp) and line.fact.seat == seat}
    own = [
        row.seq
        for row in await ledger.store.actions(match)
        if row.seat == seat and not row.undone and row.at not in clock_at
    ]
    last = max(own, default=-1)
    return [line for line in lines if line.seq > last]
