"""The steps that agreements make: what is proposed or settled, a draw, a pause, another player for a seat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from bot.engine.contract import Event, Outcome, Seat
from bot.matches import clocks, timing
from bot.matches.cache import Position
from bot.matches.ledger import Step, latest
from bot.matches.model import DeliveryKind, Life, Person, Proposal, SeatHolder, Stage
from bot.matches.notices import AGREED, DrawAgreed, Notice, Paused, SeatTaken
from bot.matches.people import clean_name
from bot.matches.ports import EventRow, Record


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


def turns(seats: Iterable[Seat]) -> tuple[tuple[DeliveryKind, Seat | None], ...]:
    """Return the news to these seats that it is their turn."""
    return tuple([("turn", seat) for seat in sorted(seats)])


def proposed(position: Position, wanted: Proposal) -> Step:
    """Return the step that puts a proposal in the place of any other."""
    info = position.record.info
    pending = info.life.proposal
    life = info.life.settle("withdrawn" if pending is not None and pending.by == wanted.by else "lapsed")
    return quiet(position, replace(life, proposal=replace(wanted, number=info.version + 1)))


def settled(position: Position, result: Literal["refused", "withdrawn"], by: Seat) -> Step:
    """Return the step after which nothing is proposed any more, because somebody does not want it."""
    return quiet(position, position.record.info.life.settle(result, by))


def quiet(position: Position, life: Life) -> Step:
    """Return a step that touches nothing of the game; the ledger adds what is to be published of it."""
    return Step(
        record=_with_life(position.record, life),
        undisturbed=position.may_act,
        state=position.state,
        recent=position.recent,
    )


def _with_life(record: Record, life: Life) -> Record:
    return replace(record, info=replace(record.info, life=life))


def carried(position: Position, agreed: Proposal, now: datetime) -> Step:
    """Return the step that does what all have agreed to: a draw, or a pause."""
    agreed_on = _with_life(position.record, replace(position.info.life, proposal=agreed).settle("agreed"))
    if agreed.kind == "draw":
        return _drawn(replace(position, record=agreed_on), now)
    state = replace(timing.reckoned(agreed_on, position.awaited, now), paused=True)
    stopped = timing.with_clocks(agreed_on, state, position.awaited)
    return noticed(position, replace(position, record=stopped), Paused(agreed.by), now)


def _drawn(position: Position, now: datetime) -> Step:
    seats = len(position.info.seats)
    outcome = Outcome(winners=(), scores=(0,) * seats, why=AGREED)
    record = position.record
    info = replace(record.info, stage=Stage.FINISHED, outcome=outcome, ended_at=now)
    over = replace(position, record=replace(record, info=info, due=None))
    step = noticed(position, over, DrawAgreed(), now, (("result", None),))
    return replace(step, undisturbed=frozenset())


def taken(position: Position, seat: Seat, person: Person, now: datetime) -> Step:
    """Return the step that seats another person, with time enough to look around."""
    record, before = position.record, position.record.info.seats[seat]
    holder = SeatHolder(user=person.user, name=clean_name(person.name), word=before.word)
    holders = tuple([holder if each == seat else kept for each, kept in enumerate(record.info.seats)])
    terms, state = record.info.life.terms, timing.reckoned(record, position.awaited, now)
    life = replace(record.info.life.settle("agreed"), rated=False)
    host = record.info.host if record.info.host in [kept.user for kept in holders] else person.user
    seated = replace(record, info=replace(record.info, seats=holders, life=life, host=host))
    timed = timing.with_clocks(seated, clocks.handed_over(terms, state, seat), position.awaited)
    notice, called = SeatTaken(seat, before.name, holder.name), turns(position.awaited & {seat})
    step = noticed(position, replace(position, record=timed), notice, now, called)
    return replace(step, undisturbed=position.may_act - {seat})
