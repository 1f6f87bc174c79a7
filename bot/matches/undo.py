"""Undo: which actions can be taken back freely, and which need consent.

A seat can take back its last action freely while it is still its turn and the action has revealed nothing
random or hidden. Facts show that at once for most actions (`Rules.revealing`); for the rest worlds are
compared (`bot.matches.revelation`). Any other undo needs the consent of all others, who see exactly what is
taken back. The random stream is never rewound: draws stay in the proof, as void.

Secret actions of others in the meantime are hidden from the asker. They are not counted, prevent nothing, and
stay done: they are applied again after what was taken back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.contract import Event, Resign, Seat
from bot.engine.errors import Refusal, Unavailable
from bot.engine.fair import Stream
from bot.matches import plans, revelation, timing
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import Happening, LoadedMatch, PendingChange, latest, to_seats
from bot.matches.notices import Notice, TakenBack
from bot.matches.orders import SeatOrders
from bot.matches.play import check_goes_on, unaffected
from bot.matches.ports import ActionRow, DrawRow, EventRow
from bot.matches.replay import Moment, moment_after
from bot.matches.repository import MatchRepository
from bot.matches.revelation import UndoneAction
from bot.matches.timing import people

MOST_TAKEN_BACK = 50
"""The most actions that can be taken back at once."""
MOST_TOLD = 50
"""The most of their facts that are shown."""
MOST_KEPT = 1000
"""The number of actions for which the result of `shows_nothing` is cached."""


class UndoPlan(msgspec.Struct, frozen=True):
    """What would be taken back."""

    back_to: int
    """The last action that stays."""
    count: int
    """The number of actions: the seat's own, and the later public ones of others."""
    free: bool
    """Whether no consent is needed. `plan` sets it as far as facts show; `shows_nothing` decides."""
    secret: bool
    """Whether no other player knows of the action, or will know of its undo."""


class Records(NamedTuple):
    """The stored actions, events and draws of a match, or of its last part."""

    actions: Sequence[ActionRow]
    draws: Sequence[DrawRow]
    happened: Sequence[Happening]
    """The events of all actions that may be taken back, and the recent ones before them."""


class RecordedAction(NamedTuple):
    """An action with its events and draws."""

    row: ActionRow
    events: tuple[Event, ...]
    drew: bool

    @property
    def known(self) -> bool:
        """Whether it is public."""
        return any(event.public is not None for event in self.events)


def plan(loaded: LoadedMatch, records: Records, seat: Seat) -> UndoPlan:
    """Return what an undo of a seat's last action takes back. Raises `MatchRefusal`."""
    done = [row for row in records.actions if not row.undone]
    mine = next((place for place in reversed(range(len(done))) if done[place].seat == seat), None)
    if mine is None:
        raise MatchRefusal.translated("You have done nothing yet that could be taken back.")
    back_to = done[mine - 1].seq if mine else 0
    first, *later = recorded_actions(records, back_to)
    known = [recorded for recorded in later if recorded.known]
    if len(known) >= MOST_TAKEN_BACK:
        raise MatchRefusal.translated(
            "{number} actions have been made since your last one; that is too far to go back.",
            number=len(known),
        )
    if any(isinstance(loaded.codec.action(recorded.row.action), Resign) for recorded in known):
        raise MatchRefusal.translated(
            "A player has given up since your last action, and that cannot be undone."
        )
    free = not known and _is_free(loaded, first, later, seat)
    return UndoPlan(back_to, 1 + len(known), free, secret=free and not first.known)


def recorded_actions(records: Records, back_to: int) -> list[RecordedAction]:
    """Return the actions after number `back_to` that were not taken back, with their events."""
    drawn = {row.seq for row in records.draws}
    events: dict[int, list[Event]] = {}
    for seq, event in records.happened:
        events.setdefault(seq, []).append(event)
    rows = [row for row in records.actions if row.seq > back_to and not row.undone]
    return [RecordedAction(row, tuple(events.get(row.seq, ())), row.seq in drawn) for row in rows]


def doers(records: Records, planned: UndoPlan) -> Counter[Seat]:
    """Return the number of public actions that a plan takes back, by seat."""
    first, *later = recorded_actions(records, planned.back_to)
    return Counter([first.row.seat, *(recorded.row.seat for recorded in later if recorded.known)])


def at_stake(records: Records, seat: Seat, back_to: int) -> list[Event]:
    """Return the events that a seat's undo takes back, as far as others may know of them."""
    return [
        event
        for recorded in recorded_actions(records, back_to)
        if recorded.row.seat == seat or recorded.known
        for event in recorded.events
    ]


