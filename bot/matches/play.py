"""A running match: batches of actions, of persons and computer players; resignation, nudges, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.contract import Action, AnyRules, Event, Resign, Seat
from bot.engine.errors import IllegalAction, Refusal
from bot.engine.fair import SEED_BYTES
from bot.engine.players.opponent import Opponent
from bot.engine.sentences import listed
from bot.matches import clocks, orders, plans, timing
from bot.matches.clocks import rests_until, window_key
from bot.matches.errors import DeadEnd, MatchRefusal, NotSeated, NotYourTurn, TurnPassed, WrongStage
from bot.matches.loaded_match import (
    Last,
    LoadedMatch,
    Notifications,
    PendingChange,
    PlayResult,
    check_taught,
    latest,
    stream,
    to_seats,
)
from bot.matches.model import MatchInfo, Stage
from bot.matches.notices import Notice, TimeUp
from bot.matches.orders import SeatOrders, of_seat, set_orders, with_seat
from bot.matches.plans import Plan, checked
from bot.matches.ports import ActionRow, DrawRow, EventRow, Record, Think
from bot.matches.proposal_changes import ended
from bot.matches.repository import TRIES, MatchRepository
from bot.matches.terms import duration

# Applies a batch of actions to a match and builds the pending change.


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
        was, self._turn = self._turn, self._rules.turn_of(self.state)
        if self._turn != was:
            self.turned = True
            self.awaited = self._rules.to_act(self.state)
            self.before_from, self.turn_from = self.turn_from, self.seq + 1
        window = self._rules.window(before)
        if self._turn != was or window_key(window) != window_key(self._rules.window(self.state)):
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
            closed = asked is not None and window_key(self._rules.window(self.state)) != window_key(asked)
            if self.turned or closed:
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
        # is using the table now and needs no notification.
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
        # The offer of another player's seat stays open while the match goes on.
        proposal = info.match_terms.proposal
        of_seat = proposal is not None and proposal.kind == "seat" and proposal.seat != self._seat
        if lapses and (info.stage.ended or not of_seat):
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
        return record.with_terms(clocks=timing.advanced(record, ran, self._at))

    def visible_to(self) -> frozenset[Seat] | None:
        """Return the seats that may know that anything was done; None for everybody."""
        window = self._loaded.info.match_terms.window
        if self.turned or any(event.public is not None for _, event in self.happenings):
            return None
        if window is not None and window_key(self._rules.window(self.state)) != window_key(window):
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
    return replace(pending, record=record.with_terms(clocks=late))


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
        record=pending.record.with_terms(clocks=state),
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
    record = pending.record.with_terms(clocks=state)
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


log = structlog.get_logger(__name__)

_NOT_ALONE = {
    Stage.LOBBY: N_(
        "Only the host, or a moderator of its channel who has no seat, can end a match that has not begun. To"
        " give up your own seat, use /match leave."
    ),
    Stage.PLAYING: N_(
        "Only its players together, or a moderator of its channel who does not play in it, can end a match; "
        "where a player has moved it, a moderator of both channels. To give up your own seat, use /match "
        "resign."
    ),
}


def not_alone(info: MatchInfo) -> MatchRefusal:
    """Return the refusal for a person who cannot end a match that has not ended."""
    return MatchRefusal.translated(_NOT_ALONE[info.stage])


class Play:
    """Applies actions to matches in play."""

    def __init__(
        self,
        repository: MatchRepository,
        computers: Mapping[str, Opponent],
        entropy: Callable[[int], bytes],
        think: Think,
    ) -> None:
        self._repository = repository
        self._computers = computers
        self._entropy = entropy
        self._think = think

    async def act(
        self,
        match: MatchId,
        user: int,
        actions: Sequence[Action],
        *,
        version: int | None,
        request: str,
        orders: Any = None,
    ) -> PlayResult:
        """Apply all or none of these actions for the seat of this user, then set its orders if not None.

        `version` is the one of the button; if the match has gone on since, `TurnPassed` is raised. It is None
        for a typed command. A secret choice that is made already is not recorded again. Raises `NotSeated`,
        `NotYourTurn`, `WrongStage`, `IllegalAction`.
        """
        if not 1 <= len(actions) <= BATCH:
            raise MatchRefusal.translated(
                "Send 1 to {most} actions at once, not {number}.", most=BATCH, number=len(actions)
            )

        async def prepare(loaded: LoadedMatch) -> PendingChange | None:
            seat = seat_of(loaded.info, user)
            in_play(loaded.info)
            if loaded.info.match_terms.clocks.paused and not any(
                isinstance(action, Resign) for action in actions
            ):
                raise MatchRefusal.translated(
                    "This match is paused. Any of its players can resume it: /match ask resume."
                )
            _check_version(loaded, seat, version)
            # Apply actions. Several are applied in a thread, because each takes some time.
            clock = self._repository.clock
            if len(actions) == 1:
                pending = applied(loaded, seat, actions, clock)
            else:
                pending = await asyncio.to_thread(applied, loaded, seat, actions, clock)
            if orders is None and pending.changes_nothing(loaded, seat):
                return None
            if orders is None or pending.record.info.stage.ended:
                return pending
            return replace(pending, record=_ordered(loaded, pending.record, seat, orders))

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def order(
        self, match: MatchId, user: int, orders: Any, *, version: int | None = None, request: str
    ) -> PlayResult:
        """Set the standing orders of this user's seat, also out of turn and while the match is paused.

        `orders` is an `Ordered.Orders`, whose defaults order nothing, or a `Plan` of the seat's next turn; a
        plan without actions removes it. `version` is as in `act`. Only the seat knows about it, and all
        buttons stay valid. Raises `NotSeated`, `WrongStage`, `MatchRefusal`.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            seat = seat_of(loaded.info, user)
            in_play(loaded.info)
            _check_version(loaded, seat, version)
            record = _ordered(loaded, loaded.record, seat, orders)
            after = of_seat(record.orders, seat)
            if isinstance(orders, Plan):
                same = after == of_seat(loaded.record.orders, seat)
            else:
                same = loaded.orders(seat) == (orders if after.given else None)
            return None if same else unseen(loaded, record)

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def resign(self, match: MatchId, user: int, *, request: str) -> PlayResult:
        """Resign the seat of this user, also out of turn."""
        return await self.act(match, user, [Resign()], version=None, request=request)

    async def end(self, match: MatchId, user: int, *, moderator: bool, request: str) -> MatchInfo:
        """End a match without a result: for a moderator who does not play in it, the host of a lobby, or a
        person who plays alone.

        Others propose it (`Proposals.propose`).
        """

        def prepare(record: Record) -> PendingChange:
            info = record.info
            if info.stage.ended:
                raise WrongStage.translated("This match has ended already.")
            check_no_tournament(info)
            if may_end_alone(info, user):
                return ended(record, self._repository.clock())
            if not moderator or info.has_interest(user):
                raise not_alone(info)
            return ended(record.with_terms(ended_by=-1), self._repository.clock())

        return await self._repository.change_undecoded(match, request, prepare)

    async def step_computer(self, match: MatchId) -> bool:
        """Let one awaited computer player act once; return whether one did."""
        for _ in range(TRIES):
            loaded = await self._repository.loaded(match)
            seat = self._awaited_computer(loaded)
            if seat is None:
                return False
            if await self._acted(loaded, seat, await self._chosen(loaded, seat)):
                return True
        return False

    async def _acted(self, thought: LoadedMatch, seat: Seat, action: Action) -> bool:
        """Apply the action of a computer player, unless the match has changed meanwhile.

        Where the action is a dead end, the default action is applied.
        """
        revision, clock = thought.record.revision, self._repository.clock

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            if loaded.record.revision != revision:
                return None
            try:
                return applied(loaded, seat, [action], clock)
            except DeadEnd:
                least = loaded.codec.rules.timeout_action(loaded.state, seat)
                return applied(loaded, seat, [least], clock)

        return (await self._repository.change(thought.info.id, None, prepare)).done

    def _awaited_computer(self, loaded: LoadedMatch) -> Seat | None:
        if loaded.info.match_terms.clocks.paused:
            return None
        for seat in sorted(loaded.awaited):
            computer = loaded.info.seats[seat].computer
            if computer and computer in self._computers:
                return seat
            if computer:
                log.warning("a computer player is not here", match=loaded.info.id, computer=computer)
        return None

    async def _chosen(self, loaded: LoadedMatch, seat: Seat) -> Action:
        """Return the action that a computer player chooses from its view, which may be to resign."""
        match_view, rules = self._repository.cache.match_view(loaded, seat), loaded.codec.rules
        lesson = loaded.info.match_terms.prepared
        if lesson is not None and lesson.expected(seat):
            taught: Action = lesson.narrowed(rules, match_view.legal, seat)[0]
            return taught
        computer, seed = self._computers[loaded.info.seats[seat].computer], self._entropy(SEED_BYTES)
        if await asyncio.to_thread(computer.gives_up, rules, match_view.view):
            return Resign()
        cards = loaded.info.cards
        return await self._think(computer, rules, match_view.view, match_view.legal, seed, cards)


