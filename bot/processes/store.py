"""Stores the running processes of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, select

from bot.database import migrate
from bot.database.engine import Stored, replace_rows
from bot.database.schema import processes


class ProcessSeen(msgspec.Struct, frozen=True):
    """A process of the bot, as it last reported itself."""

    name: str
    version: str
    shards: str
    busy: int
    """Tasks in its memory that a stop would lose: reports and reviews in progress."""
    at: datetime


_FORGET_OLD = delete(processes).where(processes.c.at < bindparam("before"))
_FORGET = delete(processes).where(processes.c.name == bindparam("gone"))
_PROCESSES = select(processes).order_by(processes.c.at.desc(), processes.c.name)


class SqlRegisterStore(Stored):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def note_process(self, seen: ProcessSeen, forgotten: datetime) -> None:
        """Write a process's row, and delete rows of processes not seen since an instant."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_OLD, {"before": forgotten})
            replace_rows(connection, processes, msgspec.structs.asdict(seen))

        await self._database.write(work)

    async def forget_process(self, name: str) -> None:
        """Delete a process that ends."""
        await self._execute(_FORGET, gone=name)

    async def processes(self) -> Sequence[ProcessSeen]:
        """Return the processes, the last seen first."""
        return [ProcessSeen(**row._mapping) for row in await self._all(_PROCESSES)]

    async def least_version(self) -> str:
        """Return the oldest program version that may run; "" where none is stored."""
        return await self._database.read(migrate.least_version)
