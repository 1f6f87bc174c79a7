"""Data types shared by the match service, its storage and the cogs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.contract import AnyRules, Event, Outcome, Seat, Viewer
from bot.engine.fair import WORD_LENGTH
from bot.engine.guided import Prepared
from bot.engine.sentences import visible
from bot.matches import clocks
from bot.matches.clocks import ClockState, ClockTerms, OpenWindow, Rest, SeatLeave
from bot.matches.errors import LobbyRefusal
from bot.matches.notices import Notice
from bot.matches.plans import Dropped, Plan
from bot.matches.seating_policy import Wanted

# The waiting state of a lobby: its start, invited persons, ready persons, its closing time.
#
# It is `MatchTerms.waiting`. The leader looks every minute (`bot.matches.lobby_rules`). DMs about a lobby
# are deliveries `word`; their text follows from the lobby's state when they are sent.


REMINDED_AFTER: Final = timedelta(days=6)
"""The time without a new player after which a lobby's users read that it will be closed."""
CLOSED_AFTER: Final = timedelta(days=7)
"""The time without anybody joining after which a lobby is closed, at least a day after the reminder."""
NOTICE: Final = CLOSED_AFTER - REMINDED_AFTER
KEPT: Final = timedelta(days=2)
"""How long a seat is reserved for an invited person."""


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The waiting state of a lobby."""

    since: datetime
    """When a person last joined it, or it was opened."""
    ready: tuple[int, ...] = ()
    """The persons who want it to begin as soon as all are there and ready."""
    reminded: datetime | None = None
    """When its users were told that it will be closed; None for not yet."""
    kept_until: datetime | None = None
    """The end of the reservations for invited persons."""
    wanted: Wanted = "anybody"
    """The company that the host accepts; a secret of the host."""
    wished: tuple[int, ...] = ()
    """The invited persons who came by their standing wish."""

    def put_off(self, gone: timedelta) -> Waiting:
        """Return this after time in which nobody could join."""
        return replace(
            self,
            since=self.since + gone,
            reminded=None if self.reminded is None else self.reminded + gone,
            kept_until=None if self.kept_until is None else self.kept_until + gone,
        )


def due(waiting: Waiting | msgspec.UnsetType, *, invites: bool) -> datetime | None:
    """Return when a lobby has something due by itself; None for never. `invites`: it reserves seats."""
    if not isinstance(waiting, Waiting):
        return None
    kept = waiting.kept_until if invites else None
    return min(kept, _next_word(waiting)) if kept is not None else _next_word(waiting)


def _next_word(waiting: Waiting) -> datetime:
    """Return when a lobby's reminder is due, or after that its closing."""
    return waiting.since + REMINDED_AFTER if waiting.reminded is None else closes(waiting)


def closes(waiting: Waiting) -> datetime:
    """Return when a lobby without new players is closed."""
    reminded = waiting.reminded or waiting.since + REMINDED_AFTER
    return max(waiting.since + CLOSED_AFTER, reminded + NOTICE)


NAME_LENGTH = 32
"""The most characters of a stored name."""


FORMER = N_("a former player")
"""The name of a deleted player. Such a seat has neither user nor computer."""
NAMELESS = N_("Nameless")
"""The name of a person whose own name has no printable letter."""


class Stage(StrEnum):
    """The stage of a match."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"

    @property
    def ended(self) -> bool:
        """Whether the match is over, so that its seed may be shown."""
        return self in (Stage.FINISHED, Stage.ABANDONED)


class Person(msgspec.Struct, frozen=True):
    """A Discord user, as far as a match needs to know them."""

    user: int
    name: str


class Veil(msgspec.Struct, frozen=True):
    """What hides the holder of a seat in an anonymous match."""

    number: int
    """The number of the seat, from 1, which is shown instead of the name."""
    name: str
    """The holder's own name, which is shown at the end."""