def _is_free(loaded: LoadedMatch, first: RecordedAction, later: Sequence[RecordedAction], seat: Seat) -> bool:
    """Whether a seat may take back its last action freely, where others have acted only in secret since."""
    if seat not in loaded.may_act or first.row.seq < loaded.record.turn_from:
        return False
    if first.drew or any(recorded.drew for recorded in later):
        return False
    revealing = loaded.codec.rules.revealing
    for event in first.events:
        forms = (event.public, *event.private.values())
        if set(event.private) - {seat} or any(isinstance(form, revealing) for form in forms):
            return False
    return True


def first_of(records: Records, planned: UndoPlan) -> ActionRow:
    """Return the seat's own action that a plan takes back."""
    return next(row for row in records.actions if row.seq > planned.back_to and not row.undone)


def shows_nothing(loaded: LoadedMatch, records: Records, planned: UndoPlan) -> bool:
    """Whether the action of a free undo has revealed no hidden information."""
    record, codec, last = loaded.record, loaded.codec, loaded.last
    row = first_of(records, planned)
    before = (
        last.before
        if last is not None and last.row.seq == row.seq
        else moment_after(record, codec, records.actions, records.draws, row.seq - 1).state
    )
    undone = UndoneAction(codec.rules, before, len(record.info.seats), row.seat, codec.action(row.action))
    return revelation.shows_nothing(undone, Stream(f"{record.info.id} worlds {row.seq}", record.seed))


def taken_back(
    loaded: LoadedMatch, records: Records, planned: UndoPlan, seat: Seat, *, consent: bool, now: datetime
) -> PendingChange:
    """Return the change that takes actions back. The undo must be free, or all must have agreed."""
    record, codec = loaded.record, loaded.codec
    was = moment_after(record, codec, records.actions, records.draws, planned.back_to)
    state, kept = _made_again(loaded, was, _to_keep(records, seat, planned.back_to))
    check_goes_on(codec.rules, state, record.info.id)
    reported, seq = _told(loaded, records, planned, seat, consent), record.seq + 1
    again = list(enumerate(kept, start=seq + 1))
    match_terms = (
        record.info.match_terms
        if planned.secret
        else record.info.match_terms.settle("agreed" if consent else "lapsed")
    )
    changed = replace(
        record.with_info(match_terms=match_terms),
        state=codec.encode(state),
        seq=seq + len(kept),
        turn_from=was.turn_from,
        before_from=was.before_from,
    )
    changed = timing.with_window(changed, codec.rules.window(state), now)
    undone = recorded_actions(records, planned.back_to)
    gone = {recorded.row.seq for recorded in undone}
    since = first_of(records, planned).seq
    notices = [event.public for number, event in records.happened if number > since]
    asked = None if planned.free else record.asked_at if consent else now
    changed = replace(changed, orders=_plans_put_back(record.orders, undone, seat))
    changed = timing.put_back(
        changed, loaded, [each.row for each in undone], notices, was.awaited, now, asked
    )
    happened = [
        (seq, reported),
        *[(number, event) for number, recorded in again for event in recorded.events],
    ]
    stays = [happening for happening in records.happened if happening[0] not in gone]
    called = people(loaded.info, was.awaited - loaded.awaited)
    return PendingChange(
        record=changed,
        notifications=() if planned.secret else (("board", None), *to_seats("turn", sorted(called))),
        visible_to=frozenset((seat,)) if planned.secret else None,
        unaffected=frozenset() if planned.secret else unaffected(loaded, state, seat),
        actions=tuple([replace(recorded.row, seq=number) for number, recorded in again]),
        events=(EventRow(seq, 0, codec.encode(reported), now), *_event_rows(loaded, again)),
        back_to=planned.back_to,
        state=state,
        recent=latest((*stays, *happened), was.before_from),
        reported=(reported,),
    )


def _to_keep(records: Records, seat: Seat, back_to: int) -> list[RecordedAction]:
    """Return the secret actions of others right after the action that is taken back."""
    _, *later = recorded_actions(records, back_to)
    kept = []
    for recorded in later:
        if recorded.known:
            break
        if recorded.row.seat != seat and not recorded.drew:
            kept.append(recorded)
    return kept


def _made_again(
    loaded: LoadedMatch, was: Moment, kept: Sequence[RecordedAction]
) -> tuple[Any, list[RecordedAction]]:
    """Apply the secret actions of others again, while they have the same result; return the state then."""
    codec, record = loaded.codec, loaded.record
    state, made, broken = was.state, [], set[Seat]()
    for recorded in kept:
        seat, trial = recorded.row.seat, codec.rules.clone(state)
        rng = Stream(record.info.id, record.seed, counter=record.counter)
        try:
            happened = codec.rules.apply(trial, seat, codec.action(recorded.row.action), rng)
        except Refusal:
            broken.add(seat)
            continue
        alike = [codec.encode(event) for event in happened] == [
            codec.encode(event) for event in recorded.events
        ]
        if seat in broken or rng.draws or not alike or codec.rules.to_act(trial) != was.awaited:
            broken.add(seat)
            continue
        state = trial
        made.append(recorded)
    return state, made


