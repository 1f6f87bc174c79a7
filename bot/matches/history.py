"""The past of a match for a viewer: its lines, its positions; ended matches whole.

Stored action numbers count secret actions too and are never shown. Users see other numbers: the public
actions are 1, 2, 3, ... for everybody. A player's secret actions after action 12 are 12.1, 12.2, ... for that
player alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_
from bot.engine.audit import Audit
from bot.engine.contract import Action, AnyRules, Event, Resign, Seat, Viewer
from bot.matches.errors import WrongStage
from bot.matches.loaded_match import NO_PROOF
from bot.matches.model import Codec, LogEntry, MatchInfo, MatchView, Stage
from bot.matches.notices import Notice, SeatTaken, TimeUp
from bot.matches.ports import ActionRow, DrawRow, EventRow, Record
from bot.matches.replay import audit_of, moments, views_before
from bot.matches.repository import NEVER_REACHED, MatchRepository

# Former holders of seats, so that past events have their names.
#
# The fact `SeatTaken` keeps the former name for earlier lines and boards.


_SEAT_TAKEN = str(SeatTaken.__struct_config__.tag).encode()


def changes_of_seats(codec: Codec, rows: Iterable[EventRow]) -> list[tuple[int, SeatTaken]]:
    """Return the changes of seats among these events, with the numbers of their events, the newest first."""
    changes = [
        (row.seq, fact)
        for row in rows
        if _SEAT_TAKEN in row.event and isinstance(fact := codec.fact(row.event, None), SeatTaken)
    ]
    return changes[::-1]


def former_holders(changes: Iterable[tuple[int, SeatTaken]], seq: int) -> tuple[tuple[Seat, str], ...]:
    """Return the holders, at an action, of seats that have changed hands since."""
    names: dict[Seat, str] = {}
    for at, change in changes:
        if at > seq:
            names[change.seat] = change.before
    return tuple(names.items())


MOST_LINES = 1000
"""The most lines of one request."""


class PastAction(msgspec.Struct, frozen=True, order=True):
    """An action that a viewer may know of."""

    number: int
    """The number of public actions up to this one."""
    own: int = 0
    """1, 2, 3, ... for a secret action after the public one."""
    seq: int = 0
    """The stored number; it counts secret actions too and is never shown."""

    @property
    def label(self) -> str:
        """The number as users read it."""
        return f"{self.number}.{self.own}" if self.own else str(self.number)


SETUP = PastAction(0)
"""The match before its first action."""


class Page(msgspec.Struct, frozen=True):
    """A part of the lines of a viewer."""

    lines: tuple[LogEntry, ...]
    start: int
    """The number of lines before it."""
    total: int
    """The number of all lines."""


class _Done(msgspec.Struct):
    """The type of an action."""

    do: str


_done = msgspec.json.Decoder(_Done)


class Decision(NamedTuple):
    """An action of a seat, and the view before it."""

    seq: int
    """The stored number of the action; never shown."""
    seat: Seat
    action: Action
    view: Any


class Done(NamedTuple):
    """An action of a seat."""

    seq: int
    """The stored number of the action; never shown."""
    seat: Seat
    action: Action


class Course(NamedTuple):
    """The course of an ended match."""

    turns: tuple[tuple[int, Any], ...]
    """For each turn the number of the action before it (0 for the first) and the public's view then."""
    done: tuple[Done, ...]
    """All actions of the seats."""


class _Known(NamedTuple):
    """The stored past of a match, as far as one viewer may know it."""

    record: Record
    codec: Codec
    viewer: Viewer
    events: Sequence[EventRow]
    """The events that the viewer may know, oldest first."""
    shared: frozenset[int]
    """The numbers of the public actions."""
    actions: Sequence[ActionRow]

    def steps(self) -> list[PastAction]:
        """Return the actions that the viewer may know, oldest first."""
        seen = {row.seq for row in self.events}
        actions, last = list[PastAction](), SETUP
        for row in self.actions:
            if row.undone or row.seq not in seen:
                continue
            number = last.number + (row.seq in self.shared)
            last = PastAction(number, 0 if row.seq in self.shared else last.own + 1, row.seq)
            actions.append(last)
        return actions


