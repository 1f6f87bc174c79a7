"""The values that the match service, its storage and the cogs hand one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.guided import Prepared
from bot.engine.language import N_, gettext
from bot.matches import clocks
from bot.matches.clocks import ClockState, ClockTerms, SeatLeave
from bot.matches.plans import Dropped, Plan
from bot.matches.waiting import Waiting
from bot.matches.windows import OpenWindow

MatchId: TypeAlias = str
"""Twelve lower-case letters and digits, unguessable; safe in a custom_id and a file name."""


NAME_LENGTH = 32
"""Characters of a person's name that are kept."""


FORMER = N_("a former player")
"""The name of a deleted player. Such a seat has neither user nor computer."""
NAMELESS = N_("Nameless")
"""The name of a person whose own name has no printable letter."""


class Stage(StrEnum):
    """How far a match has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"

    @property
    def ended(self) -> bool:
        """Whether nothing more can happen, so that the seed may be shown."""
        return self in (Stage.FINISHED, Stage.ABANDONED)


class Person(msgspec.Struct, frozen=True):
    """Somebody on Discord, as far as a match needs to know them."""

    user: int
    name: str


class SeatHolder(msgspec.Struct, frozen=True):
    """Who holds a seat."""

    user: int
    """The Discord user's id; 0 for a computer player and for a former player."""
    name: str
    """As it is kept; `called` is how it is read."""
    word: str = ""
    """The player's own word for the randomness, at most 64 characters; fixed and public at the start."""
    computer: str = ""
    """The computer player's key, or "" for a person."""
    dm_closed: bool = False
    """Whether the last DM to this player was refused."""
    left: bool = False
    """Whether the others were told that this player has left the server."""

    @property
    def called(self) -> str:
        """The name as people read it, in their language where it is no name of a person."""
        ours = self.name == NAMELESS or (self.name == FORMER and not self.user)
        return gettext(self.name) if ours else self.name


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that others have to agree to. Any further action of the game ends it; the offer of a seat
    only one of that seat."""

    kind: Literal["undo", "draw", "pause", "hints", "end", "seat"]
    """undo: take actions back. draw: end the match drawn. pause: stop the clocks. hints: let every player ask
    for them. end: end the match without a result. seat: let another person take a seat."""
    by: Seat
    """Who asks; -1 for a moderator."""
    needed: tuple[Seat, ...]
    """The seats that have to agree. When those have who have to agree to the offer of a seat, it is made: a
    new proposal, that needs none of them."""
    agreed: tuple[Seat, ...] = ()
    back_to: int = 0
    """undo: the number of the last action that stays."""
    count: int = 0
    """undo: how many actions are taken back."""
    seat: Seat = -1
    """seat: the one to be taken."""
    user: int = 0
    """seat: the person who is to take it; 0 once the offer is settled."""
    number: int = 0
    """The match's version at which it was made: distinguishes it from all others."""
    result: Literal["open", "agreed", "refused", "withdrawn", "replaced", "lapsed"] = "open"
    """What became of it; `replaced` when something else was proposed, `lapsed` when the match went on without
    an answer."""
    refused_by: Seat = -1

    @property
    def open_to(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return tuple([seat for seat in self.needed if seat not in self.agreed])

    @property
    def offered_to(self) -> int:
        """The person who may take a seat by it now; 0 for nobody."""
        return 0 if self.needed else self.user


class Reminded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often an awaited player has been asked for their seat, without any sign of them since."""

    seat: Seat
    times: int
    at: datetime
    """The last time."""


class MatchTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on a match beside its game, and how that stands."""

    clock_terms: ClockTerms = msgspec.field(default=ClockTerms(), name="terms")
    clocks: ClockState = ClockState()
    proposal: Proposal | None = None
    """What is proposed at present."""
    settled: Proposal | None = None
    """The last proposal of which something has become."""
    rated: bool = True
    """Whether its result counts for the ratings; never with a computer at the table."""
    after: MatchId = ""
    """The match that this one is the rematch of."""
    invited: tuple[int, ...] = ()
    """The invited persons who have not joined yet."""
    waiting: Waiting | msgspec.UnsetType = msgspec.UNSET
    """How a lobby waits; kept until the match begins, and of one that was closed since nobody joined it."""
    resigned: tuple[Seat, ...] = ()
    """The seats that were given up."""
    reminded: tuple[Reminded, ...] = ()
    """The awaited players who were asked for their seats."""
    ended_by: Seat | msgspec.UnsetType = msgspec.UNSET
    """The seat of the moderator who ended the match, -1 without a seat; unset in other matches."""
    window: OpenWindow | None = None
    """The decision with a time of its own that is open at present."""
    lesson: Prepared | msgspec.UnsetType = msgspec.UNSET
    """The lesson that is followed (`bot.engine.guided`); in others nothing is kept."""
    hints: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where all players have agreed that each may ask for hints; in others nothing is kept."""
    tournament: str | msgspec.UnsetType = msgspec.UNSET
    """The id of the tournament that the match belongs to; in others nothing is kept."""
    on_leave: tuple[Seat, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats whose clocks stand still for a leave from the match's tournament; kept of such matches."""
    no_leave: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where no leave stops a clock, as the host has said; in others nothing is kept."""
    leaves: tuple[SeatLeave, ...] | msgspec.UnsetType = msgspec.UNSET
    """The leaves that have stopped clocks; in matches without any nothing is kept."""

    @property
    def timed(self) -> bool:
        """Whether anything of it has a time: a clock, which may be paused, or a window that is open."""
        return self.clock_terms.kind != "none" or self.clocks.paused or self.window is not None

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose clocks stand still for a leave."""
        return frozenset((*(self.on_leave or ()), *[each.seat for each in self.present_leaves]))

    @property
    def leave_allowed(self) -> bool:
        """Whether a player's own leave stops their clock; a tournament has a leave of its own."""
        return not self.no_leave and not self.tournament

    @property
    def present_leaves(self) -> tuple[SeatLeave, ...]:
        """The leaves that stop clocks now."""
        return tuple([each for each in self.leaves or () if each.until is not None])

    def leave_of(self, seat: Seat) -> SeatLeave:
        """Return what leave the player of a seat has had in this match, and has now."""
        return next((each for each in self.leaves or () if each.seat == seat), SeatLeave(seat))

    home: int | msgspec.UnsetType = msgspec.UNSET
    """The channel from which players have moved the match: its moderators have a say too, so that nobody
    moves a match to where a friend is one. In others nothing is kept."""
    nudged: datetime | msgspec.UnsetType = msgspec.UNSET
    """When those awaited were nudged last; in matches without a nudge nothing is kept."""

    def settle(
        self, result: Literal["agreed", "refused", "withdrawn", "replaced", "lapsed"], by: Seat = -1
    ) -> MatchTerms:
        """Return this with nothing proposed any more, if anything was. Who was asked to take a seat is not
        kept longer than the question is open."""
        if self.proposal is None:
            return self
        ended = replace(self.proposal, result=result, refused_by=by, user=0)
        return replace(self, proposal=None, settled=ended)

    def moved(self, before: int, to: int, *, moderator: bool) -> MatchTerms:
        """Return the terms after a move to another channel. A moderator who moves it moderates both."""
        home = msgspec.UNSET if moderator else self.home or before
        return replace(self, home=msgspec.UNSET if home == to else home)

    @property
    def prepared(self) -> Prepared | None:
        """The lesson that is followed; None in any other match."""
        return self.lesson if isinstance(self.lesson, Prepared) else None

    def heard_from(self, seat: Seat) -> MatchTerms:
        """Return this with a sign of the player of a seat: they do not miss what they are asked."""
        kept = tuple([each for each in self.reminded if each.seat != seat])
        return self if kept == self.reminded else replace(self, reminded=kept)


class MatchInfo(msgspec.Struct, frozen=True):
    """All that everybody may know about a match: no state, no seed."""

    id: MatchId
    game: str
    """A key of the registry."""
    rules: str
    """The version of the rules that the match is pinned to."""
    cards: str | None
    """The SHA-256 of the card set that the match is pinned to."""
    guild: int | None
    channel: int
    host: int
    stage: Stage
    version: int
    """Raised by each change; buttons bear it, and a change of an older version is refused.

    In a `MatchView` of a seat it is that seat's own, which others raise only by what changes the seat's
    possibilities: not by what they do in secret, and not by choosing at the same time. Elsewhere it is the
    public's, raised by each change that everybody may know of."""
    options: Any
    """The game's own Options struct, normalized; None where the running program lacks the pinned rules."""
    wanted: int
    """Seats to fill before the start."""
    seats: tuple[SeatHolder, ...]
    commitment: str
    """The published hash of the seed (docs/FAIRNESS.md)."""
    outcome: Outcome | None
    opened_at: datetime
    ended_at: datetime | None
    match_terms: MatchTerms = MatchTerms()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as people read them."""
        return tuple([holder.called for holder in self.seats])

    def as_held_by(self, former: Iterable[tuple[Seat, str]]) -> MatchInfo:
        """Return this under the names of those who held these seats before."""
        holders = list(self.seats)
        for seat, name in former:
            user = 0 if name == FORMER else holders[seat].user
            holders[seat] = replace(holders[seat], name=name, user=user)
        return self if tuple(holders) == self.seats else replace(self, seats=tuple(holders))

    @property
    def full(self) -> bool:
        """Whether every seat is taken or kept for an invited person."""
        return len(self.seats) >= self.wanted

    @property
    def joined_seats(self) -> tuple[Seat, ...]:
        """The seats of persons who have joined."""
        kept = self.match_terms.invited
        return tuple([seat for seat, each in enumerate(self.seats) if each.user and each.user not in kept])

    @property
    def joined(self) -> int:
        """How many seats are taken, and not only kept for somebody."""
        return sum(each.user not in self.match_terms.invited or not each.user for each in self.seats)

    @property
    def complete(self) -> bool:
        """Whether every seat is taken, and none only kept for somebody."""
        return self.joined >= self.wanted

    @property
    def persons(self) -> tuple[int, ...]:
        """The Discord users who hold a seat, without computers."""
        return tuple([holder.user for holder in self.seats if holder.user])

    @property
    def counts(self) -> bool:
        """Whether the result counts for the ratings."""
        return self.match_terms.rated and not any(holder.computer for holder in self.seats)

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of a Discord user, or None. Computers have no user."""
        for seat, holder in enumerate(self.seats):
            if user and holder.user == user:
                return seat
        return None

    def viewer_of(self, user: int | None) -> Viewer:
        """Return as whom a user looks at the match; None is the public."""
        return None if user is None else self.seat_of(user)


class MatchView(msgspec.Struct, frozen=True):
    """A match in play or ended as one viewer may see it."""

    match: MatchInfo
    seat: Seat | None
    """The viewer's seat; None for a stranger or the public."""
    view: Any
    legal: Sequence[Any]
    """The legal actions of the seat; empty when it has nothing to do."""
    awaited: frozenset[Seat]
    """The seats that are to act."""
    recent: tuple[Any, ...]
    """The facts of this turn and of the one before, as this viewer may know them."""
    orders: Any = None
    """The seat's own standing orders (`Rules.Orders`), None for none; never anybody else's."""
    answer_waits: bool = False
    """Whether the seat's own orders will answer what it is asked now, in some minutes."""
    plan: Plan | None = None
    """What the seat has planned for its next turn, or is left of it in that turn; never anybody else's."""
    plan_dropped: Dropped = ""
    """Why the seat's last plan was dropped."""

    @property
    def idle(self) -> bool:
        """Whether the viewer has nothing to do: is not awaited, and cannot choose otherwise either."""
        return self.seat not in self.awaited and not self.legal


class PlayerMatch(msgspec.Struct, frozen=True):
    """A lobby or match in play of one player, and its awaited seats."""

    info: MatchInfo
    seat: Seat
    """The player's own; -1 for a person who only sees it."""
    awaited: frozenset[Seat] = frozenset()
    """The seats that are to act; none in a lobby, and where the match's rules are not here."""

    @property
    def mine(self) -> bool:
        """Whether the player is awaited."""
        return self.seat in self.awaited

    @property
    def deadline(self) -> datetime | None:
        """When the player's own clock runs out, if it runs, or the window that is theirs."""
        match_terms = self.info.match_terms
        if match_terms.window is not None and match_terms.window.seat == self.seat:
            return match_terms.window.until
        if not self.mine or self.seat in match_terms.away:
            return None
        return clocks.deadline(match_terms.clock_terms, match_terms.clocks, self.seat)


class LogEntry(msgspec.Struct, frozen=True):
    """One recorded happening: what a viewer may know of one event."""

    seq: int
    """The number of the action it belongs to, from 1; counts secret actions too, so it is not for showing."""
    fact: Any
    at: datetime
    former: tuple[tuple[Seat, str], ...] = ()
    """Who held seats then that others hold now, by name."""
