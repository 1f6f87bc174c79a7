"""Runs the unmodified bot against a stand-in on loopback, and times every callback of its event loop.

`python -m measures.wire.traced PORT FILE run`: PORT is that of the stand-in. SIGUSR1 begins the times anew,
SIGUSR2 writes them to FILE. They are processor time of the loop's thread, so a busy machine changes nothing.
"""

from __future__ import annotations

import asyncio.events
import gc
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import discord.asset
import discord.gateway
import discord.http
import yarl

LONG = 0.02
"""Callbacks that take longer, in seconds, are named."""
WORST = 40
"""The most callbacks that are named."""


def point_at(port: int) -> None:
    """Let discord.py talk to the stand-in: three attributes, set before the bot connects."""
    there = f"127.0.0.1:{port}"
    discord.http.Route.BASE = f"http://{there}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{there}/gateway")
    discord.asset.Asset.BASE = f"http://{there}"


class Trace:
    """The times of the callbacks, and what the long ones did."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.times: list[float] = []
        self.long: list[tuple[float, float, str]] = []
        self.collecting = 0.0
        """Seconds of processor time that garbage collection took in the present callback."""

    def begin(self) -> None:
        """Time every callback from now on."""
        run, clock = asyncio.events.Handle._run, time.thread_time
        since = [0.0]

        def collected(phase: str, _info: object) -> None:
            if phase == "start":
                since[0] = clock()
            else:
                self.collecting += clock() - since[0]

        def timed(handle: asyncio.events.Handle) -> None:
            self.collecting, before = 0.0, clock()
            run(handle)
            took = clock() - before
            self.times.append(took)
            if took > LONG:
                self.long.append((took, self.collecting, _named(handle)))

        gc.callbacks.append(collected)
        asyncio.events.Handle._run = timed  # type: ignore[method-assign]
        signal.signal(signal.SIGUSR1, self.again)
        signal.signal(signal.SIGUSR2, self.write)

    def again(self, *_: object) -> None:
        """Forget the times so far."""
        self.times.clear()
        self.long.clear()

    def write(self, *_: object) -> None:
        """Write the times to the file."""
        times = sorted(self.times) or [0.0]
        worst = sorted(self.long, reverse=True)[:WORST]
        found = {
            "callbacks": len(times),
            "processor, s": round(sum(times), 2),
            "99 of 100 within, ms": round(times[int(len(times) * 0.99)] * 1000, 2),
            "longest, ms": round(times[-1] * 1000, 1),
            "over 50 ms": sum(each > 0.05 for each in times),
            "long ones: ms, of these garbage collection, what": [
                (round(took * 1000, 1), round(collecting * 1000, 1), what) for took, collecting, what in worst
            ],
        }
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(found, indent=1))
        new.rename(self.file)


def _named(handle: asyncio.events.Handle) -> str:
    """Return the coroutines that a callback runs, from the outermost to the innermost."""
    callback: Any = getattr(handle, "_callback", None)
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return repr(callback)[:160]
    names, running = [], task.get_coro()
    while running is not None and len(names) < 12:
        code = getattr(running, "cr_code", None) or getattr(running, "ag_code", None)
        names += [code.co_qualname if hasattr(code, "co_qualname") else code.co_name] if code else []
        running = getattr(running, "cr_await", None)
    return " > ".join(names)


if __name__ == "__main__":
    point_at(int(sys.argv[1]))
    Trace(Path(sys.argv[2])).begin()
    from bot.__main__ import main

    sys.exit(main(sys.argv[3:]))
