"""The running processes of the bot, of one version or of two that may run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

import msgspec

from bot.base.clock import Clock
from bot.base.version import VERSION, numbers
from bot.database.coordination import SEEN_WITHIN

PROCESS_KEPT: Final = timedelta(days=1)


class ProcessSeen(msgspec.Struct, frozen=True):
    """A process of the bot, as it last reported itself."""

    name: str
    version: str
    shards: str
    busy: int
    """Tasks in its memory that a stop would lose: reports and reviews in progress."""
    at: datetime


class RegisterStore(Protocol):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def note_process(self, seen: ProcessSeen, forgotten: datetime) -> None:
        """Write a process's row, and delete rows of processes not seen since an instant."""

    async def forget_process(self, name: str) -> None:
        """Delete a process that ends."""

    async def processes(self) -> Sequence[ProcessSeen]:
        """Return the processes, the last seen first."""

    async def least_version(self) -> str:
        """Return the oldest program version that may run; "" where none is stored."""


class ProcessRegister:
    """Says which processes run, and whether this one may."""

    def __init__(self, store: RegisterStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def note(self, shards: str, busy: int, version: str = VERSION) -> None:
        """Store that the process of these shards runs."""
        now = self._clock()
        await self._store.note_process(ProcessSeen(shards, version, shards, busy, now), now - PROCESS_KEPT)

    async def forget(self, shards: str) -> None:
        """Store that the process of these shards has ended."""
        await self._store.forget_process(shards)

    async def running(self) -> list[ProcessSeen]:
        """Return the running processes."""
        since = self._clock() - SEEN_WITHIN
        return [each for each in await self._store.processes() if each.at >= since]

    async def is_outdated(self, version: str = VERSION) -> bool:
        """Whether a newer version was started on the database, beside which this one may not run."""
        least = await self._store.least_version()
        return bool(least) and numbers(version) < numbers(least)
