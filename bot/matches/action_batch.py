"""Applies a batch of actions to a match and builds the pending change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import structlog
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.engine.contract import Action, AnyRules, Event, Resign, Seat
from bot.engine.errors import IllegalAction, Refusal
from bot.engine.sentences import listed
from bot.matches import clocks, orders, plans, timing
from bot.matches.changes import Notifications, PendingChange, to_seats
from bot.matches.errors import DeadEnd, NotYourTurn
from bot.matches.loaded_match import Last, LoadedMatch, check_taught, latest, stream
from bot.matches.model import MatchInfo, Stage
from bot.matches.notices import Notice, TimeUp
from bot.matches.orders import SeatOrders
from bot.matches.ports import ActionRow, DrawRow, EventRow, Record
from bot.matches.windows import key

log = structlog.get_logger(__name__)

BATCH = 100
"""The most actions in one batch."""


class ActionBatch:
    """A batch of actions as it is being applied to a clone."""

    def __init__(self, loaded: LoadedMatch, seat: Seat, at: datetime) -> None:
        record = loaded.record
        self._loaded, self._seat, self._at = loaded, seat, at
        self._rules = loaded.codec.rules
        self.state = self._rules.clone(loaded.state)
        self._rng = stream(record, seat, counter=record.counter)
        self._done: list[Action] = []
        self.awaited, self._turn = self._rules.to_act(self.state), self._rules.turn_of(self.state)
        self.seq, self.turn_from, self.before_from = record.seq, record.turn_from, record.before_from
        self.actions: list[ActionRow] = []
        self.happenings: list[tuple[int, Event]] = []
        self.events: list[EventRow] = []
        self.draws: list[DrawRow] = []
        self.turned = False
        self._last: Last | None = None
        self._given_up: tuple[Seat, ...] = ()
        self._timed_by = BATCH
        """The place of the action that first ended a turn, or opened or closed a window."""

    def take(self, action: Action) -> None:
        """Apply one action. Raises `NotYourTurn` or `IllegalAction`."""
        self._check_turn(action)
        before = self._rules.clone(self.state) if self.actions else self._loaded.state
        happened = self._rules.apply(self.state, self._seat, action, self._rng)
        self.seq += 1
        if isinstance(action, Resign):
            self._given_up = (self._seat,)
        encode = self._loaded.codec.encode
        self._done.append(action)
        self.actions.append(ActionRow(self.seq, self._seat, encode(action), self._at))
        for n, event in enumerate(happened):
            self.happenings.append((self.seq, event))
            self.events.append(EventRow(self.seq, n, encode(event), self._at))
        drawn = self._rng.draws[len(self.draws) :]
        self.draws += [DrawRow(self.seq, draw) for draw in drawn]
        self._last = Last(self.actions[-1], self.draws[-len(drawn) :] if drawn else (), before)
        turn = self._turn
        self._note_turn()
        if turn != self._turn or key(self._rules.window(before)) != key(self._rules.window(self.state)):
            self._timed_by = min(self._timed_by, len(self.actions) - 1)

    def _check_turn(self, action: Action) -> None:
        if isinstance(action, Resign) or self._seat in self._rules.may_act(self.state):
            return
        if self.actions:
            raise NotYourTurn.translated(
                "Your turn is over after action {action} of these, so the rest cannot follow. Nothing was"
                " done.",
                action=len(self.actions),
            )
        names = [self._loaded.info.names[each] for each in sorted(self.awaited)]
        raise NotYourTurn.translated(
            "It is not your turn. The match waits for {players}.", players=listed(names)
        )

    def take_defaults(self) -> bool:
        """Apply the default actions until the seat's turn or window ends; return whether it ended."""
        asked = self._rules.window(self.state)
        asked = asked if asked is not None and asked.seat == self._seat else None
        for _ in range(BATCH):
            self.take(self._rules.timeout_action(self.state, self._seat))
            if self.turned or (asked is not None and key(self._rules.window(self.state)) != key(asked)):
                return True
        return False

    def note(self, notice: Notice) -> None:
        """Record a notice: an event from outside the game."""
        reported = Event(notice)
        self.seq += 1
        self.happenings.append((self.seq, reported))
        self.events.append(EventRow(self.seq, 0, self._loaded.codec.encode(reported), self._at))

    def pending(self) -> PendingChange:
        """Return the pending change made by all actions. Raises `DeadEnd`."""
        if self.actions:
            check_goes_on(self._rules, self.state, self._loaded.info.id)
        outcome = self._rules.outcome(self.state)
        visible_to = None if outcome is not None else self.visible_to()
        if visible_to is None and self.actions:  # a secret action leaves no trace in a rest either
            there = timing.woken(self._loaded.record, self._loaded.awaited, self._seat, self._at)
            self._loaded = self._loaded.with_record(there)
        loaded, info = self._loaded, self._loaded.record.info
        if outcome is not None:
            info = replace(info, stage=Stage.FINISHED, outcome=outcome, ended_at=self._at)
        record = self._record(info, lapses=visible_to is None and bool(self.actions))
        self._keep_times()
        # The seats to notify that they are awaited, or that a window of theirs has opened. The acting seat
        # is using the table now and needs no notification
        before, window = self._loaded.info.match_terms.window, record.info.match_terms.window
        asked = {window.seat} if window is not None and window != before else set()
        if visible_to is not None:
            notifications: Notifications = ()
        elif info.stage.ended:
            notifications = (("board", None), ("result", None))
        else:
            notifications = (
                ("board", None),
                *to_seats(
                    "turn",
                    sorted(timing.people(info, (self.awaited - self._loaded.awaited | asked) - {self._seat})),
                ),
            )
        return PendingChange(
            record=self._timed(record),
            notifications=notifications,
            visible_to=visible_to,
            unaffected=unaffected(loaded, self.state, self._seat) if visible_to is None else frozenset(),
            actions=tuple(self.actions),
            events=tuple(self.events),
            draws=tuple(self.draws),
            state=self.state,
            recent=latest((*loaded.recent, *self.happenings), self.before_from),
            reported=tuple(event for _, event in self.happenings),
            last=self._last,
        )

    def _record(self, info: MatchInfo, *, lapses: bool) -> Record:
        """Return the record afterwards. The open proposal lapses: playing on is an answer."""
        match_terms = replace(info.match_terms, resigned=(*info.match_terms.resigned, *self._given_up))
        if match_terms.prepared is not None and self._done:
            match_terms = replace(match_terms, lesson=match_terms.prepared.after(self._seat, self._done))
        if lapses:
            match_terms = match_terms.heard_from(self._seat)
        if self.turned:
            match_terms = replace(match_terms, reminded=())
        if lapses and not self._leaves_open(info):
            match_terms = match_terms.settle("lapsed")
        record = replace(
            self._loaded.record,
            info=replace(info, match_terms=match_terms),
            state=self._loaded.codec.encode(self.state),
            counter=self._rng.counter,
            seq=self.seq,
            turn_from=self.turn_from,
            before_from=self.before_from,
        )
        return timing.with_window(record, self._rules.window(self.state), self._at)

    def _keep_times(self) -> None:
        """Store with the actions how clocks, window and reminders were before them.

        Those behind the action that has changed them keep none: only the end of the batch is computed.
        """
        had = timing.encoded(self._loaded)
        self.actions = [
            row if at > self._timed_by else replace(row, times=had) for at, row in enumerate(self.actions)
        ]
        if self._last is not None:
            self._last = self._last._replace(row=self.actions[-1])

    def _timed(self, record: Record) -> Record:
        """Return the record with updated clocks. Within a turn they keep running, unless a window opens or
        closes.
        """
        before = self._loaded.info
        if not self.turned and record.info.match_terms.window == before.match_terms.window:
            return record
        ran = timing.running(before, self._loaded.awaited)
        if self.turned:
            return timing.turned(record, ran, self.awaited, self._at, self._seat)
        return timing.with_clocks(record, timing.advanced(record, ran, self._at))

    def _leaves_open(self, info: MatchInfo) -> bool:
        """Whether the proposal stays open: it offers another player's seat, and the match goes on."""
        proposal = info.match_terms.proposal
        of_seat = proposal is not None and proposal.kind == "seat" and proposal.seat != self._seat
        return of_seat and not info.stage.ended

    def _note_turn(self) -> None:
        turn = self._rules.turn_of(self.state)
        if turn != self._turn:
            self._turn, self.turned = turn, True
            self.awaited = self._rules.to_act(self.state)
            self.before_from, self.turn_from = self.turn_from, self.seq + 1

    def visible_to(self) -> frozenset[Seat] | None:
        """Return the seats that may know that anything was done; None for everybody."""
        window = self._loaded.info.match_terms.window
        if self.turned or any(event.public is not None for _, event in self.happenings):
            return None
        if window is not None and key(self._rules.window(self.state)) != key(window):
            return None
        reported = (seat for _, event in self.happenings for seat in event.private)
        return frozenset((self._seat, *reported))