def check_no_tournament(info: MatchInfo) -> None:
    """Raise `MatchRefusal` for a match of a tournament."""
    if info.match_terms.tournament:
        raise MatchRefusal.translated(
            "This match belongs to a tournament, so that cannot be agreed on here. /tournament away stops"
            " your clocks for a leave; for all else ask the tournament's director."
        )


def may_end_alone(info: MatchInfo, user: int) -> bool:
    """Whether a user can end a match without consent: the host of a lobby, or the only person in a match."""
    if info.stage is Stage.LOBBY:
        return user == info.host
    players = [holder.user for seat, holder in enumerate(info.seats) if seat not in info.match_terms.resigned]
    return set(players) - {0} == {user}


def seat_of(info: MatchInfo, user: int) -> Seat:
    """Return the seat of a person. Raises `NotSeated`."""
    seat = info.seat_of(user)
    if seat is None:
        raise NotSeated(
            gettext(
                "You have no seat in this match. Its players are {players}.", players=", ".join(info.names)
            )
            if info.seats
            else gettext("You have no seat in this match.")
        )
    return seat


def check_seat(info: MatchInfo, seat: Seat) -> None:
    """Raise `MatchRefusal` for a seat that a match does not have."""
    if not 0 <= seat < len(info.seats):
        raise MatchRefusal.translated("This match has seats 1 to {last}.", last=len(info.seats))


