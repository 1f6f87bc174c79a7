"""Changes made by agreement: proposals, draws, pauses, and new players for seats.

There is one proposal at most, part of the match row. It takes effect when every player who holds a seat and
has not given up has agreed, and lapses with the next publicly known action. Its number, the version of the
match at that time, is in its buttons, so an old button never answers a new proposal.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Event, Outcome, Seat
from bot.matches import clocks, timing
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch, Notifications, PendingChange, latest, to_seats
from bot.matches.model import MatchTerms, Person, Proposal, SeatHolder, Stage, clean_name, with_holder
from bot.matches.notices import AGREED, DrawAgreed, HintsAllowed, Notice, Paused, SeatTaken
from bot.matches.ports import EventRow, Record
from bot.matches.timing import people


def noticed(
    loaded: LoadedMatch, after: Record, notice: Notice, now: datetime, also: Notifications = (), *more: Notice
) -> PendingChange:
    """Return the pending change that changes a match from outside its game and notifies everybody."""
    reported, seq = tuple([Event(each) for each in (notice, *more)]), loaded.record.seq + 1
    encode = loaded.codec.encode
    return PendingChange(
        record=replace(after, seq=seq),
        notifications=(("board", None), *also),
        unaffected=loaded.may_act,
        events=tuple([EventRow(seq, n, encode(each), now) for n, each in enumerate(reported)]),
        state=loaded.state,
        recent=latest((*loaded.recent, *[(seq, each) for each in reported]), loaded.record.before_from),
        reported=reported,
    )


def proposed(loaded: LoadedMatch, wanted: Proposal) -> PendingChange:
    """Return the pending change that opens a proposal and replaces any other."""
    info = loaded.record.info
    match_terms = info.match_terms.settle("replaced").heard_from(wanted.by)
    return quiet(loaded, replace(match_terms, proposal=replace(wanted, number=info.version + 1)))


def asked(loaded: LoadedMatch, wanted: Proposal) -> PendingChange:
    """Return the pending change that proposes something to the other players. Raises `MatchRefusal`."""
    info = loaded.info
    pending = info.match_terms.proposal
    if pending is not None and not pending.offered_to:
        if pending.by != wanted.by:
            raise MatchRefusal.translated(
                "{player} has asked for something already; answer that first, or play on.",
                player=info.names[pending.by],
            )
        if pending.kind == wanted.kind:
            raise MatchRefusal.translated("You have asked for this already; the others have yet to answer.")
    return proposed(loaded, wanted)


def others(loaded: LoadedMatch, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that other persons hold and have not resigned."""
    info = loaded.info
    everybody = set(range(len(info.seats))) - set(info.match_terms.resigned)
    return tuple([each for each in sorted(people(info, everybody)) if each != seat])


def settled(loaded: LoadedMatch, result: Literal["refused", "withdrawn"], by: Seat) -> PendingChange:
    """Return the change that closes a proposal which was not accepted."""
    return quiet(loaded, loaded.record.info.match_terms.settle(result, by).heard_from(by))


def quiet(loaded: LoadedMatch, match_terms: MatchTerms) -> PendingChange:
    """Return a change outside of the game; the repository adds its deliveries."""
    return PendingChange(
        record=loaded.record.with_info(match_terms=match_terms),
        unaffected=loaded.may_act,
        state=loaded.state,
        recent=loaded.recent,
    )


def carried(loaded: LoadedMatch, agreed: Proposal, now: datetime) -> PendingChange:
    """Return the pending change that carries out an agreed proposal.

    That is a draw, an end, hints, a pause, or the offer of a seat.
    """
    settled_terms = replace(loaded.info.match_terms, proposal=agreed).settle("agreed")
    agreed_on = loaded.record.with_info(match_terms=settled_terms)
    if agreed.kind == "draw":
        outcome = Outcome(winners=(), scores=(0,) * len(loaded.info.seats), why=AGREED)
        return finished(loaded, agreed_on, outcome, DrawAgreed(), now)
    if agreed.kind == "end":
        return replace(ended(agreed_on, now), state=loaded.state, recent=loaded.recent)
    if agreed.kind == "seat":
        offer = replace(agreed, needed=(), agreed=(), number=agreed_on.info.version + 1)
        return quiet(loaded, replace(agreed_on.info.match_terms, proposal=offer))
    if agreed.kind == "hints":
        return noticed(loaded, agreed_on.with_terms(hints=True), HintsAllowed(agreed.by), now)
    ran = timing.running(loaded.info, loaded.awaited)
    state = replace(timing.advanced(agreed_on, ran, now), paused=True)
    stopped = timing.window_kept(agreed_on.with_terms(clocks=state), now)
    return noticed(loaded, stopped, Paused(agreed.by), now)


def ended(record: Record, now: datetime) -> PendingChange:
    """Return the change that ends a match without a result."""
    match_terms = replace(record.info.match_terms.settle("lapsed"), invited=(), waiting=UNSET)
    over = record.with_info(stage=Stage.ABANDONED, ended_at=now, match_terms=match_terms)
    told: Notifications = (("board", None), ("result", None))
    return PendingChange(
        record=replace(over, due=None),
        notifications=(("lobby", None),) if record.info.stage is Stage.LOBBY else told,
    )


def finished(
    loaded: LoadedMatch, record: Record, outcome: Outcome, notice: Notice, now: datetime
) -> PendingChange:
    """Return the change that ends a match with an outcome that its rules have not reached."""
    over = record.with_info(stage=Stage.FINISHED, outcome=outcome, ended_at=now)
    pending = noticed(loaded, replace(over, due=None), notice, now, (("result", None),))
    return replace(pending, unaffected=frozenset())


def taken(loaded: LoadedMatch, seat: Seat, person: Person, now: datetime) -> PendingChange:
    """Return the pending change that gives a seat to another person, with time to study the position."""
    record = timing.woken(loaded.record, loaded.awaited, seat, now)  # the new player can act
    loaded = loaded.with_record(record)
    before = record.info.seats[seat]
    holder = SeatHolder(user=person.user, name=clean_name(person.name), word=before.word)
    holders = with_holder(record.info.seats, seat, holder)
    ran = timing.running(loaded.info, loaded.awaited)
    terms, state = record.info.match_terms.clock_terms, timing.advanced(record, ran, now)
    # A new player has not agreed to hints.
    match_terms = replace(record.info.match_terms.settle("agreed").heard_from(seat), rated=False, hints=UNSET)
    if match_terms.leaves:
        rest = tuple([each for each in match_terms.leaves if each.seat != seat])
        match_terms = replace(match_terms, leaves=rest or UNSET)
    host = record.info.host if record.info.host in [kept.user for kept in holders] else person.user
    seated = record.with_info(seats=holders, match_terms=match_terms, host=host)
    timed = seated.with_terms(clocks=clocks.handed_over(terms, state, seat))
    timed = timing.handed_over(timed, seat, loaded.codec.rules.window(loaded.state), now)
    notice, called = SeatTaken(seat, before.name, holder.name), to_seats("turn", loaded.awaited & {seat})
    pending = noticed(loaded, timed, notice, now, called)
    return replace(pending, unaffected=loaded.may_act - {seat})