class History:
    """The past of all matches."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._store = repository.store

    async def lines(
        self,
        match: MatchId,
        user: int | None,
        *,
        after: int = -1,
        before: int | None = None,
    ) -> list[LogEntry]:
        """Return the lines of this user for actions with after < seq < before, oldest first.

        Of more than `MOST_LINES` the newest are returned.
        """
        record, codec = await self._repository.with_codec(match)
        viewer, newest_first = record.info.viewer_of(user), list[LogEntry]()
        async for row in self._repository.events(match, after=after, before=before):
            fact = codec.fact(row.event, viewer)
            if fact is not None:
                newest_first.append(LogEntry(row.seq, fact, row.at))
                if len(newest_first) == MOST_LINES:
                    break
        return newest_first[::-1]

    async def since_last_action(self, match: MatchId, user: int) -> list[LogEntry]:
        """Return the lines of this player since their own last action, oldest first.

        Actions by the clock do not count as the player's own.
        """
        seat = (await self._repository.record(match)).info.viewer_of(user)
        if seat is None:
            return await self.lines(match, user)
        last: ActionRow | None = None
        async with aclosing(self._repository.actions_of(match, seat)) as pages:
            async for rows in pages:
                for row in rows:
                    if last is not None and row.at != last.at:
                        lines = await self.lines(match, user, after=row.seq)
                        if not _by_clock(last, lines):
                            return [line for line in lines if line.seq > last.seq]
                    if last is None or row.at != last.at:
                        last = row
        lines = await self.lines(match, user)
        begin = -1 if last is None or _by_clock(last, lines) else last.seq
        return [line for line in lines if line.seq > begin]

    async def last_known_action(self, match: MatchId, seat: Seat) -> int:
        """Return the number of the last public action of a seat; -1 for none."""
        _, codec = await self._repository.with_codec(match)
        async with aclosing(self._repository.actions_of(match, seat)) as pages:
            async for rows in pages:
                known = await self._known_to_all(match, codec, rows)
                seq = next((row.seq for row in rows if row.seq in known), None)
                if seq is not None:
                    return seq
        return -1

    async def last_decision(
        self, match: MatchId, seat: Seat, seen: frozenset[type[Action]]
    ) -> Decision | None:
        """Return the last public action of a seat of these types, with the public's view before it, or None.

        In an ended match it is the last of any type, with the seat's view.
        """
        record, codec = await self._repository.with_codec(match)
        ended = record.info.stage.ended
        async for rows in self._repository.actions_of(match, seat):
            known = await self._known_to_all(match, codec, rows)
            for row in rows:
                action = codec.action(row.action)
                if ended or (row.seq in known and type(action) in seen):
                    viewer = seat if ended else None
                    before = await self.views_before(match, [(row.seq, viewer)])
                    return Decision(row.seq, seat, action, before[0])
        return None

    async def views_before(self, match: MatchId, wanted: Sequence[tuple[int, Viewer]]) -> list[Any]:
        """Return this viewer's view of a match before each of these actions.

        In a running match only the public's views can be requested.
        """
        record, codec = await self._repository.with_codec(match)
        actions, draws = await self._store.actions(match), await self._store.draws(match)
        # In a thread: the match is played again up to there.
        return await asyncio.to_thread(views_before, record, codec, actions, draws, wanted)

    async def course(self, match: MatchId) -> Course:
        """Return the course of a match. Raises `WrongStage` unless it has ended with a result."""
        record, codec = await self._repository.with_codec(match)
        if not record.info.stage.ended:
            raise WrongStage.translated("This match has not ended; it can be reviewed after its end.")
        if record.info.outcome is None or record.state is None:
            raise WrongStage.translated(
                "This match was ended without a result, so there is nothing that decided it."
            )
        actions, draws = await self._store.actions(match), await self._store.draws(match)
        # In a thread: the match is played again.
        return await asyncio.to_thread(_course, record, codec, actions, draws)

    async def all_have_acted(self, info: MatchInfo) -> bool:
        """Whether each seat has an action that was not taken back, not counting resignation."""
        for seat in range(len(info.seats)):
            rows = await self._store.actions_of(info.id, seat, before=NEVER_REACHED, limit=2)
            if all(_done.decode(row.action).do == Resign.__struct_config__.tag for row in rows):
                return False
        return True

    async def _known_to_all(self, match: MatchId, codec: Codec, rows: Sequence[ActionRow]) -> set[int]:
        """Return the numbers of a seat's public actions, the newest first."""
        wanted = self._repository.events(match, after=rows[-1].seq - 1, before=rows[0].seq + 1)
        return {event.seq async for event in wanted if codec.is_known(event.event, None)}

    async def public_facts(self, match: MatchId) -> list[Any]:
        """Return all public facts of a match, oldest first, without table notices."""
        _, codec = await self._repository.with_codec(match)
        rows = await self._repository.all_events(match)
        # In a thread: a long match has ten thousand of them.
        facts = await asyncio.to_thread(lambda: [codec.fact(row.event, None) for row in rows])
        return [fact for fact in facts if fact is not None and not isinstance(fact, Notice)]

    async def seats_taken(self, info: MatchInfo) -> list[Seat]:
        """Return the seats that have changed hands in a match. Such a match is not rated."""
        if info.match_terms.rated:
            return []
        _, codec = await self._repository.with_codec(info.id)
        rows = await self._repository.all_events(info.id)
        return [change.seat for _, change in changes_of_seats(codec, rows)]

    async def page(self, match: MatchId, user: int | None, start: int | None, size: int) -> Page:
        """Return `size` lines of this user from line `start` on, counted from 0; the newest for None."""
        record, codec = await self._repository.with_codec(match)
        viewer, rows = record.info.viewer_of(user), await self._repository.all_events(match)
        known = [row for row in rows if codec.is_known(row.event, viewer)]
        newest = max(len(known) - size, 0)
        begin = newest if start is None else max(0, min(start, newest))
        changes = changes_of_seats(codec, known)
        lines = [
            LogEntry(row.seq, codec.fact(row.event, viewer), row.at, former_holders(changes, row.seq))
            for row in known[begin : begin + size]
        ]
        return Page(tuple(lines), begin, len(known))

    async def as_it_was(self, info: MatchInfo, seq: int) -> MatchInfo:
        """Return the public information of a match with the names of those who held its seats after an
        action.
        """
        _, codec = await self._repository.with_codec(info.id)
        changes = changes_of_seats(codec, await self._repository.all_events(info.id))
        return info.as_held_by(former_holders(changes, seq))

    async def audit(self, match: MatchId) -> Audit:
        """Return the audit of an ended match (docs/FAIRNESS.md). Raises `WrongStage` before the end."""
        record = await self._repository.record(match)
        if not record.info.stage.ended:
            raise WrongStage.translated(
                "The audit file is given out when the match has ended: it holds the seed."
            )
        if record.info.match_terms.prepared is not None:
            raise WrongStage.translated(NO_PROOF)
        draws, actions = await self._store.draws(match), await self._store.actions(match)
        # In a thread: a long match has a hundred thousand of them.
        return await asyncio.to_thread(audit_of, record, draws, actions)

    async def steps(self, match: MatchId, user: int | None) -> list[PastAction]:
        """Return the actions that this user may know and that were not taken back, oldest first."""
        return (await self._known(match, user)).steps()

    async def match_view(self, match: MatchId, user: int | None, seq: int) -> MatchView:
        """Return this user's view of a match after one of its `steps` (0: the setup).

        The view has no legal actions, and its recent facts are those of that action. Raises `WrongStage` for
        any other number, whether such an action exists or not.
        """
        return (await self._match_views(match, user, [seq]))[0]

    async def film(self, match: MatchId, seqs: Sequence[int]) -> list[MatchView]:
        """Return the public's view of a match after each of these of the public's `steps`, in order.

        The recent facts of each are those since the one before it. Raises `WrongStage`.
        """
        return await self._match_views(match, None, seqs, between=True)

    async def _match_views(
        self, match: MatchId, user: int | None, seqs: Sequence[int], *, between: bool = False
    ) -> list[MatchView]:
        known = await self._known(match, user)
        draws = await self._store.draws(match)
        info = self._repository.public(known.record)
        # In a thread: the whole match is played again.
        return await asyncio.to_thread(_match_views, known, draws, info, seqs, between)

    async def _known(self, match: MatchId, user: int | None) -> _Known:
        record, codec = await self._repository.with_codec(match)
        if record.state is None:
            raise WrongStage.translated("This match has not begun, so there is nothing to look back on.")
        viewer, rows = record.info.viewer_of(user), await self._repository.all_events(match)
        return _Known(
            record,
            codec,
            viewer,
            [row for row in rows if codec.is_known(row.event, viewer)],
            frozenset([row.seq for row in rows if codec.is_known(row.event, None)]),
            await self._store.actions(match),
        )


