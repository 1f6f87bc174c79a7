"""The interfaces that the match service needs: a store of matches, and computer players."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.database.coordination import Shards
from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.fair import Draw
from bot.matches.deliveries import Delivery, DeliveryKind, Post, StalePost
from bot.matches.model import MatchInfo, MatchTerms, with_holder
from bot.matches.orders import SeatOrders
from bot.matches.rests import Why


class Record(msgspec.Struct, frozen=True):
    """A match as it is stored. Its printed form names the match only: it must never tell a secret."""

    info: MatchInfo
    """The public information. Its options are encoded (`msgspec.Raw`) on the way to and from a store."""
    seed: bytes
    revision: int = 0
    """Raised by each change, secret ones too: it decides races."""
    versions: tuple[int, ...] = ()
    """For each seat, the version of the match that its buttons bear (`MatchInfo.version`)."""
    state: bytes | None = None
    """The encoded state of the rules; None before the start."""
    counter: int = 0
    """The number of the next draw; never goes back."""
    seq: int = 0
    """The number of the last action, from 1."""
    turn_from: int = 1
    """The first action of the present turn; a turn ends as `Rules.turn_of` says."""
    before_from: int = 1
    """The first action of the turn before."""
    due: datetime | None = None
    """When the first clock or window ends, or the first standing orders are due; in a lobby, its next due
    time.
    """
    orders: tuple[SeatOrders, ...] = ()
    """The standing orders by seat; empty while no seat has any."""
    asked_at: datetime | None = None
    """When the last undo was asked for."""

    def __repr__(self) -> str:
        return f"Record({self.info.id}, revision={self.revision})"

    def with_info(self, **changes: Any) -> Record:
        """Return the record with these fields of its public information changed."""
        return replace(self, info=replace(self.info, **changes))

    def with_terms(self, **changes: Any) -> Record:
        """Return the record with these fields of its terms changed."""
        return self.with_info(match_terms=replace(self.info.match_terms, **changes))

    def with_holder(self, seat: Seat, **changes: Any) -> Record:
        """Return the record with these fields of a seat's holder changed."""
        holder = replace(self.info.seats[seat], **changes)
        return self.with_info(seats=with_holder(self.info.seats, seat, holder))


class ActionRow(msgspec.Struct, frozen=True):
    """One accepted action."""

    seq: int
    seat: Seat
    action: bytes
    """The encoded action."""
    at: datetime
    undone: bool = False
    """Whether it was taken back."""
    times: bytes | None = None
    """The encoded `bot.matches.times.Times` before it; None where it has changed none of them."""


class EventRow(msgspec.Struct, frozen=True):
    """One event of an action."""

    seq: int
    n: int
    """Its place among the events of its action, from 0."""
    event: bytes
    """The encoded event, with all its private forms."""
    at: datetime


class DrawRow(msgspec.Struct, frozen=True):
    """One draw, with the action that caused it (0: the setup)."""

    seq: int
    draw: Draw


class NewDelivery(msgspec.Struct, frozen=True):
    """A delivery that is written with the change that causes it."""

    kind: DeliveryKind
    key: str
    user: int = 0


class Former(msgspec.Struct, frozen=True):
    """The holder of a seat until a change gave it to another."""

    seat: Seat
    user: int


