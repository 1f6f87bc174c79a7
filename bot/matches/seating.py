"""Changes of a lobby: its seats, the start, the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.matches import timing
from bot.matches.action_batch import check_goes_on
from bot.matches.changes import PendingChange
from bot.matches.deliveries import DeliveryKind
from bot.matches.lessons import first_state
from bot.matches.model import MatchInfo, Person, SeatHolder, Stage
from bot.matches.player_words import clean_name, clean_word
from bot.matches.ports import DrawRow
from bot.matches.position import Position, stream
from bot.matches.waiting import Waiting


def holder(person: Person, word: str = "") -> SeatHolder:
    """Return a person as a seat holder."""
    return SeatHolder(user=person.user, name=clean_name(person.name), word=clean_word(word))


def waits(info: MatchInfo) -> Waiting:
    """Return the waiting state of a lobby."""
    waiting = info.match_terms.waiting
    return waiting if isinstance(waiting, Waiting) else Waiting(info.opened_at)


def rotated(old: MatchInfo, computers: Collection[str]) -> tuple[SeatHolder, ...]:
    """Return the holders of the seats in a rematch, each one seat further on.

    Seats of computer players that are not among `computers`, and of deleted users, are left out.
    """
    return tuple(
        [
            SeatHolder(each.user, each.name, computer=each.computer, dm_closed=each.dm_closed)
            for each in (*old.seats[1:], *old.seats[:1])
            if (each.computer in computers if each.computer else each.user > 0)
        ]
    )


def reseated(
    position: Position,
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
    before, users = position.record.info, {each.user for each in holders}
    invited = tuple([user for user in before.match_terms.invited if user != came and user in users])
    info = replace(before, seats=holders, host=host, match_terms=replace(before.match_terms, invited=invited))
    waiting = waits(before)
    are_ready = [user for user in waiting.ready if user in users]
    if ready and came in users:
        are_ready = [*dict.fromkeys([*are_ready, came])]
    wished = tuple([user for user in waiting.wished if user in invited])
    waiting = replace(waiting, ready=tuple(are_ready), wished=wished)
    if info.joined > before.joined:
        waiting = replace(waiting, since=now, reminded=None)
    info = replace(info, match_terms=replace(info.match_terms, waiting=waiting))
    return _begun_if_ready(position, info, now, came)


def _begun_if_ready(position: Position, info: MatchInfo, now: datetime, came: int) -> PendingChange:
    """Return the change to this lobby, or to the begun match if all seats are taken and ready.

    If all have joined now, the host gets a message, unless the host joined last.
    """
    changed = replace(position, record=replace(position.record, info=info))
    if not info.complete:
        return PendingChange(record=changed.record, notifications=(("lobby", None),))
    if set(info.persons) <= set(waits(info).ready):
        return started(changed, now)
    told = not position.record.info.complete and came != info.host
    host = [seat for seat in info.joined_seats if told and info.seats[seat].user == info.host]
    return PendingChange(record=changed.record, notifications=(("lobby", None), *words(host)))


def words(seats: Iterable[Seat]) -> tuple[tuple[DeliveryKind, Seat], ...]:
    """Return the deliveries of lobby messages to these seats."""
    return tuple([("word", seat) for seat in seats])


def closed(position: Position, now: datetime, *, idle: bool = False) -> PendingChange:
    """Return the change that closes a lobby. The users of an `idle` one get a message."""
    info = position.record.info
    waiting = replace(waits(info), ready=()) if idle else msgspec.UNSET
    match_terms = replace(info.match_terms, invited=(), waiting=waiting)
    told = words(info.joined_seats if idle else ())
    info = replace(info, stage=Stage.ABANDONED, ended_at=now, match_terms=match_terms)
    record = replace(position.record, info=info)
    return PendingChange(record=record, notifications=(("lobby", None), *told))


def started(position: Position, now: datetime) -> PendingChange:
    """Return the change by which a match begins."""
    record, rules = position.record, position.codec.rules
    rng = stream(record)
    state = first_state(record, rules, position.info.options, rng)
    check_goes_on(rules, state, record.info.id)
    match_terms = replace(record.info.match_terms, invited=(), waiting=msgspec.UNSET)
    info = replace(record.info, stage=Stage.PLAYING, match_terms=match_terms)
    if info.match_terms.prepared is not None:  # a lesson is played with the options of its position
        info = replace(info, options=msgspec.Raw(position.codec.encode(state.options)))
    record = replace(record, info=info, state=position.codec.encode(state), counter=rng.counter)
    awaited = sorted(rules.to_act(state))
    record = timing.begun(record, now, rules.window(state))
    people = [seat for seat in awaited if record.info.seats[seat].user]
    return PendingChange(
        record=record,
        notifications=(("board", None), *(("turn", seat) for seat in people)),
        draws=tuple(DrawRow(0, draw) for draw in rng.draws),
        state=state,
    )