def check_not_resigned(info: MatchInfo, seat: Seat) -> None:
    """Raise `MatchRefusal` for the seat of a player who has resigned and asks for something."""
    if seat in info.match_terms.resigned:
        raise MatchRefusal.translated("You have given up your seat, so this is up to the others now.")


def in_play(info: MatchInfo) -> None:
    """Raise `WrongStage` unless the match has begun and goes on."""
    if info.stage is Stage.LOBBY:
        raise WrongStage.translated(
            "This match has not begun yet: its host starts it once all seats are taken."
        )
    if info.stage.ended:
        raise WrongStage.translated("This match has ended. Open a new one to play on.")


def _ordered(loaded: LoadedMatch, record: Record, seat: Seat, orders: Any) -> Record:
    """Return the record with new standing orders of a seat. Raises `MatchRefusal`."""
    info = record.info
    if isinstance(orders, Plan):
        return _planned(loaded, record, seat, orders)
    ordered = loaded.codec.rules.ordered
    if ordered is None or not isinstance(orders, ordered.Orders):
        raise MatchRefusal.translated("This game has no standing orders.")
    if seat in record.info.match_terms.resigned:
        raise MatchRefusal.translated(
            "You have given up your seat, so your standing orders no longer answer for you."
        )
    given = "" if orders == ordered.Orders() else loaded.codec.encode(orders).decode()
    orders = set_orders(record.orders, len(info.seats), seat, given, info.match_terms.window)
    return replace(record, orders=orders)


def _planned(loaded: LoadedMatch, record: Record, seat: Seat, plan: Plan) -> Record:
    """Return the record with another plan of a seat. Raises `MatchRefusal`."""
    if seat in record.info.match_terms.resigned:
        raise MatchRefusal.translated("You have given up your seat, so your plan is no longer played.")
    kept = checked(loaded.codec.rules, loaded.state, seat, plan)
    before = of_seat(record.orders, seat)
    after = before.planning(kept)
    orders = with_seat(record.orders, len(record.info.seats), seat, after)
    return replace(record, orders=orders)


def _check_version(loaded: LoadedMatch, seat: Seat, version: int | None) -> None:
    if version is not None and version != loaded.version(seat):
        raise TurnPassed.translated("That turn is over: the match has continued. Here is its present state.")


# Nudges: a waiting player asks the bot to remind the awaited players.


EVERY: Final = timedelta(hours=12)
"""The least time between two nudges in the same match."""


class Nudges:
    """Stores when awaited players were nudged. The nudging player is not stored."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def nudge(self, match: MatchId, user: int, *, request: str) -> list[int]:
        """Store that one of its players nudges a match; return the users to remind. Raises `MatchRefusal`."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            _check(loaded.info, seat_of(loaded.info, user), loaded.awaited, self._repository.clock())
            return unseen(loaded, loaded.record.with_terms(nudged=self._repository.clock()))

        changed = await self._repository.change(match, request, prepare)
        if changed.repeated:
            return []
        loaded = changed.loaded
        seat = seat_of(loaded.info, user)
        return [loaded.info.seats[each].user for each in slow(loaded.info, seat, loaded.awaited)]


def slow(info: MatchInfo, seat: Seat, awaited: Iterable[Seat]) -> list[Seat]:
    """Return the awaited seats of others who are not on leave; none where the player is awaited too."""
    playing = info.stage is Stage.PLAYING and not info.match_terms.clocks.paused
    if not playing or seat in awaited or seat in info.match_terms.resigned:
        return []
    return sorted([each for each in awaited if info.seats[each].user and each not in info.match_terms.away])


def _check(info: MatchInfo, seat: Seat, awaited: Iterable[Seat], now: datetime) -> None:
    """Raise `MatchRefusal` where a nudge is not possible now."""
    in_play(info)
    if info.match_terms.clocks.paused:
        raise MatchRefusal.translated("The match is paused, so it does not wait for any player.")
    if not slow(info, seat, awaited):
        raise MatchRefusal.translated("You wait for nobody in this match now.")
    terms, last = info.match_terms.clock_terms, info.match_terms.nudged
    if rests_until(terms, now) is not None:
        raise MatchRefusal.translated(
            "The match rests on Saturdays and Sundays ({zone}), so nobody is to be hurried. You can nudge on"
            " Monday.",
            zone=str(terms.weekends),
        )
    if isinstance(last, datetime) and now - last < EVERY:
        left = duration(max(60, int((last + EVERY - now).total_seconds())))
        raise MatchRefusal(
            gettext("There was a nudge in this match already. There can be one again in {time}.", time=left)
        )
