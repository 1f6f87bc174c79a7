"""Decoded matches with their state, recent events and randomness, their cache, lessons, and changes.

Recent events are kept as long as some viewer has to be shown them. The bound counts, for each viewer, only
what that viewer may know. If it counted secret actions, facts that disappear from view would reveal them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec
from cachetools import LRUCache

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.base.language import N_
from bot.engine.contract import AnyRules, Event, Resign, Seat, Viewer
from bot.engine.fair import ReplayStream, Stream
from bot.engine.guided import LEARNER, PreparedStream
from bot.engine.positions import notated
from bot.matches.deliveries import DeliveryKind
from bot.matches.errors import MatchRefusal
from bot.matches.model import Codec, MatchInfo, MatchView, Stage
from bot.matches.orders import NO_ORDERS, SeatOrders
from bot.matches.ports import ActionRow, DrawRow, EventRow, MatchWrite, NewDelivery, PreviousHolder, Record

Happening: TypeAlias = tuple[int, Event]
"""An event and the number of its action."""

RECENT_FACTS = 500
"""The most facts of the present turn and the one before that a viewer is shown, the newest."""
MOST_LOADED, MOST_VIEWS = 256, 64
"""The most positions and views of matches that are cached."""


class RecentEvents:
    """Takes events, newest first, and keeps those that some viewer has to be shown."""

    def __init__(self) -> None:
        self._newest_first: list[Happening] = []
        self._shared = 0
        self._alone: Counter[Seat] = Counter()

    @property
    def full(self) -> bool:
        """Whether every viewer has enough facts, so that no older event is kept."""
        return self._shared >= RECENT_FACTS

    def add(self, happening: Happening) -> None:
        """Add the next older event."""
        event = happening[1]
        if event.public is not None:
            self._shared += 1
            wanted = self._shared <= RECENT_FACTS
        else:
            self._alone.update(event.private.keys())
            wanted = any(self._shared + self._alone[seat] <= RECENT_FACTS for seat in event.private)
        if wanted:
            self._newest_first.append(happening)

    @property
    def kept(self) -> tuple[Happening, ...]:
        """The kept events, oldest first."""
        return tuple(reversed(self._newest_first))


def latest(happenings: Sequence[Happening], since: int) -> tuple[Happening, ...]:
    """Return the events since action number `since` that some viewer has to be shown."""
    recent = RecentEvents()
    for happening in reversed(happenings):
        if happening[0] >= since and not recent.full:
            recent.add(happening)
    return recent.kept


def recent_facts(happenings: Iterable[Happening], viewer: Viewer) -> tuple[Any, ...]:
    """Return the facts of these events for a viewer, the newest `RECENT_FACTS`."""
    facts = [event.seen_by(viewer) for _, event in happenings]
    return tuple([fact for fact in facts if fact is not None][-RECENT_FACTS:])


class Last(NamedTuple):
    """The last action of a match, with the state before it and its draws."""

    row: ActionRow
    draws: Sequence[DrawRow]
    """The draws of the action."""
    before: Any
    """The state before it."""


class LoadedMatch(msgspec.Struct, frozen=True, dict=True):
    """The decoded position of a match. Its state is never changed: actions are applied to a clone."""

    record: Record
    codec: Codec
    info: MatchInfo
    """The record's, with decoded options."""
    state: Any = None
    """The state of the rules; None before the start."""
    recent: tuple[Happening, ...] = ()
    """The events of the present turn and the one before that some viewer has to be shown."""
    last: Last | None = None
    """The last action, where this process did it and nothing was taken back since."""

    def __repr__(self) -> str:
        return f"Position({self.record!r})"

    def with_record(self, record: Record) -> LoadedMatch:
        """Return the position with another record of the same state."""
        if record is self.record:
            return self
        info = msgspec.structs.replace(record.info, options=self.info.options)
        return msgspec.structs.replace(self, record=record, info=info)

    @cached_property
    def awaited(self) -> frozenset[Seat]:
        """The seats that are to act; none before the start and after the end."""
        if self.info.stage is not Stage.PLAYING:
            return frozenset()
        return self.codec.rules.to_act(self.state)

    @cached_property
    def may_act(self) -> frozenset[Seat]:
        """The seats that can act, awaited or not."""
        if self.info.stage is not Stage.PLAYING:
            return frozenset()
        return self.codec.rules.may_act(self.state)

    def version(self, viewer: Viewer) -> int:
        """Return the version of the match as this viewer knows it."""
        versions = self.record.versions
        return versions[viewer] if viewer is not None and viewer < len(versions) else self.info.version

    def match_view(self, viewer: Viewer) -> MatchView:
        """Return the match as this viewer may see it. The match must have been started."""
        rules, own = self.codec.rules, self._of(viewer)
        return MatchView(
            match=msgspec.structs.replace(self.info, version=self.version(viewer)),
            seat=viewer,
            view=rules.view(self.state, viewer),
            legal=rules.legal(self.state, viewer) if viewer is not None and viewer in self.may_act else (),
            awaited=self.awaited,
            recent=recent_facts(self.recent, viewer),
            orders=self.orders(viewer),
            answer_waits=own.due is not None and not own.playing_plan,
            plan=own.plan,
            plan_dropped=own.dropped,
        )

    def orders(self, viewer: Viewer) -> Any:
        """Return the standing orders of this viewer's own seat; None for none."""
        return self.codec.orders(self._of(viewer).given)

    def _of(self, viewer: Viewer) -> SeatOrders:
        given = self.record.orders
        return given[viewer] if viewer is not None and viewer < len(given) else NO_ORDERS


