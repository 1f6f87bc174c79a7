"""What players settle among themselves: taking back, a draw, a pause, more time, another player for a seat.

Whoever wants something that touches others proposes it; it happens when all whose seats are needed have
agreed, and lapses when one says no or plays on. Computers agree to everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.engine.contract import Event, Outcome, Seat
from bot.matches import clocks, timing, undo
from bot.matches.cache import Position
from bot.matches.errors import MatchRefusal, NotSeated, WrongStage
from bot.matches.ledger import Changed, Ledger, Step, latest
from bot.matches.model import DeliveryKind, MatchId, MatchInfo, Person, Proposal, SeatHolder, Stage
from bot.matches.notices import AGREED, DrawAgreed, Moved, Notice, Paused, Resumed, SeatTaken, TimeGiven
from bot.matches.people import clean_name
from bot.matches.play import in_play, seat_of
from bot.matches.ports import EventRow
from bot.matches.timing import people
from bot.matches.undo import Plan, Records

EVENTS_READ = 1000
"""Events that are looked at for what may be taken back, the newest."""
MOST_GIVEN = 14 * 24 * 3600
"""Seconds that can be given to another at once."""


class Agreements:
    """Everything that takes more than one player's will."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def undo(self, match: MatchId, user: int, request: str) -> Changed:
        """Take the last action of this person's seat back, or ask the others to agree to it."""

        async def step(position: Position) -> Step:
            seat = _playing_seat(position, user)
            records = await self._records(position)
            planned = undo.plan(position, records, seat)
            if planned.free:
                return await self._take_back(position, records, planned, seat)
            wanted = Proposal("undo", seat, _others(position, seat), (), planned.back_to, planned.count)
            if not wanted.needed:
                return await self._take_back(position, records, planned, seat)
            return _proposed(position, wanted)

        return await self._ledger.change_slowly(match, request, step)

    async def propose(self, match: MatchId, user: int, kind: str, request: str) -> Changed:
        """Offer a draw, or ask for a pause. Raises a `Refusal`."""

        def step(position: Position) -> Step:
            seat = _playing_seat(position, user)
            _check_kind(position.info, kind)
            wanted = Proposal("draw" if kind == "draw" else "pause", seat, _others(position, seat))
            return _proposed(position, wanted) if wanted.needed else _carried(position, wanted, self._now())

        return await self._ledger.change(match, request, step)

    async def answer(self, match: MatchId, user: int, *, agree: bool, request: str) -> Changed:
        """Agree to what is proposed, or refuse it; who proposed it takes it back by refusing."""

        async def step(position: Position) -> Step:
            proposal = _proposal(position.info)
            seat = _playing_seat(position, user)
            if seat == proposal.by and not agree:
                return _dropped(position)
            if seat not in proposal.needed:
                raise MatchRefusal("You have asked for this yourself; now the others have to agree.")
            if not agree:
                return _dropped(position)
            agreed = replace(proposal, agreed=(*(set(proposal.agreed) - {seat}), seat))
            if agreed.open_to:
                return _proposed(position, agreed)
            return await self._carry_out(position, agreed)

        return await self._ledger.change_slowly(match, request, step)

    async def resume(self, match: MatchId, user: int, request: str) -> Changed:
        """Let a paused match go on; any of its players can."""

        def step(position: Position) -> Step:
            seat = _playing_seat(position, user)
            state = position.info.life.clocks
            if not state.paused:
                raise MatchRefusal("This match is not paused.")
            now = self._now()
            goes_on = replace(state, paused=False, since=now if state.since else None)
            record = timing.with_clocks(position.record, goes_on, position.awaited)
            called = _turns(people(position.info, position.awaited))
            return noticed(position, replace(position, record=record), Resumed(seat), now, called)

        return await self._ledger.change(match, request, step)

    async def give_time(self, match: MatchId, user: int, to: Seat, seconds: int, request: str) -> Changed:
        """Give another seat more time. Raises a `Refusal`."""

        def step(position: Position) -> Step:
            seat = _playing_seat(position, user)
            _check_time(position.info, seat, to, seconds)
            now, record = self._now(), position.record
            reckoned = timing.turned(record, position.awaited, position.awaited, now)
            state = clocks.extended(reckoned.info.life.clocks, to, seconds)
            after = timing.with_clocks(reckoned, state, position.awaited)
            return noticed(position, replace(position, record=after), TimeGiven(seat, to, seconds), now)

        return await self._ledger.change(match, request, step)

    async def offer_seat(
        self, match: MatchId, user: int, seat: Seat, to: Person, *, moderator: bool, request: str
    ) -> Changed:
        """Ask a person whether they take over a seat; the host or a moderator only."""

        def step(position: Position) -> Step:
            info = position.info
            in_play(info)
            if user != info.host and not moderator:
                raise MatchRefusal("Only the host or a moderator of the server can give a seat to another.")
            if not 0 <= seat < len(info.seats):
                raise MatchRefusal(f"This match has seats 1 to {len(info.seats)}.")
            if info.seat_of(to.user) is not None:
                raise MatchRefusal(f"{to.name} has a seat in this match already.")
            asked = Proposal("seat", -1, (), seat=seat, user=to.user)
            return _proposed(position, asked)

        return await self._ledger.change(match, request, step)

    async def take_seat(self, match: MatchId, person: Person, request: str) -> Changed:
        """Take the seat that was offered to this person."""

        def step(position: Position) -> Step:
            proposal = position.info.life.proposal
            in_play(position.info)
            if proposal is None or proposal.kind != "seat" or proposal.user != person.user:
                raise MatchRefusal("No seat of this match is offered to you at present.")
            return _taken(position, proposal.seat, person, self._now())

        return await self._ledger.change(match, request, step)

    async def move(
        self, match: MatchId, user: int, channel: int, *, moderator: bool, request: str
    ) -> Changed:
        """Let a match go on in another channel; its players and moderators only."""

        def step(position: Position) -> Step:
            info = position.info
            if info.stage.ended:
                raise WrongStage("This match has ended already.")
            seat = info.seat_of(user)
            if seat is None and not moderator:
                raise NotSeated("Only its players and moderators of the server can move a match.")
            if info.channel == channel:
                raise MatchRefusal("This match is in this channel already.")
            moved = replace(position.record, info=replace(position.record.info, channel=channel))
            return noticed(
                position, replace(position, record=moved), Moved(-1 if seat is None else seat), self._now()
            )

        return await self._ledger.change(match, request, step)

    async def _carry_out(self, position: Position, agreed: Proposal) -> Step:
        """Do what all have agreed to."""
        if agreed.kind != "undo":
            return _carried(position, agreed, self._now())
        records = await self._records(position)
        planned = Plan(agreed.back_to, agreed.count, free=False)
        return await self._take_back(position, records, planned, agreed.by)

    async def _take_back(self, position: Position, records: Records, planned: Plan, seat: Seat) -> Step:
        # In a thread: the whole match is played again.
        return await asyncio.to_thread(undo.taken_back, position, records, planned, seat, self._now())

    async def _records(self, position: Position) -> Records:
        match, codec, store = position.info.id, position.codec, self._ledger.store
        actions, draws = await store.actions(match), await store.draws(match)
        rows = await store.events(match, after=-1, before=None, limit=EVENTS_READ)
        return Records(actions, draws, [(row.seq, codec.event(row.event)) for row in rows])

    def _now(self) -> datetime:
        return self._ledger.clock()


