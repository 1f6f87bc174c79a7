"""Whether Discord is there: the connections of the shards, by the gateway's events and heartbeats.

discord.py's `Client.is_ready` stays true once it was, whatever becomes of the connections.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import discord

from bot.base.metrics import EVENT_AGE, HEARTBEAT_AGE, HEARTBEAT_SECONDS, SHARDS, SHARDS_CONNECTED

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the heartbeats."""
SILENT_SECONDS: Final = 60.0
"""After this long without an answered heartbeat a connection counts as dead.

Discord asks for one every 41.25 s. discord.py itself gives up such a connection at the first heartbeat that
is due after 60 s of silence, 61 to 102 s after the last sign of life.
"""
_UP: Final = ("shard_connect", "shard_resumed")
_DOWN: Final = "shard_disconnect"


class Gateway:
    """Knows of each shard whether it is connected, and when its last heartbeat was answered."""

    def __init__(
        self,
        shards: Callable[[], Mapping[int, discord.ShardInfo]],
        expected: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`shards` are those begun, `expected` how many there will be; `now` returns seconds."""
        self._shards = shards
        self._expected = expected
        self._now = now
        self._up: set[int] = set()
        self._beats: dict[int, tuple[float, float]] = {}
        """By shard: the latency of its last heartbeat, and since when it has been this one."""
        self._heard = now()

    def dispatched(self, event: str, *args: object) -> None:
        """Take note of an event of discord.py."""
        if event == "socket_event_type":
            self._heard = self._now()
        elif event in _UP and isinstance(args[0], int):
            self._up.add(args[0])
            self._beats.pop(args[0], None)
        elif event == _DOWN and isinstance(args[0], int):
            self._up.discard(args[0])

    def look(self) -> None:
        """Look at the heartbeats, and set the metrics.

        Each answered heartbeat has a latency of its own. So one that stays the same was not answered since.
        """
        now, shards = self._now(), self._shards()
        for number, shard in shards.items():
            latency = shard.latency
            if number not in self._beats or self._beats[number][0] != latency:
                self._beats[number] = latency, now
        SHARDS.set(self._expected())
        SHARDS_CONNECTED.set(len(shards) - len(list(self._cut_off())))
        known = [latency for latency, _ in self._beats.values() if math.isfinite(latency)]
        HEARTBEAT_SECONDS.set(max(known, default=0.0))
        HEARTBEAT_AGE.set(max((now - since for _, since in self._beats.values()), default=0.0))
        EVENT_AGE.set(now - self._heard)

    async def watch(self) -> None:
        """Look every second, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY)

    def faults(self) -> list[str]:
        """Return what is wrong, a line each: shards without a connection, and unanswered heartbeats."""
        if not self._shards():
            return ["not connected to Discord"]
        return [f"shard {number}: {fault}" for number, fault in self._cut_off()]

    def _cut_off(self) -> Iterator[tuple[int, str]]:
        for number, shard in self._shards().items():
            silent = self._now() - self._beats[number][1] if number in self._beats else 0.0
            if number not in self._up or shard.is_closed():
                yield number, "not connected to Discord"
            elif silent > SILENT_SECONDS:
                yield number, f"no heartbeat has been answered for {silent:.0f} s"