def applied(loaded: LoadedMatch, seat: Seat, actions: Sequence[Action], clock: Clock) -> PendingChange:
    """Return the pending change that these actions of a seat make. Raises a `Refusal`."""
    batch = ActionBatch(loaded, seat, clock())
    check_taught(loaded, seat, actions)
    for action in actions:
        batch.take(action)
    return batch.pending()


def time_up(loaded: LoadedMatch, seat: Seat, now: datetime) -> PendingChange:
    """Return the change for a seat whose time is up: the default action, or resignation.

    Where neither is possible, or where only a reminder was agreed, the seat is reminded once a turn.
    """
    then = loaded.info.match_terms.clock_terms.at_zero
    if then != "remind":
        try:
            return _noted_late(_done_for(loaded, seat, now), seat)
        except Refusal as refusal:
            log.error(
                "nothing can be done at zero", match=loaded.info.id, then=then, why=type(refusal).__name__
            )
    return _noted_late(_reminded(loaded, seat, now), seat)


def _noted_late(pending: PendingChange, seat: Seat) -> PendingChange:
    record = pending.record
    late = clocks.noted_late(record.info.match_terms.clocks, seat)
    return replace(pending, record=timing.with_clocks(record, late))


def _done_for(loaded: LoadedMatch, seat: Seat, now: datetime) -> PendingChange:
    """Return the pending change that resigns or does the least for a seat. Raises a `Refusal`."""
    batch, then = ActionBatch(loaded, seat, now), loaded.info.match_terms.clock_terms.at_zero
    if then == "resign":
        batch.take(Resign())
    elif not batch.take_defaults():
        raise IllegalAction("What does least does not bring the turn to its end.")
    batch.note(TimeUp(seat, then))
    pending = batch.pending()
    state = clocks.floored(pending.record.info.match_terms.clocks, seat)
    lost = then == "resign" and not pending.record.info.stage.ended
    return replace(
        pending,
        record=timing.with_clocks(pending.record, state),
        notifications=(*pending.notifications, *([("over", seat)] if lost else [])),
    )


