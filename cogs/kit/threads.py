"""Threads and posts of forums: opened once, also when Discord's answer is lost.

They are looked for before another try. discord.py would repeat the call after a server error by itself;
`AnswerLost` (`cogs.kit.client`) stops that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from typing import Final, TypeAlias, TypeVar, cast

import discord
import structlog
from cachetools import LRUCache

from bot.base.clock import Clock
from bot.base.language import N_
from bot.database.coordination import MatchLocks
from cogs.kit.layout import fit, message_of, text
from cogs.kit.refusals import DISCORD_FAULTS, Refused, failed, is_lost

T = TypeVar("T")
Parent: TypeAlias = discord.TextChannel | discord.ForumChannel

NAME: Final = 100
"""The most characters of the name of a post or a thread."""
ARCHIVED_AFTER: Final = 10_080
"""Minutes without a message after which Discord archives a post or a thread: a week, the most it allows."""
PAUSES: Final = (1.0, 3.0)
"""Seconds before each further try after a lost answer."""
_CLOCKS: Final = timedelta(minutes=1)
"""The most difference expected between Discord's clock and ours."""
_REMEMBERED: Final = 1_000
"""The most threads that are remembered, the last ones."""
_NO_GUEST: Final = N_(
    "I cannot take {guest} into a private thread here, so I have not opened one: Discord refuses it (code"
    " {code}). They have to see this channel. Leave out the private option, or invite others."
)
_NOT_PRIVATE_HERE: Final = N_(
    "Discord allows no private threads in announcement channels. Go to a text channel, or leave out the"
    " private option."
)
SAYS: Final[Mapping[int, str]] = {
    50013: N_("I may not open threads in {where}. I need the permission Create Public Threads there."),
    10003: N_("The channel {where} no longer exists."),
}
PRIVATELY: Final[Mapping[int, str]] = {
    **SAYS,
    50013: N_(
        "I may not open private threads in {where}. I need the permission Create Private Threads there."
    ),
}
OF_A_FORUM: Final[Mapping[int, str]] = {
    **SAYS,
    50013: N_("I may not open posts in {where}. I need the permission Create Posts there."),
}
"""What is told about the commonest refusals of a thread, a private one, and a post of a forum."""

log = structlog.get_logger(__name__)


async def once(
    make: Callable[[], Awaitable[T]], find: Callable[[], Awaitable[T | None]], *, sought: bool = False
) -> T:
    """Make something on Discord that a second call would make a second time.

    Where an answer is lost, `find` looks whether it was done, before it is tried again; with `sought` already
    before the first try. discord.py does not repeat such calls by itself (`cogs.kit.client.AnswerLost`).
    """
    for pause in (*PAUSES, None):
        if sought and (found := await find()) is not None:
            return found
        try:
            return await make()
        except DISCORD_FAULTS as failure:
            if not is_lost(failure):
                raise
            log.info("an answer of Discord is lost", reason=type(failure).__name__)
            if pause is None:
                found = await find()
                if found is None:
                    raise
                return found
            await asyncio.sleep(pause)
            sought = True
    raise AssertionError("the last try has returned or raised")