def stream(record: Record, seat: Seat = LEARNER, *, counter: int = 0, void: Iterable[int] = ()) -> Stream:
    """Return the random stream of a match. In a lesson the dice are those prepared for the acting seat."""
    info, words = record.info, [holder.word for holder in record.info.seats]
    if info.match_terms.prepared is None:
        replayed = ReplayStream(info.id, record.seed, words, void)
        replayed.counter = counter
        return replayed
    prepared = PreparedStream(info.match_terms.prepared.dice, info.id, record.seed, words, counter=counter)
    prepared.seat = seat
    return prepared


class Cache:
    """Caches positions and views; the least recently used are dropped."""

    def __init__(self) -> None:
        self._loaded: OrderedDict[MatchId, LoadedMatch] = OrderedDict()
        self._match_views: LRUCache[tuple[MatchId, Viewer], tuple[int, MatchView]] = LRUCache(MOST_VIEWS)
        self._channels: dict[int, MatchId] = {}

    def get(self, match: MatchId) -> LoadedMatch | None:
        """Return the cached position of a match, which may be out of date after another process; None for
        none.
        """
        loaded = self._loaded.get(match)
        if loaded is not None:
            self._loaded.move_to_end(match)
        return loaded

    def records(self) -> list[Record]:
        """Return the records of all positions."""
        return [loaded.record for loaded in self._loaded.values()]

    def in_channel(self, channel: int) -> LoadedMatch | None:
        """Return the position of the channel's latest match, None if not at hand."""
        match = self._channels.get(channel)
        loaded = None if match is None else self.get(match)
        return loaded if loaded is not None and loaded.info.channel == channel else None

    def put(self, loaded: LoadedMatch) -> None:
        """Cache the present position of a match."""
        info = loaded.info
        self._loaded[info.id] = loaded
        self._loaded.move_to_end(info.id)
        latest = self.in_channel(info.channel)
        if latest is None or latest.info.opened_at <= info.opened_at:
            self._channels[info.channel] = info.id
        while len(self._loaded) > MOST_LOADED:
            self.drop(next(iter(self._loaded)))

    def drop(self, match: MatchId) -> None:
        """Drop a match that was changed without being decoded."""
        loaded = self._loaded.pop(match, None)
        if loaded is not None and self._channels.get(loaded.info.channel) == match:
            del self._channels[loaded.info.channel]

    def clear(self) -> None:
        """Drop all matches."""
        self._loaded.clear()
        self._match_views.clear()
        self._channels.clear()

    def match_view(self, loaded: LoadedMatch, viewer: Viewer) -> MatchView:
        """Return the position as this viewer may see it, made again only when the match has changed."""
        key = (loaded.info.id, viewer)
        kept = self._match_views.get(key)
        if kept is None or kept[0] != loaded.record.revision:
            kept = (loaded.record.revision, loaded.match_view(viewer))
            self._match_views[key] = kept
        return kept[1]


