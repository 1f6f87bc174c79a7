"""Reports that take minutes: made in a process at low priority, in turns (`queues`), and kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bot.clock import Clock
from bot.processes.queues import Queue
from bot.processes.workers import Workers, stand_back

ReportT = TypeVar("ReportT")


class Reports(Generic[ReportT]):
    """Makes reports of one kind, one after another."""

    kind: ClassVar[Any]
    """The struct that a report is; kept as JSON."""

    def __init__(self, clock: Clock) -> None:
        self.queue = Queue(clock)
        """The queue of people who wait for a report."""

    def open_workers(self) -> Workers:
        """Return the process in which a report is worked out."""
        return Workers(1, stand_back)

    @asynccontextmanager
    async def process(self, user: int) -> AsyncIterator[Workers]:
        """Wait for the person's turn in the queue, and lend the process for the report."""
        async with self.queue.turn(user):
            workers = self.open_workers()
            try:
                yield workers
            finally:
                await workers.close()

    def read(self, kept: bytes | None) -> ReportT | None:
        """Return what was kept, None for nothing or what cannot be read any more."""
        report: ReportT | None = decoded(kept, self.kind)
        return report


def decoded(kept: bytes | None, kind: Any) -> Any:
    """Return a report of this kind that was kept, None for nothing or what cannot be read any more."""
    if kept is None:
        return None
    try:
        return msgspec.json.decode(kept, type=kind)
    except msgspec.DecodeError:  # of an earlier version
        return None
