"""What the match service stores, and how it lets computer players choose."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.database.coordination import Shards
from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.fair import Draw
from bot.engine.players.opponent import Opponent
from bot.matches.clocks import Why
from bot.matches.deliveries import Delivery, DeliveryKind
from bot.matches.model import MatchInfo, with_holder
from bot.matches.orders import SeatOrders


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
    """The encoded `bot.matches.timing.Times` before it; None where it has changed none of them."""


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


class PreviousHolder(msgspec.Struct, frozen=True):
    """The holder of a seat until a change gave it to another."""

    seat: Seat
    user: int


class MatchWrite(msgspec.Struct, frozen=True):
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
    former: tuple[PreviousHolder, ...] = ()
    """The former holders of seats that changed hands in a running match."""

    def __repr__(self) -> str:
        return f"MatchWrite({self.record!r})"


class CommitResult(Enum):
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


Think: TypeAlias = Callable[[Opponent, AnyRules, Any, Sequence[Any], bytes, str | None], Awaitable[Action]]
"""Lets a computer player choose one of the legal actions.

It gets its view, a random seed, and the hash of the cards of the match.
"""


async def think_in_a_thread(
    computer: Opponent,
    rules: AnyRules,
    view: Any,
    legal: Sequence[Any],
    seed: bytes,
    cards: str | None,  # noqa: ARG001 - they are known here
) -> Action:
    """Let a computer player choose in a thread, so that the event loop stays free."""
    rng = random.Random(int.from_bytes(seed))
    return await asyncio.to_thread(computer.choose, rules, view, legal, rng)