def _by_clock(row: ActionRow, lines: Sequence[LogEntry]) -> bool:
    """Whether an action was done by a clock, according to the lines since the action before it."""
    return any(
        line.at == row.at and isinstance(line.fact, TimeUp) and line.fact.seat == row.seat for line in lines
    )


def _course(record: Record, codec: Codec, actions: Sequence[ActionRow], draws: Sequence[DrawRow]) -> Course:
    rules, turns = codec.rules, list[tuple[int, Any]]()
    for moment in moments(record, codec, actions, draws):
        if moment.turn_from == moment.seq + 1:
            turns.append((moment.seq, rules.view(rules.clone(moment.state), None)))
    done = [Done(row.seq, row.seat, codec.action(row.action)) for row in actions if not row.undone]
    return Course(tuple(turns), tuple(done))


def _match_views(
    known: _Known, draws: Sequence[DrawRow], info: MatchInfo, seqs: Sequence[int], between: bool
) -> list[MatchView]:
    """Replay the match and return the view after each of these actions."""
    wanted, codec, viewer = sorted(set(seqs)), known.codec, known.viewer
    if set(wanted) - {step.seq for step in known.steps()} - {0}:
        raise WrongStage.translated("There is no such action in this match, or it was taken back.")
    since = dict(zip(wanted, [-1, *wanted], strict=False)) if between else {seq: seq - 1 for seq in wanted}
    changes = changes_of_seats(codec, known.events)
    views: dict[int, MatchView] = {}
    last = max(wanted, default=0)
    for moment in moments(known.record, codec, [row for row in known.actions if row.seq <= last], draws):
        if moment.seq not in since:
            continue
        rows = [row for row in known.events if since[moment.seq] < row.seq <= moment.seq]
        views[moment.seq] = MatchView(
            match=replace(info, version=0).as_held_by(former_holders(changes, moment.seq)),
            seat=viewer,
            view=codec.rules.view(codec.rules.clone(moment.state), viewer),
            legal=(),
            awaited=moment.awaited,
            recent=tuple([codec.fact(row.event, viewer) for row in rows]),
        )
    return [views[seq] for seq in seqs]


