"""Leave: days of absence stop a player's clock in a match, unless its host has chosen "no leave".

Each match stores when the clock goes on, so that this needs no command. A tournament has its own leave
(`bot.matches.tournament_play`), which stops clocks in the same way (`bot.matches.timing.with_leave`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.contract import Seat
from bot.matches import timing
from bot.matches.clocks import SeatLeave
from bot.matches.loaded_match import LoadedMatch, PendingChange, to_seats
from bot.matches.model import MatchTerms, Stage
from bot.matches.notices import LeaveBegan
from bot.matches.play import unseen
from bot.matches.proposal_changes import noticed, quiet
from bot.matches.repository import MatchRepository

MOST: Final = timedelta(days=14)
"""The most time that leave can stop a player's clock in one match."""


class Leaves:
    """Begins and ends the leave of players, one match at a time."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def set(
        self, match: MatchId, user: int, until: datetime | None, *, by_itself: bool = False
    ) -> bool:
        """Stop a user's clock until an instant, or restart it (None); return whether that changed anything.

        A leave that began `by_itself`, shortly before a loss, is told to all players. Raises `OtherRules`.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, now = loaded.info, self._repository.clock()
            seat = info.seat_of(user)
            if seat is None or info.stage is not Stage.PLAYING or not info.match_terms.leave_allowed:
                return None
            if seat in info.match_terms.resigned:
                return None
            before = info.match_terms.leave_of(seat)
            # The leave until an instant, limited to the rest of the leave in this match.
            if until is None:
                after = _back(before, now)
            else:
                since = before.since or now
                end = min(until, since + MOST - timedelta(seconds=before.spent))
                after = replace(before, since=since, until=end) if end > now else _back(before, now)
            if after == before:
                return None
            return _told(loaded, after, now) if by_itself else _changed(loaded, after, now)

        return (await self._repository.change(match, None, prepare)).done


def ended(loaded: LoadedMatch, seat: Seat, now: datetime) -> PendingChange:
    """Return the change that restarts the clock of a seat after its leave."""
    return _changed(loaded, _back(loaded.info.match_terms.leave_of(seat), now), now)


def _back(leave: SeatLeave, now: datetime) -> SeatLeave:
    if leave.since is None:
        return leave
    return SeatLeave(leave.seat, leave.spent + max(0.0, (now - leave.since).total_seconds()))


def _changed(loaded: LoadedMatch, leave: SeatLeave, now: datetime) -> PendingChange:
    """Return the change to a leave.

    Where the match waits for that player, the board and their DM show its end; else nothing is published.
    """
    info, record = loaded.info, loaded.record
    match_terms = _with(info.match_terms, leave)
    after = timing.with_leave(record, loaded.awaited, match_terms, now)
    if leave.seat not in loaded.awaited:
        return unseen(loaded, after)
    pending = quiet(loaded, after.info.match_terms)
    return replace(pending, notifications=(("board", None),), unaffected=loaded.may_act - {leave.seat})


def _told(loaded: LoadedMatch, leave: SeatLeave, now: datetime) -> PendingChange:
    """Return the change to a leave that has begun by itself, told on the board and to each player."""
    assert leave.until is not None, "it has just begun"
    after = timing.with_leave(loaded.record, loaded.awaited, _with(loaded.info.match_terms, leave), now)
    notice = LeaveBegan(leave.seat, int(leave.until.timestamp()))
    still = set(range(len(loaded.info.seats))) - set(loaded.info.match_terms.resigned)
    players = sorted(timing.people(loaded.info, still))
    pending = noticed(loaded, after, notice, now, to_seats("answer", players))
    return replace(pending, unaffected=loaded.may_act - {leave.seat})


def _with(match_terms: MatchTerms, leave: SeatLeave) -> MatchTerms:
    rest = [each for each in match_terms.leaves or () if each.seat != leave.seat]
    kept = [*rest, leave] if leave != SeatLeave(leave.seat) else rest
    return replace(match_terms, leaves=tuple(sorted(kept, key=lambda each: each.seat)) or UNSET)
