"""Coordination between the processes of one bot: leases, the leader, cache invalidation; locks of matches.

With SQLite there is one process (`Alone`), which needs no coordination. `bot.database.postgres_coordination`
serves several processes on one PostgreSQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import timedelta
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, TypeAlias

import msgspec

from bot.base.clock import Clock
from bot.base.ids import MatchId

_TIMESTAMP_BITS = 22
"""The upper bits of a server's id decide on its shard, as Discord specifies."""


SEEN_WITHIN: Final = timedelta(seconds=90)
"""A process that has not reported itself for so long does not run any more."""


class Shards(msgspec.Struct, frozen=True):
    """The shards of one process, of `count` in all. Without ids it has all of them."""

    ids: tuple[int, ...] = ()
    count: int = 0

    @property
    def everything(self) -> bool:
        """Whether these are all shards."""
        return not self.ids

    def serve(self, guild: int | None) -> bool:
        """Whether events of a server arrive on one of these shards. DMs (None) arrive on shard 0."""
        return self.everything or ((guild or 0) >> _TIMESTAMP_BITS) % self.count in self.ids

    @property
    def key(self) -> str:
        """The stored form of the shards: "all", or for example "0,1/4"."""
        return "all" if self.everything else f"{','.join(map(str, self.ids))}/{self.count}"

    @classmethod
    def of_key(cls, key: str) -> Shards:
        """Return the shards from their stored form."""
        if key == ALL.key:
            return ALL
        ids, _, count = key.partition("/")
        return cls(tuple(int(each) for each in ids.split(",")), int(count))


ALL = Shards()


class GrantLost(Exception):  # noqa: N818 - the name says what happened
    """A lease could not be renewed in time, and its work was cancelled: another process may have begun it."""


class Topic(StrEnum):
    """The topics of messages between processes."""

    MATCH = "match"
    """A match has changed."""
    POST = "post"
    """A message that shows a match was posted, edited or retired."""
    PERSON = "person"
    """A user has changed a setting."""
    SERVER = "server"
    """The card pictures of a server have changed."""
    PUBLISH = "publish"
    """A match has pending deliveries."""
    ANYTHING = "anything"
    """Unknown: messages of other processes may have been missed for a while."""


class News(NamedTuple):
    """A message from another process."""

    topic: Topic
    match: MatchId = ""
    number: int = 0
    """The id of the message, the user or the server, by topic."""


Listener: TypeAlias = Callable[[News], None]


class Coordination(Protocol):
    """How a process coordinates with the others. Methods may raise `bot.matches.errors.Unavailable`."""

    shards: Shards
    """The shards of this process."""

    @property
    def leads(self) -> bool:
        """Whether this process is the leader."""

    @property
    def terms(self) -> int:
        """How often this process has become the leader; after each time the one before may have left work."""

    def leading(self) -> AbstractAsyncContextManager[None]:
        """Wait until this process is the leader, and hold the leadership in a block.

        Raises `GrantLost` at the end of the block where it was lost.
        """

    def lease(self, match: MatchId) -> AbstractAsyncContextManager[None]:
        """Hold the lease of a match in a block: no other process publishes it or plays its computers.

        Waits while another process holds it. Tasks of the same process share it. Raises `GrantLost` where it
        could not be renewed. If a process died with the lease, the pending deliveries of the match become
        doubtful.
        """

    async def abandoned(self) -> list[MatchId]:
        """Return the matches whose lease was lost by a process that died or was cut off."""

    async def ask_to_publish(self, match: MatchId) -> None:
        """Ask the process that serves the match's server to publish it."""

    async def identify_wait(self, *, first: bool) -> float:
        """Reserve the next turn to identify a shard with Discord; return the seconds until it.

        `first` says whether it is the first shard of the process.
        """

    def listen(self, listener: Listener) -> None:
        """Register a function that gets the messages of other processes."""

    def common(self, clock: Clock) -> Clock:
        """Return this process's clock, corrected to the clock shared by all processes."""


IDENTIFY_SECONDS = 5.0
"""The least seconds between two identifications of a bot's shards."""


class Alone:
    """Coordination of a single process: every lease is granted at once, and nothing is written."""

    shards = ALL
    leads = True
    terms = 1

    def leading(self) -> AbstractAsyncContextManager[None]:
        """Return a block that is always granted."""
        return nullcontext()

    def lease(self, match: MatchId) -> AbstractAsyncContextManager[None]:  # noqa: ARG002
        """Return a block that is always granted."""
        return nullcontext()

    async def abandoned(self) -> list[MatchId]:
        """Return nothing: deliveries that a stop has cut off are found at the next start."""
        return []

    async def ask_to_publish(self, match: MatchId) -> None:
        """Do nothing: there is no other process."""

    async def identify_wait(self, *, first: bool) -> float:
        """Return the time to wait after the shard before; 0 for the first."""
        return 0.0 if first else IDENTIFY_SECONDS

    def listen(self, listener: Listener) -> None:
        """Do nothing: there are no messages."""

    def common(self, clock: Clock) -> Clock:
        """Return the clock unchanged."""
        return clock


# One lock for each match. A lock that no task holds or awaits is dropped.


class MatchLocks:
    """Lets one task of this process at a time change a match.

    This only avoids needless races: between processes the compare-and-swap of the store decides.
    """

    def __init__(self) -> None:
        self._locks: dict[MatchId, asyncio.Lock] = {}
        self._users: dict[MatchId, int] = {}

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[None]:
        """Hold the match's lock within the block."""
        lock = self._locks.setdefault(match, asyncio.Lock())
        self._users[match] = self._users.get(match, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._users[match] -= 1
            if not self._users[match]:
                del self._users[match], self._locks[match]
