"""Long jobs, such as films: their limits, and a reply that shows their progress."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from bot.base.language import gettext
from bot.base.limits import Buckets, wait_in_words
from bot.engine.errors import Refusal
from bot.processes.queues import Queue
from cogs.kit.client import Interaction
from cogs.kit.replies import DISCORD_FAULTS, answer

T = TypeVar("T")

UPDATE_SECONDS = 1.5
"""Seconds between progress updates."""


class JobMessages(NamedTuple):
    """The messages about one kind of job."""

    progress: str
    """What is being done, with the `{progress}`."""
    others_first: str
    """Another job is in progress, and this one follows."""
    one_each: str
    """The refusal for a user whose job is not ready."""
    too_many: str
    """The refusal for a user who may ask again in `{wait}`."""
    stopped: str
    """The bot stops meanwhile."""
    same: str = ""
    """The refusal where the same is in progress, with the `{progress}`; needed if several can ask for it."""


class ProgressReply(Generic[T]):
    """A reply that shows the progress of a job."""

    def __init__(
        self, interaction: Interaction, messages: JobMessages, share: Callable[[int, int], str]
    ) -> None:
        """`share` returns in words how much of how much is done."""
        self._interaction, self._messages, self._share = interaction, messages, share
        self._task: asyncio.Task[T] | None = None
        self._done, self._total = 0, 0
        self._told_at = 0.0
        self._over = asyncio.Event()

    def __str__(self) -> str:
        return self._share(self._done, self._total) if self._total else gettext("it is about to begin")

    async def report(self, done: int, total: int) -> None:
        """Record the progress and tell the user, at most once in `UPDATE_SECONDS`."""
        self._done, self._total = done, total
        now = asyncio.get_running_loop().time()
        if self._told_at and now - self._told_at < UPDATE_SECONDS:
            return
        self._told_at = now
        await self.say(gettext(self._messages.progress, progress=self))

    async def follow(self, work: Awaitable[T]) -> T | None:
        """Wait for the work; None when it was stopped, after telling the user."""
        self._task = asyncio.ensure_future(work)
        try:
            return await self._task
        except asyncio.CancelledError:
            follower = asyncio.current_task()
            if follower is not None and follower.cancelling():
                self._task.cancel()
                raise
            await self.say(gettext(self._messages.stopped))
            return None
        finally:
            self._over.set()

    def stop(self) -> None:
        """Stop the work."""
        if self._task is not None:
            self._task.cancel()

    async def ended(self) -> None:
        """Wait until the user was notified."""
        await self._over.wait()

    async def say(self, words: str) -> None:
        """Tell the user; Discord errors are ignored."""
        with suppress(*DISCORD_FAULTS):
            await answer(self._interaction, words)


class Jobs(Generic[T]):
    """The jobs of one kind: one at a time for each user, so many an hour, and none twice at once."""

    def __init__(
        self, queue: Queue, asked: Buckets, messages: JobMessages, share: Callable[[int, int], str]
    ) -> None:
        """`queue` is the one in which the work waits for its turn; `share` is as in `ProgressReply`."""
        self.asked = asked
        """The number of jobs that a user may still ask for."""
        self._queue, self._messages, self._share = queue, messages, share
        self._under_way: dict[Hashable, ProgressReply[T]] = {}

    async def stop(self) -> None:
        """Stop all jobs, and tell the waiting users."""
        stopped = list(self._under_way.values())
        for each in stopped:
            each.stop()
        await asyncio.gather(*[each.ended() for each in stopped])

    async def run(
        self, interaction: Interaction, subject: Hashable, work: Callable[[ProgressReply[T]], Awaitable[T]]
    ) -> T | None:
        """Do the work for the asker of a deferred interaction, and return its result.

        None where the bot stops meanwhile. Raises `Refusal` while a job on the same subject or another one of
        the asker is not ready, and where they have asked for too many.
        """
        other = self._under_way.get(subject)
        if other is not None:
            raise Refusal.translated(self._messages.same, progress=other)
        user = interaction.user.id
        with self._queue.place(user, self._messages.one_each):
            wait = self.asked.take(user)
            if wait:
                raise Refusal.translated(self._messages.too_many, wait=wait_in_words(wait))
            reply = ProgressReply[T](interaction, self._messages, self._share)
            self._under_way[subject] = reply
            try:
                if self._queue.busy:
                    await reply.say(gettext(self._messages.others_first))
                return await reply.follow(work(reply))
            finally:
                del self._under_way[subject]
