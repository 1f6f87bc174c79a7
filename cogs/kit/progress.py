"""Progress of work that takes longer than an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from bot.engine.language import gettext
from cogs.kit.client import Interaction
from cogs.kit.replies import DISCORD_FAULTS, answer

T = TypeVar("T")

UPDATE_SECONDS = 1.5
"""Seconds between progress updates."""


class ProgressReply(Generic[T]):
    """A reply that shows the progress of long work, such as drawing a film."""

    def __init__(
        self,
        interaction: Interaction,
        progress: Callable[[int, int], str],
        saying: Callable[[str], str],
        stopped: str,
    ) -> None:
        """`progress` returns how much of how much is done, and `saying` makes a sentence of it.

        `stopped` is the message for the user when the bot stops meanwhile.
        """
        self._interaction = interaction
        self._progress, self._saying, self._stopped = progress, saying, stopped
        self._task: asyncio.Task[T] | None = None
        self._done, self._total = 0, 0
        self._told_at = 0.0
        self._over = asyncio.Event()

    def __str__(self) -> str:
        return self._progress(self._done, self._total)

    async def report(self, done: int, total: int) -> None:
        """Record the progress and tell the user, at most once in `UPDATE_SECONDS`."""
        self._done, self._total = done, total
        now = asyncio.get_running_loop().time()
        if self._told_at and now - self._told_at < UPDATE_SECONDS:
            return
        self._told_at = now
        await self.say(self._saying(str(self)))

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
            await self.say(gettext(self._stopped))
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
