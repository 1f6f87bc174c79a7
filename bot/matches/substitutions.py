"""Seats that change hands in a running match: offers, consent and the new player.

A moderator who does not play in the match can offer any seat, and a player their own. For any other seat its
player has to agree; after two missed reminders, or where the seat is empty or late, all the others. Blocks
count as in a lobby (`SeatingPolicy`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.contract import Seat
from bot.matches import clocks, timing
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.lobby_rules import kept_for_others
from bot.matches.model import (
    FORMER,
    MatchInfo,
    MatchTerms,
    Person,
    Proposal,
    Reminded,
    SeatHolder,
    Stage,
    Waiting,
)
from bot.matches.notices import Left
from bot.matches.play import check_no_tournament, check_not_resigned, check_seat, in_play, seat_of
from bot.matches.ports import Record
from bot.matches.proposal_changes import asked, noticed, others, proposed, settled, taken
from bot.matches.repository import MatchRepository
from bot.matches.seating_policy import SeatingPolicy
from bot.matches.terms import duration

# Players who leave the server keep their seats; deleted users lose theirs.


NOWHERE = 0
"""The channel of a match that was played in the DM of a deleted person."""


class Departures:
    """Handles the seats of users who leave the server or are deleted."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def left(self, match: MatchId, user: int) -> bool:
        """Tell the others once that a player has left the server; return whether it was the first time."""

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, seat = loaded.info, loaded.info.seat_of(user)
            if seat is None or info.stage is not Stage.PLAYING or info.seats[seat].left or info.anonymous:
                return None  # of an anonymous match: who has gone from the server is seen by all
            marked = loaded.record.with_holder(seat, left=True)
            return noticed(loaded, marked, Left(seat), self._repository.clock())

        return (await self._repository.change(match, None, prepare)).done

    async def returned(self, match: MatchId, user: int) -> None:
        """Store that a player is on the server again, so that the next departure is announced too."""

        def prepare(record: Record) -> PendingChange | None:
            seat = record.info.seat_of(user)
            if seat is None or not record.info.seats[seat].left:
                return None
            return PendingChange(record.with_holder(seat, left=False), visible_to=frozenset())

        await self._repository.change_undecoded(match, None, prepare)

    async def withdraw_proposal(self, match: MatchId, user: int) -> MatchInfo:
        """Withdraw the offer of a seat to a user, also in a match whose rules are not available."""

        def prepare(record: Record) -> PendingChange | None:
            info, proposal = record.info, record.info.match_terms.proposal
            if proposal is None or proposal.user != user:
                return None
            settled = record.with_info(match_terms=info.match_terms.settle("refused"))
            return PendingChange(settled, unaffected=frozenset(range(len(info.seats))))

        return await self._repository.change_undecoded(match, None, prepare)

    async def forget(self, match: MatchId, user: int) -> MatchInfo:
        """Delete the id and the name of a user from a match. Where they hosted it, the next person hosts.

        The player's word stays: it is needed to prove the fairness of the match.
        """

        def prepare(record: Record) -> PendingChange:
            info = record.info
            holders = tuple(
                [
                    SeatHolder(user=0, name=FORMER, word=holder.word) if holder.user == user else holder
                    for holder in info.seats
                ]
            )
            others = [each.user for each in holders if each.user]
            host = info.host if info.host != user else next(iter(others), 0)
            match_terms = _without(info.match_terms, user)
            # The version stays the same, so no button becomes invalid.
            channel = NOWHERE if info.guild is None and info.stage.ended else info.channel
            left = record.with_info(seats=holders, host=host, match_terms=match_terms, channel=channel)
            return PendingChange(left, visible_to=frozenset())

        return await self._repository.change_undecoded(match, None, prepare)


