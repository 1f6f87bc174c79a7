"""A PostgreSQL server, which several bot processes can share. Every wait for it has a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")

TRANSACTION = 2
"""The time limit of a transaction with the wait for a connection, as a multiple."""
TRANSACTIONS = "tablepost transactions"
"""The application name of connections whose transactions have this limit."""
KEEPALIVES = {"tcp_keepalives_idle": "4", "tcp_keepalives_interval": "4", "tcp_keepalives_count": "2"}
"""Settings by which the server detects an unreachable process within 12 seconds."""
_CLOSING = 2.0
"""Seconds to close a connection."""


class PostgresServer:
    """Connections to a server. One that does not answer is dropped, together with the idle ones."""

    def __init__(self, url: URL, busy: float, answer: float | None) -> None:
        """`busy`: seconds to wait for a connection; `answer`: seconds for an answer, None for no limit."""
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
        """Run work on one of the connections. Raises `TimeoutError` where the server does not answer."""
        async with asyncio.timeout(None if self._answer is None else TRANSACTION * self._answer):
            async with (self._engine.connect if reading else self._engine.begin)() as connection:
                return await connection.run_sync(work)

    async def dispose(self) -> None:
        """Close all connections, without waiting for a server that does not answer."""
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
        """Check a connection that was idle; if it is broken, drop all idle ones."""
        if record.info.pop(_FRESH, False):
            return
        try:
            connection.run_async(lambda raw: raw.execute("SELECT 1", timeout=_CLOSING))
        except Exception as fault:
            connection.driver_connection.terminate()
            raise InvalidatePoolError from fault


_FRESH = "fresh"


def _failed(context: ExceptionContext) -> None:
    """Drop a connection without an answer in time, and the idle ones, which are probably broken too."""
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