class Change(msgspec.Struct, frozen=True):
    """All that one change writes, in one transaction."""

    record: Record
    """The match afterwards; its revision is one more than the one it is based on, or 1 for a new match."""
    at: datetime
    request: str | None = None
    actions: tuple[ActionRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    draws: tuple[DrawRow, ...] = ()
    deliveries: tuple[NewDelivery, ...] = ()
    back_to: int | None = None
    """Where actions are taken back, the last that stays; later actions, events and draws are marked."""
    seated: tuple[int, ...] | None = None
    """The persons who hold a seat, where they change."""
    former: tuple[Former, ...] = ()
    """The former holders of seats that changed hands in a running match."""

    def __repr__(self) -> str:
        return f"Change({self.record!r})"


class Verdict(Enum):
    """The result of a commit."""

    DONE = "done"
    """It is durable."""
    SEEN = "seen"
    """Its request was carried out before; nothing was written."""
    STALE = "stale"
    """The match has another revision now; nothing was written."""
    CHANNEL_TAKEN = "channel taken"
    """The channel has a match that has not ended; nothing was written."""


class Parked(msgspec.Struct, frozen=True):
    """A delivery that is not tried any more."""

    delivery: Delivery
    reason: str


class Pending(msgspec.Struct, frozen=True):
    """A delivery that is not made yet."""

    delivery: Delivery
    due: datetime
    """The instant before which it is not tried."""


class Heartbeat(NamedTuple):
    """The last time when the process with these shards was known to run."""

    shards: Shards
    at: datetime


class Outage(NamedTuple):
    """A time in which nobody could act on a server, or in all matches that a process serves."""

    guild: int
    """The server; 0 where it concerns a whole process."""
    shards: Shards | None
    """The shards of the process; None where it concerns one server."""
    why: Why
    since: datetime

    def covers(self, guild: int | None) -> bool:
        """Whether nobody can act in the matches of a server (None: in DMs) because of it."""
        return guild == self.guild if self.shards is None else self.shards.serve(guild)


class MatchStore(Protocol):
    """Stores matches. Every method may raise `bot.matches.errors.Unavailable`.

    A cancelled call finishes what it began before the cancellation goes on.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may change the stored data."""

    async def load(self, match: MatchId, request: str | None = None) -> tuple[Record, bool] | None:
        """Return a match and whether this request was carried out before; None for an unknown match."""

    async def load_channel(self, channel: int) -> Record | None:
        """Return the channel's match that goes on, else the one that ended last."""

    async def load_channel_at(self, channel: int, at: datetime) -> Record | None:
        """Return the match that went on in a channel at an instant."""

    async def load_open(self) -> list[Record]:
        """Return the matches that have not ended, oldest first."""

    async def load_lobbies_on(self, guilds: Collection[int]) -> list[Record]:
        """Return the lobbies of these servers, oldest first."""

    async def load_open_on(self, guild: int) -> list[Record]:
        """Return the matches of a server that have not ended, oldest first."""

    uncounted: list[Any]
    """Queries for matches that parts open within limits of their own; `count_open` leaves them out."""

    async def count_open(self, host: int, guild: int | None) -> tuple[int, int]:
        """Return the number of open matches that this user hosts, and the number on this server."""

    async def playing(self) -> list[MatchId]:
        """Return the matches in play, in no particular order."""

    async def match_of_request(self, request: str) -> MatchId | None:
        """Return the match that a request changed or opened."""

    async def commit(self, change: Change) -> Verdict:
        """Write a change durably in one transaction, or nothing of it."""

    async def events(
        self, match: MatchId, *, after: int, before: tuple[int, int] | None, limit: int
    ) -> list[EventRow]:
        """Return events of actions later than `after` and earlier than (seq, n) `before`, oldest first; of
        more than `limit` the newest. Those that were taken back are left out."""

    async def actions(self, match: MatchId, *, after: int = 0) -> list[ActionRow]:
        """Return the actions later than number `after` in order, those taken back too."""

    async def actions_of(self, match: MatchId, seat: Seat, *, before: int, limit: int) -> list[ActionRow]:
        """Return the last actions of a seat before number `before` that were not taken back, newest first."""

    async def draws(self, match: MatchId, *, after: int = -1) -> list[DrawRow]:
        """Return the draws of actions after number `after`, in order. The setup has number 0."""

    async def keep_cards(self, cards: str, encoded: bytes, now: datetime) -> None:
        """Store the cards of this hash for a match that is about to pin them.

        Stored cards stay as they are; their time of last use becomes this instant.
        """

    async def cards(self, cards: str) -> bytes | None:
        """Return the cards that were kept under this hash."""

    async def overdue(self, now: datetime) -> list[MatchId]:
        """Return the matches in play in which something is due by an instant (`Record.due`), the longest
        overdue first."""

    async def lobbies_due(self, now: datetime) -> list[MatchId]:
        """Return the lobbies in which something is due by an instant, the longest due first."""

    async def of_player(self, user: int) -> list[Record]:
        """Return the matches that have not ended in which this person holds a seat, oldest first."""

    async def terms_of_ended(self, user: int, game: str) -> list[MatchTerms]:
        """Return the terms of the ended matches of a game that a user opened."""

    async def beats(self) -> list[Heartbeat]:
        """Return when each process was known to be running last."""

    async def beat(self, shards: Shards, now: datetime) -> None:
        """Store that the process with these shards is running."""

    async def outages(self) -> list[Outage]:
        """Return the present outages."""

    async def begin_outage(self, outage: Outage) -> None:
        """Store an outage; one of the same place that is stored stays as it is."""

    async def end_outage(self, outage: Outage) -> None:
        """Delete an outage."""

    async def resting(self) -> list[MatchId]:
        """Return the matches that have not ended and rest."""

    async def post(self, match: MatchId, kind: str, user: int) -> Post | None:
        """Return the current message of this kind and addressee."""

    async def note_post(
        self,
        post: Post,
        replaces: Sequence[Post],
        due: datetime,
        *,
        settles: int = 0,
        retired: Sequence[StalePost] = (),
    ) -> list[StalePost]:
        """Store the current message of its kind and addressee, and return those it makes stale.

        The same transaction deletes the delivery `settles` (0: none) and the messages that were `retired`.
        Stale are the message before it and those it `replaces`, each unless it is the same message. They stay
        stored, to be retired from `due` on, until `settle_stale`. A message that is current is no longer
        stale.
        """

    async def left_behind(self) -> list[Post]:
        """Return the "turn" messages with controls that show an older version of a running match than the
        player's.
        """

    async def stale_posts(self, now: datetime) -> list[StalePost]:
        """Return the messages that are due to be retired, the longest due first; at most 50."""

    async def settle_stale(self, stale: Sequence[StalePost]) -> None:
        """Delete messages that were retired."""

    async def postpone_stale(self, stale: StalePost, *, attempts: int, due: datetime) -> None:
        """Store that a message could not be retired, and when to try again."""

    async def pending(self, match: MatchId | None = None) -> list[Pending]:
        """Return the pending deliveries that are not parked, of one match or of all, in order of writing.

        Of very many only the oldest are returned.
        """

    async def matches_due(self, now: datetime, *, untried: datetime) -> list[MatchId]:
        """Return the matches with a due delivery, the oldest first.

        An untried delivery counts only if it was written before `untried`.
        """

    async def next_due(self) -> datetime | None:
        """Return when the next delivery is due; None when nothing is pending."""

    async def settle(self, ids: Sequence[int]) -> None:
        """Delete deliveries that were made or superseded."""

    async def postpone(self, delivery: int, *, attempts: int, due: datetime, doubtful: bool = False) -> None:
        """Store a failed attempt, the time of the next one, and whether a message may have been posted."""

    async def take_over(self, heir: Pending, before: Delivery) -> None:
        """Delete a superseded delivery and store its heir with its key, doubt, attempts and due time."""

    async def doubt_pending(self) -> None:
        """Mark every pending delivery as doubtful."""

    async def park(self, delivery: int, *, attempts: int, reason: str, due: datetime) -> None:
        """Park a delivery until it is revived, and store the reason."""

    async def revive(self, now: datetime, most: int) -> None:
        """Revive parked deliveries to channels that are due and have been tried fewer than `most` times."""

    async def parked(self) -> list[Parked]:
        """Return the deliveries parked last, newest first; at most 100."""


class Computer(Protocol):
    """A computer player. It gets the view of its seat and nothing else."""

    @property
    def key(self) -> str:
        """The name under which it is seated."""

    @property
    def title(self) -> str:
        """Its name at the table."""

    @property
    def description(self) -> str:
        """How it plays, in a sentence: a message."""

    @property
    def level(self) -> str:
        """Its level among the computer players of its game: easy, normal or hard; "" for none."""

    def plays(self, game: str) -> bool:
        """Whether it plays the game of this key."""

    def strength(self, game: str) -> int | None:
        """Return its strength at a game; None where it was not measured."""

    @property
    def searches(self) -> bool:
        """Whether it thinks so long that it needs its own process."""

    def choose(self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random) -> Action:
        """Return one of the legal actions."""

    @property
    def seen(self) -> frozenset[type[Action]]:
        """The types of actions that are public with all their parts."""

    def reason(self, rules: AnyRules, view: Any, seat: Seat, action: Any) -> str:
        """Return why a seat acts so, from what the viewer knows; "" for no reason."""

    def gives_up(self, rules: AnyRules, view: Any) -> bool:
        """Whether it resigns, asked before it chooses."""

    def takes_draw(self, rules: AnyRules, view: Any) -> bool:
        """Whether it agrees to a draw."""


Think: TypeAlias = Callable[[Computer, AnyRules, Any, Sequence[Any], bytes, str | None], Awaitable[Action]]
"""Lets a computer player choose one of the legal actions.

It gets its view, a random seed, and the hash of the cards of the match.
"""


async def think_in_a_thread(
    computer: Computer,
    rules: AnyRules,
    view: Any,
    legal: Sequence[Any],
    seed: bytes,
    cards: str | None,  # noqa: ARG001 - they are known here
) -> Action:
    """Let a computer player choose in a thread, so that the event loop stays free."""
    rng = random.Random(int.from_bytes(seed))
    return await asyncio.to_thread(computer.choose, rules, view, legal, rng)