def _plans_put_back(
    orders: tuple[SeatOrders, ...], undone: Sequence[RecordedAction], asker: Seat
) -> tuple[SeatOrders, ...]:
    """Return all orders, with each plan of others that was being played waiting for its turn again."""
    return tuple(
        [
            replace(
                own,
                plan=plans.put_back(
                    own.plan, [done.row.action.decode() for done in undone if done.row.seat == seat]
                ),
            )
            if own.plan is not None and own.plan.begun and seat != asker
            else own
            for seat, own in enumerate(orders)
        ]
    )


def _told(loaded: LoadedMatch, records: Records, planned: UndoPlan, seat: Seat, consent: bool) -> Event:
    """Return the event of an undo with its public form. A secret undo has a form for its seat alone."""
    stake = at_stake(records, seat, planned.back_to)
    facts = [event.seen_by(seat) if planned.secret else event.public for event in stake]
    encoded = [msgspec.Raw(loaded.codec.encode(fact)) for fact in facts if fact is not None]
    notice = TakenBack(seat, consent, planned.count, tuple(encoded[:MOST_TOLD]))
    return Event(None, {seat: notice}) if planned.secret else Event(notice)


def _event_rows(loaded: LoadedMatch, again: Sequence[tuple[int, RecordedAction]]) -> list[EventRow]:
    encode = loaded.codec.encode
    return [
        EventRow(number, n, encode(event), recorded.row.at)
        for number, recorded in again
        for n, event in enumerate(recorded.events)
    ]


class Undos:
    """Decides which actions can be taken back freely: first by facts, then by comparing worlds."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._showed_nothing: LRUCache[tuple[MatchId, int], bool] = LRUCache(MOST_KEPT)
        """By match and number of the action."""

    async def is_free(self, match: MatchId, user: int) -> bool:
        """Whether this user could take something back freely now; cheap enough for every panel."""
        loaded = await self._repository.loaded(match)
        seat, since = loaded.info.seat_of(user), loaded.record.turn_from
        if loaded.info.match_terms.prepared is not None:
            return False
        if seat is None or seat not in loaded.may_act or loaded.record.seq < since:
            return False
        last = loaded.last
        if last is not None and last.row.seat == seat:
            records = Records([last.row], last.draws, loaded.recent)
        else:
            # The stored actions and draws of the present turn; its events are in memory.
            store, after = self._repository.store, loaded.record.turn_from - 1
            actions = await store.actions(loaded.info.id, after=after)
            draws = await store.draws(loaded.info.id, after=after)
            records = Records(actions, draws, loaded.recent)
        try:
            return (await self.plan(loaded, records, seat)).free
        except (MatchRefusal, Unavailable):
            return False

    async def several(self, match: MatchId, user: int) -> bool:
        """Whether this turn has more than one action, as far as this user may know."""
        loaded = await self._repository.loaded(match)
        seat, since = loaded.info.seat_of(user), loaded.record.turn_from
        if seat is None:
            return False
        seen = [(seq, event.seen_by(seat)) for seq, event in loaded.recent if seq >= since]
        return len({seq for seq, fact in seen if fact is not None and not isinstance(fact, Notice)}) > 1

    async def plan(self, loaded: LoadedMatch, records: Records, seat: Seat) -> UndoPlan:
        """Return what an undo of a seat's last action takes back. Raises `MatchRefusal`.

        `records` has at least the seat's last action and all later ones; with fewer than all, the plan's
        `back_to` has no meaning. What an action has shown never changes, so the result is cached.
        """
        planned = plan(loaded, records, seat)
        if not planned.free:
            return planned
        action = first_of(records, planned).seq
        key = loaded.info.id, action
        if key not in self._showed_nothing:
            if loaded.last is None or loaded.last.row.seq != action:
                records = await self.records(loaded)  # the match has to be played again
            self._showed_nothing[key] = await asyncio.to_thread(shows_nothing, loaded, records, planned)
        return planned if self._showed_nothing[key] else replace(planned, free=False, secret=False)

    async def records(self, loaded: LoadedMatch) -> Records:
        """Return all stored actions, events and draws of a match."""
        match, codec, store = loaded.info.id, loaded.codec, self._repository.store
        actions, draws = await store.actions(match), await store.draws(match)
        rows = await self._repository.all_events(match)
        return Records(actions, draws, [(row.seq, codec.event(row.event)) for row in rows])
