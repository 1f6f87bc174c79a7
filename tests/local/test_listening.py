"""The end of a web server while a browser connects."""

from __future__ import annotations

import asyncio
import gc
import socket

import pytest
from aiohttp import web

from bot.host.listening import listen, stop_listening


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("steps", range(5))
async def test_connections_at_the_moment_it_ends_are_closed_quietly(steps: int) -> None:
    runner = web.AppRunner(web.Application(), access_log=None)
    await runner.setup()
    server = await listen(runner, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    await asyncio.sleep(0.01)
    connected = [socket.create_connection(address) for _ in range(3)]
    for _ in range(steps):
        await asyncio.sleep(0)

    await stop_listening(runner, server)
    gc.collect()

    for each in connected:
        each.settimeout(5)
        with each:
            assert _ended(each)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(address)


def _ended(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
