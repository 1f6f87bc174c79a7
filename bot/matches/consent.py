"""The changes that agreements make: a proposal, its end, a draw, a pause, another player for a seat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Event, Outcome, Seat
from bot.matches import clocks, timing
from bot.matches.cache import Position
from bot.matches.model import DeliveryKind, MatchTerms, Person, Proposal, SeatHolder, Stage
from bot.matches.notices import AGREED, DrawAgreed, HintsAllowed, Notice, Paused, SeatTaken
from bot.matches.player_words import clean_name
from bot.matches.ports import EventRow, Record
from bot.matches.recent import latest
from bot.matches.repository import PendingChange


def noticed(
    position: Position,
    after: Position,
    notice: Notice,
    now: datetime,
    also: tuple[tuple[DeliveryKind, Seat | None], ...] = (),
) -> PendingChange:
    """Return the pending change that changes a match from outside its game, and tells everybody."""
    reported, seq = Event(notice), position.record.seq + 1
    return PendingChange(
        record=replace(after.record, seq=seq),
        notifications=(("board", None), *also),
        unaffected=position.may_act,
        events=(EventRow(seq, 0, position.codec.encode(reported), now),),
        state=position.state,
        recent=latest((*position.recent, (seq, reported)), position.record.before_from),
        reported=(reported,),
    )


def turns(seats: Iterable[Seat]) -> tuple[tuple[DeliveryKind, Seat | None], ...]:
    """Return the news to these seats that it is their turn."""
    return tuple([("turn", seat) for seat in sorted(seats)])


def proposed(position: Position, wanted: Proposal) -> PendingChange:
    """Return the pending change that puts a proposal in the place of any other."""
    info = position.record.info
    pending = info.match_terms.proposal
    match_terms = info.match_terms.settle(
        "withdrawn" if pending is not None and pending.by == wanted.by else "lapsed"
    )
    return quiet(position, replace(match_terms, proposal=replace(wanted, number=info.version + 1)))


def settled(position: Position, result: Literal["refused", "withdrawn"], by: Seat) -> PendingChange:
    """Return the change that ends a proposal which somebody does not want."""
    return quiet(position, position.record.info.match_terms.settle(result, by))


def quiet(position: Position, match_terms: MatchTerms) -> PendingChange:
    """Return a change that touches nothing of the game; the repository adds what is to be published of it."""
    return PendingChange(
        record=_with_terms(position.record, match_terms),
        unaffected=position.may_act,
        state=position.state,
        recent=position.recent,
    )


def _with_terms(record: Record, match_terms: MatchTerms) -> Record:
    return replace(record, info=replace(record.info, match_terms=match_terms))


def carried(position: Position, agreed: Proposal, now: datetime) -> PendingChange:
    """Return the pending change that does what all have agreed to: a draw, hints, or a pause."""
    agreed_on = _with_terms(
        position.record, replace(position.info.match_terms, proposal=agreed).settle("agreed")
    )
    if agreed.kind == "draw":
        return _drawn(replace(position, record=agreed_on), now)
    if agreed.kind == "hints":
        hinted = _with_terms(agreed_on, replace(agreed_on.info.match_terms, hints=True))
        return noticed(position, replace(position, record=hinted), HintsAllowed(agreed.by), now)
    ran = timing.running(position.info, position.awaited)
    state = replace(timing.reckoned(agreed_on, ran, now), paused=True)
    stopped = timing.paused(timing.with_clocks(agreed_on, state), now)
    return noticed(position, replace(position, record=stopped), Paused(agreed.by), now)


def _drawn(position: Position, now: datetime) -> PendingChange:
    seats = len(position.info.seats)
    outcome = Outcome(winners=(), scores=(0,) * seats, why=AGREED)
    record = position.record
    info = replace(record.info, stage=Stage.FINISHED, outcome=outcome, ended_at=now)
    over = replace(position, record=replace(record, info=info, due=None))
    pending = noticed(position, over, DrawAgreed(), now, (("result", None),))
    return replace(pending, unaffected=frozenset())


def taken(position: Position, seat: Seat, person: Person, now: datetime) -> PendingChange:
    """Return the pending change that seats another person, with time enough to look around."""
    record, before = position.record, position.record.info.seats[seat]
    holder = SeatHolder(user=person.user, name=clean_name(person.name), word=before.word)
    holders = tuple([holder if each == seat else kept for each, kept in enumerate(record.info.seats)])
    ran = timing.running(position.info, position.awaited)
    terms, state = record.info.match_terms.terms, timing.reckoned(record, ran, now)
    # Whoever comes new has not agreed to hints.
    match_terms = replace(record.info.match_terms.settle("agreed"), rated=False, hints=UNSET)
    host = record.info.host if record.info.host in [kept.user for kept in holders] else person.user
    seated = replace(record, info=replace(record.info, seats=holders, match_terms=match_terms, host=host))
    timed = timing.with_clocks(seated, clocks.handed_over(terms, state, seat))
    timed = timing.handed_over(timed, seat, position.codec.rules.window(position.state), now)
    notice, called = SeatTaken(seat, before.name, holder.name), turns(position.awaited & {seat})
    pending = noticed(position, replace(position, record=timed), notice, now, called)
    return replace(pending, unaffected=position.may_act - {seat})
