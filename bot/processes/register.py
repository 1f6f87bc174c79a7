"""The running processes of the bot, of one version or of two that may run side by side."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.base.clock import Clock
from bot.base.version import VERSION, numbers
from bot.database.coordination import SEEN_WITHIN
from bot.processes.store import Fault, ProcessMemory, ProcessSeen, SqlRegisterStore

PROCESS_KEPT: Final = timedelta(days=1)


class ProcessRegister:
    """Says which processes run, and whether this one may."""

    def __init__(self, store: SqlRegisterStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock

    async def note(
        self, shards: str, busy: int, version: str = VERSION, *, memory: ProcessMemory | None = None
    ) -> None:
        """Store that the process of these shards runs, and what it remembers."""
        now = self._clock()
        seen = ProcessSeen(shards, version, shards, busy, now)
        await self.store.note_process(seen, now - PROCESS_KEPT, memory)

    async def fault(self, number: str) -> Fault | None:
        """Return the bug with an id that a person has quoted; None where no process remembers it."""
        faults = [fault for memory in (await self.store.memories()).values() for fault in memory.faults]
        return next((each for each in faults if each.id == number.strip().strip("`").casefold()), None)

    async def running(self) -> list[ProcessSeen]:
        """Return the running processes."""
        since = self._clock() - SEEN_WITHIN
        return [each for each in await self.store.processes() if each.at >= since]

    async def is_outdated(self, version: str = VERSION) -> bool:
        """Whether a newer version was started on the database, beside which this one may not run."""
        least = await self.store.least_version()
        return bool(least) and numbers(version) < numbers(least)