# Ended matches with their hidden information: for statistics only, never shown.


_NOTHING_TO_COUNT = N_("Nothing of this match can be counted.")


class CompleteMatch(NamedTuple):
    """The complete course of an ended match."""

    info: MatchInfo
    rules: AnyRules
    """The rules under which it was played."""
    first: Any
    """The state after the setup."""
    state: Any
    """The state at the end."""
    events: Sequence[Event]
    """All events with all forms, oldest first; without undone ones and table notices."""


class EndedMatches:
    """The matches that have ended."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def whole(self, match: MatchId) -> CompleteMatch:
        """Return an ended match that has a result.

        Raises `WrongStage` for any other match and for a lesson, and its subclass `OtherRules` where the
        pinned rules are not available.
        """
        record = await self._repository.record(match)
        info = record.info
        if info.stage is not Stage.FINISHED or info.outcome is None or info.match_terms.prepared is not None:
            raise WrongStage.translated(_NOTHING_TO_COUNT)
        codec, rows = self._repository.codec(info), await self._repository.all_events(match)
        # In a thread: a long match has ten thousand of them.
        return await asyncio.to_thread(_decoded, record, codec, rows)


def _decoded(record: Record, codec: Codec, rows: Sequence[EventRow]) -> CompleteMatch:
    first = next(moments(record, codec, (), ())).state
    assert record.state is not None, "a match that came to its end has begun"
    events = [codec.event(row.event) for row in rows]
    told = [event for event in events if not isinstance(event.public, Notice)]
    return CompleteMatch(record.info, codec.rules, first, codec.state(record.state), told)
