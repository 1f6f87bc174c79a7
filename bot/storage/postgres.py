"""A PostgreSQL server, which several bot processes may share: no wait for it is without bound."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")

ANSWER_SECONDS = 5.0
"""How long PostgreSQL usually has to let somebody in, and to answer a statement."""
TRANSACTION = 2
"""How many times as long a whole transaction may take, with the wait for a connection."""
TRANSACTIONS = "tablepost transactions"
"""What the server calls the connections whose transactions have this bound."""
KEEPALIVES = {"tcp_keepalives_idle": "4", "tcp_keepalives_interval": "4", "tcp_keepalives_count": "2"}
"""What lets the server find out within 12 seconds that a process cannot be reached any more."""
_CLOSING = 2.0
"""Seconds to take leave of the server."""


class PostgresServer:
    """Connections to a server. One that was silent is given up, and those that were idle with it."""

    def __init__(self, url: URL, busy: float, answer: float | None) -> None:
        """`busy`: seconds to wait for a free connection; `answer`: for an answer, None for any time."""
        self._answer = answer
        bounds = {} if answer is None else {"timeout": answer, "command_timeout": answer}
        self._engine = create_async_engine(
            url,
            pool_size=5,
            pool_timeout=busy,
            hide_parameters=True,
            connect_args={**bounds, "server_settings": _session(answer)},
        )
        self._raw: WeakSet[Any] = WeakSet()
        for name, listener in (("connect", self._made), ("checkout", self._checked)):
            event.listen(self._engine.sync_engine, name, listener)
        event.listen(self._engine.sync_engine, "handle_error", _failed)

    async def run(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        """Run work on one of the connections. Raises `TimeoutError` where the server is silent."""
        async with asyncio.timeout(None if self._answer is None else TRANSACTION * self._answer):
            async with (self._engine.connect if reading else self._engine.begin)() as connection:
                return await connection.run_sync(work)

    async def dispose(self) -> None:
        """Close all connections, without the server's help where it is silent."""
        try:
            async with asyncio.timeout(_CLOSING):
                await self._engine.dispose()
        except TimeoutError:
            for raw in list(self._raw):
                raw.terminate()

    def _made(self, connection: Any, record: Any) -> None:
        self._raw.add(connection.driver_connection)
        record.info[_FRESH] = True

    def _checked(self, connection: Any, record: Any, _proxy: Any) -> None:
        """See that a connection that was idle is still good; where it is not, no other idle one is used."""
        if record.info.pop(_FRESH, False):
            return
        try:
            connection.run_async(lambda raw: raw.execute("SELECT 1", timeout=_CLOSING))
        except Exception as fault:
            connection.driver_connection.terminate()
            raise InvalidatePoolError from fault


_FRESH = "fresh"


def unanswered(error: Exception) -> bool:
    """Whether an error means that the server said nothing, and not that it said no."""
    return not isinstance(error, DBAPIError) or error.connection_invalidated


def _failed(context: ExceptionContext) -> None:
    """Give up a connection on which no answer came in time, and the idle ones: they go the same way."""
    if isinstance(context.original_exception, TimeoutError):
        if context.connection is not None:
            raw: Any = context.connection.connection.driver_connection
            raw.terminate()  # closing it would wait for the server again
        context.is_disconnect = True
        context.invalidate_pool_on_disconnect = True


def _session(answer: float | None) -> dict[str, str]:
    """Return the session settings by which the server releases locks of a silent process."""
    if answer is None:
        return {"application_name": "tablepost", **KEEPALIVES}
    bound = f"{round(answer * 1000)}ms"
    return {
        "application_name": TRANSACTIONS,
        "statement_timeout": bound,
        "idle_in_transaction_session_timeout": bound,
        **KEEPALIVES,
    }
