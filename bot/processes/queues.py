"""Queues for long work, one job at a time: the person with the fewest recent turns goes first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache

from bot.base.clock import Clock
from bot.base.limits import PERSONS
from bot.engine.errors import Refusal
from bot.processes.workers import LONGEST_ASIDE_SECONDS, Workers, stand_back

# Reports that take minutes: made in a low-priority process, in turns (`queues`), and stored.


class Reports:
    """Makes reports, one after another."""

    def __init__(self, clock: Clock) -> None:
        self.queue = Queue(clock)
        """The queue of people who wait for a report."""

    def open_workers(self) -> Workers:
        """Return the process that makes a report."""
        return Workers(1, stand_back, longest=LONGEST_ASIDE_SECONDS)

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


REMEMBERED: Final = timedelta(days=1)
"""The time for which a turn counts against a person."""


class _Waiting(NamedTuple):
    user: int
    number: int
    called: asyncio.Future[None]


class Queue:
    """One queue, kept in memory only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.busy = False
        """Whether a turn is in progress."""
        self._persons: set[int] = set()
        self._waiting: list[_Waiting] = []
        self._number = 0
        self._had: LRUCache[int, list[datetime]] = LRUCache(PERSONS)

    @contextmanager
    def place(self, user: int, refusal: str) -> Iterator[None]:
        """Hold a person's only place for a block. Raises `Refusal` with this message if they have one."""
        if user in self._persons:
            raise Refusal.translated(refusal)
        self._persons.add(user)
        try:
            yield
        finally:
            self._persons.discard(user)

    @asynccontextmanager
    async def turn(self, user: int) -> AsyncIterator[None]:
        """Wait for a person's turn, and hold it for a block."""
        await self._called(user)
        try:
            yield
        finally:
            self._call_next()

    async def _called(self, user: int) -> None:
        if not self.busy:
            self._give(user)
            return
        self._number += 1
        waiting = _Waiting(user, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.called
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._call_next()  # it was called just now
            raise

    def _call_next(self) -> None:
        """Let the person with the fewest recent turns continue; among equals the first in the queue."""
        self.busy = False
        there = [each for each in self._waiting if not each.called.done()]
        if there:
            called = min(there, key=lambda each: (self._turns_of(each.user), each.number))
            self._waiting.remove(called)
            self._give(called.user)
            called.called.set_result(None)

    def _give(self, user: int) -> None:
        self.busy = True
        self._turns_of(user)
        self._had.setdefault(user, []).append(self._clock())

    def _turns_of(self, user: int) -> int:
        """Return the number of a person's recent turns, and forget older ones."""
        since = self._clock() - REMEMBERED
        kept = [at for at in self._had.get(user, []) if at > since]
        if kept:
            self._had[user] = kept
        else:
            self._had.pop(user, None)
        return len(kept)
