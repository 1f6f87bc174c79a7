"""A proxy between a process and the PostgreSQL of the tests, which can fail on request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url

COORDINATION = b"idle_session_timeout"
"""A statement that identifies the connection for coordination between processes when it is opened."""


class Link:
    """One connection through the proxy."""

    def __init__(self, network: Network, first: bytes) -> None:
        self.network = network
        self.transactions = COORDINATION not in first
        """Whether the connection is used for transactions."""
        self.open = asyncio.Event()
        self.open.set()
        self.delay = 0.0
        self.writers: list[asyncio.StreamWriter] = []

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes) -> None:
        """Forward the data while the proxy lets it pass."""
        data = first
        with suppress(OSError):
            while True:
                if data:
                    self.network.passing(self, data)
                    await self.open.wait()
                    if self.delay:
                        await asyncio.sleep(self.delay)
                    writer.write(data)
                    await writer.drain()
                data = await reader.read(65536)
                if not data:
                    break
        await self.open.wait()
        for each in self.writers:
            each.close()

    def cut(self) -> None:
        """Break the connection."""
        for each in self.writers:
            each.transport.abort()
        self.open.set()


class Network:
    """All connections of one process. A fault applies to all current and later connections."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self.links: list[Link] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._worse: Callable[[Link], None] = lambda _link: None
        self.struck = asyncio.Event()
        """Set when the first data meets the fault."""
        self._before: Callable[[bytes], bool] = lambda _data: False
        self._then: Callable[[], None] = lambda: None

    def spoil(self, worse: Callable[[Link], None]) -> None:
        """Apply a fault to all connections from now on."""
        self._worse = worse
        for link in self.links:
            worse(link)

    def spoil_before(self, says: Callable[[bytes], bool], worse: Callable[[Link], None]) -> None:
        """Apply a fault just before the first data that contains these bytes passes."""
        self._before, self._then = says, lambda: self.spoil(worse)

    def mend(self) -> None:
        """Remove the fault; data that was held back is lost with its connection."""
        self._worse = lambda _link: None
        for link in self.links:
            if not link.open.is_set():
                link.cut()
            link.delay = 0.0

    def passing(self, link: Link, data: bytes) -> None:
        """Check data before it is forwarded."""
        if link.transactions and self._before(data):
            self._before = lambda _data: False
            self._then()
        if not link.open.is_set():
            self.struck.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(65536)
        there, back = await asyncio.open_unix_connection(str(self._socket))
        link = Link(self, first)
        link.writers += [writer, back]
        self.links.append(link)
        self._worse(link)
        for each in (link.relay(reader, back, first), link.relay(there, writer, b"")):
            task = asyncio.create_task(each)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Break all connections."""
        for link in self.links:
            link.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def silent(link: Link) -> None:
    """Let no data pass in either direction, without an error."""
    link.open.clear()


def silent_transactions(link: Link) -> None:
    """Let only the data of coordination pass."""
    if link.transactions:
        link.open.clear()


def stalling(seconds: float) -> Callable[[Link], None]:
    """Delay all data by this time."""

    def worse(link: Link) -> None:
        link.delay = seconds

    return worse


def cut(link: Link) -> None:
    """Break the connections."""
    link.cut()


@asynccontextmanager
async def network(postgres: str) -> AsyncIterator[tuple[Network, str]]:
    """Put a proxy in front of a server with a socket; yield the address of the proxy."""
    url = make_url(postgres)
    net = Network(Path(str(url.query["host"])) / ".s.PGSQL.5432")
    server = await asyncio.start_server(net._accept, "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        behind = url.set(host="127.0.0.1", port=port, query={"ssl": "disable"})
        yield net, behind.render_as_string(hide_password=False)
    finally:
        server.close()
        await net.close()