# Lessons: prepared matches in which a learner follows steps (`bot.engine.guided`).


ONE_STEP = N_("A lesson goes step by step: do what its tip says. To play freely, leave the lesson.")
NO_PROOF = N_(
    "A lesson is a prepared match: its position, cards and dice were chosen beforehand, so there is nothing"
    " to prove. The dice of every real match can be checked."
)
NOT_AGREED = N_("A lesson ends with its last step. To stop before, leave the lesson.")


def follow(rng: Stream, seat: Seat) -> None:
    """Tell the random source of a lesson which seat acts next."""
    if isinstance(rng, PreparedStream):
        rng.seat = seat


def first_state(record: Record, rules: AnyRules, options: Any, rng: Stream) -> Any:
    """Return the initial state of a match: its setup, or the position of its lesson."""
    lesson = record.info.match_terms.prepared
    if lesson is not None:
        return notated(rules).position(lesson.position)
    return rules.setup(options, len(record.info.seats), rng)


def check_taught(loaded: LoadedMatch, seat: Seat, actions: Sequence[Any]) -> None:
    """Raise `MatchRefusal` for an action that is not the lesson's step."""
    lesson = loaded.info.match_terms.prepared
    if lesson is None or seat != LEARNER or isinstance(actions[0], Resign):
        return
    if not lesson.allows(seat, actions):
        raise MatchRefusal.translated(ONE_STEP)


def check_no_lesson(info: MatchInfo) -> None:
    """Raise `MatchRefusal` in a lesson, for requests that only matches allow: agreements and undo."""
    if info.match_terms.prepared is not None:
        raise MatchRefusal.translated(NOT_AGREED)


# A change of a match: prepared, committed, and all rows that it writes.


Notifications: TypeAlias = tuple[tuple[DeliveryKind, Seat | None], ...]
"""The kinds of deliveries, each with its seat (None: the channel)."""


def to_seats(kind: DeliveryKind, seats: Iterable[Seat]) -> Notifications:
    """Return a delivery of this kind for each of these seats."""
    return tuple([(kind, seat) for seat in seats])