def noticed(
    position: Position,
    after: Position,
    notice: Notice,
    now: datetime,
    also: tuple[tuple[DeliveryKind, Seat | None], ...] = (),
) -> Step:
    """Return the step that changes a match from outside its game, and tells everybody."""
    told, seq = Event(notice), position.record.seq + 1
    return Step(
        record=replace(after.record, seq=seq),
        news=(("board", None), *also),
        undisturbed=position.may_act,
        events=(EventRow(seq, 0, position.codec.encode(told), now),),
        state=position.state,
        recent=latest((*position.recent, (seq, told)), position.record.before_from),
        told=(told,),
    )


def _turns(seats: Iterable[Seat]) -> tuple[tuple[DeliveryKind, Seat | None], ...]:
    return tuple([("turn", seat) for seat in sorted(seats)])


def _playing_seat(position: Position, user: int) -> Seat:
    seat = seat_of(position.info, user)
    in_play(position.info)
    return seat


def _others(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats that persons hold and have not given up."""
    info = position.info
    everybody = set(range(len(info.seats))) - set(info.life.resigned)
    return tuple([each for each in sorted(people(info, everybody)) if each != seat])


def _check_kind(info: MatchInfo, kind: str) -> None:
    if kind not in ("draw", "pause"):
        raise MatchRefusal("There is nothing else to agree on than a draw, a pause or taking back.")
    if kind == "pause" and info.life.clocks.paused:
        raise MatchRefusal("This match is paused already; any player can let it go on.")


def _check_time(info: MatchInfo, seat: Seat, to: Seat, seconds: int) -> None:
    if info.life.terms.kind == "none":
        raise MatchRefusal("This match is played without a clock.")
    if not 0 <= to < len(info.seats):
        raise MatchRefusal(f"This match has seats 1 to {len(info.seats)}.")
    if to == seat:
        raise MatchRefusal("You can give time to others only; ask an opponent to give you some.")
    if not 60 <= seconds <= MOST_GIVEN:
        raise MatchRefusal("Give from one minute to fourteen days.")


def _proposal(info: MatchInfo) -> Proposal:
    in_play(info)
    proposal = info.life.proposal
    if proposal is None or proposal.kind == "seat":
        raise MatchRefusal("Nothing is proposed in this match any more.")
    return proposal


def _with_proposal(position: Position, proposal: Proposal | None) -> Position:
    info = position.record.info
    life = replace(info.life, proposal=proposal)
    return replace(position, record=replace(position.record, info=replace(info, life=life)))


def _proposed(position: Position, proposal: Proposal) -> Step:
    """Return the step that puts a proposal before the others."""
    return _quiet(_with_proposal(position, proposal), (("proposal", None),))


def _dropped(position: Position) -> Step:
    return _quiet(_with_proposal(position, None), (("proposal", None),))


def _quiet(after: Position, news: tuple[tuple[DeliveryKind, Seat | None], ...]) -> Step:
    """Return a step that touches nothing of the game."""
    return Step(
        record=after.record, news=news, undisturbed=after.may_act, state=after.state, recent=after.recent
    )


def _carried(position: Position, agreed: Proposal, now: datetime) -> Step:
    if agreed.kind == "draw":
        return _drawn(position, now)
    settled = _with_proposal(position, None)
    record = timing.turned(settled.record, position.awaited, position.awaited, now)
    state = replace(record.info.life.clocks, paused=True)
    stopped = timing.with_clocks(record, state, position.awaited)
    return noticed(position, replace(settled, record=stopped), Paused(agreed.by), now)


def _drawn(position: Position, now: datetime) -> Step:
    seats = len(position.info.seats)
    outcome = Outcome(winners=(), scores=(0,) * seats, why=AGREED)
    record = _with_proposal(position, None).record
    info = replace(record.info, stage=Stage.FINISHED, outcome=outcome, ended_at=now)
    over = replace(position, record=replace(record, info=info, due=None))
    step = noticed(position, over, DrawAgreed(), now, (("result", None),))
    return replace(step, undisturbed=frozenset())


def _taken(position: Position, seat: Seat, person: Person, now: datetime) -> Step:
    info = position.record.info
    before = info.seats[seat]
    holder = SeatHolder(user=person.user, name=clean_name(person.name), word=before.word)
    holders = tuple([holder if each == seat else kept for each, kept in enumerate(info.seats)])
    life = replace(info.life, proposal=None, rated=False)
    left = [kept.user for kept in holders if kept.user]
    host = info.host if info.host in left else person.user
    taken = replace(position.record, info=replace(info, seats=holders, life=life, host=host))
    called = _turns(position.awaited & {seat})
    notice = SeatTaken(seat, before.name, holder.name)
    step = noticed(position, replace(position, record=taken), notice, now, called)
    return replace(step, undisturbed=position.may_act - {seat})
