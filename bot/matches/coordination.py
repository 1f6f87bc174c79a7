"""What the processes of one bot settle among themselves: who publishes a match, who does what is done once
for all, and what of their memory is not true any more.

On SQLite there is one process (`Alone`), which asks nobody. `bot.storage.coordination` does it for several
on one PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from bot.clock import Clock
from bot.matches.model import MatchId

_TIMESTAMP_BITS = 22
"""The upper bits of a server's id decide on its shard, as Discord specifies."""


class Shards(msgspec.Struct, frozen=True):
    """Some of `count` connections to Discord, by their ids; none named means all there are."""

    ids: tuple[int, ...] = ()
    count: int = 0

    @property
    def everything(self) -> bool:
        """Whether these are all shards, however many there are."""
        return not self.ids

    def serve(self, guild: int | None) -> bool:
        """Whether what happens on a server comes by one of these; DMs (None) come by shard 0."""
        return self.everything or ((guild or 0) >> _TIMESTAMP_BITS) % self.count in self.ids

    @property
    def key(self) -> str:
        """The shards as they are stored: "all", or such as "0,1/4"."""
        return "all" if self.everything else f"{','.join(map(str, self.ids))}/{self.count}"

    @classmethod
    def of_key(cls, key: str) -> Shards:
        """Return the shards that were stored so."""
        if key == ALL.key:
            return ALL
        ids, _, count = key.partition("/")
        return cls(tuple(int(each) for each in ids.split(",")), int(count))


ALL = Shards()


class GrantLost(Exception):  # noqa: N818 - it reads as what has happened
    """What a process was granted could not be renewed in time, so that its work was cut off: another process
    may have begun to do it."""


class Topic(StrEnum):
    """What a process tells the others of."""

    MATCH = "match"
    """A match has changed."""
    POST = "post"
    """A message that shows a match was posted, edited or put away."""
    PERSON = "person"
    """A person has set something."""
    SERVER = "server"
    """The card pictures of a server have changed."""
    PUBLISH = "publish"
    """There is something to be published of a match."""
    ANYTHING = "anything"
    """Nobody knows what: for a while nothing could be heard of the others."""


class News(NamedTuple):
    """What another process tells."""

    topic: Topic
    match: MatchId = ""
    number: int = 0
    """A message's id for a post, a user's for a setting, a server's for its pictures."""


Listener: TypeAlias = Callable[[News], None]


class Coordination(Protocol):
    """How one process of the bot stands to the others. Methods may raise `bot.matches.errors.Unavailable`."""

    shards: Shards
    """The part of Discord that this process hears of."""

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for all."""

    def leading(self) -> AbstractAsyncContextManager[None]:
        """Wait until this process leads, and do a block while it does. Raises `GrantLost` at its end."""

    def lease(self, match: MatchId) -> AbstractAsyncContextManager[None]:
        """Keep all other processes from publishing a match and from playing its computers for a block.

        Waits while another one does. Tasks of the same process share the lease. Raises `GrantLost` where it
        could not be renewed. Of a process that died while it had it, all that is pending of the match is
        made doubtful.
        """

    async def abandoned(self) -> list[MatchId]:
        """Return the matches that were let go by a process that died, or was cut off, while it had the
        lease."""

    async def ask_to_publish(self, match: MatchId) -> None:
        """Let the process that hears of a match's server publish it."""

    async def identify_wait(self, *, first: bool) -> float:
        """Take the next free turn to identify a shard to Discord, the process's `first` or another; return in
        how many seconds it is."""

    def listen(self, listener: Listener) -> None:
        """Let this be called with the news of other processes."""

    def common(self, clock: Clock) -> Clock:
        """Return the clock of this process, put right by that which all processes have in common."""


IDENTIFY_SECONDS = 5.0
"""How far apart a bot may identify its shards."""


class Alone:
    """Coordination of the only process there is: everything is granted at once, and nothing is written."""

    shards = ALL
    leads = True

    def leading(self) -> AbstractAsyncContextManager[None]:
        """Return a block that is always granted."""
        return nullcontext()

    def lease(self, match: MatchId) -> AbstractAsyncContextManager[None]:  # noqa: ARG002
        """Return a block that is always granted."""
        return nullcontext()

    async def abandoned(self) -> list[MatchId]:
        """Return nothing: what a stop has cut off is found at the next start."""
        return []

    async def ask_to_publish(self, match: MatchId) -> None:
        """Do nothing: there is nobody to ask."""

    async def identify_wait(self, *, first: bool) -> float:
        """Return the distance to the shard before, if there is one."""
        return 0.0 if first else IDENTIFY_SECONDS

    def listen(self, listener: Listener) -> None:
        """Do nothing: nobody tells anything."""

    def common(self, clock: Clock) -> Clock:
        """Return the clock itself: there is no other."""
        return clock
