"""Players who leave the server keep their seats; deleted users lose theirs."""

from __future__ import annotations

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.matches.changes import PendingChange
from bot.matches.consent import noticed
from bot.matches.model import FORMER, MatchInfo, MatchTerms, SeatHolder, Stage
from bot.matches.notices import Left
from bot.matches.ports import Record
from bot.matches.position import Position
from bot.matches.repository import MatchRepository
from bot.matches.waiting import Waiting

NOWHERE = 0
"""The channel of a match that was played in the DM of a deleted person."""


class Departures:
    """Handles the seats of users who leave the server or are deleted."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def left(self, match: MatchId, user: int) -> bool:
        """Tell the others once that a player has left the server; return whether it was the first time."""

        def prepare(position: Position) -> PendingChange | None:
            info, seat = position.info, position.info.seat_of(user)
            if seat is None or info.stage is not Stage.PLAYING or info.seats[seat].left or info.anonymous:
                return None  # of an anonymous match: who has gone from the server is seen by all
            marked = position.record.with_holder(seat, left=True)
            return noticed(position, marked, Left(seat), self._repository.clock())

        return (await self._repository.change(match, None, prepare)).done

    async def returned(self, match: MatchId, user: int) -> None:
        """Store that a player is on the server again, so that the next departure is announced too."""

        def prepare(record: Record) -> PendingChange | None:
            seat = record.info.seat_of(user)
            if seat is None or not record.info.seats[seat].left:
                return None
            return PendingChange(record.with_holder(seat, left=False), visible_to=frozenset())

        await self._repository.change_blindly(match, None, prepare)

    async def withdraw_proposal(self, match: MatchId, user: int) -> MatchInfo:
        """Withdraw the offer of a seat to a user, also in a match whose rules are not available."""

        def prepare(record: Record) -> PendingChange | None:
            info, proposal = record.info, record.info.match_terms.proposal
            if proposal is None or proposal.user != user:
                return None
            settled = record.with_info(match_terms=info.match_terms.settle("refused"))
            return PendingChange(settled, unaffected=frozenset(range(len(info.seats))))

        return await self._repository.change_blindly(match, None, prepare)

    async def forget(self, match: MatchId, user: int) -> MatchInfo:
        """Delete the id and the name of a user from a match. Where they hosted it, the next person hosts.

        The player's word stays: it is needed to prove the fairness of the match.
        """

        def prepare(record: Record) -> PendingChange:
            info = record.info
            holders = tuple([_nobody(each) if each.user == user else each for each in info.seats])
            others = [each.user for each in holders if each.user]
            host = info.host if info.host != user else next(iter(others), 0)
            match_terms = _without(info.match_terms, user)
            # The version stays the same, so no button becomes invalid.
            channel = NOWHERE if info.guild is None and info.stage.ended else info.channel
            left = record.with_info(seats=holders, host=host, match_terms=match_terms, channel=channel)
            return PendingChange(left, visible_to=frozenset())

        return await self._repository.change_blindly(match, None, prepare)


def _nobody(holder: SeatHolder) -> SeatHolder:
    return SeatHolder(user=0, name=FORMER, word=holder.word)


def _without(match_terms: MatchTerms, user: int) -> MatchTerms:
    """Return the terms without a user's id."""
    invited = tuple([each for each in match_terms.invited if each != user])
    waiting = match_terms.waiting
    if isinstance(waiting, Waiting):
        ready = tuple([each for each in waiting.ready if each != user])
        wished = tuple([each for each in waiting.wished if each != user])
        waiting = replace(waiting, ready=ready, wished=wished)
    return replace(match_terms, invited=invited, waiting=waiting)
