"""Matches decoded: how each stands, what has happened lately, its randomness; and those kept at hand.

Of what has happened lately as much is kept as some viewer is still to be shown. That bound counts for each
viewer what that viewer may know, and nothing else: if it counted what others do in secret, facts would fall
out of sight with it, and so tell of it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot.engine.contract import Event, Seat, Viewer
from bot.engine.fair import ReplayStream, Stream
from bot.engine.guided import LEARNER, PreparedStream
from bot.matches.codec import Codec
from bot.matches.model import MatchId, MatchInfo, MatchView, Stage
from bot.matches.orders import NO_ORDERS, SeatOrders
from bot.matches.ports import ActionRow, DrawRow, Record

Happening: TypeAlias = tuple[int, Event]
"""An event and the number of its action."""

RECENT_FACTS = 500
"""Facts of the present turn and the one before that a viewer is shown, the newest."""


class RecentEvents:
    """Takes in events, the newest first, and keeps those that some viewer is still to be shown."""

    def __init__(self) -> None:
        self._newest_first: list[Happening] = []
        self._shared = 0
        self._alone: Counter[Seat] = Counter()

    @property
    def full(self) -> bool:
        """Whether every viewer knows of enough, so that nothing older is kept."""
        return self._shared >= RECENT_FACTS

    def add(self, happening: Happening) -> None:
        """Take in the next older event."""
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
        """What is kept, oldest first."""
        return tuple(reversed(self._newest_first))


def latest(happenings: Sequence[Happening], since: int) -> tuple[Happening, ...]:
    """Return the events of actions from number `since` on, those that some viewer is still to be shown."""
    recent = RecentEvents()
    for happening in reversed(happenings):
        if happening[0] >= since and not recent.full:
            recent.add(happening)
    return recent.kept


def recent_facts(happenings: Iterable[Happening], viewer: Viewer) -> tuple[Any, ...]:
    """Return what a viewer may know of these events, the newest `RECENT_FACTS` of it."""
    facts = [event.seen_by(viewer) for _, event in happenings]
    return tuple([fact for fact in facts if fact is not None][-RECENT_FACTS:])


class Last(NamedTuple):
    """The last action of a match, and what it was done in."""

    row: ActionRow
    draws: Sequence[DrawRow]
    """What was drawn for it."""
    before: Any
    """The state before it."""


class Position(msgspec.Struct, frozen=True, dict=True):
    """A match as it stands, decoded. The state in it is never changed: actions are applied to a clone."""

    record: Record
    codec: Codec
    info: MatchInfo
    """The record's, with decoded options."""
    state: Any = None
    """The state of the rules; None before the start."""
    recent: tuple[Happening, ...] = ()
    """The events of the present turn and of the one before that some viewer is still to be shown."""
    last: Last | None = None
    """The last action, where it was done by this process and nothing was taken back since."""

    def __repr__(self) -> str:
        return f"Position({self.record!r})"

    @cached_property
    def awaited(self) -> frozenset[Seat]:
        """The seats that are to act; none before the start and after the end."""
        if self.info.stage is not Stage.PLAYING:
            return frozenset()
        return self.codec.rules.to_act(self.state)

    @cached_property
    def may_act(self) -> frozenset[Seat]:
        """The seats that have something to do, awaited or not."""
        if self.info.stage is not Stage.PLAYING:
            return frozenset()
        return self.codec.rules.may_act(self.state)

    def version(self, viewer: Viewer) -> int:
        """Return the version of the match as this viewer knows it."""
        versions = self.record.versions
        return versions[viewer] if viewer is not None and viewer < len(versions) else self.info.version

    def match_view(self, viewer: Viewer) -> MatchView:
        """Return the match as this viewer may see it. The match must have been started."""
        awaited = self.awaited
        rules = self.codec.rules
        return MatchView(
            match=msgspec.structs.replace(self.info, version=self.version(viewer)),
            seat=viewer,
            view=rules.view(self.state, viewer),
            legal=rules.legal(self.state, viewer) if viewer is not None and viewer in self.may_act else (),
            awaited=awaited,
            recent=recent_facts(self.recent, viewer),
            orders=self.orders(viewer),
            answer_waits=self._of(viewer).due is not None and not self._of(viewer).playing_plan,
            plan=self._of(viewer).plan,
            plan_dropped=self._of(viewer).dropped,
        )

    def orders(self, viewer: Viewer) -> Any:
        """Return the standing orders of this viewer's own seat; None for none."""
        return self.codec.orders(self._of(viewer).given)

    def _of(self, viewer: Viewer) -> SeatOrders:
        given = self.record.orders
        return given[viewer] if viewer is not None and viewer < len(given) else NO_ORDERS


def stream(record: Record, seat: Seat = LEARNER, *, counter: int = 0, void: Iterable[int] = ()) -> Stream:
    """Return the randomness of a match; in a lesson the dice are those prepared for the seat that acts."""
    info, words = record.info, [holder.word for holder in record.info.seats]
    if info.match_terms.prepared is None:
        found = ReplayStream(info.id, record.seed, words, void)
        found.counter = counter
        return found
    prepared = PreparedStream(info.match_terms.prepared.dice, info.id, record.seed, words, counter=counter)
    prepared.seat = seat
    return prepared


class Cache:
    """Keeps the positions and looks used last; both are dropped when there are too many."""

    def __init__(self, positions: int = 256, match_views: int = 64) -> None:
        self._most_positions = positions
        self._most_looks = match_views
        self._positions: OrderedDict[MatchId, Position] = OrderedDict()
        self._match_views: OrderedDict[tuple[MatchId, Viewer], tuple[int, MatchView]] = OrderedDict()
        self._channels: dict[int, MatchId] = {}

    def get(self, match: MatchId) -> Position | None:
        """Return the position of a match, which another process may have left behind; None if not at hand."""
        position = self._positions.get(match)
        if position is not None:
            self._positions.move_to_end(match)
        return position

    def records(self) -> list[Record]:
        """Return the records of all positions."""
        return [position.record for position in self._positions.values()]

    def in_channel(self, channel: int) -> Position | None:
        """Return the position of the channel's latest match, None if not at hand."""
        match = self._channels.get(channel)
        position = None if match is None else self.get(match)
        return position if position is not None and position.info.channel == channel else None

    def put(self, position: Position) -> None:
        """Keep a position as the present one of its match."""
        info = position.info
        self._positions[info.id] = position
        self._positions.move_to_end(info.id)
        latest = self.in_channel(info.channel)
        if latest is None or latest.info.opened_at <= info.opened_at:
            self._channels[info.channel] = info.id
        while len(self._positions) > self._most_positions:
            self.drop(next(iter(self._positions)))

    def drop(self, match: MatchId) -> None:
        """Forget a match that was changed without being decoded."""
        position = self._positions.pop(match, None)
        if position is not None and self._channels.get(position.info.channel) == match:
            del self._channels[position.info.channel]

    def clear(self) -> None:
        """Forget all matches."""
        self._positions.clear()
        self._match_views.clear()
        self._channels.clear()

    def match_view(self, position: Position, viewer: Viewer) -> MatchView:
        """Return the position as this viewer may see it, made again only when the match has changed."""
        key = (position.info.id, viewer)
        kept = self._match_views.get(key)
        if kept is None or kept[0] != position.record.revision:
            kept = (position.record.revision, position.match_view(viewer))
            self._match_views[key] = kept
        self._match_views.move_to_end(key)
        while len(self._match_views) > self._most_looks:
            self._match_views.popitem(last=False)
        return kept[1]