class PendingChange(msgspec.Struct, frozen=True):
    """One change of a match, ready to be saved."""

    record: Record
    """The match afterwards; its revision and versions are raised when it is saved."""
    notifications: Notifications = ()
    visible_to: frozenset[Seat] | None = None
    """The seats that may know that anything happened; None for everybody."""
    unaffected: frozenset[Seat] = frozenset()
    """The seats whose possible actions are the same, so that their buttons stay valid."""
    actions: tuple[ActionRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    draws: tuple[DrawRow, ...] = ()
    back_to: int | None = None
    """Where actions are taken back: the number of the last one that stays."""
    state: Any = None
    """The state afterwards, decoded."""
    recent: tuple[Happening, ...] = ()
    reported: tuple[Event, ...] = ()
    """The events of the change, for the acting user."""
    last: Last | None = None
    """The last of the actions; None where there are none."""

    def changes_nothing(self, loaded: LoadedMatch, seat: Seat) -> bool:
        """Whether a seat has only chosen, unseen by others, what it had chosen before.

        It is asked of the seat's own secret choices alone, so the answer tells nobody of anything hidden.
        Several actions count, even if the last one restores what was before the first.
        """
        unseen = self.visible_to == frozenset((seat,)) and len(self.actions) == 1 and not self.draws
        return unseen and self.state == loaded.state and self.record.info == loaded.record.info

    def __repr__(self) -> str:
        return f"PendingChange({self.record!r})"


class CommittedChange(NamedTuple):
    """The result of a request to change a match."""

    loaded: LoadedMatch
    reported: tuple[Event, ...] = ()
    done: bool = True
    """Whether it was committed now."""
    repeated: bool = False
    """Whether its request had been carried out before."""


class PlayResult(msgspec.Struct, frozen=True):
    """The result of an accepted request, as far as the acting player may know it."""

    match_view: MatchView
    """The match afterwards."""
    facts: tuple[Any, ...]
    """The facts that this player may know."""
    repeated: bool = False
    """Whether this request had been carried out before; then nothing was done now."""
    unchanged: bool = False
    """Whether the player asked for what was so already; nothing was done or recorded."""


def change_of(before: Record, pending: PendingChange, request: str | None, clock: Clock) -> MatchWrite:
    """Return the rows that a pending change writes; `before` is the match before it."""
    record = _raised(pending)
    persons = record.info.persons
    return MatchWrite(
        record=record,
        at=clock(),
        request=request,
        actions=pending.actions,
        events=pending.events,
        draws=pending.draws,
        deliveries=(
            *[
                delivery(record.info, *each)
                for each in (
                    *pending.notifications,
                    *_proposals(before, record),
                    *_ends(before.info, record.info),
                    *_answers(before.info, record.info, pending.notifications),
                )
            ],
            *_offers(before, record),
        ),
        back_to=pending.back_to,
        seated=persons if persons != before.info.persons else None,
        former=_former(before.info, record.info),
    )


def _former(before: MatchInfo, after: MatchInfo) -> tuple[PreviousHolder, ...]:
    """Return the former holders of seats that changed hands in a running match."""
    if before.stage is not Stage.PLAYING:
        return ()
    pairs = zip(before.seats, after.seats, strict=True)
    return tuple(
        [
            PreviousHolder(seat, was.user)
            for seat, (was, now) in enumerate(pairs)
            if now.user not in (0, was.user)
        ]
    )


def _raised(pending: PendingChange) -> Record:
    """Return the record with its revision raised, and the versions of the affected seats."""
    info, versions = pending.record.info, pending.record.versions
    if pending.visible_to is None:
        info = msgspec.structs.replace(info, version=info.version + 1)
        newcomers = (0,) * (len(info.seats) - len(versions))
        concerned = frozenset(range(len(info.seats))) - pending.unaffected
        versions = (*versions[: len(info.seats)], *newcomers)
    else:
        concerned = pending.visible_to
    versions = tuple(version + (seat in concerned) for seat, version in enumerate(versions))
    return msgspec.structs.replace(
        pending.record, info=info, revision=pending.record.revision + 1, versions=versions
    )


def _proposals(before: Record, after: Record) -> Notifications:
    """Return the deliveries for a proposal that was made, answered or closed."""
    was, now = before.info.match_terms.proposal, after.info.match_terms.proposal
    if was == now:
        return ()
    asked = {seat for each in (was, now) if each is not None for seat in each.needed}
    persons = [seat for seat in sorted(asked) if after.info.seats[seat].user]
    return (("proposal", None), *to_seats("proposal", persons))


def _ends(before: MatchInfo, after: MatchInfo) -> Notifications:
    """Return the deliveries that tell all seated persons that the match has ended."""
    if before.stage is not Stage.PLAYING or not after.stage.ended:
        return ()
    return to_seats("over", [seat for seat, holder in enumerate(after.seats) if holder.user])


def _answers(before: MatchInfo, after: MatchInfo, told: Notifications) -> Notifications:
    """Return the deliveries that tell a player that the others have answered the proposal.

    There are none for a player who gets a DM about the turn anyway, and none at the end of the match.
    """
    was, settled = before.match_terms.proposal, after.match_terms.settled
    if was is None or settled is None or was.number != settled.number or after.stage is not Stage.PLAYING:
        return ()
    by = settled.by
    if settled.result not in ("agreed", "refused") or by < 0 or not after.seats[by].user:
        return ()
    return () if ("turn", by) in told else (("answer", by),)


def _offers(before: Record, after: Record) -> list[NewDelivery]:
    """Return the DMs to persons without a seat to whom a seat is offered, or was until now."""
    was, now = before.info.match_terms.proposal, after.info.match_terms.proposal
    if was == now:
        return []
    users = dict.fromkeys([each.offered_to for each in (was, now) if each is not None and each.offered_to])
    key = f"{after.info.id}.{after.info.version}.pn"
    return [NewDelivery("proposal", f"{key}{number}", user) for number, user in enumerate(users)]


def delivery(info: MatchInfo, kind: DeliveryKind, seat: Seat | None) -> NewDelivery:
    """Return the outbox row that publishes a message of a match, for a seat or in the channel."""
    letter = kind[0]
    key = f"{info.id}.{info.version}.{letter}" + ("" if seat is None else str(seat))
    return NewDelivery(kind, key, 0 if seat is None else info.seats[seat].user)
