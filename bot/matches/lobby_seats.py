"""Changes of a lobby: its seats, the start, the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.fair import Stream
from bot.matches import timing
from bot.matches.loaded_match import LoadedMatch, PendingChange, first_state, stream, to_seats
from bot.matches.model import MatchInfo, Person, SeatHolder, Stage, Waiting, clean_name, clean_word
from bot.matches.play import check_goes_on
from bot.matches.ports import DrawRow, Record


def holder(person: Person, word: str = "") -> SeatHolder:
    """Return a person as a seat holder."""
    return SeatHolder(user=person.user, name=clean_name(person.name), word=clean_word(word))


def waiting_of(info: MatchInfo) -> Waiting:
    """Return the waiting state of a lobby."""
    waiting = info.match_terms.waiting
    return waiting if isinstance(waiting, Waiting) else Waiting(info.opened_at)


def rotated(old: MatchInfo, computers: Collection[str]) -> tuple[SeatHolder, ...]:
    """Return the holders of the seats in a rematch, each one seat further on.

    Seats of computer players that are not among `computers`, and of deleted users, are left out.
    """
    return tuple(
        [
            SeatHolder(seated.user, seated.name, computer=seated.computer, dm_closed=seated.dm_closed)
            for seated in (*old.seats[1:], *old.seats[:1])
            if (seated.computer in computers if seated.computer else seated.user > 0)
        ]
    )


def reseated(
    loaded: LoadedMatch,
    holders: tuple[SeatHolder, ...],
    host: int,
    now: datetime,
    *,
    came: int = 0,
    ready: bool = False,
) -> PendingChange:
    """Return the pending change that sets the holders of the seats.

    The seats reserved for `came` are released: they have joined, ready to start or not, or declined.
    """
    before, users = loaded.record.info, {each.user for each in holders}
    invited = tuple([user for user in before.match_terms.invited if user != came and user in users])
    record = loaded.record.with_terms(invited=invited).with_info(seats=holders, host=host)
    waiting = waiting_of(before)
    are_ready = [user for user in waiting.ready if user in users]
    if ready and came in users:
        are_ready = [*dict.fromkeys([*are_ready, came])]
    wished = tuple([user for user in waiting.wished if user in invited])
    waiting = replace(waiting, ready=tuple(are_ready), wished=wished)
    if record.info.joined > before.joined:
        waiting = replace(waiting, since=now, reminded=None)
    return _begun_if_ready(loaded, record.with_terms(waiting=waiting), now, came)


def _begun_if_ready(loaded: LoadedMatch, record: Record, now: datetime, came: int) -> PendingChange:
    """Return the change to this lobby, or to the begun match if all seats are taken and ready.

    If all have joined now, the host gets a message, unless the host joined last.
    """
    info = record.info
    if not info.complete:
        return in_the_lobby(record)
    if set(info.persons) <= set(waiting_of(info).ready):
        return started(replace(loaded, record=record), now)
    told = not loaded.record.info.complete and came != info.host
    return in_the_lobby(
        record, [seat for seat in info.joined_seats if told and info.seats[seat].user == info.host]
    )


def in_the_lobby(record: Record, told: Iterable[Seat] = ()) -> PendingChange:
    """Return the change of a lobby to this record. Its post is updated, and these seats get a message."""
    return PendingChange(record=record, notifications=(("lobby", None), *to_seats("word", told)))


def closed(loaded: LoadedMatch, now: datetime, *, idle: bool = False) -> PendingChange:
    """Return the change that closes a lobby. The users of an `idle` one get a message."""
    record, info = loaded.record, loaded.record.info
    waiting = replace(waiting_of(info), ready=()) if idle else msgspec.UNSET
    over = record.with_terms(invited=(), waiting=waiting).with_info(stage=Stage.ABANDONED, ended_at=now)
    return in_the_lobby(over, info.joined_seats if idle else ())


def started(loaded: LoadedMatch, now: datetime) -> PendingChange:
    """Return the change by which a match begins."""
    # The record of a match that begins; in an anonymous one the seats are drawn. Otherwise seat 1 would be
    # known to be the opener's. The draw has a stream of its own, made from the sealed seed, so that the
    # draws of the game are the same as in any match.
    info = loaded.record.info
    if not info.match_terms.anonymous:
        drawn = loaded.record
    else:
        holders = Stream(f"{info.id}.seats", loaded.record.seed).shuffle("seats", info.seats)
        drawn = loaded.record.with_info(seats=tuple(holders)).with_terms(anonymous="begun")
    record, rules = drawn, loaded.codec.rules
    rng = stream(record)
    state = first_state(record, rules, loaded.info.options, rng)
    check_goes_on(rules, state, record.info.id)
    record = record.with_terms(invited=(), waiting=msgspec.UNSET).with_info(stage=Stage.PLAYING)
    if record.info.match_terms.prepared is not None:  # a lesson is played with the options of its position
        record = record.with_info(options=msgspec.Raw(loaded.codec.encode(state.options)))
    record = replace(record, state=loaded.codec.encode(state), counter=rng.counter)
    awaited = sorted(timing.people(record.info, rules.to_act(state)))
    return PendingChange(
        record=timing.begun(record, now, rules.window(state)),
        notifications=(("board", None), *to_seats("turn", awaited)),
        draws=tuple(DrawRow(0, draw) for draw in rng.draws),
        state=state,
    )
