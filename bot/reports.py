"""What takes minutes to work out and is kept: made in a process at low priority, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bot.workers import Workers, stand_back

ReportT = TypeVar("ReportT")


class Reports(Generic[ReportT]):
    """Makes reports of one kind, those that are asked for meanwhile after it."""

    kind: ClassVar[Any]
    """The struct that a report is; kept as JSON."""

    def __init__(self) -> None:
        self._bench = asyncio.Lock()

    @property
    def busy(self) -> bool:
        """Whether a report is being made."""
        return self._bench.locked()

    def open_workers(self) -> Workers:
        """Return the process in which a report is worked out."""
        return Workers(1, stand_back)

    @asynccontextmanager
    async def process(self) -> AsyncIterator[Workers]:
        """Wait until no other report is being made, and lend the process for the next one."""
        async with self._bench:
            workers = self.open_workers()
            try:
                yield workers
            finally:
                await workers.close()

    def read(self, kept: bytes | None) -> ReportT | None:
        """Return what was kept, None for nothing or what cannot be read any more."""
        if kept is None:
            return None
        try:
            report: ReportT = msgspec.json.decode(kept, type=self.kind)
        except msgspec.DecodeError:  # of an earlier version
            return None
        return report
