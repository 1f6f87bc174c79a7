"""A match in play: actions of people and computers, resigning, ending."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog
from msgspec.structs import replace

from bot.clock import Clock
from bot.engine.contract import Action, Event, Resign, Seat
from bot.engine.fair import Stream
from bot.matches.cache import Position
from bot.matches.errors import MatchRefusal, NotSeated, NotYourTurn, TurnPassed, WrongStage
from bot.matches.ledger import TRIES, Changed, Ledger, Step, latest
from bot.matches.model import DeliveryKind, MatchId, MatchInfo, Stage
from bot.matches.options import one_of
from bot.matches.ports import ActionRow, Computer, DrawRow, EventRow, Record

log = structlog.get_logger(__name__)

BATCH = 100
"""Actions that can be sent at once."""


class Play:
    """Applies actions to matches in play."""

    def __init__(
        self, ledger: Ledger, computers: Mapping[str, Computer], entropy: Callable[[int], bytes]
    ) -> None:
        self._ledger = ledger
        self._computers = computers
        self._entropy = entropy

    async def act(
        self, match: MatchId, user: int, actions: Sequence[Action], version: int | None, request: str
    ) -> Changed:
        """Apply the actions of a person, all or none."""
        if not 1 <= len(actions) <= BATCH:
            raise MatchRefusal(f"Send 1 to {BATCH} actions at once, not {len(actions)}.")

        def step(position: Position) -> Step:
            seat = seat_of(position.info, user)
            _in_play(position.info)
            _check_version(position, seat, version)
            return _applied(position, seat, actions, self._ledger.clock)

        return await self._ledger.change(match, request, step)

    async def end(self, match: MatchId, user: int, moderator: bool, request: str) -> MatchInfo:
        """End a match without a result."""

        def step(record: Record) -> Step:
            info = record.info
            if info.stage.ended:
                raise WrongStage("This match has ended already.")
            if not moderator and user != info.host:
                raise MatchRefusal(
                    "Only the host or a moderator of the server can end the match. To give up your own seat,"
                    " resign."
                )
            news: tuple[tuple[DeliveryKind, None], ...] = (("board", None), ("result", None))
            if info.stage is Stage.LOBBY:
                news = (("lobby", None),)
            ended = replace(info, stage=Stage.ABANDONED, ended_at=self._ledger.clock())
            return Step(record=replace(record, info=ended), news=news)

        return await self._ledger.change_blindly(match, request, step)

    async def step_computer(self, match: MatchId) -> bool:
        """Let one awaited computer player act."""
        for _ in range(TRIES):
            position = await self._ledger.position(match)
            seat = self._awaited_computer(position)
            if seat is None:
                return False
            if await self._acted(position, seat, await self._chosen(position, seat)):
                return True
        return False

    async def _acted(self, thought: Position, seat: Seat, action: Action) -> bool:
        """Apply what a computer chose, unless the match has gone on while it thought."""
        revision = thought.record.revision

        def step(position: Position) -> Step | None:
            if position.record.revision != revision:
                return None
            return _applied(position, seat, [action], self._ledger.clock)

        return (await self._ledger.change(thought.info.id, None, step)).done

    def _awaited_computer(self, position: Position) -> Seat | None:
        for seat in sorted(position.awaited):
            computer = position.info.seats[seat].computer
            if computer in self._computers:
                return seat
            if computer:
                log.warning("a computer player is not here", match=position.info.id, computer=computer)
        return None

    async def _chosen(self, position: Position, seat: Seat) -> Action:
        look = self._ledger.look(position, seat)
        rng = random.Random(int.from_bytes(self._entropy(32)))
        computer = self._computers[position.info.seats[seat].computer]
        # In a thread, so that one who thinks long does not keep the others waiting.
        return await asyncio.to_thread(computer.choose, position.codec.rules, look.view, look.legal, rng)


def seat_of(info: MatchInfo, user: int) -> Seat:
    """Return the seat of a person. Raises `NotSeated`."""
    seat = info.seat_of(user)
    if seat is None:
        players = f" Its players are {', '.join(info.names)}." if info.seats else ""
        raise NotSeated(f"You have no seat in this match.{players}")
    return seat


def _in_play(info: MatchInfo) -> None:
    if info.stage is Stage.LOBBY:
        raise WrongStage("This match has not begun yet: its host starts it once all seats are taken.")
    if info.stage.ended:
        raise WrongStage("This match has ended. Open a new one to play on.")


def _check_version(position: Position, seat: Seat, version: int | None) -> None:
    if version is not None and version != position.version(seat):
        raise TurnPassed("That turn has passed: the match has gone on since. Here is how it stands now.")


def _check_turn(position: Position, awaited: frozenset[Seat], seat: Seat, action: Action, done: int) -> None:
    if seat in awaited or isinstance(action, Resign):
        return
    if done:
        raise NotYourTurn(
            f"Your turn is over after action {done} of these, so the rest cannot follow. Nothing was done."
        )
    names = [position.info.names[each] for each in sorted(awaited)]
    raise NotYourTurn(f"It is not your turn. The match waits for {one_of(names).replace(' or ', ' and ')}.")


class _Course:
    """A batch of actions as it is being applied to a clone."""

    def __init__(self, position: Position, seat: Seat, at: Any) -> None:
        record = position.record
        self._position, self._seat, self._at = position, seat, at
        self._rules = position.codec.rules
        self.state = self._rules.clone(position.state)
        words = [holder.word for holder in record.info.seats]
        self._rng = Stream(record.info.id, record.seed, words, counter=record.counter)
        self.awaited = self._rules.to_act(self.state)
        self.seq, self.turn_from, self.before_from = record.seq, record.turn_from, record.before_from
        self.actions: list[ActionRow] = []
        self.happenings: list[tuple[int, Event]] = []
        self.events: list[EventRow] = []
        self.draws: list[DrawRow] = []
        self.turned = False

    @property
    def counter(self) -> int:
        """The number of the next draw."""
        return self._rng.counter

    def take(self, action: Action) -> None:
        """Apply one action. Raises `NotYourTurn` or `IllegalAction`."""
        _check_turn(self._position, self.awaited, self._seat, action, len(self.actions))
        happened = self._rules.apply(self.state, self._seat, action, self._rng)
        self.seq += 1
        encode = self._position.codec.encode
        self.actions.append(ActionRow(self.seq, self._seat, encode(action), self._at))
        for n, event in enumerate(happened):
            self.happenings.append((self.seq, event))
            self.events.append(EventRow(self.seq, n, encode(event), self._at))
        drawn = self._rng.draws[len(self.draws) :]
        self.draws += [DrawRow(self.seq, draw) for draw in drawn]
        self._note_turn()

    def _note_turn(self) -> None:
        awaited = self._rules.to_act(self.state)
        if awaited != self.awaited:
            self.awaited, self.turned = awaited, True
            self.before_from, self.turn_from = self.turn_from, self.seq + 1

    def known_to(self) -> frozenset[Seat] | None:
        """Return the seats that may know that anything was done; None for everybody."""
        if self.turned or any(event.public is not None for _, event in self.happenings):
            return None
        told = (seat for _, event in self.happenings for seat in event.private)
        return frozenset((self._seat, *told))


def _applied(position: Position, seat: Seat, actions: Sequence[Action], clock: Clock) -> Step:
    """Return the step that these actions of a seat make. Raises a `Refusal`."""
    at = clock()
    course = _Course(position, seat, at)
    before = course.awaited
    for action in actions:
        course.take(action)
    outcome = position.codec.rules.outcome(course.state)
    info = position.record.info
    if outcome is not None:
        info = replace(info, stage=Stage.FINISHED, outcome=outcome, ended_at=at)
    known_to = None if outcome is not None else course.known_to()
    record = replace(
        position.record,
        info=info,
        state=position.codec.encode(course.state),
        counter=course.counter,
        seq=course.seq,
        turn_from=course.turn_from,
        before_from=course.before_from,
    )
    return Step(
        record=record,
        news=_news(info, course.awaited - before, known_to),
        known_to=known_to,
        undisturbed=_undisturbed(position, seat, course) if known_to is None else frozenset(),
        actions=tuple(course.actions),
        events=tuple(course.events),
        draws=tuple(course.draws),
        state=course.state,
        recent=latest((*position.recent, *course.happenings), course.before_from),
        told=tuple(event for _, event in course.happenings),
    )


def _undisturbed(position: Position, seat: Seat, course: _Course) -> frozenset[Seat]:
    """Return the seats that are still awaited beside the one that acted, with the same legal actions."""
    legal = position.codec.rules.legal
    return frozenset(
        other
        for other in position.awaited & course.awaited - {seat}
        if list(legal(position.state, other)) == list(legal(course.state, other))
    )


def _news(
    info: MatchInfo, newly_awaited: frozenset[Seat], known_to: frozenset[Seat] | None
) -> tuple[tuple[DeliveryKind, Seat | None], ...]:
    if known_to is not None:
        return ()
    if info.stage.ended:
        return (("board", None), ("result", None))
    people = [seat for seat in sorted(newly_awaited) if info.seats[seat].user]
    return (("board", None), *(("turn", seat) for seat in people))