class Threads:
    """Opens the threads and posts of matches. One for a process: it remembers those it has opened."""

    def __init__(self, bot: discord.Client, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._claimed: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._locks = MatchLocks()
        self._doubtful: LRUCache[tuple[int, str], tuple[datetime, str]] = LRUCache(_REMEMBERED)
        """The instant and name of threads that may be there although nothing is known of them."""

    async def open(
        self,
        parent: Parent,
        name: str,
        *,
        guests: Sequence[tuple[int, str]] | None = None,
        tags: Sequence[int] = (),
        asked_at: datetime | None = None,
        taken: frozenset[int] = frozenset(),
        beside: Collection[str] = (),
    ) -> int:
        """Open a thread or a post; return its id.

        `guests` are the ids and names of those who are taken into a private thread; None for a public one.
        `asked_at` is when it may have been asked for before, and `taken` are threads that are another's: then
        it is looked for first. Where a name of `beside` is the same, the new one gets a number. Raises
        `Refused` with the reason, `TryLater` where Discord does not answer.
        """
        name = fit(name, NAME)
        key = parent.id, name
        says = (
            OF_A_FORUM if isinstance(parent, discord.ForumChannel) else SAYS if guests is None else PRIVATELY
        )
        if guests is not None and _announces(parent):
            raise Refused(_NOT_PRIVATE_HERE)
        async with self._locks.hold(f"{parent.id} {name}"):
            doubtful, name = self._doubtful.get(key, (None, numbered(name, beside)))
            since = asked_at or doubtful
            begun = since or self._clock()
            try:
                made = await once(
                    lambda: _made(parent, name, tags, private=guests is not None),
                    lambda: self._found(parent, name, begun, taken),
                    sought=since is not None,
                )
            except DISCORD_FAULTS as failure:
                if is_lost(failure):
                    self._doubtful[key] = begun, name
                raise failed(failure, parent.id, says=says) from None
            self._doubtful.pop(key, None)
            self._claimed[made] = None
        if guests:
            await self._take_in(parent, made, guests)
        return made

    async def _found(self, parent: Parent, name: str, since: datetime, taken: frozenset[int]) -> int | None:
        """Return the thread of this name that was opened since an instant and is nobody's yet."""
        for thread in await parent.guild.active_threads():
            mine = self._bot.user is not None and thread.owner_id == self._bot.user.id
            new = thread.created_at is None or thread.created_at >= since - _CLOCKS
            free = thread.id not in taken and thread.id not in self._claimed
            if mine and new and free and (thread.parent_id, thread.name) == (parent.id, name):
                return thread.id
        return None

    async def _take_in(self, parent: Parent, thread: int, guests: Sequence[tuple[int, str]]) -> None:
        """Take guests into a private thread; where one cannot be, take the thread away again.

        Raises `Refused` with the name of that person.
        """
        for user, name in guests:
            try:
                await self._bot.http.add_user_to_thread(thread, user)
            except DISCORD_FAULTS as failure:
                with suppress(*DISCORD_FAULTS):
                    await self._bot.http.delete_channel(thread)
                meant = failed(failure, parent.id)
                if isinstance(meant, Refused):
                    raise Refused(_NO_GUEST, guest=name, code=getattr(failure, "code", 0)) from None
                raise meant from None


def numbered(name: str, taken: Collection[str]) -> str:
    """Return a name for a thread beside others: with a number from 2 where it is taken.

    >>> numbered("Papyrus: Ann", ["Papyrus: Ann", "Papyrus: Ann 2"])
    'Papyrus: Ann 3'
    """
    ends = ("" if number == 1 else f" {number}" for number in count(1))
    return next(each for end in ends if (each := fit(name, NAME - len(end)) + end) not in taken)


async def _made(parent: Parent, name: str, tags: Sequence[int], *, private: bool) -> int:
    if isinstance(parent, discord.ForumChannel):
        made = await parent.create_thread(
            name=name,
            view=message_of(text(name)).view,
            auto_archive_duration=ARCHIVED_AFTER,
            applied_tags=as_tags(tags),
        )
        return made.thread.id
    kinds = discord.ChannelType
    kind = (
        kinds.private_thread if private else kinds.news_thread if _announces(parent) else kinds.public_thread
    )
    return (await parent.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVED_AFTER)).id


def _announces(parent: Parent) -> bool:
    return isinstance(parent, discord.TextChannel) and parent.is_news()


def as_tags(ids: Sequence[int]) -> list[discord.ForumTag]:
    """Return tags for discord.py, which only needs their ids."""
    return cast("list[discord.ForumTag]", [discord.Object(each) for each in ids])