def window_over(loaded: LoadedMatch, now: datetime) -> PendingChange:
    """Return the change for an open window whose time is up: the default action of its seat.

    Where there is none, the window stays open without a time limit.
    """
    window = loaded.info.match_terms.window
    assert window is not None, "only an open window can be over"
    batch = ActionBatch(loaded, window.seat, now)
    try:
        if batch.take_defaults():
            batch.note(TimeUp(window.seat, "default"))
            return batch.pending()
        log.error("what does least does not close a window", match=loaded.info.id)
    except Refusal as refusal:
        log.error("a window cannot be closed", match=loaded.info.id, why=type(refusal).__name__)
    return unseen(loaded, timing.untimed(loaded.record))


def by_orders(loaded: LoadedMatch, seat: Seat, clock: Clock) -> PendingChange:
    """Return the change that carries out the standing orders of a seat, as if it had acted by hand.

    Where the orders do not answer the decision, or cannot be carried out, the player is asked.
    """
    each = loaded.record.orders[seat]
    answer = orders.answer(loaded.codec, loaded.state, seat, each, loaded.info.match_terms.window)
    try:
        if answer is not None:
            return _with_rest(applied(loaded, seat, [answer], clock), seat, each)
    except Refusal as refusal:
        log.error("orders cannot be carried out", match=loaded.info.id, why=type(refusal).__name__)
    return unseen(loaded, replace(loaded.record, orders=orders.held(loaded.record.orders, seat)))


def _with_rest(pending: PendingChange, seat: Seat, each: SeatOrders) -> PendingChange:
    """Return the change with the rest of a seat's plan, if this change was a part of it."""
    if each.plan is None or not each.plan.begun:
        return pending
    record = pending.record
    rest = orders.with_seat(
        record.orders, len(record.orders), seat, each.planning(plans.after_one(each.plan))
    )
    return replace(pending, record=replace(record, orders=rest))


def unseen(loaded: LoadedMatch, record: Record) -> PendingChange:
    """Return a change that does not change the game and that no viewer can see."""
    return PendingChange(record, visible_to=frozenset(), state=loaded.state, recent=loaded.recent)


def _reminded(loaded: LoadedMatch, seat: Seat, now: datetime) -> PendingChange:
    batch = ActionBatch(loaded, seat, now)
    batch.note(TimeUp(seat, "remind"))
    pending = batch.pending()
    state = clocks.marked(pending.record.info.match_terms.clocks, seat)
    record = timing.with_clocks(pending.record, state)
    return replace(
        pending,
        record=record,
        notifications=(*pending.notifications, ("turn", seat)),
        unaffected=loaded.may_act,
    )


def unaffected(loaded: LoadedMatch, after: Any, seat: Seat) -> frozenset[Seat]:
    """Return the other seats whose possible actions are the same as before."""
    rules = loaded.codec.rules
    return frozenset(
        other
        for other in loaded.may_act & rules.may_act(after) - {seat}
        if list(rules.legal(loaded.state, other)) == list(rules.legal(after, other))
    )


def check_goes_on(rules: AnyRules, state: Any, match: MatchId) -> None:
    """Raise `DeadEnd` if a running match awaits no seat, or an awaited seat has no legal action.

    This is an error of the rules or of cards. It is logged, and the action that leads to it is refused, so
    the match stays as it was.
    """
    if rules.outcome(state) is not None or rules.goes_on(state):
        return
    awaited = sorted(rules.to_act(state))
    log.error("a match would be at a dead end", match=match, game=rules.key, awaited=awaited)
    raise DeadEnd.translated(
        "After this action no player could act any more: that is an error of the game or of its "
        "cards. Nothing was done, and the host of the bot finds it in the log. Choose something "
        "else."
    )
