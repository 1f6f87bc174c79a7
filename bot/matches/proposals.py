"""Proposals between players: undo, a draw, a pause, an end without a result, more time.

A player proposes whatever affects other players. It is done when all needed seats have agreed, and lapses
when one refuses or plays on. Computer players agree to everything but a draw, which they judge themselves.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, grouped
from bot.engine.contract import Seat
from bot.engine.players.opponent import Opponent
from bot.matches import clocks, timing, undo
from bot.matches.clocks import ON_SERVERS
from bot.matches.errors import MatchRefusal, NotSeated, WrongStage
from bot.matches.loaded_match import (
    LoadedMatch,
    Notifications,
    PendingChange,
    PlayResult,
    check_no_lesson,
    to_seats,
)
from bot.matches.lobby_rules import check_anonymous
from bot.matches.model import MatchInfo, Proposal, Stage
from bot.matches.notices import Moved, Resumed, TimeGiven, TimeRuns
from bot.matches.play import check_no_tournament, check_not_resigned, check_seat, in_play, seat_of
from bot.matches.proposal_changes import asked, carried, noticed, others, quiet, settled
from bot.matches.replay import moment_after
from bot.matches.repository import MatchRepository
from bot.matches.timing import people
from bot.matches.undo import Records, UndoPlan, Undos

MOST_EVENTS = 50_000
"""The events of a match after which nothing is agreed on any more: undo, pauses and moves could go on for
ever."""
SHORTEST_GIFT, MOST_GIVEN = 60, 14 * 24 * 3600
"""The least and the most seconds that one gift of time can have."""


RATED = N_(
    "This match is rated, so there are no hints in it. In a match opened as unrated you can ask for them, and"
    " against computers."
)


class UndoOutlook(NamedTuple):
    """What an undo that needs consent would take back."""

    seat: Seat
    counts: Counter[Seat]
    """The number of actions to take back by seat: the asker's last one and all later public ones."""
    asked: tuple[Seat, ...]
    """The seats that have to agree."""
    before: Any
    """The public's view of the position before these actions."""