class SeatHolder(msgspec.Struct, frozen=True):
    """The holder of a seat."""

    user: int
    """The Discord user's id; 0 for a computer player and for a former player."""
    name: str
    """The stored name; `called` is the name to show."""
    word: str = ""
    """The player's own word for the randomness, at most 64 characters; fixed and public at the start."""
    computer: str = ""
    """The computer player's key, or "" for a person."""
    dm_closed: bool = False
    """Whether the last DM to this player was refused."""
    left: bool = False
    """Whether the others were told that this player has left the server."""
    veil: Veil | None = None
    """Set while nobody may learn who this is: then `name` is "Seat 2"."""

    @property
    def called(self) -> str:
        """The name to show; translated where it is not the name of a person."""
        if self.veil is not None:
            return gettext("Seat {number}", number=self.veil.number)
        ours = self.name == NAMELESS or (self.name == FORMER and not self.user)
        return gettext(self.name) if ours else self.name


def _veiled(holder: SeatHolder, seat: Seat) -> SeatHolder:
    """Return a holder who is shown by the number of the seat alone."""
    veil = holder.veil
    own = holder.name if veil is None or holder.name != f"Seat {veil.number}" else veil.name
    return replace(holder, name=f"Seat {seat + 1}", veil=Veil(seat + 1, own))


def _unveiled(holder: SeatHolder) -> SeatHolder:
    """Return a holder who is shown by name."""
    return holder if holder.veil is None else replace(holder, name=holder.veil.name, veil=None)


def with_holder(holders: tuple[SeatHolder, ...], seat: Seat, holder: SeatHolder) -> tuple[SeatHolder, ...]:
    """Return the holders of all seats with another one of this seat."""
    return (*holders[:seat], holder, *holders[seat + 1 :])


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proposal that other players have to agree to.

    Any later action of the game closes it; the offer of a seat is closed only by an action of that seat.
    """

    kind: Literal["undo", "draw", "pause", "hints", "end", "seat"]
    """undo: take actions back. draw: end the match drawn. pause: stop the clocks. hints: let every player ask
    for them. end: end the match without a result. seat: let another person take a seat."""
    by: Seat
    """The seat that proposes; -1 for a moderator."""
    needed: tuple[Seat, ...]
    """The seats that have to agree. When they have agreed to offering a seat, the offer is made: a new
    proposal that needs none of them.
    """
    agreed: tuple[Seat, ...] = ()
    back_to: int = 0
    """undo: the number of the last action that stays."""
    count: int = 0
    """undo: the number of actions to take back."""
    seat: Seat = -1
    """seat: the offered seat."""
    user: int = 0
    """seat: the user who takes it; 0 once the offer is settled."""
    number: int = 0
    """The match's version when it was made; unique among the match's proposals."""
    result: Literal["open", "agreed", "refused", "withdrawn", "replaced", "lapsed"] = "open"
    """Its result. `replaced`: another proposal was made. `lapsed`: the match went on without an answer."""
    refused_by: Seat = -1

    @property
    def open_to(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return tuple([seat for seat in self.needed if seat not in self.agreed])

    @property
    def offered_to(self) -> int:
        """The user who may take the offered seat now; 0 for none."""
        return 0 if self.needed else self.user


class Reminded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often an awaited player has been asked for their seat, without any sign of them since."""

    seat: Seat
    times: int
    at: datetime
    """The last time."""


class MatchTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a match outside of its game, and their present state."""

    clock_terms: ClockTerms = msgspec.field(default=ClockTerms(), name="terms")
    clocks: ClockState = ClockState()
    proposal: Proposal | None = None
    """The open proposal."""
    settled: Proposal | None = None
    """The last settled proposal."""
    rated: bool = True
    """Whether its result counts for the ratings; never with a computer player."""
    after: MatchId = ""
    """The id of the match that this one is a rematch of."""
    invited: tuple[int, ...] = ()
    """The invited persons who have not joined yet."""
    waiting: Waiting | msgspec.UnsetType = msgspec.UNSET
    """The waiting state of a lobby. It is kept until the match begins, and in a lobby that was closed because
    nobody joined.
    """
    resigned: tuple[Seat, ...] = ()
    """The seats that resigned."""
    reminded: tuple[Reminded, ...] = ()
    """The awaited players who were asked for their seats."""
    ended_by: Seat | msgspec.UnsetType = msgspec.UNSET
    """-1 where a moderator ended the match; unset in other matches. Until 1.5.0 the moderator could have a
    seat in it, which is then named here.
    """
    window: OpenWindow | None = None
    """The open window, a decision with its own time."""
    lesson: Prepared | msgspec.UnsetType = msgspec.UNSET
    """The lesson (`bot.engine.guided`); unset in other matches."""
    hints: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where all players have agreed to hints; else unset."""
    tournament: str | msgspec.UnsetType = msgspec.UNSET
    """The id of the match's tournament; unset in other matches."""
    on_leave: tuple[Seat, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats whose clocks are stopped by a leave of the tournament; only in its matches."""
    no_leave: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where the host has chosen "no leave"; else unset."""
    leaves: tuple[SeatLeave, ...] | msgspec.UnsetType = msgspec.UNSET
    """The leaves that have stopped clocks; unset in matches without any."""

    @property
    def timed(self) -> bool:
        """Whether the match has a clock or an open window, paused or not."""
        return self.clock_terms.kind != "none" or self.clocks.paused or self.window is not None

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose clocks are stopped by a leave."""
        return frozenset((*(self.on_leave or ()), *[each.seat for each in self.present_leaves]))

    @property
    def leave_allowed(self) -> bool:
        """Whether a player's own leave stops their clock. A tournament has its own leave, and in an anonymous
        match a leave would tell whose seat it is.
        """
        return not self.no_leave and not self.tournament and not self.anonymous

    @property
    def present_leaves(self) -> tuple[SeatLeave, ...]:
        """The leaves that stop clocks now."""
        return tuple([each for each in self.leaves or () if each.until is not None])

    def leave_of(self, seat: Seat) -> SeatLeave:
        """Return the past and present leave of a seat's player in this match."""
        return next((each for each in self.leaves or () if each.seat == seat), SeatLeave(seat))

    home: int | msgspec.UnsetType = msgspec.UNSET
    """The channel from which players have moved the match; else unset.

    Its moderators keep their rights, so that nobody moves a match to a channel where a friend is moderator.
    """
    nudged: datetime | msgspec.UnsetType = msgspec.UNSET
    """When the awaited players were last nudged; unset in matches without a nudge."""
    anonymous: Literal["lobby", "begun"] | msgspec.UnsetType = msgspec.UNSET
    """Set where nobody learns who plays before the end, with whether the match has begun; a lobby that closes
    names nobody. Unset in other matches.
    """

    def settle(
        self, result: Literal["agreed", "refused", "withdrawn", "replaced", "lapsed"], by: Seat = -1
    ) -> MatchTerms:
        """Return the terms with the open proposal, if any, settled.

        The user to whom a seat was offered is not stored longer than the offer is open.
        """
        if self.proposal is None:
            return self
        ended = replace(self.proposal, result=result, refused_by=by, user=0)
        return replace(self, proposal=None, settled=ended)

    def moved(self, before: int, to: int, *, moderator: bool) -> MatchTerms:
        """Return the terms after a move to another channel. A moderator who moves it is moderator of both
        channels.
        """
        home = msgspec.UNSET if moderator else self.home or before
        return replace(self, home=msgspec.UNSET if home == to else home)

    @property
    def lobby_due(self) -> datetime | None:
        """When a lobby has something due by itself; None for never, and after the start."""
        return due(self.waiting, invites=bool(self.invited))

    @property
    def prepared(self) -> Prepared | None:
        """The lesson; None in any other match."""
        return self.lesson if isinstance(self.lesson, Prepared) else None

    def heard_from(self, seat: Seat) -> MatchTerms:
        """Return the terms after a sign of a seat's player: missed reminders are cleared."""
        kept = tuple([each for each in self.reminded if each.seat != seat])
        return self if kept == self.reminded else replace(self, reminded=kept)


class MatchInfo(msgspec.Struct, frozen=True):
    """The public information about a match: no state, no seed."""

    id: MatchId
    game: str
    """The key of the game in the registry."""
    rules: str
    """The version of the rules that the match is pinned to."""
    cards: str | None
    """The SHA-256 of the card set that the match is pinned to."""
    guild: int | None
    channel: int
    host: int
    stage: Stage
    version: int
    """Raised by each change. Buttons carry it, and an action with an older version is refused.

    In the `MatchView` of a seat it is the seat's own version. Others raise that only by changes to the seat's
    possibilities, not by secret or simultaneous actions. Elsewhere it is the public's version, raised by each
    public change.
    """
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
    private: bool | None = None
    """Whether its channel is a private thread, whose matches are not told to others.

    None where that is not known: in a match that a version up to 1.5.0 opened or moved
    (`cogs.kit.sight.is_private`), and in a DM.
    """
    rest: Rest | None = None
    """Where players could not act; None for a match in which they always could."""

    def __post_init__(self) -> None:
        """Hide the names of an anonymous match, whatever has changed, and give them back at its end."""
        if self.match_terms.anonymous:
            seats = [
                _veiled(holder, seat) if self.anonymous else _unveiled(holder)
                for seat, holder in enumerate(self.seats)
            ]
            msgspec.structs.force_setattr(self, "seats", tuple(seats))

    @property
    def anonymous(self) -> bool:
        """Whether nobody may learn now who holds a seat, except for each player their own."""
        kind = self.match_terms.anonymous
        return kind == "lobby" or (kind == "begun" and not self.stage.ended)

    @property
    def present_rest(self) -> Rest | None:
        """The rest that is not over."""
        return None if self.rest is None or self.rest.over else self.rest

    @property
    def resting(self) -> frozenset[Seat]:
        """The seats whose time stands still because their players cannot act."""
        rest = self.present_rest
        return frozenset() if rest is None else frozenset(rest.seats)

    @property
    def stopped(self) -> frozenset[Seat]:
        """The seats whose clocks are stopped by a leave or a rest."""
        return self.match_terms.away | self.resting

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as people read them."""
        return tuple([holder.called for holder in self.seats])

    def as_held_by(self, former: Iterable[tuple[Seat, str]]) -> MatchInfo:
        """Return this with the names of the former holders of these seats."""
        holders = self.seats
        for seat, name in former:
            user = 0 if name == FORMER else holders[seat].user
            holders = with_holder(holders, seat, replace(holders[seat], name=name, user=user))
        return self if holders == self.seats else replace(self, seats=holders)

    @property
    def full(self) -> bool:
        """Whether every seat is taken or reserved for an invited person."""
        return len(self.seats) >= self.wanted

    @property
    def joined_seats(self) -> tuple[Seat, ...]:
        """The seats of persons who have joined."""
        kept = self.match_terms.invited
        return tuple([seat for seat, each in enumerate(self.seats) if each.user and each.user not in kept])

    @property
    def joined(self) -> int:
        """The number of seats that are taken and not only reserved."""
        return sum(each.user not in self.match_terms.invited or not each.user for each in self.seats)

    @property
    def complete(self) -> bool:
        """Whether every seat is taken, and none only reserved."""
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
        return next((seat for seat, each in enumerate(self.seats) if user and each.user == user), None)

    def has_interest(self, user: int) -> bool:
        """Whether a user holds a seat, or is offered one.

        Who has an interest in a match has no office in it: as a moderator or director they need another one,
        or the consent of the other players.
        """
        offered = self.match_terms.proposal.offered_to if self.match_terms.proposal else 0
        return bool(user) and (self.seat_of(user) is not None or user == offered)

    def viewer_of(self, user: int | None) -> Viewer:
        """Return the viewer of a user: their seat, or None for the public."""
        return None if user is None else self.seat_of(user)


class MatchView(msgspec.Struct, frozen=True):
    """A running or ended match, as one viewer may see it."""

    match: MatchInfo
    seat: Seat | None
    """The viewer's seat; None for a stranger or the public."""
    view: Any
    legal: Sequence[Any]
    """The legal actions of the seat; empty when it cannot act."""
    awaited: frozenset[Seat]
    """The seats that are to act."""
    recent: tuple[Any, ...]
    """The facts of this turn and the one before that this viewer may know."""
    orders: Any = None
    """The seat's own standing orders (`Ordered.Orders`), None for none; never those of another seat."""
    answer_waits: bool = False
    """Whether the seat's own orders will answer the present decision in some minutes."""
    plan: Plan | None = None
    """The seat's plan for its next turn, or its rest during that turn; never another seat's."""
    plan_dropped: Dropped = ""
    """Why the seat's last plan was dropped."""

    @property
    def idle(self) -> bool:
        """Whether the viewer has nothing to do: is not awaited and has no legal action."""
        return self.seat not in self.awaited and not self.legal


class PlayerMatch(msgspec.Struct, frozen=True):
    """A lobby or a running match of one player, with its awaited seats."""

    info: MatchInfo
    seat: Seat
    """The player's own seat; -1 for a user without a seat."""
    awaited: frozenset[Seat] = frozenset()
    """The awaited seats; none in a lobby, or where the match's rules are not available."""

    @property
    def mine(self) -> bool:
        """Whether the player is awaited."""
        return self.seat in self.awaited

    @property
    def deadline(self) -> datetime | None:
        """When the player's running clock or window ends."""
        match_terms = self.info.match_terms
        if match_terms.window is not None and match_terms.window.seat == self.seat:
            return match_terms.window.until
        if not self.mine or self.seat in self.info.stopped:
            return None
        return clocks.deadline(match_terms.clock_terms, match_terms.clocks, self.seat)


class LogEntry(msgspec.Struct, frozen=True):
    """One line of the log: what a viewer may know of one event."""

    seq: int
    """The number of its action, from 1; it counts secret actions too and is never shown."""
    fact: Any
    at: datetime
    former: tuple[tuple[Seat, str], ...] = ()
    """The former holders, by name, of seats that have changed hands since."""


# Names and words given by users, cleaned for storing and printing.


def clean_name(name: str) -> str:
    """Return a name on one line, as it can be seen, at most `NAME_LENGTH` characters."""
    return visible(name)[:NAME_LENGTH].rstrip() or NAMELESS


def clean_word(word: str) -> str:
    """Return a player's word for the randomness as it will be published. Raises `LobbyRefusal`."""
    cleaned = visible(word)
    if len(cleaned) > WORD_LENGTH:
        raise LobbyRefusal.translated(
            "Your word has {length} characters; it may have at most {most}. Choose a shorter one.",
            length=len(cleaned),
            most=WORD_LENGTH,
        )
    return cleaned


# Encodes and decodes the stored values of a game.


class _StoredEvent(msgspec.Struct, frozen=True):
    """An event whose facts are not decoded yet."""

    public: msgspec.Raw
    private: dict[int, msgspec.Raw] = {}

    def seen_by(self, viewer: Viewer) -> msgspec.Raw:
        """Return the encoded fact for this viewer: "null" for none."""
        return self.public if viewer is None else self.private.get(viewer, self.public)


class Codec:
    """Encodes and decodes the values of one game, by the types its rules name. Everything is JSON."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode
        """Encodes a state, an action, an event or options."""
        self.action: Callable[[bytes], Any] = msgspec.json.Decoder(rules.Action).decode
        """Decodes an action. This and the following raise `msgspec.DecodeError`."""
        self.state: Callable[[bytes], Any] = msgspec.json.Decoder(rules.State).decode
        self.options: Callable[[msgspec.Raw], Any] = msgspec.json.Decoder(rules.Options).decode
        self._fact: msgspec.json.Decoder[Any] = msgspec.json.Decoder(rules.Fact | Notice | None)
        self._event = msgspec.json.Decoder(_StoredEvent)

    def orders(self, stored: str) -> Any:
        """Decode standing orders. None for "" and for orders of another version."""
        if not stored or self.rules.ordered is None:
            return None
        try:
            return msgspec.json.decode(stored, type=self.rules.ordered.Orders)
        except msgspec.DecodeError:
            return None

    def event(self, stored: bytes) -> Event:
        """Decode an event with all its forms. Raises `msgspec.DecodeError`."""
        raw = self._event.decode(stored)
        private: Mapping[Seat, Any] = {seat: self._fact.decode(fact) for seat, fact in raw.private.items()}
        return Event(self._fact.decode(raw.public), private)

    def fact(self, stored: bytes, viewer: Viewer) -> Any:
        """Decode the fact of an event for this viewer; None for none. Raises `msgspec.DecodeError`."""
        return self._fact.decode(self._event.decode(stored).seen_by(viewer))

    def is_known(self, stored: bytes, viewer: Viewer) -> bool:
        """Whether an event has a fact for this viewer. Raises `msgspec.DecodeError`."""
        return bytes(self._event.decode(stored).seen_by(viewer)) != b"null"
