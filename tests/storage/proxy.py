"""A network between a process and the PostgreSQL of the tests that can be made to fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url

COORDINATION = b"idle_session_timeout"
"""What is said by the connection on which processes settle things, and by no other, when it is made."""


class Link:
    """One connection through the network."""

    def __init__(self, network: Network, first: bytes) -> None:
        self.network = network
        self.transactions = COORDINATION not in first
        """Whether it is a connection of transactions."""
        self.open = asyncio.Event()
        self.open.set()
        self.delay = 0.0
        self.writers: list[asyncio.StreamWriter] = []

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes) -> None:
        """Hand on what comes, as long as the network lets it through."""
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
        """Break it."""
        for each in self.writers:
            each.transport.abort()
        self.open.set()


class Network:
    """All connections of one process. What it does to one it does to those that are made later."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self.links: list[Link] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._worse: Callable[[Link], None] = lambda _link: None
        self.struck = asyncio.Event()
        """Set when something was to pass after the network became worse."""
        self._before: Callable[[bytes], bool] = lambda _data: False
        self._then: Callable[[], None] = lambda: None

    def spoil(self, worse: Callable[[Link], None]) -> None:
        """Let the network be worse from now on, for all connections."""
        self._worse = worse
        for link in self.links:
            worse(link)

    def spoil_before(self, says: Callable[[bytes], bool], worse: Callable[[Link], None]) -> None:
        """Let the network become worse when something like this is to pass, before it does."""
        self._before, self._then = says, lambda: self.spoil(worse)

    def mend(self) -> None:
        """Let everything pass again; what was held back is lost with its connection."""
        self._worse = lambda _link: None
        for link in self.links:
            if not link.open.is_set():
                link.cut()
            link.delay = 0.0

    def passing(self, link: Link, data: bytes) -> None:
        """Look at what a connection hands on."""
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
    """Let nothing pass, either way, and say nothing of it."""
    link.open.clear()


def silent_transactions(link: Link) -> None:
    """Let nothing pass but what the processes settle among themselves."""
    if link.transactions:
        link.open.clear()


def stalling(seconds: float) -> Callable[[Link], None]:
    """Let everything pass so much later."""

    def worse(link: Link) -> None:
        link.delay = seconds

    return worse


def cut(link: Link) -> None:
    """Break the connections."""
    link.cut()


@asynccontextmanager
async def network(postgres: str) -> AsyncIterator[tuple[Network, str]]:
    """Put a network in front of a server that is reached by a socket; give the address behind it."""
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
