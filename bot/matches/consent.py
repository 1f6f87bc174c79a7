"""Changes made by agreement: proposals, draws, pauses, and new players for seats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Event, Outcome, Seat
from bot.matches import clocks, timing
from bot.matches.changes import PendingChange
from bot.matches.deliveries import DeliveryKind
from bot.matches.errors import MatchRefusal
from bot.matches.model import MatchTerms, Person, Proposal, SeatHolder, Stage
from bot.matches.notices import AGREED, DrawAgreed, HintsAllowed, Notice, Paused, SeatTaken
from bot.matches.player_words import clean_name
from bot.matches.ports import EventRow, Record
from bot.matches.position import Position, latest
from bot.matches.timing import people


def noticed(
    position: Position,
    after: Position,
    notice: Notice,
    now: datetime,
    also: tuple[tuple[DeliveryKind, Seat | None], ...] = (),
) -> PendingChange:
    """Return the pending change that changes a match from outside its game and notifies everybody."""
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
    """Return the turn deliveries for these seats."""
    return tuple([("turn", seat) for seat in sorted(seats)])


def answers(seats: Iterable[Seat]) -> tuple[tuple[DeliveryKind, Seat | None], ...]:
    """Return the deliveries that tell these seats what was done for them."""
    return tuple([("answer", seat) for seat in seats])


def proposed(position: Position, wanted: Proposal) -> PendingChange:
    """Return the pending change that opens a proposal and replaces any other."""
    info = position.record.info
    match_terms = info.match_terms.settle("replaced").heard_from(wanted.by)
    return quiet(position, replace(match_terms, proposal=replace(wanted, number=info.version + 1)))


def asked(position: Position, wanted: Proposal) -> PendingChange:
    """Return the pending change that proposes something to the other players. Raises `MatchRefusal`."""
    info = position.info
    pending = info.match_terms.proposal
    if pending is not None and not pending.offered_to:
        if pending.by != wanted.by:
            raise MatchRefusal.translated(
                "{player} has asked for something already; answer that first, or play on.",
                player=info.names[pending.by],
            )
        if pending.kind == wanted.kind:
            raise MatchRefusal.translated("You have asked for this already; the others have yet to answer.")
    return proposed(position, wanted)


def others(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that other persons hold and have not resigned."""
    info = position.info
    everybody = set(range(len(info.seats))) - set(info.match_terms.resigned)
    return tuple([each for each in sorted(people(info, everybody)) if each != seat])


def settled(position: Position, result: Literal["refused", "withdrawn"], by: Seat) -> PendingChange:
    """Return the change that closes a proposal which was not accepted."""
    return quiet(position, position.record.info.match_terms.settle(result, by).heard_from(by))


def quiet(position: Position, match_terms: MatchTerms) -> PendingChange:
    """Return a change outside of the game; the repository adds its deliveries."""
    return PendingChange(
        record=_with_terms(position.record, match_terms),
        unaffected=position.may_act,
        state=position.state,
        recent=position.recent,
    )


def _with_terms(record: Record, match_terms: MatchTerms) -> Record:
    return replace(record, info=replace(record.info, match_terms=match_terms))


def carried(position: Position, agreed: Proposal, now: datetime) -> PendingChange:
    """Return the pending change that carries out an agreed proposal.

    That is a draw, an end, hints, a pause, or the offer of a seat.
    """
    agreed_on = _with_terms(
        position.record, replace(position.info.match_terms, proposal=agreed).settle("agreed")
    )
    if agreed.kind == "draw":
        return _drawn(replace(position, record=agreed_on), now)
    if agreed.kind == "end":
        return replace(ended(agreed_on, now), state=position.state, recent=position.recent)
    if agreed.kind == "seat":
        offer = replace(agreed, needed=(), agreed=(), number=agreed_on.info.version + 1)
        return quiet(position, replace(agreed_on.info.match_terms, proposal=offer))
    if agreed.kind == "hints":
        hinted = _with_terms(agreed_on, replace(agreed_on.info.match_terms, hints=True))
        return noticed(position, replace(position, record=hinted), HintsAllowed(agreed.by), now)
    ran = timing.running(position.info, position.awaited)
    state = replace(timing.advanced(agreed_on, ran, now), paused=True)
    stopped = timing.window_kept(timing.with_clocks(agreed_on, state), now)
    return noticed(position, replace(position, record=stopped), Paused(agreed.by), now)


def ended(record: Record, now: datetime) -> PendingChange:
    """Return the change that ends a match without a result."""
    info = record.info
    match_terms = replace(info.match_terms.settle("lapsed"), invited=(), waiting=msgspec.UNSET)
    over = replace(info, stage=Stage.ABANDONED, ended_at=now, match_terms=match_terms)
    told: tuple[tuple[DeliveryKind, None], ...] = (("board", None), ("result", None))
    return PendingChange(
        record=replace(record, info=over, due=None),
        notifications=(("lobby", None),) if info.stage is Stage.LOBBY else told,
    )


def _drawn(position: Position, now: datetime) -> PendingChange:
    seats = len(position.info.seats)
    outcome = Outcome(winners=(), scores=(0,) * seats, why=AGREED)
    record = position.record
    info = replace(record.info, stage=Stage.FINISHED, outcome=outcome, ended_at=now)
    over = replace(position, record=replace(record, info=info, due=None))
    pending = noticed(position, over, DrawAgreed(), now, (("result", None),))
    return replace(pending, unaffected=frozenset())


def taken(position: Position, seat: Seat, person: Person, now: datetime) -> PendingChange:
    """Return the pending change that gives a seat to another person, with time to study the position."""
    record, before = position.record, position.record.info.seats[seat]
    holder = SeatHolder(user=person.user, name=clean_name(person.name), word=before.word)
    holders = tuple([holder if each == seat else kept for each, kept in enumerate(record.info.seats)])
    ran = timing.running(position.info, position.awaited)
    terms, state = record.info.match_terms.clock_terms, timing.advanced(record, ran, now)
    # A new player has not agreed to hints.
    match_terms = replace(record.info.match_terms.settle("agreed"), rated=False, hints=UNSET)
    if match_terms.leaves:
        rest = tuple([each for each in match_terms.leaves if each.seat != seat])
        match_terms = replace(match_terms, leaves=rest or UNSET)
    host = record.info.host if record.info.host in [kept.user for kept in holders] else person.user
    seated = replace(record, info=replace(record.info, seats=holders, match_terms=match_terms, host=host))
    timed = timing.with_clocks(seated, clocks.handed_over(terms, state, seat))
    timed = timing.handed_over(timed, seat, position.codec.rules.window(position.state), now)
    notice, called = SeatTaken(seat, before.name, holder.name), turns(position.awaited & {seat})
    pending = noticed(position, replace(position, record=timed), notice, now, called)
    return replace(pending, unaffected=position.may_act - {seat})
