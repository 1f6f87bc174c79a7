"""A running match: actions of persons and computer players, resignation, nudges, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.contract import Action, Resign, Seat
from bot.engine.fair import SEED_BYTES
from bot.engine.players.opponent import Opponent
from bot.matches.action_batch import BATCH, applied, unseen
from bot.matches.changes import PendingChange, PlayResult
from bot.matches.clocks import rests_until
from bot.matches.errors import DeadEnd, MatchRefusal, NotSeated, TurnPassed, WrongStage
from bot.matches.loaded_match import LoadedMatch
from bot.matches.model import MatchInfo, Stage
from bot.matches.orders import of_seat, set_orders, with_seat
from bot.matches.plans import Plan, checked
from bot.matches.ports import Record, Think
from bot.matches.proposal_changes import ended
from bot.matches.repository import TRIES, MatchRepository
from bot.matches.terms import duration

log = structlog.get_logger(__name__)

NOT_ALONE = N_(
    "Only its players together, or a moderator of its channel who does not play in it, can end a match that"
    " has begun, and the host or a moderator a lobby; where a player has moved it, a moderator of both"
    " channels. To give up your own seat, use /match resign."
)


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
            # Apply actions. Several are applied in a thread, because each takes some time
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
                raise MatchRefusal.translated(NOT_ALONE)
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
            if computer in self._computers:
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
    found = set_orders(record.orders, len(info.seats), seat, given, info.match_terms.window)
    return replace(record, orders=found)


def _planned(loaded: LoadedMatch, record: Record, seat: Seat, plan: Plan) -> Record:
    """Return the record with another plan of a seat. Raises `MatchRefusal`."""
    if seat in record.info.match_terms.resigned:
        raise MatchRefusal.translated("You have given up your seat, so your plan is no longer played.")
    kept = checked(loaded.codec.rules, loaded.state, seat, plan)
    before = of_seat(record.orders, seat)
    after = before.planning(kept)
    found = with_seat(record.orders, len(record.info.seats), seat, after)
    return replace(record, orders=found)


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
