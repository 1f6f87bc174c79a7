"""Players who go: who leaves the server keeps the seat, who wants to be forgotten leaves it to nobody."""

from __future__ import annotations

from msgspec.structs import replace

from bot.matches.cache import Position
from bot.matches.consent import noticed
from bot.matches.ledger import Ledger, Step
from bot.matches.model import FORMER, Life, MatchId, MatchInfo, SeatHolder, Stage
from bot.matches.notices import Left
from bot.matches.ports import Record


class Departures:
    """What becomes of the seats of those who go."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def left(self, match: MatchId, user: int) -> bool:
        """Tell the others, once, that a player has left the server; return whether they are told now."""

        def step(position: Position) -> Step | None:
            seat = position.info.seat_of(user)
            if seat is None or position.info.stage is not Stage.PLAYING or position.info.seats[seat].left:
                return None
            marked = _marked(position.record, user, left=True)
            return noticed(position, replace(position, record=marked), Left(seat), self._ledger.clock())

        return (await self._ledger.change(match, None, step)).done

    async def returned(self, match: MatchId, user: int) -> None:
        """Note that a player is on the server, so that another departure is told again."""

        def step(record: Record) -> Step | None:
            seat = record.info.seat_of(user)
            if seat is None or not record.info.seats[seat].left:
                return None
            return Step(_marked(record, user, left=False), known_to=frozenset())

        await self._ledger.change_blindly(match, None, step)

    async def unask(self, match: MatchId, user: int) -> MatchInfo:
        """Take the offer of a seat to a person back, also in a match whose rules are not here."""

        def step(record: Record) -> Step | None:
            info, proposal = record.info, record.info.life.proposal
            if proposal is None or proposal.user != user:
                return None
            settled = replace(info, life=info.life.settle("refused"))
            return Step(replace(record, info=settled), undisturbed=frozenset(range(len(info.seats))))

        return await self._ledger.change_blindly(match, None, step)

    async def forget(self, match: MatchId, user: int) -> MatchInfo:
        """Leave no id and no name of a person in a match; where one hosted, the next person does.

        A player's word stays: the fairness of the match is proved with it.
        """

        def step(record: Record) -> Step:
            info = record.info
            holders = tuple([_nobody(each) if each.user == user else each for each in info.seats])
            others = [each.user for each in holders if each.user]
            host = info.host if info.host != user else next(iter(others), 0)
            life = _without(info.life, user)
            # Nobody's buttons go stale by this: the version stays as it is.
            return Step(
                replace(record, info=replace(info, seats=holders, host=host, life=life)), known_to=frozenset()
            )

        return await self._ledger.change_blindly(match, None, step)


def _marked(record: Record, user: int, *, left: bool) -> Record:
    holders = [replace(each, left=left) if each.user == user else each for each in record.info.seats]
    return replace(record, info=replace(record.info, seats=tuple(holders)))


def _nobody(holder: SeatHolder) -> SeatHolder:
    return SeatHolder(user=0, name=FORMER, word=holder.word)


def _without(life: Life, user: int) -> Life:
    """Return what was agreed without a person's id."""
    return replace(life, invited=tuple([each for each in life.invited if each != user]))
