"""Reports that take minutes: made in a low-priority process, in turns (`queues`), and stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bot.base.clock import Clock
from bot.processes.queues import Queue
from bot.processes.workers import Workers, stand_back


class Reports:
    """Makes reports, one after another."""

    def __init__(self, clock: Clock) -> None:
        self.queue = Queue(clock)
        """The queue of people who wait for a report."""

    def open_workers(self) -> Workers:
        """Return the process that makes a report."""
        return Workers(1, stand_back)

    @asynccontextmanager
    async def process(self, user: int) -> AsyncIterator[Workers]:
        """Wait for the person's turn in the queue, and yield the process for the report."""
        async with self.queue.turn(user):
            workers = self.open_workers()
            try:
                yield workers
            finally:
                await workers.close()


def decoded(kept: bytes | None, kind: Any) -> Any:
    """Return a stored report of this kind, None if there is none or it is no longer readable."""
    if kept is None:
        return None
    try:
        return msgspec.json.decode(kept, type=kind)
    except msgspec.DecodeError:  # of an earlier version
        return None
