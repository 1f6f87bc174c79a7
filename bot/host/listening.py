"""Web servers that end quietly."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the server of aiohttp is loaded where a port is set
    from aiohttp import web


async def listen(runner: web.AppRunner, host: str, port: int) -> asyncio.Server:
    """Serve the application of a runner that is set up. Raises `OSError` if the port is not available."""
    assert runner.server is not None
    return await asyncio.get_running_loop().create_server(runner.server, host, port)


async def stop_listening(runner: web.AppRunner, server: asyncio.Server) -> None:
    """Accept nobody any more, then close all connections.

    A connection that was accepted but not yet handed over when an asyncio server closes is dropped, and its
    destructor prints a traceback (CPython 3.13.0). Browsers connect ahead and again, so this happens at the
    end of a local table. Therefore the sockets are no longer watched first, and what was accepted is handed
    over before the server closes.
    """
    for listening in server.sockets:
        with suppress(NotImplementedError):  # the event loop of Windows
            asyncio.get_running_loop().remove_reader(listening.fileno())
    for _ in range(2):  # the step that hands over, and its transport's own
        await asyncio.sleep(0)
    server.close()
    await runner.cleanup()