def _without(match_terms: MatchTerms, user: int) -> MatchTerms:
    """Return the terms without a user's id."""
    invited = tuple([each for each in match_terms.invited if each != user])
    waiting = match_terms.waiting
    if isinstance(waiting, Waiting):
        ready = tuple([each for each in waiting.ready if each != user])
        wished = tuple([each for each in waiting.wished if each != user])
        waiting = replace(waiting, ready=ready, wished=wished)
    return replace(match_terms, invited=invited, waiting=waiting)


MISSED = 2
"""The number of missed reminders after which the others decide on the seat."""
BETWEEN = timedelta(days=1)
"""The time a player has to answer a reminder before it is missed and another one can follow."""


class Substitutions:
    """Offers seats to other persons, and seats them."""

    def __init__(self, repository: MatchRepository, seating_policy: SeatingPolicy) -> None:
        self._repository = repository
        self._seating_policy = seating_policy

    async def offer(
        self, match: MatchId, user: int, seat: Seat, to: Person, *, moderator: bool, request: str
    ) -> MatchInfo:
        """Offer a seat to a user, or ask those who have to agree first. Raises a `Refusal`.

        The open proposal is in the returned match.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange:
            info = loaded.info
            in_play(info)
            check_no_tournament(info)
            if info.anonymous:
                raise MatchRefusal.translated(
                    "A seat of an anonymous match cannot be given to another person: the offer would tell who"
                    " plays on, and an answer whose seat it was. You can resign, or ask the others to end the"
                    " match."
                )
            by = -1 if moderator and not info.has_interest(user) else seat_of(info, user)
            _check(info, seat, to)
            wanted = Proposal("seat", by, (), seat=seat, user=to.user)
            if by in (-1, seat):
                return proposed(loaded, wanted)
            return _with_consent(loaded, wanted, self._repository.clock())

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def take(
        self, match: MatchId, person: Person, *, number: int | None = None, request: str
    ) -> MatchInfo:
        """Give this user the seat that was offered, by the offer with this number if one is given.

        Raises `LobbyRefusal` where they may not share the match with its players, as for a free seat of a
        lobby.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange:
            proposal = loaded.info.match_terms.proposal
            in_play(loaded.info)
            if proposal is None or number not in (None, proposal.number):
                raise MatchRefusal.translated("This offer of a seat is no longer open.")
            if proposal.offered_to != person.user:
                raise MatchRefusal.translated("No seat of this match is offered to you at present.")
            if loaded.info.seat_of(person.user) is not None:
                raise MatchRefusal.translated("You have a seat in this match already.")
            if not await self._seating_policy.welcomes(person.user, loaded.info.persons, "anybody"):
                raise kept_for_others()
            return taken(loaded, proposal.seat, person, self._repository.clock())

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def decline(
        self, match: MatchId, user: int, *, number: int | None = None, moderator: bool = False, request: str
    ) -> MatchInfo:
        """Refuse the offered seat, or withdraw the offer: for its proposer, and for a moderator who does not
        play in the match.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange:
            info, proposal = loaded.info, loaded.info.match_terms.proposal
            in_play(info)
            if proposal is None or not proposal.offered_to or number not in (None, proposal.number):
                raise MatchRefusal.translated("This offer of a seat is no longer open.")
            if user == proposal.user:
                return settled(loaded, "refused", -1)
            proposer = info.seats[proposal.by].user if proposal.by >= 0 else 0
            if user != proposer and (not moderator or info.has_interest(user)):
                raise MatchRefusal.translated("This seat is offered to somebody else.")
            return settled(loaded, "withdrawn", -1)

        return (await self._repository.change(match, request, prepare)).loaded.info


def _check(info: MatchInfo, seat: Seat, to: Person) -> None:
    """Raise `MatchRefusal` where this user cannot take this seat even if all agree."""
    check_seat(info, seat)
    if info.seat_of(to.user) is not None:
        raise MatchRefusal.translated("{player} has a seat in this match already.", player=to.name)
    if seat in info.match_terms.resigned:
        raise MatchRefusal.translated(
            "{player} has given up this seat, so nobody can continue it.", player=info.names[seat]
        )


def _with_consent(loaded: LoadedMatch, wanted: Proposal, now: datetime) -> PendingChange:
    """Return the change that asks for the needed agreement, or makes the offer if none is needed."""
    info, seat = loaded.info, wanted.seat
    check_not_resigned(info, wanted.by)
    if info.seats[seat].user and not _free(loaded, seat, now) and not _missed(info, seat, now):
        return _reminding(loaded, replace(wanted, needed=(seat,)), now)
    rest = tuple(
        [each for each in others(loaded, wanted.by) if each != seat and not _free(loaded, each, now)]
    )
    return asked(_unasked(loaded, seat), replace(wanted, needed=rest)) if rest else proposed(loaded, wanted)


def _reminding(loaded: LoadedMatch, wanted: Proposal, now: datetime) -> PendingChange:
    """Return the change that asks a player for the seat. It is a reminder where the match awaits them.

    Raises `MatchRefusal` while they have time to answer the last one.
    """
    info, seat = loaded.info, wanted.seat
    before, unasked = _reminded(info, seat), _unasked(loaded, seat)
    if unasked is not loaded and seat not in loaded.awaited:
        raise MatchRefusal.translated(
            "{player} has been asked already, and has yet to answer.", player=info.names[seat]
        )
    until = None if before is None else _missed_at(info, before)
    if unasked is not loaded and until is not None and now < until:
        raise MatchRefusal.translated(
            "{player} has been asked already. You can remind them in {time}, and when they have missed two"
            " reminders the others decide.",
            player=info.names[seat],
            time=duration((until - now).total_seconds()),
        )
    change = asked(unasked, wanted)
    if seat not in loaded.awaited or info.match_terms.clocks.paused or seat in info.resting:
        return change
    if until is not None and now < until:
        return change
    reminded = Reminded(seat, 1 + (before.times if before else 0), now)
    kept = change.record.info.match_terms.heard_from(reminded.seat).reminded
    return replace(change, record=change.record.with_terms(reminded=(*kept, reminded)))


def _unasked(loaded: LoadedMatch, seat: Seat) -> LoadedMatch:
    """Return the position without the question to a player for the seat, so that it can be asked again."""
    record, pending = loaded.record, loaded.info.match_terms.proposal
    if pending is None or pending.kind != "seat" or pending.needed != (seat,):
        return loaded
    match_terms = record.info.match_terms.settle("replaced")
    return replace(
        loaded,
        record=record.with_info(match_terms=match_terms),
        info=replace(loaded.info, match_terms=match_terms),
    )


def _reminded(info: MatchInfo, seat: Seat) -> Reminded | None:
    return next((each for each in info.match_terms.reminded if each.seat == seat), None)


def _free(loaded: LoadedMatch, seat: Seat, now: datetime) -> bool:
    # Whether a seat has no player: the user was deleted, has left the server, or has no time and grace left.
    holder = loaded.info.seats[seat]
    if holder.left or not (holder.user or holder.computer):
        return True
    match_terms, runs = loaded.info.match_terms, timing.running(loaded.info, loaded.awaited)
    over = clocks.overdue(match_terms.clock_terms, match_terms.clocks, runs, now)
    return seat in runs and seat in (*match_terms.clocks.lapsed, *over)


def _missed(info: MatchInfo, seat: Seat, now: datetime) -> bool:
    """Whether a player has missed enough reminders, so that the others decide."""
    last = _reminded(info, seat)
    return last is not None and last.times >= MISSED and now >= _missed_at(info, last)


def _missed_at(info: MatchInfo, reminded: Reminded) -> datetime:
    """Return when a player has missed a reminder. No weekend counts where none counts for the clocks."""
    return clocks.later(info.match_terms.clock_terms, reminded.at, BETWEEN.total_seconds())
