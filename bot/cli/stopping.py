"""Ctrl+C and SIGTERM end the bot cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Set an event at the first signal; a second one ends the program at once."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        _let_go(loop)

    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
        for each in SIGNALS:
            loop.add_signal_handler(each, stop)
    try:
        yield stopped
    finally:
        _let_go(loop)


def _let_go(loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(NotImplementedError):
        for each in SIGNALS:
            loop.remove_signal_handler(each)