class Proposals:
    """The requests that need the consent of several players."""

    def __init__(self, repository: MatchRepository, computers: Mapping[str, Opponent], undos: Undos) -> None:
        self._repository = repository
        self._now = repository.clock
        self._computers = computers
        self._undos = undos

    async def undo(
        self, match: MatchId, user: int, *, ask: bool = True, count: int | None = None, request: str
    ) -> PlayResult:
        """Take back the last action of this user where that is free, else ask the others to agree.

        Without `ask`, an undo that is not free raises `MatchRefusal`. So does an undo of another number of
        actions than `count`.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange:
            seat, records, planned = await self._planned_undo(loaded, user)
            if count not in (None, planned.count):
                raise MatchRefusal.translated(
                    "The match has continued. /match ask undo shows what would be undone now."
                )
            rest = others(loaded, seat)
            if planned.free or (ask and not rest):
                return await self._take_back(loaded, records, planned, seat, consent=False)
            if not ask:
                raise MatchRefusal.translated(
                    "You can no longer take this back on your own. /match ask undo asks the others."
                )
            wanted = Proposal("undo", seat, rest, back_to=planned.back_to, count=planned.count)
            change = asked(loaded, wanted)
            return replace(change, record=replace(change.record, asked_at=self._now()))

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def undo_turn(self, match: MatchId, user: int, *, request: str) -> PlayResult:
        """Take back all last actions of this user that are free to take back, one after the other.

        Each is an undo of its own by the same rules, so that it shows nothing that a single one would not.
        It stops at the first that is not free. Raises `MatchRefusal` where already the last one is not.
        """
        played = await self.undo(match, user, ask=False, request=request)
        facts = played.facts
        for number in range(1, undo.MOST_TAKEN_BACK):
            if played.repeated or not await self._undos.is_free(match, user):
                break
            try:
                played = await self.undo(match, user, ask=False, request=f"{request}.{number}")
            except MatchRefusal:
                break  # somebody has acted meanwhile
            facts = (*facts, *played.facts)
        return replace(played, facts=facts)

    async def undo_outlook(self, match: MatchId, user: int) -> UndoOutlook | None:
        """Return what an undo of this person would take back; None where it is free.

        Raises `MatchRefusal`.
        """
        loaded = await self._repository.loaded(match)
        seat, records, planned = await self._planned_undo(loaded, user)
        if planned.free:
            return None
        before = await self._view_after(loaded, records, planned.back_to)
        return UndoOutlook(seat, undo.doers(records, planned), others(loaded, seat), before)

    async def draw_ends(self, match: MatchId, user: int) -> bool:
        """Whether a draw that this user offers or accepts now needs no further consent.

        Raises `MatchRefusal`.
        """
        loaded = await self._repository.loaded(match)
        check_no_lesson(loaded.info)
        seat, pending = playing_seat(loaded, user), loaded.info.match_terms.proposal
        if pending is not None and pending.kind == "draw" and seat in pending.open_to:
            return pending.open_to == (seat,)
        return not others(loaded, seat)

    async def at_stake(self, match: MatchId) -> tuple[int, list[object]]:
        """Return the number of the proposed undo and the public facts that it would take back.

        The number is 0 where no undo is proposed.
        """
        loaded, proposal = await self._proposed_undo(match)
        if proposal is None:
            return 0, []
        stake = undo.at_stake(await self._undos.records(loaded), proposal.by, proposal.back_to)
        return proposal.number, [event.public for event in stake if event.public is not None]

    async def view_before(self, match: MatchId) -> Any:
        """Return the public's view of the position that the proposed undo would restore; None for no such
        proposal.
        """
        loaded, proposal = await self._proposed_undo(match)
        if proposal is None:
            return None
        return await self._view_after(loaded, await self._undos.records(loaded), proposal.back_to)

    async def _planned_undo(self, loaded: LoadedMatch, user: int) -> tuple[Seat, Records, UndoPlan]:
        """Return a user's seat, the stored actions, and what an undo would take back. Raises a `Refusal`."""
        seat = playing_seat(loaded, user)
        check_no_lesson(loaded.info)
        records = await self._undos.records(loaded)
        return seat, records, await self._undos.plan(loaded, records, seat)

    async def _proposed_undo(self, match: MatchId) -> tuple[LoadedMatch, Proposal | None]:
        """Return a match and the open proposal of an undo; None where there is none."""
        loaded = await self._repository.loaded(match)
        proposal = loaded.info.match_terms.proposal
        return loaded, proposal if proposal is not None and proposal.kind == "undo" else None

    async def _view_after(self, loaded: LoadedMatch, records: Records, seq: int) -> Any:
        """Return the public's view after an action."""
        codec = loaded.codec
        # In a thread: the match is played again up to there.
        was = await asyncio.to_thread(moment_after, loaded.record, codec, records.actions, records.draws, seq)
        return codec.rules.view(was.state, None)

    async def propose(
        self, match: MatchId, user: int, kind: Literal["draw", "pause", "hints", "end"], *, request: str
    ) -> PlayResult:
        """Propose a draw, a pause, hints or an end. Without other persons it happens at once.

        A player who proposes the open proposal again agrees to it.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange:
            seat = playing_seat(loaded, user)
            _check_kind(loaded.info, kind)
            if kind != "end":
                check_no_lesson(loaded.info)
            pending = loaded.info.match_terms.proposal
            if pending is not None and pending.kind == kind and seat in pending.open_to:
                return await self._agree(loaded, pending, seat)
            if kind == "draw":
                await asyncio.to_thread(self._ask_computers, loaded)
            wanted = Proposal(kind, seat, others(loaded, seat))
            return asked(loaded, wanted) if wanted.needed else carried(loaded, wanted, self._now())

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def may_have_hints(self, match: MatchId, user: int) -> bool:
        """Whether this person may have hints now; False where the others have to agree first.

        Raises `NotSeated`, `WrongStage`, and `MatchRefusal` in a rated match or for a seat that was given up.
        """
        loaded = await self._repository.loaded(match)
        seat = playing_seat(loaded, user)
        _check_kind(loaded.info, "hints")
        return loaded.info.match_terms.hints is True or not others(loaded, seat)

    async def answer(
        self, match: MatchId, user: int, *, agree: bool, number: int | None = None, request: str
    ) -> PlayResult:
        """Agree to the open proposal, refuse it, or withdraw the user's own.

        `number` is the one of the button (`Proposal.number`), so that an old button cannot answer a new
        proposal; it is None for a typed command.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange | None:
            proposal = _proposal(loaded.info, number)
            seat = playing_seat(loaded, user)
            if seat == proposal.by:
                if agree:
                    raise MatchRefusal.translated(
                        "You have asked for this yourself; now the others have to agree."
                    )
                return settled(loaded, "withdrawn", seat)
            if seat not in proposal.needed:
                raise MatchRefusal.translated("This does not need your consent.")
            if not agree:
                return settled(loaded, "refused", seat)
            return await self._agree(loaded, proposal, seat) if seat in proposal.open_to else None

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def resume(self, match: MatchId, user: int, *, request: str) -> PlayResult:
        """Resume a paused match; any of its players can."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            seat = playing_seat(loaded, user)
            state = loaded.info.match_terms.clocks
            if not state.paused:
                raise MatchRefusal.translated("This match is not paused.")
            now = self._now()
            goes_on = replace(state, paused=False, since=now)
            record = timing.window_kept(loaded.record.with_terms(clocks=goes_on), now)
            called = sorted(people(loaded.info, loaded.awaited))
            rest = [each for each in others(loaded, seat) if each not in loaded.awaited]
            also = (*to_seats("turn", called), *to_seats("answer", rest))
            return noticed(loaded, record, Resumed(seat), now, also)

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def give_time(
        self, match: MatchId, user: int, to: Seat, seconds: int, *, request: str
    ) -> PlayResult:
        """Give another seat more time. Raises a `Refusal`."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            seat = playing_seat(loaded, user)
            _check_time(loaded, seat, to, seconds)
            now, record = self._now(), loaded.record
            ran = timing.running(loaded.info, loaded.awaited)
            state = clocks.extended(timing.advanced(record, ran, now), to, seconds)
            after = record.with_terms(clocks=state)
            given = TimeGiven(seat, to, seconds)
            return noticed(loaded, after, given, now, (("answer", to),))

        return self._repository.played(await self._repository.change(match, request, prepare), user)

    async def move(
        self,
        match: MatchId,
        user: int,
        channel: int,
        *,
        moderator: bool,
        private: bool | None = None,
        request: str,
    ) -> MatchInfo:
        """Move a match to another channel. Only for its players, and for moderators of both channels.

        `private` says whether that is a private thread, None where it is not known.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange:
            info = loaded.info
            if info.stage.ended:
                raise WrongStage.translated("This match has ended already.")
            _check_events(loaded)
            seat = info.seat_of(user)
            if seat is None and not moderator:
                raise NotSeated.translated(
                    "Only its players can move a match, and moderators of both its channel and this one."
                )
            if info.channel == channel:
                raise MatchRefusal.translated("This match is in this channel already.")
            check_anonymous(info.match_terms, invited=False, guild=info.guild, private=bool(private))
            record, rest = loaded.record, info.present_rest
            ended = rest is not None and rest.why not in ON_SERVERS  # it was about the former channel
            if rest is not None and ended:
                record = timing.with_rest(record, loaded.awaited, rest.ended(self._now()), self._now())
            terms = record.info.match_terms.moved(info.channel, channel, moderator=moderator)
            moved = record.with_info(channel=channel, match_terms=terms, private=private)
            if info.stage is Stage.LOBBY:
                return PendingChange(record=moved, notifications=(("lobby", None),))
            also: Notifications = (("proposal", None),) if info.match_terms.proposal else ()
            goes_on = [TimeRuns(int(rest.since.timestamp()))] if ended and rest and rest.told else []
            told = Moved(-1 if seat is None else seat)
            change = noticed(loaded, moved, told, self._now(), also, *goes_on)
            return replace(change, unaffected=frozenset())  # the DMs link to the channel: they are edited

        return (await self._repository.change(match, request, prepare)).loaded.info

    def _ask_computers(self, loaded: LoadedMatch) -> None:
        """Raise `MatchRefusal` where a computer player, by the view of its seat, refuses a draw."""
        rules, info = loaded.codec.rules, loaded.info
        for seat, holder in enumerate(info.seats):
            computer = self._computers.get(holder.computer)
            if computer is None or seat in info.match_terms.resigned:
                continue
            if not computer.takes_draw(rules, rules.view(loaded.state, seat)):
                raise MatchRefusal.translated(
                    "{player} wants no draw now, and plays on.", player=info.names[seat]
                )

    async def _agree(self, loaded: LoadedMatch, proposal: Proposal, seat: Seat) -> PendingChange:
        """Store that a seat agrees, and carry out the proposal when it was the last one."""
        agreed = replace(proposal, agreed=tuple(sorted((*proposal.agreed, seat))))
        if agreed.open_to:
            match_terms = loaded.record.info.match_terms.heard_from(seat)
            return quiet(loaded, replace(match_terms, proposal=agreed))
        if agreed.kind != "undo":
            return carried(loaded, agreed, self._now())
        records = await self._undos.records(loaded)
        planned = UndoPlan(agreed.back_to, agreed.count, free=False, secret=False)
        return await self._take_back(loaded, records, planned, agreed.by, consent=True)

    async def _take_back(
        self, loaded: LoadedMatch, records: Records, planned: UndoPlan, seat: Seat, *, consent: bool
    ) -> PendingChange:
        now = self._now()
        # In a thread: the whole match is played again.
        return await asyncio.to_thread(
            lambda: undo.taken_back(loaded, records, planned, seat, consent=consent, now=now)
        )


def playing_seat(loaded: LoadedMatch, user: int) -> Seat:
    """Return the seat of a user who has not resigned. Raises a `Refusal`."""
    seat = seat_of(loaded.info, user)
    in_play(loaded.info)
    check_not_resigned(loaded.info, seat)
    _check_events(loaded)
    return seat


def _check_events(loaded: LoadedMatch) -> None:
    if loaded.record.seq >= MOST_EVENTS:
        raise MatchRefusal.translated(
            "This match has {number} actions and agreements, which is the most. Play on, or resign.",
            number=grouped(MOST_EVENTS),
        )


def _check_kind(info: MatchInfo, kind: str) -> None:
    if kind not in ("draw", "pause", "hints", "end"):
        raise MatchRefusal.translated(
            "There is nothing else to agree on than a draw, a pause, hints, an end or taking back."
        )
    if kind in ("pause", "hints", "end"):
        check_no_tournament(info)
    if kind == "hints" and info.counts:
        raise MatchRefusal.translated(RATED)
    if kind == "pause" and info.match_terms.clocks.paused:
        raise MatchRefusal.translated("This match is already paused; any player can resume it.")


def _check_time(loaded: LoadedMatch, seat: Seat, to: Seat, seconds: int) -> None:
    info = loaded.info
    check_no_tournament(info)
    if info.match_terms.clock_terms.kind == "none":
        raise MatchRefusal.translated("This match is played without a clock.")
    check_seat(info, to)
    if to == seat:
        raise MatchRefusal.translated("You can give time to others only; ask an opponent to give you some.")
    if not info.seats[to].user:
        raise MatchRefusal.translated("No clock runs for a computer player.")
    if info.match_terms.clock_terms.kind == "turn" and to not in loaded.awaited:
        raise MatchRefusal.translated(
            "Nobody waits for {player} now, and each turn begins with its whole time.", player=info.names[to]
        )
    if not SHORTEST_GIFT <= seconds <= MOST_GIVEN:
        raise MatchRefusal.translated("Give from one minute to fourteen days.")


def _proposal(info: MatchInfo, number: int | None) -> Proposal:
    """Return the open proposal with this number. Raises `MatchRefusal`."""
    in_play(info)
    proposal = info.match_terms.proposal
    if proposal is None or proposal.offered_to:
        raise MatchRefusal.translated("There is no longer a proposal in this match.")
    if number not in (None, proposal.number):
        raise MatchRefusal.translated("This was settled already; by now something else is proposed.")
    return proposal
